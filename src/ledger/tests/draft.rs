//! An operation to be written, for the tests of this room and of those above it.

use chrono::{DateTime, Utc};

use ledger::OperationDraft;

pub(crate) fn draft(command: &str) -> OperationDraft {
    OperationDraft {
        command: command.into(),
        request: serde_json::json!({ "version": 1, "command": command }),
        group: None,
        seed: None,
        reason: None,
        overridden: None,
        expect: None,
        inputs: Vec::new(),
        time: DateTime::<Utc>::from_timestamp(1_700_000_000, 0).unwrap(),
    }
}
