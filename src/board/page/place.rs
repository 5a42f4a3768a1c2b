//! Where things lie on the picture of the map.

use domain::Square;

/// From how large a square on marks grow with it, in the units of the picture: on a map of small ones they would not be seen.
const SEEN: f64 = 5.0;
/// Up to how large a square they do: on a map of large ones they would hide what they mark.
const LARGE: f64 = 9.0;

/// Where things lie on the picture.
pub(crate) struct Place {
    pub(super) origin: (f64, f64),
    pub(super) first: Square,
    /// The side of a square.
    pub(crate) square: f64,
}

impl Place {
    /// By how large a square the marks are measured that are laid over the map.
    pub(crate) fn mark(&self) -> f64 {
        self.square.clamp(SEEN, LARGE)
    }

    /// The points of a line through the middles of these squares.
    pub(super) fn along(&self, way: &[Square]) -> String {
        let points = way.iter().map(|square| self.middle(*square)).map(|(x, y)| format!("{x:.2},{y:.2}"));
        points.collect::<Vec<_>>().join(" ")
    }

    /// The middle of a square.
    pub(crate) fn middle(&self, square: Square) -> (f64, f64) {
        let along = |at: u16, first: u16| (f64::from(at) - f64::from(first) + 0.5) * self.square;
        (self.origin.0 + along(square.col, self.first.col), self.origin.1 + along(square.row, self.first.row))
    }
}
