//! From which of its accounts a formation draws.

use campaign::Campaign;
use domain::Commodity;

/// The first of the accounts that a formation can come to that holds some still.
pub(crate) fn account<'a>(campaign: &Campaign, accounts: &'a [String], commodity: Commodity) -> Option<&'a str> {
    accounts.iter().map(String::as_str).find(|id| campaign.usable(id, commodity) > 0)
}
