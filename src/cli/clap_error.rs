//! What clap says of the words, in our own style.

use std::ffi::OsString;
use std::io::Write as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use domain::{Said, UnknownWord, command, nearest};

use crate::context::Context;
use crate::error::{known, meant};
use crate::failure::{Failure, WORDS};
use crate::tried::{by_options, is_near, is_tried, meant_by, name_in_one, shown_by, without_option, without_word};

/// Shows what clap says of the arguments: help and version on standard output, errors in our own style.
pub(crate) fn show_clap(
    error: &clap::Error,
    (tree, args): (fn() -> clap::Command, &[OsString]),
    json: bool,
    context: &mut Context,
) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let text = error.render().to_string();
        let shown = context.out.write_all(text.as_bytes()).and_then(|()| context.out.flush()).map_err(Failure::from);
        return shown.map_or_else(|failure| if failure.quiet { 0 } else { failure.show(json, context) }, |()| 0);
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = context.err.write_all(error.render().to_string().as_bytes());
        return WORDS;
    }
    of_clap(error, tree, args).show(json, context)
}

/// The words of the command of which clap gives the usage, without the program's.
fn path(error: &clap::Error) -> Vec<String> {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let words = usage.trim().trim_start_matches("Usage: ").split(' ').skip(1);
    words.take_while(|word| !word.starts_with(['[', '<', '-'])).map(str::to_owned).collect()
}

/// That a word is no command, or none of the group that clap gives the usage of, and what may be meant.
fn no_command(error: &clap::Error, tree: &clap::Command) -> Failure {
    let word = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string).unwrap_or_default();
    let path = path(error);
    let group = path.iter().try_fold(tree, |group, word| group.find_subcommand(word));
    let typed = path.iter().chain([&word]).map(String::as_str).collect::<Vec<_>>().join(" ");
    let meant_by = meant_by(&typed, tree);
    // Of a word of many groups the one that was typed is known.
    let within = group.filter(|_| !path.is_empty());
    let near = within
        .filter(|_| !is_tried(&typed, tree))
        .and_then(|group| nearest(&word, group.get_subcommands().map(clap::Command::get_name)));
    // Behind `setting` stands more often the name of a setting than a command of another group.
    let is_setting = path == ["setting"] && meant_by.iter().all(|meant| !meant.starts_with("setting "));
    let meant_by = if is_setting { Vec::new() } else { meant_by };
    let meant_by = match path[..] {
        _ if near.is_some() => {
            command!("did you mean `railhead {} {}`?", path.join(" "), near.unwrap_or_default())
        }
        [] => meant(&meant_by).into(),
        _ if meant_by.len() == 1 => {
            Said::command(meant(&meant_by.iter().map(|path| format!("railhead {path}")).collect::<Vec<_>>()))
        }
        _ => {
            let shown = group.filter(|_| meant_by.is_empty()).and_then(|group| shown_by(group, &word));
            let shown = shown.map(|shown| command!("did you mean `railhead {} {shown}`?", path.join(" ")));
            shown.unwrap_or_default()
        }
    };
    let words = group.into_iter().flat_map(clap::Command::get_subcommands).map(|sub| format!("`{}`", sub.get_name()));
    let all = match path[..] {
        [] => command!("`railhead --help` lists the commands"),
        _ => format!("add one of {}", words.collect::<Vec<_>>().join(", ")).into(),
    };
    Failure::words(format!("`{typed}` is not a command")).hint(meant_by).hint(all)
}

/// What is wrong with a number, in our own words; none if it is not about a number.
pub(crate) fn of_number(error: &clap::Error, message: &str) -> Option<Failure> {
    const SAID: [(&str, &str); 3] = [
        ("invalid digit found in string", "it is not a whole number"),
        ("number too large to fit in target type", "it is too large"),
        (" is not in 0..=4294967295", "it is too large"),
    ];
    const HINT: &str = "give a whole number of 0 or more";
    let below_zero = |word: &str| Failure::words(format!("`{word}` is below zero")).hint(HINT);
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
        && word.strip_prefix('-').is_some_and(|rest| rest.parse::<f64>().is_ok())
    {
        return Some(below_zero(word));
    }
    if let Some((_, ours)) = SAID.iter().find(|(said, _)| message.ends_with(said)) {
        let (value, why) = message.rsplit_once(": ")?;
        // What stands behind `--` is no flag.
        if let Some(word) = why.split(' ').next().filter(|word| word.starts_with('-')) {
            return Some(below_zero(word));
        }
        return Some(Failure::words(format!("{value}: {ours}")).hint(HINT));
    }
    let (value, range) = message.rsplit_once(" is not in ")?;
    let (least, most) = range.split_once("..=")?;
    let message = format!("{value} is not a number from {least} to {most}");
    Some(Failure::words(message).hint(format!("give a whole number from {least} to {most}")))
}

/// How one operation is put right, for who wants to undo it by its number.
fn of_one_operation(error: &clap::Error) -> Said {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return Said::default() };
    if word.parse::<u64>().is_err() || path(error) != ["undo"] {
        return Said::default();
    }
    command!(
        "`undo` takes back the last operation; put operation {word} right with `railhead op correct {word} \"COMMAND\"`, \
         or leave it out with `railhead op correct {word} --drop`"
    )
}

/// How a command is typed, as clap shows it.
fn usage(shown: &impl std::fmt::Display) -> Said {
    Said::command(shown.to_string().trim().replacen("Usage: ", "usage: ", 1))
}

/// What is said of an option that is not there: what is meant, and how the command is typed.
fn no_option(error: &clap::Error, mut tree: clap::Command, args: &[OsString]) -> Vec<Said> {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (word, suggested) = (text(ContextKind::InvalidArg), text(ContextKind::SuggestedArg));
    let typed = usage(&text(ContextKind::Usage));
    if is_near(&word, &suggested) {
        return vec![format!("did you mean `{suggested}`?").into(), typed];
    }
    tree.build();
    let path = path(error);
    let command = path.iter().try_fold(&tree, |group, word| group.find_subcommand(word));
    let Some(command) = command else { return vec![typed] };
    if !word.starts_with('-') {
        return one_word_more(command, &word, &path, args).into_iter().chain([typed]).collect();
    }
    let path = path.join(" ");
    let meant = without_option(command, &word, args)
        .map(|(what, words)| command!("`{path}` takes {what} without an option: `railhead {path} {words}`"));
    // Clap's own usage has the option that it suggests.
    let typed = if suggested.is_empty() { typed } else { usage(&command.clone().render_usage()) };
    meant.into_iter().chain([typed]).collect()
}

/// What is said of a word that the command does not take.
fn one_word_more(command: &clap::Command, word: &str, path: &[String], args: &[OsString]) -> Option<Said> {
    let then = path.join(" ");
    if let Some(name) = name_in_one(command, path, args) {
        return Some(command!("a name of several words is quoted: `railhead {then} {name}`"));
    }
    if let Some(alone) = without_word(command, &then, word) {
        return Some(alone);
    }
    let meant_by: Vec<String> = by_options(command, word).iter().map(|by| format!("railhead {then} {by}")).collect();
    Some(Said::command(meant(&meant_by))).filter(|hint| !hint.is_empty())
}

/// What is said of a value that is not one of those listed; none if it is not about such a value.
fn of_listed(error: &clap::Error) -> Option<Failure> {
    let text = |kind| error.get(kind).map(ToString::to_string);
    let (value, Some(ContextValue::Strings(listed))) =
        (text(ContextKind::InvalidValue)?, error.get(ContextKind::ValidValue))
    else {
        return None;
    };
    let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
    // Clap names it as its usage does: `[WHAT]`, `--format <FORMAT>`.
    let of = text(ContextKind::InvalidArg)?;
    let of = of.split(" <").next().unwrap_or_default().trim_matches(['[', ']', '<', '>', '.']);
    if error.kind() != ErrorKind::InvalidValue || value.is_empty() || listed.is_empty() {
        return None;
    }
    let message = format!("`{value}` is not a valid value for `{of}`");
    let failure = Failure::words(message).given(value.as_str());
    Some(failure.hint(known(nearest(&value, listed.iter().copied()), &listed)))
}

/// What clap says of the words, in our own style.
pub(crate) fn of_clap(error: &clap::Error, tree: fn() -> clap::Command, args: &[OsString]) -> Failure {
    let text = error.render().to_string();
    let message = text.strip_prefix("error: ").unwrap_or(&text).split("\n\n").next().unwrap_or_default();
    let message: Vec<&str> = message.lines().map(str::trim).collect();
    let message = message.join(" ").replace('\'', "`");
    let mut failure = of_number(error, &message).unwrap_or_else(|| Failure::words(message));
    let wrong = error.get(ContextKind::InvalidValue).or_else(|| error.get(ContextKind::InvalidArg));
    failure.spot.given = wrong.map(ToString::to_string);
    let unknown = std::error::Error::source(error).and_then(|source| source.downcast_ref::<UnknownWord>());
    if let Some(unknown) = unknown {
        failure = failure.hint(known(unknown.nearest(), &unknown.known));
    }
    if let Some(listed) = of_listed(error) {
        return listed;
    }
    if error.kind() == ErrorKind::InvalidSubcommand {
        return no_command(error, &tree());
    }
    if error.kind() == ErrorKind::UnknownArgument {
        return no_option(error, tree(), args).into_iter().fold(failure.hint(of_one_operation(error)), Failure::hint);
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedValue] {
        match error.get(kind) {
            Some(ContextValue::String(word)) => failure = failure.hint(format!("did you mean `{word}`?")),
            Some(ContextValue::Strings(words)) if !words.is_empty() => failure = failure.hint(meant(words)),
            _ => {}
        }
    }
    if let Some(ContextValue::StyledStr(shown)) = error.get(ContextKind::Usage) {
        failure = failure.hint(usage(shown));
    }
    failure
}
