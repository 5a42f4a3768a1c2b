//! Marches, orders, contact, digging in, engineers and claims at the command line.

use std::fmt::Write;

use serde_json::json;

use campaign::{Campaign, River, RiverSide};
use domain::{Mobility, RiverClass, Square};

use super::field::{Field, six, without_hashes};

fn page(field: &Field, lines: &[&str]) -> String {
    let mut page = String::new();
    for line in lines {
        let ran = field.run(line);
        write!(page, "$ railhead {line}\n{}{}", ran.out, ran.err).unwrap();
        let code = if ran.code == 0 { String::new() } else { format!("[{}]\n", ran.code) };
        page.push_str(&code);
        page.push('\n');
    }
    without_hashes(&page)
}

#[test]
fn orders_are_carried_out_together_and_undone_together() {
    let field = Field::new();
    let before = field.json("orbat");
    let story = page(
        &field,
        &[
            "move 1rd 0402 --dry-run",
            "order 1rd move 0502",
            "order 9id move Old_Town --rate assault",
            "order 2rd dig-in",
            "order 2rd move 0407 0408 --rate road --split --for next",
            "order list",
            "order cancel 2rd --for next",
            "bound march",
            "order list",
            "contact",
            "unit show 2rd.b1",
            "verify",
        ],
    );
    insta::assert_snapshot!("orders", story);
    field.done("undo");
    assert_eq!(field.json("orbat"), before);
    assert_eq!(field.json("order list").as_array().unwrap().len(), 3);
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let field = Field::new();
    let refusals = page(
        &field,
        &[
            "move 1rd.b1 0302",
            "move 1rd.b1 0000",
            "move 1rd.b1 0402 --rate fast",
            "unit set 9id square=0402",
            "move 1rd.b1 0402",
            "unit set 1rd.b2 state=broken",
            "move 1rd.b2 0204",
            "move 1rd.b2 0204 --override \"driven by its commissar\"",
            "order 1rd",
            "order 1rd attack",
            "order 1rd move 0204 --for 3am",
            "order cancel 1rd",
            "bound march",
            "dig-in 1rd.b2",
            "dig-in 1rd.b1",
            "dig-in 1rd.b1",
            "dig-in 1rd.b1 --fortify",
            "supply claim d-1a captured",
            "crossing destroy ford --by 2rd",
            "crossing build 0404 0504 --by 1rd",
            "move 1rd",
        ],
    );
    insta::assert_snapshot!("refused", refusals);
}

#[test]
fn what_is_overrun_is_captured_destroyed_or_waits() {
    for (capture, log, dump) in
        [("captured", "surrendered", 1), ("destroyed", "destroyed", 0), ("umpire", "dispersed", 1)]
    {
        let field = Field::new();
        field
            .done("unit new ax.9id.log --parent 9id arm=logistic mobility=motorised carries=log where=0305 capacity=3");
        field.done("supply receive 9id.log 2 log --from rail");
        field.done("dump open d-9id --owner 9id --at 0305");
        field.done(&format!("setting set capture {capture}"));
        let report = field.json("move 2rd.b1 0405");
        assert_eq!(report["overruns"], json!([]));
        field.done("undo");
        field.done("unit set 2rd.b1 square=0405");
        let report = field.json("move 2rd.b1 0305");
        assert_eq!(report["overruns"].as_array().unwrap().len(), 2, "{report}");
        assert_eq!(field.json("unit show 9id.log")["state"], json!(log), "{capture}");
        let dumps = field.json("dump list");
        let there = dumps.as_array().unwrap().iter().filter(|row| row["id"] == "d-9id").count();
        assert_eq!(there, dump, "{capture}");
        let claims = field.json("supply claim").as_array().unwrap().len();
        assert_eq!(claims, if capture == "umpire" { 2 } else { 0 });
        if capture == "umpire" {
            let review = field.json("review");
            let why = "rule it captured, destroyed or spared before closing the bound";
            assert!(review["findings"][0]["text"].as_str().unwrap().ends_with(why), "{review}");
            assert_eq!(review["findings"][0]["command"], "railhead supply claim ax.9id.log captured");
        }
        assert_eq!(field.json("supply claim")[0]["bound"]["label"].as_str(), (claims > 0).then_some("D1 am"));
        if capture == "captured" {
            // The cargo and the dump are the army's now.
            let dump = dumps.as_array().unwrap().iter().find(|row| row["id"] == "d-9id").unwrap();
            assert_eq!(dump["owner"], json!("su.1a"));
            let log: i64 = dumps.as_array().unwrap().iter().map(|row| row["log"].as_i64().unwrap()).sum();
            assert_eq!(log, 1, "half of the captured LOG is of use");
        }
        if capture == "umpire" {
            field.done("supply claim d-9id captured");
            field.done("supply claim 9id.log destroyed");
            assert_eq!(field.json("supply claim"), json!([]));
            assert_eq!(field.json("unit show 9id.log")["state"], json!("destroyed"));
        }
        assert_eq!(field.json("verify")["ok"], json!(true));
    }
}

#[test]
fn engineers_blow_and_mend_a_crossing_in_an_hour_each() {
    let field = Field::new();
    field.done("unit new su.1a.1rd.e1 --parent 1rd arm=engineer mobility=motorised where=0403 sp_full=1");
    let story = page(&field, &["crossing destroy ford --by 1rd", "crossing repair ford --by 1rd", "verify"]);
    insta::assert_snapshot!("engineers", story);
    // Six hours: two are gone, so four deeds more, and no fifth.
    for action in ["destroy", "repair", "destroy", "repair"] {
        field.done(&format!("crossing {action} ford --by 1rd"));
    }
    assert_eq!(field.run("crossing destroy ford --by 1rd").code, 1);
    field.done("crossing destroy ford");
}

/// The one march of a report.
fn only(report: &serde_json::Value) -> serde_json::Value {
    report["units"][0]["marches"][0].clone()
}

// Foot, 180 minutes a square. An hour of reorganising leaves 300: one square, and 120 minutes towards the next.
#[test]
fn a_way_half_gone_is_lost_by_a_bound_in_which_the_leaf_only_reorganised() {
    for (rests, arrives) in [(false, 240), (true, 360)] {
        let field = Field::new();
        field.done("unit set 1rd.hq square=0302");
        field.done("unit set 1rd.b1 state=disorganised");
        field.done("reorganise 1rd");
        let march = only(&field.json("move 1rd.b1 0305"));
        assert_eq!((&march["square"], &march["minutes_used"]), (&json!("0303"), &json!(360)), "{march}");
        let unit = field.json("unit show 1rd.b1");
        assert_eq!((&unit["minutes_used"], &unit["minutes_left"]), (&json!(360), &json!(0)));
        assert_eq!(unit["towards"], json!({"square": "0304", "minutes": 120}));
        let shown = field.done("unit show 1rd.b1");
        assert!(shown.contains("6:00 used, 0:00 left in this bound; 2:00 gone towards 0304"), "{shown}");
        field.done("bound close");
        if rests {
            field.done("unit set 1rd.hq square=0303");
            field.done("unit set 1rd.b1 state=disorganised");
            field.done("reorganise 1rd");
            field.done("bound close");
            field.done("bound close");
        }
        // Two squares are 360 minutes, of which 120 were gone where the leaf goes on at once.
        let march = only(&field.json("move 1rd.b1 0305"));
        assert_eq!((&march["square"], &march["minutes_used"]), (&json!("0305"), &json!(arrives)), "{march}");
    }
}

#[test]
fn a_unit_goes_by_its_own_order_whatever_its_formation_is_ordered_to() {
    let field = Field::new();
    let (square, posture) = (
        |unit: &str| field.json(&format!("unit show {unit}"))["square"].clone(),
        |unit: &str| field.json(&format!("unit show {unit}"))["posture"].clone(),
    );
    field.done("unit new su.1a.1rd.e1 --parent 1rd arm=engineer mobility=foot where=0303 sp_full=1");
    field.done("unit set 1rd.b2 state=disorganised");
    field.done("order 1rd move 0203");
    field.done("order 1rd.b1 dig-in");
    field.done("order 1rd.b2 reorganise");
    field.done("bound march");
    // The HQ, the lorry and the engineers go south; b1 digs in, without their help for the whole bound.
    assert_eq!(
        (square("1rd.hq"), square("1rd.b1"), posture("1rd.b1")),
        (json!("0203"), json!("0302"), json!("dug_in"))
    );
    // b2 waited in 0203 for its HQ, which came.
    assert_eq!(
        (square("1rd.b2"), field.json("unit show 1rd.b2")["state"].clone()),
        (json!("0203"), json!("organised"))
    );
    assert_eq!(field.json("order list"), json!([]));
    field.done("undo");
    // The other way about: b1 marches for three of its six hours, and does not dig in with the rest of its division.
    field.done("order cancel 1rd.b1");
    field.done("order 1rd dig-in");
    field.done("order 1rd.b1 move 0303");
    field.done("bound march");
    assert_eq!(
        (square("1rd.b1"), posture("1rd.b1"), posture("1rd.hq")),
        (json!("0303"), json!("moving"), json!("dug_in"))
    );
    field.done("undo");
    field.done("order 1rd move 0203 --alone");
    field.done("order 1rd.hq dig-in");
    field.done("bound march");
    assert_eq!((square("1rd.hq"), posture("1rd.hq")), (json!("0202"), json!("dug_in")));
}

// An hour with engineers; who must wait for the division's order begins an hour later (section 11).
#[test]
fn green_and_conscript_troops_dig_in_a_move_later() {
    for (grade, hours) in [("veteran", 1), ("regular", 1), ("green", 2), ("militia", 2), ("conscript", 2)] {
        let field = Field::new();
        field.done("unit new su.1a.1rd.e1 --parent 1rd arm=engineer mobility=foot where=0303 sp_full=1");
        if grade != "regular" {
            field.done(&format!("grade set 1rd {grade} --override test"));
        }
        let out = field.done("dig-in 1rd.b1");
        assert!(out.contains(&format!("{} min used", hours * 60)), "{grade}: {out}");
        if hours == 2 {
            field.done("unit set 1rd.e1 square=0909 --reason test");
            field.done("move 1rd.b2 0204");
            let said = refusal(&field, "dig-in 1rd.b2");
            assert!(said.contains("digging in takes two hours with engineers"), "{said}");
        }
    }
}

/// The campaign of the field with a great river, the Don, between columns 4 and 5, over which only the ford leads.
fn by_the_don(from: Option<&str>, until: Option<&str>) -> Campaign {
    let mut campaign = six();
    campaign.rivers = vec![River { name: "Don".to_owned(), class: RiverClass::Major, course: Vec::new() }];
    let ground = std::sync::Arc::make_mut(&mut campaign.ground);
    for row in 0..10 {
        let side = Square::new(4, row).side_to(Square::new(5, row)).unwrap();
        ground.set_river(side, Some(RiverSide { class: RiverClass::Major, river: 0 }));
    }
    let ford = campaign.crossings.get_mut("ford").unwrap();
    (ford.from, ford.until) = (from.map(|b| b.parse().unwrap()), until.map(|b| b.parse().unwrap()));
    campaign
}

/// What a refused line says.
fn refusal(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_eq!(ran.code, 1, "{line}: {}", ran.out);
    ran.err
}

// On foot, three hours a square: 0404 is three squares from 0302, nine hours, six of them in the first bound.
#[test]
fn a_march_that_water_bars_says_which_and_how_far_it_could_go() {
    let field = Field::of(&by_the_don(None, None));
    field.done("crossing destroy ford");
    let said = refusal(&field, "move 1rd.b1 0504");
    let why = "error: B1 (`su.1a.1rd.b1`) cannot march: Don (major) bars the way from 0404 to 0504: `ford` is destroyed; \
               it could go as far as 0404, 9 hours of marching, in D1 pm\n\
               hint: as far as it can: `railhead move su.1a.1rd.b1 0404`\n";
    assert_eq!(said, why);
    field.done("move su.1a.1rd.b1 0404");
    field.done("unit set 1rd.b1 square=0404");
    let said = refusal(&field, "move 1rd.b1 0504");
    assert!(
        said.contains(
            "`ford` is destroyed; it is already as near as it can get
"
        ),
        "{said}"
    );
    assert!(said.contains("hint: engineers can repair it: `railhead crossing repair ford --by UNIT`"), "{said}");
    let dated = Field::of(&by_the_don(Some("2am"), None));
    let said = refusal(&dated, "move 1rd.b1 0504");
    assert!(said.contains("`ford` is closed until D2 am opens"), "{said}");
    let past = Field::of(&by_the_don(None, Some("1am")));
    past.done("bound close");
    let said = refusal(&past, "move 1rd.b1 0504");
    assert!(said.contains("`ford` is closed by date since D1 am closed; it could go as far as 0404"), "{said}");
    let list = past.done("crossing list");
    assert!(list.contains("closed by date since D1 am"), "{list}");
    assert_eq!(past.json("crossing list")[0]["until"]["label"], "D1 am");
}

// Each reason with its leaves: b2 is broken, the three others stand before the river.
/// From 0302 it is two squares to 0502, and six by the ford in row 4.
#[test]
fn a_long_way_is_told_with_what_bars_the_short_one() {
    let field = Field::of(&by_the_don(None, None));
    let why = "takes the long way, 6 squares instead of 2, 4 more: Don (major) bars the way from 0402 to 0502: there is no crossing";
    for line in ["order 1rd.b1 move 0502 --dry-run", "move 1rd.b1 0502 --dry-run"] {
        let said = field.run_on(1_000, line, "").out;
        assert!(said.contains(why), "{line}: {said}");
    }
    let back = "; to order it by waypoints, take the march back: `railhead undo`";
    let marched = field.run_on(1_000, "move 1rd.b1 0502", "").out;
    assert!(marched.contains(back), "{marched}");
    field.done("undo");
    let moved = &field.json("move 1rd.b1 0502 --dry-run")["units"][0]["detour"];
    assert_eq!((&moved["squares"], &moved["straight"]), (&6.into(), &2.into()), "{moved}");
    assert!(!field.done("move 1rd.b1 0404 0502 --dry-run").contains("long way"), "it goes as it was ordered");
    assert!(!field.done("move 1rd.b1 0402 --dry-run").contains("long way"));
}

#[test]
fn a_refused_formation_says_every_reason_with_its_leaves() {
    let mut campaign = by_the_don(None, None);
    campaign.crossings.clear();
    let field = Field::of(&campaign);
    field.done("unit set 1rd.b2 state=broken");
    let said = refusal(&field, "move 1rd 0602 --close-up");
    for part in [
        "Don (major) bars the way from 0402 to 0502: there is no crossing; it could go as far as 0402, 3 hours of \
         marching, in D1 am (B1, HQ and 1 more)",
        "; it is broken (B2)",
    ] {
        assert!(said.contains(part), "{said}");
    }
    // The same is told of who cannot come where the rest marches: b3 stands beyond the river, and goes a square.
    field.done("unit new su.1a.1rd.b3 --parent 1rd arm=infantry mobility=foot where=0505 sp_full=1");
    let report = field.json("move 1rd 0506 --close-up");
    let row = report["units"][0]["marches"].as_array().unwrap().iter().find(|row| row["id"] == "su.1a.1rd.b1").unwrap();
    assert_eq!((&row["stop"], row["could_reach"].as_str().map(|at| &at[..2])), (&json!("no_way"), Some("04")), "{row}");
}

#[test]
fn a_march_without_hours_says_when_there_are_some() {
    let field = Field::new();
    field.done("move 1rd.b1 0304");
    let said = refusal(&field, "move 1rd.b1 0305");
    assert!(
        said.contains("its moving hours for this bound are used up; it can march again by day, in D1 pm"),
        "{said}"
    );
    field.done("bound close");
    field.done("bound close");
    let said = refusal(&field, "move 1rd.b1 0305");
    assert!(said.contains("no moving hours at night; it can march again by day, in D2 am"), "{said}");
    let idle = Field::new();
    for hours in ["supply_hours_am", "supply_hours_pm", "hours_am", "hours_pm"] {
        idle.done(&format!("setting set {hours} 0"));
    }
    let said = refusal(&idle, "move 1rd.log 0203");
    assert!(said.contains("no moving hours in this bound; it can march again by night, in D1 night"), "{said}");
    let said = refusal(&idle, "move 1rd.b1 0303");
    assert!(said.contains("no moving hours in this bound, and there are none in any other"), "{said}");
}

#[test]
fn a_march_without_pol_says_whose_chain_fails() {
    let mut campaign = by_the_don(None, None);
    campaign.formations.get_mut("su.1a.2rd.b1").unwrap().mobility = Some(Mobility::Motorised);
    campaign.crossings.get_mut("ford").unwrap().carries.vehicles = false;
    let field = Field::of(&campaign);
    field.done("setting set offroad_km 60");
    field.done("unit new su.1a.2rd.b2 --parent 2rd arm=infantry mobility=motorised where=0606 sp_full=1");
    // A ford for men alone: lorries stay on their bank. Nobody needs POL yet, for nobody has a bowser.
    let said = refusal(&field, "move 2rd.b1 0504");
    assert!(said.contains("Don (major) bars the way from 0404 to 0504: `ford` carries only foot"), "{said}");
    field.done("unit new su.1a.2rd.pol --parent 2rd arm=logistic mobility=motorised carries=pol where=0406");
    let said = refusal(&field, "move 2rd.b2 0607");
    // Beyond the river it must come over itself, for its LOG too.
    let why = "su.1a.2rd.b2 is out of POL, cut off from the bowsers of 2RD, which feed it (`railhead supply trace su.1a.2rd.b2` shows where)";
    assert!(said.contains(why), "{said}");
    field.done("unit set 2rd.pol state=destroyed");
    let said = refusal(&field, "move 2rd.b1 0407");
    let why = "B1 is out of POL because the chain of 2RD, which feeds it, fails: give 2RD a bowser at 0406 (`railhead supply trace su.1a.2rd` shows where)";
    assert!(said.contains(why), "{said}");
    field.done("supply trace su.1a.2rd");
}

/// A chain of 10 km: 2nd Rifle's bowsers in 0406 with b1, and b2 in 0401, 15 km off.
fn far_from_the_bowsers() -> Field {
    let mut campaign = six();
    campaign.formations.get_mut("su.1a.2rd.b1").unwrap().mobility = Some(Mobility::Motorised);
    let field = Field::of(&campaign);
    for line in [
        "setting set offroad_km 60",
        "setting set bowser_km 10",
        "unit new su.1a.2rd.pol --parent 2rd arm=logistic mobility=motorised carries=pol where=0406",
        "unit new su.1a.2rd.log --parent 2rd arm=logistic mobility=motorised carries=log where=0406",
        "unit new su.1a.2rd.b2 --parent 2rd arm=infantry mobility=motorised where=0401 sp_full=1",
        "unit new su.1a.2rd.f1 --parent 2rd arm=infantry mobility=foot where=0406 sp_full=1",
        "unit new su.1a.2rd.f2 --parent 2rd arm=infantry mobility=foot where=0406 sp_full=1",
    ] {
        field.done(line);
    }
    field
}

/// The bowsers go to 0407 with the rest. From the railhead in 0105 three squares of 3 km are within a hop, so that 0207 is, and
/// no square of it is within three of 0401 too: there is one more mend.
#[test]
fn a_leaf_that_stays_behind_without_pol_says_whose_bowser_must_come_where() {
    let field = far_from_the_bowsers();
    let report = field.json("move 2rd 0407 --close-up");
    let row = report["units"][0]["marches"].as_array().unwrap().iter().find(|row| row["id"] == "su.1a.2rd.b2").unwrap();
    let why = "su.1a.2rd.b2 is out of POL, cut off from the bowsers of 2RD, which feed it: \
               move su.1a.2rd.pol from 0407 to 0207, and 1 more (`railhead supply trace su.1a.2rd.b2` shows where)";
    assert_eq!((&row["stop"], &row["reason"]), (&json!("pol"), &json!(why)), "{report}");
}

/// Where stocks are counted who is cut off is not out of POL while a dump above him that he can reach holds some.
#[test]
fn who_is_cut_off_marches_while_a_dump_in_reach_holds_pol() {
    let field = far_from_the_bowsers();
    field.done("setting set detail full");
    field.done("supply stocktake su.1a.2rd.pol pol=0 --reason counted");
    let of_b2 = || {
        let sheet = field.json("supply status 2rd --depth 1");
        let row = sheet["units"].as_array().unwrap().iter().find(|row| row["id"] == "su.1a.2rd.b2").unwrap().clone();
        (row["pol"]["state"].clone(), row["can_move"].clone())
    };
    assert_eq!(of_b2(), (json!("cut"), json!(false)));
    field.done("supply receive d-1a 1 pol --from rail");
    assert_eq!(of_b2(), (json!("cut"), json!(true)));
    field.done("move su.1a.2rd.b2 0402");
    field.done("supply stocktake d-1a pol=0 --reason burnt");
    assert_eq!(of_b2(), (json!("cut"), json!(false)));
}

/// A hop of 9 km, three squares: 2nd Rifle's bowser in 0405 is three from the railhead in 0105 and one from its HQ in 0406. Its
/// motorised regiment stands in 0407.
fn a_regiment_by_its_bowser() -> Field {
    let mut campaign = six();
    campaign.formations.get_mut("su.1a.2rd.b1").unwrap().mobility = Some(Mobility::Motorised);
    let field = Field::of(&campaign);
    for line in [
        "setting set offroad_km 60",
        "setting set bowser_km 9",
        "setting set detail full",
        "unit new su.1a.2rd.pol --parent 2rd arm=logistic mobility=motorised carries=pol where=0405",
        "unit new su.1a.2rd.log --parent 2rd arm=logistic mobility=motorised carries=log where=0405",
        "unit new su.1a.2rd.gr --parent 2rd echelon=regiment arm=infantry mobility=motorised name=Guards",
        "unit new su.1a.2rd.gr.m1 --parent su.1a.2rd.gr arm=infantry mobility=motorised where=0407 sp_full=1",
        "unit new su.1a.2rd.f1 --parent 2rd arm=infantry mobility=foot where=0406 sp_full=1",
        "unit new su.1a.2rd.f2 --parent 2rd arm=infantry mobility=foot where=0406 sp_full=1",
        "unit new su.1a.2rd.f3 --parent 2rd arm=infantry mobility=foot where=0406 sp_full=1",
        "supply receive su.1a.2rd.pol 1 pol --from rail",
        "supply receive d-1a 1 pol --from rail",
        "supply receive d-1a 1 log --from rail",
    ] {
        field.done(line);
    }
    field
}

/// In 0409 it is four squares from the bowser, which can come no nearer: it is within a hop of the railhead where it is, and
/// nowhere else within one of 0409. So the regiment comes back a square.
#[test]
fn a_regiment_too_far_from_its_bowser_is_told_to_come_back_and_can() {
    let field = a_regiment_by_its_bowser();
    let pol = || field.json("supply trace su.1a.2rd.gr")["pol"]["state"].clone();
    assert_eq!(pol(), "in_supply");
    field.done("unit set su.1a.2rd.gr.m1 square=0409 --reason try");
    let trace = field.json("supply trace su.1a.2rd.gr");
    assert_eq!(trace["pol"]["state"], "cut", "{trace:#}");
    assert_eq!(trace["mend"][0]["text"], "bring Guards back to 0408", "{trace:#}");
    assert_eq!(trace["mend"].as_array().map(Vec::len), Some(1), "{trace:#}");
    let advised = trace["bottlenecks"].to_string();
    assert!(advised.contains("railhead move su.1a.2rd.gr 0408"), "{advised}");
    field.done("move su.1a.2rd.gr 0408 --dry-run");
    assert_eq!(pol(), "cut");
    field.done("move su.1a.2rd.gr 0408");
    assert_eq!(pol(), "in_supply");
}

/// Whoever is fed by its division is told when it marches out of reach itself, by an order as by a march; the order to its end
/// and not to where it comes in the bound: at 1 km in an hour it comes nowhere near 0409.
#[test]
fn a_march_out_of_reach_of_supply_is_told_before_it_is_ordered() {
    let field = a_regiment_by_its_bowser();
    // Stock lies beyond what a bowser drives: Guards can still come to it.
    let out = "supply: Guards has to live on POL in its reach";
    for line in ["move su.1a.2rd.gr 0409 --dry-run", "order su.1a.2rd.gr move 0409 --dry-run"] {
        let said = field.done(line);
        assert!(said.contains(out), "{line}: {said}");
        assert_eq!(field.json(line)["supply"]["lives_on"][0]["unit"], "su.1a.2rd.gr", "{line}");
    }
    let near = field.json("order su.1a.2rd.gr move 0408 --dry-run");
    assert!(near.get("supply").is_none(), "{near}");
    assert!(!field.done("order su.1a.2rd.gr dig-in --dry-run").contains("supply: "));
    field.done("setting set hours_am 1");
    field.done("setting set hours_pm 1");
    let said = field.done("order su.1a.2rd.gr move 0409 --dry-run");
    assert!(said.contains("would not come to its place") && said.contains(out), "{said}");
    // Nobody is told so when it is only written down, or when it is a step back.
    assert!(!field.done("order su.1a.2rd.gr move 0409").contains("supply: "));
    assert!(!field.done("order cancel su.1a.2rd.gr --dry-run").contains("supply: "));
}

// All orders of one bound, given in four ways: the same campaign, the same report.
#[test]
fn the_order_in_which_orders_are_given_does_not_matter() {
    let orders = [
        "order 1rd move 0304 --close-up",
        "order 1rd.b1 move 0402 0403 --rate assault",
        "order 2rd move 0407 0408 --split",
        "order 9id move 0702 0703",
        "order 1a move 0203 --alone",
        "order 1rd.b2 dig-in",
    ];
    let ways: [[usize; 6]; 4] = [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [3, 0, 5, 1, 4, 2], [1, 2, 0, 4, 5, 3]];
    let came = ways.map(|way| {
        let field = Field::new();
        field.done("unit new su.1a.hq --parent 1a arm=hq mobility=foot where=0202 sp_full=1");
        for order in way {
            field.done(orders[order]);
        }
        let mut report = field.json("bound march");
        report["operation"] = json!(null);
        field.done("export after");
        let read = |name: &str| std::fs::read_to_string(field.dir.path().join("after").join(name)).unwrap();
        (report, read("orbat.csv"), field.json("order list"), field.json("contact"), field.json("ground show 0304"))
    });
    assert_eq!(came[0].0["units"].as_array().unwrap().len(), 5, "{}", came[0].0);
    for other in &came[1..] {
        assert_eq!(other, &came[0]);
    }
}

/// At night only supply vehicles have hours. 1st Rifle's lorries stand in 0103, all else of it in squares about 0302; ordered to
/// 0402 once, twice, and in the morning, they come to that square and stay there.
#[test]
fn vehicles_that_have_driven_ahead_at_night_do_not_go_past_the_goal() {
    let field = Field::new();
    field.done("bound close");
    field.done("bound close");
    let lorries = || field.json("unit show su.1a.1rd.log")["square"].clone();
    let moved = field.done("move 1rd 0402");
    assert!(moved.contains("its train marches alone; its fighting units have no moving hours left"), "{moved}");
    assert_eq!(lorries(), "0402");
    let refused = refusal(&field, "move 1rd 0402");
    assert!(refused.contains("it is already there"), "{refused}");
    field.done("bound close");
    let morning = field.done("move 1rd 0402");
    assert!(!morning.contains("train marches alone"), "{morning}");
    assert_eq!(lorries(), "0402");
}
