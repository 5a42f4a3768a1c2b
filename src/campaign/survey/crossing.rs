//! Crossings: on which side of its river each lies, and the roads and railways that are laid over them.
//!
//! What it decides: first every line is laid as if every side on which a crossing may lie were open; where it crosses
//! a river there, it needs the nearest of these crossings. Each crossing then takes the side that makes the lines
//! that need it shortest and straightest, no two the same side where that can be avoided. Then every line is laid over
//! the crossings that it needs; where that does not do, over any; where that does not do, over the ice of a whole
//! river. A line that cannot be laid even so is a fault.
//! What it never does: look at whether a crossing is open. A road leads to a bridge that is down as to any other.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Carries, RiverClass, Square, SquareSide, counted};

use super::line::{DrawnLeg, Line, LineKind};
use super::site::{Site, between, off, sites, steps};
use crate::Campaign;
use crate::survey::finding::{SurveyFault, sides_of};
use crate::survey::placing::SquareSearch;

/// What a bridge costs a way, in steps: roads do not cross and cross back to save less.
const BRIDGE_STEPS: i64 = 1;
/// How often the choice of sides is gone over.
const ROUNDS: usize = 3;
/// The cost of a leg that cannot be laid, above any that can.
const UNLAID: i64 = 1 << 50;
/// The cost of a step over a river without a crossing, when looking for what a leg lacks that cannot be laid.
const WADE: i64 = 1 << 40;

/// One leg of a line, and the crossings that it needs, by number.
struct Need<'a> {
    kind: LineKind,
    leg: &'a DrawnLeg,
    sites: Vec<usize>,
}

/// Two searches over the map: one way serves the laying, both the choice between sides.
struct Searches {
    one: SquareSearch,
    other: SquareSearch,
}

/// Settles the side of every crossing, and gives the way of every line; an empty one where it cannot be laid.
pub(super) fn lay(
    campaign: &mut Campaign,
    courses: &[Vec<SquareSide>],
    lines: &[Line],
    faults: &mut Vec<SurveyFault>,
) -> Vec<Vec<Square>> {
    let mut layout = Layout { campaign, sites: sites(campaign, courses, faults), ice: ice(campaign) };
    let mut searches = Searches { one: SquareSearch::new(&campaign.frame), other: SquareSearch::new(&campaign.frame) };
    let needs = layout.needs(lines, &mut searches.one);
    layout.settle(&needs, &mut searches);
    let mut left = needs.as_slice();
    let mut ways = Vec::with_capacity(lines.len());
    for line in lines {
        let (own, rest) = left.split_at(line.legs.len());
        left = rest;
        ways.push(layout.line(line, own, &mut searches.one, faults));
    }
    for Site { id, side, .. } in layout.sites {
        if let Some(crossing) = campaign.crossings.get_mut(&id) {
            crossing.side = side;
        }
    }
    ways
}

/// The crossings to which a way comes an odd number of times: the nearest where it passes a side of several.
fn passed(nearest: &BTreeMap<SquareSide, usize>, way: &[Square]) -> Vec<usize> {
    let mut met: Vec<usize> = sides_of(way).filter_map(|side| nearest.get(&side).copied()).collect();
    met.sort_unstable();
    met.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect()
}

/// The rivers that have ice over all their length, by number.
fn ice(campaign: &Campaign) -> Vec<(usize, Carries)> {
    let whole = campaign.crossings.values().filter(|crossing| crossing.position.is_none() && crossing.side.is_none());
    let river = |name: &str| campaign.rivers.iter().position(|river| river.name == name);
    whole.filter_map(|crossing| Some((river(&crossing.river)?, crossing.carries))).collect()
}

/// The crossings, as far as their sides are settled.
struct Layout<'a> {
    campaign: &'a Campaign,
    sites: Vec<Site>,
    /// Rivers, by number, that have ice over all their length, and what it carries.
    ice: Vec<(usize, Carries)>,
}

impl Layout<'_> {
    /// Whether a road or railway cannot pass a side without a crossing.
    fn bars(&self, side: SquareSide) -> bool {
        self.campaign.ground.river(side).is_some_and(|there| there.class != RiverClass::Minor)
    }

    /// What a bridge on a side costs a way: nothing where it could pass without one, or it would go round the bridge.
    fn bridge(&self, side: SquareSide) -> i64 {
        if self.bars(side) { BRIDGE_STEPS * i64::from(self.campaign.frame.square_m) } else { 0 }
    }

    /// Whether the ice of the whole river on a side carries this kind.
    fn is_iced(&self, kind: LineKind, side: SquareSide) -> bool {
        let river = self.campaign.ground.river(side).map(|there| usize::from(there.river));
        river.is_some_and(|river| self.ice.iter().any(|(iced, carries)| *iced == river && kind.can_use(*carries)))
    }

    /// Every side on which a crossing lies, or may lie, that this kind can use.
    fn open_sides(&self, kind: LineKind) -> BTreeSet<SquareSide> {
        self.sites.iter().filter(|site| kind.can_use(site.carries)).flat_map(Site::sides).copied().collect()
    }

    /// The toll of a side where these are open, and with `ice` those of rivers frozen as a whole.
    fn toll_over(&self, kind: LineKind, open: &BTreeSet<SquareSide>, ice: bool, side: SquareSide) -> Option<i64> {
        if !self.bars(side) {
            return Some(0);
        }
        (open.contains(&side) || (ice && self.is_iced(kind, side))).then(|| self.bridge(side))
    }

    /// The toll of a side for a leg that keeps to the crossings that it needs, `but` one of them.
    ///
    /// Beside a crossing that it needs it cannot pass the river elsewhere, be that ever so small.
    fn toll_needing(&self, need: &Need<'_>, but: Option<usize>, side: SquareSide) -> Option<i64> {
        let mut others = need.sites.iter().filter(|number| Some(**number) != but);
        if others.any(|number| self.sites[*number].sides().contains(&side)) {
            return Some(self.bridge(side));
        }
        let beside = need.sites.iter().any(|number| self.sites[*number].beside.contains(&side));
        (!beside && !self.bars(side)).then_some(0)
    }

    /// Every leg of every line, in order, with the crossings that it needs.
    fn needs<'a>(&self, lines: &'a [Line], search: &mut SquareSearch) -> Vec<Need<'a>> {
        let open = [LineKind::Road, LineKind::Railway].map(|kind| self.open_sides(kind));
        let nearest = [LineKind::Road, LineKind::Railway].map(|kind| self.nearest_sites(kind));
        let mut needs = Vec::new();
        for line in lines {
            for leg in &line.legs {
                let toll = |side| self.toll_over(line.kind, &open[line.kind as usize], false, side);
                let way = search.way(leg.ends, toll).unwrap_or_default();
                needs.push(Need { kind: line.kind, leg, sites: passed(&nearest[line.kind as usize], &way) });
            }
        }
        needs
    }

    /// Of every side near to crossings that this kind can use, the nearest of these, by number.
    fn nearest_sites(&self, kind: LineKind) -> BTreeMap<SquareSide, usize> {
        let mut nearest: BTreeMap<SquareSide, (i64, usize)> = BTreeMap::new();
        for (number, site) in self.sites.iter().enumerate().filter(|(_, site)| kind.can_use(site.carries)) {
            for side in &site.nearby {
                let here = (off(self.campaign, *side, site.point), number);
                nearest.entry(*side).and_modify(|there| *there = here.min(*there)).or_insert(here);
            }
        }
        nearest.into_iter().map(|(side, (_, number))| (side, number)).collect()
    }

    /// Gives every crossing its side.
    fn settle(&mut self, needs: &[Need<'_>], searches: &mut Searches) {
        let needed: BTreeSet<usize> = needs.iter().flat_map(|need| need.sites.iter().copied()).collect();
        let free = |site: &Site| site.side.is_none();
        let (mut wanted, idle): (Vec<usize>, Vec<usize>) =
            (0..self.sites.len()).filter(|n| free(&self.sites[*n])).partition(|n| needed.contains(n));
        // Who has the least choice chooses first.
        wanted.sort_by_key(|number| (self.sites[*number].candidates.len(), *number));
        for _ in 0..ROUNDS {
            let mut settled = true;
            for number in &wanted {
                let best = self.best_side(*number, needs, searches);
                settled &= self.sites[*number].side == best;
                self.sites[*number].side = best;
            }
            if settled {
                break;
            }
        }
        for number in idle {
            let own = &self.sites[number].candidates;
            let nearest =
                own.iter().copied().min_by_key(|side| (self.is_taken(number, *side), self.off(number, *side)));
            self.sites[number].side = nearest;
        }
    }

    /// Whether another crossing already lies on a side.
    fn is_taken(&self, number: usize, side: SquareSide) -> bool {
        self.sites.iter().enumerate().any(|(other, site)| other != number && site.side == Some(side))
    }

    /// How far a side is from where a crossing was said to be; ties by reference.
    fn off(&self, number: usize, side: SquareSide) -> (i64, SquareSide) {
        (off(self.campaign, side, self.sites[number].point), side)
    }

    /// The side on which a crossing serves the lines that need it best.
    fn best_side(&self, number: usize, needs: &[Need<'_>], searches: &mut Searches) -> Option<SquareSide> {
        let candidates = &self.sites[number].candidates;
        let mut totals = vec![(0usize, 0i64); candidates.len()];
        for need in needs.iter().filter(|need| need.sites.contains(&number)) {
            for (total, cost) in totals.iter_mut().zip(self.costs_by(number, need, searches)) {
                match cost {
                    UNLAID => total.0 += 1,
                    cost => total.1 += cost,
                }
            }
        }
        let rank = |(side, (unlaid, cost)): &(SquareSide, (usize, i64))| {
            (*unlaid, self.is_taken(number, *side), *cost, self.off(number, *side))
        };
        candidates.iter().copied().zip(totals).min_by_key(rank).map(|(side, _)| side)
    }

    /// What a leg costs with a crossing on each of the sides on which it may lie.
    fn costs_by(&self, number: usize, need: &Need<'_>, searches: &mut Searches) -> Vec<i64> {
        let Searches { one, other } = searches;
        let ends = need.leg.ends;
        let toll = |side| self.toll_needing(need, Some(number), side);
        one.flood(ends.from, ends, toll);
        other.flood(ends.to, ends, toll);
        let without = one.cost(ends.to).unwrap_or(UNLAID);
        let by = |side: &SquareSide| {
            let (a, b) = side.squares();
            let over = |a, b| Some(one.cost(a)? + one.step() + self.bridge(*side) + other.cost(b)?);
            let best = over(a, b).into_iter().chain(over(b, a)).min().unwrap_or(UNLAID);
            best.min(without)
        };
        self.sites[number].candidates.iter().map(by).collect()
    }

    /// The way of a line; an empty one and faults where a leg of it cannot be laid.
    fn line(
        &self,
        line: &Line,
        needs: &[Need<'_>],
        search: &mut SquareSearch,
        faults: &mut Vec<SurveyFault>,
    ) -> Vec<Square> {
        let mut path: Vec<Square> = line.legs.first().map(|leg| leg.ends.from).into_iter().collect();
        let mut whole = true;
        for need in needs {
            if let Some(way) = self.leg(need, search) {
                path.extend(way.into_iter().skip(1));
            } else {
                whole = false;
                faults.push(self.unlaid(line, need, search));
            }
        }
        if whole { path } else { Vec::new() }
    }

    fn leg(&self, need: &Need<'_>, search: &mut SquareSearch) -> Option<Vec<Square>> {
        let ends = need.leg.ends;
        if let Some(way) = search.way(ends, |side| self.toll_needing(need, None, side)) {
            return Some(way);
        }
        let open = self.open_sides(need.kind);
        let over =
            |search: &mut SquareSearch, ice| search.way(ends, |side| self.toll_over(need.kind, &open, ice, side));
        over(search, false).or_else(|| over(search, true))
    }

    /// Why a leg cannot be laid: the first side at which it would have to wade, and the nearest crossing.
    fn unlaid(&self, line: &Line, need: &Need<'_>, search: &mut SquareSearch) -> SurveyFault {
        let open = self.open_sides(need.kind);
        let toll = |side| self.toll_over(need.kind, &open, true, side);
        let way = search.way(need.leg.ends, |side| Some(toll(side).unwrap_or(WADE))).unwrap_or_default();
        let side = sides_of(&way).find(|side| toll(*side).is_none());
        let (from, to) = &need.leg.names;
        let cannot = format!("{} `{}` cannot be laid from `{from}` to `{to}`", line.kind.noun(), line.name);
        let Some(side) = side else {
            return SurveyFault::without_way(line.item.clone(), format!("{cannot}: there is no way"), String::new());
        };
        let (river, place) = (self.river(side), between(self.campaign, side));
        let (nearest, by_way) = self.nearest(need.kind, side);
        SurveyFault::without_way(
            line.item.clone(),
            format!("{cannot}: it has no crossing over the `{river}` {place}; {nearest}"),
            format!("add a crossing of the `{river}` there that carries {}{by_way}", line.kind.traffic()),
        )
    }

    fn river(&self, side: SquareSide) -> &str {
        let there = self.campaign.ground.river(side).and_then(|r| self.campaign.rivers.get(usize::from(r.river)));
        there.map_or("", |river| river.name.as_str())
    }

    /// The crossing nearest to a side that this kind can use, in words, and how to lead a line over it.
    fn nearest(&self, kind: LineKind, side: SquareSide) -> (String, String) {
        let river = self.river(side);
        let (one, other) = side.squares();
        let away = |site: &Site| {
            let there = site.side.map(SquareSide::squares)?;
            Some(steps(there, one).min(steps(there, other)))
        };
        let of_river = |site: &&Site| self.campaign.crossings.get(&site.id).is_some_and(|c| c.river == river);
        let usable = self.sites.iter().filter(|site| kind.can_use(site.carries)).filter(of_river);
        let nearest = usable.filter_map(|site| Some((away(site)?, site))).min_by_key(|(away, site)| (*away, &site.id));
        match nearest {
            Some((away, found)) => (
                format!("the nearest, `{}`, is {} away", found.id, counted(away as usize, "square")),
                format!(", or lead the {} by way of `{}`", kind.noun(), found.id),
            ),
            None => (format!("no crossing of the `{river}` carries {}", kind.traffic()), String::new()),
        }
    }
}
