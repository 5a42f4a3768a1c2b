//! `order`, `bound march`: orders kept until they are carried out, both sides together.

pub(crate) mod coming;
pub(crate) mod due;
pub(crate) mod march;
pub(crate) mod march_refusal;
pub(crate) mod supply;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use campaign::march::{ActionAccount, MarchAccount, Task, march, place};
use campaign::{Action, Campaign, Event, Formation, MarchOrder, Order, Tree};
use dice::Dice;
use domain::{Bound, Echelon, FormationId, Square, command, counted, few};

use super::bound::hindrance;
use super::bound::reorganise::reorganise;
use crate::command::dice_words::DiceWords;
use crate::command::ground::dig_in::{self, DigIn};
use crate::command::order::march::{UnitMove, carry_out, must_be_free, ruling};
use crate::command::order::supply::OrderOpenDump;
use crate::command::supply::convoy::SupplySend;
use crate::command::supply::convoy::promised::too_much;
use crate::{Changeset, DecisionContext, Notice, OpError, pick};

/// What is ordered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderAction {
    /// To march.
    Move(UnitMove),
    /// To dig in.
    DigIn(DigIn),
    /// To reorganise.
    Reorganise {
        /// The unit, as given.
        unit: String,
    },
    /// To open a dump.
    OpenDump(OrderOpenDump),
    /// To be sent: the first vehicle is the unit that has the order, and the bound is that of the order.
    Send(SupplySend),
}

impl OrderAction {
    /// The word for each.
    pub const WORDS: [&str; 5] = Action::WORDS;
}

/// An order is given, in place of any other of the same unit and bound.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderGive {
    /// What is ordered.
    #[serde(rename = "deed")]
    pub action: OrderAction,
    /// For which bound, as given; the running one where none is.
    pub bound: Option<String>,
}

impl OrderGive {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let campaign = changes.now();
        let (unit, action) = match &self.action {
            OrderAction::Move(request) => (&request.unit, Action::Move(request.order(campaign)?)),
            OrderAction::DigIn(request) => (&request.unit, Action::DigIn { fortify: request.fortify }),
            OrderAction::Reorganise { unit } => (unit, Action::Reorganise),
            OrderAction::OpenDump(request) => (&request.unit, Action::OpenDump(request.order(campaign)?)),
            OrderAction::Send(request) => {
                let order = supply::send_order(campaign, request)?;
                (&request.vehicles[0], Action::Send(order))
            }
        };
        let unit = pick::unit(campaign, unit)?;
        let lives = |leaf: &&Formation| leaf.leaf.as_ref().is_some_and(|leaf| !leaf.state.is_lost());
        if !Tree::new(campaign).leaves(unit).iter().any(lives) {
            let message = format!("{} has nobody left", unit.named());
            let hint = command!("`railhead unit history {}`", unit.id);
            return Err(OpError::NotNow { message, at: unit.id.to_string(), hint });
        }
        let bound = bound(campaign, self.bound.as_deref(), matches!(action, Action::Send(_)))?;
        // By the next bound its convoy may be home.
        if bound == campaign.bound && !matches!(action, Action::Send(_)) {
            must_be_free(campaign, unit)?;
        }
        let coming = coming::by_then(campaign, unit, bound)?;
        let notes = match &action {
            Action::Move(march) => {
                let places = behind(campaign, unit, march, bound).or_else(|| strung_out(campaign, unit, march));
                [idle(campaign, unit, bound)?, places, there(campaign, unit, march)]
            }
            Action::Reorganise if bound == campaign.bound => [rest(campaign, unit), None, None],
            Action::DigIn { fortify } if bound == campaign.bound => {
                let does = if *fortify { "fortify" } else { "dig in" };
                let why = dig_in::in_vain(campaign, &unit.id, *fortify);
                [why.map(|why| format!("as it stands nobody of {} can {does}: {why}", unit.name)), None, None]
            }
            _ => [None, None, None],
        };
        let unit = unit.id.clone();
        coming.into_iter().chain(notes.into_iter().flatten()).for_each(|note| changes.note(note));
        supply::foresee(changes, &unit, &action, bound)?;
        let loads_from = match &action {
            Action::Send(send) => send.from.clone(),
            _ => None,
        };
        change(changes, &unit, bound, Some(action))?;
        for note in too_much(changes.now(), loads_from.as_ref()) {
            changes.note(note);
        }
        Ok(())
    }
}

/// Which leaves of a unit cannot march in a bound for lack of moving hours; refused where none can.
fn idle(campaign: &Campaign, unit: &Formation, bound: Bound) -> Result<Option<String>, OpError> {
    let hours = |bound: Bound, vehicle| campaign.settings.moving_hours(bound.phase, vehicle);
    let leaves: Vec<&Formation> =
        Tree::new(campaign).leaves(unit).into_iter().filter(|leaf| leaf.stands_on().is_some()).collect();
    let kept = |leaf: &&&Formation| hours(bound, leaf.vehicle_of().is_some()) == 0;
    let (idle, of) = (leaves.iter().filter(kept).count(), leaves.len());
    let later = std::iter::successors(Some(bound.next()), |bound| Some(bound.next())).take(3);
    let goes = |bound: &Bound| leaves.iter().filter(kept).all(|leaf| hours(*bound, leaf.vehicle_of().is_some()) > 0);
    let Some(when) = later.into_iter().find(goes).filter(|_| idle > 0) else { return Ok(None) };
    if idle < of {
        let (have, they) = if idle == 1 { ("has", "it can") } else { ("have", "they can") };
        let of = counted(of, "leaf");
        return Ok(Some(format!(
            "{idle} of its {of} {have} no moving hours in {bound} and will stay; {they} march in {when}"
        )));
    }
    let (id, now) = (&unit.id, campaign.bound);
    let hint = if when == now || when == now.next() {
        command!("it can march in {when}: `railhead order {id} move SQUARE --for {}`", when.typed())
    } else {
        format!("it can march in {when}: give the order in the bound before that, with `--for next`").into()
    };
    let message = format!("{} has no moving hours in {bound}", unit.named());
    Err(OpError::NotNow { message, at: id.to_string(), hint })
}

/// What of an order to reorganise could not be done as all stands, and why.
fn rest(campaign: &Campaign, unit: &Formation) -> Option<String> {
    let under = Tree::new(campaign).leaves(unit).iter().map(|leaf| leaf.id.clone()).collect();
    let ActionAccount { done, leaves, why, .. } = hindrance::ordered(campaign, &unit.id, &under, false);
    let (name, why) = (&unit.name, why?);
    match (done, leaves) {
        (_, 0) => Some(format!("{name} has nothing to reorganise for: {why}")),
        (0, _) => Some(format!("as it stands nobody of {name} can reorganise: {why}")),
        _ => Some(format!("as it stands {done} of its {} can reorganise: {why}", counted(leaves, "leaf"))),
    }
}

/// That all of a unit stands already where it is to go; each in its place round its square, unless all are to come to one.
fn there(campaign: &Campaign, unit: &Formation, order: &MarchOrder) -> Option<String> {
    let [to] = order.way[..] else { return None };
    let tree = Tree::new(campaign);
    let mut squares = tree.leaves(unit).into_iter().filter_map(Formation::stands_on).peekable();
    let keeps_places = !order.close_up && tree.square(unit) == Some(to);
    let is_there = squares.peek().is_some() && (keeps_places || squares.all(|square| square == to));
    is_there.then(|| format!("{} already stands in {}", unit.name, campaign.frame.reference(to)))
}

/// Whose place in the formation would lie behind the enemy's front, where the formation itself does not go there.
fn behind(campaign: &Campaign, unit: &Formation, order: &MarchOrder, bound: Bound) -> Option<String> {
    let (tree, frame) = (Tree::new(campaign), &campaign.frame);
    let (start, end) = (tree.square(unit)?, *order.way.last()?);
    let is_enemys = |square: Square| campaign.ground.control(square).is_some_and(|side| side != unit.side);
    if order.close_up || order.alone || is_enemys(end) {
        return None;
    }
    let has_own = |f: &Formation| f.id != unit.id && campaign.orders.get(f.id.as_str(), bound).is_some();
    let goes = |leaf: &&Formation| {
        !has_own(leaf) && !tree.superiors(leaf).into_iter().take_while(|f| f.id != unit.id).any(has_own)
    };
    let leaves: Vec<Square> = tree.leaves(unit).into_iter().filter(goes).filter_map(Formation::stands_on).collect();
    let places: Vec<Square> = leaves.iter().filter_map(|leaf| place(frame, *leaf, start, end)).collect();
    let behind = places.iter().copied().filter(|square| is_enemys(*square));
    let (count, squares) = (behind.clone().count(), behind.collect::<BTreeSet<_>>());
    if count == 0 {
        return None;
    }
    let squares: Vec<String> = squares.into_iter().map(|square| frame.reference(square)).collect();
    let (keep, place) = if count == 1 { ("has its", "place") } else { ("have their", "places") };
    let (of, at) = (counted(leaves.len(), "leaf"), few(&squares, 4, ", "));
    let end = frame.reference(end);
    Some(format!(
        "{count} of its {of} {keep} {place} in the formation behind the enemy's front, in {at}: `--close-up` brings all to {end}"
    ))
}

/// How far from its square the leaves of a division stand that is in one piece, in km; of smaller units half of that.
const IN_ONE_PIECE_KM: u32 = 18;

/// That a unit has leaves far from where it stands, which keep their distance on the march.
fn strung_out(campaign: &Campaign, unit: &Formation, order: &MarchOrder) -> Option<String> {
    if order.close_up || order.alone || unit.echelon > Echelon::Division || order.way.len() != 1 {
        return None;
    }
    let tree = Tree::new(campaign);
    let (start, end) = (tree.square(unit)?, *order.way.last()?);
    let km = if unit.echelon == Echelon::Division { IN_ONE_PIECE_KM } else { IN_ONE_PIECE_KM / 2 };
    let most = km * 1_000 / campaign.frame.square_m.max(1);
    let far: Vec<u32> = tree
        .leaves(unit)
        .into_iter()
        .filter(|leaf| leaf.is_fighting_leaf())
        .filter_map(|leaf| Some(leaf.stands_on()?.steps_to(start)).filter(|steps| *steps > most))
        .collect();
    let farthest = far.iter().max()?;
    let (end, squares) = (campaign.frame.reference(end), counted(*farthest as usize, "square"));
    let (stand, keep) = if far.len() == 1 { ("stands", "keeps") } else { ("stand", "keep") };
    Some(format!(
        "{} of it {stand} up to {squares} away and {keep} that distance: `--close-up` brings all to {end}",
        counted(far.len(), "leaf")
    ))
}

/// The bound of an order: the running one or the next. A convoy can be sent for a later one, not by an order.
fn bound(campaign: &Campaign, given: Option<&str>, sends: bool) -> Result<Bound, OpError> {
    let now = campaign.bound;
    let bound = given.map_or(Ok(now), |word| pick::bound(campaign, word))?;
    if bound == now || bound == now.next() {
        return Ok(bound);
    }
    let next = now.next();
    let hint = if sends && bound > now {
        let typed = bound.typed();
        command!("orders are for {now} or for {next}; `railhead supply send ... --for {typed}` books a convoy ahead")
    } else {
        format!("orders are for {now} or for {next}").into()
    };
    Err(OpError::not_now(format!("no order can be given for {bound}"), hint))
}

fn change(changes: &mut Changeset, unit: &FormationId, bound: Bound, action: Option<Action>) -> Result<(), OpError> {
    let before = changes.now().orders.get(unit.as_str(), bound).cloned().map(Box::new);
    let after = action.map(|action| Box::new(Order { unit: unit.clone(), bound, action }));
    if before == after {
        return Ok(());
    }
    changes.happen(Event::OrderChanged { unit: unit.clone(), bound, before, after })
}

/// An order is cancelled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderCancel {
    /// The unit, as given.
    pub unit: String,
    /// For which bound, as given; every bound where none is.
    pub bound: Option<String>,
}

impl OrderCancel {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?.id.clone();
        let only = self.bound.as_deref().map(|word| bound(changes.now(), Some(word), false)).transpose()?;
        let meant = |order: &&Order| order.unit == unit && only.is_none_or(|bound| bound == order.bound);
        let bounds: Vec<Bound> = changes.now().orders.iter().filter(meant).map(|order| order.bound).collect();
        if bounds.is_empty() {
            return Err(OpError::NotNow {
                message: format!("{} has no such order", changes.now().named(&unit)),
                at: unit.to_string(),
                hint: command!("`railhead order list` shows the orders"),
            });
        }
        bounds.into_iter().try_for_each(|bound| change(changes, &unit, bound, None))
    }
}

/// The marches ordered for the running bound are carried out, those of both sides together; then who is ordered to
/// digs in or reorganises; then orders of supply, one after the other by unit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundMarch {
    /// The dice of odd markers.
    #[serde(flatten)]
    pub dice: DiceWords,
}

impl BoundMarch {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        self.dice.throw(context, |dice| Self::decide_with(context, changes, dice))
    }

    /// Carries the orders out with these dice.
    pub(super) fn decide_with(
        context: &DecisionContext<'_>,
        changes: &mut Changeset,
        dice: &mut Dice<'_>,
    ) -> Result<(), OpError> {
        let now = context.campaign.bound;
        let orders: Vec<&Order> = context.campaign.orders.iter().filter(|order| order.bound == now).collect();
        let tasks: Vec<Task<'_>> = orders.iter().filter_map(|order| task(context.campaign, order)).collect();
        let digs: Vec<_> = orders.iter().filter(|order| matches!(order.action, Action::DigIn { .. })).collect();
        if orders.is_empty() {
            let hint = command!("give orders with `railhead order UNIT move SQUARE`");
            return Err(OpError::not_now(format!("no unit has an order for {now}"), hint));
        }
        let mut ruling = ruling(context.campaign, tasks.iter().map(|task| task.unit), context.overridden.is_some());
        let others = orders.iter().filter(|order| !matches!(order.action, Action::Move(_)));
        ruling.held = others.flat_map(|order| order.holds()).cloned().collect();
        let account = march(context.campaign, &tasks, &ruling);
        let done = |unit: &FormationId| {
            let mut own = account.leaves.iter().filter(|leaf| leaf.unit == *unit);
            own.any(|leaf| leaf.has_marched() || leaf.stop.is_none())
        };
        let done: Vec<FormationId> = tasks.iter().map(|task| task.unit.id.clone()).filter(|unit| done(unit)).collect();
        carry_out(changes, account)?;
        done.iter().try_for_each(|unit| change(changes, unit, now, None))?;
        let mut actions = Vec::new();
        for order in digs {
            let fortify = matches!(order.action, Action::DigIn { fortify: true });
            let who = own_leaves(context.campaign, &orders, &order.unit);
            let forced = context.overridden.is_some();
            let (account, is_over) = dig_in::ordered(changes, &order.unit, &who, fortify, forced)?;
            if is_over {
                change(changes, &order.unit, now, None)?;
            }
            actions.push(account);
        }
        let rests = orders.iter().filter(|order| matches!(order.action, Action::Reorganise));
        for unit in rests.map(|order| &order.unit) {
            let who = own_leaves(context.campaign, &orders, unit).into_iter().collect();
            let account = hindrance::ordered(changes.now(), unit, &who, context.overridden.is_some());
            if account.done > 0 {
                reorganise(context, changes, dice, unit, &who)?;
            }
            if account.done > 0 || account.leaves == 0 {
                change(changes, unit, now, None)?;
            }
            actions.push(account);
        }
        let told = changes.take_told();
        for order in &orders {
            actions.extend(supply::carry_out(context, changes, order)?);
        }
        if let Some(Notice::March(account)) = told {
            changes.tell(Notice::March(MarchAccount { actions, ..account }));
        }
        Ok(())
    }
}

/// The leaves under a unit that go by its order, and by no order of their own or of a unit between.
fn own_leaves(campaign: &Campaign, orders: &[&Order], unit: &FormationId) -> Vec<FormationId> {
    let tree = Tree::new(campaign);
    let ordered: BTreeSet<&FormationId> = orders.iter().flat_map(|order| order.holds()).collect();
    let goes_by = |leaf: &&Formation| {
        let up = std::iter::once(*leaf).chain(tree.superiors(leaf));
        up.map(|formation| &formation.id).find(|id| ordered.contains(id)) == Some(unit)
    };
    let leaves = campaign.formations.get(unit).map(|unit| tree.leaves(unit)).unwrap_or_default();
    leaves.into_iter().filter(goes_by).map(|leaf| leaf.id.clone()).collect()
}

fn task<'a>(campaign: &'a Campaign, order: &'a Order) -> Option<Task<'a>> {
    let Action::Move(march) = &order.action else { return None };
    Some(Task { unit: campaign.formations.get(&order.unit)?, order: march })
}
