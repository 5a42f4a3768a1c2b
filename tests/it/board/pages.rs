//! The umpire's pages: every command has a form, a preview writes nothing, and what is done is what was shown.

use super::Board;
use crate::cli::browser::without_own_script;
use crate::cli::field::Field;

#[test]
fn every_command_has_a_form_and_every_form_a_page() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let page = board.get(&umpire, "/do").body;
    let forms: Vec<&str> = page.split("href=\"/do/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(forms.len() > 90, "{}", forms.len());
    let manual = cli::manual();
    for form in forms {
        let came = board.get(&umpire, &format!("/do/{form}"));
        assert!([200, 422].contains(&came.status), "{form}: {}", came.body);
        assert!(came.body.contains(&format!("action=\"/do/{form}\"")), "{form}");
        // The address has the words of a command of the manual.
        assert!(
            manual.lines().any(|line| line.trim_start_matches("## `railhead ").replace(' ', "-") == format!("{form}`")),
            "{form}"
        );
        // Sent empty it is shown or refused, and writes nothing.
        let sent = board.post(&umpire, &format!("/do/{form}"), &[("mode", "preview"), ("expect_op", "1")]);
        assert!([200, 422].contains(&sent.status), "{form}: {}", sent.status);
    }
    assert_eq!(field.done("op log --format csv").lines().count(), 2);
}

#[test]
fn a_preview_writes_nothing_and_shows_what_is_then_done() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let form = [("square", "0505"), ("side", "SU"), ("reason", "a \"new\" front")];
    let preview =
        board.fill(&umpire, "/do/ground-set", "/do/ground-set", &[&form[..], &[("mode", "preview")]].concat());
    assert!(preview.body.contains("Preview: nothing is written."), "{}", preview.body);
    assert_eq!(field.done("op log --format csv").lines().count(), 2);
    let shown = "<span>control</span>";
    assert!(preview.body.contains(shown), "{}", preview.body);
    let done = board.fill(&umpire, "/do/ground-set", "/do/ground-set", &[&form[..], &[("mode", "do")]].concat());
    assert!(done.body.contains("Done.") && done.body.contains(shown), "{}", done.body);
    let log = field.done("op show 2");
    assert!(log.contains("ground set --side=SU '--reason=a \"new\" front' 0505"), "{log}");
    // Typed into the box above it is the same.
    let typed = board.get(&umpire, "/line?q=ground+set+0505+--side+AX");
    assert!(typed.body.contains("Preview: nothing is written.") && typed.body.contains(shown), "{}", typed.body);
    // It opens the form of the command, filled in, and one click does it.
    let (op, key) = (typed.field("expect_op"), typed.field("form_key"));
    assert!(typed.body.contains("action=\"/do/ground-set\"") && typed.field("side") == "AX", "{}", typed.body);
    let form = [("square", "0505"), ("side", "AX"), ("mode", "do"), ("expect_op", &op), ("form_key", &key)];
    assert!(board.post(&umpire, "/do/ground-set", &form).body.contains("Done."));
    assert_eq!(field.done("op log --format csv").lines().count(), 4);
    // Sent twice, as by an impatient finger, it is done once.
    assert!(board.post(&umpire, "/do/ground-set", &form).body.contains("Done."));
    assert_eq!(field.done("op log --format csv").lines().count(), 4);
}

#[test]
fn what_somebody_else_did_meanwhile_is_shown_and_nothing_written() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let page = board.get(&umpire, "/do/bound-note");
    let (op, key) = (page.field("expect_op"), page.field("form_key"));
    assert_eq!(field.run("bound note 'from the terminal'").code, 0);
    let form = [("text", "from the board"), ("mode", "do"), ("expect_op", &op), ("form_key", &key)];
    let came = board.post(&umpire, "/do/bound-note", &form);
    assert_eq!(came.status, 409, "{}", came.body);
    assert!(came.body.contains("The campaign has gone on since you opened this page: nothing was written"));
    assert!(
        came.body.contains("bound note &#39;from the terminal&#39;")
            || came.body.contains("bound note 'from the terminal'")
    );
    assert!(came.body.contains("from the board"), "what was filled in is kept");
    assert!(!came.body.contains("units or squares"), "a note names none: {}", came.body);
    assert!(!field.done("status").contains("from the board"));
    // The new form is for the campaign as it stands now.
    let form =
        [("text", "from the board"), ("mode", "do"), ("expect_op", &came.field("expect_op")), ("form_key", "other")];
    assert_eq!(board.post(&umpire, "/do/bound-note", &form).status, 200);
    assert!(field.done("status").contains("from the board"));
}

#[test]
fn of_what_came_between_that_is_marked_which_touched_the_same() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let page = board.get(&umpire, "/order/ax.pz");
    let (op, key) = (page.field("expect_op"), page.field("form_key"));
    // His own regiment, the square to which he is to go, and two others.
    for line in [
        "unit set ax.pz.r1.b1 sp=1",
        "ground set 0603 --side SU",
        "unit rename su.td 'Seventieth Tanks'",
        "bound note Meanwhile",
    ] {
        field.done(line);
    }
    let form = [("action", "move"), ("way", "0603"), ("mode", "do"), ("expect_op", &op), ("form_key", &key)];
    let came = board.post(&umpire, "/order/ax.pz", &form);
    assert_eq!(came.status, 409, "{}", came.body);
    let listed = came.body.split("<li").skip(1).filter(|of| of.contains("href=\"/op/"));
    let marked: Vec<(bool, bool)> = listed
        .map(|of| of.split("</li>").next().unwrap())
        .map(|of| (of.contains("class=\"touches\""), of.contains("same units or squares")))
        .collect();
    assert_eq!(marked, [(true, true), (true, true), (false, false), (false, false)], "{}", came.body);
    assert!(came.body.contains("Marked is what touched the units or squares that you name"));
    // Of a square where none of it happened.
    let form = [("square", "0101"), ("side", "SU"), ("mode", "do"), ("expect_op", &op), ("form_key", "other")];
    let came = board.post(&umpire, "/do/ground-set", &form);
    assert!(came.status == 409 && came.body.contains("None of it touched the units or squares that you name"));
    assert!(!came.body.contains("class=\"touches\""), "{}", came.body);
}

#[test]
fn a_refusal_is_that_of_the_command_and_what_was_filled_in_is_kept() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let came =
        board.fill(&umpire, "/do/ground-set", "/do/ground-set", &[("square", "9999"), ("side", "SU"), ("mode", "do")]);
    assert_eq!(came.status, 422);
    let said = field.run("ground set 9999 --side SU").err;
    let message = said.lines().next().unwrap().trim_start_matches("error: ");
    let told = came.typed();
    assert!(told.contains(&message.replace('\'', "&#39;")), "{message}: {told}");
    assert!(came.body.contains(">9999</textarea>"), "{}", came.body);
    let unknown = board.get(&umpire, "/do/no-such");
    assert!(unknown.body.contains("there is no command <code>no such</code>"), "{}", unknown.body);
}

#[test]
fn a_step_back_or_forth_is_offered_where_there_is_one() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let offered = || {
        let pages = ["/", "/log"].map(|page| board.get(&umpire, page).body);
        ["/do/undo", "/do/redo"].map(|step| {
            let [bar, log] = [0, 1].map(|page| pages[page].matches(&format!("href=\"{step}\"")).count());
            assert_eq!(log, 2 * bar, "on its own page as in the bar: {step}");
            bar == 1
        })
    };
    assert_eq!(offered(), [false, false], "the campaign is as imported");
    field.done("bound note 'the first'");
    assert_eq!(offered(), [true, false]);
    field.done("undo");
    assert_eq!(offered(), [false, true]);
    let bar = board.get(&umpire, "/").body;
    assert!(bar.contains("Redo <small>bound note the first</small>"), "{bar}");
    field.done("redo");
    field.done("bound note 'the second'");
    field.done("undo");
    assert_eq!(offered(), [true, true]);
    field.done("bound note 'another'");
    assert_eq!(offered(), [true, false], "what is new ends the way forth");
}

#[test]
fn the_past_is_looked_at_and_nothing_written_there() {
    let field = Field::new();
    assert_eq!(field.run("bound close").code, 0);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let now = board.get(&umpire, "/");
    assert!(now.body.contains("D1 pm") && !now.body.contains("As it stood"));
    let then = board.get(&umpire, "/?at=1am");
    assert!(then.body.contains("D1 am") && then.body.contains("As it stood: 1am"), "{}", then.body);
    assert!(then.body.contains("/sheet?at=1am"), "the way to other pages keeps the moment");
    let card = board.get(&umpire, "/?sel=ax.9id");
    assert!(card.body.contains("/order/ax.9id"));
}

#[test]
fn a_page_of_the_past_leads_to_nothing_that_is_done() {
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --attacker AX");
    field.done("battle resolve 1am-0905 --seed 1 --post");
    field.done("order su.td move Dubrava");
    assert_eq!(field.run("bound close").code, 0);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let pages = [
        "/",
        "/?sel=ax.pz",
        "/?sel=0905",
        "/?on=critical,forecast",
        "/sheet",
        "/critical",
        "/forecast",
        "/stocks",
        "/convoys",
        "/orders",
        "/battles",
        "/contacts",
        "/review",
        "/grades",
        "/orbat",
        "/report",
        "/status",
        "/plan",
        "/unit/ax.pz",
        "/square/0905",
        "/battle/1am-0905",
        "/history/ax.pz",
    ];
    let done_at = ["\"/do", "\"/order/", "\"/order?", "\"/draw/", "\"/line?", "\"/new", "\"/close"]
        .map(|of| format!("href={of}"));
    for page in pages {
        let (now, then) = (board.get(&umpire, page).body, {
            let between = if page.contains('?') { '&' } else { '?' };
            board.get(&umpire, &format!("{page}{between}at=1am"))
        });
        assert_eq!(then.status, 200, "{page}");
        assert!(then.body.contains("As it stood: 1am"), "{page}");
        for address in &done_at {
            let found = then.body.split(address.as_str()).nth(1).map(|rest| &rest[..60.min(rest.len())]);
            assert_eq!(found, None, "{page}: {address}");
        }
        assert!(!then.body.contains("method=\"post\""), "{page}");
        // Of now there is something to be done on each.
        assert!(done_at.iter().any(|address| now.contains(address)), "{page}");
    }
    // Whatever is looked at leads on to what stood then.
    let then = board.get(&umpire, "/unit/ax.pz?at=1am").body;
    assert!(
        then.contains("href=\"/history/ax.pz?at=1am\"") && then.contains("href=\"/?sel=ax.pz&amp;at=1am\""),
        "{then}"
    );
    let found = board.get(&umpire, "/find?q=40th&at=1am").body;
    assert!(found.contains("href=\"/unit/ax.pz?at=1am\"") && !found.contains("/do/"), "{found}");
}

/// A player does no commands: none stands on his pages, and what leads to one in the umpire's is told without it.
#[test]
fn a_players_pages_name_no_command() {
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --attacker AX");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let [erich, karl] = ["", "ax.pz"].map(|commander| board.player(&umpire, "Erich", "AX", commander));
    let pages = super::leaks::addresses("ax.pz", "su.rd").into_iter().filter(|page| page != "/p/pack");
    for page in pages.chain(["/p/battle/1am-0905".to_owned()]) {
        for key in [&erich, &karl] {
            let came = board.get(key, &page);
            let shown = came.body.split_once("<main").map_or("", |(_, main)| main);
            assert!(!shown.contains("railhead "), "{page}: {shown}");
        }
    }
    let status = board.get(&erich, "/p/status").body;
    assert!(status.contains("contacts") && status.contains("26 leaves on the map"), "{status}");
    assert!(!status.contains(">then<"), "{status}");
    assert!(board.get(&umpire, "/status").body.contains("bound close"));
}

#[test]
fn the_umpire_reads_a_page_as_one_side_sees_it() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    for (page, command) in [
        ("/sheet", "supply status"),
        ("/critical", "supply critical"),
        ("/forecast", "supply forecast"),
        ("/orbat", "orbat --depth divisions"),
    ] {
        let both = board.get(&umpire, page);
        let of =
            [("AX", "Panzer"), ("SU", "Rifle")].map(|(side, _)| board.get(&umpire, &format!("{page}?side={side}")));
        assert!(of.iter().all(|of| of.status == 200), "{page}");
        assert!(
            of[0].body.contains(&format!("href=\"{page}?side=AX\" aria-current=\"true\"")),
            "{page}: {}",
            of[0].body
        );
        assert!(both.body.contains(&format!("href=\"{page}\" aria-current=\"true\"")), "{page}");
        // What the command prints for the side, and nothing of the other.
        let printed = field.json(&format!("{command} --side AX")).to_string();
        assert!(!printed.contains("su.rd"), "{page}");
        let shown = of[0].body.split_once("data-part=\"answer\"").unwrap().1;
        assert!(!shown.contains("/unit/su.rd") && !shown.contains("Rifle Division"), "{page}: {shown}");
    }
    let seen = board.get(&umpire, "/?side=AX&on=critical,forecast").body;
    assert!(board.get(&umpire, "/").body.contains("data-unit=\"su."), "the umpire's own map has all");
    assert!(!seen.contains("data-unit=\"su.") && seen.contains("data-unit=\"ax."), "{seen}");
    // What is to be done he is told all the same, and what he chooses there he sees with the same eyes.
    assert!(seen.contains("class=\"steps\"") || seen.contains("steps"), "{seen}");
    assert!(seen.contains("/?side=AX&amp;off=control"), "{seen}");
    let sighted =
        seen.split("data-unit=\"").find_map(|rest| rest.split(['"', ' ']).next().filter(|id| id.starts_with("SU-s")));
    if let Some(sighted) = sighted {
        assert!(!board.get(&umpire, &format!("/?side=AX&sel={sighted}")).body.contains("class=\"refusal\""));
    }
    assert_eq!(board.get(&umpire, "/sheet?side=XX").status, 400);
    // A page that is of both sides always takes no notice.
    assert_eq!(board.get(&umpire, "/log?side=AX").status, 200);
}

/// Names may hold anything; in a page they are text.
#[test]
fn names_are_text() {
    let field = Field::new();
    let name = "<script>alert(1)</script>\"'&";
    assert_eq!(field.run("unit rename ax.9id '<script>alert(1)</script>\"&'").code, 0);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let player = board.player(&umpire, name, "AX", "ax.9id");
    let pages = ["/", "/orbat", "/unit/ax.9id", "/order/ax.9id", "/log", "/join", "/do/undo", "/print/pack"];
    let own = ["/p/map", "/p/units", "/p/orders", "/p/unit/ax.9id", "/p/pack"];
    for (key, address) in pages.map(|page| (&umpire, page)).into_iter().chain(own.map(|page| (&player, page))) {
        let came = board.get(key, address);
        assert!(came.body.contains("&lt;script&gt;"), "{address}: {}", came.body);
        assert!(!without_own_script(&came.body).contains("<script>"), "{address}");
    }
}

#[test]
fn the_screen_shows_neither_side_what_the_other_does_not_know() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    assert!(board.get(&umpire, "/").body.contains("data-unit"));
    let screen = board.get(&umpire, "/screen").body;
    let (_, shown) = screen.split_once("<main").unwrap();
    assert!(shown.contains("D1 am") && shown.contains("Brod"), "{shown}");
    for hidden in ["data-unit", "Panzer", "ax.", "su."] {
        assert!(!shown.contains(hidden), "{hidden}");
    }
}

#[test]
fn a_document_comes_as_a_page_and_as_pdf() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let page = board.get(&umpire, "/print/supply");
    assert!(page.status == 200 && page.body.starts_with("<!DOCTYPE html>"), "{}", page.head);
    let pdf = board.get(&umpire, "/print/supply.pdf");
    assert_eq!((pdf.status, pdf.header("content-type")), (200, Some("application/pdf")));
    assert!(pdf.body.starts_with("%PDF-"));
    let none = board.get(&umpire, "/print/nothing.pdf");
    assert!(none.status == 400 && none.body.contains("nothing"), "{}", none.body);
    assert!(
        std::fs::read_dir(field.dir.path())
            .unwrap()
            .all(|entry| { !entry.unwrap().file_name().to_string_lossy().ends_with(".pdf") })
    );
}

#[test]
fn others_are_answered_while_a_document_is_set() {
    use std::sync::atomic::{AtomicBool, Ordering};

    let field = Field::empty();
    field.done("new uranus-1942");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let (is_set, board, umpire) = (AtomicBool::new(false), &board, &umpire);
    let answered = std::thread::scope(|scope| {
        let port = board.port;
        // It takes longer than one waits for an answer elsewhere.
        let request = format!(
            "GET /print/orbat.pdf HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={umpire}\r\nConnection: close\r\n\r\n"
        );
        let is_set = &is_set;
        let setting = scope.spawn(move || {
            let came =
                super::sent_within(&format!("127.0.0.1:{port}"), request.as_bytes(), std::time::Duration::from_mins(8));
            is_set.store(true, Ordering::Relaxed);
            came
        });
        let mut answered = 0;
        while !is_set.load(Ordering::Relaxed) {
            assert_eq!(
                board.get(umpire, &format!("/square/0505?{answered}")).header("content-type"),
                Some("text/html; charset=utf-8")
            );
            answered += 1;
        }
        let came = setting.join().unwrap().expect("a document");
        assert!(came.status == 200 && came.body.starts_with("%PDF-"), "{}", came.head);
        answered
    });
    // Were it set in the office, what is asked next would wait for it, and one more at most would slip in before.
    assert!(answered > 2, "{answered} answered meanwhile");
}
