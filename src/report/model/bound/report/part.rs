//! What is told of one formation, and of one railhead.

use serde::Serialize;

use domain::{AccountId, FormationId, SideId};

/// What is told of railheads by what was booked.
pub(crate) type AtRailheads = Vec<(AccountId, String)>;

/// What happened to one formation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormationReport {
    /// The formation.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// What its side is called.
    #[serde(skip)]
    pub(super) side_name: String,
    /// The army that it belongs to, or the highest formation above it.
    pub army: String,
    /// What happened, a sentence each.
    pub lines: Vec<String>,
    /// Those of them that say of its supply what the report before said already.
    #[serde(skip)]
    pub(super) still: Vec<String>,
    /// Those of them that say what became of a grade.
    #[serde(skip)]
    pub(super) grades: Vec<String>,
}

/// What happened at one railhead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RailheadReport {
    /// The railhead.
    pub railhead: AccountId,
    /// What it is called.
    #[serde(skip)]
    pub(super) called: String,
    /// Its side.
    pub side: SideId,
    /// What its side is called.
    #[serde(skip)]
    pub(super) side_name: String,
    /// What happened, a sentence each.
    pub lines: Vec<String>,
}
