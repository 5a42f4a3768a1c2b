//! `supply plan`: proposes who drives where with what, and sends them once that is accepted.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use domain::command;
use ops::command::{SupplyPlan, SupplySend};
use ops::query::{self, Asked, TripPart};
use ops::{Request, View};
use report::model::SupplyPlanReport;

use crate::bounded;
use crate::command_context::{CommandContext, Completed, Ended};
use crate::failure::Failure;
use crate::flags::{FormatWord, ReadingFlags, RuledFlags};
use crate::words::quoted;

/// Plans who drives where with what: the needs, their deadlines, and the marching orders that meet them
///
/// It meets the most urgent needs first, then keeps the hours of driving to a minimum.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Needs, in order of urgency: `resupply`, LOG for the night for formations that have fired and hold none; `march`, POL for
formations that are ordered to march, or marched today, and hold none; `level`, what a formation that feeds no other
should hold (settings `target_log`, `target_pol`); `reserve`, what a superior's dumps should hold for each of those
(`reserve_log`, `reserve_pol`). Late deliveries for the first two rank after those in time, and before the levels.
Where corps and army artillery fires from fire units of its calibre (house rule `calibre_ammunition`), `march` is
followed by `fire`, one for each leaf that has fired and finds none in reach tonight, and `level` by `fire_level`, the
reserve for each such leaf (`target_fu`). What guns draw tonight is not given away. Vehicles that carry LOG carry these.
A vehicle of a corps or higher drives for everything under it, from the first bound of a day; any other fetches for its
own formation, empty. Each makes one trip: from a railhead, a source depot or a superior's dump, or with its present
cargo. Of equally good plans it takes the one with the lower ids. For up to 40 connected vehicles and needs no better
plan exists; beyond that the sheet says how much better one could be.
A trip of a bowser without which fuel chains break until it is back names whose they are (`breaks`).
If air strikes are booked on the way of a trip, the trip says so (`strikes`: `bound` and `square` of each), and its
figures do not count them; with --side only those flown in the running bound.
Unmet needs are explained: no_vehicle, no_stock, no_road, too_far, all_sent, all_given, no_room, and in a plan made by
hand not_sent.
--accept sends all of it; with --without VEHICLE all but the trip of that vehicle, with --load VEHICLE=LOAD with
another load, with --from, --to and --via from another place, to another, by another way. --out writes the plan as CSV
with comments, one line a trip; change it, check it with --file, and --accept it. It works only if stocks are counted
(`detail = full`).

Examples:
  railhead supply plan
  railhead supply plan --side AX --only POL --bounds 6
  railhead supply plan --side AX --out axis.csv
  railhead supply plan --file axis.csv
  railhead supply plan --file axis.csv --accept
  railhead supply plan --side SU --accept --dry-run
  railhead supply plan --accept --without su.a5.22mc.u2-2 --load su.a6s.4mc.u2-2=1log
  railhead supply plan --accept --via su.a5.22mc.u2-2=3917,3816

JSON: see docs/JSON.md")]
pub(crate) struct PlanCommand {
    /// Only LOG, only POL, or only fire units of every class
    #[arg(long, value_name = "LOG|POL|FU", ignore_case = true)]
    only: Option<Only>,
    /// How many bounds ahead something may arrive, the running one included
    #[arg(long, value_name = "N", default_value_t = query::PLAN_BOUNDS, value_parser = clap::value_parser!(u32).range(1..=60))]
    bounds: u32,
    /// Writes the plan to a file, to edit by hand
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "accept"])]
    out: Option<PathBuf>,
    /// Checks a plan edited by hand, instead of making one
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Sends the vehicles, all as one operation
    #[arg(long, conflicts_with = "as_of")]
    accept: bool,
    /// Leaves out the trip of this vehicle (may be repeated)
    #[arg(long, value_name = "VEHICLE", requires = "accept")]
    without: Vec<String>,
    /// Another load for the trip of this vehicle (may be repeated)
    #[arg(long, value_name = "VEHICLE=LOAD", requires = "accept")]
    load: Vec<String>,
    /// Another place where this vehicle loads (may be repeated)
    #[arg(long, value_name = "VEHICLE=ACCOUNT", requires = "accept")]
    from: Vec<String>,
    /// Another goal for the trip of this vehicle (may be repeated)
    #[arg(long, value_name = "VEHICLE=TO", requires = "accept")]
    to: Vec<String>,
    /// The squares by which this vehicle delivers, separated by commas (may be repeated)
    #[arg(long, value_name = "VEHICLE=SQUARE", requires = "accept")]
    via: Vec<String>,
    #[command(flatten)]
    ruled: RuledFlags,
    #[command(flatten)]
    reading: ReadingFlags,
}

/// What a plan is confined to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Only {
    /// LOG
    Log,
    /// POL
    Pol,
    /// Fire units
    Fu,
}

impl Only {
    fn asked(self) -> query::Only {
        match self {
            Self::Log => query::Only::Log,
            Self::Pol => query::Only::Pol,
            Self::Fu => query::Only::Fu,
        }
    }
}

impl PlanCommand {
    /// The sendings as they are accepted: some of them left out, some made otherwise.
    fn edit(&self, campaign: &View, sends: &mut Vec<SupplySend>) -> Result<(), Failure> {
        for part in TripPart::ALL {
            let (changes, what, such_as) = match part {
                TripPart::Load => (&self.load, "load", "VEHICLE=LOAD: `su.a5.22mc.u2-2=1log`"),
                TripPart::From => (&self.from, "account", "VEHICLE=ACCOUNT: `su.a5.22mc.u2-2=su.d2`"),
                TripPart::To => (&self.to, "goal", "VEHICLE=TO: `su.a5.22mc.u2-2=su.a5`"),
                TripPart::Via => (&self.via, "way", "VEHICLE=SQUARE,SQUARE: `su.a5.22mc.u2-2=3917,3816`"),
            };
            for change in changes {
                let Some((vehicle, value)) = change.split_once('=') else {
                    return Err(Failure::words(format!("`{change}` is no vehicle and {what}"))
                        .hint(format!("write it as {such_as}")));
                };
                query::change_trip(campaign, sends, vehicle, (part, value))?;
            }
        }
        for vehicle in &self.without {
            query::leave_out_trip(campaign, sends, vehicle)?;
        }
        Ok(())
    }

    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, side) = ctx.look_as(&self.reading)?;
        let asked = Asked { only: self.only.map(Only::asked), bounds: self.bounds };
        let (plans, mut sends, against) = if let Some(file) = &self.file {
            let name = file.display().to_string();
            let text = bounded::text(ctx.context, file)?;
            let read = query::read_plan(&name, &text);
            let weighed = query::weigh_plan(&campaign, asked, &read)?;
            ctx.inputs.push((name, text.into()));
            (weighed.plans, read.lines.into_iter().map(|line| line.send).collect(), weighed.against)
        } else {
            let plans = query::supply_plan(&campaign, side, asked)?;
            let sends = query::plan_sends(&campaign, &plans);
            (plans, sends, Vec::new())
        };
        if self.accept {
            self.edit(&campaign, &mut sends)?;
        }
        if self.accept && sends.is_empty() {
            ctx.session()?.must_end_with(self.ruled.writing.expect_op)?;
            return ctx.write("nothing to send; nothing changed: `railhead supply plan` says what is wanted\n");
        }
        if self.accept {
            return ctx.ruled_change(&self.ruled, &Request::SupplyPlan(SupplyPlan { sends }));
        }
        ctx.session()?.must_end_with(self.ruled.writing.expect_op)?;
        let report = SupplyPlanReport::new(&campaign, &plans, side);
        let report = report.with_rules(against).with_news(&campaign, side);
        let is_book = ctx.global.format == FormatWord::Xlsx;
        let report = match &self.out {
            // A workbook is a table to read: the plan that comes back is the other file.
            Some(_) if is_book => report,
            Some(out) => {
                ctx.write_file(out, &query::plan_text(&campaign, &plans))?;
                let file = out.display();
                let words = quoted(&file.to_string());
                ctx.has_done(Completed::file(&file, format!("railhead supply plan --file {words}")));
                report.with_note(format!("written to {file}; next: `railhead supply plan --file {words} --accept`"))
            }
            // A side's page is for its players, and nothing that only the umpire can do.
            None if side.is_none() && self.reading.when.as_of.is_none() && !sends.is_empty() => report
                .with_note(command!("`railhead {} --accept` sends them; with `--out FILE` change it first", ctx.typed)),
            None => report,
        };
        ctx.print(&report)
    }
}
