//! Who is in contact with whom: the battles of a bound, to be fought or declined.
//!
//! Where to look next: `page`, which lays them out by name.

mod page;

use serde::Serialize;

use campaign::march::{Arrival, Contact, Party};
use campaign::{Campaign, Formation, Tree, troops_in_words};
use domain::{Arm, Bound, Echelon, FormationId, SideId};

use crate::model::{BoundView, ReadAs};

/// Contacts, by the squares of the parties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ContactList {
    rows: Vec<ContactRow>,
    /// How many there are that were not asked for.
    #[serde(skip)]
    others: usize,
    /// The running bound.
    #[serde(skip)]
    bound: String,
    /// Whether every pair of squares is told with its battalions.
    #[serde(skip)]
    by_leaf: bool,
    /// How it was asked for.
    #[serde(skip)]
    read_as: ReadAs,
}

/// A contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContactRow {
    /// The two parties.
    pub parties: [PartyView; 2],
    /// Since which bound; none where both stood there before the campaign or were set down there.
    pub since: Option<BoundView>,
    /// In which bound the last leaf came up; none where all stood there before.
    pub joined: Option<BoundView>,
    /// Whether either is the running bound.
    pub new: bool,
    /// The side that came last.
    pub came_last: Option<SideId>,
    /// What it is called.
    #[serde(skip)]
    called_last: Option<String>,
    /// The minutes left in the bound to who came last, else to the slower party.
    pub minutes_left: u32,
}

/// One side of a contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartyView {
    /// The side.
    pub side: SideId,
    /// The square.
    pub square: String,
    /// Its divisions, or what stands in their place.
    pub units: Vec<FormationId>,
    /// Its fighting leaves.
    pub leaves: Vec<FormationId>,
    /// What its units are called, in their order.
    #[serde(skip)]
    called: Vec<Called>,
    /// What its leaves are called, in theirs.
    #[serde(skip)]
    leaves_called: Vec<Called>,
    /// The army of each of its units, in their order.
    #[serde(skip)]
    armies: Vec<String>,
}

impl ContactList {
    /// These contacts: those of a unit only, and only those of the running bound, where asked.
    pub fn new(campaign: &Campaign, contacts: &[Contact], unit: Option<&Formation>, only_new: bool) -> Self {
        let tree = Tree::new(campaign);
        let under: Vec<&FormationId> = unit
            .and_then(|unit| campaign.formations.get(&unit.id))
            .map(|unit| tree.leaves(unit).into_iter().map(|leaf| &leaf.id).collect())
            .unwrap_or_default();
        let is_of = |contact: &&Contact| {
            unit.is_none() || contact.parties.iter().flat_map(|p| &p.leaves).any(|leaf| under.contains(&leaf))
        };
        let rows = contacts.iter().filter(is_of).map(|contact| ContactRow::new(campaign, &tree, contact));
        let rows: Vec<ContactRow> = rows.filter(|row| row.new || !only_new).collect();
        let bound = campaign.bound.to_string();
        Self { others: contacts.len() - rows.len(), rows, bound, by_leaf: false, read_as: ReadAs::default() }
    }

    /// The same with this side first in each: it reads whom its own formations face.
    #[must_use]
    pub fn facing_from(mut self, side: Option<SideId>) -> Self {
        for row in self.rows.iter_mut().filter(|row| side == Some(row.parties[1].side)) {
            row.parties.swap(0, 1);
        }
        self
    }

    /// The same with every pair of squares, and the battalions there, where asked.
    #[must_use]
    pub fn by_leaf(self, by_leaf: bool) -> Self {
        Self { by_leaf, ..self }
    }

    /// The same as it was asked for.
    #[must_use]
    pub fn read_as(self, read_as: ReadAs) -> Self {
        Self { read_as, ..self }
    }
}

impl ContactRow {
    /// A contact as it stands.
    pub(crate) fn new(campaign: &Campaign, tree: &Tree<'_>, contact: &Contact) -> Self {
        let since = contact.since().map(|came: Arrival| came.bound);
        let joined = contact.joined().map(|came: Arrival| came.bound);
        let view = |bound: Option<Bound>| bound.map(|bound| BoundView::new(campaign, bound));
        let [a, b] = &contact.parties;
        Self {
            parties: [PartyView::new(campaign, tree, a), PartyView::new(campaign, tree, b)],
            since: view(since),
            joined: view(joined),
            new: since.max(joined) == Some(campaign.bound),
            came_last: contact.last().map(|party| party.side),
            called_last: contact.last().map(|party| campaign.side_name(party.side)),
            minutes_left: contact.last().map_or(a.minutes_left.min(b.minutes_left), |party| party.minutes_left),
        }
    }
}

impl PartyView {
    fn new(campaign: &Campaign, tree: &Tree<'_>, party: &Party) -> Self {
        let unit = |leaf: &FormationId| {
            let leaf = campaign.formations.get(leaf)?;
            let above = tree.at_level(leaf, Echelon::Division).or_else(|| tree.at_level(leaf, Echelon::Brigade));
            Some(above.or_else(|| tree.parent(leaf)).unwrap_or(leaf))
        };
        let mut units: Vec<&Formation> = party.leaves.iter().filter_map(unit).collect();
        units.sort_by_key(|unit| &unit.id);
        units.dedup_by_key(|unit| &unit.id);
        let called = |leaf: &FormationId| campaign.formations.get(leaf).map(|leaf| Called::new(campaign, leaf));
        Self {
            side: party.side,
            square: campaign.frame.reference(party.square),
            called: units.iter().map(|unit| Called::new(campaign, unit)).collect(),
            armies: units.iter().map(|unit| army(tree, unit).name.clone()).collect(),
            units: units.into_iter().map(|unit| unit.id.clone()).collect(),
            leaves: party.leaves.clone(),
            leaves_called: party.leaves.iter().filter_map(called).collect(),
        }
    }
}

/// What a unit is called.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Called {
    /// By its name.
    Name(String),
    /// By what was seen of it: no more is known.
    Troops(Option<Arm>, Option<Echelon>, Option<u16>),
}

impl Called {
    fn new(campaign: &Campaign, unit: &Formation) -> Self {
        match campaign.intel.sightings.get(unit.id.as_str()) {
            Some(seen) => match &seen.name {
                Some(name) => Self::Name(name.clone()),
                None => Self::Troops(seen.arm, seen.echelon, seen.units),
            },
            None => Self::Name(unit.name.clone()),
        }
    }

    /// What several are called together: each name, then how many there are of each kind that is known by sight alone.
    fn together<'a>(all: impl IntoIterator<Item = &'a Self>) -> Vec<String> {
        let (mut names, mut kinds) = (Vec::new(), Vec::<(_, Option<usize>)>::new());
        for called in all {
            match called {
                Self::Name(name) => names.push(name.clone()),
                Self::Troops(arm, echelon, units) => {
                    let (kind, units) = ((*arm, *echelon, units.is_some()), units.map(usize::from));
                    match kinds.iter_mut().find(|(known, _)| *known == kind) {
                        Some((_, count)) => *count = count.zip(units).map(|(one, other)| one + other),
                        None => kinds.push((kind, units)),
                    }
                }
            }
        }
        let told = |((arm, echelon, _), count)| {
            troops_in_words(arm, echelon, count).unwrap_or_else(|| "unidentified troops".to_owned())
        };
        names.into_iter().chain(kinds.into_iter().map(told)).collect()
    }
}

/// The army of a formation, else the highest above it.
pub(super) fn army<'a>(tree: &Tree<'a>, unit: &'a Formation) -> &'a Formation {
    let above = tree.at_level(unit, Echelon::Army).or_else(|| tree.superiors(unit).last().copied());
    above.unwrap_or(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_by_sight_alone_is_added_up_by_kind() {
        let infantry = |units| Called::Troops(Some(Arm::Infantry), Some(Echelon::Battalion), units);
        let guns = Called::Troops(Some(Arm::Artillery), Some(Echelon::Battalion), Some(1));
        let named = Called::Name("IR 178".to_owned());
        let somebody = || Called::Troops(None, None, None);
        let seen = [infantry(Some(2)), guns, named, infantry(Some(1)), somebody(), infantry(None), somebody()];
        assert_eq!(
            Called::together(&seen),
            ["IR 178", "3 infantry battalions", "1 artillery battalion", "unidentified troops", "infantry"]
        );
    }
}
