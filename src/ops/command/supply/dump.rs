//! Dumps as commands of the game: a vehicle opens one where it stands; one that was closed is opened again.

use campaign::march::Marched;
use campaign::{Dump, Event, Formation};
use domain::{Commodity, Echelon, FormationId, Square};

use crate::{Changeset, DecisionContext, OpError, pick};

/// Minutes of a vehicle's moving hours that opening a dump takes.
const UNLOADING: u16 = 60;

/// Lets a LOG vehicle open a dump for a formation: where it opens.
///
/// # Interpretation
/// Opening takes the vehicle an hour, on ground that its side controls and no enemy fighting leaf stands on.
pub(crate) fn unload(
    context: &DecisionContext<'_>,
    changes: &mut Changeset,
    by: &str,
    owner: &FormationId,
    at: Option<&str>,
) -> Result<Square, OpError> {
    let unit = pick::unit(changes.now(), by)?;
    let found = vehicle(changes, unit).and_then(|vehicle| Some((vehicle, vehicle.stands_on()?)));
    let Some((vehicle, square)) = found else {
        let message = format!("{} has no LOG vehicle on the map", unit.named());
        return Err(OpError::not_now(message, "without `--by` it is the umpire's correction"));
    };
    let (id, side, named) = (vehicle.id.clone(), vehicle.side, vehicle.named());
    let reference = changes.now().frame.reference(square);
    if at.map(|at| pick::square(changes.now(), at)).transpose()?.is_some_and(|at| at != square) {
        context.rule(format!("{named} is in {reference}, and can only open a dump there"), &reference)?;
    }
    if changes.formation(owner)?.side != side {
        let owner = changes.now().named(owner);
        context.rule(format!("{named} and {owner} belong to different sides"), id.as_str())?;
    }
    let is_ours = changes.now().ground.control(square).is_none_or(|by| by == side);
    if !is_ours || changes.enemy_on(square, side).is_some() {
        context.rule(format!("the enemy controls {reference}"), &reference)?;
    }
    let hours = changes.now().settings.moving_hours(changes.now().bound.phase, true) as u16 * 60;
    let before = changes.leaf(&id)?.march;
    let left = hours.saturating_sub(before.minutes);
    if left < UNLOADING {
        let message = format!("{named} has {left} minutes left, but opening a dump takes {UNLOADING}");
        context.rule(message, id.as_str())?;
    } else {
        let after = Marched { minutes: before.minutes + UNLOADING, towards: None, ..before };
        changes.happen(Event::MarchKept { leaf: id, before, after })?;
    }
    Ok(square)
}

/// The vehicle that a unit is, or of those of a formation the one that has marched least, ties by id.
fn vehicle<'a>(changes: &'a Changeset, unit: &Formation) -> Option<&'a Formation> {
    let of_unit = |f: &&Formation| f.id == unit.id || f.parent.as_ref() == Some(&unit.id);
    let all = changes.now().formations.values().filter(of_unit);
    let vehicles = all.filter(|f| f.vehicle_of() == Some(Commodity::Log) && f.is_on_map());
    vehicles.min_by_key(|f| (f.leaf.as_ref().map_or(0, |leaf| leaf.march.minutes), &f.id))
}

/// Opens a closed dump again where it lies, for whoever is to have it.
pub(crate) fn open_again(
    changes: &mut Changeset,
    dump: &Dump,
    square: Square,
    owner: (FormationId, Echelon),
) -> Result<(), OpError> {
    if dump.square != square {
        let at = changes.now().frame.reference(dump.square);
        let message = format!("{} is closed, and its stock lies in {at}", changes.now().dump_called(dump));
        return Err(OpError::not_now(message, "reopen it in the same square, or give the new one another id"));
    }
    let before = (dump.owner.clone(), dump.level);
    if before != owner {
        changes.happen(Event::DumpHandedOver { dump: dump.id.clone(), before, after: owner })?;
    }
    changes.happen(Event::DumpShut { dump: dump.id.clone(), before: true, after: false })
}
