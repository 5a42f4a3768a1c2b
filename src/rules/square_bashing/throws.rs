//! Who throws the dice of a mechanic: the table, or a counter that goes through every way they can fall.
//!
//! What it is: [`Throws`], what the mechanics ask for; [`AtTable`]; [`count`], the exact spread of a step.
//! What it decides: nothing of the rules. Dice that are only counted are one question, so that forty of them are
//! forty-one ways and not six to the fortieth.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::mechanic::Result;
use crate::odds::sum;
use dice::{Call, Dice};

/// A source of dice.
pub(crate) trait Throws {
    /// One die.
    fn die(&mut self, who: &str, what: &str) -> Result<u8>;

    /// How many of so many dice fall under a face; more than `most` count as `most`.
    fn under(&mut self, who: &str, what: &str, dice: u16, face: u8, most: u16) -> Result<u16>;

    /// How many of so many dice show a face or better.
    fn at_least(&mut self, who: &str, what: &str, dice: u16, face: u8) -> Result<u16> {
        Ok(dice - self.under(who, what, dice, face, dice)?)
    }
}

/// The dice of the table.
pub(crate) struct AtTable<'a, 'b>(pub(crate) &'a mut Dice<'b>);

impl Throws for AtTable<'_, '_> {
    fn die(&mut self, who: &str, what: &str) -> Result<u8> {
        Ok(self.0.one(&Call::new(who, what))?)
    }

    fn under(&mut self, who: &str, what: &str, dice: u16, face: u8, most: u16) -> Result<u16> {
        let faces = self.0.throw(&Call::new(who, what), usize::from(dice))?;
        let under = faces.iter().filter(|shown| **shown < face).count() as u16;
        Ok(under.min(most))
    }
}

/// The ways of one step, one after the other: which choice was taken at each question.
#[derive(Default)]
struct Ways {
    taken: Vec<(usize, usize)>,
    at: usize,
    chance: f64,
    /// Dice of this way so far.
    dice: usize,
    known: BTreeMap<(u16, u8, u16), Rc<[f64]>>,
}

impl Ways {
    fn choose(&mut self, chances: &[f64]) -> usize {
        if self.at == self.taken.len() {
            self.taken.push((0, chances.len()));
        }
        let (choice, _) = self.taken[self.at];
        self.at += 1;
        self.chance *= chances[choice];
        choice
    }

    fn again(&mut self) {
        (self.at, self.chance, self.dice) = (0, 1.0, 0);
    }

    fn is_another(&mut self) -> bool {
        while let Some((choice, choices)) = self.taken.pop() {
            if choice + 1 < choices {
                self.taken.push((choice + 1, choices));
                return true;
            }
        }
        false
    }
}

impl Throws for Ways {
    fn die(&mut self, _: &str, _: &str) -> Result<u8> {
        Ok(self.choose(&[1.0 / 6.0; 6]) as u8 + 1)
    }

    fn under(&mut self, _: &str, _: &str, dice: u16, face: u8, most: u16) -> Result<u16> {
        self.dice += usize::from(dice);
        if dice == 0 || most == 0 {
            return Ok(0);
        }
        let chances = Rc::clone(self.known.entry((dice, face, most)).or_insert_with(|| binomial(dice, face, most)));
        Ok(self.choose(&chances) as u16)
    }
}

/// The chances of so many dice under a face; those beyond `most` fall together.
fn binomial(dice: u16, face: u8, most: u16) -> Rc<[f64]> {
    let row = std::array::from_fn(|shown| u8::from((shown as u8) + 1 < face));
    let mut chances = vec![0.0; usize::from(dice.min(most)) + 1];
    for (under, chance) in sum(std::iter::repeat_n(row, usize::from(dice))).outcomes {
        let last = chances.len() - 1;
        chances[last.min(under as usize)] += chance;
    }
    chances.into()
}

/// How many ways are gone through at most; one of very many dice counts as several, since placing them takes time.
const MOST_WAYS: usize = 2_000_000;

/// The states after a step, each with its chance.
pub(crate) fn count<S: Ord + Clone>(
    from: BTreeMap<S, f64>,
    gone: &mut usize,
    step: impl Fn(&mut S, &mut dyn Throws) -> Result<()>,
) -> Result<Option<BTreeMap<S, f64>>> {
    let mut after = BTreeMap::new();
    let mut ways = Ways::default();
    for (state, chance) in from {
        loop {
            if *gone > MOST_WAYS {
                return Ok(None);
            }
            ways.again();
            let mut next = state.clone();
            step(&mut next, &mut ways)?;
            *gone += 1 + ways.dice / 16;
            if ways.chance > 0.0 {
                *after.entry(next).or_insert(0.0) += chance * ways.chance;
            }
            if !ways.is_another() {
                break;
            }
        }
    }
    Ok(Some(after))
}
