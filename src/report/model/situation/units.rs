//! The formations of a situation that have a symbol, and what a side has sighted.
//!
//! What it decides: which formation stands for those under it (a division, a corps of brigades), of which arm it is, and when
//! all of it counts as disorganised, broken or dug in: when more than half of its fighting leaves are.

use std::collections::BTreeMap;

use serde::Serialize;

use ::supply::Assessment;
use campaign::{Campaign, FADES, Formation, Leaf, Sighting, Tree};
use domain::{Arm, Commodity, Echelon, LeafState, Posture, SideId, Square};

use super::{Designations, SituationOf, designation};

/// How small the formations are that have a symbol of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Corps and armies, and what is under neither: for a whole map on a small page.
    Corps,
    /// Divisions, corps of brigades, separate brigades and regiments.
    Division,
    /// Battalions.
    Battalion,
}

/// Of which arm a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SymbolArm {
    /// Of one arm.
    Of(Arm),
    /// Motorised infantry and tanks together.
    Mechanised,
    /// Not known: a sighting.
    Unknown,
}

/// A formation that has a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of the symbol")]
pub struct UnitSymbol {
    /// Its id, or that of the sighting.
    pub id: String,
    /// Its name; empty where it is not known.
    pub name: String,
    /// Its short designation; empty where it is not known.
    pub designation: String,
    /// Its side.
    pub side: SideId,
    /// The letter of its nation, where that is not the one of most of its side.
    pub nation: Option<char>,
    /// Its arm.
    pub arm: SymbolArm,
    /// Its level; none where it is not known.
    pub echelon: Option<Echelon>,
    /// Whether it is a headquarters with others under it that have symbols of their own.
    pub is_hq: bool,
    /// The formation above it.
    pub parent: Option<String>,
    /// Where it stands.
    pub square: Square,
    /// SP left; believed ones of a sighting.
    pub sp: Option<u32>,
    /// Full SP.
    pub sp_full: Option<u32>,
    /// Whether it is out of LOG.
    pub no_log: bool,
    /// Whether it is out of POL.
    pub no_pol: bool,
    /// Whether it is disorganised.
    pub disorganised: bool,
    /// Whether it is broken.
    pub broken: bool,
    /// Whether it is dug in or fortified.
    pub dug_in: bool,
    /// Of a sighting: how many bounds old it is.
    pub age: Option<u32>,
    /// Of a sighting: whether it may well have gone.
    pub faded: bool,
    /// Of a sighting: how many units were seen.
    pub seen_units: Option<u16>,
}

impl UnitSymbol {
    /// Whether it is without supply.
    pub fn is_in_trouble(&self) -> bool {
        self.no_log || self.no_pol
    }
}

/// What the makers of symbols look up.
pub(super) struct Maker<'a> {
    of: SituationOf<'a>,
    pub(super) tree: Tree<'a>,
    standings: BTreeMap<&'a str, &'a Assessment>,
    designations: Designations<'a>,
}

/// How small the formations are among which a formation has a symbol of its own.
pub(crate) fn levels_of<'a>(tree: &Tree<'a>, formation: &'a Formation) -> Vec<Level> {
    let root = tree.superiors(formation).last().copied().unwrap_or(formation);
    let has_symbol = |level: &Level| {
        let mut bodies = Vec::new();
        add_bodies(tree, *level, root, &mut bodies);
        bodies.iter().any(|(body, _)| body.id == formation.id)
    };
    [Level::Corps, Level::Division, Level::Battalion].into_iter().filter(has_symbol).collect()
}

/// Adds those at and under a formation that have symbols, each with whether others under it have too.
fn add_bodies<'a>(tree: &Tree<'a>, level: Level, formation: &'a Formation, found: &mut Vec<(&'a Formation, bool)>) {
    if level == Level::Battalion {
        found.extend(tree.leaves(formation).into_iter().map(|leaf| (leaf, false)));
        return;
    }
    if formation.leaf.is_some() {
        let stands_alone = formation.parent.is_none() || formation.echelon >= Echelon::Regiment;
        found.extend((stands_alone && formation.can_fight()).then_some((formation, false)));
        return;
    }
    let under: Vec<&Formation> = tree.children(&formation.id).iter().copied().filter(|f| f.leaf.is_none()).collect();
    let is_body = match (level, formation.echelon) {
        (_, Echelon::Battalion | Echelon::Regiment | Echelon::Brigade | Echelon::Division)
        | (Level::Corps, Echelon::Corps) => true,
        (_, Echelon::Corps) => {
            let fights = tree.leaves(formation).iter().any(|leaf| leaf.can_fight());
            under.iter().all(|f| f.echelon < Echelon::Division) && fights
        }
        _ => false,
    };
    found.push((formation, !is_body));
    if !is_body {
        // An army stands for those directly under it, as a corps does.
        let has_own = |child: &&Formation| {
            level != Level::Corps || formation.echelon != Echelon::Army || child.echelon >= Echelon::Corps
        };
        for child in tree.children(&formation.id).iter().copied().filter(has_own) {
            add_bodies(tree, level, child, found);
        }
    }
}

/// Every symbol: formations by side and tree, then sightings.
pub(super) fn symbols(of: &SituationOf<'_>) -> Vec<UnitSymbol> {
    let maker = Maker::new(of);
    let mut bodies = Vec::new();
    for root in maker.tree.roots() {
        add_bodies(&maker.tree, of.level, root, &mut bodies);
    }
    let own = bodies.into_iter().filter(|(formation, _)| maker.is_wanted(formation));
    let mut symbols: Vec<UnitSymbol> = own.filter_map(|(formation, is_hq)| maker.symbol(formation, is_hq)).collect();
    if let Some(side) = of.side {
        symbols.extend(of.campaign.intel.of(side).into_iter().map(|sighting| sighted(of.campaign, sighting)));
    }
    symbols
}

impl<'a> Maker<'a> {
    pub(super) fn new(of: &SituationOf<'a>) -> Self {
        Self {
            of: *of,
            tree: Tree::new(of.campaign),
            standings: of.sheet.iter().map(|a| (a.unit.as_str(), a)).collect(),
            designations: Designations::new(of.campaign),
        }
    }

    /// Whether a formation is drawn: of the side that reads, and where one formation is asked for, of it or of an enemy.
    fn is_wanted(&self, formation: &Formation) -> bool {
        let is_told = self.of.side.is_none_or(|side| side == formation.side);
        let is_asked = |only: &Formation| {
            let above = self.tree.superiors(formation);
            formation.side != only.side || formation.id == only.id || above.iter().any(|f| f.id == only.id)
        };
        is_told && self.of.only.is_none_or(is_asked)
    }

    fn symbol(&self, formation: &'a Formation, is_hq: bool) -> Option<UnitSymbol> {
        self.tree.square(formation).map(|square| self.symbol_at(formation, is_hq, square))
    }

    /// The symbol of a formation that stands in a square.
    pub(super) fn symbol_at(&self, formation: &'a Formation, is_hq: bool, square: Square) -> UnitSymbol {
        let leaves = self.stood_for(formation, is_hq, LeafState::is_on_map);
        let fighting: Vec<&Leaf> = leaves.iter().filter(|(f, _)| f.can_fight()).map(|(_, leaf)| *leaf).collect();
        let most = |is: fn(&Leaf) -> bool| {
            let counted =
                if fighting.is_empty() { leaves.iter().map(|(_, leaf)| *leaf).collect() } else { fighting.clone() };
            !counted.is_empty() && counted.iter().filter(|leaf| is(leaf)).count() * 2 > counted.len()
        };
        // Who is lost draws no supply that he could be without.
        let is_here = self.tree.leaves(formation).iter().any(|leaf| leaf.is_on_map());
        let standing = self.standing(formation).filter(|_| is_here);
        let all = self.stood_for(formation, is_hq, |_| true);
        let (sp, sp_full) = strength(&all.iter().map(|(_, leaf)| *leaf).collect::<Vec<_>>());
        UnitSymbol {
            id: formation.id.to_string(),
            name: formation.name.clone(),
            designation: self.designations.of(formation),
            side: formation.side,
            nation: self.designations.nation(formation),
            arm: if is_hq { SymbolArm::Of(Arm::Hq) } else { self.arm(formation) },
            echelon: Some(formation.echelon),
            is_hq,
            parent: formation.parent.as_ref().map(ToString::to_string),
            square,
            sp: Some(sp),
            sp_full: Some(sp_full),
            no_log: standing.is_some_and(|a| a.is_out(Commodity::Log)),
            no_pol: standing.is_some_and(|a| a.is_out(Commodity::Pol)),
            disorganised: most(|leaf| leaf.state.is_disorganised()),
            broken: most(|leaf| leaf.state == LeafState::Broken),
            dug_in: most(|leaf| matches!(leaf.posture, Posture::DugIn | Posture::Fortified)),
            age: None,
            faded: false,
            seen_units: None,
        }
    }

    /// The leaves in such a state for which a symbol stands: of a headquarters those directly under it.
    pub(super) fn stood_for(
        &self,
        formation: &'a Formation,
        is_hq: bool,
        is_wanted: fn(LeafState) -> bool,
    ) -> Vec<(&'a Formation, &'a Leaf)> {
        let under = if is_hq { self.tree.children(&formation.id).to_vec() } else { self.tree.leaves(formation) };
        let leaves = under.into_iter().filter_map(|f| Some((f, f.leaf.as_ref()?)));
        leaves.filter(|(_, leaf)| is_wanted(leaf.state)).collect()
    }

    /// How it stands with supply.
    fn standing(&self, formation: &'a Formation) -> Option<&'a Assessment> {
        drawn_for(&self.tree, formation, |f| self.standings.get(f.id.as_str()).copied())
    }

    /// The arm of a formation; of one that is only told to be a headquarters that of most who are under it.
    fn arm(&self, formation: &'a Formation) -> SymbolArm {
        if formation.arm != Arm::Hq || formation.leaf.is_some() {
            return SymbolArm::Of(formation.arm);
        }
        let mut counts: BTreeMap<Arm, usize> = BTreeMap::new();
        let below = self.tree.children(&formation.id).iter().filter(|f| f.leaf.is_none() && f.arm != Arm::Hq);
        below.for_each(|f| *counts.entry(f.arm).or_default() += 1);
        if counts.is_empty() {
            let leaves = self.tree.leaves(formation);
            leaves.iter().filter(|f| f.can_fight()).for_each(|f| *counts.entry(f.arm).or_default() += 1);
        }
        // Tanks and who drives with them are one body, however they are told apart: a corps of both is no corps of infantry.
        let drives = |arm: &Arm| matches!(arm, Arm::Armour | Arm::Motorised);
        let all =
            |is_wanted: bool| counts.iter().filter(|(arm, _)| drives(arm) == is_wanted).map(|(_, n)| n).sum::<usize>();
        let is_mobile = all(true) > all(false);
        counts.retain(|arm, _| drives(arm) == is_mobile);
        let most = counts.iter().max_by_key(|(arm, count)| (**count, std::cmp::Reverse(**arm))).map(|(arm, _)| *arm);
        let has_tanks = || self.tree.leaves(formation).iter().any(|leaf| leaf.arm == Arm::Armour);
        match most {
            Some(Arm::Motorised) if has_tanks() => SymbolArm::Mechanised,
            most => SymbolArm::Of(most.unwrap_or(Arm::Hq)),
        }
    }
}

/// What is found of a formation, else of the nearest above it of which it is: who draws supply draws for all under him.
pub(crate) fn drawn_for<'a, T>(
    tree: &Tree<'a>,
    formation: &'a Formation,
    find: impl FnMut(&'a Formation) -> Option<T>,
) -> Option<T> {
    std::iter::once(formation).chain(tree.superiors(formation)).find_map(find)
}

/// The SP of those of these leaves that are on the map, and the full SP of all that have come: who is lost has none of the first.
/// Where none is on the map it is the SP of those that are to come onto it, which are counted nowhere above them.
pub(crate) fn strength(leaves: &[&Leaf]) -> (u32, u32) {
    let is_here = leaves.iter().any(|leaf| leaf.state.is_on_map());
    let has_come = leaves.iter().any(|leaf| leaf.state.has_come());
    let counted = leaves.iter().filter(|leaf| if is_here { leaf.state.is_on_map() } else { !leaf.state.is_lost() });
    let full = leaves.iter().filter(|leaf| !has_come || leaf.state.has_come());
    (counted.map(|leaf| leaf.sp()).sum(), full.map(|leaf| leaf.sp_full()).sum())
}

/// The state that most leaves are in; of equally many the first of the list of states.
pub(crate) fn commonest(leaves: &[&Leaf]) -> Option<LeafState> {
    // Whoever has troops on the map is there, however many are still to come.
    let is_there = leaves.iter().any(|leaf| leaf.state.is_on_map());
    let counts = |state: LeafState| !(is_there && state == LeafState::OffMap);
    let count = |state: LeafState| leaves.iter().filter(|leaf| leaf.state == state && counts(state)).count();
    LeafState::ALL.iter().rev().copied().filter(|state| count(*state) > 0).max_by_key(|state| count(*state))
}

/// What became of most of these leaves, and of how many where others are left: `surrendered`, `36 of 48 surrendered`; none
/// where most are not lost.
pub(crate) fn lost_words(leaves: &[&Leaf]) -> Option<String> {
    let state = commonest(leaves).filter(|state| state.is_lost())?;
    let (lost, all) = (leaves.iter().filter(|leaf| leaf.state == state).count(), leaves.len());
    let is_all = leaves.iter().all(|leaf| leaf.state.is_lost());
    Some(if is_all { state.to_string() } else { format!("{lost} of {all} {state}") })
}

fn sighted(campaign: &Campaign, sighting: &Sighting) -> UnitSymbol {
    let age = sighting.age(campaign.bound);
    let name = sighting.name.clone().unwrap_or_default();
    let echelon = sighting.echelon;
    let known = Some(&name).filter(|name| !name.is_empty());
    UnitSymbol {
        id: sighting.id.to_string(),
        designation: known.map(|name| designation(name, Echelon::Battalion, None)).unwrap_or_default(),
        name,
        side: sighting.side,
        nation: None,
        arm: sighting.arm.map_or(SymbolArm::Unknown, SymbolArm::Of),
        echelon,
        is_hq: false,
        parent: None,
        square: sighting.square,
        sp: sighting.sp,
        sp_full: None,
        no_log: false,
        no_pol: false,
        disorganised: false,
        broken: false,
        dug_in: false,
        age: Some(age),
        faded: age >= FADES,
        seen_units: sighting.units,
    }
}
