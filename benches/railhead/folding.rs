//! Folding the log of Uranus after its whole history, beside a bare program that reads every column of its events.

use std::path::Path;

use ledger::{Ledger, Moment};

use crate::process::after_history;
use crate::yardstick::{head, median, row};

const RUNS: usize = 9;

/// Measures and prints.
pub(crate) fn measure(folder: &Path) {
    let file = after_history(folder);
    let ledger = Ledger::open(&file).expect("a campaign");
    let (bare, events) = median(RUNS, || read_events(&file));
    let (verifying, sound) = median(RUNS, || ledger.verify().expect("a log"));
    let middle = Moment::Operation(ledger.next_operation().expect("a log") / 2);
    let (looking_back, _) = median(RUNS, || ledger.as_of(middle).expect("a campaign"));
    head("The log of Uranus after its history", "bare readings");
    row(&format!("a bare program that reads every column of {events} events"), bare, bare);
    row("`verify`: the whole log folded, and compared with the tables", verifying, bare);
    row("`--as-of` the middle of the log", looking_back, bare);
    let bytes = std::fs::metadata(&file).expect("a campaign file").len();
    println!(
        "\n{} events verified ({} breaches), {:.0} events a second; the file has {} kB",
        sound.events,
        sound.breaches.len(),
        f64::from(events) / verifying.as_secs_f64(),
        bytes / 1_024,
    );
    describe_file(&file);
}

/// Reads every column of every event; how many there are.
fn read_events(file: &Path) -> u32 {
    let conn = rusqlite::Connection::open(file).expect("a database");
    let mut all = conn.prepare("SELECT * FROM event").expect("a query");
    let columns = all.column_count();
    let mut rows = all.query([]).expect("rows");
    let mut read = 0;
    while let Some(row) = rows.next().expect("a row") {
        for column in 0..columns {
            std::hint::black_box(row.get_ref(column).expect("a column"));
        }
        read += 1;
    }
    read
}

/// What the file is made of: its largest tables and indices.
fn describe_file(file: &Path) {
    let conn = rusqlite::Connection::open(file).expect("a database");
    let sql = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 8";
    let Ok(mut parts) = conn.prepare(sql) else { return };
    let parts = parts.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)));
    let Ok(parts) = parts.map(|rows| rows.flatten().collect::<Vec<_>>()) else { return };
    let named: Vec<String> = parts.into_iter().map(|(name, bytes)| format!("{name} {} kB", bytes / 1_024)).collect();
    println!("of which {}", named.join(", "));
}
