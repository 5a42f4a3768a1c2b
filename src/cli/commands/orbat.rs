//! `orbat`: the order of battle as a tree.

use clap::Args;

use ops::{pick, query};
use report::model::situation::OrbatChart;
use report::model::{Depth, OrbatReport};

use super::picture::PictureFiles;
use crate::command_context::{CommandContext, Ended, commander_of};
use crate::flags::{FormatWord, ReadingFlags};

/// Shows the order of battle as a tree, with strength, grade, state and square
#[derive(Debug, Args)]
#[command(after_long_help = "\
A table of more than 60 rows leaves out everything below divisions and brigades, unless --depth or --bases asks for
more; --format json and csv have everything. On a narrow page ids are cut to the shortest ending that commands accept,
and `organised` is left blank. Strength is SP left out of full SP. A formation's square is that of its command leaf, or
of its first fighting leaf if it has none.

--svg and --png draw it with symbols instead: a block an army, a column a formation under it; a division, or --bases,
down to battalions. An existing file is refused.

Examples:
  railhead orbat --depth 2
  railhead orbat 5ta --depth 3
  railhead orbat 5ta --bases
  railhead orbat --side AX --as-of 2pm --format csv
  railhead orbat a6 --svg sixth-army.svg
  railhead orbat --side SU --png soviet.png

JSON: see docs/JSON.md")]
pub(crate) struct Orbat {
    /// Only this unit and what is under it
    unit: Option<String>,
    /// How many levels to show; `divisions`: down to divisions and brigades, or all of it where that is soon read
    #[arg(long, value_name = "N", value_parser = levels)]
    depth: Option<Depth>,
    /// Everything down to battalions, however long
    #[arg(long, conflicts_with = "depth")]
    bases: bool,
    #[command(flatten)]
    picture: PictureFiles,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Orbat {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, side) = ctx.look_as(&self.reading)?;
        let unit = self.unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
        if self.picture.is_asked() {
            self.picture.may_be_written(ctx)?;
            let sheet = query::supply_status(&campaign, side, None, 0);
            let mut chart = OrbatChart::new(&campaign, (unit, side), &sheet, self.bases);
            chart.commander = commander_of(&campaign, &self.reading)?.map(|unit| unit.name.clone());
            return self.picture.write(ctx, &paper::draw_orbat(&chart));
        }
        // What is not for reading is never shortened: whoever asks for rows wants them all.
        let is_read = matches!(ctx.global.format, FormatWord::Table | FormatWord::Md);
        let depth = match self.depth {
            Some(depth) => depth,
            None if self.bases || !is_read => Depth::All,
            None => Depth::Readable,
        };
        ctx.print(&OrbatReport::new(&campaign, unit, side, depth))
    }
}

/// How deep a tree is shown by what was typed.
fn levels(word: &str) -> Result<Depth, String> {
    if word == "divisions" {
        return Ok(Depth::Readable);
    }
    word.parse().map(Depth::Levels).map_err(|_| "give how many levels, such as `2`, or `divisions`".to_owned())
}
