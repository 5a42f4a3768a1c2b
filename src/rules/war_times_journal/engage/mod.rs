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
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::mechanic::{MechanicError, Result};
use state::WtjField;

pub(super) use input::{Battery, Size, WtjEngage, WtjPlan, WtjUnitInput};
pub(super) use state::{A, D};

impl WtjEngage {
    /// The units before the first step.
    pub(super) fn begin(&self) -> WtjField<'_> {
        WtjField::new(self)
    }
}

impl WtjField<'_> {
    /// Steps 1 to 7.
    pub(super) fn steps(&mut self, dice: &mut Dice<'_>) -> Result<()> {
        self.barrage(dice)?;
        self.commands(dice)?;
        self.dangerous(dice)?;
        self.contact();
        self.fire(dice)?;
        self.casualty_morale(dice)?;
        self.assault(dice)?;
        self.ground();
        Ok(())
    }
}

impl WtjPlay for WtjEngage {
    fn check(&self) -> Result<(), WtjWrong> {
        self.verify()
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let mut field = self.begin();
        field.steps(dice)?;
        Ok(field.home())
    }

    fn odds(&self) -> Result<Chances> {
        Err(MechanicError::NoOdds { mechanic: "engage" })
    }
}
