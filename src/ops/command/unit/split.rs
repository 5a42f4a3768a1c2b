//! `unit split`: parts of a unit are put together for a time as a battle group.
//!
//! The group is a formation like any other. What makes it a group is that the campaign remembers whence each part came,
//! so that `unit merge` can give it back.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use campaign::{BattleGroup, Campaign, Event, Formation, Leaf, Tree};
use domain::{Arm, Echelon, FormationId, Said, command};

use crate::command::unit::merge::replaced;
use crate::command::unit::new::{legal_id, next_order};
use crate::{Changeset, OpError, pick};

/// Parts of a unit become a battle group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitSplit {
    /// The unit, as given.
    pub unit: String,
    /// The id of the group.
    pub id: String,
    /// Its name; none for its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Under whom it stands, as given; none for the unit itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
    /// Its level, as given; none for the one above its largest part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub echelon: Option<String>,
    /// What it is made of, as given.
    pub parts: Vec<String>,
}

impl UnitSplit {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        legal_id(&self.id)?;
        let campaign = changes.now();
        let tree = Tree::new(campaign);
        let unit = pick::unit(campaign, &self.unit)?;
        if unit.leaf.is_some() {
            return Err(refused(unit, "is a leaf and has nothing under it to split off", ""));
        }
        let parts = self.picked(&tree, unit)?;
        must_be_free(&tree, &parts)?;
        must_leave_some(&tree, unit, &parts)?;
        let superior = self.under.as_ref().map_or(Ok(unit), |word| pick::unit(campaign, word))?;
        let group = self.group(&tree, (unit, superior), &parts)?;
        let raised_from = donor(&tree, &parts).map_or_else(|| unit.id.clone(), |donor| donor.id.clone());
        let came = parts.iter().filter_map(|part| Some((part.id.clone(), part.parent.clone()?))).collect();
        let kept = BattleGroup { since: campaign.bound, raised_from, parts: came };
        let moves: Vec<_> = parts.iter().map(|part| (part.id.clone(), part.parent.clone())).collect();
        let id = group.id.clone();
        changes.happen(Event::FormationCreated { formation: Box::new(group) })?;
        changes.happen(Event::BattleGroupChanged { group: id.clone(), before: None, after: Some(Box::new(kept)) })?;
        for (formation, before) in &moves {
            let (formation, before, after) = (formation.clone(), before.clone(), Some(id.clone()));
            changes.happen(Event::SuperiorChanged { formation, before, after })?;
        }
        let left: BTreeSet<FormationId> = moves.into_iter().filter_map(|(_, before)| before).collect();
        left.iter().try_for_each(|group| replaced(changes, group, &id))
    }

    /// The parts that are meant: each under the unit, none named twice or with what stands over it.
    fn picked<'a>(&self, tree: &Tree<'a>, unit: &'a Formation) -> Result<Vec<&'a Formation>, OpError> {
        let mut parts: Vec<&Formation> = Vec::new();
        for word in &self.parts {
            let part = pick::unit_under(tree, unit, word)?;
            let above = tree.superiors(part);
            if parts.iter().any(|there| there.id == part.id) {
                return Err(refused(part, "is named twice", "name each part once"));
            }
            let over = |one: &Formation, other: &Formation| tree.superiors(other).iter().any(|f| f.id == one.id);
            if let Some(other) = parts.iter().find(|there| over(there, part) || over(part, there)) {
                let (low, high) = if above.iter().any(|f| f.id == other.id) { (part, *other) } else { (*other, part) };
                let message = format!("is under {}, which is also named", high.named());
                return Err(refused(low, &message, "name only one of them"));
            }
            parts.push(part);
        }
        Ok(parts)
    }

    fn group<'a>(
        &self,
        tree: &Tree<'a>,
        (unit, superior): (&'a Formation, &'a Formation),
        parts: &[&'a Formation],
    ) -> Result<Formation, OpError> {
        let echelon = self.echelon.as_ref().map(|word| word.parse::<Echelon>()).transpose()?;
        let donor = donor(tree, parts).unwrap_or(unit);
        let differs = |own, inherited| if own == inherited { None } else { own };
        let (name, echelon) = (self.name.clone(), echelon.unwrap_or_else(|| level(unit, parts)));
        let (id, name) = (self.id.as_str().into(), name.unwrap_or_else(|| self.id.clone()));
        Ok(Formation {
            order: next_order(tree.campaign()),
            parent: Some(superior.id.clone()),
            nationality: unit.nationality.clone(),
            grade: differs(tree.grade(donor), tree.grade(superior)),
            grade_under: differs(tree.grade_under(donor), tree.grade_under(superior)),
            hq_die: donor.hq_die,
            attacks_owed: donor.attacks_owed,
            marks: donor.marks,
            ..Formation::new(id, unit.side, name, echelon, arm(tree, unit, parts))
        })
    }
}

/// What is said of a unit that something cannot be done with, by its name and id.
pub(crate) fn refused(unit: &Formation, what: &str, hint: impl Into<Said>) -> OpError {
    OpError::NotNow { message: format!("{} {what}", unit.named()), at: unit.id.to_string(), hint: hint.into() }
}

/// The level above that of the largest part: not above that of the unit, and never a battalion.
///
/// # Interpretation
/// A unit of the rules is a regiment or brigade: a group of battalions is one.
fn level(unit: &Formation, parts: &[&Formation]) -> Echelon {
    let largest = parts.iter().map(|part| part.echelon).max().unwrap_or(Echelon::Battalion);
    let above = Echelon::ALL.iter().copied().find(|level| *level > largest).unwrap_or(largest);
    above.min(unit.echelon).max(Echelon::Regiment)
}

/// SP of the leaves at or under a formation that can fight and are not lost.
fn fighting_sp<'a>(tree: &Tree<'a>, formation: &'a Formation) -> u32 {
    let leaves = tree.leaves(formation);
    leaves
        .iter()
        .filter(|f| f.can_fight())
        .filter_map(|f| f.leaf.as_ref())
        .filter(|l| !l.state.is_lost())
        .map(Leaf::sp)
        .sum()
}

/// The unit that gives most fighting SP; of equal ones the first by id.
fn donor<'a>(tree: &Tree<'a>, parts: &[&'a Formation]) -> Option<&'a Formation> {
    let mut given: BTreeMap<&FormationId, (u32, &'a Formation)> = BTreeMap::new();
    for part in parts {
        let Some(superior) = tree.parent(part) else { continue };
        let unit = tree.unit_of(superior);
        given.entry(&unit.id).or_insert((0, unit)).0 += fighting_sp(tree, part);
    }
    given.into_iter().max_by_key(|(id, (sp, _))| (*sp, Reverse(*id))).map(|(_, (_, unit))| unit)
}

/// The arm of most of its fighting SP, of equal ones the first of the list of arms.
fn arm<'a>(tree: &Tree<'a>, unit: &Formation, parts: &[&'a Formation]) -> Arm {
    let mut shares: BTreeMap<usize, u32> = BTreeMap::new();
    for leaf in parts.iter().flat_map(|part| tree.leaves(part)).filter(|f| f.can_fight()) {
        let place = Arm::ALL.iter().position(|arm| *arm == leaf.arm).unwrap_or_default();
        *shares.entry(place).or_default() += fighting_sp(tree, leaf);
    }
    let most = shares.into_iter().max_by_key(|(place, sp)| (*sp, Reverse(*place)));
    most.and_then(|(place, _)| Arm::ALL.get(place)).copied().unwrap_or(unit.arm)
}

/// Refuses parts that are lost, that an engagement was drawn with, or that drive.
fn must_be_free<'a>(tree: &Tree<'a>, parts: &[&'a Formation]) -> Result<(), OpError> {
    let lost = |f: &&Formation| f.leaf.as_ref().is_some_and(|leaf| leaf.state.is_lost());
    for part in parts {
        let leaves = tree.leaves(part);
        if leaves.iter().all(lost) {
            let state = part.leaf.as_ref().map_or("lost", |leaf| leaf.state.as_str());
            return Err(refused(part, &format!("is {state}"), "leave it out"));
        }
        leaves.iter().chain([part]).try_for_each(|f| must_be_at_rest(tree.campaign(), f))?;
    }
    if parts.iter().all(|part| fighting_sp(tree, part) == 0) {
        let hint = command!("put supply vehicles under another superior with `railhead unit command`");
        return Err(OpError::not_now("none of these parts can fight: they cannot be a battle group", hint));
    }
    Ok(())
}

/// Refuses what stands in an engagement that is drawn and not posted, and vehicles that drive.
pub(crate) fn must_be_at_rest(campaign: &Campaign, unit: &Formation) -> Result<(), OpError> {
    let id = unit.id.as_str();
    let open = |battle: &&campaign::Battle| battle.is_open() && battle.facts.iter().any(|fact| fact.subject == id);
    if let Some(battle) = campaign.battles.values().find(open) {
        let message = format!("is in the battle `{}`, which is drawn but not posted", battle.id);
        return Err(refused(unit, &message, crate::battle::draw::admit::how_settled(campaign, battle)));
    }
    if let Some(convoy) = campaign.convoy_of(id).and_then(|convoy| convoy.lead()) {
        let hint = command!("`railhead supply send {convoy} --release`");
        return Err(refused(unit, &format!("drives in the convoy `{convoy}`"), hint));
    }
    Ok(())
}

/// Refuses to take all that can fight.
fn must_leave_some<'a>(tree: &Tree<'a>, unit: &'a Formation, parts: &[&'a Formation]) -> Result<(), OpError> {
    let taken: BTreeSet<&FormationId> = parts.iter().flat_map(|part| tree.leaves(part)).map(|leaf| &leaf.id).collect();
    let stays = |f: &&Formation| !taken.contains(&f.id) && fighting_sp(tree, f) > 0;
    if tree.leaves(unit).iter().any(stays) {
        return Ok(());
    }
    let hint = command!("leave it a part, or move all of it to another superior: `railhead unit command {}`", unit.id);
    Err(refused(unit, "would be left with nothing that can fight", hint))
}
