//! What an engagement brings home (page, 6.3, 6.4): `engage`, its answer and odds.

use serde_json::{Map, Value, json};

use super::bound::SbSide;
use super::campaign::home;
use super::engage::{A, REAR, STEPS, SbEngage, SbRun, T};
use super::morale::{SbMorale, SbPosition};
use super::play::{Key, Said, SbKept, SbPlay};
use super::throws::Throws;
use super::unit::{SbKind, SbUnit, halves};
use crate::mechanic::MechanicError;
use crate::outcome::Spirit;

/// What became of a unit, its square's morale apart.
pub(crate) struct SbFate {
    pub(crate) spirit: Spirit,
    /// Halves; at the rout for who routed.
    pub(crate) left: u16,
    pub(crate) dispersed: bool,
    pub(crate) off_map: bool,
}

impl SbFate {
    fn state(&self) -> &'static str {
        match (self.dispersed, self.off_map) {
            (true, _) => "dispersed",
            (_, true) => "off_map",
            _ => self.spirit.state(),
        }
    }
}

fn of_morale(morale: Option<SbMorale>) -> Spirit {
    match morale {
        None | Some(SbMorale::Ok) => Spirit::Ok,
        Some(SbMorale::Steady) => Spirit::Steady,
        Some(SbMorale::Retire) => Spirit::Retire,
        Some(SbMorale::Run) => Spirit::Run,
    }
}

impl SbRun {
    /// The halves with which a unit routed.
    fn at_rout(&self, square: usize, at: usize) -> Option<u16> {
        self.routed.get(square)?.iter().find(|(one, _)| *one == at).map(|(_, halves)| *halves)
    }

    /// What became of a unit that fought.
    pub(crate) fn fate(&self, square: usize, at: usize, unit: &SbUnit) -> SbFate {
        let position = self.position.get(square).copied().unwrap_or(SbPosition::Hold);
        if let Some(left) = self.at_rout(square, at) {
            return SbFate { spirit: Spirit::Rout, left, dispersed: position != SbPosition::Withdraws, off_map: false };
        }
        let is_off = position == SbPosition::OffTable || square == T && self.off_map;
        let beaten = if square == T && self.beaten { Spirit::Retire } else { Spirit::Ok };
        let spirit = match square {
            _ if unit.now == 0 => Spirit::Lost,
            T if self.captured.contains(&at) => Spirit::Captured,
            _ => of_morale(self.morale.get(square).copied().flatten()).max(beaten),
        };
        SbFate { spirit, left: unit.now, dispersed: false, off_map: is_off && unit.lives() }
    }
}

impl SbEngage {
    /// A square's units as they come home; higher command is left out.
    fn square(&self, run: &SbRun, square: usize) -> Map<String, Value> {
        let SbSide { units, bases, .. } = &self.squares[square];
        let mut out = Map::new();
        for (at, (entered, base)) in
            units.iter().zip(bases).enumerate().filter(|(_, (unit, _))| unit.kind != SbKind::Hc)
        {
            let fate = run.fate(square, at, &run.units[square][at]);
            let per_sp = self.house.infantry_halves_per_sp;
            let (after, spirit) = home(entered.kind, (*base, entered.now), fate.left, fate.spirit, per_sp);
            let row = json!({
                "halves": fate.left,
                "sp": after.sp,
                "markers": after.markers,
                "morale": spirit.as_str(),
                "state": fate.state(),
            });
            out.insert(entered.id.to_string(), row);
        }
        out
    }

    fn attacked(&self, run: &SbRun) -> Vec<String> {
        let all = self.squares[A].units.iter().zip(&run.attacked);
        all.filter(|(_, attacked)| **attacked).map(|(unit, _)| unit.id.to_string()).collect()
    }

    fn has_line(&self) -> bool {
        self.squares.iter().flat_map(|side| &side.units).any(|unit| unit.kind.is_line())
    }
}

fn word(morale: Option<SbMorale>) -> Option<&'static str> {
    morale.map(SbMorale::as_str)
}

/// A line a unit: `t1: 2 halves, 1 SP, 0 markers, retire, disorganised`.
fn lines(name: &str, square: &Map<String, Value>, said: &mut Said) {
    for (id, row) in square {
        let text = |key: &str| row[key].as_str().unwrap_or_default();
        let (halves, sp, markers) = (&row["halves"], &row["sp"], &row["markers"]);
        let (morale, state) = (text("morale"), text("state").replace('_', " "));
        said.line(format!("{name} {id}: {halves} halves, {sp} SP, {markers} markers; {morale}, {state}"));
    }
}

impl SbPlay for SbEngage {
    type State = SbRun;

    fn start(&self) -> SbRun {
        self.begin()
    }

    fn steps(&self) -> usize {
        STEPS
    }

    fn step(&self, step: usize, run: &mut SbRun, throws: &mut dyn Throws) -> Result<(), MechanicError> {
        self.one_step(step, run, throws)
    }

    fn forget(&self, run: &mut SbRun) {
        run.used_house_rules.clear();
        run.attacked.fill(false);
        run.shot = [false; 2];
    }

    fn answer(&self, run: &SbRun) -> Said {
        let mut said = Said::default();
        for (name, at) in [("A", A), ("T", T), ("rear", REAR)] {
            let square = self.square(run, at);
            lines(name, &square, &mut said);
            if at != REAR || !self.squares[at].units.is_empty() {
                said.key(name, square);
            }
        }
        let advances = run.advances.map(|at| run.units[A][at].id.to_string());
        said.line(format!("A: morale {}, {}", word(run.morale[A]).unwrap_or("not tested"), run.position[A].as_str()));
        said.line(format!("T: morale {}, back {}", word(run.morale[T]).unwrap_or("not tested"), run.withdrawn));
        said.line(format!("result: {}", run.result.unwrap_or("no assault")));
        if let Some(id) = &advances {
            said.line(format!("{id} moves in"));
        }
        said.key("barrage", run.fell.map(|at| ["A", "T", "rear"][at])).key("advances", advances);
        said.key("A_morale", word(run.morale[A])).key("T_morale", word(run.morale[T]));
        said.key("A_position", run.position[A].as_str()).key("T_withdraw", run.withdrawn);
        said.key("result", run.result).key("attacked", self.attacked(run));
        said.lean_if(self.has_line(), "infantry_halves_per_sp");
        for parameter in &run.used_house_rules {
            said.lean(parameter);
        }
        said
    }

    fn kept(&self, run: &SbRun) -> SbKept {
        vec![
            ("result", Key::Word(run.result.unwrap_or_default())),
            ("A_morale", Key::Word(word(run.morale[A]).unwrap_or_default())),
            ("T_morale", Key::Word(word(run.morale[T]).unwrap_or_default())),
            ("A_left", Key::Number(halves(&run.units[A]).into())),
            ("T_left", Key::Number(halves(&run.units[T]).into())),
        ]
    }

    /// Whether somebody moves into the target's square.
    fn figure(&self, run: &SbRun) -> f64 {
        f64::from(u8::from(run.advances.is_some()))
    }
}
