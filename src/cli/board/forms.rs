//! The commands as the board makes forms of them: plain values from the clap tree.

use board::{Command, Field, FieldKind};
use clap::{Arg, ArgAction};

use crate::manual;

/// Commands, or groups of them, that are for a terminal.
const LEFT_OUT: [&str; 15] = [
    "demo",
    "init",
    "new",
    "check",
    "board",
    "run",
    "backup",
    "restore",
    "rescue",
    "completions",
    "man",
    "replay",
    "print",
    "export",
    "orders",
];
/// Arguments that are files of the umpire's machine, or its terminal.
const NOT_HERE: [&str; 13] = [
    "campaign", "format", "out", "no_color", "no_pager", "quiet", "svg", "png", "pixels", "html", "gif", "apng", "ask",
];

/// Every command that can be done on an open campaign.
pub(super) fn commands() -> Vec<Command> {
    let mut found = Vec::new();
    let tree = manual::command();
    for command in tree.get_subcommands().filter(|command| !LEFT_OUT.contains(&command.get_name())) {
        gather(command, &[], &mut found);
    }
    found
}

fn gather(command: &clap::Command, above: &[String], found: &mut Vec<Command>) {
    let words: Vec<String> = above.iter().cloned().chain([command.get_name().to_owned()]).collect();
    if command.has_subcommands() {
        command.get_subcommands().for_each(|sub| gather(sub, &words, found));
        // A group that can be called by itself is a command too.
        if command.is_subcommand_required_set() || command.get_arguments().all(Arg::is_global_set) {
            return;
        }
    }
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let fields = command.get_arguments().filter(|arg| is_here(arg)).map(field).collect();
    found.push(Command { words, about, help, fields });
}

fn is_here(arg: &Arg) -> bool {
    let id = arg.get_id().as_str();
    // What lies in a file is not typed into a form.
    let is_file = arg.get_value_names().is_some_and(|names| names.iter().any(|name| name.as_str() == "FILE"));
    !(is_file && !arg.is_required_set()
        || arg.is_hide_set()
        || arg.is_global_set()
        || NOT_HERE.contains(&id)
        || id == "help"
        || id == "version")
}

fn field(arg: &Arg) -> Field {
    let takes_values = arg.get_action().takes_values();
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let is_many =
        arg.get_num_args().is_some_and(|count| count.max_values() > 1) || matches!(arg.get_action(), ArgAction::Append);
    let kind = match () {
        () if !takes_values => FieldKind::Tick,
        () if !values.is_empty() && !is_many => FieldKind::Choice(values),
        () => FieldKind::Text,
    };
    let default = arg.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
    Field {
        id: arg.get_id().as_str().to_owned(),
        flag: arg.get_long().map(str::to_owned),
        help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
        kind,
        required: arg.is_required_set(),
        many: is_many && takes_values,
        default: default.filter(|_| takes_values).unwrap_or_default(),
    }
}
