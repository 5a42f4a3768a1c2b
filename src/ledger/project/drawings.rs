//! Tables of what is drawn: places, roads, railways, rivers, crossings.

use campaign::{Campaign, Crossing, Location, Place, RailJob, Railway, River, Road};
use domain::{CrossingId, FormationId, Square, SquareSide};

use super::cell::{SqlCell, SqlRow, carries, coordinates};
use super::part::TablePart;

/// A location, or a list of them, as JSON.
pub(super) fn json<T: serde::Serialize>(value: &T) -> SqlCell {
    // A location is an enum of plain values: writing it as JSON cannot fail.
    SqlCell::from(serde_json::to_string(value).unwrap_or_default())
}

fn path(campaign: &Campaign, squares: &[Square]) -> SqlCell {
    let references: Vec<_> = squares.iter().map(|square| campaign.frame.reference(*square)).collect();
    SqlCell::from(references.join(" "))
}

fn side(campaign: &Campaign, side: Option<SquareSide>) -> [SqlCell; 2] {
    let Some((square, neighbour)) = side.map(SquareSide::squares) else { return [SqlCell::Null, SqlCell::Null] };
    [square, neighbour].map(|s| SqlCell::from(campaign.frame.reference(s)))
}

/// `place`.
pub(super) struct Places;

impl TablePart for Places {
    const NAME: &'static str = "place";
    const COLUMNS: &'static [&'static str] =
        &["position", "name", "latitude_e6", "longitude_e6", "square", "kind", "prepared", "note"];
    type Key<'a> = usize;
    type Item<'a> = &'a Place;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.places.iter().enumerate()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, place: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let [lat, lon] = coordinates(place.at);
        let square = SqlCell::from(campaign.frame.reference(place.square));
        let (kind, prepared) = (SqlCell::text(place.kind), place.prepared.into());
        out.push(vec![(*key).into(), (&place.name).into(), lat, lon, square, kind, prepared, (&place.note).into()]);
    }
}

/// `road`.
pub(super) struct RoadsTable;

impl TablePart for RoadsTable {
    const NAME: &'static str = "road";
    const COLUMNS: &'static [&'static str] = &["position", "name", "quality", "points", "path", "note"];
    type Key<'a> = usize;
    type Item<'a> = &'a Road;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.roads.iter().enumerate()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, road: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let (points, path) = (json(&road.points), path(campaign, &road.path));
        out.push(vec![
            (*key).into(),
            (&road.name).into(),
            SqlCell::text(road.quality),
            points,
            path,
            (&road.note).into(),
        ]);
    }
}

/// `railway`.
pub(super) struct Railways;

impl TablePart for Railways {
    const NAME: &'static str = "railway";
    const COLUMNS: &'static [&'static str] =
        &["position", "name", "gauge", "users", "points", "path", "note", "trains_a_day"];
    type Key<'a> = usize;
    type Item<'a> = &'a Railway;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.railways.iter().enumerate()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, railway: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let users: Vec<_> = railway.users.iter().map(domain::SideId::as_str).collect();
        out.push(vec![
            (*key).into(),
            (&railway.name).into(),
            railway.gauge.into(),
            SqlCell::from(users.join(" ")),
            json(&railway.points),
            path(campaign, &railway.path),
            (&railway.note).into(),
            railway.trains_a_day.into(),
        ]);
    }
}

/// `railway_cut`: the lengths over which no train can run.
pub(super) struct RailwayCuts;

impl TablePart for RailwayCuts {
    const NAME: &'static str = "railway_cut";
    const COLUMNS: &'static [&'static str] = &["railway", "square", "neighbour"];
    const KEYS: usize = 3;
    type Key<'a> = usize;
    type Item<'a> = &'a Railway;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.railways.iter().enumerate()
    }

    fn rows(campaign: &Campaign, _: &Self::Key<'_>, railway: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        for cut in &railway.cuts {
            let [square, neighbour] = side(campaign, Some(*cut));
            out.push(vec![(&railway.name).into(), square, neighbour]);
        }
    }
}

/// `railway_track`: what is to be said of single lengths.
pub(super) struct RailwayTracks;

impl TablePart for RailwayTracks {
    const NAME: &'static str = "railway_track";
    const COLUMNS: &'static [&'static str] = &["railway", "square", "neighbour", "gauge", "side", "worked_m"];
    const KEYS: usize = 3;
    type Key<'a> = usize;
    type Item<'a> = &'a Railway;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.railways.iter().enumerate()
    }

    fn rows(campaign: &Campaign, _: &Self::Key<'_>, railway: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        for track in &railway.tracks {
            let [square, neighbour] = side(campaign, Some(track.length));
            let (gauge, by) = (track.relaid.map(|relaid| relaid.gauge), track.relaid.map(|relaid| relaid.side));
            let (gauge, by) = (gauge.into(), SqlCell::maybe(by));
            out.push(vec![(&railway.name).into(), square, neighbour, gauge, by, track.worked_m.into()]);
        }
    }
}

/// A length that is still to be done, and its railway where that is not the one of the row.
#[derive(serde::Serialize)]
struct JobLength<'a> {
    #[serde(flatten)]
    length: SquareSide,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a str>,
}

/// What a leaf is still to do, length by length.
fn job_lengths(job: &RailJob) -> Vec<JobLength<'_>> {
    let of = |(line, lengths)| {
        let line = (line != job.line).then_some(line);
        <[SquareSide]>::iter(lengths).map(move |length| JobLength { length: *length, line })
    };
    job.stretches().flat_map(of).collect()
}

/// `rail_job`: who is at work on which railway.
pub(super) struct RailJobs;

impl TablePart for RailJobs {
    const NAME: &'static str = "rail_job";
    const COLUMNS: &'static [&'static str] = &["leaf", "railway", "deed", "gauge", "lengths"];
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a RailJob;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.rail_jobs.iter()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, job: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let (action, gauge) = (job.action.word().into(), job.action.gauge().into());
        out.push(vec![key.as_str().into(), (&job.line).into(), action, gauge, json(&job_lengths(job))]);
    }
}

/// `river`.
pub(super) struct Rivers;

impl TablePart for Rivers {
    const NAME: &'static str = "river";
    const COLUMNS: &'static [&'static str] = &["position", "name", "class"];
    type Key<'a> = usize;
    type Item<'a> = &'a River;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.rivers.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, river: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![(*key).into(), (&river.name).into(), SqlCell::text(river.class)]);
    }
}

/// `river_point`: the courses of the rivers.
pub(super) struct RiverPoints;

impl TablePart for RiverPoints {
    const NAME: &'static str = "river_point";
    const COLUMNS: &'static [&'static str] = &["river", "position", "latitude_e6", "longitude_e6"];
    const KEYS: usize = 2;
    type Key<'a> = usize;
    type Item<'a> = &'a River;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.rivers.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, river: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        for (position, point) in river.course.iter().enumerate() {
            out.push(vec![(*key).into(), position.into(), point.lat.into(), point.lon.into()]);
        }
    }
}

/// `crossing`.
pub(super) struct CrossingsTable;

impl TablePart for CrossingsTable {
    const NAME: &'static str = "crossing";
    #[rustfmt::skip]
    const COLUMNS: &'static [&'static str] = &[
        "id", "name", "river", "location", "square", "neighbour", "kind", "foot", "vehicles", "rail", "state",
        "from_bound", "until_bound", "note",
    ];
    type Key<'a> = &'a CrossingId;
    type Item<'a> = &'a Crossing;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.crossings.iter()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, crossing: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let location = crossing.position.as_ref().map_or(SqlCell::Null, json::<Location>);
        let mut cells: SqlRow = vec![key.as_str().into(), (&crossing.name).into(), (&crossing.river).into(), location];
        cells.extend(side(campaign, crossing.side));
        cells.push(SqlCell::text(crossing.kind));
        cells.extend(carries(crossing.carries));
        cells.push(SqlCell::text(crossing.state));
        cells.extend([crossing.from, crossing.until].map(SqlCell::from));
        cells.push((&crossing.note).into());
        out.push(cells);
    }
}
