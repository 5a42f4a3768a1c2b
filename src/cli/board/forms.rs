//! The commands as the board makes forms of them: plain values from the clap tree.
//!
//! What it decides: what a field is called: the first clause of its help. What stands in it for example is what the examples of
//! the command put there.

use board::{Command, CommandFile, Field, FieldKind, FieldSetting, FileForm};
use clap::{Arg, ArgAction};
use ops::command::{setting_keys, unit_new_keys, unit_set_keys, weather_keys};

use crate::{complete, manual};

/// Commands that are for a terminal alone, each with why.
pub(super) const LEFT_OUT: [(&str, &str); 10] = [
    ("demo", "makes a campaign file of its own; here a built-in campaign is chosen on the page of new campaigns"),
    ("init", "writes a campaign folder; here one begins on the page of new campaigns"),
    ("new", "makes a campaign file; here on the page of new campaigns"),
    ("check", "looks over a campaign folder; here on the page of new campaigns"),
    ("board", "opens the board"),
    ("restore", "puts a backup in the place of the campaign file that is open here"),
    ("rescue", "makes a sound file of one that cannot be opened"),
    ("completions", "is for a shell"),
    ("man", "is for a terminal; here every form has the help of its command"),
    ("print templates", "writes a folder of templates, which are used from a terminal"),
];
/// Arguments that are files of the umpire's machine, or its terminal.
const NOT_HERE: [&str; 19] = [
    "campaign",
    "format",
    "out",
    "color",
    "no_color",
    "no_pager",
    "quiet",
    "svg",
    "png",
    "pixels",
    "html",
    "gif",
    "apng",
    "ask",
    "file",
    "folder",
    "pdf",
    "paper",
    "templates",
];

/// What a browser is told of files.
const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The file that a command makes or reads, by the words of the command.
fn file(words: &[String]) -> CommandFile {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    CommandFile::Gives(match words[..] {
        ["run"] | ["orders", "import"] => return CommandFile::Takes("file".to_owned()),
        ["backup"] => {
            &[FileForm { label: "the campaign file", flag: None, ending: "backup", kind: "application/octet-stream" }]
        }
        ["orders", "export"] => &[FileForm { label: "the orders", flag: None, ending: "txt", kind: TEXT }],
        ["export"] => &[
            FileForm { label: "workbook", flag: Some("xlsx"), ending: "xlsx", kind: WORKBOOK },
            FileForm { label: "GeoJSON", flag: Some("geojson"), ending: "geojson", kind: JSON },
            FileForm { label: "ORBAT Mapper scenario", flag: Some("orbat-mapper"), ending: "json", kind: JSON },
        ],
        ["replay"] => &[
            FileForm { label: "page", flag: Some("html"), ending: "html", kind: "text/html; charset=utf-8" },
            FileForm { label: "GIF", flag: Some("gif"), ending: "gif", kind: "image/gif" },
            FileForm { label: "moving PNG", flag: Some("apng"), ending: "png", kind: "image/png" },
        ],
        ["print", ..] => &[
            FileForm { label: "PDF", flag: Some("pdf"), ending: "pdf", kind: "application/pdf" },
            FileForm { label: "page", flag: Some("html"), ending: "html", kind: "text/html; charset=utf-8" },
        ],
        _ => return CommandFile::None,
    })
}

fn is_left_out(words: &[String]) -> bool {
    LEFT_OUT.iter().any(|(name, _)| *name == words.join(" "))
}

/// Every command that can be done on an open campaign.
pub(super) fn commands() -> Vec<Command> {
    let mut found = Vec::new();
    let tree = manual::command();
    tree.get_subcommands().for_each(|command| gather(command, &[], &mut found));
    found
}

fn gather(command: &clap::Command, above: &[String], found: &mut Vec<Command>) {
    let words: Vec<String> = above.iter().cloned().chain([command.get_name().to_owned()]).collect();
    if is_left_out(&words) {
        return;
    }
    if command.has_subcommands() {
        command.get_subcommands().for_each(|sub| gather(sub, &words, found));
        // A group that can be called by itself is a command too.
        if command.is_subcommand_required_set() || command.get_arguments().all(Arg::is_global_set) {
            return;
        }
    }
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    // Who reads a page asks for no JSON.
    let help = help.trim_end().trim_end_matches(manual::JSON).trim_end().to_owned();
    let examples = examples(command, &words, &help);
    let given = |arg: &Arg| -> Vec<String> { examples.iter().flat_map(|example| values(example, arg)).collect() };
    let file = file(&words);
    // The pixels of a picture go with the file in which it is written.
    let is_here = |arg: &&Arg| is_here(arg) || words == ["replay"] && arg.get_id() == "pixels";
    let mut fields: Vec<Field> = command.get_arguments().filter(is_here).map(|arg| field(arg, given(arg))).collect();
    for field in &mut fields {
        with_settings(&words, field);
    }
    found.push(Command { words, about, help, fields, file });
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

fn field(arg: &Arg, examples: Vec<String>) -> Field {
    let takes_values = arg.get_action().takes_values();
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let is_many =
        arg.get_num_args().is_some_and(|count| count.max_values() > 1) || matches!(arg.get_action(), ArgAction::Append);
    let kind = match () {
        () if !takes_values => FieldKind::Tick,
        () if !values.is_empty() && !is_many => FieldKind::Choice(values),
        () => FieldKind::Text,
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let (label, help) = clauses(&help);
    let default = arg.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
    Field {
        id: arg.get_id().as_str().to_owned(),
        flag: arg.get_long().map(str::to_owned),
        label,
        help,
        examples: distinct(examples),
        things: complete::kinds(arg).map(<[_]>::to_vec).unwrap_or_default(),
        kind,
        required: arg.is_required_set(),
        many: is_many && takes_values,
        default: default.filter(|_| takes_values).unwrap_or_default(),
        settings: Vec::new(),
    }
}

/// What is given as `KEY=VALUE`, with a field for each setting; and a setting by its name, with a field for its value.
fn with_settings(words: &[String], field: &mut Field) {
    let words: Vec<&str> = words.iter().map(String::as_str).chain([field.id.as_str()]).collect();
    field.settings = match words[..] {
        ["unit", "set", "words"] => {
            "The unit".clone_into(&mut field.label);
            field.help.clear();
            let settings = unit_set_keys().map(|of| setting(of.key, of.meaning, (of.choices)()));
            settings.collect()
        }
        ["unit", "new", "set"] => unit_new_keys()
            .map(|of| FieldSetting { required: of.is_needed, ..setting(of.name, of.what, of.words) })
            .collect(),
        ["bound", "weather", "keys"] => {
            weather_keys().map(|(key, meaning, words)| setting(key, meaning, words.to_vec())).collect()
        }
        ["setting", "set", "key"] => setting_keys()
            .map(|of| FieldSetting { default: of.default, ..setting(of.key, &of.meaning, of.choices.to_vec()) })
            .collect(),
        ["setting", "set", "value"] => {
            field.kind = FieldKind::ValueOf("key".to_owned());
            return;
        }
        _ => return,
    };
    field.examples.retain(|example| !example.contains('='));
}

fn setting(key: &'static str, meaning: &str, choices: Vec<&'static str>) -> FieldSetting {
    FieldSetting { key, meaning: meaning.to_owned(), choices, default: "", required: false }
}

/// The first clause of a help, and what comes behind it. What a form says by itself is left out.
fn clauses(help: &str) -> (String, String) {
    let help = help.replace(" (may be repeated)", "");
    // "With send: what to load" says when it counts, and not yet what it is.
    let from = help.strip_prefix("With ").and_then(|rest| Some(help.len() - rest.len() + rest.find(": ")? + 2));
    let is_end = |at: usize| {
        let before = &help[..at];
        before.matches('`').count().is_multiple_of(2) && before.matches('(').count() == before.matches(')').count()
    };
    let ends = help.match_indices([':', ';']).filter(|(at, sign)| help[at + sign.len()..].starts_with(' '));
    let Some((at, _)) = ends.filter(|(at, _)| *at >= from.unwrap_or(0)).find(|(at, _)| is_end(*at)) else {
        return (help, String::new());
    };
    let mut more = help[at + 2..].chars();
    let first = more.next().into_iter().flat_map(char::to_uppercase);
    (help[..at].to_owned(), first.chain(more).collect())
}

/// The examples in the long help of a command, as the command itself reads them.
fn examples(command: &clap::Command, words: &[String], help: &str) -> Vec<clap::ArgMatches> {
    let (_, listed) = help.split_once("Examples:").unwrap_or_default();
    let lines = listed.lines().filter_map(|line| line.trim_start().strip_prefix("railhead "));
    let read = |line: &str| {
        let typed = shlex::split(line)?;
        let own = typed.strip_prefix(words)?;
        command.clone().no_binary_name(true).try_get_matches_from(own).ok()
    };
    lines.filter_map(read).collect()
}

/// What an example puts where an argument stands.
fn values(example: &clap::ArgMatches, arg: &Arg) -> Vec<String> {
    let id = arg.get_id().as_str();
    let is_given =
        arg.get_action().takes_values() && example.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
    let given = is_given.then(|| example.get_raw(id)).flatten().into_iter().flatten();
    given.map(|value| value.to_string_lossy().into_owned()).collect()
}

/// The first few, each once.
fn distinct(mut all: Vec<String>) -> Vec<String> {
    /// How many examples of a field are enough.
    const SHOWN: usize = 4;
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|value| seen.insert(value.clone()));
    all.truncate(SHOWN);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_called_by_the_first_clause_of_its_help() {
        let is = |help: &str| clauses(help);
        let of = |label: &str, help: &str| (label.to_owned(), help.to_owned());
        assert_eq!(is("The unit"), of("The unit", ""));
        assert_eq!(
            is("A unit that attacks (may be repeated); by default all that can"),
            of("A unit that attacks", "By default all that can")
        );
        assert_eq!(is("With send: what to load"), of("With send: what to load", ""));
        assert_eq!(
            is("With send: where to load; by default where they then stand"),
            of("With send: where to load", "By default where they then stand")
        );
        assert_eq!(is("The moment (a bound: 3am) at `op: 2`"), of("The moment (a bound: 3am) at `op: 2`", ""));
    }

    /// The words of every command that can be called by itself.
    fn every(command: &clap::Command, above: &[String], found: &mut Vec<String>) {
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let words: Vec<String> = above.iter().cloned().chain([sub.get_name().to_owned()]).collect();
            if !sub.has_subcommands() {
                found.push(words.join(" "));
            }
            every(sub, &words, found);
        }
    }

    #[test]
    fn every_command_has_a_form_or_a_reason_why_it_has_none() {
        let (mut all, mut formed) = (Vec::new(), commands().iter().map(|of| of.words.join(" ")).collect::<Vec<_>>());
        every(&manual::command(), &[], &mut all);
        formed.extend(LEFT_OUT.iter().map(|(name, _)| (*name).to_owned()));
        let without: Vec<&String> = all.iter().filter(|words| !formed.contains(words)).collect();
        assert_eq!(without, [""; 0]);
        let unknown: Vec<_> = LEFT_OUT.iter().filter(|(name, _)| !all.contains(&(*name).to_owned())).collect();
        assert!(unknown.is_empty(), "what is left out is a command: {unknown:?}");
        // What makes or reads a file takes its name from the board alone.
        let of_files = commands().into_iter().filter(|of| of.file != CommandFile::None);
        for command in of_files {
            assert!(!command.has("file") && !command.has("pdf") && !command.has("out"), "{:?}", command.words);
        }
    }

    #[test]
    fn every_field_says_what_is_to_be_put_in_and_has_what_the_examples_put_there() {
        let commands = commands();
        for command in &commands {
            let mut labels: Vec<&str> = command.fields.iter().map(|field| field.label.as_str()).collect();
            assert!(
                labels.iter().all(|label| label.starts_with(char::is_uppercase)),
                "{:?}: {labels:?}",
                command.words
            );
            labels.sort_unstable();
            assert!(labels.windows(2).all(|two| two[0] != two[1]), "{:?}: {labels:?}", command.words);
        }
        let field = |address: &str, id: &str| -> Field {
            let command = commands.iter().find(|command| command.address() == address).unwrap();
            command.fields.iter().find(|field| field.id == id).unwrap().clone()
        };
        let set = field("unit-set", "words");
        assert_eq!(set.label, "The unit");
        assert_eq!(set.examples, ["26tk"], "its values have a field each");
        assert_eq!(field("order", "first").examples[..2], ["26tk", "16pz"], "no placeholders");
        assert_eq!(field("unit-set", "reason").examples, ["the night march"]);
        assert_eq!(field("supply-send", "load").examples, ["2log", "1log"]);
        assert_eq!(field("supply-send", "vehicle").examples, ["5ta.u7-1", "26tk.u3-1", "5ta.u7-2", "26tk.u4-1"]);
    }
}
