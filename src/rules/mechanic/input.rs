//! What a mechanic is told: one JSON object whose keys are the flags of the command line in `snake_case`.

use serde_json::{Map, Value};

use dice::DiceError;
use domain::{Class, Grade, RuleSystemId, nearest};

/// Why a mechanic cannot be thrown.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MechanicError {
    /// The rule system has no mechanic of this name.
    #[error("`{rules}` has no mechanic `{given}`")]
    Unknown { rules: RuleSystemId, given: String, known: Vec<&'static str> },
    /// Nothing is said of what it must know.
    #[error("`{mechanic}` needs `{key}`: {wanted}")]
    Missing { mechanic: &'static str, key: &'static str, wanted: &'static str },
    /// It is told something that it cannot use.
    #[error("`{key}` of `{mechanic}` cannot be `{given}`: {wanted}")]
    Bad { mechanic: &'static str, key: &'static str, given: String, wanted: String },
    /// It is told something that it does not ask for.
    #[error("`{mechanic}` of `{rules}` takes no `{key}`")]
    Extra { rules: RuleSystemId, mechanic: &'static str, key: String, known: Vec<&'static str> },
    #[error("the input of a mechanic is one JSON object")]
    NoObject,
    #[error("the input of `{mechanic}` does not fit: {why}")]
    Unfit { mechanic: &'static str, why: String },
    /// Its throws are too many to be counted.
    #[error("`{mechanic}` has no exact odds: its throws depend on each other")]
    NoOdds { mechanic: &'static str },
    /// The dice do not fit.
    #[error(transparent)]
    Dice(#[from] DiceError),
}

/// What a mechanic gives, or why it cannot be thrown.
pub(crate) type Result<T, E = MechanicError> = std::result::Result<T, E>;

impl MechanicError {
    /// What would be right.
    pub fn hint(&self) -> String {
        match self {
            Self::Unknown { given, known, .. } => match nearest(given, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it has {}", list(known)),
            },
            Self::Extra { known, .. } if known.is_empty() => "it takes none".to_owned(),
            Self::Extra { key, known, .. } => match nearest(key, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it takes {}", list(known)),
            },
            Self::NoOdds { mechanic } => format!("`roll {mechanic}` throws it once; `odds` has its single steps"),
            Self::Missing { key, .. } if FLAGS.contains(key) => format!("give `--{}`", key.replace('_', "-")),
            Self::Missing { key, .. } => format!("give `{key}` in the object of `--input`"),
            Self::Dice(DiceError::NobodyAnswers { .. }) => {
                "answer each throw with its faces, or give them all with `--dice \"6 5 4\"`".to_owned()
            }
            _ => String::new(),
        }
    }
}

fn list(words: &[&'static str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The keys that are flags of the command line too.
const FLAGS: &[&str] =
    &["cu", "against", "range", "attacker", "defender", "attacker_sp", "defender_sp", "rounds", "grade", "casualties"];

/// A mechanic of a rule system, as far as its words go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mechanic {
    /// Its name: `break-test`.
    pub name: &'static str,
    /// The keys of its input.
    pub keys: &'static [&'static str],
    /// What it is, in a line.
    pub about: &'static str,
}

/// The input of a mechanic.
pub(crate) struct MechanicInput<'a> {
    pub(crate) mechanic: &'static Mechanic,
    map: &'a Map<String, Value>,
}

const GRADE: &str = "`elite`, `veteran`, `regular`, `conscript`, `militia` or `green`";
const CLASS: &str = "`VL`, `L`, `M`, `H` or `VH`";

/// The most dice of a volley, and the most SP or markers of a side.
const MOST: u32 = 1_000;

impl<'a> MechanicInput<'a> {
    /// The input of one of these mechanics: every key known.
    pub(crate) fn new(
        rules: RuleSystemId,
        mechanics: &'static [Mechanic],
        name: &str,
        input: &'a Value,
    ) -> Result<Self> {
        let wanted = name.replace('_', "-");
        let mechanic = mechanics.iter().find(|m| m.name == wanted).ok_or_else(|| MechanicError::Unknown {
            rules,
            given: name.to_owned(),
            known: mechanics.iter().map(|m| m.name).collect(),
        })?;
        let map = input.as_object().ok_or(MechanicError::NoObject)?;
        if let Some(key) = map.keys().find(|key| !mechanic.keys.contains(&key.as_str())) {
            let (key, known) = (key.clone(), mechanic.keys.to_vec());
            return Err(MechanicError::Extra { rules, mechanic: mechanic.name, key, known });
        }
        Ok(Self { mechanic, map })
    }

    fn get(&self, key: &'static str) -> Option<&'a Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    fn must<T>(&self, key: &'static str, wanted: &'static str, found: Option<T>) -> Result<T> {
        found.ok_or(MechanicError::Missing { mechanic: self.mechanic.name, key, wanted })
    }

    /// Refuses a count that cannot be gone through in every way in which its dice fall.
    pub(crate) fn countable(&self, key: &'static str, count: u32, most: u32) -> Result<()> {
        if count <= most {
            return Ok(());
        }
        Err(self.bad(key, &Value::from(count), format!("at most {most} for exact odds")))
    }

    fn bad(&self, key: &'static str, given: &Value, wanted: impl Into<String>) -> MechanicError {
        let given = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
        MechanicError::Bad { mechanic: self.mechanic.name, key, given, wanted: wanted.into() }
    }

    fn word<T: std::str::FromStr>(&self, key: &'static str, wanted: &str) -> Result<Option<T>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let read = value.as_str().and_then(|text| text.parse().ok());
        read.map(Some).ok_or_else(|| self.bad(key, value, wanted))
    }

    /// A grade that must be there.
    pub(crate) fn grade(&self, key: &'static str) -> Result<Grade> {
        let found = self.word(key, GRADE)?;
        self.must(key, GRADE, found)
    }

    /// A grade, regular where none is given.
    pub(crate) fn grade_or_regular(&self, key: &'static str) -> Result<Grade> {
        Ok(self.word(key, GRADE)?.unwrap_or(Grade::Regular))
    }

    /// A class that must be there.
    pub(crate) fn class(&self, key: &'static str) -> Result<Class> {
        let found = self.word(key, CLASS)?;
        self.must(key, CLASS, found)
    }

    /// A count that must be there.
    pub(crate) fn count(&self, key: &'static str) -> Result<u32> {
        let found = self.maybe_count(key)?;
        self.must(key, "a whole number from 0 to 1000", found)
    }

    /// A count, as a number or as its digits.
    pub(crate) fn maybe_count(&self, key: &'static str) -> Result<Option<u32>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let read = value.as_u64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
        let read = read.and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= MOST);
        read.map(Some).ok_or_else(|| self.bad(key, value, "a whole number from 0 to 1000"))
    }

    /// A flag.
    pub(crate) fn flag(&self, key: &'static str) -> Result<bool> {
        let Some(value) = self.get(key) else { return Ok(false) };
        value.as_bool().ok_or_else(|| self.bad(key, value, "true or false"))
    }

    /// One of a few words.
    pub(crate) fn choice<T: Copy>(&self, key: &'static str, choices: &[(&'static str, T)]) -> Result<Option<T>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let found = choices.iter().find(|(word, _)| value.as_str() == Some(word));
        let words: Vec<&'static str> = choices.iter().map(|(word, _)| *word).collect();
        found.map(|(_, choice)| Some(*choice)).ok_or_else(|| self.bad(key, value, list(&words)))
    }

    /// Combat units: `3L 2M`, in the order of their dice.
    pub(crate) fn combat_units(&self, key: &'static str) -> Result<Vec<Class>> {
        const WANTED: &str = "combat units by class, such as `3L 2M`";
        let value = self.must(key, WANTED, self.get(key))?;
        let words = value.as_str().map(|text| text.split(|c: char| c.is_whitespace() || c == ','));
        let mut units = Vec::new();
        for word in words.ok_or_else(|| self.bad(key, value, WANTED))?.filter(|word| !word.is_empty()) {
            let (count, class) = combat_unit(word).ok_or_else(|| self.bad(key, value, WANTED))?;
            if units.len().saturating_add(count) > MOST as usize {
                return Err(self.bad(key, value, "at most 1000 dice"));
            }
            units.extend(std::iter::repeat_n(class, count));
        }
        if units.is_empty() {
            return Err(self.bad(key, value, WANTED));
        }
        Ok(units)
    }
}

fn combat_unit(word: &str) -> Option<(usize, Class)> {
    let letters = word.find(|c: char| !c.is_ascii_digit())?;
    let (digits, class) = word.split_at(letters);
    // What is too long for a number is too many.
    let count = if digits.is_empty() { 1 } else { digits.parse().unwrap_or(usize::MAX) };
    Some((count, class.parse().ok()?)).filter(|(count, _)| *count > 0)
}
