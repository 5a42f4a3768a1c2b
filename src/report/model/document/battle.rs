//! The sheet of a battle: where it is, who is there and when, and what came of it to be written down.
//!
//! What it decides: what a player at the table has to know, and what he is asked. The codes are those of the result form.

use std::collections::BTreeSet;

use ::supply::Assessment;
use campaign::{Campaign, Formation};
use domain::{Commodity, FormationId, counted, few};
use rules::setup::{Setup, SideSetup, UnitSetup};

use super::block::heading;
use super::block::{Block, InsetShows, Item};
use super::cards::classes_of;
use crate::model::Situation;
use crate::model::battle::{BaseForm, FormReport, SideForm};
use crate::{Cell, Column, Table};

/// How many divisions of a side are named.
const NAMED: usize = 4;

/// The blocks of the sheet: the square and what is to be known of it, both sides, the result, room for a sketch.
pub(super) fn blocks(
    (campaign, sheet): (&Campaign, &[Assessment]),
    (setup, form): (&Setup, &FormReport),
    map: Situation,
) -> Vec<Block> {
    // A side that has only sighted the others cannot know how much of the bound they have left.
    let is_assumed = form.units().flat_map(|unit| &unit.bases).any(|base| base.assumed);
    let most = (!is_assumed).then_some(setup.moves);
    let facts = facts((campaign, sheet), (setup, most), form);
    let facts = facts.into_iter().map(|text| Block::Text { text }).collect();
    let left = vec![Block::Inset { map: Box::new(map), shows: InsetShows::Everybody }];
    let mut blocks = vec![Block::Columns { left, right: facts }];
    for side in &form.sides {
        let table = bases(side, form.counts_combat_units);
        blocks.extend([heading(&side.title()), Block::Table { table }]);
    }
    let ends = form.ends.iter().map(|end| Item { text: String::new(), more: Vec::new(), todo: end.replace('_', " ") });
    let ended = vec![
        heading("How it ended"),
        Block::Items { items: ends.collect() },
        Block::Text {
            text: format!("Moves used{}: ________", most.map(|most| format!(", of {most}")).unwrap_or_default()),
        },
    ];
    let told = form.explained(campaign.intel.reader.is_none()).into_iter().map(|text| Block::Text { text });
    let right = std::iter::once(heading("How it is filled in")).chain(told).collect();
    blocks.push(Block::Columns { left: ended, right });
    blocks.push(Block::Write { label: "Sketch and notes".to_owned(), lines: 8, sketch: true, if_room: false });
    blocks
}

/// What is to be known of the battle, a line each.
fn facts(
    (campaign, sheet): (&Campaign, &[Assessment]),
    (setup, most): (&Setup, Option<u8>),
    form: &FormReport,
) -> Vec<String> {
    let sides = [("Attack", &setup.attacker), ("Defence", &setup.defender)];
    let who = |(word, side): (&str, &SideSetup)| {
        let names: Vec<&str> = divisions(campaign, side).iter().map(|of| of.name.as_str()).collect();
        format!("{word}: {}", few(&names, NAMED, ", "))
    };
    let mut facts: Vec<String> = form.battle.iter().map(|battle| format!("Battle: {battle}")).collect();
    facts.extend(sides.map(who));
    facts.push(format!("Ground: {}", setup.terrain));
    facts.extend(campaign.weather_in(campaign.bound).map(|weather| format!("Weather: {}", weather.words())));
    facts.extend(most.map(|most| format!("Moves: {most} at most")));
    facts.push(format!("Rules: {}", setup.rules.title()));
    for commodity in [Commodity::Log, Commodity::Pol] {
        let out = sides
            .iter()
            .flat_map(|(_, side)| divisions(campaign, side))
            .filter(|of| sheet.iter().any(|a| a.unit == of.id && a.is_out(commodity)));
        let out: Vec<&str> = out.map(|of| of.name.as_str()).collect();
        if !out.is_empty() {
            facts.push(format!("Out of {}: {}", commodity.name(), few(&out, NAMED, ", ")));
        }
    }
    facts
}

/// The divisions of a side that are in it, and units that are of none, each once.
fn divisions<'a>(campaign: &'a Campaign, side: &SideSetup) -> Vec<&'a Formation> {
    let of = |unit: &UnitSetup| -> FormationId { unit.division.clone().unwrap_or_else(|| unit.id.clone()) };
    let mut found: Vec<&Formation> = Vec::new();
    for formation in side.units.iter().filter_map(|unit| campaign.formations.get(&of(unit))) {
        if found.iter().all(|known| known.id != formation.id) {
            found.push(formation);
        }
    }
    found
}

/// The bases of a side as they stand, with room for what became of them.
fn bases(side: &SideForm, counts_combat_units: bool) -> Table {
    let is_known = |base: &&BaseForm| !base.assumed;
    let known = || side.units.iter().flat_map(|unit| &unit.bases).filter(is_known);
    let is_armed = known().any(|base| !classes(base).is_empty());
    let is_prepared = known().any(|base| !base.stands.is_empty());
    let joins_later = side.units.iter().flat_map(|unit| &unit.bases).any(|base| base.arrives > 1);
    let stood = [Column::text("code"), Column::text("who").wrapping(), Column::text("SP")];
    let armed = is_armed.then(|| Column::text("weapons, armour").wrapping());
    let stands = is_prepared.then(|| Column::text("stands").wrapping());
    let stood = stood.into_iter().chain(armed).chain(stands).chain([Column::text("square")]);
    let joins = joins_later.then(|| Column::text("joins in").wrapping());
    let written = [
        Column::text("SP left").wrapping(),
        Column::text("markers"),
        Column::text(if counts_combat_units { "CU left" } else { "ammo out" }).wrapping(),
        Column::text("fate"),
        Column::text("ends in").wrapping(),
    ];
    let columns: Vec<Column> = stood.chain(joins).chain(written).collect();
    let shown = columns.len();
    let mut table = Table::new("", columns).written_on();
    for unit in &side.units {
        // Of whom a side has only sighted the umpire's form has the codes, and the bases.
        if unit.bases.iter().all(|base| base.assumed) {
            table.group(unit.title());
        } else {
            table.group(format!("{} {}: attacks ____ passed ____ failed ____", unit.code, unit.title()));
        }
        let mut sighted = BTreeSet::new();
        for base in &unit.bases {
            if base.assumed && !sighted.insert((&base.name, &base.square)) {
                continue;
            }
            let code = Some(&base.code).filter(|_| !base.assumed);
            let mut cells = vec![Cell::maybe(code), Cell::new(&base.name), Cell::new(as_it_stands(base))];
            let of_known = |text: String| if base.assumed { Cell::default() } else { Cell::new(text) };
            cells.extend(is_armed.then(|| of_known(classes(base))));
            cells.extend(is_prepared.then(|| of_known(base.stands.clone())));
            cells.push(Cell::new(&base.square));
            if joins_later {
                cells.push(Cell::maybe((base.arrives > 1).then(|| format!("move {}", base.arrives))));
            }
            cells.resize_with(shown, Cell::default);
            table.row(cells);
        }
    }
    table
}

/// Weapons and armour of a base.
fn classes(base: &BaseForm) -> String {
    classes_of(base.weapons, base.armour)
}

/// SP of full SP, and what weighs on it.
fn as_it_stands(base: &BaseForm) -> String {
    let markers = (base.markers > 0).then(|| counted(usize::from(base.markers), "marker"));
    let ammunition = Some(base.ammunition()).filter(|ammunition| !ammunition.is_empty());
    let ammunition = ammunition.map(|left| if base.out_of_ammo { "no ammo".to_owned() } else { format!("{left} CU") });
    std::iter::once(base.strength()).chain(markers).chain(ammunition).collect::<Vec<_>>().join(", ")
}
