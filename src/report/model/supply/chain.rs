//! The bowser chain of one formation by itself, as it would be at the end of a march.

use serde::Serialize;

use campaign::Campaign;
use supply::Assessment;

use super::{LinkView, chain_table, link_view};
use crate::Table;

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
