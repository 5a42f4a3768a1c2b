//! `order`, `dig-in`, `contact`: what units are to do, and whom they meet.

use clap::Args;

use crate::cli::desk::{Desk, Ended};
use crate::cli::error::Failure;
use crate::cli::flags::{Reading, Ruled, Writing};
use crate::ops::command::{DigIn, OrderCancel, OrderDeed, OrderGive};
use crate::ops::{Request, pick, query};
use crate::report::model::{ContactList, OrderList};

use super::march::Manner;

/// Orders kept until `bound march` carries them out, both sides together
#[derive(Debug, Args)]
#[command(after_long_help = "\
  railhead order UNIT move SQUARE...         with the flags of `move`
  railhead order UNIT dig-in [--fortify]
  railhead order UNIT reorganise
  railhead order list [--side S]
  railhead order cancel UNIT [--for BOUND]
A unit has one order a bound: a new one takes the place of the old. Where a formation and a unit under it both have
orders, the unit goes by its own. `bound march` carries out marches and digging in; `bound close` forgets what is left.

With --format json `order list` gives:
  [{\"unit\":\"su.5ta.26tk\",\"name\":\"26th Tank Corps\",\"side\":\"SU\",
    \"bound\":{\"day\":1,\"phase\":\"am\",\"date\":\"1942-11-19\",\"label\":\"D1 am\"},\"deed\":\"move\",
    \"way\":[\"036037\"],\"rate\":\"contact\",\"how\":[\"close_up\"]}]

Examples:
  railhead order 26tk move Perelazovsky
  railhead order 16pz move Peskovatka --rate road --for next
  railhead order 376id dig-in
  railhead order list
  railhead order cancel 26tk")]
pub(crate) struct Order {
    /// The unit; or `list`, or `cancel`
    #[arg(value_name = "UNIT|list|cancel")]
    first: String,
    /// What it is to do: `move`, `dig-in`, `reorganise`; after `cancel` the unit
    #[arg(value_name = "DEED|UNIT")]
    second: Option<String>,
    /// Way points of a march, and at the end the square to which the unit is to come
    #[arg(value_name = "SQUARE")]
    way: Vec<String>,
    /// For which bound: the running one, or the next (`next`)
    #[arg(long = "for", value_name = "BOUND")]
    bound: Option<String>,
    /// Of digging in: fortifies
    #[arg(long)]
    fortify: bool,
    /// Of the list: only this side
    #[arg(long, value_name = "S")]
    side: Option<String>,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    reading: Reading,
}

impl Order {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        match (self.first.as_str(), self.second.as_deref()) {
            ("list", None) => {
                let (campaign, side) = desk.look_as(&self.reading, self.side.as_ref())?;
                desk.print(&OrderList::new(&campaign, side))
            }
            ("cancel", Some(unit)) => {
                let request = OrderCancel { unit: unit.to_owned(), bound: self.bound.clone() };
                desk.change(&self.writing, &Request::OrderCancel(request))
            }
            (unit, Some(deed)) => {
                let request = OrderGive { deed: self.deed(unit, deed)?, bound: self.bound.clone() };
                desk.change(&self.writing, &Request::OrderGive(request))
            }
            (_, None) => Err(Failure::words("an order wants a unit and what it is to do")
                .hint("`railhead order UNIT move SQUARE`, `railhead order UNIT dig-in`, `railhead order list`")),
        }
    }

    fn deed(&self, unit: &str, deed: &str) -> Result<OrderDeed, Failure> {
        match deed.replace('_', "-").as_str() {
            "move" => Ok(OrderDeed::Move(self.manner.request(unit, &self.way))),
            "dig-in" => Ok(OrderDeed::DigIn(DigIn { unit: unit.to_owned(), fortify: self.fortify })),
            "reorganise" => Ok(OrderDeed::Reorganise { unit: unit.to_owned() }),
            _ => Err(Failure::words(format!("`{deed}` is nothing that can be ordered"))
                .hint("it takes `move`, `dig-in`, `reorganise`")),
        }
    }
}

/// Digs a unit in, or fortifies its squares
#[derive(Debug, Args)]
#[command(
    name = "dig-in",
    after_long_help = "\
A leaf takes an hour with engineers of its division in or beside its square, else the whole of a bound in which it has
not marched. Fortifying takes a day in the same square and a bound without marching. With an enemy fighting leaf in
the square neither can be done. --override digs in at once.

Examples:
  railhead dig-in 376id
  railhead dig-in 44id --fortify --override \"lines of the summer\""
)]
pub(crate) struct DigInWords {
    /// The unit
    unit: String,
    /// Fortifies
    #[arg(long)]
    fortify: bool,
    #[command(flatten)]
    ruled: Ruled,
}

impl DigInWords {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let request = DigIn { unit: self.unit.clone(), fortify: self.fortify };
        desk.ruled_change(&self.ruled, &Request::DigIn(request))
    }
}

/// Lists who is in contact with whom, and since when: the battles of the bound
#[derive(Debug, Args)]
#[command(after_long_help = "\
Fighting leaves of two sides are in contact in one square and in neighbouring ones that no closed river parts. A row
is a pair of squares; `time left` is what who came last has left of the hours of the bound. `more` names the bound in
which others came up to a pair that was in contact before, by marching or in a battle; --new shows those too.

With --format json:
  [{\"parties\":[{\"side\":\"SU\",\"square\":\"036025\",\"units\":[\"su.5ta.26tk\"],\"leaves\":[\"su.5ta.26tk.b1\"]},
      {\"side\":\"AX\",\"square\":\"036026\",\"units\":[\"ax.r3.v.5id\"],\"leaves\":[\"ax.r3.v.5id.r2.b2\"]}],
    \"since\":{\"day\":1,\"phase\":\"am\",\"date\":\"1942-11-19\",\"label\":\"D1 am\"},
    \"joined\":{\"day\":1,\"phase\":\"am\",\"date\":\"1942-11-19\",\"label\":\"D1 am\"},\"new\":true,
    \"came_last\":\"SU\",\"minutes_left\":180}]

Examples:
  railhead contact --new
  railhead contact 26tk
  railhead contact --as-of 2pm")]
pub(crate) struct ContactWords {
    /// Only the contacts of this unit
    unit: Option<String>,
    /// Only those that came about in the running bound, or to which more came up in it
    #[arg(long)]
    new: bool,
    #[command(flatten)]
    reading: Reading,
}

impl ContactWords {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let campaign = desk.look(&self.reading)?;
        let unit = self.unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
        desk.print(&ContactList::new(&campaign, &query::contacts(&campaign), unit, self.new))
    }
}
