//! What one changes shows with the others, and only with those who see a difference.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::Board;
use crate::cli::field::Field;

/// What an open page is told, but for the beat, and how many phones are connected.
pub(super) fn listen(board: &Board, key: &str) -> Receiver<(String, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", board.port)).unwrap();
    let port = board.port;
    let request = format!("GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={key}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let (tell, told) = channel();
    std::thread::spawn(move || {
        let mut kind = String::new();
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if let Some(text) = line.strip_prefix("event: ") {
                text.clone_into(&mut kind);
            } else if let Some(text) = line.strip_prefix("data: ")
                && !matches!(kind.as_str(), "beat" | "phones")
                && tell.send((kind.clone(), text.to_owned())).is_err()
            {
                return;
            }
        }
    });
    told
}

pub(super) fn next(told: &Receiver<(String, String)>) -> (String, String) {
    told.recv_timeout(Duration::from_secs(30)).expect("nothing was told")
}

fn is(kind: &str, number: &str) -> (String, String) {
    (kind.to_owned(), number.to_owned())
}

#[test]
fn a_command_in_a_terminal_shows_on_the_board_and_with_players_who_see_it() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let [su, ax] = [("Dmitri", "SU"), ("Erich", "AX")].map(|(name, side)| board.player(&umpire, name, side, ""));
    let second = board.player(&umpire, "Hans", "AX", "");
    let [told, su_told, ax_told, ax_too] = [&umpire, &su, &ax, &second].map(|key| listen(&board, key));
    // Each is told first which state he sees.
    for told in [&told, &su_told, &ax_told, &ax_too] {
        assert_eq!(next(told), is("op", "1"));
    }
    // What the Axis side has in stock the other side does not see.
    assert_eq!(field.run("unit rename ax.9id 'Sixteenth'").code, 0);
    assert_eq!(next(&told), is("op", "2"));
    assert_eq!([&ax_told, &ax_too].map(next), [is("op", "2"), is("op", "2")]);
    // A message goes to him to whom it is written, and to the umpire; nothing else came to the others meanwhile.
    board.fill(&su, "/p/post", "/p/message", &[("text", "who goes there?")]);
    assert_eq!(next(&told), is("message", "1"));
    assert_eq!(next(&su_told), is("message", "1"));
    board.fill(&umpire, "/join", "/player/1/revoke", &[]);
    assert_eq!(next(&su_told), is("bye", "0"));
    assert!(ax_told.try_recv().is_err());
}

#[test]
fn what_a_terminal_proposes_for_a_player_shows_with_him_and_the_umpire_at_once() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let [su, ax] = [("Dmitri", "SU"), ("Erich", "AX")].map(|(name, side)| board.player(&umpire, name, side, ""));
    assert!(board.get(&umpire, "/").body.contains("no orders wait for the march"));
    let [told, su_told, ax_told] = [&umpire, &su, &ax].map(|key| listen(&board, key));
    for told in [&told, &su_told, &ax_told] {
        assert_eq!(next(told), is("op", "1"));
    }
    field.write("mail.txt", "side AX\nbound 1am\nax.9id dig-in\n");
    let proposed = std::time::Instant::now();
    assert_eq!(field.run("orders import mail.txt --propose Erich").code, 0);
    assert_eq!([&told, &ax_told].map(next), [is("proposal", "1"), is("proposal", "1")]);
    assert!(proposed.elapsed() < Duration::from_secs(10), "{:?}", proposed.elapsed());
    assert!(board.get(&umpire, "/").body.contains("1 proposal waits for you to decide"));
    assert!(su_told.try_recv().is_err());
    // Told once: what the board itself keeps is told too, and nothing again of what was.
    board.fill(&ax, "/p/post", "/p/message", &[("text", "did you get it?")]);
    assert_eq!([&told, &ax_told].map(next), [is("message", "2"), is("message", "2")]);
}

#[test]
fn nobody_without_a_key_is_told_anything() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    assert_eq!(board.get("", "/events").status, 404);
    assert_eq!(board.get(&"0".repeat(32), "/events").status, 404);
}

#[test]
fn one_key_keeps_four_windows_up_to_date_and_a_fifth_once_one_is_closed() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let port = board.port;
    let request = format!("GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={umpire}\r\n\r\n");
    let open = || {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut status = String::new();
        BufReader::new(&stream).read_line(&mut status).unwrap();
        (stream, status)
    };
    let mut windows: Vec<_> = (0..4).map(|_| open()).collect();
    assert!(windows.iter().all(|(_, status)| status.contains(" 200 ")));
    let fifth = board.get(&umpire, "/events");
    assert_eq!((fifth.status, fifth.body.as_str()), (429, "close another window of the board first"));
    windows.pop();
    let closed = std::time::Instant::now();
    while !open().1.contains(" 200 ") {
        assert!(closed.elapsed() < Duration::from_secs(20), "a window that is closed counts on");
        std::thread::sleep(Duration::from_millis(50));
    }
}
