//! What an order to march would come to in its bound, as things stand: whoever gives it knows before `bound march`.
//!
//! What it never does: reckon with what the enemy is ordered to do; contacts on the way may stop it all the same.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use campaign::march::{LeafMarch, Manner, Ruling, Stop, Task, lead, march};
use campaign::{Action, Campaign, Event, Formation, MarchOrder, Order, Tree};
use domain::{FormationId, Phase, Square};
use supply::{Assessment, Means, Mend};

use crate::command::{UnitMove, after_march, march_ruling};
use crate::pick;

/// What an order to march would come to in the running bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarchOutlook {
    /// The unit.
    pub unit: FormationId,
    /// How many of its leaves are to march.
    pub leaves: usize,
    /// How many of them would come where they are to.
    pub arrive: usize,
    /// How many something else stops than the hours, and what stops the first of them.
    pub stopped: Option<(usize, Stop)>,
    /// The least and the most minutes that those whose hours are used up would need more.
    pub minutes_more: Option<(u32, u32)>,
    /// The march of its command leaf, or of the first.
    pub lead: Option<LeafMarch>,
    /// The marches of the others.
    pub others: Vec<LeafMarch>,
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
        let account = march(&then, &tasks, &march_ruling(&then, tasks.iter().map(|task| task.unit), false));
        let leaves: Vec<FormationId> = account.leaves.iter().map(|leaf| leaf.leaf.clone()).collect();
        let goes_on = account.leaves.iter().any(|leaf| leaf.stop == Some(Stop::Hours));
        let Ok(marched) = after_march(&then, account) else { break };
        then = marched;
        if !goes_on {
            break;
        }
        rested(&mut then, leaves);
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

/// What it would take a unit to come to a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayThere {
    /// So many bounds, this one among them.
    Bounds(u32),
    /// The same, of which it can do nothing in this one: its hours are used up.
    Next(u32),
    /// More than are worth waiting for.
    TooFar,
    /// The enemy stands in its way.
    Barred,
    /// Its state, its fuel or the ground holds it where it is.
    Held,
}

impl WayThere {
    /// Whether it can be gone, however long it takes.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Bounds(_) | Self::Next(_) | Self::TooFar)
    }
}

/// What it would take those to come to where they are wanted who march to mend a line or chain: each is looked for once, since many
/// may suffer from what it mends.
#[derive(Debug)]
pub struct Ways<'a> {
    campaign: &'a Campaign,
    /// Who is to march by what is said of how formations stand.
    advised: BTreeSet<FormationId>,
    /// Who of these has no POL to march with: to trace it for each apart would take most of the time.
    ruling: OnceCell<Ruling>,
    known: RefCell<BTreeMap<(FormationId, Square), Option<WayThere>>>,
}

impl<'a> Ways<'a> {
    /// In a campaign as it stands, of whose formations this is known.
    pub fn new<'f>(campaign: &'a Campaign, found: impl IntoIterator<Item = &'f Assessment>) -> Self {
        let mends = found.into_iter().flat_map(|of| &of.mend);
        let advised = mends.filter_map(|item| item.what.march()).map(|(unit, _)| unit.clone()).collect();
        Self { campaign, advised, ruling: OnceCell::new(), known: RefCell::default() }
    }

    /// The campaign.
    pub fn campaign(&self) -> &'a Campaign {
        self.campaign
    }

    /// What a mend would take; none where nobody marches for it.
    pub fn of(&self, mend: &Mend) -> Option<WayThere> {
        let (unit, to) = mend.march()?;
        let mut known = self.known.borrow_mut();
        let ruling = self.advised.contains(unit).then(|| self.ruling.get_or_init(|| self.ruling()));
        *known.entry((unit.clone(), to)).or_insert_with(|| way_there(self.campaign, (unit, to), ruling))
    }

    fn ruling(&self) -> Ruling {
        march_ruling(self.campaign, self.advised.iter().filter_map(|id| self.campaign.formations.get(id)), false)
    }

    /// The same of what is done for a stock or an account.
    pub fn of_means(&self, means: &Means) -> Option<WayThere> {
        match means {
            Means::Mend(mend) => self.of(mend),
            _ => None,
        }
    }
}

/// How many bounds a march is followed that is advised.
const ADVISED: u32 = 6;

/// An order to march to a square the shortest way.
pub(crate) fn order_to(square: Square) -> MarchOrder {
    MarchOrder { way: vec![square], rate: Manner::Contact, close_up: false, split: false, alone: false }
}

/// What it would take a unit to come to a square with all that marches with it, as things stand; none where nobody would march.
/// Who has no POL to begin with may be known.
pub(crate) fn way_there(
    campaign: &Campaign,
    (unit, to): (&FormationId, Square),
    known: Option<&Ruling>,
) -> Option<WayThere> {
    campaign.formations.get(unit)?;
    let order = order_to(to);
    let (mut then, mut sets_out) = (campaign.clone(), false);
    for bounds in 1..=ADVISED {
        let unit = then.formations.get(unit)?;
        let tasks = [Task { unit, order: &order }];
        let known = known.filter(|_| bounds == 1).map(Cow::Borrowed);
        let ruling = known.unwrap_or_else(|| Cow::Owned(march_ruling(&then, [unit], false)));
        let account = march(&then, &tasks, &ruling);
        let lead = lead_of(&then, unit, &account.leaves)?;
        match &lead.stop {
            None if bounds == 1 || sets_out => return Some(WayThere::Bounds(bounds)),
            None => return Some(WayThere::Next(bounds)),
            Some(Stop::Hours) => {}
            Some(Stop::Contact(_) | Stop::Held(..) | Stop::Overrun(_)) => return Some(WayThere::Barred),
            Some(Stop::NoWay | Stop::Fuel(_) | Stop::State(_) | Stop::Rate) => return Some(WayThere::Held),
        }
        sets_out |= bounds == 1 && account.leaves.iter().any(LeafMarch::has_marched);
        let leaves: Vec<FormationId> = account.leaves.iter().map(|leaf| leaf.leaf.clone()).collect();
        then = after_march(&then, account).ok()?;
        rested(&mut then, leaves);
    }
    Some(WayThere::TooFar)
}

/// Who marched has the hours of a new bound.
fn rested(then: &mut Campaign, leaves: Vec<FormationId>) {
    then.bound = then.bound.next();
    for id in leaves {
        if let Some(leaf) = then.formations.get_mut(&id).and_then(|formation| formation.leaf.as_mut()) {
            leaf.march.minutes = 0;
        }
    }
}

/// The squares by which a unit would march: from where its command leaf stands, or its first, to where that is to come, however
/// many bounds it takes. None where no way leads there. Whether it has the fuel is not asked: the way is the same.
pub fn march_way(campaign: &Campaign, request: &UnitMove) -> Option<Vec<Square>> {
    let unit = pick::unit(campaign, &request.unit).ok()?;
    let order = request.order(campaign).ok()?;
    let account = march(campaign, &[Task { unit, order: &order }], &Ruling::default());
    let lead = lead_of(campaign, unit, &account.leaves)?;
    let left = lead.left.iter().map(|(square, _)| *square);
    let way: Vec<Square> = std::iter::once(lead.from).chain(lead.way.iter().copied()).chain(left).collect();
    (way.len() > 1).then_some(way)
}

/// The march of a unit's command leaf, or of its first.
fn lead_of<'l>(campaign: &Campaign, unit: &Formation, leaves: &'l [LeafMarch]) -> Option<&'l LeafMarch> {
    lead(leaves.iter(), Tree::new(campaign).command_leaf(unit).map(|leaf| &leaf.id))
}

/// The outlook of the marches that these events order for the running bound.
pub fn marches_foreseen(campaign: &Campaign, events: &[Event]) -> Vec<MarchOutlook> {
    let of_now = orders_to_march(events).filter(|(order, _)| order.bound == campaign.bound);
    of_now.filter_map(|(order, how)| Some(outlook(campaign, campaign.formations.get(&order.unit)?, how))).collect()
}

/// The outlook of a march in the running bound that is not ordered yet; none where its unit or its squares are not there.
pub fn march_foreseen(campaign: &Campaign, request: &UnitMove) -> Option<MarchOutlook> {
    let unit = pick::unit(campaign, &request.unit).ok()?;
    Some(outlook(campaign, unit, &request.order(campaign).ok()?))
}

fn outlook(campaign: &Campaign, unit: &Formation, how: &MarchOrder) -> MarchOutlook {
    let account = march(campaign, &[Task { unit, order: how }], &march_ruling(campaign, [unit], false));
    let lead = lead_of(campaign, unit, &account.leaves).cloned();
    let is_other = |leaf: &&LeafMarch| lead.as_ref().is_none_or(|lead| lead.leaf != leaf.leaf);
    let others = account.leaves.iter().filter(is_other).cloned().collect();
    let by_hours = account.leaves.iter().filter(|leaf| leaf.stop == Some(Stop::Hours));
    let more = by_hours.map(|leaf| leaf.left_minutes);
    let minutes_more = more.clone().min().zip(more.max());
    let stops = account.leaves.iter().filter_map(|leaf| leaf.stop.as_ref().filter(|stop| **stop != Stop::Hours));
    let stopped = stops.clone().next().map(|first| (stops.count(), first.clone()));
    // By night nobody marches: it goes on by day.
    let of = |phase| Some(campaign.settings.moving_hours(phase, false)).filter(|hours| *hours > 0);
    let hours = of(campaign.bound.phase).or_else(|| of(Phase::Am)).unwrap_or(1);
    MarchOutlook {
        unit: unit.id.clone(),
        leaves: account.leaves.len(),
        arrive: account.leaves.iter().filter(|leaf| leaf.stop.is_none()).count(),
        stopped,
        minutes_more,
        lead,
        others,
        bounds_more: minutes_more.map_or(0, |(_, most)| most.div_ceil(hours * 60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::sketch;
    use domain::Echelon;

    /// On blank open ground of 40 squares a foot battalion goes on at every bound in which anybody marches.
    #[test]
    fn a_way_is_as_long_as_its_bounds_and_the_enemy_bars_it() {
        let mut campaign = sketch::blank(40, 40);
        sketch::add_side(&mut campaign, "SU", "Soviet", "red");
        sketch::add_side(&mut campaign, "AX", "Axis", "grey");
        sketch::formation(&mut campaign, "b", "SU", Echelon::Battalion, Some("0000"));
        let to = |campaign: &Campaign, col, row| way_there(campaign, (&"b".into(), Square::new(col, row)), None);
        assert_eq!(to(&campaign, 1, 0), Some(WayThere::Bounds(1)));
        let Some(WayThere::Bounds(bounds)) = to(&campaign, 9, 0) else { panic!("{:?}", to(&campaign, 9, 0)) };
        assert!(bounds > 1, "{bounds}");
        assert_eq!(to(&campaign, 39, 39), Some(WayThere::TooFar));
        // Whose hours are used up sets out in the next bound.
        let mut tired = campaign.clone();
        tired.formations.get_mut(&FormationId::from("b")).unwrap().leaf.as_mut().unwrap().march.minutes = 24 * 60;
        assert_eq!(to(&tired, 1, 0), Some(WayThere::Next(2)));
        sketch::formation(&mut campaign, "e", "AX", Echelon::Battalion, Some("0300"));
        assert_eq!(to(&campaign, 3, 0), Some(WayThere::Barred));
        assert_eq!(way_there(&campaign, (&"nobody".into(), Square::new(1, 0)), None), None);
    }

    /// It is drawn from where the unit stands through its way points to the end, though no bound suffices for all of it.
    #[test]
    fn the_way_of_a_march_goes_square_by_square_through_its_way_points() {
        let mut campaign = sketch::blank(40, 40);
        sketch::add_side(&mut campaign, "SU", "Soviet", "red");
        sketch::formation(&mut campaign, "b", "SU", Echelon::Battalion, Some("0000"));
        let way = |words: &[&str]| {
            let way = words.iter().map(|word| (*word).to_owned()).collect();
            let request =
                UnitMove { unit: "b".to_owned(), way, rate: None, close_up: false, split: false, alone: false };
            march_way(&campaign, &request)
        };
        let squares = |of: &[(u16, u16)]| Some(of.iter().map(|(col, row)| Square::new(*col, *row)).collect::<Vec<_>>());
        assert_eq!(way(&["0002", "0202"]), squares(&[(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]));
        assert_eq!(way(&["3900"]).map(|way| way.len()), Some(40));
        assert_eq!((way(&["0000"]), way(&[])), (None, None));
    }
}
