//! Why a line fails, and the least that would mend it.
//!
//! What it decides: which of the things in the way need putting right, and how each is described.
//! Where to look next: `chain_mend`, which does the same for a fuel-bowser chain.

use campaign::Formation;
use domain::{AccountId, CrossingId, Square, SquareSide, Traffic};

use crate::ground::near::nearest_leading_to;
use crate::ground::view::{Item, View};
use crate::line::{self, LineMend};
use crate::rail::Rails;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::mend::Mend;
use crate::standing::mend_item::{Cut, MendItem};

/// What is needed to ask whether something would help.
pub(crate) struct LineMender<'a, 'v> {
    pub(crate) view: &'v View<'a>,
    pub(crate) hierarchy: &'v SupplyHierarchy<'a>,
    pub(crate) rails: &'v Rails<'a>,
    /// The ends of the side's lines that are fed as things are.
    pub(crate) fed: &'v [(AccountId, Square)],
}

impl<'a> LineMender<'a, '_> {
    /// Strikes out of a mend what the rest makes needless.
    ///
    /// Two legs may share what opens them; a way that comes to a square twice pays for it twice; and where enemies bar
    /// the squares beside them one square won may free another.
    pub(crate) fn prune(&self, mend: &mut LineMend, from: Square, formation: &'a Formation) {
        if mend.items.len() < 2 {
            return;
        }
        let mut place = 0;
        while place < mend.items.len() {
            let mut rest = mend.items.clone();
            rest.remove(place);
            if self.opens(&rest, from, formation) {
                mend.items = rest;
                mend.legs.remove(place);
            } else {
                place += 1;
            }
        }
    }

    /// Whether the line of a formation is open from a square when these things are put right.
    pub(crate) fn opens(&self, items: &[Item], from: Square, formation: &'a Formation) -> bool {
        let view = self.view.with(items);
        let anew = self.rails.are_touched_by(items).then(|| line::fed(&view, self.hierarchy, self.rails));
        let fed = squares(anew.as_deref().unwrap_or(self.fed));
        view.leads_to_any(from, &line::arrivals(&view, &self.hierarchy.stages(formation), &fed))
    }

    /// The nearest square from which the line would be open as things are; ties by reference.
    pub(crate) fn nearest_open(&self, from: Square, formation: &'a Formation) -> Option<Square> {
        let arrivals = line::arrivals(self.view, &self.hierarchy.stages(formation), &squares(self.fed));
        nearest_leading_to(self.view, from, &arrivals)
    }
}

fn squares(ends: &[(AccountId, Square)]) -> Vec<Square> {
    ends.iter().map(|(_, square)| *square).collect()
}

/// What is done about one thing that must be put right, and who is in the way.
pub(crate) fn describe(view: &View<'_>, item: Item) -> MendItem {
    let holders = if let Item::Win(square) = item { view.holders(square) } else { Vec::new() };
    let what = match item {
        // Nobody fights for a square on which nobody stands: who is nearest goes there.
        Item::Win(square) if !view.is_held(square) => {
            Mend::Occupy(square, nearest_leaf(view, square).map(|leaf| leaf.id.clone()))
        }
        Item::Win(square) if view.is_contested(square) => Mend::DriveOut(square),
        Item::Win(square) => Mend::TakeHeld(square),
        Item::Take(square) if view.is_raided(square) => Mend::ClearPartisans(square, view.side),
        Item::Take(square) => Mend::TakeEmpty(square, view.side),
        Item::Crossing(side) => Mend::Restore(side, to_restore(view, side)),
        Item::Rail(side) if view.campaign.railways.iter().any(|railway| railway.cuts.contains(&side)) => {
            Mend::RepairRail(side)
        }
        Item::Rail(side) => Mend::ConvertRail(side),
    };
    MendItem { holders, ..MendItem::from(what) }
}

/// The fighting leaf of the side that stands nearest to a square; of equally near ones the first by id.
fn nearest_leaf<'a>(view: &View<'a>, square: Square) -> Option<&'a Formation> {
    let own = view.campaign.formations.values().filter(|f| f.side == view.side && f.is_fighting_leaf());
    let standing = own.filter_map(|leaf| Some((leaf, leaf.stands_on()?)));
    standing.min_by_key(|(leaf, at)| (at.steps_to(square), &leaf.id)).map(|(leaf, _)| leaf)
}

/// The crossing between two squares that is restored for lorries, else for trains.
fn to_restore(view: &View<'_>, side: SquareSide) -> Option<CrossingId> {
    let traffic = |t: Traffic| view.crossing_to_restore(side, t);
    traffic(Traffic::Vehicles).or_else(|| traffic(Traffic::Rail)).map(|crossing| crossing.id.clone())
}

/// Where a line is cut, by its mend: the first obstacle from the formation.
pub(crate) fn cut_of(view: &View<'_>, mend: &LineMend) -> Option<Cut> {
    let (item, leg) = (mend.items.first()?, mend.legs.first()?);
    let MendItem { what, holders, .. } = describe(view, *item);
    let at = what.square();
    // What is in the way of trains lies behind the last square.
    let (near, far) = match item {
        Item::Crossing(side) => side.squares(),
        _ => (at, at),
    };
    let fails = mend.way.iter().position(|square| *square == near || *square == far);
    let way = mend.way[..fails.map_or(mend.way.len(), |place| place + 1)].to_vec();
    Some(Cut { leg: *leg, at, kind: what.kind(), holders, way })
}
