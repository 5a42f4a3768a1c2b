//! The plan of `supply plan`: marching orders, what is wanted, and why something is not met.
//!
//! Where to look next: `words`, how all of it is said in text; [`supply::plan`], which makes it.

mod words;

use serde::Serialize;

use campaign::{Campaign, Load};
use domain::{AccountId, Bound, Commodity, FormationId, Said, SideId, Square, SupplyState, few};
use supply::plan::{ConvoyPlan, GRADES, Lack, Trip, Unmet, Urgency, Want};

use crate::model::BoundView;
use crate::model::bound::strike::OnTheWay;
use crate::{Report, Table};

pub(crate) use words::lack;

/// The plans of one side or of several.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SupplyPlanReport {
    campaign: String,
    bound: BoundView,
    until: Option<BoundView>,
    plans: Vec<SidePlan>,
    /// Rules that forbid a line of a plan made by hand unless they are set aside.
    against: Vec<String>,
    #[serde(skip)]
    notes: Vec<Said>,
}

/// The plan of one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SidePlan {
    side: SideId,
    /// Vehicles that could be sent.
    vehicles: usize,
    trips: Vec<TripRow>,
    wants: Vec<WantRow>,
    unmet: Vec<UnmetRow>,
    /// Whether no plan is better; null for a plan made by hand.
    optimal: Option<bool>,
    /// What no plan can do better than; null for a plan made by hand.
    limit: Option<LimitRow>,
    #[serde(skip)]
    name: String,
}

/// A marching order.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct TripRow {
    vehicles: Vec<FormationId>,
    name: String,
    square: String,
    starts: BoundView,
    from: Option<AccountId>,
    from_square: Option<String>,
    load: Load,
    to: String,
    to_square: String,
    via: Vec<String>,
    /// Places that the way passes.
    by: Vec<String>,
    path: Vec<String>,
    km: f64,
    hours: Option<f64>,
    arrives: Option<BoundView>,
    meets: Vec<MetRow>,
    command: String,
    /// Air strikes on squares of its way, while it is on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strikes: Vec<OnTheWay>,
    /// Whose fuel chain breaks while it is away.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    breaks: Vec<FormationId>,
    #[serde(skip)]
    breaks_named: Vec<String>,
    /// The ids of the side shortened to what tells them apart.
    #[serde(skip)]
    minutes: Option<u32>,
    /// How people call where it loads.
    #[serde(skip)]
    from_name: Option<String>,
    /// How people call where it unloads.
    #[serde(skip)]
    to_name: String,
}

/// So many units of a want that a trip meets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct MetRow {
    unit: FormationId,
    commodity: Commodity,
    urgency: Urgency,
    units: u32,
    in_time: bool,
}

/// Something wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct WantRow {
    unit: FormationId,
    name: String,
    at: String,
    commodity: Commodity,
    urgency: Urgency,
    units: u32,
    by: BoundView,
    met: u32,
    late: u32,
}

/// Something wanted and not met.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct UnmetRow {
    unit: FormationId,
    name: String,
    at: String,
    commodity: Commodity,
    urgency: Urgency,
    units: u32,
    by: BoundView,
    why: &'static str,
    hours: Option<f64>,
    text: String,
}

/// What no plan can do better than.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct LimitRow {
    met: Vec<GradeRow>,
    hours: f64,
    least_hours: f64,
}

/// Units of one grade of urgency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct GradeRow {
    urgency: Urgency,
    in_time: bool,
    met: u32,
    at_most: u32,
}

impl SupplyPlanReport {
    /// The report of these plans, for the umpire or a side that reads it.
    pub fn new(campaign: &Campaign, plans: &[ConvoyPlan], reader: Option<SideId>) -> Self {
        Self {
            campaign: campaign.name.clone(),
            bound: BoundView::new(campaign, campaign.bound),
            until: plans.first().map(|plan| BoundView::new(campaign, plan.until)),
            plans: plans.iter().map(|plan| SidePlan::new(campaign, plan, reader)).collect(),
            against: Vec::new(),
            notes: crate::model::bound::report::lorries_said(campaign)
                .into_iter()
                .map(Said::from)
                .chain(without_vehicles(campaign, plans))
                .collect(),
        }
    }

    /// The same with rules that stand against it, for a plan made by hand.
    #[must_use]
    pub fn with_rules(self, against: Vec<String>) -> Self {
        Self { against, ..self }
    }

    /// The same with when the stocks were reported by which it was made.
    #[must_use]
    pub fn with_news(mut self, campaign: &Campaign, side: Option<SideId>) -> Self {
        let rule = campaign::Setting::NewsDelay;
        let said = crate::model::supply::house_rule::news_said(campaign, side).into_iter();
        self.notes.extend(said.map(|said| format!("{said} (house rule `{rule}`)").into()));
        self
    }

    /// The same with a line below everything.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<Said>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// Who has no vehicle on the map to be supplied by: no plan brings them anything.
fn without_vehicles(campaign: &Campaign, plans: &[ConvoyPlan]) -> Vec<Said> {
    const NAMED: usize = 3;
    let sides: Vec<SideId> = plans.iter().map(|plan| plan.side).collect();
    let sheet = supply::standings(campaign, &sides, 1);
    let said = [(Commodity::Log, "LOG vehicle"), (Commodity::Pol, "bowser")].into_iter().filter_map(|(of, vehicle)| {
        let state = |a: &supply::Assessment| if of == Commodity::Pol { a.pol.state } else { a.log.state };
        let without: Vec<_> = sheet.iter().filter(|a| state(a) == SupplyState::NoVehicle).map(|a| &a.unit).collect();
        let first = without.first()?;
        let name = |id: &&FormationId| campaign.formations.get(*id).map_or_else(String::new, |f| f.name.clone());
        let (names, has) =
            (without.iter().map(name).collect::<Vec<_>>(), if without.len() == 1 { "has" } else { "have" });
        let names = few(&names, NAMED, ", ");
        let told = format!("{names} {has} no {vehicle} on the map, so the plan brings no {}", of.name());
        Some(Said::leading(told, &format!(": `railhead supply trace {first}`")))
    });
    said.collect()
}

impl SidePlan {
    fn new(campaign: &Campaign, plan: &ConvoyPlan, reader: Option<SideId>) -> Self {
        let name = campaign.sides.iter().find(|side| side.id == plan.side).map(|side| side.name.clone());
        let trips = plan.trips.iter().map(|trip| {
            let strikes = OnTheWay::of(campaign, plan.side, reader, &trip.way, (trip.starts, trip.arrives));
            TripRow { strikes, ..TripRow::new(campaign, &plan.wants, trip) }
        });
        Self {
            side: plan.side,
            vehicles: plan.vehicles,
            trips: trips.collect(),
            wants: plan.wants.iter().enumerate().map(|(n, want)| WantRow::new(campaign, plan, n, want)).collect(),
            unmet: plan.unmet.iter().map(|unmet| UnmetRow::new(campaign, plan, unmet)).collect(),
            optimal: plan.proof.as_ref().map(supply::plan::Proof::is_optimal),
            limit: plan.proof.as_ref().map(|proof| LimitRow {
                met: grades(campaign, &proof.met),
                hours: hours(proof.minutes.0),
                least_hours: hours(proof.minutes.1),
            }),
            name: name.unwrap_or_else(|| plan.side.to_string()),
        }
    }
}

/// What is met of each grade, those of guns only where their fire units are counted.
fn grades(campaign: &Campaign, met: &[(u32, u32)]) -> Vec<GradeRow> {
    let is_fire = |urgency| matches!(urgency, Urgency::Fire | Urgency::FireLevel);
    let shown = GRADES.iter().zip(met).filter(|((urgency, _), _)| campaign.counts_fire_units() || !is_fire(*urgency));
    shown.map(|(grade, met)| GradeRow::new(*grade, *met)).collect()
}

impl GradeRow {
    fn new((urgency, in_time): (Urgency, bool), (met, at_most): (u32, u32)) -> Self {
        Self { urgency, in_time, met, at_most }
    }
}

impl TripRow {
    fn new(campaign: &Campaign, wants: &[Want], trip: &Trip) -> Self {
        let reference = |square: Square| campaign.frame.reference(square);
        let steps = trip.way.len().saturating_sub(1) as u64;
        let name = |id: &FormationId| campaign.formations.get(id).map(|f| f.name.clone());
        Self {
            name: trip.vehicles.iter().filter_map(name).collect::<Vec<_>>().join(", "),
            vehicles: trip.vehicles.clone(),
            square: reference(trip.at),
            starts: BoundView::new(campaign, trip.starts),
            from: trip.from.as_ref().map(|(account, _)| account.clone()),
            from_square: trip.from.as_ref().map(|(_, square)| reference(*square)),
            load: trip.load.clone(),
            to: trip.to.clone(),
            to_square: reference(trip.goal),
            via: trip.via.iter().map(|square| reference(*square)).collect(),
            by: words::places_on(campaign, trip),
            path: trip.way.iter().map(|square| reference(*square)).collect(),
            km: (steps * u64::from(campaign.frame.square_m) + 50).div_euclid(100) as f64 / 10.0,
            hours: trip.minutes.map(|minutes| hours(u64::from(minutes))),
            arrives: trip.arrives.map(|bound| BoundView::new(campaign, bound)),
            meets: trip.meets.iter().map(|met| MetRow::new(&wants[met.want], met.units, met.in_time)).collect(),
            command: format!("railhead {}", ops::query::send(campaign, trip).words()),
            strikes: Vec::new(),
            breaks: trip.breaks.clone(),
            breaks_named: trip.breaks.iter().filter_map(name).collect(),
            minutes: trip.minutes,
            from_name: trip.from.as_ref().map(|(account, _)| campaign.account_name(account.as_str())),
            to_name: campaign.account_name(&trip.to),
        }
    }
}

impl MetRow {
    fn new(want: &Want, units: u32, in_time: bool) -> Self {
        Self { unit: want.owner.clone(), commodity: want.commodity, urgency: want.urgency, units, in_time }
    }
}

fn name_of(campaign: &Campaign, want: &Want) -> String {
    campaign.formations.get(&want.owner).map(|f| f.name.clone()).unwrap_or_default()
}

impl WantRow {
    fn new(campaign: &Campaign, plan: &ConvoyPlan, number: usize, want: &Want) -> Self {
        let met = plan.trips.iter().flat_map(|trip| &trip.meets).filter(|met| met.want == number);
        Self {
            unit: want.owner.clone(),
            name: name_of(campaign, want),
            at: want.place.id().to_owned(),
            commodity: want.commodity,
            urgency: want.urgency,
            units: want.units,
            by: BoundView::new(campaign, want.by),
            met: met.clone().map(|met| met.units).sum(),
            late: met.filter(|met| !met.in_time).map(|met| met.units).sum(),
        }
    }
}

impl UnmetRow {
    fn new(campaign: &Campaign, plan: &ConvoyPlan, unmet: &Unmet) -> Self {
        let want = &plan.wants[unmet.want];
        let (why, text) = words::lack(campaign, want, &unmet.why);
        let minutes = match &unmet.why {
            Lack::TooFar(_, _, minutes, _) | Lack::OutOfReach(_, minutes) => Some(*minutes),
            _ => None,
        };
        Self {
            unit: want.owner.clone(),
            name: name_of(campaign, want),
            at: want.place.id().to_owned(),
            commodity: want.commodity,
            urgency: want.urgency,
            units: unmet.units,
            by: BoundView::new(campaign, want.by),
            why,
            hours: minutes.map(|minutes| hours(u64::from(minutes))),
            text,
        }
    }
}

impl Report for SupplyPlanReport {
    fn tables(&self) -> Vec<Table> {
        let until = self.until.as_ref().map_or("", |until| until.label.as_str());
        let mut tables: Vec<Table> =
            self.plans.iter().flat_map(|plan| words::tables(plan, &self.bound.label, until)).collect();
        if tables.is_empty() {
            tables.push(Table::new("Supply plan: nobody is sent", Vec::new()));
        }
        if let Some(last) = tables.last_mut() {
            self.against.iter().for_each(|rule| last.note(format!("against a rule: {rule}")));
            self.notes.iter().for_each(|note| last.note(note.clone()));
        }
        tables
    }
}

/// Hours with at most one decimal.
fn hours(minutes: u64) -> f64 {
    ((minutes * 10 + 30) / 60) as f64 / 10.0
}

/// How a bound is named in a sentence.
fn label(bound: Bound) -> String {
    bound.to_string()
}
