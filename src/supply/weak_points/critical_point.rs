//! What a critical point is, and what cuts the same and lies side by side as one of them.
//!
//! What it decides: what hangs together, and for what it is named. Where to look next: `critical`, which finds them.

use std::collections::BTreeMap;

use domain::{FormationId, Square, words};

use crate::ground::view::View;

words! {
    /// What a critical point is: the first of these that fits.
    enum CriticalKind: "kind of critical point" {
        /// Where a railway comes in, or a depot that stands for one.
        Source = "source",
        /// A railhead.
        Railhead = "railhead",
        /// A dump on a line.
        Dump = "dump",
        /// A bridge, ferry, ford or stretch of ice.
        Crossing = "crossing",
        /// A square where three or more roads meet.
        Junction = "junction",
        /// A square of a railway on which no lorry drives.
        Rail = "rail",
        /// A square with a road.
        Road = "road",
        /// A square across which lorries go without a road.
        Country = "country",
    }
}

/// A square or crossing that some formations cannot do without, with the squares beside it of which the same is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriticalPoint {
    /// What it is.
    pub kind: CriticalKind,
    /// Where; of a crossing the one end.
    pub square: Square,
    /// The other end of a crossing.
    pub to: Option<Square>,
    /// The crossing, dump, railhead or source.
    pub id: Option<String>,
    /// The formations that would be cut, by side and tree.
    pub cut: Vec<FormationId>,
    /// The formations whose line goes over it now and that would find a way round.
    pub round: Vec<FormationId>,
    /// All squares that hang together with it and whose loss would cut the same, itself among them.
    pub squares: Vec<Square>,
    /// The crossings of which the same is true.
    pub crossings: Vec<String>,
}

/// Puts together what lies side by side and cuts the same, named for what it is worth most to name.
pub(crate) fn together(view: &View<'_>, points: Vec<CriticalPoint>) -> Vec<CriticalPoint> {
    let mut alike: BTreeMap<Vec<FormationId>, Vec<CriticalPoint>> = BTreeMap::new();
    for point in points {
        alike.entry(point.cut.clone()).or_default().push(point);
    }
    let mut found: Vec<CriticalPoint> = alike.into_values().flat_map(|group| stretches(view, group)).collect();
    let rank = |point: &CriticalPoint| {
        let most = |count: usize| std::cmp::Reverse(count);
        (most(point.cut.len()), most(point.round.len()), point.kind, point.square, point.to)
    };
    found.sort_by_key(rank);
    found
}

fn stretches(view: &View<'_>, mut group: Vec<CriticalPoint>) -> Vec<CriticalPoint> {
    let mut found = Vec::new();
    while let Some(first) = group.pop() {
        let mut stretch = vec![first];
        let mut place = 0;
        while place < stretch.len() {
            let here = stretch[place].clone();
            let (beside, apart): (Vec<_>, Vec<_>) = group.into_iter().partition(|other| adjoin(&here, other));
            group = apart;
            stretch.extend(beside);
            place += 1;
        }
        found.extend(named(view, stretch));
    }
    found
}

fn adjoin(a: &CriticalPoint, b: &CriticalPoint) -> bool {
    let ends = |point: &CriticalPoint| [point.square, point.to.unwrap_or(point.square)];
    let reach = u32::from(a.to.is_none() && b.to.is_none());
    ends(a).into_iter().any(|x| ends(b).into_iter().any(|y| x.steps_to(y) <= reach))
}

/// One point for a stretch: its worthiest, with all its squares and crossings.
fn named(view: &View<'_>, mut stretch: Vec<CriticalPoint>) -> Option<CriticalPoint> {
    stretch.sort_by_key(|point| (point.kind, std::cmp::Reverse(point.round.len()), point.square));
    let mut squares: Vec<Square> = stretch.iter().flat_map(|point| point.squares.iter().copied()).collect();
    squares.sort_unstable_by_key(|square| view.network.index(*square));
    let mut crossings: Vec<String> = stretch.iter().flat_map(|point| point.crossings.iter().cloned()).collect();
    crossings.sort_unstable();
    let first = stretch.into_iter().next()?;
    Some(CriticalPoint { squares, crossings, ..first })
}
