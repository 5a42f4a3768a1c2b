//! Forecasts: what is counted of an outcome, the same answer on any number of cores, agreement with what is known.

use std::num::NonZeroUsize;

use toml::Table;

use dice::Dice;
use domain::BattleEnd;
use ops::query::{Forecast, ForecastPlan, forecast};
use rules::decision::{Decisions, Doctrine};
use rules::forecast::ForecastTally;
use rules::outcome::Outcome;
use rules::pairs::BattleSide;
use rules::{self, Engagement};

use crate::sketch;

/// A battle that can end in several ways: three battalions and tanks against two dug in and a gun.
const BATTLE: &str = r#"
attacker = [
  { id = "r1", bases = ["a1 infantry", "a2 infantry", "a3 infantry"] },
  { id = "t1", grade = "veteran", bases = ["t1 tanks"] },
]
defender = [
  { id = "d", grade = "conscript", bases = ["d1 infantry posture=dug_in", "d2 infantry posture=dug_in", "g1 guns"] },
]
"#;

fn engagement(case: &str, rules: &str) -> Engagement {
    let case: Table = case.parse().unwrap();
    sketch::engagement(&case, rules).unwrap()
}

fn forecast_on(engagement: &Engagement, cores: usize, seed: u64, runs: u64, decide: Option<&str>) -> Forecast {
    let plan = ForecastPlan { seed, runs, decide, cores: NonZeroUsize::new(cores).unwrap() };
    forecast(engagement, plan, &mut |_| {}).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_answer_on_any_number_of_cores() {
    for rules in ["nqm-squared", "nqm-free"] {
        let engagement = engagement(BATTLE, rules);
        // Not a multiple of the runs that a core takes at a time.
        let one = forecast_on(&engagement, 1, 7, 3_001, Some("break-off@2=no leave=no"));
        assert_eq!(one.tally.runs(), 3_001);
        for cores in [2, 3, 8] {
            assert_eq!(one, forecast_on(&engagement, cores, 7, 3_001, Some("break-off@2=no leave=no")), "{cores}");
        }
        assert_ne!(one.tally, forecast_on(&engagement, 2, 8, 3_001, Some("break-off@2=no leave=no")).tally);
    }
}

#[test]
fn progress_goes_up_to_the_number_of_runs() {
    let engagement = engagement(BATTLE, "nqm-squared");
    let plan = ForecastPlan { seed: 1, runs: 1_100, decide: None, cores: NonZeroUsize::new(3).unwrap() };
    let mut told = Vec::new();
    forecast(&engagement, plan, &mut |done| told.push(done)).unwrap();
    assert!(told.is_sorted() && told.len() > 2 && told.last() == Some(&1_100), "{told:?}");
}

#[test]
fn a_line_that_answers_nothing_in_any_run_is_named() {
    let engagement = engagement(BATTLE, "nqm-squared");
    let unused = forecast_on(&engagement, 2, 1, 600, Some("break-off=no commissar=yes")).unused;
    assert_eq!(unused, ["commissar=yes"]);
    for wrong in ["run=yes", "marker=nobody"] {
        let plan = ForecastPlan { seed: 1, runs: 10, decide: Some(wrong), cores: NonZeroUsize::MIN };
        assert!(forecast(&engagement, plan, &mut |_| {}).is_err(), "{wrong}");
    }
}

/// The same figures in another way: every outcome kept, sorted, and looked up.
#[test]
fn counts_are_those_of_the_outcomes_one_by_one() {
    let engagement = engagement(BATTLE, "nqm-free");
    let runs = 977_usize;
    let fought = |run: usize| rules::fight(&engagement, &mut Dice::seeded(3, run as u64), &mut Doctrine).unwrap();
    let outcomes: Vec<Outcome> = (0..runs).map(fought).collect();
    let tally = forecast_on(&engagement, 4, 3, runs as u64, None).tally;
    for end in BattleEnd::ALL {
        assert_eq!(tally.end(*end).count, outcomes.iter().filter(|o| o.end == *end).count() as u64, "{end}");
    }
    let moves = outcomes.iter().map(|o| f64::from(o.moves)).sum::<f64>() / runs as f64;
    assert!((tally.moves() - moves).abs() < 1e-9);
    for side in [BattleSide::Attacker, BattleSide::Defender] {
        let figures = |marked: bool| -> Vec<u32> {
            let figure = |o: &Outcome| {
                let own = o.bases.iter().filter(|b| b.side == side);
                own.map(|b| u32::from(b.sp_before - b.sp) + if marked { u32::from(b.markers) } else { 0 }).sum()
            };
            let mut all: Vec<u32> = outcomes.iter().map(figure).collect();
            all.sort_unstable();
            all
        };
        for (spread, figures) in
            [(&tally.side(side).lost, figures(false)), (&tally.side(side).lost_or_marked, figures(true))]
        {
            assert!((spread.mean() - f64::from(figures.iter().sum::<u32>()) / runs as f64).abs() < 1e-9);
            // The 98th and the 880th of 977: a tenth and nine tenths, rounded up.
            assert_eq!([spread.percentile(10), spread.percentile(90)], [figures[97], figures[879]]);
        }
    }
    for (unit, id) in ["r1", "t1", "d"].into_iter().enumerate() {
        let bases = |o: &Outcome| o.bases.iter().filter(|b| b.unit.as_str() == id).cloned().collect::<Vec<_>>();
        let lost: u32 = outcomes.iter().flat_map(bases).map(|b| u32::from(b.sp_before - b.sp)).sum();
        assert!((tally.lost(unit) - f64::from(lost) / runs as f64).abs() < 1e-9, "{id}");
        let gone = outcomes.iter().filter(|o| bases(o).iter().all(|b| b.square.is_none())).count();
        assert_eq!(tally.gone(unit).count, gone as u64, "{id}");
        let fails = |o: &&Outcome| o.units.iter().any(|u| u.id.as_str() == id && u.tests.iter().any(|t| !t.passed));
        assert_eq!(tally.fails(unit).count, outcomes.iter().filter(fails).count() as u64, "{id}");
    }
}

/// The chance that the first unit fails a test and is broken, of one battle with these dice.
fn first_unit(case: &str, rules: &str, dice: &str, decide: &str) -> [u64; 2] {
    let engagement = engagement(case, rules);
    let mut decisions = Decisions::new(decide).unwrap();
    let mut dice = Dice::scripted(dice);
    let outcome = rules::fight(&engagement, &mut dice, &mut decisions).unwrap();
    dice.finish().unwrap();
    let mut tally = ForecastTally::new(&engagement);
    tally.count(&outcome);
    [tally.fails(0).count, tally.breaks(0).count]
}

/// The dice of these three are worked out by hand in `src/rules/tests/data`: section 9 and "Break tests".
#[test]
fn broken_is_who_failed_and_was_neither_mended_nor_only_refused() {
    let case = r#"
        battle = { options = { commissar = true } }
        attacker = [{ id = "r1", fanatical = true, bases = ["a1 infantry sp=1", "a2 infantry"] }]
        defender = [{ id = "d", bases = ["d1 infantry posture=dug_in", "d2 infantry posture=dug_in"] }]"#;
    assert_eq!(first_unit(case, "nqm-squared", "1 2 6 4 3 4", "commissar=yes"), [1, 0], "mended");
    assert_eq!(first_unit(case, "nqm-squared", "1 2 6 4 3", "commissar=no"), [1, 1], "failed");
    assert_eq!(first_unit(case, "nqm-squared", "1 2 6 4 4", "commissar=no"), [0, 0], "held");
    let case = r#"
        battle = { moves = 1, options = { owner_allocates = true } }
        attacker = [{ id = "r1", grade = "conscript", hq_die = 2, bases = ["a1 infantry"] }]
        defender = [{ id = "d", bases = ["d1 infantry posture=dug_in"] }]"#;
    assert_eq!(first_unit(case, "nqm-free", "2 4 4", "withdraw=no"), [1, 0], "only refused");
}

/// Infantry without anti-tank guns meets tanks for the first time, and nobody can fire: it stands on 4, 5 and 6.
#[test]
fn a_chance_that_is_known_lies_in_the_interval() {
    let case = r#"
        battle = { moves = 1 }
        attacker = [{ id = "t", bases = ["t1 tanks out_of_ammo=true"] }]
        defender = [{ id = "d", bases = ["d1 infantry posture=dug_in out_of_ammo=true"] }]"#;
    let engagement = engagement(case, "nqm-squared");
    let fails = forecast_on(&engagement, 4, 1, 40_000, Some("assault=no charge=no")).tally.fails(1);
    // Four times the error of 40,000 throws of one half: 4 * 0.0025.
    assert!((fails.share() - 0.5).abs() < 0.01, "{fails:?}");
    let [low, high] = fails.interval();
    assert!((high - low - 2.0 * 1.96 * 0.0025).abs() < 1e-4, "{low} to {high}");
}

/// The interval holds the true chance about 95 times in a hundred: here 1/2, by 400 forecasts of 200 runs.
#[test]
fn intervals_hold_as_often_as_they_say() {
    let case = r#"
        battle = { moves = 1 }
        attacker = [{ id = "t", bases = ["t1 tanks out_of_ammo=true"] }]
        defender = [{ id = "d", bases = ["d1 infantry posture=dug_in out_of_ammo=true"] }]"#;
    let engagement = engagement(case, "nqm-squared");
    let holds = |seed: &u64| {
        let fails = forecast_on(&engagement, 1, *seed, 200, Some("assault=no charge=no")).tally.fails(1);
        let [low, high] = fails.interval();
        low <= 0.5 && 0.5 <= high
    };
    let held = (0..400).filter(holds).count();
    // 380 in the mean, its error sqrt(400 * 0.95 * 0.05) = 4.4; four of them.
    assert!((362..=398).contains(&held), "{held} of 400");
}
