//! Tables of marches: what leaves keep of them, orders, claims.

use crate::campaign::march::Marched;
use crate::campaign::{Campaign, Claim, Deed, Order};
use crate::domain::{AccountId, Bound, FormationId};

use super::cell::{Cell, Row};
use super::part::Part;

/// `march`: what leaves keep of their marches.
pub(super) struct Marches;

impl Part for Marches {
    const NAME: &'static str = "march";
    const COLUMNS: &'static [&'static str] =
        &["leaf", "minutes_used", "marched_today", "next_square", "minutes_towards", "came", "came_minute"];
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a Marched;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let marched = campaign.formations.iter().filter_map(|(id, f)| Some((id, &f.leaf.as_ref()?.march)));
        marched.filter(|(_, march)| !march.is_nothing())
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, march: &Self::Item<'_>, out: &mut Vec<Row>) {
        out.push(vec![
            key.as_str().into(),
            march.minutes.into(),
            march.today.into(),
            Cell::maybe(march.towards.map(|towards| campaign.frame.reference(towards.square))),
            march.towards.map(|towards| towards.minutes).into(),
            march.came.map(|came| came.bound).into(),
            march.came.map(|came| came.minute).into(),
        ]);
    }
}

/// `standing_order`.
pub(super) struct Orders;

impl Part for Orders {
    const NAME: &'static str = "standing_order";
    const COLUMNS: &'static [&'static str] =
        &["bound", "formation", "deed", "way", "rate", "close_up", "split", "alone", "fortify"];
    const KEYS: usize = 2;
    type Key<'a> = (Bound, &'a FormationId);
    type Item<'a> = &'a Order;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.orders.iter().map(|order| ((order.bound, &order.unit), order))
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, order: &Self::Item<'_>, out: &mut Vec<Row>) {
        let mut row: Row = vec![key.0.into(), key.1.as_str().into(), order.deed.word().into()];
        if let Deed::Move(order) = &order.deed {
            let way: Vec<_> = order.way.iter().map(|square| campaign.frame.reference(*square)).collect();
            row.extend([(&way.join(" ")).into(), Cell::text(order.rate)]);
            row.extend([order.close_up, order.split, order.alone].map(Cell::from));
        } else {
            row.extend([Cell::Null, Cell::Null]);
            row.extend([false; 3].map(Cell::from));
        }
        row.push(matches!(order.deed, Deed::DigIn { fortify: true }).into());
        out.push(row);
    }
}

/// `claim`.
pub(super) struct Claims;

impl Part for Claims {
    const NAME: &'static str = "claim";
    const COLUMNS: &'static [&'static str] = &["what", "square", "captor", "bound"];
    type Key<'a> = &'a AccountId;
    type Item<'a> = &'a Claim;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.claims.iter()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, claim: &Self::Item<'_>, out: &mut Vec<Row>) {
        let square = campaign.frame.reference(claim.square);
        out.push(vec![key.as_str().into(), (&square).into(), claim.by.as_str().into(), claim.bound.into()]);
    }
}
