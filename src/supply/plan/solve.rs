//! The best choice of trips, by integer linear programming (crate `microlp`).
//!
//! What is modelled: for each chance and want at its place a whole number of units `u`, and whether the trip is made `y`
//! (where it can bring only one unit, `y` is the sum of its `u`). For every vehicle `sum y <= 1`; for every want, stock
//! and place with little room the sum of units within its limit; for every trip `sum u <= load * y`.
//!
//! What is optimal: the stages are solved one after the other, each under the results of those before it: as many units
//! as can be of the first grade, of the second, and so on; then the least minutes; then the least rank. Branch and bound
//! without a gap or a limit proves each stage, so the whole is a lexicographic optimum of the model. The program counts
//! in floating point: what it gives is rounded and checked in whole numbers, and what fails the check is not taken.
//!
//! What it never does: build the model (`offers`), or read a clock: a limit is a number of nodes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, Variable};

use super::model::{Chosen, Model, Value};

/// Up to so many vehicles and wants a choice is proved to be the best.
pub(super) const PROVED: usize = 40;

/// How many nodes a stage of a larger model may look at.
const NODES: u64 = 40;

/// A choice, and how much better another could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Solved {
    /// The trips that are made, by number.
    pub(super) chosen: Vec<Chosen>,
    /// What they are worth.
    pub(super) value: Value,
    /// What no choice can do better than, stage by stage.
    pub(super) bound: Value,
}

/// The best choice; what can be planned apart is.
pub(super) fn solve(model: &Model) -> Solved {
    let mut chosen = Vec::new();
    let mut bound = Value { met: vec![Reverse(0); model.grades], minutes: 0, rank: 0 };
    for numbers in model.parts() {
        let part = model.part(&numbers);
        let solved = Stages::new(&part).solve();
        chosen.extend(solved.chosen.into_iter().map(|one| Chosen { chance: numbers[one.chance], ..one }));
        for (sum, more) in bound.met.iter_mut().zip(&solved.bound.met) {
            sum.0 += more.0;
        }
        bound.minutes += solved.bound.minutes;
    }
    chosen.sort();
    let value = model.value(&chosen);
    bound.rank = value.rank;
    Solved { chosen, value, bound }
}

/// What a stage makes as great or as small as it can.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Grade(usize),
    Minutes,
    Rank,
}

/// The stages of one model, with the best choice so far.
struct Stages<'m> {
    model: &'m Model,
    best: Vec<Chosen>,
    value: Value,
    bound: Value,
    /// See [`Model::rank`].
    span: u64,
    /// Whether every stage is solved to the end.
    proves: bool,
    /// Results that later stages keep to.
    kept: Vec<(Stage, u64)>,
}

/// The variables of one chance: whether it is made, where that is not a sum of the others, and units by want.
struct Columns {
    made: Option<Variable>,
    units: Vec<Variable>,
}

impl<'m> Stages<'m> {
    fn new(model: &'m Model) -> Self {
        let best = model.quick();
        let value = model.value(&best);
        let (vehicles, wants) = model.size();
        let proves = vehicles <= PROVED && wants <= PROVED;
        Self { model, best, bound: value.clone(), value, span: model.span(), proves, kept: Vec::new() }
    }

    fn solve(mut self) -> Solved {
        let grades = (0..self.model.grades).map(Stage::Grade);
        for stage in grades.chain([Stage::Minutes, Stage::Rank]) {
            self.run(stage);
        }
        Solved { chosen: self.best, value: self.value, bound: self.bound }
    }

    /// How much a unit and a trip count for in a stage.
    fn counts(&self, stage: Stage, chance: usize, grade: usize) -> (u64, u64) {
        let chance = &self.model.chances[chance];
        match stage {
            Stage::Grade(of) => (u64::from(grade == of), 0),
            Stage::Minutes => (0, u64::from(chance.minutes)),
            Stage::Rank => (0, Model::rank(chance, self.span)),
        }
    }

    /// What the best choice so far comes to in a stage.
    fn of(value: &Value, stage: Stage) -> u64 {
        match stage {
            Stage::Grade(grade) => u64::from(value.met[grade].0),
            Stage::Minutes => value.minutes,
            Stage::Rank => value.rank,
        }
    }

    /// What nothing can be better than, known without a search; only of how much can be met.
    fn at_sight(&self, stage: Stage) -> Option<u64> {
        let Stage::Grade(grade) = stage else { return None };
        let mut served: Vec<usize> = Vec::new();
        for chance in &self.model.chances {
            served.extend(chance.serves.iter().filter(|(_, of)| *of == grade).map(|(want, _)| *want));
        }
        served.sort_unstable();
        served.dedup();
        Some(served.into_iter().map(|want| u64::from(self.model.wants[want])).sum())
    }

    fn run(&mut self, stage: Stage) {
        let so_far = Self::of(&self.value, stage);
        let at_sight = self.at_sight(stage);
        let is_best = at_sight == Some(so_far) || (stage != Stage::Rank && so_far == 0 && at_sight.is_none());
        let bound = if is_best { so_far } else { self.search(stage).unwrap_or(at_sight.unwrap_or(0)) };
        let reached = Self::of(&self.value, stage);
        match stage {
            Stage::Grade(grade) => self.bound.met[grade] = Reverse(bound.max(reached) as u32),
            Stage::Minutes => self.bound.minutes = bound.min(reached),
            Stage::Rank => self.bound.rank = bound.min(reached),
        }
        self.kept.push((stage, reached));
    }

    /// Looks for a better choice, and keeps it; what nothing can be better than in this stage, where that is known.
    fn search(&mut self, stage: Stage) -> Option<u64> {
        let (problem, columns) = self.problem(stage);
        let mut options = SolveOptions::default();
        if !self.proves {
            options.node_limit = Some(NODES);
            options.warm_start = Some(self.hint(&columns));
        }
        let outcome = problem.solve_with(options).ok()?;
        let bound = outcome.stats().best_bound;
        if let Some(solution) = outcome.solution() {
            let chosen = self.read(&columns, |variable| solution.var_value(variable).round().max(0.0) as u32);
            let value = self.model.value(&chosen);
            if self.model.is_kept_by(&chosen) && value < self.value {
                (self.best, self.value) = (chosen, value);
            }
            if outcome.is_optimal() {
                return Some(solution.objective().round().max(0.0) as u64);
            }
        }
        // A bound is a real number, and what it bounds is whole: a thousandth is left to the rounding of the program.
        bound.map(|bound| match stage {
            Stage::Grade(_) => (bound + 1e-3).floor().max(0.0) as u64,
            Stage::Minutes | Stage::Rank => (bound - 1e-3).ceil().max(0.0) as u64,
        })
    }

    fn problem(&self, stage: Stage) -> (Problem, Vec<Columns>) {
        let direction = match stage {
            Stage::Grade(_) => OptimizationDirection::Maximize,
            Stage::Minutes | Stage::Rank => OptimizationDirection::Minimize,
        };
        let mut problem = Problem::new(direction);
        let mut columns = Vec::with_capacity(self.model.chances.len());
        for (number, chance) in self.model.chances.iter().enumerate() {
            let own = chance.load > 1;
            let mut units = Vec::with_capacity(chance.serves.len());
            for (want, grade) in &chance.serves {
                let (unit, trip) = self.counts(stage, number, *grade);
                let counts = if own { unit } else { unit + trip };
                let most = chance.load.min(self.model.wants[*want]) as i32;
                units.push(problem.add_integer_var(counts as f64, (0, most)));
            }
            let trip = self.counts(stage, number, 0).1;
            let made = own.then(|| problem.add_binary_var(trip as f64));
            columns.push(Columns { made, units });
        }
        self.limit(&mut problem, &columns);
        self.keep(&mut problem, &columns);
        (problem, columns)
    }

    /// The limits of the model.
    fn limit(&self, problem: &mut Problem, columns: &[Columns]) {
        let model = self.model;
        let mut vehicles: Vec<Vec<(Variable, f64)>> = Vec::new();
        let mut stocks = vec![Vec::new(); model.stocks.len()];
        let mut wants = vec![Vec::new(); model.wants.len()];
        // A variable stands once in a limit: a trip may bring something to the place whose room it takes.
        let mut rooms: Vec<BTreeMap<usize, (Variable, f64)>> = vec![BTreeMap::new(); model.rooms.len()];
        let mut takes = |place: usize, variable: Variable, n: f64| {
            rooms[model.shares[place]].entry(variable.idx()).or_insert((variable, 0.0)).1 += n;
        };
        for (chance, columns) in model.chances.iter().zip(columns) {
            if vehicles.len() <= chance.vehicle {
                vehicles.resize(chance.vehicle + 1, Vec::new());
            }
            let units = columns.units.iter().map(|unit| (*unit, 1.0));
            vehicles[chance.vehicle].extend(columns.trip());
            if let Some(stock) = chance.stock {
                stocks[stock].extend(units.clone());
            }
            for (unit, (want, _)) in columns.units.iter().zip(&chance.serves) {
                wants[*want].push((*unit, 1.0));
            }
            if chance.wants_room {
                units.clone().for_each(|(variable, n)| takes(chance.place, variable, n));
            }
            if chance.takes_room > 0 {
                let room = f64::from(chance.takes_room);
                columns.trip().into_iter().for_each(|(variable, n)| takes(chance.leaves, variable, n * room));
            }
            if let Some(made) = columns.made {
                let link: Vec<_> = units.chain([(made, -f64::from(chance.load))]).collect();
                problem.add_constraint(&link, ComparisonOp::Le, 0.0);
            }
        }
        let within = |problem: &mut Problem, terms: &[(Variable, f64)], most: u32| {
            if !terms.is_empty() {
                problem.add_constraint(terms, ComparisonOp::Le, f64::from(most));
            }
        };
        for terms in &vehicles {
            within(problem, terms, 1);
        }
        stocks.iter().zip(&model.stocks).for_each(|(terms, most)| within(problem, terms, *most));
        wants.iter().zip(&model.wants).for_each(|(terms, most)| within(problem, terms, *most));
        let rooms = rooms.into_iter().zip(&model.rooms).filter_map(|(terms, most)| Some((terms, (*most)?)));
        rooms.for_each(|(terms, most)| within(problem, &terms.into_values().collect::<Vec<_>>(), most));
    }

    /// What the stages before have come to.
    fn keep(&self, problem: &mut Problem, columns: &[Columns]) {
        for (stage, reached) in &self.kept {
            let mut terms = Vec::new();
            for (number, (chance, columns)) in self.model.chances.iter().zip(columns).enumerate() {
                for (unit, (_, grade)) in columns.units.iter().zip(&chance.serves) {
                    terms.push((*unit, self.counts(*stage, number, *grade).0 as f64));
                }
                let trip = self.counts(*stage, number, 0).1 as f64;
                terms.extend(columns.trip().into_iter().map(|(variable, n)| (variable, n * trip)));
            }
            terms.retain(|(_, n)| *n > 0.0);
            let comparison = if let Stage::Grade(_) = stage { ComparisonOp::Ge } else { ComparisonOp::Le };
            if !terms.is_empty() {
                // A trip that brings one unit counts as that unit and as itself.
                terms.sort_by_key(|(variable, _)| variable.idx());
                problem.add_constraint(&terms, comparison, *reached as f64);
            }
        }
    }

    /// The best choice so far, as values of the variables.
    fn hint(&self, columns: &[Columns]) -> Vec<(Variable, f64)> {
        let mut hint = Vec::new();
        for (number, (chance, columns)) in self.model.chances.iter().zip(columns).enumerate() {
            let one = self.best.iter().find(|one| one.chance == number);
            let of =
                |want: usize| one.and_then(|one| one.units.iter().find(|(w, _)| *w == want)).map_or(0, |(_, n)| *n);
            let units = columns.units.iter().zip(&chance.serves);
            hint.extend(units.map(|(variable, (want, _))| (*variable, f64::from(of(*want)))));
            hint.extend(columns.made.map(|made| (made, f64::from(u8::from(one.is_some())))));
        }
        hint
    }

    /// The choice that values of the variables stand for.
    fn read(&self, columns: &[Columns], value: impl Fn(Variable) -> u32) -> Vec<Chosen> {
        let mut chosen = Vec::new();
        for (number, (chance, columns)) in self.model.chances.iter().zip(columns).enumerate() {
            let units = columns.units.iter().zip(&chance.serves).map(|(variable, (want, _))| (*want, value(*variable)));
            let units: Vec<(usize, u32)> = units.filter(|(_, units)| *units > 0).collect();
            if !units.is_empty() {
                chosen.push(Chosen { chance: number, units });
            }
        }
        chosen
    }
}

impl Columns {
    /// Whether the trip is made, as a sum of variables.
    fn trip(&self) -> Vec<(Variable, f64)> {
        match self.made {
            Some(made) => vec![(made, 1.0)],
            None => self.units.iter().map(|unit| (*unit, 1.0)).collect(),
        }
    }
}
