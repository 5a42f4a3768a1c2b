use railhead::ledger::LedgerError;

use super::fixture::*;

/// What verify says after this was done by hand, as `kind at: expected, found`.
fn verdict(tampering: &str) -> Vec<String> {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    write(&mut ledger, &draft("b"), &[step_east(4)]);
    drop(ledger);
    file.sql().execute_batch(tampering).expect(tampering);
    let found = file.open().verify().unwrap();
    found.breaches.iter().map(|b| format!("{} {}: {}, {}", b.kind, b.at, b.expected, b.found)).collect()
}

#[test]
fn a_row_changed_by_hand_is_named_with_column_and_values() {
    let found = verdict("UPDATE base SET sp = 1 WHERE leaf = 'ax.xiv.16.b2' AND number = 2");
    assert_eq!(found, ["base ax.xiv.16.b2 2: sp 6, sp 1"]);
    let found = verdict("UPDATE square SET control = NULL WHERE reference = '0000'");
    assert_eq!(found, ["square 0: control AX, control nothing"]);
    let found = verdict("UPDATE campaign SET value = 'D2 am' WHERE key = 'bound'");
    assert_eq!(found, ["campaign bound: value D1 am, value D2 am", "order ax.xiv.16: for D2 am or D2 pm, D1 am"]);
}

#[test]
fn rows_deleted_and_added_are_named() {
    assert_eq!(verdict("DELETE FROM support"), ["support ax.xiv.16.b2: a row, none"]);
    let found = verdict("INSERT INTO paper VALUES ('x', 'y')");
    assert_eq!(found, ["paper x: no row, a row"]);
    let found = verdict("DELETE FROM transfer WHERE number = 3");
    assert!(found.contains(&"transfer 3: a row, none".to_owned()), "{found:?}");
    assert!(found.contains(&"stock_balance chir log: a row, none".to_owned()), "{found:?}");
}

#[test]
fn a_balance_changed_past_its_guard_is_named() {
    let found = verdict(
        "UPDATE stock_booking SET running = 1; UPDATE stock_balance SET quantity = 7 WHERE account = 'dump.16'; \
         UPDATE stock_booking SET running = 0",
    );
    assert_eq!(
        found,
        [
            "stock_balance dump.16 log: quantity 4, quantity 7",
            "stock_balance dump.16: 4 log by its transfers, 7 log",
            "stock_sum LOG: 0, 3",
        ]
    );
}

const UNGUARD: &str = "DROP TRIGGER event_no_update; DROP TRIGGER event_no_delete; DROP TRIGGER operation_no_delete; ";

#[test]
fn an_event_rewritten_is_named_and_so_are_the_missing_guards() {
    let rewrite = "UPDATE event SET payload = replace(payload, '005002', '005003') WHERE operation = 3";
    let found = verdict(&format!("{UNGUARD}{rewrite}"));
    for part in [
        "schema trigger event_no_update: as made, missing",
        "hash operation 3: ",
        "leaf ax.xiv.16.b1: square 0503, square 0502",
    ] {
        assert!(found.iter().any(|line| line.starts_with(part)), "{part} in {found:?}");
    }
    let found = verdict(&format!("{UNGUARD}UPDATE event SET payload = '{{}}' WHERE operation = 2"));
    assert!(found.iter().any(|line| line.starts_with("event operation 2 event 0: an event, ")), "{found:?}");
}

#[test]
fn an_operation_deleted_is_named() {
    let found = verdict(&format!(
        "PRAGMA foreign_keys = off; {UNGUARD}DELETE FROM event WHERE operation = 2; DELETE FROM operation WHERE number = 2"
    ));
    assert!(found.contains(&"operation operation 2: in the log, missing".to_owned()), "{found:?}");
    assert!(found.iter().any(|line| line.starts_with("hash operation 3")), "{found:?}");
    let found = verdict(&format!("{UNGUARD}DELETE FROM event WHERE operation = 3"));
    assert!(found.iter().any(|line| line.starts_with("hash operation 3")), "{found:?}");
}

#[test]
fn the_import_rewritten_or_lost_is_named() {
    let found = verdict("DROP TRIGGER content_no_update; UPDATE content SET bytes = x'00'");
    assert!(found.iter().any(|line| line.starts_with("content ")), "{found:?}");
    assert!(found.iter().any(|line| line.starts_with("unreadable log: a sound file, the imported")), "{found:?}");
}

#[test]
fn a_word_that_is_none_is_an_error_that_names_it() {
    let file = File::small();
    file.sql().execute_batch("UPDATE leaf SET posture = 'asleep' WHERE formation = 'ax.xiv.16.b1'").unwrap();
    let error = file.open().campaign().unwrap_err().to_string();
    assert_eq!(
        error.replace(&file.path.display().to_string(), "FILE"),
        "`FILE` is damaged: table `leaf`, row `ax.xiv.16.b1`: column `posture` cannot be `asleep`"
    );
}

/// Overwrites a part of the file at each of many places: errors, never a panic, never a write.
#[test]
fn a_file_with_bytes_overwritten_is_never_written_to() {
    let file = File::small();
    let sound = std::fs::read(&file.path).unwrap();
    let pages = sound.len() / 4096;
    let mut refused = 0;
    for page in 0..pages {
        let mut bytes = sound.clone();
        let start = page * 4096 + if page == 0 { 100 } else { 0 };
        bytes[start..start + 200].fill(0xA5);
        std::fs::write(&file.path, &bytes).unwrap();
        let Ok(mut ledger) = railhead::ledger::Ledger::open(&file.path) else {
            refused += 1;
            continue;
        };
        let found = ledger.verify();
        assert!(found.is_err() || !found.unwrap().breaches.is_empty(), "page {page}");
        let written = try_write(&mut ledger, &draft("x"), &[step_east(3)]);
        assert!(written.is_err(), "page {page}");
        drop(ledger);
        assert!(std::fs::read(&file.path).unwrap() == bytes, "page {page} was written to");
    }
    assert!(refused > 0);
}

#[test]
fn a_file_cut_short_is_damaged() {
    let file = File::small();
    let sound = std::fs::read(&file.path).unwrap();
    std::fs::write(&file.path, &sound[..sound.len() / 2]).unwrap();
    let damaged = railhead::ledger::Ledger::open(&file.path)
        .and_then(|mut ledger| ledger.undo(&draft("undo"), false).map(drop))
        .unwrap_err();
    assert!(matches!(damaged, LedgerError::Damaged { .. }), "{damaged}");
}
