//! What fails, in a sentence; and what else is in the way, in a word or two.

use campaign::Campaign;
use domain::{Bound, Commodity, Detail, SideId, Square, does, few};
use ops::query::{Cause, Obstacle, WayThere};
use supply::{CutKind, Link, Mend, MendItem, NewLeaf};

use super::means::{how_long, in_the_way};
use super::{called, missing};

/// How many formations are named that bar a way.
const NAMED: usize = 1;
/// From how many squares hops are told that one thing mends.
const FROM: usize = 2;

/// What fails and where, and who stands in the way.
pub(crate) fn sentence(campaign: &Campaign, cause: &Cause) -> String {
    let at = |square: Square| campaign.square_named(square);
    let ends = |(from, to): (Square, Square)| format!("{} and {}", at(from), campaign.frame.reference(to));
    let said = match &cause.obstacle {
        Obstacle::Square(kind, square) => barred(campaign, *kind, cause.side, *square),
        Obstacle::Crossing(side) => format!("No crossing can be used between {}", ends(side.squares())),
        Obstacle::Railway(side) => format!("The railway is cut between {}", ends(side.squares())),
        Obstacle::Gauge(side) => format!("The railway has another gauge between {}", ends(side.squares())),
        Obstacle::NoSource(side) => format!("{} no railhead or source depot", does(&campaign.side_name(*side), "has")),
        Obstacle::NoVehicle(square, carries) => {
            let at = square.map(|square| format!(" at {}", at(square))).unwrap_or_default();
            match due(campaign, cause, *carries) {
                Some(bound) => format!("No {} has arrived{at}: the first is due {bound}", vehicle(*carries)),
                None => format!("{} left{at}", none_left(cause, *carries)),
            }
        }
        Obstacle::Hop(hop) if cause.alike.is_empty() => too_far(campaign, hop),
        Obstacle::Hop(hop) => too_far_alike(campaign, hop, &cause.alike),
        Obstacle::Empty(account) => {
            let at = cause.square.map(|square| format!(" ({})", at(square))).unwrap_or_default();
            let there = campaign.account_name(account.as_str());
            let lacking = [Commodity::Log, Commodity::Pol].into_iter().zip(cause.lacking());
            let lacking = lacking.filter(|(_, count)| *count > 0).map(|(commodity, _)| commodity);
            let held = lacking.map(|commodity| (campaign.stock.balance(account, commodity), commodity.name()));
            match { held }.find(|(units, _)| *units > 0) {
                Some((units, name)) => {
                    let whose = if cause.units.len() == 1 { "its" } else { "their" };
                    format!("None of {whose} own is left; {there}{at} holds {units} {name}")
                }
                None => format!("Stock drawn from {there}{at} is used up"),
            }
        }
    };
    if cause.holders.is_empty() {
        return said;
    }
    format!("{said} ({})", few(&in_the_way(campaign, &cause.holders), NAMED, "; "))
}

fn barred(campaign: &Campaign, kind: CutKind, side: SideId, square: Square) -> String {
    let at = campaign.square_named(square);
    match kind {
        kind if kind.is_from_beside(campaign, side, square) => format!("The enemy beside {at} bars it"),
        CutKind::EnemyUnit => format!("The enemy holds {at}"),
        CutKind::EnemyControl if is_nobodys(campaign, square) => format!("Nobody holds {at}"),
        CutKind::EnemyControl => format!("{at} is enemy-controlled, {}", campaign.nobody_there()),
        CutKind::Partisans => format!("Partisans bar {at}"),
        CutKind::Contested => format!("{at} is contested: both sides stand there"),
        _ => format!("No road is in reach of {at}{}", campaign.in_ground_that_bars_lorries()),
    }
}

/// What partisans do to a square that they bar in a bound, and what would end it.
pub(crate) fn partisans_bar(campaign: &Campaign, side: SideId, bound: Bound) -> String {
    let whose = campaign.side_name(side);
    format!("partisans bar it to lorries of {whose} in {bound}; a garrison there or beside it opens it")
}

/// Whether no side controls a square: a railway and its railhead need one that their own side holds.
fn is_nobodys(campaign: &Campaign, square: Square) -> bool {
    campaign.ground.control(square).is_none()
}

/// Why a line is cut there, in words that name no enemy.
pub(crate) fn why_cut(campaign: &Campaign, kind: CutKind, at: Square, from_beside: bool) -> &'static str {
    match kind {
        _ if from_beside => "the enemy beside it bars it",
        CutKind::EnemyUnit => "the enemy holds it",
        CutKind::EnemyControl if is_nobodys(campaign, at) => "nobody holds it",
        CutKind::EnemyControl => "the enemy controls it",
        CutKind::Partisans => "partisans bar it",
        CutKind::Contested => "both sides stand there",
        CutKind::NoCrossing => "no crossing there can be used",
        CutKind::RailCut => "the railway is cut",
        CutKind::NoRoad => "no road is in reach",
        CutKind::NoDump => "its side has no railhead or source depot",
        CutKind::NoVehicle | CutKind::HopTooLong => "it is too far",
    }
}

/// What is missing in one place: by what is to be given there, each once.
/// When what is missing arrives, where all that is to be given is still to come.
fn due(campaign: &Campaign, cause: &Cause, carries: Option<Commodity>) -> Option<Bound> {
    let given = |item: &MendItem| match &item.what {
        Mend::Give(leaf) => Some((leaf.to.clone(), leaf.carries)),
        _ => None,
    };
    let mut missing: Vec<_> = cause.mend.iter().filter_map(given).collect();
    if missing.is_empty() {
        missing = cause.units.iter().map(|of| (of.unit.clone(), carries)).collect();
    }
    let dates: Option<Vec<Bound>> = missing.iter().map(|(of, carries)| missing::due(campaign, of, *carries)).collect();
    dates.and_then(|dates| dates.into_iter().min())
}

fn none_left(cause: &Cause, carries: Option<Commodity>) -> String {
    let given = |what: &Mend| if let Mend::Give(leaf) = what { Some(leaf.carries) } else { None };
    let mut missing: Vec<&str> = Vec::new();
    for what in cause.mend.iter().filter_map(|item| given(&item.what)).map(vehicle) {
        if !missing.contains(&what) {
            missing.push(what);
        }
    }
    match missing.split_last() {
        None => format!("No {} is", vehicle(carries)),
        Some((only, [])) => format!("No {only} is"),
        Some((last, others)) => format!("No {} and no {last} are", others.join(", no ")),
    }
}

fn vehicle(carries: Option<Commodity>) -> &'static str {
    carries.map_or("HQ", Commodity::vehicle)
}

fn too_far(campaign: &Campaign, hop: &Link) -> String {
    let (from, to) = (end_named(campaign, &hop.from, hop.from_square), end_named(campaign, &hop.to, hop.to_square));
    match hop.metres {
        Some(metres) => {
            let over = metres.saturating_sub(hop.limit);
            format!("The fuel hop from {from} to {to} is {} km, {} km too long", km(metres), km(over))
        }
        None => format!("No clear way for fuel leads from {from} to {to}"),
    }
}

/// Several hops that one thing mends: how many, to where, from which squares, and by how much the longest is too long.
fn too_far_alike(campaign: &Campaign, first: &Link, others: &[Link]) -> String {
    let hops = || std::iter::once(first).chain(others);
    let mut from: Vec<Square> = Vec::new();
    for square in hops().map(|hop| hop.from_square) {
        if !from.contains(&square) {
            from.push(square);
        }
    }
    let squares: Vec<String> = from.iter().map(|square| campaign.square_named(*square)).collect();
    let squares = few(&squares, FROM, ", ");
    let is_one_end = others.iter().all(|hop| hop.to == first.to);
    let to =
        if is_one_end { format!(" to {}", end_named(campaign, &first.to, first.to_square)) } else { String::new() };
    let over = hops().filter_map(|hop| Some(hop.metres?.saturating_sub(hop.limit))).max();
    match over.filter(|_| hops().all(|hop| hop.metres.is_some())) {
        Some(over) => {
            let most = if hops().all(|hop| hop.metres == first.metres) { "" } else { "up to " };
            format!("{} fuel hops{to} are {most}{} km too long, from {squares}", 1 + others.len(), km(over))
        }
        None => format!("{} fuel hops{to} are too long or have no clear way, from {squares}", 1 + others.len()),
    }
}

fn km(metres: u32) -> u32 {
    (metres + 500) / 1_000
}

/// Where a fuel hop begins or ends: its name and square, and the owner of a bowser.
fn end_named(campaign: &Campaign, id: &str, square: Square) -> String {
    let whose = campaign.formation(id).and_then(|of| campaign.name_of_superior(of));
    let whose = whose.map(|whose| format!("{whose}, ")).unwrap_or_default();
    format!("{} ({whose}{})", called(campaign, id), campaign.square_named(square))
}

/// What is done about an obstacle that has been said, with what the way takes that somebody marches for it.
pub(crate) fn mend(campaign: &Campaign, what: &Mend, way: Option<WayThere>) -> String {
    let done = match what {
        Mend::TakeHeld(_) | Mend::TakeEmpty(..) => "take it".to_owned(),
        Mend::DriveOut(_) => "drive the enemy out".to_owned(),
        Mend::Occupy(..) => "occupy it".to_owned(),
        Mend::ClearPartisans(..) => "put a garrison there or beside it".to_owned(),
        Mend::Bring(id, square) | Mend::BringBack(id, square) => {
            let name = campaign.name_of(id.as_str());
            let back = if matches!(what, Mend::BringBack(..)) { " back" } else { "" };
            format!("bring {name}{back} to {}", campaign.square_named(*square))
        }
        Mend::Give(NewLeaf { carries: Some(carries), .. }) if campaign.settings.detail() == Detail::Full => {
            format!("{}, with 1 {} on it", what.text(campaign), carries.name())
        }
        other => other.text(campaign),
    };
    format!("{done}{}", how_long(way))
}

/// How many squares of the enemy's are a way that can be fought for; one who is cut off by more is told what is left to him.
pub(crate) const NEAR: usize = 5;

/// Whether a way fails because of the enemy on it.
pub(crate) fn is_enemy(kind: CutKind) -> bool {
    matches!(kind, CutKind::EnemyUnit | CutKind::Contested | CutKind::EnemyControl)
}

/// Whether a side has aircraft that carry supply.
pub(crate) fn can_fly(campaign: &Campaign, side: SideId) -> bool {
    campaign.wings.keys().filter_map(|wing| campaign.formation(wing)).any(|wing| wing.side == side)
}

/// What is left to one who is cut off by so many squares.
pub(crate) fn cut_off(squares: usize, can_fly: bool) -> String {
    let air = if can_fly { "fly supply in, " } else { "" };
    format!("{squares} squares of enemy ground lie between: {air}break out, or hold out")
}

/// What is needed beside what puts the first obstacle right, as short as may be.
pub(crate) fn short(campaign: &Campaign, obstacle: &Obstacle) -> String {
    let at = |square: Square| campaign.frame.reference(square);
    match obstacle {
        Obstacle::Square(_, square) => at(*square),
        Obstacle::Crossing(side) => format!("the crossing at {}", at(side.squares().0)),
        Obstacle::Railway(side) | Obstacle::Gauge(side) => format!("the railway at {}", at(side.squares().0)),
        Obstacle::NoVehicle(square, carries) => {
            let at = square.map(|square| format!(" at {}", at(square))).unwrap_or_default();
            let article = if carries.is_none() { "an" } else { "a" };
            format!("{article} {}{at}", vehicle(*carries))
        }
        Obstacle::Hop(hop) => format!("a shorter fuel hop from {}", at(hop.from_square)),
        // These two come first wherever they are.
        Obstacle::NoSource(_) | Obstacle::Empty(_) => "stock".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hops_that_one_thing_shortens_are_told_once_with_the_longest() {
        let campaign = campaign::sketch::blank(12, 12);
        let hop = |row: u16, to: &str, metres: Option<u32>| {
            let (from_square, to_square) = (Square::new(1, row), Square::new(9, 9));
            Link { from: format!("f{row}"), to: to.to_owned(), from_square, to_square, metres, limit: 54_000 }
        };
        let at = |square: Square| campaign.square_named(square);
        let (one, other, to) = (at(Square::new(1, 1)), at(Square::new(1, 2)), at(Square::new(9, 9)));
        assert_eq!(
            too_far_alike(&campaign, &hop(1, "b", Some(57_000)), &[hop(1, "b", Some(57_000))]),
            format!("2 fuel hops to `b` ({to}) are 3 km too long, from {one}")
        );
        let more = [hop(2, "b", Some(81_000)), hop(3, "b", Some(60_000))];
        assert_eq!(
            too_far_alike(&campaign, &hop(1, "b", Some(57_000)), &more),
            format!("3 fuel hops to `b` ({to}) are up to 27 km too long, from {one}, {other} and 1 more")
        );
        assert_eq!(
            too_far_alike(&campaign, &hop(1, "b", None), &[hop(2, "c", Some(57_000))]),
            format!("2 fuel hops are too long or have no clear way, from {one}, {other}")
        );
    }

    #[test]
    fn who_is_cut_off_is_told_of_the_air_only_where_there_are_aircraft() {
        assert_eq!(cut_off(89, true), "89 squares of enemy ground lie between: fly supply in, break out, or hold out");
        assert_eq!(cut_off(6, false), "6 squares of enemy ground lie between: break out, or hold out");
    }
}
