//! Lines of supply, bowser chains, why they fail and what would mend them.
//!
//! What it is: pure functions from a campaign to one [`Assessment`] a formation.
//! What it decides: who is in LOG and POL supply, through what, and the least that would put right what fails.
//! What it never does: change a campaign, move stock, or say anything in a table.
//! Where to look next: `line` and `fuel_chain`; [`assess`] puts them together; [`SupplyGraph`] is all of it as a graph.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod chain;
mod graph;
mod ground;
mod line;
mod outlook;
pub mod plan;
mod rail;
mod standing;
mod weak_points;

pub use chain::dry::Dry;
pub use chain::fuel_chain::Link;
pub use chain::sent_away::chains_broken_without;
pub use domain::SupplyState;
pub use graph::edge::{Route, SupplyEdge};
pub use graph::node::{NodeKind, SupplyNode};
pub use graph::supply_graph::SupplyGraph;
pub use ground::lay::network;
pub use ground::roads::{ClearWay, Roads};
pub use network::Network;
pub use outlook::actions::{DayAction, Fights, Portion, is_by_deed, portions, portions_of_day};
pub use outlook::fire_units::{FireWant, fire_wants, wants_fire_units, without_fire_units};
pub use outlook::underway::{Underway, underway};
pub use outlook::usage::{PresentUse, fighting, has_marched, ordered_to_move, own_stocks, present_use, use_of};
pub use outlook::{Outlook, outlook, outlook_of};
pub use rail::fed::{fed_railheads, is_fed_by_rail};
pub use rail::no_train::why_no_train;
pub use rail::trains::{
    Arrival, RailIntake, Shortage, TrainLoad, barred_by_gauge, shift_text, shifted_by_priority, trains, trains_on,
};
pub use standing::assessment::{Assessment, Leg, LogStatus, PolStatus, RailTrace, Supplied, SupplyCount};
pub use standing::cut_kind::CutKind;
pub use standing::holdings::Holdings;
pub use standing::mend::{Mend, NewLeaf};
pub use standing::mend_item::{Cut, MendItem};
pub use standing::overextended::{hours_text, is_lean_night, overextended};
pub use standing::stock_mend::{Means, StockMend};
pub use standing::tracing::{assess, assess_on, standings, standings_of, standings_on, standings_with};
pub use weak_points::bottleneck::tight::{Failing, Tight};
pub use weak_points::bottleneck::{Bottleneck, BottleneckKind, Coming, bottlenecks};
pub use weak_points::critical::{CriticalNet, LeastSet, critical, critical_on};
pub use weak_points::critical_point::{CriticalKind, CriticalPoint};
