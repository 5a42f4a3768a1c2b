//! How long a step from one square to the next takes (model page, "Marching"; NQM Squared, section 2).

mod account;
mod bar;
mod contact;
mod detour;
mod drive;
mod field;
mod kept;
mod manner;
mod pace;
mod passage;
mod plan;
mod route;
mod run;

use super::{Campaign, GroundFactors, Tree};

pub use account::{ActionAccount, Booty, LeafMarch, MarchAccount, Overrun, Stop, Taken, lead};
pub use bar::{Bar, Bars, Obstacle};
pub use contact::{Contact, Party, contacts};
pub use detour::{Detour, DetourBar};
pub use drive::{Drive, DriveStop, Driver, Start};
pub use field::MarchField;
pub use kept::{Arrival, BOUND_MINUTES, Marched, Passed, Towards};
pub use manner::{FORDING_MINUTES, Manner, bars, minutes, rates, way};
pub use pace::traffic;
pub use passage::Passage;
pub use plan::{Ruling, Task, place};

/// Lets units march, all at once: by time of arrival at each next square, ties by id; contact stops both.
///
/// Changes nothing: what it gives is what would come of it. The order of the tasks does not matter.
pub fn march(campaign: &Campaign, tasks: &[Task<'_>], ruling: &Ruling) -> MarchAccount {
    let passage = Passage::new(campaign);
    let mut field = MarchField::new(campaign, &passage);
    let tree = Tree::new(campaign);
    let marchers = plan::Planner::new(&field, &tree, ruling).plan(tasks);
    run::March::new(&mut field, marchers).run()
}
