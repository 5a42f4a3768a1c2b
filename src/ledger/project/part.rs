//! What a table shows of a campaign: its columns, and the rows that each thing of the campaign has in it.

use std::cmp::Ordering;

use campaign::Campaign;

use super::cell::SqlRow;

/// How rows that changed are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteManner {
    /// In place.
    Update,
    /// All deleted first and inserted again: for triggers that would refuse a state in between.
    Replace,
    /// From the first difference on deleted, the last first, and inserted again in order.
    Sequence,
    /// Not at all: triggers keep it. It is only compared.
    Kept,
}

/// The part of a campaign that one table shows.
pub(super) trait TablePart {
    /// The name of the table.
    const NAME: &'static str;
    /// Its columns, those of the key first.
    const COLUMNS: &'static [&'static str];
    /// How many columns the key has.
    const KEYS: usize = 1;
    /// How rows that changed are written.
    const MANNER: WriteManner = WriteManner::Update;
    /// Whether what it shows is of formations alone, which copies of a campaign share.
    const OF_FORMATIONS: bool = false;
    /// What the things shown are ordered by.
    type Key<'a>: Ord;
    /// What is compared before any row is made.
    type Item<'a>: PartialEq;

    /// Whether two campaigns are known, without looking at every thing, to show the same.
    fn same(before: &Campaign, after: &Campaign) -> bool {
        Self::OF_FORMATIONS && before.formations.is_shared_with(&after.formations)
    }

    /// The things shown, in the order of their keys.
    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)>;

    /// Adds the rows of one thing.
    fn rows(campaign: &Campaign, key: &Self::Key<'_>, item: &Self::Item<'_>, out: &mut Vec<SqlRow>);
}

/// A table and how to get its rows: a [`TablePart`] without its types.
pub(crate) struct TableSpec {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its columns, those of the key first.
    pub(crate) columns: &'static [&'static str],
    /// How many columns the key has.
    pub(crate) keys: usize,
    /// How rows that changed are written.
    pub(crate) manner: WriteManner,
    /// Every row, in order.
    pub(crate) rows: fn(&Campaign) -> Vec<SqlRow>,
    /// The rows of what differs.
    pub(super) differing: fn(&Campaign, &Campaign) -> Differing,
}

/// The rows of what differs, before and after.
pub(super) type Differing = (Vec<SqlRow>, Vec<SqlRow>);

/// The table of a part.
pub(super) const fn table<P: TablePart>() -> TableSpec {
    TableSpec {
        name: P::NAME,
        columns: P::COLUMNS,
        keys: P::KEYS,
        manner: P::MANNER,
        rows: rows::<P>,
        differing: differing::<P>,
    }
}

fn rows<P: TablePart>(campaign: &Campaign) -> Vec<SqlRow> {
    let mut found = Vec::new();
    P::items(campaign).for_each(|(key, item)| P::rows(campaign, &key, &item, &mut found));
    found
}

fn differing<P: TablePart>(before: &Campaign, after: &Campaign) -> Differing {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    if P::same(before, after) {
        return (old, new);
    }
    let (mut olds, mut news) = (P::items(before).peekable(), P::items(after).peekable());
    let mut differs = false;
    loop {
        let order = match (olds.peek(), news.peek()) {
            (None, None) => return (old, new),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
        };
        let was = if order.is_le() { olds.next() } else { None };
        let is = if order.is_ge() { news.next() } else { None };
        if let (Some((_, a)), Some((_, b))) = (&was, &is)
            && a == b
            && !(differs && P::MANNER == WriteManner::Sequence)
        {
            continue;
        }
        differs = true;
        if let Some((key, item)) = &was {
            P::rows(before, key, item, &mut old);
        }
        if let Some((key, item)) = &is {
            P::rows(after, key, item, &mut new);
        }
    }
}
