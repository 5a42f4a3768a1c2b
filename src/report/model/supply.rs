//! Supply: the status sheet, the trace of one formation, and what else is said of stocks and lines.

pub(crate) mod airlift;
pub(crate) mod bottleneck;
pub(crate) mod by_cause;
pub(crate) mod causes;
pub(crate) mod chain;
pub(crate) mod convoy;
pub(crate) mod critical;
pub(crate) mod dump;
pub(crate) mod effect;
pub(crate) mod forecast;
pub(crate) mod graph;
mod house_rule;
pub(crate) mod line;
mod maker;
pub(crate) mod measure;
pub(crate) mod plan;
pub(crate) mod rules;
mod sheet;
pub(crate) mod stock;
mod trace;
pub(crate) mod underway;
mod unit;

pub use sheet::SupplySheet;
pub use trace::SupplyTrace;
pub use unit::UnitSupply;
