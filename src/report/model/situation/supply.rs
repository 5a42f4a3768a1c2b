//! The supply of a situation: how many draw over each step, where lines fail and why, what most hangs on, stocks, convoys.
//!
//! What it never does: trace; it reads assessments and causes that were found before.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use ::supply::Assessment;
use campaign::{Campaign, Errand, Tree};
use domain::{Commodity, Detail, FormationId, SideId, Square, SquareSide};
use ops::query::Cause;

use super::{Designations, SituationOf};
use crate::model::BoundView;
use crate::words::cause;

/// From how many formations on a square is one on which much hangs.
const MANY: usize = 8;
/// Within how many squares of the enemy it is in danger.
const NEAR: u32 = 2;

/// A step between two squares, and how many formations of a side draw over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FlowStep {
    /// Over which side of a square.
    pub over: SquareSide,
    /// How many draw over it.
    pub fed: usize,
}

/// A line that fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FailingLine {
    /// Whose.
    pub unit: String,
    /// The squares from where it begins to where it fails.
    pub way: Vec<Square>,
}

/// A hop of a bowser chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FuelHop {
    /// From the HQ or bowser that is supplied.
    pub from: Square,
    /// To the bowser, dump or railhead.
    pub to: Square,
    /// Whether it holds.
    pub holds: bool,
}

/// Why lines or chains fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SupplyCause {
    /// Whose supply fails.
    pub side: SideId,
    /// Where; none where it is at no one place.
    pub square: Option<Square>,
    /// What fails, in a sentence.
    pub what: String,
    /// What they lack: `LOG`, `POL`, `LOG and POL`.
    pub lacks: &'static str,
    /// Since when.
    pub since: BoundView,
    /// The ids of those who suffer.
    pub units: Vec<String>,
    /// Their short designations.
    pub designations: Vec<String>,
}

/// The square on which most hangs near the enemy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choke {
    /// Whose supply.
    pub side: SideId,
    /// The square.
    pub square: Square,
    /// How many formations draw over it.
    pub fed: usize,
    /// How far the nearest ground of the enemy is, in squares.
    pub enemy_squares: u32,
    /// The side whose ground that is.
    pub enemy: SideId,
}

/// A dump or railhead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoreAt {
    /// Its account.
    pub id: String,
    /// Its side.
    pub side: SideId,
    /// Where it is.
    pub square: Square,
    /// Whether it is a railhead.
    pub is_railhead: bool,
    /// LOG and POL that it holds; none where stocks are not counted.
    pub stock: Option<[i64; 2]>,
}

/// A convoy on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConvoyAt {
    /// The vehicle that names it.
    pub id: String,
    /// Its side.
    pub side: SideId,
    /// Where it is.
    pub square: Square,
    /// The squares still to be entered; where no way is kept, the last.
    pub way: Vec<Square>,
    /// What it brings: `2 LOG`; empty where it drives empty.
    pub load: String,
}

/// What is drawn of the supply of one side.
pub(super) struct Drawn {
    pub(super) flow: Vec<FlowStep>,
    pub(super) failing: Vec<FailingLine>,
    pub(super) hops: Vec<FuelHop>,
    pub(super) causes: Vec<SupplyCause>,
    pub(super) choke: Option<Choke>,
}

/// The side of whose formations the greatest part is out of LOG: of equal ones the first.
pub fn most_failing(campaign: &Campaign, sheet: &[Assessment]) -> Option<SideId> {
    let share = |side: SideId| {
        let is_of = |a: &&Assessment| campaign.formations.get(&a.unit).is_some_and(|f| f.side == side);
        let (all, out) = sheet
            .iter()
            .filter(is_of)
            .fold((0_usize, 0_usize), |(all, out), a| (all + 1, out + usize::from(!a.log.state.is_good())));
        (out * 10_000).checked_div(all).unwrap_or_default()
    };
    let places = campaign.sides.iter().map(|side| side.id).enumerate();
    places.max_by_key(|(place, side)| (share(*side), std::cmp::Reverse(*place))).map(|(_, side)| side)
}

impl Drawn {
    pub(super) fn new(of: &SituationOf<'_>, side: Option<SideId>) -> Self {
        let campaign = of.campaign;
        let is_drawn = |id| campaign.formations.get(id).is_some_and(|f| Some(f.side) == side);
        let sheet: Vec<&Assessment> = of.sheet.iter().filter(|a| is_drawn(&a.unit)).collect();
        let is_told = |cause: &&Cause| of.side.is_none_or(|own| own == cause.side) && is_near(of, cause);
        let failing = sheet.iter().filter(|a| is_counted(of, &a.unit)).filter_map(|a| failing(a)).collect();
        let short = Designations::new(campaign);
        Self {
            flow: flow(&sheet),
            failing,
            hops: hops(&sheet),
            causes: of.causes.iter().filter(is_told).map(|cause| told(campaign, &short, cause)).collect(),
            choke: side.and_then(|side| choke(of, side, &sheet)),
        }
    }
}

/// Whether a cause, or one of those who suffer from it, stands in the window: it is not told why supply fails far outside; and
/// where one formation is counted alone, whether it or somebody under it suffers.
fn is_near(of: &SituationOf<'_>, cause: &Cause) -> bool {
    if !cause.units.iter().any(|unit| is_counted(of, &unit.unit)) {
        return false;
    }
    let Some(window) = of.window else { return true };
    let suffers = |a: &&Assessment| cause.units.iter().any(|unit| unit.unit == a.unit);
    let sufferers = of.sheet.iter().filter(suffers).filter_map(|a| a.square);
    cause.square.into_iter().chain(sufferers).any(|square| window.contains(square))
}

/// Whether a formation is of those whose supply is told.
fn is_counted(of: &SituationOf<'_>, unit: &FormationId) -> bool {
    let formation = of.campaign.formations.get(unit);
    let counted = of.counted.filter(|counted| formation.is_some_and(|unit| unit.side == counted.side));
    counted.is_none_or(|top| formation.is_some_and(|unit| of.campaign.is_within(unit, &top.id)))
}

/// The squares of an open line, each leg after another.
fn line(a: &Assessment) -> impl Iterator<Item = &[Square]> {
    a.log.legs.iter().map(|leg| leg.path.as_slice())
}

fn flow(sheet: &[&Assessment]) -> Vec<FlowStep> {
    let mut counts: BTreeMap<SquareSide, usize> = BTreeMap::new();
    for a in sheet {
        let steps: BTreeSet<SquareSide> =
            line(a).flat_map(|path| path.windows(2)).filter_map(|step| step[0].side_to(step[1])).collect();
        for over in steps {
            *counts.entry(over).or_default() += 1;
        }
    }
    counts.into_iter().map(|(over, fed)| FlowStep { over, fed }).collect()
}

fn failing(a: &Assessment) -> Option<FailingLine> {
    let cut = a.log.cut.as_ref().filter(|_| !a.log.state.is_good())?;
    let way = if cut.way.is_empty() { vec![a.square?] } else { cut.way.clone() };
    Some(FailingLine { unit: a.unit.to_string(), way })
}

fn hops(sheet: &[&Assessment]) -> Vec<FuelHop> {
    let links = sheet.iter().flat_map(|a| &a.pol.links).filter(|link| link.from_square != link.to_square);
    let hops: BTreeSet<FuelHop> =
        links.map(|link| FuelHop { from: link.from_square, to: link.to_square, holds: link.is_ok() }).collect();
    hops.into_iter().collect()
}

fn told(campaign: &Campaign, short: &Designations<'_>, cause: &Cause) -> SupplyCause {
    let [log, pol] = cause.lacking();
    let units = cause.units.iter().filter_map(|unit| campaign.formations.get(&unit.unit));
    SupplyCause {
        side: cause.side,
        square: cause.square,
        what: cause::sentence(campaign, cause),
        lacks: match (log, pol) {
            (_, 0) => "LOG",
            (0, _) => "POL",
            _ => "LOG and POL",
        },
        since: BoundView::new(campaign, cause.since().unwrap_or(campaign.bound)),
        designations: units.map(|formation| short.of(formation)).collect(),
        units: cause.units.iter().map(|unit| unit.unit.to_string()).collect(),
    }
}

/// Of the squares in the window that feed many of whose supply is told, and lie near ground of an enemy: the nearest to it, then
/// the most used, then the first.
fn choke(of: &SituationOf<'_>, side: SideId, sheet: &[&Assessment]) -> Option<Choke> {
    let campaign = of.campaign;
    let is_shown = |square: &Square| of.window.is_none_or(|window| window.contains(*square));
    let mut counts: BTreeMap<Square, usize> = BTreeMap::new();
    for a in sheet.iter().filter(|a| is_counted(of, &a.unit)) {
        let squares: BTreeSet<Square> = line(a).flatten().copied().filter(is_shown).collect();
        for square in squares {
            *counts.entry(square).or_default() += 1;
        }
    }
    let busy = counts.into_iter().filter(|(_, fed)| *fed >= MANY);
    let near = busy.filter_map(|(square, fed)| {
        let (enemy_squares, enemy) = nearest_enemy(campaign, side, square)?;
        Some(Choke { side, square, fed, enemy_squares, enemy })
    });
    near.min_by_key(|choke| (choke.enemy_squares, std::cmp::Reverse(choke.fed), choke.square))
}

/// The ground of another side within two squares of one: how far the nearest is, and whose.
fn nearest_enemy(campaign: &Campaign, side: SideId, from: Square) -> Option<(u32, SideId)> {
    let reach = NEAR as u16;
    let around = |at: u16, all: u16| at.saturating_sub(reach)..(at + reach + 1).min(all);
    let rows = around(from.row, campaign.frame.rows);
    let squares = rows.flat_map(|row| around(from.col, campaign.frame.columns).map(move |col| Square::new(col, row)));
    let held = squares.filter_map(|square| Some((square, campaign.ground.control(square)?)));
    let hostile = held.filter(|(square, of)| *of != side && square.steps_to(from) <= NEAR);
    hostile.map(|(square, of)| (square.steps_to(from), of)).min()
}

/// The dumps and railheads of the sides of which it tells, by square.
pub(super) fn stores(of: &SituationOf<'_>) -> Vec<StoreAt> {
    let campaign = of.campaign;
    let is_counted = campaign.settings.detail() == Detail::Full;
    let stock =
        |id: &str| is_counted.then(|| [Commodity::Log, Commodity::Pol].map(|of| campaign.stock.balance(id, of)));
    let is_told = |store: &StoreAt| of.side.is_none_or(|own| own == store.side);
    let dumps = campaign.dumps.values().filter(|dump| !dump.closed).filter_map(|dump| {
        let (id, side) = (dump.id.as_str(), campaign.account_side(dump.id.as_str())?);
        Some(StoreAt { id: id.to_owned(), side, square: dump.square, is_railhead: false, stock: stock(id) })
    });
    let railheads = campaign.railheads.values().filter(|head| !head.closed).map(|head| {
        let id = head.id.as_str();
        StoreAt { id: id.to_owned(), side: head.side, square: head.square, is_railhead: true, stock: stock(id) }
    });
    let mut stores: Vec<StoreAt> = dumps.chain(railheads).filter(is_told).collect();
    stores.sort_by(|a, b| (a.square, &a.id).cmp(&(b.square, &b.id)));
    stores
}

/// The convoys on their way, by the vehicle that names them.
pub(super) fn convoys(of: &SituationOf<'_>) -> Vec<ConvoyAt> {
    let campaign = of.campaign;
    let tree = Tree::new(campaign);
    let underway = ops::query::underway(campaign);
    let on_way = campaign.convoys.iter().filter_map(|(id, convoy)| {
        let (square, side) = (convoy.square(campaign)?, convoy.side(campaign)?);
        let end = convoy.destination(&tree).filter(|end| *end != square);
        let way = if convoy.way.is_empty() { end.into_iter().collect() } else { convoy.way.clone() };
        let loads = underway.iter().filter(|load| load.convoy == *id && convoy.errand != Errand::Home);
        let load: Vec<String> = loads.map(|load| format!("{} {}", load.units, load.commodity.name())).collect();
        Some(ConvoyAt { id: id.to_string(), side, square, way, load: load.join(", ") })
    });
    on_way.filter(|convoy| of.side.is_none_or(|own| own == convoy.side)).collect()
}
