//! The manual: the help of every command, from the clap tree.

use std::fmt::Write;

use clap::CommandFactory;

/// The last line of the help of a command that gives JSON.
pub(super) const JSON: &str = "JSON: see docs/JSON.md";

/// What it does, how it is called, its examples, and only then its options.
const EXAMPLES_FIRST: &str = "{before-help}{about-with-newline}\n{usage-heading} {usage}{after-help}\n\n{all-args}";

/// The command tree with every paragraph of its long help on one line, so that it is broken once, where the terminal ends;
/// commands that change the campaign say where their JSON is described, as others do in their own help.
pub(super) fn command() -> clap::Command {
    unfolded(crate::args::Cli::command())
}

fn unfolded(command: clap::Command) -> clap::Command {
    let help = command.get_after_long_help().map(ToString::to_string);
    let writes = command.get_arguments().any(|argument| argument.get_id() == "dry_run");
    let help = help.map(|help| paragraphs(&help)).map(|help| if writes { with_json(help) } else { help });
    let command = match help {
        Some(help) if command.has_subcommands() => command.after_long_help(help),
        Some(help) => command.after_long_help(help).help_template(EXAMPLES_FIRST),
        None => command,
    };
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, unfolded))
}

/// A long help that ends with [`JSON`].
fn with_json(help: String) -> String {
    if help.ends_with(JSON) { help } else { format!("{}\n\n{JSON}", help.trim_end()) }
}

/// Lines that are not indented belong to the paragraph before them; indented ones and short headings stand as they are.
fn paragraphs(help: &str) -> String {
    let mut text = String::new();
    let mut before = "";
    for line in help.lines() {
        let goes_on = |line: &str| !line.is_empty() && !line.starts_with(' ');
        let is_heading = line.ends_with(':') && line.split(' ').count() <= 3;
        if goes_on(before) && goes_on(line) && !is_heading {
            text.push(' ');
        } else if !text.is_empty() || !before.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
        before = line;
    }
    text
}

/// The help of the whole program as one Markdown page: what `docs/CLI.md` holds.
pub fn manual() -> String {
    let mut root = command().term_width(100);
    root.build();
    let mut page = String::from(
        "# The command line\n\nGenerated from the program's own help: `UPDATE_DOCS=1 cargo test --test it manual` \
         regenerates it. The global options of `railhead` itself apply to every command and stand there only.\n",
    );
    page_of(&mut root, "railhead", &mut page);
    page
}

fn page_of(command: &mut clap::Command, path: &str, page: &mut String) {
    let help = without_globals(command.clone(), path).bin_name(path).render_long_help().to_string();
    let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
    let _ = write!(page, "\n## `{path}`\n\n```text\n{}\n```\n", lines.join("\n"));
    let names: Vec<String> = command
        .get_subcommands()
        .filter(|c| !c.is_hide_set() && c.get_name() != "help")
        .map(|c| c.get_name().to_owned())
        .collect();
    for name in names {
        if let Some(sub) = command.find_subcommand_mut(&name) {
            page_of(sub, &format!("{path} {name}"), page);
        }
    }
}

/// A command without the options that every command takes: the page of the program itself has them.
fn without_globals(command: clap::Command, path: &str) -> clap::Command {
    if path == "railhead" {
        return command;
    }
    let globals: Vec<clap::Id> =
        command.get_arguments().filter(|a| a.is_global_set()).map(|a| a.get_id().clone()).collect();
    globals.into_iter().fold(command, |command, id| command.mut_arg(id, |argument| argument.hide(true)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_paragraph_is_one_line_and_what_is_indented_stays() {
        let help = "One sentence that\ngoes on.\nKeys:\n  a  first\n  b  second\nand more.\n\nExamples:\n  railhead x";
        let one = "One sentence that goes on.\nKeys:\n  a  first\n  b  second\nand more.\n\nExamples:\n  railhead x";
        assert_eq!(super::paragraphs(help), one);
    }
}
