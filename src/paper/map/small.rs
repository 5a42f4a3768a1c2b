//! Small maps among the text of a page.
//!
//! What it decides: which squares they show, who stands on them, and what is left out, so that what is left can be read.

use domain::{Echelon, Square};
use report::model::Situation;
use report::model::document::InsetShows;
use report::model::situation::{Level, UnitSymbol, Window};

use super::alone;
use super::sheet::Sheet;
use super::trouble::{about, few_names};
use crate::layer::{Layer, Layers};
use crate::page::Drawn;

/// How many names there are in a column of a page, and on a map as wide as the page.
const NAMES: usize = 10;
const NAMES_WIDE: usize = 22;
/// How many times as wide as high a map is that fills the width of a page.
const WIDE: f64 = 1.6;
/// How many squares lie round those who stand on it: battalions are shown from near.
const ROUND: u16 = 3;
const ROUND_BATTALIONS: u16 = 2;
/// Below how large a square there is no room for roads, in mm.
const ROADS: f64 = 3.4;

/// A small map, so many mm wide.
pub(crate) fn drawn_small(situation: &Situation, shows: InsetShows, wide: f64) -> Drawn {
    match shows {
        InsetShows::Everybody => {
            alone(situation, &Layers::new(&[], &[Layer::Stocks]), Sheet::of(situation.window).for_width(wide))
        }
        InsetShows::Trouble => of_trouble(situation, wide),
        InsetShows::Ours => of_ours(situation, wide),
    }
}

/// Who is without supply, and why; where all are supplied, corps and armies.
fn of_trouble(situation: &Situation, wide: f64) -> Drawn {
    let (mut shown, layers) = (about(situation, NAMES), Layers::new(&[], &[Layer::Stocks]));
    let is_in_trouble = shown.units.iter().any(|unit| unit.no_log || unit.no_pol);
    let is_large = |unit: &UnitSymbol| unit.is_hq || unit.echelon.is_some_and(|echelon| echelon >= Echelon::Corps);
    shown.units.retain(|unit| if is_in_trouble { unit.no_log || unit.no_pol } else { is_large(unit) });
    let layers = if is_in_trouble { layers } else { layers.and(Layer::Hq) };
    alone(&shown, &layers, Sheet::of(shown.window).for_width(wide))
}

/// The reader's own where they stand, and of the enemy what was seen of late: without stocks, fuel and marches, for which other
/// pages have room.
fn of_ours(situation: &Situation, wide: f64) -> Drawn {
    let window = round_ours(situation);
    let mut shown = Situation { window, ..situation.clone() };
    shown.units.retain(|unit| !unit.faded && window.contains(unit.square));
    few_names(&mut shown, window, NAMES_WIDE);
    let sheet = Sheet::of(window).for_width(wide);
    let mut hidden =
        vec![Layer::Stocks, Layer::Fuel, Layer::Convoys, Layer::Marches, Layer::Clashes, Layer::Held, Layer::Crossings];
    if sheet.square < ROADS {
        hidden.push(Layer::Roads);
    }
    alone(&shown, &Layers::new(&[], &hidden), sheet)
}

/// The squares of those who are the reader's own, of the umpire's of all, with some round them, in the shape of the page.
fn round_ours(situation: &Situation) -> Window {
    let is_ours = |unit: &&UnitSymbol| unit.age.is_none() && !unit.is_hq && situation.window.contains(unit.square);
    let ours: Vec<Square> = situation.units.iter().filter(is_ours).map(|unit| unit.square).collect();
    let beyond = if situation.level == Level::Battalion { ROUND_BATTALIONS } else { ROUND };
    let all = (situation.columns, situation.rows);
    Window::about(&ours, beyond, all).map_or(situation.window, |window| window.shaped(WIDE, all))
}
