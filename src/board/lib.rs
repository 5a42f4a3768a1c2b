//! The board: the campaign in a browser, for the umpire on his own machine and for players on their phones.
//!
//! What it is: a small server on one thread, and pages that are made on the program's own; [`Desk`], what the program does
//! for it.
//! What it decides: who reaches which page, what stands on it, and what is told to whom when the campaign goes on.
//! What it never does: decide anything of the campaign: whatever is done is a command of the program, sent as it would be
//! typed. It never makes a player's page from more than his side knows.
//! Where to look next: `office`, which answers; `page`, what is answered; `server`, how it goes over the wire.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod access;
mod asked;
mod assets;
mod command;
mod connections;
mod desk;
mod eyes;
mod letters;
mod news;
mod office;
mod opened;
mod page;
mod refusal;
mod server;
mod workshop;

pub use command::{Command, CommandFile, Field, FieldKind, FieldSetting, FileForm};
pub use desk::{Answer, Desk, Detail, Drawing, Making, Reading, Refusal};
pub use opened::{BoardError, Opened, Options, Pass};
pub use server::serve;
pub use workshop::{BuiltIn, CampaignFile, Checked, MadeFrom, Workshop};
