use campaign::march::{Passed, Towards};
use campaign::{Campaign, StockBook};
use domain::Square;
use ledger::{Ledger, LedgerError, Moment};

use super::fixture::{File, draft, listing, no_breaches, small};
use crate::tiny::tiny;

// Field by field, so that a field that is not kept is named.
fn assert_same(found: &Campaign, expected: &Campaign) {
    let fields = |campaign: &Campaign| match serde_json::to_value(campaign).unwrap() {
        serde_json::Value::Object(mut fields) => {
            // Loaded without the transfers, on purpose; balances and number are compared.
            fields["stock"]["transfers"].take();
            fields
        }
        _ => unreachable!(),
    };
    let (found_fields, expected_fields) = (fields(found), fields(expected));
    for (name, value) in &expected_fields {
        assert_eq!(&found_fields[name], value, "{name}");
    }
    assert_eq!(found, expected);
}

#[test]
fn a_campaign_is_loaded_as_it_was_created() {
    let campaign = small();
    let ledger = File::new(&campaign).open();
    assert_same(&ledger.campaign().unwrap(), &campaign);
    assert_same(&ledger.as_of(Moment::Start).unwrap(), &campaign);
    no_breaches(&ledger);
}

#[test]
fn every_table_has_a_row_in_the_small_campaign() {
    let file = File::small();
    let sql = file.sql();
    let tables: Vec<String> = sql
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    // What is no part of a campaign is written beside it.
    let beside = ["operation_input", "player", "proposal", "message"];
    for table in tables.iter().filter(|table| !beside.contains(&table.as_str())) {
        let count: i64 = sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        assert!(count > 0, "{table}");
    }
}

#[test]
fn only_the_file_itself_is_left() {
    let file = File::small();
    assert_eq!(file.listing(), ["small.railhead"]);
    drop(file.open());
    assert_eq!(file.listing(), ["small.railhead"]);
}

#[test]
fn what_a_killed_process_has_left_is_taken_away_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for name in [".railhead-a1b2c3.part", ".railhead-a1b2c3.part-wal", ".railhead-notes", "new.railhead"] {
        let file = std::fs::File::create(folder.path().join(name)).unwrap();
        let now = file.metadata().unwrap().modified().unwrap();
        file.set_modified(now - std::time::Duration::from_hours(2)).unwrap();
    }
    std::fs::write(folder.path().join(".railhead-d4e5f6.part"), "being made by another").unwrap();
    Ledger::create(&folder.path().join("x.railhead"), &draft("new"), &small()).unwrap();
    let left = [".railhead-d4e5f6.part", ".railhead-notes", "new.railhead", "x.railhead"];
    assert_eq!(listing(folder.path()), left);
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.railhead");
    std::fs::write(&path, "precious").unwrap();
    let error = Ledger::create(&path, &draft("new"), &small()).unwrap_err();
    assert_eq!(error.to_string(), format!("`{}` exists already", path.display()));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    assert_eq!(listing(folder.path()), ["x.railhead"]);
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none/x.railhead");
    assert!(matches!(Ledger::create(&path, &draft("new"), &small()), Err(LedgerError::Io { .. })));
}

#[test]
fn an_unsound_campaign_is_not_created() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.railhead");
    let mut campaign = small();
    let b1 = campaign.formations.get_mut("ax.xiv.16.b1").unwrap();
    b1.leaf.as_mut().unwrap().bases[0].sp = 99;
    let error = Ledger::create(&path, &draft("new"), &campaign).unwrap_err();
    assert_eq!(
        error.to_string(),
        "nothing is written because the campaign would not be sound: \
         strength at `ax.xiv.16.b1`: at most 4 SP expected, 99 found"
    );
    let mut campaign = small();
    let balances: Vec<_> = campaign.stock.balances().map(|(a, c, q)| (a.clone(), c, q)).collect();
    campaign.stock = StockBook::from_balances(balances, 3);
    assert!(matches!(Ledger::create(&path, &draft("new"), &campaign), Err(LedgerError::Unsound { .. })));
    assert_eq!(listing(folder.path()), Vec::<String>::new());
}

#[test]
fn the_same_campaign_has_the_same_hash_whatever_the_hour() {
    let hash =
        |file: &File| -> String { file.sql().query_row("SELECT hash FROM operation", [], |row| row.get(0)).unwrap() };
    let (first, folder) = (File::small(), tempfile::tempdir().unwrap());
    let path = folder.path().join("y.railhead");
    let mut later = draft("new small");
    later.time += chrono::TimeDelta::hours(1);
    Ledger::create(&path, &later, &small()).unwrap();
    assert_eq!(hash(&first), hash(&File { folder, path }));
}

#[test]
fn a_backup_is_a_campaign_file_with_the_whole_log() {
    let file = File::small();
    let ledger = file.open();
    let copy = file.folder.path().join("copy.railhead");
    ledger.backup(&copy).unwrap();
    assert!(matches!(ledger.backup(&copy), Err(LedgerError::Exists { .. })));
    assert!(matches!(ledger.backup(&file.path), Err(LedgerError::Exists { .. })));
    drop(ledger);
    assert_eq!(file.listing(), ["copy.railhead", "small.railhead"]);
    let copy = Ledger::open(&copy).unwrap();
    assert_same(&copy.campaign().unwrap(), &small());
    assert_eq!(copy.operations().unwrap().len(), 1);
    no_breaches(&copy);
}

#[cfg(unix)]
#[test]
fn a_campaign_file_is_readable_as_any_other_file() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let file = File::small();
    let other = file.folder.path().join("other");
    std::fs::write(&other, "").unwrap();
    assert_eq!(mode(&file.path), mode(&other));
}

// Large enough to be read in several threads.
#[test]
fn a_large_campaign_is_loaded_as_it_was_created() {
    let campaign = super::timing::large();
    let file = File::new(&campaign);
    let mut ledger = file.open();
    assert_same(&ledger.campaign().unwrap(), &campaign);
    ledger.begin_batch().unwrap();
    super::fixture::write(&mut ledger, &draft("a"), &[super::fixture::step_east(3)]);
    assert_ne!(ledger.campaign().unwrap(), campaign);
    assert_same(&file.open().campaign().unwrap(), &campaign);
    ledger.end_batch(true).unwrap();
    assert_same(&file.open().campaign().unwrap(), &ledger.campaign().unwrap());
    no_breaches(&ledger);
}

#[test]
fn what_must_never_be_makes_no_file() {
    let mut all = scenario::read(&tiny(), &[]).campaign.unwrap();
    let leaf = all.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap();
    leaf.bases[0].sp = 4;
    leaf.march.minutes = 481;
    leaf.march.towards = Some(Towards { square: Square::new(2, 1), minutes: 0 });
    leaf.march.passed = Some(Passed { square: Square::new(40, 1), count: 1 });
    let folder = tempfile::tempdir().unwrap();
    let refused = Ledger::create(&folder.path().join("x"), &draft("new"), &all).unwrap_err().to_string();
    assert_eq!(
        refused,
        "nothing is written because the campaign would not be sound: strength at `ax.1`: at most 3 SP expected, 4 found; \
         minutes at `ax.1`: at most 480 expected, 481 found; next_square at `ax.1`: minutes above 0 expected, 0 found; \
         and 1 more"
    );
}
