//! Engagements of a campaign for systems that fight square against square, drawn by a seed, laid on their squares, and
//! brought home plainly (War Times Journal, 4.1, 5.1, 5.3; Square Bashing, 5.1, 6.1, 6.4).
//!
//! Where the pages are silent, the program's reading is taken: a base that is not placed stays as long as any of the
//! troops of its square does; a leaf is at a state by half of those of its bases that are still there; a contested square
//! in which no defender is left is the attacker's; markers on command bases of the attacker count, of several the most.
//! Not covered: what is told in words, dumps and vehicles that are overrun.

mod drawn;

use std::collections::BTreeMap;

use domain::{Arm, Class, Mobility, Role, Square};
use rules::outcome::Outcome;
use rules::setup::{BaseSetup, Setup, UnitSetup};
use serde_json::{Value as Json, json};

pub(super) use drawn::battle;

pub(super) const ATTACKER: usize = 0;
pub(super) const DEFENDER: usize = 1;

/// A base and whose it is.
pub(super) struct Piece<'s> {
    pub(super) is: &'s BaseSetup,
    pub(super) of: &'s UnitSetup,
    pub(super) side: usize,
    /// What it is on the pages; none for what is not placed.
    pub(super) troops: Option<&'static str>,
}

pub(super) struct Laid<'s> {
    pub(super) setup: &'s Setup,
    pub(super) from: Square,
    pub(super) pieces: Vec<Piece<'s>>,
}

/// What became of a base that had a part.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that has happened to it")]
#[derive(Clone, Default)]
pub(super) struct Came {
    pub(super) sp: u64,
    pub(super) markers: u64,
    pub(super) morale: String,
    pub(super) notes: Vec<String>,
    pub(super) back: u8,
    pub(super) off: bool,
    pub(super) dispersed: bool,
    /// It fired or assaulted.
    pub(super) acted: bool,
    /// It did, or was fired at or assaulted.
    pub(super) engaged: bool,
}

/// The first row that fits.
fn troops(base: &BaseSetup) -> Option<&'static str> {
    let rear = matches!(base.role, Role::Logistic | Role::Medical) || matches!(base.arm, Arm::Logistic | Arm::Medical);
    if rear || base.arm == Arm::Engineer && base.men.is_none() {
        return None;
    }
    let heavy_men = base.men.is_some_and(|class| class >= Class::Medium);
    Some(match base.arm {
        Arm::Hq => "hq",
        Arm::Infantry if base.calibre_mm > 0 || heavy_men => "mg",
        Arm::Recce if base.mobility == Mobility::Foot => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Recce if base.mobility == Mobility::Cavalry => "cavalry",
        Arm::Recce if base.calibre_mm > 0 => "car",
        Arm::Infantry | Arm::Motorised | Arm::Engineer | Arm::Recce => "infantry",
        Arm::Armour => match base.armour {
            Some(Class::Heavy | Class::VeryHeavy) => "heavy tank",
            Some(Class::Medium) => "medium tank",
            _ => "light tank",
        },
        Arm::Artillery if base.armour == Some(Class::VeryLight) => "rockets",
        Arm::Artillery if matches!(base.calibre_mm, 50 | 60 | 81 | 82 | 107 | 120) => "mortar",
        Arm::Artillery => "gun",
        Arm::Antitank => "anti-tank",
        Arm::Antiair => "anti-air",
        other => panic!("{other:?} is not drawn"),
    })
}

/// The square as far beyond the second as that is from the first.
fn beyond(from: Square, over: Square) -> Square {
    Square::new(2 * over.col - from.col, 2 * over.row - from.row)
}

impl<'s> Laid<'s> {
    pub(super) fn of(setup: &'s Setup) -> Self {
        let mut pieces = Vec::new();
        for (side, of) in [&setup.attacker, &setup.defender].into_iter().enumerate() {
            for unit in &of.units {
                let each = unit.bases.iter().map(|is| Piece { is, of: unit, side, troops: troops(is) });
                pieces.extend(each);
            }
        }
        let mut laid = Self { setup, from: setup.square, pieces };
        laid.from = setup.approach.from.unwrap_or_else(|| laid.most_attackers());
        laid
    }

    /// The square beside the one attacked with most attackers, of several the lowest.
    fn most_attackers(&self) -> Square {
        let mut counts: BTreeMap<Square, i32> = BTreeMap::new();
        for piece in &self.pieces {
            let now = piece.side == ATTACKER && piece.is.arrives == 1 && piece.troops.is_some();
            if now && piece.is.square.steps_to(self.setup.square) == 1 {
                *counts.entry(piece.is.square).or_default() += 1;
            }
        }
        let most = counts.values().max().unwrap();
        *counts.iter().find(|(_, count)| *count == most).unwrap().0
    }

    /// In the square of its side from the start, or for the attacker in the contested one.
    pub(super) fn is_here(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        let square = piece.is.square;
        let in_it = square == self.setup.square || piece.side == ATTACKER && square == self.from;
        in_it && piece.troops.is_some()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = usize> + use<> {
        0..self.pieces.len()
    }

    pub(super) fn unhurt(&self, at: usize) -> Came {
        let is = self.pieces[at].is;
        Came { sp: is.sp.into(), markers: is.markers.into(), morale: "ok".to_owned(), ..Came::default() }
    }

    /// What lies behind the square of a side: `free`, `barred` or `off_map`.
    pub(super) fn rear(&self, side: usize) -> String {
        let approach = &self.setup.approach;
        let rear = if side == ATTACKER { approach.attacker.rear } else { approach.defender.rear };
        serde_json::to_value(rear).unwrap().as_str().unwrap().to_owned()
    }

    /// Command alone in the square attacked makes way without a die.
    pub(super) fn makes_way(&self, here: &[usize], moves_in: Option<usize>) -> Vec<Option<Came>> {
        let rear = self.rear(DEFENDER);
        let mut came = vec![None; self.pieces.len()];
        for at in here {
            let goes = rear != "barred";
            let morale = if goes { "retire" } else { "steady" };
            let off = rear == "off_map";
            came[*at] = Some(Came { morale: morale.to_owned(), back: u8::from(goes), off, ..self.unhurt(*at) });
        }
        if let Some(at) = moves_in {
            came[at] = Some(self.unhurt(at));
        }
        came
    }

    /// So many squares back.
    fn back(&self, at: usize, squares: u8) -> Square {
        let piece = &self.pieces[at];
        let (stands, target) = (piece.is.square, self.setup.square);
        let mut way = match piece.side {
            DEFENDER => (self.from, target),
            // Out of the contested square first to that from which it came.
            _ if stands == target => (target, target),
            _ => (target, stands),
        };
        for step in 0..squares {
            way = if way.0 == way.1 && step == 0 { (target, self.from) } else { (way.1, beyond(way.0, way.1)) };
        }
        if squares == 0 { stands } else { way.1 }
    }

    /// Every base and unit as it comes home, a line each, and whose the ground is.
    pub(super) fn home(&self, came: &[Option<Came>], advances: Option<usize>) -> Vec<String> {
        let leaves = self.leaves(came, advances);
        let mut lines = Vec::new();
        let mut in_square = [false; 2];
        for at in self.all() {
            let piece = &self.pieces[at];
            let one = came[at].clone().unwrap_or_else(|| self.not_placed(came, at));
            let leaf = leaves.get(leaf_of(piece.is.id.as_str()));
            let gone = match one.morale.as_str() {
                "captured" => "surrendered",
                "lost" => "destroyed",
                _ if one.sp == 0 => "destroyed",
                _ if one.dispersed => "dispersed",
                _ if one.off => "off_map",
                _ => "",
            };
            let (back, square) =
                leaf.map_or_else(|| (one.back, self.back(at, one.back)), |leaf| (leaf.back, leaf.square));
            let id = piece.is.id.as_str();
            if !gone.is_empty() {
                let left = if gone == "dispersed" || gone == "off_map" { (one.sp, one.markers) } else { (0, 0) };
                lines.push(format!("{id} {gone} {} {} {:?} {}", left.0, left.1, one.notes, one.engaged));
                continue;
            }
            in_square[piece.side] |= square == self.setup.square && piece.troops.is_some();
            let fate = if back > 0 { "retreated" } else { "stands" };
            let disorganised = piece.is.disorganised || leaf.is_some_and(|leaf| leaf.disorganised);
            let broken = piece.is.broken || leaf.is_some_and(|leaf| leaf.broken);
            let morale = if came[at].is_some() { one.morale.as_str() } else { "none" };
            lines.push(format!(
                "{id} {fate} {} {} {:?} {} {morale} {disorganised} {broken} {square}",
                one.sp, one.markers, one.notes, one.engaged
            ));
        }
        let taken = advances.is_some() || in_square == [true, false];
        lines.insert(0, if taken { "taken" } else { "broken_off" }.to_owned());
        lines.extend(self.units(came));
        lines
    }

    /// A unit pays for what its bases did in attack.
    fn units(&self, came: &[Option<Came>]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut last = "";
        for piece in &self.pieces {
            let unit = piece.of;
            if unit.id.as_str() == last {
                continue;
            }
            last = unit.id.as_str();
            let of_unit = |at: &usize| self.pieces[*at].of.id == unit.id;
            let acted = self.all().filter(of_unit).any(|at| came[at].as_ref().is_some_and(|came| came.acted));
            let pays = piece.side == ATTACKER && acted;
            let left = unit.hq_die.saturating_sub(unit.owed).saturating_sub(u8::from(pays));
            let owed = if unit.owed > unit.hq_die { unit.owed } else { unit.hq_die - left };
            let engaged = self.all().filter(of_unit).any(|at| came[at].as_ref().is_some_and(|came| came.engaged));
            lines.push(format!("{last} {owed} {} {engaged}", pays && left == 0));
        }
        lines
    }

    /// With the troops of its square: back only if all of them are, as far as the nearest; off the map if all are.
    fn not_placed(&self, came: &[Option<Came>], at: usize) -> Came {
        let piece = &self.pieces[at];
        let mut unhurt = self.unhurt(at);
        if piece.troops.is_some() {
            return unhurt;
        }
        let shares = |other: &usize| {
            let with = &self.pieces[*other];
            with.side == piece.side && with.is.square == piece.is.square && self.is_here(*other)
        };
        let troops: Vec<&Came> = self.all().filter(shares).filter_map(|other| came[other].as_ref()).collect();
        let left: Vec<&&Came> = troops.iter().filter(|came| came.is_there() || came.is_off()).collect();
        unhurt.back = left.iter().map(|came| came.back).min().unwrap_or(0);
        unhurt.off = !left.is_empty() && left.iter().all(|came| came.off);
        unhurt
    }

    fn leaves(&self, came: &[Option<Came>], advances: Option<usize>) -> BTreeMap<&'s str, Leaf> {
        let mut there: BTreeMap<&'s str, Vec<usize>> = BTreeMap::new();
        for at in self.all() {
            if came[at].as_ref().is_some_and(Came::is_there) {
                there.entry(leaf_of(self.pieces[at].is.id.as_str())).or_default().push(at);
            }
        }
        let leaf = |(id, bases): (&'s str, Vec<usize>)| {
            let of = |at: &usize| came[*at].as_ref().unwrap();
            let many = |words: &[&str]| bases.iter().filter(|at| words.contains(&of(at).morale.as_str())).count();
            let [ran, went] = [many(&["run", "rout"]), many(&["retire", "run", "rout"])];
            let mut at_back: BTreeMap<u8, usize> = BTreeMap::new();
            for at in &bases {
                *at_back.entry(of(at).back).or_default() += 1;
            }
            let most = at_back.values().max().unwrap();
            let mut back = *at_back.iter().rev().find(|(_, count)| *count == most).unwrap().0;
            let first = *bases.iter().find(|at| of(at).back == back).unwrap();
            let mut square = self.back(first, back);
            if advances.is_some_and(|at| leaf_of(self.pieces[at].is.id.as_str()) == id) {
                (back, square) = (0, self.setup.square);
            }
            let half = |some: usize| some > 0 && 2 * some >= bases.len();
            (id, Leaf { disorganised: half(went), broken: half(ran), back, square })
        };
        there.into_iter().map(leaf).collect()
    }
}

impl Came {
    fn is_off(&self) -> bool {
        self.off && self.sp > 0 && !self.dispersed
    }

    fn is_there(&self) -> bool {
        let lost = matches!(self.morale.as_str(), "lost" | "captured");
        self.sp > 0 && !self.off && !self.dispersed && !lost
    }
}

struct Leaf {
    disorganised: bool,
    broken: bool,
    back: u8,
    square: Square,
}

fn leaf_of(id: &str) -> &str {
    id.split('#').next().unwrap()
}

/// The same lines of what the program came to.
pub(super) fn by_program(outcome: &Outcome) -> Vec<String> {
    let word = |of: Json| of.as_str().unwrap_or("none").to_owned();
    let bases = outcome.bases.iter().map(|b| {
        let fate = word(json!(b.fate));
        let notes: Vec<String> = serde_json::from_value(json!(b.notes)).unwrap_or_default();
        let start = format!("{} {fate} {} {} {notes:?} {}", b.id, b.sp, b.markers, b.engaged);
        match b.square {
            Some(square) => {
                let morale = word(json!(b.morale));
                format!("{start} {morale} {} {} {square}", b.disorganised, b.broken)
            }
            None => start,
        }
    });
    let units = outcome.units.iter().map(|u| format!("{} {} {} {}", u.id, u.owed, u.disorganised, u.engaged));
    std::iter::once(word(json!(outcome.end))).chain(bases).chain(units).collect()
}
