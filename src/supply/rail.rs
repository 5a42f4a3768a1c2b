//! Which railheads are fed, and what stops the trains of those that are not.

pub(crate) mod fed;
pub(crate) mod no_train;
pub(crate) mod trains;

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use campaign::{Railhead, Railway, Setting};
use domain::{AccountId, Square, SquareSide};

use crate::ground::bars::{CLEAR, HELD};
use crate::ground::cost::Cost;
use crate::ground::gate::{BARRED, RESTORABLE};
use crate::ground::view::{Item, View};

/// How a railhead stands to its source.
#[derive(Debug, Clone)]
pub(super) struct RailWay {
    pub(super) railhead: AccountId,
    pub(super) square: Square,
    pub(super) source: Option<AccountId>,
    /// From the railhead to the source.
    pub(super) path: Vec<Square>,
    /// What must be put right before trains run.
    pub(super) items: Vec<Item>,
    pub(super) cost: Cost,
    /// The railways on which it runs, from the source on; of a source that which bears its name.
    pub(super) lines: Vec<String>,
}

/// A length of railway: to which square, of which line, over which side.
struct Length<'a> {
    to: usize,
    railway: &'a Railway,
    side: SquareSide,
    /// In millimetres.
    gauge: u16,
    /// What a train finds at the river that it crosses, as things are.
    bridge: u8,
}

/// The railways that a side can use: what does not change when something is put right.
pub(super) struct Rails<'a> {
    squares: Vec<Square>,
    lengths: Vec<Vec<Length<'a>>>,
    /// The railheads of the side, by id, and their squares.
    railheads: Vec<(&'a Railhead, usize)>,
    /// What trains there are: those of each gauge of a source, or where gauges do not matter those of none.
    trains: Vec<Train>,
}

/// A train: the gauge that it needs in millimetres, where gauges matter.
type Train = Option<u16>;

/// The best way to a square as far as it has been thought of: its cost, the square before, the source.
#[derive(Clone, Copy)]
struct Reached {
    cost: Cost,
    before: Option<usize>,
    source: usize,
}

/// A square of a railway as a train of one gauge passes it: where it can go on to, by number.
#[derive(Debug, Clone, Default)]
pub(super) struct RailTrack {
    pub(super) square: usize,
    pub(super) to: Vec<u32>,
    pub(super) is_source: bool,
}

impl<'a> Rails<'a> {
    /// The railways of the view's side.
    pub(super) fn new(view: &View<'a>) -> Self {
        Self::of_gauge(view, view.campaign.settings.is_on(Setting::Gauge))
    }

    /// The same, where it is said whether trains keep to their gauge.
    pub(super) fn of_gauge(view: &View<'a>, gauge_matters: bool) -> Self {
        let uses = |r: &&Railway| r.users.contains(&view.side) || !r.tracks.is_empty();
        let railways = || view.campaign.railways.iter().filter(uses);
        let railheads = || view.campaign.railheads.values().filter(|r| r.side == view.side && !r.closed);
        let mut squares: Vec<Square> = railways().flat_map(|r| r.path.iter().copied()).collect();
        squares.extend(railheads().map(|r| r.square));
        squares.sort_unstable();
        squares.dedup();
        let lengths = squares.iter().map(|_| Vec::new()).collect();
        let mut rails = Self { squares, lengths, railheads: Vec::new(), trains: vec![None] };
        for railway in railways() {
            for pair in railway.path.windows(2) {
                let side = pair[0].side_to(pair[1]).filter(|side| railway.is_used_by(*side, view.side));
                let Some(side) = side else { continue };
                let (Some(a), Some(b)) = (rails.number(pair[0]), rails.number(pair[1])) else { continue };
                let (bridge, gauge) = (view.rail_bridge(side), railway.gauge_of(side));
                rails.lengths[a].push(Length { to: b, railway, side, gauge, bridge });
                rails.lengths[b].push(Length { to: a, railway, side, gauge, bridge });
            }
        }
        for railhead in railheads() {
            rails.railheads.extend(rails.number(railhead.square).map(|number| (railhead, number)));
        }
        if gauge_matters {
            rails.trains = rails.gauges();
        }
        rails
    }

    /// The trains that start from the sources: of the gauges that their railways have there.
    fn gauges(&self) -> Vec<Train> {
        let sources = self.railheads.iter().filter(|(railhead, _)| railhead.source);
        let gauges = sources.flat_map(|(railhead, number)| self.own_lengths(railhead, *number).map(|l| l.gauge));
        let gauges: BTreeSet<u16> = gauges.collect();
        if gauges.is_empty() { vec![None] } else { gauges.into_iter().map(Some).collect() }
    }

    /// The lengths of its own railway at a railhead.
    fn own_lengths(&self, railhead: &'a Railhead, number: usize) -> impl Iterator<Item = &Length<'a>> {
        self.lengths[number].iter().filter(move |length| length.railway.name == railhead.line)
    }

    /// Whether a train may start from a source.
    fn starts(&self, railhead: &'a Railhead, number: usize, train: Train) -> bool {
        let mut own = self.own_lengths(railhead, number).peekable();
        railhead.source && (own.peek().is_none() || own.any(|length| train.is_none_or(|gauge| gauge == length.gauge)))
    }

    /// What a train finds on a length: rails and river, or the wrong gauge, which can be put right too.
    fn gate(view: &View<'_>, length: &Length<'_>, train: Train) -> u8 {
        let gate = view.rail_gate(length.railway, length.side, length.bridge);
        if Self::is_of_wrong_gauge(view, length, train) { gate.max(RESTORABLE) } else { gate }
    }

    fn is_of_wrong_gauge(view: &View<'_>, length: &Length<'_>, train: Train) -> bool {
        train.is_some_and(|gauge| gauge != length.gauge) && !view.is_relaid(length.side)
    }

    fn number(&self, square: Square) -> Option<usize> {
        self.squares.binary_search(&square).ok()
    }

    /// Whether putting these things right can make a difference to a train.
    pub(super) fn are_touched_by(&self, items: &[Item]) -> bool {
        let passes = |square: &Square| self.number(*square).is_some();
        items.iter().any(|item| match item {
            Item::Win(square) | Item::Take(square) => passes(square),
            Item::Crossing(side) => passes(&side.squares().0) && passes(&side.squares().1),
            Item::Rail(_) => true,
        })
    }

    /// The railheads that are fed.
    pub(super) fn fed(&self, view: &View<'_>) -> Vec<&'a Railhead> {
        let seen = self.reached(view);
        self.railheads.iter().filter(|(_, number)| seen[*number]).map(|(railhead, _)| *railhead).collect()
    }

    /// Whether trains run to a square from one of the sources.
    pub(super) fn run_to(&self, view: &View<'_>, square: Square) -> bool {
        self.number(square).is_some_and(|number| self.reached(view)[number])
    }

    /// The squares to which trains run from one of the sources.
    pub(super) fn running(&self, view: &View<'_>) -> Vec<Square> {
        let seen = self.reached(view);
        self.squares.iter().zip(seen).filter(|(_, seen)| *seen).map(|(square, _)| *square).collect()
    }

    /// Whether a railway that the side can use passes a square.
    pub(super) fn pass(&self, square: Square) -> bool {
        self.number(square).is_some()
    }

    /// The squares of the railheads that would be fed if a square, or the rails over a side, were lost.
    pub(super) fn fed_without(&self, view: &View<'_>, lost: Option<Square>, shut: Option<SquareSide>) -> Vec<Square> {
        let seen = self.reached_without(view, lost, shut);
        self.railheads.iter().filter(|(_, number)| seen[*number]).map(|(railhead, _)| railhead.square).collect()
    }

    fn reached(&self, view: &View<'_>) -> Vec<bool> {
        self.reached_without(view, None, None)
    }

    fn reached_without(&self, view: &View<'_>, lost: Option<Square>, shut: Option<SquareSide>) -> Vec<bool> {
        let mut seen = vec![false; self.squares.len()];
        for train in &self.trains {
            let reached = self.reached_by(view, *train, lost, shut);
            seen.iter_mut().zip(reached).for_each(|(seen, reached)| *seen |= reached);
        }
        seen
    }

    fn reached_by(&self, view: &View<'_>, train: Train, lost: Option<Square>, shut: Option<SquareSide>) -> Vec<bool> {
        let runs = |number: usize| {
            view.rail_bar(self.squares[number]) == CLEAR && lost.is_none_or(|lost| lost != self.squares[number])
        };
        let mut seen = vec![false; self.squares.len()];
        let starts = |(railhead, number): &&(&'a Railhead, usize)| self.starts(railhead, *number, train);
        let sources = self.railheads.iter().filter(starts).filter(|(_, number)| runs(*number));
        let mut waiting: Vec<usize> = sources.map(|(_, number)| *number).collect();
        while let Some(number) = waiting.pop() {
            if std::mem::replace(&mut seen[number], true) {
                continue;
            }
            let open = self.lengths[number].iter().filter(|length| {
                !seen[length.to]
                    && shut.is_none_or(|shut| shut != length.side)
                    && Self::gate(view, length, train) < RESTORABLE
                    && runs(length.to)
            });
            waiting.extend(open.map(|length| length.to));
        }
        seen
    }

    /// How many kinds of trains there are.
    pub(super) fn kinds(&self) -> usize {
        self.trains.len()
    }

    /// The tracks on which trains run as things are, those of each kind of train after one another; and by square of a railhead
    /// the numbers of its tracks.
    pub(super) fn tracks(&self, view: &View<'_>) -> (Vec<RailTrack>, Vec<(usize, Vec<usize>)>) {
        let count = self.squares.len();
        let runs = |number: usize| view.rail_bar(self.squares[number]) == CLEAR;
        let mut tracks = Vec::with_capacity(count * self.trains.len());
        for (kind, train) in self.trains.iter().enumerate() {
            let first = (kind * count) as u32;
            for number in 0..count {
                let square = view.network.index(self.squares[number]);
                let open = |length: &&Length<'_>| Self::gate(view, length, *train) < RESTORABLE && runs(length.to);
                let to = self.lengths[number].iter().filter(open).map(|length| first + length.to as u32);
                let to = if runs(number) { to.collect() } else { Vec::new() };
                tracks.push(RailTrack { square, to, is_source: false });
            }
            let starts = |(railhead, number): &&(&'a Railhead, usize)| self.starts(railhead, *number, *train);
            for (_, number) in self.railheads.iter().filter(starts).filter(|(_, number)| runs(*number)) {
                tracks[first as usize + number].is_source = true;
            }
        }
        let of = |number: usize| (0..self.trains.len()).map(move |kind| kind * count + number);
        let heads = self.railheads.iter().filter(|(_, number)| runs(*number));
        let heads = heads.map(|(_, number)| (view.network.index(self.squares[*number]), of(*number).collect()));
        (tracks, heads.collect())
    }

    /// Every railhead that has a source, or could have one, by id.
    ///
    /// A railway runs over squares of its own side, without an enemy fighting leaf, to a source of its side.
    pub(super) fn to_sources(&self, view: &View<'_>) -> Vec<RailWay> {
        let floods: Vec<_> = self.trains.iter().map(|train| (*train, self.flood(view, *train))).collect();
        let way = |(railhead, number): &(&Railhead, usize)| {
            let by_train = floods.iter().filter_map(|(train, reached)| Some((reached[*number]?, *train, reached)));
            let (found, train, reached) = by_train.min_by_key(|(found, ..)| found.cost)?;
            let mut path = vec![*number];
            while let Some(next) = path.last().and_then(|at| reached[*at]).and_then(|r| r.before) {
                path.push(next);
            }
            let source = self.railheads[found.source].0;
            Some(RailWay {
                railhead: railhead.id.clone(),
                square: railhead.square,
                source: Some(source.id.clone()),
                items: self.items(view, &path, train),
                lines: self.lines(view, source, &path, train),
                path: path.into_iter().map(|at| self.squares[at]).collect(),
                cost: found.cost,
            })
        };
        self.railheads.iter().filter_map(way).collect()
    }

    /// The railways that a way runs on, from the source on.
    fn lines(&self, view: &View<'_>, source: &Railhead, path: &[usize], train: Train) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for pair in path.windows(2).rev() {
            let Some(length) = self.over(view, pair[0], pair[1], train) else { continue };
            if !lines.contains(&length.railway.name) {
                lines.push(length.railway.name.clone());
            }
        }
        // What a source has for itself comes by its own line, from beyond the map.
        if lines.is_empty() { vec![source.line.clone()] } else { lines }
    }

    /// The length by which a train goes from one square to the next.
    fn over(&self, view: &View<'_>, from: usize, to: usize, train: Train) -> Option<&Length<'a>> {
        let over = self.lengths[from].iter().filter(|length| length.to == to);
        over.min_by_key(|length| Self::gate(view, length, train))
    }

    fn flood(&self, view: &View<'_>, train: Train) -> Vec<Option<Reached>> {
        let mut reached: Vec<Option<Reached>> = vec![None; self.squares.len()];
        let mut heap = BinaryHeap::new();
        let starts = |(_, (railhead, number)): &(usize, &(&'a Railhead, usize))| self.starts(railhead, *number, train);
        for (source, (railhead, number)) in self.railheads.iter().enumerate().filter(starts) {
            let cost = Cost::of_bar(view.rail_bar(railhead.square));
            if reached[*number].is_none_or(|before| cost < before.cost) {
                reached[*number] = Some(Reached { cost, before: None, source });
                heap.push(Reverse((cost, railhead.square, *number)));
            }
        }
        while let Some(Reverse((cost, _, number))) = heap.pop() {
            let Some(here) = reached[number].filter(|r| r.cost == cost) else { continue };
            for length in &self.lengths[number] {
                let gate = Self::gate(view, length, train);
                if gate == BARRED {
                    continue;
                }
                let next = self.squares[length.to];
                let mut total = cost.plus(Cost::of_bar(view.rail_bar(next))).plus(Cost::A_SQUARE);
                if gate == RESTORABLE {
                    total = total.plus(Cost::RESTORING);
                }
                if reached[length.to].is_none_or(|before| total < before.cost) {
                    reached[length.to] = Some(Reached { cost: total, before: Some(number), source: here.source });
                    heap.push(Reverse((total, next, length.to)));
                }
            }
        }
        reached
    }

    fn items(&self, view: &View<'_>, path: &[usize], train: Train) -> Vec<Item> {
        let mut items = Vec::new();
        for (place, number) in path.iter().enumerate() {
            let square = self.squares[*number];
            match view.rail_bar(square) {
                CLEAR => {}
                HELD => items.push(Item::Win(square)),
                _ => items.push(Item::Take(square)),
            }
            let Some(next) = path.get(place + 1) else { continue };
            let Some(length) = self.over(view, *number, *next, train) else { continue };
            if view.is_rail_cut(length.railway, length.side) || Self::is_of_wrong_gauge(view, length, train) {
                items.push(Item::Rail(length.side));
            }
            if view.rail_bridge(length.side) == RESTORABLE {
                items.push(Item::Crossing(length.side));
            }
        }
        items
    }
}
