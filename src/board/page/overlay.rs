//! What is laid over the map on demand: what the supply of a side hangs on, and who runs dry when.
//!
//! What it decides: how large and where a mark is. What is critical and what is foreseen is computed as for the commands
//! `supply critical` and `supply forecast`; whatever is drawn stands beside the map as a list too.

use std::collections::BTreeMap;

use maud::{Markup, html};

use domain::{SideId, Square};
use ops::{Player, Proposal, View, query};
use report::model::{CriticalReport, ForeseenView, SupplyForecastReport};

use super::links::Links;
use super::ordered::AllOrdered;
use super::place::Place;
use crate::desk::Refusal;
use crate::office::Office;

/// How many points of a side are drawn.
const POINTS: usize = 10;

/// Something that can be laid over the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// What a side's supply hangs on.
    Critical,
    /// Who runs dry or out, and when.
    Forecast,
    /// Orders that are not carried out yet, and proposals that wait.
    Orders,
    /// Headquarters above those that fight, each with the troops directly under it: they are on the map itself.
    Headquarters,
}

impl Overlay {
    /// All of them, with their word in addresses and what they are called.
    pub(crate) const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Critical, "critical", "Critical"),
        (Self::Forecast, "forecast", "Forecast"),
        (Self::Orders, "orders", "Orders"),
        (Self::Headquarters, "hq", "Army troops"),
    ];

    /// Those that an address names.
    pub(crate) fn of(words: &str) -> Vec<Self> {
        let named = |word: &str| words.split(',').any(|of| of == word);
        Self::ALL.iter().filter(|(_, word, _)| named(word)).map(|(overlay, ..)| *overlay).collect()
    }
}

/// What is laid over the map, and the list of it.
#[derive(Default)]
pub(crate) struct Laid {
    critical: Option<CriticalReport>,
    forecast: Option<SupplyForecastReport>,
    ordered: Option<AllOrdered>,
}

impl Laid {
    /// What these overlays show of a campaign as its reader knows it: of one side, or of all.
    pub(crate) fn of(
        office: &Office<'_>,
        campaign: &View,
        overlays: &[Overlay],
        side: Option<SideId>,
    ) -> Result<Self, Refusal> {
        let mut laid = Self::default();
        for overlay in overlays {
            match overlay {
                Overlay::Headquarters => {}
                Overlay::Orders => laid.ordered = Some(AllOrdered::of(campaign, side)),
                Overlay::Critical => {
                    let nets = query::supply_critical(campaign, side);
                    laid.critical = Some(CriticalReport::new(campaign, &nets, POINTS));
                }
                Overlay::Forecast => {
                    let asked = query::ForecastAsked::usual(query::FORECAST_BOUNDS, side);
                    let forecast =
                        query::supply_forecast(campaign, asked).map_err(|error| office.desk.refused(error))?;
                    laid.forecast = Some(SupplyForecastReport::new(campaign, &forecast).with_news(campaign, side));
                }
            }
        }
        Ok(laid)
    }

    /// The same with what players have proposed, where orders are shown.
    pub(crate) fn with_proposals(
        self,
        campaign: &View,
        side: Option<SideId>,
        (players, proposals): (&[Player], &[Proposal]),
    ) -> Self {
        let sent =
            proposals.iter().filter_map(|of| Some((players.iter().find(|player| player.number == of.player)?, of)));
        let sent: Vec<(&Player, &Proposal)> = sent.collect();
        Self { ordered: self.ordered.map(|ordered| ordered.with(campaign, side, &sent)), ..self }
    }

    /// Whether orders are shown.
    pub(crate) fn has_orders(&self) -> bool {
        self.ordered.is_some()
    }

    /// What runs dry or out, square by square, on each the earliest first.
    fn foreseen(&self) -> BTreeMap<Square, Vec<&ForeseenView>> {
        let mut by_square: BTreeMap<Square, Vec<&ForeseenView>> = BTreeMap::new();
        for view in self.forecast.iter().flat_map(|forecast| &forecast.units).filter(|view| view.is_in_trouble()) {
            if let Some(square) = view.square {
                by_square.entry(square).or_default().push(view);
            }
        }
        for views in by_square.values_mut() {
            views.sort_by_key(|view| first(view).map(|(bound, _)| (bound.day, bound.phase)));
        }
        by_square
    }

    /// The labels of what runs dry or out, and the squares that have none of their own, where one would lie over another. Of
    /// neighbours that say the same one says it for all, and how many they are.
    fn labels(&self, place: &Place) -> (Vec<Label<'_>>, Vec<Unlabelled<'_>>) {
        let side = place.mark();
        let (mut labels, mut drops): (Vec<Label<'_>>, Vec<Unlabelled<'_>>) = (Vec::new(), Vec::new());
        let mut squares: Vec<(Square, Vec<&ForeseenView>)> = self.foreseen().into_iter().collect();
        // What is the most urgent is said first, and keeps its place.
        squares.sort_by_key(|(square, views)| {
            (views.first().and_then(|view| first(view)).map(|(bound, _)| (bound.day, bound.phase)), *square)
        });
        for (square, views) in squares {
            let Some((bound, what)) = views.first().and_then(|view| first(view)) else { continue };
            let out = views.iter().any(|view| view.out.is_some());
            let said = format!("{what} {}", bound.label);
            // As wide as it is with the count of its neighbours.
            let width = side * (0.36 + 0.21 * (said.chars().count() + 4) as f64);
            let new = Label { square, of: views[0].side, said, out, width, views: views.clone() };
            let (x, y) = place.middle(square);
            let meets = |label: &&mut Label<'_>| {
                let (other_x, other_y) = place.middle(label.square);
                (other_x - x).abs() < f64::midpoint(label.width, width) && (other_y - y).abs() < side * HIGH
            };
            match labels.iter_mut().find(meets) {
                None => labels.push(new),
                Some(label) => {
                    if (label.of, &label.said, label.out) == (new.of, &new.said, new.out) {
                        label.views.extend(new.views);
                    }
                    drops.push((square, out, views));
                }
            }
        }
        (labels, drops)
    }

    /// The marks on the map.
    pub(crate) fn drawn(&self, campaign: &View, place: &Place) -> Markup {
        let side = place.mark();
        // A text stands at the foot of its square, below the symbol; where a square is large the symbol reaches down to its edge.
        let foot = if place.square > side { place.square * 0.66 } else { side * 0.36 };
        html! {
            @if let Some(ordered) = &self.ordered { (ordered.drawn(campaign, place)) }
            @if let Some(critical) = &self.critical {
                g.over.critical {
                    @for of in &critical.sides { @for (number, point) in (1..).zip(&of.points) {
                        @let (x, y) = place.middle(point.at);
                        g data-side=(of.side) {
                            title { (number) ": " (point.what.replace('`', "")) " in " (point.square) ", cuts " (point.cuts) ": " (point.whose()) }
                            // A ring, and its number on it to the north-west: what stands in the square and what is said at its foot stays seen.
                            @let radius = side * (0.42 + 0.07 * point.cuts.min(10) as f64);
                            @let (left, top) = (x - radius * 0.71, y - radius * 0.71);
                            circle.ring cx=(x) cy=(y) r=(radius) {}
                            circle.badge cx=(left) cy=(top) r=(side * 0.32) {}
                            text x=(left) y=(top + side * 0.14) text-anchor="middle" font-size=(side * 0.4) { (number) }
                        }
                    } }
                }
            }
            @if self.forecast.is_some() {
                g.over.foreseen {
                    // From afar a drop alone; from near a dot in the square where words would lie over one another.
                    @let (labels, drops) = self.labels(place);
                    @for (square, out, views) in &drops {
                        @let (x, y) = place.middle(*square);
                        g.drops.out[*out] {
                            title { @for view in views { (words(view)) ". " } }
                            circle.drop cx=(x) cy=(y + side * 0.6) r=(side * 0.3) {}
                            circle.dot cx=(x) cy=(y) r=(side * 0.13) {}
                        }
                    }
                    @for label in &labels {
                        @let (x, y) = place.middle(label.square);
                        g.label.out[label.out] {
                            title { @for view in &label.views { (words(view)) ". " } }
                            circle.drop cx=(x) cy=(y + side * 0.6) r=(side * 0.3) {}
                            g {
                                rect x=(x - label.width / 2.0) y=(y + foot) width=(label.width) height=(side * HIGH) rx=(side * 0.12) {}
                                text x=(x) y=(y + foot + side * 0.42) text-anchor="middle" font-size=(side * 0.44) { (label.text()) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The same as lists.
    pub(crate) fn listed(&self, links: &Links<'_>) -> Markup {
        let Links { under, past, .. } = links;
        html! {
            @if let Some(ordered) = &self.ordered { (ordered.listed(links)) }
            @for of in self.critical.iter().flat_map(|critical| &critical.sides) {
                section.laid {
                    h2 { (of.title) }
                    p.quiet { "What would cut most, were it lost alone." @if of.points_in_all > of.points.len() { " Of " (of.points_in_all) " points the first " (of.points.len()) "." } }
                    @if of.points.is_empty() { p { "Nothing that is lost alone cuts anybody." } } @else {
                        div.wide { table {
                            thead { tr { th { "no." } th { "point" } th.r { "cuts" } th { "whose" } th { "way round" } } }
                            tbody { @for (number, point) in (1..).zip(&of.points) {
                                tr { td.r { (number) } td { (links.text(&point.what)) " " a href={(under) "/square/" (point.square) (past)} { (point.square) } } td.r { (point.cuts) } td { (links.text(&point.whose())) } td { (links.text(&point.way())) } }
                            } }
                        } }
                    }
                }
            }
            @if let Some(forecast) = &self.forecast {
                section.laid {
                    h2 { "Forecast to " (forecast.until.label) }
                    p.quiet { "At present use and under the orders given." }
                    @let views: Vec<&ForeseenView> = forecast.units.iter().filter(|view| view.is_in_trouble()).collect();
                    @if views.is_empty() { p { "Nobody runs dry or out." } } @else {
                        div.wide { table {
                            thead { tr { th { "formation" } th { "of" } th { "none left" } th { "out from" } } }
                            tbody { @for view in views {
                                tr { td { a href={(under) "/unit/" (view.id) (past)} { (view.name) } } td { (view.commodity.name()) }
                                    td { (view.dry.as_ref().map_or("", |bound| bound.label.as_str())) } td.strong { (view.out.as_ref().map_or("", |bound| bound.label.as_str())) } }
                            } }
                        } }
                    }
                }
            }
        }
    }
}

/// How high a label is, by the side of a mark.
const HIGH: f64 = 0.56;

/// A square that has no label of its own, whether somebody there is out, and who runs dry or out there.
type Unlabelled<'v> = (Square, bool, Vec<&'v ForeseenView>);

/// What runs dry or out in a square, and in its neighbours that say the same.
struct Label<'v> {
    square: Square,
    of: SideId,
    said: String,
    out: bool,
    width: f64,
    views: Vec<&'v ForeseenView>,
}

impl Label<'_> {
    fn text(&self) -> String {
        let more = if self.views.len() > 1 { format!(" +{}", self.views.len() - 1) } else { String::new() };
        format!("{}{more}", self.said)
    }
}

/// The first bound in which something of it fails, and what: of one that is out that it is.
fn first(view: &ForeseenView) -> Option<(&report::model::BoundView, &'static str)> {
    let bound = view.out.as_ref().or(view.dry.as_ref())?;
    Some((bound, view.commodity.name()))
}

fn words(view: &ForeseenView) -> String {
    let what = view.commodity.name();
    match (&view.out, &view.dry) {
        (Some(out), _) => format!("{}: out of {what} from {}", view.name, out.label),
        (None, Some(dry)) => format!("{}: holds no {what} after {}", view.name, dry.label),
        (None, None) => view.name.clone(),
    }
}
