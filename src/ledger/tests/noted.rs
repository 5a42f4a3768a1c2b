//! A hash of the log that was noted, and what `verify` says of it later.

use ledger::Ledger;

use super::fixture::*;

/// The hash of the tip, and a copy of the file as it stands.
fn noted(ledger: &Ledger, file: &File, copy: &str) -> (String, std::path::PathBuf) {
    let path = file.folder.path().join(copy);
    ledger.backup(&path).unwrap();
    (ledger.verify().unwrap().tip.unwrap().hash, path)
}

/// What `verify` says of a noted hash: up to where it stands and how many came later, else every breach.
fn since(ledger: &Ledger, hash: &str) -> Result<(u64, u64), Vec<String>> {
    let found = ledger.verify_since(hash.parse().unwrap()).unwrap();
    let breaches = found.breaches.iter().map(|b| format!("{} {}: {}, {}", b.kind, b.at, b.expected, b.found)).collect();
    found.since.and_then(|since| since.unchanged).filter(|_| found.breaches.is_empty()).ok_or(breaches)
}

fn not_there(hash: &str) -> Vec<String> {
    vec![format!(
        "since log: an operation with the hash {hash}, none: the log was rewritten, is that of another campaign, or is \
         older than the note"
    )]
}

#[test]
fn what_was_noted_stands_whatever_comes_after_undone_or_not() {
    let file = File::small();
    let mut ledger = file.open();
    let first = ledger.verify().unwrap().tip.unwrap();
    assert_eq!(first.operation, 1);
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    let second = ledger.verify().unwrap().tip.unwrap();
    assert_eq!((since(&ledger, &first.hash), since(&ledger, &second.hash)), (Ok((1, 1)), Ok((2, 0))));
    ledger.undo(&draft("undo"), false).unwrap();
    assert_eq!((since(&ledger, &first.hash[..8]), since(&ledger, &second.hash)), (Ok((1, 2)), Ok((2, 1))));
}

#[test]
fn a_history_written_anew_with_hashes_that_fit_is_found() {
    let file = File::small();
    let mut ledger = file.open();
    let (start, other) = noted(&ledger, &file, "start.backup");
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    let hash = ledger.verify().unwrap().tip.unwrap().hash;
    let mut rewritten = Ledger::open(&other).unwrap();
    write(&mut rewritten, &draft("a, told otherwise"), &[step_east(3)]);
    assert!(rewritten.verify().unwrap().breaches.is_empty(), "nothing else shows it");
    assert_eq!(since(&rewritten, &hash), Err(not_there(&hash)));
    assert_eq!(since(&rewritten, &start), Ok((1, 1)));
}

#[test]
fn an_older_backup_that_was_put_back_is_found() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    let (_, backup) = noted(&ledger, &file, "older.backup");
    write(&mut ledger, &draft("b"), &[step_east(4)]);
    let (hash, _) = noted(&ledger, &file, "newer.backup");
    drop(ledger);
    std::fs::copy(backup, &file.path).unwrap();
    assert_eq!(since(&file.open(), &hash), Err(not_there(&hash)));
}

#[test]
fn a_hash_that_stands_over_operations_that_do_not_fit_it_shows_nothing() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    let early = ledger.verify().unwrap().tip.unwrap().hash;
    write(&mut ledger, &draft("b"), &[step_east(4)]);
    let late = ledger.verify().unwrap().tip.unwrap().hash;
    drop(ledger);
    let tampering = "DROP TRIGGER operation_no_update; UPDATE operation SET command = 'c' WHERE number = 3";
    file.sql().execute_batch(tampering).unwrap();
    let said = since(&file.open(), &late).unwrap_err();
    let expected = format!(
        "since log: operations 1 to 3 as they were when {late} was noted, operations or contents that do not fit their hashes"
    );
    assert_eq!(said.last(), Some(&expected), "{said:?}");
    let found = file.open().verify_since(early.parse().unwrap()).unwrap();
    assert_eq!(found.since.unwrap().unchanged, Some((2, 1)), "the operations up to the noted one are untouched");
}
