//! What became of orders, what is open before a bound is closed, and pages that are narrowed by their address.

use super::{Board, opened, proposed};
use crate::cli::field::Field;

fn taken(board: &Board, umpire: &str, number: u64) -> String {
    let came = board.fill_and_go(umpire, "/post", &format!("/proposal/{number}/take"), &[]);
    assert_eq!(came.status, 200, "{}", came.body);
    came.body
}

/// The text of a page without its marks.
fn text(body: &str) -> String {
    let pieces = body.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    pieces.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_player_reads_what_became_of_what_he_proposed() {
    let (field, board, [umpire, dmitri, erich]) = opened();
    proposed(&board, &dmitri, "su.td", "0902");
    taken(&board, &umpire, 1);
    let orders = |key: &str| text(&board.get(key, "/p/orders").body);
    assert!(orders(&dmitri).contains("Waits for the march of D1 am"), "{}", orders(&dmitri));
    field.done("bound march");
    let mine = orders(&dmitri);
    assert!(mine.contains("arrived") && mine.contains("now in"), "{mine}");
    let list = text(&board.get(&umpire, "/orders").body);
    assert!(list.contains("What became of orders") && list.contains("asked for by Dmitri"), "{list}");
    assert!(!orders(&erich).contains("70th"), "{}", orders(&erich));
    // Taken back it is no order any more; brought back it is as it was.
    field.done("undo");
    assert!(orders(&dmitri).contains("Waits for the march of D1 am"), "{}", orders(&dmitri));
    field.done("redo");
    assert_eq!(orders(&dmitri), mine);
    field.done("undo");
    field.done("undo");
    assert!(orders(&dmitri).contains("Taken back by the umpire"), "{}", orders(&dmitri));
}

#[test]
fn an_order_in_the_place_of_another_says_so_to_everybody_whom_it_concerns() {
    let (field, board, [umpire, dmitri, _]) = opened();
    proposed(&board, &dmitri, "su.td", "0902");
    taken(&board, &umpire, 1);
    proposed(&board, &dmitri, "su.td", "0802");
    // Before it is taken, in the preview, in the answer, and for the player.
    let waits = text(&board.get(&umpire, "/post").body);
    let there = "70th Tank Division has an order for D1 am: to march to 0902";
    assert!(waits.contains(there) && waits.contains("asked for by Dmitri. This one replaces it."), "{waits}");
    let note = "replaces the order of 70th Tank Division for D1 am: march to 0902";
    let typed = text(&board.get(&umpire, "/line?q=order+su.td+move+0802+--rate+road").body);
    assert!(typed.contains("Preview: nothing is written.") && typed.contains(note), "{typed}");
    let said = field.run("order su.td move 0802 --rate road --dry-run");
    assert!(said.out.split_whitespace().collect::<Vec<_>>().join(" ").contains(note), "{}", said.out);
    let first = field.run("order ax.pz dig-in --dry-run");
    assert!(!first.out.contains("replaces"), "{}", first.out);
    let page = text(&board.get(&umpire, "/order/su.td").body);
    assert!(page.contains("It has an order for D1 am: to march to 0902"), "{page}");
    let done = text(&taken(&board, &umpire, 2));
    assert!(done.contains("Replaced the order to march to 0902"), "{done}");
    let his = text(&board.get(&dmitri, "/p/orders").body);
    assert!(his.contains("Replaced by another order: march to 0802"), "{his}");
    // The umpire's own order in the place of his: he reads what it is, and the umpire whose the other was.
    field.done("order su.td dig-in");
    let his = text(&board.get(&dmitri, "/p/orders").body);
    assert!(his.contains("Replaced by another order: dig in"), "{his}");
    let list = text(&board.get(&umpire, "/orders").body);
    assert!(list.contains("Replaced by another order: dig in, given by you"), "{list}");
}

#[test]
fn a_proposal_of_another_bound_says_so_before_it_is_taken() {
    let (field, board, [umpire, dmitri, _]) = opened();
    proposed(&board, &dmitri, "su.td", "0902");
    field.done("bound close --anyway");
    let waits = text(&board.get(&umpire, "/post").body);
    assert!(waits.contains("He wrote it in D1 am; now D1 pm runs, and taken now it is an order for D1 pm."), "{waits}");
}

#[test]
fn what_is_open_is_named_before_a_bound_is_closed() {
    let (field, board, [umpire, dmitri, _]) = opened();
    let open = |board: &Board| text(&board.get(&umpire, "/do/bound-close").body);
    field.done("order ax.pz dig-in");
    proposed(&board, &dmitri, "su.td", "0902");
    field.done("battle new 0905 --by ax.pz");
    let shown = open(&board);
    for named in [
        "Needs your decision",
        "Battles that are drawn and not fought (1)",
        "Orders that are not carried out (1)",
        "40th Panzer Division: dig in",
        "Proposals that you have not answered (1)",
        "Dmitri: 70th Tank Division: march to 0902 Dubrava at road rate",
    ] {
        assert!(shown.contains(named), "{named}: {shown}");
    }
    field.done("battle resolve 1am-0905 --seed 4 --post");
    field.done("bound march");
    board.fill(&umpire, "/post", "/proposal/1/refuse", &[("answer", "no")]);
    let shown = open(&board);
    assert!(shown.contains("What closing does, in this order"), "{shown}");
    for settled in ["drawn and not fought", "Orders that are not carried out", "not answered ("] {
        assert!(!shown.contains(settled), "{settled}: {shown}");
    }
}

#[test]
fn what_keeps_a_bound_open_is_ticked_off_where_it_is_closed() {
    let (field, board, [umpire, ..]) = opened();
    field.done("setting set careful_close on");
    let close = "/do/bound-close";
    let quiet = board.get(&umpire, close).body;
    assert!(!quiet.contains("required") && quiet.contains(">Close D1 am <kbd>x</kbd>"), "{quiet}");
    field.done("order ax.pz dig-in");
    let shown = board.get(&umpire, close).body;
    let tick = "<input type=\"checkbox\" name=\"anyway\" value=\"1\" form=\"form\" required>";
    assert!(shown.contains(tick) && shown.contains("Close D1 am with what is still open"), "{shown}");
    // What would happen then is shown before, and nothing speaks of a flag.
    let points = text(&shown);
    assert!(points.contains("1 order is dropped, not carried out: 40th Panzer Division"), "{points}");
    assert!(points.contains("D1 pm begins: troops march 6 hours; weather: "), "{points}");
    assert!(!points.contains("Arrivals"), "nobody is to come: {points}");
    assert!(shown.contains("Preview: nothing is written.") && shown.matches("name=\"anyway\"").count() == 1, "{shown}");
    assert_eq!(board.fill(&umpire, close, close, &[("mode", "do")]).status, 422);
    let done = board.fill(&umpire, close, close, &[("mode", "do"), ("anyway", "1")]);
    assert!(done.status == 200 && done.body.contains("Done."), "{}", done.body);
    // Where the campaign does not ask for it, the button says what is open.
    field.done("setting set careful_close off");
    field.done("order ax.pz dig-in");
    let shown = board.get(&umpire, close).body;
    assert!(!shown.contains("required") && shown.contains(">Close D1 pm with 1 open point <kbd>x</kbd>"), "{shown}");
    // A step for which nothing waits says so.
    field.done("order cancel ax.pz");
    let march = text(&board.get(&umpire, "/do/bound-march").body);
    assert!(march.contains("No order is to be carried out in D1 pm.") && !march.contains("UNIT"), "{march}");
}

#[test]
fn the_log_and_the_sheet_are_narrowed_by_their_address() {
    let (field, board, [umpire, ..]) = opened();
    field.done("order su.td dig-in");
    field.done("unit set ax.pz.r1.b1 sp=1");
    field.done("bound close --anyway");
    field.done("order su.td dig-in");
    let rows = |address: &str| {
        let came = board.get(&umpire, address);
        assert_eq!(came.status, 200, "{address}: {}", came.body);
        came.body.matches("/back\"").count() + usize::from(came.body.contains("href=\"/op/5\""))
    };
    assert_eq!(rows("/log"), 5, "the last is where it stands");
    assert_eq!(rows("/log?unit=ax.pz"), 2, "the unit below it was set, and the close told of it");
    assert_eq!(rows("/log?kind=order"), 2);
    assert_eq!(rows("/log?kind=order&bound=1am"), 1);
    assert_eq!(rows("/log?kind=order&unit=&bound=1pm"), 1);
    let narrowed = board.get(&umpire, "/log?kind=order&bound=1am").body;
    assert!(narrowed.contains("<option value=\"order\" selected>") && narrowed.contains("show all"), "{narrowed}");
    assert!(board.get(&umpire, "/log?unit=nobody").body.contains("role=\"alert\""));
    let sheet = |query: &str| text(&board.get(&umpire, &format!("/sheet?{query}")).body);
    assert!(sheet("by=unit").contains("70th Tank Division") && sheet("by=unit").contains("40th Panzer Division"));
    assert!(!sheet("by=unit&side=AX").contains("70th Tank Division"));
    assert!(!sheet("state=no_vehicle&side=AX").contains("70th Tank Division"));
    // Whose eyes stay when it is narrowed, and what narrows it when another bound is looked at.
    let page = board.get(&umpire, "/sheet?side=AX&state=cut").body;
    assert!(page.contains("<input type=\"hidden\" name=\"side\" value=\"AX\">"), "{page}");
    assert!(page.contains("href=\"?side=AX&amp;state=cut&amp;at=1am\""), "{page}");
}

#[test]
fn of_the_past_nothing_is_written_and_every_page_says_so() {
    let (field, board, [umpire, ..]) = opened();
    field.done("battle new 0905 --by ax.pz");
    field.done("battle resolve 1am-0905 --seed 4 --post");
    field.done("bound close --anyway");
    let last = field.operations("first-bound.railhead");
    for page in ["/do/order", "/do", "/draw/0905", "/battle/1am-0905/fight", "/join", "/post", "/line?q=undo"] {
        let and = if page.contains('?') { '&' } else { '?' };
        let came = board.get(&umpire, &format!("{page}{and}at=1am"));
        assert_eq!(came.status, 200, "{page}: {}", came.body);
        assert!(came.body.contains("You are looking at the past"), "{page}: {}", came.body);
        assert!(!came.body.contains("method=\"post\""), "{page}: {}", came.body);
        assert!(came.body.contains(&format!("href=\"{page}\"")), "{page}: the way to now: {}", came.body);
    }
    let refused = board.fill(&umpire, "/do/bound-note", "/do/bound-note?at=1am", &[("mode", "do"), ("text", "x")]);
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert_eq!(field.operations("first-bound.railhead"), last);
    // What one looks at stays when the bound is chosen.
    let map = board.get(&umpire, "/?side=SU&sel=su.td&at=1am").body;
    for kept in [
        "<input type=\"hidden\" name=\"side\" value=\"SU\">",
        "<input type=\"hidden\" name=\"sel\" value=\"su.td\">",
        "href=\"?side=SU&amp;sel=su.td&amp;at=1am\"",
        "href=\"?side=SU&amp;sel=su.td&amp;\" data-key=\"0\"",
    ] {
        assert!(map.contains(kept), "{kept}: {map}");
    }
}

#[test]
fn a_commander_reads_losses_under_his_own_name() {
    let (field, board, [_, dmitri, erich]) = opened();
    field.done("battle new 0905 --by ax.pz");
    field.done("battle resolve 1am-0905 --seed 4 --post");
    let his = text(&board.get(&erich, "/p/battles").body);
    assert!(his.contains("for the commander of 40th Panzer Division"), "{his}");
    assert!(his.contains("SP lost are those of 40th Panzer Division alone"), "{his}");
    let side = text(&board.get(&dmitri, "/p/battles").body);
    assert!(!side.contains("commander of"), "{side}");
    let typed = field.run("battle list --for ax.pz").out;
    assert!(typed.contains("for the commander of 40th Panzer Division"), "{typed}");
}

#[test]
fn a_player_has_supplies_carried_and_dumps_opened_as_he_orders_marches() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let hans = board.player(&umpire, "Hans", "AX", "");
    let sent = |form: &[(&str, &str)]| board.fill_and_go(&hans, "/p/orders", "/p/proposal", form);
    let carries = [("unit", "ax.t1"), ("action", "send"), ("load", "2log"), ("from", "olshany"), ("to", "ax.d")];
    let came = sent(&[&carries[..], &[("way", "0405")]].concat());
    let said = "Truck column 1: drive `2log` from Olshany to Corps dump Brod by 0405";
    assert!(came.status == 200 && text(&came.typed()).contains(said), "{}", came.body);
    let came = sent(&[("unit", "ax.t2"), ("action", "open-dump"), ("dump", "d-2")]);
    assert!(text(&came.typed()).contains("Truck column 2: open the dump `d-2`"), "{}", came.body);
    for (form, why) in [
        (&carries[..4], "who carries supplies must know where to"),
        (&[("unit", "ax.t2"), ("action", "open-dump")][..], "a new dump wants an id"),
        (&[("unit", "su.t1"), ("action", "send"), ("to", "ax.d")][..], "there is no unit"),
    ] {
        let refused = sent(form);
        assert!(refused.status == 422 && refused.body.contains(why), "{why}: {}", refused.body);
    }
    // Changed, the form is as he filled it in.
    let change = board.get(&hans, "/p/orders?change=1").body;
    for filled in ["name=\"load\" value=\"2log\"", "name=\"to\" value=\"ax.d\"", "name=\"way\" value=\"0405\""] {
        assert!(change.contains(filled), "{filled}: {change}");
    }
    let post = text(&board.get(&umpire, "/post").typed());
    assert!(post.contains(said), "{post}");
    taken(&board, &umpire, 1);
    taken(&board, &umpire, 2);
    let orders = field.json("order list");
    let words: Vec<&str> = orders.as_array().unwrap().iter().map(|of| of["deed"].as_str().unwrap()).collect();
    assert_eq!(words, ["send", "open-dump"], "{orders}");
}
