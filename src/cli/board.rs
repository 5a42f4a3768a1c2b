//! The program as the board uses it: it reads, draws, and does commands as they would be typed, on one open campaign file.

mod elsewhere;
mod forms;
mod workshop;

use std::path::Path;
use std::sync::Arc;

use board::{Answer, BoardError, Command, Desk, Detail, Drawing, FileForm, Making, Opened, Options, Reading, Refusal};
use domain::{Bound, Said};
use ops::command::BattleDraw;
use ops::draft::Drafts;
use ops::{Moment, Notice, OpError, Request, Session, View, query};
use report::model::situation::Window;
use report::model::{Document, Situation};

use crate::args::Cli;
use crate::command_context::{self, CommandContext, Documents};
use crate::commands::Drawn;
use crate::context::Context;
use crate::context::Held;
use crate::error::RULE;
use crate::failure::{Failure, REFUSED, fault_said};
use crate::flags::{FormatWord, GlobalFlags, MomentFlags, ReaderFlags, ReadingFlags, WritingFlags};
use crate::table::{AskedBy, KeptAnswers, ROLLED_IN};
use crate::{line, words};

/// What the file is called whose text a form gives: as whoever sent it calls it, if that is a plain name in any folder.
fn plain_name(given: &str) -> String {
    let is_plain = |letter: &char| letter.is_alphanumeric() || " ._-".contains(*letter);
    let name: String = given.chars().filter(is_plain).take(80).collect();
    // One that begins otherwise would be a flag, or another folder.
    let name = name.trim_start_matches([' ', '.', '-']).trim_end();
    if name.is_empty() { "your-text".to_owned() } else { name.to_owned() }
}

/// Serves the board until it is ended, and tells where once it is open.
pub(crate) fn serve(
    ctx: &mut CommandContext<'_>,
    options: &Options,
    ready: &mut dyn FnMut(&Opened),
) -> Result<(), Failure> {
    let mut program = Program::new(ctx)?;
    ::board::serve(&mut program, options, ready).map_err(|error| match error {
        BoardError::Port { port, source } => {
            Failure::new("port", REFUSED, format!("port {port} cannot be opened: {source}"))
                .hint("leave out `--port`, and a free one is taken")
        }
        BoardError::Campaign { message, hints } => {
            let failure = Failure::new("board", REFUSED, message);
            hints.into_iter().fold(failure, Failure::hint)
        }
        error => Failure::new("board", REFUSED, error.to_string()),
    })
}

/// The program, with a campaign file that stays open.
struct Program<'a, 'c> {
    ctx: &'a mut CommandContext<'c>,
    commands: Vec<Command>,
    /// The campaign as it stood after this operation, with which the bound before the running one ended; as it is in truth.
    before: Option<(u64, Arc<View>)>,
    /// Whether a campaign file is open.
    is_open: bool,
    drafts: Drafts,
    /// Whether a command is done in a folder of its own.
    is_in_scratch: bool,
}

impl<'a, 'c> Program<'a, 'c> {
    /// Opens the campaign file; where none is named and there is none, or more than one, it is chosen on the board.
    fn new(ctx: &'a mut CommandContext<'c>) -> Result<Self, Failure> {
        let is_open = match ctx.session() {
            Ok(_) => true,
            Err(failure) if failure.kind == "no_campaign" => false,
            Err(failure) => return Err(failure),
        };
        ctx.global.format = FormatWord::Html;
        let drafts = Drafts::new(ctx.context.dir.clone());
        Ok(Self { ctx, commands: forms::commands(), before: None, is_open, drafts, is_in_scratch: false })
    }

    /// Does something in a folder of its own, which is gone afterwards: what a command writes or reads there is none of the
    /// umpire's files.
    fn in_scratch<T>(&mut self, make: impl FnOnce(&mut Self, &Path) -> T) -> Result<T, Failure> {
        let scratch = tempfile::tempdir()?;
        // The campaign file has been opened where it lies.
        self.ctx.session()?;
        let dir = std::mem::replace(&mut self.ctx.context.dir, scratch.path().to_owned());
        self.is_in_scratch = true;
        let came = make(self, scratch.path());
        self.is_in_scratch = false;
        self.ctx.context.dir = dir;
        Ok(came)
    }

    /// Words as a command that the board may do, and as they would be typed.
    fn parsed(&mut self, words: &[String]) -> Result<(Cli, String), Failure> {
        let args = line::arguments(words.iter().cloned());
        let (cli, typed) = (line::read(&args)?, words::typed(&args, true));
        if cli.command.is_for_the_board() || self.is_in_scratch && cli.command.is_of_a_file() {
            return Ok((cli, typed));
        }
        Err(Failure::words(format!("`{typed}` cannot be done from the board")).hint("do it in a terminal"))
    }

    /// Does a command in the open context, with what it prints held.
    fn done(&mut self, words: &[String], answer: &mut Answer) -> Result<(), Failure> {
        let (cli, typed) = self.parsed(words)?;
        let (out, err) = (Held::default(), Held::default());
        let context = &mut *self.ctx.context;
        let kept_out = std::mem::replace(&mut context.out, Box::new(out.clone()));
        let kept_err = std::mem::replace(&mut context.err, Box::new(err.clone()));
        let surroundings = (context.terminal.take(), context.screen.take(), context.err_width.take());
        self.ctx.typed = typed;
        self.ctx.inputs.clear();
        self.ctx.sheets.clear();
        self.ctx.writes_engagements = false;
        self.ctx.global =
            GlobalFlags { campaign: self.ctx.global.campaign.clone(), format: FormatWord::Html, ..cli.global };
        let ended = cli.command.run(self.ctx);
        let ended = self.ctx.judged(ended);
        self.ctx.take_done();
        (self.ctx.context.terminal, self.ctx.context.screen, self.ctx.context.err_width) = surroundings;
        (self.ctx.context.out, self.ctx.context.err) = (kept_out, kept_err);
        let sheets = std::mem::take(&mut self.ctx.sheets);
        answer.outline = std::mem::take(&mut self.ctx.outline);
        answer.tables = sheets.into_iter().flat_map(|sheet| sheet.tables).collect();
        answer.text = String::from_utf8_lossy(&out.take()).into_owned();
        answer.said = String::from_utf8_lossy(&err.take()).into_owned();
        answer.command.clone_from(&self.ctx.typed);
        ended.map(|_| ())
    }

    /// What a battle's file keeps of what was rolled and decided: the one of `battle resolve --dice ask`.
    fn kept(&mut self, battle: &str) -> Result<KeptAnswers, Failure> {
        let name = query::battle_file(battle, ROLLED_IN)?;
        let kept = KeptAnswers::read(self.ctx.context.path(&name), &name, AskedBy::Resolve)?;
        let campaign = self.ctx.look(&MomentFlags::default())?;
        Ok(kept.of_drawing(campaign.battles.get(battle).and_then(query::drawing)))
    }

    /// The campaign as it was when the running bound began. It is folded from the log once a bound, unless a step back or a
    /// correction has changed what the log holds of before.
    fn begun(&mut self, campaign: &View) -> Option<Arc<View>> {
        let bound = Bound::from_ordinal(campaign.bound.ordinal().checked_sub(1)?);
        let until = self.ctx.session().ok()?.operation_at(Moment::Bound(bound)).ok()?;
        if let Some((known, before)) = &self.before
            && *known == until
        {
            return Some(Arc::clone(before));
        }
        let moment = MomentFlags { as_of: Some(bound.typed()) };
        let before = Arc::new(self.ctx.look(&moment).ok()?);
        self.before = Some((until, Arc::clone(&before)));
        Some(before)
    }
}

impl Desk for Program<'_, '_> {
    fn commands(&self) -> &[Command] {
        &self.commands
    }

    fn session(&mut self) -> Result<&mut Session, Refusal> {
        if !self.is_open {
            let hints = vec!["choose one on the page `/new`".into()];
            return Err(Refusal { hints, ..Refusal::new("no campaign is open") });
        }
        self.ctx.session().map_err(|failure| refusal(&failure))
    }

    fn look(&mut self, reading: &Reading) -> Result<Arc<View>, Refusal> {
        let looked = self.ctx.look_as(&flags(reading));
        looked.map(|(campaign, _)| Arc::new(campaign)).map_err(|failure| refusal(&failure))
    }

    fn situation(&mut self, reading: &Reading) -> Result<Situation, Refusal> {
        let flags = flags(reading);
        let (campaign, side) = self.ctx.look_as(&flags).map_err(|failure| refusal(&failure))?;
        let truth = if reading.at.is_none() { self.begun(&campaign) } else { None };
        let reader = truth.as_ref().and_then(|truth| command_context::reader_of(truth, &flags.reader).ok());
        let before = truth.map(|truth| match reader.flatten() {
            Some(reader) => truth.as_read_by(&reader),
            None => (*truth).clone(),
        });
        let commander = command_context::commander_of(&campaign, &flags).map_err(|failure| refusal(&failure))?;
        Ok(Drawn { side, commander, lines_of: side, only: None, counted: commander, window: None }
            .situation(&campaign, before.as_ref()))
    }

    fn battalions(&mut self, reading: &Reading, window: Window) -> Result<Situation, Refusal> {
        let flags = flags(reading);
        let (campaign, side) = self.ctx.look_as(&flags).map_err(|failure| refusal(&failure))?;
        let commander = command_context::commander_of(&campaign, &flags).map_err(|failure| refusal(&failure))?;
        let window = Some(window);
        let asked = Drawn { side, commander, lines_of: side, only: None, counted: commander, window };
        Ok(asked.situation_of(&campaign, None, (&[], &[])))
    }

    fn run(&mut self, words: &[String]) -> Answer {
        let mut answer = Answer { command: words::in_a_line(words), ..Answer::default() };
        if let Err(failure) = self.done(words, &mut answer) {
            answer.refusal = Some(refusal(&failure));
        }
        answer
    }

    fn left_out(&self) -> Vec<(String, String)> {
        forms::LEFT_OUT.iter().map(|(name, why)| ((*name).to_owned(), (*why).to_owned())).collect()
    }

    fn file_of(&mut self, words: &[String], form: &FileForm) -> Result<Making<Vec<u8>>, Refusal> {
        let name = format!("file.{}", form.ending);
        // What stands behind `--` is no flag.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        let mut words = words.to_vec();
        match &form.flag {
            Some(flag) => words.insert(end, format!("--{flag}={name}")),
            None => words.push(name.clone()),
        }
        let elsewhere = self.elsewhere().map_err(|failure| refusal(&failure))?;
        Ok(Box::new(move || {
            let made = elsewhere.work(|program, scratch| {
                program.done(&words, &mut Answer::default())?;
                Ok(std::fs::read(scratch.join(&name))?)
            });
            made.map_err(|failure| refusal(&failure))
        }))
    }

    fn run_on(&mut self, words: &[String], (name, text): (&str, &str)) -> Answer {
        let name = plain_name(name);
        let mut answer = Answer::default();
        let words: Vec<String> = words.iter().cloned().chain([name.clone()]).collect();
        let done = self.in_scratch(|program, scratch| {
            std::fs::write(scratch.join(&name), text)?;
            program.done(&words, &mut answer)
        });
        answer.refusal = done.and_then(|done| done).err().map(|failure| refusal(&failure));
        answer
    }

    fn document(&mut self, words: &[String]) -> Result<Making<Document>, Refusal> {
        let (words, elsewhere) = (words.to_vec(), self.elsewhere().map_err(|failure| refusal(&failure))?);
        Ok(Box::new(move || {
            let composed = elsewhere.work(|program, _| {
                program.ctx.documents = Documents::Held(None);
                program.done(&words, &mut Answer::default())?;
                match std::mem::take(&mut program.ctx.documents) {
                    Documents::Held(Some(document)) => Ok(*document),
                    Documents::Held(None) | Documents::Printed => Err(Failure::words("this prints no document")),
                }
            });
            composed.map_err(|failure| refusal(&failure))
        }))
    }

    fn draw(&mut self, draw: BattleDraw) -> Result<Drawing, Refusal> {
        let mut tried = || {
            let writing = WritingFlags { dry_run: true, ..WritingFlags::default() };
            self.ctx.inputs.clear();
            let context = self.ctx.change_context(&writing, None);
            Ok::<_, Failure>(self.ctx.session()?.change(&context, &Request::BattleDraw(draw.clone()))?)
        };
        let change = tried().map_err(|failure| refusal(&failure))?;
        let drawn = match &change.told {
            Some(Notice::Drawn { battle, left_out }) => change.after.battles.get(battle).zip(Some(left_out.clone())),
            _ => None,
        };
        let Some((battle, left_out)) = drawn else { return Err(Refusal::new("no battle came of it")) };
        Ok(Drawing { setup: query::engagement(&change.after, battle), campaign: Arc::clone(&change.after), left_out })
    }

    fn at_the_table(&mut self, battle: &str) -> Result<Vec<(String, String)>, Refusal> {
        self.kept(battle).map(|kept| kept.pairs()).map_err(|failure| refusal(&failure))
    }

    fn keep_at_the_table(&mut self, battle: &str, answers: &[(String, String)]) -> Result<(), Refusal> {
        let mut keep = || {
            let mut kept = self.kept(battle)?;
            let file = kept.name().to_owned();
            kept.replace(answers).map_err(crate::failure::file_error(file.into()))
        };
        keep().map_err(|failure| refusal(&failure))
    }

    fn parse(&mut self, words: &[String]) -> Result<(), Refusal> {
        self.parsed(words).map(|_| ()).map_err(|failure| refusal(&failure))
    }

    fn typed(&self, words: &[String]) -> String {
        words::in_a_line(words)
    }

    fn refused(&self, error: OpError) -> Refusal {
        refusal(&Failure::from(error).seen_from(&self.ctx.context.dir))
    }

    fn now(&self) -> String {
        Context::now(self.ctx.context).to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }
}

fn flags(reading: &Reading) -> ReadingFlags {
    ReadingFlags {
        reader: ReaderFlags { side: reading.side.clone(), commander: reading.commander.clone() },
        when: MomentFlags { as_of: reading.at.clone() },
    }
}

fn refusal(failure: &Failure) -> Refusal {
    let detail = |of: &crate::failure::DetailLine| Detail {
        text: of.text.clone(),
        row: of.fault.as_ref().and_then(|fault| fault.row.clone()),
        said: of.fault.as_ref().map_or_else(|| of.text.clone(), fault_said),
    };
    let details = failure.details.iter().map(detail).collect();
    let hints = if failure.kind == RULE {
        // A form has a field for it, which is there once something was refused.
        vec![Said::command(
            "you may set the rule aside: write why in the field for it, which the form of the command now has",
        )]
    } else {
        failure.hints.clone()
    };
    Refusal { message: failure.in_a_line(), details, hints, is_by_rule: failure.kind == RULE }
}
