//! The squares of a map by number, row by row from the north-west: which lie beside which, and how far apart.

use domain::{Square, SquareSide};

/// The four directions in the order of the neighbours' references: west, north, south, east.
pub const DIRECTIONS: usize = 4;

/// The direction back.
pub fn opposite(direction: usize) -> usize {
    DIRECTIONS - 1 - direction
}

/// Where a square lies.
#[derive(Debug, Clone, Copy)]
pub struct NetworkPlace {
    col: u32,
    row: u32,
}

impl NetworkPlace {
    /// How many steps it is to another place.
    pub fn steps_to(self, other: Self) -> u64 {
        u64::from(self.col.abs_diff(other.col) + self.row.abs_diff(other.row))
    }
}

/// The least rectangle that holds some squares.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    least: NetworkPlace,
    most: NetworkPlace,
}

impl Extent {
    /// Of some places; none where there are none.
    pub fn of(places: &[NetworkPlace]) -> Option<Self> {
        let first = *places.first()?;
        let mut extent = Self { least: first, most: first };
        for place in places {
            let Self { least, most } = &mut extent;
            *least = NetworkPlace { col: least.col.min(place.col), row: least.row.min(place.row) };
            *most = NetworkPlace { col: most.col.max(place.col), row: most.row.max(place.row) };
        }
        Some(extent)
    }

    /// How many steps it is from a place to the nearest of its squares; 0 from one of them.
    pub fn steps_from(self, place: NetworkPlace) -> u64 {
        let outside = |at: u32, least: u32, most: u32| least.saturating_sub(at).max(at.saturating_sub(most));
        let (cols, rows) =
            (outside(place.col, self.least.col, self.most.col), outside(place.row, self.least.row, self.most.row));
        u64::from(cols + rows)
    }
}

/// The squares of a map, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lattice {
    columns: u32,
    rows: u32,
}

impl Lattice {
    /// The squares of a map with so many columns and rows.
    pub fn new(columns: u16, rows: u16) -> Self {
        Self { columns: u32::from(columns), rows: u32::from(rows) }
    }

    /// How many squares there are.
    pub fn len(self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// How many columns there are.
    pub(crate) fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of a square.
    pub fn index(self, square: Square) -> usize {
        usize::from(square.row) * self.columns() + usize::from(square.col)
    }

    /// The square of a number.
    pub fn square(self, index: usize) -> Square {
        let NetworkPlace { col, row } = self.place(index);
        Square::new(col as u16, row as u16)
    }

    /// Where a square lies.
    pub fn place(self, index: usize) -> NetworkPlace {
        // Divided as 32 bits: the searches ask for this at every square.
        let index = index as u32;
        NetworkPlace { col: index % self.columns, row: index / self.columns }
    }

    /// Where some squares lie.
    pub fn places(self, squares: &[usize]) -> Vec<NetworkPlace> {
        squares.iter().map(|square| self.place(*square)).collect()
    }

    /// How many steps apart two squares are.
    pub fn steps(self, a: usize, b: usize) -> u64 {
        self.place(a).steps_to(self.place(b))
    }

    /// The neighbour in a direction, where the map has one.
    pub fn neighbour(self, index: usize, direction: usize) -> Option<usize> {
        let NetworkPlace { col, row } = self.place(index);
        match direction {
            0 => (col > 0).then(|| index - 1),
            1 => (row > 0).then(|| index - self.columns()),
            2 => (row + 1 < self.rows).then(|| index + self.columns()),
            _ => (col + 1 < self.columns).then(|| index + 1),
        }
    }

    /// The neighbours of a square, in the order of their references.
    pub fn neighbours(self, index: usize) -> impl Iterator<Item = usize> {
        (0..DIRECTIONS).filter_map(move |direction| self.neighbour(index, direction))
    }

    /// The squares within some steps of one, as the crow walks, with how many steps it is; row by row.
    pub fn around(self, index: usize, steps: u8) -> Vec<(usize, u8)> {
        let columns = self.columns();
        let (col, row, reach) = (index % columns, index / columns, usize::from(steps));
        let mut found = Vec::with_capacity(2 * reach * (reach + 1) + 1);
        for beside in row.saturating_sub(reach)..(row + reach + 1).min(self.rows as usize) {
            let down = row.abs_diff(beside);
            let across = reach - down;
            for at in col.saturating_sub(across)..(col + across + 1).min(columns) {
                found.push((beside * columns + at, (down + col.abs_diff(at)) as u8));
            }
        }
        found
    }

    /// The squares so many steps from one, as the crow walks.
    pub fn ring(self, index: usize, steps: u16) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows, reach) = (i64::from(self.columns), i64::from(self.rows), i64::from(steps));
        let (col, row) = (index as i64 % columns, index as i64 / columns);
        (-reach..=reach).flat_map(move |down| {
            let side = reach - down.abs();
            let both = [Some(-side), (side > 0).then_some(side)];
            both.into_iter().flatten().filter_map(move |right| {
                let (col, row) = (col + right, row + down);
                let on_map = (0..columns).contains(&col) && (0..rows).contains(&row);
                on_map.then_some((row * columns + col) as usize)
            })
        })
    }

    /// The two steps over a side, as (square, direction).
    pub fn steps_over(self, side: SquareSide) -> [(usize, usize); 2] {
        let (a, b) = side.squares();
        let (a, b) = (self.index(a), self.index(b));
        if b == a + 1 { [(a, 3), (b, 0)] } else { [(a, 2), (b, 1)] }
    }
}
