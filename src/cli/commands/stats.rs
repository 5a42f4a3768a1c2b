//! `stats`: the campaign in figures, bound by bound.

use clap::{Args, ValueEnum};

use report::model::{StatsOf, StatsReport};

use super::picture::PictureFiles;
use crate::command_context::{CommandContext, Ended};
use crate::flags::ReadingFlags;

/// Figures of each side by bound: strength, losses, stocks, formations out of supply
#[derive(Debug, Args)]
#[command(after_long_help = "\
A row a bound and side, as the bound was closed; the last is the running bound so far. SP are those of leaves on the
map. What was lost counts whatever took it: battles, reorganising, marches. LOG and POL are what lies in dumps, at
railheads and on vehicles; where stocks are not counted, or are reported late (`news_delay`), they are left out.
`draw` is how many formations draw supply, LOG fails and POL fails of how many of them the line or chain fails. JSON
has every figure, whichever are asked for.

--svg and --png draw the figures as curves, a plot a figure, of which some are summed up from the first bound on. The
bound in which most formations fell out of LOG at once is marked. An existing file is refused.

Examples:
  railhead stats
  railhead stats casualties --side AX
  railhead stats supply --format csv
  railhead stats --svg curves.svg
  railhead stats casualties --png losses.png --side AX

JSON: see docs/JSON.md")]
pub(crate) struct Stats {
    /// Which figures: `strength`, `casualties`, `supply`; by default those most asked after
    #[arg(value_name = "WHAT", hide_possible_values = true)]
    what: Option<Figures>,
    /// By what: by bound
    #[arg(long, value_name = "WHAT", default_value = "bound", value_parser = ["bound"], hide_possible_values = true)]
    by: String,
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

impl Stats {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, side) = ctx.look_as(&self.reading)?;
        let shown = match self.what {
            None => StatsOf::All,
            Some(Figures::Strength) => StatsOf::Strength,
            Some(Figures::Casualties) => StatsOf::Casualties,
            Some(Figures::Supply) => StatsOf::Supply,
        };
        let bounds = ctx.session()?.figures(self.reading.moment()?, side)?;
        let report = StatsReport::new(&campaign, bounds, shown);
        if self.picture.is_asked() {
            self.picture.may_be_written(ctx)?;
            let picture = paper::draw_plots(&report.plots(&campaign, side));
            return self.picture.write(ctx, &picture);
        }
        ctx.print(&report)
    }
}
