use campaign::{Event, Transfer};
use domain::{Commodity, Square};
use ledger::{Ledger, Moment, Stepped};

use super::fixture::*;
use super::write::every_event;

fn column(ledger: &Ledger) -> u16 {
    ledger.campaign().unwrap().formation("ax.xiv.16.b1").unwrap().stands_on().unwrap().col
}

fn numbers(stepped: &Stepped) -> (u64, Vec<u64>, Vec<u64>) {
    let of = |list: &[ledger::Operation]| list.iter().map(|o| o.number).collect();
    (stepped.operation, of(&stepped.taken_back), of(&stepped.brought_back))
}

fn standing(ledger: &Ledger) -> Vec<u64> {
    ledger.operations().unwrap().into_iter().filter(|o| o.stands).map(|o| o.number).collect()
}

/// Operations 2, 3, 4: three steps east, the last two of one group.
fn marched() -> File {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    write(&mut ledger, &of_group("b", 3), &[step_east(4)]);
    write(&mut ledger, &of_group("c", 3), &[step_east(5)]);
    file
}

#[test]
fn undo_takes_back_a_whole_group_or_one_line_of_it() {
    let file = marched();
    let mut ledger = file.open();
    assert_eq!(numbers(&ledger.undo(&draft("undo"), true).unwrap()), (5, vec![4], vec![]));
    assert_eq!((column(&ledger), standing(&ledger)), (5, vec![1, 2, 3]));
    assert_eq!(numbers(&ledger.redo(&draft("redo")).unwrap()), (6, vec![], vec![4]));
    assert_eq!(numbers(&ledger.undo(&draft("undo"), false).unwrap()), (7, vec![4, 3], vec![]));
    assert_eq!((column(&ledger), standing(&ledger)), (4, vec![1, 2]));
    no_breaches(&ledger);
}

#[test]
fn undo_goes_back_to_the_import_and_no_further() {
    let file = marched();
    let mut ledger = file.open();
    ledger.undo(&draft("undo"), false).unwrap();
    ledger.undo(&draft("undo"), false).unwrap();
    assert_eq!(ledger.campaign().unwrap(), small());
    assert_eq!(file.open().campaign().unwrap(), small());
    let error = ledger.undo(&draft("undo"), false).unwrap_err();
    assert_eq!(error.to_string(), "nothing to undo: the campaign is as imported");
    no_breaches(&ledger);
}

#[test]
fn redo_goes_forward_across_sessions_until_something_new_is_done() {
    let file = marched();
    file.open().undo(&draft("undo"), false).unwrap();
    file.open().undo(&draft("undo"), false).unwrap();
    assert_eq!(numbers(&file.open().redo(&draft("redo")).unwrap()), (7, vec![], vec![2]));
    assert_eq!(numbers(&file.open().redo(&draft("redo")).unwrap()), (8, vec![], vec![3, 4]));
    let error = file.open().redo(&draft("redo")).unwrap_err();
    assert_eq!(error.to_string(), "nothing to redo: nothing has been undone since the last new operation");
    file.open().undo(&draft("undo"), false).unwrap();
    let mut ledger = file.open();
    let north = Event::LeafPlaced {
        leaf: "ax.xiv.16.b1".into(),
        before: Some(Square::new(4, 2)),
        after: Some(Square::new(4, 1)),
    };
    assert_eq!(write(&mut ledger, &draft("new"), &[north]).operation, Some(10));
    assert!(ledger.redo(&draft("redo")).is_err());
    assert_eq!(standing(&ledger), [1, 2, 10]);
    assert_eq!(ledger.operations().unwrap()[9].parent, Some(2));
    no_breaches(&ledger);
}

#[test]
fn restore_returns_to_any_chain_whatever_was_undone_since() {
    let file = marched();
    let mut ledger = file.open();
    ledger.undo(&draft("undo"), false).unwrap();
    let other = Event::TerrainChanged {
        square: Square::new(0, 0),
        before: domain::Terrain::Open,
        after: domain::Terrain::Lake,
    };
    write(&mut ledger, &draft("new"), &[other]);
    assert_eq!(numbers(&ledger.restore(&draft("restore"), 4).unwrap()), (7, vec![6], vec![3, 4]));
    assert_eq!((column(&ledger), standing(&ledger)), (6, vec![1, 2, 3, 4]));
    no_breaches(&ledger);
    assert_eq!(numbers(&ledger.restore(&draft("restore"), 5).unwrap()), (8, vec![4, 3], vec![]));
    let error = ledger.restore(&draft("restore"), 2).unwrap_err();
    assert_eq!(error.to_string(), "nothing to restore: the campaign is already as after operation 2");
    let error = ledger.restore(&draft("restore"), 99).unwrap_err();
    assert_eq!(error.to_string(), "there is no operation 99: the last is 8");
    // None of these is taken back by undo.
    assert_eq!(numbers(&ledger.undo(&draft("undo"), false).unwrap()), (9, vec![2], vec![]));
    no_breaches(&ledger);
}

#[test]
fn the_past_is_seen_by_operation_whatever_was_undone() {
    let file = marched();
    let mut ledger = file.open();
    ledger.undo(&draft("undo"), false).unwrap();
    let seen = |ledger: &Ledger, n| {
        let campaign = ledger.as_of(Moment::Operation(n)).unwrap();
        campaign.formation("ax.xiv.16.b1").unwrap().stands_on().unwrap().col
    };
    assert_eq!((1..=5).map(|n| seen(&ledger, n)).collect::<Vec<_>>(), [3, 4, 5, 6, 4]);
}

#[test]
fn every_kind_of_event_is_taken_back_and_brought_back() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("all"), &every_event());
    let after = ledger.campaign().unwrap();
    ledger.undo(&draft("undo"), false).unwrap();
    no_breaches(&ledger);
    assert_eq!(file.open().campaign().unwrap(), small());
    ledger.redo(&draft("redo")).unwrap();
    no_breaches(&ledger);
    assert_eq!(file.open().campaign().unwrap(), after);
}

#[test]
fn stocks_go_from_one_chain_to_another_with_the_same_transfer_numbers() {
    let file = File::small();
    let mut ledger = file.open();
    let move_stock =
        |number, from: &str, to: &str, n| Event::StockTransferred { transfer: transfer(number, from, to, n) };
    write(&mut ledger, &draft("a"), &[move_stock(4, "opening", "dump.16", 8), move_stock(5, "dump.16", "chir", 12)]);
    ledger.undo(&draft("undo"), false).unwrap();
    write(&mut ledger, &draft("b"), &[move_stock(4, "opening", "dump.16", 9), move_stock(5, "dump.16", "chir", 12)]);
    ledger.restore(&draft("restore"), 2).unwrap();
    no_breaches(&ledger);
    ledger.restore(&draft("restore"), 4).unwrap();
    no_breaches(&ledger);
}

#[test]
fn what_emptied_one_commodity_of_an_account_that_holds_another_is_taken_back() {
    let file = File::small();
    let mut ledger = file.open();
    let pol = |number, from: &str, to: &str| Event::StockTransferred {
        transfer: Transfer { commodity: Commodity::Pol, ..transfer(number, from, to, 2) },
    };
    write(&mut ledger, &draft("receive"), &[pol(4, "air", "dump.16")]);
    write(&mut ledger, &draft("spend"), &[pol(5, "dump.16", "consumed")]);
    ledger.undo(&draft("undo"), false).unwrap();
    let held = |commodity| file.open().campaign().unwrap().stock.balance("dump.16", commodity);
    assert_eq!((held(Commodity::Log), held(Commodity::Pol)), (4, 2));
    no_breaches(&ledger);
}
