//! Who leads a march.

use campaign::march::LeafMarch;
use domain::FormationId;

/// The leaf that leads: the one with the command, or the first.
pub(super) fn lead<'a>(
    leaves: impl Iterator<Item = &'a LeafMarch> + Clone,
    command: Option<&FormationId>,
) -> Option<&'a LeafMarch> {
    let first = leaves.clone().next();
    { leaves }.find(|leaf| Some(&leaf.leaf) == command).or(first)
}
