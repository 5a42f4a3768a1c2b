//! A symmetric fight with its sides exchanged.
//!
//! What is symmetric in the NQM rules is one round of the firefight between forces in the open: both sides fire
//! together, class against class, markers are placed and ammunition goes by the same rule, and both test for the same
//! losses. What is not: who assaults, charges, breaks off, withdraws or goes back (each is asked of one side only, and
//! here answered no); fire before the firefight and artillery outside the square (only the attacker's is planned, only
//! his is out of reach); disorganised bases and used-up HQ dice (they bar attack, not defence); tank terror (defenders
//! only); tanks that tanks push back, who do not test for it (so the armour here is of recce); green troops of NQM Free
//! (they test otherwise in attack); what a failed test does; reorganisation of markers brought along, which goes by
//! square (an attacker walks into a square that is left empty: so there are none here).
//!
//! The odds are not sampled: every unit throws the same faces whichever side it is on, so that each fall of the dice has
//! its mirror image, equally likely, with the mirrored result.

use std::collections::BTreeMap;

use dice::{Ask, Call, Dice, DiceError, Seeded};
use proptest::prelude::*;
use rules::decision::{Decide, Question};
use rules::outcome::Outcome;
use rules::{self, Engagement};
use toml::Table;

use super::sketch;

/// Dice that know who throws them: the faces of a unit and purpose come from a stream of their own.
struct ByThrower {
    seed: u64,
    streams: BTreeMap<String, Seeded>,
}

impl Ask for ByThrower {
    fn ask(&mut self, call: &Call<'_>, count: usize, _: Option<&DiceError>) -> Option<String> {
        let name = format!("{} {}", call.thrower, call.purpose);
        let stream = name.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(1_099_511_628_211) ^ u64::from(byte));
        let dice = self.streams.entry(name).or_insert_with(|| Seeded::new(self.seed, stream));
        let faces: Vec<String> = (0..count).map(|_| dice.face().to_string()).collect();
        Some(faces.join(" "))
    }
}

/// Who answers every question with no.
struct No;

impl Decide for No {
    fn decide(&mut self, _: &Question<'_>) -> Option<bool> {
        Some(false)
    }
}

const KINDS: [&str; 8] =
    ["infantry", "motorised", "engineers", "recce", "recce armour=M at=M calibre_mm=76", "at_guns", "aa", "hq"];
const GRADES: [&str; 4] = ["militia", "conscript", "regular", "veteran"];

fn base() -> impl Strategy<Value = String> {
    let one = (0..KINDS.len(), 1..5_u8, prop::bool::weighted(0.2));
    one.prop_map(|(kind, sp, out)| format!("{} posture=open sp={sp} out_of_ammo={out}", KINDS[kind]))
}

fn units(name: &'static str) -> impl Strategy<Value = String> {
    let unit = (0..GRADES.len(), prop::collection::vec(base(), 1..6));
    prop::collection::vec(unit, 1..4).prop_map(move |units| {
        let line = |(u, (grade, bases)): (usize, &(usize, Vec<String>))| {
            let bases = bases.iter().enumerate().map(|(b, base)| format!("\"{name}{u}-{b} {base}\""));
            let bases = bases.collect::<Vec<_>>().join(", ");
            let grade = GRADES[*grade];
            format!("{{ id = \"{name}{u}\", grade = \"{grade}\", hq_die = 3, met_tanks = true, bases = [{bases}] }}")
        };
        units.iter().enumerate().map(line).collect::<Vec<_>>().join(", ")
    })
}

fn round(attacker: &str, defender: &str, rules: &str, scale: &str, seed: u64) -> Outcome {
    let case =
        format!("battle = {{ moves = 1, scale = \"{scale}\" }}\nattacker = [{attacker}]\ndefender = [{defender}]\n");
    let case: Table = case.parse().unwrap();
    let engagement: Engagement = sketch::engagement(&case, rules).unwrap();
    let mut players = ByThrower { seed, streams: BTreeMap::new() };
    rules::fight(&engagement, &mut Dice::asked(&mut players), &mut No).unwrap()
}

/// What a round left of everybody, by id: SP, markers, ammunition and combat units of bases, tests of units.
fn left(outcome: &Outcome) -> BTreeMap<String, String> {
    let bases = outcome.bases.iter().map(|base| {
        let gone = base.sp == 0;
        (base.id.to_string(), format!("{} {} {} {:?} {gone}", base.sp, base.markers, base.out_of_ammo, base.cu_thirds))
    });
    let tests = |unit: &rules::outcome::UnitOutcome| {
        unit.tests.iter().map(|test| (test.kind, test.face, test.passed)).collect::<Vec<_>>()
    };
    let units = outcome.units.iter().map(|unit| (format!("unit {}", unit.id), format!("{:?}", tests(unit))));
    bases.chain(units).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_round_of_fire_in_the_open_is_mirrored(x in units("x"), y in units("y"), free in any::<bool>(),
                                               scale in 0..4_usize, seed in any::<u64>()) {
        let rules = if free { "nqm-free" } else { "nqm-squared" };
        let scale = ["corps", "front", "division", "regiment"][scale];
        let one = round(&x, &y, rules, scale, seed);
        let other = round(&y, &x, rules, scale, seed);
        prop_assert_eq!(left(&one), left(&other));
    }
}

/// The test above would prove nothing if nobody fired or tested in it.
#[test]
fn such_a_round_has_markers_and_tests() {
    let force = |name: &str| {
        format!(
            "{{ id = \"{name}\", met_tanks = true, bases = [\"{name}1 infantry posture=open sp=1\", \"{name}2 infantry posture=open\"] }}"
        )
    };
    let fought: Vec<Outcome> =
        (0..200).map(|seed| round(&force("x"), &force("y"), "nqm-squared", "corps", seed)).collect();
    let marked = fought.iter().filter(|o| o.bases.iter().any(|b| b.markers > 0)).count();
    let tested = fought.iter().filter(|o| o.units.iter().any(|u| !u.tests.is_empty())).count();
    assert!(marked > 50 && tested > 5, "{marked} rounds with markers, {tested} with tests");
}
