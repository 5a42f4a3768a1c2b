//! What accounts hold as a campaign opens.

use domain::{AccountId, Commodity};

/// A figure of opening stock.
pub(crate) struct Held {
    pub(crate) account: AccountId,
    pub(crate) commodity: Commodity,
    pub(crate) quantity: u32,
}
