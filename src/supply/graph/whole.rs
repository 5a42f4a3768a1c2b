//! What no line or chain has told: from where dumps are filled, railheads and dumps that nobody draws on, airfields.
//!
//! What it decides: that a dump is filled from the railhead or source depot to which the quickest open way leads, as for
//! LOG; that an airfield is shown at which a wing stands, or something was or could be landed for a dump.

use std::collections::BTreeSet;

use campaign::{Airfield, Campaign, Dump, Flight};
use domain::{AccountId, AirfieldId, FormationId, SideId, Square};
use network::{LorrySearch, Network};

use super::build::Builder;
use super::edge::{Route, RouteKind, SupplyEdge, last_stop};
use super::node::{NodeKey, NodeKind, SupplyNode, node_of};
use crate::ground::crossings::Crossings;
use crate::ground::view::View;
use crate::line::LineTracer;
use crate::rail::Rails;
use crate::standing::assessment::Assessment;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::tracing::rail_trace;

/// The ground on which ways to dumps are looked for: made for the first of them.
struct FillingGround<'a> {
    view: View<'a>,
    hierarchy: SupplyHierarchy<'a>,
    rails: Rails<'a>,
    search: LorrySearch,
}

impl<'a> FillingGround<'a> {
    fn new(network: &'a Network, campaign: &'a Campaign, side: SideId) -> Self {
        let view = View::new(campaign, network, side, &Crossings::new(campaign, network));
        let rails = Rails::new(&view);
        let search = LorrySearch::new(network);
        Self { view, hierarchy: SupplyHierarchy::new(campaign), rails, search }
    }

    /// From where a square is supplied over the quickest open way, and in how many minutes.
    fn filler(&mut self, to: Square) -> Option<(AccountId, u64)> {
        let Self { view, hierarchy, rails, search } = self;
        LineTracer::way_to_end(view, hierarchy, rails, search, to).map(|way| (way.to, way.minutes))
    }
}

impl<'a> Builder<'a> {
    /// From where the dumps are filled at which the chains of a side end.
    pub(super) fn fill_ends(&mut self, network: &Network, side: SideId, sheet: &[Assessment]) {
        let campaign = self.campaign;
        let mut ground = None;
        let ends: BTreeSet<&str> = sheet.iter().filter_map(last_stop).collect();
        for dump in ends.into_iter().filter_map(|id| campaign.dumps.get(id)) {
            self.fill(dump, || ground.get_or_insert_with(|| FillingGround::new(network, campaign, side)));
        }
    }

    /// All of a side that no line or chain has told.
    pub(super) fn complete(&mut self, network: &Network, side: SideId) {
        let campaign = self.campaign;
        let mut ground = FillingGround::new(network, campaign, side);
        let ways = ground.rails.to_sources(&ground.view);
        for way in &ways {
            let rail = rail_trace(&ground.view, way);
            let is_source = rail.source.as_ref() == Some(&rail.railhead);
            if is_source && rail.cut.is_some() {
                self.shut(rail.railhead.as_str());
            }
            self.rail(&rail, None);
        }
        for head in campaign.railheads.values().filter(|head| head.side == side && !head.closed) {
            self.node(head.id.as_str());
        }
        let own = |dump: &&Dump| !dump.closed && campaign.account_side(dump.id.as_str()) == Some(side);
        for dump in campaign.dumps.values().filter(own) {
            // A line that goes by it tells from where it comes.
            if !self.has_leg(dump) {
                self.fill(dump, || &mut ground);
            }
            self.own(dump);
        }
        self.by_air(side);
    }

    /// From where a dump is filled, where no line has told it and an open way leads there.
    fn fill<'g, 'n: 'g>(&mut self, dump: &Dump, ground: impl FnOnce() -> &'g mut FillingGround<'n>) {
        let Some(to) = self.node(dump.id.as_str()).filter(|_| !dump.source) else { return };
        let mut into = self.edges.iter().filter(|((_, into, _), _)| *into == to);
        if into.any(|(_, edge)| edge.route.filling_minutes().is_some()) {
            return;
        }
        let filler = ground().filler(dump.square);
        let from = filler.and_then(|(account, minutes)| Some((self.node(account.as_str())?, minutes)));
        if let Some((from, minutes)) = from {
            self.edge(from, to, Route::Filling { minutes }, None);
        }
    }

    fn has_leg(&self, dump: &Dump) -> bool {
        let is_into = |to: &NodeKey<'_>, kind: RouteKind| kind == RouteKind::Leg && to.2 == dump.id.as_str();
        self.edges.keys().any(|(_, to, kind)| is_into(to, *kind))
    }

    /// The owner of a dump has what lies there, where its line does not go by it anyway.
    fn own(&mut self, dump: &Dump) {
        let (Some(from), Some(to)) = (self.node(dump.id.as_str()), self.drawing(dump)) else { return };
        if !self.edges.contains_key(&(from, to, RouteKind::Leg)) {
            self.edge(from, to, Route::Own, None);
        }
    }

    /// The owner of a dump, where it is in the sheet.
    fn drawing(&self, dump: &Dump) -> Option<NodeKey<'a>> {
        let key = node_of(self.campaign, dump.owner.as_str())?.key();
        self.nodes.get(&key).filter(|node| node.assessment.is_some()).map(|_| key)
    }

    /// Airfields from which wings fly, where loads can be landed for a dump, and the flights of the day.
    fn by_air(&mut self, side: SideId) {
        let campaign = self.campaign;
        let here =
            |wing: &&FormationId| campaign.formations.get(*wing).is_some_and(|f| f.side == side && f.is_on_map());
        let wings: Vec<&FormationId> = campaign.wings.keys().filter(here).collect();
        for field in wings.iter().filter_map(|wing| campaign.field_of(wing)) {
            let base = self.airfield(field);
            self.nodes.entry(base).and_modify(|base| base.is_reached = true);
        }
        let fields = campaign.airfields.values().filter(|field| field.side == side && !wings.is_empty());
        for field in fields {
            let takes = |dump: &&Dump| !dump.closed && dump.square == field.square;
            let mut dumps = campaign.dumps.values().filter(takes).map(|dump| dump.id.as_str());
            if let Some(dump) = dumps.find(|id| campaign.account_side(id) == Some(side)) {
                let (from, to) = (self.airfield(field), self.node(dump));
                if let Some(to) = to {
                    self.edge(from, to, Route::Landing, None);
                }
            }
        }
        let is_own = |flight: &&Flight| campaign.formations.get(&flight.wing).is_some_and(|f| f.side == side);
        let today = campaign.flights.iter().filter(|flight| flight.bound.day == campaign.bound.day).filter(is_own);
        today.for_each(|flight| self.flight(flight));
    }

    fn airfield(&mut self, field: &'a Airfield) -> NodeKey<'a> {
        let node = SupplyNode {
            kind: NodeKind::Airfield,
            id: field.id.as_str(),
            side: field.side,
            square: Some(field.square),
            is_reached: false,
            is_shut: !self.campaign.is_field_open(field),
            assessment: None,
        };
        let key = node.key();
        self.nodes.entry(key).or_insert(node);
        key
    }

    /// What flights of one commodity brought from one place to another counts together.
    fn flight(&mut self, flight: &Flight) {
        let field = |id: &Option<AirfieldId>| id.as_ref().and_then(|id| self.campaign.airfields.get(id));
        let (from, at) = (field(&flight.from), field(&flight.at));
        let Some(from) = from.map(|from| self.airfield(from)) else { return };
        let dropped = || flight.to.as_ref().map(|to| to.as_str().to_owned());
        let to = match at {
            Some(at) => Some(self.airfield(at)),
            None => dropped().and_then(|to| self.node(&to)),
        };
        let Some(to) = to.filter(|to| *to != from) else { return };
        let none = Route::Flight { commodity: flight.commodity, landed: 0, kg: 0 };
        let edge = self.edges.entry((from, to, none.kind()));
        if let Route::Flight { landed, kg, .. } =
            &mut edge.or_insert_with(|| SupplyEdge { route: none, users: Vec::new() }).route
        {
            (*landed, *kg) = (*landed + flight.landed, *kg + flight.kg);
        }
    }

    fn shut(&mut self, id: &str) {
        if let Some(node) = self.node(id).and_then(|key| self.nodes.get_mut(&key)) {
            (node.is_shut, node.is_reached) = (true, false);
        }
    }
}
