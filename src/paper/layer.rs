//! The layers of a map, which can be shown and hidden.

use domain::words;

words! {
    /// A layer of a map.
    enum Layer: "layer" {
        /// Who controls the ground.
        Control = "control",
        /// Woods, marsh, towns and lakes.
        Terrain = "terrain",
        /// The grid of squares.
        Grid = "grid",
        /// Rivers.
        Rivers = "rivers",
        /// Roads.
        Roads = "roads",
        /// Railways.
        Railways = "railways",
        /// Crossings.
        Crossings = "crossings",
        /// The front.
        Front = "front",
        /// Pockets.
        Pockets = "pockets",
        /// Squares that troops hold.
        Held = "held",
        /// Lines of supply and where they fail.
        Supply = "supply",
        /// Bowser hops.
        Fuel = "fuel",
        /// Convoys on their way.
        Convoys = "convoys",
        /// Names of places.
        Names = "names",
        /// Dumps and railheads with what they hold.
        Stocks = "stocks",
        /// Formations.
        Units = "units",
        /// Headquarters above those that fight.
        Hq = "hq",
        /// Marches of the bound.
        Marches = "marches",
        /// Battles and contacts of the bound.
        Clashes = "clashes",
    }
}

/// Which layers are drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layers {
    shown: Vec<Layer>,
}

/// Those that a map leaves out unless they are asked for.
const HIDDEN: [Layer; 1] = [Layer::Hq];

impl Default for Layers {
    fn default() -> Self {
        Self { shown: Layer::ALL.iter().copied().filter(|layer| !HIDDEN.contains(layer)).collect() }
    }
}

impl Layers {
    /// The usual layers, with these shown and those hidden.
    #[must_use]
    pub fn new(shown: &[Layer], hidden: &[Layer]) -> Self {
        let usual = Self::default().shown;
        let all = Layer::ALL.iter().copied().filter(|layer| usual.contains(layer) || shown.contains(layer));
        Self { shown: all.filter(|layer| !hidden.contains(layer)).collect() }
    }

    /// The same with this layer too.
    #[must_use]
    pub(crate) fn and(mut self, layer: Layer) -> Self {
        self.shown.push(layer);
        self
    }

    /// Whether a layer is drawn.
    pub fn has(&self, layer: Layer) -> bool {
        self.shown.contains(&layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_the_usual_ones_with_more_and_less() {
        let usual = Layers::default();
        assert!(usual.has(Layer::Supply) && !usual.has(Layer::Hq));
        let other = Layers::new(&[Layer::Hq], &[Layer::Supply]);
        assert!(other.has(Layer::Hq) && !other.has(Layer::Supply) && other.has(Layer::Units));
    }
}
