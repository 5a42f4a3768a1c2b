//! What is odd but legal.

use crate::campaign::{Campaign, Tree};

use super::draft::Draft;
use super::front::line_control;
use super::log::Spot;

/// How far apart, in squares, neighbouring points of a road are too far to be meant.
const FAR: u32 = 60;

/// Warns of what is odd but legal.
pub(super) fn warnings(draft: &mut Draft) {
    far_points(draft);
    undumped(draft);
    wrong_side(draft);
}

/// Roads and railways whose neighbouring points are far apart.
fn far_points(draft: &mut Draft) {
    let Draft { campaign, log, lines, .. } = draft;
    let roads =
        campaign.roads.iter().zip(&lines.roads).map(|(r, line)| ("roads.csv", "road", &r.name, &r.points, line));
    let rail = campaign.railways.iter().zip(&lines.railways);
    let rail = rail.map(|(r, line)| ("rail.csv", "railway", &r.name, &r.points, line));
    for (file, noun, name, points, line) in roads.chain(rail) {
        let squares: Vec<_> = points.iter().map(|point| square_of(campaign, point)).collect();
        for pair in squares.windows(2) {
            let (Some(one), Some(other)) = (pair[0], pair[1]) else { continue };
            if one.reach_to(other) >= FAR {
                let (apart, frame) = (one.reach_to(other), &campaign.frame);
                let (one, other) = (frame.reference(one), frame.reference(other));
                let message = format!("{noun} `{name}` goes {apart} squares from {one} to {other}");
                log.warn(Spot::line(file, *line), message, "see whether a point between is missing");
            }
        }
    }
}

fn square_of(campaign: &Campaign, location: &crate::campaign::Location) -> Option<crate::domain::Square> {
    use crate::campaign::Location;
    match location {
        Location::Place(name) => campaign.place(name).map(|place| place.square),
        Location::At(at) => campaign.frame.square_of(campaign.frame.point(*at)?),
        Location::Square(square) => Some(*square),
    }
}

/// Supply formations with no dump of their own or of a superior.
fn undumped(draft: &mut Draft) {
    let Draft { campaign, log, formation_lines, .. } = draft;
    let tree = Tree::new(campaign);
    let owners: std::collections::BTreeSet<_> = campaign.dumps.values().map(|dump| dump.owner.as_str()).collect();
    for formation in tree.all() {
        let has = |id: &str| owners.contains(id);
        let above = || tree.superiors(formation).into_iter().any(|superior| has(superior.id.as_str()));
        if tree.is_supply_formation(formation) && !has(formation.id.as_str()) && !above() {
            let line = formation_lines.get(formation.id.as_str()).copied().unwrap_or_default();
            let message = format!("`{}` has no dump above it to draw from", formation.id);
            log.warn(Spot::line("orbat.csv", line), message, "give it or a superior a dump in `dumps.csv`");
        }
    }
}

/// Fighting leaves on squares that the drawn line gives to the enemy.
fn wrong_side(draft: &mut Draft) {
    let Draft { campaign, log, formation_lines, .. } = draft;
    let Some(front) = campaign.papers.get("front.csv") else { return };
    let control = line_control(campaign, front);
    for formation in campaign.formations.values().filter(|formation| formation.is_fighting_leaf()) {
        let Some(square) = formation.stands_on() else { continue };
        let Some(Some(side)) = control.get(campaign.frame.index(square)) else { continue };
        if *side != formation.side {
            let line = formation_lines.get(formation.id.as_str()).copied().unwrap_or_default();
            let here = campaign.frame.reference(square);
            let message = format!("`{}` stands on {here}, which the drawn line gives to `{side}`", formation.id);
            log.warn(Spot::line("orbat.csv", line), message, "move the leaf or the line, if it is not meant so");
        }
    }
}
