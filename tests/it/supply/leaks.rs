//! What a side does not know changes nothing that it is told: every report for a side is made of `Campaign::as_read_by`, so
//! that two campaigns that a side knows alike tell it the same.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Event, Reader, apply};
use domain::{SideId, Square};
use serde_json::Value;

use super::states::at_bounds;

/// Squares of the others with none of the side's leaves within two squares.
fn rear(campaign: &Campaign, side: SideId) -> Vec<Square> {
    let own = campaign.formations.values().filter(|f| f.side == side).filter_map(campaign::Formation::stands_on);
    let own: BTreeSet<Square> = own.collect();
    let squares = campaign.frame.squares().filter(|at| campaign.ground.control(*at).is_some_and(|by| by != side));
    squares.filter(|at| own.iter().all(|leaf| leaf.steps_to(*at) > 2)).step_by(97).collect()
}

/// The same campaign with everything changed that a side does not know: the umpire's notes, of all others ids, names, strengths,
/// grades, dumps and orders, where those stand whom it does not see, and who holds the ground in their rear.
pub(crate) fn otherwise(campaign: &Campaign, side: SideId) -> Campaign {
    let mut changed = campaign.clone();
    let rear = rear(campaign, side);
    let given_up = |square: &Square| {
        let before = campaign.ground.control(*square);
        Event::ControlChanged { square: *square, before, after: None }
    };
    let given_up: Vec<Event> = rear.iter().map(given_up).collect();
    for event in &given_up {
        apply(&mut changed, event).unwrap();
    }
    changed.observe(&given_up);
    let is_theirs = |id: &domain::FormationId| campaign.formations.get(id).is_some_and(|f| f.side != side);
    changed.dumps.values_mut().filter(|dump| is_theirs(&dump.owner)).for_each(|dump| dump.square = rear[0]);
    let own_orders = campaign.orders.iter().filter(|order| !is_theirs(&order.unit)).cloned();
    changed.orders = campaign::Orders::from_list(own_orders);
    changed.convoys.retain(|lead, _| !is_theirs(lead));
    let unseen: Vec<_> = {
        let own = changed.formations.values().filter(|f| f.side == side && f.is_fighting_leaf());
        let near =
            own.filter_map(campaign::Formation::stands_on).flat_map(|at| changed.frame.neighbours(at).chain([at]));
        let near: BTreeSet<Square> = near.collect();
        let others = changed.formations.values().filter(|f| f.side != side);
        others.filter(|f| f.stands_on().is_some_and(|at| !near.contains(&at))).map(|f| f.id.clone()).collect()
    };
    assert!(unseen.len() > 20, "too few stand where {side} does not see them");
    // Whoever fights changes places with others who do: where one bars a way stays as it is, for if a line of supply is cut
    // when the bound is closed, its owner learns of that, whom he does not see.
    for fights in [true, false] {
        let stands = |id: &&domain::FormationId| campaign.formations.get(id).unwrap().is_fighting_leaf() == fights;
        let alike: Vec<_> = unseen.iter().filter(stands).collect();
        let squares: Vec<_> = alike.iter().map(|id| changed.formations.get(id).unwrap().stands_on()).collect();
        for (number, id) in alike.into_iter().enumerate() {
            let leaf = changed.formations.get_mut(id).unwrap().leaf.as_mut().unwrap();
            (leaf.square, leaf.march.towards) = (squares[(number + 7) % squares.len()], None);
        }
    }
    // What the umpire has noted for himself, of whomever it is.
    let notes = changed.formations.values_mut().map(|of| &mut of.note);
    let notes = notes.chain(changed.dumps.values_mut().map(|of| &mut of.note));
    let notes = notes.chain(changed.railheads.values_mut().map(|of| &mut of.note));
    let notes = notes.chain(changed.airfields.values_mut().map(|of| &mut of.note));
    let notes = notes.chain(changed.replacements.iter_mut().map(|of| &mut of.note));
    let notes = notes.chain(changed.minefields.iter_mut().map(|of| &mut of.note));
    notes.for_each(|note| "nobody may read this".clone_into(note));
    for formation in changed.formations.values_mut().filter(|f| f.side != side) {
        formation.name = format!("Phantom {}", formation.name);
        (formation.grade, formation.hq_die) = (None, Some(1));
        for base in formation.leaf.iter_mut().flat_map(|leaf| &mut leaf.bases).filter(|base| base.sp > 0) {
            (base.sp, base.markers) = (base.sp_full + 3, 1);
            base.sp_full = base.sp;
        }
    }
    let theirs: BTreeSet<String> = {
        let formations = campaign.formations.values().filter(|f| f.side != side).map(|f| f.id.to_string());
        let dumps = campaign
            .dumps
            .keys()
            .chain(campaign.railheads.keys())
            .filter(|id| campaign.account_side(id.as_str()) != Some(side));
        // Crossings bear names that railheads have too.
        let is_theirs_alone = |id: &String| !campaign.crossings.contains_key(id.as_str());
        formations.chain(dumps.map(ToString::to_string)).filter(is_theirs_alone).collect()
    };
    let mut document = serde_json::to_value(&changed).unwrap();
    rename(&mut document, &theirs);
    serde_json::from_value(document).unwrap()
}

/// Gives every thing of the others another id, wherever it is named.
fn rename(value: &mut Value, theirs: &BTreeSet<String>) {
    let renamed = |text: &str| theirs.contains(text).then(|| format!("zz.{text}"));
    match value {
        Value::String(text) => {
            if let Some(other) = renamed(text) {
                *text = other;
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| rename(one, theirs)),
        Value::Object(all) => {
            all.values_mut().for_each(|one| rename(one, theirs));
            let keys: Vec<_> = all.keys().filter_map(|key| Some((key.clone(), renamed(key)?))).collect();
            for (key, other) in keys {
                if let Some(value) = all.remove(&key) {
                    all.insert(other, value);
                }
            }
        }
        _ => {}
    }
}

/// In what two campaigns differ, part by part.
fn differences(one: &Campaign, other: &Campaign) -> Vec<String> {
    let parts = |campaign: &Campaign| -> BTreeMap<String, Value> {
        serde_json::to_value(campaign).unwrap().as_object().unwrap().clone().into_iter().collect()
    };
    let (one, other) = (parts(one), parts(other));
    let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    keys.into_iter().filter(|key| one.get(*key) != other.get(*key)).cloned().collect()
}

fn holds_at(campaign: &Campaign, leak: impl Fn(&mut Campaign, &Campaign)) -> Vec<String> {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let found = sides.into_iter().flat_map(|side| {
        let known = |truth: &Campaign| {
            let mut known = truth.as_read_by(&Reader::of_side(side));
            leak(&mut known, truth);
            known
        };
        let (is, might_be) = (known(campaign), known(&otherwise(campaign, side)));
        let found = differences(&is, &might_be);
        assert!(
            is == might_be || !found.is_empty(),
            "{side} at {}: they differ in what no document has",
            campaign.bound
        );
        found.into_iter().map(move |part| format!("{side} at {}: {part}", campaign.bound))
    });
    found.collect()
}

#[test]
fn what_a_side_does_not_know_changes_nothing_that_it_is_told() {
    let states = at_bounds("uranus-1942");
    assert_eq!(states.len(), 37, "the start of every bound of twelve days, and the end");
    let found: Vec<String> = states.iter().flat_map(|campaign| holds_at(campaign, |_, _| {})).collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn a_planted_leak_is_found() {
    let campaign = &at_bounds("uranus-1942")[14];
    let first = |truth: &Campaign| truth.formations.values().find(|f| f.is_fighting_leaf()).cloned().unwrap();
    let found = holds_at(campaign, |known, truth| known.formations.insert(first(truth)));
    assert!(found.iter().any(|line| line.ends_with(": formations")), "{found:?}");
    let found = holds_at(campaign, |known, truth| known.title = truth.dumps.keys().next_back().unwrap().to_string());
    assert!(found.iter().any(|line| line.ends_with(": title")), "{found:?}");
}
