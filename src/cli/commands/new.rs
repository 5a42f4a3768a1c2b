//! `new`: a campaign file from a folder or a built-in campaign.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use ops::View;
use ops::command::new_campaign::new_campaign;
use report::model::{BuiltInList, BuiltInRow, CreatedReport};

use super::of_the_morning;
use crate::command_context::{CommandContext, Completed, Ended, Ending};
use crate::failure::Failure;
use crate::flags::WritingFlags;
use crate::words::{key_value, quoted};

/// Makes a campaign file from a campaign folder or a built-in campaign
#[derive(Debug, Args)]
#[command(after_long_help = "\
A folder or workbook of that name takes precedence over a built-in campaign. An existing FILE is refused: once a campaign is
made its folder is history, and `unit set`, `unit rename`, `grade set` and `setting set` change the campaign. The file is
written under a temporary name and then renamed, so no half-made file remains. If the folder has faults, nothing is
written and the exit code is 4.

Examples:
  railhead new --list
  railhead new uranus-1942
  railhead new uranus-1942 tuesday.railhead --set detail=full
  railhead new my-campaign/
  railhead new my-campaign.xlsx

JSON: see docs/JSON.md")]
pub(crate) struct NewCommand {
    /// A campaign folder, a workbook (`.xlsx` or `.ods`), or the name of a built-in campaign
    #[arg(required_unless_present = "list")]
    source: Option<String>,
    /// The file to make; by default `<name>.railhead` here
    file: Option<PathBuf>,
    /// A setting that overrides the folder's own
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// The reason, recorded with the first operation
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Lists the built-in campaigns
    #[arg(long, conflicts_with_all = ["source", "file", "set", "reason"])]
    list: bool,
}

/// How many files that were not read are named.
const SHOWN: usize = 8;

impl NewCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let Some(source) = self.source.as_ref().filter(|_| !self.list) else {
            let rows = scenario::built_in_names().into_iter().map(|(name, title)| BuiltInRow { name, title });
            return ctx.print(&BuiltInList(rows.collect()));
        };
        let folder = ctx.context.path(Path::new(source));
        let dir = ctx.context.dir.clone();
        let file =
            |name: &str| self.file.as_ref().map_or_else(|| dir.join(format!("{name}.railhead")), |file| dir.join(file));
        let change_context =
            ctx.change_context(&WritingFlags { reason: self.reason.clone(), ..WritingFlags::default() }, None);
        let created =
            new_campaign(source, &folder, file, &self.set, &change_context).map_err(|e| refused(e.into(), &dir))?;
        let shown = created.file.strip_prefix(&dir).unwrap_or(&created.file).display().to_string();
        ctx.has_done(Completed::file(&shown, format!("railhead status --campaign {}", quoted(&shown))));
        for note in &created.notes {
            ctx.say(note)?;
        }
        let count = if folder.exists() { created.warnings.len() + odd_in_the_morning(&created.campaign) } else { 0 };
        if count > 0 {
            let source = shlex::try_quote(source).unwrap_or_default();
            ctx.say(&format!("warnings: {count}; `railhead check {source}` lists them"))?;
        }
        if folder.exists() && !created.left_out.is_empty() {
            let named: Vec<String> = created.left_out.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
            let more = created.left_out.len().saturating_sub(SHOWN);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            ctx.say(&format!("not read, because a campaign folder has no such files: {}{more}", named.join(", ")))?;
        }
        if ctx.global.quiet {
            return Ok(Ending::Done);
        }
        let View { name, title, formations, .. } = created.campaign;
        ctx.print(&CreatedReport { file: shown, campaign: name, title, formations: formations.len() })
    }
}

/// How many of `check`'s warnings are of the first morning.
fn odd_in_the_morning(campaign: &View) -> usize {
    of_the_morning(campaign, "", &BTreeMap::new()).len()
}

/// The failure; of a campaign that is made already, with what changes it now.
fn refused(failure: Failure, dir: &Path) -> Failure {
    let is_made = failure.kind == "exists";
    let failure = failure.seen_from(dir);
    if !is_made {
        return failure;
    }
    failure.hint("`new` changes no campaign: correct one with `unit set`, `unit rename`, `grade set` or `setting set`")
}
