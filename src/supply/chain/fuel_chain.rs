//! Fuel-bowser chains: from a formation's HQ by bowsers, level by level, to where fuel is.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use campaign::{Campaign, Formation};
use domain::{AccountId, Commodity, Detail, FormationId, Square};

use super::hops::Hops;
use crate::standing::hierarchy::SupplyHierarchy;

/// One hop of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// From which HQ or bowser, by the id of its formation or leaf.
    pub from: String,
    /// To which bowser, dump or railhead.
    pub to: String,
    /// Where it begins.
    pub from_square: Square,
    /// Where it ends.
    pub to_square: Square,
    /// Its length in metres by the shortest clear way; none where there is none.
    pub metres: Option<u32>,
    /// How long it may be, in metres.
    pub limit: u32,
}

impl Link {
    /// Whether it holds.
    pub fn is_ok(&self) -> bool {
        self.metres.is_some_and(|m| m <= self.limit)
    }
}

/// A chain, or what there is of one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FuelChain {
    pub(crate) links: Vec<Link>,
    /// The level that breaks it: it has lost its bowsers, or its HQ.
    pub(crate) lost: Option<(FormationId, &'static str)>,
}

impl FuelChain {
    pub(crate) fn holds(&self) -> bool {
        self.lost.is_none() && !self.links.is_empty() && self.links.iter().all(Link::is_ok)
    }

    pub(crate) fn broken(&self) -> Option<&Link> {
        self.links.iter().find(|l| !l.is_ok())
    }
}

/// Bowsers that are taken to stand elsewhere or to be given to a formation, and HQs taken to be named.
#[derive(Debug, Clone, Default)]
pub(crate) struct Placing {
    pub(crate) moved: BTreeMap<FormationId, Square>,
    pub(crate) given: Vec<(FormationId, Square)>,
    /// Bowsers that are taken to be away.
    pub(crate) away: BTreeSet<FormationId>,
    /// Formations whose HQ is lost, and where a new one is taken to stand.
    pub(crate) named: BTreeMap<FormationId, Square>,
}

/// A bowser as it stands, or is taken to stand.
pub(crate) struct Bowser {
    id: String,
    pub(crate) square: Square,
}

impl Bowser {
    fn stop(&self) -> Stop<'_> {
        (&self.id, self.square)
    }
}

struct Level {
    formation: FormationId,
    hq: Square,
    bowsers: Vec<Bowser>,
    own: bool,
}

/// The best chain of a formation: of those that hold the one with the shortest longest hop, of those that fail the
/// one with the fewest hops too long (model page, "Fuel-bowser chain"). Where stocks are counted, of those that hold first
/// those to where there is fuel.
pub(crate) fn chain<'a>(
    hops: &mut Hops<'_, '_, '_>,
    hierarchy: &SupplyHierarchy<'a>,
    formation: &'a Formation,
    ends: &[(AccountId, Square)],
    placing: &Placing,
) -> FuelChain {
    let Ladder { hq, levels, lost } = match levels(hierarchy, formation, placing) {
        Ok(found) => found,
        Err(lost) => return FuelChain { links: Vec::new(), lost: Some(lost) },
    };
    let mut best = |far: bool| {
        hops.far = far;
        best_chain(formation, hq, &levels, ends, hops)
    };
    match best(false) {
        Some(links) => FuelChain { links, lost: None },
        // The chain could not go beyond a level that has lost what it needs; what there is below does not hold.
        None => FuelChain { links: best(true).unwrap_or_default(), lost },
    }
}

/// The hops of the best chain where one holds, as [`chain`] finds it: those that are too long are not measured.
pub(crate) fn chain_that_holds<'a>(
    hops: &mut Hops<'_, '_, '_>,
    hierarchy: &SupplyHierarchy<'a>,
    formation: &'a Formation,
    ends: &[(AccountId, Square)],
    placing: &Placing,
) -> Option<Vec<Link>> {
    let Ladder { hq, levels, .. } = levels(hierarchy, formation, placing).ok()?;
    best_chain(formation, hq, &levels, ends, hops)
}

/// Who has lost what a chain needs.
type Lost = (FormationId, &'static str);

/// What a chain may go by.
struct Ladder {
    /// Where it begins.
    hq: Square,
    /// Up to one that has lost what it needs.
    levels: Vec<Level>,
    lost: Option<Lost>,
}

/// The levels of a formation's chain; what it has lost itself, where it has no chain at all.
fn levels<'a>(hierarchy: &SupplyHierarchy<'a>, formation: &'a Formation, placing: &Placing) -> Result<Ladder, Lost> {
    let hq = placing.hq(hierarchy, formation).ok_or_else(|| (formation.id.clone(), "HQ"))?;
    let mut levels = Vec::new();
    let chain = std::iter::once(formation).chain(hierarchy.superiors(formation));
    for (place, level) in chain.enumerate().filter(|(_, f)| hierarchy.had_bowsers(f) || placing.gives(&f.id)) {
        let Some(level_hq) = placing.hq(hierarchy, level) else {
            return Ok(Ladder { hq, levels, lost: Some((level.id.clone(), "HQ")) });
        };
        let bowsers = bowsers(hierarchy, level, placing);
        if bowsers.is_empty() {
            let lost = (level.id.clone(), "bowsers");
            return if place == 0 { Err(lost) } else { Ok(Ladder { hq, levels, lost: Some(lost) }) };
        }
        levels.push(Level { formation: level.id.clone(), hq: level_hq, bowsers, own: place == 0 });
    }
    Ok(Ladder { hq, levels, lost: None })
}

/// The bowsers of a level.
pub(crate) fn bowsers(hierarchy: &SupplyHierarchy<'_>, level: &Formation, placing: &Placing) -> Vec<Bowser> {
    let mut there = hierarchy.vehicles(level, Commodity::Pol);
    there.retain(|vehicle| !placing.away.contains(&vehicle.id));
    let there = there.into_iter().filter_map(|v| {
        let square = placing.moved.get(&v.id).copied().or_else(|| v.stands_on())?;
        Some(Bowser { id: v.id.to_string(), square })
    });
    let given = placing.given.iter().filter(|(to, _)| *to == level.id);
    there.chain(given.map(|(to, square)| Bowser { id: format!("{to} (new bowser)"), square: *square })).collect()
}

impl Placing {
    fn hq(&self, hierarchy: &SupplyHierarchy<'_>, formation: &Formation) -> Option<Square> {
        self.named
            .get(&formation.id)
            .copied()
            .or_else(|| hierarchy.campaign.formations.get(&formation.id).and_then(|f| hierarchy.hq(f)))
    }

    fn gives(&self, formation: &FormationId) -> bool {
        self.given.iter().any(|(to, _)| to == formation)
    }
}

/// Where a hop begins or ends: an id and its square.
type Stop<'l> = (&'l str, Square);

/// A chain as far as it has been thought of.
#[derive(Clone, Default)]
struct Draft<'l> {
    too_long: usize,
    /// How little fuel its end has, where that is counted: 0 it holds some, 1 some comes every day, 2 neither.
    dry: u8,
    longest: u32,
    hops: usize,
    last: Option<Rc<Hop<'l>>>,
}

/// A hop of a draft, and those before it.
struct Hop<'l> {
    before: Option<Rc<Hop<'l>>>,
    from: Stop<'l>,
    to: Stop<'l>,
    metres: Option<u32>,
}

impl<'l> Draft<'l> {
    /// The better of two has fewer hops too long, then fuel at its end, then the shorter longest hop, then fewer hops.
    fn rank(&self) -> (usize, u8, u32, usize) {
        (self.too_long, self.dry, self.longest, self.hops)
    }

    /// This with one more hop; none where that is too long and only what holds is asked for.
    fn with(&self, from: Stop<'l>, to: Stop<'l>, hops: &mut Hops<'_, '_, '_>) -> Option<Self> {
        let metres = if from.1 == to.1 { Some(0) } else { hops.between(from.1, to.1) };
        let holds = metres.is_some_and(|metres| metres <= hops.limit);
        (holds || hops.far).then(|| Self {
            dry: self.dry,
            too_long: self.too_long + usize::from(!holds),
            longest: self.longest.max(metres.unwrap_or(u32::MAX)),
            hops: self.hops + 1,
            last: Some(Rc::new(Hop { before: self.last.clone(), from, to, metres })),
        })
    }

    fn links(&self, limit: u32) -> Vec<Link> {
        let hops = std::iter::successors(self.last.as_deref(), |hop| hop.before.as_deref());
        let link = |hop: &Hop<'_>| Link {
            from: hop.from.0.to_owned(),
            to: hop.to.0.to_owned(),
            from_square: hop.from.1,
            to_square: hop.to.1,
            metres: hop.metres,
            limit,
        };
        let mut links: Vec<Link> = hops.map(link).collect();
        links.reverse();
        links
    }
}

/// The best draft at each bowser of a level: without and with a bowser within the limit of the level's HQ.
type Standing<'l> = BTreeMap<(usize, bool), Draft<'l>>;

/// Keeps a draft where it is better than the one there is; whether it was.
fn keep<'l>(at: &mut Standing<'l>, key: (usize, bool), draft: Draft<'l>) -> bool {
    let better = at.get(&key).is_none_or(|best| draft.rank() < best.rank());
    if better {
        at.insert(key, draft);
    }
    better
}

fn best_chain(
    formation: &Formation,
    hq: Square,
    levels: &[Level],
    ends: &[(AccountId, Square)],
    hops: &mut Hops<'_, '_, '_>,
) -> Option<Vec<Link>> {
    let mut finished: Option<Draft<'_>> = None;
    let origin = (formation.id.as_str(), hq);
    // Who has bowsers draws by one of them, however near the fuel is.
    if levels.first().is_none_or(|level| !level.own) {
        finish(&mut finished, &Draft::default(), origin, ends, hops);
    }
    let mut standing = vec![(origin, Draft::default())];
    for level in levels {
        let at = through(level, &standing, hops);
        standing.clear();
        for ((number, near), draft) in at {
            let bowser = level.bowsers[number].stop();
            // Where the level's HQ is out of reach of its own bowsers that is one more hop too long.
            let hq = (level.formation.as_str(), level.hq);
            let whole = if near { Some(draft) } else { draft.with(hq, bowser, hops) };
            let Some(draft) = whole else { continue };
            finish(&mut finished, &draft, bowser, ends, hops);
            standing.push((bowser, draft));
        }
    }
    finished.map(|draft| draft.links(hops.limit))
}

/// The best drafts that have come to each bowser of a level, from those that stand below it.
fn through<'l>(level: &'l Level, standing: &[(Stop<'l>, Draft<'l>)], hops: &mut Hops<'_, '_, '_>) -> Standing<'l> {
    let near: Vec<bool> = level.bowsers.iter().map(|b| level.own || hops.reaches(level.hq, b.square)).collect();
    let mut at = Standing::new();
    for (from, draft) in standing {
        for (number, bowser) in level.bowsers.iter().enumerate() {
            if let Some(draft) = draft.with(*from, bowser.stop(), hops) {
                keep(&mut at, (number, near[number]), draft);
            }
        }
    }
    // From bowser to bowser of the level, until no detour makes anything better.
    let mut better = level.bowsers.len() > 1;
    while better {
        better = false;
        for ((number, was_near), draft) in at.clone() {
            for (other, bowser) in level.bowsers.iter().enumerate().filter(|(other, _)| *other != number) {
                if let Some(onward) = draft.with(level.bowsers[number].stop(), bowser.stop(), hops) {
                    better |= keep(&mut at, (other, was_near || near[other]), onward);
                }
            }
        }
    }
    at
}

/// How little fuel an end has, where stocks are counted.
fn dry(campaign: &Campaign, account: &AccountId) -> u8 {
    let comes = campaign.railheads.get(account).is_some_and(|railhead| railhead.pol_a_day > 0);
    match campaign.settings.detail() {
        Detail::Full if campaign.usable(account.as_str(), Commodity::Pol) > 0 => 0,
        Detail::Full => 2 - u8::from(comes),
        Detail::Simple => 0,
    }
}

fn finish<'l>(
    finished: &mut Option<Draft<'l>>,
    draft: &Draft<'l>,
    from: Stop<'l>,
    ends: &'l [(AccountId, Square)],
    hops: &mut Hops<'_, '_, '_>,
) {
    for (account, square) in hops.ends(from.1, ends) {
        let dry = dry(hops.view.campaign, account);
        let whole = draft.with(from, (account.as_str(), *square), hops).map(|whole| Draft { dry, ..whole });
        if whole.as_ref().is_some_and(|new| finished.as_ref().is_none_or(|best| new.rank() < best.rank())) {
            *finished = whole;
        }
    }
}
