//! What would settle a finding of the review: a command that is offered, or what is tried first.
//!
//! What it never does: write a command out; that is `report::words`.

use domain::{AccountId, BattleId, Commodity, FormationId, SideId, Square};
use supply::NewLeaf;

use crate::command::SupplySend;

/// A command that is offered: what it does or shows, and of what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// What was overrun is ruled captured.
    Capture(AccountId),
    /// An order is cancelled.
    CancelOrder(FormationId),
    /// Orders are carried out.
    BoundMarch,
    /// The bound is closed.
    BoundClose,
    /// A battle that was drawn is fought and posted.
    Resolve(BattleId),
    /// A battle that was drawn is given up.
    CancelBattle(BattleId),
    /// A battle for a square is drawn, in which this side attacks where it must be said.
    Battle(Square, Option<SideId>),
    /// Battles for squares are declined.
    Decline(Vec<Square>),
    /// The grades are reviewed that a battle made due, or all battles.
    GradeReview(Option<BattleId>),
    /// A unit reorganises.
    Reorganise(FormationId),
    /// A unit is ordered to reorganise in the next bound.
    ReorganiseNext(FormationId),
    /// A unit marches to a square.
    March(FormationId, Square),
    /// A unit is ordered to march to a square in the next bound.
    MarchNext(FormationId, Square),
    /// A unit comes under the command of another.
    PutUnder(FormationId, FormationId),
    /// A formation is given a vehicle or an HQ.
    Give(NewLeaf),
    /// Vehicles are sent.
    Send(SupplySend),
    /// A convoy turns home.
    SendHome(FormationId),
    /// A convoy that is on its way home is released.
    Release(FormationId),
    /// A unit of something is booked as come to an account by rail.
    Receive(AccountId, Commodity),
    /// Engineers repair a length of railway.
    RepairRail(Square, Square, FormationId),
    /// Engineers stop their work on a railway.
    StopRailWork(FormationId),
    /// Shows a formation, or what else has this id.
    ShowUnit(String),
    /// Shows the ground of a square.
    ShowGround(Square),
    /// Traces the supply of a formation.
    Trace(FormationId),
    /// Shows what stocks an account holds.
    Stocks(AccountId),
    /// Plans the convoys of a side.
    Plan(SideId),
    /// Foresees the stocks.
    Forecast,
}

impl Offer {
    /// Whether it only shows something, which can be looked at as it was.
    pub fn is_reading(&self) -> bool {
        use Offer::{Forecast, GradeReview, Plan, ShowGround, ShowUnit, Stocks, Trace};
        matches!(self, GradeReview(_) | ShowUnit(_) | ShowGround(_) | Trace(_) | Stocks(_) | Plan(_) | Forecast)
    }
}

/// What would settle a finding: a command where it is known to be accepted, otherwise what to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Nothing need be done.
    Nothing,
    /// A command that settles it, or shows what to look at.
    Command(Offer),
    /// A leaf comes to a square, if it can.
    March(FormationId, Square),
    /// The battle for a square is fought in which this side attacks, if one can be.
    Battle(Square, SideId),
}

impl From<Offer> for Remedy {
    fn from(command: Offer) -> Self {
        Self::Command(command)
    }
}
