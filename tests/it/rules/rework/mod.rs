//! A thousand small engagements of NQM Squared, fought by the program and worked plainly from its page: they agree.
//!
//! What is covered, what is not, and where the page is silent: the header of `table`. `moves` and `assaults` are the rest of
//! the plain working.

mod assaults;
mod moves;
mod table;

use std::collections::BTreeMap;

use railhead::dice::{Dice, Seeded};
use railhead::rules::decision::Doctrine;
use railhead::rules::outcome::Outcome;
use railhead::rules::setup::Setup;
use railhead::rules::{self, Engagement};
use serde_json::Value as Json;
use toml::Table;

use super::sketch;
use table::Plain;

const BATTLES: u64 = 1_000;

/// Far more faces than a battle of six moves throws.
const FACES: usize = 3_000;

/// Whatever a seed draws, by dice of its own.
struct Draw(Seeded);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        let three = (0..3).fold(0, |sum, _| sum * 6 + usize::from(self.0.face()) - 1);
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

    fn base(&mut self, name: &str, attacks: bool, first: bool) -> String {
        let kinds = ["infantry", "infantry", "infantry", "motorised", "engineers", "recce", "tanks", "at_guns", "guns"];
        let kind = if first { self.of(&["infantry", "infantry", "motorised", "tanks"]) } else { self.of(&kinds) };
        let postures: &[&str] = if attacks {
            &["open", "moving"]
        } else {
            &["open", "dug_in", "dug_in", "fortified", "fortified casemated=true", "moving"]
        };
        let mut line = format!("\"{name} {kind} posture={} sp={}", self.of(postures), 1 + self.below(3));
        line += &self.flag("markers=1", 6);
        line += &self.flag("out_of_ammo=true", 8);
        line += match self.below(18) {
            0 => " disorganised=true",
            1 => " disorganised=true broken=true",
            _ => "",
        };
        if !first {
            line = format!("{line} arrives={}", 1 + self.below(6).saturating_sub(3));
            line += &if attacks { String::new() } else { self.flag("square=0605", 4) };
        }
        if kind == "guns" {
            line += self.of(&["", " fire=direct at=M", " calibre_mm=150 men=H", " calibre_mm=76 men=L"]);
        }
        line + "\""
    }

    fn side(&mut self, side: &str) -> String {
        let mut text = String::new();
        for unit in 0..=self.below(3) {
            let grade =
                self.of(&["green", "militia", "conscript", "regular", "regular", "veteran", "veteran", "elite"]);
            let bases: Vec<String> = (0..=self.below(4))
                .map(|b| self.base(&format!("{side}{unit}-{b}"), side == "attacker", unit + b == 0))
                .collect();
            text = format!(
                "{text}[[{side}]]\nid = \"{side}{unit}\"\ngrade = \"{grade}\"\nhq_die = {}\nowed = {}\nmet_tanks = {}\nhalf_tested = {}\n\
                 logistic = {}\nin_supply = {}\norders = {}\nbases = [{}]\n",
                1 + self.below(5),
                usize::from(self.once_in(5)),
                self.once_in(2),
                self.once_in(6),
                self.once_in(3),
                !self.once_in(3),
                !self.once_in(4),
                bases.join(", ")
            );
        }
        text
    }

    /// A battle, as it is sketched.
    fn battle(&mut self) -> String {
        let terrain = self.of(&["open", "open", "town", "city"]);
        let exits = self.of(&["0505>0605 0605>0705", "0505>0605", "0505>0506 0505>0605 0605>0705", ""]);
        format!(
            "defender_exits = \"{exits}\"\nbattle = {{ moves = {}, terrain = \"{terrain}\" }}\n{}{}",
            1 + self.below(6),
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
        format!("{} {} {} {} {} {order} {place}", p.is.id, p.fate, p.sp, p.markers.min(p.sp), p.empty)
    });
    let units = plain.units.iter().map(|u| {
        let tests: Vec<String> = u.tests.iter().map(|(now, kind, passed)| format!("{now} {kind} {passed}")).collect();
        format!("{} {} {} {} {} [{}]", u.is.id, u.hq, u.owed, u.knows_tanks, u.half_tested, tests.join(", "))
    });
    let holder = ["attacker", "defender"][plain.holder];
    let whole = format!("{end} {holder} after {} moves, {} dice", plain.now, plain.used);
    std::iter::once(whole).chain(pieces).chain(units).collect()
}

/// The same of what the program came to.
fn by_program(outcome: &Outcome) -> Vec<String> {
    let word = |of: Json| of.as_str().unwrap_or_default().to_owned();
    let bases = outcome.bases.iter().map(|b| {
        let fate = word(serde_json::to_value(b.fate).unwrap());
        let place = b.square.map(|square| square.to_string()).unwrap_or_default();
        let order = if on_map(&fate) { format!("{} {}", b.disorganised, b.broken) } else { String::new() };
        format!("{} {fate} {} {} {} {order} {place}", b.id, b.sp, b.markers, b.out_of_ammo)
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
    std::iter::once(whole).chain(bases).chain(units).collect()
}

/// A battle both ways: the lines that differ.
fn differ(setup: &Setup, faces: &[u8], seen: &mut BTreeMap<String, usize>) -> Vec<String> {
    let script: Vec<String> = faces.iter().map(u8::to_string).collect();
    let engagement = Engagement::new(setup.clone()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let outcome = rules::fight(&engagement, &mut Dice::scripted(&script.join(" ")), &mut Doctrine).unwrap();
    let (plain, end) = moves::fight(setup, faces);
    let (ours, theirs) = (plainly(&plain, end), by_program(&outcome));
    let tests = plain.units.iter().flat_map(|u| &u.tests).map(|(_, kind, _)| *kind);
    let became = plain.pieces.iter().map(|p| p.fate);
    for what in tests.chain(became).chain([end]).chain(plain.counter_attacked.then_some("counter-attack")) {
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

#[test]
fn the_program_and_the_plain_working_agree() {
    let (mut wrong, mut seen) = (Vec::new(), BTreeMap::new());
    for seed in 0..BATTLES {
        let text = Draw(Seeded::new(seed, 1)).battle();
        let case: Table = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let setup = sketch::setup(&case, "nqm-squared");
        let mut dice = Seeded::new(seed, 2);
        let faces: Vec<u8> = (0..FACES).map(|_| dice.face()).collect();
        let lines = differ(&setup, &faces, &mut seen);
        if !lines.is_empty() {
            wrong.push(format!("seed {seed}:\n{}\n{text}", lines.join("\n")));
        }
    }
    let first: String = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {BATTLES} differ\n{first}", wrong.len());
    let all = [
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
    ];
    for what in all {
        assert!(seen.get(what).is_some_and(|count| *count >= 5), "{what} does not happen: {seen:?}");
    }
}
