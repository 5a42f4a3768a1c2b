//! What BATTLE means.

use campaign::{Battle, Campaign};
use domain::{BattleId, Said, command, nearest};

use super::place_name;
use crate::{Near, OpError};

/// The battle that a word names: its id, the end of one, or the place for which it is fought.
///
/// # Errors
/// When there is none, or there are several.
pub fn battle<'a>(campaign: &'a Campaign, given: &str) -> Result<&'a Battle, OpError> {
    let wanted = given.trim().to_lowercase();
    if let Some(battle) = campaign.battles.get(wanted.as_str()) {
        return Ok(battle);
    }
    let place = place_name(campaign, given).ok().flatten().map(|(_, square)| square);
    let answers = |battle: &&Battle| {
        battle.id.as_str().ends_with(&format!("-{wanted}")) || place.is_some_and(|square| square == battle.square)
    };
    // Of several for one square the open one is meant, else the last.
    let latest = campaign.battles.values().filter(answers).max_by_key(|battle| (battle.is_open(), battle.bound));
    if let Some(battle) = latest {
        return Ok(battle);
    }
    let ids = campaign.battles.keys().map(BattleId::as_str);
    let near = nearest(given, ids).map(Near::from).into_iter().collect();
    Err(OpError::Unknown { what: "battle", given: given.to_owned(), near })
}

/// How the result of a battle that is over is seen, and put right.
pub(crate) fn shown_or_put_right(Battle { id, .. }: &Battle) -> Said {
    command!(
        "`railhead battle show {id}` shows the result; `railhead battle correct {id} --ask` puts a wrong one right"
    )
}

/// An open battle.
///
/// # Errors
/// When there is none of this name, or it is over.
pub fn open_battle<'a>(campaign: &'a Campaign, given: &str) -> Result<&'a Battle, OpError> {
    let battle = battle(campaign, given)?;
    if battle.is_open() {
        return Ok(battle);
    }
    if battle.is_declined() {
        let message = format!("`{}` was declined", battle.id);
        let hint = command!("draw it after all: `railhead battle new {}`", campaign.frame.reference(battle.square));
        return Err(OpError::NotNow { message, at: battle.id.to_string(), hint });
    }
    let message = format!("`{}` is over: it has been posted", battle.id);
    let hint = shown_or_put_right(battle);
    Err(OpError::NotNow { message, at: battle.id.to_string(), hint })
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::{Place, sketch};
    use domain::{Bound, PlaceKind, RuleSystemId};

    #[test]
    fn a_battle_is_known_by_its_place() {
        let mut campaign = sketch::blank(6, 6);
        sketch::add_side(&mut campaign, "AX", "Axis", "grey");
        let square = sketch::square("0202");
        let (name, note) = ("Brod".to_owned(), String::new());
        campaign.places.push(Place { name, square, kind: PlaceKind::Town, prepared: false, at: None, note });
        let (id, attacker, rules) = (BattleId::from("1am-0202"), campaign.sides[0].id, RuleSystemId::NqmSquared);
        let fought =
            Battle { id: id.clone(), square, bound: Bound::FIRST, attacker, rules, facts: Vec::new(), fought: None };
        campaign.battles.insert(id.clone(), fought);
        for word in ["brod", "Brod", "0202", "1am-0202"] {
            assert_eq!(battle(&campaign, word).unwrap().id, id, "{word}");
        }
        assert!(battle(&campaign, "Farm").is_err());
    }
}
