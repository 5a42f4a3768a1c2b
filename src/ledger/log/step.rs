//! Undo, redo and restore: steps along the chain, each an operation itself.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use campaign::Campaign;

use super::append::{LogPosition, append};
use super::chain::OperationChain;
use super::fold::{fold, fold_on};
use super::record::{Operation, OperationDraft, OperationKind, Stepped};
use crate::error::LedgerError;
use crate::file::storage_error::{AtPath, Result};
use crate::handle::Ledger;
use crate::log;
use crate::project::project;

impl Ledger {
    /// Goes one step back: the last operation, or the whole group to which it belongs unless `one_line`.
    ///
    /// # Errors
    /// When nothing is left to undo.
    pub fn undo(&mut self, draft: &OperationDraft, one_line: bool) -> Result<Stepped, LedgerError> {
        self.step(draft, OperationKind::Undo, |chain| chain.one_back(one_line).ok_or(LedgerError::NothingToUndo))
    }

    /// Goes forward again by what the last undo took back.
    ///
    /// # Errors
    /// When nothing was undone since something new was done.
    pub fn redo(&mut self, draft: &OperationDraft) -> Result<Stepped, LedgerError> {
        self.step(draft, OperationKind::Redo, |chain| chain.one_forward().ok_or(LedgerError::NothingToRedo))
    }

    /// Returns to the chain as it was after operation `number`.
    ///
    /// # Errors
    /// When there is no such operation, or its chain is the one that stands.
    pub fn restore(&mut self, draft: &OperationDraft, number: u64) -> Result<Stepped, LedgerError> {
        self.step(draft, OperationKind::Restore, |chain| match log::must_exist(chain, number)? {
            head if head == chain.head() => Err(LedgerError::NothingToRestore { number }),
            head => Ok(head),
        })
    }

    fn step(
        &mut self,
        draft: &OperationDraft,
        kind: OperationKind,
        head: impl FnOnce(&OperationChain) -> Result<u64, LedgerError>,
    ) -> Result<Stepped, LedgerError> {
        self.writing(|ledger| {
            let (stepped, after) = take_step(&ledger.conn, &ledger.file, draft, kind, head).at(&ledger.path)?;
            Ok((stepped, Some(Arc::new(after))))
        })
    }
}

fn take_step(
    conn: &Connection,
    path: &Path,
    draft: &OperationDraft,
    kind: OperationKind,
    head: impl FnOnce(&OperationChain) -> Result<u64, LedgerError>,
) -> Result<(Stepped, Campaign)> {
    log::must_end_with(conn, draft.expect)?;
    let chain = log::chain(conn)?;
    let head = head(&chain)?;
    let (old, new) = (chain.standing(), chain.up_to(head));
    let shared = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (before, after) = fold_both(conn, path, &old, &new, shared)?;
    let number = chain.last() + 1;
    let records = by_number(conn)?;
    let of = |numbers: &[u64]| numbers.iter().filter_map(|n| records.get(n).cloned()).collect::<Vec<_>>();
    let mut taken_back = of(&old[shared..]);
    taken_back.reverse();
    let stepped = Stepped { operation: number, taken_back, brought_back: of(&new[shared..]) };
    append(conn, &LogPosition { number, parent: Some(head), kind, bound: before.bound }, draft, Vec::new())?;
    project(conn, Some(&before), &after)?;
    Ok((stepped, after))
}

/// The campaigns after two chains, folding what they share once.
fn fold_both(conn: &Connection, path: &Path, old: &[u64], new: &[u64], shared: usize) -> Result<(Campaign, Campaign)> {
    let mut before = fold(conn, path, &old[..shared])?;
    let mut after = before.clone();
    fold_on(conn, &mut before, &old[shared..])?;
    fold_on(conn, &mut after, &new[shared..])?;
    Ok((before, after))
}

fn by_number(conn: &Connection) -> Result<BTreeMap<u64, Operation>> {
    Ok(log::operations(conn)?.into_iter().map(|operation| (operation.number, operation)).collect())
}
