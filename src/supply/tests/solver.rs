//! The solver against exhaustive search on small models, and against shortest augmenting paths on larger ones.
//!
//! What a choice is worth and whether it keeps the limits is reckoned here anew, from the words of `model` and `solve`.

use std::collections::BTreeMap;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::model::{Chosen, Model, TripChance, Value};
use super::solve::solve;

/// Units by grade (negative: the more the better), minutes, rank.
type Worth = (Vec<i64>, u64, u64);

fn rank(model: &Model, chance: &TripChance) -> u64 {
    let places = model.chances.iter().flat_map(|c| [c.vehicle, c.place]);
    let n = 1 + places.max().unwrap() as u64;
    let (i, j, k) = (chance.vehicle as u64, chance.place as u64, chance.stock.map_or(0, |s| 1 + s as u64));
    n * (i + j + k) - i * j + 1
}

/// What is left while a choice is made by hand, vehicle by vehicle.
#[derive(Clone)]
struct Board {
    stocks: Vec<u32>,
    wants: Vec<u32>,
    rooms: Vec<Option<u32>>,
    worth: Worth,
}

/// Every way to spread a load over the wants of a chance, none of them empty.
fn spreads(chance: &TripChance, at: usize, left: u32) -> Vec<Vec<u32>> {
    if at == chance.serves.len() {
        return vec![Vec::new()];
    }
    let rest = |n: u32| spreads(chance, at + 1, left - n).into_iter().map(move |more| [vec![n], more].concat());
    (0..=left).flat_map(rest).collect()
}

fn best_by_hand(model: &Model, vehicles: usize, vehicle: usize, board: &Board) -> Worth {
    if vehicle == vehicles {
        return board.worth.clone();
    }
    let mut best = best_by_hand(model, vehicles, vehicle + 1, board);
    for chance in model.chances.iter().filter(|chance| chance.vehicle == vehicle) {
        for spread in spreads(chance, 0, chance.load) {
            let load: u32 = spread.iter().sum();
            let mut after = board.clone();
            let stock = chance.stock.map_or(load, |stock| after.stocks[stock]);
            let room = if chance.wants_room { load } else { 0 };
            let fits = spread.iter().zip(&chance.serves).all(|(n, (want, _))| *n <= after.wants[*want]);
            if load == 0 || load > stock || !fits {
                continue;
            }
            let mut has_room = true;
            for (place, taken) in [(chance.place, room), (chance.leaves, chance.takes_room)] {
                let there = &mut after.rooms[model.shares[place]];
                has_room &= there.is_none_or(|there| there >= taken);
                *there = there.map(|there| there.saturating_sub(taken));
            }
            if !has_room {
                continue;
            }
            if let Some(stock) = chance.stock {
                after.stocks[stock] -= load;
            }
            for (n, (want, grade)) in spread.iter().zip(&chance.serves) {
                after.wants[*want] -= n;
                after.worth.0[*grade] -= i64::from(*n);
            }
            after.worth.1 += u64::from(chance.minutes);
            after.worth.2 += rank(model, chance);
            best = best.min(best_by_hand(model, vehicles, vehicle + 1, &after));
        }
    }
    best
}

fn worth(model: &Model) -> Worth {
    let solved = solve(model);
    assert!(model.is_kept_by(&solved.chosen), "{solved:?}");
    assert_eq!(solved.value, solved.bound, "nothing is better than what was found");
    let met = solved.value.met.iter().map(|met| -i64::from(met.0)).collect();
    (met, solved.value.minutes, solved.value.rank)
}

/// A small model with vehicles of one to three units, scarce stocks, places with little room and several wants each.
fn small(dice: &mut ChaCha8Rng) -> (Model, usize) {
    let (vehicles, stocks, places) = (dice.random_range(1..=5), dice.random_range(1..=3), dice.random_range(1..=3));
    let mut model = Model { grades: 3, ..Model::default() };
    model.stocks = (0..stocks).map(|_| dice.random_range(0..=3)).collect();
    model.rooms = (0..places).map(|_| dice.random_bool(0.4).then(|| dice.random_range(0..=3))).collect();
    model.shares = (0..places).collect();
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); places];
    for want in 0..dice.random_range(places..=5) {
        model.wants.push(dice.random_range(1..=2));
        at[if want < places { want } else { dice.random_range(0..places) }].push(want);
    }
    for vehicle in 0..vehicles {
        let load = if dice.random_bool(0.6) { 1 } else { dice.random_range(2..=3) };
        let brings = dice.random_bool(0.15);
        for (place, stock) in (0..places).flat_map(|place| (0..stocks).map(move |stock| (place, stock))) {
            if dice.random_bool(0.4) || (brings && stock > 0) {
                continue;
            }
            let is_own = dice.random_bool(0.2);
            // Whoever drives for others leaves room behind at another place.
            let leaves = if dice.random_bool(0.5) { place } else { dice.random_range(0..places) };
            model.chances.push(TripChance {
                vehicle,
                stock: (!brings).then_some(stock),
                place,
                minutes: dice.random_range(0..=9),
                load,
                takes_room: u32::from(is_own && model.rooms[leaves].is_some()),
                leaves,
                wants_room: !(is_own && leaves == place) && model.rooms[place].is_some(),
                serves: at[place].iter().map(|want| (*want, dice.random_range(0..3))).collect(),
            });
        }
    }
    (model, vehicles)
}

/// The same with fire units: LOG and two classes lie in stocks of their own, a vehicle that brings what it has brings one of
/// them, and what is wanted of several at one place shares its room; what guns want is of grades of its own.
fn with_fire_units(dice: &mut ChaCha8Rng) -> (Model, usize) {
    let (mut model, vehicles) = small(dice);
    model.grades = 5;
    let kinds = |dice: &mut ChaCha8Rng, n: usize| (0..n).map(|_| dice.random_range(0..3)).collect::<Vec<u8>>();
    let (stocks, places, brings) =
        (kinds(dice, model.stocks.len()), kinds(dice, model.rooms.len()), kinds(dice, vehicles));
    for place in 1..places.len() {
        let other = dice.random_range(0..place);
        if model.rooms[model.shares[other]].is_some() && places[other] != places[place] && dice.random_bool(0.7) {
            model.shares[place] = model.shares[other];
        }
    }
    model
        .chances
        .retain(|chance| places[chance.place] == chance.stock.map_or(brings[chance.vehicle], |stock| stocks[stock]));
    for chance in &mut model.chances {
        let has_room = |place: usize| model.rooms[model.shares[place]].is_some();
        let (takes, is_own) = (chance.takes_room > 0, chance.leaves == chance.place);
        chance.takes_room = u32::from(takes && has_room(chance.leaves));
        chance.wants_room = !(takes && is_own) && has_room(chance.place);
        for (_, grade) in &mut chance.serves {
            *grade = if places[chance.place] > 0 { 1 + 2 * (*grade % 2) } else { 2 * *grade };
        }
    }
    (model, vehicles)
}

/// How many of so many models met anything, each as well as trying all would.
fn as_good_as_any(seed: u64, draw: fn(&mut ChaCha8Rng) -> (Model, usize), models: usize) -> usize {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut met = 0;
    for number in 0..models {
        let (model, vehicles) = draw(&mut dice);
        if model.chances.is_empty() {
            continue;
        }
        let (stocks, wants, rooms) = (model.stocks.clone(), model.wants.clone(), model.rooms.clone());
        let board = Board { stocks, wants, rooms, worth: (vec![0; model.grades], 0, 0) };
        let by_hand = best_by_hand(&model, vehicles, 0, &board);
        assert_eq!(worth(&model), by_hand, "model {number}: {model:#?}");
        met += usize::from(by_hand.0.iter().any(|units| *units < 0));
    }
    met
}

#[test]
fn small_plans_are_as_good_as_any_found_by_trying_all() {
    let met = as_good_as_any(1942, small, 400);
    assert!(met > 300, "the models must not be empty: {met}");
}

#[test]
fn small_plans_with_fire_units_are_as_good_as_any_found_by_trying_all() {
    let met = as_good_as_any(1943, with_fire_units, 600);
    assert!(met > 250, "the models must not be empty: {met}");
    let mut dice = ChaCha8Rng::seed_from_u64(1943);
    let shared = (0..600).map(|_| with_fire_units(&mut dice).0);
    let shared = shared.filter(|model| model.shares.iter().enumerate().any(|(place, first)| place != *first)).count();
    assert!(shared > 60, "rooms must be shared: {shared}");
}

/// A transport over stocks: vehicle to stock to place, each of the two legs with its own minutes.
struct Transport {
    stocks: Vec<u32>,
    /// Units and grade by place.
    places: Vec<(u32, usize)>,
    to_stock: Vec<Vec<u32>>,
    to_place: Vec<Vec<u32>>,
}

impl Transport {
    fn random(dice: &mut ChaCha8Rng, vehicles: usize, stocks: usize, places: usize) -> Self {
        let at = |dice: &mut ChaCha8Rng| (dice.random_range(0..60u32), dice.random_range(0..60u32));
        let far = |a: (u32, u32), b: (u32, u32)| (a.0.abs_diff(b.0) + a.1.abs_diff(b.1)) * 7;
        let standing: Vec<_> = (0..vehicles).map(|_| at(dice)).collect();
        let held: Vec<_> = (0..stocks).map(|_| at(dice)).collect();
        let wanted: Vec<_> = (0..places).map(|_| at(dice)).collect();
        Self {
            stocks: (0..stocks).map(|n| if n == 0 { 60 } else { dice.random_range(0..=6) }).collect(),
            places: (0..places).map(|_| (dice.random_range(1..=2), dice.random_range(0..3))).collect(),
            to_stock: standing.iter().map(|a| held.iter().map(|b| far(*a, *b)).collect()).collect(),
            to_place: held.iter().map(|a| wanted.iter().map(|b| far(*a, *b)).collect()).collect(),
        }
    }

    fn model(&self) -> Model {
        let mut model = Model { grades: 3, stocks: self.stocks.clone(), ..Model::default() };
        model.wants = self.places.iter().map(|(units, _)| *units).collect();
        model.rooms = vec![None; self.places.len()];
        model.shares = (0..self.places.len()).collect();
        for (vehicle, to_stock) in self.to_stock.iter().enumerate() {
            for (place, (_, grade)) in self.places.iter().enumerate() {
                for (stock, first) in to_stock.iter().enumerate() {
                    model.chances.push(TripChance {
                        vehicle,
                        stock: Some(stock),
                        place,
                        minutes: first + self.to_place[stock][place],
                        load: 1,
                        takes_room: 0,
                        leaves: 0,
                        wants_room: false,
                        serves: vec![(place, *grade)],
                    });
                }
            }
        }
        model
    }

    /// The least cost by shortest augmenting paths: a unit of a higher grade outweighs all units of lower ones, and those
    /// all minutes.
    fn by_paths(&self) -> (Vec<i64>, u64) {
        let (v, s, p) = (self.to_stock.len(), self.stocks.len(), self.places.len());
        let (stock_in, stock_out, place, source) = (v, v + s, v + 2 * s, v + 2 * s + p);
        let mut net = Net::new(source + 2);
        for (vehicle, to_stock) in self.to_stock.iter().enumerate() {
            net.arc(source, vehicle, 1, 0);
            to_stock.iter().enumerate().for_each(|(n, minutes)| net.arc(vehicle, stock_in + n, 1, i64::from(*minutes)));
        }
        for (n, units) in self.stocks.iter().enumerate() {
            net.arc(stock_in + n, stock_out + n, *units, 0);
            let legs = self.to_place[n].iter().enumerate();
            legs.for_each(|(to, minutes)| net.arc(stock_out + n, place + to, u32::MAX, i64::from(*minutes)));
        }
        for (n, (units, grade)) in self.places.iter().enumerate() {
            net.arc(place + n, source + 1, *units, -(1 << (46 - 10 * grade)));
        }
        while net.augment(source, source + 1) {}
        let mut met = vec![0; 3];
        for (n, (_, grade)) in self.places.iter().enumerate() {
            met[*grade] -= i64::from(net.flow(place + n, source + 1));
        }
        (met, net.minutes())
    }
}

/// A network of arcs, each with its back arc at the next place.
struct Net {
    nodes: usize,
    /// From, to, room left, cost.
    arcs: Vec<(usize, usize, u32, i64)>,
    rooms: BTreeMap<usize, u32>,
}

impl Net {
    fn new(nodes: usize) -> Self {
        Self { nodes, arcs: Vec::new(), rooms: BTreeMap::new() }
    }

    fn arc(&mut self, from: usize, to: usize, room: u32, cost: i64) {
        self.rooms.insert(self.arcs.len(), room);
        self.arcs.push((from, to, room, cost));
        self.arcs.push((to, from, 0, -cost));
    }

    /// One unit along the cheapest path; whether that made the whole cheaper.
    fn augment(&mut self, from: usize, to: usize) -> bool {
        let mut cost = vec![i64::MAX; self.nodes];
        let mut by = vec![usize::MAX; self.nodes];
        cost[from] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (number, (a, b, room, step)) in self.arcs.iter().enumerate() {
                if *room > 0 && cost[*a] < i64::MAX && cost[*a] + step < cost[*b] {
                    (cost[*b], by[*b], changed) = (cost[*a] + step, number, true);
                }
            }
        }
        if cost[to] >= 0 {
            return false;
        }
        let mut at = to;
        while at != from {
            let number = by[at];
            self.arcs[number].2 -= 1;
            self.arcs[number ^ 1].2 += 1;
            at = self.arcs[number].0;
        }
        true
    }

    fn flow(&self, from: usize, to: usize) -> u32 {
        let of = self.rooms.iter().filter(|(n, _)| (self.arcs[**n].0, self.arcs[**n].1) == (from, to));
        of.map(|(n, room)| room - self.arcs[*n].2).sum()
    }

    fn minutes(&self) -> u64 {
        let legs = self.rooms.iter().filter(|(n, _)| self.arcs[**n].3 > 0);
        legs.map(|(n, room)| u64::from(room - self.arcs[*n].2) * self.arcs[*n].3 as u64).sum()
    }
}

#[test]
fn larger_plans_are_as_good_as_those_of_shortest_augmenting_paths() {
    let mut dice = ChaCha8Rng::seed_from_u64(43);
    for (number, (vehicles, stocks, places)) in
        [(12, 3, 9), (20, 4, 20), (30, 5, 25), (40, 4, 40), (25, 3, 40)].into_iter().enumerate()
    {
        let transport = Transport::random(&mut dice, vehicles, stocks, places);
        let model = transport.model();
        let (met, minutes, _) = worth(&model);
        assert_eq!((met, minutes), transport.by_paths(), "transport {number}");
        let kept = model.part(&model.needed());
        assert!(kept.chances.len() < model.chances.len(), "what no best plan needs is left out");
        assert_eq!(worth(&kept), worth(&model), "transport {number}, without what no best plan needs");
    }
}

/// The bound of a grade holds for every choice that is as good in the grades before it, that of the minutes for every choice
/// that is as good in all of them: so each is asked as far as what was found is as good as the best.
#[test]
fn beyond_forty_a_plan_is_within_its_bound() {
    let mut dice = ChaCha8Rng::seed_from_u64(44);
    let (mut graded, mut timed) = ([0; 3], 0);
    let sizes =
        [(45, 3, 50), (50, 4, 45), (44, 2, 60), (60, 5, 44), (48, 3, 48), (41, 6, 41), (55, 3, 30), (30, 3, 55)];
    for (number, (vehicles, stocks, places)) in sizes.into_iter().enumerate() {
        let transport = Transport::random(&mut dice, vehicles, stocks, places);
        let model = transport.model();
        let solved = solve(&model);
        assert!(model.is_kept_by(&solved.chosen), "transport {number}");
        let (met, minutes) = transport.by_paths();
        let of = |value: &Value| value.met.iter().map(|met| -i64::from(met.0)).collect::<Vec<_>>();
        let (found, bound) = (of(&solved.value), of(&solved.bound));
        assert!(met <= found, "transport {number}: {met:?} is the best, {found:?} was found");
        for grade in (0..3).take_while(|grade| found[..*grade] == met[..*grade]) {
            assert!(bound[grade] <= met[grade], "transport {number}: {bound:?} bounds {met:?}, found {found:?}");
            assert!(bound[grade] <= found[grade], "transport {number}: {bound:?} bounds {found:?}");
            graded[grade] += 1;
        }
        if found == met {
            let (least, took) = (solved.bound.minutes, solved.value.minutes);
            assert!(least <= minutes && minutes <= took, "transport {number}: {least} bounds {minutes}, {took} found");
            timed += 1;
        }
    }
    assert!(graded.iter().all(|asked| *asked >= 4) && timed >= 4, "asked: {graded:?}, minutes {timed}");
}

#[test]
fn what_has_nothing_to_do_with_one_another_is_planned_apart() {
    let chance = |vehicle, stock, place| TripChance {
        vehicle,
        stock: Some(stock),
        place,
        minutes: 1,
        load: 1,
        takes_room: 0,
        leaves: 0,
        wants_room: false,
        serves: vec![(place, 0)],
    };
    let chances = vec![chance(0, 0, 0), chance(1, 0, 1), chance(2, 1, 2), chance(3, 1, 3)];
    let (rooms, shares) = (vec![None; 4], vec![0, 1, 2, 3]);
    let mut model = Model { chances, stocks: vec![2, 1], wants: vec![1; 4], rooms, shares, grades: 1 };
    assert_eq!(model.parts(), [vec![0], vec![1], vec![2, 3]], "the first stock cannot run out, the second can");
    model.shares[1] = 0;
    assert_eq!(model.parts(), [vec![0, 1], vec![2, 3]], "the first two places have one room");
}

// The want at place 1 is the more urgent: lorry 0 goes there first, though it is further, with the one unit that the place has
// room for. The two units that are left of the stock are for lorry 1.
#[test]
fn at_sight_the_most_urgent_is_served_first_and_then_the_nearest() {
    let chance = |vehicle, place, minutes, grade| {
        let (stock, serves) = (Some(0), vec![(place, grade)]);
        TripChance { vehicle, stock, place, minutes, load: 2, takes_room: 0, leaves: place, wants_room: true, serves }
    };
    let model = Model {
        chances: vec![chance(0, 0, 60, 1), chance(0, 1, 120, 0), chance(1, 0, 90, 1)],
        stocks: vec![3],
        wants: vec![2, 2],
        rooms: vec![None, Some(1)],
        shares: vec![0, 1],
        grades: 2,
    };
    let chosen = |chance, want, units| Chosen { chance, units: vec![(want, units)] };
    assert_eq!(model.quick(), [chosen(1, 1, 1), chosen(2, 0, 2)]);
}
