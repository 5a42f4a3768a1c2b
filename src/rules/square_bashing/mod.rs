//! Square Bashing: divisional battles of 1900 to 1928 on a grid, only D6.
//!
//! What it is: the map from the sections of its rules page to functions. 3.1 `unit`; 1.3 `house`; 3.2, 4.1, 4.2
//! `saves`; 4.3 `shooting`; 4.4 `fight`, `assault`; 4.5 `retire`; 4.6 `morale`; 4.7 `aim`, `barrage`; 3.3, 4.8 `turn`;
//! 5 `engage`, `bound`, `battle`, `told`; 6 `own`, `drawn`, `campaign`, `home`; 10 `table`, `read`. All figures are in `tables`.
//! What it decides: each mechanic as a [`play::Play`]: the same steps are thrown at the table and counted for `odds`.
//! What it never does: know a map. What lies beside a square is said in the input.
//! Where to look next: `docs/rules/square-bashing.md`.

mod aftermath;
mod aim;
mod assault;
mod barrage;
pub(super) mod battle;
mod bound;
mod campaign;
mod drawn;
mod engage;
mod fight;
pub(crate) mod mechanics;
mod morale;
mod narrator;
mod options;
mod parameters;
mod play;
mod read;
mod retire;
mod saves;
mod shooting;
pub(crate) mod table;
mod tables;
mod throws;
mod turn;
mod unit;
