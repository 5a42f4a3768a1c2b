//! `bound`: the running bound; `reorganise`.

use clap::{Args, Subcommand};

use ops::command::{BoundClose, BoundMarch, BoundNote, BoundWeather, DiceWords, Reorganise as ReorganiseRequest};
use ops::query::{self, Closed};
use ops::{Request, pick};
use report::model::{BoundReport, ClosedBound, stands_on_the_way};

use crate::command_context::{CommandContext, Ended, reader_of};
use crate::failure::Failure;
use crate::flags::{MomentFlags, ReaderFlags, ReadingFlags, RuledFlags, WritingFlags};
use crate::words::perhaps_key_value;

/// The dice of odd markers
#[derive(Debug, Clone, Args)]
pub(crate) struct DiceFlags {
    /// The dice as rolled, in order: "4 2 6"; `ask` asks for each throw
    #[arg(long, value_name = "FACES", conflicts_with = "seed")]
    dice: Option<String>,
    /// The seed for the dice; by default one from the log
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl DiceFlags {
    pub(super) fn is_asked(&self) -> bool {
        self.dice.as_deref() == Some("ask")
    }

    pub(super) fn words(&self) -> DiceWords {
        DiceWords { faces: self.dice.clone(), seed: self.seed }
    }
}

/// Closes, notes and shows the running bound
#[derive(Debug, Subcommand)]
pub(crate) enum BoundCommand {
    /// Shows the running bound: its weather, its notes, how both sides stand, what to review
    #[command(after_long_help = "\
The same as `status`, for the running bound or a closed one (--as-of).

Examples:
  railhead bound show
  railhead bound show --as-of 2pm

JSON: see docs/JSON.md")]
    Show {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Closes the running bound with everything due at its end, opens the next, and prints the bound report
    #[command(after_long_help = "\
It does this in order, as one operation that `undo` takes back as a whole:
  1 overruns must be settled (setting `capture`)
  2 every line and chain is traced; states, their first bound, and bounds out are recorded
  3 at night: units out of contact reorganise, dispersed leaves gather, POL and LOG are expended, ammunition and
    HQ dice restored
  4 leaves that marched become `open`
  5 the bound is closed: `--as-of` this bound shows the campaign here
  6 the next bound opens: its weather, hours, reinforcements
Orders not carried out are dropped and listed. Contacts of the bound that are neither fought nor declined, and such
orders, are named before it closes; with the setting `careful_close` they keep it open unless --anyway is given.

An odd marker needs a die: 4 or more removes it, less costs 1 SP. Without --dice and --seed the seed comes from the log,
so the same commands on the same campaign give the same dice.

With BOUND (`bound close 3n`) it closes only that bound. Given twice, it is refused the second time; without BOUND it
would close the next bound.

Examples:
  railhead bound close
  railhead bound close 3n
  railhead bound close --dry-run
  railhead bound close --dice \"4 2 6\"
  railhead bound close --seed 7

JSON: see docs/JSON.md")]
    Close {
        /// The bound to close; refused if it is not the running one, so repeating the command is safe
        bound: Option<String>,
        /// Closes even if contacts are open or orders are not carried out (setting `careful_close`)
        #[arg(long)]
        anyway: bool,
        #[command(flatten)]
        dice: DiceFlags,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Prints the bound report of a closed bound again
    #[command(after_long_help = "\
The same report as `bound close` gave, rebuilt from the log.

Examples:
  railhead bound report
  railhead bound report 2pm
  railhead bound report 2n --format md
  railhead bound report --side AX

JSON: see docs/JSON.md")]
    Report {
        /// The bound; by default the last one closed
        bound: Option<String>,
        /// Names every leaf, and not only how many
        #[arg(long)]
        leaves: bool,
        #[command(flatten)]
        reader: ReaderFlags,
    },
    /// Carries out the orders for the running bound: the marches of both sides together, then digging in,
    /// reorganising, opening dumps and sending vehicles
    #[command(after_long_help = "\
All march at once: by time of arrival at each next square, ties by id. Contact stops both sides. The order in which you
gave the orders does not matter. A unit with its own order follows that order and not its formation's. An order that
cannot be carried out at all stands, and is listed with the reason. The report is that of `move`.

Examples:
  railhead bound march
  railhead bound march --dry-run

JSON: see docs/JSON.md")]
    March {
        #[command(flatten)]
        dice: DiceFlags,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    /// Adds a note to the running bound
    #[command(after_long_help = "\
Examples:
  railhead bound note \"the players agreed on a truce at Kletskaya until noon\"")]
    Note {
        /// The note
        text: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Enters the weather of the running bound
    #[command(after_long_help = "\
Keys: weather, ground, flying, visibility, light. A key you leave out keeps its value for the day.
  weather     clear, cloud, overcast, mist, fog, rain, sleet, snow, storm, blizzard
  ground      a condition of the ground of the campaign
  flying      good, moderate, limited, poor, none
  visibility  good, moderate, poor, none
  light       first and last light, as 06:44-16:56
Words from the campaign's own `weather.csv` are accepted too.

Examples:
  railhead bound weather weather=storm flying=none visibility=poor
  railhead bound weather ground=snow")]
    Weather {
        /// The weather
        #[arg(required = true, value_name = "KEY=VALUE", value_parser = perhaps_key_value)]
        keys: Vec<(String, String)>,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

/// Names what is unfinished before the bound is closed, and who would march on had it more hours; where that keeps it
/// open, the refusal says it. A script is not told: whoever wrote it knows.
fn say_what_is_unfinished(ctx: &mut CommandContext<'_>, anyway: bool) -> Result<(), Failure> {
    if ctx.script.is_some() {
        return Ok(());
    }
    let campaign = ctx.look(&MomentFlags::default())?;
    if let Some(what) = query::unfinished_but_allowed(&campaign, anyway) {
        ctx.say(&format!("note: {what}"))?;
    }
    let marches = ctx.session()?.marches_under_way(&campaign)?;
    match stands_on_the_way(&campaign, &marches) {
        Some(who) => ctx.say(&format!("note: {}", &*who)),
        None => Ok(()),
    }
}

impl BoundCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Show { reading } => super::status::show(ctx, reading),
            Self::Report { bound, leaves, reader } => {
                let campaign = ctx.look(&MomentFlags::default())?;
                let bound = bound.as_deref().map(|word| pick::bound(&campaign, word)).transpose()?;
                let reader = reader_of(&campaign, reader)?;
                let mut closed = ctx.session()?.closed(campaign.bound, bound)?;
                let side = reader.as_ref().map(|reader| reader.side);
                if let Some(reader) = reader {
                    closed = closed.read_by(&reader);
                }
                let Closed { operation, before, done, events, after } = &closed;
                let (operation, by_leaf) = (Some(*operation), *leaves || ctx.writes_values());
                let closed = ClosedBound { operation, before, done, events, after, by_leaf };
                ctx.print(&BoundReport::new(closed).known_to(side))
            }
            Self::Close { bound, anyway, dice, writing } => {
                say_what_is_unfinished(ctx, *anyway)?;
                let close = BoundClose { bound: bound.clone(), dice: dice.words(), anyway: *anyway };
                let request = Request::BoundClose(close);
                if dice.is_asked() {
                    return ctx.asked_change(writing, None, request);
                }
                ctx.change(writing, &request)
            }
            Self::March { dice, ruled } => {
                let request = Request::BoundMarch(BoundMarch { dice: dice.words() });
                if dice.is_asked() {
                    return ctx.asked_change(&ruled.writing, ruled.overridden.as_ref(), request);
                }
                ctx.ruled_change(ruled, &request)
            }
            Self::Note { text, writing } => ctx.change(writing, &Request::BoundNote(BoundNote { text: text.clone() })),
            Self::Weather { keys, writing } => {
                ctx.change(writing, &Request::BoundWeather(BoundWeather { keys: keys.clone() }))
            }
        }
    }
}

/// Reorganises a unit: its markers come off, its disorganisation ends
#[derive(Debug, Args)]
#[command(after_long_help = "\
Markers are counted over the bases of each unit in one square: every two markers cost 1 SP, an odd one needs a die (4 or
more removes it). A unit needs a command base in the square and no enemy there. It takes an hour of the day's marching,
two for conscripts, militia and green troops. Units that cannot reorganise are listed with the reason if others can. At
night `bound close` does it for every unit that can.

Examples:
  railhead reorganise 16pz
  railhead reorganise 16pz.r1 --dice 4")]
pub(crate) struct ReorganiseCommand {
    /// The unit
    unit: String,
    #[command(flatten)]
    dice: DiceFlags,
    #[command(flatten)]
    ruled: RuledFlags,
}

impl ReorganiseCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let request = ReorganiseRequest { unit: self.unit.clone(), dice: self.dice.words() };
        let request = Request::Reorganise(request);
        if self.dice.is_asked() {
            return ctx.asked_change(&self.ruled.writing, self.ruled.overridden.as_ref(), request);
        }
        ctx.ruled_change(&self.ruled, &request)
    }
}
