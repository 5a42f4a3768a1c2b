//! A house rule that makes a difference now, and what it does, a line each.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Campaign, Setting};
use domain::{Bound, SideId};

use crate::Table;
use crate::model::BoundView;

/// A house rule that makes a difference now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct HouseRule {
    pub(super) rule: Setting,
    /// Since when it has held; none where it held from the start.
    since: Option<BoundView>,
    /// What it does, a line each.
    bites: Vec<String>,
}

impl HouseRule {
    /// A rule where it does anything.
    pub(super) fn new(campaign: &Campaign, rule: Setting, bites: Vec<String>) -> Option<Self> {
        let since = campaign.settings_since.get(&rule).map(|bound| BoundView::new(campaign, *bound));
        (!bites.is_empty()).then_some(Self { rule, since, bites })
    }

    /// It under a table.
    pub(super) fn note(&self, table: &mut Table) {
        let since = self.since.as_ref().map_or_else(|| "from the start".to_owned(), |b| format!("since {}", b.label));
        table.note(format!("house rule `{}` ({since}):", self.rule));
        self.bites.iter().for_each(|bite| table.note(format!("  {bite}")));
    }
}

/// When the stocks of a side's accounts were reported, the oldest report first; nothing where all is known.
pub(super) fn news_said(campaign: &Campaign, side: Option<SideId>) -> Vec<String> {
    news_of(campaign, |id| side.is_some() && campaign.account_side(id) == side)
}

/// The same of some accounts.
pub(super) fn news_of(campaign: &Campaign, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let own = campaign.news.keys().filter(|id| is_wanted(id.as_str()));
    let mut by_bound: BTreeMap<Bound, Vec<&str>> = BTreeMap::new();
    for id in own {
        if let Some(report) = campaign.known_report(id.as_str()) {
            by_bound.entry(report.bound).or_default().push(id.as_str());
        }
    }
    let last = by_bound.keys().last().copied();
    let text = |(bound, ids): (Bound, Vec<&str>)| match ids.len() {
        all if Some(bound) == last && all > 1 => format!("stock as reported {bound}: {all} accounts"),
        _ => format!("stock as reported {bound}: {}", ids.join(", ")),
    };
    by_bound.into_iter().map(text).collect()
}
