//! `verify --replay`: every recorded request decided again.

use serde_json::{Value, json};

use campaign::Event;
use ledger::{Ledger, OperationDraft};

use super::field::Field;
use crate::draft::draft;

/// Adds an operation whose request says one thing and whose events another, with hashes that fit.
fn forged(field: &Field, request: Value, events: &[Event]) {
    let draft = OperationDraft { request, ..draft("forged") };
    let mut ledger = Ledger::open(&field.dir.path().join("six.railhead")).unwrap();
    ledger.write(&draft, |_| Ok::<_, campaign::Refusal>(events.to_vec())).unwrap();
}

fn b1_to_sp(sp: u16) -> Event {
    Event::StrengthChanged { leaf: "su.1a.1rd.b1".into(), base: 0, before: 3, after: sp }
}

fn breaches(field: &Field) -> (i64, Value) {
    let ran = field.run("verify --replay --format json");
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    (ran.code.into(), report["breaches"].clone())
}

#[test]
fn what_was_done_undone_and_done_otherwise_is_decided_again_as_it_was() {
    let field = Field::new();
    for line in [
        "unit set 1rd.b1 sp=2 --reason counted",
        "unit set 1rd.b2 sp=1",
        "undo",
        "undo",
        "unit set 1rd.b1 sp=1",
        "op restore 3",
        "unit set 1rd.b2 markers=1",
        "order 1rd.b1 move 0402",
        "bound close --seed 3",
        "bound close --dice '6 5 4 3 2 1'",
        "bound close",
    ] {
        field.run(line);
    }
    let report = field.json("verify --replay");
    assert_eq!(report["ok"], true, "{report}");
    let done = field.json("op log --all").as_array().unwrap().len() as u64;
    assert!(report["decided"].as_u64().unwrap() + 4 >= done && report["decided"].as_u64().unwrap() > 6, "{report}");
    assert_eq!(report["otherwise"], json!([]));
    let said = field.done("verify --replay");
    let line = format!("decided again: operations {}, differently by another version 0\n", report["decided"]);
    assert!(said.contains(&line), "{said}");
    assert_eq!(field.json("verify")["decided"], Value::Null);
}

#[test]
fn events_that_a_request_does_not_give_are_a_breach() {
    let field = Field::new();
    let request = json!({"v": 1, "command": "unit_set", "unit": "1rd.b1", "set": [["sp", "2"]]});
    forged(&field, request.clone(), &[b1_to_sp(1)]);
    assert_eq!(field.json("verify")["ok"], true, "nothing else shows it");
    let (code, found) = breaches(&field);
    assert_eq!(code, 4);
    let breach = |expected: &str, was: &str| json!([{"kind": "replay", "where": "operation 2", "expected": expected, "found": was}]);
    assert_eq!(found, breach("strength_changed of su.1a.1rd.b1, after 2", "strength_changed of su.1a.1rd.b1, after 1"));
    let refused = Field::new();
    forged(&refused, json!({"v": 1, "command": "unit_set", "unit": "1rd.b1", "set": [["sp", "9"]]}), &[b1_to_sp(1)]);
    let (_, found) = breaches(&refused);
    let expected = found[0]["expected"].as_str().unwrap();
    assert!(expected.starts_with("refused: ") && found[0]["found"] == "strength_changed of su.1a.1rd.b1", "{found}");
    let more = Field::new();
    let other = Event::MarkersChanged { leaf: "su.1a.1rd.b1".into(), base: 0, before: 0, after: 1 };
    forged(&more, request, &[b1_to_sp(2), other]);
    assert_eq!(breaches(&more).1, breach("no more events", "markers_changed of su.1a.1rd.b1"));
}

#[test]
fn a_request_that_this_version_cannot_read_is_told_and_is_no_breach() {
    let field = Field::new();
    forged(&field, json!({"v": 1, "command": "conjured"}), &[b1_to_sp(1)]);
    let report = field.json("verify --replay");
    assert_eq!((&report["ok"], &report["decided"]), (&json!(true), &json!(0)));
    let version = env!("CARGO_PKG_VERSION");
    let what = "cannot be decided again: its request of version 1 cannot be read: unknown variant `conjured`";
    assert_eq!(report["otherwise"], json!([{"op": 2, "version": version, "what": what}]));
    let said = field.done("verify --replay").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains(&format!("version {version} decided operation 2 differently: {what}")), "{said}");
    let newer = Field::new();
    forged(&newer, json!({"v": 9, "command": "unit_set"}), &[b1_to_sp(1)]);
    let what = &newer.json("verify --replay")["otherwise"][0]["what"];
    assert_eq!(what, "cannot be decided again: its request of version 9 cannot be read");
}

#[test]
fn the_history_of_uranus_is_decided_again_as_it_was() {
    let report = super::history::played().json("verify --replay");
    assert_eq!((&report["ok"], &report["breaches"], &report["otherwise"]), (&json!(true), &json!([]), &json!([])));
    assert!(report["decided"].as_u64().unwrap() > 500, "{report}");
}
