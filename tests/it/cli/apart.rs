//! The history of Uranus: who stands apart from his formation, who is out of supply though no timeline says so, and which places fall when.
//!
//! Read from the log of the campaign that the script plays and compared with two lists of `docs/rules/history-uranus.md`, both ways: what is
//! not listed there must not be, and what is listed must hold.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation, Tree};
use domain::{Bound, Commodity, Echelon, Mobility, Phase};

use super::bookings::after_every_bound;
use super::history::in_the_pocket;
use crate::entries;

/// So many squares farther off than at the start, or on arrival, is apart: 15 km, what foot makes in a day.
const FAR: f64 = 5.0;

/// How far every formation and leaf on the ground stands from the formation above it, in squares as the crow flies.
///
/// Armies are no bodies: their troops lie along their front.
fn gaps(campaign: &Campaign) -> BTreeMap<String, f64> {
    let tree = Tree::new(campaign);
    let below_army = |f: &Formation| f.echelon < Echelon::Army;
    let on_the_ground = |f: &&Formation| f.leaf.is_none() || f.mobility.is_some_and(Mobility::is_on_the_ground);
    let gap = |formation: &Formation| {
        let superior = tree.parent(formation).filter(|f| below_army(f))?;
        let (one, other) = (tree.square(formation)?, tree.square(superior)?);
        let apart = |a: u16, b: u16| f64::from(a.abs_diff(b));
        Some((formation.id.to_string(), apart(one.col, other.col).hypot(apart(one.row, other.row))))
    };
    campaign.formations.values().filter(on_the_ground).filter_map(gap).collect()
}

/// Every id that the page lists under a heading, with the days or bounds beside it.
fn listed(heading: &str) -> BTreeMap<String, String> {
    let page = entries::page(env!("CARGO_MANIFEST_DIR").as_ref(), "history-uranus");
    let mut found = BTreeMap::new();
    for entry in entries::entries(entries::section(&page, heading)) {
        assert!(!entry.text.is_empty(), "{} wants a reason", entry.name);
        for id in entry.name.replace('`', "").split(", ") {
            assert!(found.insert(id.to_owned(), entry.bracket.clone()).is_none(), "{id} is listed twice");
        }
    }
    found
}

/// Numbers as runs: `D2, D4 to D12`.
fn runs(found: &[u32], name: impl Fn(u32) -> String) -> String {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    for number in found {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => spans.push((*number, *number)),
        }
    }
    let span = |(first, last): &(u32, u32)| {
        if first == last { name(*first) } else { format!("{} to {}", name(*first), name(*last)) }
    };
    spans.iter().map(span).collect::<Vec<_>>().join(", ")
}

#[test]
fn no_leaf_is_left_standing_but_those_that_the_page_names() {
    let mut apart: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut home: BTreeMap<String, f64> = BTreeMap::new();
    after_every_bound(|bound, campaign| {
        for (id, gap) in gaps(campaign) {
            let at_home = *home.entry(id.clone()).or_insert(gap);
            if let Some(night) = bound.filter(|bound| bound.phase == Phase::Night && gap > at_home + FAR) {
                apart.entry(id).or_default().push(night.ordinal() / 3 + 1);
            }
        }
    });
    let apart: BTreeMap<_, _> =
        apart.into_iter().map(|(id, days)| (id, runs(&days, |day| format!("D{day}")))).collect();
    assert_eq!(apart, listed("## Who stands apart"), "left: in the model; right: on the page");
}

#[test]
fn nobody_is_out_of_supply_but_who_the_timeline_and_the_page_name() {
    let mut out: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let ring: Bound = "D5 pm".parse().unwrap();
    after_every_bound(|bound, campaign| {
        let Some(bound) = bound else { return };
        for (id, record) in campaign.supply.records() {
            let is_told = in_the_pocket(id.as_str()) && bound >= ring;
            for commodity in [Commodity::Log, Commodity::Pol] {
                if record.of(commodity).bounds_out > 0 && !is_told {
                    out.entry(format!("{id} {commodity}")).or_default().push(bound.ordinal());
                }
            }
        }
    });
    let label = |ordinal: u32| Bound::from_ordinal(ordinal).to_string();
    let out: BTreeMap<_, _> = out.into_iter().map(|(id, bounds)| (id, runs(&bounds, label))).collect();
    assert_eq!(out, listed("## Who is out of supply"), "left: in the model; right: on the page");
}

/// In which bound places that the timeline gives to the Soviets, or draws into their line, become theirs: as it says, or as the
/// page says under "Where model and history part" (timeline.csv, 20 to 24 November). Gorbatovsky never does.
const TAKEN: [(&str, &str); 22] = [
    ("Melo-Kletsky", "D2 am"),
    ("Plodovitoye", "D2 pm"),
    ("Perelazovsky", "D2 pm"),
    ("74 km siding", "D3 am"),
    ("Abganerovo station", "D3 pm"),
    ("Tinguta station", "D3 pm"),
    ("Zety", "D3 pm"),
    ("Dobrinka", "D4 am"),
    ("Golubinsky", "D4 am"),
    ("Verkhne-Tsaritsynsky", "D4 am"),
    ("Buzinovka", "D4 am"),
    ("Berezovsky", "D4 pm"),
    ("Abganerovo", "D4 pm"),
    ("Sovetsky", "D4 pm"),
    ("Kalach", "D5 am"),
    ("Krivomuzginskaya station", "D5 pm"),
    ("Nariman", "D5 pm"),
    ("Sadovoye", "D5 pm"),
    ("Lysov", "D6 pm"),
    ("Umantsevo", "D7 am"),
    ("Verkhne-Buzinovka", "D8 am"),
    ("Aksai", "D10 am"),
];

#[test]
fn places_become_soviet_when_the_timeline_or_the_page_says() {
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    after_every_bound(|bound, campaign| {
        for place in &campaign.places {
            let is_soviet = campaign.ground.control(place.square).is_some_and(|side| side.as_str() == "SU");
            if is_soviet {
                let label = bound.map_or_else(|| "start".to_owned(), |bound| bound.to_string());
                taken.entry(place.name.clone()).or_insert(label);
            } else {
                taken.remove(&place.name);
            }
        }
    });
    for (place, bound) in TAKEN {
        assert_eq!(taken.get(place).map(String::as_str), Some(bound), "{place}");
    }
    assert_eq!(taken.get("Gorbatovsky"), None);
}
