//! Close assault: highest die against highest (section 8, "Close assault").
//!
//! What it decides: who wins each pair, how many dice are thrown, and the exact odds of a round.
//! Where to look next: the `assault` file of each system, for the dice of a grade and what becomes of ties.

/// A side of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BattleSide {
    /// Who attacks.
    Attacker,
    /// Who is attacked.
    Defender,
}

impl BattleSide {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        if self == Self::Attacker { Self::Defender } else { Self::Attacker }
    }

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        if self == Self::Attacker { "attacker" } else { "defender" }
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self == Self::Defender)
    }
}

/// The most dice that a side throws in a round of assault, under any grade of any NQM system.
pub(crate) const MOST_DICE: usize = 5;

/// A pair of dice, and who won it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Pair {
    /// The attacker's die.
    pub attacker: u8,
    /// The defender's die.
    pub defender: u8,
    /// Who won it; nobody where it is drawn.
    pub winner: Option<BattleSide>,
}

/// Pairs the dice, highest against highest; what is left over counts for nothing. `tie` wins drawn dice.
pub fn pair(attacker: &[u8], defender: &[u8], tie: Option<BattleSide>) -> Vec<Pair> {
    let mut lists = [attacker.to_vec(), defender.to_vec()];
    for list in &mut lists {
        list.sort_unstable_by(|a, b| b.cmp(a));
    }
    let each = lists[0].iter().zip(&lists[1]);
    each.map(|(a, d)| Pair { attacker: *a, defender: *d, winner: winner(*a, *d, tie) }).collect()
}

/// The pairs won by the attacker and by the defender, without a list of them: for those who fight many battles.
pub(crate) fn won(attacker: &mut [u8], defender: &mut [u8], tie: Option<BattleSide>) -> [u16; 2] {
    attacker.sort_unstable_by(|a, b| b.cmp(a));
    defender.sort_unstable_by(|a, b| b.cmp(a));
    let mut won = [0; 2];
    for (a, d) in attacker.iter().zip(defender.iter()) {
        if let Some(side) = winner(*a, *d, tie) {
            won[side.index()] += 1;
        }
    }
    won
}

fn winner(attacker: u8, defender: u8, tie: Option<BattleSide>) -> Option<BattleSide> {
    match attacker.cmp(&defender) {
        std::cmp::Ordering::Greater => Some(BattleSide::Attacker),
        std::cmp::Ordering::Less => Some(BattleSide::Defender),
        std::cmp::Ordering::Equal => tie,
    }
}

/// How many of the 6^n throws of a round end with so many pairs won: `[attacker][defender]`.
pub(crate) type Round = [[u64; MOST_DICE + 1]; MOST_DICE + 1];

/// Counts the throws of a round of so many dice against so many, exactly and without enumerating them.
///
/// Faces are dealt from six down: how many dice of each side show this face. A pair is settled when its second die is
/// dealt; the side whose die was dealt on a higher face has won it.
pub(crate) fn count_round(attacker: usize, defender: usize, tie: Option<BattleSide>) -> Round {
    let (attacker, defender) = (attacker.min(MOST_DICE), defender.min(MOST_DICE));
    let pairs = attacker.min(defender);
    let all = [attacker, defender];
    let deal = Deal { all, pairs, tie };
    let mut now = [0_u64; STATES];
    now[0] = 1;
    for face in (1..=6).rev() {
        let mut next = [0_u64; STATES];
        for i in 0..=attacker {
            for j in 0..=defender {
                for won in 0..=pairs.min(j) {
                    for lost in 0..=(pairs - won).min(i) {
                        let ways = now[place([i, j], [won, lost])];
                        if ways > 0 {
                            let state = Dealt { dice: [i, j], won: [won, lost], ways };
                            deal.add(state, face == 1, &mut next);
                        }
                    }
                }
            }
        }
        now = next;
    }
    let mut round = Round::default();
    for won in 0..=pairs {
        for lost in 0..=pairs - won {
            round[won][lost] = now[place(all, [won, lost])];
        }
    }
    round
}

/// How many states there are of dice dealt and pairs won, each figure from 0 to [`MOST_DICE`].
const STATES: usize = (MOST_DICE + 1).pow(4);

fn place(dice: [usize; 2], won: [usize; 2]) -> usize {
    let base = MOST_DICE + 1;
    ((dice[0] * base + dice[1]) * base + won[0]) * base + won[1]
}

#[derive(Clone, Copy)]
struct Dealt {
    dice: [usize; 2],
    won: [usize; 2],
    ways: u64,
}

/// A round that is being dealt: the dice of each side, the pairs that they make, and whose is a tie.
struct Deal {
    all: [usize; 2],
    pairs: usize,
    tie: Option<BattleSide>,
}

impl Deal {
    /// Every way to deal dice of one face on top of `state`, added to `next`; on the last face all that are left.
    fn add(&self, state: Dealt, last: bool, next: &mut [u64; STATES]) {
        let left = [self.all[0] - state.dice[0], self.all[1] - state.dice[1]];
        let from = |side: usize| if last { left[side] } else { 0 };
        for x in from(0)..=left[0] {
            for y in from(1)..=left[1] {
                let dice = [state.dice[0] + x, state.dice[1] + y];
                let won = self.settle(state, dice);
                next[place(dice, won)] += state.ways * choose(left[0], x) * choose(left[1], y);
            }
        }
    }

    /// The pairs won once dice of a face have been dealt up to `dice`.
    fn settle(&self, state: Dealt, dice: [usize; 2]) -> [usize; 2] {
        let [before_a, before_d] = state.dice.map(|n| n.min(self.pairs));
        let [after_a, after_d] = dice.map(|n| n.min(self.pairs));
        let attacker_first = after_d.min(before_a).saturating_sub(before_d);
        let defender_first = after_a.min(before_d).saturating_sub(before_a);
        let drawn = after_a.min(after_d).saturating_sub(before_a.max(before_d));
        let mut won = [state.won[0] + attacker_first, state.won[1] + defender_first];
        if let Some(side) = self.tie {
            won[side.index()] += drawn;
        }
        won
    }
}

/// Ways to choose so many of so few dice: Pascal's triangle.
const CHOOSE: [[u64; MOST_DICE + 1]; MOST_DICE + 1] = [
    [1, 0, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0],
    [1, 2, 1, 0, 0, 0],
    [1, 3, 3, 1, 0, 0],
    [1, 4, 6, 4, 1, 0],
    [1, 5, 10, 10, 5, 1],
];

fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_the_page() {
        let pairs = pair(&[5, 6, 2], &[1, 5], None);
        let winners: Vec<_> = pairs.iter().map(|p| (p.attacker, p.defender, p.winner)).collect();
        assert_eq!(winners, [(6, 5, Some(BattleSide::Attacker)), (5, 1, Some(BattleSide::Attacker))]);
        assert_eq!(pair(&[4], &[4], None)[0].winner, None);
        assert_eq!(pair(&[4], &[4], Some(BattleSide::Defender))[0].winner, Some(BattleSide::Defender));
    }

    #[test]
    fn counting_agrees_with_enumeration() {
        for (a, d) in [(1, 1), (1, 2), (2, 1), (3, 2), (4, 3), (3, 3), (0, 2)] {
            for tie in [None, Some(BattleSide::Attacker), Some(BattleSide::Defender)] {
                let mut plain = Round::default();
                for code in 0..6_usize.pow((a + d) as u32) {
                    let die = |place: usize| (code / 6_usize.pow(place as u32) % 6) as u8 + 1;
                    let mut attacker: Vec<u8> = (0..a).map(die).collect();
                    let mut defender: Vec<u8> = (a..a + d).map(die).collect();
                    let won = won(&mut attacker, &mut defender, tie);
                    plain[usize::from(won[0])][usize::from(won[1])] += 1;
                }
                assert_eq!(count_round(a, d, tie), plain, "{a} against {d}, {tie:?}");
            }
        }
    }
}
