//! The part of the map that is drawn.

use serde::Serialize;

use campaign::{Campaign, Formation, MapFrame};
use domain::Square;

/// How many squares lie round a formation at least and at most.
const LEAST: u16 = 4;
const FARTHEST: u16 = 8;
/// How many columns and rows there are at most where each battalion has its counter.
const BATTALIONS: (u16, u16) = (16, 15);

/// What is drawn: the whole map or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Window {
    /// Its square in the north-west.
    pub first: Square,
    /// How many columns it has.
    pub columns: u16,
    /// How many rows.
    pub rows: u16,
}

impl Window {
    /// The whole of a map.
    pub(super) fn whole(frame: &MapFrame) -> Self {
        Self { first: Square::new(0, 0), columns: frame.columns, rows: frame.rows }
    }

    /// So many columns and rows round a square, shifted so that they lie on the map as far as it has them.
    pub fn round(campaign: &Campaign, centre: Square, (columns, rows): (u16, u16)) -> Self {
        let frame = &campaign.frame;
        let (columns, rows) = (columns.min(frame.columns), rows.min(frame.rows));
        let from = |at: u16, wide: u16, all: u16| at.saturating_sub(wide / 2).min(all - wide);
        let first = Square::new(from(centre.col, columns, frame.columns), from(centre.row, rows, frame.rows));
        Self { first, columns, rows }
    }

    /// The squares of a formation and of all under it, and round them the ground that they may come to, as far as battalions are
    /// still drawn one by one; none where it is not on the map.
    pub fn of_unit(campaign: &Campaign, unit: &Formation) -> Option<Self> {
        let wider = |beyond: &u16| {
            let window = Self::beyond(campaign, unit, *beyond)?;
            (window.columns <= BATTALIONS.0 && window.rows <= BATTALIONS.1).then_some(window)
        };
        (LEAST + 1..=FARTHEST).rev().find_map(|beyond| wider(&beyond)).or_else(|| Self::beyond(campaign, unit, LEAST))
    }

    /// The same with so many squares round them.
    fn beyond(campaign: &Campaign, unit: &Formation, beyond: u16) -> Option<Self> {
        let tree = campaign::Tree::new(campaign);
        let unit = campaign.formations.get(&unit.id)?;
        let squares: Vec<Square> = tree.leaves(unit).iter().filter_map(|leaf| leaf.stands_on()).collect();
        let all = (campaign.frame.columns, campaign.frame.rows);
        Some(Self::about(&squares, beyond, all)?.grown(all))
    }

    /// These squares with so many round them, on a map of so many columns and rows; none of no squares.
    pub fn about(squares: &[Square], beyond: u16, (columns, rows): (u16, u16)) -> Option<Self> {
        let ends = |of: fn(&Square) -> u16, all: u16| {
            let (least, most) = (squares.iter().map(of).min()?, squares.iter().map(of).max()?);
            let from = least.saturating_sub(beyond);
            Some((from, (most + beyond + 1).min(all) - from))
        };
        let (col, columns) = ends(|square| square.col, columns)?;
        let (row, rows) = ends(|square| square.row, rows)?;
        Some(Self { first: Square::new(col, row), columns, rows })
    }

    /// The same with more round it on a map of so many columns and rows, so that neither direction has less than nine tenths
    /// of the squares of the other: about as a page has room for.
    #[must_use]
    pub fn grown(self, (all_columns, all_rows): (u16, u16)) -> Self {
        let most = |others: u16| others - others / 10;
        let (col, columns) = widened((self.first.col, self.columns), most(self.rows), all_columns);
        let (row, rows) = widened((self.first.row, self.rows), most(columns), all_rows);
        Self { first: Square::new(col, row), columns, rows }
    }

    /// The same with more round it, so many times as wide as high as far as the map has the squares.
    #[must_use]
    pub fn shaped(self, wide: f64, (all_columns, all_rows): (u16, u16)) -> Self {
        let columns = (f64::from(self.rows) * wide).ceil() as u16;
        let (col, columns) = widened((self.first.col, self.columns), columns, all_columns);
        let (row, rows) = widened((self.first.row, self.rows), (f64::from(columns) / wide).ceil() as u16, all_rows);
        Self { first: Square::new(col, row), columns, rows }
    }

    /// Whether a square lies in it.
    pub fn contains(&self, square: Square) -> bool {
        let within = |at: u16, first: u16, wide: u16| at >= first && at < first + wide;
        within(square.col, self.first.col, self.columns) && within(square.row, self.first.row, self.rows)
    }
}

/// From where on how many squares there are, so that they are at least so many, as far as the map has them.
fn widened((from, count): (u16, u16), wanted: u16, all: u16) -> (u16, u16) {
    let wanted = wanted.max(count).min(all);
    (from.saturating_sub((wanted - count) / 2).min(all - wanted), wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(col: u16, row: u16, columns: u16, rows: u16) -> Window {
        Window { first: Square::new(col, row), columns, rows }
    }

    #[test]
    fn a_window_is_nearly_as_high_as_wide_and_stays_on_the_map() {
        // 45 of 50 are wanted: 12 more on either side of 21 from 22 on.
        let grown = |col, columns, all| window(col, 0, columns, 50).grown((all, 50));
        assert_eq!(grown(22, 21, 101), window(10, 0, 45, 50));
        assert_eq!(grown(2, 21, 101), window(0, 0, 45, 50));
        assert_eq!(grown(80, 21, 101), window(56, 0, 45, 50));
        assert_eq!(grown(0, 12, 12), window(0, 0, 12, 50));
        assert_eq!(grown(5, 60, 101), window(5, 0, 60, 50));
    }

    #[test]
    fn a_map_is_widened_about_its_middle_and_stays_on_the_map() {
        // Six more than ten: three before and three behind.
        assert_eq!(widened((20, 10), 16, 100), (17, 16));
        assert_eq!(widened((1, 10), 16, 100), (0, 16));
        assert_eq!(widened((90, 10), 16, 100), (84, 16));
        assert_eq!(widened((20, 10), 8, 100), (20, 10));
        assert_eq!(widened((0, 10), 16, 12), (0, 12));
    }

    /// Two squares from 2 to 6 and from 3 to 3, with two round them; 5 rows at 1.6 want 8 columns, and 9 columns 6 rows.
    #[test]
    fn squares_have_others_round_them_and_a_shape() {
        let about = Window::about(&[Square::new(2, 3), Square::new(6, 3)], 2, (40, 40)).unwrap();
        assert_eq!(about, window(0, 1, 9, 5));
        assert_eq!(about.shaped(1.6, (40, 40)), window(0, 1, 9, 6));
        assert_eq!(Window::about(&[], 2, (40, 40)), None);
    }
}
