//! A plan as a file: one line a trip, in CSV with comments, to be changed by hand before it is accepted.
//!
//! What it decides: how a trip is written and read. What it never does: ask whether it can be made (`plan`).

use campaign::Campaign;
use scenario::{CsvWriter, Fault, Field, QuoteFault, Records};
use supply::plan::ConvoyPlan;

use crate::command::SupplySend;
use crate::query::supply::sends::plan_sends;

/// The columns, in the order in which they are written.
const COLUMNS: [&str; 7] = ["vehicles", "load", "from", "to", "via", "starts", "note"];

/// A line of a plan file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanLine {
    /// Its number in the file, from 1.
    pub line: u64,
    /// Who is sent, and with what.
    pub send: SupplySend,
}

/// A plan file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanText {
    /// Its name.
    pub file: String,
    /// The lines that can be read.
    pub lines: Vec<PlanLine>,
    /// Everything in it that cannot be read, with line and column.
    pub faults: Vec<Fault>,
}

/// Plans as a file.
pub fn plan_text(campaign: &Campaign, plans: &[ConvoyPlan]) -> String {
    let text = format!(
        "# {}, {}: who drives where with what, one trip a line.\n\
         # Change, add or take out lines, then:  railhead supply plan --file THIS  (checks)  and with --accept  (sends)\n\
         # vehicles: several in one square, separated by blanks. load: 2log, 1pol; empty: what is on board.\n\
         # from: where they load. to: a dump, railhead, formation or square. via: squares to pass before delivery.\n\
         # starts: the bound in which they set out; empty: the running one. note: for the reader.\n{}\n",
        campaign.title,
        campaign.bound,
        COLUMNS.join(",")
    );
    let mut writer = CsvWriter::default();
    let trips = plans.iter().flat_map(|plan| &plan.trips);
    for (send, trip) in plan_sends(campaign, plans).into_iter().zip(trips) {
        let arrives = trip.arrives.map(|bound| format!("arrives {bound}")).unwrap_or_default();
        let cells = [
            send.vehicles.join(" "),
            send.load.unwrap_or_default(),
            send.from.unwrap_or_default(),
            send.to,
            send.via.join(" "),
            send.bound.unwrap_or_default(),
            arrives,
        ];
        writer.add(cells);
    }
    text + &writer.text()
}

/// The lines of a plan file that can be read, and what cannot: none of its lines where its columns are at fault.
pub fn read_plan(file: &str, text: &str) -> PlanText {
    let mut table = Table { file, columns: None, is_sound: true, lines: Vec::new(), faults: Vec::new() };
    for record in Records::new(text, b',') {
        for QuoteFault { line, column, message, hint } in record.faults {
            table.fault(line, column, message, hint.to_owned());
        }
        table.record(&record.fields);
    }
    if table.columns.is_none() {
        table.fault(0, 0, "has no header line".to_owned(), format!("the first line is `{}`", COLUMNS.join(",")));
    }
    let Table { lines, faults, .. } = table;
    PlanText { file: file.to_owned(), lines, faults }
}

/// A file as far as it has been read.
struct Table<'f> {
    file: &'f str,
    /// Which of the columns stands in each place.
    columns: Option<Vec<&'static str>>,
    /// Whether they are as they must be.
    is_sound: bool,
    lines: Vec<PlanLine>,
    faults: Vec<Fault>,
}

impl Table<'_> {
    fn fault(&mut self, line: u64, column: u64, message: String, hint: String) {
        self.faults.push(Fault::at(self.file, (line, column), message, hint));
    }

    fn record(&mut self, record: &[Field]) {
        let Some(columns) = self.columns.clone() else { return self.head(record) };
        let line = record[0].line;
        if record.iter().all(|cell| cell.text.trim().is_empty()) {
            return;
        }
        if record.len() > columns.len() {
            let message = format!("has {} cells, and there are {} columns", record.len(), columns.len());
            return self.fault(line, 0, message, "put a cell with a comma in quotes".to_owned());
        }
        let cell = |name: &str| {
            let place = columns.iter().position(|column| *column == name)?;
            record.get(place).map(|cell| cell.text.trim()).filter(|cell| !cell.is_empty()).map(str::to_owned)
        };
        let words =
            |name: &str| cell(name).unwrap_or_default().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (vehicles, to) = (words("vehicles"), cell("to").unwrap_or_default());
        let missing = [("vehicles", vehicles.is_empty()), ("to", to.is_empty())].into_iter().filter(|(_, is)| *is);
        let missing: Vec<&str> = missing.map(|(name, _)| name).collect();
        for name in &missing {
            let hint = "every trip needs vehicles and a destination".to_owned();
            self.fault(line, 0, format!("has nothing under `{name}`"), hint);
        }
        let send = SupplySend {
            vehicles,
            load: cell("load"),
            from: cell("from"),
            to,
            via: words("via"),
            bound: cell("starts"),
            ..SupplySend::default()
        };
        if missing.is_empty() && self.is_sound {
            self.lines.push(PlanLine { line, send });
        }
    }

    fn head(&mut self, record: &[Field]) {
        let mut columns = Vec::new();
        for Field { text: name, line, column, .. } in record {
            let known = COLUMNS.iter().find(|known| **known == name.to_lowercase());
            if known.is_none_or(|known| columns.contains(known)) {
                let near = domain::nearest(name, COLUMNS);
                let (what, hint) = match (known, near) {
                    (Some(_), _) => ("appears twice", "remove one of them".to_owned()),
                    (None, Some(near)) => ("is not a column", format!("did you mean `{near}`?")),
                    (None, None) => ("is not a column", format!("columns are {}", COLUMNS.join(", "))),
                };
                self.fault(*line, *column, format!("`{name}` {what}"), hint);
            }
            columns.push(known.copied().unwrap_or(""));
        }
        for wanted in ["vehicles", "to"] {
            if !columns.contains(&wanted) {
                self.fault(
                    record[0].line,
                    0,
                    format!("has no column `{wanted}`"),
                    format!("columns are {}", COLUMNS.join(", ")),
                );
            }
        }
        self.is_sound = self.faults.is_empty();
        self.columns = Some(columns);
    }
}
