//! The orders that a plan comes to.

use campaign::Campaign;
use supply::plan::{ConvoyPlan, Trip};

use crate::command::SupplySend;
use crate::{OpError, pick};

/// What of a planned trip can be had otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripPart {
    /// What it loads.
    Load,
    /// Where it loads.
    From,
    /// Where it goes.
    To,
    /// The squares by which it delivers, separated by commas; none: the quickest way.
    Via,
}

impl TripPart {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Load, Self::From, Self::To, Self::Via];

    /// Its flag, and its field in a form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::From => "from",
            Self::To => "to",
            Self::Via => "via",
        }
    }
}

/// Has the trip of a vehicle made otherwise.
///
/// # Errors
/// No trip is that vehicle's, or it loads nothing and is to load something else.
pub fn change_trip(
    campaign: &Campaign,
    sends: &mut [SupplySend],
    vehicle: &str,
    (part, value): (TripPart, &str),
) -> Result<(), OpError> {
    let trip = trip_of(campaign, sends, vehicle)?;
    let send = &mut sends[trip];
    match part {
        TripPart::Load | TripPart::From if send.load.is_none() => {
            return Err(OpError::Words {
                message: format!(
                    "{} brings what it has on it, and loads nothing",
                    pick::unit(campaign, vehicle)?.named()
                ),
                hint: "leave it out with `--without`, and send it with `supply send`".into(),
            });
        }
        TripPart::Load => send.load = Some(value.to_owned()),
        TripPart::From => send.from = Some(value.to_owned()),
        TripPart::To => value.clone_into(&mut send.to),
        TripPart::Via => {
            let squares = value.split(',').map(str::trim).filter(|square| !square.is_empty());
            send.via = squares.map(str::to_owned).collect();
        }
    }
    Ok(())
}

/// Leaves out the trip of a vehicle.
///
/// # Errors
/// No trip is that vehicle's.
pub fn leave_out_trip(campaign: &Campaign, sends: &mut Vec<SupplySend>, vehicle: &str) -> Result<(), OpError> {
    let trip = trip_of(campaign, sends, vehicle)?;
    sends.remove(trip);
    Ok(())
}

/// The trip that a vehicle makes.
fn trip_of(campaign: &Campaign, sends: &[SupplySend], word: &str) -> Result<usize, OpError> {
    let unit = pick::unit(campaign, word)?;
    let id = unit.id.to_string();
    sends.iter().position(|send| send.vehicles.contains(&id)).ok_or_else(|| {
        let vehicles: Vec<&str> = sends.iter().flat_map(|send| &send.vehicles).map(String::as_str).collect();
        let hint = match vehicles[..] {
            [] => "nobody is sent by this plan".to_owned(),
            _ => format!("these do: {}", vehicles.join(", ")),
        };
        OpError::Words { message: format!("{} makes no trip in this plan", unit.named()), hint: hint.into() }
    })
}

/// The trips of plans as vehicles are sent, line by line.
pub fn plan_sends(campaign: &Campaign, plans: &[ConvoyPlan]) -> Vec<SupplySend> {
    plans.iter().flat_map(|plan| &plan.trips).map(|trip| send(campaign, trip)).collect()
}

/// How the vehicles of a trip are sent.
pub fn send(campaign: &Campaign, trip: &Trip) -> SupplySend {
    SupplySend {
        vehicles: trip.vehicles.iter().map(ToString::to_string).collect(),
        load: trip.from.as_ref().map(|_| trip.load.to_string()),
        from: trip.from.as_ref().map(|(account, _)| account.to_string()),
        to: trip.to.clone(),
        via: trip.via.iter().map(|square| campaign.frame.reference(*square)).collect(),
        bound: (trip.starts != campaign.bound).then(|| trip.starts.typed()),
        ..SupplySend::default()
    }
}
