//! `supply plan`: the plan of each side, and a plan made or changed by hand.

use std::collections::BTreeMap;

use campaign::march::Driver;
use campaign::{Campaign, Convoy, Errand, Goal, Tree};
use domain::{AccountId, Commodity, Detail, Mobility, SideId, Square, command};
use scenario::Fault;
use supply::plan::{plan, reckon_arrival, weigh};
use supply::{Network, Roads};

use super::plan_file::{PlanLine, PlanText};
use crate::OpError;
use crate::command::Sending;

pub use supply::plan::{Asked, ConvoyPlan, Only, Trip};

/// How many bounds ahead something may arrive, where nobody says another number: a day.
pub const PLAN_BOUNDS: u32 = 3;

/// The plan of one side, or of each.
///
/// # Errors
/// When stocks are not counted: then nothing is wanted.
pub fn supply_plan(campaign: &Campaign, side: Option<SideId>, asked: Asked) -> Result<Vec<ConvoyPlan>, OpError> {
    are_counted(campaign)?;
    if asked.only == Some(Only::Fu) && !campaign.counts_fire_units() {
        let hint = command!("`railhead setting set calibre_ammunition on` has corps and army artillery fire from them");
        return Err(OpError::not_now("fire units are not counted apart, so there are none to plan", hint));
    }
    let sides: Vec<SideId> =
        campaign.sides.iter().map(|each| each.id).filter(|id| side.is_none_or(|one| one == *id)).collect();
    Ok(plan(&supply::network(campaign), campaign, &sides, asked))
}

fn are_counted(campaign: &Campaign) -> Result<(), OpError> {
    if campaign.settings.detail() == Detail::Full {
        return Ok(());
    }
    let hint = command!(
        "`railhead setting set detail full` counts them; `railhead setting set detail full --dry-run` says first what that \
         would do to supply; `railhead supply status` says who is in supply"
    );
    Err(OpError::not_now("in `simple` detail stocks are not counted, so there is nothing to plan", hint))
}

/// A plan made by hand, weighed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeighedPlan {
    /// The plan of each side whose vehicles it sends, with which wants it meets.
    pub plans: Vec<ConvoyPlan>,
    /// Rules that forbid a line of it unless they are set aside, in words.
    pub against: Vec<String>,
}

/// What comes of the lines of a plan file.
///
/// # Errors
/// Everything in it that cannot be read or done, by line.
pub fn weigh_plan(campaign: &Campaign, asked: Asked, text: &PlanText) -> Result<WeighedPlan, OpError> {
    are_counted(campaign)?;
    let (file, faults) = (text.file.as_str(), text.faults.clone());
    let mut reading = LinesRead { campaign, file, given: BTreeMap::new(), faults, sendings: Vec::new() };
    for line in &text.lines {
        reading.line(line);
    }
    if !reading.faults.is_empty() {
        reading.faults.sort_by_key(|fault| fault.line);
        return Err(OpError::PlanFile { file: file.to_owned(), faults: reading.faults });
    }
    let network = supply::network(campaign);
    let mut by_side: BTreeMap<SideId, Vec<Trip>> = BTreeMap::new();
    let mut timing = Timing::new(campaign, &network);
    for sending in &reading.sendings {
        if let Some((of, trip)) = timing.trip(&sending.convoy) {
            by_side.entry(of).or_default().push(trip);
        }
    }
    let against = reading.sendings.into_iter().flat_map(|sending| sending.against).collect();
    let sides = campaign.sides.iter().map(|each| each.id);
    let plans = sides.filter_map(|of| Some(weigh(&network, campaign, of, asked, by_side.remove(&of)?))).collect();
    Ok(WeighedPlan { plans, against })
}

/// The lines of a file as far as they have been read.
struct LinesRead<'c> {
    campaign: &'c Campaign,
    file: &'c str,
    /// What the lines so far take from each account.
    given: BTreeMap<(AccountId, Commodity), u32>,
    faults: Vec<Fault>,
    sendings: Vec<Sending>,
}

impl LinesRead<'_> {
    fn line(&mut self, line: &PlanLine) {
        let sending = match line.send.sending(self.campaign) {
            Ok(sending) => sending,
            Err(error) => return self.fault(line, &error),
        };
        if let Err(error) = self.is_free(&sending.convoy) {
            return self.fault(line, &error);
        }
        if let Err(error) = self.takes(&sending.convoy) {
            return self.fault(line, &error);
        }
        self.sendings.push(sending);
    }

    fn fault(&mut self, line: &PlanLine, error: &OpError) {
        let hint = match error {
            OpError::Unknown { near, .. } => near.first().map(|near| format!("did you mean {near}?")),
            OpError::NotNow { hint, .. } | OpError::Words { hint, .. } => Some(hint.to_string()),
            _ => None,
        };
        let (file, message) = (self.file.to_owned(), error.to_string());
        self.faults.push(Fault::at(file, (line.line, 0), message, hint.unwrap_or_default()));
    }

    /// Whether no earlier line sends one of its vehicles.
    fn is_free(&self, convoy: &Convoy) -> Result<(), OpError> {
        let sent = |id: &&domain::FormationId| self.sendings.iter().any(|other| other.convoy.has(id.as_str()));
        match convoy.vehicles.iter().find(sent) {
            None => Ok(()),
            Some(id) => {
                let sent = self.campaign.named(id);
                Err(OpError::not_now(format!("{sent} is already sent by an earlier line"), "a vehicle makes one trip"))
            }
        }
    }

    /// Takes what it is to load off what its account holds, with what earlier lines take.
    fn takes(&mut self, convoy: &Convoy) -> Result<(), OpError> {
        let Some(take) = &convoy.take else { return Ok(()) };
        for (commodity, units) in take.load.iter() {
            let given = self.given.entry((take.from.clone(), commodity)).or_default();
            let held = self.campaign.usable(take.from.as_str(), commodity);
            if i64::from(*given) + i64::from(units) > held {
                let (from, name) = (&take.from, commodity.name());
                let before = if *given > 0 { format!(", of which earlier lines take {given}") } else { String::new() };
                let hint = command!("`railhead supply stocks {from}` shows what it holds");
                let holder = self.campaign.account_named(from.as_str());
                return Err(OpError::not_now(format!("{holder} holds {held} {name}{before}: not {units} more"), hint));
            }
            *given += units;
        }
        Ok(())
    }
}

/// How long what is sent by hand is on the road.
pub(crate) struct Timing<'c> {
    campaign: &'c Campaign,
    tree: Tree<'c>,
    roads: Roads<'c>,
    driver: Driver<'c>,
}

impl<'c> Timing<'c> {
    pub(crate) fn new(campaign: &'c Campaign, network: &'c Network) -> Self {
        Self {
            campaign,
            tree: Tree::new(campaign),
            roads: Roads::new(campaign, network),
            driver: Driver::new(campaign),
        }
    }

    /// How many bounds vehicles drive that are sent, from the one in which they set out to the one in which they deliver; none
    /// where no clear way leads there.
    pub(crate) fn bounds(&mut self, convoy: &Convoy) -> Option<u32> {
        let (_, trip) = self.trip(convoy)?;
        Some(trip.arrives?.ordinal() - trip.starts.ordinal() + 1)
    }

    fn trip(&mut self, convoy: &Convoy) -> Option<(SideId, Trip)> {
        let campaign = self.campaign;
        let (side, at) = (convoy.side(campaign)?, convoy.square(campaign)?);
        let from = convoy
            .take
            .as_ref()
            .and_then(|take| Some((take.from.clone(), campaign.account_square(take.from.as_str())?)));
        let delivering = Convoy { errand: Errand::Deliver, take: None, ..convoy.clone() };
        let goal = delivering.destination(&self.tree)?;
        let way = self.way(convoy, side, at, from.as_ref().map(|(_, square)| *square), goal);
        let minutes = way.as_ref().and_then(|way| self.minutes(convoy, at, way));
        let leaves = || convoy.vehicles.iter().filter_map(|id| campaign.formations.get(id)?.leaf.as_ref());
        let used = leaves().map(|leaf| u32::from(leaf.march.minutes)).max().unwrap_or_default();
        let arrives = minutes.map(|minutes| reckon_arrival(campaign, convoy.starts, used, minutes));
        let trip = Trip {
            vehicles: convoy.vehicles.clone(),
            at,
            starts: convoy.starts,
            from,
            load: convoy.take.as_ref().map_or_else(|| convoy.aboard(campaign), |take| take.load.clone()),
            to: match &convoy.to {
                Goal::Account(account) => account.to_string(),
                Goal::Formation(formation) => formation.to_string(),
                Goal::Square(square) => campaign.frame.reference(*square),
            },
            goal,
            via: convoy.via.clone(),
            minutes,
            arrives,
            way: std::iter::once(at).chain(way.unwrap_or_default()).collect(),
            meets: Vec::new(),
            breaks: Vec::new(),
        };
        Some((side, trip))
    }

    fn way(
        &mut self,
        convoy: &Convoy,
        side: SideId,
        at: Square,
        from: Option<Square>,
        goal: Square,
    ) -> Option<Vec<Square>> {
        let mut way = Vec::new();
        if let Some(from) = from {
            way.extend(self.roads.way(side, at, from)?.squares);
        }
        way.extend(self.roads.way_by(side, from.unwrap_or(at), &convoy.via, goal)?.squares);
        Some(way)
    }

    fn minutes(&mut self, convoy: &Convoy, at: Square, way: &[Square]) -> Option<u32> {
        let vehicles = convoy.vehicles.iter().filter_map(|id| self.campaign.formations.get(id));
        let mobilities: Vec<Mobility> = vehicles.filter_map(|vehicle| vehicle.mobility).collect();
        self.driver.minutes(&mobilities, at, way)
    }
}
