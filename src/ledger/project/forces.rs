//! Tables of the order of battle: formations, support, leaves, bases, grades.

use campaign::{Base, Campaign, Formation, GradeRow};
use domain::FormationId;

use super::cell::{SqlCell, SqlRow};
use super::drawings::json;
use super::part::{TablePart, WriteManner};

/// `formation`.
pub(super) struct Formations;

impl TablePart for Formations {
    const NAME: &'static str = "formation";
    #[rustfmt::skip]
    const COLUMNS: &'static [&'static str] = &[
        "id", "position", "parent", "side", "name", "nationality", "echelon", "arm", "mobility", "grade",
        "grade_under", "hq_die", "once_had_log", "once_had_pol", "note", "attacks_owed",
    ];
    // Two formations that change places in the tree would be a cycle between the one update and the other.
    const MANNER: WriteManner = WriteManner::Replace;
    const OF_FORMATIONS: bool = true;
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a Formation;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.formations.iter()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, formation: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            key.as_str().into(),
            formation.order.into(),
            formation.parent.as_ref().map(FormationId::as_str).into(),
            formation.side.into(),
            (&formation.name).into(),
            (&formation.nationality).into(),
            formation.echelon.into(),
            formation.arm.into(),
            formation.mobility.into(),
            formation.grade.into(),
            formation.grade_under.into(),
            formation.hq_die.into(),
            formation.once_had.log.into(),
            formation.once_had.pol.into(),
            (&formation.note).into(),
            formation.attacks_owed.into(),
        ]);
    }
}

/// `support`: whom a formation supports.
pub(super) struct Supports;

impl TablePart for Supports {
    const NAME: &'static str = "support";
    const COLUMNS: &'static [&'static str] = &["formation", "supported", "kind"];
    const OF_FORMATIONS: bool = true;
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a campaign::Support;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.formations.iter().filter_map(|(id, formation)| Some((id, formation.support.as_ref()?)))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, support: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![key.as_str().into(), support.to.as_str().into(), support.kind.into()]);
    }
}

/// `leaf`.
pub(super) struct Leaves;

impl TablePart for Leaves {
    const NAME: &'static str = "leaf";
    #[rustfmt::skip]
    const COLUMNS: &'static [&'static str] = &[
        "formation", "square", "posture", "casemated", "state", "arrives", "entry", "by_rail", "carries", "capacity",
    ];
    const OF_FORMATIONS: bool = true;
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a campaign::Leaf;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.formations.iter().filter_map(|(id, formation)| Some((id, formation.leaf.as_ref()?)))
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, leaf: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            key.as_str().into(),
            leaf.square.map(|square| campaign.frame.reference(square)).into(),
            leaf.posture.into(),
            leaf.casemated.into(),
            leaf.state.into(),
            leaf.arrives.into(),
            leaf.entry.as_ref().map_or(SqlCell::Null, json),
            leaf.by_rail.into(),
            leaf.carries.into(),
            leaf.capacity.into(),
        ]);
    }
}

/// `base`.
pub(super) struct BasesTable;

impl TablePart for BasesTable {
    const NAME: &'static str = "base";
    #[rustfmt::skip]
    const COLUMNS: &'static [&'static str] = &[
        "leaf", "number", "role", "weapon_men", "weapon_armour", "armour", "calibre_mm", "sp_full", "sp", "markers",
        "out_of_ammo",
    ];
    const KEYS: usize = 2;
    const OF_FORMATIONS: bool = true;
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a [Base];

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.formations.iter().filter_map(|(id, formation)| Some((id, formation.leaf.as_ref()?.bases.as_slice())))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, bases: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        for (number, base) in bases.iter().enumerate() {
            out.push(vec![
                key.as_str().into(),
                number.into(),
                base.role.into(),
                base.weapon_men.into(),
                base.weapon_armour.into(),
                base.armour.into(),
                base.calibre_mm.into(),
                base.sp_full.into(),
                base.sp.into(),
                base.markers.into(),
                base.out_of_ammo.into(),
            ]);
        }
    }
}

/// `grade_history`, numbered from 1.
pub(super) struct GradeHistoryTable;

impl TablePart for GradeHistoryTable {
    const NAME: &'static str = "grade_history";
    const COLUMNS: &'static [&'static str] =
        &["number", "formation", "bound", "battle", "grade_before", "grade_after", "reason"];
    type Key<'a> = usize;
    type Item<'a> = &'a GradeRow;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.grades.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, row: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            (key + 1).into(),
            row.formation.as_str().into(),
            row.bound.into(),
            row.battle.as_ref().into(),
            row.before.into(),
            row.after.into(),
            (&row.reason).into(),
        ]);
    }
}
