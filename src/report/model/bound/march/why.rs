//! Why a leaf of a march stopped, in words.

use campaign::march::{Bars, LeafMarch, Stop};
use campaign::{Campaign, Tree};
use domain::{Echelon, FormationId};
use supply::Dry;

use crate::words::means::leaf_named;

/// What says more of why a leaf stopped: what bars its way, and why it has no POL.
pub(super) struct Why<'a> {
    pub(super) bars: &'a Bars<'a>,
    pub(super) dry: Option<&'a Dry<'a>>,
}

impl Why<'_> {
    /// Why it has no POL: as it is told of it, and of many at once.
    pub(super) fn dry(&self, march: &LeafMarch) -> Option<[String; 2]> {
        let Some(Stop::Fuel(formation)) = &march.stop else { return None };
        let (why, is_own) = (self.dry?.why(formation), *formation == march.leaf);
        Some([why.clone(), if is_own { self.dry?.want(formation) } else { why }])
    }
}

/// Why a leaf stopped: a word, the words for it, and the enemy.
pub(in crate::model::bound) fn words(campaign: &Campaign, stop: &Stop) -> (&'static str, String, Option<FormationId>) {
    let named = |id: &FormationId| leaf_named(campaign, id);
    match stop {
        Stop::Hours => ("hours", "hours used up".to_owned(), None),
        Stop::Contact(by) => ("contact", format!("in contact with {}", named(by)), Some(by.clone())),
        Stop::Held(square, by) => {
            ("held", format!("{} is held by {}", campaign.frame.reference(*square), named(by)), Some(by.clone()))
        }
        Stop::NoWay => ("no_way", "blocked by water or ground".to_owned(), None),
        Stop::Fuel(formation) => ("pol", format!("{} is out of POL", named(formation)), None),
        Stop::State(state) => ("state", state.to_string(), None),
        Stop::Rate => ("rate", "does not march".to_owned(), None),
        Stop::Overrun(by) => ("overrun", format!("overrun by {}", named(by)), Some(by.clone())),
    }
}

/// The same as it is told of many at once: of the enemy the division that stopped them, and not which battalion of it.
pub(super) fn cause(campaign: &Campaign, stop: &Stop) -> String {
    let enemy = |id: &FormationId| {
        let Some(leaf) = campaign.formations.get(id) else { return id.to_string() };
        let tree = Tree::new(campaign);
        let above = tree.at_level(leaf, Echelon::Division).or_else(|| tree.at_level(leaf, Echelon::Brigade));
        above.or_else(|| tree.parent(leaf)).unwrap_or(leaf).name.clone()
    };
    match stop {
        Stop::Contact(by) => format!("in contact with {}", enemy(by)),
        Stop::Held(_, by) => format!("stopped before a square held by {}", enemy(by)),
        Stop::Overrun(by) => format!("overrun by {}", enemy(by)),
        stop => words(campaign, stop).1,
    }
}
