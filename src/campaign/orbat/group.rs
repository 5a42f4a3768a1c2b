//! Battle groups: formations made for a time from parts of others, which remember whence each part came.
//!
//! What it decides: what is remembered of a group, and what still names a formation that is to be given up.
//! Where to look next: `ops::command::split`, which makes and dissolves them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use domain::{Bound, FormationId, record};

use crate::{Campaign, Formation, Goal, Pool};

/// What is remembered of a battle group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleGroup {
    /// The bound in which it was made.
    pub since: Bound,
    /// The unit that gave most of it: grade, HQ die and marks are that unit's, and what wears them comes back to it.
    pub raised_from: FormationId,
    /// Its parts, each with the superior from which it came.
    pub parts: BTreeMap<FormationId, FormationId>,
}

record! {
    BattleGroup {
        since, raised_from
        ; parts
    }
}

impl Campaign {
    /// The superior to which a formation goes back when the battle group in which it stands is dissolved.
    pub fn came_from(&self, part: &Formation) -> Option<&FormationId> {
        self.groups.get(part.parent.as_ref()?)?.parts.get(&part.id)
    }

    /// What of the present still names a formation, in words; nothing of the histories.
    pub(crate) fn is_in_use(&self, id: &FormationId) -> Option<String> {
        let under = self.formations.values().find(|f| f.parent.as_ref() == Some(id));
        let lent = self.formations.values().find(|f| f.support.as_ref().is_some_and(|support| support.to == *id));
        let dump = self.dumps.values().find(|dump| dump.owner == *id);
        let head = self.railheads.values().find(|head| head.serves.as_ref() == Some(id));
        let order = self.orders.iter().find(|order| order.unit == *id);
        let named_by = self.orders.iter().find(|order| order.action.formations().contains(&id));
        let claim = self.claims.values().find(|claim| claim.by == *id);
        let convoy = self.convoys.iter().find(|(_, convoy)| convoy.to == Goal::Formation(id.clone()));
        let named = |group: &BattleGroup| group.raised_from == *id || group.parts.values().any(|from| from == id);
        let group = self.groups.iter().find(|(group, kept)| *group == id || named(kept));
        under
            .map(|f| format!("{} is under it", f.named()))
            .or_else(|| lent.map(|f| format!("{} is attached to it", f.named())))
            .or_else(|| dump.map(|dump| format!("it owns {}", self.account_named(&dump.id))))
            .or_else(|| head.map(|head| format!("trains to {} supply it", self.account_named(&head.id))))
            .or_else(|| order.map(|order| format!("it has an order for {}", order.bound)))
            .or_else(|| named_by.map(|order| format!("an order of {} names it", self.named(&order.unit))))
            .or_else(|| claim.map(|claim| format!("it claims `{}`", claim.what)))
            .or_else(|| convoy.map(|(lead, _)| format!("the convoy of {} drives to it", self.named(lead))))
            .or_else(|| group.map(|(group, _)| format!("the battle group {} remembers it", self.named(group))))
    }

    /// Whether a history names a formation: of grades, of supply, of battles, of its pool of replacements.
    pub fn is_in_a_history(&self, id: &FormationId) -> bool {
        let fought = self.battles.values().filter_map(|battle| battle.fought.as_ref());
        self.grades.iter().any(|row| row.formation == *id)
            || self.supply.get(id.as_str()).is_some()
            || self.supply.history().iter().any(|row| row.formation == *id)
            || self.replacements.iter().any(|entry| entry.pool == Pool::Formation(id.clone()))
            || fought.flat_map(|fought| &fought.units).any(|unit| unit.unit == *id)
    }
}
