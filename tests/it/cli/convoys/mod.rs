//! Convoys: cases worked out by hand on a strip of road, the words of every turn of the way, refusals, and what must
//! hold whatever is sent.

mod enemy;
mod gone;
mod orders;
mod property;
pub(super) mod strip;

use serde_json::{Value, json};

use campaign::Campaign;

use super::field::{Field, page, plain};
use strip::strip;

fn field() -> Field {
    stocked(&strip())
}

/// The army's dump holds 10 LOG and 6 POL.
fn stocked(campaign: &Campaign) -> Field {
    let field = Field::of(campaign);
    field.done("supply receive d-su 10 log --from rail");
    field.done("supply receive d-su 6 pol --from rail");
    field
}

/// What an account holds of a commodity.
fn held(field: &Field, account: &str, commodity: &str) -> i64 {
    let stocks = field.json("supply stocks --all");
    let rows = stocks["accounts"].as_array().unwrap();
    let row = rows.iter().find(|row| row["account"] == account && row["commodity"] == commodity);
    row.map_or(0, |row| row["quantity"].as_i64().unwrap())
}

fn square(field: &Field, vehicle: &str) -> Value {
    field.json(&format!("unit show {vehicle}"))["square"].clone()
}

fn convoys(field: &Field) -> Vec<Value> {
    field.json("supply convoys").as_array().unwrap().clone()
}

/// What a bound report tells of formations, a line each; what a vehicle did on its way, which is one line there, stands apart.
pub(super) fn deeds(report: &Value) -> Vec<String> {
    let lines = report["formations"].as_array().unwrap().iter().flat_map(|told| told["lines"].as_array().unwrap());
    let apart = |line: &str| -> Vec<String> {
        let Some((vehicle, deeds)) = line.split_once(' ').filter(|_| line.starts_with("su.")) else {
            return vec![line.to_owned()];
        };
        deeds.split("; ").map(|deed| format!("{vehicle} {deed}")).collect()
    };
    lines.flat_map(|line| apart(line.as_str().unwrap())).collect()
}

/// Everything that the bound report tells, a line each.
fn told(field: &Field) -> Vec<String> {
    deeds(&field.json("bound close"))
}

/// The first morning has 6 hours: 18 squares of good road. Eight squares there are 160 minutes, and 160 back.
#[test]
fn there_and_back_in_one_morning() {
    let field = field();
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    assert_eq!((held(&field, "d-su", "log"), held(&field, "su.log1", "log")), (8, 2), "loaded at once");
    let told = told(&field);
    let report = plain(&field.done("bound report"));
    assert!(report.contains("su.log1 sets out from 0205 to d-1rd with 2 LOG; unloads 2 LOG into d-1rd"), "{report}");
    let of_convoy: Vec<&String> = told.iter().filter(|line| line.starts_with("su.log1")).collect();
    assert_eq!(
        of_convoy,
        [
            "su.log1 sets out from 0205 to d-1rd with 2 LOG",
            "su.log1 unloads 2 LOG into d-1rd in 1005",
            "su.log1 sets out from 1005 home",
            "su.log1 is home in 0205 and free",
        ]
    );
    assert_eq!((held(&field, "su.log1", "log"), held(&field, "d-1rd", "log")), (0, 2));
    assert_eq!(convoys(&field), [Value::Null; 0]);
    assert_eq!(field.json("verify")["ok"], json!(true));
}

/// `d-1rd` comes before `d-new` by id, but is closed: it serves nobody, and is only loaded from.
#[test]
fn a_closed_dump_is_not_where_convoys_for_its_owner_unload() {
    let field = field();
    for line in [
        "supply receive d-1rd 1 log --from rail",
        "dump close d-1rd",
        "dump open d-new --owner su.1rd --at 0905",
        "supply send su.log1 --load 2log --from d-su --to su.1rd",
    ] {
        field.done(line);
    }
    field.done("bound close");
    assert_eq!((held(&field, "d-1rd", "log"), held(&field, "d-new", "log")), (1, 2));
    field.done("dump close d-new");
    field.done("supply send su.2rd.log --load 1log --from su.1rd --to su.2rd");
    field.done("bound close");
    assert_eq!((held(&field, "d-1rd", "log"), held(&field, "su.2rd.log", "log")), (0, 1));
}

/// Hours of supply vehicles a bound, the same by day and night.
fn hours(field: &Field, hours: u32) {
    for bound in ["am", "pm", "night"] {
        field.done(&format!("setting set supply_hours_{bound} {hours}"));
    }
}

/// What the bound report tells of one vehicle, its id left out.
fn told_of(field: &Field, vehicle: &str) -> Vec<String> {
    let told = told(field);
    told.iter().filter_map(|line| line.strip_prefix(vehicle)).map(|line| line.trim().to_owned()).collect()
}

fn sound(field: &Field) {
    assert_eq!(field.json("verify")["ok"], json!(true));
    let stocks = field.json("supply stocks --all");
    let rows = stocks["accounts"].as_array().unwrap();
    let sum: i64 = rows.iter().map(|row| row["quantity"].as_i64().unwrap()).sum();
    assert_eq!(sum, 0, "{stocks}");
    let on_map = rows.iter().filter(|row| !row["square"].is_null());
    assert!(on_map.clone().all(|row| row["quantity"].as_i64().unwrap() >= 0), "{stocks}");
}

/// Vehicle, hours a bound, sending; where it stands after each bound. Squares take a lorry 20 minutes, a wagon 90.
#[test]
fn bound_by_bound_at_the_rates_of_the_vehicles() {
    let push = "supply send log1 --load 2log --from d-su --to d-1rd";
    let fetch = "supply send 1rd.log --load 2log --from d-su --to 1rd";
    let cases: [(&str, u32, &str, &[&str]); 6] = [
        // 6 squares of 20 in 2 hours; 2 on and 4 back; 4 back.
        ("su.log1", 2, push, &["0805", "0605", "0205"]),
        // 3 in an hour: there in the third bound after 2, and 1 back.
        ("su.log1", 1, push, &["0505", "0805", "0905", "0605", "0305", "0205"]),
        // 8 wagon squares are 720 minutes: two bounds of 6 hours there, two back.
        ("su.1rd.log", 6, fetch, &["0605", "0205", "0605", "1005"]),
        // 4 hours are 240 minutes: 2 squares and 60 minutes of the third, kept; then 5 and 30; then 8.
        ("su.1rd.log", 4, fetch, &["0805", "0505", "0205"]),
        // By 0607 it is 12 squares to 1005: 240 minutes, and 8 back by the straight way.
        ("su.log1", 4, &format!("{push} --via 0607"), &["1005", "0205"]),
        ("su.log1", 4, &format!("{push} --stay"), &["1005", "1005"]),
    ];
    for (vehicle, each, sending, squares) in cases {
        let field = field();
        hours(&field, each);
        field.done(sending);
        for (number, at) in squares.iter().enumerate() {
            field.done("bound close");
            assert_eq!(square(&field, vehicle), json!(at), "{sending}, {each} h, bound {number}");
            sound(&field);
        }
    }
}

/// When a convoy is to be there and home again is what comes about: the cases of above.
#[test]
fn the_list_says_when_it_will_be_there() {
    let push = "supply send log1 --load 2log --from d-su --to d-1rd";
    let fetch = "supply send 1rd.log --load 2log --from d-su --to 1rd";
    for (each, sending, loads, there, home) in [
        (2, push, Value::Null, "D1 pm", json!("D1 night")),
        (1, push, Value::Null, "D1 night", json!("D2 night")),
        (6, fetch, json!("D1 pm"), "D2 am", json!("D2 am")),
        (4, &format!("{push} --via 0607"), Value::Null, "D1 am", json!("D1 pm")),
        // 5 squares in the next bound.
        (4, "supply send 2rd.log --to 0405 --stay --for next", Value::Null, "D1 pm", Value::Null),
    ] {
        let field = field();
        hours(&field, each);
        field.done(sending);
        let row = convoys(&field).remove(0);
        let labels = ["loads", "arrives", "home"].map(|key| row[key]["label"].clone());
        assert_eq!(labels, [loads, json!(there), home], "{sending}, {each} h");
    }
}

#[test]
fn a_formation_fetches_with_its_own_vehicle_and_keeps_what_it_brings() {
    let field = field();
    field.done("supply send 2rd.log --load 2log --from d-su --to 2rd");
    // 7 squares there and 7 back are 280 minutes.
    assert_eq!(
        told_of(&field, "su.2rd.log"),
        [
            "sets out from 0905 to load 2 LOG at d-su",
            "loads 2 LOG at d-su",
            "sets out from 0205 to su.2rd with 2 LOG",
            "is home in 0905 and free, with 2 LOG still on it",
        ]
    );
    assert_eq!((held(&field, "su.2rd.log", "log"), held(&field, "d-su", "log")), (2, 8));
    sound(&field);
}

#[test]
fn a_vehicle_takes_what_it_has_room_for_and_the_rest_goes_back() {
    let field = field();
    field.done("supply receive 2rd.log 1 log --from rail");
    field.done("supply send log1 --load 2log --to 2rd");
    let told = told_of(&field, "su.log1");
    assert_eq!(told[1..3], ["unloads 1 LOG into su.2rd in 0905", "no room for 1 LOG"]);
    assert_eq!(told[4], "is home in 0205 and free, with 1 LOG still on it");
    assert_eq!((held(&field, "su.2rd.log", "log"), held(&field, "su.log1", "log")), (2, 1));
    sound(&field);
}

#[test]
fn it_takes_what_there_is_and_waits_where_there_is_nothing() {
    let field = field();
    field.done("supply send 2rd.log --load 2log --from d-su --to 2rd");
    field.done("supply stocktake d-su log=1 --reason counted");
    assert_eq!(told_of(&field, "su.2rd.log")[1], "loads 1 LOG of 2 LOG wanted at d-su");
    field.done("undo");
    field.done("supply stocktake d-su log=0 --reason counted");
    assert_eq!(told_of(&field, "su.2rd.log")[1], "waits since D1 am: d-su has nothing for it: 2 LOG wanted");
    assert_eq!(convoys(&field)[0]["state"], json!("held_up"));
    field.done("supply receive d-su 5 log --from rail");
    assert_eq!(told_of(&field, "su.2rd.log")[0], "loads 2 LOG at d-su");
    sound(&field);
}

/// A convoy on its way to 1005 that has come to 0505, an hour a bound, when the enemy stands in 0605.
fn blocked(setting: &str, both: bool) -> Field {
    let field = field();
    hours(&field, 1);
    field.done(&format!("setting set convoy_blocked {setting}"));
    field.done("supply send log1 --load 2log --from d-su --to d-1rd");
    field.done("bound close");
    assert_eq!(square(&field, "log1"), json!("0505"));
    field.done("unit set ax.i1 square=0605");
    if both {
        field.done("unit set ax.i2 square=0607");
    }
    field
}

#[test]
fn blocked_it_goes_round_halts_or_turns_back() {
    let field = blocked("go_round", false);
    // Back to 0305 and one square down: three squares of the fifteen.
    let told = told_of(&field, "su.log1");
    assert_eq!(told[0], "goes round from 0505: the enemy stands in 0605");
    assert_eq!((square(&field, "log1"), &convoys(&field)[0]["squares_left"]), (json!("0306"), &json!(10)));

    let field = blocked("go_round", true);
    assert_eq!(told_of(&field, "su.log1"), ["halts in 0505: the enemy stands in 0605"]);
    assert_eq!(square(&field, "log1"), json!("0505"));
    let status = field.json("review");
    let found = status["findings"].as_array().unwrap();
    let held = found.iter().find(|row| row["kind"] == "convoy").unwrap();
    assert_eq!(held["text"], "is held up on the road: the enemy stands in 0605");

    let field = blocked("halt", false);
    assert_eq!(told_of(&field, "su.log1"), ["halts in 0505: the enemy stands in 0605"]);
    assert_eq!(told_of(&field, "su.log1"), ["is still held up in 0505, since D1 pm: the enemy stands in 0605"]);
    field.done("unit set ax.i1 square=0000");
    assert_eq!(
        told_of(&field, "su.log1"),
        ["is still held up in 0505, since D1 pm: 0605 is in enemy hands"],
        "the ground is still his"
    );
    field.done("ground set 0605 --side SU");
    assert_eq!(told_of(&field, "su.log1"), ["is in 0805, on its way to d-1rd with 2 LOG"]);

    let field = blocked("turn_back", false);
    assert_eq!(
        told_of(&field, "su.log1"),
        [
            "turns back in 0505: the enemy stands in 0605",
            "sets out from 0505 home",
            "is home in 0205 and free, with 2 LOG still on it",
        ]
    );
    sound(&field);
}

#[test]
fn a_bridge_that_is_down_is_named() {
    use crate::squares::{crossing, river, sq};
    use domain::{CrossingState, RiverClass};
    let mut campaign = strip();
    river(&mut campaign, RiverClass::Major, sq(6, 5), sq(7, 5));
    river(&mut campaign, RiverClass::Major, sq(6, 7), sq(7, 7));
    crossing(&mut campaign, sq(6, 5), sq(7, 5), "vehicles", CrossingState::Open);
    let field = stocked(&campaign);
    hours(&field, 1);
    field.done("supply send log1 --load 2log --from d-su --to d-1rd");
    field.done("bound close");
    field.done("crossing destroy c0");
    assert_eq!(told_of(&field, "su.log1"), ["halts in 0605: the bridge c0 (0605-0705) is destroyed"]);
    assert_eq!(square(&field, "log1"), json!("0605"));
    sound(&field);
}

#[test]
fn an_overrun_convoy_is_the_captors_by_share() {
    // Two LOG and three POL in two vehicles, overrun in 0505: of LOG half is of use, POL from the next day on.
    let field = field();
    hours(&field, 1);
    field.done("supply send log1,pol1 --load '2log 3pol' --from d-su --to d-1rd");
    field.done("bound close");
    field.done("unit set ax.i1 square=0504");
    field.done("move ax.i1 0505");
    let dump = "ax.captured.0505";
    assert_eq!((held(&field, dump, "log"), held(&field, dump, "pol"), held(&field, "destroyed", "log")), (1, 3, 1));
    let ran = field.run("supply transfer ax.captured.0505 d-su 1 pol --override");
    assert_eq!(ran.code, 2);
    field.done("unit new ax.pol --parent ax arm=logistic mobility=motorised carries=pol where=0505 capacity=3");
    let ran = field.run("supply transfer ax.captured.0505 ax.pol 1 pol");
    assert_eq!(ran.code, 1);
    let today = "3 POL in captured stock in 0505 (`ax.captured.0505`) was captured today: it can be used from tomorrow";
    assert!(ran.err.contains(today), "{}", ran.err);
    let told = told(&field);
    let lost: Vec<&String> = told.iter().filter(|line| line.contains("is lost to its convoy")).collect();
    assert_eq!(
        lost,
        ["su.log1 is lost to its convoy: it is surrendered", "su.pol1 is lost to its convoy: it is surrendered"]
    );
    assert_eq!(convoys(&field).len(), 0);
    field.done("bound close");
    field.done("supply transfer ax.captured.0505 ax.pol 1 pol");
    sound(&field);
}

/// The settings in percent, stock of a dump that is overrun, what the captor has of it: rounded down.
#[test]
fn a_dump_is_captured_by_share() {
    for (log, pol, stock, kept) in
        [(50, 100, (5, 3), (2, 3)), (100, 50, (5, 3), (5, 1)), (0, 0, (5, 3), (0, 0)), (33, 67, (10, 10), (3, 6))]
    {
        let field = field();
        field.done(&format!("setting set capture_log {log}"));
        field.done(&format!("setting set capture_pol {pol}"));
        field.done("dump open d-x --owner 2rd --at 0405");
        field.done(&format!("supply receive d-x {} log --from rail", stock.0));
        field.done(&format!("supply receive d-x {} pol --from rail", stock.1));
        field.done("unit set ax.i1 square=0404");
        field.done("move ax.i1 0405");
        assert_eq!((held(&field, "d-x", "log"), held(&field, "d-x", "pol")), kept, "{log} {pol}");
        assert_eq!(held(&field, "destroyed", "log"), stock.0 - kept.0);
        sound(&field);
        field.done("undo");
        assert_eq!((held(&field, "d-x", "log"), held(&field, "d-x", "pol")), stock);
    }
}

/// SP of a vehicle before and after, its load before and after: the share lost, halves of a unit up.
#[test]
fn a_vehicle_loses_the_same_share_of_load_as_of_itself() {
    for (load, sp, left) in [(2, 3, 1), (1, 3, 1), (1, 2, 0), (3, 3, 2), (3, 2, 1), (3, 1, 1), (3, 0, 0)] {
        let field = field();
        field.done(&format!("supply receive pol1 {load} pol --from rail"));
        field.done(&format!("unit set pol1 sp={sp}"));
        assert_eq!(held(&field, "su.pol1", "pol"), left, "{load} POL, 4 to {sp} SP");
        assert_eq!(held(&field, "destroyed", "pol"), load - left);
        sound(&field);
    }
    // Of three LOG two are on the first lorry: with it they are lost, and the other drives on.
    let field = field();
    hours(&field, 1);
    field.done("supply send log1,log2 --load 3log --from d-su --to d-1rd");
    assert_eq!((held(&field, "su.log1", "log"), held(&field, "su.log2", "log")), (2, 1));
    field.done("unit set log1 state=destroyed");
    field.done("bound close");
    let row = convoys(&field).remove(0);
    assert_eq!(
        (&row["id"], &row["vehicles"], &row["cargo"]),
        (&json!("su.log2"), &json!(["su.log2"]), &json!({"log": 1}))
    );
    sound(&field);
}

#[test]
fn corps_and_army_push_in_the_morning_and_battalions_drive_by_day() {
    let field = field();
    field.done("bound close");
    let push = "supply send log1 --load 1log --from d-su --to d-1rd";
    let late = field.run(&format!("{push} --for start")).err;
    assert!(
        late.contains("error: D1 am is over: no vehicle can set out in it\nhint: the running bound is D1 pm"),
        "{late}"
    );
    let ran = field.run(push);
    assert_eq!(ran.code, 1);
    let rule =
        "`su.log1` belongs to an army: corps and army send vehicles forward in the first bound of a day (`--for 2am`)";
    assert!(ran.err.contains(rule), "{}", ran.err);
    field.done(&format!("{push} --override \"it burns\""));
    field.done("undo");
    field.done(&format!("{push} --for 2am"));
    assert_eq!((held(&field, "d-su", "log"), &convoys(&field)[0]["state"]), (10, &json!("waits")));
    // A division fetches when it likes; a battalion's lorry does not drive by night.
    field.done("supply send 2rd.log --load 1log --from d-su --to 2rd");
    field.done("supply receive d-1rd 1 log --from rail");
    field.done("bound close");
    field.done("supply send bn.truck --load 1log --from d-1rd --to 1rd.bn");
    assert_eq!(convoys(&field).iter().find(|row| row["id"] == "su.1rd.bn.truck").unwrap()["arrives"]["label"], "D2 am");
    field.done("bound close");
    assert_eq!(square(&field, "1rd.bn.truck"), json!("1105"));
    field.done("bound close");
    assert_eq!((held(&field, "su.1rd.bn.truck", "log"), square(&field, "1rd.bn.truck")), (1, json!("1105")));
    assert_eq!((held(&field, "d-1rd", "log"), convoys(&field).len()), (1, 0), "1 fetched, 1 brought");
    sound(&field);
}

#[test]
fn vehicles_on_the_road_do_not_march_with_their_formation_and_come_home_to_where_it_is() {
    let field = field();
    hours(&field, 3);
    field.done("supply send 2rd.log --load 2log --from d-su --to 2rd");
    let march = field.json("move 2rd 0805");
    let leaves = march["units"][0]["marches"].as_array().unwrap();
    assert!(leaves.iter().all(|leaf| leaf["id"] != "su.2rd.log"), "{march}");
    assert_eq!(field.run("move 2rd.log 0805").code, 1);
    assert_eq!(held(&field, "su.2rd.log", "log"), 0);
    // 9 squares in 3 hours: 7 there, 2 back to 0405; then 4 to 0805, where its formation is now.
    field.done("bound close");
    assert_eq!(square(&field, "2rd.log"), json!("0405"));
    field.done("bound close");
    assert_eq!((square(&field, "2rd.log"), convoys(&field).len()), (json!("0805"), 0));
    sound(&field);
}

#[test]
fn a_dump_that_is_gone_is_noticed() {
    let field = field();
    hours(&field, 1);
    field.done("supply send log1 --load 2log --from d-su --to d-1rd");
    field.done("supply send 2rd.log --load 1log --from d-1rd --to 2rd");
    field.done("dump destroy d-1rd");
    assert_eq!(convoys(&field)[0]["state"], json!("home"));
    assert_eq!(convoys(&field)[1]["to"], json!("1005"));
    assert_eq!(told_of(&field, "su.2rd.log"), ["is home in 0905 and free"]);
    for _ in 0..2 {
        field.done("bound close");
    }
    assert_eq!(held(&field, "su.log1", "log"), 2, "it brings its load back");
    sound(&field);
}

#[test]
fn what_is_destroyed_before_a_retreat() {
    let field = field();
    field.done("dump destroy d-su --keep 4");
    assert_eq!((held(&field, "d-su", "log"), held(&field, "d-su", "pol")), (4, 4));
    assert_eq!((held(&field, "destroyed", "log"), held(&field, "destroyed", "pol")), (6, 2));
    let ran = field.run("dump destroy d-su --keep 4");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("`d-su` holds no more than 4 of anything"), "{}", ran.err);
    assert!(ran.err.contains("`railhead supply stocks d-su` shows what it holds"), "{}", ran.err);
    field.done("dump destroy d-su");
    assert_eq!((held(&field, "destroyed", "log"), held(&field, "destroyed", "pol")), (10, 6));
    assert_eq!(field.run("supply stocks d-su").code, 2);
    sound(&field);
    field.done("undo");
    assert_eq!(held(&field, "d-su", "log"), 4);
}

#[test]
fn the_words_of_a_convoy() {
    let field = field();
    hours(&field, 1);
    let story = page(
        &field,
        &[
            "supply convoys",
            "supply send log1,log2 --load 3log --to d-1rd --via 0607 --dry-run",
            "supply send log1,log2 --load 3log --to d-1rd --via 0607",
            "supply send 2rd.log --load 1log --from d-su --to 2rd --for next",
            "supply convoys",
            "status",
            "bound close",
            "op show 9",
            "supply convoys --side SU",
            "supply convoys --format json",
            "supply send log1 --home",
            "supply send log2 --home",
            "supply send 2rd.log --release",
            "supply convoys",
            "verify",
        ],
    );
    insta::assert_snapshot!("convoy_words", story);
}

#[test]
fn what_cannot_be_sent_is_refused_with_the_reason() {
    let field = field();
    field.done("supply send pol1 --to 0405 --stay");
    field.done("unit new su.fly --parent su arm=logistic mobility=air carries=log where=0205 capacity=1");
    field.done(
        "unit new su.late --parent su arm=logistic mobility=motorised carries=log arrives=3am entry=0205 capacity=1",
    );
    field.done("dump open d-ax --owner ax --at 0000");
    let refusals = page(
        &field,
        &[
            "supply send log1",
            "supply send logg1 --to d-1rd",
            "supply send 1rd --to d-su",
            "supply send 1rd.i1 --to d-su",
            "supply send pol1 --to d-1rd",
            "supply send log1,2rd.log --to d-1rd",
            "supply send log1 --load 2lg --to d-1rd",
            "supply send log1 --load 3log --to d-1rd",
            "supply send log1 --load 1pol --to d-1rd",
            "supply send log1 --load 2log --from d-sv --to d-1rd",
            "supply send log1 --load 2log --from 0305 --to d-1rd",
            "supply send log1 --load 2log --from ax --to d-1rd",
            "supply send log1 --load 2log --from d-su --to d-1rf",
            "supply send log1 --load 2log --from d-su --to ax",
            "supply send log1 --load 2log --from d-su --to opening",
            "supply send log1 --load 2log --from d-su --to 0905",
            "supply send log1 --load 2log --from d-su --to su.1rd.bn --stay --return",
            "supply send log1 --from d-su --to d-1rd",
            "supply send log1 --load 2log --to d-1rd --for 3xm",
            "supply send 2rd.log --load 2log --to d-1rd",
            "supply send log1 --home",
            "supply send log1,log2 --home",
            "supply send log1 --load 1log --from 1rd.bn --to 2rd",
            "supply send log1 --load 1log --to 1rd.bn.co",
            "supply send fly --to d-1rd",
            "supply send late --to d-1rd",
            "supply send",
            "supply send log1 --load 1log --from d-ax --to d-1rd",
            "move pol1 0505",
            "order pol1 move 0505",
            "order log1 send --load 2log --to d-1rd --for 3am",
            "dump destroy d-xx",
            "setting set convoy_blocked wait",
        ],
    );
    field.done("supply stocktake d-su log=1 --reason counted");
    let short = page(&field, &["supply send log1 --load 2log --to d-1rd"]);
    field.done("setting set detail simple");
    let simple = page(&field, &["supply send log1 --load 2log --to d-1rd", "supply send log1 --to 2rd --stay"]);
    insta::assert_snapshot!("convoy_refusals", format!("{refusals}{short}{simple}"));
}

#[test]
fn a_folder_in_the_midst_of_it_comes_back_as_it_was() {
    let field = field();
    hours(&field, 1);
    field.done("supply send log1,log2 --load 3log --to d-1rd --via 0607");
    field.done("supply send 2rd.log --load 1log --from d-su --to 2rd");
    field.done("supply send 1rd.log --to 0905 --stay --for 2am");
    field.done("bound close");
    field.done("unit set ax.i1 square=0605");
    field.done("unit set ax.i2 square=0307");
    field.done("bound close");
    field.done("export out");
    field.done("check out");
    field.done("new out again.railhead");
    let list = |file: &str| field.done(&format!("supply convoys --format json --campaign {file}"));
    assert_eq!(list("six.railhead"), list("again.railhead"));
    field.done("export out2 --campaign again.railhead");
    for name in ["convoys.csv", "orbat.csv", "dumps.csv", "stocks.csv"] {
        let read = |folder: &str| std::fs::read_to_string(field.dir.path().join(folder).join(name)).unwrap();
        assert_eq!(read("out"), read("out2"), "{name}");
    }
}

/// What is told of one vehicle while things go wrong on the way.
#[test]
fn what_goes_wrong_on_the_way_is_told() {
    // Its dump falls to the enemy before it comes there.
    let field = field();
    hours(&field, 1);
    field.done("supply send log1 --load 2log --from d-su --to d-1rd");
    field.done("unit set 1rd.i1 square=1105");
    field.done("unit set 1rd.hq square=1105");
    field.done("unit set ax.i1 square=1004");
    field.done("move ax.i1 1005");
    assert_eq!(told_of(&field, "su.log1")[0], "turns for home: d-1rd is no longer its side's");
    assert_eq!(told_of(&field, "su.log1"), [""; 0], "it has not left home");

    // A vehicle is set elsewhere, another is broken.
    let field = self::field();
    hours(&field, 1);
    field.done("supply send log1,log2 --load 2log --from d-su --to d-1rd");
    field.done("bound close");
    field.done("unit set log2 square=0305");
    assert_eq!(told_of(&field, "su.log2"), ["has been parted from its convoy and is free"]);
    assert_eq!(convoys(&field)[0]["vehicles"], json!(["su.log1"]));
    field.done("unit set log1 state=broken");
    assert_eq!(told_of(&field, "su.log1"), ["halts in 0805: a vehicle of it is broken"]);

    // A formation without a dump has no room left; another is no longer on the map.
    let field = self::field();
    field.done("supply receive 2rd.log 2 log --from rail");
    field.done("supply send log1 --load 2log --to 2rd");
    assert_eq!(told_of(&field, "su.log1")[1], "finds no room for 2 LOG at su.2rd in 0905");
    field.done("undo");
    for leaf in ["2rd.hq", "2rd.i1", "2rd.log"] {
        field.done(&format!("unit set {leaf} state=destroyed"));
    }
    let gone = "turns for home: the formation for which it drives is no longer on the map";
    assert_eq!(told_of(&field, "su.log1")[0], gone);

    // It stays where it was sent, and is sent home from there with what it has.
    let field = self::field();
    field.done("supply send log1 --load 2log --to 0405 --stay");
    assert_eq!(told_of(&field, "su.log1")[1], "is in 0405 with 2 LOG, stays there and is free");
    field.done("supply send log1 --to d-1rd");
    field.done("dump move d-1rd 0505");
    assert_eq!(told_of(&field, "su.log1")[1], "unloads 2 LOG into d-1rd in 0505", "it follows the dump");
    sound(&field);
}

/// A bridge that carries vehicles and no foot is a clear way, and none for a wagon.
#[test]
fn a_wagon_halts_where_only_lorries_go() {
    use crate::squares::{crossing, river, sq};
    use domain::{CrossingState, RiverClass};
    let mut campaign = strip();
    river(&mut campaign, RiverClass::Major, sq(8, 5), sq(9, 5));
    crossing(&mut campaign, sq(8, 5), sq(9, 5), "vehicles", CrossingState::Open);
    let field = stocked(&campaign);
    field.done("supply send 1rd.log --load 2log --from d-su --to 1rd");
    let told = told_of(&field, "su.1rd.log");
    assert_eq!(told[1], "halts in 0905: its vehicles cannot go from 0905 to 0805");
    sound(&field);
}

/// Why stock moves, as the log keeps it.
#[test]
fn every_transfer_has_its_reason() {
    use campaign::Event;
    use ops::command::{BoundClose, SupplyReceive, SupplySend, UnitMove};
    use ops::{DecisionContext, Request};
    let decide = |campaign: &Campaign, request: Request| {
        let stand = DecisionContext { campaign, reason: None, overridden: Some("a test"), seed: 1 };
        let (events, after) = request.decide(&stand).unwrap().finish();
        let reason = |event: &Event| match event {
            Event::StockTransferred { transfer } => Some(transfer.reason.clone()),
            _ => None,
        };
        (events.iter().filter_map(reason).collect::<Vec<_>>(), after)
    };
    let (account, commodity, from) = ("d-su".to_owned(), "log".to_owned(), "rail".to_owned());
    let receive = SupplyReceive { account, quantity: 4, commodity, from };
    let (_, stocked) = decide(&strip(), Request::SupplyReceive(receive));
    let nobody = SupplySend { to: "d-1rd".to_owned(), ..SupplySend::default() }.sending(&stocked).unwrap_err();
    assert_eq!(nobody.to_string(), "a convoy needs a vehicle");
    assert!(format!("{nobody:?}").contains("name the vehicles: `railhead supply send VEHICLE --to DUMP`"));
    let push = SupplySend {
        vehicles: vec!["log1".to_owned()],
        load: Some("2log".to_owned()),
        to: "d-1rd".to_owned(),
        ..SupplySend::default()
    };
    let (reasons, sent) = decide(&stocked, Request::SupplySend(push));
    assert_eq!(reasons, ["loaded by convoy"]);
    let (reasons, _) = decide(&sent, Request::BoundClose(BoundClose::default()));
    assert_eq!(reasons, ["unloaded by convoy"]);
    let mut near = sent;
    let leaf = near.formations.get_mut("ax.i1").unwrap().leaf.as_mut().unwrap();
    leaf.square = Some(domain::Square::new(2, 4));
    let attack = UnitMove {
        unit: "ax.i1".to_owned(),
        way: vec!["0205".to_owned()],
        rate: None,
        close_up: false,
        split: false,
        alone: false,
    };
    let (reasons, _) = decide(&near, Request::UnitMove(attack));
    assert!(reasons.contains(&"spoilt when captured by ax.i1".to_owned()), "{reasons:?}");
    assert!(reasons.contains(&"captured by ax.i1".to_owned()), "{reasons:?}");
}

#[test]
fn the_review_names_vehicles_that_stand_idle_and_not_those_on_the_road() {
    let field = field();
    field.done("supply send log1 --load 2log --to d-1rd");
    let review = field.json("review");
    let findings = review["findings"].as_array().unwrap();
    let idle: Vec<&Value> = findings.iter().filter(|row| row["kind"] == "idle_vehicle").collect();
    assert!(idle.iter().all(|row| row["subject"] != "su.log1"), "{idle:?}");
    let log2 = idle.iter().find(|row| row["subject"] == "su.log2").unwrap();
    assert_eq!(log2["command"], "railhead supply plan --side SU", "nothing is there to be fetched");
    assert_eq!(log2["since"]["label"], "D1 am", "as the folder has it");
}

#[test]
fn the_list_has_the_keys_of_its_example() {
    use crate::cli::json::{examples, keys_of};
    let field = field();
    field.done("supply send log1 --load 2log --to d-1rd --stay");
    let row = field.json("supply convoys");
    let example = examples().into_iter().find(|(command, _)| command == "railhead supply convoys").unwrap().1;
    assert_eq!(keys_of(&row), keys_of(&example));
}
