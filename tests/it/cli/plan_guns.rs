//! Fire units in `supply plan` (house rule `calibre_ammunition`). Cases worked out by hand on the line of `shortage.rs`.
//!
//! A lorry takes 20 minutes a square; from the railhead `head` in 0302 to the army's dump `d-a` it is one, from there to
//! that of First Corps, `d-c1` in 0902, five. The army's lorries stand at `d-a` and carry 4, two of the corps at `d-c1` and
//! carry 1 each. Lorries drive in the morning only.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::consumption::{close, held};
use super::field::Field;
use super::house_supply::{guns, is_out, out};
use super::plan::{missing, orders, plan};
use super::shortage::line;

fn wants(plan: &Value) -> Vec<String> {
    let rows = plan["wants"].as_array().unwrap().iter();
    let word = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
    rows.map(|row| format!("{} {} {} {}", word(row, "at"), row["units"], word(row, "commodity"), word(row, "urgency")))
        .collect()
}

/// The guns of `house_supply.rs`: 152 and 105 mm of First Corps, 203 mm of the army, all of which have fired.
fn firing() -> Field {
    let field = guns();
    field.done("setting set calibre_ammunition on -q");
    field
}

/// The corps' heavy guns are refilled from its own dump, whose one unit is then gone, the light ones from that of the army,
/// the army's from nowhere: that one is urgent. Each of the three leaves should have one held for it.
#[test]
fn guns_that_find_nothing_come_first_and_every_leaf_has_one_held_for_it() {
    let field = firing();
    let levels = ["d-c1 1 fu_m fire_level", "d-c1 1 fu_h fire_level", "d-a 1 fu_vh fire_level"];
    let without = plan(&field, "--only fu");
    assert_eq!(wants(&without), [&["d-a 1 fu_vh fire"], &levels[..]].concat());
    assert_eq!(orders(&without), [""; 0], "what guns draw tonight is not given away");
    assert_eq!(
        missing(&without),
        [
            "a 1 fire: no stock: no FU_VH to spare in edge, head",
            "a.c1 1 fire_level: no stock: no FU_M to spare in d-a, edge, head",
            "a.c1 1 fire_level: no stock: no FU_H to spare in d-a, edge, head",
            "a 1 fire_level: no stock: no FU_VH to spare in edge, head",
        ]
    );
    for line in ["head 1 fu_vh", "head 2 fu_h", "d-a 1 fu_m"] {
        field.done(&format!("supply receive {line} --from rail -q"));
    }
    let with = plan(&field, "--only FU");
    assert_eq!(
        orders(&with),
        [
            "a.c1.log {\"fu_m\":1} from d-a to d-c1 3.3 h D1 am: 1 fire_level",
            "a.c1.log2 {\"fu_h\":1} from head to d-c1 4.0 h D1 am: 1 fire_level",
            "a.log {\"fu_vh\":1} from head to d-a 0.7 h D1 am: 1 fire",
        ]
    );
    assert_eq!(missing(&with), ["a 1 fire_level: no stock left: all is already given from head"]);
    assert_eq!(with["optimal"], true);
    field.done("supply plan --side SU --only fu --accept -q");
    close(&field, 3);
    assert_eq!(out(&field), [""; 0]);
    let left = [("d-c1", "fu_m"), ("d-c1", "fu_h"), ("d-a", "fu_m"), ("d-a", "fu_vh"), ("head", "fu_h")];
    assert_eq!(left.map(|(account, class)| held(&field, account, class)), [0, 1, 1, 0, 1]);
    assert!(field.done("verify").starts_with("sound"));
}

/// Only the army's lorries come anywhere in three hours: LOG for the night goes before fire units, those before a level.
#[test]
fn log_for_the_night_goes_before_fire_units_and_those_before_levels() {
    let field = firing();
    for line in [
        "supply receive head 1 fu_vh --from rail",
        "unit set a.c1.log state=destroyed",
        "unit set a.c1.log2 state=destroyed",
        "supply stocktake d-c1 log=0 --reason counted",
        "supply stocktake a.c1.rd.log log=0 --reason counted",
        "setting set supply_hours_am 3",
    ] {
        field.done(&format!("{line} -q"));
    }
    let urgent = plan(&field, "--bounds 1");
    assert_eq!(orders(&urgent), ["a.log {\"log\":3} from d-a to a.c1.rd 2.7 h D1 am: 1 resupply, 2 level"]);
    assert!(
        missing(&urgent).contains(
            &"a 1 fire: no vehicle left: all that could arrive in time are already sent: Army lorries".to_owned()
        ),
        "{urgent:#}"
    );
    field.done("supply stocktake a.c1.rd.log log=1 --reason counted -q");
    let levels = plan(&field, "--bounds 1");
    assert_eq!(orders(&levels), ["a.log {\"fu_vh\":1} from head to d-a 0.7 h D1 am: 1 fire"]);
}

#[test]
fn lorries_bring_the_fire_units_that_they_have_on_them_but_not_those_that_guns_draw_tonight() {
    let field = firing();
    field.done("supply receive a.log 1 fu_h --from rail -q");
    assert_eq!(
        orders(&plan(&field, "--only fu")),
        ["a.log {\"fu_h\":1} from itself to d-c1 1.7 h D1 am: 1 fire_level"]
    );
    field.done("supply stocktake d-c1 fu_h=0 --reason counted -q");
    assert_eq!(orders(&plan(&field, "--only fu")), [""; 0], "the heavy guns are refilled from the lorry");
}

/// An artillery brigade without a dump, with lorries for two: one unit for the guns that have fired, then LOG to its level;
/// no room is left for the second LOG and for what should be held for its guns.
fn brigade() -> Field {
    let field = line();
    field.done("unit new a.c1.ab --parent a.c1 arm=artillery echelon=brigade name=\"Gun Brigade\" -q");
    field.done(
        "unit new a.c1.ab.log --parent a.c1.ab arm=logistic echelon=battalion mobility=motorised where=1002 carries=log \
         capacity=2 -q",
    );
    for id in ["g1", "g2"] {
        field.done(&format!(
            "unit new a.c1.ab.{id} --parent a.c1.ab arm=artillery echelon=battalion mobility=motorised where=1002 sp_full=3 \
             role=support weapon_men=h calibre_mm=152 -q"
        ));
    }
    field.done("unit set a.c1.ab.g1 ammo=out -q");
    field.done("supply receive head 2 fu_h --from rail -q");
    field
}

#[test]
fn lorries_have_one_room_for_log_and_fire_units() {
    let field = brigade();
    assert_eq!(
        field.run("supply plan --only fu").err,
        "error: fire units are not counted apart, so there are none to plan\n\
         hint: `railhead setting set calibre_ammunition on` has corps and army artillery fire from them\n"
    );
    field.done("setting set calibre_ammunition on -q");
    let both = plan(&field, "");
    assert_eq!(
        orders(&both),
        [
            "a.c1.log {\"log\":1} from d-c1 to a.c1.ab 0.3 h D1 am: 1 level",
            "a.log {\"fu_h\":1} from head to a.c1.ab 2.7 h D1 am: 1 fire",
        ]
    );
    let full = "no room: no LOG vehicle there can take it";
    assert_eq!(missing(&both), [format!("a.c1.ab 1 level: {full}"), format!("a.c1.ab 1 fire_level: {full}")]);
    field.done("supply plan --side SU --accept -q");
    close(&field, 3);
    assert!(!is_out(&field, "a.c1.ab.g1"));
    assert_eq!((held(&field, "a.c1.ab.log", "log"), held(&field, "a.c1.ab.log", "fu_h")), (1, 0));
}

/// The plan as a file: what is changed by hand is weighed and sent as what was found.
#[test]
fn a_plan_with_fire_units_is_changed_by_hand() {
    let field = brigade();
    field.done("setting set calibre_ammunition on -q");
    field.done("supply plan --side SU --only fu --out guns.csv -q");
    let text = std::fs::read_to_string(field.dir.path().join("guns.csv")).unwrap();
    assert!(text.contains("\na.log,2fu_h,head,a.c1.ab,,,arrives D1 am\n"), "{text}");
    field.write("guns.csv", &text.replace("2fu_h,head", "1fu_h,head"));
    let weighed = field.json("supply plan --file guns.csv")["plans"][0].clone();
    assert_eq!(orders(&weighed), ["a.log {\"fu_h\":1} from head to a.c1.ab 2.7 h D1 am: 1 fire"]);
    field.done("supply plan --file guns.csv --accept -q");
    close(&field, 1);
    assert_eq!((held(&field, "a.c1.ab.log", "fu_h"), held(&field, "head", "fu_h")), (1, 1));
}

/// A dump under its limit has one room for everything: of 3 LOG and 3 POL that are wanted only so much is sent as it takes.
#[test]
fn a_dump_under_its_limit_is_sent_no_more_than_it_takes() {
    let field = line();
    for line in ["setting set limit_corps 10", "setting set reserve_log 4", "setting set reserve_pol 4"] {
        field.done(&format!("{line} -q"));
    }
    // It holds 6 LOG and 2 POL and has room for 2; wanted are 2 LOG more for two divisions, 2 POL for the tanks.
    let found = plan(&field, "");
    let into: u64 = found["trips"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|trip| trip["to"] == "d-c1")
        .flat_map(|trip| trip["load"].as_object().unwrap().values())
        .map(|units| units.as_u64().unwrap())
        .sum();
    assert_eq!(into, 2, "{found:#}");
    let full = "a.c1 2 reserve: no room: no more fits into d-c1 under its limit".to_owned();
    assert!(missing(&found).contains(&full), "{:#?}", missing(&found));
}

/// Plans accepted bound after bound with guns that fire, fire units here and there, and lorries that are lost: every sum is
/// zero, nothing on the map is below it, and every leaf whose fire unit the plan left where it draws it has it by the night.
#[test]
fn whatever_is_accepted_guns_draw_what_was_left_for_them() {
    let mut dice = ChaCha8Rng::seed_from_u64(152);
    let (mut accepted, mut refilled) = (0, 0);
    for _ in 0..4 {
        let field = firing();
        field.done(&format!("setting set target_fu {} -q", dice.random_range(0..=2)));
        for account in ["head", "d-a", "d-c1", "a.log", "a.c1.log"] {
            let class = ["fu_m", "fu_h", "fu_vh"][dice.random_range(0..3)];
            if dice.random_bool(0.6) {
                field.run(&format!("supply receive {account} {} {class} --from rail -q", dice.random_range(1..=2)));
            }
        }
        for lorry in ["a.log", "a.c1.log", "a.c1.log2"] {
            if dice.random_bool(0.2) {
                field.done(&format!("unit set {lorry} state=destroyed -q"));
            }
        }
        for _ in 0..2 {
            // Who is urgent finds nothing; the others that have fired will be refilled, whoever is sent where.
            let before = plan(&field, "");
            let has_fired: Vec<&str> = out(&field).into_iter().filter(|gun| *gun != "a.c1.rd.guns").collect();
            let units: u64 = before["wants"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|want| want["urgency"] == "fire")
                .map(|want| want["units"].as_u64().unwrap())
                .sum();
            accepted += usize::from(field.run("supply plan --side SU --accept -q").code == 0);
            close(&field, 3);
            let left = out(&field).into_iter().filter(|gun| *gun != "a.c1.rd.guns").count() as u64;
            assert!(left <= units, "{has_fired:?} had fired, {units} found nothing, {left} are out: {before:#}");
            refilled += has_fired.len() as u64 - left;
            let stocks = field.json("supply stocks --all");
            let rows = stocks["accounts"].as_array().unwrap();
            for commodity in ["log", "pol", "fu_m", "fu_h", "fu_vh"] {
                let of = rows.iter().filter(|row| row["commodity"] == commodity);
                assert_eq!(of.map(|row| row["quantity"].as_i64().unwrap()).sum::<i64>(), 0, "{stocks}");
            }
            let on_map = rows.iter().filter(|row| !row["square"].is_null());
            assert!(on_map.clone().all(|row| row["quantity"].as_i64().unwrap() >= 0), "{stocks}");
            for gun in ["a.c1.heavy", "a.c1.light", "a.siege"] {
                if dice.random_bool(0.5) {
                    field.done(&format!("unit set {gun} ammo=out -q"));
                }
            }
        }
        assert_eq!(field.json("verify")["ok"], true);
    }
    assert!(accepted >= 4 && refilled >= 4, "{accepted} plans, {refilled} leaves refilled");
}
