//! The rows of `orbat.csv` before they are read.

use std::collections::BTreeMap;

use crate::text::csv_file::CsvRow;

/// The rows of the order of battle, by what they are.
pub(crate) struct Rows<'a> {
    /// Formations and leaves, in order.
    pub(crate) formations: Vec<(&'a str, CsvRow<'a>)>,
    /// Bases of leaves that have several, by leaf and number.
    pub(crate) bases: BTreeMap<&'a str, BTreeMap<u16, CsvRow<'a>>>,
}
