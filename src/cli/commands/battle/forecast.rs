//! `battle forecast`: an engagement fought many times, and counted.

use clap::Args;

use domain::few;
use ops::query::{self, ForecastPlan};
use report::model::ForecastReport;

use crate::command_context::{CommandContext, Ended};
use crate::flags::ReadingFlags;
use crate::progress::Progress;

/// Fights an engagement many times and shows the chance of each end and the likely losses; changes nothing
#[derive(Debug, Args)]
#[command(after_long_help = "\
WHAT is an engagement file, or an open battle as it stands. Each run is fought as by `battle resolve`; the first uses
the dice of `battle resolve --seed N`. The same seed gives the same answer on any number of cores.

  95 % sure       the true chance lies between these, with 95 % confidence (Wilson)
  lost            mean SP lost; one run in ten costs at most the 10 % figure, nine in ten at most
                  the 90 % figure
  lost or marked  the same, plus SP that carry a marker at the end
  fails a test    any test: break, tank terror, tanks in the position
  broken          broken by a failed test during the battle, whatever happens to it later
  gone            no base is left on the map: destroyed, surrendered, dispersed, no SP left

Decisions: the default doctrine, or a script as for `battle resolve`.

Examples:
  railhead battle forecast 2am-037026.toml
  railhead battle forecast 2am-037026 --runs 100000
  railhead battle forecast 2am-037026 --decide \"break-off=no\" --seed 7

JSON: see docs/JSON.md")]
pub(crate) struct ForecastCommand {
    /// The engagement file, or an open battle
    what: String,
    /// How many times to fight it
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    runs: u64,
    /// The seed for the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Decisions
    #[arg(long, value_name = "\"CHOICE=yes ...\"")]
    decide: Option<String>,
    #[command(flatten)]
    reading: ReadingFlags,
}

/// How many are named whom a side last saw too far away.
const NAMED: usize = 4;

impl ForecastCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, setup) = super::engagement::drawn(ctx, &self.what, &self.reading)?;
        let engagement = if self.reading.reader.is_given() {
            let (engagement, left_out) = query::as_believed(&self.what, setup)?;
            if !left_out.is_empty() {
                let who = few(&left_out, NAMED, ", ");
                ctx.say(&format!("without those last seen too far away to take part: {who}"))?;
            }
            engagement
        } else {
            query::validate(&self.what, setup)?
        };
        let plan =
            ForecastPlan { seed: self.seed, runs: self.runs, decide: self.decide.as_deref(), cores: query::cores() };
        let forecast = self.watched(ctx, &engagement, plan)?;
        let unused = forecast.unused.iter().map(|line| format!("no question matched the decision `{line}`"));
        let report = ForecastReport::new(&campaign, engagement.setup(), &forecast.tally, self.seed, unused.collect());
        ctx.print(&report)
    }

    /// Fights, with a bar where somebody watches.
    fn watched(
        &self,
        ctx: &mut CommandContext<'_>,
        engagement: &query::Engagement,
        plan: ForecastPlan<'_>,
    ) -> Result<query::Forecast, ops::OpError> {
        let Some(mut bar) = Progress::new(ctx, self.runs, "battles") else {
            return query::forecast(engagement, plan, &mut |_| {});
        };
        let context = &mut *ctx.context;
        let forecast = query::forecast(engagement, plan, &mut |done| bar.show(context.now(), done, &mut context.err));
        bar.clear(&mut context.err);
        forecast
    }
}
