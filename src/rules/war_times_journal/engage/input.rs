//! What an engagement is told: the units of both sides and what lies between them.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::rules::war_times_journal::house::House;
use crate::rules::war_times_journal::input::{Damage, N, Some1, Wrong};
use crate::rules::war_times_journal::mapping::Strength;
use crate::rules::war_times_journal::names::{Armour, Cover, Dangerous, Grade, Kind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::rules::war_times_journal) enum Plan {
    Assault,
    Maneuver,
    Support,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Size {
    Small,
    Large,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Battery {
    #[serde(default = "crate::rules::war_times_journal::direct::usual_class")]
    pub(super) gun_class: N,
}

/// A unit as the file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
pub(super) struct UnitTold {
    pub(super) id: String,
    pub(super) kind: Kind,
    pub(super) grade: Grade,
    pub(super) bases: Some1,
    original: Option<N>,
    damage: Option<Damage>,
    damaged_bases: Option<N>,
    sp: Option<N>,
    markers: Option<N>,
    plan: Option<Plan>,
    #[serde(default)]
    pub(super) cover: Cover,
    gun_class: Option<N>,
    #[serde(default)]
    pub(super) armour: Armour,
    pub(super) size: Option<Size>,
    #[serde(default)]
    pub(super) consecutive: N,
    #[serde(default)]
    pub(super) assault_weapons: bool,
    #[serde(default)]
    pub(super) prone: bool,
    #[serde(default)]
    pub(super) packed: bool,
    #[serde(default)]
    pub(super) limbered: bool,
    #[serde(default)]
    pub(super) over_top: bool,
    #[serde(default)]
    pub(super) pinned: bool,
    #[serde(default)]
    pub(super) withdrew: bool,
    #[serde(default)]
    pub(super) demoralised: bool,
    #[serde(default)]
    pub(super) unsupported: bool,
    #[serde(default)]
    pub(super) scenario_defender: bool,
    #[serde(default)]
    pub(super) hq_lost: bool,
}

impl UnitTold {
    pub(super) fn original(&self) -> u32 {
        self.original.map_or(self.bases.0, |n| n.0)
    }

    pub(super) fn damage(&self) -> u32 {
        self.damage.map_or(0, |damage| damage.0)
    }

    pub(super) fn damaged_bases(&self) -> u32 {
        self.damaged_bases.map_or(0, |n| n.0)
    }

    pub(super) fn plan(&self) -> Plan {
        let usual = if matches!(self.kind, Kind::Personnel | Kind::Tank) { Plan::Assault } else { Plan::Support };
        self.plan.unwrap_or(usual)
    }

    /// The class of its guns; none for those without.
    pub(super) fn gun_class(&self) -> Option<u32> {
        match self.kind {
            Kind::Gun | Kind::Tank => Some(self.gun_class.map_or(5, |n| n.0)),
            Kind::Vehicle => self.gun_class.map(|n| n.0),
            _ => None,
        }
    }

    /// Strength as it entered: as told, else by the formula.
    pub(super) fn entered(&self, per_sp: u32) -> Strength {
        let (sp, markers) = if self.kind == Kind::Personnel {
            crate::rules::war_times_journal::mapping::pool_home(self.bases.0, None, per_sp)
        } else {
            (self.bases.0, self.damaged_bases())
        };
        Strength { sp: self.sp.unwrap_or(N(sp)), markers: self.markers.unwrap_or(N(markers)) }
    }

    fn verify(&self, side: &'static str) -> Result<(), Wrong> {
        let men = self.kind == Kind::Personnel;
        Wrong::unless(!self.id.trim().is_empty(), side, "a unit without a name", "an `id` for each")?;
        Wrong::unless(self.original() >= self.bases.0, side, &self.id, "`original` at least `bases`")?;
        Wrong::unless(men || self.damage.is_none(), side, &self.id, "`damage` for personnel only")?;
        Wrong::unless(!men || self.damaged_bases.is_none(), side, &self.id, "`damage` for personnel")?;
        Wrong::unless(self.damaged_bases() <= self.bases.0, side, &self.id, "`damaged_bases` at most `bases`")?;
        let guns = matches!(self.kind, Kind::Gun | Kind::Tank | Kind::Vehicle);
        Wrong::unless(guns || self.gun_class.is_none(), side, &self.id, "`gun_class` for guns, tanks and vehicles")
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(non_snake_case, reason = "the keys of the page")]
pub(in crate::rules::war_times_journal) struct Engage {
    A: Vec<UnitTold>,
    D: Vec<UnitTold>,
    pub(super) barrage: Option<Battery>,
    #[serde(default)]
    pub(super) dangerous: Vec<Dangerous>,
    #[serde(default)]
    hq_hits_A: N,
    #[serde(default)]
    pub(super) rear_blocked: bool,
    #[serde(default)]
    A_rear_blocked: bool,
    #[serde(default)]
    pub(super) house: House,
}

impl Engage {
    /// Attackers, defenders.
    pub(super) fn sides(&self) -> [&[UnitTold]; 2] {
        [&self.A, &self.D]
    }

    pub(super) fn hq_hits(&self) -> u32 {
        self.hq_hits_A.0
    }

    /// Whether a side cannot fall back.
    pub(super) fn barred(&self, side: usize) -> bool {
        [self.A_rear_blocked, self.rear_blocked][side]
    }

    pub(super) fn verify(&self) -> Result<(), Wrong> {
        self.house.check()?;
        for (side, units) in ["A", "D"].into_iter().zip(self.sides()) {
            Wrong::unless(units.len() <= 200, side, units.len(), "at most 200 units")?;
            let mut ids = BTreeSet::new();
            for unit in units {
                unit.verify(side)?;
                Wrong::unless(ids.insert(&unit.id), side, &unit.id, "each `id` once")?;
            }
        }
        Ok(())
    }
}
