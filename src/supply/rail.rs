//! Which railheads are fed, and what stops the trains of those that are not.

pub(crate) mod fed;
pub(crate) mod no_train;
pub(crate) mod tracks;
pub(crate) mod trains;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use campaign::{Railhead, Railway, Setting};
use domain::{AccountId, Square, SquareSide};
use network::{BARRED, CLEAR, Cost, Graph, HELD, RESTORABLE, Search, Steps};
use petgraph::visit::Dfs;

use crate::ground::view::{Item, View};
use crate::rail::tracks::{RailTrack, Tracks};

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

    fn reached(&self, view: &View<'_>) -> Vec<bool> {
        let mut seen = vec![false; self.squares.len()];
        for train in &self.trains {
            let reached = self.reached_by(view, *train);
            seen.iter_mut().zip(reached).for_each(|(seen, reached)| *seen |= reached);
        }
        seen
    }

    fn reached_by(&self, view: &View<'_>, train: Train) -> Vec<bool> {
        let running = Running { rails: self, view, train };
        let graph = Graph(&running);
        let mut search = Dfs::empty(graph);
        search.stack = self.sources(train).filter(|(_, number)| running.runs(*number)).map(|(_, n)| n as u32).collect();
        while search.next(graph).is_some() {}
        (0..self.squares.len()).map(|number| search.discovered.contains(number)).collect()
    }

    /// The sources from which a train may start, by their place among the railheads, and their squares.
    fn sources(&self, train: Train) -> impl Iterator<Item = (usize, usize)> {
        let starts =
            move |(_, (railhead, number)): &(usize, &(&'a Railhead, usize))| self.starts(railhead, *number, train);
        self.railheads.iter().enumerate().filter(starts).map(|(place, (_, number))| (place, *number))
    }

    /// The tracks on which trains run as things are.
    pub(super) fn tracks(&self, view: &View<'_>) -> Tracks {
        let count = self.squares.len();
        let mut tracks = Vec::with_capacity(count * self.trains.len());
        for (kind, train) in self.trains.iter().enumerate() {
            let first = kind * count;
            let running = Running { rails: self, view, train: *train };
            for number in 0..count {
                let square = view.network.index(self.squares[number]);
                let to = running.from(number).map(|(to, _)| (first + to) as u32);
                let to = if running.runs(number) { to.collect() } else { Vec::new() };
                tracks.push(RailTrack { square, to, is_source: false });
            }
            for (_, number) in self.sources(*train).filter(|(_, number)| running.runs(*number)) {
                tracks[first + number].is_source = true;
            }
        }
        let of = |number: usize| (0..self.trains.len()).map(move |kind| kind * count + number);
        let runs = |number: usize| view.rail_bar(self.squares[number]) == CLEAR;
        let heads = self.railheads.iter().filter(|(_, number)| runs(*number));
        let heads = heads.map(|(_, number)| (view.network.index(self.squares[*number]), of(*number).collect()));
        Tracks { all: tracks, heads: heads.collect(), kinds: self.trains.len() }
    }

    /// Every railhead that has a source, or could have one, by id.
    ///
    /// A railway runs over squares of its own side, without an enemy fighting leaf, to a source of its side.
    pub(super) fn to_sources(&self, view: &View<'_>) -> Vec<RailWay> {
        let floods =
            self.trains.iter().map(|train| (Clearing { rails: self, view, train: *train }, self.flood(view, *train)));
        let floods: Vec<(Clearing<'_, '_>, Search)> = floods.collect();
        let way = |(railhead, number): &(&Railhead, usize)| {
            let by_train = floods.iter().filter_map(|(clearing, found)| Some((found.cost(*number)?, clearing, found)));
            let (cost, clearing, found) = by_train.min_by_key(|(cost, ..)| *cost)?;
            let train = clearing.train;
            let path =
                found.way_back(*number, |at| clearing.into(at), |before| (found.cost_or_unreached(before), before));
            let from = path.last()?;
            let (source, _) = self.sources(train).find(|(_, number)| number == from)?;
            let source = self.railheads[source].0;
            Some(RailWay {
                railhead: railhead.id.clone(),
                square: railhead.square,
                source: Some(source.id.clone()),
                items: self.items(view, &path, train),
                lines: self.lines(view, source, &path, train),
                path: path.into_iter().map(|at| self.squares[at]).collect(),
                cost: Cost(cost),
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

    /// The best ways of a train from its sources to every square, whatever must be put right on them.
    fn flood(&self, view: &View<'_>, train: Train) -> Search {
        let mut search = Search::new(self.squares.len());
        let starts =
            self.sources(train).map(|(_, number)| (number, Cost::of_bar(view.rail_bar(self.squares[number])).0));
        search.run(&Clearing { rails: self, view, train }, starts, |_| 0, |_| ControlFlow::Continue(()));
        search
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

/// The railways as trains of one gauge run on them now.
struct Running<'r, 'a> {
    rails: &'r Rails<'a>,
    view: &'r View<'a>,
    train: Train,
}

impl Running<'_, '_> {
    fn runs(&self, number: usize) -> bool {
        self.view.rail_bar(self.rails.squares[number]) == CLEAR
    }
}

impl Steps for Running<'_, '_> {
    fn nodes(&self) -> usize {
        self.rails.squares.len()
    }

    fn places(&self, number: usize) -> usize {
        self.rails.lengths[number].len()
    }

    fn step(&self, number: usize, place: usize) -> Option<(usize, u64)> {
        let length = &self.rails.lengths[number][place];
        let is_open = Rails::gate(self.view, length, self.train) < RESTORABLE;
        (is_open && self.runs(length.to)).then_some((length.to, 1))
    }
}

/// The railways as they would be if all were put right for trains of one gauge, at what must be.
struct Clearing<'r, 'a> {
    rails: &'r Rails<'a>,
    view: &'r View<'a>,
    train: Train,
}

impl Clearing<'_, '_> {
    /// What it costs to come to a square over a length; none where nothing can be put right there.
    fn cost(&self, length: &Length<'_>, to: usize) -> Option<u64> {
        let gate = Rails::gate(self.view, length, self.train);
        let cost = Cost::of_bar(self.view.rail_bar(self.rails.squares[to])).plus(Cost::A_SQUARE);
        match gate {
            BARRED => None,
            RESTORABLE => Some(cost.plus(Cost::RESTORING).0),
            _ => Some(cost.0),
        }
    }

    /// From where trains come to a square, and at what cost.
    fn into(&self, number: usize) -> impl Iterator<Item = (usize, u64)> {
        self.rails.lengths[number].iter().filter_map(move |length| Some((length.to, self.cost(length, number)?)))
    }
}

impl Steps for Clearing<'_, '_> {
    fn nodes(&self) -> usize {
        self.rails.squares.len()
    }

    fn places(&self, number: usize) -> usize {
        self.rails.lengths[number].len()
    }

    fn step(&self, number: usize, place: usize) -> Option<(usize, u64)> {
        let length = &self.rails.lengths[number][place];
        Some((length.to, self.cost(length, length.to)?))
    }
}
