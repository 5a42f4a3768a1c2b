//! Battles between the campaign and the rules: who is drawn, as what, what it relied on, and what comes home.
//!
//! What it is: [`roster`], who takes part; [`draw`], the engagement that the rules are given; [`facts`], what an open
//! battle relied on; [`gap`], mines on its way; [`mark`], of which drawing an outcome is; [`file`], an engagement as a text with comments, and
//! [`differ`], what it says otherwise than the campaign; [`sheet`], a filled result form, and [`record`], the
//! outcome that it comes to; [`refight`], whether the dice of an outcome give it; [`post`], the events of an outcome.
//! What it decides: who may attack, whose guns reach and when they can fire, what of an outcome changes the campaign.
//! What it never does: fight. That is [`rules`].
//! Where to look next: `ops::command::battle` for the commands; `docs/RULES.md`.

pub(super) mod draw;
pub(super) mod file;
pub(super) mod heard;
pub(super) mod post;
pub(super) mod record;
pub(super) mod result;
