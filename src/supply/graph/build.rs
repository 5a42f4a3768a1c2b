//! Making the graph of the chain of supply from a sheet that was traced before.
//!
//! What it decides: what of an assessment becomes which edge. A line that fails hangs on what it would go to; where nothing
//! stands there, on nothing.
//! What it never does: trace. What no line or chain has told is asked for in `whole`.

use std::collections::BTreeMap;

use petgraph::graph::DiGraph;

use campaign::Campaign;
use domain::{SideId, Square};

use super::edge::{Route, RouteKind, SupplyEdge, last_stop};
use super::node::{NodeKey, NodeKind, SupplyNode, node_of};
use crate::standing::assessment::{Assessment, RailTrace};

/// A graph in the making: its nodes and edges in their order.
pub(super) struct Builder<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) nodes: BTreeMap<NodeKey<'a>, SupplyNode<'a>>,
    pub(super) edges: BTreeMap<(NodeKey<'a>, NodeKey<'a>, RouteKind), SupplyEdge<'a>>,
}

impl<'a> Builder<'a> {
    /// All that the sheet tells.
    pub(super) fn new(campaign: &'a Campaign, sheet: &'a [Assessment]) -> Self {
        let mut builder = Self { campaign, nodes: BTreeMap::new(), edges: BTreeMap::new() };
        for assessment in sheet {
            // A bowser is a link of chains, whoever feeds its crew.
            if let Some(node) = node_of(campaign, assessment.unit.as_str()).filter(|n| n.kind != NodeKind::Bowser) {
                let node = SupplyNode { square: assessment.square, assessment: Some(assessment), ..node };
                builder.nodes.insert(node.key(), node);
            }
        }
        for (place, assessment) in sheet.iter().enumerate() {
            if assessment.fed_by.is_some() {
                builder.feeding(assessment);
            } else {
                builder.line(place, assessment);
                builder.chain(place, assessment);
            }
        }
        builder
    }

    /// The node of an account or formation, made where it is new.
    pub(super) fn node(&mut self, id: &str) -> Option<NodeKey<'a>> {
        let node = node_of(self.campaign, id)?;
        let key = node.key();
        self.nodes.entry(key).or_insert(node);
        Some(key)
    }

    /// An edge between two nodes, made where it is new, and who uses it.
    pub(super) fn edge(&mut self, from: NodeKey<'a>, to: NodeKey<'a>, route: Route<'a>, user: Option<usize>) {
        let edge = self.edges.entry((from, to, route.kind()));
        let users = &mut edge.or_insert_with(|| SupplyEdge { route, users: Vec::new() }).users;
        users.extend(user.filter(|user| users.last() != Some(user)));
    }

    fn between(&mut self, from: &str, to: &str, route: Route<'a>, user: Option<usize>) {
        if let (Some(from), Some(to)) = (self.node(from), self.node(to)) {
            self.edge(from, to, route, user);
        }
    }

    fn line(&mut self, place: usize, assessment: &'a Assessment) {
        let log = &assessment.log;
        let last = log.legs.len().saturating_sub(1);
        for (number, leg) in log.legs.iter().enumerate() {
            let route = Route::Leg { leg, is_last: number == last };
            self.between(leg.to.as_str(), &leg.from, route, Some(place));
        }
        if let Some(rail) = &log.rail {
            self.rail(rail, Some(place));
        }
        if log.cut.is_some() {
            self.cut(place, assessment);
        }
    }

    /// The railway from a source to a railhead.
    pub(super) fn rail(&mut self, rail: &RailTrace, user: Option<usize>) {
        if let Some(source) = rail.source.as_ref().filter(|source| **source != rail.railhead) {
            let route = Route::Rail { squares: rail.path.len(), cut: rail.cut };
            self.between(source.as_str(), rail.railhead.as_str(), route, user);
        }
    }

    /// The leg that fails, and what leads from there to the formation.
    fn cut(&mut self, place: usize, assessment: &'a Assessment) {
        let Some(cut) = &assessment.log.cut else { return };
        let Some(unit) = self.node(assessment.unit.as_str()) else { return };
        let (near, far) = cut.leg;
        let begins = Some(near).filter(|near| assessment.square != Some(*near));
        let begins = begins.and_then(|near| self.store_on(unit.0, near));
        // A railway that is cut is an edge of its own.
        let of_rail = assessment.log.rail.as_ref().filter(|rail| rail.cut.is_some());
        let railhead = of_rail.and_then(|rail| self.node(rail.railhead.as_str())).filter(|head| Some(*head) == begins);
        if let Some(from) = self.store_on(unit.0, far).filter(|from| railhead.is_none() && Some(*from) != begins) {
            self.edge(from, begins.unwrap_or(unit), Route::Cut(cut), Some(place));
        }
        if let Some(begins) = begins {
            self.edge(begins, unit, Route::Waiting, Some(place));
        }
    }

    /// A railhead, depot or dump of a side on a square, in this order.
    fn store_on(&mut self, side: SideId, square: Square) -> Option<NodeKey<'a>> {
        let campaign = self.campaign;
        let heads = campaign.railheads.values().filter(|head| !head.closed && head.square == square);
        let dumps = campaign.dumps.values().filter(|dump| !dump.closed && dump.square == square);
        let mut dumps: Vec<_> = dumps.collect();
        dumps.sort_by_key(|dump| !dump.source);
        let ids = heads.map(|head| head.id.as_str()).chain(dumps.iter().map(|dump| dump.id.as_str()));
        let own = ids.into_iter().find(|id| campaign.account_side(id) == Some(side))?;
        self.node(own)
    }

    /// A chain hangs on what its hops end at; those who go by it are only they whose chain holds.
    fn chain(&mut self, place: usize, assessment: &'a Assessment) {
        let user = last_stop(assessment).map(|_| place);
        for link in &assessment.pol.links {
            self.between(&link.to, &link.from, Route::Hop(link), user);
        }
    }

    /// Who is fed hangs on who feeds it; and where its first hop is too long, on the bowser that is too far.
    fn feeding(&mut self, assessment: &'a Assessment) {
        let is_bowser = node_of(self.campaign, assessment.unit.as_str()).is_some_and(|n| n.kind == NodeKind::Bowser);
        let Some(feeder) = assessment.fed_by.as_ref().filter(|_| !is_bowser) else { return };
        let route = Route::Feeding { log: assessment.log.state, pol: assessment.pol.state };
        self.between(feeder.as_str(), assessment.unit.as_str(), route, None);
        let first = assessment.pol.links.first().filter(|link| link.from == assessment.unit.as_str() && !link.is_ok());
        if let Some(link) = first {
            self.between(&link.to, &link.from, Route::Hop(link), None);
        }
    }

    /// The graph of all this.
    pub(super) fn finish(self) -> DiGraph<SupplyNode<'a>, SupplyEdge<'a>> {
        let mut graph = DiGraph::with_capacity(self.nodes.len(), self.edges.len());
        let index: BTreeMap<NodeKey<'a>, _> =
            self.nodes.into_iter().map(|(key, node)| (key, graph.add_node(node))).collect();
        for ((from, to, _), edge) in self.edges {
            if let (Some(from), Some(to)) = (index.get(&from), index.get(&to)) {
                graph.add_edge(*from, *to, edge);
            }
        }
        graph
    }
}
