//! House parameters (1.4): figures that the text does not give, with the defaults of the page, settable in the input.
//!
//! What it is: [`BgcHouse`], read from the key `house`; [`BgcUsedHouseRules`], which of them an answer leaned on.
//! What it never does: hold figures of the text itself, but where the page lists them in one table with house figures.
//! Where to look next: `tables`, the defaults.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::value::StrDeserializer;
use serde::{Deserialize, Deserializer, Serialize};

use super::kinds::{BgcArm, BgcArmour, BgcCare, BgcOrder, BgcWeapon, Experience, Flat};
use super::tables::{
    ANTI_AIR_ON, ARMOUR, CLOSE_ASSAULT_HALVES, COMMS_IN_CONTACT, FLATS, INITIATIVE_FLIPS_ON, MEDIC_NEED,
    MINUTES_PER_PIP, PENETRATION_ABOVE, PENETRATION_BY_CALIBRE, STEP_SIXTHS, SURRENDER_MAX, WEAPONS,
};
use crate::brigadier_general_commands::keys::value;

/// Dice a squad: `1/2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fraction {
    over: u16,
    under: u16,
}

impl Fraction {
    const MOST: u16 = 100;

    fn halves(over: u16) -> Self {
        Self { over, under: 2 }
    }

    /// So many times the fraction, remainders up (ruling 7).
    pub(crate) fn of(self, count: u8) -> u32 {
        (u32::from(count) * u32::from(self.over)).div_ceil(u32::from(self.under))
    }

    fn read(text: &str) -> Option<Self> {
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        let figure = |word: &str| word.trim().parse().ok().filter(|n| *n <= Self::MOST);
        Some(Self { over: figure(over)?, under: figure(under).filter(|n| *n > 0)? })
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Text(String),
            Whole(u16),
        }
        let text = match Written::deserialize(from) {
            Ok(Written::Text(text)) => text,
            Ok(Written::Whole(n)) => n.to_string(),
            Err(_) => String::new(),
        };
        Self::read(&text).ok_or_else(|| serde::de::Error::custom("dice are a fraction as text, such as `1/2`"))
    }
}

/// What counts as a point in area fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AreaPoints {
    #[default]
    Sixes,
    FivesAndSixes,
    None,
}

/// What becomes of kills beyond the unwounded squads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Surplus {
    #[default]
    LostIfAnyUnwounded,
    Spill,
}

/// Where the loser of a close assault falls on the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub(crate) enum Loser {
    #[default]
    Back,
    Rout,
}

/// Who bugs out where the file does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BugOutPolicy {
    #[default]
    Never,
    Always,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ByCalibre {
    mm40: Option<u8>,
    mm60: Option<u8>,
    mm87: Option<u8>,
    above: Option<u8>,
}

/// Penetration by weapon: one table for both kinds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Piercing {
    weapons: BTreeMap<BgcWeapon, u8>,
    flats: BTreeMap<Flat, u8>,
}

impl<'de> Deserialize<'de> for Piercing {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut piercing = Self::default();
        for (word, figure) in BTreeMap::<String, u8>::deserialize(from)? {
            let name = || StrDeserializer::<D::Error>::new(&word);
            if let Ok(flat) = Flat::deserialize(name()) {
                piercing.flats.insert(flat, figure);
            } else {
                piercing.weapons.insert(BgcWeapon::deserialize(name())?, figure);
            }
        }
        Ok(piercing)
    }
}

/// The house parameters: what the input sets, else the defaults.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BgcHouse {
    comms_in_contact: Option<u8>,
    step_sixths: BTreeMap<Experience, u8>,
    pub(crate) area_step_points: AreaPoints,
    pub(crate) surplus_kills: Surplus,
    surrender_max: BTreeMap<Experience, u8>,
    medic_need: BTreeMap<BgcCare, u8>,
    anti_air_on: Option<u8>,
    initiative_flips_on: Option<u8>,
    minutes_per_pip: Option<u16>,
    close_assault_dice: BTreeMap<BgcArm, Fraction>,
    close_assault_loser: Loser,
    pub(crate) bug_out_policy: BugOutPolicy,
    fire_dice: BTreeMap<BgcWeapon, Fraction>,
    fire_dice_flat: BTreeMap<Flat, u8>,
    penetration: Piercing,
    penetration_by_calibre: ByCalibre,
    armour: BTreeMap<BgcArmour, [u8; 2]>,
}

fn set<K: Ord, V: Copy>(map: &BTreeMap<K, V>, key: &K, default: V) -> V {
    map.get(key).copied().unwrap_or(default)
}

impl BgcHouse {
    pub(crate) fn step_sixths(&self, experience: Experience) -> u8 {
        set(&self.step_sixths, &experience, STEP_SIXTHS[experience as usize])
    }

    pub(crate) fn surrender_max(&self, experience: Experience) -> u8 {
        set(&self.surrender_max, &experience, SURRENDER_MAX[experience as usize])
    }

    pub(crate) fn medic_need(&self, care: BgcCare) -> u8 {
        set(&self.medic_need, &care, MEDIC_NEED[care as usize])
    }

    pub(crate) fn comms_in_contact(&self) -> u8 {
        self.comms_in_contact.unwrap_or(COMMS_IN_CONTACT)
    }

    /// The face from which a die of anti-aircraft fire drives a squad of aircraft off.
    pub(crate) fn anti_air_on(&self) -> u8 {
        self.anti_air_on.unwrap_or(ANTI_AIR_ON)
    }

    pub(crate) fn initiative_flips_on(&self) -> u8 {
        self.initiative_flips_on.unwrap_or(INITIATIVE_FLIPS_ON)
    }

    pub(crate) fn minutes_per_pip(&self) -> u16 {
        self.minutes_per_pip.unwrap_or(MINUTES_PER_PIP)
    }

    /// Close-assault dice of so many squads.
    pub(crate) fn close_assault_dice(&self, arm: BgcArm, squads: u8) -> u32 {
        set(&self.close_assault_dice, &arm, Fraction::halves(CLOSE_ASSAULT_HALVES[arm as usize])).of(squads)
    }

    pub(crate) fn close_assault_loser(&self) -> BgcOrder {
        match self.close_assault_loser {
            Loser::Back => BgcOrder::Back,
            Loser::Rout => BgcOrder::Rout,
        }
    }

    /// The fire dice of so many squads, and whether they are a house figure.
    pub(crate) fn fire_dice(&self, weapon: BgcWeapon, squads: u8) -> (u32, bool) {
        let (_, halves, _, given) = WEAPONS[weapon as usize];
        match self.fire_dice.get(&weapon) {
            Some(dice) => (dice.of(squads), true),
            None => (Fraction::halves(halves).of(squads), !given),
        }
    }

    /// The dice of a weapon beside the platoon's own, and whether they are a house figure.
    pub(crate) fn flat_dice(&self, flat: Flat) -> (u32, bool) {
        let (_, dice, _, given) = FLATS[flat as usize];
        match self.fire_dice_flat.get(&flat) {
            Some(dice) => (u32::from(*dice), true),
            None => (u32::from(dice), !given),
        }
    }

    /// What a weapon goes through, by its calibre where that is known and counts.
    pub(crate) fn penetration(&self, weapon: BgcWeapon, calibre_mm: Option<u16>) -> u8 {
        match calibre_mm.filter(|_| weapon.goes_by_calibre()) {
            Some(mm) => self.penetration_of_calibre(mm),
            None => set(&self.penetration.weapons, &weapon, WEAPONS[weapon as usize].2),
        }
    }

    pub(crate) fn flat_penetration(&self, flat: Flat) -> u8 {
        set(&self.penetration.flats, &flat, FLATS[flat as usize].2)
    }

    fn penetration_of_calibre(&self, mm: u16) -> u8 {
        let own = &self.penetration_by_calibre;
        let rows = PENETRATION_BY_CALIBRE.iter().zip([own.mm40, own.mm60, own.mm87]);
        let row = rows.into_iter().find(|((most, _), _)| mm <= *most);
        row.map_or(own.above.unwrap_or(PENETRATION_ABOVE), |((_, figure), own)| own.unwrap_or(*figure))
    }

    /// The armour in front and on the side.
    pub(crate) fn armour(&self, row: BgcArmour) -> [u8; 2] {
        set(&self.armour, &row, ARMOUR[row as usize].1)
    }
}

/// The name of a house parameter, in the order in which an answer lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Parameter {
    CommsInContact,
    FireDice,
    FireDiceFlat,
    AreaStepPoints,
    Penetration,
    Armour,
    SurplusKills,
    BugOutPolicy,
    CloseAssaultDice,
    CloseAssaultLoser,
    StepSixths,
    SurrenderMax,
    MedicNeed,
    MinutesPerPip,
    InitiativeFlipsOn,
    AntiAirOn,
}

/// The house parameters that an answer leaned on (6.5).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct BgcUsedHouseRules(BTreeSet<Parameter>);

impl BgcUsedHouseRules {
    /// Leans on these from now on.
    pub(crate) fn on(&mut self, parameters: impl IntoIterator<Item = Parameter>) {
        self.0.extend(parameters);
    }

    /// Leans on the rule for surplus kills where that is not the text's.
    pub(crate) fn on_surplus(&mut self, house: &BgcHouse) {
        self.on((house.surplus_kills == Surplus::Spill).then_some(Parameter::SurplusKills));
    }

    /// Their names.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().filter_map(|parameter| value(parameter).as_str().map(str::to_owned))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
