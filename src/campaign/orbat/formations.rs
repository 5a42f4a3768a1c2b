//! The formations and leaves of a campaign, by id.
//!
//! What it is: a list in the order of the ids, shared by the copies of a campaign: a copy costs little, and what is changed
//! in it is copied formation by formation. What is looked up is found by its hash, without comparing ids as text.
//! Where to look next: [`super::tree::Tree`] for who is under whom.

use std::collections::BTreeMap;
use std::ops::Index;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use domain::{FormationId, Handle, Named};

use super::branches::Branches;
use crate::Formation;

/// Where each formation stands, by the number of the handle of its id.
type Places = Vec<usize>;

/// Up to how many formations a development build makes sure each time that the tree is kept rightly.
const LOOKED_THROUGH: usize = 300;

/// Where none stands.
const NOWHERE: usize = usize::MAX;

fn places(all: &[Arc<Formation>]) -> Places {
    let mut places = Vec::new();
    for (place, number) in all.iter().filter_map(|f| f.id.handle()).map(Handle::number).enumerate() {
        places.resize(places.len().max(number + 1), NOWHERE);
        places[number] = place;
    }
    places
}

/// The formations and leaves of a campaign, by id.
#[derive(Debug, Clone, Default)]
pub struct Formations {
    all: Arc<Vec<Arc<Formation>>>,
    /// Where each stands in `all`, once it has been asked for.
    places: OnceLock<Arc<Places>>,
    /// Who is under whom, once it has been asked for and as long as none of them is changed.
    branches: OnceLock<Arc<Branches>>,
}

impl Formations {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Where the formation with this id stands in the order of the ids, from 0.
    pub fn place<Q: Named + ?Sized>(&self, id: &Q) -> Option<usize> {
        let number = id.handle()?.number();
        self.places.get_or_init(|| Arc::new(places(&self.all))).get(number).copied().filter(|place| *place != NOWHERE)
    }

    /// The formation with this id.
    pub fn get<Q: Named + ?Sized>(&self, id: &Q) -> Option<&Formation> {
        self.place(id).map(|place| &*self.all[place])
    }

    /// Whether there is a formation with this id.
    pub fn contains_key<Q: Named + ?Sized>(&self, id: &Q) -> bool {
        self.place(id).is_some()
    }

    /// The formation with this id, to be changed; not its id.
    pub fn get_mut<Q: Named + ?Sized>(&mut self, id: &Q) -> Option<&mut Formation> {
        self.branches.take();
        self.get_mut_where_it_is(id)
    }

    /// The formation with this id, to be changed in what does not make the tree: not its id, superior, order or arm, nor
    /// whether it is a leaf.
    pub fn get_mut_where_it_is<Q: Named + ?Sized>(&mut self, id: &Q) -> Option<&mut Formation> {
        let place = self.place(id)?;
        Some(Arc::make_mut(&mut Arc::make_mut(&mut self.all)[place]))
    }

    /// The formations, in the order of their ids.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Formation> + ExactSizeIterator + Clone {
        self.all.iter().map(|formation| &**formation)
    }

    /// Who is under whom.
    pub(crate) fn branches(&self) -> &Branches {
        let anew = || Branches::new(&self.all, |id| self.place(id));
        let branches = self.branches.get_or_init(|| Arc::new(anew()));
        // What `get_mut_where_it_is` may not change. In a large campaign the look would take longer than what asks.
        debug_assert!(self.len() > LOOKED_THROUGH || **branches == anew(), "the tree has changed under its branches");
        branches
    }

    /// Those of both that are not known, without a look at them, to be the same.
    pub fn apart(&self, other: &Self) -> (Self, Self) {
        if Arc::ptr_eq(&self.all, &other.all) {
            return Default::default();
        }
        let without = |all: &Self, others: &Self| {
            // Most stand where they stood.
            let is_at = |f: &Arc<Formation>, at| others.all.get(at).is_some_and(|other| Arc::ptr_eq(f, other));
            let is_shared = |(at, f)| is_at(f, at) || others.place(&f.id).is_some_and(|at| is_at(f, at));
            let apart = all.all.iter().enumerate().filter(|found| !is_shared(*found)).map(|(_, f)| Arc::clone(f));
            Self { all: Arc::new(apart.collect()), ..Self::default() }
        };
        (without(self, other), without(other, self))
    }

    /// The formations, to be changed; not their ids.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Formation> {
        self.branches.take();
        Arc::make_mut(&mut self.all).iter_mut().map(Arc::make_mut)
    }

    /// The ids, in order.
    pub fn keys(&self) -> impl Iterator<Item = &FormationId> {
        self.all.iter().map(|formation| &formation.id)
    }

    /// Ids and formations, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&FormationId, &Formation)> {
        self.all.iter().map(|formation| (&formation.id, &**formation))
    }

    /// Adds a formation, or puts it in the place of the one with its id.
    pub fn insert(&mut self, formation: Formation) {
        let place = self.all.binary_search_by(|other| other.id.cmp(&formation.id));
        self.branches.take();
        let all = Arc::make_mut(&mut self.all);
        match place {
            Ok(place) => all[place] = Arc::new(formation),
            Err(place) => {
                all.insert(place, Arc::new(formation));
                self.places.take();
            }
        }
    }

    /// Takes out all that are not wanted.
    pub fn retain(&mut self, is_wanted: impl Fn(&Formation) -> bool) {
        *self = Self { all: Arc::new(self.all.iter().filter(|f| is_wanted(f)).cloned().collect()), ..Self::default() };
    }

    /// Takes out the formation with this id, where there is one.
    pub fn remove<Q: Named + ?Sized>(&mut self, id: &Q) {
        if let Some(place) = self.place(id) {
            Arc::make_mut(&mut self.all).remove(place);
            self.places.take();
            self.branches.take();
        }
    }
}

impl PartialEq for Formations {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for Formations {}

impl<Q: Named + ?Sized> Index<&Q> for Formations {
    type Output = Formation;

    /// # Panics
    /// When there is no formation with this id: for tests.
    #[expect(clippy::panic, reason = "what an index is for")]
    fn index(&self, id: &Q) -> &Formation {
        self.get(id).unwrap_or_else(|| panic!("no formation `{}`", id.handle().map_or("?", Handle::text)))
    }
}

/// Of several with one id the last stays.
impl FromIterator<Formation> for Formations {
    fn from_iter<I: IntoIterator<Item = Formation>>(formations: I) -> Self {
        let mut all: Vec<Arc<Formation>> = formations.into_iter().map(Arc::new).collect();
        if !all.is_sorted_by(|a, b| a.id < b.id) {
            let by_id: BTreeMap<FormationId, Arc<Formation>> = all.into_iter().map(|f| (f.id.clone(), f)).collect();
            all = by_id.into_values().collect();
        }
        Self { all: Arc::new(all), ..Self::default() }
    }
}

impl Serialize for Formations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Formations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(BTreeMap::<FormationId, Formation>::deserialize(deserializer)?.into_values().collect())
    }
}
