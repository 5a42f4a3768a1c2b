//! Lines of supply, bowser chains, why they fail and what would mend them.
//!
//! What it is: pure functions from a campaign to one [`Assessment`] a formation.
//! What it decides: who is in LOG and POL supply, through what, and the least that would put right what fails.
//! What it never does: change a campaign, move stock, or say anything in a table.
//! Where to look next: `line` and `fuel_chain`; [`assess`] puts them together.

mod assessment;
mod barrier;
mod bound;
mod chain_mend;
mod cost;
mod crossings;
mod fed;
mod fuel_chain;
mod gate;
mod heap;
mod line;
mod muster;
mod network;
mod rail;
mod realms;
mod search;
mod trains;
mod view;

pub use crate::domain::SupplyState;
pub use assessment::{Assessment, Cut, CutKind, Leg, LogStatus, MendItem, PolStatus, RailTrace, assess, assess_on};
pub use fed::{fed_railheads, is_fed_by_rail};
pub use fuel_chain::Link;
pub use network::Network;
pub use trains::{Arrival, Load, Shortage, barred_by_gauge, trains};
