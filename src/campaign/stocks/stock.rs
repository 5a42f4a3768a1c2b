//! Stocks: dumps, railheads, balances of accounts, and the transfers that made them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use domain::{AccountId, Bound, Commodity, Echelon, FormationId, SideId, Square, record};

/// A dump: stock on the ground that belongs to a formation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dump {
    /// Its account.
    pub id: AccountId,
    /// The formation to which it belongs.
    pub owner: FormationId,
    /// The level that it serves.
    pub level: Echelon,
    /// Its name.
    pub name: String,
    /// Where it was said to be, if by name.
    pub place: Option<String>,
    /// The square on which it stands.
    pub square: Square,
    /// Whether it is a source: a depot that stands for a railway.
    pub source: bool,
    /// Whether it is closed: it serves nobody any more, and what it holds stays until it is carried away.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closed: bool,
    /// A note of the organiser's.
    pub note: String,
}

impl Dump {
    /// Whether it is called otherwise than by its id.
    pub fn is_named(&self) -> bool {
        !self.name.is_empty() && self.name != self.id.as_str()
    }
}

record!(Dump { id, owner, level, name, place, square, source, note, closed });

/// A railhead: where a railway can be unloaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Railhead {
    /// Its account.
    pub id: AccountId,
    /// Where it was said to be, if by name.
    pub place: Option<String>,
    /// The square on which it stands.
    pub square: Square,
    /// The name of the railway on which it lies.
    pub line: String,
    /// The side that it serves.
    pub side: SideId,
    /// Whether it is a source: where a railway comes in over the map edge.
    pub source: bool,
    /// How many LOG come in a day.
    pub log_a_day: u32,
    /// How many POL come in a day.
    pub pol_a_day: u32,
    /// The formation for which its trains come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serves: Option<FormationId>,
    /// Whose trains go first where they share what there is: 1 before 2; 0 after all that have one.
    #[serde(default, skip_serializing_if = "domain::is_zero")]
    pub priority: u32,
    /// Whether it is closed: no train comes, and what it holds stays until it is carried away.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closed: bool,
    /// A note of the organiser's.
    pub note: String,
}

record!(Railhead { id, place, square, line, side, source, log_a_day, pol_a_day, note, serves, priority, closed });

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The accounts that stock comes from or ends in; only these may be below zero.
pub const BOUNDARY_ACCOUNTS: [&str; 7] = ["opening", "rail", "air", "consumed", "destroyed", "lost", "adjustment"];

/// The start of the boundary accounts that name from whom stock was captured: `captured_from:AX`.
pub const CAPTURED_FROM: &str = "captured_from:";

/// Whether an account is a boundary account, which may be below zero and stands nowhere.
pub fn is_boundary(account: &str) -> bool {
    BOUNDARY_ACCOUNTS.contains(&account) || account.starts_with(CAPTURED_FROM)
}

/// Stock that went from one account to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// Its number, from 1.
    pub number: u64,
    /// From which account.
    pub from: AccountId,
    /// To which account, another one.
    pub to: AccountId,
    /// What.
    pub commodity: Commodity,
    /// How many units, above zero.
    pub quantity: u32,
    /// In which bound.
    pub bound: Bound,
    /// Why.
    pub reason: String,
}

record!(Transfer { number, from as "from_account", to as "to_account", commodity, quantity, bound, reason });

impl Transfer {
    /// Why stock goes onto the vehicles of a convoy.
    pub const LOADED: &str = "loaded by convoy";
    /// Why it goes off them.
    pub const UNLOADED: &str = "unloaded by convoy";

    /// Whether a convoy loaded or unloaded it.
    pub fn is_by_convoy(&self) -> bool {
        [Self::LOADED, Self::UNLOADED].contains(&self.reason.as_str())
    }
}

/// The balances, and the transfers since some number.
///
/// Equality is that of balances and of the number of transfers made: how many of these a value holds depends on
/// whether it was loaded from the tables or folded from the log.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct StockBook {
    balances: BTreeMap<AccountId, BTreeMap<Commodity, i64>>,
    made: u64,
    transfers: Vec<Transfer>,
}

impl PartialEq for StockBook {
    fn eq(&self, other: &Self) -> bool {
        self.balances == other.balances && self.made == other.made
    }
}

impl Eq for StockBook {}

impl StockBook {
    /// A book from balances already kept and the number of transfers that made them.
    pub fn from_balances(balances: impl IntoIterator<Item = (AccountId, Commodity, i64)>, made: u64) -> Self {
        let mut book = Self { made, ..Self::default() };
        for (account, commodity, quantity) in balances {
            book.add(&account, commodity, quantity);
        }
        book
    }

    /// How much an account holds of a commodity.
    pub fn balance(&self, account: &str, commodity: Commodity) -> i64 {
        self.balances.get(account).and_then(|held| held.get(&commodity)).copied().unwrap_or(0)
    }

    /// Every account that holds something or owes something, with commodity and balance, in order.
    pub fn balances(&self) -> impl Iterator<Item = (&AccountId, Commodity, i64)> {
        self.balances.iter().flat_map(|(account, held)| held.iter().map(move |(c, q)| (account, *c, *q)))
    }

    /// How many transfers there have been.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// The transfers that this value holds, the oldest first.
    pub fn transfers(&self) -> &[Transfer] {
        &self.transfers
    }

    /// Books a transfer. What is legal is for [`super::apply`] to say.
    pub(crate) fn book(&mut self, transfer: Transfer) {
        self.add(&transfer.from, transfer.commodity, -i64::from(transfer.quantity));
        self.add(&transfer.to, transfer.commodity, i64::from(transfer.quantity));
        self.made = transfer.number;
        self.transfers.push(transfer);
    }

    /// Keeps what these accounts hold, and the transfers that touch one of them: for what is only shown.
    pub(crate) fn keep_accounts(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.balances.retain(|account, _| is_kept(account.as_str()));
        self.transfers.retain(|transfer| is_kept(transfer.from.as_str()) || is_kept(transfer.to.as_str()));
        self.made = self.transfers.len() as u64;
    }

    /// Takes an account to hold so much, without a transfer: for what is only supposed, never for what is kept.
    pub(crate) fn suppose(&mut self, account: &AccountId, commodity: Commodity, quantity: i64) {
        let change = quantity - self.balance(account.as_str(), commodity);
        if change != 0 {
            self.add(account, commodity, change);
        }
    }

    fn add(&mut self, account: &AccountId, commodity: Commodity, quantity: i64) {
        let held = self.balances.entry(account.clone()).or_default();
        let balance = held.entry(commodity).or_insert(0);
        *balance += quantity;
        if *balance == 0 {
            held.remove(&commodity);
            if held.is_empty() {
                self.balances.remove(account);
            }
        }
    }
}
