//! What is due, dated: reinforcements, replacements, convoys, crossings, weather.
//!
//! What it decides: how far ahead is looked: to a bound, that one included. What never comes is not told.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation, Tree};
use domain::{Bound, CrossingId, Echelon, FormationId, LeafState, SideId, Square};

use crate::command::entry_square;

/// Something that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// In which bound.
    pub bound: Bound,
    /// Whose it is; none where it is of both sides.
    pub side: Option<SideId>,
    /// Where, where that is known.
    pub square: Option<Square>,
    /// What.
    pub what: DueThing,
}

/// What is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DueThing {
    /// So many leaves of a brigade or division arrive, or of all that is under a superior and comes with it.
    Arrival(FormationId, usize),
    /// An entry of a pool of replacements, by its number from 1.
    Replacements(usize),
    /// A convoy comes to where it is bound.
    Convoy(FormationId),
    /// A crossing can be used from this bound.
    Opens(CrossingId),
    /// This is the last bound in which a crossing can be used.
    Closes(CrossingId),
    /// The weather is another than in the bound before.
    Weather,
}

/// Reinforcements of these bounds by the brigade or division that arrives, or by their superior where it arrives with them.
pub(super) fn arriving<'c>(
    campaign: &'c Campaign,
    tree: &Tree<'c>,
    until: Bound,
) -> BTreeMap<(Bound, FormationId), Vec<&'c Formation>> {
    let mut due: BTreeMap<(Bound, FormationId), Vec<&Formation>> = BTreeMap::new();
    for formation in campaign.formations.values() {
        let Some(leaf) = formation.leaf.as_ref().filter(|leaf| leaf.state == LeafState::OffMap) else { continue };
        if let Some(arrives) = leaf.arrives.filter(|arrives| *arrives <= until) {
            let above = tree.superiors(formation);
            let named = above.iter().find(|f| f.echelon >= Echelon::Brigade).map_or(&formation.id, |f| &f.id);
            due.entry((arrives, named.clone())).or_default().push(formation);
        }
    }
    let mut parts: Vec<(Bound, FormationId)> = due.keys().cloned().collect();
    parts.sort_by_key(|(_, id)| {
        std::cmp::Reverse(campaign.formation(id.as_str()).map(|unit| tree.superiors(unit).len()))
    });
    for (bound, id) in parts {
        let Some(unit) = campaign.formation(id.as_str()) else { continue };
        let place = entry_of(campaign, &due[&(bound, id.clone())]);
        let comes_too = |above: &&&Formation| {
            due.get(&(bound, above.id.clone())).is_some_and(|leaves| entry_of(campaign, leaves) == place)
        };
        if let Some(above) = tree.superiors(unit).iter().find(comes_too).map(|above| above.id.clone()) {
            let leaves = due.remove(&(bound, id)).unwrap_or_default();
            due.entry((bound, above)).or_default().extend(leaves);
        }
    }
    due
}

/// Where the first of these leaves enters the map.
pub(super) fn entry_of(campaign: &Campaign, leaves: &[&Formation]) -> Option<Square> {
    leaves.iter().find_map(|leaf| entry_square(campaign, leaf.leaf.as_ref()?.entry.as_ref()?))
}

/// What is due from the running bound to another, by bound.
pub fn due(campaign: &Campaign, until: Bound) -> Vec<Due> {
    let tree = Tree::new(campaign);
    let within = |bound: &Bound| (campaign.bound..=until).contains(bound);
    let mut found: Vec<Due> = Vec::new();
    for ((bound, unit), leaves) in arriving(campaign, &tree, until) {
        let side = campaign.formations.get(&unit).map(|unit| unit.side);
        let what = DueThing::Arrival(unit, leaves.len());
        found.push(Due { bound, side, square: entry_of(campaign, &leaves), what });
    }
    for (number, entry) in (1..).zip(&campaign.replacements).filter(|(_, entry)| within(&entry.bound)) {
        let side = match &entry.pool {
            campaign::Pool::Side(side) => Some(*side),
            campaign::Pool::Formation(id) => campaign.formations.get(id).map(|formation| formation.side),
        };
        found.push(Due { bound: entry.bound, side, square: None, what: DueThing::Replacements(number) });
    }
    for outlook in supply::outlook(campaign) {
        let Some(bound) = outlook.arrives.filter(within) else { continue };
        let convoy = campaign.convoys.get(&outlook.lead);
        // When one comes that is held up nobody knows; the review tells of it.
        if convoy.is_some_and(|convoy| convoy.held_up.is_some()) {
            continue;
        }
        let square = convoy.and_then(|convoy| convoy.goal_square(&tree));
        let side = convoy.and_then(|convoy| convoy.side(campaign));
        found.push(Due { bound, side, square, what: DueThing::Convoy(outlook.lead) });
    }
    for crossing in campaign.crossings.values() {
        let square = crossing.side.map(|side| side.squares().0);
        let opens = crossing.from.filter(within).map(|bound| (bound, DueThing::Opens(crossing.id.clone())));
        let closes = crossing.until.filter(within).map(|bound| (bound, DueThing::Closes(crossing.id.clone())));
        found.extend([opens, closes].into_iter().flatten().map(|(bound, what)| Due {
            bound,
            side: None,
            square,
            what,
        }));
    }
    let after = std::iter::successors(Some(campaign.bound), |bound| Some(bound.next())).take_while(|b| *b < until);
    found.extend(after.filter_map(|before| {
        let bound = before.next();
        // A file may have no weather for the days after those that were planned.
        let is_new = campaign
            .weather_in(bound)
            .is_some_and(|weather| campaign.weather_in(before).is_none_or(|was| was.words() != weather.words()));
        is_new.then_some(Due { bound, side: None, square: None, what: DueThing::Weather })
    }));
    found.sort_by_key(|due| due.bound);
    found
}
