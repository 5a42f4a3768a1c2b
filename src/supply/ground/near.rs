//! The nearest square from one of which something holds.

use domain::Square;
use network::{Reach, Sense};

use super::view::View;

/// The nearest square from which a clear way leads to one of these; ties by reference.
pub(crate) fn nearest_leading_to(view: &View<'_>, from: Square, arrivals: &[Square]) -> Option<Square> {
    if arrivals.is_empty() {
        return None;
    }
    nearest(view, from, leading_to(view, arrivals))
}

/// Whether a square is clear and a clear way leads from it to one of these.
pub(crate) fn leading_to<'v>(view: &'v View<'_>, arrivals: &[Square]) -> impl Fn(Square) -> bool + use<'v> {
    let frame = &view.campaign.frame;
    // Where lorries come from to each of them is asked once, and not for every square that is tried.
    let goals = arrivals.iter().map(|square| frame.index(*square));
    let goals: Vec<(usize, Reach)> = goals.map(|goal| (goal, view.reach(goal, Sense::Back))).collect();
    move |square: Square| {
        let from = view.reach(frame.index(square), Sense::Onward);
        view.is_clear(frame.index(square)) && goals.iter().any(|(goal, reach)| from.leads_to(reach, *goal))
    }
}

/// The nearest square to one to which lorries drive from there and from another; ties by reference.
pub(crate) fn nearest_between(view: &View<'_>, from: Square, other: Square) -> Option<Square> {
    let frame = &view.campaign.frame;
    let reach = |square: Square| view.reach(frame.index(square), Sense::Onward);
    let (drives, comes) = (reach(from), reach(other));
    nearest(view, from, |square| {
        let index = frame.index(square);
        let arrives = view.reach(index, Sense::Back);
        view.is_clear(index) && drives.leads_to(&arrives, index) && comes.leads_to(&arrives, index)
    })
}

/// The nearest square of which this holds; ties by reference.
pub(crate) fn nearest(view: &View<'_>, from: Square, mut holds: impl FnMut(Square) -> bool) -> Option<Square> {
    let frame = &view.campaign.frame;
    let index = frame.index(from);
    (0..=frame.columns.max(frame.rows).saturating_mul(2)).find_map(|steps| {
        let mut ring: Vec<Square> = view.network.ring(index, steps).map(|i| frame.square_at(i)).collect();
        ring.sort_unstable();
        ring.into_iter().find(|square| holds(*square))
    })
}
