//! `supply graph`: the chain of supply, what hangs on what; for Graphviz too.

use clap::Args;

use ops::query;
use report::model::SupplyGraphReport;

use crate::command_context::{CommandContext, Ended};
use crate::flags::ReadingFlags;

/// Shows the chain of supply as a graph: what hangs on what, from sources to formations
#[derive(Debug, Args)]
#[command(after_long_help = "\
The list goes from each source by railheads, dumps and bowsers to the formations, indented; what fails is marked, with
the reason. A formation stands under what brings it LOG, and once more under what brings it POL. Last comes what nothing
reaches. --depth adds the formations that others feed.
--dot writes it for Graphviz, which is not part of this program: `dot` draws it. Supply flows from left to right. A
house is a source, a house upside down a railhead, a cylinder a dump, an oval a bowser, a box a formation, a hexagon an
airfield. What fails is red and dashed, with the reason; a formation is red without LOG, orange without POL. The more
formations draw over a line, the thicker it is.
Edges go with the supply: rail, from a source to a railhead; leg, of an open line of LOG; filling, from where a dump is
filled that no line goes by; cut, the leg of a line that fails; waiting, an open leg of a line that is cut farther back;
hop, of a bowser chain; own, from a dump to its owner; feeding, to a formation fed by another; flight, of today;
landing, from an airfield to the dump that takes the loads. `units` are those whose line or chain goes there.
With --side you can hand it out: it shows only that side.

Examples:
  railhead supply graph
  railhead supply graph --side AX --depth 1
  railhead supply graph --side AX --dot | dot -Tsvg -o axis.svg
  railhead supply graph --dot --as-of 2n | dot -Tpng -o supply.png

JSON: see docs/JSON.md")]
pub(crate) struct GraphCommand {
    /// How many levels of formations fed by others to show as well
    #[arg(long, value_name = "N", default_value_t = 0)]
    depth: usize,
    /// Writes it for Graphviz
    #[arg(long)]
    dot: bool,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl GraphCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, side) = ctx.look_as(&self.reading)?;
        let report =
            query::supply_graph(&campaign, side, self.depth, |graph| SupplyGraphReport::new(&campaign, graph, side));
        if self.dot { ctx.print(&report.drawn()) } else { ctx.print(&report) }
    }
}
