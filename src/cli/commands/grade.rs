//! `grade`: the quality of units.

use clap::Subcommand;

use ops::command::GradeSet;
use ops::{Request, pick};
use report::model::{GradeHistoryReport, GradeReview, GradeReviewRow};

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, RuledFlags};

/// Changes a unit's grade, or shows how grades changed
#[derive(Debug, Subcommand)]
pub(crate) enum GradeCommand {
    /// Changes a unit's grade; needs a reason
    #[command(after_long_help = "\
Grades: green, militia, conscript, regular, veteran, elite. Elite, or more than one step at once, needs --override. With
--battle the decision counts for that battle and `grade review` stops asking; the grade may stay the same.

Examples:
  railhead grade set 26tk veteran --reason \"took Kalach by night\"
  railhead grade set 1rd regular --battle 2am-037026 --reason \"held against tanks\"
  railhead grade set 1rd elite --override \"the group's scenario\"")]
    Set {
        /// The unit
        unit: String,
        /// The grade
        grade: String,
        /// The battle after which it is decided
        #[arg(long, value_name = "BATTLE")]
        battle: Option<String>,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    /// Lists units due for a new grade after battles, with the evidence; the organiser decides
    #[command(after_long_help = "\
A unit is due one step up if its side held or took the square and it passed a test and failed none; one step down if it
failed a test and its side lost, or if it lost half of its SP. Green units take the grade listed under theirs when their
first battle is posted. With a BATTLE every unit that fought in it is listed. Decisions made with `grade set --battle`
are no longer listed. In a Brigadier General Commands campaign a veteran or elite unit that got back more than half of
its full SP since a battle is due to become regular: most of its men are new.

Examples:
  railhead grade review
  railhead grade review 2am-037026

JSON: see docs/JSON.md")]
    Review {
        /// Only this battle, every unit that fought in it
        battle: Option<String>,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Lists every change of grade, or one unit's
    #[command(after_long_help = "\
Examples:
  railhead grade history
  railhead grade history 26tk

JSON: see docs/JSON.md")]
    History {
        /// Only this unit
        unit: Option<String>,
        #[command(flatten)]
        reading: ReadingFlags,
    },
}

impl GradeCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Set { unit, grade, battle, ruled } => {
                let request = GradeSet { unit: unit.clone(), grade: grade.clone(), battle: battle.clone() };
                ctx.ruled_change(ruled, &Request::GradeSet(request))
            }
            Self::Review { battle, reading } => {
                let (campaign, _) = ctx.look_as(reading)?;
                let battle = battle.as_deref().map(|word| pick::battle(&campaign, word)).transpose()?;
                let due = ctx.session()?.grades_due(&campaign, battle)?;
                let rows = due.into_iter().map(|(due, replaced)| GradeReviewRow::new(&campaign, due, replaced));
                ctx.print(&GradeReview(rows.collect()))
            }
            Self::History { unit, reading } => {
                let (campaign, _) = ctx.look_as(reading)?;
                let unit = unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
                ctx.print(&GradeHistoryReport::new(&campaign, unit.map(|u| &u.id)))
            }
        }
    }
}
