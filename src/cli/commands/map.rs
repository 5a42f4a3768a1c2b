//! `map`: the map as text.

use clap::Args;

use domain::Square;
use ops::{View, pick};
use report::model::MapView;

use crate::command_context::{CommandContext, Ended};
use crate::failure::Failure;
use crate::flags::ReadingFlags;

/// Prints the map: whole, or a window round a square or unit
#[derive(Debug, Args)]
#[command(after_long_help = "\
The whole map puts as many squares into one character as the width requires, and says how many; a window shows each
square. --whole is a window of the whole map, whatever the width: for programs, and for a pager that scrolls sideways. With
--side the map shows that side's formations, and of others what it has sighted.

Examples:
  railhead map
  railhead map --at Kalach
  railhead map --at 26tk --radius 4 --side SU
  railhead map --whole --format json

JSON: see docs/JSON.md")]
pub(crate) struct Map {
    /// A window round this square, place or unit
    #[arg(long, value_name = "SQUARE|UNIT")]
    at: Option<String>,
    /// How many squares the window goes in each direction
    #[arg(long, value_name = "N", default_value_t = 8, requires = "at")]
    radius: u16,
    /// The whole map, square by square
    #[arg(long, conflicts_with = "at")]
    whole: bool,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Map {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, side) = ctx.look_as(&self.reading)?;
        let at = self.at.as_deref().map(|word| square_or_unit(&campaign, word)).transpose()?;
        let map = if self.whole {
            MapView::square_by_square(&campaign, side)
        } else {
            MapView::new(&campaign, at.map(|square| (square, self.radius)), side, ctx.context.width())
        };
        let back = self.reading.moment()?.and(self.reading.when.as_of.as_deref());
        ctx.print(&map.looking_back(back))
    }
}

/// The square that a word means, or that of the unit that it means.
pub(super) fn square_or_unit(campaign: &View, word: &str) -> Result<Square, Failure> {
    let as_square = match pick::square(campaign, word) {
        Ok(square) => return Ok(square),
        Err(error) => error,
    };
    match pick::unit_square(campaign, word) {
        Ok(Some(square)) => Ok(square),
        Ok(None) => Err(Failure::words(format!("`{word}` is not on the map"))
            .hint(format!("`railhead unit show {word}` shows its state"))),
        Err(ops::OpError::Unknown { .. }) => Err(as_square.into()),
        Err(error) => Err(error.into()),
    }
}
