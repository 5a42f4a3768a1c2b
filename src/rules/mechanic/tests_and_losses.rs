//! Tests of one die, reorganisation, disputes.

use serde::Serialize;

use dice::Dice;

use super::MechanicInput;
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, Mean, What, die};
use crate::odds::Odds;
use crate::pairs::BattleSide;
use crate::reorganisation::{has_odd, sp_lost};

/// A break test as it fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BreakTestRoll {
    /// The least face that passes; none for those who cannot fail.
    pub need: Option<u8>,
    /// What the die shows.
    pub face: u8,
    /// Whether it is passed.
    pub passed: bool,
}

/// Another test of one die: tank terror, breaking out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TestRoll {
    /// The least face that passes.
    pub need: u8,
    /// What the die shows.
    pub face: u8,
    /// Whether it is passed.
    pub passed: bool,
}

/// Reorganisation as it fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ReorganiseRoll {
    /// The markers that come off.
    pub markers: u32,
    /// How many of them the die removed free: 1 or 0.
    pub removed_by_die: u32,
    /// The SP lost.
    pub sp_lost: u32,
}

/// A dispute, a die each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Contest {
    /// The attacker's die.
    pub attacker: u8,
    /// The defender's die.
    pub defender: u8,
    /// Who wins; nobody in a draw: throw again.
    pub winner: Option<BattleSide>,
}

/// A die that is a figure of hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FaceRoll {
    /// What the die shows.
    pub face: u8,
    /// The hours.
    pub hours: u8,
}

/// Throws a break test.
pub(crate) fn roll_break(need: Option<u8>, dice: &mut Dice<'_>) -> Result<BreakTestRoll> {
    let face = die(dice, "the unit", "break test")?;
    Ok(BreakTestRoll { need, face, passed: need.is_none_or(|need| face >= need) })
}

/// The odds of a break test.
pub(crate) fn break_odds(need: Option<u8>) -> Chances {
    test_odds(need.unwrap_or(1))
}

/// Throws another test of one die.
pub(crate) fn roll_test(need: u8, purpose: &str, dice: &mut Dice<'_>) -> Result<TestRoll> {
    let face = die(dice, "the unit", purpose)?;
    Ok(TestRoll { need, face, passed: face >= need })
}

/// The odds of a test that wants this face or better.
pub(crate) fn test_odds(need: u8) -> Chances {
    let odds = Odds::of_throws((1..=6).map(|face| face >= need));
    let mean = Mean::One(odds.mean(|passed| f64::from(u8::from(*passed))));
    Chances::new(odds, mean, |passed| What::Passed { passed })
}

/// Throws for an odd marker, where there is one.
pub(crate) fn roll_reorganise(input: &MechanicInput<'_>, dice: &mut Dice<'_>) -> Result<ReorganiseRoll> {
    let markers = input.count("casualties")?;
    let face = if has_odd(markers) { Some(die(dice, "the unit", "odd marker")?) } else { None };
    let lost = sp_lost(markers, face);
    let removed_by_die = u32::from(has_odd(markers) && lost == markers / 2);
    Ok(ReorganiseRoll { markers, removed_by_die, sp_lost: lost })
}

/// The odds of the SP lost in reorganisation.
pub(crate) fn reorganise_odds(input: &MechanicInput<'_>) -> Result<Chances> {
    let markers = input.count("casualties")?;
    let odds = Odds::of_throws((1..=6).map(|face| sp_lost(markers, Some(face))));
    let mean = Mean::One(odds.mean(|lost| f64::from(*lost)));
    Ok(Chances::new(odds, mean, |sp_lost| What::SpLost { sp_lost }))
}

/// Throws a die each.
pub(crate) fn roll_contest(dice: &mut Dice<'_>) -> Result<Contest> {
    let attacker = die(dice, "the attacker", "dispute")?;
    let defender = die(dice, "the defender", "dispute")?;
    Ok(Contest { attacker, defender, winner: highest(attacker, defender) })
}

/// The odds of a die each.
pub(crate) fn contest_odds() -> Chances {
    let all = (1..=6).flat_map(|a| (1..=6).map(move |d| highest(a, d)));
    let odds = Odds::of_throws(all);
    let mean = Mean::One(odds.mean(|winner| f64::from(u8::from(*winner == Some(BattleSide::Attacker)))));
    Chances::new(odds, mean, |winner| What::Winner { winner })
}

fn highest(attacker: u8, defender: u8) -> Option<BattleSide> {
    match attacker.cmp(&defender) {
        std::cmp::Ordering::Greater => Some(BattleSide::Attacker),
        std::cmp::Ordering::Less => Some(BattleSide::Defender),
        std::cmp::Ordering::Equal => None,
    }
}

/// Throws a die that is a figure of hours.
pub(crate) fn roll_face(purpose: &str, hours: fn(u8) -> u8, dice: &mut Dice<'_>) -> Result<FaceRoll> {
    let face = die(dice, "the umpire", purpose)?;
    Ok(FaceRoll { face, hours: hours(face) })
}

/// The odds of a figure of hours.
pub(crate) fn face_odds(hours: fn(u8) -> u8) -> Chances {
    let odds = Odds::of_throws((1..=6).map(hours));
    let mean = Mean::One(odds.mean(|h| f64::from(*h)));
    Chances::new(odds, mean, |hours| What::Hours { hours })
}
