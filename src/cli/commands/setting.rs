//! `setting`: the figures that a group may change.

use clap::Subcommand;

use domain::command;
use ops::Request;
use ops::command::SettingSet;
use report::model::SettingList;

use crate::command_context::{CommandContext, Ended};
use crate::failure::Failure;
use crate::flags::{MomentFlags, WritingFlags};
use crate::words::key_value;

/// Lists or changes settings
#[derive(Debug, Subcommand)]
pub(crate) enum SettingCommand {
    /// Lists every setting with its value, its default and what it does
    #[command(after_long_help = "\
Examples:
  railhead setting list
  railhead setting list bowser
  railhead setting list --as-of start --format json

JSON: see docs/JSON.md")]
    List {
        /// Only those with this in their name or in what they do
        word: Option<String>,
        #[command(flatten)]
        reading: MomentFlags,
    },
    /// Changes a setting, or a house parameter of a rule system, from now on
    #[command(after_long_help = "\
Examples:
  railhead setting set bowser_km 75 --reason \"the group agreed on it\"
  railhead setting set detail full
  railhead setting set detail=full
  railhead setting set square-bashing.clock_start 18
  railhead setting set wtj-1943.command.R \"[2, 3]\"
  railhead setting set square-bashing.clock_start default")]
    Set {
        /// The setting, or a house parameter of a rule system: SYSTEM.KEY; with its value as KEY=VALUE too
        key: String,
        /// The new value; for a house parameter a number, a word or a list, or `default`
        #[arg(allow_negative_numbers = true)]
        value: Option<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

impl SettingCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::List { word, reading } => {
                let campaign = ctx.look(reading)?;
                let list = SettingList::new(&campaign);
                ctx.print(&word.iter().fold(list, |list, word| list.about(word)))
            }
            Self::Set { key, value, writing } => {
                let (key, value) = match value {
                    Some(value) => (key.clone(), value.clone()),
                    None => key_value(key).map_err(|_| {
                        Failure::words(format!("`{key}` needs a value"))
                            .hint(command!("`railhead setting set {key} VALUE`"))
                    })?,
                };
                let request = SettingSet { key, value };
                ctx.change(writing, &Request::SettingSet(request))
            }
        }
    }
}
