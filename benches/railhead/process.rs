//! `railhead supply status` as a process, beside a bare program that steps through every row of every table.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use campaign::Campaign;
use ledger::{Ledger, OperationDraft};
use ops::Session;
use supply::assess;

use crate::yardstick::{head, median, middle, row};

const RUNS: usize = 21;

/// How often a bound is closed, each time on a fresh copy of the file.
const CLOSINGS: usize = 9;

/// Measures and prints.
pub(crate) fn measure(theatre: &Campaign, folder: &Path, flood: Duration) {
    let uranus = folder.join("uranus.railhead");
    run(railhead().args(["-q", "new", "uranus-1942"]).arg(&uranus));
    let status = beside("Uranus", &uranus);
    let closing = close(folder, &uranus);
    head("`railhead bound close` on Uranus, as a process", "supply statuses");
    row("`railhead bound close`, the first morning", closing, status);
    let large = folder.join("theatre.railhead");
    Ledger::create(&large, &draft(), theatre).expect("a campaign file");
    beside("the theatre", &large);
    let (loading, _) = median(RUNS, || Session::open(&large).expect("a campaign").look(None).expect("a campaign"));
    head("Loading the theatre", "floods");
    row("opening the file and loading the campaign", loading, flood);
    println!();
    for (name, file) in [("Uranus", &uranus), ("the theatre", &large)] {
        let bytes = std::fs::metadata(file).expect("a campaign file").len();
        println!("{name}: a file of {} kB; memory at most {}", bytes / 1_024, peak(file));
    }
}

fn draft() -> OperationDraft {
    OperationDraft {
        command: "new theatre".to_owned(),
        request: serde_json::json!({}),
        group: None,
        seed: None,
        reason: None,
        overridden: None,
        expect: None,
        inputs: Vec::new(),
        time: chrono::DateTime::UNIX_EPOCH,
    }
}

/// The two programs by turns, so that what else the machine does weighs on both alike; the time of `supply status`.
fn beside(name: &str, file: &Path) -> Duration {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..=RUNS {
        let mut status = railhead();
        status.arg("--campaign").arg(file).args(["supply", "status"]);
        let mut bare = myself();
        bare.arg("--bare").arg(file);
        for (times, command) in times.iter_mut().zip([status, bare]) {
            times.push(timed(command));
        }
    }
    let [status, bare] = times.map(|mut times| {
        times.remove(0);
        middle(times)
    });
    head(&format!("`railhead supply status` on {name}, as a process"), "bare programs");
    row("a bare program that steps through every row of every table", bare, bare);
    row("`railhead supply status`", status, bare);
    status
}

pub(crate) fn timed(mut command: Command) -> Duration {
    let began = Instant::now();
    run(&mut command);
    began.elapsed()
}

pub(crate) fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("a program that starts");
    assert!(status.success(), "{command:?} ended with {status}");
}

pub(crate) fn railhead() -> Command {
    Command::new(env!("CARGO_BIN_EXE_railhead"))
}

/// A file of Uranus after its whole history, made where it is not there yet.
pub(crate) fn after_history(folder: &Path) -> PathBuf {
    let file = folder.join("history.railhead");
    if !file.exists() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns/uranus-1942/history.txt");
        run(railhead().args(["-q", "new", "uranus-1942"]).arg(&file));
        run(railhead().arg("-q").arg("--campaign").arg(&file).arg("run").arg(&script));
    }
    file
}

fn myself() -> Command {
    Command::new(std::env::current_exe().unwrap_or_else(|_| PathBuf::from("railhead-bench")))
}

/// Steps through every row of every table of a file.
pub(crate) fn step_through(file: &str) {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let conn = rusqlite::Connection::open_with_flags(file, flags).expect("a database");
    let tables: Vec<String> = {
        let mut names = conn.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").expect("a query");
        let rows = names.query_map([], |row| row.get(0)).expect("names");
        rows.collect::<Result<_, _>>().expect("names")
    };
    for table in tables {
        let mut all = conn.prepare(&format!("SELECT * FROM \"{table}\"")).expect("a query");
        let mut rows = all.query([]).expect("rows");
        while rows.next().expect("a row").is_some() {}
    }
}

/// The most memory that loading and tracing a campaign took, as the kernel says it.
fn peak(file: &Path) -> String {
    let out = myself().arg("--peak").arg(file).output().expect("a program that starts");
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}

/// Loads and traces a campaign, and prints the most memory that this took.
pub(crate) fn print_peak(file: &str) {
    let campaign = Session::open(Path::new(file)).expect("a campaign").look(None).expect("a campaign");
    let sides: Vec<_> = campaign.sides.iter().map(|side| side.id).collect();
    assert!(!assess(&campaign, &sides, 0).is_empty(), "nobody draws supply");
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    println!("{}", peak.map_or("unknown: this system does not say", str::trim));
}

/// The time of `bound close` as a process on Uranus, each on a fresh copy of the file.
fn close(folder: &Path, uranus: &Path) -> Duration {
    let copy = folder.join("closing.railhead");
    let closed = |_| {
        std::fs::copy(uranus, &copy).expect("a copy");
        let mut close = railhead();
        close.arg("-q").arg("--campaign").arg(&copy).args(["bound", "close"]);
        timed(close)
    };
    middle((0..CLOSINGS).map(closed).collect())
}
