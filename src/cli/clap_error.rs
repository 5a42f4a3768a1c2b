//! What clap says of the words, in our own style.

use std::io::Write as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use domain::UnknownWord;

use crate::Context;
use crate::error::{known, meant};
use crate::failure::{Failure, WORDS};
use crate::tried::meant_by;

/// Shows what clap says of the arguments: help and version on standard output, errors in our own style.
pub(crate) fn show_clap(error: &clap::Error, tree: fn() -> clap::Command, json: bool, context: &mut Context) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let text = error.render().to_string();
        let shown = context.out.write_all(text.as_bytes()).and_then(|()| context.out.flush()).map_err(Failure::from);
        return shown.map_or_else(|failure| if failure.quiet { 0 } else { failure.show(json, context) }, |()| 0);
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = context.err.write_all(error.render().to_string().as_bytes());
        return WORDS;
    }
    of_clap(error, tree).show(json, context)
}

/// The words that may follow a command, of which clap gives the usage; where all are listed for the program itself, which has too many.
pub(crate) fn subcommands(usage: &str, tree: fn() -> clap::Command) -> String {
    let path = usage.trim().trim_start_matches("Usage: ").split(' ').skip(1);
    let mut command = tree();
    let mut is_root = true;
    for word in path.take_while(|word| !word.starts_with(['[', '<'])) {
        let Some(sub) = command.find_subcommand(word).cloned() else { return String::new() };
        (command, is_root) = (sub, false);
    }
    let words: Vec<String> = command.get_subcommands().map(|sub| format!("`{}`", sub.get_name())).collect();
    if is_root { "`railhead --help` lists the commands".to_owned() } else { format!("add one of {}", words.join(", ")) }
}

/// What is wrong with a number, in our own words; none if it is not about a number.
pub(crate) fn of_number(error: &clap::Error, message: &str) -> Option<Failure> {
    const SAID: [(&str, &str); 3] = [
        ("invalid digit found in string", "it is not a whole number"),
        ("number too large to fit in target type", "it is too large"),
        (" is not in 0..=4294967295", "it is too large"),
    ];
    const HINT: &str = "give a whole number of 0 or more";
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
        && word.strip_prefix('-').is_some_and(|rest| rest.parse::<f64>().is_ok())
    {
        return Some(Failure::words(format!("`{word}` is below zero")).hint(HINT));
    }
    let (_, ours) = SAID.iter().find(|(said, _)| message.ends_with(said))?;
    let (value, _) = message.rsplit_once(": ")?;
    Some(Failure::words(format!("{value}: {ours}")).hint(HINT))
}

/// What clap says of the words, in our own style.
pub(crate) fn of_clap(error: &clap::Error, tree: fn() -> clap::Command) -> Failure {
    let text = error.render().to_string();
    let message = text.strip_prefix("error: ").unwrap_or(&text).split("\n\n").next().unwrap_or_default();
    let message: Vec<&str> = message.lines().map(str::trim).collect();
    let message = message.join(" ").replace('\'', "`");
    let mut failure = of_number(error, &message).unwrap_or_else(|| Failure::words(message));
    let unknown = std::error::Error::source(error).and_then(|source| source.downcast_ref::<UnknownWord>());
    if let Some(unknown) = unknown {
        failure = failure.hint(known(unknown.nearest(), &unknown.known));
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) {
        failure.message = format!("`{word}` is not a command");
        let meant_by = meant_by(word, &tree());
        if !meant_by.is_empty() {
            failure = failure.hint(meant(&meant_by));
        }
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedValue] {
        match error.get(kind) {
            Some(ContextValue::String(word)) => failure = failure.hint(format!("did you mean `{word}`?")),
            Some(ContextValue::Strings(words)) if !words.is_empty() => failure = failure.hint(meant(words)),
            _ => {}
        }
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        if error.kind() == ErrorKind::InvalidSubcommand {
            return failure.hint(subcommands(&usage, tree));
        }
        failure = failure.hint(usage.trim().replacen("Usage: ", "usage: ", 1));
    }
    failure
}
