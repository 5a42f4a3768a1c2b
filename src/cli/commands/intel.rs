//! `intel`: what each side knows of the other.

use clap::{Subcommand, ValueEnum};

use ops::Request;
use ops::command::{IntelAdd, IntelForget, IntelSet};
use report::model::SightingList;

use super::map::square_or_unit;
use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, WritingFlags};
use crate::words::key_value;

/// What has a line in `intel show`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SightingsBy {
    /// Every sighting
    Sighting,
    /// The sightings of one age near one place
    Place,
}

/// Shows and corrects what each side knows of the enemy
#[derive(Debug, Subcommand)]
pub(crate) enum IntelCommand {
    /// Lists sightings: what is believed to stand where, and when it was seen last
    #[command(after_long_help = "\
Fighting units sight whatever stands in their square or beside it: arm and size of fighting units, of others only that
something is there. Who has fought a battle knows the names of those whom it fought. A sighting is fresh in its bound,
may be gone after three, and is given up after `sighting_bounds`. Every report with --side shows these in the place of
the enemy's formations.

Examples:
  railhead intel show
  railhead intel show --side AX --by place
  railhead intel show --at 26tk --side SU
  railhead intel show --as-of 2n --format csv

JSON: see docs/JSON.md")]
    Show {
        /// Only those round this square, place or unit
        #[arg(long, value_name = "SQUARE|UNIT")]
        at: Option<String>,
        /// How many squares from it in each direction
        #[arg(long, value_name = "N", default_value_t = 4, requires = "at")]
        radius: u16,
        /// A line each, or a line a place with what stands near it
        #[arg(long, value_enum, default_value_t = SightingsBy::Sighting)]
        by: SightingsBy,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Tells a side of enemy troops, true or not
    #[command(after_long_help = "\
Keys: arm, echelon, units, name, sp, grade, note, bound (when they were seen), of (the formation that they are in truth).
Without any, the side knows that something is there.

Examples:
  railhead intel add Kalach --side SU arm=armour units=3 echelon=battalion
  railhead intel add 058052 --side AX name=\"4th Tank Corps\" of=4tk bound=2am --reason \"air reconnaissance\"")]
    Add {
        /// Where they are said to stand
        square: String,
        /// The side that is told
        #[arg(long)]
        side: String,
        /// Whose troops they are, where there are more than two sides
        #[arg(long, value_name = "SIDE")]
        enemy: Option<String>,
        /// What is told of them
        #[arg(value_name = "KEY=VALUE", value_parser = key_value)]
        set: Vec<(String, String)>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Changes what a side believes
    #[command(after_long_help = "\
Keys: square, bound, of, arm, echelon, units, name, sp, grade, note; `none` for what is not known any more.

Examples:
  railhead intel set SU-s3 name=\"26th Tank Corps\" grade=veteran
  railhead intel set AX-s1 square=Kalach sp=none --reason \"the agent was wrong\"")]
    Set {
        /// The sighting
        sighting: String,
        /// What is to change
        #[arg(required = true, value_name = "KEY=VALUE", value_parser = key_value)]
        set: Vec<(String, String)>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Makes a side forget sightings
    #[command(after_long_help = "\
Examples:
  railhead intel forget SU-s3
  railhead intel forget SU-s3 SU-s4 --reason \"they were decoys\"")]
    Forget {
        /// The sightings
        #[arg(required = true)]
        sightings: Vec<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

impl IntelCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Show { at, radius, by, reading } => {
                let (campaign, side) = ctx.look_as(reading)?;
                let at = at.as_deref().map(|word| square_or_unit(&campaign, word)).transpose()?;
                let seen = SightingList::new(&campaign, side, at.map(|square| (square, *radius)));
                ctx.print(&if *by == SightingsBy::Place { seen.by_place() } else { seen })
            }
            Self::Add { square, side, enemy, set, writing } => {
                let (square, side, enemy, set) = (square.clone(), side.clone(), enemy.clone(), set.clone());
                ctx.change(writing, &Request::IntelAdd(IntelAdd { square, side, enemy, set }))
            }
            Self::Set { sighting, set, writing } => {
                let request = IntelSet { sighting: sighting.clone(), set: set.clone() };
                ctx.change(writing, &Request::IntelSet(request))
            }
            Self::Forget { sightings, writing } => {
                ctx.change(writing, &Request::IntelForget(IntelForget { sightings: sightings.clone() }))
            }
        }
    }
}
