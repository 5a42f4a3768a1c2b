//! LOG of formations, asked for once each.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation, Tree};
use domain::{FormationId, SideId};
use supply::standings;

/// Whether the units of both sides are in LOG supply, by the formation that draws for them.
pub(crate) struct LogOf(BTreeMap<FormationId, bool>);

impl LogOf {
    pub(crate) fn new(campaign: &Campaign) -> Self {
        let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
        Self(standings(campaign, &sides, usize::MAX).into_iter().map(|a| (a.unit, !a.log.out)).collect())
    }

    /// Whether a formation is in LOG supply: it, or the nearest superior that is in the sheet; who is in none is.
    pub(crate) fn holds(&self, tree: &Tree<'_>, formation: &Formation) -> bool {
        let up = std::iter::once(formation).chain(tree.superiors(formation));
        up.into_iter().find_map(|f| self.0.get(&f.id).copied()).unwrap_or(true)
    }
}
