//! The mechanics of NQM Squared one at a time, for `roll` and `odds`.

use serde_json::Value;

use dice::{Call, Dice};
use domain::{Grade, RuleSystemId};

use super::morale::need;
use super::recce::{margin, result};
use super::tables::ASSAULT_DICE;
use crate::mechanic::chances::{Chances, Mean, What};
use crate::mechanic::rolled::{RecceRoll, Rolled};
use crate::mechanic::{
    Markers, Mechanic, MechanicInput, Result, assault_odds, break_odds, contest_odds, firefight_odds, reorganise_odds,
    roll_assault, roll_break, roll_contest, roll_firefight, roll_reorganise, roll_test, test_odds,
};
use crate::odds::Odds;
use crate::tables::TERROR_NEED;

pub(crate) const MECHANICS: &[Mechanic] = &[
    Mechanic { name: "firefight", keys: &["cu", "against"], about: "a volley by Table 12" },
    Mechanic { name: "recce", keys: &["attacker", "defender", "ambushed"], about: "a look at hidden troops" },
    Mechanic {
        name: "assault",
        keys: &["attacker_sp", "defender_sp", "attacker", "defender", "rounds"],
        about: "close assault",
    },
    Mechanic { name: "break-test", keys: &["grade"], about: "whether a unit holds" },
    Mechanic { name: "reorganise", keys: &["casualties"], about: "what markers cost" },
    Mechanic { name: "tank-terror", keys: &[], about: "whether men stand up to their first tanks" },
    Mechanic { name: "dispute", keys: &[], about: "a die each where players differ" },
];

struct Look {
    attacker: Grade,
    defender: Grade,
    ambushed: bool,
}

impl Look {
    fn read(input: &MechanicInput<'_>) -> Result<Self> {
        let (attacker, defender) = (input.grade("attacker")?, input.grade("defender")?);
        Ok(Self { attacker, defender, ambushed: input.flag("ambushed")? })
    }

    fn margin(&self, attacker: u8, defender: u8) -> i8 {
        margin((self.attacker, attacker), (self.defender, defender), self.ambushed)
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<RecceRoll> {
        let attacker = dice.one(&Call::new("the attacker", "recce"))?;
        let defender = dice.one(&Call::new("the defender", "recce"))?;
        let margin = self.margin(attacker, defender);
        let (winner, result, [on_attacker, on_defender]) = result(margin);
        let casualties = Markers { attacker: on_attacker.into(), defender: on_defender.into() };
        Ok(RecceRoll { attacker, defender, margin, winner, result, casualties })
    }

    fn odds(&self) -> Chances {
        let throws = (1..=6).flat_map(|a| (1..=6).map(move |d| (a, d)));
        let odds = Odds::of_throws(throws.map(|(a, d)| self.margin(a, d)));
        let mean = Mean::One(odds.mean(|margin| f64::from(*margin)));
        Chances::new(odds, mean, |margin| What::Margin { margin })
    }
}

/// Throws a mechanic.
pub(crate) fn roll(name: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Rolled> {
    let input = MechanicInput::new(RuleSystemId::NqmSquared, MECHANICS, name, input)?;
    Ok(match input.mechanic.name {
        "firefight" => Rolled::Firefight(roll_firefight(&input, 0, true, dice)?),
        "recce" => Rolled::Recce(Look::read(&input)?.roll(dice)?),
        "assault" => {
            graded(&input)?;
            Rolled::Assault(roll_assault(&input, ASSAULT_DICE, None, dice)?)
        }
        "break-test" => Rolled::BreakTest(roll_break(need(input.grade("grade")?), dice)?),
        "reorganise" => Rolled::Reorganise(roll_reorganise(&input, dice)?),
        "tank-terror" => Rolled::Test(roll_test(TERROR_NEED, "tank terror", dice)?),
        _ => Rolled::Contest(roll_contest(dice)?),
    })
}

/// The odds of a mechanic.
pub(crate) fn odds(name: &str, input: &Value) -> Result<Chances> {
    let input = MechanicInput::new(RuleSystemId::NqmSquared, MECHANICS, name, input)?;
    match input.mechanic.name {
        "firefight" => firefight_odds(&input, 0, true),
        "recce" => Ok(Look::read(&input)?.odds()),
        "assault" => {
            graded(&input)?;
            assault_odds(&input, ASSAULT_DICE, None)
        }
        "break-test" => Ok(break_odds(need(input.grade("grade")?))),
        "reorganise" => reorganise_odds(&input),
        "tank-terror" => Ok(test_odds(TERROR_NEED)),
        _ => Ok(contest_odds()),
    }
}

/// Grades are read, so that a wrong word is noticed, and change nothing here.
fn graded(input: &MechanicInput<'_>) -> Result<()> {
    input.grade_or_regular("attacker")?;
    input.grade_or_regular("defender")?;
    Ok(())
}
