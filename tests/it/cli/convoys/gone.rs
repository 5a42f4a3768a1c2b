//! What a convoy was to load at or to unload into is given up, captured, or the convoy itself is.

use serde_json::json;

use super::super::anything::both_banks;
use super::{convoys, field, held, hours, sound, square, told};

/// A closed dump is given up when it becomes empty. Found by the war (`tests/it/a_war/`): the bound could not be closed.
#[test]
fn a_dump_that_is_given_up_turns_its_convoys_away() {
    let field = field();
    field.done("supply stocktake d-su log=2 pol=0 --reason counted");
    field.done("dump close d-su");
    field.done("supply send 1rd.log --load 1log --from d-su --to 1rd");
    field.done("supply send 2rd.log --to d-su --stay");
    field.done("supply send log1 --load 2log --from d-su --to d-1rd");
    hours(&field, 1);
    let told = told(&field);
    let said = |line: &str| assert!(told.iter().any(|there| there == line), "{told:?}");
    said("su.1rd.log turns for home: d-su is empty and given up");
    said("su.2rd.log drives on to where d-su stood, which is given up");
    assert_eq!(field.run("supply stocks d-su").code, 2, "it is gone");
    assert_eq!((held(&field, "su.log1", "log"), square(&field, "log1")), (2, json!("0505")));
    let on_the_road: Vec<_> = convoys(&field).iter().map(|convoy| convoy["state"].clone()).collect();
    assert_eq!(on_the_road, [json!("home"), json!("to_deliver"), json!("to_deliver")]);
    sound(&field);
    // 3 squares in an hour: it has come to 0605 and comes to 0305, then to 0205.
    field.done("bound close");
    field.done("bound close");
    assert_eq!((square(&field, "2rd.log"), square(&field, "1rd.log")), (json!("0205"), json!("1005")));
    sound(&field);
}

/// Two LOG overrun in 0505 by a march that was ordered: half of it is the captor's, and the report names the vehicle.
#[test]
fn a_convoy_meets_an_enemy_who_marches_in_the_same_bound() {
    let field = field();
    hours(&field, 1);
    field.done("supply send log1 --load 2log --from d-su --to d-1rd");
    field.done("bound close");
    field.done("unit set ax.i1 square=0504");
    field.done("order ax.i1 move 0505");
    let report = field.json("bound march");
    let overruns = report["overruns"].as_array().unwrap();
    assert_eq!(overruns.len(), 1, "{report}");
    assert_eq!((&overruns[0]["id"], &overruns[0]["became"]), (&json!("su.log1"), &json!("surrendered")));
    assert_eq!((held(&field, "ax.captured.0505", "log"), held(&field, "destroyed", "log")), (1, 1));
    sound(&field);
}

/// Five LOG and three POL lie at a railhead that is overrun: two LOG and the POL are the captor's (NQM Squared: half).
#[test]
fn what_lies_at_a_railhead_is_captured_by_share() {
    let game = || {
        let field = both_banks();
        field.done("supply receive west-source 5 log --from rail");
        field.done("supply receive west-source 3 pol --from rail");
        field.done("unit set 9id.i2 square=0006");
        field
    };
    let stock = |field: &super::Field, account: &str| (held(field, account, "log"), held(field, account, "pol"));
    let field = game();
    let report = field.json("move 9id.i2 0005");
    assert_eq!(report["overruns"][0]["became"], json!("its stock captured"), "{report}");
    assert_eq!(stock(&field, "ax.9id.captured.0005"), (2, 3));
    assert_eq!((stock(&field, "west-source"), stock(&field, "destroyed")), ((0, 0), (3, 0)));
    assert_eq!(field.json("verify")["ok"], json!(true));
    field.done("undo");
    assert_eq!(stock(&field, "west-source"), (5, 3));

    let field = game();
    field.done("setting set capture destroyed");
    let report = field.json("move 9id.i2 0005");
    assert_eq!(report["overruns"][0]["became"], json!("its stock destroyed"), "{report}");
    assert_eq!((stock(&field, "west-source"), stock(&field, "destroyed")), ((0, 0), (5, 3)));

    let field = game();
    field.done("setting set capture umpire");
    let report = field.json("move 9id.i2 0005");
    assert_eq!(report["overruns"][0]["became"], json!("waits for the umpire"), "{report}");
    let claim = &field.json("supply claim")[0];
    assert_eq!((&claim["id"], &claim["kind"]), (&json!("west-source"), &json!("railhead")));
    assert_eq!(stock(&field, "west-source"), (5, 3));
    field.done("export there");
    field.done("check there");
    field.done("supply claim west-source captured");
    assert_eq!(stock(&field, "ax.9id.captured.0005"), (2, 3));
    assert_eq!(field.json("verify")["ok"], json!(true));
}

/// A dump of captured stock is carried away, and stock is captured in the square once more: it gets a dump of its own.
#[test]
fn captured_stock_finds_a_dump_where_the_first_has_gone() {
    let field = both_banks();
    field.done("unit set 9id.i2 square=0006");
    field.done("supply receive west-source 2 log --from rail");
    field.done("move 9id.i2 0005");
    field.done("dump move ax.9id.captured.0005 0007");
    field.done("unit set 9id.i2 square=0006");
    field.done("supply receive west-source 4 log --from rail");
    field.done("move 9id.i2 0005");
    assert_eq!(held(&field, "ax.9id.captured.0005", "log"), 1);
    assert_eq!(held(&field, "ax.9id.captured.0005-2", "log"), 2);
    assert_eq!(field.json("verify")["ok"], json!(true));
}
