//! Ground and order of battle: crossings, railways, settings, losses and what is given back.

use rand::RngExt as _;

use campaign::{Campaign, Formation, Railway};
use domain::{Arm, CrossingState, Echelon, RailState, Square};
use ops::Request;
use ops::command::{
    BoundWeather, CrossingAction, CrossingSet, GroundSet, RailAdvance, RailConvert, RailPriority, RailSet, RailStop,
    SettingSet, UnitAttach, UnitCommand, UnitSet,
};

use super::game::War;

/// Engineers, now and then; else it is the umpire who does it.
fn engineers(war: &mut War) -> Option<String> {
    if war.dice.random_ratio(1, 2) { None } else { war.any(|_, f| f.arm == Arm::Engineer && f.is_fighting_leaf()) }
}

/// Sets engineers down in a square, so that they are near their work.
fn bring(war: &mut War, unit: Option<&String>, square: Square) {
    let Some(unit) = unit else { return };
    let set = vec![("square".to_owned(), war.reference(square))];
    war.order("engineers-set", &Request::UnitSet(UnitSet { unit: unit.clone(), set }), false);
}

fn crossing(war: &mut War, kind: &'static str, action: CrossingAction, state: CrossingState) {
    let of_state = war.campaign.crossings.values().filter(|crossing| crossing.state == state);
    let found: Vec<(String, Option<Square>)> =
        of_state.map(|crossing| (crossing.id.to_string(), crossing.side.map(|side| side.square))).collect();
    let Some((crossing, square)) = war.one(&found) else { return };
    let by = engineers(war);
    if let Some(square) = square {
        bring(war, by.as_ref(), square);
    }
    war.give(kind, &Request::CrossingSet(CrossingSet { crossing, action, from: None, until: None, by }));
}

pub(super) fn blow(war: &mut War) {
    crossing(war, "crossing-destroy", CrossingAction::Destroy, CrossingState::Open);
}

pub(super) fn bridge(war: &mut War) {
    crossing(war, "crossing-repair", CrossingAction::Repair, CrossingState::Destroyed);
}

/// A stretch of railway: its ends, and its line.
fn stretch(war: &mut War, most: usize, is_one: impl Fn(&Railway) -> bool) -> Option<(Square, Square, String)> {
    let lines: Vec<usize> =
        (0..war.campaign.railways.len()).filter(|line| is_one(&war.campaign.railways[*line])).collect();
    let line = war.one(&lines)?;
    let length = war.campaign.railways[line].path.len();
    let from = war.dice.random_range(0..length - 1);
    let to = war.dice.random_range(from + 1..=(from + most).min(length - 1));
    let railway = &war.campaign.railways[line];
    Some((railway.path[from], railway.path[to], railway.name.clone()))
}

pub(super) fn cut(war: &mut War) {
    let Some((from, to, line)) = stretch(war, 3, |_| true) else { return };
    let by = engineers(war);
    bring(war, by.as_ref(), from);
    let (from, to) = (war.reference(from), war.reference(to));
    let line = war.dice.random_ratio(1, 2).then_some(line);
    war.give("rail-cut", &Request::RailSet(RailSet { from, to, line, state: RailState::Cut, by }));
}

/// Something that is cut is put right, by engineers set to work or by the umpire.
pub(super) fn mend(war: &mut War) {
    let cuts = war.campaign.railways.iter().flat_map(|railway| railway.cuts.iter().map(|side| side.squares()));
    let cuts: Vec<(Square, Square)> = cuts.collect();
    let Some((from, to)) = war.one(&cuts) else { return };
    let by = engineers(war);
    bring(war, by.as_ref(), from);
    let (from, to) = (war.reference(from), war.reference(to));
    war.give("rail-repair", &Request::RailSet(RailSet { from, to, line: None, state: RailState::Open, by }));
}

pub(super) fn convert(war: &mut War) {
    let Some((from, to, line)) = stretch(war, 4, |_| true) else { return };
    if war.dice.random_ratio(1, 4) {
        let jobs: Vec<String> = war.campaign.rail_jobs.keys().map(ToString::to_string).collect();
        if let Some(unit) = war.one(&jobs) {
            war.give("rail-stop", &Request::RailStop(RailStop { unit }));
        }
    }
    let by = engineers(war);
    bring(war, by.as_ref(), from);
    let (from, to) = (war.reference(from), war.reference(to));
    let gauge = war.one(&[1435, 1520]).unwrap_or(1520);
    let side = by.is_none().then(|| war.one(&["WE", "EA"]).unwrap_or("WE").to_owned());
    let request = RailConvert { from, to, line: Some(line), gauge, by, side };
    war.give("rail-convert", &Request::RailConvert(request));
}

pub(super) fn advance(war: &mut War) {
    let heads = war.campaign.railheads.values().filter(|head| !head.source);
    let heads: Vec<(String, String)> = heads.map(|head| (head.id.to_string(), head.line.clone())).collect();
    let Some((railhead, line)) = war.one(&heads) else { return };
    let Some((to, ..)) = stretch(war, 1, |railway| railway.name == line) else { return };
    let to = war.reference(to);
    war.give("rail-advance", &Request::RailAdvance(RailAdvance { railhead, to }));
}

pub(super) fn priority(war: &mut War) {
    let heads: Vec<String> = war.campaign.railheads.keys().map(ToString::to_string).collect();
    let Some(what) = war.one(&heads) else { return };
    let priority = war.dice.random_range(0..4);
    let serves = war.any(|_, f| f.echelon == Echelon::Army);
    war.give("rail-priority", &Request::RailPriority(RailPriority { what, priority, serves }));
}

/// Settings that a war may change, each with what it may be.
const SETTINGS: &[(&str, &[&str])] = &[
    ("convoy_blocked", &["go_round", "halt", "turn_back"]),
    ("capture", &["captured", "captured", "destroyed", "umpire"]),
    ("capture_log", &["50", "0", "100", "33"]),
    ("capture_pol", &["100", "50", "0"]),
    ("rail_capacity", &["on", "off"]),
    ("rail_priority", &["on", "off"]),
    ("gauge", &["on", "off", "off"]),
    ("line_trains", &["8", "1", "2"]),
    ("interdiction", &["on", "off"]),
    ("enemy_control_bars", &["on", "off"]),
    ("offroad_km", &["9", "18", "3"]),
    ("bowser_km", &["54", "120"]),
    ("supply_hours_night", &["6", "0"]),
    ("log_tons", &["60", "45"]),
    ("battle_hours", &["all", "moves"]),
    ("medical_needed", &["on", "off"]),
    ("detail", &["full", "full", "full", "full", "simple"]),
];

pub(super) fn setting(war: &mut War) {
    let (key, values) = SETTINGS[war.dice.random_range(0..SETTINGS.len())];
    let value = values[war.dice.random_range(0..values.len())];
    let (key, value) = (key.to_owned(), value.to_owned());
    war.give("setting", &Request::SettingSet(SettingSet { key, value }));
    if war.campaign.settings.detail() == domain::Detail::Simple && war.dice.random_ratio(1, 2) {
        full(war);
    }
}

/// What becomes of what is overrun is settled anew.
pub(super) fn capture(war: &mut War) {
    let mode = war.one(&["captured", "captured", "umpire", "destroyed"]).unwrap_or_default();
    let (key, value) = ("capture".to_owned(), mode.to_owned());
    war.give("setting", &Request::SettingSet(SettingSet { key, value }));
}

/// Stocks are counted again.
fn full(war: &mut War) {
    let (key, value) = ("detail".to_owned(), "full".to_owned());
    war.give("setting", &Request::SettingSet(SettingSet { key, value }));
}

fn set(war: &mut War, kind: &'static str, unit: String, set: &[(&str, &str)]) {
    let set = set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    war.give(kind, &Request::UnitSet(UnitSet { unit, set }));
}

/// Losses, markers, ammunition; vehicles lost with their cargo.
pub(super) fn lose(war: &mut War) {
    if war.dice.random_ratio(1, 3) {
        let Some(unit) = war.any(|_, f| f.vehicle_of().is_some() && f.is_on_map()) else { return };
        let sets: &[&[(&str, &str)]] =
            &[&[("sp", "50%")], &[("sp", "0")], &[("state", "destroyed")], &[("state", "dispersed")]];
        let wanted = sets[war.dice.random_range(0..sets.len())];
        return set(war, "unit-set", unit, wanted);
    }
    let Some(unit) = war.any(|_, f| f.is_fighting_leaf()) else { return };
    let sets: &[&[(&str, &str)]] = &[
        &[("sp", "1")],
        &[("sp", "2"), ("markers", "1")],
        &[("ammo", "out")],
        &[("ammo", "out")],
        &[("state", "disorganised")],
        &[("state", "dispersed")],
        &[("state", "destroyed")],
        &[("state", "off_map"), ("arrives", "now")],
    ];
    let wanted = sets[war.dice.random_range(0..sets.len())];
    if wanted.len() == 2 && wanted[1].0 == "arrives" {
        let (arrives, entry) = (war.bound().next().typed(), war.near(Square::new(0, 20), 30));
        let entry = war.reference(entry);
        return set(war, "unit-set", unit, &[("state", "off_map"), ("arrives", &arrives), ("entry", &entry)]);
    }
    set(war, "unit-set", unit, wanted);
}

/// What was lost comes back near its superior: the war does not run out of men and lorries.
pub(super) fn give_back(war: &mut War) {
    let is_lost = |_: &Campaign, f: &Formation| {
        f.leaf.as_ref().is_some_and(|leaf| !leaf.state.is_on_map() && leaf.arrives.is_none() || leaf.sp() == 0)
    };
    for _ in 0..3 {
        let Some(unit) = war.any(is_lost) else { return };
        let formation = war.campaign.formation(&unit).unwrap().clone();
        let above = campaign::Tree::new(&war.campaign);
        let squares: Vec<Square> = above.superiors(&formation).into_iter().filter_map(|f| above.square(f)).collect();
        let Some(square) = squares.first().copied() else { return };
        let square = war.reference(square);
        set(war, "unit-return", unit, &[("state", "organised"), ("square", &square), ("sp", "100%"), ("ammo", "full")]);
    }
}

pub(super) fn command(war: &mut War) {
    let Some(unit) = war.any(|_, f| f.echelon == Echelon::Division || f.vehicle_of().is_some()) else { return };
    let side = war.campaign.formation(&unit).unwrap().side;
    let corps = |_: &Campaign, f: &Formation| f.side == side && matches!(f.echelon, Echelon::Corps | Echelon::Army);
    let Some(superior) = war.any(corps) else { return };
    war.give("unit-command", &Request::UnitCommand(UnitCommand { unit, superior }));
}

pub(super) fn attach(war: &mut War) {
    let Some(unit) = war.any(|_, f| f.echelon == Echelon::Regiment) else { return };
    let side = war.campaign.formation(&unit).unwrap().side;
    let Some(to) = war.any(|_, f| f.side == side && f.echelon == Echelon::Division) else { return };
    let kind = war.one(&["under_command", "direct_support", "in_support"]).unwrap_or_default().to_owned();
    war.give("unit-attach", &Request::UnitAttach(UnitAttach { unit, to, kind }));
}

pub(super) fn weather(war: &mut War) {
    let flying = war.one(&["good", "limited", "none", "good"]).unwrap_or_default().to_owned();
    let keys = vec![("flying".to_owned(), flying)];
    war.give("weather", &Request::BoundWeather(BoundWeather { keys }));
}

/// A square passes to a side, or becomes a marsh.
pub(super) fn ground(war: &mut War) {
    let Some(unit) = war.any(|_, f| f.is_fighting_leaf()) else { return };
    let Some(square) = war.square(&unit) else { return };
    let square = war.near(square, 4);
    let squares = vec![war.reference(square)];
    let side = war.one(&["WE", "EA", "none"]).map(str::to_owned).filter(|_| war.dice.random_ratio(3, 4));
    let terrain = war.one(&["open", "marsh", "close"]).filter(|_| side.is_none()).map(str::to_owned);
    war.give("ground", &Request::GroundSet(GroundSet { squares, side, terrain }));
}
