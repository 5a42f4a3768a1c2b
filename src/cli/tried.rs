//! Words that people try and that are no command: which command they mean.

use clap::Command;
use domain::nearest;

/// Words for what has another name here.
const CALLED: [(&str, &str); 14] = [
    ("oob", "orbat"),
    ("units", "orbat"),
    ("armies", "orbat"),
    ("turn", "bound close"),
    ("next", "bound close"),
    ("close", "bound close"),
    ("fight", "battle new"),
    ("attack", "battle new"),
    ("create", "new"),
    ("save", "backup"),
    ("summary", "status"),
    ("tutorial", "demo"),
    ("search", "find"),
    ("railways", "rail status"),
];

/// How many commands are named at most.
const NAMED: usize = 3;

/// The commands that a word means: those that end with it, a plural as the list of its things, else the nearest.
pub(crate) fn meant_by(word: &str, tree: &Command) -> Vec<String> {
    let wanted = word.to_lowercase();
    let all = paths(tree);
    let ending = |with: &str| -> Vec<String> {
        let is_it = |path: &&Vec<&str>| path.last() == Some(&with);
        // A command of its own is meant before those of groups.
        let least = all.iter().filter(is_it).map(Vec::len).min();
        let found = all.iter().filter(is_it).filter(|path| Some(path.len()) == least);
        found.take(NAMED).map(|path| path.join(" ")).collect()
    };
    if let Some((_, called)) = CALLED.iter().find(|(tried, _)| *tried == wanted) {
        return vec![(*called).to_owned()];
    }
    let one = wanted.strip_suffix('s').unwrap_or(&wanted);
    let of_many = [[one, "list"], [one, "status"]].into_iter().find(|path| all.iter().any(|there| there == path));
    if let Some(listed) = of_many.filter(|_| one != wanted) {
        return vec![listed.join(" ")];
    }
    let found = ending(&wanted);
    if !found.is_empty() {
        return found;
    }
    let last = nearest(&wanted, all.iter().filter_map(|path| path.last().copied()));
    last.map(ending).unwrap_or_default()
}

/// Every command that does something, by its words.
fn paths(tree: &Command) -> Vec<Vec<&str>> {
    let under = |command| {
        let mut found = vec![vec![Command::get_name(command)]];
        found.extend(paths(command).into_iter().map(|path| [vec![command.get_name()], path].concat()));
        found
    };
    tree.get_subcommands().filter(|sub| !sub.is_hide_set()).flat_map(under).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn words_that_people_try_lead_to_commands() {
        let tree = Cli::command();
        for (word, meant) in [
            ("weather", "bound weather"),
            ("report", "bound report"),
            ("battles", "battle list"),
            ("railways", "rail status"),
            ("stocks", "supply stocks"),
            ("forecast", "supply forecast"),
            ("log", "op log"),
            ("orbit", "orbat"),
            ("units", "orbat"),
        ] {
            let found = meant_by(word, &tree);
            assert!(found.iter().any(|path| path == meant), "{word}: {found:?}");
        }
        assert_eq!(meant_by("close", &tree), ["bound close"]);
        assert_eq!(meant_by("list", &tree).len(), NAMED);
        assert!(meant_by("xyzzy", &tree).is_empty());
    }

    #[test]
    fn what_is_called_otherwise_is_a_command() {
        let all: Vec<String> = paths(&Cli::command()).iter().map(|path| path.join(" ")).collect();
        for (tried, called) in CALLED {
            let words = std::iter::once("railhead").chain(called.split(' '));
            let refused = Cli::command().try_get_matches_from(words).err().map(|error| error.kind());
            assert!(refused != Some(clap::error::ErrorKind::InvalidSubcommand), "{tried}: {called}");
            assert!(!all.iter().any(|path| path == tried), "{tried} is a command");
        }
    }
}
