//! No page is a dead end: what leads nowhere leads on, and a page says what was done, not what comes next.

use super::Board;
use crate::cli::field::Field;

fn board_of(commands: &[&str]) -> (Field, Board, String) {
    let field = Field::playing("first-bound");
    for line in commands {
        field.done(line);
    }
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

#[test]
fn whoever_went_astray_finds_a_way_on() {
    let (_field, board, umpire) = board_of(&[]);
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    let screen = board.screen(&umpire, "");
    for (key, address, way) in [
        (&umpire, "/nowhere", "<a class=\"button main\" href=\"/\">To the map</a>"),
        (&dmitri, "/sheet", "<a class=\"button main\" href=\"/p/map\">To your map</a>"),
        (&screen, "/sheet", "<a class=\"button main\" href=\"/screen\">To the map</a>"),
    ] {
        let came = board.get(key, address);
        assert!(came.status == 404 && came.body.contains(way), "{address}: {}", came.body);
    }
    // Whose code is good no longer types the new one at once.
    let wrong = board.post("", "/enter", &[("code", "ABCD-2345")]);
    assert!(wrong.status == 403 && wrong.body.contains("name=\"code\""), "{}", wrong.body);
    // The past is left for the page as it is now.
    let then = board.post(&dmitri, "/p/message?at=1am", &[("text", "late")]);
    assert!(then.status == 409 && then.body.contains("href=\"/p/message\""), "{}", then.body);
}

#[test]
fn of_what_is_not_there_nothing_is_offered() {
    let (_field, board, umpire) = board_of(&[]);
    for (there, not_there) in [("/unit/ax.pz", "/unit/nobody"), ("/square/0505", "/square/9999")] {
        let offers = |page: &str| board.get(&umpire, page).body.contains("Show on the map");
        assert_eq!((offers(there), offers(not_there)), (true, false), "{not_there}");
    }
    // From a unit's history one goes back to it by name.
    let history = board.get(&umpire, "/history/ax.pz").body;
    assert!(history.contains("<h1>History of 40th Panzer Division</h1>"), "{history}");
    assert!(history.contains("href=\"/unit/ax.pz\">all about it"), "{history}");
    // Where the campaign stands nobody goes back to.
    let operation = board.get(&umpire, "/op/1").body;
    assert!(operation.contains("<h1>Operation 1</h1>") && !operation.contains("/op/1/back"), "{operation}");
    // Before the first bound is closed there is no report, and that is no fault.
    let report = board.get(&umpire, "/report").body;
    assert!(report.contains("D1 am has not been closed") && !report.contains("role=\"alert\""), "{report}");
}

#[test]
fn after_a_close_the_page_names_the_bound_that_is_closed() {
    let (_field, board, umpire) = board_of(&["battle decline 0805", "battle decline 0806"]);
    assert!(board.get(&umpire, "/do/bound-close").body.contains("<h1>Close D1 am</h1>"));
    let done = board.fill(&umpire, "/do/bound-close", "/do/bound-close", &[("mode", "do")]);
    assert!(done.status == 200 && done.body.contains("<h1>D1 am is closed</h1>"), "{}", done.body);
    assert!(
        done.body.contains("<title>D1 am is closed · ") && !done.body.contains("Close D1 pm</h1>"),
        "{}",
        done.body
    );
    assert!(board.get(&umpire, "/do/bound-close").body.contains("<h1>Close D1 pm</h1>"));
}

#[test]
fn a_battle_that_is_over_leads_from_its_forms_to_its_result() {
    let (field, board, umpire) = board_of(&["battle new 0905 --attacker AX"]);
    for page in ["fight", "result"] {
        assert_eq!(board.get(&umpire, &format!("/battle/1am-0905/{page}")).status, 200, "{page}");
    }
    field.done("battle resolve 1am-0905 --seed 4 --post");
    for page in ["fight", "result"] {
        let came = board.get(&umpire, &format!("/battle/1am-0905/{page}"));
        assert_eq!((came.status, came.header("location")), (303, Some("/battle/1am-0905")), "{page}");
    }
}

#[test]
fn what_is_undone_is_said_in_plain_words_and_what_is_found_by_names() {
    let (field, board, umpire) = board_of(&["battle new 0905 --attacker AX"]);
    let undo = || {
        let page = board.get(&umpire, "/").body;
        let (_, rest) = page.split_once("href=\"/do/undo\"").unwrap();
        let (_, said) = rest.split_once("<small>").unwrap();
        said.split("</small>").next().unwrap().to_owned()
    };
    // Its flags stay in the log.
    assert_eq!(undo(), "battle new near Stepnoye (0905)");
    field.done("crossing destroy brod --reason 'blown in the night'");
    assert_eq!(undo(), "crossing destroy brod");
    assert!(board.get(&umpire, "/op/3").body.contains("blown in the night"));
    // What is found is of a side that has a name; looking for it does nothing.
    let found = board.get(&umpire, "/find?q=rifle").body;
    assert!(found.contains("unit · Soviet · 1105") && !found.contains("· SU ·"), "{found}");
    let found = board.get(&umpire, "/line?q=brod").body;
    assert!(found.contains("<h1>Search: brod</h1>") && !found.contains("Done."), "{found}");
    assert!(found.contains("Brod bridge"), "{found}");
}

#[test]
fn what_the_umpire_answered_stands_apart_from_what_was_asked() {
    let (_field, board, umpire) = board_of(&[]);
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    super::proposed(&board, &dmitri, "su.td", "0902");
    let refused = [("answer", "too far")];
    let came = board.fill(&umpire, "/post", "/proposal/1/refuse", &refused);
    assert_eq!(came.status, 303, "{}", came.body);
    let post = board.get(&umpire, "/post").body;
    assert!(post.contains("<span class=\"quiet\"> · you: </span>too far"), "{post}");
}
