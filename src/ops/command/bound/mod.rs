//! `bound close`: all that belongs to the end of a bound, as one operation (model page, "Closing a bound").
//!
//! What it decides: the steps in their order; one file a step that is more than a few lines.
//! What it never does: trace lines, which is [`supply`], or carry out orders, which `bound march` does.
//! Where to look next: `convoys` and `wear` (before step 2), `record` (step 2), `reorganise`, `dispersed`, `resupply`,
//! `replacements`, `recovery`, `rail_work` (step 3), `opening`, `raids` and `trains` (step 6).

mod care;
mod consumption;
mod convoys;
mod dispersed;
mod fire_units;
pub(crate) mod groups;
pub(super) mod hindrance;
mod isolation;
mod news;
mod notes;
mod opening;
mod raids;
mod rail_work;
mod record;
mod recovery;
pub(super) mod reorganise;
mod replacements;
mod resupply;
mod strikes;
mod trains;
mod unfinished;
pub(super) mod wear;

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use campaign::{BaseMarks, Campaign, Event, Formation};
use dice::Dice;
use domain::{FormationId, Phase, Posture, command};

use crate::command::dice_words::DiceWords;
use crate::{Changeset, DecisionContext, OpError, pick};

pub use notes::{BoundNote, BoundWeather, weather_keys};
pub(crate) use opening::{located as entry_square, why_it_waits};
pub(crate) use rail_work::{Hindered, stands_still as rail_work_hindrance};
pub use reorganise::{ODD_MARKER, Reorganise};
pub use unfinished::unfinished_but_allowed;

/// The running bound is closed, and the next one opened.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundClose {
    /// The bound that is meant, as given; none for whichever is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// The dice of odd markers.
    #[serde(flatten)]
    pub dice: DiceWords,
    /// Whether it is closed whatever is unfinished.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anyway: bool,
}

impl BoundClose {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        self.must_be_running(context.campaign)?;
        unfinished::must_be_finished(context.campaign, self.anyway)?;
        self.dice.throw(context, |dice| close(changes, dice))
    }

    /// Refuses where another bound is meant than the one that is running: who repeats the command closes no second one.
    pub(super) fn must_be_running(&self, campaign: &Campaign) -> Result<(), OpError> {
        let Some(word) = &self.bound else { return Ok(()) };
        let (meant, running) = (pick::bound(campaign, word)?, campaign.bound);
        let (what, hint) = match meant.cmp(&running) {
            Ordering::Equal => return Ok(()),
            Ordering::Less => (
                "is already closed",
                command!("nothing changed: `railhead bound report {}` prints its report", meant.typed()),
            ),
            Ordering::Greater => {
                ("has not come yet", command!("nothing changed: `railhead bound close` closes the running one"))
            }
        };
        Err(OpError::not_now(format!("{meant} {what}: the running bound is {running}"), hint))
    }
}

/// Closes the running bound and opens the next, with these dice.
pub(super) fn close(changes: &mut Changeset, dice: &mut Dice<'_>) -> Result<(), OpError> {
    settled(changes)?;
    let closing = changes.now().bound;
    // Ground and weather are the same until the bound has closed.
    let network = supply::network(changes.now());
    let passed = convoys::drive(changes, &network)?;
    strikes::hit(changes, passed, dice)?;
    wear::break_down(changes, dice)?;
    let sheet = record::record(changes, &network)?;
    if closing.phase == Phase::Night {
        let exhausted = reorganise::all(changes, dice)?;
        dispersed::gather(changes, &sheet, dice)?;
        isolation::suffer(changes, dice)?;
        resupply::fuel(changes, &sheet)?;
        resupply::refill(changes, &sheet, &exhausted)?;
        fire_units::refill(changes)?;
        replacements::come_up(changes, &sheet)?;
        recovery::recover(changes)?;
    }
    rail_work::work_on(changes)?;
    rail_work::give_up_empty(changes)?;
    postures(changes)?;
    notes_of_battles(changes)?;
    orders(changes)?;
    news::report(changes)?;
    strikes::over(changes)?;
    changes.happen(Event::BoundClosed { bound: closing })?;
    opening::open(changes, closing, dice)
}

/// Step 1: battles are posted or given up, overruns are settled when they happen, or by the umpire before the bound closes.
fn settled(changes: &Changeset) -> Result<(), OpError> {
    if let Some(battle) = changes.now().battles.values().find(|battle| battle.is_open()) {
        let id = &battle.id;
        let hint = crate::battle::draw::admit::how_settled(changes.now(), battle);
        let message = format!("the battle for {} is drawn but not posted", changes.now().square_named(battle.square));
        return Err(OpError::NotNow { message, at: id.to_string(), hint });
    }
    let claims = &changes.now().claims;
    let Some(first) = claims.values().next() else { return Ok(()) };
    let waiting: Vec<String> = claims.keys().map(|what| format!("`{what}`")).collect();
    Err(OpError::NotNow {
        message: format!("the umpire has yet to rule on what was overrun: {}", waiting.join(", ")),
        at: first.what.to_string(),
        hint: command!("settle each first: `railhead supply claim {} captured`, `destroyed` or `spared`", first.what),
    })
}

/// Step 4: who marched stands in the open.
fn postures(changes: &mut Changeset) -> Result<(), OpError> {
    let marching = |posture| matches!(posture, Posture::Moving | Posture::RoadMarch);
    let leaves = changes.now().formations.values().filter_map(|f| Some((f, f.leaf.as_ref()?)));
    let leaves: Vec<_> = leaves
        .filter(|(_, leaf)| leaf.state.is_on_map() && marching(leaf.posture))
        .map(|(f, leaf)| (f.id.clone(), leaf.posture))
        .collect();
    if leaves.is_empty() { Ok(()) } else { changes.happen(Event::PosturesSettled { leaves }) }
}

/// What a battle left on a base is forgotten when the bound after it closes.
fn notes_of_battles(changes: &mut Changeset) -> Result<(), OpError> {
    let closing = changes.now().bound;
    let old = |marks: &BaseMarks| marks.noted.is_some_and(|noted| noted.bound < closing);
    let holds = |f: &&Formation| f.leaf.iter().flat_map(|leaf| &leaf.bases).any(|base| old(&base.marks));
    let leaves: Vec<FormationId> = changes.now().formations.values().filter(holds).map(|f| f.id.clone()).collect();
    let forget = |_: u16, marks: BaseMarks| if old(&marks) { BaseMarks { noted: None, ..marks } } else { marks };
    leaves.iter().try_for_each(|leaf| changes.base_marks(leaf, forget))
}

/// Orders given for the bound are forgotten; the report names them.
fn orders(changes: &mut Changeset) -> Result<(), OpError> {
    let closing = changes.now().bound;
    let left: Vec<_> = changes.now().orders.iter().filter(|order| order.bound <= closing).cloned().collect();
    left.into_iter().try_for_each(|order| {
        let (unit, bound) = (order.unit.clone(), order.bound);
        changes.happen(Event::OrderChanged { unit, bound, before: Some(Box::new(order)), after: None })
    })
}
