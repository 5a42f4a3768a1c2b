//! What can happen to a campaign: every change of state is one of these.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use domain::{
    AccountId, BattleId, Bound, Commodity, CrossingId, CrossingState, Echelon, FormationId, Grade, LeafState, Phase,
    Posture, RailState, SideId, SightingId, Square, SquareSide, Terrain,
};

use super::march::Marched;
use super::{
    AirStrike, BaseMarks, Battle, BattleGroup, CONSUMED, Claim, ClaimFate, Convoy, Crossing, Dump, Flight, Formation,
    KeptForecast, Load, Location, Minefield, Order, Partisans, RailJob, Railhead, Replacement, Setting, Sighting,
    SupplyRecord, Support, Track, Transfer, UnitKey, UnitMarks, Weather,
};

/// Something that happened, with figures before and after. A `base` of a leaf is counted from 0.
///
/// Stored by kind, version and payload; [`Event::VERSION`] is the version written now.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A leaf was set down on a square, or taken off the map (`after` none).
    LeafPlaced { leaf: FormationId, before: Option<Square>, after: Option<Square> },
    /// A leaf's state changed.
    LeafStateChanged { leaf: FormationId, before: LeafState, after: LeafState },
    /// A leaf's posture changed.
    PostureChanged { leaf: FormationId, before: Posture, after: Posture },
    /// A base's SP changed.
    StrengthChanged { leaf: FormationId, base: u16, before: u16, after: u16 },
    /// A base's markers changed.
    MarkersChanged { leaf: FormationId, base: u16, before: u16, after: u16 },
    /// A base ran out of ammunition or was given some.
    AmmunitionChanged { leaf: FormationId, base: u16, before: bool, after: bool },
    /// A unit's HQ die changed; none is full.
    HqDieChanged { formation: FormationId, before: Option<u8>, after: Option<u8> },
    /// A formation's own grade changed; none is its superior's.
    GradeChanged {
        formation: FormationId,
        before: Option<Grade>,
        after: Option<Grade>,
        bound: Bound,
        /// The battle after which, where there was one.
        battle: Option<String>,
        reason: String,
    },
    /// What the umpire may set of a formation as he likes was set.
    FormationSet {
        formation: FormationId,
        /// What of it.
        key: UnitKey,
        /// The value before, as typed.
        before: String,
        after: String,
    },
    /// A formation was put under another superior.
    SuperiorChanged { formation: FormationId, before: Option<FormationId>, after: Option<FormationId> },
    /// A formation was lent to another, or returned (`after` none).
    SupportChanged { formation: FormationId, before: Option<Support>, after: Option<Support> },
    /// A reinforcement's bound changed.
    ArrivalChanged { leaf: FormationId, before: Option<Bound>, after: Option<Bound> },
    /// A reinforcement's place of entry changed.
    EntryChanged { leaf: FormationId, before: Option<Location>, after: Option<Location> },
    /// A formation was added to the order of battle.
    FormationCreated { formation: Box<Formation> },
    /// A formation with nothing under it is removed: a battle group that was dissolved.
    FormationDissolved {
        /// The formation as it was.
        formation: Box<Formation>,
    },
    /// What is remembered of a battle group changed: it was made, it is one no longer (`after` none), or its parts go
    /// back to others.
    BattleGroupChanged { group: FormationId, before: Option<Box<BattleGroup>>, after: Option<Box<BattleGroup>> },
    /// An entry of a pool of replacements came (`before` none), changed, or is gone (`after` none); those after it move up.
    ReplacementChanged {
        /// Its number, from 1 on.
        entry: u32,
        before: Option<Box<Replacement>>,
        after: Option<Box<Replacement>>,
    },
    /// A base was given SP out of a pool of replacements.
    ReplacementTaken {
        leaf: FormationId,
        base: u16,
        before: u16,
        after: u16,
        /// Of which entry, from 1.
        entry: u32,
        /// How many SP of the entry had been given before.
        given: u16,
    },
    /// A crossing was opened, closed, destroyed or repaired.
    CrossingChanged {
        crossing: CrossingId,
        before: CrossingState,
        after: CrossingState,
        from_before: Option<Bound>,
        from_after: Option<Bound>,
        until_before: Option<Bound>,
        until_after: Option<Bound>,
    },
    /// A crossing was built.
    CrossingBuilt { crossing: Box<Crossing> },
    /// A length of railway was cut or repaired.
    RailChanged {
        line: String,
        /// The length: from one square to the next.
        side: SquareSide,
        before: RailState,
        after: RailState,
    },
    /// What is to be said of a length of railway changed: it was laid anew, or worked on.
    TrackChanged { line: String, before: Track, after: Track },
    /// A leaf was set to work on a railway, came on with it, or ended it (`after` none).
    RailJobChanged { leaf: FormationId, before: Option<Box<RailJob>>, after: Option<Box<RailJob>> },
    /// A railhead was opened, changed, or given up (`after` none).
    RailheadChanged { railhead: AccountId, before: Option<Box<Railhead>>, after: Option<Box<Railhead>> },
    /// Something worth telling of a railhead that changes nothing: what did not come, and why.
    RailheadRemarked { railhead: AccountId, text: String },
    /// A transport wing flew.
    AirliftFlown { flight: Box<Flight> },
    /// What falls short of a unit between two accounts changed, in kg.
    RemainderChanged { from: AccountId, to: AccountId, commodity: Commodity, before: u32, after: u32 },
    /// A square passed to a side, or to nobody.
    ControlChanged { square: Square, before: Option<SideId>, after: Option<SideId> },
    /// A square's terrain was corrected.
    TerrainChanged { square: Square, before: Terrain, after: Terrain },
    /// A dump was opened.
    DumpOpened { dump: Box<Dump> },
    /// A dump was moved.
    DumpMoved { dump: AccountId, before: Square, after: Square },
    /// A dump serves nobody any more though it holds something, or serves again.
    DumpShut { dump: AccountId, before: bool, after: bool },
    /// A dump was closed.
    DumpClosed {
        /// The dump as it was.
        dump: Box<Dump>,
    },
    /// Stock went from one account to another.
    StockTransferred { transfer: Transfer },
    /// A leaf marched.
    LeafMarched {
        leaf: FormationId,
        /// Where it stood.
        from: Square,
        /// The squares that it entered, in order; none where it only went some way towards the next.
        way: Vec<Square>,
        before: Marched,
        after: Marched,
        posture_before: Posture,
        posture_after: Posture,
    },
    /// What a leaf keeps of its marches was corrected.
    MarchKept { leaf: FormationId, before: Marched, after: Marched },
    /// Squares passed to a side whose leaves marched through them.
    GroundTaken {
        side: SideId,
        /// The squares, with who held each before.
        squares: Vec<(Square, Option<SideId>)>,
    },
    /// An order was given, changed, carried out or cancelled (`after` none).
    OrderChanged {
        unit: FormationId,
        /// For which bound.
        bound: Bound,
        before: Option<Box<Order>>,
        after: Option<Box<Order>>,
    },
    /// Something overrun has come to wait for the umpire, or waits no longer (`after` none).
    ClaimChanged {
        /// The dump or the leaf.
        what: AccountId,
        before: Option<Box<Claim>>,
        after: Option<Box<Claim>>,
    },
    /// What became of something that was overrun, and of the stock in it. Changes nothing: what was done are other events.
    Overran {
        /// The dump, the railhead or the leaf.
        what: AccountId,
        /// The square in which it was overrun.
        square: Square,
        /// The leaf that overran it.
        by: FormationId,
        /// What became of it.
        fate: ClaimFate,
        /// The stock that came to the captor.
        captured: Load,
        /// The stock that was lost to both.
        destroyed: Load,
    },
    /// A dump came to belong to another formation.
    DumpHandedOver {
        dump: AccountId,
        /// Its owner before, and the level that it served.
        before: (FormationId, Echelon),
        /// Its owner after, and the level that it serves.
        after: (FormationId, Echelon),
    },
    /// The steps that a unit owes its HQ die changed.
    AttacksOwedChanged { formation: FormationId, before: u8, after: u8 },
    /// How a formation stood with supply when a bound closed; none where it is in no sheet.
    SupplyRecorded { formation: FormationId, before: Option<SupplyRecord>, after: Option<SupplyRecord> },
    /// Leaves that had marched stand in the open now that the bound closes.
    PosturesSettled {
        /// The leaves, with their posture before.
        leaves: Vec<(FormationId, Posture)>,
    },
    /// The hours of leaves begin anew.
    MarchesEnded {
        /// The leaves, with what they kept of their marches before and after.
        leaves: Vec<(FormationId, Marched, Marched)>,
    },
    /// The weather of one bound was entered.
    WeatherChanged {
        date: NaiveDate,
        /// The bound of that day.
        phase: Phase,
        before: Option<Box<Weather>>,
        after: Option<Box<Weather>>,
    },
    /// A note was made of a bound.
    BoundNoted { bound: Bound, text: String },
    /// Dice were thrown. Changes nothing: what came of them are other events.
    DiceThrown {
        /// Who threw.
        thrower: FormationId,
        purpose: String,
        faces: Vec<u8>,
        /// What they came to.
        effect: String,
    },
    /// Something was found worth telling that changes nothing: a reinforcement that waits, and why.
    Remarked { formation: FormationId, text: String },
    /// A forecast was kept, to be laid beside what happens. Changes nothing.
    ForecastKept {
        /// What was foreseen.
        forecast: Box<KeptForecast>,
    },
    /// A bound was closed: the campaign as of that bound is the campaign here.
    BoundClosed { bound: Bound },
    /// The next bound was opened.
    BoundOpened { before: Bound, after: Bound },
    /// A convoy was sent, goes on, or is over (`after` none).
    ConvoyChanged {
        /// The vehicle that names it.
        lead: FormationId,
        before: Option<Box<Convoy>>,
        after: Option<Box<Convoy>>,
    },
    /// How much of the POL in an account was captured in the running day changed.
    SpoilsChanged { account: AccountId, before: u32, after: u32 },
    /// Accounts reported what they hold as a bound was closed.
    StockReported { bound: Bound, stock: BTreeMap<AccountId, Load> },
    /// Air strikes are booked, or are no more.
    StrikesChanged { strike: Box<AirStrike>, booked: bool },
    /// Partisans came (`before` none), changed, or are gone (`after` none).
    PartisansChanged { square: Square, against: SideId, before: Option<Box<Partisans>>, after: Option<Box<Partisans>> },
    /// Mines of a square came (`before` none), changed, or are gone (`after` none).
    MinefieldChanged { square: Square, before: Option<Box<Minefield>>, after: Option<Box<Minefield>> },
    /// The umpire told a side something of the enemy, corrected what it believes, or made it forget (`after` none).
    SightingChanged { sighting: SightingId, before: Option<Box<Sighting>>, after: Option<Box<Sighting>> },
    /// A die was thrown for partisans; where they raid, `after` is the bound of the raid.
    PartisansThrown { square: Square, against: SideId, face: u8, before: Option<Bound>, after: Option<Bound> },
    /// What a supply vehicle has driven since its last die changed.
    DrivenChanged { vehicle: FormationId, before: u32, after: u32 },
    /// A battle was drawn, given up (`after` none), or is over.
    BattleChanged { battle: BattleId, before: Option<Box<Battle>>, after: Option<Box<Battle>> },
    /// What battles have left on a unit changed.
    UnitMarked { formation: FormationId, before: UnitMarks, after: UnitMarks },
    /// What only some rules ask of a base changed.
    BaseMarked { leaf: FormationId, base: u16, before: BaseMarks, after: BaseMarks },
    /// A house parameter of a rule system was set, or dropped.
    HouseParameterChanged {
        /// Its name: `square-bashing.clock_start`.
        name: String,
        /// Its JSON text before; none where the page's figure held.
        before: Option<String>,
        /// Its JSON text after.
        after: Option<String>,
    },
    /// A setting was changed.
    SettingChanged {
        setting: Setting,
        before: String,
        after: String,
        /// In which bound, where the program that wrote it said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<Bound>,
    },
}

/// Why a stored event cannot be read.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// The payload is not what the kind says.
    #[error("event of kind `{kind}`, version {version}, cannot be read: {source}")]
    Payload { kind: String, version: u32, source: serde_json::Error },
    #[error("event of kind `{kind}` has version {version}, newer than this program knows")]
    Version { kind: String, version: u32 },
}

impl Event {
    /// The version in which events are written now. Since 2 a battle keeps the strength of each whole unit.
    pub const VERSION: u32 = 2;

    /// The event as stored: its kind, and its payload as JSON.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which no event of this program is.
    pub fn encode(&self) -> Result<(String, String), serde_json::Error> {
        let value = serde_json::to_value(self)?;
        let named = value.as_object().into_iter().flatten().next();
        Ok(named.map(|(kind, payload)| (kind.clone(), payload.to_string())).unwrap_or_default())
    }

    /// Reads a stored event; older versions are read by upcasting.
    ///
    /// # Errors
    /// When the version is newer than the program, or the payload is not what the kind says.
    pub fn decode(kind: &str, version: u32, payload: &str) -> Result<Self, EventError> {
        if version > Self::VERSION {
            return Err(EventError::Version { kind: kind.to_owned(), version });
        }
        let faulty = |source| EventError::Payload { kind: kind.to_owned(), version, source };
        let read = |kind: &str, payload: &str| serde_json::from_str(&["{\"", kind, "\":", payload, "}"].concat());
        // Name and label had kinds of their own.
        let key = match kind {
            "formation_renamed" => Some(UnitKey::Name),
            "formation_labelled" => Some(UnitKey::Label),
            _ => None,
        };
        if let Some(key) = key {
            let mut payload: serde_json::Map<_, _> = serde_json::from_str(payload).map_err(faulty)?;
            payload.insert("key".to_owned(), key.as_str().into());
            return read("formation_set", &serde_json::Value::Object(payload).to_string()).map_err(faulty);
        }
        read(kind, payload).map_err(faulty)
    }

    /// What the event is about: the id of a formation, crossing, account or setting, a railway's name, or a square.
    pub fn subject(&self) -> String {
        match self {
            Self::LeafPlaced { leaf, .. }
            | Self::LeafStateChanged { leaf, .. }
            | Self::PostureChanged { leaf, .. }
            | Self::StrengthChanged { leaf, .. }
            | Self::MarkersChanged { leaf, .. }
            | Self::AmmunitionChanged { leaf, .. }
            | Self::ArrivalChanged { leaf, .. }
            | Self::EntryChanged { leaf, .. }
            | Self::BaseMarked { leaf, .. }
            | Self::ReplacementTaken { leaf, .. }
            | Self::LeafMarched { leaf, .. }
            | Self::RailJobChanged { leaf, .. }
            | Self::MarchKept { leaf, .. } => leaf.to_string(),
            Self::GroundTaken { side, .. } => side.to_string(),
            Self::OrderChanged { unit, .. } => unit.to_string(),
            Self::ClaimChanged { what, .. } | Self::Overran { what, .. } => what.to_string(),
            Self::ConvoyChanged { lead, .. } => lead.to_string(),
            Self::SpoilsChanged { account, .. } => account.to_string(),
            Self::StrikesChanged { strike, .. } => strike.target.to_string(),
            Self::StockReported { bound, .. } => bound.to_string(),
            Self::ReplacementChanged { entry, .. } => format!("replacement {entry}"),
            Self::DrivenChanged { vehicle, .. } => vehicle.to_string(),
            Self::DiceThrown { thrower, .. } => thrower.to_string(),
            Self::PosturesSettled { .. } | Self::MarchesEnded { .. } => "leaves".to_owned(),
            Self::WeatherChanged { date, phase, .. } => format!("{date} {phase}"),
            Self::BoundNoted { bound, .. } | Self::BoundClosed { bound } | Self::BoundOpened { after: bound, .. } => {
                bound.to_string()
            }
            Self::AttacksOwedChanged { formation, .. }
            | Self::UnitMarked { formation, .. }
            | Self::SupplyRecorded { formation, .. }
            | Self::Remarked { formation, .. }
            | Self::HqDieChanged { formation, .. }
            | Self::GradeChanged { formation, .. }
            | Self::FormationSet { formation, .. }
            | Self::SuperiorChanged { formation, .. }
            | Self::SupportChanged { formation, .. } => formation.to_string(),
            Self::FormationCreated { formation } | Self::FormationDissolved { formation } => formation.id.to_string(),
            Self::BattleGroupChanged { group, .. } => group.to_string(),
            Self::CrossingChanged { crossing, .. } => crossing.to_string(),
            Self::CrossingBuilt { crossing } => crossing.id.to_string(),
            Self::RailChanged { line, .. } | Self::TrackChanged { line, .. } => line.clone(),
            Self::RailheadChanged { railhead, .. } | Self::RailheadRemarked { railhead, .. } => railhead.to_string(),
            Self::ControlChanged { square, .. }
            | Self::TerrainChanged { square, .. }
            | Self::PartisansChanged { square, .. }
            | Self::MinefieldChanged { square, .. }
            | Self::PartisansThrown { square, .. } => square.to_string(),
            Self::DumpOpened { dump } | Self::DumpClosed { dump } => dump.id.to_string(),
            Self::DumpMoved { dump, .. } | Self::DumpHandedOver { dump, .. } | Self::DumpShut { dump, .. } => {
                dump.to_string()
            }
            Self::StockTransferred { transfer } => transfer.to.to_string(),
            Self::BattleChanged { battle, .. } => battle.to_string(),
            Self::ForecastKept { .. } => "forecast".to_owned(),
            Self::AirliftFlown { flight } => flight.wing.to_string(),
            Self::RemainderChanged { from, to, .. } if to.as_str() == CONSUMED => from.to_string(),
            Self::RemainderChanged { to, .. } => to.to_string(),
            Self::HouseParameterChanged { name, .. } => name.clone(),
            Self::SightingChanged { sighting, .. } => sighting.to_string(),
            Self::SettingChanged { setting, .. } => setting.to_string(),
        }
    }
}
