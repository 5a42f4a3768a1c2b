//! The pager: a report longer than the screen goes through `PAGER`, else through `less`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What pages where the environment names nothing.
const LESS: &str = "less";

/// What `less` is told where `LESS` says nothing: end on one screen, show colours, leave the page standing.
const LESS_FLAGS: &str = "FRX";

/// Shows a text page by page. False where no pager could be begun: then it is still to be written.
pub(crate) fn page(text: &str, env: &BTreeMap<String, String>, dir: &Path) -> bool {
    let named = env.get("PAGER").and_then(|words| shlex::split(words)).filter(|words| !words.is_empty());
    let words = named.unwrap_or_else(|| vec![LESS.to_owned()]);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(dir).stdin(Stdio::piped());
    if !env.contains_key("LESS") {
        command.env("LESS", LESS_FLAGS);
    }
    let Ok(mut pager) = command.spawn() else { return false };
    if let Some(mut into) = pager.stdin.take() {
        // Who leaves the pager early wants to read no more.
        let _ = into.write_all(text.as_bytes());
    }
    pager.wait().is_ok()
}
