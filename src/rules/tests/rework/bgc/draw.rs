//! Engagements drawn for Brigadier General Commands: turns in the keys of section 10, and battles of a campaign.

use rules::setup::Setup;
use serde_json::{Map, Value as Json, json};
use toml::Table;

use super::super::Draw;
use super::super::sketch;
use super::BGC;
use super::figures::is_shell;

const ARMS: [(&str, &[&str]); 9] = [
    ("infantry", &["rifle_bolt", "rifle_semi", "rifle_lmg", "smg"]),
    ("infantry", &["rifle_lmg", "smg"]),
    ("infantry", &["rifle_bolt", "rifle_semi"]),
    ("cavalry", &["rifle_bolt", "smg"]),
    ("mg", &["mmg", "hmg"]),
    ("gun", &["mortar_light", "mortar_medium", "mortar_heavy", "he_75", "he_105", "he_150", "rockets", "at_gun"]),
    ("tank", &["tank_light", "tank_medium", "tank_heavy", "armoured_car"]),
    ("tank", &["tank_light", "tank_medium", "tank_heavy", "he_75"]),
    ("hq", &["rifle_bolt", "rifle_semi"]),
];

const ORDERS: [&[&str]; 2] = [
    &[
        "Move", "Move", "Move", "Move", "Move", "Aim", "Aim", "Defend", "Double", "Follow", "Shaken", "Hold", "Back",
        "Rout",
    ],
    &[
        "Aim", "Aim", "Aim", "Defend", "Defend", "Move", "Move", "Double", "Follow", "Shaken", "Hold", "Hold", "Back",
        "Rout",
    ],
];

const EXPERIENCES: [&str; 6] = ["Recruits", "Green", "Regular", "Regular", "Seasoned", "Elite"];
const ROWS: [&str; 5] = ["soft", "armoured_car", "tank_light", "tank_medium", "tank_heavy"];
const COVERS: [&str; 4] = ["open", "soft", "soft", "hard"];
const FLATS: [&str; 4] = ["bazooka", "panzerfaust", "piat", "at_rifle"];
const SORTIES: [&str; 5] = ["definite", "definite", "possible", "remote", "liaison"];
const CARES: [&str; 3] = ["none", "platoon", "aid"];

/// Kinds of bases, as they are sketched.
const BASES: [&str; 32] = [
    "infantry",
    "infantry",
    "infantry",
    "infantry calibre_mm=60",
    "infantry men=M",
    "motorised",
    "engineers",
    "recce",
    "recce calibre_mm=20 armour=L",
    "recce calibre_mm=37 mobility=foot",
    "recce mobility=cavalry",
    "infantry arm=cavalry mobility=cavalry",
    "tanks",
    "tanks armour=L calibre_mm=37",
    "tanks armour=VL calibre_mm=0",
    "tanks armour=H calibre_mm=88",
    "tanks armour=M calibre_mm=0",
    "tanks armour=M calibre_mm=57",
    "at_guns",
    "at_guns calibre_mm=0",
    "at_guns calibre_mm=88",
    "aa",
    "aa calibre_mm=88",
    "aa calibre_mm=20",
    "guns",
    "guns calibre_mm=76",
    "guns calibre_mm=152",
    "guns calibre_mm=82",
    "guns calibre_mm=120",
    "guns calibre_mm=132 armour=VL",
    "hq",
    "trucks",
];

const TROOPS: [&str; 5] = ["infantry", "motorised", "tanks", "infantry", "engineers"];
const OBSERVER: &str = "infantry role=observer arm=observer";

impl Draw {
    fn one<'a>(&mut self, list: &[&'a str]) -> &'a str {
        self.of(list)
    }

    fn set(&mut self, keys: &mut Map<String, Json>, key: &str, times: usize, value: impl Into<Json>) {
        if self.once_in(times) {
            keys.insert(key.to_owned(), value.into());
        }
    }

    /// Choices that a platoon has in a turn and a base in a battle.
    fn choices(&mut self, keys: &mut Map<String, Json>, shells: bool) {
        let (flat, cover) = (self.one(&FLATS), self.one(&COVERS));
        self.set(keys, "flat", 4, flat);
        self.set(keys, "cover", 8, cover);
        self.set(keys, "closed_armour", 10, false);
        self.set(keys, "hold_fire", 6, true);
        self.set(keys, "defers", 8, true);
        self.set(keys, "anti_air", 8, true);
        self.set(keys, "bug_out", 6, true);
        self.set(keys, "hidden", 6, true);
        if shells {
            self.set(keys, "indirect", 2, true);
            self.set(keys, "planned", 4, true);
        }
    }

    fn platoon(&mut self, name: &str, side: usize) -> Json {
        let (arm, weapons) = ARMS[self.below(ARMS.len())];
        let weapon = self.one(weapons);
        let k = self.below(9).saturating_sub(5).min(3) + usize::from(self.once_in(60));
        let k = k.min(4);
        let w = self.below(8).saturating_sub(3).min(4 - k);
        let mut keys = Map::new();
        keys.insert("id".to_owned(), name.into());
        keys.insert("experience".to_owned(), self.one(&EXPERIENCES).into());
        keys.insert("order".to_owned(), self.one(ORDERS[side]).into());
        for (key, count) in [("u", 4 - k - w), ("w", w), ("k", k)] {
            keys.insert(key.to_owned(), count.into());
        }
        keys.insert("weapon".to_owned(), weapon.into());
        if arm != "infantry" || self.once_in(2) {
            keys.insert("arm".to_owned(), arm.into());
        }
        let calibre = [20, 37, 50, 60, 75, 88, 122][self.below(7)];
        if self.once_in(4) {
            keys.insert("calibre_mm".to_owned(), calibre.into());
        } else {
            let through = self.below(7);
            self.set(&mut keys, "penetration", 6, through);
        }
        let row = self.one(&ROWS);
        self.set(&mut keys, "armour", 10, row);
        self.choices(&mut keys, is_shell(weapon));
        Json::Object(keys)
    }

    fn planes(&mut self, name: &str) -> Json {
        let count = self.below(5).saturating_sub(2);
        let plane = |n: usize, draw: &mut Self| json!({ "id": format!("{name}{n}"), "kind": draw.one(&SORTIES), "u": draw.below(5) });
        (0..count).map(|n| plane(n, self)).collect()
    }

    /// House parameters set otherwise.
    fn house(&mut self) -> Json {
        let mut house = Map::new();
        let mut figure = |draw: &mut Self, key: &str, value: Json| draw.set(&mut house, key, 4, value);
        let six = |draw: &mut Self| 1 + draw.below(6);
        let (a, b, c) = (six(self), six(self), six(self));
        figure(self, "comms_in_contact", a.into());
        figure(self, "step_sixths", json!({ "Regular": b, "Elite": c }));
        let points = self.one(&["fives_and_sixes", "none", "sixes"]);
        figure(self, "area_step_points", points.into());
        figure(self, "surplus_kills", "spill".into());
        figure(self, "surrender_max", json!({ "Green": a, "Elite": b }));
        figure(self, "medic_need", json!({ "none": c, "aid": a }));
        figure(self, "anti_air_on", b.into());
        figure(self, "initiative_flips_on", c.into());
        figure(self, "minutes_per_pip", (5 * a).into());
        figure(self, "close_assault_dice", json!({ "infantry": "3/2", "mg": "1", "tank": "2/3" }));
        figure(self, "close_assault_loser", "Rout".into());
        figure(self, "bug_out_policy", "always".into());
        figure(self, "fire_dice", json!({ "rifle_lmg": "3/4", "mmg": "5/2", "air": "3" }));
        figure(self, "fire_dice_flat", json!({ "bazooka": a, "piat": b }));
        figure(self, "penetration", json!({ "smg": 1, "piat": b, "he_105": c, "tank_medium": a }));
        figure(self, "penetration_by_calibre", json!({ "mm40": 1, "above": 5 }));
        figure(self, "armour", json!({ "tank_light": [1, 1], "tank_medium": [4, 3], "soft": [0, 0] }));
        Json::Object(house)
    }

    /// What holds for a whole turn.
    fn terms(&mut self) -> Map<String, Json> {
        let mut keys = Map::new();
        let (care, cover) = (self.one(&CARES), self.one(&COVERS));
        self.set(&mut keys, "medic_level", 2, care);
        self.set(&mut keys, "cover", 2, cover);
        for (key, times) in [("woods", 2), ("combine", 4), ("roll_comms", 3), ("roll_time", 3)] {
            self.set(&mut keys, key, times, true);
        }
        let house = self.house();
        self.set(&mut keys, "house", 4, house);
        keys
    }

    /// The input of a turn.
    pub(super) fn turn(&mut self) -> Json {
        let mut keys = self.terms();
        let facing = self.one(&["front", "flank", "rear"]);
        self.set(&mut keys, "facing", 2, facing);
        self.set(&mut keys, "rear_blocked", 3, true);
        self.set(&mut keys, "attacker_rear_blocked", 4, true);
        for (side, name) in ["attackers", "defenders"].into_iter().enumerate() {
            let list: Vec<Json> =
                (0..=self.below(5)).map(|n| self.platoon(&format!("{}{n}", &name[..1]), side)).collect();
            keys.insert(name.to_owned(), list.into());
        }
        for name in ["attacker_air", "defender_air"] {
            let planes = self.planes(name);
            self.set(&mut keys, name, 2, planes);
        }
        Json::Object(keys)
    }

    /// A leaf of one to three bases, and what is chosen for them.
    fn leaf(&mut self, name: &str, attacks: bool, kind: &str, first: bool) -> Vec<(String, Map<String, Json>)> {
        let guns = kind.starts_with("guns");
        let bases = if self.once_in(3) { 2 + self.below(2) } else { 1 };
        let mut end = String::new();
        if !first {
            let square = match (attacks, guns) {
                (true, true) => self.one(&["0305", "0405", "0504"]),
                (true, false) => self.one(&["0405", "0405", "0405", "0405", "0405", "0504", "0505"]),
                (false, true) => self.one(&["0505", "0505", "0605", "0705"]),
                (false, false) => self.one(&["0505", "0505", "0505", "0505", "0605"]),
            };
            end = format!(" square={square}");
            end += &self.flag("arrives=2", 14);
            end += &self.flag("fire=held", 12);
        }
        let joins = self.once_in(2);
        let shells = guns;
        let posture: &[&str] =
            if attacks { &["open", "moving"] } else { &["open", "open", "dug_in", "fortified", "moving"] };
        end = format!("{end} posture={}", self.one(posture));
        (1..=bases)
            .map(|n| {
                let id = if bases == 1 { name.to_owned() } else { format!("{name}#{n}") };
                let sp = 1 + self.below(3);
                let mut line = format!("{id} {kind} sp={sp} markers={}{end}", self.below(5).saturating_sub(2).min(sp));
                line += &self.flag("notes=pinned", 20);
                line += &self.flag("notes=no_attack", 20);
                line += &self.flag(self_assaults(attacks), 12);
                line += &self.flag("disorganised=true", 12);
                let mut choices = Map::new();
                if self.once_in(2) {
                    self.choices(&mut choices, shells);
                    let (order, row) = (self.one(&ORDERS[0][..12]), 1 + self.below(3));
                    self.set(&mut choices, "order", 5, order);
                    self.set(&mut choices, "row", 8, row);
                    let weapon =
                        self.one(if guns { &["mortar_heavy", "rockets"] } else { &["smg", "hmg", "tank_medium"] });
                    self.set(&mut choices, "weapon", 8, weapon);
                }
                if joins && !guns {
                    choices.insert("joins".to_owned(), true.into());
                }
                (line, choices)
            })
            .collect()
    }

    fn force(&mut self, side: &str, only_hq: bool, own: &mut Map<String, Json>) -> String {
        let mut text = String::new();
        for unit in 0..=self.below(3) {
            let grade = self.one(&["green", "militia", "conscript", "regular", "regular", "veteran", "elite"]);
            let mut lines = Vec::new();
            for leaf in 0..=self.below(3) {
                let first = unit + leaf == 0;
                let kind = if only_hq {
                    self.one(&["hq", "hq", "trucks"])
                } else if first {
                    self.one(&TROOPS)
                } else if self.once_in(12) {
                    OBSERVER
                } else {
                    self.one(&BASES)
                };
                let kind = if only_hq && first { "hq" } else { kind };
                for (line, choices) in self.leaf(&format!("{side}{unit}-{leaf}"), side == "attacker", kind, first) {
                    let id = line.split(' ').next().unwrap_or_default().to_owned();
                    lines.push(format!("\"{line}\""));
                    if !choices.is_empty() {
                        own.insert(id, Json::Object(choices));
                    }
                }
            }
            text = format!(
                "{text}[[{side}]]\nid = \"{side}{unit}\"\ngrade = \"{grade}\"\nhq_die = {}\nowed = {}\nbases = [{}]\n",
                self.below(5),
                usize::from(self.once_in(4)),
                lines.join(", ")
            );
        }
        text
    }

    /// A battle of a campaign, and as it is sketched.
    pub(super) fn campaign(&mut self) -> (Setup, String) {
        let mut own = self.terms();
        let mut bases = Map::new();
        let only_hq = self.once_in(15);
        let forces = [self.force("attacker", false, &mut bases), self.force("defender", only_hq, &mut bases)];
        let mut text = format!(
            "attacker_exits = \"{}\"\nbattle = {{ moves = 6, terrain = \"{}\", concealment = \"{}\", approach = {{ from = \"0405\", facing = \"{}\", \
             attacker = {{ rear = \"{}\" }}, defender = {{ rear = \"{}\" }} }} }}\n",
            self.one(&["0504>0503", ""]),
            self.one(&["open", "open", "close", "close", "town", "city", "marsh"]),
            self.one(&["none", "none", "looked", "unlooked"]),
            self.one(&["front", "flank", "rear"]),
            self.one(&["free", "barred", "off_map"]),
            self.one(&["free", "barred", "off_map"]),
        );
        let mut aircraft = Map::new();
        for side in ["attacker", "defender"] {
            let planes: Vec<String> = (0..self.below(5).saturating_sub(2)).map(|n| format!("{side}-air{n}")).collect();
            for id in planes.iter().filter(|_| self.once_in(2)).cloned().collect::<Vec<_>>() {
                aircraft.insert(id, json!({ "kind": self.one(&SORTIES), "u": self.below(5) }));
            }
            let lines: Vec<String> = planes
                .iter()
                .map(|id| {
                    format!(
                        "{{ id = \"{id}\", engines = 1, class = \"L\", arrives = {} }}",
                        1 + 6 * usize::from(self.once_in(8))
                    )
                })
                .collect();
            text = format!("{text}{side}_air = [{}]\n", lines.join(", "));
        }
        let (sortie, shown) = (self.one(&SORTIES), format!("{text}{}{}", forces[0], forces[1]));
        self.set(&mut own, "air", 2, sortie);
        own.insert("bases".to_owned(), Json::Object(bases));
        own.insert("aircraft".to_owned(), Json::Object(aircraft));
        let case: Table = shown.parse().unwrap_or_else(|error| panic!("{error}\n{shown}"));
        let mut setup = sketch::setup(&case, "brigadier-general-commands");
        let own = Json::Object(own);
        let shown = format!("{own}\n{shown}");
        setup.system.insert(BGC, own);
        (setup, shown)
    }
}

/// Whom to keep from assaulting, or to send.
fn self_assaults(attacks: bool) -> &'static str {
    if attacks { "assaults=false" } else { "assaults=true" }
}
