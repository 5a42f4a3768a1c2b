//! House rules of supply switched on and off, with what they live on: partisans, strikes, fire units; battle groups and pools.

use campaign::{Campaign, Formation, Setting, StrikeTarget};
use domain::{Arm, Echelon, Square};
use ops::Request;
use ops::command::{
    PartisansSet, ReplacementAdd, ReplacementRemove, ReplacementSet, SettingSet, StrikesSet, SupplyReceive, UnitMerge,
    UnitReplace, UnitSet, UnitSplit,
};
use rand::RngExt as _;

use super::game::War;

/// House rules and their figures, each with what it may be. Each is changed at least so often in 300 bounds as [`CHANGED`].
pub(super) const HOUSE: &[(&str, &[&str])] = &[
    ("consumption", &["on", "off"]),
    ("calibre_ammunition", &["on", "off"]),
    ("truck_attrition", &["on", "off"]),
    ("truck_die_km", &["300", "30"]),
    ("truck_reach", &["0", "6"]),
    ("partisans", &["on", "off"]),
    ("air_interdiction", &["on", "off"]),
    ("strike_die", &["2", "5"]),
    ("isolation", &["on", "off"]),
    ("isolation_rest", &["6", "1"]),
    ("isolation_dice", &["12", "2"]),
    ("isolation_loss", &["18", "3"]),
    ("overextension", &["on", "off"]),
    ("overextension_hours", &["18", "1"]),
    ("news_delay", &["on", "off"]),
    ("news_bounds", &["1", "3"]),
    ("ground_lorries", &["on", "off"]),
    ("ground_trains", &["on", "off"]),
    ("limit_division", &["0", "3"]),
    ("limit_corps", &["0", "6"]),
    ("limit_army", &["0", "12"]),
    ("limit_railhead", &["0", "9"]),
];

/// How often each of [`HOUSE`] is changed at least in 300 bounds.
pub(super) const CHANGED: u32 = 3;

/// A house rule, or a figure of one, is changed to something that it is not: one of those changed least often so far.
pub(super) fn rule(war: &mut War) {
    let fewest = HOUSE.iter().map(|(key, _)| war.done(key)).min();
    let least: Vec<_> = HOUSE.iter().copied().filter(|(key, _)| Some(war.done(key)) == fewest).collect();
    let Some((key, values)) = war.one(&least) else { return };
    let now = war.campaign.settings.get(key.parse::<Setting>().unwrap()).to_owned();
    let other: Vec<&str> = values.iter().copied().filter(|value| *value != now).collect();
    let Some(value) = war.one(&other) else { return };
    let request = SettingSet { key: key.to_owned(), value: value.to_owned() };
    war.give(key, &Request::SettingSet(request));
}

fn side(war: &mut War) -> String {
    war.one(&["WE", "EA"]).unwrap_or("WE").to_owned()
}

/// Some square of a road or railway, where traffic is.
fn on_the_way(war: &mut War) -> Option<Square> {
    let railways = war.campaign.railways.iter().map(|railway| railway.path.as_slice());
    let roads = war.campaign.roads.iter().map(|road| road.path.as_slice());
    let ways: Vec<Vec<Square>> = railways.chain(roads).map(<[Square]>::to_vec).collect();
    let way = war.one(&ways)?;
    war.one(&way)
}

/// Partisans come to a way of the side that they harm, or are gone.
pub(super) fn partisans(war: &mut War) {
    let there: Vec<(Square, String)> =
        war.campaign.partisans.iter().map(|p| (p.square, p.against.to_string())).collect();
    if war.dice.random_ratio(1, 3) {
        let Some((square, against)) = war.one(&there) else { return };
        let squares = vec![war.reference(square)];
        let request = PartisansSet { squares, against, strength: 0, from: None, until: None };
        war.give("partisans-clear", &Request::PartisansSet(request));
        return;
    }
    let (Some(square), against) = (on_the_way(war), side(war)) else { return };
    let squares = vec![war.reference(square)];
    let strength = war.dice.random_range(1..=6);
    let until = war.dice.random_ratio(1, 3).then(|| war.bound().next().next().typed());
    let request = PartisansSet { squares, against, strength, from: None, until };
    war.give("partisans-set", &Request::PartisansSet(request));
}

/// Strikes are booked, and one in four is given up again, or some other.
pub(super) fn strikes(war: &mut War) {
    book(war);
    let booked = war.campaign.strikes.clone();
    let Some(strike) = war.one(&booked).filter(|_| war.dice.random_ratio(1, 4)) else { return };
    let (squares, line) = match &strike.target {
        StrikeTarget::Square(square) => (vec![war.reference(*square)], None),
        StrikeTarget::Line(line) => (Vec::new(), Some(line.clone())),
    };
    let (against, bound) = (strike.against.to_string(), Some(strike.bound.typed()));
    let request = StrikesSet { squares, line, against, bound, cancel: true };
    war.give("strikes-cancel", &Request::StrikesSet(request));
}

/// On squares of a way or on the trains of a line, for this bound or the next.
fn book(war: &mut War) {
    if war.dice.random_ratio(1, 2) {
        return on_a_convoy(war);
    }
    let lines: Vec<String> = war.campaign.railways.iter().map(|railway| railway.name.clone()).collect();
    let line = if war.dice.random_ratio(1, 3) { war.one(&lines) } else { None };
    let mut squares = Vec::new();
    if line.is_none() {
        for _ in 0..3 {
            let Some(square) = on_the_way(war) else { return };
            squares.push(war.reference(square));
        }
    }
    let bound = war.dice.random_ratio(1, 2).then(|| war.bound().next().typed());
    let request = StrikesSet { squares, line, against: side(war), bound, cancel: false };
    war.give("strikes-book", &Request::StrikesSet(request));
}

/// Strikes on the way that some convoy still has before it.
fn on_a_convoy(war: &mut War) {
    let leads: Vec<String> = war.campaign.convoys.keys().map(ToString::to_string).collect();
    let Some(lead) = war.one(&leads) else { return };
    let against = war.campaign.formation(&lead).unwrap().side.to_string();
    let way = war.campaign.convoys[lead.as_str()].way.iter().take(6);
    let squares: Vec<String> = way.map(|square| war.reference(*square)).collect();
    let request = StrikesSet { squares, line: None, against, bound: None, cancel: false };
    war.give("strikes-book", &Request::StrikesSet(request));
}

/// Guns of a corps have fired, and fire units come to the dump of somebody above them.
pub(super) fn fire(war: &mut War) {
    let Some(unit) = war.any(|_, f| f.arm == Arm::Artillery && f.is_fighting_leaf()) else { return };
    let formation = war.campaign.formation(&unit).unwrap().clone();
    let tree = campaign::Tree::new(&war.campaign);
    let above: Vec<_> = tree.superiors(&formation).into_iter().map(|f| f.id.clone()).collect();
    let dumps = war.campaign.dumps.values().filter(|dump| above.contains(&dump.owner));
    let dumps: Vec<String> = dumps.map(|dump| dump.id.to_string()).collect();
    let set = vec![("ammo".to_owned(), "out".to_owned())];
    war.give("guns-fire", &Request::UnitSet(UnitSet { unit, set }));
    let Some(account) = war.one(&dumps) else { return };
    let (quantity, commodity, from) = (war.dice.random_range(1..3), "fu_m".to_owned(), "rail".to_owned());
    war.give("receive-fire", &Request::SupplyReceive(SupplyReceive { account, quantity, commodity, from }));
}

/// One or two parts of a division become a battle group, under it or under somebody else.
pub(super) fn split(war: &mut War) {
    let Some(unit) = war.any(|_, f| f.echelon == Echelon::Division) else { return };
    let side = war.campaign.formation(&unit).unwrap().side;
    let fights = |f: &&Formation| f.parent.as_ref().is_some_and(|parent| parent.as_str() == unit);
    let can = |f: &&Formation| f.echelon == Echelon::Regiment || f.is_fighting_leaf();
    let parts = war.campaign.formations.values().filter(fights).filter(can);
    let parts: Vec<String> = parts.map(|f| f.id.to_string()).collect();
    let Some(part) = war.one(&parts) else { return };
    let corps = |_: &Campaign, f: &Formation| f.side == side && f.echelon == Echelon::Corps;
    let under = if war.dice.random_ratio(1, 4) { war.any(corps) } else { None };
    let id = format!("{unit}.kg{}", war.dice.random_range(0..3));
    let request = UnitSplit { unit, id, name: None, under, echelon: None, parts: vec![part] };
    war.give("unit-split", &Request::UnitSplit(request));
}

/// A battle group is dissolved, or what is left of one leaf fills another.
pub(super) fn merge(war: &mut War) {
    if war.dice.random_ratio(2, 3) {
        let groups: Vec<String> = war.campaign.groups.keys().map(ToString::to_string).collect();
        let Some(unit) = war.one(&groups) else { return };
        war.give("unit-merge", &Request::UnitMerge(UnitMerge { unit, into: None }));
        return;
    }
    let weak = |_: &Campaign, f: &Formation| {
        f.is_fighting_leaf() && f.leaf.as_ref().is_some_and(|leaf| leaf.bases.iter().any(|base| base.sp < base.sp_full))
    };
    let Some(unit) = war.any(weak) else { return };
    let formation = war.campaign.formation(&unit).unwrap().clone();
    let like = |_: &Campaign, f: &Formation| {
        f.id != formation.id && f.parent == formation.parent && f.arm == formation.arm && weak(&war.campaign, f)
    };
    let found: Vec<String> =
        war.campaign.formations.values().filter(|f| like(&war.campaign, f)).map(|f| f.id.to_string()).collect();
    let into = war.one(&found);
    if into.is_some() {
        war.give("leaf-merge", &Request::UnitMerge(UnitMerge { unit, into }));
    }
}

/// SP come into a pool, an entry of one is changed or taken away, or somebody is filled out of one.
pub(super) fn pools(war: &mut War) {
    let pool = match war.any(|_, f| matches!(f.echelon, Echelon::Division | Echelon::Corps)) {
        Some(formation) if war.dice.random_ratio(1, 2) => formation,
        _ => side(war),
    };
    let entries = war.campaign.replacements.len() as u32;
    match war.dice.random_range(0..8) {
        0 if entries > 0 => {
            let entry = war.dice.random_range(1..=entries);
            let set = vec![("sp".to_owned(), war.dice.random_range(1..9_u32).to_string())];
            war.give("replacements-set", &Request::ReplacementSet(ReplacementSet { entry, set }));
        }
        1 => {
            let whole = (1..).zip(&war.campaign.replacements).filter(|(_, entry)| entry.given == 0);
            let whole: Vec<u32> = whole.map(|(number, _)| number).collect();
            let Some(entry) = war.one(&whole).or((entries > 0).then_some(1)) else { return };
            let request = ReplacementRemove { entries: vec![entry] };
            war.give("replacements-remove", &Request::ReplacementRemove(request));
        }
        2..5 => {
            let hurt = |_: &Campaign, f: &Formation| {
                let bases = f.leaf.iter().flat_map(|leaf| &leaf.bases);
                f.is_on_map() && bases.into_iter().any(|base| base.sp < base.sp_full)
            };
            let Some(unit) = war.any(hurt) else { return };
            let formation = war.campaign.formation(&unit).unwrap();
            let tree = campaign::Tree::new(&war.campaign);
            let mut above: Vec<String> = tree.superiors(formation).iter().map(|f| f.id.to_string()).collect();
            above.push(formation.side.to_string());
            let pools = war.campaign.replacements.iter().filter(|entry| entry.left() > 0);
            let pools: Vec<String> = pools.map(|entry| entry.pool.to_string()).filter(|p| above.contains(p)).collect();
            let from = if war.dice.random_ratio(2, 3) { war.one(&pools) } else { None };
            war.give("unit-replace", &Request::UnitReplace(UnitReplace { unit, sp: 1, from }));
        }
        _ => {
            let comes = war.dice.random_ratio(1, 3).then(|| war.bound().next().typed());
            let sp = war.dice.random_range(1..6);
            let request = ReplacementAdd { pool, sp, comes, arm: None, note: String::new() };
            war.give("replacements-add", &Request::ReplacementAdd(request));
        }
    }
}
