//! `partisans set` and `partisans clear`: the umpire says where partisans are about.

use serde::{Deserialize, Serialize};

use campaign::{Event, Partisans, Setting};
use domain::{Bound, command};

use crate::{Changeset, OpError, pick};

/// Partisans come, change, or are gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartisansSet {
    /// The squares, as given.
    pub squares: Vec<String>,
    /// The side that they harm, as given.
    pub against: String,
    /// Up to which face of a die they raid; 0 for partisans that are gone.
    pub strength: u8,
    /// The first bound in which they may raid, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The last such bound, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

impl PartisansSet {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let against = pick::side(changes.now(), &self.against)?;
        let dated = |word: &Option<String>| -> Result<Option<Bound>, OpError> {
            word.as_deref().map(|word| pick::bound(changes.now(), word)).transpose()
        };
        let (from, until, strength) = (dated(&self.from)?, dated(&self.until)?, self.strength);
        let off = changes.now().settings.note_if_off(Setting::Partisans).filter(|_| strength > 0);
        if let Some(note) = off {
            changes.note(note);
        }
        for given in &self.squares {
            let square = pick::square(changes.now(), given)?;
            let before = changes.now().partisans.iter().find(|p| p.square == square && p.against == against).cloned();
            let raid = before.as_ref().and_then(|before| before.raid);
            let after = (strength > 0).then_some(Partisans { square, against, strength, from, until, raid });
            if before.is_none() && after.is_none() {
                let at = changes.now().frame.reference(square);
                let side = changes.now().side_name(against);
                let message = format!("there are no partisans against {side} in {at}");
                return Err(OpError::not_now(message, command!("`railhead partisans list` shows where they are")));
            }
            if before != after {
                let (before, after) = (before.map(Box::new), after.map(Box::new));
                changes.happen(Event::PartisansChanged { square, against, before, after })?;
            }
        }
        Ok(())
    }
}
