//! What an organiser found on a whole day of play: where convoys come and when, what is ordered already, who attacks.

use super::field::{Field, plain};

/// The truck stands at Brod, 0605, and is to fetch at Olshany, 0105: it comes to Brod with its load, and not to where it loads.
#[test]
fn a_convoy_is_due_where_it_delivers_and_says_so_when_it_is_sent() {
    let field = Field::playing("first-bound");
    let sent = plain(&field.done("supply send ax.t2 --load 2log --from olshany --to ax.d"));
    assert!(sent.contains("note: as things stand it loads in D1 am, arrives in D1 am, and is home in D1 am"), "{sent}");
    let status = field.json("status");
    let due = status["due"].as_array().unwrap();
    let convoy = due.iter().find(|row| row["kind"] == "convoy").unwrap();
    assert_eq!((&convoy["subject"], &convoy["square"]), (&"ax.t2".into(), &"0605".into()), "{convoy}");
    assert_eq!(convoy["text"], "the convoy of Truck column 2, LX Army Corps (mot) arrives at 0605 Brod");
    // What goes to a formation says for whom it is; where it has what it brings it loads nothing any more.
    let sent = plain(&field.done("supply send ax.t1 --load 1log --from olshany --to ax.pz"));
    assert!(sent.contains("note: as things stand it arrives in D1 am"), "{sent}");
    let told = plain(&field.done("status"));
    assert!(told.contains("arrives at 0605 Brod for 40th Panzer Division"), "{told}");
}
