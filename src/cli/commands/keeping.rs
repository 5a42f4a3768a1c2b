//! `verify`, `backup`, `completions`, `man`: keeping house.

use std::path::PathBuf;

use clap::Args;

use crate::cli::desk::{Desk, Done, Ended, Ending};
use crate::cli::error::Failure;
use crate::cli::ledger_fault::VERIFY;
use crate::cli::manual;
use crate::cli::words::quoted;
use crate::report::model::VerifyReport;

/// Folds the log anew and compares everything with everything
#[derive(Debug, Args)]
#[command(after_long_help = "\
The exit code is 4 where something does not hold. With --format json:
  {\"ok\":false,\"events\":120,\"breaches\":[{\"kind\":\"strength\",\"where\":\"su.1rd.b1\",\"expected\":\"at most 3 SP\",\"found\":\"4\"}]}

Examples:
  railhead verify")]
pub(crate) struct Verify {}

impl Verify {
    #[expect(clippy::unused_self, reason = "every command is run alike")]
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let found = desk.session().and_then(|session| Ok(session.verify()?)).map_err(too_damaged)?;
        let report = VerifyReport::new(found.events, &found.breaches);
        desk.print(&report)?;
        Ok(if report.ok { Ending::Done } else { Ending::Breaches })
    }
}

/// A file that is too much damaged to be verified: then no other command names what is wrong with it either.
fn too_damaged(failure: Failure) -> Failure {
    if failure.kind != "damaged" {
        return failure;
    }
    let hints = failure.hints.into_iter().map(|hint| hint.replace(VERIFY, "")).collect();
    Failure { hints, ..failure }
}

/// Writes a copy of the campaign file, log and all
#[derive(Debug, Args)]
#[command(after_long_help = "\
A backup is a campaign file like any other: `restore` puts it back, with `--campaign` it is looked into. It is read back from
end to end before it gets its name. In the folder of the campaign itself another name than `*.railhead` keeps commands from
asking which of the two is meant.
With --format json:
  {\"file\":\"before-kalach.backup\"}

Examples:
  railhead backup before-kalach.backup
  railhead status --campaign before-kalach.backup
  railhead restore before-kalach.backup")]
pub(crate) struct Backup {
    /// The file to write; an existing one is refused
    file: PathBuf,
}

impl Backup {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let path = desk.context.path(&self.file);
        let dir = desk.context.dir.clone();
        desk.session()?.backup(&path).map_err(|error| super::new::relative(error.into(), &dir))?;
        let shown = self.file.display().to_string();
        desk.has_done(Done::file(&shown, format!("railhead status --campaign {}", quoted(&shown))));
        desk.say(&format!("{}: written", self.file.display()))?;
        let there = desk.railhead_files()?;
        if there.len() > 1 && there.iter().any(|name| path == dir.join(name)) {
            desk.say("another `*.railhead` is in this folder now: say with `--campaign FILE` which one is meant")?;
        }
        desk.document(&serde_json::json!({"file": self.file}))
    }
}

/// Prints the completions for a shell
#[derive(Debug, Args)]
#[command(
    after_long_help = "Examples:\n  railhead completions bash > ~/.local/share/bash-completion/completions/railhead"
)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut manual::command(), "railhead", &mut text);
        desk.put(&text)
    }
}

/// Prints the manual page of the program, or of one command
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  railhead man > railhead.1\n  railhead man unit set | man -l -")]
pub(crate) struct Man {
    /// The command; the whole program without it
    command: Vec<String>,
}

impl Man {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let mut command = manual::command();
        command.build();
        for name in &self.command {
            let found = command.find_subcommand(name).cloned();
            command = found.ok_or_else(|| {
                let message = format!("there is no command `{}`", self.command.join(" "));
                Failure::words(message).hint("`railhead --help` lists the commands")
            })?;
        }
        let mut text = Vec::new();
        clap_mangen::Man::new(command).render(&mut text)?;
        desk.put(&text)
    }
}
