//! What part a leaf takes in a battle: on which side, from which move, firing how.

use campaign::{Battle, BattleUnit, Formation, Tree};
use domain::{Arm, Echelon, FormationId, Grade, LeafState, Mobility, Role, RuleSystemId, Square, SupportKind};
use rules::classes::reach;
use rules::pairs::BattleSide;
use rules::reaction::{Called, arrival, hours};
use rules::setup::Fire;

/// What part a leaf takes.
#[derive(Debug, Clone)]
pub(crate) struct LeafPart<'a> {
    /// The leaf.
    pub(crate) leaf: &'a Formation,
    /// Its side of the battle.
    pub(crate) side: BattleSide,
    /// The move in which it arrives, or from which it fires; 7 is after the battle.
    pub(crate) arrives: u8,
    /// How it fires.
    pub(crate) fire: Fire,
}

/// Whether a leaf goes on attacking after a battle of this bound that it won: its unit attacked, has the square and failed no
/// test. Having fought does not hinder it then (section 8, "Follow-on").
pub(crate) fn follows_on(tree: &Tree<'_>, leaf: &Formation) -> bool {
    let (campaign, unit) = (tree.campaign(), &tree.unit_of(leaf).id);
    let won = |battle: &Battle| {
        let Some(fought) = battle.fought.as_ref().filter(|f| f.holder == battle.attacker) else { return false };
        let attacked = |there: &BattleUnit| there.unit == *unit && there.attacked && there.engaged && there.failed == 0;
        battle.bound == campaign.bound && battle.attacker == leaf.side && fought.units.iter().any(attacked)
    };
    leaf.leaf.as_ref().is_some_and(|leaf| leaf.state == LeafState::Disorganised) && campaign.battles.values().any(won)
}

/// Whether a leaf is artillery: guns that fire from the second rank and from other squares.
pub(crate) fn is_artillery(leaf: &Formation) -> bool {
    leaf.arm == Arm::Artillery && leaf.leaf.as_ref().is_some_and(|l| l.bases.iter().any(|b| b.role == Role::Support))
}

/// How many squares a leaf reaches with its fire.
pub(crate) fn reach_of(leaf: &Formation) -> u32 {
    let bases = leaf.leaf.iter().flat_map(|leaf| &leaf.bases);
    bases.map(|base| reach(is_artillery(leaf), base.calibre_mm.unwrap_or_default())).max().unwrap_or(1)
}

/// The parts of these leaves in the battle for a square.
pub(crate) fn parts<'a>(
    tree: &Tree<'a>,
    battle: &Battle,
    leaves: impl Iterator<Item = &'a Formation>,
) -> Vec<LeafPart<'a>> {
    let Battle { square, attacker, rules, .. } = *battle;
    let leaves: Vec<&Formation> = leaves.collect();
    let mut parts: Vec<LeafPart<'a>> = Vec::new();
    for leaf in &leaves {
        let side = if leaf.side == attacker { BattleSide::Attacker } else { BattleSide::Defender };
        let peers = leaves.iter().copied().filter(|other| other.side == leaf.side && is_main(other, square, side));
        let peers: Vec<&Formation> = peers.collect();
        let arrives = arrives(tree, square, leaf, side, &peers);
        let late = rules == RuleSystemId::NqmFree
            && arrives == 1
            && is_artillery(leaf)
            && !stands_in(leaf, square)
            && !peers.iter().any(|peer| directs_fire(peer));
        let arrives = if late { arrival(Called::OtherFire, 0, true, false) } else { arrives };
        parts.push(LeafPart { leaf, side, arrives, fire: fire(leaf, side) });
    }
    parts
}

/// Whether somebody can direct fire: an observer, or a command base (NQM Free, "Fortification, artillery, markers").
///
/// # Interpretation
/// Without one direct support is not at once: it comes a move later, as what is in support.
fn directs_fire(leaf: &Formation) -> bool {
    let bases = leaf.leaf.iter().flat_map(|leaf| &leaf.bases).filter(|base| base.sp > 0);
    matches!(leaf.arm, Arm::Hq | Arm::Observer)
        || bases.into_iter().any(|base| matches!(base.role, Role::Command | Role::Observer))
}

/// Whether a leaf is there from the start: a defender in the square, an attacker in it or beside it.
pub(crate) fn is_main(leaf: &Formation, square: Square, side: BattleSide) -> bool {
    let steps = leaf.stands_on().map_or(u32::MAX, |at| at.steps_to(square));
    if side == BattleSide::Defender { steps == 0 } else { steps <= 1 }
}

fn stands_in(leaf: &Formation, square: Square) -> bool {
    leaf.stands_on() == Some(square)
}

/// The move in which a leaf arrives, or from which its guns fire (NQM Squared, section 4).
///
/// # Interpretation
/// Delays are those of a call from elsewhere: guns in the square itself need nobody's call to fight for it, and have to be
/// dealt with before it falls, whoever commands them.
fn arrives(tree: &Tree<'_>, square: Square, leaf: &Formation, side: BattleSide, main: &[&Formation]) -> u8 {
    let guns = is_artillery(leaf);
    if stands_in(leaf, square) || is_main(leaf, square, side) && !guns {
        return 1;
    }
    let Some(first) = main.iter().find(|other| other.id != leaf.id) else { return 1 };
    let fought = fights_for(tree, first);
    let own = under(tree, leaf, &fought.id) || main.iter().any(|other| serves(tree, leaf, other));
    if guns {
        if own {
            return 1;
        }
        let up = hours_to(tree, square, fought, leaf);
        return arrival(Called::OtherFire, up, true, false).min(7);
    }
    let beside = leaf.stands_on().is_some_and(|at| at.steps_to(square) == 1);
    let called = if own && beside { Called::TroopsBeside } else { Called::OtherTroops };
    let fast = leaf.mobility.is_some_and(|m| matches!(m, Mobility::Armoured | Mobility::Motorised));
    let halved = fast && tree.grade(leaf).is_some_and(|grade| grade == Grade::Veteran);
    let contingency = !tree.unit_of(leaf).marks.without_orders;
    arrival(called, hours_to(tree, square, fought, leaf), contingency, halved).min(7)
}

/// The division for which a leaf fights, without one its unit.
pub(crate) fn fights_for<'a>(tree: &Tree<'a>, leaf: &'a Formation) -> &'a Formation {
    tree.at_level(leaf, Echelon::Division).unwrap_or_else(|| tree.unit_of(leaf))
}

fn under(tree: &Tree<'_>, leaf: &Formation, id: &FormationId) -> bool {
    leaf.id == *id || tree.superiors(leaf).iter().any(|above| above.id == *id)
}

/// Whether a leaf or a superior of it is under command of, or in direct support of, one who fights or its superiors.
fn serves(tree: &Tree<'_>, leaf: &Formation, other: &Formation) -> bool {
    supports(tree, leaf, other, |kind| matches!(kind, SupportKind::UnderCommand | SupportKind::DirectSupport))
}

/// Whether a leaf or a superior of it supports one who fights, or a superior of it, in a manner that is wanted.
pub(crate) fn supports(
    tree: &Tree<'_>,
    leaf: &Formation,
    other: &Formation,
    wanted: impl Fn(SupportKind) -> bool,
) -> bool {
    let lent = std::iter::once(leaf).chain(tree.superiors(leaf)).filter_map(|f| f.support.as_ref());
    lent.filter(|support| wanted(support.kind)).any(|support| under(tree, other, &support.to))
}

/// The hours up from who is attacked, or attacks, to the lowest HQ over it and this leaf.
fn hours_to(tree: &Tree<'_>, square: Square, fought: &Formation, leaf: &Formation) -> u8 {
    let above = tree.superiors(leaf);
    let chain = std::iter::once(fought).chain(tree.superiors(fought));
    let common = chain.into_iter().find(|f| above.iter().any(|a| a.id == f.id));
    let Some(common) = common else { return hours(Echelon::ArmyGroup, false) };
    let on_the_spot = tree.command_leaves(common).any(|hq| {
        let near = |at: Square| at.steps_to(square) <= 1;
        hq.stands_on().is_some_and(near)
    });
    hours(common.echelon.max(Echelon::Corps), on_the_spot)
}

/// How a leaf fires: artillery indirect, but for Soviet artillery that supports an attack (section 7).
fn fire(leaf: &Formation, side: BattleSide) -> Fire {
    let gun = leaf.leaf.iter().flat_map(|leaf| &leaf.bases).any(|b| b.calibre_mm.is_some() && b.weapon_men.is_some());
    if !is_artillery(leaf) || !gun || side == BattleSide::Attacker && is_soviet(leaf) {
        return Fire::Direct;
    }
    Fire::Indirect
}

/// Nationalities are the organiser's own letters: those that begin as `SOV`, `SU` or `RUS` do are Soviet.
fn is_soviet(leaf: &Formation) -> bool {
    let nationality = leaf.nationality.to_lowercase();
    nationality == "su" || nationality.starts_with("sov") || nationality.starts_with("rus")
}

/// The HQ that commands a leaf: the division, corps or army of whose own troops it is, or that of its regiment.
fn commander<'a>(tree: &Tree<'a>, leaf: &'a Formation) -> &'a Formation {
    let unit = tree.unit_of(leaf);
    if unit.echelon >= Echelon::Division { unit } else { tree.parent(unit).unwrap_or(unit) }
}

/// Whether the guns of a leaf reach the square, for somebody who fights: of its division, in support of it, or of an HQ
/// above it.
pub(crate) fn can_support(tree: &Tree<'_>, leaf: &Formation, square: Square, main: &[&Formation]) -> bool {
    let in_reach = leaf.stands_on().is_some_and(|at| at.reach_to(square) <= reach_of(leaf));
    if !in_reach || !is_artillery(leaf) || !leaf.is_fighting_leaf() {
        return false;
    }
    main.iter().filter(|other| other.side == leaf.side).any(|other| {
        let fought = fights_for(tree, other);
        under(tree, leaf, &fought.id)
            || supports(tree, leaf, other, |_| true)
            || tree.superiors(fought).iter().any(|above| above.id == commander(tree, leaf).id)
    })
}

/// The id of a base of a leaf: the leaf's own where it has one, else `leaf#n`.
pub(crate) fn base_id(leaf: &Formation, number: usize) -> FormationId {
    let bases = leaf.leaf.as_ref().map_or(0, |leaf| leaf.bases.len());
    if bases == 1 { leaf.id.clone() } else { format!("{}#{}", leaf.id, number + 1).into() }
}
