//! The mechanics of Square Bashing one at a time, for `roll` and `odds` (page, section 10).

use serde_json::Value;

use dice::Dice;

use super::aim::Deviation;
use super::assault::SbAssault;
use super::barrage::{Barraged, GasDrift};
use super::campaign::{SbMapIn, SbMapOut};
use super::engage::SbEngage;
use super::morale::MoraleTest;
use super::play;
use super::read::SbRead;
use super::retire::Retire;
use super::saves::Saves;
use super::shooting::Shoot;
use super::turn::{Asset, HigherCommand, Reinforce, SbClock, SbExit};
use crate::mechanic::Result;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;

pub(crate) use super::mechanics::MECHANICS;

/// What is done with a mechanic once its input is read.
trait With {
    type Out;
    fn with<P: play::SbPlay>(&mut self, read: &SbRead<'_>, play: &P) -> Result<Self::Out>;
}

struct Roll<'a, 'b>(&'a mut Dice<'b>);

impl With for Roll<'_, '_> {
    type Out = Rolled;

    fn with<P: play::SbPlay>(&mut self, _: &SbRead<'_>, play: &P) -> Result<Rolled> {
        play::roll(play, self.0)
    }
}

struct Odds;

impl With for Odds {
    type Out = Chances;

    fn with<P: play::SbPlay>(&mut self, read: &SbRead<'_>, play: &P) -> Result<Chances> {
        play::odds(read.mechanic, play)
    }
}

fn with<W: With>(name: &str, input: &Value, what: &mut W) -> Result<W::Out> {
    let read = &SbRead::new(name, input)?;
    match read.mechanic {
        "saves" => what.with(read, &Saves::read(read)?),
        "shoot" => what.with(read, &Shoot::read(read)?),
        "assault" => what.with(read, &SbAssault::read(read)?),
        "retire" => what.with(read, &Retire::read(read)?),
        "morale" => what.with(read, &MoraleTest::read(read)?),
        "deviation" => what.with(read, &Deviation::read(read)?),
        "barrage" => what.with(read, &Barraged::read(read)?),
        "gas-drift" => what.with(read, &GasDrift::read(read)?),
        "exit" => what.with(read, &SbExit::read(read)?),
        "reinforce" => what.with(read, &Reinforce::read(read)?),
        "clock" => what.with(read, &SbClock::read(read)?),
        "hc" => what.with(read, &HigherCommand::read(read)?),
        "asset" => what.with(read, &Asset::read(read)?),
        "map-in" => what.with(read, &SbMapIn::read(read)?),
        "map-out" => what.with(read, &SbMapOut::read(read)?),
        _ => what.with(read, &SbEngage::read(read)?),
    }
}

/// Throws a mechanic.
pub(crate) fn roll(name: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Rolled> {
    with(name, input, &mut Roll(dice))
}

/// The odds of a mechanic.
pub(crate) fn odds(name: &str, input: &Value) -> Result<Chances> {
    with(name, input, &mut Odds)
}
