//! `orders export` and `orders import`: the orders of a side and the results of its battles as a file, for play by e-mail.
//!
//! What it decides: how the file reads, and where in it a fault is. What an order may be is decided as for `order`.
//! Where to look next: `results`, the forms of its battles.

mod line;
mod results;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use domain::{SideId, command, counted, nearest};
use ops::{Player, Proposal, View, pick};
use report::model::{BoundView, OrderRow, ToldResult};
use scenario::Fault;

use crate::bounded;
use crate::command_context::{CommandContext, Ended, RunningScript};
use crate::context::Held;
use crate::failure::{DetailLine, Failure, REFUSED};
use crate::flags::{FormatWord, WritingFlags};
use crate::words::in_a_line;
use line::{Line, column};
use results::{Form, Teller};

/// Writes the orders and battles of a side to a file to send to its players, and reads the file that comes back (`order list` lists orders)
#[derive(Debug, Subcommand)]
pub(crate) enum OrdersCommand {
    /// Writes the orders of a side as they stand, its units that have none and its open battles, to a file for its players
    #[command(after_long_help = "\
The file is plain text, to be sent by e-mail and edited in any editor: a line with the side, one with the bound, and an order
a line, written as after `railhead order`. Units without an order stand below as comments, each with its place: take the `#`
away and write what it is to do. Below them is a form for each battle that is drawn: how it ended (`end`), how many moves it
took (`moves`), and a line for each base of the side, behind which stands what became of it, as in `--set` of `railhead battle
record`, with blanks. The file holds nothing of the other side.

Examples:
  railhead orders export axis.txt --side AX
  railhead orders export --side AX --out axis.txt")]
    Export {
        /// The file; an existing one is refused. Without one it is printed, or goes where `--out` says
        file: Option<PathBuf>,
        /// The side
        #[arg(long, value_name = "SIDE")]
        side: String,
    },
    Import(ImportCommand),
}

/// Reads a file of orders and results that came back, checks every line, and keeps all of them or none
#[derive(Debug, Args)]
#[command(after_long_help = "\
Every line is checked, and every fault listed with its line and column: words that are no order, units of the other side,
orders that cannot be given as the campaign stands. If there are faults, nothing is kept. Otherwise each order is an operation,
all of one group, which `undo` takes back together. A file that was written for another bound is refused.

With --propose they become proposals of that player, for you to take, change or refuse on the board. Results of battles are
kept so alone: the file tells of the bases of one side, and the result that you record is both sides'.

Examples:
  railhead orders import axis.txt --dry-run
  railhead orders import axis.txt --reason \"mail of Sunday\"
  railhead orders import axis.txt --propose Erich")]
pub(crate) struct ImportCommand {
    /// The file
    file: PathBuf,
    /// Keeps them as proposals of this player of the board
    #[arg(long, value_name = "PLAYER")]
    propose: Option<String>,
    #[command(flatten)]
    writing: WritingFlags,
}

/// What the file says: whose orders they are, for which bound, the orders, and the forms of battles.
#[derive(Default)]
struct Sheet<'t> {
    side: Option<SideId>,
    lines: Vec<Line<'t>>,
    forms: Vec<Form<'t>>,
    told: Vec<ToldResult>,
    faults: Vec<Fault>,
}

impl OrdersCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Export { file, side } => export(ctx, file.as_deref(), side),
            Self::Import(command) => command.run(ctx),
        }
    }
}

fn export(ctx: &mut CommandContext<'_>, file: Option<&Path>, side: &str) -> Ended {
    file.map_or(Ok(()), |file| ctx.may_be_written(file))?;
    let truth = ctx.look(&crate::flags::MomentFlags::default())?;
    let side = pick::side(&truth, side)?;
    // What goes to players is made of what they know.
    let campaign = truth.as_read_by(&ops::Reader::of_side(side));
    let orders: Vec<_> = campaign
        .orders
        .iter()
        .filter(|order| campaign.formations.get(&order.unit).is_some_and(|unit| unit.side == side))
        .filter_map(|order| OrderRow::command_words(&campaign, order))
        .collect();
    let name = campaign.side(side).map(|side| side.name.as_str()).unwrap_or_default();
    let bound = BoundView::new(&campaign, campaign.bound);
    let mut text = format!(
        "# {}: orders of {name} for {}, {}\n# One order a line: UNIT and what it is to do, as in\n\
         #   UNIT move SQUARE SQUARE --rate road     UNIT dig-in     UNIT reorganise\n\
         # --for next: in the bound after this one. Lines that begin with # are not read.\nside {side}\nbound {}\n\n",
        campaign.title,
        bound.label,
        bound.date.format("%-d %B %Y"),
        campaign.bound.typed()
    );
    for words in &orders {
        let _ = writeln!(text, "{}", in_a_line(words));
    }
    text.push_str("\n# Without an order:\n");
    for (id, name, square) in OrderRow::without_orders(&campaign, side) {
        let _ = writeln!(text, "# {id}  ({name}, {square})");
    }
    let (battles, forms) = results::forms(&campaign, side);
    text.push_str(&forms);
    let Some(file) = file else { return ctx.put(text.as_bytes()) };
    ctx.write_new(file, text.as_bytes())?;
    ctx.document(&json!({"file": file, "side": side, "orders": orders.len(), "battles": battles}))
}

impl ImportCommand {
    fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let text = bounded::text(ctx.context, &self.file)?;
        bounded::must_have_short_lines(&self.name(), &text)?;
        let campaign = ctx.look(&crate::flags::MomentFlags::default())?;
        let mut sheet = self.read(&campaign, &text);
        self.check_flags(&mut sheet);
        let player = self.propose.as_deref().map(|word| player(ctx, word, sheet.side)).transpose()?;
        if let Some(side) = sheet.side {
            self.check_units(&campaign, (side, player.as_ref()), &mut sheet);
            self.check_results(&campaign, Teller { side, player: player.as_ref() }, &mut sheet);
        }
        let is_kept = player.is_none() && !self.writing.dry_run;
        let said = self.give(ctx, &mut sheet, is_kept)?;
        let (orders, results) = (sheet.lines.len(), sheet.told.len());
        if let Some(player) = player.filter(|_| !self.writing.dry_run) {
            propose(ctx, &campaign, &player, &sheet)?;
            let proposals = counted(orders + results, "proposal");
            ctx.say(&format!("{}: {proposals} of {}, on the board's page `post`", self.name(), player.name))?;
        } else {
            if ctx.global.format != FormatWord::Json {
                ctx.put(&said)?;
                for told in &sheet.told {
                    ctx.put(format!("{}\n", results::said(&campaign, told)).as_bytes())?;
                }
            }
            let end = if self.writing.dry_run { "dry run: nothing is written" } else { "done" };
            let more = if results == 0 { String::new() } else { format!("{}, ", counted(results, "result")) };
            ctx.say(&format!("{}: {}, {more}{end}", self.name(), counted(orders, "order")))?;
        }
        ctx.document(&json!({
            "file": self.file, "side": sheet.side, "orders": orders, "results": results,
            "proposed": self.propose.is_some(), "dry_run": self.writing.dry_run,
        }))
    }

    fn name(&self) -> String {
        self.file.display().to_string()
    }

    fn fault(&self, line: usize, column: usize, message: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault::at(self.name(), (line as u64, column as u64), message, hint)
    }

    /// What the file says, with what in it cannot be read.
    fn read<'t>(&self, campaign: &View, text: &'t str) -> Sheet<'t> {
        let mut sheet = Sheet::default();
        let mut bound = None;
        for (index, line) in text.lines().enumerate() {
            let text = if index == 0 { line.trim_start_matches('\u{feff}') } else { line };
            let number = index + 1;
            // What an answer by e-mail puts before what it quotes is no part of the line.
            let Some(words) = shlex::split(text.trim_start_matches(['>', ' ']).trim_end()) else {
                sheet.faults.push(self.fault(
                    number,
                    1,
                    "a quotation mark is not closed",
                    "words are quoted as in a shell",
                ));
                continue;
            };
            match (words.first().map(String::as_str), &words[..]) {
                (None, _) => {}
                (Some("side"), [_, word]) => match pick::side(campaign, word) {
                    Ok(side) => sheet.side = Some(side),
                    Err(error) => {
                        let line = Line { number, text, words };
                        sheet.faults.push(line.refused(&self.name(), &error.into()));
                    }
                },
                (Some("bound"), [_, word]) => bound = Some((number, word.clone())),
                _ => {
                    let line = Line { number, text, words };
                    let line = results::take(&mut sheet.forms, line, &self.name(), &mut sheet.faults);
                    sheet.lines.extend(line.map(Line::order));
                }
            }
        }
        if sheet.side.is_none() && sheet.faults.is_empty() {
            sheet.faults.push(self.fault(
                1,
                0,
                "it does not say whose orders they are",
                "write a line `side AX` at the top",
            ));
        }
        let running = campaign.bound.typed();
        match bound {
            Some((number, word)) if word != running => {
                let message = format!("these are orders for `{word}`, and {} is running", campaign.bound);
                sheet.faults.push(self.fault(
                    number,
                    7,
                    message,
                    format!("if they are still good, write `bound {running}`"),
                ));
            }
            Some(_) => {}
            None => {
                let hint = format!("write a line `bound {running}` at the top");
                sheet.faults.push(self.fault(1, 0, "it does not say for which bound they are", hint));
            }
        }
        sheet
    }

    /// Finds what in the lines is no part of an order: whoever wrote the file has no word in how the umpire writes it down.
    fn check_flags(&self, sheet: &mut Sheet<'_>) {
        let flags = line::order_flags();
        let known = |word: &str| flags.iter().any(|flag| *flag == word);
        let mut faults = Vec::new();
        for Line { number, text, words } in &sheet.lines {
            let given = words.iter().filter(|word| word.starts_with('-') && word.len() > 1);
            let names = given.map(|word| word.split_once('=').map_or(word.as_str(), |(name, _)| name));
            for name in names.filter(|name| !known(name)) {
                let near = nearest(name, flags.iter().map(String::as_str));
                let hint = near.map_or_else(|| "leave it out".to_owned(), |near| format!("did you mean `{near}`?"));
                faults.push(self.fault(*number, column(text, name), format!("`{name}` is no part of an order"), hint));
            }
        }
        sheet.lines.retain(|line| !faults.iter().any(|fault| fault.line == line.number as u64));
        sheet.faults.extend(faults);
    }

    /// Finds the lines that are about nobody of the side, or about nobody who takes orders from the player.
    fn check_units(&self, campaign: &View, (side, player): (SideId, Option<&Player>), sheet: &mut Sheet<'_>) {
        let mut faults = Vec::new();
        for Line { number, text, words } in &sheet.lines {
            let Some(word) = words.first() else { continue };
            match pick::unit(campaign, word) {
                _ if ["list", "cancel"].contains(&word.as_str()) => {
                    let hint = command!("leave the line out; `railhead order cancel UNIT` takes an order back");
                    faults.push(self.fault(*number, column(text, word), format!("`{word}` is not a unit"), hint));
                }
                // That there is no such unit is said when the line is tried.
                Ok(unit) if unit.side != side => {
                    // Of a unit of the other side nothing is said but that it is none of theirs.
                    let message = format!("`{word}` is not a unit of {side}");
                    faults.push(self.fault(*number, column(text, word), message, "name one of this side"));
                }
                Ok(unit) if player.is_some_and(|player| !player.commands(campaign, unit)) => {
                    let name = player.map_or("", |player| player.name.as_str());
                    let message = format!("{} takes no orders from {name}", unit.name);
                    let hint = format!("name a formation that {name} commands");
                    faults.push(self.fault(*number, column(text, word), message, hint));
                }
                _ => {}
            }
        }
        let wrong = |line: &Line<'_>| faults.iter().any(|fault| fault.line == line.number as u64);
        sheet.lines.retain(|line| !wrong(line));
        sheet.faults.extend(faults);
    }

    /// Finds what the forms tell, and what in them cannot be.
    fn check_results(&self, campaign: &View, teller: Teller<'_>, sheet: &mut Sheet<'_>) {
        let file = self.name();
        for form in sheet.forms.iter().filter(|form| form.is_filled()) {
            match form.told(&file, campaign, teller) {
                Err(faults) => sheet.faults.extend(faults),
                Ok(told) if teller.player.is_none() => sheet.faults.push(form.alone(&file, &told)),
                Ok(told) if sheet.told.iter().any(|before| before.battle == told.battle) => {
                    sheet.faults.push(form.twice(&file, &told));
                }
                Ok(told) => sheet.told.push(told),
            }
        }
    }

    /// Gives the orders one after another, and keeps all of them or none; gives what was said of them.
    fn give(&self, ctx: &mut CommandContext<'_>, sheet: &mut Sheet<'_>, is_kept: bool) -> Result<Vec<u8>, Failure> {
        let session = ctx.session()?;
        session.begin_batch()?;
        let began = session.must_end_with(self.writing.expect_op).and_then(|()| session.next_operation());
        let group = match began {
            Ok(group) => group,
            Err(error) => {
                session.end_batch(false)?;
                return Err(error.into());
            }
        };
        let (reason, expect) = (self.writing.reason.clone(), self.writing.expect_op);
        ctx.script = Some(RunningScript { group, text: None, together: true, expect, reason });
        let held = Held::default();
        let out = std::mem::replace(&mut ctx.context.out, Box::new(held.clone()));
        for line in &sheet.lines {
            if let Err(failure) = ctx.run_line(&format!("order {}", in_a_line(&line.words))) {
                sheet.faults.push(line.refused(&self.name(), &failure));
            }
        }
        ctx.context.out = out;
        ctx.script = None;
        let done = ctx.take_done();
        let is_sound = sheet.faults.is_empty();
        ctx.session()?.end_batch(is_sound && is_kept)?;
        if is_sound {
            if let Some(done) = done.filter(|_| is_kept) {
                ctx.has_done(done);
            }
            return Ok(held.take());
        }
        ctx.sheets.clear();
        sheet.faults.sort_by_key(|fault| (fault.line, fault.column));
        let message = format!("`{}` has {}", self.name(), counted(sheet.faults.len(), "fault"));
        let mut failure =
            Failure::new("orders", REFUSED, message).undone("nothing was kept: correct it, and import it again");
        failure.details = sheet.faults.iter().map(DetailLine::from).collect();
        Err(failure)
    }
}

/// The player of the board that is meant, who must be of this side.
fn player(ctx: &mut CommandContext<'_>, word: &str, side: Option<SideId>) -> Result<Player, Failure> {
    let players = ctx.session()?.players()?;
    let names: Vec<String> = players.iter().map(|player| format!("{} ({})", player.name, player.side)).collect();
    let found = players.into_iter().find(|player| player.name == word || player.number.to_string() == word);
    let player = found.ok_or_else(|| {
        let hint =
            if names.is_empty() { "name players on the board's page `players`".to_owned() } else { names.join(", ") };
        Failure::words(format!("there is no player `{word}`")).hint(hint)
    })?;
    match side {
        Some(side) if side != player.side => {
            let message = format!("{} plays {}, and these are orders of {side}", player.name, player.side);
            Err(Failure::words(message).hint("name a player of that side"))
        }
        _ => Ok(player),
    }
}

/// Keeps the orders and results as what a player proposes: all of them or none. Of one battle he tells one thing.
fn propose(ctx: &mut CommandContext<'_>, campaign: &View, player: &Player, sheet: &Sheet<'_>) -> Result<(), Failure> {
    let time = ctx.context.now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let session = ctx.session()?;
    let before = session.proposals()?;
    let orders = sheet.lines.iter().map(|line| {
        let words = std::iter::once("order".to_owned()).chain(line.words.iter().cloned());
        (0, words.collect::<Vec<_>>())
    });
    let results = sheet.told.iter().map(|told| {
        let sent = ToldResult::sent(&before, player.number, &told.battle);
        (sent.map_or(0, |(of, _)| of.number), told.posted())
    });
    session.begin_batch()?;
    for (number, words) in orders.chain(results) {
        let sent =
            Proposal::sent(player.number, campaign.bound, in_a_line(words), "by e-mail".to_owned(), time.clone());
        if let Err(error) = session.keep_proposal(&Proposal { number, ..sent }) {
            session.end_batch(false)?;
            return Err(error.into());
        }
    }
    Ok(session.end_batch(true)?)
}
