use std::collections::BTreeSet;

use ledger::LedgerError;

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
        let Ok(mut ledger) = ledger::Ledger::open(&file.path) else {
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

/// The pages of the log and of what it read, by SQLite's own list of them.
fn pages_of_the_log(file: &File) -> BTreeSet<usize> {
    let conn = file.sql();
    let sql = "SELECT pageno FROM dbstat WHERE name IN ('operation', 'operation_input', 'content', 'event')";
    let mut statement = conn.prepare(sql).unwrap();
    let pages = statement.query_map([], |row| row.get::<_, i64>(0)).unwrap();
    pages.map(|page| page.unwrap() as usize).collect()
}

/// Overwrites what stands within the pages of the log, which SQLite itself takes for sound: wherever `verify` finds
/// something, nothing is written. Tables beside the log may be changed to what could be; only a fold finds that.
#[test]
fn a_file_whose_log_is_overwritten_is_never_written_to() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    write(&mut ledger, &draft("b"), &[step_east(4)]);
    drop(ledger);
    let log = pages_of_the_log(&file);
    let sound = std::fs::read(&file.path).unwrap();
    let mut torn = BTreeSet::new();
    for page in &log {
        for start in [120, 2_000, 4_096 - 60] {
            let mut bytes = sound.clone();
            let at = (page - 1) * 4_096 + start;
            // Letters, so that texts stay texts.
            bytes[at..at + 40].fill(b'A');
            std::fs::write(&file.path, &bytes).unwrap();
            let Ok(mut ledger) = ledger::Ledger::open(&file.path) else { continue };
            if ledger.verify().is_ok_and(|found| found.breaches.is_empty()) {
                continue;
            }
            let refused = try_write(&mut ledger, &draft("x"), &[step_east(5)]).unwrap_err().to_string();
            assert!(refused.contains("is damaged: "), "page {page} from {start}: {refused}");
            assert!(ledger.undo(&draft("undo"), false).is_err(), "page {page} from {start}");
            drop(ledger);
            assert!(std::fs::read(&file.path).unwrap() == bytes, "page {page} from {start} was written to");
            torn.insert(*page);
        }
    }
    assert!(torn.len() > 2, "of pages {log:?} only {torn:?} were torn");
}

#[test]
fn a_write_says_what_of_the_log_is_not_as_it_was_written() {
    let refused = |tampering: &str| {
        let file = File::small();
        write(&mut file.open(), &draft("a"), &[step_east(3)]);
        file.sql().execute_batch(tampering).expect(tampering);
        let refused = try_write(&mut file.open(), &draft("b"), &[step_east(4)]).unwrap_err().to_string();
        refused.replace(&file.path.display().to_string(), "FILE")
    };
    let rewrite = "UPDATE event SET payload = replace(payload, '004002', '004003') WHERE operation = 2";
    assert_eq!(
        refused(&format!("{UNGUARD}{rewrite}")),
        "`FILE` is damaged: its log is not as it was written: operation 2"
    );
    let content = refused("DROP TRIGGER content_no_update; UPDATE content SET bytes = x'00'");
    let (said, hash) = content.rsplit_once(' ').unwrap();
    assert_eq!(said, "`FILE` is damaged: its log is not as it was written: content");
    assert!(hash.len() == 12 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
}

#[test]
fn a_file_cut_short_is_damaged() {
    let file = File::small();
    let sound = std::fs::read(&file.path).unwrap();
    std::fs::write(&file.path, &sound[..sound.len() / 2]).unwrap();
    let damaged = ledger::Ledger::open(&file.path)
        .and_then(|mut ledger| ledger.undo(&draft("undo"), false).map(drop))
        .unwrap_err();
    assert!(matches!(damaged, LedgerError::Damaged { .. }), "{damaged}");
}
