//! Figures by bound, what is due, and what a dry run would do to supply.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::field::Field;

/// The row of a side in a bound of `stats`.
fn row<'v>(stats: &'v Value, bound: usize, side: &str) -> &'v Value {
    let sides = stats[bound]["sides"].as_array().unwrap();
    sides.iter().find(|row| row["side"] == side).unwrap()
}

/// Of the side SU 12 SP stand on the map (1, 3, 4, 1 and 3), of which 2 are lost in the first bound and 1 is given back in the
/// second. The dump is filled from outside with 4 LOG, of which 1 is lost.
#[test]
fn figures_are_those_of_the_books() {
    let field = Field::new();
    for line in [
        "setting set detail full",
        "supply stocktake d-1a log=5 --reason count",
        "supply receive d-1a 4 log --from rail",
        "unit set 1rd.b1 sp=1",
        "bound close",
        "unit set 1rd.b1 sp=2",
    ] {
        field.done(line);
    }
    let stats = field.json("stats");
    assert_eq!(stats.as_array().unwrap().len(), 2);
    assert_eq!((&stats[0]["bound"]["label"], &stats[0]["closed"]), (&json!("D1 am"), &json!(true)));
    assert_eq!((&stats[1]["bound"]["label"], &stats[1]["closed"]), (&json!("D1 pm"), &json!(false)));
    let of = |bound, keys: &[&str]| -> Vec<Value> {
        let row = row(&stats, bound, "SU");
        keys.iter().map(|key| row[*key].clone()).collect()
    };
    let keys = ["sp", "sp_full", "leaves", "sp_lost", "sp_given", "battles"];
    assert_eq!(of(0, &keys), [10, 12, 5, 2, 0, 0].map(Value::from));
    assert_eq!(of(1, &keys), [11, 12, 5, 0, 1, 0].map(Value::from));
    assert_eq!(row(&stats, 0, "SU")["log"]["brought"], json!(4));
    let stocks = field.json("supply stocks");
    let own =
        stocks["accounts"].as_array().unwrap().iter().filter(|row| row["side"] == "SU" && row["commodity"] == "log");
    let held: i64 = own.map(|row| row["quantity"].as_i64().unwrap()).sum();
    assert_eq!(row(&stats, 1, "SU")["log"]["on_hand"], json!(held));
    let sheet = field.json("supply status --side SU");
    let units = sheet["units"].as_array().unwrap();
    let fails = units.iter().filter(|unit| unit["log"]["state"] != "in_supply").count();
    assert_eq!(
        (&row(&stats, 1, "SU")["draw"], &row(&stats, 1, "SU")["log_fails"]),
        (&json!(units.len()), &json!(fails))
    );

    let own = field.json("stats --side AX");
    assert!(own[0]["sides"].as_array().unwrap().iter().all(|row| row["side"] == "AX"), "{own}");
    let then = field.json("stats --as-of 1am");
    assert_eq!((then.as_array().unwrap().len(), &then[0]), (1, &stats[0]));
    let page = field.done("stats strength");
    assert!(page.contains("D1 am         Soviet  10") && page.contains("D1 pm so far  Soviet  11"), "{page}");
    assert_eq!(field.done("stats --format csv").lines().count(), 1 + 4);
}

/// What is set by hand in two bounds of the tutorial: a tank battalion loses 2 of 3, the other of its division is given back
/// the 1 that it lacks, the guns of the corps lose 1; of the Soviets a tank battalion loses 1. Of the arms the Axis have on the
/// map what `campaigns/first-bound/orbat.csv` says.
#[test]
fn losses_by_arm_and_by_formation_are_those_that_were_written_down() {
    let field = super::own_campaign::tutorial();
    for line in [
        "unit set ax.pz.r1.b1 sp=1",
        "unit set su.td.r1.b1 sp=2",
        "bound close --anyway --seed 1",
        "unit set ax.art sp=2",
    ] {
        field.done(line);
    }
    field.done("unit set ax.pz.r1.b2 sp=3");
    let rows = |by: &str, key: &str| -> Vec<(String, [u64; 3])> {
        let rows = field.json(&format!("stats --by {by}"));
        let rows = rows.as_array().unwrap().iter().filter(|row| row["sp_lost"] != 0 || row["sp_given"] != 0);
        let figures =
            |row: &Value| ["sp_lost", "sp_lost_in_battle", "sp_given"].map(|key| row[key].as_u64().unwrap_or_default());
        rows.map(|row| (row[key].as_str().unwrap().to_owned(), figures(row))).collect()
    };
    let named = |rows: &[(&str, [u64; 3])]| -> Vec<(String, [u64; 3])> {
        rows.iter().map(|(name, figures)| ((*name).to_owned(), *figures)).collect()
    };
    let arms = [("armour", [2, 0, 1]), ("artillery", [1, 0, 0]), ("armour", [1, 0, 0])];
    assert_eq!(rows("arm", "arm"), named(&arms));
    let units = [("ax.pz", [2, 0, 1]), ("ax", [1, 0, 0]), ("su.td", [1, 0, 0])];
    assert_eq!(rows("unit", "unit"), named(&units));
    let bounds = field.json("stats");
    let lost = |bound: usize, side: &str| row(&bounds, bound, side)["sp_lost"].as_u64().unwrap();
    assert_eq!([lost(0, "AX"), lost(1, "AX"), lost(0, "SU"), lost(1, "SU")], [2, 1, 1, 0]);
    let own = field.json("stats --by arm --side SU");
    assert!(own.as_array().unwrap().iter().all(|row| row["side"] == "SU"), "{own}");
    assert_eq!(field.json("stats --by unit --as-of 1am").as_array().unwrap().len(), 2, "the guns came later");
    insta::assert_snapshot!("stats_of_two_bounds", field.done("stats"));
    insta::assert_snapshot!("stats_by_unit", field.done("stats --by unit"));
    assert_eq!(field.done("stats --by unit --format csv").lines().count(), 1 + 3);
    let refused = "error: strength and supply are told by bound alone\n\
                   hint: losses are told by arm, unit or battle: `railhead stats casualties --by arm`\n";
    assert_eq!(super::own_campaign::said(&field, "stats strength --by arm"), (2, refused.to_owned()));
}

/// Every battle of Uranus: the sums by battle, by bound, by arm and by formation are the same, and those of the list of battles.
#[test]
fn losses_come_to_the_same_however_they_are_told() {
    let field = super::history::played();
    let sum = |rows: &Value, key: &str, side: &str| -> u64 {
        let rows = rows.as_array().unwrap().iter().filter(|row| row["side"] == side);
        rows.map(|row| row[key].as_u64().unwrap()).sum()
    };
    let bounds = field.json("stats");
    let bounds: Value =
        bounds.as_array().unwrap().iter().flat_map(|bound| bound["sides"].as_array().unwrap().clone()).collect();
    let (arms, units, battles) =
        (field.json("stats --by arm"), field.json("stats --by unit"), field.json("stats --by battle"));
    let listed = field.json("battle list");
    for (side, other) in [("AX", "SU"), ("SU", "AX")] {
        for key in ["sp_lost", "sp_lost_in_battle", "sp_given"] {
            let whole = sum(&bounds, key, side);
            // A battle tells of formations, not of arms.
            let by_arm = if key == "sp_lost_in_battle" { whole } else { sum(&arms, key, side) };
            assert_eq!((by_arm, sum(&units, key, side)), (whole, whole), "{side} {key}");
        }
        let of = |list: &Value, side: &str| -> u64 {
            let own = |row: &Value| row["sp_lost"][usize::from(row["attacker"] != side)].as_u64().unwrap_or_default();
            list.as_array().unwrap().iter().map(own).sum()
        };
        let lost = sum(&bounds, "sp_lost_in_battle", side);
        assert!(lost > 2, "{side}: {lost}");
        assert_eq!((of(&battles, side), of(&listed, side)), (lost, lost), "{side}");
        assert_eq!(sum(&bounds, "sp_taken_in_battle", side), of(&listed, other), "{side}");
    }
    for row in battles.as_array().unwrap() {
        let [lost, taken] = [0, 1].map(|at| row["sp_lost"][at].as_f64().unwrap());
        let exchange = row["exchange"].as_f64();
        assert_eq!(exchange.is_none(), lost == 0.0, "{row}");
        assert!(exchange.is_none_or(|exchange| (exchange - taken / lost).abs() < 0.006), "{row}");
    }
    // A side knows what it lost itself.
    let own = field.json("stats --by battle --side AX");
    for row in own.as_array().unwrap() {
        let enemy = usize::from(row["attacker"] == "AX");
        assert_eq!((&row["sp_lost"][enemy], &row["exchange"]), (&Value::Null, &Value::Null), "{row}");
    }
    let text = field.done("stats --by battle --side AX");
    assert!(text.contains("Axis lost ") && !text.contains("the enemy"), "{text}");
}

/// The figures sum up the changes of every leaf, the diary tells what no battle took.
#[test]
fn the_diary_tells_what_was_lost_outside_battle() {
    let field = super::history::played();
    let (stats, diary) = (field.json("stats"), field.json("diary"));
    let mut told = 0;
    for (bound, of) in diary["bounds"].as_array().unwrap().iter().enumerate() {
        let lines: Vec<&str> = of["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        for (side, name) in [("AX", "Axis"), ("SU", "Soviet")] {
            let figures = row(&stats, bound, side);
            let lost = figures["sp_lost"].as_u64().unwrap() - figures["sp_lost_in_battle"].as_u64().unwrap();
            let own = lines.iter().filter_map(|line| line.strip_prefix(&format!("{name}: ")));
            let is_told = |line: &&str| {
                ["surrendered", "destroyed"].iter().any(|end| line.ends_with(end))
                    || line.contains(" lost outside battle")
            };
            // Those who are gone with what they took with them, then what others lost.
            let sp = own.filter(is_told).flat_map(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let numbers = words.windows(2).filter(|pair| pair[1].starts_with("SP") || pair[1] == "more");
                numbers.filter_map(|pair| pair[0].trim_start_matches('(').parse::<u64>().ok()).collect::<Vec<_>>()
            });
            assert_eq!(sp.sum::<u64>(), lost, "{name}: {of}");
            told += lost;
        }
    }
    assert!(told > 0);
}

/// Who surrenders takes his SP with him: of the first battalion 1 SP, of which nothing is left to lose afterwards; of the second
/// 3, which it gives back when it is set down again.
#[test]
fn what_surrenders_is_lost_and_told() {
    let field = Field::new();
    let sp = |leaf: &str| field.json(&format!("unit show {leaf}"))["sp"].as_u64().unwrap();
    let (first, second) = (sp("1rd.b1"), sp("1rd.b2"));
    for line in [
        "unit set 1rd.b1 state=surrendered",
        "unit set 1rd.b1 sp=0",
        "unit set 1rd.b2 state=surrendered",
        "bound close",
        "unit set 1rd.b2 state=organised",
        "bound close",
    ] {
        field.done(line);
    }
    let stats = field.json("stats");
    let of = |bound, keys: &[&str]| keys.iter().map(|key| row(&stats, bound, "SU")[*key].clone()).collect::<Vec<_>>();
    let keys = ["sp", "sp_lost", "sp_lost_in_battle", "sp_given"];
    assert_eq!(of(0, &keys), [12 - first - second, first + second, 0, 0].map(Value::from));
    assert_eq!(of(1, &keys), [12 - first, 0, 0, second].map(Value::from));
    let units = field.json("stats --by unit --side SU");
    let lost: u64 = units.as_array().unwrap().iter().map(|row| row["sp_lost"].as_u64().unwrap()).sum();
    assert_eq!(lost, first + second);
    for reader in ["", " --side SU"] {
        let diary = field.json(&format!("diary{reader}"));
        let lines = |bound: usize| diary["bounds"][bound]["lines"].as_array().unwrap().clone();
        let line = format!("Soviet: 2 units of 1RD ({} SP) surrendered", first + second);
        assert!(lines(0).contains(&json!(line)), "{diary}");
        assert!(!diary.to_string().contains("outside battle"), "told once: {diary}");
        let fate = |bound, word: &str| lines(bound).iter().any(|line| line.as_str().unwrap().ends_with(word));
        assert!(fate(0, " surrendered") && fate(1, " gathered again") && !fate(1, " surrendered"), "{diary}");
    }
    let enemy = field.json("diary --side AX");
    assert!(!enemy.to_string().contains("surrendered"), "{enemy}");
}

#[test]
fn stocks_that_are_not_counted_have_no_figures() {
    let field = Field::new();
    assert_eq!(row(&field.json("stats"), 0, "SU")["log"], Value::Null);
    assert!(!field.done("stats supply").contains("brought"), "{}", field.done("stats supply"));
}

/// Who falls out is who the sheet has in supply before, and not after.
#[test]
fn a_dry_run_tells_who_falls_out_of_supply_and_who_comes_in() {
    let field = Field::playing("first-bound");
    let holding = || -> BTreeSet<(String, String)> {
        let sheet = field.json("supply status");
        let units = sheet["units"].as_array().unwrap().clone();
        let holds =
            |unit: &Value, what: &str| ["in_supply", "not_required"].contains(&unit[what]["state"].as_str().unwrap());
        let of = |unit: &Value| {
            ["log", "pol"]
                .map(|what| holds(unit, what).then(|| (unit["id"].as_str().unwrap().to_owned(), what.to_owned())))
        };
        units.iter().flat_map(of).flatten().collect()
    };
    let told = |line: &str, list: &str| -> BTreeSet<(String, String)> {
        let effect = field.json(line)["supply"][list].as_array().cloned().unwrap_or_default();
        let of =
            |row: &Value| (row["unit"].as_str().unwrap().to_owned(), row["commodity"].as_str().unwrap().to_owned());
        effect.iter().map(of).collect()
    };
    let before = holding();
    // Whose line does not hold any more is out, or lives on what is in reach.
    let [out, living] = ["falls_out", "lives_on"].map(|list| told("crossing destroy brod --dry-run", list));
    assert!(out.is_disjoint(&living), "{out:?} {living:?}");
    let out: BTreeSet<_> = out.union(&living).cloned().collect();
    let said = field.done("crossing destroy brod --dry-run");
    field.done("crossing destroy brod");
    let after = holding();
    assert!(!out.is_empty());
    assert_eq!(out, before.difference(&after).cloned().collect());
    assert!(said.contains("supply: ") && said.contains("40th Panzer Division"), "{said}");
    assert_eq!(told("undo --dry-run", "comes_in"), BTreeSet::new(), "a step back tells its own");
    assert_eq!(told("bound note quiet --dry-run", "falls_out"), BTreeSet::new());
    assert!(field.json("bound note quiet --dry-run").get("supply").is_none());
}

#[test]
fn what_is_due_is_dated() {
    let field = Field::new();
    field.done("crossing open ford --until 1pm");
    field.done("unit set 2rd.b1 state=off_map");
    field.done("unit set 2rd.b1 arrives=2am entry=0406");
    let due = field.json("status")["due"].clone();
    let rows: Vec<_> =
        due.as_array().unwrap().iter().map(|row| (row["bound"]["label"].clone(), row["kind"].clone())).collect();
    assert_eq!(rows, [(json!("D1 pm"), json!("crossing_closes")), (json!("D2 am"), json!("arrival"))], "{due}");
    assert_eq!((&due[1]["subject"], &due[1]["square"]), (&json!("su.1a.2rd"), &json!("0406")));
    let page = field.done("status");
    assert!(page.contains("due") && page.contains("D1 pm: the ford Old ford closes after it"), "{page}");
    assert!(!page.contains("D2 am:"), "only this bound and the next: {page}");
}

#[test]
fn the_whole_map_is_told_square_by_square() {
    let field = Field::new();
    let rows = field.json("map --whole")["sheet"]["window"]["rows"].as_array().unwrap().clone();
    let squares: Vec<&Value> = rows.iter().flat_map(|row| row[1].as_array().unwrap()).collect();
    assert_eq!((rows.len(), squares.len()), (10, 100));
    assert!(
        squares.iter().any(|square| square["square"] == "0909")
            && squares.iter().any(|square| square["square"] == "0000")
    );
    assert_eq!(field.run("map --whole --at 0404").code, 2);
}
