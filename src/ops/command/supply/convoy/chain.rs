//! Fuel-bowser chains that hold by a vehicle which is sent away: told, for the bowser may be back before it matters.

use std::collections::BTreeSet;

use campaign::Campaign;
use domain::{Commodity, FormationId, SideId, SupplyState, few};

/// How many formations are named.
const NAMED: usize = 3;

/// Whose chain would break without the bowsers that are sent, by name, in a sentence; none where every chain holds without
/// them.
pub(crate) fn warning(before: &Campaign, sent: &[FormationId]) -> Option<String> {
    let bowser = |id: &&FormationId| before.formations.get(*id).is_some_and(|f| f.vehicle_of() == Some(Commodity::Pol));
    let bowsers: Vec<&FormationId> = sent.iter().filter(bowser).collect();
    let sides: BTreeSet<SideId> = bowsers.iter().map(|id| before.formations[*id].side).collect();
    if sides.is_empty() {
        return None;
    }
    let mut without = before.clone();
    for id in &bowsers {
        if let Some(leaf) = without.formations.get_mut(*id).and_then(|bowser| bowser.leaf.as_mut()) {
            leaf.square = None;
        }
    }
    let sides: Vec<SideId> = sides.into_iter().collect();
    let cut = |campaign: &Campaign| -> BTreeSet<FormationId> {
        let sheet = supply::standings(campaign, &sides, 0);
        let is_cut = |of: &supply::Assessment| matches!(of.pol.state, SupplyState::Cut | SupplyState::NoVehicle);
        sheet.into_iter().filter(is_cut).map(|of| of.unit).collect()
    };
    let (was, is) = (cut(before), cut(&without));
    let names: Vec<&str> = is.difference(&was).map(|id| before.name_of(id.as_str())).collect();
    let bowsers: Vec<String> = bowsers.iter().map(|id| before.named(id)).collect();
    let (is, chain) = if bowsers.len() == 1 { ("is", "its") } else { ("are", "their") };
    let away = few(&bowsers, NAMED, ", ");
    let told = few(&names, NAMED, ", ");
    (!names.is_empty()).then(|| format!("while {away} {is} away from {chain} place, the fuel chain breaks of: {told}"))
}
