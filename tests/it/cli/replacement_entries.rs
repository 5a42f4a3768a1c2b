//! Entries of the pools written during play: what comes of them, what of an entry can be changed, and what is refused.

use std::fmt::Write;

use serde_json::{Value, json};

use super::field::Field;
use super::groups::{export, field, round_trip};

/// The tutorial, whose folder has no pools; of 350th Infantry Division the first battalion of the first regiment has 1 SP
/// of 3.
fn worn() -> Field {
    let field = field();
    field.done("unit set id.r1.b1 sp=1");
    field
}

/// Number, pool, arm, when, SP, given, left and note of every entry, by bound.
fn entries(field: &Field) -> Vec<Value> {
    let rows = field.json("unit replacements");
    let row = |row: &Value| {
        json!([
            row["entry"],
            row["pool"],
            row["arm"],
            row["comes"]["label"],
            row["sp"],
            row["given"],
            row["left"],
            row["note"]
        ])
    };
    rows.as_array().unwrap().iter().map(row).collect()
}

/// By hand: 4 SP come on the first night; the battalion wants 2, and that is what its division takes in a night; the panzers
/// want 1 from the start; 1 is left.
#[test]
fn what_is_written_during_play_comes_and_is_given() {
    let field = worn();
    field.done("unit replacements add ax 4 --comes 1n --note \"march battalion\"");
    let due = json!([1, "ax", null, "D1 night", 4, 0, 4, "march battalion"]);
    assert_eq!(entries(&field), [due]);
    round_trip(&field);
    field.done("bound close --seed 1");
    let opened = field.done("bound close --seed 1");
    assert!(opened.contains("replacements: 4 SP into the pool of LX Army Corps (mot)"), "{opened}");
    let report = field.done("bound close --seed 1").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains("2 SP for I/Infantry Regiment 950"), "{report}");
    assert!(report.contains("replacements from LX Army Corps (mot): 1 SP for II/Panzer Regiment 140"), "{report}");
    assert_eq!(field.json("unit show id.r1.b1")["sp"], json!(3));
    assert_eq!(entries(&field), [json!([1, "ax", null, "D1 night", 4, 3, 1, "march battalion"])]);
    round_trip(&field);
    field.done("unit replacements set 1 sp=3");
    assert_eq!(entries(&field), [json!([1, "ax", null, "D1 night", 3, 3, 0, "march battalion"])]);
    assert_eq!(field.json("verify")["ok"], json!(true));
    for _ in 0..5 {
        field.done("undo");
    }
    assert_eq!((entries(&field), export(&field).contains_key("replacements.csv")), (Vec::new(), false));
    field.done("redo");
    assert_eq!(entries(&field).len(), 1);
}

/// Without `--comes` they are there at once, for the umpire to book; those after an entry that goes move up.
#[test]
fn entries_are_changed_and_go() {
    let field = worn();
    field.done("unit replacements add AX 4 --arm armour");
    field.done("unit replacements add ax.id 2");
    field.done("unit replacements add su 5 --comes next");
    field.done("unit replace id.r1.b1 2 --from ax.id");
    let armour = json!([1, "AX", "armour", "D1 am", 4, 0, 4, ""]);
    let given = |number: u32| json!([number, "ax.id", null, "D1 am", 2, 2, 0, ""]);
    assert_eq!(entries(&field), [armour, given(2), json!([3, "su", null, "D1 pm", 5, 0, 5, ""])]);
    field.done("unit replacements set 3 arm=infantry sp=6 comes=2am pool=su.rd note=\"from the school\"");
    field.done("unit replacements remove 1");
    assert_eq!(entries(&field), [given(1), json!([2, "su.rd", "infantry", "D2 am", 6, 0, 6, "from the school"])]);
    round_trip(&field);
    field.done("unit replacements set 2 arm=any note=none-yet");
    assert_eq!(entries(&field)[1], json!([2, "su.rd", null, "D2 am", 6, 0, 6, "none-yet"]));
    assert_eq!(field.json("verify")["ok"], json!(true));
}

#[test]
fn what_is_said_and_refused() {
    let field = worn();
    let mut page = String::new();
    for line in [
        "! unit replacements remove 1",
        "unit replacements add ax 3 --comes 2am --note \"march battalion\"",
        "unit replacements add AX 4 --arm infantry",
        "unit replacements add ax.id 2 --dry-run",
        "unit replace id.r1.b1 2 --from AX",
        "bound close -q",
        "unit replacements",
        "! unit replacements add ax.idd 3",
        "! unit replacements add ax 0",
        "! unit replacements add ax 3 --comes 1am",
        "! unit replacements add ax 3 --comes tomorrow",
        "! unit replacements add ax 3 --arm infantrie",
        "! unit replacements set 9 sp=3",
        "! unit replacements set 1 some=3",
        "! unit replacements set 1 sp=3 sp=4",
        "! unit replacements set 1 sp=0",
        "! unit replacements set 1 sp=few",
        "! unit replacements set 2 sp=1",
        "! unit replacements set 2 pool=ax",
        "! unit replacements set 2 comes=3am",
        "! unit replacements remove 1 2",
        "unit replacements set 2 arm=any",
        "unit replacements remove 1 --reason \"kept back\"",
        "op show 7",
        "op show 8",
        "! unit replacements --side AX add ax 3",
    ] {
        let refused = line.starts_with('!');
        let ran = field.run(line.trim_start_matches("! "));
        write!(page, "$ railhead {}\n{}{}", line.trim_start_matches("! "), ran.out, ran.err).unwrap();
        assert_eq!(ran.code != 0, refused, "{line}: {}", ran.err);
    }
    insta::assert_snapshot!("entries", page);
}
