//! `battle`: an engagement drawn from the campaign, fought or recorded, and posted to the ledger.

mod check;
mod correct;
mod engagement;
mod forecast;
mod form;
mod post;
mod record;
mod record_ask;
mod resolve;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use domain::RuleSystemId;
use ops::command::{BattleCancel, BattleDecline, BattleDraw};
use ops::{Request, pick};
use report::model::{BattleList, BattleShow, Posting};

use crate::command_context::{CommandContext, Ended, commander_of, reader_of};
use crate::flags::{ReadingFlags, RuledFlags, WritingFlags};
pub(super) use engagement::for_paper;
use form::Form;
use post::PostCommand;
use record::Record;

/// Draws battles from the campaign, resolves or records them, and posts them to the ledger
#[derive(Debug, Subcommand)]
pub(crate) enum BattleCommand {
    New(BattleNewCommand),
    /// Lists every error in an engagement
    #[command(after_long_help = "\
A file needs no campaign. If the campaign in this folder has the battle, any conflict between the file and the campaign
is reported too. The exit code is 4 if there are errors.

Examples:
  railhead battle check 2am-037026.toml
  railhead battle check 2am-037026

JSON: see docs/JSON.md")]
    Check {
        /// The engagement file, or an open battle
        what: String,
    },
    Resolve(resolve::Resolve),
    Forecast(forecast::ForecastCommand),
    Form(Form),
    Record(Record),
    Post(PostCommand),
    Correct(correct::CorrectBattleCommand),
    /// Cancels a drawn engagement and frees its leaves
    #[command(after_long_help = "\
Examples:
  railhead battle cancel 2am-037026 --reason \"declined\"")]
    Cancel {
        /// The battle
        battle: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Declines battle in a square for this bound: the contact there is settled without a fight
    #[command(after_long_help = "\
`review` lists contacts that are neither fought nor declined in the running bound. A declined contact is recorded as a
battle of no moves (`battle list` shows `declined`); `battle new` for the same square replaces it with a battle.

Examples:
  railhead battle decline 037026 038026 Peschany --reason \"the corps waits for its fuel\"")]
    Decline {
        /// The squares that are not attacked
        #[arg(required = true, value_name = "SQUARE")]
        squares: Vec<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Shows one battle: the result for each unit or, while it is open, what it relies on
    #[command(after_long_help = "\
Examples:
  railhead battle show 2am-037026
  railhead battle show 037026

JSON: see docs/JSON.md")]
    Show {
        /// The battle
        battle: String,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Lists the battles, the oldest first
    #[command(after_long_help = "\
Examples:
  railhead battle list
  railhead battle list --open
  railhead battle list --as-of 2pm

JSON: see docs/JSON.md")]
    List {
        /// Only battles drawn and not yet posted
        #[arg(long)]
        open: bool,
        #[command(flatten)]
        reading: ReadingFlags,
    },
}

/// Draws an engagement: all bases as they stand, the support that reaches the square and when it can fire
#[derive(Debug, Args)]
#[command(after_long_help = "\
The attackers are the fighting leaves beside the square (in a contested square, also those of the side that does not
hold it) and the HQs of their units. The defenders are all leaves in the square. Guns in range join by command reaction:
those of the division, under command or in direct support from move 1, those of the corps and higher later. Leaves that
cannot attack (disorganised, out of LOG or ammunition, no HQ die or hours left) are left out and listed; a leaf named
directly with --by is refused unless you add --override. A leaf can be in only one open battle. The battle lasts as many
moves as its slowest attacker has hours left.

Aircraft named with --air fly from an open airfield within two squares, weather permitting, `air_sorties` times a day.
The attacker's aircraft arrive in move 1, the defender's one move after they are called (under NQM Free four hours after
the call for corps aircraft, eight for others). Aircraft driven off keep the result as markers.

If the square holds enemy mines without a gap and the setting `mines` is `bars`, the attackers must include engineers
beside it. They gap the mines in the first move, so the battle is one move shorter and anything called for arrives one
move sooner. Posting the battle leaves the mines gapped.

It writes BATTLE.toml here (or to --file); you may edit it before you resolve the battle. The campaign records what the
battle relies on: `battle post` refuses if any of that has changed.

Examples:
  railhead battle new 037026
  railhead battle new 034026 --by 50grd
  railhead battle new 037026 --without su.swf.5ta.346rd --file attack.toml
  railhead battle new 037026 --air su.df.16va.u1-1
  railhead battle new 037026 --dry-run

JSON: see docs/JSON.md")]
pub(crate) struct BattleNewCommand {
    /// The square that is attacked
    square: String,
    /// The attacking side, if both could attack
    #[arg(long, value_name = "SIDE")]
    attacker: Option<String>,
    /// A unit that attacks (may be repeated); by default all that can
    #[arg(long, value_name = "UNIT")]
    by: Vec<String>,
    /// A unit that may join later (may be repeated)
    #[arg(long, value_name = "UNIT")]
    reserve: Vec<String>,
    /// A unit that stays out of the battle (may be repeated)
    #[arg(long, value_name = "UNIT")]
    without: Vec<String>,
    /// An air leaf, or a formation with some, that flies in the battle (may be repeated)
    #[arg(long, value_name = "UNIT")]
    air: Vec<String>,
    /// The rules of this battle, if not those of the campaign
    #[arg(long, value_name = "SYSTEM")]
    rules: Option<RuleSystemId>,
    /// Where to write the engagement
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    ruled: RuledFlags,
}

impl BattleCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::New(command) => command.run(ctx),
            Self::Check { what } => check::check(ctx, what),
            Self::Resolve(command) => command.run(ctx),
            Self::Forecast(command) => command.run(ctx),
            Self::Form(command) => command.run(ctx),
            Self::Record(command) => command.run(ctx),
            Self::Post(command) => command.run(ctx),
            Self::Correct(command) => command.run(ctx),
            Self::Cancel { battle, writing } => {
                ctx.change(writing, &Request::BattleCancel(BattleCancel { battle: battle.clone() }))
            }
            Self::Decline { squares, writing } => {
                ctx.change(writing, &Request::BattleDecline(BattleDecline::of(squares)))
            }
            Self::Show { battle, reading } => {
                let truth = ctx.look(&reading.when)?;
                let reader = reader_of(&truth, &reading.reader)?;
                let known = reader.as_ref().map(|reader| truth.as_read_by(reader));
                let campaign = known.as_ref().unwrap_or(&truth);
                let battle = pick::battle(campaign, battle)?;
                let session = ctx.session()?;
                let posting = match session.last_of(battle.id.as_str())? {
                    Some(operation) => {
                        let (entry, events) = session.operation(operation)?;
                        Some(match &reader {
                            Some(reader) => {
                                Posting { events: truth.events_read_by(&truth, reader, &events), ..Posting::default() }
                            }
                            None => Posting {
                                operation: Some(operation),
                                time: Some(entry.time),
                                reason: entry.reason,
                                events,
                            },
                        })
                    }
                    None => None,
                };
                ctx.print(&BattleShow::new(campaign, battle, posting))
            }
            Self::List { open, reading } => {
                let (campaign, _) = ctx.look_as(reading)?;
                let commander = commander_of(&campaign, reading)?.map(|unit| unit.name.clone());
                ctx.print(&BattleList::new(&campaign, *open).for_commander(commander))
            }
        }
    }
}

impl BattleNewCommand {
    fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let request = BattleDraw {
            square: self.square.clone(),
            attacker: self.attacker.clone(),
            by: self.by.clone(),
            reserve: self.reserve.clone(),
            without: self.without.clone(),
            air: self.air.clone(),
            rules: self.rules,
        };
        ctx.draw_battle(&self.ruled, &Request::BattleDraw(request), self.file.as_deref())
    }
}
