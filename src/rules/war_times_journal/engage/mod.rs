//! §4 one campaign bound for one square: attackers A against defenders D, in eight steps.
//!
//! What it is: what it is told `input`; the units as they fight `state`; steps 1 to 3 `approach`; step 4 `fire`; steps 5
//! to 7 `close`; step 8 `home`.
//! What it decides: the order of the dice (§4.2), which is a promise.

mod approach;
mod close;
mod fire;
mod home;
mod input;
pub(crate) mod state;

use dice::Dice;

use super::input::{WtjPlay, WtjWrong};
use crate::mechanic::MechanicError;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use state::WtjField;

pub(super) use input::{Battery, Size, WtjEngage, WtjPlan, WtjUnitInput};
pub(super) use state::{A, D};

impl WtjEngage {
    /// Steps 1 to 7.
    pub(super) fn fight(&self, dice: &mut Dice<'_>) -> Result<WtjField<'_>, MechanicError> {
        let mut field = WtjField::new(self);
        field.barrage(dice)?;
        field.commands(dice)?;
        field.dangerous(dice)?;
        field.contact();
        field.fire(dice)?;
        field.casualty_morale(dice)?;
        field.assault(dice)?;
        field.ground();
        Ok(field)
    }
}

impl WtjPlay for WtjEngage {
    fn check(&self) -> Result<(), WtjWrong> {
        self.verify()
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled, MechanicError> {
        Ok(self.fight(dice)?.home())
    }

    fn odds(&self) -> Result<Chances, MechanicError> {
        Err(MechanicError::NoOdds { mechanic: "engage" })
    }
}
