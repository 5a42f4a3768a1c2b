//! What was done in a bound before it was closed: marches, what battles and the umpire changed, ground won and lost.
//!
//! What it decides: of everything that changed more than once, only how it was at first and at last is told.

use std::collections::BTreeMap;

use crate::campaign::{Campaign, Event, MapFrame};
use crate::domain::{FormationId, LeafState, Posture, SideId, Square, counted};

use super::words::few;

/// What was done by and to one formation.
#[derive(Debug, Default)]
pub(super) struct Done {
    marched: BTreeMap<FormationId, (Square, Square)>,
    went: BTreeMap<FormationId, (Square, Square)>,
    sp: BTreeMap<(FormationId, u16), (u16, u16)>,
    states: BTreeMap<FormationId, (LeafState, LeafState)>,
    dug_in: BTreeMap<FormationId, Posture>,
    grades: Vec<String>,
}

/// The first figure stays, the last one changes.
fn seen<K: Ord, V>(all: &mut BTreeMap<K, (V, V)>, key: K, before: V, after: V)
where
    V: Copy,
{
    all.entry(key).or_insert((before, after)).1 = after;
}

impl Done {
    /// Adds what an event changed for a leaf or unit of the formation.
    pub(super) fn add(&mut self, event: &Event, name: impl Fn(&FormationId) -> String) {
        match event {
            Event::LeafMarched { leaf, from, way, .. } => {
                if let Some(to) = way.last() {
                    seen(&mut self.marched, leaf.clone(), *from, *to);
                }
                self.dug_in.remove(leaf);
            }
            Event::LeafPlaced { leaf, before: Some(from), after: Some(to) } => {
                seen(&mut self.went, leaf.clone(), *from, *to);
            }
            Event::StrengthChanged { leaf, base, before, after } => {
                seen(&mut self.sp, (leaf.clone(), *base), *before, *after);
            }
            Event::LeafStateChanged { leaf, before, after } => seen(&mut self.states, leaf.clone(), *before, *after),
            Event::PostureChanged { leaf, after, .. } => {
                self.dug_in.remove(leaf);
                if matches!(after, Posture::DugIn | Posture::Fortified) {
                    self.dug_in.insert(leaf.clone(), *after);
                }
            }
            Event::GradeChanged { formation, after: Some(grade), reason, .. } => {
                self.grades.push(format!("grade of {}: {grade} ({reason})", name(formation)));
            }
            _ => {}
        }
    }

    /// What is told, a sentence each.
    pub(super) fn lines(self, frame: &MapFrame, name: impl Fn(&FormationId) -> String) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(ways("marched", &self.marched, frame));
        lines.extend(ways("went", &self.went, frame));
        let net = |wanted: fn(u16, u16) -> u16| -> u32 {
            self.sp.values().map(|(before, after)| u32::from(wanted(*before, *after))).sum()
        };
        let (lost, given) = (net(u16::saturating_sub), net(|before, after| after.saturating_sub(before)));
        lines.extend((lost > 0).then(|| format!("lost {lost} SP")));
        lines.extend((given > 0).then(|| format!("was given {given} SP")));
        let mut states: BTreeMap<LeafState, Vec<String>> = BTreeMap::new();
        for (leaf, (_, after)) in self.states.iter().filter(|(_, (before, after))| before != after) {
            states.entry(*after).or_default().push(name(leaf));
        }
        lines.extend(states.iter().map(|(state, leaves)| format!("{state}: {}", few(leaves))));
        for posture in [Posture::DugIn, Posture::Fortified] {
            let of: Vec<_> = self.dug_in.iter().filter(|(_, is)| **is == posture).map(|(leaf, _)| name(leaf)).collect();
            let word = if posture == Posture::DugIn { "dug in" } else { "fortified" };
            lines.extend((!of.is_empty()).then(|| format!("{word}: {}", few(&of))));
        }
        lines.extend(self.grades);
        lines
    }
}

/// From where to where leaves went: the ways that most of them took first.
fn ways(verb: &str, leaves: &BTreeMap<FormationId, (Square, Square)>, frame: &MapFrame) -> Option<String> {
    let mut counts: BTreeMap<(Square, Square), usize> = BTreeMap::new();
    for (from, to) in leaves.values().filter(|(from, to)| from != to) {
        *counts.entry((*from, *to)).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|((from, to), count)| (std::cmp::Reverse(*count), *from, *to));
    let named = |((from, to), count): &((Square, Square), usize)| {
        format!("{} to {} ({})", frame.reference(*from), frame.reference(*to), counted(*count, "leaf"))
    };
    let named: Vec<String> = counts.iter().map(named).collect();
    (!named.is_empty()).then(|| format!("{verb} {}", few(&named)))
}

/// What became of ground, crossings, railways and dumps, a sentence each.
pub(super) fn ground(before: &Campaign, events: &[Event]) -> Vec<String> {
    let mut held: BTreeMap<Square, (Option<SideId>, Option<SideId>)> = BTreeMap::new();
    let mut other = Vec::new();
    for event in events {
        match event {
            Event::GroundTaken { side, squares } => {
                for (square, holder) in squares {
                    seen(&mut held, *square, *holder, Some(*side));
                }
            }
            Event::ControlChanged { square, before, after } => seen(&mut held, *square, *before, *after),
            other_event => other.extend(thing(before, other_event)),
        }
    }
    let mut taken: BTreeMap<SideId, usize> = BTreeMap::new();
    for (_, last) in held.values().filter(|(first, last)| first != last) {
        if let Some(side) = last {
            *taken.entry(*side).or_default() += 1;
        }
    }
    let taken = taken.iter().map(|(side, count)| format!("{side} took {}", counted(*count, "square")));
    taken.chain(other).collect()
}

fn thing(before: &Campaign, event: &Event) -> Option<String> {
    match event {
        Event::CrossingChanged { crossing, before: was, after, .. } if was != after => {
            let name = before.crossings.get(crossing).map_or_else(|| crossing.to_string(), |c| c.name.clone());
            Some(format!("{name} ({crossing}): {was}, now {after}"))
        }
        Event::CrossingBuilt { crossing } => Some(format!("{} ({}) is built", crossing.name, crossing.id)),
        Event::RailChanged { line, side, after, .. } => {
            let (first, second) = side.squares();
            let (first, second) = (before.frame.reference(first), before.frame.reference(second));
            Some(format!("railway {line} between {first} and {second}: {after}"))
        }
        Event::DumpOpened { dump } => Some(format!("dump {} of {} is opened", dump.id, dump.owner)),
        Event::DumpClosed { dump } => Some(format!("dump {} of {} is gone", dump.id, dump.owner)),
        Event::DumpHandedOver { dump, before, after } => {
            Some(format!("dump {dump} of {} is now of {}", before.0, after.0))
        }
        _ => None,
    }
}
