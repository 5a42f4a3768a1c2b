//! Commands as they are typed: which one it is, whether it is for the board, and how it is done.

use ops::{OpError, Session};

use crate::command::{Command, CommandFile, with_flag};
use crate::desk::{Answer, Refusal};
use crate::office::Office;

/// The flag by which a command shows what it would do, and writes nothing.
pub(crate) const DRY_RUN: &str = "--dry-run";

/// Does a command, unless the campaign has gone on.
pub(crate) fn do_it(office: &mut Office<'_>, words: Vec<String>) -> Answer {
    let done = office.desk.run(&as_expected(office.last, words));
    office.look_round();
    done
}

/// The same, with what is written beside it: both, or where one is refused, nothing.
pub(crate) fn do_it_with(
    office: &mut Office<'_>,
    words: Vec<String>,
    beside: impl FnOnce(&mut Session, u64) -> Result<(), OpError>,
) -> Result<Answer, Refusal> {
    office.in_session(Session::begin_batch)?;
    let done = office.desk.run(&as_expected(office.last, words));
    let written = match done.refusal {
        Some(_) => Ok(()),
        None => office.in_session(|session| {
            let operation = session.next_operation()?.saturating_sub(1);
            beside(session, operation)
        }),
    };
    let ended = office.in_session(|session| session.end_batch(done.refusal.is_none() && written.is_ok()));
    office.look_round();
    office.tell_what_is_written();
    written.and(ended).map(|()| done)
}

pub(super) fn as_expected(last: u64, words: Vec<String>) -> Vec<String> {
    with_flag(words, &format!("--expect-op={last}"))
}

/// The command that typed words begin with, of those the longest.
pub(crate) fn of_words(office: &Office<'_>, words: &[String]) -> Option<Command> {
    let typed: Vec<&str> = words.iter().map(String::as_str).collect();
    let begins = office.desk.commands().iter().filter(|command| command.begins(&typed));
    begins.max_by_key(|command| command.words.len()).cloned()
}

/// What somebody typed, word by word.
pub(crate) fn split(line: &str) -> Result<Vec<String>, Refusal> {
    let mut words = shlex::split(line).ok_or_else(|| Refusal::new("a quotation mark is not closed"))?;
    if words.first().is_some_and(|word| word == "railhead") {
        words.remove(0);
    }
    Ok(words)
}

/// Refuses what is for a terminal alone, as the forms do that leave it out: whatever writes or reads a file of the machine.
pub(crate) fn must_be_for_the_board(command: &Command, words: &[String]) -> Result<(), Refusal> {
    let is_known = |flag: &str| command.fields.iter().any(|field| field.flag.as_deref() == Some(flag));
    let is_number = |word: &str| word[1..].starts_with(|sign: char| sign.is_ascii_digit());
    if command.file != CommandFile::None {
        let hints = vec![format!("its form is at `/do/{}`", command.address()).into()];
        return Err(Refusal {
            hints,
            ..Refusal::new(format!("`{}` makes or reads a file: nothing was done", command.words.join(" ")))
        });
    }
    let flags = words.iter().take_while(|word| *word != "--").filter(|word| word.starts_with('-') && !is_number(word));
    let mut names = flags.map(|word| word.split('=').next().unwrap_or(word));
    match names.find(|name| !name.strip_prefix("--").is_some_and(is_known)) {
        None => Ok(()),
        Some(name) => Err(Refusal {
            hints: vec!["leave it out, or type the command in a terminal".into()],
            ..Refusal::new(format!("`{name}` is not for the board: nothing was done"))
        }),
    }
}
