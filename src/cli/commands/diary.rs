//! `diary`: the war diary.

use clap::Args;

use ops::pick;
use report::model::{ClosedBound, Diary};

use crate::command_context::{CommandContext, Ended, reader_of};
use crate::flags::ReadingFlags;

/// Tells what mattered of each bound that is over, of the whole campaign or of one unit
#[derive(Debug, Args)]
#[command(after_long_help = "\
Of the whole campaign: battles, ground taken, what changed hands, who fell out of supply and who came back into it, grades,
notes. Of a unit, all that was told of it and of what is under it: its marches, battles, losses and supply.

Examples:
  railhead diary
  railhead diary 26tk
  railhead diary --side AX --format md
  railhead diary --as-of 3pm

JSON: see docs/JSON.md")]
pub(crate) struct DiaryCommand {
    /// Only this unit, and what is under it
    unit: Option<String>,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl DiaryCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, side) = ctx.look_as(&self.reading)?;
        let unit = self.unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
        let reader = reader_of(&campaign, &self.reading.reader)?;
        let mut diary = Diary::new(&campaign, unit);
        let moment = self.reading.moment()?;
        ctx.session()?.each_closed(moment, reader.as_ref(), |closed| {
            let (operation, before, after) = (Some(closed.operation), &closed.before, &closed.after);
            let closed =
                ClosedBound { operation, before, done: &closed.done, events: &closed.events, after, by_leaf: false };
            diary.add(closed, side, unit.map(|unit| &unit.id));
        })?;
        ctx.print(&diary)
    }
}
