//! Step 6 of closing a bound: the next one opens; hours start again, reinforcements arrive.

use std::collections::BTreeMap;

use campaign::{Campaign, Event, Formation, Location, Tree, square_on_own_bank};
use dice::Dice;
use domain::{Bound, Echelon, FormationId, LeafState, Square};
use supply::is_fed_by_rail;

use crate::{Changeset, OpError};

/// Opens the bound after the one that closes.
pub(super) fn open(changes: &mut Changeset, closing: Bound, dice: &mut Dice<'_>) -> Result<(), OpError> {
    changes.happen(Event::BoundOpened { before: closing, after: closing.next() })?;
    super::raids::raid(changes, dice)?;
    super::trains::arrive(changes, dice)?;
    hours(changes, closing)?;
    reinforcements(changes)
}

/// Minutes start again; a way half gone is kept where it may be.
fn hours(changes: &mut Changeset, closing: Bound) -> Result<(), OpError> {
    let settings = &changes.now().settings;
    let ended = |formation: &Formation| {
        let march = formation.leaf.as_ref()?.march;
        if march.is_nothing() {
            return None;
        }
        let after = march.after_close(closing, settings.moving_hours(closing.phase, formation.vehicle_of().is_some()));
        (after != march).then(|| (formation.id.clone(), march, after))
    };
    let leaves: Vec<_> = changes.now().formations.values().filter_map(ended).collect();
    if leaves.is_empty() { Ok(()) } else { changes.happen(Event::MarchesEnded { leaves }) }
}

/// Reinforcements that are due enter the map, or wait and are remarked on.
fn reinforcements(changes: &mut Changeset) -> Result<(), OpError> {
    let now = changes.now().bound;
    let due = |f: &&Formation| {
        f.leaf.as_ref().is_some_and(|l| l.state == LeafState::OffMap && l.arrives.is_some_and(|arrives| arrives <= now))
    };
    let due: Vec<FormationId> = changes.now().formations.values().filter(due).map(|f| f.id.clone()).collect();
    let mut waiting: BTreeMap<(FormationId, String), usize> = BTreeMap::new();
    let mut trains: BTreeMap<(domain::SideId, Square), bool> = BTreeMap::new();
    for id in due {
        match entry(changes, &id, &mut trains)? {
            Ok(square) => enter(changes, &id, square)?,
            Err(why) => *waiting.entry((named(changes.now(), &id), why)).or_default() += 1,
        }
    }
    waiting.into_iter().try_for_each(|((formation, why), leaves)| {
        let who =
            if leaves == 1 { "a reinforcement waits".to_owned() } else { format!("{leaves} reinforcements wait") };
        changes.happen(Event::Remarked { formation, text: format!("{who}: {why}") })
    })
}

/// Why a reinforcement that is due waits; none where nothing keeps it.
pub(crate) fn why_it_waits(campaign: &Campaign, id: &FormationId) -> Option<String> {
    entry(&Changeset::new(campaign), id, &mut BTreeMap::new()).ok()?.err()
}

/// Where a reinforcement enters, or why it waits.
fn entry(
    changes: &Changeset,
    id: &FormationId,
    trains: &mut BTreeMap<(domain::SideId, Square), bool>,
) -> Result<Result<Square, String>, OpError> {
    let (formation, leaf) = (changes.formation(id)?, changes.leaf(id)?);
    let campaign = changes.now();
    let Some(square) = leaf.entry.as_ref().and_then(|entry| located(campaign, entry)) else {
        return Ok(Err("it has no place of entry".to_owned()));
    };
    let at = campaign.frame.reference(square);
    if changes.enemy_on(square, formation.side).is_some() {
        return Ok(Err(format!("the enemy stands at its entry, {at}")));
    }
    let side = formation.side;
    let runs = |trains: &mut BTreeMap<_, _>| {
        *trains.entry((side, square)).or_insert_with(|| is_fed_by_rail(campaign, side, square))
    };
    if leaf.by_rail && !runs(trains) {
        return Ok(Err(format!("no train reaches its entry, {at}")));
    }
    Ok(Ok(square))
}

/// The square of a location.
pub(crate) fn located(campaign: &Campaign, entry: &Location) -> Option<Square> {
    match entry {
        Location::Square(square) => Some(*square),
        Location::Place(name) => campaign.place(name).map(|place| place.square),
        Location::At(at) => square_on_own_bank(campaign, *at).map(|(square, _)| square),
    }
}

fn enter(changes: &mut Changeset, id: &FormationId, square: Square) -> Result<(), OpError> {
    changes.place(id, Some(square))?;
    changes.bare_state(id, LeafState::Organised)?;
    changes.take_ground(id)
}

/// The formation by which a reinforcement is named: the nearest brigade or higher above it.
fn named(campaign: &Campaign, id: &FormationId) -> FormationId {
    let tree = Tree::new(campaign);
    let above = campaign.formations.get(id).map(|f| tree.superiors(f)).unwrap_or_default();
    above.iter().find(|f| f.echelon >= Echelon::Brigade).map_or_else(|| id.clone(), |f| f.id.clone())
}
