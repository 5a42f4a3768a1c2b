//! Marches: of a division or a battalion, at once or as ordered for all; raids on what cannot defend itself.

use rand::RngExt as _;

use campaign::Formation;
use domain::{Echelon, Square};
use ops::Request;
use ops::command::{BoundMarch, DigIn, OrderAction, OrderCancel, OrderGive, UnitMove, UnitSet};

use super::game::War;
use super::hand;

fn is_unit(f: &Formation) -> bool {
    f.echelon == Echelon::Division || f.is_fighting_leaf()
}

/// A march of some unit to a square near it.
fn somewhere(war: &mut War) -> Option<UnitMove> {
    let unit = war.any(|_, f| is_unit(f))?;
    let from = war.square(&unit)?;
    let to = war.near(from, 3);
    let rate = war.one(&[None, Some("contact"), Some("road"), Some("assault")])?.map(str::to_owned);
    let [close_up, split, alone] = [6, 4, 9].map(|one_in| war.dice.random_ratio(1, one_in));
    let (close_up, split) = (close_up && !split && !alone, split && !alone);
    Some(UnitMove { unit, way: vec![war.reference(to)], rate, close_up, split, alone })
}

pub(super) fn march(war: &mut War) {
    let Some(march) = somewhere(war) else { return };
    war.give("move", &Request::UnitMove(march));
}

pub(super) fn order(war: &mut War) {
    for _ in 0..3 {
        let Some(march) = somewhere(war) else { return };
        let bound = war.dice.random_ratio(1, 4).then(|| "next".to_owned());
        let action = match war.dice.random_range(0..8) {
            0 => OrderAction::DigIn(DigIn { unit: march.unit, fortify: false }),
            1 => OrderAction::Reorganise { unit: march.unit },
            _ => OrderAction::Move(march),
        };
        war.give("order", &Request::OrderGive(OrderGive { action, bound }));
    }
}

pub(super) fn cancel(war: &mut War) {
    let units: Vec<String> = war.campaign.orders.iter().map(|order| order.unit.to_string()).collect();
    let Some(unit) = war.one(&units) else { return };
    war.give("order-cancel", &Request::OrderCancel(OrderCancel { unit, bound: None }));
}

pub(super) fn march_all(war: &mut War) {
    war.give("bound-march", &Request::BoundMarch(BoundMarch::default()));
}

pub(super) fn dig_in(war: &mut War) {
    let Some(unit) = war.any(|_, f| is_unit(f)) else { return };
    let fortify = war.dice.random_ratio(1, 3);
    war.give("dig-in", &Request::DigIn(DigIn { unit, fortify }));
}

/// The squares where something of a side stands that cannot defend itself: dumps, railheads, vehicles, airfields.
fn prey(war: &War, of: domain::SideId) -> Vec<Square> {
    let campaign = &war.campaign;
    let ours = |id: &str| campaign.account_side(id) == Some(of);
    let dumps = campaign.dumps.values().filter(|dump| ours(dump.id.as_str())).map(|dump| dump.square);
    let heads = campaign.railheads.values().filter(|head| head.side == of && !head.source).map(|head| head.square);
    let vehicles = campaign.formations.values().filter(|f| f.side == of && f.vehicle_of().is_some());
    let roads = campaign.convoys.keys().filter_map(|lead| campaign.formations.get(lead)).filter(|f| f.side == of);
    let air = campaign.wings.keys().filter_map(|wing| campaign.formations.get(wing)).filter(|f| f.side == of);
    let leaves = vehicles.chain(roads.clone()).chain(roads).chain(air).filter_map(Formation::stands_on);
    let held: Vec<Square> = campaign
        .formations
        .values()
        .filter(|f| f.side == of && f.is_fighting_leaf())
        .filter_map(Formation::stands_on)
        .collect();
    dumps.chain(heads).chain(leaves).filter(|square| !held.contains(square)).collect()
}

/// The umpire lets a battalion appear beside a dump, railhead, vehicle or airfield of the enemy, and it marches in.
pub(super) fn raid(war: &mut War) {
    let raiders = |_: &campaign::Campaign, f: &Formation| f.is_fighting_leaf() && f.echelon == Echelon::Battalion;
    let Some(unit) = war.any(raiders) else { return };
    let side = war.campaign.formation(&unit).unwrap().side;
    let enemy = war.campaign.sides.iter().map(|other| other.id).find(|other| *other != side).unwrap();
    let prey = prey(war, enemy);
    let Some(target) = war.one(&prey) else { return };
    let around: Vec<Square> = war.campaign.frame.neighbours(target).collect();
    let Some(beside) = war.one(&around) else { return };
    let from = war.reference(beside);
    let set = vec![("square".to_owned(), from)];
    // Else one way of capturing would hold for most of the war.
    if war.dice.random_ratio(1, 2) {
        hand::capture(war);
    }
    if !war.order("raid-set", &Request::UnitSet(UnitSet { unit: unit.clone(), set }), false) {
        return;
    }
    let (way, rate) = (vec![war.reference(target)], Some("assault".to_owned()));
    let march = UnitMove { unit, way, rate, close_up: false, split: false, alone: false };
    war.order("raid", &Request::UnitMove(march), true);
}
