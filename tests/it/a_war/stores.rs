//! Stocks: convoys, plans, transfers, dumps, aircraft.

use rand::RngExt as _;

use campaign::{Campaign, Formation, Tree};
use domain::{Commodity, Echelon, Square};
use ops::Request;
use ops::command::{
    ConvoyRecall, DiceWords, DumpClose, DumpDestroy, DumpMove, DumpOpen, OrderAction, OrderGive, OrderOpenDump,
    Stocktake, SupplyAirlift, SupplyPlan, SupplyReceive, SupplySend, SupplyTransfer,
};
use ops::query::{Asked, plan_sends, supply_plan};

use super::game::War;
use super::orders;

fn is_free(campaign: &Campaign, f: &Formation) -> bool {
    f.vehicle_of().is_some() && f.is_on_map() && campaign.convoy_of(f.id.as_str()).is_none()
}

/// The accounts on the map of a vehicle's superiors, dumps and railheads, that hold some of a commodity, the nearest first.
fn stores(campaign: &Campaign, vehicle: &Formation, commodity: Commodity, least: i64) -> Vec<String> {
    let at = vehicle.stands_on().unwrap_or(Square::new(0, 0));
    let ids = campaign.dumps.keys().chain(campaign.railheads.keys()).map(domain::AccountId::as_str);
    let mut found: Vec<(u32, &str)> = ids
        .filter(|id| campaign.account_side(id) == Some(vehicle.side))
        .filter(|id| campaign.stock.balance(id, commodity) >= least)
        .filter_map(|id| Some((campaign.account_square(id)?.steps_to(at), id)))
        .collect();
    found.sort_unstable();
    found.into_iter().take(4).map(|(_, id)| id.to_owned()).collect()
}

/// Where a vehicle may deliver: its formation, one beside it, a dump, a square.
fn goal(war: &mut War, vehicle: &str) -> Option<String> {
    let formation = war.campaign.formation(vehicle)?.clone();
    let tree = Tree::new(&war.campaign);
    let superior = tree.parent(&formation)?.id.to_string();
    let above = tree.superiors(&formation).last()?.id.to_string();
    let side = formation.side;
    match war.dice.random_range(0..6) {
        0..=2 => Some(superior),
        3 => war.any(|_, f| f.side == side && f.echelon == Echelon::Division),
        4 => {
            let dumps = stores(&war.campaign, &formation, Commodity::Log, 0);
            war.one(&dumps)
        }
        _ => {
            let from = war.square(&above)?;
            let to = war.near(from, 4);
            Some(war.reference(to))
        }
    }
}

/// Sends a vehicle that has nothing to load somewhere.
fn loading(war: &mut War) -> Option<SupplySend> {
    let is_empty = |campaign: &Campaign, f: &Formation| {
        Commodity::ALL.iter().all(|commodity| campaign.stock.balance(f.id.as_str(), *commodity) == 0)
    };
    let vehicle = war.any(|campaign, f| is_free(campaign, f) && is_empty(campaign, f))?;
    let formation = war.campaign.formation(&vehicle).unwrap().clone();
    let commodity = formation.vehicle_of().unwrap();
    let dumps = stores(&war.campaign, &formation, commodity, 1);
    let (from, to) = (war.one(&dumps)?, goal(war, &vehicle)?);
    let at_once = war.dice.random_ratio(2, 3);
    Some(SupplySend {
        vehicles: vec![vehicle],
        load: Some(format!("1{}", commodity.as_str())),
        from: Some(from),
        to,
        via: Vec::new(),
        stay: war.dice.random_ratio(1, 4),
        bound: (!at_once).then(|| "next".to_owned()),
    })
}

pub(super) fn send(war: &mut War) {
    let Some(request) = loading(war) else { return };
    war.give("send", &Request::SupplySend(request));
}

/// An order to send or to open a dump, which `bound march` carries out: half of the time at once.
pub(super) fn order(war: &mut War) {
    let action = if war.dice.random_ratio(1, 2) {
        let Some(request) = loading(war) else { return };
        OrderAction::Send(SupplySend { bound: None, ..request })
    } else {
        let wants =
            |_: &Campaign, f: &Formation| matches!(f.echelon, Echelon::Division | Echelon::Corps | Echelon::Army);
        let Some(unit) = war.any(wants) else { return };
        let at = war.square(&unit).filter(|_| war.dice.random_ratio(1, 2)).map(|square| war.reference(square));
        let dump = format!("{unit}.new{}", war.dice.random_range(0..4));
        OrderAction::OpenDump(OrderOpenDump { unit, dump, owner: None, at, level: None, name: None })
    };
    let bound = war.dice.random_ratio(1, 4).then(|| "next".to_owned());
    if war.give("order-supply", &Request::OrderGive(OrderGive { action, bound })) && war.dice.random_ratio(1, 2) {
        orders::march_all(war);
    }
}

/// Vehicles drive with what they have, sometimes several from one square, sometimes by another square.
pub(super) fn drive(war: &mut War) {
    let Some(first) = war.any(is_free) else { return };
    let formation = war.campaign.formation(&first).unwrap();
    let beside = |f: &&Formation| {
        f.vehicle_of().is_some() && f.side == formation.side && f.is_on_map() && f.stands_on() == formation.stands_on()
    };
    let beside: Vec<String> = war.campaign.formations.values().filter(beside).map(|f| f.id.to_string()).collect();
    let at = formation.stands_on().unwrap();
    let vehicles = if war.dice.random_ratio(1, 2) { beside } else { vec![first.clone()] };
    let via = war.near(at, 3);
    let via = war.dice.random_ratio(1, 4).then(|| war.reference(via)).into_iter().collect();
    let Some(to) = goal(war, &first) else { return };
    let stay = war.dice.random_ratio(1, 2);
    war.give("send-drive", &Request::SupplySend(SupplySend { vehicles, to, via, stay, ..SupplySend::default() }));
}

fn recall(war: &mut War, kind: &'static str, release: bool) {
    let leads: Vec<String> = war.campaign.convoys.keys().map(ToString::to_string).collect();
    let Some(vehicle) = war.one(&leads) else { return };
    war.give(kind, &Request::ConvoyRecall(ConvoyRecall { vehicle, release }));
}

pub(super) fn turn_home(war: &mut War) {
    recall(war, "send-home", false);
}

pub(super) fn release(war: &mut War) {
    recall(war, "send-release", true);
}

/// The plan of one side is accepted as it is proposed: then no rule may forbid it.
pub(super) fn plan(war: &mut War) {
    let sides: Vec<_> = war.campaign.sides.iter().map(|side| side.id).collect();
    let side = war.one(&sides);
    let bounds = war.dice.random_range(1..=3);
    // In `simple` detail nothing is counted, so that nothing is wanted.
    let Ok(plans) = supply_plan(&war.campaign, side, Asked { only: None, bounds }) else { return };
    let sends = plan_sends(&war.campaign, &plans);
    if !sends.is_empty() {
        let accepted = war.order("plan", &Request::SupplyPlan(SupplyPlan { sends }), false);
        assert!(accepted, "a plan is refused as it was proposed\n{}", war.account());
    }
}

pub(super) fn transfer(war: &mut War) {
    let campaign = &war.campaign;
    let held: Vec<(String, Commodity, i64)> = campaign
        .stock
        .balances()
        .filter(|(account, _, units)| *units > 0 && campaign.account_square(account.as_str()).is_some())
        .map(|(account, commodity, units)| (account.to_string(), commodity, units))
        .collect();
    let vehicles: Vec<_> = held.iter().filter(|(id, ..)| campaign.formation(id).is_some()).cloned().collect();
    let chosen = if war.dice.random_ratio(1, 2) { war.one(&vehicles) } else { war.one(&held) };
    let Some((from, commodity, units)) = chosen else { return };
    let square = war.campaign.account_square(&from);
    let beside = |id: &str| id != from && war.campaign.account_square(id) == square;
    let vehicles = war.campaign.formations.values().filter(|f| f.vehicle_of().is_some()).map(|f| f.id.as_str());
    let stores = war.campaign.dumps.keys().chain(war.campaign.railheads.keys()).map(domain::AccountId::as_str);
    let (near, far): (Vec<&str>, Vec<&str>) = vehicles.chain(stores).partition(|id| beside(id));
    let (near, far): (Vec<String>, Vec<String>) =
        (near.into_iter().map(str::to_owned).collect(), far.into_iter().map(str::to_owned).collect());
    let to = if near.is_empty() || war.dice.random_ratio(1, 4) { war.one(&far) } else { war.one(&near) };
    let quantity = war.dice.random_range(1..=units.unsigned_abs() as u32 + 1);
    let commodity = commodity.as_str().to_owned();
    let Some(to) = to else { return };
    war.give("transfer", &Request::SupplyTransfer(SupplyTransfer { from, to, quantity, commodity }));
}

/// Some dump or railhead.
fn account(war: &mut War) -> Option<String> {
    let all: Vec<String> =
        war.campaign.dumps.keys().chain(war.campaign.railheads.keys()).map(ToString::to_string).collect();
    war.one(&all)
}

fn dump(war: &mut War) -> Option<String> {
    let all: Vec<String> = war.campaign.dumps.keys().map(ToString::to_string).collect();
    war.one(&all)
}

pub(super) fn receive(war: &mut War) {
    let (Some(account), Some(from)) = (account(war), war.one(&["rail", "opening", "adjustment", "captured_from:EA"]))
    else {
        return;
    };
    let quantity = war.dice.random_range(1..6);
    let commodity = war.one(&["log", "pol", "fu_m"]).unwrap_or_default().to_owned();
    let from = from.to_owned();
    war.give("receive", &Request::SupplyReceive(SupplyReceive { account, quantity, commodity, from }));
}

pub(super) fn stocktake(war: &mut War) {
    let Some(account) = account(war) else { return };
    let counted = ["log", "pol"].map(|key| (key.to_owned(), war.dice.random_range(0..12_u32).to_string())).to_vec();
    war.give("stocktake", &Request::Stocktake(Stocktake { account, counted }));
}

/// A dump is opened by a vehicle where it stands, or by the umpire anywhere near its owner.
pub(super) fn open_dump(war: &mut War) {
    let wants = |_: &Campaign, f: &Formation| matches!(f.echelon, Echelon::Division | Echelon::Corps | Echelon::Army);
    let Some(owner) = war.any(wants) else { return };
    let Some(square) = war.square(&owner) else { return };
    let by = war.dice.random_ratio(1, 2).then(|| owner.clone());
    let at = if by.is_some() { None } else { Some(war.near(square, 3)) };
    let at = at.map(|square| war.reference(square));
    let id = format!("{owner}.new{}", war.dice.random_range(0..4));
    let request = DumpOpen { id, owner, at, level: None, name: None, source: false, by };
    war.give("dump-open", &Request::DumpOpen(request));
}

pub(super) fn move_dump(war: &mut War) {
    let Some(dump) = dump(war) else { return };
    let Some(square) = war.campaign.account_square(&dump) else { return };
    let to = war.near(square, 2);
    let to = war.reference(to);
    war.give("dump-move", &Request::DumpMove(DumpMove { dump, to }));
}

pub(super) fn close_dump(war: &mut War) {
    let Some(dump) = dump(war) else { return };
    war.give("dump-close", &Request::DumpClose(DumpClose { dump }));
}

pub(super) fn destroy_dump(war: &mut War) {
    let Some(dump) = dump(war) else { return };
    let keep = war.dice.random_ratio(3, 4).then(|| war.dice.random_range(0..4));
    war.give("dump-destroy", &Request::DumpDestroy(DumpDestroy { dump, keep }));
}

pub(super) fn airlift(war: &mut War) {
    let Some(wing) = war.any(|campaign, f| campaign.wings.contains_key(&f.id)) else { return };
    let side = war.campaign.formation(&wing).unwrap().side;
    let fields: Vec<String> =
        war.campaign.airfields.values().filter(|f| f.side == side).map(|f| f.id.to_string()).collect();
    let dumps = war.campaign.dumps.keys().filter(|id| war.campaign.account_side(id.as_str()) == Some(side));
    let dumps: Vec<String> = dumps.map(ToString::to_string).collect();
    let to = if war.dice.random_ratio(1, 2) { war.one(&fields) } else { war.one(&dumps) };
    let Some(to) = to else { return };
    let commodity = war.one(&["log", "pol"]).unwrap_or_default().to_owned();
    let sorties = Some(war.dice.random_range(1..30));
    let dice = DiceWords { faces: None, seed: Some(war.dice.random()) };
    let request = SupplyAirlift { wing, to, commodity, sorties, landed: None, lost: None, tons: None, dice };
    war.give("airlift", &Request::SupplyAirlift(request));
}
