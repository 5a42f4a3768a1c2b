//! `partisans`: where they are about (house rule `partisans`).

use clap::Subcommand;

use ops::Request;
use ops::command::PartisansSet;
use report::model::PartisanList;

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, WritingFlags};

/// Lists, sets or clears partisans (house rule `partisans`)
#[derive(Debug, Subcommand)]
pub(crate) enum PartisansCommand {
    /// Lists where partisans are about, against whom, how strong, when, and what they raid now
    #[command(after_long_help = "\
Examples:
  railhead partisans list

JSON: see docs/JSON.md")]
    List {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Places partisans in squares
    #[command(after_long_help = "\
As a bound opens, a die is thrown for every such square that the side controls with none of its fighting leaves in or
beside it. On a roll up to their strength they raid: no lorry of the side passes the square in that bound, the first
open length of railway there is cut, and every supply vehicle there loses 1 SP.

Examples:
  railhead setting set partisans on
  railhead partisans set 0505 0506 --against AX --strength 3
  railhead partisans set 0505 --against AX --strength 2 --from 4am --until 6n")]
    Set {
        /// The squares
        #[arg(required = true)]
        squares: Vec<String>,
        /// The side that they harm
        #[arg(long, value_name = "SIDE")]
        against: String,
        /// The highest roll of a die on which they raid
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
        strength: u8,
        /// From this bound on
        #[arg(long, value_name = "BOUND")]
        from: Option<String>,
        /// Until this bound is over
        #[arg(long, value_name = "BOUND")]
        until: Option<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Removes partisans from squares
    #[command(after_long_help = "\
Examples:
  railhead partisans clear 0505 --against AX --reason \"swept by the security division\"")]
    Clear {
        /// The squares
        #[arg(required = true)]
        squares: Vec<String>,
        /// The side that they harm
        #[arg(long, value_name = "SIDE")]
        against: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

impl PartisansCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let set = |squares: &[String], against: &String, strength, from: &Option<String>, until: &Option<String>| {
            let (squares, against) = (squares.to_vec(), against.clone());
            Request::PartisansSet(PartisansSet { squares, against, strength, from: from.clone(), until: until.clone() })
        };
        match self {
            Self::List { reading } => {
                let (campaign, _) = ctx.look_as(reading)?;
                ctx.print(&PartisanList::new(&campaign))
            }
            Self::Set { squares, against, strength, from, until, writing } => {
                ctx.change(writing, &set(squares, against, *strength, from, until))
            }
            Self::Clear { squares, against, writing } => ctx.change(writing, &set(squares, against, 0, &None, &None)),
        }
    }
}
