//! The house parameters: the figures of `tables`, or what the `house` object of an input puts in their place.
//!
//! What it decides: nothing of the game; a name that the input does not give is as the page has it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::input::{Yards, Z};
use super::names::{
    Area, AreaRow, Calibre, Dangerous, Direct, Effect, KillPersonnel, Mark, Range, Rate, SmallArms, WtjArmour,
    WtjAssault, WtjGrade, WtjMorale,
};
use super::tables;

type Figures<K> = BTreeMap<K, Z>;

/// What a group sets otherwise, table by table as on the page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WtjHouse {
    command: BTreeMap<WtjGrade, [Z; 2]>,
    immobilise: Figures<Dangerous>,
    move_yards: BTreeMap<Rate, MoveFigure>,
    range_yards: BTreeMap<Range, Yards>,
    small_arms: Figures<SmallArms>,
    direct: Figures<Direct>,
    kill_tank: Figures<Mark>,
    kill_personnel: Figures<KillPersonnel>,
    gun_class: BTreeMap<Calibre, super::input::N>,
    armour_class: Figures<WtjArmour>,
    area: AreaHouse,
    assault: Figures<WtjAssault>,
    morale: MoraleHouse,
    rally: Figures<WtjGrade>,
    misc: Misc,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
enum MoveFigure {
    Yards(Yards),
    Factor(Factor),
}

/// A fraction such as `"3/4"`, above nought and at most 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Factor(pub(crate) [u32; 2]);

impl TryFrom<String> for Factor {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let parts = text.split_once('/').and_then(|(n, d)| Some([n.trim().parse().ok()?, d.trim().parse().ok()?]));
        let fits = |[n, d]: &[u32; 2]| *n >= 1 && n <= d && *d <= 100;
        parts.filter(fits).map(Self).ok_or("a fraction from \"1/100\" to \"1/1\"")
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct AreaHouse {
    personnel: Figures<Mark>,
    soft: Figures<Mark>,
    tank: Figures<Mark>,
    heavy_battery: Option<Z>,
    prone: Option<Z>,
    soft_cover: Option<Z>,
    hard_cover: Option<Z>,
    entrenched: Option<Z>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MoraleHouse {
    #[serde(rename = "E")]
    elite: Option<[Effect; 4]>,
    #[serde(rename = "V")]
    veteran: Option<[Effect; 4]>,
    #[serde(rename = "R")]
    regular: Option<[Effect; 4]>,
    #[serde(rename = "C")]
    conscript: Option<[Effect; 4]>,
    #[serde(rename = "M")]
    militia: Option<[Effect; 4]>,
    #[serde(rename = "G")]
    green: Option<[Effect; 4]>,
    hard_cover: Option<Z>,
    scenario_defender: Option<Z>,
    weak: Option<Z>,
    damaged_tank: Option<Z>,
    unsupported: Option<Z>,
    hq_lost: Option<Z>,
    swept: Option<Z>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Misc {
    bases_per_sp: Option<BasesPerSp>,
    barrage_boxes: Option<super::input::N>,
    barrage_mode: Option<BarrageMode>,
    minefield_clear_factor: ClearFactor,
    travel_counts_as_moved: bool,
}

/// How a barrage comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BarrageMode {
    #[default]
    Request,
    OnCall,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "u32")]
struct BasesPerSp(u32);

impl TryFrom<u32> for BasesPerSp {
    type Error = &'static str;

    fn try_from(value: u32) -> Result<Self, Self::Error> {
        (1..=10).contains(&value).then_some(Self(value)).ok_or("a whole number from 1 to 10")
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ClearFactor {
    standing: Option<Factor>,
    prone: Option<Factor>,
}

/// The figure of a name: the group's, else the page's.
fn figure<K: Ord + Copy>(own: &Figures<K>, page: &[(K, i32)], key: K) -> i32 {
    own.get(&key).map(|z| z.0).or_else(|| of_page(page, key)).unwrap_or(0)
}

/// The page has every name: a test looks.
fn of_page<K: Ord + Copy, V: Copy>(page: &[(K, V)], key: K) -> Option<V> {
    page.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

impl WtjHouse {
    /// What the group says that cannot be.
    pub(crate) fn check(&self) -> Result<(), super::input::WtjWrong> {
        let fits = |(key, figure): (&Rate, &MoveFigure)| {
            let is_factor = matches!(key, Rate::RoughFactor | Rate::WheeledRoughFactor | Rate::TowingFactor);
            is_factor == matches!(figure, MoveFigure::Factor(_))
        };
        let wanted = "yards for rates and `assault_bonus`, fractions such as \"1/2\" for the factors";
        super::input::WtjWrong::unless(self.move_yards.iter().all(fits), "house", "move_yards", wanted)
    }

    pub(crate) fn command(&self, grade: WtjGrade, assault: bool) -> i32 {
        let column = usize::from(assault);
        self.command.get(&grade).map_or(tables::COMMAND[grade.index()][column], |row| row[column].0)
    }

    pub(crate) fn immobilise(&self, ground: Dangerous) -> i32 {
        figure(&self.immobilise, tables::IMMOBILISE, ground)
    }

    pub(crate) fn rate(&self, rate: Rate) -> u32 {
        self.yards(rate, of_page(tables::MOVE_YARDS, rate).unwrap_or(0))
    }

    pub(crate) fn assault_bonus(&self) -> u32 {
        self.yards(Rate::AssaultBonus, tables::ASSAULT_BONUS)
    }

    pub(crate) fn rough(&self) -> [u32; 2] {
        self.factor(Rate::RoughFactor, tables::ROUGH_FACTOR)
    }

    pub(crate) fn wheeled_rough(&self) -> [u32; 2] {
        self.factor(Rate::WheeledRoughFactor, tables::WHEELED_ROUGH_FACTOR)
    }

    pub(crate) fn towing(&self) -> [u32; 2] {
        self.factor(Rate::TowingFactor, tables::TOWING_FACTOR)
    }

    fn yards(&self, key: Rate, page: u32) -> u32 {
        match self.move_yards.get(&key) {
            Some(MoveFigure::Yards(yards)) => yards.0,
            _ => page,
        }
    }

    fn factor(&self, key: Rate, page: [u32; 2]) -> [u32; 2] {
        match self.move_yards.get(&key) {
            Some(MoveFigure::Factor(factor)) => factor.0,
            _ => page,
        }
    }

    pub(crate) fn clearing(&self, prone: bool) -> [u32; 2] {
        let own = &self.misc.minefield_clear_factor;
        let (own, page) = if prone { (own.prone, tables::CLEAR_PRONE) } else { (own.standing, tables::CLEAR_STANDING) };
        own.map_or(page, |factor| factor.0)
    }

    pub(crate) fn range(&self, range: Range) -> u32 {
        let own = self.range_yards.get(&range).map(|yards| yards.0);
        own.or_else(|| of_page(tables::RANGE_YARDS, range)).unwrap_or(0)
    }

    pub(crate) fn small_arms(&self, name: SmallArms) -> i32 {
        figure(&self.small_arms, tables::SMALL_ARMS, name)
    }

    pub(crate) fn direct(&self, name: Direct) -> i32 {
        figure(&self.direct, tables::DIRECT, name)
    }

    pub(crate) fn kill_tank(&self, mark: Mark) -> i32 {
        figure(&self.kill_tank, tables::KILL_TANK, mark)
    }

    pub(crate) fn kill_personnel(&self, name: KillPersonnel) -> i32 {
        figure(&self.kill_personnel, tables::KILL_PERSONNEL, name)
    }

    /// The class of a gun of this calibre, in mm.
    pub(crate) fn gun_class(&self, calibre: u16) -> u32 {
        let row = tables::GUN_CLASS.iter().find(|(_, most, _)| calibre <= *most);
        row.map_or(0, |(name, _, class)| self.gun_class.get(name).map_or(*class, |n| n.0))
    }

    pub(crate) fn armour(&self, armour: WtjArmour) -> i32 {
        figure(&self.armour_class, tables::ARMOUR_CLASS, armour)
    }

    /// From which total on an area die does this; none where the row does not have it.
    pub(crate) fn area_row(&self, row: AreaRow, mark: Mark) -> Option<i32> {
        let own = match row {
            AreaRow::Personnel => &self.area.personnel,
            AreaRow::Soft => &self.area.soft,
            AreaRow::Tank => &self.area.tank,
        };
        let page = of_page(tables::AREA_ROWS, row).unwrap_or_default();
        own.get(&mark).map(|z| z.0).or_else(|| of_page(page, mark))
    }

    pub(crate) fn area(&self, name: Area) -> i32 {
        let own = match name {
            Area::HeavyBattery => self.area.heavy_battery,
            Area::Prone => self.area.prone,
            Area::SoftCover => self.area.soft_cover,
            Area::HardCover => self.area.hard_cover,
            Area::Entrenched => self.area.entrenched,
        };
        own.map(|z| z.0).or_else(|| of_page(tables::AREA, name)).unwrap_or(0)
    }

    pub(crate) fn assault(&self, name: WtjAssault) -> i32 {
        figure(&self.assault, tables::ASSAULT, name)
    }

    pub(crate) fn effects(&self, grade: WtjGrade) -> [Effect; 4] {
        let own = match grade {
            WtjGrade::E => self.morale.elite,
            WtjGrade::V => self.morale.veteran,
            WtjGrade::R => self.morale.regular,
            WtjGrade::C => self.morale.conscript,
            WtjGrade::M => self.morale.militia,
            WtjGrade::G => self.morale.green,
        };
        own.unwrap_or(tables::MORALE_EFFECTS[grade.index()])
    }

    pub(crate) fn morale(&self, name: WtjMorale) -> i32 {
        let own = match name {
            WtjMorale::HardCover => self.morale.hard_cover,
            WtjMorale::ScenarioDefender => self.morale.scenario_defender,
            WtjMorale::Weak => self.morale.weak,
            WtjMorale::DamagedTank => self.morale.damaged_tank,
            WtjMorale::Unsupported => self.morale.unsupported,
            WtjMorale::HqLost => self.morale.hq_lost,
            WtjMorale::Swept => self.morale.swept,
        };
        own.map(|z| z.0).or_else(|| of_page(tables::MORALE, name)).unwrap_or(0)
    }

    pub(crate) fn rally(&self, grade: WtjGrade) -> i32 {
        self.rally.get(&grade).map_or(tables::RALLY[grade.index()], |z| z.0)
    }

    pub(crate) fn bases_per_sp(&self) -> u32 {
        self.misc.bases_per_sp.map_or(tables::BASES_PER_SP, |n| n.0)
    }

    pub(crate) fn barrage_boxes(&self) -> u32 {
        self.misc.barrage_boxes.map_or(tables::BARRAGE_BOXES, |n| n.0)
    }

    pub(crate) fn barrage_mode(&self) -> BarrageMode {
        self.misc.barrage_mode.unwrap_or_default()
    }

    pub(crate) fn travel_counts_as_moved(&self) -> bool {
        self.misc.travel_counts_as_moved
    }
}
