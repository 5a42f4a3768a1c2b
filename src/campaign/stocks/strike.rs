//! House rule `air_interdiction`: air strikes on the supply traffic of a side, booked for a bound.
//!
//! What it decides: which strikes are flown in the running bound, and with what effect: by day only, all of it where the
//! flying is good, a share (`air_limited`) where it is neither good nor `none`.
//! What it never does: throw dice, or say who drives where; that is `ops::command::bound::strikes`.

use std::fmt;

use serde::{Deserialize, Serialize};

use domain::{Bound, Phase, Put, SideId, Sink, Source, Square, Take, record};

use crate::{Campaign, MapFrame, Setting};

/// What strikes are flown on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrikeTarget {
    /// Whatever drives or runs through a square.
    Square(Square),
    /// The trains of a railway.
    Line(String),
}

impl StrikeTarget {
    /// In words: the reference of a square, the name of a railway.
    pub fn named(&self, frame: &MapFrame) -> String {
        match self {
            Self::Square(square) => frame.reference(*square),
            Self::Line(line) => line.clone(),
        }
    }
}

/// Two columns: `square` or `line`, and which.
impl Put for StrikeTarget {
    fn put(&self, sink: &mut impl Sink) {
        match self {
            Self::Square(square) => ("square", *square).put(sink),
            Self::Line(line) => ("line", line).put(sink),
        }
    }
}

impl Take for StrikeTarget {
    const WIDTH: usize = 2;

    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        let is_line = source.text_as(|kind| Some(kind == "line"))?;
        if is_line { Take::take(source).map(Self::Line) } else { Take::take(source).map(Self::Square) }
    }
}

impl fmt::Display for StrikeTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Line(line) => line.fmt(f),
        }
    }
}

/// Strikes on a target in a bound.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AirStrike {
    /// In which bound they are flown.
    pub bound: Bound,
    /// The side whose traffic they are to hit.
    pub against: SideId,
    /// On what.
    pub target: StrikeTarget,
}

record!(AirStrike { bound, against, target as "kind" "target" });

/// How hard strikes hit in a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrikeForce {
    /// By how many minutes a square takes a convoy longer.
    pub minutes: u32,
    /// Up to which face of a die something is lost.
    pub face: u32,
}

impl Campaign {
    /// How much of the strikes of the running bound is flown, in percent: none by night, and as the flying is.
    pub fn strikes_flown(&self) -> u32 {
        match (self.bound.phase, self.flying_now()) {
            (Phase::Night, _) | (_, "none") => 0,
            (_, "good") => 100,
            _ => self.settings.number(Setting::AirLimited),
        }
    }

    /// How hard the strikes of the running bound hit; the share that is flown of what the settings say, rounded down.
    pub fn strike_force(&self) -> StrikeForce {
        let share = |setting| self.settings.number(setting) * self.strikes_flown() / 100;
        StrikeForce { minutes: share(Setting::StrikeMinutes), face: share(Setting::StrikeDie) }
    }

    /// What strikes of the running bound are flown on, against a side; nothing where the rule is off or nobody flies.
    pub fn struck(&self, side: SideId) -> Vec<&StrikeTarget> {
        if self.strikes.is_empty() || !self.settings.is_on(Setting::AirInterdiction) || self.strikes_flown() == 0 {
            return Vec::new();
        }
        let now = self.strikes.iter().filter(|strike| strike.bound == self.bound && strike.against == side);
        now.map(|strike| &strike.target).collect()
    }

    /// Strikes booked on one of these squares against a side, in the bounds from one to another, by bound and square, as far as a
    /// reader knows of them: the umpire of all, a side of those that are flown in the running bound. Those of the running
    /// bound that stay on the ground are none.
    pub fn strikes_on(
        &self,
        side: SideId,
        reader: Option<SideId>,
        squares: &[Square],
        (from, until): (Bound, Option<Bound>),
    ) -> Vec<(Bound, Square)> {
        if !self.settings.is_on(Setting::AirInterdiction) {
            return Vec::new();
        }
        let flies_now = self.strikes_flown() > 0;
        let is_known =
            |bound: Bound| if bound == self.bound { flies_now } else { reader.is_none() && bound > self.bound };
        let is_meant = |strike: &&AirStrike| {
            let is_then = strike.bound >= from && until.is_none_or(|until| strike.bound <= until);
            strike.against == side && is_then && is_known(strike.bound)
        };
        let on = |strike: &AirStrike| match strike.target {
            StrikeTarget::Square(square) if squares.contains(&square) => Some((strike.bound, square)),
            _ => None,
        };
        let mut found: Vec<(Bound, Square)> = self.strikes.iter().filter(is_meant).filter_map(on).collect();
        found.sort_unstable();
        found
    }

    /// The squares among them.
    pub fn struck_squares(&self, side: SideId) -> Vec<Square> {
        let square = |target: &StrikeTarget| match target {
            StrikeTarget::Square(square) => Some(*square),
            StrikeTarget::Line(_) => None,
        };
        self.struck(side).into_iter().filter_map(square).collect()
    }
}
