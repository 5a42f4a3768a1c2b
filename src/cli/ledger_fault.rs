//! What the campaign file's own errors are to the user: kind, hint, exit code.

use crate::ledger::LedgerError;

use super::error::{Failure, REFUSED, UNREADABLE, WORDS};

/// The error as it is shown.
pub(crate) fn failure(error: &LedgerError) -> Failure {
    let message = error.to_string();
    let of = |kind, code| Failure::new(kind, code, message.clone());
    match error {
        LedgerError::Missing { .. } => {
            of("file", UNREADABLE).hint("make one with `railhead new uranus-1942`, or name one with `--campaign FILE`")
        }
        LedgerError::NotACampaign { .. } => of("file", UNREADABLE).hint("campaign files are made by `railhead new`"),
        LedgerError::Newer { .. } => of("newer", UNREADABLE).hint("use the newer railhead for this file"),
        LedgerError::Damaged { .. } => of("damaged", UNREADABLE)
            .hint("nothing is written to a damaged file: `railhead verify` names what is wrong; go on from a backup"),
        LedgerError::Busy { .. } => of("busy", REFUSED)
            .hint("nothing was changed; try again, or wait longer: `railhead setting set writer_wait 60`"),
        LedgerError::Exists { .. } => of("exists", REFUSED).hint("give another name, or move it away first"),
        LedgerError::NothingToUndo | LedgerError::NothingToRedo | LedgerError::NothingToRestore { .. } => {
            of("nothing_to_do", REFUSED).hint("`railhead op log --all` shows every operation")
        }
        LedgerError::MovedOn { .. } => of("moved_on", REFUSED)
            .hint("nothing was changed: `railhead op log --all` shows what was done since, `railhead op show N` what it came to"),
        LedgerError::NoOperation { .. } => of("operation", WORDS).hint("`railhead op log --all` lists them"),
        LedgerError::NotYet { .. } => {
            of("bound", REFUSED).hint("leave `--as-of` out to see the campaign as it stands now")
        }
        LedgerError::ReadOnly { .. } => of("read_only", UNREADABLE)
            .hint("nothing was changed: work on a copy in a folder of your own, or let file and folder be written to"),
        LedgerError::Full { .. } => of("file", UNREADABLE).hint("nothing was changed: make room and try again"),
        error if error.is_of_the_disk() => {
            of("file", UNREADABLE).hint("nothing was changed: see whether the disk is full or failing")
        }
        LedgerError::Unsound { .. } => of("refused", REFUSED),
        _ => of("file", UNREADABLE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_changes_nothing_and_says_so() {
        let shown = failure(&LedgerError::Full { path: "six.railhead".into() });
        assert_eq!((shown.kind, shown.code), ("file", UNREADABLE));
        assert_eq!(shown.hints, ["nothing was changed: make room and try again"]);
    }
}
