//! `crossing`: bridges, ferries, fords, ice.

use clap::{Args, Subcommand};

use crate::cli::desk::{Desk, Ended};
use crate::cli::flags::{Reading, Writing};
use crate::ops::Request;
use crate::ops::command::{CrossingDeed, CrossingSet};
use crate::report::model::CrossingList;

/// Lists, destroys, repairs, opens or closes crossings
#[derive(Debug, Subcommand)]
pub(crate) enum Crossing {
    /// Lists every crossing by river, with its squares, what it carries, and its state
    #[command(after_long_help = "\
With --format json:
  [{\"id\":\"kalach\",\"name\":\"Kalach bridge\",\"river\":\"Don\",\"squares\":[\"057052\",\"058052\"],\"kind\":\"bridge\",
    \"carries\":\"foot vehicles\",\"state\":\"open\",\"from\":null,\"until\":null,\"usable\":true}]

Examples:
  railhead crossing list
  railhead crossing list --format csv")]
    List {
        #[command(flatten)]
        reading: Reading,
    },
    /// Destroys a crossing
    #[command(after_long_help = "Examples:\n  railhead crossing destroy kalach --reason \"blown by its guard\"")]
    Destroy(One),
    /// Repairs a destroyed crossing
    #[command(after_long_help = "Examples:\n  railhead crossing repair kalach")]
    Repair(One),
    /// Opens a closed crossing, at once or between two bounds
    #[command(after_long_help = "\
Examples:
  railhead crossing open ferry-62a
  railhead crossing open don-ice --from 20n --until 90n")]
    Open(Dated),
    /// Closes a crossing: at once, from a bound on, or until a bound is over
    #[command(after_long_help = "\
Examples:
  railhead crossing close ferry-62a --reason \"drift ice\"
  railhead crossing close ferry-62a --from 4am
  railhead crossing close ferry-62a --until 3n")]
    Close(Dated),
}

/// One crossing.
#[derive(Debug, Args)]
pub(crate) struct One {
    /// The crossing: its id or its name
    crossing: String,
    #[command(flatten)]
    writing: Writing,
}

/// One crossing and dates.
#[derive(Debug, Args)]
pub(crate) struct Dated {
    /// The crossing: its id or its name
    crossing: String,
    /// From this bound on
    #[arg(long, value_name = "BOUND")]
    from: Option<String>,
    /// Until this bound is over
    #[arg(long, value_name = "BOUND")]
    until: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

impl Crossing {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let one = |words: &One, deed| {
            let request = CrossingSet { crossing: words.crossing.clone(), deed, from: None, until: None };
            (words.writing.clone(), request)
        };
        let dated = |words: &Dated, deed| {
            let (from, until) = (words.from.clone(), words.until.clone());
            (words.writing.clone(), CrossingSet { crossing: words.crossing.clone(), deed, from, until })
        };
        let (writing, request) = match self {
            Self::List { reading } => {
                let campaign = desk.look(reading)?;
                return desk.print(&CrossingList::new(&campaign));
            }
            Self::Destroy(words) => one(words, CrossingDeed::Destroy),
            Self::Repair(words) => one(words, CrossingDeed::Repair),
            Self::Open(words) => dated(words, CrossingDeed::Open),
            Self::Close(words) => dated(words, CrossingDeed::Close),
        };
        desk.change(&writing, &Request::CrossingSet(request))
    }
}
