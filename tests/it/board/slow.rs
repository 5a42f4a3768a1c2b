//! What takes long is made while others are answered.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use super::Board;
use crate::cli::field::Field;

/// Whether nothing has come yet.
fn waits(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let came = stream.peek(&mut [0]);
    stream.set_nonblocking(false).unwrap();
    matches!(came, Err(error) if error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn who_asks_for_a_page_or_writes_does_not_wait_for_a_film_or_a_pack() {
    let field = Field::playing("first-bound");
    for _ in 0..3 {
        field.done("bound close --anyway");
    }
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let player = board.player(&umpire, "Dmitri", "SU", "");
    let form = board.get(&umpire, "/do/replay");
    let (op, key) = (form.field("expect_op"), form.field("form_key"));
    let film = [("expect_op", op.as_str()), ("form_key", key.as_str()), ("pixels", "2000"), ("as_file", "1")];
    let origin = format!("Origin: http://127.0.0.1:{}\r\n", board.port);
    let film = board.posting(&umpire, "/do/replay", &film, &origin);
    let get = |key: &str, address: &str| {
        let (port, cookie) = (board.port, format!("Cookie: railhead-{}={key}\r\n", board.port));
        format!("GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}Connection: close\r\n\r\n")
    };
    let slow = [(film, "GIF89a"), (get(&umpire, "/print/pack.pdf"), "%PDF"), (get(&player, "/p/pack.pdf"), "%PDF")];
    for (number, (request, begins)) in (1..).zip(slow) {
        let mut stream = TcpStream::connect(("127.0.0.1", board.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        // However they come in: the last of these comes in behind it.
        for page in ["/close", "/log", "/join"] {
            assert!(board.get(&umpire, page).status < 400, "{page}");
        }
        assert_eq!(board.get(&player, "/p/post").status, 200);
        let note = format!("note {number}");
        let came = board.fill(&umpire, "/do/bound-note", "/do/bound-note", &[("text", &note), ("mode", "do")]);
        assert!(came.status == 200 && came.body.contains("Done."), "{}", came.body);
        assert!(waits(&stream), "{begins}: it came before what was asked for later");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(body.contains(begins) && body.find(begins) < Some(16), "{begins}: {body:.80}");
    }
    assert_eq!(field.operations("first-bound.railhead"), 7);
}
