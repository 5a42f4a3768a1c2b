//! What the figures in `docs/PERFORMANCE.md` come from: `cargo bench`.
//!
//! What it is: a plain program, so that a figure is a ratio of two times of one run and nothing else.
//! What it decides: nothing; it prints tables in Markdown. Where to look next: `theatre`, what it is measured on.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]

mod bound;
mod convoys;
mod flood;
mod folding;
mod planning;
mod process;
mod staff;
mod theatre;
mod tracing;
mod yardstick;

/// The seed of the theatre.
const SEED: u64 = 1942;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // The benchmark runs itself so, to be measured as a process.
        ["--bare", file] => process::step_through(file),
        ["--peak", file] => process::print_peak(file),
        // `cargo test --benches` and `cargo clippy` build this; only `cargo bench` hands it `--bench`.
        _ if arguments.iter().any(|argument| argument == "--bench") => measure(),
        _ => {}
    }
}

fn measure() {
    let campaign = theatre::theatre(theatre::Size::FULL, SEED);
    let folder = tempfile::tempdir().expect("a folder for campaign files");
    let flood = tracing::measure(&campaign);
    staff::measure(&campaign, flood);
    bound::measure(&campaign, flood);
    planning::measure(&campaign, flood);
    convoys::measure(&campaign, flood);
    process::measure(&campaign, folder.path(), flood);
    folding::measure(folder.path());
}
