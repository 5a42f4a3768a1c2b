//! `move`: a unit marches.

use clap::Args;

use ops::Request;
use ops::command::UnitMove;

use crate::command_context::{CommandContext, Ended};
use crate::flags::RuledFlags;

/// Marches a unit, with everything under it, to a square
#[derive(Debug, Args)]
#[command(after_long_help = "\
The squares before the last are waypoints; between them the unit takes the quickest allowed way. All leaves keep the
pace of the slowest fighting leaf, and each keeps its place relative to the unit's square; a leaf whose place is barred
or impassable ends on the square itself. While the unit's HQ can march no more in the bound (by night only supply vehicles
have hours), who still can goes to the square; a supply vehicle that has driven ahead of all who fight and is nearer the
goal than they are stays there. A march never enters a square held by an enemy fighting leaf, and ends in the
first square where it comes into contact. It goes round the enemy if that takes at most twice as long and six hours
more, otherwise straight on until it meets him. Time spent towards the next square is kept for the next bound. Repeat
the order, with the same squares or those still ahead, and the march goes on: nobody turns back to waypoints already
passed, until the march is complete, takes another way, or the unit is set down elsewhere.

The rules refuse, unless you add --override: a broken leaf, a formation out of POL, a march beyond the moving hours
(with --override the whole bound is marched).

Examples:
  railhead move 26tk Perelazovsky
  railhead move 16pz Peskovatka Sukhanovsky --rate road
  railhead move 26tk.u3-1 045031 --override \"a dash by night\"

JSON: see docs/JSON.md")]
pub(crate) struct MoveCommand {
    /// The unit
    unit: String,
    /// Waypoints, then the destination
    #[arg(required = true, num_args = 1.., value_name = "SQUARE")]
    way: Vec<String>,
    #[command(flatten)]
    manner: MannerFlag,
    #[command(flatten)]
    ruled: RuledFlags,
}

/// How a unit marches.
#[derive(Debug, Clone, Args)]
pub(crate) struct MannerFlag {
    /// The rate: `contact`, `road` (on the road a very light target), `assault`
    #[arg(long, value_name = "RATE", default_value = "contact")]
    rate: String,
    /// All leaves go to the one square instead of keeping their places
    #[arg(long)]
    close_up: bool,
    /// Each leaf goes at its own pace
    #[arg(long)]
    split: bool,
    /// The command leaf goes alone
    #[arg(long, conflicts_with_all = ["close_up", "split"])]
    alone: bool,
}

impl MannerFlag {
    /// The request to march by these squares.
    pub(crate) fn request(&self, unit: &str, way: &[String]) -> UnitMove {
        UnitMove {
            unit: unit.to_owned(),
            way: way.to_vec(),
            rate: Some(self.rate.clone()),
            close_up: self.close_up,
            split: self.split,
            alone: self.alone,
        }
    }
}

impl MoveCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        ctx.ruled_change(&self.ruled, &Request::UnitMove(self.manner.request(&self.unit, &self.way)))
    }
}
