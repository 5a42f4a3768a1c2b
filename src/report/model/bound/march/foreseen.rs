//! What an order to march would come to, in a sentence.

use super::costly::costly;
use super::detour::detour;
use super::why;
use crate::model::clock::hours;
use campaign::Campaign;
use domain::{Said, counted};
use ops::query::MarchOutlook;

/// The command that shows what stops a march.
const SHOWN_BY: &str = "`railhead bound march --dry-run` shows what stops it";

/// How much of a march would not be done in the running bound, and why it takes the long way; none where it is done and does not.
pub fn march_foreseen(campaign: &Campaign, outlook: &MarchOutlook) -> Option<Said> {
    let undone = (outlook.arrive < outlook.leaves).then(|| undone(campaign, outlook));
    let detour = detour(campaign, outlook.lead.as_ref(), &outlook.others);
    let why = undone.as_ref().filter(|_| outlook.minutes_more.is_none()).map(|_| SHOWN_BY);
    let told: Vec<String> = undone.into_iter().chain(detour).collect();
    let all: Vec<&str> = told.iter().map(String::as_str).chain(why).collect();
    (!told.is_empty()).then(|| Said::or_told(all.join("; "), told.join("; ")))
}

fn undone(campaign: &Campaign, outlook: &MarchOutlook) -> String {
    let bound = campaign.bound;
    let came = match (outlook.arrive, outlook.leaves) {
        (0, 1) => format!("it would not come to its place in {bound}"),
        (0, all) => format!("none of its {} would come to its place in {bound}", counted(all, "leaf")),
        (1, all) => format!("1 of its {} would come to its place in {bound}", counted(all, "leaf")),
        (came, all) => format!("{came} of its {} would come to their places in {bound}", counted(all, "leaf")),
    };
    let stopped = outlook.stopped.as_ref().map(|(count, stop)| {
        let (_, why, _) = why::words(campaign, stop);
        let are = if *count == 1 { "is" } else { "are" };
        if *count == outlook.leaves { format!("; {why}") } else { format!("; {count} of them {are} stopped: {why}") }
    });
    let (came, short) = (came + &stopped.unwrap_or_default(), outlook.leaves - outlook.arrive);
    let Some((least, most)) = outlook.minutes_more else { return came };
    let who = match (&outlook.stopped, outlook.arrive, outlook.leaves) {
        (Some((stopped, _)), ..) if short == stopped + 1 => "1 needs".to_owned(),
        (Some((stopped, _)), ..) => format!("{} need", short - stopped),
        (None, 0, 1) => "it needs".to_owned(),
        (None, 0, _) => "they need".to_owned(),
        (None, ..) => "the others need".to_owned(),
    };
    let from = if least == most { String::new() } else { format!("{} to ", hours(least)) };
    let bounds = counted(outlook.bounds_more as usize, "more bound");
    let costly = if outlook.bounds_more > 1 { costly(campaign, outlook) } else { None };
    let costly = costly.map(|costly| format!(": {costly}")).unwrap_or_default();
    format!("{came}; {who} another {from}{} hours, at least {bounds}{costly}", hours(most))
}
