//! What `review` finds in dumps, railheads and vehicles.
//!
//! Where to look next: `review`, which puts it in its order.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Convoy, Formation, Goal, Tree};
use domain::{AccountId, Bound, Commodity, Echelon, FormationId, Phase};
use ledger::Changes;
use supply::{Assessment, NewLeaf, SupplyGraph};

use crate::Offer;
use crate::command::{SupplySend, next_morning};
use crate::query::review::finding::{FILLED, Finding, STATE, VEHICLE, finding};
use crate::query::review::found::{Found, IdleVehicle};
use crate::query::review::settle::SETTLED_WITHIN;
use crate::query::supply::plan::Timing;
use crate::query::supply::planned::Planned;
use crate::remedy::Remedy;

/// Since when accounts have held anything without a break: the bound of the last transfer before which they held
/// nothing; the start, where they never did.
pub(crate) fn filled(campaign: &Campaign, changes: &Changes, accounts: &[String]) -> Bound {
    let balance = |id: &str| Commodity::ALL.iter().map(|commodity| campaign.stock.balance(id, *commodity)).sum::<i64>();
    let since = |id: &String| {
        let mut held = balance(id);
        let moves = changes.stock.get(id).map_or(&[][..], Vec::as_slice);
        let filled = moves.iter().rev().find(|(_, more)| {
            held -= more;
            held <= 0
        });
        filled.map_or(changes.start, |(bound, _)| *bound)
    };
    accounts.iter().map(since).max().unwrap_or(changes.start)
}

/// Open dumps that no LOG vehicle of their owner can serve.
pub(crate) fn dumps(campaign: &Campaign, tree: &Tree<'_>) -> Vec<Finding> {
    let serves = |f: &&Formation| f.vehicle_of() == Some(Commodity::Log) && f.is_on_map();
    let open = campaign.dumps.values().filter(|dump| !dump.closed);
    // Vehicles that are still to come need nobody.
    let is_awaited = |owner: &FormationId| {
        campaign.formations.get(owner).is_some_and(|owner| tree.awaits(owner, Some(Commodity::Log)).is_some())
    };
    let idle = open.filter(|dump| !tree.children(&dump.owner).iter().any(serves) && !is_awaited(&dump.owner));
    let told = |dump: &campaign::Dump| {
        let what = Found::NoVehicle(dump.owner.clone());
        let leaf = NewLeaf::new(campaign, &dump.owner, Some(Commodity::Log), dump.square);
        let vehicles = tree.children(&dump.owner).iter().filter(|f| f.vehicle_of() == Some(Commodity::Log));
        let things = vehicles.map(|f| f.id.to_string()).chain([dump.id.to_string()]).collect();
        let (square, rests_on) = (Some(dump.square), (STATE, things));
        Finding { square, rests_on, ..finding(what, dump.id.as_str(), Offer::Give(leaf)) }
    };
    idle.map(told).collect()
}

/// Railheads with stock on which no line or chain ends, and vehicles that stand with nothing in them, but for these that another
/// finding would send.
pub(crate) fn stocks(planned: &mut Planned<'_>, sheet: &[Assessment], sent: &BTreeSet<&str>) -> Vec<Finding> {
    let campaign = planned.campaign;
    let holds = |id: &str| Commodity::ALL.iter().any(|commodity| campaign.stock.balance(id, *commodity) > 0);
    let graph = SupplyGraph::new(campaign, sheet);
    let is_unused = |id: &str| holds(id) && !graph.is_drawn_on(id);
    let unused = campaign.railheads.values().filter(|head| is_unused(head.id.as_str()));
    let unused = unused.map(|railhead| {
        let is_planned = planned.loads_at(railhead);
        let command = if is_planned { Offer::Plan(railhead.side) } else { Offer::Stocks(railhead.id.clone()) };
        let (square, rests_on) = (Some(railhead.square), (FILLED, vec![railhead.id.to_string()]));
        Finding { square, rests_on, ..finding(Found::UnusedRailhead(is_planned), railhead.id.as_str(), command) }
    });
    let unused: Vec<Finding> = unused.collect();
    let idle = campaign.formations.values().filter(|f| {
        let marched = f.leaf.as_ref().is_some_and(|leaf| leaf.march.today);
        let on_the_road = campaign.convoy_of(f.id.as_str()).is_some() || campaign.is_to_be_sent(&f.id);
        let comes = |goal: &Goal| matches!(goal, Goal::Formation(to) if f.parent.as_ref() == Some(to));
        let is_awaited = campaign.convoys.values().any(|convoy| comes(&convoy.to));
        let is_empty = f.vehicle_of().is_some() && !holds(f.id.as_str());
        f.is_on_map() && !marched && !on_the_road && !is_awaited && is_empty && !sent.contains(f.id.as_str())
    });
    let network = supply::network(campaign);
    let mut timing = Timing::new(campaign, &network);
    let mut offered = Offered::new();
    let idle = idle.map(|vehicle| {
        let mut could_fetch = || {
            let is_link = graph.is_link(vehicle.id.as_str());
            if is_link { None } else { fetch(campaign, sheet, vehicle, (&mut timing, &mut offered)) }
        };
        // What the plan would do is told by the plan alone, and for what it brings nobody else is to be sent.
        let (could, remedy) = if planned.sends(vehicle) {
            (IdleVehicle::Planned, Offer::Plan(vehicle.side).into())
        } else if is_brought(planned, vehicle) {
            (IdleVehicle::NotNeeded, Remedy::Nothing)
        } else {
            could_fetch().map_or((IdleVehicle::NotNeeded, Remedy::Nothing), |remedy| (IdleVehicle::Fetches, remedy))
        };
        let (square, rests_on) = (vehicle.stands_on(), (VEHICLE, vec![vehicle.id.to_string()]));
        Finding { square, rests_on, ..finding(Found::IdleVehicle(could), vehicle.id.as_str(), remedy) }
    });
    let idle: Vec<Finding> = idle.collect();
    [unused, idle].concat()
}

/// Whether the plan would bring the formation of a vehicle what that carries.
fn is_brought(planned: &mut Planned<'_>, vehicle: &Formation) -> bool {
    let of = vehicle.parent.as_ref().zip(vehicle.vehicle_of());
    of.is_some_and(|(parent, carries)| planned.brings_to(vehicle.side, parent, carries))
}

/// What others have been offered to fetch, by account: what is there for one is there once.
type Offered = BTreeMap<(String, Commodity), u32>;

/// What an empty vehicle could do: fetch what its formation draws, or march to where that lies; nothing where nothing lies
/// there that is not promised or offered to others, or it would be too long on the road.
fn fetch(
    campaign: &Campaign,
    sheet: &[Assessment],
    vehicle: &Formation,
    (timing, offered): (&mut Timing<'_>, &mut Offered),
) -> Option<Remedy> {
    let of = sheet.iter().find(|a| vehicle.parent.as_ref() == Some(&a.unit))?;
    let carries = vehicle.vehicle_of()?;
    let id = vehicle.id.as_str();
    let accounts: Vec<String> = match carries {
        Commodity::Pol => of.pol.links.last().filter(|l| l.is_ok()).map(|l| l.to.clone()).into_iter().collect(),
        _ => of.log.legs.iter().map(|leg| leg.to.to_string()).collect(),
    };
    let stock = |account: &str| {
        let promised: u32 = campaign.promised(&AccountId::from(account), carries).iter().sum();
        let given = promised + offered.get(&(account.to_owned(), carries)).copied().unwrap_or_default();
        campaign.stock.balance(account, carries) - i64::from(given)
    };
    let is_here = |account: &str| campaign.account_square(account) == vehicle.stands_on();
    // What its formation holds itself need not be fetched.
    let is_own = |account: &str| campaign.dumps.get(account).is_some_and(|dump| dump.owner == of.unit);
    let mut stocked = accounts.iter().filter(|account| stock(account) > 0 && !is_own(account));
    let pushes = campaign.formations.get(&of.unit).is_some_and(|unit| unit.echelon >= Echelon::Corps);
    let is_late = pushes && campaign.bound.phase != Phase::Am;
    let send = |account: &String| {
        let units = stock(account).min(i64::from(vehicle.leaf.as_ref().map_or(0, |leaf| leaf.capacity)));
        SupplySend {
            vehicles: vec![id.to_owned()],
            load: Some(format!("{units}{}", carries.as_str())),
            from: Some(account.clone()),
            to: of.unit.to_string(),
            bound: is_late.then(|| next_morning(campaign.bound)),
            ..SupplySend::default()
        }
    };
    let legal = |send: SupplySend| {
        let sending = send.sending(campaign).ok().filter(|sending| sending.against.is_empty())?;
        Some((send, sending.convoy))
    };
    let here = stocked.clone().filter(|account| is_here(account)).map(send);
    let mut legal = here.chain(stocked.clone().map(send)).filter_map(legal).peekable();
    if legal.peek().is_some() {
        let mut is_soon = |convoy: &Convoy| timing.bounds(convoy).is_some_and(|bounds| bounds <= SETTLED_WITHIN);
        let (send, convoy) = legal.find(|(_, convoy)| is_soon(convoy))?;
        drop(legal);
        let take = convoy.take.as_ref();
        for (from, units) in take.into_iter().map(|take| (&take.from, take.load.of(carries))) {
            *offered.entry((from.to_string(), carries)).or_default() += units;
        }
        return Some(Offer::Send(send).into());
    }
    drop(legal);
    let square = stocked.find_map(|account| campaign.account_square(account));
    square.map(|square| Remedy::March(vehicle.id.clone(), square))
}
