//! What mends something on the way to a formation: in a sentence, and as the command that does it.
//!
//! Where to look next: `supply::Mend`, which says itself in a sentence, since refusals name it too.

use campaign::{Campaign, Tree};
use domain::{AccountId, Commodity, CrossingState, FormationId, Square, counted};
use ops::query::{WayThere, send};
use supply::plan::Trip;
use supply::{Means, Mend, NewLeaf, TrainLoad};

/// What to do, in a sentence, with what the way takes that somebody marches for it.
pub(crate) fn sentence(campaign: &Campaign, means: &Means, way: Option<WayThere>) -> String {
    match means {
        Means::Mend(mend) => format!("{}{}", mend.text(campaign), how_long(way)),
        Means::Transfer { units, commodity, from, to } => {
            let [from, to] = [from, to].map(|id| campaign.account_told_apart(id.as_str()));
            format!("bring {units} {} from {from} to {to}", commodity.name())
        }
        Means::Receive { units, commodity, to, by_rail } => {
            let by = if *by_rail { "from outside the map" } else { "by air" };
            let to = campaign.account_told_apart(to.as_str());
            format!("bring {units} more {} to {to} {by}", commodity.name())
        }
        Means::Carriers(leaf, units) => carriers(campaign, leaf, *units),
        Means::Send(trip) => trip_made(campaign, trip),
        Means::Priority { railhead, commodity, more, less } => {
            let name = commodity.name();
            let (railhead, less) = (campaign.account_told_apart(railhead.as_str()), for_others(campaign, less));
            format!("have the trains of {railhead} go first: {more} {name} more in a day{less}")
        }
        Means::Fly { wing, to, commodity, sorties, is_dropped } => {
            let manner = if *is_dropped { ", dropped" } else { "" };
            let (name, wing) = (commodity.name(), campaign.told_apart(wing));
            let to = campaign.account_told_apart(to.as_str());
            format!("fly {name} to {to} with {wing}: {sorties} sorties{manner}")
        }
    }
}

/// How many bounds a way takes where it takes more than one, or what keeps one from it; behind what is done.
pub(crate) fn how_long(way: Option<WayThere>) -> String {
    match way {
        None | Some(WayThere::Bounds(1)) => String::new(),
        Some(WayThere::Bounds(bounds) | WayThere::Next(bounds)) => {
            format!(", {} from now", counted(bounds as usize, "bound"))
        }
        Some(WayThere::TooFar) => ", which takes days".to_owned(),
        Some(WayThere::Barred) => ", but the enemy bars its way there".to_owned(),
        Some(WayThere::Held) => ", but it cannot march there now".to_owned(),
    }
}

fn carriers(campaign: &Campaign, leaf: &NewLeaf, units: i64) -> String {
    let (vehicles, name) = match leaf.carries {
        Some(Commodity::Pol) => ("bowsers", Commodity::Pol.name()),
        _ => ("LOG vehicles", Commodity::Log.name()),
    };
    format!("give {} {vehicles} for {units} {name} more", campaign.told_apart(&leaf.to))
}

fn trip_made(campaign: &Campaign, trip: &Trip) -> String {
    let vehicles: Vec<String> = trip.vehicles.iter().map(|id| campaign.told_apart(id)).collect();
    let load = trip.load.said(", ");
    let from = match &trip.from {
        Some((account, _)) => format!("with {load} from {}", campaign.account_told_apart(account.as_str())),
        None => format!("with the {load} on it"),
    };
    let when = if trip.starts == campaign.bound { String::new() } else { format!(" in {}", trip.starts) };
    let there = trip.arrives.map(|bound| format!(", there in {bound}")).unwrap_or_default();
    let to = campaign.account_told_apart(&trip.to);
    format!("send {} {from} to {to}{when}{there}", vehicles.join(", "))
}

fn for_others(campaign: &Campaign, less: &[(TrainLoad, AccountId)]) -> String {
    let told = |(less, railhead): &(TrainLoad, AccountId)| {
        format!(", {} less for {}", less.text(), campaign.account_told_apart(railhead.as_str()))
    };
    less.iter().map(told).collect::<Vec<_>>().concat()
}

/// The command that does it, without the name of the program, with what the way takes that somebody marches for it.
pub(crate) fn command(campaign: &Campaign, means: &Means, way: Option<WayThere>) -> String {
    match means {
        Means::Mend(mend) => command_of(campaign, mend, matches!(way, Some(WayThere::Next(_)))),
        Means::Transfer { units, commodity, from, to } => {
            format!("supply transfer {from} {to} {units} {commodity} --override driven")
        }
        Means::Receive { units, commodity, to, by_rail } => {
            format!("supply receive {to} {units} {commodity} --from {}", if *by_rail { "rail" } else { "air" })
        }
        Means::Carriers(leaf, units) => format!("{} capacity={units}", unit_new(campaign, leaf)),
        Means::Send(trip) => send(campaign, trip).words(),
        Means::Priority { railhead, .. } => format!("rail priority {railhead} 1"),
        Means::Fly { wing, to, commodity, sorties, .. } => {
            format!("supply airlift {wing} {to} {commodity} --sorties {sorties}")
        }
    }
}

/// What a button for it says.
pub(crate) fn button(mend: &Mend) -> &'static str {
    match mend {
        Mend::Occupy(_, Some(_)) | Mend::MoveBowser(..) | Mend::Bring(..) | Mend::BringBack(..) => "March there",
        Mend::Occupy(_, None) | Mend::DriveOut(_) | Mend::TakeHeld(_) => "Draw battle",
        Mend::TakeEmpty(..) => "Take it",
        Mend::ClearPartisans(..) => "Clear it",
        Mend::Restore(..) => "Restore it",
        Mend::RepairRail(_) => "Repair it",
        Mend::ConvertRail(_) => "Convert it",
        Mend::Give(_) => "Give it",
        Mend::OpenSource(..) => "Open a depot",
    }
}

fn command_of(campaign: &Campaign, mend: &Mend, is_next: bool) -> String {
    let at = campaign.frame.reference(mend.square());
    let is_closed = |id| campaign.crossings.get(id).is_some_and(|c| c.state != CrossingState::Destroyed);
    match mend {
        Mend::Occupy(_, Some(leaf)) => march(campaign, leaf, mend.square(), false),
        Mend::Occupy(_, None) | Mend::DriveOut(_) | Mend::TakeHeld(_) => format!("battle new {at}"),
        Mend::TakeEmpty(_, side) => format!("ground set {at} --side {side} --override taken"),
        Mend::ClearPartisans(_, side) => format!("partisans clear {at} --against {side}"),
        Mend::Restore(_, None) => "crossing list".to_owned(),
        Mend::Restore(_, Some(id)) if is_closed(id) => format!("crossing open {id}"),
        Mend::Restore(_, Some(id)) => format!("crossing repair {id}"),
        Mend::RepairRail(side) => format!("rail repair {at} {}", campaign.frame.reference(side.squares().1)),
        Mend::ConvertRail(side) => format!("rail convert {at} {}", campaign.frame.reference(side.squares().1)),
        Mend::MoveBowser(unit, to) | Mend::Bring(unit, to) | Mend::BringBack(unit, to) => {
            march(campaign, unit, *to, is_next)
        }
        Mend::Give(leaf) => unit_new(campaign, leaf),
        Mend::OpenSource(owner, _) => format!("dump open depot-{owner} --owner {owner} --at {at} --source"),
    }
}

/// The command by which a unit marches to a square, now or in the next bound.
pub(crate) fn march(campaign: &Campaign, unit: &FormationId, to: Square, is_next: bool) -> String {
    let to = campaign.frame.reference(to);
    if is_next { format!("order {unit} move {to} --for next") } else { format!("move {unit} {to}") }
}

/// The command that gives a leaf.
pub(crate) fn unit_new(campaign: &Campaign, leaf: &NewLeaf) -> String {
    let NewLeaf { id, to, carries, square } = leaf;
    // Who commands brings no men with him: an HQ that is named anew adds nothing to the strength.
    let of_hq = || format!("arm=hq sp_full=1 sp=0 'name={}'", hq_name(campaign, to));
    let arm = carries.map_or_else(of_hq, |what| format!("arm=logistic carries={what}"));
    format!("unit new {id} --parent {to} {arm} mobility=motorised where={}", campaign.frame.reference(*square))
}

/// What a new HQ of a formation is called: as the one that it had, else after the formation.
fn hq_name(campaign: &Campaign, of: &FormationId) -> String {
    let Some(formation) = campaign.formations.get(of) else { return format!("HQ {of}") };
    let name = Tree::new(campaign).command_leaves(formation).next().map(|leaf| leaf.name.as_str());
    let name = name.map_or_else(|| format!("HQ {}", formation.name), ToOwned::to_owned);
    // A quote would end the word that is typed.
    name.replace(['\'', '"'], "")
}

/// Who stands in the way.
pub(crate) fn in_the_way(campaign: &Campaign, holders: &[FormationId]) -> Vec<String> {
    holders.iter().map(|holder| leaf_named(campaign, holder)).collect()
}

/// A leaf by name, with the formation it is of.
pub(crate) fn leaf_named(campaign: &Campaign, id: &FormationId) -> String {
    let Some(leaf) = campaign.formations.get(id) else { return id.to_string() };
    let of = campaign.name_of_superior(leaf);
    of.map_or_else(|| leaf.name.clone(), |of| format!("{}, {of}", leaf.name))
}

#[cfg(test)]
mod tests {
    use domain::{Edge, SideId, SquareSide};

    use super::*;

    #[test]
    fn a_button_says_what_mends() {
        let (at, unit, side) = (Square::new(2, 3), FormationId::from("ax.pz".to_owned()), SideId::new("AX").unwrap());
        let between = SquareSide { square: at, edge: Edge::East };
        let leaf = NewLeaf { id: unit.clone(), to: unit.clone(), carries: None, square: at };
        for (mend, says) in [
            (Mend::Occupy(at, Some(unit.clone())), "March there"),
            (Mend::Bring(unit.clone(), at), "March there"),
            (Mend::Occupy(at, None), "Draw battle"),
            (Mend::TakeHeld(at), "Draw battle"),
            (Mend::TakeEmpty(at, side), "Take it"),
            (Mend::ClearPartisans(at, side), "Clear it"),
            (Mend::Restore(between, None), "Restore it"),
            (Mend::RepairRail(between), "Repair it"),
            (Mend::ConvertRail(between), "Convert it"),
            (Mend::Give(leaf), "Give it"),
            (Mend::OpenSource(unit, at), "Open a depot"),
        ] {
            assert_eq!(button(&mend), says, "{mend:?}");
        }
    }

    #[test]
    fn a_way_of_more_than_a_bound_is_told_and_what_bars_it() {
        for (way, told) in [
            (WayThere::Bounds(1), ""),
            (WayThere::Bounds(3), ", 3 bounds from now"),
            (WayThere::Next(2), ", 2 bounds from now"),
            (WayThere::TooFar, ", which takes days"),
            (WayThere::Barred, ", but the enemy bars its way there"),
            (WayThere::Held, ", but it cannot march there now"),
        ] {
            assert_eq!(how_long(Some(way)), told);
        }
    }
}
