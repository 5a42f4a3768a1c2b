//! What reads and computes and changes nothing.

mod battle;
mod deliveries;
mod due;
mod fate;
mod figures;
mod log;
mod march;
pub(crate) mod review;
pub(crate) mod supply;
mod under_way;

pub use battle::forecast::{Forecast, ForecastPlan, cores, forecast};
pub use battle::grades::{Evidence, GradeDue, grade_review};
pub use battle::record::{
    Fault, FormCell, FormRow, FormSpot, FormText, Recorded, ResultSheet, ZERO_DROPPED, amended_form, form_faults,
    form_head_faults, posted_form, posted_form_whole, read_form, record_form, row_of_texts, row_of_words,
    sheet_of_words, usual_attacks,
};
pub use battle::roll::{odds, roll};
pub use battle::step::{AskedNext, BattleStep, step};
pub use battle::{
    Deciding, Engagement, Resolved, Setup, as_believed, as_the_campaign, battle_file, changed_twice, engagement,
    engagement_differs, engagement_mark, engagement_text, no_longer_as_drawn, read_engagement, resolve, validate,
    validate_with,
};
pub use campaign::march::contacts;

pub use crate::battle::draw::admit::{drawn_anew, stands_as_drawn};
pub use crate::battle::draw::facts::fact_told;
pub use crate::battle::heard::{Decided, HeardAnswer};
pub use crate::battle::post::mark::drawing;
pub use crate::battle::result::{BattleResult, HowFought};
pub use crate::command::{grades_open, unfinished_but_allowed};
pub use crate::dice_from::DiceFrom;
pub use crate::export::{export, export_workbook, write_folder, write_new};
pub use crate::find::{Hit, ThingKind, find, things, things_beside_units};
pub use ::supply::Assessment;
pub use deliveries::Delivery;
pub use due::{Due, DueThing, due};
pub(crate) use fate::MarchesKnown;
pub use fate::{CameTo, OrderEnd, OrderFate};
pub use figures::{
    BoundFigures, LeafLosses, SideFigures, StockFigures, StrengthChange, lost_in_battles, strength_changes,
    strength_lost_and_given,
};
pub use ledger::Closed;
pub use log::differences::{Aspect, Difference, Figure, Subject};
pub(crate) use log::differences::{Standings, differences};
pub use log::replay::{Otherwise, Replay};
pub use log::{LogEntry, LogSteps, LoggedEvent};
pub use march::{
    MarchOutlook, WayThere, Ways, march_foreseen, march_way, marched_to_the_end, marches_foreseen, set_elsewhere,
};
pub use review::finding::Finding;
pub use review::found::{FireUnits, Found, IdleVehicle, RunsDry};
pub use review::{
    ContactWaiting, FindingAtAGlance, battles_refused, contact_count, contacts_waiting, review, review_at_a_glance,
};
pub use rules::mechanic::Rolled;
pub use supply::brought::supply_causes_and_means;
pub use supply::causes::{Brought, Cause, Obstacle, Sufferer, has_nothing_for, since, supply_causes};
pub use supply::effect::{SupplyEffect, supply_effect, supply_turn};
pub use supply::fed::{FedInVain, fed_in_vain};
pub use supply::forecast::{FORECAST_BOUNDS, ForecastAsked, ForecastComparison, ForecastOutcome, supply_forecast};
pub use supply::morning::{FirstMorning, first_morning};
pub use supply::nobody::{NobodyDraws, WhyNobody, nobody_draws};
pub use supply::plan::{Asked, ConvoyPlan, Only, PLAN_BOUNDS, Trip, WeighedPlan, supply_plan, weigh_plan};
pub use supply::plan_file::{PlanLine, PlanText, plan_text, read_plan};
pub use supply::sends::{TripPart, change_trip, leave_out_trip, plan_sends, send};
pub use supply::{
    barred_by_gauge, convoy_sent, convoys, fed_railheads, may_read, no_supply, shifted_by_priority, supply_critical,
    supply_graph, supply_of, supply_status, supply_trace, trains, trains_by_rule, underway, use_where_counted,
};
pub use under_way::MarchUnderWay;
