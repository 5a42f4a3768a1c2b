//! `supply airlift`: transport wings carry LOG and POL to an airfield, or drop them.
//!
//! What it decides: whether a wing can fly there in this weather, what comes through, what is lost, and what is booked.
//! What it never does: carry anything on from the airfield.

use serde::{Deserialize, Serialize};

use campaign::{Airfield, Campaign, Dump, Event, Flight, Setting, Wing};
use dice::{Call, Dice};
use domain::{AccountId, AirfieldId, Commodity, Detail, FormationId, SideId, Square, command, does, nearest};

use crate::command::dice_words::DiceWords;
use crate::{Changeset, DecisionContext, Near, OpError, pick};

/// For how many sorties, begun, a die is thrown.
const A_DIE_FOR: u32 = 10;
/// How many steps from a place an airfield may lie to be meant by the name of the place.
const BESIDE: u32 = 3;

/// A transport wing flies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SupplyAirlift {
    /// The wing, as given.
    pub wing: String,
    /// The airfield or the dump, as given.
    pub to: String,
    /// What it carries, as given.
    pub commodity: String,
    /// How many sorties; none for all that it has left today.
    pub sorties: Option<u32>,
    /// How many came through, where that is known; the rest that was not lost turned back.
    pub landed: Option<u32>,
    /// How many aircraft were lost, where that is known.
    pub lost: Option<u32>,
    /// How many tonnes were delivered, where that is known.
    pub tons: Option<u32>,
    /// The dice of losses.
    #[serde(flatten)]
    pub dice: DiceWords,
}

/// Where loads go.
struct Target {
    /// The airfield at which they are landed; none where they are dropped.
    at: Option<AirfieldId>,
    /// The dump that takes them.
    to: Option<AccountId>,
}

impl SupplyAirlift {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        self.dice.throw(context, |dice| self.decide_with(context, changes, dice))
    }

    /// The same with these dice.
    pub(crate) fn decide_with(
        &self,
        context: &DecisionContext<'_>,
        changes: &mut Changeset,
        dice: &mut Dice<'_>,
    ) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.wing)?;
        let (id, side) = (unit.id.clone(), unit.side);
        let Some(wing) = changes.now().wings.get(&id).copied() else {
            let hint = command!("`railhead supply airlift` lists the transport wings");
            return Err(OpError::not_now(format!("{} is not a transport wing", unit.named()), hint));
        };
        let commodity = self.commodity()?;
        let target = target(context, changes, side, &self.to)?;
        let from = base(context, changes, &id)?;
        let sorties = self.sorties(context, changes, &id)?;
        landings(context, changes, target.at.as_ref(), self.landed.unwrap_or(sorties))?;
        let (landed, lost) = self.through(changes, &id, sorties, dice)?;
        let (kg, kg_lost) = self.loads(changes, wing, landed, lost, target.at.is_none());
        let bound = changes.now().bound;
        let Target { at, to } = target;
        let book = to.clone().filter(|_| changes.now().settings.detail() == Detail::Full);
        let flight = Flight { bound, wing: id, from, at, to, commodity, sorties, landed, lost, kg, kg_lost };
        changes.happen(Event::AirliftFlown { flight: Box::new(flight) })?;
        let Some(to) = book else { return Ok(()) };
        let reason = context.any_reason().unwrap_or("airlift").to_owned();
        carry(changes, &to, commodity, kg, &reason)?;
        carry(changes, &AccountId::from("lost"), commodity, kg_lost, &reason)
    }

    fn commodity(&self) -> Result<Commodity, OpError> {
        let commodity: Commodity = self.commodity.replace('-', "_").parse()?;
        if !commodity.is_fire() {
            return Ok(commodity);
        }
        let (name, key) = (commodity.name(), commodity.as_str());
        let message = format!("no rule says what a unit of {name} weighs, so no aircraft can load it");
        let hint = command!("fly `log` or `pol`; `railhead supply receive DUMP N {key} --from air` books {name}");
        Err(OpError::Words { message, hint })
    }

    /// How many sorties are flown.
    fn sorties(&self, context: &DecisionContext<'_>, changes: &Changeset, id: &FormationId) -> Result<u32, OpError> {
        let left = changes.now().sorties_left(id);
        let flying = changes.now().flying_now();
        let sorties = self.sorties.unwrap_or(left);
        if sorties > left || left == 0 && self.sorties.is_none() {
            let wing = changes.now().named(id);
            context.rule(format!("{wing} has {left} sorties left today, flying {flying}"), id.as_str())?;
        }
        if sorties == 0 {
            return Err(OpError::bad_value("--sorties", "0", "a whole number above zero"));
        }
        Ok(sorties)
    }

    /// How many come through and how many are lost: as known, or by dice.
    ///
    /// # Interpretation
    /// A die for every ten sorties begun: on a 1 an aircraft is lost with its load, in weather that is not good on a 2 too.
    fn through(
        &self,
        changes: &mut Changeset,
        id: &FormationId,
        sorties: u32,
        dice: &mut Dice<'_>,
    ) -> Result<(u32, u32), OpError> {
        let (landed, lost) = match (self.landed, self.lost) {
            (Some(landed), lost) => (landed, lost.unwrap_or_default()),
            (None, Some(lost)) => (sorties.saturating_sub(lost), lost),
            (None, None) => {
                let lost = thrown(changes, id, sorties, dice)?;
                (sorties - lost, lost)
            }
        };
        if landed.saturating_add(lost) > sorties {
            let message = format!("{landed} landed and {lost} lost are more than {sorties} sorties");
            let hint = "give fewer of them, or more `--sorties`".into();
            return Err(OpError::Words { message, hint });
        }
        Ok((landed, lost))
    }

    /// What is delivered and what is lost, in kg: a share of what is dropped is scattered.
    fn loads(&self, changes: &Changeset, wing: Wing, landed: u32, lost: u32, is_dropped: bool) -> (u32, u32) {
        let gone = lost.saturating_mul(wing.load_kg);
        if let Some(tons) = self.tons {
            return (tons.saturating_mul(1_000), gone);
        }
        let kg = landed.saturating_mul(wing.load_kg);
        let share = if is_dropped { changes.now().settings.number(Setting::AirDropLost) } else { 0 };
        let scattered = (u64::from(kg) * u64::from(share) / 100) as u32;
        (kg - scattered, gone.saturating_add(scattered))
    }
}

/// Throws for losses; never more than the wing has.
fn thrown(changes: &mut Changeset, id: &FormationId, sorties: u32, dice: &mut Dice<'_>) -> Result<u32, OpError> {
    let worst = if changes.now().flies_well() { 1 } else { 2 };
    let purpose = "losses of the airlift";
    let faces = dice.throw(&Call::new(id.as_str(), purpose), sorties.div_ceil(A_DIE_FOR) as usize)?;
    let lost = faces.iter().filter(|face| **face <= worst).count() as u32;
    let lost = lost.min(changes.now().wings.get(id).map_or(0, |wing| wing.sorties)).min(sorties);
    let (thrower, purpose, effect) = (id.clone(), purpose.to_owned(), format!("{lost} aircraft lost"));
    changes.happen(Event::DiceThrown { thrower, purpose, faces, effect })?;
    Ok(lost)
}

/// Where loads go by a word: an airfield, or a dump, at which they are landed where an open airfield is.
fn target(context: &DecisionContext<'_>, changes: &Changeset, side: SideId, given: &str) -> Result<Target, OpError> {
    if let Some(field) = pick::airfield(changes.now(), given) {
        let flier = changes.now().side_name(side);
        if field.side != side || !changes.now().is_field_open(field) {
            let message =
                format!("{} is closed to {flier}: the enemy holds it", changes.now().account_named(field.id.as_str()));
            context.rule(message, &changes.now().frame.reference(field.square))?;
        }
        let to = dump_at(changes, field.square, side);
        if to.is_none() && changes.now().settings.detail() == Detail::Full {
            let message = format!(
                "{} no dump at {} to take the loads",
                does(&flier, "has"),
                changes.now().account_named(field.id.as_str())
            );
            let at = changes.now().frame.reference(field.square);
            let hint = command!("`railhead dump open ID --owner UNIT --at {at}`, or name a dump to drop them to");
            return Err(OpError::not_now(message, hint));
        }
        return Ok(Target { at: Some(field.id.clone()), to });
    }
    let to = pick::account(changes.now(), given).map_err(|refused| no_target(changes.now(), side, refused))?;
    let Some(dump) = changes.now().dumps.get(&to) else {
        let hint = command!("name an airfield, or a dump: `railhead dump list`");
        return Err(OpError::not_now(format!("{} is not a dump", changes.now().account_named(&to)), hint));
    };
    if changes.now().account_side(to.as_str()) != Some(side) {
        let dump = changes.now().account_named(&to);
        context.rule(format!("{dump} belongs to the enemy"), to.as_str())?;
    }
    let fields = changes.now().airfields.values().filter(|field| field.square == dump.square && field.side == side);
    let at = fields.into_iter().find(|field| changes.now().is_field_open(field)).map(|field| field.id.clone());
    Ok(Target { at, to: Some(to) })
}

/// Why a word means neither an airfield nor a dump: an airfield of the side of nearly that name, or near the place of that name,
/// may be meant, or a dump.
fn no_target(campaign: &Campaign, side: SideId, refused: OpError) -> OpError {
    let OpError::Unknown { given, near, .. } = refused else { return refused };
    let fields: Vec<&Airfield> = campaign.airfields.values().filter(|field| field.side == side).collect();
    let short = |field: &Airfield| {
        let name = field.place.as_deref().unwrap_or(field.id.as_str()).to_lowercase();
        name.trim_end_matches("airfield").trim_end_matches([' ', '-']).to_owned()
    };
    let names: Vec<String> = fields.iter().map(|field| short(field)).collect();
    let alike = nearest(&given, names.iter().map(String::as_str));
    let alike = alike.and_then(|name| names.iter().position(|of| of == name)).map(|place| fields[place]);
    let beside = || {
        let at = pick::square(campaign, &given).ok()?;
        let near = fields.iter().filter(|field| field.square.steps_to(at) <= BESIDE);
        near.min_by_key(|field| field.square.steps_to(at)).copied()
    };
    let near = match alike.or_else(beside) {
        Some(field) => vec![Near { word: field.id.to_string(), name: field.place.clone() }],
        None => {
            near.into_iter().filter(|near| campaign.dumps.values().any(|dump| is_called(dump, &near.word))).collect()
        }
    };
    OpError::Unknown { what: "airfield or dump", given, near }
}

fn is_called(dump: &Dump, word: &str) -> bool {
    dump.id.as_str() == word || dump.name == word
}

/// The first dump of a side in a square that serves.
fn dump_at(changes: &Changeset, square: Square, side: SideId) -> Option<AccountId> {
    let here = changes.now().dumps.values().filter(|dump| dump.square == square && !dump.closed);
    here.into_iter().find(|dump| changes.now().account_side(dump.id.as_str()) == Some(side)).map(|dump| dump.id.clone())
}

/// The airfield from which a wing flies.
fn base(context: &DecisionContext<'_>, changes: &Changeset, id: &FormationId) -> Result<Option<AirfieldId>, OpError> {
    let field = changes.now().field_of(id).map(|field: &Airfield| field.id.clone());
    if field.is_none() {
        let wing = changes.now().named(id);
        context.rule(format!("{wing} is not at an open airfield of its side"), id.as_str())?;
    }
    Ok(field)
}

/// An airfield takes no more loads in a day than it can.
fn landings(
    context: &DecisionContext<'_>,
    changes: &Changeset,
    at: Option<&AirfieldId>,
    loads: u32,
) -> Result<(), OpError> {
    let Some(field) = at.and_then(|at| changes.now().airfields.get(at)) else { return Ok(()) };
    let (Some(most), landed) = (field.landings, changes.now().landed_today(&field.id)) else { return Ok(()) };
    if landed + loads <= most {
        return Ok(());
    }
    let left = most.saturating_sub(landed);
    let named = changes.now().account_named(field.id.as_str());
    context.rule(format!("{named} takes {left} more landings today, not {loads}"), field.id.as_str())
}

/// Books tonnes from the air as whole units; what falls short of one is carried over.
fn carry(changes: &mut Changeset, to: &AccountId, commodity: Commodity, kg: u32, reason: &str) -> Result<(), OpError> {
    let setting = if commodity == Commodity::Pol { Setting::PolTons } else { Setting::LogTons };
    let unit = u64::from(changes.now().settings.number(setting)) * 1_000;
    let from = AccountId::from("air");
    let before = changes.now().remainders.get(&(from.clone(), to.clone(), commodity)).copied().unwrap_or_default();
    let all = u64::from(before) + u64::from(kg);
    let (units, after) = ((all / unit) as u32, (all % unit) as u32);
    if units > 0 {
        changes.transfer(from.as_str(), to.as_str(), commodity, units, reason)?;
    }
    if before == after {
        return Ok(());
    }
    changes.happen(Event::RemainderChanged { from, to: to.clone(), commodity, before, after })
}
