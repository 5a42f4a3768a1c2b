//! What must always hold (model page, "Always true").

use std::collections::{BTreeMap, BTreeSet};

use domain::{AccountId, Commodity, Grade};

use super::march::BOUND_MINUTES;
use super::{Campaign, Formation, Goal, Pool, is_boundary};
use crate::orbat::tree::would_be_a_cycle;

/// Something that does not hold though it always must.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// What kind of thing it is, in a word: `stock_sum`, `strength`, `superior`.
    pub kind: &'static str,
    /// Where: the id of a formation or account, or a square.
    pub at: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

/// Every breach of the invariants, in a fixed order; none in a sound campaign.
pub fn breaches(campaign: &Campaign) -> Vec<Breach> {
    let mut found = stock_breaches(campaign);
    for formation in campaign.formations.values() {
        strength_breaches(formation, &mut found);
        superior_breaches(campaign, formation, &mut found);
        square_breaches(campaign, formation, &mut found);
        march_breaches(campaign, formation, &mut found);
    }
    order_breaches(campaign, &mut found);
    convoy_breaches(campaign, &mut found);
    rail_breaches(campaign, &mut found);
    group_breaches(campaign, &mut found);
    replacement_breaches(campaign, &mut found);
    grade_breaches(campaign, &mut found);
    found
}

fn breach(kind: &'static str, at: &str, expected: impl Into<String>, found: &impl ToString) -> Breach {
    Breach { kind, at: at.to_owned(), expected: expected.into(), found: found.to_string() }
}

fn stock_breaches(campaign: &Campaign) -> Vec<Breach> {
    let mut sums: BTreeMap<Commodity, i64> = BTreeMap::new();
    let mut found = Vec::new();
    for (account, commodity, quantity) in campaign.stock.balances() {
        *sums.entry(commodity).or_default() += quantity;
        if quantity < 0 && !is_boundary(account.as_str()) {
            found.push(breach("stock_below_zero", account.as_str(), "0 or more", &quantity));
        }
    }
    found.extend(sums.iter().filter(|(_, s)| **s != 0).map(|(c, s)| breach("stock_sum", c.name(), "0", s)));
    found
}

fn strength_breaches(formation: &Formation, found: &mut Vec<Breach>) {
    let Some(leaf) = &formation.leaf else { return };
    for base in &leaf.bases {
        if base.sp > base.sp_full {
            found.push(breach("strength", formation.id.as_str(), format!("at most {} SP", base.sp_full), &base.sp));
        }
        if base.markers > base.sp {
            found.push(breach("markers", formation.id.as_str(), format!("at most {}", base.sp), &base.markers));
        }
    }
}

fn superior_breaches(campaign: &Campaign, formation: &Formation, found: &mut Vec<Breach>) {
    let Some(parent) = &formation.parent else { return };
    match campaign.formations.get(parent) {
        None => found.push(breach("superior", formation.id.as_str(), "a superior that exists", parent)),
        Some(superior) if superior.side != formation.side => {
            found.push(breach("superior_side", formation.id.as_str(), formation.side.as_str(), &superior.side));
        }
        Some(_) if would_be_a_cycle(campaign, &formation.id, parent) => {
            found.push(breach("cycle", formation.id.as_str(), "no cycle", parent));
        }
        Some(_) => {}
    }
}

fn square_breaches(campaign: &Campaign, formation: &Formation, found: &mut Vec<Breach>) {
    let Some(leaf) = &formation.leaf else { return };
    match leaf.square {
        None if leaf.state.is_on_map() => found.push(breach("square", formation.id.as_str(), "a square", &"none")),
        Some(square) if !campaign.frame.contains(square) => {
            found.push(breach("square", formation.id.as_str(), "a square of the map", &square));
        }
        _ => {}
    }
}

fn march_breaches(campaign: &Campaign, formation: &Formation, found: &mut Vec<Breach>) {
    let Some(leaf) = &formation.leaf else { return };
    let id = formation.id.as_str();
    if leaf.march.minutes > BOUND_MINUTES {
        found.push(breach("minutes", id, format!("at most {BOUND_MINUTES}"), &leaf.march.minutes));
    }
    if let Some(towards) = leaf.march.towards {
        let is_next = leaf.square.is_some_and(|at| at.steps_to(towards.square) == 1);
        if !is_next || !campaign.frame.contains(towards.square) {
            found.push(breach("next_square", id, "a neighbour of its square", &towards.square));
        }
        if towards.minutes == 0 {
            found.push(breach("next_square", id, "minutes above 0", &towards.minutes));
        }
    }
    if let Some(passed) = leaf.march.passed.filter(|p| p.count == 0 || !campaign.frame.contains(p.square)) {
        found.push(breach("way_point", id, "a square of the map, and a count above 0", &passed.square));
    }
}

fn order_breaches(campaign: &Campaign, found: &mut Vec<Breach>) {
    for order in &campaign.orders {
        if !campaign.formations.contains_key(&order.unit) {
            found.push(breach("order", order.unit.as_str(), "a unit that exists", &"none"));
        }
        if order.bound < campaign.bound || order.bound > campaign.bound.next() {
            let expected = format!("for {} or {}", campaign.bound, campaign.bound.next());
            found.push(breach("order", order.unit.as_str(), expected, &order.bound));
        }
        let is_account = |id: &AccountId| campaign.dumps.contains_key(id) || campaign.railheads.contains_key(id);
        for gone in order.action.accounts().into_iter().filter(|id| !is_account(id)) {
            found.push(breach("order", order.unit.as_str(), "a dump or railhead that exists", gone));
        }
        for gone in order.action.formations().into_iter().filter(|id| !campaign.formations.contains_key(*id)) {
            found.push(breach("order", order.unit.as_str(), "a formation that exists", gone));
        }
    }
    for (what, claim) in &campaign.claims {
        let is_store = campaign.dumps.contains_key(what) || campaign.railheads.contains_key(what);
        let is_there = is_store || campaign.formations.contains_key(what);
        if !is_there || claim.what != *what {
            found.push(breach("claim", what.as_str(), "a dump, railhead or leaf that exists", &claim.what));
        }
        if !campaign.formations.contains_key(&claim.by) {
            found.push(breach("claim", what.as_str(), "a captor that exists", &claim.by));
        }
    }
}

fn convoy_breaches(campaign: &Campaign, found: &mut Vec<Breach>) {
    let is_account = |id: &AccountId| campaign.dumps.contains_key(id) || campaign.railheads.contains_key(id);
    let mut driving = BTreeSet::new();
    for (lead, convoy) in &campaign.convoys {
        let id = lead.as_str();
        if convoy.lead() != Some(lead) {
            found.push(breach("convoy", id, "the name of its first vehicle", &lead));
        }
        for vehicle in &convoy.vehicles {
            if campaign.formations.get(vehicle).and_then(Formation::vehicle_of).is_none() {
                found.push(breach("convoy", id, "supply vehicles", vehicle));
            }
            if !driving.insert(vehicle) {
                found.push(breach("convoy", id, "vehicles of no other convoy", vehicle));
            }
        }
        let from = convoy.take.iter().map(|take| &take.from);
        let to = match &convoy.to {
            Goal::Account(account) => Some(account),
            Goal::Formation(_) | Goal::Square(_) => None,
        };
        let gone = from.chain(to).filter(|account| !is_account(account));
        found.extend(gone.map(|account| breach("convoy", id, "a dump or railhead that exists", account)));
    }
}

fn rail_breaches(campaign: &Campaign, found: &mut Vec<Breach>) {
    for (id, job) in &campaign.rail_jobs {
        let is_leaf = campaign.formations.get(id).is_some_and(|f| f.leaf.is_some());
        if !is_leaf || job.leaf != *id {
            found.push(breach("rail_job", id.as_str(), "a leaf that exists", &job.leaf));
        }
        for (line, lengths) in job.stretches() {
            let railway = campaign.railways.iter().find(|railway| railway.name == line);
            let runs = |length| railway.is_some_and(|railway| railway.lengths().any(|there| there == length));
            if !lengths.iter().all(|length| runs(*length)) {
                found.push(breach("rail_job", id.as_str(), "lengths of a railway", &line));
            }
        }
    }
}

fn group_breaches(campaign: &Campaign, found: &mut Vec<Breach>) {
    for (id, group) in &campaign.groups {
        let side = campaign.formations.get(id).filter(|f| f.leaf.is_none()).map(|f| f.side);
        if side.is_none() {
            found.push(breach("battle_group", id.as_str(), "a formation that is not a leaf", &"none"));
        }
        let Some(side) = side else { continue };
        let named = group.parts.iter().flat_map(|(part, from)| [part, from]).chain([&group.raised_from]);
        let gone = named.filter(|named| campaign.formations.get(*named).is_none_or(|f| f.side != side));
        found.extend(gone.map(|named| breach("battle_group", id.as_str(), "formations of its side", named)));
    }
}

fn replacement_breaches(campaign: &Campaign, found: &mut Vec<Breach>) {
    for entry in &campaign.replacements {
        let at = entry.pool.to_string();
        let is_there = match &entry.pool {
            Pool::Formation(id) => campaign.formations.contains_key(id),
            Pool::Side(side) => campaign.side(*side).is_some(),
        };
        if !is_there {
            found.push(breach("replacement", &at, "a pool of a formation or side", &"none"));
        }
        if entry.given > entry.sp {
            found.push(breach("replacement", &at, format!("at most {} SP given", entry.sp), &entry.given));
        }
    }
}

fn grade_breaches(campaign: &Campaign, found: &mut Vec<Breach>) {
    let last: BTreeMap<_, _> = campaign.grades.iter().map(|row| (&row.formation, row.after)).collect();
    let word = |grade: Option<Grade>| grade.map_or("none", Grade::as_str);
    for (id, after) in last {
        let present = campaign.formations.get(id).and_then(|f| f.grade);
        if present != after {
            found.push(breach("grade", id.as_str(), word(after), &word(present)));
        }
    }
}
