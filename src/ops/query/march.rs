//! What an order to march would come to in its bound, as things stand: whoever gives it knows before `bound march`.
//!
//! What it never does: reckon with what the enemy is ordered to do; contacts on the way may stop it all the same.

use campaign::march::{LeafMarch, Stop, Task, march};
use campaign::{Action, Campaign, Event, MarchOrder, Order, Tree};
use domain::{FormationId, Phase};

use crate::command::{after_march, march_ruling};

/// What an order to march would come to in the running bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarchOutlook {
    /// The unit.
    pub unit: FormationId,
    /// How many of its leaves are to march.
    pub leaves: usize,
    /// How many of them would come where they are to.
    pub arrive: usize,
    /// The least and the most minutes that those whose hours are used up would need more.
    pub minutes_more: Option<(u32, u32)>,
    /// The march of its command leaf, or of the first.
    pub lead: Option<LeafMarch>,
    /// The least bounds that the last of those needs beside this one, at the hours of this bound.
    pub bounds_more: u32,
}

/// How many bounds an order to march is followed at most.
const FOLLOWED: usize = 30;

/// The campaign as it would be at the end of the marches that these events order, however many bounds they take, and who
/// marches; none where nobody is ordered to.
pub fn marched_to_the_end(campaign: &Campaign, events: &[Event]) -> Option<(Campaign, Vec<FormationId>)> {
    let orders: Vec<&Order> = orders_to_march(events).map(|(order, _)| order).collect();
    let mut then = campaign.clone();
    then.bound = orders.iter().map(|order| order.bound).min()?;
    for _ in 0..FOLLOWED {
        let ordered = orders_to_march(events).filter_map(|(order, how)| Some((then.formations.get(&order.unit)?, how)));
        let tasks: Vec<Task<'_>> = ordered.map(|(unit, order)| Task { unit, order }).collect();
        let account = march(&then, &tasks, &march_ruling(&then, &tasks, false));
        let leaves: Vec<FormationId> = account.leaves.iter().map(|leaf| leaf.leaf.clone()).collect();
        let goes_on = account.leaves.iter().any(|leaf| leaf.stop == Some(Stop::Hours));
        let Ok(marched) = after_march(&then, account) else { break };
        then = marched;
        if !goes_on {
            break;
        }
        then.bound = then.bound.next();
        for id in leaves {
            if let Some(leaf) = then.formations.get_mut(&id).and_then(|formation| formation.leaf.as_mut()) {
                leaf.march.minutes = 0;
            }
        }
    }
    // What the days do on the way is not of the order.
    then.bound = campaign.bound;
    Some((then, orders.into_iter().map(|order| order.unit.clone()).collect()))
}

/// Whom these events set down elsewhere or put under another: who feeds them may be out of their reach then.
pub fn set_elsewhere(events: &[Event]) -> Vec<FormationId> {
    let moved = |event: &Event| match event {
        Event::LeafPlaced { leaf, after: Some(_), .. } => Some(leaf.clone()),
        Event::SuperiorChanged { formation, .. } => Some(formation.clone()),
        _ => None,
    };
    let mut found: Vec<FormationId> = events.iter().filter_map(moved).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn orders_to_march(events: &[Event]) -> impl Iterator<Item = (&Order, &MarchOrder)> {
    events.iter().filter_map(|event| match event {
        Event::OrderChanged { after: Some(order), .. } => match &order.action {
            Action::Move(how) => Some((order.as_ref(), how)),
            _ => None,
        },
        _ => None,
    })
}

/// The outlook of the marches that these events order for the running bound.
pub fn marches_foreseen(campaign: &Campaign, events: &[Event]) -> Vec<MarchOutlook> {
    let outlook = |(order, how): (&Order, &MarchOrder)| {
        let unit = campaign.formations.get(&order.unit)?;
        let tasks = [Task { unit, order: how }];
        let account = march(campaign, &tasks, &march_ruling(campaign, &tasks, false));
        let command = Tree::new(campaign).command_leaf(unit).map(|leaf| &leaf.id);
        let lead = account.leaves.iter().find(|leaf| Some(&leaf.leaf) == command).or(account.leaves.first()).cloned();
        let by_hours = account.leaves.iter().filter(|leaf| leaf.stop == Some(Stop::Hours));
        let more = by_hours.map(|leaf| leaf.left_minutes);
        let minutes_more = more.clone().min().zip(more.max());
        // By night nobody marches: it goes on by day.
        let of = |phase| Some(campaign.settings.moving_hours(phase, false)).filter(|hours| *hours > 0);
        let hours = of(campaign.bound.phase).or_else(|| of(Phase::Am)).unwrap_or(1);
        let outlook = MarchOutlook {
            unit: unit.id.clone(),
            leaves: account.leaves.len(),
            arrive: account.leaves.iter().filter(|leaf| leaf.stop.is_none()).count(),
            minutes_more,
            lead,
            bounds_more: minutes_more.map_or(0, |(_, most)| most.div_ceil(hours * 60)),
        };
        Some(outlook)
    };
    orders_to_march(events).filter(|(order, _)| order.bound == campaign.bound).filter_map(outlook).collect()
}
