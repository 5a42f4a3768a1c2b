//! What sides, formations and accounts are called in sentences.

use std::borrow::Borrow;

use domain::{FormationId, SideId};

use crate::{Campaign, Crossing, Dump, Formation, Goal};

impl Campaign {
    /// What a side is called; its id where the campaign has none such.
    pub fn side_name(&self, id: SideId) -> String {
        let name = self.side(id).map(|side| side.name.as_str()).filter(|name| !name.is_empty());
        name.map_or_else(|| id.to_string(), str::to_owned)
    }

    /// The same of a side that is written down by its id.
    pub fn side_called(&self, id: &str) -> String {
        SideId::new(id).map_or_else(|_| id.to_owned(), |side| self.side_name(side))
    }

    /// What a formation is called; its id where it is called nothing.
    pub fn name_of<'a>(&'a self, id: &'a str) -> &'a str {
        let name = self.formation(id).map(|formation| formation.name.as_str());
        name.filter(|name| !name.is_empty()).unwrap_or(id)
    }

    /// A formation by name and id, as sentences name it; by its id alone where it is called nothing else.
    pub fn named(&self, id: &FormationId) -> String {
        named(self.name_of(id.as_str()), id.as_str())
    }

    /// The same; by its name alone where no other formation is called so, and of whom it is where that is enough.
    pub fn told_apart(&self, id: &FormationId) -> String {
        let name = self.name_of(id.as_str());
        let mut others = self.formations.values().filter(|other| other.name == name && other.id != *id).peekable();
        if others.peek().is_none() {
            return name.to_owned();
        }
        let whose = |of: &Formation| self.name_of_superior(of).map(str::to_owned);
        match self.formation(id.as_str()).and_then(whose) {
            Some(superior) if others.all(|other| whose(other).as_ref() != Some(&superior)) => {
                format!("{name} of {superior}")
            }
            _ => self.named(id),
        }
    }

    /// The same of an account.
    pub fn account_told_apart(&self, id: &str) -> String {
        match (self.formation(id), self.dumps.get(id)) {
            (Some(formation), _) => self.told_apart(&formation.id),
            (_, Some(dump)) => self.dump_called(dump),
            _ => self.name_of_account(id).map_or_else(|| format!("`{id}`"), str::to_owned),
        }
    }

    /// What a dump is called, `dump 1st Army` where its name does not say that it is one; with its id where another has the
    /// same name, and by that alone where it has none.
    pub fn dump_called(&self, dump: &Dump) -> String {
        let names = self.dumps.values().map(|other| &other.name);
        as_dump(dump, with_id_where_shared((&dump.name, dump.id.as_str()), names))
    }

    /// The same of a crossing.
    pub fn crossing_called(&self, crossing: &Crossing) -> String {
        let names = self.crossings.values().map(|other| &other.name);
        with_id_where_shared((&crossing.name, crossing.id.as_str()), names)
    }

    /// The name of the formation that a battalion or column is of, where its own name does not say it.
    pub fn name_of_superior(&self, leaf: &Formation) -> Option<&str> {
        let above = self.superior(leaf).filter(|above| leaf.leaf.is_some() && !leaf.name.contains(&above.name));
        above.map(|above| above.name.as_str())
    }

    /// What an account is called: a vehicle or dump by its name, a railhead or airfield by its place.
    pub fn name_of_account(&self, id: &str) -> Option<&str> {
        let formation = self.formation(id).map(|formation| &formation.name);
        let dump = || self.dumps.get(id).map(|dump| &dump.name);
        let railhead = || self.railheads.get(id).and_then(|railhead| railhead.place.as_ref());
        let airfield = || self.airfields.get(id).and_then(|field| field.place.as_ref());
        let name = formation.or_else(dump).or_else(railhead).or_else(airfield);
        name.filter(|name| !name.is_empty()).map(String::as_str)
    }

    /// The same; its id where it is called nothing.
    pub fn account_name(&self, id: &str) -> String {
        self.name_of_account(id).unwrap_or(id).to_owned()
    }

    /// An account by name and id, as sentences name it; by its id alone where it is called nothing else.
    pub fn account_named(&self, id: &(impl Borrow<str> + ?Sized)) -> String {
        let id = id.borrow();
        let named = named(self.name_of_account(id).unwrap_or_default(), id);
        if let Some(dump) = self.dumps.get(id) { as_dump(dump, named) } else { named }
    }

    /// What people call where a convoy is to come.
    pub fn goal_name(&self, goal: &Goal) -> String {
        match goal {
            Goal::Account(account) => self.account_name(account.as_str()),
            Goal::Formation(formation) => self.name_of(formation.as_str()).to_owned(),
            Goal::Square(square) => self.square_named(*square),
        }
    }
}

impl Formation {
    /// It by name and id, as sentences name it; by its id alone where it is called nothing else.
    pub fn named(&self) -> String {
        named(&self.name, self.id.as_str())
    }
}

/// A thing by name and id; by its id alone where it is called nothing else.
pub(crate) fn named(name: &str, id: &str) -> String {
    if name.is_empty() || name == id { format!("`{id}`") } else { format!("{name} (`{id}`)") }
}

/// What a dump is called, with the word where its name does not say what it is.
fn as_dump(dump: &Dump, called: String) -> String {
    let name = dump.name.to_lowercase();
    let says_so =
        !dump.is_named() || ["dump", "depot", "base", "store", "stock"].iter().any(|word| name.contains(word));
    if says_so { called } else { format!("dump {called}") }
}

/// A name, with the id where several of all names are the same; the id alone where there is none.
fn with_id_where_shared<'a>((name, id): (&str, &str), all: impl Iterator<Item = &'a String>) -> String {
    if name.is_empty() || name == id {
        format!("`{id}`")
    } else if all.filter(|other| *other == name).nth(1).is_some() {
        format!("{name} (`{id}`)")
    } else {
        name.to_owned()
    }
}
