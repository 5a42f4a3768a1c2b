//! The frame of the map: where it lies on the earth, how large its squares are, how they are referred to.

use serde::{Deserialize, Serialize};

use domain::{LatLon, Point, Square, SquareSide, digits_of};
use network::Lattice;

/// Where the map lies and how it is divided into squares.
///
/// Equirectangular: metres east and south of the north-west corner are degrees times a fixed number of metres.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapFrame {
    /// The north-west corner; none where the map is given in squares only.
    pub origin: Option<LatLon>,
    /// Metres to a degree of latitude.
    pub metres_per_degree_lat: u32,
    /// Metres to a degree of longitude.
    pub metres_per_degree_lon: u32,
    /// Squares from west to east, 1 to 999.
    pub columns: u16,
    /// Squares from north to south, 1 to 999.
    pub rows: u16,
    /// The side of a square in metres.
    pub square_m: u32,
}

/// How wide a square is taken to be on a map without an origin, in millionths of a degree.
const SQUARE_MILLIONTHS: i64 = 10_000;

impl MapFrame {
    /// How many squares the map has.
    pub fn len(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// The squares by number, for walking over them.
    pub fn lattice(&self) -> Lattice {
        Lattice::new(self.columns, self.rows)
    }

    /// Whether the map has no squares.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the square lies on the map.
    pub fn contains(&self, square: Square) -> bool {
        square.col < self.columns && square.row < self.rows
    }

    /// The number of the square, row by row from the north-west.
    pub fn index(&self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.columns) + usize::from(square.col)
    }

    /// The square of this number.
    pub fn square_at(&self, index: usize) -> Square {
        let columns = usize::from(self.columns.max(1));
        Square::new((index % columns) as u16, (index / columns) as u16)
    }

    /// Every square, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |col| Square::new(col, row)))
    }

    /// The two squares of a side: `058052-059052`.
    pub fn joined(&self, side: SquareSide) -> String {
        let (a, b) = side.squares();
        format!("{}-{}", self.reference(a), self.reference(b))
    }

    /// The reference of a square: `CCRR`, or `CCCRRR` where a side of the map is over 99.
    pub fn reference(&self, square: Square) -> String {
        let mut text = String::with_capacity(6);
        text.extend(self.digits(square).map(char::from));
        text
    }

    /// The references of squares, with blanks between.
    pub fn references(&self, squares: &[Square]) -> String {
        squares.iter().map(|square| self.reference(*square)).collect::<Vec<_>>().join(" ")
    }

    /// The digits of the reference of a square. One by one: a sheet of supply and the table of squares have them by the ten thousand.
    pub fn digits(&self, Square { col, row }: Square) -> impl Iterator<Item = u8> + use<> {
        let first = 3 - digits_of(self.columns, self.rows);
        let of = move |number: u16| {
            [100, 10, 1].into_iter().skip(first).map(move |place| b'0' + (number / place % 10) as u8)
        };
        of(col).chain(of(row))
    }

    /// The square referred to, where the text has the digits that this map wants and lies on it.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        let digits = if self.columns > 99 || self.rows > 99 { 6 } else { 4 };
        Square::parse(text).filter(|s| text.len() == digits && self.contains(*s))
    }

    /// The neighbours of a square on the map, in the order of their references.
    pub fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        let Square { col, row } = square;
        let (columns, rows) = (self.columns, self.rows);
        [
            (col > 0).then(|| Square::new(col - 1, row)),
            (row > 0).then(|| Square::new(col, row - 1)),
            (row + 1 < rows).then(|| Square::new(col, row + 1)),
            (col + 1 < columns).then(|| Square::new(col + 1, row)),
        ]
        .into_iter()
        .flatten()
    }

    /// The centre of a square, in metres from the north-west corner.
    pub fn centre(&self, square: Square) -> Point {
        let side = i64::from(self.square_m);
        Point { x: i64::from(square.col) * side + side / 2, y: i64::from(square.row) * side + side / 2 }
    }

    /// The point of the map at a latitude and longitude; none where the map has no origin.
    pub fn point(&self, place: LatLon) -> Option<Point> {
        let origin = self.origin?;
        let metres = |degrees: i32, per_degree: u32| i64::from(degrees) * i64::from(per_degree) / 1_000_000;
        Some(Point {
            x: metres(place.lon - origin.lon, self.metres_per_degree_lon),
            y: metres(origin.lat - place.lat, self.metres_per_degree_lat),
        })
    }

    /// The point of a course: that of its latitude and longitude. A map without an origin is taken to begin at 0, 0, with
    /// a square a hundredth of a degree wide.
    pub fn course_point(&self, place: LatLon) -> Point {
        self.point(place).unwrap_or_else(|| {
            let metres = |millionths: i64| millionths * i64::from(self.square_m) / SQUARE_MILLIONTHS;
            Point { x: metres(i64::from(place.lon)), y: metres(-i64::from(place.lat)) }
        })
    }

    /// The north-west corner of a square as a point of a course; squares just off the map in the east and south have one
    /// too. None where that is nowhere on earth.
    pub fn course_corner(&self, Square { col, row }: Square) -> Option<LatLon> {
        if col > self.columns || row > self.rows {
            return None;
        }
        let origin = self.origin.unwrap_or(LatLon { lat: 0, lon: 0 });
        let millionths = |count: u16, per_degree: u32| {
            let metres = i64::from(count) * i64::from(self.square_m) * 1_000_000;
            match self.origin {
                // To the nearest millionth, so that a course along a line of squares stays on it.
                Some(_) => (metres + i64::from(per_degree) / 2).checked_div(i64::from(per_degree)),
                None => Some(i64::from(count) * SQUARE_MILLIONTHS),
            }
        };
        let lat = i64::from(origin.lat) - millionths(row, self.metres_per_degree_lat)?;
        let lon = i64::from(origin.lon) + millionths(col, self.metres_per_degree_lon)?;
        let is_on_earth = lat.abs() <= 90_000_000 && lon.abs() <= 180_000_000;
        is_on_earth.then_some(LatLon { lat: lat as i32, lon: lon as i32 })
    }

    /// The square whose north-west corner a point of a course is, on a map without an origin.
    pub fn square_of_corner(&self, LatLon { lat, lon }: LatLon) -> Option<Square> {
        let number = |millionths: i64, most: u16| {
            let count = u16::try_from(millionths / SQUARE_MILLIONTHS).ok().filter(|count| *count <= most)?;
            (millionths % SQUARE_MILLIONTHS == 0).then_some(count)
        };
        let (col, row) = (number(i64::from(lon), self.columns)?, number(-i64::from(lat), self.rows)?);
        self.origin.is_none().then_some(Square::new(col, row))
    }

    /// The square in which a point lies, where that is on the map.
    pub fn square_of(&self, point: Point) -> Option<Square> {
        let side = i64::from(self.square_m);
        let on_map = |metres: i64, count: u16| (metres >= 0 && metres / side < i64::from(count)).then(|| metres / side);
        Some(Square::new(on_map(point.x, self.columns)? as u16, on_map(point.y, self.rows)? as u16))
    }
}
