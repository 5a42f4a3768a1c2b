//! Times: the median of several runs, after one that is not counted.

use std::time::{Duration, Instant};

/// The median time of `runs` runs, and what the last of them gave.
pub(crate) fn median<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut last = run();
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let began = Instant::now();
            last = run();
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    (times[times.len() / 2], last)
}

/// A time in milliseconds, with two decimals.
pub(crate) fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1_000.0)
}

/// How many times the yardstick a time is.
pub(crate) fn ratio(time: Duration, yardstick: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() / yardstick.as_secs_f64())
}
