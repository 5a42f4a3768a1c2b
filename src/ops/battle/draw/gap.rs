//! Setting `mines`: an attack on mines that are not gapped begins with the gap.
//!
//! What it decides: what is refused then, and what it does to the engagement: engineers of the attacker take the first move
//! for it, so that the fight begins a move later and has one fewer.
//! What it never does: say which battles do; see `Campaign::mines_to_gap`. Nor change the rules: by them mines have no effect.

use campaign::{Battle, Event, Formation, Minefield};
use domain::Arm;
use rules::setup::{BaseSetup, Fire, Setup};

use super::facts::leaves_of;
use crate::battle::draw::hours_left;
use crate::{Changeset, DecisionContext, OpError};

/// Refuses an attack through mines without engineers beside them, or without an hour for the gap.
///
/// # Interpretation
/// Where the umpire sets that aside, others make the gap, in the same time.
pub(crate) fn can_be_made(context: &DecisionContext<'_>, battle: &Battle) -> Result<(), OpError> {
    let campaign = context.campaign;
    let Some(mines) = campaign.mines_to_gap(battle) else { return Ok(()) };
    let at = campaign.frame.reference(battle.square);
    let beside = |leaf: &Formation| leaf.stands_on().is_some_and(|from| from.steps_to(battle.square) == 1);
    let engineers = |leaf: &Formation| leaf.arm == Arm::Engineer && leaf.is_fighting_leaf() && beside(leaf);
    if !leaves_of(campaign, &battle.facts).into_iter().any(|leaf| leaf.side == battle.attacker && engineers(leaf)) {
        let message = format!(
            "it is {}, and no attacking engineers can gap the mines: bring some up beside it (setting `mines`)",
            campaign.mined(mines)
        );
        context.rule(message, &at)?;
    }
    if hours_left(campaign, battle) < 2 {
        let message = format!(
            "it is {}: the gap takes a move, and the slowest attacker then has no hour left to attack through it",
            campaign.mined(mines)
        );
        context.rule(message, &at)?;
    }
    Ok(())
}

/// Takes the move of the gap off an engagement: what was called when the attack set out comes a move sooner in what is left.
pub(crate) fn made_first(setup: &mut Setup) {
    let target = setup.square;
    let is_near = |base: &BaseSetup| base.fire != Fire::Direct || base.square.reach_to(target) <= 1;
    setup.moves = setup.moves.saturating_sub(1).max(1);
    for side in [&mut setup.attacker, &mut setup.defender] {
        for base in side.units.iter_mut().flat_map(|unit| &mut unit.bases) {
            // Who has farther to come is not there from the start.
            base.arrives = sooner(base.arrives, if is_near(base) { 1 } else { 2 });
        }
        side.air.iter_mut().for_each(|air| air.arrives = sooner(air.arrives, 1));
    }
}

/// The move before one within the battle, this one at least.
fn sooner(arrives: u8, least: u8) -> u8 {
    if arrives <= 6 { arrives.saturating_sub(1).max(least.min(arrives)) } else { arrives }
}

/// Leaves the mines gapped where the battle, as it was drawn, began with that.
pub(crate) fn stays(context: &DecisionContext<'_>, changes: &mut Changeset, battle: &Battle) -> Result<(), OpError> {
    let Some(mines) = context.campaign.mines_to_gap(battle) else { return Ok(()) };
    let before = Some(Box::new(mines.clone()));
    let after = Some(Box::new(Minefield { gapped: true, ..mines.clone() }));
    changes.happen(Event::MinefieldChanged { square: battle.square, before, after })
}

#[cfg(test)]
mod tests {
    use super::sooner;

    #[test]
    fn what_was_called_comes_a_move_sooner_and_what_is_too_late_stays_so() {
        assert_eq!([1, 2, 6, 7].map(|arrives| sooner(arrives, 1)), [1, 1, 5, 7]);
        assert_eq!([1, 2, 3, 7].map(|arrives| sooner(arrives, 2)), [1, 2, 2, 7]);
    }
}
