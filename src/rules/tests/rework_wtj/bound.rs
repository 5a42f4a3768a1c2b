//! A bound for one square worked plainly from the page: steps 1 to 4 of section 4.2, and the fire of 3.7 to 3.9.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::figures::Figures;

pub(super) const A: usize = 0;
pub(super) const D: usize = 1;

#[derive(Clone, Copy, Default)]
pub(super) struct Base {
    pub(super) damaged: bool,
    pub(super) immobile: bool,
    /// Held by dangerous ground: out of it for this bound.
    pub(super) stuck: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "markers that come and go one by one")]
#[derive(Clone)]
pub(super) struct Unit<'i> {
    pub(super) told: &'i Json,
    pub(super) bases: Vec<Base>,
    /// The damage marker of a pool of men.
    pub(super) marker: bool,
    pub(super) cover: &'i str,
    pub(super) prone: bool,
    pub(super) pinned: bool,
    pub(super) pinned_now: bool,
    pub(super) demoralised: bool,
    /// The test that it passed.
    pub(super) passed: &'i str,
    pub(super) contact: bool,
    pub(super) hurt: bool,
    /// Fired at or shelled.
    pub(super) shot_at: bool,
    pub(super) fired: bool,
    pub(super) fought: bool,
    pub(super) effects: Vec<String>,
    pub(super) captured: usize,
    pub(super) back: bool,
    pub(super) made_way: bool,
}

impl<'i> Unit<'i> {
    fn new(told: &'i Json) -> Self {
        let count = told["bases"].as_u64().unwrap() as usize;
        let marked = told["damaged_bases"].as_u64().unwrap_or(0) as usize;
        let base = |place| Base { damaged: place < marked, ..Base::default() };
        Self {
            told,
            bases: (0..count).map(base).collect(),
            marker: told["damage"] == 1,
            cover: told["cover"].as_str().unwrap_or("open"),
            prone: told["prone"] == true,
            pinned: told["pinned"] == true,
            pinned_now: false,
            demoralised: told["demoralised"] == true,
            passed: "",
            contact: false,
            hurt: false,
            shot_at: false,
            fired: false,
            fought: false,
            effects: Vec::new(),
            captured: 0,
            back: false,
            made_way: false,
        }
    }

    pub(super) fn id(&self) -> &'i str {
        self.told["id"].as_str().unwrap()
    }

    pub(super) fn kind(&self) -> &'i str {
        self.told["kind"].as_str().unwrap()
    }

    pub(super) fn grade(&self) -> &'i str {
        self.told["grade"].as_str().unwrap()
    }

    pub(super) fn is(&self, flag: &str) -> bool {
        self.told[flag] == true
    }

    pub(super) fn is_pool(&self) -> bool {
        self.kind() == "personnel"
    }

    pub(super) fn is_troops(&self) -> bool {
        matches!(self.kind(), "personnel" | "mg")
    }

    pub(super) fn on_foot(&self) -> bool {
        !matches!(self.kind(), "tank" | "vehicle")
    }

    pub(super) fn original(&self) -> usize {
        self.told["original"].as_u64().or(self.told["bases"].as_u64()).unwrap() as usize
    }

    /// Bases that take part.
    pub(super) fn able(&self) -> usize {
        self.bases.iter().filter(|base| !base.stuck).count()
    }

    pub(super) fn damaged(&self) -> usize {
        if self.is_pool() { usize::from(self.marker) } else { self.bases.iter().filter(|base| base.damaged).count() }
    }

    fn plan(&self) -> &'i str {
        let by_kind = if matches!(self.kind(), "personnel" | "tank") { "assault" } else { "support" };
        self.told["plan"].as_str().unwrap_or(by_kind)
    }

    fn gun(&self) -> Option<i64> {
        let told = self.told["gun_class"].as_i64();
        match self.kind() {
            "gun" | "tank" => Some(told.unwrap_or(5)),
            "vehicle" => told,
            _ => None,
        }
    }

    /// W or worse: out of the fight.
    pub(super) fn is_out(&self) -> bool {
        self.effects.iter().any(|effect| effect.contains(['W', 'R', 'S', 'D']))
    }

    pub(super) fn stands(&self) -> bool {
        self.able() > 0 && !self.is_out()
    }

    /// Takes a result of fire or of an assault (2.2).
    pub(super) fn take(&mut self, result: &str) {
        if result == "KK" {
            self.take("K");
            self.take("K");
            return;
        }
        if self.able() == 0 || result == "none" {
            return;
        }
        self.hurt |= result != "I";
        if self.is_pool() {
            if result == "K" || result == "D" && self.marker {
                self.bases.pop();
            }
            self.marker = !self.bases.is_empty() && if result == "D" { !self.marker } else { self.marker };
            return;
        }
        // The damaged ones come first, then the others, in their order.
        let mut order: Vec<usize> = (0..self.bases.len()).filter(|at| !self.bases[*at].stuck).collect();
        order.sort_by_key(|at| !self.bases[*at].damaged);
        let first = order[0];
        match result {
            "I" => {
                if let Some(at) = order.into_iter().find(|at| !self.bases[*at].immobile) {
                    self.bases[at].immobile = true;
                }
            }
            "D" if !self.bases[first].damaged => self.bases[first].damaged = true,
            _ => drop(self.bases.remove(first)),
        }
    }
}

pub(super) struct Bound<'i> {
    pub(super) input: &'i Json,
    pub(super) figures: Figures,
    faces: &'i [u8],
    pub(super) used: usize,
    pub(super) sides: [Vec<Unit<'i>>; 2],
    /// Who meets whom: places in the lists of A and D.
    met: Vec<(usize, usize)>,
    pub(super) leans: BTreeSet<&'static str>,
    pub(super) assault: Json,
    pub(super) advances: Option<usize>,
    /// What happened, for the count at the end.
    pub(super) seen: Vec<String>,
}

impl<'i> Bound<'i> {
    /// Steps 1 to 7.
    pub(super) fn fought(input: &'i Json, faces: &'i [u8]) -> Self {
        let units = |side: &str| input[side].as_array().unwrap().iter().map(Unit::new).collect();
        let mut bound = Self {
            input,
            figures: Figures::with(&input["house"]),
            faces,
            used: 0,
            sides: [units("A"), units("D")],
            met: Vec::new(),
            leans: BTreeSet::new(),
            assault: Json::Null,
            advances: None,
            seen: Vec::new(),
        };
        bound.barrage();
        bound.rally();
        bound.commands();
        bound.dangerous_ground();
        bound.meet();
        bound.fire();
        bound.casualty_morale();
        bound.hand_to_hand();
        bound.ground();
        bound
    }

    pub(super) fn die(&mut self) -> i64 {
        self.used += 1;
        i64::from(self.faces[self.used - 1])
    }

    pub(super) fn saw(&mut self, what: &str) {
        self.seen.push(what.to_owned());
    }

    /// Step 1: a die a base on the area chart (3.9), each on its own base.
    fn barrage(&mut self) {
        if self.input["barrage"].is_null() {
            return;
        }
        self.leans.insert("wtj.area");
        let heavy = self.input["barrage"]["gun_class"].as_i64().unwrap_or(5) >= 8;
        for place in 0..self.sides[D].len() {
            let unit = &self.sides[D][place];
            let mut modifier = if heavy { self.figures.of("area", "heavy_battery") } else { 0 };
            if unit.cover != "open" {
                modifier += self.figures.of("area", unit.cover);
            }
            if unit.prone && unit.cover != "entrenched" {
                modifier += self.figures.of("area", "prone");
            }
            let row = match unit.kind() {
                "tank" => "tank",
                "vehicle" => "soft",
                _ => "personnel",
            };
            let count = unit.bases.len();
            let results: Vec<&str> = (0..count).map(|_| self.area_die(row, modifier)).collect();
            for result in &results {
                self.saw(&format!("shelled {row}: {result}"));
            }
            let unit = &mut self.sides[D][place];
            unit.shot_at = true;
            if unit.is_pool() {
                for result in results {
                    unit.take(result);
                }
                continue;
            }
            let mut left = Vec::new();
            for (mut base, result) in unit.bases.drain(..).zip(results) {
                let gone = result == "K" || result == "D" && base.damaged;
                base.damaged |= result == "D";
                base.immobile |= result == "I";
                unit.hurt |= matches!(result, "K" | "D");
                if !gone {
                    left.push(base);
                }
            }
            unit.bases = left;
        }
    }

    fn area_die(&mut self, row: &str, modifier: i64) -> &'static str {
        let total = self.die() + modifier;
        let reaches = |mark| self.figures.area(row, mark).is_some_and(|from| total >= from);
        ["K", "D", "I"].into_iter().find(|mark| reaches(mark)).unwrap_or("none")
    }

    /// Step 2, first half (3.13).
    fn rally(&mut self) {
        for place in 0..self.sides[A].len() {
            if self.sides[A][place].demoralised {
                self.leans.insert("wtj.rally");
                let cleared = self.die() >= self.figures.of("rally", self.sides[A][place].grade());
                self.sides[A][place].demoralised = !cleared;
                self.saw(if cleared { "rallied" } else { "not rallied" });
            }
        }
    }

    /// Step 2, second half (3.1).
    fn commands(&mut self) {
        for place in 0..self.sides[A].len() {
            let unit = self.sides[A][place].clone();
            let plan = unit.plan();
            if plan == "support" {
                continue;
            }
            self.leans.insert("wtj.command");
            let over_the_top = unit.is("over_top") || matches!(unit.cover, "hard_cover" | "entrenched");
            let total = self.die()
                - i64::from(over_the_top)
                - self.input["hq_hits_A"].as_i64().unwrap_or(0)
                - unit.told["consecutive"].as_i64().unwrap_or(0)
                - if unit.pinned || unit.is("withdrew") { 2 } else { 0 }
                - if unit.demoralised { 4 } else { 0 };
            if total < self.figures.command(unit.grade(), plan) {
                self.saw("stays out");
                continue;
            }
            let unit = &mut self.sides[A][place];
            unit.passed = plan;
            unit.cover = "open";
            unit.prone = unit.prone && !unit.is("over_top");
            self.saw(plan);
        }
    }

    /// Step 3 (3.3).
    fn dangerous_ground(&mut self) {
        let mut types: Vec<&'i str> = Vec::new();
        for ground in self.input["dangerous"].as_array().into_iter().flatten() {
            let ground = ground.as_str().unwrap();
            if !types.contains(&ground) {
                types.push(ground);
            }
        }
        for place in 0..self.sides[A].len() {
            if self.sides[A][place].on_foot() || self.sides[A][place].passed.is_empty() {
                continue;
            }
            for base in 0..self.sides[A][place].bases.len() {
                for ground in &types {
                    self.leans.insert("wtj.immobilise");
                    if self.die() + self.die() <= self.figures.of("immobilise", ground) {
                        self.sides[A][place].bases[base].stuck = true;
                        self.saw("stuck");
                        break;
                    }
                }
            }
        }
    }

    /// "Contact" of 4.2.
    fn meet(&mut self) {
        let there = |troops: bool| {
            let fits = move |unit: &Unit<'_>| !unit.bases.is_empty() && unit.is_troops() == troops;
            (0..self.sides[D].len()).filter(|d| fits(&self.sides[D][*d])).collect::<Vec<_>>()
        };
        let row = [there(true), there(false)].concat();
        let mut next = 0;
        for a in 0..self.sides[A].len() {
            if self.sides[A][a].passed != "assault" || self.sides[A][a].able() == 0 {
                continue;
            }
            self.sides[A][a].contact = true;
            if !row.is_empty() {
                let d = row[next.min(row.len() - 1)];
                self.sides[D][d].contact = true;
                self.met.push((a, d));
                next += 1;
            }
        }
    }

    fn have_met(&self, side: usize, unit: usize, enemy: usize) -> bool {
        self.met.contains(&if side == A { (unit, enemy) } else { (enemy, unit) })
    }

    /// Step 4.
    fn fire(&mut self) {
        let mut results = Vec::new();
        for side in [D, A] {
            for place in 0..self.sides[side].len() {
                if self.may_fire(side, place) {
                    self.fire_of(side, place, &mut results);
                }
            }
        }
        for (side, place, result) in results {
            self.sides[side][place].shot_at = true;
            self.sides[side][place].take(result);
        }
    }

    /// "Who fires" of 4.2.
    fn may_fire(&self, side: usize, place: usize) -> bool {
        let unit = &self.sides[side][place];
        if unit.able() == 0 {
            return false;
        }
        if side == D || unit.passed != "assault" {
            return true;
        }
        let few = unit.is_troops() && (unit.is("assault_weapons") || unit.original() <= 3);
        unit.contact && (!unit.on_foot() || few)
    }

    fn fire_of(&mut self, side: usize, place: usize, results: &mut Vec<(usize, usize, &'static str)>) {
        let unit = self.sides[side][place].clone();
        let vehicles = self.sides[1 - side].iter().any(|enemy| !enemy.on_foot() && enemy.able() > 0);
        let (dice, gun) = match unit.kind() {
            "personnel" => (1, None),
            "mg" => (unit.able(), None),
            "gun" if !unit.is("limbered") => (unit.able(), unit.gun()),
            "tank" | "vehicle" if unit.gun().is_some() => {
                (unit.able(), if unit.contact && !vehicles { None } else { unit.gun() })
            }
            _ => return,
        };
        let wanted: &[bool] = if gun.is_some() { &[false, true] } else { &[true] };
        let Some(target) = wanted.iter().find_map(|on_foot| self.first(side, place, *on_foot)) else { return };
        self.sides[side][place].fired = true;
        for _ in 0..dice {
            let result = match gun {
                None => self.small_arms(side, place, target),
                Some(class) => self.shot(side, place, target, class),
            };
            results.push((1 - side, target, result));
        }
    }

    /// The first enemy of this kind, one whom it has met before others.
    fn first(&self, side: usize, place: usize, on_foot: bool) -> Option<usize> {
        let enemies = &self.sides[1 - side];
        let fits = |at: &usize| enemies[*at].able() > 0 && enemies[*at].on_foot() == on_foot;
        let met = (0..enemies.len()).filter(fits).find(|at| self.have_met(side, place, *at));
        met.or_else(|| (0..enemies.len()).find(fits))
    }

    /// 3.7.
    fn small_arms(&mut self, side: usize, place: usize, target: usize) -> &'static str {
        self.leans.insert("wtj.small_arms");
        let face = self.die();
        let (unit, enemy) = (&self.sides[side][place], &self.sides[1 - side][target]);
        let entrenched = enemy.cover == "entrenched";
        let all = [
            (self.have_met(side, place, target), "close"),
            (unit.kind() != "personnel", "mg"),
            (enemy.is("packed"), "packed"),
            (!unit.passed.is_empty(), "moved"),
            (unit.pinned, "pinned"),
            (enemy.prone && !entrenched, "target_prone"),
            (enemy.cover != "open", enemy.cover),
        ];
        let total = face + self.sum("small_arms", &all);
        let reaches = |name: &&str| total >= self.figures.of("small_arms", name);
        let result = ["KK", "K", "D"].into_iter().find(reaches).unwrap_or("none");
        self.saw(&format!("small arms: {result}"));
        result
    }

    /// What those of these modifiers that hold come to.
    pub(super) fn sum(&self, table: &str, all: &[(bool, &str)]) -> i64 {
        all.iter().filter(|(holds, _)| *holds).map(|(_, name)| self.figures.of(table, name)).sum()
    }

    /// 3.8: two hit dice and the kill die, always.
    fn shot(&mut self, side: usize, place: usize, target: usize, class: i64) -> &'static str {
        let (hit, kill) = (self.die() + self.die(), self.die());
        let (unit, enemy) = (&self.sides[side][place], &self.sides[1 - side][target]);
        let all = [
            (!unit.passed.is_empty(), "moved"),
            (unit.pinned, "pinned"),
            (!enemy.on_foot() && !enemy.passed.is_empty(), "target_moving"),
            (enemy.told["size"] == "small", "small"),
            (enemy.told["size"] == "large", "large"),
            (self.have_met(side, place, target), "short"),
            (enemy.cover == "soft_cover", "soft_cover"),
            (enemy.cover == "hard_cover", "hard_cover"),
        ];
        let hits = hit + self.sum("direct", &all) >= self.figures.of("direct", "hit_on");
        let (table, total, marks): (_, _, &[&'static str]) = if enemy.on_foot() {
            let all = [
                (class >= 7, "big_gun"),
                (enemy.cover == "hard_cover", "hard_cover"),
                (enemy.cover == "entrenched", "entrenched"),
            ];
            ("kill_personnel", kill + self.sum("kill_personnel", &all), &["K", "D"])
        } else {
            let armour = enemy.told["armour"].as_str().unwrap_or("soft");
            ("kill_tank", kill + class - self.figures.of("armour_class", armour), &["K", "D", "I"])
        };
        let against_armour = !enemy.on_foot();
        let reaches = |mark: &&&'static str| total >= self.figures.of(table, mark);
        let result = if hits { marks.iter().find(reaches).copied().unwrap_or("none") } else { "none" };
        self.leans.extend(["wtj.direct", if against_armour { "wtj.kill_tank" } else { "wtj.kill_personnel" }]);
        if against_armour {
            self.leans.insert("wtj.armour_class");
        }
        self.saw(&format!("{table}: {}", if hits { result } else { "miss" }));
        result
    }
}
