//! Dice as written: faces, with blanks or commas between or without.

use super::{Call, DiceError};

/// How many dice a text may have.
const MOST: usize = 100_000;
/// How many bytes of text a die takes, blanks and commas included.
const WIDEST: usize = 4;

/// A list of faces, taken from the front.
///
/// A word that is not a face is an error only when its turn comes, so that the error can name the throw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    words: Vec<String>,
    taken: usize,
    /// Whether there are more than anybody throws: then none is taken.
    is_too_long: bool,
}

impl Script {
    /// The script of a text: `6 5 4`, `6,5,4` or `654`; `12x6` are twelve sixes.
    pub fn new(text: &str) -> Self {
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let dice = |word: &str| {
            let is_run = word.bytes().all(|byte| (b'1'..=b'6').contains(&byte));
            if let Some((count, face)) = many(word) {
                return vec![face.to_owned(); count.min(MOST + 1)];
            }
            if is_run { word.chars().map(String::from).collect() } else { vec![word.to_owned()] }
        };
        let is_too_long = text.len() > MOST * WIDEST;
        let words: Vec<String> = if is_too_long { Vec::new() } else { words.flat_map(dice).take(MOST + 1).collect() };
        Self { is_too_long: is_too_long || words.len() > MOST, words, taken: 0 }
    }

    /// Refuses a text with more dice than anybody throws.
    ///
    /// # Errors
    /// When it has.
    pub(crate) fn must_be_short(&self) -> Result<(), DiceError> {
        if self.is_too_long { Err(DiceError::TooLong { most: MOST }) } else { Ok(()) }
    }

    /// How many dice have been taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// How many dice are left.
    pub fn left(&self) -> usize {
        self.words.len() - self.taken
    }

    /// Takes so many dice for a throw.
    ///
    /// # Errors
    /// When fewer are left, or one of them shows no face; then none is taken.
    pub fn take(&mut self, call: &Call<'_>, count: usize) -> Result<Vec<u8>, DiceError> {
        self.must_be_short()?;
        let (left, given) = (self.left(), self.words.len());
        if count > left {
            return Err(DiceError::RunOut { call: call.to_string(), wanted: count, left, given });
        }
        let read = |(index, word): (usize, &String)| {
            let place = self.taken + index + 1;
            face(word).ok_or_else(|| DiceError::NoFace { call: call.to_string(), place, given: word.clone() })
        };
        let faces = self.words[self.taken..][..count].iter().enumerate().map(read).collect::<Result<_, _>>()?;
        self.taken += count;
        Ok(faces)
    }
}

/// So many dice with one face.
fn many(word: &str) -> Option<(usize, &str)> {
    let (count, of) = word.split_once(['x', 'X'])?;
    let is_count = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    let count = count.parse().ok().filter(|count| is_count && *count > 0)?;
    face(of).map(|_| (count, of))
}

fn face(word: &str) -> Option<u8> {
    word.parse().ok().filter(|face| (1..=6).contains(face) && word.len() == 1)
}

/// The faces of a text, for those who know how many they want only later.
///
/// # Errors
/// When a word is not a face.
pub fn faces(text: &str) -> Result<Vec<u8>, DiceError> {
    let read = |word: &String| face(word).ok_or_else(|| DiceError::BadFace { given: word.clone() });
    let script = Script::new(text);
    script.must_be_short()?;
    script.words.iter().map(read).collect()
}
