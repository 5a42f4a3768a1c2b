//! Who is in contact with whom: the battles of a bound, to be fought or declined.

use serde::Serialize;

use campaign::march::{Arrival, Contact, Party};
use campaign::{Campaign, Formation, Tree};
use domain::{Bound, Echelon, FormationId, SideId, few};

use super::march::hours;
use crate::model::BoundView;
use crate::{Cell, Column, Report, Table};

/// Contacts, by the squares of the parties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ContactList {
    rows: Vec<ContactRow>,
    /// How many there are that were not asked for.
    #[serde(skip)]
    others: usize,
    /// The words by which the campaign is looked at as it stood; none where it is as it stands now.
    #[serde(skip)]
    as_of: Option<String>,
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
        Self { others: contacts.len() - rows.len(), rows, as_of: None }
    }

    /// The same of a campaign as it stood once, by these words.
    #[must_use]
    pub fn looking_back(self, as_of: Option<String>) -> Self {
        Self { as_of, ..self }
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
            minutes_left: contact.last().map_or(a.minutes_left.min(b.minutes_left), |party| party.minutes_left),
        }
    }
}

impl ContactRow {
    /// Since when, and when more came up where that was later.
    fn since_text(&self) -> String {
        match (&self.since, &self.joined) {
            (Some(since), Some(joined)) if joined.is_after(since) => format!("{}, more {}", since.label, joined.label),
            (Some(since), _) => since.label.clone(),
            (None, Some(joined)) => format!("more {}", joined.label),
            (None, None) => String::new(),
        }
    }
}

impl PartyView {
    fn new(campaign: &Campaign, tree: &Tree<'_>, party: &Party) -> Self {
        let unit = |leaf: &FormationId| {
            let leaf = campaign.formations.get(leaf)?;
            let above = tree.at_level(leaf, Echelon::Division).or_else(|| tree.at_level(leaf, Echelon::Brigade));
            Some(above.or_else(|| tree.parent(leaf)).unwrap_or(leaf).id.clone())
        };
        let mut units: Vec<FormationId> = party.leaves.iter().filter_map(unit).collect();
        units.sort();
        units.dedup();
        let square = campaign.frame.reference(party.square);
        Self { side: party.side, square, units, leaves: party.leaves.clone() }
    }

    /// The first of its units, and how many leaves they have there.
    fn text(&self) -> String {
        const NAMED: usize = 3;
        let units: Vec<&str> = self.units.iter().map(FormationId::as_str).collect();
        format!("{} ({})", few(&units, NAMED, ", "), self.leaves.len())
    }
}

impl Report for ContactList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("in"),
            Column::text("who").wrapping(),
            Column::text("and"),
            Column::text("whom").wrapping(),
            Column::text("since").wrapping(),
            Column::text("came last"),
            Column::number("time left"),
        ];
        let mut table = Table::new("in contact", columns);
        for row in &self.rows {
            let [a, b] = &row.parties;
            table.row([
                Cell::new(&a.square),
                Cell::new(a.text()),
                Cell::new(&b.square),
                Cell::new(b.text()),
                Cell::new(row.since_text()),
                Cell::maybe(row.came_last),
                Cell::new(hours(row.minutes_left)),
            ]);
        }
        if self.rows.is_empty() {
            let then = self.as_of.as_ref().map(|words| format!(" {words}")).unwrap_or_default();
            let title = match self.others {
                0 => "nobody is in contact".to_owned(),
                1 => format!("no such contact; there is one other: railhead contact{then}"),
                others => format!("no such contact; there are {others} others: railhead contact{then}"),
            };
            table = Table::new(title, Vec::new());
        }
        vec![table]
    }
}
