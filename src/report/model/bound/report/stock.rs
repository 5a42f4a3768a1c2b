//! Stock that was booked in a bound before it was closed, and what left the map as it closed, in sentences.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{CONSUMED, Event, Load, Transfer, is_boundary};
use domain::{AccountId, FormationId};

use super::names::Names;

/// Of whom a booking of stock is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Of a formation.
    Formation(FormationId),
    /// Of a railhead.
    Railhead(AccountId),
}

/// What was booked before the close, a sentence for each pair of accounts and reason, with whose it is.
pub(crate) fn booked(names: &Names<'_>, done: &[Event]) -> Vec<(Whose, String)> {
    let told_elsewhere = told_elsewhere(done);
    let mut sums: Vec<(&Transfer, Load)> = Vec::new();
    for event in done {
        let Event::StockTransferred { transfer } = event else { continue };
        if told_elsewhere.contains(&transfer.number) {
            continue;
        }
        let alike = |of: &Transfer| (&of.from, &of.to, &of.reason) == (&transfer.from, &transfer.to, &transfer.reason);
        let place = sums.iter().position(|(of, _)| alike(of)).unwrap_or_else(|| {
            sums.push((transfer, Load::default()));
            sums.len() - 1
        });
        sums[place].1.add(transfer.commodity, transfer.quantity);
    }
    sums.into_iter().filter_map(|(of, load)| Some((whose(names, of)?, said(names, of, &load)))).collect()
}

/// Whose stock it was; where it came from outside the map, whose it is.
fn whose(names: &Names<'_>, transfer: &Transfer) -> Option<Whose> {
    let account = if is_boundary(transfer.from.as_str()) { &transfer.to } else { &transfer.from };
    names.owner(account).map(Whose::Formation).or_else(|| Some(Whose::Railhead(account.clone())))
}

/// The transfers that are told otherwise: of what was overrun, of convoys, of flights.
fn told_elsewhere(done: &[Event]) -> BTreeSet<u64> {
    let mut told = BTreeSet::new();
    // What was captured and destroyed stands before the event that says what became of it.
    let mut overrun: BTreeMap<&AccountId, (&Load, &Load)> = BTreeMap::new();
    for event in done.iter().rev() {
        match event {
            Event::Overran { what, captured, destroyed, .. } => drop(overrun.insert(what, (captured, destroyed))),
            // Of a dump that is captured as it is the stock stays in it.
            Event::DumpHandedOver { dump, .. } => drop(overrun.remove(dump)),
            Event::LeafMarched { .. } | Event::GroundTaken { .. } | Event::BattleChanged { .. } => overrun.clear(),
            Event::StockTransferred { transfer } if is_of_overrun(&overrun, transfer) => {
                told.insert(transfer.number);
            }
            Event::StockTransferred { transfer } if transfer.is_by_convoy() => {
                told.insert(transfer.number);
            }
            _ => {}
        }
    }
    let flown = |transfer: &Transfer| {
        let from_air = transfer.from.as_str() == "air";
        let is_target = |to: Option<&AccountId>| to == Some(&transfer.to) || transfer.to.as_str() == "lost";
        from_air
            && done.iter().any(|event| matches!(event, Event::AirliftFlown { flight } if is_target(flight.to.as_ref())))
    };
    told.extend(done.iter().filter_map(|event| match event {
        Event::StockTransferred { transfer } if flown(transfer) => Some(transfer.number),
        _ => None,
    }));
    told
}

fn is_of_overrun(overrun: &BTreeMap<&AccountId, (&Load, &Load)>, transfer: &Transfer) -> bool {
    let Some((captured, destroyed)) = overrun.get(&transfer.from) else { return false };
    let of = if transfer.to.as_str() == "destroyed" { destroyed } else { captured };
    of.of(transfer.commodity) == transfer.quantity
}

/// A booking as it is read aloud.
pub(crate) fn said(names: &Names<'_>, transfer: &Transfer, load: &Load) -> String {
    let Transfer { from, to, reason, .. } = transfer;
    let what = load.said(" and ");
    let (from_name, to_name) = (names.account(from), names.account(to));
    match (from.as_str(), to.as_str()) {
        (_, to) if to == CONSUMED => format!("{what} expended from {from_name}: {reason}"),
        (_, "destroyed") => format!("{what} of {from_name} destroyed: {reason}"),
        (_, "lost") => format!("{what} of {from_name} lost: {reason}"),
        (_, "adjustment") => format!("{what} fewer in {from_name} than was booked: {reason}"),
        ("adjustment", _) => format!("{what} more in {to_name} than was booked: {reason}"),
        (from, _) if is_boundary(from) => format!("{to_name} received {what} from {from}: {reason}"),
        _ => format!("{what} from {from_name} to {to_name}: {reason}"),
    }
}
