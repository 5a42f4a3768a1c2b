//! Orders: what a unit is to do in the running or the next bound and has not done yet.

use serde::{Deserialize, Serialize};

use domain::{AccountId, Bound, Echelon, FormationId, Square};

use crate::march::Manner;
use crate::stocks::convoy::{Goal, Load};

/// An order kept until it is carried out: one a unit and bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The unit.
    pub unit: FormationId,
    /// In which bound it is to be carried out.
    pub bound: Bound,
    /// What it is to do.
    #[serde(rename = "deed")]
    pub action: Action,
}

/// What a unit is to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// March.
    Move(MarchOrder),
    /// Dig in, or fortify its squares.
    DigIn {
        /// Whether it fortifies.
        fortify: bool,
    },
    /// Reorganise.
    Reorganise,
    /// Open a dump.
    OpenDump(DumpOrder),
    /// Send vehicles: the unit is the first of them.
    Send(SendOrder),
}

/// Which dump a unit's LOG vehicle is to open where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DumpOrder {
    /// Its id.
    pub dump: AccountId,
    /// The formation to which it will belong.
    pub owner: FormationId,
    /// Where the vehicle must stand; none for wherever it stands then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Square>,
    /// The level that it will serve; none for that of its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Echelon>,
    /// Its name; none for its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// With what, where from and where to a vehicle is to be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendOrder {
    /// The vehicles that go with it, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<FormationId>,
    /// What they are to load; none where they drive with what they have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
    /// Where they load; none for where they stand then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<AccountId>,
    /// Where they are to come.
    pub to: Goal,
    /// Squares by which they deliver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Square>,
    /// Whether they stay there instead of driving home.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
}

/// Where and how a unit is to march.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarchOrder {
    /// The squares by which it goes; the last is where it is to come.
    pub way: Vec<Square>,
    /// In what manner.
    pub rate: Manner,
    /// Whether all go to the one square instead of keeping their places.
    pub close_up: bool,
    /// Whether each goes at its own pace.
    pub split: bool,
    /// Whether the command leaf goes alone.
    pub alone: bool,
}

impl Action {
    /// The word for each.
    pub const WORDS: [&str; 5] = ["move", "dig-in", "reorganise", "open-dump", "send"];

    /// The word for it, as the command line and tables have it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Move(_) => "move",
            Self::DigIn { .. } => "dig-in",
            Self::Reorganise => "reorganise",
            Self::OpenDump(_) => "open-dump",
            Self::Send(_) => "send",
        }
    }

    /// The squares that it names.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::Move(march) => march.way.clone(),
            Self::DigIn { .. } | Self::Reorganise => Vec::new(),
            Self::OpenDump(open) => open.at.into_iter().collect(),
            Self::Send(send) => {
                let to = if let Goal::Square(square) = &send.to { Some(*square) } else { None };
                send.via.iter().copied().chain(to).collect()
            }
        }
    }

    /// The formations that it names beside its unit.
    pub fn formations(&self) -> Vec<&FormationId> {
        match self {
            Self::Move(_) | Self::DigIn { .. } | Self::Reorganise => Vec::new(),
            Self::OpenDump(open) => vec![&open.owner],
            Self::Send(send) => {
                let to = if let Goal::Formation(formation) = &send.to { Some(formation) } else { None };
                send.with.iter().chain(to).collect()
            }
        }
    }

    /// The dumps and railheads that it relies on.
    pub fn accounts(&self) -> Vec<&AccountId> {
        let Self::Send(send) = self else { return Vec::new() };
        let to = if let Goal::Account(account) = &send.to { Some(account) } else { None };
        send.from.iter().chain(to).collect()
    }
}

impl Order {
    /// Who goes by it and not by an order of a unit above: the unit, and the vehicles that are to go with it.
    pub fn holds(&self) -> impl Iterator<Item = &FormationId> {
        let with = if let Action::Send(send) = &self.action { send.with.as_slice() } else { &[] };
        std::iter::once(&self.unit).chain(with)
    }
}

/// Every order kept, by bound and unit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Orders(Vec<Order>);

impl Orders {
    /// The orders in order of bound and unit; of two for one unit and bound the later is kept.
    pub fn from_list(orders: impl IntoIterator<Item = Order>) -> Self {
        let mut kept = Self::default();
        for order in orders {
            kept.put(order);
        }
        kept
    }

    /// The order of a unit for a bound.
    pub fn get(&self, unit: &str, bound: Bound) -> Option<&Order> {
        self.place(unit, bound).ok().map(|place| &self.0[place])
    }

    /// Every order, by bound and unit.
    pub fn iter(&self) -> std::slice::Iter<'_, Order> {
        self.0.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps an order in place of any other of the same unit and bound.
    pub(crate) fn put(&mut self, order: Order) {
        match self.place(order.unit.as_str(), order.bound) {
            Ok(place) => self.0[place] = order,
            Err(place) => self.0.insert(place, order),
        }
    }

    /// Forgets the order of a unit for a bound.
    pub(crate) fn remove(&mut self, unit: &str, bound: Bound) {
        if let Ok(place) = self.place(unit, bound) {
            self.0.remove(place);
        }
    }

    fn place(&self, unit: &str, bound: Bound) -> Result<usize, usize> {
        self.0.binary_search_by(|order| (order.bound, order.unit.as_str()).cmp(&(bound, unit)))
    }
}

impl<'a> IntoIterator for &'a Orders {
    type Item = &'a Order;
    type IntoIter = std::slice::Iter<'a, Order>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
