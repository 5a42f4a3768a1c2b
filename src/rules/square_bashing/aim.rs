//! Where a barrage falls (page, 4.7): deviation, the order of squares.

use serde::Deserialize;

use super::play::{Key, Said, SbKept, SbPlay};
use super::read::SbRead;
use super::tables::DEVIATION;
use super::throws::Throws;
use crate::mechanic::Result;
use crate::square_bashing::parameters::Skill;

/// Where a barrage falls, seen from the firer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fall {
    Short,
    OnTarget,
    Over,
}

impl Fall {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::OnTarget => "on_target",
            Self::Over => "over",
        }
    }

    /// Rows away from the firer.
    pub(crate) fn rows(self) -> i32 {
        match self {
            Self::Short => -1,
            Self::OnTarget => 0,
            Self::Over => 1,
        }
    }
}

/// Throws for deviation.
///
/// # Interpretation
/// Ruling 13: every kind of barrage deviates, gas too.
pub(crate) fn deviate(skill: Skill, throws: &mut dyn Throws) -> Result<Fall> {
    let die = throws.die("the guns", "deviation")?;
    let [short, on_target] = DEVIATION[skill as usize];
    Ok(match die {
        die if die <= short => Fall::Short,
        die if die <= on_target => Fall::OnTarget,
        _ => Fall::Over,
    })
}

/// A square of the table: row from the firer's edge, column from his left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "(i32, i32)")]
pub(crate) struct At {
    pub(crate) row: i32,
    pub(crate) column: i32,
}

impl From<(i32, i32)> for At {
    fn from((row, column): (i32, i32)) -> Self {
        Self { row, column }
    }
}

impl At {
    pub(crate) fn moved(self, rows: i32) -> Self {
        Self { row: self.row + rows, ..self }
    }

    /// As a key of an answer.
    pub(crate) fn key(self) -> String {
        format!("{},{}", self.row, self.column)
    }
}

/// The order in which squares are resolved: nearest row first, each from right to left.
pub(crate) fn in_order(squares: &mut [At]) {
    squares.sort_by_key(|at| (at.row, -at.column));
}

/// `deviation`.
pub(crate) struct Deviation(Skill);

impl Deviation {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        Ok(Self(read.must("quality", "`poor`, `average` or `good`")?))
    }
}

impl SbPlay for Deviation {
    type State = Option<Fall>;

    fn start(&self) -> Self::State {
        None
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        *state = Some(deviate(self.0, throws)?);
        Ok(())
    }

    fn answer(&self, state: &Self::State) -> Said {
        let mut said = Said::default();
        let fall = state.map_or("", Fall::as_str);
        said.key("deviation", fall).line(format!("it falls {}", fall.replace('_', " ")));
        said
    }

    fn kept(&self, state: &Self::State) -> SbKept {
        vec![("deviation", Key::Word(state.map_or("", Fall::as_str)))]
    }

    /// Whether it is on target.
    fn figure(&self, state: &Self::State) -> f64 {
        f64::from(u8::from(*state == Some(Fall::OnTarget)))
    }
}
