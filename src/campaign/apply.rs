//! The one place where a campaign changes.

mod air;
mod battle;
mod close;
mod convoy;
mod group;
mod march;
mod minefield;
mod news;
mod partisan;
mod rail;
mod refusal;
mod replace;
mod replacement;
mod sighting;
mod strike;

use std::sync::Arc;

use domain::{AccountId, BadValue, Commodity, FormationId, Square};

pub use refusal::Refusal;
use replace::{Applied, Change, replace, replace_count, replace_entry, replace_row, stale};
pub use sighting::apply_unobserved;

use super::{Base, Campaign, Event, Formation, GradeRow, Leaf, Location, Transfer, is_boundary};
use crate::orbat::naming::named;
use crate::orbat::tree::would_be_a_cycle;

/// Changes a campaign by an event, or refuses and leaves it as it was.
///
/// # Errors
/// When the event would break an invariant of the model page, or does not fit what is there.
#[expect(clippy::too_many_lines, reason = "one arm for every event, so that the compiler finds the one forgotten")]
pub fn apply(campaign: &mut Campaign, event: &Event) -> Result<(), Refusal> {
    match event {
        Event::LeafPlaced { leaf, before, after } => place_leaf(campaign, leaf, *before, *after),
        Event::LeafStateChanged { leaf, before, after } => {
            let target = leaf_mut(campaign, leaf)?;
            if after.is_on_map() && target.square.is_none() {
                return Err(Refusal::NoSquare(campaign.named(leaf)));
            }
            replace(leaf.as_str(), &mut target.state, before, after)
        }
        Event::PostureChanged { leaf, before, after } => {
            replace(leaf.as_str(), &mut leaf_mut(campaign, leaf)?.posture, before, after)
        }
        Event::StrengthChanged { leaf, base, before, after } => {
            let target = base_mut(campaign, leaf, *base)?;
            if *after > target.sp_full {
                let full = target.sp_full;
                return Err(Refusal::TooStrong { leaf: campaign.named(leaf), full, wanted: *after });
            }
            if target.markers > *after {
                let wanted = target.markers;
                return Err(Refusal::TooManyMarkers { leaf: campaign.named(leaf), sp: *after, wanted });
            }
            replace(leaf.as_str(), &mut target.sp, before, after)
        }
        Event::MarkersChanged { leaf, base, before, after } => {
            let target = base_mut(campaign, leaf, *base)?;
            if *after > target.sp {
                let sp = target.sp;
                return Err(Refusal::TooManyMarkers { leaf: campaign.named(leaf), sp, wanted: *after });
            }
            replace(leaf.as_str(), &mut target.markers, before, after)
        }
        Event::AmmunitionChanged { leaf, base, before, after } => {
            replace(leaf.as_str(), &mut base_mut(campaign, leaf, *base)?.out_of_ammo, before, after)
        }
        Event::HqDieChanged { formation, before, after } => {
            replace(formation.as_str(), &mut formation_mut(campaign, formation)?.hq_die, before, after)
        }
        Event::BattleChanged { battle, before, after } => {
            battle::change(campaign, battle, (before.as_deref(), after.as_deref()))
        }
        Event::UnitMarked { formation, before, after } => {
            replace(formation.as_str(), &mut formation_mut(campaign, formation)?.marks, before, after)
        }
        Event::BaseMarked { leaf, base, before, after } => {
            replace(leaf.as_str(), &mut base_mut(campaign, leaf, *base)?.marks, before, after)
        }
        Event::AttacksOwedChanged { formation, before, after } => {
            replace(formation.as_str(), &mut formation_mut(campaign, formation)?.attacks_owed, before, after)
        }
        Event::GradeChanged { formation, before, after, bound, battle, reason } => {
            replace(formation.as_str(), &mut formation_mut(campaign, formation)?.grade, before, after)?;
            campaign.grades.push(GradeRow {
                formation: formation.clone(),
                bound: *bound,
                battle: battle.clone(),
                before: *before,
                after: *after,
                reason: reason.clone(),
            });
            Ok(())
        }
        Event::FormationSet { formation, key, before, after } => {
            let (target, spec) = (formation_mut(campaign, formation)?, key.spec());
            replace(formation.as_str(), &mut (spec.get)(target), before, after)?;
            Ok((spec.set)(target, after).map_err(|wanted| BadValue::new(key.as_str(), after, wanted))?)
        }
        Event::SuperiorChanged { formation, before, after } => {
            change_superior(campaign, formation, before.as_ref(), after.as_ref())
        }
        Event::SupportChanged { formation, before, after } => {
            if let Some(support) = after {
                same_side(campaign, formation, &support.to)?;
            }
            replace(formation.as_str(), &mut formation_mut(campaign, formation)?.support, before, after)
        }
        Event::ArrivalChanged { leaf, before, after } => {
            replace(leaf.as_str(), &mut leaf_mut(campaign, leaf)?.arrives, before, after)
        }
        Event::EntryChanged { leaf, before, after } => {
            if let Some(entry) = after {
                on_the_map(campaign, entry)?;
            }
            replace(leaf.as_str(), &mut leaf_mut(campaign, leaf)?.entry, before, after)
        }
        Event::FormationCreated { formation } => create(campaign, formation),
        Event::FormationDissolved { formation } => group::dissolve(campaign, formation),
        Event::BattleGroupChanged { group, before, after } => {
            group::change(campaign, group, (before.as_deref(), after.as_deref()))
        }
        Event::ReplacementChanged { entry, before, after } => {
            replacement::change(campaign, *entry, (before.as_deref(), after.as_deref()))
        }
        Event::ReplacementTaken { leaf, base, before, after, entry, given } => {
            let (base, before, after, entry, given) = (*base, *before, *after, *entry, *given);
            replacement::taken(campaign, &replacement::GivenStrength { leaf, base, before, after, entry, given })
        }
        Event::CrossingChanged { .. } => change_crossing(campaign, event),
        Event::CrossingBuilt { crossing } => march::build(campaign, crossing),
        Event::RailChanged { line, side, before, after } => rail::cut(campaign, line, *side, *before, *after),
        Event::AirliftFlown { flight } => air::flown(campaign, flight),
        Event::RemainderChanged { from, to, commodity, before, after } => {
            air::remainder(campaign, (from, to, *commodity), *before, *after)
        }
        Event::TrackChanged { line, before, after } => rail::track(campaign, line, before, after),
        Event::RailJobChanged { leaf, before, after } => {
            rail::job(campaign, leaf, (before.as_deref(), after.as_deref()))
        }
        Event::RailheadChanged { railhead, before, after } => {
            rail::railhead(campaign, railhead, (before.as_deref(), after.as_deref()))
        }
        Event::ControlChanged { square, before, after } => {
            square_on_map(campaign, *square)?;
            let mut control = campaign.ground.control(*square);
            replace(&square.to_string(), &mut control, before, after)?;
            Arc::make_mut(&mut campaign.ground).set_control(*square, *after);
            Ok(())
        }
        Event::TerrainChanged { square, before, after } => {
            square_on_map(campaign, *square)?;
            let mut terrain = campaign.ground.terrain(*square);
            replace(&square.to_string(), &mut terrain, before, after)?;
            Arc::make_mut(&mut campaign.ground).set_terrain(*square, *after);
            Ok(())
        }
        Event::DumpOpened { dump } => {
            free_account(campaign, dump.id.as_str())?;
            square_on_map(campaign, dump.square)?;
            self::formation(campaign, &dump.owner)?;
            campaign.dumps.insert(dump.id.clone(), (**dump).clone());
            news::opened(campaign, &dump.id);
            Ok(())
        }
        Event::DumpMoved { dump, before, after } => {
            square_on_map(campaign, *after)?;
            let target = campaign.dumps.get_mut(dump).ok_or_else(|| Refusal::NoDump(dump.clone()))?;
            replace(dump.as_str(), &mut target.square, before, after)?;
            target.place = None;
            Ok(())
        }
        Event::LeafMarched { .. } => march::march_leaf(campaign, event),
        Event::MarchKept { leaf, before, after } => march::keep(campaign, leaf, before, after),
        Event::GroundTaken { side, squares } => march::take_ground(campaign, *side, squares),
        Event::OrderChanged { unit, bound, before, after } => {
            march::order(campaign, unit, *bound, (before.as_deref(), after.as_deref()))
        }
        Event::ClaimChanged { what, before, after } => {
            march::claim(campaign, what, (before.as_deref(), after.as_deref()))
        }
        Event::ConvoyChanged { lead, before, after } => {
            convoy::change(campaign, lead, (before.as_deref(), after.as_deref()))
        }
        Event::SpoilsChanged { account, before, after } => convoy::captured_fuel(campaign, account, *before, *after),
        Event::StockReported { bound, stock } => news::report(campaign, *bound, stock),
        Event::StrikesChanged { strike, booked } => strike::change(campaign, strike, *booked),
        Event::PartisansChanged { square, against, before, after } => {
            partisan::change(campaign, (*square, *against), (before.as_deref(), after.as_deref()))
        }
        Event::MinefieldChanged { square, before, after } => {
            minefield::change(campaign, *square, (before.as_deref(), after.as_deref()))
        }
        Event::SightingChanged { sighting, before, after } => {
            sighting::change(campaign, sighting, (before.as_deref(), after.as_deref()))
        }
        Event::PartisansThrown { square, against, before, after, .. } => {
            partisan::thrown(campaign, (*square, *against), *before, *after)
        }
        Event::DrivenChanged { vehicle, before, after } => convoy::driven(campaign, vehicle, *before, *after),
        Event::DumpHandedOver { dump, before, after } => march::hand_over(campaign, dump, before, after),
        Event::SupplyRecorded { formation, before, after } => {
            close::record(campaign, formation, (before.as_ref(), after.as_ref()))
        }
        Event::PosturesSettled { leaves } => close::settle(campaign, leaves),
        Event::MarchesEnded { leaves } => close::begin_anew(campaign, leaves),
        Event::WeatherChanged { date, phase, before, after } => {
            close::weather(campaign, *date, *phase, (before.as_deref(), after.as_deref()))
        }
        Event::BoundNoted { bound, text } => {
            close::note(campaign, *bound, text);
            Ok(())
        }
        Event::DiceThrown { .. }
        | Event::Overran { .. }
        | Event::Remarked { .. }
        | Event::RailheadRemarked { .. }
        | Event::ForecastKept { .. } => Ok(()),
        Event::BoundClosed { bound } => close::close(campaign, *bound),
        Event::BoundOpened { before, after } => close::open(campaign, *before, *after),
        Event::DumpShut { dump, before, after } => {
            let target = campaign.dumps.get_mut(dump).ok_or_else(|| Refusal::NoDump(dump.clone()))?;
            replace(dump.as_str(), &mut target.closed, before, after)
        }
        Event::DumpClosed { dump } => close_dump(campaign, &dump.id).map(|()| news::gone(campaign, &dump.id)),
        Event::StockTransferred { transfer } => book(campaign, transfer),
        Event::HouseParameterChanged { name, before, after } => {
            let mut value = campaign.house.get(name).map(str::to_owned);
            replace(name, &mut value, before, after)?;
            campaign.house.set(name, after.as_deref());
            Ok(())
        }
        Event::SettingChanged { setting, before, after, bound } => {
            let mut value = campaign.settings.get(*setting).to_owned();
            replace(setting.as_str(), &mut value, before, after)?;
            campaign.settings.set(*setting, after);
            let since = bound.filter(|_| after != setting.spec().default);
            match since {
                Some(bound) => campaign.settings_since.insert(*setting, bound),
                None => campaign.settings_since.remove(setting),
            };
            Ok(())
        }
    }
}

fn formation<'a>(campaign: &'a Campaign, id: &FormationId) -> Result<&'a Formation, Refusal> {
    campaign.formations.get(id).ok_or_else(|| Refusal::NoFormation(id.clone()))
}

fn formation_mut<'a>(campaign: &'a mut Campaign, id: &FormationId) -> Result<&'a mut Formation, Refusal> {
    campaign.formations.get_mut_where_it_is(id).ok_or_else(|| Refusal::NoFormation(id.clone()))
}

fn leaf_mut<'a>(campaign: &'a mut Campaign, id: &FormationId) -> Result<&'a mut Leaf, Refusal> {
    let found = formation_mut(campaign, id)?;
    found.leaf.as_mut().ok_or_else(|| Refusal::NotALeaf(named(&found.name, found.id.as_str())))
}

fn base_mut<'a>(campaign: &'a mut Campaign, id: &FormationId, base: u16) -> Result<&'a mut Base, Refusal> {
    let found = formation_mut(campaign, id)?;
    let called = || named(&found.name, found.id.as_str());
    let leaf = found.leaf.as_mut().ok_or_else(|| Refusal::NotALeaf(called()))?;
    leaf.bases.get_mut(usize::from(base)).ok_or_else(|| Refusal::NoBase(called(), base))
}

fn square_on_map(campaign: &Campaign, square: Square) -> Applied {
    if campaign.frame.contains(square) { Ok(()) } else { Err(Refusal::OffTheMap(square)) }
}

fn on_the_map(campaign: &Campaign, location: &Location) -> Applied {
    match location {
        Location::Square(square) => square_on_map(campaign, *square),
        Location::Place(name) => campaign.place(name).map(|_| ()).ok_or_else(|| Refusal::NoPlace(name.clone())),
        Location::At(_) => Ok(()),
    }
}

fn same_side(campaign: &Campaign, id: &FormationId, other: &FormationId) -> Applied {
    let formation = campaign.formations.get(id).ok_or_else(|| Refusal::NoFormation(id.clone()))?;
    let superior = campaign.formations.get(other).ok_or_else(|| Refusal::NoFormation(other.clone()))?;
    if formation.side == superior.side {
        return Ok(());
    }
    Err(Refusal::OtherSide { formation: formation.named(), side: formation.side, superior: superior.named() })
}

fn place_leaf(campaign: &mut Campaign, id: &FormationId, before: Option<Square>, after: Option<Square>) -> Applied {
    if let Some(square) = after {
        square_on_map(campaign, square)?;
    }
    let kept = leaf_mut(campaign, id)?.march;
    if let Some(square) = after {
        march::check(campaign, id, square, &kept)?;
    }
    let leaf = leaf_mut(campaign, id)?;
    if after.is_none() && leaf.state.is_on_map() {
        return Err(Refusal::NoSquare(campaign.named(id)));
    }
    replace(id.as_str(), &mut leaf.square, &before, &after)
}

fn change_superior(
    campaign: &mut Campaign,
    id: &FormationId,
    before: Option<&FormationId>,
    after: Option<&FormationId>,
) -> Applied {
    if let Some(superior) = after {
        same_side(campaign, id, superior)?;
        if campaign.formations.get(superior).is_some_and(|f| f.leaf.is_some()) {
            return Err(Refusal::UnderALeaf { leaf: superior.clone(), named: campaign.named(superior) });
        }
        if would_be_a_cycle(campaign, id, superior) {
            return Err(Refusal::Cycle { formation: campaign.named(id), superior: campaign.named(superior) });
        }
    }
    let moved = campaign.formations.get_mut(id).ok_or_else(|| Refusal::NoFormation(id.clone()))?;
    replace(id.as_str(), &mut moved.parent, &before.cloned(), &after.cloned())?;
    let Some(commodity) = campaign.formations.get(id).and_then(Formation::vehicle_of) else { return Ok(()) };
    for superior in [before, after].into_iter().flatten() {
        let there = campaign
            .formations
            .values()
            .any(|f| f.parent.as_ref() == Some(superior) && f.vehicle_of() == Some(commodity));
        let once_had = &mut formation_mut(campaign, superior)?.once_had;
        match commodity {
            Commodity::Pol => once_had.pol = !there,
            _ => once_had.log = !there,
        }
    }
    Ok(())
}

fn create(campaign: &mut Campaign, formation: &Formation) -> Applied {
    if campaign.formations.contains_key(&formation.id) {
        return Err(Refusal::Taken(formation.id.to_string()));
    }
    free_account(campaign, formation.id.as_str())?;
    if let Some(square) = formation.leaf.as_ref().and_then(|leaf| leaf.square) {
        square_on_map(campaign, square)?;
    }
    let parent = formation.parent.clone();
    let mut added = formation.clone();
    added.parent = None;
    campaign.formations.insert(added);
    let placed = parent.map_or(Ok(()), |p| change_superior(campaign, &formation.id, None, Some(&p)));
    if placed.is_err() {
        campaign.formations.remove(&formation.id);
    }
    placed
}

fn change_crossing(campaign: &mut Campaign, event: &Event) -> Applied {
    let Event::CrossingChanged { crossing, before, after, from_before, from_after, until_before, until_after } = event
    else {
        return Ok(());
    };
    let target = campaign.crossings.get_mut(crossing).ok_or_else(|| Refusal::NoCrossing(crossing.clone()))?;
    let mut changed = target.clone();
    replace(crossing.as_str(), &mut changed.state, before, after)?;
    replace(crossing.as_str(), &mut changed.from, from_before, from_after)?;
    replace(crossing.as_str(), &mut changed.until, until_before, until_after)?;
    *target = changed;
    Ok(())
}

fn free_account(campaign: &Campaign, id: &str) -> Applied {
    let taken = campaign.dumps.contains_key(id)
        || campaign.railheads.contains_key(id)
        || campaign.formations.contains_key(id)
        || is_boundary(id);
    if taken { Err(Refusal::Taken(id.to_owned())) } else { Ok(()) }
}

fn close_dump(campaign: &mut Campaign, id: &AccountId) -> Applied {
    is_empty(campaign, id, "an empty dump")?;
    campaign.dumps.remove(id).ok_or_else(|| Refusal::NoDump(id.clone()))?;
    campaign.captured_fuel.remove(id);
    campaign.news.remove(id);
    Ok(())
}

/// Refuses an account that holds something.
fn is_empty(campaign: &Campaign, id: &AccountId, expected: &str) -> Applied {
    let held = Commodity::ALL.iter().map(|c| (*c, campaign.stock.balance(id.as_str(), *c))).find(|(_, held)| *held > 0);
    held.map_or(Ok(()), |(commodity, held)| Err(stale(id.as_str(), expected, format!("{held} {}", commodity.name()))))
}

fn is_account(campaign: &Campaign, id: &str) -> bool {
    is_boundary(id)
        || campaign.dumps.contains_key(id)
        || campaign.railheads.contains_key(id)
        || campaign.formation(id).is_some_and(|f| f.vehicle_of().is_some())
}

fn book(campaign: &mut Campaign, transfer: &Transfer) -> Applied {
    if transfer.from == transfer.to || transfer.quantity == 0 {
        return Err(Refusal::EmptyTransfer);
    }
    for account in [&transfer.from, &transfer.to] {
        if !is_account(campaign, account.as_str()) {
            return Err(Refusal::NoAccount(account.clone()));
        }
    }
    let next = campaign.stock.made() + 1;
    if transfer.number != next {
        return Err(stale("transfer", transfer.number.to_string(), next.to_string()));
    }
    let held = campaign.stock.balance(transfer.from.as_str(), transfer.commodity);
    if !is_boundary(transfer.from.as_str()) && held < i64::from(transfer.quantity) {
        return Err(Refusal::Overdrawn {
            account: campaign.account_named(transfer.from.as_str()),
            commodity: transfer.commodity,
            held,
            wanted: transfer.quantity,
        });
    }
    campaign.stock.book(transfer.clone());
    Ok(())
}
