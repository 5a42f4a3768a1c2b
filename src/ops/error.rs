//! Why a command or a question is refused.

use std::path::PathBuf;

use campaign::Refusal;
use domain::{BadBound, BadValue, Said, UnknownWord, counted};
use ledger::{LedgerError, WriteError};
use rules::mechanic::MechanicError;
use scenario::Fault;

/// One of several things that a word could mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of its superior; empty where it has none.
    pub superior: String,
}

/// What may be meant by a word that means nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// The word for it.
    pub word: String,
    /// What it is called, where the word does not say so.
    pub name: Option<String>,
}

impl<S: Into<String>> From<S> for Near {
    fn from(word: S) -> Self {
        Self { word: word.into(), name: None }
    }
}

impl std::fmt::Display for Near {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} (`{}`)", self.word),
            None => write!(f, "`{}`", self.word),
        }
    }
}

/// Why a formation is in no supply sheet.
fn why_no_supply(is_unfed: bool) -> &'static str {
    if is_unfed { "neither it nor a superior has a LOG vehicle" } else { "it has not arrived, or is lost" }
}

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum OpError {
    /// The campaign refuses an event.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The campaign file.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A formation is in no supply sheet.
    #[error("{named} draws no supply: {}", why_no_supply(give_to.is_some()))]
    NoSupply {
        /// The formation.
        unit: domain::FormationId,
        /// It by name and id.
        named: String,
        /// Who wants a LOG vehicle, where neither it nor a superior has, or had, one or a bowser.
        give_to: Option<domain::FormationId>,
    },
    /// A mechanic of the rules cannot be thrown.
    #[error("{error}")]
    Mechanic {
        /// Why.
        error: MechanicError,
        /// The throws made so far, a line each: who wanted how many dice for what.
        throws: Vec<String>,
    },
    /// The word is not in a closed list.
    #[error(transparent)]
    Word(#[from] UnknownWord),
    /// The word is not a bound.
    #[error(transparent)]
    Bound(#[from] BadBound),
    /// No such thing: a unit, a crossing, an account, a place.
    #[error("there is no {what} `{given}`")]
    Unknown {
        /// What was looked for, in the singular.
        what: &'static str,
        /// The word as given.
        given: String,
        /// What may be meant.
        near: Vec<Near>,
    },
    /// The word matches several things.
    #[error("`{given}` matches {} {what}s", candidates.len())]
    Ambiguous {
        /// What was looked for, in the singular.
        what: &'static str,
        /// The word as given.
        given: String,
        /// What it may be.
        candidates: Vec<Candidate>,
    },
    /// The key of a `KEY=VALUE` word does not exist.
    #[error("`{given}` is not a key of `{command}`")]
    UnknownKey {
        /// The command.
        command: &'static str,
        /// The key as given.
        given: String,
        /// Every key.
        known: &'static [&'static str],
    },
    /// A key was given twice.
    #[error("`{0}` is given twice")]
    TwiceGiven(String),
    /// A value cannot be read.
    #[error(transparent)]
    BadValue(#[from] BadValue),
    /// The square is not on the map.
    #[error("square `{given}` is not on the map, which has {columns} x {rows} squares")]
    OffTheMap {
        /// The square as given.
        given: String,
        /// How many columns the map has.
        columns: u16,
        /// How many rows the map has.
        rows: u16,
    },
    /// Words that do not go together, or one that is missing.
    #[error("{message}")]
    Words {
        /// What is wrong.
        message: String,
        /// What would be right.
        hint: Said,
    },
    /// The command needs a reason.
    #[error("`{command}` needs a reason")]
    ReasonWanted {
        /// The command.
        command: &'static str,
    },
    /// The campaign as it stands does not allow it.
    #[error("{message}")]
    NotNow {
        /// Why.
        message: String,
        /// Where: a unit, a square; empty where it is nowhere.
        at: String,
        /// What would be right; may be empty.
        hint: Said,
    },
    /// A rule forbids it, and the umpire may set the rule aside.
    #[error("{message}")]
    Rule {
        /// Which rule, and why.
        message: String,
        /// Where: a unit, a square.
        at: String,
    },
    /// Two squares are not joined.
    #[error("no railway runs from {from} straight to {to}")]
    NoRail {
        /// From which square, by its reference.
        from: String,
        /// To which.
        to: String,
    },
    /// There is no operation of this number.
    #[error("there is no operation {number}: the last is {last}")]
    NoOperation {
        /// The number asked for.
        number: u64,
        /// The last there is.
        last: u64,
    },
    /// An operation cannot be done again after a correction.
    #[error("operation {operation}, `{command}`, can no longer be done: {error}")]
    NoLonger {
        /// Its number.
        operation: u64,
        /// Its command.
        command: String,
        /// Why.
        error: Box<OpError>,
    },
    /// A file or folder.
    #[error("`{}` {}", path.display(), unusable(source))]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file or folder already exists.
    #[error("`{}` exists already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A campaign folder has faults.
    #[error("`{source_name}` has {}", counted(faults.len(), "fault"))]
    Faults {
        /// The folder or the name of the built-in campaign.
        source_name: String,
        /// Every fault.
        faults: Vec<Fault>,
    },
    /// The file of an engagement or an outcome cannot be read.
    #[error("{message}")]
    Engagement {
        /// The file, line and column.
        at: String,
        /// What is wrong.
        message: String,
    },
    /// An engagement cannot be fought as it stands.
    #[error("`{file}` has {}", counted(violations.len(), "fault"))]
    Violations {
        /// The file or the battle.
        file: String,
        /// Everything that is wrong in it.
        violations: Vec<rules::Violation>,
    },
    /// A result form has faults.
    #[error("{form} has {}", counted(faults.len(), "fault"))]
    Form {
        /// What it is, in words.
        form: String,
        /// Every fault.
        faults: Vec<Fault>,
    },
    /// A plan file has faults.
    #[error("`{file}` has {}", counted(faults.len(), "fault"))]
    PlanFile {
        /// The file.
        file: String,
        /// Every fault.
        faults: Vec<Fault>,
    },
    /// A battle cannot be fought to its end.
    #[error(transparent)]
    Battle(#[from] rules::BattleError),
    /// A decision of a script cannot be read.
    #[error(transparent)]
    Decision(#[from] rules::decision::BadDecision),
    /// Something is wrong with the dice.
    #[error(transparent)]
    Dice(#[from] dice::DiceError),
    /// A value cannot be written as JSON; every value of this program can.
    #[error("cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Why a file cannot be used: the commonest reasons in words of our own, all else in the system's.
fn unusable(source: &std::io::Error) -> String {
    match source.kind() {
        std::io::ErrorKind::IsADirectory => "is a folder, not a file".to_owned(),
        std::io::ErrorKind::NotFound => "cannot be read or written: there is no such file or folder".to_owned(),
        std::io::ErrorKind::StorageFull => "cannot be written: the disk is full".to_owned(),
        _ => format!("cannot be read or written: {source}"),
    }
}

impl OpError {
    /// The campaign does not allow it now; it names no place.
    pub(crate) fn not_now(message: impl Into<String>, hint: impl Into<Said>) -> Self {
        Self::NotNow { message: message.into(), at: String::new(), hint: hint.into() }
    }

    /// A value that cannot be read.
    pub(crate) fn bad_value(key: &str, value: &str, wanted: impl Into<String>) -> Self {
        Self::BadValue(BadValue::new(key, value, wanted))
    }
}

impl From<WriteError<OpError>> for OpError {
    fn from(error: WriteError<OpError>) -> Self {
        match error {
            WriteError::Ledger(error) => Self::Ledger(error),
            WriteError::Refused(error) => error,
        }
    }
}
