//! Addresses of pages: what of one stays at another moment.

use crate::desk::Reading;

/// What the slider through the past is called in an address.
pub(super) const SLID: &str = "slid";

/// What of an address stays at another moment: all but the moment, and the way there.
pub(super) fn kept(query: &[(String, String)]) -> Vec<(String, String)> {
    query.iter().filter(|(name, value)| name != "at" && name != SLID && !value.is_empty()).cloned().collect()
}

/// It in an address, with what parts it from what follows: `side=SU&sel=26tk&`.
pub(super) fn as_query(kept: &[(String, String)]) -> String {
    if kept.is_empty() {
        return String::new();
    }
    form_urlencoded::Serializer::new(String::new()).extend_pairs(kept).finish() + "&"
}

pub(crate) fn past_of(reading: &Reading) -> String {
    reading.at.as_ref().map(|at| format!("?at={at}")).unwrap_or_default()
}

/// An address at the moment that is looked at.
pub(crate) fn then(reading: &Reading, address: &str) -> String {
    let Some(at) = &reading.at else { return address.to_owned() };
    format!("{address}{}at={at}", if address.contains('?') { '&' } else { '?' })
}
