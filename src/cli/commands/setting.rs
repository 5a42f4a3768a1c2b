//! `setting`: the figures that a group may change.

use clap::Subcommand;

use ops::Request;
use ops::command::SettingSet;
use report::model::SettingList;

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, WritingFlags};

/// Lists or changes settings
#[derive(Debug, Subcommand)]
pub(crate) enum SettingCommand {
    /// Lists every setting with its value, its default and what it does
    #[command(after_long_help = "\
Examples:
  railhead setting list
  railhead setting list --as-of start --format json

JSON: see docs/JSON.md")]
    List {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Changes a setting, or a house parameter of a rule system, from now on
    #[command(after_long_help = "\
Examples:
  railhead setting set bowser_km 75 --reason \"the group agreed on it\"
  railhead setting set detail full
  railhead setting set square-bashing.clock_start 18
  railhead setting set wtj-1943.command.R \"[2, 3]\"
  railhead setting set square-bashing.clock_start default")]
    Set {
        /// The setting, or a house parameter of a rule system: SYSTEM.KEY
        key: String,
        /// The new value; for a house parameter a number, a word or a list, or `default`
        value: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

impl SettingCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::List { reading } => {
                let campaign = ctx.look(reading)?;
                ctx.print(&SettingList::new(&campaign))
            }
            Self::Set { key, value, writing } => {
                let request = SettingSet { key: key.clone(), value: value.clone() };
                ctx.change(writing, &Request::SettingSet(request))
            }
        }
    }
}
