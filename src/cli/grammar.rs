//! The command tree by which lines are read. It is made once a thread, for making it takes longer than reading a line, and a
//! script, a board and the tests read one after another.

use std::cell::RefCell;
use std::ffi::OsString;

use clap::error::Result;
use clap::{ArgMatches, Command, CommandFactory as _, FromArgMatches as _};

use crate::args::Cli;
use crate::flags::{FormatWord, GlobalFlags};
use crate::words;

thread_local! {
    static TREE: RefCell<Command> = RefCell::new(Cli::command());
}

/// Reads arguments, the first being the program's name, as the words of a command.
pub(crate) fn read(args: &[OsString]) -> Result<Cli> {
    with_matches(args, |tree, matches| Cli::from_arg_matches_mut(matches).map_err(|error| error.format(tree)))?
}

/// Whether the file that `--out` names is one that the command itself makes; a plan as a workbook is a report like others.
pub(crate) fn names_own_file(args: &[OsString], global: &GlobalFlags) -> bool {
    global.out.is_some()
        && with_matches(args, |tree, matches| {
            let (mut command, mut matches) = (&*tree, &*matches);
            while let Some((name, under)) = matches.subcommand() {
                let Some(next) = command.find_subcommand(name) else { break };
                (command, matches) = (next, under);
            }
            let is_plan_to_read = command.get_name() == "plan" && global.format == FormatWord::Xlsx;
            // Every command has the one that all share, too.
            let is_own = |argument: &clap::Arg| argument.get_id() == "out" && !argument.is_global_set();
            !is_plan_to_read && command.get_arguments().any(is_own)
        })
        .unwrap_or(false)
}

fn with_matches<T>(args: &[OsString], of: impl FnOnce(&mut Command, &mut ArgMatches) -> T) -> Result<T> {
    TREE.with_borrow_mut(|tree| {
        let mut matches = tree.try_get_matches_from_mut(words::flags_last(args))?;
        Ok(of(tree, &mut matches))
    })
}
