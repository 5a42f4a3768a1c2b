//! The umpire's pages: every command has a form, a preview writes nothing, and what is done is what was shown.

use super::Board;
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
    let (op, key) = (typed.field("expect_op"), typed.field("form_key"));
    let form = [("line", "ground set 0505 --side AX"), ("expect_op", &op), ("form_key", &key)];
    assert!(board.post(&umpire, "/line", &form).body.contains("Done."));
    assert_eq!(field.done("op log --format csv").lines().count(), 4);
    // Sent twice, as by an impatient finger, it is done once.
    assert!(board.post(&umpire, "/line", &form).body.contains("Done."));
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
    assert!(!field.done("status").contains("from the board"));
    // The new form is for the campaign as it stands now.
    let form =
        [("text", "from the board"), ("mode", "do"), ("expect_op", &came.field("expect_op")), ("form_key", "other")];
    assert_eq!(board.post(&umpire, "/do/bound-note", &form).status, 200);
    assert!(field.done("status").contains("from the board"));
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
    assert!(came.body.contains(&message.replace('\'', "&#39;")), "{message}: {}", came.body);
    assert!(came.body.contains(">9999</textarea>"), "{}", came.body);
    let bad = board.get(&umpire, "/line?q=board");
    assert!(bad.body.contains("nothing is found") || bad.status != 200 || bad.body.contains("board"));
    let unknown = board.get(&umpire, "/do/no-such");
    assert!(unknown.body.contains("there is no command `no such`"), "{}", unknown.body);
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
    let field = Field::empty();
    field.done("new first-bound");
    field.done("battle new 0905 --attacker AX");
    field.done("battle resolve 1am-0905 --seed 1 --post");
    field.done("order su.td move Dubrava");
    assert_eq!(field.run("bound close").code, 0);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let pages = [
        "/",
        "/?sel=ax.pz",
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
    let done_at = ["\"/do", "\"/order/", "\"/draw/", "\"/line?", "\"/new", "\"/close"].map(|of| format!("href={of}"));
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
        assert!(!came.body.contains("<script>"), "{address}");
    }
}

#[test]
fn the_screen_shows_neither_side_what_the_other_does_not_know() {
    let field = Field::empty();
    field.done("new first-bound");
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
            "GET /print/pack.pdf HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: railhead-{port}={umpire}\r\nConnection: close\r\n\r\n"
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
