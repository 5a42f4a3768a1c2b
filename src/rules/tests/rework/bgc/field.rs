//! A battle of the campaign worked plainly: bases made platoons, the turn, and home (sections 5.1 and 6).

use std::collections::BTreeMap;

use domain::{Arm, Class, Grade, Mobility, Note, Posture, Role, RuleSystemId, Square, Terrain};
use rules::approach::{Facing, Rear};
use rules::setup::{BaseSetup, Concealment, Fire, Setup, UnitSetup};
use serde_json::{Value as Json, json};

use super::figures::{House, is_shell};
use super::turn::{ATTACKER, DEFENDER, Plane, Platoon, Terms, Turn};

/// What a base is (6.1): weapon, arm, row of armour; and the calibre by which it pierces.
#[derive(Clone, Copy)]
struct Kind {
    weapon: &'static str,
    arm: &'static str,
    armour: &'static str,
}

/// A base on its square.
struct Laid<'s> {
    is: &'s BaseSetup,
    unit: &'s UnitSetup,
    side: usize,
    kind: Option<Kind>,
    /// In the square of its side.
    here: bool,
    /// Where it stands in the list of its side, if it has a part.
    at: Option<usize>,
}

/// What became of a base that had a part.
struct Came {
    sp: u32,
    markers: u32,
    morale: &'static str,
    note: Option<&'static str>,
    back: bool,
    engaged: bool,
    acted: bool,
}

/// A battle laid out.
pub(super) struct Field<'s> {
    setup: &'s Setup,
    own: &'s Json,
    from: Square,
    bases: Vec<Laid<'s>>,
}

/// The first row of 6.1 that fits.
fn kind(of: &BaseSetup) -> Option<Kind> {
    let rear = matches!(of.role, Role::Logistic | Role::Medical | Role::Recovery | Role::Observer);
    let not_placed = rear || of.arm == Arm::Engineer && of.men.is_none();
    let mm = of.calibre_mm;
    let (weapon, arm, armour) = match of.arm {
        _ if not_placed => return None,
        _ if of.role == Role::Command => ("rifle_bolt", "hq", "soft"),
        Arm::Infantry if mm > 0 || of.men >= Some(Class::Medium) => ("mmg", "mg", "soft"),
        Arm::Infantry | Arm::Motorised | Arm::Engineer => ("rifle_lmg", "infantry", "soft"),
        Arm::Cavalry => ("rifle_bolt", "cavalry", "soft"),
        Arm::Recce => match of.mobility {
            Mobility::Cavalry => ("rifle_bolt", "cavalry", "soft"),
            Mobility::Foot => ("rifle_lmg", "infantry", "soft"),
            _ if mm > 0 => ("armoured_car", "tank", "armoured_car"),
            _ => ("rifle_lmg", "infantry", "soft"),
        },
        Arm::Armour => match of.armour {
            Some(Class::VeryLight | Class::Light) => ("tank_light", "tank", "tank_light"),
            Some(Class::Medium) => ("tank_heavy", "tank", "tank_medium"),
            _ => ("tank_heavy", "tank", "tank_heavy"),
        },
        Arm::Artillery if of.armour == Some(Class::VeryLight) => ("rockets", "gun", "soft"),
        Arm::Artillery => match mm {
            50 | 60 => ("mortar_light", "gun", "soft"),
            81 | 82 => ("mortar_medium", "gun", "soft"),
            107 | 120 => ("mortar_heavy", "gun", "soft"),
            ..90 => ("he_75", "gun", "soft"),
            90..=114 => ("he_105", "gun", "soft"),
            _ => ("he_150", "gun", "soft"),
        },
        Arm::Antitank => ("at_gun", "gun", "soft"),
        Arm::Antiair if mm >= 75 => ("at_gun", "gun", "soft"),
        Arm::Antiair => ("hmg", "mg", "soft"),
        _ => return None,
    };
    Some(Kind { weapon, arm, armour })
}

/// As far beyond a square as it is from another.
fn beyond(over: Square, from: Square) -> Square {
    Square::new(2 * over.col - from.col, 2 * over.row - from.row)
}

impl<'s> Field<'s> {
    pub(super) fn new(setup: &'s Setup, none: &'s Json) -> Self {
        let own = setup.system.get(&RuleSystemId::BrigadierGeneralCommands).unwrap_or(none);
        let mut bases = Vec::new();
        for (side, of) in [&setup.attacker, &setup.defender].into_iter().enumerate() {
            for unit in &of.units {
                bases.extend(unit.bases.iter().map(|is| Laid {
                    is,
                    unit,
                    side,
                    kind: kind(is),
                    here: false,
                    at: None,
                }));
            }
        }
        let from = setup.approach.from.expect("the square from which the attack comes");
        let mut field = Self { setup, own, from, bases };
        for i in 0..field.bases.len() {
            field.bases[i].here = field.stands_there(i);
        }
        field
    }

    fn stands_there(&self, i: usize) -> bool {
        let of = &self.bases[i];
        of.is.square == self.setup.square || of.side == ATTACKER && of.is.square == self.from
    }

    fn choice(&self, i: usize) -> &Json {
        &self.own["bases"][self.bases[i].is.id.as_str()]
    }

    /// Artillery in another square fires from there, and what comes in a later move of the bound as well.
    fn is_off_board(&self, i: usize) -> bool {
        let of = &self.bases[i];
        of.is.arm == Arm::Artillery && of.is.fire != Fire::Held && (!of.here || of.is.arrives > 1) && of.is.arrives <= 6
    }

    fn has_part(&self, i: usize) -> bool {
        let of = &self.bases[i];
        let beside = of.side == ATTACKER && of.is.square.steps_to(self.setup.square) == 1;
        let joins = beside && self.choice(i)["joins"] == true && of.is.arm != Arm::Artillery;
        of.kind.is_some() && (of.is.arrives == 1 && (of.here || joins) || self.is_off_board(i))
    }

    /// Nearest first: troops, then mortars, guns and rockets, then command; what fires from other squares last.
    fn list(&self, side: usize) -> Vec<usize> {
        let row = |i: &usize| match self.bases[*i].kind {
            Some(Kind { arm: "hq", .. }) => 3,
            Some(Kind { weapon, .. }) if is_shell(weapon) => 2,
            _ => 1,
        };
        let mut list: Vec<usize> =
            (0..self.bases.len()).filter(|i| self.bases[*i].side == side && self.has_part(*i)).collect();
        list.sort_by_key(|i| (self.is_off_board(*i), self.choice(*i)["row"].as_u64().unwrap_or_else(|| row(i))));
        list
    }

    /// Where a base falls back, and what is there.
    fn rear(&self, i: usize) -> (Square, Rear) {
        let of = &self.bases[i];
        let approach = &self.setup.approach;
        if of.side == DEFENDER {
            return (beyond(self.setup.square, self.from), approach.defender.rear);
        }
        if of.is.square == self.setup.square {
            return (self.from, Rear::Free);
        }
        if of.is.square == self.from || !self.joins(i) {
            return (beyond(self.from, self.setup.square), approach.attacker.rear);
        }
        let behind = beyond(of.is.square, self.setup.square);
        let leads = self.setup.attacker.exits.iter().any(|exit| exit.from == of.is.square && exit.to == behind);
        (behind, if leads { Rear::Free } else { Rear::Barred })
    }

    fn joins(&self, i: usize) -> bool {
        !self.bases[i].here && !self.is_off_board(i)
    }

    /// A platoon in the keys of section 10.
    fn platoon(&self, i: usize, house: &House) -> Platoon {
        let (of, own) = (&self.bases[i], self.choice(i));
        let kind = of.kind.expect("a platoon");
        let experience = match of.unit.grade {
            Grade::Elite => "Elite",
            Grade::Veteran => "Seasoned",
            Grade::Regular => "Regular",
            Grade::Conscript | Grade::Militia => "Green",
            Grade::Green => "Recruits",
        };
        let (sp, markers) = (of.is.sp, of.is.markers);
        let mut keys = json!({
            "id": of.is.id.as_str(), "arm": kind.arm, "armour": kind.armour, "weapon": kind.weapon,
            "experience": experience, "order": self.order(i), "u": sp + 1 - markers, "w": markers, "k": 3 - sp,
            "cover": self.cover(i), "hidden": of.side == DEFENDER && self.setup.concealment == Concealment::Unlooked,
            "anti_air": of.is.arm == Arm::Antiair,
        });
        if of.is.calibre_mm > 0 {
            keys["calibre_mm"] = of.is.calibre_mm.into();
        }
        for (key, value) in own.as_object().into_iter().flatten() {
            keys[key] = value.clone();
        }
        if keys.get("calibre_mm").is_none() && keys["weapon"] == kind.weapon && kind.armour == "tank_medium" {
            keys["penetration"] = house.penetration("tank_medium", None).into();
        }
        if self.is_off_board(i) {
            keys["indirect"] = true.into();
        }
        let mut platoon = Platoon::read(&keys, "open", house);
        platoon.off_board = self.is_off_board(i);
        platoon.barred = self.rear(i).1 == Rear::Barred;
        platoon.fired = of.is.fire == Fire::Held;
        platoon
    }

    /// Section 6.2; notes of 6.4 are offered again.
    fn order(&self, i: usize) -> &'static str {
        let of = &self.bases[i];
        let goes = matches!(of.kind, Some(Kind { arm: "infantry" | "cavalry" | "tank", .. }));
        match of.side {
            _ if of.is.notes.has(Note::Pinned) => "Hold",
            _ if of.is.notes.has(Note::NoAttack) => "Shaken",
            ATTACKER if of.is.assaults.unwrap_or(goes) => "Move",
            DEFENDER if matches!(of.is.posture, Posture::Moving | Posture::RoadMarch) => "Move",
            _ => "Aim",
        }
    }

    fn cover(&self, i: usize) -> &str {
        let of = &self.bases[i];
        match of.is.posture {
            _ if of.side == ATTACKER => "open",
            Posture::DugIn | Posture::Fortified => "hard",
            _ => self.own["cover"].as_str().unwrap_or(match self.setup.terrain {
                Terrain::Close => "soft",
                Terrain::Town | Terrain::City => "hard",
                _ => "open",
            }),
        }
    }

    fn terms(&self) -> Terms {
        let flag = |key: &str| self.own[key] == true;
        Terms {
            woods: self.own["woods"].as_bool().unwrap_or(self.setup.terrain == Terrain::Close),
            flank: self.setup.approach.facing != Facing::Front,
            combine: flag("combine"),
            roll_comms: flag("roll_comms"),
            roll_time: flag("roll_time"),
            care: self.own["medic_level"].as_str().unwrap_or("none").to_owned(),
        }
    }

    fn planes(&self, side: usize) -> Vec<Plane> {
        let air = [&self.setup.attacker.air, &self.setup.defender.air][side];
        let plane = |id: &str| {
            let own = &self.own["aircraft"][id];
            let kind = own["kind"].as_str().or(self.own["air"].as_str()).unwrap_or("possible");
            Plane { kind: kind.to_owned(), squads: own["u"].as_u64().unwrap_or(4) as u32 }
        };
        air.iter().filter(|air| air.arrives <= 6).map(|air| plane(&air.id)).collect()
    }

    /// Fights it; the outcome line by line, and what happened.
    pub(super) fn fight(mut self, faces: &'s [u8]) -> (Vec<String>, Vec<&'static str>) {
        let house = House::new(&self.own["house"]);
        let lists = [self.list(ATTACKER), self.list(DEFENDER)];
        for list in &lists {
            list.iter().enumerate().for_each(|(at, i)| self.bases[*i].at = Some(at));
        }
        let mut turn = Turn::new(&house, faces, self.terms());
        for side in [ATTACKER, DEFENDER] {
            turn.sides[side] = lists[side].iter().map(|i| self.platoon(*i, &house)).collect();
            turn.air[side] = self.planes(side);
            let observes =
                |of: &Laid<'_>| of.side == side && of.here && of.is.arrives == 1 && of.is.role == Role::Observer;
            turn.observer[side] = self.bases.iter().any(observes);
        }
        let is_hq = |i: &usize| matches!(self.bases[*i].kind, Some(Kind { arm: "hq", .. }));
        let on_the_spot: Vec<usize> = lists[DEFENDER].iter().copied().filter(|i| !self.is_off_board(*i)).collect();
        if !on_the_spot.is_empty() && on_the_spot.iter().all(is_hq) {
            return self.command_alone(&on_the_spot);
        }
        turn.play();
        let came = |of: &Laid<'_>| {
            let at = of.at?;
            let ([sp, markers], morale) = (turn.strength(of.side, at), turn.morale(of.side, at));
            let platoon = &turn.sides[of.side][at];
            let (note, back) = (turn.note(of.side, at), turn.goes_back(of.side, at));
            let acted = of.side == ATTACKER && platoon.acted;
            Some(Came { sp, markers, morale, note, back, engaged: platoon.engaged, acted })
        };
        let all: Vec<Option<Came>> = self.bases.iter().map(came).collect();
        let advances = turn.advances.map(|at| lists[ATTACKER][at]);
        let mut lines = self.home(&all, advances, turn.used);
        lines.push(turn.leaned.into_iter().collect::<Vec<_>>().join(" "));
        (lines, turn.seen)
    }

    /// Headquarters alone in the square: no battle (5.1).
    fn command_alone(&self, there: &[usize]) -> (Vec<String>, Vec<&'static str>) {
        let goes = |i: &usize| {
            let of = &self.bases[*i];
            let takes = matches!(of.kind, Some(Kind { arm: "infantry" | "cavalry" | "tank", .. }));
            of.side == ATTACKER && of.here && of.is.arrives == 1 && takes
        };
        let advances = (0..self.bases.len()).find(goes);
        let came = |i: usize| {
            let is = self.bases[i].is;
            let barred = self.rear(i).1 == Rear::Barred;
            let morale = match barred {
                _ if advances == Some(i) => "ok",
                true => "steady",
                false => "retire",
            };
            let back = morale == "retire";
            let part = there.contains(&i) || advances == Some(i);
            let [sp, markers] = [is.sp, is.markers].map(u32::from);
            part.then_some(Came { sp, markers, morale, note: None, back, engaged: false, acted: false })
        };
        let all: Vec<Option<Came>> = (0..self.bases.len()).map(came).collect();
        let mut lines = self.home(&all, advances, 0);
        lines.push(String::new());
        (lines, vec!["command alone"])
    }

    fn home(&self, all: &[Option<Came>], advances: Option<usize>, dice: usize) -> Vec<String> {
        let leaves = self.leaves(all, advances);
        let ends: Vec<End> = (0..self.bases.len()).map(|i| self.end_of(i, all, &leaves)).collect();
        let at_target = |side: usize| {
            let on = |i: &usize| {
                self.bases[*i].side == side
                    && self.bases[*i].kind.is_some()
                    && ends[*i].square == Some(self.setup.square)
            };
            (0..ends.len()).any(|i| on(&i))
        };
        let taken = advances.is_some() || at_target(ATTACKER) && !at_target(DEFENDER);
        let whole = if taken { "taken attacker" } else { "broken_off defender" };
        let mut lines = vec![format!("{whole}, {dice} dice")];
        for (of, (end, came)) in self.bases.iter().zip(ends.iter().zip(all)) {
            let place = end.square.map(|square| square.to_string()).unwrap_or_default();
            let flags = if place.is_empty() { String::new() } else { format!("{} {}", end.disorganised, end.broken) };
            let (morale, note, engaged) = match came {
                Some(came) => (came.morale, came.note.unwrap_or(""), came.engaged),
                None => ("-", "", false),
            };
            let (id, fate, sp, markers) = (&of.is.id, end.fate, end.sp, end.markers);
            lines.push(format!("{id} {fate} {sp} {markers} {flags} {place} {engaged} {morale} {note}"));
        }
        lines.extend(self.units(all));
        lines
    }

    /// Section 6.4, "HQ die".
    fn units(&self, all: &[Option<Came>]) -> Vec<String> {
        let units = self.setup.attacker.units.iter().chain(&self.setup.defender.units);
        let line = |unit: &UnitSetup| {
            let own: Vec<&Came> = self
                .bases
                .iter()
                .zip(all)
                .filter(|(of, _)| of.unit.id == unit.id)
                .filter_map(|(_, came)| came.as_ref())
                .collect();
            let pays = own.iter().any(|came| came.acted);
            let owed = if pays && unit.owed < unit.hq_die { unit.owed + 1 } else { unit.owed };
            let used_up = pays && owed >= unit.hq_die;
            format!("{} {} {owed} {used_up} {}", unit.id, unit.hq_die, own.iter().any(|came| came.engaged))
        };
        units.map(line).collect()
    }

    /// Section 6.4, "Leaf": over its bases that are still there.
    fn leaves(&self, all: &[Option<Came>], advances: Option<usize>) -> BTreeMap<&str, Leaf> {
        let mut leaves: BTreeMap<&str, Leaf> = BTreeMap::new();
        let mut places: BTreeMap<&str, Vec<(bool, Square)>> = BTreeMap::new();
        for (i, came) in all.iter().enumerate() {
            let Some(came) = came else { continue };
            let (behind, rear) = self.rear(i);
            if came.sp == 0 || came.back && rear == Rear::OffMap {
                continue;
            }
            let name = leaf_of(self.bases[i].is);
            let leaf = leaves.entry(name).or_default();
            leaf.there += 1;
            leaf.retired += u32::from(matches!(came.morale, "retire" | "run" | "rout"));
            leaf.ran += u32::from(matches!(came.morale, "run" | "rout"));
            let place = if came.back { (true, behind) } else { (false, self.bases[i].is.square) };
            places.entry(name).or_default().push(place);
        }
        for (name, leaf) in &mut leaves {
            let own = &places[name];
            let most = own.iter().max_by_key(|place| (own.iter().filter(|other| other == place).count(), **place));
            leaf.place = most.copied();
            if advances.is_some_and(|i| leaf_of(self.bases[i].is) == *name) {
                leaf.place = Some((false, self.setup.square));
            }
        }
        leaves
    }

    fn end_of(&self, i: usize, all: &[Option<Came>], leaves: &BTreeMap<&str, Leaf>) -> End {
        let of = &self.bases[i];
        let unhurt = End {
            fate: "stands",
            sp: of.is.sp.into(),
            markers: of.is.markers.into(),
            square: Some(of.is.square),
            disorganised: of.is.disorganised,
            broken: of.is.broken,
        };
        let (behind, rear) = self.rear(i);
        let Some(came) = &all[i] else {
            // Its leaf goes forward with the base that does.
            if let Some((_, square)) = leaves.get(leaf_of(of.is)).and_then(|leaf| leaf.place) {
                return End { square: Some(square), ..unhurt };
            }
            return match self.goes_with_its_square(i, all) {
                None => unhurt,
                Some(true) => End { fate: "off_map", square: None, ..unhurt },
                Some(false) => End { fate: "retreated", square: Some(behind), ..unhurt },
            };
        };
        let alive = End { sp: came.sp, markers: came.markers, ..unhurt };
        match came.morale {
            "captured" => return End { fate: "surrendered", square: None, ..alive },
            "lost" => return End { fate: "destroyed", square: None, ..alive },
            _ if came.back && rear == Rear::OffMap => return End { fate: "off_map", square: None, ..alive },
            _ => {}
        }
        let leaf = &leaves[leaf_of(of.is)];
        let (back, square) = leaf.place.expect("a leaf that is there");
        End {
            fate: if back { "retreated" } else { "stands" },
            square: Some(square),
            disorganised: of.is.disorganised || leaf.retired * 2 >= leaf.there && leaf.retired > 0,
            broken: of.is.broken || leaf.ran * 2 >= leaf.there && leaf.ran > 0,
            ..alive
        }
    }

    /// What is not placed falls back with its square (6.1): where all its troops do; off the map where all go there.
    fn goes_with_its_square(&self, i: usize, all: &[Option<Came>]) -> Option<bool> {
        let of = &self.bases[i];
        if of.kind.is_some() {
            return None;
        }
        let with = |o: &usize| {
            let other = &self.bases[*o];
            let near = other.side == of.side && other.is.square == of.is.square;
            near && other.kind.is_some() && other.is.arrives == 1 && !self.is_off_board(*o) && !self.is_silent(*o)
        };
        let mut off_map = Vec::new();
        for o in (0..self.bases.len()).filter(with) {
            match &all[o] {
                Some(came) if came.sp == 0 => {}
                Some(came) if came.back => off_map.push(self.rear(o).1 == Rear::OffMap),
                _ => return None,
            }
        }
        (!off_map.is_empty()).then(|| off_map.iter().all(|off| *off))
    }

    /// Guns that hold their fire.
    fn is_silent(&self, i: usize) -> bool {
        let of = self.bases[i].is;
        of.arm == Arm::Artillery && of.fire == Fire::Held
    }
}

fn leaf_of(of: &BaseSetup) -> &str {
    of.id.as_str().split('#').next().expect("a name")
}

/// A leaf by its bases that are still there.
#[derive(Default)]
struct Leaf {
    there: u32,
    retired: u32,
    ran: u32,
    place: Option<(bool, Square)>,
}

/// A base at the end.
struct End {
    fate: &'static str,
    sp: u32,
    markers: u32,
    square: Option<Square>,
    disorganised: bool,
    broken: bool,
}
