//! `verify`, `backup`, `completions`, `man`: keeping house.

use std::path::PathBuf;

use clap::Args;
use clap_complete::env::Shells;

use domain::{Said, command};
use ledger::NotedHash;
use ops::query::{Otherwise, Replay};
use report::model::{OtherwiseRow, VerifyReport};

use crate::command_context::{CommandContext, Completed, Ended, Ending};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::words::quoted;

/// Rebuilds the campaign from the log and compares everything
#[derive(Debug, Args)]
#[command(after_long_help = "\
The tip is the last operation and its hash, computed from the whole log up to it except the clock times. Note it outside
the file (in a mail to the players, on paper). Later `verify --since HASH` proves that nothing up to that point was
rewritten: neither by somebody who changed a result, a die roll or an order and recomputed all hashes, nor by restoring
an older backup. It proves nothing about later operations, needs a noted hash, and does not say who did it. The first 8
digits are enough.

With --replay every request in the log is decided again, undone or not: on the campaign as it stood before, with the
same words, dice, reason and override. If this version of the program recorded one result and now decides another, that
is a breach: the events do not match the dice. A different result from another version is shown but is not a breach; nor
is a request that this version cannot read. The log entry of an operation names the version that decided it, and the
hash covers that too.

The exit code is 4 if anything fails the check, including a noted hash.

Examples:
  railhead verify
  railhead verify --since 3f0ab2c4
  railhead verify --replay

JSON: see docs/JSON.md")]
pub(crate) struct Verify {
    /// A hash of the log noted earlier: proves that nothing up to it was rewritten
    #[arg(long, value_name = "HASH")]
    since: Option<NotedHash>,
    /// Decides every recorded request again from its words and dice, and compares
    #[arg(long)]
    replay: bool,
}

impl Verify {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let noted = self.since.clone();
        let mut found = ctx.session().and_then(|session| Ok(session.verify(noted)?)).map_err(too_damaged)?;
        // Of a log that is not sound it is not known what was decided.
        let replay = if self.replay && found.breaches.is_empty() { Some(decide_again(ctx)?) } else { None };
        found.breaches.extend(replay.iter().flat_map(|replay| replay.breaches.iter().cloned()));
        let mut report = VerifyReport::new(found.events, &found.breaches);
        if let Some(tip) = &found.tip {
            report = report.with_tip(tip.operation, &tip.hash);
        }
        if let Some(since) = &found.since {
            report = report.with_since(since.hash.to_string(), since.unchanged);
        }
        if let Some(replay) = replay {
            let row = |Otherwise { operation, version, what }| OtherwiseRow { op: operation, version, what };
            report = report.with_replay(replay.decided, replay.otherwise.into_iter().map(row).collect());
        }
        ctx.print(&report)?;
        Ok(if report.ok { Ending::Done } else { Ending::Breaches })
    }
}

/// Decides every request of the log again.
fn decide_again(ctx: &mut CommandContext<'_>) -> Result<Replay, Failure> {
    let mut replay = ctx.session()?.replay()?;
    let mut progress = Progress::new(ctx, replay.len(), "operations");
    while replay.step(ctx.session()?)? {
        if let Some(progress) = &mut progress {
            progress.show(ctx.context.now(), replay.gone(), &mut ctx.context.err);
        }
    }
    if let Some(progress) = &mut progress {
        progress.clear(&mut ctx.context.err);
    }
    Ok(replay)
}

/// A file that is too much damaged to be verified: then no other command names what is wrong with it either.
fn too_damaged(failure: Failure) -> Failure {
    if failure.kind != "damaged" {
        return failure;
    }
    let told = |hint: Said| if hint.told().is_empty() { hint } else { hint.told().into() };
    let hints = failure.hints.into_iter().map(told).collect();
    Failure { hints, ..failure }
}

/// Writes a copy of the campaign file, log and all
#[derive(Debug, Args)]
#[command(after_long_help = "\
A backup is a campaign file like any other: `restore` puts it back, `--campaign` opens it. It is read back from end to
end before it gets its name. In the campaign's own folder choose a name that does not end in `.railhead`, so that
commands need not ask which file you mean.

Examples:
  railhead backup before-kalach.backup
  railhead status --campaign before-kalach.backup
  railhead restore before-kalach.backup

JSON: see docs/JSON.md")]
pub(crate) struct Backup {
    /// The file to write; an existing one is refused
    file: PathBuf,
}

impl Backup {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let path = ctx.context.path(&self.file);
        let dir = ctx.context.dir.clone();
        ctx.session()?.backup(&path).map_err(|error| Failure::from(error).seen_from(&dir))?;
        let shown = self.file.display().to_string();
        ctx.has_done(Completed::file(&shown, format!("railhead status --campaign {}", quoted(&shown))));
        ctx.say(&format!("{}: written", self.file.display()))?;
        let there = ctx.railhead_files()?;
        if there.len() > 1 && there.iter().any(|name| path == dir.join(name)) {
            ctx.say("this folder now has another `*.railhead`: name the one you want with `--campaign FILE`")?;
        }
        ctx.document(&serde_json::json!({"file": self.file}))
    }
}

/// Prints the completions for a shell
#[derive(Debug, Args)]
#[command(after_long_help = "\
The shell then asks the program itself: it completes commands and options, and the ids of units, places, crossings and
stores of the campaign in the current folder (or `RAILHEAD_CAMPAIGN`).

Examples:
  railhead completions bash > ~/.local/share/bash-completion/completions/railhead
  railhead completions fish > ~/.config/fish/completions/railhead.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let shells = Shells::builtins();
        let name = self.shell.to_string();
        let mut text = Vec::new();
        match shells.completer(&name) {
            Some(shell) => shell.write_registration("COMPLETE", "railhead", "railhead", "railhead", &mut text)?,
            None => clap_complete::generate(self.shell, &mut (ctx.program.tree)(), "railhead", &mut text),
        }
        ctx.put(&text)
    }
}

/// Prints the manual page of the program, or of one command
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  railhead man > railhead.1\n  railhead man unit set | man -l -")]
pub(crate) struct Man {
    /// The command; by default the whole program
    command: Vec<String>,
}

impl Man {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let mut command = (ctx.program.tree)();
        command.build();
        for name in &self.command {
            let found = command.find_subcommand(name).cloned();
            command = found.ok_or_else(|| {
                let message = format!("there is no command `{}`", self.command.join(" "));
                Failure::words(message).hint(command!("`railhead --help` lists the commands"))
            })?;
        }
        let mut text = Vec::new();
        clap_mangen::Man::new(command).render(&mut text)?;
        ctx.put(&text)
    }
}
