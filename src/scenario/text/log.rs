//! What a reading has found so far.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use domain::{UnknownWord, few, nearest};

use super::dialect::Dialect;
use super::limits;
use super::place::position;
use crate::text::files::{Fault, Hint};

/// The faults and warnings of a reading, shared by all that read: a row brings it along.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log(Rc<RefCell<Found>>);

/// What has been found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) faults: Vec<Fault>,
    pub(crate) warnings: Vec<Fault>,
    /// The files that are written otherwise than we write, by how.
    dialects: BTreeMap<Dialect, Vec<String>>,
    /// How many faults have been found beyond those that are listed.
    unlisted: usize,
}

/// Where in a folder something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl<'a> Spot<'a> {
    /// A file as a whole.
    pub(crate) fn file(file: &'a str) -> Self {
        Self { file, line: 0, column: 0 }
    }

    /// A line as a whole.
    pub(crate) fn line(file: &'a str, line: u64) -> Self {
        Self { file, line, column: 0 }
    }

    fn fault(self, message: impl Into<String>, hint: impl Into<Hint>) -> Fault {
        let Self { file, line, column } = self;
        Fault::at(file, (line, column), message, hint)
    }
}

impl Log {
    /// What the files that could not be read have come to.
    pub(crate) fn with(faults: &[Fault]) -> Self {
        Self(Rc::new(RefCell::new(Found { faults: faults.to_vec(), ..Found::default() })))
    }

    pub(crate) fn fault(&self, spot: Spot<'_>, message: impl Into<String>, hint: impl Into<Hint>) {
        let mut found = self.0.borrow_mut();
        if found.faults.len() < limits::FAULTS {
            found.faults.push(spot.fault(message, hint));
        } else {
            found.unlisted += 1;
        }
    }

    pub(crate) fn warn(&self, spot: Spot<'_>, message: impl Into<String>, hint: impl Into<Hint>) {
        self.0.borrow_mut().warnings.push(spot.fault(message, hint));
    }

    /// Remembers that a file is written in a dialect that is not ours.
    pub(crate) fn read_in(&self, file: &str, dialect: Dialect) {
        self.0.borrow_mut().dialects.entry(dialect).or_default().push(file.to_owned());
    }

    /// How many faults there are, to ask later whether there have been more.
    pub(crate) fn count(&self) -> usize {
        let found = self.0.borrow();
        found.faults.len() + found.unlisted
    }

    /// All that was found, in order, each thing once; and how many faults are not listed.
    pub(crate) fn take(&self) -> Found {
        let mut found = self.0.take();
        for list in [&mut found.faults, &mut found.warnings] {
            list.sort();
            list.dedup();
        }
        if let (1.., Some(last)) = (found.unlisted, found.faults.last()) {
            let message = format!("{} more faults are not listed", found.unlisted);
            let fault = Spot::file(&last.file.clone()).fault(message, "mend the listed ones first");
            found.faults.push(fault);
        }
        found
    }
}

/// How many files a note names.
const FILES: usize = 3;

impl Found {
    /// What is to be told of how files were read.
    pub(crate) fn notes(&self) -> Vec<String> {
        let note = |(dialect, files): (&Dialect, &Vec<String>)| {
            let (_, separators) = dialect.words();
            let files: Vec<String> = files.iter().map(|file| format!("`{file}`")).collect();
            format!("read as separated by {separators}: {}", few(&files, FILES, ", "))
        };
        self.dialects.iter().map(note).collect()
    }
}

/// The hint that names what was meant, or else `otherwise`.
pub(crate) fn did_you_mean<'a>(given: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> Hint {
    if LOOKED_AT.get() > limits::LOOKED_AT {
        return otherwise.into();
    }
    let known = known.into_iter().inspect(|_| LOOKED_AT.set(LOOKED_AT.get() + 1));
    let known: Vec<&str> = known.collect();
    let meant = nearest(given, known.iter().copied()).or_else(|| of_one_word(given, &known));
    meant.map_or_else(|| otherwise.into(), |meant| Hint::meant(given, meant, ""))
}

/// The hint that a name was given instead of an id, where only one of these has that name; of ids and names.
pub(crate) fn id_of_name<'a>(given: &str, named: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<Hint> {
    let mut found = named.into_iter().filter(|(_, name)| name.eq_ignore_ascii_case(given));
    let (id, name) = found.next()?;
    found.next().is_none().then(|| Hint::named(name, id))
}

/// The only one of these that has a word of the given text, or nearly: `Donetz, Northern` for `Northern Donets`.
fn of_one_word<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    /// How many letters tell a word from others.
    const LETTERS: usize = 4;
    /// How many letters a word must have in common with the only one that is given.
    const BEGINNING: usize = 3;
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
        words.filter(|word| word.chars().count() >= LETTERS).collect()
    };
    let wanted = words(given);
    let begins = |word: &str, with: &str| word.chars().take(BEGINNING).eq(with.chars().take(BEGINNING));
    let is_like = |word: &String| match &wanted[..] {
        [only] => begins(word, only) && nearest(word, [only.as_str()]).is_some(),
        _ => nearest(word, wanted.iter().map(String::as_str)).is_some(),
    };
    let of_many = |word: &&String| known.iter().filter(|name| words(name).contains(word)).count() > 1;
    let has_one = |name: &&&str| {
        let own = words(name);
        own.iter().filter(|word| !of_many(word)).any(is_like)
    };
    // To look word by word takes long: only a short list is.
    let mut found = known.iter().filter(|_| known.len() <= LISTED).filter(has_one);
    found.next().copied().filter(|_| found.next().is_none())
}

/// Of how many words each is looked at part by part.
const LISTED: usize = 300;

/// The hint that names the word of a closed list that was meant, or else `otherwise`.
pub(crate) fn word_meant(unknown: &UnknownWord, otherwise: impl FnOnce() -> String) -> Hint {
    unknown.nearest().map_or_else(|| otherwise().into(), |meant| Hint::meant(&unknown.given, meant, ""))
}

thread_local! {
    /// How many words this reading has looked at in search of those that may be meant: of a folder with thousands of
    /// faults the first are enough.
    static LOOKED_AT: Cell<u64> = const { Cell::new(0) };
}

/// Begins a reading: words that may be meant are looked for again.
pub(crate) fn begin() {
    LOOKED_AT.set(0);
}

/// Words in back-ticks with commas between.
pub(crate) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// What stands in a text for bytes that are none.
pub(crate) const NO_TEXT: char = char::REPLACEMENT_CHARACTER;

/// The text of a file without its byte order mark, with [`NO_TEXT`] for what is not UTF-8: each time a fault.
pub(crate) fn text_of<'a>(file: &str, bytes: &'a [u8], log: &Log) -> Cow<'a, str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let (mut line, mut column) = (1, 1);
    for chunk in bytes.utf8_chunks() {
        let (lines, columns) = position(chunk.valid(), usize::MAX);
        (line, column) = if lines > 1 { (line + lines - 1, columns) } else { (line, column + columns - 1) };
        if !chunk.invalid().is_empty() {
            let noun = if chunk.invalid().len() > 1 { "bytes" } else { "byte" };
            let named: Vec<String> = chunk.invalid().iter().map(|byte| format!("{byte:#04x}")).collect();
            let message = format!("the text is not UTF-8: {noun} {}", named.join(" "));
            log.fault(Spot { file, line, column }, message, "save the file as UTF-8, which Excel calls `CSV UTF-8`");
            column += 1;
        }
    }
    String::from_utf8_lossy(bytes)
}
