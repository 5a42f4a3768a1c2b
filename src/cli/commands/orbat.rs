//! `orbat`: the order of battle as a tree.

use clap::Args;

use crate::cli::desk::{Desk, Ended};
use crate::cli::flags::Reading;
use crate::ops::pick;
use crate::report::model::OrbatReport;

/// Shows the order of battle as a tree, with strength, grade, state and square
#[derive(Debug, Args)]
#[command(after_long_help = "\
Strength is SP left of full SP. A formation's square is that of its command leaf, without one
that of its first fighting leaf. With --format json:
  [{\"id\":\"su.5ta.26tk\",\"name\":\"26th Tank Corps\",\"side\":\"SU\",\"parent\":\"su.5ta\",\"depth\":2,
    \"echelon\":\"corps\",\"arm\":\"armour\",\"sp\":34,\"sp_full\":36,\"markers\":1,\"grade\":\"regular\",
    \"state\":\"organised\",\"square\":\"052031\",\"arrives\":null,\"leaf\":false}]

Examples:
  railhead orbat --depth 2
  railhead orbat 5ta --depth 3
  railhead orbat --side AX --as-of 2pm --format csv")]
pub(crate) struct Orbat {
    /// Only this unit and what is under it
    unit: Option<String>,
    /// Only this side
    #[arg(long)]
    side: Option<String>,
    /// How many levels to show; all without it
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    #[command(flatten)]
    reading: Reading,
}

impl Orbat {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let campaign = desk.look(&self.reading)?;
        let unit = self.unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
        let side = self.side.as_deref().map(|word| pick::side(&campaign, word)).transpose()?;
        desk.print(&OrbatReport::new(&campaign, unit, side, self.depth))
    }
}
