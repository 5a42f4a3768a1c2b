//! `mines lay`, `gap` and `close`: engineers at minefields; `mines set` and `clear`: the umpire's corrections.
//!
//! What it decides: who may lay, gap or close mines, and how long it takes: gapping and closing one move (NQM Squared, section
//! 4), laying by the hours of NQM Free.
//! What it never does: say what mines do in a battle; see `ops::battle::gap`.

use serde::{Deserialize, Serialize};

use campaign::{Campaign, Event, Minefield};
use domain::{Bound, Said, SideId, Square, Terrain, command};
use rules::nqm_free::tasks;

use super::engineers::{Work, begin, work_an_hour};
use crate::{Changeset, DecisionContext, OpError, pick};

/// What engineers work on, in words.
const WHAT: &str = "minefield";

/// What engineers do to mines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinesAction {
    /// They are laid.
    Lay,
    /// A way is made through them.
    Gap,
    /// The way through them is closed.
    Close,
}

/// Engineers of a unit lay, gap or close the mines of a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinesWork {
    /// The square, as given.
    pub square: String,
    /// What is done.
    #[serde(rename = "deed")]
    pub action: MinesAction,
    /// The unit whose engineers do it, as given.
    pub by: String,
}

impl MinesWork {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let square = pick::square(changes.now(), &self.square)?;
        let side = pick::unit(changes.now(), &self.by)?.side;
        let before = changes.now().minefield(square).cloned();
        let at = changes.now().frame.reference(square);
        let refuse = |(message, hint): (String, Said)| OpError::NotNow { message, at: at.clone(), hint };
        let kept = self.kept(changes.now(), square, side).map_err(refuse)?;
        if let Some(enemy) = changes.enemy_on(square, side) {
            let message = format!("{} stands there, and engineers do not work among the enemy", enemy.named());
            context.rule(message, &at)?;
        }
        let after = match kept {
            Some(field) => {
                work_an_hour(context, changes, &self.by, square, WHAT)?;
                Minefield { gapped: self.action == MinesAction::Gap, ..field }
            }
            None => self.laid(context, changes, square, side)?,
        };
        happen(changes, square, before, Some(after))
    }

    /// Begins to lay mines; those that lie at once, or from a later bound on.
    ///
    /// # Interpretation
    /// NQM Squared has no time for it: before a battle. The hours of NQM Free hold by all systems, for one side of a square.
    fn laid(
        &self,
        context: &DecisionContext<'_>,
        changes: &mut Changeset,
        square: Square,
        side: SideId,
    ) -> Result<Minefield, OpError> {
        let minutes = tasks::minefield(changes.now().frame.square_m);
        let from = begin(context, changes, Work { by: &self.by, site: square.into(), what: WHAT, minutes })?;
        let from = Some(from).filter(|from| *from > changes.now().bound);
        Ok(Minefield { square, side, gapped: false, from, note: String::new() })
    }

    /// The mines that a side gaps or closes, none where it lays some; else why it cannot, and what it can.
    fn kept(&self, campaign: &Campaign, square: Square, side: SideId) -> Result<Option<Minefield>, (String, Said)> {
        let at = campaign.frame.reference(square);
        let field = campaign.minefield(square);
        let list = || command!("`railhead mines list` shows where mines lie and whose they are");
        if self.action == MinesAction::Lay {
            return match field {
                Some(field) if field.gapped && field.side == side => Err((
                    format!("it is {}", campaign.mined(field)),
                    command!("`railhead mines close {at} --by {}` closes the gap", self.by),
                )),
                Some(field) => Err((format!("it is already {}", campaign.mined(field)), list())),
                None if campaign.ground.terrain(square) == Terrain::Lake => {
                    Err(("it is water".to_owned(), "mines are laid on land".into()))
                }
                None => Ok(None),
            };
        }
        let Some(field) = field else { return Err(("it is not mined".to_owned(), list())) };
        let hint = |action: &str, does: &str| command!("`railhead mines {action} {at} --by {}` {does}", self.by);
        match (self.action, field.from.filter(|from| *from > campaign.bound)) {
            (_, Some(from)) => Err((
                format!("its mines are still being laid: they are ready in {from}"),
                command!("`railhead mines clear {at}` stops the work"),
            )),
            (MinesAction::Gap, _) if field.gapped => {
                Err(("its mines are already gapped".to_owned(), hint("close", "closes the gap")))
            }
            (MinesAction::Close, _) if !field.gapped => {
                Err(("its mines have no gap".to_owned(), hint("gap", "makes one")))
            }
            (MinesAction::Close, _) if field.side != side => Err((
                format!("its mines belong to {}, and a side closes gaps only in its own", field.side),
                command!("`railhead mines set {at} --side {side}` gives them to {side}"),
            )),
            _ => Ok(Some(field.clone())),
        }
    }
}

/// The umpire says where mines lie, or that they are gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinesSet {
    /// The squares, as given.
    pub squares: Vec<String>,
    /// The side whose they are, as given; none where they are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Whether a way leads through them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gapped: bool,
    /// The bound from which they lie, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What is to be known of them; what is known already where nothing is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl MinesSet {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let side = self.side.as_deref().map(|word| pick::side(changes.now(), word)).transpose()?;
        let from: Option<Bound> = self.from.as_deref().map(|word| pick::bound(changes.now(), word)).transpose()?;
        for given in &self.squares {
            let square = pick::square(changes.now(), given)?;
            let before = changes.now().minefield(square).cloned();
            if before.is_none() && side.is_none() {
                let at = changes.now().frame.reference(square);
                let hint = command!("`railhead mines list` shows where mines lie and whose they are");
                return Err(OpError::NotNow { message: "it is not mined".to_owned(), at, hint });
            }
            let known = before.as_ref().map(|before| before.note.clone()).unwrap_or_default();
            let note = self.note.clone().unwrap_or(known);
            let after = side.map(|side| Minefield { square, side, gapped: self.gapped, from, note });
            happen(changes, square, before, after)?;
        }
        Ok(())
    }
}

/// Lets the mines of a square become what they are now.
fn happen(
    changes: &mut Changeset,
    square: Square,
    before: Option<Minefield>,
    after: Option<Minefield>,
) -> Result<(), OpError> {
    if before == after {
        return Ok(());
    }
    changes.happen(Event::MinefieldChanged { square, before: before.map(Box::new), after: after.map(Box::new) })
}
