//! What keeps units from reorganising, and what would let them.

use std::collections::BTreeMap;

use campaign::{Formation, Tree};
use domain::FormationId;

use crate::command::{Group, NO_TIME, ReorganisationHindrance, groups};
use crate::remedy::{Offer, Remedy};

/// Why units cannot reorganise now, where they cannot, and what would let each of them or does it: of a unit
/// with all under it (`all`), or of its own leaves alone.
pub(super) fn outlook<'t>(tree: &'t Tree<'_>) -> impl Fn(&Formation, bool) -> (Option<String>, Remedy) + 't {
    let mut of_units: BTreeMap<FormationId, Vec<Group>> = BTreeMap::new();
    for group in groups(tree.campaign(), &|_| true) {
        of_units.entry(group.unit.clone()).or_default().push(group);
    }
    move |unit, all| {
        let is_of = |id: &FormationId| {
            let group = tree.campaign().formations.get(id);
            *id == unit.id
                || all && group.is_some_and(|group| tree.superiors(group).iter().any(|above| above.id == unit.id))
        };
        let mut groups: Vec<&Group> = of_units.iter().filter(|(id, _)| is_of(id)).flat_map(|(_, of)| of).collect();
        // Who only owes attacks counts where nobody is worn.
        if groups.iter().any(|group| group.worn) {
            groups.retain(|group| group.worn);
        }
        of_unit(tree, &unit.id, &groups)
    }
}

fn of_unit(tree: &Tree<'_>, unit: &FormationId, groups: &[&Group]) -> (Option<String>, Remedy) {
    if groups.is_empty() {
        return (None, Offer::CancelOrder(unit.clone()).into());
    }
    let mut able = groups.iter().filter(|group| group.hindrance.is_none()).peekable();
    let hindered = groups.iter().find_map(|group| Some((group.square, group.hindrance.as_ref()?)));
    let Some((square, why)) = hindered.filter(|_| able.peek().is_none()) else {
        let is_late = able.peek().is_some() && !able.any(|group| group.is_in_time(tree));
        return if is_late {
            (Some(NO_TIME.to_owned()), Offer::ReorganiseNext(unit.clone()).into())
        } else {
            (None, Offer::Reorganise(unit.clone()).into())
        };
    };
    let campaign = tree.campaign();
    let at = campaign.frame.reference(square);
    let remedy = match why {
        ReorganisationHindrance::Enemy => Offer::ShowGround(square).into(),
        ReorganisationHindrance::March => Offer::BoundClose.into(),
        ReorganisationHindrance::Isolated => Offer::Trace(unit.clone()).into(),
        ReorganisationHindrance::Elsewhere(hq, _) => Remedy::March(hq.clone(), square),
        ReorganisationHindrance::Lost | ReorganisationHindrance::Nobody => Offer::ShowUnit(unit.to_string()).into(),
    };
    (Some(format!("in {at}, {}", why.text(campaign))), remedy)
}
