//! Campaign bases and platoons: strength in, strength and state home (6.2, 6.3, 6.4).
//!
//! What it never does: know a campaign; it maps figures.

use serde::Serialize;

use domain::{Note, Notes};

use super::answer::count;
use super::kinds::BgcOrder;
use super::strength::BgcStrength;
use super::tables::SQUADS;
use crate::outcome::Spirit;

/// The most SP of a base.
pub(crate) const MOST_SP: u8 = SQUADS - 1;

/// A platoon as the campaign books it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct BgcHome {
    pub(crate) sp: u8,
    pub(crate) markers: u8,
    pub(crate) morale: Spirit,
    pub(crate) state: &'static str,
    pub(crate) flags: Notes,
    pub(crate) withdraw: u8,
}

/// How a platoon's battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BgcEnd {
    pub(crate) strength: BgcStrength,
    pub(crate) order: BgcOrder,
    pub(crate) lost_close_assault: bool,
    /// It gave up, or could not fall back and the enemy has the square.
    pub(crate) captured: bool,
    /// Its rear square is barred.
    pub(crate) barred: bool,
}

/// The squads of a base of so many SP and markers; none where there is no such base.
pub(crate) fn squads(sp: u8, markers: u8) -> Option<BgcStrength> {
    let fits = (1..=MOST_SP).contains(&sp) && markers <= sp;
    fits.then(|| BgcStrength { u: sp + 1 - markers, w: markers, k: MOST_SP - sp })
}

impl BgcEnd {
    /// The platoon as the campaign books it, a leaf of its own.
    ///
    /// # Interpretation
    /// A platoon that gave up is captured whatever it had left; one squad alone is otherwise no SP.
    pub(crate) fn home(self) -> BgcHome {
        let morale = self.morale();
        let gone = matches!(morale, Spirit::Lost | Spirit::Captured);
        let sp = if gone { 0 } else { self.strength.alive().saturating_sub(1) };
        BgcHome {
            sp,
            markers: self.strength.w.min(sp),
            morale,
            state: morale.state(),
            flags: self.note(morale).into_iter().collect(),
            withdraw: u8::from(!gone && !self.barred && self.order.runs()),
        }
    }

    fn morale(self) -> Spirit {
        match self.order {
            _ if self.captured && self.strength.alive() > 0 => Spirit::Captured,
            _ if self.strength.alive() <= 1 => Spirit::Lost,
            BgcOrder::Rout => Spirit::Rout,
            BgcOrder::Back if self.lost_close_assault => Spirit::Run,
            BgcOrder::Back => Spirit::Retire,
            _ => Spirit::Steady,
        }
    }

    fn note(self, morale: Spirit) -> Option<Note> {
        match (morale, self.order) {
            (Spirit::Lost, _) if self.strength.alive() == 1 => Some(Note::Remnant),
            (Spirit::Steady, BgcOrder::Shaken) => Some(Note::NoAttack),
            (Spirit::Steady, BgcOrder::Hold) => Some(Note::Pinned),
            _ => None,
        }
    }
}

impl BgcHome {
    /// `3 SP, 2 casualty markers, steady, unchanged; no_attack; one square back`
    pub(crate) fn words(&self) -> String {
        let (morale, state) = (self.morale.as_str(), self.state);
        let mut words =
            format!("{} SP, {}, {morale}, {state}", self.sp, count(u32::from(self.markers), "casualty marker"));
        for note in self.flags.iter() {
            words.push_str("; ");
            words.push_str(note.as_str());
        }
        if self.withdraw > 0 {
            words.push_str("; one square back");
        }
        words
    }
}
