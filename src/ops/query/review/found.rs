//! What `review` finds, as values; said in words by `report`.

use campaign::Campaign;
use campaign::march::Party;
use domain::{BattleId, Bound, Commodity, FormationId, Square, SupplyState};
use supply::Portion;
use supply::plan::Lack;

use crate::query::GradeDue;

/// What is to be queried of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// It was overrun by a leaf, and is not ruled yet.
    Overrun(FormationId),
    /// It lies under an enemy's leaf and still belongs to its owner.
    SetUpon(FormationId),
    /// An order is not carried out: its word, and what hinders it.
    Order(&'static str, Option<String>),
    /// A battle is drawn and not posted.
    Unposted(BattleId),
    /// A battle for the square is drawn, and something that it relied on has changed since.
    NotAsDrawn(BattleId, Square),
    /// A grade is due, by one battle or by several: those of one unit, in their order.
    GradeDue(Vec<GradeDue>),
    /// Two parties met in the running bound, or more came up.
    Contact {
        /// The two.
        parties: Box<[Party; 2]>,
        /// Whether they were in contact before, and were joined.
        is_joined: bool,
        /// The square that would be attacked, and why no battle for it would be drawn.
        attacked: (Square, Option<String>),
    },
    /// Reinforcements are due: how many leaves, when, whether that is now, and why those wait that are.
    Arrival(usize, Bound, bool, Option<String>),
    /// A convoy is held up.
    HeldUp(String),
    /// It is out of a commodity, and how it stands.
    Out(Commodity, SupplyState),
    /// It feeds formations that are out of a commodity.
    FedOut(Commodity, Vec<FormationId>),
    /// It is cut off, and lives on what is left: what of each commodity.
    CutOff(Vec<(Commodity, SupplyState, Option<i64>)>),
    /// So many leaves are out of order, and what hinders them to reorganise.
    Disorganised(usize, Option<String>),
    /// Work on a railway rests, and why.
    RailWork(String, String),
    /// Its superior has no HQ on the map.
    NoSuperior(FormationId),
    /// Its owner has no LOG vehicle.
    NoVehicle(FormationId),
    /// A railhead on which nobody draws; whether the plan would fetch some of its stock.
    UnusedRailhead(bool),
    /// A vehicle stands empty; what it could do.
    IdleVehicle(IdleVehicle),
    /// What it holds is used up before the day is over.
    RunsDry(Vec<RunsDry>),
    /// Guns that have fired find no fire units tonight.
    NoFireUnits(Commodity, FireUnits),
    /// It faces another formation in these squares.
    StandingContact(FormationId, Vec<Square>),
}

/// What an empty vehicle could do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdleVehicle {
    /// It could fetch something.
    Fetches,
    /// The plan would send it.
    Planned,
    /// There is nothing that it could fetch soon and that is needed.
    NotNeeded,
}

/// Whether there are fire units for guns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FireUnits {
    /// No dump or lorry is in reach.
    OutOfReach,
    /// Some can be brought.
    Brought,
    /// The plan would bring some.
    Planned,
    /// None can be brought in time.
    NotBrought,
}

/// A commodity of which none is left before the day is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunsDry {
    /// The commodity.
    pub commodity: Commodity,
    /// What it holds.
    pub holds: i64,
    /// What it uses, where that is counted in portions.
    pub portion: Option<Portion>,
    /// What it uses in a day.
    pub a_day: i64,
    /// The bound after which none is left.
    pub until: Bound,
    /// Why nobody brings more in time.
    pub nobody: Option<Lack>,
    /// Whether the trip that brings more is one of the plan.
    pub is_planned: bool,
}

impl RunsDry {
    /// Whether somebody has to do something about it: not where more finds no room until some is used.
    pub fn needs_action(&self) -> bool {
        !matches!(self.nobody, Some(Lack::NoRoom))
    }
}

impl Found {
    /// Whether somebody has to do something about it.
    pub fn needs_action(&self) -> bool {
        match self {
            Self::IdleVehicle(could) => *could != IdleVehicle::NotNeeded,
            Self::RunsDry(rows) => rows.iter().any(RunsDry::needs_action),
            Self::UnusedRailhead(is_planned) => *is_planned,
            // Who comes when the next bound opens only has to be known of.
            Self::Arrival(_, _, is_now, _) => *is_now,
            _ => true,
        }
    }

    /// Whom it concerns beside what it is told of: those who have met, and those in a battle.
    pub fn concerned(&self, campaign: &Campaign) -> Vec<FormationId> {
        match self {
            Self::Contact { parties, .. } => parties.iter().flat_map(|party| party.leaves.clone()).collect(),
            Self::StandingContact(other, _) => vec![other.clone()],
            Self::Unposted(battle) | Self::NotAsDrawn(battle, _) => {
                let facts = campaign.battles.get(battle).into_iter().flat_map(|battle| &battle.facts);
                let of = facts.filter_map(|fact| campaign.formation(fact.subject.as_str()));
                of.map(|formation| formation.id.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Of what kind it is.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Overrun(_) | Self::SetUpon(_) => "claim",
            Self::Order(..) => "order",
            Self::Unposted(_) | Self::NotAsDrawn(..) => "battle",
            Self::GradeDue(_) => "grade",
            Self::Contact { .. } => "contact",
            Self::Arrival(..) => "arrival",
            Self::HeldUp(_) => "convoy",
            Self::Out(Commodity::Pol, _) | Self::FedOut(Commodity::Pol, _) => "out_of_pol",
            Self::Out(..) | Self::FedOut(..) => "out_of_log",
            Self::CutOff(_) => "cut",
            Self::Disorganised(..) => "disorganised",
            Self::RailWork(..) => "rail_work",
            Self::NoSuperior(_) => "no_superior",
            Self::NoVehicle(_) => "no_vehicle",
            Self::UnusedRailhead(_) => "unused_railhead",
            Self::IdleVehicle(_) => "idle_vehicle",
            Self::RunsDry(_) | Self::NoFireUnits(..) => "runs_dry",
            Self::StandingContact(..) => "standing_contact",
        }
    }
}
