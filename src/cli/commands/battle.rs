//! `battle`: an engagement drawn from the campaign, fought or recorded, and posted to the ledger.

mod check;
mod forecast;
mod record;
mod record_ask;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::cli::ask::{Player, Terminal, Umpire};
use crate::cli::desk::{Desk, Ended, Ending, file_error, no_file};
use crate::cli::error::Failure;
use crate::cli::flags::{Reading, Ruled, Writing};
use crate::domain::RuleSystemId;
use crate::ops::command::{BattleCancel, BattleDecline, BattleDraw, BattlePost};
use crate::ops::query::{self, Deciding, DiceFrom};
use crate::ops::{BattleResult, Request, pick};
use crate::report::model::{BattleList, BattleShow, BattleStory, Posting};

use record::{Form, Record};

/// Draws battles from the campaign, resolves or records them, and posts them to the ledger
#[derive(Debug, Subcommand)]
pub(crate) enum Battle {
    New(New),
    /// Says everything in an engagement that cannot be
    #[command(after_long_help = "\
A file needs no campaign. Exit code 4 where something cannot be.

Examples:
  railhead battle check 2am-037026.toml
  railhead battle check 2am-037026")]
    Check {
        /// The engagement file, or an open battle
        what: String,
    },
    Resolve(Resolve),
    Forecast(forecast::Forecast),
    Form(Form),
    Record(Record),
    Post(Post),
    /// Gives up an engagement that was drawn; its leaves are free again
    #[command(after_long_help = "\
Examples:
  railhead battle cancel 2am-037026 --reason \"declined\"")]
    Cancel {
        /// The battle
        battle: String,
        #[command(flatten)]
        writing: Writing,
    },
    /// Notes that nobody attacks a square in this bound: the contact there is settled without a battle
    #[command(after_long_help = "\
`review` names contacts that are neither fought nor declined in the running bound. It is kept as a battle of no moves
(`battle list` says `declined`); `battle new` for the same square puts a battle in its place.

Examples:
  railhead battle decline 037026 038026 Peschany --reason \"the corps waits for its fuel\"")]
    Decline {
        /// The squares that are not attacked
        #[arg(required = true, value_name = "SQUARE")]
        squares: Vec<String>,
        #[command(flatten)]
        writing: Writing,
    },
    /// Shows one battle: what it was for each unit, or, while it is open, what it relies on
    #[command(after_long_help = "\
With --format json: the keys of a row of `battle list`, and `moves`, `units`, `facts`, `operation`, `time`, `reason`;
of a unit `came_out`: `markers`, `out_of_ammo`, `disorganised`, `moved`, `off_map`.

Examples:
  railhead battle show 2am-037026
  railhead battle show 037026")]
    Show {
        /// The battle
        battle: String,
        #[command(flatten)]
        reading: Reading,
    },
    /// Lists the battles, the oldest first
    #[command(after_long_help = "\
With --format json:
  [{\"battle\":\"1am-037026\",\"bound\":{\"day\":1,\"phase\":\"am\",\"date\":\"1942-11-19\",\"label\":\"D1 am\"},\"square\":\"037026\",
    \"place\":null,\"attacker\":\"SU\",\"rules\":\"nqm-squared\",\"open\":false,\"end\":\"taken\",\"holder\":\"SU\",
    \"recorded\":false,\"sp_lost\":[3,9]}]

Examples:
  railhead battle list
  railhead battle list --open
  railhead battle list --as-of 2pm")]
    List {
        /// Only those that are drawn and not posted
        #[arg(long)]
        open: bool,
        #[command(flatten)]
        reading: Reading,
    },
}

/// Draws an engagement: all bases as they stand, the support that reaches the square and when it can fire
#[derive(Debug, Args)]
#[command(after_long_help = "\
The attackers are the fighting leaves beside the square (and those of a contested one that do not hold it), with the
HQs of their units; the defenders are all who stand in it. Guns in reach come in by command reaction: those of the
division and under command or in direct support from move 1, others of the corps and higher later. Leaves that cannot
attack (disorganised, out of LOG or ammunition, no HQ die or hour left) are left out and named; a leaf that is itself
named with --by is refused, unless --override. A leaf stands in one open battle only. The battle has as many moves as its slowest
attacker has hours left.

It writes BATTLE.toml here (or --file), which may be edited before it is resolved, and keeps in the campaign what the
battle relies on: `battle post` refuses when any of that has changed. With --format json:
  {\"operation\":12,\"dry_run\":false,\"battle\":\"2am-037026\",\"square\":\"037026\",\"moves\":5,\"file\":\"2am-037026.toml\",
   \"sides\":[{\"name\":\"Soviet\",\"units\":[{\"id\":\"su.5ta.26tk\",\"name\":\"26th Tank Corps\",\"grade\":\"regular\",\"bases\":4,
     \"sp\":12,\"part\":\"fights\"}]}],
   \"left_out\":[{\"id\":\"su.5ta.26tk.b2\",\"reason\":\"it is disorganised\"}]}

Examples:
  railhead battle new 037026
  railhead battle new Peschany --by 124rd --reserve 1tk
  railhead battle new 037026 --without 124rd --file attack.toml
  railhead battle new 037026 --dry-run")]
pub(crate) struct New {
    /// The square that is attacked
    square: String,
    /// The side that attacks, where both could
    #[arg(long, value_name = "SIDE")]
    attacker: Option<String>,
    /// A unit that attacks (may be given again); all that can, where none is named
    #[arg(long, value_name = "UNIT")]
    by: Vec<String>,
    /// A unit that may come up later (may be given again)
    #[arg(long, value_name = "UNIT")]
    reserve: Vec<String>,
    /// A unit that stays out of it (may be given again)
    #[arg(long, value_name = "UNIT")]
    without: Vec<String>,
    /// The rules of this battle, where they are not those of the campaign
    #[arg(long, value_name = "SYSTEM")]
    rules: Option<RuleSystemId>,
    /// Where the engagement is written
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    ruled: Ruled,
}

/// Fights an engagement by the rules, and writes what came of it beside; changes nothing in the campaign
#[derive(Debug, Args)]
#[command(after_long_help = "\
WHAT is an engagement file, or an open battle, which is then taken as it stands. The outcome goes to
BATTLE.outcome.json (or --out), which `battle post` reads; without --post the campaign is not changed.

Dice: without --dice and --seed from the clock, and the seed is said. `--dice ask` asks for each throw: who throws how
many dice for what.
Decisions: by the default doctrine; a script of words CHOICE[:WHO][@MOVE]=yes|no and marker=BASE; or `ask`. Choices:
break-off, assault, stays, charge, withdraw, go-back, commissar, counter-attack, leave, ambush, shoot-and-scoot,
fire-twice, fire-at-aircraft.

With --format json: {\"battle\",\"square\",\"rules\",\"dice\",\"dice_used\",\"end\",\"moves\",\"holder\",
  \"sides\":[{\"name\",\"sp_before\",\"sp_lost\",\"markers\",\"bases_lost\"}],\"story\":[{\"number\",\"lines\"}],
  \"bases\":[{\"id\",\"unit\",\"side\",\"sp_before\",\"sp\",\"markers\",\"out_of_ammo\",\"fate\",\"square\"}],\"notes\"}

Examples:
  railhead battle resolve 2am-037026.toml
  railhead battle resolve 2am-037026 --seed 7 --post
  railhead battle resolve 2am-037026.toml --dice ask --decide ask
  railhead battle resolve 2am-037026.toml --decide \"break-off@2=no commissar=yes\"")]
pub(crate) struct Resolve {
    /// The engagement file, or an open battle
    what: String,
    /// The dice as they fell, or `ask`
    #[arg(long, value_name = "\"6 5 4\"|ask", conflicts_with = "seed")]
    dice: Option<String>,
    /// The seed from which the program throws
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Decisions, or `ask`
    #[arg(long, value_name = "\"CHOICE=yes ...\"|ask")]
    decide: Option<String>,
    /// Where the outcome is written
    #[arg(long, value_name = "FILE", conflicts_with = "post")]
    out: Option<PathBuf>,
    /// Posts the outcome at once, and writes no file
    #[arg(long)]
    post: bool,
    #[command(flatten)]
    ruled: Ruled,
}

/// Posts an outcome to the ledger: losses, ammunition, states, places, ground, marks and every die, as one operation
#[derive(Debug, Args)]
#[command(after_long_help = "\
It is refused where anything that the engagement relied on has changed since it was drawn (strength, ammunition,
state or square of a base, the ground, the supply): draw it anew, or --override. --dry-run shows every change.

Examples:
  railhead battle post 2am-037026
  railhead battle post 2am-037026 2am-037026.outcome.json --dry-run")]
pub(crate) struct Post {
    /// The battle
    battle: String,
    /// The outcome file; BATTLE.outcome.json here where none is named
    outcome: Option<PathBuf>,
    #[command(flatten)]
    ruled: Ruled,
}

impl Battle {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        match self {
            Self::New(command) => command.run(desk),
            Self::Check { what } => check::check(desk, what),
            Self::Resolve(command) => command.run(desk),
            Self::Forecast(command) => command.run(desk),
            Self::Form(command) => command.run(desk),
            Self::Record(command) => command.run(desk),
            Self::Post(command) => command.run(desk),
            Self::Cancel { battle, writing } => {
                desk.change(writing, &Request::BattleCancel(BattleCancel { battle: battle.clone() }))
            }
            Self::Decline { squares, writing } => {
                desk.change(writing, &Request::BattleDecline(BattleDecline::of(squares)))
            }
            Self::Show { battle, reading } => {
                let campaign = desk.look(reading)?;
                let battle = pick::battle(&campaign, battle)?;
                let session = desk.session()?;
                let posting = match session.last_of(battle.id.as_str())? {
                    Some(operation) => {
                        let (entry, events) = session.operation(operation)?;
                        Some(Posting { operation, time: entry.time, reason: entry.reason, events })
                    }
                    None => None,
                };
                desk.print(&BattleShow::new(&campaign, battle, posting))
            }
            Self::List { open, reading } => {
                let campaign = desk.look(reading)?;
                desk.print(&BattleList::new(&campaign, *open))
            }
        }
    }
}

impl New {
    fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let request = BattleDraw {
            square: self.square.clone(),
            attacker: self.attacker.clone(),
            by: self.by.clone(),
            reserve: self.reserve.clone(),
            without: self.without.clone(),
            rules: self.rules,
        };
        desk.draw_battle(&self.ruled, &Request::BattleDraw(request), self.file.as_deref())
    }
}

impl Resolve {
    fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let (campaign, setup) = drawn(desk, &self.what, &Reading { as_of: None })?;
        let engagement = query::validate(&self.what, setup)?;
        let resolved = self.fight(desk, &engagement)?;
        let notes = resolved.unused.iter().map(|line| format!("no question fitted the decision `{line}`")).collect();
        if self.post {
            desk.typed = self.typed(&desk.typed, &resolved.result);
        }
        let home = Home { out: self.out.as_deref(), post: self.post, ruled: &self.ruled };
        bring_home(desk, &campaign, engagement.setup(), resolved.result, notes, &home)
    }

    /// The command as it can be done again: with its seed, or with the dice as they fell at the table.
    fn typed(&self, typed: &str, result: &BattleResult) -> String {
        match (self.seed, self.dice.as_deref()) {
            (None, None) => format!("{typed} --{}", result.dice.replacen("seed ", "seed=", 1)),
            (_, Some("ask")) => {
                let faces = result.outcome.throws.iter().flat_map(|throw| &throw.faces);
                let faces: Vec<String> = faces.map(ToString::to_string).collect();
                let given = format!("--dice '{}'", faces.join(" "));
                typed.replace("--dice=ask", &given).replace("--dice ask", &given)
            }
            _ => typed.to_owned(),
        }
    }

    fn fight(&self, desk: &mut Desk<'_>, engagement: &query::Engagement) -> Result<query::Resolved, Failure> {
        let seed = self.seed.unwrap_or_else(|| desk.context.now().timestamp_micros().unsigned_abs());
        let asks_dice = self.dice.as_deref() == Some("ask");
        let asks = self.decide.as_deref() == Some("ask");
        let terminal = Terminal::new(&mut desk.context.input, &mut desk.context.err);
        let (mut umpire, mut player) = (Umpire(&terminal), Player(&terminal));
        let dice = match self.dice.as_deref() {
            Some(_) if asks_dice => DiceFrom::Ask(&mut umpire),
            Some(script) => DiceFrom::Script(script),
            None => DiceFrom::Seed(seed),
        };
        let deciding = match self.decide.as_deref() {
            Some(_) if asks => Deciding::Ask(&mut player),
            Some(script) => Deciding::Script(script),
            None => Deciding::Doctrine,
        };
        Ok(query::resolve(engagement, dice, deciding)?)
    }
}

/// The engagement of a file, or of an open battle as it stands.
pub(super) fn drawn(
    desk: &mut Desk<'_>,
    what: &str,
    reading: &Reading,
) -> Result<(crate::ops::View, query::Setup), Failure> {
    let campaign = desk.look(reading)?;
    let path = desk.context.path(Path::new(what));
    if path.is_file() {
        let text = std::fs::read_to_string(&path).map_err(file_error(PathBuf::from(what)))?;
        let setup = query::read_engagement(what, &text)?;
        desk.inputs.push((what.to_owned(), text.into_bytes()));
        return Ok((campaign, setup));
    }
    let setup = query::engagement(&campaign, pick::open_battle(&campaign, what)?);
    Ok((campaign, setup))
}

/// How an outcome comes home.
pub(super) struct Home<'h> {
    /// Where it is written.
    pub(super) out: Option<&'h Path>,
    /// Whether it is posted at once, and no file written.
    pub(super) post: bool,
    /// How it is posted.
    pub(super) ruled: &'h Ruled,
}

/// Prints an outcome, and writes it beside or posts it.
pub(super) fn bring_home(
    desk: &mut Desk<'_>,
    campaign: &crate::ops::View,
    setup: &query::Setup,
    result: BattleResult,
    mut notes: Vec<String>,
    home: &Home<'_>,
) -> Ended {
    let battle = result.battle.clone();
    if !home.post && !battle.is_empty() && !home.ruled.writing.dry_run {
        let file = home.out.map_or_else(|| PathBuf::from(format!("{battle}.outcome.json")), Path::to_owned);
        desk.write_file(&file, &result.text()?)?;
        let named = home.out.map(|_| format!(" {}", file.display())).unwrap_or_default();
        notes.push(format!("written to {}; next: railhead battle post {battle}{named}", file.display()));
    }
    let story = BattleStory::new(campaign, setup, &result.outcome, &result.dice, notes);
    if !home.post || !desk.global.quiet {
        desk.print(&story)?;
    }
    if !home.post {
        return Ok(Ending::Done);
    }
    let request = BattlePost { battle, result: Box::new(result) };
    desk.ruled_change(home.ruled, &Request::BattlePost(request))
}

impl Post {
    fn run(&self, desk: &mut Desk<'_>) -> Ended {
        let file = if let Some(file) = &self.outcome {
            file.clone()
        } else {
            let campaign = desk.look(&Reading { as_of: None })?;
            let id = &pick::open_battle(&campaign, &self.battle)?.id;
            let file = PathBuf::from(format!("{id}.outcome.json"));
            if !desk.context.path(&file).exists() {
                return Err(no_file(&file).hint(format!(
                    "fight it first: `railhead battle resolve {id}`, or `railhead battle record {id} FORM` after a game \
                     on the table; an outcome that lies elsewhere is named: `railhead battle post {id} FILE`"
                )));
            }
            file
        };
        let text = std::fs::read_to_string(desk.context.path(&file)).map_err(file_error(file.clone()))?;
        let result = BattleResult::read(&file.display().to_string(), &text)?;
        desk.inputs.push((file.display().to_string(), text.into_bytes()));
        let request = BattlePost { battle: self.battle.clone(), result: Box::new(result) };
        desk.ruled_change(&self.ruled, &Request::BattlePost(request))
    }
}
