//! The program as the board uses it: it reads, draws, and does commands as they would be typed, on one open campaign file.

mod forms;

use std::ffi::OsString;
use std::sync::Arc;

use clap::{CommandFactory as _, FromArgMatches as _};

use board::{Answer, Command, Desk, Reading, Refusal};
use domain::Bound;
use ops::{Session, View};
use report::model::Situation;

use crate::args::Cli;
use crate::clap_error::of_clap;
use crate::command_context::{self, CommandContext};
use crate::commands::{Drawn, square_or_unit};
use crate::context::Held;
use crate::failure::Failure;
use crate::flags::{FormatWord, GlobalFlags, MomentFlags, ReaderFlags, ReadingFlags};
use crate::{Context, words};

/// The program, with a campaign file that stays open.
pub(crate) struct Program<'a, 'c> {
    ctx: &'a mut CommandContext<'c>,
    commands: Vec<Command>,
    grammar: clap::Command,
    /// The campaign as it stood when a bound began, as it is in truth, with the operation up to which that is known.
    before: Option<(Bound, u64, Arc<View>)>,
}

impl<'a, 'c> Program<'a, 'c> {
    /// Opens the campaign file.
    pub(crate) fn new(ctx: &'a mut CommandContext<'c>) -> Result<Self, Failure> {
        ctx.session()?;
        ctx.global.format = FormatWord::Html;
        Ok(Self { ctx, commands: forms::commands(), grammar: Cli::command(), before: None })
    }

    fn parsed(&self, typed: &[String]) -> Result<Cli, Failure> {
        let args: Vec<OsString> =
            std::iter::once("railhead").chain(typed.iter().map(String::as_str)).map(OsString::from).collect();
        let mut grammar = self.grammar.clone();
        let cli = grammar
            .try_get_matches_from_mut(words::flags_last(&args))
            .and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut grammar)))
            .map_err(|error| of_clap(&error, Cli::command))?;
        if !cli.command.is_for_the_board() {
            let message = format!("`{}` cannot be done from the board", words::typed(&args, true));
            return Err(Failure::words(message).hint("do it in a terminal"));
        }
        Ok(cli)
    }

    /// Does a command in the open context, with what it prints held.
    fn done(&mut self, typed: &[String], answer: &mut Answer) -> Result<(), Failure> {
        let cli = self.parsed(typed)?;
        let (out, err) = (Held::default(), Held::default());
        let context = &mut *self.ctx.context;
        let kept_out = std::mem::replace(&mut context.out, Box::new(out.clone()));
        let kept_err = std::mem::replace(&mut context.err, Box::new(err.clone()));
        let surroundings = (context.terminal.take(), context.screen.take(), context.err_width.take());
        let args: Vec<OsString> =
            std::iter::once("railhead").chain(typed.iter().map(String::as_str)).map(OsString::from).collect();
        self.ctx.typed = words::typed(&args, true);
        self.ctx.inputs.clear();
        self.ctx.tables.clear();
        self.ctx.writes_engagements = false;
        self.ctx.global =
            GlobalFlags { campaign: self.ctx.global.campaign.clone(), format: FormatWord::Html, ..cli.global };
        let ended = cli.command.run(self.ctx);
        let ended = self.ctx.judged(ended);
        self.ctx.take_done();
        (self.ctx.context.terminal, self.ctx.context.screen, self.ctx.context.err_width) = surroundings;
        (self.ctx.context.out, self.ctx.context.err) = (kept_out, kept_err);
        answer.tables = std::mem::take(&mut self.ctx.tables);
        answer.text = String::from_utf8_lossy(&out.take()).into_owned();
        answer.said = String::from_utf8_lossy(&err.take()).into_owned();
        answer.command.clone_from(&self.ctx.typed);
        ended.map(|_| ())
    }

    /// The campaign as it was when the running bound began. It stays so while operations are only added.
    fn begun(&mut self, campaign: &View) -> Option<Arc<View>> {
        let last = self.ctx.session().ok()?.next_operation().ok()?;
        let ordinal = campaign.bound.ordinal().checked_sub(1)?;
        if let Some((bound, known, before)) = &self.before
            && *bound == campaign.bound
            && *known == last
        {
            return Some(Arc::clone(before));
        }
        let moment = MomentFlags { as_of: Some(Bound::from_ordinal(ordinal).typed()) };
        let before = Arc::new(self.ctx.look(&moment).ok()?);
        self.before = Some((campaign.bound, last, Arc::clone(&before)));
        Some(before)
    }
}

impl Desk for Program<'_, '_> {
    fn commands(&self) -> &[Command] {
        &self.commands
    }

    fn session(&mut self) -> Result<&mut Session, Refusal> {
        self.ctx.session().map_err(|failure| refusal(&failure))
    }

    fn look(&mut self, reading: &Reading) -> Result<Arc<View>, Refusal> {
        let looked = self.ctx.look_as(&flags(reading));
        looked.map(|(campaign, _)| Arc::new(campaign)).map_err(|failure| refusal(&failure))
    }

    fn situation(&mut self, reading: &Reading, at: Option<&str>) -> Result<Situation, Refusal> {
        let flags = flags(reading);
        let (campaign, side) = self.ctx.look_as(&flags).map_err(|failure| refusal(&failure))?;
        let at = at.map(|word| square_or_unit(&campaign, word)).transpose().map_err(|failure| refusal(&failure))?;
        let truth = if reading.at.is_none() { self.begun(&campaign) } else { None };
        let reader = truth.as_ref().and_then(|truth| command_context::reader_of(truth, &flags.reader).ok());
        let before = truth.map(|truth| match reader.flatten() {
            Some(reader) => truth.as_read_by(&reader),
            None => (*truth).clone(),
        });
        let window = at.map(|square| crate::commands::round(&campaign, square, None));
        Ok(Drawn { side, lines_of: side, only: None, window }.situation(&campaign, before.as_ref()))
    }

    fn run(&mut self, words: &[String]) -> Answer {
        let mut answer = Answer { command: typed(words), ..Answer::default() };
        if let Err(failure) = self.done(words, &mut answer) {
            answer.refusal = Some(refusal(&failure));
        }
        answer
    }

    fn parse(&self, words: &[String]) -> Result<(), Refusal> {
        self.parsed(words).map(|_| ()).map_err(|failure| refusal(&failure))
    }

    fn now(&self) -> String {
        Context::now(self.ctx.context).to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }
}

fn typed(words: &[String]) -> String {
    words.iter().map(|word| words::quoted(word)).collect::<Vec<_>>().join(" ")
}

fn flags(reading: &Reading) -> ReadingFlags {
    ReadingFlags {
        reader: ReaderFlags { side: reading.side.clone(), commander: reading.commander.clone() },
        when: MomentFlags { as_of: reading.at.clone() },
    }
}

fn refusal(failure: &Failure) -> Refusal {
    Refusal {
        kind: failure.kind.to_owned(),
        message: failure.in_a_line(),
        details: failure.details.clone(),
        hints: failure.hints.clone(),
    }
}
