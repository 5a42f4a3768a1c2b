//! An old operation put right: another command in its place, and all that came after it done again.
//!
//! What it decides: that all of it is kept or nothing, and what whoever is refused can do.
//! Where to look next: `ops::Correction`, which goes back and does the later operations again.

use std::ffi::OsString;

use clap::Args;

use domain::command;
use ops::{Correction, DoneAgain, OpError};
use report::model::CorrectionReport;

use crate::command_context::{CommandContext, Completed, Ended, RunningScript};
use crate::failure::Failure;
use crate::flags::{MomentFlags, WritingFlags};
use crate::words::{flags_last, quoted};

/// What is put in the place of an old operation.
pub(super) struct Instead<'c> {
    /// The operation that was wrong.
    pub(super) operation: u64,
    /// The command in its place; none where it is left out.
    pub(super) command: Option<String>,
    /// Later operations that are left out.
    pub(super) skip: &'c [u64],
    /// How it is written.
    pub(super) writing: &'c WritingFlags,
}

/// Puts one operation of the log right, and does everything after it again
#[derive(Debug, Args)]
#[command(after_long_help = "\
For a booking, a march or an order found wrong later: the campaign goes back to before operation N, COMMAND is run in its
place, and every later operation is done again with the same words and the same dice. Battles fought since keep their
results; the losses are taken from what the units have then. The report lists what differs, by formation and bound, and
marks what still does now. It is all or nothing: if a later operation can no longer be done, the command names it and
changes nothing. `undo` takes back the whole correction.

COMMAND is one word for the shell: put it in quotes. `op show N` shows the command as it was. A battle that was fought on
the table is put right with `battle correct`; one that `battle resolve` fought is fought again with other dice or
decisions here.

Examples:
  railhead op correct 12 \"move 26tk 037026\" --dry-run
  railhead op correct 12 \"supply transfer ax.d1 ax.d2 log=20\" --reason \"miscounted\"
  railhead op correct 12 \"battle resolve 1am-0602 --dice '6 3 4' --post\"
  railhead op correct 12 --drop --skip 14

JSON: see docs/JSON.md")]
pub(crate) struct CorrectCommand {
    /// The number of the operation
    number: u64,
    /// The command in its place, in quotes
    #[arg(required_unless_present = "drop")]
    command: Option<String>,
    /// Leaves the operation out, with nothing in its place
    #[arg(long, conflicts_with = "command")]
    drop: bool,
    /// Leaves out this later operation too (may be repeated)
    #[arg(long, value_name = "N")]
    skip: Vec<u64>,
    #[command(flatten)]
    writing: WritingFlags,
}

impl CorrectCommand {
    pub(super) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (operation, command) = (self.number, self.command.clone());
        put_right(ctx, &Instead { operation, command, skip: &self.skip, writing: &self.writing })
    }
}

/// Puts an operation right, and shows what differs.
pub(super) fn put_right(ctx: &mut CommandContext<'_>, instead: &Instead<'_>) -> Ended {
    let change_context = ctx.change_context(instead.writing, None);
    let correction = ctx.session()?.begin_correction(&change_context, instead.operation)?;
    let done = within(ctx, instead, &correction);
    ctx.take_done();
    let dry_run = instead.writing.dry_run;
    let is_kept = !dry_run && done.as_ref().is_ok_and(|report| !report.changes_nothing);
    ctx.session()?.end_batch(is_kept)?;
    let report =
        done.map_err(|failure| if failure.is_undone { failure } else { failure.hint("nothing was changed") })?;
    if is_kept {
        ctx.has_done(Completed::operation(correction.group));
    }
    ctx.print(&report)
}

/// All that is done while nothing is kept yet.
fn within(
    ctx: &mut CommandContext<'_>,
    instead: &Instead<'_>,
    correction: &Correction,
) -> Result<CorrectionReport, Failure> {
    must_be_later(instead, correction)?;
    let change_context = ctx.change_context(instead.writing, None);
    let command = instead.command.as_ref().map(|line| run(ctx, instead, correction, line)).transpose()?;
    let mut again: Vec<DoneAgain> = Vec::new();
    while let Some(done) =
        ctx.session()?.do_again(correction, again.len(), instead.skip, &change_context).map_err(no_longer)?
    {
        again.push(done);
    }
    let session = ctx.session()?;
    if session.changes_nothing(correction)? {
        return Ok(CorrectionReport::of_nothing(instead.operation, command));
    }
    let differences = session.corrected(correction)?;
    let campaign = ctx.look(&MomentFlags::default())?;
    let operation = (!instead.writing.dry_run).then_some(correction.group);
    Ok(CorrectionReport::new(&campaign, (instead.operation, command), operation, again, &differences))
}

fn must_be_later(instead: &Instead<'_>, correction: &Correction) -> Result<(), Failure> {
    let Some(wrong) = instead.skip.iter().find(|number| !correction.is_later(**number)) else { return Ok(()) };
    let message = format!("`--skip {wrong}`: operation {wrong} does not come after operation {}", instead.operation);
    Err(Failure::words(message).hint(command!("`railhead op log` lists the operations that stand")))
}

/// Runs the command that stands in the place of the old one, without its report; the command as it was run.
fn run(
    ctx: &mut CommandContext<'_>,
    instead: &Instead<'_>,
    correction: &Correction,
    line: &str,
) -> Result<String, Failure> {
    must_post(ctx, instead, line)?;
    let before = ctx.session()?.next_operation()?;
    let typed = ctx.typed.clone();
    let quiet = std::mem::replace(&mut ctx.global.quiet, true);
    let out = std::mem::replace(&mut ctx.context.out, Box::new(std::io::sink()));
    let inputs = std::mem::take(&mut ctx.inputs);
    ctx.writes_engagements = false;
    ctx.script = Some(RunningScript {
        group: correction.group,
        text: None,
        together: true,
        expect: None,
        reason: instead.writing.reason.clone().or_else(|| correction.wrong.reason.clone()),
    });
    let ran = ctx.run_line(line);
    ctx.script = None;
    ctx.writes_engagements = true;
    ctx.inputs = inputs;
    ctx.context.out = out;
    ctx.global.quiet = quiet;
    let command = std::mem::replace(&mut ctx.typed, typed);
    ran?;
    if ctx.session()?.next_operation()? == before {
        let message = format!("`{line}` changes nothing in the place of operation {}", instead.operation);
        let hint =
            command!("give a command that writes; `railhead op correct {} --drop` leaves it out", instead.operation);
        return Err(Failure::words(message).hint(hint));
    }
    Ok(command)
}

/// Refuses a battle that is fought and not posted: it would write its outcome beside, and change nothing.
fn must_post(ctx: &CommandContext<'_>, instead: &Instead<'_>, line: &str) -> Result<(), Failure> {
    let words = shlex::split(line).unwrap_or_default().into_iter().skip_while(|word| word == "railhead");
    let args: Vec<OsString> = std::iter::once("railhead".to_owned()).chain(words).map(OsString::from).collect();
    // What cannot be read is refused when it is run.
    let Ok(read) = (ctx.program.tree)().try_get_matches_from(flags_last(&args)) else { return Ok(()) };
    let battle = read.subcommand_matches("battle").and_then(|battle| battle.subcommand());
    let fights = battle.filter(|(command, _)| ["resolve", "record"].contains(command));
    if fights.is_none_or(|(_, given)| given.get_flag("post")) {
        return Ok(());
    }
    let message = format!("`{line}` fights the battle and does not post it");
    let whole = format!("{line} --post");
    Err(Failure::words(message).hint(command!("`railhead op correct {} {}`", instead.operation, quoted(&whole))))
}

/// A later operation that can no longer be done, and how to go on.
fn no_longer(error: OpError) -> Failure {
    let OpError::NoLonger { operation, command, .. } = &error else { return error.into() };
    let (skip, first) = (format!("--skip {operation}"), format!("railhead op correct {operation} {}", quoted(command)));
    Failure::from(error)
        .hint(format!("leave that one out with `{skip}`, or put it right first, with other words: `{first}`"))
}
