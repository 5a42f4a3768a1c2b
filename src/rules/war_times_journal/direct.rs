//! §3.8 direct fire: two hit dice and a kill die, thrown together.

use serde::{Deserialize, Serialize};
use serde_json::json;

use dice::{Call, Dice};

use super::answer::{WtjUsedHouseRules, answer};
use super::count::{certain, chances, count, likely};
use super::input::{N, WtjPlay, WtjWrong, Yards, once};
use super::names::{Direct, KillPersonnel, Mark, Range, WtjCover, WtjHit};
use super::tables::BIG_GUN;
use crate::mechanic::Result;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Target {
    Tank,
    Vehicle,
    Personnel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KillCover {
    HardCover,
    Entrenched,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DirectFire {
    target: Target,
    #[serde(default = "usual_class")]
    gun_class: N,
    armour: Option<N>,
    #[serde(default)]
    hit: Vec<Direct>,
    #[serde(default)]
    kill: Vec<KillCover>,
    yards: Option<Yards>,
    #[serde(default)]
    house: WtjHouse,
}

/// The class of a gun of which nothing is said.
pub(super) fn usual_class() -> N {
    N(5)
}

/// What a shot that hits is against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WtjAgainst {
    /// A tank or vehicle of this armour class.
    Armour(i32),
    /// Men, behind this.
    Men(WtjCover),
}

/// A shot: its gun, what it is against, its modifiers for the hit dice.
#[derive(Debug, Clone)]
pub(super) struct WtjShot {
    pub(super) gun_class: u32,
    pub(super) against: WtjAgainst,
    pub(super) hit: i32,
}

/// What a shot comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WtjOutcome {
    Miss,
    NoEffect,
    #[serde(rename = "I")]
    I,
    #[serde(rename = "D")]
    D,
    #[serde(rename = "K")]
    K,
}

impl WtjOutcome {
    /// What the target takes.
    pub(super) fn hit(self) -> WtjHit {
        match self {
            Self::Miss | Self::NoEffect => WtjHit::None,
            Self::I => WtjHit::I,
            Self::D => WtjHit::D,
            Self::K => WtjHit::K,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Miss => "a miss",
            Self::NoEffect => "no effect",
            Self::I => "immobilised",
            Self::D => "damaged",
            Self::K => "killed",
        }
    }
}

/// The value of hit modifiers together, of covers only the best.
pub(super) fn hit_sum(modifiers: &[Direct], house: &WtjHouse) -> i32 {
    let hard = modifiers.contains(&Direct::HardCover);
    let counts = |name: &&Direct| !(hard && **name == Direct::SoftCover);
    modifiers.iter().filter(counts).map(|name| house.direct(*name)).sum()
}

impl WtjShot {
    /// Hit total, kill total, outcome.
    pub(super) fn falls(&self, hit: u8, kill: u8, house: &WtjHouse) -> (i32, i32, WtjOutcome) {
        let hit_total = i32::from(hit) + self.hit;
        let kill_total = i32::from(kill) + self.kill(house);
        let outcome = if hit_total >= house.direct(Direct::HitOn) {
            self.rows(house).into_iter().find(|(from, _)| kill_total >= *from).map_or(WtjOutcome::NoEffect, |row| row.1)
        } else {
            WtjOutcome::Miss
        };
        (hit_total, kill_total, outcome)
    }

    fn rows(&self, house: &WtjHouse) -> Vec<(i32, WtjOutcome)> {
        match self.against {
            WtjAgainst::Armour(_) => {
                let rows = [(Mark::K, WtjOutcome::K), (Mark::D, WtjOutcome::D), (Mark::I, WtjOutcome::I)];
                rows.map(|(mark, outcome)| (house.kill_tank(mark), outcome)).to_vec()
            }
            WtjAgainst::Men(_) => {
                let rows = [(KillPersonnel::K, WtjOutcome::K), (KillPersonnel::D, WtjOutcome::D)];
                rows.map(|(name, outcome)| (house.kill_personnel(name), outcome)).to_vec()
            }
        }
    }

    fn kill(&self, house: &WtjHouse) -> i32 {
        match self.against {
            WtjAgainst::Armour(armour) => self.gun_class as i32 - armour,
            WtjAgainst::Men(cover) => {
                let big = if self.gun_class >= BIG_GUN { house.kill_personnel(KillPersonnel::BigGun) } else { 0 };
                big + match cover {
                    WtjCover::Open | WtjCover::Soft => 0,
                    WtjCover::Hard => house.kill_personnel(KillPersonnel::HardCover),
                    WtjCover::Entrenched => house.kill_personnel(KillPersonnel::Entrenched),
                }
            }
        }
    }

    /// The house table of its kill die.
    pub(super) fn table(&self) -> &'static str {
        match self.against {
            WtjAgainst::Armour(_) => "wtj.kill_tank",
            WtjAgainst::Men(_) => "wtj.kill_personnel",
        }
    }

    /// Three dice, always.
    pub(super) fn throw(&self, thrower: &str, house: &WtjHouse, dice: &mut Dice<'_>) -> Result<(i32, i32, WtjOutcome)> {
        let faces = dice.throw(&Call::new(thrower, "direct fire: two hit dice, the kill die"), 3)?;
        Ok(self.falls(faces[0] + faces[1], faces[2], house))
    }
}

impl DirectFire {
    fn band(&self, yards: u32) -> Option<&'static [Direct]> {
        let within = |name| yards <= self.house.range(name) * self.gun_class.0;
        if within(Range::GunShortPerClass) {
            Some(&[Direct::Short])
        } else if within(Range::GunEffectivePerClass) {
            Some(&[])
        } else {
            within(Range::GunLongPerClass).then_some(&[Direct::Long])
        }
    }

    /// The shot; none out of range.
    fn shot(&self) -> Option<WtjShot> {
        let mut hit = self.hit.clone();
        if let Some(yards) = self.yards
            && let [band] = self.band(yards.0)?
            && !hit.contains(band)
        {
            hit.push(*band);
        }
        let cover = if self.kill.contains(&KillCover::Entrenched) {
            WtjCover::Entrenched
        } else if self.kill.is_empty() {
            WtjCover::Open
        } else {
            WtjCover::Hard
        };
        let against = self.armour.map_or(WtjAgainst::Men(cover), |armour| WtjAgainst::Armour(armour.0 as i32));
        Some(WtjShot { gun_class: self.gun_class.0, against, hit: hit_sum(&hit, &self.house) })
    }

    fn used_house_rules(&self, shot: Option<&WtjShot>) -> WtjUsedHouseRules {
        let mut used_house_rules = WtjUsedHouseRules::default();
        if let Some(shot) = shot {
            used_house_rules.add("wtj.direct");
            used_house_rules.add(shot.table());
        }
        if self.yards.is_some() {
            used_house_rules.add("wtj.range_yards");
        }
        used_house_rules
    }
}

impl WtjPlay for DirectFire {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        once("hit", &self.hit)?;
        once("kill", &self.kill)?;
        WtjWrong::unless(!self.hit.contains(&Direct::HitOn), "hit", "hit_on", "the names of modifiers")?;
        if self.target == Target::Personnel {
            let given = self.armour.map_or(0, |armour| armour.0);
            return WtjWrong::unless(self.armour.is_none(), "armour", given, "leave it out against personnel");
        }
        WtjWrong::unless(self.armour.is_some(), "armour", "left out", "the armour class of a tank or vehicle")?;
        WtjWrong::unless(self.kill.is_empty(), "kill", "cover", "leave it out against tanks and vehicles")
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let Some(shot) = self.shot() else {
            let keys = json!({ "hit_total": null, "kill_total": null, "result": "no_fire" });
            return Ok(answer(keys, &self.used_house_rules(None), vec!["no fire: out of range".to_owned()]));
        };
        let (hit_total, kill_total, outcome) = shot.throw("the gun", &self.house, dice)?;
        let need = self.house.direct(Direct::HitOn);
        let words = vec![format!("hit dice {hit_total}, {need} needed; kill die {kill_total}: {}", outcome.word())];
        let keys = json!({ "hit_total": hit_total, "kill_total": kill_total, "result": outcome });
        Ok(answer(keys, &self.used_house_rules(Some(&shot)), words))
    }

    fn odds(&self) -> Result<Chances> {
        let Some(shot) = self.shot() else { return Ok(certain(json!({ "result": "no_fire" }))) };
        let states =
            count((0, 0), 3, |(hit, kill), die, face| if die < 2 { (hit + face, *kill) } else { (*hit, face) });
        let outcome = |(hit, kill)| shot.falls(hit, kill, &self.house).2;
        let killed = |outcome: &WtjOutcome| *outcome == WtjOutcome::K;
        Ok(chances(states, outcome, |odds| likely(odds, killed), |outcome| json!({ "result": outcome })))
    }
}
