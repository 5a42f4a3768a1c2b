//! The campaign in the forms of other programs: what they read, as plain values.
//!
//! What it decides: where on the earth something lies, and what is shown of it.
//! What it never does: choose what a side knows: it is given the campaign as that side knows it.

mod geojson;
mod orbat_mapper;
mod sidc;

use campaign::{Campaign, Location, MapFrame};
use domain::{LatLon, Point, Square};

pub use geojson::geojson;
pub use orbat_mapper::{OrbatMapper, orbat_mapper};

/// Longitude and latitude in degrees, as these forms want them.
type Degrees = [f64; 2];

/// A map whose squares lie on the earth.
#[derive(Clone, Copy)]
struct Earth<'a> {
    frame: &'a MapFrame,
    origin: LatLon,
}

impl<'a> Earth<'a> {
    /// The map; none where nobody knows where it lies.
    fn new(frame: &'a MapFrame) -> Option<Self> {
        let is_known = frame.metres_per_degree_lat > 0 && frame.metres_per_degree_lon > 0;
        frame.origin.filter(|_| is_known).map(|origin| Self { frame, origin })
    }

    /// A point of the map, to a millionth of a degree.
    fn point(self, at: Point) -> Degrees {
        let degrees = |metres: i64, per_degree: u32| metres * 1_000_000 / i64::from(per_degree);
        let lon = i64::from(self.origin.lon) + degrees(at.x, self.frame.metres_per_degree_lon);
        let lat = i64::from(self.origin.lat) - degrees(at.y, self.frame.metres_per_degree_lat);
        [lon as f64 / 1e6, lat as f64 / 1e6]
    }

    fn at(at: LatLon) -> Degrees {
        [f64::from(at.lon) / 1e6, f64::from(at.lat) / 1e6]
    }

    /// The centre of a square.
    fn centre(self, square: Square) -> Degrees {
        self.point(self.frame.centre(square))
    }

    /// The corners of a square, against the clock, closed.
    fn corners(self, square: Square) -> Vec<Degrees> {
        let side = i64::from(self.frame.square_m);
        let (x, y) = (i64::from(square.col) * side, i64::from(square.row) * side);
        let corners = [(x, y), (x, y + side), (x + side, y + side), (x + side, y), (x, y)];
        corners.map(|(x, y)| self.point(Point { x, y })).to_vec()
    }

    /// What a location means.
    fn location(self, campaign: &Campaign, location: &Location) -> Option<Degrees> {
        match location {
            Location::At(at) => Some(Self::at(*at)),
            Location::Square(square) => Some(self.centre(*square)),
            Location::Place(name) => {
                let place = campaign.place(name)?;
                Some(place.at.map_or_else(|| self.centre(place.square), Self::at))
            }
        }
    }
}
