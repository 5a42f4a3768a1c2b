//! An order as a row of a table: nothing in the columns that its action does not have.

use domain::{AccountId, Bound, Echelon, FormationId, Put, Record, Sink, Source, Square, Take, record};

use super::order::{Action, DumpOrder, MarchOrder, Order, SendOrder};
use crate::march::Manner;
use crate::stocks::convoy::{Goal, Load};

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "a column each")]
struct OrderRow {
    action: String,
    way: Option<Vec<Square>>,
    rate: Option<Manner>,
    close_up: bool,
    split: bool,
    alone: bool,
    fortify: bool,
    dump: Option<AccountId>,
    owner: Option<FormationId>,
    level: Option<Echelon>,
    name: Option<String>,
    vehicles: Option<Vec<FormationId>>,
    load: Option<Load>,
    from: Option<AccountId>,
    to: Option<Goal>,
    stays: bool,
}

record! {
    OrderRow {
        action as "deed", way, rate, close_up, split, alone, fortify, dump, owner, level, name, vehicles, load,
        from as "source", to as "to_account" "to_formation" "to_square", stays,
    }
}

/// A list, where it has anything.
fn some<T: Clone>(list: &[T]) -> Option<Vec<T>> {
    (!list.is_empty()).then(|| list.to_vec())
}

impl OrderRow {
    fn of(action: &Action) -> Self {
        let row = Self { action: action.word().to_owned(), ..Self::default() };
        match action {
            Action::Move(MarchOrder { way, rate, close_up, split, alone }) => Self {
                way: Some(way.clone()),
                rate: Some(*rate),
                close_up: *close_up,
                split: *split,
                alone: *alone,
                ..row
            },
            Action::DigIn { fortify } => Self { fortify: *fortify, ..row },
            Action::Reorganise => row,
            Action::OpenDump(DumpOrder { dump, owner, at, level, name }) => Self {
                way: some(at.as_slice()),
                dump: Some(dump.clone()),
                owner: Some(owner.clone()),
                level: *level,
                name: name.clone(),
                ..row
            },
            Action::Send(SendOrder { with, load, from, to, via, stays }) => Self {
                way: some(via),
                vehicles: some(with),
                load: load.clone(),
                from: from.clone(),
                to: Some(to.clone()),
                stays: *stays,
                ..row
            },
        }
    }

    /// The action; else the column that has not what it needs.
    fn action(self) -> Result<Action, &'static str> {
        let Self { way, rate, close_up, split, alone, fortify, level, name, load, from, stays, .. } = self;
        let at = way.as_ref().and_then(|way| way.first().copied());
        Ok(match self.action.as_str() {
            "move" => {
                Action::Move(MarchOrder { way: way.ok_or("way")?, rate: rate.ok_or("rate")?, close_up, split, alone })
            }
            "dig-in" => Action::DigIn { fortify },
            "reorganise" => Action::Reorganise,
            "open-dump" => {
                let (dump, owner) = (self.dump.ok_or("dump")?, self.owner.ok_or("owner")?);
                Action::OpenDump(DumpOrder { dump, owner, at, level, name })
            }
            "send" => {
                let (with, via) = (self.vehicles.unwrap_or_default(), way.unwrap_or_default());
                Action::Send(SendOrder { with, load, from, to: self.to.ok_or("to_account")?, via, stays })
            }
            _ => return Err("deed"),
        })
    }
}

impl Put for Order {
    fn put(&self, sink: &mut impl Sink) {
        (self.bound, &self.unit, OrderRow::of(&self.action)).put(sink);
    }
}

impl Take for Order {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        let (bound, unit, row): (Bound, FormationId, OrderRow) = Take::take(source)?;
        let action = row.action().map_err(|column| source.fault_in(column))?;
        Ok(Self { unit, bound, action })
    }
}

impl Record for Order {
    fn columns() -> Vec<&'static str> {
        [vec!["bound", "formation"], OrderRow::columns()].concat()
    }
}
