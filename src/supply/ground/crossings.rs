//! The crossings over the network, as they are in the running bound.

use std::collections::BTreeMap;
use std::sync::Arc;

use campaign::{Campaign, Crossing, RiverSide};
use domain::SquareSide;
use network::{BARRED, FREE, Network, RESTORABLE, gate_of, with_gate};

use crate::ground::lay::blocked_gate;

/// The crossings of the running bound, the same for both sides.
pub(crate) struct Crossings<'a> {
    /// By square, two bits a direction: see `network`.
    pub(crate) gates: Vec<u8>,
    /// Every crossing, by the side on which it lies; the ice of a river lies on all of its sides.
    pub(crate) by_side: Arc<BTreeMap<SquareSide, Vec<&'a Crossing>>>,
}

impl<'a> Crossings<'a> {
    /// Lays the crossings of a campaign over its network.
    pub(crate) fn new(campaign: &'a Campaign, network: &Network) -> Self {
        let by_side = by_side(campaign);
        let mut gates = network.gates().to_vec();
        let factors = campaign.ground_now();
        for (side, crossings) in &by_side {
            let Some(river) = campaign.ground.river(*side) else { continue };
            let mut carrying = crossings.iter().filter(|c| c.carries.vehicles).peekable();
            if carrying.peek().is_none() {
                continue;
            }
            // Of several crossings on one side an open one serves.
            let open = carrying.any(|c| c.is_open(campaign.bound));
            for (square, direction) in network.steps_over(*side) {
                let gate = match (open, gate_of(network.gates()[square], direction)) {
                    (true, _) => FREE,
                    (false, FREE) if network.by_road(square, direction) => blocked_gate(river.class, &factors),
                    (false, BARRED) => RESTORABLE,
                    (false, before) => before,
                };
                gates[square] = with_gate(gates[square], direction, gate);
            }
        }
        Self { gates, by_side: Arc::new(by_side) }
    }
}

fn by_side(campaign: &Campaign) -> BTreeMap<SquareSide, Vec<&Crossing>> {
    let mut found: BTreeMap<SquareSide, Vec<&Crossing>> = BTreeMap::new();
    for crossing in campaign.crossings.values() {
        if let Some(side) = crossing.side {
            found.entry(side).or_default().push(crossing);
            continue;
        }
        let of =
            |river: &RiverSide| campaign.rivers.get(usize::from(river.river)).is_some_and(|r| r.name == crossing.river);
        let rivers = campaign.ground.rivers().iter().enumerate();
        for (index, _) in rivers.filter(|(_, river)| river.as_ref().is_some_and(of)) {
            found.entry(campaign.ground.side_at(index)).or_default().push(crossing);
        }
    }
    found
}
