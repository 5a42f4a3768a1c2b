//! The campaign as a value: [`Campaign`], the [`Event`]s that change it, and what must always hold.
//!
//! What it is: calendar, map, order of battle, stocks and histories at one moment.
//! What it decides: which events are legal ([`apply`]), and where drawings lie on squares ([`survey`]).
//! What it never does: read files, databases, clocks or dice.
//! Where to look next: `ledger`, which keeps it; `supply`, which traces over it; `ops`, which changes it.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod apply;
mod battle;
mod bound;
mod event;
mod intel;
mod invariant;
mod map;
pub mod march;
mod orbat;
mod rules;
mod stocks;
mod survey;

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use domain::{
    AccountId, AirfieldId, BattleId, Bound, Commodity, CrossingId, FormationId, Named, RuleSystemId, Scale, SideId,
    Square, SquareSide,
};

pub use apply::{Refusal, apply, apply_unobserved};
pub use battle::{BasesLost, Battle, BattleUnit, Fact, Fought, RecceWon};
pub use bound::history::{GradeRow, NoteRow};
pub use bound::order::{Action, DumpOrder, MarchOrder, Order, Orders, SendOrder};
pub use bound::weather::{GroundFactors, SupplyGround, Weather};
pub use event::{Event, EventError};
pub use intel::{FADES, Intel, Observer, RailLength, Reader, Seen, SeenCrossing, Sighting, UNKNOWN, troops_in_words};
pub use invariant::{Breach, breaches};
pub use map::drawing::{Crossing, Location, Place, Railway, Relaid, River, Road, Track};
pub use map::frame::MapFrame;
pub use map::ground::{Ground, RiverSide};
pub use map::kept_network::NetworkKey;
pub use map::minefield::Minefield;
pub use map::partisan::Partisans;
pub use map::place_names::PlaceNames;
pub use map::rail::{RailAction, RailJob, Stretch};
pub use orbat::formation::{Base, BaseMarks, Formation, Leaf, Noted, OnceHad, Support, UnitKey, UnitMarks};
pub use orbat::formations::Formations;
pub use orbat::group::BattleGroup;
pub use orbat::replacement::{Pool, Replacement};
pub use orbat::size_limits;
pub use orbat::tree::Tree;
pub use rules::isolation::{is_too_hungry_to_rest, isolated};
pub use rules::parameters::HouseParameters;
pub use rules::setting::{Setting, SettingKind, SettingSpec, Settings};
pub use stocks::air::{Airfield, CONSUMED, Flight, Remainders, Wing};
pub use stocks::claim::{Claim, ClaimFate};
pub use stocks::convoy::{BadLoad, Convoy, Errand, Goal, HeldUp, Load, Take};
pub use stocks::errand::{can_carry, dump_of};
pub use stocks::forecast::{ForeseenRow, KeptForecast, LogUse, PolUse};
pub use stocks::news::StockNews;
pub use stocks::stock::{BOUNDARY_ACCOUNTS, CAPTURED_FROM, Dump, Railhead, StockBook, Transfer, is_boundary};
pub use stocks::strike::{AirStrike, StrikeForce, StrikeTarget};
pub use stocks::supply_book::{Standing, SupplyBook, SupplyRecord, SupplyRow};
pub use survey::finding::{SurveyFault, SurveyItem};
pub use survey::{Banks, no_such_point, square_on_own_bank, survey};

#[cfg(feature = "sketch")]
pub use survey::sketch;

/// A side of the campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Its id.
    pub id: SideId,
    /// Its name.
    pub name: String,
    /// Its colour on maps, one of `domain::SIDE_COLOURS`; older campaigns may have any word.
    pub colour: String,
}

/// A campaign at one moment.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Campaign {
    /// Its short name: `uranus-1942`.
    pub name: String,
    pub title: String,
    /// The date of day 1.
    pub start: NaiveDate,
    /// How many days it lasts.
    pub days: u16,
    /// The running bound.
    pub bound: Bound,
    /// What a base is.
    pub scale: Scale,
    /// The rule system of its battles.
    pub rules: RuleSystemId,
    pub settings: Settings,
    /// The sides, in the order in which reports name them.
    pub sides: Vec<Side>,
    pub frame: MapFrame,
    pub ground: Arc<Ground>,
    /// The conditions of the ground that weather rows may name.
    pub ground_factors: Vec<GroundFactors>,
    /// House parameters of rule systems that the group has set otherwise.
    #[serde(default)]
    pub house: HouseParameters,
    /// Named places, in the order in which they were written.
    pub places: Vec<Place>,
    pub roads: Vec<Road>,
    pub railways: Vec<Railway>,
    pub rivers: Vec<River>,
    pub crossings: BTreeMap<CrossingId, Crossing>,
    pub formations: Formations,
    pub dumps: BTreeMap<AccountId, Dump>,
    pub railheads: BTreeMap<AccountId, Railhead>,
    pub stock: StockBook,
    pub weather: Vec<Weather>,
    pub grades: Vec<GradeRow>,
    /// How supply formations stood when the last bound was closed, and every change before.
    #[serde(default, skip_serializing_if = "SupplyBook::is_empty")]
    pub supply: SupplyBook,
    /// What the organiser noted of bounds, in the order in which it was noted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<NoteRow>,
    /// Orders not yet carried out.
    #[serde(default, skip_serializing_if = "Orders::is_empty")]
    pub orders: Orders,
    /// What was overrun and waits for the umpire.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub claims: BTreeMap<AccountId, Claim>,
    /// Supply vehicles on the road, by the vehicle that names the convoy.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub convoys: BTreeMap<FormationId, Convoy>,
    /// POL captured in the running day, by account: of no use before the next.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(rename = "spoils")]
    pub captured_fuel: BTreeMap<AccountId, u32>,
    /// Metres that supply vehicles have driven since their last die, by leaf (house rule `truck_attrition`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub driven: BTreeMap<FormationId, u32>,
    /// Reports of stock, by account, the oldest first (house rule `news_delay`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub news: BTreeMap<AccountId, Vec<StockNews>>,
    /// Air strikes that are booked, by bound, side and target (house rule `air_interdiction`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strikes: Vec<AirStrike>,
    /// Partisans, by square and side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partisans: Vec<Partisans>,
    /// Minefields, by square.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minefields: Vec<Minefield>,
    /// Who is at work on which railway, by leaf.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rail_jobs: BTreeMap<FormationId, RailJob>,
    /// Since when a setting has had a value other than its default, where it was changed in the campaign.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings_since: BTreeMap<Setting, Bound>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub airfields: BTreeMap<AirfieldId, Airfield>,
    /// What air leaves carry as transport wings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub wings: BTreeMap<FormationId, Wing>,
    /// What was flown, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flights: Vec<Flight>,
    /// What falls short of a unit between two accounts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "stocks::air::listed")]
    pub remainders: Remainders,
    /// Battles, drawn or over.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub battles: BTreeMap<BattleId, Battle>,
    /// What is remembered of battle groups, by group.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<FormationId, BattleGroup>,
    /// Replacements: what comes into pools, and what was given of it, in the order in which it was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<Replacement>,
    /// What each side knows of the other.
    #[serde(default, skip_serializing_if = "Intel::is_empty")]
    pub intel: Intel,
    /// Files of the campaign folder that are carried through unchanged, by name.
    pub papers: BTreeMap<String, String>,
}

impl Campaign {
    /// A campaign of one day with nothing on its map and nobody in it.
    pub fn blank(frame: MapFrame) -> Self {
        Self {
            name: String::new(),
            title: String::new(),
            start: NaiveDate::default(),
            days: 1,
            bound: Bound::FIRST,
            scale: Scale::Corps,
            rules: RuleSystemId::NqmSquared,
            settings: Settings::default(),
            sides: Vec::new(),
            ground: Arc::new(Ground::blank(&frame)),
            frame,
            ground_factors: Vec::new(),
            house: HouseParameters::default(),
            places: Vec::new(),
            roads: Vec::new(),
            railways: Vec::new(),
            rivers: Vec::new(),
            crossings: BTreeMap::new(),
            formations: Formations::default(),
            dumps: BTreeMap::new(),
            railheads: BTreeMap::new(),
            stock: StockBook::default(),
            weather: Vec::new(),
            grades: Vec::new(),
            supply: SupplyBook::default(),
            notes: Vec::new(),
            orders: Orders::default(),
            claims: BTreeMap::new(),
            convoys: BTreeMap::new(),
            captured_fuel: BTreeMap::new(),
            driven: BTreeMap::new(),
            news: BTreeMap::new(),
            strikes: Vec::new(),
            partisans: Vec::new(),
            minefields: Vec::new(),
            rail_jobs: BTreeMap::new(),
            settings_since: BTreeMap::new(),
            airfields: BTreeMap::new(),
            wings: BTreeMap::new(),
            flights: Vec::new(),
            remainders: BTreeMap::new(),
            battles: BTreeMap::new(),
            groups: BTreeMap::new(),
            replacements: Vec::new(),
            intel: Intel::default(),
            papers: BTreeMap::new(),
        }
    }

    /// The formation or leaf with this id.
    pub fn formation(&self, id: &(impl Named + ?Sized)) -> Option<&Formation> {
        self.formations.get(id)
    }

    /// The superior of a formation.
    pub fn superior(&self, formation: &Formation) -> Option<&Formation> {
        formation.parent.as_ref().and_then(|id| self.formations.get(id))
    }

    /// The superiors of a formation, the nearest first.
    pub fn superiors(&self, formation: &Formation) -> Vec<&Formation> {
        std::iter::successors(self.superior(formation), |superior| self.superior(superior)).collect()
    }

    /// Whether a formation is this one, or under it.
    pub fn is_within(&self, formation: &Formation, top: &FormationId) -> bool {
        formation.id == *top || self.superiors(formation).iter().any(|above| above.id == *top)
    }

    /// The place of this name, letter case ignored.
    pub fn place(&self, name: &str) -> Option<&Place> {
        let wanted = name.to_lowercase();
        self.places.iter().find(|place| place.name.to_lowercase() == wanted)
    }

    /// The crossings on a side, ice of the whole river included.
    pub fn crossings_at(&self, side: SquareSide) -> impl Iterator<Item = &Crossing> {
        let river = self.ground.river(side).and_then(|r| self.rivers.get(usize::from(r.river)));
        self.crossings.values().filter(move |crossing| match crossing.side {
            Some(at) => at == side,
            None => river.is_some_and(|river| river.name == crossing.river),
        })
    }

    /// The calendar date of the running bound.
    pub fn date(&self) -> NaiveDate {
        self.bound.date(self.start)
    }

    /// The weather of a bound: the row of that bound, else that of the day.
    pub fn weather_in(&self, bound: Bound) -> Option<&Weather> {
        let date = bound.date(self.start);
        let of_day = |weather: &&Weather| weather.date == date;
        let rows = || self.weather.iter().filter(of_day);
        rows().find(|w| w.phase == Some(bound.phase)).or_else(|| rows().find(|w| w.phase.is_none()))
    }

    /// What the ground does to marching in the running bound.
    pub fn ground_now(&self) -> GroundFactors {
        self.ground_in(self.bound)
    }

    /// What the ground does to marching in a bound.
    pub fn ground_in(&self, bound: Bound) -> GroundFactors {
        self.weather_in(bound)
            .and_then(|weather| self.ground_factors.iter().find(|f| f.name == weather.ground))
            .cloned()
            .unwrap_or_else(GroundFactors::none)
    }

    /// What the ground does to lorries in the running bound (house rule `ground_lorries`).
    pub fn ground_for_lorries(&self) -> GroundFactors {
        let on = self.settings.is_on(Setting::GroundLorries);
        if on { self.ground_with_lorries().for_lorries() } else { self.ground_now() }
    }

    /// Whether some ground of the campaign says anything of lorries; where none does, a default holds.
    pub fn names_lorries(&self) -> bool {
        self.ground_factors.iter().any(|ground| ground.supply.names_lorries())
    }

    fn ground_with_lorries(&self) -> GroundFactors {
        let ground = self.ground_now();
        if self.names_lorries() { ground } else { ground.with_lorries_by_default() }
    }

    /// What the ground does to lorries in the running bound in words; none where the house rule `ground_lorries` is off or
    /// does nothing.
    pub fn lorries_text(&self) -> Option<String> {
        let ground = self.ground_with_lorries();
        let text = ground.lorries_text().filter(|_| self.settings.is_on(Setting::GroundLorries))?;
        let by_default = "the ground's delay for troops counts twice, as no `lorries_*` are given";
        let on_top = "on top of the ground's delay for marches";
        Some(match (self.names_lorries(), ground.slows_lorries()) {
            (true, true) => format!("{text}; {on_top}"),
            (true, false) => text,
            (false, _) => format!("{text}: {by_default}"),
        })
    }

    /// In which ground lorries cannot go everywhere by the house rule `ground_lorries`, as it follows a reason, "in"
    /// and its name; empty where they can.
    pub fn in_ground_that_bars_lorries(&self) -> String {
        let ground = self.ground_now();
        let bites = self.settings.is_on(Setting::GroundLorries) && ground.bars_lorries();
        if bites { format!(" in `{}`", ground.name) } else { String::new() }
    }

    /// The side with this id.
    pub fn side(&self, id: SideId) -> Option<&Side> {
        self.sides.iter().find(|side| side.id == id)
    }

    /// How much of a commodity an account holds that is of use now: not what was captured in the running day.
    pub fn usable(&self, account: &str, commodity: Commodity) -> i64 {
        let held = self.stock.balance(account, commodity);
        match self.captured_fuel.get(account).filter(|_| commodity == Commodity::Pol) {
            Some(captured_fuel) => (held - i64::from(*captured_fuel)).max(0),
            None => held,
        }
    }

    /// Where an account stands; none for boundary accounts and vehicles off the map.
    pub fn account_square(&self, account: &str) -> Option<Square> {
        let dump = self.dumps.get(account).map(|d| d.square);
        dump.or_else(|| self.railheads.get(account).map(|r| r.square))
            .or_else(|| self.formation(account).and_then(Formation::stands_on))
    }

    /// The side to which an account belongs; none for boundary accounts.
    pub fn account_side(&self, account: &str) -> Option<SideId> {
        let owner = self.dumps.get(account).and_then(|d| self.formation(&d.owner));
        owner
            .or_else(|| self.formation(account))
            .map(|f| f.side)
            .or_else(|| self.railheads.get(account).map(|r| r.side))
    }
}
