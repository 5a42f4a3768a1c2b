//! Figures bound by bound as lines of blocks below their table, for a terminal.
//!
//! What it decides: how high a block is; that the last bounds are shown where there is no room for all, and no figure that
//! stays as it is.

use std::collections::BTreeSet;

use super::{each, text};
use crate::{Page, Table};

/// From the lowest to the highest.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A figure in each bound.
pub(crate) struct Line {
    /// What it is called.
    pub(crate) name: &'static str,
    /// Of which side.
    pub(crate) side: String,
    /// A figure a bound; none where it is not counted.
    pub(crate) values: Vec<Option<i64>>,
}

/// Tables, and below them a line a figure.
pub(crate) fn below(tables: Vec<Table>, lines: &[Line], page: Page) -> String {
    let mut written = each(tables, |table| text::render(table, page.width, page.colour));
    let changes = |line: &&Line| line.values.iter().flatten().collect::<BTreeSet<_>>().len() > 1;
    let lines: Vec<&Line> = lines.iter().filter(changes).collect();
    if lines.is_empty() {
        return written;
    }
    written.push('\n');
    let widest = |of: fn(&Line) -> usize| lines.iter().map(|line| of(line)).max().unwrap_or_default();
    let (name, side) = (widest(|line| line.name.chars().count()), widest(|line| line.side.chars().count()));
    let range = |line: &Line| {
        let (least, most) = (line.values.iter().flatten().min()?, line.values.iter().flatten().max()?);
        Some((*least, *most))
    };
    let said = |line: &Line| range(line).map_or_else(String::new, |(least, most)| format!("{least} to {most}"));
    let ranges = lines.iter().map(|line| said(line).len()).max().unwrap_or_default();
    let room = page.width.saturating_sub(name + side + ranges + 6).max(1);
    for line in lines {
        let Some((least, most)) = range(line) else { continue };
        let from = line.values.len().saturating_sub(room);
        let blocks: String = line.values[from..].iter().map(|value| block(*value, least, most)).collect();
        written.extend([format!("{:name$}  {:side$}  {blocks}  {}\n", line.name, line.side, said(line))]);
    }
    written
}

/// A figure as a block between the least and the most.
fn block(value: Option<i64>, least: i64, most: i64) -> char {
    let Some(value) = value else { return ' ' };
    let steps = BLOCKS.len() as i128 - 1;
    let range = i128::from(most) - i128::from(least);
    let step = if range == 0 { 0 } else { ((i128::from(value) - i128::from(least)) * steps + range / 2) / range };
    usize::try_from(step).ok().and_then(|step| BLOCKS.get(step)).copied().unwrap_or('█')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_rise_from_the_least_to_the_most() {
        let drawn = |values: &[i64]| -> String {
            let (least, most) = (*values.iter().min().unwrap(), *values.iter().max().unwrap());
            values.iter().map(|value| block(Some(*value), least, most)).collect()
        };
        assert_eq!(drawn(&[0, 1, 2, 3, 4, 5, 6, 7]), "▁▂▃▄▅▆▇█");
        assert_eq!(drawn(&[100, 107, 103]), "▁█▄");
        assert_eq!(drawn(&[4, 4]), "▁▁");
        assert_eq!(drawn(&[i64::MIN, 0, i64::MAX]), "▁▅█");
        assert_eq!(block(None, 0, 1), ' ');
    }

    #[test]
    fn the_last_bounds_are_shown_where_there_is_no_room_for_all() {
        let values = (0..100).map(Some).collect();
        let lines = [Line { name: "SP", side: "AX".to_owned(), values }];
        let page = Page { format: crate::Format::Table, width: 30, colour: false };
        let text = below(Vec::new(), &lines, page);
        // Name, side, range "0 to 99" and six of gaps leave 30 - 2 - 2 - 7 - 6.
        let blocks = text.chars().filter(|letter| BLOCKS.contains(letter)).count();
        assert_eq!((blocks, text.trim_end().ends_with("█  0 to 99")), (13, true), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 30), "{text}");
    }
}
