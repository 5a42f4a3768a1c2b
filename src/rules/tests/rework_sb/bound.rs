//! The engagement of a bound worked plainly: the order of dice of section 5.2, the fight of 4.4, morale of 4.6.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::square::{Cover, NO_COVER, Nerves, Unit, any, is_empty, morale_pool, placed, retiring_hits, volley};

pub(super) const A: usize = 0;
pub(super) const T: usize = 1;
pub(super) const REAR: usize = 2;
const SQUARES: [&str; 3] = ["A", "T", "rear"];

#[expect(clippy::struct_excessive_bools, reason = "each is a thing that has happened")]
pub(super) struct Bound<'i> {
    pub(super) input: &'i Json,
    pub(super) house: Json,
    faces: &'i [u8],
    pub(super) used: usize,
    pub(super) units: [Vec<Unit<'i>>; 3],
    markers: [i64; 3],
    suppressed: bool,
    pub(super) fell: Option<usize>,
    pub(super) morale: [Option<&'static str>; 2],
    /// Who routed, and with how many halves.
    pub(super) routed: [Vec<(usize, i64)>; 2],
    pub(super) position: [&'static str; 2],
    pub(super) result: Option<&'static str>,
    pub(super) advances: Option<usize>,
    /// T lost the assault or declined it.
    beaten: bool,
    pub(super) captured: Vec<usize>,
    /// Squares that T has gone back.
    pub(super) withdrawn: i64,
    pub(super) off_map: bool,
    pub(super) attacked: Vec<bool>,
    pub(super) leans: BTreeSet<&'static str>,
    /// Pool and fails of the last test of morale.
    pub(super) tested: [i64; 2],
    /// A and T shot at each other.
    shot: bool,
    /// The last assault, by the keys of that mechanic.
    pub(super) fight: Json,
    pub(super) seen: Vec<String>,
}

/// The figures of the house (1.3) that an engagement asks, the group's in their place where it has some.
pub(super) fn house(own: &Json) -> Json {
    let mut house = json!({
        "infantry_halves_per_sp": 2, "at_strength_rule": "2*halves_now > halves_full", "shoot_bonus": "in_square",
        "no_withdraw_survivors": "captured", "retire_advance": true, "surrender_square_on_destroy": true,
        "pursuit_fire": true,
    });
    for (key, value) in own.as_object().into_iter().flatten() {
        house[key] = value.clone();
    }
    house
}

impl<'i> Bound<'i> {
    pub(super) fn fought(input: &'i Json, faces: &'i [u8]) -> Self {
        let mut bound = Self::laid(input, faces);
        bound.in_order();
        bound
    }

    pub(super) fn laid(input: &'i Json, faces: &'i [u8]) -> Self {
        let house = house(&input["house"]);
        let per_sp = house["infantry_halves_per_sp"].as_i64().unwrap();
        let units = SQUARES.map(|name| {
            let told = input[name]["units"].as_array().into_iter().flatten();
            told.map(|unit| Unit::new(unit, per_sp)).collect::<Vec<_>>()
        });
        let suppressed = |name: &str| input[name]["suppressed"] == true;
        let lies = |name: &str| input[name]["barrage"].as_i64().unwrap_or(0).max(i64::from(suppressed(name)));
        let attacked = vec![false; units[A].len()];
        Self {
            input,
            house,
            faces,
            used: 0,
            units,
            markers: SQUARES.map(lies),
            suppressed: suppressed("A") || suppressed("T"),
            fell: None,
            morale: [None; 2],
            routed: [Vec::new(), Vec::new()],
            position: ["hold"; 2],
            result: None,
            advances: None,
            beaten: false,
            captured: Vec::new(),
            withdrawn: 0,
            off_map: false,
            attacked,
            leans: BTreeSet::new(),
            tested: [0; 2],
            shot: false,
            fight: Json::Null,
            seen: Vec::new(),
        }
    }

    /// The steps of 5.2.
    fn in_order(&mut self) {
        self.barrage();
        if is_empty(&self.units[A]) {
            return;
        }
        let faces = self.faces_of(A);
        self.test(A, A, faces);
        if is_empty(&self.units[A]) || matches!(self.morale[A], Some("RETIRE" | "RUN")) {
            return;
        }
        if self.morale[A] != Some("STEADY") {
            self.go_in();
        }
        if self.result.is_none() {
            self.defensive_fire();
        }
        self.target_morale();
        self.pursuit();
    }

    fn die(&mut self) -> i64 {
        self.used += 1;
        i64::from(self.faces[self.used - 1])
    }

    /// How many of these dice show this or more.
    fn pool(&mut self, dice: i64, from: i64) -> i64 {
        (0..dice).filter(|_| self.die() >= from).count() as i64
    }

    fn saw(&mut self, what: &str) {
        self.seen.push(what.to_owned());
    }

    fn rule(&self) -> String {
        self.house["at_strength_rule"].as_str().unwrap().to_owned()
    }

    fn cover(&self, at: usize) -> Cover<'i> {
        let square = &self.input[SQUARES[at]];
        let word = |key: &str, usual| square[key].as_str().unwrap_or(usual);
        Cover { terrain: word("terrain", "open"), defence: word("defence", "none"), assaulted: false }
    }

    fn says(&self, at: usize, key: &str) -> bool {
        self.input[SQUARES[at]][key] == true
    }

    /// Enemy faces as they are told: one for the square opposite, none behind.
    fn told_faces(&self, at: usize) -> i64 {
        let usual = i64::from(at != REAR);
        self.input[SQUARES[at]]["enemy_faces"].as_i64().unwrap_or(usual)
    }

    /// As they are at the moment: nobody left opposite is one less.
    fn faces_of(&self, at: usize) -> i64 {
        let opposite = [T, A][at];
        (self.told_faces(at) - i64::from(is_empty(&self.units[opposite]))).max(0)
    }

    fn is_blocked(&self, at: usize, faces: i64) -> bool {
        self.says(at, "rear_blocked") || faces >= 4
    }

    /// Places hits, throws for them in list order; the halves removed (4.2).
    pub(super) fn take(&mut self, whom: usize, hits: i64, by_owner: i64, cover: Cover<'i>) -> i64 {
        let on = placed(&self.units[whom], hits, by_owner, cover);
        let mut lost = 0;
        for (at, hits) in on.into_iter().enumerate() {
            let save = self.units[whom][at].save(cover);
            let failed = hits - self.pool(hits, save);
            let gone = failed.min(self.units[whom][at].now);
            self.units[whom][at].now -= gone;
            lost += gone;
        }
        lost
    }

    /// Step 1.
    fn barrage(&mut self) {
        let Some(kind) = self.input["barrage"]["kind"].as_str() else { return };
        let [short, on_target] = match self.input["barrage"]["quality"].as_str().unwrap() {
            "poor" => [2, 4],
            "average" => [1, 4],
            _ => [1, 5],
        };
        let die = self.die();
        let at = if die <= short {
            A
        } else if die <= on_target {
            T
        } else {
            REAR
        };
        let (hits, markers) = match kind {
            "suppression" => (1, 1),
            "point" => (self.die(), 3),
            "rolling" => (2, 2),
            _ => (2, 1),
        };
        let cover = if kind == "gas" { NO_COVER } else { self.cover(at) };
        self.take(at, hits, 1, cover);
        self.markers[at] += markers;
        self.suppressed |= kind == "suppression" && at != REAR;
        self.fell = Some(at);
        self.saw(&format!("{kind} barrage on {}", SQUARES[at]));
    }

    /// A test of morale of the units of A or T, who stand in this square (4.6).
    pub(super) fn test(&mut self, whose: usize, stand: usize, faces: i64) {
        let moved = stand != whose;
        let cover = self.cover(stand);
        let nerves = Nerves {
            cover: if moved { Cover { defence: "none", ..cover } } else { cover },
            barrage: self.markers[stand],
            enemy_faces: faces,
            morale_bonus: !moved && self.says(whose, "morale_bonus"),
            hold_the_line: !moved && self.says(whose, "hold_the_line"),
        };
        let dice = morale_pool(&self.units[whose], &nerves);
        let fails = self.pool(dice, 4);
        let result = ["OK", "STEADY", "RETIRE", "RUN"][fails.min(3) as usize];
        self.tested = [dice, fails];
        self.morale[whose] = Some(result);
        self.saw(result);
        if result == "RUN" {
            for at in 0..self.units[whose].len() {
                if self.units[whose][at].lives() {
                    let bonus = match self.units[whose][at].quality() {
                        "professional" => -1,
                        "reservist" => 1,
                        _ => 0,
                    };
                    if self.die() + bonus >= 5 {
                        let halves = std::mem::take(&mut self.units[whose][at].now);
                        self.routed[whose].push((at, halves));
                    }
                }
            }
        }
        if fails >= 2 {
            self.take(whose, 1, 1, nerves.cover);
            if self.is_blocked(stand, faces) {
                self.saw("blocked");
                self.take(whose, 6, 2, nerves.cover);
            } else if self.says(stand, "rear_off_table") {
                self.go_off(whose);
                self.position[whose] = "off_table";
            } else {
                self.position[whose] = "withdraw1";
            }
        }
    }

    /// Off the table: a base each, of two halves one.
    fn go_off(&mut self, whose: usize) {
        self.saw("off the table");
        for unit in &mut self.units[whose] {
            unit.now = (unit.now - if unit.full > 2 { 2 } else { 1 }).max(0);
        }
    }

    fn assaults(&self, at: usize) -> bool {
        let unit = &self.units[A][at];
        match self.input["A"]["assaulting"].as_array() {
            Some(named) => named.contains(&unit.told["id"]),
            None => unit.may_assault(),
        }
    }

    /// The unit that moves in: the first that assaults of infantry and cavalry.
    pub(super) fn leader(&self) -> Option<usize> {
        let units = &self.units[A];
        (0..units.len()).find(|at| self.assaults(*at) && units[*at].lives() && units[*at].is_line())
    }

    /// Step 3.
    fn go_in(&mut self) {
        let assaulters: Vec<usize> =
            (0..self.units[A].len()).filter(|at| self.assaults(*at) && self.units[A][*at].lives()).collect();
        if self.suppressed || assaulters.is_empty() {
            return;
        }
        if is_empty(&self.units[T]) {
            self.advances = self.leader();
            self.result = self.advances.map(|_| "OCCUPIED");
            return;
        }
        for at in assaulters {
            self.attacked[at] = true;
        }
        let blocked = self.is_blocked(T, self.told_faces(T));
        if self.input["target_policy"] == "retire" && !blocked {
            self.result = Some("RETIRED");
            self.beaten = true;
            let hits = retiring_hits(&self.units[T], self.cover(T));
            self.take(T, hits, 2, self.cover(T));
            self.leans.insert("retire_advance");
            if self.house["retire_advance"] == true {
                self.advances = self.leader();
            }
            self.driven_back();
        } else {
            self.assault(!blocked);
        }
    }

    fn driven_back(&mut self) {
        if is_empty(&self.units[T]) {
            return;
        }
        self.withdrawn += 1;
        if self.says(T, "rear_off_table") {
            self.go_off(T);
            self.off_map = true;
        }
    }

    fn extra(&self) -> i64 {
        let faces = self.input["extra_assaulters"].as_array().into_iter().flatten();
        faces.map(|face| face.as_i64().unwrap().min(2)).sum()
    }

    /// Dice of the assaulter (4.4).
    fn assaulter_pool(&self) -> i64 {
        let (rule, cover) = (self.rule(), self.cover(T));
        let units = &self.units[A];
        let mut pool: i64 = (0..units.len()).map(|at| units[at].assaulting(self.assaults(at), cover, &rule)).sum();
        let facing = self.input["facing"].as_str().unwrap_or("front");
        pool += if facing == "front" { 0 } else { 2 } + self.extra();
        if self.markers[A] == 0 {
            pool += 2 * self.input["A"]["support"].as_i64().unwrap_or(0).min(2);
        }
        for (key, dice) in [("wtf", 2), ("fighting_bonus", 2), ("shock", 3)] {
            pool += if self.says(A, key) { dice } else { 0 };
        }
        let on_hill = |at: usize| self.says(at, "hill") || matches!(self.cover(at).terrain, "hill" | "rough_hill");
        pool -= i64::from(on_hill(T) && !on_hill(A));
        pool -= match (cover.defence, facing) {
            ("none", _) => 0,
            ("hasty", "rear") => 1,
            ("hasty", _) => 2,
            (_, "front") => 3,
            _ => 2,
        };
        pool.max(2)
    }

    /// Dice of the target (4.4).
    fn target_pool(&self) -> i64 {
        let (rule, cover) = (self.rule(), self.cover(T));
        let mut pool: i64 = self.units[T].iter().map(|unit| unit.defending(cover, &rule)).sum();
        if self.markers[T] == 0 {
            // A support square that bears a barrage marker is none.
            let shelled = self.input["rear_supports"] == true && self.markers[REAR] > 0;
            let support = self.input["T"]["support"].as_i64().unwrap_or(0) - i64::from(shelled);
            pool += support.clamp(0, 4);
        }
        pool += if self.says(T, "wtf") { 2 } else { 0 };
        pool -= self.markers[T].min(3) + self.extra();
        pool.max(2)
    }

    /// 4.4.
    pub(super) fn assault(&mut self, can_withdraw: bool) {
        self.leans.insert("at_strength_rule");
        let pools = [self.assaulter_pool(), self.target_pool()];
        let hits = [self.pool(pools[A], 5), self.pool(pools[T], 5)];
        let cover = Cover { assaulted: true, ..self.cover(T) };
        let by_assaulter = self.take(T, hits[A], 2, cover);
        let by_target = self.take(A, hits[T], 2, NO_COVER);
        self.fight = json!({ "assaulter_pool": pools[A], "target_pool": pools[T], "inflicted_by_assaulter": by_assaulter,
            "inflicted_by_target": by_target, "guns_removed": [], "target_position": "hold", "marker_to": null });
        if by_assaulter <= by_target || is_empty(&self.units[A]) {
            self.result = Some("ASSAULT_REPULSED");
            self.take(A, 3, 2, NO_COVER);
            let marked = self.units[T].iter().find(|unit| unit.lives() && unit.is_line());
            self.fight["marker_to"] = json!(marked.map(Unit::id));
            if is_empty(&self.units[T]) {
                self.fight["target_position"] = json!("destroyed");
            }
            return;
        }
        self.result = Some("ASSAULT_WON");
        self.beaten = true;
        let mut guns = Vec::new();
        for gun in self.units[T].iter_mut().filter(|unit| unit.lives() && unit.is_gun()) {
            gun.now = 0;
            guns.push(gun.id());
        }
        self.fight["guns_removed"] = json!(guns);
        self.take(T, if can_withdraw { 3 } else { 6 }, 2, cover);
        let (mut enters, survivors) = (true, !is_empty(&self.units[T]));
        let spared = self.house["no_withdraw_survivors"] == "captured";
        if survivors && can_withdraw {
            self.fight["target_position"] = json!("withdraw1");
            self.driven_back();
        } else if survivors && spared {
            self.captured = (0..self.units[T].len()).filter(|at| self.units[T][*at].lives()).collect();
            self.fight["target_position"] = json!("captured");
            self.leans.insert("no_withdraw_survivors");
            self.saw("taken prisoner");
        } else {
            if survivors {
                self.leans.insert("no_withdraw_survivors");
            }
            self.units[T].iter_mut().for_each(|unit| unit.now = 0);
            self.fight["target_position"] = json!("destroyed");
            self.leans.insert("surrender_square_on_destroy");
            enters = self.house["surrender_square_on_destroy"] == true;
            self.saw("wiped out");
        }
        self.fight["marker_to"] = json!(self.leader().map(|at| self.units[A][at].id()));
        self.advances = self.leader().filter(|_| enters);
    }

    /// Step 4: T shoots at A.
    fn defensive_fire(&mut self) {
        if is_empty(&self.units[T]) || self.markers[A] > 0 || self.markers[T] > 0 {
            return;
        }
        let shooters = self.units[T].clone();
        self.shoot(&shooters, A, self.cover(A));
    }

    /// Shoots, and tells whether there was a die (4.3).
    pub(super) fn shoot(&mut self, shooters: &[Unit<'i>], at: usize, cover: Cover<'i>) -> bool {
        let rule = self.rule();
        if any(shooters, |u| !self.is_silent(u) && u.shots(1, &rule) > 0 && (u.kind() == "mg" || u.is_gun())) {
            self.leans.insert("at_strength_rule");
        }
        let dice = volley(shooters, &|unit| self.is_silent(unit), 1, &self.house);
        self.shot |= dice > 0;
        let hits = self.pool(dice, 6);
        self.take(at, hits, 1, cover);
        if hits > 0 {
            self.saw(&format!("shot at {}", SQUARES[at]));
        }
        dice > 0
    }

    /// Who holds his fire, in a battle of a campaign.
    fn is_silent(&self, unit: &Unit<'_>) -> bool {
        self.input["silent"].as_array().is_some_and(|ids| ids.contains(&unit.told["id"]))
    }

    /// Whether a square was shelled, shot at, assaulted, or did so.
    pub(super) fn was_hit(&self, square: usize) -> bool {
        let assault = self.result.is_some_and(|result| result != "OCCUPIED");
        self.fell == Some(square) || square != REAR && (assault || self.shot)
    }

    /// Step 5.
    fn target_morale(&mut self) {
        if is_empty(&self.units[T]) || !self.captured.is_empty() || self.off_map {
            return;
        }
        if self.withdrawn == 0 {
            let faces = self.faces_of(T);
            self.test(T, T, faces);
        } else {
            let faces = self.told_faces(REAR) + i64::from(self.advances.is_some());
            self.test(T, REAR, faces);
        }
        let there = !is_empty(&self.units[T]) || !self.routed[T].is_empty();
        self.withdrawn += i64::from(there && self.position[T] != "hold");
        self.off_map = self.position[T] == "off_table";
    }

    /// Step 6.
    fn pursuit(&mut self) {
        let wanted = self.input["pursuit_fire"].as_bool().unwrap_or(self.house["pursuit_fire"] == true);
        let gone = is_empty(&self.units[T]) || self.off_map || !self.captured.is_empty();
        if !wanted || gone || self.position[T] != "hold" {
            return;
        }
        let (from, stand) = if self.withdrawn == 0 { (A, T) } else { (T, REAR) };
        if self.markers[from] > 0 || self.markers[stand] > 0 {
            return;
        }
        let who: Vec<usize> =
            if from == A { (0..self.units[A].len()).collect() } else { self.advances.into_iter().collect() };
        let shooters: Vec<Unit<'i>> = who.iter().map(|at| self.units[A][*at].clone()).collect();
        let mut cover = self.cover(stand);
        if stand == REAR {
            cover.defence = "none";
        }
        if volley(&shooters, &|unit| self.is_silent(unit), 1, &self.house) == 0 {
            return;
        }
        self.shoot(&shooters, T, cover);
        self.leans.insert("pursuit_fire");
        let rule = self.rule();
        for at in who {
            let unit = &self.units[A][at];
            self.attacked[at] |= !self.is_silent(unit) && unit.shots(1, &rule) > 0;
        }
    }

    /// Section 10, the answer.
    pub(super) fn answer(&self) -> Json {
        let [a, t, rear] = [A, T, REAR].map(|square| self.home(square));
        let id = |at: usize| self.units[A][at].id();
        let attacked: Vec<&str> = (0..self.attacked.len()).filter(|at| self.attacked[*at]).map(id).collect();
        let mut answer = json!({
            "A": a, "T": t, "barrage": self.fell.map(|at| SQUARES[at]), "A_morale": self.morale[A],
            "T_morale": self.morale[T], "A_position": self.position[A], "T_withdraw": self.withdrawn,
            "result": self.result, "advances": self.advances.map(id), "attacked": attacked,
        });
        if !self.units[REAR].is_empty() {
            answer["rear"] = rear;
        }
        let mut leans = self.leans.clone();
        if self.units.iter().flatten().any(Unit::is_line) {
            leans.insert("infantry_halves_per_sp");
        }
        answer["house"] = json!(!leans.is_empty());
        answer["house_parameters"] = json!(leans);
        answer
    }

    /// What comes home of a square (6.3, 6.4); higher command is left out.
    fn home(&self, square: usize) -> Json {
        let units = self.units[square].iter().enumerate().filter(|(_, unit)| unit.kind() != "hc");
        let each = units.map(|(at, unit)| {
            let routed = self.routed.get(square).and_then(|all| all.iter().find(|(one, _)| *one == at));
            let halves = routed.map_or(unit.now, |(_, halves)| *halves);
            let position = self.position.get(square).copied().unwrap_or("hold");
            let off = position == "off_table" || square == T && self.off_map;
            let morale = if routed.is_some() { "rout" } else { self.bears(square, at) };
            let state = match morale {
                "rout" if position != "withdraw1" => "dispersed",
                "lost" => "destroyed",
                "captured" => "surrendered",
                _ if off && routed.is_none() => "off_map",
                "rout" | "run" => "broken",
                "retire" => "disorganised",
                _ => "unchanged",
            };
            let (sp, markers) = self.strength(unit, halves, morale);
            let row = json!({ "halves": halves, "sp": sp, "markers": markers, "morale": morale, "state": state });
            (unit.id().to_owned(), row)
        });
        Json::Object(each.collect::<Map<_, _>>())
    }

    /// The table of 6.4, for who did not rout.
    fn bears(&self, square: usize, at: usize) -> &'static str {
        if !self.units[square][at].lives() {
            return "lost";
        }
        if square == T && self.captured.contains(&at) {
            return "captured";
        }
        match self.morale.get(square).copied().flatten() {
            Some("RUN") => "run",
            Some("RETIRE") => "retire",
            _ if square == T && self.beaten => "retire",
            Some("STEADY") => "steady",
            _ => "ok",
        }
    }

    /// SP and markers (6.3, "Out").
    fn strength(&self, unit: &Unit<'_>, left: i64, morale: &str) -> (i64, i64) {
        let per_sp = self.house["infantry_halves_per_sp"].as_i64().unwrap();
        let entered = Unit::new(unit.told, per_sp).now;
        let line = |halves: i64| {
            let sp = (halves + per_sp - 1) / per_sp;
            (sp, (sp * per_sp - halves).min(sp))
        };
        let (sp, markers) = if unit.is_line() { line(entered) } else { (entered, 0) };
        let told = |key: &str, usual: i64| unit.told[key].as_i64().unwrap_or(usual);
        let before = (told("sp", sp), told("markers", markers));
        let (sp, markers) = match () {
            () if matches!(morale, "lost" | "captured") || left == 0 && entered > 0 => return (0, 0),
            () if left == entered => before,
            () if unit.is_line() => line(left),
            () if before.1 < before.0 => (before.0, before.1 + 1),
            () => (before.0 - 1, before.1.min(before.0 - 1)),
        };
        (sp, if morale == "rout" && sp > markers { markers + 1 } else { markers })
    }
}
