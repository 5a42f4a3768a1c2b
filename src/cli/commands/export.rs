//! `export`: the campaign as it stands, as a campaign folder.

use std::path::PathBuf;

use clap::Args;

use ops::query;

use crate::command_context::{CommandContext, Completed, Ended};
use crate::flags::MomentFlags;
use crate::words::quoted;

/// Writes the campaign as it stands, as a campaign folder that `check` and `new` accept
#[derive(Debug, Args)]
#[command(after_long_help = "\
An existing folder must be empty. The folder is written under a temporary name and then renamed. It holds everything
except the log of operations: use `railhead backup` to keep that.

Examples:
  railhead export as-it-stands/
  railhead export day-2/ --as-of 2n

JSON: see docs/JSON.md")]
pub(crate) struct Export {
    /// The folder to write
    folder: PathBuf,
    #[command(flatten)]
    reading: MomentFlags,
}

impl Export {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let campaign = ctx.look(&self.reading)?;
        let dir = ctx.context.dir.clone();
        let names = query::export(&campaign, &dir.join(&self.folder))
            .map_err(|error| super::new::relative(error.into(), &dir))?;
        let shown = self.folder.display();
        ctx.has_done(Completed::file(&shown, format!("railhead check {}", quoted(&shown.to_string()))));
        ctx.say(&format!("{}: {} files", self.folder.display(), names.len()))?;
        ctx.say("the log of operations is not included: `railhead backup FILE` keeps it")?;
        ctx.document(&serde_json::json!({"folder": self.folder, "files": names}))
    }
}
