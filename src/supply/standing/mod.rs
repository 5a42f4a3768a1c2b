//! How every formation stands, through whom, and what would mend it.

pub(crate) mod assessment;
pub(crate) mod cut_kind;
pub(crate) mod fed_through;
pub(crate) mod hierarchy;
pub(crate) mod holdings;
pub(crate) mod mend;
pub(crate) mod mend_item;
pub(crate) mod overextended;
pub(crate) mod stock_mend;
pub(crate) mod tracing;
