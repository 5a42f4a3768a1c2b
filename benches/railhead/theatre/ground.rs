//! The ground of a theatre: front, terrain, rivers, roads, railways and the crossings that they need.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use campaign::{Crossing, Ground, Location, Railhead, Railway, River, RiverSide, Road};
use domain::{
    AccountId, Carries, CrossingId, CrossingKind, CrossingState, LatLon, RiverClass, RoadQuality, Square, SquareSide,
    Terrain,
};
use rand::RngExt as _;

use super::{SECTOR, Theatre, sides};

/// A line on the map: for each step along its axis, where it is across.
type Course = Vec<u16>;

impl Theatre {
    /// Draws everything that does not fight.
    pub(super) fn lay_ground(&mut self) {
        let (columns, rows) = (self.size.columns, self.size.rows());
        self.front = self.course(columns / 2, self.size.deep(20), rows);
        let mut ground = Ground::blank(&self.campaign.frame);
        self.cover(&mut ground);
        self.flow(&mut ground);
        self.pave(&mut ground);
        self.campaign.ground = Arc::new(ground);
        self.lay_rails();
        self.bridge();
    }

    /// A line that wanders by at most a square a step, and by `play` squares in all.
    fn course(&mut self, middle: u16, play: u16, length: u16) -> Course {
        let mut at = i32::from(middle);
        (0..length)
            .map(|_| {
                at += self.dice.random_range(-1..=1);
                at = at.clamp(i32::from(middle - play), i32::from(middle + play));
                at as u16
            })
            .collect()
    }

    fn cover(&mut self, ground: &mut Ground) {
        let (columns, rows) = (self.size.columns, self.size.rows());
        let [west, east] = sides();
        for square in self.campaign.frame.squares() {
            let side = if square.col < self.front[usize::from(square.row)] { west } else { east };
            ground.set_control(square, Some(side));
        }
        for _ in 0..u32::from(columns) * u32::from(rows) / 400 {
            let terrain = match self.dice.random_range(0..10) {
                0..=5 => Terrain::Close,
                6..=7 => Terrain::Marsh,
                8 => Terrain::Town,
                _ => Terrain::Lake,
            };
            let reach = if terrain == Terrain::Close { 5 } else { 1 };
            let (col, row) = (self.dice.random_range(0..columns), self.dice.random_range(0..rows));
            for col in col..(col + reach).min(columns) {
                for row in row..(row + reach).min(rows) {
                    ground.set_terrain(Square::new(col, row), terrain);
                }
            }
        }
    }

    /// Great rivers along the front, far back and near; one between any two armies; small ones anywhere.
    fn flow(&mut self, ground: &mut Ground) {
        let (columns, rows) = (self.size.columns, self.size.rows());
        let middle = columns / 2;
        for (near, class) in [(self.size.deep(65), RiverClass::Major), (middle * 3 / 5, RiverClass::Major)] {
            for at in [middle - near, middle + near] {
                let course = self.course(at, 4, rows);
                self.river(ground, class, &course, true);
            }
        }
        for sector in 1..self.size.armies {
            let course = self.course(sector * SECTOR, 1, columns);
            self.river(ground, RiverClass::Medium, &course, false);
        }
        for _ in 0..self.size.armies * 2 {
            let at = self.dice.random_range(10..columns - 10);
            let course = self.course(at, 8, rows);
            self.river(ground, RiverClass::Minor, &course, true);
        }
    }

    fn river(&mut self, ground: &mut Ground, class: RiverClass, course: &Course, southward: bool) {
        let number = self.campaign.rivers.len() as u16;
        let (columns, rows) = (self.size.columns, self.size.rows());
        let turned = |along: u16, across: u16| {
            if southward { Square::new(across, along) } else { Square::new(along, across) }
        };
        let mut flood = |a: Square, b: Square| {
            let on_map = |s: Square| s.col < columns && s.row < rows;
            let Some(side) = a.side_to(b).filter(|_| on_map(a) && on_map(b)) else { return };
            if ground.river(side).is_none_or(|there| there.class < class) {
                ground.set_river(side, Some(RiverSide { class, river: number }));
            }
        };
        for (along, across) in course.iter().enumerate() {
            let along = along as u16;
            flood(turned(along, *across), turned(along, across + 1));
            let Some(next) = course.get(usize::from(along) + 1) else { continue };
            for between in across.min(next) + 1..=*across.max(next) {
                flood(turned(along, between), turned(along + 1, between));
            }
        }
        let course = if self.size.charted { self.banks(course, southward) } else { Vec::new() };
        self.campaign.rivers.push(River { name: format!("River {number}"), class, course });
    }

    /// A river as it would be drawn: along the corners of the squares that it parts.
    fn banks(&self, course: &Course, southward: bool) -> Vec<LatLon> {
        let along = |at: usize| at as i64;
        let corners = course
            .iter()
            .enumerate()
            .flat_map(|(at, across)| [(along(at), i64::from(*across) + 1), (along(at) + 1, i64::from(*across) + 1)]);
        let frame = &self.campaign.frame;
        let side = i64::from(frame.square_m);
        let degrees = |corner: i64, per_degree: u32| (corner * side * 1_000_000 / i64::from(per_degree)) as i32;
        let origin = frame.origin.unwrap_or(LatLon { lat: 0, lon: 0 });
        let at = |(along, across): (i64, i64)| {
            let (x, y) = if southward { (across, along) } else { (along, across) };
            LatLon {
                lat: origin.lat - degrees(y, frame.metres_per_degree_lat),
                lon: origin.lon + degrees(x, frame.metres_per_degree_lon),
            }
        };
        corners.map(at).collect()
    }

    /// The points by which a line is given that takes this way.
    fn points(&self, path: &[Square]) -> Vec<Location> {
        let ends = [path[0], path[path.len() - 1]];
        if self.size.charted { path } else { &ends[..] }.iter().copied().map(Location::Square).collect()
    }

    fn pave(&mut self, ground: &mut Ground) {
        let (columns, rows) = (self.size.columns, self.size.rows());
        let roads = (4..rows).step_by(8).map(|at| (at, true)).chain((7..columns).step_by(15).map(|at| (at, false)));
        for (number, (at, eastward)) in roads.enumerate().collect::<Vec<_>>() {
            let quality = if number % 2 == 0 { RoadQuality::Good } else { RoadQuality::Poor };
            let course = self.course(at, 2, if eastward { columns } else { rows });
            let path = path(&course, eastward);
            for pair in path.windows(2) {
                let Some(side) = pair[0].side_to(pair[1]) else { continue };
                if ground.road(side).is_none_or(|there| quality < there) {
                    ground.set_road(side, Some(quality));
                }
            }
            let points = self.points(&path);
            self.campaign.roads.push(Road {
                name: format!("Road {number}"),
                quality,
                points,
                path,
                note: String::new(),
            });
        }
    }

    /// One railway an army and side, from the edge of the map to a railhead behind its middle, with another on the way.
    fn lay_rails(&mut self) {
        let columns = self.size.columns;
        for (side, eastern) in sides().into_iter().zip([false, true]) {
            for army in 0..self.size.armies {
                let row = army * SECTOR + SECTOR / 2;
                let end = columns / 2 - self.size.deep(55);
                let course = self.course(row, 2, end);
                let mut path = path(&course, true);
                if eastern {
                    for square in &mut path {
                        square.col = columns - 1 - square.col;
                    }
                }
                let name = format!("{side} railway {army}");
                let stops = [(0, true), (path.len() * 2 / 3, false), (path.len() - 1, false)];
                for (place, (at, source)) in stops.into_iter().enumerate() {
                    let id = AccountId::from(format!("{side}.rh.{army:02}.{place}"));
                    let railhead = Railhead {
                        id: id.clone(),
                        place: None,
                        square: path[at],
                        line: name.clone(),
                        side,
                        source,
                        log_a_day: 0,
                        pol_a_day: 0,
                        serves: None,
                        priority: 0,
                        closed: false,
                        note: String::new(),
                    };
                    self.campaign.railheads.insert(id, railhead);
                }
                let points = self.points(&path);
                let (users, cuts) = (BTreeSet::from([side]), BTreeSet::new());
                let note = String::new();
                self.campaign.railways.push(Railway {
                    name,
                    gauge: 1520,
                    users,
                    points,
                    path,
                    cuts,
                    note,
                    ..Railway::default()
                });
            }
        }
    }

    /// A bridge wherever a road or railway crosses a river that wants one; of two sectors all are destroyed.
    fn bridge(&mut self) {
        let mut wanted: BTreeMap<SquareSide, Carries> = BTreeMap::new();
        let roads = self.campaign.roads.iter().map(|road| (&road.path, false));
        let rails = self.campaign.railways.iter().map(|railway| (&railway.path, true));
        for (path, by_rail) in roads.chain(rails) {
            for side in path.windows(2).filter_map(|pair| pair[0].side_to(pair[1])) {
                let Some(river) = self.campaign.ground.river(side) else { continue };
                if river.class == RiverClass::Minor {
                    continue;
                }
                let carries = wanted.entry(side).or_default();
                (carries.foot, carries.vehicles) = (true, carries.vehicles || !by_rail);
                carries.rail |= by_rail;
            }
        }
        for (number, (side, carries)) in wanted.into_iter().enumerate() {
            let id = CrossingId::from(format!("x{number:04}"));
            let river = self.campaign.ground.river(side).map_or(0, |river| usize::from(river.river));
            let state = if self.is_blown(side) { CrossingState::Destroyed } else { CrossingState::Open };
            let crossing = Crossing {
                id: id.clone(),
                name: format!("Bridge {number}"),
                river: self.campaign.rivers[river].name.clone(),
                position: None,
                side: Some(side),
                kind: CrossingKind::Bridge,
                carries,
                state,
                from: None,
                until: None,
                note: String::new(),
            };
            self.campaign.crossings.insert(id, crossing);
        }
    }

    /// Whether a bridge leads out of the sector of an army that is cut off by its rivers, one in ten of each side's.
    fn is_blown(&self, side: SquareSide) -> bool {
        let (a, b) = side.squares();
        let middle = self.size.columns / 2;
        let near = |square: Square| square.col.abs_diff(middle) < 75;
        (0..self.size.armies).filter(|army| army % 10 == 3).any(|army| {
            let rows = army * SECTOR - 2..(army + 1) * SECTOR + 3;
            near(a) && (rows.contains(&a.row) || rows.contains(&b.row))
        })
    }
}

fn path(course: &Course, eastward: bool) -> Vec<Square> {
    let mut path: Vec<Square> = Vec::new();
    for (along, across) in course.iter().enumerate() {
        let turned = |across: u16| {
            if eastward { Square::new(along as u16, across) } else { Square::new(across, along as u16) }
        };
        let before = path.last().map(|square| if eastward { square.row } else { square.col });
        path.push(turned(before.unwrap_or(*across)));
        if before.is_some_and(|before| before != *across) {
            path.push(turned(*across));
        }
    }
    path
}
