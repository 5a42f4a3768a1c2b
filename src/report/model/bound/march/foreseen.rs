//! What an order to march would come to, in a sentence.

use campaign::Campaign;
use domain::counted;
use ops::query::MarchOutlook;

use super::hours;

/// How much of a march would not be done in the running bound.
pub fn march_foreseen(campaign: &Campaign, outlook: &MarchOutlook) -> String {
    let bound = campaign.bound;
    let came = match outlook.arrive {
        0 => format!("none of its {} would come to its place in {bound}", counted(outlook.leaves, "leaf")),
        came => format!("{came} of its {} would come to their places in {bound}", counted(outlook.leaves, "leaf")),
    };
    let more = match outlook.minutes_more {
        None => "`railhead bound march --dry-run` shows what stops them".to_owned(),
        Some((least, most)) => {
            let from = if least == most { String::new() } else { format!("{} to ", hours(least)) };
            let bounds = counted(outlook.bounds_more as usize, "more bound");
            format!("the others need {from}{} hours more, {bounds} at least", hours(most))
        }
    };
    format!("{came}; {more}")
}
