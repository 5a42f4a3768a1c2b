//! `unit replacements`: the pools of replacements, and their entries.

use clap::{Args, Subcommand};

use ops::Request;
use ops::command::{ReplacementAdd, ReplacementRemove, ReplacementSet};
use report::model::ReplacementReport;

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, WritingFlags};
use crate::words::key_value;

/// Lists the pools of replacements: what has come, was given, and is due; adds, changes and removes entries
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_long_help = "\
An entry says how many SP come into which pool in which bound. The pool belongs to a formation, or to a side by its id;
the SP are for leaves of one arm or for any fighting leaves. `replacements.csv` in the folder has the entries known at
the start; `add`, `set` and `remove` change them during play, by their numbers in the list. At the end of a night SP go
to leaves that rest in supply: organised, halted, no enemy in the square, LOG in reach. The weakest leaf comes first,
ties by id, out of the nearest pool above it, `replacement_rate` SP for each division. The bound report lists them.

Examples:
  railhead unit replacements
  railhead unit replacements --side SU --as-of 2n
  railhead unit replacements add su.swf.5ta 12 --comes 4am

JSON: see docs/JSON.md"
)]
pub(crate) struct ReplacementsCommand {
    #[command(subcommand)]
    change: Option<Change>,
    #[command(flatten)]
    reading: ReadingFlags,
}

/// What is done to the entries.
#[derive(Debug, Subcommand)]
enum Change {
    /// Adds SP that come into a pool
    #[command(after_long_help = "\
POOL is a formation, which feeds those under it, or a side, which feeds them all. The entry goes to the end of the list.

Examples:
  railhead unit replacements add su.swf.5ta 12 --comes 4am --note \"march battalions 7 to 9\"
  railhead unit replacements add AX 6 --arm armour --comes next")]
    Add {
        /// The pool: a formation, or a side by its id
        pool: String,
        /// How many SP
        #[arg(value_parser = clap::value_parser!(u16).range(1..=9_999))]
        sp: u16,
        /// The bound: `next`, `3am`; by default the running one
        #[arg(long, value_name = "BOUND")]
        comes: Option<String>,
        /// For leaves of this arm only
        #[arg(long, value_name = "ARM")]
        arm: Option<String>,
        /// A note
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        note: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Changes an entry
    #[command(after_long_help = "\
Keys:
  pool=POOL     a formation or a side
  comes=BOUND   `next`, `3am`; not a bound that is over
  arm=ARM       for leaves of this arm only; `any` for all that fight
  sp=N          how many SP
  note=TEXT     a note
Once an entry has given SP, its pool and bound are fixed, and it cannot have fewer SP than it gave.

Examples:
  railhead unit replacements set 2 comes=5am --reason \"the bridge is down\"
  railhead unit replacements set 2 sp=8 arm=any")]
    Set {
        /// The number of the replacements in the list
        #[arg(value_name = "NUMBER")]
        entry: u32,
        /// What is to change
        #[arg(required = true, value_name = "KEY=VALUE", value_parser = key_value)]
        set: Vec<(String, String)>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Removes entries that have given nothing yet
    #[command(after_long_help = "\
The entries after them move up: the list shows their numbers.

Examples:
  railhead unit replacements remove 3 --reason \"kept by the high command\"
  railhead unit replacements remove 1 4")]
    Remove {
        /// The numbers of the replacements in the list
        #[arg(required = true, value_name = "NUMBER")]
        entries: Vec<u32>,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

impl ReplacementsCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let Some(change) = &self.change else {
            let (campaign, side) = ctx.look_as(&self.reading)?;
            return ctx.print(&ReplacementReport::new(&campaign, side));
        };
        let (writing, request) = match change {
            Change::Add { pool, sp, comes, arm, note, writing } => {
                let (pool, comes, arm, note) = (pool.clone(), comes.clone(), arm.clone(), note.clone());
                (writing, Request::ReplacementAdd(ReplacementAdd { pool, sp: *sp, comes, arm, note }))
            }
            Change::Set { entry, set, writing } => {
                (writing, Request::ReplacementSet(ReplacementSet { entry: *entry, set: set.clone() }))
            }
            Change::Remove { entries, writing } => {
                (writing, Request::ReplacementRemove(ReplacementRemove { entries: entries.clone() }))
            }
        };
        ctx.change(writing, &request)
    }
}
