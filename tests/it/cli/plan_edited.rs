//! `supply plan --accept` of a part of the plan: some trips left out, some with another load.

use super::field::Field;

const FIRST: &str = "su.a5.22mc.u2-2";
const SECOND: &str = "su.a6s.4mc.u2-2";

fn brody() -> Field {
    let field = Field::empty();
    field.done("new brody-1941");
    let plan = field.done("supply plan --side SU --format csv");
    assert!(plan.contains(FIRST) && plan.contains(SECOND), "{plan}");
    field
}

#[test]
fn a_trip_is_left_out_by_its_vehicle() {
    let field = brody();
    field.done(&format!("supply plan --accept --without {FIRST}"));
    let convoys = field.done("supply convoys");
    assert!(convoys.contains(SECOND) && !convoys.contains(FIRST), "{convoys}");
    // It is one operation, and the log has it as it was typed.
    assert_eq!(field.operations("brody-1941.railhead"), 2);
    assert!(field.done("op show 2").contains(&format!("supply plan --accept --without {FIRST}")));
}

#[test]
fn with_all_left_out_nothing_is_sent() {
    let field = brody();
    let all = format!("supply plan --accept --without {FIRST} --without {SECOND}");
    assert!(field.done(&all).starts_with("nothing to send; nothing changed"));
    assert_eq!(field.operations("brody-1941.railhead"), 1);
}

#[test]
fn a_load_is_changed_and_checked_like_one_that_is_sent() {
    let field = brody();
    let refused = field.run(&format!("supply plan --accept --load {SECOND}=9log"));
    let as_sent = field.run(&format!("supply send {SECOND} --load 9log --from su.d5 --to su.a6s.4mc"));
    assert_eq!(refused.code, as_sent.code);
    assert_eq!(refused.err.lines().next(), as_sent.err.lines().next(), "{}", refused.err);
    assert_eq!(field.operations("brody-1941.railhead"), 1, "all of it or nothing");
    field.done(&format!("supply plan --accept --load {SECOND}=1log"));
    assert!(field.done("supply convoys").contains(SECOND));
}

#[test]
fn a_trip_goes_by_another_way_to_somebody_else_or_loads_elsewhere() {
    let field = brody();
    let sent = |line: &str| -> serde_json::Value {
        field.done(line);
        let last = field.json("op log").as_array().unwrap().last().unwrap()["op"].clone();
        let request = field.json(&format!("op show {last}"))["request"]["sends"].clone();
        field.done("undo");
        request
    };
    let of = |sends: &serde_json::Value| {
        let of = |key: &str| sends[0][key].clone();
        (of("from"), of("to"), of("via"))
    };
    let (from, to) = (serde_json::json!("su.d2"), serde_json::json!("su.a5.22mc"));
    let sends = sent("supply plan --accept");
    assert_eq!(of(&sends), (from.clone(), to.clone(), serde_json::Value::Null));
    let sends = sent(&format!("supply plan --accept --via {FIRST}=4219,4018"));
    assert_eq!(of(&sends), (from.clone(), to.clone(), serde_json::json!(["4219", "4018"])));
    assert!(sends[1]["via"].is_null(), "the others as they were: {sends}");
    let sends = sent(&format!("supply plan --accept --to {FIRST}=su.a6s.4mc --without {SECOND}"));
    assert_eq!(of(&sends), (from, serde_json::json!("su.a6s.4mc"), serde_json::Value::Null));
    assert_eq!(sends.as_array().unwrap().len(), 1);
    // What cannot be is refused as it is of one that is sent.
    let refused = field.run(&format!("supply plan --accept --from {FIRST}=nowhere"));
    let as_sent = field.run(&format!("supply send {FIRST} --load 1log --from nowhere --to su.a5.22mc"));
    assert_eq!((refused.code, refused.err.lines().next()), (as_sent.code, as_sent.err.lines().next()));
    let err = field.run(&format!("supply plan --accept --via {FIRST}")).err;
    assert!(err.contains("is no vehicle and way") && err.contains("VEHICLE=SQUARE,SQUARE"), "{err}");
}

#[test]
fn what_is_no_trip_or_load_is_refused() {
    let field = brody();
    let refused = |line: &str| {
        let ran = field.run(line);
        assert_ne!(ran.code, 0, "{line}");
        ran.err
    };
    let err = refused("supply plan --accept --without su.a5.27rc");
    assert!(err.contains("27th Rifle Corps (`su.a5.27rc`) makes no trip in this plan"), "{err}");
    assert!(err.contains(&format!("these do: {FIRST}, {SECOND}")), "{err}");
    let err = refused("supply plan --side AX --accept --without 14pz");
    assert!(err.contains("nobody is sent by this plan"), "{err}");
    let err = refused(&format!("supply plan --accept --load {FIRST}"));
    assert!(err.contains(&format!("`{FIRST}` is no vehicle and load")), "{err}");
    assert!(err.contains("write it as VEHICLE=LOAD: `su.a5.22mc.u2-2=1log`"), "{err}");
    let err = refused(&format!("supply plan --without {FIRST}"));
    assert!(err.contains("--accept"), "{err}");
}

#[test]
fn who_brings_what_he_has_on_him_loads_nothing_else() {
    let field = brody();
    // A plan by hand, of a vehicle that drives with what it has.
    field.done("supply plan --side SU --out plan.csv");
    let text = std::fs::read_to_string(field.dir.path().join("plan.csv")).unwrap();
    let changed: Vec<String> =
        text.lines().map(|line| if line.starts_with(FIRST) { without_load(line) } else { line.to_owned() }).collect();
    field.write("plan.csv", &changed.join("\n"));
    let ran = field.run(&format!("supply plan --file plan.csv --accept --load {FIRST}=1log"));
    assert!(ran.err.contains(&format!("(`{FIRST}`) brings what it has on it, and loads nothing")), "{}", ran.err);
    assert!(ran.err.contains("leave it out with `--without`, and send it with `supply send`"), "{}", ran.err);
}

/// A line of a plan file without its load and its place of loading: the second and third cells.
fn without_load(line: &str) -> String {
    let mut cells: Vec<&str> = line.split(',').collect();
    cells[1] = "";
    cells[2] = "";
    cells.join(",")
}

/// A plan of one trip sends nobody to those whom the program would have sent somebody to: that they have no room is not so.
#[test]
fn who_is_left_out_of_a_plan_by_hand_is_told_as_left_out() {
    let field = brody();
    let whole = field.json("supply plan --side SU");
    let of = |plan: &serde_json::Value, why: &str| -> Vec<String> {
        let rows = plan["plans"][0]["unmet"].as_array().unwrap();
        rows.iter().filter(|row| row["why"] == why).map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(of(&whole, "not_sent").is_empty(), "{whole}");
    let line = |plan: &str| -> (String, String) {
        let rows: Vec<&str> = plan.lines().filter(|line| !line.starts_with('#')).collect();
        let first = rows.iter().find(|row| row.starts_with(FIRST)).unwrap();
        (rows[0].to_owned(), (*first).to_owned())
    };
    field.done("supply plan --side SU --out plan.csv");
    let (head, first) = line(&std::fs::read_to_string(field.dir.path().join("plan.csv")).unwrap());
    field.write("one.csv", &format!("{head}\n{first}\n"));
    let left_out = of(&field.json("supply plan --file one.csv"), "not_sent");
    let served = whole["plans"][0]["trips"].as_array().unwrap();
    let second = served.iter().find(|trip| trip["vehicles"][0] == SECOND).unwrap();
    let whom = field.json(&format!("unit show {}", second["to"].as_str().unwrap()));
    let name = whom["name"].as_str().unwrap();
    assert!(left_out.iter().any(|of| of == name), "{name} in {left_out:?}");
    let said = super::field::plain(&field.done("supply plan --file one.csv"));
    assert!(said.contains("nobody is sent by this plan, though somebody could be, to "), "{said}");
    assert!(!said.contains("no LOG vehicle there can take it"), "{said}");
}
