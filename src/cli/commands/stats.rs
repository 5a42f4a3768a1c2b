//! `stats`: the campaign in figures, bound by bound.

use clap::{Args, ValueEnum};

use domain::command;
use report::model::{DeliveryReport, ExchangeReport, LossReport, LossesBy, StatsOf, StatsReport};

use super::picture::PictureFiles;
use crate::command_context::{CommandContext, Ended, reader_of};
use crate::failure::Failure;
use crate::flags::ReadingFlags;

/// Figures of each side by bound: strength, losses, stocks, formations out of supply
#[derive(Debug, Args)]
#[command(after_long_help = "\
A row a bound and side, as the bound was closed; the last is the running bound so far. SP are those of leaves on the
map. What was lost counts whatever took it: battles, reorganising, marches, and the SP of all that surrendered or was
destroyed. LOG and POL are what lies in dumps, at railheads and on vehicles; where stocks are not counted, or are
reported late (`news_delay`), they are left out.
`draw` is how many formations draw supply, LOG fails and POL fails of how many of them the line or chain fails. JSON
has every figure, whichever are asked for. `taken` is what the enemy lost in battles against the side, `exchange` how
much that is for each SP of its own lost there; a side is told its own losses alone. At a terminal each figure stands
below the table once more as a line that rises and falls from its least to its most.

--by arm, unit or battle tells losses instead, those who lost most first: of leaves by their arm; of divisions and
brigades, and of what stands under higher headquarters; and what each battle cost both sides. Their sums are those of
the bounds. Battles are told of formations, so by arm it is not known what was lost in battle.

--by railhead tells what trains brought to each railhead, bound by bound, where stocks are counted; as curves with --svg
and --png.

--svg and --png draw the figures as curves, a plot a figure, of which some are summed up from the first bound on. The
bound in which most formations fell out of LOG at once is marked. Losses by arm, unit or battle are drawn as bars. An
existing file is refused.

Examples:
  railhead stats
  railhead stats casualties --side AX
  railhead stats supply --format csv
  railhead stats --by unit
  railhead stats supply --by railhead
  railhead stats --by battle --format csv
  railhead stats --svg curves.svg
  railhead stats --by arm --svg losses.svg
  railhead stats casualties --png losses.png --side AX

JSON: see docs/JSON.md")]
pub(crate) struct Stats {
    /// Which figures: `strength`, `casualties`, `supply`; by default those most asked after
    #[arg(value_name = "WHAT", hide_possible_values = true)]
    what: Option<Figures>,
    /// By what: `bound`, losses by `arm`, `unit` or `battle`, or what trains brought by `railhead`
    #[arg(long, value_name = "WHAT", default_value = "bound", hide_possible_values = true)]
    by: By,
    #[command(flatten)]
    picture: PictureFiles,
    #[command(flatten)]
    reading: ReadingFlags,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Figures {
    Strength,
    Casualties,
    Supply,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    Bound,
    Arm,
    Unit,
    Battle,
    Railhead,
}

impl Stats {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match (self.by, self.what) {
            (By::Bound, _) => self.by_bound(ctx),
            (By::Railhead, None | Some(Figures::Supply)) => self.by_railhead(ctx),
            (By::Railhead, Some(_)) => Err(Failure::words("railheads have figures of supply alone")
                .hint(command!("what trains brought: `railhead stats supply --by railhead`"))),
            (_, None | Some(Figures::Casualties)) => self.losses(ctx),
            (_, Some(_)) => Err(Failure::words("strength and supply are told by bound alone")
                .hint(command!("losses are told by arm, unit or battle: `railhead stats casualties --by arm`"))),
        }
    }

    fn by_bound(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, _) = ctx.look_as(&self.reading)?;
        let shown = match self.what {
            None => StatsOf::All,
            Some(Figures::Strength) => StatsOf::Strength,
            Some(Figures::Casualties) => StatsOf::Casualties,
            Some(Figures::Supply) => StatsOf::Supply,
        };
        let moment = ctx.moment(&self.reading.when)?;
        let reader = reader_of(&campaign, &self.reading.reader)?;
        let bounds = ctx.session()?.figures(moment, reader.as_ref())?;
        let report = StatsReport::new(&campaign, bounds, shown);
        if self.picture.is_asked() {
            self.picture.may_be_written(ctx)?;
            let picture = paper::draw_plots(&report.plots(&campaign, reader.as_ref()));
            return self.picture.write(ctx, &picture);
        }
        ctx.print(&report)
    }

    /// What trains brought.
    fn by_railhead(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, _) = ctx.look_as(&self.reading)?;
        let reader = reader_of(&campaign, &self.reading.reader)?;
        self.picture.may_be_written(ctx)?;
        let moment = ctx.moment(&self.reading.when)?;
        let found = ctx.session()?.deliveries(moment, reader.as_ref())?;
        let report = DeliveryReport::new(&campaign, found);
        if self.picture.is_asked() {
            return self.picture.write(ctx, &paper::draw_plots(&report.plots(&campaign, reader.as_ref())));
        }
        ctx.print(&report)
    }

    /// Losses by arm, formation or battle.
    fn losses(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, _) = ctx.look_as(&self.reading)?;
        let reader = reader_of(&campaign, &self.reading.reader)?;
        self.picture.may_be_written(ctx)?;
        let by = match self.by {
            By::Unit => LossesBy::Unit,
            By::Bound | By::Railhead | By::Arm => LossesBy::Arm,
            By::Battle => {
                let report = ExchangeReport::new(&campaign, reader.as_ref());
                if self.picture.is_asked() {
                    return self.picture.write(ctx, &paper::draw_bars(&report.bars(&campaign, reader.as_ref())));
                }
                return ctx.print(&report);
            }
        };
        let moment = ctx.moment(&self.reading.when)?;
        let losses = ctx.session()?.losses(moment, reader.as_ref())?;
        let report = LossReport::new(&campaign, &losses, by, reader.as_ref());
        if self.picture.is_asked() {
            return self.picture.write(ctx, &paper::draw_bars(&report.bars(&campaign, reader.as_ref())));
        }
        ctx.print(&report)
    }
}
