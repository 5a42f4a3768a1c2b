//! Air supply: airfields, transport wings, what was flown, and what falls short of a unit.
//!
//! What it decides: which airfields are open, and how many sorties a wing has left.
//! What it never does: hold stock. What lands goes to a dump at the airfield, what is dropped to a dump where it falls.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use domain::{AccountId, AirfieldId, Bound, Commodity, FormationId, SideId, Square, record};

use crate::{Campaign, Formation, Setting};

/// An airfield. It is open while its side controls its square and no enemy fighting leaf stands there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Airfield {
    /// Its id.
    pub id: AirfieldId,
    /// Where it was said to be, if by name.
    pub place: Option<String>,
    /// The square on which it lies.
    pub square: Square,
    /// The side that it serves.
    pub side: SideId,
    /// How many loads can be landed there in a day; none where nothing is said of it.
    pub landings: Option<u32>,
    /// What it is used for, in the organiser's words.
    pub used_for: String,
    /// A note of the organiser's.
    pub note: String,
}

record!(Airfield { id, place, square, side, landings, used_for, note });

/// What an air leaf carries as a transport wing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wing {
    /// How many sorties it flies in a day of good weather: one an aircraft.
    pub sorties: u32,
    /// What an aircraft carries, in kg.
    pub load_kg: u32,
}

record!(Wing { sorties, load_kg });

/// A flight of a wing: sorties with one commodity to one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// In which bound.
    pub bound: Bound,
    /// The wing.
    pub wing: FormationId,
    /// The airfield from which it flew; none where the umpire let it fly from none.
    pub from: Option<AirfieldId>,
    /// The airfield at which it landed; none where it dropped its loads.
    pub at: Option<AirfieldId>,
    /// The dump for which they were; none where none stood at the airfield, and nothing was counted.
    pub to: Option<AccountId>,
    /// What.
    pub commodity: Commodity,
    /// How many sorties.
    pub sorties: u32,
    /// How many of them came through.
    pub landed: u32,
    /// How many aircraft were lost.
    pub lost: u32,
    /// What was delivered, in kg.
    pub kg: u32,
    /// What was lost on the way or scattered in the drop, in kg.
    pub kg_lost: u32,
}

record! {
    Flight {
        bound, wing, from as "from_airfield", at as "at_airfield", to as "dump", commodity, sorties, landed, lost, kg,
        kg_lost,
    }
}

/// How far from an airfield an air leaf may stand and still belong to it, in squares: dispersal.
const DISPERSAL: u32 = 2;

/// The boundary account of what is used up.
pub const CONSUMED: &str = "consumed";

impl Campaign {
    /// Whether an airfield is open to its side.
    pub fn is_field_open(&self, field: &Airfield) -> bool {
        let is_enemy = |f: &Formation| f.side != field.side && f.stands_on() == Some(field.square);
        let held = self.formations.values().any(|f| is_enemy(f) && f.is_fighting_leaf());
        self.ground.control(field.square) == Some(field.side) && !held
    }

    /// The open airfield of its side at which a leaf stands: the nearest, ties by id.
    pub fn field_of(&self, leaf: &FormationId) -> Option<&Airfield> {
        let formation = self.formations.get(leaf)?;
        let square = formation.stands_on()?;
        let own = self.airfields.values().filter(|field| field.side == formation.side);
        let near = own.filter(|field| field.square.steps_to(square) <= DISPERSAL && self.is_field_open(field));
        near.min_by_key(|field| (field.square.steps_to(square), &field.id))
    }

    /// How far aircraft can fly in the running bound, in the word of its weather.
    pub fn flying_now(&self) -> &str {
        self.weather_in(self.bound).map(|weather| weather.flying.as_str()).filter(|w| !w.is_empty()).unwrap_or("good")
    }

    /// Whether the weather of the running bound is good for flying.
    pub fn flies_well(&self) -> bool {
        self.flying_now() == "good"
    }

    /// How many sorties a wing has left today in the weather of the running bound: all of a day where it is good, none
    /// where it is `none`, the share of the setting `air_limited` in any other.
    pub fn sorties_left(&self, wing: &FormationId) -> u32 {
        let all = self.wings.get(wing).map_or(0, |wing| wing.sorties);
        let share = match self.flying_now() {
            "good" => 100,
            "none" => 0,
            _ => self.settings.number(Setting::AirLimited),
        };
        let today = self.flights.iter().filter(|flight| flight.bound.day == self.bound.day && flight.wing == *wing);
        (all * share / 100).saturating_sub(today.map(|flight| flight.sorties - flight.lost).sum())
    }

    /// How many loads were landed at an airfield today.
    pub fn landed_today(&self, field: &AirfieldId) -> u32 {
        let today = self.flights.iter().filter(|flight| flight.bound.day == self.bound.day);
        today.filter(|flight| flight.at.as_ref() == Some(field)).map(|flight| flight.landed).sum()
    }
}

impl Campaign {
    /// What a formation has used of a commodity since its last whole unit was booked, in kg (house rule `consumption`):
    /// what falls short of a unit between the formation and `consumed`.
    pub fn used_of(&self, formation: &FormationId, commodity: Commodity) -> u32 {
        let key = (AccountId::from(formation.as_str()), AccountId::from(CONSUMED), commodity);
        self.remainders.get(&key).copied().unwrap_or_default()
    }
}

/// What falls short of a unit between two accounts, in kg: carried over until it makes one.
pub type Remainders = BTreeMap<(AccountId, AccountId, Commodity), u32>;

/// Remainders as a list, for a document in which keys are texts.
pub(crate) mod listed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{AccountId, Commodity, Remainders};

    type Row = (AccountId, AccountId, Commodity, u32);

    pub(crate) fn serialize<S: Serializer>(remainders: &Remainders, s: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<Row> =
            remainders.iter().map(|((from, to, what), kg)| (from.clone(), to.clone(), *what, *kg)).collect();
        rows.serialize(s)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Remainders, D::Error> {
        let rows = Vec::<Row>::deserialize(d)?;
        Ok(rows.into_iter().map(|(from, to, what, kg)| ((from, to, what), kg)).collect())
    }
}
