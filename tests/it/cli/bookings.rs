//! Bookings of the history of Uranus, laid beside the timeline: read from the log of the campaign that the script plays.
//!
//! `tests/data/uranus-1942/timeline.csv` holds date, hour, formation and place of every event of the data's timeline
//! (facts, no prose); `named` are the beaten whom the text of the event names. A reason begins with its event: `19 Nov
//! 08:50, Kletskaya: ...`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use campaign::{Campaign, Event, Formation, apply};
use domain::{Bound, LeafState, Square};
use ledger::{Ledger, Moment, Operation};

use super::history::played;
use crate::entries::{self, Entry};
use crate::histories::commands;

/// So many bounds a booking may come before its event: the assault of noon is fought in the morning's bound.
const EARLY: u32 = 1;
/// So many bounds it may come after it: a day, for tanks do not march by night.
const LATE: u32 = 3;
/// Who is beaten stands so near to troops of the formation whose event it is, in squares: 15 km.
const NEAR: u32 = 5;
/// 9 km, in squares.
const FARTHEST: u32 = 3;

/// An operation with the campaign before it and its events.
struct Done<'a> {
    operation: &'a Operation,
    before: &'a Campaign,
    events: &'a [Event],
}

impl Done<'_> {
    fn words(&self) -> Vec<String> {
        shlex::split(&self.operation.command).unwrap()
    }

    fn is(&self, words: [&str; 2]) -> bool {
        self.words()[..2] == words.map(str::to_owned)
    }

    fn told(&self) -> String {
        format!("{} {}", self.operation.bound, self.operation.command)
    }

    /// Where leaves were set down, from where.
    fn placed(&self) -> impl Iterator<Item = (&str, Square, Square)> {
        self.events.iter().filter_map(|event| match event {
            Event::LeafPlaced { leaf, before: Some(from), after: Some(to) } => Some((leaf.as_str(), *from, *to)),
            _ => None,
        })
    }
}

/// The campaign as imported, and every operation of the script with its events.
type Log = (Campaign, Vec<(Operation, Vec<Event>)>);

/// The log of the script, played once for all tests.
fn log() -> &'static Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    LOG.get_or_init(|| {
        let field = played();
        let ledger = Ledger::open(&field.dir.path().join("uranus-1942.railhead")).unwrap();
        let operations = ledger.operations().unwrap();
        assert_eq!(
            operations.len(),
            commands("uranus-1942").len() + 1,
            "the import, and an operation for every line of the script"
        );
        let with_events = |operation: Operation| {
            let events = ledger.events_of(operation.number).unwrap();
            (operation, events)
        };
        let start = ledger.as_of(Moment::Start).unwrap();
        (start, operations.into_iter().skip(1).map(with_events).collect())
    })
}

/// Goes through the log of the script.
fn through_the_log(mut visit: impl FnMut(&Done<'_>)) {
    let (start, operations) = log();
    let mut campaign = start.clone();
    for (operation, events) in operations {
        visit(&Done { operation, before: &campaign, events });
        for event in events {
            apply(&mut campaign, event).unwrap();
        }
    }
}

/// Shows the campaign as imported, and after every bound that the script closes.
pub(super) fn after_every_bound(mut visit: impl FnMut(Option<Bound>, &Campaign)) {
    let (start, operations) = log();
    let mut campaign = start.clone();
    visit(None, &campaign);
    for (operation, events) in operations {
        for event in events {
            apply(&mut campaign, event).unwrap();
        }
        if operation.command == "bound close" {
            visit(Some(operation.bound), &campaign);
        }
    }
}

fn parent(campaign: &Campaign, id: &str) -> Option<String> {
    campaign.formation(id)?.parent.as_ref().map(ToString::to_string)
}

fn is_under(campaign: &Campaign, id: &str, top: &str) -> bool {
    std::iter::successors(Some(id.to_owned()), |id| parent(campaign, id)).any(|id| id == top)
}

fn leaves<'a>(campaign: &'a Campaign, top: &'a str) -> impl Iterator<Item = (&'a Formation, Square)> + 'a {
    let standing = campaign.formations.values().filter_map(|f| f.stands_on().map(|at| (f, at)));
    standing.filter(move |(f, _)| is_under(campaign, f.id.as_str(), top))
}

fn stand_near(campaign: &Campaign, one: &str, other: &str) -> bool {
    leaves(campaign, one).any(|(_, at)| leaves(campaign, other).any(|(_, there)| at.steps_to(there) <= NEAR))
}

/// An event of the timeline.
struct Told {
    day: u16,
    hour: String,
    units: Vec<String>,
    named: Vec<String>,
    place: String,
}

impl Told {
    /// As a reason names it.
    fn words(&self) -> String {
        let hour = if self.hour.is_empty() { String::new() } else { format!(" {}", self.hour) };
        format!("{} Nov{hour}, {}: ", self.day, self.place)
    }

    /// The bounds, counted from the first, in which it happened; without an hour all of its day.
    fn bounds(&self) -> (u32, u32) {
        let day = u32::from(self.day - 19) * 3;
        let Some(hour) = self.hour.get(..2) else { return (day, day + 2) };
        let bound = match hour.parse::<u32>().unwrap() {
            0..4 => day.saturating_sub(1),
            4..12 => day,
            12..20 => day + 1,
            _ => day + 2,
        };
        (bound, bound)
    }

    fn is_in_time(&self, bound: Bound) -> bool {
        let (first, last) = self.bounds();
        (first.saturating_sub(EARLY)..=last + LATE).contains(&bound.ordinal())
    }

    /// Of the formation of the event, of one that it names, or of a parent of these; else beaten by it: close by.
    fn is_of(&self, campaign: &Campaign, unit: &str) -> bool {
        let kin = |of: &String| {
            let top = parent(campaign, of).unwrap_or_else(|| of.clone());
            is_under(campaign, unit, &top) || is_under(campaign, of, unit)
        };
        let foe = |of: &&String| campaign.formation(of).unwrap().side != campaign.formation(unit).unwrap().side;
        let beats = |of: &String| stand_near(campaign, unit, of);
        self.units.iter().chain(&self.named).any(kin) || self.units.iter().filter(foe).any(beats)
    }
}

fn timeline() -> Vec<Told> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/uranus-1942/timeline.csv"));
    let text = text.unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("date,time,unit,place,named"));
    let told = |line: &str| {
        let [date, hour, unit, place, named] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
        Told {
            day: date.strip_prefix("1942-11-").unwrap().parse().unwrap(),
            hour: hour.to_owned(),
            units: vec![unit.to_owned()],
            named: named.split_whitespace().map(str::to_owned).collect(),
            place: place.to_owned(),
        }
    };
    lines.map(told).collect()
}

/// The bookings that `docs/rules/history-uranus.md` lists as without an event: unit, bounds.
fn departures() -> BTreeSet<(String, String)> {
    let page = entries::page(env!("CARGO_MANIFEST_DIR").as_ref(), "history-uranus");
    let bounds = |entry: &Entry| -> Vec<(String, String)> {
        assert!(!entry.text.is_empty(), "{} wants a reason", entry.name);
        let unit = entry.name.trim_matches('`');
        entry.bracket.split(", ").map(|bound| (unit.to_owned(), bound.to_owned())).collect()
    };
    entries::entries(entries::section(&page, "## Bookings")).iter().flat_map(bounds).collect()
}

#[test]
fn every_booking_stands_for_an_event_of_the_timeline() {
    let told = timeline();
    let (mut without, mut faults) = (BTreeSet::new(), Vec::new());
    through_the_log(|done| {
        if !done.is(["unit", "set"]) {
            return;
        }
        let reason = done.operation.reason.clone().unwrap_or_default();
        let named: Vec<&Told> = told.iter().filter(|told| reason.starts_with(&told.words())).collect();
        let bound = done.operation.bound;
        if named.is_empty() || !named.iter().any(|told| told.is_in_time(bound)) {
            faults.push(format!("no such event then: {}", done.told()));
        }
        let unit = &done.words()[2];
        if !named.iter().any(|told| told.is_of(done.before, unit)) {
            without.insert((unit.clone(), bound.to_string()));
        }
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(
        without,
        departures(),
        "left: booked for an event of others; right: listed in docs/rules/history-uranus.md"
    );
}

#[test]
fn every_battle_is_one_of_the_timeline() {
    let told = timeline();
    let mut faults = Vec::new();
    let mut by: BTreeMap<String, String> = BTreeMap::new();
    through_the_log(|done| {
        let words = done.words();
        if done.is(["battle", "new"]) {
            let attacker = words.iter().position(|word| word == "--by").map(|at| words[at + 1].clone());
            by.insert(words[2].clone(), attacker.unwrap());
        }
        if !done.is(["battle", "resolve"]) && !done.is(["battle", "record"]) {
            return;
        }
        let reason = done.operation.reason.clone().unwrap_or_default();
        let fits = |told: &&Told| {
            let is_named = reason.starts_with(&told.words()) && told.is_in_time(done.operation.bound);
            is_named && told.is_of(done.before, &by[&words[2]])
        };
        if !told.iter().any(|told| fits(&told)) {
            faults.push(done.told());
        }
    });
    assert!(!by.is_empty() && faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn bookings_set_back_who_is_beaten_and_bring_nobody_forward() {
    let mut far: BTreeMap<(Bound, String), u32> = BTreeMap::new();
    let mut faults = Vec::new();
    through_the_log(|done| {
        if !done.is(["unit", "set"]) {
            return;
        }
        for (leaf, from, to) in done.placed() {
            let formation = done.before.formation(leaf).unwrap();
            *far.entry((done.operation.bound, leaf.to_owned())).or_default() += from.steps_to(to);
            if done.before.ground.control(to) != Some(formation.side) {
                faults.push(format!("{leaf} is set on ground that its side does not hold: {}", done.told()));
            }
            if gap(done.before, formation, to) < gap(done.before, formation, from).min(2) {
                faults.push(format!("{leaf} is brought up to the enemy: {}", done.told()));
            }
        }
        let revived = done.events.iter().any(|event| match event {
            Event::LeafStateChanged { after, .. } => !matches!(after, LeafState::Destroyed | LeafState::Surrendered),
            Event::StrengthChanged { before, after, .. } => after > before,
            _ => false,
        });
        if revived {
            faults.push(format!("a booking gives somebody something: {}", done.told()));
        }
    });
    let too_far = far.iter().filter(|(_, squares)| **squares > FARTHEST);
    faults.extend(too_far.map(|((bound, leaf), squares)| format!("{leaf} goes {squares} squares in {bound}")));
    assert!(!far.is_empty() && faults.is_empty(), "{}", faults.join("\n"));
}

/// How many squares off the nearest enemy fighting leaf stands.
fn gap(campaign: &Campaign, formation: &Formation, at: Square) -> u32 {
    let foes = campaign.formations.values().filter(|f| f.side != formation.side && f.is_fighting_leaf());
    foes.filter_map(Formation::stands_on).map(|there| there.steps_to(at)).min().unwrap_or(u32::MAX)
}

#[test]
fn the_numbers_of_the_page_are_those_of_the_log() {
    let mut counts: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    let mut reasons = BTreeSet::new();
    through_the_log(|done| {
        let words = done.words();
        let unit = words.iter().position(|word| word == "--by").map_or(2, |at| at + 1);
        let unit = if words[0] == "move" { &words[1] } else { words.get(unit).unwrap_or(&words[1]) };
        let Some(formation) = done.before.formation(unit) else { return };
        let count = counts.entry(formation.side.to_string()).or_default();
        let past = done.operation.overridden.clone();
        match [words[0].as_str(), words[1].as_str()] {
            ["move", _] => {
                count[0] += 1;
                count[1] += usize::from(past.is_some());
                reasons.extend(past);
            }
            ["unit", "set"] => count[2] += 1,
            ["battle", "new"] => count[3] += 1,
            _ => {}
        }
    });
    let page = entries::page(env!("CARGO_MANIFEST_DIR").as_ref(), "history-uranus");
    for (name, side) in [("Soviet", "SU"), ("Axis", "AX")] {
        let [moves, past, bookings, attacks] = counts[side];
        assert!(past * 10 <= moves, "{name}: {past} of {moves} marches past a rule");
        let row = format!("| {name} | {moves} | {past} | {bookings} | {attacks} |");
        assert!(page.contains(&row), "docs/rules/history-uranus.md should hold {row}");
    }
    assert!(reasons.iter().all(|reason| reason.contains(" Nov")), "{reasons:?}");
}
