//! The small throws of a turn (page, 3.3, 4.8): `exit`, `reinforce`, `clock`, `hc`, `asset`.

use serde::Deserialize;

use super::play::{Key, Said, SbKept, SbPlay};
use super::read::{SbRead, SbWritten};
use super::tables::{ARRIVES, SECOND_CHANCES};
use super::throws::Throws;
use super::unit::SbUnit;
use crate::mechanic::Result;
use crate::square_bashing::parameters::{SbHouse, Skill};

/// `exit`: whether a unit leaves scenery.
pub(crate) struct SbExit {
    unit: SbUnit,
    /// The least sum; none where no die is thrown.
    need: Option<i8>,
}

impl SbExit {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let written: SbWritten = read.must("unit", "the unit that would leave")?;
        let unit = read.unit("unit", &written)?;
        let road_free = read.flag("road_free")?;
        let need = unit.kind.figures().exit.filter(|_| !road_free);
        Ok(Self { unit, need })
    }

    fn leaves(&self, sum: Option<i8>) -> bool {
        self.need.zip(sum).is_none_or(|(need, sum)| sum >= need)
    }
}

impl SbPlay for SbExit {
    type State = Option<i8>;

    fn start(&self) -> Self::State {
        None
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        if self.need.is_some() {
            *state = Some(throws.die(&self.unit.id, "leaving scenery")? as i8 + self.unit.quality.to_die());
        }
        Ok(())
    }

    fn answer(&self, sum: &Self::State) -> Said {
        let mut said = Said::default();
        let leaves = self.leaves(*sum);
        said.key("leaves", leaves).key("sum", *sum).key("need", self.need);
        let word = if leaves { "it leaves" } else { "it stays" };
        said.line(match (sum, self.need) {
            (Some(sum), Some(need)) => format!("{sum}, and {need} is needed: {word}"),
            _ => format!("no die: {word}"),
        });
        said
    }

    fn kept(&self, sum: &Self::State) -> SbKept {
        vec![("leaves", Key::Flag(self.leaves(*sum)))]
    }

    fn figure(&self, sum: &Self::State) -> f64 {
        f64::from(u8::from(self.leaves(*sum)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Mode {
    A,
    B,
    C,
}

/// `reinforce`: who of those that wait arrives.
pub(crate) struct Reinforce {
    mode: Mode,
    waiting: u16,
}

impl Reinforce {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        Ok(Self { mode: read.must("mode", "`A`, `B` or `C`")?, waiting: read.count("waiting")? })
    }

    /// Who arrives without a die.
    fn sure(&self) -> u16 {
        if self.mode == Mode::A { 0 } else { self.waiting.min(1) }
    }
}

impl SbPlay for Reinforce {
    /// Places in the queue, and how many of them.
    type State = (Vec<u16>, u16);

    fn start(&self) -> Self::State {
        ((1..=self.sure()).collect(), self.sure())
    }

    fn steps(&self) -> usize {
        usize::from(match self.mode {
            Mode::A => self.waiting,
            Mode::B => 0,
            Mode::C => (self.waiting - self.sure()).min(SECOND_CHANCES),
        })
    }

    fn step(&self, step: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        if throws.at_least("the owner", "reinforcement", 1, ARRIVES)? > 0 {
            state.0.push(self.sure() + step as u16 + 1);
            state.1 += 1;
        }
        Ok(())
    }

    fn forget(&self, state: &mut Self::State) {
        state.0.clear();
    }

    fn answer(&self, (arrived, n): &Self::State) -> Said {
        let mut said = Said::default();
        said.key("arrived", arrived.clone());
        let places: Vec<String> = arrived.iter().map(ToString::to_string).collect();
        said.line(if *n == 0 { "nobody arrives".to_owned() } else { format!("arrived: {}", places.join(", ")) });
        if self.mode == Mode::C && *n > 0 {
            said.line("all by a road at their own edge");
        }
        said
    }

    fn kept(&self, (_, n): &Self::State) -> SbKept {
        vec![("arrivals", Key::Number((*n).into()))]
    }

    fn figure(&self, (_, n): &Self::State) -> f64 {
        (*n).into()
    }
}

/// `clock`: what the last act of the defender's turn leaves on it.
pub(crate) struct SbClock(i64);

impl SbClock {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        Ok(Self(read.count_or("clock", read.house.clock_start)?.into()))
    }
}

impl SbPlay for SbClock {
    type State = i64;

    fn start(&self) -> i64 {
        self.0
    }

    fn step(&self, _: usize, clock: &mut i64, throws: &mut dyn Throws) -> Result<()> {
        *clock -= i64::from(throws.die("the defender", "clock")?);
        Ok(())
    }

    fn answer(&self, clock: &i64) -> Said {
        let mut said = Said::default();
        let ends = *clock <= 0;
        said.key("clock", *clock).key("ends", ends);
        said.line(format!("the clock shows {clock}: the battle {}", if ends { "is over" } else { "goes on" }));
        said
    }

    fn kept(&self, clock: &i64) -> SbKept {
        vec![("clock", Key::Number(*clock)), ("ends", Key::Flag(*clock <= 0))]
    }

    fn figure(&self, clock: &i64) -> f64 {
        *clock as f64
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Marker {
    FightingBonus,
    MoraleBonus,
    HoldTheLine,
}

impl Marker {
    fn as_str(self) -> &'static str {
        match self {
            Self::FightingBonus => "fighting_bonus",
            Self::MoraleBonus => "morale_bonus",
            Self::HoldTheLine => "hold_the_line",
        }
    }
}

/// `hc`: the markers that a higher command places. One step an attempt.
pub(crate) struct HigherCommand {
    attempts: u16,
    success: u8,
    wants: Vec<Marker>,
}

impl HigherCommand {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let attempts = match read.must("quality", "`poor`, `average` or `good`")? {
            Skill::Poor => read.house.hc_attempts.poor,
            Skill::Average => read.house.hc_attempts.average,
            Skill::Good => read.house.hc_attempts.good,
        };
        let wants = read.must("wants", "a list of `fighting_bonus`, `morale_bonus`, `hold_the_line`")?;
        Ok(Self { attempts, success: read.house.hc_success, wants })
    }
}

impl SbPlay for HigherCommand {
    /// Attempts made, markers placed.
    type State = (u16, u16);

    fn start(&self) -> Self::State {
        (0, 0)
    }

    fn steps(&self) -> usize {
        self.attempts.into()
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        if usize::from(state.1) < self.wants.len() {
            state.0 += 1;
            state.1 += throws.at_least("higher command", "order", 1, self.success)?;
        }
        Ok(())
    }

    fn answer(&self, (attempts, placed): &Self::State) -> Said {
        let mut said = Said::default();
        let placed: Vec<&str> = self.wants.iter().take((*placed).into()).map(|marker| marker.as_str()).collect();
        said.line(match placed.len() {
            0 => format!("{attempts} attempts, no marker placed"),
            _ => format!("{attempts} attempts, placed: {}", placed.join(", ").replace('_', " ")),
        });
        said.key("placed", placed).key("attempts", *attempts).lean("hc_attempts").lean("hc_success");
        said
    }

    fn kept(&self, (attempts, placed): &Self::State) -> SbKept {
        vec![("markers", Key::Number((*placed).into())), ("attempts", Key::Number((*attempts).into()))]
    }

    fn figure(&self, (_, placed): &Self::State) -> f64 {
        (*placed).into()
    }
}

/// `asset`: whether it arrives.
pub(crate) struct Asset {
    dice: u16,
    house: SbHouse,
}

impl Asset {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        Ok(Self { dice: read.count_or("asset_dice", read.house.asset_dice)?, house: read.house })
    }
}

impl SbPlay for Asset {
    /// Dice that succeed.
    type State = u16;

    fn start(&self) -> u16 {
        0
    }

    fn step(&self, _: usize, sixes: &mut u16, throws: &mut dyn Throws) -> Result<()> {
        *sixes = throws.at_least("the player", "asset", self.dice, self.house.asset_success)?;
        Ok(())
    }

    fn answer(&self, sixes: &u16) -> Said {
        let mut said = Said::default();
        said.key("sixes", *sixes).key("arrives", *sixes > 0).lean("asset_dice").lean("asset_success");
        said.line(format!("{sixes} of {} dice: the asset {}", self.dice, if *sixes > 0 { "arrives" } else { "fails" }));
        if let Some(each) = self.house.asset_units_per_six {
            let units = u32::from(each) * u32::from(*sixes);
            said.key("units", units)
                .lean("asset_units_per_six")
                .line(format!("an urgent arrival brings {units} units"));
        }
        said
    }

    fn kept(&self, sixes: &u16) -> SbKept {
        vec![("sixes", Key::Number((*sixes).into())), ("arrives", Key::Flag(*sixes > 0))]
    }

    /// Whether it arrives.
    fn figure(&self, sixes: &u16) -> f64 {
        f64::from(u8::from(*sixes > 0))
    }
}
