//! `dump ...` and `supply transfer / receive / stocktake`: stock by hand.

pub(crate) mod airlift;
pub(crate) mod claim;
pub(crate) mod convoy;
pub(crate) mod dump;
pub(crate) mod dump_destroy;
pub(crate) mod forecast;
pub(crate) mod plan;
pub(crate) mod strikes;

use serde::{Deserialize, Serialize};

use campaign::{Dump, Event, can_carry, is_boundary};
use domain::{AccountId, Commodity, Echelon, FormationId, Square, command};

use crate::command::unit::new::legal_id;
use crate::{Changeset, DecisionContext, OpError, pick};

/// A dump is opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DumpOpen {
    /// Its id.
    pub id: String,
    /// The formation to which it belongs, as given.
    pub owner: String,
    /// Where it stands, as given; where the vehicle stands that opens it, where none is.
    #[serde(default)]
    pub at: Option<String>,
    /// The level that it serves; none for that of its owner.
    pub level: Option<String>,
    /// Its name; none for its id.
    pub name: Option<String>,
    /// Whether it is a source.
    pub source: bool,
    /// The vehicle, or the formation whose vehicle, opens it, as given; none for the umpire's correction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl DumpOpen {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        legal_id(&self.id)?;
        let owner = pick::unit(changes.now(), &self.owner)?;
        let level = self.level.as_deref().map(|word| word.replace('-', "_").parse::<Echelon>()).transpose()?;
        let (owner, level) = (owner.id.clone(), level.unwrap_or(owner.echelon));
        let square = match (&self.by, &self.at) {
            (Some(by), at) => crate::command::supply::dump::unload(context, changes, by, &owner, at.as_deref())?,
            (None, at) => pick::square(changes.now(), at.as_deref().unwrap_or_default())?,
        };
        if let Some(there) = changes.now().dumps.get(self.id.as_str()).filter(|dump| dump.closed) {
            let there = there.clone();
            return crate::command::supply::dump::open_again(changes, &there, square, (owner, level));
        }
        let place = self.at.as_deref().map(|at| pick::place_name(changes.now(), at)).transpose()?.flatten();
        let dump = Dump {
            id: AccountId::from(self.id.as_str()),
            owner,
            level,
            name: self.name.clone().unwrap_or_else(|| self.id.clone()),
            place: place.map(|(name, _)| name.to_owned()),
            square,
            source: self.source,
            closed: false,
            note: String::new(),
        };
        note_of_enemy(changes, &self.id, &dump.owner, square);
        changes.happen(Event::DumpOpened { dump: Box::new(dump) })
    }
}

/// A dump is moved, stock and all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DumpMove {
    /// The dump, as given.
    pub dump: String,
    /// Where to, as given.
    pub to: String,
}

impl DumpMove {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let dump = dump(changes, &self.dump)?;
        let after = pick::square(changes.now(), &self.to)?;
        if dump.square == after {
            return Err(OpError::not_now(format!("{} is already there", changes.now().dump_called(&dump)), ""));
        }
        note_of_enemy(changes, dump.id.as_str(), &dump.owner, after);
        changes.happen(Event::DumpMoved { dump: dump.id, before: dump.square, after })
    }
}

/// Tells that a dump is set down where the enemy is.
fn note_of_enemy(changes: &mut Changeset, dump: &str, owner: &FormationId, square: Square) {
    let Some(side) = changes.now().formations.get(owner).map(|owner| owner.side) else { return };
    if let Some(why) = changes.now().lies_with_enemy(side, square) {
        let (side, dump) = (changes.now().side_name(side), changes.now().account_named(dump));
        changes.note(format!("{why}: no {side} vehicle can reach {dump} there"));
    }
}

/// A dump is closed: it serves nobody any more; what it holds stays until it is carried away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DumpClose {
    /// The dump, as given.
    pub dump: String,
}

impl DumpClose {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let dump = dump(changes, &self.dump)?;
        let held = |c: &&Commodity| changes.now().stock.balance(dump.id.as_str(), **c) > 0;
        let is_empty = !Commodity::ALL.iter().any(|commodity| held(&commodity));
        if dump.closed && !is_empty {
            let hint = command!("move it out first: `railhead supply transfer {} ACCOUNT QTY COMMODITY`", dump.id);
            let named = changes.now().dump_called(&dump);
            return Err(OpError::not_now(format!("{named} is already closed and holds stock"), hint));
        }
        if !is_empty {
            return changes.happen(Event::DumpShut { dump: dump.id, before: false, after: true });
        }
        crate::command::supply::convoy::change::divert(changes, &dump.id)?;
        changes.happen(Event::DumpClosed { dump: Box::new(dump) })
    }
}

pub(super) fn dump(changes: &Changeset, given: &str) -> Result<Dump, OpError> {
    let unknown = || OpError::Unknown { what: "dump", given: given.to_owned(), near: Vec::new() };
    let id = pick::account(changes.now(), given).map_err(|error| match error {
        OpError::Unknown { given, near, .. } => OpError::Unknown { what: "dump", given, near },
        other => other,
    })?;
    if changes.now().railheads.contains_key(&id) {
        let hint =
            command!("`railhead supply transfer {id} destroyed 1 log --override \"blown up\"` destroys what it holds");
        return Err(OpError::Words {
            message: format!("{} is a railhead, not a dump", changes.now().account_named(&id)),
            hint,
        });
    }
    changes.now().dumps.get(&id).cloned().ok_or_else(unknown)
}

/// Stock goes from one account to another on the same square.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SupplyTransfer {
    /// From which account, as given.
    pub from: String,
    /// To which, as given.
    pub to: String,
    /// How many units.
    pub quantity: u32,
    /// What, as given.
    pub commodity: String,
}

impl SupplyTransfer {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let (from, to) = (pick::account(changes.now(), &self.from)?, pick::account(changes.now(), &self.to)?);
        let commodity = commodity(&self.commodity)?;
        above_zero(self.quantity)?;
        if from == to {
            let message = format!("{} cannot give to itself", changes.now().account_named(&from));
            return Err(OpError::Words { message, hint: "name two accounts on the same square".into() });
        }
        let at = |id: &AccountId| changes.now().account_square(id.as_str());
        if at(&from).is_none() || at(&from) != at(&to) {
            let stands = |id: &AccountId| match at(id) {
                Some(square) => format!("in {}", changes.now().frame.reference(square)),
                None => "on no square".to_owned(),
            };
            let [of, into] = [&from, &to].map(|id| changes.now().account_named(id));
            let message = format!("{of} is {}, {into} {}: not on the same square", stands(&from), stands(&to));
            context.rule(message, "")?;
        } else if changes.now().account_side(from.as_str()) != changes.now().account_side(to.as_str()) {
            let [from, to] = [&from, &to].map(|id| changes.now().account_named(id));
            context.rule(format!("{from} and {to} belong to different sides"), "")?;
        }
        has_room(context, changes, &to, commodity, self.quantity)?;
        let captured_fuel =
            changes.now().stock.balance(from.as_str(), commodity) - changes.now().usable(from.as_str(), commodity);
        if !is_boundary(from.as_str())
            && captured_fuel > 0
            && i64::from(self.quantity) > changes.now().usable(from.as_str(), commodity)
        {
            context.rule(
                format!(
                    "{captured_fuel} {} in {} was captured today: it can be used from tomorrow",
                    commodity.name(),
                    changes.now().account_named(&from)
                ),
                "",
            )?;
        }
        let sides = [&from, &to].map(|account| changes.now().account_side(account.as_str()));
        if let [Some(giver), Some(taker)] = sides
            && giver != taker
        {
            let [giver, taker] = [giver, taker].map(|side| changes.now().side_name(side));
            let to = changes.now().account_named(&to);
            changes.note(format!("{to} belongs to {taker}: what {giver} gives it goes to the enemy"));
        }
        let reason = context.any_reason().unwrap_or("transfer by hand");
        changes.transfer(from.as_str(), to.as_str(), commodity, self.quantity, reason)
    }
}

/// Stock comes in from a boundary account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SupplyReceive {
    /// Into which account, as given.
    pub account: String,
    /// How many units.
    pub quantity: u32,
    /// What, as given.
    pub commodity: String,
    /// From which boundary account, as given.
    pub from: String,
}

impl SupplyReceive {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let (to, from) = (pick::account(changes.now(), &self.account)?, pick::account(changes.now(), &self.from)?);
        let commodity = commodity(&self.commodity)?;
        above_zero(self.quantity)?;
        if !is_boundary(from.as_str()) {
            return Err(OpError::Words {
                message: format!(
                    "{} is on the map: stock is received from a boundary account",
                    changes.now().account_named(&from)
                ),
                hint: command!("`railhead supply transfer {from} {to} {} {commodity}`", self.quantity),
            });
        }
        if is_boundary(to.as_str()) {
            return Err(OpError::Words {
                message: format!("`{to}` is a boundary account and receives nothing"),
                hint: "name a dump, a railhead or a vehicle".into(),
            });
        }
        has_room(context, changes, &to, commodity, self.quantity)?;
        let usual = format!("received by {from}");
        changes.transfer(from.as_str(), to.as_str(), commodity, self.quantity, context.any_reason().unwrap_or(&usual))
    }
}

/// What was counted on the table becomes the balance; the difference is booked to `adjustment`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stocktake {
    /// The account, as given.
    pub account: String,
    /// What was counted: commodities and units.
    pub counted: Vec<(String, String)>,
}

impl Stocktake {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let reason = context.any_reason().ok_or(OpError::ReasonWanted { command: "supply stocktake" })?;
        let account = pick::account(changes.now(), &self.account)?;
        if is_boundary(account.as_str()) {
            let hint = "count a dump, a railhead or a vehicle";
            return Err(OpError::not_now(format!("`{account}` is a boundary account and cannot be counted"), hint));
        }
        let counted = self.counted.iter().map(|(key, value)| {
            let units: u32 = value.parse().map_err(|_| OpError::bad_value(key, value, "a whole number of units"))?;
            Ok((commodity(key)?, units))
        });
        let counted: Vec<(Commodity, u32)> = counted.collect::<Result<_, OpError>>()?;
        can_hold(context, changes, &account, &counted)?;
        for (commodity, counted) in counted {
            let expected = changes.now().stock.balance(account.as_str(), commodity);
            let difference = i64::from(counted) - expected;
            let quantity = u32::try_from(difference.unsigned_abs()).unwrap_or(u32::MAX);
            match difference.signum() {
                1 => changes.transfer("adjustment", account.as_str(), commodity, quantity, reason)?,
                -1 => changes.transfer(account.as_str(), "adjustment", commodity, quantity, reason)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// A vehicle holds what it carries, and no more than it has room for; what is less than was booked is no question.
fn can_hold(
    context: &DecisionContext<'_>,
    changes: &Changeset,
    account: &AccountId,
    counted: &[(Commodity, u32)],
) -> Result<(), OpError> {
    let vehicle = changes.now().formation(account).and_then(|f| Some((f.vehicle_of()?, f.leaf.as_ref()?)));
    let Some((carries, leaf)) = vehicle else { return Ok(()) };
    let held = |commodity: Commodity| changes.now().stock.balance(account.as_str(), commodity);
    let strange = |(other, units): &&(Commodity, u32)| !can_carry(carries, *other) && i64::from(*units) > held(*other);
    if let Some((other, _)) = counted.iter().find(strange) {
        let named = changes.now().account_named(account);
        context.rule(format!("{named} carries {}, not {}", carries.name(), other.name()), "")?;
    }
    let of = |commodity: Commodity| {
        let found = counted.iter().rev().find(|(of, _)| *of == commodity);
        found.map_or(held(commodity), |(_, units)| i64::from(*units))
    };
    let booked: i64 = Commodity::ALL.iter().map(|commodity| held(*commodity)).sum();
    let all: i64 = Commodity::ALL.iter().map(|commodity| of(*commodity)).sum();
    if all > i64::from(leaf.capacity) && all > booked {
        let named = changes.now().account_named(account);
        context.rule(format!("{named} has room for {} in all, not {all}", leaf.capacity), "")?;
    }
    Ok(())
}

fn commodity(word: &str) -> Result<Commodity, OpError> {
    Ok(word.replace('-', "_").parse()?)
}

fn above_zero(quantity: u32) -> Result<(), OpError> {
    if quantity > 0 { Ok(()) } else { Err(OpError::bad_value("QTY", "0", "a whole number above zero")) }
}

/// A vehicle carries one commodity, and no more of it than it has room for.
fn has_room(
    context: &DecisionContext<'_>,
    changes: &Changeset,
    to: &AccountId,
    commodity: Commodity,
    quantity: u32,
) -> Result<(), OpError> {
    let Some(vehicle) = changes.now().formation(to) else {
        return is_within_limit(context, changes, to, quantity);
    };
    let (Some(carries), Some(leaf)) = (vehicle.vehicle_of(), vehicle.leaf.as_ref()) else { return Ok(()) };
    if carries != commodity && (carries == Commodity::Pol || commodity == Commodity::Pol) {
        return context.rule(format!("{} carries {}, not {}", vehicle.named(), carries.name(), commodity.name()), "");
    }
    let held: i64 = Commodity::ALL.iter().map(|c| changes.now().stock.balance(to.as_str(), *c)).sum();
    let room = i64::from(leaf.capacity) - held;
    if i64::from(quantity) > room {
        return context.rule(format!("{} has room for {} more, not {quantity}", vehicle.named(), room.max(0)), "");
    }
    Ok(())
}

/// A dump or railhead holds no more than its house rule says.
fn is_within_limit(
    context: &DecisionContext<'_>,
    changes: &Changeset,
    to: &AccountId,
    quantity: u32,
) -> Result<(), OpError> {
    let Some((setting, limit)) = changes.now().limit_of(to.as_str()) else { return Ok(()) };
    let held = changes.now().held_in_all(to.as_str());
    if u64::from(held) + u64::from(quantity) <= u64::from(limit) {
        return Ok(());
    }
    let (room, named) = (limit.saturating_sub(held), changes.now().account_named(to));
    context
        .rule(format!("{named} has room for {room} more, not {quantity}: it holds {held} of {limit} (`{setting}`)"), "")
}
