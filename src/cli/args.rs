//! The words of the command line.

use clap::Parser;

use crate::commands::Command;
use crate::flags::GlobalFlags;

/// Keeps the campaign of an operational wargame: order of battle, supply, and a ledger that never forgets
#[derive(Debug, Parser)]
#[command(name = "railhead", version, max_term_width = 100, propagate_version = false, disable_help_subcommand = true)]
#[command(after_long_help = "\
Words:
  UNIT     an id (su.swf.5ta.26tk), the unique last part or parts of one (26tk), or a unique name
  SQUARE   a reference (058052) or the name of a place; type `-` or `_` for a space
  BOUND    3am, 3pm, 3n, D3pm, start, now; with its date: '1942-11-21 pm'; a day alone: D3, 1942-11-21
  ACCOUNT  the id of a dump, railhead or vehicle, or a boundary account (rail, air, consumed, ...)

Exit codes:
  0 done   1 refused, nothing changed   2 invalid arguments
  3 a file cannot be read or is damaged   4 `verify`, `check` or `new` found breaches
  5 done and saved, but the result could not be shown: do not repeat the command

Examples:
  railhead new uranus-1942
  railhead orbat --side SU --depth 2
  railhead unit set 26tk sp=60% --reason \"losses of the march\"
  railhead undo")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalFlags,
    #[command(subcommand)]
    pub(crate) command: Command,
}
