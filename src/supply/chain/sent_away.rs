//! Fuel-bowser chains that hold as things are, and which of them would not without bowsers that are sent away.
//!
//! What it never does: ask how long they are away, or what they bring meanwhile; that is `plan::breaks`.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Formation};
use domain::{AccountId, Commodity, FormationId, Square};
use network::LorrySearch;

use super::bowser_move::served;
use super::fuel_chain::{Placing, chain_that_holds};
use super::hops::{Distances, Hops};
use crate::chain::mended::Served;
use crate::ground::crossings::Crossings;
use crate::ground::lay::network;
use crate::ground::view::View;
use crate::line::fed;
use crate::rail::Rails;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::tracing::fuel_ends;

/// The chains of a side that hold as things are.
pub(crate) struct StandingChains<'v, 'm, 'a> {
    view: &'v View<'a>,
    hierarchy: &'m SupplyHierarchy<'a>,
    search: LorrySearch,
    distances: Distances,
    ends: Vec<(AccountId, Square)>,
    served: Served<'a>,
}

impl<'v, 'm, 'a> StandingChains<'v, 'm, 'a> {
    pub(crate) fn new(view: &'v View<'a>, hierarchy: &'m SupplyHierarchy<'a>) -> Self {
        let (mut search, mut distances) = (LorrySearch::new(view.network), Distances::default());
        let ends = fuel_ends(view, hierarchy, &fed(view, hierarchy, &Rails::new(view)));
        let served = served(view, hierarchy, &mut search, &mut distances, &ends);
        Self { view, hierarchy, search, distances, ends, served }
    }

    /// Whose chain would break without these bowsers, by id.
    pub(crate) fn broken_without(&mut self, away: &BTreeSet<FormationId>) -> Vec<FormationId> {
        let by = away.iter().filter_map(|bowser| self.served.get(bowser)).flatten();
        let by: BTreeMap<&FormationId, &'a Formation> = by.map(|formation| (&formation.id, *formation)).collect();
        let placing = Placing { away: away.clone(), ..Placing::default() };
        let mut hops = Hops::new(self.view, &mut self.search, &mut self.distances);
        let broken = by
            .into_values()
            .filter(|formation| chain_that_holds(&mut hops, self.hierarchy, formation, &self.ends, &placing).is_none());
        broken.map(|formation| formation.id.clone()).collect()
    }
}

/// Whose fuel chain holds as things are and would break without those bowsers among some vehicles, by side and id.
pub fn chains_broken_without(campaign: &Campaign, vehicles: &[FormationId]) -> Vec<FormationId> {
    let bowsers = vehicles.iter().filter_map(|id| campaign.formations.get(id));
    let bowsers: Vec<&Formation> = bowsers.filter(|f| f.vehicle_of() == Some(Commodity::Pol)).collect();
    if bowsers.is_empty() {
        return Vec::new();
    }
    let (network, hierarchy) = (network(campaign), SupplyHierarchy::new(campaign));
    let crossings = Crossings::new(campaign, &network);
    let sides = campaign.sides.iter().map(|side| side.id);
    let of_side = sides.flat_map(|side| {
        let away: BTreeSet<FormationId> = bowsers.iter().filter(|f| f.side == side).map(|f| f.id.clone()).collect();
        let view = View::new(campaign, &network, side, &crossings);
        if away.is_empty() { Vec::new() } else { StandingChains::new(&view, &hierarchy).broken_without(&away) }
    });
    of_side.collect()
}
