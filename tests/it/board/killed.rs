//! A board that is killed has kept whatever a browser was told is done.
//!
//! The suite kills it a few times. To kill it oftener: `RAILHEAD_KILLS=200 cargo test --release --test it board::killed`; the
//! figures stand on the standard error.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::Board;
use crate::cli::field::Field;

/// How often it is killed with the suite.
const TIMES: usize = 8;
/// How many read while one writes.
const READERS: usize = 3;
/// After how long it is killed at most, from the first post on.
const LONGEST: u64 = 700;

/// Numbers that are the same each time: xorshift, with this seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Writes notes until the board answers no more; returns those that the board said were done.
fn write(board: &Board, umpire: &str, time: usize, mut op: usize) -> Vec<String> {
    let mut told = Vec::new();
    for number in 0.. {
        let (text, expected, key) = (format!("note {time}.{number};"), op.to_string(), format!("{time}.{number}"));
        let form = [("text", text.as_str()), ("mode", "do"), ("expect_op", &expected), ("form_key", &key)];
        match board.try_post(umpire, "/do/bound-note", &form) {
            Some(came) if came.status == 200 && came.body.contains("Done.") => {
                told.push(text);
                op += 1;
            }
            _ => break,
        }
    }
    told
}

#[test]
fn whatever_a_browser_was_told_is_done_is_kept_when_the_board_is_killed() {
    let times = std::env::var("RAILHEAD_KILLS").map_or(TIMES, |times| times.parse().unwrap());
    let (mut numbers, began) = (Numbers(0x5eed), Instant::now());
    let (pages, mut notes, mut lost) = (AtomicUsize::new(0), 0, Vec::new());
    let mut field = Field::new();
    for time in 0..times {
        // Now and then a new campaign, so that its log does not grow without end.
        if time % 20 == 0 {
            field = Field::new();
        }
        let board = Board::open(field.dir.path());
        let (umpire, is_open) = (board.umpire(), AtomicBool::new(true));
        let op: usize = board.get(&umpire, "/do/bound-note").field("expect_op").parse().unwrap();
        let (board, umpire, is_open, read) = (&board, &umpire, &is_open, &pages);
        let told = std::thread::scope(|scope| {
            for reader in 0..READERS {
                scope.spawn(move || {
                    let page = ["/", "/sheet", "/log"][reader % 3];
                    let port = board.port;
                    let request = format!(
                        "GET {page} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={umpire}\r\nConnection: close\r\n\r\n"
                    );
                    while is_open.load(Ordering::Relaxed) && board.send(&request).is_some() {
                        read.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            let writing = scope.spawn(move || write(board, umpire, time, op));
            // At whatever moment: while it answers, writes, or has just written.
            std::thread::sleep(Duration::from_millis(20 + numbers.below(LONGEST)));
            board.interrupt();
            is_open.store(false, Ordering::Relaxed);
            writing.join().unwrap()
        });
        notes += told.len();
        let verified = field.run("verify");
        assert_eq!(verified.code, 0, "kill {time}: {}{}", verified.out, verified.err);
        let log = field.done("op log --format csv");
        lost.extend(told.into_iter().filter(|note| !log.contains(note.as_str())));
    }
    assert!(notes > 0);
    assert!(lost.is_empty(), "told as done and lost: {lost:?}");
    let (pages, took) = (pages.into_inner(), began.elapsed().as_secs());
    eprintln!("killed {times} times in {took} s: {notes} notes told as done, none lost; {pages} pages read meanwhile");
}
