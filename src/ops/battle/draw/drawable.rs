//! Whether a battle for a square would be drawn: what is asked before one is advised.

use campaign::Campaign;
use domain::{Phase, SideId, Square};

use super::roster::{Lookup, WantedRoster, attacks_unnamed, roster};
use crate::DecisionContext;

/// Asks of one square after another.
pub(crate) struct Drawable<'a> {
    campaign: &'a Campaign,
    /// Made for the first that is asked for.
    lookup: Option<Lookup<'a>>,
}

impl<'a> Drawable<'a> {
    /// Of a campaign as it stands.
    pub(crate) fn new(campaign: &'a Campaign) -> Self {
        Self { campaign, lookup: None }
    }

    /// Why no battle for a square would be drawn in which this side attacks, or either; none where one would.
    pub(crate) fn refused(&mut self, square: Square, attacker: Option<SideId>) -> Option<String> {
        if self.campaign.bound.phase == Phase::Night {
            return Some("no battle is fought at night".to_owned());
        }
        let lookup = self.lookup.get_or_insert_with(|| Lookup::new(self.campaign));
        let context = DecisionContext::plain(self.campaign);
        let attacker = attacker.as_ref().map(SideId::as_str);
        let wanted = WantedRoster { attacker, by: &[], reserve: &[], without: &[], air: &[] };
        roster(&context, lookup, square, &wanted).err().map(|error| error.to_string())
    }

    /// The side that attacks a square, where it must be named for it: else the enemy would, or either might.
    pub(crate) fn named(&self, square: Square, attacker: SideId) -> Option<SideId> {
        (attacks_unnamed(self.campaign, square) != Some(attacker)).then_some(attacker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::sketch;
    use domain::Echelon;

    /// In a square in which both stand he attacks who does not hold it; where that is the other, an attacker must be named.
    #[test]
    fn an_attacker_is_named_where_the_enemy_would_attack() {
        let mut campaign = sketch::blank(6, 6);
        sketch::add_side(&mut campaign, "SU", "Soviet", "red");
        sketch::add_side(&mut campaign, "AX", "Axis", "grey");
        for (id, side) in [("a", "SU"), ("b", "AX")] {
            sketch::formation(&mut campaign, id, side, Echelon::Battalion, Some("0202"));
        }
        let square = sketch::square("0202");
        let [soviet, axis] = [campaign.sides[0].id, campaign.sides[1].id];
        for (holds, named) in [(soviet, [Some(soviet), None]), (axis, [None, Some(axis)])] {
            std::sync::Arc::make_mut(&mut campaign.ground).set_control(square, Some(holds));
            let battles = Drawable::new(&campaign);
            assert_eq!([soviet, axis].map(|side| battles.named(square, side)), named);
        }
    }
}
