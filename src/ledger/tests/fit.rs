//! Tables that are not what the log's last operation left: nothing is written to them, and a rescue makes them anew.

use ledger::{Ledger, LedgerError};

use super::fixture::*;

fn played() -> File {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    write(&mut ledger, &draft("b"), &[step_east(4)]);
    ledger.undo(&draft("undo"), false).unwrap();
    drop(ledger);
    file
}

/// What undo, redo, restore and a new operation say to a file after this was done to it; all say the same.
fn refused(tampering: &str) -> String {
    let file = played();
    file.sql().execute_batch(tampering).expect(tampering);
    let before = std::fs::read(&file.path).unwrap();
    let errors = [
        file.open().undo(&draft("undo"), false).unwrap_err().to_string(),
        file.open().redo(&draft("redo")).unwrap_err().to_string(),
        file.open().restore(&draft("restore"), 1).unwrap_err().to_string(),
        file.open().begin_batch().unwrap_err().to_string(),
        try_write(&mut file.open(), &draft("c"), &[step_east(4)]).unwrap_err().to_string(),
    ];
    assert!(errors.iter().all(|error| *error == errors[0]), "{errors:?}");
    assert!(std::fs::read(&file.path).unwrap() == before, "nothing is written");
    // What it lost can be made anew: the log is whole.
    let out = file.path.with_extension("rescued");
    let rescued = Ledger::rescue(&file.path, &out).unwrap();
    assert!(rescued.lost.is_none() && rescued.breaches.is_empty() && rescued.operations == 4, "{rescued:?}");
    let mut again = Ledger::open(&out).unwrap();
    again.redo(&draft("redo")).unwrap();
    no_breaches(&again);
    errors[0].replace(&file.path.display().to_string(), "FILE")
}

#[test]
fn tables_changed_by_hand_are_not_written_to() {
    let unfit = "`FILE` is damaged: its tables are not as operation 4, the last in its log, left them";
    for tampering in [
        "UPDATE base SET sp = 1 WHERE leaf = 'ax.xiv.16.b2' AND number = 2",
        "DELETE FROM support",
        "INSERT INTO paper VALUES ('x', 'y')",
        "UPDATE square SET control = NULL WHERE reference = '0000'",
        "UPDATE campaign SET value = 'D2 am' WHERE key = 'bound'",
    ] {
        assert_eq!(refused(tampering), unfit, "{tampering}");
    }
    // A value put back is a value as it was.
    let file = played();
    file.sql().execute_batch("UPDATE square SET control = NULL WHERE reference = '0000'").unwrap();
    file.sql().execute_batch("UPDATE square SET control = 'AX' WHERE reference = '0000'").unwrap();
    write(&mut file.open(), &draft("c"), &[step_east(4)]);
}

#[test]
fn a_stamp_that_is_gone_or_of_another_operation_is_named() {
    assert_eq!(refused("DELETE FROM stamp"), "`FILE` is damaged: its tables have no stamp");
    let another = refused("UPDATE stamp SET operation = 2");
    assert_eq!(
        another,
        "`FILE` is damaged: its tables are those of operation 2, but the last in its log is operation 4"
    );
    let file = played();
    file.sql().execute_batch("UPDATE stamp SET tables = 'no number at all, of 32 letters..'").unwrap_err();
    file.sql().execute_batch("UPDATE stamp SET tables = 'no number at all, of 32 letters.'").unwrap();
    let found = file.open().verify().unwrap().breaches;
    assert_eq!(found[0].expected, "as railhead left them");
    assert_eq!(found[0].found, "its tables are not as operation 4, the last in its log, left them");
}

#[test]
fn guards_and_strange_triggers_are_named() {
    assert_eq!(refused("DROP TRIGGER event_no_update"), "`FILE` is damaged: its trigger event_no_update is missing");
    assert_eq!(
        refused(
            "DROP TRIGGER event_no_update; CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT 1; END"
        ),
        "`FILE` is damaged: its trigger event_no_update is not as railhead made it"
    );
    let strange = "CREATE TRIGGER more AFTER INSERT ON bound_note BEGIN UPDATE base SET sp = 0; END";
    assert_eq!(
        refused(strange),
        "`FILE` is damaged: railhead did not make its trigger more, which could change what is written"
    );
    let file = played();
    file.sql().execute_batch(strange).unwrap();
    file.sql().execute_batch("CREATE TABLE mine (x); CREATE VIEW my_view AS SELECT * FROM mine").unwrap();
    let found = file.open().verify().unwrap().breaches;
    let told: Vec<String> = found.iter().map(|b| format!("{} {}: {}, {}", b.kind, b.at, b.expected, b.found)).collect();
    assert_eq!(told, ["schema trigger more: no such trigger, one that railhead did not make"]);
}

#[test]
fn of_a_log_that_is_torn_what_stands_before_is_rescued() {
    let file = played();
    let tear = "DROP TRIGGER operation_no_update; UPDATE operation SET command = 'x' WHERE number = 3";
    file.sql().execute_batch(tear).unwrap();
    let out = file.path.with_extension("rescued");
    let rescued = Ledger::rescue(&file.path, &out).unwrap();
    assert_eq!(rescued.operations, 2);
    assert_eq!(rescued.lost.as_deref(), Some("operation 3: it is not as it was written"));
    assert!(rescued.breaches.is_empty());
    let before = file.open().as_of(ledger::Moment::Operation(2)).unwrap();
    assert_eq!(Ledger::open(&out).unwrap().campaign().unwrap(), before);
    let exists = Ledger::rescue(&file.path, &out).unwrap_err().to_string();
    assert_eq!(exists.replace(&out.display().to_string(), "OUT"), "`OUT` exists already");
}

#[test]
fn of_a_log_whose_beginning_is_gone_nothing_is_rescued() {
    for (tear, why) in [
        (
            "DROP TRIGGER content_no_update; UPDATE content SET bytes = x'00'",
            "operation 1: a file that it read is not as it was written",
        ),
        (
            "PRAGMA foreign_keys = off; DROP TRIGGER operation_no_delete; DELETE FROM operation WHERE number = 1",
            "operation 1: missing: the next in the log is operation 2",
        ),
        ("PRAGMA foreign_keys = off; DROP TRIGGER operation_no_delete; DELETE FROM operation", "its log is empty"),
    ] {
        let file = played();
        file.sql().execute_batch(tear).unwrap();
        let out = file.path.with_extension("rescued");
        let error = Ledger::rescue(&file.path, &out).unwrap_err().to_string();
        assert_eq!(
            error.replace(&file.path.display().to_string(), "FILE"),
            format!("nothing can be rescued from `FILE`: {why}")
        );
        assert!(!out.exists());
    }
}

/// Overwrites a part of each page, as a bad disk would: what is rescued is sound, and the beginning of the log.
#[test]
fn whatever_page_is_overwritten_what_is_rescued_is_the_beginning_of_the_log() {
    let file = played();
    let operations = file.open().operations().unwrap();
    let sound = std::fs::read(&file.path).unwrap();
    let mut counts = std::collections::BTreeSet::new();
    for page in 1..sound.len() / 4096 {
        let mut bytes = sound.clone();
        bytes[page * 4096..page * 4096 + 300].fill(0xA5);
        let path = file.path.with_extension("torn");
        std::fs::write(&path, &bytes).unwrap();
        let out = file.path.with_extension(format!("out-{page}"));
        match Ledger::rescue(&path, &out) {
            Ok(rescued) => {
                assert!(rescued.breaches.is_empty(), "page {page}: {rescued:?}");
                let there = Ledger::open(&out).unwrap().operations().unwrap();
                let same = there.iter().zip(&operations).all(|(a, b)| (a.number, &a.command) == (b.number, &b.command));
                assert!(same && there.len() as u64 == rescued.operations, "page {page}");
                counts.insert(rescued.operations);
            }
            Err(LedgerError::Unprovable { .. } | LedgerError::Damaged { .. }) => {
                counts.insert(0);
            }
            Err(other) => panic!("page {page}: {other}"),
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "page {page}: the damaged file is left as it was");
    }
    assert!(counts.contains(&4) && counts.contains(&0), "{counts:?}");
}
