//! Air strikes on the road and on railways: what convoys and trains lose, by hand, and when nobody flies.
//!
//! A lorry takes 20 minutes a square on the strip, eight squares from the depot of the army to the dump of the division.

use campaign::{Campaign, Setting};
use serde_json::{Value, json};

use super::super::convoys::strip::strip;
use super::super::field::{Field, page};
use super::super::rail::lines;
use super::{bites, comes_back, sound, told_of};

/// The strip, or lines of railway, where strikes are flown.
fn field(mut campaign: Campaign) -> Field {
    campaign.settings.set(Setting::AirInterdiction, "on");
    Field::of(&campaign)
}

fn strip_field() -> Field {
    let field = field(strip());
    field.done("supply receive d-su 10 log --from rail");
    field
}

fn sp(field: &Field, id: &str) -> Value {
    field.json(&format!("unit show {id}"))["bases"][0]["sp"].clone()
}

fn held(field: &Field, account: &str) -> i64 {
    let stocks = field.json("supply stocks --all");
    let rows = stocks["accounts"].as_array().unwrap();
    let row = rows.iter().find(|row| row["account"] == account && row["commodity"] == "log");
    row.map_or(0, |row| row["quantity"].as_i64().unwrap())
}

fn railway(report: &Value, id: &str) -> Vec<String> {
    let heads = report["railways"].as_array().into_iter().flatten().filter(|head| head["railhead"] == id);
    heads.flat_map(|head| head["lines"].as_array().unwrap()).map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// Two squares under attack cost an hour each, there and back: 160 + 120 minutes out leave 80 of six hours, in which it comes
/// back over 0905, 0805, 0705 and not into 0605, an hour and twenty. It has come through two squares: two dice, a 2 costs 1 of
/// its 4 SP; it is empty on its way back.
#[test]
fn a_convoy_under_attack_is_late_and_loses_vehicles() {
    let field = strip_field();
    field.done("strikes book 0505 0605 --against SU");
    let bite = "air strikes on 0505, 0605 against SU in D1 am: convoys take 60 minutes longer, on a roll of up to 2 each vehicle \
                loses 1 SP";
    assert_eq!(bites(&field, "--side SU"), [("air_interdiction".to_owned(), vec![bite.to_owned()])]);
    assert!(bites(&field, "--side AX").is_empty());
    comes_back(&field);
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    let report = field.json("bound close --dice '2 3'");
    let told = told_of(&report, "su.log1");
    let late = "su.log1 loses 120 minutes to air strikes on 0505, 0605 (house rule `air_interdiction`)".to_owned();
    assert!(told.contains(&late), "{told:?}");
    assert_eq!(told.last().unwrap(), "su.log1 is in 0705, on its way home", "{told:?}");
    let hit = "air strikes (house rule `air_interdiction`) of su.log1: 2 3 thrown, 1 SP lost";
    assert_eq!(told_of(&report, "air strikes"), [hit]);
    assert_eq!((sp(&field, "su.log1"), held(&field, "d-1rd")), (json!(3), 2));
    // With the bound they are over: the rest of the way is free.
    assert_eq!(field.json("strikes list"), json!([]));
    assert!(bites(&field, "--side SU").is_empty());
    let report = field.json("bound close");
    assert_eq!(told_of(&report, "su.log1").last().unwrap(), "su.log1 is home in 0205 and free");
    sound(&field);
    field.done("undo");
    field.done("undo");
    assert_eq!((sp(&field, "su.log1"), bites(&field, "--side SU").len()), (json!(4), 1));
    sound(&field);
}

/// A lorry with 2 LOG on 4 SP that loses 2 SP under way loses one LOG: what it unloads is what is left.
#[test]
fn a_share_of_the_load_goes_with_the_vehicles() {
    let field = strip_field();
    field.done("setting set strike_minutes 0");
    field.done("strikes book 0805 0905 --against SU --for 1am");
    field.done("setting set supply_hours_am 2");
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    // Two hours are six squares, to 0805: one die.
    field.done("bound close --dice 1");
    assert_eq!((sp(&field, "su.log1"), held(&field, "su.log1"), held(&field, "destroyed")), (json!(3), 1, 1));
    field.done("bound close");
    assert_eq!((held(&field, "d-1rd"), held(&field, "destroyed")), (1, 1));
    sound(&field);
}

/// In limited weather half of it is flown: half an hour, and up to a 1; in none, and by night, nothing.
#[test]
fn weather_and_night_keep_wings_on_the_ground() {
    let field = strip_field();
    field.done("strikes book 0505 --against SU");
    field.done("bound weather flying=limited");
    let bite = "air strikes on 0505 against SU in D1 am: convoys take 30 minutes longer, on a 1 each vehicle loses 1 \
                SP (its flying weather is `limited`: 50 % of `strike_minutes` and `strike_die`)";
    assert_eq!(bites(&field, "--side SU"), [("air_interdiction".to_owned(), vec![bite.to_owned()])]);
    assert_eq!(field.json("strikes list")[0]["flown"], json!(50));
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    // 160 minutes out and 30 lost, 160 back and 30 lost: 380 of 360. It is in 0305.
    let report = field.json("bound close --dice '2 2'");
    assert_eq!(told_of(&report, "su.log1").last().unwrap(), "su.log1 is in 0305, on its way home");
    assert!(told_of(&report, "air strikes")[0].ends_with(" thrown, no losses"), "{report}");
    field.done("undo");
    field.done("bound weather flying=none");
    let none = "no air strikes are flown in D1 am: its flying weather is `none`";
    assert_eq!(bites(&field, ""), [("air_interdiction".to_owned(), vec![none.to_owned()])]);
    assert!(bites(&field, "--side SU").is_empty(), "nobody comes, and nobody tells of it");
    let report = field.json("bound close");
    assert_eq!(report["house_rules"], json!([format!("{none} (house rule `air_interdiction`)")]));
    assert_eq!(told_of(&report, "su.log1").last().unwrap(), "su.log1 is home in 0205 and free");
    sound(&field);
}

/// All trains come over 0105 on West line, by id: of `far`, which come through, of `mid`, which has 6 LOG and 4 POL of a day,
/// of `rear`, which has 4 and 2. Half is lost on a roll of up to 2.
#[test]
fn trains_lose_a_share_of_the_day() {
    let field = field(lines());
    field.done("strikes book 0105 --against SU --for 2am");
    field.done("bound close");
    field.done("bound close");
    let refused = field.run("bound close --dice '6 2'");
    assert!(refused.err.contains("the dice run out: `air strikes on its trains of rear` needs 1"), "{}", refused.err);
    let report = field.json("bound close --dice '6 2 3'");
    let rule = "(house rule `air_interdiction`)";
    let lost = |what: &str, face: u8| format!("air strikes on 0105: {face} thrown, {what} {rule}");
    assert_eq!(railway(&report, "mid"), ["3 LOG and 2 POL by rail".to_owned(), lost("3 LOG and 2 POL are lost", 2)]);
    let whole = "air strikes on 0105: 6 thrown, its trains get through (house rule `air_interdiction`)";
    assert_eq!(railway(&report, "far")[1], whole);
    assert_eq!(railway(&report, "rear"), ["4 LOG and 2 POL by rail".to_owned(), lost("its trains get through", 3)]);
    assert_eq!((held(&field, "mid"), held(&field, "rear"), held(&field, "source")), (3, 4, 10));
    sound(&field);
    field.done("undo");
    // On the line itself: `mid`, `rear`, and the depot that stands on it; `far` too, whose trains begin on it.
    field.done("strikes cancel 0105 --against SU --for 2am");
    field.done("strikes book --line \"west LINE\" --against SU --for 2am");
    field.done("setting set strike_trains 30");
    let report = field.json("bound close --seed 3");
    let struck = |id: &str| railway(&report, id).iter().any(|line| line.starts_with("air strikes on West line: "));
    assert_eq!(["mid", "rear", "source", "far"].map(struck), [true; 4], "{report}");
    let bites = bites(&field, "--side SU");
    let bite = "air strikes on West line against Soviet in D2 am: on a roll of up to 2 a railhead's trains lose 30 %";
    assert_eq!(bites, [("air_interdiction".to_owned(), vec![bite.to_owned()])]);
    sound(&field);
}

/// A convoy is to bring 2 LOG on D2 am. Strikes that cost it six hours keep it from it: the umpire foresees that, and the side
/// does not.
#[test]
fn a_forecast_for_a_side_knows_of_no_strikes_to_come() {
    let field = strip_field();
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd --for 2am");
    let left = |words: &str| {
        let forecast = field.json(&format!("supply forecast --bounds 4 --log none {words}"));
        let rows = forecast["units"].as_array().unwrap().clone();
        rows.iter().find(|row| row["id"] == "su.1rd" && row["commodity"] == "log").unwrap()["left"].clone()
    };
    assert_eq!((left(""), left("--side SU")), (json!(2), json!(2)));
    field.done("setting set strike_minutes 360");
    field.done("strikes book 0505 --against SU --for 2am");
    assert_eq!((left(""), left("--side SU")), (json!(0), json!(2)));
    assert!(bites(&field, "--side SU").is_empty());
}

/// A convoy from 0205 to 1005 and home again, and a plan for the same way: the umpire reads of all strikes booked on it, in
/// the bounds in which it is on the road, its side of those that are flown now, the enemy of nothing.
#[test]
fn a_convoy_and_a_trip_say_that_strikes_are_booked_on_their_way() {
    let field = strip_field();
    for words in ["0505 0605 --against SU", "0505 --against SU --for 1pm", "0505 --against AX", "0507 --against SU"] {
        field.done(&format!("strikes book {words}"));
    }
    let told = |row: &Value| {
        let strikes = row["strikes"].as_array().cloned().unwrap_or_default();
        let one = |strike: &Value| format!("{} {}", strike["bound"]["label"], strike["square"]).replace('"', "");
        strikes.iter().map(one).collect::<Vec<_>>()
    };
    let trip = |words: &str| {
        let plan = field.json(&format!("supply plan --only log {words}"));
        let own = plan["plans"].as_array().unwrap().iter().find(|plan| plan["side"] == "SU").unwrap();
        told(&own["trips"][0])
    };
    assert_eq!((trip(""), trip("--side SU")), (vec!["D1 am 0505".into(), "D1 am 0605".into()], trip("")));
    let text = field.done("supply plan --only log");
    assert!(text.contains("strikes") && !text.contains("0507"), "{text}");
    // With three hours it is there on D1 am, and home on D1 pm.
    field.done("setting set supply_hours_am 3");
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    let convoy = |words: &str| told(&field.json(&format!("supply convoys {words}"))[0]);
    assert_eq!(convoy("--side SU"), ["D1 am 0505", "D1 am 0605"]);
    assert_eq!(convoy(""), ["D1 am 0505", "D1 am 0605", "D1 pm 0505"]);
    let text =
        |words: &str| field.done(&format!("supply convoys {words}")).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text("").contains("air strikes on 0505, 0605"), "{}", text(""));
    assert!(!text("--side SU").contains("D1 pm, on") && field.json("supply convoys --side AX") == json!([]));
    field.done("bound weather flying=none");
    assert_eq!((convoy(""), convoy("--side SU")), (vec!["D1 pm 0505".to_owned()], Vec::new()));
    field.done("setting set air_interdiction off");
    assert!(convoy("").is_empty());
}

/// Strikes on a square and on a railway of the tutorial, exported and read again.
#[test]
fn strikes_stand_in_the_folder() {
    let field = Field::empty();
    field.done("new first-bound");
    let line = field.json("rail status")[0]["line"].as_str().unwrap().to_owned();
    field.done(&format!("strikes book 0605 --line \"{line}\" --against AX --for 2am"));
    let files = super::super::groups::export(&field);
    assert_eq!(
        files["strikes.csv"],
        format!("bound,against,square,line\n2am,AX,0605,\n2am,AX,,{line}\n").replace("2am", "D2 am")
    );
    super::super::groups::round_trip(&field);
    sound(&field);
}

/// With the rule off what is booked does nothing, and is over with its bound.
#[test]
fn without_the_rule_nothing_is_flown() {
    let field = strip_field();
    field.done("setting set air_interdiction off");
    field.done("strikes book 0505 --against SU");
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd");
    assert!(bites(&field, "").is_empty());
    assert_eq!(field.json("strikes list")[0]["flown"], json!(0));
    let report = field.json("bound close");
    assert_eq!(told_of(&report, "su.log1").last().unwrap(), "su.log1 is home in 0205 and free");
    assert_eq!(field.json("strikes list"), json!([]));
}

#[test]
fn what_is_said_of_strikes_and_refused() {
    let field = field(lines());
    let said = page(
        &field,
        &[
            "strikes list",
            "strikes book 0105 0205 --against SU",
            "strikes book 0105 --against SU --dry-run",
            "strikes book 0305 --line \"West line\" --against SU --for next --reason \"as ordered\"",
            "strikes list",
            "op show 3",
            "strikes book 0105 --against SU --for 1n",
            "strikes book 4444 --against SU",
            "strikes book 0105 --against XX",
            "strikes book --against SU",
            "strikes book --line \"Wets line\" --against SU",
            "strikes book --line none --against SU",
            "strikes cancel 0405 --against SU",
            "strikes cancel --line \"West line\" --against SU",
            "strikes cancel 0105 --against SU",
            "bound close -q",
            "strikes book 0105 --against SU --for 1am",
            "bound weather flying=none -q",
            "strikes book 0105 --against SU",
        ],
    );
    insta::assert_snapshot!("strikes", said);
}
