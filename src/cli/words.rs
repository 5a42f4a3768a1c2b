//! Words of a command line: the command as typed, and `KEY=VALUE`.

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};

/// Where a report goes; of a command that makes a file of its own that is part of what it does.
const OUT: (&str, bool) = ("--out", true);
/// Flags that say nothing of what is done: no part of the command as typed. `true` where a word follows.
const LEFT_OUT: [(&str, bool); 9] = [
    OUT,
    ("--campaign", true),
    ("--format", true),
    ("--expect-op", true),
    ("--no-color", false),
    ("--color", true),
    ("--no-pager", false),
    ("--quiet", false),
    ("-q", false),
];

/// The command as typed, its own name and the flags of its surroundings left out, quoted as a shell wants it.
pub(crate) fn typed(args: &[OsString], makes_file: bool) -> String {
    let words: Vec<String> = args.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut left_out = LEFT_OUT.iter().filter(|flag| !(makes_file && **flag == OUT));
        let flag = left_out.find(|(flag, _)| word == flag || word.starts_with(&format!("{flag}=")));
        match flag {
            Some((flag, true)) if word == flag => drop(words.next()),
            Some(_) => {}
            None => kept.push(word),
        }
    }
    in_a_line(kept)
}

/// Words as a shell wants them, in a line.
pub(crate) fn in_a_line(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    words.into_iter().map(|word| quoted(word.as_ref())).collect::<Vec<_>>().join(" ")
}

/// A word as a shell wants it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=%+,@#".contains(c);
    if !word.is_empty() && word.chars().all(plain) && !word.starts_with('#') {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Flags that belong to the command and may yet stand before its words. `true` where a word follows.
const MOVABLE: [(&str, bool); 5] =
    [("--as-of", true), ("--reason", true), ("--override", true), ("--expect-op", true), ("--dry-run", false)];

/// The words with the flags of the command behind them, wherever they stood.
pub(crate) fn flags_last(args: &[OsString]) -> Vec<OsString> {
    let end = args.iter().position(|word| word == "--").unwrap_or(args.len());
    let (mut kept, mut moved) = (Vec::new(), Vec::new());
    let mut words = args[..end].iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let flag = MOVABLE.iter().find(|(flag, _)| text == *flag || text.starts_with(&format!("{flag}=")));
        let Some((flag, wants_word)) = flag else {
            kept.push(word.clone());
            continue;
        };
        moved.push(word.clone());
        if *wants_word && text == *flag {
            moved.extend(words.next().cloned());
        }
    }
    kept.into_iter().chain(moved).chain(args[end..].iter().cloned()).collect()
}

/// `help WORDS` as `WORDS --help`.
pub(crate) fn help_last(args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_none_or(|word| word != "help") {
        return args;
    }
    let (own, words) = (args[..1].iter(), args[2..].iter());
    own.chain(words).cloned().chain(["--help".into()]).collect()
}

/// Whether `help` stands where a command should: behind options, or behind a group.
pub(crate) fn asks_for_help(error: &clap::Error) -> bool {
    let word = error.get(ContextKind::InvalidSubcommand);
    error.kind() == ErrorKind::InvalidSubcommand && word.is_some_and(|word| word.to_string() == "help")
}

/// The same words with `--help` behind them in the place of `help`.
pub(crate) fn help_for(mut args: Vec<OsString>) -> Vec<OsString> {
    args.retain(|word| word != "help");
    args.push("--help".into());
    args
}

/// A `KEY=VALUE` word; a word alone has no key.
pub(crate) fn perhaps_key_value(word: &str) -> Result<(String, String), String> {
    if word.contains('=') { key_value(word) } else { Ok((String::new(), word.to_owned())) }
}

/// A `KEY=VALUE` word.
pub(crate) fn key_value(word: &str) -> Result<(String, String), String> {
    match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write it as KEY=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_as_typed_leaves_its_surroundings_out() {
        let args = ["railhead", "--campaign", "x.railhead", "unit", "set", "26tk", "name=26 Tk", "--format=json", "-q"];
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        assert_eq!(typed(&args, false), "unit set 26tk 'name=26 Tk'");
        let args = ["railhead", "status", "--out", "x"].map(OsString::from);
        assert_eq!((&*typed(&args, false), &*typed(&args, true)), ("status", "status --out x"));
    }

    #[test]
    fn global_flags_are_no_part_of_the_command_as_typed() {
        let command = <crate::args::Cli as clap::CommandFactory>::command();
        for flag in command.get_arguments().filter(|arg| arg.is_global_set()) {
            let with_word = flag.get_action().takes_values();
            let long = format!("--{}", flag.get_long().unwrap());
            assert!(LEFT_OUT.contains(&(&long[..], with_word)), "{long}");
        }
    }

    #[test]
    fn flags_of_a_command_may_stand_before_its_words() {
        let args: Vec<OsString> = ["railhead", "--as-of", "2am", "orbat", "26tk"].iter().map(OsString::from).collect();
        assert_eq!(flags_last(&args), ["railhead", "orbat", "26tk", "--as-of", "2am"]);
    }

    #[test]
    fn help_may_stand_before_what_it_is_asked_of() {
        let last = |words: &[&str]| help_last(words.iter().map(OsString::from).collect());
        assert_eq!(last(&["railhead", "help", "bound", "close"]), ["railhead", "bound", "close", "--help"]);
        assert_eq!(last(&["railhead", "help"]), ["railhead", "--help"]);
        assert_eq!(last(&["railhead", "find", "help"]), ["railhead", "find", "help"]);
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for word in ["sp=60%", "it's", "", "two words", "#1", "a\"b"] {
            assert_eq!(shlex::split(&quoted(word)), Some(vec![word.to_owned()]), "{word}");
        }
    }
}
