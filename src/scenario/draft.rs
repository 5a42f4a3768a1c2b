//! A campaign in the making, and how what a row names is found in it.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Banks, Campaign, Location, Place, Railway, Side};
use domain::{CrossingId, FormationId, LatLon, SideId, Square, SquareSide};

use crate::text::csv_file::{CsvRow, CsvTable};
use crate::text::files::{Files, Hint, ZERO_DROPPED};
use crate::text::layout::Layout;
use crate::text::log::{Log, NO_TEXT, Spot, did_you_mean, id_of_name, listed};

/// A campaign in the making.
#[expect(clippy::struct_excessive_bools, reason = "each flag tells whether one thing could be read")]
pub(super) struct CampaignDraft {
    pub(super) campaign: Campaign,
    pub(super) log: Log,
    /// Files that are there and cannot be read: of each there is a fault already.
    pub(super) unread: BTreeSet<String>,
    /// Whether the frame of the map is known; without it nothing is said of places.
    pub(super) has_frame: bool,
    /// Whether the sides are known.
    pub(super) has_sides: bool,
    /// Whether the railways could be read; without them nothing is said of those that are named.
    pub(super) has_railways: bool,
    /// Whether the rivers could be read; without them nothing is said of those that are named.
    pub(super) has_rivers: bool,
    /// Where the drawings stand.
    pub(super) lines: DrawnOn,
    /// Names of places, rivers, roads and railways whose rows have faults: what names them has none.
    pub(super) spoiled: SpoiledNames,
    /// Railways that are cut over all their length, by number.
    pub(super) cut: Vec<usize>,
    /// On which line of `orbat.csv` each formation stands.
    pub(super) formation_lines: BTreeMap<String, u64>,
    /// The ids of all dumps and railheads, those too whose rows have faults; none where a file could not be read.
    pub(super) accounts: Option<BTreeSet<String>>,
    /// For how many bounds formations have been out of LOG and POL, and where that is said.
    pub(super) bounds_out: BTreeMap<FormationId, (u32, u32, Spot<'static>)>,
}

/// Names that are not looked for, in small letters; [`NO_TEXT`] in one of them stands for any letter.
#[derive(Debug, Default)]
pub(super) struct SpoiledNames {
    whole: BTreeSet<String>,
    torn: Vec<String>,
}

impl SpoiledNames {
    pub(super) fn add(&mut self, name: &str) {
        let name = name.to_lowercase();
        if name.contains(NO_TEXT) {
            self.torn.push(name);
        } else {
            self.whole.insert(name);
        }
    }

    /// Whether this is one of them.
    pub(super) fn has(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let is_it = |torn: &String| {
            let pairs = || torn.chars().zip(name.chars());
            torn.chars().count() == name.chars().count() && pairs().all(|(torn, is)| torn == NO_TEXT || torn == is)
        };
        self.whole.contains(&name) || self.torn.iter().any(is_it)
    }
}

/// Where in their files the drawings stand.
#[derive(Default)]
pub(super) struct DrawnOn {
    pub(super) places: Vec<Spot<'static>>,
    pub(super) roads: Vec<Spot<'static>>,
    pub(super) railways: Vec<Spot<'static>>,
    /// What is cut of railways, and what was worked on.
    pub(super) tracks: Vec<[Spot<'static>; 2]>,
    pub(super) crossings: BTreeMap<CrossingId, Spot<'static>>,
    /// Dumps, railheads and airfields, by file and id; minefields by that and their square.
    pub(super) stands: BTreeMap<(&'static str, String), Spot<'static>>,
}

impl DrawnOn {
    /// Where something stands on the map is written; the file where that is not known.
    pub(super) fn where_stands(&self, file: &'static str, id: &str) -> Spot<'static> {
        self.stands.get(&(file, id.to_owned())).copied().unwrap_or(Spot::file(file))
    }
}

impl CampaignDraft {
    /// The table of a file, where the folder has it.
    pub(super) fn table(&mut self, files: &Files, layout: &Layout) -> Option<CsvTable> {
        let bytes = files.get(layout.file).filter(|_| !self.unread.contains(layout.file))?;
        CsvTable::read(layout, bytes, &self.log)
    }

    /// Whether `orbat.csv` has a formation of this id, be it in a row with faults.
    pub(super) fn has_formation(&self, id: &str) -> bool {
        self.formation_lines.contains_key(id) || self.campaign.formations.contains_key(id)
    }
}

/// The side that a field names; none where it is empty or has a fault.
pub(super) fn side(campaign: &Campaign, has_sides: bool, row: &CsvRow<'_>, column: &str) -> Option<SideId> {
    let text = row.given(column)?;
    named_side(campaign, has_sides, row, column, text)
}

/// The side of this id, or of this name.
pub(super) fn side_called(sides: &[Side], text: &str) -> Option<SideId> {
    let by_id = sides.iter().find(|side| side.id.as_str() == text);
    by_id.or_else(|| sides.iter().find(|side| side.name.eq_ignore_ascii_case(text))).map(|side| side.id)
}

/// The side of this id or name.
pub(super) fn named_side(
    campaign: &Campaign,
    has_sides: bool,
    row: &CsvRow<'_>,
    column: &str,
    text: &str,
) -> Option<SideId> {
    let found = side_called(&campaign.sides, text);
    if found.is_none() && has_sides {
        let ids = || campaign.sides.iter().map(|side| side.id.as_str());
        let hint = did_you_mean(text, ids(), &format!("the sides are {}", listed(ids())));
        row.fault(column, format!("there is no side `{text}`"), hint);
    }
    found
}

/// Finds places, points and squares.
pub(super) struct Atlas<'a> {
    campaign: &'a Campaign,
    banks: Banks<'a>,
    places: BTreeMap<String, usize>,
    spoiled: &'a SpoiledNames,
    has_frame: bool,
}

impl<'a> Atlas<'a> {
    pub(super) fn new(campaign: &'a Campaign, spoiled: &'a SpoiledNames, has_frame: bool) -> Self {
        let named = campaign.places.iter().enumerate().map(|(number, place)| (place.name.to_lowercase(), number));
        Self { campaign, banks: Banks::new(campaign), places: named.rev().collect(), spoiled, has_frame }
    }

    /// What a field says of where something is, and the square; none where it is empty or has a fault.
    pub(super) fn find(&self, row: &CsvRow<'_>, column: &str) -> Option<(Location, Square)> {
        let text = row.given(column)?;
        if !self.knows(text) {
            return None;
        }
        self.locate(text).map_err(|(message, hint)| row.fault(column, message, hint)).ok()
    }

    /// Whether enough is known to say where this is: the frame of the map, and no fault in the row of the place.
    pub(super) fn knows(&self, text: &str) -> bool {
        self.has_frame && !self.spoiled.has(text)
    }

    /// The place of this name.
    pub(super) fn place(&self, name: &str) -> Option<&'a Place> {
        self.places.get(&name.to_lowercase()).and_then(|number| self.campaign.places.get(*number))
    }

    /// What a text says of where something is, and the square.
    pub(super) fn locate(&self, text: &str) -> Result<(Location, Square), (String, Hint)> {
        if let Some(place) = self.place(text) {
            return Ok((Location::Place(place.name.clone()), place.square));
        }
        if is_digits(text) {
            return square(self.campaign, text).map(|square| (Location::Square(square), square));
        }
        if let Some(at) = LatLon::parse(text) {
            let off = || (format!("`{text}` is not on the map"), "give coordinates within the map".into());
            return self.banks.square(at).map(|(square, _)| (Location::At(at), square)).ok_or_else(off);
        }
        let names = self.campaign.places.iter().map(|place| place.name.as_str());
        let otherwise = "give a place of `places.csv`, a square, or latitude and longitude";
        Err((format!("there is no place `{text}`"), did_you_mean(text, names, otherwise)))
    }
}

/// Whether a text can only be meant as a square.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The square that a text refers to, or message and hint of why there is none.
pub(super) fn square(campaign: &Campaign, text: &str) -> Result<Square, (String, Hint)> {
    let frame = &campaign.frame;
    let last = Square::new(frame.columns.saturating_sub(1), frame.rows.saturating_sub(1));
    let range = || format!("squares run from {} to {}", frame.reference(Square::new(0, 0)), frame.reference(last));
    let digits = frame.reference(last).len();
    if !is_digits(text) || text.len() != digits {
        let meant = |padded: &str| frame.parse_square(padded).is_some();
        let hint = without_zero(text, digits, meant).unwrap_or_else(|| range().into());
        return Err((format!("`{text}` is not a square: write {digits} digits"), hint));
    }
    frame.parse_square(text).ok_or_else(|| (format!("square `{text}` is not on the map"), range().into()))
}

/// What was meant by a reference that has lost its zeros in front: a spreadsheet has taken it for a number.
pub(super) fn without_zero(text: &str, digits: usize, is_one: impl Fn(&str) -> bool) -> Option<Hint> {
    let padded = format!("{text:0>digits$}");
    let is_short = is_digits(text) && text.len() < digits;
    (is_short && is_one(&padded)).then(|| Hint::meant(text, &padded, &format!(" {ZERO_DROPPED}")))
}

/// The square of a field, or that of the place that it names; none where it is empty or has a fault.
pub(super) fn square_in(campaign: &Campaign, has_frame: bool, row: &CsvRow<'_>, column: &str) -> Option<Square> {
    let text = row.given(column).filter(|_| has_frame)?;
    let is_place = |place: &&Place| place.name.eq_ignore_ascii_case(text);
    if let Some(place) = campaign.places.iter().find(is_place).filter(|_| !is_digits(text)) {
        return Some(place.square);
    }
    square(campaign, text).map_err(|(message, hint)| row.fault(column, message, hint)).ok()
}

/// The formation that a field names.
pub(crate) fn formation(draft: &mut CampaignDraft, row: &CsvRow<'_>, column: &str) -> Option<FormationId> {
    let id = row.needed(column)?;
    let is_there = must_be_formation(&draft.campaign, &draft.formation_lines, row, column, A_FORMATION);
    is_there.then(|| FormationId::from(id))
}

/// What is wanted where a formation is named.
pub(crate) const A_FORMATION: &str = "give the id of a formation";

/// Whether there is the formation that a field names, where it names one; else the field has a fault.
pub(crate) fn must_be_formation(
    campaign: &Campaign,
    lines: &BTreeMap<String, u64>,
    row: &CsvRow<'_>,
    column: &str,
    otherwise: &str,
) -> bool {
    let Some(id) = row.given(column) else { return true };
    let is_there = lines.is_empty() || lines.contains_key(id) || campaign.formations.contains_key(id);
    if !is_there {
        let named = campaign.formations.values().map(|formation| (formation.id.as_str(), formation.name.as_str()));
        let hint =
            id_of_name(id, named).unwrap_or_else(|| did_you_mean(id, lines.keys().map(String::as_str), otherwise));
        row.fault(column, format!("there is no formation `{id}`"), hint);
    }
    is_there
}

/// Whether a formation that a field names is a supply vehicle; else the field has a fault.
pub(crate) fn must_be_vehicle(draft: &CampaignDraft, row: &CsvRow<'_>, column: &str, id: &str) -> bool {
    let vehicle = draft.campaign.formation(id).map(|f| f.vehicle_of().is_some());
    // A row of `orbat.csv` with faults is not held against what names it.
    let is_one = vehicle.unwrap_or_else(|| draft.formation_lines.contains_key(id));
    if !is_one {
        let vehicles = draft.campaign.formations.values().filter(|f| f.vehicle_of().is_some());
        let otherwise = "a vehicle is a logistic leaf that carries something";
        let hint = did_you_mean(id, vehicles.map(|f| f.id.as_str()), otherwise);
        row.fault(column, format!("there is not a supply vehicle `{id}`"), hint);
    }
    is_one
}

/// The railway that the column `line` names; where there is none of all that are known, it has a fault.
pub(crate) fn railway<'c>(
    campaign: &'c Campaign,
    are_known: bool,
    row: &CsvRow<'_>,
    line: &str,
) -> Option<&'c Railway> {
    let found = campaign.railways.iter().find(|railway| railway.name == line);
    if found.is_none() && are_known {
        let names = campaign.railways.iter().map(|railway| railway.name.as_str());
        let hint = did_you_mean(line, names, "railways are listed in `rail.csv`");
        row.fault("line", format!("there is no railway `{line}`"), hint);
    }
    found
}

/// The side between two squares, or message and hint of why there is none.
pub(crate) fn side_between(campaign: &Campaign, one: &str, other: &str) -> Result<SquareSide, (String, Hint)> {
    let (one, other): (Square, Square) = (square(campaign, one)?, square(campaign, other)?);
    one.side_to(other).ok_or_else(|| {
        let (one, other) = (campaign.frame.reference(one), campaign.frame.reference(other));
        (format!("{one} and {other} do not share a side"), "give two neighbouring squares".into())
    })
}
