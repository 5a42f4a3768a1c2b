//! How the units came out of a battle, by the events of the operation that posted it.
//!
//! What it decides: which of those events a reader of the battle asks after.
//! Where to look next: `list`, which shows it; `ops::battle::post`, which makes the events.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Campaign, Event, Tree};
use domain::{FormationId, LeafState};

/// What a battle left on a unit beside its losses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct CameOut {
    /// Markers that its bases took.
    pub markers: u32,
    /// Bases that ran out of ammunition.
    pub out_of_ammo: u32,
    /// Leaves of it in the battle that were disorganised or broken.
    pub disorganised: u32,
    /// Of these, those that were broken.
    pub broken: u32,
    /// Leaves of it that were not in the battle and are disorganised with the whole unit.
    #[serde(skip_serializing_if = "domain::is_zero")]
    pub elsewhere: u32,
    /// Leaves that went to another square.
    pub moved: u32,
    /// Leaves that are no longer on the map.
    pub off_map: u32,
}

impl CameOut {
    /// By unit, from the events of a post.
    pub(crate) fn by_unit(campaign: &Campaign, events: &[Event]) -> BTreeMap<FormationId, Self> {
        let tree = Tree::new(campaign);
        // A unit whose HQ die is used up is disorganised as a whole: those of it are told apart who did not fight here.
        let facts = events.iter().find_map(|event| match event {
            Event::BattleChanged { before: Some(battle), .. } => Some(&battle.facts),
            _ => None,
        });
        let was_there =
            |leaf: &FormationId| facts.is_none_or(|facts| facts.iter().any(|fact| fact.subject == leaf.as_str()));
        let mut units: BTreeMap<FormationId, Self> = BTreeMap::new();
        for event in events {
            let (Event::MarkersChanged { leaf, .. }
            | Event::AmmunitionChanged { leaf, .. }
            | Event::LeafStateChanged { leaf, .. }
            | Event::LeafPlaced { leaf, .. }) = event
            else {
                continue;
            };
            let was_there = was_there(leaf);
            if let Some(leaf) = campaign.formations.get(leaf) {
                units.entry(tree.unit_of(leaf).id.clone()).or_default().count(event, was_there);
            }
        }
        units
    }

    fn count(&mut self, event: &Event, was_there: bool) {
        match event {
            Event::MarkersChanged { before, after, .. } => self.markers += u32::from(after.saturating_sub(*before)),
            Event::AmmunitionChanged { after, .. } => self.out_of_ammo += u32::from(*after),
            Event::LeafStateChanged { after, .. } if after.is_disorganised() && !was_there => self.elsewhere += 1,
            Event::LeafStateChanged { after, .. } if after.is_disorganised() => {
                self.disorganised += 1;
                self.broken += u32::from(*after == LeafState::Broken);
            }
            Event::LeafStateChanged { after, .. } => self.off_map += u32::from(*after != LeafState::Organised),
            Event::LeafPlaced { after, .. } => self.moved += u32::from(after.is_some()),
            _ => {}
        }
    }

    /// In words; nothing where it came out as it went in.
    pub fn words(&self) -> String {
        let counted = |count: u32, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let words = [
            counted(self.markers, "marker", "markers"),
            counted(self.out_of_ammo, "base out of ammunition", "bases out of ammunition"),
            counted(self.disorganised - self.broken, "leaf disorganised", "leaves disorganised"),
            counted(self.broken, "leaf broken", "leaves broken"),
            counted(self.elsewhere, "leaf elsewhere disorganised with it", "leaves elsewhere disorganised with it"),
            counted(self.moved, "leaf moved", "leaves moved"),
            counted(self.off_map, "leaf off the map", "leaves off the map"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
