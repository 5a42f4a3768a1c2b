//! Completion in the shell: the ids of units, places, crossings and stores of the campaign at hand, beside the words of the
//! program.
//!
//! What it decides: what may stand for which placeholder of the help (`UNIT`, `SQUARE`, ...).
//! What it never does: fail. Without a campaign only the words of the program are offered.

use std::ffi::OsStr;
use std::sync::Arc;

use clap::{Arg, Command};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};

use ops::query::{ThingKind, things};
use ops::{Session, View};

use crate::command_context::only_campaign;
use crate::context::Context;

/// Answers a shell that asks what may stand next (`COMPLETE`), and says whether one did.
pub fn complete(context: &Context) -> bool {
    let factory = || command(context);
    let asked =
        CompleteEnv::with_factory(factory).bin("railhead").try_complete(std::env::args_os(), Some(&context.dir));
    // A shell that gets no answer offers nothing; there is nobody to be told why.
    asked.unwrap_or(true)
}

/// The command tree, with what the campaign has for each placeholder.
fn command(context: &Context) -> Command {
    let campaign = only_campaign(context).and_then(|path| Session::open(&path).ok()?.look(None).ok());
    let tree = crate::manual::command();
    match campaign {
        Some(campaign) => with_candidates(tree, &Arc::new(campaign)),
        None => tree,
    }
}

fn with_candidates(command: Command, campaign: &Arc<View>) -> Command {
    let command = command.mut_args(|arg| {
        let Some(kinds) = kinds(&arg) else { return arg };
        let campaign = Arc::clone(campaign);
        arg.add(ArgValueCompleter::new(move |begun: &OsStr| candidates(&campaign, kinds, &begun.to_string_lossy())))
    });
    command.mut_subcommands(|command| with_candidates(command, campaign))
}

/// What an argument may be, by its placeholder; none where the campaign says nothing of it.
pub(crate) fn kinds(arg: &Arg) -> Option<&'static [ThingKind]> {
    const STORES: &[ThingKind] = &[ThingKind::Dump, ThingKind::Railhead, ThingKind::Unit];
    let own = arg.get_id().as_str().to_uppercase();
    let placeholder = arg.get_value_names().and_then(|names| names.first()).map_or(own.as_str(), |name| name.as_str());
    match placeholder {
        "UNIT" | "SUPERIOR" | "PART" | "VEHICLE" | "WING" | "UNIT|KEY=VALUE" => Some(&[ThingKind::Unit]),
        "SQUARE" => Some(&[ThingKind::Place]),
        "SQUARE|UNIT" => Some(&[ThingKind::Place, ThingKind::Unit]),
        "CROSSING" => Some(&[ThingKind::Crossing]),
        "DUMP" => Some(&[ThingKind::Dump]),
        "RAILHEAD" => Some(&[ThingKind::Railhead]),
        "ACCOUNT" | "FROM" | "TO" => Some(STORES),
        _ => None,
    }
}

/// What begins so: ids, and of units also the last part where only one has it; places with `_` for a blank.
fn candidates(campaign: &View, kinds: &[ThingKind], begun: &str) -> Vec<CompletionCandidate> {
    let wanted = begun.to_lowercase();
    let mut found: Vec<(String, String)> = Vec::new();
    for thing in things(campaign).filter(|thing| kinds.contains(&thing.kind)) {
        let word = thing.id.replace(' ', "_");
        let last = word.rsplit('.').next().unwrap_or_default().to_owned();
        let is_short = thing.kind == ThingKind::Unit && last != word && !wanted.contains('.');
        let name = if thing.kind == ThingKind::Place {
            thing.square.map(|square| campaign.frame.reference(square)).unwrap_or_default()
        } else {
            thing.name.to_owned()
        };
        found.extend([Some(word), is_short.then_some(last)].into_iter().flatten().map(|word| (word, name.clone())));
    }
    found.retain(|(word, _)| word.to_lowercase().starts_with(&wanted));
    found.sort();
    // What two have is no word for either.
    let all = found.clone();
    found.retain(|(word, _)| all.iter().filter(|(other, _)| other == word).count() == 1);
    found.into_iter().map(|(word, name)| CompletionCandidate::new(word).help(Some(name.into()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_says_what_may_stand_there() {
        assert_eq!(kinds(&Arg::new("unit")), Some(&[ThingKind::Unit][..]));
        assert_eq!(kinds(&Arg::new("at").value_name("SQUARE|UNIT")), Some(&[ThingKind::Place, ThingKind::Unit][..]));
        assert_eq!(kinds(&Arg::new("number")), None);
    }
}
