//! What a formation uses of LOG and POL in a day by what its leaves did (house rule `consumption`).
//!
//! What it decides: the deed of a leaf in a day, and how much of a unit that is for whoever feeds it.
//! What it never does: book anything; `bound close` does, and carries what falls short of a unit.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Formation, Leaf, Setting, Settings, Tree};
use domain::{Commodity, Detail, FormationId, Mobility, Posture};

/// What a leaf did in a day: the first of these that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DayAction {
    /// Its unit attacked in a battle.
    Attacked,
    /// Its unit defended in one.
    Defended,
    /// It marched.
    Marched,
    /// It was dug in.
    DugIn,
    /// None of these.
    Rested,
}

impl DayAction {
    /// What a leaf does that neither fights nor marches.
    pub(crate) fn standing(leaf: &Formation) -> Self {
        let is_in = |leaf: &Leaf| matches!(leaf.posture, Posture::DugIn | Posture::Fortified);
        if leaf.leaf.as_ref().is_some_and(is_in) { Self::DugIn } else { Self::Rested }
    }

    /// The share of a unit that a formation uses all of whose leaves did this, in percent.
    fn share(self, settings: &Settings, commodity: Commodity) -> u32 {
        let pol = commodity == Commodity::Pol;
        settings.number(match self {
            Self::Attacked if pol => Setting::PolAttacked,
            Self::Attacked => Setting::LogAttacked,
            Self::Defended if pol => Setting::PolDefended,
            Self::Defended => Setting::LogDefended,
            Self::Marched if pol => Setting::PolMarched,
            Self::Marched => Setting::LogMarched,
            Self::DugIn | Self::Rested if pol => Setting::PolRested,
            Self::DugIn => Setting::LogDugIn,
            Self::Rested => Setting::LogRested,
        })
    }
}

/// What a formation uses in a day, and what it has used of a unit that is not booked yet; in kg.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Portion {
    /// What it uses in a day.
    pub a_day: u32,
    /// What it has used since its last whole unit.
    pub used: u32,
    /// What a unit weighs.
    pub unit: u32,
}

impl Portion {
    /// How many whole days so many units last; none where it uses nothing.
    pub fn days(self, units: i64) -> Option<i64> {
        let held = (units * i64::from(self.unit) - i64::from(self.used)).max(0);
        (self.a_day > 0).then(|| held / i64::from(self.a_day))
    }

    /// How many units are booked tonight, if it holds as many.
    pub fn units_tonight(self) -> u32 {
        (self.used + self.a_day) / self.unit.max(1)
    }

    /// Whether tonight the last of so many units is booked.
    pub fn is_last_day(self, units: i64) -> bool {
        self.a_day > 0 && i64::from(self.units_tonight()) >= units
    }

    /// In words: `uses 75 % of a LOG a day, and has used 50 %`.
    pub fn text(self, name: &str) -> String {
        let so_far =
            if self.used == 0 { String::new() } else { format!(", and has used {} %", self.percent(self.used)) };
        format!("uses {} % of a {name} a day{so_far}", self.percent(self.a_day))
    }

    /// Units a day, whole ones, what is begun counted whole.
    pub fn units_a_day(self) -> i64 {
        i64::from(self.a_day.div_ceil(self.unit.max(1)))
    }

    /// Hundredths of a unit that so many kg are.
    pub fn percent(self, kg: u32) -> u64 {
        u64::from(kg) * 100 / u64::from(self.unit.max(1))
    }
}

/// Whether the house rule holds: it does nothing where stocks are not counted.
pub fn is_by_deed(campaign: &Campaign) -> bool {
    campaign.settings.is_on(Setting::Consumption) && campaign.settings.detail() == Detail::Full
}

/// What a unit of LOG or POL weighs, in kg.
fn unit_kg(campaign: &Campaign, commodity: Commodity) -> u32 {
    let tons = if commodity == Commodity::Pol { Setting::PolTons } else { Setting::LogTons };
    campaign.settings.number(tons) * 1_000
}

/// Who fought in the battles of the running day.
#[derive(Debug, Default)]
pub struct Fights<'a> {
    attacked: BTreeSet<&'a FormationId>,
    defended: BTreeSet<&'a FormationId>,
}

impl<'a> Fights<'a> {
    /// Those of the running day of a campaign: whoever fired, assaulted, or was fired at or assaulted.
    pub fn of_day(campaign: &'a Campaign) -> Self {
        let mut found = Self::default();
        let today = campaign.battles.values().filter(|battle| battle.bound.day == campaign.bound.day);
        for unit in today.filter_map(|battle| battle.fought.as_ref()).flat_map(|fought| &fought.units) {
            if unit.engaged {
                let into = if unit.attacked { &mut found.attacked } else { &mut found.defended };
                into.insert(&unit.unit);
            }
        }
        found
    }

    /// What a leaf did today. A unit's battle is that of all its leaves.
    pub fn action(&self, tree: &Tree<'_>, leaf: &Formation) -> DayAction {
        let unit = tree.campaign().formations.get(&leaf.id).map(|leaf| &tree.unit_of(leaf).id);
        let is_in =
            |units: &BTreeSet<&FormationId>| units.contains(&leaf.id) || unit.is_some_and(|unit| units.contains(unit));
        let of_leaf = leaf.leaf.as_ref();
        if is_in(&self.attacked) {
            DayAction::Attacked
        } else if is_in(&self.defended) {
            DayAction::Defended
        } else if of_leaf.is_some_and(|leaf| leaf.march.today) {
            DayAction::Marched
        } else {
            DayAction::standing(leaf)
        }
    }
}

/// What everybody uses in a day, by formation and commodity, if this is what each leaf does.
///
/// # Interpretation
/// The mean over the fighting leaves that are fed through a formation; for POL over those of them that burn it, where
/// the formation needs any. Without such leaves it uses nothing.
pub fn portions(
    campaign: &Campaign,
    action: impl Fn(&Tree<'_>, &Formation) -> DayAction,
) -> BTreeMap<(FormationId, Commodity), Portion> {
    let tree = Tree::new(campaign);
    let mut sums: BTreeMap<(FormationId, Commodity), (u64, u64)> = BTreeMap::new();
    let mut add = |feeder: &Formation, commodity, action: DayAction| {
        let (sum, leaves) = sums.entry((feeder.id.clone(), commodity)).or_default();
        *sum += u64::from(action.share(&campaign.settings, commodity));
        *leaves += 1;
    };
    for leaf in tree.all().into_iter().filter(|f| f.is_fighting_leaf()) {
        let Some(feeder) = tree.feeder(leaf) else { continue };
        let action = action(&tree, leaf);
        add(feeder, Commodity::Log, action);
        if leaf.mobility.is_some_and(Mobility::needs_pol) && tree.needs_pol(feeder) {
            add(feeder, Commodity::Pol, action);
        }
    }
    let portion = |((formation, commodity), (sum, leaves)): (_, (u64, u64))| {
        let unit = unit_kg(campaign, commodity);
        let a_day = u32::try_from(sum * u64::from(unit) / (100 * leaves)).unwrap_or(u32::MAX);
        let used = campaign.used_of(&formation, commodity);
        ((formation, commodity), Portion { a_day, used, unit })
    };
    sums.into_iter().map(portion).collect()
}

/// What everybody has used today by what happened.
pub fn portions_of_day(campaign: &Campaign) -> BTreeMap<(FormationId, Commodity), Portion> {
    let fights = Fights::of_day(campaign);
    portions(campaign, |tree, leaf| fights.action(tree, leaf))
}
