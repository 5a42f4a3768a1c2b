//! Of `rail.csv` what was done to single lengths, and of `pending.csv` who is at work on them.

use campaign::{Campaign, RailAction, RailJob, Relaid, Stretch, Track};
use domain::SquareSide;

use crate::draft::{CampaignDraft, formation, named_side, railway, side_between};
use crate::text::csv_file::CsvRow;
use crate::text::log::did_you_mean;

/// The most metres of work that a length may have seen.
const MOST_METRES: u32 = 1_000_000;

/// What the columns `relaid` (`0102-0202=1435/AX`) and `worked` (`0102-0202=1500`) say of lengths, in their order.
pub(crate) fn tracks(campaign: &Campaign, (has_frame, has_sides): (bool, bool), row: &CsvRow<'_>) -> Vec<Track> {
    let mut railway = campaign::Railway::default();
    for (length, text) in lengths(campaign, has_frame, row, "relaid", "0102-0202=1435/AX") {
        let (gauge, side) = text.split_once('/').unwrap_or((text, ""));
        let side = named_side(campaign, has_sides, row, "relaid", side);
        let gauge = number(row, "relaid", gauge, 9_999);
        if let (Some(gauge), Some(side)) = (gauge, side) {
            let relaid = Some(Relaid { gauge: gauge as u16, side });
            railway.keep(Track { relaid, ..railway.track(length) });
        }
    }
    for (length, text) in lengths(campaign, has_frame, row, "worked", "0102-0202=1500") {
        if let Some(worked_m) = number(row, "worked", text, MOST_METRES) {
            railway.keep(Track { worked_m, ..railway.track(length) });
        }
    }
    railway.tracks
}

/// The lengths that a column names, each with what it says of it.
fn lengths<'r>(
    campaign: &Campaign,
    has_frame: bool,
    row: &CsvRow<'r>,
    column: &str,
    like: &str,
) -> Vec<(SquareSide, &'r str)> {
    let mut found = Vec::new();
    for word in row.word(column).split_whitespace().filter(|_| has_frame) {
        let parts = word.split_once('=').and_then(|(squares, rest)| Some((squares.split_once('-')?, rest)));
        let Some(((one, other), rest)) = parts else {
            row.fault(column, format!("`{word}` is not a length of railway with a figure"), format!("write `{like}`"));
            continue;
        };
        match side_between(campaign, one, other) {
            Ok(side) => found.push((side, rest)),
            Err((message, hint)) => row.fault(column, message, hint),
        }
    }
    found
}

fn number(row: &CsvRow<'_>, column: &str, text: &str, most: u32) -> Option<u32> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    if number.is_none() {
        row.fault(column, format!("`{text}` is not a valid number"), format!("give a number from 1 to {most}"));
    }
    number
}

/// Work on a railway that a leaf is to do; of several rows of one leaf, the later ones when it is done with the first.
pub(crate) fn job(draft: &mut CampaignDraft, row: &CsvRow<'_>) {
    let before = draft.log.count();
    let leaf = formation(draft, row, "id");
    let line = row.needed("line");
    if let Some(name) = line.filter(|name| !draft.spoiled.has(name)) {
        railway(&draft.campaign, draft.has_railways, row, name);
    }
    let gauge = row.number("gauge", 9_999);
    let action = match (row.word("deed"), gauge) {
        ("repair", _) => Some(RailAction::Repair),
        ("convert", Some(gauge)) => Some(RailAction::Convert(gauge as u16)),
        ("convert", None) => {
            row.fault("gauge", "a conversion needs a gauge", "give it in millimetres: `1435`");
            None
        }
        (other, _) => {
            let hint = did_you_mean(other, ["repair", "convert"], "write `repair` or `convert`");
            row.fault("deed", format!("`{other}` is not a kind of work on a railway"), hint);
            None
        }
    };
    row.needed("way");
    let mut lengths = Vec::new();
    for word in row.word("way").split_whitespace().filter(|_| draft.has_frame) {
        let (one, other) = word.split_once('-').unwrap_or((word, ""));
        match side_between(&draft.campaign, one, other) {
            Ok(side) => lengths.push(side),
            Err((message, hint)) => row.fault("way", message, hint),
        }
    }
    if let (Some(leaf), Some(line), Some(action)) = (leaf, line, action)
        && draft.log.count() == before
    {
        let line = line.to_owned();
        match draft.campaign.rail_jobs.get_mut(&leaf) {
            Some(job) if job.action == action => match job.then.last_mut() {
                None if job.line == line => job.lengths.extend(lengths),
                Some(last) if last.line == line => last.lengths.extend(lengths),
                _ => job.then.push(Stretch { line, lengths }),
            },
            Some(_) => {
                let message = format!("`{leaf}` has other work in an earlier row");
                row.fault("deed", message, "a leaf either repairs or converts to one gauge, on all its lines");
            }
            None => {
                let job = RailJob { leaf: leaf.clone(), line, action, lengths, then: Vec::new() };
                draft.campaign.rail_jobs.insert(leaf, job);
            }
        }
    }
}
