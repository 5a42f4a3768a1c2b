//! What was done in a bound before it was closed: marches, what battles and the umpire changed, who came under whom.
//!
//! What it decides: of everything that changed more than once, only how it was at first and at last is told.

use std::collections::BTreeMap;

use campaign::{Event, RailJob, Support, UnitKey};
use domain::{FormationId, LeafState, Posture, Square, counted};
use ops::query::StrengthChange;

use super::names::Names;
use super::words::few;
use crate::model::log::change::{job, location};

/// What was at first and at last, by what it is about.
type Seen<K, V> = BTreeMap<K, (V, V)>;

/// What was done by and to one formation.
#[derive(Debug, Default)]
pub(crate) struct BoundActions {
    marched: Seen<FormationId, Square>,
    placed: Seen<FormationId, Option<Square>>,
    sp_lost: u32,
    sp_given: u32,
    markers: Seen<(FormationId, u16), u16>,
    out_of_ammo: Seen<(FormationId, u16), bool>,
    states: Seen<FormationId, LeafState>,
    hq_dice: Seen<FormationId, Option<u8>>,
    superiors: Seen<FormationId, Option<FormationId>>,
    supports: Seen<FormationId, Option<Support>>,
    jobs: Seen<FormationId, Option<Box<RailJob>>>,
    dug_in: BTreeMap<FormationId, Posture>,
    created: Vec<FormationId>,
    dissolved: Vec<FormationId>,
    said: Vec<String>,
    /// Those of them that say what became of a grade.
    pub(super) grades: Vec<String>,
}

/// The first figure stays, the last one changes.
pub(crate) fn seen<K: Ord, V: Clone>(all: &mut Seen<K, V>, key: K, before: &V, after: &V) {
    all.entry(key).or_insert_with(|| (before.clone(), after.clone())).1 = after.clone();
}

impl BoundActions {
    /// Adds what an event changed for somebody of the formation in whose row it is told.
    pub(crate) fn add(&mut self, event: &Event, row: &FormationId, names: &Names<'_>) {
        let name = |id: &FormationId| names.within(row, id);
        let frame = &names.after.frame;
        match event {
            Event::LeafMarched { leaf, from, way, .. } => {
                if let Some(to) = way.last() {
                    seen(&mut self.marched, leaf.clone(), from, to);
                }
                self.dug_in.remove(leaf);
            }
            Event::LeafPlaced { leaf, before, after } => seen(&mut self.placed, leaf.clone(), before, after),
            Event::MarkersChanged { leaf, base, before, after } => {
                seen(&mut self.markers, (leaf.clone(), *base), before, after);
            }
            Event::AmmunitionChanged { leaf, base, before, after } => {
                seen(&mut self.out_of_ammo, (leaf.clone(), *base), before, after);
            }
            Event::LeafStateChanged { leaf, before, after } => seen(&mut self.states, leaf.clone(), before, after),
            Event::PostureChanged { leaf, after, .. } => {
                self.dug_in.remove(leaf);
                if matches!(after, Posture::DugIn | Posture::Fortified) {
                    self.dug_in.insert(leaf.clone(), *after);
                }
            }
            Event::HqDieChanged { formation, before, after } => {
                seen(&mut self.hq_dice, formation.clone(), before, after);
            }
            Event::SuperiorChanged { formation, before, after } => {
                seen(&mut self.superiors, formation.clone(), before, after);
            }
            Event::SupportChanged { formation, before, after } => {
                seen(&mut self.supports, formation.clone(), before, after);
            }
            Event::GradeChanged { formation, after, reason, .. } => {
                let grade = after.map_or_else(|| "its superior's".to_owned(), |grade| grade.to_string());
                let told = format!("grade of {}: {grade} ({reason})", name(formation));
                self.grades.push(told.clone());
                self.said.push(told);
            }
            Event::FormationSet { key: UnitKey::Name, before, after, .. } => {
                self.said.push(format!("{before} is now called {after}"));
            }
            Event::ArrivalChanged { leaf, after, .. } => {
                let when = after.map_or_else(|| "no longer set".to_owned(), |bound| bound.to_string());
                self.said.push(format!("arrival of {}: {when}", name(leaf)));
            }
            Event::EntryChanged { leaf, after, .. } => {
                self.said.push(format!("entry of {}: {}", name(leaf), location(after.as_ref(), frame)));
            }
            Event::FormationCreated { formation } => self.created.push(formation.id.clone()),
            Event::FormationDissolved { formation } => self.dissolved.push(formation.id.clone()),
            Event::BattleGroupChanged { group, before, after } => self.said.extend(match (before, after) {
                (None, Some(after)) => {
                    Some(format!("{} is a battle group of {}", name(group), counted(after.parts.len(), "part")))
                }
                (Some(_), None) => Some(format!("{} is no longer a battle group", name(group))),
                _ => None,
            }),
            Event::RailJobChanged { leaf, before, after } => seen(&mut self.jobs, leaf.clone(), before, after),
            // Where convoys drive is told as they drive, when the bound closes.
            Event::ConvoyChanged { lead, before: Some(_), after: None } => {
                self.said.push(format!("{} is free of its convoy", name(lead)));
            }
            Event::Remarked { formation, text } => self.said.push(said_of(row, formation, text, names)),
            // What was lost and given is counted by the same figures as everywhere: `strength`.
            // Told elsewhere: ground, railways and dumps (`ground`, `around`), stock and what was overrun (`stock`, `met`), the
            // head of the report and its own tables, `battle show`; orders by what came of them. The rest are books kept
            // beside, and what only a close does. The log has a row for every event: `model::log::change`.
            _ => {}
        }
    }

    /// Adds what a leaf lost and what it was given, of which neither makes the other undone.
    pub(crate) fn strength(&mut self, change: &StrengthChange) {
        self.sp_lost += change.lost;
        self.sp_given += change.given;
    }

    /// What is told, a sentence each; `lead` is the command leaf of the formation in whose row it stands.
    pub(crate) fn lines(self, row: &FormationId, lead: Option<&FormationId>, names: &Names<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.under(row, names));
        lines.extend(ways("marched", &self.marched, lead, names));
        lines.extend(self.went(row, lead, names));
        lines.extend(self.figures());
        lines.extend(self.states(row, names));
        lines.extend(self.ammunition(row, names));
        lines.extend(self.dug_in(row, names));
        lines.extend(self.set_to_work(row, names));
        lines.extend(self.said);
        lines
    }

    /// Who is new or no more, and who is under whom now.
    fn under(&self, row: &FormationId, names: &Names<'_>) -> Vec<String> {
        let list = |ids: &[FormationId]| few(&ids.iter().map(|id| names.within(row, id)).collect::<Vec<_>>());
        let mut lines = Vec::new();
        lines.extend((!self.created.is_empty()).then(|| format!("new: {}", list(&self.created))));
        lines.extend((!self.dissolved.is_empty()).then(|| format!("dissolved: {}", list(&self.dissolved))));
        let of = |id: &FormationId| if id == row { String::new() } else { format!("{} ", names.within(row, id)) };
        let side = |id: &FormationId| names.formation(id.as_str()).map(|unit| names.after.side_name(unit.side));
        for (id, (was, is)) in self.superiors.iter().filter(|(_, (was, is))| was != is) {
            let above = |superior: &Option<FormationId>| match superior {
                Some(superior) => names.of(superior),
                None => side(id).unwrap_or_default(),
            };
            lines.push(format!("{}moved from {} to {}", of(id), above(was), above(is)));
        }
        for (id, (was, is)) in self.supports.iter().filter(|(_, (was, is))| was != is) {
            lines.extend(match (was, is) {
                (_, Some(is)) => Some(format!("{}is lent to {}, {}", of(id), names.of(&is.to), is.kind)),
                (Some(was), None) => Some(format!("{}is no longer lent to {}", of(id), names.of(&was.to))),
                (None, None) => None,
            });
        }
        lines
    }

    fn went(&self, row: &FormationId, lead: Option<&FormationId>, names: &Names<'_>) -> Vec<String> {
        let (mut went, mut down, mut off) = (Seen::new(), BTreeMap::<Square, Vec<String>>::new(), Vec::new());
        for (leaf, (was, is)) in &self.placed {
            match (was, is) {
                (Some(was), Some(is)) => seen(&mut went, leaf.clone(), was, is),
                (None, Some(is)) => down.entry(*is).or_default().push(names.within(row, leaf)),
                (Some(_), None) => off.push(names.within(row, leaf)),
                (None, None) => {}
            }
        }
        let mut lines: Vec<String> = ways("went", &went, lead, names).into_iter().collect();
        lines.extend(
            down.iter().map(|(at, leaves)| {
                format!("set down in {}: {}", names.after.frame.reference(*at), names.some(leaves))
            }),
        );
        lines.extend((!off.is_empty()).then(|| format!("taken off the map: {}", names.some(&off))));
        lines
    }

    /// Whether a leaf was lost in the bound: nobody asks after its markers and ammunition.
    fn is_lost(&self, leaf: &FormationId) -> bool {
        self.states.get(leaf).is_some_and(|(_, is)| is.is_lost())
    }

    /// SP and markers.
    fn figures(&self) -> Vec<String> {
        let told = self.markers.iter().filter(|((leaf, _), _)| !self.is_lost(leaf)).map(|(_, seen)| seen);
        let (off, on) = told.fold((0, 0), |(off, on), (was, is)| {
            (off + usize::from(was.saturating_sub(*is)), on + usize::from(is.saturating_sub(*was)))
        });
        let (lost, given) = (self.sp_lost as usize, self.sp_given as usize);
        let lines = [
            (lost, format!("lost {lost} SP")),
            (given, format!("was given {given} SP")),
            (on, format!("took {}", counted(on, "marker"))),
            (off, format!("{} removed", counted(off, "marker"))),
        ];
        lines.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect()
    }

    fn states(&self, row: &FormationId, names: &Names<'_>) -> Vec<String> {
        let mut states: BTreeMap<LeafState, Vec<String>> = BTreeMap::new();
        for (leaf, (_, after)) in self.states.iter().filter(|(_, (before, after))| before != after) {
            states.entry(*after).or_default().push(names.within(row, leaf));
        }
        let told = |(state, leaves): (&LeafState, &Vec<String>)| {
            let leaves = if state.is_lost() { names.some(leaves) } else { names.how_many(leaves) };
            format!("{state}: {leaves}")
        };
        states.iter().map(told).collect()
    }

    /// Leaves out the HQ dice of these units.
    pub(crate) fn without_hq_dice(&mut self, is_told: impl Fn(&FormationId) -> bool) {
        self.hq_dice.retain(|unit, _| !is_told(unit));
    }

    fn ammunition(&self, row: &FormationId, names: &Names<'_>) -> Vec<String> {
        let changed = |to: bool| {
            let bases =
                self.out_of_ammo.iter().filter(|((leaf, _), (was, is))| was != is && *is == to && !self.is_lost(leaf));
            let mut leaves: Vec<&FormationId> = bases.map(|((leaf, _), _)| leaf).collect();
            leaves.dedup();
            leaves.into_iter().map(|leaf| names.within(row, leaf)).collect::<Vec<_>>()
        };
        let told = [("out of ammunition", changed(true)), ("given ammunition", changed(false))];
        let told = told.into_iter().filter(|(_, leaves)| !leaves.is_empty());
        let mut lines: Vec<String> =
            told.map(|(what, leaves)| format!("{what}: {}", names.how_many(&leaves))).collect();
        for (unit, (_, is)) in self.hq_dice.iter().filter(|(_, (was, is))| was != is) {
            let shows = is.map_or_else(|| "is full again".to_owned(), |die| format!("shows {die}"));
            lines.push(format!("the HQ die of {} {shows}", names.within(row, unit)));
        }
        lines
    }

    /// Who was set to work on a railway, by the last order alone, and who was called off.
    fn set_to_work(&self, row: &FormationId, names: &Names<'_>) -> Vec<String> {
        let told = |leaf: &FormationId, was: Option<&RailJob>, is: Option<&RailJob>| {
            let name = names.within(row, leaf);
            match is {
                Some(is) => format!("{name} is set to {}", job(Some(is), &names.after.frame)),
                None => format!("{name} no longer works on {}", was.map_or("the railway", |was| was.line.as_str())),
            }
        };
        let changed = self.jobs.iter().filter(|(_, (was, is))| was != is);
        changed.map(|(leaf, (was, is))| told(leaf, was.as_deref(), is.as_deref())).collect()
    }

    fn dug_in(&self, row: &FormationId, names: &Names<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        for (posture, word) in [(Posture::DugIn, "dug in"), (Posture::Fortified, "fortified")] {
            let of = self.dug_in.iter().filter(|(_, is)| **is == posture);
            let of: Vec<_> = of.map(|(leaf, _)| names.within(row, leaf)).collect();
            lines.extend((!of.is_empty()).then(|| format!("{word}: {}", names.how_many(&of))));
        }
        lines
    }
}

/// A remark on somebody; the name of the formation in whose row it stands is not said again.
pub(crate) fn said_of(row: &FormationId, id: &FormationId, text: &str, names: &Names<'_>) -> String {
    if id == row { text.to_owned() } else { format!("{} {text}", names.within(row, id)) }
}

/// From where to where leaves went: the command leaf of the formation, or the most of them, how many went so, and how many by
/// other ways; each way where every leaf is named.
fn ways(
    verb: &str,
    leaves: &Seen<FormationId, Square>,
    lead: Option<&FormationId>,
    names: &Names<'_>,
) -> Option<String> {
    let frame = &names.after.frame;
    let mut counts: BTreeMap<(Square, Square), usize> = BTreeMap::new();
    for (from, to) in leaves.values().filter(|(from, to)| from != to) {
        *counts.entry((*from, *to)).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|((from, to), count)| (std::cmp::Reverse(*count), *from, *to));
    let told = |((from, to), count): &((Square, Square), usize)| {
        format!("{} to {} ({})", frame.reference(*from), frame.reference(*to), counted(*count, "leaf"))
    };
    if names.is_by_leaf() {
        let told: Vec<String> = counts.iter().map(told).collect();
        return (!told.is_empty()).then(|| format!("{verb} {}", told.join(", ")));
    }
    let lead = lead.and_then(|leaf| leaves.get(leaf)).filter(|(from, to)| from != to);
    let (from, to) = lead.copied().or_else(|| counts.first().map(|(way, _)| *way))?;
    let (these, others): (Vec<_>, Vec<_>) = counts.iter().partition(|(way, _)| *way == (from, to));
    let sum = |of: &[&((Square, Square), usize)]| of.iter().map(|(_, count)| count).sum::<usize>();
    let (these, others) = (counted(sum(&these), "leaf"), sum(&others));
    let others = if others == 0 { String::new() } else { format!(", {others} on other routes") };
    let to = names.after.square_named(to);
    Some(format!("{verb} {} to {to} ({these}{others})", frame.reference(from)))
}
