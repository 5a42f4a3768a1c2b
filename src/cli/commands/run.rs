//! `run`: a script of commands, one a line.

use std::path::PathBuf;

use clap::Args;
use domain::{command, counted};
use serde_json::{Value, json};

use crate::bounded;
use crate::command_context::{CommandContext, Ended, Ending, RunningScript};
use crate::context::Held;
use crate::failure::{Failure, UNSHOWN};
use crate::flags::{FormatWord, WritingFlags};

/// What the lines of a script gave.
#[derive(Debug, Default)]
struct Given {
    held: Held,
    /// How many lines had a command.
    commands: usize,
    /// Whether what each gave becomes part of one document.
    json: bool,
    lines: Vec<Value>,
}

impl Given {
    /// Takes what a line gave out of what is held, where all becomes one document.
    fn add(&mut self, line: usize, command: &str) {
        self.commands += 1;
        if self.json {
            let text = String::from_utf8_lossy(&self.held.take()).into_owned();
            let as_text = || if text.is_empty() { Value::Null } else { Value::from(text.as_str()) };
            let gives = serde_json::from_str(&text).unwrap_or_else(|_| as_text());
            self.lines.push(json!({"line": line, "command": command, "gives": gives}));
        }
    }
}

/// Runs a script of commands, one a line
#[derive(Debug, Args)]
#[command(after_long_help = "\
Lines are written as after `railhead`, quoted as in a shell; `#` begins a comment. Each line that writes is an
operation, all of one group: `undo` takes back the whole script, `undo --line` its last line. At the first refusal it
stops and names file and line; earlier lines stand. With --atomic a refusal keeps nothing, and prints only the refusal.
A line may have a --format and an --out of its own: what an evening needs on paper can stand at the end of its script.

Examples:
  railhead run tuesday.txt
  railhead run tuesday.txt --atomic
  railhead run tuesday.txt --from 14
  railhead run tuesday.txt --dry-run
  (a line of it)  print pack --side AX --format html --out axis.html

JSON: see docs/JSON.md")]
pub(crate) struct RunCommand {
    /// The script
    file: PathBuf,
    /// All of it or nothing
    #[arg(long)]
    atomic: bool,
    /// Begins at this line
    #[arg(long, value_name = "LINE", default_value_t = 1)]
    from: usize,
    #[command(flatten)]
    writing: WritingFlags,
}

impl RunCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let bytes = bounded::bytes(ctx.context, &self.file)?;
        let text = String::from_utf8(bytes.clone()).map_err(|_| {
            Failure::new("file", crate::failure::UNREADABLE, "the script is not UTF-8")
                .at(self.name())
                .hint("save the file as UTF-8")
        })?;
        self.begins_within(&text)?;
        bounded::must_have_short_lines(&self.name(), &text)?;
        let together = self.atomic || self.writing.dry_run;
        let session = ctx.session()?;
        if together {
            session.begin_batch()?;
        }
        session.must_end_with(self.writing.expect_op)?;
        let group = session.next_operation()?;
        ctx.writes_engagements = false;
        ctx.script = Some(RunningScript {
            group,
            text: Some((self.name(), bytes.into())),
            together,
            expect: self.writing.expect_op,
            reason: self.writing.reason.clone(),
        });
        let mut given = Given { json: ctx.global.format == FormatWord::Json, ..Given::default() };
        let held = given.held.clone();
        let out = (together || given.json).then(|| std::mem::replace(&mut ctx.context.out, Box::new(held)));
        let done = self.lines(ctx, &text, &mut given);
        ctx.script = None;
        ctx.writes_engagements = true;
        if let Some(out) = out {
            ctx.context.out = out;
        }
        let lines_done = ctx.take_done();
        if together {
            ctx.session()?.end_batch(done.is_ok() && !self.writing.dry_run)?;
        }
        if let Err(stopped) = done {
            // What the script was refused, or could not show, goes before what of its lines cannot be shown now.
            if together {
                ctx.sheets.clear();
            } else {
                drop(self.print(ctx, &given, false));
            }
            return Err(stopped);
        }
        if let Some(lines_done) = lines_done.filter(|_| !self.writing.dry_run) {
            ctx.has_done(lines_done);
        }
        self.print(ctx, &given, true)?;
        let end = if self.writing.dry_run { "dry run: nothing is written" } else { "done" };
        ctx.say(&format!("{}: {}, {end}", self.file.display(), counted(given.commands, "command")))?;
        Ok(Ending::Done)
    }

    /// Whether the script has the line at which it is to begin.
    fn begins_within(&self, text: &str) -> Result<(), Failure> {
        let last = text.lines().count();
        if (1..=last.max(1)).contains(&self.from) {
            return Ok(());
        }
        let message = format!("the script has no line {}: it has {}", self.from, counted(last, "line"));
        Err(Failure::words(message).at(self.name()).hint("`--from` takes the number of a line, from 1"))
    }

    /// Prints what the lines gave; nothing at all of a script of which no line was carried out.
    fn print(&self, ctx: &mut CommandContext<'_>, given: &Given, done: bool) -> Ended {
        if given.json && (given.commands > 0 || done) {
            let dry_run = self.writing.dry_run;
            return ctx.document(&json!({"file": self.file, "dry_run": dry_run, "lines": given.lines}));
        }
        ctx.put(&given.held.take())
    }

    fn name(&self) -> String {
        self.file.display().to_string()
    }

    fn lines(&self, ctx: &mut CommandContext<'_>, text: &str, given: &mut Given) -> Result<(), Failure> {
        for (index, line) in text.lines().enumerate().skip(self.from.saturating_sub(1)) {
            let place = format!("{}:{}", self.file.display(), index + 1);
            let line = if index == 0 { line.trim_start_matches('\u{feff}') } else { line };
            let ended = ctx.run_line(line).map_err(|failure| self.stopped(failure, &place, index + 1))?;
            if ended {
                given.add(index + 1, &ctx.typed);
            }
        }
        Ok(())
    }

    /// The failure of a line, with its place, and how to go on.
    fn stopped(&self, failure: Failure, place: &str, line: usize) -> Failure {
        let place =
            if failure.spot.place.is_empty() { place.to_owned() } else { format!("{place}: {}", failure.spot.place) };
        let together = self.atomic || self.writing.dry_run;
        let hint = if together {
            "nothing from the script was kept".into()
        } else if failure.code == UNSHOWN {
            let (name, next) = (self.name(), line + 1);
            command!("the script stopped after this line: go on with `railhead run {name} --from {next}`")
        } else {
            command!(
                "what came before stands; correct the line and go on with `railhead run {} --from {line}`",
                self.name()
            )
        };
        failure.at(place).hint(hint)
    }
}
