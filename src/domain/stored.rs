//! How a value becomes columns of a table, and columns the value: one direction each, [`Put`] and [`Take`].
//!
//! What it is: for records what serde is for trees. A value hands itself to a [`Sink`] column by column and is taken back
//! out of a [`Source`] in the same order; a [`Record`] knows the names of its columns too.
//! What it decides: in which form each word, id and number is kept. A sink may write a form its own way (a file has `yes`
//! where a table has 1).
//! What it never does: know of SQL or of files.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::{
    AccountId, AirfieldId, BattleId, Bound, Carries, CrossingId, FormationId, Handle, LatLon, Notes, SideId,
    SightingId, Square, SquareSide,
};

/// What takes the values of a row, column by column.
pub trait Sink {
    /// Nothing.
    fn null(&mut self);
    /// A whole number.
    fn int(&mut self, number: i64);
    /// A text.
    fn text(&mut self, text: &str);
    /// A word of a closed list.
    fn word(&mut self, word: &'static str);
    /// A square, in the digits of the map.
    fn square(&mut self, square: Square);
    /// Squares, with blanks between.
    fn squares(&mut self, squares: &[Square]);

    /// Yes or no.
    fn flag(&mut self, is: bool) {
        self.int(is.into());
    }

    /// A text that a value gives itself.
    fn shown(&mut self, value: &impl Display) {
        self.text(&value.to_string());
    }
}

/// What gives the values of a row, column by column.
pub trait Source {
    /// What is wrong with a value.
    type Fault;

    /// What is wrong with the column that was taken last.
    fn fault(&self) -> Self::Fault;
    /// What is wrong with the column of this name.
    fn fault_in(&self, column: &'static str) -> Self::Fault;
    /// Whether none of so many next columns holds anything.
    ///
    /// # Errors
    /// When one cannot be read.
    fn is_null(&self, columns: usize) -> Result<bool, Self::Fault>;
    /// Goes on without a look at the next columns.
    fn skip(&mut self, columns: usize);
    /// A whole number.
    ///
    /// # Errors
    /// When the column holds anything else.
    fn int(&mut self) -> Result<i64, Self::Fault>;
    /// A text.
    ///
    /// # Errors
    /// When the column holds anything else.
    fn text(&mut self) -> Result<&str, Self::Fault>;
    /// An id.
    ///
    /// # Errors
    /// When the column holds anything else.
    fn id(&mut self) -> Result<Handle, Self::Fault> {
        self.text().map(Handle::of)
    }
    /// A square.
    ///
    /// # Errors
    /// When the column holds anything else.
    fn square(&mut self) -> Result<Square, Self::Fault>;
    /// Squares with blanks between.
    ///
    /// # Errors
    /// When the column holds anything else.
    fn squares(&mut self) -> Result<Vec<Square>, Self::Fault>;

    /// A text as what `read` makes of it.
    ///
    /// # Errors
    /// When it makes nothing of it.
    fn text_as<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Result<T, Self::Fault> {
        let read = read(self.text()?);
        read.ok_or_else(|| self.fault())
    }
}

/// What can be written into columns.
pub trait Put {
    /// Writes each of its columns, in order.
    fn put(&self, sink: &mut impl Sink);
}

/// What can be read out of columns.
pub trait Take: Sized {
    /// How many columns it has.
    const WIDTH: usize = 1;
    /// Reads each of its columns, in order.
    ///
    /// # Errors
    /// When one of them holds what it cannot.
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault>;
}

/// What can be a list in one column.
pub trait Listed: Sized {
    /// Writes them all.
    fn put_all(list: &[Self], sink: &mut impl Sink);
    /// Reads them all.
    ///
    /// # Errors
    /// When the column holds anything else.
    fn take_all<S: Source>(source: &mut S) -> Result<Vec<Self>, S::Fault>;
}

/// A value of several columns that knows their names.
pub trait Record: Put + Take {
    /// The names of its columns, in order.
    fn columns() -> Vec<&'static str>;
}

/// Declares what columns the fields of a struct have, in their order: named as the field is, or as said. Fields behind the
/// semicolon are kept elsewhere and begin with their defaults.
#[macro_export]
macro_rules! record {
    ($record:ident {
        $($field:ident $(as $($name:literal)+)?),+ $(,)?
        $(; $($elsewhere:ident),+ $(,)?)?
    }) => {
        impl $crate::Put for $record {
            fn put(&self, sink: &mut impl $crate::Sink) {
                $($crate::Put::put(&self.$field, sink);)+
            }
        }

        impl $crate::Take for $record {
            const WIDTH: usize = 0 $(+ $crate::record!(@names $field $($($name)+)?).len())+;

            fn take<S: $crate::Source>(source: &mut S) -> Result<Self, S::Fault> {
                $(let $field: Result<_, S::Fault> = $crate::Take::take(source);)+
                Ok(Self { $($field: $field?,)+ $($($elsewhere: Default::default(),)+)? })
            }
        }

        impl $crate::Record for $record {
            fn columns() -> Vec<&'static str> {
                [$(&$crate::record!(@names $field $($($name)+)?)[..]),+].concat()
            }
        }
    };
    (@names $field:ident) => { [stringify!($field)] };
    (@names $field:ident $($name:literal)+) => { [$($name),+] };
}

impl<T: Put + ?Sized> Put for &T {
    fn put(&self, sink: &mut impl Sink) {
        (**self).put(sink);
    }
}

impl Put for str {
    fn put(&self, sink: &mut impl Sink) {
        sink.text(self);
    }
}

impl Put for String {
    fn put(&self, sink: &mut impl Sink) {
        sink.text(self);
    }
}

impl Take for String {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        source.text().map(str::to_owned)
    }
}

impl Put for bool {
    fn put(&self, sink: &mut impl Sink) {
        sink.flag(*self);
    }
}

impl Take for bool {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        match source.int()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(source.fault()),
        }
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl Put for $number {
            #[allow(clippy::cast_possible_wrap, clippy::cast_lossless, reason = "no count comes near to i64::MAX")]
            fn put(&self, sink: &mut impl Sink) {
                sink.int(*self as i64);
            }
        }

        impl Take for $number {
            fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
                Self::try_from(source.int()?).map_err(|_| source.fault())
            }
        }
    )+};
}
numbers!(u8, u16, u32, u64, usize, i32, i64);

macro_rules! ids {
    ($($id:ty),+) => {$(
        impl Put for $id {
            fn put(&self, sink: &mut impl Sink) {
                sink.text(self.as_str());
            }
        }

        impl Take for $id {
            fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
                source.id().map(Into::into)
            }
        }
    )+};
}
ids!(AccountId, AirfieldId, BattleId, CrossingId, FormationId, SightingId);

/// For values that have a text of their own and are read out of it.
#[macro_export]
macro_rules! stored_as_text {
    ($($value:ty),+) => {$(
        impl $crate::Put for $value {
            fn put(&self, sink: &mut impl $crate::Sink) {
                sink.shown(self);
            }
        }

        impl $crate::Take for $value {
            fn take<S: $crate::Source>(source: &mut S) -> Result<Self, S::Fault> {
                source.text_as(|text| text.parse().ok())
            }
        }
    )+};
}
stored_as_text!(Bound, Notes, chrono::NaiveDate);

impl Put for SideId {
    fn put(&self, sink: &mut impl Sink) {
        sink.text(self.as_str());
    }
}

impl Take for SideId {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        source.text_as(|text| Self::new(text).ok())
    }
}

impl Put for Square {
    fn put(&self, sink: &mut impl Sink) {
        sink.square(*self);
    }
}

impl Take for Square {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        source.square()
    }
}

impl<T: Listed> Put for Vec<T> {
    fn put(&self, sink: &mut impl Sink) {
        T::put_all(self, sink);
    }
}

impl<T: Listed> Take for Vec<T> {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        T::take_all(source)
    }
}

impl Listed for Square {
    fn put_all(list: &[Self], sink: &mut impl Sink) {
        sink.squares(list);
    }

    fn take_all<S: Source>(source: &mut S) -> Result<Vec<Self>, S::Fault> {
        source.squares()
    }
}

/// With blanks between.
impl Listed for FormationId {
    fn put_all(list: &[Self], sink: &mut impl Sink) {
        sink.text(&list.iter().map(Self::as_str).collect::<Vec<_>>().join(" "));
    }

    fn take_all<S: Source>(source: &mut S) -> Result<Vec<Self>, S::Fault> {
        source.text().map(|text| text.split_ascii_whitespace().map(Self::from).collect())
    }
}

impl Put for SquareSide {
    fn put(&self, sink: &mut impl Sink) {
        let (square, neighbour) = self.squares();
        sink.square(square);
        sink.square(neighbour);
    }
}

impl Take for SquareSide {
    const WIDTH: usize = 2;

    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        let (square, neighbour) = (source.square(), source.square());
        square?.side_to(neighbour?).ok_or_else(|| source.fault())
    }
}

impl Put for BTreeSet<SideId> {
    fn put(&self, sink: &mut impl Sink) {
        sink.text(&self.iter().map(SideId::as_str).collect::<Vec<_>>().join(" "));
    }
}

impl Take for BTreeSet<SideId> {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        source.text_as(|text| text.split_ascii_whitespace().map(|word| SideId::new(word).ok()).collect())
    }
}

record!(LatLon { lat, lon });
record!(Carries { foot, vehicles, rail });

/// Nothing in any of its columns where there is none.
impl<T: Put + Take> Put for Option<T> {
    fn put(&self, sink: &mut impl Sink) {
        match self {
            Some(value) => value.put(sink),
            None => (0..T::WIDTH).for_each(|_| sink.null()),
        }
    }
}

impl<T: Take> Take for Option<T> {
    const WIDTH: usize = T::WIDTH;

    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        if source.is_null(T::WIDTH)? {
            source.skip(T::WIDTH);
            return Ok(None);
        }
        T::take(source).map(Some)
    }
}

macro_rules! tuples {
    ($($($part:ident)*;)+) => {$(
        impl<$($part: Put),*> Put for ($($part,)*) {
            #[allow(non_snake_case, unused_variables, reason = "a part is named by its type; () has none")]
            fn put(&self, sink: &mut impl Sink) {
                let ($($part,)*) = self;
                $($part.put(sink);)*
            }
        }

        impl<$($part: Take),*> Take for ($($part,)*) {
            const WIDTH: usize = 0 $(+ $part::WIDTH)*;

            #[allow(non_snake_case, unused_variables, clippy::unused_unit, reason = "as above")]
            fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
                $(let $part = $part::take(source);)*
                Ok(($($part?,)*))
            }
        }
    )+};
}
tuples! {
    ;
    A B;
    A B C;
    A B C D;
    A B C D E;
}
