//! What a battle may come to: chances of each end, losses of each side, what becomes of each unit.

use serde::Serialize;

use campaign::Campaign;
use domain::{BattleEnd, FormationId, does};
use rules::forecast::{ForecastTally, Frequency, Spread};
use rules::pairs::BattleSide;
use rules::setup::{Setup, SideSetup};

use super::unit_name;
use crate::model::log::change::ended;
use crate::{Cell, Column, Report, Table};

/// A battle fought many times.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ForecastReport {
    /// The battle.
    pub battle: Option<String>,
    /// The square that is attacked, by its reference.
    pub square: String,
    /// The rules.
    pub rules: &'static str,
    /// How many runs.
    pub runs: u64,
    /// The seed of them all.
    pub seed: u64,
    /// The mean of the moves used.
    pub moves: f64,
    /// The ends.
    pub ends: Vec<EndChance>,
    /// The sides, attacker first.
    pub sides: Vec<SideForecast>,
    /// Every unit, attackers first.
    pub units: Vec<UnitForecast>,
    /// What a reader should know beside.
    pub notes: Vec<String>,
}

/// How likely something is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ChanceView {
    /// In how many runs it happened.
    pub count: u64,
    /// The share of the runs, 0 to 1.
    pub chance: f64,
    /// The lower bound of the true share, with 95 % confidence.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// How likely an end is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct EndChance {
    /// The end.
    pub end: &'static str,
    /// How likely.
    #[serde(flatten)]
    pub chance: ChanceView,
    #[serde(skip)]
    words: &'static str,
}

/// What a side may lose.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideForecast {
    /// Its id.
    pub name: String,
    /// What it is called.
    #[serde(skip)]
    called: String,
    /// SP with which its bases go in.
    pub sp_before: u32,
    /// SP lost.
    pub sp_lost: LossView,
    /// SP lost, and SP that bear a marker at the end.
    pub sp_lost_or_marked: LossView,
}

/// A figure over all runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LossView {
    /// The mean.
    pub mean: f64,
    /// What one run in ten does not exceed.
    pub p10: u32,
    /// What nine runs in ten do not exceed.
    pub p90: u32,
}

/// What may become of a unit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnitForecast {
    /// Its id.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: BattleSide,
    /// SP with which its bases go in.
    pub sp_before: u32,
    /// The mean of the SP lost.
    pub sp_lost: f64,
    /// It fails a test of any kind.
    pub fails: ChanceView,
    /// It is broken.
    pub broken: ChanceView,
    /// No base of it is left on the map.
    pub gone: ChanceView,
}

impl From<Frequency> for ChanceView {
    fn from(chance: Frequency) -> Self {
        let [low, high] = chance.interval();
        Self { count: chance.count, chance: rounded(chance.share(), 4), low: rounded(low, 4), high: rounded(high, 4) }
    }
}

impl From<&Spread> for LossView {
    fn from(spread: &Spread) -> Self {
        Self { mean: rounded(spread.mean(), 2), p10: spread.percentile(10), p90: spread.percentile(90) }
    }
}

/// What is assumed of those whom a side has only sighted.
fn assumed(campaign: &Campaign, setup: &Setup) -> Option<String> {
    let units = [&setup.attacker, &setup.defender].into_iter().flat_map(|side| &side.units);
    let sighted: Vec<_> = units.filter_map(|unit| campaign.sighting_in_place_of(&unit.id)).collect();
    let strength = sighted.iter().any(|of| of.sp.is_none());
    let strength = strength.then_some("battalions as strong as your own at full strength");
    let grade = sighted.iter().any(|of| of.grade.is_none()).then_some("regular grade");
    let told: Vec<_> = strength.into_iter().chain(grade).collect();
    (!told.is_empty()).then(|| format!("assumed of the enemy, where it is not known: {}", told.join(", ")))
}

fn rounded(figure: f64, places: i32) -> f64 {
    let scale = 10_f64.powi(places);
    (figure * scale).round() / scale
}

impl ForecastReport {
    /// A battle fought many times.
    pub fn new(campaign: &Campaign, setup: &Setup, tally: &ForecastTally, seed: u64, notes: Vec<String>) -> Self {
        let end = |end: &BattleEnd| EndChance { end: end.as_str(), chance: tally.end(*end).into(), words: ended(*end) };
        let sides = [(BattleSide::Attacker, &setup.attacker), (BattleSide::Defender, &setup.defender)];
        Self {
            battle: setup.battle.clone(),
            square: campaign.frame.reference(setup.square),
            rules: setup.rules.as_str(),
            runs: tally.runs(),
            seed,
            moves: rounded(tally.moves(), 2),
            ends: BattleEnd::ALL.iter().map(end).collect(),
            sides: sides.map(|(side, of)| SideForecast::new(campaign, side, of, tally)).into(),
            units: units(campaign, sides, tally),
            notes: notes.into_iter().chain(assumed(campaign, setup)).collect(),
        }
    }

    fn ends(&self) -> Table {
        let [attacker, defender] = [&self.sides[0].called, &self.sides[1].called];
        let times = if self.runs == 1 { "once".to_owned() } else { format!("{} times", grouped(self.runs)) };
        let title = format!("{} {defender} in {}, fought {times}", does(attacker, "attacks"), self.square);
        let columns = vec![Column::text("end"), Column::number("chance"), Column::number("95 % sure")];
        let mut table = Table::new(title, columns);
        for end in &self.ends {
            let ChanceView { chance, low, high, .. } = end.chance;
            let sure = format!("{} to {} %", tenths(low), tenths(high));
            table.row([end.words.to_owned(), percent(chance), sure].map(Cell::new));
        }
        table.note(format!("{:.1} moves on average; seed {}; rules {}", self.moves, self.seed, self.rules));
        table
    }

    fn losses(&self) -> Table {
        let columns = vec![
            Column::text("side").wrapping(),
            Column::number("SP"),
            Column::number("lost"),
            Column::number("10 %"),
            Column::number("90 %"),
            Column::number("lost or marked"),
            Column::number("10 %"),
            Column::number("90 %"),
        ];
        let mut table = Table::new("", columns);
        for side in &self.sides {
            let (lost, marked) = (side.sp_lost, side.sp_lost_or_marked);
            table.row([
                Cell::new(&side.called).meaning(&side.name),
                Cell::new(side.sp_before),
                Cell::new(format!("{:.1}", lost.mean)),
                Cell::new(lost.p10),
                Cell::new(lost.p90),
                Cell::new(format!("{:.1}", marked.mean)),
                Cell::new(marked.p10),
                Cell::new(marked.p90),
            ]);
        }
        table
    }

    fn units(&self) -> Table {
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::text("name").wrapping(),
            Column::number("SP"),
            Column::number("lost"),
            Column::number("fails a test"),
            Column::number("broken"),
            Column::number("gone"),
        ];
        let mut table = Table::new("", columns);
        for (side, of) in [BattleSide::Attacker, BattleSide::Defender].into_iter().zip(&self.sides) {
            table.group(&of.called);
            for unit in self.units.iter().filter(|unit| unit.side == side) {
                table.row([
                    Cell::new(&unit.id),
                    Cell::new(&unit.name),
                    Cell::new(unit.sp_before),
                    Cell::new(format!("{:.1}", unit.sp_lost)),
                    Cell::new(percent(unit.fails.chance)),
                    Cell::new(percent(unit.broken.chance)),
                    Cell::new(percent(unit.gone.chance)),
                ]);
            }
        }
        self.notes.iter().for_each(|note| table.note(note));
        table
    }
}

impl SideForecast {
    fn new(campaign: &Campaign, side: BattleSide, of: &SideSetup, tally: &ForecastTally) -> Self {
        let bases = of.units.iter().flat_map(|unit| &unit.bases);
        let losses = tally.side(side);
        Self {
            name: of.name.clone(),
            called: campaign.side_called(&of.name),
            sp_before: bases.map(|base| u32::from(base.sp)).sum(),
            sp_lost: (&losses.lost).into(),
            sp_lost_or_marked: (&losses.lost_or_marked).into(),
        }
    }
}

fn units(campaign: &Campaign, sides: [(BattleSide, &SideSetup); 2], tally: &ForecastTally) -> Vec<UnitForecast> {
    let all = sides.into_iter().flat_map(|(side, of)| of.units.iter().map(move |unit| (side, unit)));
    let view = |(place, (side, unit)): (usize, (BattleSide, &rules::setup::UnitSetup))| UnitForecast {
        id: unit.id.clone(),
        name: unit_name(campaign, unit.id.as_str()),
        side,
        sp_before: unit.bases.iter().map(|base| u32::from(base.sp)).sum(),
        sp_lost: rounded(tally.lost(place), 2),
        fails: tally.fails(place).into(),
        broken: tally.breaks(place).into(),
        gone: tally.gone(place).into(),
    };
    all.enumerate().map(view).collect()
}

fn tenths(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

fn percent(share: f64) -> String {
    format!("{} %", tenths(share))
}

/// A number with a comma after every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Report for ForecastReport {
    fn tables(&self) -> Vec<Table> {
        vec![self.ends(), self.losses(), self.units()]
    }
}
