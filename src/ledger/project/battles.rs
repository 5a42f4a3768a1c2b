//! Tables of battles, and of what they leave on units and bases.

use campaign::{Base, Battle, Campaign, UnitMarks};
use domain::{BattleId, FormationId};

use super::cell::{SqlCell, SqlRow};
use super::part::TablePart;

/// `unit_mark`.
pub(super) struct Marks;

impl TablePart for Marks {
    const NAME: &'static str = "unit_mark";
    const COLUMNS: &'static [&'static str] =
        &["formation", "fought", "met_tanks", "half_tested", "without_orders", "fanatical"];
    const OF_FORMATIONS: bool = true;
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a UnitMarks;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.formations.iter().map(|(id, f)| (id, &f.marks)).filter(|(_, marks)| !marks.is_nothing())
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, marks: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let mut row: SqlRow = vec![key.as_str().into()];
        let flags = [marks.fought, marks.met_tanks, marks.half_tested, marks.without_orders, marks.fanatical];
        row.extend(flags.map(SqlCell::from));
        out.push(row);
    }
}

/// `base_mark`.
pub(super) struct BaseMarksTable;

impl TablePart for BaseMarksTable {
    const NAME: &'static str = "base_mark";
    const COLUMNS: &'static [&'static str] = &["leaf", "number", "cu_thirds", "mounted", "at_post", "noted", "notes"];
    const KEYS: usize = 2;
    const OF_FORMATIONS: bool = true;
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a [Base];

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let bases = campaign.formations.iter().filter_map(|(id, f)| Some((id, f.leaf.as_ref()?.bases.as_slice())));
        bases.filter(|(_, bases)| bases.iter().any(|base| !base.marks.is_nothing()))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, bases: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        for (number, base) in bases.iter().enumerate().filter(|(_, base)| !base.marks.is_nothing()) {
            let marks = &base.marks;
            let (cu, mounted, at_post) = (marks.cu_thirds.into(), marks.mounted.into(), marks.at_post.into());
            let bound = SqlCell::maybe(marks.noted.map(|noted| noted.bound));
            let notes = SqlCell::maybe(marks.noted.map(|noted| noted.notes));
            out.push(vec![key.as_str().into(), number.into(), cu, mounted, at_post, bound, notes]);
        }
    }
}

/// `battle`.
pub(super) struct Battles;

impl TablePart for Battles {
    const NAME: &'static str = "battle";
    const COLUMNS: &'static [&'static str] =
        &["id", "bound", "square", "attacker", "rules", "end", "holder", "moves", "recorded"];
    type Key<'a> = &'a BattleId;
    type Item<'a> = &'a Battle;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.battles.iter()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, battle: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let fought = battle.fought.as_ref();
        let square = campaign.frame.reference(battle.square);
        out.push(vec![
            key.as_str().into(),
            battle.bound.into(),
            (&square).into(),
            SqlCell::text(battle.attacker),
            SqlCell::text(battle.rules),
            SqlCell::maybe(fought.map(|f| f.end)),
            SqlCell::maybe(fought.map(|f| f.holder)),
            fought.map(|f| f.moves).into(),
            fought.map(|f| u8::from(f.recorded)).into(),
        ]);
    }
}

/// `battle_fact`.
pub(super) struct Facts;

impl TablePart for Facts {
    const NAME: &'static str = "battle_fact";
    const COLUMNS: &'static [&'static str] = &["battle", "number", "subject", "text"];
    const KEYS: usize = 2;
    type Key<'a> = (&'a BattleId, usize);
    type Item<'a> = &'a campaign::Fact;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign
            .battles
            .iter()
            .flat_map(|(id, battle)| battle.facts.iter().enumerate().map(move |(number, fact)| ((id, number), fact)))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, fact: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![key.0.as_str().into(), key.1.into(), (&fact.subject).into(), (&fact.text).into()]);
    }
}

/// `battle_unit`.
pub(super) struct Units;

impl TablePart for Units {
    const NAME: &'static str = "battle_unit";
    #[rustfmt::skip]
    const COLUMNS: &'static [&'static str] = &[
        "battle", "number", "unit", "attacked", "engaged", "first", "sp_before", "sp_lost", "passed", "failed",
    ];
    const KEYS: usize = 2;
    type Key<'a> = (&'a BattleId, usize);
    type Item<'a> = &'a campaign::BattleUnit;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.battles.iter().flat_map(|(id, battle)| {
            let units = battle.fought.iter().flat_map(|fought| &fought.units).enumerate();
            units.map(move |(number, unit)| ((id, number), unit))
        })
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, unit: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            key.0.as_str().into(),
            key.1.into(),
            unit.unit.as_str().into(),
            unit.attacked.into(),
            unit.engaged.into(),
            unit.first.into(),
            unit.sp_before.into(),
            unit.sp_lost.into(),
            unit.passed.into(),
            unit.failed.into(),
        ]);
    }
}
