//! What a chain, and those who are fed, feel of the mend of a line.

use campaign::Formation;
use domain::Square;

use crate::chain::step::MendStep;
use crate::ground::view::Item;

/// What the mend of a formation's line does, as far as its chain and those whom it feeds feel it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LineDone {
    /// What is put right.
    pub(crate) items: Vec<Item>,
    /// Where a LOG vehicle is given.
    pub(crate) given: Option<Square>,
    /// Where the formation comes: its HQ; its vehicles stand where they did.
    pub(crate) came: Option<Square>,
}

impl LineDone {
    /// What a chain feels of where the formation comes.
    pub(crate) fn came_steps(&self, formation: &Formation) -> Vec<MendStep> {
        self.came.map(|square| MendStep::Name(formation.id.clone(), square)).into_iter().collect()
    }
}
