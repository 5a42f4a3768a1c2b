//! What lies around a battle, for rules that fight square against square: from where the attack comes, what is behind.

use std::collections::BTreeMap;

use campaign::march::Passage;
use campaign::{Battle, Campaign, Formation};
use domain::{RiverClass, SideId, Square, Terrain, Traffic};
use rules::approach::{Approach, Facing, Rear, Stance};
use rules::pairs::BattleSide;

use super::near::exits;
use super::part::LeafPart;

/// The approach of an open battle, as the map has it.
///
/// # Interpretation
/// Attackers who stand in the contested square came from where most others attack from, else by their best way out.
pub(crate) fn approach(campaign: &Campaign, battle: &Battle, parts: &[LeafPart<'_>]) -> Approach {
    let passage = Passage::new(campaign);
    let around = Around { campaign, passage: &passage };
    let target = battle.square;
    let other = parts.iter().find(|part| part.side == BattleSide::Defender).map(|part| part.leaf.side);
    let Some(defender) = other else { return Approach::default() };
    let way = || exits(campaign, &passage, target, battle.attacker, None).first().map(|exit| exit.to);
    let Some(from) = most_bases(parts, target).or_else(way) else { return Approach::default() };
    let river = target.side_to(from).and_then(|side| campaign.ground.river(side));
    let stream = river.is_some_and(|river| matches!(river.class, RiverClass::Medium | RiverClass::Minor));
    let behind = around.beyond(from, target);
    Approach {
        from: Some(from),
        facing: Facing::Front,
        stream,
        attacker: around.context(battle.attacker, target, from, None),
        defender: around.context(defender, from, target, None),
        // The defenders in front are no enemies of who falls back on this square.
        behind: behind.map_or_else(Stance::default, |behind| around.context(defender, target, behind, Some(target))),
    }
}

/// The square beside the battle from which most attacking bases come, of several the lowest.
fn most_bases(parts: &[LeafPart<'_>], target: Square) -> Option<Square> {
    let mut counts: BTreeMap<Square, usize> = BTreeMap::new();
    for part in parts.iter().filter(|part| part.side == BattleSide::Attacker && part.arrives == 1) {
        let (Some(at), Some(leaf)) = (part.leaf.stands_on(), &part.leaf.leaf) else { continue };
        if at.steps_to(target) == 1 && part.leaf.can_fight() {
            *counts.entry(at).or_default() += leaf.bases.iter().filter(|base| base.sp > 0).count();
        }
    }
    let most = counts.values().copied().max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(square, _)| square)
}

struct Around<'a> {
    campaign: &'a Campaign,
    passage: &'a Passage<'a>,
}

impl Around<'_> {
    /// The square beyond one, seen from another; none off the map.
    fn beyond(&self, from: Square, over: Square) -> Option<Square> {
        over.beyond(from).filter(|square| self.campaign.frame.contains(*square))
    }

    /// A square in which a side stands, seen from one before it; the enemy faces of one square are not counted.
    fn context(&self, side: SideId, before: Square, square: Square, less: Option<Square>) -> Stance {
        let faces = self.campaign.frame.neighbours(square).filter(|at| Some(*at) != less && self.enemy_on(side, *at));
        Stance {
            terrain: self.campaign.ground.terrain(square),
            enemy_faces: faces.count() as u8,
            rear: self.rear(side, before, square),
        }
    }

    fn enemy_on(&self, side: SideId, square: Square) -> bool {
        let enemy = |f: &Formation| f.side != side && f.is_fighting_leaf() && f.stands_on() == Some(square);
        self.campaign.formations.values().any(enemy)
    }

    /// Barred by an enemy fighting leaf, by a lake, by a major river without a usable crossing; off the map it is free.
    fn rear(&self, side: SideId, before: Square, square: Square) -> Rear {
        let Some(behind) = self.beyond(before, square) else { return Rear::OffMap };
        let river = square.side_to(behind).and_then(|side| self.campaign.ground.river(side));
        let water = river.is_some_and(|river| river.class == RiverClass::Major)
            && !self.passage.carries(square, behind, Traffic::Foot);
        let lake = self.campaign.ground.terrain(behind) == Terrain::Lake;
        if lake || water || self.enemy_on(side, behind) { Rear::Barred } else { Rear::Free }
    }
}
