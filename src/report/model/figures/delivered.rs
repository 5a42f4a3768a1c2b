//! What trains brought, by railhead.

use serde::Serialize;

use campaign::{Campaign, Reader};
use domain::{AccountId, Bound, SideId};
use ops::query::Delivery;

use super::bars::number_of;
use super::losses::commander_name;
use super::plot::{Curve, Plot, PlotSheet};
use crate::model::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// What trains brought to each railhead: a row a railhead and bound in which any came, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct DeliveryReport {
    rows: Vec<DeliveryRow>,
    /// The running bound.
    #[serde(skip)]
    until: Bound,
}

/// What trains brought to a railhead in a bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct DeliveryRow {
    bound: BoundView,
    railhead: AccountId,
    name: String,
    side: NamedSide,
    log: u32,
    pol: u32,
    #[serde(skip)]
    ordinal: u32,
}

impl DeliveryReport {
    /// Of these deliveries.
    pub fn new(campaign: &Campaign, found: Vec<Delivery>) -> Self {
        let row = |of: Delivery| DeliveryRow {
            bound: BoundView::new(campaign, of.bound),
            railhead: of.railhead,
            name: of.name,
            side: NamedSide::new(campaign, of.side),
            log: of.log,
            pol: of.pol,
            ordinal: of.bound.ordinal(),
        };
        Self { rows: found.into_iter().map(row).collect(), until: campaign.bound }
    }

    /// The railheads to which anything came, each once, with their sides.
    fn railheads(&self) -> Vec<(&AccountId, &str, SideId)> {
        let mut found: Vec<(&AccountId, &str, SideId)> = Vec::new();
        for row in &self.rows {
            if !found.iter().any(|(id, _, side)| (*id, *side) == (&row.railhead, row.side.id)) {
                found.push((&row.railhead, &row.name, row.side.id));
            }
        }
        found
    }

    /// LOG and POL as curves, one a railhead, all that came together since the first bound.
    pub fn plots(&self, campaign: &Campaign, reader: Option<&Reader>) -> PlotSheet {
        let bounds: Vec<Bound> = (0..=self.until.ordinal()).map(Bound::from_ordinal).collect();
        let plot = |title: &'static str, of: fn(&DeliveryRow) -> u32| {
            let curve = |(id, name, side): (&AccountId, &str, SideId)| {
                let own: Vec<_> = self.rows.iter().filter(|row| (&row.railhead, row.side.id) == (id, side)).collect();
                let until = |bound: &Bound| -> i64 {
                    own.iter().filter(|row| row.ordinal <= bound.ordinal()).map(|row| i64::from(of(row))).sum()
                };
                let values: Vec<_> = bounds.iter().map(|bound| Some(until(bound))).collect();
                (values.last() != Some(&Some(0))).then(|| Curve {
                    side,
                    name: name.to_owned(),
                    number: number_of(campaign, side),
                    values,
                })
            };
            let curves: Vec<Curve> = self.railheads().into_iter().filter_map(curve).collect();
            Plot { title, below: "units by train since the first bound, by railhead", is_stepped: true, curves }
        };
        let plots = [plot("LOG delivered", |row| row.log), plot("POL delivered", |row| row.pol)];
        let (plots, zero): (Vec<Plot>, Vec<Plot>) = plots.into_iter().partition(|plot| !plot.curves.is_empty());
        PlotSheet {
            title: campaign.title.clone(),
            drawn_for: reader.map(|reader| NamedSide::new(campaign, reader.side)),
            commander: commander_name(campaign, reader).map(str::to_owned),
            bounds: bounds.iter().map(|bound| BoundView::new(campaign, *bound)).collect(),
            mark: None,
            plots,
            left_out: zero.iter().map(|plot| plot.title).collect(),
        }
    }
}

impl Report for DeliveryReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("bound"),
            Column::text("side"),
            Column::text("railhead").wrapping(),
            Column::text("id").optional(),
            Column::number("LOG"),
            Column::number("POL"),
        ];
        let mut table = Table::new("", columns);
        for row in &self.rows {
            table.row([
                Cell::new(&row.bound.label),
                Cell::from(&row.side),
                Cell::new(&row.name),
                Cell::new(&row.railhead),
                Cell::new(row.log),
                Cell::new(row.pol),
            ]);
        }
        for (id, name, side) in self.railheads() {
            let own = || self.rows.iter().filter(|row| (&row.railhead, row.side.id) == (id, side));
            let [log, pol] = [own().map(|row| row.log).sum::<u32>(), own().map(|row| row.pol).sum()];
            table.note(format!("{name}: {log} LOG and {pol} POL in all"));
        }
        if self.rows.is_empty() {
            table.note("no train has unloaded anything");
        }
        vec![table]
    }
}
