//! `battle forecast`: exact output, its JSON, what it refuses. The engagement is a file, on the small field.

use std::fmt::Write;

use super::field::Field;

/// Two battalions and tanks against one battalion, dug in, in square 0602 of the field.
pub(super) const ENGAGEMENT: &str = r#"
battle = "1am-0602"
rules = "nqm-squared"
scale = "corps"
square = "0602"
terrain = "open"
moves = 4
[attacker]
name = "SU"
[[attacker.units]]
id = "su.1a.1rd"
grade = "regular"
hq_die = 3
bases = [
  { id = "su.1a.1rd.b1", role = "fighting", arm = "infantry", mobility = "foot", men = "l", sp = 3, sp_full = 3, square = "0502" },
  { id = "su.1a.1rd.b2", role = "fighting", arm = "infantry", mobility = "foot", men = "l", sp = 4, sp_full = 4, square = "0502" },
]
[defender]
name = "AX"
exits = [{ from = "0602", to = "0702" }]
[[defender.units]]
id = "ax.9id"
grade = "conscript"
hq_die = 2
bases = [
  { id = "ax.9id.i1", role = "fighting", arm = "infantry", mobility = "foot", men = "l", sp = 4, sp_full = 4, square = "0602", posture = "dug_in" },
]
"#;

fn field() -> Field {
    let field = Field::new();
    field.write("a.toml", ENGAGEMENT);
    field
}

#[test]
fn a_forecast_fits_eighty_columns() {
    let page = field().done("battle forecast a.toml");
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    insta::assert_snapshot!("forecast", page);
}

#[test]
fn the_first_run_is_what_resolve_throws_with_the_same_seed() {
    let field = field();
    for seed in [2, 3, 4, 5] {
        let one = field.json(&format!("battle forecast a.toml --runs 1 --seed {seed}"));
        let resolved = field.json(&format!("battle resolve a.toml --seed {seed} --dry-run"));
        let end = one["ends"].as_array().unwrap().iter().find(|end| end["count"] == 1).unwrap();
        assert_eq!(end["end"], resolved["end"]);
        for side in [0, 1] {
            let lost = resolved["sides"][side]["sp_lost"].as_f64();
            assert_eq!(one["sides"][side]["sp_lost"]["mean"].as_f64(), lost);
            assert_eq!(one["sides"][side]["sp_lost"]["p90"].as_f64(), lost);
        }
        assert_eq!(one["moves"].as_f64(), resolved["moves"].as_f64());
    }
}

#[test]
fn chances_add_up_and_lie_within_their_intervals() {
    let json = field().json("battle forecast a.toml --runs 777 --decide break-off=no");
    let ends = json["ends"].as_array().unwrap();
    assert_eq!(ends.iter().map(|end| end["count"].as_u64().unwrap()).sum::<u64>(), 777);
    for end in ends {
        let figure = |key: &str| end[key].as_f64().unwrap();
        assert!(figure("low") <= figure("chance") && figure("chance") <= figure("high"), "{end}");
    }
    assert_eq!(json["seed"], 1);
    assert_eq!(json["units"][0]["side"], "attacker");
}

#[test]
fn what_cannot_be_forecast_is_refused() {
    let field = field();
    field.write("none.toml", &ENGAGEMENT.replace("moves = 4", "moves = 9"));
    let mut page = String::new();
    for line in [
        "battle forecast nowhere.toml",
        "battle forecast none.toml",
        "battle forecast a.toml --runs 0",
        "battle forecast a.toml --runs many",
        "battle forecast a.toml --decide run=yes",
        "battle forecast a.toml --decide ask",
    ] {
        let ran = field.run(line);
        writeln!(page, "$ railhead {line}\n{}{}[{}]\n", ran.out, ran.err, ran.code).unwrap();
    }
    insta::assert_snapshot!("refused_forecasts", page);
}

#[test]
fn a_decision_that_answers_nothing_is_noted() {
    let page = field().done("battle forecast a.toml --runs 300 --decide commissar=yes");
    assert!(page.contains("no question matched the decision `commissar=yes`"), "{page}");
}
