//! What bars a march to which water or ground leaves no way, and how far it could go.
//!
//! What it decides: the water or ground that must be overcome on the way with the fewest such obstacles, and the last
//! square before the first of them.
//! What it never does: decide whether a leaf marches; that is `plan`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use domain::{Bound, CrossingId, CrossingState, RiverClass, Square, SquareSide, Terrain, Traffic, counted};
use network::{DIRECTIONS, Search, Steps};

use super::field::MarchField;
use super::pace::Pace;
use super::passage::Passage;
use super::{Marched, traffic};
use crate::march::manner::Manner;
use crate::{Campaign, Crossing, Formation};

/// An obstacle weighs more than any way round it.
const OBSTACLE: u64 = 1 << 32;
/// A river without a crossing weighs as much as a day's way round to one that could be restored.
const NO_CROSSING: u64 = 24 * 60;

/// What bars a march.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// The square before the obstacle.
    pub at: Square,
    /// The square beyond it.
    pub beyond: Square,
    /// What it is.
    pub obstacle: Obstacle,
    /// The last square that the leaf could reach: that before the obstacle, or before an enemy on the way there.
    pub last: Square,
    /// The minutes of marching to there.
    pub minutes: u32,
    /// In which bound it would be there, with the moving hours of this bound and the next; none where it has none.
    pub when: Option<Bound>,
}

/// What cannot be passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// The square beyond is a lake.
    Lake,
    /// A river, with a crossing over it that is there and does not serve.
    River {
        /// Its name; empty where it has none.
        name: String,
        /// How great it is.
        class: RiverClass,
        /// The crossing on that side of the square.
        crossing: Option<CrossingId>,
    },
    /// The ground itself.
    Ground,
}

/// Finds what bars marches in a campaign as it stands.
pub struct Bars<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) passage: &'a Passage<'a>,
    pub(super) field: MarchField<'a>,
    /// The first crossing by id of each side of a square that has some.
    crossings: BTreeMap<SquareSide, &'a Crossing>,
}

impl<'a> Bars<'a> {
    /// Over the ground of a campaign in its running bound.
    pub fn new(campaign: &'a Campaign, passage: &'a Passage<'a>) -> Self {
        let there = campaign.crossings.values().rev().filter_map(|crossing| Some((crossing.side?, crossing)));
        Self { campaign, passage, field: MarchField::new(campaign, passage), crossings: there.collect() }
    }

    /// What bars a leaf's way to a square; none where nothing does, or it stands nowhere.
    pub fn of(&self, leaf: &Formation, to: Square, manner: Manner) -> Option<Bar> {
        let frame = &self.campaign.frame;
        let pace = self.pace(leaf)?;
        let (from, to) = (frame.index(leaf.stands_on()?), frame.index(to));
        let side = self.field.bit(leaf.side);
        let path = self.path(from, to, &pace, manner, Some(side))?;
        let march = leaf.leaf.as_ref().map(|leaf| leaf.march).unwrap_or_default();
        let first = frame.square_at(path.first().copied()?);
        let (mut at, mut minutes, mut last) = (from, 0, None);
        for next in path {
            let Some(step) = self.passage.step(at, next, &pace, manner) else {
                let (square, beyond) = (frame.square_at(at), frame.square_at(next));
                let last = last.unwrap_or(square);
                let gone = march.towards.filter(|towards| towards.square == first && minutes > 0);
                let minutes = minutes - gone.map_or(0, |towards| u32::from(towards.minutes)).min(minutes);
                let when = self.when(leaf, march, minutes);
                let obstacle = self.obstacle(square, beyond);
                return Some(Bar { at: square, beyond, obstacle, last, minutes, when });
            };
            if last.is_none() && self.field.is_held(next, side) {
                last = Some(frame.square_at(at));
            }
            minutes += if last.is_none() { step } else { 0 };
            at = next;
        }
        None
    }

    /// At what pace a leaf marches by itself.
    pub(super) fn pace(&self, leaf: &Formation) -> Option<Pace> {
        let lorries = self.passage.lorries().filter(|_| leaf.vehicle_of().is_some());
        Pace::new(leaf.mobility?, 0, self.campaign.frame.square_m, self.passage.factors(), lorries)
    }

    /// The way with the fewest obstacles to a side, of these the quickest; the quickest as if nothing barred any where no side
    /// is given. The squares after the first.
    pub(super) fn path(
        &self,
        from: usize,
        to: usize,
        pace: &Pace,
        manner: Manner,
        side: Option<u16>,
    ) -> Option<Vec<usize>> {
        let steps = Obstructed { bars: self, to, pace, manner, side };
        let mut search = Search::new(steps.nodes());
        search.run(
            &steps,
            [(from, 0)],
            |_| 0,
            |at| if at.node == to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        );
        search.cost(to)?;
        let before =
            |square: usize| self.passage.neighbours(square).map(move |before| (before, steps.cost(before, square)));
        let mut path = search.way_back(to, before, |square| (search.cost_or_unreached(square), square));
        path.pop();
        path.reverse();
        Some(path)
    }

    /// What an obstacle weighs beside being one.
    fn restoring(&self, from: usize, to: usize) -> u64 {
        let frame = &self.campaign.frame;
        let (from, to) = (frame.square_at(from), frame.square_at(to));
        if self.crossing(from.side_to(to)).is_some() { 60 } else { NO_CROSSING }
    }

    fn crossing(&self, side: Option<SquareSide>) -> Option<&'a Crossing> {
        self.crossings.get(&side?).copied()
    }

    pub(super) fn obstacle(&self, at: Square, beyond: Square) -> Obstacle {
        let ground = &self.campaign.ground;
        if ground.terrain(beyond) == Terrain::Lake {
            return Obstacle::Lake;
        }
        let side = at.side_to(beyond);
        let Some(river) = side.and_then(|side| ground.river(side)) else { return Obstacle::Ground };
        let name = self.campaign.rivers.get(usize::from(river.river)).map(|river| river.name.clone());
        let ice = || self.campaign.crossings.values().find(|c| c.side.is_none() && Some(&c.river) == name.as_ref());
        let crossing = self.crossing(side).or_else(ice).map(|crossing| crossing.id.clone());
        Obstacle::River { name: name.clone().unwrap_or_default(), class: river.class, crossing }
    }

    /// The bound in which a leaf has marched so many minutes.
    fn when(&self, leaf: &Formation, march: Marched, minutes: u32) -> Option<Bound> {
        let hours = |bound: Bound| self.campaign.settings.moving_hours(bound.phase, leaf.vehicle_of().is_some()) * 60;
        let mut bound = self.campaign.bound;
        let mut left = hours(bound).saturating_sub(u32::from(march.minutes));
        // A day without an hour is followed by others like it.
        let mut idle = 0;
        let mut wanted = minutes;
        while wanted > left {
            wanted -= left;
            idle = if left == 0 { idle + 1 } else { 0 };
            if idle > 3 {
                return None;
            }
            bound = bound.next();
            left = hours(bound);
        }
        Some(bound)
    }
}

/// The steps of a march over whatever is in its way.
#[derive(Clone, Copy)]
struct Obstructed<'s, 'a> {
    bars: &'s Bars<'a>,
    to: usize,
    pace: &'s Pace,
    manner: Manner,
    /// Of whom; none where nothing is to weigh anything.
    side: Option<u16>,
}

impl Obstructed<'_, '_> {
    fn cost(&self, from: usize, to: usize) -> u64 {
        let Self { bars, pace, manner, .. } = self;
        let step = bars.passage.step(from, to, pace, *manner).map(u64::from);
        let Some(side) = self.side else { return step.unwrap_or_else(|| u64::from(pace.least(*manner))) };
        let step = step.unwrap_or_else(|| OBSTACLE + bars.restoring(from, to));
        let enemy = if to != self.to && bars.field.is_held(to, side) { OBSTACLE } else { 0 };
        step + enemy
    }
}

impl Steps for Obstructed<'_, '_> {
    fn nodes(&self) -> usize {
        self.bars.passage.lattice().len()
    }

    fn places(&self, _: usize) -> usize {
        DIRECTIONS
    }

    fn step(&self, square: usize, direction: usize) -> Option<(usize, u64)> {
        let next = self.bars.passage.lattice().neighbour(square, direction)?;
        Some((next, self.cost(square, next)))
    }
}

impl Obstacle {
    /// It between two squares, in words.
    pub fn text(&self, campaign: &Campaign, (at, beyond): (Square, Square), mobility: domain::Mobility) -> String {
        let (at, beyond) = (campaign.frame.reference(at), campaign.frame.reference(beyond));
        match self {
            Self::Lake => format!("{beyond} is a lake"),
            Self::Ground => format!("the ground is impassable from {at} to {beyond}"),
            Self::River { name, class, crossing } => {
                let river = if name.is_empty() { format!("a {class} river") } else { format!("{name} ({class})") };
                let crossing = crossing.as_ref().and_then(|id| campaign.crossings.get(id));
                let why = crossing.map_or("there is no crossing".to_owned(), |crossing| {
                    format!("`{}` {}", crossing.id, crossing.closed_text(campaign.bound, traffic(mobility)))
                });
                format!("{river} bars the way from {at} to {beyond}: {why}")
            }
        }
    }
}

impl Bar {
    /// What bars it, in words.
    pub fn text(&self, campaign: &Campaign, mobility: domain::Mobility) -> String {
        self.obstacle.text(campaign, (self.at, self.beyond), mobility)
    }

    /// How far the leaf that stands on `from` could go, in words.
    pub fn reach(&self, campaign: &Campaign, from: Square) -> String {
        if self.last == from {
            return "it is already as near as it can get".to_owned();
        }
        let last = campaign.frame.reference(self.last);
        let when = self.when.map(|bound| format!(", in {bound}")).unwrap_or_default();
        let (hours, minutes) = (self.minutes / 60, self.minutes % 60);
        let way = match (hours, minutes) {
            (0, minutes) => counted(minutes as usize, "minute"),
            (hours, 0) => counted(hours as usize, "hour"),
            (hours, minutes) => format!("{hours}:{minutes:02} hours"),
        };
        format!("it could go as far as {last}, {way} of marching{when}")
    }
}

impl Crossing {
    /// Why it does not serve this traffic in a bound, in words; that it does, where it does.
    pub(crate) fn closed_text(&self, bound: Bound, traffic: Traffic) -> String {
        let carries = if traffic == Traffic::Foot { self.carries.foot } else { self.carries.vehicles };
        match self.state {
            CrossingState::Destroyed => "is destroyed".to_owned(),
            CrossingState::Closed => "is closed".to_owned(),
            CrossingState::Open => match (self.from, self.until) {
                (Some(from), _) if bound < from => format!("is closed until {from} opens"),
                (_, Some(until)) if until < bound => format!("is closed by date since {until} closed"),
                _ if !carries => format!("carries only {}", self.carries.to_words()),
                _ => "is open".to_owned(),
            },
        }
    }
}
