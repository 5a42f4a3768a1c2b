//! Tables as a workbook: each sheet with its tables one below the other, the headings of one alone fixed, numbers as numbers and everything else as text.
//!
//! What it decides: that no cell is ever a formula or a link, whatever a name looks like.

use report::{Align, Sheet, Table, render};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

/// How many characters the name of a sheet may have.
const NAME: usize = 31;
/// How many characters a column is wide at most.
const WIDEST: usize = 60;

/// The bytes of a workbook of these sheets, of which one without a name has this; the same sheets give the same bytes.
///
/// # Errors
/// When a sheet has more rows or columns than it can, or a cell more letters.
pub fn workbook(title: &str, sheets: &[Sheet]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let made = ExcelDateTime::from_ymd(2000, 1, 1)?;
    book.set_properties(&DocProperties::new().set_creation_datetime(&made));
    let mut names: Vec<String> = Vec::new();
    for of in sheets {
        let name = name_of(if of.name.is_empty() { title } else { &of.name }, &names);
        let sheet = book.add_worksheet();
        sheet.set_name(&name)?;
        names.push(name);
        fill(sheet, of)?;
    }
    book.save_to_buffer()
}

fn fill(sheet: &mut Worksheet, of: &Sheet) -> Result<(), XlsxError> {
    let (mut next, mut widths) = (0, Vec::new());
    let mut tables = of.tables.iter().filter(|table| !table.columns.is_empty());
    let alone = tables.next().filter(|_| tables.next().is_none());
    for table in &of.tables {
        if !table.title.is_empty() && table.title != of.name {
            sheet.write_string_with_format(next, 0, &*table.title, &Format::new().set_bold())?;
            next += 1;
        }
        if alone.is_some_and(|alone| std::ptr::eq(alone, table)) {
            sheet.set_freeze_panes(next + 1, 0)?;
        }
        next = write(sheet, table, next, &mut widths)?;
    }
    for (column, width) in (0..).zip(widths) {
        sheet.set_column_width(column, (width.min(WIDEST) + 2) as f64)?;
    }
    Ok(())
}

/// Writes a table from this row on, and widens columns for it; gives the row after the blank one behind it.
fn write(sheet: &mut Worksheet, table: &Table, first: u32, widths: &mut Vec<usize>) -> Result<u32, XlsxError> {
    let (text, head, strong) =
        (Format::new().set_num_format("@"), Format::new().set_bold(), Format::new().set_text_wrap());
    let rows = if table.columns.is_empty() { Vec::new() } else { render::flat(table) };
    for (number, row) in (first..).zip(&rows) {
        widths.resize(widths.len().max(row.len()), 0);
        for ((column, width), (align, cell)) in (0..).zip(&mut *widths).zip(row) {
            *width = (*width).max(cell.lines().map(|line| line.chars().count()).max().unwrap_or_default());
            match number_of(*align, cell) {
                _ if cell.is_empty() => continue,
                _ if number == first => sheet.write_string_with_format(number, column, *cell, &head)?,
                Some(value) => sheet.write_number(number, column, value)?,
                None if cell.contains('\n') => sheet.write_string_with_format(number, column, *cell, &strong)?,
                None => sheet.write_string_with_format(number, column, *cell, &text)?,
            };
        }
    }
    let below = first + rows.len() as u32 + u32::from(!rows.is_empty());
    for (number, note) in (below..).zip(&table.notes) {
        sheet.write_string(number, 0, &**note)?;
    }
    Ok(below + table.notes.len() as u32 + u32::from(!table.notes.is_empty()))
}

/// The number that a cell of a column of numbers is.
fn number_of(align: Align, text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = align == Align::Right && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_number)
}

/// A title without what is typed: `14th Panzer Division (`id`)` is the division, and marks of commands are none of a name.
fn plain(title: &str) -> String {
    let mut parts = title.split(" (`");
    let first = parts.next().unwrap_or_default().to_owned();
    let without = |so_far: String, part: &str| match part.split_once("`)") {
        Some((_, rest)) => so_far + rest,
        None => format!("{so_far} ({part}"),
    };
    parts.fold(first, without).replace('`', "")
}

/// The name of a sheet: the title as far as a sheet can have it, and no other sheet has.
fn name_of(title: &str, taken: &[String]) -> String {
    let allowed: String = plain(title)
        .chars()
        .map(|letter| if "[]:*?/\\".contains(letter) || letter.is_control() { ' ' } else { letter })
        .collect();
    let words = allowed.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = |room: usize| {
        let words = words.trim_matches('\'');
        let mut cut: String = words.chars().take(room).collect();
        // A word is not cut where much is left without it.
        if words.chars().nth(room).is_some_and(|next| next != ' ')
            && let Some((whole, _)) = cut.rsplit_once(' ').filter(|(whole, _)| whole.chars().count() > room / 2)
        {
            cut = whole.to_owned();
        }
        cut.trim_end_matches(['\'', ' ']).to_owned()
    };
    // A spreadsheet keeps one name for itself.
    let free = |name: &String| {
        let same = |other: &String| other.to_lowercase() == name.to_lowercase();
        !name.is_empty() && name.to_lowercase() != "history" && !taken.iter().any(same)
    };
    let numbered = (1..).map(|number| format!("{} {number}", cut(NAME - 6)).trim().to_owned());
    std::iter::once(cut(NAME)).chain(numbered).find(free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_columns_of_numbers_have_numbers() {
        for (align, text, number) in [
            (Align::Right, "12", Some(12.0)),
            (Align::Right, "-0.5", Some(-0.5)),
            (Align::Right, "12 SP", None),
            (Align::Right, "inf", None),
            (Align::Right, "1e9", None),
            (Align::Left, "0502", None),
        ] {
            assert_eq!(number_of(align, text), number, "{text}");
        }
    }

    #[test]
    fn sheets_have_names_that_a_spreadsheet_takes() {
        let taken = ["stock".to_owned()];
        for (title, name) in [
            ("Supply: D5 am [Axis]?", "Supply D5 am Axis"),
            ("14th Panzer Division (`ax.a6.xi.14pz`)", "14th Panzer Division"),
            ("`crossing`: bridges (`x`) and fords", "crossing bridges and fords"),
            ("a (`b", "a (b"),
            ("", "1"),
            ("Stock", "Stock 1"),
            ("history", "history 1"),
            ("'quoted'", "quoted"),
            ("a title that is longer than thirty-one characters", "a title that is longer than"),
        ] {
            assert_eq!(name_of(title, &taken), name, "{title}");
        }
    }
}
