//! Words that people try and that are no command or option: which they mean.

use std::ffi::OsString;

use clap::{Arg, Command};
use domain::{Said, command, nearest, plain};

use crate::words::quoted;

/// Words for what has another name here: of a group with it, else whatever stands before them.
const CALLED: [(&str, &str); 48] = [
    ("oob", "orbat"),
    ("units", "orbat"),
    ("armies", "orbat"),
    ("sides", "orbat"),
    ("side", "orbat"),
    ("unit list", "orbat"),
    ("unit find", "find"),
    ("unit log", "unit history"),
    ("places", "find"),
    ("place", "find"),
    ("airfields", "find"),
    ("airfield", "find"),
    ("railhead list", "rail status"),
    ("railheads", "rail status"),
    ("turn", "bound close"),
    ("next", "bound close"),
    ("close", "bound close"),
    ("end", "bound close"),
    ("bound list", "diary"),
    ("bound log", "diary"),
    ("fight", "battle new"),
    ("attack", "battle new"),
    ("battle log", "battle list"),
    ("create", "new"),
    ("save", "backup"),
    ("summary", "status"),
    ("info", "unit show"),
    ("tutorial", "demo"),
    ("search", "find"),
    ("railways", "rail status"),
    ("casualties", "stats casualties"),
    ("losses", "stats casualties"),
    ("fuel", "supply status"),
    ("supply list", "supply stocks"),
    ("orders list", "order list"),
    ("reinforcements", "unit replacements"),
    ("arrivals", "status"),
    ("grade list", "grade history"),
    ("grade show", "grade history"),
    ("amend", "op correct"),
    ("edit", "op correct"),
    ("op history", "op log"),
    ("op list", "op log"),
    ("op status", "op log"),
    ("revert", "undo"),
    ("rollback", "undo"),
    ("dice", "roll"),
    ("battle odds", "battle forecast"),
];

/// Words with which people ask a group, or a command, to show its things.
const SHOWING: [&str; 8] = ["list", "show", "status", "log", "info", "view", "ls", "all"];

/// How many commands are named at most.
const NAMED: usize = 3;

/// The commands that a word, behind that of a group, means: those that end with it, a plural as the list of its things, else
/// the nearest.
pub(crate) fn meant_by(typed: &str, tree: &Command) -> Vec<String> {
    let typed = typed.to_lowercase();
    let wanted = typed.rsplit(' ').next().unwrap_or_default();
    let called = |word: &str| CALLED.iter().find(|(tried, _)| *tried == word).map(|(_, called)| *called);
    if let Some(called) = called(&typed) {
        return vec![called.to_owned()];
    }
    if let Some(path) = typed.rsplit_once(' ').and_then(|(group, word)| lists(tree, group, word)) {
        return vec![path];
    }
    if let Some(called) = called(wanted) {
        return vec![called.to_owned()];
    }
    let all = paths(tree);
    let ending = |with: &str| -> Vec<String> {
        let is_it = |path: &&Vec<&str>| path.last() == Some(&with);
        // A command of its own is meant before those of groups.
        let least = all.iter().filter(is_it).map(Vec::len).min();
        let found = all.iter().filter(is_it).filter(|path| Some(path.len()) == least);
        found.take(NAMED).map(|path| path.join(" ")).collect()
    };
    let one = wanted.strip_suffix('s').unwrap_or(wanted);
    let of_many = [[one, "list"], [one, "status"]].into_iter().find(|path| all.iter().any(|there| there == path));
    if let Some(listed) = of_many.filter(|_| one != wanted) {
        return vec![listed.join(" ")];
    }
    let found = ending(wanted);
    if !found.is_empty() {
        return found;
    }
    let last = nearest(wanted, all.iter().filter_map(|path| path.last().copied()));
    last.map(ending).unwrap_or_default()
}

/// Whether a word behind that of a group is one of those that people try: what it means is not looked for among similar ones.
pub(crate) fn is_tried(typed: &str, tree: &Command) -> bool {
    let typed = typed.to_lowercase();
    let listed = typed.rsplit_once(' ').and_then(|(group, word)| lists(tree, group, word));
    listed.is_some() || CALLED.iter().any(|(tried, _)| *tried == typed)
}

/// The command of a group that shows its things, for a word with which people ask for that.
fn lists(tree: &Command, group: &str, word: &str) -> Option<String> {
    let command = group.split(' ').try_fold(tree, |command, word| command.find_subcommand(word))?;
    let mut shows =
        ["list", "show", "status", "log"].into_iter().filter(|name| command.find_subcommand(name).is_some());
    shows.next().filter(|_| SHOWING.contains(&word)).map(|name| format!("{group} {name}"))
}

/// That a command shows its things without a word, for who typed one with which people ask for that.
pub(crate) fn without_word(command: &Command, path: &str, word: &str) -> Option<Said> {
    let needs = command.get_positionals().any(Arg::is_required_set);
    (SHOWING.contains(&word) && !needs).then(|| command!("`railhead {path}` alone shows it"))
}

/// The same of words as typed, where the last of them was looked for in vain.
pub(crate) fn looked_for(tree: &Command, typed: &str, given: Option<&str>) -> Option<Said> {
    let (path, word) = typed.rsplit_once(' ').filter(|(_, word)| given == Some(word))?;
    let command = path.split(' ').try_fold(tree, |command, word| command.find_subcommand(word))?;
    without_word(command, path, word)
}

/// The command of a group that shows what was typed behind it, as it is typed: `supply 24pz` is `supply status 24pz`.
pub(crate) fn shown_by(group: &Command, word: &str) -> Option<String> {
    let mut shows = ["show", "status", "list"].into_iter().filter_map(|name| group.find_subcommand(name));
    let takes = |arg: &Arg| !arg.is_hide_set() && (!is_number(arg) || word.parse::<u64>().is_ok());
    let shows = shows.find(|command| command.get_positionals().any(takes))?;
    Some(format!("{} {}", shows.get_name(), quoted(word)))
}

fn is_number(arg: &Arg) -> bool {
    let kind = arg.get_value_parser().type_id();
    kind == std::any::TypeId::of::<u64>() || kind == std::any::TypeId::of::<u32>()
}

/// Whether an option has enough in common with one that was typed to be meant.
pub(crate) fn is_near(typed: &str, option: &str) -> bool {
    let [typed, option] = [typed, option].map(|word| word.trim_start_matches('-'));
    let starts = typed.len() > 2 && (option.starts_with(typed) || typed.starts_with(option));
    !option.is_empty() && (starts || nearest(typed, [option]).is_some())
}

/// What a command takes that was typed as an option, and how it is typed: "the unit", `UNIT`; none where it takes nothing of
/// that name.
pub(crate) fn without_option(command: &Command, option: &str, args: &[OsString]) -> Option<(String, String)> {
    let takes: Vec<&Arg> = command.get_positionals().filter(|arg| !arg.is_hide_set()).collect();
    let is_it = |arg: &&Arg| names(arg).iter().any(|name| is_called(name, option));
    let place = takes.iter().position(is_it)?;
    let value = value_of(option, args);
    let words = takes.iter().enumerate().filter(|(number, arg)| *number <= place || arg.is_required_set());
    let words = words.map(|(number, arg)| match &value {
        Some(value) if number == place => quoted(value),
        _ => names(arg).into_iter().next().unwrap_or_default(),
    });
    let what = names(takes[place]).into_iter().find(|name| is_called(name, option))?.to_lowercase();
    Some((format!("the {what}"), words.collect::<Vec<_>>().join(" ")))
}

/// The name of a thing that was typed as several words to a command that takes one, in quotes.
pub(crate) fn name_in_one(command: &Command, path: &[String], args: &[OsString]) -> Option<String> {
    let mut takes = command.get_positionals().filter(|arg| !arg.is_hide_set());
    let takes_one = takes.next().is_some_and(|arg| arg.get_num_args().is_none_or(|words| words.max_values() == 1));
    if !takes_one || takes.next().is_some() {
        return None;
    }
    let words =
        args.iter().filter_map(|word| word.to_str()).skip_while(|word| Some(*word) != path.last().map(String::as_str));
    let name: Vec<&str> = words.skip(1).take_while(|word| !word.starts_with('-')).collect();
    // Words with a dot are ids: they are two things.
    (name.len() > 1 && !name.iter().any(|word| word.contains('.'))).then(|| quoted(&name.join(" ")))
}

/// The options by which a command that takes nothing of itself is told of a unit or a square.
pub(crate) fn by_options(command: &Command, word: &str) -> Vec<String> {
    if command.get_positionals().any(|arg| !arg.is_hide_set()) {
        return Vec::new();
    }
    let of_things = |arg: &&Arg| names(arg).iter().any(|name| ["UNIT", "SQUARE"].contains(&name.as_str()));
    let options = command.get_arguments().filter(|arg| !arg.is_hide_set()).filter(of_things).filter_map(Arg::get_long);
    // Who reads is not what is read, but where there is nothing else.
    let (readers, things): (Vec<&str>, Vec<&str>) = options.partition(|option| *option == "for");
    let options = if things.is_empty() { readers } else { things };
    options.into_iter().take(NAMED).map(|option| format!("--{option} {}", quoted(word))).collect()
}

/// What an argument is called where its command is explained.
fn names(arg: &Arg) -> Vec<String> {
    let told = arg.get_value_names().into_iter().flatten().flat_map(|name| name.split('|'));
    told.map(str::to_owned).chain([arg.get_id().to_string()]).collect()
}

fn is_called(name: &str, option: &str) -> bool {
    let [name, option] = [plain(name), plain(option)];
    name == option || name.strip_suffix('s') == Some(&option) || option.strip_suffix('s') == Some(&name)
}

/// The word that was typed with an option: behind it, or behind an equals sign.
fn value_of(option: &str, args: &[OsString]) -> Option<String> {
    let mut words = args.iter().filter_map(|word| word.to_str()).skip_while(|word| {
        let name = word.split_once('=').map_or(*word, |(name, _)| name);
        name != option
    });
    let value = match words.next()?.split_once('=') {
        Some((_, value)) => value,
        None => words.next().filter(|next| !next.starts_with('-'))?,
    };
    Some(value.to_owned())
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
            ("casualties", "stats casualties"),
            ("losses", "stats casualties"),
            ("fuel", "supply status"),
            ("dice", "roll"),
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
        assert_eq!(meant_by("battle odds", &tree), ["battle forecast"]);
        let shown = |group| shown_by(tree.find_subcommand(group).unwrap(), "24 Panzer");
        assert_eq!(shown("supply").unwrap(), "status '24 Panzer'");
        assert_eq!(shown("unit").unwrap(), "show '24 Panzer'");
        assert_eq!(shown("op"), None, "an operation is a number");
        assert_eq!(shown_by(tree.find_subcommand("op").unwrap(), "24"), Some("show 24".to_owned()));
        assert_eq!(shown("orders"), None);
    }

    /// What new users typed, and where it leads.
    #[test]
    fn a_group_asked_to_show_its_things_names_its_own_command() {
        let tree = Cli::command();
        for (typed, meant) in [
            ("op amend", "op correct"),
            ("op list", "op log"),
            ("op history", "op log"),
            ("rail list", "rail status"),
            ("rail show", "rail status"),
            ("intel list", "intel show"),
            ("unit list", "orbat"),
            ("unit info", "unit show"),
            ("battle log", "battle list"),
            ("battle info", "battle list"),
            ("supply list", "supply stocks"),
            ("supply show", "supply status"),
            ("dump show", "dump list"),
            ("crossing show", "crossing list"),
            ("mines view", "mines list"),
            ("ground list", "ground show"),
            ("setting show", "setting list"),
            ("grade list", "grade history"),
            ("grade show", "grade history"),
            ("mines show", "mines list"),
            ("bound log", "diary"),
            ("op status", "op log"),
            ("unit find", "find"),
            ("unit log", "unit history"),
            ("orders list", "order list"),
            ("bound list", "diary"),
            ("bound next", "bound close"),
            ("bound end", "bound close"),
            ("bound status", "bound show"),
            ("railhead list", "rail status"),
            ("place", "find"),
            ("revert", "undo"),
            ("end", "bound close"),
            ("reinforcements", "unit replacements"),
        ] {
            assert_eq!(meant_by(typed, &tree), [meant], "{typed}");
        }
        let alone = |typed| looked_for(&tree, typed, typed.rsplit(' ').next()).map(|said| said.to_string());
        assert_eq!(alone("contact list").as_deref(), Some("`railhead contact` alone shows it"));
        assert_eq!(alone("map show").as_deref(), Some("`railhead map` alone shows it"));
        assert_eq!(alone("unit show list"), None, "it wants a unit");
        assert_eq!(alone("contact 24pz"), None);
    }

    /// Of every command, each thing that it takes and has no option for: whoever types it as one is told how it is typed.
    #[test]
    fn what_a_command_takes_is_told_to_whom_types_it_as_an_option() {
        let mut tree = Cli::command();
        tree.build();
        let mut told = 0;
        for path in paths(&tree) {
            let command = path.iter().fold(&tree, |group, word| group.find_subcommand(word).unwrap());
            let options: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
            for arg in command.get_positionals().filter(|arg| !arg.is_hide_set()) {
                let name = names(arg)[0].to_lowercase();
                if options.contains(&name.as_str()) || !name.chars().all(|letter| letter.is_ascii_lowercase()) {
                    continue;
                }
                let option = format!("--{name}");
                let args = ["railhead", &option, "x y"].map(OsString::from);
                let (what, words) = without_option(command, &option, &args).unwrap();
                assert_eq!(what, format!("the {name}"), "{path:?}");
                assert!(words.split_whitespace().count() >= 2 && words.contains("'x y'"), "{path:?}: {words}");
                told += 1;
            }
        }
        assert!(told > 60, "{told}");
    }

    #[test]
    fn options_are_near_that_have_enough_in_common() {
        for (typed, option, near) in
            [("--raet", "--rate", true), ("--dry", "--dry-run", true), ("--unit", "--quiet", false), ("--x", "", false)]
        {
            assert_eq!(is_near(typed, option), near, "{typed} {option}");
        }
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
