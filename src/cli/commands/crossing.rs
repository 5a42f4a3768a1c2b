//! `crossing`: bridges, ferries, fords, ice.

use clap::{Args, Subcommand};

use ops::Request;
use ops::command::{CrossingAction, CrossingBuild, CrossingSet};
use report::model::CrossingList;

use super::bound::DiceFlags;
use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, RuledFlags, WritingFlags};

/// Lists, destroys, repairs, builds, opens or closes crossings
#[derive(Debug, Subcommand)]
pub(crate) enum CrossingCommand {
    /// Lists every crossing by river, with its squares, what it carries, and its state
    #[command(after_long_help = "\
Examples:
  railhead crossing list
  railhead crossing list --format csv

JSON: see docs/JSON.md")]
    List {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Destroys a crossing
    #[command(after_long_help = "\
With --by, engineers of that unit do it. They must stand in or beside one of its squares, and need an hour of the bound
(under NQM Free 54 minutes, over a minor river 7). Without --by it is the umpire's correction.

Examples:
  railhead crossing destroy kalach --by 16pz
  railhead crossing destroy kalach --reason \"blown by its guard\"")]
    Destroy(One),
    /// Repairs a destroyed crossing
    #[command(after_long_help = "\
With --by, engineers of that unit do it, as in `crossing destroy`.

Examples:
  railhead crossing repair kalach --by 26tk
  railhead crossing repair kalach")]
    Repair(One),
    /// Builds a bridge that carries foot and vehicles, or puts foot over in boats
    #[command(after_long_help = "\
Engineers of the unit must stand in or beside one of the two squares; they need an hour of the bound. Under NQM Free a
bridge takes twice a die in hours, an infantry bridgehead half a die, plus eight hours of planning over a major river.
Work beyond the hours left in the bound continues in the next bounds.

Examples:
  railhead crossing build 061045 061046 --by 26tk
  railhead crossing build 061045 061046 --by 26tk --foot
  railhead crossing build 0404 0504 --by 1rd --id pontoon --override \"boats were at hand\"")]
    Build {
        /// The square on one bank
        from: String,
        /// The square on the other bank
        to: String,
        /// The unit whose engineers build it
        #[arg(long, value_name = "UNIT")]
        by: String,
        /// Its id; by default made from the squares
        #[arg(long)]
        id: Option<String>,
        /// An infantry bridgehead: it carries foot only
        #[arg(long)]
        foot: bool,
        #[command(flatten)]
        dice: DiceFlags,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    /// Opens a closed crossing, at once or between two bounds
    #[command(after_long_help = "\
Examples:
  railhead crossing open 62nd-army
  railhead crossing open 62nd-army --from 20n --until 90n")]
    Open(Dated),
    /// Closes a crossing: at once, from a bound on, or until a bound is over
    #[command(after_long_help = "\
Examples:
  railhead crossing close leninsk --reason \"drift ice\"
  railhead crossing close leninsk --from 4am
  railhead crossing close leninsk --until 3n")]
    Close(Dated),
}

/// One crossing.
#[derive(Debug, Args)]
pub(crate) struct One {
    /// The crossing: its id or its name
    crossing: String,
    /// The unit whose engineers do it
    #[arg(long, value_name = "UNIT")]
    by: Option<String>,
    #[command(flatten)]
    ruled: RuledFlags,
}

/// One crossing and dates.
#[derive(Debug, Args)]
pub(crate) struct Dated {
    /// The crossing: its id or its name
    crossing: String,
    /// From this bound on
    #[arg(long, value_name = "BOUND")]
    from: Option<String>,
    /// Until this bound is over
    #[arg(long, value_name = "BOUND")]
    until: Option<String>,
    #[command(flatten)]
    writing: WritingFlags,
}

impl CrossingCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let one = |words: &One, action| {
            let (crossing, by) = (words.crossing.clone(), words.by.clone());
            (words.ruled.clone(), CrossingSet { crossing, action, from: None, until: None, by })
        };
        let dated = |words: &Dated, action| {
            let (from, until) = (words.from.clone(), words.until.clone());
            let ruled = RuledFlags { writing: words.writing.clone(), overridden: None };
            (ruled, CrossingSet { crossing: words.crossing.clone(), action, from, until, by: None })
        };
        let (ruled, request) = match self {
            Self::List { reading } => {
                let (campaign, _) = ctx.look_as(reading)?;
                return ctx.print(&CrossingList::new(&campaign));
            }
            Self::Build { from, to, by, id, foot, dice, ruled } => {
                let squares = [from.clone(), to.clone()];
                let request =
                    CrossingBuild { squares, by: by.clone(), id: id.clone(), foot: *foot, dice: dice.words() };
                let request = Request::CrossingBuild(request);
                if dice.is_asked() {
                    return ctx.asked_change(&ruled.writing, ruled.overridden.as_ref(), request);
                }
                return ctx.ruled_change(ruled, &request);
            }
            Self::Destroy(words) => one(words, CrossingAction::Destroy),
            Self::Repair(words) => one(words, CrossingAction::Repair),
            Self::Open(words) => dated(words, CrossingAction::Open),
            Self::Close(words) => dated(words, CrossingAction::Close),
        };
        ctx.ruled_change(&ruled, &Request::CrossingSet(request))
    }
}
