//! The context in which a command works: its surroundings, the open campaign file, the words as typed.
//!
//! What it decides: which file is used, and whether a failure counts: after the commit it does not.
//! Where to look next: `changed`, what is said of a change; `files`, what is written beside; `done`.

mod changed;
mod done;
mod files;
mod output;

use std::io::Write;
use std::path::{Path, PathBuf};

use domain::{SideId, command};
use ops::files::Upgraded;
use ops::{
    Change, ChangeContext, Formation, Input, Moment, Reader, Request, Session, Step, Stepped, View, pick, query,
};

use report::model::Document;

use super::ask::{Terminal, Umpire};
use super::flags::{GlobalFlags, MomentFlags, ReaderFlags, ReadingFlags, RuledFlags, WritingFlags};
use crate::context::Context;
use crate::failure::{Failure, UNREADABLE, WORDS};

pub(crate) use crate::failure::no_file;
pub(crate) use done::Completed;

/// What is said once when another process is in the way.
const WAITING: &str = "another process is writing to the campaign file: waiting";

/// How a command ended that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Done.
    Done,
    /// Done, but what it checked is not sound.
    Breaches,
}

/// What every command returns.
pub(crate) type Ended = Result<Ending, Failure>;

/// A campaign and the side for which it is read.
pub(crate) type SideView = (View, Option<SideId>);

/// A script that is running: what its operations have in common.
#[derive(Debug, Clone)]
pub(crate) struct RunningScript {
    /// The group of its operations.
    pub(crate) group: u64,
    /// Its name and text, an input of each of them; none of a line that is no script's.
    pub(crate) text: Option<(String, Input)>,
    /// Whether all of it is kept or nothing: no line is done before the last.
    pub(crate) together: bool,
    /// The operation that must still be the last when its first line writes.
    pub(crate) expect: Option<u64>,
    /// The reason of the whole script.
    pub(crate) reason: Option<String>,
}

/// Where a document goes that a command composes.
#[derive(Debug, Default)]
pub(crate) enum Documents {
    /// It is printed, or written into files.
    #[default]
    Printed,
    /// It is held, to be set elsewhere; none before it is composed.
    Held(Option<Box<Document>>),
}

/// What the program as a whole can do, for commands that run or describe others.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    /// Its command tree, as help shows it.
    pub(crate) tree: fn() -> clap::Command,
    /// Runs a line of a script, and says whether there was a command on it.
    pub(crate) run_line: fn(&mut CommandContext<'_>, &str) -> Result<bool, Failure>,
    /// Serves the board until it is ended.
    #[cfg(feature = "board")]
    pub(crate) serve: Serve,
}

/// Serves the board, and tells where once it is open.
#[cfg(feature = "board")]
pub(crate) type Serve =
    fn(&mut CommandContext<'_>, &board::Options, &mut dyn FnMut(&board::Opened)) -> Result<(), Failure>;

/// The context of a command.
pub(crate) struct CommandContext<'a> {
    pub(crate) context: &'a mut Context,
    pub(crate) program: Program,
    pub(crate) global: GlobalFlags,
    /// The command as typed, or the line of a script.
    pub(crate) typed: String,
    pub(crate) script: Option<RunningScript>,
    /// Whether an engagement that is drawn is written beside, for the organiser to edit; a script does without.
    pub(crate) writes_engagements: bool,
    /// Files that the command has read.
    pub(crate) inputs: Vec<(String, Input)>,
    /// What becomes one page or workbook.
    pub(crate) sheets: Vec<report::Sheet>,
    /// What closing a bound did or would do, point by point.
    pub(crate) outline: Vec<report::model::ClosePoint>,
    /// Where a document goes.
    pub(crate) documents: Documents,
    /// Whether it has been told how a battle came out that is then posted.
    pub(crate) has_told_battle: bool,
    /// What the command has done for good.
    done: Option<Completed>,
    session: Option<Session>,
}

impl<'a> CommandContext<'a> {
    pub(crate) fn new(context: &'a mut Context, program: Program, global: GlobalFlags, typed: String) -> Self {
        Self {
            context,
            program,
            global,
            typed,
            script: None,
            writes_engagements: true,
            inputs: Vec::new(),
            sheets: Vec::new(),
            outline: Vec::new(),
            documents: Documents::default(),
            has_told_battle: false,
            done: None,
            session: None,
        }
    }

    /// With a campaign file that is open already.
    #[cfg(feature = "board")]
    pub(crate) fn with_session(self, session: Session) -> Self {
        Self { session: Some(session), ..self }
    }

    /// Runs a line of a script, and says whether there was a command on it.
    pub(crate) fn run_line(&mut self, line: &str) -> Result<bool, Failure> {
        (self.program.run_line)(self, line)
    }

    /// The campaign at the moment that the flags ask for, as the umpire knows it.
    pub(crate) fn look(&mut self, when: &MomentFlags) -> Result<View, Failure> {
        let moment = self.moment(when)?;
        Ok(self.session()?.look(moment)?)
    }

    /// The moment that the flags ask for; none: as it stands now.
    pub(crate) fn moment(&mut self, when: &MomentFlags) -> Result<Option<Moment>, Failure> {
        let Some(word) = &when.as_of else { return Ok(None) };
        pick::moment(word, || Ok::<_, Failure>(self.session()?.look(None)?))
    }

    /// The same as one side may read it, and which side that is; as the umpire does where none is named. Whatever is
    /// printed for a side is made of this: it holds what the side knows, and not what is there.
    pub(crate) fn look_as(&mut self, reading: &ReadingFlags) -> Result<SideView, Failure> {
        let campaign = self.look(&reading.when)?;
        let reader = reader_of(&campaign, &reading.reader)?;
        let side = reader.as_ref().map(|reader| reader.side);
        let known = reader.map(|reader| campaign.as_read_by(&reader));
        Ok((known.unwrap_or(campaign), side))
    }

    /// The unit that a word means to a reader. Of one of another side it is said that it is, for it is the umpire who types.
    pub(crate) fn unit_of<'k>(
        &mut self,
        reading: &ReadingFlags,
        (known, side): (&'k View, Option<SideId>),
        word: &str,
    ) -> Result<&'k Formation, Failure> {
        pick::unit(known, word).map_err(|error| {
            let truth = self.look(&reading.when);
            let meant = truth.ok().and_then(|truth| Some(query::may_read(pick::unit(&truth, word).ok()?, side)));
            meant.and_then(Result::err).unwrap_or(error).into()
        })
    }

    /// The unit that a word means to a reader, where one is given.
    pub(crate) fn unit_asked<'k>(
        &mut self,
        reading: &ReadingFlags,
        known: (&'k View, Option<SideId>),
        word: Option<&str>,
    ) -> Result<Option<&'k Formation>, Failure> {
        word.map(|word| self.unit_of(reading, known, word)).transpose()
    }

    /// Decides a request, writes it, and says what came of it.
    pub(crate) fn change(&mut self, writing: &WritingFlags, request: &Request) -> Ended {
        self.change_by(writing, None, request)
    }

    /// Decides a request that a rule can refuse, writes it, and says what came of it.
    pub(crate) fn ruled_change(&mut self, ruled: &RuledFlags, request: &Request) -> Ended {
        self.change_by(&ruled.writing, ruled.overridden.as_ref(), request)
    }

    /// Decides a request whose dice are asked for at the table: `--dice ask`.
    pub(crate) fn asked_change(
        &mut self,
        writing: &WritingFlags,
        overridden: Option<&String>,
        request: Request,
    ) -> Ended {
        let change_context = self.change_context(writing, overridden.cloned());
        self.session()?;
        let Some(session) = &mut self.session else { return Ok(Ending::Done) };
        let terminal = Terminal::new(&mut self.context.input, &mut self.context.err);
        let request = session.ask(&change_context, request, &mut Umpire(&terminal))?;
        // What is kept is what fell, so that the operation can be done again without the players.
        let faces = format!("--dice '{}'", request.faces().unwrap_or_default());
        self.typed = self.typed.replace("--dice=ask", &faces).replace("--dice ask", &faces);
        self.change_by(writing, overridden, &request)
    }

    fn change_by(&mut self, writing: &WritingFlags, overridden: Option<&String>, request: &Request) -> Ended {
        let change_context = self.change_context(writing, overridden.cloned());
        let change = self.decide(change_context, request)?;
        self.say_change_by(&change, Some(request))
    }

    /// Decides a request and writes it.
    fn decide(&mut self, mut change_context: ChangeContext, request: &Request) -> Result<Change, Failure> {
        if let Some(script) = self.script.as_mut().filter(|_| !change_context.dry_run) {
            change_context.expect = change_context.expect.or(script.expect.take());
        }
        let change = self.session()?.change(&change_context, request)?;
        if let Some(number) = change.operation {
            let done = Completed::operation(number);
            self.has_done(if change.closes_a_bound() { done.shown_by("railhead bound report") } else { done });
        }
        Ok(change)
    }

    /// Steps along the chain of operations.
    pub(crate) fn step(&mut self, writing: &WritingFlags, step: Step) -> Result<Stepped, Failure> {
        let change_context = self.change_context(writing, None);
        let stepped = self.session()?.step(&change_context, step)?;
        if !writing.dry_run {
            self.has_done(Completed::operation(stepped.operation));
        }
        Ok(stepped)
    }

    /// Remembers what has been done for good: whatever fails after it is no failure of the command.
    pub(crate) fn has_done(&mut self, done: Completed) {
        self.done = Some(match self.done.take() {
            Some(before) => before.and(done),
            None => done,
        });
    }

    /// Names a command that shows the last operation better than the log does.
    fn shown_by(&mut self, command: String) {
        self.done = self.done.take().map(|done| done.shown_by(command));
    }

    /// Whether anything has been done for good.
    pub(crate) fn is_done(&self) -> bool {
        self.done.is_some()
    }

    /// Takes out what has been done.
    pub(crate) fn take_done(&mut self) -> Option<Completed> {
        self.done.take()
    }

    /// How a command ended: a failure after the commit is not one, but says that the result could not be shown.
    pub(crate) fn judged<T>(&mut self, ended: Result<T, Failure>) -> Result<T, Failure> {
        let is_held = self.script.as_ref().is_some_and(|script| script.together);
        match (ended, &self.done) {
            (Err(failure), Some(done)) if !is_held => Err(done.unshown(&failure)),
            (ended, _) => ended,
        }
    }

    /// How a command in this context writes.
    pub(crate) fn change_context(&self, writing: &WritingFlags, overridden: Option<String>) -> ChangeContext {
        let script = self.script.as_ref();
        ChangeContext {
            command: self.typed.clone(),
            reason: writing.reason.clone().or_else(|| script.and_then(|s| s.reason.clone())),
            overridden,
            dry_run: writing.dry_run,
            expect: writing.expect_op,
            group: script.map(|s| s.group),
            time: self.context.now(),
            inputs: script.and_then(|s| s.text.clone()).into_iter().chain(self.inputs.iter().cloned()).collect(),
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

    /// Opens another campaign file in the place of the one that is open; if it cannot be opened that stays.
    pub(crate) fn reopen(&mut self, file: PathBuf) -> Result<(), Failure> {
        let (before, session) = (self.global.campaign.replace(file), self.session.take());
        let opened = self.session().map(|_| ());
        if opened.is_err() {
            (self.global.campaign, self.session) = (before, session);
        }
        opened
    }

    fn opened(&mut self) -> Result<Session, Failure> {
        let path = self.campaign_file()?;
        let mut session = Session::open(&path)?;
        if let Some(Upgraded { from, to, kept }) = session.upgraded() {
            let (name, kept) = (name_of(&path), name_of(kept));
            self.say(&format!("{name}: upgraded from schema {from} to {to}; the old file is kept as {kept}"))?;
        }
        if !self.global.quiet {
            // If the stream is closed, nobody is reading.
            session.on_wait(|| drop(writeln!(std::io::stderr(), "{WAITING}")));
        }
        Ok(session)
    }

    /// The campaign file that is meant, whether there is one of that name or not.
    pub(crate) fn campaign_file(&self) -> Result<PathBuf, Failure> {
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
                .hint(command!("make one with `railhead new uranus-1942`, or name one with `--campaign FILE`"))),
            _ => Err(Failure::new(
                "no_campaign",
                WORDS,
                format!("there are {} campaign files in this folder: {}", found.len(), found.join(", ")),
            )
            .hint("name one: `--campaign FILE`, or `RAILHEAD_CAMPAIGN` for all commands")),
        }
    }

    /// The campaign files of the folder, by name.
    pub(crate) fn railhead_files(&self) -> Result<Vec<String>, Failure> {
        railhead_files(&self.context.dir).map_err(|error| {
            Failure::new("file", UNREADABLE, error.to_string()).at(self.context.dir.display().to_string())
        })
    }
}

/// The name of a file without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Whose knowledge the flags ask for; none: the umpire's.
pub(crate) fn reader_of(campaign: &View, reader: &ReaderFlags) -> Result<Option<Reader>, Failure> {
    let side = reader.side.as_deref().map(|word| pick::side(campaign, word)).transpose()?;
    let Some(word) = &reader.commander else { return Ok(side.map(Reader::of_side)) };
    let unit = pick::unit(campaign, word)?;
    if side.is_some_and(|side| side != unit.side) {
        let message = format!("{} is not of {}", unit.name, side.map(|side| side.to_string()).unwrap_or_default());
        return Err(Failure::words(message).hint("leave out `--side`: `--for UNIT` alone is enough"));
    }
    Ok(Some(Reader::commanding(unit)))
}

/// The formation whose commander reads; none where a side or the umpire does.
pub(crate) fn commander_of<'k>(known: &'k View, reading: &ReadingFlags) -> Result<Option<&'k Formation>, Failure> {
    Ok(reading.reader.commander.as_deref().map(|word| pick::unit(known, word)).transpose()?)
}

/// The campaign files of a folder, by name.
fn railhead_files(dir: &Path) -> std::io::Result<Vec<String>> {
    let entries = std::fs::read_dir(dir)?;
    let names = entries.filter_map(Result::ok).map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> =
        names.filter(|name| name.len() > ".railhead".len() && name.ends_with(".railhead")).collect();
    found.sort();
    Ok(found)
}

/// The campaign file that a command means which names none; none where there is none, or more than one.
pub(crate) fn only_campaign(context: &Context) -> Option<PathBuf> {
    if let Some(path) = context.env.get("RAILHEAD_CAMPAIGN").filter(|path| !path.is_empty()) {
        return Some(context.path(path.as_ref()));
    }
    let found = railhead_files(&context.dir).ok()?;
    if let [one] = &found[..] { Some(context.dir.join(one)) } else { None }
}
