//! `dump`: dumps and railheads.

use clap::Subcommand;

use ops::Request;
use ops::command::{DumpClose, DumpDestroy, DumpMove, DumpOpen};
use report::model::DumpList;

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, RuledFlags, WritingFlags};

/// Lists, opens, moves or closes dumps
#[derive(Debug, Subcommand)]
pub(crate) enum DumpCommand {
    /// Lists dumps and railheads with what they hold
    #[command(after_long_help = "\
Under the house rule `news_delay` --side shows what was last reported, with the bound of that report.

Examples:
  railhead dump list
  railhead dump list --side AX

JSON: see docs/JSON.md")]
    List {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Opens a dump for a formation
    #[command(after_long_help = "\
With --by, a LOG vehicle of that unit opens it where the vehicle stands, on ground of its side, and needs an hour of the
bound. Without --by it is the umpire's correction. The id of a closed dump that still holds stock reopens it.

Examples:
  railhead dump open d-26tk --owner 26tk --by 26tk.u3-1
  railhead dump open d-26tk --owner 26tk --at Perelazovsky
  railhead dump open depot-kamyshin --owner su.df --at 071013 --level army --source")]
    Open {
        /// The id of the new dump
        id: String,
        /// The formation to which it belongs
        #[arg(long, value_name = "UNIT")]
        owner: String,
        /// Where it stands
        #[arg(long, value_name = "SQUARE", required_unless_present = "by")]
        at: Option<String>,
        /// The LOG vehicle, or the unit whose vehicle, opens it
        #[arg(long, value_name = "UNIT")]
        by: Option<String>,
        /// The level that it serves; by default its owner's
        #[arg(long, value_name = "ECHELON")]
        level: Option<String>,
        /// Its name; by default its id
        #[arg(long)]
        name: Option<String>,
        /// It is a source: a depot that stands for a railway
        #[arg(long)]
        source: bool,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    /// Moves a dump, stock and all
    #[command(after_long_help = "Examples:\n  railhead dump move d-26tk Kalach")]
    Move {
        /// The dump
        dump: String,
        /// The square to which it goes
        square: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Closes a dump: it no longer serves anybody
    #[command(after_long_help = "\
An empty dump is removed at once. A dump with stock keeps it until it is carried away, and is removed when the bound in
which it becomes empty closes.

Examples:
  railhead dump close d-26tk")]
    Close {
        /// The dump
        dump: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Destroys a dump before a retreat, all of it or all but what you keep
    #[command(after_long_help = "\
The destroyed stock goes to the account `destroyed`. Without --keep the dump is removed.

Examples:
  railhead dump destroy d-26tk --reason \"before the retreat\"
  railhead dump destroy d-26tk --keep 2")]
    Destroy {
        /// The dump
        dump: String,
        /// Keeps this many units of each commodity, and the dump
        #[arg(long, value_name = "N")]
        keep: Option<u32>,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

impl DumpCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::List { reading } => {
                let (campaign, side) = ctx.look_as(reading)?;
                ctx.print(&DumpList::new(&campaign, side))
            }
            Self::Open { id, owner, at, by, level, name, source, ruled } => {
                let (id, owner, at) = (id.clone(), owner.clone(), at.clone());
                let (level, name, source, by) = (level.clone(), name.clone(), *source, by.clone());
                ctx.ruled_change(ruled, &Request::DumpOpen(DumpOpen { id, owner, at, level, name, source, by }))
            }
            Self::Move { dump, square, writing } => {
                ctx.change(writing, &Request::DumpMove(DumpMove { dump: dump.clone(), to: square.clone() }))
            }
            Self::Destroy { dump, keep, writing } => {
                ctx.change(writing, &Request::DumpDestroy(DumpDestroy { dump: dump.clone(), keep: *keep }))
            }
            Self::Close { dump, writing } => ctx.change(writing, &Request::DumpClose(DumpClose { dump: dump.clone() })),
        }
    }
}
