//! Brigadier General Commands: platoons of four squads, a ladder of orders, fire by handfuls of dice.
//!
//! What it is: the map from the sections of the rules page to functions. 2.2 and 5 `engage`; 3.2, 4.4 `ladder`;
//! 3.3-3.4, 4.1, 4.2 `fire`; 3.5, 4.5-4.7, 4.9-4.11 `checks`; 4.3 `strength`; 4.8 `close_assault`; 6 `campaign`;
//! 1.4 `house`; the figures `tables`; one mechanic at a time `table`.
//! What it decides: what the dice of this system come to.
//! Where to look next: `docs/rules/brigadier-general-commands.md`, section by section with rulings and tests.

mod answer;
pub(super) mod battle;
mod campaign;
mod checks;
mod close_assault;
mod engage;
mod fire;
mod input;
pub(crate) mod keys;
mod kinds;
mod ladder;
mod odds;
mod parameters;
mod strength;
pub(crate) mod table;
mod tables;
pub(crate) mod throws;
