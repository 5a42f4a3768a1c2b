//! `diary`: the war diary.

use clap::Args;

use domain::SideId;
use ops::{Event, Formation, View, pick};
use report::model::{ClosedBound, Diary, opening};

use crate::command_context::{CommandContext, Ended, reader_of};
use crate::failure::Failure;
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
        let (campaign, _) = ctx.look_as(&self.reading)?;
        let unit = self.unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
        let diary = diary(ctx, &self.reading, &campaign, unit)?;
        ctx.print(&diary)
    }
}

/// The war diary of a campaign, or of a unit, as its reader knows it.
pub(super) fn diary(
    ctx: &mut CommandContext<'_>,
    reading: &ReadingFlags,
    campaign: &View,
    unit: Option<&Formation>,
) -> Result<Diary, Failure> {
    let mut diary = Diary::new(campaign, unit);
    each_bound(ctx, reading, campaign, |Gone { closed, opened, side, .. }| {
        diary.add(closed, opened, side, unit.map(|unit| &unit.id));
    })?;
    Ok(diary)
}

/// A bound that is over, as its reader knew it.
pub(super) struct Gone<'a> {
    pub(super) closed: ClosedBound<'a>,
    /// What opening it decided.
    pub(super) opened: &'a [Event],
    /// The campaign as it was closed, before the next was opened.
    pub(super) ended: &'a dyn Fn() -> View,
    /// The side that reads; none for the umpire.
    pub(super) side: Option<SideId>,
}

/// Goes through the bounds that are over, and gives what opening the one after them decided.
pub(super) fn each_bound(
    ctx: &mut CommandContext<'_>,
    reading: &ReadingFlags,
    campaign: &View,
    mut visit: impl FnMut(Gone<'_>),
) -> Result<Vec<Event>, Failure> {
    let reader = reader_of(campaign, &reading.reader)?;
    let side = reader.as_ref().map(|reader| reader.side);
    let moment = ctx.moment(&reading.when)?;
    let mut opened: Vec<Event> = Vec::new();
    ctx.session()?.each_closed(moment, reader.as_ref(), |closed, ended| {
        let (operation, before, after) = (Some(closed.operation), &closed.before, &closed.after);
        let (done, events) = (&closed.done[..], &closed.events[..]);
        let closed = ClosedBound { operation, before, done, events, after, by_leaf: false };
        visit(Gone { closed, opened: &opened, ended, side });
        opened = opening(events).to_vec();
    })?;
    Ok(opened)
}
