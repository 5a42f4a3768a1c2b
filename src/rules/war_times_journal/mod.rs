//! War Times Journal "1943": the movement chapter of a tactical game, the rest from its other pages and house figures.
//!
//! What it is: the map from the sections of its rules page to functions. 3.1 and 3.13 `command`; 3.2 and 3.3 `movement`;
//! 3.4 `guns`; 3.7 `small_arms`; §2.2 and 3.8 `losses`, `direct`; 3.5, 3.6 and 3.9 `area`; 3.10 `barrage`; 3.11
//! `assault`; 3.12 `morale`; 3.14 `air`; 4 `engage`; 5.1 and 5.2 `mapping`; the figures `tables`; what a group sets
//! otherwise `house`; one mechanic at a time `table`.
//! What it decides: what dice come to, and which house parameters an answer leaned on.
//! Where to look next: `docs/rules/war-times-journal.md`.

mod air;
mod answer;
mod area;
mod assault;
mod barrage;
pub(super) mod battle;
mod command;
mod count;
mod direct;
mod engage;
mod guns;
mod input;
mod losses;
mod mapping;
mod morale;
mod movement;
mod names;
mod parameters;
mod small_arms;
pub(crate) mod table;
mod tables;
