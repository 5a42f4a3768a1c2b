//! The chain of supply of a side as a list: what hangs on what, indented from the source on.
//!
//! What it decides: that a formation stands under what brings it LOG and once more under what brings it POL, and anything
//! else with all that hangs on it only once.

use std::collections::{BTreeMap, BTreeSet};

use domain::Commodity;

use super::{EdgeRow, GraphSide, NodeKind, NodeRow, StandingView, fails};
use crate::{Cell, Column, Table};

/// The list of a side.
pub(super) fn table(side: &GraphSide, title: &str) -> Table {
    let columns = vec![
        Column::text(""),
        Column::text("from source to formation").wrapping().over("id"),
        Column::text("square"),
        Column::text("how it comes").wrapping(),
        Column::text("what it has").wrapping(),
        Column::text("hangs on").optional(),
    ];
    let mut listing = Listing {
        nodes: side.nodes.iter().map(|node| (node.id.as_str(), node)).collect(),
        out: BTreeMap::new(),
        listed: BTreeSet::new(),
        table: Table::new(title, columns),
    };
    let mut has_way_in = BTreeSet::new();
    for edge in side.edges.iter().filter(|edge| edge.from != edge.to) {
        listing.out.entry(edge.from.as_str()).or_default().push(edge);
        has_way_in.insert(edge.to.as_str());
    }
    let alone = side.nodes.iter().filter(|node| !has_way_in.contains(node.id.as_str()));
    // What is flown comes from where it is loaded.
    let sends = |node: &NodeRow| node.kind == NodeKind::Airfield && listing.out.contains_key(node.id.as_str());
    let starts = |node: &&NodeRow| node.kind == NodeKind::Source || sends(node);
    let (starts, others): (Vec<&NodeRow>, Vec<&NodeRow>) = alone.partition(starts);
    for node in starts {
        listing.root(node);
    }
    if !others.is_empty() {
        listing.table.group("Nothing comes to these from a source");
        for node in others {
            listing.root(node);
        }
    }
    // What goes round in a circle hangs on nothing else.
    for node in &side.nodes {
        if !listing.listed.contains(node.id.as_str()) {
            listing.root(node);
        }
    }
    let mut table = listing.table;
    let formations = || side.nodes.iter().filter(|node| node.log.is_some());
    table.note(match (formations().filter(|node| !node.ok).count(), formations().count()) {
        (_, 0) => "none of these formations draws supply".to_owned(),
        (0, 1) => "1 formation, and it is in supply".to_owned(),
        (0, all) => format!("all {all} formations are in supply"),
        (1, all) => format!("!! 1 of {all} formations is in trouble"),
        (some, all) => format!("!! {some} of {all} formations are in trouble"),
    });
    table
}

struct Listing<'g> {
    nodes: BTreeMap<&'g str, &'g NodeRow>,
    out: BTreeMap<&'g str, Vec<&'g EdgeRow>>,
    listed: BTreeSet<&'g str>,
    table: Table,
}

impl<'g> Listing<'g> {
    fn root(&mut self, node: &'g NodeRow) {
        let (has, fails) = (node.has.clone(), !node.ok && node.kind != NodeKind::Airfield);
        let why = if node.log.is_some() { node.reasons.join("\n") } else { String::new() };
        self.row(node, 0, fails, [&why, &has, ""]);
        self.onward(node, 1);
    }

    fn onward(&mut self, node: &'g NodeRow, depth: usize) {
        if !self.listed.insert(node.id.as_str()) {
            return;
        }
        for edge in self.out.get(node.id.as_str()).cloned().unwrap_or_default() {
            let Some(to) = self.nodes.get(edge.to.as_str()).copied() else { continue };
            let again = self.listed.contains(to.id.as_str()) && to.log.is_none();
            let has = if again { "see above".to_owned() } else { has(edge, to) };
            self.row(to, depth, !edge.ok || is_in_trouble(edge, to), [&how(edge), &has, &node.id]);
            self.onward(to, depth + 1);
        }
    }

    fn row(&mut self, node: &NodeRow, depth: usize, fails: bool, words: [&str; 3]) {
        let mark = if fails { Cell::emphasised("!!") } else { Cell::default() };
        let is_said = node.kind == NodeKind::Formation || node.name.to_lowercase().contains(node.kind.as_str());
        let kind = if is_said { String::new() } else { format!(", {}", node.kind) };
        let indent = "  ".repeat(depth);
        let name = Cell::new(format!("{indent}{}{kind}\n{indent}{}", node.name, node.id));
        let square = Cell::maybe(node.square.as_ref());
        self.table.row([mark, name, square].into_iter().chain(words.map(Cell::from)));
    }
}

/// The commodity that comes to a formation over an edge; none where it is for both.
fn brings(edge: &EdgeRow) -> Option<Commodity> {
    match edge.kind {
        "leg" | "cut" | "waiting" => Some(Commodity::Log),
        "hop" => Some(Commodity::Pol),
        _ => edge.commodity,
    }
}

/// What a formation has of what comes to it over an edge.
fn has(edge: &EdgeRow, to: &NodeRow) -> String {
    let of = match brings(edge) {
        Some(Commodity::Log) => to.log.map(|log| log.words("LOG")),
        Some(Commodity::Pol) => to.pol.map(|pol| pol.words("POL")),
        _ => None,
    };
    of.unwrap_or_else(|| to.has.clone())
}

fn is_in_trouble(edge: &EdgeRow, to: &NodeRow) -> bool {
    let fails_in = |standing: Option<StandingView>| standing.is_some_and(|standing| fails(standing.state));
    match brings(edge) {
        Some(Commodity::Log) => fails_in(to.log),
        Some(Commodity::Pol) => fails_in(to.pol),
        _ => !to.ok,
    }
}

/// How supply comes over an edge, in a few words.
fn how(edge: &EdgeRow) -> String {
    let label = &edge.label;
    match edge.kind {
        "rail" if edge.ok => format!("rail, {label}"),
        "leg" | "cut" | "waiting" => format!("LOG: {label}"),
        "rail" => label.clone(),
        "hop" => format!("POL: {label}"),
        "filling" => format!("filled, {label}"),
        "own" => "its own dump".to_owned(),
        "feeding" => "feeds it".to_owned(),
        "landing" => "takes what lands".to_owned(),
        _ => format!("by air: {label}"),
    }
}
