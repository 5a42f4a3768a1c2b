//! What `review` finds in formations that will have no stock, and in those that are cut off and have some.
//!
//! What it decides: who has none left when the day is over, as `supply forecast` reckons it, with orders and convoys; who
//! could bring more in time, or why nobody need.
//! Where to look next: `review`, which puts it in its order.

use std::collections::BTreeMap;
use std::sync::Arc;

use campaign::{Action, Campaign, ForeseenRow, LogUse, PolUse};
use domain::{AccountId, Bound, Commodity, FormationId, Phase, SideId, SupplyState};
use supply::plan::{Lack, Urgency, Want, WantPlace};
use supply::{Assessment, FireWant, Network, PresentUse, Supplied, present_use, without_fire_units};

use crate::Offer;
use crate::query::review::finding::{Finding, STOCK, finding};
use crate::query::review::found::{FireUnits, Found, RunsDry};
use crate::query::supply::brought::want_of;
use crate::query::supply::causes::since;
use crate::query::supply::forecast::{ForecastAsked, supply_forecast};
use crate::query::supply::planned::Planned;
use crate::query::supply::sends::send;

/// What guns have to fire.
const AMMUNITION: &[&str] = &["ammunition_changed"];

/// Who has none left after tonight.
pub(crate) fn dry(planned: &mut Planned<'_>, sheet: &[Assessment]) -> Vec<Finding> {
    let campaign = planned.campaign;
    let using = present_use(campaign);
    let tonight = foreseen(campaign, sheet, &using);
    let mut drying = Drying { campaign, using, network: supply::network(campaign), planned };
    let guns = without_fire_units(campaign).into_iter().filter_map(|want| drying.guns(&want));
    let guns: Vec<Finding> = guns.collect();
    let of = |a: &Assessment| {
        let both = [Commodity::Log, Commodity::Pol].into_iter();
        let rows = both.filter_map(|commodity| Some((commodity, *tonight.get(&(a.unit.clone(), commodity))?)));
        drying.told(a, &rows.collect::<Vec<_>>())
    };
    sheet.iter().filter_map(of).chain(guns).collect()
}

fn stock(assessment: &Assessment, commodity: Commodity) -> Option<i64> {
    if commodity == Commodity::Pol { assessment.pol.stock } else { assessment.log.stock }
}

/// When the formations that use any hold none any more, of those that do before the day is over.
fn foreseen(
    campaign: &Campaign,
    sheet: &[Assessment],
    using: &PresentUse,
) -> BTreeMap<(FormationId, Commodity), Bound> {
    let last = |a: &Assessment, commodity| {
        let a_day = using.a_day(&a.unit, commodity) > 0;
        a_day && stock(a, commodity).is_some_and(|units| using.is_last_day(&a.unit, commodity, units))
    };
    let on_the_road =
        !campaign.convoys.is_empty() || campaign.orders.iter().any(|order| matches!(order.action, Action::Send(_)));
    if !on_the_road && !sheet.iter().any(|a| last(a, Commodity::Log) || last(a, Commodity::Pol)) {
        return BTreeMap::new();
    }
    let bounds = match campaign.bound.phase {
        Phase::Am => 3,
        Phase::Pm => 2,
        Phase::Night => 1,
    };
    let asked = ForecastAsked { bounds, side: None, pol: PolUse::Ordered, log: LogUse::Contact };
    let rows = supply_forecast(campaign, asked).map(|forecast| forecast.rows).unwrap_or_default();
    let dry = |row: ForeseenRow| {
        let bound = row.dry.filter(|_| row.a_day > 0 && row.holds.is_some_and(|holds| holds > 0))?;
        Some(((row.formation, row.commodity), bound))
    };
    rows.into_iter().filter_map(dry).collect()
}

/// A sending that brings some, and whether the plan of the side has it.
type Brings = (Offer, bool);

struct Drying<'a, 'p> {
    campaign: &'a Campaign,
    using: PresentUse,
    network: Arc<Network>,
    planned: &'p mut Planned<'a>,
}

impl Drying<'_, '_> {
    fn told(&mut self, assessment: &Assessment, rows: &[(Commodity, Bound)]) -> Option<Finding> {
        let unit = &assessment.unit;
        let side = self.campaign.formations.get(unit)?.side;
        let (mut running, mut command) = (Vec::new(), None);
        for (commodity, bound) in rows {
            let (runs_dry, send) = self.one(assessment, side, *commodity, *bound);
            running.push(runs_dry);
            command = command.or(send);
        }
        // What waits for room needs nothing done: it is told where nothing else is.
        if running.iter().any(RunsDry::needs_action) {
            running.retain(RunsDry::needs_action);
        }
        let is_told = !running.is_empty();
        let own = self.campaign.dumps.values().filter(|dump| dump.owner == *unit).map(|dump| dump.id.to_string());
        let vehicles = self.campaign.formations.values().filter(|f| f.parent.as_ref() == Some(unit));
        let vehicles = vehicles.filter(|f| f.vehicle_of().is_some()).map(|f| f.id.to_string());
        let (square, rests_on) = (assessment.square, (STOCK, own.chain(vehicles).collect()));
        let command = command.unwrap_or(Offer::Forecast);
        is_told.then(|| Finding { square, rests_on, ..finding(Found::RunsDry(running), unit.as_str(), command) })
    }

    /// What is said of one commodity, and the sending that brings more.
    fn one(&mut self, of: &Assessment, side: SideId, commodity: Commodity, until: Bound) -> (RunsDry, Option<Offer>) {
        let (brings, nobody) = match self.bring_to(of, side, commodity) {
            Ok(brings) => (brings, None),
            Err(why) => (None, Some(why)),
        };
        let (command, is_planned) = brings.map_or((None, false), |(send, is_planned)| (Some(send), is_planned));
        let holds = stock(of, commodity).unwrap_or_default();
        let (portion, a_day) = (self.using.portion(&of.unit, commodity), self.using.a_day(&of.unit, commodity));
        (RunsDry { commodity, holds, portion, a_day, until, nobody, is_planned }, command)
    }

    /// Guns that have fired and find no fire units tonight.
    fn guns(&mut self, want: &FireWant) -> Option<Finding> {
        let leaf = self.campaign.formations.get(&want.leaf)?;
        let mut brought = |first| self.bring(self.keeper(first)?, leaf.side, want.commodity).ok().flatten();
        let (units, command) = match want.first.as_ref().map(|first| (first, brought(first))) {
            None => (FireUnits::OutOfReach, Offer::ShowUnit(want.leaf.to_string())),
            Some((_, Some((command, false)))) => (FireUnits::Brought, command),
            Some((_, Some((command, true)))) => (FireUnits::Planned, command),
            Some((first, None)) => (FireUnits::NotBrought, Offer::Receive(first.clone(), want.commodity)),
        };
        let what = Found::NoFireUnits(want.commodity, units);
        let (square, rests_on) = (leaf.stands_on(), (AMMUNITION, vec![want.leaf.to_string()]));
        Some(Finding { square, rests_on, ..finding(what, want.leaf.as_str(), command) })
    }

    /// Whose a dump or lorry is, and where more would come to.
    fn keeper(&self, account: &AccountId) -> Option<(FormationId, WantPlace)> {
        let owner = self.campaign.account_keeper(account.as_str())?.clone();
        let is_dump = self.campaign.dumps.contains_key(account);
        let place = if is_dump { WantPlace::Dump(account.clone()) } else { WantPlace::Vehicles(owner.clone()) };
        Some((owner, place))
    }

    /// What brings a formation more.
    fn bring_to(&mut self, of: &Assessment, side: SideId, commodity: Commodity) -> Result<Option<Brings>, Lack> {
        self.sent(&want_of(self.campaign, of, commodity), side)
    }

    fn bring(
        &mut self,
        (owner, place): (FormationId, WantPlace),
        side: SideId,
        commodity: Commodity,
    ) -> Result<Option<Brings>, Lack> {
        let by = Planned::by(self.campaign);
        self.sent(&Want { owner, place, commodity, urgency: Urgency::Resupply, units: 1, by }, side)
    }

    /// The first sending that meets a want: that of the plan, where it has one.
    fn sent(&mut self, want: &Want, side: SideId) -> Result<Option<Brings>, Lack> {
        let brings = self.planned.brings(&self.network, side, want)?;
        Ok(brings.map(|(trip, is_planned)| (Offer::Send(send(self.campaign, &trip)), is_planned)))
    }
}

/// A formation whose line or chain fails while it is not out: it lives on what it, or somebody in its reach, holds.
pub(crate) fn cut_off(campaign: &Campaign, assessment: &Assessment) -> Option<Finding> {
    let fails = |state| matches!(state, SupplyState::Cut | SupplyState::NoVehicle);
    let (log, pol) = (&assessment.log, &assessment.pol);
    let both = [(Commodity::Log, log.state, log.stock), (Commodity::Pol, pol.state, pol.stock)];
    let lives_on = |commodity| assessment.stands(commodity) == Some(Supplied::LivesOn);
    let (mut left, mut sinces) = (Vec::new(), Vec::new());
    for (commodity, state, stock) in both.into_iter().filter(|(of, state, _)| fails(*state) && lives_on(*of)) {
        left.push((commodity, state, stock));
        sinces.push(since(campaign, assessment, commodity));
    }
    let (square, since) = (assessment.square, sinces.into_iter().min());
    let command = Offer::Trace(assessment.unit.clone());
    since.map(|since| Finding {
        square,
        since: Some(since),
        ..finding(Found::CutOff(left), assessment.unit.as_str(), command)
    })
}
