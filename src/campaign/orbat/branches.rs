//! Who is directly under whom, by places in the list of the formations: what a tree is made of, kept with that list until
//! one of them is changed.

use std::ops::Range;
use std::sync::Arc;

use domain::{Arm, FormationId};

use crate::Formation;

/// Those under every formation, in the order in which the organiser wrote them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Branches {
    /// All of them.
    pub(crate) under: Lists,
    /// The leaves of the logistic arm alone.
    pub(crate) logistic: Lists,
}

/// A list of places for each of many, one after another.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lists {
    items: Vec<usize>,
    /// Where each begins, and where the last ends.
    starts: Vec<usize>,
}

impl Lists {
    /// Where the list of one stands among all items.
    pub(crate) fn range(&self, place: usize) -> Range<usize> {
        self.starts[place]..self.starts[place + 1]
    }

    /// The list of one.
    pub(crate) fn of(&self, place: usize) -> &[usize] {
        &self.items[self.range(place)]
    }

    /// The lists of all.
    pub(crate) fn items(&self) -> &[usize] {
        &self.items
    }
}

impl Branches {
    /// Those of formations of which `place` knows where each stands.
    pub(crate) fn new(all: &[Arc<Formation>], place: impl Fn(&FormationId) -> Option<usize>) -> Self {
        let under = under(all, place);
        let mut logistic = Lists { items: Vec::new(), starts: vec![0] };
        let is_logistic = |number: &&usize| all[**number].arm == Arm::Logistic && all[**number].leaf.is_some();
        for place in 0..all.len() {
            logistic.items.extend(under.of(place).iter().filter(is_logistic));
            logistic.starts.push(logistic.items.len());
        }
        Self { under, logistic }
    }
}

fn under(all: &[Arc<Formation>], place: impl Fn(&FormationId) -> Option<usize>) -> Lists {
    // Neighbours by id mostly have one superior.
    let mut last: Option<(&FormationId, Option<usize>)> = None;
    let mut pairs: Vec<(usize, u32, usize)> = Vec::with_capacity(all.len());
    for (number, formation) in all.iter().enumerate() {
        let Some(parent) = &formation.parent else { continue };
        if last.is_none_or(|(id, _)| id != parent) {
            last = Some((parent, place(parent)));
        }
        pairs.extend(last.and_then(|(_, place)| Some((place?, formation.order, number))));
    }
    pairs.sort_unstable();
    let starts = (0..=all.len()).map(|place| pairs.partition_point(|pair| pair.0 < place)).collect();
    Lists { items: pairs.into_iter().map(|(.., number)| number).collect(), starts }
}
