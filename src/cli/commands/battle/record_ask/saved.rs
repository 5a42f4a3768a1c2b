//! The answers of a dialogue that are saved as they are given, and used again when it goes on.
//!
//! What it decides: which saved answers still fit.
//! Where to look next: `table::KeptAnswers`, the file.

use domain::counted;
use ops::query::Setup;
use report::render::wrap::sentence;

use super::super::engagement::kept_in;
use crate::ask::Terminal;
use crate::command_context::CommandContext;
use crate::table::{AskedBy, KeptAnswers, RECORDED_IN};

/// The answers of a dialogue.
pub(super) struct SavedAnswers {
    /// The file.
    pub(super) kept: KeptAnswers,
    /// How many of them have been used.
    used: usize,
    /// How wide the lines are in which something is said of them.
    width: Option<usize>,
}

impl SavedAnswers {
    /// Answers of which none has been used yet.
    pub(super) fn new(kept: KeptAnswers, width: Option<usize>) -> Self {
        Self { kept, used: 0, width }
    }

    /// That an earlier dialogue goes on; none where it begins.
    pub(super) fn goes_on(&self) -> Option<String> {
        let (count, name) = (self.kept.len(), self.kept.name());
        let text = format!("The result goes on where it stopped. Answers saved: {count}. Delete {name} to begin anew.");
        let aside = Some(self.kept.put_aside()).filter(|text| !text.is_empty());
        aside.or_else(|| (count > 0).then_some(text))
    }

    /// The saved answer to a question; where there is none, what is saved from here on no longer fits.
    pub(super) fn answer(&mut self, terminal: &Terminal<'_>, key: &str) -> Option<String> {
        let given = self.kept.answer(self.used, key).map(str::to_owned);
        if given.is_none() {
            self.set_aside(terminal);
        }
        given
    }

    /// Takes an answer, and saves it where it is not.
    pub(super) fn take(&mut self, terminal: &Terminal<'_>, key: &str, line: &str, is_saved: bool) {
        self.used += 1;
        if is_saved {
            return;
        }
        if let Err(why) = self.kept.add(key, line) {
            let text = format!("{} cannot be written ({why}): answers are not saved", self.kept.name());
            terminal.say(&sentence("warning: ", &text, 9, self.width));
        }
    }

    /// Drops the last answer; those before it are used again from the first on.
    pub(super) fn take_back(&mut self) {
        let _ = self.kept.drop_from(self.kept.len().saturating_sub(1));
        self.used = 0;
    }

    /// Drops the last answer, which cannot be: it is asked for again, and who goes on later is not asked by it.
    pub(super) fn refuse(&mut self) {
        if self.used > 0 && self.used == self.kept.len() {
            self.used -= 1;
            let _ = self.kept.drop_from(self.used);
        }
    }

    /// Drops the saved answers that no longer fit.
    fn set_aside(&mut self, terminal: &Terminal<'_>) {
        let left = self.kept.len() - self.used;
        if left > 0 {
            let (left, name) = (counted(left, "answer"), self.kept.name());
            let text =
                format!("the battle is another than when it was asked for: the last {left} in {name} cannot be used");
            terminal.say(&sentence("note: ", &text, 6, self.width));
            let _ = self.kept.drop_from(self.used);
        }
    }
}

/// Takes away what was answered of a result that has been recorded otherwise.
pub(in crate::commands::battle) fn forget(ctx: &CommandContext<'_>, what: &str, setup: &Setup) {
    let Ok(name) = kept_in(what, setup, RECORDED_IN) else { return };
    let kept = KeptAnswers::read(ctx.context.path(&name), &name, AskedBy::Record);
    // A file in which nothing was answered is none of ours.
    if let Ok(kept) = kept
        && kept.len() > 0
    {
        kept.remove();
    }
}
