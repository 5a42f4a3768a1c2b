//! The ground as marches find it in the running bound: steps from square to square, rivers and crossings.

use domain::{RiverClass, RoadQuality, Square, Terrain, Traffic};
use network::Lattice;

use super::pace::Pace;
use crate::march::manner::{FORDING_MINUTES, Manner, bars};
use crate::{Campaign, GroundFactors, Setting};

/// An open crossing that carries foot.
const FOOT: u8 = 1;
/// An open crossing that carries vehicles.
const VEHICLES: u8 = 2;
/// A crossing that is named there, open or not.
const NAMED: u8 = 4;

/// The ground as marches find it.
pub struct Passage<'a> {
    campaign: &'a Campaign,
    factors: GroundFactors,
    /// What the ground does to lorries, where that is something of its own.
    lorries: Option<GroundFactors>,
    lattice: Lattice,
    /// By side: what crossings there are.
    crossings: Vec<u8>,
}

impl<'a> Passage<'a> {
    /// The ground of a campaign in its running bound.
    pub fn new(campaign: &'a Campaign) -> Self {
        let lattice = campaign.frame.lattice();
        let mut passage = Self {
            campaign,
            factors: campaign.ground_now(),
            lorries: campaign.settings.is_on(Setting::GroundLorries).then(|| campaign.ground_for_lorries()),
            lattice,
            crossings: vec![0; lattice.len() * 2],
        };
        passage.lay_crossings();
        passage
    }

    fn lay_crossings(&mut self) {
        let ground = &self.campaign.ground;
        for crossing in self.campaign.crossings.values() {
            let mut bits = NAMED;
            if crossing.is_open(self.campaign.bound) {
                bits |= if crossing.carries.foot { FOOT } else { 0 };
                bits |= if crossing.carries.vehicles { VEHICLES } else { 0 };
            }
            if let Some(side) = crossing.side {
                self.crossings[ground.side_index(side)] |= bits;
            } else if bits != NAMED {
                let river = self.campaign.rivers.iter().position(|river| river.name == crossing.river);
                for (kept, there) in self.crossings.iter_mut().zip(ground.rivers()) {
                    if there.is_some_and(|there| Some(usize::from(there.river)) == river) {
                        *kept |= bits;
                    }
                }
            }
        }
    }

    /// What the ground does to marching.
    pub(super) fn factors(&self) -> &GroundFactors {
        &self.factors
    }

    /// What the ground does to lorries, where that is something of its own (house rule `ground_lorries`).
    pub(super) fn lorries(&self) -> Option<&GroundFactors> {
        self.lorries.as_ref()
    }

    /// The squares by number.
    pub(super) fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The neighbours of a square, in the order of their references.
    pub(super) fn neighbours(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        self.lattice.neighbours(square)
    }

    /// The minutes of a step between neighbours; none where it cannot be made.
    pub(super) fn step(&self, from: usize, to: usize, pace: &Pace, manner: Manner) -> Option<u32> {
        let ground = &self.campaign.ground;
        let (here, there) = (ground.terrains()[from], ground.terrains()[to]);
        if there == Terrain::Lake {
            return None;
        }
        let side = side_between(from, to);
        let street = here.is_built_up() && there.is_built_up();
        let way = ground.roads()[side].or(street.then_some(RoadQuality::Good));
        let river = match ground.rivers()[side] {
            Some(river) => self.river(side, river.class, way.is_some(), pace.traffic())?,
            None => 0,
        };
        Some(pace.minutes(manner, way, there)? + river)
    }

    /// What a river adds to a step over this side; none where it bars.
    fn river(&self, side: usize, class: RiverClass, by_road: bool, traffic: Traffic) -> Option<u32> {
        let crossings = self.crossings[side];
        let wanted = if traffic == Traffic::Foot { FOOT } else { VEHICLES };
        let brook = class == RiverClass::Minor && by_road && crossings & NAMED == 0;
        if crossings & wanted != 0 || brook {
            Some(0)
        } else if bars(class, &self.factors) {
            None
        } else {
            Some(FORDING_MINUTES)
        }
    }

    /// Whether foot or vehicles can step from a square to its neighbour at all; the enemy is not looked at.
    pub fn carries(&self, from: Square, to: Square, traffic: Traffic) -> bool {
        let (from, to) = (self.campaign.frame.index(from), self.campaign.frame.index(to));
        let ground = &self.campaign.ground;
        let side = side_between(from, to);
        let by_road = ground.roads()[side].is_some();
        let river = || ground.rivers()[side].map(|river| self.river(side, river.class, by_road, traffic));
        ground.terrains()[to] != Terrain::Lake && river().is_none_or(|minutes| minutes.is_some())
    }

    /// Whether troops in two neighbouring squares are parted by water, so that they are not in contact.
    pub fn parts(&self, a: Square, b: Square) -> bool {
        self.is_parted(self.campaign.frame.index(a), self.campaign.frame.index(b))
    }

    /// Whether a river parts two neighbours so that troops in them are not in contact: it bars, and no open crossing
    /// carries anybody.
    pub(super) fn is_parted(&self, a: usize, b: usize) -> bool {
        let side = side_between(a, b);
        let Some(river) = self.campaign.ground.rivers()[side] else { return false };
        let crossings = self.crossings[side];
        bars(river.class, &self.factors)
            && crossings & (FOOT | VEHICLES) == 0
            && !self.is_brook_by_road(side, river.class)
    }

    fn is_brook_by_road(&self, side: usize, class: RiverClass) -> bool {
        let by_road = self.campaign.ground.roads()[side].is_some();
        class == RiverClass::Minor && by_road && self.crossings[side] & NAMED == 0
    }
}

/// The number of the side between two neighbours.
fn side_between(a: usize, b: usize) -> usize {
    a.min(b) * 2 + usize::from(a.abs_diff(b) != 1)
}
