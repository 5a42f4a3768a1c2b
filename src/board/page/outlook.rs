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
    let is_now = fields.bound(campaign) == Some(campaign.bound);
    let unit = fields.get("unit").filter(|_| is_now && fields.get("action") == Some(MOVE))?;
    let request = march(unit, fields.way().map(str::to_owned).collect(), fields.get("rate"));
    report::model::march_foreseen(campaign, &march_foreseen(campaign, &request)?)
}

/// Of a march in the running bound while it is being written.
#[derive(Default)]
pub(super) struct Outlook {
    /// The sentence.
    pub(super) said: Option<Said>,
    /// When it comes to each of its way points, and how far that is; nothing where some of them do not lie on its way.
    pub(super) points: Vec<String>,
}

impl Outlook {
    /// Of what is asked of a unit, by these squares; empty of what is no march in the running bound.
    pub(super) fn of(campaign: &View, unit: &str, squares: &[String], asked: &Asked) -> Self {
        let is_march = asked.form("action").is_none_or(|action| action == MOVE);
        let is_now = is_march && asked.form("next").is_none() && !squares.is_empty();
        let request = march(unit, squares.to_vec(), asked.form("rate"));
        let Some(foreseen) = is_now.then(|| march_foreseen(campaign, &request)).flatten() else {
            return Self::default();
        };
        let at: Vec<Square> = squares.iter().filter_map(|square| pick::square(campaign, square).ok()).collect();
        let rows = WayPointRow::foreseen(campaign, &foreseen, &at);
        let points =
            if rows.len() == squares.len() { rows.iter().map(WayPointRow::when).collect() } else { Vec::new() };
        Self { said: report::model::march_foreseen(campaign, &foreseen), points }
    }
}

/// A march of a whole unit.
pub(super) fn march(unit: &str, way: Vec<String>, rate: Option<&str>) -> UnitMove {
    let (unit, rate) = (unit.to_owned(), rate.map(str::to_owned));
    UnitMove { unit, way, rate, close_up: false, split: false, alone: false }
}
