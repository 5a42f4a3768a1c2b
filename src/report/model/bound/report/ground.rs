//! What became of ground, crossings, railways and dumps in a bound before it was closed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use campaign::{Campaign, Dump, Event};
use domain::{AccountId, SideId, Square, counted, troops_of};

use super::names::Names;
use crate::model::bound::report::actions::seen;
use crate::model::log::change::{dated, mines, partisans, track};

/// The ground that a side took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TakenGround {
    /// The side.
    pub side: SideId,
    /// What it is called.
    #[serde(skip)]
    name: String,
    /// How many squares.
    pub squares: usize,
    /// The named places on them.
    pub places: Vec<String>,
    /// The crossings of which it has come to hold both ends.
    pub crossings: Vec<String>,
    /// How many of the squares have no named place on them.
    #[serde(skip)]
    unnamed: usize,
}

impl TakenGround {
    /// What each side holds at the end of a bound and did not hold when it began.
    pub(crate) fn of(before: &Campaign, done: &[Event]) -> Vec<Self> {
        let mut held: BTreeMap<Square, (Option<SideId>, Option<SideId>)> = BTreeMap::new();
        for event in done {
            if let Event::GroundTaken { side, squares } = event {
                for (square, holder) in squares {
                    seen(&mut held, *square, holder, &Some(*side));
                }
            } else if let Event::ControlChanged { square, before, after } = event {
                seen(&mut held, *square, before, after);
            }
        }
        held.retain(|_, (first, last)| first != last);
        let of = |side: SideId| Self::by(before, side, &held);
        before.sides.iter().map(|side| of(side.id)).filter(|taken| taken.squares > 0).collect()
    }

    fn by(before: &Campaign, side: SideId, held: &BTreeMap<Square, (Option<SideId>, Option<SideId>)>) -> Self {
        let is_taken = |square: &Square| held.get(square).is_some_and(|(_, last)| *last == Some(side));
        let holds = |square: Square| is_taken(&square) || before.ground.control(square) == Some(side);
        let places = before.places.iter().filter(|place| is_taken(&place.square));
        let named_on = |square: &Square| before.places.iter().any(|place| place.square == *square);
        let crossings = before.crossings.values().filter(|crossing| {
            crossing.side.is_some_and(|side| {
                let (a, b) = side.squares();
                (is_taken(&a) || is_taken(&b)) && holds(a) && holds(b)
            })
        });
        Self {
            side,
            name: before.side_name(side),
            squares: held.keys().filter(|square| is_taken(square)).count(),
            places: places.map(|place| place.name.clone()).collect(),
            crossings: crossings.map(|crossing| before.crossing_called(crossing)).collect(),
            unnamed: held.keys().filter(|square| is_taken(square) && !named_on(square)).count(),
        }
    }
}

impl fmt::Display for TakenGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, unnamed) = (troops_of(&self.name), self.unnamed);
        match (self.places.is_empty(), unnamed) {
            (true, _) => write!(f, "{name} took {}", counted(unnamed, "square"))?,
            (false, 0) => write!(f, "{name} took {}", listed(&self.places))?,
            (false, _) => write!(f, "{name} took {} and {}", self.places.join(", "), counted(unnamed, "more square"))?,
        }
        if !self.crossings.is_empty() {
            write!(f, "; it now holds both ends of {}", listed(&self.crossings))?;
        }
        Ok(())
    }
}

/// A list with its last two joined: `a, b and c`.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// What else happened on the ground, a sentence each.
pub(crate) fn ground(names: &Names<'_>, done: &[Event]) -> Vec<String> {
    let told =
        |event: &Event| lost_by_all(names, event).or_else(|| on_map(names, event)).or_else(|| dump(names, event));
    net(done).iter().filter_map(|event| told(event)).collect()
}

/// What of the map is changed more than once: from how it was at first to how it is at last, and nothing where that is the same.
/// A word that was taken back or replaced does not stand.
fn net(done: &[Event]) -> Vec<Cow<'_, Event>> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut net: Vec<Option<Cow<'_, Event>>> = Vec::new();
    for event in done {
        let Some(place) = what(event).and_then(|what| places.insert(what, net.len())) else {
            net.push(Some(Cow::Borrowed(event)));
            continue;
        };
        let first = net[place].take();
        net.push(first.map(|first| Cow::Owned(joined(&first, event))));
    }
    net.into_iter().flatten().filter(|event| !is_nothing(event)).collect()
}

/// What of the map an event changes; none where each of several is told.
fn what(event: &Event) -> Option<String> {
    match event {
        Event::CrossingChanged { crossing, .. } => Some(format!("crossing {crossing}")),
        Event::RailChanged { line, side, .. } => Some(format!("rail {line} {side:?}")),
        Event::TrackChanged { line, after, .. } => Some(format!("track {line} {:?}", after.length)),
        Event::TerrainChanged { square, .. } => Some(format!("terrain {square}")),
        Event::PartisansChanged { square, against, .. } => Some(format!("partisans {square} {against}")),
        Event::MinefieldChanged { square, .. } => Some(format!("mines {square}")),
        _ => None,
    }
}

/// Two changes of one thing as one.
fn joined(first: &Event, last: &Event) -> Event {
    let mut joined = last.clone();
    match (&mut joined, first) {
        (
            Event::CrossingChanged { before, from_before, until_before, .. },
            Event::CrossingChanged { before: was, from_before: from, until_before: until, .. },
        ) => (*before, *from_before, *until_before) = (*was, *from, *until),
        (Event::RailChanged { before, .. }, Event::RailChanged { before: was, .. }) => *before = *was,
        (Event::TrackChanged { before, .. }, Event::TrackChanged { before: was, .. }) => before.clone_from(was),
        (Event::TerrainChanged { before, .. }, Event::TerrainChanged { before: was, .. }) => *before = *was,
        (Event::PartisansChanged { before, .. }, Event::PartisansChanged { before: was, .. }) => before.clone_from(was),
        (Event::MinefieldChanged { before, .. }, Event::MinefieldChanged { before: was, .. }) => before.clone_from(was),
        _ => {}
    }
    joined
}

/// Whether all of it was taken back.
fn is_nothing(event: &Event) -> bool {
    match event {
        Event::CrossingChanged { before, after, from_before, from_after, until_before, until_after, .. } => {
            (before, from_before, until_before) == (after, from_after, until_after)
        }
        Event::RailChanged { before, after, .. } => before == after,
        Event::TrackChanged { before, after, .. } => before == after,
        Event::TerrainChanged { before, after, .. } => before == after,
        Event::PartisansChanged { before, after, .. } => before == after,
        Event::MinefieldChanged { before, after, .. } => before == after,
        _ => false,
    }
}

fn lost_by_all(names: &Names<'_>, event: &Event) -> Option<String> {
    let Event::ControlChanged { square, before: Some(was), after: None } = event else { return None };
    let square = names.before.frame.reference(*square);
    Some(format!("{square} is no longer held by {}", names.before.side_name(*was)))
}

fn on_map(names: &Names<'_>, event: &Event) -> Option<String> {
    let frame = &names.before.frame;
    match event {
        Event::CrossingChanged { crossing, before, after, from_after, until_after, .. } => {
            let known = names.before.crossings.get(crossing).map(|known| names.before.crossing_called(known));
            let name = known.unwrap_or_else(|| crossing.to_string());
            Some(if before == after {
                format!("{name}: {}", dated(after.as_str(), *from_after, *until_after))
            } else {
                format!("{name}: {before}, now {after}")
            })
        }
        Event::CrossingBuilt { crossing } => Some(format!("{} is built", names.after.crossing_called(crossing))),
        Event::RailChanged { line, side, after, .. } => {
            let (first, second) = side.squares();
            let (first, second) = (frame.reference(first), frame.reference(second));
            Some(format!("railway {line} between {first} and {second}: {after}"))
        }
        Event::TrackChanged { line, after, .. } => {
            Some(format!("railway {line}, {}: {}", frame.joined(after.length), track(after)))
        }
        Event::TerrainChanged { square, after, .. } => Some(format!("{} is now {after}", frame.reference(*square))),
        Event::PartisansChanged { square, after, .. } => {
            Some(format!("partisans in {}: {}", frame.reference(*square), partisans(after.as_deref())))
        }
        Event::MinefieldChanged { square, after, .. } => {
            Some(format!("mines in {}: {}", frame.reference(*square), mines(names.before, after.as_deref())))
        }
        _ => None,
    }
}

fn dump(names: &Names<'_>, event: &Event) -> Option<String> {
    let frame = &names.before.frame;
    match event {
        Event::DumpOpened { dump } => {
            let at = frame.reference(dump.square);
            Some(format!("{} opened in {at}", with_owner(names, dump)))
        }
        Event::DumpClosed { dump } => Some(format!("{} is gone", with_owner(names, dump))),
        Event::DumpMoved { dump, before, after } => Some(format!(
            "{} is moved from {} to {}",
            called(names, dump),
            frame.reference(*before),
            frame.reference(*after)
        )),
        Event::DumpShut { dump, after, .. } => {
            let state = if *after { "is closed" } else { "serves again" };
            Some(format!("{} {state}", called(names, dump)))
        }
        Event::DumpHandedOver { dump, before, after } => {
            let (owner, taker) = (names.of(&before.0), names.of(&after.0));
            // What is known of a taker by sight stands behind his name.
            let seen = taker.split_once(", ").map(|(name, troops)| format!("{name} ({troops})"));
            let (dump, taker) = (names.knows(dump).then(|| called(names, dump)), seen.unwrap_or(taker));
            Some(format!("{} of {owner} was captured by {taker}", dump.as_deref().unwrap_or("a dump")))
        }
        _ => None,
    }
}

/// A dump, called so where it has no name.
fn called(names: &Names<'_>, dump: &AccountId) -> String {
    let name = names.account(dump);
    if name == dump.as_str() { format!("dump {name}") } else { name }
}

/// A dump, with its owner unless its name has the owner's in it.
fn with_owner(names: &Names<'_>, dump: &Dump) -> String {
    let (called, owner) = (called(names, &dump.id), names.of(&dump.owner));
    if called.contains(&owner) { called } else { format!("{called} of {owner}") }
}
