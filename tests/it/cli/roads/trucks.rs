//! How far supply vehicles are sent, and what the way costs them.

use campaign::{Campaign, GroundFactors, Setting, SupplyGround};
use serde_json::{Value, json};

use super::super::convoys::strip::strip;
use super::super::field::Field;
use super::{bites, comes_back, in_ground, sound, told_of};

fn field(campaign: &Campaign) -> Field {
    let field = Field::of(campaign);
    field.done("supply receive d-su 10 log --from rail");
    field
}

fn held(field: &Field, account: &str) -> i64 {
    let stocks = field.json("supply stocks --all");
    let rows = stocks["accounts"].as_array().unwrap();
    let row = rows.iter().find(|row| row["account"] == account && row["commodity"] == "log");
    row.map_or(0, |row| row["quantity"].as_i64().unwrap())
}

/// Two hours are six squares: 0805 is in reach of 0205, 0905 (140 minutes) and 1005 (160) are not.
#[test]
fn vehicles_are_sent_no_further_than_their_reach() {
    let mut campaign = strip();
    campaign.settings.set(Setting::TruckReach, "2");
    let field = field(&campaign);
    let ran = field.run("supply send su.log1 --load 2log --to d-1rd");
    let why = "1005 is 2:40 h from its home in 0205: the limit is 2 h (house rule `truck_reach`)";
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains(why), "{}", ran.err);
    field.done("supply send su.log1 --load 2log --to 0805 --stay");
    field.done("undo");
    field.done("supply send su.log1 --load 2log --to d-1rd --override \"the last lorry\"");
    assert_eq!(told_of(&field.json("bound close"), "su.log1").last().unwrap(), "su.log1 is home in 0205 and free");
    sound(&field);
}

/// The plan sends nobody further either, and says so; with three hours it does.
#[test]
fn the_plan_keeps_to_the_reach() {
    let plan = |reach: &str| {
        let mut campaign = strip();
        campaign.settings.set(Setting::TruckReach, reach);
        let plan = field(&campaign).json("supply plan --side SU --bounds 1");
        let of = |list: &str| plan["plans"][0][list].as_array().unwrap().clone();
        let sent = of("trips").iter().any(|trip| trip["to"] == "d-1rd");
        let unmet = of("unmet").into_iter().find(|row| row["unit"] == "su.1rd").map(|row| row["text"].clone());
        (sent, unmet)
    };
    let (sent, unmet) = plan("2");
    assert!(!sent);
    let text = unmet.unwrap();
    assert!(
        text.as_str().unwrap().contains("too far from home: 2:40 h for su.log1 (house rule `truck_reach`)"),
        "{text}"
    );
    assert!(plan("3").0 && plan("0").0);
}

fn wearing(km: &str) -> Campaign {
    let mut campaign = strip();
    campaign.settings.set(Setting::TruckAttrition, "on");
    campaign.settings.set(Setting::TruckDieKm, km);
    campaign
}

/// There and back are 16 squares, 48 km: one die of 40 km, and 8 km are kept.
#[test]
fn who_drives_throws_a_die() {
    let field = field(&wearing("40"));
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    let report = field.json("bound close --dice 1");
    let told = told_of(&report, "wear");
    assert_eq!(told, ["wear (house rule `truck_attrition`) of su.log1: 1 thrown, 1 SP lost"]);
    let sp = |field: &Field| field.json("unit show su.log1")["bases"][0]["sp"].clone();
    assert_eq!(sp(&field), json!(3));
    let line = "driven towards a die: 1 vehicle; nearest su.log1: 8 of 40 km".to_owned();
    assert_eq!(bites(&field, "--side SU"), [("truck_attrition".to_owned(), vec![line])]);
    comes_back(&field);
    sound(&field);
    field.done("undo");
    assert_eq!((sp(&field), bites(&field, "--side SU").len()), (json!(4), 0));
    let report = field.json("bound close --dice 2");
    assert_eq!(told_of(&report, "wear"), ["wear (house rule `truck_attrition`) of su.log1: 2 thrown, it runs on"]);
    assert_eq!(sp(&field), json!(4));
    sound(&field);
}

/// At an hour a square a bound is 6 squares, 18 km; where they count twice that is one die of 36 km. It has 2 LOG on its
/// 4 SP: with 1 SP it loses half a LOG, which is rounded up to one.
#[test]
fn bad_ground_wears_more_and_a_share_of_the_load_goes() {
    let mut campaign = wearing("36");
    let supply = SupplyGround { lorries_good: 300, wear: 200, ..SupplyGround::PLAIN };
    in_ground(&mut campaign, GroundFactors { name: "mud".to_owned(), supply, ..GroundFactors::none() });
    campaign.settings.set(Setting::GroundLorries, "on");
    let field = field(&campaign);
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    field.done("bound close --dice 1");
    assert_eq!((held(&field, "su.log1"), held(&field, "destroyed")), (1, 1));
    let all: i64 = field.json("supply stocks --all")["accounts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["commodity"] == "log")
        .map(|row| row["quantity"].as_i64().unwrap())
        .sum();
    assert_eq!(all, 0);
    sound(&field);
    // Marches by order count too: six squares in the afternoon, one die.
    field.done("move su.log2 0805 --rate road");
    let told: Vec<String> = told_of(&field.json("bound close --dice 3,4"), "wear");
    let of = |id: &str| told.iter().filter(|line| line.contains(id)).count();
    assert_eq!((of("su.log1"), of("su.log2")), (1, 1), "{told:?}");
}

/// A vehicle that has lost all its SP is destroyed, and its load with it; the convoy is over at the next close.
#[test]
fn the_last_strength_takes_the_vehicle() {
    let mut campaign = wearing("3");
    campaign.formations.get_mut("su.log1").unwrap().leaf.as_mut().unwrap().bases[0].sp = 1;
    let field = field(&campaign);
    field.done("supply send su.log1 --load 2log --from d-su --to 0305 --stay");
    field.done("bound close --dice 1");
    assert_eq!(field.json("unit show su.log1")["state"], json!("destroyed"));
    assert_eq!((held(&field, "su.log1"), held(&field, "destroyed")), (0, 2));
    field.done("bound close");
    assert_eq!(field.json("supply convoys"), Value::Array(Vec::new()));
    sound(&field);
}
