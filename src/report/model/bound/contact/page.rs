//! Contacts as they are read: those of the running bound a row each, the older ones a row a formation.
//!
//! What it decides: how many names and squares a cell has. Battalions are listed only where they are asked for.

use domain::{FormationId, Said, counted, few};

use super::{Called, ContactList, ContactRow, PartyView};
use crate::model::BoundView;
use crate::model::clock::hours;
use crate::{Cell, Column, Report, Table};

/// How many names a cell has, and how many squares.
const NAMED: usize = 3;
const SQUARES: usize = 3;

impl PartyView {
    fn names(&self) -> String {
        few(&Called::together(&self.called), NAMED, ", ")
    }
}

/// Since when those face each other who did before the campaign began.
const START: &str = "the start";

/// Since when, and when the last came up where that was later; empty of those who have faced each other from the start.
fn since_text(since: Option<&BoundView>, last: Option<&BoundView>) -> String {
    match (since, last) {
        (Some(since), Some(last)) if last.is_after(since) => format!("{}, reinforced {}", since.label, last.label),
        (Some(since), _) => since.label.clone(),
        (None, Some(last)) => format!("{START}, reinforced {}", last.label),
        (None, None) => String::new(),
    }
}

/// The later of two bounds.
fn later<'a>(one: Option<&'a BoundView>, other: Option<&'a BoundView>) -> Option<&'a BoundView> {
    match (one, other) {
        (Some(one), Some(other)) if other.is_after(one) => Some(other),
        (one, other) => one.or(other),
    }
}

impl ContactRow {
    fn since_text(&self) -> String {
        since_text(self.since.as_ref(), self.joined.as_ref())
    }

    /// Whether both have faced each other since before the campaign, and nobody has come up.
    fn is_from_start(&self) -> bool {
        self.since.is_none() && self.joined.is_none()
    }

    fn squares(&self) -> String {
        let [a, b] = &self.parties;
        if a.square == b.square { a.square.clone() } else { format!("{}-{}", a.square, b.square) }
    }
}

/// A formation and those it faces.
struct Facing<'a> {
    army: &'a str,
    who: &'a FormationId,
    called: &'a Called,
    /// Since when it has faced the first of them, and when the last came up; none where that was before the campaign.
    since: Option<&'a BoundView>,
    last: Option<&'a BoundView>,
    whom: Vec<(&'a FormationId, &'a Called)>,
    squares: Vec<&'a str>,
}

impl<'a> Facing<'a> {
    /// A row a formation, by army in the order of the squares.
    fn of(rows: &[&'a ContactRow]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for row in rows {
            let [a, b] = &row.parties;
            let (since, joined) = (row.since.as_ref(), row.joined.as_ref());
            for ((who, called), army) in a.units.iter().zip(&a.called).zip(&a.armies) {
                let known = all.iter().position(|facing| facing.who == who);
                let at = known.unwrap_or_else(|| {
                    let (last, whom, squares) = (later(since, joined), Vec::new(), Vec::new());
                    all.push(Self { army, who, called, since, last, whom, squares });
                    all.len() - 1
                });
                let Some(facing) = all.get_mut(at) else { continue };
                facing.last = later(facing.last, later(since, joined));
                if facing.since.is_some_and(|known| since.is_none_or(|since| known.is_after(since))) {
                    facing.since = since;
                }
                b.units.iter().zip(&b.called).for_each(|whom| add(&mut facing.whom, whom));
                add(&mut facing.squares, a.square.as_str());
            }
        }
        let armies: Vec<&str> = all.iter().map(|facing| facing.army).collect();
        let place = |army: &str| armies.iter().position(|of| *of == army);
        all.sort_by_key(|facing| place(facing.army));
        all
    }
}

fn add<T: PartialEq>(known: &mut Vec<T>, more: T) {
    if !known.contains(&more) {
        known.push(more);
    }
}

fn pairs(rows: usize) -> String {
    format!("{} of squares", counted(rows, "pair"))
}

impl ContactList {
    /// Those that came about or were joined in the running bound, in words: where, who and whom; but of these squares, for which
    /// battles are drawn.
    pub(crate) fn new_in_words(&self, drawn: &[String]) -> Vec<String> {
        let is_drawn = |row: &ContactRow| row.parties.iter().any(|party| drawn.contains(&party.square));
        let told = |row: &ContactRow| {
            let [a, b] = row.parties.each_ref().map(PartyView::names);
            format!("{}: {a} against {b}", row.squares())
        };
        self.rows.iter().filter(|row| row.new && !is_drawn(row)).map(told).collect()
    }

    /// How many stand since earlier bounds, and whether all of these do from the start.
    pub(crate) fn standing(&self) -> (usize, bool) {
        let standing = || self.rows.iter().filter(|row| !row.new);
        (standing().count(), standing().all(ContactRow::is_from_start))
    }

    /// Those that came about or were joined in the running bound, a row each.
    fn new_ones(&self, rows: &[&ContactRow]) -> Table {
        let columns = vec![
            Column::text("who").wrapping(),
            Column::text("faces").wrapping(),
            Column::text("where"),
            Column::text("since").wrapping(),
            Column::text("came last"),
            Column::number("time left"),
        ];
        let mut table = Table::new(format!("New or joined in {}: {}", self.bound, pairs(rows.len())), columns);
        for row in rows {
            let [a, b] = &row.parties;
            table.row([
                Cell::new(a.names()),
                Cell::new(b.names()),
                Cell::new(row.squares()).at(Some(row.parties[0].square.clone())),
                Cell::new(row.since_text()),
                Cell::maybe(row.called_last.as_deref()),
                Cell::new(hours(row.minutes_left)),
            ]);
        }
        table
    }

    /// Those from earlier bounds, a row a formation, by army.
    fn standing_table(rows: &[&ContactRow]) -> Table {
        let facing = Facing::of(rows);
        let columns = vec![
            Column::text("who").wrapping(),
            Column::text("faces").wrapping(),
            Column::text("in").wrapping(),
            Column::text("since").wrapping(),
        ];
        // Where all are so the title says it.
        let (when, from_start) = if rows.iter().all(|row| row.is_from_start()) {
            ("From the start", "")
        } else {
            ("From earlier bounds", START)
        };
        let mut table = Table::new(format!("{when}: {}", pairs(rows.len())), columns);
        // Who is under no army comes first, and is not its own heading.
        let is_alone = |row: &Facing<'_>| *row.called == Called::Name(row.army.to_owned());
        let (alone, under): (Vec<_>, Vec<_>) = facing.into_iter().partition(is_alone);
        let mut army = "";
        for row in alone.into_iter().chain(under) {
            if army != row.army && !is_alone(&row) {
                army = row.army;
                table.group(army);
            }
            let (squares, since) = (few(&row.squares, SQUARES, ", "), since_text(row.since, row.last));
            let whom = Called::together(row.whom.iter().map(|(_, called)| *called));
            table.row([
                Cell::new(Called::together([row.called]).join(", ")),
                Cell::new(few(&whom, NAMED, ", ")),
                Cell::new(squares).at(row.squares.first().map(|square| (*square).to_owned())),
                Cell::new(if since.is_empty() { from_start } else { &since }),
            ]);
        }
        table.note(Said::command("every pair of squares, with the battalions there: `railhead contact --leaves`"));
        table
    }

    /// Every pair of squares with the battalions there.
    fn leaves(&self) -> Table {
        let columns = vec![
            Column::text("in"),
            Column::text("who").wrapping(),
            Column::text("and"),
            Column::text("whom").wrapping(),
            Column::text("since").wrapping(),
            Column::text("came last"),
            Column::number("time left"),
        ];
        let mut table = Table::new("in contact", columns);
        let leaves = |party: &PartyView| Called::together(&party.leaves_called).join(", ");
        for row in &self.rows {
            let [a, b] = &row.parties;
            table.row([
                Cell::new(&a.square).at(Some(a.square.clone())),
                Cell::new(leaves(a)),
                Cell::new(&b.square),
                Cell::new(leaves(b)),
                Cell::new(row.since_text()),
                Cell::maybe(row.called_last.as_deref()),
                Cell::new(hours(row.minutes_left)),
            ]);
        }
        table
    }
}

impl Report for ContactList {
    fn tables(&self) -> Vec<Table> {
        if self.rows.is_empty() {
            let then = self.read_as.words();
            let mut table =
                Table::new(if self.others == 0 { "nobody is in contact" } else { "none of these" }, Vec::new());
            if self.others > 0 {
                let all = format!("{} in all", counted(self.others, "contact"));
                table.note(Said::leading(all, &format!(": `railhead contact{then}`")));
            }
            return vec![table];
        }
        if self.by_leaf {
            return vec![self.leaves()];
        }
        let (new, old): (Vec<&ContactRow>, Vec<&ContactRow>) = self.rows.iter().partition(|row| row.new);
        let mut tables = Vec::new();
        if !new.is_empty() {
            tables.push(self.new_ones(&new));
        }
        if !old.is_empty() {
            tables.push(Self::standing_table(&old));
        }
        tables
    }
}
