//! What a march would come to that is not ordered yet, as its reader knows ground and enemy: a sentence, where it would not be
//! done in the running bound or goes a long way round.
//!
//! What it never does: reckon for a player with what the umpire alone knows: it is asked of the campaign as he reads it.

use domain::{Said, Square};
use ops::command::UnitMove;
use ops::query::march_foreseen;
use ops::{Proposal, View, pick};
use report::model::WayPointRow;

use super::wanted::{self, MOVE};
use crate::asked::Asked;

/// Of a proposal that waits, were it taken now.
pub(super) fn of_proposal(campaign: &View, of: &Proposal) -> Option<Said> {
    let fields = wanted::filled(of);
    let field = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, text)| text.as_str());
    let named = wanted::bound_of(of).map(|word| pick::bound(campaign, &word).ok());
    let is_now = named.is_none_or(|bound| bound == Some(campaign.bound));
    let way = field("way")?.split(' ').map(str::to_owned).collect();
    let unit = field("unit").filter(|_| is_now && field("action") == Some(MOVE))?;
    told(campaign, &march(unit, way, field("rate")))
}

/// Of an order that is being written.
pub(super) fn of_form(campaign: &View, unit: &str, asked: &Asked) -> Option<Said> {
    let way = wanted::way(campaign, asked).ok().filter(|way| is_now(asked) && !way.is_empty())?;
    told(campaign, &march(unit, way, asked.form("rate")))
}

/// When a march in the running bound that is being written comes to its way points, and how far each of them is; nothing where
/// some of them do not lie on its way.
pub(super) fn points(campaign: &View, unit: &str, squares: &[String], asked: &Asked) -> Vec<String> {
    let request = march(unit, squares.to_vec(), asked.form("rate"));
    let outlook = if is_now(asked) && !squares.is_empty() { march_foreseen(campaign, &request) } else { None };
    let at: Vec<Square> = squares.iter().filter_map(|square| pick::square(campaign, square).ok()).collect();
    let rows = outlook.map(|outlook| WayPointRow::foreseen(campaign, &outlook, &at)).unwrap_or_default();
    if rows.len() == squares.len() { rows.iter().map(WayPointRow::when).collect() } else { Vec::new() }
}

/// Whether what is being written is a march in the running bound.
fn is_now(asked: &Asked) -> bool {
    asked.form("next").is_none() && asked.form("action").is_none_or(|action| action == MOVE)
}

/// A march of a whole unit.
pub(super) fn march(unit: &str, way: Vec<String>, rate: Option<&str>) -> UnitMove {
    let (unit, rate) = (unit.to_owned(), rate.map(str::to_owned));
    UnitMove { unit, way, rate, close_up: false, split: false, alone: false }
}

fn told(campaign: &View, request: &UnitMove) -> Option<Said> {
    report::model::march_foreseen(campaign, &march_foreseen(campaign, request)?)
}
