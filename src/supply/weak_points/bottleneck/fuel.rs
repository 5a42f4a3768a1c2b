//! What lies behind the end of a bowser chain: the railhead or source depot that fills the dump where it ends.
//!
//! What it decides: that it is the one to which the quickest open way leads from the dump, as for LOG.

use std::collections::BTreeMap;

use campaign::Campaign;
use domain::{AccountId, SideId};
use network::{LorrySearch, Network};

use crate::chain::fuel_chain::Link;
use crate::ground::crossings::Crossings;
use crate::ground::view::View;
use crate::line::LineTracer;
use crate::rail::Rails;
use crate::standing::assessment::Assessment;
use crate::standing::hierarchy::SupplyHierarchy;

/// By dump: from where it is filled, and how many minutes a lorry takes there.
pub(crate) type FilledBy = BTreeMap<String, (AccountId, u64)>;

/// From where the dumps are filled at which the chains of a side end.
pub(crate) fn filled_by(
    network: &Network,
    hierarchy: &SupplyHierarchy<'_>,
    side: SideId,
    sheet: &[Assessment],
) -> FilledBy {
    let campaign = hierarchy.campaign;
    let mut found = FilledBy::new();
    let mut ground = None;
    for dump in sheet.iter().filter_map(last_stop).filter_map(|id| campaign.dumps.get(id)).filter(|dump| !dump.source) {
        if found.contains_key(dump.id.as_str()) {
            continue;
        }
        // A line of LOG that goes on from the dump has been traced; where none does, the way is.
        let from_line = sheet.iter().filter_map(|a| a.log.legs.last()).find(|leg| leg.from == dump.id.as_str());
        let filler = from_line.map(|leg| (leg.to.clone(), leg.minutes)).or_else(|| {
            let (view, rails, search) = ground.get_or_insert_with(|| ground_of(network, campaign, side));
            LineTracer::way_to_end(view, hierarchy, rails, search, dump.square).map(|way| (way.to, way.minutes))
        });
        found.extend(filler.map(|filler| (dump.id.to_string(), filler)));
    }
    found
}

fn ground_of<'a>(network: &'a Network, campaign: &'a Campaign, side: SideId) -> (View<'a>, Rails<'a>, LorrySearch) {
    let view = View::new(campaign, network, side, &Crossings::new(campaign, network));
    let rails = Rails::new(&view);
    (view, rails, LorrySearch::new(network))
}

/// Where the chain of a formation ends, that needs POL and whose chain holds.
pub(crate) fn last_stop(of: &Assessment) -> Option<&str> {
    let links = Some(&of.pol.links).filter(|links| of.pol.required && links.iter().all(Link::is_ok));
    links.and_then(|links| links.last()).map(|link| link.to.as_str())
}
