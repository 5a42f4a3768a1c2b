//! The cells of a form that hold for a base: its own, its unit's, its side's.

use crate::battle::record::sheet::{FormCell, FormRow, FormText};

/// A cell that holds for a base or a unit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellWritten<'s> {
    pub(crate) written: &'s FormText,
    /// How far above the base it is written: 0 in its own row, 1 in that of its unit, 2 in that of its side.
    pub(crate) above: usize,
}

/// The rows that hold for a base or a unit, its own first.
#[derive(Debug, Clone)]
pub(crate) struct RowChain<'s> {
    pub(crate) code: String,
    pub(crate) rows: Vec<Option<&'s FormRow>>,
}

impl<'s> RowChain<'s> {
    pub(crate) fn cell(&self, cell: FormCell) -> Option<CellWritten<'s>> {
        let mut each = self.rows.iter().enumerate();
        each.find_map(|(above, row)| Some(CellWritten { written: row.as_ref()?.cells.get(&cell)?, above }))
    }
}
