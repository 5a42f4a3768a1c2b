//! Battles made of bytes, fought, and what must hold of every outcome.

use std::collections::BTreeMap;

use serde_json::json;

use dice::Dice;
use domain::{Arm, Class, Grade, Mobility, Note, Notes, Posture, Role, RuleSystemId, Scale, Square, Terrain};
use rules::approach::{Approach, Facing, Rear, Stance};
use rules::decision::{Decide, Doctrine, MarkerOn, Placing, Question};
use rules::outcome::{BaseFate, End, Outcome};
use rules::pairs::BattleSide;
use rules::setup::{AirSetup, BaseSetup, Concealment, Elsewhere, Exit, Fire, Options, Setup, SideSetup, UnitSetup};
use rules::{Engagement, fight};

/// Bytes taken one by one; noughts when they are used up.
#[derive(Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Yes, once in so many.
    fn once_in(&mut self, count: u8) -> bool {
        self.byte() % count == count - 1
    }
}

const TARGET: Square = Square { col: 5, row: 5 };
const BESIDE: [Square; 4] =
    [Square { col: 4, row: 5 }, Square { col: 5, row: 4 }, Square { col: 6, row: 5 }, Square { col: 5, row: 6 }];
const CLASSES: [Option<Class>; 6] =
    [None, Some(Class::VeryLight), Some(Class::Light), Some(Class::Medium), Some(Class::Heavy), Some(Class::VeryHeavy)];

/// A battle made of bytes: most can be fought, some cannot.
pub fn setup(bytes: &mut Bytes<'_>) -> Setup {
    let rules = bytes.pick(RuleSystemId::ALL);
    let setup = Setup {
        battle: None,
        drawing: None,
        rules,
        scale: bytes.pick(Scale::ALL),
        square: TARGET,
        terrain: bytes.pick(Terrain::ALL),
        moves: 1 + bytes.below(6) as u8,
        concealment: bytes.pick(&[Concealment::None, Concealment::Looked, Concealment::Unlooked]),
        no_start_line: bytes.once_in(4),
        attacker: side(bytes, "a"),
        defender: side(bytes, "d"),
        options: Options {
            commissar: bytes.once_in(2),
            medical_needed: bytes.once_in(4),
            cu_by_unit: bytes.once_in(4),
            owner_allocates: bytes.once_in(2),
            free_costs_die: bytes.once_in(2),
            air_by_table: bytes.once_in(3),
            recovery: bytes.once_in(2),
            defender_stops: bytes.once_in(4),
        },
        approach: approach(bytes),
        system: BTreeMap::new(),
    };
    match rules {
        RuleSystemId::SquareBashing => square_bashing(setup, bytes),
        RuleSystemId::BrigadierGeneralCommands => platoons(setup, bytes),
        _ => setup,
    }
}

/// By Square Bashing a base has three SP at most, nobody fights on a lake, and the engagement says more.
fn square_bashing(mut setup: Setup, bytes: &mut Bytes<'_>) -> Setup {
    let beside = |of: &BaseSetup| of.square.steps_to(TARGET) == 1;
    let mut bases = serde_json::Map::new();
    for (side, of) in [(BattleSide::Attacker, &mut setup.attacker), (BattleSide::Defender, &mut setup.defender)] {
        for base in of.units.iter_mut().flat_map(|unit| &mut unit.bases) {
            base.sp_full = base.sp_full.min(3);
            base.sp = base.sp.min(base.sp_full);
            base.markers = base.markers.min(base.sp);
            base.square = if bytes.once_in(8) && side == BattleSide::Defender { BESIDE[2] } else { base.square };
            if bytes.once_in(3) {
                base.notes = Notes::default().with(domain::Note::NoMove);
            }
            let foot = base.role == Role::Fighting && base.arm == Arm::Infantry && base.mobility == Mobility::Foot;
            let joins = foot && base.calibre_mm == 0 && base.men < Some(Class::Medium);
            if side == BattleSide::Attacker && joins && beside(base) && base.arrives == 1 && bytes.once_in(2) {
                bases.insert(base.id.to_string(), serde_json::json!({ "extra": true }));
            }
        }
    }
    if setup.terrain == Terrain::Lake {
        setup.terrain = Terrain::Marsh;
    }
    let kinds = ["none", "suppression", "point", "rolling", "gas"];
    let own = serde_json::json!({
        "barrage": if bytes.once_in(2) { serde_json::json!({ "kind": bytes.pick(&kinds) }) } else { serde_json::json!({}) },
        "target_policy": bytes.pick(&["stand", "stand", "retire"]),
        "attacker": { "barrage": bytes.below(4), "suppressed": bytes.once_in(8), "shock": bytes.once_in(4) },
        "defender": { "barrage": bytes.below(4), "wtf": bytes.once_in(4), "hold_the_line": bytes.once_in(8) },
        "house": { "infantry_halves_per_sp": 1 + bytes.below(4), "pursuit_fire": !bytes.once_in(4) },
        "bases": bases,
    });
    setup.system.insert(RuleSystemId::SquareBashing, own);
    setup
}

/// Platoons have three SP at most, and choices of their own.
fn platoons(mut setup: Setup, bytes: &mut Bytes<'_>) -> Setup {
    const ORDERS: [&str; 9] = ["Double", "Move", "Aim", "Defend", "Follow", "Shaken", "Hold", "Back", "Rout"];
    let mut choices = serde_json::Map::new();
    for base in
        [&mut setup.attacker, &mut setup.defender].into_iter().flat_map(|s| &mut s.units).flat_map(|u| &mut u.bases)
    {
        base.sp_full = base.sp_full.min(3);
        base.sp = base.sp.min(3);
        base.markers = base.markers.min(base.sp);
        base.notes = if bytes.once_in(6) { [bytes.pick(Note::ALL)].into_iter().collect() } else { Notes::default() };
        if bytes.once_in(3) {
            let choice = json!({
                "order": bytes.pick(&ORDERS),
                "hidden": bytes.once_in(2),
                "hold_fire": bytes.once_in(3),
                "defers": bytes.once_in(3),
                "anti_air": bytes.once_in(3),
                "bug_out": bytes.once_in(3),
                "joins": bytes.once_in(2),
                "row": 1 + bytes.below(4),
            });
            choices.insert(base.id.to_string(), choice);
        }
    }
    let medics = bytes.pick(&["none", "platoon", "aid"]);
    let (comms, time, combine) = (bytes.once_in(3), bytes.once_in(3), bytes.once_in(2));
    let own =
        json!({ "bases": choices, "medic_level": medics, "roll_comms": comms, "roll_time": time, "combine": combine });
    setup.system.insert(setup.rules, own);
    setup
}

fn approach(bytes: &mut Bytes<'_>) -> Approach {
    let rears = [Rear::Free, Rear::Barred, Rear::OffMap];
    let mut stand =
        || Stance { terrain: bytes.pick(Terrain::ALL), enemy_faces: bytes.below(5) as u8, rear: bytes.pick(&rears) };
    let (attacker, defender, behind) = (stand(), stand(), stand());
    let facing = bytes.pick(&[Facing::Front, Facing::Flank, Facing::Rear]);
    Approach { from: None, facing, stream: bytes.once_in(4), attacker, defender, behind }
}

fn side(bytes: &mut Bytes<'_>, name: &str) -> SideSetup {
    let units = 1 + bytes.below(4);
    let aircraft = bytes.below(3);
    let exits = bytes.below(4);
    SideSetup {
        name: name.to_owned(),
        units: (0..units).map(|number| unit(bytes, name, number)).collect(),
        air: (0..aircraft).map(|number| air(bytes, &format!("{name}-air{number}"))).collect(),
        exits: (0..exits).map(|_| exit(bytes)).collect(),
    }
}

fn exit(bytes: &mut Bytes<'_>) -> Exit {
    let from = if bytes.once_in(4) { bytes.pick(&BESIDE) } else { TARGET };
    let to = if from == TARGET { bytes.pick(&BESIDE) } else { TARGET };
    Exit { from, to, vehicles: !bytes.once_in(4) }
}

fn air(bytes: &mut Bytes<'_>, id: &str) -> AirSetup {
    AirSetup {
        id: id.to_owned(),
        engines: 1 + bytes.below(3) as u8,
        kind: None,
        class: Some(bytes.pick(&CLASSES).unwrap_or(Class::Medium)),
        low: bytes.once_in(2),
        at_anti_air: bytes.once_in(4),
        arrives: 1 + bytes.below(7) as u8,
    }
}

fn unit(bytes: &mut Bytes<'_>, side: &str, number: usize) -> UnitSetup {
    let id = format!("{side}{number}");
    let bases = 1 + bytes.below(5);
    let elsewhere = bytes.below(8) as u16;
    UnitSetup {
        division: (!bytes.once_in(4)).then(|| side.into()),
        grade: bytes.pick(Grade::ALL),
        grade_under: if bytes.once_in(2) { Some(bytes.pick(Grade::ALL)) } else { None },
        hq_die: bytes.below(7) as u8,
        owed: if bytes.once_in(8) { bytes.byte() } else { 0 },
        elsewhere: Elsewhere { sp: elsewhere, markers: bytes.below(usize::from(elsewhere) + 1) as u16 },
        met_tanks: bytes.once_in(2),
        half_tested: bytes.once_in(4),
        orders: !bytes.once_in(4),
        in_supply: !bytes.once_in(4),
        fanatical: bytes.once_in(4),
        medical: bytes.once_in(2),
        recovery: bytes.once_in(2),
        logistic: bytes.once_in(3),
        bases: (0..bases).map(|base| one_base(bytes, side, &format!("{id}-{base}"), base == 0)).collect(),
        id: id.into(),
    }
}

fn one_base(bytes: &mut Bytes<'_>, side: &str, id: &str, first: bool) -> BaseSetup {
    const ROLES: [Role; 12] = [
        Role::Fighting,
        Role::Fighting,
        Role::Fighting,
        Role::Support,
        Role::Support,
        Role::AntiAir,
        Role::Command,
        Role::Recce,
        Role::Engineer,
        Role::Logistic,
        Role::Medical,
        Role::Recovery,
    ];
    let sp_full = 1 + bytes.below(6) as u16;
    let sp = 1 + bytes.below(usize::from(sp_full)) as u16;
    let calibre_mm = bytes.pick(&[0, 0, 45, 76, 105, 152, 210]);
    let fire = bytes.pick(&[Fire::Direct, Fire::Direct, Fire::Indirect, Fire::Harassing, Fire::Held]);
    let here = side == "d" && !bytes.once_in(8);
    let men = bytes.pick(&CLASSES);
    let guns = calibre_mm > 0 && men.is_some();
    BaseSetup {
        id: id.into(),
        role: if bytes.once_in(32) { bytes.pick(Role::ALL) } else { bytes.pick(&ROLES) },
        arm: bytes.pick(Arm::ALL),
        mobility: bytes.pick(Mobility::ALL),
        men,
        at: bytes.pick(&CLASSES),
        armour: bytes.pick(&CLASSES).filter(|armour| *armour != Class::VeryHeavy || bytes.once_in(16)),
        calibre_mm,
        mounted: bytes.once_in(4),
        sp_full,
        sp,
        markers: if bytes.once_in(3) { bytes.below(usize::from(sp) + 1) as u16 } else { 0 },
        out_of_ammo: bytes.once_in(4),
        cu_thirds: if bytes.once_in(3) { Some(u16::from(bytes.byte())) } else { None },
        posture: bytes.pick(Posture::ALL),
        casemated: bytes.once_in(8),
        disorganised: bytes.once_in(6),
        broken: false,
        notes: Notes::default(),
        square: if here { TARGET } else { bytes.pick(&BESIDE) },
        arrives: if first || !bytes.once_in(4) { 1 } else { 1 + bytes.below(7) as u8 },
        fire: if guns { fire } else { Fire::Direct },
        looks: bytes.once_in(4),
        assaults: if bytes.once_in(4) { Some(bytes.once_in(2)) } else { None },
    }
}

/// Somebody who decides as a coin falls.
#[derive(Debug, Clone)]
pub struct Coin {
    state: u64,
    places: bool,
}

impl Coin {
    /// A coin of this seed; whether it places markers too.
    pub fn new(seed: u64, places: bool) -> Self {
        Self { state: seed, places }
    }

    fn toss(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.state >> 33
    }
}

impl Decide for Coin {
    fn decide(&mut self, _: &Question<'_>) -> Option<bool> {
        Some(self.toss().is_multiple_of(2))
    }

    fn holds_back(&self) -> bool {
        true
    }

    fn places_markers(&self) -> bool {
        self.places
    }

    fn marker(&mut self, options: &[MarkerOn<'_>], _: Placing) -> Option<usize> {
        // One place too far now and then: what is out of the list must do no harm.
        Some(self.toss() as usize % (options.len() + 1))
    }
}

/// A battle of bytes, fought by doctrine, by a coin that places markers, and with dice as the bytes have them.
pub fn engine(data: &[u8]) {
    let mut bytes = Bytes(data);
    let seed = (0..4).fold(0_u64, |seed, _| seed << 8 | u64::from(bytes.byte()));
    let Ok(engagement) = Engagement::new(setup(&mut bytes)) else { return };
    let by_doctrine = || fight(&engagement, &mut Dice::seeded(seed, 0), &mut Doctrine).expect("seeded dice");
    let outcome = by_doctrine();
    assert_eq!(outcome, by_doctrine(), "same input, same outcome");
    holds(engagement.setup(), &outcome);
    for places in [false, true] {
        let by_coin = || fight(&engagement, &mut Dice::seeded(seed, 1), &mut Coin::new(seed, places)).expect("seeded");
        let outcome = by_coin();
        assert_eq!(outcome, by_coin(), "same input, same outcome");
        holds(engagement.setup(), &outcome);
    }
    let script: Vec<String> = bytes.0.iter().map(|byte| (byte % 7).to_string()).collect();
    if let Ok(outcome) = fight(&engagement, &mut Dice::scripted(&script.join(" ")), &mut Doctrine) {
        holds(engagement.setup(), &outcome);
    }
}

/// What must hold of every outcome.
pub fn holds(setup: &Setup, outcome: &Outcome) {
    let sides = [(BattleSide::Attacker, &setup.attacker), (BattleSide::Defender, &setup.defender)];
    let before = sides.into_iter().flat_map(|(side, of)| of.units.iter().map(move |unit| (side, unit)));
    let before: Vec<_> = before.flat_map(|(side, unit)| unit.bases.iter().map(move |b| (side, unit, b))).collect();
    assert_eq!(before.len(), outcome.bases.len());
    for ((side, unit, was), is) in before.iter().zip(&outcome.bases) {
        assert!(is.id == was.id && is.unit == unit.id && is.side == *side, "{is:?}");
        // What one base of a unit gives up as it reorganises another may have taken.
        let has_merged = || outcome.bases.iter().any(|other| other.unit == unit.id && other.fate == BaseFate::Merged);
        let most = if is.sp > was.sp && has_merged() { was.sp_full } else { was.sp };
        assert!(is.sp_before == was.sp && is.sp <= most && is.markers <= is.sp, "{is:?}");
        let lost = matches!(is.fate, BaseFate::Destroyed | BaseFate::Surrendered);
        assert!(!lost || is.sp == 0 && is.square.is_none(), "{is:?}");
        assert!(is.fate != BaseFate::Stands || is.sp > 0, "{is:?}");
        assert!(!was.out_of_ammo || is.out_of_ammo || unit.logistic, "{is:?}");
        assert!(is.cu_thirds.is_none_or(|cu| cu <= was.cu_thirds.unwrap_or(was.sp * 3)), "{is:?}");
    }
    assert!((1..=setup.moves).contains(&outcome.moves));
    assert_eq!(outcome.end == End::Taken, outcome.holder == BattleSide::Attacker, "{:?}", outcome.end);
    assert!(outcome.throws.iter().flat_map(|throw| &throw.faces).all(|face| (1..=6).contains(face)));
    for (_, side) in sides {
        side.units.iter().for_each(|unit| nobody_fires_without_ammunition(setup, unit, outcome));
    }
    if setup.rules == RuleSystemId::SquareBashing {
        square_bashing_holds(setup, outcome);
    }
    let text = serde_json::to_string(outcome).expect("JSON");
    assert_eq!(&serde_json::from_str::<Outcome>(&text).expect("its own JSON"), outcome);
}

/// What must hold of an outcome of Square Bashing.
fn square_bashing_holds(setup: &Setup, outcome: &Outcome) {
    use rules::outcome::Spirit;
    assert_eq!(outcome.moves, 1);
    assert!(outcome.house.is_sorted() && outcome.house.windows(2).all(|two| two[0] != two[1]), "{:?}", outcome.house);
    for is in &outcome.bases {
        let morale = is.morale;
        assert_eq!(is.fate == BaseFate::Surrendered, morale == Some(Spirit::Captured), "{is:?}");
        assert_eq!(is.fate == BaseFate::Destroyed, morale == Some(Spirit::Lost), "{is:?}");
        assert!(is.fate != BaseFate::Dispersed || morale == Some(Spirit::Rout), "{is:?}");
        assert!(is.notes.is_empty() || is.sp > 0 && morale >= Some(Spirit::Steady), "{is:?}");
        assert!(is.square.is_none_or(|at| at.reach_to(setup.square) <= 2 || !is.engaged), "{is:?}");
        // Who was no part of the fight keeps what he has, wherever he goes.
        assert!(morale.is_some() || is.sp == is.sp_before && !is.engaged, "{is:?}");
    }
    let before = setup.attacker.units.iter().chain(&setup.defender.units);
    for (was, is) in before.zip(&outcome.units) {
        let steps = u8::from(is.side == BattleSide::Attacker);
        assert!(is.owed >= was.owed && is.owed <= was.owed.saturating_add(steps), "{is:?}");
    }
}

/// Fire in which every base throws one die and spends what a shot costs.
const VOLLEYS: [&str; 6] =
    ["firefight", "indirect fire", "harassing fire", "shoot and scoot", "opening fire", "fire in return"];

/// No volley of a unit has more dice than bases with ammunition: those that had some, less one for every 1 since where
/// a 1 takes it. What a logistic base gives back in reorganisation is not counted: such units are left out.
fn nobody_fires_without_ammunition(setup: &Setup, unit: &UnitSetup, outcome: &Outcome) {
    if unit.logistic {
        return;
    }
    let ones_count = setup.rules == RuleSystemId::NqmSquared && matches!(setup.scale, Scale::Corps | Scale::Front);
    let units = |base: &BaseSetup| base.cu_thirds.unwrap_or(base.sp * 3);
    let least = |base: &BaseSetup| if base.fire == Fire::Harassing { 1 } else { 3 };
    let armed = |base: &&BaseSetup| {
        let shared = setup.options.cu_by_unit && unit.bases.iter().any(|other| units(other) >= least(base));
        !base.out_of_ammo && (ones_count || units(base) >= least(base) || shared)
    };
    let mut left = unit.bases.iter().filter(armed).count();
    let own = outcome.throws.iter().filter(|throw| throw.thrower == unit.id.as_str());
    for throw in own.filter(|throw| VOLLEYS.contains(&throw.purpose.as_str())) {
        assert!(throw.faces.len() <= left, "{throw:?}: {left} bases with ammunition");
        let ones = throw.faces.iter().map(|face| usize::from(*face == 1)).sum::<usize>();
        left -= if ones_count { ones } else { 0 };
    }
}

/// Whether bytes are a battle that can be fought.
pub fn is_legal(data: &[u8]) -> bool {
    let mut bytes = Bytes(data.get(4..).unwrap_or_default());
    Engagement::new(setup(&mut bytes)).is_ok()
}
