//! The program where campaigns are made: in the folder in which it runs, and nowhere else.

use std::path::{Path, PathBuf};

use board::{BuiltIn, CampaignFile, Checked, Desk as _, MadeFrom, Refusal, Workshop};
use ops::OpError;
use ops::command::new_campaign::new_campaign;
use ops::draft::{Draft, Drafts};

use super::{Program, refusal};
use crate::commands::of_the_morning;
use crate::failure::{Failure, fault_row};
use crate::flags::WritingFlags;
use crate::words::in_a_line;

impl Workshop for Program<'_, '_> {
    fn is_open(&self) -> bool {
        self.is_open
    }

    fn campaign_files(&self) -> Result<Vec<CampaignFile>, Refusal> {
        let names = self.ctx.railhead_files().map_err(|failure| self.local(failure))?;
        let open = self.ctx.campaign_file().ok().filter(|_| self.is_open);
        let is_it = |name: &str| open.as_ref().is_some_and(|open| *open == self.ctx.context.dir.join(name));
        Ok(names.into_iter().map(|name| CampaignFile { is_open: is_it(&name), name }).collect())
    }

    fn built_in(&self) -> Vec<BuiltIn> {
        let of = |(name, title): (String, String)| BuiltIn { about: about(&name), name, title };
        scenario::built_in_names().into_iter().map(of).collect()
    }

    fn make(&mut self, from: MadeFrom<'_>) -> Result<String, Refusal> {
        let dir = self.ctx.context.dir.clone();
        let (source, path, name) = match from {
            // No folder of that name is looked for.
            MadeFrom::BuiltIn(name) => (name, PathBuf::new(), name.to_owned()),
            MadeFrom::Folder(name) => {
                let draft = self.drafts.open(name).map_err(|error| self.refused(error))?;
                let own = draft.campaign.map_or_else(|| name.to_owned(), |campaign| campaign.name);
                (name, dir.join(name), own)
            }
        };
        let file = free(&dir, &name);
        self.ctx.typed = in_a_line(["new".to_owned(), source.to_owned(), file.clone()]);
        self.ctx.inputs.clear();
        let context = self.ctx.change_context(&WritingFlags::default(), None);
        let made = new_campaign(source, &path, |_| dir.join(&file), &[], &context);
        made.map(|_| file).map_err(|error| self.refused(error))
    }

    fn open(&mut self, file: &str) -> Result<(), Refusal> {
        let files = self.ctx.railhead_files().map_err(|failure| self.local(failure))?;
        if !files.iter().any(|name| name == file) {
            return Err(self.refused(OpError::Unknown {
                what: "campaign file",
                given: file.to_owned(),
                near: Vec::new(),
            }));
        }
        let path = self.ctx.context.dir.join(file);
        self.ctx.reopen(path).map_err(|failure| self.local(failure))?;
        (self.is_open, self.before) = (true, None);
        Ok(())
    }

    fn drafts(&self) -> &Drafts {
        &self.drafts
    }

    fn drafts_mut(&mut self) -> &mut Drafts {
        &mut self.drafts
    }

    fn check(&self, draft: &Draft) -> Checked {
        let faults: Vec<_> = draft.faults.iter().map(fault_row).collect();
        let mut warnings: Vec<_> = draft.warnings.iter().map(fault_row).collect();
        if let Some(campaign) = draft.campaign.as_ref().filter(|_| faults.is_empty()) {
            warnings.extend(of_the_morning(campaign, "orbat.csv", &draft.formation_lines));
        }
        Checked { faults, warnings }
    }
}

impl Program<'_, '_> {
    /// A failure that names no folder of the machine.
    fn local(&self, failure: Failure) -> Refusal {
        refusal(&Failure { spot: Box::default(), ..failure.seen_from(&self.ctx.context.dir) })
    }
}

/// A name for a campaign file that is free: `uranus-1942.railhead`, `uranus-1942-2.railhead`.
fn free(dir: &Path, name: &str) -> String {
    let names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}-{number}")));
    let files = names.map(|name| format!("{name}.railhead"));
    { files }.find(|file| std::fs::symlink_metadata(dir.join(file)).is_err()).unwrap_or_default()
}

/// The first paragraph of what a built-in campaign says of itself.
fn about(name: &str) -> String {
    let bytes = scenario::built_in(name).and_then(|mut files| files.remove("README.md")).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    { paragraphs }.find(|paragraph| !paragraph.is_empty() && !paragraph.starts_with('#')).unwrap_or_default()
}
