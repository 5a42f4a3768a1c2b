//! Battles: those that are over (`battles.csv`, `battle_units.csv`), and open ones of `pending.csv`.

use campaign::{BasesLost, Battle, BattleUnit, Fact, Fought, RecceWon};
use domain::{BattleEnd, BattleId, Bound, FILE_NAME_LETTERS, RuleSystemId, is_file_name};

use crate::columns;
use crate::draft::{CampaignDraft, formation, side, square_in};
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::did_you_mean;

/// Reads the battles that are over; formations have been read.
pub(crate) fn battles(draft: &mut CampaignDraft, files: &Files) {
    if let Some(table) = draft.table(files, &columns::BATTLES) {
        for row in table.rows() {
            let end = row.one_of_needed::<BattleEnd>("end");
            row.needed("holder");
            let holder = side(&draft.campaign, draft.has_sides, &row, "holder");
            row.needed("moves");
            let moves = row.number("moves", 6);
            let recorded = row.yes("recorded");
            let battle = head(draft, &row, "attacker");
            let (Some(battle), Some(end), Some(holder), Some(moves)) = (battle, end, holder, moves) else { continue };
            let by = row.given("recce_by").and_then(|_| side(&draft.campaign, draft.has_sides, &row, "recce_by"));
            let margin = row.number("recce_margin", 20);
            row.go_together(
                ["recce_by", "recce_margin"],
                "give both where a side won the look before it, otherwise neither",
            );
            if margin == Some(0) {
                row.fault("recce_margin", "a look is won by at least 1", "leave both empty where neither side won it");
            }
            let recce = by.zip(margin).map(|(by, margin)| RecceWon { by, margin: margin as u8 });
            let lost_columns = ["attacker_bases_lost", "defender_bases_lost"];
            let lost = lost_columns.map(|column| row.number(column, 9_999));
            row.go_together(lost_columns, "give both where they are known, 0 for none, otherwise neither");
            let lost = lost[0]
                .zip(lost[1])
                .map(|(attackers, defenders)| BasesLost { attackers: attackers as u16, defenders: defenders as u16 });
            let moves = moves as u8;
            let fought = Fought { end, holder, moves, recorded, recce, bases_lost: lost, units: Vec::new() };
            keep(draft, &row, Battle { fought: Some(fought), ..battle });
        }
    }
    let Some(table) = draft.table(files, &columns::BATTLE_UNITS) else { return };
    for row in table.rows() {
        let unit = unit(draft, &row);
        let Some(id) = row.needed("battle") else { continue };
        match (draft.campaign.battles.get_mut(id).and_then(|battle| battle.fought.as_mut()), unit) {
            (Some(fought), Some(unit)) => fought.units.push(unit),
            (None, _) => {
                let ids = draft.campaign.battles.keys().map(BattleId::as_str);
                let hint = did_you_mean(id, ids, "finished battles are listed in `battles.csv`");
                row.fault("battle", format!("there is no battle `{id}`"), hint);
            }
            (Some(_), None) => {}
        }
    }
}

/// An open battle of `pending.csv`: it stands in the running bound.
pub(crate) fn open(draft: &mut CampaignDraft, row: &CsvRow<'_>) {
    row.needed("side");
    let Some(battle) = head(draft, row, "side") else { return };
    if battle.bound != draft.campaign.bound {
        let message = format!("a battle of {} cannot be open", battle.bound);
        row.fault("bound", message, format!("the running bound is {}", draft.campaign.bound));
    }
    keep(draft, row, battle);
}

/// Something that an open battle above relied on.
pub(crate) fn fact(draft: &mut CampaignDraft, row: &CsvRow<'_>) {
    let Some(id) = row.needed("id") else { return };
    let subject = row.needed("subject");
    let fact = subject.map(|subject| Fact { subject: subject.to_owned(), text: row.text("text").to_owned() });
    if let Some(battle) = draft.campaign.battles.get_mut(id).filter(|battle| battle.is_open()) {
        battle.facts.extend(fact);
        return;
    }
    let hint = "put the row of the battle above its facts";
    row.fault("id", format!("there is no open battle `{id}`"), hint);
}

fn keep(draft: &mut CampaignDraft, row: &CsvRow<'_>, battle: Battle) {
    if draft.campaign.battles.contains_key(&battle.id) {
        let message = format!("there is already a battle `{}`", battle.id);
        row.fault("id", message, "give it another id");
        return;
    }
    draft.campaign.battles.insert(battle.id.clone(), battle);
}

/// What every battle has.
fn head(draft: &mut CampaignDraft, row: &CsvRow<'_>, attacker: &str) -> Option<Battle> {
    let id = row.needed("id");
    if let Some(id) = id.filter(|id| !is_file_name(id)) {
        let hint = format!("it also names its files: {FILE_NAME_LETTERS}");
        row.fault("id", format!("`{id}` is not a valid id for a battle"), hint);
    }
    let bound = row.needed("bound").and_then(|_| row.parsed::<Bound>("bound"));
    row.needed("square");
    let square = square_in(&draft.campaign, draft.has_frame, row, "square");
    let attacker = side(&draft.campaign, draft.has_sides, row, attacker);
    let rules = row.one_of::<RuleSystemId>("rules").unwrap_or(draft.campaign.rules);
    let (id, bound, square, attacker) = (id?.into(), bound?, square?, attacker?);
    Some(Battle { id, square, bound, attacker, rules, facts: Vec::new(), fought: None })
}

fn unit(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<BattleUnit> {
    let unit = formation(draft, row, "unit");
    let flags = ["attacked", "engaged", "first"].map(|column| row.yes(column));
    let counts = ["sp_before", "sp_lost"].map(|column| row.number(column, 9_999).unwrap_or_default() as u16);
    let tests = ["passed", "failed"].map(|column| row.number(column, 99).unwrap_or_default() as u8);
    let sp_whole = row.number("sp_whole", 99_999).unwrap_or_default();
    if counts[1] > counts[0] {
        let message = format!("{} SP lost are more than the {} it had", counts[1], counts[0]);
        row.fault("sp_lost", message, "correct one of them");
    }
    Some(BattleUnit {
        unit: unit?,
        attacked: flags[0],
        engaged: flags[1],
        first: flags[2],
        sp_before: counts[0],
        sp_lost: counts[1],
        passed: tests[0],
        failed: tests[1],
        sp_whole,
    })
}
