//! What one side's headquarters do not know of their stocks is on no sheet that is printed for them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::field::Field;
use super::news::field;
use super::sound;

/// Every command that prints something for a side, as it is tried here.
const FOR_A_SIDE: &[(&str, &str)] = &[
    ("battle list", "battle list --side SU"),
    ("bound show", "bound show --side SU"),
    ("contact", "contact --side SU"),
    ("crossing list", "crossing list --side SU"),
    ("diary", "diary --side SU"),
    ("dump list", "dump list --side SU"),
    ("find", "find su.1rd --side SU"),
    ("grade history", "grade history --side SU"),
    ("grade review", "grade review --side SU"),
    ("ground show", "ground show 0205 --side SU"),
    ("intel show", "intel show --side SU"),
    ("map", "map --side SU"),
    ("mines list", "mines list --side SU"),
    ("orbat", "orbat --side SU --bases"),
    ("order", "order list --side SU"),
    ("partisans list", "partisans list --side SU"),
    ("print bound-sheet", "print bound-sheet --side SU"),
    ("print cards", "print cards --side SU"),
    ("print diary", "print diary --side SU"),
    ("print labels", "print labels --side SU"),
    ("print map", "print map --side SU"),
    ("print orbat", "print orbat --side SU"),
    ("print pack", "print pack --side SU"),
    ("print record", "print record su.1rd --side SU"),
    ("print sitrep", "print sitrep --side SU"),
    ("print strength", "print strength --side SU"),
    ("print supply", "print supply --side SU"),
    ("rail status", "rail status --side SU"),
    ("review", "review --side SU"),
    ("stats", "stats --side SU"),
    ("status", "status --side SU"),
    ("strikes list", "strikes list --side SU"),
    ("supply airlift", "supply airlift --side SU"),
    ("supply claim", "supply claim --side SU"),
    ("supply convoys", "supply convoys --side SU"),
    ("supply critical", "supply critical --side SU"),
    ("supply forecast", "supply forecast --side SU --log all --pol all"),
    ("supply graph", "supply graph --side SU"),
    ("supply plan", "supply plan --side SU"),
    ("supply status", "supply status --side SU --depth 3 --by unit"),
    ("supply stocks", "supply stocks --side SU"),
    ("supply trace", "supply trace su.1rd --side SU"),
    ("unit history", "unit history su.1rd --side SU"),
    ("unit replacements", "unit replacements --side SU"),
    ("unit show", "unit show su.1rd --side SU"),
];

/// The commands that read a campaign and take a side, by the manual.
fn readers_for_a_side() -> Vec<String> {
    let manual = include_str!("../../../../docs/CLI.md");
    let pages = manual.split("\n## `railhead ").skip(1).filter_map(|page| page.split_once('`'));
    let flag = |page: &str, name: &str| page.lines().any(|line| line.trim_start().starts_with(name));
    let takes = |page: &str| flag(page, "--side <S") && flag(page, "--as-of <");
    let mut names: Vec<String> = pages.filter(|(_, page)| takes(page)).map(|(name, _)| name.to_owned()).collect();
    names.sort();
    names
}

/// What all of them print, as text and as JSON.
fn sheets(field: &Field) -> BTreeMap<&'static str, [String; 2]> {
    let both = |line: &str| [field.done(line), field.done(&format!("{line} --format json"))];
    FOR_A_SIDE.iter().map(|(name, line)| (*name, both(line))).collect()
}

/// Dumps burn and a convoy loses its load in D1 night: nothing of it has been reported, and nothing is printed otherwise.
#[test]
fn what_is_not_reported_is_on_no_sheet_for_the_side() {
    // These want a battle, or write a file.
    let others = ["battle forecast", "battle form", "battle show", "export", "print battle", "replay"];
    let readers: Vec<String> = { readers_for_a_side() }.into_iter().filter(|n| !others.contains(&n.as_str())).collect();
    assert_eq!(readers, FOR_A_SIDE.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let field = field();
    field.done("bound close");
    field.done("bound close");
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd --override test");
    let before = sheets(&field);
    field.done("supply stocktake d-su log=1 pol=3 --reason burnt");
    field.done("supply stocktake d-1rd log=0 --reason burnt");
    field.done("supply stocktake su.log1 log=0 --reason burnt");
    assert_eq!(sheets(&field), before);
    field.done("setting set news_delay off");
    let told: Vec<&str> =
        sheets(&field).into_iter().filter(|(name, told)| *told != before[name]).map(|(n, _)| n).collect();
    let stock = [
        "dump list",
        "print cards",
        "print diary",
        "print map",
        "print orbat",
        "print pack",
        "print record",
        "print sitrep",
        "print strength",
        "print supply",
        "stats",
        "supply convoys",
        "supply forecast",
        "supply graph",
        "supply plan",
        "supply status",
        "supply stocks",
        "supply trace",
        "unit show",
    ];
    assert_eq!(told, stock);
    sound(&field);
}

fn bottleneck(trace: &Value, at: &str) -> Value {
    let found = trace["bottlenecks"].as_array().unwrap().iter();
    found
        .clone()
        .find(|b| b["kind"] == "stock" && b["commodity"] == "log" && b["at"] == at)
        .cloned()
        .unwrap_or_default()
}

/// The division's 2 LOG are lost in D1 pm: it has none and wants 1 a night, and by its report it has them all.
#[test]
fn a_trace_goes_by_the_reports() {
    let field = field();
    field.done("bound close");
    field.done("supply stocktake d-1rd log=0 --reason burnt");
    let (umpire, side) = (field.json("supply trace su.1rd"), field.json("supply trace su.1rd --side SU"));
    assert_eq!((&umpire["log"]["stock"], &side["log"]["stock"]), (&json!(0), &json!(2)));
    let of = |trace: &Value| {
        let row = bottleneck(trace, "d-1rd");
        (row["has"].clone(), row["wants"].clone(), row["short"].clone())
    };
    assert_eq!((of(&umpire), of(&side)), ((json!(0.0), json!(1.0), json!(1.0)), (json!(2.0), json!(1.0), json!(0.0))));
    assert_eq!(umpire["house_rules"], Value::Null);
    // By hand: the way is `d-1rd` and `su.1rd.log` of the division, and the depot of the army.
    let bites = json!([{"rule": "news_delay", "since": null, "bites": ["stock as reported D1 am: 3 accounts"]}]);
    assert_eq!(side["house_rules"], bites);
    let told = field.done("supply trace su.1rd --side SU");
    assert!(told.contains("stock as reported D1 am: 3 accounts"), "{told}");
}

/// Two vehicles load 2 LOG each, one in D1 am, and one in D1 pm, which is known in D2 am.
#[test]
fn cargoes_and_dumps_are_those_of_the_reports() {
    let field = field();
    field.done("supply send su.log1 --load 2log --from d-su --to d-1rd --override test");
    field.done("bound close");
    field.done("supply send su.log2 --load 2log --from d-su --to d-1rd --override test");
    let cargo = |words: &str, vehicle: &str| {
        let convoys = field.json(&format!("supply convoys {words}"));
        let row = convoys.as_array().unwrap().iter().find(|row| row["id"] == vehicle).cloned().unwrap();
        (row["cargo"]["log"].as_i64().unwrap_or_default(), row["reported"]["label"].clone())
    };
    assert_eq!(cargo("", "su.log2"), (2, Value::Null));
    assert_eq!(cargo("--side SU", "su.log2"), (0, json!("D1 am")));
    // What is on its way is what its vehicles have by their reports.
    let coming = |words: &str| {
        let sheet = field.json(&format!("supply status su.1rd {words}"));
        (sheet["units"][0]["underway"].as_array().unwrap().len(), sheet["units"][0]["reasons"].clone())
    };
    assert_eq!(coming(""), (1, json!(["2 LOG are on their way, arriving D1 pm"])));
    assert_eq!(coming("--side SU"), (0, json!([])));
    let dump = |words: &str| {
        let dumps = field.json(&format!("dump list {words}"));
        let row = dumps.as_array().unwrap().iter().find(|row| row["id"] == "d-su").cloned().unwrap();
        (row["log"].clone(), row["reported"]["label"].clone())
    };
    assert_eq!((dump(""), dump("--side SU")), ((json!(6), Value::Null), (json!(8), json!("D1 am"))));
    assert!(field.done("supply convoys --side SU").contains("cargo as of the bound at whose close it was reported"));
    field.done("bound close");
    assert_eq!(dump("--side SU"), (json!(8), json!("D1 am")));
    field.done("bound close");
    assert_eq!(dump("--side SU"), (json!(6), json!("D1 pm")));
    sound(&field);
}

/// The 2 LOG are lost in D1 pm, which its report tells as D1 pm closes, and headquarters know in D2 am.
#[test]
fn what_happened_since_a_forecast_is_known_when_it_is_reported() {
    let field = field();
    field.done("supply forecast --keep --side SU --reason \"ours\"");
    field.done("supply forecast --keep --reason \"the umpire's\"");
    let kept = |side: &str| {
        let log = field.json("op log").as_array().unwrap().clone();
        log.iter().find(|row| row["reason"] == side).unwrap()["op"].as_u64().unwrap()
    };
    let (ours, umpire) = (kept("ours"), kept("the umpire's"));
    field.done("bound close");
    field.done("supply stocktake d-1rd log=0 --reason burnt");
    field.done("bound close");
    let dry = |operation: u64, words: &str| {
        let against = field.json(&format!("supply forecast --against {operation} {words}"));
        let rows = against["units"].as_array().unwrap().clone();
        rows.iter().find(|row| row["id"] == "su.1rd" && row["commodity"] == "log").unwrap()["dry"]["label"].clone()
    };
    assert_eq!((dry(ours, ""), dry(ours, "--side SU")), (json!("D1 pm"), Value::Null));
    field.done("bound close");
    assert_eq!((dry(ours, ""), dry(ours, "--side SU")), (json!("D1 pm"), json!("D1 pm")));
    let refused = field.run(&format!("supply forecast --against {umpire} --side SU"));
    let told = format!("the forecast of operation {umpire} does not use what is reported to `SU`");
    assert!(refused.code != 0 && refused.err.contains(&told), "{}", refused.err);
    assert!(refused.err.contains("`railhead supply forecast --keep --side SU` keeps one that does"), "{}", refused.err);
    assert_eq!(dry(umpire, ""), json!("D1 pm"));
}

/// The supply of the enemy is not read by anybody but the umpire, whatever rule holds.
#[test]
fn a_side_does_not_trace_the_enemy() {
    let field = Field::new();
    let refused = field.run("supply trace 1rd --side AX");
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains("1RD (`su.1a.1rd`) belongs to `SU`, and a sheet for `AX` does not tell of it"),
        "{}",
        refused.err
    );
    assert!(refused.err.contains("leave out `--side` to see it as the umpire"), "{}", refused.err);
}
