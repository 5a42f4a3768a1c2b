//! The generated theatre made ready for a war: counted stocks, engineers, air wings, trains; read from its folder.

use campaign::{Airfield, Base, BaseMarks, Campaign, Formation, Leaf, Setting, StockBook, Wing};
use domain::{AccountId, Arm, Commodity, Echelon, FormationId, Mobility, Role, Square};
use scenario::{read, write};

use crate::theatre::{Size, theatre};

/// What the sources of a side give in a day, and what railheads and dumps hold when the war begins.
const LOG_A_DAY: u32 = 12;
const POL_A_DAY: u32 = 8;

/// The theatre of a size as a campaign folder gives it, ready for a war.
pub(super) fn muster(size: Size, seed: u64) -> Campaign {
    let mut campaign = theatre(size, seed);
    campaign.settings.set(Setting::Detail, "full");
    raise_engineers(&mut campaign);
    raise_guns(&mut campaign);
    raise_wings(&mut campaign);
    for railhead in campaign.railheads.values_mut() {
        (railhead.log_a_day, railhead.pol_a_day) = (LOG_A_DAY, POL_A_DAY);
    }
    campaign.stock = stocks(&campaign);
    let reading = read(&write(&campaign), &[]);
    let faults: Vec<String> = reading.faults.iter().take(5).map(|fault| format!("{fault:?}")).collect();
    reading.campaign.unwrap_or_else(|| panic!("the theatre is no campaign folder: {faults:?}"))
}

/// A leaf like another, of another arm.
fn like(model: &Formation, id: &str, parent: &str, arm: Arm, mobility: Mobility, role: Role) -> Formation {
    let base = Base { role, marks: BaseMarks::default(), ..model.leaf.as_ref().unwrap().bases[0].clone() };
    let leaf = Leaf { bases: vec![base], carries: None, capacity: 0, ..model.leaf.clone().unwrap() };
    let (id, parent) = (FormationId::from(id), Some(FormationId::from(parent)));
    Formation { name: id.to_string(), id, parent, arm, mobility: Some(mobility), leaf: Some(leaf), ..model.clone() }
}

fn add(campaign: &mut Campaign, mut formation: Formation, square: Square) {
    formation.order = campaign.formations.len() as u32;
    formation.leaf.as_mut().unwrap().square = Some(square);
    campaign.formations.insert(formation);
}

/// Engineers at every railhead that is no source, and beside the HQ of every corps.
fn raise_engineers(campaign: &mut Campaign) {
    let corps: Vec<Formation> = campaign.formations.values().filter(|f| f.echelon == Echelon::Corps).cloned().collect();
    let model = campaign.formations.values().find(|f| f.is_fighting_leaf()).unwrap().clone();
    let raised = |side, id: &str, parent: &str| {
        let model = Formation { side, ..model.clone() };
        like(&model, id, parent, Arm::Engineer, Mobility::Foot, Role::Fighting)
    };
    for corps in &corps {
        let hq = campaign.formation(&format!("{}.hq", corps.id)).and_then(Formation::stands_on).unwrap();
        let sappers = raised(corps.side, &format!("{}.eng", corps.id), corps.id.as_str());
        add(campaign, sappers, hq);
    }
    for railhead in campaign.railheads.clone().into_values().filter(|railhead| !railhead.source) {
        let army = corps.iter().find(|corps| corps.side == railhead.side).unwrap().parent.clone().unwrap();
        let troops = raised(railhead.side, &format!("{}.rail", railhead.id), army.as_str());
        add(campaign, troops, railhead.square);
    }
}

/// Guns of 105 mm beside the HQ of every corps, of which fire units may be counted.
fn raise_guns(campaign: &mut Campaign) {
    let model = campaign.formations.values().find(|f| f.is_fighting_leaf()).unwrap().clone();
    let corps: Vec<Formation> = campaign.formations.values().filter(|f| f.echelon == Echelon::Corps).cloned().collect();
    for corps in corps {
        let hq = campaign.formation(&format!("{}.hq", corps.id)).and_then(Formation::stands_on).unwrap();
        let (model, id) = (Formation { side: corps.side, ..model.clone() }, format!("{}.guns", corps.id));
        let mut guns = like(&model, &id, corps.id.as_str(), Arm::Artillery, Mobility::Foot, Role::Support);
        guns.leaf.as_mut().unwrap().bases[0].calibre_mm = Some(105);
        add(campaign, guns, hq);
    }
}

/// A transport wing a side at the HQ of its first group, and an airfield there and beside every dump of an army.
fn raise_wings(campaign: &mut Campaign) {
    for side in campaign.sides.clone() {
        let group = format!("{}.g0", side.id);
        let hq = campaign.formation(&format!("{group}.hq")).unwrap().clone();
        let home = hq.stands_on().unwrap();
        let wing = like(&hq, &format!("{}.wing", side.id), &group, Arm::Transport, Mobility::Air, Role::Air);
        campaign.wings.insert(wing.id.clone(), Wing { sorties: 40, load_kg: 10_000 });
        add(campaign, wing, home);
        let of_army =
            |dump: &&campaign::Dump| dump.level == Echelon::Army && dump.id.as_str().starts_with(side.id.as_str());
        let fields: Vec<Square> = campaign.dumps.values().filter(of_army).map(|dump| dump.square).collect();
        for (number, square) in [home].into_iter().chain(fields).enumerate() {
            let field = Airfield {
                id: format!("{}.field{number}", side.id).as_str().into(),
                place: None,
                square,
                side: side.id,
                landings: (number % 2 == 1).then_some(60),
                used_for: String::new(),
                note: String::new(),
            };
            campaign.airfields.insert(field.id.clone(), field);
        }
    }
}

/// Stock in every railhead, dump and second vehicle, from `opening`.
fn stocks(campaign: &Campaign) -> StockBook {
    let mut held: Vec<(AccountId, Commodity, i64)> = Vec::new();
    let stores = campaign.railheads.keys().chain(campaign.dumps.keys());
    for (number, id) in stores.enumerate() {
        held.push((id.clone(), Commodity::Log, 8 + number as i64 % 5));
        held.push((id.clone(), Commodity::Pol, 4 + number as i64 % 3));
    }
    for vehicle in campaign.formations.values().filter(|f| f.vehicle_of().is_some()).step_by(2) {
        held.push((AccountId::from(vehicle.id.as_str()), vehicle.vehicle_of().unwrap(), 1));
    }
    for commodity in [Commodity::Log, Commodity::Pol] {
        let sum: i64 = held.iter().filter(|(_, of, _)| *of == commodity).map(|(_, _, units)| units).sum();
        held.push((AccountId::from("opening"), commodity, -sum));
    }
    let made = held.len() as u64;
    StockBook::from_balances(held, made)
}
