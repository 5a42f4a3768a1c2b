//! Units of a square worked plainly from the page: strength, saves, placing of hits, pools (3, 4.1 to 4.6).

use serde_json::Value as Json;

/// What those who are hit have about them.
#[derive(Clone, Copy)]
pub(super) struct Cover<'i> {
    pub(super) terrain: &'i str,
    pub(super) defence: &'i str,
    /// They are assaulted there.
    pub(super) assaulted: bool,
}

/// Of assaulters, and of those under gas.
pub(super) const NO_COVER: Cover<'static> = Cover { terrain: "open", defence: "none", assaulted: false };

impl Cover<'_> {
    pub(super) fn is_close(self) -> bool {
        matches!(self.terrain, "woods" | "buildings")
    }

    pub(super) fn is_defended(self) -> bool {
        self.defence != "none"
    }

    /// Where mounted cavalry is worth one die.
    pub(super) fn hampers(self) -> bool {
        self.is_close() || self.is_defended() || self.terrain == "rough_hill"
    }
}

#[derive(Clone)]
pub(super) struct Unit<'i> {
    pub(super) told: &'i Json,
    pub(super) full: i64,
    pub(super) now: i64,
}

impl<'i> Unit<'i> {
    pub(super) fn new(told: &'i Json, per_sp: i64) -> Self {
        let mut unit = Self { told, full: 2, now: 0 };
        if unit.is_line() {
            unit.full = 3 * per_sp;
        }
        unit.full = told["halves_full"].as_i64().unwrap_or(unit.full);
        unit.now = told["halves_now"].as_i64().unwrap_or(unit.full);
        if unit.kind() == "hc" {
            (unit.full, unit.now) = (0, 0);
        }
        unit
    }

    pub(super) fn id(&self) -> &'i str {
        self.told["id"].as_str().unwrap()
    }

    pub(super) fn kind(&self) -> &'i str {
        self.told["type"].as_str().unwrap()
    }

    pub(super) fn quality(&self) -> &'i str {
        self.told["quality"].as_str().unwrap_or("regular")
    }

    pub(super) fn is_line(&self) -> bool {
        self.kind() == "infantry" || self.is_cavalry()
    }

    pub(super) fn is_cavalry(&self) -> bool {
        self.kind().starts_with("cavalry")
    }

    pub(super) fn is_gun(&self) -> bool {
        matches!(self.kind(), "artillery" | "mortar")
    }

    pub(super) fn is_ac(&self) -> bool {
        matches!(self.kind(), "ac" | "ac_light")
    }

    pub(super) fn is_tank(&self) -> bool {
        matches!(self.kind(), "tank_light" | "tank_heavy")
    }

    pub(super) fn may_assault(&self) -> bool {
        self.is_line() || self.is_tank() || self.is_ac()
    }

    pub(super) fn lives(&self) -> bool {
        self.now > 0
    }

    /// By the rule of the house.
    pub(super) fn at_strength(&self, rule: &str) -> bool {
        match rule {
            "2*halves_now > halves_full" => 2 * self.now > self.full,
            "2*halves_now >= halves_full" => 2 * self.now >= self.full,
            _ => self.now == self.full,
        }
    }

    /// The least face that saves (3.2).
    pub(super) fn save(&self, cover: Cover<'_>) -> i64 {
        if cover.defence == "fort" {
            return 3;
        }
        let sheltered = cover.is_close() || cover.is_defended();
        let (base, better) = match self.kind() {
            "infantry" => (4, self.quality() == "professional" || sheltered),
            "cavalry_mounted" | "cavalry_dismounted" => (4, self.quality() == "professional"),
            "mg" => (3, cover.defence == "trench"),
            "artillery" | "mortar" => (5, sheltered),
            _ => (3, false),
        };
        let reservist = self.is_line() && self.quality() == "reservist";
        let stalked = (self.is_tank() || self.is_ac()) && cover.assaulted && cover.is_close();
        let worse = [reservist, self.kind() == "ac_light", stalked].into_iter().filter(|so| *so).count() as i64;
        base - i64::from(better) + worse
    }

    /// Dice when it shoots at this range (4.3).
    pub(super) fn shots(&self, range: i64, rule: &str) -> i64 {
        let (most, whole, damaged) = match self.kind() {
            "infantry" | "ac" | "ac_light" | "cavalry_dismounted" => (1, 1, 1),
            "mg" => (1, 2, 1),
            "artillery" => (4, 3, 1),
            "mortar" => (2, 3, 1),
            _ => (0, 0, 0),
        };
        match () {
            () if !self.lives() || range > most => 0,
            () if self.at_strength(rule) => whole,
            () => damaged,
        }
    }

    /// Dice of the assaulter (4.4).
    pub(super) fn assaulting(&self, assaults: bool, cover: Cover<'_>, rule: &str) -> i64 {
        if !self.lives() {
            return 0;
        }
        let hampered = self.kind() == "cavalry_mounted" && cover.hampers();
        let whole = self.at_strength(rule);
        match self.kind() {
            _ if !assaults || hampered => 1,
            "infantry" | "cavalry_mounted" if whole => 3,
            "tank_heavy" => 2 + i64::from(whole),
            "tank_light" | "ac" | "ac_light" => 1 + i64::from(whole),
            _ => 1,
        }
    }

    /// Dice of the target (4.4).
    pub(super) fn defending(&self, cover: Cover<'_>, rule: &str) -> i64 {
        if !self.lives() {
            return 0;
        }
        let whole = i64::from(self.at_strength(rule));
        match self.kind() {
            "cavalry_mounted" if cover.hampers() => 1,
            "mg" => 3 + 2 * whole,
            "tank_light" | "tank_heavy" => 1,
            _ => 1 + whole,
        }
    }
}

/// Whether one of those that live is so.
pub(super) fn any<'i>(units: &[Unit<'i>], is: impl Fn(&Unit<'i>) -> bool) -> bool {
    units.iter().any(|unit| unit.lives() && is(unit))
}

pub(super) fn is_empty(units: &[Unit<'_>]) -> bool {
    !any(units, |_| true)
}

/// Where hits go (4.1): the first few as the owner likes, the rest as the enemy does.
pub(super) fn placed(units: &[Unit<'_>], hits: i64, by_owner: i64, cover: Cover<'_>) -> Vec<i64> {
    let mut on = vec![0; units.len()];
    let living: Vec<usize> = (0..units.len()).filter(|at| units[*at].lives()).collect();
    if living.is_empty() {
        return on;
    }
    for hit in 0..hits {
        let left = |at: usize, on: &[i64]| units[at].now - on[at];
        let mut may: Vec<usize> = living.iter().copied().filter(|at| on[*at] < 2).collect();
        if may.is_empty() {
            may.clone_from(&living);
        }
        let key = |at: &usize| {
            let save = units[*at].save(cover);
            if hit < by_owner { (-left(*at, &on), save) } else { (left(*at, &on), -save) }
        };
        if hit >= by_owner && may.iter().any(|at| left(*at, &on) > 0) {
            may.retain(|at| left(*at, &on) > 0);
        }
        let best = may.iter().map(key).min().unwrap();
        let first = may.into_iter().find(|at| key(at) == best).unwrap();
        on[first] += 1;
    }
    on
}

/// Dice of a square that shoots (4.3, ruling 3); some of it may hold their fire, and are in the square all the same.
pub(super) fn volley(units: &[Unit<'_>], silent: &dyn Fn(&Unit<'_>) -> bool, range: i64, house: &Json) -> i64 {
    let rule = house["at_strength_rule"].as_str().unwrap();
    let shots = |unit: &Unit<'_>| if silent(unit) { 0 } else { unit.shots(range, rule) };
    let dice: i64 = units.iter().map(shots).sum();
    if dice == 0 {
        return 0;
    }
    let counts = |unit: &Unit<'_>| house["shoot_bonus"] == "in_square" || shots(unit) > 0;
    let good = any(units, |u| counts(u) && u.kind() == "infantry" && u.quality() == "professional");
    let on_foot = |u: &Unit<'_>| matches!(u.kind(), "infantry" | "cavalry_dismounted");
    let bad = any(units, |u| counts(u) && on_foot(u) && u.quality() == "reservist");
    (dice + i64::from(good) - i64::from(bad)).max(0)
}

/// Hits of retiring before an assault (4.5).
pub(super) fn retiring_hits(units: &[Unit<'_>], cover: Cover<'_>) -> i64 {
    let worse = i64::from(any(units, |u| u.quality() == "reservist")) + i64::from(any(units, Unit::is_gun));
    let better = i64::from(any(units, |u| u.quality() == "professional" || u.is_cavalry()))
        + i64::from(cover.is_close() || any(units, |u| u.kind() == "mg" || u.is_ac()));
    3 + worse - better
}

/// What a square tests morale with, beside its units.
pub(super) struct Nerves<'i> {
    pub(super) cover: Cover<'i>,
    pub(super) barrage: i64,
    pub(super) enemy_faces: i64,
    pub(super) morale_bonus: bool,
    pub(super) hold_the_line: bool,
}

/// Dice of a test of morale (4.6).
pub(super) fn morale_pool(units: &[Unit<'_>], nerves: &Nerves<'_>) -> i64 {
    let marked = units.iter().filter(|unit| unit.now % 2 == 1).count() as i64;
    let mut pool = marked.min(4) + nerves.barrage.min(3) + (nerves.enemy_faces - 1).clamp(0, 3);
    pool += i64::from(any(units, |u| u.quality() == "reservist"));
    pool -= i64::from(any(units, |u| u.quality() == "professional"));
    pool -= i64::from(any(units, |u| u.kind() == "mg" || u.is_tank() || u.is_ac()));
    pool -= i64::from(nerves.cover.is_close());
    pool -= match nerves.cover.defence {
        "hasty" => 1,
        "trench" | "fort" => 2,
        _ => 0,
    };
    pool -= if nerves.morale_bonus { 2 } else { 0 };
    pool -= if nerves.hold_the_line { 3 } else { 0 };
    pool.max(0)
}
