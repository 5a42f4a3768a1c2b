//! What stands in a chain of supply.
//!
//! What it decides: what an account or formation is in it, and in which order all stand.

use campaign::Campaign;
use domain::{Commodity, SideId, Square, words};

use crate::standing::assessment::Assessment;

words! {
    /// What a node of the chain is; those from which supply comes are first.
    enum NodeKind: "kind of node" {
        /// A railhead or depot from which supply comes.
        Source = "source",
        /// Where a railway is unloaded.
        Railhead = "railhead",
        /// An airfield.
        Airfield = "airfield",
        /// A dump.
        Dump = "dump",
        /// A bowser by which a chain goes.
        Bowser = "bowser",
        /// A formation.
        Formation = "formation",
    }
}

/// What stands in a chain of supply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupplyNode<'a> {
    /// What it is.
    pub kind: NodeKind,
    /// Its id.
    pub id: &'a str,
    /// The side that owns it.
    pub side: SideId,
    /// Where it stands.
    pub square: Option<Square>,
    /// Whether nothing can come from it as things are: a source to which no train runs, an airfield that is closed.
    pub is_shut: bool,
    /// Whether something comes there by what is open, from a source or by air; from the first it always does that is not shut.
    pub is_reached: bool,
    /// How a formation stands that is in the sheet.
    pub assessment: Option<&'a Assessment>,
}

/// By what a node is found, and in which order all stand: side, kind, id.
pub(super) type NodeKey<'a> = (SideId, NodeKind, &'a str);

/// The node of an account or formation; none where there is no such thing.
pub(super) fn node_of<'a>(campaign: &'a Campaign, id: &str) -> Option<SupplyNode<'a>> {
    let node = |kind, id, side, square| {
        let (is_shut, is_reached, assessment) = (false, kind == NodeKind::Source, None);
        SupplyNode { kind, id, side, square, is_shut, is_reached, assessment }
    };
    if let Some(dump) = campaign.dumps.get(id) {
        let kind = if dump.source { NodeKind::Source } else { NodeKind::Dump };
        return Some(node(kind, dump.id.as_str(), campaign.account_side(id)?, Some(dump.square)));
    }
    if let Some(head) = campaign.railheads.get(id) {
        let kind = if head.source { NodeKind::Source } else { NodeKind::Railhead };
        return Some(node(kind, head.id.as_str(), head.side, Some(head.square)));
    }
    let formation = campaign.formation(id)?;
    let is_bowser = formation.vehicle_of() == Some(Commodity::Pol);
    let kind = if is_bowser { NodeKind::Bowser } else { NodeKind::Formation };
    Some(node(kind, formation.id.as_str(), formation.side, formation.stands_on()))
}

impl<'a> SupplyNode<'a> {
    pub(super) fn key(&self) -> NodeKey<'a> {
        (self.side, self.kind, self.id)
    }
}
