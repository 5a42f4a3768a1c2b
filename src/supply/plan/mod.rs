//! `supply plan`: who drives where with what, so that the most urgent wants are met first and the hours are the least.
//!
//! What it is: a pure function from a campaign to one [`ConvoyPlan`] a side.
//! What it decides: nothing that is not asked of its parts: `wants` what is wanted, `offers` who could bring it, `ways` how
//! long that takes, `model` and `solve` which trips are the best, `lack` why a want is not met.
//! What it never does: send anybody; that is `ops::command::ConvoyPlan`.

mod breaks;
mod bring;
mod carriers;
mod guns;
mod lack;
mod model;
mod offers;
mod solve;
mod stores;
pub(crate) mod trip;
mod wants;
mod ways;

use campaign::{Campaign, Load};
use domain::{Bound, SideId};
use network::Network;

use crate::ground::crossings::Crossings;
use crate::ground::view::View;
use crate::standing::hierarchy::SupplyHierarchy;
use breaks::tell_breaks;
use offers::{Idea, Offers};
use solve::{Solved, solve};
use ways::Ways;

pub use bring::bring;
pub use lack::{Lack, Unmet};
pub use offers::GRADES;
pub use trip::{MetWant, Trip};
pub use wants::{Asked, Only, Urgency, Want, WantPlace};

/// A plan for one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvoyPlan {
    /// The side.
    pub side: SideId,
    /// The last bound in which something arrives.
    pub until: Bound,
    /// What is wanted, the most urgent first.
    pub wants: Vec<Want>,
    /// The trips to be made, by vehicle.
    pub trips: Vec<Trip>,
    /// What is wanted and not met, in the order of the wants, and why.
    pub unmet: Vec<Unmet>,
    /// How many vehicles could be sent.
    pub vehicles: usize,
    /// How good the plan is; none where it was made by hand.
    pub proof: Option<Proof>,
}

/// How good a plan is, beside what no plan can do better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Units met by grade, and how many can be met at most, those of higher grades being met.
    pub met: Vec<(u32, u32)>,
    /// Minutes driven, and the least for what is met.
    pub minutes: (u64, u64),
}

impl Proof {
    /// Whether no plan meets more, and none that meets as much takes fewer hours.
    pub fn is_optimal(&self) -> bool {
        self.met.iter().all(|(met, most)| met == most) && self.minutes.0 == self.minutes.1
    }

    fn new(solved: &Solved) -> Self {
        let met = solved.value.met.iter().zip(&solved.bound.met).map(|(met, most)| (met.0, most.0));
        Self { met: met.collect(), minutes: (solved.value.minutes, solved.bound.minutes) }
    }
}

/// The plan of each of some sides.
pub fn plan(network: &Network, campaign: &Campaign, sides: &[SideId], asked: Asked) -> Vec<ConvoyPlan> {
    let crossings = Crossings::new(campaign, network);
    let hierarchy = SupplyHierarchy::new(campaign);
    let one = |side: SideId| Staff::new(&View::new(campaign, network, side, &crossings), &hierarchy, asked).plan();
    let Some((first, others)) = sides.split_first() else { return Vec::new() };
    std::thread::scope(|scope| {
        let runs: Vec<_> = others.iter().map(|side| scope.spawn(|| one(*side))).collect();
        let mut found = vec![one(*first)];
        found.extend(runs.into_iter().filter_map(|run| run.join().ok()));
        found
    })
}

/// What comes of trips made up by hand: which wants of the side they meet, and why the others are not.
pub fn weigh(network: &Network, campaign: &Campaign, side: SideId, asked: Asked, trips: Vec<Trip>) -> ConvoyPlan {
    let crossings = Crossings::new(campaign, network);
    let hierarchy = SupplyHierarchy::new(campaign);
    let view = View::new(campaign, network, side, &crossings);
    let mut staff = Staff::new(&view, &hierarchy, asked);
    let in_reach = staff.offers.trips(&mut staff.ways);
    let mut trips = staff.serving(trips);
    tell_breaks(&view, &hierarchy, &mut trips);
    staff.finish(trips, &in_reach, None)
}

/// The bound in which vehicles arrive that set out in one and drive so long; `used` are minutes that they have used of the
/// running bound.
pub fn reckon_arrival(campaign: &Campaign, starts: Bound, used: u32, minutes: u32) -> Bound {
    let used = if starts == campaign.bound { used } else { 0 };
    ways::arrival(&campaign.settings, starts, used, minutes)
}

/// Whoever makes a plan for one side.
struct Staff<'v, 'm, 'a> {
    side: SideId,
    wants: Vec<Want>,
    offers: Offers<'m, 'a>,
    ways: Ways<'v, 'a>,
}

impl<'v, 'm, 'a> Staff<'v, 'm, 'a> {
    fn new(view: &'v View<'a>, hierarchy: &'m SupplyHierarchy<'a>, asked: Asked) -> Self {
        let guns = guns::Guns::new(hierarchy, view.network);
        let wants = wants::wants(view, hierarchy, &guns, asked);
        let offers = Offers::new(view, hierarchy, &guns, asked, &wants);
        Self { side: view.side, wants, offers, ways: Ways::new(view) }
    }

    fn plan(mut self) -> ConvoyPlan {
        let in_reach = self.offers.trips(&mut self.ways);
        let (model, ideas) = self.offers.model(&self.wants, &in_reach);
        let solved = solve(&model);
        let chosen = solved.chosen.iter().map(|one| (ideas[one.chance], &one.units[..]));
        let mut trips: Vec<Trip> = Vec::new();
        for (idea, units) in chosen {
            trips.extend(self.trip(idea, units));
        }
        trips.sort_by(|a, b| a.vehicles.cmp(&b.vehicles));
        tell_breaks(self.ways.view, self.offers.hierarchy, &mut trips);
        self.finish(trips, &in_reach, Some(Proof::new(&solved)))
    }

    /// A trip that was chosen, spelt out.
    fn trip(&mut self, idea: Idea, units: &[(usize, u32)]) -> Option<Trip> {
        let minutes = self.offers.minutes(&self.ways, idea)?;
        let arrives = self.offers.arrives(idea, minutes);
        let mut way = vec![self.offers.vehicles[idea.vehicle].at];
        for (from, to) in self.offers.legs(idea) {
            way.extend(self.ways.way(from, to).into_iter().skip(1));
        }
        let vehicle = &self.offers.vehicles[idea.vehicle];
        let stock = idea.stock.map(|stock| &self.offers.stocks[stock]);
        let mut load = Load::default();
        // What it has on it is unloaded as a whole.
        load.add(
            self.offers.spots[idea.spot].commodity,
            stock.map_or(vehicle.aboard, |_| units.iter().map(|(_, units)| units).sum()),
        );
        let meets = units.iter().map(|(want, units)| MetWant {
            want: *want,
            units: *units,
            in_time: arrives <= self.wants[*want].by,
        });
        Some(Trip {
            vehicles: vec![vehicle.formation.id.clone()],
            at: vehicle.at,
            starts: self.offers.starts(idea),
            from: stock.map(|stock| (stock.account.clone(), stock.square)),
            load,
            to: self.offers.spots[idea.spot].place.id().to_owned(),
            goal: idea.to,
            via: Vec::new(),
            minutes: Some(minutes),
            arrives: Some(arrives),
            way,
            meets: meets.collect(),
            breaks: Vec::new(),
        })
    }

    /// Trips made up by hand, with the wants that they meet: the most urgent of their place first, what is in time first.
    fn serving(&self, mut trips: Vec<Trip>) -> Vec<Trip> {
        let mut left: Vec<u32> = self.wants.iter().map(|want| want.units).collect();
        let mut order: Vec<usize> = (0..trips.len()).collect();
        order.sort_by_key(|number| (trips[*number].arrives.is_none(), trips[*number].arrives, *number));
        for number in order {
            let trip = &mut trips[number];
            let Some(arrives) = trip.arrives.filter(|arrives| *arrives <= self.offers.until) else { continue };
            for (commodity, mut units) in trip.load.clone().iter() {
                for (want, wanted) in self.wants.iter().enumerate().filter(|(_, w)| w.commodity == commodity) {
                    let here = wanted.place.id() == trip.to || wanted.owner.as_str() == trip.to;
                    let met = if here { units.min(left[want]) } else { 0 };
                    if met > 0 {
                        trip.meets.push(MetWant { want, units: met, in_time: arrives <= wanted.by });
                        left[want] -= met;
                        units -= met;
                    }
                }
            }
        }
        trips
    }

    fn finish(mut self, trips: Vec<Trip>, in_reach: &[(Idea, u32)], proof: Option<Proof>) -> ConvoyPlan {
        let otherwise = if proof.is_some() { Lack::NoRoom } else { Lack::NotSent };
        let unmet = lack::unmet(&self.wants, &self.offers, &mut self.ways, (&trips, &otherwise), in_reach);
        ConvoyPlan {
            side: self.side,
            until: self.offers.until,
            vehicles: self.offers.vehicles.len(),
            wants: self.wants,
            trips,
            unmet,
            proof,
        }
    }
}
