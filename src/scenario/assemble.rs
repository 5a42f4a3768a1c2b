//! A reading from its first file to its last.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{SurveyItem, survey};
use domain::Bound;

use super::draft::{CampaignDraft, DrawnOn, SpoiledNames};
use super::{campaign_file, checks, orbat, pending, stocks};
use crate::columns;
use crate::map::{crossings, drawings as map_files, front, lines, mines, partisans};
use crate::orbat::{groups, replacements};
use crate::past::{battles, calendar, histories};
use crate::pending::intel;
use crate::stocks::{air, convoys, news, opening, strikes};
use crate::text::dialect::as_own;
use crate::text::files::{Files, Folder, FolderReading, PAPERS, tables};
use crate::text::headers::name_columns;
use crate::text::log::{Found, Log, Spot, did_you_mean, text_of};
use crate::workbook::in_sheets;

/// Reads and checks the files of a campaign.
pub(super) fn read(folder: &Folder, settings: &[(String, String)]) -> FolderReading {
    crate::text::log::begin();
    let Folder { files, faults, others, is_workbook } = folder;
    let log = Log::with(faults);
    let unread: BTreeSet<String> = faults.iter().map(|fault| fault.file.clone()).collect();
    let opened = campaign_file::read(files, &unread, settings, &log);
    let mut draft = CampaignDraft {
        campaign: opened.campaign,
        log,
        unread,
        has_frame: opened.has_frame,
        has_sides: opened.has_sides,
        has_railways: true,
        has_rivers: true,
        lines: DrawnOn::default(),
        spoiled: SpoiledNames::default(),
        cut: Vec::new(),
        formation_lines: BTreeMap::new(),
        accounts: Some(BTreeSet::new()),
        bounds_out: BTreeMap::new(),
    };
    papers(&mut draft, files);
    for name in others {
        left_out(name, &draft.log);
    }
    map(&mut draft, files);
    orbat::orbat(&mut draft, files);
    let mut held = Vec::new();
    stocks::dumps(&mut draft, files, &mut held);
    stocks::railheads(&mut draft, files);
    stocks::stocks(&mut draft, files, &mut held);
    air::airfields(&mut draft, files);
    air::wings(&mut draft, files);
    air::flights(&mut draft, files);
    pending::pending(&mut draft, files);
    groups::groups(&mut draft, files);
    replacements::replacements(&mut draft, files);
    convoys::convoys(&mut draft, files);
    convoys::driven(&mut draft, files);
    partisans::partisans(&mut draft, files);
    mines::minefields(&mut draft, files);
    strikes::strikes(&mut draft, files);
    news::news(&mut draft, files);
    intel::intel(&mut draft, files);
    battles::battles(&mut draft, files);
    calendar::weather(&mut draft, files);
    calendar::grades(&mut draft, files);
    histories::supply(&mut draft, files);
    histories::notes(&mut draft, files);
    front::check(&mut draft, files);
    front::control(&mut draft, files);
    if draft.log.count() == 0 {
        opening::book(&mut draft.campaign, held, &draft.log);
        checks::warnings(&mut draft);
        draft.campaign.take_first_look();
    }
    let mut reading = finish(draft);
    name_columns(files, faults, &mut reading.faults);
    name_columns(files, &[], &mut reading.warnings);
    if *is_workbook {
        in_sheets(files, faults, &mut reading.faults);
        in_sheets(files, &[], &mut reading.warnings);
    }
    reading
}

/// Reads the drawings and lays them on squares.
fn map(draft: &mut CampaignDraft, files: &Files) {
    map_files::places(draft, files);
    let before = draft.log.count();
    map_files::rivers(draft, files);
    let has_all_rivers = draft.log.count() == before;
    lines::roads(draft, files);
    lines::railways(draft, files);
    let before = draft.log.count();
    crossings::crossings(draft, files);
    if draft.has_frame {
        let is_whole = draft.log.count() == before && has_all_rivers;
        lay(draft, is_whole, has_all_rivers);
    }
    lines::cut_railways(draft);
    map_files::terrain(draft, files);
}

/// `is_whole` says that no river or crossing has been left out: else a road may lack what has been told already.
fn lay(draft: &mut CampaignDraft, is_whole: bool, has_all_rivers: bool) {
    // Of crossings whose river is none has been told.
    let rivers: BTreeSet<_> = draft.campaign.rivers.iter().map(|river| river.name.clone()).collect();
    draft.campaign.crossings.retain(|_, crossing| rivers.contains(&crossing.river));
    for found in survey(&mut draft.campaign) {
        let lines = &draft.lines;
        let (file, spot) = match &found.item {
            SurveyItem::Place(number) => ("places.csv", lines.places.get(*number)),
            SurveyItem::Road(number) => ("roads.csv", lines.roads.get(*number)),
            SurveyItem::Railway(number) => ("rail.csv", lines.railways.get(*number)),
            SurveyItem::Crossing(id) => ("crossings.csv", lines.crossings.get(id)),
        };
        let spot = spot.copied().unwrap_or(Spot::file(file));
        let follows = match found.item {
            // Of a campaign that has been played it has been told already where its places stand.
            SurveyItem::Place(_) => found.is_warning && draft.campaign.bound > Bound::FIRST,
            SurveyItem::Road(_) | SurveyItem::Railway(_) => !is_whole && found.is_without_way,
            SurveyItem::Crossing(_) => !has_all_rivers,
        };
        if follows {
            continue;
        }
        if found.is_warning {
            draft.log.warn(spot, found.message, found.hint);
        } else {
            draft.log.fault(spot, found.message, found.hint);
        }
    }
}

fn papers(draft: &mut CampaignDraft, files: &Files) {
    for (name, bytes) in files.iter().filter(|(name, _)| !draft.unread.contains(*name)) {
        if PAPERS.contains(&name.as_str()) {
            // What the front is drawn by is a table too, and reported as such.
            let mut unheard = crate::text::log::Log::default();
            let log = if name == "front.csv" { &mut unheard } else { &draft.log };
            text_of(name, bytes, log);
            let text = String::from_utf8_lossy(bytes);
            let text = if name == "front.csv" { as_own(&columns::FRONT, &text) } else { text.into_owned() };
            if name == "equipment.csv" {
                let hint = "give classes in `orbat.csv`: `weapon_men`, `weapon_armour`, `armour`";
                draft.log.warn(Spot::file(name), "it is kept with the campaign, but nothing is read from it", hint);
            }
            draft.campaign.papers.insert(name.clone(), text);
        }
    }
}

/// Names what the format does not know.
fn left_out(name: &str, log: &Log) {
    let known = PAPERS.iter().copied().chain(tables());
    let hint = did_you_mean(name, known, "remove it from the folder");
    log.warn(Spot::file(name), format!("`{name}` is not a campaign file and is ignored"), hint);
}

fn finish(draft: CampaignDraft) -> FolderReading {
    let CampaignDraft { campaign, log, formation_lines, has_frame, .. } = draft;
    let found = log.take();
    let notes = found.notes();
    let Found { faults, warnings, .. } = found;
    let (campaign, sketch) =
        if faults.is_empty() { (Some(campaign), None) } else { (None, Some(campaign).filter(|_| has_frame)) };
    FolderReading { campaign, sketch, faults, warnings, notes, formation_lines }
}
