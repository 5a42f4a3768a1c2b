//! Barrages and the drift of gas (page, 4.7): `barrage`, `gas-drift`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::aim::{At, deviate, in_order};
use super::play::{Key, Said, SbKept, SbPlay, halves_by_id, left_in_words};
use super::read::{SbRead, SbWritten};
use super::saves::{SbCover, take};
use super::tables::{BARRAGE_HITS, BARRAGE_MARKERS, DEPTH, OWNER_ELSE, ROLLS_ON};
use super::throws::Throws;
use super::unit::{Defence, SbGround, SbTerrain, SbUnit, halves};
use crate::mechanic::Result;
use crate::square_bashing::parameters::Skill;

/// The most squares of a barrage.
const MOST_SQUARES: usize = 60;
/// The longest side of a table.
const LONGEST: i32 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SbBarrage {
    Suppression,
    Point,
    Rolling,
    Gas,
}

impl SbBarrage {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Suppression => "suppression",
            Self::Point => "point",
            Self::Rolling => "rolling",
            Self::Gas => "gas",
        }
    }

    /// The hits on a square where it falls.
    pub(crate) fn hits(self, throws: &mut dyn Throws) -> Result<u16> {
        Ok(match self {
            Self::Suppression => BARRAGE_HITS[0],
            Self::Point => throws.die("the guns", "hits of a point barrage")?.into(),
            Self::Rolling => BARRAGE_HITS[1],
            Self::Gas => BARRAGE_HITS[2],
        })
    }

    /// The markers that it leaves.
    ///
    /// # Interpretation
    /// Ruling 25: gas leaves one.
    pub(crate) fn markers(self) -> u16 {
        BARRAGE_MARKERS[self as usize]
    }

    pub(crate) fn cover(self, ground: SbGround) -> SbCover {
        SbCover { gas: self == Self::Gas, ..SbCover::of(ground) }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSquare {
    at: At,
    units: Vec<SbWritten>,
    #[serde(default)]
    terrain: SbTerrain,
    #[serde(default)]
    defence: Defence,
}

/// Squares with units, and the size of the table.
struct Table {
    squares: Vec<(At, SbGround)>,
    units: Vec<Vec<SbUnit>>,
    rows: i32,
    columns: i32,
}

impl Table {
    fn read(read: &SbRead<'_>) -> Result<Self> {
        let written: Vec<WrittenSquare> = read.or("occupied", Vec::new())?;
        let rows = i32::from(read.count_or("rows", read.house.table_rows)?);
        let columns = i32::from(read.count_or("columns", read.house.table_columns)?);
        let mut table = Self { squares: Vec::new(), units: Vec::new(), rows, columns };
        for square in &written {
            if !table.holds(square.at) {
                return Err(read.refuse("occupied", &square.at.key(), format!("the table is {rows} by {columns}")));
            }
            if table.squares.iter().any(|(at, _)| *at == square.at) {
                return Err(read.refuse("occupied", &square.at.key(), "list a square only once"));
            }
            table.squares.push((square.at, SbGround { terrain: square.terrain, defence: square.defence }));
            table.units.push(read.plain("occupied", &square.units)?);
        }
        Ok(table)
    }

    fn holds(&self, at: At) -> bool {
        (1..=self.rows).contains(&at.row) && (1..=self.columns).contains(&at.column)
    }

    /// Hits on whoever stands in a square.
    fn hit(
        &self,
        units: &mut [Vec<SbUnit>],
        at: At,
        hits: u16,
        kind: SbBarrage,
        throws: &mut dyn Throws,
    ) -> Result<()> {
        if let Some(place) = self.squares.iter().position(|(square, _)| *square == at) {
            take(&mut units[place], hits, OWNER_ELSE, kind.cover(self.squares[place].1), throws)?;
        }
        Ok(())
    }

    fn halves(&self, units: &[Vec<SbUnit>]) -> Value {
        let each = self.squares.iter().zip(units).map(|((at, _), units)| (at.key(), halves_by_id(units)));
        Value::Object(each.collect())
    }

    fn lost(&self, units: &[Vec<SbUnit>]) -> u32 {
        let all = |squares: &[Vec<SbUnit>]| squares.iter().map(|units| halves(units)).sum::<u32>();
        all(&self.units) - all(units)
    }

    fn lines(&self, units: &[Vec<SbUnit>], said: &mut Said) {
        for ((at, _), units) in self.squares.iter().zip(units) {
            said.line(format!("left in {}: {}", at.key(), left_in_words(units)));
        }
    }
}

/// The squares of a key.
fn squares(read: &SbRead<'_>) -> Result<Vec<At>> {
    let mut squares: Vec<At> = read.must("squares", "a list of `[row, column]`")?;
    if squares.len() > MOST_SQUARES {
        return Err(read.refuse("squares", "too many", format!("at most {MOST_SQUARES} squares")));
    }
    let is_far = |at: &&At| at.row.unsigned_abs().max(at.column.unsigned_abs()) > LONGEST.unsigned_abs();
    if let Some(far) = squares.iter().find(is_far) {
        return Err(read.refuse("squares", &far.key(), "it is too far off the table"));
    }
    in_order(&mut squares);
    Ok(squares)
}

/// `barrage`: one step a square that is aimed at.
pub(crate) struct Barraged {
    kind: SbBarrage,
    skill: Skill,
    aimed: Vec<At>,
    table: Table,
}

/// The units of the occupied squares, and markers by square.
type Fallen = (Vec<Vec<SbUnit>>, BTreeMap<At, u16>);

impl Barraged {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let kind = read.must("kind", "`suppression`, `point`, `rolling` or `gas`")?;
        let skill = read.must("quality", "`poor`, `average` or `good`")?;
        Ok(Self { kind, skill, aimed: squares(read)?, table: Table::read(read)? })
    }

    /// It falls on a square, and rolls on from there.
    ///
    /// # Interpretation
    /// Ruling 19: a rolling barrage that goes on does not deviate again.
    fn fall(&self, mut at: At, state: &mut Fallen, throws: &mut dyn Throws) -> Result<()> {
        let hits = self.kind.hits(throws)?;
        for row in 1.. {
            if !self.table.holds(at) {
                break;
            }
            *state.1.entry(at).or_default() += self.kind.markers();
            self.table.hit(&mut state.0, at, hits, self.kind, throws)?;
            at = at.moved(1);
            let may_go_on = self.kind == SbBarrage::Rolling && row < DEPTH && self.table.holds(at);
            if !may_go_on || throws.die("the guns", "whether the barrage rolls on")? < ROLLS_ON {
                break;
            }
        }
        Ok(())
    }
}

impl SbPlay for Barraged {
    type State = Fallen;

    fn start(&self) -> Fallen {
        (self.table.units.clone(), BTreeMap::new())
    }

    fn steps(&self) -> usize {
        self.aimed.len()
    }

    fn step(&self, step: usize, state: &mut Fallen, throws: &mut dyn Throws) -> Result<()> {
        let fall = deviate(self.skill, throws)?;
        self.fall(self.aimed[step].moved(fall.rows()), state, throws)
    }

    fn forget(&self, state: &mut Fallen) {
        state.1.clear();
    }

    fn answer(&self, (units, markers): &Fallen) -> Said {
        let mut said = Said::default();
        let by_square: Map<String, Value> = markers.iter().map(|(at, n)| (at.key(), (*n).into())).collect();
        let places: Vec<String> = markers.iter().map(|(at, n)| format!("{} ({n})", at.key())).collect();
        said.key("markers", by_square).key("halves", self.table.halves(units));
        said.line(if places.is_empty() {
            "it falls off the table".to_owned()
        } else {
            format!("it falls on {}", places.join(", "))
        });
        self.table.lines(units, &mut said);
        said
    }

    fn kept(&self, (units, _): &Fallen) -> SbKept {
        vec![("casualties", Key::Number(self.table.lost(units).into()))]
    }

    fn figure(&self, (units, _): &Fallen) -> f64 {
        self.table.lost(units).into()
    }
}

/// What became of a cloud.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Drift {
    Gone,
    Forward,
    Back,
    Stays,
}

impl Drift {
    fn as_str(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Forward => "forward",
            Self::Back => "back",
            Self::Stays => "stays",
        }
    }
}

/// `gas-drift`.
///
/// # Interpretation
/// Ruling 14: one die a barrage. Ruling 17: gas is still there to be thrown for.
pub(crate) struct GasDrift {
    squares: Vec<At>,
    table: Table,
}

impl GasDrift {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        Ok(Self { squares: squares(read)?, table: Table::read(read)? })
    }

    fn drifted(&self, drift: Drift) -> Vec<At> {
        let rows = match drift {
            Drift::Gone => return Vec::new(),
            Drift::Forward => 1,
            Drift::Back => -1,
            Drift::Stays => 0,
        };
        self.squares.iter().map(|at| at.moved(rows)).filter(|at| self.table.holds(*at)).collect()
    }
}

impl SbPlay for GasDrift {
    type State = (Vec<Vec<SbUnit>>, Option<Drift>);

    fn start(&self) -> Self::State {
        (self.table.units.clone(), None)
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        let drift = match throws.die("the owner", "drift of gas")? {
            1 | 2 => Drift::Gone,
            3 => Drift::Forward,
            4 => Drift::Back,
            _ => Drift::Stays,
        };
        for at in self.drifted(drift) {
            let hits = SbBarrage::Gas.hits(throws)?;
            self.table.hit(&mut state.0, at, hits, SbBarrage::Gas, throws)?;
        }
        state.1 = Some(drift);
        Ok(())
    }

    fn answer(&self, (units, drift): &Self::State) -> Said {
        let mut said = Said::default();
        let Some(drift) = *drift else { return said };
        let squares = self.drifted(drift);
        let pairs: Vec<Value> = squares.iter().map(|at| vec![at.row, at.column].into()).collect();
        let places: Vec<String> = squares.iter().map(|at| at.key()).collect();
        said.key("outcome", drift.as_str()).key("squares", pairs).key("halves", self.table.halves(units));
        said.line(format!("the gas: {}; it lies in: {}", drift.as_str(), places.join(" ")));
        self.table.lines(units, &mut said);
        said
    }

    fn kept(&self, (units, drift): &Self::State) -> SbKept {
        let outcome = drift.map_or("", Drift::as_str);
        vec![("outcome", Key::Word(outcome)), ("casualties", Key::Number(self.table.lost(units).into()))]
    }

    fn figure(&self, (units, _): &Self::State) -> f64 {
        self.table.lost(units).into()
    }
}
