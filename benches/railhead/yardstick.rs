//! Times: the median of several runs, after one that is not counted.

use std::time::{Duration, Instant};

/// The median time of `runs` runs, and what the last of them gave.
pub(crate) fn median<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut last = run();
    let times: Vec<Duration> = (0..runs)
        .map(|_| {
            let began = Instant::now();
            last = run();
            began.elapsed()
        })
        .collect();
    (middle(times), last)
}

/// The median of these times.
pub(crate) fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The head of a table of times, in Markdown.
pub(crate) fn head(title: &str, yardstick: &str) {
    println!("\n### {title}\n\n| what | time | {yardstick} |\n|---|---:|---:|");
}

/// A row of such a table: what took how long, and how many times the yardstick that is.
pub(crate) fn row(what: &str, time: Duration, yardstick: Duration) {
    let ratio = time.as_secs_f64() / yardstick.as_secs_f64();
    println!("| {what} | {:.2} ms | {ratio:.2} |", time.as_secs_f64() * 1_000.0);
}
