//! `grade review`: whose grade is due after a battle, and on what evidence. The organiser decides.

use serde::Serialize;

use campaign::{Battle, BattleUnit, Campaign, Event, Formation, Fought, Tree};
use domain::{BattleId, FormationId, Grade, RuleSystemId};

use crate::{OpError, Session};

/// A unit whose grade the organiser should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeDue {
    /// The unit.
    pub unit: FormationId,
    /// The battle.
    pub battle: BattleId,
    /// Its grade now.
    pub grade: Grade,
    /// The grade that the evidence speaks for; none where it speaks for no change.
    pub due: Option<Grade>,
    /// What it did.
    pub evidence: Evidence,
}

/// What speaks for or against a change of grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "what is asked of a unit one by one")]
pub struct Evidence {
    /// Whether it attacked.
    pub attacked: bool,
    /// Whether its side held the square in the end.
    pub won: bool,
    /// Whether it was its first battle.
    pub first: bool,
    /// Tests that it passed.
    pub passed: u8,
    /// Tests that it failed.
    pub failed: u8,
    /// SP that it lost.
    pub sp_lost: u16,
    /// SP with which it stood before: all its fighting bases on the map, in the battle or not.
    pub sp_before: u32,
    /// Whether more than half of its men are replacements since, where the rules ask.
    pub is_mostly_new: bool,
}

/// The units of a battle, or of all battles those for whose grade something speaks and nothing has been decided.
pub fn grade_review(campaign: &Campaign, battle: Option<&Battle>) -> Vec<GradeDue> {
    let mut found = looked_at(campaign, battle);
    if battle.is_none() {
        found.retain(|due| due.due.is_some());
    }
    found
}

/// The units of a battle, or of all battles, on whose grade nothing has been decided.
fn looked_at(campaign: &Campaign, battle: Option<&Battle>) -> Vec<GradeDue> {
    let tree = Tree::new(campaign);
    let mut battles: Vec<&Battle> = campaign.battles.values().collect();
    battles.sort_by_key(|battle| (battle.bound, &battle.id));
    battles.retain(|there| battle.is_none_or(|wanted| wanted.id == there.id));
    let of_battle = |battle: &&Battle| -> Vec<GradeDue> {
        let Some(fought) = &battle.fought else { return Vec::new() };
        let engaged = fought.units.iter().filter(|unit| unit.engaged && !is_decided(campaign, battle, &unit.unit));
        engaged.filter_map(|unit| due(&tree, battle, fought, unit)).collect()
    };
    battles.iter().flat_map(of_battle).collect()
}

/// Whether the organiser, or the end of a first battle, has decided on a unit's grade after this battle.
fn is_decided(campaign: &Campaign, battle: &Battle, unit: &FormationId) -> bool {
    let of = |row: &campaign::GradeRow| row.formation == *unit && row.battle.as_deref() == Some(battle.id.as_str());
    campaign.grades.iter().any(of)
}

fn due(tree: &Tree<'_>, battle: &Battle, fought: &Fought, unit: &BattleUnit) -> Option<GradeDue> {
    let formation = tree.campaign().formations.get(&unit.unit)?;
    let grade = tree.grade(formation)?;
    let won = (fought.holder == battle.attacker) == unit.attacked;
    let sp_before = whole(tree, formation, unit);
    let due = if unit.failed == 0 && unit.passed > 0 && won {
        up(grade)
    } else if unit.failed > 0 && !won || u32::from(unit.sp_lost) * 2 >= sp_before {
        down(grade)
    } else {
        None
    };
    let (id, battle) = (unit.unit.clone(), battle.id.clone());
    let evidence = Evidence {
        attacked: unit.attacked,
        won,
        first: unit.first,
        passed: unit.passed,
        failed: unit.failed,
        sp_lost: unit.sp_lost,
        sp_before,
        is_mostly_new: false,
    };
    Some(GradeDue { unit: id, battle, grade, due, evidence })
}

/// SP with which a unit stood when it went in, all its fighting bases on the map counted, in the battle or not, as in its tests
/// (NQM Squared, section 9).
fn whole(tree: &Tree<'_>, formation: &Formation, unit: &BattleUnit) -> u32 {
    // A battle of before this was kept: what the unit has now is the nearest that is known.
    let kept = if unit.sp_whole > 0 { unit.sp_whole } else { tree.fighting_sp(formation) + u32::from(unit.sp_lost) };
    kept.max(unit.sp_before.into())
}

/// One step up; elite is never won in battle (NQM Squared, section 1).
fn up(grade: Grade) -> Option<Grade> {
    match grade {
        Grade::Conscript | Grade::Militia => Some(Grade::Regular),
        Grade::Regular => Some(Grade::Veteran),
        Grade::Green | Grade::Veteran | Grade::Elite => None,
    }
}

/// One step down likewise.
fn down(grade: Grade) -> Option<Grade> {
    match grade {
        Grade::Elite => Some(Grade::Veteran),
        Grade::Veteran => Some(Grade::Regular),
        Grade::Regular => Some(Grade::Conscript),
        Grade::Green | Grade::Militia | Grade::Conscript => None,
    }
}

/// Whether more than half of the men of a unit above regular are replacements: it is regular then (Brigadier General Commands,
/// seed 003, on experience).
fn is_mostly_new(tree: &Tree<'_>, due: &GradeDue, replaced: u32) -> bool {
    let is_above = matches!(due.grade, Grade::Veteran | Grade::Elite);
    let Some(unit) = tree.campaign().formations.get(&due.unit).filter(|_| is_above) else { return false };
    let bases =
        tree.own_leaves(unit).filter(|f| f.can_fight()).filter_map(|f| f.leaf.as_ref()).flat_map(|leaf| &leaf.bases);
    2 * replaced > bases.map(|base| u32::from(base.sp_full)).sum()
}

impl Session {
    /// As [`grade_review`], each with the SP that it was given back since; by Brigadier General Commands who is mostly of
    /// replacements is due to be regular.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn grades_due(&self, campaign: &Campaign, battle: Option<&Battle>) -> Result<Vec<(GradeDue, u32)>, OpError> {
        let tree = Tree::new(campaign);
        let counts = campaign.rules == RuleSystemId::BrigadierGeneralCommands;
        let mut found = Vec::new();
        for mut due in looked_at(campaign, battle) {
            if !counts && battle.is_none() && due.due.is_none() {
                continue;
            }
            let replaced = self.replaced_since(campaign, &due.unit, &due.battle)?;
            if counts && is_mostly_new(&tree, &due, replaced) {
                due.due = Some(Grade::Regular);
                due.evidence.is_mostly_new = true;
            }
            if battle.is_some() || due.due.is_some() {
                found.push((due, replaced));
            }
        }
        Ok(found)
    }

    /// SP that the leaves of a unit were given back since a battle was posted.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn replaced_since(&self, campaign: &Campaign, unit: &FormationId, battle: &BattleId) -> Result<u32, OpError> {
        let posted = self.last_of(battle.as_str())?.unwrap_or(0);
        let events = self.unit_history(campaign, unit)?;
        let gains = events.iter().filter(|(operation, ..)| *operation > posted).filter_map(|(.., event)| match event {
            Event::StrengthChanged { before, after, .. } => after.checked_sub(*before),
            _ => None,
        });
        Ok(gains.map(u32::from).sum())
    }
}
