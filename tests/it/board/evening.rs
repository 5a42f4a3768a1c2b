//! An evening of `first-bound` on the board: two players give orders from elsewhere, the umpire takes and refuses them, marches,
//! fights a battle, closes the bound; and the log tells it all as commands.

use std::collections::BTreeMap;
use std::path::Path;

use super::Board;
use crate::cli::field::Field;

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())).collect()
}

/// The log of `first-bound` as a script, run on a fresh campaign, comes to the same export.
pub(super) fn replays_to_the_same(field: &Field) {
    field.done("export exported");
    let other = Field::playing("first-bound");
    field.done("op script --out script");
    for (name, bytes) in files(&field.dir.path().join("script")) {
        std::fs::write(other.dir.path().join(name), bytes).unwrap();
    }
    other.done("run script.txt");
    other.done("export exported");
    assert_eq!(files(&field.dir.path().join("exported")), files(&other.dir.path().join("exported")));
}

#[test]
fn an_evening_is_played_from_the_orders_to_the_closed_bound() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    let erich = board.player(&umpire, "Erich", "AX", "ax.pz");

    let order = [("unit", "su.td"), ("action", "move"), ("way", "Dubrava"), ("rate", "road"), ("note", "by the woods")];
    let sent = board.fill_and_go(&dmitri, "/p/orders", "/p/proposal", &order);
    assert!(
        sent.body.contains("70th Tank Division</a>: march to") && sent.body.contains("at road rate"),
        "{}",
        sent.body
    );
    assert!(board.get(&umpire, "/post").body.contains("order su.td move 0902 --rate road"));
    // His neighbour he does not know, and his superior is not his to order.
    let unknown = board.fill_and_go(&erich, "/p/orders", "/p/proposal", &[("unit", "ax.id"), ("action", "dig-in")]);
    assert!(unknown.status == 422 && !unknown.body.contains("350th"), "{}", unknown.body);
    let refused = board.fill_and_go(&erich, "/p/orders", "/p/proposal", &[("unit", "ax"), ("action", "dig-in")]);
    assert!(refused.status == 422 && refused.body.contains("takes no orders from you"), "{}", refused.body);
    let nowhere =
        board.fill_and_go(&erich, "/p/orders", "/p/proposal", &[("unit", "ax.pz"), ("action", "move"), ("way", "")]);
    assert!(nowhere.status == 422 && nowhere.body.contains("a march wants at least one square"), "{}", nowhere.body);
    board.fill_and_go(&erich, "/p/orders", "/p/proposal", &[("unit", "ax.pz"), ("action", "dig-in")]);
    // One for the next bound names it: it may be taken when that has begun.
    let later = [("unit", "ax.pz"), ("action", "dig-in"), ("next", "1")];
    let later = board.fill_and_go(&erich, "/p/orders", "/p/proposal", &later);
    assert!(later.body.contains("40th Panzer Division</a>: dig in, in D1 pm"), "{}", later.body);
    board.fill_and_go(&erich, "/p/orders", "/p/proposal/2/withdraw", &[]);
    // Whom he may have meant is said, and no command, which he could not give.
    let meant = board.fill_and_go(&dmitri, "/p/orders", "/p/proposal", &[("unit", "su.tdd"), ("action", "dig-in")]);
    assert!(meant.status == 422 && meant.body.contains("did you mean"), "{}", meant.body);
    assert!(!meant.body.contains("/line"), "{}", meant.body);
    assert!(
        !board.get(&erich, "/p/orders").body.contains("su.td"),
        "two opposed players' orders stay secret from each other"
    );
    assert_eq!(field.json("order list").as_array().unwrap().len(), 0, "what is proposed is no order yet");

    assert!(board.get(&umpire, "/").body.contains("2 proposals wait for you to decide"));
    let post = board.get(&umpire, "/post").body;
    assert!(post.contains("Dmitri") && post.contains("by the woods") && post.contains("order ax.pz dig-in"), "{post}");
    let not_here = board.fill_and_go(&umpire, "/post", "/proposal/1/take", &[("command", "backup kept")]);
    let said = ["`backup kept` cannot be done from the board", "do it in a terminal"];
    assert!(not_here.status == 422 && said.iter().all(|said| not_here.typed().contains(said)), "{}", not_here.body);
    // What he takes is done on the campaign that he looked at, or not at all.
    let looked_at = board.get(&umpire, "/post");
    field.done("bound note Meanwhile");
    let stale = [("expect_op", looked_at.field("expect_op")), ("form_key", looked_at.field("form_key"))];
    let stale: Vec<(&str, &str)> = stale.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let stale = board.post(&umpire, "/proposal/1/take", &stale);
    assert!(stale.status == 409 && stale.body.contains("bound note Meanwhile"), "{}", stale.body);
    let taken = board.fill_and_go(&umpire, "/post", "/proposal/1/take", &[]);
    assert_eq!(taken.status, 200, "{}", taken.body);
    board.fill_and_go(&umpire, "/post", "/proposal/2/refuse", &[("answer", "not in the open")]);
    assert_eq!(field.json("order list")[0]["unit"], "su.td");
    let answered = board.get(&dmitri, "/p/orders").body;
    assert!(answered.contains(">taken<") && !answered.contains("not in the open"), "{answered}");
    let answered = board.get(&erich, "/p/orders").body;
    assert!(answered.contains(">refused<") && answered.contains("not in the open"), "{answered}");
    let late = board.fill_and_go(&dmitri, "/p/orders", "/p/proposal/1/withdraw", &[]);
    assert!(late.body.contains("proposal 1 is taken already"), "{}", late.body);

    let done = |address: &str, form: &[(&str, &str)]| {
        let came = board.fill_and_go(&umpire, address, address, &[form, &[("mode", "do")]].concat());
        assert!(came.status == 200 && came.body.contains("Done."), "{address}: {}", came.body);
        came.body
    };
    assert!(done("/do/bound-march", &[]).contains("70th Tank Division"));
    let drawn = done("/do/battle-new", &[("square", "0905"), ("by", "ax.pz")]);
    assert!(drawn.contains("1am-0905"), "{drawn}");
    done("/do/battle-resolve", &[("what", "1am-0905"), ("seed", "4"), ("post", "1")]);
    let shown = board.get(&umpire, "/close");
    assert_eq!(shown.header("location"), Some("/do/bound-close"));
    let preview = board.get(&umpire, "/do/bound-close").body;
    assert!(preview.contains("Preview: nothing is written."), "{preview}");
    assert!(done("/do/bound-close", &[]).contains("D1 pm"));
    assert!(board.get(&erich, "/p/report").body.contains("D1 am"));

    drop(board);
    let verified = field.run("verify");
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    replays_to_the_same(&field);
    let export = files(&field.dir.path().join("exported"));
    assert!(
        !export.values().any(|bytes| bytes.windows(6).any(|window| window == b"Dmitri")),
        "an export names no player"
    );
}

#[test]
fn what_was_sent_is_changed_until_the_umpire_takes_it() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let [erich, hans] = ["Erich", "Hans"].map(|name| board.player(&umpire, name, "AX", ""));
    let order = [("unit", "ax.pz"), ("way", "0905 1005"), ("rate", "road"), ("next", "1"), ("note", "along the road")];
    let sent = board.fill_and_go(&erich, "/p/orders", "/p/proposal", &order).body;
    assert!(sent.contains("40th Panzer Division</a>: march to") && sent.contains(", in D1 pm"), "{sent}");
    let post = board.get(&umpire, "/post");
    assert!(post.body.contains("order ax.pz move 0905 1005 --rate road --for 1pm"), "{}", post.body);
    let (op, key) = (post.field("expect_op"), post.field("form_key"));
    // The form has what was sent.
    let form = board.get(&erich, "/p/orders?change=1").body;
    for filled in [
        "name=\"unit\" list=\"own\" value=\"ax.pz\"",
        "name=\"way\" value=\"0905 1005\"",
        "name=\"rate\" value=\"road\" checked",
        "name=\"next\" value=\"1\" checked",
        ">along the road</textarea>",
        "action=\"/p/proposal/1/change\"",
    ] {
        assert!(form.contains(filled), "{filled}: {form}");
    }
    let change =
        |key: &str, form: &[(&str, &str)]| board.fill_and_go(key, "/p/orders?change=1", "/p/proposal/1/change", form);
    let wrong = change(&erich, &[("unit", "ax.pz"), ("way", "9999")]);
    assert!(wrong.status == 422 && wrong.body.contains("action=\"/p/proposal/1/change\""), "{}", wrong.body);
    let changed = change(&erich, &[("unit", "ax.pz"), ("action", "dig-in")]).body;
    assert!(changed.contains("40th Panzer Division</a>: dig in") && !changed.contains("0905 1005"), "{changed}");
    // Another's he neither sees nor changes.
    assert!(!board.get(&hans, "/p/orders?change=1").body.contains("/p/proposal/1/change"));
    assert!(change(&hans, &[("unit", "ax.pz"), ("action", "move")]).body.contains("there is no proposal 1"));
    // What the umpire saw before is not taken unseen.
    let old = "order ax.pz move 0905 1005 --rate road --for 1pm";
    let form = [("command", old), ("was", old), ("expect_op", &op), ("form_key", &key)];
    let stale = board.post(&umpire, "/proposal/1/take", &form);
    assert_eq!(stale.status, 409, "{}", stale.body);
    assert!(stale.body.contains("He has changed what he proposes: nothing was done"), "{}", stale.body);
    assert!(stale.body.contains("he now wants <code>order ax.pz dig-in</code>"));
    assert!(stale.body.contains("name=\"action\" value=\"dig-in\" checked"), "{}", stale.body);
    assert_eq!(field.operations("first-bound.railhead"), 1);
    let command = [("command", "order ax.pz dig-in"), ("was", "order ax.pz dig-in")];
    board.fill_and_go(&umpire, "/post", "/proposal/1/take", &command);
    assert_eq!(field.operations("first-bound.railhead"), 2);
    let late = change(&erich, &[("unit", "ax.pz"), ("action", "move"), ("way", "0905")]);
    assert!(late.body.contains("proposal 1 is taken already"), "{}", late.body);
}
