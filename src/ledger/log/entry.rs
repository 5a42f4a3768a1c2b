//! An operation with all that its hash covers, on its way into the log or out of it.

use super::hash::Hasher;

/// An event as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredEvent {
    /// Its place in the operation, from 0.
    pub(crate) place: u64,
    /// Its kind.
    pub(crate) kind: String,
    /// The version of its payload.
    pub(crate) version: u32,
    /// What it is about.
    pub(crate) subject: String,
    /// JSON.
    pub(crate) payload: String,
}

/// An operation as stored, the wall time and the running hash apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) parent: Option<u64>,
    pub(crate) group: Option<u64>,
    pub(crate) kind: String,
    pub(crate) bound: String,
    pub(crate) program: String,
    pub(crate) command: String,
    pub(crate) request: String,
    pub(crate) seed: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) overridden: Option<String>,
    /// Names and content hashes, by name.
    pub(crate) inputs: Vec<(String, String)>,
    pub(crate) events: Vec<StoredEvent>,
}

impl Entry {
    /// The running hash after this operation, from that after the one before (of the first: empty).
    pub(crate) fn hash(&self, before: &str) -> String {
        let mut hasher = self.head().hasher(before);
        hasher.inputs(self.inputs.iter().map(|(name, content)| (name.as_str(), content.as_str())));
        for StoredEvent { place, kind, version, subject, payload } in &self.events {
            hasher.event(*place, kind, *version, subject, payload);
        }
        hasher.finish()
    }

    fn head(&self) -> Head<'_> {
        Head {
            number: self.number,
            parent: self.parent,
            group: self.group,
            words: [&self.kind, &self.bound, &self.program, &self.command, &self.request],
            reasons: [self.seed.as_deref(), self.reason.as_deref(), self.overridden.as_deref()],
        }
    }
}

/// What the hash of an operation covers before its inputs and events.
pub(crate) struct Head<'e> {
    pub(crate) number: u64,
    pub(crate) parent: Option<u64>,
    pub(crate) group: Option<u64>,
    /// Kind, bound, program, command and request.
    pub(crate) words: [&'e str; 5],
    /// Seed, reason and override.
    pub(crate) reasons: [Option<&'e str>; 3],
}

impl Head<'_> {
    /// The hash so far, from the running hash before; inputs and then events are to follow.
    pub(crate) fn hasher(&self, before: &str) -> Hasher {
        let mut hasher = Hasher::default();
        hasher.field(before.as_bytes()).number(self.number);
        for number in [self.parent, self.group] {
            hasher.maybe(number.map(|number| number.to_string()).as_deref());
        }
        for field in self.words {
            hasher.field(field.as_bytes());
        }
        for field in self.reasons {
            hasher.maybe(field);
        }
        hasher
    }
}
