//! What a formation holds itself, and what of it it can come to.
//!
//! What it decides: which accounts are its own, in the order in which they are drawn on, and that what no clear way leads
//! to from where it stands is no stock of its own (model page, "States").
//! What it never does: look at what superiors hold.

use campaign::Formation;
use domain::{Commodity, Square};

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
