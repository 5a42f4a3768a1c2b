//! Reports as plain values: sorted, with final figures. One file a report.

mod airlift;
mod battle;
mod bottleneck;
mod bound_report;
mod change;
mod check;
mod contact;
mod convoy;
mod created;
mod critical;
mod crossing;
mod dump;
mod grade;
pub mod ground;
mod history;
mod log;
pub mod map;
mod march;
mod moment;
mod odds;
mod orbat;
mod order;
mod plan;
mod rail;
mod review;
mod roll;
mod setting;
mod stock;
mod supply;
mod supply_forecast;
mod unit;
mod verify;

pub use airlift::{AirfieldRow, AirliftReport, FlightRow, RemainderRow, WingRow};
pub use battle::{
    BaseForm, BattleList, BattleShow, BattleStory, DrawnReport, Due, ForecastReport, FormReport, GradeReview,
    GradeReviewRow, Posting, SideForm, UnitForm,
};
pub use bound_report::{BoundReport, FormationReport, RailheadReport};
pub use change::{ChangeReport, EventRow};
pub use check::{CheckReport, FaultRow};
pub use contact::{ContactList, ContactRow, PartyView};
pub use convoy::{ConvoyList, ConvoyRow};
pub use created::{BuiltInList, BuiltInRow, Created};
pub use critical::{CorpsRow, CriticalReport, CriticalSide, PointRow};
pub use crossing::{CrossingList, CrossingRow};
pub use dump::{DumpList, DumpRow};
pub use grade::{GradeHistory, GradeRowView};
pub use ground::GroundView;
pub use history::{History, HistoryRow};
pub use log::{OpLog, OpRow, OpShow, StepReport, summary};
pub use map::MapView;
pub use march::{LeafRow, MarchReport, OverrunRow, TakenRow, UnitMarch};
pub use moment::BoundView;
pub use odds::OddsReport;
pub use orbat::{Depth, OrbatReport, OrbatRow};
pub use order::{ClaimList, ClaimRow, OrderList, OrderRow};
pub use plan::{SidePlan, SupplyPlanReport};
pub use rail::{DayRow, JobRow, RailList, RailRow, RelaidRow, WorkedRow};
pub use review::{FindingRow, Found, ReviewReport, SideStatus, StatusReport};
pub use roll::RollReport;
pub use setting::{SettingList, SettingRow};
pub use stock::{StockReport, StockRow};
pub use supply::{SupplySheet, SupplyTrace, UnitSupply};
pub use supply_forecast::{AgainstView, ForecastAgainst, ForeseenView, Happened, SupplyForecastReport};
pub use unit::{BaseView, UnitView};
pub use verify::{BreachRow, VerifyReport};
