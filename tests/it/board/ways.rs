//! No page is a dead end: what leads nowhere leads on, and a page says what was done, not what comes next.

use super::Board;
use super::chromium::Chromium;
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

#[test]
fn a_preview_says_once_that_nothing_is_written() {
    let (field, board, umpire) = board_of(&["order ax.pz move 0805 --rate road"]);
    for (page, says) in [
        ("/line?q=crossing%20destroy%20brod", "<span>destroyed</span>"),
        ("/line?q=move%20ax.pz%200805%20--rate%20road", "40th Panzer Division marches to 0805 at road rate"),
        ("/line?q=battle%20new%200905%20--attacker%20AX", "battle 1am-0905 for 0905"),
        ("/do/undo", "Takes back operation 2: order 40th Panzer Division"),
        ("/op/1/back", "taken back"),
    ] {
        let came = board.get(&umpire, page);
        let main = came.body.split_once("<main").unwrap().1;
        let once = main.matches("nothing is written").count();
        assert!(once == 1 && !main.contains("dry run:") && main.contains(says), "{page}, {once}: {main}");
    }
    // On a page without a preview it is said where it always was.
    assert!(field.done("crossing destroy brod --dry-run").starts_with("dry run: nothing is written\n"));
}

#[test]
fn what_the_program_throws_is_shown_at_once_with_the_button_that_posts_it() {
    let (_field, board, umpire) = board_of(&["battle new 0905 --attacker AX"]);
    let page = board.get(&umpire, "/battle/1am-0905").body;
    let (before, _) = page.split_once("data-key=\"r\">The program throws").expect("a way");
    let way = before.rsplit("href=\"").next().unwrap().split('"').next().unwrap().to_owned();
    let shown = board.get(&umpire, &way);
    let main = shown.body.split_once("<main").unwrap().1;
    assert!(shown.status == 200 && main.contains("Axis attacks Soviet in"), "{main}");
    // The button stands before the form, whose fields for dice stay closed.
    let at = |what: &str| main.find(what).unwrap_or_else(|| panic!("{what}: {main}"));
    assert!(at(">Do it <kbd>x</kbd>") < at("<form") && !main.contains("<details open"), "{main}");
    let form: Vec<(String, String)> = ["what", "seed", "post"].map(|name| (name.to_owned(), value(main, name))).into();
    assert_eq!((form[0].1.as_str(), form[2].1.as_str()), ("1am-0905", "1"));
    let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let done = board.fill(&umpire, &way, "/do/battle-resolve", &[&form[..], &[("mode", "do")]].concat());
    assert!(done.status == 200 && done.body.contains("Done."), "{}", done.body);
    assert!(board.get(&umpire, "/battle/1am-0905").body.contains("Correct its result"));
    // Whoever comes back to where it was drawn, as a page that is kept up to date does, is led to what came of it.
    let (field, board, umpire) = board_of(&["battle new 0905 --attacker AX"]);
    let again = board.get(&umpire, "/draw/0905?attacker=AX");
    assert_eq!((again.status, again.header("location")), (303, Some("/battle/1am-0905")));
    field.done("battle cancel 1am-0905");
    assert_eq!(board.get(&umpire, "/draw/0905?attacker=AX").status, 200);
}

/// What stands in a field of a page.
fn value(page: &str, name: &str) -> String {
    let (_, rest) = page.split_once(&format!(" name=\"{name}\" value=\"")).expect(name);
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn why_no_battle_is_drawn_is_said_by_names() {
    let (_field, board, umpire) = board_of(&["battle new 0905 --attacker AX"]);
    let contacts = board.get(&umpire, "/contacts").body;
    let (_, why) = contacts.split_once("none can be drawn: ").expect("a reason");
    let why = why.split("</p>").next().unwrap();
    assert!(why.contains(" is already in the battle for ") && why.contains("Stepnoye</a>"), "{why}");
    assert!(!why.contains(">1am-0905") && !why.contains(">ax."), "{why}");
}

/// What keeps a bound open stands there once, by name, with its button; no dry run says it a second time.
#[test]
fn a_bound_with_a_battle_that_is_not_fought_says_once_what_keeps_it_open() {
    let (_field, board, umpire) = board_of(&["battle new 0905 --attacker AX"]);
    let close = board.get(&umpire, "/do/bound-close");
    assert_eq!(close.status, 200, "nothing was sent that could be refused");
    let page = &close.body;
    assert!(page.contains("Axis attacks <a href=\"/square/0905\">0905</a> near"), "{page}");
    assert!(page.contains("<a class=\"button\" href=\"/battle/1am-0905\">Fight it</a>"), "{page}");
    assert!(page.contains("D1 am can be closed once the battle above is fought and posted, or left."), "{page}");
    assert!(!page.contains("is drawn but not posted") && !page.contains("class=\"refusal\""), "{page}");
    // Whoever closes it all the same is told why not.
    let refused = board.fill(&umpire, "/do/bound-close", "/do/bound-close", &[("mode", "do")]);
    assert!(
        refused.status == 422 && refused.body.contains("near Stepnoye is drawn but not posted"),
        "{}",
        refused.body
    );
}

#[test]
fn a_search_that_finds_nothing_says_what_there_is_to_look_for() {
    let (_field, board, umpire) = board_of(&[]);
    for (typed, wanted) in [
        ("zzzxy", vec!["Nothing in this campaign is called <code>zzzxy</code>.", "dumps, railheads and airfields"]),
        ("find+zzzxy", vec!["Nothing in this campaign is called <code>zzzxy</code>."]),
        ("Stepnoi", vec!["Did you mean <a href=\"/line?q=Stepnoye\">Stepnoye</a>?"]),
        ("weather", vec!["<a href=\"/do/bound-weather\">bound weather</a>"]),
        ("crossing+set+brod", vec!["<a href=\"/do/crossing-destroy\">crossing destroy</a>"]),
    ] {
        let came = board.get(&umpire, &format!("/line?q={typed}"));
        assert_eq!(came.status, 200, "{typed}: {}", came.body);
        assert!(wanted.iter().all(|wanted| came.body.contains(wanted)), "{typed}: {}", came.body);
        assert!(!came.body.contains("class=\"refusal\""), "{typed}: {}", came.body);
    }
    let found = board.get(&umpire, "/line?q=Stepnoye").body;
    assert!(found.contains("/square/1105") && !found.contains("Nothing in this campaign"), "{found}");
}

#[test]
fn a_preview_calls_a_crossing_by_its_name() {
    let (_field, board, umpire) = board_of(&[]);
    let shown = board.get(&umpire, "/line?q=crossing+destroy+brod").body;
    let (_, row) = shown.split_once("data-name=\"of\"").expect("a cell for what is changed");
    assert!(row.split("</td>").next().unwrap().contains("Brod bridge"), "{row}");
}

#[test]
fn over_nothing_stand_no_heads_and_a_time_is_read_by_people() {
    let (field, board, umpire) = board_of(&[]);
    let sheet = board.get(&umpire, "/sheet").body;
    assert!(sheet.contains("Axis: all 3 in LOG") && !sheet.contains("what fails</th>"), "{sheet}");
    field.done("crossing destroy brod");
    field.done("ground set 0404 --side SU");
    let sheet = board.get(&umpire, "/sheet").body;
    assert!(sheet.contains("what fails</th>"), "{sheet}");
    for page in ["/op/2", "/log"] {
        let shown = board.get(&umpire, page).body;
        assert!(shown.contains("2026-01-02 03:04 UTC") && !shown.contains("T03:04:05Z"), "{page}: {shown}");
    }
}

#[test]
fn what_cannot_name_a_campaign_is_marked_where_it_was_typed() {
    let (_field, board, umpire) = board_of(&[]);
    let begin = |name: &str, columns: &str, rows: &str| {
        let form = [("name", name), ("columns", columns), ("rows", rows)];
        let came = board.fill(&umpire, "/new", "/new/folder", &form);
        assert_eq!(came.status, 422, "{}", came.body);
        came.body
    };
    for (page, field, text) in [
        (begin("a/b", "12", "10"), "name", "a/b"),
        (begin("mine", "many", "10"), "columns", "many"),
        (begin("mine", "12", "0"), "rows", "0"),
        (begin("mine", "5", "1000"), "columns", "5"),
    ] {
        let (before, after) = page.split_once("aria-invalid=\"true\"").expect(field);
        assert_eq!(page.matches("aria-invalid").count(), 1, "{field}");
        let input = before.rsplit("<input").next().unwrap();
        assert!(input.contains(&format!("name=\"{field}\" value=\"{text}\"")), "{input}");
        assert!(after.contains(&format!("class=\"fault\" id=\"fault-{field}\"")), "{after}");
        // It is said in the words of the form, which knows no `40x30`.
        let says = field == "name" || after.contains(&format!("fault-{field}\">a whole number from 6 to 999</span>"));
        assert!(says && !page.contains("40x30"), "{after}");
    }
    assert!(!board.get(&umpire, "/new").body.contains("aria-invalid"));
}

/// At the width of a laptop the bar has a line whatever can be taken back and brought back: the map does not move.
#[test]
fn the_bar_stays_one_line_and_the_button_of_a_preview_in_sight() {
    let Some(mut browser) = Chromium::start() else { return };
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --attacker AX");
    field.done("crossing destroy brod");
    // Its address is good for one entry.
    let board = Board::open(field.dir.path());
    let window = browser.window((1280, 800));
    browser.go(&window, &format!("http://127.0.0.1:{}/j/{}", board.port, board.once));
    browser.wait(&window, "document.querySelector('#map .unit') && document.querySelector('.under')");
    let under = "document.querySelector('.under').offsetHeight";
    let top = "document.querySelector('main').getBoundingClientRect().top";
    let before = [under, top].map(|of| browser.value(&window, of));
    field.done("undo");
    browser.wait(&window, "document.querySelector('a[href=\"/do/redo\"]')");
    assert_eq!([under, top].map(|of| browser.value(&window, of)), before);
    let is_cut = "(of => of.scrollWidth > of.clientWidth)(document.querySelector('.under'))";
    assert_eq!(browser.value(&window, is_cut), false, "what cannot be seen");
    let page = format!("http://127.0.0.1:{}/line?q=battle%20resolve%201am-0905%20--seed%205%20--post", board.port);
    browser.go(&window, &page);
    let main = "document.querySelector('main')";
    assert_eq!(browser.value(&window, &format!("{main}.scrollHeight > {main}.clientHeight")), true);
    let bottom = "document.querySelector('button[value=do]').getBoundingClientRect().bottom <= innerHeight";
    assert_eq!(browser.value(&window, bottom), true);
    assert_eq!(browser.complaints(&window), Vec::<String>::new());
}
