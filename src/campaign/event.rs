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

/// Something that happened, with figures before and after.
///
/// Stored by kind, version and payload; [`Event::VERSION`] is the version written now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "payload", rename_all = "snake_case")]
pub enum Event {
    /// A leaf was set down on a square, or taken off the map (`after` none).
    LeafPlaced {
        /// The leaf.
        leaf: FormationId,
        /// Where it stood.
        before: Option<Square>,
        /// Where it stands.
        after: Option<Square>,
    },
    /// A leaf's state changed.
    LeafStateChanged {
        /// The leaf.
        leaf: FormationId,
        /// The state before.
        before: LeafState,
        /// The state after.
        after: LeafState,
    },
    /// A leaf's posture changed.
    PostureChanged {
        /// The leaf.
        leaf: FormationId,
        /// The posture before.
        before: Posture,
        /// The posture after.
        after: Posture,
    },
    /// A base's SP changed.
    StrengthChanged {
        /// The leaf.
        leaf: FormationId,
        /// Which of its bases, from 0.
        base: u16,
        /// SP before.
        before: u16,
        /// SP after.
        after: u16,
    },
    /// A base's markers changed.
    MarkersChanged {
        /// The leaf.
        leaf: FormationId,
        /// Which of its bases, from 0.
        base: u16,
        /// Markers before.
        before: u16,
        /// Markers after.
        after: u16,
    },
    /// A base ran out of ammunition or was given some.
    AmmunitionChanged {
        /// The leaf.
        leaf: FormationId,
        /// Which of its bases, from 0.
        base: u16,
        /// Whether it was out of ammunition.
        before: bool,
        /// Whether it is.
        after: bool,
    },
    /// A unit's HQ die changed; none is full.
    HqDieChanged {
        /// The unit.
        formation: FormationId,
        /// What it showed.
        before: Option<u8>,
        /// What it shows.
        after: Option<u8>,
    },
    /// A formation's own grade changed; none is its superior's.
    GradeChanged {
        /// The formation.
        formation: FormationId,
        /// The grade before.
        before: Option<Grade>,
        /// The grade after.
        after: Option<Grade>,
        /// In which bound.
        bound: Bound,
        /// The battle after which, where there was one.
        battle: Option<String>,
        /// Why.
        reason: String,
    },
    /// What the umpire may set of a formation as he likes was set.
    FormationSet {
        /// The formation.
        formation: FormationId,
        /// What of it.
        key: UnitKey,
        /// The value before, as typed.
        before: String,
        /// The value after.
        after: String,
    },
    /// A formation was put under another superior.
    SuperiorChanged {
        /// The formation.
        formation: FormationId,
        /// The superior before.
        before: Option<FormationId>,
        /// The superior after.
        after: Option<FormationId>,
    },
    /// A formation was lent to another, or returned (`after` none).
    SupportChanged {
        /// The formation.
        formation: FormationId,
        /// The support before.
        before: Option<Support>,
        /// The support after.
        after: Option<Support>,
    },
    /// A reinforcement's bound changed.
    ArrivalChanged {
        /// The leaf.
        leaf: FormationId,
        /// The bound before.
        before: Option<Bound>,
        /// The bound after.
        after: Option<Bound>,
    },
    /// A reinforcement's place of entry changed.
    EntryChanged {
        /// The leaf.
        leaf: FormationId,
        /// The place before.
        before: Option<Location>,
        /// The place after.
        after: Option<Location>,
    },
    /// A formation was added to the order of battle.
    FormationCreated {
        /// The formation.
        formation: Box<Formation>,
    },
    /// A formation with nothing under it is removed: a battle group that was dissolved.
    FormationDissolved {
        /// The formation as it was.
        formation: Box<Formation>,
    },
    /// What is remembered of a battle group changed: it was made, it is one no longer (`after` none), or its parts go
    /// back to others.
    BattleGroupChanged {
        /// The group.
        group: FormationId,
        /// What was remembered.
        before: Option<Box<BattleGroup>>,
        /// What is remembered.
        after: Option<Box<BattleGroup>>,
    },
    /// An entry of a pool of replacements came (`before` none), changed, or is gone (`after` none); those after it move up.
    ReplacementChanged {
        /// Its number, from 1 on.
        entry: u32,
        /// It before.
        before: Option<Box<Replacement>>,
        /// It after.
        after: Option<Box<Replacement>>,
    },
    /// A base was given SP out of a pool of replacements.
    ReplacementTaken {
        /// The leaf.
        leaf: FormationId,
        /// Which of its bases, from 0.
        base: u16,
        /// SP before.
        before: u16,
        /// SP after.
        after: u16,
        /// Of which entry, from 1.
        entry: u32,
        /// How many SP of the entry had been given before.
        given: u16,
    },
    /// A crossing was opened, closed, destroyed or repaired.
    CrossingChanged {
        /// The crossing.
        crossing: CrossingId,
        /// The state before.
        before: CrossingState,
        /// The state after.
        after: CrossingState,
        /// Its first bound before.
        from_before: Option<Bound>,
        /// Its first bound after.
        from_after: Option<Bound>,
        /// Its last bound before.
        until_before: Option<Bound>,
        /// Its last bound after.
        until_after: Option<Bound>,
    },
    /// A crossing was built.
    CrossingBuilt {
        /// The crossing.
        crossing: Box<Crossing>,
    },
    /// A length of railway was cut or repaired.
    RailChanged {
        /// The railway.
        line: String,
        /// The length: from one square to the next.
        side: SquareSide,
        /// The state before.
        before: RailState,
        /// The state after.
        after: RailState,
    },
    /// What is to be said of a length of railway changed: it was laid anew, or worked on.
    TrackChanged {
        /// The railway.
        line: String,
        /// The length before.
        before: Track,
        /// The length after.
        after: Track,
    },
    /// A leaf was set to work on a railway, came on with it, or ended it (`after` none).
    RailJobChanged {
        /// The leaf.
        leaf: FormationId,
        /// What it was to do.
        before: Option<Box<RailJob>>,
        /// What it is to do.
        after: Option<Box<RailJob>>,
    },
    /// A railhead was opened, changed, or given up (`after` none).
    RailheadChanged {
        /// The railhead.
        railhead: AccountId,
        /// The railhead before.
        before: Option<Box<Railhead>>,
        /// The railhead after.
        after: Option<Box<Railhead>>,
    },
    /// Something worth telling of a railhead that changes nothing: what did not come, and why.
    RailheadRemarked {
        /// The railhead.
        railhead: AccountId,
        /// What.
        text: String,
    },
    /// A transport wing flew.
    AirliftFlown {
        /// The flight.
        flight: Box<Flight>,
    },
    /// What falls short of a unit between two accounts changed, in kg.
    RemainderChanged {
        /// From which account.
        from: AccountId,
        /// To which.
        to: AccountId,
        /// What.
        commodity: Commodity,
        /// The kg before.
        before: u32,
        /// The kg after.
        after: u32,
    },
    /// A square passed to a side, or to nobody.
    ControlChanged {
        /// The square.
        square: Square,
        /// Who held it.
        before: Option<SideId>,
        /// Who holds it.
        after: Option<SideId>,
    },
    /// A square's terrain was corrected.
    TerrainChanged {
        /// The square.
        square: Square,
        /// The terrain before.
        before: Terrain,
        /// The terrain after.
        after: Terrain,
    },
    /// A dump was opened.
    DumpOpened {
        /// The dump.
        dump: Box<Dump>,
    },
    /// A dump was moved.
    DumpMoved {
        /// The dump.
        dump: AccountId,
        /// Where it stood.
        before: Square,
        /// Where it stands.
        after: Square,
    },
    /// A dump serves nobody any more though it holds something, or serves again.
    DumpShut {
        /// The dump.
        dump: AccountId,
        /// Whether it was closed.
        before: bool,
        /// Whether it is.
        after: bool,
    },
    /// A dump was closed.
    DumpClosed {
        /// The dump as it was.
        dump: Box<Dump>,
    },
    /// Stock went from one account to another.
    StockTransferred {
        /// The transfer.
        transfer: Transfer,
    },
    /// A leaf marched.
    LeafMarched {
        /// The leaf.
        leaf: FormationId,
        /// Where it stood.
        from: Square,
        /// The squares that it entered, in order; none where it only went some way towards the next.
        way: Vec<Square>,
        /// What it kept of its marches before.
        before: Marched,
        /// What it keeps of them now.
        after: Marched,
        /// The posture before.
        posture_before: Posture,
        /// The posture after.
        posture_after: Posture,
    },
    /// What a leaf keeps of its marches was corrected.
    MarchKept {
        /// The leaf.
        leaf: FormationId,
        /// What it kept before.
        before: Marched,
        /// What it keeps now.
        after: Marched,
    },
    /// Squares passed to a side whose leaves marched through them.
    GroundTaken {
        /// The side.
        side: SideId,
        /// The squares, with who held each before.
        squares: Vec<(Square, Option<SideId>)>,
    },
    /// An order was given, changed, carried out or cancelled (`after` none).
    OrderChanged {
        /// The unit.
        unit: FormationId,
        /// For which bound.
        bound: Bound,
        /// The order before.
        before: Option<Box<Order>>,
        /// The order after.
        after: Option<Box<Order>>,
    },
    /// Something overrun has come to wait for the umpire, or waits no longer (`after` none).
    ClaimChanged {
        /// The dump or the leaf.
        what: AccountId,
        /// What waited.
        before: Option<Box<Claim>>,
        /// What waits.
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
        /// The dump.
        dump: AccountId,
        /// Its owner before, and the level that it served.
        before: (FormationId, Echelon),
        /// Its owner after, and the level that it serves.
        after: (FormationId, Echelon),
    },
    /// The steps that a unit owes its HQ die changed.
    AttacksOwedChanged {
        /// The unit.
        formation: FormationId,
        /// The steps before.
        before: u8,
        /// The steps after.
        after: u8,
    },
    /// How a formation stood with supply when a bound closed; none where it is in no sheet.
    SupplyRecorded {
        /// The formation.
        formation: FormationId,
        /// The record before.
        before: Option<SupplyRecord>,
        /// The record after.
        after: Option<SupplyRecord>,
    },
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
        /// The date.
        date: NaiveDate,
        /// The bound of that day.
        phase: Phase,
        /// The row of that bound before.
        before: Option<Box<Weather>>,
        /// The row after.
        after: Option<Box<Weather>>,
    },
    /// A note was made of a bound.
    BoundNoted {
        /// The bound.
        bound: Bound,
        /// The note.
        text: String,
    },
    /// Dice were thrown. Changes nothing: what came of them are other events.
    DiceThrown {
        /// Who threw.
        thrower: FormationId,
        /// For what.
        purpose: String,
        /// The faces.
        faces: Vec<u8>,
        /// What they came to.
        effect: String,
    },
    /// Something was found worth telling that changes nothing: a reinforcement that waits, and why.
    Remarked {
        /// The formation.
        formation: FormationId,
        /// What.
        text: String,
    },
    /// A forecast was kept, to be laid beside what happens. Changes nothing.
    ForecastKept {
        /// What was foreseen.
        forecast: Box<KeptForecast>,
    },
    /// A bound was closed: the campaign as of that bound is the campaign here.
    BoundClosed {
        /// The bound.
        bound: Bound,
    },
    /// The next bound was opened.
    BoundOpened {
        /// The bound that was closed.
        before: Bound,
        /// The bound that runs now.
        after: Bound,
    },
    /// A convoy was sent, goes on, or is over (`after` none).
    ConvoyChanged {
        /// The vehicle that names it.
        lead: FormationId,
        /// The convoy before.
        before: Option<Box<Convoy>>,
        /// The convoy after.
        after: Option<Box<Convoy>>,
    },
    /// How much of the POL in an account was captured in the running day changed.
    SpoilsChanged {
        /// The account.
        account: AccountId,
        /// The units before.
        before: u32,
        /// The units after.
        after: u32,
    },
    /// Accounts reported what they hold as a bound was closed.
    StockReported {
        /// The bound.
        bound: Bound,
        /// What each holds.
        stock: BTreeMap<AccountId, Load>,
    },
    /// Air strikes are booked, or are no more.
    StrikesChanged {
        /// The strikes.
        strike: Box<AirStrike>,
        /// Whether they are booked.
        booked: bool,
    },
    /// Partisans came (`before` none), changed, or are gone (`after` none).
    PartisansChanged {
        /// The square.
        square: Square,
        /// The side that they harm.
        against: SideId,
        /// They before.
        before: Option<Box<Partisans>>,
        /// They after.
        after: Option<Box<Partisans>>,
    },
    /// Mines of a square came (`before` none), changed, or are gone (`after` none).
    MinefieldChanged {
        /// The square.
        square: Square,
        /// They before.
        before: Option<Box<Minefield>>,
        /// They after.
        after: Option<Box<Minefield>>,
    },
    /// The umpire told a side something of the enemy, corrected what it believes, or made it forget (`after` none).
    SightingChanged {
        /// The sighting.
        sighting: SightingId,
        /// It before.
        before: Option<Box<Sighting>>,
        /// It after.
        after: Option<Box<Sighting>>,
    },
    /// A die was thrown for partisans; where they raid, `after` is the bound of the raid.
    PartisansThrown {
        /// The square.
        square: Square,
        /// The side that they harm.
        against: SideId,
        /// The face.
        face: u8,
        /// Their last raid before.
        before: Option<Bound>,
        /// Their last raid after.
        after: Option<Bound>,
    },
    /// What a supply vehicle has driven since its last die changed.
    DrivenChanged {
        /// The vehicle.
        vehicle: FormationId,
        /// The metres before.
        before: u32,
        /// The metres after.
        after: u32,
    },
    /// A battle was drawn, given up (`after` none), or is over.
    BattleChanged {
        /// The battle.
        battle: BattleId,
        /// The battle before.
        before: Option<Box<Battle>>,
        /// The battle after.
        after: Option<Box<Battle>>,
    },
    /// What battles have left on a unit changed.
    UnitMarked {
        /// The unit.
        formation: FormationId,
        /// Its marks before.
        before: UnitMarks,
        /// Its marks after.
        after: UnitMarks,
    },
    /// What only some rules ask of a base changed.
    BaseMarked {
        /// The leaf.
        leaf: FormationId,
        /// Which of its bases, from 0.
        base: u16,
        /// Its marks before.
        before: BaseMarks,
        /// Its marks after.
        after: BaseMarks,
    },
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
        /// The setting.
        setting: Setting,
        /// The value before.
        before: String,
        /// The value after.
        after: String,
        /// In which bound, where the program that wrote it said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<Bound>,
    },
}

/// Why a stored event cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// The payload is not what the kind says.
    #[error("event of kind `{kind}`, version {version}, cannot be read: {source}")]
    Payload {
        /// The kind.
        kind: String,
        /// The version.
        version: u32,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The version is newer than this program.
    #[error("event of kind `{kind}` has version {version}, newer than this program knows")]
    Version {
        /// The kind.
        kind: String,
        /// The version.
        version: u32,
    },
}

impl Event {
    /// The version in which events are written now.
    pub const VERSION: u32 = 1;

    /// The event as stored: its kind, and its payload as JSON.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which no event of this program is.
    pub fn encode(&self) -> Result<(String, String), serde_json::Error> {
        let mut value = serde_json::to_value(self)?;
        let kind = value["kind"].as_str().unwrap_or_default().to_owned();
        Ok((kind, value["payload"].take().to_string()))
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
        // Name and label had kinds of their own.
        let key = match kind {
            "formation_renamed" => Some(UnitKey::Name),
            "formation_labelled" => Some(UnitKey::Label),
            _ => None,
        };
        if let Some(key) = key {
            let mut payload: serde_json::Map<_, _> = serde_json::from_str(payload).map_err(faulty)?;
            payload.insert("key".to_owned(), key.as_str().into());
            let event = serde_json::json!({"kind": "formation_set", "payload": payload});
            return serde_json::from_value(event).map_err(faulty);
        }
        let text = ["{\"kind\":\"", kind, "\",\"payload\":", payload, "}"].concat();
        serde_json::from_str(&text).map_err(faulty)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_read_back_as_it_was_written() {
        let event = Event::LeafPlaced { leaf: "su.1rd.b1".into(), before: None, after: Some(Square::new(3, 14)) };
        let (kind, payload) = event.encode().unwrap();
        assert_eq!(
            (kind.as_str(), payload.as_str()),
            ("leaf_placed", r#"{"after":"003014","before":null,"leaf":"su.1rd.b1"}"#)
        );
        assert_eq!(Event::decode(&kind, 1, &payload).unwrap(), event);
    }

    #[test]
    fn a_name_and_a_label_that_were_set_under_kinds_of_their_own_are_read() {
        for (kind, key) in [("formation_renamed", UnitKey::Name), ("formation_labelled", UnitKey::Label)] {
            let payload = r#"{"after":"Жуков","before":"1st","formation":"su.1rd"}"#;
            let (formation, before, after) = ("su.1rd".into(), "1st".to_owned(), "Жуков".to_owned());
            assert_eq!(Event::decode(kind, 1, payload).unwrap(), Event::FormationSet { formation, key, before, after });
            let refused = |payload: &str| Event::decode(kind, 1, payload).unwrap_err().to_string();
            for payload in ["{}", "7", "[", r#"{"after":1,"before":"1st","formation":"su.1rd"}"#] {
                assert!(refused(payload).starts_with(&format!("event of kind `{kind}`, version 1, cannot be read: ")));
            }
        }
    }

    #[test]
    fn an_event_of_a_newer_program_is_refused() {
        let error = Event::decode("leaf_placed", 2, "{}").unwrap_err();
        assert_eq!(error.to_string(), "event of kind `leaf_placed` has version 2, newer than this program knows");
    }
}
