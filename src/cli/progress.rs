//! A bar on standard error while something takes longer than a second.
//!
//! What it decides: when there is one: on a terminal, not when quiet or when errors are wanted as JSON.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};

use super::flags::FormatWord;
use crate::command_context::CommandContext;

/// How long nothing is shown.
const PATIENCE: TimeDelta = TimeDelta::seconds(1);
/// How long a bar stands before it is drawn again.
const PAUSE: TimeDelta = TimeDelta::milliseconds(100);

/// The bar.
#[derive(Debug, Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
    line: Line,
    all: u64,
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
        let line = Line::default();
        let target = ProgressDrawTarget::term_like(Box::new(line.clone()));
        let bar = ProgressBar::with_draw_target(Some(all), target).with_message(what).with_style(style());
        Self { bar, line, all, next: now + PATIENCE, drawn: 0 }
    }

    /// Draws the bar anew where it is time.
    pub(crate) fn show(&mut self, now: DateTime<Utc>, done: u64, err: &mut dyn Write) {
        if now < self.next || done >= self.all {
            return;
        }
        self.next = now + PAUSE;
        self.bar.set_position(done);
        self.bar.force_draw();
        let line = self.line.text();
        self.drawn = self.drawn.max(line.len());
        // A bar that cannot be drawn is no reason to stop the work.
        let _ = write!(err, "\r{line}").and_then(|()| err.flush());
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self, err: &mut dyn Write) {
        if self.drawn > 0 {
            let _ = write!(err, "\r{}\r", " ".repeat(self.drawn)).and_then(|()| err.flush());
            self.drawn = 0;
        }
    }
}

/// `[####----]  50 %, 100 of 200 battles`.
fn style() -> ProgressStyle {
    // Rounded down: a hundred per cent is when all is done.
    let percent = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let _ = write!(text, "{:>3}", state.pos() * 100 / state.len().unwrap_or(1).max(1));
    };
    let style = ProgressStyle::with_template("[{bar:40}] {share} %, {pos} of {len} {msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("share", percent).progress_chars("#-")
}

/// The line on which the bar is drawn: what stands on it goes to standard error as the command's surroundings have it.
#[derive(Debug, Clone, Default)]
struct Line(Arc<Mutex<String>>);

impl Line {
    fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change(&self, change: impl FnOnce(&mut String)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl TermLike for Line {
    fn width(&self) -> u16 {
        80
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.change(|line| line.push_str(text.trim_end()));
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.change(String::clear);
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        Ok(())
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
