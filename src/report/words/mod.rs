//! Values into sentences, and into the commands that are offered: each once.
//!
//! What it never does: find anything out; that is for the rooms whose values these are.

pub(crate) mod cause;
pub(crate) mod evidence;
pub(crate) mod finding;
pub(crate) mod means;
pub(crate) mod missing;
pub(crate) mod nobody;
pub(crate) mod numbered;
pub(crate) mod offer;
pub(crate) mod order;
pub(crate) mod square;
pub(crate) mod tight;

use campaign::Campaign;

/// What a formation or an account is called; its id where it has no name.
pub(crate) fn called(campaign: &Campaign, id: &str) -> String {
    campaign.name_of_account(id).map_or_else(|| format!("`{id}`"), str::to_owned)
}
