//! `grade`: the quality of units.

use clap::Subcommand;

use crate::cli::desk::{Desk, Ended};
use crate::cli::flags::{Reading, Ruled};
use crate::ops::command::GradeSet;
use crate::ops::{Request, pick};
use crate::report::model::GradeHistory;

/// Changes a unit's grade, or shows how grades changed
#[derive(Debug, Subcommand)]
pub(crate) enum Grade {
    /// Changes a unit's grade; wants a reason
    #[command(after_long_help = "\
Grades: green, militia, conscript, regular, veteran, elite. Elite, or more than one step at once,
wants --override.

Examples:
  railhead grade set 26tk veteran --reason \"took Kalach by night\"
  railhead grade set 1rd elite --override \"the group's scenario\"")]
    Set {
        /// The unit
        unit: String,
        /// The grade
        grade: String,
        #[command(flatten)]
        ruled: Ruled,
    },
    /// Lists every change of grade, or one unit's
    #[command(after_long_help = "\
With --format json:
  [{\"formation\":\"su.5ta.26tk\",\"bound\":{\"day\":4,\"phase\":\"am\",\"date\":\"1942-11-22\",\"label\":\"D4 am\"},
    \"battle\":null,\"before\":\"regular\",\"after\":\"veteran\",\"reason\":\"took Kalach by night\"}]

Examples:
  railhead grade history
  railhead grade history 26tk")]
    History {
        /// Only this unit
        unit: Option<String>,
        #[command(flatten)]
        reading: Reading,
    },
}

impl Grade {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        match self {
            Self::Set { unit, grade, ruled } => {
                let request = GradeSet { unit: unit.clone(), grade: grade.clone() };
                desk.ruled_change(ruled, &Request::GradeSet(request))
            }
            Self::History { unit, reading } => {
                let campaign = desk.look(reading)?;
                let unit = unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
                desk.print(&GradeHistory::new(&campaign, unit.map(|u| &u.id)))
            }
        }
    }
}
