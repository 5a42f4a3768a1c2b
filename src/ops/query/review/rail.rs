//! What `review` finds in work on railways: engineers who are set to it and cannot go on.
//!
//! Where to look next: `review`, which puts it in its order; `rail_work`, which says what hinders them.

use campaign::{Campaign, RailJob};

use crate::Offer;
use crate::command::{Hindered, rail_work_hindrance};
use crate::query::review::finding::{Finding, finding};
use crate::query::review::found::Found;
use crate::remedy::Remedy;

/// What changes whether engineers can go on with their work.
const WORK: &[&str] = &["leaf_marched", "leaf_placed", "leaf_state_changed", "rail_job_changed"];

/// Engineers whose work on a railway rests.
pub(crate) fn resting(campaign: &Campaign) -> Vec<Finding> {
    campaign.rail_jobs.values().filter_map(|job| told(campaign, job)).collect()
}

fn told(campaign: &Campaign, job: &RailJob) -> Option<Finding> {
    let (leaf, hindrance) = (&job.leaf, rail_work_hindrance(campaign, job)?);
    let square = campaign.formations.get(leaf)?.stands_on();
    let (a, b) = hindrance.length.squares();
    let near = if square.is_some_and(|at| at.steps_to(b) < at.steps_to(a)) { b } else { a };
    let remedy = match hindrance.kind {
        Hindered::Away => Remedy::March(leaf.clone(), near),
        Hindered::Cut => Offer::RepairRail(a, b, leaf.clone()).into(),
        Hindered::Disorganised | Hindered::Enemy => Offer::StopRailWork(leaf.clone()).into(),
    };
    let what = Found::RailWork(hindrance.line, hindrance.why);
    let rests_on = (WORK, vec![leaf.to_string()]);
    Some(Finding { square, rests_on, ..finding(what, leaf.as_str(), remedy) })
}
