//! Symbols on the map: stacks of like formations, where each stands and from where it was moved.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use domain::{Echelon, Square};
use report::model::situation::{Level, SymbolArm, UnitSymbol};

use super::Drawing;
use crate::layer::Layer;
use crate::palette::{self, WHITE};
use crate::svg::{Point, Svg};
use crate::symbol::Symbol;

/// How many formations a stack has at most, and within how many squares they stand.
const MOST: usize = 6;
/// The same of what was sighted.
const MOST_SEEN: usize = 20;
const WITHIN: u32 = 2;
/// How many designations stand on one line below a stack, and how many lines.
const A_LINE: usize = 3;
const LINES: usize = 2;

/// Formations that share a symbol.
#[derive(Debug, Clone)]
pub(crate) struct Stack<'a> {
    pub(crate) units: Vec<&'a UnitSymbol>,
}

/// A symbol and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct PlacedUnit {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) square: Square,
    pub(crate) symbol: Symbol,
    pub(crate) at: Point,
    /// The centre of its square.
    pub(crate) home: Point,
}

impl PlacedUnit {
    /// A stack as it stands, moved or not.
    pub(crate) fn new(stack: &Stack<'_>, symbol: Symbol, at: Point, home: Point) -> Self {
        let joined = |of: fn(&UnitSymbol) -> &str, between: &str| {
            let all: Vec<&str> = stack.units.iter().map(|unit| of(unit)).collect();
            all.join(between)
        };
        let name = joined(|unit| if unit.name.is_empty() { "not identified" } else { &unit.name }, ", ");
        Self { name, id: joined(|unit| &unit.id, " "), square: stack.square(), symbol, at, home }
    }
}

impl Stack<'_> {
    /// The square of the first of it.
    pub(crate) fn square(&self) -> Square {
        self.units[0].square
    }

    /// Whether one symbol can stand for both: what it shows beside arm and level is the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let shown = |stack: &Self| {
            let unit = stack.units[0];
            (unit.side, unit.nation, unit.is_hq, unit.age, state(unit))
        };
        shown(self) == shown(other)
    }
}

/// Whether a battalion is counted and not drawn: headquarters, supply and medical units.
fn is_train(unit: &UnitSymbol) -> bool {
    use domain::Arm;
    let train = [Arm::Hq, Arm::Logistic, Arm::Medical, Arm::Recovery, Arm::Observer, Arm::Air, Arm::Transport];
    matches!(unit.arm, SymbolArm::Of(arm) if train.contains(&arm)) && unit.age.is_none()
}

/// Whether it is the command of those round it.
fn is_command(unit: &UnitSymbol) -> bool {
    unit.is_hq || unit.arm == SymbolArm::Of(domain::Arm::Hq)
}

/// What is marked on a symbol of how it stands with a formation.
fn state(unit: &UnitSymbol) -> [bool; 4] {
    [unit.no_log, unit.no_pol, unit.disorganised, unit.broken]
}

/// What must be the same in a stack. What was sighted is told by side and age alone: of a crowd only its size matters.
fn likeness(unit: &UnitSymbol, is_near: bool) -> impl PartialEq + use<'_> {
    let seen = unit.age.map(|age| (age == 0, unit.faded));
    let known = seen.is_none() || is_near;
    let own = known.then_some((&unit.parent, unit.arm, unit.echelon, (state(unit), unit.is_hq), unit.nation));
    (unit.side, seen, own)
}

/// The formations of the window in stacks, in the order in which they are placed.
pub(crate) fn stacks<'a>(drawing: &Drawing<'a>) -> Vec<Stack<'a>> {
    let situation = drawing.situation;
    let is_near = drawing.shows_battalions();
    let within = if is_near { 0 } else { WITHIN };
    let is_shown = |unit: &&UnitSymbol| {
        let is_hq = unit.is_hq && !drawing.has(Layer::Hq);
        let is_inset = drawing.inset.as_ref().is_some_and(|inset| inset.window.contains(unit.square));
        let is_counted = drawing.is_only_counted(unit);
        situation.window.contains(unit.square) && !(is_hq || is_inset || is_counted)
    };
    let mut waiting: Vec<&UnitSymbol> = situation.units.iter().filter(is_shown).collect();
    let rank = |unit: &UnitSymbol| {
        let echelon = Reverse(unit.echelon.unwrap_or(Echelon::Battalion));
        // From near a square shows few: whoever asks for headquarters sees these.
        let is_asked_for = is_near && drawing.has(Layer::Hq) && is_command(unit);
        (!is_asked_for, !unit.is_in_trouble(), situation.side_number(unit.side), unit.age, echelon, unit.id.clone())
    };
    waiting.sort_by_cached_key(|unit| rank(unit));
    let mut found: Vec<Stack<'_>> = Vec::new();
    for unit in waiting {
        let fits = |stack: &&mut Stack<'_>| {
            let first = stack.units[0];
            stack.units.len() < if unit.age.is_some() { MOST_SEEN } else { MOST }
                && likeness(first, is_near) == likeness(unit, is_near)
                && first.square.reach_to(unit.square) <= within
        };
        match found.iter_mut().find(fits) {
            Some(stack) => stack.units.push(unit),
            None => found.push(Stack { units: vec![unit] }),
        }
    }
    found
}

/// What stands below a stack: the designations, three on a line; of battalions what they have in common, and of several
/// sightings nothing.
fn label(stack: &Stack<'_>, is_near: bool) -> Vec<String> {
    let mut all: Vec<&str> =
        stack.units.iter().map(|unit| unit.designation.as_str()).filter(|d| !d.is_empty()).collect();
    let is_seen = stack.units[0].age.is_some();
    if is_near || is_seen {
        let above = |designation: &str| designation.rsplit('/').next().map(str::to_owned);
        let first = all.first().copied().unwrap_or_default();
        let shared = above(first).filter(|last| all.iter().all(|d| above(d).as_ref() == Some(last)));
        let text = if stack.units.len() > 1 { shared.unwrap_or_default() } else { first.to_owned() };
        return Some(text).filter(|text| !text.is_empty() && (is_near || stack.units.len() == 1)).into_iter().collect();
    }
    all.dedup();
    all.chunks(A_LINE).take(LINES).map(|line| line.join("·")).collect()
}

/// The arm of a stack: that of most of it, of those whose arm is known.
fn arm(stack: &Stack<'_>) -> SymbolArm {
    let mut counts: BTreeMap<SymbolArm, usize> = BTreeMap::new();
    let known = stack.units.iter().map(|unit| unit.arm).filter(|arm| *arm != SymbolArm::Unknown);
    known.for_each(|arm| *counts.entry(arm).or_default() += 1);
    let most = counts.into_iter().max_by_key(|(arm, count)| (*count, Reverse(*arm)));
    most.map_or(SymbolArm::Unknown, |(arm, _)| arm)
}

impl Drawing<'_> {
    /// Whether a battalion has no counter of its own: headquarters have one where they are asked for.
    pub(super) fn is_only_counted(&self, unit: &UnitSymbol) -> bool {
        self.shows_battalions() && is_train(unit) && !(is_command(unit) && self.has(Layer::Hq))
    }

    /// Whether squares are so large that battalions stand in them.
    pub(crate) fn shows_battalions(&self) -> bool {
        self.situation.level == Level::Battalion
    }

    /// Whether a symbol has a bar for its strength, and shows who is dug in.
    pub(super) fn shows_strength(&self) -> bool {
        self.situation.is_window() || self.sheet.square > 5.0
    }

    /// How high a frame is: in a square that shows battalions, so that two rows find room.
    fn symbol_height(&self) -> f64 {
        if self.shows_battalions() { (self.sheet.square * 0.222).clamp(3.4, 4.6) } else { self.sheet.symbol }
    }

    /// The symbol of a stack.
    pub(crate) fn symbol(&self, stack: &Stack<'_>) -> Symbol {
        let first = stack.units[0];
        let number = self.situation.side_number(first.side);
        let is_enemy = self.situation.drawn_for.is_some_and(|own| own != first.side);
        let sum = |of: fn(&UnitSymbol) -> Option<u32>| stack.units.iter().map(|unit| of(unit)).sum::<Option<u32>>();
        let strength = sum(|unit| unit.sp).zip(sum(|unit| unit.sp_full)).filter(|(_, full)| *full > 0);
        let strength = strength.map(|(sp, full)| f64::from(sp) / f64::from(full));
        let is_window = self.shows_strength();
        Symbol {
            colours: palette::formation(number, first.nation.is_some()),
            arm: arm(stack),
            echelon: first.echelon.filter(|_| !is_enemy || self.sheet.square > 5.0),
            height: self.symbol_height(),
            is_enemy,
            age: first.age,
            label: label(stack, self.shows_battalions()),
            count: stack.units.len(),
            no_log: first.no_log && !self.shows_battalions(),
            no_pol: first.no_pol && !self.shows_battalions(),
            disorganised: first.disorganised,
            broken: first.broken,
            dug_in: is_window && stack.units.iter().all(|unit| unit.dug_in),
            strength: strength.filter(|_| is_window && !is_enemy),
        }
    }

    pub(super) fn draw_symbols(&self, svg: &mut Svg, placed: &[PlacedUnit]) {
        for placed in placed {
            let (dx, dy) = (placed.at.0 - placed.home.0, placed.at.1 - placed.home.1);
            let (_, half) = placed.symbol.frame();
            if dx.hypot(dy) > 0.7 * 2.0 * half {
                svg.line(placed.home, placed.at).stroke(WHITE, 0.6).num("stroke-opacity", 0.7).end();
                svg.line(placed.home, placed.at).stroke(placed.symbol.colours.line, 0.22).end();
                svg.circle(placed.home, 0.42).fill(placed.symbol.colours.line).outline(WHITE, 0.15).end();
            }
        }
        for placed in placed {
            let group = svg.element("g").set("class", "unit").set("data-unit", &placed.id);
            group.set("data-square", &self.situation.reference(placed.square)).open();
            svg.element("title").text(&placed.name);
            placed.symbol.draw(svg, placed.at);
            svg.close();
        }
    }
}
