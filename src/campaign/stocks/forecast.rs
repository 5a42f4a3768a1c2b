//! A forecast of who runs dry when, as it is kept in the log.
//!
//! What it is: figures that were worked out once and are kept to be laid beside what happened.
//! What it never does: change a campaign. Where to look next: `ops::query`, which works it out.

use serde::{Deserialize, Serialize};

use domain::{Bound, Commodity, FormationId, SideId, words};

words! {
    /// Who is taken to burn POL.
    enum PolUse: "POL assumption" {
        /// Who is ordered to move, or has marched today, marches every day.
        Ordered = "ordered",
        /// Everybody who needs POL marches every day.
        All = "all",
        /// Nobody beyond the orders given.
        None = "none",
    }
}

words! {
    /// Who is taken to expend LOG.
    enum LogUse: "LOG assumption" {
        /// Who is in contact, or has fought today, fights every day.
        Contact = "contact",
        /// Everybody fights every day.
        All = "all",
        /// Nobody beyond what is wanted already.
        None = "none",
    }
}

/// A forecast that was kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptForecast {
    /// The bound that was running.
    pub from: Bound,
    /// How many bounds it looks ahead, the running one among them.
    pub bounds: u32,
    /// The side that it belongs to; none for both sides.
    pub side: Option<SideId>,
    /// Who is taken to burn POL.
    pub pol: PolUse,
    /// Who is taken to expend LOG.
    pub log: LogUse,
    /// What is foreseen, by side and tree, LOG before POL.
    pub rows: Vec<ForeseenRow>,
}

/// What is foreseen of a formation and commodity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForeseenRow {
    /// The formation.
    pub formation: FormationId,
    /// Of what.
    pub commodity: Commodity,
    /// What it holds itself; none under `detail = simple`.
    pub holds: Option<i64>,
    /// What it uses in a day.
    pub a_day: i64,
    /// What it uses in a day in hundredths of a unit, and how many whole days what it holds lasts: where fractions are
    /// counted (house rule `consumption`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fine: Option<(u64, Option<i64>)>,
    /// The first bound at whose close it holds none itself.
    pub dry: Option<Bound>,
    /// The first bound at whose close it is out.
    pub out: Option<Bound>,
    /// What it holds itself in the end.
    pub left: Option<i64>,
}

impl KeptForecast {
    /// The last bound that it looks at.
    pub fn until(&self) -> Bound {
        (1..self.bounds).fold(self.from, |bound, _| bound.next())
    }

    /// How many formations run dry or out in it.
    pub fn in_trouble(&self) -> usize {
        let mut units: Vec<&FormationId> =
            self.rows.iter().filter(|row| row.dry.is_some() || row.out.is_some()).map(|row| &row.formation).collect();
        units.dedup();
        units.len()
    }
}
