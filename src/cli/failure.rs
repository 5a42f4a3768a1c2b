//! An error as it is shown: its kind, its place, its hints and its exit code.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use domain::{Said, shown, shown_in_a_line, shown_in_json};
use ops::OpError;
use report::model::FaultRow;
use scenario::Fault;

use crate::context::Context;
use report::render::wrap::sentence;

/// Exit code: the campaign or the rules refuse.
pub(crate) const REFUSED: u8 = 1;

/// Exit code: invalid arguments.
pub(crate) const WORDS: u8 = 2;

/// Exit code: a file cannot be read or is damaged.
pub(crate) const UNREADABLE: u8 = 3;

/// Exit code: breaches were found.
pub(crate) const BREACHES: u8 = 4;

/// Exit code: it is done and kept, but could not be shown.
pub(crate) const UNSHOWN: u8 = 5;

/// An error as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What kind it is, in a word.
    pub(crate) kind: &'static str,
    /// What was wrong.
    pub(crate) message: String,
    /// Where.
    pub(crate) spot: Box<FailureSpot>,
    /// Lines between message and hints: candidates, faults.
    pub(crate) details: Vec<DetailLine>,
    /// What would be right, one a line.
    pub(crate) hints: Vec<Said>,
    /// The exit code.
    pub(crate) code: u8,
    /// Whether it says itself that nothing was done.
    pub(crate) is_undone: bool,
    /// Whether it was shown already, or there is nobody left to read it.
    pub(crate) quiet: bool,
}

/// Where something is wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FailureSpot {
    /// In words; empty where it is nowhere.
    pub(crate) place: String,
    /// The word as typed, where it is one.
    pub(crate) given: Option<String>,
}

/// A line between the message of a failure and its hints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct DetailLine {
    /// The line.
    pub(crate) text: String,
    /// The fault that it tells of, where it is of one.
    #[serde(skip)]
    pub(crate) fault: Option<Fault>,
}

impl From<String> for DetailLine {
    fn from(text: String) -> Self {
        Self { text, fault: None }
    }
}

impl From<&Fault> for DetailLine {
    fn from(fault: &Fault) -> Self {
        Self { text: fault_line(fault), fault: Some(fault.clone()) }
    }
}

#[derive(Serialize)]
pub(crate) struct Document<'a> {
    error: Body<'a>,
}

#[derive(Serialize)]
pub(crate) struct Body<'a> {
    kind: &'a str,
    message: &'a str,
    #[serde(rename = "where")]
    place: Option<&'a str>,
    #[serde(skip_serializing_if = "<[DetailLine]>::is_empty")]
    details: &'a [DetailLine],
    hints: &'a [Said],
}

/// Of how many faults of a result form each is shown; `--format json` has all.
pub(crate) const MOST_FAULTS: usize = 12;

impl Failure {
    pub(crate) fn new(kind: &'static str, code: u8, message: impl Into<String>) -> Self {
        let (spot, details, hints) = (Box::default(), Vec::new(), Vec::new());
        Self { kind, message: message.into(), spot, details, hints, code, is_undone: false, quiet: false }
    }

    /// Invalid arguments.
    pub(crate) fn words(message: impl Into<String>) -> Self {
        Self::new("words", WORDS, message)
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<Said>) -> Self {
        let hint = hint.into();
        if !hint.is_empty() {
            self.hints.push(hint);
        }
        self
    }

    /// The same with a hint that says that nothing was done.
    #[must_use]
    pub(crate) fn undone(self, hint: impl Into<Said>) -> Self {
        Self { is_undone: true, ..self.hint(hint) }
    }

    #[must_use]
    pub(crate) fn at(mut self, place: impl Into<String>) -> Self {
        self.spot.place = place.into();
        self
    }

    /// The same of a word as typed.
    #[must_use]
    pub(crate) fn given(mut self, word: impl Into<String>) -> Self {
        self.spot.given = Some(word.into());
        self
    }

    /// The same with paths as seen from a folder.
    pub(crate) fn seen_from(mut self, dir: &Path) -> Self {
        self.message = self.message.replace(&format!("{}/", dir.display()), "");
        self
    }

    /// Shows the error on standard error and gives its exit code.
    pub(crate) fn show(&self, json: bool, context: &mut Context) -> u8 {
        let text = if json { self.as_json() } else { self.as_text(context.err_width) };
        let _ = context.out.flush();
        let _ = context.err.write_all(text.as_bytes()).and_then(|()| context.err.flush());
        self.code
    }

    /// Where and what, in a line.
    pub(crate) fn in_a_line(&self) -> String {
        let place = &self.spot.place;
        let said = place.is_empty() || self.message.contains(&format!("`{place}`"));
        if said { self.message.clone() } else { format!("{place}: {}", self.message) }
    }

    /// The error as text, its lines broken at so many characters.
    pub(crate) fn as_text(&self, width: Option<usize>) -> String {
        let most = if self.kind == "form" { MOST_FAULTS } else { usize::MAX };
        let mut text = sentence("error: ", &shown_in_a_line(&self.in_a_line()), 7, width);
        text.extend(self.details.iter().take(most).map(|line| sentence("  ", &shown_in_a_line(&line.text), 4, width)));
        let more = self.details.len().saturating_sub(most);
        text.extend((more > 0).then(|| format!("  and {more} more\n")));
        text.extend(self.hints.iter().map(|hint| sentence("hint: ", &shown(hint), 6, width)));
        text
    }

    fn as_json(&self) -> String {
        let place = Some(self.spot.place.as_str()).filter(|place| !place.is_empty());
        let (kind, message, details, hints) = (self.kind, &*self.message, &*self.details, &*self.hints);
        let document = Document { error: Body { kind, message, place, details, hints } };
        shown_in_json(serde_json::to_string(&document).unwrap_or_default() + "\n")
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        let quiet = error.kind() == std::io::ErrorKind::BrokenPipe;
        let code = if quiet { 0 } else { UNREADABLE };
        let message = match error.kind() {
            std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
            _ => error.to_string(),
        };
        Self { quiet, ..Self::new("file", code, message) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::new("json", UNREADABLE, error.to_string())
    }
}

/// A fault without where it stands.
pub(crate) fn fault_said(fault: &Fault) -> String {
    let hint = if fault.hint.is_empty() { String::new() } else { format!(" ({})", fault.hint) };
    format!("{}{hint}", fault.message)
}

/// A fault of a campaign folder as one line.
fn fault_line(fault: &Fault) -> String {
    format!("{}: {}", fault_row(fault).place(), fault_said(fault))
}

/// A path that an error names; of a file that is to be read and is not there, what would help.
pub(crate) fn file_error(path: PathBuf) -> impl FnOnce(std::io::Error) -> Failure {
    |source| match source.kind() {
        std::io::ErrorKind::NotFound => {
            no_file(&path).hint("name an existing file, with its folder if it is elsewhere: `ls` lists the files here")
        }
        _ => OpError::File { path, source }.into(),
    }
}

/// A file that is to be read and is not there.
pub(crate) fn no_file(path: &Path) -> Failure {
    Failure::new("file", UNREADABLE, format!("there is no file `{}`", path.display()))
}

pub(crate) fn fault_row(fault: &Fault) -> FaultRow {
    let Fault { file, line, column, message, hint, meant, header, .. } = fault.clone();
    FaultRow { file, line, column, message, hint, header, meant }
}
