//! What a bound report tells beside formations: trains, crossings, replacements to come, partisans, the ground.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use campaign::{Campaign, Event, Setting};
use domain::{AccountId, Phase, SideId};

use super::names::Names;
use super::part::{AtRailheads, RailheadReport};
use crate::model::bound::report::actions::seen;
use crate::model::log::change::{railhead_words, weather};
use crate::model::{BoundView, ReplacementRow};
use crate::words::cause::partisans_bar;

/// What was done and booked at railheads, what trains brought to them, what did not come, and which leftover railheads
/// are given up, by side and id.
pub(crate) fn railways(
    names: &Names<'_>,
    done: &[Event],
    events: &[Event],
    booked: AtRailheads,
) -> Vec<RailheadReport> {
    let mut told: BTreeMap<(SideId, AccountId), Vec<String>> = BTreeMap::new();
    let mut brought: BTreeMap<AccountId, Vec<String>> = BTreeMap::new();
    let heads = |id: &AccountId| names.after.railheads.get(id).or_else(|| names.before.railheads.get(id));
    let mut tell = |railhead: &AccountId, side: Option<SideId>, text: String| {
        if let Some(side) = side.or_else(|| heads(railhead).map(|head| head.side)) {
            told.entry((side, railhead.clone())).or_default().push(text);
        }
    };
    for event in done {
        match event {
            Event::RailheadChanged { railhead, before, after } => {
                let (was, is) = (before.as_deref(), after.as_deref());
                let text = railhead_words(is, was, &names.before.frame);
                tell(
                    railhead,
                    is.or(was).map(|head| head.side),
                    match (was, is) {
                        (None, Some(left)) if left.closed => {
                            format!("is left behind with its stock in {}", names.before.frame.reference(left.square))
                        }
                        (None, _) => format!("is opened: {text}"),
                        (Some(_), None) => "is given up".to_owned(),
                        (Some(was), Some(is)) if was.square != is.square => {
                            let at = |square| names.before.frame.reference(square);
                            format!("moves from {} to {}", at(was.square), at(is.square))
                        }
                        (Some(_), Some(_)) => format!("is changed: {text}"),
                    },
                );
            }
            Event::RailheadRemarked { railhead, text } => tell(railhead, None, text.clone()),
            _ => {}
        }
    }
    for (railhead, text) in booked {
        tell(&railhead, None, text);
    }
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
    let report = |((side, railhead), lines): ((SideId, AccountId), _)| RailheadReport {
        // One that was given up is called what it was called.
        called: names
            .after
            .name_of_account(railhead.as_str())
            .map_or_else(|| names.before.account_name(railhead.as_str()), str::to_owned),
        side_name: names.after.side_name(side),
        railhead,
        side,
        lines,
    };
    told.into_iter().map(report).collect()
}

/// Weather that was entered in the bound, a sentence for each bound that it is of.
pub(crate) fn entered(before: &Campaign, done: &[Event]) -> Vec<String> {
    let mut last: BTreeMap<(NaiveDate, Phase), String> = BTreeMap::new();
    for event in done {
        if let Event::WeatherChanged { date, phase, after, .. } = event {
            last.insert((*date, *phase), weather(after.as_deref()));
        }
    }
    let closed = BoundView::new(before, before.bound);
    let of = |date: NaiveDate, phase: Phase| {
        let is_closed = date == closed.date && phase == before.bound.phase;
        if is_closed { closed.label.clone() } else { format!("{}, {phase}", date.format("%-d %B %Y")) }
    };
    last.into_iter().map(|((date, phase), text)| format!("weather entered for {}: {text}", of(date, phase))).collect()
}

/// Settings and house parameters that were changed, as they were at first and are at last.
pub(crate) fn settings(done: &[Event]) -> Vec<String> {
    let mut all: BTreeMap<String, (String, String)> = BTreeMap::new();
    for event in done {
        match event {
            Event::SettingChanged { setting, before, after, .. } => {
                seen(&mut all, format!("setting `{setting}`"), before, after);
            }
            Event::HouseParameterChanged { name, before, after } => {
                let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "as on its page".to_owned());
                seen(&mut all, format!("house parameter `{name}`"), &text(before), &text(after));
            }
            _ => {}
        }
    }
    let changed = all.into_iter().filter(|(_, (was, is))| was != is);
    changed.map(|(name, (was, is))| format!("{name}: {is}, was {was}")).collect()
}

/// What comes into pools with the bound that runs now.
pub(crate) fn coming(campaign: &Campaign) -> Vec<ReplacementRow> {
    let now = (1..).zip(&campaign.replacements).filter(|(_, entry)| entry.bound == campaign.bound);
    now.filter_map(|(number, entry)| ReplacementRow::new(campaign, number, entry)).collect()
}

/// What partisans did as the new bound opened: the dice that were thrown for them, and the rails that they cut.
pub(crate) fn raids(events: &[Event], after: &Campaign) -> Vec<String> {
    let mut told = Vec::new();
    let opened = events.iter().skip_while(|event| !matches!(event, Event::BoundOpened { .. }));
    for event in opened {
        match event {
            Event::PartisansThrown { square, against, face, after: raid, .. } => {
                let at = after.frame.reference(*square);
                let rule = Setting::Partisans;
                told.push(if *raid == Some(after.bound) {
                    format!(
                        "{at}: {face} thrown, {} (house rule `{rule}`)",
                        partisans_bar(after, *against, after.bound)
                    )
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

/// That no air strikes are flown that are booked for the running bound (house rule `air_interdiction`).
pub(crate) fn air_strikes_not_flown(campaign: &Campaign) -> Option<String> {
    let rule = Setting::AirInterdiction;
    Some(format!("{} (house rule `{rule}`)", crate::model::bound::strike::not_flown(campaign)?))
}

/// What the ground does to lorries by the house rule `ground_lorries`, where it does anything.
pub(crate) fn lorries_said(campaign: &Campaign) -> Option<String> {
    let rule = Setting::GroundLorries;
    Some(format!("{} (house rule `{rule}`)", campaign.lorries_text()?))
}

pub(crate) fn crossings(before: &Campaign, after: &Campaign) -> Vec<String> {
    let changed = after.crossings.values().filter(|c| c.is_open(before.bound) != c.is_open(after.bound));
    changed
        .map(|c| format!("{} {}", after.crossing_called(c), if c.is_open(after.bound) { "opens" } else { "closes" }))
        .collect()
}
