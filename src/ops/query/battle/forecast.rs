//! A battle fought many times on all cores, and counted.
//!
//! What it decides: which run throws which dice. Run `n` has stream `n` of the seed and the counts are integers, so the
//! same seed gives the same answer whatever the number of cores, and in whatever order they end.
//! Where to look next: `rules::forecast`, what is counted.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use dice::Dice;
use rules::decision::{Decisions, Doctrine};
use rules::forecast::ForecastTally;
use rules::{BattleError, Engagement, fight};

use crate::OpError;

/// How many runs a core takes at a time: few enough that all end together, enough that handing them out costs nothing.
const CHUNK: u64 = 250;

/// How a battle is forecast.
#[derive(Debug, Clone, Copy)]
pub struct ForecastPlan<'a> {
    /// The seed of all its runs.
    pub seed: u64,
    /// How many runs.
    pub runs: u64,
    /// Decisions as written; all by doctrine where there are none.
    pub decide: Option<&'a str>,
    /// On how many cores.
    pub cores: NonZeroUsize,
}

/// What came of a forecast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forecast {
    /// The counts.
    pub tally: ForecastTally,
    /// Lines of the script of decisions that answered nothing in any run: likely mistakes.
    pub unused: Vec<String>,
}

/// How many cores there are.
pub fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Fights a battle many times; `progress` is told how many runs are done.
///
/// # Errors
/// When a decision cannot be read, or the battle cannot be fought.
pub fn forecast(
    engagement: &Engagement,
    plan: ForecastPlan<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<Forecast, OpError> {
    let mut decisions = plan.decide.map(|text| Decisions::of(text, engagement.setup())).transpose()?;
    let script = decisions.clone();
    let next = AtomicU64::new(0);
    let mut tally = ForecastTally::new(engagement);
    let mut failed = None;
    std::thread::scope(|scope| {
        let (done, counted) = channel();
        let chunks = plan.runs.div_ceil(CHUNK);
        for _ in 0..plan.cores.get().min(chunks as usize) {
            let changes = Work { engagement, plan, script: script.clone(), next: &next };
            let done = done.clone();
            scope.spawn(move || changes.until_nothing_is_left(&done));
        }
        drop(done);
        for chunk in counted {
            match chunk {
                Ok((counts, used)) => {
                    tally.add(&counts);
                    decisions.iter_mut().zip(&used).for_each(|(all, used)| all.used_too(used));
                    progress(tally.runs());
                }
                Err(error) => failed = Some(error),
            }
        }
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(Forecast { tally, unused: decisions.map(|script| script.unused()).unwrap_or_default() }),
    }
}

/// A chunk counted, with the script as it was used.
type Counted = Result<(ForecastTally, Option<Decisions>), BattleError>;

/// What one core does.
struct Work<'a> {
    engagement: &'a Engagement,
    plan: ForecastPlan<'a>,
    script: Option<Decisions>,
    next: &'a AtomicU64,
}

impl Work<'_> {
    fn until_nothing_is_left(mut self, done: &Sender<Counted>) {
        loop {
            let first = self.next.fetch_add(1, Ordering::Relaxed).saturating_mul(CHUNK);
            if first >= self.plan.runs {
                return;
            }
            let counts = self.fight(first..self.plan.runs.min(first + CHUNK));
            let failed = counts.is_err();
            let told = done.send(counts.map(|counts| (counts, self.script.clone())));
            if failed || told.is_err() {
                return;
            }
        }
    }

    fn fight(&mut self, runs: Range<u64>) -> Result<ForecastTally, BattleError> {
        let mut tally = ForecastTally::new(self.engagement);
        for run in runs {
            let mut dice = Dice::seeded(self.plan.seed, run).unlogged();
            let outcome = match &mut self.script {
                None => fight(self.engagement, &mut dice, &mut Doctrine)?,
                Some(script) => {
                    script.restart();
                    fight(self.engagement, &mut dice, script)?
                }
            };
            tally.count(&outcome);
        }
        Ok(tally)
    }
}
