//! What the organiser does: each request is the words of one command, and decides events.
//!
//! A request is stored with its operation as versioned JSON, so that it can be decided again on the campaign as it
//! stood: `{"v":1,"command":"setting_set","key":"bowser_km","value":"75"}`.

pub(crate) mod battle;
mod bound;
pub(crate) mod dice_words;
pub(crate) mod ground;
mod intel;
mod keys;
mod names;
pub mod new_campaign;
pub mod new_folder;
mod order;
mod rail;
mod setting;
mod supply;
mod unit;

use domain::Said;
use serde::{Deserialize, Serialize};

use dice::{Ask, Dice};

use super::{Changeset, DecisionContext, OpError};

pub(crate) use battle::met;
pub use battle::{BattleCancel, BattleDecline, BattleDraw, BattlePost};
pub(crate) use bound::groups::{Group, ReorganisationHindrance, groups};
pub(crate) use bound::hindrance::NO_TIME;
pub use bound::{BoundClose, BoundNote, BoundWeather, ODD_MARKER, Reorganise, unfinished_but_allowed, weather_keys};
pub(crate) use bound::{Hindered, entry_square, rail_work_hindrance, why_it_waits};
pub use dice_words::DiceWords;
pub use ground::dig_in::DigIn;
pub use ground::engineers::CrossingBuild;
pub use ground::mines::{MinesAction, MinesSet, MinesWork};
pub(super) use ground::overrun::what_is_left;
pub use ground::partisans::PartisansSet;
pub use ground::{CrossingAction, CrossingSet, GroundSet};
pub use intel::{IntelAdd, IntelForget, IntelSet};
pub(crate) use order::due::due_orders;
pub use order::march::UnitMove;
pub(crate) use order::march::{after as after_march, ruling as march_ruling};
pub use order::supply::OrderOpenDump;
pub use order::{BoundMarch, OrderAction, OrderCancel, OrderGive};
pub use rail::{RailAdvance, RailConvert, RailPriority, RailSet, RailStop};
pub use setting::{SettingKey, SettingSet, setting_keys};
pub use supply::airlift::SupplyAirlift;
pub use supply::claim::ClaimSettle;
pub(crate) use supply::convoy::next_morning;
pub use supply::convoy::{ConvoyRecall, Sending, SupplySend};
pub use supply::dump_destroy::DumpDestroy;
pub use supply::forecast::ForecastKeep;
pub use supply::plan::SupplyPlan;
pub use supply::strikes::StrikesSet;
pub use supply::{DumpClose, DumpMove, DumpOpen, Stocktake, SupplyReceive, SupplyTransfer};
pub use unit::grade::{GradeSet, grades_open};
pub use unit::merge::UnitMerge;
pub use unit::new::{UnitNew, unit_new_keys};
pub use unit::replacement_entry::{ReplacementAdd, ReplacementRemove, ReplacementSet};
pub use unit::set::UnitSet;
pub(super) use unit::set::set_state;
pub use unit::set_keys::{UnitSetKey, unit_set_keys};
pub use unit::split::UnitSplit;
pub use unit::{UnitAttach, UnitCommand, UnitDetach, UnitRename, UnitReplace};

/// The version in which requests are written now.
const VERSION: u32 = 1;

macro_rules! requests {
    ($($(#[$meta:meta])* $name:ident $(($context:ident))?),+ $(,)?) => {
        /// A request of the organiser.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "command", rename_all = "snake_case")]
        pub enum Request { $($(#[$meta])* $name($name)),+ }

        impl Request {
            /// Decides what happens.
            ///
            /// # Errors
            /// When the campaign or a rule refuses, or a word means nothing.
            pub fn decide(&self, context: &DecisionContext<'_>) -> Result<Changeset, OpError> {
                let mut changes = context.changes();
                match self { $(Self::$name(request) => request.decide($({ let $context = context; $context },)? &mut changes)?),+ }
                let marched = matches!(self, Self::UnitMove(_) | Self::BoundMarch(_));
                ground::contested::settle(context.campaign, &mut changes, marched)?;
                unit::size::must_fit(&changes)?;
                Ok(changes)
            }
        }
    };
}

requests! {
    /// A unit is corrected.
    UnitSet,
    /// A unit is put under another superior.
    UnitCommand,
    /// A unit is lent to another.
    UnitAttach,
    /// A unit that was lent goes back.
    UnitDetach,
    /// A formation is added.
    UnitNew,
    /// A unit gets another name.
    UnitRename,
    /// Lost SP are given back.
    UnitReplace,
    /// SP are to come into a pool.
    ReplacementAdd,
    /// An entry of a pool is changed.
    ReplacementSet,
    /// Entries of pools are taken away.
    ReplacementRemove,
    /// Parts of a unit become a battle group.
    UnitSplit,
    /// A battle group is dissolved, or a leaf put into another.
    UnitMerge(context),
    /// A unit marches.
    UnitMove(context),
    /// An order is given.
    OrderGive,
    /// An order is cancelled.
    OrderCancel,
    /// The marches ordered for the running bound are carried out.
    BoundMarch(context),
    /// A unit digs in.
    DigIn(context),
    /// What was overrun is settled.
    ClaimSettle,
    /// Squares pass to a side or have another terrain.
    GroundSet(context),
    /// A crossing is destroyed, repaired, opened or closed.
    CrossingSet(context),
    /// A bridge is built.
    CrossingBuild(context),
    /// A length of railway is cut or repaired.
    RailSet(context),
    /// Railway is laid to another gauge.
    RailConvert,
    /// Work on railways ends.
    RailStop,
    /// A railhead goes along its railway.
    RailAdvance(context),
    /// Railheads get a priority.
    RailPriority,
    /// A dump is opened.
    DumpOpen(context),
    /// A dump is moved.
    DumpMove,
    /// A dump is closed.
    DumpClose,
    /// A dump is destroyed.
    DumpDestroy(context),
    /// Stock goes from one account to another.
    SupplyTransfer(context),
    /// Stock comes in.
    SupplyReceive(context),
    /// A transport wing flies.
    SupplyAirlift(context),
    /// Stock was counted.
    Stocktake(context),
    /// Vehicles are sent.
    SupplySend(context),
    /// A plan is accepted.
    SupplyPlan(context),
    /// A convoy is turned round or released.
    ConvoyRecall,
    /// Partisans come, change, or are gone.
    PartisansSet,
    /// Engineers lay, gap or close mines.
    MinesWork(context),
    /// Mines come, change, or are gone.
    MinesSet,
    /// A side is told of enemy troops.
    IntelAdd,
    /// What a side believes is changed.
    IntelSet,
    /// A side forgets sightings.
    IntelForget,
    /// Air strikes are booked, or given up.
    StrikesSet,
    /// A unit's grade is changed.
    GradeSet(context),
    /// The running bound is closed.
    BoundClose(context),
    /// A note is made of the running bound.
    BoundNote,
    /// The weather of the running bound is entered.
    BoundWeather,
    /// A unit reorganises.
    Reorganise(context),
    /// An engagement is drawn.
    BattleDraw(context),
    /// An engagement is given up.
    BattleCancel,
    /// A contact is declined.
    BattleDecline(context),
    /// An outcome is posted.
    BattlePost(context),
    /// A setting is changed.
    SettingSet,
    /// A forecast is kept.
    ForecastKeep,
}

impl Request {
    /// The words of its dice, for a request that may throw some.
    fn dice(&self) -> Option<&DiceWords> {
        match self {
            Self::BoundClose(request) => Some(&request.dice),
            Self::SupplyAirlift(request) => Some(&request.dice),
            Self::Reorganise(request) => Some(&request.dice),
            Self::BoundMarch(request) => Some(&request.dice),
            Self::CrossingBuild(request) => Some(&request.dice),
            _ => None,
        }
    }

    /// The seed that its dice fall by, that of the log where it names none; none where it throws no seeded dice.
    pub fn seed(&self, of_log: u64) -> Option<u64> {
        let words = self.dice().filter(|words| words.faces.is_none())?;
        Some(words.seed.unwrap_or(of_log))
    }

    /// The same with its dice as they were rolled at the table: it is decided once, asking for each throw.
    ///
    /// # Errors
    /// When it is refused, or nobody answers.
    pub(super) fn asked(mut self, context: &DecisionContext<'_>, ask: &mut dyn Ask) -> Result<Self, OpError> {
        let (mut changes, mut dice) = (context.changes(), Dice::asked(ask));
        let words = match &mut self {
            Self::BoundClose(request) => {
                request.must_be_running(context.campaign)?;
                bound::close(&mut changes, &mut dice)?;
                &mut request.dice
            }
            Self::Reorganise(request) => {
                request.decide_with(context, &mut changes, &mut dice)?;
                &mut request.dice
            }
            Self::SupplyAirlift(request) => {
                request.decide_with(context, &mut changes, &mut dice)?;
                &mut request.dice
            }
            Self::BoundMarch(request) => {
                BoundMarch::decide_with(context, &mut changes, &mut dice)?;
                &mut request.dice
            }
            Self::CrossingBuild(request) => {
                request.decide_with(context, &mut changes, &mut dice)?;
                &mut request.dice
            }
            _ => return Ok(self),
        };
        let faces: Vec<String> = dice.log().iter().flat_map(|throw| &throw.faces).map(ToString::to_string).collect();
        *words = DiceWords { faces: Some(faces.join(" ")), seed: None };
        Ok(self)
    }

    /// The faces that it was given or asked for.
    pub fn faces(&self) -> Option<&str> {
        self.dice()?.faces.as_deref()
    }

    /// The request of an operation.
    ///
    /// # Errors
    /// When this version does not know it.
    pub(crate) fn from_json(text: &str) -> Result<Self, OpError> {
        let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        let version = value["v"].as_u64().unwrap_or_default();
        let read = if version == u64::from(VERSION) {
            Self::deserialize(value).map_err(|e| e.to_string())
        } else {
            Err(String::new())
        };
        read.map_err(|why| {
            let why = why.split(", expected").next().filter(|why| !why.is_empty()).map(|why| format!(": {why}"));
            let message = format!("its request of version {version} cannot be read{}", why.unwrap_or_default());
            OpError::Words { message, hint: Said::default() }
        })
    }

    /// The request as it is stored.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which none of this program's is.
    pub fn to_json(&self) -> Result<serde_json::Value, OpError> {
        let mut value = serde_json::to_value(self)?;
        value["v"] = VERSION.into();
        Ok(value)
    }
}
