//! `orders export` and `orders import`: a file of orders that goes to players and comes back.

use super::field::Field;

fn read(field: &Field, name: &str) -> String {
    std::fs::read_to_string(field.dir.path().join(name)).unwrap()
}

/// `first-bound` with an order for each side.
fn begun() -> Field {
    let field = Field::empty();
    field.done("new first-bound");
    field.done("order ax.pz move 0905 --rate road");
    field.done("order su.td dig-in --for next");
    field
}

#[test]
fn the_file_of_a_side_has_its_orders_and_nothing_of_the_other() {
    let field = begun();
    field.done("orders export axis.txt --side AX");
    let text = read(&field, "axis.txt");
    assert!(text.contains("\nside AX\nbound 1am\n"), "{text}");
    assert!(text.contains("\nax.pz move 0905 --rate=road\n"), "{text}");
    assert!(text.contains("\n# ax.id  (350th Infantry Division"), "{text}");
    assert!(!text.contains("su."), "{text}");
    let soviet = field.json("orders export soviet.txt --side SU");
    assert_eq!((&soviet["side"], &soviet["orders"]), (&"SU".into(), &1.into()));
    assert!(read(&field, "soviet.txt").contains("\nsu.td dig-in --for=1pm\n"));
    // What is there is not written over.
    assert_eq!(field.run("orders export axis.txt --side AX").code, 1);
}

#[test]
fn what_was_exported_is_imported_as_it_was() {
    let field = begun();
    field.done("orders export soviet.txt --side SU");
    let before = field.json("order list");
    field.done("order cancel su.td --for next");
    field.done("orders import soviet.txt");
    assert_eq!(field.json("order list"), before);
}

#[test]
fn every_kind_of_order_goes_there_and_back() {
    let field = Field::empty();
    field.done("new uranus-1942");
    field.done("setting set detail full");
    for order in [
        "order 26tk move Perelazovsky --rate road --close-up",
        "order 376id dig-in --fortify",
        "order 16pz reorganise --for next",
        "order 5ta.u7-1 send --load 2log --from su.d.5ta --to 26tk --via 030030 --stay --for next",
        "order 26tk.u3-1 open-dump d-26tk --name 'The new one'",
    ] {
        field.done(order);
    }
    let before = field.json("order list");
    for side in ["AX", "SU"] {
        field.done(&format!("orders export {side}.txt --side {side}"));
    }
    let last = field.json("op log")[0]["op"].as_u64();
    for order in before.as_array().unwrap() {
        let next = if order["bound"]["label"] == "D1 am" { "" } else { " --for next" };
        field.done(&format!("order cancel {}{next}", order["unit"].as_str().unwrap()));
    }
    assert_eq!(field.json("order list"), serde_json::json!([]), "{last:?}");
    field.done("orders import AX.txt");
    field.done("orders import SU.txt");
    assert_eq!(field.json("order list"), before);
}

#[test]
fn an_answer_to_a_mail_is_imported_as_one_group_and_taken_back_as_one() {
    let field = begun();
    field.write(
        "mail.txt",
        "> side SU\n> bound 1am\n>\n> # by the woods\n> su.td move 0902 --rate road\nrailhead order su.rd dig-in\n",
    );
    let dry = field.run("orders import mail.txt --dry-run");
    assert_eq!(dry.code, 0, "{}", dry.err);
    assert!(dry.err.contains("mail.txt: 2 orders, dry run: nothing is written"), "{}", dry.err);
    assert_eq!(field.operations("first-bound.railhead"), 3);
    let told = field.json("orders import mail.txt --dry-run");
    let promised: Vec<_> =
        super::json::examples().into_iter().filter(|(of, _)| of == "railhead orders import").collect();
    assert_eq!(promised.len(), 1);
    assert_eq!(told, promised[0].1);
    let done = field.run("orders import mail.txt --reason 'mail of Sunday' --expect-op 3");
    assert!(done.code == 0 && done.err.contains("mail.txt: 2 orders, done"), "{}", done.err);
    assert_eq!(field.operations("first-bound.railhead"), 5);
    assert!(field.done("op show 4").contains("mail of Sunday"));
    assert_eq!(field.json("order list").as_array().unwrap().len(), 4);
    field.done("undo");
    assert_eq!(field.json("order list").as_array().unwrap().len(), 2, "both are taken back");
    assert_eq!(field.run("orders import mail.txt --expect-op 3").code, 1);
    assert_eq!(field.run("verify").code, 0);
}

#[test]
fn every_fault_is_named_with_line_and_column_and_nothing_is_kept() {
    let field = begun();
    field.write(
        "mail.txt",
        "side SU\nbound 1am\nsu.td move 9999\nsu.td mvoe 0902\nax.pz dig-in\nsu.rd dig-in\nlist\nsu.rd 'dig-in\n",
    );
    let ran = field.run("orders import mail.txt");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let err = ran.err.replace("\n    ", " ");
    for said in [
        "`mail.txt` has 5 faults",
        "mail.txt:3:12: ",
        "mail.txt:4:7: `mvoe` is not an order (use `move`, `dig-in`, `reorganise`, `open-dump` or `send`)",
        "mail.txt:5:1: `ax.pz` is no unit of SU (name one of this side)",
        "mail.txt:7:1: `list` is no unit (leave the line out; `railhead order cancel UNIT` takes an order back)",
        "mail.txt:8:1: a quotation mark is not closed (words are quoted as in a shell)",
        "nothing was kept: correct it, and import it again",
    ] {
        assert!(err.contains(said), "{said}: {err}");
    }
    assert_eq!(field.operations("first-bound.railhead"), 3);
    assert_eq!(field.json("order list").as_array().unwrap().len(), 2);
}

/// Whoever wrote the file decides neither whether an order is written down nor where anything goes.
#[test]
fn what_is_no_part_of_an_order_is_refused() {
    let field = begun();
    let more = [
        ("--dry-run", "leave it out"),
        ("--reason=mine", "leave it out"),
        ("--out evil.txt", "leave it out"),
        ("--as-of start", "leave it out"),
        ("--format=json", "leave it out"),
        ("--raet road", "did you mean `--rate`?"),
        ("-q", "leave it out"),
    ];
    for (words, hint) in more {
        field.write("mail.txt", &format!("side SU\nbound 1am\nsu.td move 0902 {words}\nsu.rd dig-in\n"));
        let ran = field.run("orders import mail.txt");
        let err = ran.err.replace("\n    ", " ");
        let flag = words.split(['=', ' ']).next().unwrap();
        let said = format!("mail.txt:3:17: `{flag}` is no part of an order ({hint})");
        assert!(ran.code == 1 && err.contains(&said), "{said}: {err}");
    }
    assert_eq!(field.operations("first-bound.railhead"), 3);
}

#[test]
fn a_file_for_another_bound_or_of_nobody_is_refused() {
    let field = begun();
    let refused = |text: &str| {
        field.write("mail.txt", text);
        let ran = field.run("orders import mail.txt");
        assert_eq!(ran.code, 1, "{text}");
        ran.err.replace("\n    ", " ")
    };
    let err = refused("su.td dig-in\n");
    assert!(
        err.contains("mail.txt:1: it does not say whose orders they are (write a line `side AX` at the top)"),
        "{err}"
    );
    let err = refused("side SU\nsu.td dig-in\n");
    assert!(err.contains("it does not say for which bound they are (write a line `bound 1am` at the top)"), "{err}");
    let err = refused("side SU\nbound 3pm\nsu.td dig-in\n");
    assert!(err.contains("mail.txt:2:7: these are orders for `3pm`, and D1 am is running"), "{err}");
    assert!(err.contains("if they are still good, write `bound 1am`"), "{err}");
    let err = refused("side XX\nbound 1am\n");
    assert!(err.contains("mail.txt:1:6: "), "{err}");
}

#[test]
fn orders_by_mail_become_proposals_of_a_player() {
    let field = begun();
    field.write("mail.txt", "side SU\nbound 1am\nsu.td move 0902 --rate road\n");
    let nobody = field.run("orders import mail.txt --propose Dmitri");
    assert!(nobody.err.contains("there is no player `Dmitri`"), "{}", nobody.err);
    assert!(nobody.err.contains("name players on the board's page `players`"), "{}", nobody.err);
    let board = crate::board::Board::open(field.dir.path());
    let umpire = board.umpire();
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    board.player(&umpire, "Erich", "AX", "");
    let other = field.run("orders import mail.txt --propose Erich");
    assert!(other.err.contains("Erich plays AX, and these are orders of SU"), "{}", other.err);
    assert!(other.err.contains("name a player of that side"), "{}", other.err);
    let done = field.run("orders import mail.txt --propose Dmitri");
    assert!(done.err.contains("mail.txt: 1 proposal of Dmitri, on the board's page `post`"), "{}", done.err);
    assert_eq!(field.operations("first-bound.railhead"), 3, "a proposal is no operation");
    // It stands with the umpire and with the player, and is taken as any other.
    assert!(board.get(&dmitri, "/p/orders").body.contains("order su.td move 0902 --rate road"));
    assert!(board.get(&umpire, "/post").body.contains("by e-mail"));
    let taken = board.fill_and_go(&umpire, "/post", "/proposal/1/take", &[]);
    assert_eq!(taken.status, 200, "{}", taken.body);
    assert_eq!(field.operations("first-bound.railhead"), 4);
    // What cannot be given is no proposal either.
    field.write("mail.txt", "side SU\nbound 1am\nsu.td move 9999\n");
    assert_eq!(field.run("orders import mail.txt --propose Dmitri").code, 1);
}

#[test]
fn a_commander_proposes_by_mail_for_his_own_alone_and_all_of_a_mail_or_nothing() {
    let field = begun();
    let board = crate::board::Board::open(field.dir.path());
    let umpire = board.umpire();
    board.player(&umpire, "Ivan", "SU", "su.td");
    // The second line is of his side, and under another.
    field.write("mail.txt", "side SU\nbound 1am\nsu.td move 0902\nsu.rd dig-in\n");
    let refused = field.run("orders import mail.txt --propose Ivan");
    assert_eq!(refused.code, 1);
    let name = field.json("unit show su.rd")["name"].as_str().unwrap().to_owned();
    assert!(refused.err.contains(&format!("mail.txt:4:1: {name} takes no orders from Ivan")), "{}", refused.err);
    assert!(refused.err.contains("name a formation that Ivan commands"), "{}", refused.err);
    assert!(board.get(&umpire, "/post").body.contains("No proposal waits."));
    field.write("mail.txt", "side SU\nbound 1am\nsu.td move 0902\n");
    assert_eq!(field.run("orders import mail.txt --propose Ivan").code, 0);
    assert!(board.get(&umpire, "/post").body.contains("order su.td move 0902"));
}
