//! The board as its users reach it: the program serves, and a client asks over the wire.

mod accessible;
mod again;
mod answered;
mod battles;
mod browsed;
pub(crate) mod chromium;
mod decided;
mod dragged;
mod evening;
mod fates;
mod files;
mod found;
mod guard;
mod hung;
mod killed;
mod leaks;
mod linked;
mod live;
mod looked_back;
mod lost;
mod mended;
mod new;
mod noticed;
mod offline;
mod ordered;
mod pages;
mod plain;
mod reported;
mod slow;
mod stepped;
mod supplied;
mod taken;
mod tapped;
mod umpire;
mod ways;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::cli::field::Field;

/// A board that is open.
pub(crate) struct Board {
    child: Child,
    pub(crate) port: u16,
    /// The key of the address that it printed, good for one entry.
    pub(crate) once: String,
    /// All that it printed.
    pub(crate) said: String,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Came {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Came {
    /// A header by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    /// The value of a field that is not seen.
    pub(crate) fn field(&self, name: &str) -> String {
        let (_, rest) = self.body.split_once(&format!("name=\"{name}\" value=\"")).expect(name);
        rest.split('"').next().unwrap().to_owned()
    }

    /// The page with what is typed in back-ticks, as a terminal has it.
    pub(crate) fn typed(&self) -> String {
        self.body.replace("<code>", "`").replace("</code>", "`")
    }

    /// The page without what is made anew each time: the keys of forms.
    pub(crate) fn without_keys(&self) -> String {
        let mut kept = String::new();
        for (number, piece) in self.body.split("name=\"form_key\" value=\"").enumerate() {
            kept.push_str(if number == 0 { piece } else { piece.split_once('"').unwrap().1 });
        }
        kept
    }
}

impl Board {
    /// Opens the board of the only campaign of a folder.
    pub(crate) fn open(dir: &Path) -> Self {
        Self::open_with(dir, &[])
    }

    pub(crate) fn open_with(dir: &Path, more: &[&str]) -> Self {
        // Whichever is free: the usual one is a single one for all tests.
        let port: &[&str] = if more.contains(&"--port") { &[] } else { &["--port", "0"] };
        Self::open_as(dir, &[port, more].concat())
    }

    /// The same with these flags alone.
    pub(crate) fn open_as(dir: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_railhead"))
            .args(["board", "--no-open"])
            .args(more)
            .current_dir(dir)
            .env_clear()
            .env("RAILHEAD_CLOCK", "2026-01-02T03:04:05Z")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.contains("Ctrl-C ends it") {
            assert!(out.read_line(&mut said).unwrap() > 0, "the board did not open: {said}");
        }
        let (_, rest) = said.split_once("the board: http://127.0.0.1:").expect("an address");
        let (port, rest) = rest.split_once("/j/").unwrap();
        Self { child, port: port.parse().unwrap(), once: rest.lines().next().unwrap().to_owned(), said: said.clone() }
    }

    /// Sends a request as it stands, and gives what comes back.
    pub(crate) fn send(&self, request: &str) -> Option<Came> {
        sent(&format!("127.0.0.1:{}", self.port), request)
    }

    fn cookie(&self, key: &str) -> String {
        if key.is_empty() { String::new() } else { format!("Cookie: railhead-{}={key}\r\n", self.port) }
    }

    pub(crate) fn get(&self, key: &str, address: &str) -> Came {
        let (port, cookie) = (self.port, self.cookie(key));
        let request = format!("GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}Connection: close\r\n\r\n");
        self.send(&request).unwrap_or_else(|| panic!("no answer: {address}"))
    }

    /// Sends a form from a page of the board.
    pub(crate) fn post(&self, key: &str, address: &str, form: &[(&str, &str)]) -> Came {
        self.try_post(key, address, form).unwrap_or_else(|| panic!("no answer: {address}"))
    }

    pub(crate) fn try_post(&self, key: &str, address: &str, form: &[(&str, &str)]) -> Option<Came> {
        let origin = format!("Origin: http://127.0.0.1:{}\r\n", self.port);
        self.send(&self.posting(key, address, form, &origin))
    }

    pub(crate) fn posting(&self, key: &str, address: &str, form: &[(&str, &str)], origin: &str) -> String {
        let form: Vec<String> = form.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let (port, cookie, body) = (self.port, self.cookie(key), form.join("&"));
        format!(
            "POST {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}{origin}Connection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    /// Enters with the key of an address, and gives the key that the browser keeps.
    pub(crate) fn enter(&self, key: &str) -> String {
        let came = self.post("", "/enter", &[("key", key)]);
        assert_eq!(came.status, 303, "{came:?}");
        let cookie = came.header("set-cookie").unwrap();
        cookie.split_once('=').unwrap().1.split(';').next().unwrap().to_owned()
    }

    /// Enters as the umpire.
    pub(crate) fn umpire(&self) -> String {
        self.enter(&self.once)
    }

    /// Names a player and enters as he does.
    pub(crate) fn player(&self, umpire: &str, name: &str, side: &str, commander: &str) -> String {
        let form = [("name", name), ("side", side), ("commander", commander)];
        let came = self.post(umpire, "/player", &form);
        assert_eq!(came.status, 200, "{}", came.body);
        let (_, rest) = came.body.split_once("/j/").expect("a code");
        self.enter(&rest[..32])
    }

    /// Hangs up a screen that shows what this side knows, or what neither minds, and enters as it does.
    pub(crate) fn screen(&self, umpire: &str, side: &str) -> String {
        let came = self.fill(umpire, "/join", "/screen", &[("shows", side)]);
        let (_, rest) = came.body.split_once("/j/").expect("a code");
        self.enter(&rest[..32])
    }

    /// Fills in the form of a page and sends it.
    pub(crate) fn fill(&self, key: &str, page: &str, address: &str, form: &[(&str, &str)]) -> Came {
        let came = self.get(key, page);
        let (op, mark) = (came.field("expect_op"), came.field("form_key"));
        let own = [("expect_op", op.as_str()), ("form_key", mark.as_str())];
        self.post(key, address, &[&own, form].concat())
    }

    /// The same, and goes on as a browser does from what was kept.
    pub(crate) fn fill_and_go(&self, key: &str, page: &str, address: &str, form: &[(&str, &str)]) -> Came {
        let came = self.fill(key, page, address, form);
        came.header("location").map_or_else(|| came.clone(), |page| self.get(key, page))
    }

    /// Kills it, whatever it is doing.
    pub(crate) fn interrupt(&self) {
        let killed = Command::new("kill").args(["-9", &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
    }
}

/// The tutorial with two players: Dmitri for the Soviet side, Erich who commands the panzer division.
fn opened() -> (Field, Board, [String; 3]) {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    let erich = board.player(&umpire, "Erich", "AX", "ax.pz");
    (field, board, [umpire, dmitri, erich])
}

/// A player proposes a march along a way.
fn proposed(board: &Board, key: &str, unit: &str, way: &str) {
    let form = [("unit", unit), ("action", "move"), ("way", way), ("rate", "road")];
    let came = board.fill(key, "/p/orders", "/p/proposal", &form);
    assert_eq!(came.status, 303, "{}", came.body);
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request as it stands, and gives what comes back.
fn sent(host: &str, request: &str) -> Option<Came> {
    sent_bytes(host, request.as_bytes())
}

fn sent_bytes(host: &str, request: &[u8]) -> Option<Came> {
    sent_within(host, request, Duration::from_mins(1))
}

/// The same of what may take longer.
fn sent_within(host: &str, request: &[u8], longest: Duration) -> Option<Came> {
    let mut stream = TcpStream::connect(host).ok()?;
    stream.set_read_timeout(Some(longest)).unwrap();
    // Whoever is refused before all is read is answered all the same.
    let _ = stream.write_all(request);
    let mut text = Vec::new();
    stream.read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Came { status, head: head.to_owned(), body: body.to_owned() })
}

/// A text as it stands in a form.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
