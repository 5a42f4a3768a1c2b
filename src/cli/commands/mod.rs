//! One file a command: its words, its help, and what it asks of `ops` and `report`.

mod orbat;
mod setting;

use clap::Subcommand;

use super::desk::{Desk, Ended};

/// A command of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Orbat(orbat::Orbat),
    #[command(subcommand)]
    Setting(setting::Setting),
}

impl Command {
    /// Does it.
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        match self {
            Self::Orbat(command) => command.run(desk),
            Self::Setting(command) => command.run(desk),
        }
    }
}

/// A fault of a campaign folder as one line.
pub(crate) fn fault_line(fault: &crate::scenario::Fault) -> String {
    let place = match (fault.line, fault.column) {
        (0, _) => fault.file.clone(),
        (line, 0) => format!("{}:{line}", fault.file),
        (line, column) => format!("{}:{line}:{column}", fault.file),
    };
    let hint = if fault.hint.is_empty() { String::new() } else { format!(" ({})", fault.hint) };
    format!("{place}: {}{hint}", fault.message)
}
