//! Closing bounds: cases worked by hand from the rules (NQM Squared, sections 9 and 11) and the model page.
//!
//! The division's HQ and LOG vehicle stand in 0202; b1 has 3 SP, b2 has 4; the enemy stands in 0602.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use campaign::Campaign;

use super::field::{Field, six};

/// A field whose division can be supplied across country.
fn field() -> Field {
    let field = Field::new();
    field.done("setting set offroad_km 60");
    field
}

/// Sets b1 and b2 beside their HQ.
fn gathered() -> Field {
    let field = field();
    field.done("unit set 1rd.b1 square=0202");
    field.done("unit set 1rd.b2 square=0202");
    field
}

/// Closes the daylight bounds, so that the night runs.
fn until_night(field: &Field) {
    field.done("bound close");
    field.done("bound close");
}

fn base(field: &Field, unit: &str) -> (Value, Value, Value) {
    let unit = field.json(&format!("unit show {unit}"));
    (unit["bases"][0]["sp"].clone(), unit["bases"][0]["markers"].clone(), unit["state"].clone())
}

fn of_division(field: &Field) -> Value {
    let sheet = field.json("supply status 1rd");
    sheet["units"][0].clone()
}

fn bound(field: &Field) -> Value {
    field.json("status")["bound"]["label"].clone()
}

#[test]
fn every_two_markers_cost_one_sp_and_an_odd_one_is_thrown_for() {
    // Markers on b1 (3 SP) and b2 (4 SP), dice, SP left: b2 is the stronger and pays first, then of two with 3 SP the
    // one with more markers.
    for (b1, b2, dice, left) in [
        (2, 0, "", (2, 4)),
        (0, 4, "", (3, 2)),
        (3, 2, "4", (2, 3)),
        (3, 2, "3", (2, 2)),
        (1, 0, "6", (3, 4)),
        (1, 0, "1", (2, 4)),
        (2, 2, "", (2, 3)),
    ] {
        let field = gathered();
        field.done(&format!("unit set 1rd.b1 markers={b1} state=disorganised"));
        field.done(&format!("unit set 1rd.b2 markers={b2}"));
        until_night(&field);
        field.done(&format!("bound close --dice '{dice}'"));
        let expected = |sp: u16| (json!(sp), json!(0), json!("organised"));
        assert_eq!(base(&field, "1rd.b1"), expected(left.0), "{b1} {b2} {dice}");
        assert_eq!(base(&field, "1rd.b2"), expected(left.1), "{b1} {b2} {dice}");
    }
}

#[test]
fn a_base_that_loses_its_last_sp_goes_to_the_medical_post() {
    let field = gathered();
    field.done("unit set 1rd.b1 sp=1 markers=1");
    until_night(&field);
    let report = field.done("bound close --dice 2");
    assert!(report.contains("no SP left, its men at the medical post: B1"), "{report}");
    assert_eq!(base(&field, "1rd.b1"), (json!(0), json!(0), json!("merged")));
}

#[test]
fn where_a_medical_base_is_needed_markers_stay_on_without_one() {
    let field = gathered();
    field.done("setting set medical_needed on");
    field.done("unit set 1rd.b1 markers=2");
    until_night(&field);
    let report = field.json("bound close").to_string();
    let said = "its markers stay on: no medical base, for vehicles no recovery base, is there";
    assert!(report.contains(said), "{report}");
    assert_eq!(base(&field, "1rd.b1"), (json!(3), json!(2), json!("organised")));
    // A medical base of the division, but in another square; then in theirs.
    field.done(
        "unit new su.1a.1rd.med --parent 1rd name=Aid echelon=battalion arm=medical mobility=foot where=0302 sp_full=3",
    );
    until_night(&field);
    field.done("bound close");
    assert_eq!(base(&field, "1rd.b1").1, json!(2));
    field.done("unit set 1rd.med square=0202");
    until_night(&field);
    let report = field.json("bound close").to_string();
    assert!(!report.contains(said), "{report}");
    assert_eq!(base(&field, "1rd.b1"), (json!(2), json!(0), json!("organised")));
}

#[test]
fn who_has_no_command_base_or_an_enemy_in_the_square_keeps_its_markers() {
    let field = field();
    field.done("unit set 1rd.b1 markers=2");
    field.done("unit set 2rd.b1 markers=2");
    field.done("unit set ax.9id.i1 square=0406");
    until_night(&field);
    let report = field.json("bound close");
    assert_eq!(base(&field, "1rd.b1").1, json!(2));
    assert_eq!(base(&field, "2rd.b1").1, json!(2));
    let lines = |id: &str| {
        let told = report["formations"].as_array().unwrap().iter().find(|f| f["id"] == id).unwrap();
        told["lines"].as_array().unwrap().iter().map(|l| l.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let hq_elsewhere = "not reorganised in 0302: its command base stands in 0202";
    assert!(lines("su.1a.1rd").contains(&hq_elsewhere.to_owned()));
    assert!(lines("su.1a.2rd").contains(&"not reorganised in 0406: the enemy is in the square".to_owned()));
}

#[test]
fn nobody_reorganises_by_day_unless_told_to() {
    let field = gathered();
    field.done("unit set 1rd.b1 markers=2");
    field.done("bound close");
    assert_eq!(base(&field, "1rd.b1").1, json!(2));
    field.done("reorganise 1rd");
    assert_eq!(base(&field, "1rd.b1"), (json!(2), json!(0), json!("organised")));
    let again = field.run("reorganise 1rd");
    assert_eq!((again.code, again.err.contains("has no marker")), (1, true), "{}", again.err);
}

#[test]
fn too_few_or_too_many_dice_are_refused_and_nothing_is_closed() {
    let field = gathered();
    field.done("unit set 1rd.b1 markers=1");
    until_night(&field);
    for (dice, said) in [
        ("", "the dice run out: `odd marker of su.1a.1rd` needs 1, left: 0 of 0"),
        ("7", "die 1 for `odd marker of su.1a.1rd` shows `7`, which is not a face from 1 to 6"),
        ("4 4", "too many dice: 1 thrown, and 1 more are given"),
    ] {
        let ran = field.run(&format!("bound close --dice '{dice}'"));
        assert_eq!(ran.code, 2, "{dice}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    assert_eq!(bound(&field), "D1 night");
}

#[test]
fn dice_that_are_asked_for_are_kept_as_they_fell() {
    let field = gathered();
    field.done("unit set 1rd.b1 markers=1");
    until_night(&field);
    let ran = field.run_typing("bound close --dice ask", "8\n5\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.starts_with("su.1a.1rd throws 1 die for odd marker: "), "{}", ran.err);
    assert_eq!(base(&field, "1rd.b1").0, json!(3));
    let log = field.json("op log");
    assert_eq!(log.as_array().unwrap().last().unwrap()["command"], "bound close --dice '5'");
    let silent = gathered();
    silent.done("unit set 1rd.b1 markers=1");
    until_night(&silent);
    assert_eq!(silent.run_typing("bound close --dice ask", "").code, 2);
    assert_eq!(bound(&silent), "D1 night");
}

#[test]
fn the_same_commands_throw_the_same_dice_and_a_seed_is_kept() {
    let close = |flags: &str| {
        let field = gathered();
        field.done("unit set 1rd.b1 markers=1");
        until_night(&field);
        field.done(&format!("bound close {flags}"))
    };
    assert_eq!(close(""), close(""));
    // The first face of seed 1 is 2, that of seed 42 is 4 (`src/dice/tests.rs`).
    assert!(close("--seed 1").contains("2 thrown, so 1 SP lost"));
    assert!(close("--seed 42").contains("4 thrown, so no SP lost"));
}

#[test]
fn since_and_bounds_out_follow_the_states_found_at_each_close() {
    let field = field();
    // Before the close: command; then LOG as the sheet has it: state, bounds out; since when as the trace has it.
    let course = [
        ("", "in_supply", 0, Value::Null),
        ("ground set 0105 --side AX --override test", "cut", 1, json!("D1 pm")),
        ("", "cut", 2, json!("D1 pm")),
        ("ground set 0105 --side SU --override test", "in_supply", 0, Value::Null),
        ("ground set 0105 --side AX --override test", "cut", 1, json!("D2 pm")),
    ];
    for (command, state, out, since) in course {
        if !command.is_empty() {
            field.done(command);
        }
        let before = of_division(&field)["log"]["cut"]["since"]["label"].clone();
        assert_eq!(before, since, "before the close, {command}");
        field.done("bound close");
        let now = of_division(&field);
        assert_eq!((&now["log"]["state"], &now["bounds_out"]["log"]), (&json!(state), &json!(out)), "{command}");
        assert_eq!(now["log"]["cut"]["since"]["label"], since, "{command}");
    }
    let then = field.json("supply status 1rd --as-of 1n");
    assert_eq!(then["bound"]["label"], "D1 night");
    assert_eq!(then["units"][0]["bounds_out"]["log"], 2, "as the night was closed");
}

#[test]
fn a_formation_in_supply_is_refilled_at_night_and_one_that_is_cut_is_not() {
    for cut in [false, true] {
        let field = gathered();
        field.done("unit set 1rd.b1 ammo=out");
        field.done("unit set 1rd hq_die=1");
        if cut {
            field.done("ground set 0105 --side AX --override test");
        }
        until_night(&field);
        field.done("bound close");
        let empty = field.json("unit show 1rd.b1")["bases"][0]["out_of_ammo"].clone();
        let die = field.json("unit show 1rd")["hq_die"].clone();
        assert_eq!((empty, die), if cut { (json!(true), json!(1)) } else { (json!(false), Value::Null) });
    }
}

/// The battalion of the regiment stands in a corner, on whose three other squares the enemy's raiders would be.
#[test]
fn a_regiment_cut_off_from_the_lorries_of_its_division_is_not_refilled_whatever_others_want() {
    for (cut, enemy_is_worn) in [(false, false), (true, false), (true, true)] {
        let field = gathered();
        field.done("unit new su.1a.1rd.r1 --parent 1rd arm=infantry echelon=regiment");
        field.done("unit new su.1a.1rd.r1.b1 --parent su.1a.1rd.r1 arm=infantry mobility=foot where=0009 sp_full=1");
        field.done("unit set su.1a.1rd.r1 hq_die=1");
        if cut {
            for square in ["0008", "0108", "0109"] {
                field.done(&format!("ground set {square} --side AX --override test"));
            }
        }
        if enemy_is_worn {
            field.done("unit set 9id hq_die=1");
        }
        until_night(&field);
        field.done("bound close");
        let die = field.json("unit show su.1a.1rd.r1")["hq_die"].clone();
        assert_eq!(die, if cut { json!(1) } else { Value::Null }, "cut {cut}, the enemy is worn {enemy_is_worn}");
    }
}

#[test]
fn in_full_detail_a_night_costs_one_log_where_something_is_wanted() {
    let field = gathered();
    field.done("setting set detail full");
    field.done("supply receive 1rd.log 2 log --from rail --override test");
    let stock = |field: &Field| of_division(field)["log"]["stock"].clone();
    until_night(&field);
    field.done("bound close");
    assert_eq!(stock(&field), 2, "nobody wanted anything");
    field.done("unit set 1rd.b1 ammo=out");
    until_night(&field);
    field.done("bound close");
    assert_eq!(stock(&field), 1);
    let consumed = field.json("supply stocks consumed");
    assert_eq!(consumed["accounts"][0]["quantity"], 1);
    field.done("unit set 1rd.log state=destroyed");
    field.done("unit set 1rd.b1 ammo=out");
    until_night(&field);
    field.done("bound close");
    assert_eq!(field.json("unit show 1rd.b1")["bases"][0]["out_of_ammo"], true, "its stock went with the vehicle");
}

#[test]
fn dispersed_leaves_gather_at_the_logistics_area_of_their_division() {
    for (cut, state) in [(false, "organised"), (true, "disorganised")] {
        let field = field();
        field.done("unit set 1rd.b1 markers=2");
        field.done("unit set 1rd.b1 state=dispersed");
        if cut {
            field.done("ground set 0105 --side AX --override test");
        }
        until_night(&field);
        field.done("bound close");
        let unit = field.json("unit show 1rd.b1");
        assert_eq!((&unit["state"], &unit["square"], &unit["sp"]), (&json!(state), &json!("0202"), &json!(2)));
    }
}

#[test]
fn a_reinforcement_waits_while_the_enemy_stands_at_its_entry() {
    let field = field();
    field.done("unit set 1rd.b2 state=off_map arrives=1pm entry=0404");
    field.done("unit set ax.9id.i1 square=0404");
    let report = field.done("bound close");
    assert!(report.contains("a reinforcement waits: the enemy stands at its entry, 0404"), "{report}");
    assert_eq!(field.json("unit show 1rd.b2")["state"], "off_map");
    field.done("unit set ax.9id.i1 square=0602");
    let report = field.done("bound close");
    assert!(report.contains("arrived at 0404: B2"), "{report}");
    let unit = field.json("unit show 1rd.b2");
    assert_eq!((&unit["state"], &unit["square"]), (&json!("organised"), &json!("0404")));
}

#[test]
fn who_marched_stands_in_the_open_when_the_bound_closes() {
    let field = field();
    let posture = |unit: &str| field.json(&format!("unit show {unit}"))["posture"].clone();
    field.done("move 1rd.b1 0303");
    field.done("move 1rd.b2 0204 --rate road");
    assert_eq!((posture("1rd.b1"), posture("1rd.b2")), (json!("moving"), json!("road_march")));
    field.done("bound close");
    assert_eq!((posture("1rd.b1"), posture("1rd.b2")), (json!("open"), json!("open")));
    field.done("move 1rd.b1 0302");
}

#[test]
fn orders_left_are_forgotten_by_name_and_those_for_the_next_bound_stand() {
    let field = field();
    field.done("order 1rd.b1 move 0303");
    field.done("order 1rd.b2 dig-in");
    field.done("order 2rd move 0407 --for next");
    let report = field.json("bound close");
    let told: Vec<&str> = report["formations"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|formation| formation["lines"].as_array().unwrap())
        .filter_map(|line| line.as_str().filter(|line| line.starts_with("not carried out")))
        .collect();
    assert_eq!(told.len(), 2, "{report}");
    assert!(told[0].starts_with("not carried out: the order of B1 for "), "{told:?}");
    assert!(told[1].starts_with("not carried out: the order of B2 for "), "{told:?}");
    let left = field.json("order list");
    assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
    assert_eq!((&left[0]["unit"], &left[0]["bound"]["label"]), (&json!("su.1a.2rd"), &json!("D1 pm")));
    assert_eq!(field.json("unit show 1rd.b1")["square"], "0302");
    field.done("bound march");
    assert_eq!(field.json("unit show 2rd.b1")["square"], "0407");
}

#[test]
fn an_undone_close_leaves_nothing_and_a_folder_of_any_bound_comes_back() {
    let field = Field::empty();
    field.done("new uranus-1942 u.railhead");
    for line in [
        "unit set 16pz.r1.b1 markers=1 state=disorganised ammo=out",
        "unit set 16pz.r2 hq_die=1",
        "unit set 16pz.t1-1 state=dispersed",
        "bound note 'fog, and \"quiet\"'",
        "bound weather weather=storm visibility=none",
        "export before",
        "bound close",
        "bound close",
        "export evening",
        "bound close --dice 1",
        "export morning",
    ] {
        field.done(line);
    }
    for folder in ["evening", "morning"] {
        field.done(&format!("check {folder}"));
        field.done(&format!("new {folder} {folder}.railhead"));
        field.done(&format!("--campaign {folder}.railhead export {folder}-again"));
        assert_same(&field, folder, &format!("{folder}-again"));
    }
    for _ in 0..3 {
        field.done("--campaign u.railhead undo");
    }
    field.done("--campaign u.railhead export undone");
    assert_same(&field, "before", "undone");
    assert!(field.done("--campaign u.railhead verify").starts_with("sound"));
}

fn assert_same(field: &Field, one: &str, other: &str) {
    let files = |folder: &str| {
        let entries = std::fs::read_dir(field.dir.path().join(folder)).unwrap();
        let mut files: Vec<_> = entries.map(|e| e.unwrap().path()).collect();
        files.sort();
        let read = |p: &std::path::PathBuf| (p.file_name().unwrap().to_owned(), std::fs::read_to_string(p).unwrap());
        files.iter().map(read).collect::<Vec<_>>()
    };
    assert_eq!(files(one), files(other), "{one} and {other}");
}

#[test]
fn review_and_status_name_what_waits_and_the_command_that_settles_it() {
    let field = field();
    field.done("unit set 1rd.b1 state=disorganised");
    field.done("ground set 0105 --side AX --override test");
    let review = field.json("review");
    let found = |kind: &str| review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == kind).cloned();
    let out = found("out_of_log").unwrap();
    assert_eq!((&out["subject"], &out["since"]["label"]), (&json!("su.1a.1rd"), &json!("D1 am")));
    assert_eq!(out["command"], "railhead supply trace su.1a.1rd");
    let disorganised = found("disorganised").unwrap();
    assert_eq!(disorganised["command"], "railhead move su.1a.1rd.hq 0302");
    let why = "has 1 leaf disorganised or broken; in 0302, no command base is there (HQ stands in 0202)";
    assert_eq!(disorganised["text"], why);
    field.done("move 1rd.hq 0302 --rate road");
    let review = field.json("review");
    let found = |kind: &str| review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == kind).cloned();
    assert_eq!(found("disorganised").unwrap()["command"], "railhead reorganise su.1a.1rd");
    assert_eq!(found("contact"), None);
    let status = field.json("status");
    assert_eq!((&status["findings"]["out_of_log"], &status["findings"]["disorganised"]), (&json!(1), &json!(1)));
    assert_eq!(status["sides"][0]["on_map"], 5);
}

#[test]
fn review_tells_since_when_by_the_log_where_the_campaign_does_not_keep_it() {
    let field = field();
    let since = |as_of: &str| {
        let review = field.json(&format!("review --as-of {as_of}"));
        let of = review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == "disorganised").cloned();
        of.map(|finding| finding["since"]["label"].clone())
    };
    field.done("bound close");
    field.done("unit set 1rd.b1 state=disorganised");
    field.done("bound close");
    assert_eq!((since("start"), since("1am")), (None, None));
    assert_eq!(since("now"), Some(json!("D1 pm")));
    // What was taken back does not count, and neither does what came after the moment looked at.
    let before = field.json("op log").as_array().unwrap().len();
    field.done("unit set 1rd.b1 state=broken");
    assert_eq!(since("now"), Some(json!("D1 night")));
    assert_eq!(since(&format!("op:{before}")), Some(json!("D1 pm")));
    field.done("undo");
    assert_eq!(since("now"), Some(json!("D1 pm")));
}

#[test]
fn a_close_that_is_killed_at_any_instant_has_happened_or_has_not() {
    let field = gathered();
    field.done("unit set 1rd.b1 markers=2");
    until_night(&field);
    let file = field.dir.path().join("six.railhead");
    let original = std::fs::read(&file).unwrap();
    let program = assert_cmd::cargo::cargo_bin("railhead");
    let mut seen = std::collections::BTreeSet::new();
    for millis in (0..24).chain([60, 200, 800]) {
        for end in ["six.railhead-wal", "six.railhead-shm"] {
            let _ = std::fs::remove_file(field.dir.path().join(end));
        }
        std::fs::write(&file, &original).unwrap();
        let mut child = Command::new(&program)
            .args(["bound", "close", "-q"])
            .current_dir(field.dir.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(millis));
        let _ = child.kill();
        child.wait().unwrap();
        assert!(field.done("verify").starts_with("sound"), "after {millis} ms");
        let (bound, markers) = (bound(&field), base(&field, "1rd.b1").1);
        assert!(
            (bound == "D1 night" && markers == 2) || (bound == "D2 am" && markers == 0),
            "after {millis} ms: {bound} {markers}"
        );
        seen.insert(bound.to_string());
    }
    assert_eq!(seen.len(), 2, "some were killed before and some after the operation: {seen:?}");
}

#[test]
fn the_report_tells_first_what_was_done_in_the_bound() {
    let field = field();
    // Three SP, then one, then two: what was given back makes what was lost not undone.
    field.done("unit set 1rd.b1 sp=1");
    field.done("unit set 1rd.b1 sp=2");
    field.done("unit set 1rd.b2 square=0302");
    field.done("unit set 2rd.b1 state=disorganised");
    field.done("move 1rd.b1 0301");
    field.done("crossing destroy ford");
    field.done("ground set 0701 --side SU --override won");
    field.done("unit set 1rd.b2 sp=1");
    field.done("undo");
    let report = field.json("bound close");
    let lines = |report: &Value, id: &str| {
        let told = report["formations"].as_array().unwrap().iter().find(|f| f["id"] == id).cloned();
        let lines = told.map(|told| told["lines"].as_array().unwrap().clone()).unwrap_or_default();
        lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = ["marched 0302 to 0301 (1 leaf)", "went 0203 to 0302 (1 leaf)", "lost 2 SP", "was given 1 SP"];
    assert_eq!(lines(&report, "su.1a.1rd")[..4], first);
    assert_eq!(lines(&report, "su.1a.2rd")[0], "disorganised: B1");
    assert_eq!(report["ground"], json!(["Soviet troops took 1 square", "Old ford: open, now destroyed"]));
    let next = field.json("bound close");
    assert_eq!((&next["ground"], lines(&next, "su.1a.2rd").iter().any(|l| l.contains("B1"))), (&Value::Null, false));
}

#[test]
fn who_is_ordered_to_reorganise_does_so_with_the_marches_or_keeps_the_order() {
    let field = gathered();
    field.done("unit set 1rd.b1 state=disorganised");
    field.done("unit set 2rd.b1 state=disorganised markers=3");
    field.done("order 1rd reorganise");
    field.done("order 2rd reorganise");
    field.done("bound march");
    assert_eq!(base(&field, "1rd.b1").2, json!("organised"));
    // No SP of it is without a marker, and it was given no HQ.
    assert_eq!(base(&field, "2rd.b1"), (json!(3), json!(3), json!("disorganised")));
    let left = field.json("order list");
    let left: Vec<&Value> = left.as_array().unwrap().iter().map(|order| &order["unit"]).collect();
    assert_eq!(left, [&json!("su.1a.2rd")]);
    let review = field.json("review");
    let text =
        review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == "disorganised").unwrap()["text"].clone();
    let why = "in 0406, no base there has an SP without a marker, to stand for a command base";
    assert!(text.as_str().unwrap().ends_with(why), "{text}");
    field.done("undo");
    assert_eq!(base(&field, "1rd.b1").2, json!("disorganised"));
}

#[test]
fn a_script_of_the_log_throws_the_same_dice_again() {
    let field = gathered();
    // What is taken back counts in the log's own seed, and is in no script.
    field.done("unit set 1rd.b2 sp=1");
    field.done("undo");
    field.done("unit set 1rd.b1 markers=1");
    until_night(&field);
    field.done("bound close");
    let script = field.done("op script");
    let last = script.lines().last().unwrap();
    assert!(last.starts_with("bound close --seed "), "{script}");
    assert_eq!(script.matches("--seed").count(), 1, "{script}");
    let again = self::field();
    again.write("all.txt", &script);
    again.done("run all.txt");
    assert_eq!(base(&again, "1rd.b1"), base(&field, "1rd.b1"));
    assert_eq!(again.done("op script"), script);
}

#[test]
fn the_review_says_what_hinders_and_what_helps() {
    let of = |field: &Field, kind: &str| {
        let review = field.json("review");
        let found = review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == kind).cloned().unwrap();
        (found["text"].as_str().unwrap().to_owned(), found["command"].as_str().unwrap().to_owned())
    };
    // Behind the enemy's line no lorry comes to it from the division that feeds it.
    let far = field();
    far.done("unit set 1rd.b1 square=0802");
    let (text, command) = of(&far, "out_of_log");
    assert_eq!(text, "feeds formations that are out of LOG: su.1a.1rd.b1");
    assert_eq!(command, "railhead supply trace su.1a.1rd.b1");
    // So does the sheet of the division, which is in LOG itself.
    let (sheet, name) = (far.done("supply status 1rd"), far.json("unit show 1rd.b1")["name"].clone());
    let told = format!("feeds formations that are out of LOG: {}.", name.as_str().unwrap());
    assert!(sheet.contains(&told), "{sheet}");
    let headless = gathered();
    headless.done("unit set 1rd.b1 state=disorganised");
    headless.done("unit set 1rd.hq state=destroyed");
    let text = of(&headless, "disorganised").0;
    assert!(text.ends_with("in 0202, no command base is there (its own is not on the map)"), "{text}");
    // Six hours of marching there and back.
    let tired = gathered();
    tired.done("move 1rd.b1 0302 0202 0302 0202 0302 0202");
    tired.done("unit set 1rd.b1 state=disorganised");
    let (text, command) = of(&tired, "disorganised");
    assert!(text.ends_with("; no time is left for it"), "{text}");
    assert_eq!(command, "railhead order su.1a.1rd reorganise --for next");
}

#[test]
fn as_the_operation_ends_a_share_of_lost_sp_comes_back() {
    let field = Field::of(&Campaign { days: 1, ..six() });
    field.done("setting set end_of_operation_recovery 50");
    // Two of three and three of four lost: of five half, rounded down, to the first of two equally weak leaves; of one none.
    field.done("unit set 1rd.b1 sp=1");
    field.done("unit set 1rd.b2 sp=1");
    field.done("unit set 2rd.b1 sp=2");
    until_night(&field);
    let report = field.done("bound close");
    assert!(report.contains("has 2 of 5 lost SP back as the operation ends"), "{report}");
    assert!(report.contains("the day of the campaign is over; you can play on"), "{report}");
    let sp = |unit: &str| base(&field, unit).0;
    assert_eq!((sp("1rd.b1"), sp("1rd.b2"), sp("2rd.b1")), (json!(3), json!(1), json!(2)));
    field.done("undo");
    assert_eq!(sp("1rd.b1"), json!(1));
}
