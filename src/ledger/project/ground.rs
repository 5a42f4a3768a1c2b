//! Tables of the ground: squares, and sides with a river or a road.

use std::sync::Arc;

use campaign::{Campaign, Minefield, RiverSide};
use domain::{RoadQuality, SideId, Square, Terrain};

use super::cell::{SqlCell, SqlRow};
use super::part::TablePart;

/// `square`.
pub(super) struct Squares;

impl TablePart for Squares {
    const NAME: &'static str = "square";
    const COLUMNS: &'static [&'static str] = &["number", "reference", "terrain", "control"];
    type Key<'a> = usize;
    type Item<'a> = (Terrain, Option<SideId>);

    fn same(before: &Campaign, after: &Campaign) -> bool {
        Arc::ptr_eq(&before.ground, &after.ground)
    }

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let ground = &campaign.ground;
        ground.terrains().iter().copied().zip(ground.controls().iter().copied()).enumerate()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, (terrain, control): &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let reference = campaign.frame.reference(campaign.frame.square_at(*key));
        out.push(vec![(*key).into(), SqlCell::from(reference), (*terrain).into(), (*control).into()]);
    }
}

/// `square_side`: the sides that have a river or a road.
pub(super) struct SquareSides;

impl TablePart for SquareSides {
    const NAME: &'static str = "square_side";
    const COLUMNS: &'static [&'static str] = &["number", "square", "neighbour", "river_class", "river", "road"];
    type Key<'a> = usize;
    type Item<'a> = (Option<RiverSide>, Option<RoadQuality>);

    fn same(before: &Campaign, after: &Campaign) -> bool {
        Arc::ptr_eq(&before.ground, &after.ground)
    }

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let ground = &campaign.ground;
        let sides = ground.rivers().iter().copied().zip(ground.roads().iter().copied()).enumerate();
        sides.filter(|(_, (river, road))| river.is_some() || road.is_some())
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, (river, road): &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let (square, neighbour) = campaign.ground.side_at(*key).squares();
        out.push(vec![
            (*key).into(),
            SqlCell::from(campaign.frame.reference(square)),
            SqlCell::from(campaign.frame.reference(neighbour)),
            river.map(|r| r.class).into(),
            river.map(|r| r.river).into(),
            (*road).into(),
        ]);
    }
}

/// `minefield`.
pub(super) struct MinesTable;

impl TablePart for MinesTable {
    const NAME: &'static str = "minefield";
    const COLUMNS: &'static [&'static str] = &["square", "side", "gapped", "from_bound", "note"];
    type Key<'a> = Square;
    type Item<'a> = &'a Minefield;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.minefields.iter().map(|field| (field.square, field))
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, field: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            SqlCell::text(campaign.frame.reference(*key)),
            SqlCell::text(field.side),
            field.gapped.into(),
            SqlCell::maybe(field.from),
            SqlCell::text(&field.note),
        ]);
    }
}
