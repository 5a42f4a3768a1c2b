//! `map`: the map as text, and as a picture.

mod picture;

use clap::Args;

use domain::{Square, command};
use ops::{View, pick};
use report::model::MapView;

use crate::command_context::{CommandContext, Ended, commander_of};
use crate::failure::Failure;
use crate::flags::ReadingFlags;
use picture::Picture;

pub(crate) use picture::Asked;
pub(super) use picture::{before, may_show_lines, round};

/// How far a window of text goes in each direction.
const RADIUS: u16 = 8;

/// Prints the map, whole or a window round a square or unit; or draws it as a picture
#[derive(Debug, Args)]
#[command(after_long_help = "\
The whole map puts as many squares into one character as the width requires, and says how many; a window shows each
square. --whole is a window of the whole map, whatever the width: for programs, and for a pager that scrolls sideways. With
--side the map shows that side's formations, and of others what it has sighted; with --for what a commander knows, in a
window round his formation.

--svg and --png draw a picture instead: the whole map on A3, or with --at or --unit a part of it on A4, where every
battalion stands in its square if there is room. It shows the front and pockets, formations by their symbols, those
without LOG or POL marked, lines of supply as wide as the number of formations that draw over them, where they fail and
why, bowser hops, convoys, stocks, marches and battles of the bound. Lines of supply are those of one side: --lines. With
--side you can hand it out: it holds no name and no id that the side does not know, and ground that nobody of it sees is
hatched. --phone draws it for a phone, 390 points wide. Layers to --show and --hide: control, terrain, grid, rivers, roads, railways, crossings, front, pockets, held,
supply, fuel, convoys, names, stocks, units, hq, marches, clashes; of these only hq is left out unless it is asked for.
An existing file is refused.

Examples:
  railhead map
  railhead map --at Kalach
  railhead map --at 26tk --radius 4 --side SU
  railhead map --for 26tk
  railhead map --whole --format json
  railhead map --svg map.svg
  railhead map --png axis.png --side AX --as-of 2n
  railhead map --png kalach.png --at Kalach --radius 5 --hide supply,fuel
  railhead map --png phone.png --phone
  railhead map --png sixth-army.png --pixels 1200 --unit ax.a6

JSON: see docs/JSON.md")]
pub(crate) struct Map {
    /// A window round this square, place or unit
    #[arg(long, value_name = "SQUARE|UNIT")]
    at: Option<String>,
    /// How many squares the window goes in each direction; by default 8, in a picture 4
    #[arg(long, value_name = "N", requires = "at", value_parser = clap::value_parser!(u16).range(0..=999))]
    radius: Option<u16>,
    /// The whole map, square by square
    #[arg(long, conflicts_with_all = ["at", "svg", "png"])]
    whole: bool,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Map {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, side) = ctx.look_as(&self.reading)?;
        let at = self.at.as_deref().map(|word| square_or_unit(&campaign, word)).transpose()?;
        if self.picture.is_asked() {
            return self.picture.run(ctx, &self.reading, at.map(|square| (square, self.radius)));
        }
        let unit = self.picture.unit().map(|word| square_or_unit(&campaign, word)).transpose()?;
        let commander = commander_of(&campaign, &self.reading)?;
        let own = commander.map(|unit| pick::unit_square(&campaign, unit.id.as_str())).transpose()?.flatten();
        let at = at.or(unit).or(own);
        let mut map = if self.whole {
            MapView::square_by_square(&campaign, side)
        } else {
            MapView::new(&campaign, at.map(|square| (square, self.radius.unwrap_or(RADIUS))), side, ctx.context.width())
        };
        map.commander = commander.map(|unit| unit.name.clone());
        let back = ctx.moment(&self.reading.when)?.and(self.reading.when.as_of.as_deref());
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
            .hint(command!("`railhead unit show {word}` shows its state"))),
        Err(ops::OpError::Unknown { .. }) => Err(as_square.into()),
        Err(error) => Err(error.into()),
    }
}
