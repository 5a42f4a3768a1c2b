//! A folder to begin a campaign of one's own from.
//!
//! What it decides: what a new folder holds: `campaign.toml`, every table that is written by hand with its header and
//! an example in comments, and the page that explains the columns.
//! What it never does: write to a disk.

use std::fmt::Write as _;

use campaign::MapFrame;
use domain::{LatLon, Millionths, Square};

use crate::columns::{BY_HAND, page};
use crate::text::csv_writer::CsvWriter;
use crate::text::files::{CAMPAIGN_FILE, COLUMNS_PAGE, Files};
use crate::text::layout::Layout;

/// The least and the most columns and rows of a map: the examples want the least.
pub const MAP_SIZES: std::ops::RangeInclusive<u16> = 6..=999;

/// The first day, which the organiser changes.
const START: &str = "1941-06-22";
/// How long a square is, in metres.
const SQUARE_M: u32 = 3_000;
/// The corner of the map and the metres of a degree there.
const ORIGIN: LatLon = LatLon { lat: 50_000_000, lon: 30_000_000 };
const METRES_PER_DEGREE: (u32, u32) = (111_200, 71_500);

/// The settings that a new campaign begins with, each with its value as TOML.
const SETTINGS: &[(&str, &str)] = &[("careful_close", "\"on\"")];

/// The files of a folder for a new campaign on a map of so many columns and rows.
pub fn start(name: &str, size: (u16, u16)) -> Files {
    let frame = frame(size);
    let mut files: Files =
        BY_HAND.iter().map(|text| (text.file.to_owned(), table(text, Some(&frame)).into_bytes())).collect();
    files.insert(CAMPAIGN_FILE.to_owned(), campaign_file(name, &frame).into_bytes());
    files.insert(COLUMNS_PAGE.to_owned(), page().into_bytes());
    files
}

/// The files of another campaign as those of a new one: under the new name, with the page that explains the columns and
/// a header for every table that it lacks.
pub fn start_from(name: &str, mut files: Files) -> Files {
    if let Some(head) = files.get_mut(CAMPAIGN_FILE) {
        *head = renamed(name, &String::from_utf8_lossy(head)).into_bytes();
    }
    for text in BY_HAND {
        files.entry(text.file.to_owned()).or_insert_with(|| table(text, None).into_bytes());
    }
    files.insert(COLUMNS_PAGE.to_owned(), page().into_bytes());
    files
}

fn frame((columns, rows): (u16, u16)) -> MapFrame {
    MapFrame {
        origin: Some(ORIGIN),
        metres_per_degree_lat: METRES_PER_DEGREE.0,
        metres_per_degree_lon: METRES_PER_DEGREE.1,
        columns,
        rows,
        square_m: SQUARE_M,
    }
}

/// A table with its header, and below that its example in comments where the map is known for which that is.
fn table(text: &Layout, example_on: Option<&MapFrame>) -> String {
    let by_hand = text.columns.iter().filter(|column| column.is_by_hand());
    let header: Vec<&str> = by_hand.map(|column| column.name).collect();
    let mut writer = CsvWriter::default();
    writer.add(&header);
    let mut written = writer.text();
    for row in text.example.iter().filter_map(|row| Some((row, example_on?))).map(|(row, frame)| {
        let value = |name: &&str| row.iter().find(|(of, _)| of == name).map_or("", |(_, value)| *value);
        let mut writer = CsvWriter::default();
        writer.add(header.iter().map(|name| filled(value(name), frame)));
        writer.text()
    }) {
        written.push_str("# ");
        written.push_str(&row);
    }
    written
}

/// The text of an example with its squares, dates and degrees as they are on this map.
fn filled(text: &str, frame: &MapFrame) -> String {
    let mut filled = String::new();
    for (number, part) in text.split(['{', '}']).enumerate() {
        // What stands in braces is every second part.
        let own = if number % 2 == 1 { on_map(part, frame) } else { None };
        filled.push_str(own.as_deref().unwrap_or(part));
    }
    filled
}

fn on_map(what: &str, frame: &MapFrame) -> Option<String> {
    if what == "start" {
        return Some(START.to_owned());
    }
    let degrees = |squares: &str, metres: u32| -> Option<i32> {
        let millionths = squares.parse::<u64>().ok()? * u64::from(frame.square_m) * 1_000_000 / u64::from(metres);
        // To a thousandth of a degree, which is more than near enough for an example.
        i32::try_from(millionths / 1_000 * 1_000).ok()
    };
    if let Some(rows) = what.strip_prefix("lat:") {
        return Some(Millionths(ORIGIN.lat - degrees(rows, frame.metres_per_degree_lat)?).to_string());
    }
    if let Some(columns) = what.strip_prefix("lon:") {
        return Some(Millionths(ORIGIN.lon + degrees(columns, frame.metres_per_degree_lon)?).to_string());
    }
    let (column, row) = what.split_at_checked(2)?;
    Some(frame.reference(Square::new(column.parse().ok()?, row.parse().ok()?)))
}

fn campaign_file(name: &str, frame: &MapFrame) -> String {
    let mut text = format!(
        "# The campaign: what stands for all of it. `{COLUMNS_PAGE}` explains the tables beside it.\n\
         name = \"{name}\"\n\
         title = \"{name}\"\n\
         start = {START}          # the first day\n\
         days = 5                    # how many days it lasts\n\
         scale = \"corps\"             # what a base is: corps (a battalion), front, division, regiment\n\
         rules = \"nqm-squared\"       # the rules for battles\n\
         detail = \"full\"             # simple: only lines of supply decide; full: stocks are counted too\n\
         \n\
         [map]\n\
         lat = {}                # the north-west corner; leave out lat, lon and km_per_degree on an invented map\n\
         lon = {}\n\
         projection = \"equirectangular\"\n\
         km_per_degree_lat = 111.2   # how long a degree is in the middle of the map\n\
         km_per_degree_lon = 71.5\n\
         columns = {}\n\
         rows = {}\n\
         square_km = 3\n\
         \n\
         [[sides]]                   # two of them; the id is one to eight letters\n\
         id = \"BLUE\"\n\
         name = \"Blue\"\n\
         colour = \"blue\"\n\
         \n\
         [[sides]]\n\
         id = \"RED\"\n\
         name = \"Red\"\n\
         colour = \"red\"\n\
         \n\
         [settings]                  # `railhead setting list` explains them all\n",
        Millionths(ORIGIN.lat),
        Millionths(ORIGIN.lon),
        frame.columns,
        frame.rows,
    );
    for (setting, value) in SETTINGS {
        let _ = writeln!(text, "{setting} = {value}");
    }
    text.push_str(
        "\n[ground.dry]                # conditions of the ground for `weather.csv`: time to march, in percent\n\
         good = 100                  # on good roads\n\
         poor = 100                  # on poor roads\n\
         open = 100                  # over open ground\n\
         close = 100\n\
         marsh = 100\n\
         \n\
         [ground.mud]\n\
         good = 125\n\
         poor = 200\n\
         open = 250\n\
         close = 250\n\
         marsh = 300\n",
    );
    text
}

/// The text of `campaign.toml` with another name, which is a key of the file as a whole.
fn renamed(name: &str, text: &str) -> String {
    let mut is_head = true;
    let line = |line: &str| {
        is_head &= !line.trim_start().starts_with('[');
        let is_name = is_head && line.split('=').next().is_some_and(|key| key.trim() == "name");
        if is_name { format!("name = \"{name}\"\n") } else { line.to_owned() }
    };
    text.split_inclusive('\n').map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn told(files: &Files) -> (Vec<String>, Vec<String>) {
        let reading = read(files, &[]);
        let text = |fault: &crate::Fault| format!("{}:{}: {}", fault.file, fault.line, fault.message);
        (reading.faults.iter().map(text).collect(), reading.warnings.iter().map(text).collect())
    }

    #[test]
    fn a_new_folder_has_no_faults_and_all_its_examples_together_have_none() {
        for size in [(6, 6), (20, 15), (120, 90), (999, 999)] {
            let mut files = start("mine", size);
            let (faults, warnings) = told(&files);
            assert_eq!(faults, Vec::<String>::new());
            assert_eq!(warnings, ["orbat.csv:0: the campaign has no formations yet"]);
            for (_, bytes) in files.iter_mut().filter(|(name, _)| crate::columns::of_file(name).is_some()) {
                *bytes = String::from_utf8(bytes.clone()).unwrap().replace("\n# ", "\n").into_bytes();
            }
            assert_eq!(told(&files).0, Vec::<String>::new());
            let campaign = read(&files, &[]).campaign.unwrap();
            assert_eq!((campaign.formations.len(), campaign.name.as_str()), (5, "mine"));
            assert_eq!((campaign.rivers.len(), campaign.crossings.len(), campaign.railheads.len()), (1, 1, 2));
        }
    }

    #[test]
    fn another_campaign_becomes_one_of_ones_own() {
        let files = start_from("mine", crate::built_in("first-bound").unwrap());
        assert_eq!(told(&files).0, Vec::<String>::new());
        let campaign = read(&files, &[]).campaign.unwrap();
        let first = read(&crate::built_in("first-bound").unwrap(), &[]).campaign.unwrap();
        assert_eq!((campaign.name.as_str(), &campaign.title), ("mine", &first.title));
        assert_eq!(campaign.formations, first.formations);
        assert_eq!(files["wings.csv"], b"leaf,sorties,load_kg\n");
    }
}
