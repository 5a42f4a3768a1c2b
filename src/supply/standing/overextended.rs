//! Who stands at the end of a line of supply that is too long (house rule `overextension`).
//!
//! What it decides: who is overextended, and on which nights such a formation is supplied.

use campaign::{Campaign, Setting};

use super::assessment::Assessment;

/// The hours of a lorry over the whole of an open line, where they are more than the house rule allows; in minutes.
pub fn overextended(campaign: &Campaign, assessment: &Assessment) -> Option<u64> {
    let most = u64::from(campaign.settings.number(Setting::OverextensionHours)) * 60;
    let minutes = assessment.log.minutes();
    (campaign.settings.is_on(Setting::Overextension) && minutes > most).then_some(minutes)
}

/// Minutes as hours to the tenth.
pub fn hours_text(minutes: u64) -> String {
    let tenths = (minutes * 10 + 30) / 60;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Whether this is a night on which those who are overextended get nothing.
///
/// # Interpretation
/// Lorries come on the nights of odd days, and are on the road on those of even ones.
pub fn is_lean_night(campaign: &Campaign) -> bool {
    campaign.bound.day.is_multiple_of(2)
}
