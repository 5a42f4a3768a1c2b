//! What an umpire answers: a proposal is looked at and taken as its player's, waits again when that is taken back, and says what
//! would come of it; what is sent and refused stands on a page that goes on living.

use super::live::{listen, next};
use super::{opened, proposed};

#[test]
fn what_a_proposal_would_do_is_shown_with_the_form_that_answers_it_and_no_other() {
    let (field, board, [umpire, dmitri, _]) = opened();
    proposed(&board, &dmitri, "su.td", "0902");
    let post = board.get(&umpire, "/post").body;
    assert!(post.contains("<a href=\"/proposal/1\">what it would do</a>") && !post.contains("/line?q=order"), "{post}");
    let shown = board.get(&umpire, "/proposal/1").body;
    assert!(shown.contains("Preview: nothing is written.") && shown.contains("order su.td move 0902"), "{shown}");
    let (_, main) = shown.split_once("<main").unwrap();
    let sent_to: Vec<&str> = main.split("action=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(sent_to, ["/proposal/1/take", "/proposal/1/refuse"], "{shown}");
    assert!(!shown.contains("Do it"), "{shown}");
    assert_eq!(field.json("order list").as_array().unwrap().len(), 0);
    let taken = board.fill(&umpire, "/proposal/1", "/proposal/1/take", &[]);
    assert_eq!((taken.status, taken.header("location")), (303, Some("/post")), "{}", taken.body);
    assert_eq!(field.json("order list")[0]["unit"], "su.td");
    assert!(board.get(&dmitri, "/p/orders").body.contains(">taken<"));
    let over = board.get(&umpire, "/proposal/1");
    assert_eq!((over.status, over.header("location")), (303, Some("/post")));
}

#[test]
fn a_proposal_waits_again_when_what_came_of_it_is_taken_back() {
    let (field, board, [umpire, dmitri, _]) = opened();
    let waits = || board.get(&umpire, "/").body.contains("1 proposal waits for you to decide");
    let orders = || board.get(&dmitri, "/p/orders").body;
    proposed(&board, &dmitri, "su.td", "0902");
    let take = || board.fill(&umpire, "/post", "/proposal/1/take", &[("answer", "so be it")]).status;
    assert_eq!((take(), waits()), (303, false));
    board.fill(&umpire, "/do/undo", "/do/undo", &[("mode", "do")]);
    let post = board.get(&umpire, "/post").body;
    assert!(waits() && post.contains("/proposal/1/take") && post.contains("it waits again"), "{post}");
    let his = orders();
    assert!(his.contains(">sent<") && !his.contains(">taken<") && !his.contains("so be it"), "{his}");
    assert!(his.contains("Taken back by the umpire: it waits again.") && his.contains("/p/orders?change=1"), "{his}");
    // Done anew it is taken, as it was.
    board.fill(&umpire, "/do/redo", "/do/redo", &[("mode", "do")]);
    assert!(!waits() && orders().contains(">taken<") && orders().contains("so be it"), "{}", orders());
    // Taken back and taken once more; and what the player has withdrawn meanwhile no redo takes.
    field.done("undo");
    assert!(waits());
    assert_eq!((take(), waits()), (303, false));
    field.done("undo");
    board.fill(&dmitri, "/p/orders", "/p/proposal/1/withdraw", &[]);
    field.done("redo");
    assert!(!waits() && orders().contains(">withdrawn<") && !orders().contains("Taken back"), "{}", orders());
}

#[test]
fn what_the_umpire_does_instead_stands_beside_what_was_sent() {
    let (_field, board, [umpire, dmitri, _]) = opened();
    let pages = || [board.get(&umpire, "/post").body, board.get(&dmitri, "/p/orders").body];
    proposed(&board, &dmitri, "su.td", "0902");
    let instead = [("unit", "su.td"), ("action", "dig-in")];
    assert_eq!(board.fill(&umpire, "/post", "/proposal/1/take", &instead).status, 303);
    for (page, said) in pages().iter().zip(["done instead: ", "The umpire did this instead: "]) {
        let (sent, done) = page.split_once(said).expect(page);
        assert!(sent.contains(": march to") && !sent.contains(": dig in") && done.contains(": dig in"), "{page}");
    }
    // Taken back it waits as he sent it.
    board.fill(&umpire, "/do/undo", "/do/undo", &[("mode", "do")]);
    for page in pages() {
        assert!(page.contains(": march to") && !page.contains("instead: "), "{page}");
    }
}

#[test]
fn an_order_that_cannot_be_carried_out_says_so_to_who_gives_it_and_to_who_takes_it() {
    let (_field, board, [umpire, dmitri, _]) = opened();
    // A square to the next: that can be marched, and nobody is told anything.
    proposed(&board, &dmitri, "su.td", "0902");
    let near = board.get(&dmitri, "/p/orders").body;
    let far = [("unit", "su.td"), ("action", "move"), ("way", "0308"), ("rate", "contact")];
    let asked = board.post(&dmitri, "/p/way", &[&far[..], &[("mode", "look")]].concat()).body;
    assert_eq!(board.fill(&dmitri, "/p/orders", "/p/proposal", &far).status, 303);
    let his = board.get(&dmitri, "/p/orders").body;
    let said = "come to its place in D1 am";
    assert!(!near.contains("As far as you know") && his.contains("As far as you know, none of its"), "{his}");
    assert!(his.contains(said) && asked.contains(said), "{asked}");
    let post = board.get(&umpire, "/post").body;
    assert!(post.matches("Taken as it is, none of its").count() == 1 && post.contains(said), "{post}");
}

#[test]
fn what_is_refused_stands_on_a_page_that_can_be_asked_for_again() {
    let (_field, board, [umpire, dmitri, _]) = opened();
    proposed(&board, &dmitri, "su.td", "0902");
    let refused = board.fill(&dmitri, "/p/orders", "/p/proposal", &[("unit", "nobody"), ("action", "dig-in")]);
    assert_eq!(refused.status, 422, "{}", refused.body);
    for (key, sent, page) in [
        (&dmitri, "/p/proposal", "/p/orders"),
        (&dmitri, "/p/proposal/1/change", "/p/orders?change=1"),
        (&dmitri, "/p/proposal?battle=1am-0905", "/p/battle/1am-0905"),
        (&dmitri, "/p/message", "/p/post"),
        (&umpire, "/message", "/post"),
        (&umpire, "/proposal/1/take", "/post"),
    ] {
        let came = board.get(key, sent);
        assert_eq!((came.status, came.header("location")), (303, Some(page)), "{sent}");
        assert!([200, 404].contains(&board.get(key, page).status), "{page}");
    }
    let line = board.get(&umpire, "/line?q=order+ax.pz+dig-in").body;
    assert!(line.contains("action=\"/do/order\"") && line.contains("value=\"ax.pz\""), "{line}");
}

#[test]
fn who_opens_another_campaign_is_told_how_many_wait_and_they_learn_why() {
    let (field, board, [umpire, dmitri, erich]) = opened();
    field.done("new first-bound other.railhead");
    let page = || board.get(&umpire, "/new").body;
    assert!(!page().contains("will wait"), "{}", page());
    // Two windows of one player are one player.
    let told = [&dmitri, &dmitri, &erich].map(|key| listen(&board, key));
    for told in &told {
        drop(next(told));
    }
    assert!(page().contains("Open (2 players will wait)"), "{}", page());
    assert!(page().contains("2 players have a page of the open campaign before them"), "{}", page());
    let opened = board.fill(&umpire, "/new", "/new/open", &[("file", "other.railhead")]);
    assert_eq!(opened.status, 303, "{}", opened.body);
    for told in &told {
        assert_eq!(next(told).0, "away");
    }
    // Who comes meanwhile finds a page that waits; and with the same key he is in again.
    let shut = board.get(&dmitri, "/p/orders");
    assert!(shut.status == 404 && shut.body.contains("data-waits"), "{}", shut.body);
    assert!(!board.get("", "/p/orders").body.contains("data-waits"), "who has no key waits for nothing");
    board.fill(&umpire, "/new", "/new/open", &[("file", "first-bound.railhead")]);
    assert_eq!(board.get(&dmitri, "/p/orders").status, 200);
}

#[test]
fn a_moment_that_is_none_is_refused_on_a_page_with_all_that_stands_round_it() {
    let (_field, board, [umpire, ..]) = opened();
    for page in ["/?at=yesterday", "/orbat?side=SU&at=yesterday", "/post?at=yesterday"] {
        let came = board.get(&umpire, page);
        assert!(came.status == 400 && came.body.contains("class=\"top\""), "{page}: {}", came.body);
        assert!(came.body.contains("name=\"at\" size=\"7\" placeholder=\"now\" value=\"yesterday\""), "{}", came.body);
        assert!(came.body.contains("class=\"hint\""), "{page}: {}", came.body);
    }
    let back = board.get(&umpire, "/orbat?side=SU&at=yesterday").body;
    assert!(back.contains("href=\"/orbat?side=SU\""), "{back}");
}

#[test]
fn a_battle_is_offered_where_it_can_be_drawn_and_nowhere_else() {
    let (field, board, [umpire, ..]) = opened();
    for command in ["unit set ax.id.r1.b2 square=0702", "order ax.id.r1.b2 move 0802", "bound march"] {
        field.done(command);
    }
    let contact = || {
        let page = board.get(&umpire, "/").body;
        let (_, rest) = page.split_once(" came to ").unwrap_or_else(|| panic!("{page}"));
        rest.split("</div>").next().unwrap().to_owned()
    };
    // Who came is out of LOG: the one to whom he came can attack him; when he cannot either it is declined, and why is said.
    let other = contact();
    assert!(other.contains("href=\"/draw/0802?attacker=SU\"") && other.contains("only Soviet can attack"), "{other}");
    assert!(!other.contains("/draw/0902"), "{other}");
    let drawn = board.get(&umpire, "/draw/0802?attacker=SU");
    assert!(drawn.status == 200 && !drawn.body.contains("class=\"refusal\""), "{}", drawn.body);
    field.done("unit set su.rd.r1.b2 state=disorganised");
    let neither = contact();
    assert!(!neither.contains("/draw/") && neither.contains("neither can attack, "), "{neither}");
    assert!(neither.contains("battle+decline+0902"), "{neither}");
}

#[test]
fn an_undo_shows_what_it_takes_back_once_and_in_its_own_direction() {
    let (field, board, [umpire, ..]) = opened();
    field.done("unit set ax.pz.r1.b1 sp=1");
    let row = |page: &str| {
        let (_, rest) = page.split_once("href=\"/unit/ax.pz.r1.b1\">I/Panzer Regiment 140</a>").unwrap();
        let cells = rest.split("</tr>").next().unwrap().split("<span>").skip(1);
        cells.map(|cell| cell.split('<').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // It has 3 SP: the undo gives them back, the redo takes them again.
    for (step, values) in [("undo", ["1", "3"]), ("redo", ["3", "1"])] {
        let page = board.get(&umpire, &format!("/do/{step}")).body;
        assert_eq!(row(&page), values, "{step}: {page}");
        assert!(page.matches("value=\"do\"").count() == 1 && !page.contains("About this"), "{step}: {page}");
        assert!(!page.contains('`'), "{step}: {page}");
        board.fill(&umpire, &format!("/do/{step}"), &format!("/do/{step}"), &[("mode", "do")]);
    }
}
