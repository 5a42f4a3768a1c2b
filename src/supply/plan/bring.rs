//! One shortage alone: which vehicles could bring what is missing, as things stand, and until when.
//!
//! What it decides: the first bound in which all of it can have come, and of the ways to do that the one that a plan would
//! take. What it never does: look at what else those vehicles are wanted for; that is a plan.

use campaign::Campaign;
use domain::{Bound, SideId};
use network::Network;

use super::breaks::tell_breaks;
use super::guns::Guns;
use super::lack::{Lack, unmet};
use super::model::Chosen;
use super::offers::{Idea, Offers};
use super::solve::solve;
use super::wants::{Asked, Only};
use super::ways::Ways;
use super::{Staff, Want};
use crate::ground::crossings::Crossings;
use crate::ground::view::View;
use crate::plan::trip::Trip;
use crate::standing::hierarchy::SupplyHierarchy;

/// The trips that bring all that is wanted, and the earliest; the urgent grade and `by` of the want do not matter.
///
/// # Errors
/// Why no trips of this many bounds do.
pub fn bring(
    network: &Network,
    campaign: &Campaign,
    side: SideId,
    want: &Want,
    bounds: u32,
) -> Result<Vec<Trip>, Lack> {
    let (crossings, hierarchy) = (Crossings::new(campaign, network), SupplyHierarchy::new(campaign));
    let view = View::new(campaign, network, side, &crossings);
    let guns = Guns::new(&hierarchy, network);
    let wants = vec![want.clone()];
    let asked = Asked { only: Some(Only::of(want.commodity)), bounds };
    let offers = Offers::new(&view, &hierarchy, &guns, asked, &wants);
    let mut staff = Staff { side, wants, offers, ways: Ways::new(&view) };
    let in_reach = staff.offers.trips(&mut staff.ways);
    let mut trips = Vec::new();
    for last in campaign.bound.ordinal()..=staff.offers.until.ordinal() {
        let (ideas, chosen) = staff.best(&in_reach, Bound::from_ordinal(last));
        let brought: u32 = chosen.iter().flat_map(|one| &one.units).map(|(_, units)| units).sum();
        trips = chosen.iter().filter_map(|one| staff.trip(ideas[one.chance], &one.units)).collect();
        if brought >= want.units {
            trips.sort_by(|a, b| a.vehicles.cmp(&b.vehicles));
            tell_breaks(&view, &hierarchy, &mut trips);
            return Ok(trips);
        }
    }
    let why =
        unmet(&staff.wants, &staff.offers, &mut staff.ways, (&trips, &Lack::NoRoom), &in_reach).into_iter().next();
    Err(why.map_or(Lack::NoRoom, |unmet| unmet.why))
}

impl Staff<'_, '_, '_> {
    /// What is best of the trips that end in a bound at the latest.
    fn best(&self, in_reach: &[(Idea, u32)], last: Bound) -> (Vec<Idea>, Vec<Chosen>) {
        let ends = |(idea, minutes): &&(Idea, u32)| self.offers.arrives(*idea, *minutes) <= last;
        let some: Vec<(Idea, u32)> = in_reach.iter().filter(ends).copied().collect();
        let (model, ideas) = self.offers.model(&self.wants, &some);
        (ideas, solve(&model).chosen)
    }
}
