//! What a third evening found wrong with trips, outcomes and corrections, each held by a case.

use serde_json::{Value, json};

use super::correction::drawn;
use super::field::{Field, plain};
use super::shortage::line;

/// What a refused line says, without line breaks.
fn refused(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_ne!(ran.code, 0, "{line}: {}", ran.out);
    plain(&ran.err)
}

/// The corps has its dump `d-c1` in 0902: what is brought to the corps is unloaded there.
#[test]
fn a_trip_in_a_circle_by_way_of_a_formation_or_a_square_is_refused() {
    let field = line();
    let said = refused(&field, "supply send a.log --load 2log --from d-c1 --to a.c1");
    assert!(said.contains("it would load at d-c1 and unload there again: First Corps has its dump there"), "{said}");
    let hint = "name another place with `--from` or `--to`; `railhead supply stocks` shows who holds what";
    assert!(said.contains(hint), "{said}");
    let said = refused(&field, "supply send a.log --load 2log --from d-c1 --to 0902");
    assert!(said.contains("it would load at d-c1 and unload there again"), "{said}");
    field.done("supply send a.log --load 2log --from d-c1 --to a.c2 --dry-run");
}

/// In the afternoon lorries do not drive: who sets out is away until the next morning. The tanks hold no fuel, and where the
/// army's bowser cannot drive the corps' brings them some, though their chain goes by it.
#[test]
fn the_plan_says_whose_chain_breaks_while_a_bowser_is_away() {
    let field = line();
    field.done("supply stocktake a.c1.td.pol pol=0 --reason test");
    field.done("unit set a.pol state=broken");
    field.done("bound close");
    let sent = field.json("supply plan --side SU --only POL")["plans"][0]["trips"][0].clone();
    assert_eq!((&sent["vehicles"], &sent["breaks"]), (&json!(["a.c1.pol"]), &json!(["a.c1.td"])));
    let told = field.done("supply plan --side SU --only POL --format csv");
    assert!(told.contains("level; meanwhile the fuel chain breaks of Tank Division"), "{told}");
    let notes = field.json("supply plan --side SU --only POL --accept --dry-run")["notes"].to_string();
    assert!(notes.contains("is away from its place, the fuel chain breaks of: Tank Division"), "{notes}");
}

/// Two campaigns of one folder stand alike, square by square: an outcome of one is none of the other.
#[test]
fn an_outcome_of_another_campaign_is_refused_by_name() {
    let field = Field::empty();
    for name in ["ours", "theirs"] {
        field.done(&format!("new first-bound {name}.railhead -q"));
        field.done(&format!("battle new 0905 --by ax.pz --campaign {name}.railhead"));
    }
    field.done("battle resolve 0905 --seed 7 --campaign theirs.railhead");
    let file = field.dir.path().join("1am-0905.outcome.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let outcome: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(outcome["campaign"]["file"], "theirs.railhead");
    let title = outcome["campaign"]["title"].as_str().unwrap();
    let said = refused(&field, "battle post 0905 --campaign ours.railhead");
    let told = format!(
        "this outcome is from another campaign, {title} (`theirs.railhead`); this one is {title} (`ours.railhead`)"
    );
    assert!(said.contains(&told), "{said}");
    let hint = "post it there with `--campaign FILE`; here `railhead battle resolve 1am-0905` fights the battle";
    assert!(said.contains(hint), "{said}");
    // A file of before this was kept does not say of which campaign it is; a copy of the campaign is the same one.
    let mut old = outcome.clone();
    old.as_object_mut().unwrap().remove("campaign");
    field.write("old.json", &old.to_string());
    field.done("battle post 0905 old.json --campaign ours.railhead");
    field.done("backup copy.railhead --campaign theirs.railhead");
    field.done("battle post 0905 --campaign copy.railhead");
    // The log keeps the outcome as one that can be posted in any campaign that comes to it.
    field.done("op script 3 --out again --campaign theirs.railhead");
    field.done("battle post 0905 --campaign theirs.railhead");
    field.done("op script --out again2 --campaign theirs.railhead");
}

/// A quoted word that names `--post` posts nothing.
#[test]
fn what_posts_is_read_as_the_command_reads_it() {
    let field = drawn();
    field.done("battle resolve 0602 --dice '6 3 4' --post");
    for line in ["battle resolve 0602 --seed 5 --reason 'with --post'", "battle record 0602 --end out_of_moves"] {
        let said = refused(&field, &format!("op correct 4 \"{line}\" --dry-run"));
        assert!(said.contains("fights the battle and does not post it"), "{said}");
    }
    field.done("op correct 4 'battle record 0602 --post --end out_of_moves' --dry-run");
}

/// A regular battalion that fought and went back of its own will is disorganised; where it is not, a form says so, and another
/// figure is put right beside it.
#[test]
fn who_withdrew_in_order_has_a_form() {
    let state = |field: &Field| field.json("unit show 9id.i1")["state"].clone();
    let field = drawn();
    field.done("battle record 0602 --end taken --moves 2 --set D1.1=,,withdrew --post");
    assert_eq!(state(&field), "disorganised");
    let field = drawn();
    field.done("battle record 0602 --end taken --moves 2 --set D1.1=,,withdrew_in_order --post");
    assert_eq!(state(&field), "organised");
    assert!(field.done("battle form 0602 --format csv").contains("withdrew_in_order"));
    field.done("battle correct 0602 --set A1.1=2");
    assert_eq!((state(&field), field.json("unit show 1rd.b1")["sp"].clone()), (json!("organised"), json!(2)));
}

/// Who failed a test in a battle that was lost is due for a lower grade; once that was put right, two bounds later, nobody is.
#[test]
fn grades_are_due_by_the_result_that_was_put_right() {
    let due = |field: &Field| -> Vec<String> {
        let review = field.json("grade review");
        let rows = review.as_array().unwrap().iter().filter(|row| !row["due"].is_null());
        rows.map(|row| format!("{} {}", row["unit"].as_str().unwrap(), row["due"].as_str().unwrap())).collect()
    };
    let found = |field: &Field| field.json("status")["findings"]["grade"].as_u64().unwrap_or_default();
    let field = drawn();
    field.done("battle record 0602 --end broken_off --moves 2 --set A1=failed:1 --post");
    let wrong = due(&field);
    assert_eq!((wrong.len(), found(&field)), (1, 1), "{wrong:?}");
    field.done("bound close");
    field.done("bound close");
    field.done("battle correct 0602 --end broken_off --moves 2");
    assert_eq!((due(&field), found(&field)), (vec![], 0));
    field.done("battle correct 0602 --end broken_off --moves 2 --set A1=failed:1");
    assert_eq!((due(&field), found(&field)), (wrong, 1));
}
