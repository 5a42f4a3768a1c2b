//! Who could come back a little, instead of others winning squares for him.
//!
//! What it decides: whether a formation whose line is cut has near it a square from which that is open as things are, and
//! may march there. It is beside the mend, which holds the ground.

use std::collections::BTreeSet;

use campaign::Formation;
use campaign::march::Passage;
use domain::{FormationId, Square, SupplyState, Traffic};

use crate::ground::near::leading_to;
use crate::line;
use crate::standing::assessment::{LogStatus, PolStatus};
use crate::standing::cut_kind::CutKind;
use crate::standing::tracing::Tracing;

/// How many squares back are near.
pub(crate) const NEAR: u16 = 4;

impl<'a> Tracing<'a, '_> {
    /// Who comes back, and to where.
    pub(crate) fn back(
        &self,
        formation: &'a Formation,
        square: Option<Square>,
        (log, pol): (&LogStatus, &PolStatus),
    ) -> Option<(FormationId, Square)> {
        let (from, cut) = (square?, log.cut.as_ref()?);
        let is_barred = !matches!(cut.kind, CutKind::NoRoad | CutKind::NoDump | CutKind::NoVehicle);
        if log.state != SupplyState::Cut || !is_barred || (pol.required && pol.out) {
            return None;
        }
        let fed: Vec<Square> = self.fed.iter().map(|(_, square)| *square).collect();
        let arrivals = line::arrivals(&self.view, &self.hierarchy.stages(formation), &fed);
        let to = self.nearest_by_march(from, leading_to(&self.view, &arrivals))?;
        Some((self.comes(formation).id.clone(), to))
    }

    /// The nearest square of which this holds and to which troops on foot or wheels march over clear ground; ties by reference.
    fn nearest_by_march(&self, from: Square, holds: impl Fn(Square) -> bool) -> Option<Square> {
        let frame = &self.view.campaign.frame;
        let passage = Passage::new(self.view.campaign);
        let (mut seen, mut ring) = (BTreeSet::from([from]), vec![from]);
        for _ in 0..NEAR {
            let mut next = BTreeSet::new();
            for at in ring {
                let onward = frame.neighbours(at).filter(|to| passage.carries(at, *to, Traffic::Vehicles));
                next.extend(onward.filter(|to| self.view.is_clear(frame.index(*to)) && !seen.contains(to)));
            }
            if let Some(found) = next.iter().find(|square| holds(**square)) {
                return Some(*found);
            }
            seen.extend(&next);
            ring = next.into_iter().collect();
        }
        None
    }
}
