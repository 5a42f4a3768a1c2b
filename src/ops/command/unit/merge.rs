//! `unit merge`: a battle group gives its parts back; what is left of a leaf is put into another (see `leaf_merge`).
//!
//! What it decides: to whom each part goes, and what becomes of all that names the group.

use serde::{Deserialize, Serialize};

use campaign::{BattleGroup, Event, Formation, Goal, Order, Tree, UnitMarks};
use domain::{FormationId, Said, command};

use super::leaf_merge;
use super::split::must_be_at_rest;
use crate::{Changeset, DecisionContext, OpError, pick};

/// A battle group is dissolved, or a leaf put into another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitMerge {
    /// The group, or the leaf, as given.
    pub unit: String,
    /// The leaf into which it is put, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<String>,
}

impl UnitMerge {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?;
        if let Some(into) = &self.into {
            let (leaf, into) = (unit.id.clone(), pick::unit(changes.now(), into)?.id.clone());
            return leaf_merge::merge(context, changes, &leaf, &into);
        }
        let id = unit.id.clone();
        let Some(kept) = changes.now().groups.get(&id).cloned() else { return Err(no_group(changes, unit)) };
        let heir = unit.parent.clone();
        let going = Dissolved { id, kept, heir };
        going.must_be_at_rest(changes)?;
        going.give_back(changes)?;
        going.remembered_elsewhere(changes)?;
        going.wear(changes)?;
        let heir = going.heir.clone().unwrap_or_else(|| going.kept.raised_from.clone());
        going.hand_over(changes, &heir)?;
        going.end(changes)
    }
}

/// Ends a group of which nothing is left since another was made of all of it: that one has its dumps and trains.
///
/// # Errors
/// When it is in a battle that is drawn, or a convoy drives to it.
pub(crate) fn replaced(changes: &mut Changeset, id: &FormationId, by: &FormationId) -> Result<(), OpError> {
    let Some(kept) = changes.now().groups.get(id).cloned() else { return Ok(()) };
    if !Tree::new(changes.now()).children(id).is_empty() {
        return Ok(());
    }
    let heir = changes.formation(id)?.parent.clone();
    let going = Dissolved { id: id.clone(), kept, heir: heir.clone() };
    going.must_be_at_rest(changes)?;
    going.remembered_elsewhere(changes)?;
    going.hand_over(changes, by)?;
    going.end(changes)?;
    heir.map_or(Ok(()), |above| replaced(changes, &above, by))
}

fn no_group(changes: &Changeset, unit: &Formation) -> OpError {
    let id = &unit.id;
    let groups: Vec<String> = changes.now().groups.keys().map(|group| changes.now().named(group)).collect();
    let (message, hint) = match (&unit.leaf, groups.is_empty()) {
        (Some(_), _) => (
            format!("{} is a leaf: it can only be merged into another", unit.named()),
            command!("name that one too: `railhead unit merge {id} INTO`"),
        ),
        (None, true) => {
            (format!("{} is not a battle group", unit.named()), command!("`railhead unit split` makes one"))
        }
        (None, false) => {
            (format!("{} is not a battle group", unit.named()), format!("battle groups: {}", groups.join(", ")).into())
        }
    };
    OpError::NotNow { message, at: id.to_string(), hint }
}

/// A battle group on its way out.
struct Dissolved {
    id: FormationId,
    kept: BattleGroup,
    /// Its superior, to whom goes what cannot go back; none where it stands directly under its side.
    heir: Option<FormationId>,
}

impl Dissolved {
    fn must_be_at_rest(&self, changes: &Changeset) -> Result<(), OpError> {
        let group = changes.formation(&self.id)?;
        let under = Tree::new(changes.now()).with_all_under(group);
        under.iter().try_for_each(|f| must_be_at_rest(changes.now(), f))?;
        let refused = |message: String, hint: Said| OpError::NotNow { message, at: self.id.to_string(), hint };
        let to_it = |convoy: &&campaign::Convoy| convoy.to == Goal::Formation(self.id.clone());
        if let Some(lead) = changes.now().convoys.values().find(to_it).and_then(|convoy| convoy.lead()) {
            let message = format!("the convoy of {} drives to {}", changes.now().named(lead), group.named());
            return Err(refused(message, command!("`railhead supply send {lead} --home`, or `--release`")));
        }
        Ok(())
    }

    /// Every part goes back; what came to stand under the group in another way goes to its superior.
    fn give_back(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let children = Tree::new(changes.now()).children(&self.id).iter().map(|f| f.id.clone()).collect::<Vec<_>>();
        for part in &children {
            let (to, said) = self.back_to(changes, part)?;
            let (before, after) = (Some(self.id.clone()), to);
            changes.happen(Event::SuperiorChanged { formation: part.clone(), before, after })?;
            let lost =
                changes.formation(part)?.leaf.as_ref().filter(|leaf| leaf.state.is_lost()).map(|leaf| leaf.state);
            let lost = lost.map(|state| format!("is {state}, and goes back as it is"));
            for text in [said, lost].into_iter().flatten() {
                changes.happen(Event::Remarked { formation: part.clone(), text })?;
            }
        }
        let gone: Vec<_> = self.kept.parts.keys().filter(|part| !children.contains(part)).cloned().collect();
        gone.into_iter().try_for_each(|part| {
            let above = changes.formation(&part)?.parent.as_ref();
            let above = above.map_or("its side".to_owned(), |id| changes.now().name_of(id.as_str()).to_owned());
            let text = format!("stays under {above}, where it was put since");
            changes.happen(Event::Remarked { formation: part, text })
        })
    }

    /// Under whom a part comes, and what is to be said of it.
    fn back_to(
        &self,
        changes: &Changeset,
        part: &FormationId,
    ) -> Result<(Option<FormationId>, Option<String>), OpError> {
        let heir = self.heir.as_ref().map_or_else(|| "its side".to_owned(), |heir| changes.now().named(heir));
        let Some(from) = self.kept.parts.get(part) else {
            return Ok((self.heir.clone(), Some(format!("came to the group since it was made, and goes to {heir}"))));
        };
        let tree = Tree::new(changes.now());
        let above = tree.superiors(changes.formation(from)?);
        if from == part || above.iter().any(|f| f.id == *part) {
            let text = format!(
                "cannot go back to {}, which stands under it now, and goes to {heir}",
                changes.now().named(from)
            );
            return Ok((self.heir.clone(), Some(text)));
        }
        Ok((Some(from.clone()), None))
    }

    /// Other groups forget this one: what they had from it goes back to those from whom it had come.
    fn remembered_elsewhere(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let others: Vec<_> = changes
            .now()
            .groups
            .iter()
            .filter(|(id, _)| **id != self.id)
            .map(|(id, g)| (id.clone(), g.clone()))
            .collect();
        for (id, group) in others {
            let mut after = group.clone();
            if after.raised_from == self.id {
                after.raised_from = self.kept.raised_from.clone();
            }
            for (part, from) in &group.parts {
                if *from != self.id {
                    continue;
                }
                match self.kept.parts.get(part).or(self.heir.as_ref()) {
                    Some(to) => after.parts.insert(part.clone(), to.clone()),
                    None => after.parts.remove(part),
                };
            }
            if after != group {
                let (before, after) = (Some(Box::new(group)), Some(Box::new(after)));
                changes.happen(Event::BattleGroupChanged { group: id, before, after })?;
            }
        }
        Ok(())
    }

    /// The unit from which most of it came is as worn as the more worn of the two, and has seen what both saw.
    fn wear(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = self.kept.raised_from.clone();
        let (group, own) = (changes.formation(&self.id)?.clone(), changes.formation(&unit)?.clone());
        let die = Tree::new(changes.now()).hq_die(&own);
        if let Some(worn) = group.hq_die.filter(|worn| *worn < die) {
            changes.happen(Event::HqDieChanged { formation: unit.clone(), before: own.hq_die, after: Some(worn) })?;
        }
        if group.attacks_owed > own.attacks_owed {
            let (before, after) = (own.attacks_owed, group.attacks_owed);
            changes.happen(Event::AttacksOwedChanged { formation: unit.clone(), before, after })?;
        }
        let (new, old) = (group.marks, own.marks);
        let both = UnitMarks {
            fought: new.fought || old.fought,
            met_tanks: new.met_tanks || old.met_tanks,
            half_tested: new.half_tested || old.half_tested,
            ..old
        };
        changes.marks(&unit, both)
    }

    /// Dumps and trains of the group go to its heir; support and orders end.
    fn hand_over(&self, changes: &mut Changeset, heir: &FormationId) -> Result<(), OpError> {
        let level = changes.formation(heir)?.echelon;
        let now = changes.now().clone();
        for dump in now.dumps.values().filter(|dump| dump.owner == self.id) {
            let (before, after) = ((self.id.clone(), dump.level), (heir.clone(), level));
            changes.happen(Event::DumpHandedOver { dump: dump.id.clone(), before, after })?;
        }
        for head in now.railheads.values().filter(|head| head.serves.as_ref() == Some(&self.id)) {
            let mut served = head.clone();
            served.serves = Some(heir.clone());
            changes.railhead(&head.id, Some(head.clone()), Some(served))?;
        }
        let lent = |f: &&Formation| f.support.as_ref().is_some_and(|support| support.to == self.id);
        for formation in now.formations.values().filter(lent) {
            let (formation, before) = (formation.id.clone(), formation.support.clone());
            changes.happen(Event::SupportChanged { formation, before, after: None })?;
        }
        let concerned = |order: &&Order| order.unit == self.id || order.action.formations().contains(&&self.id);
        for order in now.orders.iter().filter(concerned).cloned() {
            let (unit, bound) = (order.unit.clone(), order.bound);
            changes.happen(Event::OrderChanged { unit, bound, before: Some(Box::new(order)), after: None })?;
        }
        Ok(())
    }

    /// The group is one no longer; it stays, with nothing under it, where a history names it.
    fn end(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let before = Some(Box::new(self.kept.clone()));
        changes.happen(Event::BattleGroupChanged { group: self.id.clone(), before, after: None })?;
        if changes.now().is_in_a_history(&self.id) {
            let text = "stays in the order of battle with nothing under it: histories name it".to_owned();
            return changes.happen(Event::Remarked { formation: self.id.clone(), text });
        }
        let formation = Box::new(changes.formation(&self.id)?.clone());
        changes.happen(Event::FormationDissolved { formation })
    }
}
