//! What an open battle relied on when it was drawn, in words: who posts it is told what has changed since.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use campaign::{Base, Battle, Campaign, Fact, Formation, Tree};
use domain::{Arm, FormationId, Square, SquareSide};

use crate::battle::draw::log_of::LogOf;

/// What stands before a side's id in the text of a square.
const BY_SIDE: [&str; 2] = ["held by", "mined by"];

/// The facts about a square, the units and the leaves of a battle, in this order.
pub(crate) fn facts(campaign: &Campaign, log: &LogOf, square: Square, leaves: &[FormationId]) -> Vec<Fact> {
    let tree = Tree::new(campaign);
    let leaves: Vec<&Formation> = leaves.iter().filter_map(|id| campaign.formations.get(id)).collect();
    let mut seen = BTreeSet::new();
    let units = leaves.iter().map(|leaf| tree.unit_of(leaf)).filter(|unit| seen.insert(&unit.id));
    let units = units.filter(|unit| unit.leaf.is_none());
    let fact = |subject: &str, text: String| Fact { subject: subject.to_owned(), text };
    std::iter::once(fact(&campaign.frame.reference(square), ground(campaign, square)))
        .chain(units.map(|unit| fact(unit.id.as_str(), unit_text(&tree, log, unit))))
        .chain(leaves.iter().map(|leaf| fact(leaf.id.as_str(), leaf_text(campaign, &tree, log, leaf))))
        .collect()
}

/// What of a battle's facts is otherwise now: each with how it stands.
pub(crate) fn changed<'b>(campaign: &Campaign, battle: &'b Battle) -> Vec<(&'b Fact, String)> {
    let drawn = leaves_of(campaign, &battle.facts);
    let leaves: Vec<FormationId> = drawn.iter().map(|f| f.id.clone()).collect();
    let now = facts(campaign, &LogOf::of(campaign, drawn), battle.square, &leaves);
    let other = |fact: &'b Fact| {
        let other = now.iter().find(|other| other.subject == fact.subject && other.text != fact.text)?;
        Some((fact, other.text.clone()))
    };
    battle.facts.iter().filter_map(other).collect()
}

/// A fact's text as a person reads it. What is kept of a drawing keeps its words, or battles that were drawn before would all
/// have changed.
pub fn fact_told(campaign: &Campaign, text: &str) -> String {
    // The rules take who has no grade as regular.
    let told = text.replace("no grade,", "regular (no grade of its own),").replace(", 1 markers", ", 1 marker");
    campaign.sides.iter().fold(told, |told, side| {
        BY_SIDE.iter().fold(told, |told, by| told.replace(&format!("{by} {}", side.id), &format!("{by} {}", side.name)))
    })
}

/// The leaves of a battle that stand otherwise than they were drawn.
pub(crate) fn changed_leaves(campaign: &Campaign, battle: &Battle) -> Vec<FormationId> {
    let changed: Vec<Fact> = changed(campaign, battle).into_iter().map(|(fact, _)| fact.clone()).collect();
    leaves_of(campaign, &changed).into_iter().map(|leaf| leaf.id.clone()).collect()
}

/// The leaves among the subjects of facts.
pub(crate) fn leaves_of<'a>(campaign: &'a Campaign, facts: &[Fact]) -> Vec<&'a Formation> {
    let there = |fact: &Fact| campaign.formation(&fact.subject).filter(|f| f.leaf.is_some());
    facts.iter().filter_map(there).collect()
}

/// The ground and who holds it, with the crossings on the sides of the square and its mines.
fn ground(campaign: &Campaign, square: Square) -> String {
    let held = campaign.ground.control(square).map_or_else(|| "nobody".to_owned(), |side| side.to_string());
    let mut text = format!("{}, held by {held}", campaign.ground.terrain(square));
    let sides: Vec<SquareSide> = campaign.frame.neighbours(square).filter_map(|to| square.side_to(to)).collect();
    for crossing in campaign.crossings.values().filter(|c| c.side.is_some_and(|side| sides.contains(&side))) {
        let state = if crossing.is_open(campaign.bound) { "open" } else { "not open" };
        let _ = write!(text, ", {} {state}", crossing.id);
    }
    if let Some(mines) = campaign.mines_in(square) {
        let _ = write!(text, ", {}", mines.words(mines.side.as_str()));
    }
    text
}

fn unit_text(tree: &Tree<'_>, log: &LogOf, unit: &Formation) -> String {
    let grade = tree.grade(unit).map_or("no grade".to_owned(), |grade| grade.to_string());
    let die = unit.hq_die.map_or("full".to_owned(), |die| die.to_string());
    let supply = if log.holds(tree, unit) { "in LOG supply" } else { "out of LOG" };
    let mut text = format!("{grade}, HQ die {die}, owes {}, {supply}", unit.attacks_owed);
    let marks = [
        (unit.marks.met_tanks, "has met tanks"),
        (unit.marks.half_tested, "half-strength test done"),
        (unit.marks.without_orders, "without orders"),
        (unit.marks.fanatical, "fanatical"),
    ];
    for (_, word) in marks.iter().filter(|(is, _)| *is) {
        text.push_str(", ");
        text.push_str(word);
    }
    text
}

fn leaf_text(campaign: &Campaign, tree: &Tree<'_>, log: &LogOf, leaf: &Formation) -> String {
    let Some(of) = &leaf.leaf else { return String::new() };
    let bases: Vec<String> = of.bases.iter().map(base_text).collect();
    let at = of.square.map(|square| campaign.frame.reference(square)).unwrap_or_default();
    let casemated = if of.casemated { " in casemates" } else { "" };
    let mut text = format!("{}, {}, {}{casemated}, in {at}", bases.join("; "), of.state, of.posture);
    let alone = tree.unit_of(leaf).id == leaf.id;
    if alone && leaf.arm != Arm::Hq {
        let _ = write!(text, ", {}", unit_text(tree, log, leaf));
    }
    text
}

fn base_text(base: &Base) -> String {
    let mut text = format!("{} of {} SP", base.sp, base.sp_full);
    if base.markers > 0 {
        let _ = write!(text, ", {} markers", base.markers);
    }
    if base.out_of_ammo {
        text.push_str(", out of ammunition");
    }
    if let Some(thirds) = base.marks.cu_thirds {
        let _ = write!(text, ", {thirds} thirds of a CU");
    }
    if base.marks.mounted {
        text.push_str(", mounted");
    }
    if let Some(noted) = base.marks.noted {
        let _ = write!(text, ", {} since {}", noted.notes, noted.bound);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::sketch;

    #[test]
    fn a_fact_is_kept_by_id_and_told_by_name() {
        let mut campaign = sketch::blank(6, 6);
        sketch::add_side(&mut campaign, "AX", "Axis", "grey");
        let axis = campaign.sides[0].id;
        let square = sketch::square("0202");
        std::sync::Arc::make_mut(&mut campaign.ground).set_control(square, Some(axis));
        let kept = ground(&campaign, square);
        assert_eq!((kept.as_str(), fact_told(&campaign, &kept).as_str()), ("open, held by AX", "open, held by Axis"));
        let unit = "no grade, HQ die full";
        assert_eq!(fact_told(&campaign, unit), "regular (no grade of its own), HQ die full");
        assert_eq!(fact_told(&campaign, "2 of 4 SP, 1 markers"), "2 of 4 SP, 1 marker");
    }
}
