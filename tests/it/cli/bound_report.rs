//! The bound report: everything that happened in a bound is told, with figures, and fit to be read aloud.

use serde_json::{Value, json};

use super::field::Field;

/// What a report tells of a formation.
fn lines(report: &Value, id: &str) -> Vec<String> {
    let told = report["formations"].as_array().unwrap().iter().find(|f| f["id"] == id);
    let lines = told.map(|told| told["lines"].as_array().unwrap().clone()).unwrap_or_default();
    lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// Two dumps' worth of the enemy's stock in 0305, and a battalion beside it.
fn with_booty() -> Field {
    let field = Field::new();
    for line in [
        "setting set detail full",
        "unit new ax.9id.log --parent 9id name=Lorries arm=logistic mobility=motorised carries=log where=0305 capacity=3",
        "supply receive 9id.log 2 log --from rail",
        "dump open d-9id --owner 9id --at 0305",
        "supply receive d-9id 3 log --from rail",
        "unit set 2rd.b1 square=0405",
    ] {
        field.done(line);
    }
    field
}

#[test]
fn what_was_overrun_is_told_with_who_did_it_and_what_became_of_the_stock() {
    // Of captured LOG half is of use, rounded down: 1 of the lorries' 2, 1 of the dump's 3.
    for (capture, fate, lorries, dump) in [
        ("captured", "captured", (json!({"log": 1}), json!({"log": 1})), (json!({"log": 1}), json!({"log": 2}))),
        ("destroyed", "destroyed", (json!({}), json!({"log": 2})), (json!({}), json!({"log": 3}))),
    ] {
        let field = with_booty();
        field.done(&format!("setting set capture {capture}"));
        field.done("bound close");
        field.done("move 2rd.b1 0305");
        let report = field.json("bound close --dry-run");
        let mut overruns = report["overruns"].as_array().unwrap().clone();
        overruns.sort_by_key(|row| row["id"].to_string());
        let row = |id: &str, name: &str, (captured, destroyed): &(Value, Value)| {
            json!({"id": id, "name": name, "square": "0305", "by": "su.1a.2rd.b1", "side": "SU", "fate": fate,
                   "captured": captured, "destroyed": destroyed})
        };
        assert_eq!(overruns, [row("ax.9id.log", "Lorries", &lorries), row("d-9id", "d-9id", &dump)], "{capture}");
        // It is told once: no line of a formation tells the same bookings again.
        let again = report["formations"].to_string();
        assert!(!again.contains("captured by") && !again.contains("overrun by"), "{again}");
        let text = field.done("bound close");
        let said = if capture == "captured" { "captured, with 1 LOG; 1 LOG" } else { "destroyed, with 2 LOG" };
        assert!(text.contains("Lorries") && text.contains(said), "{text}");
        // Who took them has no name for the lorries, and knows a vehicle from a dump.
        let told = field.json("bound report --side SU");
        let shown = field.done("bound report --side SU");
        let took: Vec<&str> = shown.lines().filter(|line| line.contains("0305")).collect();
        assert_eq!(told["overruns"].as_array().unwrap().len(), 2, "{told}");
        assert!(took.iter().any(|line| line.trim_start().starts_with("a vehicle")), "{shown}");
        assert!(took.iter().any(|line| !line.trim_start().starts_with("a vehicle")), "{shown}");
    }
}

/// `unit set` books no overrun: what stands under the enemy then is told until the umpire settles it.
#[test]
fn what_stands_under_troops_that_were_set_there_is_listed_and_settled_as_what_was_overrun() {
    let field = with_booty();
    assert_eq!(field.json("supply claim"), json!([]));
    field.done("unit set 2rd.b1 square=0305");
    let listed = |field: &Field| {
        let review = field.json("review");
        let claims = review["findings"].as_array().unwrap().iter().filter(|row| row["kind"] == "claim");
        claims.map(|row| row["subject"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed(&field), ["ax.9id.log", "d-9id"]);
    let findings = field.json("review")["findings"].to_string();
    assert!(findings.contains("lies under the enemy's B1 of 2RD but still belongs to its owner"), "{findings}");
    assert!(field.done("supply claim").contains("under enemy troops, but still the owner's"));
    let waits = field.json("supply claim");
    assert!(waits.as_array().unwrap().iter().all(|row| row["waits"] == json!(false)), "{waits}");
    // The bound may be closed all the same: nobody overran it.
    field.done("bound close");
    assert_eq!(listed(&field), ["ax.9id.log", "d-9id"]);
    field.done("supply claim 9id.log spared");
    field.done("supply claim d-9id captured");
    assert_eq!(listed(&field), [""; 0]);
    assert_eq!(field.json("unit show 9id.log")["state"], json!("dispersed"));
    let dumps = field.json("dump list");
    let dump = dumps.as_array().unwrap().iter().find(|row| row["id"] == "d-9id").unwrap();
    assert_eq!(dump["owner"], json!("su.1a"));
    assert_eq!(field.json("verify")["ok"], json!(true));
}

#[test]
fn what_the_umpire_spares_is_told_and_status_names_what_waits_for_him() {
    let field = with_booty();
    field.done("setting set capture umpire");
    field.done("move 2rd.b1 0305");
    let status = field.json("status");
    let first = ["ax.9id.log", "d-9id"]
        .map(|id| format!("`{id}` was overrun: `railhead supply claim {id} captured`, or `destroyed`, or `spared`"));
    assert_eq!(status["first"], json!(first));
    assert!(field.done("status").contains("first"));
    field.done("supply claim ax.9id.log spared");
    field.done("supply claim d-9id destroyed");
    assert_eq!(field.json("status")["first"], Value::Null);
    let report = field.json("bound close");
    let fates = |id: &str| {
        let of = report["overruns"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap();
        (of["fate"].clone(), of["captured"].clone(), of["destroyed"].clone())
    };
    assert_eq!(fates("ax.9id.log"), (json!("spared"), json!({}), json!({})));
    assert_eq!(fates("d-9id"), (json!("destroyed"), json!({}), json!({"log": 3})));
}

#[test]
fn stock_by_hand_is_told_with_figures_and_names() {
    let field = Field::new();
    for line in [
        "setting set detail full",
        "unit new su.1a.1rd.col --parent 1rd name=Column arm=logistic mobility=motorised carries=log where=0202 \
         capacity=2 sp_full=2",
        "bound close",
        "supply receive d-1a 4 log --from rail",
        "supply transfer d-1a 1rd.col 2 log",
        "supply stocktake d-1a log=5 --reason count",
        "dump destroy d-1a --keep 1",
        "unit set 1rd.col sp=1",
    ] {
        field.done(line);
    }
    let report = field.json("bound close");
    let (army, division) = (lines(&report, "su.1a"), lines(&report, "su.1a.1rd"));
    for said in [
        "dump 1st Army received 4 LOG from rail: received by rail",
        "2 LOG from dump 1st Army to Column: transfer by hand",
        "4 LOG of dump 1st Army destroyed: demolished",
    ] {
        assert!(army.contains(&said.to_owned()), "{said}: {army:?}");
    }
    assert!(army.iter().any(|line| line.starts_with("3 LOG more in dump 1st Army than was booked")), "{army:?}");
    let lost = "1 LOG of Column destroyed: su.1a.1rd.col lost 1 of 2 SP, with 1 of 2 LOG";
    assert!(division.contains(&lost.to_owned()), "{division:?}");
}

#[test]
fn command_markers_ammunition_weather_settings_and_ground_are_told() {
    let field = Field::new();
    for line in [
        "unit command 1rd.b2 2rd",
        "unit set 1rd.b1 markers=2",
        "unit set 1rd.b1 ammo=out",
        "bound weather weather=storm",
        "setting set medical_needed on",
        "ground set 0404 --side AX --override raid",
        "ground set 0403 --side AX --override raid",
    ] {
        field.done(line);
    }
    let report = field.json("bound close");
    assert_eq!(lines(&report, "su.1a.2rd")[0], "B2 moved from 1RD to 2RD");
    assert_eq!(lines(&report, "su.1a.1rd")[..2], ["took 2 markers", "out of ammunition: B1"]);
    assert_eq!(report["weather_entered"], json!(["weather entered for D1 am: storm"]));
    assert_eq!(report["settings"], json!(["setting `medical_needed`: on, was off"]));
    // The ford lies between 0404 and 0504, which was AX's before.
    let taken = "Axis troops took Old Town and 1 more square; it now holds both ends of Old ford";
    assert_eq!(report["ground"], json!([taken]));
    let row = json!([{"side": "AX", "squares": 2, "places": ["Old Town"], "crossings": ["Old ford"]}]);
    assert_eq!(report["taken"], row);
}

#[test]
fn the_report_of_a_closed_bound_is_printed_again_as_it_was() {
    let field = Field::new();
    let refused = |line: &str, bound: &str| {
        let said =
            format!("error: {bound} has not been closed in this campaign\nhint: `railhead bound close` closes it\n");
        let ran = field.run(line);
        assert_eq!((ran.code, ran.err), (1, said), "{line}");
    };
    let later = field.run("bound report 2am");
    let hint = "hint: it is still D1 am: that bound is to come\n";
    assert_eq!(later.err, format!("error: D2 am has not been closed in this campaign\n{hint}"));
    refused("bound report", "D1 am");
    field.done("unit set 1rd.b1 sp=1 --reason counted");
    let morning = field.done("bound close");
    field.done("bound note \"a quiet afternoon\"");
    let afternoon = field.done("bound close");
    assert!(morning.contains("op 3") && afternoon.contains("a quiet afternoon"), "{morning}{afternoon}");
    assert_eq!(field.done("bound report"), afternoon);
    assert_eq!(field.done("bound report 1am"), morning);
    refused("bound report 1n", "D1 night");
    // What was closed and taken back was not closed.
    field.done("undo");
    refused("bound report 1pm", "D1 pm");
    assert_eq!(field.done("bound report"), morning);
    // In a campaign that begins in the afternoon nobody closed the morning.
    let field = super::anything::both_banks();
    field.done("bound close --campaign game.railhead");
    field.done("export later --campaign game.railhead");
    field.done("new later later.railhead");
    let ran = field.run("bound report 1am --campaign later.railhead");
    assert_eq!(ran.err, "error: D1 am has not been closed in this campaign\nhint: the campaign begins after it\n");
}

#[test]
fn contacts_that_came_about_are_told_and_whether_they_were_fought() {
    for declined in [false, true] {
        let field = Field::new();
        field.done("move 1rd.b1 0502");
        if declined {
            field.done("battle decline 0602");
        }
        let report = field.json("bound close");
        let met = &report["contacts"][0];
        assert_eq!(met["fought"], if declined { json!("declined") } else { Value::Null });
        let squares = met["parties"].as_array().unwrap().iter().map(|party| party["square"].clone());
        assert_eq!(squares.collect::<Vec<_>>(), [json!("0502"), json!("0602")]);
        let next = field.json("bound close");
        assert_eq!((&next["contacts"], &next["older_contacts"]), (&Value::Null, &json!(1)), "it is no news");
    }
}

/// By the dice of `battle`: `b1` takes 0602 and drives `i1` to 0601. `i2`, of the same division, stood beside it and fought
/// nobody.
#[test]
fn who_stood_beside_a_battle_has_not_fought_it() {
    let field = Field::new();
    field.done("unit new ax.9id.i2 --parent 9id name=Second echelon=battalion arm=infantry mobility=foot where=0702 weapon_men=L sp_full=3");
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    // Two markers are no half of the seven SP of the two: nobody tests.
    field.done("battle resolve 0602 --dice '6 3' --post");
    let report = field.json("bound close");
    let met = report["contacts"].as_array().unwrap().iter().map(|met| {
        let squares = met["parties"].as_array().unwrap().iter().map(|party| party["square"].as_str().unwrap());
        (squares.collect::<Vec<_>>().join("-"), met["fought"].clone())
    });
    let met: std::collections::BTreeMap<_, _> = met.collect();
    assert_eq!(met.get("0602-0601"), Some(&json!("fought")), "{met:?}");
    assert_eq!(met.get("0602-0702"), Some(&Value::Null), "{met:?}");
}

/// Axis stands still at 0602 and sees 1st Rifle come up to it as 1st Rifle sees itself come: the contact is news to both, each told
/// of its own troops first, and of the other by what it has seen of it.
#[test]
fn a_contact_is_news_to_whoever_was_come_up_to() {
    let field = Field::new();
    field.done("move 1rd.b1 0502");
    field.done("bound close -q");
    for (side, own, other) in [("SU", "0502", "0602"), ("AX", "0602", "0502")] {
        let report = field.json(&format!("bound report --side {side}"));
        let squares = |at: usize| report["contacts"][at]["parties"].as_array().unwrap().iter();
        let squares: Vec<_> = squares(0).map(|party| (party["side"].clone(), party["square"].clone())).collect();
        assert_eq!(squares[0], (json!(side), json!(own)), "{report}");
        assert_eq!(squares[1].1, json!(other));
        assert_eq!(
            (report["contacts"].as_array().unwrap().len(), &report["older_contacts"]),
            (1, &Value::Null),
            "{side}"
        );
    }
    let page = field.done("bound report --side AX");
    assert!(!page.contains("1RD") && !page.contains("1rd"), "{page}");
    field.done("bound close -q");
    let next = field.json("bound report --side AX");
    assert_eq!((&next["contacts"], &next["older_contacts"]), (&Value::Null, &json!(1)), "it is no news");
}

#[test]
fn who_is_cut_as_before_is_counted_and_not_told_again() {
    let field = Field::new();
    field.done("ground set 0105 --side AX --override test");
    let first = field.done("bound close");
    assert!(first.contains("LOG: cut since D1 am, out for 1 bound"), "{first}");
    let again = field.json("bound close --dry-run");
    let text = field.done("bound close");
    let cut = "LOG: cut since D1 am, out for 2 bounds";
    assert!(!text.contains(cut), "{text}");
    assert!(lines(&again, "su.1a.1rd").contains(&cut.to_owned()), "the JSON keeps it: {again}");
    let one = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "Soviet, unchanged: 1RD is still out, since D1 am";
    assert!(one.contains(said), "{text}");
    let su = again["supply"].as_array().unwrap().iter().find(|side| side["side"] == "SU").unwrap();
    assert_eq!((&su["unchanged"], &su["longest"]), (&json!(1), &json!(["su.1a.1rd"])));
    assert_eq!(su["longest_since"]["label"], "D1 am");
}

#[test]
fn who_was_hindered_from_reorganising_is_one_sentence_without_his_name() {
    let field = Field::new();
    field.done("unit set 1rd.b1 markers=2");
    field.done("unit set 1rd.b2 markers=2");
    field.done("bound close");
    field.done("bound close");
    let report = field.json("bound close");
    let hindered: Vec<_> =
        lines(&report, "su.1a.1rd").into_iter().filter(|line| line.contains("reorganised")).collect();
    assert_eq!(hindered, ["not reorganised in 0203 and 0302: its command base stands in 0202"]);
}

#[test]
fn names_with_commas_stand_apart_and_the_formations_own_is_not_said_again() {
    let field = Field::new();
    field.done("unit rename 1rd.b1 \"Guns (75 mm), 1RD\"");
    field.done("unit rename 1rd.b2 \"Mortars, heavy\"");
    field.done("unit set 1rd.b1 state=disorganised");
    field.done("unit set 1rd.b2 state=disorganised");
    let report = field.json("bound close");
    assert!(lines(&report, "su.1a.1rd").contains(&"disorganised: Guns (75 mm); Mortars, heavy".to_owned()), "{report}");
}

#[test]
fn bound_march_says_what_became_of_orders_to_dig_in_and_to_reorganise() {
    let field = Field::new();
    field.done("unit set 1rd.b1 state=disorganised");
    field.done("order 1rd reorganise");
    field.done("order 2rd dig-in");
    field.done("order 9id dig-in --fortify");
    // Nobody has marched: 2RD digs in; 9ID has no day behind it, and none before the start counts; the HQ of 1RD stands
    // elsewhere.
    let row = |unit: &str, name: &str, action: &str, did: u8, reason: Value| json!({"unit": unit, "name": name, "deed": action, "done": did > 0, "did": did, "leaves": 1, "reason": reason});
    let hindered = "in 0302: no command base is there (HQ stands in 0202)";
    let expected = [
        row("ax.9id", "9ID", "fortify", 0, json!("1 leaf there for less than a day")),
        row("su.1a.1rd", "1RD", "reorganise", 0, json!(hindered)),
        row("su.1a.2rd", "2RD", "dig-in", 1, Value::Null),
    ];
    let mut told = field.json("bound march --dry-run")["orders"].as_array().unwrap().clone();
    told.sort_by_key(|row| row["unit"].to_string());
    assert_eq!(told, expected);
    let text = field.done("bound march");
    assert!(text.contains("done by 1 leaf") && text.contains("not done, the order stands: in 0302"), "{text}");
    field.done("order 2rd dig-in");
    field.done("order 9id dig-in");
    let again = field.json("bound march");
    let why = |again: &Value, unit: &str| {
        let row = again["orders"].as_array().unwrap().iter().find(|row| row["unit"] == unit).unwrap();
        assert_eq!(row["done"], json!(false), "{row}");
        row["reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(why(&again, "su.1a.2rd"), "1 leaf already dug in");
    let dug = again["orders"].as_array().unwrap().iter().find(|row| row["unit"] == "ax.9id").unwrap();
    assert_eq!((&dug["deed"], &dug["did"]), (&json!("dig-in"), &json!(1)));
    let stands = field.json("order list");
    let stands: Vec<&Value> = stands.as_array().unwrap().iter().map(|order| &order["unit"]).collect();
    assert_eq!(stands, [&json!("su.1a.1rd")], "one that nobody could carry out; who has dug in has none");
    field.done("order 2rd reorganise");
    let nothing = "it has no marker, is not disorganised and owes nothing";
    assert_eq!(why(&field.json("bound march"), "su.1a.2rd"), nothing);
}

/// 2nd Rifle's battalion in 0406 of the small field; what keeps it from digging in, one thing after the other.
#[test]
fn what_hinders_an_order_to_dig_in_is_told() {
    let field = Field::new();
    let hindered = |order: &str| {
        field.done(order);
        let told = field.json("bound march --dry-run")["orders"][0].clone();
        assert_eq!((&told["done"], &told["did"], &told["leaves"]), (&json!(false), &json!(0), &json!(1)), "{told}");
        told["reason"].as_str().unwrap().to_owned()
    };
    field.done("move 2rd.b1 0405");
    let marched = "1 leaf on the move in this bound, with no engineers near or no time left";
    assert_eq!(hindered("order 2rd dig-in"), marched);
    let text = field.done("bound march --dry-run");
    assert!(text.contains("not done, the order stands: 1 leaf"), "{text}");
    assert_eq!(hindered("order 2rd dig-in --fortify"), "1 leaf on the move in this bound");
    // It came in D1 am: a day there is over when D2 am runs.
    for _ in 0..2 {
        field.done("bound close");
        assert_eq!(hindered("order 2rd dig-in --fortify"), "1 leaf there for less than a day");
    }
    field.done("bound close");
    field.done("order 2rd dig-in --fortify");
    assert_eq!(field.json("bound march --dry-run")["orders"][0]["done"], json!(true));
    field.done("unit set 9id.i1 square=0405");
    assert_eq!(hindered("order 2rd dig-in"), "1 leaf with an enemy in 0405");
    field.done("unit set 2rd.b1 state=dispersed");
    assert_eq!(hindered("order 2rd dig-in"), "1 leaf dispersed");
}
