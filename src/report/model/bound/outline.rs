//! What closing a bound would do, point by point in its order: what the umpire sees before he closes it.
//!
//! What it decides: what of a close is one point. The bound report tells the same formation by formation.

use std::collections::BTreeSet;

use campaign::{Campaign, Event};
use domain::{FormationId, LeafState, Phase, SideId, counted, few};
use supply::Supplied;

use super::moment::BoundView;
use super::report::{BoundReport, ClosedBound};

/// How many names a point has.
const NAMED: usize = 4;

/// One thing that closing a bound does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosePoint {
    /// What of the campaign it is about.
    pub topic: CloseTopic,
    /// How it is to be taken.
    pub tone: CloseTone,
    /// What happens.
    pub text: String,
}

/// What of the campaign a point is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseTopic {
    /// Orders that are dropped.
    Orders,
    /// Vehicles that drive on.
    Convoys,
    /// Who is supplied.
    Supply,
    /// Strength points that are lost, and units that are.
    Losses,
    /// Markers that come off, and who is in order again.
    Rest,
    /// Strength points that come out of pools, and ammunition.
    Replacements,
    /// Postures.
    Posture,
    /// The bound that begins.
    Next,
    /// Reinforcements.
    Arrivals,
}

impl CloseTopic {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Orders => "Orders",
            Self::Convoys => "Convoys",
            Self::Supply => "Supply",
            Self::Losses => "Losses",
            Self::Rest => "Rest",
            Self::Replacements => "Replacements",
            Self::Posture => "Posture",
            Self::Next => "Next",
            Self::Arrivals => "Arrivals",
        }
    }
}

/// How a point is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseTone {
    /// As something that is lost.
    Bad,
    /// As a matter of course.
    Plain,
    /// As what comes then.
    Next,
}

impl ClosePoint {
    /// What closing a bound did or would do, in its order; of the same close as the report.
    pub fn all(closed: ClosedBound<'_>, report: &BoundReport) -> Vec<Self> {
        let counts = Counts::of(closed.events);
        let mut points = Vec::new();
        let mut add = |topic, tone, text: String| points.push(Self { topic, tone, text });
        if !counts.dropped.is_empty() {
            let names: Vec<&str> = counts.dropped.iter().map(|id| closed.before.name_of(id.as_str())).collect();
            let orders = counted(counts.dropped.len(), "order");
            let are = if counts.dropped.len() == 1 { "is" } else { "are" };
            let text = format!("{orders} {are} dropped, not carried out: {}", few(&names, NAMED, ", "));
            add(CloseTopic::Orders, CloseTone::Bad, text);
        }
        if !counts.convoys.is_empty() {
            let drive = if counts.convoys.len() == 1 { "drives" } else { "drive" };
            let text = format!("{} {drive} on, load or unload", counted(counts.convoys.len(), "convoy"));
            add(CloseTopic::Convoys, CloseTone::Plain, text);
        }
        if counts.sp_lost > 0 {
            add(CloseTopic::Losses, CloseTone::Bad, format!("{} SP lost", counts.sp_lost));
        }
        for (state, units) in [LeafState::Dispersed, LeafState::Surrendered, LeafState::Destroyed, LeafState::Merged]
            .into_iter()
            .filter_map(|state| Some((state, counts.ended(state)?)))
        {
            add(CloseTopic::Losses, CloseTone::Bad, format!("{} {state}", counted(units, "unit")));
        }
        for side in &report.supply {
            let name = closed.after.counted_name(side.side);
            let supply = SupplyNews::of(closed, side.side);
            if supply.lost != [0, 0] {
                let [log, pol] = supply.lost;
                add(CloseTopic::Supply, CloseTone::Bad, format!("{name}: {}", newly_out(log, pol)));
            }
            if supply.regained > 0 {
                let are = if supply.regained == 1 { "is" } else { "are" };
                let text = format!("{name}: {} {are} supplied again", counted(supply.regained, "formation"));
                add(CloseTopic::Supply, CloseTone::Plain, text);
            }
            if let Some(since) = &side.longest_since {
                let stay = if side.unchanged == 1 { "stays" } else { "stay" };
                let (some, label) = (counted(side.unchanged, "formation"), &since.label);
                let text = format!("{name}: {some} {stay} out of supply, the longest since {label}");
                add(CloseTopic::Supply, CloseTone::Plain, text);
            }
        }
        if counts.markers > 0 {
            let come = if counts.markers == 1 { "comes" } else { "come" };
            add(CloseTopic::Rest, CloseTone::Plain, format!("{} {come} off", counted(counts.markers, "marker")));
        }
        if counts.rallied > 0 {
            let are = if counts.rallied == 1 { "is" } else { "are" };
            let text = format!("{} {are} in order again", counted(counts.rallied, "unit"));
            add(CloseTopic::Rest, CloseTone::Plain, text);
        }
        if counts.replaced > 0 {
            let text = format!("{} SP of replacements come up", counts.replaced);
            add(CloseTopic::Replacements, CloseTone::Plain, text);
        }
        if counts.refilled > 0 {
            let are = if counts.refilled == 1 { "is" } else { "are" };
            let text = format!("{} {are} given ammunition", counted(counts.refilled, "base"));
            add(CloseTopic::Replacements, CloseTone::Plain, text);
        }
        if counts.settled > 0 {
            let takes = if counts.settled == 1 { "takes" } else { "take" };
            let text = format!("{} that marched {takes} an open posture", counted(counts.settled, "unit"));
            add(CloseTopic::Posture, CloseTone::Plain, text);
        }
        add(CloseTopic::Next, CloseTone::Next, begins(closed.after, report));
        if let Some(text) = arrivals(closed.after, &counts.arrived) {
            add(CloseTopic::Arrivals, CloseTone::Next, text);
        }
        points
    }
}

/// What of the events of a close is counted.
#[derive(Debug, Default)]
struct Counts<'e> {
    dropped: Vec<&'e FormationId>,
    convoys: BTreeSet<&'e FormationId>,
    sp_lost: u32,
    ended: Vec<LeafState>,
    markers: usize,
    rallied: usize,
    replaced: u32,
    refilled: usize,
    settled: usize,
    arrived: Vec<&'e FormationId>,
}

impl<'e> Counts<'e> {
    fn of(events: &'e [Event]) -> Self {
        let mut counts = Self::default();
        for event in events {
            match event {
                Event::OrderChanged { unit, before: Some(_), after: None, .. } => counts.dropped.push(unit),
                Event::ConvoyChanged { lead, before: Some(_), .. } => drop(counts.convoys.insert(lead)),
                Event::StrengthChanged { before, after, .. } => {
                    counts.sp_lost += u32::from(before.saturating_sub(*after));
                }
                Event::MarkersChanged { before, after, .. } => {
                    counts.markers += usize::from(before.saturating_sub(*after));
                }
                Event::LeafStateChanged { leaf, before, after } => match (before, after) {
                    (LeafState::OffMap, _) => counts.arrived.push(leaf),
                    (_, LeafState::Organised) => counts.rallied += 1,
                    _ => counts.ended.push(*after),
                },
                Event::ReplacementTaken { before, after, .. } => {
                    counts.replaced += u32::from(after.saturating_sub(*before));
                }
                Event::AmmunitionChanged { after: false, .. } => counts.refilled += 1,
                Event::PosturesSettled { leaves } => counts.settled += leaves.len(),
                _ => {}
            }
        }
        counts
    }

    /// How many units came to this state; none where none did.
    fn ended(&self, state: LeafState) -> Option<usize> {
        let count = self.ended.iter().filter(|of| **of == state).count();
        (count > 0).then_some(count)
    }
}

/// What a close makes of the supply of a side.
#[derive(Debug, Default)]
struct SupplyNews {
    /// How many formations are out of LOG that were not, and of POL.
    lost: [usize; 2],
    /// How many were out of something and are out of nothing.
    regained: usize,
}

impl SupplyNews {
    fn of(closed: ClosedBound<'_>, side: SideId) -> Self {
        let mut news = Self::default();
        for event in closed.events {
            let Event::SupplyRecorded { formation, before, after } = event else { continue };
            if closed.after.formation(formation.as_str()).is_none_or(|of| of.side != side) {
                continue;
            }
            let out = |of: &Option<campaign::SupplyRecord>| {
                of.as_ref().map_or([false; 2], |of| [Supplied::was_out(&of.log), Supplied::was_out(&of.pol)])
            };
            let (was, is) = (out(before), out(after));
            for place in [0, 1] {
                news.lost[place] += usize::from(is[place] && !was[place]);
            }
            news.regained += usize::from(was != [false; 2] && is == [false; 2] && after.is_some());
        }
        news
    }
}

/// How many are out of what since this bound.
fn newly_out(log: usize, pol: usize) -> String {
    match (log, pol) {
        (_, 0) => format!("{} newly out of LOG", counted(log, "formation")),
        (0, _) => format!("{} newly out of POL", counted(pol, "formation")),
        _ => format!("{} newly out of LOG, {pol} of POL", counted(log, "formation")),
    }
}

/// The bound that begins: who may march how long, and in what weather.
fn begins(after: &Campaign, report: &BoundReport) -> String {
    let hours = |is_vehicle| counted(after.settings.moving_hours(after.bound.phase, is_vehicle) as usize, "hour");
    let over = if report.over.is_some() { "; the last day of the campaign is over" } else { "" };
    let marches = if after.bound.phase == Phase::Night {
        format!("lorries and bowsers drive {}, all others march {}", hours(true), hours(false))
    } else {
        format!("troops march {}", hours(false))
    };
    format!("{} begins: {marches}; weather: {}{over}", report.running.label, report.weather)
}

/// Who has come, or when somebody comes; none where nobody is still to come.
fn arrivals(after: &Campaign, arrived: &[&FormationId]) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for leaf in arrived.iter().filter_map(|id| after.formation(id.as_str())) {
        let name = after.superior(leaf).unwrap_or(leaf).name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let label = BoundView::new(after, after.bound).label;
    if !names.is_empty() {
        return Some(format!("{} in {label}: {}", counted(arrived.len(), "unit"), few(&names, NAMED, ", ")));
    }
    let leaves = after.formations.values().filter_map(|of| of.leaf.as_ref());
    let next = leaves.filter(|leaf| leaf.state == LeafState::OffMap).filter_map(|leaf| leaf.arrives);
    let next = next.filter(|bound| *bound > after.bound).min()?;
    Some(format!("none in {label}; the next in {}", BoundView::new(after, next).label))
}
