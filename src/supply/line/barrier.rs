//! Why a line fails, and the least that would mend it.
//!
//! What it decides: which of the things in the way need putting right, and how each is described.
//! Where to look next: `chain_mend`, which does the same for a fuel-bowser chain.

use campaign::Formation;
use domain::{AccountId, FormationId, Square, SquareSide, Traffic};

use crate::ground::near::nearest_leading_to;
use crate::ground::view::{Item, View};
use crate::line::{self, LineMend};
use crate::rail::Rails;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::mend_item::{Cut, CutKind, MendItem};

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

/// Says what one thing is that must be put right.
pub(crate) fn describe(view: &View<'_>, item: Item) -> MendItem {
    let reference = |square: &Square| view.campaign.frame.reference(*square);
    match item {
        Item::Win(square) => {
            let holders = view.holders(square);
            let kind = if view.is_contested(square) { CutKind::Contested } else { CutKind::EnemyUnit };
            let names: Vec<String> = holders.iter().map(|id| name(view, id)).collect();
            let text = match kind {
                _ if !view.is_held(square) => {
                    format!("occupy {}, which the enemy beside it bars", reference(&square))
                }
                CutKind::Contested => format!("drive the enemy out of {}, which is contested", reference(&square)),
                _ => format!("take {} from the enemy", reference(&square)),
            };
            // Nobody fights for a square on which nobody stands: who is nearest goes there.
            let goes = if view.is_held(square) { None } else { nearest_leaf(view, square) };
            let command = goes.map_or_else(
                || format!("battle new {}", reference(&square)),
                |leaf| format!("move {} {}", leaf.id, reference(&square)),
            );
            MendItem { kind, square, by: holders.into_iter().next(), names, text, command, for_pol: false }
        }
        Item::Take(square) if view.is_raided(square) => MendItem {
            kind: CutKind::Partisans,
            square,
            by: None,
            names: Vec::new(),
            text: format!("clear {} of partisans: a garrison there or beside it is enough", reference(&square)),
            command: format!("partisans clear {} --against {}", reference(&square), view.side),
            for_pol: false,
        },
        Item::Take(square) => MendItem {
            kind: CutKind::EnemyControl,
            square,
            by: None,
            names: Vec::new(),
            text: format!("take {}: enemy-controlled, unoccupied", reference(&square)),
            command: format!("ground set {} --side {} --override taken", reference(&square), view.side),
            for_pol: false,
        },
        Item::Crossing(side) => restore(view, side),
        Item::Rail(side) => {
            let (a, b) = side.squares();
            let cut = view.campaign.railways.iter().any(|railway| railway.cuts.contains(&side));
            let action =
                if cut { "repair the railway between" } else { "convert the railway to the gauge of its trains, from" };
            let text = format!("{action} {} {} {}", reference(&a), if cut { "and" } else { "to" }, reference(&b));
            let verb = if cut { "repair" } else { "convert" };
            let command = format!("rail {verb} {} {}", reference(&a), reference(&b));
            let (kind, names) = (CutKind::RailCut, Vec::new());
            MendItem { kind, square: a, by: None, names, text, command, for_pol: false }
        }
    }
}

/// The fighting leaf of the side that stands nearest to a square; of equally near ones the first by id.
fn nearest_leaf<'a>(view: &View<'a>, square: Square) -> Option<&'a Formation> {
    let own = view.campaign.formations.values().filter(|f| f.side == view.side && f.is_fighting_leaf());
    let standing = own.filter_map(|leaf| Some((leaf, leaf.stands_on()?)));
    standing.min_by_key(|(leaf, at)| (at.steps_to(square), &leaf.id)).map(|(leaf, _)| leaf)
}

fn restore(view: &View<'_>, side: SquareSide) -> MendItem {
    let (a, b) = side.squares();
    let traffic = |t: Traffic| view.crossing_to_restore(side, t);
    let crossing = traffic(Traffic::Vehicles).or_else(|| traffic(Traffic::Rail));
    let reference = |square: Square| view.campaign.frame.reference(square);
    let between = format!("between {} and {}", reference(a), reference(b));
    let text = crossing.map_or_else(
        || format!("restore the crossing {between}"),
        |c| match c.state {
            domain::CrossingState::Destroyed => format!("rebuild the {} `{}` {between}", c.kind, c.id),
            _ => format!("open the closed {} `{}` {between}", c.kind, c.id),
        },
    );
    let command = crossing.map_or_else(
        || "crossing list".to_owned(),
        |c| match c.state {
            domain::CrossingState::Destroyed => format!("crossing repair {}", c.id),
            _ => format!("crossing open {}", c.id),
        },
    );
    MendItem { kind: CutKind::NoCrossing, square: a, by: None, names: Vec::new(), text, command, for_pol: false }
}

fn name(view: &View<'_>, id: &FormationId) -> String {
    let leaf = view.campaign.formations.get(id);
    let of = leaf.and_then(|f| f.parent.as_ref()).and_then(|p| view.campaign.formations.get(p));
    let leaf = leaf.map_or_else(|| id.to_string(), |f| f.name.clone());
    of.map_or_else(
        || leaf.clone(),
        |f| if leaf.contains(&f.name) { leaf.clone() } else { format!("{leaf}, {}", f.name) },
    )
}

/// Where a line is cut, by its mend: the first obstacle from the formation.
pub(crate) fn cut_of(view: &View<'_>, mend: &LineMend) -> Option<Cut> {
    let (item, leg) = (mend.items.first()?, mend.legs.first()?);
    let described = describe(view, *item);
    Some(Cut { leg: *leg, at: described.square, kind: described.kind, by: described.by, names: described.names })
}
