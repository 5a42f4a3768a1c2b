//! How a stock that falls short is put right by the umpire: from accounts further up, from outside the map, with a vehicle
//! given where none has room.
//!
//! What it never does: drive; what convoys could bring is asked of `plan`.

use campaign::{Campaign, Formation};
use domain::{AccountId, Bound, Commodity, FormationId, Square};

use crate::plan::Trip;
use crate::rail::trains::RailIntake;
use crate::rail::trains::TrainLoad;
use crate::standing::mend::{Mend, NewLeaf};

/// A step of what mends something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockMend {
    /// What to do.
    pub means: Means,
    /// To which way of mending it belongs, from 1: each mends by itself.
    pub way: u8,
    /// The bound in which it has come about; none for what is done at once.
    pub arrives: Option<Bound>,
    /// Whether it cannot be begun as things stand: a battle that nobody could be drawn for.
    pub is_out_of_reach: bool,
}

/// What mends something on the way to a formation.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Means {
    /// What mends its line or chain, or a vehicle given to who has none in reach.
    Mend(Mend),
    /// Units are booked from one account to another, as if driven.
    Transfer { units: i64, commodity: Commodity, from: String, to: String },
    /// Units are booked from outside the map.
    Receive {
        units: i64,
        commodity: Commodity,
        to: String,
        /// Whether trains bring them, else aircraft.
        by_rail: bool,
    },
    /// Vehicles are given that carry so many units more.
    Carriers(NewLeaf, i64),
    /// Vehicles are sent.
    Send(Box<Trip>),
    /// The trains of a railhead go before those of all others.
    Priority {
        railhead: AccountId,
        commodity: Commodity,
        /// How many units more it gets in a day.
        more: u32,
        /// What others get less.
        less: Vec<(TrainLoad, AccountId)>,
    },
    /// A transport wing flies.
    Fly { wing: FormationId, to: AccountId, commodity: Commodity, sorties: u32, is_dropped: bool },
}

impl From<Means> for StockMend {
    /// A step of the first way, done at once.
    fn from(means: Means) -> Self {
        Self { means, way: 1, arrives: None, is_out_of_reach: false }
    }
}

/// An account on the way: its id, what it holds, and what comes in a day.
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) holds: i64,
    /// How many units come in a day.
    pub(crate) intake: i64,
    /// What trains bring, of a railhead.
    pub(crate) rail: Option<RailIntake>,
}

/// Brings what is short from the accounts further up, the nearest first; the rest must come from outside: by rail
/// where trains reach one of them, else by air.
pub(crate) fn bring(into: &str, commodity: Commodity, short: i64, from: &[Account], by_rail: bool) -> Vec<StockMend> {
    let (mut left, mut mends) = (short, Vec::new());
    for account in from {
        let units = left.min(account.holds);
        if units > 0 {
            let (from, to) = (account.id.clone(), into.to_owned());
            mends.push(StockMend::from(Means::Transfer { units, commodity, from, to }));
            left -= units;
        }
    }
    if left > 0 {
        mends.push(Means::Receive { units: left, commodity, to: into.to_owned(), by_rail }.into());
    }
    mends
}

/// One more vehicle where a formation stands, with what is short: nothing of its own in reach has room.
pub(crate) fn give_and_fill(
    campaign: &Campaign,
    to: &Formation,
    square: Option<Square>,
    commodity: Commodity,
    short: i64,
) -> Vec<StockMend> {
    let Some(square) = square else { return Vec::new() };
    let carries = if commodity == Commodity::Pol { Commodity::Pol } else { Commodity::Log };
    let leaf = NewLeaf::new(campaign, &to.id, Some(carries), square);
    let filled = bring(leaf.id.as_str(), commodity, short, &[], false);
    std::iter::once(Means::Mend(Mend::Give(leaf)).into()).chain(filled).collect()
}
