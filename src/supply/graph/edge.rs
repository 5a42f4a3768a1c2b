//! How supply goes from one node of a chain to the next, and whether it does.
//!
//! What it decides: which routes are open. Where to look next: `build`, which makes them.

use domain::{Commodity, Square, SupplyState};

use crate::chain::fuel_chain::Link;
use crate::standing::assessment::{Assessment, Leg};
use crate::standing::mend_item::Cut;

/// How supply goes from one node to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route<'a> {
    /// By rail, from a source to a railhead.
    Rail {
        /// Squares from one to the other, both included.
        squares: usize,
        /// Where it is cut.
        cut: Option<Square>,
    },
    /// By lorry, over a leg of an open line of LOG.
    Leg {
        /// The leg, from the end to which lorries drive.
        leg: &'a Leg,
        /// Whether the line ends with it.
        is_last: bool,
    },
    /// By lorry, from where a dump is filled at which a chain ends, or which no line goes by.
    Filling {
        /// Minutes one way.
        minutes: u64,
    },
    /// By nothing: the leg of a line that fails.
    Cut(&'a Cut),
    /// By a leg that is open, of a line that fails farther on.
    Waiting,
    /// By a hop of a fuel-bowser chain.
    Hop(&'a Link),
    /// From a dump to the formation that owns it.
    Own,
    /// From a formation to one that it feeds.
    Feeding {
        /// How that stands with LOG.
        log: SupplyState,
        /// How that stands with POL.
        pol: SupplyState,
    },
    /// By air, with the flights of the day.
    Flight {
        /// With what.
        commodity: Commodity,
        /// Sorties that came through.
        landed: u32,
        /// What they brought, in kg.
        kg: u32,
    },
    /// From an airfield to the dump that takes what lands there.
    Landing,
}

/// An edge of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupplyEdge<'a> {
    /// How supply goes.
    pub route: Route<'a>,
    /// Whose line or chain goes here, by place in the sheet; of those that fail, who would draw.
    pub(super) users: Vec<usize>,
}

/// The kinds of routes: between two nodes there is at most one edge of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RouteKind {
    Rail,
    Leg,
    Filling,
    Cut,
    Waiting,
    Hop,
    Own,
    Feeding,
    Flight(Commodity),
    Landing,
}

impl Route<'_> {
    /// Whether something comes this way as things are.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Rail { cut, .. } => cut.is_none(),
            Self::Hop(link) => link.is_ok(),
            Self::Cut(_) | Self::Waiting => false,
            Self::Feeding { log, .. } => !matches!(log, SupplyState::Cut | SupplyState::NoVehicle),
            Self::Leg { .. } | Self::Filling { .. } | Self::Own | Self::Flight { .. } | Self::Landing => true,
        }
    }

    /// Minutes over the last leg of a line, or over the way by which a dump is filled.
    pub(super) fn filling_minutes(&self) -> Option<u64> {
        match self {
            Self::Leg { leg, is_last: true } => Some(leg.minutes),
            Self::Filling { minutes } => Some(*minutes),
            _ => None,
        }
    }

    /// The word for it.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Rail { .. } => "rail",
            Self::Leg { .. } => "leg",
            Self::Filling { .. } => "filling",
            Self::Cut(_) => "cut",
            Self::Waiting => "waiting",
            Self::Hop(_) => "hop",
            Self::Own => "own",
            Self::Feeding { .. } => "feeding",
            Self::Flight { .. } => "flight",
            Self::Landing => "landing",
        }
    }

    pub(super) fn kind(&self) -> RouteKind {
        match self {
            Self::Rail { .. } => RouteKind::Rail,
            Self::Leg { .. } => RouteKind::Leg,
            Self::Filling { .. } => RouteKind::Filling,
            Self::Cut(_) => RouteKind::Cut,
            Self::Waiting => RouteKind::Waiting,
            Self::Hop(_) => RouteKind::Hop,
            Self::Own => RouteKind::Own,
            Self::Feeding { .. } => RouteKind::Feeding,
            Self::Flight { commodity, .. } => RouteKind::Flight(*commodity),
            Self::Landing => RouteKind::Landing,
        }
    }
}

/// Where the chain of a formation ends, that needs POL and whose chain holds.
pub(crate) fn last_stop(of: &Assessment) -> Option<&str> {
    let links = Some(&of.pol.links).filter(|links| of.pol.required && links.iter().all(Link::is_ok));
    links.and_then(|links| links.last()).map(|link| link.to.as_str())
}
