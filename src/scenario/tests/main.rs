//! Campaign folders as others use the room: read, checked and written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at what should not be")]

mod dialects;
mod first_tries;
mod march_folder;
mod reading;
mod tiny;
mod workbooks;
