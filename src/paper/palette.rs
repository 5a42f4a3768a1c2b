//! The colours: each tells one thing, and beside each stands what tells it without colour (width, dashes, hatching).

/// Text and the front.
pub(crate) const INK: &str = "#1E1B18";
/// The paper.
pub(crate) const PAPER: &str = "#FCF9F1";
/// Beside ink: what is said less loudly.
pub(crate) const QUIET: &str = "#6F665B";
/// White, for casings and halos.
pub(crate) const WHITE: &str = "#FFFFFF";
/// Ground that nobody controls, and fog.
pub(crate) const NOBODY: &str = "#EFE9DC";
/// Squares of towns.
pub(crate) const TOWN: &str = "#B9A990";
/// Woods and other close country.
pub(crate) const CLOSE: &str = "#8C9A6B";
/// Water, and its edge.
pub(crate) const WATER: &str = "#6FA3C4";
/// The edge of water.
pub(crate) const WATER_EDGE: &str = "#3C7396";
/// Poor roads.
pub(crate) const ROAD: &str = "#9C7A52";
/// Good roads: the filling of their casing.
pub(crate) const ROAD_GOOD: &str = "#F3D9A4";
/// Supply that runs.
pub(crate) const RUNS: &str = "#0A7B70";
/// Supply that fails; nothing else is in this colour.
pub(crate) const FAILS: &str = "#C2006B";
/// POL and bowsers.
pub(crate) const POL: &str = "#D98200";

/// How a side is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SideColours {
    /// Filling of its symbols.
    pub(crate) fill: &'static str,
    /// Their frames.
    pub(crate) line: &'static str,
    /// Their glyphs.
    pub(crate) glyph: &'static str,
    /// Its ground.
    pub(crate) ground: &'static str,
    /// Its band along the front, with its opacity.
    pub(crate) band: (&'static str, f64),
}

const DARK: SideColours =
    SideColours { fill: "#43566A", line: "#2E3D4B", glyph: "#FFFFFF", ground: "#D9DEDF", band: ("#2E3D4B", 0.55) };

const LIGHT: SideColours =
    SideColours { fill: "#FBE1D8", line: "#8C1C13", glyph: "#8C1C13", ground: "#F7E9DC", band: ("#E8897A", 0.5) };

/// Of a third side and any other.
const OTHER: SideColours =
    SideColours { fill: "#FFFFFF", line: "#4A4A42", glyph: "#4A4A42", ground: "#ECEBDF", band: ("#8A897B", 0.5) };

/// Filling of a formation of another nation than most of the first side.
const ALLIED: &str = "#6F7F57";
const ALLIED_LINE: &str = "#46523A";
/// The same of any other side.
const ALLIED_LIGHT: &str = "#EFE9C8";

/// The colours of which a picture of few colours must lose none.
#[cfg(feature = "png")]
pub(crate) fn all() -> Vec<[u8; 3]> {
    let sides = [DARK, LIGHT, OTHER];
    let sides = sides.iter().flat_map(|of| [of.fill, of.line, of.ground]);
    let others = [INK, PAPER, QUIET, WHITE, NOBODY, TOWN, CLOSE, WATER, WATER_EDGE, ROAD, ROAD_GOOD, RUNS, FAILS, POL];
    let mut all: Vec<[u8; 3]> = others.into_iter().chain(sides).chain([ALLIED, ALLIED_LINE]).map(rgb).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A colour as red, green and blue.
#[cfg(feature = "png")]
fn rgb(colour: &str) -> [u8; 3] {
    [1, 3, 5].map(|from| colour.get(from..from + 2).and_then(|two| u8::from_str_radix(two, 16).ok()).unwrap_or(0))
}

/// How the side with this number is drawn: the first dark, the second light.
pub(crate) fn side(number: usize) -> SideColours {
    match number {
        0 => DARK,
        1 => LIGHT,
        _ => OTHER,
    }
}

/// How a formation of a side is drawn: of another nation in a middle tone.
pub(crate) fn formation(number: usize, is_allied: bool) -> SideColours {
    match (number, is_allied) {
        (number, false) => side(number),
        (0, true) => SideColours { fill: ALLIED, line: ALLIED_LINE, ..DARK },
        (number, true) => SideColours { fill: ALLIED_LIGHT, ..side(number) },
    }
}
