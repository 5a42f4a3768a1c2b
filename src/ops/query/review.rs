//! `review`: what a careful staff officer would query before a bound is closed (model page, "Review").

pub(crate) mod contact;
pub(crate) mod dry;
pub(crate) mod finding;
pub(crate) mod found;
pub(crate) mod rail;
mod reorganise;
pub(crate) mod settle;
pub(crate) mod stock;

use campaign::march::{Party, contacts};
use campaign::{Action, Campaign, Errand, Formation, Order, Tree};
use domain::{Bound, Commodity, Detail, FormationId, SideId, Square};
use supply::{Assessment, NewLeaf, assess};

use crate::battle::draw::drawable::Drawable;
use crate::command::{due_orders, why_it_waits};
use crate::open_contacts::{Met, OpenContacts};
use crate::query::GradeDue;
use crate::query::due::{arriving, entry_of};
use crate::query::review::contact::Contacts;
use crate::query::review::dry::{cut_off, dry};
use crate::query::review::finding::{FILLED, Finding, STATE, finding, sent};
use crate::query::review::found::Found;
use crate::query::review::rail::resting;
use crate::query::review::settle::settle;
use crate::query::review::stock::{dumps, filled, stocks};
use crate::query::supply::causes::since;
use crate::query::supply::fed::left_out;
use crate::query::supply::planned::Planned;
use crate::remedy::Remedy;
use crate::{Moment, Offer, OpError, Session};

/// What parts those who are fed from the vehicles that feed them, or brings them together.
const PARTED: &[&str] = &["leaf_marched", "leaf_placed", "leaf_state_changed", "superior_changed", "formation_created"];

impl Session {
    /// What [`review`] finds in the campaign at a moment, each with since when: where the campaign itself does not keep
    /// it, the log tells when it came to be so; what the folder brought is so since the start.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn review(
        &self,
        moment: Option<Moment>,
        campaign: &Campaign,
        commander: Option<&Formation>,
    ) -> Result<Vec<Finding>, OpError> {
        let mut found = review(campaign);
        keep_those_of(campaign, commander, &mut found);
        let undated = |finding: &Finding| finding.since.is_none() && !finding.rests_on.1.is_empty();
        if found.iter().any(undated) {
            let changes = self.ledger().last_changes(moment)?;
            for finding in found.iter_mut().filter(|finding| undated(finding)) {
                let (kinds, things) = &finding.rests_on;
                if *kinds == FILLED {
                    finding.since = Some(filled(campaign, &changes, things));
                    continue;
                }
                let dates = things.iter().filter_map(|thing| changes.by.get(thing.as_str()));
                let dates = dates.flat_map(|of| kinds.iter().filter_map(|kind| of.get(*kind)));
                finding.since = Some(dates.max().copied().unwrap_or(changes.start));
            }
        }
        Ok(found)
    }
}

/// Everything to be queried, by kind in a fixed order, then by side and tree; `since` where the campaign itself keeps it.
pub fn review(campaign: &Campaign) -> Vec<Finding> {
    let mut found = found(campaign);
    settle(campaign, &mut found);
    found
}

/// What there is to query, for who only counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FindingAtAGlance {
    /// Its kind.
    pub kind: &'static str,
    /// Whether it is of parts of a formation that is itself in supply.
    pub is_of_parts: bool,
    /// Whether somebody has to do something about it.
    pub needs_action: bool,
    /// Whether carrying out the orders of the bound settles it.
    pub waits_for_march: bool,
}

/// One for each finding, where a commander reads each that concerns his formation.
pub fn review_at_a_glance(campaign: &Campaign, commander: Option<&Formation>) -> Vec<FindingAtAGlance> {
    let at_a_glance = |Finding { what, remedy, .. }: Finding| FindingAtAGlance {
        kind: what.kind(),
        is_of_parts: matches!(what, Found::FedOut(..)),
        needs_action: what.needs_action(),
        waits_for_march: matches!(remedy, Remedy::Command(Offer::BoundMarch)),
    };
    let mut found = found(campaign);
    keep_those_of(campaign, commander, &mut found);
    found.into_iter().map(at_a_glance).collect()
}

/// Leaves out what concerns only those above a commander, or beside him.
fn keep_those_of(campaign: &Campaign, commander: Option<&Formation>, found: &mut Vec<Finding>) {
    if let Some(commander) = commander {
        found.retain(|finding| finding.concerns(campaign, commander));
    }
}

fn found(campaign: &Campaign) -> Vec<Finding> {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let (sheet, fed): (Vec<Assessment>, _) = assess(campaign, &sides, usize::MAX).into_iter().partition(draws);
    let tree = Tree::new(campaign);
    let mut found = waiting(campaign, &tree);
    found.extend(battles(campaign));
    let contacts = Contacts::new(campaign, &tree);
    found.extend(contacts.new_ones());
    found.extend(arrivals(campaign, &tree));
    found.extend(held_up(campaign));
    for commodity in [Commodity::Log, Commodity::Pol] {
        found.extend(sheet.iter().filter_map(|assessment| out(campaign, assessment, commodity)));
        found.extend(fed_and_out(&tree, &sheet, &fed, commodity));
    }
    found.extend(sheet.iter().filter_map(|assessment| cut_off(campaign, assessment)));
    found.extend(disorganised(&tree));
    found.extend(resting(campaign));
    found.extend(without_superior(&tree, &sheet));
    found.extend(dumps(campaign, &tree));
    if campaign.settings.detail() == Detail::Full {
        let mut planned = Planned::new(campaign);
        let dry = dry(&mut planned, &sheet);
        let sent = dry.iter().flat_map(sent).map(String::as_str).collect();
        found.extend(stocks(&mut planned, &sheet, &sent));
        found.extend(dry);
    }
    found.extend(contacts.standing());
    found.retain(|finding| matches!(finding.what, Found::Order(..)) || !is_ordered(&tree, &finding.remedy));
    found
}

/// Whether what would settle a finding is ordered already: the order is listed where it waits to be carried out.
fn is_ordered(tree: &Tree<'_>, remedy: &Remedy) -> bool {
    let (unit, to) = match remedy {
        Remedy::March(leaf, to) => (leaf, Some(to)),
        Remedy::Command(Offer::ReorganiseNext(unit)) => (unit, None),
        _ => return false,
    };
    let does = |action: &Action| match (action, to) {
        (Action::Move(march), Some(to)) => march.way.last() == Some(to),
        (Action::Reorganise, None) => true,
        _ => false,
    };
    let campaign = tree.campaign();
    let under = campaign.formations.get(unit).map(|unit| tree.superiors(unit)).unwrap_or_default();
    let is_of = |order: &&Order| order.unit == *unit || under.iter().any(|above| above.id == order.unit);
    campaign.orders.iter().filter(is_of).any(|order| order.bound >= campaign.bound && does(&order.action))
}

/// Claims, which must be settled, and orders, which are forgotten unless they are carried out.
fn waiting(campaign: &Campaign, tree: &Tree<'_>) -> Vec<Finding> {
    let claims = campaign.claims.values().map(|claim| {
        let (square, since) = (Some(claim.square), Some(claim.bound));
        let what = Found::Overrun(claim.by.clone());
        Finding { square, since, ..finding(what, claim.what.as_str(), Offer::Capture(claim.what.clone())) }
    });
    let set_upon = campaign.set_upon().into_iter().map(|claim| {
        let (square, what) = (Some(claim.square), Found::SetUpon(claim.by));
        Finding { square, ..finding(what, claim.what.as_str(), Offer::Capture(claim.what.clone())) }
    });
    let outlook = reorganise::outlook(tree);
    let orders = due_orders(campaign).into_iter().map(|(order, why)| {
        let unit = campaign.formations.get(&order.unit).filter(|_| order.action == Action::Reorganise);
        let hindered = match order.action {
            Action::Move(_) => why.map(|why| format!("{why}; ordered with `--for next` it waits for the next bound")),
            _ => why,
        };
        let remedy = match unit {
            Some(unit) => outlook(unit, true).1,
            None if hindered.is_some() => Offer::CancelOrder(order.unit.clone()).into(),
            None => Offer::BoundMarch.into(),
        };
        let square = campaign.formations.get(&order.unit).and_then(|unit| tree.square(unit));
        let what = Found::Order(order.action.word(), hindered);
        Finding { square, since: Some(order.bound), ..finding(what, order.unit.as_str(), remedy) }
    });
    claims.chain(set_upon).chain(orders).collect()
}

/// Battles drawn and not posted, which keep the bound open; then units whose grade is due.
fn battles(campaign: &Campaign) -> Vec<Finding> {
    let open = campaign.battles.values().filter(|battle| battle.is_open()).map(|battle| {
        let (square, since) = (Some(battle.square), Some(battle.bound));
        let id = battle.id.clone();
        // Of what it was drawn of a side knows a part, and cannot tell whether it stands.
        let (what, remedy) = if campaign.intel.reader.is_some() || super::stands_as_drawn(campaign, battle) {
            (Found::Unposted(id.clone()), Offer::Resolve(id))
        } else {
            (Found::NotAsDrawn(id.clone(), battle.square), Offer::CancelBattle(id))
        };
        Finding { square, since, ..finding(what, battle.id.as_str(), remedy) }
    });
    open.chain(grades(campaign)).collect()
}

/// Units whose grade is due, each once, by the first battle that speaks for it.
fn grades(campaign: &Campaign) -> Vec<Finding> {
    let mut units: Vec<Vec<GradeDue>> = Vec::new();
    for due in super::grade_review(campaign, None) {
        match units.iter_mut().find(|of| of.first().is_some_and(|first| first.unit == due.unit)) {
            Some(of) => of.push(due),
            None => units.push(vec![due]),
        }
    }
    let told = |of: Vec<GradeDue>| {
        let (unit, first) = of.first().map(|due| (due.unit.clone(), due.battle.clone()))?;
        let battle = campaign.battles.get(&first);
        let (since, square) = (battle.map(|battle| battle.bound), battle.map(|battle| battle.square));
        let by = if of.len() == 1 { Some(first) } else { None };
        let what = finding(Found::GradeDue(of), unit.as_str(), Offer::GradeReview(by));
        Some(Finding { square, since, ..what })
    };
    units.into_iter().filter_map(told).collect()
}

/// Reinforcements due in the running or the next bound, by brigade or division.
fn arrivals(campaign: &Campaign, tree: &Tree<'_>) -> Vec<Finding> {
    let told = |((arrives, id), leaves): ((Bound, FormationId), Vec<&Formation>)| {
        let is_now = arrives <= campaign.bound;
        let waits = leaves.first().filter(|_| is_now).and_then(|leaf| why_it_waits(campaign, &leaf.id));
        let what = Found::Arrival(leaves.len(), arrives, is_now, waits);
        let (first, square) = (leaves.first().map(|leaf| &leaf.id), entry_of(campaign, &leaves));
        let command = Offer::ShowUnit(first.unwrap_or(&id).to_string());
        Finding { since: Some(arrives), square, ..finding(what, id.as_str(), command) }
    };
    arriving(campaign, tree, campaign.bound.next()).into_iter().map(told).collect()
}

/// Convoys whose way is blocked, or that wait for stock.
fn held_up(campaign: &Campaign) -> Vec<Finding> {
    let told = |convoy: &campaign::Convoy| {
        let (lead, held) = (convoy.lead()?, convoy.held_up.as_ref()?);
        let what = Found::HeldUp(held.why.clone());
        let turned = if convoy.errand == Errand::Home { Offer::Release } else { Offer::SendHome };
        let (square, since) = (convoy.square(campaign), Some(held.since));
        Some(Finding { square, since, ..finding(what, lead.as_str(), turned(lead.clone())) })
    };
    campaign.convoys.values().filter_map(told).collect()
}

/// A formation that draws supply for itself and is out of one of the two.
fn out(campaign: &Campaign, assessment: &Assessment, commodity: Commodity) -> Option<Finding> {
    let state = if commodity == Commodity::Pol { assessment.pol.state } else { assessment.log.state };
    let since = since(campaign, assessment, commodity);
    let command = Offer::Trace(assessment.unit.clone());
    let (square, since) = (assessment.square, Some(since));
    let what = Found::Out(commodity, state);
    let out = || Finding { square, since, ..finding(what, assessment.unit.as_str(), command) };
    assessment.is_out(commodity).then(out)
}

/// Whether it draws supply for itself.
fn draws(assessment: &Assessment) -> bool {
    assessment.fed_by.is_none()
}

/// Those that a formation in supply feeds and that have none.
fn fed_and_out(tree: &Tree<'_>, sheet: &[Assessment], fed: &[Assessment], commodity: Commodity) -> Vec<Finding> {
    let told = |(feeder, left): (&Assessment, Vec<&Assessment>)| {
        let first = left.first()?;
        let what = Found::FedOut(commodity, left.iter().map(|a| a.unit.clone()).collect());
        let command = Offer::Trace(first.unit.clone());
        let unit = tree.campaign().formations.get(&first.unit);
        let leaves = unit.map(|unit| tree.leaves(unit)).unwrap_or_default();
        let carries = |f: &&&Formation| f.vehicle_of() == Some(commodity);
        let vehicles = tree.children(&feeder.unit).iter().filter(carries);
        let things = leaves.into_iter().chain(vehicles.copied()).map(|f| f.id.to_string()).collect();
        let (square, rests_on) = (first.square, (PARTED, things));
        Some(Finding { square, rests_on, ..finding(what, feeder.unit.as_str(), command) })
    };
    left_out(tree, (sheet, fed), commodity).into_iter().filter_map(told).collect()
}

/// Units with leaves that are not in order.
fn disorganised(tree: &Tree<'_>) -> Vec<Finding> {
    let mut units: Vec<(&Formation, Vec<String>)> = Vec::new();
    let disordered = |f: &&Formation| f.leaf.as_ref().is_some_and(|leaf| leaf.state.is_disorganised());
    for leaf in tree.all().into_iter().filter(disordered) {
        let unit = tree.unit_of(leaf);
        match units.last_mut().filter(|(last, _)| last.id == unit.id) {
            Some((_, leaves)) => leaves.push(leaf.id.to_string()),
            None => units.push((unit, vec![leaf.id.to_string()])),
        }
    }
    let outlook = reorganise::outlook(tree);
    let told = |(unit, leaves): (&Formation, Vec<String>)| {
        let (hindered, remedy) = outlook(unit, false);
        let what = Found::Disorganised(leaves.len(), hindered);
        let (square, rests_on) = (tree.square(unit), (STATE, leaves));
        Finding { square, rests_on, ..finding(what, unit.id.as_str(), remedy) }
    };
    units.into_iter().map(told).collect()
}

fn without_superior(tree: &Tree<'_>, sheet: &[Assessment]) -> Vec<Finding> {
    let told = |assessment: &Assessment| {
        let formation = tree.campaign().formations.get(&assessment.unit)?;
        let superior = tree.parent(formation)?;
        let had = tree.command_leaves(superior).next().is_some();
        // An HQ that is still to come is not lost: nothing need be done.
        if !had || tree.command_leaf(superior).is_some() || tree.awaits(superior, None).is_some() {
            return None;
        }
        let what = Found::NoSuperior(superior.id.clone());
        let led = |f: &&&Formation| tree.command_leaf(f).is_some();
        let above = tree.superiors(superior);
        let command = match (above.iter().find(led), assessment.square) {
            (Some(above), _) => Offer::PutUnder(formation.id.clone(), above.id.clone()),
            (None, Some(square)) => Offer::Give(NewLeaf::new(tree.campaign(), &superior.id, None, square)),
            (None, None) => Offer::ShowUnit(superior.id.to_string()),
        };
        let hqs = tree.command_leaves(superior).map(|hq| hq.id.to_string()).collect();
        let (square, rests_on) = (assessment.square, (STATE, hqs));
        Some(Finding { square, rests_on, ..finding(what, formation.id.as_str(), command) })
    };
    sheet.iter().filter_map(told).collect()
}

/// A contact that came about or was joined in the running bound, and is neither fought nor declined.
#[derive(Debug, Clone)]
pub struct ContactWaiting {
    /// Who would attack: who came last.
    pub attacks: Party,
    /// Who would be attacked.
    pub attacked: Party,
    /// The square for which a battle can be drawn, and who attacks there: first who came last; why neither can where none is.
    pub battle: Result<(Square, SideId), String>,
}

/// How many contacts wait, and the first of them, so many at most.
pub fn contacts_waiting(campaign: &Campaign, shown: usize) -> (usize, Vec<ContactWaiting>) {
    let (open, mut battles) = (OpenContacts::new(campaign), Drawable::new(campaign));
    let waiting = |met: Met<'_>| {
        let (attacks, attacked) = (met.attacks.clone(), met.attacked.clone());
        let (by_last, by_other) = ((attacked.square, attacks.side), (attacks.square, attacked.side));
        let mut refused = |(square, side)| battles.refused(square, Some(side));
        let battle = match refused(by_last) {
            None => Ok(by_last),
            Some(why) => refused(by_other).map_or(Ok(by_other), |_| Err(why)),
        };
        ContactWaiting { attacks, attacked, battle }
    };
    (open.met().count(), open.met().take(shown).map(waiting).collect())
}

/// Of squares in which these sides would attack, those for which no battle would be drawn, by their places in the list, with why.
pub fn battles_refused(campaign: &Campaign, wanted: &[(Square, SideId)]) -> Vec<Option<String>> {
    let mut battles = Drawable::new(campaign);
    wanted.iter().map(|(square, side)| battles.refused(*square, Some(*side))).collect()
}

/// How many contacts there are.
pub fn contact_count(campaign: &Campaign) -> usize {
    contacts(campaign).len()
}
