//! Rules: battles a second, the cost of a die, odds against plain enumeration. `cargo bench --bench rules`.
#![allow(clippy::expect_used, reason = "a bench stops at what should not be")]
#![allow(clippy::print_stdout, reason = "a benchmark prints tables")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use serde_json::json;

use dice::{Call, Dice};
use domain::{Arm, Class, Grade, Mobility, Notes, Posture, Role, RuleSystemId, Scale, Square, Terrain};
use ops::query::{ForecastPlan, cores, forecast};
use rules::approach::Approach;
use rules::decision::{Choice, Decide, Doctrine, Question};
use rules::odds::MeleeOdds;
use rules::setup::{BaseSetup, Concealment, Exit, Fire, Options, Setup, SideSetup, UnitSetup};
use rules::{Engagement, fight, system};

use odometer::Odometer;

#[path = "../src/rules/tests/odometer.rs"]
mod odometer;

fn main() {
    for rules in [RuleSystemId::NqmSquared, RuleSystemId::NqmFree] {
        battles(rules, "by doctrine", &mut Doctrine);
        battles(rules, "never breaking off", &mut Stubborn);
    }
    for rules in
        [RuleSystemId::SquareBashing, RuleSystemId::BrigadierGeneralCommands, RuleSystemId::WarTimesJournal1943]
    {
        battles(rules, "square against square", &mut Doctrine);
    }
    forecasts();
    one_die();
    odds();
    for rules in [RuleSystemId::NqmSquared, RuleSystemId::NqmFree] {
        every_mechanic(rules);
    }
}

/// The odds of every mechanic against every fall of its dice, up to nine, thrown as `roll` throws them.
fn every_mechanic(rules: RuleSystemId) {
    let input = json!({"cu": "3L 3M 3H", "against": "M", "attacker": "elite", "defender": "veteran", "attacker_sp": 5,
        "defender_sp": 4, "grade": "regular", "casualties": 3});
    let system = system(rules);
    for mechanic in system.mechanics() {
        let keys = input.as_object().expect("an object").iter();
        let keys = keys.filter(|(key, _)| mechanic.keys.contains(&key.as_str()));
        let input = serde_json::Value::Object(keys.map(|(key, value)| (key.clone(), value.clone())).collect());
        let start = Instant::now();
        let odds = serde_json::to_value(system.odds(mechanic.name, &input).expect("odds")).expect("a document");
        let exact = start.elapsed();
        let start = Instant::now();
        let (falls, worst) = enumerated(rules, mechanic.name, &input, odds["outcomes"].as_array().expect("a list"));
        assert!(worst < 1e-12, "{} of {rules}: {worst}", mechanic.name);
        println!(
            "{rules}, {}: odds {exact:?}, all {falls} falls of the dice {:?}, difference {worst:e}",
            mechanic.name,
            start.elapsed()
        );
    }
}

/// How many falls of the dice there are, and by how much the odds differ from them at most.
fn enumerated(
    rules: RuleSystemId,
    mechanic: &str,
    input: &serde_json::Value,
    listed: &[serde_json::Value],
) -> (u64, f64) {
    let names: Vec<&String> =
        listed[0].as_object().expect("an outcome").keys().filter(|k| *k != "probability").collect();
    let of = |value: &serde_json::Value| names.iter().map(|key| value[key.as_str()].to_string()).collect::<String>();
    // Falls by outcome and number of dice: whole numbers, for ten million small shares do not add up to 1e-12.
    let mut counted: BTreeMap<String, BTreeMap<usize, u64>> = BTreeMap::new();
    let (mut odometer, mut falls) = (Odometer::default(), 0);
    loop {
        let rolled = system(rules).roll(mechanic, input, &mut Dice::asked(&mut odometer).unlogged()).expect("a roll");
        falls += 1;
        let by_dice = counted.entry(of(&serde_json::to_value(&rolled).expect("a document"))).or_default();
        *by_dice.entry(odometer.taken).or_default() += 1;
        if !odometer.turn() {
            break;
        }
    }
    let share = |by_dice: &BTreeMap<usize, u64>| -> f64 {
        by_dice.iter().map(|(dice, falls)| *falls as f64 / 6_f64.powi(*dice as i32)).sum()
    };
    let off = |outcome: &serde_json::Value| {
        let (exact, plain) = (outcome["probability"].as_f64(), counted.get(&of(outcome)).map(share));
        (exact.unwrap_or(2.0) - plain.unwrap_or(-2.0)).abs()
    };
    (falls, listed.iter().map(off).fold(if listed.len() == counted.len() { 0.0 } else { 1.0 }, f64::max))
}

/// A forecast of 100,000 on one core and on all.
fn forecasts() {
    let all = cores();
    for rules in [RuleSystemId::NqmSquared, RuleSystemId::NqmFree] {
        let engagement = Engagement::new(setup(rules)).expect("a legal setup");
        let on = |cores: NonZeroUsize| {
            let plan = ForecastPlan { seed: 1, runs: 100_000, decide: None, cores };
            let mut last = None;
            let taken = time(3, || last = forecast(&engagement, plan, &mut |_| {}).ok());
            (taken, last.expect("a forecast"))
        };
        let ((one, alone), (many, together)) = (on(NonZeroUsize::MIN), on(all));
        assert!(alone == together, "the same answer on any number of cores");
        println!(
            "{rules}: forecast of 100,000: {one:.2?} on one core, {many:.2?} on {all}: {:.2} times as fast, same answer",
            one.as_secs_f64() / many.as_secs_f64()
        );
    }
}

/// The time of one call, the best of some runs.
fn time(runs: u32, mut call: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        call();
        best = best.min(start.elapsed());
    }
    best
}

/// Who never breaks off: the battle goes on for all its moves.
struct Stubborn;

impl Decide for Stubborn {
    fn decide(&mut self, question: &Question<'_>) -> Option<bool> {
        Some(question.doctrine && question.choice != Choice::BreakOff)
    }
}

fn battles(rules: RuleSystemId, how: &str, decide: &mut dyn Decide) {
    let engagement = Engagement::new(setup(rules)).expect("a legal setup");
    let (count, mut moves, mut dice_thrown) = (20_000_u32, 0_u64, 0_u64);
    let start = Instant::now();
    for seed in 0..count {
        let mut dice = Dice::seeded(u64::from(seed), 0).unlogged();
        let outcome = fight(&engagement, &mut dice, decide).expect("seeded dice never run out");
        moves += u64::from(black_box(outcome).moves);
    }
    let taken = start.elapsed();
    for seed in 0..100 {
        let mut dice = Dice::seeded(seed, 0);
        let outcome = fight(&engagement, &mut dice, decide).expect("seeded dice never run out");
        dice_thrown += outcome.throws.iter().map(|throw| throw.faces.len() as u64).sum::<u64>();
    }
    println!(
        "{rules}, {how}: {:.0} battles a second of 20 bases a side, {:.1} moves and {} dice each",
        f64::from(count) / taken.as_secs_f64(),
        moves as f64 / f64::from(count),
        dice_thrown / 100
    );
}

fn one_die() {
    let mut dice = Dice::seeded(1, 0).unlogged();
    let call = Call::new("bench", "die");
    let taken = time(5, || {
        for _ in 0..1_000_000 {
            black_box(dice.one(&call).expect("seeded"));
        }
    });
    println!("one die: {:.1} ns", taken.as_secs_f64() * 1e3);
}

fn odds() {
    let squared = system(RuleSystemId::NqmSquared);
    let volley = json!({"cu": "80L 60M 40H 20VH", "against": "M"});
    let taken = time(20, || drop(black_box(squared.odds("firefight", &volley))));
    println!("odds of a volley of 200 mixed dice: {taken:?}");
    let long = MeleeOdds { sp: [30, 30], most: [5, 4], tie: None };
    let taken = time(20, || drop(black_box(long.odds(black_box(20)))));
    println!("odds of a close assault of 5 dice against 4 over 20 rounds: {taken:?}");
    let nine = MeleeOdds { sp: [5, 4], most: [5, 4], tie: None };
    let exact = time(20, || drop(black_box(nine.odds(black_box(1)))));
    let plain = time(1, || {
        black_box(enumerate());
    });
    let worst = compare(nine);
    println!(
        "close assault of 5 dice against 4: {exact:?}, plain enumeration {plain:?} ({:.0} times), difference {worst:e}",
        plain.as_secs_f64() / exact.as_secs_f64()
    );
    let volley = json!({"cu": "3L 3M 3H", "against": "M"});
    let exact = time(20, || drop(black_box(squared.odds("firefight", &volley))));
    let plain = time(1, || {
        black_box(enumerate_volley());
    });
    println!(
        "volley of 9 dice: {exact:?}, plain enumeration {plain:?} ({:.0} times)",
        plain.as_secs_f64() / exact.as_secs_f64()
    );
}

/// All 6^9 throws of nine dice, face by face.
fn throws(mut each: impl FnMut(&[u8; 9])) {
    let mut faces = [1_u8; 9];
    loop {
        each(&faces);
        let Some(place) = faces.iter().position(|face| *face < 6) else { return };
        faces[..place].fill(1);
        faces[place] += 1;
    }
}

fn enumerate() -> [[u64; 5]; 5] {
    let mut counts = [[0_u64; 5]; 5];
    throws(|faces| {
        let mut attacker: [u8; 5] = faces[..5].try_into().expect("five");
        let mut defender: [u8; 4] = faces[5..].try_into().expect("four");
        attacker.sort_unstable_by(|a, b| b.cmp(a));
        defender.sort_unstable_by(|a, b| b.cmp(a));
        let (mut won, mut lost) = (0, 0);
        for (a, d) in attacker.iter().zip(&defender) {
            won += usize::from(a > d);
            lost += usize::from(a < d);
        }
        counts[lost][won] += 1;
    });
    counts
}

fn compare(melee: MeleeOdds) -> f64 {
    let counts = enumerate();
    let off =
        |((a, d), p): &((u16, u16), f64)| (p - counts[usize::from(*a)][usize::from(*d)] as f64 / 6_f64.powi(9)).abs();
    melee.odds(1).outcomes.iter().map(off).fold(0.0, f64::max)
}

fn enumerate_volley() -> Vec<u64> {
    let mut counts = vec![0_u64; 64];
    let weapons = [Class::Light, Class::Medium, Class::Heavy];
    throws(|faces| {
        let markers = |(place, face): (usize, &u8)| rules::classes::markers(weapons[place / 3], Class::Medium, *face);
        let sum: u8 = faces.iter().enumerate().map(markers).sum();
        counts[usize::from(sum)] += 1;
    });
    counts
}

fn base(id: String, arm: Arm, square: Square, posture: Posture) -> BaseSetup {
    let tank = arm == Arm::Armour;
    let gun = arm == Arm::Artillery;
    BaseSetup {
        id: id.into(),
        role: if gun { Role::Support } else { Role::Fighting },
        arm,
        mobility: if tank { Mobility::Armoured } else { Mobility::Foot },
        men: Some(if gun { Class::Medium } else { Class::Light }),
        at: tank.then_some(Class::Medium),
        armour: tank.then_some(Class::Medium),
        calibre_mm: if gun { 105 } else { 0 },
        mounted: false,
        sp_full: 3,
        sp: 3,
        markers: 0,
        out_of_ammo: false,
        cu_thirds: None,
        posture,
        casemated: false,
        disorganised: false,
        broken: false,
        notes: Notes::default(),
        square,
        arrives: 1,
        fire: if gun { Fire::Indirect } else { Fire::Direct },
        looks: false,
        assaults: None,
    }
}

fn side(name: &str, square: Square, posture: Posture, exits: Vec<Exit>) -> SideSetup {
    let arms = [Arm::Infantry, Arm::Infantry, Arm::Infantry, Arm::Armour, Arm::Artillery];
    let unit = |u: usize| UnitSetup {
        id: format!("{name}.{u}").into(),
        division: Some(name.into()),
        grade: Grade::Regular,
        grade_under: None,
        hq_die: 3,
        owed: 0,
        elsewhere: rules::setup::Elsewhere::default(),
        met_tanks: true,
        half_tested: false,
        orders: true,
        in_supply: true,
        fanatical: false,
        medical: false,
        recovery: false,
        logistic: false,
        bases: (0..5).map(|b| base(format!("{name}.{u}.{b}"), arms[b], square, posture)).collect(),
    };
    SideSetup { name: name.to_owned(), units: (0..4).map(unit).collect(), air: Vec::new(), exits }
}

fn setup(rules: RuleSystemId) -> Setup {
    let (from, square, back) = (Square::new(4, 5), Square::new(5, 5), Square::new(6, 5));
    Setup {
        battle: None,
        drawing: None,
        rules,
        scale: Scale::Corps,
        square,
        terrain: Terrain::Open,
        moves: 6,
        concealment: Concealment::None,
        no_start_line: false,
        attacker: side("a", from, Posture::Moving, Vec::new()),
        defender: side("d", square, Posture::DugIn, vec![Exit { from: square, to: back, vehicles: true }]),
        options: Options::default(),
        approach: Approach::default(),
        system: BTreeMap::new(),
    }
}
