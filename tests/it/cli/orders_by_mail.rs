//! `orders export` and `orders import`: a file of orders that goes to players and comes back.

use super::field::Field;

fn read(field: &Field, name: &str) -> String {
    std::fs::read_to_string(field.dir.path().join(name)).unwrap()
}

/// `first-bound` with an order for each side.
fn begun() -> Field {
    let field = Field::playing("first-bound");
    field.done("order ax.pz move 0905 --rate road");
    field.done("order su.td dig-in --for next");
    field
}

#[test]
fn the_file_of_a_side_has_its_orders_and_nothing_of_the_other() {
    let field = begun();
    field.done("orders export axis.txt --side AX");
    let text = std::fs::read_to_string(field.dir.path().join("axis.txt")).unwrap();
    assert_eq!(field.done("orders export --side AX"), text, "without a file it is printed");
    field.done("orders export --side AX --out axis2.txt");
    assert_eq!(std::fs::read_to_string(field.dir.path().join("axis2.txt")).unwrap(), text);
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
        "mail.txt:4:7: `mvoe` is not an order (did you mean `move`?)",
        "mail.txt:5:1: `ax.pz` is not a unit of SU (name one of this side)",
        "mail.txt:7:1: `list` is not a unit (leave the line out; `railhead order cancel UNIT` takes an order back)",
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
    assert!(board.get(&dmitri, "/p/orders").body.contains("70th Tank Division</a>: march to"));
    let post = board.get(&umpire, "/post").body;
    assert!(post.contains("order su.td move 0902 --rate road") && post.contains("by e-mail"), "{post}");
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

/// `first-bound` with a battle that is drawn.
fn drawn() -> Field {
    let field = begun();
    field.done("battle new 0905 --attacker AX");
    field
}

/// The file of a side with these lines in the place of those that begin with the same words.
fn filled(field: &Field, side: &str, lines: &[&str]) -> String {
    field.done(&format!("orders export {side}.txt --side {side}"));
    let mut text = read(field, &format!("{side}.txt"));
    std::fs::remove_file(field.dir.path().join(format!("{side}.txt"))).unwrap();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let blank = if words[0] == "base" { words[..2].join(" ") } else { words[0].to_owned() };
        assert!(text.contains(&format!("\n{blank}\n")), "{blank}: {text}");
        text = text.replace(&format!("\n{blank}\n"), &format!("\n{line}\n"));
    }
    text
}

#[test]
fn the_file_of_a_side_has_a_form_for_each_battle_of_its_own_bases() {
    let field = drawn();
    let exported = field.json("orders export axis.txt --side AX");
    assert_eq!((&exported["orders"], &exported["battles"]), (&1.into(), &1.into()));
    let text = read(&field, "axis.txt");
    let (_, form) = text.split_once("\nbattle 1am-0905\nend\nmoves\n").expect("a form");
    assert_eq!(
        form,
        "# Heavy Artillery Battalion 860: 3 SP\nbase ax.art\n\
         # I/Panzer Regiment 140: 3 SP\nbase ax.pz.r1.b1\n\
         # II/Panzer Regiment 140: 2 SP\nbase ax.pz.r1.b2\n\
         # I/Schuetzen Regiment 440: 3 SP\nbase ax.pz.r2.b1\n\
         # II/Schuetzen Regiment 440: 3 SP\nbase ax.pz.r2.b2\n\
         # Artillery Battalion 240: 3 SP\nbase ax.pz.art\n"
    );
    assert!(text.contains(": you attack, 6 moves at most\n") && !text.contains("su."), "{text}");
    field.done("orders export soviet.txt --side SU");
    let soviet = read(&field, "soviet.txt");
    assert!(soviet.contains(": you defend,") && soviet.contains("\nbase su.rd.art\n"), "{soviet}");
    assert!(!soviet.contains("ax."), "{soviet}");
    // A form that nobody has filled in says nothing.
    let told = field.json("orders import axis.txt");
    assert_eq!((&told["orders"], &told["results"]), (&1.into(), &0.into()));
}

#[test]
fn a_result_by_mail_becomes_a_proposal_as_from_the_board() {
    let field = drawn();
    let board = crate::board::Board::open(field.dir.path());
    let umpire = board.umpire();
    let erich = board.player(&umpire, "Erich", "AX", "");
    // SP that stayed are no news.
    let lines = ["end taken", "moves 3", "base ax.pz.r1.b1 2 - out disorganised", "base ax.art 3 0"];
    let mail = filled(&field, "AX", &lines).replace("\nax.pz move 0905 --rate=road\n", "\n");
    field.write("mail.txt", &mail);
    let dry = field.run("orders import mail.txt --propose Erich --dry-run");
    assert!(dry.err.contains("mail.txt: 0 orders, 1 result, dry run: nothing is written"), "{}", dry.err);
    let said = "1am-0905: taken, 3 moves; I/Panzer Regiment 140: 2 SP, out of ammunition, disorganised\n";
    assert_eq!(dry.out, said);
    assert!(board.get(&umpire, "/post").body.contains("No proposal waits."));
    let done = field.json("orders import mail.txt --propose Erich");
    assert_eq!((&done["results"], &done["proposed"]), (&1.into(), &true.into()));
    assert_eq!(field.operations("first-bound.railhead"), 4, "a proposal is no operation");
    let post = board.get(&umpire, "/post").body;
    assert!(post.contains("Take it into the result") && post.contains("by e-mail"), "{post}");
    let of_erich = board.get(&erich, "/p/battle/1am-0905").body;
    for kept in [
        "Change your report",
        "value=\"taken\" required checked",
        "name=\"sp:ax.pz.r1.b1\" min=\"0\" max=\"3\" required inputmode=\"numeric\" value=\"2\"",
        "5 more bases, unchanged",
    ] {
        assert!(of_erich.contains(kept), "{kept}: {of_erich}");
    }
    // Of one battle he tells one thing: what he sends later is in its place.
    field.write("mail.txt", &filled(&field, "AX", &["end broken off", "moves 2", "base ax.pz.art - 1"]));
    field.done("orders import mail.txt --propose Erich");
    let told = board.get(&erich, "/p/battle").body;
    assert_eq!(told.matches("Result of the").count(), 1, "{told}");
    assert!(told.contains("broken off, 2 moves") && told.contains("Artillery Battalion 240: 1 marker"), "{told}");
    // It goes into the umpire's form as what is told on the board does.
    let form = board.get(&umpire, "/battle/1am-0905/result?from=1").body;
    assert!(form.contains("value=\"broken_off\" checked"), "{form}");
}

#[test]
fn every_fault_of_a_result_is_named_with_line_and_column_and_nothing_is_kept() {
    let field = drawn();
    let board = crate::board::Board::open(field.dir.path());
    let umpire = board.umpire();
    board.player(&umpire, "Erich", "AX", "");
    board.player(&umpire, "Karl", "AX", "ax.pz");
    let refused = |lines: &str, player: &str| {
        field.write("mail.txt", &format!("side AX\nbound 1am\n{lines}"));
        let ran = field.run(&format!("orders import mail.txt{player}"));
        assert_eq!(ran.code, 1, "{lines}");
        ran.err.replace("\n    ", " ")
    };
    let err = refused(
        "ax.pz dig-in\nbattle 1am-0905\nend tacken\nmoves 7\nmoves 8\nbase ax.pz.r1.b1 4 - destroied\n\
         base su.rd.art 0\nbase ax.art 2 passed:1\nbase ax.pz.r2.b2 2 nonsuch\nbase ax.pz.art 1\nbase ax.pz.art 2\n> base ax.pz.r1.b2 -1\n\
         base ax.pz.r2.b1\n",
        " --propose Erich",
    );
    for said in [
        "mail.txt:5:5: `tacken` is not a valid end of a battle (did you mean `taken`?)",
        "mail.txt:7:1: `moves` appears twice (leave one of them out)",
        "mail.txt:7:7: `8` is not a valid number of moves (1 to 6)",
        "mail.txt:8:22: `destroied` is not a valid fate (did you mean `destroyed`?)",
        "mail.txt:8:18: I/Panzer Regiment 140 had 3 SP and cannot come out with 4 (a base gains no SP in battle)",
        "mail.txt:9:6: `su.rd.art` is no base of Erich in this battle (name one of `ax.art`, `ax.pz.r1.b1`,",
        "mail.txt:10:15: `passed` is of a unit, and not of a base (leave it out: the umpire writes it down)",
        "mail.txt:11:20: ",
        "mail.txt:13:6: Artillery Battalion 240 appears twice (leave one of them out)",
        "mail.txt:14:20: `-1` has no meaning here",
        "nothing was kept: correct it, and import it again",
    ] {
        assert!(err.contains(said), "{said}: {err}");
    }
    assert!(!err.contains("mail.txt:15") && err.contains("`mail.txt` has 10 faults"), "{err}");
    assert!(board.get(&umpire, "/post").body.contains("No proposal waits."));
    for (lines, player, said) in [
        ("end taken\n", "", "mail.txt:3:1: `end` is of no battle (write the line `battle BATTLE` above it)"),
        (
            "battle\nend taken\n",
            "",
            "mail.txt:3:1: a form begins with its battle (write `battle BATTLE` alone in a line, and below it what came of it)",
        ),
        ("battle record 1am-0905 --end=taken\n", "", "mail.txt:3:1: a form begins with its battle"),
        ("battle 9am-0101\nend taken\n", "", "mail.txt:3:8: "),
        (
            "battle 1am-0905\nbase ax.art 2\n",
            " --propose Erich",
            "mail.txt:3:1: the form does not say how the battle ended",
        ),
        (
            "battle 1am-0905\nend taken\nmoves 3\nbase ax.art 2\n",
            " --propose Karl",
            "mail.txt:6:6: `ax.art` is no base of Karl in this battle",
        ),
        (
            "battle 1am-0905\nend taken\nmoves 3\nbattle 1am-0905\nend taken\nmoves 3\n",
            " --propose Erich",
            "mail.txt:6:8: `1am-0905` appears twice (leave one of them out)",
        ),
        // One side's word is not the result: alone it is not recorded.
        (
            "battle 1am-0905\nend taken\nmoves 3\nbase ax.art 2\n",
            "",
            "mail.txt:3:8: of `1am-0905` one side tells here, and a result is both's (give `--propose PLAYER`; or leave it \
             out here, and add what the other side tells to `railhead battle record 1am-0905 --end=taken --moves=3 \
             --set=ax.art=2`)",
        ),
    ] {
        let err = refused(lines, player);
        assert!(err.contains(said), "{said}: {err}");
    }
    // A side that has nothing in it tells nothing of it, and one that defended a square that was taken where its bases went.
    let hans = board.player(&umpire, "Hans", "AX", "ax.id");
    assert!(!hans.is_empty());
    let err = refused("battle 1am-0905\nend taken\nmoves 3\n", " --propose Hans");
    assert!(err.contains("mail.txt:3:8: no base of Hans is in `1am-0905` (leave its lines out)"), "{err}");
    board.player(&umpire, "Dmitri", "SU", "");
    field.write("mail.txt", "side SU\nbound 1am\nbattle 1am-0905\nend taken\nmoves 3\n");
    let err = field.run("orders import mail.txt --propose Dmitri").err.replace("\n    ", " ");
    assert!(err.contains("mail.txt:3:1: I/1002 Rifle Regiment cannot stand in 0905, which was taken"), "{err}");
    field.write("mail.txt", "side SU\nbound 1am\nbattle 1am-0905\nend taken\nmoves 3\nbase su.rd.r2.b1 destroyed\n");
    assert_eq!(field.run("orders import mail.txt --propose Dmitri").code, 0);
}
