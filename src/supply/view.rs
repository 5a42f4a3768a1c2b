//! The map as one side's lorries find it now: enemies, control and crossings laid over the [`Network`].

use crate::campaign::{Campaign, Setting};
use crate::domain::{CrossingState, FormationId, SideId, Square, SquareSide, Traffic};

use super::network::{BARRED, DIRECTIONS, FREE, Network, RESTORABLE, blocked_gate};

/// A square that a lorry may pass.
pub(super) const CLEAR: u8 = 0;
/// A square that it may not, because the enemy controls it.
pub(super) const CONTROLLED: u8 = 1;
/// A square that it may not, because an enemy fighting leaf stands there, alone or beside a friend.
pub(super) const HELD: u8 = 2;

/// Who stands on a square.
#[derive(Debug, Clone, Copy, Default)]
struct Standing {
    friend: bool,
    enemy: bool,
}

/// One side's view of the map.
#[derive(Clone)]
pub(super) struct View<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) network: &'a Network,
    pub(super) side: SideId,
    /// By square: clear, controlled by the enemy, or held by him.
    bars: Vec<u8>,
    /// By step: see `network`.
    gates: Vec<u8>,
    standing: Vec<Standing>,
    /// What is taken as put right: squares won, crossings opened, lengths of rail laid again.
    won: Vec<Square>,
    opened: Vec<SquareSide>,
    relaid: Vec<SquareSide>,
}

/// Something in the way that can be put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    /// A square to be won from enemy fighting leaves.
    Win(Square),
    /// A square whose control must change.
    Take(Square),
    /// A crossing to be restored.
    Crossing(SquareSide),
    /// A length of railway to be laid again.
    Rail(SquareSide),
}

/// The crossings over the network, as they are in the running bound; the same for both sides.
pub(super) fn gates(campaign: &Campaign, network: &Network) -> Vec<u8> {
    let mut gates = network.gates().to_vec();
    let factors = campaign.ground_now();
    for crossing in campaign.crossings.values().filter(|c| c.carries.vehicles) {
        let over_river = |index: usize, of: &str| {
            let river = campaign.ground.rivers()[index].and_then(|r| campaign.rivers.get(usize::from(r.river)));
            river.is_some_and(|river| river.name == of)
        };
        let sides: Vec<SquareSide> = if let Some(side) = crossing.side {
            vec![side]
        } else {
            let all = 0..campaign.ground.rivers().len();
            all.filter(|i| over_river(*i, &crossing.river)).map(|i| campaign.ground.side_at(i)).collect()
        };
        for side in sides {
            let Some(river) = campaign.ground.river(side) else { continue };
            let open = crossing.is_open(campaign.bound);
            for (square, direction) in network.steps_over(side) {
                let at = square * DIRECTIONS + direction;
                let by_road = network.by_road(square, direction);
                gates[at] = match (open, network.gates()[at]) {
                    (true, _) => FREE,
                    // Of several crossings on one side an open one serves.
                    (false, before) if gates[at] != before && gates[at] == FREE => FREE,
                    (false, FREE) if by_road => blocked_gate(river.class, &factors),
                    (false, BARRED) => RESTORABLE,
                    (false, before) => before,
                };
            }
        }
    }
    gates
}

impl<'a> View<'a> {
    /// The view of a side, over gates made by [`gates`].
    pub(super) fn new(campaign: &'a Campaign, network: &'a Network, side: SideId, gates: Vec<u8>) -> Self {
        let mut view = Self {
            campaign,
            network,
            side,
            bars: vec![CLEAR; network.len()],
            gates,
            standing: vec![Standing::default(); network.len()],
            won: Vec::new(),
            opened: Vec::new(),
            relaid: Vec::new(),
        };
        if campaign.settings.is_on(Setting::EnemyControlBars) {
            for (bar, control) in view.bars.iter_mut().zip(campaign.ground.controls()) {
                *bar = u8::from(control.is_some_and(|c| c != side)) * CONTROLLED;
            }
        }
        view.mark_enemies();
        view
    }

    fn mark_enemies(&mut self) {
        for leaf in self.campaign.formations.values().filter(|f| f.is_fighting_leaf()) {
            let Some(square) = leaf.stands_on() else { continue };
            let index = self.network.index(square);
            let standing = &mut self.standing[index];
            if leaf.side == self.side {
                standing.friend = true;
            } else {
                standing.enemy = true;
                self.bars[index] = HELD;
            }
        }
        if self.campaign.settings.is_on(Setting::Interdiction) {
            self.interdict();
        }
    }

    fn interdict(&mut self) {
        let enemies: Vec<usize> = (0..self.network.len()).filter(|i| self.standing[*i].enemy).collect();
        for index in enemies {
            for next in (0..DIRECTIONS).filter_map(|d| self.network.neighbour(index, d)) {
                if !self.standing[next].friend {
                    self.bars[next] = HELD;
                }
            }
        }
    }

    /// What bars a square.
    pub(super) fn bar(&self, index: usize) -> u8 {
        self.bars[index]
    }

    /// Whether a lorry may pass a square.
    pub(super) fn is_clear(&self, index: usize) -> bool {
        self.bars[index] == CLEAR
    }

    /// What a step crosses.
    pub(super) fn gate(&self, index: usize, direction: usize) -> u8 {
        self.gates[index * DIRECTIONS + direction]
    }

    /// Whether leaves of both sides stand on a square.
    pub(super) fn is_contested(&self, square: Square) -> bool {
        let standing = self.standing[self.network.index(square)];
        standing.friend && standing.enemy
    }

    /// The enemy fighting leaves that bar a square: those on it; under interdiction those beside it.
    pub(super) fn holders(&self, square: Square) -> Vec<FormationId> {
        let on = |at: Square| {
            let enemy = |f: &&crate::campaign::Formation| f.side != self.side && f.stands_on() == Some(at);
            let fighting = self.campaign.formations.values().filter(|f| f.is_fighting_leaf());
            fighting.filter(enemy).map(|f| f.id.clone()).collect::<Vec<_>>()
        };
        let here = on(square);
        if !here.is_empty() {
            return here;
        }
        self.campaign.frame.neighbours(square).flat_map(on).collect()
    }

    /// Takes something that is in the way as put right.
    pub(super) fn put_right(&mut self, item: Item) {
        match item {
            Item::Win(square) | Item::Take(square) => {
                let index = self.network.index(square);
                self.bars[index] = CLEAR;
                self.won.push(square);
            }
            Item::Crossing(side) => {
                for (square, direction) in self.network.steps_over(side) {
                    self.gates[square * DIRECTIONS + direction] = FREE;
                }
                self.opened.push(side);
            }
            Item::Rail(side) => self.relaid.push(side),
        }
    }

    /// What bars a train of this side on a square: it runs over squares of its own side only.
    pub(super) fn rail_bar(&self, square: Square) -> u8 {
        if self.won.contains(&square) {
            return CLEAR;
        }
        let standing = self.standing[self.network.index(square)];
        match (standing.enemy, self.campaign.ground.control(square) == Some(self.side)) {
            (true, _) => HELD,
            (false, true) => CLEAR,
            (false, false) => CONTROLLED,
        }
    }

    /// What a train finds between two squares of a railway: the worse of the rails and the river.
    pub(super) fn rail_gate(&self, railway: &crate::campaign::Railway, side: SquareSide) -> u8 {
        let river = self.rail_bridge(side);
        if self.is_rail_cut(railway, side) { river.max(RESTORABLE) } else { river }
    }

    /// What a train finds at a river: a crossing that carries it, one that would, or none.
    pub(super) fn rail_bridge(&self, side: SquareSide) -> u8 {
        let Some(river) = self.campaign.ground.river(side).filter(|_| !self.opened.contains(&side)) else {
            return FREE;
        };
        let (mut there, mut open) = (false, false);
        for crossing in self.campaign.crossings_at(side).filter(|c| c.carries.carries(Traffic::Rail)) {
            there = true;
            open |= crossing.is_open(self.campaign.bound);
        }
        match (open, there) {
            (true, _) => FREE,
            (false, true) => RESTORABLE,
            (false, false) if river.class == crate::domain::RiverClass::Minor => FREE,
            (false, false) => BARRED,
        }
    }

    /// The crossing on a side that would serve if it were restored: the first by id.
    pub(super) fn crossing_to_restore(
        &self,
        side: SquareSide,
        traffic: Traffic,
    ) -> Option<&'a crate::campaign::Crossing> {
        let mut there: Vec<_> = self.campaign.crossings_at(side).filter(|c| c.carries.carries(traffic)).collect();
        // What is only closed is opened sooner than what is destroyed is built.
        there.sort_by_key(|c| (c.state == CrossingState::Destroyed, c.id.clone()));
        there.into_iter().next()
    }

    /// Whether a length of a railway is cut, its crossings apart.
    pub(super) fn is_rail_cut(&self, railway: &crate::campaign::Railway, side: SquareSide) -> bool {
        railway.cuts.contains(&side) && !self.relaid.contains(&side)
    }
}
