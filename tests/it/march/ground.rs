//! A map of twelve by twelve squares of 3 km, and leaves on it.

use std::collections::BTreeSet;
use std::sync::Arc;

use campaign::march::{Manner, Ruling, Task};
use campaign::*;
use domain::*;

use crate::tiny::tiny;

pub(crate) const SIZE: u16 = 12;

pub(crate) fn sq(col: u16, row: u16) -> Square {
    Square::new(col, row)
}

pub(crate) fn side(text: &str) -> SideId {
    SideId::new(text).unwrap()
}

/// Open ground without anything on it, on the first morning, in dry weather.
pub(crate) fn empty() -> Campaign {
    let mut campaign = scenario::read(&tiny(), &[]).campaign.unwrap();
    campaign.frame.columns = SIZE;
    campaign.frame.rows = SIZE;
    campaign.frame.square_m = 3_000;
    campaign.ground = Arc::new(Ground::blank(&campaign.frame));
    campaign.weather.clear();
    campaign.crossings.clear();
    campaign.formations.clear();
    campaign.dumps.clear();
    campaign.railheads.clear();
    campaign.roads.clear();
    campaign.railways.clear();
    campaign.places.clear();
    campaign.stock = StockBook::default();
    campaign
}

pub(crate) fn ground(campaign: &mut Campaign) -> &mut Ground {
    Arc::make_mut(&mut campaign.ground)
}

/// A road by these squares, each a neighbour of the one before.
pub(crate) fn road(campaign: &mut Campaign, quality: RoadQuality, squares: &[Square]) {
    for pair in squares.windows(2) {
        ground(campaign).set_road(pair[0].side_to(pair[1]).unwrap(), Some(quality));
    }
}

pub(crate) fn river(campaign: &mut Campaign, class: RiverClass, a: Square, b: Square) {
    ground(campaign).set_river(a.side_to(b).unwrap(), Some(RiverSide { class, river: 0 }));
}

pub(crate) fn crossing(campaign: &mut Campaign, a: Square, b: Square, carries: &str, state: CrossingState) {
    let id = CrossingId::from(format!("c{}", campaign.crossings.len()));
    let carries = carries.split(' ').fold(Carries::default(), |c, word| c.with(word.parse().unwrap()));
    let crossing = Crossing {
        id: id.clone(),
        name: id.to_string(),
        river: "River".into(),
        position: None,
        side: a.side_to(b),
        kind: CrossingKind::Bridge,
        carries,
        state,
        from: None,
        until: None,
        note: String::new(),
    };
    campaign.crossings.insert(id, crossing);
}

/// A formation without a leaf.
pub(crate) fn formation(campaign: &mut Campaign, id: &str, of: &str) {
    let parent = id.rsplit_once('.').map(|(parent, _)| FormationId::from(parent));
    let order = campaign.formations.len() as u32;
    let formation = Formation {
        id: id.into(),
        order,
        parent,
        side: side(of),
        echelon: Echelon::Division,
        ..crate::ledger::fixture::formation(id, order, None, of)
    };
    campaign.formations.insert(id.into(), formation);
}

/// A leaf of this arm and mobility; its superior is what stands before the last dot.
pub(crate) fn leaf(campaign: &mut Campaign, id: &str, of: &str, arm: Arm, mobility: Mobility, at: Square) {
    formation(campaign, id, of);
    let formation = campaign.formations.get_mut(id).unwrap();
    (formation.arm, formation.mobility, formation.echelon) = (arm, Some(mobility), Echelon::Battalion);
    formation.leaf = Some(crate::ledger::fixture::leaf(at, 1));
}

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
    for (id, formation) in &mut after.formations {
        if let (true, Some(leaf)) = (lost.contains(id.as_str()), formation.leaf.as_mut()) {
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
