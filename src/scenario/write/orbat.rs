//! `orbat.csv`.

use campaign::{Base, Campaign, Formation, Leaf};
use domain::LeafState;

use super::location;
use super::sheet::{Sheet, SheetRow};
use crate::columns;

pub(super) fn orbat(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::ORBAT);
    let mut formations: Vec<&Formation> = campaign.formations.values().collect();
    formations.sort_by_key(|f| (f.order, &f.id));
    for formation in formations {
        formation_row(campaign, formation, sheet.row());
        let bases = formation.leaf.as_ref().map_or(&[][..], |l| &l.bases);
        if bases.len() > 1 {
            for (number, base) in (1..).zip(bases) {
                let mut row = sheet.row();
                row.set("id", format!("{}#{number}", formation.id)).set("parent", &formation.id);
                row.set("side", formation.side).set("echelon", formation.echelon).set("arm", formation.arm);
                base_cells(&mut row, base);
            }
        }
    }
    sheet
}

fn formation_row(campaign: &Campaign, formation: &Formation, mut row: SheetRow<'_>) {
    let once = [(formation.once_had.log, "log"), (formation.once_had.pol, "pol")];
    let once: Vec<_> = once.iter().filter(|(had, _)| *had).map(|(_, word)| *word).collect();
    row.with(formation).with(&formation.marks).set("once_had", once.join(" "));
    row.maybe("has_orders", formation.marks.without_orders.then_some("no"));
    if let Some(support) = &formation.support {
        row.with(support);
    }
    if let Some(record) = campaign.supply.get(formation.id.as_str()) {
        row.with(record);
    }
    let Some(leaf) = &formation.leaf else { return };
    let usual = u32::from(leaf.carries.is_some());
    row.with(leaf).with(&leaf.march).maybe("state", state(campaign, leaf));
    row.maybe("entry", leaf.entry.as_ref().map(|at| location(campaign, at)));
    row.maybe("capacity", Some(leaf.capacity).filter(|capacity| *capacity != usual));
    if let [base] = &leaf.bases[..] {
        base_cells(&mut row, base);
    }
}

fn base_cells(row: &mut SheetRow<'_>, base: &Base) {
    row.with(base).with(&base.marks).maybe("ammo", base.out_of_ammo.then_some("out"));
    if base.sp == base.sp_full {
        row.set("sp", "");
    }
}

/// Nothing where the date of arrival says it: whom the date alone would put on the map waits for its entry to be free.
fn state(campaign: &Campaign, leaf: &Leaf) -> Option<LeafState> {
    let to_come = leaf.arrives.is_some_and(|arrives| arrives > campaign.bound);
    let awaited = leaf.state == LeafState::OffMap && to_come;
    let is_said = leaf.state == LeafState::Organised && leaf.arrives.is_none() || awaited;
    (!is_said).then_some(leaf.state)
}
