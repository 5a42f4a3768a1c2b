//! Morale of a square (page, 4.6): `morale`.

use serde_json::{Map, Value};

use super::play::{Key, Said, SbKept, SbPlay, halves_by_id, left_in_words};
use super::read::SbRead;
use super::saves::{SbCover, take};
use super::tables::{
    ALL_FACES, BARRAGES, BASE, CASUALTIES, FACES, HOLD_THE_LINE, MORALE_BONUS, MORALE_FAILS, NO_WAY, OWNER_ELSE,
    OWNER_FIGHT, RETIRE_HITS, ROUTS, TEST_TRENCH,
};
use super::throws::Throws;
use super::unit::{Defence, Quality, SbGround, SbKind, SbUnit, halves, has};
use crate::mechanic::Result;

/// What a test comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SbMorale {
    Ok,
    Steady,
    Retire,
    Run,
}

impl SbMorale {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "OK",
            Self::Steady => "STEADY",
            Self::Retire => "RETIRE",
            Self::Run => "RUN",
        }
    }
}

/// Where the square is afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SbPosition {
    Hold,
    Withdraws,
    OffTable,
}

impl SbPosition {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Withdraws => "withdraw1",
            Self::OffTable => "off_table",
        }
    }
}

/// What counts in a test beside the units.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker or a neighbour on the table")]
pub(crate) struct Test {
    pub(crate) ground: SbGround,
    pub(crate) barrage: u16,
    pub(crate) enemy_faces: u16,
    pub(crate) rear_blocked: bool,
    pub(crate) rear_off_table: bool,
    pub(crate) morale_bonus: bool,
    pub(crate) hold_the_line: bool,
}

/// A test as it fell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tested {
    pub(crate) pool: u16,
    pub(crate) fails: u16,
    pub(crate) result: SbMorale,
    /// Who routed, and with how many halves.
    pub(crate) routed: Vec<(usize, u16)>,
    pub(crate) position: SbPosition,
}

impl Test {
    /// The dice.
    ///
    /// # Interpretation
    /// Ruling 7: a fort counts as a trench.
    pub(crate) fn pool(&self, units: &[SbUnit]) -> u16 {
        let marked = units.iter().filter(|unit| unit.is_marked()).count() as u16;
        let when = |holds: bool, dice: i32| if holds { dice } else { 0 };
        let defence = match self.ground.defence {
            Defence::None => 0,
            Defence::Hasty => -1,
            Defence::Trench | Defence::Fort => TEST_TRENCH,
        };
        let pool = i32::from(marked.min(CASUALTIES))
            + when(has(units, |u| u.quality == Quality::Reservist), 1)
            + i32::from(self.barrage.min(BARRAGES))
            + i32::from(self.enemy_faces.saturating_sub(1).min(FACES))
            + when(has(units, |u| u.quality == Quality::Professional), -1)
            + when(has(units, |u| u.kind == SbKind::Mg || u.kind.is_armour()), -1)
            + when(self.ground.is_close(), -1)
            + when(self.morale_bonus, MORALE_BONUS)
            + when(self.hold_the_line, HOLD_THE_LINE)
            + defence;
        pool.max(0) as u16
    }

    /// Whether there is no way back.
    ///
    /// # Interpretation
    /// Ruling 15: an enemy stands in the rear square; with enemies on all faces one does.
    pub(crate) fn is_blocked(&self) -> bool {
        self.rear_blocked || self.enemy_faces >= ALL_FACES
    }

    /// Tests a square: the pool, who routs, the hit of those who go, the hits of those who cannot.
    pub(crate) fn test(&self, units: &mut [SbUnit], throws: &mut dyn Throws) -> Result<Tested> {
        let pool = self.pool(units);
        let fails = throws.at_least("the square", "morale", pool, MORALE_FAILS)?;
        let result = match fails {
            0 => SbMorale::Ok,
            1 => SbMorale::Steady,
            2 => SbMorale::Retire,
            _ => SbMorale::Run,
        };
        let routed = if result == SbMorale::Run { rout(units, throws)? } else { Vec::new() };
        let position = if result >= SbMorale::Retire { self.fall_back(units, throws)? } else { SbPosition::Hold };
        Ok(Tested { pool, fails, result, routed, position })
    }

    /// Those who are left take their hit and go back, or stay and take more.
    fn fall_back(&self, units: &mut [SbUnit], throws: &mut dyn Throws) -> Result<SbPosition> {
        let cover = SbCover::of(self.ground);
        take(units, RETIRE_HITS, OWNER_ELSE, cover, throws)?;
        if self.is_blocked() {
            take(units, NO_WAY, OWNER_FIGHT, cover, throws)?;
            return Ok(SbPosition::Hold);
        }
        if self.rear_off_table {
            go_off(units);
            return Ok(SbPosition::OffTable);
        }
        Ok(SbPosition::Withdraws)
    }
}

fn rout(units: &mut [SbUnit], throws: &mut dyn Throws) -> Result<Vec<(usize, u16)>> {
    let mut routed = Vec::new();
    for (at, unit) in units.iter_mut().enumerate().filter(|(_, unit)| unit.lives()) {
        let die = throws.die(&unit.id, "rout")? as i8 - unit.quality.to_die();
        if die >= ROUTS {
            routed.push((at, unit.now));
            unit.now = 0;
        }
    }
    Ok(routed)
}

/// Every unit of a square goes off the table.
///
/// # Interpretation
/// Ruling 20: a unit of two halves loses one of them, so that it can come back.
pub(crate) fn go_off(units: &mut [SbUnit]) {
    for unit in units {
        let lost = if unit.full <= BASE { 1 } else { BASE };
        unit.now = unit.now.saturating_sub(lost);
    }
}

/// `morale`.
pub(crate) struct MoraleTest {
    units: Vec<SbUnit>,
    test: Test,
    capacity: u16,
    /// Own units in the rear square.
    behind: u16,
}

impl MoraleTest {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let enemy_faces = read.count_or("enemy_faces", 0)?;
        if enemy_faces > ALL_FACES {
            return Err(read.refuse("enemy_faces", &enemy_faces.to_string(), "a square has four faces"));
        }
        let test = Test {
            ground: read.ground()?,
            barrage: read.count_or("barrage", 0)?,
            enemy_faces,
            rear_blocked: read.flag("rear_blocked")?,
            rear_off_table: read.flag("rear_off_table")?,
            morale_bonus: read.flag("morale_bonus")?,
            hold_the_line: read.flag("hold_the_line")?,
        };
        let behind = read.count_or("rear_units", 0)?;
        Ok(Self { units: read.units()?, test, capacity: read.house.square_capacity, behind })
    }

    /// How many squares each unit goes back where squares hold only so many units: in list order, past those that
    /// are full.
    fn squares_back(&self, units: &[SbUnit]) -> Option<Value> {
        let going = units.iter().filter(|unit| unit.lives());
        let free = self.capacity.checked_sub(1).map(|_| self.capacity.saturating_sub(self.behind))?;
        let squares = (0_u16..).map(|nth| match nth.checked_sub(free) {
            None => 1,
            Some(beyond) => 2 + beyond / self.capacity,
        });
        Some(Value::Object(going.zip(squares).map(|(unit, n)| (unit.id.to_string(), n.into())).collect()))
    }
}

impl SbPlay for MoraleTest {
    type State = (Vec<SbUnit>, Option<Tested>);

    fn start(&self) -> Self::State {
        (self.units.clone(), None)
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        state.1 = Some(self.test.test(&mut state.0, throws)?);
        Ok(())
    }

    fn answer(&self, (units, tested): &Self::State) -> Said {
        let mut said = Said::default();
        let Some(tested) = tested else { return said };
        let id = |at: usize| units[at].id.to_string();
        said.key("pool", tested.pool).key("fails", tested.fails).key("result", tested.result.as_str());
        said.key("routed", tested.routed.iter().map(|(at, _)| id(*at)).collect::<Vec<_>>());
        said.key("halves", halves_by_id(units)).key("position", tested.position.as_str());
        said.line(format!("{} dice, {} fails: {}", tested.pool, tested.fails, tested.result.as_str()));
        if !tested.routed.is_empty() {
            let at_rout: Map<String, Value> = tested.routed.iter().map(|(at, n)| (id(*at), (*n).into())).collect();
            said.key("halves_at_rout", at_rout);
            said.line(format!(
                "routed: {}",
                tested.routed.iter().map(|(at, _)| id(*at)).collect::<Vec<_>>().join(", ")
            ));
        }
        if tested.position == SbPosition::Withdraws
            && let Some(squares) = self.squares_back(units)
        {
            said.key("squares_back", squares).lean("square_capacity");
        }
        said.line(format!("position: {}; left: {}", tested.position.as_str(), left_in_words(units)));
        said
    }

    fn kept(&self, (units, tested): &Self::State) -> SbKept {
        let result = tested.as_ref().map_or("", |tested| tested.result.as_str());
        let position = tested.as_ref().map_or("", |tested| tested.position.as_str());
        let routed = tested.as_ref().map_or(0, |tested| tested.routed.len());
        let left = Key::Number(halves(units).into());
        vec![
            ("result", Key::Word(result)),
            ("position", Key::Word(position)),
            ("routed", Key::Number(routed as i64)),
            ("left", left),
        ]
    }

    /// The halves lost.
    fn figure(&self, (units, _): &Self::State) -> f64 {
        f64::from(halves(&self.units) - halves(units))
    }
}
