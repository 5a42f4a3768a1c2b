//! `status`, `bound show` and `review`: how the campaign stands, and what is to be done before a bound is closed.

use clap::Args;

use ops::{pick, query};
use report::model::{ReviewReport, StatusReport};

use crate::command_context::{CommandContext, Ended, commander_of};
use crate::flags::ReadingFlags;

/// Shows how the campaign stands: bound, weather, contacts, what is due, what is wrong, what waits
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  railhead status
  railhead status --as-of 3n

JSON: see docs/JSON.md")]
pub(crate) struct Status {
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Status {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        show(ctx, &self.reading)
    }
}

/// Shows how the campaign stands.
pub(super) fn show(ctx: &mut CommandContext<'_>, reading: &ReadingFlags) -> Ended {
    let (campaign, side) = ctx.look_as(reading)?;
    let found = query::review_at_a_glance(&campaign, commander_of(&campaign, reading)?);
    let status = StatusReport::new(&campaign, query::contact_count(&campaign), &found).known_to(&campaign, side);
    ctx.print(&status.read_as(reading.read_as()))
}

/// Lists what a careful staff officer would query before the bound is closed
#[derive(Debug, Args)]
#[command(after_long_help = "\
Each line says what, where, since when, and the command that settles it, or a command to look at it if no single command
does. Each can be run as it stands; `as above` stands for the command of the line before. More than two of a kind in one
army are one line; with UNIT each finding of it has its own. What needs no action is left out: --all lists everything,
and so do CSV and JSON. For formations fed by another, `since` is the bound in which they or the vehicles that feed them
last moved. Kinds, in their order: claim, order, battle, grade, contact, arrival, convoy, out_of_log, out_of_pol, cut,
disorganised, rail_work, no_superior, no_vehicle, unused_railhead, idle_vehicle, runs_dry, standing_contact; the three
before the last under `detail = full` only. A `contact` began in the running bound. Older contacts come last, by day,
one row for two divisions (or what stands in their place) that have faced each other since the same bound.

Examples:
  railhead review
  railhead review 62nd-Army
  railhead review --all

JSON: see docs/JSON.md")]
pub(crate) struct Review {
    /// Only what concerns this unit and what is under it, a line each
    unit: Option<String>,
    /// Each finding by itself, those that need no action too
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Review {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, _) = ctx.look_as(&self.reading)?;
        let moment = ctx.moment(&self.reading.when)?;
        let commander = commander_of(&campaign, &self.reading)?;
        let found = ctx.session()?.review(moment, &campaign, commander)?;
        let unit = self.unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
        let list = ReviewReport::new(&campaign, found, unit).all(self.all || ctx.writes_rows());
        ctx.print(&list.read_as(self.reading.read_as()))
    }
}
