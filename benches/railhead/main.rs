//! What the figures in `docs/PERFORMANCE.md` come from: `cargo bench`.
//!
//! What it is: a plain program, so that a figure is a ratio of two times of one run and nothing else.
//! What it decides: nothing; it prints tables in Markdown. Where to look next: `theatre`, what it is measured on.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]
#![allow(clippy::print_stdout, reason = "a benchmark prints tables")]

mod board;
mod bound;
#[path = "../../tests/it/board/chromium.rs"]
#[allow(clippy::panic, clippy::print_stderr, dead_code, reason = "it is written for tests, which do more with it")]
mod chromium;
mod convoys;
mod flood;
mod folding;
mod layout;
mod paint;
mod paper;
mod planning;
mod process;
mod staff;
mod theatre;
mod tracing;
mod yardstick;

/// The program's own, so that what is called here takes what it takes in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The seed of the theatre.
const SEED: u64 = 1942;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // The benchmark runs itself so, to be measured as a process.
        ["--bare", file] => process::step_through(file),
        ["--peak", file] => process::print_peak(file),
        // `cargo test --benches` and `cargo clippy` build this; only `cargo bench` hands it `--bench`.
        _ if arguments.iter().any(|argument| argument == "--bench") => measure(&arguments),
        _ => {}
    }
}

/// Measures all, or the parts that are named.
fn measure(arguments: &[String]) {
    let named: Vec<&str> = arguments.iter().map(String::as_str).filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |part: &str| named.is_empty() || named.contains(&part);
    let campaign = theatre::theatre(theatre::Size::FULL, SEED);
    let folder = tempfile::tempdir().expect("a folder for campaign files");
    let flood = tracing::measure(&campaign);
    let parts: [(&str, &dyn Fn()); 10] = [
        ("staff", &|| staff::measure(&campaign, flood)),
        ("bound", &|| bound::measure(&campaign, flood)),
        ("planning", &|| planning::measure(&campaign, flood)),
        ("convoys", &|| convoys::measure(&campaign, flood)),
        ("process", &|| process::measure(&campaign, folder.path(), flood)),
        ("folding", &|| folding::measure(folder.path())),
        ("board", &|| board::measure(folder.path())),
        ("layout", &layout::measure),
        ("paper", &|| paper::measure(flood)),
        ("paint", &|| paint::measure(folder.path())),
    ];
    for (_, measure) in parts.iter().filter(|(part, _)| is_wanted(part)) {
        measure();
    }
}
