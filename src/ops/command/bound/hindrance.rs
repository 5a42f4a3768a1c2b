//! What keeps units from reorganising, told before they try.

use std::collections::BTreeSet;

use campaign::march::ActionAccount;
use campaign::{Campaign, Tree};
use domain::{Arm, FormationId, Phase, few};

use crate::command::bound::groups::{Group, ReorganisationHindrance, groups, lack, wanted};

/// That nothing hinders somebody but the hours that are left.
pub(crate) const NO_TIME: &str = "no time is left for it";

/// What is told at night of units that were hindered; nothing of guns that stand where they fire from.
pub(super) fn told(campaign: &Campaign, groups: &[Group]) -> Vec<(FormationId, String)> {
    let is_told = |group: &&Group| group.hindrance.as_ref().is_some_and(|why| !are_guns_apart(campaign, group, why));
    told_of(campaign, &groups.iter().filter(is_told).collect::<Vec<_>>())
}

/// What is told of units that could not reorganise: one sentence for each of them and each reason, with all its squares.
pub(super) fn told_of(campaign: &Campaign, groups: &[&Group]) -> Vec<(FormationId, String)> {
    let mut told: Vec<(&FormationId, Option<&ReorganisationHindrance>, Vec<String>)> = Vec::new();
    for group in groups {
        let why = group.hindrance.as_ref();
        let at = campaign.frame.reference(group.square);
        match told.iter_mut().find(|(unit, of, _)| (*unit, *of) == (&group.unit, why)) {
            Some((.., squares)) => squares.push(at),
            None => told.push((&group.unit, why, vec![at])),
        }
    }
    let text = |why: Option<&ReorganisationHindrance>, squares: &[String]| {
        let at = match squares.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => squares.concat(),
        };
        let why = match why {
            Some(ReorganisationHindrance::Elsewhere(_, square)) => {
                format!("its command base stands in {}", campaign.frame.reference(*square))
            }
            Some(other) => other.text(campaign),
            None => NO_TIME.to_owned(),
        };
        format!("not reorganised in {at}: {why}")
    };
    told.into_iter().map(|(unit, why, squares)| (unit.clone(), text(why, &squares))).collect()
}

/// Whether they are guns that stand where they fire from, away from their command base: that is so every night, and
/// `review` says how to change it.
fn are_guns_apart(campaign: &Campaign, group: &Group, why: &ReorganisationHindrance) -> bool {
    let is_gun = |leaf: &FormationId| {
        let arm = campaign.formations.get(leaf).map(|leaf| leaf.arm);
        matches!(arm, Some(Arm::Artillery | Arm::Antiair | Arm::Antitank))
    };
    matches!(why, ReorganisationHindrance::Elsewhere(..)) && group.leaves.iter().all(is_gun)
}

/// The groups without those that only owe attacks, of units of which others are worn: with these what is owed is paid, and
/// where they cannot reorganise nobody spends an hour and an HQ die for nothing.
pub(super) fn wanting(mut groups: Vec<Group>) -> Vec<Group> {
    let worn: BTreeSet<FormationId> = groups.iter().filter(|g| g.worn).map(|g| g.unit.clone()).collect();
    groups.retain(|group| group.worn || !worn.contains(&group.unit));
    groups
}

/// That nobody of a unit can reorganise, with the reason of each.
pub(super) fn nobody(campaign: &Campaign, id: &FormationId, groups: &[Group]) -> String {
    const NAMED: usize = 3;
    let one = |group: &Group| {
        let at = campaign.frame.reference(group.square);
        let of = if group.unit == *id { String::new() } else { format!("{} ", campaign.named(&group.unit)) };
        format!("{of}in {at}, {}", group.why_not(campaign))
    };
    let each: Vec<String> = groups.iter().map(one).collect();
    format!("nothing in {} can reorganise: {}", campaign.named(id), few(&each, NAMED, "; "))
}

impl Group {
    /// What hinders it, in words; that there is no time, where nothing else does.
    pub(super) fn why_not(&self, campaign: &Campaign) -> String {
        self.hindrance.as_ref().map_or(NO_TIME.to_owned(), |why| why.text(campaign))
    }

    /// Whether it can reorganise now.
    pub(super) fn can(&self, tree: &Tree<'_>) -> bool {
        self.hindrance.is_none() && self.is_in_time(tree)
    }

    /// Whether everybody in it has the time that reorganising takes; at night there is enough.
    pub(crate) fn is_in_time(&self, tree: &Tree<'_>) -> bool {
        let campaign = tree.campaign();
        let Some(unit) = campaign.formations.get(&self.unit) else { return false };
        let wanted = wanted(tree, unit);
        let lacks = |id: &FormationId| campaign.formations.get(id).is_none_or(|f| lack(campaign, f, wanted).is_some());
        campaign.bound.phase == Phase::Night || !self.leaves.iter().any(lacks)
    }
}

/// What an order to reorganise comes to for these leaves of a unit: how many want to, how many can do so now, or must, and
/// what hinders the others first.
pub(crate) fn ordered(
    campaign: &Campaign,
    id: &FormationId,
    under: &BTreeSet<FormationId>,
    forced: bool,
) -> ActionAccount {
    let tree = Tree::new(campaign);
    let mut groups = groups(campaign, &|leaf| under.contains(&leaf.id));
    if !forced {
        groups = wanting(groups);
    }
    let count = |groups: &[&Group]| groups.iter().map(|group| group.leaves.len()).sum();
    let (able, unable): (Vec<&Group>, Vec<&Group>) = groups.iter().partition(|group| forced || group.can(&tree));
    let (done, leaves) = (count(&able), count(&able) + count(&unable));
    let hindered = unable.iter().find_map(|group| Some((&group.unit, group.square, group.hindrance.as_ref()?)));
    let why = match hindered {
        _ if groups.is_empty() => Some("it has no marker, is not disorganised and owes nothing".to_owned()),
        Some((unit, square, why)) => {
            let of = if unit == id { String::new() } else { format!("{} ", campaign.name_of(unit.as_str())) };
            Some(format!("{of}in {}: {}", campaign.frame.reference(square), why.text(campaign)))
        }
        None => unable.iter().find(|group| !group.is_in_time(&tree)).map(|group| {
            let of = campaign.name_of(group.unit.as_str());
            let of = if group.unit == *id { String::new() } else { format!(" to {of}") };
            format!("no time is left{of} for it")
        }),
    };
    ActionAccount { unit: id.clone(), action: "reorganise", done, leaves, why }
}
