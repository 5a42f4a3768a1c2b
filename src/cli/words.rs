//! Words of a command line: the command as typed, and `KEY=VALUE`.

use std::ffi::OsString;

/// Flags that say nothing of what is done: no part of the command as typed. `true` where a word follows.
const LEFT_OUT: [(&str, bool); 5] =
    [("--campaign", true), ("--format", true), ("--no-color", false), ("--quiet", false), ("-q", false)];

/// The command as typed, its own name and the flags of its surroundings left out, quoted as a shell wants it.
pub(crate) fn typed(args: &[OsString]) -> String {
    let words: Vec<String> = args.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let flag = LEFT_OUT.iter().find(|(flag, _)| word == flag || word.starts_with(&format!("{flag}=")));
        match flag {
            Some((flag, true)) if word == flag => drop(words.next()),
            Some(_) => {}
            None => kept.push(quoted(word)),
        }
    }
    kept.join(" ")
}

fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
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
        assert_eq!(typed(&args), "unit set 26tk 'name=26 Tk'");
    }
}
