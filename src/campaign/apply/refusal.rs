//! Why an event is refused.

use domain::{AccountId, BadValue, Commodity, CrossingId, FormationId, Square, counted};

/// Why an event cannot happen to the campaign as it stands: formations and accounts that are there are told by name and id.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("there is no formation `{0}`")]
    NoFormation(FormationId),
    /// The formation is not a leaf, so it stands nowhere and has no bases.
    #[error("{0} has subordinates: only leaves stand on squares and have bases")]
    NotALeaf(String),
    /// The leaf has no base of this number.
    #[error("{0} has no base {1}")]
    NoBase(String, u16),
    #[error("there is no crossing `{0}`")]
    NoCrossing(CrossingId),
    #[error("there is no railway `{0}`")]
    NoRailway(String),
    #[error("there is no railhead `{0}`")]
    NoRailhead(AccountId),
    #[error("there is no dump `{0}`")]
    NoDump(AccountId),
    #[error("there is no place `{0}`")]
    NoPlace(String),
    #[error("there is no account `{0}`")]
    NoAccount(AccountId),
    #[error("the id `{0}` is already taken")]
    Taken(String),
    #[error("square {0} is not on the map")]
    OffTheMap(Square),
    #[error("{leaf} has at most {full} SP, not {wanted}")]
    TooStrong { leaf: String, full: u16, wanted: u16 },
    #[error("{leaf} has {sp} SP and cannot carry {}", counted(usize::from(*wanted), "marker"))]
    TooManyMarkers { leaf: String, sp: u16, wanted: u16 },
    /// A leaf that is lost has no SP, and cannot be on the map.
    #[error("{0} cannot stand on the map: it has no square")]
    NoSquare(String),
    #[error("{formation} and {superior} are of different sides")]
    OtherSide { formation: String, side: domain::SideId, superior: String },
    #[error("{superior} is itself under {formation}")]
    Cycle { formation: String, superior: String },
    #[error("{named} is a leaf and can have nothing under it")]
    UnderALeaf { leaf: FormationId, named: String },
    #[error("{formation} cannot be given up: {how}")]
    StillInUse { formation: String, how: String },
    /// What is to be set of a formation cannot be so.
    #[error(transparent)]
    BadValue(#[from] BadValue),
    /// Two squares that should be neighbours are not.
    #[error("square {1} is not a neighbour of {0}")]
    NoNeighbours(Square, Square),
    #[error("{leaf} cannot march {minutes} minutes in one bound")]
    TooLong { leaf: String, minutes: u16 },
    #[error("a transfer needs two different accounts and a quantity above zero")]
    EmptyTransfer,
    /// An account on the map would be below zero.
    #[error("{account} holds {held} {}, not {wanted}", commodity.name())]
    Overdrawn { account: String, commodity: Commodity, held: i64, wanted: u32 },
    /// What drives in a convoy is a supply vehicle that drives in no other.
    #[error("{0} is not a supply vehicle free to drive")]
    NoVehicle(String),
    /// What the event says was there is not there.
    #[error("`{subject}` is not as the change expects: {expected} expected, {found} found")]
    Stale { subject: String, expected: String, found: String },
}
