//! An old operation put right: what was done again, and what stands otherwise.

use serde::Serialize;
use serde_json::Value;

use campaign::Campaign;
use domain::{Said, counted};
use ops::query::{Aspect, Difference, Figure, Subject};
use ops::{DoneAgain, HowDone};

use crate::model::BoundView;
use crate::{Column, Report, Table};

/// What a correction came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CorrectionReport {
    /// The operation that was wrong.
    pub corrected: u64,
    /// The command in its place; none where it is left out.
    pub command: Option<String>,
    /// The first of its operations, by which `undo` takes all of them back; none in a dry run.
    pub operation: Option<u64>,
    /// What has become of every later operation, the first first.
    pub again: Vec<AgainRow>,
    /// What stands otherwise, by formation and bound.
    pub differences: Vec<DifferenceRow>,
    /// Whether all that happens is what happened before: nothing is written then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changes_nothing: bool,
}

/// What has become of a later operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AgainRow {
    /// Its number as it was.
    pub was: u64,
    /// Its number now; none in a dry run, and where there is none.
    pub is: Option<u64>,
    /// The command.
    pub command: String,
    /// `again`, `as_fought`, `partly`, `to_nothing`, `left_out`.
    pub how: &'static str,
    #[serde(skip)]
    told: Option<&'static str>,
}

/// A figure that stands otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DifferenceRow {
    /// The bound at whose close it does; in the running one so far.
    pub bound: BoundView,
    /// Whether the campaign stands otherwise by it now.
    pub now: bool,
    /// `formation`, `account`, `crossing`, `square`.
    pub kind: &'static str,
    /// Its id; of a square its reference.
    pub id: String,
    /// Its name; none where it has none.
    pub name: Option<String>,
    /// `sp`, `markers`, `out_of_ammo`, `state`, `grade`, `square`, `log`, `pol`, `control`, `crossing`, `log_state`,
    /// `pol_state`.
    pub what: &'static str,
    /// As it was: a number or a word; null where there was nothing.
    pub was: Value,
    /// As it is; the same as it was where an earlier difference has gone.
    pub is: Value,
    #[serde(skip)]
    called: &'static str,
    /// Both as they are read.
    #[serde(skip)]
    shown: [String; 2],
}

impl CorrectionReport {
    /// A correction in a campaign as it stands after it.
    pub fn new(
        campaign: &Campaign,
        (corrected, command): (u64, Option<String>),
        operation: Option<u64>,
        again: Vec<DoneAgain>,
        differences: &[Difference],
    ) -> Self {
        let again = again.into_iter().map(|done| AgainRow {
            was: done.was,
            is: done.is.filter(|_| operation.is_some()),
            command: done.command,
            how: done.how.as_str(),
            told: told(done.how),
        });
        let differences = differences.iter().map(|difference| DifferenceRow::new(campaign, difference)).collect();
        Self { corrected, command, operation, again: again.collect(), differences, changes_nothing: false }
    }

    /// A correction after which all is as it was.
    pub fn of_nothing(corrected: u64, command: Option<String>) -> Self {
        let (again, differences) = (Vec::new(), Vec::new());
        Self { corrected, command, operation: None, again, differences, changes_nothing: true }
    }
}

impl DifferenceRow {
    fn new(campaign: &Campaign, difference: &Difference) -> Self {
        let Difference { bound, now, subject, aspect, was, is } = difference;
        let (kind, id, name) = subject_of(campaign, subject);
        let value = |figure: &Option<Figure>| figure.map_or(Value::Null, |figure| figure_of(campaign, figure));
        Self {
            bound: BoundView::new(campaign, *bound),
            now: *now,
            kind,
            id,
            name,
            what: aspect.as_str(),
            was: value(was),
            is: value(is),
            called: called(*aspect),
            shown: [was, is].map(|figure| shown(campaign, *figure)),
        }
    }
}

fn subject_of(campaign: &Campaign, subject: &Subject) -> (&'static str, String, Option<String>) {
    let name =
        |id: &str| campaign.formation(id).map(|formation| formation.name.clone()).filter(|name| !name.is_empty());
    match subject {
        Subject::Formation(id) => ("formation", id.to_string(), name(id.as_str())),
        Subject::Account(id) => {
            let dump = campaign.dumps.get(id).map(|dump| dump.name.clone()).filter(|name| !name.is_empty());
            ("account", id.to_string(), dump.or_else(|| name(id.as_str())))
        }
        Subject::Crossing(id) => {
            ("crossing", id.to_string(), campaign.crossings.get(id).map(|crossing| crossing.name.clone()))
        }
        Subject::Square(square) => {
            let place = campaign.places.iter().find(|place| place.square == *square).map(|place| place.name.clone());
            ("square", campaign.frame.reference(*square), place)
        }
    }
}

fn figure_of(campaign: &Campaign, figure: Figure) -> Value {
    match figure {
        Figure::Count(count) => count.into(),
        Figure::State(state) => state.as_str().into(),
        Figure::Grade(grade) => grade.as_str().into(),
        Figure::Square(square) => campaign.frame.reference(square).into(),
        Figure::Side(side) => side.as_str().into(),
        Figure::Crossing(state) => state.as_str().into(),
        Figure::Supply(state) => state.as_str().into(),
    }
}

/// A figure as it is read.
fn shown(campaign: &Campaign, figure: Option<Figure>) -> String {
    match figure {
        None => "none".to_owned(),
        Some(Figure::Side(side)) => campaign.side_name(side),
        Some(figure) => match figure_of(campaign, figure) {
            Value::String(word) => word.replace('_', " "),
            number => number.to_string(),
        },
    }
}

/// What a figure is called.
fn called(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Sp => "SP",
        Aspect::Markers => "markers",
        Aspect::OutOfAmmo => "bases out of ammunition",
        Aspect::State => "state",
        Aspect::Grade => "grade",
        Aspect::Square => "square",
        Aspect::Log => "LOG",
        Aspect::Pol => "POL",
        Aspect::Control => "controlled by",
        Aspect::Crossing => "crossing",
        Aspect::LogState => "in LOG",
        Aspect::PolState => "in POL",
    }
}

/// What is to be said of a later operation; nothing where it was simply done again.
fn told(how: HowDone) -> Option<&'static str> {
    match how {
        HowDone::Again => None,
        HowDone::AsFought => Some("kept as it was fought, although its units stood otherwise"),
        HowDone::Partly => Some("done without the squares where nobody is in contact any more"),
        HowDone::ToNothing => Some("changes nothing any more, and is not in the log"),
        HowDone::LeftOut => Some("left out"),
    }
}

impl Report for CorrectionReport {
    fn tables(&self) -> Vec<Table> {
        if self.changes_nothing {
            let mut table = Table::new("nothing changes: nothing is written", Vec::new());
            table.note(format!("op {} came to the same before, and so does all that came after it", self.corrected));
            return vec![table];
        }
        let title = match self.operation {
            None => String::new(),
            Some(number) => format!("op {number}"),
        };
        let columns = vec![
            Column::text("what").wrapping(),
            Column::text("id").optional(),
            Column::text("bound"),
            Column::text("figure"),
            Column::text("was"),
            Column::text("is"),
            Column::text("now"),
        ];
        let mut table = Table::new(title, columns);
        for row in &self.differences {
            let (name, bound) = (row.name.as_ref().unwrap_or(&row.id), &row.bound.label);
            let [was, is] = &row.shown;
            let is = if row.is == row.was { "the same" } else { is.as_str() };
            let now = if row.now { "yes" } else { "" };
            table.row([name, &row.id, bound, row.called, was, is, now]);
        }
        if self.differences.is_empty() {
            table = Table::new(table.title, Vec::new());
            table.note("no figure of a formation, a stock, a crossing or the ground differs");
        }
        let done = self.again.iter().filter(|row| !matches!(row.how, "left_out" | "to_nothing")).count();
        let later = counted(done, "later operation");
        table.note(match &self.command {
            Some(command) => format!("`{command}` instead of op {}; {later} done again", self.corrected),
            None => format!("op {} is left out; {later} done again", self.corrected),
        });
        for row in &self.again {
            if let Some(told) = row.told {
                table.note(format!("op {}, `{}`: {told}", row.was, row.command));
            }
        }
        if self.operation.is_some() {
            table.note(Said::command("`railhead undo` takes all of it back"));
        }
        vec![table.tried(self.operation.is_none())]
    }
}
