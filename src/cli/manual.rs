//! The manual: the help of every command, from the clap tree.

use std::fmt::Write;

use clap::CommandFactory;

/// The help of the whole program as one Markdown page: what `docs/CLI.md` holds.
pub fn manual() -> String {
    let mut root = super::Cli::command().term_width(100);
    root.build();
    let mut page = String::from(
        "# The command line\n\nGenerated from the program's own help: `UPDATE_DOCS=1 cargo test --test it manual` writes it anew.\n",
    );
    page_of(&mut root, "railhead", &mut page);
    page
}

fn page_of(command: &mut clap::Command, path: &str, page: &mut String) {
    let help = command.clone().bin_name(path).render_long_help().to_string();
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
