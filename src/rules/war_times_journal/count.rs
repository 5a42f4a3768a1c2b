//! Exact odds by counting: every die is thrown in every case, and what is over already pays no heed to it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::mechanic::chances::{Chances, Mean, What};
use crate::odds::Odds;

/// The most dice that are counted: six to this power fits the counts.
pub(super) const MOST_DICE: u32 = 48;

/// In how many of the ways in which so many dice fall each state comes about.
pub(super) fn count<S: Ord>(start: S, dice: usize, step: impl Fn(&S, usize, u8) -> S) -> BTreeMap<S, u128> {
    let mut now = BTreeMap::from([(start, 1_u128)]);
    for die in 0..dice {
        let mut next = BTreeMap::new();
        for (state, ways) in &now {
            for face in 1..=6 {
                *next.entry(step(state, die, face)).or_default() += ways;
            }
        }
        now = next;
    }
    now
}

/// The chances of what these states come to.
pub(super) fn chances<S, T: Ord>(
    states: BTreeMap<S, u128>,
    outcome: impl Fn(S) -> T,
    mean: impl FnOnce(&Odds<T>) -> Mean,
    shown: impl Fn(&T) -> Value,
) -> Chances {
    let all: u128 = states.values().sum();
    let mut counts: BTreeMap<T, u128> = BTreeMap::new();
    for (state, ways) in states {
        *counts.entry(outcome(state)).or_default() += ways;
    }
    let odds = Odds { outcomes: counts.into_iter().map(|(outcome, n)| (outcome, n as f64 / all as f64)).collect() };
    let mean = mean(&odds);
    Chances::new(odds, mean, |outcome| What::Answer(shown(&outcome)))
}

/// The mean of what is so or not: its probability.
pub(super) fn likely<T>(odds: &Odds<T>, so: impl Fn(&T) -> bool) -> Mean {
    Mean::One(odds.mean(|outcome| f64::from(u8::from(so(outcome)))))
}

/// What takes no dice comes to one thing.
pub(super) fn certain(keys: Value) -> Chances {
    Chances::new(Odds { outcomes: vec![(keys, 1.0)] }, Mean::One(1.0), What::Answer)
}
