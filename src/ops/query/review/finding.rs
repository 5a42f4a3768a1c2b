//! What a review finds: what is to be queried, since when, and what would settle it.

use campaign::{Campaign, Formation};
use domain::{Bound, Square};

use crate::Offer;
use crate::query::review::found::Found;
use crate::remedy::Remedy;

/// Something to be queried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What is to be queried.
    pub what: Found,
    /// The formation, dump or railhead.
    pub subject: String,
    /// Where.
    pub square: Option<Square>,
    /// Since when, where that is known.
    pub since: Option<Bound>,
    /// The command that would settle it; none where nothing need be done.
    pub command: Option<Offer>,
    /// Between which armies it is, where many such are told in one line.
    pub among: Option<String>,
    /// What would settle it, before it is tried.
    pub(super) remedy: Remedy,
    /// What last made it so: events of these kinds about these things; nothing where `since` is known without the log.
    pub(super) rests_on: (&'static [&'static str], Vec<String>),
}

/// What changes whether something is there and in order.
pub(super) const STATE: &[&str] =
    &["leaf_state_changed", "superior_changed", "formation_created", "dump_opened", "dump_handed_over"];
/// What changes what an account holds.
pub(super) const STOCK: &[&str] = &["stock_transferred"];
/// What makes an account hold anything at all.
pub(super) const FILLED: &[&str] = &["filled"];
/// What keeps a vehicle busy.
pub(super) const VEHICLE: &[&str] =
    &["leaf_marched", "leaf_placed", "leaf_state_changed", "convoy_changed", "stock_transferred"];

impl Finding {
    /// Whether it is about a formation, what is under it, or what belongs to these.
    pub fn concerns(&self, campaign: &Campaign, formation: &Formation) -> bool {
        let owner = campaign.dumps.get(self.subject.as_str()).map_or(self.subject.as_str(), |dump| dump.owner.as_str());
        let is_his = |id: &str| campaign.formation(id).is_some_and(|of| campaign.is_within(of, &formation.id));
        is_his(owner) || self.what.concerned(campaign).iter().any(|id| is_his(id.as_str()))
    }
}

/// The vehicles that a finding would send.
pub(super) fn sent(finding: &Finding) -> &[String] {
    if let Remedy::Command(Offer::Send(send)) = &finding.remedy { &send.vehicles } else { &[] }
}

pub(super) fn finding(what: Found, subject: &str, remedy: impl Into<Remedy>) -> Finding {
    let (subject, rests_on) = (subject.to_owned(), (&[][..], Vec::new()));
    let remedy = remedy.into();
    Finding { what, subject, square: None, since: None, command: None, among: None, remedy, rests_on }
}
