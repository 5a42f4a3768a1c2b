//! Whom who met in a bound, and what was overrun in it.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::march::{Contact, Party, contacts};
use campaign::{Battle, Campaign, Event, Fought, Load, Tree};
use domain::{BattleId, FormationId, SideId};

use super::names::Names;
use super::words::few;
use crate::model::log::change::fate_text;
use crate::model::{ContactRow, PartyView};
use crate::{Cell, Column, Table};

/// A contact that came about, or to which more came up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Encounters {
    /// The contact.
    #[serde(flatten)]
    pub contact: ContactRow,
    /// Whether it was `fought`, `declined`, or neither (none).
    pub fought: Option<&'static str>,
    /// The names of the units of either party.
    #[serde(skip)]
    units: [Vec<String>; 2],
}

/// Who was drawn into the battles of a bound that were posted in it, by battle: who stands beside a square that was fought for,
/// or came there later, has not fought for it.
struct Drawn<'a>(BTreeMap<&'a BattleId, Vec<FormationId>>);

impl<'a> Drawn<'a> {
    fn of(done: &'a [Event]) -> Self {
        let posted = done.iter().filter_map(|event| match event {
            Event::BattleChanged { battle, before: Some(before), after: Some(after) } if after.fought.is_some() => {
                Some((battle, before.facts.iter().map(|fact| fact.subject.as_str().into()).collect()))
            }
            _ => None,
        });
        Self(posted.collect())
    }

    /// Whether anybody of a party took part in a battle. Of others a side knows neither names nor who was drawn: it takes
    /// those in the square for its defenders, and whoever it meets of the attacker for those who attacked.
    fn has_fought(&self, tree: &Tree<'_>, party: &Party, (battle, fought): (&Battle, &Fought)) -> bool {
        let campaign = tree.campaign();
        let side_of = |id: &FormationId| campaign.formations.get(id).map(|formation| formation.side);
        if !fought.units.iter().any(|of| side_of(&of.unit) == Some(party.side)) {
            return battle.attacker == party.side || battle.square == party.square;
        }
        let drawn = self.0.get(&battle.id);
        let leaves = party.leaves.iter().filter(|leaf| drawn.is_none_or(|drawn| drawn.contains(leaf)));
        let mut units = leaves.filter_map(|leaf| Some(&tree.unit_of(campaign.formations.get(leaf)?).id));
        units.any(|unit| fought.units.iter().any(|of| of.unit == *unit && of.engaged))
    }
}

impl Encounters {
    /// The contacts that came about in the running bound, in which this was done, and how many stand from before.
    pub(crate) fn of(campaign: &Campaign, done: &[Event]) -> (Vec<Self>, usize) {
        let all = contacts(campaign);
        let (tree, drawn) = (Tree::new(campaign), Drawn::of(done));
        let rows = all.iter().map(|contact| (contact, ContactRow::new(campaign, &tree, contact)));
        let rows: Vec<_> = rows.filter(|(_, row)| row.new).collect();
        let fought = |contact: &Contact| {
            let at = |square| contact.parties.iter().any(|party| party.square == square);
            let of_bound = campaign.battles.values().filter(|b| b.bound == campaign.bound && at(b.square));
            let told = of_bound.filter_map(|battle| {
                let fought = battle.fought.as_ref()?;
                let is_of_it = |party: &Party| drawn.has_fought(&tree, party, (battle, fought));
                if fought.is_declined() {
                    Some("declined")
                } else {
                    contact.parties.iter().all(is_of_it).then_some("fought")
                }
            });
            // Where one of the two squares was fought for and the other declined, it was fought.
            told.max_by_key(|told| *told == "fought")
        };
        let name = |id: &FormationId| campaign.name_of(id.as_str()).to_owned();
        let units = |party: &PartyView| party.units.iter().map(name).collect::<Vec<_>>();
        let older = all.len() - rows.len();
        let met = rows.into_iter().map(|(contact, row)| {
            let [a, b] = &row.parties;
            Self { fought: fought(contact), units: [units(a), units(b)], contact: row }
        });
        (met.collect(), older)
    }

    /// The same with this side first: it reads whom its own formations met.
    pub(crate) fn face_from(&mut self, side: Option<SideId>) {
        if side == Some(self.contact.parties[1].side) {
            self.contact.parties.swap(0, 1);
            self.units.swap(0, 1);
        }
    }

    /// Who met whom, where, and whether it came to a battle; those between the same units in one row.
    pub(crate) fn table(rows: &[Self]) -> Table {
        let columns = vec![
            Column::text("who").wrapping(),
            Column::text("met whom").wrapping(),
            Column::text("where").wrapping(),
            Column::text("battle"),
        ];
        let mut table = Table::new("Contacts", columns);
        let mut alike: Vec<(&Self, Vec<String>)> = Vec::new();
        for row in rows {
            let at = row.squares();
            match alike.iter_mut().find(|(first, _)| (&first.units, first.fought) == (&row.units, row.fought)) {
                Some((_, squares)) => squares.push(at),
                None => alike.push((row, vec![at])),
            }
        }
        for (row, squares) in alike {
            let [a, b] = &row.units;
            let battle = row.fought.unwrap_or("none");
            table.row([Cell::new(few(a)), Cell::new(few(b)), Cell::new(few(&squares)), Cell::new(battle)]);
        }
        table
    }

    fn squares(&self) -> String {
        let [a, b] = &self.contact.parties;
        if a.square == b.square { a.square.clone() } else { format!("{}-{}", a.square, b.square) }
    }
}

/// Something that was overrun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OverrunLine {
    /// The dump, railhead or leaf.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where.
    pub square: String,
    /// The leaf that overran it.
    pub by: FormationId,
    /// The side of that leaf.
    pub side: Option<SideId>,
    /// What became of it: `captured`, `destroyed`, `spared`.
    pub fate: &'static str,
    /// The stock that came to the captor.
    pub captured: Load,
    /// The stock that was lost to both.
    pub destroyed: Load,
    #[serde(skip)]
    told: [String; 3],
}

impl OverrunLine {
    /// What was overrun, in the order of time.
    pub(crate) fn of(names: &Names<'_>, done: &[Event]) -> Vec<Self> {
        let told = |event: &Event| {
            let Event::Overran { what, square, by, fate, captured, destroyed } = event else { return None };
            let became = fate_text(*fate, captured, destroyed);
            Some(Self {
                id: what.to_string(),
                name: names.formation(what.as_str()).map_or_else(|| names.account(what), |f| f.name.clone()),
                square: names.before.frame.reference(*square),
                by: by.clone(),
                side: names.formation(by.as_str()).map(|by| by.side),
                fate: fate.as_str(),
                captured: captured.clone(),
                destroyed: destroyed.clone(),
                told: [names.overrun(what), names.of(by), became],
            })
        };
        done.iter().filter_map(told).collect()
    }

    /// What was overrun by whom, and what became of it.
    pub(crate) fn table(rows: &[Self]) -> Table {
        let columns = vec![
            Column::text("overrun").wrapping(),
            Column::text("in"),
            Column::text("by").wrapping(),
            Column::text("became").wrapping(),
        ];
        let mut table = Table::new("Overrun", columns);
        for row in rows {
            let [what, by, became] = &row.told;
            table.row([Cell::new(what), Cell::new(&row.square), Cell::new(by), Cell::new(became)]);
        }
        table
    }
}
