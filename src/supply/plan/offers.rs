//! Who could bring what from where: vehicles, stocks, and the trips that could be made for what is wanted.
//!
//! What it decides: which vehicles are free and for whom they drive, which stocks are open to whom, how long each trip
//! takes and whether it comes within the time.
//! What it never does: choose among the trips (`solve`).

use std::collections::BTreeSet;

use campaign::{Campaign, Formation, Setting, can_carry};
use domain::{AccountId, Bound, Commodity, Echelon, FormationId, LeafState, Mobility, Phase, SideId, Square};

use super::carriers::{standing, takers};
use super::guns::Guns;
use super::model::{Model, TripChance};
use super::stores::{Stock, coming, stocks};
use super::wants::{Asked, Urgency, Want, WantPlace};
use super::ways::{Legs, Ways, arrival, minutes_until};
use crate::ground::view::View;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::holdings::comes_to;

/// A vehicle that could be sent.
pub(super) struct Vehicle<'a> {
    pub(super) formation: &'a Formation,
    /// Its formation.
    pub(super) owner: &'a Formation,
    pub(super) carries: Commodity,
    pub(super) at: Square,
    pub(super) mobility: Mobility,
    /// Units that it has on it, all of one commodity.
    pub(super) aboard: u32,
    /// Of which; what it carries where it has none.
    pub(super) brings: Commodity,
    /// How many units more it has room for.
    pub(super) room: u32,
    /// When it sets out where it is to load first.
    pub(super) starts: Bound,
    /// Whether it drives for those under its formation too.
    pub(super) pushes: bool,
}

/// A place where something is wanted, and which wants.
pub(super) struct OfferSpot<'a> {
    pub(super) place: WantPlace,
    pub(super) commodity: Commodity,
    pub(super) owner: &'a Formation,
    pub(super) wants: Vec<usize>,
    /// Where what others bring is unloaded, and the room there; nowhere where nobody could take it, or its formation could
    /// not come to it.
    pub(super) pushed: Option<Square>,
    pub(super) room: Option<u32>,
}

/// Everything that could be offered for the wants of a side.
pub(super) struct Offers<'m, 'a> {
    pub(super) hierarchy: &'m SupplyHierarchy<'a>,
    pub(super) until: Bound,
    pub(super) vehicles: Vec<Vehicle<'a>>,
    pub(super) stocks: Vec<Stock>,
    pub(super) spots: Vec<OfferSpot<'a>>,
    /// By vehicle the spot where it stands ready to take what others bring, and how much room is gone there without it.
    stands: Vec<Option<(usize, u32)>>,
}

/// A trip before anything is known of its length: vehicle, stock, spot, and where it unloads.
#[derive(Clone, Copy)]
pub(super) struct Idea {
    pub(super) vehicle: usize,
    pub(super) stock: Option<usize>,
    pub(super) spot: usize,
    pub(super) to: Square,
}

impl<'m, 'a> Offers<'m, 'a> {
    pub(super) fn new(
        view: &View<'a>,
        hierarchy: &'m SupplyHierarchy<'a>,
        guns: &Guns,
        asked: Asked,
        wants: &[Want],
    ) -> Self {
        let until = asked.until(hierarchy.campaign);
        let vehicles = vehicles(hierarchy, guns, view.side, asked);
        let stocks = stocks(view, hierarchy, guns, asked);
        let spots = spots(view, hierarchy, wants);
        let stands = vehicles.iter().map(|vehicle| stands(hierarchy, &spots, vehicle)).collect();
        Self { hierarchy, until, vehicles, stocks, spots, stands }
    }

    fn campaign(&self) -> &'a Campaign {
        self.hierarchy.campaign
    }

    /// Whether a vehicle drives for whoever wants something at a spot: for its own formation when it is empty, a vehicle of
    /// a corps or higher formation for all under it.
    pub(super) fn drives_for(&self, vehicle: &Vehicle<'_>, spot: &OfferSpot<'_>) -> bool {
        let carries = if vehicle.aboard > 0 {
            vehicle.brings == spot.commodity
        } else {
            can_carry(vehicle.carries, spot.commodity)
        };
        if !carries {
            return false;
        }
        if vehicle.owner.id == spot.owner.id {
            return vehicle.aboard == 0 && vehicle.room > 0;
        }
        vehicle.pushes && self.is_under(spot.owner, &vehicle.owner.id)
    }

    /// Whether a stock is open to whoever wants something at a spot: that of its superiors, railheads and source depots.
    pub(super) fn is_open_to(&self, stock: &Stock, spot: &OfferSpot<'_>) -> bool {
        if stock.commodity != spot.commodity || stock.account.as_str() == spot.place.id() {
            return false;
        }
        stock.is_open || stock.owner.as_ref().is_some_and(|owner| self.is_under(spot.owner, owner))
    }

    fn is_under(&self, formation: &Formation, superior: &FormationId) -> bool {
        self.hierarchy.superiors(formation).iter().any(|above| above.id == *superior)
    }

    /// Where a vehicle unloads for a spot; nowhere where nobody there could take it.
    pub(super) fn goal(vehicle: &Vehicle<'a>, spot: &OfferSpot<'a>) -> Option<Square> {
        match &spot.place {
            WantPlace::Vehicles(_) if vehicle.owner.id == spot.owner.id => Some(vehicle.at),
            WantPlace::Dump(_) | WantPlace::Vehicles(_) => spot.pushed,
        }
    }

    /// Every trip that could be thought of for a spot, whatever its length.
    pub(super) fn ideas(&self, spot: usize) -> Vec<Idea> {
        let place = &self.spots[spot];
        let open: Vec<usize> = (0..self.stocks.len()).filter(|s| self.is_open_to(&self.stocks[*s], place)).collect();
        let mut ideas = Vec::new();
        for (number, vehicle) in self.vehicles.iter().enumerate().filter(|(_, v)| self.drives_for(v, place)) {
            let Some(to) = Self::goal(vehicle, place) else { continue };
            let idea = |stock| Idea { vehicle: number, stock, spot, to };
            if vehicle.aboard > 0 {
                ideas.push(idea(None));
            } else if vehicle.room > 0 {
                ideas.extend(open.iter().map(|stock| idea(Some(*stock))));
            }
        }
        ideas
    }

    /// When a vehicle sets out: at once with what it has on it.
    pub(super) fn starts(&self, idea: Idea) -> Bound {
        if idea.stock.is_none() { self.campaign().bound } else { self.vehicles[idea.vehicle].starts }
    }

    /// The bound in which a trip of so many minutes ends.
    pub(super) fn arrives(&self, idea: Idea, minutes: u32) -> Bound {
        let starts = self.starts(idea);
        let leaf = self.vehicles[idea.vehicle].formation.leaf.as_ref();
        let used = leaf.filter(|_| starts == self.campaign().bound).map_or(0, |leaf| u32::from(leaf.march.minutes));
        arrival(&self.campaign().settings, starts, used, minutes)
    }

    /// The legs of a trip.
    pub(super) fn legs(&self, idea: Idea) -> Vec<(Square, Square)> {
        let at = self.vehicles[idea.vehicle].at;
        match idea.stock {
            None => vec![(at, idea.to)],
            Some(stock) => vec![(at, self.stocks[stock].square), (self.stocks[stock].square, idea.to)],
        }
    }

    /// The minutes of a trip whose legs have been measured; none where no clear way leads there.
    pub(super) fn minutes(&self, ways: &Ways<'_, '_>, idea: Idea) -> Option<u32> {
        let mobility = self.vehicles[idea.vehicle].mobility;
        self.legs(idea).into_iter().map(|(from, to)| ways.minutes(from, to, mobility)).sum()
    }

    /// The minutes that a vehicle may be from where it stands (house rule `truck_reach`); none for no limit.
    pub(super) fn reach(&self) -> Option<u32> {
        Some(self.campaign().settings.number(Setting::TruckReach) * 60).filter(|minutes| *minutes > 0)
    }

    /// The ways from where a vehicle stands to where it loads and unloads: what its reach is held against.
    fn home_legs(&self, idea: Idea) -> [(Square, Square); 2] {
        let at = self.vehicles[idea.vehicle].at;
        [(at, idea.stock.map_or(at, |stock| self.stocks[stock].square)), (at, idea.to)]
    }

    /// How many minutes from where it stands a trip takes a vehicle; none where that has not been measured.
    pub(super) fn away(&self, ways: &Ways<'_, '_>, idea: Idea) -> Option<u32> {
        let mobility = self.vehicles[idea.vehicle].mobility;
        self.home_legs(idea).into_iter().filter_map(|(from, to)| ways.minutes(from, to, mobility)).max()
    }

    /// Whether a trip is within the reach of its vehicle.
    pub(super) fn is_within(&self, ways: &Ways<'_, '_>, idea: Idea) -> bool {
        self.reach().is_none_or(|reach| self.away(ways, idea).is_none_or(|away| away <= reach))
    }

    /// The trips that come within the time, with their minutes; their legs are measured.
    pub(super) fn trips(&self, ways: &mut Ways<'_, '_>) -> Vec<(Idea, u32)> {
        let limit = minutes_until(self.campaign(), self.until);
        let mut ideas = Vec::new();
        for spot in 0..self.spots.len() {
            let near = |idea: &Idea| {
                let stock = idea.stock.is_none_or(|stock| self.stocks[stock].units > 0);
                let legs = self.legs(*idea);
                stock && legs.into_iter().fold(0, |sum: u32, (a, b)| sum.saturating_add(ways.at_least(a, b))) <= limit
            };
            ideas.extend(self.ideas(spot).into_iter().filter(near));
        }
        ways.measure(&self.asked_for(&ideas));
        let measured = ideas.into_iter().filter_map(|idea| Some((idea, self.minutes(ways, idea)?)));
        let in_time =
            measured.filter(|(idea, minutes)| self.arrives(*idea, *minutes) <= self.until).collect::<Vec<_>>();
        in_time.into_iter().filter(|(idea, _)| self.is_within(ways, *idea)).collect()
    }

    /// The legs of some trips, as they are measured.
    pub(super) fn asked_for(&self, ideas: &[Idea]) -> Legs {
        let mut legs = Legs::new();
        let limited = self.reach().is_some();
        for idea in ideas {
            let home_legs = self.home_legs(*idea).into_iter().filter(|_| limited);
            for (from, to) in self.legs(*idea).into_iter().chain(home_legs).filter(|(from, to)| from != to) {
                legs.entry(to).or_default().entry(from).or_default().insert(self.vehicles[idea.vehicle].mobility);
            }
        }
        legs
    }

    /// The model of these trips, those left out that no best choice needs; and which trip each chance is.
    pub(super) fn model(&self, wants: &[Want], trips: &[(Idea, u32)]) -> (Model, Vec<Idea>) {
        let mut model = Model {
            chances: trips.iter().map(|(idea, minutes)| self.chance(wants, *idea, *minutes)).collect(),
            stocks: self.stocks.iter().map(|stock| stock.units).collect(),
            wants: wants.iter().map(|want| want.units).collect(),
            rooms: self.spots.iter().map(|spot| spot.room).collect(),
            shares: self.shares(),
            grades: GRADES.len(),
        };
        let needed = model.needed();
        let ideas = needed.iter().map(|number| trips[*number].0).collect();
        model.chances = needed.iter().map(|number| model.chances[*number].clone()).collect();
        (model, ideas)
    }

    /// For each spot the first that has the same room: a dump under its limit for everything, lorries for LOG and fire units.
    fn shares(&self) -> Vec<usize> {
        let alike = |a: &OfferSpot<'_>, b: &OfferSpot<'_>| {
            matches!(a.place, WantPlace::Dump(_)) || can_carry(a.commodity, b.commodity)
        };
        let same = |a: &OfferSpot<'_>, b: &OfferSpot<'_>| a.place == b.place && alike(a, b);
        let first =
            |spot: &OfferSpot<'_>| self.spots.iter().position(|other| other.room.is_some() && same(other, spot));
        self.spots.iter().enumerate().map(|(number, spot)| first(spot).unwrap_or(number)).collect()
    }

    fn chance(&self, wants: &[Want], idea: Idea, minutes: u32) -> TripChance {
        let (vehicle, spot) = (&self.vehicles[idea.vehicle], &self.spots[idea.spot]);
        let has = idea.stock.map_or(vehicle.aboard, |stock| vehicle.room.min(self.stocks[stock].units));
        let is_own = vehicle.owner.id == spot.owner.id && matches!(spot.place, WantPlace::Vehicles(_));
        let (leaves, takes_room) = self.stands[idea.vehicle].unwrap_or((idea.spot, 0));
        let arrives = self.arrives(idea, minutes);
        TripChance {
            vehicle: idea.vehicle,
            stock: idea.stock,
            place: idea.spot,
            minutes,
            load: has.min(spot.wants.iter().map(|want| wants[*want].units).sum()),
            takes_room,
            leaves,
            wants_room: !is_own && spot.room.is_some(),
            serves: spot.wants.iter().map(|want| (*want, grade(&wants[*want], arrives))).collect(),
        }
    }
}

/// Where a vehicle stands ready to take what others bring its formation, and how much room is gone there when it drives off:
/// its own; all, where others of its formation would then take what comes elsewhere.
fn stands(hierarchy: &SupplyHierarchy<'_>, spots: &[OfferSpot<'_>], vehicle: &Vehicle<'_>) -> Option<(usize, u32)> {
    let takes_here = |spot: &&OfferSpot<'_>| {
        let is_own = spot.owner.id == vehicle.owner.id && matches!(spot.place, WantPlace::Vehicles(_));
        is_own && spot.pushed == Some(vehicle.at) && can_carry(vehicle.carries, spot.commodity)
    };
    let (number, spot) = spots.iter().enumerate().find(|(_, spot)| takes_here(spot))?;
    let others = standing(&hierarchy.tree, vehicle.owner, spot.commodity);
    let next = others.into_iter().find(|other| other.id != vehicle.formation.id);
    let goes_on = next.is_none_or(|next| next.stands_on() == Some(vehicle.at));
    Some((number, if goes_on { vehicle.room } else { spot.room.unwrap_or_default() }))
}

/// The grades, the first the best: what is urgent and in time, what is urgent and late, the levels of formations, those of
/// guns, the reserves of superiors.
pub const GRADES: [(Urgency, bool); 9] = [
    (Urgency::Resupply, true),
    (Urgency::March, true),
    (Urgency::Fire, true),
    (Urgency::Resupply, false),
    (Urgency::March, false),
    (Urgency::Fire, false),
    (Urgency::Level, true),
    (Urgency::FireLevel, true),
    (Urgency::Reserve, true),
];

/// Of what grade a unit is for a want when it arrives in a bound; what is not urgent is never late.
fn grade(want: &Want, arrives: Bound) -> usize {
    let of = |in_time: bool| GRADES.iter().position(|grade| *grade == (want.urgency, in_time));
    of(arrives <= want.by).or_else(|| of(true)).unwrap_or(GRADES.len() - 1)
}

/// The vehicles of a side that could be sent, by id.
fn vehicles<'a>(hierarchy: &SupplyHierarchy<'a>, guns: &Guns, side: SideId, asked: Asked) -> Vec<Vehicle<'a>> {
    let campaign = hierarchy.campaign;
    let of_side = campaign.formations.values().filter(|f| f.side == side);
    let one = |formation: &'a Formation| {
        let carries = formation.vehicle_of().map(|c| if c == Commodity::Pol { c } else { Commodity::Log })?;
        let leaf = formation.leaf.as_ref().filter(|leaf| leaf.state != LeafState::Broken)?;
        let owner = hierarchy.tree.parent(formation).filter(|owner| hierarchy.tree.is_supply_formation(owner))?;
        let mobility = formation.mobility.filter(|mobility| mobility.is_on_the_ground())?;
        let is_free = campaign.convoy_of(formation.id.as_str()).is_none() && !campaign.is_to_be_sent(&formation.id);
        let held = |c: Commodity| campaign.stock.balance(formation.id.as_str(), c).max(0) as u32;
        let fits = || asked.commodities(campaign).filter(|c| can_carry(carries, *c));
        let brings = fits().find(|c| held(*c) > 0).unwrap_or(carries);
        let aboard = held(brings);
        // What has something else on it too is left where it is, and so is what guns are refilled from tonight.
        let is_drawn = guns.drawn(&AccountId::from(formation.id.as_str()), brings) > 0;
        let is_clean = campaign.cargo(formation.id.as_str()) == aboard && !is_drawn;
        let pushes = owner.echelon >= Echelon::Corps;
        (is_free && is_clean && fits().next().is_some()).then_some(Vehicle {
            formation,
            owner,
            carries,
            at: formation.stands_on()?,
            mobility,
            aboard,
            brings,
            room: leaf.capacity.saturating_sub(aboard),
            starts: if pushes { next_morning(campaign.bound) } else { campaign.bound },
            pushes,
        })
    };
    of_side.filter_map(one).collect()
}

/// The first bound of a day from a bound on.
fn next_morning(bound: Bound) -> Bound {
    if bound.phase == Phase::Am { bound } else { Bound { day: bound.day + 1, phase: Phase::Am } }
}

/// The places where something is wanted, by id.
fn spots<'a>(view: &View<'a>, hierarchy: &SupplyHierarchy<'a>, wants: &[Want]) -> Vec<OfferSpot<'a>> {
    let keys: BTreeSet<(&WantPlace, Commodity)> = wants.iter().map(|want| (&want.place, want.commodity)).collect();
    let one = |(place, commodity): (&WantPlace, Commodity)| {
        let at: Vec<usize> =
            (0..wants.len()).filter(|n| wants[*n].place == *place && wants[*n].commodity == commodity).collect();
        let owner = hierarchy.campaign.formations.get(&wants[*at.first()?].owner)?;
        let (pushed, room) = match place {
            WantPlace::Dump(dump) => {
                let limit = hierarchy.campaign.room_under_limit(dump.as_str());
                let room = limit.map(|room| room.saturating_sub(coming(hierarchy.campaign, dump)));
                let square = hierarchy.campaign.account_square(dump.as_str());
                (square.filter(|square| comes_to(view, hierarchy, owner, Some(*square))), room)
            }
            WantPlace::Vehicles(_) => {
                let there = takers(&hierarchy.tree, owner, commodity);
                let room = there.iter().map(|vehicle| hierarchy.campaign.room(vehicle)).sum();
                (there.first().and_then(|first| first.stands_on()), Some(room))
            }
        };
        Some(OfferSpot { place: place.clone(), commodity, owner, wants: at, pushed, room })
    };
    keys.into_iter().filter_map(one).collect()
}
