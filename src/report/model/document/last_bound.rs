//! What a document tells of the bound that was closed last: in a pack once, on its first page as far as that has room.

use super::block::{Block, heading};

/// How many sentences the first page of a pack has room for.
pub(super) const TOLD: usize = 8;

/// What is told of the bound that was closed last, and whether the first page of a pack has told some of it.
#[derive(Debug, Clone, Copy)]
pub struct LastBound<'a> {
    /// The sentences.
    pub told: &'a [String],
    /// Whether it stands behind the first page of a pack.
    pub in_pack: bool,
}

impl LastBound<'_> {
    /// What is still to be told of it; none where the first page has told all.
    pub(super) fn left(self) -> Option<Vec<Block>> {
        if !self.in_pack {
            return Some(the_last_bound("The last bound", self.told));
        }
        let left = self.told.get(TOLD..).filter(|left| !left.is_empty())?;
        Some(the_last_bound("The last bound, continued", left))
    }
}

/// What is told of the bound that was closed last.
pub(super) fn the_last_bound(title: &str, told: &[String]) -> Vec<Block> {
    let nothing = ["Nothing to tell.".to_owned()];
    let told = if told.is_empty() { &nothing } else { told };
    let told = told.iter().map(|text| Block::Text { text: text.clone() });
    std::iter::once(heading(title)).chain(told).collect()
}
