//! `map --svg`, `map --png`: the map as a picture.

use std::path::{Path, PathBuf};

use clap::Args;
use domain::{Bound, Square};
use serde_json::json;

use ops::{OpError, View, pick, query};
use paper::{Layer, Layers};
use report::model::Situation;
use report::model::situation::{Level, SituationOf, Window};

use super::super::export::write_file;
use crate::command_context::{CommandContext, Ended};
use crate::failure::{Failure, REFUSED};
use crate::flags::{MomentFlags, ReadingFlags};

/// How far a window goes in each direction from north to south; half as far again from west to east.
const RADIUS: u16 = 4;
/// How many squares lie round the formation that alone is drawn.
const ROUND_A_UNIT: u16 = 4;

/// What a picture is asked for.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("picture").args(["svg", "png"]).multiple(true)))]
pub(crate) struct Picture {
    /// Writes the map as a picture, with the fonts in it
    #[arg(long, value_name = "FILE", help_heading = "Picture")]
    svg: Option<PathBuf>,
    /// Writes it as PNG
    #[arg(long, value_name = "FILE", help_heading = "Picture")]
    png: Option<PathBuf>,
    /// How many pixels wide the PNG is
    #[arg(long, value_name = "N", default_value_t = 2400, requires = "png", help_heading = "Picture",
        value_parser = clap::value_parser!(u32).range(100..=12_000))]
    pixels: u32,
    /// Only this formation of its side, with what is under it, and the enemy round it
    #[arg(long, value_name = "UNIT", requires = "picture", help_heading = "Picture")]
    unit: Option<String>,
    /// Whose lines of supply are drawn; by default of the side with the greater part without LOG
    #[arg(long, value_name = "SIDE", requires = "picture", help_heading = "Picture")]
    lines: Option<String>,
    /// Draws these layers too, separated by commas
    #[arg(long, value_name = "LAYER", value_delimiter = ',', requires = "picture", help_heading = "Picture")]
    show: Vec<String>,
    /// Leaves these layers out, separated by commas
    #[arg(long, value_name = "LAYER", value_delimiter = ',', requires = "picture", help_heading = "Picture")]
    hide: Vec<String>,
}

impl Picture {
    /// Whether a picture is asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Draws the map and writes it to the files that are asked for.
    pub(crate) fn run(
        &self,
        ctx: &mut CommandContext<'_>,
        reading: &ReadingFlags,
        window: Option<(Square, Option<u16>)>,
    ) -> Ended {
        let layers = self.layers()?;
        let files: Vec<&PathBuf> = self.svg.iter().chain(&self.png).collect();
        for file in &files {
            may_be_written(ctx, file)?;
        }
        if self.png.is_some() && !paper::WRITES_PNG {
            return Err(Failure::new("refused", REFUSED, "this build writes no PNG")
                .hint("write `--svg FILE`, or build it with the feature `png`"));
        }
        let picture = paper::draw_map(&self.situation(ctx, reading, window)?, &layers);
        if let Some(file) = &self.svg {
            write_file(ctx, file, picture.as_bytes(), "railhead map")?;
        }
        if let Some(file) = &self.png {
            let bytes = paper::to_png(&picture, self.pixels)
                .map_err(|error| Failure::new("refused", REFUSED, error.to_string()).hint("give fewer `--pixels`"))?;
            write_file(ctx, file, &bytes, "railhead map")?;
        }
        ctx.document(&json!({"svg": self.svg, "png": self.png}))
    }

    fn layers(&self) -> Result<Layers, Failure> {
        let read = |words: &[String]| words.iter().map(|word| word.parse::<Layer>()).collect::<Result<Vec<Layer>, _>>();
        let (shown, hidden) = (read(&self.show).map_err(OpError::from)?, read(&self.hide).map_err(OpError::from)?);
        Ok(Layers::new(&shown, &hidden))
    }

    fn situation(
        &self,
        ctx: &mut CommandContext<'_>,
        reading: &ReadingFlags,
        window: Option<(Square, Option<u16>)>,
    ) -> Result<Situation, Failure> {
        let (campaign, side) = ctx.look_as(reading)?;
        let unit = self.unit.as_deref().map(|word| ctx.unit_of(reading, (&campaign, side), word)).transpose()?;
        let lines_of = self.lines.as_deref().map(|word| pick::side(&campaign, word)).transpose()?;
        if let (Some(own), Some(lines)) = (side, lines_of.filter(|lines| Some(*lines) != side)) {
            return Err(Failure::words(format!("`{own}` does not know the lines of supply of `{lines}`"))
                .hint("leave out `--lines`: the map shows those of the side that reads it"));
        }
        let window = match (window, unit) {
            (Some((square, radius)), _) => Some(round(&campaign, square, radius)),
            (None, Some(unit)) => Some(Window::of_unit(&campaign, unit, ROUND_A_UNIT).ok_or_else(|| {
                Failure::words(format!("`{}` is not on the map", unit.id))
                    .hint(format!("`railhead unit show {}` shows its state", unit.id))
            })?),
            (None, None) => None,
        };
        let before = before(ctx, reading, &campaign);
        let sheet = query::supply_status(&campaign, side, None, 0);
        let causes = query::supply_causes(&campaign, &sheet);
        Ok(Situation::new(&SituationOf {
            campaign: &campaign,
            side,
            sheet: &sheet,
            causes: &causes,
            before: before.as_ref(),
            lines_of: lines_of.or(unit.map(|unit| unit.side)),
            only: unit,
            window,
            level: window.map_or(Level::Division, paper::level),
        }))
    }
}

/// The window round a square: half as wide again as it is high.
fn round(campaign: &View, square: Square, radius: Option<u16>) -> Window {
    let rows = radius.unwrap_or(RADIUS) * 2 + 1;
    Window::round(campaign, square, (rows * 3 / 2, rows))
}

/// The campaign as the same reader knew it when the bound before was over; none in the first bound.
fn before(ctx: &mut CommandContext<'_>, reading: &ReadingFlags, campaign: &View) -> Option<View> {
    let ordinal = campaign.bound.ordinal().checked_sub(1)?;
    let moment = MomentFlags { as_of: Some(Bound::from_ordinal(ordinal).typed()) };
    // A campaign may begin later than in its first bound: then there is nothing before.
    let then = ReadingFlags { reader: reading.reader.clone(), when: moment };
    ctx.look_as(&then).ok().map(|(before, _)| before)
}

/// That a file is not there yet.
fn may_be_written(ctx: &CommandContext<'_>, file: &Path) -> Result<(), Failure> {
    if ctx.context.path(file).exists() { Err(OpError::Exists { path: file.to_owned() }.into()) } else { Ok(()) }
}
