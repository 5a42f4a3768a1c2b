//! `mines`: minefields laid, gapped and closed.

use clap::{Args, Subcommand};

use ops::Request;
use ops::command::{MinesAction, MinesSet, MinesWork};
use report::model::MinesList;

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, RuledFlags, WritingFlags};

/// Lists, lays, gaps and closes minefields
#[derive(Debug, Subcommand)]
pub(crate) enum MinesCommand {
    /// Lists minefields: where, whose, whether gapped, and from which bound
    #[command(after_long_help = "\
Examples:
  railhead mines list
  railhead mines list --as-of 2am

JSON: see docs/JSON.md")]
    List {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Has engineers lay mines in a square
    #[command(after_long_help = "\
Engineers of the unit must stand in the square or beside it. A company needs eight hours for a km, so a battalion of
three companies lays 3 km in eight hours. Work beyond the hours left in the bound continues in the next bounds, and the
mines lie from the bound in which it is finished.

Examples:
  railhead mines lay 0505 --by 44id")]
    Lay(MinesWorkFlags),
    /// Has engineers gap mines, their own or the enemy's
    #[command(after_long_help = "\
Engineers of the unit must stand in the square or beside it; they need an hour of the bound. If the enemy stands in the
square, gap the mines in battle: see the setting `mines`.

Examples:
  railhead mines gap 0505 --by 26tk")]
    Gap(MinesWorkFlags),
    /// Has engineers close a gap in mines of their side
    #[command(after_long_help = "\
Engineers of the unit must stand in the square or beside it; they need an hour of the bound.

Examples:
  railhead mines close 0505 --by 44id")]
    Close(MinesWorkFlags),
    /// Sets whose mines lie in squares, as the umpire's correction
    #[command(after_long_help = "\
Examples:
  railhead mines set 0505 0506 --side AX --note \"laid in October\"
  railhead mines set 0505 --side AX --gapped
  railhead mines set 0507 --side AX --from 3am")]
    Set {
        /// The squares
        #[arg(required = true)]
        squares: Vec<String>,
        /// The side that laid them
        #[arg(long, value_name = "SIDE")]
        side: String,
        /// They have a gap
        #[arg(long)]
        gapped: bool,
        /// They lie from this bound on
        #[arg(long, value_name = "BOUND")]
        from: Option<String>,
        /// A note
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Removes the mines from squares
    #[command(after_long_help = "\
Examples:
  railhead mines clear 0505 --reason \"lifted by the engineers of the army\"")]
    Clear {
        /// The squares
        #[arg(required = true)]
        squares: Vec<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

/// Engineers at work in a square.
#[derive(Debug, Args)]
pub(crate) struct MinesWorkFlags {
    /// The square
    square: String,
    /// The unit whose engineers do it
    #[arg(long, value_name = "UNIT")]
    by: String,
    #[command(flatten)]
    ruled: RuledFlags,
}

impl MinesCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let mut work = |words: &MinesWorkFlags, action| {
            let (square, by) = (words.square.clone(), words.by.clone());
            ctx.ruled_change(&words.ruled, &Request::MinesWork(MinesWork { square, action, by }))
        };
        match self {
            Self::Lay(words) => work(words, MinesAction::Lay),
            Self::Gap(words) => work(words, MinesAction::Gap),
            Self::Close(words) => work(words, MinesAction::Close),
            Self::List { reading } => {
                let (campaign, _) = ctx.look_as(reading)?;
                ctx.print(&MinesList::new(&campaign))
            }
            Self::Set { squares, side, gapped, from, note, writing } => {
                let (squares, side) = (squares.clone(), Some(side.clone()));
                let (from, note) = (from.clone(), note.clone());
                ctx.change(writing, &Request::MinesSet(MinesSet { squares, side, gapped: *gapped, from, note }))
            }
            Self::Clear { squares, writing } => {
                let squares = squares.clone();
                let request = MinesSet { squares, side: None, gapped: false, from: None, note: None };
                ctx.change(writing, &Request::MinesSet(request))
            }
        }
    }
}
