//! What the umpire's pages say of what their buttons do, and that they do it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;

use super::{Board, opened, proposed};
use crate::cli::field::Field;

fn board_of(commands: &[&str]) -> (Field, Board, String) {
    let field = Field::playing("first-bound");
    for command in commands {
        field.done(command);
    }
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

/// The last command of the log.
fn last(field: &Field) -> String {
    let log = field.json("op log");
    log.as_array().unwrap().last().unwrap()["command"].as_str().unwrap().to_owned()
}

#[test]
fn what_an_order_would_do_is_told_of_the_order_and_of_the_march_apart() {
    // It has marched: its hours are used up.
    let (field, board, umpire) = board_of(&["move su.rd.r1 1304"]);
    let page = "/order/su.rd.r1";
    let form = [("action", "move"), ("way", "1304"), ("rate", "contact")];
    let shown = board.fill(&umpire, page, page, &[&form[..], &[("mode", "preview")]].concat());
    assert_eq!(shown.status, 200, "{}", shown.body);
    // What keeping it does, by its own command; and why it could not march at once.
    assert!(shown.body.contains("railhead order su.rd.r1 move 1304 --dry-run"), "{}", shown.body);
    assert!(shown.body.contains("D1 am: march to "), "{}", shown.body);
    let (_, march) = shown.body.split_once("Marched at once, by itself").unwrap();
    assert!(
        march.contains("It could not march now: ") && march.contains("hours for this bound are used up"),
        "{march}"
    );
    assert!(march.contains("railhead move su.rd.r1 1304 --dry-run"), "{march}");
    assert!(march.contains("To march at once against the rule, write why in the field for it."), "{march}");
    assert!(march.contains("the march of its bound tries it again"), "{march}");
    assert!(shown.body.contains("Keep it all the same") && !shown.body.contains("Keep the order"), "{}", shown.body);
    assert!(!shown.body.contains("which the form of the command now has"), "{}", shown.body);
    // The rule is set aside by the field that is there now, for a march at once.
    assert!(shown.body.contains("name=\"overridden\""), "{}", shown.body);
    let march = [&form[..], &[("mode", "march")]].concat();
    assert_eq!(board.fill(&umpire, page, page, &march).status, 422);
    let done = board.fill(&umpire, page, page, &[&march[..], &[("overridden", "forced march")]].concat());
    assert_eq!(done.status, 200, "{}", done.body);
    let log = last(&field);
    assert!(log.contains("move su.rd.r1 1304") && log.contains("--override=forced march"), "{log}");
}

#[test]
fn an_order_that_is_refused_is_not_offered_to_be_kept_and_its_bound_is_chosen() {
    let (field, board, umpire) = board_of(&[]);
    let page = "/order/su.td";
    let asked = board.get(&umpire, page).body;
    for choice in ["name=\"next\" value=\"\" checked", "name=\"next\" value=\"1\"", "this bound", "the next bound"] {
        assert!(asked.contains(choice), "{choice}: {asked}");
    }
    assert!(asked.contains("Keep the order"), "{asked}");
    let refused = board.fill(&umpire, page, page, &[("action", "send"), ("to", "1104"), ("mode", "preview")]);
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("is not a supply vehicle"), "{}", refused.body);
    assert!(!refused.body.contains("value=\"do\""), "{}", refused.body);
    // The way points with their hours and km, as the march would go now.
    let form = [("action", "move"), ("way", "1304 1404"), ("rate", "road"), ("next", ""), ("mode", "preview")];
    let shown = board.fill(&umpire, page, page, &form).body;
    assert!(
        shown.contains("Way points") && shown.contains("railhead move su.td 1304 1404 --rate road --dry-run"),
        "{shown}"
    );
    assert!(shown.contains("data-when=\""), "{shown}");
    let kept = board.fill(&umpire, page, page, &[("action", "dig-in"), ("next", "1"), ("mode", "do")]);
    assert_eq!(kept.status, 200, "{}", kept.body);
    assert_eq!(last(&field), "order su.td dig-in --for 1pm");
}

#[test]
fn whoever_comes_second_does_it_anew_changes_or_drops_it() {
    let (field, board, umpire) = board_of(&[]);
    let page = "/order/su.td";
    let came = board.get(&umpire, page);
    let own = [("expect_op", came.field("expect_op")), ("form_key", came.field("form_key"))];
    let mut form: Vec<(&str, &str)> = own.iter().map(|(name, text)| (*name, text.as_str())).collect();
    form.extend([("action", "move"), ("way", "1304"), ("rate", "road"), ("reason", "now"), ("mode", "do")]);
    field.done("bound note Meanwhile");
    let came = board.post(&umpire, page, &form);
    assert_eq!(came.status, 409);
    let (conflict, rest) = came.body.split_once("class=\"conflict\"").unwrap().1.split_once("</section><form").unwrap();
    // What the same comes to now stands above, with what can be done.
    assert!(conflict.contains("The same, tried again now") && conflict.contains("D1 am: march to "), "{conflict}");
    assert!(conflict.contains("form=\"form\" name=\"mode\" value=\"do\">Keep it anew"), "{conflict}");
    assert!(
        conflict.contains("href=\"#form\">Change it") && conflict.contains("href=\"/order/su.td\">Drop it"),
        "{conflict}"
    );
    // The form is as it was filled in, its legs with their hours and km.
    assert!(rest.contains("name=\"way\" value=\"1304\"") && rest.contains("name=\"reason\" value=\"now\""), "{rest}");
    let when = rest.split_once("data-when=\"").unwrap().1;
    assert!(when.split('"').next().unwrap().contains(" km"), "{when}");
    // So it is of every command, and of a line that is typed.
    for (page, address, typed) in [
        ("/do/bound-note", "/do/bound-note", ("text", "Hold")),
        ("/line?q=bound+note+Hold", "/line?q=bound+note+Hold", ("line", "bound note Hold")),
    ] {
        let came = board.get(&umpire, page);
        let own = [("expect_op", came.field("expect_op")), ("form_key", came.field("form_key"))];
        let mut form: Vec<(&str, &str)> = own.iter().map(|(name, text)| (*name, text.as_str())).collect();
        form.extend([("mode", "do"), typed]);
        field.done("bound note Again");
        let came = board.post(&umpire, address, &form);
        assert_eq!(came.status, 409, "{page}");
        assert!(came.body.contains("Do it anew") && came.body.contains("Drop it"), "{}", came.body);
        let anew = (came.field("expect_op"), came.field("form_key"));
        form[0].1 = anew.0.as_str();
        form[1].1 = anew.1.as_str();
        assert_eq!(board.post(&umpire, address, &form).status, 200, "{page}");
        assert!(last(&field).contains("Hold"), "{}", last(&field));
    }
}

#[test]
fn what_closing_says_is_open_is_what_the_map_says() {
    let (_field, board, umpire) = board_of(&["battle decline 0805", "battle decline 0806", "crossing destroy brod"]);
    let map = board.get(&umpire, "/").body;
    let close = board.get(&umpire, "/do/bound-close").body;
    let told = |page: &str| {
        let (before, _) = page.split_once(" findings that need something done").unwrap();
        before.rsplit(['>', ' ']).next().unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(told(&map), told(&close), "{close}");
    assert!(told(&map) > 0 && close.contains("Not settled yet"), "{close}");
    assert!(
        close.contains("Nothing keeps this bound open") && !close.contains("Nothing is open in this bound"),
        "{close}"
    );
    assert!(close.contains("href=\"/review\">Review</a>"), "{close}");
}

#[test]
fn an_operation_has_no_sides_and_a_page_of_one_says_whose_it_is() {
    let (_field, board, umpire) = board_of(&["bound note Meanwhile"]);
    for page in ["/op/2", "/history/su.td"] {
        let main = board.get(&umpire, page).body;
        let main = main.split_once("<main").unwrap().1;
        assert!(!main.contains("both sides") && !main.contains("?side="), "{page}: {main}");
    }
    for page in ["/sheet", "/critical", "/orbat", "/"] {
        let own = board.get(&umpire, page).body;
        assert!(!own.contains("This is what "), "{page}");
        let of_side = board.get(&umpire, &format!("{page}?side=SU")).body;
        assert!(of_side.contains("This is what <strong") && of_side.contains("Back to what you know"), "{of_side}");
    }
}

#[test]
fn a_battle_is_offered_only_where_one_would_be_drawn() {
    let (_field, board, umpire) = board_of(&[]);
    for (square, offered) in [("0805", true), ("0605", false), ("1404", false)] {
        for page in [format!("/square/{square}"), format!("/?sel={square}")] {
            let found = board.get(&umpire, &page).body;
            assert_eq!(found.contains("Draw a battle here"), offered, "{page}");
        }
        let drawn = board.get(&umpire, &format!("/draw/{square}"));
        assert_eq!(drawn.status == 200, offered, "{square}: {}", drawn.body);
    }
}

#[test]
fn a_document_asks_for_what_it_needs() {
    let (field, board, umpire) = board_of(&[]);
    let battle = |page: &str| {
        let (_, form) = page.split_once("action=\"/print/battle\"").unwrap();
        form.split_once("</form>").unwrap().0.to_owned()
    };
    assert!(battle(&board.get(&umpire, "/documents").body).contains("no battle is open"));
    field.done("battle new 0905 --attacker AX");
    let form = battle(&board.get(&umpire, "/documents").body);
    assert!(form.contains("required") && form.contains("<option value=\"1am-0905\">"), "{form}");
    assert_eq!(board.get(&umpire, "/print/battle?unit=1am-0905").status, 200);
    for page in ["/print/battle", "/print/record", "/print/battle.pdf"] {
        let came = board.get(&umpire, page);
        assert_eq!((came.status, came.header("location")), (303, Some("/documents")), "{page}");
    }
}

#[test]
fn what_players_propose_stands_with_the_orders_and_a_refusal_needs_a_word() {
    let (_field, board, [umpire, dmitri, _]) = opened();
    assert!(!board.get(&umpire, "/orders").body.contains("What players propose"));
    proposed(&board, &dmitri, "su.td", "1304");
    let orders = board.get(&umpire, "/orders").body;
    assert!(orders.contains("What players propose") && orders.contains("href=\"/proposal/1\""), "{orders}");
    assert!(orders.contains("Dmitri: ") && orders.contains("70th Tank Division"), "{orders}");
    let post = board.get(&umpire, "/post").body;
    let (_, form) = post.split_once("action=\"/proposal/1/refuse\"").unwrap();
    let form = form.split_once("</form>").unwrap().0;
    assert!(form.contains("name=\"answer\" required"), "{form}");
    let refused = board.fill(&umpire, "/post", "/proposal/1/refuse", &[("answer", "  ")]);
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("A refusal needs a word to the player: nothing was done"), "{}", refused.body);
    assert!(refused.body.contains("write it in the field beside the button; he reads it with his proposal"));
    assert!(board.get(&dmitri, "/p/orders").body.contains(">sent<"));
    assert_eq!(board.fill(&umpire, "/post", "/proposal/1/refuse", &[("answer", "dig in")]).status, 303);
    let told = board.get(&dmitri, "/p/orders").body;
    assert!(told.contains(">refused<") && told.contains("dig in"), "{told}");
    assert!(!board.get(&umpire, "/orders").body.contains("What players propose"));
}

#[test]
fn a_code_is_revoked_or_renewed_after_it_was_asked() {
    let (_field, board, [umpire, dmitri, _]) = opened();
    let join = board.get(&umpire, "/join").body;
    for how in ["revoke", "rekey"] {
        assert!(join.contains(&format!("href=\"/player/1/{how}\"")), "{join}");
        assert!(!join.contains(&format!("action=\"/player/1/{how}\"")), "{join}");
    }
    let asks = board.get(&umpire, "/player/1/rekey").body;
    assert!(asks.contains("A new code for Dmitri?") && asks.contains("Not now"), "{asks}");
    let asks = board.get(&umpire, "/player/1/revoke").body;
    assert!(
        asks.contains("Revoke the code of Dmitri?") && asks.contains("comes in again only with a new code"),
        "{asks}"
    );
    assert_eq!(board.get(&dmitri, "/p/map").status, 200, "nothing is done by asking");
    let done = board.fill(&umpire, "/player/1/revoke", "/player/1/revoke", &[]);
    assert_eq!((done.status, done.header("location")), (303, Some("/join")));
    assert_eq!(board.get(&dmitri, "/p/map").status, 404);
    assert_eq!(board.get(&umpire, "/player/9/revoke").status, 400);
}

#[test]
fn what_was_thrown_is_kept_when_a_battle_that_was_posted_is_taken_back() {
    let (field, board, umpire) = board_of(&["battle new 0905 --attacker AX"]);
    let fight = "/battle/1am-0905/fight";
    let send = |form: &[(&str, &str)]| {
        let count = board.get(&umpire, fight).field("count");
        board.fill_and_go(&umpire, fight, fight, &[&[("count", count.as_str())], form].concat())
    };
    // The program throws, and nobody does more than the doctrine says, until it is over.
    let mut page = board.get(&umpire, fight);
    for _ in 0..400 {
        page = if page.body.contains("The battle is over") {
            break;
        } else if page.body.contains("name=\"faces\"") {
            send(&[("how", "throw")])
        } else if page.body.contains("value=\"bases\"") {
            send(&[("how", "bases")])
        } else if page.body.contains("name=\"answer\" value=\"no\"") {
            send(&[("answer", "no")])
        } else {
            let (_, rest) = page.body.split_once("type=\"radio\" name=\"answer\" value=\"").unwrap();
            let first = rest.split('"').next().unwrap().to_owned();
            send(&[("answer", &first)])
        };
    }
    assert!(page.body.contains("The battle is over"), "{}", page.body);
    let kept = page.field("count");
    assert!(page.body.contains("kept until cleared, even if the battle is posted and undone"));
    let posted = send(&[("how", "post")]);
    assert!(posted.body.contains("Done."), "{}", posted.body);
    field.done("undo");
    let again = board.get(&umpire, fight);
    assert!(again.body.contains("The battle is over"), "{}", again.body);
    assert_eq!(again.field("count"), kept);
    // Until they are cleared.
    let cleared = send(&[("how", "clear")]);
    assert_eq!(cleared.field("count"), "0");
    assert!(!cleared.body.contains("The battle is over"), "{}", cleared.body);
}

#[test]
fn the_bar_says_how_the_weather_is_and_how_many_phones_listen() {
    let (field, board, [umpire, dmitri, _]) = opened();
    field.done("bound weather weather=fog ground=mud flying=none");
    let under = |board: &Board| {
        let page = board.get(&umpire, "/log").body;
        page.split_once("class=\"under\"").unwrap().1.split_once("</section>").unwrap().0.to_owned()
    };
    let bar = under(&board);
    assert!(bar.contains("fog, ground mud, flying none") && bar.contains("6 h to march"), "{bar}");
    assert!(!bar.contains("connected"), "{bar}");
    let port = board.port;
    let listens = |key: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let cookie = format!("Cookie: railhead-{port}={key}");
        write!(stream, "GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}\r\n\r\n").unwrap();
        BufReader::new(stream).lines().map_while(Result::ok)
    };
    // An open page of the umpire's is told so.
    let mut own = listens(&umpire);
    assert!(own.any(|line| line == "event: op"));
    let mut phone = listens(&dmitri);
    assert!(phone.any(|line| line == "event: op"));
    assert!(own.any(|line| line == "event: phones") && own.any(|line| line == "data: 1"));
    assert!(under(&board).contains("1 phone connected"), "{}", under(&board));
}

#[test]
fn a_command_that_posts_does_not_say_that_the_campaign_stays() {
    let (_field, board, umpire) = board_of(&["battle new 0905 --attacker AX"]);
    let page = board.get(&umpire, "/do/battle-resolve?what=1am-0905&post=1").body;
    let page = page.split_once("<main").unwrap().1;
    assert!(page.contains("only where it is posted does the campaign change"), "{page}");
    // A table that is cut off leads to all of it, and not to a flag.
    let cut = board.get(&umpire, "/critical?top=0").body;
    assert!(cut.contains("href=\"/critical?top=") && !cut.contains("--top"), "{cut}");
}
