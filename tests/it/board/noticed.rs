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
