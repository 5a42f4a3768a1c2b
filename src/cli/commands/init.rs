//! `init`: a folder to begin a campaign of one's own from.

use std::path::PathBuf;

use clap::Args;

use ops::command::new_folder::{MapSize, new_folder};

use crate::command_context::{CommandContext, Completed, Ended};
use crate::failure::Failure;
use crate::words::quoted;

/// Writes a folder for a campaign of your own, with every column explained
#[derive(Debug, Args)]
#[command(after_long_help = "\
The folder holds `campaign.toml`, every table with its header and an example row in a comment (a line that begins with
`#`), and COLUMNS.md, which says what each column may hold. `check` accepts it as it is. Take the `#` away or write rows
of your own, in any editor or spreadsheet, and `check` it again; then `new` makes the campaign file.

With --from it holds another campaign instead: change what you want to be different. An existing folder must be empty.
Its name becomes the name of the campaign.

Examples:
  railhead init my-campaign
  railhead init my-campaign --size 40x30
  railhead init my-uranus --from uranus-1942

JSON: see docs/JSON.md")]
pub(crate) struct Init {
    /// The folder to write
    folder: PathBuf,
    /// Columns and rows of the map, from 6x6 to 999x999
    #[arg(long, value_name = "WxH", default_value = "20x15", conflicts_with = "from")]
    size: MapSize,
    /// Begins from this campaign folder, workbook or built-in campaign
    #[arg(long, value_name = "NAME")]
    from: Option<String>,
}

impl Init {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let dir = ctx.context.dir.clone();
        let from = self.from.as_deref().map(|source| (source, ctx.context.path(source.as_ref())));
        let from = from.as_ref().map(|(source, path)| (*source, path.as_path()));
        let names = new_folder(&dir.join(&self.folder), self.size, from)
            .map_err(|error| Failure::from(error).seen_from(&dir))?;
        let shown = self.folder.display().to_string();
        ctx.has_done(Completed::file(&shown, format!("railhead check {}", quoted(&shown))));
        ctx.say(&format!("{shown}: {} files; COLUMNS.md explains them", names.len()))?;
        ctx.say(&format!("fill in the tables, then: railhead check {}", quoted(&shown)))?;
        ctx.document(&serde_json::json!({"folder": self.folder, "files": names}))
    }
}
