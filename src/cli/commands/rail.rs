//! `rail`: railways.

use clap::{Args, Subcommand};

use crate::cli::desk::{Desk, Ended};
use crate::cli::flags::{Reading, Writing};
use crate::domain::RailState;
use crate::ops::command::RailSet;
use crate::ops::{Request, query};
use crate::report::model::RailList;

/// Lists railways, cuts or repairs a length of one
#[derive(Debug, Subcommand)]
pub(crate) enum Rail {
    /// Lists the railways with their users, railheads, which of these are not fed, and cuts
    #[command(after_long_help = "\
With --format json:
  [{\"line\":\"Stalingrad-Likhaya\",\"gauge\":1520,\"users\":[\"AX\"],\"squares\":88,\"ends\":[\"021050\",\"070048\"],
    \"cuts\":[\"057052-058052\"],\"railheads\":[\"chir\"],\"fed\":[\"chir\"]}]

Examples:
  railhead rail status
  railhead rail status --as-of start --format csv")]
    Status {
        #[command(flatten)]
        reading: Reading,
    },
    /// Cuts the railway between two neighbouring squares
    #[command(after_long_help = "Examples:\n  railhead rail cut 057052 058052 --reason \"cavalry raid\"")]
    Cut(Length),
    /// Repairs the railway between two neighbouring squares
    #[command(after_long_help = "Examples:\n  railhead rail repair 057052 058052")]
    Repair(Length),
}

/// A length of railway.
#[derive(Debug, Args)]
pub(crate) struct Length {
    /// One of its two squares
    from: String,
    /// The other
    to: String,
    /// Only this line, where several run there
    #[arg(long, value_name = "NAME")]
    line: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

impl Rail {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let (words, state) = match self {
            Self::Status { reading } => {
                let campaign = desk.look(reading)?;
                return desk.print(&RailList::new(&campaign, &query::fed_railheads(&campaign)));
            }
            Self::Cut(words) => (words, RailState::Cut),
            Self::Repair(words) => (words, RailState::Open),
        };
        let (from, to, line) = (words.from.clone(), words.to.clone(), words.line.clone());
        desk.change(&words.writing, &Request::RailSet(RailSet { from, to, line, state }))
    }
}
