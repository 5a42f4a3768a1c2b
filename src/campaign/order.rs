//! Orders: what a unit is to do in the running or the next bound and has not done yet.

use serde::{Deserialize, Serialize};

use crate::domain::{Bound, FormationId, Square};

use super::march::Manner;

/// An order kept until it is carried out: one a unit and bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The unit.
    pub unit: FormationId,
    /// In which bound it is to be carried out.
    pub bound: Bound,
    /// What it is to do.
    pub deed: Deed,
}

/// What a unit is to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// March.
    Move(MarchOrder),
    /// Dig in, or fortify its squares.
    DigIn {
        /// Whether it fortifies.
        fortify: bool,
    },
    /// Reorganise.
    Reorganise,
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

impl Deed {
    /// The word for it, as the command line and tables have it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Move(_) => "move",
            Self::DigIn { .. } => "dig-in",
            Self::Reorganise => "reorganise",
        }
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
    pub(super) fn put(&mut self, order: Order) {
        match self.place(order.unit.as_str(), order.bound) {
            Ok(place) => self.0[place] = order,
            Err(place) => self.0.insert(place, order),
        }
    }

    /// Forgets the order of a unit for a bound.
    pub(super) fn remove(&mut self, unit: &str, bound: Bound) {
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
