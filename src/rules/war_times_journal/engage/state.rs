//! The units of an engagement as they fight.

use dice::Told;

use super::input::{WtjEngage, WtjPlan, WtjUnitInput};
use crate::war_times_journal::answer::WtjUsedHouseRules;
use crate::war_times_journal::losses::WtjPool;
use crate::war_times_journal::names::{Effect, Letter, WtjCover, WtjHit, WtjKind, WtjMorale};
use crate::war_times_journal::parameters::WtjHouse;

pub(in crate::war_times_journal) const A: usize = 0;
pub(in crate::war_times_journal) const D: usize = 1;

/// A base of those that are kept base by base.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WtjBase {
    pub(super) damaged: bool,
    pub(super) immobile: bool,
    /// Stuck in dangerous ground: it takes no further part.
    pub(super) stuck: bool,
}

/// What is left of a unit.
#[derive(Debug, Clone)]
pub(super) enum WtjBases {
    Pool(WtjPool),
    Each(Vec<WtjBase>),
}

/// A unit in the fight.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "markers that come and go one by one")]
pub(in crate::war_times_journal) struct WtjUnit<'a> {
    pub(super) told: &'a WtjUnitInput,
    pub(super) bases: WtjBases,
    pub(super) cover: WtjCover,
    pub(super) prone: bool,
    /// The test that it passed.
    pub(in crate::war_times_journal) passed: Option<WtjPlan>,
    pub(super) contact: bool,
    pub(super) pinned: bool,
    /// Pinned in this engagement.
    pub(super) newly_pinned: bool,
    pub(super) demoralised: bool,
    pub(super) effects: Vec<Effect>,
    pub(super) hurt: bool,
    pub(in crate::war_times_journal) shot_at: bool,
    pub(in crate::war_times_journal) fired: bool,
    pub(in crate::war_times_journal) fought: bool,
    pub(super) captured: u32,
    pub(in crate::war_times_journal) withdraws: bool,
    pub(super) made_way: bool,
}

impl<'a> WtjUnit<'a> {
    fn new(told: &'a WtjUnitInput) -> Self {
        let bases = if told.kind == WtjKind::Personnel {
            WtjBases::Pool(WtjPool::new(told.bases.0, told.damage()))
        } else {
            let base = |place| WtjBase { damaged: place < told.damaged_bases(), ..WtjBase::default() };
            WtjBases::Each((0..told.bases.0).map(base).collect())
        };
        Self {
            told,
            bases,
            cover: told.cover,
            prone: told.prone,
            passed: None,
            contact: false,
            pinned: told.pinned,
            newly_pinned: false,
            demoralised: told.demoralised,
            effects: Vec::new(),
            hurt: false,
            shot_at: false,
            fired: false,
            fought: false,
            captured: 0,
            withdraws: false,
            made_way: false,
        }
    }

    pub(super) fn kind(&self) -> WtjKind {
        self.told.kind
    }

    pub(super) fn armoured(&self) -> bool {
        !self.kind().on_foot()
    }

    /// Bases left.
    pub(super) fn left(&self) -> u32 {
        match &self.bases {
            WtjBases::Pool(pool) => pool.bases,
            WtjBases::Each(bases) => bases.len() as u32,
        }
    }

    /// Bases left that take part.
    pub(super) fn able(&self) -> u32 {
        match &self.bases {
            WtjBases::Pool(pool) => pool.bases,
            WtjBases::Each(bases) => bases.iter().filter(|base| !base.stuck).count() as u32,
        }
    }

    /// Whether any base of it can move.
    pub(super) fn mobile(&self) -> bool {
        match &self.bases {
            WtjBases::Pool(pool) => pool.bases > 0,
            WtjBases::Each(bases) => bases.iter().any(|base| !base.stuck && !base.immobile),
        }
    }

    /// Damage on the pool, or the damaged bases.
    pub(super) fn damage(&self) -> u32 {
        match &self.bases {
            WtjBases::Pool(pool) => pool.damage,
            WtjBases::Each(bases) => bases.iter().filter(|base| base.damaged).count() as u32,
        }
    }

    pub(super) fn immobilised(&self) -> bool {
        matches!(&self.bases, WtjBases::Each(bases) if bases.iter().any(|base| base.immobile || base.stuck))
    }

    /// Takes a result where it falls: the first damaged base, else the first.
    pub(super) fn take(&mut self, hit: WtjHit) {
        let before = (self.left(), self.damage());
        match &mut self.bases {
            WtjBases::Pool(pool) => *pool = pool.after(hit),
            WtjBases::Each(bases) => {
                for one in if hit == WtjHit::Kk { vec![WtjHit::K, WtjHit::K] } else { vec![hit] } {
                    strike(bases, one);
                }
            }
        }
        self.hurt |= before != (self.left(), self.damage());
    }

    /// Loses so many bases in an assault.
    pub(super) fn lose(&mut self, count: u32) {
        (0..count).for_each(|_| self.take(WtjHit::K));
    }

    /// Keeps so many of its bases, the first ones.
    pub(super) fn keep(&mut self, count: u32) {
        match &mut self.bases {
            WtjBases::Pool(pool) => *pool = WtjPool::new(count.min(pool.bases), pool.damage),
            WtjBases::Each(bases) => bases.truncate(count as usize),
        }
    }

    pub(super) fn capture(&mut self) {
        self.captured += self.left();
        self.keep(0);
    }

    /// Whether it has the effect that takes it out of the assault: W or worse.
    pub(super) fn out(&self) -> bool {
        self.effects.iter().any(|effect| effect.letters().any(|letter| letter != Letter::P))
    }

    /// Whether it can still fight on.
    pub(super) fn stands(&self) -> bool {
        self.able() > 0 && !self.out()
    }

    /// The modifiers of its morale that do not come from an assault.
    pub(super) fn morale(&self) -> Vec<WtjMorale> {
        let told = self.told;
        let every_damaged = self.kind() == WtjKind::Tank && self.left() > 0 && self.damage() == self.left();
        let weak = super::super::morale::is_weak(told.original(), self.left());
        let all = [
            (self.cover >= WtjCover::Hard, WtjMorale::HardCover),
            (told.scenario_defender, WtjMorale::ScenarioDefender),
            (weak, WtjMorale::Weak),
            (every_damaged, WtjMorale::DamagedTank),
            (told.unsupported, WtjMorale::Unsupported),
            (told.hq_lost, WtjMorale::HqLost),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
    }
}

/// A result on bases kept one by one.
fn strike(bases: &mut Vec<WtjBase>, hit: WtjHit) {
    let able = |base: &WtjBase| !base.stuck;
    let damaged = bases.iter().position(|base| able(base) && base.damaged);
    let Some(first) = damaged.or_else(|| bases.iter().position(able)) else { return };
    match hit {
        WtjHit::K | WtjHit::Kk => drop(bases.remove(first)),
        WtjHit::D if bases[first].damaged => drop(bases.remove(first)),
        WtjHit::D => bases[first].damaged = true,
        WtjHit::I => {
            let moves = |base: &WtjBase| able(base) && !base.immobile;
            let damaged = bases.iter().position(|base| moves(base) && base.damaged);
            if let Some(place) = damaged.or_else(|| bases.iter().position(moves)) {
                bases[place].immobile = true;
            }
        }
        WtjHit::None => {}
    }
}

/// An assault as it went, for the answer.
#[derive(Debug, Clone)]
pub(super) struct WtjFought {
    pub(super) totals: Vec<[i32; 2]>,
    pub(super) verdict: super::super::assault::Verdict,
    pub(super) modifiers: [i32; 2],
}

/// Both sides, and what has come of them so far.
pub(in crate::war_times_journal) struct WtjField<'a> {
    pub(super) told: &'a WtjEngage,
    pub(in crate::war_times_journal) units: [Vec<WtjUnit<'a>>; 2],
    /// Who is in contact with whom: places in the lists of A and D.
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) fought: Option<WtjFought>,
    /// Who of A enters the square.
    pub(in crate::war_times_journal) advances: Option<usize>,
    pub(in crate::war_times_journal) used_house_rules: WtjUsedHouseRules,
    pub(in crate::war_times_journal) words: Vec<Told>,
}

impl<'a> WtjField<'a> {
    pub(super) fn new(told: &'a WtjEngage) -> Self {
        let units = told.sides().map(|side| side.iter().map(WtjUnit::new).collect());
        let (used_house_rules, words) = (WtjUsedHouseRules::default(), Vec::new());
        Self { told, units, pairs: Vec::new(), fought: None, advances: None, used_house_rules, words }
    }

    pub(super) fn house(&self) -> &'a WtjHouse {
        &self.told.house
    }

    /// Whether two units of different sides are in contact.
    pub(super) fn touch(&self, side: usize, unit: usize, enemy: usize) -> bool {
        self.pairs.contains(&if side == A { (unit, enemy) } else { (enemy, unit) })
    }

    pub(super) fn say(&mut self, words: Told) {
        self.words.push(words);
    }
}
