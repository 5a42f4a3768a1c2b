//! A board that is killed has kept whatever a browser was told is done.

use super::Board;
use crate::cli::field::Field;

/// How often it is killed.
const TIMES: usize = 8;

#[test]
fn whatever_a_browser_was_told_is_done_is_kept_when_the_board_is_killed() {
    let field = Field::new();
    let mut told = Vec::new();
    for time in 0..TIMES {
        let board = Board::open(field.dir.path());
        let umpire = board.umpire();
        let page = board.get(&umpire, "/do/bound-note");
        let mut op: usize = page.field("expect_op").parse().unwrap();
        std::thread::scope(|scope| {
            let (board, told, umpire) = (&board, &mut told, &umpire);
            let posting = scope.spawn(move || {
                for number in 0.. {
                    let (text, expected, key) =
                        (format!("note {time}.{number}"), op.to_string(), format!("{time}.{number}"));
                    let form = [("text", text.as_str()), ("mode", "do"), ("expect_op", &expected), ("form_key", &key)];
                    match board.try_post(umpire, "/do/bound-note", &form) {
                        Some(came) if came.status == 200 && came.body.contains("Done.") => {
                            told.push(text);
                            op += 1;
                        }
                        _ => return,
                    }
                }
            });
            // Each time a little later: while it answers, writes, or has just written.
            std::thread::sleep(std::time::Duration::from_millis(40 + 37 * time as u64));
            board.interrupt();
            posting.join().unwrap();
        });
    }
    assert!(!told.is_empty());
    let verified = field.run("verify");
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let status = field.done("status");
    for note in told {
        assert!(status.contains(&note), "{note} is lost: {status}");
    }
}
