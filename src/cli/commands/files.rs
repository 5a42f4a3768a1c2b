//! `restore`, `rescue`: a campaign file put back, or made anew.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use domain::{Said, counted};
use ledger::LedgerError;
use ops::{OpError, files};
use report::model::BoundView;

use crate::command_context::{CommandContext, Completed, Ended, Ending};
use crate::failure::Failure;
use crate::words::quoted;

/// Puts a backup in place of the campaign file, which is kept beside it
#[derive(Debug, Args)]
#[command(after_long_help = "\
You may copy, move and rename a campaign file like any other file while no command is using it: it is then one file,
with no `-wal` beside it. If a program was killed or the power failed, a `-wal` remains and holds the last operations:
copy and move both, or first run any command (`railhead status`), which merges it.
To put a backup back, use `restore`: `cp` over a file with a `-wal` beside it would mix the two. `restore` replaces the
campaign named by `--campaign` in one step, whatever happens to the process or the power, and keeps the old one as
FILE.replaced-1, FILE.replaced-2 and so on; if there is no such file, it makes one. It first reads the backup from end
to end, and leaves it unchanged. The backup may come from an older railhead.

Examples:
  railhead restore before-kalach.backup
  railhead restore before-kalach.backup --campaign uranus-1942.railhead

JSON: see docs/JSON.md")]
pub(crate) struct Restore {
    /// The backup
    backup: PathBuf,
}

impl Restore {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let to = ctx.campaign_file()?;
        let restored = files::put_back(&ctx.context.path(&self.backup), &to)
            .map_err(|error| of_given(error, BACKUP).seen_from(&ctx.context.dir))?;
        let (file, kept) = (near(ctx, &to), restored.kept.as_deref().map(|kept| near(ctx, kept)));
        ctx.has_done(Completed::file(&file, status_of(&file)));
        let (operation, bound) = (restored.operation, restored.campaign.bound);
        ctx.say(&format!("{file}: as of operation {operation}, {bound}, from {}", self.backup.display()))?;
        if let Some(kept) = &kept {
            let whose = if restored.was_another { "; it was the file of another campaign" } else { "" };
            ctx.say(&format!("the file it replaced is kept as {kept}{whose}"))?;
        }
        let bound = BoundView::new(&restored.campaign, bound);
        ctx.document(&json!({
            "file": file, "backup": self.backup, "operation": operation, "bound": bound, "kept": kept,
        }))
    }
}

/// Makes a sound campaign file from the log of a damaged one
#[derive(Debug, Args)]
#[command(after_long_help = "\
A running hash binds the log of operations together. It proves the log up to the first operation that was changed, or
whose files were changed. `rescue` writes that much of the log to OUT unchanged and rebuilds the tables from it, so a
file with damage only in tables, indices or guards loses nothing. FILE does not change. Any schema can be read, even a
file caught between two. The exit code is 4 if operations were lost; the last line names the first one lost.

Examples:
  railhead rescue six.railhead rescued.railhead
  railhead rescue six.railhead rescued.railhead && railhead restore rescued.railhead --campaign six.railhead

JSON: see docs/JSON.md")]
pub(crate) struct Rescue {
    /// The damaged file
    file: PathBuf,
    /// The file to make; an existing one is refused
    out: PathBuf,
}

impl Rescue {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (from, to) = (ctx.context.path(&self.file), ctx.context.path(&self.out));
        let rescued =
            files::rescue(&from, &to).map_err(|error| of_given(error, DAMAGED).seen_from(&ctx.context.dir))?;
        let shown = self.out.display().to_string();
        ctx.has_done(Completed::file(&shown, status_of(&shown)));
        let operations = counted(rescued.operations as usize, "operation");
        ctx.say(&format!("{}: {operations}, as of {}", self.out.display(), rescued.campaign.bound))?;
        match &rescued.lost {
            None => ctx.say("the whole log is proved, and nothing is lost")?,
            Some(lost) => ctx.say(&format!("the log is proved up to this point, and the rest is lost: {lost}"))?,
        }
        if !rescued.breaches.is_empty() {
            let breaches = counted(rescued.breaches.len(), "breach");
            ctx.say(&format!("{breaches} are in the log itself: `railhead verify` names them"))?;
        }
        let bound = BoundView::new(&rescued.campaign, rescued.campaign.bound);
        ctx.document(&json!({
            "file": self.out, "operations": rescued.operations, "bound": bound, "lost": rescued.lost,
            "breaches": rescued.breaches.len(),
        }))?;
        Ok(if rescued.lost.is_none() && rescued.breaches.is_empty() { Ending::Done } else { Ending::Breaches })
    }
}

/// What helps where the file is not there that was given to `restore`, and to `rescue`.
const BACKUP: &str = "name a file that `railhead backup FILE` made";
const DAMAGED: &str = "name the damaged campaign file: `ls` lists the files here";

/// The error as it is shown, of a command to which a campaign file is given as a word.
fn of_given(error: OpError, instead: &str) -> Failure {
    let is_missing = matches!(error, OpError::Ledger(LedgerError::Missing { .. }));
    let failure = Failure::from(error);
    if is_missing { Failure { hints: vec![Said::command(instead)], ..failure } } else { failure }
}

/// The command that shows the campaign of a file.
fn status_of(file: &str) -> String {
    format!("railhead status --campaign {}", quoted(file))
}

/// The path as seen from the current folder.
fn near(ctx: &CommandContext<'_>, path: &Path) -> String {
    let dir = &ctx.context.dir;
    let real = dir.canonicalize().unwrap_or_else(|_| dir.clone());
    let near = path.strip_prefix(dir).or_else(|_| path.strip_prefix(real)).unwrap_or(path);
    near.display().to_string()
}
