//! The desk at which a command works: its surroundings, the open campaign file, the words as typed.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::domain::{BattleId, SideId};
use crate::ops::{Change, OpError, Request, Session, Step, Stepped, Told, View, Warrant, pick, query};
use crate::report::{Page, model, render};

use super::Context;
use super::ask::{Terminal, Umpire};
use super::error::{Failure, UNREADABLE, WORDS};
use super::flags::{FormatWord, Global, Reading, Ruled, Writing};
use super::wrap::wrapped;

/// How a command ended that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Done.
    Done,
    /// Done, and what it looked at is not sound.
    Breaches,
}

/// What every command gives.
pub(crate) type Ended = Result<Ending, Failure>;

/// A campaign and the side for which it is read.
pub(crate) type Read = (View, Option<SideId>);

/// A script that is running: what its operations have in common.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    /// The group of its operations.
    pub(crate) group: u64,
    /// Its name and text, an input of each of them.
    pub(crate) text: (String, Vec<u8>),
    /// The reason of the whole script.
    pub(crate) reason: Option<String>,
}

/// The desk.
pub(crate) struct Desk<'a> {
    pub(crate) context: &'a mut Context,
    pub(crate) global: Global,
    /// The command as typed, or the line of a script.
    pub(crate) typed: String,
    pub(crate) script: Option<Script>,
    /// Whether an engagement that is drawn is written beside, for the organiser to edit; a script does without.
    pub(crate) writes_engagements: bool,
    /// Files that the command has read.
    pub(crate) inputs: Vec<(String, Vec<u8>)>,
    session: Option<Session>,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(context: &'a mut Context, global: Global, typed: String) -> Self {
        Self { context, global, typed, script: None, writes_engagements: true, inputs: Vec::new(), session: None }
    }

    /// The campaign at the moment that the flags ask for.
    pub(crate) fn look(&mut self, reading: &Reading) -> Result<View, Failure> {
        let moment = reading.moment()?;
        Ok(self.session()?.look(moment)?)
    }

    /// The same as one side may read it, and which side that is; as the umpire does where none is named. Whatever is
    /// printed for a side is made of this: it holds what the side knows of its stocks, and not what is there (house rule
    /// `news_delay`).
    pub(crate) fn look_as(&mut self, reading: &Reading, side: Option<&String>) -> Result<Read, Failure> {
        let campaign = self.look(reading)?;
        let side = side.map(|word| pick::side(&campaign, word)).transpose()?;
        Ok((campaign.as_reported(side), side))
    }

    /// Decides a request, writes it, and says what came of it.
    pub(crate) fn change(&mut self, writing: &Writing, request: &Request) -> Ended {
        self.change_by(writing, None, request)
    }

    /// Decides a request that a rule can refuse, writes it, and says what came of it.
    pub(crate) fn ruled_change(&mut self, ruled: &Ruled, request: &Request) -> Ended {
        self.change_by(&ruled.writing, ruled.overridden.as_ref(), request)
    }

    /// Decides a request whose dice are asked for at the table: `--dice ask`.
    pub(crate) fn asked_change(&mut self, writing: &Writing, overridden: Option<&String>, request: Request) -> Ended {
        let warrant = self.warrant(writing, overridden.cloned());
        self.session()?;
        let Some(session) = &mut self.session else { return Ok(Ending::Done) };
        let terminal = Terminal::new(&mut self.context.input, &mut self.context.err);
        let request = session.ask(&warrant, request, &mut Umpire(&terminal))?;
        // What is kept is what fell, so that the operation can be done again without the players.
        let faces = format!("--dice '{}'", request.faces().unwrap_or_default());
        self.typed = self.typed.replace("--dice=ask", &faces).replace("--dice ask", &faces);
        self.change_by(writing, overridden, &request)
    }

    fn change_by(&mut self, writing: &Writing, overridden: Option<&String>, request: &Request) -> Ended {
        let warrant = self.warrant(writing, overridden.cloned());
        let change: Change = self.session()?.change(&warrant, request)?;
        self.say_change(&change)
    }

    fn say_change(&mut self, change: &Change) -> Ended {
        let ended = self.say_what_changed(change)?;
        for (battle, leaf, more) in query::no_longer_as_drawn(&change.before, &change.after) {
            let others = if more == 0 { "is".to_owned() } else { format!("and {more} more are") };
            let square = change.after.frame.reference(battle.square);
            self.say(&format!(
                "warning: `{leaf}` {others} drawn into the open battle `{0}`, which after this cannot be posted as it was \
                 drawn; to draw it anew: `railhead battle cancel {0}`, `railhead battle new {square}`",
                battle.id
            ))?;
        }
        Ok(ended)
    }

    fn say_what_changed(&mut self, change: &Change) -> Ended {
        if let Some(Told::March(account)) = &change.told {
            let report = model::MarchReport::new(change.operation, change.dry_run, account, &change.after);
            return if self.global.quiet && !change.dry_run { Ok(Ending::Done) } else { self.print(&report) };
        }
        if change.closes_a_bound() {
            let done = self.session()?.done_in(change.before.bound, change.operation)?;
            let Change { operation, before, events, after, .. } = change;
            let report = model::BoundReport::new(*operation, before, &done, events, after);
            return if self.global.quiet && !change.dry_run { Ok(Ending::Done) } else { self.print(&report) };
        }
        let report = model::ChangeReport::new(change.operation, change.dry_run, &change.events, &change.after);
        let report = match &change.told {
            Some(Told::Notes(notes)) => report.with_notes(notes),
            Some(Told::Posted { battle, notes }) => {
                report.with_notes(&[notes.clone(), self.changed_twice(change, battle)?].concat())
            }
            _ => report,
        };
        if self.global.quiet && !change.dry_run {
            return Ok(Ending::Done);
        }
        let posts = matches!(change.told, Some(Told::Posted { .. }));
        self.print(&if posts { report.whole() } else { report })?;
        match &change.told {
            Some(Told::Posted { battle, .. }) => {
                self.say_files_left(change, battle)?;
                self.say_due(change, battle)
            }
            Some(Told::Cancelled { battle }) => {
                self.say_files_left(change, battle)?;
                Ok(Ending::Done)
            }
            _ => Ok(Ending::Done),
        }
    }

    /// Of a post that sets aside what was changed since the drawing: what of it is overwritten, and who had changed it.
    fn changed_twice(&mut self, change: &Change, battle: &BattleId) -> Result<Vec<String>, Failure> {
        let leaves = query::changed_twice(&change.before, battle, &change.events);
        let mut notes = Vec::new();
        for leaf in leaves {
            let by = self.session()?.last_before(leaf.as_str(), change.operation)?;
            let by = by.map(|number| format!(" by op {number}")).unwrap_or_default();
            notes.push(format!(
                "`{leaf}` had been changed{by} since the battle was drawn: what is listed of it here goes before that"
            ));
        }
        Ok(notes)
    }

    /// Says which files of a battle that is over lie here: the organiser may have worked on them, so they are his to delete.
    fn say_files_left(&mut self, change: &Change, battle: &BattleId) -> Result<(), Failure> {
        if change.dry_run || !self.writes_engagements {
            return Ok(());
        }
        let names = [format!("{battle}.toml"), format!("{battle}.outcome.json")];
        let there: Vec<String> = names
            .iter()
            .filter(|name| self.context.path(Path::new(name)).is_file())
            .map(|name| format!("`{name}`"))
            .collect();
        if there.is_empty() {
            return Ok(());
        }
        self.say(&format!("no longer needed here: {}", there.join(", ")))
    }

    /// Says whose grade is due after a battle that was posted.
    fn say_due(&mut self, change: &Change, battle: &BattleId) -> Ended {
        let due = query::grade_review(&change.after, change.after.battles.get(battle));
        let count = due.iter().filter(|due| due.due.is_some()).count();
        if count > 0 && !change.dry_run {
            let units = if count == 1 { "1 unit is".to_owned() } else { format!("{count} units are") };
            self.say(&format!("{units} due for another grade: railhead grade review {battle}"))?;
        }
        Ok(Ending::Done)
    }

    /// Draws a battle, writes its engagement beside, and says who takes part.
    pub(crate) fn draw_battle(&mut self, ruled: &Ruled, request: &Request, file: Option<&Path>) -> Ended {
        let warrant = self.warrant(&ruled.writing, ruled.overridden.clone());
        let change: Change = self.session()?.change(&warrant, request)?;
        let Some(Told::Drawn { battle, left_out }) = &change.told else { return self.say_change(&change) };
        let Some(drawn) = change.after.battles.get(battle) else { return self.say_change(&change) };
        let setup = query::engagement(&change.after, drawn);
        let file = file.map_or_else(|| PathBuf::from(format!("{battle}.toml")), Path::to_owned);
        let written = change.operation.is_some() && self.writes_engagements;
        if written {
            let text = query::engagement_text(&change.after, &setup)?;
            if let Some(kept) = self.keep_aside(&file, &text)? {
                self.say(&kept)?;
            }
            self.write_file(&file, &text)?;
        }
        let shown = written.then(|| file.display().to_string());
        let report = model::DrawnReport::new(change.operation, &change.after, &setup, left_out, shown);
        if self.global.quiet && !change.dry_run { Ok(Ending::Done) } else { self.print(&report) }
    }

    /// Copies a file that is about to be written with another text to one with a number: the organiser may have worked on
    /// it. Gives what is to be said of that, where it was so.
    pub(crate) fn keep_aside(&self, file: &Path, text: &str) -> Result<Option<String>, Failure> {
        let path = self.context.path(file);
        if !path.is_file() || is_same(&path, text) {
            return Ok(None);
        }
        let numbered = |number: u32| PathBuf::from(format!("{}.{number}", file.display()));
        let free = (1..=u32::MAX).map(numbered).find(|aside| !self.context.path(aside).exists());
        let Some(aside) = free else { return Ok(None) };
        let failed = |source: std::io::Error| Failure::from(OpError::File { path: aside.clone(), source });
        std::fs::copy(&path, self.context.path(&aside)).map_err(failed)?;
        Ok(Some(format!("`{}` was another: what it held is kept as `{}`", file.display(), aside.display())))
    }

    /// Writes a file of the organiser's: a regular one beside and renamed, so that none is left half written; what a
    /// link leads to stays behind the link; a pipe or device is written to, for renaming would put a file in its place.
    pub(crate) fn write_file(&mut self, file: &Path, text: &str) -> Result<(), Failure> {
        let failed = |source: std::io::Error| Failure::from(OpError::File { path: file.to_owned(), source });
        let named = self.context.path(file);
        let path = named.canonicalize().unwrap_or(named);
        if path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
            let opened = std::fs::OpenOptions::new().write(true).open(&path);
            return opened.and_then(|mut there| there.write_all(text.as_bytes())).map_err(failed);
        }
        let folder = path.parent().map_or_else(|| self.context.dir.clone(), Path::to_owned);
        let mut beside = beside_in(&folder).map_err(failed)?;
        beside.write_all(text.as_bytes()).map_err(failed)?;
        beside.persist(&path).map_err(|error| failed(error.error))?;
        Ok(())
    }

    /// Steps along the chain of operations.
    pub(crate) fn step(&mut self, writing: &Writing, step: Step) -> Result<Stepped, Failure> {
        let warrant = self.warrant(writing, None);
        Ok(self.session()?.step(&warrant, step)?)
    }

    /// How a command of this desk writes.
    pub(crate) fn warrant(&self, writing: &Writing, overridden: Option<String>) -> Warrant {
        let script = self.script.as_ref();
        Warrant {
            command: self.typed.clone(),
            reason: writing.reason.clone().or_else(|| script.and_then(|s| s.reason.clone())),
            overridden,
            dry_run: writing.dry_run,
            group: script.map(|s| s.group),
            time: self.context.now(),
            inputs: script.map(|s| s.text.clone()).into_iter().chain(self.inputs.iter().cloned()).collect(),
        }
    }

    /// The campaign file, opened when it is first wanted.
    pub(crate) fn session(&mut self) -> Result<&mut Session, Failure> {
        let session = match self.session.take() {
            Some(session) => session,
            None => self.opened()?,
        };
        Ok(self.session.insert(session))
    }

    fn opened(&self) -> Result<Session, Failure> {
        let path = self.campaign_file()?;
        let mut session = Session::open(&path)?;
        if !self.global.quiet {
            session.on_wait(|| eprintln!("another process is writing to the campaign file: waiting"));
        }
        Ok(session)
    }

    fn campaign_file(&self) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.global.campaign {
            return Ok(self.context.path(path));
        }
        if let Some(path) = self.context.env.get("RAILHEAD_CAMPAIGN").filter(|path| !path.is_empty()) {
            return Ok(self.context.path(path.as_ref()));
        }
        let mut found = self.railhead_files()?;
        match found.len() {
            1 => Ok(self.context.dir.join(found.remove(0))),
            0 => Err(Failure::new("no_campaign", WORDS, "there is no `*.railhead` file in this folder")
                .hint("make one with `railhead new uranus-1942`, or name one with `--campaign FILE`")),
            _ => Err(Failure::new(
                "no_campaign",
                WORDS,
                format!("there are {} campaign files in this folder: {}", found.len(), found.join(", ")),
            )
            .hint("say which one is meant: `--campaign FILE`, or `RAILHEAD_CAMPAIGN` for all commands")),
        }
    }

    /// The campaign files of the folder, by name.
    pub(crate) fn railhead_files(&self) -> Result<Vec<String>, Failure> {
        let entries = std::fs::read_dir(&self.context.dir).map_err(|error| {
            Failure::new("file", UNREADABLE, error.to_string()).at(self.context.dir.display().to_string())
        })?;
        let names = entries.filter_map(Result::ok).map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut found: Vec<String> =
            names.filter(|name| name.len() > ".railhead".len() && name.ends_with(".railhead")).collect();
        found.sort();
        Ok(found)
    }

    /// Writes a report on standard output.
    pub(crate) fn print(&mut self, report: &dyn render::ErasedReport) -> Ended {
        let page = Page {
            format: self.global.format.into(),
            width: self.context.width(),
            colour: self.context.colour() && !self.global.no_color,
        };
        self.write(&render::render(report, page)?)
    }

    /// Writes a text on standard output as it is.
    pub(crate) fn write(&mut self, text: &str) -> Ended {
        self.context.out.write_all(text.as_bytes())?;
        self.context.out.flush()?;
        Ok(Ending::Done)
    }

    /// Gives under `--format json` what is else only said.
    pub(crate) fn document(&mut self, document: &serde_json::Value) -> Ended {
        if self.global.format == FormatWord::Json { self.write(&format!("{document:#}\n")) } else { Ok(Ending::Done) }
    }

    /// Says something beside the report, unless quiet.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        if !self.global.quiet && self.global.format != FormatWord::Json {
            write!(self.context.err, "{}", wrapped("", text, 2, self.context.err_width))?;
        }
        Ok(())
    }
}

/// Whether a file holds this text; one of another size is not read.
fn is_same(path: &Path, text: &str) -> bool {
    path.metadata().is_ok_and(|about| about.len() == text.len() as u64)
        && std::fs::read(path).is_ok_and(|there| there == text.as_bytes())
}

/// A file beside the one that is meant, readable by whom the umask allows, as any file that a program writes.
fn beside_in(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".railhead-").tempfile_in(folder)
}

/// A path that an error names; of a file that is to be read and is not there, what would help.
pub(crate) fn file_error(path: PathBuf) -> impl FnOnce(std::io::Error) -> Failure {
    |source| match source.kind() {
        std::io::ErrorKind::NotFound => no_file(&path)
            .hint("name one that is there, with its folder where it lies in another: `ls` lists those of this one"),
        _ => OpError::File { path, source }.into(),
    }
}

/// A file that is to be read and is not there.
pub(crate) fn no_file(path: &Path) -> Failure {
    Failure::new("file", UNREADABLE, format!("there is no file `{}`", path.display()))
}
