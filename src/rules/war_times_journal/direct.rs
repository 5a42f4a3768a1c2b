//! §3.8 direct fire: two hit dice and a kill die, thrown together.

use serde::{Deserialize, Serialize};
use serde_json::json;

use dice::{Call, Dice};

use super::answer::{Leaned, answer};
use super::count::{certain, chances, count, likely};
use super::house::House;
use super::input::{N, Play, Wrong, Yards, once};
use super::names::{Cover, Direct, Hit, KillPersonnel, Mark, Range};
use super::tables::BIG_GUN;
use crate::mechanic::MechanicError;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;

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
    house: House,
}

/// The class of a gun of which nothing is said.
pub(super) fn usual_class() -> N {
    N(5)
}

/// What a shot that hits is against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Against {
    /// A tank or vehicle of this armour class.
    Armour(i32),
    /// Men, behind this.
    Men(Cover),
}

/// A shot: its gun, what it is against, its modifiers for the hit dice.
#[derive(Debug, Clone)]
pub(super) struct Shot {
    pub(super) gun_class: u32,
    pub(super) against: Against,
    pub(super) hit: i32,
}

/// What a shot comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Miss,
    NoEffect,
    #[serde(rename = "I")]
    I,
    #[serde(rename = "D")]
    D,
    #[serde(rename = "K")]
    K,
}

impl Outcome {
    /// What the target takes.
    pub(super) fn hit(self) -> Hit {
        match self {
            Self::Miss | Self::NoEffect => Hit::None,
            Self::I => Hit::I,
            Self::D => Hit::D,
            Self::K => Hit::K,
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
pub(super) fn hit_sum(modifiers: &[Direct], house: &House) -> i32 {
    let hard = modifiers.contains(&Direct::HardCover);
    let counts = |name: &&Direct| !(hard && **name == Direct::SoftCover);
    modifiers.iter().filter(counts).map(|name| house.direct(*name)).sum()
}

impl Shot {
    /// Hit total, kill total, outcome.
    pub(super) fn falls(&self, hit: u8, kill: u8, house: &House) -> (i32, i32, Outcome) {
        let hit_total = i32::from(hit) + self.hit;
        let kill_total = i32::from(kill) + self.kill(house);
        let outcome = if hit_total >= house.direct(Direct::HitOn) {
            self.rows(house).into_iter().find(|(from, _)| kill_total >= *from).map_or(Outcome::NoEffect, |row| row.1)
        } else {
            Outcome::Miss
        };
        (hit_total, kill_total, outcome)
    }

    fn rows(&self, house: &House) -> Vec<(i32, Outcome)> {
        match self.against {
            Against::Armour(_) => {
                let rows = [(Mark::K, Outcome::K), (Mark::D, Outcome::D), (Mark::I, Outcome::I)];
                rows.map(|(mark, outcome)| (house.kill_tank(mark), outcome)).to_vec()
            }
            Against::Men(_) => {
                let rows = [(KillPersonnel::K, Outcome::K), (KillPersonnel::D, Outcome::D)];
                rows.map(|(name, outcome)| (house.kill_personnel(name), outcome)).to_vec()
            }
        }
    }

    fn kill(&self, house: &House) -> i32 {
        match self.against {
            Against::Armour(armour) => self.gun_class as i32 - armour,
            Against::Men(cover) => {
                let big = if self.gun_class >= BIG_GUN { house.kill_personnel(KillPersonnel::BigGun) } else { 0 };
                big + match cover {
                    Cover::Open | Cover::Soft => 0,
                    Cover::Hard => house.kill_personnel(KillPersonnel::HardCover),
                    Cover::Entrenched => house.kill_personnel(KillPersonnel::Entrenched),
                }
            }
        }
    }

    /// The house table of its kill die.
    pub(super) fn table(&self) -> &'static str {
        match self.against {
            Against::Armour(_) => "wtj.kill_tank",
            Against::Men(_) => "wtj.kill_personnel",
        }
    }

    /// Three dice, always.
    pub(super) fn throw(
        &self,
        thrower: &str,
        house: &House,
        dice: &mut Dice<'_>,
    ) -> Result<(i32, i32, Outcome), MechanicError> {
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
    fn shot(&self) -> Option<Shot> {
        let mut hit = self.hit.clone();
        if let Some(yards) = self.yards
            && let [band] = self.band(yards.0)?
            && !hit.contains(band)
        {
            hit.push(*band);
        }
        let cover = if self.kill.contains(&KillCover::Entrenched) {
            Cover::Entrenched
        } else if self.kill.is_empty() {
            Cover::Open
        } else {
            Cover::Hard
        };
        let against = self.armour.map_or(Against::Men(cover), |armour| Against::Armour(armour.0 as i32));
        Some(Shot { gun_class: self.gun_class.0, against, hit: hit_sum(&hit, &self.house) })
    }

    fn leaned(&self, shot: Option<&Shot>) -> Leaned {
        let mut leaned = Leaned::default();
        if let Some(shot) = shot {
            leaned.add("wtj.direct");
            leaned.add(shot.table());
        }
        if self.yards.is_some() {
            leaned.add("wtj.range_yards");
        }
        leaned
    }
}

impl Play for DirectFire {
    fn check(&self) -> Result<(), Wrong> {
        self.house.check()?;
        once("hit", &self.hit)?;
        once("kill", &self.kill)?;
        Wrong::unless(!self.hit.contains(&Direct::HitOn), "hit", "hit_on", "the names of modifiers")?;
        if self.target == Target::Personnel {
            let given = self.armour.map_or(0, |armour| armour.0);
            return Wrong::unless(self.armour.is_none(), "armour", given, "left out against personnel");
        }
        Wrong::unless(self.armour.is_some(), "armour", "left out", "the armour class of a tank or vehicle")?;
        Wrong::unless(self.kill.is_empty(), "kill", "cover", "left out against tanks and vehicles")
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled, MechanicError> {
        let Some(shot) = self.shot() else {
            let keys = json!({ "hit_total": null, "kill_total": null, "result": "no_fire" });
            return Ok(answer(keys, &self.leaned(None), vec!["no fire: out of range".to_owned()]));
        };
        let (hit_total, kill_total, outcome) = shot.throw("the gun", &self.house, dice)?;
        let need = self.house.direct(Direct::HitOn);
        let words = vec![format!("hit dice {hit_total}, {need} needed; kill die {kill_total}: {}", outcome.word())];
        let keys = json!({ "hit_total": hit_total, "kill_total": kill_total, "result": outcome });
        Ok(answer(keys, &self.leaned(Some(&shot)), words))
    }

    fn odds(&self) -> Result<Chances, MechanicError> {
        let Some(shot) = self.shot() else { return Ok(certain(json!({ "result": "no_fire" }))) };
        let states =
            count((0, 0), 3, |(hit, kill), die, face| if die < 2 { (hit + face, *kill) } else { (*hit, face) });
        let outcome = |(hit, kill)| shot.falls(hit, kill, &self.house).2;
        let killed = |outcome: &Outcome| *outcome == Outcome::K;
        Ok(chances(states, outcome, |odds| likely(odds, killed), |outcome| json!({ "result": outcome })))
    }
}
