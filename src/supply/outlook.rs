//! How long convoys still have to drive: when each loads, delivers and is home, as things are.
//!
//! What it decides: nothing that happens; `bound close` drives. It reckons with the ground and enemies of this moment,
//! and that every dump holds what is wanted.

pub(crate) mod actions;
pub(crate) mod coming;
pub(crate) mod fire_units;
pub(crate) mod underway;
pub(crate) mod usage;

use campaign::march::Driver;
use campaign::{Campaign, Convoy, Errand, Formation, Setting, Tree};
use domain::{Bound, Echelon, FormationId, Mobility, Phase, Square};
use network::Network;

use crate::ground::roads::Roads;

/// How far a convoy has still to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// The vehicle that names it.
    pub lead: FormationId,
    /// When it comes to where it loads; none where it has loaded, or no clear way leads there.
    pub loads: Option<Bound>,
    /// When it comes to where it is bound; none where it has been there, or no clear way leads there.
    pub arrives: Option<Bound>,
    /// When it is home; none where it stays out, or no clear way leads there.
    pub home: Option<Bound>,
    /// Squares still to be entered on the errand.
    pub squares: usize,
    /// Every square still to be entered, as far as its ways are known: on the errand, then to where it is bound, then home.
    pub way: Vec<Square>,
}

/// The setting by which a convoy whose way is barred seeks another; else it halts or turns back.
const GO_ROUND: &str = "go_round";

/// How far ahead an arrival is reckoned, in bounds.
const FAR: u32 = 300;

/// The outlook of every convoy, by the vehicle that names it.
pub fn outlook(campaign: &Campaign) -> Vec<Outlook> {
    if campaign.convoys.is_empty() {
        return Vec::new();
    }
    let network = crate::ground::lay::network(campaign);
    let mut reckoner = Reckoner::new(campaign, &network);
    campaign.convoys.iter().map(|(lead, convoy)| reckoner.outlook(lead, convoy)).collect()
}

/// How long one convoy is on its way; none where none is led by this leaf.
pub fn outlook_of(campaign: &Campaign, lead: &FormationId) -> Option<Outlook> {
    let (lead, convoy) = campaign.convoys.get_key_value(lead)?;
    let network = crate::ground::lay::network(campaign);
    Some(Reckoner::new(campaign, &network).outlook(lead, convoy))
}

struct Reckoner<'a> {
    campaign: &'a Campaign,
    tree: Tree<'a>,
    roads: Roads<'a>,
    driver: Driver<'a>,
}

impl<'a> Reckoner<'a> {
    fn new(campaign: &'a Campaign, network: &'a Network) -> Self {
        let (tree, roads, driver) = (Tree::new(campaign), Roads::new(campaign, network), Driver::new(campaign));
        Self { campaign, tree, roads, driver }
    }

    fn outlook(&mut self, lead: &FormationId, convoy: &Convoy) -> Outlook {
        let (lead, squares) = (lead.clone(), convoy.way.len());
        let mut found = Outlook { lead, loads: None, arrives: None, home: None, squares, way: Vec::new() };
        let (Some(mut at), mut errand, mut spent) = (convoy.square(self.campaign), convoy.errand, 0) else {
            return found;
        };
        loop {
            let running = Convoy { errand, ..convoy.clone() };
            let Some((end, minutes, way)) = self.leg(&running, at, errand == convoy.errand) else { return found };
            if errand == convoy.errand {
                found.squares = way.len();
            }
            found.way.extend(way);
            spent += minutes;
            let bound = self.reached(convoy, spent);
            match errand {
                Errand::Load => (found.loads, errand) = (bound, Errand::Deliver),
                Errand::Deliver => (found.arrives, errand) = (bound, Errand::Home),
                Errand::Home => found.home = bound,
            }
            if found.home.is_some() || bound.is_none() || (errand == Errand::Home && convoy.stays) {
                return found;
            }
            at = end;
        }
    }

    /// The end of an errand's way, its minutes and squares.
    fn leg(&mut self, convoy: &Convoy, at: Square, is_running: bool) -> Option<(Square, u32, Vec<Square>)> {
        let side = convoy.side(self.campaign)?;
        let end = convoy.destination(&self.tree)?;
        // The way that it set out on is the way only while it is clear: an enemy may have come onto it in this bound.
        let way = if is_running && convoy.knows_way(at, end) && self.roads.is_way_clear(side, at, &convoy.way) {
            convoy.way.clone()
        } else if is_running && !convoy.way.is_empty() && self.campaign.settings.get(Setting::ConvoyBlocked) != GO_ROUND
        {
            return None;
        } else {
            let via: &[Square] = if convoy.errand == Errand::Deliver { &convoy.via } else { &[] };
            self.roads.way_by(side, at, via, end)?.squares
        };
        let vehicles = convoy.vehicles.iter().filter_map(|id| self.campaign.formations.get(id));
        let mobilities: Vec<Mobility> = vehicles.filter_map(|vehicle| vehicle.mobility).collect();
        let minutes = self.driver.minutes(&mobilities, at, &way)?;
        let lead = convoy.lead().and_then(|lead| self.campaign.formations.get(lead)?.leaf.as_ref());
        let gone = lead.and_then(|leaf| leaf.march.towards).filter(|towards| Some(&towards.square) == way.first());
        let gone = gone.filter(|_| is_running).map_or(0, |towards| u32::from(towards.minutes));
        Some((end, minutes.saturating_sub(gone), way))
    }

    /// In which bound it has driven so many minutes from now on; none where that is beyond reckoning.
    fn reached(&self, convoy: &Convoy, minutes: u32) -> Option<Bound> {
        let vehicles: Vec<&Formation> =
            convoy.vehicles.iter().filter_map(|id| self.campaign.formations.get(id)).collect();
        let of_battalion = |v: &&Formation| self.tree.parent(v).is_some_and(|s| s.echelon == Echelon::Battalion);
        let rests = vehicles.iter().any(of_battalion);
        let used = vehicles.iter().filter_map(|v| v.leaf.as_ref()).map(|leaf| u32::from(leaf.march.minutes)).max();
        let now = self.campaign.bound;
        let mut bound = convoy.starts.max(now);
        let mut left = minutes + if bound == now { used.unwrap_or_default() } else { 0 };
        for _ in 0..FAR {
            let asleep = rests && bound.phase == Phase::Night;
            let hours = if asleep { 0 } else { self.campaign.settings.moving_hours(bound.phase, true) };
            if left <= hours * 60 {
                return Some(bound);
            }
            left -= hours * 60;
            bound = bound.next();
        }
        None
    }
}
