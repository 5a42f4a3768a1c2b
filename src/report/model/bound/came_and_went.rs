//! Who left the map for good or for a time in a bound, and who came onto it, in sentences.
//!
//! What it decides: a division is named where none of it is left on the map or all of it came; else how many of its leaves.
//! Who fought is told by the battle, unless his whole division is gone.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Battle, Campaign, Event, Formation, Tree};
use domain::{FormationId, LeafState, SideId, counted, few};
use ops::query;

use crate::model::figures::counted_to;

/// How many formations are named that share a fate.
const NAMED: usize = 8;

/// What became of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Surrendered,
    Destroyed,
    Dispersed,
    Gathered,
    Arrived,
}

impl Turn {
    const ALL: [Self; 5] = [Self::Surrendered, Self::Destroyed, Self::Dispersed, Self::Gathered, Self::Arrived];

    /// Of a leaf in these states, first and last.
    fn of(was: LeafState, is: LeafState) -> Option<Self> {
        match (was, is) {
            (was, is) if was == is => None,
            (_, LeafState::Surrendered) => Some(Self::Surrendered),
            (_, LeafState::Destroyed) => Some(Self::Destroyed),
            (_, LeafState::Dispersed) => Some(Self::Dispersed),
            (LeafState::OffMap, is) if is.is_on_map() => Some(Self::Arrived),
            (was, is) if is.is_on_map() && !was.is_on_map() => Some(Self::Gathered),
            _ => None,
        }
    }

    fn told(self, is_one: bool) -> &'static str {
        match self {
            Self::Surrendered => "surrendered",
            Self::Destroyed if is_one => "was destroyed",
            Self::Destroyed => "were destroyed",
            Self::Dispersed => "dispersed",
            Self::Gathered => "gathered again",
            Self::Arrived => "arrived",
        }
    }

    /// Whether it takes its SP with it.
    fn is_loss(self) -> bool {
        matches!(self, Self::Surrendered | Self::Destroyed)
    }

    fn comes(self) -> bool {
        matches!(self, Self::Gathered | Self::Arrived)
    }
}

/// What of a formation shares a fate.
struct Part<'a> {
    of: &'a Formation,
    leaves: usize,
    sp: u32,
}

/// Who came and went.
#[derive(Debug, Default)]
pub(crate) struct CameAndWent {
    /// A sentence a side and fate.
    pub(crate) told: Vec<String>,
    /// The SP that these sentences say were lost, by side.
    pub(crate) sp_lost: BTreeMap<SideId, u32>,
    /// The leaves that lost them.
    pub(crate) lost: BTreeSet<FormationId>,
}

/// Who came and went by these events; of one side where one reads. `after` is the campaign after them. Who is lost is told with
/// the SP that he lost in the bound but in battle, who comes with those that he has.
pub(crate) fn came_and_went<'a>(
    after: &Campaign,
    events: impl Iterator<Item = &'a Event> + Clone,
    battles: &[&Battle],
    reader: Option<SideId>,
) -> CameAndWent {
    let mut states: BTreeMap<&FormationId, (LeafState, LeafState)> = BTreeMap::new();
    for event in events.clone() {
        if let Event::LeafStateChanged { leaf, before, after } = event {
            states.entry(leaf).or_insert((*before, *after)).1 = *after;
        }
    }
    let tree = Tree::new(after);
    let turn = |leaf: &Formation| states.get(&leaf.id).and_then(|(was, is)| Turn::of(*was, *is));
    let turned: Vec<_> = tree.all().into_iter().filter_map(|leaf| Some((leaf, turn(leaf)?))).collect();
    let fought = |leaf: &Formation| {
        let with = |id: &FormationId| *id == leaf.id || tree.unit_of(leaf).id == *id;
        battles.iter().filter_map(|battle| battle.fought.as_ref()).flat_map(|of| &of.units).any(|unit| with(&unit.unit))
    };
    let mut worn: BTreeMap<FormationId, u32> = BTreeMap::new();
    for change in query::strength_changes(after, events) {
        *worn.entry(change.leaf).or_default() += change.lost;
    }
    let in_battle = |of: &Formation| {
        let own: BTreeSet<&FormationId> = tree.with_all_under(of).into_iter().map(|formation| &formation.id).collect();
        query::lost_in_battles(battles, |unit| own.contains(unit))
    };
    let mut found = CameAndWent::default();
    let sides = after.sides.iter().filter(|side| reader.is_none_or(|reader| reader == side.id));
    for (side, turn) in sides.flat_map(|side| Turn::ALL.map(|turn| (side, turn))) {
        let mut parts: Vec<Part<'_>> = Vec::new();
        for (leaf, _) in turned.iter().filter(|(leaf, of)| *of == turn && leaf.side == side.id) {
            let of = counted_to(&tree, leaf);
            if fought(leaf) && (turn.comes() || !is_whole(&tree, of, turn)) {
                continue;
            }
            let sp = if turn.is_loss() {
                found.lost.insert(leaf.id.clone());
                worn.get(&leaf.id).copied().unwrap_or_default()
            } else {
                leaf.leaf.as_ref().map_or(0, campaign::Leaf::sp)
            };
            match parts.iter_mut().find(|part| part.of.id == of.id) {
                Some(part) => (part.leaves, part.sp) = (part.leaves + 1, part.sp + sp),
                None => parts.push(Part { of, leaves: 1, sp }),
            }
        }
        if turn.is_loss() {
            for part in &mut parts {
                part.sp = part.sp.saturating_sub(in_battle(part.of));
            }
            *found.sp_lost.entry(side.id).or_default() += parts.iter().map(|part| part.sp).sum::<u32>();
        }
        let name = |part: &Part<'_>| {
            let name = &part.of.name;
            let who = if part.of.leaf.is_some() || is_whole(&tree, part.of, turn) {
                name.clone()
            } else {
                format!("{} of {name}", counted(part.leaves, "unit"))
            };
            if part.sp > 0 { format!("{who} ({} SP)", part.sp) } else { who }
        };
        let names: Vec<String> = parts.iter().map(name).collect();
        let is_one = matches!(&parts[..], [part] if part.leaves == 1 || is_whole(&tree, part.of, turn));
        if !names.is_empty() {
            found.told.push(format!("{}: {} {}", side.name, few(&names, NAMED, "; "), turn.told(is_one)));
        }
    }
    found
}

/// How many SP of replacements divisions were given by these events, a sentence a side; of one side where one reads.
pub(crate) fn replaced<'a>(
    after: &Campaign,
    events: impl Iterator<Item = &'a Event>,
    reader: Option<SideId>,
) -> Vec<String> {
    let tree = Tree::new(after);
    let mut given: Vec<(&Formation, u32)> = Vec::new();
    for event in events {
        let Event::ReplacementTaken { leaf, before, after: sp, .. } = event else { continue };
        let Some(of) = after.formations.get(leaf).map(|leaf| counted_to(&tree, leaf)) else { continue };
        let more = u32::from(sp.saturating_sub(*before));
        match given.iter_mut().find(|(known, _)| known.id == of.id) {
            Some((_, sp)) => *sp += more,
            None => given.push((of, more)),
        }
    }
    let sides = after.sides.iter().filter(|side| reader.is_none_or(|reader| reader == side.id));
    let told = sides.filter_map(|side| {
        let own = given.iter().filter(|(of, _)| of.side == side.id);
        let names: Vec<String> = own.map(|(of, sp)| format!("{} ({sp} SP)", of.name)).collect();
        (!names.is_empty()).then(|| format!("{}: replacements for {}", side.name, few(&names, NAMED, "; ")))
    });
    told.collect()
}

/// Whether a fate has all of a formation: nothing of it is on the map, or all of it is.
fn is_whole<'a>(tree: &Tree<'a>, formation: &'a Formation, turn: Turn) -> bool {
    let leaves = tree.leaves(formation);
    let is_here = |leaf: &Formation| leaf.leaf.as_ref().is_some_and(|leaf| leaf.state.is_on_map());
    leaves.iter().all(|leaf| is_here(leaf) == turn.comes())
}
