//! What a plan may do and what it is worth, in whole numbers: the model that `solve` solves.
//!
//! What it is: the trips that could be made, what limits them, and the value of a choice of trips.
//! What it decides: that a choice keeps within every limit ([`Model::is_kept_by`]), and of two choices which is better
//! ([`Value`]); the choice of a quick hand ([`Model::quick`]); what can be planned apart ([`Model::parts`]).
//! What it never does: know of squares and formations (`offers`), or look for the best choice (`solve`).

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A trip that a vehicle could make: to where it loads, and on to where it unloads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TripChance {
    /// Which vehicle.
    pub(super) vehicle: usize,
    /// From which stock it loads; none where it brings what it has on it.
    pub(super) stock: Option<usize>,
    /// To which place.
    pub(super) place: usize,
    /// How long it drives until it is there.
    pub(super) minutes: u32,
    /// How many units it can bring.
    pub(super) load: u32,
    /// How much room is gone when it is away: of a vehicle that stands ready to take what others bring its formation.
    pub(super) takes_room: u32,
    /// At which place that room is.
    pub(super) leaves: usize,
    /// Whether what it brings wants room at the place; what a vehicle fetches for its own formation stays on it.
    pub(super) wants_room: bool,
    /// The wants at the place, and of what grade a unit is that it brings for them: 0 is the most urgent.
    pub(super) serves: Vec<(usize, usize)>,
}

/// Everything that could be done, and what limits it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Model {
    /// The trips that could be made.
    pub(super) chances: Vec<TripChance>,
    /// How many units each stock has to give.
    pub(super) stocks: Vec<u32>,
    /// How many units each want is.
    pub(super) wants: Vec<u32>,
    /// How many units each place has room for; none where there is room enough.
    pub(super) rooms: Vec<Option<u32>>,
    /// For each place the one whose room it shares: itself, or the first of those that do.
    pub(super) shares: Vec<usize>,
    /// How many grades there are.
    pub(super) grades: usize,
}

/// A trip that is made, and how many units it brings for each want.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chosen {
    /// Which of the chances.
    pub(super) chance: usize,
    /// Wants and units, each above zero, in the order in which the chance names them.
    pub(super) units: Vec<(usize, u32)>,
}

/// What a choice is worth: the less the better, the first difference decides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value {
    /// Units met by grade, the most urgent first.
    pub(super) met: Vec<Reverse<u32>>,
    /// Minutes of all trips.
    pub(super) minutes: u64,
    /// What settles ties: see [`Model::rank`].
    pub(super) rank: u64,
}

impl Model {
    /// The place of a trip among trips of equal worth: it grows with the places of vehicle, stock and want in the order of
    /// their ids, and less where a vehicle and a want stand at the same place in their orders.
    ///
    /// With `n` above every place, a sum of `n(i + j + k) - ij` prefers low ids first of all, and of two ways to pair the
    /// same vehicles with the same places the one that pairs them in order.
    pub(super) fn rank(chance: &TripChance, n: u64) -> u64 {
        let (i, j) = (chance.vehicle as u64, chance.place as u64);
        let k = chance.stock.map_or(0, |stock| stock as u64 + 1);
        // One more, so that a trip that brings nothing is worse than none.
        n * (i + j + k) - i * j + 1
    }

    /// A number above every place of a vehicle and of a place where something is wanted.
    pub(super) fn span(&self) -> u64 {
        1 + self.chances.iter().map(|c| c.vehicle.max(c.place)).max().unwrap_or_default() as u64
    }

    /// What a choice is worth.
    pub(super) fn value(&self, chosen: &[Chosen]) -> Value {
        let span = self.span();
        let mut value = Value { met: vec![Reverse(0); self.grades], minutes: 0, rank: 0 };
        for one in chosen {
            let chance = &self.chances[one.chance];
            value.minutes += u64::from(chance.minutes);
            value.rank += Self::rank(chance, span);
            for (want, units) in &one.units {
                let grade = chance.serves.iter().find(|(served, _)| served == want).map(|(_, grade)| *grade);
                if let Some(met) = grade.and_then(|grade| value.met.get_mut(grade)) {
                    met.0 += units;
                }
            }
        }
        value
    }

    /// Whether a choice keeps within every limit.
    pub(super) fn is_kept_by(&self, chosen: &[Chosen]) -> bool {
        let mut left = Left::new(self);
        chosen.iter().all(|one| {
            let chance = &self.chances[one.chance];
            let known = one.units.iter().all(|(want, _)| chance.serves.iter().any(|(served, _)| served == want));
            known && left.takes(chance, &one.units)
        })
    }

    /// A choice made at sight: the most urgent first, then the nearest.
    pub(super) fn quick(&self) -> Vec<Chosen> {
        let span = self.span();
        let mut order: Vec<(usize, usize, &TripChance)> = Vec::new();
        for (number, chance) in self.chances.iter().enumerate() {
            let best = chance.serves.iter().map(|(_, grade)| *grade).min().unwrap_or(self.grades);
            order.push((number, best, chance));
        }
        order.sort_by_key(|(number, best, chance)| (*best, chance.minutes, Self::rank(chance, span), *number));
        let mut left = Left::new(self);
        let mut chosen = Vec::new();
        for (number, _, chance) in order {
            let units = left.most(chance);
            if !units.is_empty() && left.takes(chance, &units) {
                chosen.push(Chosen { chance: number, units });
            }
        }
        chosen.sort();
        chosen
    }

    /// The chances that a best choice may need.
    ///
    /// Of the trips of one vehicle to one place those are left out that take longer than one from a stock which cannot run
    /// out: putting the quicker in the place of the longer breaks no limit, and is better.
    pub(super) fn needed(&self) -> Vec<usize> {
        let mut pairs: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (number, chance) in self.chances.iter().enumerate() {
            pairs.entry((chance.vehicle, chance.place)).or_default().push(number);
        }
        let mut scarce: BTreeMap<usize, bool> = BTreeMap::new();
        let mut kept = Vec::new();
        for mut pair in pairs.into_values() {
            pair.sort_by_key(|number| (self.chances[*number].minutes, self.chances[*number].stock));
            for number in pair {
                kept.push(number);
                let stock = self.chances[number].stock;
                let runs_out = stock.is_some_and(|s| *scarce.entry(s).or_insert_with(|| self.is_scarce(s)));
                if !runs_out {
                    break;
                }
            }
        }
        kept.sort_unstable();
        kept
    }

    /// The parts that have nothing to do with one another, each as the numbers of its chances.
    ///
    /// Two chances belong together when they are of one vehicle, one place, or one stock that could run out; and when one
    /// takes room at the place of the other.
    pub(super) fn parts(&self) -> Vec<Vec<usize>> {
        let mut part: Vec<usize> = (0..self.chances.len()).collect();
        let mut first: BTreeMap<(u8, usize), usize> = BTreeMap::new();
        for (number, chance) in self.chances.iter().enumerate() {
            let scarce = chance.stock.filter(|stock| self.is_scarce(*stock)).map(|stock| (2, stock));
            let leaves = (chance.takes_room > 0).then(|| (1, self.shares[chance.leaves]));
            let keys = [Some((0, chance.vehicle)), Some((1, self.shares[chance.place])), leaves, scarce];
            for key in keys.into_iter().flatten() {
                let other = *first.entry(key).or_insert(number);
                join(&mut part, number, other);
            }
        }
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for number in 0..self.chances.len() {
            let root = root(&part, number);
            parts.entry(root).or_default().push(number);
        }
        parts.into_values().collect()
    }

    /// Whether a stock could run out.
    pub(super) fn is_scarce(&self, stock: usize) -> bool {
        let mut most: BTreeMap<usize, u32> = BTreeMap::new();
        for chance in self.chances.iter().filter(|chance| chance.stock == Some(stock)) {
            let load = most.entry(chance.vehicle).or_default();
            *load = chance.load.max(*load);
        }
        most.into_values().fold(0, u32::saturating_add) > self.stocks[stock]
    }

    /// The model of some of the chances alone, under the same limits.
    pub(super) fn part(&self, chances: &[usize]) -> Self {
        Self { chances: chances.iter().map(|number| self.chances[*number].clone()).collect(), ..self.clone() }
    }

    /// How many vehicles and how many wants there are chances for.
    pub(super) fn size(&self) -> (usize, usize) {
        let count = |mut numbers: Vec<usize>| {
            numbers.sort_unstable();
            numbers.dedup();
            numbers.len()
        };
        let wants = self.chances.iter().flat_map(|chance| chance.serves.iter().map(|(want, _)| *want));
        (count(self.chances.iter().map(|chance| chance.vehicle).collect()), count(wants.collect()))
    }
}

fn root(part: &[usize], mut number: usize) -> usize {
    while part[number] != number {
        number = part[number];
    }
    number
}

fn join(part: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(part, a), root(part, b));
    let (low, high) = (a.min(b), a.max(b));
    part[high] = low;
}

/// What is left of every limit.
struct Left {
    used: Vec<usize>,
    stocks: Vec<u32>,
    wants: Vec<u32>,
    rooms: Vec<Option<u32>>,
    shares: Vec<usize>,
}

impl Left {
    fn new(model: &Model) -> Self {
        let (stocks, wants) = (model.stocks.clone(), model.wants.clone());
        Self { used: Vec::new(), stocks, wants, rooms: model.rooms.clone(), shares: model.shares.clone() }
    }

    /// What a trip could bring at most, the most urgent first.
    fn most(&self, chance: &TripChance) -> Vec<(usize, u32)> {
        let mut load = chance.load.min(chance.stock.map_or(u32::MAX, |stock| self.stocks[stock]));
        if let Some(room) = self.rooms[self.shares[chance.place]].filter(|_| chance.wants_room) {
            load = load.min(room);
        }
        let mut order: Vec<(usize, usize)> = (0..chance.serves.len()).map(|at| (chance.serves[at].1, at)).collect();
        order.sort_unstable();
        let mut units = Vec::new();
        for (_, at) in order {
            let want = chance.serves[at].0;
            let brought = load.min(self.wants[want]);
            load -= brought;
            units.push((at, want, brought));
        }
        units.sort_unstable();
        units.into_iter().filter(|(_, _, units)| *units > 0).map(|(_, want, units)| (want, units)).collect()
    }

    /// Takes a trip off what is left; whether it was there.
    fn takes(&mut self, chance: &TripChance, units: &[(usize, u32)]) -> bool {
        let load: u32 = units.iter().map(|(_, units)| units).sum();
        let stock = chance.stock.map_or(u32::MAX, |stock| self.stocks[stock]);
        let (place, leaves) = (self.shares[chance.place], self.shares[chance.leaves]);
        let wanted = if chance.wants_room { load } else { 0 };
        let both = if place == leaves { wanted + chance.takes_room } else { wanted };
        let has_room = |place: usize, wanted: u32| self.rooms[place].is_none_or(|room| wanted <= room);
        let fits = load > 0 && load <= chance.load && load <= stock;
        let fits = fits && has_room(place, both) && has_room(leaves, chance.takes_room);
        if !fits || self.used.contains(&chance.vehicle) || units.iter().any(|(want, n)| *n > self.wants[*want]) {
            return false;
        }
        self.used.push(chance.vehicle);
        if let Some(stock) = chance.stock {
            self.stocks[stock] -= load;
        }
        for (place, taken) in [(place, wanted), (leaves, chance.takes_room)] {
            if let Some(room) = self.rooms[place].as_mut() {
                *room -= taken;
            }
        }
        for (want, n) in units {
            self.wants[*want] -= n;
        }
        true
    }
}
