//! Tables of air supply: airfields, wings, flights, remainders.

use campaign::{Airfield, Campaign, Flight, Wing};
use domain::{AccountId, AirfieldId, Commodity, FormationId};

use super::cell::{SqlCell, SqlRow};
use super::part::{TablePart, WriteManner};

/// `airfield`.
pub(super) struct Airfields;

impl TablePart for Airfields {
    const NAME: &'static str = "airfield";
    const COLUMNS: &'static [&'static str] = &["id", "place", "square", "side", "landings", "used_for", "note"];
    type Key<'a> = &'a AirfieldId;
    type Item<'a> = &'a Airfield;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.airfields.iter()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, field: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            key.as_str().into(),
            field.place.as_ref().into(),
            SqlCell::text(campaign.frame.reference(field.square)),
            SqlCell::text(field.side),
            field.landings.into(),
            (&field.used_for).into(),
            (&field.note).into(),
        ]);
    }
}

/// `wing`: what air leaves carry.
pub(super) struct Wings;

impl TablePart for Wings {
    const NAME: &'static str = "wing";
    const COLUMNS: &'static [&'static str] = &["leaf", "sorties", "load_kg"];
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a Wing;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.wings.iter()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, wing: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![key.as_str().into(), wing.sorties.into(), wing.load_kg.into()]);
    }
}

/// `flight`: what was flown.
pub(super) struct Flights;

impl TablePart for Flights {
    const NAME: &'static str = "flight";
    #[rustfmt::skip]
    const COLUMNS: &'static [&'static str] = &[
        "number", "bound", "wing", "from_airfield", "at_airfield", "dump", "commodity", "sorties", "landed", "lost",
        "kg", "kg_lost",
    ];
    const MANNER: WriteManner = WriteManner::Sequence;
    type Key<'a> = usize;
    type Item<'a> = &'a Flight;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.flights.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, flight: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            (*key + 1).into(),
            flight.bound.into(),
            flight.wing.as_str().into(),
            flight.from.as_ref().map(AirfieldId::as_str).into(),
            flight.at.as_ref().map(AirfieldId::as_str).into(),
            flight.to.as_ref().map(AccountId::as_str).into(),
            SqlCell::text(flight.commodity),
            flight.sorties.into(),
            flight.landed.into(),
            flight.lost.into(),
            flight.kg.into(),
            flight.kg_lost.into(),
        ]);
    }
}

/// `remainder`: what falls short of a unit between two accounts.
pub(super) struct RemaindersTable;

impl TablePart for RemaindersTable {
    const NAME: &'static str = "remainder";
    const COLUMNS: &'static [&'static str] = &["from_account", "to_account", "commodity", "kg"];
    const KEYS: usize = 3;
    type Key<'a> = &'a (AccountId, AccountId, Commodity);
    type Item<'a> = u32;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.remainders.iter().map(|(key, kg)| (key, *kg))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, kg: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let (from, to, commodity) = key;
        out.push(vec![from.as_str().into(), to.as_str().into(), SqlCell::text(commodity), (*kg).into()]);
    }
}
