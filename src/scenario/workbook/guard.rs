//! How large a workbook may be once it is unpacked: a small file can unpack to more than any memory holds.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::text::limits;

/// What a cell weighs beside its text.
const CELL: u64 = 64;

/// That all parts of a workbook together unpack to no more than the limit.
pub(super) fn unpacked(bytes: &[u8]) -> Result<(), (String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(super::unreadable)?;
    let mut room = limits::UNPACKED;
    for number in 0..archive.len() {
        let part = archive.by_index(number).map_err(super::unreadable)?;
        let read = std::io::copy(&mut part.take(room + 1), &mut std::io::sink()).map_err(super::unreadable)?;
        room = room.checked_sub(read).ok_or_else(too_large)?;
    }
    Ok(())
}

fn too_large() -> (String, String) {
    (format!("it unpacks to more than {}", limits::UNPACKED_WORDS), "that is the limit for a workbook".to_owned())
}

/// That the cells and rows which an `OpenDocument` sheet repeats come to no more than the limit.
pub(super) fn repeats(bytes: &[u8]) -> Result<(), (String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(super::unreadable)?;
    let Ok(part) = archive.by_name("content.xml") else { return Ok(()) };
    let mut content = Vec::new();
    part.take(limits::UNPACKED).read_to_end(&mut content).map_err(super::unreadable)?;
    weigh(&String::from_utf8_lossy(&content))
}

/// A row of a sheet in the making.
#[derive(Default)]
struct Row {
    times: u64,
    columns: u64,
    weight: u64,
}

fn weigh(content: &str) -> Result<(), (String, String)> {
    let (mut row, mut blank, mut all) = (Row::default(), 0_u64, 0_u64);
    let mut rest = content;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let tag = &rest[..rest.find('>').unwrap_or(rest.len())];
        let is = |name: &str| {
            tag.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        };
        if is("table:table ") || is("table:table") {
            blank = 0;
        } else if is("table:table-row") {
            row = Row { times: times(tag, "rows"), ..Row::default() };
            if tag.ends_with('/') {
                blank = blank.saturating_add(row.times);
            }
        } else if is("/table:table-row") {
            if row.weight == 0 {
                blank = blank.saturating_add(row.times);
            } else {
                // Blank rows between others are laid out too, as wide as the widest row.
                let empty = blank.saturating_mul(CELL).saturating_mul(row.columns);
                all = all.saturating_add(row.weight.saturating_mul(row.times)).saturating_add(empty);
                blank = 0;
            }
        } else if is("table:table-cell") || is("table:covered-table-cell") {
            let (count, is_open) = (times(tag, "columns"), !tag.ends_with('/'));
            let text = if is_open { rest.find("</table:").unwrap_or(rest.len()) as u64 } else { 0 };
            row.columns = row.columns.saturating_add(count);
            if is_open || tag.contains("office:") {
                if row.columns > limits::FIELDS as u64 {
                    let what = format!("a row has more than {} fields", limits::FIELDS);
                    return Err((what, "clear the cells behind the last column".to_owned()));
                }
                row.weight = row.weight.saturating_add(count.saturating_mul(text + CELL));
            }
        }
        if all > limits::UNPACKED {
            return Err(too_large());
        }
    }
    Ok(())
}

/// How many times a row or cell stands.
fn times(tag: &str, what: &str) -> u64 {
    let Some((_, rest)) = tag.split_once(&format!("number-{what}-repeated=")) else { return 1 };
    let digits = rest.trim_start_matches(['"', '\'']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_is_weighed_and_blank_ends_are_free() {
        let cell =
            |count: &str| format!("<table:table-cell table:number-columns-repeated=\"{count}\" office:value=\"1\"/>");
        let row = |times: &str, cells: &str| {
            format!("<table:table-row table:number-rows-repeated=\"{times}\">{cells}</table:table-row>")
        };
        let blank = "<table:table-cell table:number-columns-repeated=\"16000\"/>";
        let sheet = |rows: &[String]| format!("<table:table name=\"a\">{}</table:table>", rows.concat());
        let fine = sheet(&[row("1", &(cell("3") + blank)), row("1048575", blank)]);
        assert_eq!(weigh(&fine), Ok(()));
        let wide = weigh(&sheet(&[row("1", &cell("16000"))])).unwrap_err();
        assert_eq!(
            (wide.0.as_str(), wide.1.as_str()),
            ("a row has more than 100 fields", "clear the cells behind the last column")
        );
        let apart = weigh(&sheet(&[row("1", &(blank.to_owned() + &cell("1")))])).unwrap_err();
        assert_eq!(apart.0, "a row has more than 100 fields");
        let long = weigh(&sheet(&[row("1000000", &cell("50"))])).unwrap_err();
        assert_eq!(long.0, "it unpacks to more than 256 MiB");
        let far = weigh(&sheet(&[row("1", &cell("50")), row("1000000", blank), row("1", &cell("50"))])).unwrap_err();
        assert_eq!(far.0, "it unpacks to more than 256 MiB");
    }
}
