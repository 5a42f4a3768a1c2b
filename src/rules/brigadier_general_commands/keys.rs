//! Values as keys of an answer.

use serde::Serialize;
use serde_json::Value;

/// A value as JSON; all of ours have one.
pub(crate) fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}
