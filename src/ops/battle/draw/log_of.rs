//! LOG of formations, asked for once each.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation, Tree};
use domain::{FormationId, SideId};
use supply::{Assessment, standings, standings_of};

/// Whether units are in LOG supply, by the formation that draws for them.
pub(crate) struct LogOf(BTreeMap<FormationId, bool>);

impl LogOf {
    /// Of the units of both sides.
    pub(crate) fn new(campaign: &Campaign) -> Self {
        let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
        Self::from(standings(campaign, &sides, usize::MAX))
    }

    /// Of these leaves and all above them.
    pub(crate) fn of<'c>(campaign: &'c Campaign, leaves: impl IntoIterator<Item = &'c Formation>) -> Self {
        Self::from(standings_of(campaign, leaves))
    }

    /// Whether a formation is in LOG supply: it, or the nearest superior that is in the sheet; who is in none is.
    pub(crate) fn holds(&self, tree: &Tree<'_>, formation: &Formation) -> bool {
        let up = std::iter::once(formation).chain(tree.superiors(formation));
        up.into_iter().find_map(|f| self.0.get(&f.id).copied()).unwrap_or(true)
    }
}

impl From<Vec<Assessment>> for LogOf {
    fn from(sheet: Vec<Assessment>) -> Self {
        Self(sheet.into_iter().map(|a| (a.unit, !a.log.out)).collect())
    }
}
