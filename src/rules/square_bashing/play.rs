//! A mechanic as steps from a state to a state: thrown once for `roll`, gone through in every way for `odds`.
//!
//! What it is: [`SbPlay`], what a mechanic is; [`Said`], its answer in the making, with the house parameters on which it
//! leaned.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use dice::Dice;

use super::throws::{AtTable, Throws, count};
use super::unit::SbUnit;
use crate::mechanic::chances::{Chance, Chances, Mean, What};
use crate::mechanic::rolled::Rolled;
use crate::mechanic::{Answer, MechanicError, Result};

/// A figure or word of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Number(i64),
    Word(&'static str),
    Flag(bool),
}

impl From<Key> for Value {
    fn from(key: Key) -> Self {
        match key {
            Key::Number(n) => n.into(),
            Key::Word("") => Self::Null,
            Key::Word(word) => word.into(),
            Key::Flag(flag) => flag.into(),
        }
    }
}

/// What `odds` tells apart: keys in the order by which outcomes are sorted.
pub(crate) type SbKept = Vec<(&'static str, Key)>;

/// A mechanic with its input.
pub(crate) trait SbPlay {
    /// What the dice change.
    type State: Ord + Clone;

    /// Before the first die.
    fn start(&self) -> Self::State;

    /// In how many steps it is played; odds put like states together between them.
    fn steps(&self) -> usize {
        1
    }

    /// One step.
    fn step(&self, step: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()>;

    /// Drops what neither later steps nor `kept` ask for, so that more states are alike.
    fn forget(&self, _: &mut Self::State) {}

    /// The keys of the page, and words.
    fn answer(&self, end: &Self::State) -> Said;

    /// What `odds` tells apart.
    fn kept(&self, end: &Self::State) -> SbKept;

    /// The figure of which `odds` gives the mean.
    fn figure(&self, end: &Self::State) -> f64;
}

/// Throws a mechanic.
pub(crate) fn roll<P: SbPlay>(play: &P, dice: &mut Dice<'_>) -> Result<Rolled> {
    let mut state = play.start();
    for step in 0..play.steps() {
        play.step(step, &mut state, &mut AtTable(dice))?;
    }
    Ok(Rolled::Answer(play.answer(&state).done()))
}

/// The exact distribution of a mechanic.
pub(crate) fn odds<P: SbPlay>(mechanic: &'static str, play: &P) -> Result<Chances> {
    let mut states = BTreeMap::from([(play.start(), 1.0)]);
    let mut gone = 0;
    for step in 0..play.steps() {
        let after = count(states, &mut gone, |state, throws| {
            play.step(step, state, throws)?;
            play.forget(state);
            Ok(())
        })?;
        states = after.ok_or_else(|| MechanicError::Bad {
            mechanic,
            key: "units",
            given: "too many".to_owned(),
            wanted: "the dice can fall in more than 2,000,000 ways: give fewer units, hits or squares".to_owned(),
        })?;
    }
    let mean = states.iter().map(|(state, chance)| play.figure(state) * chance).sum();
    let mut kept: BTreeMap<SbKept, f64> = BTreeMap::new();
    for (state, chance) in &states {
        *kept.entry(play.kept(state)).or_insert(0.0) += chance;
    }
    Ok(Chances { outcomes: kept.into_iter().map(chance).collect(), out_of_ammo: None, mean: Mean::One(mean) })
}

fn chance((kept, probability): (SbKept, f64)) -> Chance {
    let keys = kept.into_iter().map(|(key, value)| (key.to_owned(), Value::from(value)));
    Chance { what: What::Answer(Value::Object(keys.collect())), probability }
}

/// An answer in the making.
#[derive(Default)]
pub(crate) struct Said {
    keys: Map<String, Value>,
    words: Vec<String>,
    used_house_rules: BTreeSet<&'static str>,
}

impl Said {
    pub(crate) fn key(&mut self, key: &str, value: impl Into<Value>) -> &mut Self {
        self.keys.insert(key.to_owned(), value.into());
        self
    }

    pub(crate) fn line(&mut self, words: impl Into<String>) -> &mut Self {
        self.words.push(words.into());
        self
    }

    /// Notes that the answer leaned on a house parameter.
    pub(crate) fn lean(&mut self, parameter: &'static str) -> &mut Self {
        self.used_house_rules.insert(parameter);
        self
    }

    pub(crate) fn lean_if(&mut self, leans: bool, parameter: &'static str) -> &mut Self {
        if leans { self.lean(parameter) } else { self }
    }

    fn done(mut self) -> Answer {
        let names: Vec<&str> = self.used_house_rules.iter().copied().collect();
        if !names.is_empty() {
            self.words.push(format!("by house parameters: {}", names.join(", ")));
        }
        self.keys.insert("house".to_owned(), (!names.is_empty()).into());
        self.keys.insert("house_parameters".to_owned(), names.into());
        Answer { keys: Value::Object(self.keys), words: self.words }
    }
}

/// Unit ids and a figure of each that counts; higher command has none.
pub(crate) fn by_id(units: &[SbUnit], figures: impl IntoIterator<Item = u16>) -> Value {
    let each = units.iter().zip(figures).filter(|(unit, _)| unit.full > 0);
    Value::Object(each.map(|(unit, figure)| (unit.id.to_string(), figure.into())).collect())
}

/// The halves left of each unit.
pub(crate) fn halves_by_id(units: &[SbUnit]) -> Value {
    by_id(units, units.iter().map(|unit| unit.now))
}

/// The halves left, in words: `t1 4, t2 2`.
pub(crate) fn left_in_words(units: &[SbUnit]) -> String {
    let each = units.iter().filter(|unit| unit.full > 0).map(|unit| format!("{} {}", unit.id, unit.now));
    each.collect::<Vec<_>>().join(", ")
}
