//! `supply`: accounts and stock by hand.

use clap::Subcommand;

use crate::cli::desk::{Desk, Ended};
use crate::cli::flags::{Reading, Ruled, Writing};
use crate::cli::words::key_value;
use crate::ops::command::{Stocktake, SupplyReceive, SupplyTransfer};
use crate::ops::{Request, pick};
use crate::report::model::StockReport;

/// Shows and corrects stocks
#[derive(Debug, Subcommand)]
pub(crate) enum Supply {
    /// Lists what every account holds
    #[command(after_long_help = "\
With --format json:
  {\"accounts\":[{\"account\":\"d-5ta\",\"side\":\"SU\",\"square\":\"040022\",\"commodity\":\"log\",\"quantity\":12}]}

Examples:
  railhead supply stocks
  railhead supply stocks d-5ta
  railhead supply stocks --side AX --format csv
  railhead supply stocks --all")]
    Stocks {
        /// Only this account
        account: Option<String>,
        /// Only this side
        #[arg(long)]
        side: Option<String>,
        /// Boundary accounts too: where stock came from and where it ended
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Carries stock from one account to another on the same square
    #[command(after_long_help = "\
Accounts that are not on one square want --override: all else is driven.

Examples:
  railhead supply transfer d-5ta su.5ta.26tk.log 1 log
  railhead supply transfer d-5ta d-21a 2 pol --override \"lent overnight\"")]
    Transfer {
        /// From this account
        from: String,
        /// To this account
        to: String,
        /// How many units
        quantity: u32,
        /// What: `log`, `pol`, `fu_m`, `fu_h`, `fu_vh`
        commodity: String,
        #[command(flatten)]
        ruled: Ruled,
    },
    /// Takes stock in from a boundary account
    #[command(after_long_help = "\
Examples:
  railhead supply receive chir 6 log --from rail
  railhead supply receive d-6a 1 pol --from air --reason \"first lift\"")]
    Receive {
        /// Into this account
        account: String,
        /// How many units
        quantity: u32,
        /// What: `log`, `pol`, `fu_m`, `fu_h`, `fu_vh`
        commodity: String,
        /// From this boundary account: `rail`, `air`, `captured_from:SIDE`, ...
        #[arg(long, value_name = "ACCOUNT")]
        from: String,
        #[command(flatten)]
        ruled: Ruled,
    },
    /// Books the difference between what was counted and what is kept to `adjustment`
    #[command(after_long_help = "\
Wants a reason.

Examples:
  railhead supply stocktake d-5ta log=11 pol=8 --reason \"counted on the table after D2\"")]
    Stocktake {
        /// The account that was counted
        account: String,
        /// What was counted
        #[arg(required = true, value_name = "COMMODITY=N", value_parser = key_value)]
        counted: Vec<(String, String)>,
        #[command(flatten)]
        writing: Writing,
    },
}

impl Supply {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        match self {
            Self::Stocks { account, side, all, reading } => {
                let campaign = desk.look(reading)?;
                let account = account.as_deref().map(|word| pick::account(&campaign, word)).transpose()?;
                let side = side.as_deref().map(|word| pick::side(&campaign, word)).transpose()?;
                desk.print(&StockReport::new(&campaign, side, account.as_ref(), *all))
            }
            Self::Transfer { from, to, quantity, commodity, ruled } => {
                let (from, to, commodity) = (from.clone(), to.clone(), commodity.clone());
                let request = SupplyTransfer { from, to, quantity: *quantity, commodity };
                desk.ruled_change(ruled, &Request::SupplyTransfer(request))
            }
            Self::Receive { account, quantity, commodity, from, ruled } => {
                let (account, from, commodity) = (account.clone(), from.clone(), commodity.clone());
                let request = SupplyReceive { account, quantity: *quantity, commodity, from };
                desk.ruled_change(ruled, &Request::SupplyReceive(request))
            }
            Self::Stocktake { account, counted, writing } => {
                let request = Stocktake { account: account.clone(), counted: counted.clone() };
                desk.change(writing, &Request::Stocktake(request))
            }
        }
    }
}
