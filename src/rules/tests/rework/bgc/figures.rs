//! The figures of the page (1.4 and 7) as it lists them, and what an engagement sets otherwise.

use serde_json::Value as Json;

/// Section 1.4; the die of anti-aircraft fire is of `docs/RULINGS.md`, for the text gives that step alone.
const PAGE: &str = r#"
comms_in_contact = 4
step_sixths = { Recruits = 6, Green = 5, Regular = 4, Seasoned = 3, Elite = 2 }
area_step_points = "sixes"
surplus_kills = "lost_if_any_unwounded"
surrender_max = { Recruits = 4, Green = 3, Regular = 2, Seasoned = 1, Elite = 0 }
medic_need = { none = 5, platoon = 4, aid = 3 }
initiative_flips_on = 1
minutes_per_pip = 10
close_assault_dice = { infantry = "1", cavalry = "1", mg = "1/2", gun = "1/2", hq = "1/2", tank = "1" }
close_assault_loser = "Back"
bug_out_policy = "never"
anti_air_on = 6
fire_dice = { rifle_bolt = "1/2", rifle_semi = "1", rifle_lmg = "1", smg = "3/2", mmg = "2", hmg = "2", mortar_light = "1", mortar_medium = "2", mortar_heavy = "3", he_75 = "2", he_105 = "3", he_150 = "4", rockets = "6", air = "4", tank_light = "1", tank_medium = "2", tank_heavy = "2", armoured_car = "1", at_gun = "2" }
fire_dice_flat = { bazooka = 5, panzerfaust = 5, piat = 4, at_rifle = 2 }
penetration = { rifle_bolt = 0, rifle_semi = 0, rifle_lmg = 0, smg = 0, mmg = 0, hmg = 1, mortar_light = 1, mortar_medium = 1, mortar_heavy = 1, he_75 = 1, he_105 = 1, he_150 = 1, rockets = 1, air = 1, at_rifle = 1, bazooka = 4, piat = 4, panzerfaust = 5, at_gun = 3, armoured_car = 2, tank_light = 2, tank_medium = 4, tank_heavy = 4 }
penetration_by_calibre = { mm40 = 2, mm60 = 3, mm87 = 4, above = 6 }
armour = { soft = [0, 0], armoured_car = [1, 1], tank_light = [2, 1], tank_medium = [3, 2], tank_heavy = [5, 3] }
"#;

/// The weapons whose fire dice are the text's own, and no house figure.
const SEED: [&str; 4] = ["rifle_bolt", "rifle_semi", "rifle_lmg", "bazooka"];

/// The words of the ladder (7); Follow stands beside Defend (ruling 3).
const LADDER: [&str; 8] = ["Double", "Move", "Aim", "Defend", "Shaken", "Hold", "Back", "Rout"];

pub(super) fn rung(order: &str) -> usize {
    let order = if order == "Follow" { "Defend" } else { order };
    LADDER.iter().position(|rung| *rung == order).expect("an order")
}

/// The order so many levels further down.
pub(super) fn down(order: &str, levels: u32) -> String {
    if levels == 0 { order.to_owned() } else { LADDER[(rung(order) + levels as usize).min(7)].to_owned() }
}

/// How a platoon fires on an order (3.2): not at all, area, aimed.
pub(super) fn mode(order: &str) -> u8 {
    match order {
        "Aim" | "Defend" => 2,
        "Move" | "Shaken" | "Hold" => 1,
        _ => 0,
    }
}

/// Section 3.4, open, soft, hard.
pub(super) fn divisor(mode: u8, cover: usize) -> u32 {
    if mode == 2 { [1, 2, 3][cover] } else { [4, 6, 8][cover] }
}

pub(super) fn cover(word: &str) -> usize {
    ["open", "soft", "hard"].iter().position(|cover| *cover == word).expect("a cover")
}

/// Mortars, artillery and rockets (ruling 18).
pub(super) fn is_shell(weapon: &str) -> bool {
    weapon.starts_with("mortar_") || weapon.starts_with("he_") || weapon == "rockets"
}

pub(super) fn is_seed(weapon: &str) -> bool {
    SEED.contains(&weapon)
}

/// The page's figures under those of the engagement.
pub(super) struct House {
    page: Json,
    own: Json,
}

impl House {
    pub(super) fn new(own: &Json) -> Self {
        let page: toml::Table = PAGE.parse().expect("figures");
        Self { page: serde_json::to_value(page).expect("figures"), own: own.clone() }
    }

    fn get(&self, name: &str, key: &str) -> &Json {
        let of = |all: &'_ Json| all.get(name).and_then(|table| table.get(key)).is_some();
        if of(&self.own) { &self.own[name][key] } else { &self.page[name][key] }
    }

    fn one(&self, name: &str) -> &Json {
        self.own.get(name).unwrap_or(&self.page[name])
    }

    pub(super) fn number(&self, name: &str) -> u32 {
        self.one(name).as_u64().expect("a number") as u32
    }

    pub(super) fn word(&self, name: &str) -> &str {
        self.one(name).as_str().expect("a word")
    }

    pub(super) fn of(&self, name: &str, key: &str) -> u32 {
        self.get(name, key).as_u64().expect("a number") as u32
    }

    /// So many squads by a fraction, halves up (ruling 7).
    pub(super) fn dice(&self, name: &str, key: &str, squads: u32) -> u32 {
        let text = self.get(name, key).as_str().expect("a fraction");
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        let [over, under] = [over, under].map(|n| n.parse::<u32>().expect("a number"));
        (squads * over).div_ceil(under)
    }

    /// Armour in front, and on the side.
    pub(super) fn armour(&self, row: &str, side: bool) -> u32 {
        self.get("armour", row)[usize::from(side)].as_u64().expect("a number") as u32
    }

    pub(super) fn is_set(&self, name: &str, key: &str) -> bool {
        self.own.get(name).and_then(|table| table.get(key)).is_some()
    }

    /// By weapon, or by calibre where that is known and the weapon goes by it.
    pub(super) fn penetration(&self, weapon: &str, calibre: Option<u32>) -> u32 {
        let by_calibre = matches!(weapon, "at_gun" | "armoured_car" | "tank_light" | "tank_medium" | "tank_heavy");
        let Some(mm) = calibre.filter(|_| by_calibre) else { return self.of("penetration", weapon) };
        let key = match mm {
            0..=40 => "mm40",
            41..=60 => "mm60",
            61..=87 => "mm87",
            _ => "above",
        };
        self.of("penetration_by_calibre", key)
    }
}
