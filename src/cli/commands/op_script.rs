//! `op script`: the operations that stand as commands, and the files that they read.
//!
//! What it decides: the names under which those files lie beside the script, and the words that name them.
//! What it never does: take files from anywhere but the log, which keeps them as they were read.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use domain::{counted, is_refused, is_unseen};
use ops::{Moment, query};

use crate::command_context::{CommandContext, Completed, Ended};
use crate::failure::Failure;
use crate::flags::FormatWord;
use crate::words::{in_a_line, quoted};

/// The script itself.
const SCRIPT: &str = "script.txt";
/// What `battle post` reads without being told.
const OUTCOME: &str = ".outcome.json";

/// Prints the commands of the standing chain, or writes them into a folder with what they read; the import and steps
/// along the chain are none.
pub(super) fn script(
    ctx: &mut CommandContext<'_>,
    which: RangeInclusive<u64>,
    moment: Option<Moment>,
    out: Option<&Path>,
) -> Ended {
    let session = ctx.session()?;
    let mut folder = Folder::default();
    for entry in session.log_at(moment)? {
        if entry.stands && entry.kind == "do" && entry.op > 1 && which.contains(&entry.op) {
            folder.add(entry.op, &entry.command_again(), session.inputs_of(entry.op)?);
        }
    }
    match out {
        Some(out) => folder.write(ctx, out),
        None => folder.print(ctx),
    }
}

#[derive(Default)]
struct Folder {
    /// The commands as they were.
    as_typed: String,
    /// The commands with the names that the files have in the folder.
    script: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Folder {
    fn add(&mut self, op: u64, command: &str, inputs: Vec<(String, Vec<u8>)>) {
        let mut words = shlex::split(command).unwrap_or_default();
        let mut renamed = false;
        for (name, bytes) in inputs {
            // Logs of before have flags in front.
            let posts = words.windows(2).any(|pair| pair == ["battle", "post"]);
            let implied = posts && name.ends_with(OUTCOME);
            let flag_ends = format!("={name}");
            let place = words.iter().position(|word| *word == name || word.ends_with(&flag_ends));
            if place.is_none() && !implied {
                continue;
            }
            let kept = self.keep(op, &name, bytes);
            if kept == name {
                continue;
            }
            renamed = true;
            match place {
                Some(place) => words[place] = words[place].replace(&name, &kept),
                None => words.push(kept),
            }
        }
        let again = if renamed { in_a_line(words) } else { command.to_owned() };
        self.as_typed += &line(op, command, is_unseen);
        self.script += &line(op, &again, is_refused);
    }

    /// Keeps a file under its own name, without its folder; where another has that name, with the number before it.
    fn keep(&mut self, op: u64, name: &str, bytes: Vec<u8>) -> String {
        // The name stands in the log: whatever it is, no file is written anywhere but into the folder.
        let own = name.rsplit(['/', '\\']).next().filter(|own| is_plain_name(own)).unwrap_or("file").to_owned();
        let is_free = own != SCRIPT && self.files.get(&own).is_none_or(|there| *there == bytes);
        let kept = if is_free { own } else { format!("op{op}-{own}") };
        self.files.insert(kept.clone(), bytes);
        kept
    }

    fn print(&self, ctx: &mut CommandContext<'_>) -> Ended {
        if !self.files.is_empty() {
            let reads = counted(self.files.len(), "file");
            ctx.say(&format!(
                "its commands read {reads} that the log keeps: `railhead op script --out FOLDER` writes them beside the \
                 script"
            ))?;
        }
        if ctx.global.format == FormatWord::Json {
            return self.document(ctx, None, &self.as_typed);
        }
        ctx.write(&self.as_typed)
    }

    fn document(&self, ctx: &mut CommandContext<'_>, folder: Option<&Path>, script: &str) -> Ended {
        let commands: Vec<&str> = script.lines().filter(|line| !line.starts_with('#')).collect();
        let files: Vec<&String> = self.files.keys().filter(|name| *name != SCRIPT).collect();
        ctx.document(&serde_json::json!({"folder": folder, "commands": commands, "files": files}))
    }

    fn write(mut self, ctx: &mut CommandContext<'_>, out: &Path) -> Ended {
        let commands = self.script.lines().filter(|line| !line.starts_with('#')).count();
        let commands = counted(commands, "command");
        self.files.insert(SCRIPT.to_owned(), self.script.clone().into_bytes());
        let read = counted(self.files.len() - 1, "file");
        let dir = ctx.context.dir.clone();
        query::write_folder(&ctx.context.path(out), &self.files)
            .map_err(|error| Failure::from(error).seen_from(&dir))?;
        let shown = out.display();
        ctx.has_done(Completed::file(&shown, format!("ls {}", quoted(&shown.to_string()))));
        ctx.say(&format!("{shown}: {SCRIPT} with {commands}, and {read} that they read"))?;
        ctx.say(&format!("to run it: cd {shown}; railhead new SOURCE; railhead run {SCRIPT}"))?;
        self.document(ctx, Some(out), &self.script)
    }
}

/// Whether a file of this name lies in the folder in which it is written.
fn is_plain_name(name: &str) -> bool {
    !["", ".", ".."].contains(&name) && !name.contains(|letter: char| letter.is_control() || letter == ':')
}

/// A command as a line that can be run. Logs of before such were refused may hold commands of several lines.
fn line(op: u64, command: &str, is_none: fn(char) -> bool) -> String {
    if !command.contains(is_none) {
        return format!("{command}\n");
    }
    let blank = |letter: char| if is_none(letter) { ' ' } else { letter };
    let plain: String = command.chars().map(blank).collect();
    format!("# operation {op} held line breaks or control characters: they are spaces here\n{plain}\n")
}
