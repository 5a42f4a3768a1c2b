//! `battle form`: the result of a battle on paper, to write on or as it was posted.

use clap::Args;

use ops::{pick, query};
use report::model::FormReport;

use super::engagement::{file_of, for_paper, fought};
use crate::command_context::{CommandContext, Ended};
use crate::failure::Failure;
use crate::flags::ReadingFlags;

/// Prints a result form for the table: every unit and base with a code, as it stands, and room for the result
#[derive(Debug, Args)]
#[command(after_long_help = "\
WHAT is an engagement file, or an open battle as it stands. The printed form fits paper of 80 columns. --format csv
is the same form for a spreadsheet; fill it in, and `battle record` reads it. Of a battle that was posted the form is
filled in with its result (blank where that is what the rules give): change what is wrong, and `battle correct` reads it.
Of some that the program fought no form can say it, as where bases were merged: then `battle correct --ask` does.

Examples:
  railhead battle form 2am-037026
  railhead battle form 2am-037026 --format csv > form.csv
  railhead battle form 2am-037026.toml --format md
  railhead battle form 1am-037026 --format csv > posted.csv

JSON: see docs/JSON.md")]
pub(crate) struct Form {
    /// The engagement file, or a battle
    what: String,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Form {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        if let Some(filled) = self.posted(ctx)? {
            return ctx.print(&filled);
        }
        let (campaign, setup) = for_paper(ctx, &self.what, &self.reading)?;
        ctx.print(&FormReport::new(&campaign, &setup))
    }

    /// The form of a battle that was posted, as it was posted; none where it was not, or no form gives its result. The form
    /// has both sides in it, and is the umpire's alone.
    fn posted(&self, ctx: &mut CommandContext<'_>) -> Result<Option<FormReport>, Failure> {
        let is_then = ctx.moment(&self.reading.when)?.is_some();
        if self.reading.reader.is_given() || is_then || file_of(ctx, &self.what).is_some() {
            return Ok(None);
        }
        let campaign = ctx.look(&self.reading.when)?;
        if pick::open_battle(&campaign, &self.what).is_ok() {
            return Ok(None);
        }
        let Ok(posted) = ctx.session()?.posted(&self.what) else { return Ok(None) };
        let (campaign, setup) = fought(ctx, &posted)?;
        let sheet = query::posted_form(&campaign, &setup, &posted.outcome);
        Ok(sheet.map(|sheet| FormReport::new(&campaign, &setup).filled(&sheet)))
    }
}
