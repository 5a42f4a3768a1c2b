//! Real means for what no lorry brings: the trains of a shared line in another order, and transport wings.
//!
//! What it decides: that only what has been tried on a copy of the campaign, and mends the row, is offered, before what the
//! umpire books; that nothing comes by air to a side without wings.
//! What it never does: throw dice. A flight is tried as if no aircraft were lost.

use campaign::{Campaign, Setting, Wing};
use domain::{AccountId, Commodity, FormationId, SideId};
use supply::{Arrival, Bottleneck, BottleneckKind, Means, Network, StockMend, trains_on};

use crate::command::{DiceWords, RailPriority, SupplyAirlift};
use crate::{DecisionContext, Request};

/// Puts trains in another order and flights before the umpire's bookings, where they mend.
pub(crate) fn with_trains_and_wings(network: &Network, campaign: &Campaign, side: SideId, tight: &mut [Bottleneck]) {
    let has_wings = wings(campaign, side).next().is_some();
    for bottleneck in tight.iter_mut().filter(|b| b.lacks() > 0) {
        let instead = match bottleneck.kind {
            BottleneckKind::Intake => priority(network, campaign, side, bottleneck),
            BottleneckKind::Stock if !is_from_air(bottleneck) => None,
            BottleneckKind::Stock if !has_wings => {
                let ways: Vec<u8> = bottleneck.mends.iter().filter(|m| comes_by_air(m)).map(|m| m.way).collect();
                bottleneck.mends.retain(|mend| !ways.contains(&mend.way));
                None
            }
            // Who can drive it need not fly it.
            BottleneckKind::Stock if bottleneck.mends.iter().all(|mend| mend.way == 1) => {
                flights(campaign, side, bottleneck)
            }
            _ => None,
        };
        if let Some(mends) = instead {
            bottleneck.mends.iter_mut().for_each(|mend| mend.way = 2);
            bottleneck.mends.splice(0..0, mends);
        }
    }
}

fn comes_by_air(mend: &StockMend) -> bool {
    matches!(mend.means, Means::Receive { by_rail: false, .. })
}

fn is_from_air(bottleneck: &Bottleneck) -> bool {
    bottleneck.mends.iter().any(comes_by_air)
}

/// The campaign after a command; none where it would be refused.
fn after(campaign: &Campaign, request: &Request) -> Option<Campaign> {
    request.decide(&DecisionContext::plain(campaign)).ok().map(|changes| changes.finish().1)
}

/// The trains of a railhead before those of all others, where it lacks what goes to those and then gets all of it.
fn priority(network: &Network, campaign: &Campaign, side: SideId, bottleneck: &Bottleneck) -> Option<Vec<StockMend>> {
    if !campaign.settings.is_on(Setting::RailPriority) {
        return None;
    }
    let head = campaign.railheads.get(bottleneck.at.as_str())?;
    let of_head = |trains: &[Arrival]| trains.iter().find(|arrival| arrival.railhead == head.id).cloned();
    let before = trains_on(network, campaign, side);
    let short = of_head(&before)?;
    if !before.iter().any(|other| other.draws_on_what_lacks(&short)) {
        return None;
    }
    let request = RailPriority { what: head.id.to_string(), priority: 1, serves: None };
    let changed = after(campaign, &Request::RailPriority(request))?;
    let trains = trains_on(network, &changed, side);
    let commodity = bottleneck.commodity;
    let more = of_head(&trains)?.comes.of(commodity).saturating_sub(short.comes.of(commodity));
    if i64::from(more) < bottleneck.lacks() {
        return None;
    }
    let less = before.iter().zip(&trains).filter_map(|(before, after)| {
        let less = before.comes.less(after.comes);
        (!less.is_empty()).then(|| (less, after.railhead.clone()))
    });
    Some(vec![Means::Priority { railhead: head.id.clone(), commodity, more, less: less.collect() }.into()])
}

/// The transport wings of a side on the map.
fn wings(campaign: &Campaign, side: SideId) -> impl Iterator<Item = (&FormationId, Wing)> {
    let here = move |id: &FormationId| campaign.formations.get(id).is_some_and(|f| f.side == side && f.is_on_map());
    campaign.wings.iter().filter(move |(id, _)| here(id)).map(|(id, wing)| (id, *wing))
}

/// The flights of today that bring all that a dump lacks; none where it cannot be flown.
fn flights(campaign: &Campaign, side: SideId, bottleneck: &Bottleneck) -> Option<Vec<StockMend>> {
    let (dump, commodity) = (campaign.dumps.get(bottleneck.at.as_str())?, bottleneck.commodity);
    let held = |now: &Campaign| now.stock.balance(dump.id.as_str(), commodity);
    let wanted = held(campaign) + bottleneck.lacks();
    let (mut now, mut mends) = (None::<Campaign>, Vec::new());
    for (id, wing) in wings(campaign, side) {
        let today = now.as_ref().unwrap_or(campaign);
        let missing = u32::try_from(wanted - held(today)).unwrap_or_default();
        let (sorties, is_dropped) = sorties(today, (id, wing), &dump.id, commodity, missing);
        let request = SupplyAirlift {
            wing: id.to_string(),
            to: dump.id.to_string(),
            commodity: commodity.to_string(),
            sorties: Some(sorties),
            landed: Some(sorties),
            lost: Some(0),
            tons: None,
            dice: DiceWords::default(),
        };
        let Some(flown) = after(today, &Request::SupplyAirlift(request)) else { continue };
        mends.push(Means::Fly { wing: id.clone(), to: dump.id.clone(), commodity, sorties, is_dropped }.into());
        if held(&flown) >= wanted {
            return Some(mends);
        }
        now = Some(flown);
    }
    None
}

/// How many sorties of a wing bring so many units to a dump, or as many as it has left and can land there today; whether
/// they are dropped.
fn sorties(
    campaign: &Campaign,
    (wing, carries): (&FormationId, Wing),
    to: &AccountId,
    commodity: Commodity,
    units: u32,
) -> (u32, bool) {
    let number = |setting| u64::from(campaign.settings.number(setting));
    let tons = number(if commodity == Commodity::Pol { Setting::PolTons } else { Setting::LogTons });
    let over = campaign.remainders.get(&(AccountId::from("air"), to.clone(), commodity)).copied().unwrap_or_default();
    let side = campaign.account_side(to.as_str());
    let here = |field: &&campaign::Airfield| {
        Some(field.side) == side && Some(field.square) == campaign.account_square(to.as_str())
    };
    let field = campaign.airfields.values().filter(here).find(|field| campaign.is_field_open(field));
    // Of what is dropped a share is scattered.
    let arrives = if field.is_some() { 100 } else { 100_u64.saturating_sub(number(Setting::AirDropLost)) };
    let missing = (u64::from(units) * tons * 1_000).saturating_sub(u64::from(over));
    let each = u64::from(carries.load_kg) * arrives;
    let wanted = if each == 0 { 0 } else { (missing * 100).div_ceil(each) };
    let lands = field.and_then(|field| Some(field.landings?.saturating_sub(campaign.landed_today(&field.id))));
    let most = campaign.sorties_left(wing).min(lands.unwrap_or(u32::MAX));
    (u32::try_from(wanted).unwrap_or(u32::MAX).min(most), field.is_none())
}
