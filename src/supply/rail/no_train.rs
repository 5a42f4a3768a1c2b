//! Why no train of a side runs to a square, and what must be done first.
//!
//! What it decides: the way of the fewest lengths of railway from where the side's trains run, whoever uses them, and the first
//! thing on it that stops them. What it never does: change a railway; see `ops`.

use std::collections::{BTreeMap, VecDeque};

use campaign::{Campaign, Railway, Setting};
use domain::{SideId, Square, SquareSide, Traffic};
use network::{BARRED, CLEAR, FREE};

use crate::ground::crossings::Crossings;
use crate::ground::view::View;
use crate::rail::Rails;

/// A length of railway on the way: the line, and the squares that it joins, the first nearer to where trains run.
struct Length<'a> {
    railway: &'a Railway,
    side: SquareSide,
    from: Square,
    to: Square,
}

/// What stops a train on a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    Cut,
    River,
    Users,
    Gauge,
    Ground,
}

/// Why no train of a side runs to a square, with the command that does something about it, in words.
pub fn why_no_train(campaign: &Campaign, side: SideId, to: Square) -> String {
    let network = crate::ground::lay::network(campaign);
    let view = View::new(campaign, &network, side, &Crossings::new(campaign, &network));
    let running = Rails::new(&view).running(&view);
    if running.is_empty() {
        return format!("no source of {side} has a train (`railhead rail status` says where its railways are cut)");
    }
    let Some(way) = way(campaign, &running, to) else {
        return "no railway leads there from where its trains run (`railhead rail status` lists them)".to_owned();
    };
    // The gauge of the railway on which the side's trains come to where they stop.
    let own = way.first().and_then(|first| {
        campaign.railways.iter().find_map(|railway| {
            let comes = |length: &SquareSide| is_at(*length, first.from) && railway.is_used_by(*length, side);
            railway.lengths().find(comes).map(|length| railway.gauge_of(length))
        })
    });
    let stop = |length: &Length<'_>| stop(&view, length, own);
    let Some(first) = way.iter().position(|length| stop(length).is_some()) else {
        return "its trains do not run that far (`railhead rail status` shows what feeds it)".to_owned();
    };
    // As far as the same stops them on the same line.
    let alike =
        |length: &&Length<'_>| stop(length) == stop(&way[first]) && length.railway.name == way[first].railway.name;
    let last = way[first..].iter().take_while(alike).last().unwrap_or(&way[first]);
    told(&view, &way[first], last.to, own)
}

fn is_at(length: SquareSide, square: Square) -> bool {
    let (a, b) = length.squares();
    a == square || b == square
}

/// The way of the fewest lengths from one of these squares to another.
fn way<'a>(campaign: &'a Campaign, running: &[Square], to: Square) -> Option<Vec<Length<'a>>> {
    let mut by_square: BTreeMap<Square, Vec<(Square, &Railway, SquareSide)>> = BTreeMap::new();
    for railway in &campaign.railways {
        for side in railway.lengths() {
            let (a, b) = side.squares();
            by_square.entry(a).or_default().push((b, railway, side));
            by_square.entry(b).or_default().push((a, railway, side));
        }
    }
    // From the goal on: the first square reached where trains run is the nearest.
    let mut before: BTreeMap<Square, Option<(Square, &Railway, SquareSide)>> = BTreeMap::from([(to, None)]);
    let mut waiting = VecDeque::from([to]);
    while let Some(at) = waiting.pop_front() {
        if running.contains(&at) {
            let mut lengths = Vec::new();
            let mut from = at;
            while let Some(Some((next, railway, side))) = before.get(&from) {
                lengths.push(Length { railway, side: *side, from, to: *next });
                from = *next;
            }
            return Some(lengths);
        }
        for (next, railway, side) in by_square.get(&at).into_iter().flatten() {
            if !before.contains_key(next) {
                before.insert(*next, Some((at, railway, *side)));
                waiting.push_back(*next);
            }
        }
    }
    None
}

fn stop(view: &View<'_>, length: &Length<'_>, own: Option<u16>) -> Option<Stop> {
    let Length { railway, side, to, .. } = length;
    let is_other = own.is_some_and(|own| own != railway.gauge_of(*side));
    if view.rail_bar(*to) != CLEAR {
        Some(Stop::Ground)
    } else if view.rail_bridge(*side) != FREE {
        Some(Stop::River)
    } else if view.is_rail_cut(railway, *side) {
        Some(Stop::Cut)
    } else if !railway.is_used_by(*side, view.side) {
        Some(Stop::Users)
    } else if view.campaign.settings.is_on(Setting::Gauge) && is_other {
        Some(Stop::Gauge)
    } else {
        None
    }
}

/// What stops them from a length on as far as a square, and what is done about it.
fn told(view: &View<'_>, first: &Length<'_>, last: Square, own: Option<u16>) -> String {
    let (campaign, side) = (view.campaign, view.side);
    let at = |square| campaign.frame.reference(square);
    let (line, from, to) = (&first.railway.name, at(first.from), at(last));
    let gauge = own.unwrap_or(first.railway.gauge_of(first.side));
    let convert = format!("`railhead rail convert {from} {to} --gauge {gauge} --by UNIT` has engineers convert it");
    match stop(view, first, own) {
        Some(Stop::Ground) => {
            let to = at(first.to);
            format!("{to} is not held by {side} (`railhead ground show {to}` says who is there)")
        }
        Some(Stop::River) => match view.crossing_to_restore(first.side, Traffic::Rail) {
            Some(crossing) if view.rail_bridge(first.side) != BARRED => {
                format!("`{0}` cannot carry trains now (`railhead crossing repair {0} --by UNIT`)", crossing.id)
            }
            _ => format!("no bridge carries {line} from {from} to {}", at(first.to)),
        },
        Some(Stop::Cut) => {
            format!(
                "{line} is cut from {from} to {to} (`railhead rail repair {from} {to} --by UNIT` has engineers repair it)"
            )
        }
        Some(Stop::Gauge) => {
            format!("{line} has another gauge from {from} to {to} (house rule `gauge`; {convert})")
        }
        Some(Stop::Users) | None => {
            let users: Vec<String> = first.railway.users.iter().map(ToString::to_string).collect();
            let relaid = first.railway.track(first.side).relaid.map(|relaid| relaid.side.to_string());
            let users = relaid.unwrap_or_else(|| users.join(" and "));
            let whose = if users.is_empty() { "nobody's trains".to_owned() } else { format!("trains of {users}") };
            format!("{line} is laid for {whose} from {from} to {to} ({convert})")
        }
    }
}
