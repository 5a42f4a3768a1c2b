//! Orders that wait to be carried out, and those that players have proposed: along their ways on the map, and as a list.
//!
//! What it decides: how a way is drawn; a proposal is dashed. By which squares a march goes is asked as for the command that
//! would do it, of the campaign as its reader knows it.

use maud::{Markup, html};

use domain::{SideId, Square};
use ops::query::march_way;
use ops::{Player, Proposal, ProposalState, View, pick};
use report::model::{BoundView, OrderList, OrderRow};

use super::links::Links;
use super::place::Place;
use super::{outlook, sides, wanted};

/// An order, or what is to become one.
struct Ordered {
    /// The id of who has it, and his name.
    unit: (String, String),
    side: SideId,
    /// What he is to do.
    said: String,
    /// In which bound.
    bound: String,
    /// Who proposed it, where it is no order yet.
    proposed: Option<String>,
    /// From where he stands to where he is to come; his square alone where he stays.
    way: Vec<Square>,
}

/// All that is ordered or proposed, as far as its reader knows it.
#[derive(Default)]
pub(super) struct AllOrdered(Vec<Ordered>);

impl AllOrdered {
    /// The orders that wait.
    pub(super) fn of(campaign: &View, side: Option<SideId>) -> Self {
        let list = OrderList::new(campaign, side);
        let ordered = list.rows().iter().map(|row| Ordered {
            unit: (row.unit.to_string(), row.name.clone()),
            side: row.side,
            said: row.said().to_owned(),
            bound: row.bound.label.clone(),
            proposed: None,
            way: way_of(campaign, row),
        });
        Self(ordered.collect())
    }

    /// The same with what players have proposed and nobody has decided: each by whom, and what.
    pub(super) fn with(mut self, campaign: &View, side: Option<SideId>, sent: &[(&Player, &Proposal)]) -> Self {
        let is_wanted = |(player, _): &&(&Player, &Proposal)| side.is_none_or(|side| side == player.side);
        self.0.extend(sent.iter().filter(is_wanted).filter_map(|(player, of)| proposed(campaign, player, of)));
        self
    }

    /// Their ways on the map.
    pub(super) fn drawn(&self, campaign: &View, place: &Place) -> Markup {
        let wide = place.mark() * 0.16;
        html! {
            g.over.orders {
                @for of in &self.0 {
                    g.(sides::class(campaign, of.side.as_str())) data-order=(of.unit.0) {
                        title { (of.unit.1) ": " (of.said.replace('`', "")) ", " (of.bound) (of.by()) }
                        @if let [square] = of.way[..] {
                            @let (x, y) = place.middle(square);
                            circle cx=(two(x)) cy=(two(y)) r=(two(place.mark() * 0.62)) stroke-width=(two(wide)) stroke-dasharray=[of.dashes(wide)] {}
                        } @else {
                            @let points = place.along(&of.way);
                            polyline.under points=(points) stroke-width=(two(wide * 2.2)) {}
                            polyline.course points=(points) stroke-width=(two(wide)) stroke-dasharray=[of.dashes(wide)] {}
                            path.head d=(head(&of.way, place)) stroke-width=(two(wide * 0.5)) {}
                        }
                    }
                }
            }
        }
    }

    /// The same as a list, with the way to each on a map at this address.
    pub(super) fn listed(&self, links: &Links<'_>) -> Markup {
        let Links { under, past, .. } = links;
        html! {
            section.laid {
                h2 { "Orders not carried out yet" }
                @if self.0.is_empty() { p { "No order waits to be carried out." } } @else {
                    div.wide { table {
                        thead { tr { th { "who" } th { "is to" } th { "in" } th { "" } } }
                        tbody { @for of in &self.0 {
                            tr {
                                td { a href={(under) "/unit/" (of.unit.0) (past)} { (of.unit.1) } }
                                td { (links.text(&of.said)) } td.n { (of.bound) }
                                td { @match &of.proposed { Some(by) => { span.chip { "proposed" } " " (by) }, None => "ordered" } }
                            }
                        } }
                    } }
                }
            }
        }
    }
}

impl Ordered {
    fn by(&self) -> String {
        self.proposed.as_ref().map(|by| format!(", proposed by {by}")).unwrap_or_default()
    }

    /// What is no order yet is dashed.
    fn dashes(&self, wide: f64) -> Option<String> {
        self.proposed.as_ref().map(|_| format!("{:.2} {:.2}", wide * 2.4, wide * 1.8))
    }
}

fn proposed(campaign: &View, player: &Player, of: &Proposal) -> Option<Ordered> {
    if of.state != ProposalState::Sent {
        return None;
    }
    let fields = wanted::filled(of);
    let (unit, said) = wanted::who_and_what(campaign, &fields)?;
    let bound = fields.bound(campaign).unwrap_or(campaign.bound);
    let id = unit.id.as_str();
    let way = if fields.get("action") == Some(wanted::MOVE) {
        marched(campaign, id, (fields.way().map(str::to_owned).collect(), fields.get("rate")))
    } else {
        straight(campaign, id, fields.way().chain(fields.get("to")).filter_map(|word| square_of(campaign, word)))
    };
    Some(Ordered {
        unit: (unit.id.to_string(), unit.name.clone()),
        side: unit.side,
        said,
        bound: BoundView::new(campaign, bound).label,
        proposed: Some(player.name.clone()),
        way,
    })
}

/// The squares by which an order goes.
fn way_of(campaign: &View, row: &OrderRow) -> Vec<Square> {
    let unit = row.unit.as_str();
    if row.action == wanted::MOVE {
        return marched(campaign, unit, (row.way.clone(), row.rate));
    }
    let [from, to] = [&row.from, &row.to].map(|word| word.as_ref().and_then(|word| square_of(campaign, word)));
    let by = row.way.iter().filter_map(|word| square_of(campaign, word));
    straight(campaign, unit, from.into_iter().chain(by).chain(to))
}

/// The squares of a march; where no way leads there, straight from point to point.
fn marched(campaign: &View, unit: &str, (way, rate): (Vec<String>, Option<&str>)) -> Vec<Square> {
    let squares: Vec<Square> = way.iter().filter_map(|word| square_of(campaign, word)).collect();
    march_way(campaign, &outlook::march(unit, way, rate))
        .unwrap_or_else(|| straight(campaign, unit, squares.into_iter()))
}

/// From where somebody stands straight through these squares.
fn straight(campaign: &View, unit: &str, squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut way: Vec<Square> = pick::unit_square(campaign, unit).ok().flatten().into_iter().chain(squares).collect();
    way.dedup();
    way
}

/// The square that a word means: itself, a place, a dump or railhead, or a formation.
fn square_of(campaign: &View, word: &str) -> Option<Square> {
    let square = campaign.account_square(word).or_else(|| pick::square(campaign, word).ok());
    square.or_else(|| pick::unit_square(campaign, word).ok().flatten())
}

/// The head of the arrow at the end of a way.
fn head(way: &[Square], place: &Place) -> String {
    let [.., before, last] = way else { return String::new() };
    let ((from_x, from_y), (x, y)) = (place.middle(*before), place.middle(*last));
    let long = (x - from_x).hypot(y - from_y).max(0.01);
    let size = place.mark() * 0.42;
    let (along, across) = (((x - from_x) / long * size, (y - from_y) / long * size), size * 0.6 / long);
    let (side_x, side_y) = ((y - from_y) * across, (from_x - x) * across);
    let [a, b] = [(x + side_x, y + side_y), (x - side_x, y - side_y)];
    format!("M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}z", x + along.0, y + along.1, a.0, a.1, b.0, b.1)
}

fn two(number: f64) -> String {
    format!("{number:.2}")
}
