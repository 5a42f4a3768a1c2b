//! §3.7 small arms: one die for each firing unit or machine-gun base.

use serde::Deserialize;
use serde_json::json;

use dice::Dice;

use super::answer::{WtjUsedHouseRules, answer};
use super::count::{certain, chances, count};
use super::input::{N, WtjPlay, WtjWrong, Yards, once};
use super::names::{Range, SmallArms, WtjHit};
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, Mean, die};
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Firer {
    #[default]
    Personnel,
    Lmg,
    Mg,
    AssaultWeapon,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SmallArmsFire {
    #[serde(default)]
    modifiers: Vec<SmallArms>,
    bases: Option<N>,
    bases_seeing: Option<N>,
    yards: Option<Yards>,
    #[serde(default)]
    firer: Firer,
    #[serde(default)]
    house: WtjHouse,
}

/// The value of small-arms modifiers together: of covers only the best, and prone not with an entrenchment.
pub(super) fn net(modifiers: &[SmallArms], house: &WtjHouse) -> i32 {
    let covers = [SmallArms::Entrenched, SmallArms::HardCover, SmallArms::SoftCover];
    let best = covers.into_iter().find(|cover| modifiers.contains(cover));
    let counts = |name: &&SmallArms| match name {
        SmallArms::TargetProne => best != Some(SmallArms::Entrenched),
        name if covers.contains(name) => Some(**name) == best,
        _ => true,
    };
    modifiers.iter().filter(counts).map(|name| house.small_arms(*name)).sum()
}

/// What a modified die does.
pub(super) fn result(net: i32, house: &WtjHouse) -> WtjHit {
    let rows = [(SmallArms::Kk, WtjHit::Kk), (SmallArms::K, WtjHit::K), (SmallArms::D, WtjHit::D)];
    let row = rows.into_iter().find(|(name, _)| net >= house.small_arms(*name));
    row.map_or(WtjHit::None, |(_, hit)| hit)
}

impl SmallArmsFire {
    /// The band of the range: a modifier, or none at effective range; nothing beyond.
    fn band(&self, yards: u32) -> Option<&'static [SmallArms]> {
        let range = |name| self.house.range(name);
        let effective = match self.firer {
            Firer::Personnel => range(Range::Effective),
            Firer::Lmg => range(Range::Lmg),
            Firer::Mg => range(Range::Mg),
            Firer::AssaultWeapon => range(Range::AssaultWeapon),
        };
        let long = if self.firer == Firer::Personnel { range(Range::Long) } else { effective };
        if yards > effective.max(long) {
            None
        } else if yards <= range(Range::Close) {
            Some(&[SmallArms::Close])
        } else {
            Some(if yards > effective { &[SmallArms::Long] } else { &[] })
        }
    }

    /// The modifiers that count; none when nothing is fired.
    fn modifiers(&self) -> Option<Vec<SmallArms>> {
        let mut all = self.modifiers.clone();
        let mut add = |name| {
            if !all.contains(&name) {
                all.push(name);
            }
        };
        if let (Some(bases), Some(seeing)) = (self.bases, self.bases_seeing) {
            if seeing.0 == 0 {
                return None;
            }
            if 3 * seeing.0 <= 2 * bases.0 {
                add(SmallArms::PartialLos);
            }
        }
        if let Some(yards) = self.yards
            && let [band] = self.band(yards.0)?
        {
            add(*band);
        }
        Some(all)
    }

    fn used_house_rules(&self, fires: bool) -> WtjUsedHouseRules {
        let mut used_house_rules = WtjUsedHouseRules::default();
        if fires {
            used_house_rules.add("wtj.small_arms");
        }
        let sees = self.bases_seeing.is_none_or(|seeing| seeing.0 > 0);
        if self.yards.is_some() && sees {
            used_house_rules.add("wtj.range_yards");
        }
        used_house_rules
    }
}

impl WtjPlay for SmallArmsFire {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        once("modifiers", &self.modifiers)?;
        let names = self.modifiers.iter().all(|name| *name < SmallArms::D);
        WtjWrong::unless(names, "modifiers", "a result", "the names of modifiers")?;
        if let Some(seeing) = self.bases_seeing {
            let bases = self.bases.ok_or_else(|| WtjWrong::new("bases", "nothing", "needed with `bases_seeing`"))?;
            WtjWrong::unless(seeing <= bases, "bases_seeing", seeing.0, "at most `bases`")?;
        }
        Ok(())
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let Some(modifiers) = self.modifiers() else {
            let words = vec!["no fire: nobody sees the target, or it is out of range".to_owned()];
            return Ok(answer(json!({ "net": null, "result": "no_fire" }), &self.used_house_rules(false), words));
        };
        let face = die(dice, "the firing unit", "small arms")?;
        let sum = net(&modifiers, &self.house);
        let total = i32::from(face) + sum;
        let hit = result(total, &self.house);
        let words = vec![format!("small arms: {face} and {sum:+} make {total}: {hit}")];
        Ok(answer(json!({ "net": total, "result": hit }), &self.used_house_rules(true), words))
    }

    fn odds(&self) -> Result<Chances> {
        let Some(modifiers) = self.modifiers() else { return Ok(certain(json!({ "result": "no_fire" }))) };
        let sum = net(&modifiers, &self.house);
        let states = count(0, 1, |_, _, face| face);
        let hit = |face| result(i32::from(face) + sum, &self.house);
        Ok(chances(states, hit, |odds| Mean::One(odds.mean(|hit| hit.bases())), |hit| json!({ "result": hit })))
    }
}
