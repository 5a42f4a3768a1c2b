//! All about one unit in one answer, the war diary, and lists cut down to what is asked after.

use serde_json::json;

use super::field::{Field, plain};
use super::history::played;

/// The corps took Perelazovsky on D2 pm (`2pm-036037`) and the bridge on D4 pm; both are in the history's script.
#[test]
fn a_unit_is_shown_with_its_supply_orders_battles_and_grades() {
    let field = played();
    field.done("grade set 26tk veteran --battle 2pm-036037 --reason \"took Perelazovsky\"");
    field.done("order 26tk move Kalach");
    let unit = field.json("unit show 26tk");
    assert_eq!(unit["supply"]["id"], "su.swf.5ta.26tk");
    let sheet = field.json("supply status --side SU");
    let row = sheet["units"].as_array().unwrap().iter().find(|row| row["id"] == "su.swf.5ta.26tk").unwrap();
    assert_eq!(unit["supply"]["log"], row["log"], "as on the sheet");
    let battles = unit["battles"].as_array().unwrap();
    let names: Vec<_> = battles.iter().map(|battle| battle["battle"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["2pm-036037", "4pm-057052"]);
    assert!(battles.iter().all(|battle| battle["attacked"] == true));
    let grade = &unit["grades"][0];
    assert_eq!((&grade["name"], &grade["after"]), (&json!("26th Tank Corps"), &json!("veteran")));
    assert_eq!(unit["orders"][0]["deed"], "move");
    let page = field.done("unit show 26tk");
    for part in ["LOG", "ordered", "\nbattles\n", "\ngrades\n", "took Perelazovsky"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn the_diary_tells_of_each_bound_and_of_a_unit_only_what_befell_it() {
    let field = played();
    let diary = field.json("diary");
    let bounds = diary["bounds"].as_array().unwrap();
    let labels: Vec<_> = bounds.iter().map(|bound| bound["bound"]["label"].as_str().unwrap()).collect();
    assert_eq!(labels[..3], ["D1 am", "D1 pm", "D1 night"]);
    assert_eq!(labels.len(), field.json("stats").as_array().unwrap().len() - 1, "all that are over");
    let of_day_two = bounds[4]["battles"].as_array().unwrap();
    assert!(of_day_two.iter().any(|battle| battle["battle"] == "2pm-036037"));

    let own = field.json("diary 26tk");
    let own = own["bounds"].as_array().unwrap();
    let battles: Vec<_> = own.iter().flat_map(|bound| bound["battles"].as_array().unwrap()).collect();
    assert!(battles.len() < 10 && battles[0]["battle"] == "2pm-036037", "{battles:?}");
    let first = own[0]["lines"].as_array().unwrap();
    assert_eq!(first.len(), 1, "{first:?}");
    assert!(first[0].as_str().unwrap().starts_with("marched"), "{first:?}");

    // That in a commander's pack is of his own formation: of the battles those in which it fought.
    let pack = plain(&field.done("print pack --for 26tk"));
    let (_, his) = pack.split_once("War diary").unwrap();
    assert!(his.contains(" in 036037 ") && !his.contains(" in 029026 ") && !his.contains(" in 037026 "), "{his}");

    let then = field.json("diary --as-of 1pm");
    assert_eq!(then["bounds"].as_array().unwrap().len(), 2);
    let begun = Field::new();
    assert_eq!(begun.done("diary"), "War diary: Six formations\nno bound is over yet\n");
}

#[test]
fn lists_can_be_cut_down_to_what_is_asked_after() {
    let field = Field::new();
    let settings = field.json("setting list bowser");
    let keys: Vec<_> = settings.as_array().unwrap().iter().map(|row| row["key"].as_str().unwrap()).collect();
    assert!(keys.contains(&"bowser_km") && keys.len() < 10, "{keys:?}");
    assert!(field.done("setting list zeppelin").contains("no setting has that in its name or meaning"));

    field.done("intel add 0101 --side SU arm=armour");
    field.done("intel add 0909 --side SU arm=infantry");
    let near = field.json("intel show --side SU --at 0202 --radius 1");
    let squares: Vec<_> = near["sightings"].as_array().unwrap().iter().map(|row| row["square"].clone()).collect();
    assert_eq!(squares, ["0101"]);

    field.done("setting set detail full");
    field.done("supply stocktake d-1a log=5 pol=2 --reason count");
    let square = field.json("dump list")[0]["square"].as_str().unwrap().to_owned();
    let here = field.json(&format!("supply stocks --at {square}"));
    let rows = here["accounts"].as_array().unwrap();
    let sum = |of: &str| -> i64 {
        rows.iter().filter(|row| row["commodity"] == of).map(|row| row["quantity"].as_i64().unwrap()).sum()
    };
    assert_eq!(here["together"], json!({"log": sum("log"), "pol": sum("pol")}));
    assert!(sum("log") >= 5 && sum("pol") >= 2, "{here}");
    assert!(field.done(&format!("supply stocks --at {square}")).contains("together"));
}

#[test]
fn a_formation_has_a_label_of_its_own_until_it_is_taken_back() {
    let field = Field::playing("first-bound");
    let id = field.json("orbat --depth 0")[0]["id"].as_str().unwrap().to_owned();
    let label = |file: &str| field.json(&format!("unit show {id} --campaign {file}"))["label"].clone();
    let first = "first-bound.railhead";
    assert_eq!(label(first), "");
    field.done(&format!("unit set {id} label='1 R' --campaign {first}"));
    assert_eq!(label(first), "1 R");
    field.done(&format!("export out --campaign {first}"));
    let orbat = std::fs::read_to_string(field.dir.path().join("out/orbat.csv")).unwrap();
    let columns: Vec<&str> = orbat.lines().next().unwrap().split(',').collect();
    assert!(columns.contains(&"label"), "{columns:?}");
    field.done("new out again.railhead");
    assert_eq!(label("again.railhead"), "1 R");
    field.done(&format!("unit set {id} label=none --campaign again.railhead"));
    assert_eq!(label("again.railhead"), "");
    assert!(field.done("op show 2 --campaign again.railhead").contains("label"));
    let note = || field.json(&format!("unit show {id} --campaign again.railhead"))["note"].clone();
    field.done(&format!("unit set {id} note='to be relieved' --campaign again.railhead"));
    assert_eq!(note(), "to be relieved");
    field.done(&format!("unit set {id} note=- --campaign again.railhead"));
    assert_eq!(note(), "");
    let nameless = field.run(&format!("unit set {id} name= --campaign again.railhead"));
    assert!(nameless.err.contains("which takes a name that is not empty"), "{}", nameless.err);
    assert!(field.done("verify --campaign again.railhead").starts_with("sound"));
}
