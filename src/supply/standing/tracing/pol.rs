//! How a formation stands with POL, and what would mend its chain.

use campaign::Formation;
use domain::{Commodity, Detail, SupplyState};

use crate::chain::fuel_chain::{FuelChain, Placing, chain};
use crate::chain::hops::Hops;
use crate::chain::mend::mend_chain;
use crate::chain::step::MendStep;
use crate::standing::assessment::PolStatus;
use crate::standing::holdings::{Holdings, holdings};
use crate::standing::tracing::Tracing;
use crate::standing::tracing::line_done::LineDone;

impl<'a> Tracing<'a, '_> {
    pub(crate) fn pol(&mut self, formation: &'a Formation) -> PolStatus {
        if self.hierarchy.tree.needs_pol(formation) {
            return self.fuelled(formation, false);
        }
        let Holdings { units, accounts, beyond, into } = self.holdings(formation, Commodity::Pol);
        let stock = (self.detail() == Detail::Full).then_some(units);
        let (state, links, lost) = (SupplyState::NotRequired, Vec::new(), None);
        let (required, past_mending, out) = (false, false, false);
        PolStatus { required, state, stock, accounts, beyond, into, links, lost, past_mending, out }
    }

    /// How a formation stands with POL by its bowsers, whether it needs any itself or not. Who has them only for others has
    /// none (`full`) where no dump in its reach holds any, its own or a superior's.
    pub(crate) fn fuelled(&mut self, formation: &'a Formation, for_others: bool) -> PolStatus {
        let Holdings { units, accounts, beyond, into } = self.holdings(formation, Commodity::Pol);
        let stock = (self.detail() == Detail::Full).then_some(units);
        let own_lost =
            self.hierarchy.had_bowsers(formation) && self.hierarchy.vehicles(formation, Commodity::Pol).is_empty();
        let traced = self.chain_of(formation);
        let square = self.hierarchy.tree.square(formation);
        let is_empty = |own: i64| {
            if for_others { self.is_out(formation, square, Commodity::Pol, SupplyState::DumpEmpty) } else { own <= 0 }
        };
        let state = match (own_lost, traced.holds()) {
            (true, _) => SupplyState::NoVehicle,
            (false, false) => SupplyState::Cut,
            (false, true) if stock.is_some_and(is_empty) => SupplyState::DumpEmpty,
            (false, true) => SupplyState::InSupply,
        };
        let out = self.is_out(formation, square, Commodity::Pol, state);
        let FuelChain { links, lost } = traced;
        let (required, past_mending) = (true, false);
        PolStatus { required, state, stock, accounts, beyond, into, links, lost, past_mending, out }
    }

    /// What it holds itself, where stocks are counted.
    pub(crate) fn holdings(&self, formation: &Formation, commodity: Commodity) -> Holdings {
        let counted = self.detail() == Detail::Full;
        if counted { holdings(&self.view, self.hierarchy, formation, commodity) } else { Holdings::default() }
    }

    pub(crate) fn chain_of(&mut self, formation: &'a Formation) -> FuelChain {
        let Self { view, hierarchy, search, distances, ends, .. } = self;
        chain(&mut Hops::new(view, search, distances), hierarchy, formation, ends, &Placing::default())
    }

    /// What a chain wants beside what its line wants: the chain is traced with the line put right.
    pub(crate) fn mend_pol(&mut self, formation: &'a Formation, done: &LineDone) -> Option<Vec<MendStep>> {
        let came = done.came_steps(formation);
        self.on_ground(&done.items, |ground, hierarchy, search| mend_chain(ground, hierarchy, search, formation, came))
    }
}
