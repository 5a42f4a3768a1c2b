//! An order of battle that a command makes larger or deeper: within what a folder may hold, so that an export of it can be
//! read again.

use campaign::size_limits::{DEPTH, FORMATIONS, LEAVES};
use campaign::{Campaign, Event, Tree};
use domain::FormationId;

use crate::{Changeset, OpError};

/// Refuses what has become too large or too deep.
pub(crate) fn must_fit(changes: &Changeset) -> Result<(), OpError> {
    let moved = |event: &Event| match event {
        Event::FormationCreated { formation } => Some(formation.id.clone()),
        Event::SuperiorChanged { formation, .. } => Some(formation.clone()),
        _ => None,
    };
    let moved: Vec<FormationId> = changes.events().iter().filter_map(moved).collect();
    if moved.is_empty() {
        return Ok(());
    }
    must_be_small(changes.now())?;
    must_be_flat(changes.now(), &moved)
}

fn must_be_small(campaign: &Campaign) -> Result<(), OpError> {
    let leaves = campaign.formations.values().filter(|formation| formation.leaf.is_some()).count();
    for (count, most, what) in [(leaves, LEAVES, "leaves"), (campaign.formations.len(), FORMATIONS, "formations")] {
        if count > most {
            let message = format!("the order of battle would have more than {most} {what}");
            return Err(OpError::not_now(message, "no more can be kept: put some together"));
        }
    }
    Ok(())
}

fn must_be_flat(campaign: &Campaign, moved: &[FormationId]) -> Result<(), OpError> {
    let tree = Tree::new(campaign);
    for formation in moved.iter().filter_map(|id| campaign.formations.get(id)) {
        let above = tree.superiors(formation).len() + 1;
        let level = |under: &campaign::Formation| tree.superiors(under).len() + 1;
        let lowest = tree.with_all_under(formation).into_iter().map(level).max().unwrap_or(above);
        if lowest > DEPTH {
            let message = format!("{} would make the order of battle {lowest} levels deep", formation.named());
            return Err(OpError::not_now(message, format!("it has at most {DEPTH}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::sketch;

    #[test]
    fn too_many_leaves_are_refused() {
        let mut campaign = sketch::blank(4, 4);
        sketch::formation(&mut campaign, "su.1", "SU", domain::Echelon::Battalion, Some("0101"));
        let one = campaign.formations.values().next().unwrap().clone();
        for number in campaign.formations.len()..=LEAVES {
            let id = FormationId::from(format!("su.{number}x"));
            campaign.formations.insert(campaign::Formation { id, ..one.clone() });
        }
        let refused = must_be_small(&campaign).unwrap_err().to_string();
        assert_eq!(refused, "the order of battle would have more than 20000 leaves");
    }
}
