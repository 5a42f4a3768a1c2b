//! Why nobody of a side draws supply, or nobody under a formation.

use campaign::{Campaign, Formation, Tree};
use domain::{Bound, FormationId, LeafState, SideId};
use supply::Assessment;

/// That nobody draws supply for himself of those for whom a sheet was asked, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NobodyDraws {
    /// The side of which it is.
    pub side: SideId,
    /// The formation under which it is, where one was named.
    pub unit: Option<FormationId>,
    /// Why.
    pub why: WhyNobody,
}

/// Why nobody draws supply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNobody {
    /// There is nobody.
    NoUnits,
    /// None is on the map yet, and the first arrives then.
    Arrives(Bound),
    /// None is on the map yet, and when one arrives is not known.
    NotArrived,
    /// None is on the map any more.
    Lost,
    /// They are on the map, and nobody of them or above them has, or had, vehicles for supplies.
    NoVehicles,
}

/// Of which sides nobody is on a sheet of a side, of all, or of those under one formation.
pub fn nobody_draws(
    campaign: &Campaign,
    (side, unit): (Option<SideId>, Option<&Formation>),
    found: &[Assessment],
) -> Vec<NobodyDraws> {
    let side_of = |found: &Assessment| campaign.formations.get(&found.unit).map(|unit| unit.side);
    if let Some(unit) = unit {
        let leaves = Tree::new(campaign).with_all_under(unit);
        let nobody = || NobodyDraws { side: unit.side, unit: Some(unit.id.clone()), why: why(leaves.into_iter()) };
        return found.is_empty().then(nobody).into_iter().collect();
    }
    let wanted = campaign.sides.iter().map(|of| of.id).filter(|of| side.is_none_or(|side| side == *of));
    let missing = wanted.filter(|side| !found.iter().any(|found| side_of(found) == Some(*side)));
    let of = |side: SideId| {
        let own = campaign.formations.values().filter(|formation| formation.side == side);
        NobodyDraws { side, unit: None, why: why(own) }
    };
    missing.map(of).collect()
}

fn why<'f>(formations: impl Iterator<Item = &'f Formation>) -> WhyNobody {
    let formations: Vec<&Formation> = formations.collect();
    let leaves: Vec<_> = formations.iter().filter_map(|formation| formation.leaf.as_ref()).collect();
    let to_come = || leaves.iter().filter(|leaf| leaf.state == LeafState::OffMap);
    if leaves.is_empty() {
        WhyNobody::NoUnits
    } else if formations.iter().any(|formation| formation.stands_on().is_some()) {
        WhyNobody::NoVehicles
    } else if let Some(first) = to_come().filter_map(|leaf| leaf.arrives).min() {
        WhyNobody::Arrives(first)
    } else if to_come().next().is_some() {
        WhyNobody::NotArrived
    } else {
        WhyNobody::Lost
    }
}
