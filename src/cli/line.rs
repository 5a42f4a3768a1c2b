//! One line of a script: read as the words of a command, and run.

use std::ffi::OsString;

use clap::CommandFactory as _;

use crate::args::Cli;
use crate::clap_error::of_clap;
use crate::command_context::CommandContext;
use crate::failure::Failure;
use crate::{grammar, words};

/// Runs a line, and says whether there was a command on it.
pub(crate) fn one_line(ctx: &mut CommandContext<'_>, line: &str) -> Result<bool, Failure> {
    let unclosed = || Failure::words("a quotation mark is not closed").hint("words are quoted as in a shell");
    let mut words = shlex::split(line).ok_or_else(unclosed)?;
    if words.first().is_some_and(|word| word == "railhead") {
        words.remove(0);
    }
    if words.is_empty() {
        return Ok(false);
    }
    let args = arguments(words);
    let cli = read(&args)?;
    if cli.global.campaign.is_some() {
        return Err(Failure::words("a script has one campaign file: `--campaign` is for `run` itself")
            .hint("remove `--campaign` from the line"));
    }
    if !cli.command.is_for_scripts() {
        let message = format!("`{}` cannot stand in a script", words::typed(&args, true));
        return Err(Failure::words(message).hint("run it by itself"));
    }
    let makes_file = grammar::names_own_file(&args, &cli.global);
    ctx.typed = words::typed(&args, makes_file);
    ctx.inputs.clear();
    let before = ctx.take_done();
    let ended = ctx.with_flags_of_line(&cli.global, makes_file, |ctx| cli.command.run(ctx));
    if let Err(failure) = ctx.judged(ended) {
        // It has been judged by what this line did; what those before it did is no part of that.
        ctx.take_done();
        return Err(failure);
    }
    if let Some(before) = before {
        let then = ctx.take_done();
        ctx.has_done(before);
        if let Some(done) = then {
            ctx.has_done(done);
        }
    }
    Ok(true)
}

/// Words as arguments, behind the name of the program.
pub(crate) fn arguments(words: impl IntoIterator<Item = String>) -> Vec<OsString> {
    std::iter::once("railhead".to_owned()).chain(words).map(OsString::from).collect()
}

/// Reads arguments as the words of a command.
pub(crate) fn read(args: &[OsString]) -> Result<Cli, Failure> {
    grammar::read(args).map_err(|error| of_clap(&error, Cli::command, args))
}
