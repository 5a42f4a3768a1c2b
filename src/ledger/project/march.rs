//! Tables of marches: what leaves keep of them, orders, claims.

use campaign::march::Marched;
use campaign::{Action, Campaign, Claim, Order};
use domain::{AccountId, Bound, FormationId, Square};

use super::cell::{SqlCell, SqlRow};
use super::convoys::goal;
use super::part::TablePart;

/// `march`: what leaves keep of their marches.
pub(super) struct Marches;

impl TablePart for Marches {
    const NAME: &'static str = "march";
    const COLUMNS: &'static [&'static str] = &[
        "leaf",
        "minutes_used",
        "marched_today",
        "next_square",
        "minutes_towards",
        "came",
        "came_minute",
        "way_point",
        "way_points",
    ];
    const OF_FORMATIONS: bool = true;
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a Marched;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let marched = campaign.formations.iter().filter_map(|(id, f)| Some((id, &f.leaf.as_ref()?.march)));
        marched.filter(|(_, march)| !march.is_nothing())
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, march: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            key.as_str().into(),
            march.minutes.into(),
            march.today.into(),
            SqlCell::maybe(march.towards.map(|towards| campaign.frame.reference(towards.square))),
            march.towards.map(|towards| towards.minutes).into(),
            march.came.map(|came| came.bound).into(),
            march.came.map(|came| came.minute).into(),
            SqlCell::maybe(march.passed.map(|passed| campaign.frame.reference(passed.square))),
            march.passed.map(|passed| u16::from(passed.count)).into(),
        ]);
    }
}

/// `standing_order`.
pub(super) struct OrdersTable;

impl TablePart for OrdersTable {
    const NAME: &'static str = "standing_order";
    const COLUMNS: &'static [&'static str] = &[
        "bound",
        "formation",
        "deed",
        "way",
        "rate",
        "close_up",
        "split",
        "alone",
        "fortify",
        "dump",
        "owner",
        "level",
        "name",
        "vehicles",
        "load",
        "source",
        "to_account",
        "to_formation",
        "to_square",
        "stays",
    ];
    const KEYS: usize = 2;
    type Key<'a> = (Bound, &'a FormationId);
    type Item<'a> = &'a Order;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.orders.iter().map(|order| ((order.bound, &order.unit), order))
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, order: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let mut row: SqlRow = vec![key.0.into(), key.1.as_str().into(), order.action.word().into()];
        let references = |squares: &[Square]| squares.iter().map(|s| campaign.frame.reference(*s)).collect::<Vec<_>>();
        let (way, rate, flags) = match &order.action {
            Action::Move(march) => {
                let flags = [march.close_up, march.split, march.alone];
                (SqlCell::text(references(&march.way).join(" ")), SqlCell::text(march.rate), flags)
            }
            Action::OpenDump(open) => (listed(&references(open.at.as_slice())), SqlCell::Null, [false; 3]),
            Action::Send(send) => (listed(&references(&send.via)), SqlCell::Null, [false; 3]),
            Action::DigIn { .. } | Action::Reorganise => (SqlCell::Null, SqlCell::Null, [false; 3]),
        };
        row.extend([way, rate]);
        row.extend(flags.map(SqlCell::from));
        row.push(matches!(order.action, Action::DigIn { fortify: true }).into());
        let open = if let Action::OpenDump(open) = &order.action { Some(open) } else { None };
        row.extend([
            SqlCell::maybe(open.map(|open| &open.dump)),
            SqlCell::maybe(open.map(|open| &open.owner)),
            SqlCell::maybe(open.and_then(|open| open.level)),
            SqlCell::maybe(open.and_then(|open| open.name.as_ref())),
        ]);
        let send = if let Action::Send(send) = &order.action { Some(send) } else { None };
        row.extend([
            send.map_or(SqlCell::Null, |send| listed(&send.with.iter().map(ToString::to_string).collect::<Vec<_>>())),
            SqlCell::maybe(send.and_then(|send| send.load.as_ref())),
            SqlCell::maybe(send.and_then(|send| send.from.as_ref())),
        ]);
        row.extend(send.map_or([const { SqlCell::Null }; 3], |send| goal(&send.to, &campaign.frame)));
        row.push(send.is_some_and(|send| send.stays).into());
        out.push(row);
    }
}

/// Words in one cell; nothing where there are none.
fn listed(words: &[String]) -> SqlCell {
    SqlCell::maybe((!words.is_empty()).then(|| words.join(" ")))
}

/// `claim`.
pub(super) struct Claims;

impl TablePart for Claims {
    const NAME: &'static str = "claim";
    const COLUMNS: &'static [&'static str] = &["what", "square", "captor", "bound"];
    type Key<'a> = &'a AccountId;
    type Item<'a> = &'a Claim;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.claims.iter()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, claim: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let square = campaign.frame.reference(claim.square);
        out.push(vec![key.as_str().into(), (&square).into(), claim.by.as_str().into(), claim.bound.into()]);
    }
}
