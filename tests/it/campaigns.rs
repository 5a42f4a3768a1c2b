//! The built-in campaigns beside Uranus: read, traced, exported, and what their pages tell an organiser to type.

use std::collections::BTreeSet;

use campaign::{Campaign, breaches};
use domain::{Commodity, SideId, Square, SquareSide};
use scenario::{built_in, read, write};
use supply::{Assessment, SupplyState, assess};

/// Name, formations, leaves, and who is not in supply on the first morning.
///
/// Formations and leaves were counted in the data (to those of Brody eight bowser columns are added, to those of Typhoon one)
/// and, for the tutorial, by hand. History and data leave nobody hungry on the first morning, neither a formation that draws
/// supply nor a leaf that is fed; whoever is, stands here and in `SOURCES.md`, with the reason.
const CAMPAIGNS: [(&str, usize, usize, &[&str]); 3] =
    [("first-bound", 68, 53, &[]), ("brody-1941", 1591, 1361, &[]), ("typhoon-1941", 1492, 1261, &[])];

fn campaign(name: &str, detail: &str) -> Campaign {
    let reading = read(&built_in(name).expect("it is built in"), &[("detail".to_owned(), detail.to_owned())]);
    assert_eq!(reading.faults, [], "{name}");
    // Places keep their coordinates, and some squares lie across a river: that is said, and all that is.
    assert!(reading.warnings.iter().all(|warning| warning.file == "places.csv"), "{name}: {:?}", reading.warnings);
    reading.campaign.expect("a folder without faults gives a campaign")
}

/// The ids of the formations and leaves on the map that are not in LOG and POL supply.
fn in_trouble(campaign: &Campaign) -> BTreeSet<String> {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let bad = |state| !matches!(state, SupplyState::InSupply | SupplyState::NotRequired);
    let found = assess(campaign, &sides, usize::MAX);
    let drawing = found.iter().filter(|a| a.fed_by.is_none()).count();
    let leaves = found.iter().filter(|a| campaign.formations[&a.unit].leaf.is_some()).count();
    let on_the_map = campaign.formations.values().filter(|f| f.is_on_map()).count();
    assert!(drawing >= 6 && leaves * 10 >= on_the_map * 9, "{} has hardly anybody to feed", campaign.name);
    let bad = |a: &&Assessment| bad(a.log.state) || bad(a.pol.state) || a.log.out || a.pol.out;
    found.iter().filter(bad).map(|a| a.unit.to_string()).collect()
}

#[test]
fn each_is_what_its_page_says_and_feeds_whom_it_says() {
    for (name, formations, leaves, hungry) in CAMPAIGNS {
        for detail in ["simple", "full"] {
            let campaign = campaign(name, detail);
            assert_eq!(campaign.formations.len(), formations, "{name}");
            assert_eq!(campaign.formations.values().filter(|f| f.leaf.is_some()).count(), leaves, "{name}");
            assert!(breaches(&campaign).is_empty(), "{name}");
            let hungry: BTreeSet<String> = hungry.iter().map(ToString::to_string).collect();
            assert_eq!(in_trouble(&campaign), hungry, "{name} in {detail} detail");
        }
    }
}

#[test]
fn each_has_opening_stocks_that_came_from_somewhere() {
    for (name, ..) in CAMPAIGNS {
        let campaign = campaign(name, "full");
        for commodity in [Commodity::Log, Commodity::Pol] {
            let of = |account: &str| campaign.stock.balance(account, commodity);
            let all: i64 = campaign.stock.balances().filter(|(_, c, _)| *c == commodity).map(|(_, _, q)| q).sum();
            assert_eq!(all, 0, "{name} {commodity}");
            assert!(of("opening") < -5, "{name} {commodity}");
        }
    }
}

#[test]
fn each_is_its_own_export_and_comes_back_from_it_in_both_details() {
    for (name, ..) in CAMPAIGNS {
        let shipped = built_in(name).expect("it is built in");
        let plain = read(&shipped, &[]).campaign.expect("a campaign");
        let exported = write(&plain);
        for (file, bytes) in &shipped {
            assert!(exported.get(file) == Some(bytes), "{name}: {file} is not as it would be exported");
        }
        assert_eq!(exported.len(), shipped.len(), "{name}");
        for detail in ["simple", "full"] {
            let campaign = campaign(name, detail);
            let files = write(&campaign);
            let again = read(&files, &[]);
            assert_eq!(again.faults, [], "{name}");
            let mut again = again.campaign.expect("an export has no faults");
            assert!(write(&again) == files, "{name} in {detail} detail");
            again.stock = campaign.stock.clone();
            assert!(again == campaign, "{name} in {detail} detail");
        }
    }
}

#[test]
fn a_road_or_a_railway_goes_over_every_crossing() {
    let sides = |path: &[Square]| -> BTreeSet<SquareSide> {
        path.windows(2).filter_map(|step| step[0].side_to(step[1])).collect()
    };
    for (name, ..) in CAMPAIGNS {
        let campaign = campaign(name, "simple");
        let roads: BTreeSet<_> = campaign.roads.iter().flat_map(|road| sides(&road.path)).collect();
        let rails: BTreeSet<_> = campaign.railways.iter().flat_map(|railway| sides(&railway.path)).collect();
        for crossing in campaign.crossings.values() {
            let side = crossing.side.expect("a crossing of these joins two squares");
            assert!(!crossing.carries.vehicles || roads.contains(&side), "{name}: no road over {}", crossing.id);
            let only_rail = crossing.carries.rail && !crossing.carries.vehicles;
            assert!(!only_rail || rails.contains(&side), "{name}: no railway over {}", crossing.id);
        }
    }
}
