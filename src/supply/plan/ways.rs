//! How long supply vehicles drive from one square to another, and in which bound they come there.
//!
//! What it decides: the minutes of a leg at a vehicle's own pace on the quickest clear way, and the bound in which the
//! minutes of a trip are used up.
//! What it never does: choose who drives.

use std::collections::{BTreeMap, BTreeSet};

use campaign::march::Driver;
use campaign::{Campaign, Settings};
use domain::{Bound, Mobility, Square};
use network::{Cost, LorrySearch, Reach, Rules, Sense};

use crate::ground::view::View;

const BACK: Rules = Rules { sense: Sense::Back, clearing: false, squares_only: false };

/// To how few starts a search is led straight, one by one.
const FEW: usize = 2;

/// The legs that are asked for: where to, from where, at whose pace.
pub(super) type Legs = BTreeMap<Square, BTreeMap<Square, BTreeSet<Mobility>>>;

/// The minutes of legs, once they have been measured.
pub(super) struct Ways<'v, 'a> {
    pub(super) view: &'v View<'a>,
    search: LorrySearch,
    driver: Driver<'a>,
    minutes: BTreeMap<(Square, Square, Mobility), Option<u32>>,
}

impl<'v, 'a> Ways<'v, 'a> {
    /// The ways of a side's view.
    pub(super) fn new(view: &'v View<'a>) -> Self {
        let search = LorrySearch::new(view.network);
        Self { view, search, driver: Driver::new(view.campaign), minutes: BTreeMap::new() }
    }

    /// The minutes of a leg that has been measured; none where no clear way leads there, or it was not asked for.
    pub(super) fn minutes(&self, from: Square, to: Square, mobility: Mobility) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        self.minutes.get(&(from, to, mobility)).copied().flatten()
    }

    /// The least that a leg can take a lorry, as the crow flies.
    pub(super) fn at_least(&self, from: Square, to: Square) -> u32 {
        let steps = u64::from(from.steps_to(to));
        u32::try_from(steps * self.view.network.fastest()).unwrap_or(u32::MAX)
    }

    /// Measures legs: all that lead to one square in one search.
    pub(super) fn measure(&mut self, legs: &Legs) {
        let network = self.view.network;
        let mut reaches: BTreeMap<Square, Reach> = BTreeMap::new();
        for (to, starts) in legs {
            let end = network.index(*to);
            let arriving = self.view.reach(end, Sense::Back);
            let leads = |from: &Square, reaches: &mut BTreeMap<Square, Reach>| {
                let reach =
                    reaches.entry(*from).or_insert_with(|| self.view.reach(network.index(*from), Sense::Onward));
                from != to && reach.leads_to(&arriving, end)
            };
            let starts: Vec<(usize, &BTreeSet<Mobility>)> = starts
                .iter()
                .filter(|(from, _)| leads(from, &mut reaches))
                .map(|(from, mobilities)| (network.index(*from), mobilities))
                .collect();
            self.measure_to(end, &starts);
        }
    }

    fn measure_to(&mut self, end: usize, starts: &[(usize, &BTreeSet<Mobility>)]) {
        let at_once = starts.len() > FEW;
        if at_once {
            let wanted: Vec<usize> = starts.iter().map(|(start, _)| *start).collect();
            self.search.run(self.view.ground(), BACK, &[(end, Cost::NOTHING)], &wanted);
        }
        for (start, mobilities) in starts {
            if !at_once {
                self.search.run_back(self.view.ground(), BACK, &[(end, Cost::NOTHING)], *start);
            }
            let lorry = self.search.cost_at(*start).map(|cost| cost.minutes() as u32);
            for mobility in *mobilities {
                let minutes = match (lorry, mobility) {
                    (None, _) | (_, Mobility::Motorised) => lorry,
                    (Some(_), slow) => self.at_pace(*start, *slow),
                };
                let network = self.view.network;
                self.minutes.insert((network.square(*start), network.square(end), *mobility), minutes);
            }
        }
    }

    /// The minutes of the lorry's way, just found, at the pace of another vehicle.
    fn at_pace(&mut self, start: usize, mobility: Mobility) -> Option<u32> {
        let way = self.search.way(self.view.ground(), BACK, start);
        let squares: Vec<Square> = way.into_iter().map(|square| self.view.network.square(square)).collect();
        let (from, way) = squares.split_first()?;
        self.driver.minutes(&[mobility], *from, way)
    }

    /// The squares of the quickest clear way from one square to another, both included; none where there is none.
    pub(super) fn way(&mut self, from: Square, to: Square) -> Vec<Square> {
        let network = self.view.network;
        let (start, end) = (network.index(from), network.index(to));
        if from == to || !self.view.leads_to_any(from, &[to]) {
            return vec![from];
        }
        self.search.run_back(self.view.ground(), BACK, &[(end, Cost::NOTHING)], start);
        self.search.way(self.view.ground(), BACK, start).into_iter().map(|square| network.square(square)).collect()
    }
}

/// In which bound a vehicle arrives that sets out in one and drives so long, hours of several bounds one after another.
///
/// `used` are minutes that it has used of the hours of the bound in which it sets out.
pub(super) fn arrival(settings: &Settings, starts: Bound, used: u32, minutes: u32) -> Bound {
    let (mut bound, mut used, mut left) = (starts, used, minutes);
    // A campaign in which no vehicle may drive at all would have no end.
    for _ in 0..MOST_BOUNDS {
        let hours = (settings.moving_hours(bound.phase, true) * 60).saturating_sub(used);
        if left <= hours {
            return bound;
        }
        left -= hours;
        used = 0;
        bound = bound.next();
    }
    bound
}

/// As many bounds ahead as an arrival is reckoned.
const MOST_BOUNDS: usize = 999;

/// The hours of the bounds from one to another, in minutes.
pub(super) fn minutes_until(campaign: &Campaign, until: Bound) -> u32 {
    let bounds = (campaign.bound.ordinal()..=until.ordinal()).map(Bound::from_ordinal);
    bounds.map(|bound| campaign.settings.moving_hours(bound.phase, true) * 60).sum()
}
