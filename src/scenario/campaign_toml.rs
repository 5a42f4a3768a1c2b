//! `campaign.toml`: what the campaign is, its map, sides, settings and kinds of ground.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::campaign::{GroundFactors, MapFrame, Setting, Settings, Side};
use crate::domain::{Bound, LatLon, RuleSystemId, Scale, SideId, nearest, parse_millionths};

use super::csv_file::Findings;

const FILE: &str = "campaign.toml";

/// What `campaign.toml` says.
pub(super) struct Head {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) start: chrono::NaiveDate,
    pub(super) days: u16,
    pub(super) bound: Bound,
    pub(super) scale: Scale,
    pub(super) rules: RuleSystemId,
    pub(super) settings: Settings,
    pub(super) sides: Vec<Side>,
    pub(super) frame: MapFrame,
    pub(super) ground: Vec<GroundFactors>,
}

struct Reader<'t, 'f> {
    text: &'t str,
    found: &'f mut Findings,
}

type Value<'t> = Spanned<DeValue<'t>>;

impl<'t> Reader<'t, '_> {
    fn at(&self, offset: usize) -> (u64, u64) {
        let before = &self.text[..offset.min(self.text.len())];
        let line = before.matches('\n').count() as u64 + 1;
        let start = before.rfind('\n').map_or(0, |p| p + 1);
        (line, before[start..].chars().count() as u64 + 1)
    }

    fn fault(&mut self, offset: usize, message: impl Into<String>, hint: impl Into<String>) {
        let at = self.at(offset);
        self.found.fault(FILE, at, message, hint);
    }

    fn known(&mut self, table: &DeTable<'t>, keys: &[&str]) {
        for (key, _) in table.iter().filter(|(key, _)| !keys.contains(&key.get_ref().as_ref())) {
            let near = nearest(key.get_ref(), keys.iter().copied());
            let hint =
                near.map_or_else(|| format!("known are {}", keys.join(", ")), |n| format!("did you mean `{n}`?"));
            self.fault(key.span().start, format!("there is no key `{}`", key.get_ref()), hint);
        }
    }

    /// The text of a value: a string as it is, a number, date or switch as written.
    fn text_of(&mut self, value: &Value<'t>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Table(_) | DeValue::Array(_) => {
                self.fault(value.span().start, "a single value is wanted here", "");
                None
            }
            _ => self.text.get(value.span()).map(str::to_owned),
        }
    }

    fn text(&mut self, table: &DeTable<'t>, key: &str) -> Option<(String, usize)> {
        let value = table.get(key)?;
        let start = value.span().start;
        self.text_of(value).map(|text| (text, start))
    }

    fn wanted(&mut self, table: &DeTable<'t>, key: &str, place: usize) -> Option<(String, usize)> {
        if table.get(key).is_none() {
            self.fault(place, format!("key `{key}` is missing"), format!("add `{key} = ...`"));
        }
        self.text(table, key)
    }

    fn parsed<T: std::str::FromStr>(&mut self, table: &DeTable<'t>, key: &str, default: T) -> T
    where
        T::Err: std::fmt::Display,
    {
        let Some((text, at)) = self.text(table, key).filter(|(text, _)| !text.is_empty()) else { return default };
        text.parse().unwrap_or_else(|error: T::Err| {
            self.fault(at, error.to_string(), format!("give another value for `{key}`"));
            default
        })
    }

    /// A decimal of km or degrees, as thousandths or millionths.
    fn decimal(&mut self, table: &DeTable<'t>, key: &str, default: i32) -> i32 {
        let Some((text, at)) = self.text(table, key) else { return default };
        parse_millionths(&text).unwrap_or_else(|| {
            self.fault(at, format!("`{text}` is no decimal with at most six places"), "write it like `48.691`");
            default
        })
    }
}

/// Reads `campaign.toml`; `extra` settings go before those that it gives.
pub(super) fn read(text: &str, extra: &[(String, String)], found: &mut Findings) -> Option<Head> {
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let mut reader = Reader { text, found };
            let start = error.span().map_or(0, |s| s.start);
            reader.fault(start, error.message().to_owned(), "see campaign-format in the documentation");
            return None;
        }
    };
    let before = found.faults.len();
    let table = table.get_ref();
    let mut reader = Reader { text, found };
    reader.known(
        table,
        &["name", "title", "start", "days", "bound", "scale", "rules", "detail", "map", "sides", "settings", "ground"],
    );
    let name = reader.wanted(table, "name", 0).map(|(t, _)| t).unwrap_or_default();
    let title = reader.text(table, "title").map_or_else(|| name.clone(), |(t, _)| t);
    let start = reader.wanted(table, "start", 0);
    let start = start.and_then(|(text, at)| {
        let date = text.parse().ok();
        if date.is_none() {
            reader.fault(at, format!("`{text}` is not a date"), "write it like `1942-11-19`");
        }
        date
    });
    let days = reader.parsed(table, "days", 1);
    let bound = reader.parsed(table, "bound", Bound::FIRST);
    let scale = reader.parsed(table, "scale", Scale::Corps);
    let rules = reader.parsed(table, "rules", RuleSystemId::NqmSquared);
    let frame = frame(&mut reader, table);
    let sides = sides(&mut reader, table);
    let settings = settings(&mut reader, table, extra);
    let ground = ground(&mut reader, table);
    let clean = reader.found.faults.len() == before;
    let head = Head { name, title, start: start?, days, bound, scale, rules, settings, sides, frame: frame?, ground };
    clean.then_some(head)
}

fn frame<'t>(reader: &mut Reader<'t, '_>, table: &DeTable<'t>) -> Option<MapFrame> {
    let Some(map) = table.get("map").and_then(|m| m.get_ref().as_table()) else {
        reader.fault(0, "table `[map]` is missing", "add `[map]` with columns and rows");
        return None;
    };
    reader.known(
        map,
        &["lat", "lon", "projection", "km_per_degree_lat", "km_per_degree_lon", "columns", "rows", "square_km"],
    );
    let place = table.get("map").map_or(0, |m| m.span().start);
    if let Some((word, at)) = reader.text(map, "projection").filter(|(word, _)| word != "equirectangular") {
        reader.fault(at, format!("`{word}` is no projection known here"), "it is `equirectangular`");
    }
    let origin = match (map.get("lat"), map.get("lon")) {
        (None, None) => None,
        _ => Some(LatLon { lat: reader.decimal(map, "lat", 0), lon: reader.decimal(map, "lon", 0) }),
    };
    let mut side = |key: &str| {
        let (text, at) = reader.wanted(map, key, place)?;
        let count = text.parse::<u16>().ok().filter(|n| (1..=999).contains(n));
        if count.is_none() {
            reader.fault(at, format!("`{text}` is no number of squares"), format!("`{key}` is from 1 to 999"));
        }
        count
    };
    let (columns, rows) = (side("columns"), side("rows"));
    let metres = |millionths: i32| (millionths / 1_000).unsigned_abs();
    Some(MapFrame {
        origin,
        metres_per_degree_lat: metres(reader.decimal(map, "km_per_degree_lat", 111_195_000)),
        metres_per_degree_lon: metres(reader.decimal(map, "km_per_degree_lon", 111_195_000)),
        columns: columns?,
        rows: rows?,
        square_m: metres(reader.decimal(map, "square_km", 3_000_000)).max(1),
    })
}

fn sides<'t>(reader: &mut Reader<'t, '_>, table: &DeTable<'t>) -> Vec<Side> {
    let Some(list) = table.get("sides").and_then(|s| s.get_ref().as_array()) else {
        reader.fault(0, "there are no sides", "add `[[sides]]` with id, name and colour for each");
        return Vec::new();
    };
    let mut sides: Vec<Side> = Vec::new();
    for entry in list {
        let Some(one) = entry.get_ref().as_table() else { continue };
        reader.known(one, &["id", "name", "colour"]);
        let Some((id, at)) = reader.wanted(one, "id", entry.span().start) else { continue };
        match SideId::new(&id) {
            Ok(side) if sides.iter().any(|s| s.id == side) => {
                reader.fault(at, format!("side `{id}` is there twice"), "");
            }
            Ok(side) => {
                let name = reader.text(one, "name").map_or_else(|| id.clone(), |(t, _)| t);
                let colour = reader.text(one, "colour").map(|(t, _)| t).unwrap_or_default();
                sides.push(Side { id: side, name, colour });
            }
            Err(error) => reader.fault(at, error.to_string(), ""),
        }
    }
    sides
}

fn settings<'t>(reader: &mut Reader<'t, '_>, table: &DeTable<'t>, extra: &[(String, String)]) -> Settings {
    let mut settings = Settings::default();
    let mut given: Vec<(String, String, usize)> = Vec::new();
    if let Some((detail, at)) = reader.text(table, "detail") {
        given.push(("detail".to_owned(), detail, at));
    }
    if let Some(listed) = table.get("settings").and_then(|s| s.get_ref().as_table()) {
        for (key, value) in listed {
            if let Some(text) = reader.text_of(value) {
                given.push((key.get_ref().to_string(), text, key.span().start));
            }
        }
    }
    for (key, value, at) in given {
        match set(&mut settings, &key, &value) {
            Ok(()) => {}
            Err((message, hint)) => reader.fault(at, message, hint),
        }
    }
    for (key, value) in extra {
        if let Err((message, hint)) = set(&mut settings, key, value) {
            reader.found.fault("--set", (0, 0), message, hint);
        }
    }
    settings
}

fn set(settings: &mut Settings, key: &str, value: &str) -> Result<(), (String, String)> {
    let setting: Setting = key.parse().map_err(|word: crate::domain::UnknownWord| {
        let hint = word.nearest().map(|n| format!("did you mean `{n}`?")).unwrap_or_default();
        (format!("there is no setting `{key}`"), hint)
    })?;
    let value = setting.check(value).map_err(|error| (error.to_string(), String::new()))?;
    settings.set(setting, &value);
    Ok(())
}

fn ground<'t>(reader: &mut Reader<'t, '_>, table: &DeTable<'t>) -> Vec<GroundFactors> {
    let Some(kinds) = table.get("ground").and_then(|g| g.get_ref().as_table()) else { return Vec::new() };
    let mut found = Vec::new();
    for (name, entry) in kinds {
        let Some(one) = entry.get_ref().as_table() else { continue };
        reader.known(one, &["good", "poor", "open", "close", "marsh", "thaw"]);
        let mut percent = |key: &str| reader.parsed(one, key, 100u32);
        let (good, poor, open) = (percent("good"), percent("poor"), percent("open"));
        let (close, marsh) = (percent("close"), percent("marsh"));
        let thaw = reader.parsed(one, "thaw", false);
        found.push(GroundFactors { name: name.get_ref().to_string(), good, poor, open, close, marsh, thaw });
    }
    // In the order of names, so that the order of the file's tables does not matter.
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}
