//! §2.2 what a result takes: personnel as a pool in which the second damage removes a base.

use serde::Deserialize;
use serde_json::{Value, json};

use dice::Dice;

use super::answer::{WtjUsedHouseRules, answer, many};
use super::count::certain;
use super::input::{Damage, N, WtjPlay};
use super::names::WtjHit;
use crate::mechanic::Result;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;

/// Bases counted as one pool, with at most one of them damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct WtjPool {
    pub(super) bases: u32,
    pub(super) damage: u32,
}

impl WtjPool {
    /// A pool; nobody left has no damage.
    pub(super) fn new(bases: u32, damage: u32) -> Self {
        Self { bases, damage: if bases == 0 { 0 } else { damage } }
    }

    /// What a result leaves; men on foot are not immobilised.
    pub(super) fn after(self, hit: WtjHit) -> Self {
        let Self { bases, damage } = self;
        match hit {
            WtjHit::None | WtjHit::I => self,
            WtjHit::D if damage == 0 => Self::new(bases, 1),
            WtjHit::D => Self::new(bases.saturating_sub(1), 0),
            WtjHit::K => Self::new(bases.saturating_sub(1), damage),
            WtjHit::Kk => Self::new(bases.saturating_sub(2), damage),
        }
    }
}

impl WtjHit {
    /// What it takes, in bases: two damaged are one.
    pub(super) fn bases(self) -> f64 {
        match self {
            Self::None | Self::I => 0.0,
            Self::D => 0.5,
            Self::K => 1.0,
            Self::Kk => 2.0,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Apply {
    bases: N,
    #[serde(default)]
    damage: Damage,
    result: WtjHit,
    #[serde(default, rename = "house")]
    _house: crate::war_times_journal::parameters::WtjHouse,
}

impl Apply {
    fn keys(&self) -> Value {
        let WtjPool { bases, damage } = WtjPool::new(self.bases.0, self.damage.0).after(self.result);
        json!({ "bases": bases, "damage": damage, "destroyed": bases == 0 })
    }
}

impl WtjPlay for Apply {
    fn roll(&self, _: &mut Dice<'_>) -> Result<Rolled> {
        let WtjPool { bases, damage } = WtjPool::new(self.bases.0, self.damage.0).after(self.result);
        let marked = if damage == 0 { "" } else { ", one of them damaged" };
        let words = vec![format!("{} left{marked}", many(bases, "base"))];
        Ok(answer(self.keys(), &WtjUsedHouseRules::default(), words))
    }

    fn odds(&self) -> Result<Chances> {
        Ok(certain(self.keys()))
    }
}
