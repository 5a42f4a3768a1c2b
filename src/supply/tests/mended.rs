//! What a mend says, done: all of it, and all but one thing.
//!
//! Where to look next: `mend`, of Uranus; `tests/it/supply/mends.rs`, of all campaigns and their histories.

use std::sync::Arc;

use campaign::{Campaign, Formation, Setting};
use domain::{Arm, CrossingState, FormationId, LeafState, SideId, Square};
use supply::{Assessment, Mend, MendItem, Network, NewLeaf, SupplyState, standings_on};

/// Whether its line and chain hold; what its dump lacks no mend of theirs brings.
pub(crate) fn is_well(assessment: &Assessment) -> bool {
    let fails = |state| matches!(state, SupplyState::Cut | SupplyState::NoVehicle);
    !fails(assessment.log.state) && !fails(assessment.pol.state)
}

fn of<'a>(found: &'a [Assessment], unit: &FormationId) -> Option<&'a Assessment> {
    found.iter().find(|a| a.unit == *unit)
}

/// Does what an item says, for a side.
fn done(campaign: &mut Campaign, side: SideId, item: &MendItem) {
    match &item.what {
        Mend::Occupy(square, _) | Mend::DriveOut(square) | Mend::TakeHeld(square) | Mend::TakeEmpty(square, _) => {
            win(campaign, side, *square);
        }
        Mend::Restore(_, crossing) => {
            let id = crossing.as_ref().expect("a crossing that is there");
            let crossing = campaign.crossings.get_mut(id).expect("a crossing that is there");
            (crossing.state, crossing.from, crossing.until) = (CrossingState::Open, None, None);
        }
        Mend::RepairRail(length) | Mend::ConvertRail(length) => {
            for railway in &mut campaign.railways {
                railway.cuts.remove(length);
            }
        }
        Mend::BringBack(unit, square) if campaign.formations[unit].leaf.is_none() => bring(campaign, unit, *square),
        Mend::MoveBowser(bowser, square) | Mend::BringBack(bowser, square) => {
            let bowser = campaign.formations.get_mut(bowser).expect("a bowser");
            bowser.leaf.as_mut().expect("a leaf").square = Some(*square);
        }
        Mend::ClearPartisans(square, _) => campaign.partisans.retain(|there| there.square != *square),
        Mend::Give(leaf) => give(campaign, leaf),
        Mend::Bring(unit, square) => bring(campaign, unit, *square),
        Mend::OpenSource(..) => panic!("every campaign has railheads: {item:?}"),
    }
}

fn win(campaign: &mut Campaign, side: SideId, square: Square) {
    Arc::make_mut(&mut campaign.ground).set_control(square, Some(side));
    for formation in campaign.formations.values_mut().filter(|f| f.side != side && f.is_fighting_leaf()) {
        if let Some(leaf) = formation.leaf.as_mut().filter(|leaf| leaf.square == Some(square)) {
            leaf.state = LeafState::Destroyed;
        }
    }
    if campaign.settings.is_on(Setting::Interdiction) {
        // Where enemies beside it bar a square, only who stands there holds it open.
        let own = campaign.formations.values().find(|f| f.side == side && f.is_fighting_leaf()).expect("a leaf");
        let mut guard = own.clone();
        guard.id = FormationId::from(format!("guard.{square}"));
        guard.leaf.as_mut().expect("a leaf").square = Some(square);
        campaign.formations.insert(guard);
    }
}

fn give(campaign: &mut Campaign, new: &NewLeaf) {
    let wanted = |f: &&Formation| match new.carries {
        Some(_) => f.vehicle_of() == new.carries,
        None => f.arm == Arm::Hq && f.leaf.is_some(),
    };
    let mut given = campaign.formations.values().find(wanted).expect("one to copy").clone();
    given.id = FormationId::from(format!("given.{}", campaign.formations.len()));
    given.side = campaign.formations[&new.to].side;
    given.parent = Some(new.to.clone());
    let leaf = given.leaf.as_mut().expect("a leaf");
    (leaf.square, leaf.state) = (Some(new.square), LeafState::Organised);
    campaign.formations.insert(given);
}

/// The HQ of a formation, or where it has none everybody, comes to a square.
fn bring(campaign: &mut Campaign, unit: &FormationId, square: Square) {
    let tree = campaign::Tree::new(campaign);
    let unit = &campaign.formations[unit];
    let command = tree.command_leaf(unit).map(|leaf| vec![leaf.id.clone()]);
    let leaves = command.unwrap_or_else(|| tree.leaves(unit).iter().map(|leaf| leaf.id.clone()).collect());
    for id in leaves {
        if let Some(leaf) = campaign.formations.get_mut(&id).and_then(|f| f.leaf.as_mut()) {
            leaf.square = Some(square);
        }
    }
}

fn texts(campaign: &Campaign, mend: &[MendItem]) -> Vec<String> {
    mend.iter().map(|item| item.what.text(campaign)).collect()
}

/// The formations of a side with the very same mend: what is done for one is done for all of them.
pub(crate) struct Alike<'a> {
    pub(crate) side: SideId,
    pub(crate) mend: &'a [MendItem],
    pub(crate) units: Vec<&'a FormationId>,
}

/// Whether a formation draws for itself.
fn of_its_own(campaign: &Campaign, unit: &FormationId) -> bool {
    campaign::Tree::new(campaign).is_supply_formation(&campaign.formations[unit])
}

/// What is wrong with a mend, for each of its formations; nothing where all is as it should be.
pub(crate) fn faults_of(network: &Network, campaign: &Campaign, alike: &Alike<'_>, depth: usize) -> Vec<String> {
    let Alike { side, mend, units } = alike;
    if mend.is_empty() {
        return units.iter().map(|unit| format!("`{unit}`: nothing is said that would mend it")).collect();
    }
    let after = |left_out: Option<usize>, depth: usize| {
        let mut campaign = campaign.clone();
        for (_, item) in mend.iter().enumerate().filter(|(place, _)| Some(*place) != left_out) {
            done(&mut campaign, *side, item);
        }
        standings_on(network, &campaign, &[*side], depth)
    };
    let texts = texts(campaign, mend);
    let mut faults = Vec::new();
    let whole = after(None, depth);
    for unit in units {
        match of(&whole, unit) {
            None => faults.push(format!("`{unit}`: all of {texts:?} was done, and it is in no sheet any more")),
            Some(a) if !is_well(a) => {
                let state = format!("LOG {}, POL {}, {:?}", a.log.state, a.pol.state, self::texts(campaign, &a.mend));
                faults.push(format!("`{unit}`: all of {texts:?} was done, and yet {state}"));
            }
            Some(_) => {}
        }
    }
    for (place, text) in texts.iter().enumerate() {
        // What is needless is asked of those that draw for themselves: who is fed may be mended by what mends others.
        if depth > 0 && units.iter().any(|unit| !of_its_own(campaign, unit)) {
            break;
        }
        let without = after(Some(place), 0);
        let needless = units.iter().filter(|unit| of(&without, unit).is_some_and(is_well));
        faults.extend(needless.map(|unit| format!("`{unit}`: of {texts:?} `{text}` is needless")));
    }
    faults
}
