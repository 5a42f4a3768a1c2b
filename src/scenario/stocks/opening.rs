//! Opening stock: what the folder gives, and in full detail what every supply formation has beside.

use std::collections::BTreeSet;

use campaign::{Campaign, Event, Formation, Transfer, Tree, apply};
use domain::{AccountId, Bound, Commodity, Detail};

use crate::stocks::held::Held;
use crate::text::log::{Log, Spot};

/// What a supply formation holds of each commodity, as far as its vehicles have room.
pub(crate) const LOAD: u32 = 2;

/// Books the opening stock.
pub(crate) fn book(campaign: &mut Campaign, mut held: Vec<Held>, log: &Log) {
    held.extend(beside(campaign, &held));
    for Held { account, commodity, quantity } in held.into_iter().filter(|held| held.quantity > 0) {
        let transfer = Transfer {
            number: campaign.stock.made() + 1,
            from: "opening".into(),
            to: account,
            commodity,
            quantity,
            bound: campaign.bound,
            reason: "opening stock".to_owned(),
        };
        if let Err(refusal) = apply(campaign, &Event::StockTransferred { transfer }) {
            log.fault(Spot::file("stocks.csv"), refusal.to_string(), "");
        }
    }
}

/// The accounts that hold nothing and to which a reader of the folder would give an opening stock, were that not said.
pub(crate) fn empty(campaign: &Campaign) -> Vec<(AccountId, Commodity)> {
    let held = campaign.stock.balances().map(|(account, commodity, _)| Held {
        account: account.clone(),
        commodity,
        quantity: 0,
    });
    let held: Vec<Held> = held.collect();
    beside(campaign, &held).into_iter().map(|held| (held.account, held.commodity)).collect()
}

/// What supply formations hold beside what is given.
fn beside(campaign: &Campaign, held: &[Held]) -> Vec<Held> {
    // A folder of a later bound gives all that there is.
    let is_opening = campaign.settings.detail() == Detail::Full && campaign.bound == Bound::FIRST;
    if is_opening { loads(campaign, held) } else { Vec::new() }
}

fn loads(campaign: &Campaign, held: &[Held]) -> Vec<Held> {
    let given: BTreeSet<&str> = held.iter().map(|held| held.account.as_str()).collect();
    let tree = Tree::new(campaign);
    let lowest = |formation: &&Formation| {
        tree.is_supply_formation(formation)
            && tree.with_all_under(formation).iter().skip(1).all(|under| !tree.is_supply_formation(under))
    };
    let mut loads = Vec::new();
    for formation in tree.all().into_iter().filter(lowest) {
        let dumps: Vec<_> = campaign.dumps.values().filter(|dump| dump.owner == formation.id).collect();
        let vehicles: Vec<_> =
            tree.children(&formation.id).iter().copied().filter(|child| child.vehicle_of().is_some()).collect();
        let has_some = dumps.iter().any(|dump| given.contains(dump.id.as_str()))
            || vehicles.iter().any(|vehicle| given.contains(vehicle.id.as_str()));
        if has_some {
            continue;
        }
        let wanted = [(Commodity::Log, true), (Commodity::Pol, tree.will_need_pol(formation))];
        for (commodity, _) in wanted.into_iter().filter(|(_, is_wanted)| *is_wanted) {
            if let Some(dump) = dumps.first() {
                loads.push(Held { account: dump.id.clone(), commodity, quantity: LOAD });
            } else {
                loads.extend(on_vehicles(&vehicles, commodity));
            }
        }
    }
    loads
}

/// The load of a formation on its vehicles of one commodity, each filled to its capacity before the next.
fn on_vehicles(vehicles: &[&Formation], commodity: Commodity) -> Vec<Held> {
    let mut left = LOAD;
    let mut loads = Vec::new();
    for vehicle in vehicles.iter().filter(|vehicle| vehicle.vehicle_of() == Some(commodity)) {
        let room = vehicle.leaf.as_ref().map_or(0, |leaf| leaf.capacity);
        let quantity = room.min(left);
        left -= quantity;
        if quantity > 0 {
            loads.push(Held { account: AccountId::from(vehicle.id.as_str()), commodity, quantity });
        }
    }
    loads
}
