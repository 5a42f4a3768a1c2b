//! An operation with all that its hash covers, on its way into the log or out of it.

use super::hash::Hasher;

/// An event as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredEvent {
    /// Its place in the operation, from 0.
    pub(super) place: u64,
    /// Its kind.
    pub(super) kind: String,
    /// The version of its payload.
    pub(super) version: u32,
    /// What it is about.
    pub(super) subject: String,
    /// JSON.
    pub(super) payload: String,
}

/// An operation as stored, the wall time and the running hash apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) number: u64,
    pub(super) parent: Option<u64>,
    pub(super) group: Option<u64>,
    pub(super) kind: String,
    pub(super) bound: String,
    pub(super) program: String,
    pub(super) command: String,
    pub(super) request: String,
    pub(super) seed: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) overridden: Option<String>,
    /// Names and content hashes, by name.
    pub(super) inputs: Vec<(String, String)>,
    pub(super) events: Vec<StoredEvent>,
}

impl Entry {
    /// The running hash after this operation, from that after the one before (of the first: empty).
    pub(super) fn hash(&self, before: &str) -> String {
        let mut hasher = Hasher::default();
        hasher.field(before.as_bytes()).number(self.number);
        let number = |number: Option<u64>| number.map(|n| n.to_string());
        for field in [number(self.parent), number(self.group)] {
            hasher.maybe(field.as_deref());
        }
        for field in [&self.kind, &self.bound, &self.program, &self.command, &self.request] {
            hasher.field(field.as_bytes());
        }
        for field in [&self.seed, &self.reason, &self.overridden] {
            hasher.maybe(field.as_deref());
        }
        hasher.number(self.inputs.len() as u64);
        for (name, content) in &self.inputs {
            hasher.field(name.as_bytes()).field(content.as_bytes());
        }
        for event in &self.events {
            hasher.number(event.place).field(event.kind.as_bytes()).number(u64::from(event.version));
            hasher.field(event.subject.as_bytes()).field(event.payload.as_bytes());
        }
        hasher.finish()
    }
}
