//! Pages: what stands on them, by role; what all of them share.
//!
//! Where to look next: `shell`, the frame of every page; `umpire` and `player`, who routes where.

mod act;
mod address;
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
mod look_up;
mod lookups;
mod map;
mod new;
mod order;
mod ordered;
mod outlook;
mod overlay;
mod parts;
mod past;
mod place;
mod plan;
pub(crate) mod player;
mod player_frame;
mod post;
mod printed;
mod proposals;
pub(crate) mod screen;
mod seek;
mod sent;
mod shell;
mod sides;
mod since;
mod step_back;
mod step_screen;
mod steps;
mod thing;
mod timeline;
mod typed;
pub(crate) mod umpire;
pub(crate) mod umpire_frame;
mod under;
mod wanted;

pub(crate) use battle::asked::Questions;
