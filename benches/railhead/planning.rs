//! A supply plan for all vehicles of both sides of the theatre: wants, hours, choice and reasons.

use std::time::Duration;

use campaign::{Action, Campaign, MarchOrder, Order, Orders, Setting, StockBook};
use domain::{AccountId, Commodity, Echelon, SideId};
use supply::plan::{Asked, ConvoyPlan, plan};

use crate::yardstick::{head, median, row};

const RUNS: usize = 9;

/// Measures and prints.
pub(crate) fn measure(campaign: &Campaign, flood: Duration) {
    let campaign = stocked(campaign);
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let asked = Asked { only: None, bounds: 3 };
    let network = supply::network(&campaign);
    let (planning, plans) = median(RUNS, || plan(&network, &campaign, &sides, asked));
    let (building, _) = median(RUNS, || supply::network(&campaign));
    describe(&plans);
    head("A plan for the theatre", "floods");
    row("a plan for all vehicles of both sides", planning + building, flood);
}

/// The theatre with counted stocks: railheads and dumps hold some, a third of the divisions has fired, every mobile division
/// is ordered to march, two trucks of three are empty.
fn stocked(campaign: &Campaign) -> Campaign {
    let mut campaign = campaign.clone();
    campaign.settings.set(Setting::Detail, "full");
    let mut held: Vec<(AccountId, Commodity, i64)> = Vec::new();
    let mut give = |id: &str, log: i64, pol: i64| {
        held.push((AccountId::from(id), Commodity::Log, log));
        held.push((AccountId::from(id), Commodity::Pol, pol));
    };
    campaign.railheads.keys().for_each(|id| give(id.as_str(), 20, 10));
    for (number, dump) in campaign.dumps.values().enumerate() {
        let army = dump.level >= Echelon::Army;
        give(dump.id.as_str(), if army { 12 } else { number as i64 % 4 }, if army { 8 } else { number as i64 % 3 });
    }
    let divisions: Vec<_> = campaign.formations.values().filter(|f| f.echelon == Echelon::Division).cloned().collect();
    for (number, division) in divisions.iter().enumerate() {
        if number % 3 == 0 {
            held.push((AccountId::from(format!("{}.log", division.id)), Commodity::Log, 1));
        }
        let under = format!("{}.r", division.id);
        for leaf in campaign.formations.values_mut().filter(|_| number % 3 == 1) {
            if let Some(leaf) = leaf.leaf.as_mut().filter(|_| leaf.id.as_str().starts_with(&under)) {
                leaf.bases[0].out_of_ammo = true;
            }
        }
    }
    campaign.orders = Orders::from_list(divisions.iter().filter_map(|division| march(&campaign, division)));
    let made = held.len() as u64;
    campaign.stock = StockBook::from_balances(held.into_iter().filter(|(_, _, units)| *units > 0), made);
    campaign
}

/// An order to march, for a division with a bowser.
fn march(campaign: &Campaign, division: &campaign::Formation) -> Option<Order> {
    let bowser = campaign.formation(&format!("{}.pol", division.id))?;
    let way = vec![bowser.stands_on()?];
    let rate = campaign::march::Manner::Contact;
    let order = MarchOrder { way, rate, close_up: false, split: false, alone: false };
    Some(Order { unit: division.id.clone(), bound: campaign.bound.next(), action: Action::Move(order) })
}

fn describe(plans: &[ConvoyPlan]) {
    for plan in plans {
        let wanted: u32 = plan.wants.iter().map(|want| want.units).sum();
        let met: u32 = plan.trips.iter().flat_map(|trip| &trip.meets).map(|met| met.units).sum();
        let proof = plan.proof.as_ref().map(|proof| (proof.is_optimal(), &proof.met, proof.minutes));
        println!(
            "{}: {} vehicles, {wanted} units wanted, {met} met by {} trips; {proof:?}",
            plan.side,
            plan.vehicles,
            plan.trips.len()
        );
    }
}
