//! The tracing of a side: every formation's line and chain, and where they fail what would mend them.

mod back;
pub(crate) mod fed_mend;
pub(crate) mod line_done;
mod log;
mod pol;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use campaign::{Campaign, Formation};
use domain::{AccountId, Commodity, Detail, Echelon, FormationId, SideId, Square, SupplyState};
use network::{LorrySearch, Network};

use crate::chain::bowser_move::served;
use crate::chain::hops::Distances;
use crate::chain::mend::holds_with;
use crate::chain::mended::{Mended, Served};
use crate::chain::step::{MendStep, described};
use crate::ground::crossings::Crossings;
use crate::ground::view::{Item, View};
use crate::line::barrier::{LineMender, describe};
use crate::line::{LineMend, LineTracer, fed};
use crate::rail::Rails;
use crate::standing::assessment::{Assessment, PolStatus, RailTrace};
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::holdings::is_out;
use crate::standing::mend_item::{MendItem, add_for_pol};
use crate::standing::tracing::line_done::LineDone;

/// How every formation of these sides stands, by side and tree, with what they feed down to `depth` levels.
pub fn assess(campaign: &Campaign, sides: &[SideId], depth: usize) -> Vec<Assessment> {
    assess_on(&crate::ground::lay::network(campaign), campaign, sides, depth)
}

/// The same, over a network that was built before.
pub fn assess_on(network: &Network, campaign: &Campaign, sides: &[SideId], depth: usize) -> Vec<Assessment> {
    traced(network, campaign, sides, true, |tracing| tracing.assess(depth, |_| true))
}

/// The same without cuts and mends, which cost the most: for who asks only whether somebody may march or attack, or keeps
/// the states.
pub fn standings(campaign: &Campaign, sides: &[SideId], depth: usize) -> Vec<Assessment> {
    standings_on(&crate::ground::lay::network(campaign), campaign, sides, depth)
}

/// The same of all that draw supply themselves, and of these others that they feed.
pub fn standings_with(campaign: &Campaign, sides: &[SideId], fed: &[FormationId]) -> Vec<Assessment> {
    traced(&crate::ground::lay::network(campaign), campaign, sides, false, |tracing| {
        let hierarchy = tracing.hierarchy;
        tracing.assess(usize::MAX, |of| hierarchy.tree.is_supply_formation(of) || fed.contains(&of.id))
    })
}

/// The same of these formations and all above them: for who asks about a few.
pub fn standings_of<'c>(campaign: &'c Campaign, units: impl IntoIterator<Item = &'c Formation>) -> Vec<Assessment> {
    let network = crate::ground::lay::network(campaign);
    let crossings = Crossings::new(campaign, &network);
    let hierarchy = SupplyHierarchy::new(campaign);
    let mut sides = BTreeSet::new();
    let mut wanted = BTreeSet::new();
    for unit in units {
        sides.insert(unit.side);
        wanted.insert(unit.id.as_str());
        // Who is lent draws through another than his superior in the order of battle.
        let above = hierarchy.superiors(unit).into_iter().chain(hierarchy.tree.superiors(unit));
        wanted.extend(above.map(|superior| superior.id.as_str()));
    }
    let of = |side: SideId| {
        let tracing = Tracing::new(View::new(campaign, &network, side, &crossings), &hierarchy, false);
        tracing.assess(usize::MAX, |formation| wanted.contains(formation.id.as_str()))
    };
    sides.into_iter().flat_map(of).collect()
}

/// The same, over a network that was built before.
pub fn standings_on(network: &Network, campaign: &Campaign, sides: &[SideId], depth: usize) -> Vec<Assessment> {
    traced(network, campaign, sides, false, |tracing| tracing.assess(depth, |_| true))
}

fn traced(
    network: &Network,
    campaign: &Campaign,
    sides: &[SideId],
    why: bool,
    assessed: impl Fn(Tracing<'_, '_>) -> Vec<Assessment> + Sync,
) -> Vec<Assessment> {
    let crossings = Crossings::new(campaign, network);
    let hierarchy = SupplyHierarchy::new(campaign);
    let one = |side: SideId| assessed(Tracing::new(View::new(campaign, network, side, &crossings), &hierarchy, why));
    if let [side] = sides {
        return one(*side);
    }
    // This thread waits, and one of the others has its core: a thread that goes on working keeps the first that it makes
    // waiting behind it for as long as Linux sees no need to move it.
    std::thread::scope(|scope| {
        let runs: Vec<_> = sides.iter().map(|side| scope.spawn(|| one(*side))).collect();
        runs.into_iter().flat_map(|run| run.join().unwrap_or_default()).collect()
    })
}

/// The tracing of one side.
pub(crate) struct Tracing<'a, 'm> {
    pub(crate) view: View<'a>,
    pub(crate) hierarchy: &'m SupplyHierarchy<'a>,
    pub(crate) search: LorrySearch,
    pub(crate) distances: Distances,
    /// The ground with a line put right, by what was put right.
    mended: BTreeMap<Vec<crate::ground::view::Item>, Mended<'a>>,
    /// By which bowsers chains go that hold, once a mend asks whose it would break.
    served: Option<Arc<Served<'a>>>,
    pub(crate) rails: Rails<'a>,
    /// Mends without what is needless, by stage and square.
    pruned: BTreeMap<(usize, Square), LineMend>,
    /// The ends of the side's lines that are fed as things are.
    pub(crate) fed: Vec<(AccountId, Square)>,
    /// The ends of the side's bowser chains as things are.
    pub(crate) ends: Vec<(AccountId, Square)>,
    /// What is done for the lines that fail, by formation.
    pub(crate) line_done: BTreeMap<FormationId, LineDone>,
    /// What is done for chains that fail, by whose line is put right first and whose chain it is.
    pub(crate) fuel_done: BTreeMap<(FormationId, FormationId), Option<Vec<MendStep>>>,
    /// How those stand with POL who need none and have bowsers for others.
    pub(crate) for_others: BTreeMap<FormationId, PolStatus>,
    /// Whether it is asked why, and what would mend it.
    pub(crate) why: bool,
}

impl<'a, 'm> Tracing<'a, 'm> {
    fn new(view: View<'a>, hierarchy: &'m SupplyHierarchy<'a>, why: bool) -> Self {
        let rails = Rails::new(&view);
        let fed = fed(&view, hierarchy, &rails);
        let search = LorrySearch::new(view.network);
        let ends = fuel_ends(&view, hierarchy, &fed);
        let (mended, pruned, distances) = (BTreeMap::new(), BTreeMap::new(), Distances::default());
        let (line_done, fuel_done, for_others) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let served = None;
        Self {
            view,
            hierarchy,
            search,
            distances,
            mended,
            served,
            rails,
            pruned,
            fed,
            ends,
            line_done,
            fuel_done,
            for_others,
            why,
        }
    }

    /// Those of whom it is asked, and who are not more than `depth` levels under what feeds them; these must be asked for too.
    fn assess(mut self, depth: usize, is_wanted: impl Fn(&Formation) -> bool) -> Vec<Assessment> {
        let hierarchy = self.hierarchy;
        let roots = hierarchy.tree.roots().iter().filter(|f| f.side == self.view.side);
        let all = roots.flat_map(|root| hierarchy.tree.with_all_under(root));
        let all: Vec<&Formation> = all.filter(|formation| is_wanted(formation)).collect();
        let draws = |f: &&&'a Formation| hierarchy.tree.is_supply_formation(f) && hierarchy.is_present(f);
        let supply: Vec<&'a Formation> = all.iter().filter(draws).copied().collect();
        let mut lines = LineTracer::trace(&self.view, hierarchy, &self.rails, &mut self.search, &supply);
        let mut found: BTreeMap<&str, Assessment> = BTreeMap::new();
        let mut order = Vec::new();
        for formation in &supply {
            let assessment = self.one(&mut lines, formation);
            found.insert(formation.id.as_str(), assessment);
        }
        for formation in all {
            if found.contains_key(formation.id.as_str()) {
                order.push(found[formation.id.as_str()].clone());
            } else if depth > 0 && hierarchy.is_present(formation) {
                order.extend(self.through(formation, &found, depth));
            }
        }
        order
    }

    fn one(&mut self, lines: &mut LineTracer<'a>, formation: &'a Formation) -> Assessment {
        let square = self.hierarchy.tree.square(formation);
        let (mut log, mut mend, mut done) = self.log(lines, formation, square);
        let mut pol = self.pol(formation);
        if self.why && !pol.is_well() {
            let steps = self.mend_pol(formation, &done);
            pol.past_mending = steps.is_none();
            let of_chain = self.described(&done.items, steps.as_deref().unwrap_or_default());
            self.strike_from_line(formation, square, &mut mend, &mut done, steps.as_deref().unwrap_or_default());
            add_for_pol(&mut mend, of_chain);
            self.fuel_done.insert((formation.id.clone(), formation.id.clone()), steps);
        }
        if self.why {
            self.line_done.insert(formation.id.clone(), done);
            log.back = self.back(formation, square, (&log, &pol));
        }
        let (ammo_out_bases, can_fire) = self.ammunition(formation);
        Assessment { unit: formation.id.clone(), square, fed_by: None, log, pol, ammo_out_bases, can_fire, mend }
    }

    /// Strikes out of the mend of a line what the mend of the chain makes needless for both.
    fn strike_from_line(
        &mut self,
        formation: &'a Formation,
        square: Option<Square>,
        mend: &mut Vec<MendItem>,
        done: &mut LineDone,
        steps: &[MendStep],
    ) {
        let cleared: Vec<Item> = steps.iter().filter_map(MendStep::item).copied().collect();
        let Some(square) = square.filter(|_| !cleared.is_empty()) else { return };
        let (mut place, mut struck) = (0, false);
        while let Some(item) = done.items.get(place).copied() {
            let mut rest = done.items.clone();
            rest.remove(place);
            let mender = LineMender { view: &self.view, hierarchy: self.hierarchy, rails: &self.rails, fed: &self.fed };
            let opens = mender.opens(&[rest.as_slice(), &cleared].concat(), square, formation);
            let holds = |ground: &mut Mended<'a>, hierarchy: &SupplyHierarchy<'a>, search: &mut LorrySearch| {
                holds_with(ground, hierarchy, search, formation, steps)
            };
            if opens && self.on_ground(&rest, holds) {
                let needless = describe(&self.view, item);
                mend.retain(|item| *item != needless);
                done.items = rest;
                struck = true;
            } else {
                place += 1;
            }
        }
        if struck {
            // What the chain wants opens the line too.
            mend.extend(cleared.iter().map(|item| describe(&self.view, *item)));
            done.items.extend(cleared);
        }
    }

    /// How many fighting bases that draw through a formation are out of ammunition, and whether any base under it can
    /// fire. What draws through one below is told there.
    pub(crate) fn ammunition(&self, formation: &'a Formation) -> (u32, bool) {
        let leaves = self.hierarchy.tree.leaves(formation);
        let (mut own, mut out, mut all) = (0, 0, 0);
        for leaf in leaves.into_iter().filter(|f| f.is_fighting_leaf()) {
            let bases = || leaf.leaf.iter().flat_map(|l| &l.bases).filter(|b| b.sp > 0);
            let empty = bases().filter(|b| b.out_of_ammo).count();
            let below =
                || self.hierarchy.feeder(leaf).is_some_and(|f| f.id != formation.id && self.is_under(f, formation));
            own += if empty > 0 && !below() { empty } else { 0 };
            (out, all) = (out + empty, all + bases().count());
        }
        (own as u32, all == 0 || out < all)
    }

    pub(crate) fn is_under(&self, formation: &Formation, above: &Formation) -> bool {
        self.hierarchy.tree.superiors(formation).iter().any(|f| f.id == above.id)
    }

    fn detail(&self) -> Detail {
        self.view.campaign.settings.detail()
    }

    /// What is done for a chain on the ground with these things put right.
    pub(crate) fn described(&mut self, items: &[crate::ground::view::Item], steps: &[MendStep]) -> Vec<MendItem> {
        self.on_ground(items, |ground, hierarchy, _| described(&ground.view, hierarchy, steps))
    }

    /// Does something on the ground with these things put right.
    pub(crate) fn on_ground<T>(
        &mut self,
        items: &[crate::ground::view::Item],
        work: impl FnOnce(&mut Mended<'a>, &SupplyHierarchy<'a>, &mut LorrySearch) -> T,
    ) -> T {
        let Self { view, hierarchy, search, mended, rails, fed: now_fed, distances, ends, served: by_bowser, .. } =
            self;
        let mut key = items.to_vec();
        key.sort_unstable();
        let by_bowser = by_bowser.get_or_insert_with(|| Arc::new(served(view, hierarchy, search, distances, ends)));
        let ground = mended.entry(key).or_insert_with_key(|items| {
            let view = if items.is_empty() { view.clone() } else { view.with(items) };
            let anew = rails.are_touched_by(items).then(|| fed(&view, hierarchy, rails));
            let ends = fuel_ends(&view, hierarchy, anew.as_ref().unwrap_or(now_fed));
            Mended::new(view, ends, Arc::clone(by_bowser))
        });
        work(ground, hierarchy, search)
    }

    /// Whether a formation is out of a commodity (model page, "States").
    pub(crate) fn is_out(
        &self,
        formation: &'a Formation,
        square: Option<Square>,
        commodity: Commodity,
        state: SupplyState,
    ) -> bool {
        is_out(&self.view, self.hierarchy, formation, (square, commodity, state))
    }
}

pub(crate) fn rail_trace(view: &View<'_>, rail: &crate::rail::RailWay) -> RailTrace {
    let cut = rail.items.first().map(|item| describe(view, *item).what.square());
    RailTrace { railhead: rail.railhead.clone(), source: rail.source.clone(), path: rail.path.clone(), cut }
}

/// Where fuel is: fed railheads, source depots, and dumps of army level or above whose own line is open.
pub(crate) fn fuel_ends(
    view: &View<'_>,
    hierarchy: &SupplyHierarchy<'_>,
    fed: &[(AccountId, Square)],
) -> Vec<(AccountId, Square)> {
    let squares: Vec<Square> = fed.iter().map(|(_, square)| *square).collect();
    let own = |id: &str| hierarchy.campaign.account_side(id) == Some(view.side);
    let dumps =
        hierarchy.campaign.dumps.values().filter(|d| !d.closed && d.level >= Echelon::Army && own(d.id.as_str()));
    let open = dumps.filter(|d| view.leads_to_any(d.square, &squares)).map(|d| (d.id.clone(), d.square));
    fed.iter().cloned().chain(open).collect()
}
