//! `find`: where something is, and how it is called.

use clap::Args;

use ops::query;
use report::model::HitList;

use crate::command_context::{CommandContext, Ended};
use crate::flags::ReadingFlags;

/// Finds units, places, crossings, dumps, railheads and airfields by part of a name, number or id
#[derive(Debug, Args)]
#[command(after_long_help = "\
Everything is listed that has all the words in its name or id, the best answers first. A number is found whole: `22`
finds the 22nd Panzer Division, not the 322nd Rifle Division. Battalions named after a division that is found are only
counted.

Examples:
  railhead find 22 panzer
  railhead find kalach
  railhead find 26tk --side SU --all

JSON: see docs/JSON.md")]
pub(crate) struct Find {
    /// Parts of a name, number or id
    #[arg(required = true)]
    words: Vec<String>,
    /// Lists all: not only the best 20, and those named after one that is found too
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Find {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, _) = ctx.look_as(&self.reading)?;
        let hits = query::find(&campaign, &self.words.join(" "))?;
        ctx.print(&HitList::new(&campaign, &hits, self.all))
    }
}
