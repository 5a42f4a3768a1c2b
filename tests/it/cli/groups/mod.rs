//! Battle groups, and leaves merged into one another: cases worked out by hand on the tutorial, refusals, and what must
//! hold whatever is split and merged.

mod property;

use serde_json::{Value, json};
use std::collections::BTreeMap;

use super::field::{Field, page};

/// A folder with the tutorial in it: 40th Panzer Division `ax.pz` (veteran) of two regiments of two battalions each.
pub(super) fn field() -> Field {
    let field = Field::empty();
    field.done("new first-bound");
    field
}

/// The files of an export.
pub(super) fn export(field: &Field) -> BTreeMap<String, String> {
    let to = field.dir.path().join("export");
    let _ = std::fs::remove_dir_all(&to);
    field.done("export export");
    let files = std::fs::read_dir(&to).unwrap().map(|file| file.unwrap().path());
    let read = |path: std::path::PathBuf| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap())
    };
    files.map(read).collect()
}

/// What the tables say is what the folder says: the export is read back, and written anew with the same bytes.
pub(super) fn round_trip(field: &Field) {
    let first = export(field);
    let again = Field::empty();
    std::fs::create_dir(again.dir.path().join("folder")).unwrap();
    for (name, text) in &first {
        std::fs::write(again.dir.path().join("folder").join(name), text).unwrap();
    }
    again.done("new folder again.railhead -q");
    assert_eq!(export(&again), first);
}

fn under(field: &Field, unit: &str) -> Value {
    field.json(&format!("unit show {unit}"))["superiors"][0].clone()
}

fn state(field: &Field, unit: &str, commodity: &str) -> (Value, Value) {
    let sheet = field.json("supply status --depth 3");
    let unit = sheet["units"].as_array().unwrap().iter().find(|row| row["id"] == unit).unwrap();
    (unit[commodity]["state"].clone(), unit["fed_by"].clone())
}

/// What was remarked in the last operation, a line each.
fn remarks(out: &str) -> Vec<String> {
    let rows = serde_json::from_str::<Value>(out).unwrap();
    let rows = rows["events"].as_array().unwrap().iter().filter(|row| row["what"] == "remark");
    rows.map(|row| format!("{} {}", row["subject"].as_str().unwrap(), row["after"].as_str().unwrap())).collect()
}

#[test]
fn a_battle_group_is_made_and_given_back() {
    let field = field();
    let before = export(&field);
    let shown = page(
        &field,
        &[
            "unit split pz ax.pz.kg pz.r1.b2 r2 pz.art --name \"Kampfgruppe Brod\" --dry-run",
            "unit split pz ax.pz.kg pz.r1.b1 pz.r2.b1 pz.art --name \"Kampfgruppe Brod\"",
            "unit show kg",
            "unit show pz.r1.b1",
            "orbat pz --bases",
            "unit history pz.r1.b1",
            "unit merge kg",
        ],
    );
    insta::assert_snapshot!("made_and_given_back", shown);
    assert_eq!(export(&field), before, "split and merged again");
    field.done("undo");
    round_trip(&field);
    let group = &field.json("unit show kg")["group"];
    assert_eq!(group["since"]["label"], json!("D1 am"));
    let part = json!({"part": "ax.pz.art", "came_from": "ax.pz"});
    assert_eq!(group["parts"][0], part);
    assert_eq!(field.json("unit show pz.art")["came_from"], json!("ax.pz"));
    field.done("verify");
    field.done("undo");
    assert_eq!(export(&field), before, "taken back");
    field.done("redo");
    field.done("verify");
}

/// By hand: of three leaves of 3 SP each two are of `ax.pz.r2`, so the group is its equal: its grade, its HQ die of 2,
/// its 1 attack. It is a regiment, the level above its battalions; two regiments together make a brigade.
#[test]
fn a_group_is_like_the_unit_that_gives_most_of_it() {
    let field = field();
    field.done("grade set pz.r2 regular --reason \"new men\" --override test");
    field.done("unit set pz.r2 hq_die=2 fought=yes");
    field.done("unit split pz ax.kg pz.r2.b1 pz.r1.b1 --under ax");
    let group = field.json("unit show ax.kg");
    // 3 SP of each: of equals the first by id.
    assert_eq!((&group["group"]["raised_from"], &group["grade"]), (&json!("ax.pz.r1"), &json!("veteran")));
    assert_eq!((&group["own_grade"], &group["hq_die"]), (&json!(true), &Value::Null));
    field.done("undo");
    field.done("unit set pz.r1.b1 sp=2");
    field.done("unit split pz ax.kg pz.r2.b1 pz.r1.b1 --under ax");
    let group = field.json("unit show ax.kg");
    assert_eq!((&group["group"]["raised_from"], &group["grade"]), (&json!("ax.pz.r2"), &json!("regular")));
    assert_eq!((&group["hq_die"], &group["echelon"]), (&json!(2), &json!("regiment")));
    assert_eq!((&group["arm"], &group["superiors"]), (&json!("motorised"), &json!(["ax"])));
    // The corps is regular: a grade that it would have anyway is not its own.
    assert_eq!(group["own_grade"], json!(false));
    // It wears itself out, and the regiment to which its leaves go back is as worn.
    field.done("unit set ax.kg hq_die=1 met_tanks=yes");
    let events = field.json("unit merge ax.kg");
    let told: Vec<_> = events["events"].as_array().unwrap().iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(told, ["superior", "superior", "HQ die", "marks", "battle group", "dissolved"]);
    assert_eq!(field.json("unit show pz.r2")["hq_die"], json!(1));
    field.done("unit split pz ax.kg pz.r1 pz.r2 --under ax");
    let group = field.json("unit show ax.kg");
    assert_eq!((&group["echelon"], &group["arm"]), (&json!("brigade"), &json!("motorised")));
    round_trip(&field);
}

/// The tracer alone says what a split does: a group without vehicles is fed by the division; one that takes them draws
/// for itself, and the division has none left; a tank group under a division without bowsers is fed by the corps.
#[test]
fn the_state_of_supply_follows_from_who_stands_where() {
    let field = field();
    let in_supply = json!("in_supply");
    field.done("unit split pz ax.pz.kg r2 pz.art");
    assert_eq!(state(&field, "ax.pz.kg", "log"), (in_supply.clone(), json!("ax.pz")));
    assert_eq!(state(&field, "ax.pz.kg", "pol"), (in_supply.clone(), json!("ax.pz")));
    assert_eq!(state(&field, "ax.pz", "log"), (in_supply.clone(), Value::Null));
    field.done("undo");
    field.done("unit split pz ax.pz.kg pz.r2 pz.t1 pz.b1 --echelon brigade");
    assert_eq!(state(&field, "ax.pz.kg", "log"), (in_supply.clone(), Value::Null));
    assert_eq!(state(&field, "ax.pz", "log"), (json!("no_vehicle"), Value::Null));
    assert_eq!(state(&field, "ax.pz", "pol"), (json!("no_vehicle"), Value::Null));
    field.done("unit merge kg");
    assert_eq!(state(&field, "ax.pz", "log"), (in_supply.clone(), Value::Null));
    assert_eq!(state(&field, "ax.pz", "pol"), (in_supply, Value::Null));
    field.done("unit split pz ax.kg pz.r1 --under id");
    assert_eq!(state(&field, "ax.kg", "log").1, json!("ax.id"));
    let (pol, _) = state(&field, "ax.kg", "pol");
    assert_ne!(pol, json!("not_required"), "tanks");
}

#[test]
fn what_cannot_go_back_as_it_came_is_said() {
    let field = field();
    field.done("unit split pz ax.kg pz.r1 pz.r2.b1 pz.r2.b2 pz.art --under ax");
    field.done("unit set pz.r2.b1 state=destroyed");
    field.done("unit command pz.art id");
    field.done("unit command id.art ax.kg");
    field.done("unit command pz pz.r1");
    let out = field.done("unit merge ax.kg --format json");
    assert_eq!(
        remarks(&out),
        [
            "ax.pz.r1 cannot go back to 40th Panzer Division (`ax.pz`), which stands under it now, and goes to LX Army Corps \
             (mot) (`ax`)",
            "ax.pz.r2.b1 is destroyed, and goes back as it is",
            "ax.id.art came to the group since it was made, and goes to LX Army Corps (mot) (`ax`)",
            "ax.pz.art stays under 350th Infantry Division, where it was put since",
        ]
    );
    let found = ["pz.r1", "pz.r2.b1", "pz.r2.b2", "id.art", "pz.art"].map(|unit| under(&field, unit));
    assert_eq!(found, ["ax", "ax.pz.r2", "ax.pz.r2", "ax", "ax.id"].map(|id| json!(id)));
    field.done("verify");
    // Directly under the side there is no superior to whom what is left over could go.
    field.done("unit split id ax.kg id.r1");
    field.done("unit command ax.kg AX");
    field.done("unit command id.at ax.kg");
    field.done("unit command id.r2 AX");
    field.done("undo");
    let out = field.done("unit merge ax.kg --format json");
    assert_eq!(remarks(&out), ["ax.id.at came to the group since it was made, and goes to its side"]);
    field.done("unit split id ax.kg id.r1.b1 id.r2");
    field.done("unit command id.r2 AX");
    assert_eq!(
        remarks(&field.done("unit merge ax.kg --format json")),
        ["ax.id.r2 stays under its side, where it was put since"]
    );
    field.done("verify");
}

/// A group of a group: whichever is dissolved first, in the end every part is where it was.
#[test]
fn groups_within_groups_come_apart_in_any_order() {
    let field = field();
    let before = export(&field);
    for order in [["kg-b", "kg-a"], ["kg-a", "kg-b"]] {
        field.done("unit split pz ax.pz.kg-a pz.r1.b1 pz.r2.b1 pz.art");
        field.done("unit split kg-a ax.pz.kg-b pz.r1.b1 pz.r2.b1");
        round_trip(&field);
        for group in order {
            field.done(&format!("unit merge {group}"));
            round_trip(&field);
        }
        assert_eq!(export(&field), before, "{order:?}");
        field.done("verify");
    }
}

/// A group made of all of another stands in its place: the other is gone, and every part goes back to where it first was.
#[test]
fn a_group_made_of_all_of_another_ends_it() {
    let field = field();
    let before = export(&field);
    field.done("unit split pz ax.pz.kg-a pz.r1.b1 pz.r2.b1 pz.art");
    field.done("unit split pz ax.pz.kg-b pz.r1.b1 pz.r2.b1 pz.art");
    assert!(field.run("unit show kg-a").err.contains("kg-a"), "it is gone");
    assert_eq!(field.json("unit show pz.art")["came_from"], json!("ax.pz"));
    round_trip(&field);
    field.done("unit merge kg-b");
    assert_eq!(export(&field), before);
    field.done("verify");
    field.done("unit split pz ax.pz.kg-a pz.r1.b1");
    let told = field.done("unit command pz.r1.b1 pz.r2");
    assert!(told.contains("is a battle group with nothing left under it, and can be dissolved"), "{told}");
    field.done("unit merge kg-a");
    field.done("verify");
}

/// What bears the group's name goes to its superior; where histories name it, it stays with nothing under it.
#[test]
fn dumps_trains_support_and_orders_of_a_group() {
    let field = field();
    field.done("unit split pz ax.pz.kg pz.r2 pz.t1 pz.b1 pz.art --echelon brigade");
    field.done("dump open d-kg --owner ax.pz.kg --at 0605");
    field.done("unit attach ax.art --to ax.pz.kg --as direct_support");
    field.done("order ax.pz.kg dig-in");
    field.done("rail priority olshany 1 --for ax.pz.kg");
    round_trip(&field);
    let out = field.json("unit merge kg");
    let rows = out["events"].as_array().unwrap();
    let row = |what: &str| rows.iter().find(|row| row["what"] == what).unwrap().clone();
    assert_eq!((&row("owner")["before"], &row("owner")["after"]), (&json!("ax.pz.kg"), &json!("ax.pz")));
    assert_eq!(row("railhead")["after"], json!("serves ax.pz"));
    assert_eq!((&row("support")["subject"], &row("support")["after"]), (&json!("ax.art"), &json!("none")));
    assert_eq!(row("order")["after"], json!("none"));
    assert_eq!(field.run("unit show kg").code, 2, "it is no more");
    field.done("undo");
    field.done("bound close --seed 1");
    let out = field.done("unit merge kg --format json");
    let stays = "ax.pz.kg stays in the order of battle with nothing under it: histories name it";
    assert_eq!(remarks(&out), [stays]);
    assert_eq!(field.json("unit show kg")["group"], Value::Null);
    round_trip(&field);
    let closed = field.done("bound close --seed 1");
    assert!(closed.contains("no longer draws supply"), "{closed}");
    field.done("verify");
}

/// `pz.r2.b1` and `.b2` are of one regiment and stand in 0805, each of 3 SP. By hand: b1 has 2 SP left with 1 marker and
/// no ammunition, b2 1 SP: 2 go over, the marker with them, and b2 is full and out of ammunition; of b1 nothing is left.
#[test]
fn what_is_left_of_a_leaf_fills_another() {
    let field = field();
    field.done("unit set pz.r2.b1 sp=2 markers=1 ammo=out");
    field.done("unit set pz.r2.b2 sp=1");
    field.done("order pz.r2.b1 dig-in");
    let out = field.done("unit merge pz.r2.b1 pz.r2.b2");
    insta::assert_snapshot!("leaf_merged", out);
    let base = |unit: &str| {
        let view = field.json(&format!("unit show {unit}"));
        let base = &view["bases"][0];
        (view["state"].clone(), base["sp"].clone(), base["markers"].clone(), base["out_of_ammo"].clone())
    };
    assert_eq!(base("pz.r2.b1"), (json!("merged"), json!(0), json!(0), json!(true)));
    assert_eq!(base("pz.r2.b2"), (json!("organised"), json!(3), json!(1), json!(true)));
    round_trip(&field);
    field.done("verify");
    field.done("undo");
    // Room for 1 of its 2 SP, and 2 markers: 1 SP stays with 1 marker under it, the other goes over.
    field.done("unit set pz.r2.b1 markers=2 ammo=full");
    field.done("unit set pz.r2.b2 sp=2");
    field.done("unit merge pz.r2.b1 pz.r2.b2");
    assert_eq!(base("pz.r2.b1"), (json!("organised"), json!(1), json!(1), json!(false)));
    assert_eq!(base("pz.r2.b2"), (json!("organised"), json!(3), json!(1), json!(false)));
    // The umpire sets the rule aside: a leaf of another regiment, disorganised, with the enemy in the square.
    field.done("unit set pz.r2.b2 sp=1 markers=0 state=disorganised");
    field.done("unit merge pz.r2.b1 pz.r2.b2 --override \"what was left of them\"");
    assert_eq!(base("pz.r2.b2"), (json!("disorganised"), json!(2), json!(1), json!(false)));
}

#[test]
fn refusals() {
    let field = field();
    field.done("unit split pz ax.pz.kg pz.r1.b1 pz.art");
    let mut shown = page(
        &field,
        &[
            "unit split pz ax.pz.kg2",
            "unit split zp ax.pz.kg2 pz.r2",
            "unit split pz ax.pz.kg2 pz.r3",
            "unit split pz ax.pz.kg2 id.r1",
            "unit split pz ax.pz.kg2 pz.r2 pz.r2.b1",
            "unit split pz ax.pz.kg2 pz.r2.b1 pz.r2",
            "unit split pz ax.pz.kg2 pz.r2.b1 pz.r2.b1",
            "unit split pz 'ax.pz kg2' pz.r2",
            "unit split pz ax.pz.kg pz.r2",
            "unit split pz ax.pz.kg2 pz.t1 pz.b1",
            "unit split pz.r2 ax.pz.kg2 pz.r2.b1 pz.r2.b2",
            "unit split pz.r2.b1 ax.pz.kg2 pz.r2.b2",
            "unit split pz ax.pz.kg2 pz.r2 --under pz.art",
            "unit split pz ax.pz.kg2 pz.r2 --under rd",
            "unit split pz ax.pz.kg2 pz.r2 --under pz.r2",
            "unit split pz ax.pz.kg2 pz.r2 --echelon legion",
            "unit merge pz",
            "unit merge pz.r2.b1",
            "unit merge pz.r2.b1 pz.r2.b1",
            "unit merge pz.r2 pz.r2.b1",
            "unit merge pz.r2.b1 pz.r2.b2",
            "unit merge pz.t1 ax.t2",
            "unit merge pz.r2.b1 rd.r1.b1",
            "unit merge pz.r2.b1 pz.r1.b2",
            "unit merge id.r1.b1 id.r1.b2",
        ],
    );
    field.done("unit set pz.r2.b1 sp=1");
    field.done("unit set pz.r2.b2 state=broken");
    field.done("unit set td.r2.b1 square=1303");
    field.done("unit set td.r2.b1 sp=1");
    field.done("unit set rd.r1.b1 square=0805");
    field.done("unit set id.r1.b1 state=destroyed");
    field.done("unit new ax.pz.m --parent pz arm=motorised mobility=motorised where=0805 sp_full=3 sp=1");
    field.done("unit new ax.pz.m2 --parent pz.r2 arm=motorised mobility=motorised where=0805 sp_full=3 sp=1");
    shown += &page(
        &field,
        &[
            "unit merge pz.r2.b1 pz.r2.b2",
            "unit merge pz.r2.b1 pz.m",
            "unit merge pz.r2.b1 pz.m --override test",
            "unit merge pz.m2 pz.r2.b1",
            "unit merge id.r1.b2 id.r1.b1",
            "unit split id ax.kg id.r1.b1",
            "unit merge kg pz.r2.b1",
        ],
    );
    field.done("unit set rd.r1.b1 square=0903");
    field.done("unit merge kg");
    shown += &page(&field, &["unit merge pz"]);
    insta::assert_snapshot!("refusals", shown);
}

/// What drives, and what an engagement was drawn with, stays where it is until that is over.
#[test]
fn refused_while_something_goes_on() {
    let field = field();
    field.done("unit split pz ax.pz.kg pz.r2 pz.t1 --echelon brigade");
    field.done("supply send ax.t2 --from ax.d --load 1log --to ax.pz.kg");
    let mut shown = page(&field, &["unit merge kg"]);
    field.done("supply send ax.t2 --release");
    field.done("supply send pz.t1 --to 0505 --stay");
    shown += &page(&field, &["unit merge kg", "unit split kg ax.pz.kg2 pz.r2.b1 pz.t1"]);
    field.done("supply send pz.t1 --release");
    field.done("unit set pz.r2.b1 square=0903");
    field.done("unit set rd.r1.b1 square=0902");
    field.done("unit set rd.r1.b2 square=0901");
    field.done("battle new 0902 --attacker AX --override test");
    shown += &page(&field, &["unit merge kg", "unit split kg ax.pz.kg2 pz.r2.b1"]);
    insta::assert_snapshot!("refused_while_something_goes_on", shown);
}
