//! Integration tests: one target, a module a subject.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ledger;
