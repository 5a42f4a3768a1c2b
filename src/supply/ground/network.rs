//! What lorries can drive on: the part of the map that does not change within a bound.
//!
//! What it is: minutes from each square to its neighbours, which of these steps are roads, which cross rivers; and which
//! squares with roads hang together ([`Groups`]).
//! What it decides: nothing about enemies, control, crossings or dumps; see `view`.
//! Where to look next: `search`, which walks over it.

use campaign::march::{Manner, minutes, rates};
use campaign::{Campaign, Setting};
use domain::{Mobility, RoadQuality, Square, SquareSide, Terrain};

use super::gate::{BARRED, FREE, closed_gate, with_gate};

/// The four directions in the order of the neighbours' references: west, north, south, east.
pub(crate) const DIRECTIONS: usize = 4;

/// Where a square lies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NetworkPlace {
    col: u32,
    row: u32,
}

impl NetworkPlace {
    /// How many steps it is to another place.
    pub(crate) fn steps_to(self, other: Self) -> u64 {
        u64::from(self.col.abs_diff(other.col) + self.row.abs_diff(other.row))
    }
}

/// The least rectangle that holds some squares.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    least: NetworkPlace,
    most: NetworkPlace,
}

impl Extent {
    /// Of some places; none where there are none.
    pub(crate) fn of(places: &[NetworkPlace]) -> Option<Self> {
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
    pub(crate) fn steps_from(self, place: NetworkPlace) -> u64 {
        let outside = |at: u32, least: u32, most: u32| least.saturating_sub(at).max(at.saturating_sub(most));
        let (cols, rows) =
            (outside(place.col, self.least.col, self.most.col), outside(place.row, self.least.row, self.most.row));
        u64::from(cols + rows)
    }
}

/// The roads, tracks and fields of a map, as a lorry finds them in one condition of the ground.
///
/// Holds only what does not change within a bound: ground, roads, rivers and weather. Built once, used for both
/// sides.
#[derive(Debug)]
pub struct Network {
    pub(crate) columns: usize,
    rows: usize,
    /// Squares that a lorry may go across country at a stretch.
    pub(crate) stretch: u8,
    /// Metres of a square's side.
    pub(crate) square_m: u32,
    /// Minutes of each step, by square and direction; 0 where there is none.
    minutes: Vec<u16>,
    /// Which steps go by road, a bit a direction, and in the upper four bits in which directions the map goes on.
    ways: Vec<u8>,
    /// Every step as it is while no crossing can be used, two bits a direction.
    gates: Vec<u8>,
    /// The squares with roads.
    roadsides: Vec<u32>,
    /// How many squares it is to the nearest road as the crow walks; one more than the stretch where it is further.
    to_road: Vec<u8>,
    /// Minutes of the quickest step of all.
    fastest: u16,
}

impl Network {
    /// The network of a campaign's map, in the ground of the running bound.
    pub fn new(campaign: &Campaign) -> Self {
        let frame = &campaign.frame;
        let stretch = campaign.settings.number(Setting::OffroadKm) * 1_000 / frame.square_m.max(1);
        let squares = frame.len();
        let mut network = Self {
            columns: usize::from(frame.columns),
            rows: usize::from(frame.rows),
            stretch: stretch.min(60) as u8,
            square_m: frame.square_m,
            minutes: vec![0; squares * DIRECTIONS],
            ways: vec![0; squares],
            gates: vec![FREE; squares],
            roadsides: Vec::new(),
            to_road: Vec::new(),
            fastest: 0,
        };
        network.lay_steps(campaign);
        network.fastest = network.minutes.iter().copied().filter(|minutes| *minutes > 0).min().unwrap_or(0);
        network.measure_to_road();
        network
    }

    /// How many squares the map has.
    pub(crate) fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// How many states a search has: a square, and how many squares across country it has gone.
    pub(crate) fn states(&self) -> usize {
        self.len() * self.levels()
    }

    /// States to a square.
    pub(crate) fn levels(&self) -> usize {
        usize::from(self.stretch) + 1
    }

    /// The number of a square.
    pub(crate) fn index(&self, square: Square) -> usize {
        usize::from(square.row) * self.columns + usize::from(square.col)
    }

    /// The square of a number.
    pub(crate) fn square(&self, index: usize) -> Square {
        Square::new((index % self.columns) as u16, (index / self.columns) as u16)
    }

    /// The neighbour in a direction, where the map has one.
    pub(crate) fn neighbour(&self, index: usize, direction: usize) -> Option<usize> {
        let beside = match direction {
            0 => index.wrapping_sub(1),
            1 => index.wrapping_sub(self.columns),
            2 => index + self.columns,
            _ => index + 1,
        };
        (self.ways[index] >> (DIRECTIONS + direction) & 1 == 1).then_some(beside)
    }

    /// The minutes of a step; 0 where there is none.
    pub(crate) fn minutes(&self, index: usize, direction: usize) -> u16 {
        self.minutes[index * DIRECTIONS + direction]
    }

    /// Whether a step goes by road.
    pub(crate) fn by_road(&self, index: usize, direction: usize) -> bool {
        self.ways[index] >> direction & 1 == 1
    }

    /// Whether a square has a road.
    pub(crate) fn on_road(&self, index: usize) -> bool {
        self.ways[index] & 0xF != 0
    }

    /// The squares with roads.
    pub(crate) fn roads(&self) -> impl Iterator<Item = usize> {
        self.roadsides.iter().map(|square| *square as usize)
    }

    /// How many steps from a square go by road: three and more make it a junction.
    pub(crate) fn roads_from(&self, index: usize) -> u32 {
        (self.ways[index] & 0xF).count_ones()
    }

    /// Every step as it is while no crossing can be used: see [`gate_of`].
    pub(crate) fn gates(&self) -> &[u8] {
        &self.gates
    }

    /// Minutes of the quickest step of all.
    pub(crate) fn fastest(&self) -> u64 {
        u64::from(self.fastest)
    }

    /// How many squares it is at least to the nearest road; one more than the stretch where it is further.
    pub(crate) fn to_road(&self, index: usize) -> u8 {
        self.to_road[index]
    }

    /// Whether a lorry may pass the square on its way from one road to another.
    pub(crate) fn is_thoroughfare(&self, index: usize) -> bool {
        self.to_road[index] <= self.stretch / 2
    }

    /// How many steps apart two squares are.
    pub(crate) fn steps(&self, a: usize, b: usize) -> u64 {
        self.place(a).steps_to(self.place(b))
    }

    /// Where a square lies.
    pub(crate) fn place(&self, square: usize) -> NetworkPlace {
        // Divided as 32 bits: the searches ask for this at every square.
        let (square, columns) = (square as u32, self.columns as u32);
        NetworkPlace { col: square % columns, row: square / columns }
    }

    /// Where some squares lie.
    pub(crate) fn places(&self, squares: &[usize]) -> Vec<NetworkPlace> {
        squares.iter().map(|square| self.place(*square)).collect()
    }

    /// The squares within some steps of one, as the crow walks, with how many steps it is; row by row.
    pub(crate) fn around(&self, index: usize, steps: u8) -> Vec<(usize, u8)> {
        let (col, row, reach) = (index % self.columns, index / self.columns, usize::from(steps));
        let mut found = Vec::with_capacity(2 * reach * (reach + 1) + 1);
        for beside in row.saturating_sub(reach)..(row + reach + 1).min(self.rows) {
            let down = row.abs_diff(beside);
            let across = reach - down;
            for at in col.saturating_sub(across)..(col + across + 1).min(self.columns) {
                found.push((beside * self.columns + at, (down + col.abs_diff(at)) as u8));
            }
        }
        found
    }

    /// The squares so many steps from one, as the crow walks.
    pub(crate) fn ring(&self, index: usize, steps: u16) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows, reach) = (self.columns as i64, self.rows as i64, i64::from(steps));
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
    pub(crate) fn steps_over(&self, side: SquareSide) -> [(usize, usize); 2] {
        let (a, b) = side.squares();
        let (a, b) = (self.index(a), self.index(b));
        if b == a + 1 { [(a, 3), (b, 0)] } else { [(a, 2), (b, 1)] }
    }

    fn measure_to_road(&mut self) {
        self.roadsides = (0..self.len()).filter(|i| self.on_road(*i)).map(|i| i as u32).collect();
        self.to_road = vec![self.stretch + 1; self.len()];
        let mut edge = self.roadsides.clone();
        for square in &edge {
            self.to_road[*square as usize] = 0;
        }
        for steps in 1..=self.stretch {
            let mut next = Vec::new();
            for square in edge {
                for direction in 0..DIRECTIONS {
                    let Some(beside) = self.neighbour(square as usize, direction) else { continue };
                    if self.to_road[beside] > steps {
                        self.to_road[beside] = steps;
                        next.push(beside as u32);
                    }
                }
            }
            edge = next;
        }
    }

    fn lay_steps(&mut self, campaign: &Campaign) {
        let factors = campaign.ground_for_lorries();
        let Some(lorry) = rates(Mobility::Motorised) else { return };
        let step = |way: Option<RoadQuality>, into: Terrain| {
            minutes(self.square_m, lorry, Manner::Road, way, into, &factors).min(u32::from(u16::MAX)) as u16
        };
        let terrains = campaign.ground.terrains();
        let across: Vec<u16> = Terrain::ALL
            .iter()
            .map(|terrain| if *terrain == Terrain::Lake { 0 } else { step(None, *terrain) })
            .collect();
        let by_road = [step(Some(RoadQuality::Good), Terrain::Open), step(Some(RoadQuality::Poor), Terrain::Open)];
        for (index, ways) in self.ways.iter_mut().enumerate() {
            let (col, row) = (index % self.columns, index / self.columns);
            let on = [col > 0, row > 0, row + 1 < self.rows, col + 1 < self.columns];
            *ways = on.iter().enumerate().map(|(direction, on)| u8::from(*on) << (DIRECTIONS + direction)).sum();
        }
        let (roads, rivers) = (campaign.ground.roads(), campaign.ground.rivers());
        for a in 0..self.len() {
            for (edge, direction) in [(0, 3), (1, 2)] {
                let Some(b) = self.neighbour(a, direction) else { continue };
                let street = terrains[a].is_built_up() && terrains[b].is_built_up();
                let way = roads[a * 2 + edge].or(street.then_some(RoadQuality::Good));
                let gate = rivers[a * 2 + edge].map_or(FREE, |river| closed_gate(river.class, way, &factors));
                for (from, to, direction) in [(a, b, direction), (b, a, 3 - direction)] {
                    let step = way.map_or(across[terrains[to] as usize], |w| by_road[w as usize]);
                    let gate = if step == 0 { BARRED } else { gate };
                    self.gates[from] = with_gate(self.gates[from], direction, gate);
                    self.minutes[from * DIRECTIONS + direction] = step;
                    self.ways[from] |= u8::from(way.is_some()) << direction;
                }
            }
        }
    }
}
