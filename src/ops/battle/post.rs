//! What an outcome does to the campaign, event by event.

pub(crate) mod base;
pub(crate) mod differ;
pub(crate) mod mark;
pub(crate) mod reconcile;
pub(crate) mod refight;

use std::collections::BTreeSet;

use campaign::march::{Arrival, Marched};
use campaign::{BasesLost, Battle, BattleUnit, Event, Formation, Fought, Location, RecceWon, Setting, Tree, UnitMarks};
use domain::{FormationId, Grade, LeafState, Posture, RuleSystemId, Said, SideId, Square};
use rules::outcome::{BaseFate, BaseOutcome, Happening, Outcome, UnitBefore, UnitOutcome, sp_lost};
use rules::pairs::BattleSide;

use crate::battle::draw::admit::{OfLeaf, leaves, unchanged};
use crate::battle::draw::facts::leaves_of;
use crate::battle::draw::part::follows_on;
use crate::battle::draw::{air, gap};
use crate::battle::post::base::base;
use crate::battle::post::reconcile::reconcile;
use crate::command::{set_state, what_is_left};
use crate::{Changeset, DecisionContext, OpError};

/// What the events of a battle are made from.
struct Poster<'a> {
    battle: &'a Battle,
    outcome: &'a Outcome,
    leaves: OfLeaf<'a>,
    recorded: bool,
}

/// Lets everything happen that an outcome did: losses, ammunition, states, places, marks, ground, booty, dice.
///
/// # Errors
/// When what the battle relied on has changed, the outcome is of another battle, or it says what cannot be.
pub(crate) fn post(
    context: &DecisionContext<'_>,
    changes: &mut Changeset,
    battle: &Battle,
    outcome: &Outcome,
    recorded: bool,
) -> Result<(), OpError> {
    unchanged(context, battle)?;
    let poster = Poster { battle, outcome, leaves: leaves(context, battle, outcome)?, recorded };
    let evidence = poster.evidence(context)?;
    let sorties: Vec<BattleUnit> = air::sorties(context.campaign, battle).collect();
    poster.dice(changes)?;
    air::come_home(changes, battle, outcome)?;
    for (leaf, bases) in &poster.leaves {
        poster.leaf(context, changes, leaf, bases)?;
    }
    outcome.units.iter().try_for_each(|told| unit(changes, told))?;
    poster.places_are_free(context, changes)?;
    poster.ground(changes)?;
    poster.booty(changes)?;
    poster.vehicles(changes)?;
    poster.greens(changes)?;
    gap::stays(context, changes, battle)?;
    reconcile(context, changes, battle)?;
    let holder = poster.side(context, outcome.holder);
    let fought = Fought {
        end: outcome.end,
        holder,
        moves: outcome.moves,
        recorded,
        recce: poster.recce(context),
        bases_lost: Some(poster.bases_lost()),
        units: evidence.into_iter().chain(sorties).collect(),
    };
    // The file may name other rules than those by which it was drawn.
    let after = Battle { rules: outcome.rules, facts: Vec::new(), fought: Some(fought), ..battle.clone() };
    let (before, after) = (Some(Box::new(battle.clone())), Some(Box::new(after)));
    changes.happen(Event::BattleChanged { battle: battle.id.clone(), before, after })
}

impl Poster<'_> {
    /// Who won the look before the battle; of several looks the best counts.
    fn recce(&self, context: &DecisionContext<'_>) -> Option<RecceWon> {
        let margins = self.outcome.story.iter().filter_map(|happening| match happening {
            Happening::Recce { margin, .. } => Some(*margin),
            _ => None,
        });
        let best = margins.max_by_key(|margin| margin.unsigned_abs()).filter(|margin| *margin != 0)?;
        let side = if best > 0 { BattleSide::Attacker } else { BattleSide::Defender };
        Some(RecceWon { by: self.side(context, side), margin: best.unsigned_abs() })
    }

    /// The bases of each side that were destroyed or surrendered.
    fn bases_lost(&self) -> BasesLost {
        let is_lost = |base: &&BaseOutcome| matches!(base.fate, BaseFate::Destroyed | BaseFate::Surrendered);
        let of = |side| self.outcome.bases.iter().filter(is_lost).filter(|base| base.side == side).count() as u16;
        BasesLost { attackers: of(BattleSide::Attacker), defenders: of(BattleSide::Defender) }
    }

    fn side(&self, context: &DecisionContext<'_>, side: BattleSide) -> SideId {
        let attacker = self.battle.attacker;
        let other =
            leaves_of(context.campaign, &self.battle.facts).into_iter().map(|f| f.side).find(|s| *s != attacker);
        if side == BattleSide::Attacker { attacker } else { other.unwrap_or(attacker) }
    }

    /// Every die, in the order in which it fell.
    fn dice(&self, changes: &mut Changeset) -> Result<(), OpError> {
        self.outcome.throws.iter().try_for_each(|throw| {
            changes.happen(Event::DiceThrown {
                thrower: throw.thrower.as_str().into(),
                purpose: throw.purpose.clone(),
                faces: throw.faces.clone(),
                effect: throw.effect.clone().unwrap_or_default(),
            })
        })
    }

    fn leaf(
        &self,
        context: &DecisionContext<'_>,
        changes: &mut Changeset,
        id: &FormationId,
        bases: &[(u16, &BaseOutcome)],
    ) -> Result<(), OpError> {
        let before = changes.leaf(id)?.state;
        for (number, told) in bases {
            base(changes, id, *number, told, self.outcome.rules)?;
        }
        let on_map: Vec<&BaseOutcome> = bases.iter().map(|(_, b)| *b).filter(|b| stays(b)).collect();
        if on_map.is_empty() {
            // Vehicles taken in the square go as the setting says: `booty`.
            let fate =
                bases.iter().map(|(_, b)| b.fate).min_by_key(|fate| lost_rank(*fate)).unwrap_or(BaseFate::Destroyed);
            if fate == BaseFate::Surrendered && changes.formation(id)?.vehicle_of().is_some() {
                return Ok(());
            }
            return if fate == BaseFate::OffMap {
                go_off(changes, id)
            } else {
                set_state(changes, id, lost_state(fate))
            };
        }
        let square = on_map.iter().find_map(|base| base.square);
        // Who ends where it was drawn stays where it has been put since.
        let stood = on_map.iter().any(|base| base.before.is_some_and(|before| Some(before.square) == square));
        let moved = square.is_some() && square != changes.leaf(id)?.square && !stood;
        let state = if self.stays(context, id, before, &on_map) { before } else { state(&on_map) };
        changes.bare_state(id, state)?;
        let engaged = on_map.iter().any(|base| base.engaged);
        // Before the place: what is kept of the march says when it came there, and `Changeset::place` would keep nothing.
        self.march_kept(context, changes, id, (engaged.then_some(on_map[0].side), moved))?;
        if moved {
            let before = changes.leaf(id)?.square;
            changes.happen(Event::LeafPlaced { leaf: id.clone(), before, after: square })?;
            changes.posture(id, Posture::Open)?;
        }
        Ok(())
    }

    /// Whether a leaf that comes home in order stays as it was: only reorganisation puts it in order again. Who follows
    /// on, and whose unit another battle has disorganised since, was drawn in order; what is written of a battle on the
    /// table is believed of who took part in it.
    fn stays(
        &self,
        context: &DecisionContext<'_>,
        id: &FormationId,
        before: LeafState,
        bases: &[&BaseOutcome],
    ) -> bool {
        if !before.is_disorganised() || state(bases) != LeafState::Organised {
            return false;
        }
        let engaged = bases.iter().any(|base| base.engaged);
        if self.recorded {
            let tree = Tree::new(context.campaign);
            return !engaged && context.campaign.formations.get(id).is_some_and(|leaf| follows_on(&tree, leaf));
        }
        let unit = |number: usize| self.outcome.units.get(number).map(|unit| &unit.id);
        let own = |happening: &Happening| match happening {
            Happening::Reorganised { unit: number, .. } => unit(*number) == Some(&bases[0].unit),
            _ => false,
        };
        let nqm = matches!(self.outcome.rules, RuleSystemId::NqmSquared | RuleSystemId::NqmFree);
        (nqm || !engaged) && !self.outcome.story.iter().any(own)
    }

    /// A battle uses up the hours of those engaged; who attacked has been on the move this day. Who goes forward or back in
    /// it came to his square in it: a contact that this makes is of this bound.
    fn march_kept(
        &self,
        context: &DecisionContext<'_>,
        changes: &mut Changeset,
        id: &FormationId,
        (engaged, moved): (Option<BattleSide>, bool),
    ) -> Result<(), OpError> {
        let settings = &context.campaign.settings;
        let most = settings.moving_hours(context.campaign.bound.phase, false) * 60;
        let before = changes.leaf(id)?.march;
        let fought = match settings.get(Setting::BattleHours) {
            "moves" => u32::from(before.minutes) + u32::from(self.outcome.moves) * 60,
            _ => most,
        };
        let minutes = match engaged {
            Some(_) => fought.min(most).max(u32::from(before.minutes)) as u16,
            None => before.minutes,
        };
        let came = if moved { Some(Arrival { bound: context.campaign.bound, minute: minutes }) } else { before.came };
        let today = before.today || engaged == Some(BattleSide::Attacker);
        let towards = before.towards.filter(|_| engaged.is_none() && !moved);
        let passed = before.passed.filter(|_| !moved);
        let after = Marched { minutes, today, towards, came, passed };
        if after == before {
            return Ok(());
        }
        changes.happen(Event::MarchKept { leaf: id.clone(), before, after })
    }

    /// Nobody comes into a square that the enemy holds, but for the square of the battle itself; who stood in a contested
    /// one stands in it still.
    fn places_are_free(&self, context: &DecisionContext<'_>, changes: &Changeset) -> Result<(), OpError> {
        for id in self.leaves.keys() {
            let leaf = changes.formation(id)?;
            let stood = context.campaign.formations.get(id).and_then(Formation::stands_on);
            let came = |at: &Square| *at != self.battle.square && Some(*at) != stood;
            let Some(square) = leaf.stands_on().filter(came) else { continue };
            if let Some(enemy) = changes.enemy_on(square, leaf.side).filter(|_| leaf.is_fighting_leaf()) {
                let reference = changes.now().frame.reference(square);
                return Err(OpError::NotNow {
                    message: format!("{} cannot end in {reference}: {} holds it", leaf.named(), enemy.named()),
                    at: id.to_string(),
                    hint: "give it another square in the outcome".into(),
                });
            }
        }
        Ok(())
    }

    /// The square goes to who holds it; who ends elsewhere takes the ground there.
    fn ground(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let moved: Vec<FormationId> = self.leaves.keys().cloned().collect();
        moved.iter().try_for_each(|id| changes.take_ground(id))
    }

    /// Dumps, vehicles and what lies at railheads of the losers in the square go as the setting `capture` says.
    fn booty(&self, changes: &mut Changeset) -> Result<(), OpError> {
        what_is_left(changes, self.battle.square)
    }

    /// Vehicles that surrendered where nobody was left to take them are lost with their cargo.
    fn vehicles(&self, changes: &mut Changeset) -> Result<(), OpError> {
        for (id, bases) in &self.leaves {
            let gone = bases.iter().all(|(_, base)| !stays(base));
            if gone && changes.formation(id)?.is_on_map() {
                set_state(changes, id, LeafState::Surrendered)?;
            }
        }
        Ok(())
    }

    /// Green turns into the grade under it once the first battle is over (section 1).
    fn greens(&self, changes: &mut Changeset) -> Result<(), OpError> {
        for told in self.outcome.units.iter().filter(|unit| unit.engaged) {
            let tree = Tree::new(changes.now());
            let Some(unit) = changes.now().formations.get(&told.id) else { continue };
            if tree.grade(unit) != Some(Grade::Green) {
                continue;
            }
            let under = tree.grade_under(unit).unwrap_or(Grade::Conscript);
            let event = Event::GradeChanged {
                formation: unit.id.clone(),
                before: unit.grade,
                after: Some(under),
                bound: changes.now().bound,
                battle: Some(self.battle.id.to_string()),
                reason: "its first battle is over".to_owned(),
            };
            changes.happen(event)?;
        }
        Ok(())
    }

    /// What the battle was for each unit.
    fn evidence(&self, context: &DecisionContext<'_>) -> Result<Vec<BattleUnit>, OpError> {
        let (tree, mut seen) = (Tree::new(context.campaign), BTreeSet::new());
        let units = self.outcome.units.iter().filter(|unit| seen.insert(&unit.id));
        units
            .map(|unit| {
                let Some(formation) = context.campaign.formations.get(&unit.id) else {
                    let message = format!("there is no unit `{}`", unit.id);
                    return Err(OpError::NotNow { message, at: unit.id.to_string(), hint: Said::default() });
                };
                let bases = || self.outcome.bases.iter().filter(|base| base.unit == unit.id);
                let passed = unit.tests.iter().filter(|test| test.passed).count() as u8;
                Ok(BattleUnit {
                    unit: unit.id.clone(),
                    attacked: unit.side == BattleSide::Attacker,
                    engaged: unit.engaged,
                    first: !formation.marks.fought && unit.engaged,
                    sp_before: bases().map(|base| base.sp_before).sum(),
                    sp_lost: sp_lost(bases()) as u16,
                    passed,
                    failed: unit.tests.len() as u8 - passed,
                    sp_whole: tree.fighting_sp(formation),
                })
            })
            .collect()
    }
}

/// Who fell back over the edge of the map is due again next bound, where it left.
fn go_off(changes: &mut Changeset, id: &FormationId) -> Result<(), OpError> {
    let (before, after) = (changes.leaf(id)?.entry.clone(), changes.leaf(id)?.square.map(Location::Square));
    if before != after {
        changes.happen(Event::EntryChanged { leaf: id.clone(), before, after })?;
    }
    let (before, after) = (changes.leaf(id)?.arrives, Some(changes.now().bound.next()));
    if before != after {
        changes.happen(Event::ArrivalChanged { leaf: id.clone(), before, after })?;
    }
    set_state(changes, id, LeafState::OffMap)
}

fn stays(base: &BaseOutcome) -> bool {
    matches!(base.fate, BaseFate::Stands | BaseFate::Withdrew | BaseFate::Retreated) && base.sp > 0
}

/// Of several fates of one leaf the one nearest to coming back counts.
fn lost_rank(fate: BaseFate) -> u8 {
    match fate {
        BaseFate::Stands | BaseFate::Withdrew | BaseFate::Retreated | BaseFate::Dispersed => 0,
        BaseFate::OffMap | BaseFate::AtMedicalPost | BaseFate::Merged => 1,
        BaseFate::Surrendered => 2,
        BaseFate::Destroyed => 3,
    }
}

fn lost_state(fate: BaseFate) -> LeafState {
    match fate {
        BaseFate::Dispersed => LeafState::Dispersed,
        BaseFate::AtMedicalPost | BaseFate::Merged => LeafState::Merged,
        BaseFate::OffMap => LeafState::OffMap,
        BaseFate::Surrendered => LeafState::Surrendered,
        BaseFate::Stands | BaseFate::Withdrew | BaseFate::Retreated | BaseFate::Destroyed => LeafState::Destroyed,
    }
}

/// The state of a leaf by its bases: the worst of them.
fn state(bases: &[&BaseOutcome]) -> LeafState {
    if bases.iter().any(|base| base.broken) {
        LeafState::Broken
    } else if bases.iter().any(|base| base.disorganised) {
        LeafState::Disorganised
    } else {
        LeafState::Organised
    }
}

/// What the battle leaves on a unit; a whole unit may be disorganised by it.
///
/// # Interpretation
/// Battles of one bound are fought apart: what another has left on the unit since this one was drawn is added up.
fn unit(changes: &mut Changeset, told: &UnitOutcome) -> Result<(), OpError> {
    let Some(unit) = changes.now().formations.get(&told.id) else { return Ok(()) };
    let (marks, owed, id) = (unit.marks, unit.attacks_owed, unit.id.clone());
    let drawn = told.before.unwrap_or(UnitBefore { owed, half_tested: marks.half_tested });
    let in_all = (owed + told.owed).saturating_sub(drawn.owed);
    let used_up = in_all > told.owed && in_all >= Tree::new(changes.now()).hq_die(unit);
    let after = UnitMarks {
        fought: marks.fought || told.engaged,
        met_tanks: marks.met_tanks || told.met_tanks,
        half_tested: if told.half_tested == drawn.half_tested { marks.half_tested } else { told.half_tested },
        ..marks
    };
    changes.marks(&id, after)?;
    if owed != in_all {
        changes.happen(Event::AttacksOwedChanged { formation: id.clone(), before: owed, after: in_all })?;
    }
    if !told.disorganised && !used_up {
        return Ok(());
    }
    let tree = Tree::new(changes.now());
    let Some(unit) = changes.now().formations.get(&id) else { return Ok(()) };
    let fights_here = |f: &&Formation| f.stands_on().is_some() && f.can_fight();
    let in_order = |f: &&Formation| f.leaf.as_ref().is_some_and(|leaf| leaf.state == LeafState::Organised);
    let rest: Vec<FormationId> =
        tree.own_leaves(unit).filter(fights_here).filter(in_order).map(|f| f.id.clone()).collect();
    rest.iter().try_for_each(|leaf| changes.bare_state(leaf, LeafState::Disorganised))
}
