//! Who is in LOG and POL is counted alike by every report: the sheet, the review, the status, the headlines of documents, the
//! bound report.

use serde_json::Value;

use super::field::{Field, plain};
use crate::supply::states::at_bounds;

/// What the sheet of a side says of a commodity: how many are in it, of how many that need it.
fn told(field: &Field, side: &str, commodity: &str) -> (usize, usize) {
    let text = plain(&field.done(&format!("supply status --side {side}")));
    for (words, holds) in [("in", 1), ("out of", 0), ("cut off from", 0)] {
        if text.contains(&format!("the one motorised {words} {commodity}")) {
            return (holds, 1);
        }
    }
    let end = format!(" in {commodity}");
    let before = text.split(&end).next().filter(|before| before.len() < text.len());
    let Some(before) = before else { return (0, 0) };
    let words: Vec<&str> = before.trim_end_matches(" motorised").rsplitn(4, ' ').collect();
    let number = |word: &str| word.parse::<usize>().ok();
    match words[..] {
        [all, "of", holds, ..] => (number(holds).unwrap(), number(all).unwrap()),
        [all, "all", ..] => (number(all).unwrap(), number(all).unwrap()),
        ["both", ..] => (2, 2),
        _ => panic!("{before}"),
    }
}

/// The headline of the printed sheet: how many are out of a commodity, of how many.
fn headline(field: &Field, side: &str, commodity: &str) -> (usize, usize) {
    let document = field.json(&format!("print supply --side {side}"));
    let end = format!("out of {commodity}");
    let figures =
        document["blocks"].as_array().unwrap().iter().filter_map(|block| block["figures"].as_array()).flatten();
    let mut of = figures.filter(|figure| figure["text"].as_str().unwrap().ends_with(&end));
    let Some(figure) = of.next() else { return (0, 0) };
    let all = figure["text"].as_str().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    (figure["value"].as_str().unwrap().parse().unwrap(), all)
}

/// Asks every report of every side, and says how many are out of LOG and POL in all.
fn agree(field: &Field, of: &str) -> usize {
    let mut in_all = 0;
    for side in field.json("status")["sides"].as_array().unwrap().iter().map(|side| side["side"].as_str().unwrap()) {
        let sheet = field.json(&format!("supply status --side {side}"));
        let units: Vec<&Value> = sheet["units"].as_array().unwrap().iter().collect();
        let review = field.json(&format!("review --all --side {side}"));
        let status = field.json(&format!("status --side {side}"));
        for (commodity, kind) in [("LOG", "out_of_log"), ("POL", "out_of_pol")] {
            let at = format!("{of}, {side}, {commodity}");
            let state = |unit: &Value| unit[commodity.to_lowercase()]["state"].as_str().unwrap().to_owned();
            let needing = units.iter().filter(|unit| state(unit) != "not_required").count();
            let holds = units.iter().filter(|unit| state(unit) == "in_supply").count();
            assert_eq!(told(field, side, commodity), (holds, needing), "{at}");
            let found: Vec<&Value> =
                review["findings"].as_array().unwrap().iter().filter(|row| row["kind"] == kind).collect();
            let of_parts = found.iter().filter(|row| row["text"].as_str().unwrap().starts_with("feeds")).count();
            let out = found.len() - of_parts;
            assert_eq!(headline(field, side, commodity), (out, needing), "{at}");
            assert_eq!(status["findings"][kind].as_u64().unwrap_or_default() as usize, found.len(), "{at}");
            if commodity == "POL" {
                assert_eq!(units.iter().filter(|unit| unit["can_move"] == false).count(), out, "{at}");
            }
            assert!(holds + out <= needing, "{at}");
            in_all += out;
        }
    }
    in_all
}

#[test]
fn every_report_counts_who_is_out_alike() {
    let mut out = 0;
    for (name, bounds) in [("uranus-1942", [0, 7]), ("brody-1941", [1, 5])] {
        let states = at_bounds(name);
        for state in bounds.map(|bound| &states[bound.min(states.len() - 1)]) {
            out += agree(&Field::of(state), &format!("{name}, {}", state.bound));
        }
    }
    assert!(out > 0, "nobody was out, and nothing was tried");
}

#[test]
fn the_bound_report_counts_as_the_sheet_does_when_it_was_closed() {
    let field = Field::playing("first-bound");
    field.done("setting set detail full");
    for bound in ["D1 am", "D1 pm"] {
        agree(&field, bound);
        let before = field.json("status")["sides"].as_array().unwrap().len();
        field.done("bound close");
        let report = field.json("bound report");
        let sides = report["supply"].as_array().unwrap();
        assert_eq!(sides.len(), before);
        for side in sides {
            let name = side["side"].as_str().unwrap();
            for (commodity, key) in [("LOG", "out_of_log"), ("POL", "out_of_pol")] {
                assert_eq!(
                    side[key].as_u64().unwrap() as usize,
                    headline(&field, name, commodity).0,
                    "{bound}, {name}"
                );
            }
        }
    }
}
