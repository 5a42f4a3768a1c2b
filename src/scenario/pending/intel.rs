//! `sightings.csv` and `known.csv`: what each side knows of the other. Without both, the sides see each other where the
//! campaign stands.

use campaign::{RailLength, SeenCrossing, Sighting};
use domain::{CrossingId, FormationId, SideId, SightingId, Square, is_id};

use crate::columns;
use crate::draft::{CampaignDraft, railway, side, side_between, square_in};
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::did_you_mean;

/// The most of anything that a sighting counts.
const MOST: u32 = 60_000;

/// Reads what the sides know; the order of battle, crossings and railways have been read.
pub(crate) fn intel(draft: &mut CampaignDraft, files: &Files) {
    if let Some(table) = draft.table(files, &columns::SIGHTINGS) {
        for row in table.rows() {
            let count = draft.log.count();
            let Some(read) = sighting(draft, &row).filter(|_| draft.log.count() == count) else { continue };
            let (id, message) = (read.id.clone(), format!("the sighting `{}` is listed twice", read.id));
            if draft.campaign.intel.sightings.insert(id, read).is_some() {
                row.fault("id", message, "remove one of them");
            }
        }
    }
    if let Some(table) = draft.table(files, &columns::KNOWN) {
        table.rows().for_each(|row| known(draft, &row));
    }
}

fn sighting(draft: &CampaignDraft, row: &CsvRow<'_>) -> Option<Sighting> {
    let CampaignDraft { campaign, has_frame, has_sides, .. } = draft;
    for column in columns::SIGHTINGS.headers(true) {
        row.needed(column);
    }
    let (by, of) = (side(campaign, *has_sides, row, "seen_by"), side(campaign, *has_sides, row, "side"));
    let (square, bound) = (square_in(campaign, *has_frame, row, "square"), row.parsed("bound"));
    let how = row.one_of("how");
    let formation = row.given("formation").filter(|text| {
        let fits = is_id(text);
        if !fits {
            row.fault(
                "formation",
                format!("`{text}` cannot be an id"),
                "give the id of a formation, or leave it empty",
            );
        }
        fits
    });
    let number = |column| row.given(column).and_then(|_| row.number(column, MOST));
    let (units, sp) = (number("units"), number("sp"));
    let (arm, echelon, grade) = (row.one_of("arm"), row.one_of("echelon"), row.one_of("grade"));
    let (by, of, square, bound, how, id) = (by?, of?, square?, bound?, how?, SightingId::from(row.text("id")));
    if id.number_of(of).is_none() {
        let hint = format!("a sighting of {of} has an id such as `{}`", SightingId::numbered(of, 1));
        row.fault("id", format!("`{id}` is not the id of a sighting of {of}"), hint);
    }
    Some(Sighting {
        formation: formation.map(FormationId::from),
        arm,
        echelon,
        units: units.and_then(|units| u16::try_from(units).ok()),
        name: row.given("name").map(str::to_owned),
        sp,
        grade,
        note: row.text("note").to_owned(),
        ..Sighting::new(id, (by, of), square, bound, how)
    })
}

/// A square, a crossing or a length of railway as a side saw it last.
fn known(draft: &mut CampaignDraft, row: &CsvRow<'_>) {
    let CampaignDraft { campaign, log, has_frame, has_sides, .. } = &mut *draft;
    let count = log.count();
    let by = row.needed("side").and_then(|_| side(campaign, *has_sides, row, "side"));
    let control = side(campaign, *has_sides, row, "control");
    let what = (row.given("square"), row.given("crossing"), row.given("line"));
    let Some(by) = by else { return };
    match what {
        (Some(_), None, None) => {
            let square: Option<Square> = square_in(campaign, *has_frame, row, "square");
            if let Some(square) = square.filter(|_| log.count() == count) {
                campaign.intel.ground.insert((by, square), control);
            }
        }
        (None, Some(id), None) => crossing(draft, row, (by, id)),
        (None, None, Some(line)) => rail(draft, row, (by, line)),
        _ => row.fault("square", "a row is about a square, a crossing or a railway", "fill in one of the three"),
    }
}

fn crossing(draft: &mut CampaignDraft, row: &CsvRow<'_>, (by, id): (SideId, &str)) {
    let CampaignDraft { campaign, log, .. } = &mut *draft;
    let count = log.count();
    if !campaign.crossings.contains_key(id) {
        let hint = did_you_mean(id, campaign.crossings.keys().map(CrossingId::as_str), "give the id of a crossing");
        row.fault("crossing", format!("there is no crossing `{id}`"), hint);
    }
    let (from, until) = (row.parsed("from"), row.parsed("until"));
    let seen = row.given("state").and_then(|_| row.one_of("state")).map(|state| SeenCrossing { state, from, until });
    if log.count() == count {
        campaign.intel.crossings.insert((by, CrossingId::from(id)), seen);
    }
}

fn rail(draft: &mut CampaignDraft, row: &CsvRow<'_>, (by, line): (SideId, &str)) {
    let CampaignDraft { campaign, .. } = &mut *draft;
    if railway(campaign, true, row, line).is_none() {
        return;
    }
    let (one, other) = row.text("length").split_once('-').unwrap_or((row.text("length"), ""));
    match side_between(campaign, one, other) {
        Ok(length) => {
            let length: RailLength = (line.to_owned(), length);
            campaign.intel.rails.insert((by, length), row.text("state") == "cut");
        }
        Err((message, hint)) => row.fault("length", message, hint),
    }
}
