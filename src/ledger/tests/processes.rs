use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use ledger::LedgerError;

use super::fixture::*;

#[test]
fn a_reader_is_not_blocked_by_a_writer_and_sees_the_state_before() {
    let file = File::small();
    let mut writer = file.open();
    writer.begin_batch().unwrap();
    write(&mut writer, &draft("a"), &[step_east(3)]);
    let reader = file.open();
    assert_eq!(reader.campaign().unwrap(), small());
    writer.end_batch(true).unwrap();
    assert_ne!(reader.campaign().unwrap(), small());
}

#[test]
fn what_is_read_within_a_batch_is_not_kept_when_that_is_taken_back() {
    let file = File::small();
    let mut ledger = file.open();
    ledger.begin_batch().unwrap();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    assert_ne!(ledger.campaign().unwrap(), small());
    ledger.end_batch(false).unwrap();
    assert_eq!(ledger.campaign().unwrap(), small());
    // What another writes is read, after what was there before was read and kept.
    write(&mut file.open(), &draft("b"), &[step_east(3)]);
    assert_ne!(ledger.campaign().unwrap(), small());
}

#[test]
fn a_second_writer_says_that_it_waits_then_succeeds_on_the_state_of_the_first() {
    let file = File::small();
    let mut first = file.open();
    first.begin_batch().unwrap();
    write(&mut first, &draft("a"), &[step_east(3)]);
    let (told, path) = (Arc::new(AtomicU32::new(0)), file.path.clone());
    let (ready, wait) = mpsc::channel();
    let count = Arc::clone(&told);
    let second = std::thread::spawn(move || {
        let mut ledger = ledger::Ledger::open(&path).unwrap();
        // What it knows is of before the first writer's end.
        drop(ledger.campaign().unwrap());
        ledger.set_on_wait(move || {
            count.fetch_add(1, Ordering::SeqCst);
            ready.send(()).unwrap();
        });
        write(&mut ledger, &draft("b"), &[step_east(4)]).operation
    });
    wait.recv_timeout(Duration::from_secs(10)).unwrap();
    first.end_batch(true).unwrap();
    assert_eq!(second.join().unwrap(), Some(3));
    assert_eq!(told.load(Ordering::SeqCst), 1);
    no_breaches(&first);
}

#[test]
fn a_writer_that_waited_too_long_gives_up_and_changes_nothing() {
    let file = File::small();
    let mut first = file.open();
    first.begin_batch().unwrap();
    let mut second = file.open();
    let error = second.undo(&draft("undo"), false).unwrap_err();
    assert!(matches!(error, LedgerError::Busy { .. }), "{error}");
    assert_eq!(error.to_string(), format!("`{}` is being written by another process", file.path.display()));
    first.end_batch(false).unwrap();
    write(&mut second, &draft("b"), &[step_east(3)]);
    no_breaches(&second);
}

#[test]
fn a_campaign_kept_in_memory_is_dropped_when_another_process_has_written() {
    let file = File::small();
    let (mut first, mut second) = (file.open(), file.open());
    for col in (3..9).step_by(2) {
        write(&mut first, &draft("a"), &[step_east(col)]);
        write(&mut second, &draft("b"), &[step_east(col + 1)]);
    }
    assert_eq!(first.campaign().unwrap(), second.campaign().unwrap());
    assert_eq!(first.operations().unwrap().len(), 7);
    no_breaches(&first);
}

#[test]
fn threads_that_write_at_once_all_succeed() {
    let file = File::small();
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let path = file.path.clone();
            std::thread::spawn(move || {
                for _ in 0..5 {
                    // Each looks the file over, which others write to meanwhile.
                    let mut ledger = ledger::Ledger::open(&path).unwrap();
                    // Decides on what it is shown: never on a stale state.
                    ledger
                        .write(&draft("hq die"), |campaign| {
                            let before = campaign.formation("ax.xiv").unwrap().hq_die;
                            let after = Some(before.unwrap_or(0) + 1);
                            Ok::<_, campaign::Refusal>(vec![campaign::Event::HqDieChanged {
                                formation: "ax.xiv".into(),
                                before,
                                after,
                            }])
                        })
                        .unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let ledger = file.open();
    assert_eq!(ledger.campaign().unwrap().formation("ax.xiv").unwrap().hq_die, Some(20));
    no_breaches(&ledger);
}

#[test]
fn a_batch_is_kept_or_dropped_as_a_whole() {
    let file = File::small();
    let mut ledger = file.open();
    ledger.begin_batch().unwrap();
    assert!(matches!(ledger.begin_batch(), Err(LedgerError::Batch(_))));
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    assert!(try_write(&mut ledger, &draft("b"), &[step_east(9)]).is_err());
    write(&mut ledger, &draft("c"), &[step_east(4)]);
    ledger.undo(&draft("undo"), true).unwrap();
    assert!(matches!(ledger.backup(&file.folder.path().join("b")), Err(LedgerError::Batch(_))));
    ledger.end_batch(false).unwrap();
    assert!(matches!(ledger.end_batch(true), Err(LedgerError::Batch(_))));
    assert_eq!(ledger.campaign().unwrap(), small());
    assert_eq!(ledger.next_operation().unwrap(), 2);
    ledger.begin_batch().unwrap();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    write(&mut ledger, &draft("c"), &[step_east(4)]);
    ledger.end_batch(true).unwrap();
    assert_eq!(file.open().next_operation().unwrap(), 4);
    no_breaches(&ledger);
}
