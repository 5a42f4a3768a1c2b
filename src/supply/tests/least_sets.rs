//! The least sets that cut whole corps, beside a search of all sets: whatever cuts a formation holds something of its line.

use std::collections::BTreeSet;

use campaign::{Campaign, Setting};
use domain::{CrossingState, Echelon, FormationId, SideId, Square};
use supply::{CriticalKind, CriticalPoint, LeastSet, Network, assess_on, critical};

use super::critical::{small, without_square};

/// A small map whose corps and armies own no dumps, so that a line goes straight to a railhead; from three to five sources.
fn bare(seed: u64, offroad_km: u32) -> Campaign {
    let mut campaign = small(seed);
    campaign.dumps.clear();
    for more in 0..seed % 3 {
        let mut railhead = campaign.railheads["in"].clone();
        railhead.id = format!("more-{more}").as_str().into();
        railhead.line = String::new();
        railhead.square = Square::new(6 + ((seed * 7 + more * 5) % 10) as u16, ((seed * 5 + more * 7) % 12) as u16);
        campaign.railheads.insert(railhead.id.clone(), railhead);
    }
    // Of every fourth map one source feeds what its railways reach.
    campaign.railheads.values_mut().for_each(|railhead| railhead.source |= !seed.is_multiple_of(4));
    campaign.settings.set(Setting::OffroadKm, &offroad_km.to_string());
    campaign
}

fn without(campaign: &Campaign, side: SideId, thing: &CriticalPoint) -> Campaign {
    if thing.kind != CriticalKind::Crossing {
        return without_square(campaign, side, thing.square);
    }
    let mut lost = campaign.clone();
    lost.crossings.get_mut(thing.id.as_deref().unwrap()).unwrap().state = CrossingState::Destroyed;
    lost
}

/// Whether so many squares with a road, a railway or a railhead can be lost that none of these formations has a line.
fn can_be_cut(network: &Network, campaign: &Campaign, side: SideId, units: &BTreeSet<FormationId>, left: u32) -> bool {
    let found = assess_on(network, campaign, &[side], 0);
    let Some(first) = found.iter().find(|a| units.contains(&a.unit) && !a.log.legs.is_empty()) else { return true };
    if left == 0 {
        return false;
    }
    let has_road = |square: &Square| {
        let mut sides = campaign.frame.neighbours(*square).filter_map(|beside| square.side_to(beside));
        sides.any(|side| campaign.ground.road(side).is_some())
            || campaign.railheads.values().any(|head| head.square == *square)
    };
    let way = first.log.legs.iter().flat_map(|leg| leg.path.iter().copied()).filter(has_road);
    let rail = first.log.rail.iter().flat_map(|rail| rail.path.iter().copied());
    let things: BTreeSet<Square> = way.chain(rail).collect();
    things.into_iter().any(|square| {
        let lost = without_square(campaign, side, square);
        can_be_cut(network, &lost, side, units, left - 1)
    })
}

/// Whether the things of a set cut its formations, and none of them is needless.
fn cuts(campaign: &Campaign, network: &Network, side: SideId, set: &LeastSet) {
    let units: BTreeSet<FormationId> = set.units.iter().cloned().collect();
    for left_out in 0..=set.things.len() {
        let mut lost = campaign.clone();
        for thing in set.things.iter().enumerate().filter(|(number, _)| *number != left_out).map(|(_, thing)| thing) {
            lost = without(&lost, side, thing);
        }
        let is_cut = super::critical::open(network, &lost, side).is_disjoint(&units);
        assert_eq!(is_cut, left_out == set.things.len(), "{set:?} without {left_out}");
    }
}

#[test]
fn no_smaller_set_cuts_a_corps_and_each_does() {
    let (mut by_size, mut crossings, mut none) = ([0_u32; 5], 0, 0);
    for seed in 0..120 {
        let campaign = bare(seed, if seed % 2 == 0 { 0 } else { 9 });
        let network = supply::network(&campaign);
        let net = critical(&campaign, &[campaign.sides[0].id]).remove(0);
        let corps = ["a.c1", "a.c2"].map(|id| campaign.formations[id].clone());
        assert!(corps.iter().all(|corps| corps.echelon == Echelon::Corps));
        for corps in corps {
            let of = |id: &&FormationId| id.as_str().starts_with(&format!("{}.", corps.id)) || **id == corps.id;
            let units: BTreeSet<FormationId> = net.open.iter().filter(of).cloned().collect();
            let set = net.sets.iter().find(|set| set.corps == corps.id);
            let size = set.map_or(0, |set| set.things.len());
            by_size[size] += u32::from(set.is_some());
            if units.is_empty() {
                assert!(set.is_none());
            } else if let Some(set) = set {
                assert_eq!(set.units.iter().cloned().collect::<BTreeSet<_>>(), units, "seed {seed}");
                cuts(&campaign, &network, net.side, set);
                crossings += set.things.iter().filter(|thing| thing.kind == CriticalKind::Crossing).count();
                let fewer = set.things.len() as u32 - 1;
                assert!(
                    !can_be_cut(&network, &campaign, net.side, &units, fewer),
                    "seed {seed}: {set:?} is not the least"
                );
            } else if !can_be_cut(&network, &campaign, net.side, &units, 1) {
                none += 1;
                assert!(!can_be_cut(&network, &campaign, net.side, &units, 3), "seed {seed}: {} can be cut", corps.id);
            }
        }
    }
    let enough = by_size[2..].iter().all(|sets| *sets > 10) && crossings > 2 && none > 10;
    assert!(enough, "{by_size:?}, {crossings} crossings, {none} cannot be cut");
}
