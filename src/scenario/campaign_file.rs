//! `campaign.toml`: calendar, scale, map, sides, settings and conditions of the ground.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::Arc;

use toml::de::DeTable;

use campaign::size_limits::fault_of_name;
use campaign::{Campaign, Ground, GroundFactors, HouseParameters, MapFrame, Setting, Settings, Side, SupplyGround};
use domain::{
    BadValue, Bound, FILE_NAME_LETTERS, LatLon, RuleSystemId, SIDE_COLOURS, Scale, SideId, UnknownWord, is_file_name,
};

use crate::text::files::{CAMPAIGN_FILE as FILE, Files};
use crate::text::log::{Log, Spot, did_you_mean, listed, text_of, word_meant};
use crate::text::place::position;
use crate::text::toml_file::Section;

const KEYS: &[&str] = &[
    "name", "title", "start", "days", "bound", "scale", "rules", "detail", "map", "sides", "settings", "since",
    "house", "ground",
];
const MAP_KEYS: &[&str] =
    &["lat", "lon", "projection", "km_per_degree_lat", "km_per_degree_lon", "columns", "rows", "square_km"];
const SIDE_KEYS: &[&str] = &["id", "name", "colour"];
const GROUND_KEYS: &[&str] = &[
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

/// The title of a campaign from its file; empty where it has none.
pub(super) fn title(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let table = text.parse::<toml::Table>().unwrap_or_default();
    table.get("title").and_then(|title| title.as_str()).unwrap_or_default().to_owned()
}

/// A campaign with nothing on its map, and whether its frame and its sides are known.
pub(super) struct OpenedCampaign {
    pub(super) campaign: Campaign,
    pub(super) has_frame: bool,
    pub(super) has_sides: bool,
}

/// Reads `campaign.toml` and the settings given beside it.
pub(super) fn read(
    files: &Files,
    unread: &BTreeSet<String>,
    settings: &[(String, String)],
    log: &Log,
) -> OpenedCampaign {
    let mut opened = OpenedCampaign { campaign: blank(), has_frame: false, has_sides: false };
    match files.get(FILE) {
        None => log.fault(Spot::file(FILE), format!("the folder has no `{FILE}`"), "every campaign needs one"),
        Some(_) if unread.contains(FILE) => {}
        Some(bytes) => read_text(&text_of(FILE, bytes, log), &mut opened, log),
    }
    for (key, value) in settings {
        let spot = Spot::file("--set");
        set(&mut opened.campaign.settings, key, value, spot, spot, log);
    }
    opened
}

fn read_text(text: &str, opened: &mut OpenedCampaign, log: &Log) {
    let text = &*with_start(text, log);
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let (line, column) = position(text, error.span().map_or(0, |span| span.start));
            let message = error.message().lines().next().unwrap_or_default().to_lowercase();
            let hint = "the file is not valid TOML: a text stands in quotes, a date is written 1942-11-19; what the other \
                        files say of squares and sides is checked once this is mended";
            log.fault(Spot { file: FILE, line, column }, message, hint);
            return;
        }
    };
    let whole = Section::whole(FILE, text, &table);
    whole.check_keys(KEYS, log);
    calendar(&whole, &mut opened.campaign, log);
    match whole.section("map", log) {
        Some(map) => {
            if let Some(frame) = frame(&map, log) {
                opened.campaign.ground = Arc::new(Ground::blank(&frame));
                opened.campaign.frame = frame;
                opened.has_frame = true;
            }
        }
        None => whole.missing("map", log),
    }
    let before = log.count();
    sides(&whole, &mut opened.campaign.sides, log);
    opened.has_sides = log.count() == before;
    read_settings(&whole, &mut opened.campaign.settings, log);
    if let Some(since) = whole.section("since", log) {
        settings_since(&since, &mut opened.campaign, log);
    }
    read_house(&whole, &mut opened.campaign.house, log);
    if let Some(ground) = whole.section("ground", log) {
        let names: Vec<_> = ground.keys().map(|(name, _)| name).collect();
        opened.campaign.ground_factors =
            names.into_iter().filter_map(|name| factors(name, &ground.section(name, log)?, log)).collect();
    }
}

/// The text with its first day as TOML has it: one that is written otherwise is a fault, and the rest is read all the
/// same.
fn with_start<'a>(text: &'a str, log: &Log) -> Cow<'a, str> {
    let head = text.split_inclusive('\n').take_while(|line| !line.trim_start().starts_with('['));
    let mut offset = 0;
    for line in head {
        let value = line.split_once('=').filter(|(key, _)| key.trim() == "start").map(|(_, value)| value);
        let given = value.map(|value| value.split('#').next().unwrap_or_default().trim()).unwrap_or_default();
        let date = given.trim_matches(['"', '\'']);
        // One that is none, or of which nobody knows the month, stops no reader of the rest.
        let none = || (date == given && parts_of(date).is_some()).then(|| chrono::NaiveDate::default().to_string());
        let read = as_iso(date);
        let hint = read.as_ref().map_or("write year, month and day: `start = 1942-11-19`".to_owned(), |own| {
            format!("write `start = {own}`")
        });
        if let Some(own) = read.or_else(none).filter(|own| own != given) {
            let start = offset + line.find(given).unwrap_or_default();
            let (line, column) = position(text, start);
            let spot = Spot { file: FILE, line, column };
            log.fault(spot, format!("`{given}` is not a date"), hint);
            return Cow::Owned(format!("{}{own}{}", &text[..start], &text[start + given.len()..]));
        }
        offset += line.len();
    }
    Cow::Borrowed(text)
}

/// The three numbers of a date, however they are separated.
fn parts_of(text: &str) -> Option<[u32; 3]> {
    let parts: Vec<u32> = text.split(['.', '-', '/']).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}

/// A date with its year first, or with its day first and points or dashes between, as `1942-11-19`.
fn as_iso(text: &str) -> Option<String> {
    let [first, month, last] = parts_of(text)?;
    // With strokes between, a day cannot be told from a month.
    let (year, day) = if first > 999 { (first, last) } else { (last, first) };
    if year <= 999 || (first <= 999 && text.contains('/')) {
        return None;
    }
    chrono::NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day).map(|date| date.to_string())
}

fn calendar(whole: &Section<'_>, campaign: &mut Campaign, log: &Log) {
    match whole.text("name", log) {
        Some("") => log.fault(whole.at("name"), "`name` is empty", "every campaign needs one"),
        Some(name) if !is_file_name(name) => {
            let hint = format!("it also names a file: {FILE_NAME_LETTERS}");
            log.fault(whole.at("name"), format!("`{name}` is not a valid name for a campaign"), hint);
        }
        Some(name) => name.clone_into(&mut campaign.name),
        None => missing(whole, "name", log),
    }
    whole.text("title", log).unwrap_or(&campaign.name.clone()).clone_into(&mut campaign.title);
    match whole.date("start", log) {
        Some(date) => campaign.start = date,
        None => missing(whole, "start", log),
    }
    match whole.number("days", 1, 999, log) {
        Some(days) => campaign.days = days as u16,
        None => missing(whole, "days", log),
    }
    if let Some(text) = whole.text("bound", log).filter(|text| !text.is_empty()) {
        match text.parse::<Bound>() {
            Ok(bound) => campaign.bound = bound,
            Err(_) => {
                log.fault(whole.at("bound"), format!("`{text}` is not a bound"), "write it as `D3 pm`");
            }
        }
    }
    campaign.scale = word(whole, "scale", Scale::Corps, log);
    campaign.rules = word(whole, "rules", RuleSystemId::NqmSquared, log);
}

/// Says that a key is missing, unless it is there with a fault.
fn missing(section: &Section<'_>, key: &str, log: &Log) {
    if !section.keys().any(|(there, _)| there == key) {
        section.missing(key, log);
    }
}

fn word<T: FromStr<Err = UnknownWord>>(section: &Section<'_>, key: &str, default: T, log: &Log) -> T {
    let Some(text) = section.text(key, log) else { return default };
    text.parse().unwrap_or_else(|unknown: UnknownWord| {
        let hint = word_meant(&unknown, || format!("one of {}", listed(unknown.known.iter().copied())));
        log.fault(section.at(key), unknown.to_string(), hint);
        default
    })
}

fn frame(map: &Section<'_>, log: &Log) -> Option<MapFrame> {
    map.check_keys(MAP_KEYS, log);
    let before = log.count();
    let projection = map.text("projection", log).unwrap_or("equirectangular");
    if projection != "equirectangular" {
        let message = format!("`{projection}` is not a projection");
        log.fault(map.at("projection"), message, "use `equirectangular`");
    }
    let has = |key: &str| map.keys().any(|(there, _)| there == key);
    let geographic: &[&str] = if has("lat") || has("lon") { &MAP_KEYS[..5] } else { &[] };
    for key in geographic.iter().chain(&MAP_KEYS[5..]).filter(|key| **key != "projection" && !has(key)) {
        map.missing(key, log);
    }
    let (lat, lon) = (map.millionths("lat", log), map.millionths("lon", log));
    let origin = lat.zip(lon).map(|(lat, lon)| LatLon { lat, lon });
    let on_earth = |at: LatLon| at.lat.unsigned_abs() <= 90_000_000 && at.lon.unsigned_abs() <= 180_000_000;
    if origin.is_some_and(|at| !on_earth(at)) {
        log.fault(
            map.at("lat"),
            "the corner of the map is not a valid latitude and longitude",
            "give degrees north and east",
        );
    }
    let frame = MapFrame {
        origin,
        metres_per_degree_lat: map.metres("km_per_degree_lat", 1, 200_000, log).unwrap_or_default(),
        metres_per_degree_lon: map.metres("km_per_degree_lon", 1, 200_000, log).unwrap_or_default(),
        columns: map.number("columns", 1, 999, log).unwrap_or_default() as u16,
        rows: map.number("rows", 1, 999, log).unwrap_or_default() as u16,
        square_m: map.metres("square_km", 50, 1_000_000, log).unwrap_or_default(),
    };
    (log.count() == before).then_some(frame)
}

fn sides(whole: &Section<'_>, sides: &mut Vec<Side>, log: &Log) {
    let sections = whole.sections("sides", log);
    if sections.is_empty() {
        missing(whole, "sides", log);
    }
    for section in sections {
        section.check_keys(SIDE_KEYS, log);
        let Some(text) = section.text("id", log) else {
            missing(&section, "id", log);
            continue;
        };
        let name = section.text("name", log).unwrap_or(text).to_owned();
        let colour = section.text("colour", log).unwrap_or_default().to_owned();
        if !colour.is_empty() && !SIDE_COLOURS.iter().any(|known| known.eq_ignore_ascii_case(&colour)) {
            let known = format!("one of {}", listed(SIDE_COLOURS));
            let message = format!("`{colour}` is not a colour of a side: the maps take another");
            log.warn(section.at("colour"), message, did_you_mean(&colour, SIDE_COLOURS, &known));
        }
        match SideId::new(text) {
            Err(_) => {
                let message = format!("`{text}` is not a valid id for a side");
                log.fault(section.at("id"), message, "one to eight letters, digits or `-`");
            }
            Ok(id) if sides.iter().any(|side| side.id == id) => {
                log.fault(section.at("id"), format!("there is already a side `{text}`"), "give it another id");
            }
            Ok(id) => {
                must_be_its_own(&section, &name, sides, log);
                sides.push(Side { id, name, colour });
            }
        }
    }
}

/// A side is called by its name: what another is called too, or cannot be typed, is none.
fn must_be_its_own(section: &Section<'_>, name: &str, sides: &[Side], log: &Log) {
    if sides.iter().any(|side| side.name.eq_ignore_ascii_case(name)) {
        log.fault(section.at("name"), format!("there is already a side called `{name}`"), "give it another name");
    }
    if let Some((message, hint)) = fault_of_name(name) {
        log.warn(section.at("name"), message, hint);
    }
}

fn read_settings(whole: &Section<'_>, settings: &mut Settings, log: &Log) {
    if let Some(value) = whole.any("detail", log) {
        set(settings, "detail", &value, whole.at("detail"), whole.at("detail"), log);
    }
    let Some(section) = whole.section("settings", log) else { return };
    let keys: Vec<_> = section.keys().collect();
    for (key, spot) in keys {
        if let Some(value) = section.any(key, log) {
            set(settings, key, &value, spot, section.at(key), log);
        }
    }
}

/// Since when settings have had their values; of one that has its default nothing is kept.
fn settings_since(section: &Section<'_>, campaign: &mut Campaign, log: &Log) {
    for (key, spot) in section.keys().collect::<Vec<_>>() {
        let Some(text) = section.text(key, log) else { continue };
        let setting = key.parse::<Setting>().map_err(|unknown| {
            let hint = did_you_mean(key, unknown.known.iter().copied(), "give the name of a setting");
            log.fault(spot, unknown.to_string(), hint);
        });
        let bound = text.parse::<Bound>().map_err(|_| {
            log.fault(section.at(key), format!("`{text}` is not a bound"), "write it as `D3 pm`");
        });
        let (Ok(setting), Ok(bound)) = (setting, bound) else { continue };
        if campaign.settings.get(setting) != setting.spec().default {
            campaign.settings_since.insert(setting, bound);
        }
    }
}

/// House parameters of rule systems, table in table. Whether there is one of that name the rules say, who reads next.
fn read_house(whole: &Section<'_>, house: &mut HouseParameters, log: &Log) {
    let Some(section) = whole.section("house", log) else { return };
    let systems: Vec<_> = section.keys().collect();
    for (given, spot) in systems {
        match given.parse::<RuleSystemId>() {
            Ok(system) => {
                for (keys, value) in section.section(given, log).map(|own| own.flattened()).unwrap_or_default() {
                    house.set(&format!("{system}.{keys}"), Some(&value));
                }
            }
            Err(unknown) => {
                let otherwise = format!("one of {}", listed(unknown.known.iter().copied()));
                log.fault(spot, unknown.to_string(), did_you_mean(given, unknown.known.iter().copied(), &otherwise));
            }
        }
    }
}

fn set(settings: &mut Settings, key: &str, value: &str, at_key: Spot<'_>, at: Spot<'_>, log: &Log) {
    let setting = match key.parse::<Setting>() {
        Ok(setting) => setting,
        Err(unknown) => {
            let otherwise = "`railhead setting list` names the settings".to_owned();
            let hint = did_you_mean(key, unknown.known.iter().copied(), &otherwise);
            log.fault(at_key, unknown.to_string(), hint);
            return;
        }
    };
    match setting.check(value) {
        Ok(value) => settings.set(setting, &value),
        Err(BadValue { wanted, .. }) => {
            log.fault(at, format!("`{value}` is not a valid value for `{setting}`"), format!("it takes {wanted}"));
        }
    }
}

fn factors(name: &str, section: &Section<'_>, log: &Log) -> Option<GroundFactors> {
    section.check_keys(GROUND_KEYS, log);
    if name.is_empty() {
        log.fault(section.head(), "a ground condition has no name", "head it `[ground.NAME]`");
        return None;
    }
    let from_none = |key: &str, most: u32| section.number(key, 0, most, log).unwrap_or(100);
    let supply = SupplyGround {
        lorries_good: from_none("lorries_good", 10_000),
        lorries_poor: from_none("lorries_poor", 10_000),
        lorries_off: from_none("lorries_off", 10_000),
        trains: from_none("trains", 100),
        wear: from_none("wear", 10_000),
    };
    let percent = |key: &str| section.number(key, 1, 10_000, log).unwrap_or(100);
    Some(GroundFactors {
        name: name.to_owned(),
        good: percent("good"),
        poor: percent("poor"),
        open: percent("open"),
        close: percent("close"),
        marsh: percent("marsh"),
        thaw: section.switch("thaw", log).unwrap_or_default(),
        supply,
    })
}

/// A campaign of which nothing is known.
fn blank() -> Campaign {
    let frame =
        MapFrame { origin: None, metres_per_degree_lat: 0, metres_per_degree_lon: 0, columns: 1, rows: 1, square_m: 1 };
    Campaign::blank(frame)
}
