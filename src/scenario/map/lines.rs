//! `roads.csv` and `rail.csv`.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Location, Railway, Road, no_such_point};
use domain::{LatLon, RailState, RoadQuality, SquareSide};

use crate::columns;
use crate::draft::{CampaignDraft, is_digits, named_side, side_between, square};
use crate::map::drawings::within_points;
use crate::text::csv_file::CsvRow;
use crate::text::files::{Files, Hint};

/// The gauge of a railway of which nothing is said.
const GAUGE: u32 = 1435;

/// Reads the roads.
pub(crate) fn roads(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::ROADS) else { return };
    let (mut names, mut drawn) = (BTreeMap::new(), Drawn::new(&draft.campaign));
    for row in table.rows() {
        let before = draft.log.count();
        let name = name(&row, "road", &mut names);
        let points = points(draft, &mut drawn, "road", &row);
        let quality = row.one_of("quality").unwrap_or(RoadQuality::Poor);
        let (Some(name), Some(points)) = (name, points) else { continue };
        if draft.log.count() == before {
            let note = row.text("note").to_owned();
            draft.campaign.roads.push(Road { name, quality, points, path: Vec::new(), note });
            draft.lines.roads.push(row.at("points"));
        }
    }
}

/// Reads the railways; what is cut over all its length is known when they are laid.
pub(crate) fn railways(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::RAIL) else {
        draft.has_railways &= !files.contains_key(columns::RAIL.file);
        return;
    };
    table.lost("name").for_each(|(name, _)| draft.spoiled.add(name));
    let (mut names, mut drawn) = (BTreeMap::new(), Drawn::new(&draft.campaign));
    for row in table.rows() {
        let before = draft.log.count();
        let name = name(&row, "railway", &mut names);
        let points = points(draft, &mut drawn, "railway", &row);
        let CampaignDraft { campaign, log, has_frame, has_sides, .. } = &mut *draft;
        let gauge = row.number("gauge", 9_999).unwrap_or(GAUGE) as u16;
        let words = row.word("users").split_whitespace();
        let users: BTreeSet<_> =
            words.filter_map(|word| named_side(campaign, *has_sides, &row, "users", word)).collect();
        let state: Option<RailState> = row.one_of("state");
        let cuts = cuts(campaign, *has_frame, &row);
        let tracks = super::rail::tracks(campaign, (*has_frame, *has_sides), &row);
        let trains_a_day = row.number("trains_a_day", 999);
        let good = log.count() == before;
        if let (true, Some(name), Some(points)) = (good, name.clone(), points) {
            if state == Some(RailState::Cut) {
                draft.cut.push(draft.campaign.railways.len());
            }
            let note = row.text("note").to_owned();
            let path = Vec::new();
            let railway = Railway { name, gauge, users, points, path, cuts, trains_a_day, tracks, note };
            draft.campaign.railways.push(railway);
            draft.lines.railways.push(row.at("points"));
            draft.lines.tracks.push([row.at("cuts"), row.at_first(&["worked", "relaid"])]);
        } else if let Some(name) = name {
            draft.spoiled.add(&name);
        }
    }
}

fn name(row: &CsvRow<'_>, what: &str, names: &mut BTreeMap<String, u64>) -> Option<String> {
    let name = row.needed("name")?;
    if let Some(line) = names.insert(name.to_lowercase(), row.line()) {
        let message = format!("there is already a {what} `{name}`, on line {line}");
        row.fault("name", message, "give it another name");
        return None;
    }
    Some(name.to_owned())
}

/// What the lines of a file may name, and how many points they have so far.
struct Drawn {
    /// The names of places, by themselves in small letters.
    places: BTreeMap<String, String>,
    points: usize,
}

impl Drawn {
    fn new(campaign: &Campaign) -> Self {
        Self { places: place_names(campaign), points: 0 }
    }
}

/// The names of places, by themselves in small letters; of two of one name the first.
pub(crate) fn place_names(campaign: &Campaign) -> BTreeMap<String, String> {
    campaign.places.iter().rev().map(|place| (place.name.to_lowercase(), place.name.clone())).collect()
}

/// The points of a line; none where one of them has a fault here or where its own row does.
fn points(draft: &mut CampaignDraft, drawn: &mut Drawn, what: &str, row: &CsvRow<'_>) -> Option<Vec<Location>> {
    let text = row.needed("points")?;
    if !within_points(row, &mut drawn.points) {
        return None;
    }
    let words: Vec<_> = text.split('>').map(str::trim).collect();
    if words.len() < 2 || words.contains(&"") {
        row.fault("points", "a line needs at least two points", "separate them with `>`");
        return None;
    }
    if !draft.has_frame {
        return None;
    }
    let (known, spoiled): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| !draft.spoiled.has(word));
    let mut points = Vec::new();
    for word in known {
        match point(&draft.campaign, &drawn.places, word) {
            // A line that is not whole is not laid, so nobody else would say it.
            Ok(Location::Place(place)) if !spoiled.is_empty() && !drawn.places.contains_key(&place.to_lowercase()) => {
                let (message, hint) = no_such_point(what, row.word("name"), &place);
                row.fault("points", message, hint);
            }
            Ok(point) => points.push(point),
            Err((message, hint)) => row.fault("points", message, hint),
        }
    }
    spoiled.is_empty().then_some(points)
}

/// A point of a line. Whether there is such a place is for the survey to say.
fn point(campaign: &Campaign, places: &BTreeMap<String, String>, text: &str) -> Result<Location, (String, Hint)> {
    if let Some(name) = places.get(&text.to_lowercase()) {
        return Ok(Location::Place(name.clone()));
    }
    if is_digits(text) {
        return square(campaign, text).map(Location::Square);
    }
    Ok(LatLon::parse(text).map_or_else(|| Location::Place(text.to_owned()), Location::At))
}

fn cuts(campaign: &Campaign, has_frame: bool, row: &CsvRow<'_>) -> BTreeSet<SquareSide> {
    let mut cuts = BTreeSet::new();
    for word in row.word("cuts").split_whitespace().filter(|_| has_frame) {
        let Some((one, other)) = word.split_once('-') else {
            row.fault("cuts", format!("`{word}` is not a pair of squares"), "give two, separated by `-`");
            continue;
        };
        match side_between(campaign, one, other) {
            Ok(side) => {
                cuts.insert(side);
            }
            Err((message, hint)) => row.fault("cuts", message, hint),
        }
    }
    cuts
}

/// Cuts the railways that were said to be, now that they are laid.
pub(crate) fn cut_railways(draft: &mut CampaignDraft) {
    for number in &draft.cut {
        let railway = &mut draft.campaign.railways[*number];
        let all = railway.path.windows(2).filter_map(|step| step[0].side_to(step[1]));
        railway.cuts.extend(all);
    }
    for (railway, tracks) in draft.campaign.railways.iter().zip(&draft.lines.tracks) {
        let laid: BTreeSet<_> = railway.path.windows(2).filter_map(|step| step[0].side_to(step[1])).collect();
        let told: BTreeSet<_> = railway.tracks.iter().map(|track| track.length).chain(railway.cuts.clone()).collect();
        for side in told.difference(&laid).filter(|_| !laid.is_empty()) {
            let (one, other) = side.squares();
            let (one, other) = (draft.campaign.frame.reference(one), draft.campaign.frame.reference(other));
            let (is, spot) =
                if railway.cuts.contains(side) { ("is cut", tracks[0]) } else { ("was worked on", tracks[1]) };
            let message = format!("railway `{}` does not run between {one} and {other}, but {is} there", railway.name);
            draft.log.fault(spot, message, "give two neighbouring squares that it passes");
        }
    }
}
