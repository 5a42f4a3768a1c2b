//! What lies beside a square: neighbours, who can pass to them, ways out.

use campaign::Campaign;
use campaign::march::Passage;
use domain::{SideId, Square, Traffic};
use rules::setup::Exit;

/// The ways out of a square for a side: passable neighbours with no enemy fighting leaf and not enemy-controlled; that
/// nearest to `home` first, then the lowest reference.
///
/// # Interpretation
/// The rules ask for the shortest way to the side's own supply: the straight count of squares to what feeds it is taken.
pub(crate) fn exits(
    campaign: &Campaign,
    passage: &Passage<'_>,
    from: Square,
    side: SideId,
    home: Option<Square>,
) -> Vec<Exit> {
    let barred = |square: Square| {
        let enemy = |f: &campaign::Formation| f.side != side && f.stands_on() == Some(square);
        campaign.ground.control(square).is_some_and(|held| held != side)
            || campaign.formations.values().any(|f| enemy(f) && f.is_fighting_leaf())
    };
    let free = campaign.frame.neighbours(from).filter(|to| !barred(*to));
    let mut exits: Vec<Exit> = free
        .filter(|to| passage.carries(from, *to, Traffic::Foot))
        .map(|to| Exit { from, to, vehicles: passage.carries(from, to, Traffic::Vehicles) })
        .collect();
    exits.sort_by_key(|exit| (home.map(|home| home.steps_to(exit.to)), exit.to));
    exits
}
