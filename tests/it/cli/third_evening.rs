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
