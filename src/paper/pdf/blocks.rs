//! The blocks of a document as values for the templates.

use serde_json::{Value, json};

use report::model::document::{Block, Card, Headline, Item, Label, Step};
use report::{Align, Cell, Row, Table};

use super::widths::{self, Laid, Wishes};
use crate::fonts::{Font, Fonts};
use crate::letters::{BREAK, legible};
use crate::palette;
use crate::text::{COMMAND, indented, without_ticks};

/// How many lines a row has before it may be cut at the end of a page.
const TALL: f64 = 28.0;
/// How many rows are kept together at most.
const FAMILY: usize = 12;
/// With less room than this, in mm, a table is never set in two columns: it stands in one.
const NARROW: f64 = 120.0;
/// Millimetres to a point, and how far apart lines of a label are, in its size.
const POINT: f64 = 0.3528;
const LINE: f64 = 0.98;
/// How wide and high the room for the name and the text of a label is, in mm.
const LABEL: (f64, f64) = (18.0, 7.6);
/// How wide the room in the band of a card is beside its symbol, and in that of a label, in mm.
const CARD_BAND: f64 = 42.0;
const LABEL_BAND: f64 = 26.4;
/// The size of the text of a table, in mm.
const TEXT: f64 = 9.0 * 0.3528;

/// A block of text, whose columns wish so much, for a page with so much room; none for one that has pages of its own, or that
/// has a picture or blocks in it.
pub(super) fn value(fonts: &Fonts, block: &Block, wishes: &Wishes, room: f64) -> Option<Value> {
    let say = |text: &str| legible(fonts, text);
    Some(match block {
        Block::Heading { level, text } => {
            let kind = ["part", "part", "section", "subsection"][usize::from(*level).min(3)];
            json!({"kind": kind, "text": say(text)})
        }
        Block::Figures { figures } => {
            let figure = |of: &Headline| json!({"value": say(&of.value), "text": say(&of.text), "bad": of.bad});
            json!({"kind": "figures", "figures": figures.iter().map(figure).collect::<Vec<_>>()})
        }
        Block::Text { text } => json!({"kind": "text", "text": lines(fonts, text).join("\n")}),
        Block::Items { items } => json!({"kind": "items", "items": of_items(fonts, items)}),
        Block::Steps { steps } => {
            let step = |of: &Step| json!({"name": say(&of.name), "items": of_steps(fonts, &of.todo)});
            json!({"kind": "steps", "steps": steps.iter().map(step).collect::<Vec<_>>()})
        }
        Block::Table { table } => of_table(fonts, table, wishes, room),
        Block::Write { label, lines, sketch, if_room } => {
            json!({"kind": "write", "label": say(label), "lines": lines, "sketch": sketch, "if_room": if_room})
        }
        Block::Picture { .. }
        | Block::Inset { .. }
        | Block::Columns { .. }
        | Block::Cards { .. }
        | Block::Labels { .. }
        | Block::Break => return None,
    })
}

fn of_items(fonts: &Fonts, items: &[Item]) -> Vec<Value> {
    let item = |of: &Item| {
        let more: Vec<String> = of.more.iter().map(|more| said(fonts, more)).collect();
        json!({"text": said(fonts, &of.text), "more": more, "todo": said(fonts, &of.todo)})
    };
    items.iter().map(item).collect()
}

/// The boxes of a step: what is to be ticked may be a note, which stands as it was typed.
fn of_steps(fonts: &Fonts, items: &[Item]) -> Vec<Value> {
    let as_it_is = |of: &Item| json!(legible(fonts, &of.todo));
    let mut made = of_items(fonts, items);
    for (value, item) in made.iter_mut().zip(items) {
        value["todo"] = as_it_is(item);
    }
    made
}

/// A text as it can be printed, with each command between two marks by which it is set in a type of its own.
fn said(fonts: &Fonts, text: &str) -> String {
    let text = legible(fonts, text);
    if text.matches('`').count().is_multiple_of(2) { text.replace('`', COMMAND.encode_utf8(&mut [0; 4])) } else { text }
}

/// A text in lines, each as it can be printed.
fn lines(fonts: &Fonts, text: &str) -> Vec<String> {
    text.lines().map(|line| said(fonts, line)).collect()
}

/// The size in points at which a name stands in one line of so many mm, between these; in more lines else, and smaller where
/// three would not do.
fn size(fonts: &Fonts, name: &str, room: f64, (least, most): (f64, f64)) -> f64 {
    let fits = room / fonts.width(Font::Bold, 0.3528, name).max(0.1);
    match fits {
        fits if fits >= least => (fits.min(most) * 10.0).floor() / 10.0,
        fits if fits * 2.4 >= least => least,
        _ => least * 0.8,
    }
}

/// The largest size in points at which a name fills no more than this room, and the name: where even the least is too large it
/// is cut before its last word, by which it is told from others.
fn filling(fonts: &Fonts, name: &str, (wide, high): (f64, f64), (least, most): (f64, f64)) -> (f64, String) {
    let fits = |points: f64, name: &str| {
        let size = points * POINT;
        lines_of(fonts, size, name, wide) * size * LINE <= high
    };
    let steps = ((most - least) / 0.3).round() as u32;
    let sizes = (0..=steps).map(|step| ((most - f64::from(step) * 0.3) * 10.0).round() / 10.0);
    if let Some(points) = sizes.clone().find(|points| fits(*points, name)) {
        return (points, name.to_owned());
    }
    // A last word that would itself be too long tells nothing.
    let split = name.rsplit_once(' ').filter(|(_, end)| !end.contains(BREAK));
    let (start, end) = split.unwrap_or((name, ""));
    let mut kept = start.to_owned();
    loop {
        let cut = format!("{}… {end}", kept.trim_end()).trim_end().to_owned();
        if kept.pop().is_none() || fits(least, &cut) {
            return (least, cut);
        }
    }
}

/// In how many lines of so many mm a name stands: broken between words, and where a longer one may be.
fn lines_of(fonts: &Fonts, size: f64, name: &str, wide: f64) -> f64 {
    let blank = fonts.width(Font::Bold, size, " ");
    let (mut lines, mut used) = (1.0, 0.0);
    for word in name.split_whitespace() {
        for (place, piece) in word.split(BREAK).enumerate() {
            let gap = if place == 0 && used > 0.0 { blank } else { 0.0 };
            let width = fonts.width(Font::Bold, size, piece);
            if used > 0.0 && used + gap + width > wide {
                lines += 1.0;
                used = width;
            } else {
                used += gap + width;
            }
            // What cannot be broken takes as many lines as it is wide.
            while used > wide {
                lines += 1.0;
                used -= wide;
            }
        }
    }
    lines
}

/// The name on a card and its size: as ever in one line or two; a longer one fills the band and is cut there.
fn card_name(fonts: &Fonts, card: &Card) -> (f64, String) {
    let name = legible(fonts, &card.head.name);
    let (wide, least, most) = (40.0, 9.5, 12.5);
    let one = wide / fonts.width(Font::Bold, POINT, &card.head.name).max(0.1);
    if one * 2.4 >= least {
        return (size(fonts, &card.head.name, wide, (least, most)), name);
    }
    let high = if card.under.is_some() { 9.0 } else { 12.0 };
    filling(fonts, &name, (wide, high), (5.2, least * 0.8))
}

fn of_table(fonts: &Fonts, table: &Table, wishes: &Wishes, room: f64) -> Value {
    let laid = widths::lay(wishes, table, room);
    let columns = laid.columns.iter().map(|(place, width)| {
        let column = &table.columns[*place];
        let width = (width * 100.0).round() / 100.0;
        json!({"name": legible(fonts, column.name), "width": width, "right": column.align == Align::Right})
    });
    let mut rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| match row {
            Row::Group(text) => json!({"group": said(fonts, text)}),
            Row::Cells(cells) => of_row(fonts, cells, &laid),
        })
        .collect();
    for (first, count) in families(&rows) {
        rows[first]["keeps"] = json!(count);
    }
    let notes = table.notes.iter().map(|note| of_note(fonts, note));
    json!({
        "kind": "table",
        "title": said(fonts, &table.title),
        "form": laid.is_form,
        "narrow": room < NARROW,
        "columns": columns.collect::<Vec<_>>(),
        "rows": rows,
        "notes": notes.collect::<Vec<_>>(),
    })
}

/// Who has others right under him, and under these none: with how many rows they stand on one page, so that nobody stands
/// alone under a head that is repeated.
fn families(rows: &[Value]) -> Vec<(usize, usize)> {
    let indent = |row: &Value| row["cells"][0]["indent"].as_u64();
    let depths: Vec<Option<u64>> = rows.iter().map(indent).collect();
    let under = |first: usize| depths[first + 1..].iter().take_while(|of| **of > depths[first]).count();
    let family = |first: usize| {
        let count = depths[first].map_or(0, |_| under(first));
        let is_last = depths[first + 1..].iter().take(count).all(|of| *of == depths[first + 1]);
        let is_short = !rows[first..=first + count].iter().any(|row| row["tall"] == true);
        (is_last && is_short && (1..FAMILY).contains(&count)).then_some((first, count + 1))
    };
    (0..rows.len()).filter_map(family).collect()
}

/// A line below a table; one that ends with a blank is written on, or ticked where it says what can stand there.
fn of_note(fonts: &Fonts, note: &str) -> Value {
    let Some(asked) = note.strip_suffix("____") else {
        return json!({"text": said(fonts, note), "blank": false, "choices": []});
    };
    let asked = asked.trim_end().trim_end_matches(':');
    let choice = asked.strip_suffix(')').and_then(|asked| asked.split_once(" ("));
    let (text, choices) = choice.unwrap_or((asked, ""));
    let choices = choices.split(", ").filter(|choice| !choice.is_empty()).map(|choice| choice.replace('_', " "));
    let choices: Vec<String> = choices.map(|choice| legible(fonts, &choice)).collect();
    json!({"text": legible(fonts, text), "blank": true, "choices": choices})
}

fn of_row(fonts: &Fonts, cells: &[Cell], laid: &Laid) -> Value {
    let nothing = Cell::default();
    let mut most = 0.0_f64;
    let shown = laid.columns.iter().map(|(place, width)| {
        let cell = cells.get(*place).unwrap_or(&nothing);
        let indent = cell.text.lines().next().map_or(0, |line| indented(line).0);
        let line = |line| {
            let (_, text) = indented(line);
            if cell.is_typed { legible(fonts, text) } else { said(fonts, text) }
        };
        let lines: Vec<String> = cell.text.lines().map(line).collect();
        let wide = cell.text.lines().map(|line| fonts.width(Font::Medium, TEXT, &without_ticks(line)));
        let high = wide.map(|wide| (wide / width.max(1.0)).ceil().max(1.0));
        most = most.max(high.sum());
        json!({"lines": lines, "indent": indent, "strong": cell.emphasised})
    });
    let cells: Vec<Value> = shown.collect();
    json!({"cells": cells, "tall": most > TALL})
}

/// A card; its symbol is the picture with this name.
pub(super) fn of_card(fonts: &Fonts, card: &Card, symbol: &str) -> Value {
    let say = |text: &String| legible(fonts, text);
    let (name_size, name) = card_name(fonts, card);
    let pips = card
        .pips
        .iter()
        .map(|pip| json!({"name": say(&pip.name), "classes": say(&pip.classes), "note": say(&pip.note), "sp": pip.sp, "full": pip.full}));
    let (fill, ink) = colours(card.head.side_number, card.head.symbol.nation.is_some());
    json!({
        "symbol": symbol,
        "name": name,
        "size": name_size,
        "under": card.under.as_ref().map(|under| say(&fonts.fitted(Font::Medium, 8.5 * POINT, under, CARD_BAND))),
        "text": say(&card.head.text),
        "lines": card.lines.iter().map(say).collect::<Vec<_>>(),
        "pips": pips.collect::<Vec<_>>(),
        "bad": card.head.symbol.is_in_trouble(),
        "fill": fill,
        "ink": ink,
    })
}

/// A label; its symbol is the picture with this name.
pub(super) fn of_label(fonts: &Fonts, label: &Label, symbol: &str) -> Value {
    let (fill, ink) = colours(label.head.side_number, label.head.symbol.nation.is_some());
    let text_size = if label.text.is_empty() { 0.0 } else { size(fonts, &label.text, LABEL.0, (5.2, 6.5)) };
    let text_lines = (fonts.width(Font::Bold, text_size * POINT, &label.text) / LABEL.0).ceil().min(2.0);
    let room = LABEL.1 - text_lines * text_size * POINT * LINE;
    let (size, name) = filling(fonts, &legible(fonts, &label.head.name), (LABEL.0, room), (5.2, 9.5));
    let beside = LABEL_BAND - fonts.width(Font::Medium, 7.0 * POINT, &label.standing);
    let under = fonts.fitted(Font::Bold, 7.5 * POINT, &label.under, beside.max(4.0));
    json!({
        "symbol": symbol,
        "name": name,
        "size": size,
        "under": legible(fonts, &under),
        "standing": legible(fonts, &label.standing),
        "text": legible(fonts, &label.text),
        "text_size": text_size,
        "sp": label.head.symbol.sp.unwrap_or_default(),
        "full": label.head.symbol.sp_full.unwrap_or_default(),
        "fill": fill,
        "ink": ink,
    })
}

/// The band of a card, and what is written on it.
fn colours(side: usize, is_allied: bool) -> (&'static str, &'static str) {
    let colours = palette::formation(side, is_allied);
    (colours.fill, colours.glyph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_label_keeps_the_number_at_its_end() {
        let fonts = Fonts::new();
        let room = (18.0, 5.2);
        assert_eq!(filling(&fonts, "I/IR 92", room, (5.2, 9.5)), (9.5, "I/IR 92".to_owned()));
        let long = "Independent machine-gun and artillery battalion of the fortified region of the upper Don (12)";
        let (size, cut) = filling(&fonts, long, room, (5.2, 9.5));
        assert!((size - 5.2).abs() < 1e-9 && cut.starts_with("Independent") && cut.ends_with("… (12)"), "{size} {cut}");
        // One word without end is cut like any other, and so is one behind a short one: each fills its room and no more.
        for long in ["Donaudampf".repeat(30), format!("The {}", "Donaudampf".repeat(30))] {
            let (size, cut) = filling(&fonts, &legible(&fonts, &long), room, (5.2, 9.5));
            assert!((size - 5.2).abs() < 1e-9 && cut.ends_with('…'), "{size} {cut}");
            // Two lines of 5.2 points are 3.6 mm, three 5.4: more than there is.
            assert!((lines_of(&fonts, size * POINT, &cut, room.0) - 2.0).abs() < 1e-9, "{cut}");
        }
    }

    /// A division with its regiments is one family; a corps over it is none, for it would be a page long.
    #[test]
    fn who_has_others_right_under_him_stands_with_them() {
        let row = |indent: u64| json!({"cells": [{"indent": indent}], "tall": false});
        let rows: Vec<Value> = [0, 1, 2, 2, 1, 2, 1].map(row).into();
        assert_eq!(families(&rows), [(1, 3), (4, 2)]);
        let mut parted = rows.clone();
        parted.insert(3, json!({"group": "Soviet"}));
        assert_eq!(families(&parted), [(1, 2), (5, 2)]);
        // What is cut itself, and what would fill half a page, is kept together with nobody.
        let tall = json!({"cells": [{"indent": 2}], "tall": true});
        assert_eq!(families(&[row(1), tall]), []);
        let many: Vec<Value> = std::iter::once(row(0)).chain((0..FAMILY).map(|_| row(1))).collect();
        assert_eq!(families(&many), []);
    }

    #[test]
    fn a_word_that_may_be_broken_takes_as_many_lines_as_its_pieces() {
        let fonts = Fonts::new();
        let wide = fonts.width(Font::Bold, 3.0, "xxxxx") + 0.01;
        for (name, lines) in [("xxxxx", 1.0), ("xx xx xx", 2.0), ("xxx\u{200b}xxx", 2.0), ("xx\u{200b}xxx", 1.0)] {
            assert!((lines_of(&fonts, 3.0, name, wide) - lines).abs() < 1e-9, "{name}");
        }
        assert!((lines_of(&fonts, 3.0, "xxxxxxxxxxxx", wide) - 3.0).abs() < 1e-9);
    }

    /// What somebody typed stands as it was typed; a command of ours is marked.
    #[test]
    fn what_is_typed_is_printed_as_it_was_typed() {
        let fonts = Fonts::new();
        let note = "`x` and *y*, _z_ #1";
        let item = |todo: &str| Item {
            text: String::new(),
            more: vec!["`railhead contact`".to_owned()],
            todo: todo.to_owned(),
        };
        let step = of_steps(&fonts, &[item(note)]);
        let marked = "\u{2060}railhead contact\u{2060}";
        assert_eq!((&step[0]["todo"], &step[0]["more"][0]), (&json!(note), &json!(marked)));
        let laid = Laid { columns: vec![(0, 60.0), (1, 60.0)], is_form: false };
        let mut typed = Cell::new(note);
        typed.is_typed = true;
        let row = of_row(&fonts, &[typed, Cell::new("`26tk` marches")], &laid);
        assert_eq!(row["cells"][0]["lines"], json!([note]));
        assert_eq!(row["cells"][1]["lines"], json!(["\u{2060}26tk\u{2060} marches"]));
    }
}
