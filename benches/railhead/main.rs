//! What the figures in `docs/PERFORMANCE.md` come from: `cargo bench`.
//!
//! What it is: a plain program, so that a figure is a ratio of two times of one run and nothing else.
//! What it decides: nothing; it prints a table. Where to look next: `theatre`, what it is measured on.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]

mod flood;
mod theatre;
mod tracing;
mod yardstick;

fn main() {
    // `cargo test --benches` and `cargo clippy` build this; only `cargo bench` hands it `--bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let armies = std::env::var("ARMIES").map_or(10, |a| a.parse().unwrap());
    let campaign = theatre::theatre(theatre::Size { armies, ..theatre::Size::FULL }, 1942);
    tracing::measure(&campaign);
}
