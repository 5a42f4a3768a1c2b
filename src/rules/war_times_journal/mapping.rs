//! §5.1 and §5.2 strength points to bases and back; no dice.

use serde::Deserialize;
use serde_json::{Value, json};

use dice::Dice;

use super::answer::{WtjUsedHouseRules, answer, many};
use super::count::certain;
use super::input::{Damage, N, WtjPlay, WtjWrong};
use super::names::WtjKind;
use crate::mechanic::Result;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WtjMapIn {
    kind: WtjKind,
    sp: N,
    #[serde(default)]
    markers: N,
    #[serde(default)]
    house: WtjHouse,
}

/// Strength points and markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WtjStrength {
    pub(super) sp: N,
    #[serde(default)]
    pub(super) markers: N,
}

fn used_house_rules(kind: WtjKind) -> WtjUsedHouseRules {
    if kind == WtjKind::Personnel { WtjUsedHouseRules::on(&["bases_per_sp"]) } else { WtjUsedHouseRules::default() }
}

impl WtjMapIn {
    fn most(&self) -> u32 {
        if self.kind == WtjKind::Personnel { self.sp.0 * self.house.bases_per_sp() } else { self.sp.0 }
    }

    fn keys(&self) -> Value {
        if self.kind == WtjKind::Personnel {
            json!({ "bases": self.most() - self.markers.0, "damage": 0 })
        } else {
            json!({ "bases": self.sp.0, "damaged_bases": self.markers.0 })
        }
    }
}

impl WtjPlay for WtjMapIn {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        let most = self.most();
        WtjWrong::unless(self.markers.0 <= most, "markers", self.markers.0, format!("at most {most} for these SP"))
    }

    fn roll(&self, _: &mut Dice<'_>) -> Result<Rolled> {
        let keys = self.keys();
        let bases = many(keys["bases"].as_i64().unwrap_or(0), "base");
        let damaged = keys["damaged_bases"].as_i64().map_or(String::new(), |n| format!(", {n} of them damaged"));
        let words = vec![format!("{} SP with {}: {bases}{damaged}", self.sp.0, many(self.markers.0, "marker"))];
        Ok(answer(keys, &used_house_rules(self.kind), words))
    }

    fn odds(&self) -> Result<Chances> {
        Ok(certain(self.keys()))
    }
}

/// Strength home of a pool: whoever lost no base keeps what it had, else SP are rounded up and markers make the rest.
pub(super) fn pool_home(bases: u32, before: Option<WtjStrength>, per_sp: u32) -> (u32, u32) {
    if let Some(before) = before
        && bases > 0
        && bases == (before.sp.0 * per_sp).saturating_sub(before.markers.0)
    {
        return (before.sp.0, before.markers.0);
    }
    let sp = bases.div_ceil(per_sp);
    (sp, sp * per_sp - bases)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WtjMapOut {
    kind: WtjKind,
    bases: N,
    damage: Option<Damage>,
    before: Option<WtjStrength>,
    damaged_bases: Option<N>,
    immobilised_bases: Option<N>,
    #[serde(default)]
    house: WtjHouse,
}

impl WtjMapOut {
    fn home(&self) -> (u32, u32) {
        if self.kind == WtjKind::Personnel {
            pool_home(self.bases.0, self.before, self.house.bases_per_sp())
        } else {
            (self.bases.0, self.damaged_bases.unwrap_or_default().0)
        }
    }

    fn keys(&self) -> Value {
        let (sp, markers) = self.home();
        let stuck = self.immobilised_bases.is_some_and(|n| n.0 > 0);
        let flags: &[&str] = if stuck { &["immobilised"] } else { &[] };
        json!({ "sp": sp, "markers": markers, "flags": flags, "lost": self.bases.0 == 0 })
    }
}

impl WtjPlay for WtjMapOut {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        let of_others = "leave it out for personnel";
        let of_men = "leave it out except for personnel";
        let men = self.kind == WtjKind::Personnel;
        WtjWrong::unless(!men || self.damaged_bases.is_none(), "damaged_bases", "a count", of_others)?;
        WtjWrong::unless(!men || self.immobilised_bases.is_none(), "immobilised_bases", "a count", of_others)?;
        WtjWrong::unless(men || self.damage.is_none(), "damage", "a mark", of_men)?;
        WtjWrong::unless(men || self.before.is_none(), "before", "a strength", of_men)?;
        for (key, count) in [("damaged_bases", self.damaged_bases), ("immobilised_bases", self.immobilised_bases)] {
            let count = count.unwrap_or_default();
            WtjWrong::unless(count <= self.bases, key, count.0, "at most `bases`")?;
        }
        Ok(())
    }

    fn roll(&self, _: &mut Dice<'_>) -> Result<Rolled> {
        let (sp, markers) = self.home();
        let words = vec![format!("{}: {sp} SP with {}", many(self.bases.0, "base"), many(markers, "marker"))];
        Ok(answer(self.keys(), &used_house_rules(self.kind), words))
    }

    fn odds(&self) -> Result<Chances> {
        Ok(certain(self.keys()))
    }
}
