//! Reports as plain values: sorted, with final figures. One file a report.

mod battle;
pub(crate) mod bound;
pub(crate) mod clock;
pub mod document;
mod exchange;
mod figures;
mod film;
mod find;
mod intel;
mod log;
pub mod map;
mod orbat;
mod read_as;
pub(crate) mod rules;
mod side;
pub mod situation;
mod supply;

pub use crate::words::order::{Drive, drive_said, dump_said, march_said, order_said, stands_on_the_way};
pub use crate::words::square::{square_title, where_it_is};
pub use battle::{
    AskedView, BaseForm, BattleList, BattleShow, BattleStory, DrawnReport, ForecastReport, FormCell, FormReport,
    GradeReview, GradeReviewRow, Narrator, OwnBattle, Posting, SideDrawn, SideForm, SideStands, StepView, ToldCells,
    ToldResult, UnitForm, base_name, leaf_of, marker_question, record_words, set_value, set_word,
};
pub use bound::action::ActionRow;
pub use bound::contact::{ContactList, ContactRow, PartyView};
pub use bound::diary::{Diary, DiaryBound, opening};
pub use bound::fate::{FateView, replaced as order_replaced};
pub use bound::march::{
    DetourRow, LeafRow, MarchReport, OverrunRow, StepRow, TakenRow, UnitMarch, WayPointRow, march_foreseen,
};
pub use bound::moment::BoundView;
pub use bound::order::{ClaimList, ClaimRow, OrderList, OrderRow};
pub use bound::outline::{ClosePoint, CloseTone, CloseTopic};
pub use bound::report::{BoundReport, ClosedBound, FormationReport, RailheadReport};
pub use bound::review::{DueRow, FindingRow, ReviewReport, SideStatus, StatusReport};
pub use bound::strike::{StrikeList, StrikeRow};
pub use document::Document;
pub use exchange::{OrbatMapper, geojson, orbat_mapper};
pub use figures::{
    Bar, BarChart, BarSheet, Curve, DeliveryReport, ExchangeReport, LossReport, LossesBy, Plot, PlotMark, PlotSheet,
    StatsOf, StatsReport,
};
pub use film::{Film, FilmFrame};
pub use find::HitList;
pub use intel::SightingList;
pub use log::change::{ChangeReport, EventRow};
pub use log::check::{CheckReport, FaultRow, rows_said};
pub use log::correction::{AgainRow, CorrectionReport, DifferenceRow};
pub use log::created::{BuiltInList, BuiltInRow, CreatedReport};
pub use log::morning::morning_warnings;
pub use log::verify::{BreachRow, OtherwiseRow, SinceRow, TipRow, VerifyReport};
pub use log::{OpLog, OpRow, OpShow, StepReport, summary};
pub use map::MapView;
pub use map::crossing::{CrossingList, CrossingRow};
pub use map::ground::GroundView;
pub use map::mines::{MinesList, MinesRow};
pub use map::partisan::{PartisanList, PartisanRow};
pub use map::rail::{DayRow, JobRow, RailList, RailRow, RelaidRow, WorkedRow};
pub use map::thing::{Thing, ThingOf, ThingView};
pub use orbat::dossier::{UnitBattle, UnitDossier};
pub use orbat::grade::{GradeHistoryReport, GradeRowView};
pub use orbat::history::{History, HistoryRow};
pub use orbat::replacement::{ReplacementReport, ReplacementRow};
pub use orbat::unit::{BaseView, UnitView};
pub use orbat::{Depth, OrbatReport, OrbatRow};
pub use read_as::{ReadAs, for_whom};
pub use rules::odds::OddsReport;
pub use rules::roll::RollReport;
pub use rules::setting::{SettingList, SettingRow};
pub use side::NamedSide;
pub use situation::{Situation, SituationOf};
pub use supply::airlift::{AirfieldRow, AirliftReport, FlightRow, RemainderRow, WingRow};
pub use supply::bottleneck::LineFault;
pub(crate) use supply::by_cause::{CausePage, CausesOfSide, ToldInVain};
pub(crate) use supply::causes;
pub use supply::chain::FuelChainView;
pub use supply::convoy::{ConvoyList, ConvoyRow, convoy_foreseen};
pub use supply::critical::{CorpsRow, CriticalReport, CriticalSide, PointRow, SetRow, ThingRow};
pub use supply::dump::{DumpList, DumpRow};
pub use supply::effect::SupplyEffectView;
pub use supply::forecast::{AgainstView, ForecastAgainst, ForecastHappened, ForeseenView, SupplyForecastReport};
pub use supply::graph::{EdgeRow, GraphSide, NodeKind, NodeRow, SupplyGraphDrawing, SupplyGraphReport};
pub use supply::line::{LinePart, SupplyLine};
pub use supply::plan::{SidePlan, SupplyPlanReport};
pub use supply::stock::{StockReport, StockRow};
pub use supply::{SupplySheet, SupplyTrace, UnitSupply};
