//! What was typed at the table, in a file beside the outcome: a question a line with its answer, as soon as it is given.
//!
//! What it decides: how the file reads, and that what was being written when it was torn is asked for again.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ledger::whole_file;

use crate::bounded;
use crate::command_context::Ended;
use crate::failure::{Failure, UNREADABLE};

/// How the names of the files end that keep what was rolled, what was answered to `battle record`, and to `battle correct`:
/// none goes on with the answers of another.
pub(crate) const ROLLED_IN: &str = "table.txt";
pub(crate) const RECORDED_IN: &str = "record.txt";
pub(crate) const CORRECTED_IN: &str = "correct.txt";

/// Who asks: what it is called in the file, and how its lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AskedBy {
    /// `battle resolve`, whose questions are sentences.
    Resolve,
    /// `battle record --ask`, whose answers may have a `=` in them.
    Record,
}

impl AskedBy {
    /// What stands over the answers.
    fn head(self) -> &'static str {
        match self {
            Self::Resolve => {
                "\
# What was rolled and decided in a battle, as it was typed: QUESTION = ANSWER. The same `railhead battle resolve` goes on
# from here; delete this file to begin anew. It is taken away when the outcome has been written.
"
            }
            Self::Record => {
                "\
# What was answered of the result of a battle, as it was typed: QUESTION = ANSWER. The same command with --ask goes on
# from here; delete this file to begin anew. It is taken away when the result has been recorded.
"
            }
        }
    }

    /// The question and the answer of a line.
    fn split(self, line: &str) -> Option<(&str, &str)> {
        match self {
            Self::Resolve => line.rsplit_once(" ="),
            Self::Record => line.split_once(" ="),
        }
    }
}

/// Where the answers of an earlier drawing are put: `1am-0905.table.txt` in `1am-0905.table.earlier.txt`.
fn earlier(file: &Path) -> PathBuf {
    file.with_extension("earlier.txt")
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeptAnswer {
    /// What was asked.
    pub(super) question: String,
    /// What was typed.
    pub(super) given: String,
}

/// The answers of a battle that has begun.
#[derive(Debug)]
pub(crate) struct KeptAnswers {
    /// The file, as the user knows it.
    pub(super) name: String,
    path: PathBuf,
    asked_by: AskedBy,
    /// Whether its last line has no end, so that none can be put behind it.
    is_torn: bool,
    /// The drawing of the battle that they are of, by its mark; none where that is not known.
    drawing: Option<String>,
    /// Whether the file still has the answers of an earlier drawing, which are put aside before it is written.
    is_of_another: bool,
    /// The seed of the dice, where only decisions are asked for.
    pub(crate) seed: Option<u64>,
    pub(super) answers: Vec<KeptAnswer>,
}

impl KeptAnswers {
    /// What a file keeps; nothing where it is not there.
    pub(crate) fn read(path: PathBuf, name: &Path, asked_by: AskedBy) -> Result<Self, Failure> {
        let mut kept = Self {
            name: name.display().to_string(),
            path,
            asked_by,
            is_torn: false,
            drawing: None,
            is_of_another: false,
            seed: None,
            answers: Vec::new(),
        };
        if !kept.path.exists() {
            return Ok(kept);
        }
        let text = bounded::text_at(&kept.path, name)?;
        // A last line without an end was being written when somebody pulled the plug: it is asked for again.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        kept.is_torn = whole.len() < text.len();
        for (number, line) in whole.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            if let Some(seed) = line.strip_prefix("seed ").and_then(|seed| seed.parse().ok()) {
                kept.seed = Some(seed);
            } else if let Some(drawing) = line.strip_prefix("drawing ") {
                kept.drawing = Some(drawing.to_owned());
            } else if let Some((question, given)) = asked_by.split(line) {
                let (question, given) = (question.to_owned(), given.trim().to_owned());
                kept.answers.push(KeptAnswer { question, given });
            } else {
                let hint = format!("write it as QUESTION = ANSWER, or delete {} to start the battle again", kept.name);
                let failure = Failure::new("file", UNREADABLE, format!("this is not an answer: `{line}`"));
                return Err(failure.at(format!("{}:{}", kept.name, number + 1)).hint(hint));
            }
        }
        Ok(kept)
    }

    /// The same for this drawing of the battle: the dice of a battle that was cancelled are none of the next one.
    pub(crate) fn of_drawing(mut self, drawing: Option<&str>) -> Self {
        let other = self.drawing.as_deref().zip(drawing).is_some_and(|(own, drawn)| own != drawn);
        if other {
            self.is_of_another = true;
            self.seed = None;
            self.answers.clear();
        }
        self.drawing = drawing.map(str::to_owned).or(self.drawing);
        self
    }

    /// What is to be said of answers of an earlier drawing; empty where there are none.
    pub(crate) fn put_aside(&self) -> String {
        if !self.is_of_another {
            return String::new();
        }
        let aside = earlier(Path::new(&self.name)).display().to_string();
        format!("The answers in {} are of an earlier drawing of this battle; they are put aside in {aside}.", self.name)
    }

    /// The file, as the user knows it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How many answers there are.
    pub(crate) fn len(&self) -> usize {
        self.answers.len()
    }

    /// How to go on with what was put down; empty where nothing was answered.
    pub(crate) fn how_to_go_on(&self) -> String {
        match self.len() {
            0 => String::new(),
            count => format!("answers saved in `{}`: {count}; run the same command to go on", self.name),
        }
    }

    /// The end of what was asked for: once its result is kept the file is taken away, else it is said how to go on.
    pub(crate) fn settle(&self, ended: Ended, is_kept: bool) -> Ended {
        if is_kept {
            self.remove();
        }
        ended.map_err(|failure| if is_kept { failure } else { failure.hint(self.how_to_go_on()) })
    }

    /// Each question with its answer.
    pub(crate) fn pairs(&self) -> Vec<(String, String)> {
        self.answers.iter().map(|kept| (kept.question.clone(), kept.given.clone())).collect()
    }

    /// Keeps these answers and no others; where there are none the file is taken away.
    pub(crate) fn replace(&mut self, pairs: &[(String, String)]) -> std::io::Result<()> {
        let answer =
            |(question, given): &(String, String)| KeptAnswer { question: question.clone(), given: given.clone() };
        self.answers = pairs.iter().map(answer).collect();
        if self.answers.is_empty() {
            self.remove();
            return Ok(());
        }
        self.write()
    }

    /// What somebody at the table should know.
    pub(crate) fn how(&self) -> String {
        format!(
            "Type dice as they fell, `3 6 1` or `361`, `12x6` for twelve sixes; press Enter for the value in brackets. \
             `back` takes back the last answer, `?` shows this again. Every answer is saved in {} at once: stop with Ctrl-C or Ctrl-D \
             whenever you like, and run the same command to go on.",
            self.name
        )
    }

    /// The answer at this place, where it is the one to this question.
    pub(crate) fn answer(&self, place: usize, question: &str) -> Option<&str> {
        self.answers.get(place).filter(|kept| kept.question == question).map(|kept| kept.given.as_str())
    }

    /// Drops the answers from this place on.
    pub(crate) fn drop_from(&mut self, place: usize) -> std::io::Result<()> {
        self.answers.truncate(place);
        if place == 0 {
            self.remove();
            return Ok(());
        }
        self.write()
    }

    /// Keeps one more answer.
    pub(crate) fn add(&mut self, question: &str, given: &str) -> std::io::Result<()> {
        self.answers.push(KeptAnswer { question: question.to_owned(), given: given.to_owned() });
        if self.answers.len() == 1 || self.is_torn {
            return self.write();
        }
        whole_file::append(&self.path, &format!("{question} = {given}\n"))
    }

    /// Writes all of it anew.
    pub(super) fn write(&mut self) -> std::io::Result<()> {
        if std::mem::take(&mut self.is_of_another) {
            std::fs::rename(&self.path, earlier(&self.path))?;
        }
        let mut text = self.asked_by.head().to_owned();
        if let Some(drawing) = &self.drawing {
            let _ = writeln!(text, "drawing {drawing}");
        }
        if let Some(seed) = self.seed {
            let _ = writeln!(text, "seed {seed}");
        }
        for KeptAnswer { question, given } in &self.answers {
            let _ = writeln!(text, "{question} = {given}");
        }
        whole_file::write(&self.path, text.as_bytes())?;
        self.is_torn = false;
        Ok(())
    }

    /// Takes the last answer back; it, in words.
    pub(crate) fn take_back(&mut self) -> std::io::Result<String> {
        let last = self.answers.pop();
        self.write()?;
        Ok(last.map(|KeptAnswer { question, given }| format!("{question} = {given}")).unwrap_or_default())
    }

    /// Takes the file away: the outcome has all of it. Answers of another drawing are in none, and stay.
    pub(crate) fn remove(&self) {
        if !self.is_of_another {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
