//! `review`: what a careful staff officer would query before a bound is closed (model page, "Review").

use std::collections::{BTreeMap, BTreeSet};

use crate::campaign::march::contacts;
use crate::campaign::{Campaign, Formation, Goal, Tree};
use crate::domain::{Bound, Commodity, Detail, Echelon, FormationId, LeafState, SideId, Square, SupplyState, few};
use crate::ops::command::reorganise_outlook;
use crate::ops::{Moment, OpError, Session};
use crate::supply::{Assessment, PresentUse, assess, leaf_to_give, present_use};

/// Something to be queried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Of what kind: `claim`, `order`, `battle`, `grade`, `contact`, `arrival`, `convoy`, `out_of_log`, `out_of_pol`, `disorganised`, `idle_vehicle`,
    /// `no_vehicle`, `unused_railhead`, `no_superior`, `runs_dry`.
    pub kind: &'static str,
    /// The formation, dump or railhead.
    pub subject: String,
    /// Where.
    pub square: Option<Square>,
    /// Since when, where that is known.
    pub since: Option<Bound>,
    /// What, in words.
    pub text: String,
    /// The command that would settle it, without the name of the program.
    pub command: String,
    /// What last made it so: events of these kinds about these things; nothing where `since` is known without the log.
    pub(super) rests_on: (&'static [&'static str], Vec<String>),
}

/// What changes whether something is there and in order.
const STATE: &[&str] =
    &["leaf_state_changed", "superior_changed", "formation_created", "dump_opened", "dump_handed_over"];
/// What changes what an account holds.
const STOCK: &[&str] = &["stock_transferred"];
/// What keeps a vehicle busy.
const VEHICLE: &[&str] = &["leaf_marched", "leaf_placed", "leaf_state_changed", "convoy_changed", "stock_transferred"];

impl Session {
    /// What [`review`] finds in the campaign at a moment, each with since when: where the campaign itself does not keep
    /// it, the log tells when it came to be so; what the folder brought is so since the start.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn review(&self, moment: Option<Moment>, campaign: &Campaign) -> Result<Vec<Finding>, OpError> {
        let mut found = review(campaign);
        let undated = |finding: &Finding| finding.since.is_none() && !finding.rests_on.1.is_empty();
        if found.iter().any(undated) {
            let changes = self.ledger().last_changes(moment)?;
            for finding in found.iter_mut().filter(|finding| undated(finding)) {
                let (kinds, things) = &finding.rests_on;
                let dates = things.iter().filter_map(|thing| changes.by.get(thing.as_str()));
                let dates = dates.flat_map(|of| kinds.iter().filter_map(|kind| of.get(*kind)));
                finding.since = Some(dates.max().copied().unwrap_or(changes.start));
            }
        }
        Ok(found)
    }
}

/// Everything to be queried, by kind in a fixed order, then by side and tree.
pub fn review(campaign: &Campaign) -> Vec<Finding> {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let (sheet, fed): (Vec<Assessment>, _) = assess(campaign, &sides, usize::MAX).into_iter().partition(draws);
    let tree = Tree::new(campaign);
    let mut found = waiting(campaign, &tree);
    found.extend(battles(campaign));
    found.extend(new_contacts(campaign));
    found.extend(arrivals(campaign, &tree));
    found.extend(held_up(campaign));
    found.extend(sheet.iter().flat_map(|assessment| out(campaign, assessment)));
    found.extend(fed_and_out(&tree, &sheet, &fed));
    found.extend(disorganised(&tree));
    found.extend(without_superior(&tree, &sheet));
    found.extend(dumps(campaign, &tree));
    if campaign.settings.detail() == Detail::Full {
        found.extend(stocks(campaign, &sheet));
        let using = present_use(campaign);
        found.extend(sheet.iter().filter_map(|assessment| runs_dry(campaign, &using, assessment)));
    }
    found
}

fn finding(kind: &'static str, subject: &str, text: String, command: String) -> Finding {
    Finding { kind, subject: subject.to_owned(), square: None, since: None, text, command, rests_on: (&[], Vec::new()) }
}

/// Claims, which must be settled, and orders, which are forgotten unless they are carried out.
fn waiting(campaign: &Campaign, tree: &Tree<'_>) -> Vec<Finding> {
    let claims = campaign.claims.values().map(|claim| {
        let (square, since) = (Some(claim.square), Some(claim.bound));
        let text = format!("overrun by {}; the bound cannot be closed before it is settled", claim.by);
        let command = format!("supply claim {} captured|destroyed|spared", claim.what);
        Finding { square, since, ..finding("claim", claim.what.as_str(), text, command) }
    });
    let orders = campaign.orders.iter().filter(|order| order.bound <= campaign.bound).map(|order| {
        let text = format!("has an order not carried out: {}", order.deed.word());
        let command = match order.deed.word() {
            "reorganise" => format!("reorganise {}", order.unit),
            _ => "bound march".to_owned(),
        };
        let square = campaign.formations.get(&order.unit).and_then(|unit| tree.square(unit));
        Finding { square, since: Some(order.bound), ..finding("order", order.unit.as_str(), text, command) }
    });
    claims.chain(orders).collect()
}

/// Battles drawn and not posted, which keep the bound open; then units whose grade is due.
fn battles(campaign: &Campaign) -> Vec<Finding> {
    let open = campaign.battles.values().filter(|battle| battle.is_open()).map(|battle| {
        let (square, since) = (Some(battle.square), Some(battle.bound));
        let text = "drawn and not posted; the bound cannot be closed before it is".to_owned();
        let command = format!("battle post {}", battle.id);
        Finding { square, since, ..finding("battle", battle.id.as_str(), text, command) }
    });
    let due = super::grade_review(campaign, None).into_iter().map(|due| {
        let grade = due.due.map(|grade| grade.to_string()).unwrap_or_default();
        let text = format!("is {}, and due to be {grade}: {}", due.grade, due.evidence.join(", "));
        let since = campaign.battles.get(due.battle.as_str()).map(|battle| battle.bound);
        Finding { since, ..finding("grade", due.unit.as_str(), text, format!("grade review {}", due.battle)) }
    });
    open.chain(due).collect()
}

/// Contacts that came about in the running bound, and were not fought out.
fn new_contacts(campaign: &Campaign) -> Vec<Finding> {
    let is_new = |came: &crate::campaign::march::Came| came.bound == campaign.bound;
    let fought = |square: Square| {
        campaign.battles.values().any(|battle| battle.bound == campaign.bound && battle.square == square)
    };
    let told = |contact: crate::campaign::march::Contact| {
        let since = contact.since().max(contact.joined()).filter(is_new)?;
        let [a, b] = &contact.parties;
        if fought(a.square) || fought(b.square) {
            return None;
        }
        let named = |party: &crate::campaign::march::Party| {
            let leaves: Vec<&str> = party.leaves.iter().map(FormationId::as_str).collect();
            format!("{} in {}", few(&leaves, 1, ", "), campaign.frame.reference(party.square))
        };
        let met = if contact.since() == Some(since) { "met" } else { "had more come up in contact with" };
        let subject = a.leaves.first().map_or("", FormationId::as_str);
        // Whoever came last attacks.
        let attacked = if a.joined == Some(since) { b.square } else { a.square };
        let attacked = campaign.frame.reference(attacked);
        let text = format!(
            "{} {met} {}: neither fought nor declined (`railhead battle decline {attacked}`)",
            named(a),
            named(b)
        );
        let command = format!("battle new {attacked}");
        let (square, since) = (Some(a.square), Some(since.bound));
        Some(Finding { square, since, ..finding("contact", subject, text, command) })
    };
    contacts(campaign).into_iter().filter_map(told).collect()
}

/// Reinforcements due in the running or the next bound, by brigade or division.
fn arrivals(campaign: &Campaign, tree: &Tree<'_>) -> Vec<Finding> {
    let next = campaign.bound.next();
    let mut due: BTreeMap<(Bound, FormationId), usize> = BTreeMap::new();
    for formation in campaign.formations.values() {
        let Some(leaf) = formation.leaf.as_ref().filter(|leaf| leaf.state == LeafState::OffMap) else { continue };
        if let Some(arrives) = leaf.arrives.filter(|arrives| *arrives <= next) {
            let above = tree.superiors(formation);
            let named = above.iter().find(|f| f.echelon >= Echelon::Brigade).map_or(&formation.id, |f| &f.id);
            *due.entry((arrives, named.clone())).or_default() += 1;
        }
    }
    let told = |((arrives, id), leaves): ((Bound, FormationId), usize)| {
        let late = if arrives <= campaign.bound { "were due" } else { "are due" };
        let text = format!("{leaves} of its leaves {late}, at {arrives}");
        let command = format!("unit show {id}");
        Finding { since: Some(arrives), ..finding("arrival", id.as_str(), text, command) }
    };
    due.into_iter().map(told).collect()
}

/// Convoys whose way is blocked, or that wait for stock.
fn held_up(campaign: &Campaign) -> Vec<Finding> {
    let told = |convoy: &crate::campaign::Convoy| {
        let (lead, held) = (convoy.lead()?, convoy.held_up.as_ref()?);
        let text = format!("its convoy is held up: {}", held.why);
        let command = format!("supply send {lead} --home");
        let (square, since) = (convoy.square(campaign), Some(held.since));
        Some(Finding { square, since, ..finding("convoy", lead.as_str(), text, command) })
    };
    campaign.convoys.values().filter_map(told).collect()
}

fn out(campaign: &Campaign, assessment: &Assessment) -> Vec<Finding> {
    let one = |kind, commodity: Commodity, out: bool, state: SupplyState| {
        let standing = campaign.supply.get(assessment.unit.as_str()).map(|record| record.of(commodity));
        let since = standing.filter(|s| s.state == state).map_or(campaign.bound, |s| s.since);
        let text = format!("out of {}: {state}", commodity.name());
        let command = format!("supply trace {}", assessment.unit);
        let (square, since) = (assessment.square, Some(since));
        out.then(|| Finding { square, since, ..finding(kind, assessment.unit.as_str(), text, command) })
    };
    let log = one("out_of_log", Commodity::Log, assessment.log.out, assessment.log.state);
    log.into_iter().chain(one("out_of_pol", Commodity::Pol, assessment.pol.out, assessment.pol.state)).collect()
}

/// Whether it draws supply for itself.
fn draws(assessment: &Assessment) -> bool {
    assessment.fed_by.is_none()
}

/// Those that a formation in supply feeds and that have none: no clear way leads from them to it. Of those one under
/// another only the upper one is named.
fn fed_and_out(tree: &Tree<'_>, sheet: &[Assessment], fed: &[Assessment]) -> Vec<Finding> {
    let mut found = Vec::new();
    for commodity in [Commodity::Log, Commodity::Pol] {
        let is_out = |a: &Assessment| if commodity == Commodity::Log { a.log.out } else { a.pol.out };
        let out: BTreeSet<&str> = fed.iter().filter(|a| is_out(a)).map(|a| a.unit.as_str()).collect();
        let is_under = |a: &Assessment| {
            let parent = tree.campaign().formation(a.unit.as_str()).and_then(|f| f.parent.as_ref());
            parent.is_some_and(|parent| out.contains(parent.as_str()))
        };
        for feeder in sheet.iter().filter(|a| !is_out(a)) {
            let by = |a: &&Assessment| a.fed_by.as_ref() == Some(&feeder.unit) && is_out(a) && !is_under(a);
            let left: Vec<&Assessment> = fed.iter().filter(by).collect();
            let Some(first) = left.first() else { continue };
            let kind = if commodity == Commodity::Log { "out_of_log" } else { "out_of_pol" };
            let named: Vec<&str> = left.iter().map(|a| a.unit.as_str()).collect();
            let text = format!("feeds some that are out of {}: {}", commodity.name(), few(&named, 3, ", "));
            let command = format!("supply trace {}", first.unit);
            found.push(Finding { square: first.square, ..finding(kind, feeder.unit.as_str(), text, command) });
        }
    }
    found
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
    let outlook = reorganise_outlook(tree);
    let told = |(unit, leaves): (&Formation, Vec<String>)| {
        let (hindered, command) = outlook(unit);
        let verb = if leaves.len() == 1 { "is" } else { "are" };
        let mut text = format!("{} of its leaves {verb} disorganised or broken", leaves.len());
        if let Some(why) = hindered {
            text = format!("{text}; {why}");
        }
        let (square, rests_on) = (tree.square(unit), (STATE, leaves));
        Finding { square, rests_on, ..finding("disorganised", unit.id.as_str(), text, command) }
    };
    units.into_iter().map(told).collect()
}

fn without_superior(tree: &Tree<'_>, sheet: &[Assessment]) -> Vec<Finding> {
    let told = |assessment: &Assessment| {
        let formation = tree.campaign().formations.get(&assessment.unit)?;
        let superior = tree.parent(formation)?;
        let had = tree.command_leaves(superior).next().is_some();
        if !had || tree.command_leaf(superior).is_some() {
            return None;
        }
        let text = format!("its superior `{}` has no HQ on the map", superior.id);
        let led = |f: &&&Formation| tree.command_leaf(f).is_some();
        let above = tree.superiors(superior);
        let command = match (above.iter().find(led), assessment.square) {
            (Some(above), _) => format!("unit command {} {}", formation.id, above.id),
            (None, Some(square)) => leaf_to_give(tree.campaign(), &superior.id, "hq", square),
            (None, None) => format!("unit show {}", superior.id),
        };
        let hqs = tree.command_leaves(superior).map(|hq| hq.id.to_string()).collect();
        let (square, rests_on) = (assessment.square, (STATE, hqs));
        Some(Finding { square, rests_on, ..finding("no_superior", formation.id.as_str(), text, command) })
    };
    sheet.iter().filter_map(told).collect()
}

/// Dumps that no LOG vehicle of their owner can serve.
fn dumps(campaign: &Campaign, tree: &Tree<'_>) -> Vec<Finding> {
    let serves = |f: &&Formation| f.vehicle_of() == Some(Commodity::Log) && f.is_on_map();
    let idle = campaign.dumps.values().filter(|dump| !tree.children(dump.owner.as_str()).iter().any(serves));
    let told = |dump: &crate::campaign::Dump| {
        let text = format!("its owner `{}` has no LOG vehicle on the map", dump.owner);
        let command = leaf_to_give(campaign, &dump.owner, "log", dump.square);
        let vehicles = tree.children(dump.owner.as_str()).iter().filter(|f| f.vehicle_of() == Some(Commodity::Log));
        let things = vehicles.map(|f| f.id.to_string()).chain([dump.id.to_string()]).collect();
        let (square, rests_on) = (Some(dump.square), (STATE, things));
        Finding { square, rests_on, ..finding("no_vehicle", dump.id.as_str(), text, command) }
    };
    idle.map(told).collect()
}

/// Railheads with stock on which no line ends, and vehicles that stand with nothing in them.
fn stocks(campaign: &Campaign, sheet: &[Assessment]) -> Vec<Finding> {
    let holds = |id: &str, commodity| campaign.stock.balance(id, commodity) > 0;
    let drawn = |id: &str| sheet.iter().any(|a| a.log.source.as_ref().is_some_and(|source| source.as_str() == id));
    let unused = campaign.railheads.values().filter(|railhead| {
        let id = railhead.id.as_str();
        (holds(id, Commodity::Log) || holds(id, Commodity::Pol)) && !drawn(id)
    });
    let unused = unused.map(|railhead| {
        let text = "holds stock, and no line of supply ends there".to_owned();
        let command = format!("supply stocks {}", railhead.id);
        let (square, rests_on) = (Some(railhead.square), (STOCK, vec![railhead.id.to_string()]));
        Finding { square, rests_on, ..finding("unused_railhead", railhead.id.as_str(), text, command) }
    });
    let idle = campaign.formations.values().filter(|f| {
        let marched = f.leaf.as_ref().is_some_and(|leaf| leaf.march.today);
        let on_the_road = campaign.convoy_of(f.id.as_str()).is_some();
        let comes = |goal: &Goal| matches!(goal, Goal::Formation(to) if f.parent.as_ref() == Some(to));
        let is_awaited = campaign.convoys.values().any(|convoy| comes(&convoy.to));
        f.is_on_map()
            && !marched
            && !on_the_road
            && !is_awaited
            && f.vehicle_of().is_some_and(|carries| !holds(f.id.as_str(), carries))
    });
    let idle = idle.map(|vehicle| {
        let text = "stands empty and has not marched today".to_owned();
        let command = fetch(campaign, sheet, vehicle);
        let (square, rests_on) = (vehicle.stands_on(), (VEHICLE, vec![vehicle.id.to_string()]));
        Finding { square, rests_on, ..finding("idle_vehicle", vehicle.id.as_str(), text, command) }
    });
    unused.chain(idle).collect()
}

/// The march that takes an empty vehicle to where it would fetch from: the first dump of its formation's line, or the end
/// of its chain; where neither is open, the plan that says what is wanted where.
fn fetch(campaign: &Campaign, sheet: &[Assessment], vehicle: &Formation) -> String {
    let of = sheet.iter().find(|a| vehicle.parent.as_ref() == Some(&a.unit));
    let accounts: Vec<String> = match (of, vehicle.vehicle_of()) {
        (Some(a), Some(Commodity::Pol)) => {
            a.pol.links.last().filter(|l| l.is_ok()).map(|l| l.to.clone()).into_iter().collect()
        }
        (Some(a), _) => a.log.legs.iter().map(|leg| leg.to.to_string()).collect(),
        (None, _) => Vec::new(),
    };
    // A dump on its own square is what it fetches for.
    let mut squares = accounts.iter().filter_map(|account| campaign.account_square(account));
    let square = squares.find(|square| vehicle.stands_on() != Some(*square));
    square.map_or_else(
        || format!("supply plan --side {}", vehicle.side),
        |square| format!("move {} {}", vehicle.id, campaign.frame.reference(square)),
    )
}

/// A formation that has none left after tonight at the present use, or is cut off and down to its last.
fn runs_dry(campaign: &Campaign, using: &PresentUse, assessment: &Assessment) -> Option<Finding> {
    let both = [
        (Commodity::Log, assessment.log.state, assessment.log.stock),
        (Commodity::Pol, assessment.pol.state, assessment.pol.stock),
    ];
    let (mut cut_off, mut texts) = (Vec::new(), Vec::new());
    for (commodity, state, stock) in both {
        let (name, a_day) = (commodity.name(), using.a_day(&assessment.unit, commodity));
        match stock {
            Some(1) if state == SupplyState::Cut => cut_off.push(name),
            Some(holds) if holds > 0 && using.is_last_day(&assessment.unit, commodity, holds) => {
                texts.push(match using.portion(&assessment.unit, commodity) {
                    Some(portion) => {
                        format!("holds {holds} {name}, {}: none is left after tonight", portion.text(name))
                    }
                    None => format!("holds {holds} {name} and uses {a_day} a day: none is left after tonight"),
                });
            }
            _ => {}
        }
    }
    if !cut_off.is_empty() {
        texts.insert(0, format!("is cut off and down to its last {}", cut_off.join(" and ")));
    }
    if texts.is_empty() {
        return None;
    }
    let text = texts.join("; ");
    let command = format!("supply trace {}", assessment.unit);
    let own = campaign.dumps.values().filter(|dump| dump.owner == assessment.unit);
    let (square, rests_on) = (assessment.square, (STOCK, own.map(|dump| dump.id.to_string()).collect()));
    Some(Finding { square, rests_on, ..finding("runs_dry", assessment.unit.as_str(), text, command) })
}

/// How many contacts there are.
pub fn contact_count(campaign: &Campaign) -> usize {
    contacts(campaign).len()
}
