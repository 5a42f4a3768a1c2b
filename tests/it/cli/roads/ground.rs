//! Mud, snow and frost on roads and trains.

use std::collections::BTreeSet;

use campaign::{Campaign, GroundFactors, Setting, SupplyGround};
use domain::{RoadQuality, Square};
use serde_json::json;

use super::super::convoys::strip::strip;
use super::super::field::Field;
use super::super::rail::lines;
use super::{bites, comes_back, in_ground, sound, told_of};
use crate::squares::{road, sq};

fn mud(supply: SupplyGround) -> GroundFactors {
    GroundFactors { name: "mud".to_owned(), supply, ..GroundFactors::none() }
}

/// Lorries take half as long again on good roads: 30 minutes a square. Half the strip can be made poor: nobody goes there.
fn muddy(poor: &[(Square, Square)]) -> Campaign {
    let mut campaign = strip();
    let supply = SupplyGround { lorries_good: 150, lorries_poor: 0, lorries_off: 0, trains: 75, ..SupplyGround::PLAIN };
    in_ground(&mut campaign, mud(supply));
    for (a, b) in poor {
        road(&mut campaign, RoadQuality::Poor, &[*a, *b]);
    }
    campaign.settings.set(Setting::GroundLorries, "on");
    campaign
}

fn field(campaign: &Campaign) -> Field {
    let field = Field::of(campaign);
    field.done("supply receive d-su 10 log --from rail");
    field
}

fn square(field: &Field, vehicle: &str) -> serde_json::Value {
    field.json(&format!("unit show {vehicle}"))["square"].clone()
}

/// Eight squares there are 240 minutes; four of the eight back are the other 120. By wagon eight squares are 720 minutes,
/// as ever: four squares a bound.
#[test]
fn mud_slows_lorries_and_not_wagons() {
    let field = field(&muddy(&[]));
    let rule = vec![(
        "ground_lorries".to_owned(),
        vec![
            "lorries in `mud`: take 150 % of the time on good roads, cannot go on poor roads, cannot go off the road; on top of the ground's delay for marches"
                .to_owned(),
        ],
    )];
    assert_eq!(bites(&field, "--side SU"), rule);
    let sheet = field.json("supply trace su.1rd");
    assert_eq!(sheet["legs"][0]["hours"], json!(4.0), "8 squares of 30 minutes: {sheet}");
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    field.done("supply send su.1rd.log --load 2log --from d-su --to d-1rd");
    let foreseen = field.json("supply convoys");
    let report = field.json("bound close");
    let of_lorry = told_of(&report, "su.log1");
    assert_eq!(of_lorry.last().unwrap(), "su.log1 is in 0605, on its way home", "{foreseen}");
    assert_eq!(square(&field, "su.1rd.log"), json!("0605"), "four squares of 90 minutes");
    assert!(report["house_rules"][0].as_str().unwrap().ends_with("(house rule `ground_lorries`)"));
    comes_back(&field);
    sound(&field);
    field.done("undo");
    assert_eq!(square(&field, "su.log1"), json!("0205"));
    // Dry again by the switch: there and back in the morning.
    field.done("setting set ground_lorries off");
    assert!(bites(&field, "--side SU").is_empty());
    assert_eq!(told_of(&field.json("bound close"), "su.log1").last().unwrap(), "su.log1 is home in 0205 and free");
}

/// The plan reckons with the same minutes: 240 there, so that a lorry arrives in the same morning; at 300 % it is 480 and
/// the afternoon.
#[test]
fn the_plan_reckons_with_the_mud() {
    let mut campaign = muddy(&[]);
    let plan = |campaign: &Campaign| {
        let plan = field(campaign).json("supply plan --side SU --bounds 3");
        let trips = plan["plans"][0]["trips"].as_array().unwrap().clone();
        let trip = trips.into_iter().find(|trip| trip["to"] == "d-1rd").unwrap();
        (trip["hours"].clone(), trip["arrives"]["label"].clone())
    };
    assert_eq!(plan(&campaign), (json!(4.0), json!("D1 am")));
    campaign.ground_factors[0].supply.lorries_good = 300;
    assert_eq!(plan(&campaign), (json!(8.0), json!("D1 pm")));
    let field = field(&campaign);
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    assert_eq!(field.json("supply convoys")[0]["arrives"]["label"], json!("D1 pm"));
    field.done("bound close");
    let report = field.json("bound close");
    assert!(told_of(&report, "su.log1").contains(&"su.log1 unloads 2 LOG into d-1rd in 1005".to_owned()), "{report}");
}

/// 0505-0605 is a poor road: the way goes round by row 7, twelve squares. With that one poor too there is no way.
#[test]
fn lorries_stick_where_the_ground_bars_them() {
    let one = [(sq(5, 5), sq(6, 5))];
    let round = field(&muddy(&one));
    let trace = round.json("supply trace su.1rd");
    assert_eq!((&trace["legs"][0]["km"], &trace["legs"][0]["hours"]), (&json!(36.0), &json!(6.0)));
    let stuck = field(&muddy(&[one[0], (sq(5, 7), sq(6, 7))]));
    let sheet = stuck.json("supply status --side SU");
    let of = |id: &str| sheet["units"].as_array().unwrap().iter().find(|u| u["id"] == id).unwrap().clone();
    assert_eq!(of("su.1rd")["log"]["state"], json!("cut"));
    assert_eq!(of("su.1rd")["reasons"], json!(["LOG: no road is in reach of 1005 in `mud`"]));
    // What sets out all the same halts where it stands, and says why; when the mud is gone it drives.
    stuck.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    let told = told_of(&stuck.json("bound close"), "su.log1");
    assert_eq!(told, ["su.log1 halts in 0205: no road leads from 0205 to 1005 in `mud`"]);
    sound(&stuck);
    stuck.done("setting set ground_lorries off");
    assert_eq!(told_of(&stuck.json("bound close"), "su.log1").last().unwrap(), "su.log1 is home in 0205 and free");
}

/// A lorry on the march by order keeps to the same: at 300 % six squares of an hour in the morning; troops of the same
/// mobility go all nine squares in three.
#[test]
fn lorries_on_the_march_take_as_long() {
    let mut campaign = muddy(&[]);
    campaign.ground_factors[0].supply.lorries_good = 300;
    let field = field(&campaign);
    field.done("move su.log2 1105 --rate road");
    field.done("move su.hq 1105 --rate road");
    assert_eq!((square(&field, "su.log2"), square(&field, "su.hq")), (json!("0805"), json!("1105")));
}

/// Of 8 trains a day a quarter is 2: `mid` wants 560 t and takes both, nothing is left for the others.
#[test]
fn frost_takes_its_share_of_the_trains() {
    let mut campaign = lines();
    let supply = SupplyGround { trains: 25, ..SupplyGround::PLAIN };
    in_ground(&mut campaign, GroundFactors { name: "frozen".to_owned(), supply, ..GroundFactors::none() });
    campaign.weather[0].date = campaign.start.succ_opt().unwrap();
    campaign.settings.set(Setting::GroundTrains, "on");
    campaign.settings_since = [(Setting::GroundTrains, "1am".parse().unwrap())].into();
    let field = Field::of(&campaign);
    field.done("rail cut 0405 0406");
    field.done("bound close");
    field.done("bound close");
    assert!(bites(&field, "").is_empty(), "the first day has no frost");
    let report = field.json("bound close");
    let heads = report["railways"].as_array().unwrap();
    let of = |id: &str| heads.iter().find(|head| head["railhead"] == id).unwrap()["lines"].clone();
    let short = "West line carries only 25 % of its trains in `frozen` (house rule `ground_trains`)";
    assert_eq!(of("mid"), json!(["6 LOG and 4 POL by rail"]));
    assert_eq!(of("rear"), json!([format!("4 LOG and 2 POL a day missing: {short}")]));
    assert_eq!(of("source"), json!([format!("10 LOG and 4 POL a day missing: {short}")]));
    let both: BTreeSet<String> = bites(&field, "").into_iter().flat_map(|(_, lines)| lines).collect();
    let rear = "rear: 4 LOG and 2 POL a day missing: West line carries only 25 % of its trains in `frozen`";
    assert!(both.contains(rear), "{both:?}");
    assert!(field.done("supply status --by unit").contains("house rule `ground_trains` (since D1 am):"));
    sound(&field);
    field.done("setting set ground_trains off");
    assert!(bites(&field, "").is_empty());
}

/// Where no ground says anything of lorries, what it adds for troops it adds once more: good roads at 150 % are 200 % for
/// lorries, 40 minutes a square, poor ones at 250 % 400 %; wagons take 135 minutes.
#[test]
fn where_no_figures_are_given_the_ground_counts_twice_for_lorries() {
    let mut campaign = strip();
    let plain = GroundFactors { name: "mud".to_owned(), ..GroundFactors::none() };
    let factors = GroundFactors { good: 150, poor: 250, open: 300, close: 300, marsh: 400, ..plain.clone() };
    in_ground(&mut campaign, factors);
    let there = field(&campaign);
    assert_eq!(there.json("supply trace su.1rd")["legs"][0]["hours"], json!(4.0), "8 squares of 30 minutes");
    let noted = there.json("setting set ground_lorries on");
    assert_eq!(
        noted["notes"],
        json!([
            "no ground gives `lorries_good`, `lorries_poor` or `lorries_off`: the time that ground adds for troops is \
             added a second time for lorries; for other figures, set them under `[ground.NAME]` in `campaign.toml`: \
             `railhead \
             export`, then `railhead new`"
        ])
    );
    assert_eq!(there.json("supply trace su.1rd")["legs"][0]["hours"], json!(5.3), "8 squares of 40 minutes");
    let rule = vec![(
        "ground_lorries".to_owned(),
        vec![
            "lorries in `mud`: take 133 % of the time on good roads, take 160 % of the time on poor roads, take 167 % of \
             the time off the road: the ground's delay for troops counts twice, as no `lorries_*` are given"
                .to_owned(),
        ],
    )];
    assert_eq!(bites(&there, "--side SU"), rule);
    there.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    there.done("supply send su.1rd.log --load 2log --from d-su --to d-1rd");
    there.done("bound close");
    assert_eq!(square(&there, "su.log1"), json!("0905"), "8 squares of 40 minutes, one back");
    assert_eq!(square(&there, "su.1rd.log"), json!("0805"), "two squares of 135 minutes");
    sound(&there);
    comes_back(&there);
    // One ground with figures of its own, and the others are as they are given.
    let frost = SupplyGround { lorries_poor: 120, ..SupplyGround::PLAIN };
    campaign.ground_factors.push(GroundFactors { name: "frost".to_owned(), supply: frost, ..GroundFactors::none() });
    let given = field(&campaign);
    assert_eq!(given.json("setting set ground_lorries on")["notes"], json!(null));
    assert_eq!(given.json("supply trace su.1rd")["legs"][0]["hours"], json!(4.0));
    assert!(bites(&given, "--side SU").is_empty());
    let trains = given.json("setting set ground_trains on");
    let nothing = "does nothing: no ground of the campaign gives `trains`".to_owned();
    assert_eq!(bites(&given, "--side SU"), [("ground_trains".to_owned(), vec![nothing])]);
    assert_eq!(
        trains["notes"],
        json!([
            "no ground gives `trains`, so the rule does nothing yet; for figures, set them under `[ground.NAME]` in \
             `campaign.toml`: `railhead export`, then `railhead new`"
        ])
    );
}
