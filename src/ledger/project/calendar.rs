//! Tables of the campaign at large: figures, settings, sides, papers, weather.

use campaign::{Campaign, GroundFactors, Setting, Side, Weather};
use domain::Bound;

use super::cell::{SqlCell, SqlRow};
use super::part::TablePart;

/// `campaign`: title, dates, the running bound, the frame of the map.
pub(super) struct FiguresTable;

impl TablePart for FiguresTable {
    const NAME: &'static str = "campaign";
    const COLUMNS: &'static [&'static str] = &["key", "value"];
    type Key<'a> = &'static str;
    type Item<'a> = String;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let frame = &campaign.frame;
        let origin = frame.origin.map(|o| [("origin_latitude_e6", o.lat), ("origin_longitude_e6", o.lon)]);
        let mut figures = vec![
            ("bound", campaign.bound.to_string()),
            ("columns", frame.columns.to_string()),
            ("days", campaign.days.to_string()),
            ("metres_per_degree_lat", frame.metres_per_degree_lat.to_string()),
            ("metres_per_degree_lon", frame.metres_per_degree_lon.to_string()),
            ("name", campaign.name.clone()),
            ("rows", frame.rows.to_string()),
            ("rules", campaign.rules.to_string()),
            ("scale", campaign.scale.to_string()),
            ("square_m", frame.square_m.to_string()),
            ("start", campaign.start.to_string()),
            ("title", campaign.title.clone()),
        ];
        figures.extend(origin.into_iter().flatten().map(|(key, value)| (key, value.to_string())));
        figures.sort();
        figures.into_iter()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, item: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![(*key).into(), item.into()]);
    }
}

/// `setting`: settings that differ from their defaults.
pub(super) struct SettingsTable;

impl TablePart for SettingsTable {
    const NAME: &'static str = "setting";
    const COLUMNS: &'static [&'static str] = &["name", "value", "since"];
    type Key<'a> = Setting;
    type Item<'a> = (&'a str, Option<Bound>);

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.settings.changed().map(|(name, value)| (name, (value, campaign.settings_since.get(&name).copied())))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, item: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![SqlCell::text(key), item.0.into(), item.1.into()]);
    }
}

/// `house_parameter`: house parameters of rule systems.
pub(super) struct HouseTable;

impl TablePart for HouseTable {
    const NAME: &'static str = "house_parameter";
    const COLUMNS: &'static [&'static str] = &["name", "value"];
    type Key<'a> = &'a str;
    type Item<'a> = &'a str;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.house.iter()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, item: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![(*key).into(), (*item).into()]);
    }
}

/// `side`.
pub(super) struct Sides;

impl TablePart for Sides {
    const NAME: &'static str = "side";
    const COLUMNS: &'static [&'static str] = &["id", "position", "name", "colour"];
    type Key<'a> = usize;
    type Item<'a> = &'a Side;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.sides.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, side: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![side.id.as_str().into(), (*key).into(), (&side.name).into(), (&side.colour).into()]);
    }
}

/// `paper`: files of the campaign folder that are carried through.
pub(super) struct Papers;

impl TablePart for Papers {
    const NAME: &'static str = "paper";
    const COLUMNS: &'static [&'static str] = &["name", "text"];
    type Key<'a> = &'a String;
    type Item<'a> = &'a String;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.papers.iter()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, item: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![(*key).into(), (*item).into()]);
    }
}

/// `weather`.
pub(super) struct Weathers;

impl TablePart for Weathers {
    const NAME: &'static str = "weather";
    const COLUMNS: &'static [&'static str] =
        &["position", "date", "phase", "weather", "ground", "flying", "visibility", "light"];
    type Key<'a> = usize;
    type Item<'a> = &'a Weather;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.weather.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, row: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let words = [&row.weather, &row.ground, &row.flying, &row.visibility, &row.light];
        let mut cells = vec![(*key).into(), SqlCell::text(row.date), SqlCell::maybe(row.phase)];
        cells.extend(words.into_iter().map(SqlCell::from));
        out.push(cells);
    }
}

/// `ground_factor`.
pub(super) struct Factors;

impl TablePart for Factors {
    const NAME: &'static str = "ground_factor";
    const COLUMNS: &'static [&'static str] = &[
        "position",
        "name",
        "good",
        "poor",
        "open",
        "close",
        "marsh",
        "thaw",
        "lorries_good",
        "lorries_poor",
        "lorries_off",
        "trains",
        "wear",
    ];
    type Key<'a> = usize;
    type Item<'a> = &'a GroundFactors;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.ground_factors.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, row: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let mut cells: SqlRow = vec![(*key).into(), (&row.name).into()];
        cells.extend([row.good, row.poor, row.open, row.close, row.marsh].map(SqlCell::from));
        cells.push(row.thaw.into());
        let more = row.supply;
        cells.extend(
            [more.lorries_good, more.lorries_poor, more.lorries_off, more.trains, more.wear].map(SqlCell::from),
        );
        out.push(cells);
    }
}
