//! Marches, orders, contact, digging in, engineers and claims at the command line.

use std::fmt::Write;

use serde_json::json;

use super::field::Field;

fn page(field: &Field, lines: &[&str]) -> String {
    let mut page = String::new();
    for line in lines {
        let ran = field.run(line);
        write!(page, "$ railhead {line}\n{}{}", ran.out, ran.err).unwrap();
        let code = if ran.code == 0 { String::new() } else { format!("[{}]\n", ran.code) };
        page.push_str(&code);
        page.push('\n');
    }
    page
}

#[test]
fn orders_are_carried_out_together_and_undone_together() {
    let field = Field::new();
    let before = field.json("orbat");
    let story = page(
        &field,
        &[
            "move 1rd 0402 --dry-run",
            "order 1rd move 0502",
            "order 9id move Old_Town --rate assault",
            "order 2rd dig-in",
            "order 2rd move 0407 0408 --rate road --split --for next",
            "order list",
            "order cancel 2rd --for next",
            "bound march",
            "order list",
            "contact",
            "unit show 2rd.b1",
            "verify",
        ],
    );
    insta::assert_snapshot!("orders", story);
    field.done("undo");
    assert_eq!(field.json("orbat"), before);
    assert_eq!(field.json("order list").as_array().unwrap().len(), 3);
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let field = Field::new();
    let refusals = page(
        &field,
        &[
            "move 1rd.b1 0302",
            "move 1rd.b1 0000",
            "move 1rd.b1 0402 --rate fast",
            "unit set 9id square=0402",
            "move 1rd.b1 0402",
            "unit set 1rd.b2 state=broken",
            "move 1rd.b2 0204",
            "move 1rd.b2 0204 --override \"driven by its commissar\"",
            "order 1rd",
            "order 1rd attack",
            "order 1rd move 0204 --for 3am",
            "order cancel 1rd",
            "bound march",
            "dig-in 1rd.b2",
            "dig-in 1rd.b1",
            "dig-in 1rd.b1",
            "dig-in 1rd.b1 --fortify",
            "supply claim d-1a captured",
            "crossing destroy ford --by 2rd",
            "crossing build 0404 0504 --by 1rd",
            "move 1rd",
        ],
    );
    insta::assert_snapshot!("refused", refusals);
}

#[test]
fn what_is_overrun_is_captured_destroyed_or_waits() {
    for (capture, log, dump) in
        [("captured", "surrendered", 1), ("destroyed", "destroyed", 0), ("umpire", "dispersed", 1)]
    {
        let field = Field::new();
        field
            .done("unit new ax.9id.log --parent 9id arm=logistic mobility=motorised carries=log where=0305 capacity=3");
        field.done("supply receive 9id.log 2 log --from rail");
        field.done("dump open d-9id --owner 9id --at 0305");
        field.done(&format!("setting set capture {capture}"));
        let report = field.json("move 2rd.b1 0405");
        assert_eq!(report["overruns"], json!([]));
        field.done("undo");
        field.done("unit set 2rd.b1 square=0405");
        let report = field.json("move 2rd.b1 0305");
        assert_eq!(report["overruns"].as_array().unwrap().len(), 2, "{report}");
        assert_eq!(field.json("unit show 9id.log")["state"], json!(log), "{capture}");
        let dumps = field.json("dump list");
        let there = dumps.as_array().unwrap().iter().filter(|row| row["id"] == "d-9id").count();
        assert_eq!(there, dump, "{capture}");
        let claims = field.json("supply claim").as_array().unwrap().len();
        assert_eq!(claims, if capture == "umpire" { 2 } else { 0 });
        if capture == "captured" {
            // The cargo and the dump are the army's now.
            let dump = dumps.as_array().unwrap().iter().find(|row| row["id"] == "d-9id").unwrap();
            assert_eq!(dump["owner"], json!("su.1a"));
            let log: i64 = dumps.as_array().unwrap().iter().map(|row| row["log"].as_i64().unwrap()).sum();
            assert_eq!(log, 1, "half of the captured LOG is of use");
        }
        if capture == "umpire" {
            field.done("supply claim d-9id captured");
            field.done("supply claim 9id.log destroyed");
            assert_eq!(field.json("supply claim"), json!([]));
            assert_eq!(field.json("unit show 9id.log")["state"], json!("destroyed"));
        }
        assert_eq!(field.json("verify")["ok"], json!(true));
    }
}

#[test]
fn engineers_blow_and_mend_a_crossing_in_an_hour_each() {
    let field = Field::new();
    field.done("unit new su.1a.1rd.e1 --parent 1rd arm=engineer mobility=motorised where=0403 sp_full=1");
    let story = page(&field, &["crossing destroy ford --by 1rd", "crossing repair ford --by 1rd", "verify"]);
    insta::assert_snapshot!("engineers", story);
    // Six hours: two are gone, so four deeds more, and no fifth.
    for deed in ["destroy", "repair", "destroy", "repair"] {
        field.done(&format!("crossing {deed} ford --by 1rd"));
    }
    assert_eq!(field.run("crossing destroy ford --by 1rd").code, 1);
    field.done("crossing destroy ford");
}
