//! How much a campaign folder may hold: far beyond the largest that was played, and near enough that it is read and
//! checked before memory or minutes are gone. How large an order of battle may be, the campaign says.

/// How many bytes a file may have.
pub(crate) const FILE: u64 = 64 << 20;
/// The same in words.
pub(crate) const FILE_WORDS: &str = "64 MiB";
/// How many bytes a workbook may unpack to.
pub(crate) const UNPACKED: u64 = 256 << 20;
/// The same in words.
pub(crate) const UNPACKED_WORDS: &str = "256 MiB";
/// How many fields a row may have.
pub(crate) const FIELDS: usize = 100;
/// How many fields a file may have.
pub(crate) const ALL_FIELDS: usize = 10_000_000;
/// How many bytes a field may have.
pub(crate) const FIELD: usize = 1 << 20;
/// How many rivers there may be.
pub(crate) const RIVERS: usize = 5_000;
/// How many points the lines or areas of a file may have together: roads, railways, terrain.
pub(crate) const POINTS: usize = 20_000;
/// How many faults are listed.
pub(crate) const FAULTS: usize = 1_000;
/// How many words are looked at in a reading, in search of those that may be meant.
pub(crate) const LOOKED_AT: u64 = 5_000_000;

/// How many rows a file may have, its header row and blank rows aside.
pub(crate) fn rows(file: &str) -> usize {
    match file {
        "front.csv" => 1_000,
        "crossings.csv" | "railheads.csv" | "rail.csv" | "airfields.csv" | "battles.csv" => 2_000,
        "dumps.csv" | "roads.csv" | "terrain.csv" | "convoys.csv" => 5_000,
        "places.csv" => 20_000,
        "control.csv" | "supply_history.csv" => 1_000_000,
        _ => 100_000,
    }
}

/// What there is more of than a file may have, and what helps; the header row is one of the records.
pub(crate) fn beyond(rows: usize, records: usize, fields: usize, in_row: usize) -> Option<(String, &'static str)> {
    if in_row > FIELDS {
        let what = format!("the row has more than {FIELDS} fields");
        return Some((what, "check whether line breaks were lost"));
    }
    if records > rows + 1 {
        return Some((format!("the file has more than {rows} rows"), "that is the limit"));
    }
    let what = || format!("the file has more than {ALL_FIELDS} fields");
    (fields > ALL_FIELDS).then(|| (what(), "leave out empty columns"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::size_limits::{DEPTH, FORMATIONS, ID, LEAVES};

    #[test]
    fn the_page_says_what_the_program_holds_to() {
        let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/campaign.md"));
        let (_, section) = page.split_once("## How large a campaign may be").unwrap();
        let section = section.split("\n## ").next().unwrap();
        let files = |file: &str| (format!("rows of `{file}`"), rows(file));
        let figures = [
            ("leaves".to_owned(), LEAVES),
            ("formations, leaves among them".to_owned(), FORMATIONS),
            ("levels of the order of battle".to_owned(), DEPTH),
            ("rivers".to_owned(), RIVERS),
            files("rivers.csv"),
            ("points of `roads.csv`, of `rail.csv`, of `terrain.csv`".to_owned(), POINTS),
            files("roads.csv"),
            files("places.csv"),
            files("crossings.csv"),
            files("dumps.csv"),
            files("convoys.csv"),
            files("front.csv"),
            files("control.csv"),
            files("supply_history.csv"),
            ("rows of any other file".to_owned(), rows("")),
            ("fields of a row".to_owned(), FIELDS),
            ("fields of a file".to_owned(), ALL_FIELDS),
            ("bytes of a field".to_owned(), FIELD),
            ("letters of an id".to_owned(), ID),
            ("bytes of a file".to_owned(), FILE as usize),
            ("bytes of a workbook, unpacked".to_owned(), UNPACKED as usize),
            ("faults that are listed".to_owned(), FAULTS),
        ];
        for (what, most) in figures {
            assert!(section.contains(&format!("| {what} | {most} |")), "{what}: {most}");
        }
    }

    #[test]
    fn what_a_file_may_hold_is_held_and_no_more() {
        assert_eq!(beyond(5, 6, ALL_FIELDS, FIELDS), None);
        let said = |told: Option<(String, &str)>| told.map(|(what, hint)| format!("{what}: {hint}"));
        let all = "the file has more than 10000000 fields: leave out empty columns";
        assert_eq!(said(beyond(5, 6, ALL_FIELDS + 1, 9)).as_deref(), Some(all));
        let rows = "the file has more than 5 rows: that is the limit";
        assert_eq!(said(beyond(5, 7, 9, 9)).as_deref(), Some(rows));
    }
}
