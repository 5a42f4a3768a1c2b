//! Small maps worked out by hand: squares of a kilometre, centres at 500, 1500, ...

use campaign::sketch::{at, blank, bridge, crossing, place, railway, river, road, side, square};
use campaign::{Campaign, SurveyFault, SurveyItem, square_on_own_bank, survey};
use domain::CrossingKind::{Bridge, Ferry, Ice};
use domain::RiverClass::{Major, Medium, Minor};
use domain::RoadQuality::{Good, Poor};
use domain::{CrossingState, Square, SquareSide, Traffic};

/// The sides of squares that a way goes over.
fn sides_of(way: &[Square]) -> impl Iterator<Item = SquareSide> {
    way.windows(2).map(|pair| pair[0].side_to(pair[1]).unwrap())
}

/// Ten by ten squares with the `Don` down x = 5000, between columns 04 and 05.
fn with_don() -> Campaign {
    let mut campaign = blank(10, 10);
    river(&mut campaign, "Don", Major, &[(5000, -500), (5000, 10_500)]);
    campaign
}

fn surveyed(mut campaign: Campaign) -> Campaign {
    assert_eq!(texts(&survey(&mut campaign)), [""; 0]);
    campaign
}

fn texts(faults: &[SurveyFault]) -> Vec<String> {
    faults.iter().map(|f| format!("{} [{}]", f.message, f.hint)).collect()
}

fn path(campaign: &Campaign, squares: &[Square]) -> String {
    squares.iter().map(|s| campaign.frame.reference(*s)).collect::<Vec<_>>().join(" ")
}

fn side_of(campaign: &Campaign, id: &str) -> SquareSide {
    campaign.crossings[id].side.unwrap()
}

#[test]
fn of_several_rivers_on_a_side_the_greatest_is_kept() {
    let mut campaign = with_don();
    river(&mut campaign, "Golubaya", Minor, &[(4800, 2500), (4900, 3500), (5100, 3600), (5200, 4500)]);
    let campaign = surveyed(campaign);
    let there = |text| campaign.ground.river(side(text)).map(|r| (r.class, r.river));
    assert_eq!(there("0403-0503"), Some((Major, 0)));
    assert_eq!(there("0303-0403"), None);
    assert_eq!(campaign.ground.rivers().iter().flatten().count(), 10);
}

#[test]
fn a_place_stands_on_the_bank_on_which_it_lies() {
    let mut campaign = blank(10, 10);
    // The river runs down x = 5300: the centre of column 05 lies on its east bank.
    river(&mut campaign, "Don", Major, &[(5300, -500), (5300, 10_500)]);
    place(&mut campaign, "Kalach", 5600, 2500);
    place(&mut campaign, "Berezovsky", 5200, 2700);
    // As far from the centres of 0406 and 0407: the lower reference is taken.
    place(&mut campaign, "Ilyevka", 5200, 7000);
    let warnings = survey(&mut campaign);
    assert_eq!(
        texts(&warnings),
        [
            "`Berezovsky` stands in 0402: the centre of 0502 lies across the `Don` [its own bank counts; give its `square` if you mean another]",
            "`Ilyevka` stands in 0406: the centre of 0507 lies across the `Don` [its own bank counts; give its `square` if you mean another]"
        ]
    );
    assert!(warnings.iter().all(|w| w.is_warning));
    assert_eq!(campaign.place("kalach").unwrap().square, square("0502"));
    assert_eq!(campaign.place("Berezovsky").unwrap().square, square("0402"));
    assert_eq!(square_on_own_bank(&campaign, at(5200, 2700)), Some((square("0402"), true)));
    assert_eq!(square_on_own_bank(&campaign, at(5600, 2700)), Some((square("0502"), false)));
    assert_eq!(square_on_own_bank(&campaign, at(-10, 2700)), None);
}

#[test]
fn a_crossing_lies_on_the_only_side_that_there_is_for_it() {
    let mut campaign = blank(10, 10);
    // Between the centres of 0404 and 0504, and no others.
    river(&mut campaign, "Don", Major, &[(5000, 4400), (5000, 4600)]);
    bridge(&mut campaign, "b1", "Don", 5000, 4500);
    let campaign = surveyed(campaign);
    assert_eq!(side_of(&campaign, "b1"), side("0404-0504"));
}

// Rivers down x = 700 and along y = 700: the centres of column 00 and row 00, at 500, lie across them. In the corner of
// the map the nearest on the own bank is one column east, or one row south.
#[test]
fn its_own_bank_may_lie_east_or_south_of_the_first_squares() {
    for (course, near) in [([(700, -500), (700, 10_500)], "0100"), ([(-500, 700), (10_500, 700)], "0001")] {
        let mut campaign = blank(10, 10);
        river(&mut campaign, "Don", Major, &course);
        assert_eq!(square_on_own_bank(&campaign, at(800, 800)), Some((square(near), true)));
    }
}

#[test]
fn a_place_that_the_river_leaves_no_square_stays_and_is_told_of() {
    let mut campaign = blank(10, 10);
    let island = [(5100, 5100), (5400, 5100), (5400, 5400), (5100, 5400), (5100, 5100)];
    river(&mut campaign, "Don", Major, &island);
    place(&mut campaign, "Ostrov", 5200, 5200);
    place(&mut campaign, "Nowhere", 10_200, 5200);
    let faults = survey(&mut campaign);
    assert_eq!(
        texts(&faults),
        [
            "`Ostrov` stands in 0505, whose centre lies across the `Don`: no square near it has its centre on the \
             same bank [its own bank counts; give its `square` if you mean another]",
            "`Nowhere` is not on the map [give coordinates within the map, or remove the place]"
        ]
    );
    assert_eq!(campaign.place("Ostrov").unwrap().square, square("0505"));
}

#[test]
fn a_road_goes_to_the_bridge_and_back_to_its_line() {
    let mut campaign = with_don();
    bridge(&mut campaign, "kalach", "Don", 5000, 4500);
    road(&mut campaign, "Main road", Poor, "0201 > 0701");
    road(&mut campaign, "Street", Good, "0404 > 0504");
    let campaign = surveyed(campaign);
    // Both roads need the bridge. To be d rows off the line costs a road 2d steps more and d(d + 1) astray: on row 02
    // 4 for the main road and 10 for the street, on row 03 10 and 4, on row 04 18 and 0. Of the two at 14 row 03 is
    // the nearer to where the bridge was drawn.
    assert_eq!(side_of(&campaign, "kalach"), side("0403-0503"));
    assert_eq!(path(&campaign, &campaign.roads[0].path), "0201 0301 0401 0402 0403 0503 0502 0501 0601 0701");
    assert_eq!(campaign.ground.road(side("0403-0503")), Some(Good));
    assert_eq!(campaign.ground.road(side("0403-0404")), Some(Good));
    assert_eq!(campaign.ground.road(side("0402-0403")), Some(Poor));
    assert_eq!(campaign.ground.road(side("0301-0302")), None);
}

#[test]
fn laying_again_changes_nothing() {
    let mut campaign = with_don();
    bridge(&mut campaign, "kalach", "Don", 4700, 4500);
    road(&mut campaign, "Main road", Poor, "0201 > 0704");
    let once = surveyed(campaign);
    assert_eq!(surveyed(once.clone()), once);
}

#[test]
fn a_road_that_nothing_bridges_is_a_fault() {
    let mut campaign = with_don();
    bridge(&mut campaign, "kalach", "Don", 5000, 9500);
    place(&mut campaign, "West", 2500, 1500);
    place(&mut campaign, "East", 7500, 1500);
    road(&mut campaign, "Main road", Poor, "0101 > West > East > 0801");
    let faults = survey(&mut campaign);
    assert_eq!(
        texts(&faults),
        ["road `Main road` cannot be laid from `West` to `East`: it has no crossing over the `Don` between 0401 and \
          0501; the nearest, `kalach`, is 8 squares away [add a crossing of the `Don` there that carries vehicles or \
          foot, or lead the road by way of `kalach`]"]
    );
    assert_eq!(faults[0].item, SurveyItem::Road(0));
    assert!(campaign.roads[0].path.is_empty());
    assert_eq!(side_of(&campaign, "kalach"), side("0409-0509"));
}

#[test]
fn a_road_bridge_bears_no_railway_and_a_railway_bridge_no_road() {
    let mut campaign = with_don();
    bridge(&mut campaign, "road-bridge", "Don", 5000, 4500);
    railway(&mut campaign, "Line", "0204 > 0704");
    assert_eq!(
        texts(&survey(&mut campaign)),
        ["railway `Line` cannot be laid from `0204` to `0704`: it has no crossing over the `Don` between 0404 and \
          0504; no crossing of the `Don` carries rail [add a crossing of the `Don` there that carries rail]"]
    );
    crossing(&mut campaign, "rail-bridge", "Don", Bridge, &[Traffic::Rail], Some((5000, 4500)));
    road(&mut campaign, "Road", Good, "0204 > 0704");
    let campaign = surveyed(campaign);
    // Both want the same side; the one chosen first has it, and the other lies beside it.
    assert_ne!(side_of(&campaign, "road-bridge"), side_of(&campaign, "rail-bridge"));
    let over = |path: &[Square], id| sides_of(path).any(|s| s == side_of(&campaign, id));
    assert!(over(&campaign.roads[0].path, "road-bridge") && !over(&campaign.roads[0].path, "rail-bridge"));
    assert!(over(&campaign.railways[0].path, "rail-bridge") && !over(&campaign.railways[0].path, "road-bridge"));
}

#[test]
fn two_roads_side_by_side_use_each_its_own_bridge() {
    let mut campaign = with_don();
    bridge(&mut campaign, "north", "Don", 5000, 3500);
    bridge(&mut campaign, "south", "Don", 5000, 4500);
    road(&mut campaign, "Northern", Good, "0203 > 0703");
    road(&mut campaign, "Southern", Good, "0204 > 0704");
    let campaign = surveyed(campaign);
    assert_eq!(side_of(&campaign, "north"), side("0403-0503"));
    assert_eq!(side_of(&campaign, "south"), side("0404-0504"));
    assert_eq!(path(&campaign, &campaign.roads[0].path), "0203 0303 0403 0503 0603 0703");
    assert_eq!(path(&campaign, &campaign.roads[1].path), "0204 0304 0404 0504 0604 0704");
}

#[test]
fn a_road_is_not_led_over_the_bridge_next_door() {
    let mut campaign = with_don();
    bridge(&mut campaign, "near", "Don", 5000, 4600);
    bridge(&mut campaign, "far", "Don", 5000, 5600);
    road(&mut campaign, "Road", Good, "0204 > 0704");
    let campaign = surveyed(campaign);
    assert_eq!(side_of(&campaign, "near"), side("0404-0504"));
    assert_eq!(side_of(&campaign, "far"), side("0405-0505"));
}

#[test]
fn a_ferry_that_is_closed_still_has_its_road() {
    let mut campaign = with_don();
    crossing(&mut campaign, "ferry", "Don", Ferry, &[Traffic::Vehicles], Some((5000, 4500)));
    campaign.crossings.get_mut("ferry").unwrap().state = CrossingState::Closed;
    road(&mut campaign, "Road", Poor, "0204 > 0704");
    let campaign = surveyed(campaign);
    assert_eq!(path(&campaign, &campaign.roads[0].path), "0204 0304 0404 0504 0604 0704");
}

#[test]
fn the_ice_of_a_whole_river_bears_a_road_only_where_no_crossing_does() {
    let mut campaign = with_don();
    crossing(&mut campaign, "ice", "Don", Ice, &[Traffic::Foot, Traffic::Vehicles], None);
    road(&mut campaign, "Road", Poor, "0204 > 0704");
    let on_ice = surveyed(campaign.clone());
    assert_eq!(path(&on_ice, &on_ice.roads[0].path), "0204 0304 0404 0504 0604 0704");
    assert_eq!(on_ice.crossings["ice"].side, None);
    bridge(&mut campaign, "bridge", "Don", 5000, 8500);
    let bridged = surveyed(campaign);
    assert_eq!(side_of(&bridged, "bridge"), side("0406-0506"));
    assert!(sides_of(&bridged.roads[0].path).any(|s| s == side("0406-0506")));
}

#[test]
fn a_small_river_is_free_but_a_crossing_named_there_is_used() {
    let mut campaign = blank(10, 10);
    river(&mut campaign, "Myshkova", Minor, &[(5000, -500), (5000, 10_500)]);
    road(&mut campaign, "Road", Poor, "0204 > 0704");
    road(&mut campaign, "Track", Poor, "0208 > 0708");
    bridge(&mut campaign, "gromoslavka", "Myshkova", 5000, 3500);
    let campaign = surveyed(campaign);
    assert_eq!(side_of(&campaign, "gromoslavka"), side("0404-0504"));
    assert_eq!(path(&campaign, &campaign.roads[1].path), "0208 0308 0408 0508 0608 0708");
}

/// The road would pass the river straight, in row 4: up to two squares from there it goes by a bridge that bears it.
#[test]
fn a_road_comes_to_a_bridge_that_lies_near_over_a_small_river() {
    for (row, carries, comes) in [
        (4, Traffic::Vehicles, true),
        (2, Traffic::Vehicles, true),
        (6, Traffic::Vehicles, true),
        (7, Traffic::Vehicles, false),
        (4, Traffic::Rail, true),
        (5, Traffic::Rail, false),
    ] {
        let mut campaign = blank(10, 10);
        river(&mut campaign, "Aksai", Minor, &[(5000, -500), (5000, 10_500)]);
        road(&mut campaign, "Road", Poor, "0204 > 0704");
        crossing(&mut campaign, "exact", "Aksai", Bridge, &[carries], None);
        let over = side(&format!("040{row}-050{row}"));
        campaign.crossings.get_mut("exact").unwrap().side = Some(over);
        let campaign = surveyed(campaign);
        let way = &campaign.roads[0].path;
        assert_eq!(sides_of(way).any(|side| side == over), comes, "{row} {carries:?}: {}", path(&campaign, way));
        assert_eq!(sides_of(way).filter(|side| campaign.ground.river(*side).is_some()).count(), 1);
    }
}

#[test]
fn a_crossing_far_from_its_river_is_a_fault() {
    let mut campaign = with_don();
    bridge(&mut campaign, "kalach", "Don", 1500, 4500);
    bridge(&mut campaign, "lost", "Dno", 5000, 4500);
    bridge(&mut campaign, "away", "Don", 5000, -4500);
    crossing(&mut campaign, "exact", "Don", Bridge, &[Traffic::Rail], None);
    campaign.crossings.get_mut("exact").unwrap().side = Some(side("0204-0304"));
    assert_eq!(
        texts(&survey(&mut campaign)),
        [
            "crossing `away` is not on the map [give a place or point on the map]",
            "crossing `exact` joins two squares with no `Don` between them: between 0204 and 0304 [the nearest side \
             is between 0404 and 0504]",
            "crossing `kalach` lies in 0104, but no side of the `Don` is within 2 squares of it [the nearest is \
             between 0404 and 0504, 3 squares away]",
            "crossing `lost` crosses `Dno`, which is not a river []"
        ]
    );
}

#[test]
fn an_exact_crossing_keeps_its_side_and_roads_come_to_it() {
    let mut campaign = with_don();
    crossing(&mut campaign, "exact", "Don", Bridge, &[Traffic::Vehicles], None);
    campaign.crossings.get_mut("exact").unwrap().side = Some(side("0406-0506"));
    bridge(&mut campaign, "other", "Don", 5000, 6500);
    road(&mut campaign, "Road", Poor, "0206 > 0706");
    let campaign = surveyed(campaign);
    assert_eq!(side_of(&campaign, "exact"), side("0406-0506"));
    assert_ne!(side_of(&campaign, "other"), side("0406-0506"));
}

#[test]
fn a_crossing_lies_on_its_own_river_and_not_on_a_greater_one() {
    let mut campaign = with_don();
    // The Chir comes from the west along y = 5000 and falls into the Don.
    river(&mut campaign, "Chir", Medium, &[(-500, 5000), (5200, 5000)]);
    bridge(&mut campaign, "chir", "Chir", 4900, 5000);
    road(&mut campaign, "Road", Poor, "0403 > 0407");
    let campaign = surveyed(campaign);
    assert_eq!(side_of(&campaign, "chir"), side("0404-0405"));
    assert_eq!(path(&campaign, &campaign.roads[0].path), "0403 0404 0405 0406 0407");
}

#[test]
fn a_road_through_an_unknown_place_is_a_fault() {
    let mut campaign = with_don();
    road(&mut campaign, "Road", Poor, "0104 > Kalatch > 0404");
    assert_eq!(
        texts(&survey(&mut campaign)),
        [
            "road `Road` passes `Kalatch`, which is not a place or point on the map [add the place, or give a point on the map]"
        ]
    );
}
