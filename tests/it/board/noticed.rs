//! What is read writes nothing, what was filled in stays, and whoever is written to notices.

use super::Board;
use crate::cli::field::Field;

/// The tutorial after these commands, its board, and the umpire's key.
fn opened(commands: &[&str]) -> (Field, Board, String) {
    let field = Field::empty();
    for line in ["new first-bound"].iter().chain(commands) {
        field.done(line);
    }
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

#[test]
fn whatever_is_asked_for_by_its_address_writes_nothing() {
    let (field, board, umpire) = opened(&[]);
    let file = field.dir.path().join("zz.svg");
    for typed in ["map+--svg+zz.svg", "map+--svg=zz.svg", "orbat+--svg+zz.svg", "status+--format=json", "status+-q"] {
        let came = board.get(&umpire, &format!("/line?q={typed}"));
        assert_eq!(came.status, 400, "{typed}: {}", came.body);
        assert!(came.body.contains(" is not for the board: nothing was done"), "{typed}: {}", came.body);
        assert!(came.body.contains("leave it out, or type the command in a terminal"), "{typed}");
    }
    let form = [("line", "bound note 'here' --campaign other.railhead")];
    let came = board.post(&umpire, "/line", &form);
    assert!(came.status == 400 && came.typed().contains("`--campaign` is not for the board"), "{}", came.body);
    // Behind two dashes a flag is a word of the note.
    let shown = board.get(&umpire, "/line?q=bound+note+--+--dry-run");
    assert!(shown.status == 200 && shown.body.contains("Preview: nothing is written."), "{}", shown.body);
    // What an address names is a thing, not a flag.
    for page in ["/unit/--svg=zz.svg", "/square/--svg=zz.svg", "/history/--help", "/op/--help", "/battle/--help"] {
        assert_eq!(board.get(&umpire, page).status, 404, "{page}");
    }
    assert!(!board.get(&umpire, "/?sel=--help").body.contains("Usage:"));
    assert!(!file.exists());
    assert_eq!(field.operations("first-bound.railhead"), 1);
    // Flags that its form has are typed as ever.
    let shown = board.get(&umpire, "/line?q=orbat+ax.pz+--depth+2");
    assert!(shown.status == 200 && shown.body.contains("Panzer Regiment 140"), "{}", shown.body);
}

#[test]
fn an_order_is_on_its_page_as_it_was_filled_in_when_another_hand_came_between() {
    let (field, board, umpire) = opened(&[]);
    let page = board.get(&umpire, "/order/su.td");
    let (op, key) = (page.field("expect_op"), page.field("form_key"));
    field.done("unit set ax.pz.r1.b1 sp=1");
    let filled = [("action", "move"), ("way", "0904"), ("rate", "road"), ("reason", "to the bridge"), ("next", "1")];
    let form = |op: &str, key: &str, mode: &str| {
        let own = [("expect_op", op), ("form_key", key), ("mode", mode)];
        board.post(&umpire, "/order/su.td", &[&own[..], &filled[..]].concat())
    };
    for mode in ["preview", "do"] {
        let came = form(&op, &key, mode);
        assert_eq!(came.status, 409, "{mode}: {}", came.body);
        for kept in [
            "The campaign has gone on since you opened this page",
            "sp=1",
            "value=\"0904\"",
            "value=\"road\" checked",
            "value=\"to the bridge\"",
            "name=\"next\" value=\"1\" checked",
            "Preview: nothing is written.",
        ] {
            assert!(came.body.contains(kept), "{mode}: {kept}: {}", came.body);
        }
    }
    assert_eq!(field.operations("first-bound.railhead"), 2);
    let again = form(&op, &key, "preview");
    let done = form(&again.field("expect_op"), &again.field("form_key"), "do");
    assert!(done.status == 200 && done.body.contains("Done."), "{}", done.body);
    assert_eq!(field.operations("first-bound.railhead"), 3);
}

#[test]
fn how_long_an_answer_took_is_told_to_the_umpire_alone() {
    let (_field, board, umpire) = opened(&[]);
    let erich = board.player(&umpire, "Erich", "AX", "");
    let took = |key: &str, page: &str| board.get(key, page).header("server-timing").map(str::to_owned);
    assert!(took(&umpire, "/").is_some_and(|took| took.starts_with("office;dur=")));
    for page in ["/p/map", "/p/post", "/p/nothing"] {
        assert_eq!(took(&erich, page), None, "{page}");
    }
    assert_eq!(took("", "/"), None);
}

#[test]
fn the_past_is_looked_at_on_the_page_on_which_one_is_however_it_is_written() {
    let (field, board, umpire) = opened(&["bound note one", "bound close --anyway", "bound note two"]);
    let mark = "?at=1am\" title=\"D1 am\" aria-current=\"true\"";
    for at in ["1am", "D1am", "op:2"] {
        let page = board.get(&umpire, &format!("/sheet?at={at}")).body;
        assert!(page.contains(mark), "{at}: {page}");
        assert!(page.contains("<form class=\"moment\" method=\"get\">"), "{at}: {page}");
        assert!(page.contains("<a href=\"?\" data-key=\"0\">now</a>"), "{at}: {page}");
    }
    assert!(!board.get(&umpire, "/sheet").body.contains(mark));
    // A form is for now.
    assert!(board.get(&umpire, "/do/order").body.contains("<form class=\"moment\" method=\"get\" action=\"/\">"));
    let came = board.get(&umpire, "/order/su.td?at=1am");
    assert_eq!((came.status, came.header("location")), (303, Some("/unit/su.td?at=1am")));
    drop(field);
}

#[test]
fn whoever_is_written_to_sees_on_every_page_how_much_is_new() {
    let (_field, board, umpire) = opened(&[]);
    let erich = board.player(&umpire, "Erich", "AX", "");
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    let waits =
        |count: usize| format!("post <span class=\"count\">{count}<span class=\"unseen\"> waiting</span></span>");
    let bar = || board.get(&umpire, "/sheet").body;
    assert!(!bar().contains("class=\"count\""));
    board.fill(&erich, "/p/post", "/p/message", &[("text", "who goes there?")]);
    assert!(bar().contains(&waits(1)), "{}", bar());
    let order = [("unit", "ax.pz"), ("action", "dig-in")];
    assert_eq!(board.fill(&erich, "/p/orders", "/p/proposal", &order).status, 303);
    assert!(bar().contains(&waits(2)), "{}", bar());
    // A letter is read; a proposal waits until it is decided.
    board.get(&umpire, "/post");
    assert!(bar().contains(&waits(1)), "{}", bar());
    let new = |key: &str, of: &str| {
        let page = board.get(key, "/p/map").body;
        let (_, rest) = page.split_once(&format!("data-part=\"count/p/{of}\">")).unwrap_or_else(|| panic!("{page}"));
        let count = rest.strip_prefix("<span class=\"count\">").map_or("0", |rest| rest.split('<').next().unwrap());
        count.parse::<usize>().unwrap()
    };
    assert_eq!((new(&erich, "post"), new(&erich, "orders")), (0, 0));
    board.fill(&umpire, "/post", "/proposal/1/refuse", &[("answer", "not there")]);
    board.fill(&umpire, "/post", "/message", &[("player", "1"), ("text", "a friend")]);
    assert!(!bar().contains("class=\"count\""), "{}", bar());
    assert_eq!((new(&erich, "post"), new(&erich, "orders")), (1, 1));
    assert_eq!((new(&dmitri, "post"), new(&dmitri, "orders")), (0, 0));
    board.get(&erich, "/p/post");
    assert_eq!((new(&erich, "post"), new(&erich, "orders")), (0, 1));
    board.get(&erich, "/p/orders");
    assert_eq!((new(&erich, "post"), new(&erich, "orders")), (0, 0));
}

#[test]
fn the_button_that_takes_back_a_script_says_how_much_that_is() {
    let (field, board, umpire) = opened(&["bound note before"]);
    let undo = || {
        let page = board.get(&umpire, "/").body;
        let (_, rest) = page.split_once("href=\"/do/undo\"").unwrap();
        rest.split("</a>").next().unwrap().to_owned()
    };
    assert!(undo().ends_with("Undo <small>bound note before</small>"), "{}", undo());
    // What one command did is shown before it is taken back; whom it was about is said by his name.
    field.done("unit set ax.pz.r1.b1 sp=1");
    assert!(
        undo().ends_with("title=\"unit set ax.pz.r1.b1 sp=1\">Undo <small>unit set I/Panzer Regiment 140</small>"),
        "{}",
        undo()
    );
    let page = board.get(&umpire, "/do/undo").body;
    assert!(page.contains("Preview: nothing is written.") && page.contains("sp=1"), "{page}");
    assert!(page.contains(">before<") && page.contains(">after<"), "{page}");
    field.done("undo");
    field.write("evening.txt", "bound note one\nbound note two\n");
    field.done("run ./evening.txt");
    assert!(undo().ends_with("Undo <small>the script evening.txt (2 commands)</small>"), "{}", undo());
    let done = board.fill(&umpire, "/do/undo", "/do/undo", &[("mode", "do")]);
    assert!(done.body.contains("Done."), "{}", done.body);
    assert!(undo().ends_with("Undo <small>bound note before</small>"), "both: {}", undo());
}

#[test]
fn the_page_of_players_is_there_again_whatever_was_done_on_it() {
    let (_field, board, umpire) = opened(&[]);
    let wrong = [("name", "Erich"), ("side", "AX"), ("commander", "su.td")];
    let came = board.fill(&umpire, "/join", "/player", &wrong);
    assert_eq!(came.status, 422, "{}", came.body);
    for kept in [" is not of AX", "value=\"Erich\"", "value=\"AX\" required checked", "value=\"su.td\"", "Make a code"]
    {
        assert!(came.body.contains(kept), "{kept}: {}", came.body);
    }
    board.player(&umpire, "Erich", "AX", "ax.pz");
    let came = board.fill(&umpire, "/join", "/player/1/revoke", &[]);
    assert_eq!((came.status, came.header("location")), (303, Some("/join")));
    let came = board.get(&umpire, "/player");
    assert_eq!((came.status, came.header("location")), (303, Some("/join")));
    assert!(board.get(&umpire, "/player/1/rekey").body.contains("A new code for Erich?"));
}

#[test]
fn a_card_begins_with_what_can_be_done_and_paper_is_no_phone() {
    let (_field, board, umpire) = opened(&[]);
    let erich = board.player(&umpire, "Erich", "AX", "");
    for (key, page) in [(&umpire, "/?sel=ax.pz"), (&erich, "/p/map?sel=ax.pz")] {
        let page = board.get(key, page).body;
        let (_, card) = page.split_once("class=\"card\"").unwrap();
        let at = |text: &str| card.find(text).unwrap_or_else(|| panic!("{text}: {card}"));
        assert!(at("Give an order") < at("<table"), "{card}");
    }
    for sheet in ["/board.css", "/paint.css"] {
        let style = board.get("", sheet).body;
        assert!(style.contains("@media screen and (max-width: 720px)"), "{sheet}");
        assert!(!style.contains("@media (max-width"), "{sheet}");
    }
}

#[test]
fn a_commander_reads_first_of_his_own_and_the_umpire_what_was_done_last() {
    let (_field, board, umpire) = opened(&["bound note one", "bound note two"]);
    let erich = board.player(&umpire, "Erich", "AX", "ax.pz");
    let units = board.get(&erich, "/p/units").body;
    let (_, units) = units.split_once("data-part=\"answer\"").unwrap();
    let first = units.find("href=\"/p/unit/").map_or_else(|| panic!("{units}"), |at| &units[at..]);
    assert!(first.starts_with("href=\"/p/unit/ax.pz\""), "{units}");
    let log = board.get(&umpire, "/log").body;
    let at = |text: &str| log.find(text).unwrap_or_else(|| panic!("{text}: {log}"));
    assert!(at("bound note two") < at("bound note one") || at("note two") < at("note one"), "{log}");
    assert!(at("href=\"/op/3\"") < at("href=\"/op/2\""), "{log}");
}

#[test]
fn a_grade_that_is_due_is_decided_where_it_stands() {
    let fought = ["battle new 0905 --attacker AX", "battle resolve 1am-0905 --seed 1", "battle post 1am-0905"];
    let (field, board, umpire) = opened(&[&["order su.td move 0904", "bound march"][..], &fought[..]].concat());
    let due = field.json("grade review");
    let due = due.as_array().unwrap();
    assert!(!due.is_empty());
    let page = board.get(&umpire, "/grades");
    assert_eq!(page.body.matches("action=\"/grades\"").count(), due.len(), "{}", page.body);
    let (unit, reason) = (page.field("unit"), "it ran");
    assert_eq!(unit, due[0]["unit"].as_str().unwrap());
    assert!(page.field("reason").contains(due[0]["evidence"][0].as_str().unwrap()), "{}", page.body);
    // A button for each grade that is a step away or none; that which is due is the main one, and nobody becomes elite.
    let (now, then) = (due[0]["grade"].as_str().unwrap(), due[0]["due"].as_str().unwrap());
    let article =
        page.body.split("<article class=\"proposal grade\"").nth(1).unwrap().split("</article>").next().unwrap();
    assert!(article.contains(&format!("value=\"{now}\">Stays {now}<")), "{article}");
    assert!(article.contains(&format!("class=\"main\" type=\"submit\" name=\"grade\" value=\"{then}\"")), "{article}");
    assert_eq!((now, article.matches("name=\"grade\"").count(), article.contains("elite")), ("regular", 3, false));
    let given = |grade: &'static str| {
        [
            ("unit", unit.clone()),
            ("battle", "1am-0905".to_owned()),
            ("reason", reason.to_owned()),
            ("grade", grade.to_owned()),
        ]
    };
    let decide = |grade| {
        let given = given(grade);
        let form: Vec<(&str, &str)> = given.iter().map(|(name, text)| (*name, text.as_str())).collect();
        board.fill(&umpire, "/grades", "/grades", &form)
    };
    let refused = decide("elite");
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(
        refused.body.contains("no unit becomes elite in battle") && refused.body.contains("value=\"it ran\""),
        "{}",
        refused.body
    );
    // A page that was made before something else happened decides nothing.
    let (op, key) = (page.field("expect_op"), page.field("form_key"));
    field.done("bound note meanwhile");
    let given = given("regular");
    let form = [
        &[("expect_op", op.as_str()), ("form_key", key.as_str())][..],
        &given.each_ref().map(|(name, text)| (*name, text.as_str())),
    ]
    .concat();
    assert_eq!(board.post(&umpire, "/grades", &form).status, 409);
    let done = decide("regular");
    assert_eq!((done.status, done.header("location")), (303, Some("/grades")), "{}", done.body);
    assert_eq!(field.json("grade review").as_array().unwrap().len(), due.len() - 1);
    let last = field.json("op log").as_array().unwrap().last().unwrap()["command"].as_str().unwrap().to_owned();
    assert!(last.starts_with("grade set") && last.contains("'--reason=it ran'") && last.contains("regular"), "{last}");
}

/// A column in which nothing stands is none, an id goes where its name leads on, and Enter in a form shows before it does.
#[test]
fn pages_say_what_there_is_to_say_and_enter_keeps_nothing_unseen() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let heads = |page: &str, head: &str| board.get(&umpire, page).body.matches(&format!(">{head}</th>")).count();
    assert!(heads("/contacts", "since") == 0 && heads("/contacts", "faces") > 0);
    let read = |page: &str| board.get(&umpire, page).body;
    field.done("order su.td move 1304");
    let listed = read("/orders");
    assert!(listed.contains("href=\"/unit/su.td\"") && !listed.contains(">su.td</a>"), "{listed}");
    // That an operation stands is not said of each.
    assert_eq!(heads("/log", "stands"), 0);
    assert!(read("/log").contains(">2026-01-02 03:04 UTC<"), "{}", read("/log"));
    // The first button of a form, whatever its place, is the one that Enter presses.
    let first = |page: &str| {
        let mut buttons = page.split("type=\"submit\"").skip(1).filter_map(|rest| rest.split('>').next());
        buttons.find(|of| of.contains("name=\"mode\"")).unwrap().to_owned()
    };
    let form = [("mode", "preview"), ("text", "a truce at noon")];
    let shown = board.fill(&umpire, "/do/bound-note", "/do/bound-note", &form).body;
    assert!(shown.contains("Preview: nothing is written.") && shown.contains("value=\"do\""), "{shown}");
    for page in [shown, board.get(&umpire, "/do/bound-note").body] {
        assert!(first(&page).contains("value=\"preview\""), "{page}");
    }
}
