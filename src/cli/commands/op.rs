//! `op`: the log of operations.

use std::path::PathBuf;

use clap::Subcommand;

use ops::query::LogEntry;
use ops::{Step, pick};
use report::model::{EventRow, OpLog, OpShow};

use crate::command_context::{CommandContext, Ended};
use crate::commands::correction::CorrectCommand;
use crate::commands::op_row::row;
use crate::flags::{MomentFlags, WritingFlags};

/// Shows the log of operations, or returns to a point in it
#[derive(Debug, Subcommand)]
pub(crate) enum Op {
    /// Lists the operations that stand
    #[command(after_long_help = "\
Examples:
  railhead op log
  railhead op log --all --format json
  railhead op log --unit 26tk --bound 3pm
  railhead op log --kind battle

JSON: see docs/JSON.md")]
    Log {
        /// Also operations that were taken back, and the steps that did it
        #[arg(long)]
        all: bool,
        /// Only operations that changed this unit or one under it
        #[arg(long, value_name = "UNIT")]
        unit: Option<String>,
        /// Only operations of this bound
        #[arg(long, value_name = "BOUND")]
        bound: Option<String>,
        /// Only commands that begin so: `order`, `bound march`
        #[arg(long, value_name = "COMMAND")]
        kind: Option<String>,
        #[command(flatten)]
        reading: MomentFlags,
    },
    /// Shows one operation with its events
    #[command(after_long_help = "\
Examples:
  railhead op show 12

JSON: see docs/JSON.md")]
    Show {
        /// The number of the operation
        number: u64,
    },
    /// Returns to the chain as it was after an operation, whatever was undone since
    #[command(after_long_help = "\
Examples:
  railhead op restore 12
  railhead op restore 12 --dry-run

JSON: see docs/JSON.md")]
    Restore {
        /// The number of the operation
        number: u64,
        #[command(flatten)]
        writing: WritingFlags,
    },
    Correct(CorrectCommand),
    /// Prints the operations that stand as commands, to edit and `run` again
    #[command(after_long_help = "\
A command that read a file (the outcome of a battle, a result form, a plan) reads it again when it is run. The log keeps
these files: --out writes them beside the script, which is then `script.txt` in that folder. If two files share a name,
the later one gets the number of its operation in front. Run the script there, on a fresh campaign:
  cd FOLDER; railhead new SOURCE; railhead run script.txt

Examples:
  railhead op script > tuesday.txt
  railhead op script 12 20
  railhead op script --as-of 3n
  railhead op script --out again/

JSON: see docs/JSON.md")]
    Script {
        /// The first operation; by default the second of the log
        from: Option<u64>,
        /// The last operation
        to: Option<u64>,
        /// Writes it into this folder, with the files that its commands read
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        #[command(flatten)]
        reading: MomentFlags,
    },
}

impl Op {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Log { all, unit, bound, kind, reading } => {
                let campaign = ctx.look(reading)?;
                let moment = ctx.moment(reading)?;
                let bound = bound.as_deref().map(|word| pick::bound(&campaign, word)).transpose()?;
                let touched = match unit {
                    Some(word) => {
                        let unit = pick::unit(&campaign, word)?.id.clone();
                        Some(ctx.session()?.operations_on(&campaign, &unit, moment)?)
                    }
                    None => None,
                };
                let is_of_kind = |typed: &str| kind.as_deref().is_none_or(|kind| begins(typed, kind));
                let is_shown = |entry: &LogEntry| {
                    (*all || entry.stands)
                        && touched.as_ref().is_none_or(|touched| touched.contains(&entry.op))
                        && bound.is_none_or(|bound| bound == entry.bound)
                        && is_of_kind(&entry.command)
                };
                let entries = ctx.session()?.log_at(moment)?.into_iter().filter(is_shown);
                ctx.print(&OpLog(entries.map(|entry| row(&campaign, entry)).collect()))
            }
            Self::Show { number } => show(ctx, *number),
            Self::Restore { number, writing } => super::step::step(ctx, writing, Step::Restore { number: *number }),
            Self::Correct(command) => command.run(ctx),
            Self::Script { from, to, out, reading } => {
                let which = from.unwrap_or(2)..=to.unwrap_or(u64::MAX);
                let moment = ctx.moment(reading)?;
                super::op_script::script(ctx, which, moment, out.as_deref())
            }
        }
    }
}

/// Whether a command begins with these words.
fn begins(typed: &str, words: &str) -> bool {
    let mut typed = typed.split_whitespace().filter(|word| *word != "railhead");
    words.split_whitespace().all(|word| typed.next() == Some(word))
}

fn show(ctx: &mut CommandContext<'_>, number: u64) -> Ended {
    let campaign = ctx.look(&MomentFlags::default())?;
    let (entry, events) = ctx.session()?.operation(number)?;
    let (parent, version) = (entry.parent, entry.version.clone());
    let request = serde_json::from_str(&entry.request)?;
    let events = events.iter().map(|event| EventRow::new(event, &campaign)).collect();
    ctx.print(&OpShow { row: row(&campaign, entry), parent, version, request, events })
}
