//! Operation Uranus as it is shipped: read, traced, disturbed, exported.

use std::collections::BTreeSet;

use campaign::{Campaign, Event, apply};
use domain::{Arm, CrossingState, SideId, Square};
use scenario::{built_in, read, write};
use supply::{CutKind, SupplyState, assess};

fn uranus(settings: &[(&str, &str)]) -> Campaign {
    let settings: Vec<(String, String)> = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let reading = read(&built_in("uranus-1942").expect("Uranus is built in"), &settings);
    assert_eq!(reading.faults, []);
    reading.campaign.expect("a folder without faults gives a campaign")
}

fn sides(campaign: &Campaign) -> Vec<SideId> {
    campaign.sides.iter().map(|s| s.id).collect()
}

/// The last part of the id of every formation that is not in LOG and POL supply.
fn in_trouble(campaign: &Campaign) -> BTreeSet<String> {
    let bad = |state| !matches!(state, SupplyState::InSupply | SupplyState::NotRequired);
    let found = assess(campaign, &sides(campaign), 0);
    let found = found.iter().filter(|a| bad(a.log.state) || bad(a.pol.state));
    found.map(|a| a.unit.as_str().rsplit('.').next().unwrap_or_default().to_owned()).collect()
}

const NINE: [&str; 9] = ["124rb", "138rd", "13grd", "149rb", "284rd", "39grd", "45rd", "92rb", "95rd"];

#[test]
fn on_the_first_morning_everybody_is_in_supply_but_the_nine_in_the_city() {
    let campaign = uranus(&[]);
    assert!(campaign.formations.len() > 3_000);
    let nine: BTreeSet<String> = NINE.iter().map(ToString::to_string).collect();
    assert_eq!(in_trouble(&campaign), nine);
}

/// By the data from which the campaign was made (`squares.csv`: every leaf with the square and place that it gives), none
/// was moved by more than two squares, but HQs and infantry of the nine, which stand in the city at or beside their place.
#[test]
fn nobody_was_moved_far_from_the_square_of_the_data() {
    let campaign = uranus(&[]);
    let rows: Vec<Vec<&str>> =
        include_str!("../data/uranus-1942/squares.csv").lines().skip(1).map(|line| line.split(',').collect()).collect();
    let (mut near, mut in_city) = (0, 0);
    for row in &rows {
        let [id, place, col, line] = row[..] else { panic!("four fields: {row:?}") };
        let leaf = campaign.formation(id).unwrap_or_else(|| panic!("`{id}` is in the campaign"));
        let Some(stands) = leaf.stands_on() else { continue };
        let of_the_nine = NINE.iter().any(|division| id.contains(&format!(".{division}.")));
        if of_the_nine && matches!(leaf.arm, Arm::Hq | Arm::Infantry) {
            let place = campaign.place(place).unwrap_or_else(|| panic!("`{id}` starts in {place}")).square;
            assert!(stands.reach_to(place) <= 1, "`{id}` stands in {stands}, and {place} is its place");
            in_city += 1;
            continue;
        }
        let given = Square::new(col.parse().unwrap(), line.parse().unwrap());
        // Engineers of the nine went over the river with them.
        if of_the_nine && leaf.arm == Arm::Engineer {
            continue;
        }
        assert!(stands.reach_to(given) <= 2, "`{id}` stands in {stands}, and not near {given}");
        near += 1;
    }
    assert!(near > 2_500 && in_city > 60, "{near} near their squares, {in_city} in the city");
}

#[test]
fn in_full_detail_divisions_hold_two_log_and_two_pol() {
    let campaign = uranus(&[("detail", "full")]);
    let found = assess(&campaign, &sides(&campaign), 0);
    let stock = |id: &str| found.iter().find(|a| a.unit.as_str() == id).map(|a| (a.log.stock, a.pol.stock));
    assert_eq!(stock("ax.a6.li.71id"), Some((Some(2), Some(0))));
    assert_eq!(stock("ax.a6.xiv.16pz"), Some((Some(2), Some(2))));
    for commodity in domain::Commodity::ALL {
        let sum: i64 = campaign.stock.balances().filter(|(_, c, _)| c == commodity).map(|(_, _, q)| q).sum();
        assert_eq!(sum, 0, "{commodity}");
    }
}

#[test]
fn the_shipped_folder_is_its_own_export() {
    let shipped = built_in("uranus-1942").expect("Uranus is built in");
    let exported = write(&uranus(&[]));
    for (name, bytes) in &shipped {
        assert!(exported.get(name) == Some(bytes), "{name} is not as it would be exported");
    }
    assert_eq!(exported.len(), shipped.len());
}

#[test]
fn an_export_is_read_back_as_the_same_campaign_and_written_as_the_same_bytes() {
    for detail in ["simple", "full"] {
        let campaign = uranus(&[("detail", detail)]);
        let files = write(&campaign);
        let again = read(&files, &[]);
        assert_eq!(again.faults, []);
        let mut again = again.campaign.expect("an export has no faults");
        assert_eq!(write(&again), files);
        again.stock = campaign.stock.clone();
        assert!(again == campaign);
    }
}

#[test]
fn opening_the_ferry_feeds_those_who_stand_at_it() {
    let mut campaign = uranus(&[]);
    let found = assess(&campaign, &sides(&campaign), 0);
    let of = found.iter().find(|a| a.unit.as_str() == "su.sf.62a.39grd").expect("39th Guards");
    let kinds: Vec<CutKind> = of.mend.iter().map(|m| m.what.kind()).collect();
    assert_eq!(kinds, [CutKind::NoCrossing]);
    let event = Event::CrossingChanged {
        crossing: "62nd-army".into(),
        before: CrossingState::Closed,
        after: CrossingState::Open,
        from_before: None,
        from_after: None,
        until_before: None,
        until_after: None,
    };
    apply(&mut campaign, &event).expect("a closed ferry can be opened");
    assert!(!in_trouble(&campaign).contains("39grd"));
}
