//! Recce: a die each, modified by grade (NQM Squared, section 3).

use domain::Grade;

use super::tables::{AMBUSH_MODIFIER, RECCE_MODIFIER};
use crate::pairs::BattleSide;

/// What a grade adds to its die.
pub(crate) fn modifier(grade: Grade) -> i8 {
    RECCE_MODIFIER.iter().find(|(g, _)| *g == grade).map_or(0, |(_, modifier)| *modifier)
}

/// The attacker's die less the defender's, both modified; an attacker who enters without having looked is ambushed.
pub(crate) fn margin(attacker: (Grade, u8), defender: (Grade, u8), ambushed: bool) -> i8 {
    let ambush = if ambushed { AMBUSH_MODIFIER } else { 0 };
    let score = |(grade, face): (Grade, u8)| face as i8 + modifier(grade);
    score(attacker) + ambush - score(defender)
}

/// What a look comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RecceResult {
    /// The attacker may stay in contact.
    StayInContact,
    /// The attacker withdraws to the square he came from.
    Withdraw,
    /// The defender lays out minefields and outposts.
    MinefieldsAndOutposts,
    /// And his main defensive line.
    MainLine,
    /// Nothing is seen.
    Nothing,
}

/// What a margin comes to, and the markers on attacker and defender.
///
/// # Interpretation
/// A tie reveals nothing.
pub(crate) fn result(margin: i8) -> (Option<BattleSide>, Vec<RecceResult>, [u8; 2]) {
    let beyond = margin.unsigned_abs().saturating_sub(2);
    match margin {
        0 => (None, vec![RecceResult::Nothing], [0, 0]),
        -1 => (Some(BattleSide::Defender), vec![RecceResult::StayInContact], [0, 0]),
        i8::MIN..=-2 => (Some(BattleSide::Defender), vec![RecceResult::Withdraw], [beyond, 0]),
        1 => (Some(BattleSide::Attacker), vec![RecceResult::MinefieldsAndOutposts], [0, 0]),
        2.. => {
            (Some(BattleSide::Attacker), vec![RecceResult::MinefieldsAndOutposts, RecceResult::MainLine], [0, beyond])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_and_ambush_modify_the_dice() {
        assert_eq!(margin((Grade::Veteran, 5), (Grade::Conscript, 3), false), 4);
        assert_eq!(margin((Grade::Green, 6), (Grade::Elite, 2), true), 6 - 2 - 1 - 4);
    }

    /// The ruling: a tie reveals nothing.
    #[test]
    fn a_tie_reveals_nothing() {
        assert_eq!(result(0), (None, vec![RecceResult::Nothing], [0, 0]));
    }

    #[test]
    fn every_point_over_two_is_a_marker() {
        assert_eq!(result(4).2, [0, 2]);
        assert_eq!(result(2).2, [0, 0]);
        assert_eq!(result(-3), (Some(BattleSide::Defender), vec![RecceResult::Withdraw], [1, 0]));
        assert_eq!(result(-1).1, [RecceResult::StayInContact]);
    }
}
