//! Nothing that somebody typed is lost, nothing is half done, and no word of the umpire's own reaches a player.

use super::{Board, Came};
use crate::cli::field::Field;

/// `first-bound` with what is done before, the board open, the umpire's key, and a player's of the Soviet side.
fn opened(lines: &[&str]) -> (Field, Board, String, String) {
    let field = Field::playing("first-bound");
    for line in lines {
        field.done(line);
    }
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let anna = board.player(&umpire, "Anna", "SU", "");
    (field, board, umpire, anna)
}

fn propose(board: &Board, key: &str, way: &str) {
    let form = [("unit", "su.rd"), ("action", "move"), ("way", way), ("note", "by night")];
    let came = board.fill(key, "/p/orders", "/p/proposal", &form);
    assert_eq!(came.status, 303, "{}", came.body);
}

fn take(board: &Board, umpire: &str, form: &[(&str, &str)]) -> Came {
    board.fill_and_go(umpire, "/post", "/proposal/1/take", form)
}

#[test]
fn of_what_the_umpire_made_of_an_order_a_player_reads_words_alone() {
    for (command, told) in [
        ("order su.rd move 1105 --reason 'the panzers refuel'", "1105 stepnoye"),
        ("order su.rd move 1105 --alone", "1105 stepnoye"),
        ("order su.td reorganise --reason 'the panzers refuel'", "reorganise"),
        ("ground set 1005 --side AX --override 'the panzers refuel'", "something else, by the umpire"),
        ("order ax.id dig-in --reason 'the panzers refuel'", "something else, by the umpire"),
    ] {
        let (_field, board, umpire, anna) = opened(&[]);
        propose(&board, &anna, "1104");
        let came = take(&board, &umpire, &[("command", command)]);
        assert_eq!(came.status, 200, "{command}: {}", came.body);
        let page = board.get(&anna, "/p/orders").body;
        assert!(page.contains("changed") && page.to_lowercase().contains(told), "{command}: {page}");
        let words = ["refuel", "--", "ground set", "ax.id", "1005"];
        let found: Vec<&str> = words
            .into_iter()
            .filter(|word| page.contains(&format!(" {word}")) || page.contains(&format!("\"{word}")))
            .collect();
        assert_eq!(found, [""; 0], "{command}: {page}");
        assert!(
            board.get(&umpire, "/post").body.contains("refuel") || command.contains("--alone"),
            "the umpire reads it"
        );
    }
}

#[test]
fn what_the_umpire_typed_stands_where_it_is_refused() {
    let (field, board, umpire, anna) = opened(&[]);
    propose(&board, &anna, "1104");
    for (command, why) in [
        ("order su.td fly 0902", "fly"),
        ("order su.rd move '1105", "a quotation mark is not closed"),
        ("op correct 1 status", "a correction is done by itself, and not as what a player proposed"),
    ] {
        let came = take(&board, &umpire, &[("command", command), ("answer", "by the wood")]);
        assert_eq!(came.status, 422, "{command}: {}", came.body);
        assert!(came.body.contains(why) && came.body.contains("value=\"by the wood\""), "{command}: {}", came.body);
    }
    for (action, way, dump, why) in [
        ("move", "9999", "", "9999"),
        ("move", "", "", "a march wants at least one square"),
        ("open-dump", "", "-x", "a new dump wants an id"),
    ] {
        let form = [("unit", "su.rd"), ("action", action), ("way", way), ("dump", dump), ("answer", "by the wood")];
        let came = take(&board, &umpire, &form);
        assert_eq!(came.status, 422, "{action}: {}", came.body);
        assert!(came.body.contains(why) && came.body.contains("value=\"by the wood\""), "{action}: {}", came.body);
        for kept in [("action", action, " checked"), ("way", way, ""), ("dump", dump, "")] {
            let kept = format!("name=\"{}\" value=\"{}\"{}", kept.0, kept.1, kept.2);
            assert!(came.body.contains(&kept), "{kept}: {}", came.body);
        }
    }
    assert_eq!(field.json("order list").as_array().unwrap().len(), 0);
}

#[test]
fn a_proposal_is_changed_in_the_fields_of_an_order_and_taken_as_it_is_where_none_is() {
    let (field, board, umpire, anna) = opened(&[]);
    let state = |nth: usize| {
        let page = board.get(&anna, "/p/orders").body;
        let articles: Vec<&str> = page.split("<article class=\"proposal ").skip(1).collect();
        articles[articles.len() - nth].split('"').next().unwrap().to_owned()
    };
    propose(&board, &anna, "1104");
    let page = board.get(&umpire, "/post").body;
    assert!(!page.contains("name=\"command\"") && page.contains("name=\"way\" value=\"1104\""), "{page}");
    // Squares are tapped where there is a map.
    assert!(page.contains("destination; type references") && !page.contains("tap them on the map"), "{page}");
    for (key, beside_a_map) in [(&anna, "/p/orders"), (&umpire, "/order/su.rd")] {
        assert!(board.get(key, beside_a_map).body.contains("destination; tap them on the map, or type"));
    }
    // What a browser sends where nothing was touched: the usual rate stands there ticked.
    let as_it_is =
        [("unit", "su.rd"), ("action", "move"), ("way", "1104"), ("rate", "contact"), ("was", "order su.rd move 1104")];
    assert_eq!(take(&board, &umpire, &as_it_is).status, 200);
    assert_eq!((state(1).as_str(), field.json("order list")[0]["unit"].as_str()), ("taken", Some("su.rd")));
    assert!(field.done("op show 2").contains("order su.rd move 1104"));
    propose(&board, &anna, "1104");
    let form = [("unit", "su.rd"), ("action", "move"), ("way", "1105"), ("rate", "road"), ("next", "1")];
    let came = board.fill_and_go(&umpire, "/post", "/proposal/2/take", &form);
    assert_eq!(came.status, 200, "{}", came.body);
    assert_eq!(state(2), "changed");
    assert!(
        field.done("op show 3").contains("order su.rd move 1105 --rate road --for 1pm"),
        "{}",
        field.done("op show 3")
    );
    // What is for the next bound is not for the one after that, once that bound runs.
    let of_next = [("unit", "su.rd"), ("action", "move"), ("way", "1104"), ("next", "1"), ("note", "")];
    board.fill(&anna, "/p/orders", "/p/proposal", &of_next);
    assert!(board.get(&umpire, "/post").body.contains("name=\"next\" value=\"1\" checked"));
    field.done("bound close --anyway");
    assert!(!board.get(&umpire, "/post").body.contains("name=\"next\" value=\"1\" checked"));
}

#[test]
fn what_was_decided_meanwhile_is_said_and_what_was_typed_stays() {
    let (_field, board, umpire, anna) = opened(&[]);
    propose(&board, &anna, "1104");
    assert_eq!(take(&board, &umpire, &[]).status, 200);
    let form = [("unit", "su.rd"), ("action", "move"), ("way", "1105"), ("note", "round the lake")];
    let late = board.fill(&anna, "/p/orders", "/p/proposal/1/change", &form);
    assert_eq!(late.status, 422);
    for said in ["proposal 1 is taken already", "sent now, it is another one", "round the lake", "value=\"1105\""] {
        assert!(late.body.contains(said), "{said}: {}", late.body);
    }
    let long = "1104 ".repeat(600);
    let form = [("unit", "su.rd"), ("action", "move"), ("way", long.trim()), ("note", "much")];
    let long = board.fill(&anna, "/p/orders", "/p/proposal", &form);
    assert!(long.body.contains("an order has at most 2000 letters: give it in parts"), "{}", long.body);
}

const RESULT: &str = "/battle/1am-0905/result";

fn report(board: &Board, key: &str) {
    let form = [("battle", "1am-0905"), ("end", "broken_off"), ("moves", "3"), ("note", "hard fought"), ("sure", "1")];
    let came = board.fill(key, "/p/battle/1am-0905", "/p/proposal", &form);
    assert_eq!(came.status, 303, "{}", came.body);
}

#[test]
fn a_result_that_is_refused_is_not_posted() {
    let (field, board, umpire, anna) = opened(&["battle new 0905 --attacker AX"]);
    report(&board, &anna);
    let page = board.get(&umpire, &format!("{RESULT}?from=1"));
    let was = page.body.split("name=\"was:1\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let long = "a".repeat(2001);
    let form =
        [("mode", "do"), ("from", "1"), ("end", "broken_off"), ("moves", "3"), ("was:1", &was), ("answer:1", &long)];
    let refused = board.fill(&umpire, RESULT, RESULT, &form);
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert!(
        refused.body.contains("that is longer than 2000 letters") && refused.body.contains(&long),
        "what was typed stays"
    );
    assert_eq!(field.operations("first-bound.railhead"), 2, "nothing is posted");
    assert!(board.get(&anna, "/p/orders").body.contains("sent"));
    let form = [
        ("mode", "do"),
        ("from", "1"),
        ("end", "broken_off"),
        ("moves", "3"),
        ("was:1", &was),
        ("answer:1", "well told"),
    ];
    let posted = board.fill(&umpire, RESULT, RESULT, &form);
    assert_eq!(posted.status, 200, "{}", posted.body);
    assert_eq!(field.operations("first-bound.railhead"), 3);
    assert!(board.get(&anna, "/p/battle").body.contains("well told"));
}

#[test]
fn a_report_that_comes_too_late_is_not_taken_for_sent() {
    let (field, board, _umpire, anna) = opened(&["battle new 0905 --attacker AX"]);
    board.get(&anna, "/p/battle/1am-0905");
    field.done("battle resolve 0905 --seed 3 --post");
    let form = [("battle", "1am-0905"), ("end", "taken"), ("moves", "3"), ("note", "hard fought")];
    let late = board.fill(&anna, "/p/orders", "/p/proposal", &form);
    assert_eq!(late.status, 409);
    for said in ["takes no report of yours: nothing was sent", "how it ended stands in your reports", "hard fought"] {
        assert!(late.body.contains(said), "{said}: {}", late.body);
    }
}
