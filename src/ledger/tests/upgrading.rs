//! Files of older schemas: the copy kept first, one transaction, two processes, histories that are none.

use std::path::{Path, PathBuf};

use ledger::{Ledger, LedgerError};

use super::fixture::*;
use super::released::inflated;

const OLD: &str = "schema-4.db.z";

fn old(folder: &Path) -> PathBuf {
    inflated(OLD, folder)
}

fn sql(path: &Path, sql: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

fn refused(path: &Path) -> String {
    Ledger::open(path).unwrap_err().to_string().replace(&path.display().to_string(), "FILE")
}

#[test]
fn the_file_as_it_was_is_kept_beside_and_can_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path());
    let upgraded = Ledger::open(&path).unwrap().upgraded().cloned().unwrap();
    assert_eq!((upgraded.from, upgraded.to), (4, super::released::schemas() as i64));
    assert_eq!(upgraded.kept, folder.path().join("schema-4.db.z.schema-4"));
    assert_eq!(listing(folder.path()), ["schema-4.db.z", "schema-4.db.z.schema-4"]);
    let now = Ledger::open(&path).unwrap();
    assert!(now.upgraded().is_none(), "once");
    let kept = Ledger::open(&upgraded.kept).unwrap();
    assert_eq!(kept.operations().unwrap(), now.operations().unwrap());
    no_breaches(&kept);
}

#[test]
fn a_copy_left_by_a_process_that_was_killed_will_do_and_another_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path());
    let bytes = std::fs::read(&path).unwrap();
    let kept = Ledger::open(&path).unwrap().upgraded().cloned().unwrap().kept;
    let copied = std::fs::read(&kept).unwrap();
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(Ledger::open(&path).unwrap().upgraded().unwrap().kept, kept);
    assert!(std::fs::read(&kept).unwrap() == copied, "it was not written again");
    std::fs::write(&path, &bytes).unwrap();
    std::fs::write(&kept, "something of the organiser's").unwrap();
    let second = Ledger::open(&path).unwrap().upgraded().cloned().unwrap().kept;
    assert_eq!(second, folder.path().join("schema-4.db.z.schema-4-2"));
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "something of the organiser's");
}

#[test]
fn several_at_once_bring_one_file_up_to_date_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path());
    let open = || {
        let ledger = Ledger::open(&path).unwrap();
        no_breaches(&ledger);
        ledger.upgraded().is_some()
    };
    let done = std::thread::scope(|scope| {
        let opening: Vec<_> = (0..6).map(|_| scope.spawn(open)).collect();
        opening.into_iter().filter(|_| true).map(|thread| thread.join().unwrap()).filter(|done| *done).count()
    });
    assert_eq!(done, 1);
    // Where two close at once SQLite may leave its log, with nothing in it that the file has not.
    let alone = Ledger::open(&path).unwrap();
    no_breaches(&alone);
    drop(alone);
    assert_eq!(listing(folder.path()), ["schema-4.db.z", "schema-4.db.z.schema-4"]);
}

#[test]
fn a_history_of_migrations_that_is_none_is_refused_in_words() {
    for (change, said) in [
        (
            "UPDATE refinery_schema_history SET applied_on = 'yesterday' WHERE version = 2",
            "row 2: `yesterday` is not a time",
        ),
        ("UPDATE refinery_schema_history SET checksum = 'x' WHERE version = 3", "row 3: `"),
        (
            "UPDATE refinery_schema_history SET name = NULL WHERE version = 1",
            "row 1: `ledger` expected, `nothing` found",
        ),
        ("DELETE FROM refinery_schema_history WHERE version = 2", "row 2: `2` expected, `3` found"),
        ("INSERT INTO refinery_schema_history VALUES (-1, 'x', 'y', 'z')", "row 1: `1` expected, `-1` found"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = old(folder.path());
        sql(&path, change);
        let before = std::fs::read(&path).unwrap();
        let words = refused(&path);
        assert!(
            words.starts_with(&format!("`FILE` is damaged: its schema history is not railhead's: {said}")),
            "{words}"
        );
        assert!(std::fs::read(&path).unwrap() == before && listing(folder.path()).len() == 1, "{change}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path());
    sql(&path, "UPDATE refinery_schema_history SET version = 'four' WHERE version = 4");
    assert_eq!(
        refused(&path),
        "`FILE` is damaged: Invalid column type Text at index: 0, name: coalesce(max(version), 0)"
    );
}

/// A bad row of the history of a file that is up to date hinders nobody, and `verify` names it.
#[test]
fn verify_names_a_row_of_the_history_that_is_not_as_made() {
    let file = File::small();
    sql(&file.path, "INSERT INTO refinery_schema_history VALUES (0, 'x', 'y', 'z')");
    let found = file.open().verify().unwrap().breaches;
    assert!(
        found.iter().any(|breach| breach.at == "history row 1" && breach.found == "`1` expected, `0` found"),
        "{found:?}"
    );
    let newest = format!("version {} does not exist", super::released::schemas());
    assert!(found.iter().any(|breach| breach.found == newest), "{found:?}");
}

/// What an older program left half done when it was killed: the tables of one schema and the history of another.
#[test]
fn a_file_left_between_two_schemas_is_refused_and_rescued() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path());
    let operations = Ledger::open(&path).unwrap().operations().unwrap();
    sql(&path, "DELETE FROM refinery_schema_history WHERE version > 4");
    let words = refused(&path);
    assert!(words.starts_with("`FILE` is damaged: its tables cannot be brought up to date: "), "{words}");
    let out = folder.path().join("rescued");
    let rescued = Ledger::rescue(&path, &out).unwrap();
    assert_eq!((rescued.operations, rescued.lost), (operations.len() as u64, None));
    assert!(rescued.breaches.is_empty());
    assert_eq!(Ledger::open(&out).unwrap().operations().unwrap(), operations);
}

#[test]
fn a_log_with_an_input_more_is_not_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path());
    sql(&path, "PRAGMA foreign_keys = off; INSERT INTO operation_input VALUES (6, 'x', 'nothing')");
    let words = refused(&path);
    // The log is looked over first: an input that was not there when its operation was written.
    assert_eq!(words, "`FILE` is damaged: its log is not as it was written: operation 6");
}

#[test]
fn a_torn_log_is_not_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path());
    sql(&path, "DROP TRIGGER operation_no_update; UPDATE operation SET command = 'x' WHERE number = 2");
    let damaged = Ledger::open(&path).unwrap_err();
    assert!(matches!(damaged, LedgerError::Damaged { .. }), "{damaged}");
    assert_eq!(refused(&path), "`FILE` is damaged: its log is not as it was written: operation 2");
    assert_eq!(listing(folder.path()), [OLD]);
}
