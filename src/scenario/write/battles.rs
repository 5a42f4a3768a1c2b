//! `battles.csv` and `battle_units.csv`: battles that are over. Open ones wait in `pending.csv`.

use campaign::{Battle, Campaign, Fought};

use super::{Sheet, yes};

fn over(campaign: &Campaign) -> impl Iterator<Item = (&Battle, &Fought)> {
    campaign.battles.values().filter_map(|battle| Some((battle, battle.fought.as_ref()?)))
}

pub(super) fn battles(campaign: &Campaign) -> Sheet {
    let mut sheet =
        Sheet::new(&["id", "bound", "square", "attacker", "rules", "end", "holder", "moves", "recorded"], 8);
    for (battle, fought) in over(campaign) {
        sheet.rows.push(vec![
            battle.id.to_string(),
            battle.bound.to_string(),
            campaign.frame.reference(battle.square),
            battle.attacker.to_string(),
            battle.rules.to_string(),
            fought.end.to_string(),
            fought.holder.to_string(),
            fought.moves.to_string(),
            yes(fought.recorded),
        ]);
    }
    sheet
}

pub(super) fn units(campaign: &Campaign) -> Sheet {
    let columns = &["battle", "unit", "attacked", "engaged", "first", "sp_before", "sp_lost", "passed", "failed"];
    let mut sheet = Sheet::new(columns, 2);
    for (battle, fought) in over(campaign) {
        for unit in &fought.units {
            sheet.rows.push(vec![
                battle.id.to_string(),
                unit.unit.to_string(),
                yes(unit.attacked),
                yes(unit.engaged),
                yes(unit.first),
                unit.sp_before.to_string(),
                unit.sp_lost.to_string(),
                unit.passed.to_string(),
                unit.failed.to_string(),
            ]);
        }
    }
    sheet
}
