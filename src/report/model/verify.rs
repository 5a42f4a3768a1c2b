//! What `verify` found.

use serde::Serialize;

use crate::campaign::Breach;
use crate::report::{Column, Report, Table};

/// Whether a campaign file is sound: `{"ok":bool,"events":n,"breaches":[{"kind","where","expected","found"}]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// Whether there is no breach.
    pub ok: bool,
    /// How many events were folded.
    pub events: u64,
    /// Everything that does not hold.
    pub breaches: Vec<BreachRow>,
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

impl VerifyReport {
    /// What was found in so many events.
    pub fn new(events: u64, breaches: &[Breach]) -> Self {
        let row = |b: &Breach| BreachRow {
            kind: b.kind,
            at: b.at.clone(),
            expected: b.expected.clone(),
            found: b.found.clone(),
        };
        Self { ok: breaches.is_empty(), events, breaches: breaches.iter().map(row).collect() }
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
        vec![table]
    }
}
