//! What an engagement is told: the units of both sides and what lies between them.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::war_times_journal::input::{Damage, N, Some1, WtjWrong};
use crate::war_times_journal::mapping::WtjStrength;
use crate::war_times_journal::names::{Dangerous, WtjArmour, WtjCover, WtjGrade, WtjKind};
use crate::war_times_journal::parameters::WtjHouse;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::war_times_journal) enum WtjPlan {
    Assault,
    Maneuver,
    Support,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::war_times_journal) enum Size {
    Small,
    Large,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::war_times_journal) struct Battery {
    #[serde(default = "crate::war_times_journal::direct::usual_class")]
    pub(in crate::war_times_journal) gun_class: N,
}

/// A unit as the file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
pub(in crate::war_times_journal) struct WtjUnitInput {
    pub(in crate::war_times_journal) id: String,
    pub(in crate::war_times_journal) kind: WtjKind,
    pub(in crate::war_times_journal) grade: WtjGrade,
    pub(in crate::war_times_journal) bases: Some1,
    pub(in crate::war_times_journal) original: Option<N>,
    pub(in crate::war_times_journal) damage: Option<Damage>,
    pub(in crate::war_times_journal) damaged_bases: Option<N>,
    pub(in crate::war_times_journal) sp: Option<N>,
    pub(in crate::war_times_journal) markers: Option<N>,
    pub(in crate::war_times_journal) plan: Option<WtjPlan>,
    #[serde(default)]
    pub(in crate::war_times_journal) cover: WtjCover,
    pub(in crate::war_times_journal) gun_class: Option<N>,
    #[serde(default)]
    pub(in crate::war_times_journal) armour: WtjArmour,
    pub(in crate::war_times_journal) size: Option<Size>,
    #[serde(default)]
    pub(in crate::war_times_journal) consecutive: N,
    #[serde(default)]
    pub(in crate::war_times_journal) assault_weapons: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) prone: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) packed: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) limbered: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) over_top: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) pinned: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) withdrew: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) demoralised: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) unsupported: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) scenario_defender: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) hq_lost: bool,
}

impl WtjUnitInput {
    /// A unit of so many bases, with nothing else said of it.
    pub(in crate::war_times_journal) fn new(id: &str, kind: WtjKind, grade: WtjGrade, bases: u32) -> Self {
        Self {
            id: id.to_owned(),
            kind,
            grade,
            bases: Some1(bases.max(1)),
            original: None,
            damage: None,
            damaged_bases: None,
            sp: None,
            markers: None,
            plan: None,
            cover: WtjCover::Open,
            gun_class: None,
            armour: WtjArmour::Soft,
            size: None,
            consecutive: N(0),
            assault_weapons: false,
            prone: false,
            packed: false,
            limbered: false,
            over_top: false,
            pinned: false,
            withdrew: false,
            demoralised: false,
            unsupported: false,
            scenario_defender: false,
            hq_lost: false,
        }
    }

    pub(super) fn original(&self) -> u32 {
        self.original.map_or(self.bases.0, |n| n.0)
    }

    pub(super) fn damage(&self) -> u32 {
        self.damage.map_or(0, |damage| damage.0)
    }

    pub(super) fn damaged_bases(&self) -> u32 {
        self.damaged_bases.map_or(0, |n| n.0)
    }

    pub(super) fn plan(&self) -> WtjPlan {
        let usual =
            if matches!(self.kind, WtjKind::Personnel | WtjKind::Tank) { WtjPlan::Assault } else { WtjPlan::Support };
        self.plan.unwrap_or(usual)
    }

    /// The class of its guns; none for those without.
    pub(super) fn gun_class(&self) -> Option<u32> {
        match self.kind {
            WtjKind::Gun | WtjKind::Tank => Some(self.gun_class.map_or(5, |n| n.0)),
            WtjKind::Vehicle => self.gun_class.map(|n| n.0),
            _ => None,
        }
    }

    /// Strength as it entered: as told, else by the formula.
    pub(super) fn entered(&self, per_sp: u32) -> WtjStrength {
        let (sp, markers) = if self.kind == WtjKind::Personnel {
            crate::war_times_journal::mapping::pool_home(self.bases.0, None, per_sp)
        } else {
            (self.bases.0, self.damaged_bases())
        };
        WtjStrength { sp: self.sp.unwrap_or(N(sp)), markers: self.markers.unwrap_or(N(markers)) }
    }

    fn verify(&self, side: &'static str) -> Result<(), WtjWrong> {
        let men = self.kind == WtjKind::Personnel;
        WtjWrong::unless(!self.id.trim().is_empty(), side, "a unit without a name", "an `id` for each")?;
        WtjWrong::unless(self.original() >= self.bases.0, side, &self.id, "`original` at least `bases`")?;
        WtjWrong::unless(men || self.damage.is_none(), side, &self.id, "`damage` for personnel only")?;
        WtjWrong::unless(!men || self.damaged_bases.is_none(), side, &self.id, "`damage` for personnel")?;
        WtjWrong::unless(self.damaged_bases() <= self.bases.0, side, &self.id, "`damaged_bases` at most `bases`")?;
        let guns = matches!(self.kind, WtjKind::Gun | WtjKind::Tank | WtjKind::Vehicle);
        WtjWrong::unless(guns || self.gun_class.is_none(), side, &self.id, "`gun_class` for guns, tanks and vehicles")
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(non_snake_case, reason = "the keys of the page")]
pub(in crate::war_times_journal) struct WtjEngage {
    pub(in crate::war_times_journal) A: Vec<WtjUnitInput>,
    pub(in crate::war_times_journal) D: Vec<WtjUnitInput>,
    pub(in crate::war_times_journal) barrage: Option<Battery>,
    #[serde(default)]
    pub(in crate::war_times_journal) dangerous: Vec<Dangerous>,
    #[serde(default)]
    pub(in crate::war_times_journal) hq_hits_A: N,
    #[serde(default)]
    pub(in crate::war_times_journal) rear_blocked: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) A_rear_blocked: bool,
    #[serde(default)]
    pub(in crate::war_times_journal) house: WtjHouse,
}

impl WtjEngage {
    /// Attackers, defenders.
    pub(super) fn sides(&self) -> [&[WtjUnitInput]; 2] {
        [&self.A, &self.D]
    }

    /// The units of both sides.
    pub(in crate::war_times_journal) fn units(&self) -> impl Iterator<Item = &WtjUnitInput> {
        self.sides().into_iter().flatten()
    }

    pub(super) fn hq_hits(&self) -> u32 {
        self.hq_hits_A.0
    }

    /// Whether a side cannot fall back.
    pub(super) fn barred(&self, side: usize) -> bool {
        [self.A_rear_blocked, self.rear_blocked][side]
    }

    pub(super) fn verify(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        for (side, units) in ["A", "D"].into_iter().zip(self.sides()) {
            WtjWrong::unless(units.len() <= 200, side, units.len(), "at most 200 units")?;
            let mut ids = BTreeSet::new();
            for unit in units {
                unit.verify(side)?;
                WtjWrong::unless(ids.insert(&unit.id), side, &unit.id, "each `id` once")?;
            }
        }
        Ok(())
    }
}
