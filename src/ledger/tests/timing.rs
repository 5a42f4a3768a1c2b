//! How long loading and writing take on a campaign of the size of Uranus.
//!
//! `cargo test --release -p railhead-ledger timing -- --ignored --nocapture`

use std::sync::Arc;
use std::time::Instant;

use campaign::*;
use domain::*;

use super::fixture::*;

pub(super) fn large() -> Campaign {
    let mut campaign = small();
    campaign.frame = MapFrame { columns: 115, rows: 101, ..campaign.frame };
    let mut ground = Ground::blank(&campaign.frame);
    for square in campaign.frame.squares() {
        ground.set_control(square, Some(side(if square.col < 60 { "AX" } else { "SU" })));
        if square.row + 1 < 101 && square.col % 4 == 0 {
            ground.set_road(SquareSide { square, edge: Edge::South }, Some(RoadQuality::Good));
        }
        if square.col == 60 {
            let river = Some(RiverSide { class: RiverClass::Major, river: 1 });
            ground.set_river(SquareSide { square, edge: Edge::East }, river);
        }
    }
    campaign.ground = Arc::new(ground);
    for d in 0..340_u32 {
        let id = format!("ax.a.{d}");
        let of = if d % 2 == 0 { "AX" } else { "SU" };
        campaign.formations.insert(formation(&id, d * 10, None, of));
        for b in 0..9_u32 {
            let leaf_id = format!("{id}.b{b}");
            let mut battalion = formation(&leaf_id, d * 10 + b + 1, Some(&id), of);
            battalion.leaf = Some(leaf(Square::new((d % 115) as u16, (b * 10) as u16), 1));
            campaign.formations.insert(battalion);
        }
    }
    campaign
}

/// What the issue measures against: open, step through every row of every table.
fn bare(path: &std::path::Path) -> u64 {
    let conn = rusqlite::Connection::open(path).unwrap();
    let tables: Vec<String> = conn
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut count = 0;
    for table in tables {
        let mut statement = conn.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let mut rows = statement.query([]).unwrap();
        while rows.next().unwrap().is_some() {
            count += 1;
        }
    }
    count
}

fn best_of(times: u32, what: &str, mut work: impl FnMut()) {
    let mut taken: Vec<_> = (0..times)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    taken.sort();
    println!("{what:<44} {:>10.2?} (median {:.2?})", taken[0], taken[taken.len() / 2]);
}

#[test]
#[ignore = "measures; asserts nothing"]
fn loading_and_writing() {
    let campaign = large();
    let start = Instant::now();
    let file = File::new(&campaign);
    let size = std::fs::metadata(&file.path).unwrap().len();
    println!("create {:.2?}, {size} bytes, {} formations", start.elapsed(), campaign.formations.len());
    best_of(30, &format!("bare program, {} rows", bare(&file.path)), || assert!(bare(&file.path) > 0));
    best_of(30, "open", || drop(file.open()));
    best_of(30, "open and load", || drop(file.open().campaign().unwrap()));
    let ledger = file.open();
    best_of(30, "load", || drop(ledger.campaign().unwrap()));
    best_of(30, "load, not dropped", || std::mem::forget(ledger.campaign().unwrap()));
    best_of(10, "verify", || no_breaches(&ledger));
    best_of(10, "as of start", || drop(ledger.as_of(ledger::Moment::Start).unwrap()));
    best_of(10, "breaches", || drop(breaches(&campaign)));
    best_of(10, "clone", || drop(campaign.clone()));
    drop(ledger);
    let mut col = 3;
    let mut next = || {
        col = if col == 3 { 4 } else { 3 };
        let square = |col| Some(Square::new(col, 2));
        Event::LeafPlaced { leaf: "ax.xiv.16.b1".into(), before: square(7 - col), after: square(col) }
    };
    best_of(10, "open, write one event", || drop(write(&mut file.open(), &draft("x"), &[next()])));
    let mut ledger = file.open();
    best_of(100, "write one event, kept open", || drop(write(&mut ledger, &draft("x"), &[next()])));
    ledger.begin_batch().unwrap();
    best_of(100, "write one event within a batch", || drop(write(&mut ledger, &draft("x"), &[next()])));
    ledger.end_batch(true).unwrap();
    best_of(5, "undo", || drop(ledger.undo(&draft("undo"), false).unwrap()));
}

#[test]
#[ignore = "for a profiler"]
fn loading_alone() {
    let file = File::new(&large());
    let ledger = file.open();
    (0..400).for_each(|_| drop(ledger.campaign().unwrap()));
}
