//! Who is in contact with whom, and since when: the battles of a bound, to be fought or declined.

use std::collections::BTreeSet;

use domain::{FormationId, SideId, Square};

use super::Arrival;
use super::field::MarchField;
use super::passage::Passage;
use crate::Campaign;

/// Fighting leaves of two sides in one square or in neighbouring ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// The two parties, that of the side named first in the campaign first.
    pub parties: [Party; 2],
}

/// One side of a contact: its fighting leaves in one square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// The side.
    pub side: SideId,
    /// The square.
    pub square: Square,
    /// The leaves, by id.
    pub leaves: Vec<FormationId>,
    /// When the first of them came there by marching; none where one stood there before.
    pub came: Option<Arrival>,
    /// When the last of them came there by marching or in a battle.
    pub joined: Option<Arrival>,
    /// The minutes that the slowest of them has left in the bound.
    pub minutes_left: u32,
}

impl Contact {
    /// Since when they are in contact: when the later party came; none where both stood there before.
    pub fn since(&self) -> Option<Arrival> {
        self.parties.iter().filter_map(|party| party.came).max()
    }

    /// When the last of all came into it; none where all stood there before.
    pub fn joined(&self) -> Option<Arrival> {
        self.parties.iter().filter_map(|party| party.joined).max()
    }

    /// Which party came up to the other; none where both came at once or stood there before.
    pub fn came_up(&self) -> Option<&Party> {
        self.later(|party| party.came)
    }

    /// Of which party a leaf came last; none where both came at once or stood there before.
    pub fn last(&self) -> Option<&Party> {
        self.later(|party| party.joined)
    }

    fn later(&self, when: impl Fn(&Party) -> Option<Arrival>) -> Option<&Party> {
        let [a, b] = &self.parties;
        match when(a).cmp(&when(b)) {
            std::cmp::Ordering::Less => Some(b),
            std::cmp::Ordering::Greater => Some(a),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// Every contact of a campaign, by the squares of the parties.
pub fn contacts(campaign: &Campaign) -> Vec<Contact> {
    let passage = Passage::new(campaign);
    let field = MarchField::new(campaign, &passage);
    let held: BTreeSet<(Square, usize)> = field
        .leaves
        .iter()
        .filter(|post| post.fights)
        .map(|post| (campaign.frame.square_at(post.square as usize), post.square as usize))
        .collect();
    let mut found = Vec::new();
    for (_, square) in held {
        for (number, side) in campaign.sides.iter().enumerate() {
            let Some(one) = party(&field, square, side.id) else { continue };
            let bit = field.bit(side.id);
            for near in field.contacts(square, bit) {
                let others = campaign.sides[number + 1..].iter().filter_map(|other| party(&field, near, other.id));
                found.extend(others.map(|other| Contact { parties: [one.clone(), other] }));
            }
        }
    }
    found.sort_by_key(|contact| (contact.parties[0].square, contact.parties[1].square));
    found
}

/// The fighting leaves of a side on a square; none where it has none there.
fn party(field: &MarchField<'_>, square: usize, side: SideId) -> Option<Party> {
    let campaign = field.campaign();
    let bit = field.bit(side);
    let mut there: Vec<usize> =
        field.on(square).filter(|leaf| field.leaves[*leaf].fights && field.side(*leaf) == bit).collect();
    there.sort_unstable();
    let marches = || there.iter().filter_map(|leaf| field.leaves[*leaf].formation.leaf.as_ref()).map(|leaf| leaf.march);
    let hours = campaign.settings.moving_hours(campaign.bound.phase, false) * 60;
    let used = marches().map(|march| u32::from(march.minutes)).max()?;
    Some(Party {
        side,
        square: campaign.frame.square_at(square),
        leaves: there.iter().map(|leaf| field.leaves[*leaf].formation.id.clone()).collect(),
        came: marches().map(|march| march.came).min().flatten(),
        joined: marches().filter_map(|march| march.came).max(),
        minutes_left: hours.saturating_sub(used),
    })
}
