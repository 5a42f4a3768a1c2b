//! What is asked for or sent again: after the board was opened anew, too often, or by several at once.

use std::time::{Duration, Instant};

use super::Board;
use crate::cli::field::Field;

/// `first-bound` with the board open, the umpire's key, and a player's of the Soviet side.
fn opened() -> (Field, Board, [String; 2]) {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let anna = board.player(&umpire, "Anna", "SU", "");
    (field, board, [umpire, anna])
}

#[test]
fn a_form_sent_again_after_the_board_was_opened_anew_is_done_once() {
    let (field, board, [umpire, anna]) = opened();
    let page = board.get(&anna, "/p/orders");
    let (op, key) = (page.field("expect_op"), page.field("form_key"));
    let hidden = [("expect_op", op.as_str()), ("form_key", key.as_str())];
    let order = [("unit", "su.rd"), ("action", "move"), ("way", "1104"), ("note", "by night")];
    let order = [&hidden[..], &order[..]].concat();
    let page = board.get(&anna, "/p/post");
    let key = page.field("form_key");
    let message = [("expect_op", op.as_str()), ("form_key", key.as_str()), ("text", "we are short of fuel")];
    // Twice while it runs, and twice after it was killed.
    let mut board = board;
    for is_anew in [false, true] {
        if is_anew {
            board.interrupt();
            board = Board::open(field.dir.path());
        }
        for time in 0..2 {
            let of_order = board.post(&anna, "/p/proposal", &order);
            let of_message = board.post(&anna, "/p/message", &message);
            let wanted = if is_anew { 422 } else { 303 };
            assert_eq!([of_order.status, of_message.status], [wanted; 2], "anew {is_anew}, time {time}");
            if is_anew {
                // What he typed is not lost, and he learns that nothing was.
                for (came, typed) in [(&of_order, "by night"), (&of_message, "we are short of fuel</textarea>")] {
                    assert!(came.body.contains("This was sent already, and is kept"), "{}", came.body);
                    assert!(came.body.contains(typed), "{}", came.body);
                }
            }
        }
        let orders = board.get(&anna, "/p/orders").body;
        assert_eq!(orders.matches("class=\"proposal sent\"").count(), 1, "{orders}");
        assert_eq!(board.get(&anna, "/p/post").body.matches("we are short of fuel").count(), 1);
    }
    // Another order by an old form is done, and the same by a new one.
    let other: Vec<_> = order.iter().map(|(name, text)| (*name, if *name == "way" { "1105" } else { text })).collect();
    assert_eq!(board.post(&anna, "/p/proposal", &other).status, 303);
    assert_eq!(board.fill(&anna, "/p/orders", "/p/proposal", &order[2..]).status, 303);
    let orders = board.get(&anna, "/p/orders").body;
    assert_eq!(orders.matches("class=\"proposal sent\"").count(), 3, "{orders}");
    // The umpire's browser has a key of the board before: it is told what to do.
    let came = board.get(&umpire, "/");
    assert_eq!(came.status, 404);
    assert!(came.body.contains("Open the address that the board printed in the terminal"), "{}", came.body);
}

#[test]
fn what_was_typed_stands_on_the_page_that_refuses_too_many() {
    let (_field, board, [umpire, anna]) = opened();
    let typed = [("text", "the bridge <at> Stepnoye is \"down\""), ("form_key", "0123")];
    // Ten in a second are taken.
    let mut sent: Vec<_> = (0..60).map(|_| board.post(&anna, "/p/message", &[]).status).collect();
    sent.retain(|status| *status != 422);
    assert!(!sent.is_empty() && sent.iter().all(|status| *status == 429), "{sent:?}");
    let came = board.post(&anna, "/p/message", &typed);
    assert_eq!(came.status, 429);
    assert!(came.body.contains("the board takes ten forms a second of each player"), "{}", came.body);
    assert!(came.body.contains("action=\"/p/message\""), "{}", came.body);
    assert_eq!(came.field("text"), "the bridge &lt;at&gt; Stepnoye is &quot;down&quot;");
    assert!(came.body.contains("<p class=\"note\">the bridge &lt;at&gt; Stepnoye"), "{}", came.body);
    assert!(!came.body.contains(">0123<"), "{}", came.body);
    assert!(!board.get(&umpire, "/post").body.contains("Stepnoye is"));
    // The umpire types at his own machine.
    for _ in 0..30 {
        assert_eq!(board.post(&umpire, "/message", &[("player", "1")]).status, 422);
    }
    // Whoever has no key gets nothing back.
    let came = (0..60).map(|_| board.post("", "/enter", &[("code", "ABCD2345")])).find(|came| came.status == 429);
    assert!(came.is_some_and(|came| !came.body.contains("ABCD2345")));
    // Whoever waits a moment is heard again.
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(board.post(&anna, "/p/message", &[("text", "now")]).status, 303);
}

#[test]
fn a_message_to_nobody_is_refused_and_not_lost() {
    let (_field, board, [umpire, _]) = opened();
    for player in ["7", "x", ""] {
        let came = board.fill(&umpire, "/post", "/message", &[("player", player), ("text", "Wait for the guns")]);
        assert_eq!(came.status, 422);
        assert!(came.body.contains("there is no such player") && came.body.contains("Wait for the guns"));
        assert!(!came.body.contains("FOREIGN"), "{}", came.body);
    }
    let long = "x".repeat(2_001);
    let came = board.fill(&umpire, "/post", "/message", &[("player", "1"), ("text", &long)]);
    assert_eq!(came.status, 422);
    assert!(came.body.contains(&format!("{long}</textarea>")), "{}", came.body);
}

#[test]
fn a_document_is_made_once_for_all_who_read_it_alike() {
    let (field, board, [umpire, anna]) = opened();
    let boris = board.player(&umpire, "Boris", "SU", "");
    let took = |key: &str, address: &str| {
        let began = Instant::now();
        let came = board.get(key, address);
        assert_eq!(came.status, 200, "{address}");
        (began.elapsed(), came.body)
    };
    let (long, first) = took(&anna, "/p/pack.pdf");
    let again: Vec<_> = (0..3).map(|time| took(&boris, &format!("/p/pack.pdf?n={time}"))).collect();
    assert!(again.iter().all(|(_, of)| *of == first));
    let shortest = again.iter().map(|(time, _)| *time).min().unwrap_or(Duration::MAX);
    assert!(shortest * 5 < long, "{shortest:?} for {long:?}");
    // The other side's is another, and so is it after something was done.
    let erich = board.player(&umpire, "Erich", "AX", "");
    assert_ne!(took(&erich, "/p/pack.pdf").1, first);
    field.done("bound close");
    assert_ne!(took(&anna, "/p/pack.pdf").1, first);
}

#[test]
fn a_form_with_something_empty_says_what_by_the_name_of_its_field() {
    let (_field, board, [umpire, _]) = opened();
    for command in ["crossing-build", "bound-note", "unit-attach", "unit-set"] {
        let came = board.fill(&umpire, &format!("/do/{command}"), &format!("/do/{command}"), &[("mode", "preview")]);
        assert_eq!(came.status, 422, "{command}");
        let refusal = came.body.split_once("class=\"refusal\"").unwrap().1.split("</div>").next().unwrap();
        assert!(refusal.contains("Something is still empty") && refusal.contains("class=\"detail\""), "{refusal}");
        for word in ["usage:", "--", "required arguments"] {
            assert!(!refusal.contains(word), "{command}: {refusal}");
        }
    }
}

#[test]
fn a_file_is_called_as_it_was_sent_where_it_is_wrong() {
    let (_field, board, [umpire, _]) = opened();
    let form = [("mode", "preview"), ("file", "nonsense of all kinds")];
    let came = board.fill(&umpire, "/do/run", "/do/run", &form);
    assert_eq!(came.status, 422, "{}", came.body);
    assert!(came.body.contains("your-text") && !came.body.contains("from-the-board"), "{}", came.body);
}

#[test]
fn a_rule_that_refuses_is_set_aside_by_a_field_of_the_form() {
    let (field, board, [umpire, _]) = opened();
    // Fortifying takes a day of the campaign, which is none old.
    let form = [("unit", "su.rd"), ("fortify", "1"), ("mode", "do")];
    let came = board.fill(&umpire, "/do/dig-in", "/do/dig-in", &form);
    assert_eq!(came.status, 422, "{}", came.body);
    let told = "you may set the rule aside: write why in the field for it, which the form of the command now has";
    assert!(came.body.contains(told), "{}", came.body);
    let refusal = came.body.split_once("class=\"refusal\"").unwrap().1.split("</div>").next().unwrap();
    assert!(!refusal.contains("--override") && came.body.contains("name=\"overridden\""), "{refusal}");
    let why = [&form[..], &[("overridden", "lines of the summer")]].concat();
    assert_eq!(board.fill(&umpire, "/do/dig-in", "/do/dig-in", &why).status, 200);
    assert!(field.done("op log --format csv").contains("lines of the summer"));
}
