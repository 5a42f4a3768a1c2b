//! The sheet `campaign`: `campaign.toml` as two columns, dotted key and value. Sides are numbered: `sides.1.id`.

use std::collections::BTreeMap;

use super::Rows;

/// Keys whose value is a text, whatever it looks like.
fn is_text(key: &str) -> bool {
    matches!(key, "name" | "title" | "bound" | "scale" | "rules" | "detail" | "map.projection")
        || key.starts_with("sides.")
        || key.starts_with("since.")
}

/// The text of the file: what stands in a row stands on the line of its number; all of the sides on that of the first.
pub(super) fn text(rows: &Rows) -> String {
    let mut lines: BTreeMap<u32, String> = BTreeMap::new();
    let mut sides: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut sides_on = None;
    for (row, cells) in rows {
        let Some((0, key)) = cells.first() else { continue };
        let key = key.trim();
        let value = cells.iter().find(|(column, _)| *column == 1).map_or("", |(_, text)| text.trim());
        if key.starts_with('#') || (*row == 0 && key.eq_ignore_ascii_case("key")) || value.is_empty() {
            continue;
        }
        if let Some((number, of)) = key.strip_prefix("sides.").and_then(|rest| rest.split_once('.')) {
            sides.entry(number).or_default().push(format!("{} = {}", dotted(of), quoted(value)));
            sides_on.get_or_insert(*row);
        } else {
            lines.insert(*row, format!("{} = {}", dotted(key), literal(key, value)));
        }
    }
    if let Some(row) = sides_on {
        let sides: Vec<String> = sides.values().map(|side| format!("{{ {} }}", side.join(", "))).collect();
        lines.insert(row, format!("sides = [{}]", sides.join(", ")));
    }
    let mut text = String::new();
    let mut next = 0;
    for (row, line) in lines {
        text.extend(std::iter::repeat_n('\n', (row - next) as usize));
        text.push_str(&line);
        text.push('\n');
        next = row + 1;
    }
    text
}

/// A dotted key, each part in quotes that wants them.
fn dotted(key: &str) -> String {
    let is_bare = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let part = |part: &str| if is_bare(part) { part.to_owned() } else { quoted(part) };
    key.split('.').map(part).collect::<Vec<_>>().join(".")
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string().replace('\n', " ")
}

/// A value as it stands in TOML: what reads as a number, date, list or truth value is one, all else a text.
fn literal(key: &str, value: &str) -> String {
    if is_text(key) {
        return quoted(value);
    }
    let read = |text: &str| format!("it = {text}").parse::<toml::Table>().is_ok_and(|table| table.len() == 1);
    let pointed = value.replace(',', ".");
    match value {
        "yes" => "true".to_owned(),
        "no" => "false".to_owned(),
        _ if read(value) => value.to_owned(),
        _ if value.matches(',').count() == 1 && read(&pointed) => pointed,
        _ => quoted(value),
    }
}

/// With which letters key and value of a line begin.
pub(super) fn starts(text: &str) -> BTreeMap<u64, Vec<u64>> {
    let columns = |line: &str| {
        let key = line.split('=').next().map_or(0, |key| key.chars().count()) as u64;
        vec![1, key + 2]
    };
    (1..).zip(text.lines()).map(|(number, line)| (number, columns(line))).collect()
}

/// How many digits a square has on the map of this sheet.
pub(super) fn digits(rows: &Rows) -> usize {
    let value = |key: &str| {
        let row = rows.values().find(|cells| cells[0].1.trim() == key);
        row.and_then(|cells| cells.get(1)).and_then(|(_, text)| text.trim().parse::<u32>().ok()).unwrap_or(0)
    };
    if value("map.columns") > 99 || value("map.rows") > 99 { 6 } else { 4 }
}

/// Keys and values of the text of `campaign.toml`, in its order.
pub(super) fn pairs(text: &str) -> Vec<(String, String)> {
    let table = text.parse::<toml::Table>().unwrap_or_default();
    let mut pairs = Vec::new();
    flatten("", &toml::Value::Table(table), &mut pairs);
    pairs
}

fn flatten(above: &str, value: &toml::Value, pairs: &mut Vec<(String, String)>) {
    let key = |part: &str| if above.is_empty() { part.to_owned() } else { format!("{above}.{part}") };
    match value {
        toml::Value::Table(table) => {
            // What stands for the campaign as a whole comes before its parts.
            let (parts, own): (Vec<_>, Vec<_>) =
                table.iter().partition(|(_, value)| value.is_table() || is_tables(value));
            for (name, value) in own.into_iter().chain(parts) {
                flatten(&key(name), value, pairs);
            }
        }
        toml::Value::Array(list) if is_tables(value) => {
            for (number, value) in (1..).zip(list) {
                flatten(&key(&number.to_string()), value, pairs);
            }
        }
        toml::Value::String(text) if is_text(above) => pairs.push((above.to_owned(), text.clone())),
        // A text that would read as something else keeps its quotes.
        toml::Value::String(text) if literal(above, text) == quoted(text) => {
            pairs.push((above.to_owned(), text.clone()));
        }
        other => pairs.push((above.to_owned(), other.to_string())),
    }
}

fn is_tables(value: &toml::Value) -> bool {
    value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(toml::Value::is_table))
}
