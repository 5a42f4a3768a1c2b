//! Marches: hand-worked cases, and what must hold whatever is ordered.

mod cases;
mod driving;
mod property;
mod timing;

use std::collections::BTreeSet;

use campaign::march::{Manner, Ruling, Task};
use campaign::*;
use domain::*;

use crate::squares::ground;

pub(crate) fn order(way: &[Square], rate: Manner) -> MarchOrder {
    MarchOrder { way: way.to_vec(), rate, close_up: false, split: false, alone: false }
}

/// What comes of these marches.
pub(crate) fn run(campaign: &Campaign, orders: &[(&str, MarchOrder)]) -> march::MarchAccount {
    let tasks: Vec<Task<'_>> =
        orders.iter().map(|(unit, order)| Task { unit: campaign.formation(unit).unwrap(), order }).collect();
    march::march(campaign, &tasks, &Ruling::default())
}

/// The account of a leaf.
pub(crate) fn of<'a>(account: &'a march::MarchAccount, id: &str) -> &'a march::LeafMarch {
    account.leaves.iter().find(|leaf| leaf.leaf.as_str() == id).unwrap()
}

/// The campaign after a march, as the events of the command leave it.
pub(crate) fn after(campaign: &Campaign, account: &march::MarchAccount) -> Campaign {
    let mut after = campaign.clone();
    for march in &account.leaves {
        let leaf = after.formations.get_mut(&march.leaf).unwrap().leaf.as_mut().unwrap();
        (leaf.square, leaf.march) = (Some(march.at()), march.after);
    }
    let lost: BTreeSet<&str> = account
        .overruns
        .iter()
        .filter_map(|overrun| match &overrun.what {
            march::Booty::Leaf(leaf) => Some(leaf.as_str()),
            march::Booty::Dump(_) | march::Booty::Railhead(_) => None,
        })
        .collect();
    for formation in after.formations.values_mut() {
        if let (true, Some(leaf)) = (lost.contains(formation.id.as_str()), formation.leaf.as_mut()) {
            leaf.state = LeafState::Surrendered;
        }
    }
    for (side, squares) in &account.taken {
        for (square, _) in squares {
            ground(&mut after).set_control(*square, Some(*side));
        }
    }
    after
}

/// The weather of the first day: nothing but the ground.
pub(crate) fn weather(campaign: &Campaign, ground: &str) -> Weather {
    let word = String::new;
    let (flying, visibility, light) = (word(), word(), word());
    Weather { date: campaign.start, phase: None, weather: word(), ground: ground.into(), flying, visibility, light }
}
