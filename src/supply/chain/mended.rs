//! The ground on which chains are mended, and what is remembered of it between formations.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use campaign::Formation;
use domain::{AccountId, FormationId, Square};

use crate::chain::hops::Distances;
use crate::ground::view::View;

/// The ground on which a chain is mended: the view with the formation's line put right, and where fuel then is.
pub(crate) struct Mended<'a> {
    pub(crate) view: View<'a>,
    pub(crate) ends: Vec<(AccountId, Square)>,
    pub(crate) distances: Distances,
    /// The squares within a hop of HQs, bowsers and ends, as far as they have been asked for.
    pub(crate) circles: Circles,
    /// By which bowsers chains go that hold as things are.
    pub(crate) served: Arc<Served<'a>>,
}

impl<'a> Mended<'a> {
    /// The ground of a view, with fuel at these ends.
    pub(crate) fn new(view: View<'a>, ends: Vec<(AccountId, Square)>, served: Arc<Served<'a>>) -> Self {
        Self { view, ends, distances: Distances::default(), circles: Circles::new(), served }
    }
}

/// The squares within a hop of others, each once and in order, remembered.
pub(crate) type Circles = BTreeMap<(Square, bool), Rc<[usize]>>;

/// The bowsers by which the chains go that hold as things are.
pub(crate) type Served<'a> = BTreeMap<FormationId, Vec<&'a Formation>>;
