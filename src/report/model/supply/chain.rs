//! The bowser chain of one formation by itself, as it would be at the end of a march.

use serde::Serialize;

use campaign::Campaign;
use supply::{Assessment, Link};

use super::measure::km;
use crate::words::called;
use crate::{Cell, Column, Table};

/// The hops of a chain, from the formation on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct FuelChainView(Vec<LinkView>);

impl FuelChainView {
    /// The chain of a formation as it stands; none where it needs no fuel or has no chain.
    pub fn new(campaign: &Campaign, found: &Assessment) -> Option<Self> {
        let links: Vec<LinkView> = found.pol.links.iter().map(|link| link_view(campaign, link)).collect();
        (found.pol.required && !links.is_empty()).then_some(Self(links))
    }

    pub(crate) fn table(&self, title: &str) -> Table {
        Table { title: title.to_owned(), ..chain_table(&self.0, true) }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct LinkView {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) km: Option<f64>,
    pub(super) limit_km: f64,
    pub(super) ok: bool,
    /// What both ends are called.
    #[serde(skip)]
    pub(super) names: [Option<String>; 2],
}

/// A hop of a chain.
pub(super) fn link_view(campaign: &Campaign, link: &Link) -> LinkView {
    LinkView {
        from: link.from.clone(),
        to: link.to.clone(),
        km: link.metres.map(|metres| km(u64::from(metres))),
        limit_km: km(u64::from(link.limit)),
        ok: link.is_ok(),
        names: ends(campaign, &link.from, &link.to),
    }
}

/// What the ends of a leg or hop are called.
pub(super) fn ends(campaign: &Campaign, from: &str, to: &str) -> [Option<String>; 2] {
    [from, to].map(|id| campaign.name_of_account(id).map(str::to_owned))
}

/// An end of a leg or hop: by its id, on a page under its name.
pub(super) fn end(name: Option<&String>, id: &str, on_page: bool) -> Cell {
    match name.filter(|name| on_page && *name != id) {
        Some(name) => Cell::new(format!("{name}\n{id}")),
        None => Cell::new(id),
    }
}

pub(super) fn chain_table(links: &[LinkView], on_page: bool) -> Table {
    let columns = vec![
        Column::text("hop from").wrapping(),
        Column::text("to").wrapping(),
        Column::number("km"),
        Column::number("limit"),
        Column::text(""),
    ];
    let mut table = Table::new("Fuel-bowser chain", columns);
    for link in links {
        let km = link.km.map_or_else(|| "no way".to_owned(), |km| format!("{km:.0}"));
        let mark = if link.ok { Cell::default() } else { Cell::emphasised("TOO LONG") };
        table.row([
            end(link.names[0].as_ref(), &link.from, on_page),
            end(link.names[1].as_ref(), &link.to, on_page),
            Cell::new(km),
            Cell::new(format!("{:.0}", link.limit_km)),
            mark,
        ]);
    }
    table
}

/// Why a hop fails.
pub(super) fn hop_text(campaign: &Campaign, link: &Link) -> String {
    let [from, to] = [&link.from, &link.to].map(|id| called(campaign, id));
    let limit = km(u64::from(link.limit));
    match link.metres {
        Some(metres) => {
            let (long, over) = (km(u64::from(metres)), km(u64::from(metres.saturating_sub(link.limit))));
            format!("the hop from {from} to {to} is {long} km, {over} km over the limit of {limit} km")
        }
        None => format!("no clear way from {from} to {to}"),
    }
}
