//! What lies beside a file: its own operations, those of another, other names, and files put in its place.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::{Ledger, LedgerError};

use super::fixture::*;

fn wal(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", path.display()))
}

/// The files that a process leaves that was killed after this: by copying them while they are open.
fn killed_after(file: &File, to: &Path, work: impl FnOnce(&mut Ledger)) {
    let mut ledger = file.open();
    work(&mut ledger);
    std::fs::copy(&file.path, to).unwrap();
    std::fs::copy(wal(&file.path), wal(to)).unwrap();
}

/// As if the file had been written to so many seconds after its folder was changed.
fn dated(path: &Path, seconds: i64) {
    let now = std::fs::metadata(path.parent().unwrap()).unwrap().modified().unwrap();
    let change = Duration::from_secs(seconds.unsigned_abs());
    let time = if seconds < 0 { now - change } else { now + change };
    std::fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

fn refused(path: &Path) -> LedgerError {
    match Ledger::open(path) {
        Ok(_) => panic!("it is opened"),
        Err(error) => error,
    }
}

#[test]
fn a_closed_file_has_nothing_beside_it() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    assert!(wal(&file.path).exists());
    no_breaches(&ledger);
    drop(ledger);
    assert_eq!(file.listing().len(), 1, "{:?}", file.listing());
}

#[test]
fn operations_that_wait_beside_their_own_file_are_taken_in() {
    let file = File::small();
    let left = file.path.with_extension("left");
    write(&mut file.open(), &draft("a"), &[step_east(3)]);
    killed_after(&file, &left, |ledger| {
        write(ledger, &draft("b"), &[step_east(4)]);
        write(ledger, &draft("c"), &[step_east(5)]);
    });
    let ledger = Ledger::open(&left).unwrap();
    assert_eq!(ledger.operations().unwrap().len(), 4);
    no_breaches(&ledger);
    drop(ledger);
    assert!(!wal(&left).exists());
}

#[test]
fn a_backup_copied_over_a_file_whose_operations_wait_beside_it_is_noticed() {
    let file = File::small();
    let earlier = std::fs::read(&file.path).unwrap();
    write(&mut file.open(), &draft("a"), &[step_east(3)]);
    let left = file.path.with_extension("left");
    killed_after(&file, &left, |ledger| drop(write(ledger, &draft("b"), &[step_east(4)])));
    let whole = std::fs::read(&left).unwrap();
    // An earlier state of the same campaign: what waits does not follow on it.
    std::fs::write(&left, &earlier).unwrap();
    dated(&left, -100);
    let error = refused(&left);
    assert!(matches!(error, LedgerError::NotItsOwn { fits: false, .. }), "{error}");
    let name = left.display().to_string();
    assert_eq!(error.to_string().replace(&name, "FILE"), "`FILE-wal` does not belong to the present `FILE`");
    // The very state that it follows on, but put there since: it would bring back what was put away.
    std::fs::write(&left, &whole).unwrap();
    dated(&wal(&left), -100);
    assert!(matches!(refused(&left), LedgerError::NotItsOwn { fits: true, .. }));
    dated(&wal(&left), 100);
    assert_eq!(Ledger::open(&left).unwrap().operations().unwrap().len(), 3, "copied together, or never touched");
}

#[test]
fn another_campaign_put_in_the_place_of_a_file_is_noticed() {
    let (file, other) = (File::small(), File::small());
    write(&mut other.open(), &draft("other"), &[step_east(3)]);
    let left = file.path.with_extension("left");
    killed_after(&file, &left, |ledger| {
        write(ledger, &draft("a"), &[step_east(3)]);
        write(ledger, &draft("b"), &[step_east(4)]);
    });
    std::fs::copy(&other.path, &left).unwrap();
    dated(&left, -100);
    assert!(matches!(refused(&left), LedgerError::NotItsOwn { .. }));
    std::fs::remove_file(wal(&left)).unwrap();
    no_breaches(&Ledger::open(&left).unwrap());
}

#[test]
fn a_reader_beside_a_writer_takes_nothing_for_another_files() {
    let file = File::small();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut opened = 0;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                file.open().operations().unwrap();
                opened += 1;
            }
            opened
        });
        for number in 0..60 {
            let mut ledger = file.open();
            let east = number % 2 == 0;
            let event = if east { step_east(3) } else { step_back() };
            write(&mut ledger, &draft("step"), &[event]);
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
    no_breaches(&file.open());
}

fn step_back() -> campaign::Event {
    let campaign::Event::LeafPlaced { leaf, before, after } = step_east(3) else { panic!() };
    campaign::Event::LeafPlaced { leaf, before: after, after: before }
}

#[cfg(unix)]
#[test]
fn a_file_under_two_names_is_not_opened() {
    let file = File::small();
    let other = file.path.with_extension("also");
    std::fs::hard_link(&file.path, &other).unwrap();
    let error = refused(&file.path);
    let said =
        error.to_string().replace(&file.path.parent().unwrap().canonicalize().unwrap().display().to_string(), "DIR");
    let said = said.replace(&file.path.parent().unwrap().display().to_string(), "DIR");
    let name = file.path.file_name().unwrap().to_string_lossy().into_owned();
    let also = other.file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(said, format!("`DIR/{name}` also exists under another name: `DIR/{also}`"));
    let elsewhere = tempfile::tempdir_in(file.path.parent().unwrap()).unwrap();
    std::fs::rename(&other, elsewhere.path().join("x")).unwrap();
    assert!(refused(&file.path).to_string().ends_with(" also exists under another name"));
    drop(elsewhere);
    no_breaches(&file.open());
    // A link that is no second name but leads there is one way to the same name.
    std::os::unix::fs::symlink(&file.path, &other).unwrap();
    let mut ledger = Ledger::open(&other).unwrap();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
}

#[cfg(unix)]
#[test]
fn a_file_replaced_while_it_is_open_is_not_written_to() {
    let file = File::small();
    let copy = file.path.with_extension("copy");
    std::fs::copy(&file.path, &copy).unwrap();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    std::fs::rename(&copy, &file.path).unwrap();
    let error = try_write(&mut ledger, &draft("b"), &[step_east(4)]).unwrap_err().to_string();
    let said = error.replace(&file.path.display().to_string(), "FILE");
    assert_eq!(said, "`FILE` was moved, removed or replaced while this command was running");
    std::fs::remove_file(&file.path).unwrap();
    assert!(try_write(&mut ledger, &draft("b"), &[step_east(4)]).is_err());
}

#[cfg(unix)]
#[test]
fn what_waits_beside_a_file_taken_away_while_it_is_open_is_noticed() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    std::fs::remove_file(wal(&file.path)).unwrap();
    let error = try_write(&mut ledger, &draft("b"), &[step_east(4)]).unwrap_err();
    let ledger::WriteError::Ledger(LedgerError::Moved { operation, .. }) = error else { panic!("{error}") };
    assert_eq!(operation, Some(3));
}

#[cfg(unix)]
#[test]
fn a_restore_that_was_killed_between_two_names_is_taken_up() {
    let file = File::small();
    write(&mut file.open(), &draft("a"), &[step_east(3)]);
    let kept = PathBuf::from(format!("{}.replaced-1", file.path.display()));
    std::fs::hard_link(&file.path, &kept).unwrap();
    assert_eq!(file.open().operations().unwrap().len(), 2);
    assert!(!kept.exists());
    // The same of a damaged file, whose waiting operations have got their second name already.
    let left = file.path.with_extension("left");
    killed_after(&file, &left, |ledger| drop(write(ledger, &draft("b"), &[step_east(4)])));
    let kept = PathBuf::from(format!("{}.replaced-1", left.display()));
    std::fs::hard_link(&left, &kept).unwrap();
    std::fs::rename(wal(&left), wal(&kept)).unwrap();
    assert_eq!(Ledger::open(&left).unwrap().operations().unwrap().len(), 3);
    assert!(!kept.exists() && !wal(&kept).exists());
}

#[test]
fn a_damaged_file_is_replaced_with_all_that_lies_beside_it() {
    let (file, scratch) = (File::small(), tempfile::tempdir().unwrap());
    let backup = scratch.path().join("b.backup");
    file.open().backup(&backup).unwrap();
    std::fs::write(&file.path, "no database at all").unwrap();
    std::fs::write(wal(&file.path), "nor that").unwrap();
    let restored = Ledger::put_back(&backup, &file.path).unwrap();
    let kept = restored.kept.unwrap();
    assert_eq!(std::fs::read(&kept).unwrap(), b"no database at all");
    assert_eq!(std::fs::read(wal(&kept)).unwrap(), b"nor that");
    no_breaches(&file.open());
    assert_eq!(listing(scratch.path()), ["b.backup"], "nothing is left beside the backup");
}

#[test]
fn a_backup_that_is_damaged_or_the_file_itself_is_not_put_back() {
    let (file, scratch) = (File::small(), tempfile::tempdir().unwrap());
    let backup = scratch.path().join("b.backup");
    file.open().backup(&backup).unwrap();
    rusqlite::Connection::open(&backup).unwrap().execute_batch("DELETE FROM support").unwrap();
    let before = std::fs::read(&file.path).unwrap();
    let error = Ledger::put_back(&backup, &file.path).unwrap_err().to_string();
    assert_eq!(
        error.replace(&backup.display().to_string(), "BACKUP"),
        "`BACKUP` is damaged: its tables are not as operation 1, the last in its log, left them"
    );
    let error = Ledger::put_back(&file.path, &file.path).unwrap_err().to_string();
    assert_eq!(error.replace(&file.path.display().to_string(), "FILE"), "`FILE` is the campaign file itself");
    assert!(std::fs::read(&file.path).unwrap() == before && file.listing().len() == 1);
}

#[test]
fn a_file_in_use_is_not_replaced() {
    let (file, scratch) = (File::small(), tempfile::tempdir().unwrap());
    let backup = scratch.path().join("b.backup");
    let ledger = file.open();
    ledger.backup(&backup).unwrap();
    ledger.operations().unwrap();
    let error = Ledger::put_back(&backup, &file.path).unwrap_err().to_string();
    assert_eq!(error.replace(&file.path.display().to_string(), "FILE"), "`FILE` is in use by another process");
    drop(ledger);
    Ledger::put_back(&backup, &file.path).unwrap();
}
