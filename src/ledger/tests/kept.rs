use super::fixture::*;

// A killed `new` or command is tested through the binary; here: a process that is gone in the middle of a transaction.
#[test]
fn a_connection_lost_within_a_batch_leaves_the_campaign_as_before() {
    let file = File::small();
    let mut ledger = file.open();
    ledger.begin_batch().unwrap();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    drop(ledger);
    let ledger = file.open();
    assert_eq!(ledger.campaign().unwrap(), small());
    assert_eq!(ledger.operations().unwrap().len(), 1);
    no_breaches(&ledger);
}

// What a killed process leaves is the file and its two companions as they are on disk at that instant.
#[test]
fn a_file_copied_at_any_moment_with_its_companions_is_before_or_after() {
    let file = File::small();
    let mut ledger = file.open();
    for col in 3..8 {
        ledger.begin_batch().unwrap();
        write(&mut ledger, &draft("a"), &[step_east(col)]);
        check_copy(&file, col);
        ledger.end_batch(true).unwrap();
        check_copy(&file, col + 1);
    }
}

fn check_copy(file: &File, column: u16) {
    let folder = tempfile::tempdir().unwrap();
    for name in file.listing() {
        std::fs::copy(file.folder.path().join(&name), folder.path().join(&name)).unwrap();
    }
    let copy = ledger::Ledger::open(&folder.path().join("small.railhead")).unwrap();
    let campaign = copy.campaign().unwrap();
    assert_eq!(campaign.formation("ax.xiv.16.b1").unwrap().stands_on().unwrap().col, column);
    no_breaches(&copy);
}
