//! Replacements: nights worked out by hand on the tutorial, bookings, refusals, and SP given = SP taken.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::field::Field;
use super::groups::{export, field, round_trip};

/// By hand: `ax` is the corps, over `ax.id` and `ax.pz`; `AX` the side.
const POOLS: &str =
    "pool,bound,arm,sp,note\nax,1pm,,3,march battalion\nax.id,1n,artillery,1,\nAX,2am,,10,\nsu,9am,,5,\n";

/// The tutorial with pools: of 350th Infantry Division the first battalions of both regiments have 1 of 3 SP left, its
/// artillery and the second battalion of 950th 2 of 3, and so has the second battalion of the panzer regiment.
fn drained() -> Field {
    let files: BTreeMap<String, String> = export(&field());
    let field = Field::empty();
    let folder = field.dir.path().join("folder");
    std::fs::create_dir(&folder).unwrap();
    for (name, text) in &files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    std::fs::write(folder.join("replacements.csv"), POOLS).unwrap();
    field.done("new folder first-bound.railhead -q");
    for (leaf, sp) in [("id.r1.b1", 1), ("id.r2.b1", 1), ("id.art", 2), ("id.r1.b2", 2)] {
        field.done(&format!("unit set {leaf} sp={sp}"));
    }
    field
}

const WORN: [&str; 5] = ["id.r1.b1", "id.r2.b1", "id.art", "id.r1.b2", "pz.r1.b2"];

fn sp(field: &Field) -> [u64; 5] {
    WORN.map(|leaf| field.json(&format!("unit show {leaf}"))["sp"].as_u64().unwrap())
}

/// SP given by pool, and SP on the map: what the one loses the other has.
fn books(field: &Field) -> (BTreeMap<String, u64>, u64) {
    let rows = field.json("unit replacements");
    let mut given = BTreeMap::new();
    for row in rows.as_array().unwrap() {
        *given.entry(row["pool"].as_str().unwrap().to_owned()).or_default() += row["given"].as_u64().unwrap();
        assert_eq!(row["sp"].as_u64().unwrap(), row["given"].as_u64().unwrap() + row["left"].as_u64().unwrap());
    }
    given.retain(|_, given: &mut u64| *given > 0);
    let orbat = field.json("orbat --bases");
    let leaves = orbat.as_array().unwrap().iter().filter(|row| row["leaf"] == json!(true));
    (given, leaves.map(|row| row["sp"].as_u64().unwrap()).sum())
}

fn pools<const N: usize>(given: [(&str, u64); N]) -> BTreeMap<String, u64> {
    given.map(|(pool, sp)| (pool.to_owned(), sp)).into()
}

/// To the night of the first day.
fn evening(field: &Field) {
    field.done("bound close --seed 1");
    field.done("bound close --seed 1");
}

/// By hand, 2 SP a division: the weakest is `id.r1.b1` (1 SP, before `id.r2.b1` by id); the artillery's pool of its division
/// does not fit it, so the corps gives 2, and its division has had its share. Of the corps 1 SP is left: for `pz.r1.b2`.
#[test]
fn a_night_fills_the_weakest_first() {
    let field = drained();
    let pool = field.done("bound close --seed 1");
    assert!(pool.contains("replacements: 3 SP into the pool of LX Army Corps (mot)"), "{pool}");
    field.done("bound close --seed 1");
    let before = books(&field);
    assert_eq!(sp(&field), [1, 1, 2, 2, 2]);
    let report = field.json("bound close --seed 1");
    assert_eq!(sp(&field), [3, 1, 2, 2, 3]);
    let after = books(&field);
    assert_eq!((before.0, &after.0), (BTreeMap::new(), &pools([("ax", 3)])));
    assert_eq!(after.1, before.1 + 3, "SP taken are SP given");
    let told: Vec<&str> = report["formations"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row["lines"].as_array().unwrap())
        .filter_map(Value::as_str)
        .filter(|line| line.contains("replacements"))
        .collect();
    assert_eq!(
        told,
        [
            "replacements from LX Army Corps (mot): 1 SP for II/Panzer Regiment 140, which is below full strength and rests",
            "replacements from LX Army Corps (mot): 2 SP for I/Infantry Regiment 950, which is below full strength and rests"
        ]
    );
    let diary = field.done("diary --side AX").split_whitespace().collect::<Vec<_>>().join(" ");
    let given = "Axis: replacements for 350th Infantry Division (2 SP); 40th Panzer Division (1 SP)";
    assert!(diary.contains(given), "{diary}");
    assert_eq!(report["replacements"][0]["pool"], json!("AX"), "what comes in the morning");
    round_trip(&field);
    field.done("verify");
    field.done("undo");
    assert_eq!((sp(&field), books(&field).0), ([1, 1, 2, 2, 2], BTreeMap::new()));
    insta::assert_snapshot!("replacements", field.done("redo") + &field.done("unit replacements"));
}

/// The artillery's pool finds three battalions of infantry that have lost SP, and no artillery.
#[test]
fn a_pool_that_gives_nothing_says_what_keeps_the_worn_from_it() {
    let field = drained();
    field.done("unit set id.art sp=3");
    evening(&field);
    let report = field.done("bound close --seed 1").split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "1 SP stay in its pool: nobody under it could take any (3 of another arm)";
    assert!(report.contains(told), "{report}");
}

/// By hand, 4 SP a division: `id.r1.b1` 2 of the corps, `id.r2.b1` the last 1 of it (that of the side comes on the
/// morning), `id.art` 1 of its division's pool; that makes 4, and for the panzers nothing is left.
#[test]
fn the_rate_of_a_night_and_the_arm_of_a_pool() {
    let field = drained();
    field.done("setting set replacement_rate 4");
    evening(&field);
    field.done("bound close --seed 1");
    assert_eq!(sp(&field), [3, 2, 3, 2, 2]);
    assert_eq!(books(&field).0, pools([("ax", 3), ("ax.id", 1)]));
    field.done("setting set replacement_rate 0");
    evening(&field);
    field.done("bound close --seed 1");
    assert_eq!(sp(&field), [3, 2, 3, 2, 2], "at a rate of 0 nobody gets any by himself");
    field.done("verify");
}

/// Who has the enemy in his square, marched in the night, or is out of LOG takes none: it goes to the next.
#[test]
fn who_fights_marches_or_hungers_takes_none() {
    let field = drained();
    evening(&field);
    field.done("unit set rd.r1.b1 square=0601");
    field.done("bound close --seed 1");
    // 950th's second battalion is stronger than the other first battalion, which gets both.
    assert_eq!(sp(&field), [1, 3, 2, 2, 3], "the enemy stands with id.r1.b1");
    field.done("undo");
    field.done("unit set rd.r1.b1 square=0903");
    field.done("setting set hours_night 4");
    field.done("move id.r1.b1 0602 --override test");
    field.done("bound close --seed 1");
    assert_eq!(sp(&field), [1, 3, 2, 2, 3], "id.r1.b1 has marched");
    field.done("undo");
    field.done("setting set detail simple");
    field.done("unit set id.t1 state=destroyed");
    field.done("bound close --seed 1");
    assert_eq!(sp(&field), [1, 1, 2, 2, 3], "the division is out of LOG");
    field.done("verify");
}

#[test]
fn the_umpire_books_from_a_pool() {
    let field = drained();
    field.done("bound close --seed 1");
    let before = books(&field);
    let mut page = String::new();
    for line in [
        "unit replace id 3 --from ax",
        "! unit replace id 1 --from ax",
        "! unit replace id 1 --from AX",
        "! unit replace id 1 --from su",
        "! unit replace id 1 --from pz",
        "! unit replace id 1 --from nowhere",
        "! unit replace id 9 --from ax",
        "! unit replace rd 1 --from su",
    ] {
        let ran = field.run(line.trim_start_matches("! "));
        write!(page, "$ railhead {}\n{}{}", line.trim_start_matches("! "), ran.out, ran.err).unwrap();
        assert_eq!(ran.code != 0, line.starts_with('!'), "{line}: {}", ran.err);
    }
    insta::assert_snapshot!("booked", page);
    // The weakest first: 2 for id.r1.b1, 1 for id.r2.b1.
    assert_eq!(sp(&field), [3, 2, 2, 2, 2]);
    let after = books(&field);
    assert_eq!((after.0, after.1), (pools([("ax", 3)]), before.1 + 3));
    round_trip(&field);
    field.done("verify");
    field.done("undo");
    assert_eq!(books(&field), before);
}

/// Without the file nothing is said of replacements, and nothing changes.
#[test]
fn without_pools_there_is_nothing() {
    let field = field();
    let out = field.done("unit replacements");
    assert!(out.contains("no replacements: list them in `replacements.csv`"), "{out}");
    assert!(!export(&field).contains_key("replacements.csv"));
    evening(&field);
    assert!(!field.done("bound close --seed 1").contains("replacements"));
}
