//! A bar on standard error while something takes longer than a second.
//!
//! What it decides: when there is one: on a terminal, not when quiet or when errors are wanted as JSON.

use std::fmt::Write as _;
use std::io::Write;

use chrono::{DateTime, TimeDelta, Utc};

use super::flags::FormatWord;
use crate::command_context::CommandContext;

/// How long nothing is shown.
const PATIENCE: TimeDelta = TimeDelta::seconds(1);
/// How long a bar stands before it is drawn again.
const PAUSE: TimeDelta = TimeDelta::milliseconds(100);
const WIDTH: u64 = 40;

/// The bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Progress {
    all: u64,
    what: &'static str,
    next: DateTime<Utc>,
    /// How many characters stand on the line.
    drawn: usize,
}

impl Progress {
    /// A bar for so many of something, at this time; none where nobody would see it.
    pub(crate) fn new(ctx: &CommandContext<'_>, all: u64, what: &'static str) -> Option<Self> {
        let wanted = ctx.context.err_is_terminal && !ctx.global.quiet && ctx.global.format != FormatWord::Json;
        wanted.then(|| Self::starting(ctx.context.now(), all, what))
    }

    fn starting(now: DateTime<Utc>, all: u64, what: &'static str) -> Self {
        Self { all, what, next: now + PATIENCE, drawn: 0 }
    }

    /// Draws the bar anew where it is time.
    pub(crate) fn show(&mut self, now: DateTime<Utc>, done: u64, err: &mut dyn Write) {
        if now < self.next || done >= self.all {
            return;
        }
        self.next = now + PAUSE;
        let line = self.line(done);
        self.drawn = self.drawn.max(line.len());
        // A bar that cannot be drawn is no reason to stop the work.
        let _ = write!(err, "\r{line}").and_then(|()| err.flush());
    }

    fn line(&self, done: u64) -> String {
        let full = (done * WIDTH / self.all) as usize;
        let mut line = format!("[{}{}]", "#".repeat(full), "-".repeat(WIDTH as usize - full));
        let _ = write!(line, " {:>3} %, {done} of {} {}", done * 100 / self.all, self.all, self.what);
        line
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self, err: &mut dyn Write) {
        if self.drawn > 0 {
            let _ = write!(err, "\r{}\r", " ".repeat(self.drawn)).and_then(|()| err.flush());
            self.drawn = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_after_a_second_and_goes_when_all_is_done() {
        let start = DateTime::UNIX_EPOCH;
        let at = |milliseconds| start + TimeDelta::milliseconds(milliseconds);
        let mut bar = Progress::starting(start, 200, "battles");
        let mut shown = |milliseconds, done| {
            let mut text = Vec::new();
            bar.show(at(milliseconds), done, &mut text);
            String::from_utf8(text).unwrap()
        };
        assert_eq!(shown(999, 20), "");
        let half = format!("\r[{}{}]  50 %, 100 of 200 battles", "#".repeat(20), "-".repeat(20));
        assert_eq!(shown(1_000, 100), half);
        assert_eq!(shown(1_099, 110), "", "not so soon again");
        assert_eq!(shown(1_100, 199), format!("\r[{}-]  99 %, 199 of 200 battles", "#".repeat(39)));
        assert_eq!(shown(1_300, 200), "", "nothing more to wait for");
        let mut text = Vec::new();
        bar.clear(&mut text);
        assert_eq!(String::from_utf8(text).unwrap(), format!("\r{}\r", " ".repeat(half.len() - 1)));
        let mut text = Vec::new();
        bar.clear(&mut text);
        assert!(text.is_empty(), "there is none any more");
    }
}
