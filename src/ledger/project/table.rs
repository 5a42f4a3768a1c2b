//! What a table shows of a campaign: its columns, and the row that each thing of the campaign has in it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ptr;

use rusqlite::Rows;

use campaign::{Campaign, Formations, Ground};
use domain::Sink;

use super::cell::{RowSink, SqlRow};
use super::row_check::{RowCheck, RowVisitor};

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

/// What tables show: a campaign, or what copies of one share as long as it is not changed.
pub(crate) trait Part: Clone {
    /// It, of a campaign.
    fn of(campaign: &Campaign) -> &Self;

    /// Two of them without what they are known to share; nothing where they share everything.
    fn apart<'p>(&'p self, other: &'p Self) -> Option<(Cow<'p, Self>, Cow<'p, Self>)>;
}

impl Part for Campaign {
    fn of(campaign: &Campaign) -> &Self {
        campaign
    }

    fn apart<'p>(&'p self, other: &'p Self) -> Option<(Cow<'p, Self>, Cow<'p, Self>)> {
        Some((Cow::Borrowed(self), Cow::Borrowed(other)))
    }
}

impl Part for Formations {
    fn of(campaign: &Campaign) -> &Self {
        &campaign.formations
    }

    fn apart<'p>(&'p self, other: &'p Self) -> Option<(Cow<'p, Self>, Cow<'p, Self>)> {
        let (old, new) = Formations::apart(self, other);
        (!old.is_empty() || !new.is_empty()).then_some((Cow::Owned(old), Cow::Owned(new)))
    }
}

impl Part for Ground {
    fn of(campaign: &Campaign) -> &Self {
        &campaign.ground
    }

    fn apart<'p>(&'p self, other: &'p Self) -> Option<(Cow<'p, Self>, Cow<'p, Self>)> {
        (!ptr::eq(self, other)).then_some((Cow::Borrowed(self), Cow::Borrowed(other)))
    }
}

/// The part of a campaign that one table shows.
pub(crate) trait Table {
    /// The name of the table.
    const NAME: &'static str;
    /// How many columns the key has.
    const KEYS: usize = 1;
    /// How rows that changed are written.
    const MANNER: WriteManner = WriteManner::Update;
    /// What it is.
    type Of: Part;
    /// What the things shown are ordered by.
    type Key<'a>: Ord;
    /// What is compared before any row is made.
    type Item<'a>: PartialEq;

    /// Its columns, those of the key first.
    fn columns() -> Vec<&'static str>;

    /// The things shown, in the order of their keys.
    fn items(of: &Self::Of) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)>;

    /// Writes the row of one thing.
    fn put(key: &Self::Key<'_>, item: &Self::Item<'_>, sink: &mut impl Sink);
}

/// Declares a table: its name, how many of its columns are the key, what it has in each row, and whence the rows come.
///
/// `["a", "b"] + Record` has the parts of the key in columns of these names before those of the record; `Record` alone
/// has its key within; `["a", "b"]` alone has the parts of the key, then those of the item, under these names. The rows
/// come from the campaign, or from a [`Part`] of it that is named: `|formations: Formations|`.
macro_rules! table {
    ($table:ident = $name:literal, $keys:literal of $(($within:ident))? [$($column:literal),*] $(+ $record:ty)?;
     $key:ty => $item:ty, |$of:ident $(: $part:ty)?| $items:expr $(; $const:ident: $type:ty = $value:expr)*) => {
        #[doc = concat!("`", $name, "`.")]
        pub(crate) struct $table;

        impl Table for $table {
            const NAME: &'static str = $name;
            const KEYS: usize = $keys;
            $(const $const: $type = $value;)*
            type Of = table!(@of $($part)?);
            type Key<'a> = $key;
            type Item<'a> = $item;

            fn columns() -> Vec<&'static str> {
                #[allow(unused_mut, reason = "not every table has a record")]
                let mut columns = vec![$($column),*];
                $(columns.extend(<$record as domain::Record>::columns());)?
                columns
            }

            fn items($of: &Self::Of) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
                $items
            }

            #[allow(unused_variables, reason = "a key within the item is not written again")]
            fn put(key: &Self::Key<'_>, item: &Self::Item<'_>, sink: &mut impl domain::Sink) {
                table!(@key key sink $($within)?);
                domain::Put::put(item, sink);
            }
        }
    };
    ($table:ident = $name:literal, $keys:literal of $record:ty; $($rest:tt)+) => {
        table!($table = $name, $keys of (within) [] + $record; $($rest)+);
    };
    (@of) => { Campaign };
    (@of $part:ty) => { $part };
    (@key $key:ident $sink:ident) => { domain::Put::put($key, $sink) };
    (@key $key:ident $sink:ident $within:ident) => {};
}
pub(super) use table;

/// A table and how to get its rows: a [`Table`] without its types.
pub(crate) struct TableSpec {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its columns, those of the key first.
    pub(crate) columns: Vec<&'static str>,
    /// How many columns the key has.
    pub(crate) keys: usize,
    /// How rows that changed are written.
    pub(crate) manner: WriteManner,
    /// Every row, in order.
    pub(crate) rows: fn(&Campaign) -> Vec<SqlRow>,
    /// The rows of what differs.
    pub(super) differing: fn(&Campaign, &Campaign) -> Differing,
    /// Whether these rows, in the order of the key, are its own; each value is handed on as it is read.
    pub(crate) agrees: Agreement,
}

/// See [`TableSpec::agrees`].
pub(crate) type Agreement = fn(&Campaign, Rows<'_>, &mut dyn RowVisitor) -> rusqlite::Result<bool>;

/// The rows of what differs, before and after.
pub(super) type Differing = (Vec<SqlRow>, Vec<SqlRow>);

impl TableSpec {
    pub(super) fn of<T: Table>() -> Self {
        Self {
            name: T::NAME,
            columns: T::columns(),
            keys: T::KEYS,
            manner: T::MANNER,
            rows: rows::<T>,
            differing: differing::<T>,
            agrees: agrees::<T>,
        }
    }
}

/// So many columns hardly any table has more than.
const MOST: usize = 16;

fn row<T: Table>(campaign: &Campaign, key: &T::Key<'_>, item: &T::Item<'_>) -> SqlRow {
    let mut sink = RowSink { frame: &campaign.frame, row: SqlRow::with_capacity(MOST) };
    T::put(key, item, &mut sink);
    sink.row
}

fn rows<T: Table>(campaign: &Campaign) -> Vec<SqlRow> {
    T::items(T::Of::of(campaign)).map(|(key, item)| row::<T>(campaign, &key, &item)).collect()
}

// As long as nothing differs no row is made.
fn agrees<T: Table>(campaign: &Campaign, mut rows: Rows<'_>, visitor: &mut dyn RowVisitor) -> rusqlite::Result<bool> {
    for (key, item) in T::items(T::Of::of(campaign)) {
        let Some(row) = rows.next()? else { return Ok(false) };
        let mut sink = RowCheck { frame: &campaign.frame, row, visitor, column: 0, is_same: true };
        T::put(&key, &item, &mut sink);
        if !sink.is_same {
            return Ok(false);
        }
        visitor.end_of_row();
    }
    Ok(rows.next()?.is_none())
}

fn differing<T: Table>(before: &Campaign, after: &Campaign) -> Differing {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let Some((was, is)) = T::Of::of(before).apart(T::Of::of(after)) else { return (old, new) };
    let (mut olds, mut news) = (T::items(&was).peekable(), T::items(&is).peekable());
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
            && !(differs && T::MANNER == WriteManner::Sequence)
        {
            continue;
        }
        differs = true;
        old.extend(was.map(|(key, item)| row::<T>(before, &key, &item)));
        new.extend(is.map(|(key, item)| row::<T>(after, &key, &item)));
    }
}
