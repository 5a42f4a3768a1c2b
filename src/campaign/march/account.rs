//! What a march came to: leaf by leaf, with what stopped it and what it won.

use domain::{AccountId, FormationId, LeafState, SideId, Square};

use super::Marched;
use crate::march::manner::Manner;

/// What a march came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MarchAccount {
    /// Every leaf that was to march, by id.
    pub leaves: Vec<LeafMarch>,
    /// The squares that passed to each side, in order, with who held each before.
    pub taken: Vec<(SideId, Vec<Taken>)>,
    /// What was overrun, in the order of time.
    pub overruns: Vec<Overrun>,
    /// What became of the orders for the bound that are no marches.
    pub actions: Vec<ActionAccount>,
}

/// What became of an order that is not a march.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionAccount {
    /// The unit.
    pub unit: FormationId,
    /// What it was to do: `dig-in`, `fortify`, `reorganise`, `open-dump`, `send`.
    pub action: &'static str,
    /// How many of its leaves did it; an order that none could carry out stands.
    pub done: usize,
    /// How many of its leaves were to.
    pub leaves: usize,
    /// What hindered the others; where nothing did, what whoever gave the order should know.
    pub why: Option<String>,
}

/// A square that passed to a side, with who held it before.
pub type Taken = (Square, Option<SideId>);

/// The march of one leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeafMarch {
    /// The leaf.
    pub leaf: FormationId,
    /// The unit that was ordered to march.
    pub unit: FormationId,
    /// In what manner.
    pub manner: Manner,
    /// Where it stood.
    pub from: Square,
    /// Where it was to come.
    pub to: Square,
    /// Whether that is another square than its place in the formation, which is barred or impassable.
    pub out_of_place: bool,
    /// The way points of its order that it had passed in a march before: it goes on from there.
    pub passed: usize,
    /// How many way points its order has before its end.
    pub points: usize,
    /// The squares that it entered, in order.
    pub way: Vec<Square>,
    /// In which minute of its moving hours in the bound it entered each of them.
    pub entered: Vec<u32>,
    /// What it kept of its marches before.
    pub before: Marched,
    /// What it keeps of them now.
    pub after: Marched,
    /// Why it did not come where it was to; none where it did.
    pub stop: Option<Stop>,
    /// The squares still to go, each with the minutes of the step into it.
    pub left: Vec<(Square, u32)>,
    /// The minutes still to go.
    pub left_minutes: u32,
}

impl LeafMarch {
    /// Where it stands now.
    pub fn at(&self) -> Square {
        self.way.last().copied().unwrap_or(self.from)
    }

    /// Whether anything of it changed.
    pub fn has_marched(&self) -> bool {
        !self.way.is_empty() || self.before != self.after
    }
}

/// Why a leaf did not come where it was to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Its moving hours are used up.
    Hours,
    /// It came into contact with this enemy leaf.
    Contact(FormationId),
    /// This enemy fighting leaf holds the next square: to enter it is a battle.
    Held(Square, FormationId),
    /// Water or ground leaves no way for it.
    NoWay,
    /// Its formation is out of POL.
    Fuel(FormationId),
    /// Its state forbids it.
    State(LeafState),
    /// It is aircraft or boats, which do not march.
    Rate,
    /// It was overrun by this enemy leaf.
    Overrun(FormationId),
}

/// Something that was overrun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overrun {
    /// What.
    pub what: Booty,
    /// Where.
    pub square: Square,
    /// By which leaf.
    pub by: FormationId,
}

/// What can be overrun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Booty {
    /// A leaf that does not fight.
    Leaf(FormationId),
    /// A dump.
    Dump(AccountId),
    /// What lies at a railhead; the railhead itself stays on its railway.
    Railhead(AccountId),
}

/// The leaf that leads: the one with the command, or the first.
pub fn lead<'a>(
    leaves: impl Iterator<Item = &'a LeafMarch> + Clone,
    command: Option<&FormationId>,
) -> Option<&'a LeafMarch> {
    let first = leaves.clone().next();
    { leaves }.find(|leaf| Some(&leaf.leaf) == command).or(first)
}
