//! `supply send`: vehicles are sent with a load, turned round, released.
//!
//! What it decides: which vehicles may be sent, what the words of a sending mean, and what is loaded at once.
//! What it never does: drive; that is `bound close` (`bound::convoys`).

pub(crate) mod chain;
pub(crate) mod change;
pub(crate) mod load;
pub(crate) mod place;
pub(crate) mod promised;
pub(crate) mod reach;
pub(crate) mod room;
pub(crate) mod way;

use serde::{Deserialize, Serialize};

use campaign::{Campaign, Convoy, Errand, Formation, Goal, Load, SendOrder, Take, Tree};
use domain::{AccountId, Bound, Detail, Echelon, LeafState, Mobility, Phase, Said, SideId, Square, command, does};

use crate::command::supply::convoy::change::change;
use crate::command::supply::convoy::place::{account_on, of_others, place, source};
use crate::command::supply::convoy::{
    load as convoy_load, reach as convoy_reach, room as convoy_room, way as convoy_way,
};
use crate::{Changeset, DecisionContext, OpError, pick};

/// Vehicles are sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupplySend {
    /// The vehicles, as given; they stand on one square.
    pub vehicles: Vec<String>,
    /// What they are to load, as given: `2log`, `1log 1fu_m`; none where they drive with what they have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<String>,
    /// Where they load, as given: a dump, a railhead or a square; none for where they stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where to, as given: a dump, a railhead, a formation or a square.
    pub to: String,
    /// Squares by which they deliver, as given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<String>,
    /// Whether they stay there instead of driving home.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stay: bool,
    /// In which bound they set out, as given; the running one where none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
}

/// What a sending means: every word of it found, nothing of it refused but by rules that can be set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    /// The convoy that comes of it.
    pub convoy: Convoy,
    /// Rules that forbid it unless they are set aside, in words.
    pub against: Vec<String>,
}

impl SupplySend {
    /// What the words mean on this campaign.
    ///
    /// # Errors
    /// When a word means nothing, or something cannot be done whatever the umpire says.
    pub fn sending(&self, campaign: &Campaign) -> Result<Sending, OpError> {
        let vehicles = self.vehicles(campaign)?;
        vehicles.iter().try_for_each(|vehicle| is_free(campaign, vehicle))?;
        stand_together(campaign, &vehicles)?;
        let order = self.errand(campaign, &vehicles)?;
        sending(campaign, &vehicles, &order, self.starts(campaign)?)
    }

    /// What the words say of the errand of these vehicles.
    pub(crate) fn errand(&self, campaign: &Campaign, vehicles: &[&Formation]) -> Result<SendOrder, OpError> {
        let side = vehicles[0].side;
        let load = self.load(campaign)?;
        let from = self.from.as_ref().zip(load.as_ref());
        Ok(SendOrder {
            with: vehicles[1..].iter().map(|vehicle| vehicle.id.clone()).collect(),
            from: from.map(|(word, load)| source(campaign, side, word, load)).transpose()?,
            load,
            to: self.goal(campaign, side)?,
            via: self.via.iter().map(|word| pick::square(campaign, word)).collect::<Result<Vec<_>, _>>()?,
            stays: self.stay,
        })
    }

    /// Lets the vehicles be sent; a way that is barred for the moment is told.
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let sending = self.sending(changes.now())?;
        let warning = convoy_way::warning(changes.now(), &sending.convoy);
        let from = sending.convoy.take.as_ref().map(|take| take.from.clone());
        let chain = chain::warning(changes.now(), &sending.convoy.vehicles);
        set_out(context, changes, sending)?;
        for warning in warning.into_iter().chain(chain) {
            changes.note(warning);
        }
        for note in promised::too_much(changes.now(), from.as_ref()) {
            changes.note(note);
        }
        Ok(())
    }

    /// The vehicles, by id.
    pub(crate) fn vehicles<'a>(&self, campaign: &'a Campaign) -> Result<Vec<&'a Formation>, OpError> {
        let mut found = self.vehicles.iter().map(|word| vehicle(campaign, word)).collect::<Result<Vec<_>, _>>()?;
        found.sort_by(|a, b| a.id.cmp(&b.id));
        found.dedup_by(|a, b| a.id == b.id);
        if found.is_empty() {
            let hint = command!("name the vehicles: `railhead supply send VEHICLE --to DUMP`");
            return Err(OpError::Words { message: "a convoy needs a vehicle".to_owned(), hint });
        }
        Ok(found)
    }

    fn load(&self, campaign: &Campaign) -> Result<Option<Load>, OpError> {
        let Some(load) = &self.load else {
            return match &self.from {
                None => Ok(None),
                Some(_) => Err(OpError::Words {
                    message: "`--from` says where to load, but there is nothing to load".to_owned(),
                    hint: "say what with `--load 2log`, or leave `--from` out".into(),
                }),
            };
        };
        let load: Load = load.parse().map_err(|bad: campaign::BadLoad| OpError::Words {
            message: bad.to_string(),
            hint: "`--load 2log`, `--load 1pol`, `--load \"1log 1fu_m\"`".into(),
        })?;
        if campaign.settings.detail() == Detail::Simple {
            return Err(OpError::not_now(
                "in `simple` detail stocks are not counted, so there is nothing to load",
                command!("leave out `--load` and `--from` to move the vehicles, or `railhead setting set detail full`"),
            ));
        }
        Ok(Some(load))
    }

    fn goal(&self, campaign: &Campaign, side: SideId) -> Result<Goal, OpError> {
        let goal = place(campaign, &self.to)?;
        let (id, of) = match &goal {
            Goal::Account(account) => (account.as_str(), campaign.account_side(account.as_str())),
            Goal::Formation(formation) => (formation.as_str(), campaign.formations.get(formation).map(|f| f.side)),
            Goal::Square(_) => return Ok(goal),
        };
        match of {
            Some(other) if other != side => Err(of_others(campaign, id, other, side)),
            _ => Ok(goal),
        }
    }

    fn starts(&self, campaign: &Campaign) -> Result<Bound, OpError> {
        let now = campaign.bound;
        let bound = self.bound.as_deref().map_or(Ok(now), |word| pick::bound(campaign, word))?;
        if bound >= now {
            return Ok(bound);
        }
        Err(OpError::not_now(
            format!("{bound} is over: no vehicle can set out in it"),
            format!(
                "the running bound is \
                                                                                                {now}"
            ),
        ))
    }
}

/// What the errand of these vehicles comes to if they set out now, or in a bound to come.
pub(crate) fn sending(
    campaign: &Campaign,
    vehicles: &[&Formation],
    order: &SendOrder,
    starts: Bound,
) -> Result<Sending, OpError> {
    let (side, home) = (vehicles[0].side, stand_together(campaign, vehicles)?);
    let load = order.load.clone();
    let take = load.map(|load| Ok::<_, OpError>(Take { from: loads_at(campaign, side, home, order, &load)?, load }));
    let take = take.transpose()?;
    let tree = Tree::new(campaign);
    let seat = tree.parent(vehicles[0]).and_then(|superior| tree.square(superior));
    let convoy = Convoy {
        vehicles: vehicles.iter().map(|vehicle| vehicle.id.clone()).collect(),
        errand: if take.is_some() { Errand::Load } else { Errand::Deliver },
        take,
        to: order.to.clone(),
        via: order.via.clone(),
        stays: order.stays,
        home,
        seat,
        starts,
        way: Vec::new(),
        held_up: None,
    };
    if let Some(take) = &convoy.take {
        convoy_load::has_room(campaign, vehicles, &take.load)?;
    }
    convoy_load::can_unload(campaign, &convoy, side)?;
    let mut against = out_of_hours(&tree, vehicles, convoy.take.is_some(), starts);
    against.extend(convoy_way::can_come(&tree, side, &convoy));
    against.extend(convoy_reach::beyond(&tree, vehicles, &convoy));
    Ok(Sending { convoy, against })
}

/// The dump or railhead where vehicles load; where none is named, one on their square.
fn loads_at(
    campaign: &Campaign,
    side: SideId,
    square: Square,
    order: &SendOrder,
    load: &Load,
) -> Result<AccountId, OpError> {
    if let Some(from) = &order.from {
        return Ok(from.clone());
    }
    account_on(campaign, side, square, load).ok_or_else(|| {
        let here = campaign.frame.reference(square);
        OpError::not_now(
            format!("{} no dump or railhead in {here} to load from", does(&campaign.side_name(side), "has")),
            "say where to load with `--from DUMP`",
        )
    })
}

/// Lets a sending be made; what is to be loaded where the vehicles stand is loaded at once.
pub(crate) fn set_out(context: &DecisionContext<'_>, changes: &mut Changeset, sending: Sending) -> Result<(), OpError> {
    let Sending { convoy, against } = sending;
    let at = convoy.vehicles[0].to_string();
    against.into_iter().try_for_each(|rule| context.rule(rule, &at))?;
    let lead = convoy.vehicles[0].clone();
    if let Some(warning) = convoy_room::warning(changes.now(), &convoy) {
        changes.note(warning);
    }
    let now = convoy.starts == changes.now().bound;
    change(changes, &lead, Some(convoy))?;
    if now { convoy_load::at_once(changes, &lead) } else { Ok(()) }
}

/// Rules of the hour that forbid a sending unless they are set aside.
pub(crate) fn out_of_hours(tree: &Tree<'_>, vehicles: &[&Formation], loads: bool, starts: Bound) -> Vec<String> {
    let mut found = Vec::new();
    for vehicle in vehicles {
        let Some(superior) = tree.parent(vehicle) else { continue };
        let pushes = loads && superior.echelon >= Echelon::Corps;
        if pushes && starts.phase != Phase::Am {
            found.push(format!(
                "{} belongs to {} {}: corps and army send vehicles forward in the first bound of a day (`--for {}`)",
                vehicle.named(),
                article(superior.echelon),
                superior.echelon,
                next_morning(starts),
            ));
        }
    }
    found
}

fn article(echelon: Echelon) -> &'static str {
    if echelon >= Echelon::Army { "an" } else { "a" }
}

/// The first morning after a bound, as it is typed.
pub(crate) fn next_morning(bound: Bound) -> String {
    format!("{}am", bound.day + 1)
}

/// The vehicle that a word means.
pub(crate) fn vehicle<'a>(campaign: &'a Campaign, word: &str) -> Result<&'a Formation, OpError> {
    let unit = pick::unit(campaign, word)?;
    if unit.vehicle_of().is_some() {
        return Ok(unit);
    }
    let own = campaign.formations.values().find(|f| f.parent.as_ref() == Some(&unit.id) && f.vehicle_of().is_some());
    let hint = own.map_or_else(
        || "a vehicle is a logistic leaf that carries LOG or POL".into(),
        |own| format!("did you mean its vehicle `{}`?", own.id).into(),
    );
    Err(OpError::NotNow { message: format!("{} is not a supply vehicle", unit.named()), at: unit.id.to_string(), hint })
}

/// Refuses a vehicle that is not on the map, cannot drive, or is on the road already.
pub(crate) fn is_free(campaign: &Campaign, vehicle: &Formation) -> Result<(), OpError> {
    let id = vehicle.id.to_string();
    let refuse = |why: String, hint: Said| Err(OpError::NotNow { message: why, at: id.clone(), hint });
    if let Some(convoy) = campaign.convoys.values().find(|convoy| convoy.has(&id)) {
        let lead = convoy.lead().map(ToString::to_string).unwrap_or_default();
        let hint = command!("`railhead supply send {lead} --home` turns it round, `--release` sets it free");
        return refuse(format!("{} is already on the road", vehicle.named()), hint);
    }
    if vehicle.stands_on().is_none() {
        let state = vehicle.leaf.as_ref().map_or(LeafState::OffMap, |leaf| leaf.state);
        return refuse(
            format!("{} is not on the map: it is {}", vehicle.named(), state.as_str().replace('_', " ")),
            Said::default(),
        );
    }
    drives(vehicle)
}

/// Refuses a vehicle that cannot drive.
pub(crate) fn drives(vehicle: &Formation) -> Result<(), OpError> {
    if vehicle.mobility.is_some_and(Mobility::is_on_the_ground) {
        return Ok(());
    }
    let at = vehicle.id.to_string();
    let message = format!("{} does not drive: it has no ground mobility", vehicle.named());
    Err(OpError::NotNow { message, at, hint: Said::default() })
}

/// The square on which all vehicles stand.
fn stand_together(campaign: &Campaign, vehicles: &[&Formation]) -> Result<Square, OpError> {
    let at = |vehicle: &Formation| vehicle.stands_on();
    let sides: Vec<SideId> = vehicles.iter().map(|vehicle| vehicle.side).collect();
    let first = vehicles.iter().find_map(|vehicle| at(vehicle));
    let other = vehicles.iter().find(|vehicle| at(vehicle) != first || vehicle.side != sides[0]);
    match (first, other) {
        (Some(square), None) => Ok(square),
        (_, other) => {
            let other = other.unwrap_or(&vehicles[0]);
            let place = |v: &Formation| at(v).map(|s| campaign.frame.reference(s)).unwrap_or_default();
            let [there, here] = [other, &vehicles[0]].map(|vehicle| (vehicle.named(), place(vehicle)));
            Err(OpError::NotNow {
                message: format!("{} stands in {}, {} in {}", there.0, there.1, here.0, here.1),
                at: other.id.to_string(),
                hint: "vehicles of one convoy start from the same square: send each on its own".into(),
            })
        }
    }
}

/// A convoy is turned round, or its vehicles are set free where they stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConvoyRecall {
    /// A vehicle of it, as given.
    pub vehicle: String,
    /// Whether they are set free where they stand instead of driving home.
    pub release: bool,
}

impl ConvoyRecall {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let vehicle = vehicle(changes.now(), &self.vehicle)?;
        let convoy = changes.now().convoys.values().find(|convoy| convoy.has(vehicle.id.as_str())).cloned();
        let Some((convoy, lead)) = convoy.and_then(|convoy| convoy.lead().cloned().map(|lead| (convoy, lead))) else {
            let at = vehicle.id.to_string();
            let hint = command!("`railhead supply convoys` lists those on the road");
            return Err(OpError::NotNow { message: format!("{} is not in a convoy", vehicle.named()), at, hint });
        };
        if self.release {
            return change(changes, &lead, None);
        }
        if convoy.errand == Errand::Home {
            return Err(OpError::NotNow {
                message: format!("{} is already on its way home", changes.now().named(&lead)),
                at: lead.to_string(),
                hint: command!("`railhead supply send {lead} --release` sets it free where it stands"),
            });
        }
        change(
            changes,
            &lead,
            Some(Convoy { errand: Errand::Home, way: Vec::new(), held_up: None, take: None, ..convoy }),
        )
    }
}
