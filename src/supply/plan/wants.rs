//! What is wanted where by when: LOG for who has fired, POL for who is ordered to march, fire units for guns where those are
//! counted, and stocks up to their levels.
//!
//! What it decides: how much each supply formation of a side wants of what, how urgently, until when.
//! What it never does: ask who could bring it (`offers`).

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Action, Base, Campaign, Dump, Formation, Order, Setting, dump_of};
use domain::{AccountId, Bound, Commodity, FormationId, Mobility, Phase, Square, words};

use super::carriers::carriers;
use super::guns::{CLASSES, Guns};
use crate::ground::view::View;
use crate::outlook::actions::{Portion, is_by_deed};
use crate::outlook::coming::{convoys_to, load_of};
use crate::outlook::fire_units::wants_fire_units;
use crate::outlook::usage::present_use;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::holdings::comes_to;

words! {
    /// How urgently something is wanted; the first is the most urgent.
    enum Urgency: "urgency" {
        /// LOG for the night: the formation has fired or its HQ is tired, and it holds none.
        Resupply = "resupply",
        /// POL for a march that is ordered, or for one made today, which it does not hold.
        March = "march",
        /// Fire units for guns that have fired, where nothing that they can reach holds any.
        Fire = "fire",
        /// The level that a formation which feeds no other should hold.
        Level = "level",
        /// Fire units that should be held for guns.
        FireLevel = "fire_level",
        /// What a superior's dump should hold for those under it.
        Reserve = "reserve",
    }
}

/// Where something is wanted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum WantPlace {
    /// In a dump.
    Dump(AccountId),
    /// On the vehicles of a formation that owns no dump.
    Vehicles(FormationId),
}

impl WantPlace {
    /// The id of the dump, or of the formation.
    pub fn id(&self) -> &str {
        match self {
            Self::Dump(dump) => dump.as_str(),
            Self::Vehicles(formation) => formation.as_str(),
        }
    }
}

/// So many units of something that a formation wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    /// The formation.
    pub owner: FormationId,
    /// Where.
    pub place: WantPlace,
    /// What.
    pub commodity: Commodity,
    /// How urgently.
    pub urgency: Urgency,
    /// How many units.
    pub units: u32,
    /// The bound in which it should have come at the latest.
    pub by: Bound,
}

/// To what a plan is confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// LOG.
    Log,
    /// POL.
    Pol,
    /// Fire units of every class.
    Fu,
}

/// What is asked of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// Only this.
    pub only: Option<Only>,
    /// How many bounds ahead it looks, the running one included.
    pub bounds: u32,
}

impl Asked {
    /// The last bound in which something may arrive.
    pub(super) fn until(self, campaign: &Campaign) -> Bound {
        Bound::from_ordinal(campaign.bound.ordinal() + self.bounds.max(1) - 1)
    }

    /// What is planned for: LOG and POL, and fire units where they are counted.
    pub(super) fn commodities(self, campaign: &Campaign) -> impl Iterator<Item = Commodity> {
        let fire = CLASSES.into_iter().filter(|_| campaign.counts_fire_units());
        let all: Vec<Commodity> = [Commodity::Log, Commodity::Pol].into_iter().chain(fire).collect();
        all.into_iter().filter(move |commodity| self.only.is_none_or(|only| only == Only::of(*commodity)))
    }
}

impl Only {
    pub(super) fn of(commodity: Commodity) -> Self {
        match commodity {
            Commodity::Log => Self::Log,
            Commodity::Pol => Self::Pol,
            _ => Self::Fu,
        }
    }
}

/// What the formations of a side want, the most urgent first, then by commodity and place.
pub(super) fn wants(view: &View<'_>, hierarchy: &SupplyHierarchy<'_>, guns: &Guns, asked: Asked) -> Vec<Want> {
    let roll = Roll::new(view, hierarchy, guns, asked);
    let mut found = Vec::new();
    let commodities = || asked.commodities(hierarchy.campaign);
    for (formation, commodity) in roll.drawing.iter().flat_map(|f| commodities().map(move |c| (*f, c))) {
        found.extend(roll.wants(formation, commodity));
    }
    found.sort_by(|a, b| (a.urgency, a.commodity, &a.place).cmp(&(b.urgency, b.commodity, &b.place)));
    found
}

/// What a formation will itself expend of a commodity that it holds now: one tonight, or one a day of marching; who needs
/// POL keeps one in any case, for without it none of its own could march.
///
/// Fire units are none of it: those are drawn from accounts, not by formations ([`Guns::drawn`]).
pub(super) fn uses(
    view: &View<'_>,
    hierarchy: &SupplyHierarchy<'_>,
    guns: &Guns,
    asked: Asked,
) -> BTreeMap<(FormationId, Commodity), u32> {
    let roll = Roll::new(view, hierarchy, guns, asked);
    let commodities = || asked.commodities(hierarchy.campaign).filter(|commodity| !commodity.is_fire());
    let each = roll.drawing.iter().flat_map(|f| commodities().map(move |c| (*f, c)));
    let keeps = |f, commodity| u32::from(commodity == Commodity::Pol && roll.needs(f, commodity));
    each.map(|(f, c)| ((f.id.clone(), c), roll.use_of(f, c).units.max(keeps(f, c)))).collect()
}

/// What a formation will expend, and until when it must have it.
struct Use {
    units: u32,
    by: Bound,
}

/// The supply formations of a side, and whom each of them feeds.
struct Roll<'m, 'v, 'a> {
    view: &'m View<'v>,
    hierarchy: &'m SupplyHierarchy<'a>,
    guns: &'m Guns,
    asked: Asked,
    /// The supply formations that are there, by id.
    drawing: Vec<&'a Formation>,
    /// The leaves fed through each.
    fed: BTreeMap<&'a FormationId, Vec<&'a Formation>>,
    /// For how many that feed no other each superior holds a reserve, by commodity.
    below: BTreeMap<(&'a FormationId, Commodity), u32>,
    /// What each uses in a day, where that goes by what it did (house rule `consumption`).
    portions: BTreeMap<(FormationId, Commodity), Portion>,
}

impl<'m, 'v, 'a> Roll<'m, 'v, 'a> {
    fn new(view: &'m View<'v>, hierarchy: &'m SupplyHierarchy<'a>, guns: &'m Guns, asked: Asked) -> Self {
        let tree = &hierarchy.tree;
        let of_side = || hierarchy.campaign.formations.values().filter(|f| f.side == view.side);
        let drawing: Vec<&Formation> =
            of_side().filter(|f| tree.is_supply_formation(f) && hierarchy.is_present(f)).collect();
        let mut fed: BTreeMap<&FormationId, Vec<&Formation>> = BTreeMap::new();
        for leaf in of_side().filter(|f| f.is_on_map()) {
            if let Some(feeder) = tree.feeder(leaf) {
                fed.entry(&feeder.id).or_default().push(leaf);
            }
        }
        let portions =
            if is_by_deed(hierarchy.campaign) { present_use(hierarchy.campaign).portions } else { BTreeMap::new() };
        let mut roll = Self { view, hierarchy, guns, asked, drawing, fed, below: BTreeMap::new(), portions };
        roll.below = roll.reserves();
        roll
    }

    fn reserves(&self) -> BTreeMap<(&'a FormationId, Commodity), u32> {
        let above: Vec<Vec<&Formation>> = self.drawing.iter().map(|f| self.hierarchy.superiors(f)).collect();
        let feeding: BTreeSet<&FormationId> = above.iter().flatten().map(|superior| &superior.id).collect();
        let mut below = BTreeMap::new();
        for (formation, above) in self.drawing.iter().zip(&above) {
            if feeding.contains(&formation.id) {
                continue;
            }
            for commodity in self.commodities().filter(|commodity| self.needs(formation, *commodity)) {
                for superior in above {
                    *below.entry((&superior.id, commodity)).or_default() += 1;
                }
            }
        }
        // Who feeds others counts as a superior even where none of them needs the commodity.
        for superior in feeding {
            for commodity in self.commodities() {
                below.entry((superior, commodity)).or_default();
            }
        }
        below
    }

    /// What superiors hold in reserve: fire units are held for the guns that a formation itself feeds.
    fn commodities(&self) -> impl Iterator<Item = Commodity> {
        self.asked.commodities(self.hierarchy.campaign).filter(|commodity| !commodity.is_fire())
    }

    fn needs(&self, formation: &'a Formation, commodity: Commodity) -> bool {
        commodity != Commodity::Pol || self.hierarchy.tree.needs_pol(formation)
    }

    /// What one formation wants: what it will expend and does not hold, and what is short of its level after that.
    fn wants(&self, formation: &'a Formation, commodity: Commodity) -> Vec<Want> {
        let campaign = self.hierarchy.campaign;
        let Some(place) = self.place(formation, commodity) else { return Vec::new() };
        let held = self.held(formation, commodity) + self.underway(formation, commodity);
        let expends = self.use_of(formation, commodity);
        let (level, urgency) = self.level(formation, commodity);
        let all = (expends.units + level).min(self.holds(&place, formation, commodity)).saturating_sub(held);
        let urgent = expends.units.saturating_sub(held).min(all);
        let first = match commodity {
            Commodity::Log => Urgency::Resupply,
            Commodity::Pol => Urgency::March,
            Commodity::FuM | Commodity::FuH | Commodity::FuVh => Urgency::Fire,
        };
        let of = |urgency, units, by| {
            let (owner, place) = (formation.id.clone(), place.clone());
            Want { owner, place, commodity, urgency, units, by }
        };
        let both = [of(first, urgent, expends.by), of(urgency, all - urgent, self.asked.until(campaign))];
        both.into_iter().filter(|want| want.units > 0).collect()
    }

    /// What it holds in dumps and standing vehicles to which it can come, as the sheet counts it; a source depot is there
    /// for all and counts for nobody.
    fn held(&self, formation: &Formation, commodity: Commodity) -> u32 {
        let comes_to = |square: Option<Square>| comes_to(self.view, self.hierarchy, formation, square);
        let dumps = self.hierarchy.dumps_of(&formation.id).iter().filter(|dump| !dump.source);
        let dumps = dumps.filter(|dump| comes_to(Some(dump.square)));
        let standing = |vehicle: &&Formation| self.hierarchy.campaign.convoy_of(vehicle.id.as_str()).is_none();
        let vehicles = carriers(self.hierarchy, formation, commodity).into_iter().filter(standing);
        let vehicles = vehicles.filter(|vehicle| comes_to(vehicle.stands_on())).collect::<Vec<_>>();
        let ids = dumps.map(|dump| dump.id.as_str()).chain(vehicles.iter().map(|vehicle| vehicle.id.as_str()));
        let held: i64 = ids.map(|id| self.hierarchy.campaign.usable(id, commodity)).sum();
        held.max(0) as u32
    }

    /// Where a formation wants it: in a dump to which it can come, sooner than in others; nowhere where it has nothing to
    /// keep it in.
    fn place(&self, formation: &Formation, commodity: Commodity) -> Option<WantPlace> {
        let hierarchy = self.hierarchy;
        let held = |dump: &&&Dump| hierarchy.campaign.stock.balance(dump.id.as_str(), commodity);
        let own = hierarchy.dumps_of(&formation.id).iter().filter(|dump| !dump.source);
        let beyond = |dump: &&&Dump| !comes_to(self.view, hierarchy, formation, Some(dump.square));
        if let Some(dump) = own.min_by_key(|dump| (beyond(dump), held(dump), dump.id.clone())) {
            return Some(WantPlace::Dump(dump.id.clone()));
        }
        let has_dump = dump_of(hierarchy.campaign, &formation.id).is_some();
        let has = !carriers(hierarchy, formation, commodity).is_empty();
        (!has_dump && has).then(|| WantPlace::Vehicles(formation.id.clone()))
    }

    /// How much a formation should hold.
    fn level(&self, formation: &'a Formation, commodity: Commodity) -> (u32, Urgency) {
        let settings = &self.hierarchy.campaign.settings;
        if commodity.is_fire() {
            let leaves = self.guns_of(formation, commodity).count() as u32;
            return (settings.number(Setting::TargetFu).saturating_mul(leaves), Urgency::FireLevel);
        }
        let (level, reserve) = match commodity {
            Commodity::Pol => (Setting::TargetPol, Setting::ReservePol),
            _ => (Setting::TargetLog, Setting::ReserveLog),
        };
        match self.below.get(&(&formation.id, commodity)) {
            Some(below) => (settings.number(reserve).saturating_mul(*below), Urgency::Reserve),
            None if self.needs(formation, commodity) => (settings.number(level), Urgency::Level),
            None => (0, Urgency::Level),
        }
    }

    /// How much the place can hold in all.
    fn holds(&self, place: &WantPlace, formation: &Formation, commodity: Commodity) -> u32 {
        match place {
            WantPlace::Dump(dump) => {
                let room = self.hierarchy.campaign.room_under_limit(dump.as_str());
                room.map_or(u32::MAX, |room| room.saturating_add(self.held(formation, commodity)))
            }
            WantPlace::Vehicles(_) => {
                let vehicles = carriers(self.hierarchy, formation, commodity);
                vehicles.iter().filter_map(|vehicle| vehicle.leaf.as_ref()).map(|leaf| leaf.capacity).sum()
            }
        }
    }

    /// What convoys are bringing it already.
    fn underway(&self, formation: &Formation, commodity: Commodity) -> u32 {
        let dumps = self.hierarchy.dumps_of(&formation.id).iter().map(|dump| dump.id.as_str());
        let places: Vec<&str> = dumps.chain([formation.id.as_str()]).collect();
        let campaign = self.hierarchy.campaign;
        let convoys = convoys_to(campaign, formation.side, &places);
        convoys.into_iter().map(|convoy| load_of(campaign, convoy, |_| true).of(commodity)).sum()
    }

    fn use_of(&self, formation: &'a Formation, commodity: Commodity) -> Use {
        let tonight = Bound { day: self.hierarchy.campaign.bound.day, phase: Phase::Night };
        if commodity == Commodity::Pol {
            return self.fuel(formation, tonight);
        }
        if commodity.is_fire() {
            return Use { units: self.fire(formation, commodity), by: tonight };
        }
        // Who wants refilling must hold one, though it need not be used up tonight.
        let used = self.portions.get(&(formation.id.clone(), commodity)).map_or(0, |p| p.units_tonight());
        Use { units: u32::from(self.wants_refill(formation)).max(used), by: tonight }
    }

    /// The leaves of corps and army artillery of a class that it feeds.
    fn guns_of(&self, formation: &Formation, class: Commodity) -> impl Iterator<Item = &'a Formation> {
        let fed = self.fed.get(&formation.id).into_iter().flatten().copied();
        fed.filter(move |leaf| self.hierarchy.tree.fire_units_of(leaf) == Some(class))
    }

    /// What is drawn from its own dumps and vehicles tonight, and one for each leaf that finds nothing.
    fn fire(&self, formation: &Formation, class: Commodity) -> u32 {
        let dumps =
            self.hierarchy.dumps_of(&formation.id).iter().filter(|dump| !dump.source).map(|dump| dump.id.clone());
        let vehicles = carriers(self.hierarchy, formation, class).into_iter().map(|v| AccountId::from(v.id.as_str()));
        let drawn: u32 = dumps.chain(vehicles).map(|account| self.guns.drawn(&account, class)).sum();
        drawn + self.guns.without(&formation.id, class)
    }

    /// Whether somebody whom it feeds has fired, or is under an HQ that is tired.
    fn wants_refill(&self, formation: &Formation) -> bool {
        let tree = &self.hierarchy.tree;
        self.fed.get(&formation.id).into_iter().flatten().any(|leaf| {
            let has_fired = leaf.leaf.as_ref().is_some_and(|leaf| leaf.bases.iter().any(Base::wants_ammunition));
            // Guns that have fired fire units are refilled with those.
            (has_fired && !wants_fire_units(tree, &leaf.id)) || tree.unit_of(leaf).hq_die.is_some()
        })
    }

    /// One POL a day on which it marched or is ordered to march, within the time that the plan looks ahead.
    fn fuel(&self, formation: &'a Formation, tonight: Bound) -> Use {
        if !self.needs(formation, Commodity::Pol) {
            return Use { units: 0, by: tonight };
        }
        let (now, until) = (self.hierarchy.campaign.bound, self.asked.until(self.hierarchy.campaign));
        let orders = self.hierarchy.campaign.orders.iter();
        let marches = orders.filter(|o| matches!(o.action, Action::Move(_)) && self.concerns(o, formation));
        let ahead: Vec<Bound> = marches.map(|order| order.bound).filter(|b| (now..=until).contains(b)).collect();
        let mut days: BTreeSet<u16> = ahead.iter().map(|bound| bound.day).collect();
        // What is there when an order is carried out must have come in the bound before; what burns tonight, tonight.
        let before = ahead.iter().filter(|bound| **bound > now).map(|bound| Bound::from_ordinal(bound.ordinal() - 1));
        let mut by = before.min();
        if self.has_marched(formation) || days.contains(&now.day) {
            days.insert(now.day);
            by = Some(by.unwrap_or(tonight).min(tonight));
        }
        Use { units: days.len() as u32, by: by.unwrap_or(tonight) }
    }

    /// Whether an order makes a formation march: it is for the formation, one above it, or one that it feeds.
    fn concerns(&self, order: &Order, formation: &Formation) -> bool {
        if order.unit == formation.id {
            return true;
        }
        let campaign = self.hierarchy.campaign;
        let Some(unit) = campaign.formations.get(&order.unit) else { return false };
        let above: Vec<&Formation> = self.hierarchy.superiors(formation);
        above.iter().any(|superior| superior.id == unit.id) || self.feeds(formation, unit)
    }

    fn feeds(&self, formation: &Formation, unit: &Formation) -> bool {
        !self.hierarchy.tree.is_supply_formation(unit)
            && self.hierarchy.feeder(unit).is_some_and(|f| f.id == formation.id)
    }

    /// Whether more than half of the leaves that burn for it have marched today.
    fn has_marched(&self, formation: &Formation) -> bool {
        let burns = |f: &&&Formation| f.is_fighting_leaf() && f.mobility.is_some_and(Mobility::needs_pol);
        let leaves: Vec<&&Formation> = self.fed.get(&formation.id).into_iter().flatten().filter(burns).collect();
        let marched = leaves.iter().filter(|f| f.leaf.as_ref().is_some_and(|leaf| leaf.march.today)).count();
        marched * 2 > leaves.len()
    }
}
