//! The network as one side's lorries find it now: what bars its squares and what its steps cross.

use crate::bars::CLEAR;
use crate::gate::{RESTORABLE, gate_of};
use crate::network::Network;

/// A view of the network with what enemies, control and crossings bar on it.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// What does not change within a bound.
    pub network: &'a Network,
    /// By square: clear, controlled by the enemy, or held by him.
    pub bars: &'a [u8],
    /// By square, two bits a direction: what a step crosses.
    pub gates: &'a [u8],
}

impl Ground<'_> {
    /// What bars a square.
    #[inline]
    pub fn bar(self, square: usize) -> u8 {
        self.bars[square]
    }

    /// Whether a lorry may pass a square.
    #[inline]
    pub fn is_clear(self, square: usize) -> bool {
        self.bars[square] == CLEAR
    }

    /// What a step crosses.
    #[inline]
    pub fn gate(self, square: usize, direction: usize) -> u8 {
        gate_of(self.gates[square], direction)
    }

    /// Whether a lorry can take a step, whatever bars the square that it leads to.
    #[inline]
    pub fn goes(self, square: usize, direction: usize) -> bool {
        self.network.minutes(square, direction) > 0 && self.gate(square, direction) < RESTORABLE
    }
}
