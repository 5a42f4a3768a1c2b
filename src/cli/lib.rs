//! The program: words in, reports and exit codes out.
//!
//! What it is: the clap tree, one file a command under `commands`; the [`Context`] in which a run happens.
//! What it decides: how words are read, which exit code an error has, what hint it bears.
//! What it never does: decide what changes in a campaign, or lay out a report.
//! Where to look next: `commands`, then `ops`.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod ask;
mod bounded;
mod commands;
mod context;
mod desk;
mod error;
mod flags;
mod ledger_fault;
mod manual;
mod progress;
mod table;
mod words;
mod wrap;

use std::ffi::OsString;

use clap::Parser;
use clap::error::ErrorKind;

pub use context::{Clock, Context};
pub use manual::manual;

use commands::Command;
use desk::{Desk, Ending};
use error::Failure;
use flags::Global;

/// Keeps the campaign of an operational wargame: order of battle, supply, and a ledger that never forgets
#[derive(Debug, Parser)]
#[command(name = "railhead", version, max_term_width = 100, propagate_version = false, disable_help_subcommand = true)]
#[command(after_long_help = "\
Words:
  UNIT     an id (su.5ta.26tk), the unique last part or parts of one (26tk), or a unique name
  SQUARE   a reference (058052) or the name of a place; `-` and `_` stand for a blank
  BOUND    3am, 3pm, 3n, D3pm, start, now
  ACCOUNT  the id of a dump, railhead or vehicle, or a boundary name (rail, air, consumed, ...)

Exit codes:
  0 done   1 refused, nothing changed   2 the words are wrong
  3 a file cannot be read or is damaged   4 `verify`, `check` or `new` found breaches
  5 done and kept, but it could not be shown: do not do it again

Examples:
  railhead new uranus-1942
  railhead orbat --side SU --depth 2
  railhead unit set 26tk sp=60% --reason \"losses of the march\"
  railhead undo")]
pub(crate) struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Runs the program with these arguments, the first being its own name, and gives its exit code.
pub fn run(args: impl IntoIterator<Item = OsString>, context: &mut Context) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    let wants_json = flags::wants_json(&args);
    let cli = match Cli::try_parse_from(words::flags_last(&args)) {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            let said = manual::command().try_get_matches_from(words::flags_last(&args)).err();
            return error::show_clap(&said.unwrap_or(error), wants_json, context);
        }
        Err(error) => return error::show_clap(&error, wants_json, context),
    };
    let format = cli.global.format;
    let typed = words::typed(&args);
    let mut desk = Desk::new(context, cli.global, typed);
    let ended = cli.command.run(&mut desk);
    match desk.judged(ended) {
        Ok(Ending::Done) => 0,
        Ok(Ending::Breaches) => error::BREACHES,
        Err(Failure { quiet: true, code, .. }) => code,
        Err(failure) => failure.show(format == flags::FormatWord::Json, context),
    }
}
