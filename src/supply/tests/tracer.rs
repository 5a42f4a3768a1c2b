//! An independent tracer, written from the model page alone ("Order of battle", "Who draws", "Line of supply", "Fuel-bowser
//! chain", "States"): slow and plain, it floods the map anew for every start. It shares nothing with the program's own; it
//! reads a campaign as its fields say.
//!
//! Where to look next: `standings`, where it is asked at the start; `tests/it/supply/`, where it is asked of whole histories.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use campaign::{Campaign, Formation, Setting};
use domain::{
    Arm, Commodity, Detail, Echelon, FormationId, LeafState, Mobility, RiverClass, SideId, Square, SupplyState,
    SupportKind, Terrain,
};
use supply::standings;

/// How far every square is from one, by number; none where no clear way leads there.
type Flood = Rc<Vec<Option<u32>>>;

struct Page<'a> {
    campaign: &'a Campaign,
    side: SideId,
    under: BTreeMap<&'a str, Vec<&'a Formation>>,
    clear: Vec<bool>,
    floods: RefCell<BTreeMap<Square, Flood>>,
    /// Fed railheads and source depots.
    fed: Vec<Square>,
    /// Where chains end.
    fuel: Vec<Square>,
}

fn on_map(f: &Formation) -> Option<Square> {
    let leaf = f.leaf.as_ref()?;
    let there = matches!(leaf.state, LeafState::Organised | LeafState::Disorganised | LeafState::Broken);
    leaf.square.filter(|_| there)
}

fn fights(f: &Formation) -> bool {
    let arm = matches!(
        f.arm,
        Arm::Infantry
            | Arm::Motorised
            | Arm::Armour
            | Arm::Cavalry
            | Arm::Recce
            | Arm::Engineer
            | Arm::Antitank
            | Arm::Artillery
            | Arm::Antiair
    );
    let ground = !matches!(f.mobility, None | Some(Mobility::Air | Mobility::Naval));
    let sp = f.leaf.as_ref().is_some_and(|leaf| leaf.bases.iter().any(|base| base.sp > 0));
    arm && ground && sp && on_map(f).is_some()
}

impl<'a> Page<'a> {
    fn new(campaign: &'a Campaign, side: SideId) -> Self {
        let mut under: BTreeMap<&str, Vec<&Formation>> = BTreeMap::new();
        for f in campaign.formations.values() {
            if let Some(parent) = &f.parent {
                under.entry(parent.as_str()).or_default().push(f);
            }
        }
        for list in under.values_mut() {
            list.sort_by_key(|f| f.order);
        }
        let held: BTreeSet<Square> =
            campaign.formations.values().filter(|f| f.side != side && fights(f)).filter_map(on_map).collect();
        let bars = campaign.settings.is_on(Setting::EnemyControlBars);
        let theirs = |square: Square| campaign.ground.control(square).is_some_and(|by| by != side);
        let clear = campaign.frame.squares().map(|s| !(held.contains(&s) || bars && theirs(s))).collect();
        let mut page =
            Self { campaign, side, under, clear, floods: RefCell::default(), fed: Vec::new(), fuel: Vec::new() };
        page.fed = page.fed_railheads(&held);
        let own = campaign.dumps.values().filter(|d| !d.closed && campaign.formations[&d.owner].side == side);
        page.fed.extend(own.clone().filter(|d| d.source).map(|d| d.square));
        page.fuel = page.fed.clone();
        let armies = own.filter(|d| d.level >= Echelon::Army && page.leads(d.square, &page.fed));
        page.fuel.extend(armies.map(|d| d.square).collect::<Vec<_>>());
        page
    }

    /// The railheads from which a railway runs unbroken, over squares of the side, to a source of the side.
    fn fed_railheads(&self, held: &BTreeSet<Square>) -> Vec<Square> {
        let campaign = self.campaign;
        let ours = |s: Square| campaign.ground.control(s) == Some(self.side) && !held.contains(&s);
        let heads: Vec<_> = campaign.railheads.values().filter(|r| r.side == self.side && !r.closed).collect();
        let mut reached: BTreeSet<Square> = heads.iter().filter(|r| r.source).map(|r| r.square).collect();
        reached.retain(|s| ours(*s));
        let mut waiting: Vec<Square> = reached.iter().copied().collect();
        while let Some(at) = waiting.pop() {
            for railway in &campaign.railways {
                for pair in railway.path.windows(2) {
                    let Some(to) = [(pair[0], pair[1]), (pair[1], pair[0])].into_iter().find(|(a, _)| *a == at) else {
                        continue;
                    };
                    let (to, side) = (to.1, pair[0].side_to(pair[1]).unwrap());
                    let usable = railway.is_used_by(side, self.side) && !railway.cuts.contains(&side);
                    if usable && ours(to) && self.carries_rail(at, to) && reached.insert(to) {
                        waiting.push(to);
                    }
                }
            }
        }
        heads.into_iter().map(|r| r.square).filter(|s| reached.contains(s)).collect()
    }

    /// The crossings between two squares; the ice of a river lies on all of its sides.
    fn crossings(&self, a: Square, b: Square) -> Vec<&'a campaign::Crossing> {
        let Some(side) = a.side_to(b) else { return Vec::new() };
        let river = self.campaign.ground.river(side).and_then(|r| self.campaign.rivers.get(usize::from(r.river)));
        let here = |c: &&campaign::Crossing| {
            c.side.map_or_else(|| river.is_some_and(|river| river.name == c.river), |at| at == side)
        };
        self.campaign.crossings.values().filter(here).collect()
    }

    fn carries_rail(&self, a: Square, b: Square) -> bool {
        let Some(river) = a.side_to(b).and_then(|side| self.campaign.ground.river(side)) else { return true };
        let there: Vec<_> = self.crossings(a, b).into_iter().filter(|c| c.carries.rail).collect();
        there.iter().any(|c| c.is_open(self.campaign.bound)) || (there.is_empty() && river.class == RiverClass::Minor)
    }

    /// Whether a road, or a street between two built-up squares, leads from one square to the next.
    fn by_road(&self, a: Square, b: Square) -> bool {
        let ground = &self.campaign.ground;
        let built = |s: Square| matches!(ground.terrain(s), Terrain::Town | Terrain::City);
        a.side_to(b).is_some_and(|side| ground.road(side).is_some()) || (built(a) && built(b))
    }

    fn has_road(&self, square: Square) -> bool {
        self.campaign.frame.neighbours(square).any(|next| self.by_road(square, next))
    }

    /// Whether a lorry takes a step, whoever is there.
    fn steps(&self, a: Square, b: Square) -> bool {
        let (ground, road) = (&self.campaign.ground, self.by_road(a, b));
        if ground.terrain(b) == Terrain::Lake && !road {
            return false;
        }
        let Some(river) = a.side_to(b).and_then(|side| ground.river(side)) else { return true };
        let there: Vec<_> = self.crossings(a, b).into_iter().filter(|c| c.carries.vehicles).collect();
        if there.iter().any(|c| c.is_open(self.campaign.bound)) {
            return true;
        }
        // A minor side: on a road nothing unless what is named there is shut; else an hour, in thaw as a major one.
        let thaw = self.campaign.ground_now().thaw;
        river.class == RiverClass::Minor && ((road && there.is_empty()) || !thaw)
    }

    /// How many squares it is by the shortest clear way from a square to every other.
    fn flood(&self, from: Square) -> Flood {
        if let Some(known) = self.floods.borrow().get(&from) {
            return Rc::clone(known);
        }
        let frame = &self.campaign.frame;
        let stretch = (self.campaign.settings.number(Setting::OffroadKm) * 1_000 / frame.square_m) as usize;
        let mut far: Vec<Option<u32>> = vec![None; frame.len()];
        let mut seen = vec![false; frame.len() * (stretch + 1)];
        far[frame.index(from)] = Some(0);
        let mut edge = vec![(from, 0_usize)];
        let mut steps = 0;
        while !edge.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for (square, gone) in edge {
                for to in frame.neighbours(square) {
                    let index = frame.index(to);
                    if !self.clear[index] || !self.steps(square, to) {
                        continue;
                    }
                    let gone = if self.by_road(square, to) { 0 } else { gone + 1 };
                    if gone > stretch {
                        continue;
                    }
                    let gone = if self.has_road(to) { 0 } else { gone };
                    if !std::mem::replace(&mut seen[index * (stretch + 1) + gone], true) {
                        far[index] = far[index].or(Some(steps));
                        next.push((to, gone));
                    }
                }
            }
            edge = next;
        }
        let far = Rc::new(far);
        self.floods.borrow_mut().insert(from, Rc::clone(&far));
        far
    }

    fn leads(&self, from: Square, to: &[Square]) -> bool {
        let flood = self.flood(from);
        to.iter().any(|square| flood[self.campaign.frame.index(*square)].is_some())
    }

    /// Whether it is no farther than a hop.
    fn hop(&self, from: Square, to: Square) -> bool {
        let km = self.campaign.settings.number(Setting::BowserKm) * 1_000;
        self.flood(from)[self.campaign.frame.index(to)].is_some_and(|far| far * self.campaign.frame.square_m <= km)
    }

    fn children(&self, f: &Formation) -> &[&'a Formation] {
        self.under.get(f.id.as_str()).map_or(&[], Vec::as_slice)
    }

    fn leaves(&self, f: &'a Formation) -> Vec<&'a Formation> {
        let below = self.children(f).iter().flat_map(|child| self.leaves(child));
        f.leaf.iter().map(|_| f).chain(below).collect()
    }

    /// Its superiors for supply: who is lent under command is fed by him to whom.
    fn superiors(&self, f: &Formation) -> Vec<&'a Formation> {
        let mut found: Vec<&Formation> = Vec::new();
        let mut at = f.id.clone();
        loop {
            let here = &self.campaign.formations[&at];
            let lent = here.support.as_ref().filter(|s| s.kind == SupportKind::UnderCommand).map(|s| s.to.clone());
            let Some(up) = lent.or_else(|| here.parent.clone()) else { return found };
            if up == f.id || found.iter().any(|there| there.id == up) {
                return found;
            }
            found.push(&self.campaign.formations[&up]);
            at = up;
        }
    }

    fn vehicles(&self, f: &Formation, of: Commodity) -> Vec<&'a Formation> {
        let carries =
            |v: &&&Formation| v.arm == Arm::Logistic && v.leaf.as_ref().is_some_and(|l| l.carries == Some(of));
        self.children(f).iter().filter(carries).copied().collect()
    }

    fn stand(&self, f: &Formation, of: Commodity) -> Vec<Square> {
        self.vehicles(f, of).into_iter().filter_map(on_map).collect()
    }

    fn had_bowsers(&self, f: &Formation) -> bool {
        f.once_had.pol || !self.vehicles(f, Commodity::Pol).is_empty()
    }

    fn is_supply_formation(&self, f: &Formation) -> bool {
        let mut up = Vec::new();
        let mut at = &f.parent;
        while let Some(id) = at {
            let there = &self.campaign.formations[id];
            up.push(there.echelon);
            at = &there.parent;
        }
        let separate = !up.iter().any(|level| matches!(level, Echelon::Brigade | Echelon::Division));
        let level = match f.echelon {
            Echelon::Battalion => false,
            Echelon::Regiment => separate,
            _ => true,
        };
        let logistic = self.children(f).iter().any(|v| v.arm == Arm::Logistic && v.leaf.is_some());
        f.leaf.is_none() && level && (f.once_had.log || f.once_had.pol || logistic)
    }

    fn is_present(&self, f: &'a Formation) -> bool {
        let here = |l: &&Formation| {
            let state = l.leaf.as_ref().map(|leaf| leaf.state);
            on_map(l).is_some() || state == Some(LeafState::Dispersed)
        };
        self.leaves(f).iter().any(here)
    }

    fn needs_pol(&self, f: &'a Formation) -> bool {
        let fighting: Vec<_> = self.leaves(f).into_iter().filter(|l| fights(l)).collect();
        let thirsty = fighting.iter().filter(|l| matches!(l.mobility, Some(Mobility::Armoured | Mobility::Motorised)));
        thirsty.count() * 2 > fighting.len()
    }

    /// Its command leaf stands here; without one its first fighting leaf by id.
    fn square(&self, f: &'a Formation) -> Option<Square> {
        if f.leaf.is_some() {
            return on_map(f);
        }
        let hq = self.children(f).iter().filter(|c| c.arm == Arm::Hq).find_map(|c| on_map(c));
        let mut leaves = self.leaves(f);
        leaves.sort_by(|a, b| a.id.cmp(&b.id));
        let first = || leaves.iter().find(|l| fights(l)).or_else(|| leaves.iter().find(|l| on_map(l).is_some()));
        hq.or_else(|| first().and_then(|l| on_map(l)))
    }

    /// None where it had an HQ and has lost it.
    fn hq(&self, f: &'a Formation) -> Option<Square> {
        let hqs: Vec<_> = self.children(f).iter().filter(|c| c.arm == Arm::Hq).collect();
        if hqs.is_empty() { self.square(f) } else { hqs.into_iter().find_map(|c| on_map(c)) }
    }

    fn line_is_open(&self, f: &'a Formation) -> bool {
        let chain: Vec<&Formation> = std::iter::once(f).chain(self.superiors(f)).collect();
        let dumps = |of: &Formation| -> Vec<Square> {
            let own = self.campaign.dumps.values().filter(|d| !d.closed && d.owner == of.id);
            own.map(|d| d.square).collect()
        };
        let corps = chain.iter().find(|c| c.echelon == Echelon::Corps).map(|c| dumps(c)).unwrap_or_default();
        let above = chain.iter().filter(|c| c.echelon >= Echelon::Army).map(|c| dumps(c));
        let army = above.into_iter().find(|dumps| !dumps.is_empty()).unwrap_or_default();
        let mut open = self.fed.clone();
        for level in [army, corps].into_iter().filter(|level| !level.is_empty()) {
            open = level.into_iter().filter(|dump| self.leads(*dump, &open)).collect();
        }
        self.square(f).is_some_and(|from| self.leads(from, &open))
    }

    fn chain_holds(&self, f: &'a Formation) -> bool {
        let Some(hq) = self.hq(f) else { return false };
        let ends = |from: Square| self.fuel.iter().any(|end| self.hop(from, *end));
        let mut from = vec![hq];
        if !self.had_bowsers(f) && ends(hq) {
            return true;
        }
        for level in std::iter::once(f).chain(self.superiors(f)).filter(|l| self.had_bowsers(l)) {
            let bowsers = self.stand(level, Commodity::Pol);
            let Some(own_hq) = self.hq(level).filter(|_| !bowsers.is_empty()) else { return false };
            let near = |bowser: Square| self.hop(own_hq, bowser);
            // Each bowser, and whether one used on the way to it is within the limit of the level's HQ.
            let mut at: BTreeSet<(usize, bool)> = BTreeSet::new();
            let mut waiting: Vec<(usize, bool)> = Vec::new();
            for (number, bowser) in bowsers.iter().enumerate() {
                if from.iter().any(|from| self.hop(*from, *bowser)) {
                    waiting.push((number, near(*bowser)));
                }
            }
            while let Some((number, was_near)) = waiting.pop() {
                if at.insert((number, was_near)) {
                    let onward = bowsers.iter().enumerate().filter(|(_, to)| self.hop(bowsers[number], **to));
                    waiting.extend(onward.map(|(other, to)| (other, was_near || near(*to))));
                }
            }
            from = at.into_iter().filter(|(_, near)| *near).map(|(number, _)| bowsers[number]).collect();
            if from.iter().any(|bowser| ends(*bowser)) {
                return true;
            }
        }
        false
    }

    fn is_full(&self) -> bool {
        self.campaign.settings.detail() == Detail::Full
    }

    /// What it holds of its own that it can reach: in its dumps, and in its vehicles that are not on the road.
    fn own_stock(&self, f: &'a Formation, of: Commodity) -> i64 {
        let Some(from) = self.square(f) else { return 0 };
        let dumps = self.campaign.dumps.values().filter(|d| !d.closed && d.owner == f.id);
        let dumps = dumps.map(|d| (d.id.as_str(), Some(d.square)));
        let on_road = |id: &str| self.campaign.convoys.values().any(|convoy| convoy.has(id));
        let vehicles = self.vehicles(f, of).into_iter().filter(|v| !on_road(v.id.as_str()));
        let vehicles = vehicles.map(|v| (v.id.as_str(), on_map(v)));
        let all = dumps.chain(vehicles).filter_map(|(id, at)| Some((id, at?)));
        let near = all.filter(|(_, at)| self.leads(from, &[*at]));
        near.map(|(id, _)| self.campaign.usable(id, of)).sum()
    }

    /// Whether a dump of its own or of a superior that it can reach holds some.
    fn has_in_reach(&self, f: &'a Formation, of: Commodity) -> bool {
        let Some(from) = self.square(f) else { return false };
        let on_road = |id: &str| self.campaign.convoys.values().any(|convoy| convoy.has(id));
        std::iter::once(f).chain(self.superiors(f)).any(|level| {
            let dumps = self.campaign.dumps.values().filter(|d| !d.closed && d.owner == level.id);
            let vehicles = self.vehicles(level, of).into_iter().filter(|v| !on_road(v.id.as_str()));
            let all = dumps.map(|d| (d.id.as_str(), Some(d.square)));
            let all: Vec<_> = all.chain(vehicles.map(|v| (v.id.as_str(), on_map(v)))).collect();
            let some = |(id, at): &(&str, Option<Square>)| {
                self.campaign.usable(id, of) > 0 && at.is_some_and(|at| self.leads(from, &[at]))
            };
            all.iter().any(some)
        })
    }

    fn log(&self, f: &'a Formation) -> SupplyState {
        if self.stand(f, Commodity::Log).is_empty() {
            SupplyState::NoVehicle
        } else if !self.line_is_open(f) {
            SupplyState::Cut
        } else if self.is_full() && self.own_stock(f, Commodity::Log) <= 0 {
            SupplyState::DumpEmpty
        } else {
            SupplyState::InSupply
        }
    }

    /// POL of who has bowsers or draws for itself, for itself or for others.
    fn pol_of_chain(&self, f: &'a Formation) -> SupplyState {
        let empty = || {
            if self.needs_pol(f) {
                self.own_stock(f, Commodity::Pol) <= 0
            } else {
                !self.has_in_reach(f, Commodity::Pol)
            }
        };
        if self.had_bowsers(f) && self.stand(f, Commodity::Pol).is_empty() {
            SupplyState::NoVehicle
        } else if !self.chain_holds(f) {
            SupplyState::Cut
        } else if self.is_full() && empty() {
            SupplyState::DumpEmpty
        } else {
            SupplyState::InSupply
        }
    }

    /// LOG and POL of a formation or leaf.
    fn states(&self, f: &'a Formation) -> Option<(SupplyState, SupplyState)> {
        let not_required = !self.needs_pol(f);
        if self.is_supply_formation(f) {
            let pol = if not_required { SupplyState::NotRequired } else { self.pol_of_chain(f) };
            return Some((self.log(f), pol));
        }
        let superiors = self.superiors(f);
        let feeder = superiors.iter().find(|s| self.is_supply_formation(s))?;
        let from = self.square(f)?;
        let of_vehicles = |state: SupplyState, reaches: bool| match state {
            SupplyState::NoVehicle | SupplyState::Cut => state,
            _ if !reaches => SupplyState::Cut,
            _ => state,
        };
        let log = of_vehicles(self.log(feeder), self.leads(from, &self.stand(feeder, Commodity::Log)));
        if not_required {
            return Some((log, SupplyState::NotRequired));
        }
        // The page is silent on those above whom nobody ever had a bowser: none of the campaigns has any.
        let Some(fuelling) = superiors.iter().find(|s| self.had_bowsers(s)) else {
            return Some((log, SupplyState::Cut));
        };
        let near = self.stand(fuelling, Commodity::Pol).into_iter().any(|bowser| self.hop(from, bowser));
        Some((log, of_vehicles(self.pol_of_chain(fuelling), near)))
    }
}

/// How many states were compared, and where they differ.
pub(crate) fn compared(name: &str, campaign: &Campaign, every: usize) -> (usize, Vec<String>) {
    let (mut count, mut differ) = (0, Vec::new());
    for side in campaign.sides.iter().map(|side| side.id) {
        let page = Page::new(campaign, side);
        let sheet = standings(campaign, &[side], usize::MAX);
        let by_id: BTreeMap<&FormationId, _> = sheet.iter().map(|a| (&a.unit, a)).collect();
        let own = campaign.formations.values().filter(|f| f.side == side && page.is_present(f));
        for (number, formation) in own.enumerate() {
            let of_its_own = page.is_supply_formation(formation);
            if !of_its_own && number % every != 0 {
                continue;
            }
            let expected = page.states(formation);
            let found = by_id.get(&formation.id).map(|a| (a.log.state, a.pol.state));
            count += 2;
            if expected != found {
                differ.push(format!("{name}: `{}`: by the page {expected:?}, by the program {found:?}", formation.id));
            }
        }
    }
    (count, differ)
}

pub(crate) fn must_agree(found: &[(usize, Vec<String>)]) -> usize {
    let differ: Vec<&String> = found.iter().flat_map(|(_, differ)| differ).collect();
    let count = found.iter().map(|(count, _)| count).sum();
    assert!(differ.is_empty(), "{} of {count} differ:\n{:#?}", differ.len(), &differ[..differ.len().min(40)]);
    count
}
