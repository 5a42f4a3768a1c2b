//! What keeps units from reorganising, told before they try.

use std::collections::BTreeSet;

use crate::campaign::{Campaign, Formation, Tree};
use crate::domain::{FormationId, Phase, Square};

use super::reorganise::{Group, groups, lack, wanted};

/// What keeps a unit from reorganising in a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hindrance {
    /// An enemy stands there.
    Enemy,
    /// It is on the march through the night.
    March,
    /// It has been out of LOG for too long (house rule `isolation`).
    Isolated,
    /// Its command base stands elsewhere.
    Elsewhere(FormationId, Square),
    /// Its command base is not on the map.
    Lost,
    /// It was given none, and no base there has an SP without a marker to stand for it.
    Nobody,
}

impl Hindrance {
    pub(super) fn text(&self, campaign: &Campaign) -> String {
        match self {
            Self::Enemy => "the enemy is in the square".to_owned(),
            Self::March => "it is on the march".to_owned(),
            Self::Isolated => "it has been out of LOG for too long (house rule `isolation`)".to_owned(),
            Self::Elsewhere(hq, square) => {
                format!("no command base is there (`{hq}` stands in {})", campaign.frame.reference(*square))
            }
            Self::Lost => "no command base is there (its own is not on the map)".to_owned(),
            Self::Nobody => "no base there has an SP without a marker, to stand for a command base".to_owned(),
        }
    }
}

/// Why a unit cannot reorganise now, where it cannot, and the command that would let it or does it.
pub(in crate::ops) fn outlook(tree: &Tree<'_>, unit: &Formation) -> (Option<String>, String) {
    let campaign = tree.campaign();
    let worn = groups(campaign, &|leaf| tree.unit_of(leaf).id == unit.id).into_iter().filter(|group| group.worn);
    let worn: Vec<Group> = worn.collect();
    let wanted = wanted(tree, unit);
    let lacks = |id: &FormationId| campaign.formations.get(id).is_some_and(|f| lack(campaign, f, wanted).is_some());
    let in_time = |group: &&Group| campaign.bound.phase == Phase::Night || !group.leaves.iter().any(lacks);
    let able: Vec<&Group> = worn.iter().filter(|group| group.hindrance.is_none()).collect();
    if able.iter().any(in_time) {
        return (None, format!("reorganise {}", unit.id));
    }
    if !able.is_empty() {
        return (Some("no time is left for it".to_owned()), format!("order {} reorganise --for next", unit.id));
    }
    let Some((square, why)) = worn.iter().find_map(|group| Some((group.square, group.hindrance.as_ref()?))) else {
        return (None, format!("reorganise {}", unit.id));
    };
    let at = campaign.frame.reference(square);
    let command = match why {
        Hindrance::Enemy => format!("ground show {at}"),
        Hindrance::March => "bound close".to_owned(),
        Hindrance::Isolated => format!("supply trace {}", unit.id),
        Hindrance::Elsewhere(hq, _) => format!("move {hq} {at}"),
        Hindrance::Lost | Hindrance::Nobody => format!("unit show {}", unit.id),
    };
    (Some(format!("in {at}, {}", why.text(campaign))), command)
}

/// Whether everybody of a formation who wants to reorganise can do so now.
pub(in crate::ops::command) fn can(campaign: &Campaign, id: &FormationId) -> bool {
    let tree = Tree::new(campaign);
    let Some(unit) = campaign.formations.get(id) else { return false };
    let under: BTreeSet<&FormationId> = tree.leaves(unit).iter().map(|leaf| &leaf.id).collect();
    let groups = groups(campaign, &|leaf| under.contains(&leaf.id));
    let lacks = |group: &Group, id: &FormationId| {
        let (Some(unit), Some(leaf)) = (campaign.formations.get(&group.unit), campaign.formations.get(id)) else {
            return true;
        };
        campaign.bound.phase != Phase::Night && lack(campaign, leaf, wanted(&tree, unit)).is_some()
    };
    let can = |group: &Group| group.hindrance.is_none() && !group.leaves.iter().any(|id| lacks(group, id));
    !groups.is_empty() && groups.iter().all(can)
}
