//! `strikes`: air strikes on supply traffic (house rule `air_interdiction`).

use clap::{Args, Subcommand};

use ops::Request;
use ops::command::StrikesSet;
use report::model::StrikeList;

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, WritingFlags};

/// Lists, books or cancels air strikes on convoys and trains (house rule `air_interdiction`)
#[derive(Debug, Subcommand)]
pub(crate) enum StrikesCommand {
    /// Lists booked air strikes
    #[command(after_long_help = "\
For the umpire: the list shows future strikes.

Examples:
  railhead strikes list

JSON: see docs/JSON.md")]
    List {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Books air strikes on squares, or on the trains of a railway
    #[command(after_long_help = "\
Strikes are flown in one bound, by day, and end when it closes. A convoy of the side takes `strike_minutes` longer for
every square under attack that it enters. As the bound closes each of its vehicles throws a die for the square, and up
to `strike_die` loses 1 SP with its share of the load. A day's trains arrive as its morning opens: book strikes against
them in the bound before, with `--for next`. A die is thrown for every railhead whose trains pass a square under attack
or run on the line: up to `strike_die`, `strike_trains` percent of the day's supplies are lost. In flying weather
neither good nor `none`, minutes and die are the share `air_limited` of these, rounded down; in `none`, and by night,
nobody flies.

Examples:
  railhead setting set air_interdiction on
  railhead strikes book 0505 0506 --against AX
  railhead strikes book 0505 --against AX --for next
  railhead strikes book --line \"Likhaya-Stalingrad line (Don bridge gap)\" --against SU --for 3am")]
    Book(TargetFlags),
    /// Cancels booked air strikes
    #[command(after_long_help = "\
Examples:
  railhead strikes cancel 0505 --against AX --for next --reason \"fog is expected\"")]
    Cancel(TargetFlags),
}

/// What is hit, of whom, and when
#[derive(Debug, Args)]
pub(crate) struct TargetFlags {
    /// The squares
    #[arg(required_unless_present = "line")]
    squares: Vec<String>,
    /// The railway whose trains are hit
    #[arg(long, value_name = "NAME")]
    line: Option<String>,
    /// The side whose traffic is hit
    #[arg(long, value_name = "SIDE")]
    against: String,
    /// The bound: `next`, `3am`; by default the running one
    #[arg(long = "for", value_name = "BOUND")]
    bound: Option<String>,
    #[command(flatten)]
    writing: WritingFlags,
}

impl StrikesCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (targets, cancel) = match self {
            Self::List { reading } => {
                let (campaign, _) = ctx.look_as(reading)?;
                return ctx.print(&StrikeList::new(&campaign));
            }
            Self::Book(targets) => (targets, false),
            Self::Cancel(targets) => (targets, true),
        };
        let TargetFlags { squares, line, against, bound, writing } = targets;
        let (squares, line, against, bound) = (squares.clone(), line.clone(), against.clone(), bound.clone());
        ctx.change(writing, &Request::StrikesSet(StrikesSet { squares, line, against, bound, cancel }))
    }
}
