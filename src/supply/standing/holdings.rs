//! What a formation holds itself, and what of it it can come to.
//!
//! What it decides: which accounts are its own, in the order in which they are drawn on, and that what no clear way leads
//! to from where it stands is no stock of its own (model page, "States").
//! What it never does: look at what superiors hold.

use campaign::Formation;
use domain::{Commodity, Detail, Square, SupplyState};

use crate::ground::view::View;
use crate::standing::hierarchy::SupplyHierarchy;

/// What a formation holds of a commodity.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holdings {
    /// How much in all that it can come to.
    pub units: i64,
    /// Where that lies, in the order in which it is drawn.
    pub accounts: Vec<String>,
    /// Its own accounts that hold some and to which no clear way leads.
    pub beyond: Vec<String>,
    /// Where what is brought to it goes: its first dump that it can come to, else its first vehicle that has room.
    pub into: Option<String>,
}

/// Whether a formation can come to what is kept on a square: a clear way leads there from where it stands.
pub(crate) fn comes_to(
    view: &View<'_>,
    hierarchy: &SupplyHierarchy<'_>,
    formation: &Formation,
    square: Option<Square>,
) -> bool {
    let at = hierarchy.tree.square(formation);
    at == square || at.zip(square).is_none_or(|(at, to)| view.leads_to_any(at, &[to]))
}

/// What a formation holds in its dumps and its vehicles that are not on the road.
pub(crate) fn holdings(
    view: &View<'_>,
    hierarchy: &SupplyHierarchy<'_>,
    formation: &Formation,
    commodity: Commodity,
) -> Holdings {
    let mut found = Holdings::default();
    let comes_to = |square: Option<Square>| comes_to(view, hierarchy, formation, square);
    let dump = hierarchy.dumps_of(&formation.id).iter().find(|dump| comes_to(Some(dump.square)));
    found.into = dump.map(|dump| dump.id.to_string()).or_else(|| {
        let free =
            |v: &&Formation| hierarchy.campaign.room(v) > 0 && hierarchy.campaign.convoy_of(v.id.as_str()).is_none();
        let vehicles = hierarchy.vehicles(formation, commodity);
        vehicles.into_iter().filter(free).find(|v| comes_to(v.stands_on())).map(|v| v.id.to_string())
    });
    for (id, units, square) in hierarchy.own(formation, commodity) {
        if comes_to(square) {
            found.units += units;
            found.accounts.push(id);
        } else {
            found.beyond.push(id);
        }
    }
    found
}

/// Whether a formation that stands on a square and is in a state is out of a commodity (model page, "States").
pub(crate) fn is_out<'a>(
    view: &View<'a>,
    hierarchy: &SupplyHierarchy<'a>,
    formation: &'a Formation,
    (square, commodity, state): (Option<Square>, Commodity, SupplyState),
) -> bool {
    if state.is_good() {
        return false;
    }
    let campaign = view.campaign;
    let Some(square) = square.filter(|_| campaign.settings.detail() == Detail::Full) else { return true };
    let levels = std::iter::once(formation).chain(hierarchy.superiors(formation));
    let holding: Vec<Square> = levels
        .flat_map(|f| {
            let vehicles = hierarchy.vehicles(f, commodity).into_iter().map(|v| v.id.to_string());
            let dumps = hierarchy.dumps_of(&f.id).iter().map(|d| d.id.to_string());
            vehicles.chain(dumps).collect::<Vec<_>>()
        })
        .filter(|id| campaign.usable(id, commodity) > 0 && hierarchy.is_at_hand(id))
        .filter_map(|id| campaign.account_square(&id))
        .collect();
    !view.leads_to_any(square, &holding)
}
