//! How a bound report calls formations, dumps and accounts: by name, with the id where several could bear it.

use std::collections::BTreeMap;

use campaign::{Campaign, Dump, Event, Formation, UNKNOWN};
use domain::{AccountId, Echelon, FormationId, counted};

use super::words::few;

/// The names of everything that a bound knew, what is gone by its end too.
#[derive(Debug)]
pub(crate) struct Names<'a> {
    /// The campaign as it stood when the bound was closed.
    pub(crate) before: &'a Campaign,
    /// The campaign after that.
    pub(crate) after: &'a Campaign,
    closed: BTreeMap<&'a str, &'a Dump>,
    dissolved: BTreeMap<&'a str, &'a Formation>,
    /// Whether all leaves are named, and not only the first or how many.
    by_leaf: bool,
    /// The brigade, or what is below one, of which all is told that concerns it and what is under it.
    told_of: Option<&'a FormationId>,
    /// Whether one formation is asked after, whatever its level.
    of_one: bool,
}

/// A name without that of who it belongs to at its end: `Bowsers, 24th Panzer Division` among those of that division.
pub(crate) fn within<'n>(name: &'n str, whose: &str) -> &'n str {
    let short = name.strip_suffix(whose).filter(|short| short.ends_with(' '));
    short.map(|short| short.trim_end_matches([' ', ','])).filter(|short| !short.is_empty()).unwrap_or(name)
}

/// What is said in the place of a name: the id, but of those whom the reader never saw.
fn said_of(id: &FormationId) -> &str {
    if id.as_str() == UNKNOWN { "the enemy" } else { id.as_str() }
}

impl<'a> Names<'a> {
    /// The names of a bound in which this was done.
    pub(crate) fn new(before: &'a Campaign, done: &'a [Event], after: &'a Campaign) -> Self {
        let mut names = Self {
            before,
            after,
            closed: BTreeMap::new(),
            dissolved: BTreeMap::new(),
            by_leaf: false,
            told_of: None,
            of_one: false,
        };
        for event in done {
            match event {
                Event::DumpClosed { dump } => drop(names.closed.insert(dump.id.as_str(), dump)),
                Event::FormationDissolved { formation } => {
                    names.dissolved.insert(formation.id.as_str(), formation);
                }
                _ => {}
            }
        }
        names
    }

    /// The same for who wants every leaf named.
    pub(crate) fn by_leaf(self, by_leaf: bool) -> Self {
        Self { by_leaf, ..self }
    }

    /// The same for who asks after one formation.
    pub(crate) fn told_of(self, of: Option<&'a FormationId>) -> Self {
        let is_small = |id: &&FormationId| self.after.formation(id).is_some_and(|of| of.echelon <= Echelon::Brigade);
        Self { told_of: of.filter(is_small), of_one: of.is_some(), ..self }
    }

    /// The formation that is asked after, where it is this or above it.
    pub(crate) fn asked_after(&self, id: &FormationId) -> Option<&'a FormationId> {
        self.told_of.filter(|of| self.formation(id.as_str()).is_some_and(|here| self.after.is_within(here, of)))
    }

    /// Whether one formation is asked after.
    pub(crate) fn is_of_one(&self) -> bool {
        self.of_one
    }

    /// Whether every leaf is named.
    pub(crate) fn is_by_leaf(&self) -> bool {
        self.by_leaf
    }

    /// Some leaves: the first by name, or all.
    pub(crate) fn some(&self, leaves: &[String]) -> String {
        if self.by_leaf {
            leaves.join(if leaves.iter().any(|name| name.contains(',')) { "; " } else { ", " })
        } else {
            few(leaves)
        }
    }

    /// Leaves of which it is enough to know how many: one by name, several by number, or all by name.
    pub(crate) fn how_many(&self, leaves: &[String]) -> String {
        if self.by_leaf || leaves.len() == 1 { self.some(leaves) } else { counted(leaves.len(), "leaf") }
    }

    /// The formation with this id, one that is no more too.
    pub(crate) fn formation(&self, id: &str) -> Option<&'a Formation> {
        let there = self.after.formation(id).or_else(|| self.before.formation(id));
        there.or_else(|| self.dissolved.get(id).copied())
    }

    /// The name of a formation.
    pub(crate) fn of(&self, id: &FormationId) -> String {
        let name = self.formation(id.as_str()).map(|formation| formation.name.clone());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| said_of(id).to_owned())
    }

    /// The name of a leaf or unit in the row of a formation: without that formation's name at its end.
    pub(crate) fn within(&self, row: &FormationId, id: &FormationId) -> String {
        within(&self.of(id), &self.of(row)).to_owned()
    }

    /// The dump with this id, one that was closed too.
    fn dump(&self, id: &str) -> Option<&'a Dump> {
        let there = self.before.dumps.get(id).or_else(|| self.after.dumps.get(id));
        there.or_else(|| self.closed.get(id).copied())
    }

    /// Whether it is known what an account is: what the enemy has taken over is in no list of a side's.
    pub(crate) fn knows(&self, id: &AccountId) -> bool {
        let is_there = || self.before.account_side(id.as_str()).is_some();
        self.dump(id.as_str()).is_some() || self.formation(id.as_str()).is_some() || is_there()
    }

    /// The same of what was overrun, of which a reader may know nothing: the captor of a vehicle has no name for it, and in no
    /// list of a side's is a dump that the enemy has taken.
    pub(crate) fn overrun(&self, id: &AccountId) -> String {
        match () {
            () if id.as_str() == UNKNOWN => "a vehicle".to_owned(),
            () if self.knows(id) => self.account(id),
            () => "a dump".to_owned(),
        }
    }

    /// How an account is called: a dump by its name, with its id where another is called so; a vehicle by its own and that of
    /// whom it is of where that is needed, others by id.
    pub(crate) fn account(&self, id: &AccountId) -> String {
        if let Some(dump) = self.dump(id.as_str()) {
            return if dump.is_named() { self.before.dump_called(dump) } else { id.to_string() };
        }
        match self.formation(id.as_str()) {
            Some(formation) if self.before.formation(id.as_str()).is_some() => self.before.told_apart(&formation.id),
            Some(formation) => self.of(&formation.id),
            None => id.to_string(),
        }
    }

    /// Whose an account is: the owner of a dump, or a vehicle itself.
    pub(crate) fn owner(&self, id: &AccountId) -> Option<FormationId> {
        let owner = self.dump(id.as_str()).map(|dump| dump.owner.clone());
        owner.or_else(|| self.formation(id.as_str()).map(|formation| formation.id.clone()))
    }
}
