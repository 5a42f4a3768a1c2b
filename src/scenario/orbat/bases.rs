//! The columns of `orbat.csv` that a row may have by what it is: an upper formation, a leaf, or a base of a leaf.
//!
//! What it decides: that what stands in a column that the row cannot have is a fault, so that nothing is lost unsaid.
//! What it never does: read a column; that is for `orbat` and `orbat_leaf`.

use std::collections::{BTreeMap, BTreeSet};

use domain::FormationId;

use crate::columns::ORBAT;
use crate::orbat::rows::Rows;
use crate::text::csv_file::CsvRow;
use crate::text::layout::Group;

/// What the row of a formation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// Others stand under it.
    Upper,
    /// Nobody stands under it, and nothing says that it is a leaf.
    Empty,
    /// Its leaves come from a template.
    Template,
    /// A leaf, whose row is its only base.
    Leaf,
    /// A leaf whose bases have rows of their own.
    LeafOfBases,
}

impl RowKind {
    /// The columns that such a row cannot have.
    fn without(self) -> impl Iterator<Item = &'static str> {
        let groups: &[Group] = match self {
            Self::Upper | Self::Empty => &[Group::Stand, Group::Load, Group::Base],
            Self::Template => &[Group::Load, Group::Base],
            Self::LeafOfBases => &[Group::Base],
            Self::Leaf => &[],
        };
        groups.iter().flat_map(|group| ORBAT.about(*group))
    }
}

/// Says what a row gives in columns that it cannot have.
pub(crate) fn check(kind: RowKind, row: &CsvRow<'_>, id: &str) {
    let given = kind.without().filter(|column| !matches!(row.given(column), None | Some("no" | "false")));
    for column in given {
        let (message, hint) = match kind {
            RowKind::Template => (
                format!("`{column}` is for a leaf, but the leaves of `{id}` come from a template"),
                "give it in `templates.csv`".to_owned(),
            ),
            RowKind::LeafOfBases => (
                format!("`{column}` is for a base, but the bases of `{id}` have their own rows"),
                format!("give it in the row of the base: `{id}#1` is the first"),
            ),
            RowKind::Empty => (
                format!("`{column}` is for a leaf, but nothing shows that `{id}` is one"),
                "give `where` if it is a leaf, else leave the column empty".to_owned(),
            ),
            RowKind::Upper | RowKind::Leaf => (
                format!("`{column}` is for a leaf, but `{id}` has formations under it"),
                format!("leave it empty, or give it to a leaf under `{id}`"),
            ),
        };
        row.fault(column, message, hint);
    }
}

/// Says of the rows of bases which are lost or say something else than their leaf. `is_whole` says that there is no row
/// of a base besides that could not be read.
pub(crate) fn check_bases(kind: RowKind, row: &CsvRow<'_>, bases: &BTreeMap<u16, CsvRow<'_>>, is_whole: bool) {
    let leaf = row.word("id");
    let why = match kind {
        RowKind::Upper | RowKind::Empty => "which has formations under it",
        RowKind::Template => "whose leaves come from a template",
        RowKind::Leaf | RowKind::LeafOfBases => {
            for base in bases.values() {
                as_its_leaf(leaf, row, base);
            }
            if let (Some(base), true) = (bases.get(&1), is_whole && bases.len() == 1) {
                let hint =
                    "give every base of the leaf a row, `#1` and so on, or give its only base in the row of the leaf";
                row.log().fault(base.at("id"), format!("`{leaf}#1` is the only base of `{leaf}`"), hint);
            }
            return;
        }
    };
    for base in bases.values() {
        let message = format!("`{}` is a base of `{leaf}`, {why}", base.word("id"));
        row.log().fault(base.at("id"), message, "only a leaf has bases: give it to one, or make it a leaf of its own");
    }
}

/// What is not of a base is that of its leaf, wherever a row repeats it.
fn as_its_leaf(leaf: &str, row: &CsvRow<'_>, base: &CsvRow<'_>) {
    let others = base
        .columns()
        .filter(|column| !ORBAT.about(Group::Base).any(|of| of == *column) && !matches!(*column, "id" | "parent"));
    for column in others.filter(|column| base.given(column).is_some_and(|text| text != row.word(column))) {
        let message = format!("`{column}` is for the leaf `{leaf}`, whose row says otherwise");
        row.log().fault(base.at(column), message, "leave it empty in the row of a base");
    }
}

/// Checks that every base has its leaf and that they are numbered in order.
pub(crate) fn check_numbers(rows: &Rows<'_>, lost: &BTreeSet<&str>) {
    for (leaf, bases) in &rows.bases {
        let known = rows.formations.iter().any(|(id, _)| id == leaf) || lost.contains(leaf);
        let is_whole = !lost.iter().any(|id| id.split_once('#').is_some_and(|(of, _)| of == *leaf));
        for (expected, (number, row)) in (1..).zip(bases) {
            if !known {
                let message = format!("there is no leaf `{leaf}` for this base");
                row.fault("id", message, "add the row of the leaf");
            } else if *number != expected && is_whole {
                let message = format!("base {expected} of `{leaf}` is missing before base {number}");
                row.fault("id", message, "number the bases in order");
            }
        }
    }
}

/// What the row of a formation is; `parents` are all ids that stand in `parent` of a formation.
pub(crate) fn kind(
    is_leaf: bool,
    row: &CsvRow<'_>,
    id: &FormationId,
    parents: &BTreeSet<&str>,
    has_bases: bool,
) -> RowKind {
    if row.given("template").is_some() {
        RowKind::Template
    } else if parents.contains(id.as_str()) {
        RowKind::Upper
    } else if has_bases {
        RowKind::LeafOfBases
    } else if is_leaf {
        RowKind::Leaf
    } else {
        RowKind::Empty
    }
}
