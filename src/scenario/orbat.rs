//! `orbat.csv`: the order of battle.

pub(crate) mod bases;
pub(crate) mod groups;
pub(crate) mod leaf;
pub(crate) mod replacements;
pub(crate) mod rows;
pub(crate) mod templates;
pub(crate) mod tree;

use std::collections::{BTreeMap, BTreeSet};

use campaign::size_limits::{FORMATIONS, LEAVES};
use campaign::{Formation, OnceHad, Support, UnitMarks, is_boundary};
use domain::{Arm, Echelon, FormationId, SupportKind};

use super::draft::{A_FORMATION, Atlas, CampaignDraft, must_be_formation, side};
use crate::columns;
use crate::orbat::bases::RowKind;
use crate::orbat::leaf::LeafSetting;
use crate::orbat::rows::Rows;
use crate::orbat::tree as orbat_tree;
use crate::text::csv_file::{CsvRow, CsvTable};
use crate::text::files::{COLUMNS_PAGE, Files};
use crate::text::log::Spot;

pub(super) const FILE: &str = "orbat.csv";

/// Reads the order of battle.
pub(super) fn orbat(draft: &mut CampaignDraft, files: &Files) {
    if !files.contains_key(FILE) {
        draft.log.fault(Spot::file(FILE), format!("the folder has no `{FILE}`"), "every campaign needs one");
        return;
    }
    let Some(table) = draft.table(files, &columns::ORBAT) else { return };
    if table.rows().next().is_none() && table.lost("id").next().is_none() {
        let hint = format!("give every formation a row; `{COLUMNS_PAGE}` of a new folder explains the columns");
        draft.log.warn(Spot::file(FILE), "the campaign has no formations yet", hint);
    }
    let templates = templates::read(draft, files);
    let rows = sort(&table, draft);
    let in_circles = orbat_tree::check(&rows, &draft.campaign.sides, &draft.formation_lines, &draft.log);
    let mut formations = Vec::new();
    let CampaignDraft { campaign, log, has_frame, has_sides, spoiled, bounds_out, formation_lines, .. } = draft;
    let atlas = Atlas::new(campaign, spoiled, *has_frame);
    let parents = rows.formations.iter().map(|(_, row)| row.word("parent"));
    let parents: std::collections::BTreeSet<&str> = parents.chain(table.lost("parent").map(|(id, _)| id)).collect();
    let setting = LeafSetting { campaign, atlas: &atlas };
    let (mut order, mut size) = (0, Size::default());
    for (id, row) in &rows.formations {
        let before = log.count();
        let formation = formation(&setting, *has_sides, row, id, order);
        order += 1;
        let out = |column| row.number(column, 9_999).unwrap_or_default();
        let out = (out("bounds_out_log"), out("bounds_out_pol"));
        if out != (0, 0) {
            let said = row.at_first(&["bounds_out_log", "bounds_out_pol"]);
            bounds_out.insert((*id).into(), (out.0, out.1, said));
        }
        let Some(mut formation) = formation else { continue };
        let is_spoiled = log.count() > before;
        let bases = rows.bases.get(id);
        let is_leaf = leaf::is_one(row, &formation);
        let kind = bases::kind(is_leaf, row, &formation.id, &parents, bases.is_some());
        if kind != RowKind::Upper || !in_circles {
            bases::check(kind, row, id);
        }
        if let Some(bases) = bases {
            let is_lost = |lost: &str| lost.split_once('#').is_some_and(|(leaf, _)| leaf == *id);
            let is_whole = !table.lost("id").any(|(lost, _)| is_lost(lost));
            bases::check_bases(kind, row, bases, is_whole);
        }
        if kind != RowKind::Template && row.given("strength").is_some() {
            let hint = "give its strength points in `sp_full`, or name its `template`";
            log.warn(row.at("strength"), format!("`strength` is not read: `{id}` has no template"), hint);
        }
        let mut under = Vec::new();
        if let Some(name) = row.given("template") {
            let strength = row.number("strength", 100).unwrap_or(100);
            under = templates.leaves(&setting, row, name, strength, &formation, order);
            order += under.len() as u32;
        } else if kind == RowKind::Empty && is_spoiled {
            continue;
        } else if kind == RowKind::Empty {
            let hint = "put formations under it, or give `where` if it is a leaf";
            log.warn(row.spot(), format!("`{id}` has no formations under it"), hint);
        } else if kind != RowKind::Upper {
            formation.leaf = leaf::leaf(&setting, row, &formation, bases);
        }
        let stays = |formation: &Formation| formation.leaf.is_some() && formation.mobility.is_none();
        if row.given("mobility").is_none() && std::iter::once(&formation).chain(&under).any(stays) {
            let hint = "give `mobility`: `foot`, `motorised`, `armoured`, ...";
            log.warn(row.at("mobility"), "without mobility it cannot march", hint);
        }
        if log.count() == before {
            formations.push(formation);
            formations.extend(under);
        }
        if !size.holds(&formations, row) {
            break;
        }
    }
    let mut taken = BTreeSet::new();
    for formation in &formations {
        if !taken.insert(&formation.id) {
            let line = |id: &FormationId| formation_lines.get(id.as_str()).copied();
            let line = line(&formation.id).or_else(|| formation.parent.as_ref().and_then(line)).unwrap_or_default();
            let message = format!("there is already a formation `{}`: a leaf of a template", formation.id);
            log.fault(Spot::line(FILE, line), message, "give it another id, here or in `templates.csv`");
        }
    }
    campaign.formations = formations.into_iter().collect();
    supports(draft, &rows);
}

/// How many formations there are so far, and how many of them are leaves.
#[derive(Default)]
struct Size {
    formations: usize,
    leaves: usize,
}

impl Size {
    /// Counts those that have been added; finds fault where they have become too many.
    fn holds(&mut self, formations: &[Formation], row: &CsvRow<'_>) -> bool {
        self.leaves += formations[self.formations..].iter().filter(|formation| formation.leaf.is_some()).count();
        self.formations = formations.len();
        let (what, most) = match (self.leaves > LEAVES, self.formations > FORMATIONS) {
            (true, _) => ("leaves", LEAVES),
            (false, true) => ("formations", FORMATIONS),
            (false, false) => return true,
        };
        let hint = "no more can be kept: put some together";
        row.log().fault(row.spot(), format!("the order of battle has more than {most} {what}"), hint);
        false
    }
}

/// Sorts the rows, and checks their ids.
fn sort<'a>(table: &'a CsvTable, draft: &mut CampaignDraft) -> Rows<'a> {
    let mut rows = Rows { formations: Vec::new(), bases: BTreeMap::new() };
    draft.formation_lines.extend(table.lost("id").map(|(id, line)| (id.to_owned(), line)));
    let lost: std::collections::BTreeSet<&str> = table.lost("id").map(|(id, _)| id).collect();
    for row in table.rows() {
        let Some(id) = row.needed("id") else { continue };
        if let Some(line) = draft.formation_lines.insert(id.to_owned(), row.line()) {
            let message = format!("there is already a formation `{id}`, on line {line}");
            row.fault("id", message, "give it another id");
            draft.formation_lines.insert(id.to_owned(), line);
            continue;
        }
        if is_boundary(id) {
            let message = format!("`{id}` is the name of a boundary account");
            row.fault("id", message, "give the formation another id");
        }
        row.is_id(id.split_once('#').map_or(id, |(leaf, _)| leaf));
        match id.split_once('#') {
            None => rows.formations.push((id, row)),
            Some((leaf, number)) => {
                match number.parse::<u16>().ok().filter(|there| *there > 0 && there.to_string() == number) {
                    Some(number) if row.word("parent") == leaf => {
                        rows.bases.entry(leaf).or_default().insert(number, row);
                    }
                    _ => {
                        let message = format!("`{id}` is not a base of its parent");
                        row.fault("id", message, "bases are `<leaf>#1` and so on, with the leaf as parent");
                    }
                }
            }
        }
    }
    bases::check_numbers(&rows, &lost);
    // A base has nothing under it and owns nothing.
    draft.formation_lines.retain(|id, _| !id.contains('#'));
    rows
}

fn formation(setting: &LeafSetting<'_>, has_sides: bool, row: &CsvRow<'_>, id: &str, order: u32) -> Option<Formation> {
    row.needed("side");
    let side = side(setting.campaign, has_sides, row, "side");
    let name = row.needed("name");
    let echelon: Option<Echelon> = row.one_of_needed("echelon");
    let arm = row.one_of_needed("arm");
    let mobility = row.one_of("mobility");
    let grade = row.one_of("grade");
    let grade_under = row.one_of("grade_under");
    let hq_die = row.number("hq_die", 6).map(|die| die as u8);
    let attacks_owed = row.number("attacks_owed", 99).unwrap_or_default() as u8;
    let once_had = once_had(row);
    // Where a word is wrong the rest of the row is read all the same, for its own faults: as what can be anywhere.
    let side = side.or_else(|| setting.campaign.sides.first().map(|side| side.id))?;
    let arm = arm.unwrap_or(if row.given("carries").is_some() { Arm::Logistic } else { Arm::Infantry });
    let (name, echelon) = (name.unwrap_or(id).to_owned(), echelon.unwrap_or(Echelon::Brigade));
    let read = Formation::new(id.into(), side, name, echelon, arm);
    Some(Formation {
        order,
        parent: row.given("parent").map(FormationId::from),
        nationality: row.text("nationality").to_owned(),
        mobility,
        grade,
        grade_under,
        hq_die,
        attacks_owed,
        marks: marks(row),
        once_had,
        note: row.text("note").to_owned(),
        label: row.text("label").to_owned(),
        ..read
    })
}

/// What battles have left on a unit; who has no word about it has orders.
fn marks(row: &CsvRow<'_>) -> UnitMarks {
    let has_orders = row.given("has_orders").is_none() || row.yes("has_orders");
    UnitMarks {
        fought: row.yes("fought"),
        met_tanks: row.yes("met_tanks"),
        half_tested: row.yes("half_test_done"),
        without_orders: !has_orders,
        fanatical: row.yes("fanatical"),
    }
}

fn once_had(row: &CsvRow<'_>) -> OnceHad {
    let mut had = OnceHad::default();
    for word in row.word("once_had").split_whitespace() {
        match word {
            "log" => had.log = true,
            "pol" => had.pol = true,
            _ => {
                let message = format!("`{word}` is not a kind of supply vehicle");
                row.fault("once_had", message, "write `log`, `pol` or both, separated by a space");
            }
        }
    }
    had
}

/// Reads whom formations support, now that all are known.
fn supports(draft: &mut CampaignDraft, rows: &Rows<'_>) {
    let CampaignDraft { campaign, formation_lines, .. } = draft;
    for (id, row) in &rows.formations {
        let kind: Option<SupportKind> = row.one_of::<SupportKind>("attached_as");
        let Some(to) = row.given("attached_to") else {
            if kind.is_some() {
                row.fault("attached_as", "`attached_as` is given without `attached_to`", "fill in `attached_to` too");
            }
            continue;
        };
        if !must_be_formation(campaign, formation_lines, row, "attached_to", A_FORMATION) {
            continue;
        }
        let support = Support { to: to.into(), kind: kind.unwrap_or(SupportKind::UnderCommand) };
        if let Some(formation) = campaign.formations.get_mut(*id) {
            formation.support = Some(support);
        }
    }
}
