//! The mechanics of NQM Free one at a time, for `roll` and `odds`.

use serde_json::Value;

use dice::{Call, Dice};
use domain::{Grade, RuleSystemId};

use super::assault::{fights_as, most_dice, need, ties};
use super::recce::{FireRange, Sighting, opening, shift, sighting};
use super::tables::BREAK_OUT_NEED;
use super::tasks::{bridge, bridgehead};
use crate::mechanic::chances::{Chances, Mean, What};
use crate::mechanic::rolled::{Rolled, SightingRoll};
use crate::mechanic::{
    Mechanic, MechanicInput, Result, assault_odds, break_odds, contest_odds, face_odds, firefight_odds,
    reorganise_odds, roll_assault, roll_break, roll_contest, roll_face, roll_firefight, roll_reorganise, roll_test,
    test_odds,
};
use crate::odds::Odds;
use crate::pairs::BattleSide;
use crate::tables::TERROR_NEED;

pub(crate) const MECHANICS: &[Mechanic] = &[
    Mechanic { name: "firefight", keys: &["cu", "against", "range", "ambush"], about: "a volley by Table 12" },
    Mechanic { name: "recce", keys: &["attacker", "defender", "ambushed"], about: "a look at hidden troops" },
    Mechanic {
        name: "assault",
        keys: &["attacker_sp", "defender_sp", "attacker", "defender", "rounds"],
        about: "close assault",
    },
    Mechanic { name: "break-test", keys: &["grade"], about: "whether a unit holds" },
    Mechanic { name: "reorganise", keys: &["casualties"], about: "what markers cost" },
    Mechanic { name: "tank-terror", keys: &[], about: "whether men stand up to their first tanks" },
    Mechanic { name: "break-out", keys: &[], about: "whether a surrounded veteran stand gets away" },
    Mechanic { name: "infantry-bridgehead", keys: &[], about: "hours until one is built" },
    Mechanic { name: "vehicle-bridge", keys: &[], about: "hours until one is built" },
    Mechanic { name: "dispute", keys: &[], about: "a die each where players differ" },
];

struct Look {
    recce: Grade,
    hidden: Grade,
    ambushed: bool,
}

impl Look {
    fn read(input: &MechanicInput<'_>) -> Result<Self> {
        let (recce, hidden) = (input.grade("attacker")?, input.grade("defender")?);
        Ok(Self { recce, hidden, ambushed: input.flag("ambushed")? })
    }

    /// The three dice, all thrown at once.
    ///
    /// # Interpretation
    /// Who enters unlooked-for is ambushed outright: only the blue die is thrown, for the range.
    fn roll(&self, dice: &mut Dice<'_>) -> Result<SightingRoll> {
        if self.ambushed {
            let blue = dice.one(&Call::new("the defender", "recce: blue, the range"))?;
            return Ok(self.fallen(None, None, blue));
        }
        let faces = dice.throw(&Call::new("the defender", "recce: red, white and blue"), 3)?;
        Ok(self.fallen(Some(faces[0]), Some(faces[1]), faces[2]))
    }

    fn fallen(&self, red: Option<u8>, white: Option<u8>, blue: u8) -> SightingRoll {
        let result = match (red, white) {
            (Some(red), Some(white)) => sighting(self.recce, self.hidden, red, white),
            _ => Sighting::Ambush,
        };
        let range = (result != Sighting::Seen).then(|| opening(self.hidden, blue));
        SightingRoll { red, white, blue, result, range }
    }

    fn odds(&self) -> Chances {
        let faces = || 1..=6_u8;
        let throws: Vec<SightingRoll> = if self.ambushed {
            faces().map(|blue| self.fallen(None, None, blue)).collect()
        } else {
            let all = faces().flat_map(|r| faces().flat_map(move |w| faces().map(move |b| (r, w, b))));
            all.map(|(r, w, b)| self.fallen(Some(r), Some(w), b)).collect()
        };
        let odds = Odds::of_throws(throws.iter().map(|t| (t.result, t.range)));
        let seen = Mean::One(odds.mean(|(result, _)| f64::from(u8::from(*result == Sighting::Seen))));
        Chances::new(odds, seen, |(result, range)| What::Sighting { result, range })
    }
}

/// How far a volley's weapons go up.
fn volley_shift(input: &MechanicInput<'_>) -> Result<i8> {
    let ranges = [("effective", FireRange::Effective), ("contact", FireRange::Contact)];
    let range = input.choice("range", &ranges)?.unwrap_or(FireRange::Effective);
    Ok(shift(range, input.flag("ambush")?))
}

/// Dice and drawn dice by grade; green fights as conscript.
fn melee(input: &MechanicInput<'_>) -> Result<([u8; 2], Option<BattleSide>)> {
    let [attacker, defender] = [input.grade_or_regular("attacker")?, input.grade_or_regular("defender")?];
    let most = [most_dice(fights_as(attacker, None))[0], most_dice(fights_as(defender, None))[1]];
    Ok((most, ties(attacker, defender)))
}

fn held_by(input: &MechanicInput<'_>) -> Result<Option<u8>> {
    Ok(need(fights_as(input.grade("grade")?, None)))
}

/// Throws a mechanic.
pub(crate) fn roll(name: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Rolled> {
    let input = MechanicInput::new(RuleSystemId::NqmFree, MECHANICS, name, input)?;
    Ok(match input.mechanic.name {
        "firefight" => Rolled::Firefight(roll_firefight(&input, volley_shift(&input)?, false, dice)?),
        "recce" => Rolled::Sighting(Look::read(&input)?.roll(dice)?),
        "assault" => {
            let (most, tie) = melee(&input)?;
            Rolled::Assault(roll_assault(&input, most, tie, dice)?)
        }
        "break-test" => Rolled::BreakTest(roll_break(held_by(&input)?, dice)?),
        "reorganise" => Rolled::Reorganise(roll_reorganise(&input, dice)?),
        "tank-terror" => Rolled::Test(roll_test(TERROR_NEED, "tank terror", dice)?),
        "break-out" => Rolled::Test(roll_test(BREAK_OUT_NEED, "break-out", dice)?),
        "infantry-bridgehead" => Rolled::Face(roll_face("infantry bridgehead", bridgehead, dice)?),
        "vehicle-bridge" => Rolled::Face(roll_face("vehicle bridge", bridge, dice)?),
        _ => Rolled::Contest(roll_contest(dice)?),
    })
}

/// The odds of a mechanic.
pub(crate) fn odds(name: &str, input: &Value) -> Result<Chances> {
    let input = MechanicInput::new(RuleSystemId::NqmFree, MECHANICS, name, input)?;
    match input.mechanic.name {
        "firefight" => firefight_odds(&input, volley_shift(&input)?, false),
        "recce" => Ok(Look::read(&input)?.odds()),
        "assault" => {
            let (most, tie) = melee(&input)?;
            assault_odds(&input, most, tie)
        }
        "break-test" => Ok(break_odds(held_by(&input)?)),
        "reorganise" => reorganise_odds(&input),
        "tank-terror" => Ok(test_odds(TERROR_NEED)),
        "break-out" => Ok(test_odds(BREAK_OUT_NEED)),
        "infantry-bridgehead" => Ok(face_odds(bridgehead)),
        "vehicle-bridge" => Ok(face_odds(bridge)),
        _ => Ok(contest_odds()),
    }
}
