//! `check`: every fault of a campaign folder.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use ops::command::new_campaign::{read_folder, source_files};
use ops::query::first_morning;
use ops::{OpError, View};
use report::model::{CheckReport, FaultRow, morning_warnings};
use scenario::Fault;

use crate::command_context::{CommandContext, Ended, Ending};
use crate::failure::fault_row;
use crate::flags::FormatWord;

/// Lists every fault in a campaign folder or workbook, with its place; writes nothing
#[derive(Debug, Args)]
#[command(after_long_help = "\
A fault names file, line and column, or sheet and cell of a workbook: `orbat!C17`. Warnings tell what is odd but legal,
and what will bite in play: days without weather, troops that burn fuel without a bowser, formations without supply on
the first morning and why.

A fault that stands in many rows is one entry with the rows; JSON and CSV have an entry for each.

The exit code is 4 if there are faults; warnings alone leave it at 0. The list stops at 1000 faults.

A folder may hold 20000 leaves, 30000 formations, 32 levels; 100000 points of 5000 rivers, 20000 points each of roads,
railways and terrain, 20000 places, 2000 crossings, 1000 points of the front; 64 MiB a file (docs/rules/campaign.md,
\"How large a campaign may be\").

Examples:
  railhead check my-campaign/
  railhead check my-campaign.xlsx
  railhead check my-campaign/ --format json

JSON: see docs/JSON.md")]
pub(crate) struct Check {
    /// The campaign folder, a workbook (`.xlsx` or `.ods`), or the name of a built-in campaign
    folder: PathBuf,
}

impl Check {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let path = ctx.context.path(&self.folder);
        let is_folded = ctx.global.format == FormatWord::Table;
        let rows = |faults: &[Fault]| faults.iter().map(fault_row).collect::<Vec<_>>();
        let files = match source_files(&self.folder.to_string_lossy(), &path) {
            // A workbook that cannot be read at all is one fault of what is checked.
            Err(OpError::Faults { faults, .. }) => {
                let faults = rows(&faults);
                ctx.print(&CheckReport { faults, warnings: Vec::new(), notes: Vec::new(), is_folded })?;
                return Ok(Ending::Breaches);
            }
            files => files?,
        };
        let reading = read_folder(&files, &[]);
        let (faults, mut warnings) = (rows(&reading.faults), rows(&reading.warnings));
        if let Some(campaign) = &reading.campaign {
            let file = if files.is_workbook { "orbat" } else { "orbat.csv" };
            warnings.extend(of_the_morning(campaign, file, &reading.formation_lines));
        }
        let report = CheckReport { faults, warnings, notes: reading.notes, is_folded };
        ctx.print(&report)?;
        Ok(if report.faults.is_empty() { Ending::Done } else { Ending::Breaches })
    }
}

/// What will bite on the first morning; `lines` says where in the `file` of the order of battle the formations stand.
pub(crate) fn of_the_morning(campaign: &View, file: &str, lines: &BTreeMap<String, u64>) -> Vec<FaultRow> {
    morning_warnings(campaign, &first_morning(campaign), file, lines)
}
