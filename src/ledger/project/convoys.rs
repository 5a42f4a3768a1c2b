//! Tables of convoys, and of captured POL that is of no use yet.

use campaign::{AirStrike, Campaign, Convoy, Goal, MapFrame, Partisans, StrikeTarget};
use domain::{AccountId, FormationId, SideId, Square};

use super::cell::{SqlCell, SqlRow};
use super::part::TablePart;

/// `convoy`.
pub(super) struct Convoys;

impl TablePart for Convoys {
    const NAME: &'static str = "convoy";
    const COLUMNS: &'static [&'static str] = &[
        "lead",
        "errand",
        "source",
        "load",
        "to_account",
        "to_formation",
        "to_square",
        "via",
        "stays",
        "home",
        "seat",
        "starts",
        "way",
        "held_up",
        "held_up_why",
    ];
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a Convoy;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.convoys.iter()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, convoy: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let square = |square: &Square| campaign.frame.reference(*square);
        let squares = |squares: &[Square]| SqlCell::text(squares.iter().map(square).collect::<Vec<_>>().join(" "));
        let [account, formation, at] = goal(&convoy.to, &campaign.frame);
        out.push(vec![
            key.as_str().into(),
            SqlCell::text(convoy.errand),
            SqlCell::maybe(convoy.take.as_ref().map(|take| &take.from)),
            SqlCell::maybe(convoy.take.as_ref().map(|take| &take.load)),
            account,
            formation,
            at,
            squares(&convoy.via),
            convoy.stays.into(),
            SqlCell::text(square(&convoy.home)),
            SqlCell::maybe(convoy.seat.as_ref().map(square)),
            convoy.starts.into(),
            squares(&convoy.way),
            convoy.held_up.as_ref().map(|held| held.since).into(),
            SqlCell::maybe(convoy.held_up.as_ref().map(|held| &held.why)),
        ]);
    }
}

/// Where vehicles are to come: an account, a formation or a square.
pub(super) fn goal(goal: &Goal, frame: &MapFrame) -> [SqlCell; 3] {
    match goal {
        Goal::Account(account) => [account.as_str().into(), SqlCell::Null, SqlCell::Null],
        Goal::Formation(formation) => [SqlCell::Null, formation.as_str().into(), SqlCell::Null],
        Goal::Square(at) => [SqlCell::Null, SqlCell::Null, SqlCell::text(frame.reference(*at))],
    }
}

/// `convoy_vehicle`.
pub(super) struct Vehicles;

impl TablePart for Vehicles {
    const NAME: &'static str = "convoy_vehicle";
    const COLUMNS: &'static [&'static str] = &["convoy", "vehicle"];
    const KEYS: usize = 2;
    type Key<'a> = (&'a FormationId, &'a FormationId);
    type Item<'a> = ();

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let convoys = campaign.convoys.iter();
        convoys.flat_map(|(lead, convoy)| convoy.vehicles.iter().map(move |vehicle| ((lead, vehicle), ())))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, (): &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![key.0.as_str().into(), key.1.as_str().into()]);
    }
}

/// `spoil`.
pub(super) struct Spoils;

impl TablePart for Spoils {
    const NAME: &'static str = "spoil";
    const COLUMNS: &'static [&'static str] = &["account", "pol"];
    type Key<'a> = &'a AccountId;
    type Item<'a> = u32;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.captured_fuel.iter().map(|(account, units)| (account, *units))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, units: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![key.as_str().into(), (*units).into()]);
    }
}

/// `vehicle_driven`.
pub(super) struct Driven;

impl TablePart for Driven {
    const NAME: &'static str = "vehicle_driven";
    const COLUMNS: &'static [&'static str] = &["vehicle", "metres"];
    type Key<'a> = &'a FormationId;
    type Item<'a> = u32;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.driven.iter().map(|(vehicle, metres)| (vehicle, *metres))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, metres: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![key.as_str().into(), (*metres).into()]);
    }
}

/// `partisan`.
pub(super) struct Raiders;

impl TablePart for Raiders {
    const NAME: &'static str = "partisan";
    const COLUMNS: &'static [&'static str] = &["square", "against", "strength", "first_bound", "last_bound", "raid"];
    const KEYS: usize = 2;
    type Key<'a> = (Square, SideId);
    type Item<'a> = &'a Partisans;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.partisans.iter().map(|there| ((there.square, there.against), there))
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, there: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            SqlCell::text(campaign.frame.reference(key.0)),
            SqlCell::text(key.1),
            u32::from(there.strength).into(),
            SqlCell::maybe(there.from),
            SqlCell::maybe(there.until),
            SqlCell::maybe(there.raid),
        ]);
    }
}

/// `air_strike`.
pub(super) struct StrikesTable;

impl TablePart for StrikesTable {
    const NAME: &'static str = "air_strike";
    const COLUMNS: &'static [&'static str] = &["bound", "against", "kind", "target"];
    const KEYS: usize = 4;
    type Key<'a> = &'a AirStrike;
    type Item<'a> = ();

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.strikes.iter().map(|strike| (strike, ()))
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, (): &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let kind = if matches!(key.target, StrikeTarget::Line(_)) { "line" } else { "square" };
        let target = SqlCell::text(key.target.named(&campaign.frame));
        out.push(vec![key.bound.into(), SqlCell::text(key.against), SqlCell::text(kind), target]);
    }
}
