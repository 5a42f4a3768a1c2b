//! Why no train of a side runs to a square, and what must be done first.
//!
//! What it decides: the way of the fewest lengths of railway from where the side's trains run, whoever uses them, and the first
//! thing on it that stops them. What it never does: change a railway; see `ops`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use campaign::{Campaign, Railway, Setting};
use domain::{SideId, Square, SquareSide, Traffic};
use network::{BARRED, CLEAR, FREE, Search, Steps};

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

/// The railways of the map, whoever uses them.
struct LaidRails<'a> {
    squares: Vec<Square>,
    /// By square: to which squares lengths lead from it.
    lengths: Vec<Vec<(usize, &'a Railway, SquareSide)>>,
}

impl<'a> LaidRails<'a> {
    fn new(campaign: &'a Campaign) -> Self {
        let squares: BTreeSet<Square> =
            campaign.railways.iter().flat_map(|railway| railway.path.iter().copied()).collect();
        let mut laid =
            Self { lengths: squares.iter().map(|_| Vec::new()).collect(), squares: squares.into_iter().collect() };
        for railway in &campaign.railways {
            for side in railway.lengths() {
                let (a, b) = side.squares();
                let (Some(one), Some(other)) = (laid.number(a), laid.number(b)) else { continue };
                laid.lengths[one].push((other, railway, side));
                laid.lengths[other].push((one, railway, side));
            }
        }
        laid
    }

    fn number(&self, square: Square) -> Option<usize> {
        self.squares.binary_search(&square).ok()
    }

    /// The first length from one square to the next.
    fn length(&self, from: usize, to: usize) -> Option<Length<'a>> {
        let (_, railway, side) = self.lengths[from].iter().find(|(next, ..)| *next == to)?;
        Some(Length { railway, side: *side, from: self.squares[from], to: self.squares[to] })
    }
}

impl Steps for LaidRails<'_> {
    fn nodes(&self) -> usize {
        self.squares.len()
    }

    fn places(&self, number: usize) -> usize {
        self.lengths[number].len()
    }

    fn step(&self, number: usize, place: usize) -> Option<(usize, u64)> {
        self.lengths[number].get(place).map(|(next, ..)| (*next, 1))
    }
}

/// The way of the fewest lengths from one of these squares to another; of equally short ones that from the lowest reference.
fn way<'a>(campaign: &'a Campaign, running: &[Square], to: Square) -> Option<Vec<Length<'a>>> {
    let laid = LaidRails::new(campaign);
    let to = laid.number(to)?;
    let mut search = Search::new(laid.nodes());
    let mut nearest: Option<(u64, usize)> = None;
    // From the goal on: what is reached first where trains run is the nearest.
    search.run(
        &laid,
        [(to, 0)],
        |_| 0,
        |at| {
            if nearest.is_some_and(|(cost, _)| at.cost > cost) {
                return ControlFlow::Break(());
            }
            if running.contains(&laid.squares[at.node]) {
                nearest = nearest.into_iter().chain([(at.cost, at.node)]).min();
            }
            ControlFlow::Continue(())
        },
    );
    let (_, from) = nearest?;
    let squares = search.way_back(from, |at| laid.from(at), |square| square);
    squares.windows(2).map(|pair| laid.length(pair[0], pair[1])).collect()
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
            format!("{to} is not held by {} (`railhead ground show {to}` says who is there)", campaign.side_name(side))
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
            let users: Vec<String> = first.railway.users.iter().map(|side| campaign.side_name(*side)).collect();
            let relaid = first.railway.track(first.side).relaid.map(|relaid| campaign.side_name(relaid.side));
            let users = relaid.unwrap_or_else(|| users.join(" and "));
            let whose = if users.is_empty() { "nobody's trains".to_owned() } else { format!("trains of {users}") };
            format!("{line} is laid for {whose} from {from} to {to} ({convert})")
        }
    }
}
