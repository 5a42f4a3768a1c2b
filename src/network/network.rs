//! What lorries can drive on: the part of the map that does not change within a bound.
//!
//! What it is: minutes from each square to its neighbours, which of these steps are roads, which cross rivers.
//! What it decides: nothing about enemies, control, crossings or dumps; see `ground`. What a step takes is told by who
//! lays the network.
//! Where to look next: `lorry`, which walks over it.

use std::ops::Deref;

use crate::gate::{BARRED, FORD, FREE, with_gate};
use crate::lattice::{DIRECTIONS, Lattice, opposite};

/// A step between two neighbours, as it is laid.
#[derive(Debug, Clone, Copy)]
pub struct LaidStep {
    /// Minutes there and back; 0 where no lorry goes.
    pub minutes: [u16; 2],
    /// Whether it goes by road.
    pub by_road: bool,
    /// What it crosses while no crossing can be used.
    pub gate: u8,
}

/// The roads, tracks and fields of a map, as a lorry finds them in one condition of the ground.
///
/// Holds only what does not change within a bound: ground, roads, rivers and weather. Built once, used for both
/// sides.
#[derive(Debug)]
pub struct Network {
    lattice: Lattice,
    /// Squares that a lorry may go across country at a stretch.
    pub stretch: u8,
    /// Metres of a square's side.
    pub square_m: u32,
    /// Minutes that fording a river takes.
    fording: u16,
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

impl Deref for Network {
    type Target = Lattice;

    fn deref(&self) -> &Lattice {
        &self.lattice
    }
}

impl Network {
    /// A network of squares of so many metres, on which a lorry goes `stretch` across country, at most 60, and fords a
    /// river in so many minutes.
    ///
    /// `lay` tells of the step between two neighbours, of which the first has the lower number.
    pub fn new(
        lattice: Lattice,
        square_m: u32,
        stretch: u32,
        fording: u16,
        lay: impl Fn(usize, usize) -> LaidStep,
    ) -> Self {
        let squares = lattice.len();
        let mut network = Self {
            lattice,
            stretch: stretch.min(60) as u8,
            square_m,
            fording,
            minutes: vec![0; squares * DIRECTIONS],
            ways: vec![0; squares],
            gates: vec![FREE; squares],
            roadsides: Vec::new(),
            to_road: Vec::new(),
            fastest: 0,
        };
        network.lay_steps(lay);
        network.fastest = network.minutes.iter().copied().filter(|minutes| *minutes > 0).min().unwrap_or(0);
        network.measure_to_road();
        network
    }

    fn lay_steps(&mut self, lay: impl Fn(usize, usize) -> LaidStep) {
        for (index, ways) in self.ways.iter_mut().enumerate() {
            let on = |direction| self.lattice.neighbour(index, direction).is_some();
            *ways = (0..DIRECTIONS).map(|direction| u8::from(on(direction)) << (DIRECTIONS + direction)).sum();
        }
        for a in 0..self.len() {
            for direction in [3, 2] {
                let Some(b) = self.neighbour(a, direction) else { continue };
                let LaidStep { minutes, by_road, gate } = lay(a, b);
                let steps = [(a, direction), (b, opposite(direction))];
                for ((from, direction), minutes) in steps.into_iter().zip(minutes) {
                    let gate = if minutes == 0 { BARRED } else { gate };
                    self.gates[from] = with_gate(self.gates[from], direction, gate);
                    self.minutes[from * DIRECTIONS + direction] = minutes;
                    self.ways[from] |= u8::from(by_road) << direction;
                }
            }
        }
    }

    /// How many states a search has: a square, and how many squares across country it has gone.
    pub fn states(&self) -> usize {
        self.len() * self.levels()
    }

    /// States to a square.
    pub fn levels(&self) -> usize {
        usize::from(self.stretch) + 1
    }

    /// The neighbour in a direction, where the map has one.
    #[inline]
    pub fn neighbour(&self, index: usize, direction: usize) -> Option<usize> {
        let columns = self.lattice.columns();
        let beside = match direction {
            0 => index.wrapping_sub(1),
            1 => index.wrapping_sub(columns),
            2 => index + columns,
            _ => index + 1,
        };
        (self.ways[index] >> (DIRECTIONS + direction) & 1 == 1).then_some(beside)
    }

    /// In which direction a neighbour lies; none where it is none.
    pub fn direction(&self, from: usize, to: usize) -> Option<usize> {
        (0..DIRECTIONS).find(|direction| self.neighbour(from, *direction) == Some(to))
    }

    /// The minutes of a step; 0 where there is none.
    #[inline]
    pub fn minutes(&self, index: usize, direction: usize) -> u16 {
        self.minutes[index * DIRECTIONS + direction]
    }

    /// The minutes that a gate adds to a step.
    #[inline]
    pub(crate) fn gate_minutes(&self, gate: u8) -> u64 {
        if gate == FORD { u64::from(self.fording) } else { 0 }
    }

    /// Whether a step goes by road.
    #[inline]
    pub fn by_road(&self, index: usize, direction: usize) -> bool {
        self.ways[index] >> direction & 1 == 1
    }

    /// Whether a square has a road.
    #[inline]
    pub fn on_road(&self, index: usize) -> bool {
        self.ways[index] & 0xF != 0
    }

    /// The squares with roads.
    pub fn roads(&self) -> impl Iterator<Item = usize> {
        self.roadsides.iter().map(|square| *square as usize)
    }

    /// How many steps from a square go by road: three and more make it a junction.
    pub fn roads_from(&self, index: usize) -> u32 {
        (self.ways[index] & 0xF).count_ones()
    }

    /// Every step as it is while no crossing can be used: see [`crate::gate_of`].
    pub fn gates(&self) -> &[u8] {
        &self.gates
    }

    /// Minutes of the quickest step of all.
    pub fn fastest(&self) -> u64 {
        u64::from(self.fastest)
    }

    /// How many squares it is at least to the nearest road; one more than the stretch where it is further.
    #[inline]
    pub fn to_road(&self, index: usize) -> u8 {
        self.to_road[index]
    }

    /// Whether a lorry may pass the square on its way from one road to another.
    pub(crate) fn is_thoroughfare(&self, index: usize) -> bool {
        self.to_road[index] <= self.stretch / 2
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
}
