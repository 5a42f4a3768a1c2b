//! The map and the ground of a sketch: a river with a bridge and a bridge that is down, two sides, a town.

use std::sync::Arc;

use crate::model::{GroundView, MapView};
use crate::render::{ground, map};
use campaign::sketch::{add_side, blank, bridge, formation, place, railway, river, road, square};
use campaign::{Campaign, Dump, Railhead, survey};
use domain::{Arm, CrossingState, Echelon, PlaceKind, RiverClass, RoadQuality, SideId, Terrain};

fn sketch() -> Campaign {
    let mut campaign = blank(12, 8);
    add_side(&mut campaign, "AX", "Axis", "grey");
    add_side(&mut campaign, "SU", "Soviet", "red");
    river(&mut campaign, "Don", RiverClass::Major, &[(6100, -500), (6000, 4000), (5000, 5000), (5000, 8500)]);
    river(&mut campaign, "Golubaya", RiverClass::Minor, &[(500, 6100), (5000, 6100)]);
    place(&mut campaign, "Kalach", 6500, 3500);
    place(&mut campaign, "Skity", 2500, 3600);
    campaign.places[0].kind = PlaceKind::Town;
    campaign.places[0].prepared = true;
    bridge(&mut campaign, "kalach", "Don", 6000, 3500);
    bridge(&mut campaign, "rail", "Don", 5000, 6500);
    let rail = campaign.crossings.get_mut("rail").unwrap();
    (rail.carries.rail, rail.state) = (true, CrossingState::Destroyed);
    road(&mut campaign, "Don road", RoadQuality::Good, "0003 > Skity > Kalach > 1103");
    road(&mut campaign, "Track", RoadQuality::Poor, "0303 > 0307");
    railway(&mut campaign, "Line", "0005 > 0205 > 0806");
    let ground = Arc::make_mut(&mut campaign.ground);
    for square in campaign.frame.squares() {
        let own = if square.row < 2 || square.col > 8 { "SU" } else { "AX" };
        ground.set_control(square, Some(SideId::new(own).unwrap()));
    }
    ground.set_terrain(square("0000"), Terrain::Close);
    ground.set_terrain(square("0107"), Terrain::Marsh);
    formation(&mut campaign, "a", "AX", Echelon::Division, None);
    for (number, at) in ["0602", "0602", "0403", "0804"].into_iter().enumerate() {
        formation(&mut campaign, &format!("a.{number}"), "AX", Echelon::Battalion, Some(at));
    }
    formation(&mut campaign, "b", "AX", Echelon::Brigade, Some("0602"));
    formation(&mut campaign, "s", "SU", Echelon::Division, Some("0901"));
    formation(&mut campaign, "t", "SU", Echelon::Division, Some("0601"));
    assert!(survey(&mut campaign).iter().all(|fault| fault.is_warning));
    stores(&mut campaign);
    campaign
}

fn stores(campaign: &mut Campaign) {
    let square = square("0602");
    campaign.dumps.insert(
        "dump".into(),
        Dump {
            id: "dump".into(),
            owner: "a".into(),
            level: Echelon::Division,
            name: "Dump of a".to_owned(),
            place: None,
            square,
            source: false,
            closed: false,
            note: String::new(),
        },
    );
    campaign.railheads.insert(
        "head".into(),
        Railhead {
            id: "head".into(),
            place: None,
            square,
            line: "Line".to_owned(),
            side: SideId::new("SU").unwrap(),
            source: true,
            log_a_day: 1,
            pol_a_day: 1,
            serves: None,
            priority: 0,
            closed: false,
            note: String::new(),
        },
    );
}

fn soviet() -> Option<SideId> {
    SideId::new("SU").ok()
}

#[test]
fn the_whole_map_names_its_scale_towns_and_marks() {
    let view = MapView::new(&sketch(), None, None, 80);
    insta::assert_snapshot!("whole", map::text(&view, false));
}

#[test]
fn a_narrow_page_takes_more_squares_to_a_character() {
    let text = map::text(&MapView::new(&sketch(), None, None, 9), false);
    let told = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("one character is 3 squares across and 5 down, 3 by 5 km"), "{text}");
}

#[test]
fn a_window_shows_every_square_with_its_sides() {
    let view = MapView::new(&sketch(), Some((square("0503"), 6)), None, 80);
    insta::assert_snapshot!("window", map::text(&view, false));
}

/// The HQ of `a` stands alone in 0302, that of `b` with its battalion in 0602, a truck of `a` alone in 0301. Under the corps `c`
/// two brigades stand in 0706.
#[test]
fn hqs_and_brigades_are_found_on_a_window() {
    let mut campaign = sketch();
    let mut add = |id: &str, echelon, at, arm| {
        formation(&mut campaign, id, "AX", echelon, at);
        campaign.formations.get_mut(id).unwrap().arm = arm;
    };
    add("a.hq", Echelon::Battalion, Some("0302"), Arm::Hq);
    add("a.log", Echelon::Battalion, Some("0301"), Arm::Logistic);
    add("c", Echelon::Corps, None, Arm::Hq);
    for brigade in ["c.x", "c.y"] {
        add(brigade, Echelon::Brigade, None, Arm::Armour);
        add(&format!("{brigade}.1"), Echelon::Battalion, Some("0706"), Arm::Armour);
    }
    add("c.hq", Echelon::Battalion, Some("0706"), Arm::Hq);
    campaign.formations.get_mut("a.log").unwrap().leaf.as_mut().unwrap().carries = Some(domain::Commodity::Log);
    let text = map::text(&MapView::new(&campaign, Some((square("0503"), 6)), None, 80), false);
    for line in [
        "A Formation a (a), HQ 0302: 0301 0302 0403 0602 0804",
        "B Formation b (b) 0602",
        "C Formation c (c), HQ 0706: 0706",
        "  Formation c.x, Formation c.y",
        "02              A",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}: {text}");
    }
}

#[test]
fn a_window_is_cut_to_the_page() {
    let text = map::text(&MapView::new(&sketch(), Some((square("0503"), 6)), None, 24), false);
    assert!(text.lines().any(|line| line == "    03  04  05  06  07"), "{text}");
}

#[test]
fn crossings_on_the_edge_of_a_window_are_listed_where_they_are_drawn() {
    let listed = |centre: &str| {
        let text = map::text(&MapView::new(&sketch(), Some((square(centre), 2)), None, 80), false);
        text.contains("= 0503-0603 bridge `kalach`")
    };
    assert!(listed("0303"), "its eastern edge is drawn");
    assert!(!listed("0803"), "its western edge is not");
}

#[test]
fn a_heading_too_long_for_the_page_goes_on_two_lines() {
    let mut campaign = sketch();
    campaign.title = "A title of exactly forty-three characters...".to_owned();
    let heading = |width| {
        let text = map::text(&MapView::new(&campaign, None, None, width), false);
        text.lines().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let moment = format!("{}, {}", campaign.bound, campaign.date());
    assert_eq!(heading(80)[0], format!("{}: {moment}", campaign.title));
    assert_eq!(heading(60), [campaign.title.clone(), moment]);
}

#[test]
fn a_map_for_a_side_shows_none_of_the_other() {
    for window in [None, Some((square("0602"), 5))] {
        let view = MapView::new(&sketch(), window, soviet(), 80);
        let text = map::text(&view, false);
        assert!(!text.contains("Formation a") && !text.contains("Formation b"), "{text}");
        assert!(text.contains("For Soviet only"), "{text}");
        assert!(!serde_json::to_string(&view).unwrap().contains("Formation a"));
    }
    let whole = map::text(&MapView::new(&sketch(), None, soviet(), 80), false);
    assert!(!whole.contains('x'), "{whole}");
}

#[test]
fn colour_adds_nothing_but_colour() {
    for window in [None, Some((square("0602"), 5))] {
        let view = MapView::new(&sketch(), window, None, 80);
        let (plain, coloured) = (map::text(&view, false), map::text(&view, true));
        assert!(coloured.contains("\u{1b}[31m") && coloured.contains("\u{1b}[90m"));
        let mut stripped = coloured;
        for code in ["0", "31", "33", "36", "90"] {
            stripped = stripped.replace(&format!("\u{1b}[{code}m"), "");
        }
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&stripped), trimmed(&plain));
    }
}

#[test]
fn the_ground_of_a_square_is_told_in_full() {
    let campaign = sketch();
    let text = |reference, side| ground::text(&GroundView::new(&campaign, square(reference), side), 80);
    insta::assert_snapshot!("ground_bridge", text("0603", None));
    insta::assert_snapshot!("ground_held", text("0602", None));
    insta::assert_snapshot!("ground_for_the_other_side", text("0602", soviet()));
    insta::assert_snapshot!("ground_bridge_down", text("0405", None));
}

/// By hand: 40 characters have room for nine squares beside the numbers of the rows, four on either side; of the six asked
/// for columns 00 and 01 are missing, and 11. From 0403 one sees 00 to 08, from 0703 03 to 11; 13 squares and four
/// characters make 56.
#[test]
fn what_the_page_has_no_room_for_is_said() {
    let campaign = sketch();
    let drawn =
        |at: &str, radius, width| map::text(&MapView::new(&campaign, Some((square(at), radius)), None, width), false);
    let said = |text: &str| -> Vec<String> {
        let Some(start) = text.find("Too wide for the page") else { return Vec::new() };
        let end = start + text[start..].find("fits.").unwrap() + "fits.".len();
        text[start..end].lines().map(str::to_owned).collect()
    };
    let cut = "Too wide for the page: columns 00-01, 11; `--at 0403` or `--at 0703` shows them, or a page of 56 \
               characters; `--radius 4` fits.";
    let at_40 = said(&drawn("0603", 6, 40));
    assert!(at_40.iter().all(|line| line.chars().count() <= 40), "{at_40:?}");
    assert_eq!(at_40.join(" "), cut);
    for (at, radius, width) in [("0603", 4, 40), ("0603", 6, 56), ("0403", 4, 40), ("0703", 4, 40)] {
        assert!(said(&drawn(at, radius, width)).is_empty(), "{at} {radius} {width}");
    }
    // At the edge of the map only one side is cut, and a page that is wide enough for it is narrower.
    let at_edge = said(&drawn("0103", 9, 40)).join(" ");
    assert_eq!(
        at_edge,
        "Too wide for the page: columns 06-10; `--at 0603` shows them, or a page of 80 characters; `--radius 4` fits."
    );
}
