//! Folders as spreadsheets write them read as if they were written by hand.

use proptest::prelude::*;
use scenario::{Files, Records, built_in, read, write};

use crate::reading::{told, with};

/// How a program saves a table.
#[derive(Debug, Clone, Copy)]
struct Saved {
    separator: u8,
    mark: bool,
    windows: bool,
    quoted: bool,
    blank_rows: usize,
    blank_columns: usize,
}

fn saved() -> impl Strategy<Value = Saved> {
    let separators = prop::sample::select(vec![b';', b'\t']);
    (separators, any::<bool>(), any::<bool>(), any::<bool>(), 0usize..3, 0usize..3).prop_map(
        |(separator, mark, windows, quoted, blank_rows, blank_columns)| Saved {
            separator,
            mark,
            windows,
            quoted,
            blank_rows,
            blank_columns,
        },
    )
}

/// A decimal point between digits as a comma; what is no number or pair of numbers stays.
fn with_commas(text: &str) -> String {
    let is_decimal = |word: &str| {
        word.split_once('.').is_some_and(|(whole, part)| {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits(whole.trim_start_matches('-')) && digits(part)
        })
    };
    let words: Vec<String> =
        text.split(' ').map(|word| if is_decimal(word) { word.replace('.', ",") } else { word.to_owned() }).collect();
    words.join(" ")
}

fn save(name: &str, bytes: &[u8], how: Saved) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let style = if how.quoted { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
    let end = if how.windows { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
    let mut writer = csv::WriterBuilder::new()
        .delimiter(how.separator)
        .quote_style(style)
        .terminator(end)
        .flexible(true)
        .from_writer(Vec::new());
    let decimal = ["places.csv", "rivers.csv", "front.csv", "roads.csv", "rail.csv", "terrain.csv"].contains(&name);
    let mut width = 0;
    for record in Records::new(&text, b',') {
        let cells = record.fields.iter().map(|field| {
            let is_prose = field.text.split('>').all(|point| point.contains(char::is_alphabetic));
            if decimal && !is_prose { with_commas(&field.text) } else { field.text.clone() }
        });
        let cells: Vec<String> = cells.chain(vec![String::new(); how.blank_columns]).collect();
        width = cells.len();
        writer.write_record(&cells).unwrap();
    }
    for _ in 0..how.blank_rows {
        writer.write_record(vec![""; width.max(2)]).unwrap();
    }
    let mut saved = if how.mark { "\u{feff}".as_bytes().to_vec() } else { Vec::new() };
    saved.extend(writer.into_inner().unwrap());
    saved
}

/// Every table of a folder in one way of saving it.
fn saved_files(files: &Files, how: Saved) -> Files {
    let is_table =
        |name: &String| name.split_once('.').is_some_and(|(stem, kind)| kind == "csv" && stem != "equipment");
    let save = |(name, bytes): (&String, &Vec<u8>)| {
        (name.clone(), if is_table(name) { save(name, bytes, how) } else { bytes.clone() })
    };
    files.iter().map(save).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_folder_reads_the_same_however_a_spreadsheet_saved_it(
        how in saved(), name in prop::sample::select(vec!["first-bound", "brody-1941", "typhoon-1941"]),
    ) {
        let campaign = read(&built_in(name).unwrap(), &[]).campaign.unwrap();
        let files = write(&campaign);
        let campaign = read(&files, &[]).campaign.unwrap();
        let reading = read(&saved_files(&files, how), &[]);
        prop_assert_eq!(told(&reading.faults), Vec::<String>::new());
        prop_assert_eq!(reading.notes.len(), 1, "{:?}", reading.notes);
        let again = reading.campaign.unwrap();
        // What is drawn by hand keeps its comments, of which these have none any more; what it says is the same.
        prop_assert!(again == without_comments(campaign), "{:?}", how);
        prop_assert_eq!(write(&again)["places.csv"].clone(), files["places.csv"].clone());
    }
}

fn without_comments(mut campaign: campaign::Campaign) -> campaign::Campaign {
    if let Some(front) = campaign.papers.get_mut("front.csv") {
        let mut writer = scenario::CsvWriter::default();
        let text = front.clone();
        Records::new(&text, b',').for_each(|record| writer.add(record.fields.iter().map(|field| &field.text)));
        *front = writer.text();
    }
    campaign
}

#[test]
fn the_separator_of_every_file_is_said() {
    let mut files =
        with("places.csv", "name;lat;lon;square;kind\nTown;59,955;30,075;;town\nFarm;;;0301;village\n;;;;\n");
    files.insert(
        "dumps.csv".to_owned(),
        b"id\towner\tlevel\tplace\tlog\t\n# a\tb\tc\nax.d\tax\tdivision\tFarm\t5\t\n".to_vec(),
    );
    files.insert(
        "rail.csv".to_owned(),
        b"name;gauge;users;points\n\"# a, comment\";;;\nLine;1435;AX;0101 > Farm\n".to_vec(),
    );
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    let notes = ["read as separated by tabs: `dumps.csv`", "read as separated by semicolons: `places.csv`, `rail.csv`"];
    assert_eq!(reading.notes, notes);
    assert_eq!(reading.campaign, read(&crate::tiny::tiny(), &[]).campaign);
    assert!(read(&crate::tiny::tiny(), &[]).notes.is_empty());
}

#[test]
fn one_file_has_one_separator_and_its_faults_their_place() {
    let text = "name;lat;lon;square;kind\nTown,59.955,30.075,,town\nFarm;;;0399;village\nHill;59,9x;30,1;;town\n";
    let mut found = told(&read(&with("places.csv", text), &[]).faults);
    found.retain(|fault| fault.starts_with("places.csv"));
    let expected = [
        "places.csv:2:25: the row has 1 field, not 5 [separate its fields with semicolons, as the header row does]",
        "places.csv:3:8: square `0399` is not on the map [squares run from 0000 to 0909]",
        "places.csv:4:6: `59,9x`, `30.1` is not a valid latitude and longitude [give decimal degrees with at most six decimals]",
    ];
    assert_eq!(found, expected);
}
