//! What the campaign file's own errors are to the user: kind, hint, exit code.

use std::path::Path;

use domain::{Said, command};
use ledger::{Ledger, LedgerError};

use crate::failure::{Failure, REFUSED, UNREADABLE, WORDS};

/// A path as it is typed, by its name where the file is in the current folder.
fn typed(path: &Path) -> String {
    let here = std::env::current_dir().ok().and_then(|dir| Some(path.strip_prefix(dir).ok()?.to_owned()));
    let shown = here.as_deref().unwrap_or(path).display().to_string();
    shlex::try_quote(&shown).map_or_else(|_| shown.clone(), std::borrow::Cow::into_owned)
}

/// What helps with a damaged file: no command that would be refused for the same damage.
fn damaged(failure: Failure, path: &Path) -> Failure {
    let failure = if Ledger::open(path).is_ok() {
        failure.hint(Said::leading("nothing is written to a damaged file", ": `railhead verify` names what is wrong"))
    } else {
        failure.hint("nothing is written to a damaged file")
    };
    let failure = if Ledger::can_be_rescued(path) {
        failure.hint(command!("`railhead rescue {} rescued.railhead` makes a sound file from its log", typed(path)))
    } else {
        failure.hint("nothing can be rescued from it: the beginning of its log is lost too")
    };
    failure.hint(command!("`railhead restore BACKUP` puts a backup in its place"))
}

/// The error as it is shown.
pub(crate) fn failure(error: &LedgerError) -> Failure {
    let message = error.to_string();
    let of = |kind, code| Failure::new(kind, code, message.clone());
    match error {
        LedgerError::Missing { .. } => of("file", UNREADABLE)
            .hint(command!("make one with `railhead new uranus-1942`, or name one with `--campaign FILE`")),
        LedgerError::NotACampaign { .. } => {
            of("file", UNREADABLE).hint(command!("campaign files are made by `railhead new`"))
        }
        LedgerError::Newer { .. } => of("newer", UNREADABLE).hint("use the newer railhead for this file"),
        LedgerError::Damaged { path, .. } => damaged(of("damaged", UNREADABLE), path),
        LedgerError::Linked { path, .. } => of("linked", UNREADABLE).hint(format!(
            "changes under one name are lost under the other: remove one of them, or work on a copy, `cp {} \
             copy.railhead`",
            typed(path)
        )),
        LedgerError::NotItsOwn { beside, fits, .. } => {
            let shown = typed(beside);
            let failure = of("not_its_own", UNREADABLE)
                .hint("it holds operations of another file; used together they would spoil both")
                .hint(format!("if you put a backup here, move that aside and go on: `mv {shown} {shown}.old`"))
                .hint(command!("next time use `railhead restore BACKUP`"));
            let together = format!("if you copied both here together: `touch {shown}`");
            if *fits { failure.hint(together) } else { failure }
        }
        LedgerError::Moved { operation: None, .. } => of("moved", UNREADABLE)
            .hint(command!("the file there now is unchanged: look at it with `railhead status`, and try again")),
        LedgerError::Moved { operation: Some(number), .. } => of("moved", UNREADABLE)
            .hint(format!("operation {number} is in the file that was there before, not in the one there now")),
        LedgerError::InUse { .. } => {
            of("busy", REFUSED).undone("nothing was changed: close the program that has it open, and try again")
        }
        LedgerError::TheSame { .. } => of("words", WORDS).hint("name the backup to put in its place"),
        LedgerError::Unprovable { .. } => {
            of("damaged", UNREADABLE).hint(command!("`railhead restore BACKUP` puts a backup in its place"))
        }
        LedgerError::Busy { .. } => of("busy", REFUSED)
            .undone(command!("nothing was changed; try again, or wait longer: `railhead setting set writer_wait 60`")),
        LedgerError::Exists { .. } => of("exists", REFUSED).hint("give another name, or move it away first"),
        LedgerError::NothingToUndo | LedgerError::NothingToRedo | LedgerError::NothingToRestore { .. } => {
            of("nothing_to_do", REFUSED).hint(command!("`railhead op log --all` shows every operation"))
        }
        LedgerError::MovedOn { .. } => of("moved_on", REFUSED).undone(command!(
            "nothing was changed: `railhead op log --all` lists what was done since, `railhead op show N` the details"
        )),
        LedgerError::NoOperation { .. } => of("operation", WORDS).hint(command!("`railhead op log --all` lists them")),
        LedgerError::NotYet { .. } => {
            of("bound", REFUSED).hint("leave out `--as-of` to see the campaign as it stands now")
        }
        LedgerError::Before { .. } => {
            of("bound", REFUSED).hint("`start` is the campaign as it was imported: `--as-of start`")
        }
        LedgerError::ReadOnly { .. } => of("read_only", UNREADABLE)
            .undone("nothing was changed: work on a copy in a folder of your own, or make file and folder writable"),
        LedgerError::NoRoomBeside { path } => of("file", UNREADABLE).undone(command!(
            "nothing was changed: make room on that disk, or copy the file to one that has room, \
             `cp {} DIR/copy.railhead`, and go on there: `railhead status --campaign DIR/copy.railhead`",
            typed(path)
        )),
        LedgerError::Full { .. } => of("file", UNREADABLE).undone("nothing was changed: make room and try again"),
        error if error.is_of_the_disk() => {
            of("file", UNREADABLE).undone("nothing was changed: check whether the disk is full or failing")
        }
        LedgerError::Unsound { .. } => of("refused", REFUSED),
        _ => of("file", UNREADABLE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_cannot_read_for_want_of_room_is_told_where_to_go_on() {
        let shown = failure(&LedgerError::NoRoomBeside { path: "six.railhead".into() });
        assert_eq!((shown.kind, shown.code), ("file", UNREADABLE));
        let [hint] = shown.hints.as_slice() else { panic!("{:?}", shown.hints) };
        let text = "nothing was changed: make room on that disk, or copy the file to one that has room, \
                    `cp six.railhead DIR/copy.railhead`, and go on there: `railhead status --campaign DIR/copy.railhead`";
        assert_eq!(hint.clone().into_parts().0, text);
    }

    #[test]
    fn a_full_disk_changes_nothing_and_says_so() {
        let shown = failure(&LedgerError::Full { path: "six.railhead".into() });
        assert_eq!((shown.kind, shown.code), ("file", UNREADABLE));
        assert_eq!(shown.hints, [Said::from("nothing was changed: make room and try again")]);
    }
}
