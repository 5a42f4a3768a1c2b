//! One battle fought many times, counted: how often each end, what each side lost, which units failed or broke.
//!
//! What it is: [`ForecastTally`], integer counts that can be added up in any order; [`Frequency`], a count of so many runs with the
//! interval in which the true share lies.
//! What it decides: what is counted of an outcome, and what a share, a mean and a percentile of counts are.
//! What it never does: fight. `ops::query` does, on as many cores as there are.

use domain::BattleEnd;

use super::outcome::{Happening, Outcome, TestKind, sp_lost};
use super::pairs::BattleSide;
use super::{Engagement, only_refuses};

/// The figure of the normal distribution for 95 % of it, both tails left out.
const Z: f64 = 1.959_963_984_540_054;

/// How often something happened in so many runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frequency {
    /// In how many runs it happened.
    pub count: u64,
    /// Of how many.
    pub runs: u64,
}

impl Frequency {
    /// The share of the runs, from 0 to 1.
    pub fn share(self) -> f64 {
        self.count as f64 / self.runs.max(1) as f64
    }

    /// The interval of 95 % confidence after Wilson: from, to.
    pub fn interval(self) -> [f64; 2] {
        if self.runs == 0 {
            return [0.0, 1.0];
        }
        let (n, p) = (self.runs as f64, self.share());
        let widened = 1.0 + Z * Z / n;
        let centre = (p + Z * Z / (2.0 * n)) / widened;
        let half = Z / widened * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        // What always or never happened has its bound exactly there; the sum of floats would miss it by a hair.
        let from = if self.count == 0 { 0.0 } else { centre - half };
        let to = if self.count == self.runs { 1.0 } else { centre + half };
        [from, to]
    }
}

/// How often a figure came to each value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spread(Vec<u64>);

impl Spread {
    fn count(&mut self, figure: u32) {
        let place = figure as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += 1;
    }

    fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine += theirs);
    }

    fn runs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        let sum: u64 = (0_u64..).zip(&self.0).map(|(figure, count)| figure * count).sum();
        sum as f64 / self.runs().max(1) as f64
    }

    /// The least value that so many of a hundred runs do not exceed.
    pub fn percentile(&self, percent: u64) -> u32 {
        let wanted = (self.runs() * percent).div_ceil(100).max(1);
        let mut below = 0;
        let reached = self.0.iter().position(|count| {
            below += count;
            below >= wanted
        });
        reached.unwrap_or(0) as u32
    }
}

/// What a side lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideTally {
    /// SP lost.
    pub lost: Spread,
    /// SP lost, and SP that bear a marker at the end.
    pub lost_or_marked: Spread,
}

/// What became of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct UnitTally {
    lost: u64,
    failed: u64,
    broke: u64,
    gone: u64,
}

/// The counts of many runs of one engagement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForecastTally {
    runs: u64,
    moves: u64,
    ends: [u64; BattleEnd::ALL.len()],
    sides: [SideTally; 2],
    units: Vec<UnitTally>,
    /// Of each unit, whether it only refuses to attack further where others break.
    refuses: Vec<bool>,
}

impl ForecastTally {
    /// No runs yet of this engagement.
    pub fn new(engagement: &Engagement) -> Self {
        let rules = engagement.setup().rules;
        let refuses = (0..engagement.units().len()).map(|unit| {
            engagement.units()[unit].side == BattleSide::Attacker && only_refuses(rules, engagement.unit(unit).grade)
        });
        let refuses: Vec<bool> = refuses.collect();
        Self {
            runs: 0,
            moves: 0,
            ends: Default::default(),
            sides: Default::default(),
            units: vec![UnitTally::default(); refuses.len()],
            refuses,
        }
    }

    /// Counts what came of a run.
    pub fn count(&mut self, outcome: &Outcome) {
        self.runs += 1;
        self.moves += u64::from(outcome.moves);
        self.ends[outcome.end as usize] += 1;
        for side in [BattleSide::Attacker, BattleSide::Defender] {
            let own = || outcome.bases.iter().filter(move |base| base.side == side);
            let lost = sp_lost(own());
            let marked: u32 = own().map(|base| u32::from(base.markers)).sum();
            self.sides[side.index()].lost.count(lost);
            self.sides[side.index()].lost_or_marked.count(lost + marked);
        }
        // The bases of a unit stand together, in the order of the units.
        let of_units = outcome.bases.chunk_by(|a, b| a.unit == b.unit && a.side == b.side);
        for (unit, (tally, bases)) in self.units.iter_mut().zip(of_units).enumerate() {
            tally.lost += u64::from(sp_lost(bases));
            tally.gone += u64::from(bases.iter().all(|base| base.square.is_none()));
            tally.failed += u64::from(outcome.units[unit].tests.iter().any(|test| !test.passed));
            tally.broke += u64::from(!self.refuses[unit] && broke(outcome, unit));
        }
    }

    /// Adds the counts of other runs of the same engagement.
    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.moves += other.moves;
        self.ends.iter_mut().zip(&other.ends).for_each(|(mine, theirs)| *mine += theirs);
        for (mine, theirs) in self.sides.iter_mut().zip(&other.sides) {
            mine.lost.add(&theirs.lost);
            mine.lost_or_marked.add(&theirs.lost_or_marked);
        }
        for (mine, theirs) in self.units.iter_mut().zip(&other.units) {
            mine.lost += theirs.lost;
            mine.failed += theirs.failed;
            mine.broke += theirs.broke;
            mine.gone += theirs.gone;
        }
    }

    fn chance(&self, count: u64) -> Frequency {
        Frequency { count, runs: self.runs }
    }

    /// How many runs were counted.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// The chance of an end.
    pub fn end(&self, end: BattleEnd) -> Frequency {
        self.chance(self.ends[end as usize])
    }

    /// The mean of the moves used.
    pub fn moves(&self) -> f64 {
        self.moves as f64 / self.runs.max(1) as f64
    }

    /// What a side lost.
    pub fn side(&self, side: BattleSide) -> &SideTally {
        &self.sides[side.index()]
    }

    /// The mean of the SP that a unit lost, by its place in the engagement, attackers first.
    pub fn lost(&self, unit: usize) -> f64 {
        self.units[unit].lost as f64 / self.runs.max(1) as f64
    }

    /// The chance that a unit fails a test of any kind.
    pub fn fails(&self, unit: usize) -> Frequency {
        self.chance(self.units[unit].failed)
    }

    /// The chance that a unit is broken in the course of the battle, whatever becomes of it afterwards.
    pub fn breaks(&self, unit: usize) -> Frequency {
        self.chance(self.units[unit].broke)
    }

    /// The chance that no base of a unit is left on the map.
    pub fn gone(&self, unit: usize) -> Frequency {
        self.chance(self.units[unit].gone)
    }
}

/// Whether a unit failed a break test, or its test with tanks in its position, and no commissar mended it.
fn broke(outcome: &Outcome, unit: usize) -> bool {
    let failed = |happening: &Happening| match happening {
        Happening::Test { unit: of, kind, passed } => *of == unit && *kind != TestKind::TankTerror && !passed,
        _ => false,
    };
    // A commissar fires at once: nothing is told between the test and his shot but the bases that he destroys.
    let mended = |rest: &[Happening]| {
        let next = rest.iter().find(|happening| !matches!(happening, Happening::Base { .. }));
        matches!(next, Some(Happening::Commissar { unit: of, .. }) if *of == unit)
    };
    let story = &outcome.story;
    if outcome.units[unit].tests.iter().all(|test| test.passed) {
        return false;
    }
    (0..story.len()).any(|place| failed(&story[place]) && !mended(&story[place + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Grade, RuleSystemId};

    // NQM Free, failed in attack: "conscripts and green then refuse further attack only". Elsewhere nobody does.
    #[test]
    fn only_conscripts_and_green_of_nqm_free_refuse() {
        for (rules, grade) in RuleSystemId::ALL.iter().flat_map(|id| Grade::ALL.iter().map(move |grade| (*id, *grade)))
        {
            let refuses = rules == RuleSystemId::NqmFree && matches!(grade, Grade::Conscript | Grade::Green);
            assert_eq!(only_refuses(rules, grade), refuses, "{rules} {grade}");
        }
    }

    #[test]
    fn intervals_as_published() {
        // Wilson's interval of 8 successes in 10 trials, as R's binom::binom.confint gives it.
        let [from, to] = Frequency { count: 8, runs: 10 }.interval();
        assert!((from - 0.490_162_5).abs() < 1e-6 && (to - 0.943_317_8).abs() < 1e-6, "{from} {to}");
        // None in 10: z^2 / (n + z^2) = 3.841459 / 13.841459.
        let [from, to] = Frequency { count: 0, runs: 10 }.interval();
        assert!(from.to_bits() == 0 && (to - 0.277_532_8).abs() < 1e-6, "{from} {to}");
        let [from, to] = Frequency { count: 10, runs: 10 }.interval();
        assert!((from - 0.722_467_2).abs() < 1e-6 && to.to_bits() == 1.0_f64.to_bits(), "{from} {to}");
    }

    #[test]
    fn percentiles_are_the_least_value_not_exceeded() {
        let mut spread = Spread::default();
        for figure in 1..=10 {
            spread.count(figure);
        }
        assert_eq!([10, 50, 90, 100].map(|percent| spread.percentile(percent)), [1, 5, 9, 10]);
        assert!((spread.mean() - 5.5).abs() < 1e-12);
        let mut one = Spread::default();
        one.count(3);
        assert_eq!([10, 90].map(|percent| one.percentile(percent)), [3, 3]);
        one.add(&spread);
        assert_eq!((one.runs(), one.percentile(100)), (11, 10));
        assert!((one.mean() - 58.0 / 11.0).abs() < 1e-12);
    }
}
