//! A scenario of ORBAT Mapper (JSON 3.x): sides, groups, units with symbol codes, positions and supplies by bound.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation, Tree};
use domain::{Bound, Commodity, FormationId, Phase, SideId};
use serde_json::{Map, Value, json};

use super::sidc::{identity, sidc};
use super::{Degrees, Earth};

/// The version of the form.
const VERSION: &str = "3.2.0";

/// The campaign as it stood at one bound after another, as one side knows it or as the umpire does.
pub struct OrbatMapper<'a> {
    /// The campaign at each bound, in order; the last is what is drawn.
    pub bounds: &'a [Campaign],
    /// The side that is to see it; the umpire where there is none.
    pub side: Option<SideId>,
}

/// What a unit is like at a moment.
#[derive(Clone, PartialEq)]
struct State {
    at: Option<Degrees>,
    stock: BTreeMap<&'static str, i64>,
}

/// The scenario; none where the map has no coordinates or there is no bound.
pub fn orbat_mapper(of: &OrbatMapper<'_>) -> Option<Value> {
    let last = of.bounds.last()?;
    Earth::new(&last.frame)?;
    let states: Vec<(Bound, BTreeMap<FormationId, State>)> =
        of.bounds.iter().map(|campaign| (campaign.bound, states(campaign))).collect();
    let tree = Tree::new(last);
    // Who looks on is the friend of his own side; the umpire looks on from the first.
    let mut order: Vec<SideId> = last.sides.iter().map(|side| side.id).collect();
    order.sort_by_key(|side| of.side.is_some_and(|own| own != *side));
    let sides: Vec<Value> = { last.sides.iter() }
        .map(|side| {
            let number = order.iter().position(|id| *id == side.id).unwrap_or_default();
            let roots = tree.roots().iter().filter(|root| root.side == side.id);
            let units: Vec<Value> = roots.map(|root| unit(&tree, &states, last, number, root)).collect();
            json!({
                "id": side.id, "name": side.name, "standardIdentity": identity(number).to_string(),
                "groups": [{"id": format!("{}-units", side.id), "name": side.name, "subUnits": units}],
            })
        })
        .collect();
    let supplies = [Commodity::Log, Commodity::Pol].map(|commodity| json!({"name": commodity.name()}));
    Some(json!({
        "id": last.name, "type": "ORBAT-mapper", "version": VERSION, "name": last.title,
        "startTime": time(of.bounds.first()?, Bound::FIRST), "timeZone": "UTC", "symbologyStandard": "app6",
        "sides": sides, "events": [], "layerStack": [], "equipment": [], "personnel": [],
        "supplyCategories": supplies,
        "settings": {"rangeRingGroups": [], "statuses": [], "supplyClasses": [], "supplyUoMs": []},
    }))
}

/// When a bound begins, as the form writes it: parts of a day that are evenly apart.
fn time(campaign: &Campaign, bound: Bound) -> String {
    let hour = match bound.phase {
        Phase::Am => "06",
        Phase::Pm => "12",
        Phase::Night => "18",
    };
    format!("{}T{hour}:00:00Z", bound.date(campaign.start))
}

/// Where every unit stands and what it holds.
fn states(campaign: &Campaign) -> BTreeMap<FormationId, State> {
    let Some(earth) = Earth::new(&campaign.frame) else { return BTreeMap::new() };
    let tree = Tree::new(campaign);
    let state = |formation: &Formation| {
        let square = campaign.formation(formation.id.as_str()).and_then(|formation| tree.square(formation));
        let held = |commodity: Commodity| campaign.stock.balance(formation.id.as_str(), commodity);
        let carries = formation.vehicle_of();
        let stock = carries.map(|commodity| (commodity.name(), held(commodity))).into_iter().collect();
        State { at: square.map(|square| earth.centre(square)), stock }
    };
    campaign.formations.values().map(|formation| (formation.id.clone(), state(formation))).collect()
}

/// A unit with all under it.
fn unit(
    tree: &Tree<'_>,
    states: &[(Bound, BTreeMap<FormationId, State>)],
    campaign: &Campaign,
    side: usize,
    formation: &Formation,
) -> Value {
    let under: Vec<Value> =
        { tree.children(&formation.id).iter() }.map(|child| unit(tree, states, campaign, side, child)).collect();
    let is_upper = formation.leaf.is_none();
    let mut unit = Map::new();
    unit.insert("id".to_owned(), json!(formation.id));
    unit.insert("name".to_owned(), json!(formation.name));
    let code = sidc(side, formation.echelon, formation.arm, formation.mobility, is_upper);
    unit.insert("sidc".to_owned(), json!(code));
    let changes = changes(states, formation);
    let first = changes.iter().find_map(|(_, state)| state.as_ref());
    if let Some(at) = first.and_then(|state| state.at) {
        unit.insert("location".to_owned(), json!(at));
    }
    if let Some(state) = first.filter(|state| !state.stock.is_empty()) {
        unit.insert("supplies".to_owned(), supplies(state));
    }
    let told: Vec<Value> =
        changes.iter().filter_map(|(bound, state)| Some(told(campaign, formation, *bound, state.as_ref()?))).collect();
    unit.insert("state".to_owned(), json!(told));
    unit.insert("subUnits".to_owned(), json!(under));
    Value::Object(unit)
}

/// The bounds at which it is other than at the bound before.
fn changes(states: &[(Bound, BTreeMap<FormationId, State>)], formation: &Formation) -> Vec<(Bound, Option<State>)> {
    let mut changes: Vec<(Bound, Option<State>)> = Vec::new();
    for (bound, all) in states {
        let now = all.get(&formation.id).cloned();
        if changes.last().is_none_or(|(_, before)| *before != now) {
            changes.push((*bound, now));
        }
    }
    changes
}

fn told(campaign: &Campaign, formation: &Formation, bound: Bound, state: &State) -> Value {
    let mut told = Map::new();
    told.insert("id".to_owned(), json!(format!("{}@{bound}", formation.id)));
    told.insert("t".to_owned(), json!(time(campaign, bound)));
    told.insert("location".to_owned(), json!(state.at));
    if !state.stock.is_empty() {
        told.insert("update".to_owned(), json!({"supplies": supplies(state)}));
    }
    Value::Object(told)
}

fn supplies(state: &State) -> Value {
    state.stock.iter().map(|(name, count)| json!({"name": name, "count": count, "onHand": count})).collect()
}
