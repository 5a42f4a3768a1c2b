//! Why a want is not met.
//!
//! What it decides: the first of these that holds: no vehicle, no stock, no road, out of reach, too far, all stock given, all
//! vehicles sent, no room.
//! What it never does: name a formation of the enemy: what bars a road is told by its square (`supply::Roads`).

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Formation, can_carry};
use domain::{AccountId, Bound, Echelon, FormationId, Square};

use super::offers::{Idea, OfferSpot, Offers};
use super::wants::{Want, WantPlace};
use super::ways::Ways;
use crate::ground::roads::Roads;
use crate::ground::view::View;
use crate::plan::trip::Trip;

/// Of how many ways that are too long the length is asked.
const NEAREST: usize = 4;

/// A want that is not met in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// Which of the wants.
    pub want: usize,
    /// How many units are missing.
    pub units: u32,
    /// Why.
    pub why: Lack,
}

/// Why a want is not met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lack {
    /// No vehicle that drives for it is free: those that are on the road already.
    NoVehicle(Vec<FormationId>),
    /// Nothing that is open to it holds any: what was looked into.
    NoStock(Vec<AccountId>),
    /// No clear way: from where to where none leads, and what is in the way; none where no road leads there at all.
    NoRoad(Square, Square, Option<String>),
    /// Nobody comes there in time: the vehicle that would be first, from where, after how many minutes, in which bound.
    TooFar(FormationId, Option<AccountId>, u32, Bound),
    /// It is too far from home for all that could come in time (house rule `truck_reach`): the first of them, and how many
    /// minutes it is.
    OutOfReach(FormationId, u32),
    /// All that could come in time are sent, each with what it can take.
    AllSent(Vec<FormationId>),
    /// All stock from which one could come in time is given.
    AllGiven(Vec<AccountId>),
    /// Nobody there has room for it.
    NoRoom,
    /// Somebody could come in time, and a plan made by hand sends nobody.
    NotSent,
}

/// What is wanted and not met by some trips, and what keeps it from being met where somebody could come in time with what is
/// left.
pub(super) fn unmet(
    wants: &[Want],
    offers: &Offers<'_, '_>,
    ways: &mut Ways<'_, '_>,
    (trips, otherwise): (&[Trip], &Lack),
    in_reach: &[(Idea, u32)],
) -> Vec<Unmet> {
    let mut left: Vec<u32> = wants.iter().map(|want| want.units).collect();
    for met in trips.iter().flat_map(|trip| &trip.meets) {
        left[met.want] = left[met.want].saturating_sub(met.units);
    }
    let view = ways.view;
    let mut asking = Asking {
        offers,
        roads: Roads::new(view.campaign, view.network),
        barred: BTreeMap::new(),
        sent: trips.iter().flat_map(|trip| &trip.vehicles).collect(),
        in_reach,
        trips,
        otherwise,
    };
    let mut found = Vec::new();
    for (spot, place) in offers.spots.iter().enumerate() {
        let short: Vec<usize> = place.wants.iter().copied().filter(|want| left[*want] > 0).collect();
        if short.is_empty() {
            continue;
        }
        let why = asking.why(ways, spot);
        found.extend(short.into_iter().map(|want| Unmet { want, units: left[want], why: why.clone() }));
    }
    found.sort_by_key(|unmet| unmet.want);
    found
}

struct Asking<'o, 'm, 'a> {
    offers: &'o Offers<'m, 'a>,
    roads: Roads<'a>,
    barred: BTreeMap<(Square, Square), Option<String>>,
    sent: BTreeSet<&'o FormationId>,
    in_reach: &'o [(Idea, u32)],
    trips: &'o [Trip],
    otherwise: &'o Lack,
}

impl Asking<'_, '_, '_> {
    fn why(&mut self, ways: &mut Ways<'_, '_>, spot: usize) -> Lack {
        let (offers, view) = (self.offers, ways.view);
        let place = &offers.spots[spot];
        // Whoever brought something there would bring it for nobody.
        if let Some((from, to)) = self.parted(place) {
            return self.no_road(view, from, to);
        }
        let drivers: Vec<_> = offers.vehicles.iter().filter(|vehicle| offers.drives_for(vehicle, place)).collect();
        if drivers.is_empty() {
            return Lack::NoVehicle(self.on_the_road(spot));
        }
        if drivers.iter().all(|vehicle| Offers::goal(vehicle, place).is_none()) {
            return Lack::NoRoom;
        }
        let open: Vec<_> = offers.stocks.iter().filter(|stock| offers.is_open_to(stock, place)).collect();
        if open.iter().all(|stock| stock.units == 0) && drivers.iter().all(|vehicle| vehicle.aboard == 0) {
            return Lack::NoStock(open.into_iter().map(|stock| stock.account.clone()).collect());
        }
        let in_time: Vec<Idea> = self.in_reach.iter().map(|(idea, _)| *idea).filter(|i| i.spot == spot).collect();
        if in_time.is_empty() { self.out_of_reach(ways, spot) } else { self.spent(&in_time) }
    }

    /// The vehicles that would drive for it and are not free, by id.
    fn on_the_road(&self, spot: usize) -> Vec<FormationId> {
        let (hierarchy, place) = (self.offers.hierarchy, &self.offers.spots[spot]);
        let above = hierarchy.superiors(place.owner);
        let drive: Vec<&Formation> =
            above.into_iter().filter(|f| f.echelon >= Echelon::Corps).chain([place.owner]).collect();
        let on_road = hierarchy.campaign.convoys.values().flat_map(|convoy| &convoy.vehicles);
        let serves = |id: &&FormationId| {
            hierarchy.campaign.formations.get(*id).is_some_and(|vehicle| {
                let carries = vehicle.vehicle_of().is_some_and(|carries| can_carry(carries, place.commodity));
                carries && drive.iter().any(|owner| vehicle.parent.as_ref() == Some(&owner.id))
            })
        };
        let mut found: Vec<FormationId> = on_road.filter(serves).cloned().collect();
        found.sort();
        found
    }

    /// Nobody comes there in time: no road, or too far.
    fn out_of_reach(&mut self, ways: &mut Ways<'_, '_>, spot: usize) -> Lack {
        let offers = self.offers;
        let holds = |idea: &Idea| idea.stock.is_none_or(|stock| offers.stocks[stock].units > 0);
        let mut ideas: Vec<Idea> = offers.ideas(spot).into_iter().filter(holds).collect();
        let crow =
            |idea: &Idea| offers.legs(*idea).into_iter().fold(0u32, |n, (a, b)| n.saturating_add(ways.at_least(a, b)));
        ideas.sort_by_cached_key(|idea| {
            let least = crow(idea);
            (offers.arrives(*idea, least), least)
        });
        let view = ways.view;
        let leads = |idea: &&Idea| offers.legs(**idea).iter().all(|(a, b)| a == b || view.leads_to_any(*a, &[*b]));
        let open: Vec<Idea> = ideas.iter().filter(leads).take(NEAREST).copied().collect();
        ways.measure(&offers.asked_for(&open));
        let timed = open.iter().filter_map(|idea| Some((*idea, offers.minutes(ways, *idea)?))).collect::<Vec<_>>();
        let in_time = timed.iter().filter(|(idea, minutes)| offers.arrives(*idea, *minutes) <= offers.until);
        let away = in_time.filter_map(|(idea, _)| Some((offers.away(ways, *idea)?, *idea)));
        let nearest = away.min_by_key(|(minutes, idea)| (*minutes, idea.vehicle, idea.stock));
        if let Some((minutes, idea)) = nearest.filter(|_| offers.reach().is_some()) {
            return Lack::OutOfReach(offers.vehicles[idea.vehicle].formation.id.clone(), minutes);
        }
        let first = timed
            .into_iter()
            .min_by_key(|(idea, minutes)| (offers.arrives(*idea, *minutes), *minutes, idea.vehicle, idea.stock));
        if let Some((idea, minutes)) = first {
            let vehicle = offers.vehicles[idea.vehicle].formation.id.clone();
            let from = idea.stock.map(|stock| offers.stocks[stock].account.clone());
            return Lack::TooFar(vehicle, from, minutes, offers.arrives(idea, minutes));
        }
        let barred = ideas.first().and_then(|idea| {
            let mut legs = offers.legs(*idea).into_iter();
            legs.find(|(a, b)| a != b && !view.leads_to_any(*a, &[*b]))
        });
        barred.map_or(Lack::NoRoom, |(from, to)| self.no_road(view, from, to))
    }

    /// Where a formation stands and its dump, where it cannot come to that.
    fn parted(&self, place: &OfferSpot<'_>) -> Option<(Square, Square)> {
        let WantPlace::Dump(dump) = &place.place else { return None };
        let (from, to) = (self.offers.hierarchy.tree.square(place.owner), place.pushed);
        from.zip(self.offers.hierarchy.campaign.account_square(dump.as_str())).filter(|_| to.is_none())
    }

    fn no_road(&mut self, view: &View<'_>, from: Square, to: Square) -> Lack {
        let roads = &mut self.roads;
        let why = self.barred.entry((from, to)).or_insert_with(|| roads.what_bars(view.side, from, to));
        Lack::NoRoad(from, to, why.clone())
    }

    /// Somebody could come in time, but what it takes is given elsewhere.
    fn spent(&self, in_time: &[Idea]) -> Lack {
        let offers = self.offers;
        let id = |idea: &Idea| &offers.vehicles[idea.vehicle].formation.id;
        let mut stocks: Vec<usize> = in_time.iter().filter_map(|idea| idea.stock).collect();
        stocks.sort_unstable();
        stocks.dedup();
        let brings = in_time.iter().any(|idea| idea.stock.is_none());
        if !brings && stocks.iter().all(|stock| self.given(*stock) >= offers.stocks[*stock].units) {
            return Lack::AllGiven(stocks.into_iter().map(|stock| offers.stocks[stock].account.clone()).collect());
        }
        if in_time.iter().all(|idea| self.sent.contains(id(idea))) {
            let mut sent: Vec<FormationId> = in_time.iter().map(|idea| id(idea).clone()).collect();
            sent.sort();
            sent.dedup();
            return Lack::AllSent(sent);
        }
        self.otherwise.clone()
    }

    /// How much of a stock the trips take.
    fn given(&self, stock: usize) -> u32 {
        let stock = &self.offers.stocks[stock];
        let takes = |trip: &&Trip| trip.from.as_ref().is_some_and(|(account, _)| *account == stock.account);
        self.trips.iter().filter(takes).map(|trip| trip.load.of(stock.commodity)).sum()
    }
}
