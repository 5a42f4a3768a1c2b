//! How supply formations stood when the last bound was closed, and every change before.
//!
//! What it decides: what a change of a record adds to the history.
//! What it never does: trace a line; that is `supply`, and `bound close` writes down what it found.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use domain::{Bound, Commodity, FormationId, SupplyState, record};

/// How a formation stands with one commodity, since when, and for how long it has been out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The state.
    pub state: SupplyState,
    /// The first bound of the unbroken run with this state.
    pub since: Bound,
    /// How many bounds were closed one after another while out.
    pub bounds_out: u32,
}

record!(Standing { state, since, bounds_out });

/// How a formation stood with LOG and POL when the last bound was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupplyRecord {
    /// LOG.
    pub log: Standing,
    /// POL.
    pub pol: Standing,
}

record! {
    SupplyRecord {
        log as "log_state" "log_since" "log_bounds_out", pol as "pol_state" "pol_since" "pol_bounds_out",
    }
}

/// A change of state: the present one is that of the last row of its formation and commodity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupplyRow {
    /// The formation.
    pub formation: FormationId,
    /// LOG or POL.
    pub commodity: Commodity,
    /// The first bound with this state.
    pub bound: Bound,
    /// The state; none where it is in no sheet any more.
    pub state: Option<SupplyState>,
}

record!(SupplyRow { formation, commodity, bound, state });

/// Records and history of supply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupplyBook {
    now: BTreeMap<FormationId, SupplyRecord>,
    history: Vec<SupplyRow>,
}

impl Standing {
    /// What is recorded of a state found when a bound closes.
    #[must_use]
    pub fn found(before: Option<Self>, state: SupplyState, out: bool, closing: Bound) -> Self {
        let same = before.filter(|before| before.state == state);
        let run = before.map_or(0, |before| before.bounds_out);
        Self { state, since: same.map_or(closing, |before| before.since), bounds_out: if out { run + 1 } else { 0 } }
    }
}

impl SupplyRecord {
    /// The standing with LOG, or with POL.
    pub fn of(&self, commodity: Commodity) -> Standing {
        if commodity == Commodity::Pol { self.pol } else { self.log }
    }
}

impl SupplyBook {
    /// A book from its records and its history, the oldest row first.
    pub fn from_parts(now: BTreeMap<FormationId, SupplyRecord>, history: Vec<SupplyRow>) -> Self {
        Self { now, history }
    }

    /// Whether nothing has been recorded.
    pub fn is_empty(&self) -> bool {
        self.now.is_empty() && self.history.is_empty()
    }

    /// How a formation stood when the last bound was closed.
    pub fn get(&self, formation: &str) -> Option<&SupplyRecord> {
        self.now.get(formation)
    }

    /// Every record, by formation.
    pub fn records(&self) -> impl Iterator<Item = (&FormationId, &SupplyRecord)> {
        self.now.iter()
    }

    /// Every change, the oldest first.
    pub fn history(&self) -> &[SupplyRow] {
        &self.history
    }

    /// Writes a record down; what differs of state and since becomes a row of the history.
    pub(crate) fn put(&mut self, formation: &FormationId, after: Option<SupplyRecord>, bound: Bound) {
        let before = self.now.get(formation).copied();
        for commodity in [Commodity::Log, Commodity::Pol] {
            let run = |record: SupplyRecord| (record.of(commodity).state, record.of(commodity).since);
            let (was, is) = (before.map(run), after.map(run));
            if was != is {
                let (state, bound) = is.map_or((None, bound), |(state, since)| (Some(state), since));
                self.history.push(SupplyRow { formation: formation.clone(), commodity, bound, state });
            }
        }
        match after {
            Some(record) => self.now.insert(formation.clone(), record),
            None => self.now.remove(formation),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(text: &str) -> Bound {
        text.parse().unwrap()
    }

    #[test]
    fn a_run_begins_with_the_bound_in_which_the_state_was_first_found() {
        // Each bound closed: state found, whether out; since, bounds out as counted by hand.
        let course = [
            ("1am", SupplyState::InSupply, false, "1am", 0),
            ("1pm", SupplyState::InSupply, false, "1am", 0),
            ("1n", SupplyState::Cut, true, "1n", 1),
            ("2am", SupplyState::Cut, true, "1n", 2),
            ("2pm", SupplyState::NoVehicle, true, "2pm", 3),
            ("2n", SupplyState::InSupply, false, "2n", 0),
            // In `full` detail a formation may be cut and have stock in reach: the run goes on, the count does not.
            ("3am", SupplyState::Cut, false, "3am", 0),
            ("3pm", SupplyState::Cut, true, "3am", 1),
        ];
        let mut last = None;
        for (closing, state, out, since, bounds_out) in course {
            let found = Standing::found(last, state, out, bound(closing));
            assert_eq!(found, Standing { state, since: bound(since), bounds_out }, "{closing}");
            last = Some(found);
        }
    }

    #[test]
    fn only_a_change_of_state_is_history() {
        let mut book = SupplyBook::default();
        let id: FormationId = "su.1".into();
        let standing = |state, since: &str, bounds_out| Standing { state, since: bound(since), bounds_out };
        let fine = standing(SupplyState::InSupply, "1am", 0);
        let cut = standing(SupplyState::Cut, "1pm", 1);
        book.put(&id, Some(SupplyRecord { log: fine, pol: fine }), bound("1am"));
        book.put(&id, Some(SupplyRecord { log: cut, pol: fine }), bound("1pm"));
        let longer = Standing { bounds_out: 2, ..cut };
        book.put(&id, Some(SupplyRecord { log: longer, pol: fine }), bound("1n"));
        book.put(&id, None, bound("2am"));
        let rows: Vec<_> = book.history().iter().map(|r| (r.commodity, r.bound.to_string(), r.state)).collect();
        let (log, pol) = (Commodity::Log, Commodity::Pol);
        assert_eq!(
            rows,
            [
                (log, "D1 am".to_owned(), Some(SupplyState::InSupply)),
                (pol, "D1 am".to_owned(), Some(SupplyState::InSupply)),
                (log, "D1 pm".to_owned(), Some(SupplyState::Cut)),
                (log, "D2 am".to_owned(), None),
                (pol, "D2 am".to_owned(), None),
            ]
        );
        assert!(book.get("su.1").is_none());
    }
}
