//! Where supply vehicles can drive now: the quickest clear way between two squares, and what bars one.
//!
//! What it is: the searches of lines of supply, asked for one way at a time.
//! What it decides: nothing of its own; a clear way is what it is for a line (model page, "Line of supply").
//! What it never does: count the hours of a bound, or drive; that is [`campaign::march::Driver`].

use std::collections::BTreeMap;

use campaign::{Campaign, Crossing};
use domain::{CrossingState, SideId, Square, Traffic};
use network::{
    CLEAR, CONTROLLED, Cost, DIRECTIONS, Limit, LorrySearch, LowerBound, Network, RESTORABLE, Rules, SearchResult,
    Sense,
};

use super::crossings::Crossings;
use super::view::{Item, View};
use crate::line::items_on;

const BACK: Rules = Rules { sense: Sense::Back, clearing: false, squares_only: false };
const CLEARING: Rules = Rules { sense: Sense::Onward, clearing: true, squares_only: false };

/// The roads of a campaign as supply vehicles of each side find them.
pub struct Roads<'a> {
    campaign: &'a Campaign,
    network: &'a Network,
    crossings: Crossings<'a>,
    views: BTreeMap<SideId, View<'a>>,
    search: Option<LorrySearch>,
    /// By side the last end that was hard to come to, and what must be put right on the way there: many ask for the
    /// way to one dump.
    hard: BTreeMap<SideId, (usize, LowerBound)>,
}

/// A clear way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClearWay {
    /// The squares after the first, to the last.
    pub squares: Vec<Square>,
    /// The minutes that a lorry takes.
    pub minutes: u64,
}

impl<'a> Roads<'a> {
    /// The roads of a campaign, in the running bound of which the network was made.
    pub fn new(campaign: &'a Campaign, network: &'a Network) -> Self {
        let crossings = Crossings::new(campaign, network);
        Self { campaign, network, crossings, views: BTreeMap::new(), search: None, hard: BTreeMap::new() }
    }

    fn view(&mut self, side: SideId) -> &View<'a> {
        let Self { campaign, network, crossings, views, .. } = self;
        views.entry(side).or_insert_with(|| View::new(campaign, network, side, crossings))
    }

    /// Whether a clear way of a side leads from one square to another.
    pub fn is_clear(&mut self, side: SideId, from: Square, to: Square) -> bool {
        self.view(side).leads_to_any(from, &[to])
    }

    /// The quickest clear way of a side from one square to another; of equally quick ones the fewest squares, then the
    /// lowest references. None where there is none.
    pub fn way(&mut self, side: SideId, from: Square, to: Square) -> Option<ClearWay> {
        if from == to {
            return Some(ClearWay { squares: Vec::new(), minutes: 0 });
        }
        let network = self.network;
        let (start, end) = (network.index(from), network.index(to));
        if !self.view(side).leads_to_any(from, &[to]) {
            return None;
        }
        let mut search = self.search.take().unwrap_or_else(|| LorrySearch::new(network));
        let view = self.view(side);
        search.run_back(view.ground(), BACK, &[(end, Cost::NOTHING)], start);
        let found = search.cost_at(start).map(|cost| {
            let squares =
                search.way(view.ground(), BACK, start).into_iter().skip(1).map(|square| network.square(square));
            ClearWay { squares: squares.collect(), minutes: cost.minutes() }
        });
        self.search = Some(search);
        found
    }

    /// The same by way points, each way the quickest to the next.
    pub fn way_by(&mut self, side: SideId, from: Square, via: &[Square], to: Square) -> Option<ClearWay> {
        let mut whole = ClearWay { squares: Vec::new(), minutes: 0 };
        let mut at = from;
        for next in via.iter().chain([&to]) {
            let way = self.way(side, at, *next)?;
            whole.squares.extend(way.squares);
            whole.minutes += way.minutes;
            at = *next;
        }
        Some(whole)
    }

    /// What bars the step from a square to its neighbour, in words that name no formation; none where it is clear.
    pub fn bar(&mut self, side: SideId, from: Square, to: Square) -> Option<String> {
        let (network, frame) = (self.network, &self.campaign.frame);
        let view = self.view(side);
        let (a, b) = (network.index(from), network.index(to));
        let Some(direction) = (0..DIRECTIONS).find(|d| network.neighbour(a, *d) == Some(b)) else {
            return Some(format!("{} is not a neighbour of {}", frame.reference(to), frame.reference(from)));
        };
        if view.bar(b) != CLEAR {
            return Some(barred(view, to));
        }
        if view.gate(a, direction) >= RESTORABLE || network.minutes(a, direction) == 0 {
            return Some(closed(view, from, to));
        }
        None
    }

    /// Whether every step of a way that is known is clear still.
    pub fn is_way_clear(&mut self, side: SideId, from: Square, way: &[Square]) -> bool {
        let from = std::iter::once(&from).chain(way);
        from.zip(way).all(|(from, to)| self.bar(side, *from, *to).is_none())
    }

    /// Why no clear way leads from one square to another, in words that name no formation: the first thing in the way
    /// on what would be the best way if all were put right.
    pub fn why_not(&mut self, side: SideId, from: Square, to: Square) -> String {
        let (campaign, frame) = (self.campaign, &self.campaign.frame);
        self.what_bars(side, from, to).unwrap_or_else(|| {
            let (from, to) = (frame.reference(from), frame.reference(to));
            format!("no road leads from {from} to {to}{}", campaign.in_ground_that_bars_lorries())
        })
    }

    /// What is in the way from one square to another; none where no road leads there at all.
    pub fn what_bars(&mut self, side: SideId, from: Square, to: Square) -> Option<String> {
        let network = self.network;
        let (start, end) = (network.index(from), network.index(to));
        if !self.view(side).ground().could_lead(start, &[end]) {
            return None;
        }
        let mut search = self.search.take().unwrap_or_else(|| LorrySearch::new(network));
        let found = self.search_clearing(&mut search, side, start, end);
        let view = self.view(side);
        let way = if found { search.way(view.ground(), CLEARING, end) } else { Vec::new() };
        let first = items_on(view, &way).into_iter().next();
        let why = first.map(|item| match item {
            Item::Win(square) | Item::Take(square) => barred(view, square),
            Item::Crossing(side) | Item::Rail(side) => {
                let (a, b) = side.squares();
                closed(view, a, b)
            }
        });
        self.search = Some(search);
        why
    }

    /// The best way from one square to another that there would be if all on it were put right, and the minutes that a
    /// lorry would take; none where there would be none.
    pub fn way_if_clear(&mut self, side: SideId, from: Square, to: Square) -> Option<ClearWay> {
        let network = self.network;
        let (start, end) = (network.index(from), network.index(to));
        if from == to || !self.view(side).ground().could_lead(start, &[end]) {
            return None;
        }
        let mut search = self.search.take().unwrap_or_else(|| LorrySearch::new(network));
        let found = self.search_clearing(&mut search, side, start, end);
        let way = if found { search.way(self.view(side).ground(), CLEARING, end) } else { Vec::new() };
        self.search = Some(search);
        let step = |(a, b): (&usize, &usize)| {
            let direction = (0..DIRECTIONS).find(|d| network.neighbour(*a, *d) == Some(*b))?;
            Some(u64::from(network.minutes(*a, direction)))
        };
        let minutes = way.iter().zip(way.iter().skip(1)).map(step).sum::<Option<u64>>()?;
        let squares = way.into_iter().skip(1).map(|square| network.square(square)).collect::<Vec<_>>();
        (!squares.is_empty()).then_some(ClearWay { squares, minutes })
    }

    /// Searches the best way that there would be if all were put right; whether there is one.
    fn search_clearing(&mut self, search: &mut LorrySearch, side: SideId, start: usize, end: usize) -> bool {
        let (network, ends) = (self.network, [(end, Cost::NOTHING)]);
        let near = |square: usize| Cost::of_steps(network.steps(square, end), network.fastest());
        let view = self.view(side);
        let mut found = search.run_to((view.ground(), CLEARING), start, &ends, Limit::EFFORT, near);
        if let SearchResult::TooMuch = found {
            let known = self.hard.remove(&side).filter(|(to, bound)| *to == end && bound.comes_to(start));
            let view = self.view(side);
            let (_, bound) = known.unwrap_or_else(|| (end, LowerBound::new(view.ground(), &ends, &[start])));
            let guide = |square: usize| bound.at(square).plus(near(square));
            found = search.run_to((view.ground(), CLEARING), start, &ends, Limit::NONE, guide);
            self.hard.insert(side, (end, bound));
        }
        matches!(found, SearchResult::Target(..))
    }
}

/// Why a square cannot be entered.
fn barred(view: &View<'_>, square: Square) -> String {
    let at = view.campaign.frame.reference(square);
    if view.is_raided(square) && !view.is_held(square) {
        format!("partisans bar {at}")
    } else if view.is_contested(square) {
        format!("{at} is contested")
    } else if view.bar(view.network.index(square)) == CONTROLLED {
        format!("{at} is in enemy hands")
    } else if view.is_held(square) {
        format!("the enemy stands in {at}")
    } else {
        format!("the enemy bars {at}")
    }
}

/// Why the side between two squares cannot be crossed.
fn closed(view: &View<'_>, from: Square, to: Square) -> String {
    let frame = &view.campaign.frame;
    let (a, b) = (frame.reference(from), frame.reference(to));
    let crossing = from.side_to(to).and_then(|side| view.crossing_to_restore(side, Traffic::Vehicles));
    let state = |crossing: &Crossing| match crossing.state {
        CrossingState::Destroyed => "destroyed",
        _ => "closed",
    };
    let within = view.campaign.in_ground_that_bars_lorries();
    crossing.map_or_else(
        || format!("no vehicle can cross from {a} to {b}{within}"),
        |crossing| format!("the {} {} ({a}-{b}) is {}", crossing.kind, crossing.name, state(crossing)),
    )
}
