//! What the sides know of each other: sightings, as `intel show` lists them.

use serde::Serialize;

use campaign::{Campaign, FADES, Sighting};
use domain::{Arm, Echelon, Grade, SideId, SightedBy, Square};

use super::BoundView;
use crate::{Cell, Column, Report, Table};

/// Every sighting, by the side that made it and by square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SightingList {
    sightings: Vec<SightingRow>,
    /// Whether the umpire reads, who knows whose leaves they are.
    #[serde(skip)]
    is_umpires: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct SightingRow {
    id: String,
    seen_by: SideId,
    side: SideId,
    square: String,
    place: String,
    bound: BoundView,
    /// How many bounds ago.
    age: u32,
    faded: bool,
    how: SightedBy,
    arm: Option<Arm>,
    echelon: Option<Echelon>,
    units: Option<u16>,
    name: Option<String>,
    sp: Option<u32>,
    grade: Option<Grade>,
    note: String,
    /// Who they are in truth; only for the umpire.
    #[serde(skip_serializing_if = "Option::is_none")]
    formation: Option<String>,
    #[serde(skip)]
    words: String,
    #[serde(skip)]
    truth: String,
}

impl SightingList {
    /// The sightings of one side, or of all for the umpire; those round a square, where one is given, so many squares from it
    /// in each direction.
    pub fn new(campaign: &Campaign, side: Option<SideId>, around: Option<(Square, u16)>) -> Self {
        let is_near = |s: &&Sighting| around.is_none_or(|(at, radius)| s.square.reach_to(at) <= radius.into());
        let sides = campaign.sides.iter().map(|of| of.id).filter(|of| side.is_none_or(|side| side == *of));
        let sightings = sides.flat_map(|of| campaign.intel.of(of)).filter(is_near).map(|s| row(campaign, s)).collect();
        Self { sightings, is_umpires: side.is_none() }
    }
}

fn row(campaign: &Campaign, sighting: &Sighting) -> SightingRow {
    let age = sighting.age(campaign.bound);
    SightingRow {
        id: sighting.id.to_string(),
        seen_by: sighting.by,
        side: sighting.side,
        square: campaign.frame.reference(sighting.square),
        place: campaign.square_named(sighting.square),
        bound: BoundView::new(campaign, sighting.bound),
        age,
        faded: age >= FADES,
        how: sighting.how,
        arm: sighting.arm,
        echelon: sighting.echelon,
        units: sighting.units,
        name: sighting.name.clone(),
        sp: sighting.sp,
        grade: sighting.grade,
        note: sighting.note.clone(),
        formation: sighting.formation.as_ref().map(ToString::to_string),
        words: sighting.words(),
        truth: sighting.formation.as_ref().map(|id| campaign.named(id)).unwrap_or_default(),
    }
}

impl SightingRow {
    fn when(&self) -> String {
        match self.age {
            0 => "now".to_owned(),
            1 => "1 bound ago".to_owned(),
            age if self.faded => format!("{age} bounds ago, may be gone"),
            age => format!("{age} bounds ago"),
        }
    }
}

impl Report for SightingList {
    fn tables(&self) -> Vec<Table> {
        let mut columns = vec![
            Column::text("seen by").optional(),
            Column::text("sighting"),
            Column::text("square").wrapping(),
            Column::text("what").wrapping(),
            Column::text("seen").wrapping(),
            Column::text("how").optional(),
            Column::text("note").wrapping(),
        ];
        if self.is_umpires {
            columns.push(Column::text("in truth").wrapping());
        }
        let mut table = Table::new("", columns);
        for row in &self.sightings {
            let mut cells = vec![
                Cell::new(row.seen_by),
                Cell::new(&row.id),
                Cell::new(&row.place),
                Cell::new(&row.words),
                Cell::new(row.when()),
                Cell::new(row.how),
                Cell::new(&row.note),
            ];
            if self.is_umpires {
                cells.push(Cell::new(&row.truth));
            }
            table.row(cells);
        }
        if self.sightings.is_empty() {
            table.note("No enemy has been sighted.".to_owned());
        }
        vec![table]
    }
}
