//! Reports as plain values: sorted, with final figures. One file a report.

mod change;
mod moment;
mod orbat;
mod setting;

pub use change::{ChangeReport, EventRow};
pub use moment::BoundView;
pub use orbat::{OrbatReport, OrbatRow};
pub use setting::{SettingList, SettingRow};
