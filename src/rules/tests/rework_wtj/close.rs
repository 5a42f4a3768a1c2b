//! The rest of a bound worked plainly: morale, the assault, whose the ground is, and what comes home (3.11, 3.12, 4.2, 5).

use serde_json::{Map, Value as Json, json};

use super::bound::{A, Bound, D, Unit};

const SIDES: [&str; 2] = ["A", "D"];

/// What rounds of an assault came to.
pub(super) struct Rounds {
    pub(super) left: [usize; 2],
    pub(super) loser: Option<usize>,
    pub(super) swept: bool,
    pub(super) keys: Json,
}

/// Up to three rounds (3.11), with dice as they come.
pub(super) fn rounds(start: [usize; 2], modifiers: [i64; 2], mut die: impl FnMut() -> i64) -> Rounds {
    let (mut left, mut totals, mut won) = (start, Vec::new(), [0, 0]);
    while totals.len() < 3 && left[0] > 0 && left[1] > 0 {
        let both = [die() + modifiers[0], die() + modifiers[1]];
        totals.push(both);
        let beaten = if both[0] > both[1] { D } else { A };
        if both[0] != both[1] {
            left[beaten] = left[beaten].saturating_sub(both[0].abs_diff(both[1]) as usize);
            won[1 - beaten] += 1;
        }
    }
    let lost = [start[0] - left[0], start[1] - left[1]];
    let tie = lost[0] == lost[1];
    let loser = (!tie).then_some(if lost[0] > lost[1] { A } else { D });
    if tie {
        left = left.map(|bases| bases.saturating_sub(1));
    }
    let named = |holds: &dyn Fn(usize) -> bool| {
        let sides = [A, D].into_iter().filter(|side| holds(*side));
        sides.map(|side| SIDES[side]).collect::<Vec<_>>()
    };
    let a_takes = left[A] > 0 && (left[D] == 0 || loser == Some(D));
    let swept = won.contains(&3);
    let keys = json!({
        "rounds": totals.len(), "totals": totals, "A": left[A], "D": left[D], "lost_A": lost[A], "lost_D": lost[D],
        "eliminated": named(&|side| left[side] == 0), "outcome": if tie { "tie" } else { "decided" },
        "loser": loser.map(|side| SIDES[side]), "swept": swept,
        "demoralised": loser.filter(|side| left[*side] > 0).map(|side| SIDES[side]),
        "pinned": named(&|side| tie && left[side] > 0), "ground": if a_takes { "A" } else { "D" },
    });
    Rounds { left, loser, swept, keys }
}

/// Letters with their bases (3.12): evenly, what is odd to the left.
pub(super) fn shared(effect: &str, bases: usize) -> Vec<(char, usize)> {
    let mut parts: Vec<(char, usize)> = effect.chars().map(|letter| (letter, 0)).collect();
    let letters = parts.len();
    for base in 0..bases {
        parts[base % letters].1 += 1;
    }
    parts
}

/// At least a third of the original bases is gone.
pub(super) fn is_weak(original: usize, left: usize) -> bool {
    original > left && (original - left) * 3 >= original
}

impl Bound<'_> {
    /// Step 5.
    pub(super) fn casualty_morale(&mut self) {
        for side in [D, A] {
            for place in 0..self.sides[side].len() {
                if self.sides[side][place].hurt && !self.sides[side][place].bases.is_empty() {
                    self.test_morale(side, place, false);
                }
            }
        }
    }

    fn test_morale(&mut self, side: usize, place: usize, swept: bool) {
        self.leans.insert("wtj.morale");
        let face = self.die();
        let unit = &self.sides[side][place];
        let all = [
            (matches!(unit.cover, "hard_cover" | "entrenched"), "hard_cover"),
            (unit.is("scenario_defender"), "scenario_defender"),
            (is_weak(unit.original(), unit.bases.len()), "weak"),
            (unit.kind() == "tank" && unit.bases.iter().all(|base| base.damaged), "damaged_tank"),
            (unit.is("unsupported"), "unsupported"),
            (unit.is("hq_lost"), "hq_lost"),
            (swept, "swept"),
        ];
        let effect = self.figures.effect(unit.grade(), face + self.sum("morale", &all));
        self.saw(&format!("morale: {effect}"));
        let unit = &mut self.sides[side][place];
        unit.effects.push(if effect == "-" { "pass".to_owned() } else { effect.clone() });
        if effect == "-" {
            return;
        }
        let mut stay = 0;
        for (letter, bases) in shared(&effect, unit.bases.len()) {
            match letter {
                'S' => unit.captured += bases,
                'D' => {}
                _ => stay += bases,
            }
        }
        unit.bases.truncate(stay);
        unit.marker &= stay > 0;
        if effect.contains('P') {
            (unit.pinned, unit.pinned_now) = (true, true);
        }
    }

    /// Troops in contact that still fight.
    fn fighters(&self, side: usize) -> Vec<usize> {
        let fights = |unit: &Unit<'_>| unit.is_troops() && unit.contact && unit.stands();
        (0..self.sides[side].len()).filter(|at| fights(&self.sides[side][*at])).collect()
    }

    /// Steps 6 and 7.
    pub(super) fn hand_to_hand(&mut self) {
        let fighters = [self.fighters(A), self.fighters(D)];
        if fighters[A].is_empty() || fighters[D].is_empty() {
            return;
        }
        self.leans.insert("wtj.assault");
        let bases = [A, D].map(|side| fighters[side].iter().map(|at| self.sides[side][*at].bases.len()).sum());
        let modifiers = [A, D].map(|side| self.assault_modifier(side, &fighters[side], bases));
        let fought = rounds(bases, modifiers, || self.die());
        self.saw(if fought.loser.is_none() { "tie" } else { "decided" });
        if fought.swept {
            self.saw("swept");
        }
        for side in [A, D] {
            self.cost(side, &fighters[side], bases[side] - fought.left[side]);
        }
        if let Some(loser) = fought.loser {
            for at in &fighters[loser] {
                if !self.sides[loser][*at].bases.is_empty() {
                    self.sides[loser][*at].demoralised = true;
                    self.test_morale(loser, *at, fought.swept);
                }
            }
        } else {
            for (side, of) in fighters.iter().enumerate().filter(|(side, _)| fought.left[*side] > 0) {
                for at in of {
                    (self.sides[side][*at].pinned, self.sides[side][*at].pinned_now) = (true, true);
                }
            }
        }
        self.assault = fought.keys;
        self.assault["A_modifier_total"] = json!(modifiers[A]);
        self.assault["D_modifier_total"] = json!(modifiers[D]);
    }

    fn assault_modifier(&self, side: usize, fighters: &[usize], bases: [usize; 2]) -> i64 {
        let units: Vec<&Unit<'_>> = fighters.iter().map(|at| &self.sides[side][*at]).collect();
        let (own, enemy) = (bases[side], bases[1 - side]);
        let half = |holds: &dyn Fn(&Unit<'_>) -> bool| {
            units.iter().filter(|unit| holds(unit)).map(|unit| unit.bases.len()).sum::<usize>() * 2 >= own
        };
        let tanks = self.sides[side].iter().any(|unit| unit.kind() == "tank" && unit.contact && unit.stands());
        let best = if side == A {
            "open"
        } else if half(&|unit| unit.cover == "entrenched") {
            "entrenched"
        } else if half(&|unit| matches!(unit.cover, "entrenched" | "hard_cover")) {
            "hard_cover"
        } else {
            "open"
        };
        let all = [
            (own >= 3 * enemy, "ratio3"),
            (own >= 2 * enemy && own < 3 * enemy, "ratio2"),
            (half(&|unit| unit.is("assault_weapons")), "assault_weapons"),
            (tanks, "tanks"),
            (units.iter().any(|unit| unit.demoralised), "demoralised"),
            (units.iter().any(|unit| unit.pinned), "pinned"),
            (best != "open", best),
            (half(&|unit| unit.grade() == "E"), "elite"),
            (half(&|unit| unit.grade() == "G"), "green"),
        ];
        self.sum("assault", &all)
    }

    /// Bases come off the units in turn.
    fn cost(&mut self, side: usize, fighters: &[usize], mut count: usize) {
        for at in fighters {
            let unit = &mut self.sides[side][*at];
            unit.fought = true;
            while count > 0 && !unit.bases.is_empty() {
                unit.take("K");
                count -= 1;
            }
        }
    }

    /// "Ground" and "No assault" of 4.2.
    pub(super) fn ground(&mut self) {
        let fought = !self.assault.is_null();
        let won = if fought { self.assault["ground"] == "A" } else { self.fighters(D).is_empty() };
        let goes_in = |unit: &Unit<'_>| {
            let took_part = if fought { unit.fought } else { unit.contact };
            took_part && unit.stands() && unit.bases.iter().any(|base| !base.stuck && !base.immobile)
        };
        self.advances = (0..self.sides[A].len()).find(|at| won && goes_in(&self.sides[A][*at]));
        let taken = self.advances.is_some();
        if taken {
            self.saw(if fought { "taken by assault" } else { "entered" });
        }
        for (side, key) in [(A, "A_rear_blocked"), (D, "rear_blocked")] {
            let barred = self.input[key] == true;
            for at in 0..self.sides[side].len() {
                let unit = &mut self.sides[side][at];
                let lost_ground = side == D && taken;
                let overrun = lost_ground && (barred || unit.kind() == "gun" && unit.contact);
                if unit.bases.is_empty() {
                } else if overrun {
                    unit.captured += unit.bases.len();
                    unit.bases.clear();
                    unit.marker = false;
                    self.seen.push("captured with the square".to_owned());
                } else if !barred && (lost_ground || unit.is_out()) {
                    (unit.back, unit.made_way) = (true, lost_ground);
                }
            }
        }
    }

    /// Section 5.2: SP and markers.
    pub(super) fn strength(&self, unit: &Unit<'_>) -> (usize, usize) {
        let left = unit.bases.len();
        if !unit.is_pool() {
            return (left, unit.damaged());
        }
        let per_sp = self.figures.of("misc", "bases_per_sp") as usize;
        let before = unit.told["bases"].as_u64().unwrap() as usize;
        let of = |bases: usize| (bases.div_ceil(per_sp), bases.div_ceil(per_sp) * per_sp - bases);
        if left < before {
            return of(left);
        }
        let by_formula = of(before);
        let told = |key: &str, else_: usize| unit.told[key].as_u64().map_or(else_, |n| n as usize);
        (told("sp", by_formula.0), told("markers", by_formula.1))
    }

    /// Section 8, the answer.
    pub(super) fn answer(mut self) -> Json {
        let sides = [A, D].map(|side| {
            let units = self.sides[side].iter();
            Json::Object(units.map(|unit| (unit.id().to_owned(), self.home(unit))).collect::<Map<_, _>>())
        });
        let acted = self.sides[A].iter().filter(|unit| unit.fired || unit.fought);
        let attacked: Vec<&str> = acted.map(Unit::id).collect();
        let advances = self.advances.map(|at| self.sides[A][at].id());
        if self.sides.iter().flatten().any(Unit::is_pool) {
            self.leans.insert("bases_per_sp");
        }
        json!({
            "A": sides[A], "D": sides[D], "assault": self.assault, "advances": advances, "attacked": attacked,
            "house": !self.leans.is_empty(), "house_parameters": self.leans,
        })
    }

    fn home(&self, unit: &Unit<'_>) -> Json {
        let (sp, markers) = self.strength(unit);
        let morale = unit.morale();
        let state = match morale {
            "captured" => "surrendered",
            "lost" => "destroyed",
            "rout" | "run" => "broken",
            "retire" => "disorganised",
            _ => "unchanged",
        };
        let steps = match () {
            () if unit.effects.iter().any(|effect| effect.contains(['R', 'S', 'D'])) => 4,
            () if unit.demoralised => 3,
            () if unit.effects.iter().any(|effect| effect.contains('W')) => 2,
            () => u8::from(unit.pinned_now),
        };
        let effects = if unit.effects.is_empty() { vec!["pass".to_owned()] } else { unit.effects.clone() };
        json!({
            "bases": unit.bases.len(), "damage": unit.damaged(), "captured": unit.captured, "effects": effects,
            "demoralised": unit.demoralised, "pinned": unit.pinned_now, "steps_down": steps, "sp": sp,
            "markers": markers, "morale": morale, "state": state, "flags": unit.flags(),
            "withdraw": u8::from(unit.back),
        })
    }
}

impl Unit<'_> {
    /// The table of 5.3.
    pub(super) fn morale(&self) -> &'static str {
        let has = |letter: char| self.effects.iter().any(|effect| effect.contains(letter));
        if self.bases.is_empty() {
            return if self.captured > 0 { "captured" } else { "lost" };
        }
        match () {
            () if has('R') => "rout",
            () if self.demoralised => "run",
            () if has('W') || self.made_way => "retire",
            () => "steady",
        }
    }

    pub(super) fn flags(&self) -> Vec<&'static str> {
        let pinned = self.pinned_now && self.morale() == "steady";
        let immobilised = self.bases.iter().any(|base| base.stuck || base.immobile);
        let all = [(pinned, "pinned"), (immobilised, "immobilised")];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, flag)| flag).collect()
    }
}
