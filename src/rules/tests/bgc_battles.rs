//! Brigadier General Commands: what holds in every engagement of a campaign, whatever its dice.
//!
//! The cases worked out by hand are `src/rules/tests/data/brigadier_general_commands_battles/`.

use proptest::prelude::*;
use serde_json::json;

use dice::Dice;
use domain::{Note, Notes, RuleSystemId};
use rules::approach::Rear;
use rules::decision::Doctrine;
use rules::outcome::{BaseFate, End, Outcome, Spirit};
use rules::pairs::BattleSide;
use rules::setup::{BaseSetup, Setup};
use rules::{self, Engagement};

use super::property::any_setup;

const BGC: RuleSystemId = RuleSystemId::BrigadierGeneralCommands;
const REARS: [Rear; 3] = [Rear::Free, Rear::Barred, Rear::OffMap];

prop_compose! {
    fn any_engagement()(setup in any_setup(), rears in (0..3_usize, 0..3_usize), notes in 0..8_usize,
                        holds in any::<bool>(), bugs_out in any::<bool>(), comms in any::<bool>()) -> Setup {
        let mut setup = setup;
        setup.rules = BGC;
        setup.approach.attacker.rear = REARS[rears.0];
        setup.approach.defender.rear = REARS[rears.1];
        let house = json!({ "bug_out_policy": if bugs_out { "always" } else { "never" } });
        let first = json!({ "hold_fire": holds, "hidden": holds });
        let own = json!({ "house": house, "roll_comms": comms, "bases": { "defender0-x": first } });
        setup.system.insert(BGC, own);
        if let Some(note) = Note::ALL.get(notes) {
            setup.attacker.units[0].bases[0].notes = Notes::default().with(*note);
            setup.defender.units[0].bases[0].notes = Notes::default().with(*note);
        }
        setup
    }
}

fn fought(setup: &Setup, seed: u64) -> Outcome {
    let engagement = Engagement::new(setup.clone()).unwrap();
    rules::fight(&engagement, &mut Dice::seeded(seed, 0), &mut Doctrine).unwrap()
}

fn bases(setup: &Setup) -> Vec<&BaseSetup> {
    setup.attacker.units.iter().chain(&setup.defender.units).flat_map(|unit| &unit.bases).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_base_comes_home(setup in any_engagement(), seed in any::<u64>()) {
        let outcome = fought(&setup, seed);
        prop_assert_eq!(&outcome, &fought(&setup, seed), "same dice, same outcome");
        let before = bases(&setup);
        prop_assert_eq!(before.len(), outcome.bases.len());
        for (was, is) in before.iter().zip(&outcome.bases) {
            prop_assert!(is.id == was.id && is.sp <= was.sp && is.markers <= is.sp, "{is:?}");
            prop_assert!(is.out_of_ammo == was.out_of_ammo && is.cu_thirds == was.cu_thirds, "{is:?}");
            let lost = matches!(is.fate, BaseFate::Destroyed | BaseFate::Surrendered);
            prop_assert_eq!(lost, is.sp == 0, "{:?}", is);
            prop_assert_eq!(is.square.is_none(), lost || is.fate == BaseFate::OffMap, "{:?}", is);
            if is.morale.is_none() {
                prop_assert!((is.sp, is.markers, is.engaged) == (was.sp, was.markers, false), "{is:?}");
            }
        }
        prop_assert!(outcome.house.is_sorted_by(|a, b| a < b), "{:?}", outcome.house);
        for (unit, was) in outcome.units.iter().zip(setup.attacker.units.iter().chain(&setup.defender.units)) {
            prop_assert!(unit.owed <= was.owed + u8::from(unit.side == BattleSide::Attacker), "{unit:?}");
        }
    }

    /// Section 5.1: who is taken or goes back leaves the square to who takes it; guns that fired from afar are elsewhere.
    #[test]
    fn nobody_who_fought_for_a_square_that_is_taken_stays_in_it(setup in any_engagement(), seed in any::<u64>()) {
        let outcome = fought(&setup, seed);
        let taken = outcome.end == End::Taken && !outcome.throws.is_empty();
        for (was, is) in bases(&setup).into_iter().zip(&outcome.bases) {
            let fought = taken && is.side == BattleSide::Defender && was.arrives == 1 && is.morale.is_some();
            prop_assert!(!fought || is.square != Some(setup.square), "{is:?}");
        }
    }

    /// Section 5.1: where the rear is barred nobody goes there.
    #[test]
    fn nobody_goes_back_where_that_is_barred(setup in any_engagement(), seed in any::<u64>()) {
        let outcome = fought(&setup, seed);
        for is in &outcome.bases {
            let rear = if is.side == BattleSide::Attacker { setup.approach.attacker.rear } else { setup.approach.defender.rear };
            let went = matches!(is.fate, BaseFate::Retreated | BaseFate::OffMap);
            prop_assert!(rear != Rear::Barred || !went, "{is:?}");
            prop_assert!(is.fate != BaseFate::OffMap || rear == Rear::OffMap, "{is:?}");
            let runs = is.morale.is_some_and(|morale| (Spirit::Retire..=Spirit::Rout).contains(&morale));
            prop_assert!(!went || runs || is.morale.is_none(), "{is:?}");
        }
    }
}
