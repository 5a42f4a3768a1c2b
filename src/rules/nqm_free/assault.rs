//! Dice of close assault by grade, drawn dice (NQM Free, "Close assault"), and break tests.

use domain::Grade;

use super::tables::{ASSAULT, BREAK, place};
use crate::pairs::BattleSide;

/// The grade under which green troops fight where the table says "as the grade under it".
pub(crate) fn fights_as(grade: Grade, under: Option<Grade>) -> Grade {
    if grade == Grade::Green { under.unwrap_or(Grade::Conscript) } else { grade }
}

/// The most dice in attack and in defence.
pub(crate) fn most_dice(grade: Grade) -> [u8; 2] {
    let (attack, defence, _) = ASSAULT[place(grade)];
    [attack, defence]
}

/// How many attacks a battle: none where there is no limit.
pub(crate) fn attacks(grade: Grade) -> Option<u8> {
    ASSAULT[place(grade)].2
}

/// Who wins drawn dice: elite and veteran troops against lower ones; otherwise nobody.
pub(crate) fn ties(attacker: Grade, defender: Grade) -> Option<BattleSide> {
    let rank = |grade: Grade| match grade {
        Grade::Elite => 4,
        Grade::Veteran => 3,
        Grade::Regular => 2,
        Grade::Conscript | Grade::Militia => 1,
        Grade::Green => 0,
    };
    let beats = |a: Grade, b: Grade| rank(a) >= rank(Grade::Veteran) && rank(a) > rank(b);
    if beats(attacker, defender) {
        Some(BattleSide::Attacker)
    } else if beats(defender, attacker) {
        Some(BattleSide::Defender)
    } else {
        None
    }
}

/// The least face that holds; none for elite, who never test.
pub(crate) fn need(grade: Grade) -> Option<u8> {
    BREAK[place(grade)].map(|(_, need)| need)
}

/// The share of the SP at the start at which a unit tests, as a divisor; none for elite.
pub(crate) fn share(grade: Grade) -> Option<u32> {
    BREAK[place(grade)].map(|(share, _)| share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_of_the_page() {
        let dice = |grade| (most_dice(grade), attacks(grade));
        assert_eq!(dice(Grade::Elite), ([5, 4], None));
        assert_eq!(dice(Grade::Veteran), ([4, 3], Some(3)));
        assert_eq!(dice(Grade::Regular), ([3, 2], Some(2)));
        assert_eq!(dice(Grade::Conscript), ([2, 1], Some(1)));
        assert_eq!(dice(Grade::Militia), ([3, 1], Some(1)));
        assert_eq!(fights_as(Grade::Green, Some(Grade::Militia)), Grade::Militia);
    }

    #[test]
    fn drawn_dice() {
        assert_eq!(ties(Grade::Veteran, Grade::Regular), Some(BattleSide::Attacker));
        assert_eq!(ties(Grade::Conscript, Grade::Elite), Some(BattleSide::Defender));
        assert_eq!(ties(Grade::Veteran, Grade::Veteran), None);
        assert_eq!(ties(Grade::Regular, Grade::Green), None, "only elite and veteran win draws");
    }
}
