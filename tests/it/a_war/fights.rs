//! Battles and what was overrun: drawn, fought by doctrine, posted or given up; claims settled.

use ops::Request;
use ops::command::{BattleCancel, BattleDraw, BattlePost, ClaimSettle};
use ops::query::{Deciding, DiceFrom, contacts, engagement, resolve, validate};
use rand::RngExt as _;

use super::game::War;

fn claims(war: &War) -> Vec<String> {
    war.campaign.claims.keys().map(ToString::to_string).collect()
}

pub(super) fn settle(war: &mut War) {
    let claims = claims(war);
    let Some(what) = war.one(&claims) else { return };
    let fate = war.one(&["captured", "captured", "destroyed", "spared"]).unwrap_or_default().to_owned();
    war.give("claim", &Request::ClaimSettle(ClaimSettle { what, fate }));
}

/// What must be settled before a bound can be closed.
pub(super) fn settle_all(war: &mut War) {
    while !war.campaign.claims.is_empty() {
        let before = war.campaign.claims.len();
        settle(war);
        assert!(war.campaign.claims.len() < before, "a claim cannot be settled\n{}", war.account());
    }
    while let Some(battle) = open(war) {
        if war.dice.random_ratio(2, 3) {
            post(war);
        }
        if open(war).as_ref() == Some(&battle) {
            let request = Request::BattleCancel(BattleCancel { battle });
            assert!(war.give("battle-cancel", &request), "a battle cannot be given up\n{}", war.account());
        }
        settle_claims_of_a_battle(war);
    }
}

fn settle_claims_of_a_battle(war: &mut War) {
    while !war.campaign.claims.is_empty() {
        settle(war);
    }
}

fn open(war: &War) -> Option<String> {
    war.campaign.battles.values().find(|battle| battle.is_open()).map(|battle| battle.id.to_string())
}

pub(super) fn draw(war: &mut War) {
    let contacts = contacts(&war.campaign);
    let squares: Vec<_> =
        contacts.iter().flat_map(|contact| contact.parties.iter().map(|party| party.square)).collect();
    let Some(square) = war.one(&squares) else { return };
    let square = war.reference(square);
    let (attacker, rules) = (None, None);
    let (by, reserve, without) = (Vec::new(), Vec::new(), Vec::new());
    war.give(
        "battle-new",
        &Request::BattleDraw(BattleDraw { square, attacker, by, reserve, without, air: Vec::new(), rules }),
    );
}

pub(super) fn post(war: &mut War) {
    let Some(id) = open(war) else { return };
    let battle = war.campaign.battles.values().find(|battle| battle.id.as_str() == id).unwrap();
    let setup = engagement(&war.campaign, battle);
    let Ok(engagement) = validate(&id, setup) else { return };
    let seed = war.dice.random();
    let resolved = resolve(&engagement, DiceFrom::Seed(seed), Deciding::Doctrine, &mut |_| ()).unwrap();
    let request = BattlePost { battle: id, engagement: None, result: Box::new(resolved.result) };
    war.order("battle-post", &Request::BattlePost(request), false);
}

pub(super) fn cancel(war: &mut War) {
    let Some(battle) = open(war) else { return };
    war.give("battle-cancel", &Request::BattleCancel(BattleCancel { battle }));
}
