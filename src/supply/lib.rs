//! Lines of supply, bowser chains, why they fail and what would mend them.
//!
//! What it is: pure functions from a campaign to one [`Assessment`] a formation.
//! What it decides: who is in LOG and POL supply, through what, and the least that would put right what fails.
//! What it never does: change a campaign, move stock, or say anything in a table.
//! Where to look next: `line` and `fuel_chain`; [`assess`] puts them together.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod assessment;
mod barrier;
mod bottleneck;
mod bound;
mod bowser_move;
mod chain_mend;
mod chain_step;
mod coming;
mod cost;
mod critical;
mod critical_point;
mod crossings;
mod deeds;
mod dry;
mod fed;
mod fed_mend;
mod fed_through;
mod fire_units;
mod fuel_chain;
mod gate;
mod heap;
mod holdings;
mod hops;
mod joints;
mod least_set;
mod line;
mod links;
mod muster;
mod near;
mod network;
mod no_train;
mod outlook;
mod overextended;
pub mod plan;
mod rail;
mod realms;
mod roads;
mod search;
mod stock_mend;
mod trains;
mod underway;
mod usage;
mod view;

pub use assessment::{
    Assessment, Cut, CutKind, Leg, LogStatus, MendItem, PolStatus, RailTrace, assess, assess_on, leaf_to_give,
    standings, standings_on,
};
pub use bottleneck::{Bottleneck, BottleneckKind, Coming, bottlenecks};
pub use critical::{CriticalNet, LeastSet, critical, critical_on};
pub use critical_point::{CriticalKind, CriticalPoint};
pub use deeds::{DayDeed, Fights, Portion, is_by_deed, portions, portions_of_day};
pub use domain::SupplyState;
pub use dry::Dry;
pub use fed::{fed_railheads, is_fed_by_rail};
pub use fire_units::{FireWant, fire_wants, wants_fire_units, without_fire_units};
pub use fuel_chain::Link;
pub use holdings::Holdings;
pub use network::Network;
pub use no_train::why_no_train;
pub use outlook::{Outlook, outlook};
pub use overextended::{hours_text, is_lean_night, overextended};
pub use roads::{ClearWay, Roads};
pub use stock_mend::Mend;
pub use trains::{Arrival, Load, Shortage, barred_by_gauge, shift_text, shifted_by_priority, trains, trains_on};
pub use underway::{Underway, underway};
pub use usage::{PresentUse, fighting, has_marched, ordered_to_move, own_stocks, present_use, use_of};
