//! An outcome that the program fought, fought again: whether its own dice and decisions give it.
//!
//! What it decides: what is refused, and what of an outcome is named that differs.
//! What it never does: look at a battle on the table, which has no dice of the program's.

use serde_json::Value;

use dice::Dice;
use rules::decision::Doctrine;
use rules::outcome::Outcome;
use rules::{Engagement, fight};

use super::mark;
use crate::battle::heard::Again;
use crate::battle::result::{BattleResult, HowFought};
use crate::{DecisionContext, OpError};

/// This program's version.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Refuses an outcome that is not what its dice and decisions give, or that another version fought.
pub(crate) fn as_its_dice_give(context: &DecisionContext<'_>, id: &str, result: &BattleResult) -> Result<(), OpError> {
    let anew = format!("resolve it again: `railhead battle resolve {id}`");
    let Some(fought) = &result.fought else {
        if result.recorded {
            return Ok(());
        }
        let message = format!("the outcome of `{id}` does not say which version of the program fought it; {anew}");
        return context.rule(message, id);
    };
    if fought.program != PROGRAM {
        let message = format!(
            "the outcome of `{id}` comes from version {} of the program, and this is {PROGRAM}; {anew}",
            fought.program
        );
        return context.rule(message, id);
    }
    let Some(difference) = difference(result, fought)? else { return Ok(()) };
    let message = format!(
        "the outcome of `{id}` is not what its dice give: {difference}; {anew}, or enter a battle fought on the table: \
         `railhead battle record {id}`"
    );
    context.rule(message, id)
}

/// The first thing in which an outcome differs from that of the same dice and decisions.
fn difference(result: &BattleResult, fought: &HowFought) -> Result<Option<String>, OpError> {
    let setup = &fought.engagement;
    let mark = mark::of_engagement(setup)?;
    if result.engagement.as_ref().is_some_and(|fought| *fought != mark) {
        return Ok(Some("it holds another engagement".to_owned()));
    }
    let Ok(engagement) = Engagement::new(setup.clone()) else {
        return Ok(Some("its engagement cannot be fought".to_owned()));
    };
    let Some(again) = refought(result, fought, &engagement) else {
        return Ok(Some("it has too few or too many dice or decisions".to_owned()));
    };
    let (there, given) = (serde_json::to_value(&result.outcome)?, serde_json::to_value(&again)?);
    Ok(differing("the outcome", &there, &given))
}

/// The battle once more: by its seed, else by the faces that it has.
fn refought(result: &BattleResult, fought: &HowFought, engagement: &Engagement) -> Option<Outcome> {
    let faces: Vec<String> =
        result.outcome.throws.iter().flat_map(|throw| &throw.faces).map(ToString::to_string).collect();
    let mut dice = result.seed().map_or_else(|| Dice::scripted(&faces.join(" ")), |seed| Dice::seeded(seed, 0));
    let outcome = match &fought.decided {
        None => fight(engagement, &mut dice, &mut Doctrine).ok()?,
        Some(decided) => {
            let mut again = Again::new(decided);
            let outcome = fight(engagement, &mut dice, &mut again).ok()?;
            again.is_told().then_some(outcome)?
        }
    };
    dice.finish().ok()?;
    Some(outcome)
}

/// The first key in which two values differ, and what stands there in each; `of` is of what.
fn differing(of: &str, there: &Value, given: &Value) -> Option<String> {
    match (there, given) {
        _ if there == given => None,
        (Value::Object(there), Value::Object(given)) => {
            let name = given.get("id").and_then(Value::as_str).filter(|id| there.get("id").is_some_and(|is| is == id));
            let of = name.map_or_else(|| of.to_owned(), |id| format!("`{id}`"));
            let keys: std::collections::BTreeSet<&String> = there.keys().chain(given.keys()).collect();
            keys.into_iter().find_map(|key| {
                let at = |value: &serde_json::Map<String, Value>| value.get(key).cloned().unwrap_or_default();
                differing(&format!("`{key}` of {of}"), &at(there), &at(given))
            })
        }
        (Value::Array(there), Value::Array(given)) if there.len() == given.len() => {
            let pairs = there.iter().zip(given).enumerate();
            pairs
                .into_iter()
                .find_map(|(at, (there, given))| differing(&format!("{of}, entry {}", at + 1), there, given))
        }
        (Value::Array(there), Value::Array(given)) => {
            Some(format!("{of} has {} entries, but the dice give {}", there.len(), given.len()))
        }
        _ => Some(format!("{of} is {there}, but the dice give {given}")),
    }
}
