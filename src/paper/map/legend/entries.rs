//! What a legend has rows for: what is drawn.

use domain::{Arm, CrossingKind, Echelon, PlaceKind, RailState, RiverClass, RoadQuality, SquareSide, Terrain};
use report::model::situation::{GroundSquare, Level, MapCrossingAt, SymbolArm, UnitSymbol};

use super::super::Drawing;
use super::super::ground::TERRAIN;
use super::super::lines::ferry_mark;
use super::super::names::airfield_mark;
use super::super::stocks::store_mark;
use super::super::supply::{battle_mark, contact_mark, draw_arrow, fail_mark, lorry};
use crate::layer::Layer;
use crate::palette::{self, FAILS, INK, POL, ROAD, ROAD_GOOD, RUNS, WATER, WATER_EDGE, WHITE};
use crate::svg::{Point, Rect, Svg, number};
use crate::symbol::Symbol;

/// The grounds that have a colour, in words.
const GROUND: [(&str, &[Terrain]); 4] = [
    ("woods, balkas", &[Terrain::Close]),
    ("marsh", &[Terrain::Marsh]),
    ("open water", &[Terrain::Lake]),
    ("town", &[Terrain::Town, Terrain::City]),
];

/// What draws a sample of something round a point.
type Sample = dyn Fn(&Drawing<'_>, &mut Svg, Point);

/// A row of the legend.
pub(super) struct Entry {
    pub(super) text: String,
    pub(super) draw: Box<Sample>,
}

fn entry(text: impl Into<String>, draw: impl Fn(&Drawing<'_>, &mut Svg, Point) + 'static) -> Entry {
    Entry { text: text.into(), draw: Box::new(draw) }
}

/// A symbol for the legend.
fn symbol(number: usize, arm: SymbolArm, echelon: Echelon) -> Symbol {
    Symbol::plain(number, arm, echelon, 3.3)
}

fn of(symbol: Symbol, text: impl Into<String>) -> Entry {
    entry(text, move |_, svg, (x, y)| symbol.draw(svg, (x, y + 0.4)))
}

fn stroke(text: &str, draw: impl Fn(&mut Svg, &str) + 'static) -> Entry {
    entry(text, move |_, svg, (x, y)| draw(svg, &format!("M{} {}h9", number(x - 4.5), number(y))))
}

impl Drawing<'_> {
    /// What is drawn on this map, and nothing else.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let mut all = if self.has(Layer::Units) { self.symbol_entries() } else { Vec::new() };
        all.extend(self.supply_entries());
        all.extend(self.front_entries());
        all.extend(self.ground_entries());
        all.extend(self.event_entries());
        all
    }

    /// The symbols in the window.
    fn shown_units(&self) -> impl Iterator<Item = &UnitSymbol> {
        self.situation.units.iter().filter(|unit| self.situation.window.contains(unit.square))
    }

    fn symbol_entries(&self) -> Vec<Entry> {
        let situation = self.situation;
        let (level, word) = match situation.level {
            Level::Corps => (Echelon::Corps, "corps"),
            Level::Division => (Echelon::Division, "division"),
            Level::Battalion => (Echelon::Battalion, "battalion"),
        };
        let mut all = Vec::new();
        for side in &situation.sides {
            let is_enemy = situation.drawn_for.is_some_and(|own| own != side.id);
            if is_enemy {
                let seen = Symbol {
                    is_enemy,
                    echelon: None,
                    height: 2.9,
                    ..symbol(side.number, SymbolArm::Of(Arm::Infantry), level)
                };
                let vague = Symbol { arm: SymbolArm::Unknown, ..seen.clone() };
                all.push(of(seen, format!("{}, seen now", side.name)));
                all.push(of(vague, "not known, or seen before"));
            } else {
                let arm = if side.number == 0 { Arm::Infantry } else { Arm::Armour };
                all.push(of(symbol(side.number, SymbolArm::Of(arm), level), format!("{} {word}", side.name)));
            }
        }
        let own = situation.drawn_for.map_or(0, |side| situation.side_number(side));
        let base = symbol(own, SymbolArm::Of(Arm::Infantry), level);
        let any = |is: fn(&UnitSymbol) -> bool| self.shown_units().any(is);
        if any(|unit| unit.nation.is_some()) {
            let allied = Symbol { colours: palette::formation(own, true), ..base.clone() };
            all.push(of(allied, "of another nation"));
        }
        all.push(of(Symbol { count: 3, ..base.clone() }, "stack of three"));
        if !self.shows_battalions() && any(UnitSymbol::is_in_trouble) {
            all.push(of(Symbol { no_log: true, no_pol: true, ..base.clone() }, "out of LOG, POL"));
        }
        if any(|unit| unit.disorganised || unit.broken) {
            all.push(of(Symbol { disorganised: true, broken: true, ..base.clone() }, "disorganised, broken"));
        }
        if self.shows_strength() {
            all.push(of(Symbol { strength: Some(0.6), ..base.clone() }, "strength left"));
            if any(|unit| unit.dug_in) {
                all.push(of(Symbol { dug_in: true, ..base }, "dug in"));
            }
        }
        all
    }

    fn supply_entries(&self) -> Vec<Entry> {
        let situation = self.situation;
        let mut all = Vec::new();
        if self.has(Layer::Supply) {
            let fed = |least: usize| situation.flow.iter().any(|step| step.fed >= least && self.is_shown(step.over));
            // The umpire has to be told whose; a side has its own alone.
            let whose = situation.lines_of_name().filter(|_| situation.drawn_for.is_none());
            let supply = whose.map_or("supply".to_owned(), |side| format!("{side} supply"));
            if fed(1) {
                all.push(stroke(&format!("{supply}: 1–2"), |svg, d| svg.path(d).stroke(RUNS, 0.45).end()));
            }
            if fed(15) {
                all.push(stroke(&format!("{supply}: 15+"), |svg, d| svg.path(d).stroke(RUNS, 1.8).end()));
            }
            if !situation.failing.is_empty() || !self.marks().is_empty() {
                all.push(entry("supply fails here", |_, svg, (x, y)| {
                    svg.line((x - 4.5, y), (x, y)).stroke(FAILS, 0.7).dashes(&[1.6, 0.8]).end();
                    fail_mark(svg, (x + 2.0, y), 1.6);
                }));
            }
        }
        if self.has(Layer::Fuel) && !situation.hops.is_empty() {
            all.push(entry("fuel: bowser and hop", |_, svg, (x, y)| {
                svg.circle((x - 4.0, y), 0.75).fill(POL).end();
                svg.line((x - 4.0, y), (x + 4.0, y))
                    .stroke(POL, 0.72)
                    .dashes(&[0.01, 1.15])
                    .set("stroke-linecap", "round")
                    .end();
            }));
        }
        let mut stores = situation.stores.iter().filter(|store| situation.window.contains(store.square)).peekable();
        if self.has(Layer::Stocks) && stores.peek().is_some() {
            all.push(entry("railhead, dump", |_, svg, (x, y)| {
                store_mark(svg, (x - 2.5, y), true, INK);
                store_mark(svg, (x + 2.0, y), false, INK);
            }));
            if stores.any(|store| store.stock.is_some()) {
                all.push(entry("LOG, POL on hand", |drawing, svg, (x, y)| {
                    drawing.draw_box(svg, Rect::about((x, y), 7.0, 3.5), [16, 10], (INK, 16));
                }));
            }
        }
        if self.has(Layer::Convoys) && situation.convoys.iter().any(|of| situation.window.contains(of.square)) {
            all.push(entry("convoy", |_, svg, (x, y)| lorry(svg, (x, y))));
        }
        all
    }

    fn front_entries(&self) -> Vec<Entry> {
        let situation = self.situation;
        let mut all = Vec::new();
        if self.has(Layer::Front) {
            all.push(entry("front", |_, svg, (x, y)| {
                for (number, dy) in [(0, -0.75), (1, 0.75)] {
                    let (colour, opacity) = palette::side(number).band;
                    svg.line((x - 4.5, y + dy), (x + 4.5, y + dy))
                        .stroke(colour, 1.5)
                        .num("stroke-opacity", opacity)
                        .end();
                }
                svg.line((x - 4.5, y), (x + 4.5, y)).stroke(INK, 0.42).end();
            }));
        }
        if self.has(Layer::Pockets) && !situation.pockets.is_empty() {
            all.push(stroke("pocket", |svg, d| svg.path(d).stroke(FAILS, 0.85).dashes(&[1.9, 0.8]).end()));
        }
        if self.has(Layer::Held) && situation.held.iter().any(|held| situation.window.contains(held.square)) {
            let numbers: Vec<usize> = { situation.sides.iter() }
                .filter(|side| situation.held.iter().any(|held| held.side == side.id))
                .map(|side| side.number)
                .collect();
            all.push(entry("troops stand here", move |_, svg, (x, y)| {
                for (place, number) in (0_u32..).zip(&numbers) {
                    let at = (x - 3.0 + 2.4 * f64::from(place), y);
                    svg.circle(at, 0.6).fill(palette::side(*number).line).num("fill-opacity", 0.55).end();
                }
            }));
        }
        all
    }

    fn ground_entries(&self) -> Vec<Entry> {
        let situation = self.situation;
        let mut all = Vec::new();
        let mut add = |is_shown: bool, entry: Entry| all.extend(is_shown.then_some(entry));
        let rails = |state: RailState| {
            self.has(Layer::Railways)
                && situation.railways.iter().any(|of| of.state == state && self.any_shown(&of.sides))
        };
        add(
            rails(RailState::Open),
            stroke("railway", |svg, d| {
                svg.path(d).stroke(INK, 0.34).end();
                svg.path(d).stroke(INK, 1.25).dashes(&[0.22, 1.5]).end();
            }),
        );
        let cut = stroke("railway, cut", |svg, d| svg.path(d).stroke(INK, 0.34).dashes(&[0.5, 0.6]).end());
        add(rails(RailState::Cut), cut);
        let roads = |quality: RoadQuality| {
            self.has(Layer::Roads)
                && situation.roads.iter().any(|of| of.quality == quality && self.any_shown(&of.sides))
        };
        add(
            roads(RoadQuality::Good),
            stroke("good road", |svg, d| {
                svg.path(d).stroke(palette::ROAD_EDGE, 0.8).end();
                svg.path(d).stroke(ROAD_GOOD, 0.5).end();
            }),
        );
        let poor = stroke("poor road", |svg, d| svg.path(d).stroke(ROAD, 0.28).dashes(&[1.3, 0.7]).end());
        add(roads(RoadQuality::Poor), poor);
        let rivers = |is: fn(RiverClass) -> bool| {
            self.has(Layer::Rivers) && situation.rivers.iter().any(|of| is(of.class) && self.any_shown(&of.sides))
        };
        let major = stroke("major river", |svg, d| svg.path(d).stroke(WATER, 1.5).end());
        add(rivers(|class| class == RiverClass::Major), major);
        add(
            rivers(|class| matches!(class, RiverClass::Medium | RiverClass::Minor)),
            stroke("medium, minor river", |svg, d| {
                svg.path(d).stroke(WATER_EDGE, 1.1).dashes(&[4.5, 9.0]).end();
                svg.path(d).stroke(WATER, 0.8).dashes(&[4.5, 9.0]).end();
                svg.path(d).stroke(WATER, 0.45).end();
            }),
        );
        let crossings = |is: fn(&MapCrossingAt) -> bool| {
            self.has(Layer::Crossings) && situation.crossings.iter().any(|of| is(of) && self.is_shown(of.side))
        };
        add(
            crossings(|of| of.kind == CrossingKind::Bridge || !of.open),
            entry("bridge; down", |_, svg, (x, y)| {
                let d =
                    format!("M{} {}l.55 .45h1.9l.55-.45m-3 1.9l.55-.45h1.9l.55 .45", number(x - 4.0), number(y - 0.95));
                svg.path(&d).stroke(INK, 0.36).end();
                svg.circle((x + 2.5, y), 0.95).fill(WHITE).outline(INK, 0.26).end();
                svg.path(&format!("M{} {}l1.1 1.1m0-1.1l-1.1 1.1", number(x + 1.95), number(y - 0.55)))
                    .stroke(INK, 0.32)
                    .end();
            }),
        );
        add(
            crossings(|of| of.kind != CrossingKind::Bridge && of.open),
            entry("ferry", |_, svg, at| ferry_mark(svg, at)),
        );
        let airfields = || self.places().any(|place| place.kind == PlaceKind::Airfield);
        add(self.has(Layer::Names) && airfields(), entry("airfield", |_, svg, at| airfield_mark(svg, at)));
        for (word, terrains) in GROUND {
            let is_there = |of: &GroundSquare| terrains.contains(&of.terrain);
            let patch = entry(word, move |_, svg, at| {
                if let Some((_, colour, opacity)) = TERRAIN.iter().find(|(terrain, ..)| terrains.contains(terrain)) {
                    svg.rect(Rect::about(at, 8.0, 3.2)).fill(colour).num("fill-opacity", *opacity).end();
                }
            });
            add(self.has(Layer::Terrain) && !self.squares_where(is_there).is_empty(), patch);
        }
        all
    }

    fn event_entries(&self) -> Vec<Entry> {
        let situation = self.situation;
        let mut all = Vec::new();
        let marches = || { situation.marches.iter() }.filter(|march| situation.window.contains(march.to));
        if let Some(first) = marches().next().filter(|_| self.has(Layer::Marches)) {
            let colour = palette::side(situation.side_number(first.side)).line;
            all.push(entry("march of this bound", move |_, svg, (x, y)| {
                draw_arrow(svg, (x - 4.0, y + 0.6), (x + 4.0, y - 0.2), colour);
            }));
        }
        if self.has(Layer::Clashes) {
            let clashes = || { situation.clashes.iter() }.filter(|clash| situation.window.contains(clash.square));
            if clashes().any(|clash| clash.other.is_none()) {
                all.push(entry("battle", |_, svg, at| battle_mark(svg, at)));
            }
            if self.sheet.is_near() && clashes().any(|clash| clash.other.is_some()) {
                all.push(entry("face to face", |_, svg, at| contact_mark(svg, at)));
            }
        }
        all
    }

    /// Whether a side of a square is in the window.
    fn is_shown(&self, side: SquareSide) -> bool {
        let (a, b) = side.squares();
        self.situation.window.contains(a) || self.situation.window.contains(b)
    }

    fn any_shown(&self, sides: &[SquareSide]) -> bool {
        sides.iter().any(|side| self.is_shown(*side))
    }
}
