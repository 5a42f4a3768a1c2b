//! How many minutes a step takes, for leaves that march together.

use domain::{Mobility, RoadQuality, Terrain, Traffic};

use super::GroundFactors;
use crate::march::manner::{Manner, minutes, rates};

const MOBILITIES: usize = 6;
const WAYS: usize = 3;
const TERRAINS: usize = 6;

/// A step that cannot be made.
const IMPASSABLE: u32 = u32::MAX;

/// In a set of mobilities: for supply vehicles, to which the ground does something of its own.
const LORRIES: u8 = 1 << 7;

type Table = [[u32; TERRAINS]; WAYS];

/// Minutes of a step by manner, road and terrain, and over what crossings it goes.
///
/// Of leaves that march together it is in every kind of ground that of the slowest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pace {
    tables: [Table; 3],
    traffic: Traffic,
    mobilities: u8,
}

/// The traffic that leaves of a mobility are: what a crossing must carry for them.
pub fn traffic(mobility: Mobility) -> Traffic {
    match mobility {
        Mobility::Foot | Mobility::Cavalry | Mobility::HorseDrawn => Traffic::Foot,
        Mobility::LightRecce | Mobility::Armoured | Mobility::Motorised | Mobility::Air | Mobility::Naval => {
            Traffic::Vehicles
        }
    }
}

/// The mobilities as a set that can be joined by `|`; nothing for what does not march.
pub(super) fn set_of(mobility: Mobility) -> u8 {
    if rates(mobility).is_some() { 1 << mobility as u8 } else { 0 }
}

impl Pace {
    /// The pace of a leaf of this mobility that keeps with others; none for what does not march. Where it is a supply
    /// vehicle, `lorries` says what the ground does to motorised ones.
    pub(super) fn new(
        own: Mobility,
        with: u8,
        square_m: u32,
        ground: &GroundFactors,
        lorries: Option<&GroundFactors>,
    ) -> Option<Self> {
        rates(own)?;
        let mobilities = with | set_of(own);
        let mut tables = [[[0; TERRAINS]; WAYS]; 3];
        for mobility in Mobility::ALL.iter().take(MOBILITIES).filter(|m| mobilities & set_of(**m) != 0) {
            let Some(rates) = rates(*mobility) else { continue };
            let factors = lorries.filter(|_| *mobility == Mobility::Motorised).unwrap_or(ground);
            for (manner, table) in Manner::ALL.iter().zip(&mut tables) {
                for (way, row) in [None, Some(RoadQuality::Good), Some(RoadQuality::Poor)].into_iter().zip(table) {
                    for (terrain, cell) in Terrain::ALL.iter().zip(row) {
                        let minutes = minutes(square_m, rates, *manner, (way, *terrain), factors);
                        *cell = (*cell).max(if minutes == 0 { IMPASSABLE } else { minutes });
                    }
                }
            }
        }
        let mobilities = mobilities | if lorries.is_some() { LORRIES } else { 0 };
        Some(Self { tables, traffic: traffic(own), mobilities })
    }

    /// Minutes of a step into this terrain, rivers apart; none where it cannot be made.
    pub(super) fn minutes(&self, manner: Manner, way: Option<RoadQuality>, into: Terrain) -> Option<u32> {
        let way = way.map_or(0, |quality| 1 + quality as usize);
        Some(self.tables[manner as usize][way][into as usize]).filter(|minutes| *minutes != IMPASSABLE)
    }

    /// The least that any step can take.
    pub(super) fn least(&self, manner: Manner) -> u32 {
        let passable = self.tables[manner as usize].iter().flatten().copied().filter(|minutes| *minutes != IMPASSABLE);
        passable.min().unwrap_or_default()
    }

    /// A step across open country, with a river to ford.
    pub(super) fn across(&self, manner: Manner) -> u32 {
        let open = self.minutes(manner, None, Terrain::Open).unwrap_or_else(|| self.least(manner));
        open + crate::march::manner::FORDING_MINUTES
    }

    /// What a crossing must carry.
    pub(super) fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// What tells one pace from another in one bound.
    pub(super) fn key(&self) -> (u8, bool) {
        (self.mobilities, self.traffic == Traffic::Foot)
    }
}
