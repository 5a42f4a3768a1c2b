//! A battle that is posted, and the other open battles of the bound: what it did to a unit that stands in both.
//!
//! What it decides: which facts of another open battle are written again, so that it can still be posted.
//! What it never does: excuse any other change. What differed before this post differs after it.
//! Where to look next: `admit`, which refuses by the facts; `post`, which adds up what both battles did to a unit.

use std::collections::BTreeSet;

use campaign::{Battle, Campaign, Event, Fact, Formation, Leaf, Tree};
use domain::FormationId;

use crate::battle::draw::facts::{facts, leaves_of};
use crate::battle::draw::log_of::LogOf;
use crate::{Changeset, DecisionContext, OpError};

/// Writes again, in every other open battle, how this post left the units that stand in both.
///
/// # Errors
/// When an event is refused.
pub(crate) fn reconcile(
    context: &DecisionContext<'_>,
    changes: &mut Changeset,
    battle: &Battle,
) -> Result<(), OpError> {
    let tree = Tree::new(context.campaign);
    let drawn = leaves_of(context.campaign, &battle.facts);
    let units: BTreeSet<&FormationId> = drawn.into_iter().map(|leaf| &tree.unit_of(leaf).id).collect();
    let others = context.campaign.battles.values().filter(|other| other.is_open() && other.id != battle.id);
    let shares = |other: &&Battle| other.facts.iter().any(|fact| is_of(&tree, &units, fact));
    let others: Vec<&Battle> = others.filter(shares).collect();
    if others.is_empty() {
        return Ok(());
    }
    let (was, is) = (LogOf::new(context.campaign), LogOf::new(changes.now()));
    for other in others {
        let leaves: Vec<FormationId> = leaves_of(context.campaign, &other.facts).iter().map(|f| f.id.clone()).collect();
        let before = facts(context.campaign, &was, other.square, &leaves);
        let now = facts(changes.now(), &is, other.square, &leaves);
        let mut after = other.clone();
        for fact in after.facts.iter_mut().filter(|fact| is_of(&tree, &units, fact)) {
            // Had it changed already, this battle is not what changed it.
            let stood = before.contains(fact) && only_state(context.campaign, changes.now(), fact);
            if let Some(there) = now.iter().find(|there| stood && there.subject == fact.subject) {
                fact.text.clone_from(&there.text);
            }
        }
        if after != *other {
            let (id, before) = (other.id.clone(), Some(Box::new(other.clone())));
            changes.happen(Event::BattleChanged { battle: id, before, after: Some(Box::new(after)) })?;
        }
    }
    Ok(())
}

/// Whether a fact is about one of these units or about somebody under one.
fn is_of(tree: &Tree<'_>, units: &BTreeSet<&FormationId>, fact: &Fact) -> bool {
    let Some(subject) = tree.campaign().formation(&fact.subject) else { return false };
    units.contains(&subject.id) || tree.superiors(subject).iter().any(|above| units.contains(&above.id))
}

/// Whether of the subject, where it is a leaf, nothing but its state is another: a battle in which it did not stand
/// disorganises it with its unit, and does nothing else to it.
fn only_state(before: &Campaign, now: &Campaign, fact: &Fact) -> bool {
    let leaf = |campaign: &Campaign| campaign.formation(&fact.subject).and_then(|f: &Formation| f.leaf.clone());
    match (leaf(before), leaf(now)) {
        (Some(before), Some(now)) => before == Leaf { state: before.state, ..now },
        (before, now) => before.is_none() && now.is_none(),
    }
}
