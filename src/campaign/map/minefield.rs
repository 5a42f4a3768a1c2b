//! Minefields: whose mines lie in a square, from when on, and whether a way leads through them.
//!
//! What it decides: whether mines lie there in a bound, and whether an attack must gap them first (setting `mines`).
//! What it never does: lay, gap or close them; see `ops::command::mines`.

use serde::{Deserialize, Serialize};

use domain::{Bound, SideId, Square, record};

use crate::{Battle, Campaign, Formation, Setting};

/// The mines of a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Minefield {
    /// The square.
    pub square: Square,
    /// The side that laid them.
    pub side: SideId,
    /// Whether a way leads through them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gapped: bool,
    /// The bound from which they lie; none where they lay there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Bound>,
    /// What is to be known of them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

record!(Minefield { square, side, gapped, from as "from_bound", note });

impl Minefield {
    /// Whether they lie there in a bound: not while they are being laid.
    pub fn lies(&self, bound: Bound) -> bool {
        self.from.is_none_or(|from| from <= bound)
    }

    /// What they make of their square, in words: `by` is what the side is called.
    pub fn words(&self, by: &str) -> String {
        let gapped = if self.gapped { ", gapped" } else { "" };
        format!("mined by {by}{gapped}")
    }
}

impl Campaign {
    /// What mines make of their square, in words.
    pub fn mined(&self, field: &Minefield) -> String {
        field.words(&self.side_name(field.side))
    }

    /// The mines of a square, those too that are being laid.
    pub fn minefield(&self, square: Square) -> Option<&Minefield> {
        let place = self.minefields.binary_search_by_key(&square, |field| field.square);
        place.ok().map(|place| &self.minefields[place])
    }

    /// The mines that lie in a square in the running bound.
    pub fn mines_in(&self, square: Square) -> Option<&Minefield> {
        self.minefield(square).filter(|field| field.lies(self.bound))
    }

    /// The mines that must be gapped before an open battle is fought: the enemy's, by the setting `mines` at `bars`.
    ///
    /// # Interpretation
    /// Attackers who stand in the square already have a way into it.
    pub fn mines_to_gap(&self, battle: &Battle) -> Option<&Minefield> {
        let bars = |field: &&Minefield| field.side != battle.attacker && !field.gapped;
        let mines = self.mines_in(battle.square).filter(bars)?;
        let mut drawn = battle.facts.iter().filter_map(|fact| self.formation(&fact.subject));
        let is_in = |leaf: &Formation| {
            leaf.side == battle.attacker && leaf.is_fighting_leaf() && leaf.stands_on() == Some(battle.square)
        };
        (self.settings.get(Setting::Mines) == "bars" && !drawn.any(is_in)).then_some(mines)
    }
}
