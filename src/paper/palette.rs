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

/// The edges of good roads.
pub(crate) const ROAD_EDGE: &str = "#7A5B33";
/// The figures of POL that is held.
pub(crate) const POL_FIGURE: &str = "#8A5300";
/// The hatching of the ground of the first side, and of fog.
pub(crate) const HATCH: &str = "#B4BEC3";
/// The same of fog.
pub(crate) const FOG: &str = "#C9BFA9";

/// Every colour as a screen shows it by night, where ground is dark and what is written on it light. A dark side is light
/// there, with what stood white on it dark.
const BY_NIGHT: [(&str, &str); 31] = [
    (INK, "#E8E6E0"),
    (PAPER, "#25231D"),
    (QUIET, "#A2ABB5"),
    (WHITE, "#14171A"),
    (NOBODY, "#25231D"),
    (TOWN, "#5C5342"),
    (CLOSE, "#7C8A5C"),
    (WATER, "#3A678A"),
    (WATER_EDGE, "#2A4A63"),
    (ROAD, "#94784F"),
    (ROAD_GOOD, "#B89A60"),
    (ROAD_EDGE, "#3A2F1E"),
    (RUNS, "#3DB8A9"),
    (FAILS, "#FF7DB4"),
    (POL, "#E9A83C"),
    (POL_FIGURE, "#E8BD5C"),
    (HATCH, "#2E3A43"),
    (FOG, "#3B372C"),
    (DARK.fill, "#A9BDD2"),
    (DARK.line, "#C9D7E5"),
    (DARK.ground, "#1F282F"),
    (LIGHT.fill, "#451D19"),
    (LIGHT.line, "#F3948A"),
    (LIGHT.ground, "#2B241F"),
    (LIGHT.band.0, "#A8493E"),
    (OTHER.line, "#C9C9BD"),
    (OTHER.ground, "#2A2A22"),
    (OTHER.band.0, "#6B6A5E"),
    (ALLIED, "#B4C39C"),
    (ALLIED_LINE, "#D6E0C6"),
    (ALLIED_LIGHT, "#3D3A22"),
];

/// The rules of a style sheet by which a picture within an element is shown as by night.
pub fn night_style(within: &str) -> String {
    let rule = |property: &str, (day, night): &(&str, &str)| {
        format!("{within} [{property}=\"{day}\"]{{{property}:{night}}}\n")
    };
    BY_NIGHT.iter().flat_map(|pair| [rule("fill", pair), rule("stroke", pair)]).collect()
}

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

#[cfg(all(test, feature = "png"))]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_one_by_night() {
        let style = night_style("#map");
        for [red, green, blue] in all() {
            let rule = format!("#map [fill=\"#{red:02X}{green:02X}{blue:02X}\"]{{fill:#");
            assert!(style.contains(&rule), "{rule}");
        }
    }
}
