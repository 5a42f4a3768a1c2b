//! Tables of battle groups.

use campaign::{BattleGroup, Campaign};
use domain::FormationId;

use super::cell::SqlRow;
use super::part::TablePart;

/// `battle_group`.
pub(super) struct GroupsTable;

impl TablePart for GroupsTable {
    const NAME: &'static str = "battle_group";
    const COLUMNS: &'static [&'static str] = &["formation", "since", "raised_from"];
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a BattleGroup;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.groups.iter()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, group: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![key.as_str().into(), group.since.into(), group.raised_from.as_str().into()]);
    }
}

/// `battle_group_part`.
pub(super) struct Parts;

impl TablePart for Parts {
    const NAME: &'static str = "battle_group_part";
    const COLUMNS: &'static [&'static str] = &["battle_group", "part", "came_from"];
    const KEYS: usize = 2;
    type Key<'a> = (&'a FormationId, &'a FormationId);
    type Item<'a> = &'a FormationId;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let groups = campaign.groups.iter();
        groups.flat_map(|(id, group)| group.parts.iter().map(move |(part, from)| ((id, part), from)))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, from: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![key.0.as_str().into(), key.1.as_str().into(), from.as_str().into()]);
    }
}
