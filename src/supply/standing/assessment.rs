//! How every formation stands with LOG and POL, and why.

use campaign::Standing;
use domain::{AccountId, Commodity, FormationId, Square, SupplyState};

use crate::chain::fuel_chain::Link;
use crate::standing::mend_item::{Cut, MendItem};

/// One leg of an open line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// From which formation or dump.
    pub from: String,
    /// To which dump, railhead or source depot.
    pub to: AccountId,
    /// Minutes by lorry.
    pub minutes: u64,
    /// The squares passed, both ends included.
    pub path: Vec<Square>,
}

/// The railway behind a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailTrace {
    /// The railhead.
    pub railhead: AccountId,
    /// The source.
    pub source: Option<AccountId>,
    /// From railhead to source.
    pub path: Vec<Square>,
    /// Where it is cut.
    pub cut: Option<Square>,
}

/// How a formation stands with LOG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogStatus {
    /// The state.
    pub state: SupplyState,
    /// What it holds and can come to, in `full` detail.
    pub stock: Option<i64>,
    /// Where that lies, in the order in which it is drawn.
    pub accounts: Vec<String>,
    /// Its own accounts that hold some out of its reach.
    pub beyond: Vec<String>,
    /// Where what is brought to it goes; none where it can come to nothing of its own that would take it.
    pub into: Option<String>,
    /// The railhead or source depot that feeds it.
    pub source: Option<AccountId>,
    /// The legs of its line, while that is open.
    pub legs: Vec<Leg>,
    /// The railway behind it, open; or the one that is cut, where trains must run before the line is open.
    pub rail: Option<RailTrace>,
    /// Where its line is cut.
    pub cut: Option<Cut>,
    /// Where others would have to win squares for it: who could come back a little instead, and to where.
    pub back: Option<(FormationId, Square)>,
    /// Whether it is out of LOG.
    pub out: bool,
}

/// How a formation stands with POL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolStatus {
    /// Whether it needs any.
    pub required: bool,
    /// The state.
    pub state: SupplyState,
    /// What it holds and can come to, in `full` detail.
    pub stock: Option<i64>,
    /// Where that lies, in the order in which it is drawn.
    pub accounts: Vec<String>,
    /// Its own accounts that hold some out of its reach.
    pub beyond: Vec<String>,
    /// Where what is brought to it goes; none where it can come to nothing of its own that would take it.
    pub into: Option<String>,
    /// The hops of its chain.
    pub links: Vec<Link>,
    /// The level that breaks the chain, and what it has lost.
    pub lost: Option<(FormationId, &'static str)>,
    /// Whether nothing was found that mends its chain.
    pub past_mending: bool,
    /// Whether it is out of POL.
    pub out: bool,
}

/// Whether a formation has what it needs of a commodity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Supplied {
    /// Its line or chain holds.
    Holds,
    /// It does not, but there is stock in its reach.
    LivesOn,
    /// It is out.
    Out,
}

impl Supplied {
    /// By the state of its line or chain, and whether it is out; none where it needs none.
    fn new(state: SupplyState, is_out: bool) -> Option<Self> {
        match state {
            SupplyState::NotRequired => None,
            SupplyState::InSupply => Some(Self::Holds),
            _ if is_out => Some(Self::Out),
            _ => Some(Self::LivesOn),
        }
    }

    /// Whether it was out when the last bound was closed.
    pub fn was_out(found: &Standing) -> bool {
        Self::recorded(found) == Some(Self::Out)
    }

    /// As it was when the last bound was closed; none where it needed none.
    pub fn recorded(found: &Standing) -> Option<Self> {
        Self::new(found.state, found.bounds_out > 0)
    }
}

/// How many formations have what they need of a commodity: whatever counts who is out counts by this.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SupplyCount {
    /// Whose line or chain holds.
    pub holds: usize,
    /// Whose does not, and who live on stock in their reach.
    pub lives_on: usize,
    /// Who are out.
    pub out: usize,
}

impl SupplyCount {
    /// Those of a sheet.
    pub fn of<'s>(sheet: impl IntoIterator<Item = &'s Assessment>, commodity: Commodity) -> Self {
        sheet.into_iter().map(|of| of.stands(commodity)).collect()
    }

    /// How many need the commodity.
    pub const fn needing(self) -> usize {
        self.holds + self.lives_on + self.out
    }
}

impl FromIterator<Option<Supplied>> for SupplyCount {
    /// Who needs none is not counted.
    fn from_iter<T: IntoIterator<Item = Option<Supplied>>>(each: T) -> Self {
        let mut count = Self::default();
        for of in each.into_iter().flatten() {
            *match of {
                Supplied::Holds => &mut count.holds,
                Supplied::LivesOn => &mut count.lives_on,
                Supplied::Out => &mut count.out,
            } += 1;
        }
        count
    }
}

/// How a formation stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assessment {
    /// The formation.
    pub unit: FormationId,
    /// Where it stands.
    pub square: Option<Square>,
    /// The superior that feeds it, where it draws nothing for itself.
    pub fed_by: Option<FormationId>,
    /// LOG.
    pub log: LogStatus,
    /// POL.
    pub pol: PolStatus,
    /// Fighting bases out of ammunition.
    pub ammo_out_bases: u32,
    /// Whether any fighting base can fire.
    pub can_fire: bool,
    /// What would mend what fails; empty where nothing does.
    pub mend: Vec<MendItem>,
}

impl Assessment {
    /// Who draws what it has: the superior that feeds it, or itself.
    pub fn drawing(&self) -> &FormationId {
        self.fed_by.as_ref().unwrap_or(&self.unit)
    }

    /// Whether it has what it needs of LOG or of POL; none where it needs none.
    pub fn stands(&self, commodity: Commodity) -> Option<Supplied> {
        let (log, pol) = (&self.log, &self.pol);
        if commodity == Commodity::Pol { Supplied::new(pol.state, pol.out) } else { Supplied::new(log.state, log.out) }
    }

    /// Whether it is out of LOG or of POL.
    pub fn is_out(&self, commodity: Commodity) -> bool {
        self.stands(commodity) == Some(Supplied::Out)
    }

    /// Whether it may attack: it has LOG, and a base that can fire.
    pub fn can_attack(&self) -> bool {
        !self.log.out && self.can_fire
    }

    /// Whether it may move: it needs no POL, or has some.
    pub fn can_move(&self) -> bool {
        !self.pol.out
    }
}

impl LogStatus {
    /// Minutes by lorry over the whole of its line, while that is open.
    pub fn minutes(&self) -> u64 {
        self.legs.iter().map(|leg| leg.minutes).sum()
    }
}

impl PolStatus {
    /// Whether its chain holds, or it needs none.
    pub(crate) fn is_well(&self) -> bool {
        !matches!(self.state, SupplyState::Cut | SupplyState::NoVehicle)
    }
}
