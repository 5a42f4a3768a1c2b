//! The program: words in, reports and exit codes out.
//!
//! What it is: the clap tree, one file a command under `commands`; the [`Context`] in which a run happens.
//! What it decides: how words are read, which exit code an error has, what hint it bears.
//! What it never does: decide what changes in a campaign, or lay out a report.
//! Where to look next: `commands`, then `ops`.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod ask;
#[cfg(feature = "board")]
mod board;
mod bounded;
mod clap_error;
mod command_context;
mod commands;
mod complete;
mod context;
mod error;
mod failure;
mod flags;
mod grammar;
mod ledger_fault;
mod line;
mod manual;
mod pager;
mod progress;
mod table;
mod tried;
mod words;

use std::ffi::OsString;

use clap::CommandFactory as _;
use clap::error::ErrorKind;

use crate::args::Cli;
use command_context::{CommandContext, Ending, Program};
use failure::Failure;

pub use complete::complete;
pub use context::{Clock, Context};
pub use manual::manual;

/// Runs the program with these arguments, the first being its own name, and gives its exit code.
pub fn run(args: impl IntoIterator<Item = OsString>, context: &mut Context) -> u8 {
    let args = words::help_last(args.into_iter().collect());
    let wants_json = flags::wants_json(&args);
    let cli = match grammar::read(&args) {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            let said = manual::command().try_get_matches_from(words::flags_last(&args)).err();
            return clap_error::show_clap(&said.unwrap_or(error), (Cli::command, &args), wants_json, context);
        }
        Err(error) if words::asks_for_help(&error) => {
            let said = manual::command().try_get_matches_from(words::help_for(args.clone())).err();
            return clap_error::show_clap(&said.unwrap_or(error), (Cli::command, &args), wants_json, context);
        }
        Err(error) => return clap_error::show_clap(&error, (Cli::command, &args), wants_json, context),
    };
    let format = cli.global.format;
    let makes_file = grammar::names_own_file(&args, &cli.global);
    let typed = words::typed(&args, makes_file);
    let tried = typed.clone();
    let program = Program {
        tree: manual::command,
        run_line: line::one_line,
        #[cfg(feature = "board")]
        serve: board::serve,
    };
    let mut ctx = CommandContext::new(context, program, cli.global, typed);
    let ended = ctx.with_file(makes_file, |ctx| cli.command.run(ctx));
    match ctx.judged(ended) {
        Ok(Ending::Done) => 0,
        Ok(Ending::Breaches) => failure::BREACHES,
        Err(Failure { quiet: true, code, .. }) => code,
        Err(failure) => {
            let alone = tried::looked_for(&Cli::command(), &tried, failure.spot.given.as_deref());
            alone.into_iter().fold(failure, Failure::hint).show(format == flags::FormatWord::Json, context)
        }
    }
}
