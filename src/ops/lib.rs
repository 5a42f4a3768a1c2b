//! What the organiser does and asks.
//!
//! What it is: [`command`], which decides what changes; [`query`], which reads and computes and changes nothing;
//! [`Session`], an open campaign file with how to look at it and how to write to it.
//! What it decides: what a command means, and when it is refused.
//! What it never does: print, parse a command line, or change a campaign otherwise than by events.
//! Where to look next: `cli::commands`, one file a command; [`campaign`] for the events.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod battle;
mod bound_word;
mod changeset;
pub mod command;
mod context;
mod dice_from;
pub mod draft;
mod error;
mod export;
pub mod files;
mod find;
mod hint;
mod open_contacts;
pub mod pick;
pub mod query;
mod remedy;
mod session;

pub use battle::result::{BattleResult, OfCampaign};
pub use campaign::{Battle, Campaign as View, Event, Formation, Reader};
pub use changeset::{Changeset, Notice};
pub use command::Request;
pub use context::{ChangeContext, DecisionContext};
pub use dice::{Ask, Call, DiceError, Told, faces, throws};
pub use error::{Candidate, Near, OpError};
pub use hint::refusal_hint;
pub use remedy::Offer;
pub use rules::decision::{BaseStrength, Decide, MarkerOn, Placing, Question};
pub use rules::outcome::Happening;
pub use session::{
    AnotherSession, Change, Correction, DoneAgain, HowDone, Input, Message, Moment, NewPlayer, Player, PostedBattle,
    Proposal, ProposalState, Session, Step, Stepped,
};
