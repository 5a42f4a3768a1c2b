//! Reports as plain values: sorted, with final figures. One file a report.

mod change;
mod check;
mod created;
mod crossing;
mod dump;
mod grade;
pub mod ground;
mod history;
mod log;
pub mod map;
mod moment;
mod orbat;
mod rail;
mod setting;
mod stock;
mod supply;
mod unit;
mod verify;

pub use change::{ChangeReport, EventRow};
pub use check::{CheckReport, FaultRow};
pub use created::{BuiltInList, BuiltInRow, Created};
pub use crossing::{CrossingList, CrossingRow};
pub use dump::{DumpList, DumpRow};
pub use grade::{GradeHistory, GradeRowView};
pub use ground::GroundView;
pub use history::{History, HistoryRow};
pub use log::{OpLog, OpRow, OpShow, StepReport};
pub use map::MapView;
pub use moment::BoundView;
pub use orbat::{OrbatReport, OrbatRow};
pub use rail::{RailList, RailRow};
pub use setting::{SettingList, SettingRow};
pub use stock::{StockReport, StockRow};
pub use supply::{SupplySheet, SupplyTrace, UnitSupply};
pub use unit::{BaseView, UnitView};
pub use verify::{BreachRow, VerifyReport};
