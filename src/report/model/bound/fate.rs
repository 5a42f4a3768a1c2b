//! What became of an order, in a sentence.
//!
//! What it decides: how much of it a side may know: how its own march went, never who of the enemy stopped it.

use campaign::march::{ActionAccount, LeafMarch, Stop};
use campaign::{Campaign, Event, Tree};
use domain::{FormationId, counted, few};
use ops::query::{CameTo, OrderEnd, OrderFate};

use super::march::words as stopped_by;
use crate::model::BoundView;
use crate::words::order::order_said;

/// How many reasons are named.
const REASONS: usize = 3;

/// What became of an order, for whoever reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FateView {
    /// The operation that gave it.
    pub given: u64,
    /// The unit.
    pub unit: FormationId,
    /// What it was to do: `70th Tank Division: march to 0902 Dubrava`.
    pub order: String,
    /// The word for how it ended: `stands`, `done`, `stopped`, `not_done`, `replaced`, `cancelled`.
    pub end: &'static str,
    /// The same in a sentence.
    pub told: String,
    /// The order in whose place it came, and the operation that had given that.
    pub in_place_of: Option<(Option<u64>, String)>,
}

impl FateView {
    /// What became of it, as the umpire knows it, or as a side does, in a campaign as that reader knows it; none where the
    /// reader does not know the unit.
    pub fn new(campaign: &Campaign, fate: &OrderFate, for_a_side: bool) -> Option<Self> {
        let unit = campaign.formations.get(&fate.order.unit)?;
        let (end, told) = told(campaign, fate, for_a_side);
        let before = fate.in_place_of.as_ref();
        Some(Self {
            given: fate.given,
            unit: unit.id.clone(),
            order: format!("{}: {}", unit.name, order_said(campaign, &fate.order)),
            end,
            told,
            in_place_of: before.map(|(by, order)| (Some(*by).filter(|_| !for_a_side), order_said(campaign, order))),
        })
    }
}

/// That these events give an order in the place of another, and in whose; none where they do not.
pub fn replaced(campaign: &Campaign, events: &[Event]) -> Option<String> {
    // What else changes orders, such as a dump that falls, has events of its own beside.
    let [Event::OrderChanged { before: Some(before), after: Some(_), .. }] = events else { return None };
    let (name, bound) = (campaign.name_of(before.unit.as_str()), before.bound);
    Some(format!("replaces the order of {name} for {bound}: {}", order_said(campaign, before)))
}

fn told(campaign: &Campaign, fate: &OrderFate, for_a_side: bool) -> (&'static str, String) {
    let label = BoundView::new(campaign, fate.order.bound).label;
    let tried = |of: &Option<CameTo>| {
        let why = of.as_ref().map(|of| why(campaign, of, for_a_side)).filter(|why| !why.is_empty());
        why.map(|why| format!(": {why}")).unwrap_or_default()
    };
    match &fate.end {
        OrderEnd::Stands(None) => ("stands", format!("waits for the march of {label}")),
        OrderEnd::Stands(of) => ("not_done", format!("not carried out yet in {label}{}", tried(of))),
        OrderEnd::CarriedOut(None) => ("done", format!("carried out in {label}")),
        OrderEnd::CarriedOut(Some(of)) => came(campaign, fate, of, for_a_side),
        OrderEnd::Replaced(_, by) => ("replaced", format!("replaced by another order: {}", order_said(campaign, by))),
        OrderEnd::Cancelled => ("cancelled", "cancelled by the umpire".to_owned()),
        OrderEnd::Dropped(of) => ("not_done", format!("not carried out, and dropped when {label} closed{}", tried(of))),
        OrderEnd::TakenBack => ("cancelled", "taken back by the umpire".to_owned()),
    }
}

/// What an order that was carried out came to: the word for it and the sentence.
fn came(campaign: &Campaign, fate: &OrderFate, came: &CameTo, for_a_side: bool) -> (&'static str, String) {
    let bound = BoundView::new(campaign, fate.order.bound).label;
    let (done, of) = match came {
        CameTo::Marches(leaves) => (leaves.iter().filter(|leaf| leaf.stop.is_none()).count(), leaves.len()),
        CameTo::Action(action) => (action.done, action.leaves),
    };
    let (all, units) = (done == of, counted(of, "unit"));
    let why = Some(why(campaign, came, for_a_side)).filter(|why| !why.is_empty() && !all);
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    let end = if all { "done" } else { "stopped" };
    let told = match (came, all) {
        (CameTo::Action(_), true) => format!("carried out in {bound} by {units}"),
        (CameTo::Action(_), false) => format!("carried out in {bound} by {done} of {units}{why}"),
        (CameTo::Marches(_), true) if of == 1 => {
            format!("carried out in {bound}{}", stands(campaign, &fate.order.unit))
        }
        (CameTo::Marches(_), true) => {
            format!("carried out in {bound}: all {units} arrived{}", stands(campaign, &fate.order.unit))
        }
        (CameTo::Marches(_), false) => {
            format!("marched in {bound}: {done} of {units} arrived{}{why}", stands(campaign, &fate.order.unit))
        }
    };
    (end, told)
}

/// What kept some or all of its leaves from it, what kept the most first.
fn why(campaign: &Campaign, came: &CameTo, for_a_side: bool) -> String {
    let leaves = match came {
        CameTo::Marches(leaves) => leaves,
        CameTo::Action(action) => return hindrance(action, for_a_side),
    };
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for reason in leaves.iter().filter_map(|leaf| reason(campaign, leaf, for_a_side)) {
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let of_some =
        |(reason, count): (String, usize)| if leaves.len() > 1 { format!("{count} {reason}") } else { reason };
    few(&reasons.into_iter().map(of_some).collect::<Vec<_>>(), REASONS, "; ")
}

/// Where a unit stands now.
fn stands(campaign: &Campaign, unit: &FormationId) -> String {
    let square = campaign.formations.get(unit).and_then(|unit| Tree::new(campaign).square(unit));
    square.map(|square| format!("; now in {}", campaign.square_named(square))).unwrap_or_default()
}

/// Why a leaf stopped. Its own side knows that the enemy stopped it, and sees on its map who that may have been.
fn reason(campaign: &Campaign, leaf: &LeafMarch, for_a_side: bool) -> Option<String> {
    let reason = match leaf.stop.as_ref()? {
        Stop::Hours => "used up the hours of the bound".to_owned(),
        Stop::Contact(_) if for_a_side => "stopped in contact with the enemy".to_owned(),
        Stop::Held(square, _) if for_a_side => {
            format!("stopped before {}, held by the enemy", campaign.frame.reference(*square))
        }
        Stop::Overrun(_) if for_a_side => "overrun by the enemy".to_owned(),
        Stop::Fuel(_) => "out of POL".to_owned(),
        Stop::State(state) => format!("{state}"),
        Stop::NoWay => "found no way on".to_owned(),
        stop => stopped_by(campaign, stop).1,
    };
    Some(reason)
}

/// What hindered an order that is no march. Of supply a side is told no more than that: what became of stock on the enemy's side
/// is not its to know.
fn hindrance(action: &ActionAccount, for_a_side: bool) -> String {
    let is_supply = matches!(action.action, "open-dump" | "send");
    action.why.clone().filter(|_| !(is_supply && for_a_side)).unwrap_or_default()
}
