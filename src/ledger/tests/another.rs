//! Another reader of an open file, in a thread of its own.

use ledger::LedgerError;

use super::fixture::*;

#[test]
fn another_reader_shares_the_campaign_reads_on_while_others_write_and_writes_nothing() {
    let file = File::small();
    let mut ledger = file.open();
    let known = ledger.campaign().unwrap();
    let (same, later) = (ledger.another_reader().unwrap(), ledger.another_reader().unwrap());
    let there = std::thread::spawn(move || {
        let ledger = same.open().unwrap();
        (ledger.campaign().unwrap(), ledger)
    });
    let (campaign, mut reader) = there.join().unwrap();
    assert_eq!(campaign, known);
    // Whoever writes does not wait, neither for one that is open nor for one that is still to be opened.
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    let column = |of: &ledger::Ledger| {
        let campaign = of.campaign().unwrap();
        campaign.formation("ax.xiv.16.b1").unwrap().stands_on().unwrap().col
    };
    assert_eq!(
        (column(&reader), column(&later.open().unwrap())),
        (4, 4),
        "what it began with is not taken for what is"
    );
    assert!(matches!(reader.begin_batch(), Err(LedgerError::ReadOnly { .. })));
    drop(reader);
    write(&mut ledger, &draft("a"), &[step_east(4)]);
    assert_eq!(column(&file.open()), 5);
    no_breaches(&ledger);
}
