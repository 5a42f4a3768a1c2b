//! How long a step from one square to the next takes (model page, "Marching"; NQM Squared, section 2).

mod account;
mod bar;
mod contact;
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

pub use account::{Booty, DeedAccount, LeafMarch, MarchAccount, Overrun, Stop, Taken};
pub use bar::{Bar, Bars, Obstacle};
pub use contact::{Contact, Party, contacts};
pub use drive::{Drive, DriveStop, Driver, Start};
pub use field::Field;
pub use kept::{BOUND_MINUTES, Came, Marched, Passed, Towards};
pub use manner::{FORDING_MINUTES, Manner, bars, minutes, rates, way};
pub use pace::traffic;
pub use passage::Passage;
pub use plan::{Ruling, Task, place};

/// Lets units march, all at once: by time of arrival at each next square, ties by id; contact stops both.
///
/// Changes nothing: what it gives is what would come of it. The order of the tasks does not matter.
pub fn march(campaign: &Campaign, tasks: &[Task<'_>], ruling: &Ruling) -> MarchAccount {
    let passage = Passage::new(campaign);
    let mut field = Field::new(campaign, &passage);
    let tree = Tree::new(campaign);
    let marchers = plan::Planner::new(&field, &tree, ruling).plan(tasks);
    run::March::new(&mut field, marchers).run()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Worked out by hand from the movement table: 3 km at 9 km/h is 20 minutes, half as long again on a poor road;
    // at 3 km/h an hour; at 0.5 km/h six hours.
    #[test]
    fn a_lorry_takes_the_time_of_the_table() {
        let lorry = rates(Mobility::Motorised).unwrap();
        let calm = GroundFactors::none();
        let step = |way, into| minutes(3_000, lorry, Manner::Road, way, into, &calm);
        assert_eq!(step(Some(RoadQuality::Good), Terrain::Open), 20);
        assert_eq!(step(Some(RoadQuality::Poor), Terrain::Close), 30);
        assert_eq!(step(None, Terrain::Open), 60);
        assert_eq!(step(None, Terrain::Marsh), 360);
    }

    #[test]
    fn mud_multiplies_the_time_and_halves_are_rounded_up() {
        let mud = GroundFactors { good: 125, open: 150, ..GroundFactors::none() };
        let lorry = rates(Mobility::Motorised).unwrap();
        assert_eq!(minutes(3_000, lorry, Manner::Road, Some(RoadQuality::Good), Terrain::Open, &mud), 25);
        let recce = rates(Mobility::LightRecce).unwrap();
        assert_eq!(minutes(3_000, recce, Manner::Contact, None, Terrain::Open, &mud), 54);
        assert_eq!(minutes(1_000, recce, Manner::Road, Some(RoadQuality::Poor), Terrain::Open, &mud), 9);
    }
}
