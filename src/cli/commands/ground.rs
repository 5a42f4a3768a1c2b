//! `ground`: squares of the map.

use clap::Subcommand;

use ops::command::GroundSet;
use ops::{Request, pick};
use report::model::GroundView;

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, RuledFlags};

/// Shows or corrects squares of the map
#[derive(Debug, Subcommand)]
pub(crate) enum GroundCommand {
    /// Shows one square: terrain, control, mines, roads, rivers, crossings, and who stands there
    #[command(after_long_help = "\
Its sides are north, east, south and west, as far as the map goes.

Examples:
  railhead ground show Kalach
  railhead ground show 058052 --side SU --format json

JSON: see docs/JSON.md")]
    Show {
        /// The square
        square: String,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Corrects who holds squares, or their terrain
    #[command(after_long_help = "\
A square that holds only enemy fighting leaves is not given away without --override.

Examples:
  railhead ground set Kalach --side SU --reason \"taken by 26th Tank Corps\"
  railhead ground set 058052 058053 --side none
  railhead ground set 041007 --terrain marsh")]
    Set {
        /// The squares
        #[arg(required = true)]
        square: Vec<String>,
        /// Who holds them; `none` for nobody
        #[arg(long, required_unless_present = "terrain")]
        side: Option<String>,
        /// Their terrain: open, close, marsh, town, city, lake
        #[arg(long)]
        terrain: Option<String>,
        #[command(flatten)]
        ruled: RuledFlags,
    },
}

impl GroundCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Show { square, reading } => {
                let (campaign, side) = ctx.look_as(reading)?;
                ctx.print(&GroundView::new(&campaign, pick::square(&campaign, square)?, side))
            }
            Self::Set { square, side, terrain, ruled } => {
                let (side, terrain) = (side.clone(), terrain.clone());
                ctx.ruled_change(ruled, &Request::GroundSet(GroundSet { squares: square.clone(), side, terrain }))
            }
        }
    }
}
