//! Battles: as they were drawn, as they were fought, and the list of them.
//!
//! Where to look next: `story`, which tells what happened move by move.

mod came_out;
mod drawn;
mod fate;
mod forecast;
mod form;
mod list;
pub(crate) mod moves;
mod narrator;
mod review;
mod stands;
mod step;
mod story;
mod told;

use campaign::Campaign;
use domain::Echelon;

pub use drawn::{DrawnReport, SideDrawn};
pub use forecast::ForecastReport;
pub use form::{BaseForm, FormReport, SideForm, UnitForm};
pub(super) use list::BattleRow;
pub use list::{BattleList, BattleShow, Posting};
pub use narrator::Narrator;
pub use ops::query::FormCell;
pub use review::{GradeReview, GradeReviewRow};
pub use stands::SideStands;
pub use step::{AskedView, StepView, marker_question};
pub use story::BattleStory;
pub use told::{OwnBattle, ToldCells, ToldResult, base_name, leaf_of, record_words, set_value, set_word};

/// The name of a formation; its id where it has none or is gone.
pub(crate) fn name_of(campaign: &Campaign, id: &str) -> String {
    let name = leaf_of(campaign, id).map(|formation| &formation.name).filter(|name| !name.is_empty());
    name.map_or_else(|| id.to_owned(), String::clone)
}

/// The name of a unit of a battle. The own troops of a corps or higher are one: they are called so, and not as all that is
/// under it.
pub(crate) fn unit_name(campaign: &Campaign, id: &str) -> String {
    let name = name_of(campaign, id);
    let own = match campaign.formation(id).filter(|unit| unit.leaf.is_none()).map(|unit| unit.echelon) {
        Some(Echelon::Corps) => "corps troops",
        Some(Echelon::Army) => "army troops",
        Some(Echelon::ArmyGroup) => "army group troops",
        _ => return name,
    };
    format!("{own} of {name}")
}
