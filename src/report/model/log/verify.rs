//! What `verify` found.

use serde::Serialize;

use campaign::Breach;

use crate::{Column, Report, Table};

/// Whether a campaign file is sound: `{"ok":bool,"events":n,"breaches":[{"kind","where","expected","found"}]}`, and beside
/// that `"tip":{"op":n,"hash"}|null,"since":{"hash","op":n|null,"later":n|null}|null,"decided":n|null,"otherwise":[{"op":n,"version","what"}]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// Whether there is no breach.
    pub ok: bool,
    /// How many events were folded.
    pub events: u64,
    /// Everything that does not hold.
    pub breaches: Vec<BreachRow>,
    /// The last operation; none where it cannot be read.
    pub tip: Option<TipRow>,
    /// What has become of the hash that was noted; none where none was given.
    pub since: Option<SinceRow>,
    /// How many operations were decided again; none where that was not asked.
    pub decided: Option<u64>,
    /// What other versions decided otherwise.
    pub otherwise: Vec<OtherwiseRow>,
}

/// An operation that another version of the program decided otherwise than this one does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OtherwiseRow {
    /// Its number.
    pub op: u64,
    /// The version that decided it.
    pub version: String,
    /// What is otherwise.
    pub what: String,
}

/// Something that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BreachRow {
    /// What kind of thing it is, in a word.
    pub kind: &'static str,
    /// Where.
    #[serde(rename = "where")]
    pub at: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

/// The tip of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TipRow {
    /// The number of the last operation.
    pub op: u64,
    /// Its running hash.
    pub hash: String,
}

/// What has become of the operation whose hash was noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SinceRow {
    /// The hash as it was noted.
    pub hash: String,
    /// The operation that has it, where all up to it is as it was.
    pub op: Option<u64>,
    /// How many came after that.
    pub later: Option<u64>,
}

impl VerifyReport {
    /// What was found in so many events.
    pub fn new(events: u64, breaches: &[Breach]) -> Self {
        let row = |b: &Breach| BreachRow {
            kind: b.kind,
            at: b.at.clone(),
            expected: b.expected.clone(),
            found: b.found.clone(),
        };
        let breaches: Vec<BreachRow> = breaches.iter().map(row).collect();
        Self { ok: breaches.is_empty(), events, breaches, tip: None, since: None, decided: None, otherwise: Vec::new() }
    }

    /// The same with the tip of the log.
    #[must_use]
    pub fn with_tip(mut self, op: u64, hash: &str) -> Self {
        self.tip = Some(TipRow { op, hash: hash.to_owned() });
        self
    }

    /// The same with what came of deciding operations again.
    #[must_use]
    pub fn with_replay(mut self, decided: u64, otherwise: Vec<OtherwiseRow>) -> Self {
        (self.decided, self.otherwise) = (Some(decided), otherwise);
        self
    }

    /// The same with what has become of a hash that was noted: the operation that has it, and how many came after.
    #[must_use]
    pub fn with_since(mut self, hash: String, unchanged: Option<(u64, u64)>) -> Self {
        self.since = Some(SinceRow { hash, op: unchanged.map(|u| u.0), later: unchanged.map(|u| u.1) });
        self
    }
}

impl Report for VerifyReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("kind"),
            Column::text("where"),
            Column::text("expected").wrapping(),
            Column::text("found").wrapping(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.breaches {
            table.row([row.kind, &row.at, &row.expected, &row.found]);
        }
        let verdict = if self.ok { "sound" } else { "NOT SOUND" };
        table.note(format!("{verdict}: events folded {}, breaches {}", self.events, self.breaches.len()));
        for line in self.since.iter().filter_map(unchanged) {
            table.note(line);
        }
        if let Some(decided) = self.decided {
            let otherwise = self.otherwise.len();
            table.note(format!("decided again: operations {decided}, differently by another version {otherwise}"));
        }
        for OtherwiseRow { op, version, what } in &self.otherwise {
            table.note(format!("version {version} decided operation {op} differently: {what}"));
        }
        if let Some(tip) = &self.tip {
            table.note(format!("tip: operation {}, hash {}", tip.op, tip.hash));
        }
        vec![table]
    }
}

fn unchanged(since: &SinceRow) -> Option<String> {
    let operations = match since.op? {
        1 => "operation 1 is unchanged".to_owned(),
        last => format!("operations 1 to {last} are unchanged"),
    };
    let later = match since.later? {
        0 => "no later operation".to_owned(),
        1 => "1 later operation".to_owned(),
        count => format!("{count} later operations"),
    };
    Some(format!("{operations} since this hash was noted, {later}"))
}
