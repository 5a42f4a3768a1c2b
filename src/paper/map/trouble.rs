//! Where supply fails and a little round it: what a phone and a column of a page have room for.
//!
//! What it decides: which squares these are, and which few names stand on them.

use domain::{PlaceKind, Square};
use report::model::Situation;
use report::model::situation::Window;

/// How many squares lie round those where supply fails.
const ROUND: u16 = 5;

/// The situation in a window of where supply fails, with so many names at most.
pub(super) fn about(situation: &Situation, names: usize) -> Situation {
    let window = if situation.is_window() { situation.window } else { window(situation) };
    let mut shown = Situation { window, ..situation.clone() };
    few_names(&mut shown, window, names);
    shown
}

/// Leaves so many names of a situation, the greatest in a window.
pub(crate) fn few_names(shown: &mut Situation, window: Window, names: usize) {
    shown.places.retain(|place| window.contains(place.square));
    shown.places.sort_by_key(|place| (rank(place.kind), place.square));
    shown.places.truncate(names);
}

/// Which places are named before others.
fn rank(kind: PlaceKind) -> u8 {
    match kind {
        PlaceKind::City => 0,
        PlaceKind::Town => 1,
        PlaceKind::Railhead => 2,
        PlaceKind::Station | PlaceKind::Airfield | PlaceKind::Village => 3,
    }
}

/// The squares where lines fail, with some round them, and nearly as high as wide; the whole map where none does.
fn window(situation: &Situation) -> Window {
    let ways = situation.failing.iter().flat_map(|line| &line.way).copied();
    let causes = situation.causes.iter().filter(|cause| Some(cause.side) == situation.lines_of);
    let squares: Vec<Square> = ways.chain(causes.filter_map(|cause| cause.square)).collect();
    let all = (situation.columns, situation.rows);
    Window::about(&squares, ROUND, all).map_or(situation.window, |window| window.grown(all))
}
