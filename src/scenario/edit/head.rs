//! Keys of `campaign.toml`, changed in the text where they stand, so that comments and order stay.

use crate::text::files::CAMPAIGN_FILE;

/// Why a key cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// The file is no TOML, or the key is written in a way that is not changed here.
    #[error("`{key}` cannot be changed in `{CAMPAIGN_FILE}` as it is written")]
    Written {
        /// The key.
        key: String,
    },
}

/// The value of a key, as one types it: `title`, `map.columns`, `sides.1.name`. None where it is not there.
pub fn head_value(text: &str, key: &str) -> Option<String> {
    let table: toml::Table = text.parse().ok()?;
    let value = key.split('.').try_fold(toml::Value::Table(table), |value, part| match value {
        toml::Value::Table(mut table) => table.remove(part),
        toml::Value::Array(list) => list.into_iter().nth(part.parse::<usize>().ok()?.checked_sub(1)?),
        _ => None,
    });
    Some(match value? {
        toml::Value::String(text) => text,
        other => other.to_string(),
    })
}

/// The text with another value for a key. Whether a value is a text or a number is as it was; of a key that is new, as it
/// looks.
///
/// # Errors
/// When the text does not say so afterwards: a key that is written otherwise than on a line of its own.
pub fn with_head_value(text: &str, key: &str, value: &str) -> Result<String, HeadError> {
    let error = || HeadError::Written { key: key.to_owned() };
    let value = &*value.replace(['\n', '\r'], " ");
    let (above, name) = key.rsplit_once('.').unwrap_or(("", key));
    let was = text.parse::<toml::Table>().map_err(|_| error())?;
    let is_text = head_value(text, key).map_or_else(|| !is_literal(value), |_| is_text(&was, key));
    let written = if is_text { toml::Value::String(value.to_owned()).to_string() } else { value.to_owned() };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (from, to) = section(&lines, above).ok_or_else(error)?;
    let is_it = |line: &String| line.split_once('=').is_some_and(|(key, _)| key.trim() == name);
    if let Some(at) = (from..to).find(|at| is_it(&lines[*at])) {
        let comment = comment_of(&lines[at]).map(|comment| format!("  {comment}")).unwrap_or_default();
        lines[at] = format!("{name} = {written}{comment}");
    } else {
        let end = (from..to).rev().find(|at| !lines[*at].trim().is_empty()).map_or(from, |at| at + 1);
        lines.insert(end, format!("{name} = {written}"));
    }
    let changed = lines.join("\n") + "\n";
    let is_so = head_value(&changed, key).is_some_and(|now| now == value);
    if is_so { Ok(changed) } else { Err(error()) }
}

/// Between which lines the keys of a section stand: of the file as a whole, of `[map]`, of the second `[[sides]]`.
fn section(lines: &[String], above: &str) -> Option<(usize, usize)> {
    let is_head = |line: &str| line.trim_start().starts_with('[');
    let end = |from: usize| (from..lines.len()).find(|at| is_head(&lines[*at])).unwrap_or(lines.len());
    if above.is_empty() {
        return Some((0, end(0)));
    }
    let (name, number) = match above.rsplit_once('.') {
        Some((name, number)) => (format!("[[{name}]]"), number.parse::<usize>().ok()?),
        None => (format!("[{above}]"), 1),
    };
    let heads = (0..lines.len()).filter(|at| lines[*at].split('#').next().is_some_and(|head| head.trim() == name));
    let head = { heads }.nth(number.checked_sub(1)?)?;
    Some((head + 1, end(head + 1)))
}

/// The comment at the end of a line: what begins with a `#` that stands in no quotes.
fn comment_of(line: &str) -> Option<&str> {
    let mut quote = None;
    for (at, letter) in line.char_indices() {
        match (letter, quote) {
            ('#', None) => return Some(&line[at..]),
            ('"' | '\'', None) => quote = Some(letter),
            (closing, Some(open)) if closing == open => quote = None,
            _ => {}
        }
    }
    None
}

fn is_text(table: &toml::Table, key: &str) -> bool {
    let mut value = Some(toml::Value::Table(table.clone()));
    for part in key.split('.') {
        value = match value {
            Some(toml::Value::Table(mut table)) => table.remove(part),
            Some(toml::Value::Array(list)) => {
                let at = part.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                at.and_then(|at| list.into_iter().nth(at))
            }
            _ => None,
        };
    }
    matches!(value, Some(toml::Value::String(_)))
}

/// Whether a value is a number, a date or a truth value.
fn is_literal(value: &str) -> bool {
    let read = format!("it = {value}").parse::<toml::Table>();
    read.is_ok_and(|table| {
        table.len() == 1 && table.get("it").is_some_and(|it| !it.is_str() && !it.is_array() && !it.is_table())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# head\nname = \"x\"\ntitle = \"a # b\"   # what it is called\nstart = 1941-06-22\n\n[map]\ncolumns = 20\n\n\
                        [[sides]]\nid = \"A\"\n\n[[sides]]\nid = \"B\"\nname = \"Red\"\n";

    #[test]
    fn a_key_is_changed_where_it_stands() {
        let changed = with_head_value(TEXT, "title", "Say \"when\"").unwrap();
        assert_eq!(head_value(&changed, "title").as_deref(), Some("Say \"when\""));
        assert!(changed.contains("# what it is called") && changed.starts_with("# head\n"), "{changed}");
        let changed = with_head_value(&changed, "map.columns", "30").unwrap();
        let changed = with_head_value(&changed, "sides.2.name", "123").unwrap();
        let changed = with_head_value(&changed, "sides.1.name", "Blue").unwrap();
        let changed = with_head_value(&changed, "start", "1942-11-19").unwrap();
        assert!(changed.contains("start = 1942-11-19\n") && changed.contains("columns = 30\n"), "{changed}");
        assert!(
            changed.contains("id = \"A\"\nname = \"Blue\"\n\n") && changed.contains("name = \"123\"\n"),
            "{changed}"
        );
        assert_eq!(head_value(&changed, "map.rows"), None);
    }

    #[test]
    fn what_would_break_the_file_is_refused() {
        for (key, value) in
            [("start", "tomorrow"), ("map.columns", "1]\n[x"), ("sides.3.id", "C"), ("map.columns", "20 # x")]
        {
            let error = with_head_value(TEXT, key, value).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("`{key}` cannot be changed in `campaign.toml` as it is written"),
                "{value}"
            );
        }
        assert!(with_head_value("name = ", "name", "x").is_err());
    }
}
