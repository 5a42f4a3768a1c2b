//! Markdown: a heading, a table, and the notes as a list.

use std::fmt::Write;

use super::wrap::leading;
use crate::{Align, Cell, Row, Table};

pub(super) fn render(table: &Table) -> String {
    let mut text = String::new();
    if !table.title.is_empty() {
        let _ = writeln!(text, "## {}\n", escaped(table.title.trim()));
    }
    if table.has_rows() {
        text.push_str(&line(table.columns.iter().map(|c| c.name.to_owned())));
        text.push_str(&line(table.columns.iter().map(|c| rule(c.align).to_owned())));
        table.rows.iter().for_each(|row| text.push_str(&line(cells(row, table.columns.len()))));
    }
    if !table.notes.is_empty() {
        text.push('\n');
        for note in &table.notes {
            let _ = writeln!(text, "- {}", escaped(note.trim()));
        }
    }
    text
}

fn rule(align: Align) -> &'static str {
    match align {
        Align::Left => "---",
        Align::Right => "---:",
    }
}

fn cells(row: &Row, columns: usize) -> Vec<String> {
    match row {
        Row::Group(text) => {
            let blanks = std::iter::repeat_n(String::new(), columns.saturating_sub(1));
            std::iter::once(format!("**{}**", escaped(text))).chain(blanks).collect()
        }
        Row::Cells(cells) => cells.iter().map(cell).collect(),
    }
}

fn cell(cell: &Cell) -> String {
    let text = escaped(cell.text.trim_end());
    let indent = leading(&text);
    let text = format!("{}{}", "&nbsp;".repeat(indent), text.trim_start());
    if cell.emphasised && !text.is_empty() { format!("**{text}**") } else { text }
}

/// A text of which nothing is taken for markup; what stands in back-ticks, commands and ids, stays so where that is sure.
fn escaped(text: &str) -> String {
    if has_spans(text) {
        let parts = text.split('`').enumerate();
        let part = |(number, part)| if number % 2 == 0 { words(part) } else { format!("`{}`", in_cell(part)) };
        return parts.map(part).collect();
    }
    words(text)
}

/// Whether every back-tick stands alone and has another that ends what it begins.
fn has_spans(text: &str) -> bool {
    let pieces: Vec<&str> = text.split('`').collect();
    let is_spanned = |piece: &&str| !piece.is_empty() && !piece.contains('\n');
    let inner = pieces.get(1..pieces.len() - 1).unwrap_or_default();
    pieces.len() > 2 && pieces.len() % 2 == 1 && inner.iter().all(is_spanned)
}

/// What ends a cell does not end it, and a line end stays one.
fn in_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', "<br>")
}

fn words(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len() + 8);
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1).copied();
        match letter {
            '\n' => out.push_str("<br>"),
            '<' => out.push_str("&lt;"),
            '&' if after.is_some_and(|after| after.is_alphanumeric() || after == '#') => out.push_str("&amp;"),
            '.' | ')' if at > 0 && letters[..at].iter().all(char::is_ascii_digit) => out.extend(['\\', *letter]),
            '_' if is_blank_to_fill(&letters, at) => out.push('_'),
            letter if is_markup(*letter, before, after) => out.extend(['\\', *letter]),
            letter => out.push(*letter),
        }
    }
    out
}

/// Whether an underscore stands in a row of them between words, as a blank of a form does.
fn is_blank_to_fill(letters: &[char], at: usize) -> bool {
    let before = letters[..at].iter().rev().find(|letter| **letter != '_');
    let after = letters[at..].iter().find(|letter| **letter != '_');
    before.is_some_and(|before| before.is_whitespace()) && after.is_none_or(|after| after.is_whitespace())
}

/// Whether a letter would be taken for markup where it stands.
fn is_markup(letter: char, before: Option<char>, after: Option<char>) -> bool {
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    match letter {
        '|' | '`' | '*' | '~' | '$' => true,
        // A link is `[x](y)`, or has its end elsewhere: `[x]: y`; a task begins with a box.
        ']' => matches!(after, Some('(' | '[' | ':')),
        '[' => before.is_none() && matches!(after, Some(' ' | 'x' | 'X')),
        '\\' => after.is_none_or(|after| after.is_ascii_punctuation()),
        '_' => !(is_word(before) && is_word(after)),
        // What would be a heading, a list, a quotation; or a link by itself, or the name of somebody.
        '#' => before.is_none_or(char::is_whitespace),
        '>' => before.is_none(),
        '-' | '+' | '=' => before.is_none() && after.is_none_or(|after| after.is_whitespace() || after == letter),
        ':' => after == Some('/'),
        '@' => is_word(after),
        _ => false,
    }
}

/// A drawing as it stands.
pub(super) fn fenced(text: &str) -> String {
    let runs = text.split(|letter| letter != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default().max(2) + 1);
    format!("{fence}text\n{text}{fence}\n")
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_stay_as_they_are() {
        for text in [
            "26th Tank Corps",
            "su.5ta.26tk",
            "1. Rumänische",
            "out_of_moves",
            "3/4 SP, 2 markers",
            "Smith & Wesson",
            "D3 am (fog)",
            "run `railhead supply trace x_y --side A*`: 3 km",
            "it's 5-6",
            "C:\\maps",
            "a > b",
            "1=2",
            "no. 3",
            "{x}",
            "D12.5",
            "-3",
            "[SU]",
            "moves: ____",
        ] {
            let expected = if text == "1. Rumänische" { "1\\. Rumänische".to_owned() } else { text.to_owned() };
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn nothing_in_a_name_is_markup() {
        for (text, expected) in [
            ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
            ("a|b", "a\\|b"),
            ("*a* _b_ __c", "\\*a\\* \\_b\\_ \\_\\_c"),
            ("[x](http://y)", "\\[x\\](http\\://y)"),
            ("see [f](g) [^1]: h", "see [f\\](g) [^1\\]: h"),
            ("# head", "\\# head"),
            ("- item", "\\- item"),
            ("> said", "\\> said"),
            ("a`b", "a\\`b"),
            ("``a`` `b`", "\\`\\`a\\`\\` \\`b\\`"),
            ("`<b>|`", "`<b>\\|`"),
            ("a `<b>` `", "a \\`&lt;b>\\` \\`"),
            ("&lt;b&gt; &#60;", "&amp;lt;b&amp;gt; &amp;#60;"),
            ("a\\*b\\", "a\\\\\\*b\\\\"),
            ("~~x~~ $y$ @bob", "\\~\\~x\\~\\~ \\$y\\$ \\@bob"),
            ("\\u{202e}x", "\\u{202e}x"),
            ("two\nlines", "two<br>lines"),
        ] {
            assert_eq!(escaped(text), expected, "{text}");
        }
    }

    #[test]
    fn a_drawing_stays_within_its_fence() {
        assert_eq!(fenced("a\n"), "```text\na\n```\n");
        assert_eq!(fenced("````\n"), "`````text\n````\n`````\n");
    }
}
