//! A line of a file of orders, and a fault in it.

use clap::Args as _;

use ops::query::FormSpot;
use scenario::Fault;

use crate::commands::order::{ListingFlags, OrderCommand};
use crate::failure::Failure;

/// A line of the file that says something.
pub(super) struct Line<'t> {
    pub(super) number: usize,
    /// All of it, with what an answer by e-mail puts before what it quotes.
    pub(super) text: &'t str,
    pub(super) words: Vec<String>,
}

impl Line<'_> {
    /// The same as an order, without the words before its unit.
    pub(super) fn order(mut self) -> Self {
        for before in ["railhead", "order"] {
            if self.words.first().is_some_and(|word| word == before) {
                self.words.remove(0);
            }
        }
        self
    }

    /// Where a column of it is.
    pub(super) fn at(&self, file: &str, column: usize) -> FormSpot {
        FormSpot { line: self.number as u64, column: column as u64, ..FormSpot::words(file) }
    }

    /// A fault in one of its columns.
    pub(super) fn fault(
        &self,
        file: &str,
        column: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Fault {
        Fault::at(file.to_owned(), (self.number as u64, column as u64), message, hint)
    }

    /// The fault of a line that was refused: at its word that is wrong, or of what is refused.
    pub(super) fn refused(&self, file: &str, failure: &Failure) -> Fault {
        let at = column(self.text, failure.spot.given.as_ref().unwrap_or(&failure.spot.place));
        self.fault(file, at, failure.message.clone(), failure.hints.first().cloned().unwrap_or_default())
    }

    /// Its words from one on, each with the column in which it begins.
    pub(super) fn words_from(&self, first: usize) -> impl Iterator<Item = (&str, usize)> {
        let mut from = 0;
        let placed = move |word: &'_ String| {
            let at = self.text.get(from..).and_then(|rest| rest.find(word.as_str())).map_or(from, |at| from + at);
            from = at.saturating_add(word.len()).min(self.text.len());
            self.text.get(..at).unwrap_or_default().chars().count() + 1
        };
        let columns: Vec<usize> = self.words.iter().map(placed).collect();
        self.words.iter().map(String::as_str).zip(columns).skip(first)
    }

    /// The column in which one of its words begins.
    pub(super) fn column_of(&self, word: usize) -> usize {
        self.words_from(word).next().map_or(1, |(_, column)| column)
    }
}

/// The column of a word in a line, from 1; the first where it is not there.
pub(super) fn column(line: &str, word: &str) -> usize {
    line.find(word).map_or(1, |at| line.get(..at).unwrap_or_default().chars().count() + 1)
}

/// The flags of `railhead order` by which an order is given: not those by which it is written down or listed.
pub(super) fn order_flags() -> Vec<String> {
    let others = ListingFlags::augment_args(clap::Command::new(""));
    let is_other = |arg: &&clap::Arg| others.get_arguments().any(|other| other.get_id() == arg.get_id());
    let order = OrderCommand::augment_args(clap::Command::new(""));
    let own = order.get_arguments().filter(|arg| !is_other(arg)).filter_map(clap::Arg::get_long);
    own.map(|flag| format!("--{flag}")).collect()
}
