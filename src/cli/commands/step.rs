//! `undo`, `redo`, and what they and `op restore` say.

use clap::Args;

use ops::Step;
use ops::query::LogEntry;
use report::model::StepReport;

use crate::command_context::{CommandContext, Ended};
use crate::commands::op_row::row;
use crate::flags::WritingFlags;

/// Takes back the last operation, a whole script at once
#[derive(Debug, Args)]
#[command(after_long_help = "\
Repeat it to go further back; it is itself an operation, and `undo` does not take it back. A correction (`op correct`,
`battle correct`) is taken back as a whole too. To put one earlier operation right and keep what came after it, use
`op correct N`; for a battle, `battle correct`.

Examples:
  railhead undo
  railhead undo --line
  railhead undo --dry-run

JSON: see docs/JSON.md")]
pub(crate) struct Undo {
    /// Only the last line of a script
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    writing: WritingFlags,
}

impl Undo {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        step(ctx, &self.writing, Step::Undo { one_line: self.line })
    }
}

/// Restores what the last undo took back
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  railhead redo
  railhead redo --dry-run

JSON: see docs/JSON.md")]
pub(crate) struct Redo {
    #[command(flatten)]
    writing: WritingFlags,
}

impl Redo {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        step(ctx, &self.writing, Step::Redo)
    }
}

/// Steps along the chain and says what came of it.
pub(super) fn step(ctx: &mut CommandContext<'_>, writing: &WritingFlags, step: Step) -> Ended {
    let stepped = ctx.step(writing, step)?;
    let campaign = ctx.look(&crate::flags::MomentFlags::default())?;
    let rows = |operations: Vec<_>| -> Vec<_> {
        operations.into_iter().map(|operation| row(&campaign, LogEntry::from(operation))).collect()
    };
    let operation = (!writing.dry_run).then_some(stepped.operation);
    let stepped = [stepped.taken_back, stepped.brought_back].map(rows);
    ctx.print(&StepReport::new(operation, stepped, ctx.writes_rows()))
}
