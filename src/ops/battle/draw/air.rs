//! Air leaves of the order of battle in a battle: which can fly, as what aircraft, and what of it is kept.
//!
//! What it decides: that they fly a sortie for one square, from an open airfield, as the weather lets them, at most as often a
//! day as the setting `air_sorties` says (NQM Free, "Supply and tasks"); when they come (NQM Squared, section 4).
//! What it never does: throw. Markers that they took come home with them, and are reorganised as those of others are.

use campaign::{Base, Battle, BattleUnit, Campaign, Formation, Setting, Tree};
use domain::{Class, Echelon, FormationId, LeafState, Mobility, RuleSystemId};
use rules::outcome::Outcome;
use rules::pairs::BattleSide;
use rules::setup::{AirKind, AirSetup};

use super::facts::leaves_of;
use super::part::base_id;
use crate::{Changeset, DecisionContext, OpError, pick};

/// Moves until the aircraft of a corps come that are called in battle, by the rules of Free: four hours. Those of an army take
/// eight, and come when it is over.
const CORPS_AIR: u8 = 4;

/// The move of what comes when the battle is over.
const TOO_LATE: u8 = 7;

/// The air leaves of these units that fly for a battle.
///
/// # Errors
/// When a unit has none, or one of them cannot fly and no umpire lets it.
pub(crate) fn flying(context: &DecisionContext<'_>, words: &[String]) -> Result<Vec<FormationId>, OpError> {
    let tree = Tree::new(context.campaign);
    let mut flying = Vec::new();
    for word in words {
        let unit = pick::unit(context.campaign, word)?;
        let leaves: Vec<&Formation> = tree.leaves(unit).into_iter().filter(|leaf| is_air(leaf)).collect();
        if leaves.is_empty() {
            let hint = "`--air` takes leaves of mobility `air`, or a formation above them";
            return Err(OpError::NotNow {
                message: format!("{} has no aircraft", unit.named()),
                at: unit.id.to_string(),
                hint: hint.into(),
            });
        }
        for leaf in leaves {
            if flying.contains(&leaf.id) {
                continue;
            }
            if let Some(why) = hindrance(context.campaign, leaf) {
                context.rule(format!("{} cannot fly: {why}", leaf.named()), leaf.id.as_str())?;
            }
            flying.push(leaf.id.clone());
        }
    }
    Ok(flying)
}

pub(crate) fn is_air(leaf: &Formation) -> bool {
    leaf.mobility == Some(Mobility::Air) && leaf.leaf.is_some()
}

fn hindrance(campaign: &Campaign, leaf: &Formation) -> Option<String> {
    let of = leaf.leaf.as_ref()?;
    if of.state != LeafState::Organised {
        return Some(format!("it is {}", of.state));
    }
    if !bases(leaf).any(|(_, base)| base.weapon_men.is_some() && base.sp > base.markers) {
        return Some("none of its aircraft is armed and free of markers".to_owned());
    }
    if campaign.flying_now() == "none" {
        return Some("the weather of this bound stops all flying".to_owned());
    }
    if campaign.field_of(&leaf.id).is_none() {
        return Some("it is not at an open airfield of its side".to_owned());
    }
    let (flown, most) = (flown_today(campaign, &leaf.id), campaign.settings.number(Setting::AirSorties));
    (flown >= most).then(|| format!("it has flown {flown} of its {most} today (setting `air_sorties`)"))
}

/// How many sorties in battle a leaf has flown today, or is drawn for.
fn flown_today(campaign: &Campaign, leaf: &FormationId) -> u32 {
    let today = campaign.battles.values().filter(|battle| battle.bound.day == campaign.bound.day);
    let has = |battle: &&Battle| match &battle.fought {
        Some(fought) => fought.units.iter().any(|unit| unit.unit == *leaf),
        None => battle.facts.iter().any(|fact| fact.subject == leaf.as_str()),
    };
    today.filter(has).count() as u32
}

fn bases(leaf: &Formation) -> impl Iterator<Item = (usize, &Base)> {
    leaf.leaf.iter().flat_map(|leaf| leaf.bases.iter().enumerate()).filter(|(_, base)| base.sp > 0)
}

/// The aircraft of a side in a battle.
///
/// # Interpretation
/// The order of battle gives a weapon class, and no engines: fighters and ground attack aircraft have one and come low, those
/// of the class VH have two and bomb from height. The attacker has planned for his; the defender's are called.
pub(crate) fn aircraft(campaign: &Campaign, battle: &Battle, side: BattleSide) -> Vec<AirSetup> {
    let of = |leaf: &&Formation| is_air(leaf) && (leaf.side == battle.attacker) == (side == BattleSide::Attacker);
    let leaves = leaves_of(campaign, &battle.facts).into_iter().filter(of);
    let one = |leaf: &Formation, number: usize, base: &Base| {
        let class = base.weapon_men?;
        let (kind, engines) = match class {
            Class::VeryHeavy => (AirKind::Bomber, 2),
            Class::Heavy => (AirKind::GroundAttack, 1),
            _ => (AirKind::Fighter, 1),
        };
        let (id, low) = (base_id(leaf, number).to_string(), kind != AirKind::Bomber);
        let arrives = arrives(campaign, battle, leaf, side);
        (base.sp > base.markers).then_some(AirSetup {
            id,
            engines,
            kind: Some(kind),
            class: None,
            low,
            at_anti_air: false,
            arrives,
        })
    };
    leaves.flat_map(|leaf| bases(leaf).filter_map(move |(number, base)| one(leaf, number, base))).collect()
}

/// The move in which a leaf comes: what was planned in the first, what is called one move later; by the rules of Free after
/// the hours that the call takes.
fn arrives(campaign: &Campaign, battle: &Battle, leaf: &Formation, side: BattleSide) -> u8 {
    let tree = Tree::new(campaign);
    match (side, battle.rules) {
        (BattleSide::Attacker, _) => 1,
        (_, RuleSystemId::NqmFree) if tree.at_level(leaf, Echelon::Corps).is_some() => 1 + CORPS_AIR,
        (_, RuleSystemId::NqmFree) => TOO_LATE,
        _ => 2,
    }
}

/// What a battle was for the air leaves drawn for it: that they flew.
pub(crate) fn sorties<'a>(campaign: &'a Campaign, battle: &'a Battle) -> impl Iterator<Item = BattleUnit> + use<'a> {
    let leaves = leaves_of(campaign, &battle.facts).into_iter().filter(|leaf| is_air(leaf));
    leaves.map(|leaf| BattleUnit {
        unit: leaf.id.clone(),
        attacked: leaf.side == battle.attacker,
        engaged: false,
        first: false,
        sp_before: 0,
        sp_lost: 0,
        passed: 0,
        failed: 0,
        sp_whole: 0,
    })
}

/// Puts the markers that aircraft took on their bases.
///
/// # Errors
/// When the campaign refuses it.
pub(crate) fn come_home(changes: &mut Changeset, battle: &Battle, outcome: &Outcome) -> Result<(), OpError> {
    let drawn: Vec<Formation> =
        leaves_of(changes.now(), &battle.facts).into_iter().filter(|leaf| is_air(leaf)).cloned().collect();
    for leaf in &drawn {
        for (number, base) in bases(leaf) {
            let id = base_id(leaf, number);
            let took = outcome.air.iter().filter(|air| air.id == id.as_str()).map(|air| air.markers).sum::<u16>();
            if took > 0 {
                changes.markers(&leaf.id, number as u16, (base.markers + took).min(base.sp))?;
            }
        }
    }
    Ok(())
}
