//! Who takes part in a battle: the troops in the square and beside it, and the guns that reach it.

use std::collections::{BTreeMap, BTreeSet};

use campaign::march::Passage;
use campaign::{Battle, Campaign, Formation, Tree};
use domain::{Arm, FormationId, LeafState, Mobility, Said, SideId, Square, command, does};
use rules::pairs::BattleSide;

use super::part::{can_support, follows_on, is_artillery, is_main};
use crate::battle::draw::log_of::LogOf;
use crate::{DecisionContext, OpError, pick};

/// Who is wanted in a battle, as given.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WantedRoster<'w> {
    /// The side that attacks; none: whoever stands against those in the square.
    pub(crate) attacker: Option<&'w str>,
    /// The units that attack; none: all beside the square that can.
    pub(crate) by: &'w [String],
    /// Units that may come up later.
    pub(crate) reserve: &'w [String],
    /// Units that stay out of it.
    pub(crate) without: &'w [String],
    /// Units whose aircraft fly for it.
    pub(crate) air: &'w [String],
}

/// Who takes part.
#[derive(Debug, Clone)]
pub(crate) struct Roster {
    /// The side that attacks.
    pub(crate) attacker: SideId,
    /// The leaves, by side (attackers first) and tree.
    pub(crate) leaves: Vec<FormationId>,
    /// Leaves that could have been expected and were left out, each with the reason.
    pub(crate) left_out: Vec<(FormationId, String)>,
}

/// From how many squares off a reserve of the defender can be drawn: what the rules take (`rules::engagement`).
const MOST_STEPS_TO_COUNTER: u32 = 6;

/// What of a campaign is asked for every battle: made once for all of them.
pub(crate) struct Lookup<'a> {
    tree: Tree<'a>,
    passage: Passage<'a>,
    /// Who is in LOG supply.
    pub(crate) log: LogOf,
    /// The leaves that stand in open battles, with the battle.
    taken: BTreeMap<FormationId, &'a Battle>,
    /// The leaves on the ground, in the order of the tree.
    ground: Vec<&'a Formation>,
    /// Their places in that list, by the square on which they stand.
    standing: BTreeMap<Square, Vec<usize>>,
}

impl<'a> Lookup<'a> {
    /// Of a campaign as it stands.
    pub(crate) fn new(campaign: &'a Campaign) -> Self {
        let tree = Tree::new(campaign);
        let is_on_ground = |f: &&Formation| f.is_on_map() && f.mobility.is_none_or(Mobility::is_on_the_ground);
        let ground: Vec<&Formation> = tree.all().into_iter().filter(is_on_ground).collect();
        let mut standing: BTreeMap<Square, Vec<usize>> = BTreeMap::new();
        for (place, square) in ground.iter().enumerate().filter_map(|(place, leaf)| Some((place, leaf.stands_on()?))) {
            standing.entry(square).or_default().push(place);
        }
        let (passage, log) = (Passage::new(campaign), LogOf::new(campaign));
        Self { tree, passage, log, taken: in_open_battles(campaign), ground, standing }
    }

    /// Those who stand in a square or beside it, in the order of the tree.
    fn about(&self, square: Square) -> Vec<&'a Formation> {
        let near = self.standing.iter().filter(|(at, _)| at.steps_to(square) <= 1);
        let mut places: Vec<usize> = near.flat_map(|(_, places)| places).copied().collect();
        places.sort_unstable();
        places.into_iter().map(|place| self.ground[place]).collect()
    }
}

/// Who takes part in the battle for a square.
pub(crate) fn roster(
    context: &DecisionContext<'_>,
    lookup: &Lookup<'_>,
    square: Square,
    wanted: &WantedRoster<'_>,
) -> Result<Roster, OpError> {
    let campaign = context.campaign;
    let Lookup { tree, passage, log, taken, ground: all, .. } = lookup;
    let about = lookup.about(square);
    let attacker = attacking_side(campaign, passage, (square, &about), wanted.attacker)?;
    let units = |words: &[String]| words.iter().map(|word| pick::unit(campaign, word)).collect::<Result<Vec<_>, _>>();
    let under = |units: &[&Formation]| -> BTreeSet<FormationId> {
        units.iter().flat_map(|unit| tree.leaves(unit)).map(|leaf| leaf.id.clone()).collect()
    };
    let named_by = units(wanted.by)?;
    let themselves = named_by.iter().map(|unit| &unit.id).collect();
    let (by, reserve, without) = (under(&named_by), under(&units(wanted.reserve)?), under(&units(wanted.without)?));
    let side_of = |leaf: &Formation| if leaf.side == attacker { BattleSide::Attacker } else { BattleSide::Defender };
    let main: Vec<&Formation> = about
        .iter()
        .copied()
        .filter(|leaf| is_main(leaf, square, side_of(leaf)) && !without.contains(&leaf.id) && has_sp(leaf))
        .filter(|leaf| {
            leaf.side != attacker || leaf.stands_on().is_some_and(|at| at == square || !passage.parts(at, square))
        })
        .filter(|leaf| leaf.side != attacker || by.is_empty() || by.contains(&leaf.id))
        .collect();
    let mut chosen = Chosen { tree, log, taken, left_out: Vec::new() };
    let attackers = chosen.attackers(context, &main, attacker, &themselves)?;
    let defenders = chosen.free(main.iter().copied().filter(|leaf| leaf.side != attacker), true)?;
    let fighting: Vec<&Formation> = attackers.iter().chain(&defenders).copied().collect();
    let guns = all.iter().copied().filter(|leaf| has_sp(leaf) && can_support(tree, leaf, square, &fighting));
    let guns = guns.filter(|leaf| !without.contains(&leaf.id) && !main.iter().any(|m| m.id == leaf.id));
    let guns = chosen.free(guns.filter(|leaf| is_ready(tree, leaf)), false)?;
    let later = all.iter().copied().filter(|leaf| reserve.contains(&leaf.id));
    let later = later.filter(|leaf| leaf.is_fighting_leaf() && !is_artillery(leaf) && has_sp(leaf));
    let later = later.filter(|leaf| !fighting.iter().any(|m| m.id == leaf.id)).collect();
    let later = chosen.near_enough(campaign, square, attacker, later)?;
    let later = chosen.free(later.into_iter(), true)?;
    let mut takes_part: BTreeSet<&FormationId> = fighting.iter().chain(&guns).chain(&later).map(|f| &f.id).collect();
    let mut leaves: Vec<&Formation> = all.iter().copied().filter(|leaf| takes_part.remove(&leaf.id)).collect();
    leaves.sort_by_key(|leaf| leaf.side != attacker);
    let left_out = chosen.left_out;
    let named = |side: BattleSide| leaves.iter().any(|leaf| side_of(leaf) == side && is_main(leaf, square, side));
    if !named(BattleSide::Attacker) {
        let at = campaign.frame.reference(square);
        let called =
            |id: &FormationId| campaign.formations.get(id).map_or_else(|| id.to_string(), |of| called(tree, of));
        let why = left_out.first().map(|(id, why)| format!(": {} {why}", called(id)));
        let hint = command!("`railhead contact` shows who faces whom");
        let (message, hint) = if by.is_empty() {
            (format!("nobody can attack it{}", why.unwrap_or_default()), hint)
        } else {
            let hint = match &why {
                Some(_) => command!("`--override \"reason\"` sets the rule aside; {}", &*hint),
                None => command!("without `--by` everyone beside it attacks; {}", &*hint),
            };
            let why = why.unwrap_or_else(|| ": none of them is in a square to attack from".to_owned());
            (format!("none of the units named can attack it{why}"), hint)
        };
        return Err(OpError::NotNow { message, at, hint });
    }
    let mut leaves: Vec<FormationId> = leaves.into_iter().map(|leaf| leaf.id.clone()).collect();
    leaves.extend(super::air::flying(context, wanted.air)?);
    Ok(Roster { attacker, leaves, left_out })
}

/// What a leaf is called, with the unit that it is of.
fn called(tree: &Tree<'_>, leaf: &Formation) -> String {
    let unit = tree.unit_of(leaf);
    if unit.id == leaf.id { leaf.name.clone() } else { format!("{} of {}", leaf.name, unit.name) }
}

fn has_sp(leaf: &Formation) -> bool {
    leaf.leaf.as_ref().is_some_and(|leaf| leaf.sp() > 0)
}

/// Whether guns can be called: in order, with ammunition and somebody without a marker.
fn is_ready(tree: &Tree<'_>, leaf: &Formation) -> bool {
    let Some(of) = &leaf.leaf else { return false };
    let hours = tree.campaign().settings.moving_hours(tree.campaign().bound.phase, false);
    // Who goes on firing after a battle that it won needs an hour for it, as who goes on attacking does.
    let goes_on = || follows_on(tree, leaf) && u32::from(of.march.minutes) + 60 <= hours * 60;
    (of.state == LeafState::Organised || goes_on())
        && of.bases.iter().any(|base| !base.out_of_ammo && base.sp > base.markers)
}

/// The leaves that stand in open battles, with the battle.
fn in_open_battles(campaign: &Campaign) -> BTreeMap<FormationId, &Battle> {
    let open = campaign.battles.values().filter(|battle| battle.is_open());
    open.flat_map(|battle| battle.facts.iter().map(move |fact| (fact.subject.as_str().into(), battle)))
        .filter(|(id, _): &(FormationId, _)| campaign.formations.get(id).is_some_and(|f| f.leaf.is_some()))
        .collect()
}

/// The side that attacks a square where none is named; none where that does not follow.
pub(super) fn attacks_unnamed(campaign: &Campaign, square: Square) -> Option<SideId> {
    let all: Vec<&Formation> = campaign.formations.values().collect();
    attacking_side(campaign, &Passage::new(campaign), (square, &all), None).ok()
}

/// The side that attacks a square, of these leaves: against those who fight there, whoever stands beside it; where both stand in
/// it, the one that does not hold it.
fn attacking_side(
    campaign: &Campaign,
    passage: &Passage<'_>,
    (square, leaves): (Square, &[&Formation]),
    given: Option<&str>,
) -> Result<SideId, OpError> {
    let mut there: BTreeSet<SideId> = BTreeSet::new();
    let mut beside: BTreeSet<SideId> = BTreeSet::new();
    for leaf in leaves.iter().filter(|f| f.is_fighting_leaf()) {
        match leaf.stands_on() {
            Some(at) if at == square => drop(there.insert(leaf.side)),
            Some(at) if at.steps_to(square) == 1 && !passage.parts(at, square) => drop(beside.insert(leaf.side)),
            _ => {}
        }
    }
    let at = campaign.frame.reference(square);
    let given = given.map(|word| pick::side(campaign, word)).transpose()?;
    let refuse = |message: String, hint: Said| OpError::NotNow { message, at: at.clone(), hint };
    if there.is_empty() {
        let hint = command!("`railhead move` takes it; a battle needs a defender in the square");
        return Err(refuse("nobody defends it: no fighting leaf stands there".to_owned(), hint));
    }
    let held = campaign.ground.control(square);
    let mut may: BTreeSet<SideId> =
        if there.len() > 1 { there.iter().copied().filter(|side| Some(*side) != held).collect() } else { beside };
    if there.len() == 1 {
        may.retain(|side| !there.contains(side));
    }
    if let Some(side) = given {
        let stands = may.contains(&side) || there.len() > 1 && there.contains(&side);
        let hint = command!("`railhead contact` shows who is");
        return if stands {
            Ok(side)
        } else {
            Err(refuse(format!("{} nobody in contact with it", does(&campaign.side_name(side), "has")), hint))
        };
    }
    let sides: Vec<SideId> = may.into_iter().collect();
    match sides.as_slice() {
        [side] => Ok(*side),
        [] => {
            let hint = command!("march up to it first: `railhead contact` shows who faces whom");
            Err(refuse("no enemy is in contact with it".to_owned(), hint))
        }
        [first, ..] => {
            let names: Vec<String> = sides.iter().map(|side| campaign.side_name(*side)).collect();
            let message = format!("{} may both attack it", names.join(" and "));
            Err(refuse(message, format!("name the attacker: `--attacker {first}`").into()))
        }
    }
}

struct Chosen<'a> {
    tree: &'a Tree<'a>,
    log: &'a LogOf,
    taken: &'a BTreeMap<FormationId, &'a Battle>,
    left_out: Vec<(FormationId, String)>,
}

impl<'a> Chosen<'a> {
    /// Those who stand in no other open battle; `needed` ones are refused, others left out.
    fn free(
        &mut self,
        leaves: impl Iterator<Item = &'a Formation>,
        needed: bool,
    ) -> Result<Vec<&'a Formation>, OpError> {
        let mut free = Vec::new();
        for leaf in leaves {
            match self.taken.get(&leaf.id) {
                None => free.push(leaf),
                Some(battle) if needed => {
                    let message = format!("{} is already in the {}", called(self.tree, leaf), self.battle_for(battle));
                    let hint = command!(
                        "post it, cancel it with `railhead battle cancel {}`, or use `--without {}`",
                        battle.id,
                        leaf.id
                    );
                    return Err(OpError::NotNow { message, at: leaf.id.to_string(), hint });
                }
                Some(battle) => {
                    let why = format!("fires in the {}", self.battle_for(battle));
                    self.left_out.push((leaf.id.clone(), why));
                }
            }
        }
        Ok(free)
    }

    /// Which battle that is: the one for its square.
    fn battle_for(&self, battle: &Battle) -> String {
        format!("battle for {}", self.tree.campaign().square_named(battle.square))
    }

    /// The reserves that can come up within a battle: attackers from beside the square, its corners too, defenders from
    /// within six squares. Others are left out; where nobody can come up, the whole reserve is refused.
    fn near_enough(
        &mut self,
        campaign: &Campaign,
        square: Square,
        attacker: SideId,
        reserve: Vec<&'a Formation>,
    ) -> Result<Vec<&'a Formation>, OpError> {
        let most = |leaf: &Formation| if leaf.side == attacker { 1 } else { MOST_STEPS_TO_COUNTER };
        let comes = |leaf: &&Formation| leaf.stands_on().is_some_and(|at| at.reach_to(square) <= most(leaf));
        let (near, far): (Vec<&Formation>, Vec<&Formation>) = reserve.into_iter().partition(comes);
        let Some(first) = far.first().filter(|_| near.is_empty()) else {
            let why = "is too far away to come up in this battle".to_owned();
            self.left_out.extend(far.into_iter().map(|leaf| (leaf.id.clone(), why.clone())));
            return Ok(near);
        };
        let there = first.stands_on().map(|at| campaign.frame.reference(at)).unwrap_or_default();
        let target = campaign.frame.reference(square);
        let message = format!("{} in {there} is too far from {target} to come up in this battle", first.named());
        let hint = if first.side == attacker {
            command!("march it into a square beside {target} first (`railhead move`), or leave it out of `--reserve`")
        } else {
            "a defender's reserve comes from within six squares: leave it out of `--reserve`".into()
        };
        Err(OpError::NotNow { message, at: first.id.to_string(), hint })
    }

    /// The attackers that can attack. A leaf that was itself named and cannot is refused, others are left out; HQs and
    /// services come only with somebody who fights.
    fn attackers(
        &mut self,
        context: &DecisionContext<'_>,
        main: &[&'a Formation],
        side: SideId,
        themselves: &BTreeSet<&FormationId>,
    ) -> Result<Vec<&'a Formation>, OpError> {
        let mut able = Vec::new();
        for leaf in main.iter().copied().filter(|leaf| leaf.side == side && leaf.is_fighting_leaf()) {
            match self.hindrance(context.campaign, leaf) {
                None => able.push(leaf),
                Some(_) if context.overridden.is_some() => able.push(leaf),
                Some(why) if themselves.contains(&leaf.id) => {
                    context.rule(format!("{} cannot attack: it {why}", leaf.named()), leaf.id.as_str())?;
                }
                Some(why) => self.left_out.push((leaf.id.clone(), why)),
            }
        }
        let units: BTreeSet<&FormationId> = able.iter().map(|leaf| &self.tree.unit_of(leaf).id).collect();
        let hq = |leaf: &&&'a Formation| leaf.side == side && leaf.arm == Arm::Hq;
        let commands = main.iter().filter(hq).filter(|leaf| units.contains(&self.tree.unit_of(leaf).id)).copied();
        let chosen: Vec<&Formation> = able.iter().copied().chain(commands).collect();
        self.free(chosen.into_iter(), !themselves.is_empty())
    }

    /// Why a leaf cannot attack (model page, "What it means"; NQM Squared, sections 1 and 9).
    fn hindrance(&self, campaign: &Campaign, leaf: &Formation) -> Option<String> {
        let of = leaf.leaf.as_ref()?;
        let unit = self.tree.unit_of(leaf);
        let minutes = campaign.settings.moving_hours(campaign.bound.phase, false) * 60;
        if of.state.is_disorganised() && !follows_on(self.tree, leaf) {
            return Some(format!("is {}", of.state));
        }
        if unit.attacks_owed >= self.tree.hq_die(unit) {
            return Some(format!("belongs to {}, whose HQ die is used up", unit.name));
        }
        if u32::from(of.march.minutes) + 60 > minutes {
            return Some("has no hour left in this bound".to_owned());
        }
        if self.is_out_of_ammunition(leaf) {
            return Some("belongs to a formation with nobody able to fire".to_owned());
        }
        (!self.log.holds(self.tree, leaf)).then(|| "is out of LOG".to_owned())
    }

    /// A formation is out of ammunition when none of its fighting bases can fire.
    fn is_out_of_ammunition(&self, leaf: &'a Formation) -> bool {
        let unit = self.tree.unit_of(leaf);
        let fighting = self.tree.leaves(unit).into_iter().filter(|f| f.is_fighting_leaf());
        !fighting.filter_map(|f| f.leaf.as_ref()).flat_map(|l| &l.bases).any(|b| b.sp > b.markers && !b.out_of_ammo)
    }
}
