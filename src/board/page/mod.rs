//! Pages: what stands on them, by role; what all of them share.
//!
//! Where to look next: `shell`, the frame of every page; `umpire` and `player`, who routes where.

mod act;
mod battle;
mod card;
mod close;
mod decide;
mod documents;
pub(crate) mod door;
mod fates;
mod filter;
mod form;
mod grades;
pub(crate) mod join;
mod line;
mod links;
mod log;
mod lookups;
mod map;
mod new;
mod order;
mod overlay;
mod parts;
mod past;
mod plan;
pub(crate) mod player;
mod post;
mod printed;
mod screen;
mod seek;
mod shell;
mod sides;
mod since;
mod steps;
mod thing;
mod timeline;
pub(crate) mod umpire;
mod under;

use crate::asked::Asked;

/// Whether a page is the same until something changes.
pub(crate) fn may_be_kept(asked: &Asked) -> bool {
    // Each form has a key of its own.
    let forms =
        ["back", "do", "order", "close", "join", "post", "orders", "new", "draw", "battle", "plan", "find", "search"];
    !asked.path.iter().any(|part| forms.contains(&part.as_str()))
}
