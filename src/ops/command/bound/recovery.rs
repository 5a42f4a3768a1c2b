//! The end of an operation: a share of lost SP comes back (NQM Squared, section 11, `end_of_operation_recovery`).

use std::collections::BTreeMap;

use campaign::{Event, Formation, Setting, Tree};
use domain::FormationId;

use crate::command::unit::{fill_weakest, weakest};
use crate::{Changeset, OpError};

/// Gives every unit its share, when the last night of the campaign closes.
///
/// # Interpretation
/// The operation is the campaign, whose length the folder gives. Counted over the leaves of a unit that are not lost, rounded
/// down, to the weakest leaf first: what is left limps home, who is gone stays gone.
pub(super) fn recover(changes: &mut Changeset) -> Result<(), OpError> {
    let campaign = changes.now();
    let percent = campaign.settings.number(Setting::EndOfOperationRecovery);
    if percent == 0 || campaign.bound.day != campaign.days {
        return Ok(());
    }
    let tree = Tree::new(campaign);
    let mut units: BTreeMap<FormationId, Vec<&Formation>> = BTreeMap::new();
    for leaf in campaign.formations.values().filter(|f| f.leaf.is_some()) {
        units.entry(tree.unit_of(leaf).id.clone()).or_default().push(leaf);
    }
    let of_units: Vec<_> = units.into_iter().map(|(unit, leaves)| (unit, weakest(leaves))).collect();
    for (unit, weakest) in of_units {
        let lost: u32 = weakest.iter().map(|(_, _, lost)| lost).sum();
        let back = lost * percent / 100;
        if back > 0 {
            fill_weakest(changes, &weakest, back)?;
            let text = format!("has {back} of {lost} lost SP back as the operation ends");
            changes.happen(Event::Remarked { formation: unit, text })?;
        }
    }
    Ok(())
}
