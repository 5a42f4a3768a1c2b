//! What `supply graph` lists and draws: the same facts as the sheet.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::field::Field;

/// `first-bound`, with what was done since.
fn first_bound(lines: &[&str]) -> Field {
    let field = Field::playing("first-bound");
    for line in lines {
        drop(field.done(line));
    }
    field
}

fn rows<'v>(side: &'v Value, key: &str) -> &'v Vec<Value> {
    side[key].as_array().unwrap()
}

/// Where supply comes to over open edges of these kinds.
fn reached<'v>(side: &'v Value, kinds: &[&str]) -> BTreeSet<&'v str> {
    let is_source = |node: &&Value| node["kind"] == "source" && node["ok"] == true;
    let mut found: BTreeSet<&str> =
        rows(side, "nodes").iter().filter(is_source).map(|node| node["id"].as_str().unwrap()).collect();
    loop {
        let open = rows(side, "edges").iter().filter(|edge| {
            edge["ok"] == true
                && kinds.contains(&edge["kind"].as_str().unwrap())
                && found.contains(edge["from"].as_str().unwrap())
        });
        let more: Vec<&str> = open.map(|edge| edge["to"].as_str().unwrap()).filter(|to| !found.contains(to)).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Whose line or chain the sheet says is open.
fn must_tell_what_the_sheet_tells(field: &Field) {
    let sheet = field.json("supply status");
    let graph = field.json("supply graph");
    let mut told = 0;
    for side in rows(&graph, "sides") {
        let by_line = reached(side, &["rail", "leg"]);
        let by_chain = reached(side, &["rail", "leg", "filling", "hop"]);
        for unit in rows(&sheet, "units").iter().filter(|unit| unit["side"] == side["side"]) {
            let id = unit["id"].as_str().unwrap();
            let line = !unit["log"]["source"].is_null();
            assert_eq!(by_line.contains(id), line, "LOG of {id}");
            if unit["log"]["state"] == "cut" {
                assert!(!line, "{id}");
            }
            let holds = ["in_supply", "dump_empty"].iter().any(|state| unit["pol"]["state"] == *state);
            assert!(!holds || by_chain.contains(id), "POL of {id}");
            let node = rows(side, "nodes").iter().find(|node| node["id"] == id).unwrap();
            let states = ["log", "pol"].map(|of| node[of]["state"].clone());
            assert_eq!(states, ["log", "pol"].map(|of| unit[of]["state"].clone()), "{id}");
            told += 1;
        }
    }
    assert_eq!(told, rows(&sheet, "units").len());
}

#[test]
fn the_graph_tells_what_the_sheet_tells() {
    for name in ["first-bound", "brody-1941", "typhoon-1941", "uranus-1942"] {
        let field = Field::empty();
        field.done(&format!("new {name} -q"));
        must_tell_what_the_sheet_tells(&field);
    }
    must_tell_what_the_sheet_tells(&first_bound(&["crossing destroy brod", "bound close"]));
}

#[test]
fn the_chain_is_listed_from_source_to_formation() {
    let field = first_bound(&[]);
    insta::assert_snapshot!("graph", field.done("supply graph"));
    insta::assert_snapshot!("graph_fed", field.done("supply graph --side AX --depth 1"));
}

#[test]
fn the_chain_is_drawn_for_graphviz() {
    insta::assert_snapshot!("graph_dot", first_bound(&[]).done("supply graph --dot"));
}

/// The bridge is blown: the line of who stands east of it is cut there, and its fuel comes by no clear way.
#[test]
fn what_is_cut_is_marked_with_the_reason() {
    let field = first_bound(&["crossing destroy brod"]);
    insta::assert_snapshot!("graph_cut", field.done("supply graph --side AX"));
    insta::assert_snapshot!("graph_cut_dot", field.done("supply graph --side AX --dot"));
    let before = field.done("supply graph --dot --as-of start");
    assert_eq!(before, first_bound(&[]).done("supply graph --dot"));
}

#[test]
fn one_side_sees_nothing_of_the_other() {
    let field = first_bound(&[]);
    for (side, other) in [("AX", "su"), ("SU", "ax")] {
        let both = field.json("supply graph");
        let own = field.json(&format!("supply graph --side {side}"));
        assert_eq!(rows(&own, "sides").len(), 1);
        assert!(rows(&both, "sides").contains(&own["sides"][0]), "{side}: the chain is the same for both readers");
        for format in ["", " --dot", " --format csv", " --format md"] {
            let told = field.done(&format!("supply graph --side {side}{format}"));
            let named: Vec<&str> = told
                .split(|c: char| !c.is_alphanumeric() && c != '.')
                .filter(|word| *word == other || word.starts_with(&format!("{other}.")))
                .collect();
            assert!(named.is_empty(), "{side}{format}: {named:?}");
        }
    }
}

/// Every edge goes from one node of the drawing to another, and every node is drawn once.
#[test]
fn the_drawing_holds_together() {
    let field = Field::empty();
    field.done("new uranus-1942 -q --set detail=full");
    let (dot, graph) = (field.done("supply graph --dot --depth 1"), field.json("supply graph --depth 1"));
    let mut drawn: BTreeMap<&str, usize> = BTreeMap::new();
    let quoted = |text: &'_ str| text.trim().strip_prefix('"').and_then(|text| text.split('"').next()).is_some();
    for line in dot.lines().filter(|line| quoted(line) && line.trim_end().ends_with("];")) {
        let name = line.trim().split('"').nth(1).unwrap();
        if line.contains("\" -> \"") {
            let to = line.trim().split('"').nth(3).unwrap();
            assert!(drawn.contains_key(name) && drawn.contains_key(to), "{line}");
        } else {
            *drawn.entry(name).or_default() += 1;
        }
    }
    let nodes: usize = rows(&graph, "sides").iter().map(|side| rows(side, "nodes").len()).sum();
    assert_eq!(drawn.len(), nodes);
    assert!(drawn.values().all(|times| *times == 1));
    assert!(graph["sides"][0]["edges"].as_array().unwrap().iter().any(|edge| edge["kind"] == "feeding"));
}
