//! `crossings.csv`.

use std::collections::BTreeMap;

use campaign::{Campaign, Crossing, Location};
use domain::{Bound, Carries, CrossingKind, CrossingState, LatLon, SquareSide, Traffic};

use super::lines::place_names;
use crate::columns;
use crate::draft::{CampaignDraft, is_digits, side_between, square};
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::{did_you_mean, word_meant};

/// Reads the crossings; the survey finds their sides.
pub(crate) fn crossings(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::CROSSINGS) else { return };
    let places = place_names(&draft.campaign);
    for row in table.rows() {
        let before = draft.log.count();
        let Some(id) = row.id() else { continue };
        if let Some(spot) = draft.lines.crossings.get(id) {
            let message = format!("there is already a crossing `{id}`, on line {}", spot.line);
            row.fault("id", message, "give it another id");
            continue;
        }
        draft.lines.crossings.insert(id.into(), row.at_first(&["squares", "place"]));
        let crossing = crossing(draft, &places, &row, id);
        if let Some(crossing) = crossing.filter(|_| draft.log.count() == before) {
            draft.campaign.crossings.insert(crossing.id.clone(), crossing);
        }
    }
}

fn crossing(
    draft: &mut CampaignDraft,
    places: &BTreeMap<String, String>,
    row: &CsvRow<'_>,
    id: &str,
) -> Option<Crossing> {
    let CampaignDraft { campaign, log, has_frame, has_rivers, spoiled, .. } = draft;
    let river = row.needed("river")?;
    if *has_rivers && !spoiled.has(river) {
        check_river(campaign, row, river);
    }
    let kind = row.one_of("kind").unwrap_or(CrossingKind::Bridge);
    let carries = carries(row);
    let state = row.one_of("state").unwrap_or(CrossingState::Open);
    let (from, until) = (row.parsed::<Bound>("from"), row.parsed::<Bound>("until"));
    if let Some((from, until)) = from.zip(until).filter(|(from, until)| from > until) {
        let message = format!("crossing `{id}` ends with {until}, before it begins with {from}");
        row.fault("until", message, "`from` is the first bound, `until` the last");
    }
    if !*has_frame || spoiled.has(row.word("place")) {
        return None;
    }
    let side = squares(campaign, row);
    let position = if side.is_none() { position(campaign, places, row) } else { None };
    if row.given("place").or(row.given("squares")).is_none() && kind != CrossingKind::Ice {
        if row.lacks_columns(&["place", "squares"]) {
            return None;
        }
        let hint = "give `place`, or the two `squares` that it joins; only ice may cover a whole river";
        log.fault(row.at_first(&["place", "squares"]), format!("crossing `{id}` has no location"), hint);
    }
    let name = row.given("name").unwrap_or(id).to_owned();
    let (river, note) = (river.to_owned(), row.text("note").to_owned());
    Some(Crossing { id: id.into(), name, river, position, side, kind, carries, state, from, until, note })
}

fn check_river(campaign: &Campaign, row: &CsvRow<'_>, river: &str) {
    if !campaign.rivers.iter().any(|there| there.name == river) {
        let names = campaign.rivers.iter().map(|river| river.name.as_str());
        let hint = did_you_mean(river, names, "rivers are listed in `rivers.csv`");
        row.fault("river", format!("there is no river `{river}`"), hint);
    }
}

fn carries(row: &CsvRow<'_>) -> Carries {
    let Some(text) = row.given("carries") else { return Carries { foot: true, vehicles: true, rail: false } };
    let mut carries = Carries::default();
    for word in text.split_whitespace() {
        match word.parse::<Traffic>() {
            Ok(traffic) => carries = carries.with(traffic),
            Err(unknown) => {
                let otherwise = || "write any of `foot`, `vehicles`, `rail`, separated by spaces".to_owned();
                let hint = word_meant(&unknown, otherwise);
                row.fault("carries", unknown.to_string(), hint);
            }
        }
    }
    carries
}

fn squares(campaign: &Campaign, row: &CsvRow<'_>) -> Option<SquareSide> {
    let text = row.given("squares")?;
    let words: Vec<_> = text.split_whitespace().collect();
    let [one, other] = words[..] else {
        row.fault("squares", format!("`{text}` is not a pair of squares"), "give two, separated by a space");
        return None;
    };
    side_between(campaign, one, other).map_err(|(message, hint)| row.fault("squares", message, hint)).ok()
}

fn position(campaign: &Campaign, places: &BTreeMap<String, String>, row: &CsvRow<'_>) -> Option<Location> {
    let text = row.given("place")?;
    if let Some(name) = places.get(&text.to_lowercase()) {
        return Some(Location::Place(name.clone()));
    }
    if is_digits(text) {
        let found = square(campaign, text).map(Location::Square);
        return found.map_err(|(message, hint)| row.fault("place", message, hint)).ok();
    }
    let at = LatLon::parse(text);
    if at.is_none() {
        let names = campaign.places.iter().map(|place| place.name.as_str());
        let hint = did_you_mean(text, names, "give a place of `places.csv`, or latitude and longitude");
        row.fault("place", format!("there is no place `{text}`"), hint);
    }
    at.map(Location::At)
}
