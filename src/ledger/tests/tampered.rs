//! What the ledger says of a file that somebody has been at by hand, word for word.

use std::io::Read;
use std::path::Path;

use flate2::read::ZlibDecoder;
use ledger::{Ledger, LedgerError, Moment};

use super::fixture::*;

/// Takes the guards away that would refuse what follows.
const UNGUARD: &str = "PRAGMA foreign_keys = off; PRAGMA ignore_check_constraints = on; \
                       DROP TRIGGER event_no_update; DROP TRIGGER event_no_delete; DROP TRIGGER operation_no_update; \
                       DROP TRIGGER operation_no_delete; DROP TRIGGER content_no_update; \
                       DROP TRIGGER content_no_delete; ";

type Asked = fn(&mut Ledger) -> Result<(), LedgerError>;

fn now(ledger: &mut Ledger) -> Result<(), LedgerError> {
    ledger.campaign().map(drop)
}

fn then(ledger: &mut Ledger) -> Result<(), LedgerError> {
    ledger.as_of(Moment::Operation(3)).map(drop)
}

fn log(ledger: &mut Ledger) -> Result<(), LedgerError> {
    ledger.operations().map(drop)
}

fn next(ledger: &mut Ledger) -> Result<(), LedgerError> {
    ledger.next_operation().map(drop)
}

fn seed(ledger: &mut Ledger) -> Result<(), LedgerError> {
    ledger.next_seed().map(drop)
}

fn back(ledger: &mut Ledger) -> Result<(), LedgerError> {
    ledger.undo(&draft("undo"), false).map(drop)
}

/// What was done to the file, what is asked of it, and why it says that the file is damaged.
const DAMAGED: &[(&str, Asked, &str)] = &[
    ("DELETE FROM campaign WHERE key = 'days'", now, "table `campaign` has no row `days`"),
    ("UPDATE campaign SET value = 'many' WHERE key = 'days'", now, "table `campaign`, row `days` cannot be `many`"),
    (
        "INSERT INTO leaf SELECT 'zz', square, posture, casemated, state, arrives, entry, by_rail, carries, capacity FROM leaf LIMIT 1",
        now,
        "table `leaf` has a row `zz`, which is not a formation",
    ),
    (
        "UPDATE base SET leaf = 'zz' WHERE leaf = 'ax.xiv.16.b1'",
        now,
        "table `base` has rows of `zz`, which is not a leaf",
    ),
    ("DELETE FROM square WHERE reference = '0000'", now, "table `square` has 107 rows, not 108"),
    (
        "UPDATE square_side SET number = 9999 WHERE number = (SELECT max(number) FROM square_side)",
        now,
        "table `square_side` has a row beyond the map",
    ),
    ("DELETE FROM operation", next, "its log is empty"),
    ("UPDATE operation SET kind = 'done' WHERE number = 2", log, "`done` is not a kind of operation"),
    ("UPDATE operation SET bound = 'noon' WHERE number = 2", log, "`noon` is not a bound"),
    ("UPDATE operation SET hash = 'x' WHERE number = 3", seed, "`x` is not a hash"),
    (
        "UPDATE event SET payload = replace(payload, '004002', '007002') WHERE operation = 3",
        then,
        "operation 3 cannot have happened: `ax.xiv.16.b1` is not as the change expects: Some(Square { col: 7, row: 2 }) expected, Some(Square { col: 4, row: 2 }) found",
    ),
    (
        "UPDATE event SET payload = '{}' WHERE operation = 3",
        then,
        "operation 3: event of kind `leaf_placed`, version 2, cannot be read: missing field `leaf` at line 1 column 17",
    ),
    (
        "UPDATE event SET version = 99 WHERE operation = 3",
        then,
        "operation 3: event of kind `leaf_placed` has version 99, newer than this program knows",
    ),
    (
        "UPDATE event SET version = 99 WHERE operation = 1",
        then,
        "the imported campaign cannot be read: its version 99 is newer than this program knows",
    ),
    ("DELETE FROM event WHERE operation = 1", then, "the imported campaign is missing from its log"),
    ("DELETE FROM content", then, "the imported campaign is missing from its log"),
    ("UPDATE content SET bytes = x'00'", then, "the imported campaign cannot be read: incomplete deflate stream"),
    (
        "DELETE FROM base WHERE leaf = 'ax.xiv.16.b1'; DELETE FROM leaf WHERE formation = 'ax.xiv.16.b1'",
        back,
        "its tables are not as operation 3, the last in its log, left them",
    ),
];

/// What is looked over once, when something is first written, is found when it is written to after that.
#[test]
fn a_row_taken_away_between_two_operations_is_named() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    let tampering = "DELETE FROM base WHERE leaf = 'ax.xiv.16.b1'; DELETE FROM leaf WHERE formation = 'ax.xiv.16.b1'";
    file.sql().execute_batch(&format!("{UNGUARD}{tampering}")).unwrap();
    let said = ledger.undo(&draft("undo"), false).unwrap_err().to_string();
    assert_eq!(
        said.replace(&file.path.display().to_string(), "FILE"),
        "`FILE` is damaged: table `leaf` has no row `ax.xiv.16.b1`, which the log says it has"
    );
}

#[test]
fn a_file_changed_by_hand_says_what_is_wrong_with_it() {
    let mut wrong = Vec::new();
    for (tampering, asked, expected) in DAMAGED {
        let file = File::small();
        let mut ledger = file.open();
        write(&mut ledger, &draft("a"), &[step_east(3)]);
        write(&mut ledger, &draft("b"), &[step_east(4)]);
        drop(ledger);
        file.sql().execute_batch(&format!("{UNGUARD}{tampering}")).expect(tampering);
        let said = asked(&mut file.open()).map_err(|error| error.to_string());
        let said = said.map_err(|error| error.replace(&file.path.display().to_string(), "FILE"));
        if said != Err(format!("`FILE` is damaged: {expected}")) {
            wrong.push(format!("{tampering}\n  wanted {expected}\n  found  {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What opening the file of the first schema says after this was done to it.
fn old_file(tampering: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old");
    let released = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released/schema-1.db.z");
    let mut bytes = Vec::new();
    ZlibDecoder::new(std::fs::File::open(released).unwrap()).read_to_end(&mut bytes).unwrap();
    std::fs::write(&path, bytes).unwrap();
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch(&format!("PRAGMA foreign_keys = off; {tampering}"))
        .unwrap();
    Ledger::open(&path).unwrap_err().to_string().replace(&path.display().to_string(), "FILE")
}

#[test]
fn an_older_file_that_cannot_be_brought_up_to_date_says_so() {
    assert_eq!(old_file("DELETE FROM formation WHERE id = 'su.1'"), "`FILE` is damaged: 3 rows refer to missing rows");
    assert_eq!(
        old_file("UPDATE refinery_schema_history SET name = 'other'"),
        "`FILE` is damaged: its schema history is not railhead's: row 1: `ledger` expected, `other` found"
    );
}

#[test]
fn a_batch_is_begun_and_ended_once_and_nothing_is_backed_up_within() {
    let file = File::small();
    let mut ledger = file.open();
    assert_eq!(ledger.end_batch(true).unwrap_err().to_string(), "no batch is open");
    ledger.begin_batch().unwrap();
    assert_eq!(ledger.begin_batch().unwrap_err().to_string(), "a batch is already open");
    let copy = ledger.backup(&file.folder.path().join("copy")).unwrap_err();
    assert_eq!(copy.to_string(), "a backup cannot be made within a batch");
    ledger.end_batch(false).unwrap();
}

#[test]
fn an_event_that_cannot_have_happened_is_a_breach() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    drop(ledger);
    let tampering = "UPDATE event SET payload = replace(payload, '003002', '007002') WHERE operation = 2";
    file.sql().execute_batch(&format!("{UNGUARD}{tampering}")).unwrap();
    let found = file.open().verify().unwrap().breaches;
    let event = found.iter().find(|breach| breach.kind == "event").unwrap();
    assert_eq!((event.at.as_str(), event.expected.as_str()), ("operation 2", "an event that can happen"));
    assert_eq!(
        event.found,
        "`ax.xiv.16.b1` is not as the change expects: Some(Square { col: 7, row: 2 }) expected, Some(Square { col: \
         3, row: 2 }) found"
    );
}
