//! A thousand small engagements of each NQM system, fought by the program and worked plainly from its page: they agree.
//!
//! What is covered, what is not, and where the page is silent: the headers of `table` for NQM Squared, of `free` for NQM Free.
//! `moves`, `assaults` and `air` are the rest of the plain working. `bgc` is that of Brigadier General Commands.

mod air;
mod assaults;
mod bgc;
mod free;
mod moves;
mod recce;
mod table;
mod will;

use std::collections::BTreeMap;

use dice::{Dice, Seeded};
use domain::RuleSystemId;
use rules::outcome::Outcome;
use rules::setup::Setup;
use rules::{self, Engagement};
use serde_json::Value as Json;
use toml::Table;

use super::sketch;
use table::Plain;
use will::Will;

/// `REWORK_BATTLES` asks for more.
const BATTLES: u64 = 1_000;

/// Far more faces than a battle of six moves throws.
const FACES: usize = 3_000;

/// Whatever a seed draws, by dice of its own; NQM Free has things of its own to draw.
struct Draw {
    dice: Seeded,
    free: bool,
}

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        let three = (0..3).fold(0, |sum, _| sum * 6 + usize::from(self.dice.face()) - 1);
        three % end
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn flag(&mut self, word: &str, times: usize) -> String {
        if self.once_in(times) { format!(" {word}") } else { String::new() }
    }

    fn base(&mut self, name: &str, attacks: bool, first: bool, armoured: bool) -> String {
        let kinds = [
            "infantry",
            "infantry",
            "infantry",
            "motorised",
            "engineers",
            "recce",
            "tanks",
            "at_guns",
            "guns",
            "hq",
            "trucks",
            "aa",
            "observer",
        ];
        let kind = match (armoured, first) {
            (true, true) => "tanks",
            (true, false) => self.of(&["tanks", "tanks", "tanks", "recce"]),
            (false, true) => self.of(&["infantry", "infantry", "motorised", "tanks"]),
            (false, false) => self.of(&kinds),
        };
        let postures: &[&str] = if attacks {
            &["open", "moving"]
        } else {
            &["open", "dug_in", "dug_in", "fortified", "fortified casemated=true", "moving"]
        };
        let mut line = format!("\"{name} {kind} posture={} sp={}", self.of(postures), 1 + self.below(3));
        line += &self.flag("markers=1", 6);
        if matches!(kind, "infantry" | "motorised" | "engineers") {
            line += &self.flag("mounted=true", 3);
        }
        let looks = if kind == "recce" { 1 } else { 6 };
        line += &if attacks && kind != "guns" { self.flag("looks=true", looks) } else { String::new() };
        if self.free {
            line = if self.once_in(6) { format!("{line} cu_thirds={}", self.below(8)) } else { line };
        } else {
            line += &self.flag("out_of_ammo=true", 8);
        }
        line += match self.below(18) {
            0 => " disorganised=true",
            1 => " disorganised=true broken=true",
            _ => "",
        };
        if !first {
            line = format!("{line} arrives={}", 1 + self.below(6).saturating_sub(3));
            line += &if attacks { String::new() } else { self.flag("square=0605", 4) };
        }
        if self.once_in(2) {
            line += match kind {
                "tanks" => self.of(&[" armour=H at=H calibre_mm=88", " armour=L at=L calibre_mm=37"]),
                "at_guns" => self.of(&[" at=H calibre_mm=88", " at=L calibre_mm=37"]),
                "infantry" => self.of(&["", "", " at=L", " at=M"]),
                "aa" => " men=M",
                _ => "",
            };
        }
        // Armoured cars.
        if kind == "recce" && (armoured || self.once_in(3)) {
            line += " armour=L at=L calibre_mm=37";
        }
        if kind == "guns" {
            let heavy = if self.free { " calibre_mm=160 men=H" } else { " calibre_mm=150 men=H" };
            let harass = " fire=harassing";
            let others = [" calibre_mm=76 men=L", " calibre_mm=82", " calibre_mm=210 men=VH", harass];
            line += self.of(&["", "", " fire=direct at=M", heavy, heavy, others[0], others[1], others[2], harass]);
        }
        line + "\""
    }

    fn side(&mut self, side: &str) -> String {
        let mut text = String::new();
        // Tanks alone are whom infantry stalks, and who drive in unwon.
        let armoured = side == "attacker" && self.once_in(3);
        for unit in 0..=self.below(3) {
            let grade =
                self.of(&["green", "militia", "conscript", "regular", "regular", "veteran", "veteran", "elite"]);
            let beside = side == "defender" && unit > 0 && self.once_in(2);
            let mut bases = Vec::new();
            for b in 0..=self.below(4) {
                let base = self.base(&format!("{side}{unit}-{b}"), side == "attacker", unit + b == 0, armoured);
                let moved = beside && !base.contains(" square=");
                bases.push(if moved { base.replace(" posture=", " square=0605 posture=") } else { base });
            }
            text = format!(
                "{text}[[{side}]]\nid = \"{side}{unit}\"\ngrade = \"{grade}\"\nhq_die = {}\nowed = {}\nmet_tanks = {}\nhalf_tested = {}\n\
                 logistic = {}\nin_supply = {}\norders = {}\n{}bases = [{}]\n",
                1 + self.below(5),
                usize::from(self.once_in(5)),
                self.once_in(2),
                self.once_in(6),
                self.once_in(3),
                !self.once_in(3),
                !self.once_in(4),
                self.of_unit(),
                bases.join(", ")
            );
        }
        text
    }

    fn of_unit(&mut self) -> String {
        let [sp, under, division] = [self.below(4), self.below(3), self.below(3)];
        format!(
            "elsewhere = {{ sp = {sp}, markers = {} }}\n{}{}",
            self.below(sp + 1),
            ["", "grade_under = \"militia\"\n", "grade_under = \"conscript\"\n"][under],
            ["", "division = \"div1\"\n", "division = \"div2\"\n"][division],
        )
    }

    fn of_this_battle(&mut self) -> String {
        let concealment = self.of(&["none", "looked", "looked", "unlooked"]);
        if !self.free {
            return format!(
                ", concealment = \"{concealment}\", no_start_line = {}, options = {{ air_by_table = {} }}",
                self.once_in(3),
                self.once_in(2)
            );
        }
        format!(
            ", concealment = \"{concealment}\", options = {{ owner_allocates = {}, free_costs_die = {}, recovery = {}, \
             air_by_table = {}, cu_by_unit = {} }}",
            self.once_in(4),
            self.once_in(4),
            self.once_in(2),
            self.once_in(2),
            self.once_in(4)
        )
    }

    /// The aircraft of a side, of which two battles in three have none.
    fn air(&mut self, side: &str) -> String {
        let planes = self.below(9).saturating_sub(6);
        let mut list = Vec::new();
        for n in 0..=planes {
            let kinds = ["fighter", "ground_attack", "dive_bomber", "fighter_bomber", "bomber", "tank_hunter"];
            let class = self.of(&["", "", "", ", class = \"VL\"", ", class = \"H\""]);
            list.push(format!(
                "{{ id = \"{side}-air{n}\", engines = {}, kind = \"{}\"{class}, low = {}, at_anti_air = {}, arrives = {} }}",
                [1, 1, 2, 4][self.below(4)],
                self.of(&kinds),
                !self.once_in(3),
                self.once_in(3),
                1 + self.below(6).saturating_sub(3),
            ));
        }
        list.truncate(planes);
        format!("{side}_air = [{}]\n", list.join(", "))
    }

    /// Half of the battles go by the doctrine.
    fn will(&mut self) -> Will {
        if self.once_in(2) {
            return Will::default();
        }
        Will {
            halts: self.once_in(2),
            sits: self.once_in(2),
            goes_on: self.once_in(2),
            counters: [None, None, Some(true), Some(false)][self.below(4)],
            lets_pass: self.once_in(3),
            scoots: self.once_in(2),
            twice: self.once_in(2),
            shoots_up: self.once_in(2),
            charges: self.once_in(2),
            stays_in: !self.once_in(4),
        }
    }

    /// A battle, as it is sketched.
    fn battle(&mut self) -> String {
        let terrain = self.of(&["open", "open", "close", "close", "marsh", "town", "city"]);
        let exits = self.of(&["0505>0605 0605>0705", "0505>0605", "0505>0506 0505>0605 0605>0705", ""]);
        format!(
            "defender_exits = \"{exits}\"\nbattle = {{ moves = {}, terrain = \"{terrain}\"{} }}\n{}{}{}{}",
            1 + self.below(6),
            self.of_this_battle(),
            self.air("attacker"),
            self.air("defender"),
            self.side("attacker"),
            self.side("defender")
        )
    }
}

fn on_map(fate: &str) -> bool {
    matches!(fate, "stands" | "withdrew" | "retreated")
}

/// What the plain working came to, line by line.
fn plainly(plain: &Plain<'_>, end: &str) -> Vec<String> {
    let pieces = plain.pieces.iter().map(|p| {
        let place = if on_map(p.fate) { p.square.to_string() } else { String::new() };
        let order = if on_map(p.fate) { format!("{} {}", p.disorganised, p.broken) } else { String::new() };
        let [cu, post] = if plain.is_free() { [Some(p.cu), Some(p.at_post)] } else { [None; 2] };
        let sp = if matches!(p.fate, "destroyed" | "surrendered") { 0 } else { p.sp };
        let empty = p.empty;
        format!("{} {} {sp} {} {empty} {cu:?} {post:?} {order} {place}", p.is.id, p.fate, p.markers.min(sp))
    });
    let units = plain.units.iter().map(|u| {
        let tests: Vec<String> = u.tests.iter().map(|(now, kind, passed)| format!("{now} {kind} {passed}")).collect();
        format!("{} {} {} {} {} [{}]", u.is.id, u.hq, u.owed, u.knows_tanks, u.half_tested, tests.join(", "))
    });
    let holder = ["attacker", "defender"][plain.holder];
    let whole = format!("{end} {holder} after {} moves, {} dice", plain.now, plain.used);
    let air: Vec<String> = plain.flown.iter().map(|(id, markers)| format!("{id} {markers}")).collect();
    [whole, air.join(", ")].into_iter().chain(pieces).chain(units).collect()
}

/// The same of what the program came to.
fn by_program(outcome: &Outcome) -> Vec<String> {
    let word = |of: Json| of.as_str().unwrap_or_default().to_owned();
    let bases = outcome.bases.iter().map(|b| {
        let fate = word(serde_json::to_value(b.fate).unwrap());
        let place = b.square.map(|square| square.to_string()).unwrap_or_default();
        let order = if on_map(&fate) { format!("{} {}", b.disorganised, b.broken) } else { String::new() };
        let free = outcome.rules == RuleSystemId::NqmFree;
        let [cu, post] = [b.cu_thirds, free.then_some(b.at_post)];
        format!("{} {fate} {} {} {} {cu:?} {post:?} {order} {place}", b.id, b.sp, b.markers, b.out_of_ammo)
    });
    let units = outcome.units.iter().map(|u| {
        let tests: Vec<String> = u
            .tests
            .iter()
            .map(|t| format!("{} {} {}", t.now, word(serde_json::to_value(t.kind).unwrap()), t.passed))
            .collect();
        format!("{} {} {} {} {} [{}]", u.id, u.hq_die, u.owed, u.met_tanks, u.half_tested, tests.join(", "))
    });
    let dice: usize = outcome.throws.iter().map(|t| t.faces.len()).sum();
    let end = word(serde_json::to_value(outcome.end).unwrap());
    let whole = format!("{end} {} after {} moves, {dice} dice", outcome.holder.as_str(), outcome.moves);
    let air: Vec<String> = outcome.air.iter().map(|a| format!("{} {}", a.id, a.markers)).collect();
    [whole, air.join(", ")].into_iter().chain(bases).chain(units).collect()
}

/// A battle both ways: the lines that differ.
fn differ(setup: &Setup, faces: &[u8], will: Will, seen: &mut BTreeMap<String, usize>) -> Vec<String> {
    let script: Vec<String> = faces.iter().map(u8::to_string).collect();
    let engagement = Engagement::new(setup.clone()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let outcome = rules::fight(&engagement, &mut Dice::scripted(&script.join(" ")), &mut will.clone()).unwrap();
    let (plain, end) = moves::fight(setup, faces, will);
    let (ours, theirs) = (plainly(&plain, end), by_program(&outcome));
    let tests = plain.units.iter().flat_map(|u| &u.tests).map(|(_, kind, _)| *kind);
    let became = plain.pieces.iter().map(|p| p.fate);
    for what in tests
        .chain(became)
        .chain([end])
        .chain(plain.counter_attacked.then_some("counter-attack"))
        .chain(plain.looked.iter().copied())
    {
        *seen.entry(what.to_owned()).or_default() += 1;
    }
    let pairs = theirs.iter().zip(&ours).filter(|(a, b)| a != b);
    let mut lines: Vec<String> =
        pairs.map(|(program, plain)| format!("    program {program}\n    plain   {plain}")).collect();
    if !lines.is_empty() {
        lines.extend(outcome.throws.iter().map(|t| format!("    {} {} {:?}", t.thrower, t.purpose, t.faces)));
    }
    lines
}

/// Fights them by a system both ways; how often what happened.
fn agree(rules: &str) -> BTreeMap<String, usize> {
    let (mut wrong, mut seen) = (Vec::new(), BTreeMap::new());
    let battles = std::env::var("REWORK_BATTLES").map_or(BATTLES, |text| text.parse().unwrap());
    for seed in 0..battles {
        let text = Draw { dice: Seeded::new(seed, 1), free: rules == "nqm-free" }.battle();
        let case: Table = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let setup = sketch::setup(&case, rules);
        let mut dice = Seeded::new(seed, 2);
        let faces: Vec<u8> = (0..FACES).map(|_| dice.face()).collect();
        let will = Draw { dice: Seeded::new(seed, 5), free: rules == "nqm-free" }.will();
        let lines = differ(&setup, &faces, will, &mut seen);
        if !lines.is_empty() {
            wrong.push(format!("seed {seed}, {will:?}:\n{}\n{text}", lines.join("\n")));
        }
    }
    let first: String = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {battles} differ\n{first}", wrong.len());
    seen
}

fn all_happen(seen: &BTreeMap<String, usize>, all: &[&str]) {
    for what in all {
        assert!(seen.get(*what).is_some_and(|count| *count >= 5), "{what} does not happen: {seen:?}");
    }
}

/// What happens by either system.
const ALL: [&str; 23] = [
    "taken",
    "won_back",
    "broken_off",
    "out_of_moves",
    "break",
    "tank_terror",
    "tank_entry",
    "counter-attack",
    "stands",
    "withdrew",
    "retreated",
    "dispersed",
    "surrendered",
    "destroyed",
    "at_medical_post",
    "stalked",
    "an air attack",
    "anti-aircraft is attacked",
    "driven off",
    "fire at low flyers",
    "bombs disorganise",
    "an observer overrun",
    "infantry assaults tanks",
];

#[test]
fn the_program_and_the_plain_working_agree() {
    let seen = agree("nqm-squared");
    all_happen(&seen, &ALL);
    all_happen(&seen, &["a charge", "harassed", "caught on the road", "a look that costs", "recce thrown back"]);
}

#[test]
fn free_agrees_with_its_plain_working() {
    let seen = agree("nqm-free");
    all_happen(&seen, &ALL);
    all_happen(&seen, &["spent together", "shoot and scoot", "two shots", "harassed", "recce scoots", "let pass"]);
    let looks = ["the recce sees first", "ambush", "opens fire", "harassing", "effective", "contact"];
    all_happen(&seen, &looks);
}
