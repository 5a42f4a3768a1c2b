//! A seeded map: roads, fields, rivers with crossings, squares that enemies hold or control.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use network::{BARRED, CLEAR, CONTROLLED, FORD, FREE, Ground, HELD, LaidStep, Lattice, Network, RESTORABLE};

/// A network, with what bars it.
pub(crate) struct Field {
    network: Network,
    bars: Vec<u8>,
    gates: Vec<u8>,
}

impl Field {
    /// A map of so many squares a side. Roads run along every so-manyth column and row, broken here and there; one step
    /// in twelve crosses something; one square in ten is barred.
    pub(crate) fn new(side: u16, seed: u64) -> Self {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let lattice = Lattice::new(side, side);
        let every = dice.random_range(4..9);
        let drawn: Vec<(bool, u8, u16)> = (0..lattice.len() * 2)
            .map(|_| {
                let gate = [FREE, FORD, RESTORABLE, BARRED][dice.random_range(0..4)];
                let gate = if dice.random_range(0..12) == 0 { gate } else { FREE };
                (dice.random_range(0..8) > 0, gate, dice.random_range(15..60))
            })
            .collect();
        let network = Network::new(lattice, 2_000, 2, 60, |a, b| {
            let down = b != a + 1;
            let (unbroken, gate, minutes) = drawn[a * 2 + usize::from(down)];
            let at = lattice.square(a);
            let on_grid = if down { at.col.is_multiple_of(every) } else { at.row.is_multiple_of(every) };
            let by_road = on_grid && unbroken;
            let minutes = if by_road { minutes / 3 } else { minutes };
            LaidStep { minutes: [minutes, minutes], by_road, gate }
        });
        let bar = |roll: u32| [HELD, CONTROLLED, CONTROLLED].get(roll as usize).copied().unwrap_or(CLEAR);
        let bars = (0..network.len()).map(|_| bar(dice.random_range(0..30))).collect();
        let gates = network.gates().to_vec();
        Self { network, bars, gates }
    }

    /// What lorries find on it.
    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground { network: &self.network, bars: &self.bars, gates: &self.gates }
    }
}
