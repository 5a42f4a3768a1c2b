//! What became of orders that were given: as the log tells it, and of a march what stopped it.
//!
//! What it decides: which operation was the end of an order. Why a march stopped stands in no event: the session remembers what it
//! marched itself ([`MarchesKnown`]); what another process marched is marched again, once, on the campaign as it stood then.

use std::collections::BTreeMap;
use std::sync::Arc;

use campaign::march::{ActionAccount, LeafMarch, MarchAccount};
use campaign::{Event, Order};
use domain::{Bound, FormationId};
use ledger::Moment;

use super::log::LogEntry;
use crate::command::Request;
use crate::{DecisionContext, Notice, OpError, Session};

/// How many bounds back it is looked up what stopped a march; of those before only that they were carried out.
const LOOKED_UP: u32 = 3;

/// What became of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderFate {
    /// The operation that gave it.
    pub given: u64,
    /// The order.
    pub order: Order,
    /// The order in whose place it came, with the operation that gave that one.
    pub in_place_of: Option<(u64, Order)>,
    /// What became of it.
    pub end: OrderEnd,
}

/// The end of an order, or that it has none yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderEnd {
    /// It stands; where it was tried in vain, what came of that.
    Stands(Option<CameTo>),
    /// It was carried out, in whole or in part; what it came to, where that was looked up.
    CarriedOut(Option<CameTo>),
    /// Another order of the same unit for the same bound came in its place, by this operation.
    Replaced(u64, Box<Order>),
    /// It was cancelled, or its unit is no more.
    Cancelled,
    /// Nobody had carried it out when its bound closed; where it was tried in vain, what came of that.
    Dropped(Option<CameTo>),
    /// The operation that gave it was taken back.
    TakenBack,
}

/// What carrying it out came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CameTo {
    /// The marches of its leaves.
    Marches(Vec<LeafMarch>),
    /// What came of an order that is no march.
    Action(ActionAccount),
}

/// What marches of bounds came to, by the operation that marched them; none of what cannot be marched again.
#[derive(Debug, Default)]
pub(crate) struct MarchesKnown(BTreeMap<u64, Option<Arc<MarchAccount>>>);

impl MarchesKnown {
    /// Remembers what an operation came to that has just been done.
    pub(crate) fn keep(&mut self, operation: u64, account: &MarchAccount) {
        self.0.insert(operation, Some(Arc::new(account.clone())));
    }
}

/// The orders of one unit in the standing log, each as it changed, with the operation and the bound in which it did.
type OrderChange = (u64, Bound, Option<Order>, Option<Order>);

/// The standing log.
struct Standing {
    entries: BTreeMap<u64, LogEntry>,
    running: Bound,
    /// What changed the orders of units that were asked for.
    changes: BTreeMap<FormationId, Vec<OrderChange>>,
}

impl Session {
    /// What became of the orders that each of these operations gave; nothing for one that gave none.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn order_fates(&mut self, given: &[u64]) -> Result<Vec<OrderFate>, OpError> {
        let mut log = Standing { entries: BTreeMap::new(), running: Bound::FIRST, changes: BTreeMap::new() };
        let all = self.log()?;
        log.running = all.last().map_or(Bound::FIRST, |entry| entry.bound);
        // What was taken back, and done again by a correction, has another number now.
        let asked = all.iter().filter(|entry| given.contains(&entry.op) && entry.op > 1);
        let asked = asked.map(|entry| Ok((entry.op, self.stands_as(&all, entry.op)?)));
        let asked = asked.collect::<Result<Vec<(u64, Option<u64>)>, OpError>>()?;
        log.entries = all.into_iter().filter(|entry| entry.stands).map(|entry| (entry.op, entry)).collect();
        let mut fates = Vec::new();
        for (was, is) in asked {
            for event in self.ledger().events_of(is.unwrap_or(was))? {
                let Event::OrderChanged { before, after: Some(order), .. } = event else { continue };
                let in_place_of = match before {
                    Some(before) if is.is_some() => log.giver(self, &before)?.map(|by| (by, *before)),
                    _ => None,
                };
                let end = match is {
                    Some(is) => log.end(self, is, &order)?,
                    None => OrderEnd::TakenBack,
                };
                fates.push(OrderFate { given: was, order: *order, in_place_of, end });
            }
        }
        Ok(fates)
    }

    /// The operations that gave orders for the running bound, or the one before it, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn orders_given_lately(&self) -> Result<Vec<u64>, OpError> {
        let all = self.log()?;
        let running = all.last().map_or(Bound::FIRST, |entry| entry.bound);
        let is_late = |entry: &&LogEntry| entry.stands && entry.bound.ordinal() + 1 >= running.ordinal();
        let gives = |entry: &&LogEntry| matches!(Request::from_json(&entry.request), Ok(Request::OrderGive(_)));
        Ok(all.iter().filter(is_late).filter(gives).map(|entry| entry.op).collect())
    }

    fn account_of(&mut self, entry: &LogEntry) -> Result<Option<Arc<MarchAccount>>, OpError> {
        if let Some(known) = self.marches.0.get(&entry.op) {
            return Ok(known.clone());
        }
        let campaign = self.ledger().as_of(Moment::Operation(entry.parent.unwrap_or(1)))?;
        let context = DecisionContext {
            campaign: &campaign,
            reason: entry.reason.as_deref(),
            overridden: entry.overridden.as_deref(),
            seed: entry.seed.unwrap_or_default(),
        };
        // What another version decided this one may refuse: then there is no more to say of it.
        let decided = Request::from_json(&entry.request).and_then(|request| request.decide(&context));
        let account = decided.ok().and_then(|mut changes| match changes.take_told() {
            Some(Notice::March(account)) => Some(Arc::new(account)),
            _ => None,
        });
        self.marches.0.insert(entry.op, account.clone());
        Ok(account)
    }
}

impl Standing {
    /// What changed the orders of a unit.
    fn changes(&mut self, session: &Session, unit: &FormationId) -> Result<&[OrderChange], OpError> {
        if !self.changes.contains_key(unit) {
            let history = session.ledger().history_of(unit.as_str(), None)?;
            let changes = history.into_iter().filter_map(|(op, _, event)| match event {
                Event::OrderChanged { bound, before, after, .. } => {
                    Some((op, bound, before.map(|order| *order), after.map(|order| *order)))
                }
                _ => None,
            });
            self.changes.insert(unit.clone(), changes.collect());
        }
        Ok(self.changes.get(unit).map(Vec::as_slice).unwrap_or_default())
    }

    /// The operation that gave an order.
    fn giver(&mut self, session: &Session, order: &Order) -> Result<Option<u64>, OpError> {
        let changes = self.changes(session, &order.unit)?;
        Ok(changes.iter().rev().find(|(_, _, _, after)| after.as_ref() == Some(order)).map(|(op, ..)| *op))
    }

    /// What became of an order that this operation gave.
    fn end(&mut self, session: &mut Session, given: u64, order: &Order) -> Result<OrderEnd, OpError> {
        let (mut now, mut ended) = (order.clone(), None);
        let later: Vec<OrderChange> = self.changes(session, &order.unit)?.to_vec();
        for (op, _, _, after) in later.into_iter().filter(|(op, bound, ..)| *op > given && *bound == order.bound) {
            match after {
                // A dump that falls turns the order elsewhere, and it is the same order still.
                Some(after) if !self.gives(op) => now = after,
                after => {
                    ended = Some((op, after));
                    break;
                }
            }
        }
        let until = ended.as_ref().map_or(u64::MAX, |(op, _)| *op);
        let tried = self.tried(session, (given, until), &now)?;
        let Some((op, after)) = ended else { return Ok(OrderEnd::Stands(tried)) };
        if let Some(after) = after {
            return Ok(OrderEnd::Replaced(op, Box::new(after)));
        }
        Ok(match self.entries.get(&op).map(|entry| Request::from_json(&entry.request)) {
            Some(Ok(Request::BoundMarch(_))) => OrderEnd::CarriedOut(tried),
            Some(Ok(Request::BoundClose(_))) => OrderEnd::Dropped(tried),
            _ => OrderEnd::Cancelled,
        })
    }

    /// Whether an operation gave an order.
    fn gives(&self, op: u64) -> bool {
        let request = self.entries.get(&op).map(|entry| Request::from_json(&entry.request));
        matches!(request, Some(Ok(Request::OrderGive(_))))
    }

    /// What the last time came to that its bound marched with this order, from one operation to another, both with them.
    fn tried(
        &self,
        session: &mut Session,
        (given, until): (u64, u64),
        order: &Order,
    ) -> Result<Option<CameTo>, OpError> {
        let is_old = order.bound.ordinal() + LOOKED_UP < self.running.ordinal();
        let marched = |entry: &&LogEntry| {
            entry.bound == order.bound && matches!(Request::from_json(&entry.request), Ok(Request::BoundMarch(_)))
        };
        let mut between = self.entries.range(given..=until).map(|(_, entry)| entry);
        let Some(entry) = between.rfind(marched).filter(|_| !is_old) else { return Ok(None) };
        let Some(account) = session.account_of(entry)? else { return Ok(None) };
        if let Some(action) = account.actions.iter().find(|action| action.unit == order.unit) {
            return Ok(Some(CameTo::Action(action.clone())));
        }
        let own: Vec<LeafMarch> = account.leaves.iter().filter(|leaf| leaf.unit == order.unit).cloned().collect();
        Ok((!own.is_empty()).then_some(CameTo::Marches(own)))
    }
}
