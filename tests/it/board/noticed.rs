//! What is read writes nothing, what was filled in stays, and whoever is written to notices.

use super::Board;
use crate::cli::field::Field;

/// The tutorial after these commands, its board, and the umpire's key.
fn opened(commands: &[&str]) -> (Field, Board, String) {
    let field = Field::empty();
    for line in ["new first-bound"].iter().chain(commands) {
        field.done(line);
    }
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

#[test]
fn whatever_is_asked_for_by_its_address_writes_nothing() {
    let (field, board, umpire) = opened(&[]);
    let file = field.dir.path().join("zz.svg");
    for typed in ["map+--svg+zz.svg", "map+--svg=zz.svg", "orbat+--svg+zz.svg", "status+--format=json", "status+-q"] {
        let came = board.get(&umpire, &format!("/line?q={typed}"));
        assert_eq!(came.status, 400, "{typed}: {}", came.body);
        assert!(came.body.contains(" is not for the board: nothing was done"), "{typed}: {}", came.body);
        assert!(came.body.contains("leave it out, or type the command in a terminal"), "{typed}");
    }
    let form = [("line", "bound note 'here' --campaign other.railhead")];
    let came = board.fill(&umpire, "/line?q=bound+note+here", "/line", &form);
    assert!(came.status == 400 && came.typed().contains("`--campaign` is not for the board"), "{}", came.body);
    // Behind two dashes a flag is a word of the note.
    let shown = board.get(&umpire, "/line?q=bound+note+--+--dry-run");
    assert!(shown.status == 200 && shown.body.contains("Preview: nothing is written."), "{}", shown.body);
    // What an address names is a thing, not a flag.
    for page in ["/unit/--svg=zz.svg", "/square/--svg=zz.svg", "/history/--help", "/op/--help", "/battle/--help"] {
        assert_eq!(board.get(&umpire, page).status, 404, "{page}");
    }
    assert!(!board.get(&umpire, "/?sel=--help").body.contains("Usage:"));
    assert!(!file.exists());
    assert_eq!(field.operations("first-bound.railhead"), 1);
    // Flags that its form has are typed as ever.
    let shown = board.get(&umpire, "/line?q=orbat+ax.pz+--depth+2");
    assert!(shown.status == 200 && shown.body.contains("Panzer Regiment 140"), "{}", shown.body);
}

#[test]
fn an_order_is_on_its_page_as_it_was_filled_in_when_another_hand_came_between() {
    let (field, board, umpire) = opened(&[]);
    let page = board.get(&umpire, "/order/su.td");
    let (op, key) = (page.field("expect_op"), page.field("form_key"));
    field.done("unit set ax.pz.r1.b1 sp=1");
    let filled = [("action", "move"), ("way", "0904"), ("rate", "road"), ("reason", "to the bridge"), ("next", "1")];
    let form = |op: &str, key: &str, mode: &str| {
        let own = [("expect_op", op), ("form_key", key), ("mode", mode)];
        board.post(&umpire, "/order/su.td", &[&own[..], &filled[..]].concat())
    };
    for mode in ["preview", "do"] {
        let came = form(&op, &key, mode);
        assert_eq!(came.status, 409, "{mode}: {}", came.body);
        for kept in [
            "The campaign has gone on since you opened this page",
            "sp=1",
            "value=\"0904\"",
            "value=\"road\" checked",
            "value=\"to the bridge\"",
            "name=\"next\" value=\"1\" checked",
            "Preview: nothing is written.",
        ] {
            assert!(came.body.contains(kept), "{mode}: {kept}: {}", came.body);
        }
    }
    assert_eq!(field.operations("first-bound.railhead"), 2);
    let again = form(&op, &key, "preview");
    let done = form(&again.field("expect_op"), &again.field("form_key"), "do");
    assert!(done.status == 200 && done.body.contains("Done."), "{}", done.body);
    assert_eq!(field.operations("first-bound.railhead"), 3);
}

#[test]
fn a_card_begins_with_what_can_be_done_and_paper_is_no_phone() {
    let (_field, board, umpire) = opened(&[]);
    let erich = board.player(&umpire, "Erich", "AX", "");
    for (key, page) in [(&umpire, "/?sel=ax.pz"), (&erich, "/p/map?sel=ax.pz")] {
        let page = board.get(key, page).body;
        let (_, card) = page.split_once("class=\"card\"").unwrap();
        let at = |text: &str| card.find(text).unwrap_or_else(|| panic!("{text}: {card}"));
        assert!(at("Give an order") < at("<table"), "{card}");
    }
    for sheet in ["/board.css", "/paint.css"] {
        let style = board.get("", sheet).body;
        assert!(style.contains("@media screen and (max-width: 720px)"), "{sheet}");
        assert!(!style.contains("@media (max-width"), "{sheet}");
    }
}
