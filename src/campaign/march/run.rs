//! The march itself: every leaf goes from square to square by time of arrival, ties by id; contact stops both.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use domain::{FormationId, SideId, Square};

use super::account::{Booty, LeafMarch, MarchAccount, Overrun, Stop, Taken};
use super::field::MarchField;
use super::pace::Pace;
use super::{Arrival, BOUND_MINUTES, Marched, Passed, Towards};
use crate::Formation;
use crate::march::manner::Manner;

/// A leaf that is to march.
pub(super) struct Marcher {
    /// Its number in the field.
    pub(super) leaf: usize,
    pub(super) pace: Option<Rc<Pace>>,
    /// The squares still to be entered, the first from `gone` on.
    pub(super) path: Vec<u32>,
    pub(super) to: usize,
    pub(super) out_of_place: bool,
    /// The way points of its order that it has passed already.
    pub(super) passed: usize,
    /// The others, each with the squares entered when it is passed.
    pub(super) points: Vec<(usize, Square)>,
    unit: FormationId,
    manner: Manner,
    from: usize,
    gone: usize,
    clock: u32,
    /// In which minute it entered each square of its path.
    entered: Vec<u32>,
    limit: u32,
    /// Whether its next step is its first, and it stands in contact.
    breaks_off: bool,
    before: Marched,
    towards: Option<Towards>,
    stop: Option<Stop>,
    is_done: bool,
}

impl Marcher {
    pub(super) fn new(field: &MarchField<'_>, leaf: usize, unit: &Formation, manner: Manner, forced: bool) -> Self {
        let post = &field.leaves[leaf];
        let from = post.square as usize;
        let before = post.formation.leaf.as_ref().map(|leaf| leaf.march).unwrap_or_default();
        let limit = Self::limit(field, leaf, forced);
        Self {
            leaf,
            pace: None,
            path: Vec::new(),
            to: from,
            out_of_place: false,
            passed: 0,
            points: Vec::new(),
            unit: unit.id.clone(),
            manner,
            from,
            gone: 0,
            clock: u32::from(before.minutes),
            entered: Vec::new(),
            limit,
            breaks_off: field.is_contact(from, field.side(leaf)),
            before,
            towards: before.towards,
            stop: None,
            is_done: false,
        }
    }

    /// How many minutes of the bound a leaf may march.
    fn limit(field: &MarchField<'_>, leaf: usize, forced: bool) -> u32 {
        let (formation, campaign) = (field.leaves[leaf].formation, field.campaign());
        let hours = campaign.settings.moving_hours(campaign.bound.phase, formation.vehicle_of().is_some());
        if forced { u32::from(BOUND_MINUTES) } else { hours * 60 }
    }

    /// Whether a leaf has not used up the time that it may march in the bound.
    pub(super) fn has_hours(field: &MarchField<'_>, leaf: usize, forced: bool) -> bool {
        let used = field.leaves[leaf].formation.leaf.as_ref().map_or(0, |leaf| u32::from(leaf.march.minutes));
        used < Self::limit(field, leaf, forced)
    }

    /// The same, that does not march at all.
    pub(super) fn halted(mut self, stop: Stop, to: usize, out_of_place: bool) -> Self {
        (self.stop, self.to, self.out_of_place, self.is_done) = (Some(stop), to, out_of_place, true);
        self
    }

    /// How many way points of a way it has passed already.
    pub(super) fn passed_of(&self, way: &[Square]) -> usize {
        let points = way.split_last().map_or(way, |(_, points)| points);
        self.before.passed.map_or(0, |passed| passed.of(points))
    }

    /// The way points that it has passed now.
    fn passed_now(&self) -> Option<Passed> {
        if self.gone == self.path.len() {
            return None;
        }
        let now = self.points.iter().take_while(|(entered, _)| *entered <= self.gone);
        let (count, last) = now.fold((self.passed, None), |(count, _), (_, point)| (count + 1, Some(*point)));
        let last = last.or(self.before.passed.filter(|_| count > 0).map(|passed| passed.square))?;
        Some(Passed { square: last, count: u8::try_from(count).unwrap_or(u8::MAX) })
    }

    fn next(&self) -> Option<usize> {
        self.path.get(self.gone).map(|square| *square as usize)
    }

    fn at(&self) -> usize {
        self.gone.checked_sub(1).map_or(self.from, |last| self.path[last] as usize)
    }

    fn halt(&mut self, stop: Option<Stop>) {
        (self.stop, self.is_done) = (stop, true);
    }
}

/// A dump in its square, or a railhead at which something lies.
struct Stock {
    what: Booty,
    side: u16,
}

/// The march of many leaves.
pub(super) struct March<'f, 'a> {
    field: &'f mut MarchField<'a>,
    marchers: Vec<Marcher>,
    /// By leaf: its marcher.
    of_leaf: BTreeMap<usize, usize>,
    /// Who enters next: minute, marcher.
    queue: BinaryHeap<Reverse<(u32, usize)>>,
    control: BTreeMap<u32, SideId>,
    stocks: BTreeMap<usize, Vec<Stock>>,
    overruns: Vec<Overrun>,
}

impl<'f, 'a> March<'f, 'a> {
    pub(super) fn new(field: &'f mut MarchField<'a>, marchers: Vec<Marcher>) -> Self {
        let of_leaf = marchers.iter().enumerate().map(|(number, marcher)| (marcher.leaf, number)).collect();
        let campaign = field.campaign();
        let mut stocks: BTreeMap<usize, Vec<Stock>> = BTreeMap::new();
        for dump in campaign.dumps.values() {
            let Some(side) = campaign.formations.get(&dump.owner).map(|owner| field.bit(owner.side)) else { continue };
            let stock = Stock { what: Booty::Dump(dump.id.clone()), side };
            stocks.entry(campaign.frame.index(dump.square)).or_default().push(stock);
        }
        for railhead in campaign.railheads.values().filter(|head| campaign.cargo(head.id.as_str()) > 0) {
            let stock = Stock { what: Booty::Railhead(railhead.id.clone()), side: field.bit(railhead.side) };
            stocks.entry(campaign.frame.index(railhead.square)).or_default().push(stock);
        }
        let (queue, control) = (BinaryHeap::new(), BTreeMap::new());
        Self { field, marchers, of_leaf, queue, control, stocks, overruns: Vec::new() }
    }

    /// Lets all march, and says what it came to.
    pub(super) fn run(mut self) -> MarchAccount {
        for number in 0..self.marchers.len() {
            self.set_out(number);
        }
        while let Some(Reverse((minute, number))) = self.queue.pop() {
            if !self.marchers[number].is_done {
                self.enter(number, minute);
                self.set_out(number);
            }
        }
        self.account()
    }

    /// The minutes that a marcher takes from one square of its path to the next.
    fn step(&self, number: usize, from: usize, to: usize) -> Option<u32> {
        let marcher = &self.marchers[number];
        let side = self.field.side(marcher.leaf);
        let assaults = marcher.breaks_off && from == marcher.from && self.field.is_contact(to, side);
        let manner = if assaults { Manner::Assault } else { marcher.manner };
        self.field.passage().step(from, to, marcher.pace.as_ref()?, manner)
    }

    /// Sets a marcher on its way to the next square of its path, or halts it.
    fn set_out(&mut self, number: usize) {
        let marcher = &self.marchers[number];
        if marcher.is_done {
            return;
        }
        let (at, side) = (marcher.at(), self.field.side(marcher.leaf));
        let Some(next) = marcher.next() else { return self.marchers[number].halt(None) };
        if self.field.is_held(next, side) {
            return self.halt_before(number, next);
        }
        let Some(step) = self.step(number, at, next) else { return self.marchers[number].halt(Some(Stop::NoWay)) };
        let square = self.field.campaign().frame.square_at(next);
        let marcher = &mut self.marchers[number];
        let gone = marcher.towards.filter(|towards| towards.square == square).map_or(0, |t| u32::from(t.minutes));
        let arrival = marcher.clock + step.saturating_sub(gone);
        if arrival <= marcher.limit {
            self.queue.push(Reverse((arrival, number)));
            return;
        }
        let spent = marcher.limit.saturating_sub(marcher.clock);
        if spent > 0 {
            marcher.towards = Some(Towards { square, minutes: (gone + spent) as u16 });
            marcher.clock = marcher.limit;
        }
        marcher.halt(Some(Stop::Hours));
    }

    /// An enemy holds the next square: to enter it is a battle.
    fn halt_before(&mut self, number: usize, next: usize) {
        let side = self.field.side(self.marchers[number].leaf);
        let by = self.field.holder(next, side).map(|leaf| self.id(leaf));
        let square = self.field.campaign().frame.square_at(next);
        self.marchers[number].halt(by.map(|by| Stop::Held(square, by)));
    }

    fn id(&self, leaf: usize) -> FormationId {
        self.field.leaves[leaf].formation.id.clone()
    }

    /// A marcher enters the next square of its path.
    fn enter(&mut self, number: usize, minute: u32) {
        let leaf = self.marchers[number].leaf;
        let Some(next) = self.marchers[number].next() else { return };
        let side = self.field.side(leaf);
        if self.field.is_held(next, side) {
            return self.halt_before(number, next);
        }
        self.field.go(leaf, next);
        let marcher = &mut self.marchers[number];
        (marcher.clock, marcher.towards, marcher.breaks_off) = (minute, None, false);
        marcher.entered.push(minute);
        marcher.gone += 1;
        if self.field.leaves[leaf].fights {
            self.control.insert(next as u32, self.field.leaves[leaf].formation.side);
            self.overrun(leaf, next, minute);
        }
        let Some(enemy) = self.field.enemy_in_contact(next, side) else { return };
        let by = self.id(enemy);
        let marcher = &mut self.marchers[number];
        let is_there = marcher.gone == marcher.path.len();
        marcher.halt((!is_there).then_some(Stop::Contact(by)));
        if self.field.leaves[leaf].fights {
            self.stop_neighbours(leaf, next, minute);
        }
    }

    /// Contact stops both: whoever of the enemy marches and stands in contact with a leaf halts where it is.
    fn stop_neighbours(&mut self, leaf: usize, square: usize, minute: u32) {
        let side = self.field.side(leaf);
        let near: Vec<usize> = self.field.contacts(square, side).flat_map(|near| self.field.on(near)).collect();
        for other in near.into_iter().filter(|other| self.field.side(*other) != side) {
            let by = self.id(leaf);
            let Some(marcher) = self.of_leaf.get(&other).map(|number| &mut self.marchers[*number]) else { continue };
            if !marcher.is_done {
                if minute > marcher.clock {
                    (marcher.clock, marcher.towards) = (minute.min(marcher.limit), None);
                }
                marcher.halt(Some(Stop::Contact(by)));
            }
        }
    }

    /// A fighting leaf overruns what does not fight in the square that it enters.
    fn overrun(&mut self, leaf: usize, square: usize, minute: u32) {
        let side = self.field.side(leaf);
        let mut beaten: Vec<usize> = self.field.on(square).filter(|other| self.field.side(*other) != side).collect();
        beaten.sort_unstable();
        let at = self.field.campaign().frame.square_at(square);
        for other in beaten {
            self.field.remove(other);
            let by = self.id(leaf);
            if let Some(number) = self.of_leaf.get(&other) {
                let marcher = &mut self.marchers[*number];
                marcher.clock = marcher.clock.max(minute.min(marcher.limit));
                marcher.halt(Some(Stop::Overrun(by.clone())));
            }
            self.overruns.push(Overrun { what: Booty::Leaf(self.id(other)), square: at, by });
        }
        let by = self.id(leaf);
        let Some(stocks) = self.stocks.get_mut(&square) else { return };
        for stock in stocks.iter_mut().filter(|stock| stock.side != side) {
            stock.side = side;
            self.overruns.push(Overrun { what: stock.what.clone(), square: at, by: by.clone() });
        }
        // A railhead is overrun for what lies there, and that is gone.
        let railway = |stock: &Stock| matches!(stock.what, Booty::Railhead(_));
        stocks.retain(|stock| !railway(stock));
    }

    fn account(self) -> MarchAccount {
        let campaign = self.field.campaign();
        let mut taken: BTreeMap<SideId, Vec<Taken>> = BTreeMap::new();
        for (square, side) in &self.control {
            let square = campaign.frame.square_at(*square as usize);
            let before = campaign.ground.control(square);
            if before != Some(*side) {
                taken.entry(*side).or_default().push((square, before));
            }
        }
        let leaves = (0..self.marchers.len()).map(|number| self.leaf_march(number)).collect();
        MarchAccount { leaves, taken: taken.into_iter().collect(), overruns: self.overruns, actions: Vec::new() }
    }

    fn leaf_march(&self, number: usize) -> LeafMarch {
        let marcher = &self.marchers[number];
        let campaign = self.field.campaign();
        let square = |square: usize| campaign.frame.square_at(square);
        let left = &marcher.path[marcher.gone..];
        let mut at = marcher.at();
        let steps = left.iter().map(|next| {
            let minutes = self.step(number, at, *next as usize).unwrap_or_default();
            at = *next as usize;
            (square(at), minutes)
        });
        let steps: Vec<(Square, u32)> = steps.collect();
        let left_minutes: u32 = steps.iter().map(|(_, minutes)| minutes).sum();
        let gone = marcher.towards.filter(|t| left.first().is_some_and(|next| square(*next as usize) == t.square));
        let has_gone = marcher.gone > 0 || marcher.clock > u32::from(marcher.before.minutes);
        let came =
            Arrival { bound: campaign.bound, minute: marcher.entered.last().copied().unwrap_or_default() as u16 };
        let after = Marched {
            minutes: marcher.clock as u16,
            today: marcher.before.today || has_gone,
            towards: if has_gone { gone } else { marcher.before.towards },
            came: if marcher.gone > 0 { Some(came) } else { marcher.before.came },
            passed: if has_gone { marcher.passed_now() } else { marcher.before.passed },
        };
        LeafMarch {
            leaf: self.id(marcher.leaf),
            unit: marcher.unit.clone(),
            manner: marcher.manner,
            from: square(marcher.from),
            to: square(marcher.to),
            out_of_place: marcher.out_of_place,
            passed: marcher.passed,
            points: marcher.passed + marcher.points.len(),
            way: marcher.path[..marcher.gone].iter().map(|next| square(*next as usize)).collect(),
            entered: marcher.entered.clone(),
            before: marcher.before,
            after,
            stop: marcher.stop.clone(),
            left: steps,
            left_minutes: left_minutes.saturating_sub(gone.map_or(0, |t| u32::from(t.minutes))),
        }
    }
}
