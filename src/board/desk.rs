//! What the program does for the board: it reads the campaign, draws on it, and does commands.

use std::sync::Arc;

use domain::FormationId;
use ops::command::BattleDraw;
use ops::query::Setup;
use ops::{OpError, Session, View};
use report::Table;
use report::model::situation::Window;
use report::model::{ClosePoint, Document, Situation};

use crate::command::{Command, FileForm};
pub use crate::refusal::{Detail, Refusal};
use crate::workshop::Workshop;

/// With whose eyes the campaign is read, and at which moment.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reading {
    /// The side that reads; none: the umpire.
    pub side: Option<String>,
    /// The formation whose commander reads.
    pub commander: Option<String>,
    /// The moment as a command takes it; none: now.
    pub at: Option<String>,
}

impl Reading {
    /// The flags by which a command reads so.
    pub(crate) fn flags(&self) -> Vec<String> {
        let flags = [("side", &self.side), ("for", &self.commander), ("as-of", &self.at)];
        flags.iter().filter_map(|(flag, word)| Some(format!("--{flag}={}", word.as_ref()?))).collect()
    }
}

/// What a command came to.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The command as it was typed.
    pub command: String,
    /// What it printed, as tables.
    pub tables: Vec<Table>,
    /// What it printed that are no tables.
    pub text: String,
    /// What it said beside.
    pub said: String,
    /// What it did or would do point by point, where it closes a bound.
    pub outline: Vec<ClosePoint>,
    /// Why it was refused.
    pub refusal: Option<Refusal>,
}

/// A battle as it would be drawn.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// The campaign in which it is drawn.
    pub campaign: Arc<View>,
    /// The engagement.
    pub setup: Setup,
    /// Who was left out, and why.
    pub left_out: Vec<(FormationId, String)>,
}

/// Something that takes long, still to be made: on a thread of its own, from the campaign as it stood when it was asked for or
/// as it stands by then, while others are answered.
pub type Making<T> = Box<dyn FnOnce() -> Result<T, Refusal> + Send>;

/// The program, for the board.
pub trait Desk: Workshop {
    /// The commands that may be done.
    fn commands(&self) -> &[Command];

    /// The open campaign file.
    ///
    /// # Errors
    /// When it cannot be opened.
    fn session(&mut self) -> Result<&mut Session, Refusal>;

    /// The campaign as a reader knows it.
    ///
    /// # Errors
    /// When there is no such reader or moment, or the file cannot be read.
    fn look(&mut self, reading: &Reading) -> Result<Arc<View>, Refusal>;

    /// What is drawn on the map for a reader.
    ///
    /// # Errors
    /// As of [`Desk::look`].
    fn situation(&mut self, reading: &Reading) -> Result<Situation, Refusal>;

    /// What stands in a part of the map for a reader, battalion by battalion; of its supply nothing is asked.
    ///
    /// # Errors
    /// As of [`Desk::look`].
    fn battalions(&mut self, reading: &Reading, window: Window) -> Result<Situation, Refusal>;

    /// Does a command, given word by word.
    fn run(&mut self, words: &[String]) -> Answer;

    /// Commands that are for a terminal alone, each with why.
    fn left_out(&self) -> Vec<(String, String)>;

    /// The file that a command makes in this form: it is made in a folder of its own, which is gone afterwards. The command must
    /// be one that only reads.
    ///
    /// # Errors
    /// When the campaign file cannot be read; the making fails when the command is refused, or the file cannot be made.
    fn file_of(&mut self, words: &[String], form: &FileForm) -> Result<Making<Vec<u8>>, Refusal>;

    /// Does a command that reads a file, on one of this name and text: by the name it says where something is wrong.
    fn run_on(&mut self, words: &[String], file: (&str, &str)) -> Answer;

    /// A document of the words of a command that prints one, still to be set.
    ///
    /// # Errors
    /// When the campaign file cannot be read; the making fails when there is no such document.
    fn document(&mut self, words: &[String]) -> Result<Making<Document>, Refusal>;

    /// A battle as it would be drawn; nothing is written.
    ///
    /// # Errors
    /// When it cannot be drawn.
    fn draw(&mut self, draw: BattleDraw) -> Result<Drawing, Refusal>;

    /// What was rolled and decided of a battle that is fought at the table: each question with its answer.
    ///
    /// # Errors
    /// When the file in which it is kept cannot be read.
    fn at_the_table(&mut self, battle: &str) -> Result<Vec<(String, String)>, Refusal>;

    /// Keeps what was rolled and decided; where it is nothing the file is taken away.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn keep_at_the_table(&mut self, battle: &str, answers: &[(String, String)]) -> Result<(), Refusal>;

    /// Whether the words are a command, without doing it.
    ///
    /// # Errors
    /// When they are none: what is wrong with them.
    fn parse(&mut self, words: &[String]) -> Result<(), Refusal>;

    /// Words as one types them in a terminal.
    fn typed(&self, words: &[String]) -> String;

    /// An error of the campaign's as the program tells it, with what would be right.
    fn refused(&self, error: OpError) -> Refusal;

    /// The hour, in the words of RFC 3339.
    fn now(&self) -> String;
}
