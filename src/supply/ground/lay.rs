//! Laying the network of a campaign's map: what a step takes lorries in the ground of the running bound.

use std::sync::Arc;

use campaign::march::{FORDING_MINUTES, Manner, bars, minutes, rates};
use campaign::{Campaign, GroundFactors, NetworkKey, Setting};
use domain::{Mobility, RiverClass, RoadQuality, Terrain};
use network::{BARRED, FORD, FREE, LaidStep, Network, RESTORABLE};

/// The network of a campaign's map, in the ground of the running bound.
pub fn network(campaign: &Campaign) -> Arc<Network> {
    let square_m = campaign.frame.square_m;
    let stretch = campaign.settings.number(Setting::OffroadKm) * 1_000 / square_m.max(1);
    let key = NetworkKey { square_m, stretch, factors: campaign.ground_for_lorries() };
    campaign.ground.network(key, |key| lay(campaign, key))
}

fn lay(campaign: &Campaign, key: &NetworkKey) -> Network {
    let (frame, factors) = (&campaign.frame, &key.factors);
    let step = |way: Option<RoadQuality>, into: Terrain| {
        let minutes = |lorry| minutes(frame.square_m, lorry, Manner::Road, (way, into), factors);
        rates(Mobility::Motorised).map_or(0, |lorry| minutes(lorry).min(u32::from(u16::MAX)) as u16)
    };
    let on_fields = |terrain: &Terrain| if *terrain == Terrain::Lake { 0 } else { step(None, *terrain) };
    let across: Vec<u16> = Terrain::ALL.iter().map(on_fields).collect();
    let by_road = [RoadQuality::Good, RoadQuality::Poor].map(|quality| step(Some(quality), Terrain::Open));
    let ground = &campaign.ground;
    let (terrains, roads, rivers) = (ground.terrains(), ground.roads(), ground.rivers());
    Network::new(frame.lattice(), frame.square_m, key.stretch, FORDING_MINUTES as u16, |a, b| {
        let side = a * 2 + usize::from(b != a + 1);
        let street = terrains[a].is_built_up() && terrains[b].is_built_up();
        let way = roads[side].or(street.then_some(RoadQuality::Good));
        let gate = rivers[side].map_or(FREE, |river| closed_gate(river.class, way, factors));
        let into = |to: usize| way.map_or(across[terrains[to] as usize], |quality| by_road[quality as usize]);
        LaidStep { minutes: [into(b), into(a)], by_road: way.is_some(), gate }
    })
}

/// A step over a river while nothing crosses it (model page, "Marching" and "Line of supply").
fn closed_gate(class: RiverClass, way: Option<RoadQuality>, factors: &GroundFactors) -> u8 {
    match class {
        RiverClass::Minor if way.is_some() => FREE,
        RiverClass::Minor if !bars(class, factors) => FORD,
        _ => BARRED,
    }
}

/// A step over a river whose crossings cannot be used; `None` where the step is as without them.
pub(crate) fn blocked_gate(class: RiverClass, factors: &GroundFactors) -> u8 {
    if class == RiverClass::Minor && !bars(class, factors) { FORD } else { RESTORABLE }
}
