//! Supply vehicles that keep together on a way that is given: how far they come in the hours they have.
//!
//! What it decides: the minutes of each step, at road rate and at the pace of the slowest, and where the hours end.
//! What it never does: seek a way, or know what bars one: whoever drives says which steps are clear.

use std::collections::BTreeMap;

use domain::{Mobility, SideId, Square};

use super::Towards;
use super::pace::Pace;
use super::passage::Passage;
use crate::Campaign;
use crate::march::manner::Manner;

/// Drives vehicles over the ground of a campaign in its running bound.
pub struct Driver<'a> {
    campaign: &'a Campaign,
    passage: Passage<'a>,
    paces: BTreeMap<u8, Option<Pace>>,
    /// Squares that take longer, and by how many minutes.
    slowed: (Vec<Square>, u32),
}

/// Where vehicles stand as they set out, and what they have used of their hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// Where they stand.
    pub square: Square,
    /// Minutes used.
    pub minutes: u32,
    /// How far they are on the way to the next square.
    pub towards: Option<Towards>,
    /// Minutes that they have in the bound.
    pub limit: u32,
}

/// How far vehicles have come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drive {
    /// The squares entered, in order.
    pub way: Vec<Square>,
    /// Minutes used after it.
    pub minutes: u32,
    /// In which minute the last square was entered.
    pub entered: u32,
    /// How far they are on the way to the next square.
    pub towards: Option<Towards>,
    /// What stopped them; none where they came to the end of the way.
    pub stop: Option<DriveStop>,
}

/// What stops vehicles on their way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DriveStop {
    /// Their hours are used up.
    Hours,
    /// The next step is barred, for this reason.
    Barred(String),
}

impl<'a> Driver<'a> {
    /// The ground of a campaign in its running bound.
    pub fn new(campaign: &'a Campaign) -> Self {
        Self { campaign, passage: Passage::new(campaign), paces: BTreeMap::new(), slowed: (Vec::new(), 0) }
    }

    /// From now on it drives vehicles of a side: through its squares under attack from the air more slowly (house rule
    /// `air_interdiction`).
    pub fn drives_for(&mut self, side: SideId) {
        self.slowed = (self.campaign.struck_squares(side), self.campaign.strike_force().minutes);
    }

    /// The minutes of a step at the pace of the slowest; none where one of them cannot make it.
    fn step(&mut self, mobilities: &[Mobility], from: Square, to: Square) -> Option<u32> {
        let frame = &self.campaign.frame;
        let (a, b) = (frame.index(from), frame.index(to));
        let mut slowest = 0;
        for mobility in mobilities {
            let (factors, lorries) = (self.passage.factors(), self.passage.lorries());
            let made = || Pace::new(*mobility, 0, frame.square_m, factors, lorries);
            let pace = self.paces.entry(*mobility as u8).or_insert_with(made);
            slowest = slowest.max(self.passage.step(a, b, pace.as_ref()?, Manner::Road)?);
        }
        let longer = if self.slowed.0.contains(&to) { self.slowed.1 } else { 0 };
        (from.steps_to(to) == 1).then_some(slowest + longer)
    }

    /// The minutes of a whole way; none where it cannot be gone.
    pub fn minutes(&mut self, mobilities: &[Mobility], from: Square, way: &[Square]) -> Option<u32> {
        let mut at = from;
        let mut sum = 0;
        for next in way {
            sum += self.step(mobilities, at, *next)?;
            at = *next;
        }
        Some(sum)
    }

    /// Lets vehicles of these mobilities drive on a way as far as their hours go; `bar` says what bars a step.
    pub fn drive(
        &mut self,
        mobilities: &[Mobility],
        start: Start,
        way: &[Square],
        mut bar: impl FnMut(Square, Square) -> Option<String>,
    ) -> Drive {
        let Start { square: mut at, minutes, mut towards, limit } = start;
        let mut drive = Drive { way: Vec::new(), minutes, entered: minutes, towards: None, stop: None };
        for next in way {
            let step = self.step(mobilities, at, *next);
            let barred = bar(at, *next).or_else(|| step.is_none().then(|| self.impassable(at, *next)));
            if let Some(why) = barred {
                drive.stop = Some(DriveStop::Barred(why));
                return drive;
            }
            let gone = towards.take().filter(|towards| towards.square == *next).map_or(0, |t| u32::from(t.minutes));
            let left = step.unwrap_or_default().saturating_sub(gone);
            if drive.minutes + left > limit {
                let spent = limit.saturating_sub(drive.minutes);
                drive.minutes += spent;
                drive.towards = (gone + spent > 0).then(|| Towards { square: *next, minutes: (gone + spent) as u16 });
                drive.stop = Some(DriveStop::Hours);
                return drive;
            }
            drive.minutes += left;
            drive.entered = drive.minutes;
            drive.way.push(*next);
            at = *next;
        }
        drive
    }

    fn impassable(&self, from: Square, to: Square) -> String {
        let frame = &self.campaign.frame;
        let within = self.passage.lorries().filter(|ground| ground.bars_lorries()).map(|ground| &ground.name);
        let within = within.map_or_else(String::new, |ground| format!(" in `{ground}`"));
        format!("its vehicles cannot go from {} to {}{within}", frame.reference(from), frame.reference(to))
    }
}
