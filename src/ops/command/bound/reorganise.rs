//! Reorganisation (NQM Squared, section 11): markers come off, disorganisation ends, attacks are paid for.
//!
//! Counted over the bases of one unit in one square, out of contact and not on the march, with a command base.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use campaign::march::Marched;
use campaign::{Base, Event, Formation, Tree, UnitMarks};
use dice::{Call, Dice};
use domain::{FormationId, LeafState, Phase, Said};

use super::care::Care;
use super::hindrance::{self, nobody, wanting};
use crate::command::bound::groups::{Group, groups, lack, most, wanted};
use crate::command::dice_words::DiceWords;
use crate::{Changeset, DecisionContext, OpError, pick};

/// A unit reorganises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reorganise {
    /// The unit, as given.
    pub unit: String,
    /// The dice of odd markers.
    #[serde(flatten)]
    pub dice: DiceWords,
}

impl Reorganise {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        self.dice.throw(context, |dice| self.decide_with(context, changes, dice))
    }

    /// Reorganises with these dice.
    pub(crate) fn decide_with(
        &self,
        context: &DecisionContext<'_>,
        changes: &mut Changeset,
        dice: &mut Dice<'_>,
    ) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?;
        let (id, tree) = (unit.id.clone(), Tree::new(changes.now()));
        let under = tree.leaves(unit).iter().map(|leaf| leaf.id.clone()).collect();
        reorganise(context, changes, dice, &id, &under)
    }
}

/// Reorganises these leaves of a unit, square by square; refused where it can be done in none of them.
pub(crate) fn reorganise(
    context: &DecisionContext<'_>,
    changes: &mut Changeset,
    dice: &mut Dice<'_>,
    id: &FormationId,
    under: &BTreeSet<FormationId>,
) -> Result<(), OpError> {
    let mut groups = groups(changes.now(), &|leaf| under.contains(&leaf.id));
    if groups.is_empty() {
        let message = format!("{} has no marker, is not disorganised and owes nothing", changes.now().named(id));
        return Err(OpError::NotNow { message, at: id.to_string(), hint: Said::default() });
    }
    if context.overridden.is_none() {
        let (able, cannot): (Vec<Group>, Vec<Group>) =
            wanting(groups).into_iter().partition(|group| group.can(&Tree::new(changes.now())));
        groups = match (able.is_empty(), cannot.as_slice()) {
            // Refused below, in its own words.
            (true, [_]) => cannot,
            (true, _) => return context.rule(nobody(changes.now(), id, &cannot), id.as_str()),
            (false, _) => {
                for (unit, text) in hindrance::told_of(changes.now(), &cannot.iter().collect::<Vec<_>>()) {
                    changes.happen(Event::Remarked { formation: unit, text })?;
                }
                able
            }
        };
    }
    for group in &groups {
        if let Some(hindrance) = &group.hindrance {
            let (at, why) = (changes.now().frame.reference(group.square), hindrance.text(changes.now()));
            let unit = changes.now().named(&group.unit);
            context.rule(format!("{unit} cannot reorganise in {at}: {why}"), group.unit.as_str())?;
        }
        spend(context, changes, group)?;
    }
    let exhausted = run(changes, &groups, dice, true)?;
    exhausted.keys().try_for_each(|unit| {
        let text = "stays disorganised: its HQ die is used up".to_owned();
        changes.happen(Event::Remarked { formation: unit.clone(), text })
    })
}

/// The time is spent; at night there is enough of it.
fn spend(context: &DecisionContext<'_>, changes: &mut Changeset, group: &Group) -> Result<(), OpError> {
    if changes.now().bound.phase == Phase::Night {
        return Ok(());
    }
    let wanted = wanted(&Tree::new(changes.now()), changes.formation(&group.unit)?);
    for id in &group.leaves {
        let leaf = changes.formation(id)?;
        if let Some(left) = lack(changes.now(), leaf, wanted) {
            let named = changes.now().named(id);
            context.rule(format!("{named} has {left} minutes left, but reorganising takes {wanted}"), id.as_str())?;
        }
        let (most, before) = (most(changes.now(), leaf), changes.leaf(id)?.march);
        let minutes = (u32::from(before.minutes) + wanted).min(most);
        // Who does not march on has not kept what it had gone of its way.
        let after = Marched { minutes: minutes as u16, towards: None, ..before };
        if after != before {
            changes.happen(Event::MarchKept { leaf: id.clone(), before, after })?;
        }
    }
    Ok(())
}

/// Units whose HQ die is used up, with the leaves that stay disorganised for it.
pub(super) type Exhausted = BTreeMap<FormationId, Vec<FormationId>>;

/// Reorganises every unit that can; those that cannot are remarked on.
pub(crate) fn all(changes: &mut Changeset, dice: &mut Dice<'_>) -> Result<Exhausted, OpError> {
    let groups = groups(changes.now(), &|_| true);
    for (unit, text) in hindrance::told(changes.now(), &groups) {
        changes.happen(Event::Remarked { formation: unit, text })?;
    }
    run(changes, &groups, dice, false)
}

/// Reorganises groups; those that are hindered only where the umpire says so.
fn run(
    changes: &mut Changeset,
    groups: &[Group],
    dice: &mut Dice<'_>,
    even_hindered: bool,
) -> Result<Exhausted, OpError> {
    let mut exhausted = Exhausted::new();
    for group in groups.iter().filter(|group| even_hindered || group.hindrance.is_none()) {
        pay(changes, &group.unit)?;
        let care = Care::of(changes.now(), &group.unit, group.square);
        convert(changes, &group.unit, &group.leaves, care, dice)?;
        test_anew(changes, &group.unit)?;
        let used_up = changes.formation(&group.unit)?.hq_die == Some(0);
        for id in &group.leaves {
            if !changes.leaf(id)?.state.is_disorganised() {
                continue;
            }
            if used_up {
                exhausted.entry(group.unit.clone()).or_default().push(id.clone());
            } else {
                changes.bare_state(id, LeafState::Organised)?;
            }
        }
    }
    Ok(exhausted)
}

/// A unit that has reorganised tests again when markers reach half of its SP (section 9).
fn test_anew(changes: &mut Changeset, unit: &FormationId) -> Result<(), OpError> {
    let marks = changes.formation(unit)?.marks;
    changes.marks(unit, UnitMarks { half_tested: false, ..marks })
}

/// Takes the attacks owed from a unit's HQ die.
fn pay(changes: &mut Changeset, unit: &FormationId) -> Result<(), OpError> {
    let formation = changes.formation(unit)?;
    let (owed, before) = (formation.attacks_owed, formation.hq_die);
    if owed == 0 {
        return Ok(());
    }
    let after = Some(Tree::new(changes.now()).hq_die(formation).saturating_sub(owed));
    changes.happen(Event::AttacksOwedChanged { formation: unit.clone(), before: owed, after: 0 })?;
    if before != after {
        changes.happen(Event::HqDieChanged { formation: unit.clone(), before, after })?;
    }
    Ok(())
}

/// Takes all markers off some leaves, as far as they are cared for: every two are one SP lost, an odd one is thrown for.
pub(super) fn convert(
    changes: &mut Changeset,
    unit: &FormationId,
    leaves: &[FormationId],
    care: Care,
    dice: &mut Dice<'_>,
) -> Result<(), OpError> {
    let mut bases = Vec::new();
    let mut kept = 0;
    for id in leaves {
        let (formation, marked) = (changes.formation(id)?, |base: &Base| base.markers > 0);
        let of_leaf = || changes.leaf(id).into_iter().flat_map(|leaf| leaf.bases.iter().enumerate());
        let cared = of_leaf().filter(|(_, base)| marked(base) && care.holds(formation, base));
        bases.extend(cared.map(|(number, base)| (id.clone(), number as u16, base.sp, base.markers)));
        kept += of_leaf().filter(|(_, base)| marked(base) && !care.holds(formation, base)).count();
    }
    if kept > 0 {
        let text = "its markers stay on: no medical base, for vehicles no recovery base, is there".to_owned();
        changes.happen(Event::Remarked { formation: unit.clone(), text })?;
    }
    let markers: u16 = bases.iter().map(|(.., markers)| markers).sum();
    if markers == 0 {
        return Ok(());
    }
    let mut lost = markers / 2;
    if markers % 2 == 1 {
        let face = dice.one(&Call::new(unit.as_str(), ODD_MARKER))?;
        let (effect, costs) = if face >= 4 { ("removed", 0) } else { ("1 SP lost", 1) };
        dice.note_effect(effect);
        let at = leaves.first().map(|id| changes.formation(id)).transpose()?.and_then(Formation::stands_on);
        let at = at.map(|square| format!(", in {}", changes.now().frame.reference(square))).unwrap_or_default();
        let (purpose, effect) = (ODD_MARKER.to_owned(), format!("{effect}{at}"));
        changes.happen(Event::DiceThrown { thrower: unit.clone(), purpose, faces: vec![face], effect })?;
        lost += costs;
    }
    let figures: Vec<(u16, u16)> = bases.iter().map(|(_, _, sp, markers)| (*sp, *markers)).collect();
    for ((id, number, ..), left) in bases.iter().zip(share(&figures, lost)) {
        changes.markers(id, *number, 0)?;
        changes.strength(id, *number, left)?;
    }
    leaves.iter().try_for_each(|id| bury(changes, id))
}

/// For what is thrown where an odd marker comes off.
pub const ODD_MARKER: &str = "odd marker";

/// The SP left to bases of so many SP and markers when `lost` SP are taken, one at a time.
///
/// From the base with most SP left, of equals from that with most markers, then the first in order.
fn share(bases: &[(u16, u16)], lost: u16) -> Vec<u16> {
    let mut left: Vec<u16> = bases.iter().map(|(sp, _)| *sp).collect();
    for _ in 0..lost {
        let most = (0..left.len()).max_by_key(|place| (left[*place], bases[*place].1, std::cmp::Reverse(*place)));
        if let Some(place) = most {
            left[place] = left[place].saturating_sub(1);
        }
    }
    left
}

/// A leaf without SP goes to the medical post: no loss in battle, no test. What it carried went with its SP.
fn bury(changes: &mut Changeset, id: &FormationId) -> Result<(), OpError> {
    if changes.leaf(id)?.sp() > 0 || changes.leaf(id)?.state.is_lost() {
        return Ok(());
    }
    changes.bare_state(id, LeafState::Merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_sp_come_from_the_strongest_of_those_that_bore_markers() {
        // (SP, markers) of each base, SP lost, SP left: worked by hand from section 11.
        type Case = (&'static [(u16, u16)], u16, &'static [u16]);
        let cases: [Case; 7] = [
            (&[(3, 2)], 1, &[2]),
            (&[(3, 1), (3, 1)], 1, &[2, 3]),
            (&[(3, 1), (3, 2)], 1, &[3, 2]),
            (&[(2, 2), (3, 1)], 1, &[2, 2]),
            (&[(3, 2), (3, 2)], 2, &[2, 2]),
            (&[(3, 3), (2, 2), (1, 1)], 3, &[1, 1, 1]),
            (&[(1, 1), (1, 1)], 1, &[0, 1]),
        ];
        for (bases, lost, left) in cases {
            assert_eq!(share(bases, lost), left, "{bases:?} less {lost}");
        }
    }
}
