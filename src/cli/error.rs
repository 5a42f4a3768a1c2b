//! The one place where every error gets its kind, its place, its hints and its exit code.

use std::io::Write as _;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::Serialize;

use domain::{UnknownWord, nearest, shown, shown_in_a_line, shown_in_json};
use ops::{Candidate, OpError};

use super::Context;
use super::wrap::wrapped;

/// Exit code: the campaign or the rules refuse.
pub(crate) const REFUSED: u8 = 1;
/// Exit code: the words are wrong.
pub(crate) const WORDS: u8 = 2;
/// Exit code: a file cannot be read or is damaged.
pub(crate) const UNREADABLE: u8 = 3;
/// Exit code: breaches were found.
pub(crate) const BREACHES: u8 = 4;
/// Exit code: it is done and kept, but could not be shown.
pub(crate) const UNSHOWN: u8 = 5;

/// An error as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What kind it is, in a word.
    pub(crate) kind: &'static str,
    /// What was wrong.
    pub(crate) message: String,
    /// Where; empty where it is nowhere.
    pub(crate) place: String,
    /// Lines between message and hints: candidates, faults.
    pub(crate) details: Vec<String>,
    /// What would be right, one a line.
    pub(crate) hints: Vec<String>,
    /// The exit code.
    pub(crate) code: u8,
    /// Whether it was shown already, or there is nobody left to read it.
    pub(crate) quiet: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    error: Body<'a>,
}

#[derive(Serialize)]
struct Body<'a> {
    kind: &'a str,
    message: &'a str,
    #[serde(rename = "where")]
    place: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    details: &'a [String],
    hints: &'a [String],
}

/// Of how many faults of a result form each is shown; `--format json` has all.
const MOST_FAULTS: usize = 12;

impl Failure {
    pub(crate) fn new(kind: &'static str, code: u8, message: impl Into<String>) -> Self {
        let (place, details, hints) = (String::new(), Vec::new(), Vec::new());
        Self { kind, message: message.into(), place, details, hints, code, quiet: false }
    }

    /// The words are wrong.
    pub(crate) fn words(message: impl Into<String>) -> Self {
        Self::new("words", WORDS, message)
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        let hint = hint.into();
        if !hint.is_empty() {
            self.hints.push(hint);
        }
        self
    }

    #[must_use]
    pub(crate) fn at(mut self, place: impl Into<String>) -> Self {
        self.place = place.into();
        self
    }

    /// Shows the error on standard error and gives its exit code.
    pub(crate) fn show(&self, json: bool, context: &mut Context) -> u8 {
        let text = if json { self.as_json() } else { self.as_text(context.err_width) };
        let _ = context.out.flush();
        let _ = context.err.write_all(text.as_bytes()).and_then(|()| context.err.flush());
        self.code
    }

    /// Where and what, in a line.
    pub(crate) fn in_a_line(&self) -> String {
        let said = self.place.is_empty() || self.message.contains(&format!("`{}`", self.place));
        if said { self.message.clone() } else { format!("{}: {}", self.place, self.message) }
    }

    /// The error as text, its lines broken at so many characters.
    pub(crate) fn as_text(&self, width: Option<usize>) -> String {
        let most = if self.kind == "form" { MOST_FAULTS } else { usize::MAX };
        let mut text = wrapped("error: ", &shown_in_a_line(&self.in_a_line()), 7, width);
        text.extend(self.details.iter().take(most).map(|line| wrapped("  ", &shown_in_a_line(line), 4, width)));
        let more = self.details.len().saturating_sub(most);
        text.extend((more > 0).then(|| format!("  and {more} more\n")));
        text.extend(self.hints.iter().map(|hint| wrapped("hint: ", &shown(hint), 6, width)));
        text
    }

    fn as_json(&self) -> String {
        let place = (!self.place.is_empty()).then_some(self.place.as_str());
        let (kind, message, details, hints) = (self.kind, &*self.message, &*self.details, &*self.hints);
        let document = Document { error: Body { kind, message, place, details, hints } };
        shown_in_json(serde_json::to_string(&document).unwrap_or_default() + "\n")
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        let quiet = error.kind() == std::io::ErrorKind::BrokenPipe;
        let code = if quiet { 0 } else { UNREADABLE };
        Self { quiet, ..Self::new("file", code, error.to_string()) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::new("json", UNREADABLE, error.to_string())
    }
}

impl From<OpError> for Failure {
    fn from(error: OpError) -> Self {
        let message = error.to_string();
        let refusal_hint = error.refusal_hint().unwrap_or_default();
        let refused = |kind| Self::new(kind, REFUSED, message.clone());
        let words = |kind| Self::new(kind, WORDS, message.clone());
        match error {
            OpError::Refused(_) => refused("refused").hint(refusal_hint),
            OpError::NoSupply { unit } => {
                refused("no_supply").hint(format!("`railhead unit show {unit}` says in what state it is"))
            }
            OpError::Ledger(error) => super::ledger_fault::failure(&error),
            OpError::Mechanic { error, throws } => Self { details: throws, ..words("mechanic").hint(error.hint()) },
            OpError::Word(word) => words("word").hint(known(word.nearest(), &word.known)),
            OpError::Bound(_) | OpError::Setting(_) | OpError::BadValue { .. } | OpError::TwiceGiven(_) => {
                words("value")
            }
            OpError::Unknown { what, near, .. } => words("unknown").hint(meant(&near)).hint(seek(what)),
            OpError::Ambiguous { what, candidates, .. } => ambiguous(words("ambiguous"), what, &candidates),
            OpError::UnknownKey { given, known: keys, .. } => {
                words("key").hint(known(nearest(&given, keys.iter().copied()), keys))
            }
            OpError::OffTheMap { .. } => words("square").hint("`railhead map` shows the map"),
            OpError::Words { hint, .. } => words("words").hint(hint),
            OpError::ReasonWanted { command } => {
                words("reason").hint(format!("say why: `railhead {command} ... --reason \"...\"`"))
            }
            OpError::NotNow { at, hint, .. } => refused("refused").at(at).hint(hint),
            OpError::Rule { at, .. } => {
                refused("rule").at(at).hint("the umpire sets the rule aside with `--override \"reason\"`")
            }
            OpError::NoRail { .. } => {
                refused("refused").hint("`railhead rail status` lists the lines and their squares")
            }
            OpError::NotYet { .. } => refused("bound").hint("leave `--as-of` out to see the campaign as it stands now"),
            OpError::NoOperation { .. } => words("operation").hint("`railhead op log --all` lists them"),
            OpError::File { .. } => Self::new("file", UNREADABLE, message),
            OpError::Exists { .. } => refused("exists").hint("give another name, or move it away first"),
            OpError::Faults { source_name, faults } => Self {
                details: faults.iter().map(super::commands::fault_line).collect(),
                ..Self::new("faults", BREACHES, message).hint(if faults.iter().all(|fault| fault.file == "--set") {
                    "nothing was written: mend what follows `--set`, or leave it out".to_owned()
                } else {
                    format!("nothing was written; `railhead check {source_name}` says the same as a table")
                })
            },
            OpError::Dice(_) => {
                words("dice").hint("give as many faces from 1 to 6 as are thrown, or leave `--dice` out")
            }
            OpError::Engagement { at, .. } => Self::new("engagement", UNREADABLE, message).at(at),
            OpError::Violations { violations, .. } => {
                let details = violations.iter().map(ToString::to_string).collect();
                Self {
                    details,
                    ..refused("engagement").hint("mend the engagement, or draw it anew with `railhead battle new`")
                }
            }
            OpError::Form { faults, .. } => Self {
                details: faults.iter().map(super::commands::fault_line).collect(),
                ..refused("form").hint("nothing was recorded: mend it, and record it again")
            },
            OpError::PlanFile { faults, .. } => Self {
                details: faults.iter().map(super::commands::fault_line).collect(),
                ..refused("plan")
                    .hint("nothing was sent: mend it, and check it again with `railhead supply plan --file`")
            },
            OpError::Battle(_) => {
                words("battle").hint("`railhead battle resolve --help` says how dice and decisions are given")
            }
            OpError::Decision(_) => words("decision").hint("`railhead battle resolve --help` lists the choices"),
            OpError::Json(_) => Self::new("json", UNREADABLE, message),
        }
    }
}

fn known(near: Option<&str>, all: &[&str]) -> String {
    /// Of how many words a hint lists all.
    const LISTED: usize = 16;
    if let Some(near) = near.filter(|_| all.len() > LISTED) {
        return format!("did you mean `{near}`?");
    }
    let all = all.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    near.map_or_else(|| format!("one of {all}"), |near| format!("did you mean `{near}`? It takes {all}"))
}

fn meant(near: &[String]) -> String {
    let near: Vec<String> = near.iter().map(|word| format!("`{word}`")).collect();
    if near.is_empty() { String::new() } else { format!("did you mean {}?", near.join(" or ")) }
}

/// The command that lists what could be meant.
fn seek(what: &str) -> &'static str {
    match what {
        "unit" => "`railhead orbat --bases` lists every unit with its id",
        "claim" => "`railhead supply claim` lists what waits for the umpire",
        "battle" => "`railhead battle list` lists every battle",
        "dump" => "`railhead dump list` lists every dump",
        "campaign folder or built-in campaign" => {
            "a campaign folder has a `campaign.toml`; `railhead new --list` lists the built-in campaigns"
        }
        "crossing" => "`railhead crossing list` lists every crossing",
        "account" => "`railhead supply stocks` and `railhead dump list` show the accounts",
        "railway" => "`railhead rail status` lists every railway",
        "railhead" => "`railhead rail status` lists the railheads of every railway",
        "square or place" => "a SQUARE is a reference such as `058052`, or the name of a place",
        _ => "",
    }
}

fn ambiguous(mut failure: Failure, what: &str, candidates: &[Candidate]) -> Failure {
    const SHOWN: usize = 12;
    let line = |c: &Candidate| {
        let under = if c.superior.is_empty() { String::new() } else { format!(", under {}", c.superior) };
        format!("{}  {}{under}", c.id, c.name)
    };
    failure.details = candidates.iter().take(SHOWN).map(line).collect();
    if candidates.len() > SHOWN {
        failure.details.push(format!("and {} more", candidates.len() - SHOWN));
    }
    let id = candidates.first().map_or("", |c| c.id.as_str());
    match what {
        "place" => return failure.hint(format!("write the name as it stands: `'{id}'`")),
        "crossing" => return failure.hint(format!("give the id: `{id}`")),
        _ => {}
    }
    let start = id.rmatch_indices('.').nth(1).map_or(0, |(dot, _)| dot + 1);
    failure.hint(format!("give more of the id, from its end: `{}`", &id[start..]))
}

/// Shows what clap says of the words: help and version on standard output, errors in our own style.
pub(crate) fn show_clap(error: &clap::Error, json: bool, context: &mut Context) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let text = error.render().to_string();
        let shown = context.out.write_all(text.as_bytes()).and_then(|()| context.out.flush()).map_err(Failure::from);
        return shown.map_or_else(|failure| if failure.quiet { 0 } else { failure.show(json, context) }, |()| 0);
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = context.err.write_all(error.render().to_string().as_bytes());
        return WORDS;
    }
    of_clap(error).show(json, context)
}

/// The words that may follow a command, of which clap gives the usage; nothing for the program itself, which has too many.
fn subcommands(usage: &str) -> String {
    let path = usage.trim().trim_start_matches("Usage: ").split(' ').skip(1);
    let mut command = super::Cli::command();
    let mut is_root = true;
    for word in path.take_while(|word| !word.starts_with(['[', '<'])) {
        let Some(sub) = command.find_subcommand(word).cloned() else { return String::new() };
        (command, is_root) = (sub, false);
    }
    let words: Vec<String> = command.get_subcommands().map(|sub| format!("`{}`", sub.get_name())).collect();
    if is_root { String::new() } else { format!("it is followed by {}", words.join(", ")) }
}

/// What is wrong with a number, in words of our own; nothing where no number is meant.
fn of_number(error: &clap::Error, message: &str) -> Option<Failure> {
    const SAID: [(&str, &str); 3] = [
        ("invalid digit found in string", "it is no whole number"),
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
pub(crate) fn of_clap(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let message = text.strip_prefix("error: ").unwrap_or(&text).split("\n\n").next().unwrap_or_default();
    let message: Vec<&str> = message.lines().map(str::trim).collect();
    let message = message.join(" ").replace('\'', "`");
    let mut failure = of_number(error, &message).unwrap_or_else(|| Failure::words(message));
    let unknown = std::error::Error::source(error).and_then(|source| source.downcast_ref::<UnknownWord>());
    if let Some(unknown) = unknown {
        failure = failure.hint(known(unknown.nearest(), &unknown.known));
    }
    for kind in [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue] {
        match error.get(kind) {
            Some(ContextValue::String(word)) => failure = failure.hint(format!("did you mean `{word}`?")),
            Some(ContextValue::Strings(words)) if !words.is_empty() => failure = failure.hint(meant(words)),
            _ => {}
        }
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        if error.kind() == ErrorKind::InvalidSubcommand {
            failure = failure.hint(subcommands(&usage));
        }
        failure = failure.hint(usage.trim().replacen("Usage: ", "usage: ", 1));
    }
    failure
}
