//! What is done for a fuel-bowser chain, one thing at a time.
//!
//! Where to look next: `chain_mend`, which finds them.

use domain::{Commodity, FormationId, Square};

use super::fuel_chain::Placing;
use crate::ground::view::{Item, View};
use crate::line::barrier::describe;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::mend::{Mend, NewLeaf};
use crate::standing::mend_item::MendItem;

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
    /// The HQ of a formation comes back to a square, nearer to its bowsers.
    Back(FormationId, Square),
    /// A formation that is fuelled by another comes back to a square, nearer to the bowsers of that.
    Return(FormationId, Square),
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
            MendStep::Clear(_) | MendStep::Return(..) => {}
            MendStep::Move(bowser, square) => {
                placing.moved.insert(bowser.clone(), *square);
            }
            MendStep::Give(level, square) => placing.given.push((level.clone(), *square)),
            MendStep::Name(level, square) | MendStep::Back(level, square) => {
                placing.named.insert(level.clone(), *square);
            }
        }
    }
    placing
}

/// What is done for a chain.
pub(crate) fn described(view: &View<'_>, hierarchy: &SupplyHierarchy<'_>, steps: &[MendStep]) -> Vec<MendItem> {
    steps.iter().map(|step| describe_step(view, hierarchy, step)).collect()
}

fn describe_step(view: &View<'_>, hierarchy: &SupplyHierarchy<'_>, step: &MendStep) -> MendItem {
    let campaign = hierarchy.campaign;
    MendItem::from(match step {
        MendStep::Clear(item) => return describe(view, *item),
        MendStep::Move(bowser, to) => Mend::MoveBowser(bowser.clone(), *to),
        MendStep::Give(level, at) => Mend::Give(NewLeaf::new(campaign, level, Some(Commodity::Pol), *at)),
        MendStep::Return(unit, at) => Mend::BringBack(unit.clone(), *at),
        MendStep::Back(level, at) => {
            let formation = campaign.formations.get(level);
            let hq = formation.and_then(|f| hierarchy.tree.command_leaf(f)).map_or(level, |hq| &hq.id);
            Mend::BringBack(hq.clone(), *at)
        }
        MendStep::Name(level, at) => match campaign.formations.get(level).filter(|f| hierarchy.hq(f).is_some()) {
            Some(there) => Mend::Bring(hierarchy.tree.command_leaf(there).unwrap_or(there).id.clone(), *at),
            None => Mend::Give(NewLeaf::new(campaign, level, None, *at)),
        },
    })
}
