//! `convoys.csv`: supply vehicles on the road.

use campaign::{Campaign, Convoy, Goal, StockNews, StrikeTarget};
use domain::Square;

use super::{Sheet, or_empty};

const COLUMNS: &[&str] = &[
    "vehicles",
    "errand",
    "home",
    "starts",
    "load",
    "from",
    "to",
    "to_square",
    "via",
    "stays",
    "seat",
    "way",
    "held_up",
    "held_up_why",
];

pub(super) fn convoys(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(COLUMNS, 4);
    sheet.rows.extend(campaign.convoys.values().map(|convoy| row(campaign, convoy)));
    sheet
}

pub(super) fn driven(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["vehicle", "metres"], 2);
    sheet.rows.extend(campaign.driven.iter().map(|(vehicle, metres)| vec![vehicle.to_string(), metres.to_string()]));
    sheet
}

fn row(campaign: &Campaign, convoy: &Convoy) -> Vec<String> {
    let square = |square: &Square| campaign.frame.reference(*square);
    let squares = |squares: &[Square]| squares.iter().map(square).collect::<Vec<_>>().join(" ");
    let vehicles: Vec<_> = convoy.vehicles.iter().map(ToString::to_string).collect();
    let (to, to_square) = match &convoy.to {
        Goal::Account(account) => (account.to_string(), String::new()),
        Goal::Formation(formation) => (formation.to_string(), String::new()),
        Goal::Square(at) => (String::new(), square(at)),
    };
    let take = convoy.take.as_ref();
    let held = convoy.held_up.as_ref();
    vec![
        vehicles.join(" "),
        convoy.errand.to_string(),
        square(&convoy.home),
        convoy.starts.to_string(),
        take.map(|take| take.load.to_string()).unwrap_or_default(),
        take.map(|take| take.from.to_string()).unwrap_or_default(),
        to,
        to_square,
        squares(&convoy.via),
        if convoy.stays { "yes".to_owned() } else { String::new() },
        convoy.seat.as_ref().map(square).unwrap_or_default(),
        squares(&convoy.way),
        held.map(|held| held.since.to_string()).unwrap_or_default(),
        held.map(|held| held.why.clone()).unwrap_or_default(),
    ]
}

/// `partisans.csv`.
pub(super) fn partisans(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["square", "against", "strength", "from", "until", "raid"], 3);
    sheet.rows.extend(campaign.partisans.iter().map(|there| {
        vec![
            campaign.frame.reference(there.square),
            there.against.to_string(),
            there.strength.to_string(),
            or_empty(there.from),
            or_empty(there.until),
            or_empty(there.raid),
        ]
    }));
    sheet
}

/// `minefields.csv`.
pub(super) fn minefields(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["square", "side", "gapped", "from", "note"], 2);
    sheet.rows.extend(campaign.minefields.iter().map(|field| {
        vec![
            campaign.frame.reference(field.square),
            field.side.to_string(),
            if field.gapped { "yes".to_owned() } else { String::new() },
            or_empty(field.from),
            field.note.clone(),
        ]
    }));
    sheet
}

/// `strikes.csv`.
pub(super) fn strikes(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["bound", "against", "square", "line"], 2);
    sheet.rows.extend(campaign.strikes.iter().map(|strike| {
        let (square, line) = match &strike.target {
            StrikeTarget::Square(square) => (campaign.frame.reference(*square), String::new()),
            StrikeTarget::Line(line) => (String::new(), line.clone()),
        };
        vec![strike.bound.to_string(), strike.against.to_string(), square, line]
    }));
    sheet
}

/// `news.csv`; nothing of accounts that were gone before their reports went with them.
pub(super) fn news(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["account", "bound", "stock"], 2);
    for (account, reports) in campaign.news.iter().filter(|(id, _)| campaign.account_side(id.as_str()).is_some()) {
        let row = |report: &StockNews| vec![account.to_string(), report.bound.to_string(), report.stock.to_string()];
        sheet.rows.extend(reports.iter().map(row));
    }
    sheet
}
