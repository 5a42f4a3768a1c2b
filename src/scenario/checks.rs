//! What is odd but legal.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation, Location, PlaceNames, Tree};
use domain::{Bound, Commodity, LeafState, RiverClass, SideId, Square, SquareSide, Terrain, Traffic, counted};

use super::draft::CampaignDraft;
use crate::map::front::line_control;
use crate::past::calendar::days_without_weather;
use crate::text::log::{Log, Spot};

/// How far apart, in squares, neighbouring points of a road are too far to be meant.
const FAR: u32 = 60;

/// Warns of what is odd but legal.
pub(super) fn warnings(draft: &mut CampaignDraft) {
    days_without_weather(draft);
    far_points(draft);
    displaced(draft);
    undumped(draft);
    afloat(draft);
    overladen(draft);
    troops(draft);
    unfed(draft);
    awaited(draft);
    unserved(draft);
    under_the_enemy(draft);
    idle_bridges(draft);
}

/// Crossings that bear nobody: over a river that can be crossed anywhere without a road or railway, or for trains alone
/// where no railway passes.
fn idle_bridges(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, lines, .. } = draft;
    let passes = |path: &[Square], side| path.windows(2).any(|step| step[0].side_to(step[1]) == Some(side));
    for crossing in campaign.crossings.values() {
        let Some(side) = crossing.side else { continue };
        let is_minor = campaign.ground.river(side).is_some_and(|river| river.class == RiverClass::Minor);
        let has_rail = campaign.railways.iter().any(|line| passes(&line.path, side));
        let has_road = campaign.roads.iter().any(|road| passes(&road.path, side));
        let is_for_trains = Traffic::ALL.iter().all(|kind| crossing.carries.carries(*kind) == (*kind == Traffic::Rail));
        let (id, river) = (&crossing.id, &crossing.river);
        let message = match (is_for_trains, is_minor) {
            (true, _) if !has_rail => format!("no railway passes `{id}`, which carries trains alone"),
            (false, true) if !has_rail && !has_road => {
                format!("no road or railway passes `{id}`, and the `{river}` can be crossed anywhere")
            }
            _ => continue,
        };
        let spot = lines.crossings.get(id).copied().unwrap_or(Spot::file("crossings.csv"));
        log.warn(spot, message, "put the square beside it among the `points` of the line that is to pass it");
    }
}

/// Dumps of who has no LOG vehicle to bring anything to them or take it on.
fn unserved(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, lines, .. } = draft;
    let tree = Tree::new(campaign);
    let serves = |f: &&Formation| f.vehicle_of() == Some(Commodity::Log);
    for dump in campaign.dumps.values().filter(|dump| !dump.closed && !dump.source) {
        let had = campaign.formations.get(&dump.owner).is_some_and(|owner| owner.once_had.log);
        if !had && !tree.children(&dump.owner).iter().any(serves) {
            let message = format!("no LOG vehicle serves the dump `{}`: `{}` has none", dump.id, dump.owner);
            log.warn(
                lines.where_stands("dumps.csv", dump.id.as_str()),
                message,
                "give its owner one: a row with `arm` logistic and `carries` log",
            );
        }
    }
}

/// Dumps, railheads, airfields and mines in squares where on the first morning enemy troops stand.
fn under_the_enemy(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, lines, .. } = draft;
    if campaign.bound != Bound::FIRST {
        return;
    }
    let mut standing: BTreeMap<Square, Vec<&Formation>> = BTreeMap::new();
    for formation in campaign.formations.values().filter(|formation| formation.is_fighting_leaf()) {
        if let Some(square) = formation.stands_on() {
            standing.entry(square).or_default().push(formation);
        }
    }
    let stands = |square: Square, side: SideId| standing.get(&square)?.iter().find(|formation| formation.side != side);
    let side_of = |id: &str| campaign.account_side(id);
    let named = |file, noun: &str, id: String, square, side| (file, format!("{noun} `{id}`"), id, square, side);
    let dumps = campaign.dumps.values().filter_map(|dump| {
        Some(named("dumps.csv", "dump", dump.id.to_string(), dump.square, side_of(dump.id.as_str())?))
    });
    let railheads = campaign.railheads.values();
    let railheads = railheads.map(|of| named("railheads.csv", "railhead", of.id.to_string(), of.square, of.side));
    let fields = campaign.airfields.values();
    let fields = fields.map(|of| named("airfields.csv", "airfield", of.id.to_string(), of.square, of.side));
    let mines = campaign.minefields.iter().map(|of| {
        let at = campaign.frame.reference(of.square);
        ("minefields.csv", format!("minefield in {at}"), at, of.square, of.side)
    });
    for (file, what, id, square, side) in dumps.chain(railheads).chain(fields).chain(mines) {
        if let Some(enemy) = stands(square, side) {
            let message = format!("the {what} of `{side}` lies where `{}` stands", enemy.id);
            log.warn(lines.where_stands(file, &id), message, "move one of them, unless this is intended");
        }
    }
}

/// Reinforcements that would wait for ever: without a place of entry, by a railway that is not there, or after the last day.
fn awaited(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, formation_lines, .. } = draft;
    let places = PlaceNames::new(campaign);
    for formation in campaign.formations.values() {
        let Some(leaf) = formation.leaf.as_ref().filter(|leaf| leaf.state == LeafState::OffMap) else { continue };
        let Some(arrives) = leaf.arrives else { continue };
        let id = &formation.id;
        let entry = leaf.entry.as_ref().and_then(|entry| square_of(campaign, &places, entry));
        let is_by_rail = |square: &Square| campaign.railways.iter().any(|line| line.path.contains(square));
        let (message, hint) = match entry {
            _ if arrives.day > campaign.days => {
                let message = format!("`{id}` arrives in {arrives}, after the last day");
                (message, format!("the campaign has {}", counted(campaign.days.into(), "day")))
            }
            None => (format!("`{id}` arrives in {arrives}, and nowhere"), "give `entry`, where it enters".to_owned()),
            Some(square) if leaf.by_rail && !is_by_rail(&square) => {
                let at = campaign.frame.reference(square);
                let message = format!("`{id}` arrives by rail at {at}, where no railway runs");
                (message, "give an `entry` on a railway of `rail.csv`, or leave `by_rail` empty".to_owned())
            }
            Some(_) => continue,
        };
        let line = formation_lines.get(id.as_str()).copied().unwrap_or_default();
        log.warn(Spot::line("orbat.csv", line), message, hint);
    }
}

/// Leaves that stand on a lake, which no march leads onto.
fn afloat(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, formation_lines, .. } = draft;
    for formation in campaign.formations.values() {
        let lake = |square: &Square| campaign.ground.terrain(*square) == Terrain::Lake;
        let Some(square) = formation.stands_on().filter(lake) else { continue };
        let line = formation_lines.get(formation.id.as_str()).copied().unwrap_or_default();
        let message = format!("`{}` stands on {}, which is a lake", formation.id, campaign.frame.reference(square));
        log.warn(Spot::line("orbat.csv", line), message, "move it ashore, unless this is intended");
    }
}

/// Vehicles that hold more than they can carry, or what they do not carry; but for what the rules give a formation at the start,
/// which they do not weigh against its carts; who has not used it yet holds it still.
fn overladen(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, formation_lines, .. } = draft;
    for vehicle in campaign.formations.values() {
        let Some(leaf) = &vehicle.leaf else { continue };
        let Some(carries) = leaf.carries else { continue };
        let line = formation_lines.get(vehicle.id.as_str()).copied().unwrap_or_default();
        for commodity in Commodity::ALL {
            let held = campaign.stock.balance(vehicle.id.as_str(), *commodity);
            let room = if *commodity == carries { i64::from(leaf.capacity) } else { 0 };
            let is_of_rule = *commodity == carries && held == i64::from(crate::stocks::opening::LOAD);
            if held > room && !is_of_rule {
                let (id, name) = (&vehicle.id, commodity.name());
                let message = format!("`{id}` holds {held} {name} but has room for only {room}");
                let hint = "raise its capacity, or put the rest into a dump";
                log.warn(Spot::line("orbat.csv", line), message, hint);
            }
        }
    }
}

/// Formations that nobody feeds: neither they, nor one above or under them, have a vehicle, so that no sheet shows them.
fn unfed(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, formation_lines, .. } = draft;
    let tree = Tree::new(campaign);
    let is_unfed = |formation: &Formation| {
        tree.is_of_a_drawing_level(formation)
            && !tree.is_fed(formation)
            && !tree.with_all_under(formation).into_iter().any(|under| tree.is_supply_formation(under))
    };
    for formation in campaign.formations.values().filter(|formation| formation.leaf.is_none()) {
        let fights = || tree.leaves(formation).into_iter().any(Formation::can_fight);
        if !is_unfed(formation) || tree.parent(formation).is_some_and(is_unfed) || !fights() {
            continue;
        }
        let line = formation_lines.get(formation.id.as_str()).copied().unwrap_or_default();
        let message = format!("nothing feeds `{}`: neither it nor a superior has a LOG vehicle", formation.id);
        let hint = "give it one: a row under it with `arm` logistic and `carries` log";
        log.warn(Spot::line("orbat.csv", line), message, hint);
    }
}

/// Roads and railways whose neighbouring points are far apart.
fn far_points(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, lines, .. } = draft;
    let roads = campaign.roads.iter().zip(&lines.roads).map(|(r, spot)| ("road", &r.name, &r.points, spot));
    let rail = campaign.railways.iter().zip(&lines.railways);
    let rail = rail.map(|(r, spot)| ("railway", &r.name, &r.points, spot));
    let places = PlaceNames::new(campaign);
    for (noun, name, points, spot) in roads.chain(rail) {
        let squares: Vec<_> = points.iter().map(|point| square_of(campaign, &places, point)).collect();
        for pair in squares.windows(2) {
            let (Some(one), Some(other)) = (pair[0], pair[1]) else { continue };
            if one.reach_to(other) >= FAR {
                let (apart, frame) = (one.reach_to(other), &campaign.frame);
                let (one, other) = (frame.reference(one), frame.reference(other));
                let message = format!("{noun} `{name}` jumps {apart} squares from {one} to {other}");
                log.warn(*spot, message, "check whether a point in between is missing");
            }
        }
    }
}

/// Crossings that lie on another side than one of the square where they are said to be, though the river passes there: a
/// road through that square goes another way than drawn. Those that are put by coordinates are not looked at.
fn displaced(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, lines, .. } = draft;
    let places = PlaceNames::new(campaign);
    let frame = &campaign.frame;
    for crossing in campaign.crossings.values() {
        // Coordinates are as exact as the map that they were read from.
        let exact = crossing.position.as_ref().filter(|position| !matches!(position, Location::At(_)));
        let said = exact.and_then(|position| square_of(campaign, &places, position));
        let Some((said, side)) = said.zip(crossing.side) else { continue };
        let (one, other) = side.squares();
        let is_its = |side: SquareSide| {
            let river = campaign.ground.river(side).and_then(|there| campaign.rivers.get(usize::from(there.river)));
            river.is_some_and(|river| river.name == crossing.river)
        };
        let mut beside = frame.neighbours(said).filter_map(|next| said.side_to(next));
        if one == said || other == said || !beside.any(is_its) {
            continue;
        }
        let (id, joined) = (&crossing.id, format!("{} and {}", frame.reference(one), frame.reference(other)));
        let message = format!("crossing `{id}` joins {joined}, not {}, where it is said to be", frame.reference(said));
        let hint = "give the two `squares` that it joins, unless this is intended";
        log.warn(lines.crossings.get(id).copied().unwrap_or(Spot::file("crossings.csv")), message, hint);
    }
}

fn square_of(campaign: &Campaign, places: &PlaceNames<'_>, location: &Location) -> Option<Square> {
    match location {
        Location::Place(name) => places.get(name).map(|place| place.square),
        Location::At(at) => campaign.frame.square_of(campaign.frame.point(*at)?),
        Location::Square(square) => Some(*square),
    }
}

/// Supply formations with no dump of their own or of a superior.
fn undumped(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, formation_lines, .. } = draft;
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

/// Where the troops stand and where the drawn line runs, on the first morning: later the line is history.
fn troops(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, formation_lines, .. } = draft;
    if campaign.bound != Bound::FIRST {
        return;
    }
    let mut stand: BTreeMap<Square, Vec<&Formation>> = BTreeMap::new();
    for formation in campaign.formations.values().filter(|formation| formation.is_fighting_leaf()) {
        if let Some(square) = formation.stands_on() {
            stand.entry(square).or_default().push(formation);
        }
    }
    let line = |formation: &Formation| formation_lines.get(formation.id.as_str()).copied().unwrap_or_default();
    contested(campaign, &stand, &line, log);
    beyond(campaign, &stand, &line, log);
}

/// Squares in which fighting leaves of both sides stand.
fn contested(
    campaign: &Campaign,
    stand: &BTreeMap<Square, Vec<&Formation>>,
    line: &dyn Fn(&Formation) -> u64,
    log: &Log,
) {
    for (square, there) in stand {
        let Some(other) = there.iter().find(|leaf| leaf.side != there[0].side) else { continue };
        let here = campaign.frame.reference(*square);
        let message = format!("`{here}` is contested: `{}` and `{}` stand in it", there[0].id, other.id);
        let hint = "vehicles of both sides are barred; move the leaves of one side, unless this is intended";
        let first = there.iter().map(|leaf| line(leaf)).min().unwrap_or_default();
        log.warn(Spot::line("orbat.csv", first), message, hint);
    }
}

/// Fighting leaves farther beyond the drawn line than squares are coarse: neither their own square nor one beside it
/// is ground that the line gives to their side and that no enemy holds.
fn beyond(campaign: &Campaign, stand: &BTreeMap<Square, Vec<&Formation>>, line: &dyn Fn(&Formation) -> u64, log: &Log) {
    let Some(front) = campaign.papers.get("front.csv") else { return };
    let drawn = line_control(campaign, front);
    let of = |square: Square| drawn.get(campaign.frame.index(square)).copied().flatten();
    let (mut found, mut behind) = (Vec::new(), 0);
    for (square, there) in stand {
        behind += there.iter().filter(|leaf| of(*square) == Some(leaf.side)).count();
        let ground = campaign.ground.control(*square);
        for leaf in there.iter().filter(|leaf| ground == Some(leaf.side)) {
            let enemy = |at: Square| stand.get(&at).is_some_and(|there| there.iter().any(|f| f.side != leaf.side));
            let own = |at: Square| of(at) == Some(leaf.side) && !enemy(at);
            let Some(owner) = of(*square).filter(|owner| *owner != leaf.side) else { continue };
            if campaign.frame.neighbours(*square).any(own) {
                continue;
            }
            let here = campaign.frame.reference(*square);
            let message = format!(
                "`{}` stands on {here}, beyond the drawn line: `{owner}` controls all the ground beside it",
                leaf.id
            );
            found.push((line(leaf), message));
        }
    }
    let hint = if found.len() > behind {
        "`left` in `front.csv` may name the wrong side: it is the side on the left hand of one who walks along the line"
    } else {
        "move the leaf or the line, unless this is intended"
    };
    for (at, message) in found {
        log.warn(Spot::line("orbat.csv", at), message, hint);
    }
}
