//! Squares of the map and the sides between them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::text::from_text;
use crate::words;

/// A square of the map: column and row from the north-west corner, both from 0.
///
/// Ordered by reference: column first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The column, from the west.
    pub col: u16,
    /// The row, from the north.
    pub row: u16,
}

impl Square {
    /// The square in this column and row.
    pub const fn new(col: u16, row: u16) -> Self {
        Self { col, row }
    }

    /// Reads `CCRR` or `CCCRRR`. Whether it lies on the map is the map's to say.
    pub fn parse(text: &str) -> Option<Self> {
        let half = match text.len() {
            4 => 2,
            6 => 3,
            _ => return None,
        };
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Some(Self { col: text[..half].parse().ok()?, row: text[half..].parse().ok()? })
    }

    /// The distance in squares along columns and rows.
    pub fn steps_to(self, other: Self) -> u32 {
        u32::from(self.col.abs_diff(other.col)) + u32::from(self.row.abs_diff(other.row))
    }

    /// The larger of the differences in columns and in rows.
    pub fn reach_to(self, other: Self) -> u32 {
        u32::from(self.col.abs_diff(other.col).max(self.row.abs_diff(other.row)))
    }

    /// The square as far beyond this one as it is from `from`; none where the reckoning leaves the map to the north or
    /// west. Whether it lies on the map is the map's to say.
    pub fn beyond(self, from: Self) -> Option<Self> {
        let far = |a: u16, b: u16| u16::try_from(2 * i32::from(b) - i32::from(a)).ok();
        Some(Self { col: far(from.col, self.col)?, row: far(from.row, self.row)? })
    }

    /// The side that two orthogonal neighbours share.
    pub fn side_to(self, other: Self) -> Option<SquareSide> {
        let (first, second) = if self <= other { (self, other) } else { (other, self) };
        if first.steps_to(second) != 1 {
            return None;
        }
        let edge = if first.col == second.col { Edge::South } else { Edge::East };
        Some(SquareSide { square: first, edge })
    }
}

/// With how many digits a map of this size numbers its columns and rows: two, or three where a side is over 99.
pub fn digits_of(columns: u16, rows: u16) -> usize {
    if columns <= 99 && rows <= 99 { 2 } else { 3 }
}

/// Written with three digits each where stored, so that a reference means the same whatever the map's size.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03}{:03}", self.col, self.row)
    }
}

impl Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        from_text(d, |text| Self::parse(text).ok_or_else(|| format!("`{text}` is not a square")))
    }
}

words! {
    /// Which of a square's sides: each side belongs to the square north or west of it.
    enum Edge: "side of a square" {
        /// The eastern side.
        East = "east",
        /// The southern side.
        South = "south",
    }
}

/// The side between two orthogonal neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SquareSide {
    /// The square west or north of the side.
    pub square: Square,
    /// Which side of that square.
    pub edge: Edge,
}

impl SquareSide {
    /// The two squares that the side joins, the lower reference first.
    pub fn squares(self) -> (Square, Square) {
        let Square { col, row } = self.square;
        let other = match self.edge {
            Edge::East => Square::new(col + 1, row),
            Edge::South => Square::new(col, row + 1),
        };
        (self.square, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_have_four_digits_or_six() {
        assert_eq!(Square::parse("2317"), Some(Square::new(23, 17)));
        assert_eq!(Square::parse("058052"), Some(Square::new(58, 52)));
        assert_eq!(Square::parse("58 52"), None);
        assert_eq!(Square::parse("05805"), None);
        assert_eq!(Square::new(58, 52).to_string(), "058052");
    }

    #[test]
    fn a_side_is_the_same_from_both_of_its_squares() {
        let (a, b) = (Square::new(4, 4), Square::new(4, 5));
        assert_eq!(a.side_to(b), b.side_to(a));
        assert_eq!(a.side_to(b).map(SquareSide::squares), Some((a, b)));
        assert_eq!(a.side_to(Square::new(5, 5)), None);
    }
}
