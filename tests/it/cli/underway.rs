//! Stock on its way in `supply status` and `supply trace`, worked out by hand on the line of `shortage.rs`: a lorry takes 20
//! minutes a square of the road, and drives six hours in the morning of a day and in no other bound.

use serde_json::{Value, json};

use super::field::Field;
use super::shortage::{line, line_with};

/// The row of a formation on a sheet.
fn row(field: &Field, unit: &str, words: &str) -> Value {
    let sheet = field.json(&format!("supply status {words}"));
    let units = sheet["units"].as_array().unwrap();
    units.iter().find(|row| row["id"] == unit).unwrap_or_else(|| panic!("{unit} in {sheet}")).clone()
}

fn morning(day: u32) -> Value {
    json!({"day": day, "phase": "am", "date": format!("1942-11-{}", 18 + day), "label": format!("D{day} am")})
}

fn load(convoy: &str, from: Option<&str>, to: &str, (commodity, units): (&str, u32), arrives: &Value) -> Value {
    json!({"convoy": convoy, "from": from, "to": to, "commodity": commodity, "units": units, "arrives": arrives,
        "held_up": null})
}

/// From 0902 to 1302 it is four squares, 80 minutes of the first morning.
#[test]
fn who_has_none_is_told_what_is_on_its_way_and_not_to_look_for_more() {
    let field = line();
    field.done("supply stocktake a.c1.td.log log=0 --reason counted -q");
    let empty = |words: &str| json!([format!("LOG: none of its own is left; {words}")]);
    let plan = "`railhead supply plan` says who could bring some";
    assert_eq!(row(&field, "a.c1.td", "")["reasons"], empty(plan));
    field.done("supply send a.c1.log --load 1log --from d-c1 --to a.c1.td -q");
    let coming = json!([load("a.c1.log", None, "a.c1.td", ("log", 1), &morning(1))]);
    for words in ["", "--side SU", "td", "--brief"] {
        let tanks = row(&field, "a.c1.td", words);
        assert_eq!(tanks["reasons"], empty("1 LOG is on its way, arriving D1 am"), "{words}");
        assert_eq!(tanks["underway"], coming, "{words}");
        assert_eq!(
            (&tanks["log"]["state"], &tanks["log"]["stock"]),
            (&json!("dump_empty"), &json!(0)),
            "nobody holds it"
        );
    }
    let trace = field.json("supply trace td");
    assert_eq!((&trace["reasons"], &trace["underway"]), (&empty("1 LOG is on its way, arriving D1 am"), &coming));
    // Who draws through the division has none either, and is told the same.
    let fed = row(&field, "a.c1.td.b", "--depth 1");
    assert_eq!((&fed["reasons"], &fed["underway"]), (&empty("1 LOG is on its way, arriving D1 am"), &coming));
    assert_eq!(row(&field, "a.c1.rd", "")["underway"], json!([]), "it is not for them");
    assert!(!field.done("supply status --side AX --format json").contains("a.c1.log"), "the enemy reads nothing of it");
    field.done("bound close -q");
    let tanks = row(&field, "a.c1.td", "");
    assert_eq!((&tanks["reasons"], &tanks["underway"], &tanks["log"]["stock"]), (&json!([]), &json!([]), &json!(1)));
}

/// From 0402 to 0902 it is five squares, 100 minutes.
#[test]
fn what_comes_to_a_dump_is_told_to_its_owner_and_to_who_draws_on_it_and_has_none() {
    let field = line();
    field.done("supply stocktake a.c1.rd.log log=0 --reason counted -q");
    field.done("supply send a.log --load 2log --from d-a --to d-c1 -q");
    let coming = json!([load("a.log", None, "d-c1", ("log", 2), &morning(1))]);
    for (unit, reasons) in [
        ("a.c1", json!(["2 LOG are on their way, arriving D1 am"])),
        (
            "a.c1.rd",
            json!([concat!(
                "LOG: none of its own is left; 2 LOG are on their way to `d-c1`, arriving D1 am; ",
                "`railhead supply plan` says who could bring some"
            )]),
        ),
        // Who holds some of his own is told nothing, but in a key.
        ("a.c1.td", json!([])),
    ] {
        let row = row(&field, unit, "--side SU");
        assert_eq!((&row["reasons"], &row["underway"]), (&reasons, &coming), "{unit}");
    }
    // The other corps does not draw there; and who comes home brings nothing.
    assert_eq!(row(&field, "a.c2.r1", "")["underway"], json!([]));
    field.done("supply send a.log --home -q");
    assert_eq!(row(&field, "a.c1", "")["underway"], json!([]));
}

/// Each kind for itself, what comes at one time said at once: 1 LOG and 1 LOG by two lorries of the corps, 1 POL by its
/// bowser, from 0902 to 1302, and there in the first morning.
#[test]
fn what_comes_by_several_is_summed_by_kind() {
    let field = line();
    for vehicle in ["log", "log2"] {
        field.done(&format!("supply send a.c1.{vehicle} --load 1log --from d-c1 --to td -q"));
    }
    field.done("supply send a.c1.pol --load 1pol --from d-c1 --to td -q");
    let tanks = row(&field, "a.c1.td", "");
    let told = ["2 LOG are on their way, arriving D1 am", "1 POL is on its way, arriving D1 am"];
    assert!(told.iter().all(|told| tanks["reasons"].as_array().unwrap().contains(&json!(told))), "{tanks}");
    let coming = [
        load("a.c1.log", None, "a.c1.td", ("log", 1), &morning(1)),
        load("a.c1.log2", None, "a.c1.td", ("log", 1), &morning(1)),
        load("a.c1.pol", None, "a.c1.td", ("pol", 1), &morning(1)),
    ];
    assert_eq!(tanks["underway"], json!(coming));
}

/// The division's own lorry has its 2 LOG on the road, and is to load 1 more four squares off: three on their way, none held.
#[test]
fn what_its_own_lorries_fetch_is_on_its_way_too() {
    let field = line();
    field.done("supply send a.c1.td.log --load 1log --from d-c1 --to a.c1.td -q");
    let tanks = row(&field, "a.c1.td", "");
    assert_eq!(tanks["reasons"], json!(["LOG: none of its own is left; 3 LOG are on their way, arriving D1 am"]));
    assert_eq!(tanks["underway"], json!([load("a.c1.td.log", Some("d-c1"), "a.c1.td", ("log", 3), &morning(1))]));
}

/// The only bridge between the army and the corps is blown behind the order.
#[test]
fn what_does_not_come_through_is_told_so() {
    let field = line();
    field.done("supply send a.log --load 2log --from d-a --to d-c1 -q");
    field.done("crossing destroy bridge -q");
    let of = |words: &str| row(&field, "a.c1", words);
    let told = |row: &Value, text: &str| row["reasons"].as_array().unwrap().contains(&json!(text));
    assert!(told(&of(""), "2 LOG are on their way, and no clear way leads there now"), "{}", of(""));
    assert_eq!(of("")["underway"][0]["arrives"], Value::Null);
    field.done("bound close -q");
    let why = field.json("supply convoys")[0]["why"].as_str().unwrap().to_owned();
    assert!(why.contains("(0702-0802) is destroyed"), "{why}");
    let corps = of("--side SU");
    assert!(told(&corps, &format!("2 LOG are on their way, held up since D1 am: {why}")), "{corps}");
    assert_eq!(corps["underway"][0]["held_up"], morning(1));
}

/// The enemy takes the dump to which it is bound, and has lorries of his own to draw on it: he is told nothing.
#[test]
fn a_captured_dump_tells_its_captor_nothing() {
    let lorries = "ax.log,ax,AX,Raider lorries,battalion,logistic,motorised,0903,,log,4\nax.b,ax,AX,Raider,";
    let field = line_with("0903", &[("orbat.csv", "ax.b,ax,AX,Raider,", lorries)]);
    field.done("supply send a.log --load 2log --from d-a --to d-c1 -q");
    field.done("move ax.b 0902 --override \"straight on\" -q");
    let dumps = field.json("dump list");
    assert_eq!(dumps.as_array().unwrap().iter().find(|row| row["id"] == "d-c1").unwrap()["owner"], "ax");
    assert_eq!(field.json("supply convoys")[0]["to"], "d-c1", "it is still bound for it");
    for words in ["", "--side AX"] {
        assert_eq!(row(&field, "ax", words)["underway"], json!([]), "{words}");
    }
    assert!(!field.done("supply status --side AX --format json").contains("a.log"));
}
