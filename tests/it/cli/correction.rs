//! `battle correct` and `op correct`: an old operation put right, and all that came after it done again.

use serde_json::{Value, json};

use super::field::{Field, Ran};
use super::json::{examples, keys_of};

/// Why troops without LOG may attack in these tests.
const LOG: &str = "the field has no roads";

/// A battalion beside the enemy's in 0602, and a battle drawn between them.
pub(super) fn drawn() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field
}

/// The same battle, posted with a battalion of 3 SP left with 1, and two bounds closed since.
fn two_bounds_later() -> Field {
    let field = drawn();
    field.done("battle record 0602 --end broken_off --moves 2 --set A1=1 --post");
    field.done("bound close");
    field.done("unit set 2rd.b1 sp=2 --reason counted");
    field.done("bound close");
    field
}

/// The right result: it lost nothing.
const RIGHT: &str = "battle correct 0602 --end broken_off --moves 2";

/// Everything that the file holds.
fn everything(field: &Field) -> (Value, Value, Value) {
    (field.json("op log --all"), field.json("orbat --bases"), field.json("verify"))
}

fn sp(field: &Field, unit: &str) -> Value {
    field.json(&format!("unit show {unit}"))["sp"].clone()
}

/// A refused command, and that it has changed nothing.
fn refused(field: &Field, line: &str) -> Ran {
    let before = everything(field);
    let ran = field.run_on(400, line, "");
    assert_ne!(ran.code, 0, "{line}: {}", ran.out);
    assert!(everything(field) == before, "{line} changed something");
    ran
}

/// Nothing of what was posted stands where the end is given anew.
#[test]
fn with_another_end_the_whole_result_is_wanted() {
    let refused = refused(&two_bounds_later(), "battle correct 0602 --end taken --set A1=1");
    let missing = "how many moves the battle took is not said";
    let hint = "hint: `--end` gives the whole result anew: with `--moves`, and `--set` for each unit that lost anything. \
                To keep what was posted but for some of it: `railhead battle correct 1am-0602 --ask`";
    assert!(refused.err.contains(missing) && refused.err.contains(hint), "{}", refused.err);
}

#[test]
fn a_battle_is_put_right_two_bounds_later() {
    let field = two_bounds_later();
    let before = everything(&field);
    let dry = field.done(&format!("{RIGHT} --dry-run"));
    insta::assert_snapshot!("a_battle_put_right_dry", dry);
    assert!(everything(&field) == before, "a dry run writes nothing");
    let done = field.done(&format!("{RIGHT} --reason 'counted twice'"));
    insta::assert_snapshot!("a_battle_put_right", done);
    assert_eq!((sp(&field, "1rd.b1"), sp(&field, "2rd.b1")), (json!(3), json!(2)));
    let verified = field.json("verify --replay");
    assert_eq!((&verified["ok"], &verified["otherwise"]), (&json!(true), &json!([])));
    let log = field.json("op log");
    let told: Vec<(&str, &str)> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|op| (op["command"].as_str().unwrap(), op["bound"]["label"].as_str().unwrap()))
        .collect();
    let drawn = format!("battle new 0602 --override '{LOG}'");
    let put_right = "battle record 1am-0602 --end broken_off --moves 2 --post";
    let stands = [
        ("new", "D1 am"),
        ("unit set 1rd.b1 square=0502", "D1 am"),
        (drawn.as_str(), "D1 am"),
        (put_right, "D1 am"),
        ("bound close", "D1 am"),
        ("unit set 2rd.b1 sp=2 --reason counted", "D1 pm"),
        ("bound close", "D1 pm"),
    ];
    assert_eq!(told[1..], stands[1..]);
    let posted = log.as_array().unwrap().iter().find(|op| op["command"] == put_right).unwrap();
    assert_eq!(posted["reason"], "counted twice");
}

#[test]
fn one_undo_takes_the_whole_correction_back_and_redo_brings_it_again() {
    let field = two_bounds_later();
    let before = field.json("orbat --bases");
    let stood = field.json("op log");
    field.done(RIGHT);
    let after = field.json("orbat --bases");
    field.done("undo");
    assert_eq!((field.json("orbat --bases"), field.json("op log")), (before.clone(), stood));
    field.done("redo");
    assert_eq!(field.json("orbat --bases"), after);
    field.done("unit set 2rd.b1 sp=1");
    field.done("undo");
    assert_eq!(field.json("orbat --bases"), after, "what came after it is taken back first");
    field.done("undo");
    assert_eq!(field.json("orbat --bases"), before);
    assert_eq!(field.json("verify --replay")["ok"], true);
}

#[test]
fn a_correction_that_changes_nothing_writes_nothing() {
    let field = two_bounds_later();
    let before = everything(&field);
    let same = "battle correct 0602 --end broken_off --moves 2 --set A1=1";
    for line in [same, "battle correct 0602 --set A1=1", "op correct 6 \"unit set 2rd.b1 sp=2 --reason counted\""] {
        let done = field.done(line);
        assert!(done.starts_with("nothing changes: nothing is written\n"), "{line}: {done}");
        assert!(everything(&field) == before, "{line}");
        let json = field.json(line);
        assert_eq!((&json["changes_nothing"], &json["operation"]), (&json!(true), &Value::Null));
    }
    field.done("undo");
    assert_eq!(field.json("op log").as_array().unwrap().len(), 6, "the last close is what `undo` takes back");
}

/// Operation 4 posts, 5 and 7 close bounds, 6 counts; the correction is 8, and what it does again 9 to 12.
#[test]
fn what_a_correction_did_again_is_not_told_as_taken_back() {
    let field = two_bounds_later();
    field.done(RIGHT);
    for (was, is) in [(4, 9), (5, 10), (6, 11), (7, 12)] {
        let ran = refused(&field, &format!("op correct {was} --drop"));
        let told = format!("error: operation {was} was done again by a correction: it is operation {is} now\n");
        assert!(ran.err.starts_with(&told), "{}", ran.err);
        let hint = format!("`railhead op show {is}` shows it; `railhead op correct {is}` puts it right");
        assert!(ran.err.contains(&hint), "{}", ran.err);
    }
    field.done("op correct 11 --drop");
    assert!(refused(&field, "op correct 6 --drop").err.starts_with("error: operation 6 was taken back\n"));
}

#[test]
fn the_same_dice_fall_again() {
    let field = drawn();
    field.done("battle record 0602 --end broken_off --moves 2 --set A1=1 --post");
    for _ in 0..3 {
        field.done("bound close");
    }
    let dice = |field: &Field| -> Vec<Value> {
        let log = field.json("op log");
        let closes = log.as_array().unwrap().iter().filter(|op| op["command"] == "bound close");
        let events = |op: &Value| field.json(&format!("op show {}", op["op"]))["events"].clone();
        closes
            .flat_map(|op| events(op).as_array().unwrap().clone())
            .filter(|event| event["kind"] == "dice_thrown")
            .collect()
    };
    let thrown = dice(&field);
    field.done("battle correct 0602 --end broken_off --moves 2 --set A1=1,1");
    let again = dice(&field);
    let same = thrown.iter().filter(|throw| again.contains(throw)).count();
    assert_eq!(same, thrown.len(), "{thrown:?} {again:?}");
    assert_eq!(field.json("verify --replay")["ok"], true);
}

// What is not given stays as it was recorded, however it was: words, answers, a form.
#[test]
fn a_recorded_result_is_put_right_with_what_was_wrong_alone() {
    let field = drawn();
    field.done("battle record 0602 --end taken --moves 3 --set A1=2,1 --set D1=3,1,out,driven_back,0603");
    field.done("battle post 1am-0602");
    field.done("battle correct 0602 --set A1=1");
    let log = field.json("op log");
    let posted =
        log.as_array().unwrap().iter().rev().find(|op| op["command"].as_str().unwrap().starts_with("battle record"));
    assert_eq!(
        posted.unwrap()["command"],
        "battle record 1am-0602 --end taken --moves 3 --set A1.1=,1 --set D1.1=3,1,out,driven_back,0603 \
         --set A1=1 --post"
    );
    let leaf = |id: &str| {
        let shown = field.json(&format!("unit show {id}"));
        json!([shown["sp"], shown["markers"], shown["square"]])
    };
    assert_eq!(leaf("1rd.b1"), json!([1, 1, "0602"]));
    assert_eq!(leaf("i1"), json!([3, 1, "0603"]));
    // Who was lost is not after all, and the other way round.
    field.done("battle correct 0602 --set i1=surrendered");
    assert_eq!(field.json("unit show i1")["state"], "surrendered");
    field.done("battle correct 0602 --set i1=2,1,driven_back --moves 2");
    assert_eq!(
        (field.json("unit show i1")["sp"].clone(), field.json("battle show 0602")["moves"].clone()),
        (json!(2), json!(2))
    );
    field.done("battle correct 0602 --end broken_off --moves 2");
    assert_eq!(field.json("unit show i1")["sp"], json!(4), "with `--end` the whole result is given");
}

/// What can be given again, with who it is: b1 attacked once with 1 SP left, i1 lost nothing.
#[test]
fn a_correction_without_a_result_lists_what_was_posted() {
    let field = two_bounds_later();
    let ran = refused(&field, "battle correct 0602");
    let lines =
        "\n  as it was posted:\n  --end broken_off\n  --moves 2\n  --set A1=,,attacks:1,passed:0,failed:0  1RD\n";
    assert!(ran.err.contains(lines), "{}", ran.err);
    assert!(ran.err.contains("\n  --set A1.1=1,0,disorganised,0502  B1\n"), "{}", ran.err);
    let outcome = field.json("battle show 0602");
    let given: Vec<&str> = ran.err.lines().filter_map(|line| line.trim().strip_prefix("--")).collect();
    let again: Vec<String> = given.iter().map(|flag| format!("--{}", flag.split("  ").next().unwrap())).collect();
    let same = field.json(&format!("battle correct 0602 {} --dry-run", again.join(" ")));
    assert_eq!(same["changes_nothing"], json!(true), "{same}: {outcome}");
}

#[test]
fn a_code_that_is_not_in_the_battle_is_refused() {
    let recorded = drawn();
    recorded.done("battle record 0602 --end out_of_moves --post");
    assert!(refused(&recorded, "battle correct 0602 --set A9=1").err.contains("there is no `A9` in this battle"));
}

#[test]
fn a_later_battle_of_the_same_units_is_kept_as_it_was_fought() {
    let field = drawn();
    field.done("battle record 0602 --end broken_off --moves 2 --set A1=2 --post");
    field.done("unit set 1rd.b1 state=organised");
    field.done("bound close");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.done("battle record 1pm-0602 --end broken_off --moves 2 --set A1=1 --post");
    let done = field.json("battle correct 1am-0602 --end broken_off --moves 2");
    let how: Vec<&str> = done["again"].as_array().unwrap().iter().map(|op| op["how"].as_str().unwrap()).collect();
    assert_eq!(how, ["again", "again", "again", "as_fought"]);
    assert_eq!(sp(&field, "1rd.b1"), json!(2), "it lost 1 of 3, as it had of 2");
    assert_eq!(field.json("verify --replay")["ok"], true);
    let log = field.json("op log");
    let kept = log.as_array().unwrap().last().unwrap();
    assert_eq!(kept["override"], "as it was fought: operation 4 was put right");
}

#[test]
fn who_could_not_have_been_drawn_any_more_is_drawn_as_it_was_fought() {
    let field = drawn();
    field.done("battle record 0602 --end broken_off --moves 2 --set A1=2,in_order --post");
    field.done("bound close");
    field.done(&format!("battle new 0602 --by 1rd.b1 --override '{LOG}'"));
    field.done("battle record 1pm-0602 --end broken_off --moves 2 --set A1=1 --post");
    let done = field.json("battle correct 1am-0602 --end broken_off --moves 2 --set A1=2,disorganised");
    let how: Vec<&str> = done["again"].as_array().unwrap().iter().map(|op| op["how"].as_str().unwrap()).collect();
    assert_eq!(how, ["again", "again", "as_fought"]);
    assert_eq!(field.json("verify --replay")["ok"], true);
}

#[test]
fn what_can_no_longer_be_done_is_named_and_nothing_is_changed() {
    let field = drawn();
    field.done("battle record 0602 --end taken --moves 2 --set A1=in_order --set D1=driven_back --post");
    field.done("bound close");
    field.done("move 1rd.b1 0702");
    let log = field.json("op log");
    let moved = log.as_array().unwrap().last().unwrap()["op"].clone();
    let line = "battle correct 0602 --end broken_off --moves 2 --set A1=0";
    field.done("bound close");
    insta::assert_snapshot!("a_later_operation_that_can_no_longer_be_done", refused(&field, line).err);
    let done = field.json(&format!("{line} --skip {moved}"));
    let how: Vec<&str> = done["again"].as_array().unwrap().iter().map(|op| op["how"].as_str().unwrap()).collect();
    assert_eq!(how, ["again", "left_out", "again"]);
    assert_eq!(field.json("verify --replay")["ok"], true);
}

#[test]
fn a_booking_and_a_march_are_put_right_by_their_number() {
    let field = Field::new();
    field.done("unit set 1rd.b1 sp=1 --reason counted");
    field.done("move 1rd.b2 0302");
    field.done("bound close");
    let done = field.done("op correct 2 'unit set 1rd.b1 sp=2' --reason 'counted again'");
    insta::assert_snapshot!("an_operation_put_right", done);
    assert_eq!(sp(&field, "1rd.b1"), json!(2));
    let dropped = field.json("op correct 7 --drop");
    assert_eq!(dropped["command"], Value::Null);
    assert_eq!(field.json("verify --replay")["ok"], true);
}

#[test]
fn every_refusal_of_a_correction_says_what_is_right() {
    let field = two_bounds_later();
    field.done("unit set 1rd.b2 sp=2");
    field.done("undo");
    let lines = [
        "battle correct 0602",
        "battle correct 12",
        "battle correct 0909",
        "battle correct 5 --ask",
        "op correct 1 --drop",
        "op correct 8 --drop",
        "op correct 9 --drop",
        "op correct 99 --drop",
        "op correct 5 --drop",
        "op correct 6 status",
        "op correct 6 undo",
        "op correct 6 --drop --skip 5",
        "op correct 6 'unit set 1rd.b1 sp=99'",
        "battle correct 0602 --end broken_off --moves 2 --expect-op 3",
        "undo 4",
    ];
    let said: Vec<String> = lines.iter().map(|line| format!("{line}\n{}", refused(&field, line).err)).collect();
    insta::assert_snapshot!("refusals_of_corrections", said.join("\n"));
    let open = drawn();
    insta::assert_snapshot!("an_open_battle_is_not_corrected", refused(&open, "battle correct 0602 --ask").err);
    open.done("battle cancel 0602");
    open.done("battle decline 0602");
    insta::assert_snapshot!("a_declined_battle_is_not_corrected", refused(&open, "battle correct 0602 --ask").err);
}

#[test]
fn a_battle_of_before_the_campaign_file_is_not_in_its_log() {
    let field = Field::empty();
    for line in ["new first-bound", "battle new 0905", "battle resolve 1am-0905 --seed 3 --post", "export folder"] {
        field.done(line);
    }
    field.done("new folder begun-later.railhead");
    let ran = field.run_on(400, "battle correct 0905 --ask --campaign begun-later.railhead", "");
    let said = "error: `1am-0905` was fought before this campaign file was made\nhint: `railhead unit set` and `railhead \
                ground set` correct what stands now\n";
    assert_eq!((ran.code, ran.err.as_str()), (1, said));
}

#[test]
fn the_engagement_file_that_was_fought_is_read_again_where_it_lies_here() {
    let field = drawn();
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    field.write("night.toml", &format!("# as agreed at the table\n{text}"));
    field.done("battle record night.toml --end broken_off --moves 2 --set A1=1 --post");
    let right = "battle correct 0602 --end broken_off --moves 2 --dry-run";
    let command = |field: &Field| field.json(right)["command"].clone();
    assert_eq!(command(&field), "battle record night.toml --end broken_off --moves 2 --post");
    std::fs::remove_file(field.dir.path().join("night.toml")).unwrap();
    assert_eq!(command(&field), "battle record 1am-0602 --end broken_off --moves 2 --post");
    let said = "warning: it was fought from `night.toml`, which is not here: `1am-0602` is taken as it was drawn\n";
    assert_eq!(field.run_on(400, right, "").err, said);
}

#[test]
fn a_correction_is_asked_line_by_line_and_gives_what_the_page_says() {
    let field = two_bounds_later();
    let broken_off = field.run_typing("battle correct 0602 --ask", "broken_off\n2\n");
    assert!(broken_off.err.ends_with("answers saved in `1am-0602.correct.txt`: 2; run the same command to go on\n"));
    let ran = field.run_typing("battle correct 0602 --ask --format json", "=\n\n=\n\ny\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let given: Value = serde_json::from_str(&ran.out).unwrap();
    let promised = examples().into_iter().find(|(command, _)| command == "railhead battle correct").unwrap();
    assert_eq!(keys_of(&promised.1), keys_of(&given));
    assert!(!field.dir.path().join("1am-0602.correct.txt").exists());
    assert_eq!(sp(&field, "1rd.b1"), json!(3));
}

#[test]
fn an_outcome_file_is_posted_in_the_place_of_the_wrong_one() {
    let field = drawn();
    field.done("battle record 0602 --end broken_off --moves 2 --out right.json");
    field.done("battle record 0602 --end broken_off --moves 2 --set A1=1 --post");
    field.done("bound close");
    field.done("battle correct 0602 --outcome right.json");
    assert_eq!(sp(&field, "1rd.b1"), json!(3));
    assert_eq!(field.json("verify --replay")["ok"], true);
}
