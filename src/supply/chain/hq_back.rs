//! The HQ that stands too far from its bowsers and comes back to where the chain holds.
//!
//! What it decides: whether one that breaks a chain may come back, and to which square: as few squares along the hop as do.
//! What it never does: send one that the rules let not march, for want of POL or because it is broken.

use campaign::Formation;
use domain::{Commodity, LeafState, Mobility, SupplyState};

use super::bowser_move::breaks_another;
use super::fuel_chain::Link;
use super::mend::{Mending, shortest};
use super::step::{MendStep, placing};
use crate::ground::view::View;
use crate::standing::holdings::is_out;

impl<'a> Mending<'a, '_> {
    /// How many squares the HQ at which a hop begins must come back, and to where; none where it may not, or where that does
    /// not mend the chain or breaks another.
    pub(crate) fn hq_back(
        &mut self,
        steps: &[MendStep],
        cleared: Option<&View<'a>>,
        hop: &Link,
    ) -> Option<(usize, MendStep)> {
        let formation = self.hierarchy.campaign.formation(&hop.from).filter(|f| self.may_come_back(f))?;
        let view = cleared.unwrap_or(&self.ground.view);
        let way = shortest(view, self.search, hop.from_square, hop.to_square);
        let squares = way.len().checked_sub(1 + (hop.limit / view.network.square_m) as usize).filter(|far| *far > 0)?;
        let step = MendStep::Back(formation.id.clone(), *way.get(squares)?);
        let all = [steps, std::slice::from_ref(&step)].concat();
        let holds = self.holds(&all);
        let mut breaks = || breaks_another(self.ground, self.hierarchy, self.search, self.formation, &placing(&all));
        (holds && !breaks()).then_some((squares, step))
    }

    /// Whether the HQ of a formation may march: it is there and not broken, and has POL if it needs any.
    fn may_come_back(&self, formation: &'a Formation) -> bool {
        let Some(hq) = self.hierarchy.tree.command_leaf(formation).filter(|hq| hq.id != formation.id) else {
            return false;
        };
        let marches = hq.mobility.is_some_and(Mobility::is_on_the_ground)
            && hq.leaf.as_ref().is_some_and(|leaf| leaf.state != LeafState::Broken);
        let burns = hq.mobility.is_some_and(Mobility::needs_pol) && self.hierarchy.tree.needs_pol(formation);
        let at = hq.stands_on();
        let is_dry = || is_out(&self.ground.view, self.hierarchy, formation, (at, Commodity::Pol, SupplyState::Cut));
        marches && !(burns && is_dry())
    }
}
