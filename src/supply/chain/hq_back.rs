//! Who stands too far from bowsers and comes back to where the chain holds: an HQ, or a formation that is fuelled by another.
//!
//! What it decides: whether one that breaks a chain may come back, and to which square: as few squares along the hop as do.
//! What it never does: send one that the rules let not march, for want of POL or because it is broken.

use campaign::{Formation, Setting};
use domain::{Commodity, LeafState, Mobility, Square, SupplyState};

use super::bowser_move::breaks_another;
use super::fuel_chain::{Link, bowsers};
use super::mend::{MayComeBack, Mending, shortest};
use super::step::{MendStep, placing};
use crate::ground::view::View;
use crate::standing::holdings::is_out;

impl<'a> Mending<'a, '_> {
    /// How many squares one that stands on a square must come back to be within a hop of a bowser, and to where: of the ways
    /// to the bowsers the one on which it is the fewest; none where it may not march, or where that is too far.
    pub(crate) fn back_to_bowsers(
        &mut self,
        who: &MayComeBack<'_>,
        square: Square,
        steps: &[MendStep],
        cleared: Option<&View<'a>>,
    ) -> Option<(u64, MendStep)> {
        let leaves = self.hierarchy.tree.leaves(who.formation);
        let mut there = leaves.into_iter().filter(|leaf| leaf.stands_on().is_some());
        if !there.all(marches) {
            return None;
        }
        let stand: Vec<Square> =
            bowsers(self.hierarchy, self.formation, &placing(steps)).into_iter().map(|bowser| bowser.square).collect();
        let view = cleared.unwrap_or(&self.ground.view);
        let hop_m = self.hierarchy.campaign.settings.number(Setting::BowserKm) * 1_000;
        let hop = (hop_m / view.network.square_m) as usize;
        let mut ways = Vec::new();
        for bowser in stand.into_iter().filter(|bowser| u64::from(square.steps_to(*bowser)) <= who.most + hop as u64) {
            let way = shortest(view, self.search, square, bowser);
            let back = way.len().checked_sub(1 + hop).and_then(|squares| Some((squares as u64, *way.get(squares)?)));
            ways.extend(back.filter(|(squares, _)| (1..=who.most).contains(squares)));
        }
        ways.sort_unstable();
        let is_fed = |at: Square| view.leads_to_any(at, who.lorries);
        let was_fed = is_fed(square);
        let (squares, to) = ways.into_iter().find(|(_, to)| !was_fed || is_fed(*to))?;
        Some((squares, MendStep::Return(who.formation.id.clone(), to)))
    }

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
        let burns = hq.mobility.is_some_and(Mobility::needs_pol) && self.hierarchy.tree.needs_pol(formation);
        let at = hq.stands_on();
        let is_dry = || is_out(&self.ground.view, self.hierarchy, formation, (at, Commodity::Pol, SupplyState::Cut));
        marches(hq) && !(burns && is_dry())
    }
}

/// Whether a leaf marches where it has POL: on the ground, and not broken.
fn marches(leaf: &Formation) -> bool {
    leaf.mobility.is_some_and(Mobility::is_on_the_ground)
        && leaf.leaf.as_ref().is_some_and(|leaf| leaf.state != LeafState::Broken)
}
