//! Orders to reorganise, and what a bound report tells of who did and who could not: each thing once.
//!
//! `1RD` of the field has its HQ in 0202, `b1` in 0302 and `b2` in 0203; `2RD` is `b1` in 0406.

use serde_json::{Value, json};

use super::field::Field;

fn lines(report: &Value, id: &str) -> Vec<String> {
    let told = report["formations"].as_array().unwrap().iter().find(|formation| formation["id"] == id);
    let lines = told.into_iter().flat_map(|formation| formation["lines"].as_array().unwrap());
    lines.map(|line| line.as_str().unwrap().to_owned()).filter(|line| line.contains("reorganised")).collect()
}

fn until_night(field: &Field) {
    field.done("bound close");
    field.done("bound close");
}

#[test]
fn an_order_to_reorganise_that_cannot_be_done_is_warned_of_when_it_is_given() {
    let field = Field::new();
    let note = |line: &str| field.json(line)["notes"][0].clone();
    let nothing = "2RD has nothing to reorganise for: it has no marker, is not disorganised and owes nothing";
    assert_eq!(note("order 2rd reorganise"), nothing);
    assert_eq!(note("order 2rd reorganise --for next"), Value::Null, "who knows what comes before");
    field.done("unit set 1rd.b1 markers=2");
    let hindered = "as it stands nobody of 1RD can reorganise: in 0302: no command base is there (HQ stands in 0202)";
    assert_eq!(note("order 1rd reorganise"), hindered);
    field.done("order cancel 1rd");
    field.done("unit set 1rd.b2 square=0202");
    field.done("unit set 1rd.b2 markers=1");
    let half = "as it stands 3 of its 4 leaves can reorganise: in 0302: no command base is there (HQ stands in 0202)";
    assert_eq!(note("order 1rd reorganise"), half);
    field.done("unit set 1rd.b1 square=0202");
    field.done("order cancel 1rd");
    assert_eq!(note("order 1rd reorganise"), Value::Null);
}

#[test]
fn an_order_to_reorganise_for_which_there_is_nothing_is_dropped_at_the_march() {
    let field = Field::new();
    field.done("order 2rd reorganise");
    let said = field.run_on(400, "bound march", "").out;
    assert!(said.contains("not done, the order is dropped: it has no marker, is not disorganised"), "{said}");
    assert_eq!(field.json("order list"), json!([]));
}

#[test]
fn who_was_ordered_to_reorganise_and_could_not_is_told_of_once_with_all_its_squares() {
    let field = Field::new();
    for leaf in ["b1", "b2", "hq"] {
        field.done(&format!("unit set 1rd.{leaf} markers=1"));
    }
    until_night(&field);
    field.done("order 1rd reorganise");
    field.done("bound march --dice 4");
    let told = lines(&field.json("bound close"), "su.1a.1rd");
    assert_eq!(told, ["not reorganised in 0203 and 0302: its command base stands in 0202"]);
}

// Section 11: two markers are one SP, an odd one is thrown for: 4 or more and it costs nothing.
#[test]
fn what_an_odd_marker_cost_is_told_once_with_what_was_thrown() {
    for (markers, dice, said) in [
        (1, "2", "reorganised: 1 marker off in 0202: 2 thrown, so 1 SP lost"),
        (1, "5", "reorganised: 1 marker off in 0202: 5 thrown, so no SP lost"),
        (3, "2", "reorganised: 3 markers off, 2 SP lost (the odd one in 0202: 2 thrown, 1 SP for it)"),
    ] {
        let field = Field::new();
        field.done("unit set 1rd.b1 square=0202");
        field.done(&format!("unit set 1rd.b1 markers={markers}"));
        until_night(&field);
        let report = field.json(&format!("bound close --dice {dice}"));
        assert_eq!(lines(&report, "su.1a.1rd"), [said]);
        assert!(!report.to_string().contains("odd marker of"), "{report}");
    }
}

#[test]
fn a_long_undo_is_told_in_a_line() {
    let field = Field::new();
    for sp in [1, 2, 1, 2, 1, 2] {
        field.done(&format!("unit set 1rd.b1 sp={sp}"));
    }
    let said = field.run_on(400, "op restore 1", "").out;
    let line =
        "taken back: 6 operations, op 7 of D1 am (`unit set 1rd.b1 sp=2`) to op 2 of D1 am (`unit set 1rd.b1 sp=1`)\n";
    assert!(said.ends_with(line) && said.lines().count() == 2, "{said}");
    assert_eq!(field.json("op restore 7")["brought_back"].as_array().map(Vec::len), Some(6));
    let rows = field.done("op restore 1 --format csv");
    assert_eq!(rows.matches("taken back").count(), 6, "{rows}");
}
