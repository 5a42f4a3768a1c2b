//! What holds in every battle, whatever its dice.

use std::fmt::Write;

use proptest::prelude::*;
use toml::Table;

use dice::Dice;
use rules::decision::{Decide, Doctrine, MarkerOn, Placing, Question};
use rules::odds::MeleeOdds;
use rules::outcome::{BaseFate, BaseOutcome, Outcome};
use rules::pairs::BattleSide;
use rules::setup::{BaseSetup, Setup};
use rules::{self, Engagement};

use super::sketch;

const KINDS: &[&str] =
    &["infantry", "motorised", "engineers", "recce", "tanks", "at_guns", "guns", "aa", "hq", "trucks"];
const POSTURES: &[&str] = &["open", "dug_in", "fortified", "moving"];
const GRADES: &[&str] = &["green", "militia", "conscript", "regular", "veteran", "elite"];

prop_compose! {
    fn base()(kind in 0..KINDS.len(), posture in 0..POSTURES.len(), markers in 0..2_u8, out in any::<bool>(),
              disorganised in prop::bool::weighted(0.1), late in prop::bool::weighted(0.2)) -> String {
        let (kind, posture) = (KINDS[kind], POSTURES[posture]);
        let arrives = if late { 2 } else { 1 };
        format!("{kind} posture={posture} markers={markers} out_of_ammo={out} disorganised={disorganised} arrives={arrives}")
    }
}

prop_compose! {
    fn unit()(grade in 0..GRADES.len(), die in 0..5_u8, bases in prop::collection::vec(base(), 1..6)) -> (usize, u8, Vec<String>) {
        (grade, die, bases)
    }
}

fn side(name: &str, units: &[(usize, u8, Vec<String>)]) -> String {
    let mut text = String::new();
    for (u, (grade, die, bases)) in units.iter().enumerate() {
        let lines: Vec<String> =
            bases.iter().enumerate().map(|(b, base)| format!("\"{name}{u}-{b} {base}\"")).collect();
        let grade = GRADES[*grade];
        let _ = writeln!(
            text,
            "[[{name}]]\nid = \"{name}{u}\"\ngrade = \"{grade}\"\nhq_die = {die}\nbases = [\"{name}{u}-x infantry\", {}]",
            lines.join(", ")
        );
    }
    text
}

prop_compose! {
    pub(super) fn any_setup()(attackers in prop::collection::vec(unit(), 1..4), defenders in prop::collection::vec(unit(), 1..4),
                   free in any::<bool>(), scale in 0..4_usize, terrain in 0..3_usize, concealed in 0..3_usize, exits in any::<bool>())
                   -> Setup {
        let scale = ["corps", "front", "division", "regiment"][scale];
        let terrain = ["open", "close", "city"][terrain];
        let concealment = ["none", "looked", "unlooked"][concealed];
        let exits = if exits { "0505>0605" } else { "" };
        let text = format!(
            "defender_exits = \"{exits}\"\nbattle = {{ scale = \"{scale}\", terrain = \"{terrain}\", concealment = \"{concealment}\" }}\n{}{}",
            side("attacker", &attackers), side("defender", &defenders));
        let case: Table = text.parse().unwrap();
        sketch::setup(&case, if free { "nqm-free" } else { "nqm-squared" })
    }
}

/// Somebody who decides as a coin falls, and places markers himself.
struct Coin(u64);

impl Coin {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

impl Decide for Coin {
    fn decide(&mut self, _: &Question<'_>) -> Option<bool> {
        Some(self.next().is_multiple_of(2))
    }

    fn holds_back(&self) -> bool {
        true
    }

    fn places_markers(&self) -> bool {
        true
    }

    fn marker(&mut self, options: &[MarkerOn<'_>], _: Placing) -> Option<usize> {
        Some(self.next() as usize % options.len())
    }
}

fn fought_by_coin(setup: &Setup, seed: u64) -> Outcome {
    let engagement = Engagement::new(setup.clone()).unwrap();
    rules::fight(&engagement, &mut Dice::seeded(seed, 0), &mut Coin(seed)).unwrap()
}

fn fought(setup: &Setup, seed: u64) -> Outcome {
    let engagement = Engagement::new(setup.clone()).unwrap();
    rules::fight(&engagement, &mut Dice::seeded(seed, 0), &mut Doctrine).unwrap()
}

fn base_of<'a>(setup: &'a Setup, id: &str) -> &'a BaseSetup {
    let sides = [&setup.attacker, &setup.defender];
    sides
        .into_iter()
        .flat_map(|side| &side.units)
        .flat_map(|unit| &unit.bases)
        .find(|base| base.id.as_str() == id)
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strength_never_grows_and_markers_fit(setup in any_setup(), seed in any::<u64>()) {
        let both = [fought(&setup, seed), fought_by_coin(&setup, seed)];
        for (outcome, base) in both.iter().flat_map(|outcome| outcome.bases.iter().map(move |base| (outcome, base))) {
            let before = base_of(&setup, base.id.as_str());
            // A base grows only by what another of its unit gives it.
            let gives = outcome.bases.iter().any(|other| other.unit == base.unit && other.fate == BaseFate::Merged);
            prop_assert!(base.sp <= if gives { before.sp_full } else { before.sp } && base.markers <= base.sp, "{base:?}");
            let lost = matches!(base.fate, BaseFate::Destroyed | BaseFate::Surrendered);
            prop_assert!(!lost || base.sp == 0 && base.square.is_none(), "{base:?}");
            prop_assert!(base.fate != BaseFate::Stands || base.sp > 0, "{base:?}");
        }
        for unit in both.iter().flat_map(|outcome| outcome.bases.chunk_by(|a, b| a.unit == b.unit)) {
            let sum = |figure: fn(&BaseOutcome) -> u16| unit.iter().map(|base| u32::from(figure(base))).sum::<u32>();
            prop_assert!(sum(|base| base.sp) <= sum(|base| base.sp_before), "{unit:?}");
        }
    }

    #[test]
    fn no_base_gets_ammunition_in_a_fight_or_fires_without(setup in any_setup(), seed in any::<u64>()) {
        // Bases out of ammunition on one side, nobody with a close weapon on the other: they cause no marker by fire.
        let mut setup = setup;
        for unit in &mut setup.attacker.units {
            unit.logistic = false;
            for base in &mut unit.bases {
                base.out_of_ammo = true;
                base.cu_thirds = Some(0);
            }
        }
        let outcome = fought(&setup, seed);
        let fired = outcome.throws.iter().any(|t| {
            t.thrower.starts_with("attacker") && ["firefight", "indirect fire", "harassing fire", "anti-aircraft fire"].contains(&t.purpose.as_str())
        });
        prop_assert!(!fired);
    }

    #[test]
    fn the_same_battle_and_dice_have_the_same_outcome(setup in any_setup(), seed in any::<u64>()) {
        prop_assert_eq!(fought(&setup, seed), fought(&setup, seed));
    }

    #[test]
    fn any_script_of_dice_ends_in_an_outcome_or_an_error(setup in any_setup(), dice in "[1-6]( [1-6]){0,60}") {
        let engagement = Engagement::new(setup).unwrap();
        let mut dice = Dice::scripted(&dice);
        if let Err(error) = rules::fight(&engagement, &mut dice, &mut Doctrine) {
            prop_assert!(error.to_string().starts_with("the dice run out"), "{error}");
        }
    }

    #[test]
    fn a_setup_goes_through_json_unchanged(setup in any_setup()) {
        let text = serde_json::to_string(&setup).unwrap();
        prop_assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
    }

    #[test]
    fn every_throw_says_who_threw_for_what_and_what_came_of_it(setup in any_setup(), seed in any::<u64>()) {
        for throw in fought_by_coin(&setup, seed).throws {
            let effect = throw.effect.clone().unwrap_or_default();
            prop_assert!(!throw.thrower.is_empty() && !throw.purpose.is_empty() && !effect.is_empty(), "{throw:?}");
        }
    }

    #[test]
    fn a_fight_with_its_sides_exchanged_has_mirrored_odds(a in 0..8_u16, d in 0..8_u16, x in 1..6_u8, y in 1..6_u8, rounds in 0..5_u16, drawn in 0..3_usize) {
        let tie = [None, Some(BattleSide::Attacker), Some(BattleSide::Defender)][drawn];
        let odds = MeleeOdds { sp: [a, d], most: [x, y], tie }.odds(rounds).outcomes;
        let mut mirrored = MeleeOdds { sp: [d, a], most: [y, x], tie: tie.map(BattleSide::other) }.odds(rounds).outcomes;
        for ((a, d), _) in &mut mirrored {
            std::mem::swap(a, d);
        }
        mirrored.sort_by_key(|(outcome, _)| *outcome);
        prop_assert_eq!(odds.len(), mirrored.len());
        for ((one, p), (other, q)) in odds.iter().zip(&mirrored) {
            prop_assert!(one == other && (p - q).abs() < 1e-12);
        }
    }
}
