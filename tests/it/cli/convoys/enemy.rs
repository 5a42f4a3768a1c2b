//! Sendings to what lies with the enemy are refused, and a way that is barred for the moment is told.

use domain::{RiverClass, SideId};
use serde_json::{Value, json};

use super::strip::strip;
use super::{convoys, field, held, sound, square, stocked, told_of};
use crate::squares::{ground, sq};

const LATER: &str = "the umpire sets the rule aside with `--override \"reason\"`";

/// Of the strip the enemy holds 0307 and stands in 0905, beside no friend, for they have marched to 1005.
#[test]
fn nobody_is_sent_to_what_lies_with_the_enemy() {
    let mut campaign = strip();
    ground(&mut campaign).set_control(sq(3, 7), Some(SideId::new("AX").unwrap()));
    let field = stocked(&campaign);
    for leaf in ["2rd.hq", "2rd.i1", "2rd.log"] {
        field.done(&format!("unit set {leaf} square=1005"));
    }
    field.done("unit set ax.i1 square=0905");
    let refused = |line: &str, why: &str| {
        let ran = field.run(line);
        assert_eq!((ran.code, ran.err), (1, format!("error: su.log1: {why}\nhint: {LATER}\n")), "{line}");
    };
    let hands = "0307 is in enemy hands: no SU vehicle can get there";
    let stands = "the enemy stands in 0905: no SU vehicle can get there";
    refused("supply send log1 --to 0307", hands);
    refused("supply send log1 --load 2log --from d-su --to d-1rd --via 0307", hands);
    refused("supply send log1 --to 0905 --stay", stands);
    field.done("dump open d-lost --owner su --at 0307");
    refused("supply send log1 --load 2log --from d-lost --to d-1rd", hands);
    assert_eq!(convoys(&field), [Value::Null; 0]);
    field.done("setting set enemy_control_bars off");
    field.done("supply send log1 --to 0307 --stay");
    sound(&field);
}

/// The umpire sends by 0307 all the same: the convoy leaves the way point out, says why, and drives straight.
#[test]
fn a_way_point_that_is_left_out_is_told() {
    let mut campaign = strip();
    ground(&mut campaign).set_control(sq(3, 7), Some(SideId::new("AX").unwrap()));
    let field = stocked(&campaign);
    let sent =
        field.done("supply send log1 --load 2log --from d-su --to d-1rd --via 0306,0307 --override \"they may go\"");
    assert!(sent.contains("note: no clear way leads from 0306 to 0307 now: 0307 is in enemy hands\n"), "{sent}");
    let told = told_of(&field, "su.log1 ");
    assert_eq!(told[0], "leaves out its way points 0306, 0307: 0307 is in enemy hands");
    assert_eq!(told[1], "sets out from 0205 to d-1rd with 2 LOG");
    assert_eq!((held(&field, "d-1rd", "log"), square(&field, "su.log1")), (2, json!("0205")));
    sound(&field);

    let field = stocked(&campaign);
    field.done("supply send log1 --load 2log --from d-su --to d-1rd --via 0307 --override \"they may go\"");
    assert_eq!(told_of(&field, "su.log1 ")[0], "leaves out its way point 0307: 0307 is in enemy hands");
}

/// Nothing is refused that may be mended before they set out.
#[test]
fn a_way_that_is_barred_for_the_moment_is_told() {
    let mut campaign = strip();
    let side = sq(6, 5).side_to(sq(7, 5)).unwrap();
    let round = sq(6, 7).side_to(sq(7, 7)).unwrap();
    for side in [side, round] {
        let river = campaign::RiverSide { class: RiverClass::Major, river: 0 };
        ground(&mut campaign).set_river(side, Some(river));
    }
    let field = stocked(&campaign);
    let sent = field.done("supply send log1 --load 2log --from d-su --to d-1rd");
    assert!(
        sent.ends_with("note: no clear way leads from 0205 to 1005 now: no road leads from 0205 to 1005\n"),
        "{sent}"
    );
    assert_eq!(convoys(&field).len(), 1);
}

/// The umpire may: what he should know is told.
#[test]
fn what_goes_to_the_enemy_is_told() {
    let mut campaign = strip();
    ground(&mut campaign).set_control(sq(3, 7), Some(SideId::new("AX").unwrap()));
    let field = stocked(&campaign);
    let notes = |line: &str| {
        let done = field.done(line);
        let note = done.split_once("note: ").map(|(_, note)| note.split_whitespace().collect::<Vec<_>>().join(" "));
        note.unwrap_or_default()
    };
    let lies = |dump: &str| format!("0307 is in enemy hands: no SU vehicle can reach `{dump}` there");
    assert_eq!(notes("dump open d-lost --owner su --at 0307"), lies("d-lost"));
    assert_eq!(notes("dump open d-kept --owner su --at 0306"), "");
    assert_eq!(notes("dump move d-kept 0307"), lies("d-kept"));
    field.done("dump open d-ax --owner ax --at 0205");
    let gives = "`d-ax` belongs to AX: what SU gives it goes to the enemy";
    assert_eq!(notes("supply transfer d-su d-ax 1 log --override bought"), gives);
    let off = |rule: &str| {
        format!("this has no effect while the house rule `{rule}` is off: `railhead setting set {rule} on`")
    };
    assert_eq!(notes("strikes book 0505 --against SU"), off("air_interdiction"));
    assert_eq!(notes("partisans set 0505 --against SU --strength 2"), off("partisans"));
    for rule in ["air_interdiction", "partisans"] {
        field.done(&format!("setting set {rule} on"));
    }
    assert_eq!(notes("strikes book 0605 --against SU"), "");
    assert_eq!(notes("partisans set 0605 --against SU --strength 2"), "");
    sound(&field);
}

/// A lorry of 2 units: it carries LOG and ammunition, and a count of less than is booked is no question.
#[test]
fn a_vehicle_is_counted_with_what_it_can_hold() {
    let field = field();
    let refused = |count: &str, why: &str| {
        let ran = field.run(&format!("supply stocktake {count} --reason counted"));
        assert_eq!((ran.code, ran.err), (1, format!("error: {why}\nhint: {LATER}\n")), "{count}");
    };
    refused("su.log1 pol=1", "`su.log1` carries LOG, not POL");
    refused("su.pol1 log=1", "`su.pol1` carries POL, not LOG");
    refused("su.log1 log=3", "`su.log1` has room for 2 in all, not 3");
    refused("su.log1 log=2 fu_m=1", "`su.log1` has room for 2 in all, not 3");
    field.done("supply stocktake su.log1 log=3 pol=2 --reason counted --override 'they lie beside it'");
    assert_eq!((held(&field, "su.log1", "log"), held(&field, "su.log1", "pol")), (3, 2));
    field.done("supply stocktake su.log1 pol=1 --reason counted");
    field.done("supply stocktake su.log1 fu_m=1 log=1 pol=0 --reason counted");
    assert_eq!((held(&field, "su.log1", "log"), held(&field, "su.log1", "fu_m")), (1, 1));
    field.done("supply stocktake d-su log=99 --reason counted");
    sound(&field);
}

/// What is clear is sent without a word.
#[test]
fn a_clear_way_is_not_spoken_of() {
    let sent = field().done("supply send log1 --load 2log --from d-su --to d-1rd --via 0307");
    let notes: Vec<&str> = sent.lines().filter(|line| line.starts_with("note:")).collect();
    assert_eq!(notes, ["note: as things stand it arrives in D1 am, and is home in D1 pm"]);
}
