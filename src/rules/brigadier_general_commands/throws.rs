//! What each mechanic does with its input: thrown, and answered.

use serde_json::{Map, Value, json};

use dice::{Call, Dice};

use crate::brigadier_general_commands::answer::{BgcAnswer, count};
use crate::brigadier_general_commands::campaign::{BgcEnd, squads};
use crate::brigadier_general_commands::checks::{air, bug_out, gives_up, in_contact, medic, seen_at, time};
use crate::brigadier_general_commands::close_assault::{BgcMelee, Fighter, MeleeEnd};
use crate::brigadier_general_commands::engage;
use crate::brigadier_general_commands::fire::{BgcReading, Hits, Lot, cover_against};
use crate::brigadier_general_commands::input::{
    AirInput, ApplyInput, BugOutInput, Cause, CloseAssaultInput, CloseAssaultPlatoon, CommsInput, FireInput, FireMode,
    Initiative, Looked, MapInInput, MapOutInput, MedicInput, PoolInput, PoolPlatoon, StepInput, SurrenderInput,
    TimeInput, VisibilityInput, each, read, strength, unfit, within,
};
use crate::brigadier_general_commands::keys::value;
use crate::brigadier_general_commands::kinds::{BgcCover, Mode, Struck};
use crate::brigadier_general_commands::ladder::step;
use crate::brigadier_general_commands::parameters::{BgcHouse, Parameter};
use crate::brigadier_general_commands::strength::BgcStrength;
use crate::brigadier_general_commands::tables::SQUADS;
use crate::mechanic::Result;
use crate::pairs::BattleSide;

/// The answer of a mechanic.
pub(crate) fn tell(name: &'static str, input: &Value, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    match name {
        "pool" => pool(&read(name, input)?),
        "fire" => fire(&read(name, input)?, dice),
        "apply" => apply(&read(name, input)?),
        "step" => step_down(&read(name, input)?),
        "bug-out" => leave(&read(name, input)?, dice),
        "air" => strike(&read(name, input)?, dice),
        "comms" => comms(&read(name, input)?, dice),
        "close-assault" => close_assault(&read(name, input)?, dice),
        "surrender" => surrender(&read(name, input)?, dice),
        "medic" => cure(&read(name, input)?, dice),
        "map-in" => map_in(&read(name, input)?),
        "map-out" => map_out(&read(name, input)?),
        "visibility" => visibility(&read(name, input)?),
        "time" => pass_time(&read(name, input)?, dice),
        _ => engage::roll(&read(name, input)?, dice),
    }
}

/// Pools are summed platoon by platoon, each rounded up on its own (ruling 7).
pub(crate) fn pool(input: &PoolInput) -> Result<BgcAnswer> {
    let (mut all, mut used_house_rules) = (0, Vec::new());
    for platoon in each::<PoolPlatoon>("pool", "platoons", &input.platoons)? {
        let (dice, is_house) = pool_of(&platoon, &input.house)?;
        all += dice;
        used_house_rules.extend(is_house.then_some(Parameter::FireDice));
    }
    let words = count_dice(all);
    Ok(BgcAnswer::new(json!({ "pool": all }), words).leaning(used_house_rules))
}

pub(crate) fn count_dice(all: u32) -> String {
    if all == 1 { "1 die".to_owned() } else { format!("{all} dice") }
}

/// A flat weapon throws its number whatever the losses, while one squad is unwounded (ruling 6).
pub(crate) fn pool_of(platoon: &PoolPlatoon, house: &BgcHouse) -> Result<(u32, bool)> {
    if platoon.u > SQUADS {
        return Err(unfit("pool", format!("a platoon has at most {SQUADS} squads, not {}", platoon.u)));
    }
    let (dice, is_house) = match (platoon.weapon, platoon.fire_dice, platoon.flat) {
        (Some(weapon), None, None) => house.fire_dice(weapon, platoon.u),
        (None, Some(dice), None) => (dice.of(platoon.u), false),
        (None, None, Some(flat)) => (within("pool", "flat", flat)?, false),
        _ => return Err(unfit("pool", "give a platoon one of `weapon`, `fire_dice` and `flat`")),
    };
    Ok(if platoon.u == 0 { (0, is_house) } else { (dice, is_house) })
}

/// The dice of a `fire`, as they are read.
pub(crate) fn lots(input: &FireInput) -> Result<(Vec<Lot>, BgcReading)> {
    let amounts = match (input.mode, input.pool, input.aimed_dice, input.area_dice) {
        (FireMode::Aimed, Some(pool), None, None) => vec![(Mode::Aimed, pool)],
        (FireMode::Area, Some(pool), None, None) => vec![(Mode::Area, pool)],
        (FireMode::Combined, None, Some(aimed), Some(area)) => vec![(Mode::Aimed, aimed), (Mode::Area, area)],
        (FireMode::Combined, ..) => return Err(unfit("fire", "combined fire needs `aimed_dice` and `area_dice`")),
        _ => return Err(unfit("fire", "aimed or area fire needs `pool` and no other dice")),
    };
    let bursts = input.woods && input.artillery;
    // Being dug in is hard cover wherever one is (3.3), so that no tree bursts over the dug-in.
    let cover = if input.dug_in { BgcCover::Hard } else { cover_against(input.cover, bursts, input.closed_armour) };
    let penetrates = input.penetration >= input.armour;
    let lot = |(mode, dice)| Ok(Lot { dice: within("fire", "pool", dice)?, mode, cover, penetrates });
    let lots: Result<Vec<Lot>> = amounts.into_iter().map(lot).collect();
    Ok((lots?, BgcReading { double: input.double, area_points: input.house.area_step_points }))
}

pub(crate) fn fire(input: &FireInput, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    let (lots, reading) = lots(input)?;
    let hits = reading.throw(&lots, &Call::new("the firers", "fire"), dice)?;
    let cover = lots.first().map_or(input.cover, |lot| lot.cover);
    Ok(BgcAnswer::new(fire_keys(cover, hits), format!("{} ({})", hits_words(hits), cover.as_str()))
        .leaning(fire_leans(input)))
}

/// The keys of one roll of fire.
pub(crate) fn fire_keys(cover: BgcCover, hits: Hits) -> Value {
    let Hits { kills, wounds, points } = hits;
    json!({ "cover": cover, "kills": kills, "wounds": wounds, "points": points })
}

pub(crate) fn fire_leans(input: &FireInput) -> Vec<Parameter> {
    let mut used_house_rules = Vec::new();
    if input.mode != FireMode::Aimed {
        used_house_rules.push(Parameter::AreaStepPoints);
    }
    if input.armour > 0 {
        used_house_rules.extend([Parameter::Penetration, Parameter::Armour]);
    }
    used_house_rules
}

/// `2 kills, 1 wound, 6 points`
pub(crate) fn hits_words(hits: Hits) -> String {
    format!("{}, {}, {}", count(hits.kills, "kill"), count(hits.wounds, "wound"), count(hits.points, "point"))
}

/// `1 unwounded, 2 wounded, 1 killed`
pub(crate) fn strength_words(strength: BgcStrength) -> String {
    let BgcStrength { u, w, k } = strength;
    let taken_off = if strength.is_removed() { ": taken off" } else { "" };
    format!("{u} unwounded, {w} wounded, {k} killed{taken_off}")
}

pub(crate) fn strength_keys(strength: BgcStrength) -> Map<String, Value> {
    let BgcStrength { u, w, k } = strength;
    [("u", u), ("w", w), ("k", k)].into_iter().map(|(key, n)| (key.to_owned(), json!(n))).collect()
}

pub(crate) fn apply(input: &ApplyInput) -> Result<BgcAnswer> {
    let before = strength("apply", [input.u, input.w, input.k])?;
    let (kills, wounds) = (within("apply", "K", input.kills)?, within("apply", "W", input.wounds)?);
    let after = before.after(kills, wounds, input.house.surplus_kills);
    let mut keys = strength_keys(after);
    keys.insert("removed".to_owned(), json!(after.is_removed()));
    let spilled =
        after != before.after(kills, wounds, crate::brigadier_general_commands::parameters::Surplus::default());
    Ok(BgcAnswer::new(Value::Object(keys), strength_words(after)).leaning(spilled.then_some(Parameter::SurplusKills)))
}

pub(crate) fn step_down(input: &StepInput) -> Result<BgcAnswer> {
    let points = within("step", "points", input.points)?;
    let (order, levels) = step(input.order, points, input.experience, &input.house);
    let words = format!("{} down: {order}", count(levels, "level"));
    Ok(BgcAnswer::new(json!({ "order": order, "levels": levels }), words).leaning([Parameter::StepSixths]))
}

/// Against ambush fire and air nobody bugs out, nor twice in a turn (ruling 9), nor when there is nobody left.
pub(crate) fn leave(input: &BugOutInput, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    let before = strength("bug-out", [input.u, input.w, input.k])?;
    if input.cause != Cause::Fire || input.already || before.is_removed() {
        return Ok(BgcAnswer::new(json!({ "allowed": false }), "it may not bug out"));
    }
    let (after, order) = bug_out("the platoon", before, input.order, &input.house, dice)?;
    let mut keys = strength_keys(after);
    keys.extend([("allowed".to_owned(), json!(true)), ("order".to_owned(), value(&order))]);
    keys.insert("removed".to_owned(), json!(after.is_removed()));
    Ok(BgcAnswer::new(Value::Object(keys), format!("it bugs out, on {order}: {}", strength_words(after))))
}

pub(crate) fn strike(input: &AirInput, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    let target = air("the aircraft", input.kind, dice)?;
    let words = match target {
        Struck::Own => "its own side is attacked; the enemy throws the fire",
        Struck::Enemy => "the enemy is attacked",
        Struck::Elsewhere => "it goes elsewhere",
    };
    Ok(BgcAnswer::new(json!({ "target": target }), words))
}

pub(crate) fn comms(input: &CommsInput, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    within("comms", "battalions", input.battalions.len() as u32)?;
    let contact = |name: &String| in_contact(name, &input.house, dice);
    let heard: Vec<bool> = input.battalions.iter().map(contact).collect::<Result<_, _>>()?;
    let said = |(name, heard): (&String, &bool)| format!("{name}: {}", if *heard { "in contact" } else { "silent" });
    let words: Vec<String> = input.battalions.iter().zip(&heard).map(said).collect();
    Ok(BgcAnswer::new(json!({ "in_contact": heard }), words.join(", ")).leaning([Parameter::CommsInContact]))
}

pub(crate) fn visibility(input: &VisibilityInput) -> Result<BgcAnswer> {
    let plain = input.fired || input.target == Looked::Vehicle;
    let inches = seen_at(plain, within("visibility", "levels", input.levels)?, input.inside);
    Ok(BgcAnswer::new(json!({ "inches": inches }), format!("seen at {inches} inches")))
}

/// A close assault as its input draws it: with the names of both sides.
pub(crate) fn melee(input: &CloseAssaultInput) -> Result<(BgcMelee, [Vec<String>; 2])> {
    let (attackers, first) = fighters("attackers", &input.attackers)?;
    let (defenders, second) = fighters("defenders", &input.defenders)?;
    Ok((BgcMelee { sides: [attackers, defenders], cover: input.cover }, [first, second]))
}

pub(crate) fn fighters(key: &str, list: &[Value]) -> Result<(Vec<Fighter>, Vec<String>)> {
    let (mut fighters, mut names) = (Vec::new(), Vec::new());
    for platoon in each::<CloseAssaultPlatoon>("close-assault", key, list)? {
        let CloseAssaultPlatoon { id, experience, order, u, w, k, arm } = platoon;
        if names.contains(&id) {
            return Err(unfit("close-assault", format!("`{key}` has two platoons `{id}`")));
        }
        fighters.push(Fighter { experience, arm, order, strength: strength("close-assault", [u, w, k])? });
        names.push(id);
    }
    Ok((fighters, names))
}

pub(crate) fn close_assault(input: &CloseAssaultInput, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    let (melee, names) = melee(input)?;
    let end = melee.fight(&input.house, dice)?;
    let on = end.on.map(|hits| json!({ "K": hits.kills, "W": hits.wounds, "points": hits.points }));
    let [attackers, defenders] = [0, 1].map(|side| states(&names[side], &end.sides[side]));
    let keys = json!({
        "attacker_score": end.score[0], "defender_score": end.score[1], "on_attackers": on[0], "on_defenders": on[1],
        "winner": end.winner, "attackers": attackers, "defenders": defenders,
    });
    let leans = [Parameter::CloseAssaultDice, Parameter::CloseAssaultLoser, Parameter::StepSixths];
    let spills = input.house.surplus_kills == crate::brigadier_general_commands::parameters::Surplus::Spill;
    let told = BgcAnswer::new(keys, score_words(&end)).with_words(fates(&names, &end));
    Ok(told.leaning(leans).leaning(spills.then_some(Parameter::SurplusKills)))
}

pub(crate) fn score_words(end: &MeleeEnd) -> String {
    let who = match end.winner {
        BattleSide::Attacker => "the attacker wins",
        BattleSide::Defender => "the defender holds",
    };
    format!("attacker {}, defender {}: {who}", end.score[0], end.score[1])
}

pub(crate) fn fates(names: &[Vec<String>; 2], end: &MeleeEnd) -> Vec<String> {
    let platoons = names.iter().flatten().zip(end.sides.iter().flatten());
    platoons.map(|(name, f)| format!("{name}: {}, on {}", strength_words(f.strength), f.order)).collect()
}

pub(crate) fn states(names: &[String], fighters: &[Fighter]) -> Value {
    let state = |(name, fighter): (&String, &Fighter)| {
        let mut keys = strength_keys(fighter.strength);
        keys.insert("order".to_owned(), value(&fighter.order));
        (name.clone(), Value::Object(keys))
    };
    Value::Object(names.iter().zip(fighters).map(state).collect())
}

pub(crate) fn surrender(input: &SurrenderInput, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    let surrenders = gives_up("the platoon", input.experience, &input.house, dice)?;
    let words = if surrenders { "it gives up" } else { "it fights on" };
    Ok(BgcAnswer::new(json!({ "surrenders": surrenders }), words).leaning([Parameter::SurrenderMax]))
}

pub(crate) fn cure(input: &MedicInput, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    let before = strength("medic", [input.u, input.w, input.k])?;
    let barred = input.order.runs() || input.fought_close_assault;
    let after = if barred { before } else { medic("the platoon", before, input.level, &input.house, dice)? };
    let words = if barred { "its wounded are not looked after".to_owned() } else { strength_words(after) };
    Ok(BgcAnswer::new(Value::Object(strength_keys(after)), words).leaning([Parameter::MedicNeed]))
}

pub(crate) fn pass_time(input: &TimeInput, dice: &mut Dice<'_>) -> Result<BgcAnswer> {
    let (minutes, flips) = time(&input.house, dice)?;
    let clock = input.clock.checked_add(minutes).ok_or_else(|| unfit("time", "`clock` is too large"))?;
    let initiative = match (input.initiative, flips) {
        (Initiative::Attacker, false) | (Initiative::Defender, true) => "attacker",
        (Initiative::Defender, false) | (Initiative::Attacker, true) => "defender",
    };
    let words =
        format!("{minutes} minutes, {:02}:{:02}; the {initiative} has the initiative", clock / 60 % 24, clock % 60);
    let keys = json!({ "minutes": minutes, "clock": clock, "initiative": initiative });
    Ok(BgcAnswer::new(keys, words).leaning([Parameter::MinutesPerPip, Parameter::InitiativeFlipsOn]))
}

pub(crate) fn map_in(input: &MapInInput) -> Result<BgcAnswer> {
    let wrong = || unfit("map-in", "`sp` must be 1 to 3, and `markers` at most `sp`");
    let after = squads(input.sp, input.markers).ok_or_else(wrong)?;
    Ok(BgcAnswer::new(Value::Object(strength_keys(after)), strength_words(after)))
}

pub(crate) fn map_out(input: &MapOutInput) -> Result<BgcAnswer> {
    let strength = strength("map-out", [input.u, input.w, input.k])?;
    let (order, lost_close_assault) = (input.order, input.lost_close_assault);
    let home = BgcEnd { strength, order, lost_close_assault, captured: false, barred: false }.home();
    let words = home.words();
    Ok(BgcAnswer::new(value(&home), words))
}
