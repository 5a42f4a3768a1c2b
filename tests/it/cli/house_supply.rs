//! House rules of stock: ammunition by calibre, limits of stores, isolation, overextension. Cases worked out by hand on
//! the line of `shortage.rs`.

use serde_json::Value;

use super::consumption::{bites, close, held};
use super::field::Field;
use super::shortage::line;

/// Closes a bound; everything that its report tells, a line each.
fn told(field: &Field, words: &str) -> Vec<String> {
    let report = field.json(&format!("bound close{words}"));
    let of = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    let all = [of("formations"), of("railways")].concat();
    let lines = all.iter().flat_map(|told| told["lines"].as_array().unwrap());
    lines.map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// The line, and artillery that has fired: of First Corps 152 and 105 mm, of the army 203 mm, of Rifle Division 122 mm.
pub(super) fn guns() -> Field {
    let field = line();
    for (id, parent, at, calibre) in [
        ("a.c1.heavy", "a.c1", "0902", 152),
        ("a.c1.light", "a.c1", "0902", 105),
        ("a.siege", "a", "0402", 203),
        ("a.c1.rd.guns", "a.c1.rd", "1202", 122),
    ] {
        field.done(&format!(
            "unit new {id} --parent {parent} arm=artillery echelon=battalion mobility=motorised where={at} sp_full=3 \
             role=support weapon_men=h calibre_mm={calibre} -q"
        ));
        field.done(&format!("unit set {id} ammo=out -q"));
    }
    field.done("supply receive d-c1 1 fu_h --from rail -q");
    field.done("supply receive d-a 1 fu_m --from rail -q");
    field
}

/// Whether the base of a leaf is out of ammunition.
pub(super) fn is_out(field: &Field, leaf: &str) -> bool {
    field.json(&format!("unit show {leaf}"))["bases"][0]["out_of_ammo"] == Value::Bool(true)
}

/// Which of the guns are out of ammunition.
pub(super) fn out(field: &Field) -> Vec<&'static str> {
    let guns = ["a.c1.heavy", "a.c1.light", "a.siege", "a.c1.rd.guns"];
    guns.into_iter().filter(|id| is_out(field, id)).collect()
}

#[test]
fn corps_and_army_artillery_is_refilled_from_fire_units_of_its_calibre() {
    let field = guns();
    field.done("setting set calibre_ammunition on -q");
    let before = field.json("supply status");
    assert_eq!(
        bites(&field, "calibre_ammunition"),
        [
            "a.c1.heavy: 1 base without FU_H; d-c1 holds 1",
            "a.c1.light: 1 base without FU_M; d-a holds 1",
            "a.siege: 1 base without FU_VH; no FU_VH in its reach"
        ]
    );
    close(&field, 2);
    let report = told(&field, "");
    // 152 mm: the corps' dump. 105 mm: that of the army, over the bridge. 203 mm: nowhere. The division's: a LOG.
    assert_eq!(out(&field), ["a.siege"]);
    assert_eq!((held(&field, "d-c1", "fu_h"), held(&field, "d-a", "fu_m")), (0, 0));
    assert_eq!(
        (held(&field, "d-c1", "log"), held(&field, "d-a", "log"), held(&field, "a.c1.rd.log", "log")),
        (6, 20, 1)
    );
    assert!(
        report
            .iter()
            .any(|line| line.contains("is not refilled: no FU_VH in its reach (house rule `calibre_ammunition`)")),
        "{report:?}"
    );
    assert!(
        report.iter().any(|line| line
            .contains("1 FU_H expended from d-c1: fire units of a.c1.heavy (house rule `calibre_ammunition`)")),
        "{report:?}"
    );
    assert!(field.done("verify").starts_with("sound"));
    field.done("export middle -q");
    field.done("new middle middle.railhead -q");
    assert_eq!(
        field.json("supply status --campaign middle.railhead"),
        field.json("supply status --campaign line.railhead")
    );
    for _ in 0..3 {
        field.done("undo -q --campaign line.railhead");
    }
    assert_eq!(field.json("supply status --campaign line.railhead"), before);
}

#[test]
fn a_dump_beyond_a_broken_bridge_is_out_of_reach_and_without_the_rule_all_is_log() {
    let field = guns();
    field.done("crossing destroy bridge -q");
    field.done("setting set calibre_ammunition on -q");
    close(&field, 3);
    assert_eq!(out(&field), ["a.c1.light", "a.siege"]);
    field.done("setting set calibre_ammunition off -q");
    assert_eq!(bites(&field, "calibre_ammunition"), [""; 0]);
    close(&field, 3);
    // First Corps is cut, and holds LOG itself; the army stands beyond the bridge too, and its dump does not.
    assert_eq!((out(&field), held(&field, "d-c1", "log")), (vec!["a.siege"], 5));
}

#[test]
fn fire_units_are_not_counted_in_simple_detail() {
    let field = guns();
    field.done("setting set calibre_ammunition on -q");
    field.done("setting set detail simple -q");
    assert_eq!(bites(&field, "calibre_ammunition"), ["does nothing under `detail = simple`: stocks are not counted"]);
    close(&field, 3);
    assert_eq!(out(&field), [""; 0]);
}

#[test]
fn what_a_railhead_does_not_hold_is_not_unloaded() {
    let field = line();
    field.done("setting set limit_railhead 12 -q");
    close(&field, 2);
    // 10 are there, 3 LOG and 3 POL come in a day: 2 LOG find room.
    let report = told(&field, "");
    assert_eq!((held(&field, "head", "log"), held(&field, "head", "pol")), (12, 0));
    let wanted = "1 LOG and 3 POL of the day are not unloaded: it holds 12 and no more (`limit_railhead`)";
    assert!(report.iter().any(|line| line == wanted), "{report:?}");
    assert_eq!(bites(&field, "limit_railhead"), ["head is full: it holds 12 of 12 units"]);
    assert!(field.done("verify").starts_with("sound"));
    field.done("undo -q");
    assert_eq!(held(&field, "head", "log"), 10);
    // What is above a limit stays.
    field.done("setting set limit_railhead 5 -q");
    close(&field, 1);
    assert_eq!((held(&field, "head", "log"), held(&field, "head", "pol")), (10, 0));
}

#[test]
fn a_full_dump_takes_in_no_more_by_hand_or_by_convoy() {
    let field = line();
    field.done("setting set limit_corps 7 -q");
    // d-c2 holds 6 LOG; d-c1 6 LOG and 2 POL, and keeps them.
    assert_eq!(bites(&field, "limit_corps"), ["d-c1 is full: it holds 8 of 7 units"]);
    let ran = field.run("supply receive d-c2 2 log --from rail");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("`d-c2` has room for 1 more, not 2: it holds 6 of 7 (`limit_corps`)"), "{}", ran.err);
    // Two hours of road for the army's lorries.
    field.done("supply send a.log --load 3log --from d-a --to d-c2 -q");
    let report = told(&field, "");
    assert!(
        report.iter().any(|line| line.contains("unloads 1 LOG into d-c2 in 1002; no room for 2 LOG")),
        "{report:?}"
    );
    assert_eq!((held(&field, "d-c2", "log"), held(&field, "a.log", "log"), held(&field, "d-a", "log")), (7, 2, 17));
    field.done("supply stocktake a.c2.log log=1 --reason counted -q");
    let by_hand = "supply transfer a.c2.log d-c2 1 log";
    assert_eq!(field.run(by_hand).code, 1);
    field.done(&format!("{by_hand} --override \"heaped up\" -q"));
    assert_eq!(held(&field, "d-c2", "log"), 8);
    assert!(field.done("verify").starts_with("sound"));
    // No plan fills it further.
    field.done("setting set reserve_log 9 -q");
    let plan = field.json("supply plan --side SU --only log");
    let wants = plan["plans"][0]["wants"].as_array().unwrap();
    assert!(!wants.is_empty() && wants.iter().all(|want| want["at"] == "d-a"), "{plan}");
    field.done("setting set detail simple -q");
    assert_eq!(bites(&field, "limit_corps"), ["does nothing under `detail = simple`: stocks are not counted"]);
}

/// The bridge is gone; the steps come after two, three and six bounds.
fn cut_off(detail: &str) -> Field {
    let field = line();
    field.done(&format!("setting set detail {detail} -q"));
    for (setting, value) in
        [("isolation", "on"), ("isolation_rest", "2"), ("isolation_dice", "3"), ("isolation_loss", "6")]
    {
        field.done(&format!("setting set {setting} {value} -q"));
    }
    field.done("unit set a.c1.rd.b markers=1 -q");
    field.done("crossing destroy bridge -q");
    field
}

fn strength(field: &Field) -> Vec<(i64, i64)> {
    ["a.c1.td", "a.c1.rd", "a.c2.r1", "a.c2.r2"]
        .iter()
        .map(|unit| {
            let number = |id: &str, key: &str| field.json(&format!("unit show {id}"))[key].as_i64();
            // The die of a regular unit is a 3 when it is full, of which nothing is said.
            (number(unit, "hq_die").unwrap_or(3), number(&format!("{unit}.b"), "sp").unwrap())
        })
        .collect()
}

#[test]
fn who_is_cut_off_for_long_suffers_step_by_step() {
    let field = cut_off("simple");
    let start = field.json("supply status");
    close(&field, 1);
    assert_eq!(bites(&field, "isolation"), [""; 0]);
    close(&field, 1);
    let refused = field.run("reorganise a.c1.rd");
    assert!(
        refused.code == 1 && refused.err.contains("it has been out of LOG for too long (house rule `isolation`)"),
        "{}",
        refused.err
    );
    // The night is the third bound: nobody reorganises, and every die goes from 3 to 2.
    let report = told(&field, "");
    assert!(report.iter().any(|line| line.contains("not reorganised in 1202: it has been out of LOG")), "{report:?}");
    assert!(
        report
            .iter()
            .any(|line| line.contains("has been out of LOG for 3 bounds: its HQ dice fall (house rule `isolation`)")),
        "{report:?}"
    );
    assert_eq!(strength(&field), [(2, 3), (2, 3), (2, 3), (2, 3)]);
    let said = bites(&field, "isolation");
    assert!(
        said.contains(&"a.c1.rd: out of LOG for 3 bounds: nobody reorganises, HQ dice fall each night".to_owned()),
        "{said:?}"
    );
    // An export in the middle goes on alike: a die for each, by id: rifles 1, tanks 2, third 3, fourth 1.
    field.done("export middle -q");
    field.done("new middle middle.railhead -q");
    for file in ["line", "middle"] {
        for _ in 0..2 {
            field.done(&format!("bound close -q --campaign {file}.railhead"));
        }
        let report = field.done(&format!("bound close --dice '1 2 3 1' --format json --campaign {file}.railhead"));
        assert!(report.contains("1 thrown, 1 SP lost (house rule `isolation`)"), "{report}");
    }
    let show = |file: &str| field.json(&format!("supply status --campaign {file}.railhead"));
    assert_eq!(show("line"), show("middle"));
    std::fs::remove_file(field.dir.path().join("middle.railhead")).unwrap();
    assert_eq!(strength(&field), [(1, 3), (1, 2), (1, 3), (1, 2)]);
    assert!(field.done("verify").starts_with("sound"));
    // Fed again: it counts from the beginning, markers come off, and the night fills the dice.
    field.done("crossing repair bridge -q");
    close(&field, 2);
    let report = told(&field, " --dice 6");
    assert!(!report.iter().any(|line| line.contains("isolation")), "{report:?}");
    assert_eq!((strength(&field)[1], bites(&field, "isolation")), ((3, 2), Vec::new()));
    for _ in 0..10 {
        field.done("undo -q");
    }
    assert_eq!(field.json("supply status"), start);
}

#[test]
fn where_stocks_are_counted_only_who_has_none_in_reach_is_isolated() {
    let field = cut_off("full");
    for account in ["a.c1.rd.log", "d-c1"] {
        field.done(&format!("supply stocktake {account} log=0 --reason counted -q"));
    }
    close(&field, 3);
    assert_eq!(strength(&field), [(3, 3), (2, 3), (3, 3), (3, 3)]);
    // The army, which stands beyond the bridge, and the corps have none either, and no fighting leaf of their own.
    let said: Vec<String> = bites(&field, "isolation");
    let units: Vec<&str> = said.iter().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(units, ["a", "a.c1", "a.c1.rd"]);
}

/// Hours to the railhead at 20 minutes a square: tanks 3.3, rifles 3.0, Second Corps and
/// Third Division 3.7, Fourth 4.0; three are allowed.
fn stretched() -> Field {
    let field = line();
    field.done("setting set overextension on -q");
    field.done("setting set overextension_hours 3 -q");
    field
}

#[test]
fn at_the_end_of_a_long_line_log_comes_every_second_night() {
    let field = stretched();
    assert_eq!(bites(&field, "overextension"), ["LOG on the nights of odd days only: a.c1.td, a.c2, a.c2.r1, a.c2.r2"]);
    let status = field.json("supply status r2");
    assert_eq!(status["units"][0]["log"]["state"], "in_supply");
    assert_eq!(status["units"][0]["reasons"][0], "LOG: overextended, 4.0 hours of lorry driving, of 3");
    assert!(field.done("supply trace r2").contains("overextended, 4.0 hours"));
    let foreseen = field.json("supply forecast --bounds 9 --log all --pol none");
    let dry = |id: &str| {
        let mut rows = foreseen["units"].as_array().unwrap().iter();
        let row = rows.find(|u| u["id"] == id && u["commodity"] == "log").unwrap();
        row["dry"]["label"].as_str().map(str::to_owned)
    };
    assert_eq!((dry("a.c1.rd").as_deref(), dry("a.c2.r2").as_deref()), (Some("D2 night"), Some("D3 night")));
    let mut held_now = Vec::new();
    for night in 1..=3 {
        field.done("unit set r2 ammo=out -q");
        field.done("unit set a.c1.rd.b ammo=out -q");
        close(&field, 2);
        let report = told(&field, "");
        let late = report.iter().any(|line| {
            line.contains("gets its LOG tomorrow night: 4.0 hours of lorry driving (house rule `overextension`)")
        });
        assert_eq!(late, night == 2, "{report:?}");
        assert_eq!(is_out(&field, "a.c2.r2.b"), night == 2);
        held_now.push((held(&field, "a.c1.rd.log", "log"), held(&field, "a.c2.r2.log", "log")));
    }
    assert_eq!(held_now, [(1, 1), (0, 1), (0, 0)]);
    assert!(field.done("verify").starts_with("sound"));
    field.done("undo -q");
    assert_eq!(held(&field, "a.c2.r2.log", "log"), 1);
}

#[test]
fn what_is_used_on_a_lean_night_is_put_off() {
    let field = stretched();
    field.done("setting set consumption on -q");
    field.done("setting set log_rested 60 -q");
    close(&field, 6);
    // Rifles: 120 %, one booked. Fourth Division: 120 %, none booked before the third night, which makes 180.
    let said = bites(&field, "consumption");
    assert!(said[0].contains("a.c1.rd 20 %") && said[0].contains("a.c2.r2 120 %"), "{said:?}");
    close(&field, 3);
    let said = bites(&field, "consumption");
    assert!(said[0].contains("a.c1.rd 80 %") && said[0].contains("a.c2.r2 80 %"), "{said:?}");
    assert_eq!((held(&field, "a.c1.rd.log", "log"), held(&field, "a.c2.r2.log", "log")), (1, 1));
}

#[test]
fn in_simple_detail_who_is_overextended_waits_too() {
    let field = stretched();
    field.done("setting set detail simple -q");
    close(&field, 3);
    field.done("unit set r2 ammo=out -q");
    close(&field, 3);
    assert!(is_out(&field, "a.c2.r2.b"));
    close(&field, 3);
    assert!(!is_out(&field, "a.c2.r2.b"));
}
