//! What the sides know of each other: sightings, as `intel show` lists them.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Campaign, FADES, Formation, Sighting, troops_in_words};
use domain::{Arm, Echelon, Grade, SideId, SightedBy, Square, counted, few};

use super::situation::Window;
use super::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// Every sighting, by the side that made it and by square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SightingList {
    sightings: Vec<SightingRow>,
    /// Whether the umpire reads, who knows whose leaves they are.
    #[serde(skip)]
    is_umpires: bool,
    /// Whether what stands near one place is told together.
    #[serde(skip)]
    is_by_place: bool,
    /// How many there are beside these in other parts of the map.
    #[serde(skip)]
    elsewhere: usize,
}

/// One sighting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SightingRow {
    id: String,
    seen_by: NamedSide,
    side: NamedSide,
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
    at: Square,
    #[serde(skip)]
    words: String,
    #[serde(skip)]
    truth: String,
    /// The place near which it is.
    #[serde(skip)]
    near: Option<String>,
}

impl SightingList {
    /// The sightings of one side, or of all for the umpire; those round a square, where one is given, so many squares from it
    /// in each direction.
    pub fn new(campaign: &Campaign, side: Option<SideId>, around: Option<(Square, u16)>) -> Self {
        let is_near = |s: &&Sighting| around.is_none_or(|(at, radius)| s.square.reach_to(at) <= radius.into());
        let sides = campaign.sides.iter().map(|of| of.id).filter(|of| side.is_none_or(|side| side == *of));
        let sightings =
            sides.flat_map(|of| campaign.intel.of(of)).filter(is_near).map(|s| SightingRow::new(campaign, s)).collect();
        Self { sightings, is_umpires: side.is_none(), is_by_place: false, elsewhere: 0 }
    }

    /// The sightings of one side, or of all for the umpire, in a part of the map where one is given; of the others how many there
    /// are.
    pub fn within(campaign: &Campaign, side: Option<SideId>, window: Option<Window>) -> Self {
        let all = Self::new(campaign, side, None);
        let Some(window) = window else { return all };
        let is_in_window = |row: &SightingRow| window.contains(row.at);
        let (sightings, others): (Vec<_>, Vec<_>) = all.sightings.into_iter().partition(is_in_window);
        Self { sightings, elsewhere: others.len(), ..all }
    }

    /// The same with what stands near one place told together, the freshest first: for who reads and corrects nothing.
    #[must_use]
    pub fn by_place(self) -> Self {
        Self { is_by_place: true, ..self }
    }

    fn table_by_place(&self) -> Table {
        let has_notes = self.sightings.iter().any(|row| !row.note.is_empty());
        let columns = ["where", "what", "who", "note"].map(|name| Column::text(name).wrapping());
        let columns = columns.into_iter().take(if has_notes { 4 } else { 3 }).collect::<Vec<_>>();
        let shown = columns.len();
        let mut table = Table::new("", columns);
        let mut rows: Vec<&SightingRow> = self.sightings.iter().collect();
        rows.sort_by_key(|row| (row.age, row.seen_by.id));
        for alike in rows.chunk_by(|row, next| (row.age, row.seen_by.id) == (next.age, next.seen_by.id)) {
            let by = if self.is_umpires { format!("{}: ", alike[0].seen_by.name()) } else { String::new() };
            table.group(format!("{by}seen {}", alike[0].when()));
            let mut places: Vec<(&str, Vec<&SightingRow>)> = Vec::new();
            for row in alike {
                let near = row.near.as_ref().unwrap_or(&row.square);
                match places.iter_mut().find(|(place, _)| place == near) {
                    Some((_, there)) => there.push(row),
                    None => places.push((near, vec![row])),
                }
            }
            for (place, there) in &places {
                table.row(near_one_place(place, there).into_iter().take(shown));
            }
        }
        self.note_elsewhere(&mut table);
        table
    }
}

impl SightingList {
    fn note_elsewhere(&self, table: &mut Table) {
        if self.elsewhere > 0 {
            let known = counted(self.elsewhere, "more sighting");
            table.note(format!("{known} beyond the squares of this map"));
        }
    }
}

/// How many squares, and how many names, are listed of one place.
const LISTED: usize = 6;

/// What was sighted near one place: the squares, how many of each arm, who they are, what the umpire noted.
fn near_one_place(place: &str, there: &[&SightingRow]) -> [Cell; 4] {
    let mut squares: Vec<&str> = there.iter().map(|row| row.square.as_str()).collect();
    squares.dedup();
    let at = match squares.as_slice() {
        [_] => there[0].place.clone(),
        _ => format!("{place}: {}", few(&squares, LISTED, ", ")),
    };
    let mut counts: BTreeMap<(Arm, Option<Echelon>), usize> = BTreeMap::new();
    for row in there {
        if let Some(arm) = row.arm {
            *counts.entry((arm, row.echelon)).or_default() += usize::from(row.units.unwrap_or_default());
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(of, count)| (std::cmp::Reverse(*count), *of));
    let counted = counts.into_iter().filter_map(|((arm, echelon), count)| {
        troops_in_words(Some(arm), echelon, Some(count).filter(|count| *count > 0))
    });
    let unknown = there.iter().filter(|row| row.arm.is_none() && row.name.is_none()).count();
    let unknown = (unknown > 0).then(|| "unidentified troops".to_owned());
    // A regiment is seen in several squares.
    let mut who: Vec<String> = Vec::new();
    for one in there.iter().filter_map(|row| row.who()) {
        if !who.contains(&one) {
            who.push(one);
        }
    }
    let notes: Vec<&str> = there.iter().map(|row| row.note.as_str()).filter(|note| !note.is_empty()).collect();
    [
        Cell::new(at),
        Cell::new(counted.chain(unknown).collect::<Vec<_>>().join(", ")),
        Cell::new(few(&who, LISTED, ", ")),
        Cell::typed(notes.join("; ")),
    ]
}

impl SightingRow {
    /// The sighting that stands in the place of a formation in what a side knows, if one does.
    pub(in crate::model) fn in_place_of(campaign: &Campaign, formation: &Formation) -> Option<Self> {
        campaign.sighting_in_place_of(&formation.id).map(|sighting| Self::new(campaign, sighting))
    }

    fn new(campaign: &Campaign, sighting: &Sighting) -> Self {
        let age = sighting.age(campaign.bound);
        Self {
            id: sighting.id.to_string(),
            seen_by: NamedSide::new(campaign, sighting.by),
            side: NamedSide::new(campaign, sighting.side),
            square: campaign.frame.reference(sighting.square),
            at: sighting.square,
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
            near: campaign.place_near(sighting.square).map(|place| place.name.clone()),
        }
    }

    /// Who it is, with what is believed of strength and grade.
    fn who(&self) -> Option<String> {
        let believed = [self.sp.map(|sp| format!("{sp} SP")), self.grade.map(|grade| grade.to_string())];
        let believed: Vec<String> = believed.into_iter().flatten().collect();
        match (&self.name, believed.is_empty()) {
            (name, true) => name.clone(),
            (name, false) => Some(format!("{} ({})", name.as_deref().unwrap_or("somebody"), believed.join(", "))),
        }
    }

    /// What is known of it, one a line.
    pub(in crate::model) fn facts(&self) -> Vec<(&'static str, Cell)> {
        vec![
            ("side", Cell::from(&self.side)),
            ("what", Cell::new(&self.words)),
            ("square", Cell::new(&self.place)),
            ("seen", Cell::new(self.when())),
            ("how", Cell::new(self.how)),
            ("note", Cell::typed(&self.note)),
        ]
    }

    /// SP that it is believed to have.
    pub(in crate::model) fn sp(&self) -> Option<u32> {
        self.sp
    }

    /// How long ago it was seen.
    pub(in crate::model) fn when(&self) -> String {
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
        if self.is_by_place && !self.sightings.is_empty() {
            return vec![self.table_by_place()];
        }
        if self.is_by_place && self.elsewhere > 0 {
            let mut table = Table::new("nobody is sighted on this map", Vec::new());
            self.note_elsewhere(&mut table);
            return vec![table];
        }
        // The umpire reads of all sides, and of each what is true.
        let by = self.is_umpires.then(|| Column::text("seen by").optional());
        let told = [
            Column::text("square").wrapping(),
            Column::text("what").wrapping(),
            Column::text("seen").wrapping(),
            Column::text("how").optional(),
            Column::text("note").wrapping(),
        ];
        let truth = self.is_umpires.then(|| Column::text("in truth").wrapping());
        let columns = by.into_iter().chain(told).chain(truth).chain([Column::text("sighting")]);
        let mut table = Table::new("", columns.collect());
        for row in &self.sightings {
            let by = self.is_umpires.then(|| Cell::from(&row.seen_by));
            let told = [
                Cell::new(&row.place),
                Cell::new(&row.words),
                Cell::new(row.when()),
                Cell::new(row.how),
                Cell::typed(&row.note),
            ];
            let truth = self.is_umpires.then(|| Cell::new(&row.truth));
            table.row(by.into_iter().chain(told).chain(truth).chain([Cell::new(&row.id)]));
        }
        if self.sightings.is_empty() {
            table.note("No enemy has been sighted.".to_owned());
        }
        vec![table]
    }
}
