//! `order UNIT open-dump`, `order VEHICLE send`: orders of supply.
//!
//! What it decides: what such an order keeps, what is refused already when it is given, and what it comes to when
//! `bound march` carries it out: just what `dump open` or `supply send` would then do.
//! What it never does: drive; that is `bound close` (`bound::convoys`).

use serde::{Deserialize, Serialize};

use campaign::march::ActionAccount;
use campaign::{Action, Campaign, DumpOrder, Event, Formation, Order, Refusal, SendOrder, Tree, is_boundary};
use domain::{AccountId, Bound, Commodity, Echelon, FormationId, Said, command};

use crate::command::supply::DumpOpen;
use crate::command::supply::convoy::load::could_hold;
use crate::command::supply::convoy::place::of_others;
use crate::command::supply::convoy::{SupplySend, drives, is_free, out_of_hours, sending, set_out, vehicle};
use crate::command::unit::new::legal_id;
use crate::{Changeset, DecisionContext, Notice, OpError, pick};

/// An order to open a dump.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderOpenDump {
    /// The vehicle, or the formation whose vehicle opens it, as given.
    pub unit: String,
    /// The id of the dump.
    pub dump: String,
    /// The formation to which it will belong, as given; none for the unit, of a vehicle its superior.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Where the vehicle must stand, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The level that it will serve, as given; none for that of its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Its name; none for its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl OrderOpenDump {
    pub(crate) fn order(&self, campaign: &Campaign) -> Result<DumpOrder, OpError> {
        legal_id(&self.dump)?;
        let unit = pick::unit(campaign, &self.unit)?;
        let tree = Tree::new(campaign);
        let owner = match &self.owner {
            Some(owner) => pick::unit(campaign, owner)?,
            None if unit.vehicle_of().is_some() => tree.parent(unit).unwrap_or(unit),
            None => unit,
        };
        let refuse = |message, hint: Said| Err(OpError::NotNow { message, at: unit.id.to_string(), hint });
        if owner.side != unit.side {
            return refuse(
                format!("{} and {} belong to different sides", unit.named(), owner.named()),
                Said::default(),
            );
        }
        if !has_log_vehicle(campaign, unit) {
            let message = format!("{} has no LOG vehicle to open a dump with", unit.named());
            return refuse(message, command!("`railhead dump open` without `--by` is the umpire's correction"));
        }
        let id = self.dump.as_str();
        let is_open = campaign.dumps.get(id).is_some_and(|dump| !dump.closed);
        if is_open || campaign.railheads.contains_key(id) || campaign.formation(id).is_some() || is_boundary(id) {
            return Err(Refusal::Taken(id.to_owned()).into());
        }
        Ok(DumpOrder {
            dump: AccountId::from(id),
            owner: owner.id.clone(),
            at: self.at.as_deref().map(|at| pick::square(campaign, at)).transpose()?,
            level: self.level.as_deref().map(|word| word.replace('-', "_").parse::<Echelon>()).transpose()?,
            name: self.name.clone(),
        })
    }
}

/// Whether a unit is, or has directly under it, a LOG vehicle that is not lost; it may yet arrive.
fn has_log_vehicle(campaign: &Campaign, unit: &Formation) -> bool {
    let of_unit = |f: &&Formation| f.id == unit.id || f.parent.as_ref() == Some(&unit.id);
    let lives = |f: &Formation| f.leaf.as_ref().is_some_and(|leaf| !leaf.state.is_lost());
    campaign.formations.values().filter(of_unit).any(|f| f.vehicle_of() == Some(Commodity::Log) && lives(f))
}

/// What an order to send keeps; refused where it can never be done.
pub(crate) fn send_order(campaign: &Campaign, request: &SupplySend) -> Result<SendOrder, OpError> {
    let lead = request.vehicles.first().map(|word| vehicle(campaign, word)).transpose()?;
    let vehicles = request.vehicles(campaign)?;
    let stranger = lead.and_then(|lead| Some((lead.side, vehicles.iter().find(|other| other.side != lead.side)?)));
    if let Some((side, other)) = stranger {
        let id = &other.id;
        let message = format!("{} does not belong to {}", other.named(), campaign.side_name(side));
        return Err(OpError::NotNow {
            message,
            at: id.to_string(),
            hint: "send each side's vehicles separately".into(),
        });
    }
    vehicles.iter().try_for_each(|vehicle| drives(vehicle))?;
    let order = request.errand(campaign, &vehicles)?;
    if let Some(load) = &order.load {
        could_hold(&vehicles, load)?;
    }
    let others = vehicles.iter().filter(|vehicle| lead.is_none_or(|lead| lead.id != vehicle.id));
    Ok(SendOrder { with: others.map(|vehicle| vehicle.id.clone()).collect(), ..order })
}

/// What is to be known of an order when it is given for a bound: refused where a vehicle is on the road or off the map in
/// the running one, told where the hour forbids it.
pub(crate) fn foresee(
    changes: &mut Changeset,
    unit: &FormationId,
    action: &Action,
    bound: Bound,
) -> Result<(), OpError> {
    let Action::Send(send) = action else { return Ok(()) };
    let vehicles = vehicles(changes.now(), unit, send)?;
    if bound == changes.now().bound {
        vehicles.iter().try_for_each(|vehicle| is_free(changes.now(), vehicle))?;
    }
    let rules = out_of_hours(&Tree::new(changes.now()), &vehicles, send.load.is_some(), bound);
    for rule in rules {
        changes.note(format!("{rule}; in {bound} only `bound march --override` carries it out"));
    }
    Ok(())
}

/// The vehicles of an order, by id.
fn vehicles<'a>(campaign: &'a Campaign, unit: &FormationId, send: &SendOrder) -> Result<Vec<&'a Formation>, OpError> {
    let mut ids: Vec<&FormationId> = std::iter::once(unit).chain(&send.with).collect();
    ids.sort();
    ids.into_iter().map(|id| vehicle(campaign, id.as_str())).collect()
}

/// Carries an order of supply out, or says why it is not; none of it is done then, and it stands.
pub(crate) fn carry_out(
    context: &DecisionContext<'_>,
    changes: &mut Changeset,
    given: &Order,
) -> Result<Option<ActionAccount>, OpError> {
    let leaves = given.holds().count();
    let account =
        |done, why| ActionAccount { unit: given.unit.clone(), action: given.action.word(), done, leaves, why };
    if !matches!(given.action, Action::OpenDump(_) | Action::Send(_)) {
        return Ok(None);
    }
    // The march may have cost the dump where it was to load: then the order went with it.
    let Some(order) = changes.now().orders.get(given.unit.as_str(), given.bound).cloned() else {
        return Ok(Some(account(0, Some("the dump where it was to load is gone".to_owned()))));
    };
    Ok(Some(match changes.attempt(|changes| decide(context, changes, &order)) {
        Ok(()) => {
            let (unit, bound) = (order.unit.clone(), order.bound);
            changes.happen(Event::OrderChanged { unit, bound, before: Some(Box::new(order)), after: None })?;
            let notes = if let Some(Notice::Notes(notes)) = changes.take_told() { notes } else { Vec::new() };
            account(leaves, (!notes.is_empty()).then(|| notes.join("; ")))
        }
        Err(why) => {
            changes.take_told();
            account(0, Some(why.to_string()))
        }
    }))
}

fn decide(context: &DecisionContext<'_>, changes: &mut Changeset, order: &Order) -> Result<(), OpError> {
    match &order.action {
        Action::OpenDump(open) => command(changes.now(), &order.unit, open).decide(context, changes),
        Action::Send(send) => {
            let vehicles = vehicles(changes.now(), &order.unit, send)?;
            vehicles.iter().try_for_each(|vehicle| is_free(changes.now(), vehicle))?;
            still_ours(changes.now(), vehicles[0], &order.action)?;
            let sending = sending(changes.now(), &vehicles, send, order.bound)?;
            set_out(context, changes, sending)
        }
        Action::Move(_) | Action::DigIn { .. } | Action::Reorganise => Ok(()),
    }
}

/// `dump open` as an order has it.
fn command(campaign: &Campaign, unit: &FormationId, open: &DumpOrder) -> DumpOpen {
    DumpOpen {
        id: open.dump.to_string(),
        owner: open.owner.to_string(),
        at: open.at.map(|at| campaign.frame.reference(at)),
        level: open.level.map(|level| level.to_string()),
        name: open.name.clone(),
        source: false,
        by: Some(unit.to_string()),
    }
}

/// Refuses to load from or to deliver to what has fallen to another side since the order was given.
fn still_ours(campaign: &Campaign, vehicle: &Formation, action: &Action) -> Result<(), OpError> {
    let side = vehicle.side;
    for account in action.accounts() {
        if let Some(other) = campaign.account_side(account.as_str()).filter(|other| *other != side) {
            return Err(of_others(campaign, account.as_str(), other, side));
        }
    }
    Ok(())
}

/// Why an order of supply could not be carried out as things stand; none where it could, or is another.
pub(super) fn hindered(campaign: &Campaign, order: &Order) -> Option<String> {
    if !matches!(order.action, Action::OpenDump(_) | Action::Send(_)) {
        return None;
    }
    let context = DecisionContext::plain(campaign);
    let mut changes = context.changes();
    decide(&context, &mut changes, order).err().map(|why| why.to_string())
}
