//! The obstacles by which formations are without supply, each once, with all who stand under it.
//!
//! What it decides: under which obstacle a formation stands, for LOG and for POL: the first that must go, seen from it; and
//! whom it frees. What it never does: trace; it reads assessments.
//! Where to look next: `report::words::cause`, which says it.

use campaign::Campaign;
use domain::{Bound, Commodity, FormationId, SideId, Square, SquareSide, SupplyState};
use supply::plan::{Lack, Trip, Want};
use supply::{Assessment, CutKind, Link, Mend, MendItem, NewLeaf};

/// One obstacle: what must be put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// A square that bars the way, or from which no way leads on.
    Square(CutKind, Square),
    /// A crossing that is wanted between two squares.
    Crossing(SquareSide),
    /// A length of railway that is cut.
    Railway(SquareSide),
    /// A length of railway of another gauge than its trains.
    Gauge(SquareSide),
    /// A side has no railhead or source depot.
    NoSource(SideId),
    /// At a square no vehicle for this is left, or no HQ where it is for nothing; whatever is missing there is one obstacle.
    NoVehicle(Option<Square>, Option<Commodity>),
    /// A hop of a bowser chain that is too long.
    Hop(Box<Link>),
    /// Who draws on this account has used up what he had.
    Empty(String),
}

/// A formation that suffers from an obstacle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sufferer {
    /// Which.
    pub unit: FormationId,
    /// Whether for want of LOG.
    pub log: bool,
    /// Whether for want of POL.
    pub pol: bool,
    /// Whether nothing else is in its way.
    pub is_freed: bool,
    /// Since when it is without; none where no close has recorded it so.
    pub since: Option<Bound>,
}

/// An obstacle with all who stand under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// Whose supply fails.
    pub side: SideId,
    /// The obstacle.
    pub obstacle: Obstacle,
    /// The other hops that what mends this one shortens too.
    pub alike: Vec<Link>,
    /// Where.
    pub square: Option<Square>,
    /// The enemy leaves in the way.
    pub holders: Vec<FormationId>,
    /// Who suffers, in the order of the sheet.
    pub units: Vec<Sufferer>,
    /// What puts the obstacle right.
    pub mend: Vec<MendItem>,
    /// What else must go for some of them.
    pub rest: Vec<Obstacle>,
    /// Where one alone suffers from it: who could come back a little instead.
    pub back: Option<Mend>,
    /// What brings them stock where that is what they lack; none where it is not asked for.
    pub brought: Option<Brought>,
}

impl Obstacle {
    /// Its kind, as documents name it.
    pub fn kind(&self) -> &'static str {
        let kind = match self {
            Self::Square(kind, _) => *kind,
            Self::Crossing(_) => CutKind::NoCrossing,
            Self::Railway(_) | Self::Gauge(_) => CutKind::RailCut,
            Self::NoSource(_) => CutKind::NoDump,
            Self::NoVehicle(..) => CutKind::NoVehicle,
            Self::Hop(_) => CutKind::HopTooLong,
            Self::Empty(_) => return SupplyState::DumpEmpty.as_str(),
        };
        kind.as_str()
    }

    /// Whether both stand for one cause.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::NoVehicle(at, _), Self::NoVehicle(there, _)) => at == there,
            _ => self == other,
        }
    }

    /// What an item of a mend puts right of the supply of a formation.
    fn of(item: &MendItem, of: &Assessment, side: SideId) -> Self {
        match &item.what {
            what @ (Mend::Occupy(..)
            | Mend::DriveOut(_)
            | Mend::TakeHeld(_)
            | Mend::TakeEmpty(..)
            | Mend::ClearPartisans(..)) => Self::Square(what.kind(), what.square()),
            // Where it stands, and not where it would be brought.
            what @ Mend::Bring(..) => Self::Square(what.kind(), of.square.unwrap_or(what.square())),
            Mend::Restore(side, _) => Self::Crossing(*side),
            Mend::RepairRail(side) => Self::Railway(*side),
            Mend::ConvertRail(side) => Self::Gauge(*side),
            Mend::OpenSource(..) => Self::NoSource(side),
            Mend::Give(leaf) if !item.for_pol || broken(of).is_none() || of.pol.lost.is_some() => {
                Self::NoVehicle(Some(leaf.square), leaf.carries)
            }
            Mend::Give(_) | Mend::MoveBowser(..) | Mend::BringBack(..) => broken(of)
                .map_or(Self::NoVehicle(of.square, Some(Commodity::Pol)), |hop| Self::Hop(Box::new(hop.clone()))),
        }
    }

    fn square(&self, campaign: &Campaign, of: &Assessment) -> Option<Square> {
        match self {
            Self::NoSource(_) => of.square,
            Self::Empty(account) => campaign.account_square(account),
            _ => self.place(),
        }
    }

    /// The square in which it lies, where it lies in one.
    pub fn place(&self) -> Option<Square> {
        match self {
            Self::Square(_, square) => Some(*square),
            Self::Crossing(side) | Self::Railway(side) | Self::Gauge(side) => Some(side.squares().0),
            Self::NoVehicle(square, _) => *square,
            Self::Hop(hop) => Some(hop.from_square),
            Self::NoSource(_) | Self::Empty(_) => None,
        }
    }
}

/// What brings stock to those who have used up theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Brought {
    /// One trip does, and it is all that there is to do.
    Trip(Box<Trip>),
    /// Somebody could bring some of what they lack: the plan says who.
    Planned,
    /// Nobody can bring any of it within a day: the first want, and why.
    Nobody(Want, Lack),
}

/// Whether a formation is without what it needs.
fn fails(state: SupplyState) -> bool {
    !state.is_good()
}

/// How a formation stands with one of the two.
fn state(of: &Assessment, commodity: Commodity) -> SupplyState {
    if commodity == Commodity::Pol { of.pol.state } else { of.log.state }
}

fn broken(of: &Assessment) -> Option<&Link> {
    of.pol.links.iter().find(|link| !link.is_ok()).filter(|_| of.pol.state == SupplyState::Cut)
}

/// The first bound of the unbroken run in which a formation stands as it does: the running one, if it did not at the last
/// close.
pub fn since(campaign: &Campaign, of: &Assessment, commodity: Commodity) -> Bound {
    recorded_since(campaign, of, commodity).unwrap_or(campaign.bound)
}

/// The same; none of who is fed by another, of whom nothing is recorded while that one is well.
fn recorded_since(campaign: &Campaign, of: &Assessment, commodity: Commodity) -> Option<Bound> {
    let standing = campaign.supply.get(of.drawing().as_str()).map(|record| record.of(commodity));
    let same = standing.filter(|standing| standing.state == state(of, commodity)).map(|standing| standing.since);
    same.or_else(|| of.fed_by.is_none().then_some(campaign.bound))
}

/// Every obstacle for which one of these formations is without LOG or POL, what frees most first.
pub fn supply_causes(campaign: &Campaign, found: &[Assessment]) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    for of in found {
        let Some(formation) = campaign.formations.get(&of.unit) else { continue };
        let lacks = |commodity| fails(state(of, commodity)).then(|| first(campaign, of, commodity, formation.side));
        let (log, pol) = (lacks(Commodity::Log), lacks(Commodity::Pol));
        let is_under = |under: &Option<Obstacle>, obstacle| under.as_ref().is_some_and(|under| under.is_same(obstacle));
        for obstacle in log.iter().chain(pol.iter().filter(|pol| !is_under(&log, pol))) {
            let [log, pol] = [&log, &pol].map(|under| is_under(under, obstacle));
            place(campaign, &mut causes, of, formation.side, obstacle, [log, pol]);
        }
    }
    let mut causes = join_hops(causes);
    for cause in &mut causes {
        let [one] = &cause.units[..] else { continue };
        let back = found.iter().find(|of| of.unit == one.unit).and_then(|of| of.log.back.clone());
        cause.back = back.map(|(unit, to)| Mend::Bring(unit, to));
    }
    causes.sort_by_key(|cause| {
        (std::cmp::Reverse((cause.frees(), cause.units.len())), cause.since(), cause.square, cause.side)
    });
    causes
}

/// The same causes, hops that one and the same thing mends told as one.
fn join_hops(causes: Vec<Cause>) -> Vec<Cause> {
    let mut joined: Vec<Cause> = Vec::new();
    for cause in causes {
        let known = joined.iter().position(|known| cause.is_mended_with(known));
        match (known, &cause.obstacle) {
            (Some(place), Obstacle::Hop(hop)) => joined[place].join((**hop).clone(), cause),
            _ => joined.push(cause),
        }
    }
    joined
}

/// The obstacle that must go first for a formation to have one of the two.
fn first(campaign: &Campaign, of: &Assessment, commodity: Commodity, side: SideId) -> Obstacle {
    let is_pol = commodity == Commodity::Pol;
    if state(of, commodity) == SupplyState::DumpEmpty {
        if has_nothing_for(campaign, of, commodity) {
            return Obstacle::NoVehicle(of.square, Some(commodity));
        }
        let end = of.pol.links.last().map(|link| link.to.clone());
        let dump = of.log.legs.first().map(|leg| leg.to.to_string());
        let drawn = if is_pol { end } else { dump };
        return Obstacle::Empty(drawn.unwrap_or_else(|| of.drawing().to_string()));
    }
    // What is in the way of a line is in the way of its chain too; a lorry is not what a bowser lacks.
    let is_given = |item: &&MendItem| matches!(item.what, Mend::Give(_));
    let of_line = || of.mend.iter().filter(|item| !item.for_pol);
    let on_way = of_line().find(|item| !is_given(item));
    let of_chain = of.mend.iter().find(|item| item.for_pol);
    let has_lost = of.pol.state == SupplyState::NoVehicle || of.pol.lost.is_some();
    let is_barred = broken(of).is_none_or(|hop| hop.metres.is_none());
    let item = match is_pol {
        false => on_way.or_else(|| of_line().next()),
        true if has_lost || !is_barred => of_chain.or(on_way),
        true => on_way.or(of_chain),
    };
    let hop = || broken(of).filter(|_| is_pol).map(|hop| Obstacle::Hop(Box::new(hop.clone())));
    let cut = || of.log.cut.as_ref().filter(|_| !is_pol).map(|cut| Obstacle::Square(cut.kind, cut.at));
    let none_left = || Obstacle::NoVehicle(of.square, Some(commodity));
    item.map(|item| Obstacle::of(item, of, side)).or_else(hop).or_else(cut).unwrap_or_else(none_left)
}

/// Whether a formation has neither a dump nor a vehicle that takes a commodity: it wants a vehicle before it wants stock.
pub fn has_nothing_for(campaign: &Campaign, of: &Assessment, commodity: Commodity) -> bool {
    let id = of.drawing();
    let takes = |leaf: &campaign::Leaf| leaf.carries == Some(commodity) && leaf.state.is_on_map();
    let is_its_vehicle = |f: &campaign::Formation| f.parent.as_ref() == Some(id) && f.leaf.as_ref().is_some_and(takes);
    campaign.dumps.values().all(|dump| dump.owner != *id) && !campaign.formations.values().any(is_its_vehicle)
}

/// What a formation is to be given that is out only because nothing of its own holds any.
fn vehicle_for(campaign: &Campaign, of: &Assessment, obstacle: &Obstacle) -> Option<MendItem> {
    let Obstacle::NoVehicle(Some(square), Some(commodity)) = obstacle else { return None };
    let is_it = state(of, *commodity) == SupplyState::DumpEmpty && has_nothing_for(campaign, of, *commodity);
    let given = || Mend::Give(NewLeaf::new(campaign, &of.unit, Some(*commodity), *square));
    is_it.then(|| MendItem { for_pol: *commodity == Commodity::Pol, ..given().into() })
}

/// Puts a formation under an obstacle, which is new or has others under it.
fn place(
    campaign: &Campaign,
    causes: &mut Vec<Cause>,
    of: &Assessment,
    side: SideId,
    obstacle: &Obstacle,
    [log, pol]: [bool; 2],
) {
    let is_hop = matches!(obstacle, Obstacle::Hop(_));
    let is_of = |item: &&MendItem| (is_hop && item.for_pol) || Obstacle::of(item, of, side).is_same(obstacle);
    let (mend, rest): (Vec<&MendItem>, Vec<&MendItem>) = of.mend.iter().partition(is_of);
    let given = vehicle_for(campaign, of, obstacle);
    let mend: Vec<&MendItem> = mend.into_iter().chain(&given).collect();
    let only_it = log == fails(of.log.state) && pol == fails(of.pol.state) && rest.is_empty();
    let is_mended = matches!(obstacle, Obstacle::Empty(_)) || !mend.is_empty();
    let wanted = [(log, Commodity::Log), (pol, Commodity::Pol)].into_iter().filter(|(is_wanted, _)| *is_wanted);
    let since = wanted.filter_map(|(_, commodity)| recorded_since(campaign, of, commodity)).min();
    let is_freed = only_it && is_mended && !(pol && of.pol.past_mending);
    let unit = Sufferer { unit: of.unit.clone(), log, pol, is_freed, since };
    let known = causes.iter().position(|cause| cause.side == side && cause.obstacle.is_same(obstacle));
    let place = known.unwrap_or_else(|| {
        let (square, obstacle) = (obstacle.square(campaign, of), obstacle.clone());
        causes.push(Cause {
            side,
            obstacle,
            square,
            alike: Vec::new(),
            holders: Vec::new(),
            units: Vec::new(),
            mend: Vec::new(),
            rest: Vec::new(),
            back: None,
            brought: None,
        });
        causes.len() - 1
    });
    let cause = &mut causes[place];
    cause.units.push(unit);
    for item in mend {
        if cause.holders.is_empty() {
            cause.holders.clone_from(&item.holders);
        }
        // A source for one is a source for all.
        let is_known = |known: &MendItem| known.what == item.what || matches!(known.what, Mend::OpenSource(..));
        if !cause.mend.iter().any(is_known) {
            cause.mend.push(item.clone());
        }
    }
    for other in rest.into_iter().map(|item| Obstacle::of(item, of, side)) {
        if !cause.rest.contains(&other) {
            cause.rest.push(other);
        }
    }
}

impl Cause {
    /// The earliest bound since when one of them is without; none where no close has recorded one of them so.
    pub fn since(&self) -> Option<Bound> {
        self.units.iter().filter_map(|unit| unit.since).min()
    }

    /// Since when more than half of them are, where that is later.
    pub fn most_since(&self) -> Option<Bound> {
        let earliest = self.since()?;
        let is_of_most =
            |since: &Bound| 2 * self.units.iter().filter(|unit| unit.since == Some(*since)).count() > self.units.len();
        self.units.iter().filter_map(|unit| unit.since).find(is_of_most).filter(|since| *since != earliest)
    }

    /// Whether both are hops, and what mends one mends the other.
    fn is_mended_with(&self, other: &Self) -> bool {
        let done = |cause: &Self| cause.mend.iter().map(|item| item.what.clone()).collect::<Vec<_>>();
        let are_hops = [self, other].iter().all(|cause| matches!(cause.obstacle, Obstacle::Hop(_)));
        are_hops && self.side == other.side && !self.mend.is_empty() && done(self) == done(other)
    }

    /// Takes in who suffers from another hop.
    fn join(&mut self, hop: Link, other: Self) {
        self.alike.push(hop);
        self.units.extend(other.units);
        for obstacle in other.rest {
            if !self.rest.contains(&obstacle) {
                self.rest.push(obstacle);
            }
        }
    }

    /// How many have nothing else in their way: it alone mended, they are supplied.
    pub fn frees(&self) -> usize {
        self.units.iter().filter(|unit| unit.is_freed).count()
    }

    /// How many are without LOG by it, and how many without POL.
    pub fn lacking(&self) -> [usize; 2] {
        let count = |lacks: fn(&Sufferer) -> bool| self.units.iter().filter(|unit| lacks(unit)).count();
        [count(|unit| unit.log), count(|unit| unit.pol)]
    }
}

#[cfg(test)]
mod tests;
