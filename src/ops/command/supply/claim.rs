//! `supply claim`: the umpire says what becomes of what was overrun, or of what he set somebody upon.

use serde::{Deserialize, Serialize};

use campaign::{Claim, ClaimFate, Event};
use domain::nearest;

use crate::command::ground::overrun::{scatter, settle};
use crate::{Changeset, Near, OpError};

/// A claim is settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClaimSettle {
    /// The dump or leaf, as given.
    pub what: String,
    /// What becomes of it, as given: `captured`, `destroyed`, `spared`.
    pub fate: String,
}

impl ClaimSettle {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let claim = self.claim(changes)?;
        let before = changes.now().claims.get(&claim.what).cloned().map(Box::new);
        match before {
            Some(_) => changes.happen(Event::ClaimChanged { what: claim.what.clone(), before, after: None })?,
            None => scatter(changes, &claim)?,
        }
        match self.fate.to_lowercase().as_str() {
            "captured" => settle(changes, &claim, ClaimFate::Captured),
            "destroyed" => settle(changes, &claim, ClaimFate::Destroyed),
            "spared" => settle(changes, &claim, ClaimFate::Spared),
            _ => Err(OpError::bad_value("FATE", &self.fate, "`captured`, `destroyed` or `spared`")),
        }
    }

    fn claim(&self, changes: &Changeset) -> Result<Claim, OpError> {
        let mut claims: Vec<Claim> = changes.now().claims.values().cloned().collect();
        claims.extend(changes.now().set_upon());
        let wanted = self.what.to_lowercase();
        let tail = format!(".{wanted}");
        let answers = |claim: &&Claim| {
            let id = claim.what.as_str().to_lowercase();
            id == wanted || id.ends_with(&tail)
        };
        claims.iter().find(answers).cloned().ok_or_else(|| OpError::Unknown {
            what: "claim",
            given: self.what.clone(),
            near: nearest(&self.what, claims.iter().map(|claim| claim.what.as_str()))
                .map(Near::from)
                .into_iter()
                .collect(),
        })
    }
}
