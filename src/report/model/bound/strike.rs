//! Air strikes that are booked, and what those of the running bound do.

use serde::Serialize;

use campaign::{AirStrike, Campaign, Setting, StrikeTarget};
use domain::{Bound, SideId, Square, few};

use crate::model::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// All strikes, by bound and side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct StrikeList(Vec<StrikeRow>);

/// Strikes on a target in a bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StrikeRow {
    /// In which bound they are flown.
    pub bound: BoundView,
    /// The side whose traffic they are to hit.
    pub against: NamedSide,
    /// `square` or `line`.
    pub kind: &'static str,
    /// The square, or the name of the railway.
    pub target: String,
    /// How much of them is flown, in percent; none before their bound runs.
    pub flown: Option<u32>,
}

/// `square` or `line`.
fn kind(target: &StrikeTarget) -> &'static str {
    match target {
        StrikeTarget::Square(_) => "square",
        StrikeTarget::Line(_) => "line",
    }
}

impl StrikeList {
    /// The strikes of a campaign.
    pub fn new(campaign: &Campaign) -> Self {
        let flown = |strike: &AirStrike| {
            let is_on = campaign.settings.is_on(Setting::AirInterdiction);
            (strike.bound == campaign.bound).then(|| if is_on { campaign.strikes_flown() } else { 0 })
        };
        let row = |strike: &AirStrike| StrikeRow {
            bound: BoundView::new(campaign, strike.bound),
            against: NamedSide::new(campaign, strike.against),
            kind: kind(&strike.target),
            target: strike.target.named(&campaign.frame),
            flown: flown(strike),
        };
        Self(campaign.strikes.iter().map(row).collect())
    }
}

impl Report for StrikeList {
    fn tables(&self) -> Vec<Table> {
        let columns =
            vec![Column::text("in"), Column::text("against"), Column::text("on").wrapping(), Column::text("flown")];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            table.row([
                Cell::new(&row.bound.label),
                Cell::from(&row.against),
                Cell::new(format!("{} {}", row.kind, row.target)),
                Cell::maybe(row.flown.map(|percent| format!("{percent} %"))),
            ]);
        }
        if self.0.is_empty() {
            table.note("no air strikes are booked");
        }
        vec![table]
    }
}

/// Strikes on a square of somebody's way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OnTheWay {
    /// In which bound they are flown.
    pub bound: BoundView,
    /// The square.
    pub square: String,
}

impl OnTheWay {
    /// The strikes that a reader knows of on these squares against a side in these bounds.
    pub(crate) fn of(
        campaign: &Campaign,
        side: SideId,
        reader: Option<SideId>,
        squares: &[Square],
        bounds: (Bound, Option<Bound>),
    ) -> Vec<Self> {
        let row = |(bound, square): (Bound, Square)| Self {
            bound: BoundView::new(campaign, bound),
            square: campaign.frame.reference(square),
        };
        campaign.strikes_on(side, reader, squares, bounds).into_iter().map(row).collect()
    }

    /// What is said of them beside a convoy or a trip: `air strikes on 0505, 0605 in D1 am, on 0505 in D2 am`.
    pub(crate) fn text(all: &[Self]) -> Option<String> {
        let by_bound = all.chunk_by(|a, b| a.bound == b.bound);
        let told = by_bound.map(|strikes| {
            let squares: Vec<&str> = strikes.iter().map(|strike| strike.square.as_str()).collect();
            format!("on {} in {}", squares.join(", "), strikes[0].bound.label)
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("air strikes {}", told.join(", ")))
    }
}

/// Strikes in words: `on square 0505 against Axis in D2 am`.
pub(crate) fn strike(campaign: &Campaign, strike: &AirStrike) -> String {
    let (kind, target) = (kind(&strike.target), strike.target.named(&campaign.frame));
    format!("on {kind} {target} against {} in {}", campaign.side_name(strike.against), strike.bound)
}

/// That strikes of the running bound are not flown, and why; none where none are booked, or some are flown.
pub(crate) fn not_flown(campaign: &Campaign) -> Option<String> {
    let booked = campaign.strikes.iter().any(|strike| strike.bound == campaign.bound);
    let stays = booked && campaign.settings.is_on(Setting::AirInterdiction) && campaign.strikes_flown() == 0;
    stays.then(|| {
        format!("no air strikes are flown in {}: its flying weather is `{}`", campaign.bound, campaign.flying_now())
    })
}

/// What the strikes of the running bound do to a side, or to all, a line each.
pub(crate) fn strikes_said(campaign: &Campaign, side: Option<SideId>) -> Vec<String> {
    let sides = campaign.sides.iter().map(|there| there.id).filter(|there| side.is_none_or(|side| side == *there));
    let force = campaign.strike_force();
    let mut said: Vec<String> = not_flown(campaign).filter(|_| side.is_none()).into_iter().collect();
    let flown = campaign.strikes_flown();
    let less = |of: &str| match flown {
        100 => String::new(),
        _ => format!(" (its flying weather is `{}`: {flown} % of {of})", campaign.flying_now()),
    };
    let hit = |what: &str, loss: String| match force.face {
        0 => format!("no {what} is lost"),
        1 => format!("on a 1 {loss}"),
        face => format!("on a roll of up to {face} {loss}"),
    };
    for side in sides {
        let against = campaign.side_name(side);
        let (squares, lines): (Vec<&StrikeTarget>, _) =
            campaign.struck(side).into_iter().partition(|target| matches!(target, StrikeTarget::Square(_)));
        let named = |targets: Vec<&StrikeTarget>| -> Vec<String> {
            targets.into_iter().map(|target| target.named(&campaign.frame)).collect()
        };
        let trains = format!("a railhead's trains lose {} %", campaign.settings.number(Setting::StrikeTrains));
        if !squares.is_empty() {
            let (at, minutes) = (few(&named(squares), 6, ", "), force.minutes);
            let vehicles = hit("vehicle", "each vehicle loses 1 SP".to_owned());
            said.push(format!(
                "air strikes on {at} against {against} in {}: convoys take {minutes} minutes longer, {vehicles}{}",
                campaign.bound,
                less("`strike_minutes` and `strike_die`")
            ));
        }
        if !lines.is_empty() {
            let at = few(&named(lines), 4, ", ");
            let (hit, less) = (hit("train", trains), less("`strike_die`"));
            said.push(format!("air strikes on {at} against {against} in {}: {hit}{less}", campaign.bound));
        }
    }
    said
}
