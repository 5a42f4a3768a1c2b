//! The chain of supply in the language of Graphviz: `dot -Tsvg` draws it.
//!
//! What it decides: shape by kind, colour by what moves, colour and line by state, so that what fails is seen first and a
//! drawing without colour still tells it.
//! What it never does: place anything; Graphviz does.

use std::collections::BTreeSet;
use std::fmt::Write;

use domain::{SupplyState, shown};

use super::drawn::drawn;
use super::page::Page;
use super::wrap::wrapped;
use crate::model::{EdgeRow, NodeKind, NodeRow, SupplyGraphDrawing};
use crate::{Report, Table};

/// How wide a line of a label is at most.
const WIDTH: usize = 30;
/// From how many formations on a line is drawn no thicker.
const THICK: usize = 12;

const FAILS: &str = "#c1121f";
const LOG: &str = "#3d2b1f";
const POL: &str = "#1f5fbf";
const RAIL: &str = "#6b6b6b";
const AIR: &str = "#2a9d8f";
const OTHER: &str = "#999999";

const HEAD: &str = "  rankdir=LR; newrank=true; ranksep=0.7; nodesep=0.18; labelloc=t; fontname=\"Helvetica\";
  node [fontname=\"Helvetica\", fontsize=10, style=filled, fillcolor=white, margin=\"0.10,0.05\"];
  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7];
";

impl Report for SupplyGraphDrawing {
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    fn drawing(&self, page: Page) -> Option<String> {
        Some(drawn(text(self), page))
    }
}

/// The drawing of a chain of supply; ends with a line end.
fn text(drawing: &SupplyGraphDrawing) -> String {
    let report = &drawing.0;
    // The larger the drawing, the more it is made smaller for a page.
    let size = 16 + report.sides.iter().map(|side| side.nodes.len()).sum::<usize>().min(400) / 8;
    let mut text = format!("digraph supply {{\n{HEAD}  label={};\n", caption(&report.title, size));
    for side in &report.sides {
        let _ = write!(text, "\n  subgraph {} {{\n", quoted(&format!("cluster_{}", side.side)));
        let _ = writeln!(
            text,
            "    label={}; labeljust=l; style=rounded; color=\"{OTHER}\"; fontsize={size};",
            quoted(&side.name)
        );
        let failing: BTreeSet<&str> = side.edges.iter().filter(|e| !e.ok).map(|e| e.to.as_str()).collect();
        for node in &side.nodes {
            let is_told = failing.contains(node.id.as_str());
            let _ = writeln!(text, "    {} [{}];", quoted(&node.id), node_style(node, is_told));
        }
        text.push_str("  }\n");
        for edge in side.edges.iter().filter(|edge| edge.from != edge.to) {
            let (from, to) = (quoted(&edge.from), quoted(&edge.to));
            let _ = writeln!(text, "  {from} -> {to} [{}];", edge_style(edge));
        }
    }
    text.push_str("}\n");
    text
}

/// What is drawn, and what the lines mean.
fn caption(title: &str, size: usize) -> String {
    let lines = [
        (RAIL, "&#9552; rail"),
        (LOG, "&#9473; LOG by lorry"),
        (POL, "&#9473; POL by bowser"),
        (AIR, "&#9476; by air"),
        (FAILS, "&#9476; fails"),
    ];
    let legend = lines.map(|(colour, words)| format!("<font color=\"{colour}\">{words}</font>"));
    let legend = legend.join(" &#160; ");
    let (title, small) = (in_markup(title), size * 3 / 4);
    format!("<<font point-size=\"{size}\">{title}</font><br/><font point-size=\"{small}\">{legend}</font><br/>&#160;>")
}

fn node_style(node: &NodeRow, is_told: bool) -> String {
    let shape = match node.kind {
        NodeKind::Source => "house",
        NodeKind::Railhead => "invhouse",
        NodeKind::Airfield => "hexagon",
        NodeKind::Dump => "cylinder",
        NodeKind::Bowser => "oval",
        NodeKind::Formation => "box",
    };
    let is_out = |state: Option<SupplyState>| state.is_some_and(|state| !state.is_good());
    let (log, pol) = (node.log.map(|log| log.state), node.pol.map(|pol| pol.state));
    let fill = match node.kind {
        NodeKind::Formation if is_out(log) => "#f4b6b6",
        NodeKind::Formation if is_out(pol) => "#fbd9a6",
        NodeKind::Formation => "#dcefd4",
        _ if !node.ok => "#e4e4e4",
        NodeKind::Source => "#ffe28a",
        NodeKind::Railhead | NodeKind::Dump => "#fff4cc",
        NodeKind::Bowser => "#dce8f8",
        NodeKind::Airfield => "#d5f0ec",
    };
    let mut style = format!("shape={shape}, fillcolor=\"{fill}\", label={}", quoted(&node_label(node, is_told)));
    if !node.ok {
        let _ = write!(style, ", color=\"{FAILS}\", penwidth=2");
        // Of a formation the words say what fails; what holds nothing to give is drawn as broken.
        style.push_str(if node.log.is_some() { "" } else { ", style=\"filled,dashed\"" });
    }
    if node.kind == NodeKind::Bowser {
        style.push_str(", fontsize=9");
    }
    style
}

/// Name, kind and id, square, what it has; and why it is in trouble, where no line tells.
fn node_label(node: &NodeRow, is_told: bool) -> String {
    let mut lines = wrapped(&node.name, WIDTH);
    let kind = if node.kind == NodeKind::Formation { String::new() } else { format!("{} ", node.kind) };
    lines.push(format!("{kind}{}", node.id));
    let place = node.place.as_ref().filter(|place| !node.name.contains(place.as_str()));
    let square = node.square.as_deref().unwrap_or("off the map");
    lines.push(place.map_or_else(|| square.to_owned(), |place| format!("{square} {place}")));
    lines.extend((!node.has.is_empty()).then(|| node.has.clone()));
    if !node.ok && !is_told {
        lines.extend(node.reasons.iter().flat_map(|reason| wrapped(reason, WIDTH)));
    }
    lines.join("\n")
}

fn edge_style(edge: &EdgeRow) -> String {
    let colour = match edge.kind {
        _ if !edge.ok => FAILS,
        "rail" => RAIL,
        "hop" => POL,
        "flight" | "landing" => AIR,
        "leg" | "filling" => LOG,
        _ => OTHER,
    };
    let line = match edge.kind {
        "waiting" => "dotted",
        _ if !edge.ok => "dashed",
        "flight" | "landing" | "own" | "feeding" => "dotted",
        _ => "solid",
    };
    let width = 1.0 + 3.0 * edge.units.len().min(THICK) as f64 / THICK as f64;
    let mut style = format!("color=\"{colour}\", style={line}, penwidth={width:.1}");
    if edge.kind == "rail" && edge.ok {
        style = format!("color=\"{RAIL}:white:{RAIL}\", penwidth=2.5");
    }
    // The chains of fuel stand beside the lines of LOG, and do not push them apart.
    let _ = write!(style, ", weight={}", if edge.kind == "hop" { 1 } else { 3 });
    let words = wrapped(&label(edge), WIDTH).join("\n");
    if !words.is_empty() {
        // A blank line below it lifts the label off the line.
        let _ = write!(style, ", label={}, fontcolor=\"{colour}\"", quoted(&format!("{words}\n ")));
    }
    style
}

fn label(edge: &EdgeRow) -> String {
    match edge.kind {
        "own" => "its own".to_owned(),
        "feeding" => "feeds".to_owned(),
        "landing" => "takes what lands".to_owned(),
        _ if edge.ok && edge.km == Some(0.0) => String::new(),
        _ if edge.ok => edge.label.clone(),
        _ => edge.label.to_uppercase(),
    }
}

/// A text in double quotes: nothing in it ends them, breaks the line, or is taken for a control character.
fn quoted(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| shown(line).replace('\\', "\\\\").replace('"', "\\\"")).collect();
    format!("\"{}\"", lines.join("\\n"))
}

/// A text within markup.
fn in_markup(text: &str) -> String {
    shown(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{in_markup, quoted};

    #[test]
    fn nothing_in_a_name_ends_its_quotes() {
        assert_eq!(quoted("a \"b\" \\ c\nd"), r#""a \"b\" \\ c\nd""#);
        assert_eq!(quoted("\\"), r#""\\""#);
        assert!(!quoted("a\u{1b}[31mb").contains('\u{1b}'));
    }

    #[test]
    fn nothing_in_a_title_is_taken_for_markup() {
        assert_eq!(in_markup("<b> & co"), "&lt;b&gt; &amp; co");
    }
}
