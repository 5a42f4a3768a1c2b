//! One leg of a line, as it was found.

use domain::{AccountId, Square};
use network::Cost;

use crate::rail::RailWay;

/// One leg of a line: from a square to a dump, railhead or source depot.
#[derive(Debug, Clone)]
pub(crate) struct LineWay {
    pub(crate) to: AccountId,
    pub(crate) squares: Vec<usize>,
    pub(crate) minutes: u64,
}

/// Where lines end: a railhead with its railway, or a source depot.
#[derive(Debug, Clone)]
pub(crate) struct LineEnd {
    pub(crate) account: AccountId,
    pub(crate) square: Square,
    pub(crate) rail: Option<RailWay>,
    pub(crate) cost: Cost,
}
