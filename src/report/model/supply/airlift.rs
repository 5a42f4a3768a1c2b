//! Air supply: transport wings, airfields, and what was flown.

use serde::Serialize;

use campaign::{Airfield, CONSUMED, Campaign, Flight};
use domain::{AccountId, AirfieldId, Bound, Commodity, FormationId, SideId};

use crate::model::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// What can fly, where it can land, and what was flown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AirliftReport {
    /// The transport wings, by id.
    pub wings: Vec<WingRow>,
    /// The airfields, by id.
    pub airfields: Vec<AirfieldRow>,
    /// What was flown, in order.
    pub flights: Vec<FlightRow>,
    /// What falls short of a unit.
    pub remainders: Vec<RemainderRow>,
}

/// A transport wing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WingRow {
    /// The leaf.
    pub leaf: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Option<SideId>,
    /// The open airfield at which it stands.
    pub airfield: Option<AirfieldId>,
    /// What that is called.
    #[serde(skip)]
    at: Option<String>,
    /// Its sorties in a day of good weather.
    pub sorties: u32,
    /// What it has left today, in this weather.
    pub left: u32,
    /// What an aircraft carries, in kg.
    pub load_kg: u32,
}

/// An airfield.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AirfieldRow {
    /// Its id.
    pub id: AirfieldId,
    /// What it is called.
    #[serde(skip)]
    called: String,
    /// Its side.
    pub side: NamedSide,
    /// Where it lies.
    pub square: String,
    /// Whether it is open: its side holds it.
    pub open: bool,
    /// How many loads it takes in a day.
    pub landings: Option<u32>,
    /// How many it has taken today.
    pub landed: u32,
}

/// A flight of a wing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FlightRow {
    /// In which bound.
    pub bound: BoundView,
    /// The wing.
    pub wing: FormationId,
    /// The airfield from which it flew.
    pub from: Option<AirfieldId>,
    /// The airfield at which it landed; none where it dropped its loads.
    pub at: Option<AirfieldId>,
    /// The dump that took the loads.
    pub dump: Option<AccountId>,
    /// What.
    pub commodity: Commodity,
    /// How many sorties.
    pub sorties: u32,
    /// How many came through.
    pub landed: u32,
    /// How many aircraft were lost.
    pub lost: u32,
    /// Tonnes delivered.
    pub tons: f64,
    /// Tonnes lost.
    pub tons_lost: f64,
    /// What the wing is called, and where its loads went.
    #[serde(skip)]
    called: [String; 2],
}

/// What falls short of a unit between two accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RemainderRow {
    /// From which account.
    pub from: AccountId,
    /// To which.
    pub to: AccountId,
    /// What.
    pub commodity: Commodity,
    /// How much, in kg.
    pub kg: u32,
    /// What the other account is called.
    #[serde(skip)]
    called: String,
}

/// Tonnes with at most one decimal.
fn tons(kg: u32) -> f64 {
    f64::from((kg + 50) / 100) / 10.0
}

/// What an airfield is called: its id where it was put by its square.
fn field_name(field: &Airfield) -> String {
    field.place.clone().unwrap_or_else(|| field.id.to_string())
}

/// Where the loads of a flight went.
fn where_to(campaign: &Campaign, flight: &Flight) -> String {
    match (&flight.at, &flight.to) {
        (Some(at), _) => campaign.airfields.get(at).map_or_else(|| at.to_string(), field_name),
        (None, Some(dump)) => format!("dropped to {}", campaign.account_name(dump.as_str())),
        (None, None) => "dropped".to_owned(),
    }
}

impl FlightRow {
    /// A flight as a row.
    pub fn new(campaign: &Campaign, flight: &Flight) -> Self {
        Self {
            bound: BoundView::new(campaign, flight.bound),
            wing: flight.wing.clone(),
            from: flight.from.clone(),
            at: flight.at.clone(),
            dump: flight.to.clone(),
            commodity: flight.commodity,
            sorties: flight.sorties,
            landed: flight.landed,
            lost: flight.lost,
            tons: tons(flight.kg),
            tons_lost: tons(flight.kg_lost),
            called: [campaign.name_of(flight.wing.as_str()).to_owned(), where_to(campaign, flight)],
        }
    }

    /// The flights of one bound.
    pub(crate) fn of_bound(campaign: &Campaign, bound: Bound) -> Vec<Self> {
        campaign.flights.iter().filter(|flight| flight.bound == bound).map(|f| Self::new(campaign, f)).collect()
    }

    /// A table of flights; with their bounds where they are of several.
    pub(crate) fn table(title: &str, rows: &[Self], with_bound: bool) -> Table {
        let mut columns = vec![
            Column::text("wing").wrapping(),
            Column::text("to").wrapping(),
            Column::text("what"),
            Column::number("sorties"),
            Column::number("landed"),
            Column::number("lost"),
            Column::number("t"),
            Column::number("t lost"),
        ];
        if with_bound {
            columns.insert(0, Column::text("bound"));
        }
        let mut table = Table::new(title, columns);
        for row in rows {
            let to = row.at.as_ref().map(ToString::to_string).or_else(|| row.dump.as_ref().map(ToString::to_string));
            let bound = with_bound.then(|| Cell::new(&row.bound.label));
            let [wing, whither] = &row.called;
            let cells = [
                Cell::new(wing).meaning(row.wing.as_str()),
                Cell::new(whither).meaning(to.unwrap_or_default()),
                Cell::new(row.commodity.name()),
                Cell::new(row.sorties),
                Cell::new(row.landed),
                Cell::new(row.lost),
                Cell::new(format!("{:.1}", row.tons)),
                Cell::new(format!("{:.1}", row.tons_lost)),
            ];
            table.row(bound.into_iter().chain(cells));
        }
        table
    }
}

impl AirliftReport {
    /// The air supply of a campaign.
    pub fn new(campaign: &Campaign) -> Self {
        let wing = |(leaf, wing): (&FormationId, &campaign::Wing)| {
            let formation = campaign.formations.get(leaf);
            WingRow {
                leaf: leaf.clone(),
                name: formation.map(|f| f.name.clone()).unwrap_or_default(),
                side: formation.map(|f| f.side),
                airfield: campaign.field_of(leaf).map(|field| field.id.clone()),
                at: campaign.field_of(leaf).map(field_name),
                sorties: wing.sorties,
                left: campaign.sorties_left(leaf),
                load_kg: wing.load_kg,
            }
        };
        let airfields = campaign.airfields.values().map(|field| AirfieldRow {
            id: field.id.clone(),
            called: field_name(field),
            side: NamedSide::new(campaign, field.side),
            square: campaign.frame.reference(field.square),
            open: campaign.is_field_open(field),
            landings: field.landings,
            landed: campaign.landed_today(&field.id),
        });
        // What is used up is none of the airlift's: the sheet tells it.
        let brought = campaign.remainders.iter().filter(|((_, to, _), _)| to.as_str() != CONSUMED);
        let remainders = brought.map(|((from, to, commodity), kg)| RemainderRow {
            from: from.clone(),
            to: to.clone(),
            commodity: *commodity,
            kg: *kg,
            called: campaign.account_name(to.as_str()),
        });
        Self {
            wings: campaign.wings.iter().map(wing).collect(),
            airfields: airfields.collect(),
            flights: campaign.flights.iter().map(|flight| FlightRow::new(campaign, flight)).collect(),
            remainders: remainders.collect(),
        }
    }

    fn wing_table(&self) -> Table {
        let columns = vec![
            Column::text("wing").wrapping(),
            Column::text("id"),
            Column::text("at").wrapping(),
            Column::number("a day"),
            Column::number("left"),
            Column::number("kg each"),
        ];
        let mut table = Table::new("Transport wings", columns);
        for row in &self.wings {
            let numbers = [row.sorties, row.left, row.load_kg].map(Cell::new);
            let at = Cell::maybe(row.at.as_ref()).meaning(row.airfield.as_ref().map_or("", AirfieldId::as_str));
            let words = [Cell::new(&row.name), Cell::new(&row.leaf), at];
            table.row(words.into_iter().chain(numbers));
        }
        if self.wings.is_empty() {
            table.note("no transport wings: list them in `wings.csv`");
        }
        table
    }

    fn field_table(&self) -> Table {
        let columns = vec![
            Column::text("airfield").wrapping(),
            Column::text("id"),
            Column::text("side"),
            Column::text("square"),
            Column::text("state"),
            Column::number("landings"),
            Column::number("today"),
        ];
        let mut table = Table::new("Airfields", columns);
        for row in &self.airfields {
            table.row([
                Cell::new(&row.called),
                Cell::new(&row.id),
                Cell::from(&row.side),
                Cell::new(&row.square),
                if row.open { Cell::new("open") } else { Cell::emphasised("closed") },
                Cell::maybe(row.landings),
                Cell::new(row.landed),
            ]);
        }
        table
    }
}

/// Where what was shot down goes.
const LOST: &str = "lost";

impl Report for AirliftReport {
    fn tables(&self) -> Vec<Table> {
        let mut flights = FlightRow::table("Flights", &self.flights, true);
        for row in &self.remainders {
            let tons = tons(row.kg);
            let whither = if row.to.as_str() == LOST { "lost".to_owned() } else { format!("to {}", row.called) };
            flights.note(format!("{tons:.1} t of {} {whither} do not make a unit yet", row.commodity.name()));
        }
        let mut tables = vec![self.wing_table()];
        tables.extend((!self.airfields.is_empty()).then(|| self.field_table()));
        tables.extend((!self.flights.is_empty() || !self.remainders.is_empty()).then_some(flights));
        tables
    }
}
