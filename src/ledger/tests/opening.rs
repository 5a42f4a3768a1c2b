use ledger::Ledger;

use super::fixture::*;

fn message(path: &std::path::Path) -> String {
    let name = path.display().to_string();
    Ledger::open(path).unwrap_err().to_string().replace(&name, "FILE")
}

#[test]
fn what_is_no_campaign_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert_eq!(message(&path), "there is no campaign file `FILE`");
    for (content, why) in [("", "it is too short"), (&"text ".repeat(40), "it is not an SQLite database")] {
        std::fs::write(&path, content).unwrap();
        assert_eq!(message(&path), format!("`FILE` is not a campaign file: {why}"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
    }
    std::fs::remove_file(&path).unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert_eq!(message(&path), "`FILE` is not a campaign file: it is the database of another program");
    assert_eq!(message(folder.path()), "`FILE` is not a campaign file: it is a folder");
    assert_eq!(listing(folder.path()), ["x"]);
    #[cfg(unix)]
    assert_eq!(message(std::path::Path::new("/dev/null")), "`FILE` is not a campaign file: it is a pipe or device");
}

#[test]
fn a_file_of_a_newer_program_is_refused() {
    let file = File::small();
    file.sql()
        .execute_batch("INSERT INTO refinery_schema_history VALUES (99, 'more', '2030-01-01T00:00:00Z', '1')")
        .unwrap();
    let newest = super::released::schemas();
    let newer = format!("`FILE` was written by a newer railhead (schema 99; this one knows up to {newest})");
    assert_eq!(message(&file.path), newer);
}

#[test]
fn a_file_of_which_the_head_alone_is_ours_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    let sql = rusqlite::Connection::open(&path).unwrap();
    sql.execute_batch("PRAGMA application_id = 0x5241494C; CREATE TABLE t (x)").unwrap();
    drop(sql);
    assert_eq!(message(&path), "`FILE` is damaged: it has no schema history (no such table: refinery_schema_history)");
}

#[test]
fn the_file_is_marked_as_ours_and_in_wal_mode() {
    let file = File::small();
    let sql = file.sql();
    let pragma =
        |name: &str| -> rusqlite::types::Value { sql.pragma_query_value(None, name, |row| row.get(0)).unwrap() };
    assert_eq!(pragma("application_id"), 0x5241_494C.into());
    assert_eq!(pragma("journal_mode"), "wal".to_owned().into());
}
