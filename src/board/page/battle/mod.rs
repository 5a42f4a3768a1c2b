//! Battles: drawn from a contact, forecast, fought die by die or by the program, or recorded from the table, and posted.
//!
//! What it decides: which pages a battle has. What a die does and who may fight is asked of the rules; what is done is done
//! by the commands `battle new`, `battle resolve` and `battle record`.
//! Where to look next: `draw`, `fight`, `result`, a page each; `forecast`, what it may come to; `told`, what a result says;
//! `player`, where players tell one, and `reports`, what of it lies before the umpire.

pub(crate) mod asked;
pub(super) mod draw;
pub(super) mod fight;
mod forecast;
pub(super) mod player;
pub(super) mod reports;
pub(super) mod result;
pub(super) mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use maud::{Markup, html};

use domain::{FormationId, SideId, Square, counted, few};
use ops::query::{self, Engagement, Setup};
use ops::{View, pick};
use report::model::{BoundView, DrawnReport, SideDrawn, where_it_is};

use super::address::past_of;
use super::form;
use super::links::typed;
use super::parts::{answer, refused};
use super::sides::chip;
use super::umpire_frame::{goes_to, links, page, run};
use crate::asked::Given;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// The pages of a battle that is open: what is behind its address, its name.
const PAGES: [(&str, &str); 3] = [("", "Forecast"), ("/fight", "Fight on the table"), ("/result", "Result")];

/// An open battle as it stands.
struct Open {
    campaign: Arc<View>,
    id: String,
    setup: Setup,
    /// How many players have told how it ended.
    reports: usize,
}

impl Open {
    fn of(office: &mut Office<'_>, word: &str) -> Result<Self, Refusal> {
        let campaign = office.desk.look(&Reading::default())?;
        let found = pick::open_battle(&campaign, word).map(|battle| (battle.id.to_string(), battle));
        let (id, battle) = found.map_err(|error| office.desk.refused(error))?;
        let setup = query::engagement(&campaign, battle);
        let reports = reports::waiting(office, &id)?.len();
        Ok(Self { campaign, id, setup, reports })
    }

    /// The battle as it can be fought: as the campaign stands, and sound.
    fn engagement(&self, office: &Office<'_>) -> Result<Engagement, Refusal> {
        let sound = query::as_the_campaign(&self.id, &self.campaign, &self.setup, false)
            .and_then(|()| query::validate(&self.id, self.setup.clone()));
        sound.map_err(|error| office.desk.refused(error))
    }

    /// What stands over each of its pages: who attacks whom, and the way to the others.
    fn head(&self, open: &str) -> Markup {
        html! {
            h1 { (heading(&self.campaign, &self.id, "")) }
            p.battle-head { (about(&self.campaign, &self.setup)) }
            nav.tabs aria-label="pages of the battle" {
                @for (behind, name) in PAGES {
                    a href={"/battle/" (self.id) (behind)} aria-current=[(behind == open).then_some("page")] {
                        (name) @if behind == "/result" && self.reports > 0 { " " small { (counted(self.reports, "report")) } }
                    }
                }
            }
        }
    }
}

/// Where and when a battle is, by which its page is called; by its id where there is none of it.
pub(super) fn title(campaign: &View, word: &str) -> String {
    let Ok(battle) = pick::battle(campaign, word) else { return format!("Battle {word}") };
    let bound = BoundView::new(campaign, battle.bound).label;
    format!("Battle {}, {bound}", where_it_is(campaign, battle.square))
}

/// Its heading, with what came of it behind, and its id small.
fn heading(campaign: &View, word: &str, behind: &str) -> Markup {
    let title = title(campaign, word);
    let id = pick::battle(campaign, word).map(|battle| battle.id.as_str());
    html! { (title) (behind) @if let Ok(id) = id { " " small { (id) } } }
}

/// Who attacks whom, in a line.
fn about(campaign: &View, setup: &Setup) -> Markup {
    let reference = campaign.frame.reference(setup.square);
    let place = campaign.places.iter().find(|place| place.square == setup.square);
    html! {
        (chip(campaign, &setup.attacker.name)) " attacks " (chip(campaign, &setup.defender.name)) " in "
        a href={"/square/" (reference)} { (reference) } @if let Some(place) = place { " (" (place.name) ")" }
        " · " (setup.moves) @if setup.moves == 1 { " move" } @else { " moves" } " at most · " (setup.rules)
    }
}

/// A battle: one that is open with its forecast and the ways to fight it, one that is over with its result.
pub(super) fn show(office: &mut Office<'_>, reading: &Reading, word: &str) -> Result<Given, Refusal> {
    if reading.at.is_some() || !is_open(office, word)? {
        return over(office, reading, word).map(|(status, page)| Given::page(status, page));
    }
    let open = Open::of(office, word)?;
    let engagement = open.engagement(office);
    let drawn = DrawnReport::new(None, &open.campaign, &open.setup, &[], None);
    let seed = seed()?;
    let id = &open.id;
    let reference = open.campaign.frame.reference(open.setup.square);
    let title = title(&open.campaign, id);
    let page = page(office, &Reading::default(), (&title, "/battles"), |_| {
        html! {
            (open.head(""))
            @if let Err(refusal) = &engagement { (refused(refusal)) }
            p.goes {
                a.button.main href={"/battle/" (id) "/fight"} data-key="t" { "Throw on the table " kbd { "t" } }
                a.button href={"/battle/" (id) "/result"} data-key="f" { "Fill in the result " kbd { "f" } }
                // What it throws is shown at once, with the button that posts it.
                a.button href=(typed(&format!("battle resolve {id} --seed {seed} --post"))) data-key="r" { "The program throws " kbd { "r" } }
                a.button href={"/do/battle-cancel?battle=" (id)} { "Leave it" }
            }
            div.sides {
                @for side in &drawn.sides { (side_of(&open.campaign, side, None)) }
                section { (forecast::place()) }
            }
            p.quiet { "To change who fights, " a href={"/do/battle-cancel?battle=" (id)} { "leave this battle" } " and draw another for " a href={"/square/" (reference)} { (reference) } "." }
        }
    })?;
    Ok(forecast::put((200, page), Arc::clone(&open.campaign), engagement.ok()))
}

fn is_open(office: &mut Office<'_>, word: &str) -> Result<bool, Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    Ok(pick::open_battle(&campaign, word).is_ok())
}

/// Whether it is a battle that was drawn and is over.
pub(super) fn is_over(office: &mut Office<'_>, word: &str) -> Result<bool, Refusal> {
    Ok(!is_open(office, word)? && office.desk.look(&Reading::default())?.battles.contains_key(word))
}

/// A battle that is over, or as it stood.
fn over(office: &mut Office<'_>, reading: &Reading, word: &str) -> Result<(u16, String), Refusal> {
    let shown = run(office, reading, &["battle", "show"], Some(word));
    let status = if shown.refusal.is_some() { 404 } else { 200 };
    let past = past_of(reading);
    let title = title(&*office.desk.look(reading)?, word);
    let page = page(office, reading, (&title, "/battles"), |campaign| {
        html! {
            h1 { (heading(campaign, word, "")) }
            (goes_to(reading, &[(&format!("/do/battle-correct?battle={word}"), "Correct its result")]))
            div data-part="answer" { (answer(&shown, &links(campaign, &past))) }
        }
    })?;
    Ok((status, page))
}

/// A seed by which the program throws the same in a preview and when it is done.
fn seed() -> Result<u32, Refusal> {
    getrandom::u32().map_err(|error| Refusal::new(format!("no dice can be thrown: {error}")))
}

/// Who fights on a side; with ticks where leaves may be taken out: those with these ids are out.
fn side_of(campaign: &View, side: &SideDrawn, out: Option<&[&str]>) -> Markup {
    let is_out = |id: &str| out.is_some_and(|out| out.contains(&id));
    let leaves = || side.units.iter().flat_map(|unit| &unit.leaves);
    let taken = leaves().filter(|leaf| !is_out(&leaf.id));
    let (count, sp) = taken.fold((0, 0), |(count, sp), leaf| (count + leaf.bases, sp + leaf.sp[0]));
    html! {
        section {
            h2 { (campaign.side_called(&side.name)) " " small { (count) @if count == 1 { " base, " } @else { " bases, " } (sp) " SP" } }
            div.wide { table.drawn {
                thead { tr { @if out.is_some() { th { "in" } } th { "who" } th.r { "SP" } th { "part" } } }
                @for unit in &side.units {
                    tbody {
                        tr { th.group colspan=(if out.is_some() { 2 } else { 1 }) { a href={"/unit/" (unit.id)} { (unit.name) } } td.group {} th.group { (unit.grade) } }
                        @for leaf in &unit.leaves {
                            tr.out[is_out(&leaf.id)] {
                                @if out.is_some() {
                                    td {
                                        input type="hidden" name="of" value=(leaf.id);
                                        input type="checkbox" name="in" value=(leaf.id) checked[!is_out(&leaf.id)] aria-label={(leaf.name) " of " (unit.name) " takes part"};
                                    }
                                }
                                td { (leaf.name) }
                                td.r { (leaf.sp[0]) "/" (leaf.sp[1]) }
                                td { @if is_out(&leaf.id) { "left out" } @else { (leaf.part) } }
                            }
                        }
                    }
                }
            } }
        }
    }
}

/// The contacts, and each square that can be attacked out of one.
pub(super) fn contacts(office: &mut Office<'_>, reading: &Reading) -> Result<(u16, String), Refusal> {
    let found = run(office, reading, &["contact"], None);
    let past = past_of(reading);
    let page = page(office, reading, ("Contacts", "/battles"), |campaign| {
        // Gathering the names of a large campaign takes some milliseconds: once a page.
        let (attacks, links) = (attacks(campaign), links(campaign, &past));
        let (can, cannot): (Vec<&Attack>, Vec<&Attack>) = attacks.iter().partition(|of| of.refused.is_none());
        let mut why: Vec<&str> = cannot.iter().filter_map(|of| of.refused.as_deref()).collect();
        why.sort_unstable();
        why.dedup();
        html! {
            h1 { "Contacts" }
            (goes_to(reading, &[("/battles", "battles"), ("/do/battle-decline", "decline")]))
            div data-part="answer" { (answer(&found, &links)) }
            @if reading.at.is_none() && !attacks.is_empty() {
                section data-part="attacks" {
                    h2 { "Draw a battle" }
                    @if !can.is_empty() {
                    p.quiet { "For " (BoundView::new(campaign, campaign.bound).label) ". Nothing is written before you have seen who takes part, and what may come of it." }
                    div.wide { table.stacked {
                        thead { tr { th { "square" } th { "held by" } th { "attacked by" } th { "battle" } } }
                        tbody { @for attack in &can {
                            tr {
                                td data-name="square" {
                                    a href={"/square/" (attack.reference)} { (attack.reference) }
                                    a.map href={"/?sel=" (attack.reference)} aria-label={"Map: " (attack.reference)} { "Map" }
                                }
                                td data-name="held by" { (links.text(&attack.held)) }
                                td data-name="attacked by" { (links.text(&attack.by)) }
                                td data-name="battle" { @match &attack.open {
                                    Some(id) => a href={"/battle/" (id)} title=(id) { "open" },
                                    None => a href={"/draw/" (attack.reference) "?attacker=" (attack.attacker)} { "draw" },
                                } }
                            }
                        } }
                    } }
                    }
                    @if !cannot.is_empty() {
                        p.quiet { @if can.is_empty() { "None can be drawn" } @else { "In " (counted(cannot.len(), "other case")) " none can be drawn" }
                            ": " (links.text(&format!("{}.", few(&why, WHY, "; ")))) }
                    }
                }
            }
        }
    })?;
    Ok((200, page))
}

/// How many reasons are told why battles cannot be drawn.
const WHY: usize = 3;

/// A square that a side can attack out of its contacts.
struct Attack {
    reference: String,
    attacker: String,
    held: String,
    by: String,
    open: Option<String>,
    /// Why no battle would be drawn; none where one would, or is.
    refused: Option<String>,
}

/// Names of formations, in their order.
type Names = BTreeSet<String>;

/// What the superiors of leaves are called.
pub(super) fn names_above(campaign: &View, leaves: &[FormationId]) -> Names {
    let above = |leaf: &FormationId| {
        let leaf = campaign.formation(leaf.as_str())?;
        let unit = leaf.parent.as_ref().and_then(|unit| campaign.formation(unit.as_str()));
        Some(unit.unwrap_or(leaf).name.clone())
    };
    leaves.iter().filter_map(above).collect()
}

fn attacks(campaign: &View) -> Vec<Attack> {
    let mut found: BTreeMap<(String, String), (Names, Names)> = BTreeMap::new();
    let mut places: BTreeMap<(String, String), (Square, SideId)> = BTreeMap::new();
    for contact in query::contacts(campaign) {
        let [one, other] = &contact.parties;
        for (held, by) in [(one, other), (other, one)] {
            let place = (campaign.frame.reference(held.square), by.side.to_string());
            places.insert(place.clone(), (held.square, by.side));
            let (defends, attacks) = found.entry(place).or_default();
            defends.extend(names_above(campaign, &held.leaves));
            attacks.extend(names_above(campaign, &by.leaves));
        }
    }
    let joined = |names: Names| names.into_iter().collect::<Vec<_>>().join(", ");
    let open: BTreeMap<(Square, SideId), String> = campaign
        .battles
        .values()
        .filter(|battle| battle.is_open())
        .map(|battle| ((battle.square, battle.attacker), battle.id.to_string()))
        .collect();
    // Of a battle that is drawn nobody asks whether it can be.
    let wanted: Vec<(Square, SideId)> = places.values().copied().filter(|place| !open.contains_key(place)).collect();
    let refused = query::battles_refused(campaign, &wanted);
    let refused: BTreeMap<_, _> = wanted.into_iter().zip(refused).collect();
    let row = |(((reference, attacker), (held, by)), place): (_, &(Square, SideId))| {
        let (open, refused) = (open.get(place).cloned(), refused.get(place).cloned().flatten());
        Attack { reference, attacker, held: joined(held), by: joined(by), open, refused }
    };
    found.into_iter().zip(places.values()).map(row).collect()
}
