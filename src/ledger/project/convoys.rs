//! Tables of convoys, and of captured POL that is of no use yet.

use campaign::{AirStrike, Campaign, Convoy, Goal, MapFrame, Partisans, StrikeTarget};
use domain::{AccountId, FormationId, SideId, Square};

use super::cell::{Cell, Row};
use super::part::Part;

/// `convoy`.
pub(super) struct Convoys;

impl Part for Convoys {
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

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, convoy: &Self::Item<'_>, out: &mut Vec<Row>) {
        let square = |square: &Square| campaign.frame.reference(*square);
        let squares = |squares: &[Square]| Cell::text(squares.iter().map(square).collect::<Vec<_>>().join(" "));
        let [account, formation, at] = goal(&convoy.to, &campaign.frame);
        out.push(vec![
            key.as_str().into(),
            Cell::text(convoy.errand),
            Cell::maybe(convoy.take.as_ref().map(|take| &take.from)),
            Cell::maybe(convoy.take.as_ref().map(|take| &take.load)),
            account,
            formation,
            at,
            squares(&convoy.via),
            convoy.stays.into(),
            Cell::text(square(&convoy.home)),
            Cell::maybe(convoy.seat.as_ref().map(square)),
            convoy.starts.into(),
            squares(&convoy.way),
            convoy.held_up.as_ref().map(|held| held.since).into(),
            Cell::maybe(convoy.held_up.as_ref().map(|held| &held.why)),
        ]);
    }
}

/// Where vehicles are to come: an account, a formation or a square.
pub(super) fn goal(goal: &Goal, frame: &MapFrame) -> [Cell; 3] {
    match goal {
        Goal::Account(account) => [account.as_str().into(), Cell::Null, Cell::Null],
        Goal::Formation(formation) => [Cell::Null, formation.as_str().into(), Cell::Null],
        Goal::Square(at) => [Cell::Null, Cell::Null, Cell::text(frame.reference(*at))],
    }
}

/// `convoy_vehicle`.
pub(super) struct Vehicles;

impl Part for Vehicles {
    const NAME: &'static str = "convoy_vehicle";
    const COLUMNS: &'static [&'static str] = &["convoy", "vehicle"];
    const KEYS: usize = 2;
    type Key<'a> = (&'a FormationId, &'a FormationId);
    type Item<'a> = ();

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let convoys = campaign.convoys.iter();
        convoys.flat_map(|(lead, convoy)| convoy.vehicles.iter().map(move |vehicle| ((lead, vehicle), ())))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, (): &Self::Item<'_>, out: &mut Vec<Row>) {
        out.push(vec![key.0.as_str().into(), key.1.as_str().into()]);
    }
}

/// `spoil`.
pub(super) struct Spoils;

impl Part for Spoils {
    const NAME: &'static str = "spoil";
    const COLUMNS: &'static [&'static str] = &["account", "pol"];
    type Key<'a> = &'a AccountId;
    type Item<'a> = u32;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.spoils.iter().map(|(account, units)| (account, *units))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, units: &Self::Item<'_>, out: &mut Vec<Row>) {
        out.push(vec![key.as_str().into(), (*units).into()]);
    }
}

/// `vehicle_driven`.
pub(super) struct Driven;

impl Part for Driven {
    const NAME: &'static str = "vehicle_driven";
    const COLUMNS: &'static [&'static str] = &["vehicle", "metres"];
    type Key<'a> = &'a FormationId;
    type Item<'a> = u32;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.driven.iter().map(|(vehicle, metres)| (vehicle, *metres))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, metres: &Self::Item<'_>, out: &mut Vec<Row>) {
        out.push(vec![key.as_str().into(), (*metres).into()]);
    }
}

/// `partisan`.
pub(super) struct Raiders;

impl Part for Raiders {
    const NAME: &'static str = "partisan";
    const COLUMNS: &'static [&'static str] = &["square", "against", "strength", "first_bound", "last_bound", "raid"];
    const KEYS: usize = 2;
    type Key<'a> = (Square, SideId);
    type Item<'a> = &'a Partisans;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.partisans.iter().map(|there| ((there.square, there.against), there))
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, there: &Self::Item<'_>, out: &mut Vec<Row>) {
        out.push(vec![
            Cell::text(campaign.frame.reference(key.0)),
            Cell::text(key.1),
            u32::from(there.strength).into(),
            Cell::maybe(there.from),
            Cell::maybe(there.until),
            Cell::maybe(there.raid),
        ]);
    }
}

/// `air_strike`.
pub(super) struct Strikes;

impl Part for Strikes {
    const NAME: &'static str = "air_strike";
    const COLUMNS: &'static [&'static str] = &["bound", "against", "kind", "target"];
    const KEYS: usize = 4;
    type Key<'a> = &'a AirStrike;
    type Item<'a> = ();

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.strikes.iter().map(|strike| (strike, ()))
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, (): &Self::Item<'_>, out: &mut Vec<Row>) {
        let kind = if matches!(key.target, StrikeTarget::Line(_)) { "line" } else { "square" };
        let target = Cell::text(key.target.named(&campaign.frame));
        out.push(vec![key.bound.into(), Cell::text(key.against), Cell::text(kind), target]);
    }
}
