//! What is done for a fuel-bowser chain, one thing at a time, and how each is described.
//!
//! Where to look next: `chain_mend`, which finds them.

use campaign::Formation;
use domain::{FormationId, Square};

use super::fuel_chain::Placing;
use crate::ground::view::{Item, View};
use crate::line::barrier::describe;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::mend_item::{CutKind, MendItem, brought, leaf_to_give};

/// One thing that is done for a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MendStep {
    /// Something in the way of a hop is put right.
    Clear(Item),
    /// A bowser goes to a square.
    Move(FormationId, Square),
    /// A formation is given a bowser on a square.
    Give(FormationId, Square),
    /// The HQ of a formation is on a square: it comes there, or where it is lost a new one is named.
    Name(FormationId, Square),
}

impl MendStep {
    /// What it puts right.
    pub(crate) fn item(&self) -> Option<&Item> {
        if let Self::Clear(item) = self { Some(item) } else { None }
    }
}

/// Where bowsers and HQs are when these things are done.
pub(crate) fn placing(steps: &[MendStep]) -> Placing {
    let mut placing = Placing::default();
    for step in steps {
        match step {
            MendStep::Clear(_) => {}
            MendStep::Move(bowser, square) => {
                placing.moved.insert(bowser.clone(), *square);
            }
            MendStep::Give(level, square) => placing.given.push((level.clone(), *square)),
            MendStep::Name(level, square) => {
                placing.named.insert(level.clone(), *square);
            }
        }
    }
    placing
}

/// What is done for a chain, in words.
pub(crate) fn described(view: &View<'_>, hierarchy: &SupplyHierarchy<'_>, steps: &[MendStep]) -> Vec<MendItem> {
    steps.iter().map(|step| describe_step(view, hierarchy, step)).collect()
}

fn describe_step(view: &View<'_>, hierarchy: &SupplyHierarchy<'_>, step: &MendStep) -> MendItem {
    let campaign = hierarchy.campaign;
    let named = |id: &FormationId| {
        campaign.formations.get(id).map_or_else(|| format!("`{id}`"), |f| format!("{} (`{id}`)", f.name))
    };
    let reference = |square: &Square| campaign.frame.reference(*square);
    let (kind, square, by, text, command) = match step {
        MendStep::Clear(item) => return describe(view, *item),
        MendStep::Move(bowser, to) => {
            let stands = campaign.formations.get(bowser).and_then(Formation::stands_on);
            let from = stands.map(|s| reference(&s)).unwrap_or_default();
            let text = format!("move {} from {from} to {}", named(bowser), reference(to));
            let command = format!("move {bowser} {}", reference(to));
            (CutKind::HopTooLong, *to, Some(bowser.clone()), text, command)
        }
        MendStep::Give(level, at) => {
            let text = format!("give {} a bowser at {}", named(level), reference(at));
            (CutKind::NoVehicle, *at, None, text, leaf_to_give(campaign, level, "pol", *at))
        }
        MendStep::Name(level, at) => {
            let there = campaign.formations.get(level).filter(|f| hierarchy.hq(f).is_some());
            if let Some(formation) = there {
                return brought(view, hierarchy.tree.command_leaf(formation).unwrap_or(formation), *at);
            }
            let text = format!("name a new HQ for {} at {}", named(level), reference(at));
            (CutKind::NoVehicle, *at, None, text, leaf_to_give(campaign, level, "hq", *at))
        }
    };
    MendItem { kind, square, by, names: Vec::new(), text, command, for_pol: true }
}
