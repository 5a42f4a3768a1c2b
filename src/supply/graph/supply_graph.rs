//! The graph, and what is asked of it.
//!
//! What it decides: that who draws over an edge is known by edge, and not by what can be reached: two chains may go by one
//! bowser to two ends. Whether anything comes to a store at all is what can be reached over open edges.
//! What it never does: add to itself; see `build`.

use std::collections::BTreeSet;

use petgraph::Direction::{Incoming, Outgoing};
use petgraph::graph::{DiGraph, EdgeReference, NodeIndex};
use petgraph::visit::{Dfs, EdgeFiltered, EdgeRef, Walker};

use campaign::Campaign;
use domain::{Commodity, SideId};
use network::Network;

use super::build::Builder;
use super::edge::{Route, SupplyEdge};
use super::node::{NodeKind, SupplyNode};
use crate::standing::assessment::Assessment;

/// The chain of supply as it stands: formations, dumps, railheads, sources, bowsers and airfields; legs, hops, railways
/// and flights. Supply goes along the edges.
///
/// Nodes stand by side, kind and id, edges by the nodes from which and to which they go.
pub struct SupplyGraph<'a> {
    sheet: &'a [Assessment],
    graph: DiGraph<SupplyNode<'a>, SupplyEdge<'a>>,
}

impl<'a> SupplyGraph<'a> {
    /// What lines and chains of a sheet tell. The sheet holds all supply formations of its sides.
    pub fn new(campaign: &'a Campaign, sheet: &'a [Assessment]) -> Self {
        Self::of(sheet, Builder::new(campaign, sheet))
    }

    /// The same, and from where the dumps are filled at which the chains of a side end.
    pub(crate) fn with_fillers(
        network: &Network,
        campaign: &'a Campaign,
        side: SideId,
        sheet: &'a [Assessment],
    ) -> Self {
        let mut builder = Builder::new(campaign, sheet);
        builder.fill_ends(network, side, sheet);
        Self::of(sheet, builder)
    }

    /// The whole chain of some sides: with railheads, dumps and airfields that no line or chain goes by, and the flights of
    /// the day.
    pub fn whole(network: &Network, campaign: &'a Campaign, sides: &[SideId], sheet: &'a [Assessment]) -> Self {
        let mut builder = Builder::new(campaign, sheet);
        for side in sides {
            builder.complete(network, *side);
        }
        Self::of(sheet, builder)
    }

    fn of(sheet: &'a [Assessment], builder: Builder<'a>) -> Self {
        let mut graph = builder.finish();
        for node in reached(&graph) {
            graph[node].is_reached = true;
        }
        Self { sheet, graph }
    }

    /// Everything that stands in the chain, by side, kind and id.
    pub fn nodes(&self) -> impl Iterator<Item = &SupplyNode<'a>> {
        self.graph.node_weights()
    }

    /// Every way of supply, with what it comes from and what it goes to.
    pub fn edges(&self) -> impl Iterator<Item = (&SupplyNode<'a>, &SupplyNode<'a>, &SupplyEdge<'a>)> {
        let ends = |edge: EdgeReference<'_, _>| (edge.source(), edge.target());
        self.graph.edge_references().map(move |edge| {
            let (from, to) = ends(edge);
            (&self.graph[from], &self.graph[to], edge.weight())
        })
    }

    /// Who draws over an edge, in the order of the sheet.
    pub fn users<'g>(&'g self, edge: &'g SupplyEdge<'a>) -> impl Iterator<Item = &'a Assessment> + 'g {
        edge.users.iter().map(|place| &self.sheet[*place])
    }

    /// Everybody whose line goes by a dump, railhead or depot; or whose chain ends there, or at a dump that is filled from
    /// there. In the order of the sheet.
    pub(crate) fn drawing_on(&self, account: &str, commodity: Commodity) -> Vec<&'a Assessment> {
        let mut users = BTreeSet::new();
        if let Some(node) = self.node(account) {
            if commodity == Commodity::Pol {
                self.by_hops(node, &mut users);
                let filled = self.graph.edges(node).filter(|edge| edge.weight().route.filling_minutes().is_some());
                let filled = filled.map(|edge| edge.target()).filter(|dump| self.graph[*dump].kind == NodeKind::Dump);
                filled.for_each(|dump| self.by_hops(dump, &mut users));
            } else {
                let legs = self.graph.edges(node).filter(|edge| matches!(edge.weight().route, Route::Leg { .. }));
                legs.for_each(|leg| users.extend(&leg.weight().users));
            }
        }
        users.into_iter().map(|place| &self.sheet[place]).collect()
    }

    /// Everybody whose chain goes by one of these bowsers, or ends at this dump or railhead; among them one of whom that is
    /// known. In the order of the sheet.
    pub(crate) fn going_by<'s>(
        &self,
        of: &Assessment,
        stops: impl IntoIterator<Item = &'s str>,
    ) -> Vec<&'a Assessment> {
        let mut users: BTreeSet<usize> = self.sheet.iter().position(|a| a.unit == of.unit).into_iter().collect();
        let nodes = stops.into_iter().filter_map(|stop| self.node(stop));
        nodes.for_each(|node| self.by_hops(node, &mut users));
        users.into_iter().map(|place| &self.sheet[place]).collect()
    }

    /// From where a dump is filled, and how many minutes a lorry takes there.
    pub(crate) fn filler(&self, dump: &str) -> Option<(&'a str, u64)> {
        let dump = self.node(dump).filter(|node| self.graph[*node].kind == NodeKind::Dump)?;
        let mut into = self.graph.edges_directed(dump, Incoming);
        into.find_map(|edge| Some((self.graph[edge.source()].id, edge.weight().route.filling_minutes()?)))
    }

    /// Whether a line or chain that is open ends at a railhead or depot.
    pub fn is_drawn_on(&self, account: &str) -> bool {
        let routes = self.node(account).into_iter().flat_map(|node| self.graph.edges(node));
        routes.into_iter().any(|edge| match &edge.weight().route {
            Route::Leg { is_last, .. } => *is_last,
            Route::Hop(link) => link.is_ok(),
            _ => false,
        })
    }

    /// Whether a vehicle is a link of a chain, whole or not.
    pub fn is_link(&self, vehicle: &str) -> bool {
        let node = self.node(vehicle);
        let edges = |way| node.into_iter().flat_map(move |node| self.graph.edges_directed(node, way));
        edges(Incoming).chain(edges(Outgoing)).any(|edge| matches!(edge.weight().route, Route::Hop(_)))
    }

    /// Nodes stand by side and kind before their id.
    fn node(&self, id: &str) -> Option<NodeIndex> {
        self.graph
            .node_indices()
            .find(|node| self.graph[*node].id == id && self.graph[*node].kind != NodeKind::Airfield)
    }

    fn by_hops(&self, node: NodeIndex, users: &mut BTreeSet<usize>) {
        let hops = self.graph.edges(node).filter(|edge| matches!(edge.weight().route, Route::Hop(_)));
        hops.for_each(|hop| users.extend(&hop.weight().users));
    }
}

/// The nodes to which something comes over open edges from those to which it comes anyway.
fn reached(graph: &DiGraph<SupplyNode<'_>, SupplyEdge<'_>>) -> Vec<NodeIndex> {
    let is_open = |edge: EdgeReference<'_, SupplyEdge<'_>>| edge.weight().route.is_open();
    let open = EdgeFiltered::from_fn(graph, is_open);
    let mut walk = Dfs::empty(&open);
    walk.stack.extend(graph.node_indices().filter(|node| graph[*node].is_reached));
    walk.iter(&open).collect()
}
