//! Exact distributions: sums by convolution, rounds of assault by counting. Nothing is sampled.
//!
//! What it is: [`Odds`], outcomes with their probabilities in ascending order; the builders below.
//! What it never does: throw dice. Floats appear here only: they are probabilities.
//! Where to look next: `mechanic`, which asks for the odds of a mechanic.

use std::collections::BTreeMap;

use super::pairs::{BattleSide, MOST_DICE, Round, count_round};

/// Outcomes and their probabilities, in ascending order, none with a probability of nought.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds<T> {
    /// The outcomes.
    pub outcomes: Vec<(T, f64)>,
}

impl<T> Odds<T> {
    /// The mean of a figure of the outcomes.
    pub fn mean(&self, figure: impl Fn(&T) -> f64) -> f64 {
        self.outcomes.iter().map(|(outcome, p)| figure(outcome) * p).sum()
    }
}

impl<T: Ord + Copy> Odds<T> {
    /// The odds of a figure that every throw of equally likely dice comes to.
    pub(crate) fn of_throws(throws: impl IntoIterator<Item = T>) -> Self {
        let mut counts: BTreeMap<T, u64> = BTreeMap::new();
        let mut all = 0_u64;
        for outcome in throws {
            *counts.entry(outcome).or_default() += 1;
            all += 1;
        }
        Self { outcomes: counts.into_iter().map(|(outcome, n)| (outcome, n as f64 / all as f64)).collect() }
    }
}

/// The odds of a sum of dice, each with its own row of six figures.
pub(crate) fn sum(rows: impl IntoIterator<Item = [u8; 6]>) -> Odds<u32> {
    let mut ways = vec![1.0_f64];
    for row in rows {
        let most = usize::from(row.iter().copied().max().unwrap_or(0));
        let mut chance = vec![0.0_f64; most + 1];
        for figure in row {
            chance[usize::from(figure)] += 1.0;
        }
        let mut next = vec![0.0; ways.len() + most];
        for (add, count) in chance.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            let p = count / 6.0;
            for (to, from) in next[add..].iter_mut().zip(&ways) {
                *to += from * p;
            }
        }
        ways = next;
    }
    let outcomes = (0..).zip(ways).filter(|(_, p)| *p > 0.0).collect();
    Odds { outcomes }
}

/// The odds of how many of so many dice show one given face.
pub(crate) fn ones(dice: usize) -> Odds<u32> {
    sum(std::iter::repeat_n([1, 0, 0, 0, 0, 0], dice))
}

/// A close assault as one mechanic: unmarked SP of both sides, the most dice of each, who wins drawn dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeleeOdds {
    /// Unmarked SP: attacker, defender.
    pub sp: [u16; 2],
    /// The most dice: attacker, defender.
    pub most: [u8; 2],
    /// Who wins drawn dice.
    pub tie: Option<BattleSide>,
}

impl MeleeOdds {
    /// The dice of each side with so many markers taken in this assault.
    pub fn dice(&self, taken: [u16; 2]) -> [usize; 2] {
        [0, 1].map(|side| usize::from(self.sp[side].saturating_sub(taken[side]).min(u16::from(self.most[side]))))
    }

    /// The odds of the markers of attacker and defender after so many rounds, ended early when a side has no dice.
    pub fn odds(&self, rounds: u16) -> Odds<(u16, u16)> {
        let mut known: [[Option<Box<Shares>>; MOST_DICE + 1]; MOST_DICE + 1] = Default::default();
        let columns = usize::from(self.sp[1]) + 1;
        let mut now = vec![0.0_f64; (usize::from(self.sp[0]) + 1) * columns];
        now[0] = 1.0;
        for round in 0..usize::from(rounds) {
            let mut next = vec![0.0_f64; now.len()];
            let within = (round * MOST_DICE + 1) * columns;
            for (state, p) in now.iter().enumerate().take(within).filter(|(_, p)| **p > 0.0) {
                let taken = [state / columns, state % columns];
                let [x, y] = self.dice(taken.map(|n| n as u16));
                let shares = known[x][y].get_or_insert_with(|| Box::new(shares(&count_round(x, y, self.tie))));
                for ((by_attacker, by_defender), share) in shares.iter() {
                    next[state + by_defender * columns + by_attacker] += p * share;
                }
            }
            now = next;
        }
        let place = |state: usize| ((state / columns) as u16, (state % columns) as u16);
        let outcomes = now.into_iter().enumerate().filter(|(_, p)| *p > 0.0);
        Odds { outcomes: outcomes.map(|(state, p)| (place(state), p)).collect() }
    }
}

/// Pairs won by attacker and by defender in a round, with their probabilities.
type Shares = Vec<((usize, usize), f64)>;

fn shares(round: &Round) -> Shares {
    let all: u64 = round.iter().flatten().sum();
    let each =
        round.iter().enumerate().flat_map(|(won, row)| row.iter().enumerate().map(move |(lost, n)| ((won, lost), *n)));
    each.filter(|(_, ways)| *ways > 0).map(|(outcome, ways)| (outcome, ways as f64 / all as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classes::{markers, row};
    use domain::Class;

    #[test]
    fn a_volley_agrees_with_enumeration() {
        let weapons = [Class::Light, Class::Light, Class::Medium, Class::Heavy, Class::VeryLight, Class::Medium];
        let target = Class::Medium;
        let odds = sum(weapons.iter().map(|w| row(*w, target, 0).copied().unwrap_or_default()));
        let mut plain = vec![0_u64; 30];
        let all = 6_usize.pow(weapons.len() as u32);
        for code in 0..all {
            let die = |place: u32| (code / 6_usize.pow(place) % 6) as u8 + 1;
            let sum: u8 = (0..).zip(weapons).map(|(place, w)| markers(w, target, die(place))).sum();
            plain[usize::from(sum)] += 1;
        }
        let expected: Vec<(u32, f64)> =
            (0..).zip(plain).filter(|(_, n)| *n > 0).map(|(sum, n)| (sum, n as f64 / all as f64)).collect();
        assert_eq!(odds.outcomes.len(), expected.len());
        for ((a, p), (b, q)) in odds.outcomes.iter().zip(&expected) {
            assert!(a == b && (p - q).abs() < 1e-12, "{a} {p} {q}");
        }
    }

    #[test]
    fn three_against_two_as_known_from_elsewhere() {
        // The classic figures of three dice against two are with ties to the defender: 2890, 2611 and 2275 of 7776.
        let melee = MeleeOdds { sp: [3, 2], most: [3, 2], tie: Some(BattleSide::Defender) };
        let odds = melee.odds(1).outcomes;
        let expected = [((0, 2), 2890.0), ((1, 1), 2611.0), ((2, 0), 2275.0)];
        assert_eq!(odds.len(), 3);
        for ((outcome, p), (known, n)) in odds.iter().zip(expected) {
            assert!(*outcome == known && (p - n / 7776.0).abs() < 1e-12, "{outcome:?} {p}");
        }
    }

    #[test]
    fn a_symmetric_assault_has_mirrored_odds() {
        let melee = MeleeOdds { sp: [4, 4], most: [3, 3], tie: None };
        let odds: BTreeMap<_, _> = melee.odds(3).outcomes.into_iter().collect();
        for ((a, d), p) in &odds {
            assert!((p - odds[&(*d, *a)]).abs() < 1e-12);
        }
        assert!((odds.values().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn rounds_end_when_a_side_has_nobody_left() {
        let melee = MeleeOdds { sp: [9, 1], most: [3, 2], tie: None };
        assert!(melee.odds(200).outcomes.iter().all(|((a, d), p)| *d == 1 || *a == 9 || *p < 1e-12));
    }
}
