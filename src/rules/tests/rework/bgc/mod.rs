//! Brigadier General Commands read a second time, plainly, from its page, `../shared/rules/brigadier-general-commands.md`: a
//! thousand turns of `roll engage` and a thousand battles of a campaign, fought by the program and worked from the page.
//!
//! What it is: `figures`, the page's figures; `turn`, sections 4 and 5.2; `field`, sections 5.1 and 6; here the drawing of
//! engagements and the comparison. The program and it share the input and the faces of the dice, and nothing else.
//! What it covers: every key of `engage`, and of a battle every choice of its table; every weapon, arm, order, experience,
//! cover, row of armour, house parameter; comms, anti-aircraft fire, aircraft, indirect, planned and deferred fire, aimed
//! and area pools, `combine`, tree bursts, unequal dice, flat weapons, bug out, surrender, held fire and ambush, close
//! assault, medics, time; every row of 6.1, notes, leaves of several bases, who joins, guns elsewhere, headquarters alone,
//! contested squares, the edge of the map; the house parameters that an answer leaned on (6.5).
//! What it does not: mechanics one at a time, which have cases and odds of their own; a battle whose file does not say
//! where the attack comes from; raising of orders, visibility, movement, which take no dice in a turn.
//! Where the page is silent the readings of `docs/RULINGS.md`, "Battles", and of
//! `docs/rules/brigadier-general-commands.md` are taken: the effect of fire at aircraft, and that it comes before any other dice but those of the
//! radio; deferred fire in the last pool of its side; callers as the turn begins; list order and who fires from elsewhere;
//! guns that hold their fire; who cannot leave defends; who runs takes no ground; who joins; kills that spill go round as
//! others do; what is not placed goes back where all troops of its square do, those who joined from there too; medics do nothing for guns elsewhere.

mod draw;
mod field;
mod figures;
mod turn;

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use dice::{Dice, Seeded};
use domain::RuleSystemId;
use rules::decision::Doctrine;
use rules::outcome::Outcome;
use rules::pairs::BattleSide;
use rules::setup::Setup;
use rules::{self, Engagement};

use super::{BATTLES, Draw, all_happen};
use field::Field;
use figures::House;
use turn::{ATTACKER, DEFENDER, Plane, Platoon, Terms, Turn};

pub(super) const BGC: RuleSystemId = RuleSystemId::BrigadierGeneralCommands;

/// More faces than the largest pools of a turn throw.
const FACES: usize = 1_500;

fn faces(seed: u64) -> (Vec<u8>, String) {
    let mut dice = Seeded::new(seed, 2);
    let faces: Vec<u8> = (0..FACES).map(|_| dice.face()).collect();
    let script: Vec<String> = faces.iter().map(u8::to_string).collect();
    (faces, script.join(" "))
}

/// The turn of an input of section 10.
fn turn<'t>(input: &Json, house: &'t House, faces: &'t [u8]) -> Turn<'t> {
    let flag = |key: &str| input[key] == true;
    let terms = Terms {
        woods: flag("woods"),
        flank: input["facing"].as_str().is_some_and(|facing| facing != "front"),
        combine: flag("combine"),
        roll_comms: flag("roll_comms"),
        roll_time: flag("roll_time"),
        care: input["medic_level"].as_str().unwrap_or("none").to_owned(),
    };
    let mut turn = Turn::new(house, faces, terms);
    let keys = [
        ("attackers", "attacker_air", "attacker_rear_blocked", "open"),
        ("defenders", "defender_air", "rear_blocked", input["cover"].as_str().unwrap_or("open")),
    ];
    for (side, (list, air, barred, ground)) in keys.into_iter().enumerate() {
        for of in input[list].as_array().into_iter().flatten() {
            let mut platoon = Platoon::read(of, ground, house);
            platoon.barred = flag(barred);
            turn.sides[side].push(platoon);
        }
        let plane = |of: &Json| Plane {
            kind: of["kind"].as_str().expect("a kind").to_owned(),
            squads: of["u"].as_u64().unwrap_or(4) as u32,
        };
        turn.air[side] = input[air].as_array().into_iter().flatten().map(plane).collect();
    }
    turn
}

type Seen = BTreeMap<String, usize>;

fn count<'w>(happened: &mut Seen, words: impl IntoIterator<Item = &'w str>) {
    for word in words {
        *happened.entry(word.to_owned()).or_default() += 1;
    }
}

/// A turn both ways: the keys that differ.
fn turns_differ(input: &Json, seed: u64, happened: &mut Seen) -> Vec<String> {
    let (faces, script) = faces(seed);
    let mut dice = Dice::scripted(&script);
    let rolled = rules::system(BGC).roll("engage", input, &mut dice);
    let mut program = serde_json::to_value(rolled.unwrap_or_else(|error| panic!("{error}\n{input}"))).unwrap();
    program["dice_used"] = dice.log().iter().map(|throw| throw.faces.len()).sum::<usize>().into();
    let none = json!({});
    let house = House::new(input.get("house").unwrap_or(&none));
    let mut turn = turn(input, &house, &faces);
    turn.play();
    let mut plain = turn.answer();
    let leaned: Vec<&str> = turn.leaned.iter().copied().collect();
    plain["house"] = (!leaned.is_empty()).into();
    plain["house_parameters"] = json!(leaned);
    count(happened, turn.seen.iter().copied());
    for side in [ATTACKER, DEFENDER] {
        count(happened, (0..turn.sides[side].len()).map(|i| turn.morale(side, i)));
        count(happened, turn.sides[side].iter().map(|p| p.order.as_str()));
    }
    let keys = plain.as_object().unwrap();
    let same = |key: &str| {
        let mut theirs = program[key].clone();
        if let Some(list) = theirs.as_array_mut().filter(|_| key == "house_parameters") {
            list.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }
        (theirs.clone(), theirs == plain[key])
    };
    keys.keys()
        .map(|key| (key, same(key)))
        .filter(|(_, (_, same))| !same)
        .map(|(key, (theirs, _))| format!("    {key}: program {theirs}\n    {key}: plain   {}", plain[key]))
        .collect()
}

#[test]
fn turns_agree_with_their_plain_working() {
    let (mut wrong, mut seen) = (Vec::new(), Seen::new());
    for seed in 0..BATTLES {
        let input = Draw { dice: Seeded::new(seed, 3), free: false }.turn();
        let lines = turns_differ(&input, seed, &mut seen);
        if !lines.is_empty() {
            wrong.push(format!("seed {seed}:\n{}\n{input}", lines.join("\n")));
        }
    }
    let first: String = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {BATTLES} differ\n{first}", wrong.len());
    all_happen(&seen, &HAPPENS);
    all_happen(&seen, &["Double", "Move", "Aim", "Defend", "Follow", "Shaken", "Hold", "Back", "Rout"]);
}

/// What happens in a turn.
const HAPPENS: [&str; 26] = [
    "fire at aircraft",
    "aircraft driven off",
    "aircraft",
    "aircraft on their own",
    "indirect fire",
    "planned fire",
    "deferred fire",
    "fire",
    "tree bursts",
    "flat weapon",
    "bug out",
    "gives up",
    "does not give up",
    "held fire",
    "ambush",
    "walks in",
    "assault won",
    "assault lost",
    "cured",
    "steady",
    "retire",
    "run",
    "rout",
    "lost",
    "captured",
    "Hold",
];

/// What the program came to, line by line.
fn by_program(outcome: &Outcome) -> Vec<String> {
    let word = |of: Json| of.as_str().unwrap_or_default().to_owned();
    let dice: usize = outcome.throws.iter().map(|t| t.faces.len()).sum();
    let end = word(serde_json::to_value(outcome.end).unwrap());
    let holder = if outcome.holder == BattleSide::Attacker { "attacker" } else { "defender" };
    let mut lines = vec![format!("{end} {holder}, {dice} dice")];
    for b in &outcome.bases {
        let fate = word(serde_json::to_value(b.fate).unwrap());
        let place = b.square.map(|square| square.to_string()).unwrap_or_default();
        let flags = if place.is_empty() { String::new() } else { format!("{} {}", b.disorganised, b.broken) };
        let morale = b.morale.map_or("-", |morale| morale.as_str());
        let (id, notes) = (&b.id, b.notes.to_string());
        lines.push(format!("{id} {fate} {} {} {flags} {place} {} {morale} {notes}", b.sp, b.markers, b.engaged));
    }
    let units = outcome.units.iter();
    lines.extend(units.map(|u| format!("{} {} {} {} {}", u.id, u.hq_die, u.owed, u.disorganised, u.engaged)));
    let house: Vec<&str> = outcome.house.iter().map(String::as_str).collect();
    lines.push(house.join(" "));
    lines
}

/// A battle both ways: the lines that differ.
fn battles_differ(setup: &Setup, seed: u64, happened: &mut Seen) -> Vec<String> {
    let (faces, script) = faces(seed);
    let engagement = Engagement::new(setup.clone()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let outcome = rules::fight(&engagement, &mut Dice::scripted(&script), &mut Doctrine).unwrap();
    let none = json!({});
    let (ours, words) = Field::new(setup, &none).fight(&faces);
    let theirs = by_program(&outcome);
    count(happened, words);
    count(happened, theirs.iter().flat_map(|line| line.split(' ')).filter(|word| FATES.contains(word)));
    assert_eq!(ours.len(), theirs.len());
    let pairs = theirs.iter().zip(&ours).filter(|(a, b)| a != b);
    let mut lines: Vec<String> = pairs.map(|(a, b)| format!("    program {a}\n    plain   {b}")).collect();
    if !lines.is_empty() {
        lines.extend(outcome.throws.iter().map(|t| format!("    {} {} {:?}", t.thrower, t.purpose, t.faces)));
    }
    lines
}

const FATES: [&str; 6] = ["stands", "retreated", "off_map", "surrendered", "destroyed", "taken"];

#[test]
fn battles_agree_with_their_plain_working() {
    let (mut wrong, mut seen) = (Vec::new(), Seen::new());
    for seed in 0..BATTLES {
        let (setup, text) = Draw { dice: Seeded::new(seed, 4), free: false }.campaign();
        let lines = battles_differ(&setup, seed, &mut seen);
        if !lines.is_empty() {
            wrong.push(format!("seed {seed}:\n{}\n{text}", lines.join("\n")));
        }
    }
    let first: String = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {BATTLES} differ\n{first}", wrong.len());
    all_happen(&seen, &HAPPENS[..19]);
    all_happen(&seen, &FATES);
    all_happen(&seen, &["command alone"]);
}
