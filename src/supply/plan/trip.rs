//! One trip of a plan.

use campaign::Load;
use domain::{AccountId, Bound, FormationId, Square};

/// What a vehicle is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trip {
    /// The vehicles: one in a plan that was found, perhaps several in one made by hand.
    pub vehicles: Vec<FormationId>,
    /// Where they stand.
    pub at: Square,
    /// The bound in which they set out.
    pub starts: Bound,
    /// Where they load; none where they bring what they have on them.
    pub from: Option<(AccountId, Square)>,
    /// What they bring.
    pub load: Load,
    /// Where to: the id of a dump, railhead or formation, or a square.
    pub to: String,
    /// The square where they unload.
    pub goal: Square,
    /// Squares by which they deliver, given by hand.
    pub via: Vec<Square>,
    /// How long they drive until they are there; none where no clear way leads there.
    pub minutes: Option<u32>,
    /// The bound in which they arrive.
    pub arrives: Option<Bound>,
    /// Every square of the way, from where they stand.
    pub way: Vec<Square>,
    /// The wants that are met: which, how many units, and whether in time.
    pub meets: Vec<MetWant>,
    /// Whose fuel chain, which holds as things are, breaks while they are away, by id.
    pub breaks: Vec<FormationId>,
}

/// So many units of a want that a trip meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetWant {
    /// Which of the wants.
    pub want: usize,
    /// How many units.
    pub units: u32,
    /// Whether they come in time.
    pub in_time: bool,
}
