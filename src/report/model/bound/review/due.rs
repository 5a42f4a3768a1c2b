//! What is due in the next two days, a row each.

use serde::Serialize;

use campaign::{Campaign, Goal};
use domain::{CrossingId, FormationId, SideId, counted};
use ops::query::{Due, DueThing, due};

use crate::model::log::change::weather;
use crate::model::{BoundView, ReplacementRow};
use crate::words::means::leaf_named;

/// How many days ahead what is due is told.
const DAYS_AHEAD: u8 = 2;

/// Something that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DueRow {
    /// In which bound.
    pub bound: BoundView,
    /// What: `arrival`, `replacements`, `convoy`, `crossing_opens`, `crossing_closes`, `weather`.
    pub kind: &'static str,
    /// Whose.
    pub side: Option<SideId>,
    /// The formation, convoy or crossing, or the pool of replacements.
    pub subject: Option<String>,
    /// Where.
    pub square: Option<String>,
    /// In a sentence.
    pub text: String,
    /// Whether it is due in the running bound or the next.
    #[serde(skip)]
    pub(super) is_soon: bool,
}

impl DueRow {
    /// What is due in the next two days.
    pub fn of(campaign: &Campaign) -> Vec<Self> {
        let until = (0..DAYS_AHEAD * 3).fold(campaign.bound, |bound, _| bound.next());
        due(campaign, until).iter().map(|due| Self::new(campaign, due)).collect()
    }

    fn new(campaign: &Campaign, due: &Due) -> Self {
        let at = due.square.map(|square| format!(" at {}", campaign.square_named(square))).unwrap_or_default();
        let crossing = |id: &CrossingId| {
            campaign.crossings.get(id).map_or_else(|| id.to_string(), |of| format!("{} {}", of.kind, of.name))
        };
        let (kind, subject, text) = match &due.what {
            DueThing::Arrival(unit, leaves) => {
                let text = format!("{} ({}) arrives{at}", campaign.name_of(unit.as_str()), counted(*leaves, "leaf"));
                ("arrival", Some(unit.to_string()), text)
            }
            DueThing::Replacements(number) => {
                let entry = campaign.replacements.get(number - 1);
                let row = entry.and_then(|entry| ReplacementRow::new(campaign, *number, entry));
                let pool = row.as_ref().map(|row| row.pool.clone());
                ("replacements", pool, row.map(|row| row.told()).unwrap_or_default())
            }
            DueThing::Convoy(lead) => (
                "convoy",
                Some(lead.to_string()),
                format!("the convoy of {} arrives{at}{}", leaf_named(campaign, lead), for_whom(campaign, lead)),
            ),
            DueThing::Opens(id) => ("crossing_opens", Some(id.to_string()), format!("the {} opens", crossing(id))),
            DueThing::Closes(id) => {
                ("crossing_closes", Some(id.to_string()), format!("the {} closes after it", crossing(id)))
            }
            DueThing::Weather => ("weather", None, weather(campaign.weather_in(due.bound))),
        };
        Self {
            bound: BoundView::new(campaign, due.bound),
            kind,
            side: due.side,
            subject,
            square: due.square.map(|square| campaign.frame.reference(square)),
            text,
            is_soon: due.bound <= campaign.bound.next(),
        }
    }
}

/// How many convoys that arrive in one bound are told one by one.
const ONE_BY_ONE: usize = 6;

/// What is due, a sentence each; of many convoys of a bound how many.
pub(super) fn due_told(due: &[&DueRow]) -> Vec<String> {
    let mut told = Vec::new();
    for of_bound in due.chunk_by(|one, next| one.bound == next.bound) {
        let label = &of_bound[0].bound.label;
        let (convoys, others): (Vec<&DueRow>, Vec<&DueRow>) = of_bound.iter().partition(|row| row.kind == "convoy");
        let many = convoys.len() > ONE_BY_ONE;
        let each = others.into_iter().chain(convoys.iter().copied().filter(|_| !many));
        told.extend(each.map(|row| format!("{label}: {}", row.text)));
        if many {
            told.push(format!("{label}: {} convoys arrive", convoys.len()));
        }
    }
    told
}

/// For which formation a convoy is; empty where it brings to a dump or a square.
fn for_whom(campaign: &Campaign, lead: &FormationId) -> String {
    match campaign.convoys.get(lead).map(|convoy| &convoy.to) {
        Some(to @ Goal::Formation(_)) => format!(" for {}", campaign.goal_name(to)),
        _ => String::new(),
    }
}
