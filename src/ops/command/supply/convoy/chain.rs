//! Fuel-bowser chains that hold by a vehicle which is sent away: told, for the bowser may be back before it matters.

use campaign::Campaign;
use domain::{Commodity, FormationId, few};
use supply::chains_broken_without;

/// How many formations are named.
const NAMED: usize = 3;

/// Whose chain would break without the bowsers that are sent, by name, in a sentence; none where every chain holds without
/// them.
pub(crate) fn warning(before: &Campaign, sent: &[FormationId]) -> Option<String> {
    let broken = chains_broken_without(before, sent);
    let names: Vec<&str> = broken.iter().map(|id| before.name_of(id.as_str())).collect();
    let bowser = |id: &&FormationId| before.formations.get(*id).is_some_and(|f| f.vehicle_of() == Some(Commodity::Pol));
    let bowsers: Vec<String> = sent.iter().filter(bowser).map(|id| before.named(id)).collect();
    let (is, chain) = if bowsers.len() == 1 { ("is", "its") } else { ("are", "their") };
    let away = few(&bowsers, NAMED, ", ");
    let told = few(&names, NAMED, ", ");
    (!names.is_empty()).then(|| format!("while {away} {is} away from {chain} place, the fuel chain breaks of: {told}"))
}
