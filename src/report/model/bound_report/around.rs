//! What a bound report tells beside formations: trains, crossings, replacements to come, partisans, the ground.

use std::collections::BTreeMap;

use crate::campaign::{Campaign, Event, Setting};
use crate::domain::{AccountId, SideId};
use crate::report::model::ReplacementRow;

use super::RailheadReport;

/// What trains brought to railheads, what did not come, and which leftover railheads are given up, by side and id.
pub(super) fn railways(events: &[Event], after: &Campaign) -> Vec<RailheadReport> {
    let mut told: BTreeMap<(SideId, AccountId), Vec<String>> = BTreeMap::new();
    let mut brought: BTreeMap<AccountId, Vec<String>> = BTreeMap::new();
    let mut tell = |railhead: &AccountId, side: Option<SideId>, text: String| {
        if let Some(side) = side.or_else(|| after.railheads.get(railhead).map(|head| head.side)) {
            told.entry((side, railhead.clone())).or_default().push(text);
        }
    };
    for event in events {
        match event {
            Event::StockTransferred { transfer } if transfer.from.as_str() == "rail" => {
                let units = format!("{} {}", transfer.quantity, transfer.commodity.name());
                brought.entry(transfer.to.clone()).or_default().push(units);
            }
            Event::RailheadChanged { railhead, before: Some(before), after: None } => {
                tell(railhead, Some(before.side), "is empty and given up".to_owned());
            }
            _ => {}
        }
    }
    for (railhead, units) in &brought {
        tell(railhead, None, format!("{} by rail", units.join(" and ")));
    }
    for event in events {
        if let Event::RailheadRemarked { railhead, text } = event {
            tell(railhead, None, text.clone());
        }
    }
    told.into_iter().map(|((side, railhead), lines)| RailheadReport { railhead, side, lines }).collect()
}

/// What comes into pools with the bound that runs now.
pub(super) fn coming(campaign: &Campaign) -> Vec<ReplacementRow> {
    let now = (1..).zip(&campaign.replacements).filter(|(_, entry)| entry.bound == campaign.bound);
    now.filter_map(|(number, entry)| ReplacementRow::new(campaign, number, entry)).collect()
}

/// What partisans did as the new bound opened: the dice that were thrown for them, and the rails that they cut.
pub(super) fn raids(events: &[Event], after: &Campaign) -> Vec<String> {
    let mut told = Vec::new();
    let opened = events.iter().skip_while(|event| !matches!(event, Event::BoundOpened { .. }));
    for event in opened {
        match event {
            Event::PartisansThrown { square, against, face, after: raid, .. } => {
                let at = after.frame.reference(*square);
                let rule = Setting::Partisans;
                told.push(if *raid == Some(after.bound) {
                    format!("{at}: {face} thrown, partisans bar it to lorries of {against} in {}: a garrison there or beside it opens it (house rule `{rule}`)", after.bound)
                } else {
                    format!("{at}: {face} thrown, the partisans are quiet (house rule `{rule}`)")
                });
            }
            Event::RailChanged { line, side, .. } => {
                let (a, b) = side.squares();
                let (a, b) = (after.frame.reference(a), after.frame.reference(b));
                told.push(format!("{a}-{b}: partisans cut {line}"));
            }
            _ => {}
        }
    }
    told
}

/// What the ground does to lorries by the house rule `ground_lorries`, where it does anything.
pub(in crate::report::model) fn lorries_said(campaign: &Campaign) -> Option<String> {
    let rule = Setting::GroundLorries;
    Some(format!("{} (house rule `{rule}`)", campaign.lorries_text()?))
}

pub(super) fn crossings(before: &Campaign, after: &Campaign) -> Vec<String> {
    let changed = after.crossings.values().filter(|c| c.is_open(before.bound) != c.is_open(after.bound));
    changed
        .map(|c| format!("{} ({}) {}", c.name, c.id, if c.is_open(after.bound) { "opens" } else { "closes" }))
        .collect()
}
