//! House rule `air_interdiction`: what air strikes cost convoys and trains.
//!
//! What it decides: what a vehicle loses that drove through squares under attack, what trains lose, and when strikes are
//! over. By how much a convoy is slowed, [`Campaign::strike_force`] says, and `convoys` drives by it.

use std::collections::BTreeMap;

use campaign::{AirStrike, Campaign, Event, Setting, StrikeTarget};
use dice::{Call, Dice};
use domain::{FormationId, SideId};
use supply::{Arrival, TrainLoad};

use super::wear;
use crate::{Changeset, OpError};

/// What the dice of vehicles are for.
const HIT: &str = "air strikes (house rule `air_interdiction`)";

/// How many squares under attack each vehicle has driven through.
pub(super) type PassedTraffic = BTreeMap<FormationId, usize>;

/// Throws a die for every square under attack through which a vehicle has driven, by id.
///
/// # Interpretation
/// Each die up to `strike_die` costs the vehicle 1 SP and its share of the load; who stands still is off the road.
pub(super) fn hit(changes: &mut Changeset, passed: PassedTraffic, dice: &mut Dice<'_>) -> Result<(), OpError> {
    let face = changes.now().strike_force().face;
    if face == 0 {
        return Ok(());
    }
    for (vehicle, squares) in passed {
        if !changes.formation(&vehicle)?.is_on_map() {
            continue;
        }
        let faces = dice.throw(&Call::new(vehicle.as_str(), HIT), squares)?;
        let hits: u32 = faces.iter().map(|thrown| u32::from(u32::from(*thrown) <= face)).sum();
        let lost = hits.min(changes.leaf(&vehicle)?.sp());
        let effect = if lost == 0 { "no losses".to_owned() } else { format!("{lost} SP lost") };
        dice.note_effect(&effect);
        let (thrower, purpose) = (vehicle.clone(), HIT.to_owned());
        changes.happen(Event::DiceThrown { thrower, purpose, faces, effect })?;
        wear::lose(changes, &vehicle, lost)?;
    }
    Ok(())
}

/// What of the trains of a day comes through the strikes on their way: one die for a railhead.
pub(super) fn through(
    changes: &mut Changeset,
    side: SideId,
    arrival: &Arrival,
    dice: &mut Dice<'_>,
) -> Result<TrainLoad, OpError> {
    let force = changes.now().strike_force();
    let Some(at) = under_attack(changes.now(), side, arrival).filter(|_| force.face > 0) else {
        return Ok(arrival.comes);
    };
    let face = u32::from(dice.one(&Call::new(arrival.railhead.as_str(), "air strikes on its trains"))?);
    let percent = changes.now().settings.number(Setting::StrikeTrains);
    let lost = |units: u32| if face <= force.face { (units * percent).div_ceil(100) } else { 0 };
    let lost = TrainLoad { log: lost(arrival.comes.log), pol: lost(arrival.comes.pol) };
    let get_through = || "its trains get through".to_owned();
    let what = if lost.is_empty() { get_through() } else { format!("{} are lost", lost.text()) };
    dice.note_effect(&what);
    let rule = Setting::AirInterdiction;
    let text = format!("air strikes on {at}: {face} thrown, {what} (house rule `{rule}`)");
    changes.happen(Event::RailheadRemarked { railhead: arrival.railhead.clone(), text })?;
    Ok(arrival.comes.less(lost))
}

/// On what of the way of its trains strikes are flown, in words; none where on nothing, or nothing runs.
fn under_attack(campaign: &Campaign, side: SideId, arrival: &Arrival) -> Option<String> {
    let is_on_the_way = |target: &StrikeTarget| match target {
        StrikeTarget::Square(square) => arrival.path.contains(square),
        StrikeTarget::Line(line) => arrival.lines.contains(line),
    };
    let struck = campaign.struck(side).into_iter().filter(|target| is_on_the_way(target));
    let names: Vec<String> = struck.map(|target| target.named(&campaign.frame)).collect();
    (!names.is_empty() && !arrival.comes.is_empty()).then(|| domain::few(&names, 4, ", "))
}

/// Strikes of the bound that closes are over.
pub(super) fn over(changes: &mut Changeset) -> Result<(), OpError> {
    let closing = changes.now().bound;
    let old: Vec<AirStrike> = changes.now().strikes.iter().filter(|strike| strike.bound <= closing).cloned().collect();
    old.into_iter()
        .try_for_each(|strike| changes.happen(Event::StrikesChanged { strike: Box::new(strike), booked: false }))
}
