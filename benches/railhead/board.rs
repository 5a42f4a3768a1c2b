//! The board of Uranus under load, from a load generator of its own on this machine: how long a changed page takes beside
//! what of it is made in the office, and what sixty phones with open connections get.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::process::{railhead, run};
use crate::yardstick::{head, middle, row};

const CHANGES: usize = 16;
const PHONES: usize = 60;
const ALONE: usize = 40;
/// Between two requests of all phones together.
const EVERY: Duration = Duration::from_millis(50);
/// How often the umpire changes something meanwhile.
const CHANGED_EVERY: Duration = Duration::from_secs(5);
/// What a phone asks for.
const ASKED: [&str; 5] = ["/p/map", "/p/sheet", "/p/units", "/p/orders", "/p/report"];
/// A division that is given an order.
const UNIT: &str = "ax.a6.xiv.16pz";

/// An answer: its status, how long it took, and how long the office took for it.
struct Answer {
    status: u16,
    text: String,
    took: Duration,
    office: Duration,
}

struct Board {
    child: Child,
    port: u16,
    umpire: String,
}

impl Board {
    fn open(file: &Path) -> Self {
        let mut child = railhead()
            .arg("board")
            .arg("--no-open")
            .arg("--campaign")
            .arg(file)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a board");
        let mut out = BufReader::new(child.stdout.take().expect("its words"));
        let mut said = String::new();
        while !said.contains("Ctrl-C") {
            assert!(out.read_line(&mut said).expect("its words") > 0, "{said}");
        }
        let (_, rest) = said.split_once("http://127.0.0.1:").expect("an address");
        let (port, once) = rest.split_once("/j/").expect("a key");
        let mut board = Self { child, port: port.parse().expect("a port"), umpire: String::new() };
        board.umpire = board.enter(&once[..32]);
        board
    }

    fn enter(&self, key: &str) -> String {
        let came = self.ask("POST", "", "/enter", &format!("key={key}"));
        let (_, kept) = came.text.split_once(&format!("railhead-{}=", self.port)).expect("a cookie");
        kept[..32].to_owned()
    }

    fn get(&self, key: &str, address: &str) -> Answer {
        self.ask("GET", key, address, "")
    }

    fn ask(&self, method: &str, key: &str, address: &str, form: &str) -> Answer {
        let port = self.port;
        let request = format!(
            "{method} {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={key}\r\n\
             Origin: http://127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            form.len()
        );
        let began = Instant::now();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let took = began.elapsed();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let office = text.split_once("office;dur=").and_then(|(_, rest)| rest.lines().next()?.trim().parse().ok());
        Answer { status, text, took, office: Duration::from_secs_f64(office.unwrap_or(0.0) / 1_000.0) }
    }

    /// Has the umpire do a command, as he types it.
    fn does(&self, line: &str) {
        let plain = self.plain(&format!("/line?q={}", line.replace(' ', "+")));
        let of = |name: &str| {
            let (_, rest) = plain.split_once(&format!("name=\"{name}\" value=\"")).expect("a field");
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        let form = format!("line={}&expect_op={}&form_key={}", line.replace(' ', "+"), of("expect_op"), of("form_key"));
        let came = self.ask("POST", &self.umpire, "/line", &form);
        assert_eq!(came.status, 200, "{line}");
    }

    /// A page of the umpire's that is not packed.
    fn plain(&self, address: &str) -> String {
        let (port, key) = (self.port, &self.umpire);
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let request = format!(
            "GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={key}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("a page");
        text
    }

    /// Lets a player in, and gives his key.
    fn player(&self, number: usize) -> String {
        let side = if number.is_multiple_of(2) { "SU" } else { "AX" };
        let page = self.plain("/join");
        let (_, rest) = page.split_once("name=\"form_key\" value=\"").expect("a form");
        let form = format!("name=Player+{number}&side={side}&form_key={}", &rest[..32]);
        let (port, key) = (self.port, &self.umpire);
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let request = format!(
            "POST /player HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={key}\r\n\
             Origin: http://127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            form.len()
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("a page");
        let (_, code) = text.split_once("/j/").expect("a code");
        self.enter(&code[..32])
    }

    /// What the process has in memory, in kB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Measures and prints.
pub(crate) fn measure(folder: &Path) {
    let file = folder.join("board.railhead");
    run(railhead().args(["-q", "new", "uranus-1942"]).arg(&file));
    // So that there is a bound to report of.
    run(railhead().args(["-q", "bound", "close", "--campaign"]).arg(&file));
    let board = Board::open(&file);
    after_orders(&board);
    under_load(&board);
}

/// An order, and its end, by turns.
fn order(number: usize) -> String {
    if number.is_multiple_of(2) { format!("order {UNIT} dig-in") } else { format!("order cancel {UNIT}") }
}

/// The map and the sheet, each after an order.
fn after_orders(board: &Board) {
    head("A page of the umpire's board of Uranus after an order", "what the office took");
    for (name, page) in [("the map", "/"), ("the supply sheet", "/sheet")] {
        let mut times = (Vec::new(), Vec::new());
        for number in 0..CHANGES {
            board.does(&order(number));
            let came = board.get(&board.umpire, page);
            assert_eq!(came.status, 200, "{page}");
            times.0.push(came.took);
            times.1.push(came.office);
        }
        let office = middle(times.1);
        row(&format!("{name}, in the office"), office, office);
        row(&format!("{name}, as a browser gets it"), middle(times.0), office);
    }
}

/// Sixty phones: each keeps a connection on which it is told of changes, and together they ask twenty times a second.
fn under_load(board: &Board) {
    let seconds = std::env::var("RAILHEAD_LOAD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let keys: Vec<String> = (0..PHONES).map(|number| board.player(number)).collect();
    let alone: Vec<Duration> =
        (0..ALONE).map(|number| board.get(&keys[number % PHONES], ASKED[number % ASKED.len()]).took).collect();
    let (told, over) = (Arc::new(Mutex::new(0_u32)), Arc::new(AtomicBool::new(false)));
    for key in &keys {
        listen(board.port, key, Arc::clone(&told));
    }
    let (times, errors) = (Mutex::new(Vec::new()), Mutex::new(0_u32));
    let memory = std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0.. {
                sleep(CHANGED_EVERY);
                if over.load(Ordering::Relaxed) {
                    return;
                }
                board.does(&order(number));
            }
        });
        let asking = (0..seconds * 20).map(|number: usize| {
            sleep(EVERY);
            let (key, address) = (&keys[number * 7 % PHONES], ASKED[number % ASKED.len()]);
            scope.spawn(|| {
                let came = board.get(key, address);
                if came.status == 200 {
                    times.lock().expect("times").push(came.took);
                } else {
                    *errors.lock().expect("errors") += 1;
                }
            });
            (number == 10 * 20).then(|| board.memory())
        });
        let early = asking.flatten().last();
        over.store(true, Ordering::Relaxed);
        (early.unwrap_or_default(), board.memory())
    });
    let mut times = times.into_inner().expect("times");
    times.sort_unstable();
    let single = middle(alone);
    head(&format!("{PHONES} phones and 20 requests a second for {seconds} s, Uranus"), "one alone");
    row("a page of one phone alone, the median", single, single);
    row("under load, the median", times[times.len() / 2], single);
    row("under load, the 99th percentile", times[times.len() * 99 / 100], single);
    let (errors, told) = (errors.into_inner().expect("errors"), *told.lock().expect("news"));
    println!(
        "\n{} answers, {errors} errors, {told} pieces of news; memory {} kB after 10 s, {} kB in the end",
        times.len(),
        memory.0,
        memory.1
    );
}

/// Keeps a connection on which a phone is told of changes.
fn listen(port: u16, key: &str, told: Arc<Mutex<u32>>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    let request = format!("GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={key}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    std::thread::spawn(move || {
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        for _ in lines.filter(|line| line.starts_with("event: op")) {
            *told.lock().expect("news") += 1;
        }
    });
}
