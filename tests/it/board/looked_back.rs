//! A player looks back: his pages as his side knew things when a bound was closed.

use super::{opened, proposed};

/// The main part of a page.
fn main_of(page: &str) -> &str {
    page.split_once("<main").unwrap().1
}

/// What stands beside the map.
fn card_of(page: &str) -> &str {
    page.split_once("<aside").unwrap().1
}

#[test]
fn a_player_sees_his_pages_as_they_were_when_a_bound_was_closed() {
    let (field, board, [umpire, dmitri, erich]) = opened();
    let now = board.get(&dmitri, "/p/map").body;
    assert!(!now.contains("look back"), "no bound is closed");
    field.done("order su.td move 1304 1404");
    field.done("bound close --anyway");
    field.done("unit set su.td state=disorganised");
    field.done("order su.td dig-in");
    let now = board.get(&dmitri, "/p/map?sel=su.td&off=control").body;
    assert!(now.contains("class=\"look-back\" href=\"?sel=su.td&amp;off=control&amp;at=1am\""), "{now}");
    assert!(now.contains("Give an order") && card_of(&now).contains("disorganised"), "{now}");
    let then = board.get(&dmitri, "/p/map?sel=su.td&off=control&at=1am").body;
    assert!(then.contains("As you knew it then.") && then.contains("D1 am") && then.contains("class=\"past player\""));
    assert!(!then.contains("Give an order") && !card_of(&then).contains("disorganised"), "{then}");
    // What is looked at leads on within the past, back to now, and nowhere where something is written.
    for led in [
        "href=\"/p/sheet?at=1am\"",
        "href=\"/p/unit/su.td?at=1am\"",
        "href=\"?sel=su.td&amp;off=control&amp;\" data-key=\"0\"",
        "data-find=\"/p/find?at=1am\"",
    ] {
        assert!(then.contains(led), "{led}: {then}");
    }
    assert!(!then.contains("/p/post") && !then.contains("method=\"post\""), "{then}");
    // The orders that stood then, of which none is left where the bound is closed, and the report of the bound that was.
    let orders = board.get(&dmitri, "/p/orders?at=1am").body;
    assert!(orders.contains("no orders pending") && !main_of(&orders).contains("dig in"), "{orders}");
    let report = board.get(&dmitri, "/p/report?at=1am").body;
    assert!(report.contains("D1 am") && !report.contains("this cannot be shown"), "{report}");
    assert_eq!(board.get(&dmitri, "/p/pack?at=1am").status, 200);
    // Where one writes there is only now.
    for (page, to) in [("/p/post?at=1am", "/p/post"), ("/p/battle?at=1am", "/p/battles?at=1am")] {
        let came = board.get(&dmitri, page);
        assert_eq!((came.status, came.header("location")), (303, Some(to)), "{page}");
    }
    let came = board.post(&dmitri, "/p/message?at=1am", &[("text", "too late")]);
    assert_eq!(came.status, 409);
    assert!(came.body.contains("Nothing can be written there: open the page as it is now, and send it from there."));
    assert!(!board.get(&umpire, "/post").body.contains("too late"));
    // A commander who reads for his own formations looks back so too, and an order of the other side is not there.
    let other = board.get(&erich, "/p/orders?at=1am").body;
    assert!(!main_of(&other).contains("1304"), "{other}");
    assert_eq!(board.get(&erich, "/p/units?at=1am").status, 200);
}

#[test]
fn the_slider_of_a_player_leads_to_a_bound_and_a_moment_that_is_none_is_refused() {
    let (field, board, [_, dmitri, _]) = opened();
    proposed(&board, &dmitri, "su.td", "1304");
    field.done("bound close --anyway");
    field.done("bound close --anyway");
    for (slid, to) in [("0", "/p/map?on=orders&at=1am"), ("1", "/p/map?on=orders&at=1pm"), ("2", "/p/map?on=orders")] {
        let came = board.get(&dmitri, &format!("/p/map?on=orders&slid={slid}"));
        assert_eq!((came.status, came.header("location")), (303, Some(to)), "{slid}");
    }
    // What is proposed is proposed now.
    assert!(board.get(&dmitri, "/p/map?on=orders").body.contains("data-order=\"su.td\""));
    assert!(!board.get(&dmitri, "/p/map?on=orders&at=1am").body.contains("data-order=\"su.td\""));
    // From the post one looks back at the map.
    assert!(board.get(&dmitri, "/p/post").body.contains("href=\"/p/map?at=1am\""));
    for at in ["1n", "op:1", "yesterday"] {
        let came = board.get(&dmitri, &format!("/p/sheet?at={at}"));
        assert_eq!(came.status, 400, "{at}");
        let page = came.typed();
        assert!(page.contains(&format!("`{at}` is no bound that is closed")), "{page}");
        assert!(page.contains("name one as `3pm`, or look back by the slider above"), "{page}");
        assert!(page.contains("href=\"/p/sheet\""), "{page}");
    }
}

/// The report of the bound that was closed then, and not of the last that is closed now.
#[test]
fn the_umpire_who_looks_back_reads_the_report_of_that_bound() {
    let (field, board, [umpire, ..]) = opened();
    field.done("bound close --anyway");
    field.done("bound close --anyway");
    let [then, now] = ["/report?at=1am", "/report"].map(|page| board.get(&umpire, page).body);
    assert!(main_of(&then).contains("D1 am of ") && !main_of(&now).contains("D1 am of "), "{then}");
}
