//! `airfields.csv`, `wings.csv` and `airlift.csv`; of `pending.csv` what falls short of a unit.

use campaign::{Airfield, Flight, Wing};
use domain::{AccountId, AirfieldId, Bound, Commodity, Mobility};

use crate::columns;
use crate::draft::{Atlas, CampaignDraft, formation, side};
use crate::stocks::stands;
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::did_you_mean;

/// The most sorties or landings of a day.
const MOST: u32 = 9_999;
/// The most that an aircraft carries.
const MOST_LOAD: u32 = 200_000;
/// The most that one flight delivers.
const MOST_KG: u32 = 2_000_000_000;

/// Reads the airfields.
pub(crate) fn airfields(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::AIRFIELDS) else { return };
    for row in table.rows() {
        let before = draft.log.count();
        let CampaignDraft { campaign, log, has_frame, has_sides, spoiled, lines, .. } = &mut *draft;
        let id = row.id().map(AirfieldId::from);
        if let Some(id) = id.as_ref().filter(|id| campaign.airfields.contains_key(*id)) {
            row.fault("id", format!("there is already an airfield `{id}`"), "give it another id");
        }
        row.needed("side");
        let side = side(campaign, *has_sides, &row, "side");
        let atlas = Atlas::new(campaign, spoiled, *has_frame);
        let stands = stands((campaign, *has_frame), &atlas, &row);
        let landings = row.number("landings", MOST);
        let (Some(id), Some(side), Some((place, square))) = (id, side, stands) else { continue };
        if log.count() == before {
            let (used_for, note) = (row.text("used_for").to_owned(), row.text("note").to_owned());
            let field = Airfield { id: id.clone(), place, square, side, landings, used_for, note };
            lines.stands.insert((columns::AIRFIELDS.file, id.to_string()), row.spot());
            campaign.airfields.insert(id, field);
        }
    }
}

/// Reads what air leaves carry.
pub(crate) fn wings(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::WINGS) else { return };
    for row in table.rows() {
        let before = draft.log.count();
        let leaf = formation(draft, &row, "leaf");
        let CampaignDraft { campaign, .. } = &mut *draft;
        let is_air = |id: &domain::FormationId| {
            let formation = campaign.formations.get(id);
            formation.is_none_or(|f| f.leaf.is_some() && f.mobility == Some(Mobility::Air))
        };
        if let Some(id) = leaf.as_ref().filter(|id| !is_air(id)) {
            let hint = "only a leaf of mobility `air` is a transport wing";
            row.fault("leaf", format!("`{id}` does not fly"), hint);
        }
        let sorties = row.needed("sorties").and_then(|_| row.number("sorties", MOST));
        let load_kg = row.needed("load_kg").and_then(|_| row.number("load_kg", MOST_LOAD));
        if let (Some(leaf), Some(sorties), Some(load_kg)) = (leaf, sorties, load_kg)
            && draft.log.count() == before
        {
            draft.campaign.wings.insert(leaf, Wing { sorties, load_kg });
        }
    }
}

/// Reads what was flown.
pub(crate) fn flights(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::AIRLIFT) else { return };
    for row in table.rows() {
        let before = draft.log.count();
        let wing = formation(draft, &row, "wing");
        let (from, at) = (airfield(draft, &row, "from"), airfield(draft, &row, "at"));
        let bound: Option<Bound> = row.needed("bound").and_then(|_| row.parsed("bound"));
        let commodity: Option<Commodity> = row.one_of_needed("commodity");
        let number = |column: &str, most: u32| row.number(column, most).unwrap_or_default();
        let (sorties, landed, lost) = (number("sorties", MOST), number("landed", MOST), number("lost", MOST));
        let (kg, kg_lost) = (number("kg", MOST_KG), number("kg_lost", MOST_KG));
        let to = row.given("dump").map(AccountId::from);
        let (Some(bound), Some(wing), Some(commodity)) = (bound, wing, commodity) else { continue };
        if draft.log.count() == before {
            let flight = Flight { bound, wing, from, at, to, commodity, sorties, landed, lost, kg, kg_lost };
            draft.campaign.flights.push(flight);
        }
    }
}

/// The airfield that a field names, where it names one.
fn airfield(draft: &mut CampaignDraft, row: &CsvRow<'_>, column: &str) -> Option<AirfieldId> {
    let id = row.given(column)?;
    let fields = &draft.campaign.airfields;
    if !fields.contains_key(id) {
        let hint = did_you_mean(id, fields.keys().map(AirfieldId::as_str), "airfields are listed in `airfields.csv`");
        row.fault(column, format!("there is no airfield `{id}`"), hint);
    }
    Some(id.into())
}

/// What falls short of a unit between two accounts.
pub(crate) fn remainder(draft: &mut CampaignDraft, row: &CsvRow<'_>) {
    let log = &draft.log;
    let before = log.count();
    let from = row.needed("id").map(AccountId::from);
    let to = row.needed("to").map(AccountId::from);
    let commodity: Option<Commodity> = row.one_of_needed("commodity");
    let kg = row.needed("kg").and_then(|_| row.number("kg", MOST_KG));
    if let (Some(from), Some(to), Some(commodity), Some(kg @ 1..)) = (from, to, commodity, kg)
        && log.count() == before
    {
        draft.campaign.remainders.insert((from, to, commodity), kg);
    }
}
