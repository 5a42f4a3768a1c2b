//! The situation as one value: all that a map as a picture draws, for the umpire or for one side.
//!
//! What it is: ground, lines, formations, supply and what happened in the bound, each with its squares and final figures.
//! What it decides: which formations stand for those under them, what counts as a pocket and as a choke of supply.
//! What it never does: trace supply, choose a colour or a place on paper; that is `paper`. For a side it is made of what that
//! side may read ([`Campaign::as_read_by`]) and of nothing else.
//! Where to look next: `chart` (the order of battle as a picture), `units`, `supply`, `ground`, `pocket`, `designation`.

mod chart;
mod designation;
mod ground;
mod pocket;
mod supply;
mod units;
mod window;

use std::collections::BTreeSet;

use serde::Serialize;

use ::supply::{Assessment, SupplyCount};
use campaign::{Campaign, Formation};
use domain::{Commodity, SideId, Square};
use ops::query::Cause;

use super::BoundView;

pub use chart::{ChartBlock, ChartNode, Charter, OrbatChart};
pub use designation::{Designations, designation, roman};
pub use ground::{GroundSquare, MapCrossingAt, MapPlaceAt, RailRun, RiverRun, RoadRun};
pub use pocket::{Pocket, pockets};
pub use supply::{Choke, ConvoyAt, FailingLine, FlowStep, FuelHop, StoreAt, SupplyCause, most_failing};
pub use units::{Level, SymbolArm, UnitSymbol};
pub(crate) use units::{commonest, drawn_for, levels_of, lost_words, strength};
pub use window::Window;

/// A side with its figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideFigures {
    /// Its id.
    pub id: SideId,
    /// Its name.
    pub name: String,
    /// Its place among the sides: the first is drawn dark.
    pub number: usize,
    /// What is known of its strength and supply; none of an enemy.
    pub figures: Option<StrengthFigures>,
    /// The name of the formation that alone is counted in them; none where all of the side is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
}

impl SideFigures {
    /// The name of whom its figures count.
    pub fn counted_name(&self) -> &str {
        self.counted.as_ref().unwrap_or(&self.name)
    }
}

/// Strength and supply of a side in figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StrengthFigures {
    /// SP on the map.
    pub sp: u32,
    /// Formations that draw LOG.
    pub log_of: usize,
    /// Of these, those that are out of it: they hold none and none is in their reach.
    pub log_out: usize,
    /// Formations that need POL.
    pub pol_of: usize,
    /// Of these, those that are out of it.
    pub pol_out: usize,
}

/// A march of this bound: from where a formation stood when it began to where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MarchArrow {
    /// The formation.
    pub unit: String,
    /// Its side.
    pub side: SideId,
    /// Where it stood.
    pub from: Square,
    /// Where it stands.
    pub to: Square,
}

/// A square in which troops of a side stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct HeldSquare {
    /// The square.
    pub square: Square,
    /// The side.
    pub side: SideId,
}

/// A battle of the bound, or a contact that no battle has been fought over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clash {
    /// Where: the square attacked, or that of the party named first.
    pub square: Square,
    /// The square of the other party, for a contact.
    pub other: Option<Square>,
    /// Whether a battle is drawn or was fought there.
    pub is_battle: bool,
}

/// All that a map as a picture draws.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Situation {
    /// The title of the campaign.
    pub title: String,
    /// The running bound.
    pub bound: BoundView,
    /// The side for which it is drawn; none for the umpire.
    pub drawn_for: Option<SideId>,
    /// The name of the formation whose commander alone it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// The formation that alone is drawn of its side, by name.
    pub only: Option<String>,
    /// Squares from west to east.
    pub columns: u16,
    /// Squares from north to south.
    pub rows: u16,
    /// The side of a square in metres.
    pub square_m: u32,
    /// What is drawn of it.
    pub window: Window,
    /// The sides, in the order of the campaign.
    pub sides: Vec<SideFigures>,
    /// Every square, row by row.
    pub squares: Vec<GroundSquare>,
    /// Rivers.
    pub rivers: Vec<RiverRun>,
    /// Roads.
    pub roads: Vec<RoadRun>,
    /// Railways.
    pub railways: Vec<RailRun>,
    /// Places.
    pub places: Vec<MapPlaceAt>,
    /// Crossings.
    pub crossings: Vec<MapCrossingAt>,
    /// Pockets of the sides of which it tells.
    pub pockets: Vec<Pocket>,
    /// How small the formations are that have a symbol of their own.
    pub level: Level,
    /// The formations that have a symbol.
    pub units: Vec<UnitSymbol>,
    /// The squares in which troops stand that can hold ground.
    pub held: Vec<HeldSquare>,
    /// The side whose lines of supply are drawn.
    pub lines_of: Option<SideId>,
    /// How many formations draw over each step between two squares.
    pub flow: Vec<FlowStep>,
    /// Lines that fail.
    pub failing: Vec<FailingLine>,
    /// The hops of bowser chains.
    pub hops: Vec<FuelHop>,
    /// Why lines and chains fail.
    pub causes: Vec<SupplyCause>,
    /// The square on which most hangs.
    pub choke: Option<Choke>,
    /// Dumps and railheads.
    pub stores: Vec<StoreAt>,
    /// Convoys on their way.
    pub convoys: Vec<ConvoyAt>,
    /// Marches of the bound.
    pub marches: Vec<MarchArrow>,
    /// Battles and contacts of the bound.
    pub clashes: Vec<Clash>,
}

/// Of what a situation is made.
#[derive(Debug, Clone, Copy)]
pub struct SituationOf<'a> {
    /// The campaign, as its reader knows it.
    pub campaign: &'a Campaign,
    /// The side that reads; none for the umpire.
    pub side: Option<SideId>,
    /// The formation whose commander reads; none for the side and for the umpire.
    pub commander: Option<&'a Formation>,
    /// How its formations stand with supply.
    pub sheet: &'a [Assessment],
    /// Why they are without.
    pub causes: &'a [Cause],
    /// The campaign as the same reader knew it when the bound began; none where its marches are not wanted.
    pub before: Option<&'a Campaign>,
    /// Whose lines of supply are drawn; by default of the side with more that fail.
    pub lines_of: Option<SideId>,
    /// The only formation of its side that is drawn, with those under it.
    pub only: Option<&'a Formation>,
    /// The formation whose strength and supply are counted; all of its side where none is given.
    pub counted: Option<&'a Formation>,
    /// What is drawn; the whole map where none is given.
    pub window: Option<Window>,
    /// How small the formations are that have a symbol of their own.
    pub level: Level,
}

impl<'a> SituationOf<'a> {
    /// For symbols alone, without a map.
    pub fn symbols(campaign: &'a Campaign, side: Option<SideId>, sheet: &'a [Assessment]) -> Self {
        let level = Level::Division;
        let (causes, before, lines_of, window) = (&[][..], None, None, None);
        let (commander, only, counted) = (None, None, None);
        Self { campaign, side, commander, sheet, causes, before, lines_of, only, counted, window, level }
    }

    /// The symbols alone.
    pub fn units(&self) -> Vec<UnitSymbol> {
        units::symbols(self)
    }
}

impl Situation {
    /// The situation of a campaign.
    pub fn new(of: &SituationOf<'_>) -> Self {
        let campaign = of.campaign;
        let lines_of = of.lines_of.or(of.side).or_else(|| supply::most_failing(campaign, of.sheet));
        let supply = supply::Drawn::new(of, lines_of);
        let units = units::symbols(of);
        Self {
            title: campaign.title.clone(),
            bound: BoundView::new(campaign, campaign.bound),
            drawn_for: of.side,
            commander: of.commander.map(|unit| unit.name.clone()),
            only: of.only.map(|unit| unit.name.clone()),
            columns: campaign.frame.columns,
            rows: campaign.frame.rows,
            square_m: campaign.frame.square_m,
            window: of.window.unwrap_or_else(|| Window::whole(&campaign.frame)),
            sides: figures_of_sides(of),
            squares: ground::squares(campaign, of.side),
            rivers: ground::rivers(campaign),
            roads: ground::roads(campaign),
            railways: ground::railways(campaign),
            places: ground::places(campaign),
            crossings: ground::crossings(campaign),
            pockets: pocket::of(of),
            marches: marches(of, &units),
            clashes: clashes(campaign),
            level: of.level,
            units,
            held: held(of),
            lines_of,
            flow: supply.flow,
            failing: supply.failing,
            hops: supply.hops,
            causes: supply.causes,
            choke: supply.choke,
            stores: supply::stores(of),
            convoys: supply::convoys(of),
        }
    }

    /// The name of the side whose lines of supply are drawn.
    pub fn lines_of_name(&self) -> Option<&str> {
        self.sides.iter().find(|side| Some(side.id) == self.lines_of).map(|side| side.name.as_str())
    }

    /// The reference of a square.
    pub fn reference(&self, square: Square) -> String {
        let Square { col, row } = square;
        let digits = domain::digits_of(self.columns, self.rows);
        format!("{col:0digits$}{row:0digits$}")
    }

    /// How far the ground of an enemy is from where much hangs, in km.
    pub fn km_to_enemy(&self, choke: &Choke) -> u64 {
        u64::from(choke.enemy_squares) * u64::from(self.square_m) / 1000
    }

    /// What lies on a square; none off the map.
    pub fn square(&self, square: Square) -> Option<&GroundSquare> {
        let on_map = square.col < self.columns && square.row < self.rows;
        let index = usize::from(square.row) * usize::from(self.columns) + usize::from(square.col);
        self.squares.get(index).filter(|_| on_map)
    }

    /// Whether the supply of anybody of whom it tells fails.
    pub fn is_in_trouble(&self) -> bool {
        !self.causes.is_empty() || !self.failing.is_empty() || self.units.iter().any(UnitSymbol::is_in_trouble)
    }

    /// Whether only a part of the map is drawn.
    pub fn is_window(&self) -> bool {
        (self.window.columns, self.window.rows) != (self.columns, self.rows)
    }

    /// The place of a side among the sides.
    pub fn side_number(&self, side: SideId) -> usize {
        self.sides.iter().position(|of| of.id == side).unwrap_or_default()
    }
}

/// The sides in figures, as far as the reader has any.
pub(crate) fn figures_of_sides(of: &SituationOf<'_>) -> Vec<SideFigures> {
    let campaign = of.campaign;
    let counted = |side: SideId| of.counted.filter(|counted| counted.side == side);
    let figures = |side: SideId| {
        let is_counted =
            |f: &Formation| f.side == side && counted(side).is_none_or(|top| campaign.is_within(f, &top.id));
        let leaves = campaign.formations.values().filter(|f| f.is_on_map() && is_counted(f));
        let sp = leaves.filter_map(|f| f.leaf.as_ref()).map(campaign::Leaf::sp).sum();
        let is_of = |a: &&Assessment| campaign.formations.get(&a.unit).is_some_and(is_counted);
        let sheet: Vec<&Assessment> = of.sheet.iter().filter(is_of).collect();
        let count = |commodity| SupplyCount::of(sheet.iter().copied(), commodity);
        let (log, pol) = (count(Commodity::Log), count(Commodity::Pol));
        StrengthFigures { sp, log_of: log.needing(), log_out: log.out, pol_of: pol.needing(), pol_out: pol.out }
    };
    let row = |(number, side): (usize, &campaign::Side)| SideFigures {
        id: side.id,
        name: side.name.clone(),
        number,
        figures: of.side.is_none_or(|own| own == side.id).then(|| figures(side.id)),
        counted: counted(side.id).map(|counted| counted.name.clone()),
    };
    campaign.sides.iter().enumerate().map(row).collect()
}

/// Where fighting leaves stand, of an enemy none.
fn held(of: &SituationOf<'_>) -> Vec<HeldSquare> {
    let leaves = of.campaign.formations.values().filter(|f| f.is_fighting_leaf());
    let told = leaves.filter(|f| of.side.is_none_or(|own| own == f.side));
    let squares: BTreeSet<HeldSquare> =
        told.filter_map(|f| Some(HeldSquare { square: f.stands_on()?, side: f.side })).collect();
    squares.into_iter().collect()
}

/// From where to where those with a symbol have come since the bound began. Who stands elsewhere because the leaf with which he
/// stood is lost, or because the umpire set him down there, has made no march.
fn marches(of: &SituationOf<'_>, units: &[UnitSymbol]) -> Vec<MarchArrow> {
    let Some(before) = of.before else { return Vec::new() };
    let tree = campaign::Tree::new(of.campaign);
    let arrow = |unit: &UnitSymbol| {
        let stands = of.campaign.formation(unit.id.as_str()).filter(|_| unit.age.is_none())?;
        let leaf = tree.place_leaf(stands)?;
        let came = leaf.leaf.as_ref()?.march.came?;
        let from = before.formation(leaf.id.as_str())?.stands_on()?;
        let has_marched = came.bound == of.campaign.bound && from != unit.square;
        has_marched.then(|| MarchArrow { unit: unit.id.clone(), side: unit.side, from, to: unit.square })
    };
    units.iter().filter_map(arrow).collect()
}

/// Where there is fighting: battles of the bound, then contacts elsewhere.
fn clashes(campaign: &Campaign) -> Vec<Clash> {
    let of_bound = campaign.battles.values().filter(|battle| battle.bound == campaign.bound);
    let mut clashes: Vec<Clash> =
        of_bound.map(|battle| Clash { square: battle.square, other: None, is_battle: true }).collect();
    clashes.sort_by_key(|clash| clash.square);
    clashes.dedup();
    let fought: Vec<Square> = clashes.iter().map(|clash| clash.square).collect();
    for contact in ops::query::contacts(campaign) {
        let [a, b] = &contact.parties;
        if !fought.contains(&a.square) && !fought.contains(&b.square) {
            clashes.push(Clash { square: a.square, other: Some(b.square), is_battle: false });
        }
    }
    clashes
}

#[cfg(test)]
mod tests;
