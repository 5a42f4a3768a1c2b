//! What reads and computes and changes nothing.

mod battle;
mod export;
mod forecast;
mod grades;
mod heard;
mod log;
mod plan;
mod plan_file;
mod record;
mod replay;
mod review;
mod review_contact;
mod review_dry;
mod review_rail;
mod review_stock;
mod roll;
mod settle;
mod supply;
mod supply_forecast;
mod supply_means;
mod supply_mend;

pub use ::supply::outlook as convoys;
pub use ::supply::underway;
pub use battle::{
    BattleResult, Deciding, Engagement, HowFought, Resolved, Setup, as_the_campaign, battle_file, changed_twice,
    engagement, engagement_differs, engagement_mark, engagement_text, no_longer_as_drawn, read_engagement, resolve,
    validate, validate_with,
};
pub use campaign::march::contacts;
pub use export::{export, write_folder};
pub use forecast::{Forecast, ForecastPlan, cores, forecast};
pub use grades::{GradeDue, grade_review};
pub(crate) use heard::Again;
pub use heard::{Answer, Decided};
pub use log::{Closed, LogEntry, LoggedEvent};
pub use plan::{Asked, Only, SupplyPlan, WeighedPlan, plan_sends, supply_plan, weigh_plan};
pub use plan_file::{PlanLine, PlanText, plan_text, read_plan};
pub use record::{
    Fault, FormCell, FormRow, FormSpot, Recorded, Sheet, Written, form_faults, form_head_faults, read_form,
    record_form, row_of_words, sheet_of_words, usual_attacks,
};
pub use replay::{Otherwise, Replay};
pub use review::{Finding, contact_count, review, review_kinds};
pub use roll::{DiceFrom, odds, roll};
pub use rules::mechanic::Rolled;
pub use supply::{
    barred_by_gauge, fed_railheads, may_read, shifted_by_priority, supply_critical, supply_status, supply_trace,
    trains, trains_by_rule, use_where_counted,
};
pub use supply_forecast::{Against, ForecastAsked, Outcome, supply_forecast};
