//! Railways: what trains bring, who shares them, work on lines, gauges, railheads that go on. Figures worked by hand.
//!
//! The West line runs from 0005 to 0405, its source stands in 0005; railheads stand in 0205 (6 LOG and 4 POL a day) and
//! 0405 (4 and 2). The East line goes on from 0405 to 0407, of another gauge; its railhead is in 0407 (1 and 1).

use std::collections::BTreeSet;
use std::fmt::Write;

use campaign::{Campaign, Railhead, Railway, River, RiverSide, Setting};
use domain::*;
use serde_json::{Value, json};

use super::field::{Field, formation, leaf, six};

fn head(id: &str, at: (u16, u16), line: &str, day: (u32, u32), source: bool) -> Railhead {
    Railhead {
        id: id.into(),
        place: None,
        square: Square::new(at.0, at.1),
        line: line.to_owned(),
        side: SideId::new("SU").unwrap(),
        source,
        log_a_day: day.0,
        pol_a_day: day.1,
        serves: None,
        priority: 0,
        closed: false,
        note: String::new(),
    }
}

/// The field with two lines, engineers and a lorry, in `full` detail.
pub(super) fn lines() -> Campaign {
    let mut campaign = six();
    let su = SideId::new("SU").unwrap();
    campaign.settings.set(Setting::Detail, "full");
    campaign.railheads.clear();
    let heads = [
        head("source", (0, 5), "West line", (10, 4), true),
        head("mid", (2, 5), "West line", (6, 4), false),
        head("rear", (4, 5), "West line", (4, 2), false),
        head("far", (4, 7), "East line", (1, 1), false),
    ];
    campaign.railheads.extend(heads.map(|head| (head.id.clone(), head)));
    let path = vec![Square::new(4, 5), Square::new(4, 6), Square::new(4, 7)];
    let (users, name) = (BTreeSet::from([su]), "East line".to_owned());
    campaign.railways.push(Railway { name, gauge: 1435, users, path, ..Railway::default() });
    let sappers = |id: &str, order| {
        leaf(formation(id, Some("su.1a.1rd"), "SU", Echelon::Battalion, Arm::Engineer, order), (2, 5), 1, None)
    };
    for leaf in [sappers("su.1a.1rd.e1", 11), sappers("su.1a.1rd.e2", 12)] {
        campaign.formations.insert(leaf);
    }
    campaign
}

fn field() -> Field {
    Field::of(&lines())
}

/// Closes the three bounds of a day; the report of the last.
fn a_day(field: &Field) -> Value {
    field.done("bound close");
    field.done("bound close");
    field.json("bound close")
}

/// LOG and POL of an account.
fn held(field: &Field, account: &str) -> (i64, i64) {
    let stocks = field.json(&format!("supply stocks {account}"));
    let of = |commodity: &str| {
        let rows = stocks["accounts"].as_array().unwrap();
        rows.iter().find(|r| r["commodity"] == commodity).map_or(0, |r| r["quantity"].as_i64().unwrap())
    };
    (of("log"), of("pol"))
}

/// What the bound report says of a railhead.
fn told(report: &Value, railhead: &str) -> Vec<String> {
    let heads = report["railways"].as_array().into_iter().flatten();
    let lines = heads.filter(|head| head["railhead"] == railhead).flat_map(|head| head["lines"].as_array().unwrap());
    lines.map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// What the bound report says of the engineers.
pub(super) fn of_division(report: &Value) -> Vec<String> {
    let formations = report["formations"].as_array().unwrap().iter();
    let lines = formations.filter(|f| f["id"] == "su.1a.1rd").flat_map(|f| f["lines"].as_array().unwrap());
    let lines = lines.map(|line| line.as_str().unwrap().to_owned());
    lines.filter(|line| line.starts_with('E') && !line.contains(" is set to ")).collect()
}

pub(super) fn sound(field: &Field) {
    assert_eq!(field.json("verify")["ok"], json!(true));
}

#[test]
fn what_a_railhead_has_in_a_day_is_there_when_the_next_morning_opens() {
    let field = field();
    field.done("bound close");
    field.done("bound close");
    assert_eq!(held(&field, "mid"), (0, 0));
    let report = field.json("bound close");
    for (head, day) in [("source", (10, 4)), ("mid", (6, 4)), ("rear", (4, 2)), ("far", (1, 1)), ("rail", (-21, -11))] {
        assert_eq!(held(&field, head), day, "{head}");
    }
    assert_eq!(told(&report, "mid"), ["6 LOG and 4 POL by rail"]);
    sound(&field);
    field.done("undo");
    assert_eq!((held(&field, "mid"), held(&field, "rail")), ((0, 0), (0, 0)));
}

#[test]
fn nothing_comes_over_a_cut_nor_where_stocks_are_not_counted() {
    let field = field();
    field.done("rail cut 0205 0305");
    let report = a_day(&field);
    assert_eq!((held(&field, "mid"), held(&field, "rear"), held(&field, "far")), ((6, 4), (0, 0), (0, 0)));
    assert_eq!(told(&report, "rear"), ["4 LOG and 2 POL a day missing: cut off from its source at 0205"]);
    field.done("rail repair 0205 0305");
    field.done("setting set detail simple");
    let report = a_day(&field);
    assert_eq!((held(&field, "rear"), told(&report, "rear")), ((0, 0), Vec::new()));
}

/// 450 t a train; LOG weighs 60 t, POL 50. `mid` wants 6 x 60 + 4 x 50 = 560 t: two trains; `rear` 340 t: one.
#[test]
fn a_source_gives_no_more_than_it_has() {
    let field = field();
    field.done("rail cut 0405 0406");
    field.done("setting set rail_capacity on");
    let report = a_day(&field);
    // By id, sources last: `mid` takes 6 of 10 LOG and all 4 POL, `rear` the other 4 LOG, nothing is left.
    assert_eq!((held(&field, "mid"), held(&field, "rear"), held(&field, "source")), ((6, 4), (4, 0), (0, 0)));
    let lacks = "a day missing: source has no more to give (house rule `rail_capacity`)";
    assert_eq!(told(&report, "rear"), ["4 LOG by rail".to_owned(), format!("2 POL {lacks}")]);
    assert_eq!(told(&report, "source"), Vec::<String>::new());
    assert_eq!(held(&field, "rail"), (-10, -4));
    sound(&field);
}

/// One train a day: its 450 t are loaded unit by unit, always what is further behind: 5 LOG and 3 POL, 450 t.
#[test]
fn whoever_goes_first_takes_the_trains_of_a_line() {
    let field = field();
    field.done("rail cut 0405 0406");
    field.done("setting set rail_capacity on");
    field.done("setting set line_trains 1");
    let report = a_day(&field);
    assert_eq!((held(&field, "mid"), held(&field, "rear"), held(&field, "source")), ((5, 3), (0, 0), (0, 0)));
    let full = "West line carries no more trains (house rule `rail_capacity`)";
    assert_eq!(told(&report, "mid")[1], format!("1 LOG and 1 POL a day missing: {full}"));
    assert_eq!(told(&report, "rear"), [format!("4 LOG and 2 POL a day missing: {full}")]);
    let sheet = field.json("supply status");
    assert_eq!(sheet["house_rules"][0]["rule"], json!("rail_capacity"));
    assert_eq!(sheet["house_rules"][0]["since"]["label"], json!("D1 am"));
    assert_eq!(
        sheet["house_rules"][0]["bites"][0],
        json!("mid: 1 LOG and 1 POL a day missing: West line carries no more trains"),
        "the heading names the rule"
    );
    // A priority counts when the house rule says so, and goes before the id.
    field.done("rail priority rear 1 --for 1a");
    assert_eq!(field.json("rail status")[0]["day"][0]["log"], json!(5));
    field.done("setting set rail_priority on");
    let rules = field.json("supply status")["house_rules"].clone();
    let priority = rules.as_array().unwrap().iter().find(|rule| rule["rule"] == "rail_priority").unwrap().clone();
    let shifted = ["mid: 5 LOG and 3 POL less a day than without", "rear: 4 LOG and 2 POL more a day than without"];
    assert_eq!(priority["bites"], json!(shifted));
    let report = a_day(&field);
    assert_eq!((held(&field, "mid"), held(&field, "rear")), ((5, 3), (4, 2)));
    // The report of the bound names the rule, beside what does not come.
    let by_priority = |id: &str| told(&report, id).iter().find(|line| line.contains("`rail_priority`")).cloned();
    let more = "4 LOG and 2 POL more a day than without (house rule `rail_priority`)";
    let less = "5 LOG and 3 POL less a day than without (house rule `rail_priority`)";
    assert_eq!((by_priority("rear").as_deref(), by_priority("mid").as_deref()), (Some(more), Some(less)));
    assert_eq!(by_priority("far"), None);
    // The priority of all that serve an army.
    field.done("rail priority 1a 0");
    a_day(&field);
    assert_eq!((held(&field, "mid"), held(&field, "rear")), ((10, 6), (4, 2)));
    sound(&field);
}

#[test]
fn a_line_carries_what_its_row_says() {
    let mut campaign = lines();
    campaign.settings.set(Setting::RailCapacity, "on");
    // Three trains: two for `mid`, one for `rear`; the East line has none, so nothing comes to `far`.
    campaign.railways[0].trains_a_day = Some(3);
    campaign.railways[1].trains_a_day = Some(0);
    campaign.railheads.get_mut("source").unwrap().log_a_day = 100;
    campaign.railheads.get_mut("source").unwrap().pol_a_day = 100;
    let field = Field::of(&campaign);
    let report = a_day(&field);
    assert_eq!((held(&field, "mid"), held(&field, "rear"), held(&field, "far")), ((6, 4), (4, 2), (0, 0)));
    assert!(told(&report, "far")[0].contains("East line carries no more trains"), "{report}");
    assert_eq!(held(&field, "source"), (0, 0));
}

/// Trains that leave their source by another line than the one in its row are not counted on that one.
#[test]
fn only_the_lines_that_trains_run_on_carry_them() {
    let mut campaign = lines();
    let path = vec![Square::new(0, 5), Square::new(0, 4), Square::new(0, 3)];
    let (users, name) = (BTreeSet::from([SideId::new("SU").unwrap()]), "North line".to_owned());
    campaign.railways.push(Railway { name, gauge: 1435, users, path, ..Railway::default() });
    let north = head("north", (0, 3), "North line", (1, 1), false);
    campaign.railheads.insert(north.id.clone(), north);
    campaign.settings.set(Setting::RailCapacity, "on");
    campaign.railways[0].trains_a_day = Some(0);
    let field = Field::of(&campaign);
    let report = a_day(&field);
    assert_eq!((held(&field, "mid"), held(&field, "north")), ((0, 0), (1, 1)));
    assert!(told(&report, "mid")[0].contains("West line carries no more trains"), "{report}");
}

#[test]
fn a_train_keeps_to_the_gauge_of_its_source_where_the_house_says_so() {
    let field = field();
    assert_eq!(field.json("rail status")[1]["fed"], json!(["far"]));
    field.done("setting set gauge on");
    assert_eq!(field.json("rail status")[1]["fed"], json!([]));
    let sheet = field.json("supply status");
    assert_eq!(sheet["house_rules"][0]["bites"], json!(["far: no train of the gauge of a source reaches it"]));
    let report = a_day(&field);
    assert!(told(&report, "far")[0].contains("no train of the gauge of a source reaches it"), "{report}");
    assert_eq!((held(&field, "rear"), held(&field, "far")), ((4, 2), (0, 0)));
    // Half of it relaid feeds nothing yet.
    field.done("rail convert 0405 0406 --gauge 1520 --side SU");
    assert_eq!(field.json("rail status")[1]["fed"], json!([]));
    field.done("rail convert 0406 0407 --gauge 1520 --side SU");
    assert_eq!(field.json("rail status")[1]["fed"], json!(["far"]));
    // What the enemy lays is his.
    field.done("rail convert 0405 0406 --gauge 1520 --side AX");
    assert_eq!(field.json("rail status")[1]["fed"], json!([]));
    sound(&field);
}

/// A length is 3 km; one leaf repairs 1 km a bound: three bounds a length.
#[test]
fn engineers_repair_a_length_in_three_bounds() {
    let field = field();
    field.done("rail cut 0205 0405 --reason raid");
    field.done("rail repair 0205 0405 --by e1");
    assert_eq!(field.json("rail status")[0]["jobs"][0]["next"], json!("0205-0305"));
    let cuts = |field: &Field| field.json("rail status")[0]["cuts"].clone();
    let report = field.json("bound close");
    assert_eq!(of_division(&report), ["E1 has brought 0205-0305 of West line to 1000 of 3000 m"]);
    assert_eq!(field.json("rail status")[0]["worked"], json!([{"length": "0205-0305", "metres": 1000}]));
    field.done("bound close");
    assert_eq!(cuts(&field), json!(["0205-0305", "0305-0405"]));
    let report = field.json("bound close");
    assert_eq!(cuts(&field), json!(["0305-0405"]));
    assert_eq!(of_division(&report), ["E1 has repaired 0205-0305 of West line"]);
    // Its square is beside 0305: it goes on from where it stands.
    for _ in 0..2 {
        field.done("bound close");
    }
    let report = field.json("bound close");
    assert_eq!(cuts(&field), json!([]));
    assert_eq!(of_division(&report), ["E1 has repaired 0305-0405 of West line: all that it was set to"]);
    assert_eq!(field.json("rail status")[0]["jobs"], json!([]));
    sound(&field);
}

/// Two leaves do 2 km a bound: 2000 m, then the last 1000 of the first length and 1000 of the next.
#[test]
fn two_leaves_share_the_work() {
    let field = field();
    field.done("rail cut 0205 0405");
    field.done("rail repair 0205 0405 --by 1rd");
    let report = field.json("bound close");
    let begun = |id: &str, m: u32| format!("{id} has brought 0205-0305 of West line to {m} of 3000 m");
    assert_eq!(of_division(&report), [begun("E1", 1000), begun("E2", 2000)]);
    let report = field.json("bound close");
    let finished = "E1 has repaired 0205-0305 of West line".to_owned();
    assert_eq!(of_division(&report), [finished, "E2 has brought 0305-0405 of West line to 1000 of 3000 m".to_owned()]);
    let line = field.json("rail status")[0].clone();
    assert_eq!(line["cuts"], json!(["0305-0405"]));
    assert_eq!(line["worked"], json!([{"length": "0305-0405", "metres": 1000}]));
    field.done("rail stop e2");
    field.done("bound close");
    assert_eq!(field.json("rail status")[0]["worked"][0]["metres"], json!(2000));
    // A new cut undoes what was done.
    field.done("rail repair 0305 0405");
    field.done("rail cut 0305 0405");
    assert_eq!(field.json("rail status")[0]["worked"], json!([]));
    sound(&field);
}

/// Who marched 60 of 480 minutes works for seven eighths of the bound: 875 m.
#[test]
fn who_marches_works_the_rest_of_the_bound_and_who_is_too_far_waits() {
    let field = field();
    field.done("rail cut 0205 0305");
    field.done("rail repair 0205 0305 --by e1");
    field.done("unit set e2 square=0204");
    field.done("rail cut 0105 0205 --by e1 --reason 'charges laid'");
    field.done("bound close");
    assert_eq!(field.json("rail status")[0]["worked"][0]["metres"], json!(875));
    // It marches away: told in the bound in which it does, and while it stands there only by `review`.
    field.done("move e1 0203 --rate road");
    assert_eq!(field.json("unit show e1")["square"], json!("0203"));
    let report = field.json("bound close");
    let why = "it does not stand in or beside 0205-0305";
    assert_eq!(of_division(&report).last().unwrap(), &format!("E1 cannot go on with West line: {why}"));
    let rests = |field: &Field| {
        let review = field.json("review");
        let findings = review["findings"].as_array().unwrap();
        let found = findings.iter().find(|finding| finding["kind"] == "rail_work");
        found.map(|found| ["subject", "square", "text", "command"].map(|key| found[key].clone()))
    };
    let said = |square: &str, why: &str, command: &str| {
        Some(["su.1a.1rd.e1", square, &format!("is not at work on West line: {why}"), command].map(|text| json!(text)))
    };
    // It has no hours left at night.
    let command = "railhead order su.1a.1rd.e1 move 0205 --for next";
    assert_eq!(rests(&field), said("0203", why, command));
    let report = field.json("bound close");
    assert_eq!(of_division(&report), [""; 0]);
    assert!(rests(&field).is_some());
    field.done("unit set e1 square=0205 state=disorganised");
    assert_eq!(rests(&field), said("0205", "it is not organised", "railhead rail stop su.1a.1rd.e1"));
    let report = field.json("bound close");
    assert!(of_division(&report).contains(&"E1 cannot go on with West line: it is not organised".to_owned()));
    field.done("unit set e1 state=organised");
    assert_eq!(rests(&field), None);
    sound(&field);
}

/// Ten kilometres a bound are three lengths of 3 km and one more; of the last it stands too far away.
#[test]
fn what_is_done_is_told_with_what_hinders_the_rest() {
    let field = field();
    field.done("setting set rail_repair_km 10");
    field.done("rail cut 0005 0405");
    field.done("rail repair 0405 0005 --by e1");
    let refused = field.run("rail repair 0405 0005 --by e1");
    assert_eq!(refused.code, 0, "{}", refused.err);
    field.done("unit set e1 square=0405");
    let report = field.json("bound close");
    let done = "E1 has repaired 0305-0405, 0205-0305 of West line";
    assert_eq!(of_division(&report), [format!("{done}; it cannot go on: it does not stand in or beside 0105-0205")]);
    field.done("unit set e1 square=0105");
    field.done("unit set ax.9id.i1 square=0105");
    let report = field.json("bound close");
    assert_eq!(of_division(&report), ["E1 cannot go on with West line: the enemy stands at 0105-0205"]);
    sound(&field);
}

/// Two leaves on one length of 3 km: the first does it all, and nothing is left for the second.
#[test]
fn who_finds_it_done_is_told_so() {
    let field = field();
    field.done("setting set rail_repair_km 3");
    field.done("rail cut 0205 0305");
    field.done("rail repair 0205 0305 --by 1rd");
    let report = field.json("bound close");
    let all = "E1 has repaired 0205-0305 of West line: all that it was set to";
    assert_eq!(of_division(&report), [all, "E2 has nothing left to repair of West line"]);
}

/// Lengths at 4 km a bound: one and a kilometre of the next.
#[test]
fn a_length_that_is_begun_is_told_with_those_that_are_done() {
    let field = field();
    field.done("setting set rail_repair_km 4");
    field.done("rail cut 0205 0405");
    field.done("rail repair 0205 0405 --by e1");
    let report = field.json("bound close");
    assert_eq!(
        of_division(&report),
        ["E1 has repaired 0205-0305 of West line, and brought 0305-0405 to 1000 of 3000 m"]
    );
}

/// A conversion goes at 3 km a bound: a length each.
#[test]
fn engineers_lay_a_line_to_another_gauge() {
    let field = field();
    field.done("unit set e1 square=0406");
    field.done("setting set gauge on");
    field.done("rail convert 0405 0407 --gauge 1520 --by e1");
    field.done("bound close");
    let relaid = |field: &Field| field.json("rail status")[1]["relaid"].as_array().unwrap().len();
    assert_eq!((relaid(&field), field.json("rail status")[1]["fed"].clone()), (1, json!([])));
    field.done("rail cut 0406 0407");
    let report = field.json("bound close");
    assert_eq!(of_division(&report), ["E1 cannot go on with East line: 0406-0407 is cut and must be repaired first"]);
    field.done("rail repair 0406 0407");
    field.done("bound close");
    assert_eq!((relaid(&field), field.json("rail status")[1]["fed"].clone()), (2, json!(["far"])));
    sound(&field);
}

#[test]
fn a_railhead_goes_on_and_its_stock_stays() {
    let field = field();
    field.done("supply receive mid 5 log --from rail");
    field.done("supply receive mid 1 pol --from rail");
    field.done("rail advance mid 0405");
    field.done("export there");
    let heads = std::fs::read_to_string(field.dir.path().join("there/railheads.csv")).unwrap();
    assert!(heads.contains(",yes,left by mid when it went on\n"), "{heads}");
    assert_eq!((held(&field, "mid"), held(&field, "mid.0205")), ((0, 0), (5, 1)));
    let listed = field.json("dump list");
    let row = listed.as_array().unwrap().iter().find(|row| row["id"] == "mid.0205").unwrap().clone();
    assert_eq!((&row["closed"], &row["square"]), (&json!(true), &json!("0205")));
    a_day(&field);
    // Trains come to where it stands now; none to what was left.
    assert_eq!((held(&field, "mid"), held(&field, "mid.0205")), ((6, 4), (5, 1)));
    field.done("unit set 1rd.log square=0205");
    field.done("supply transfer mid.0205 1rd.log 2 log");
    field.done("supply transfer mid.0205 d-1a 3 log --override 'carts'");
    field.done("supply transfer mid.0205 d-1a 1 pol --override 'carts'");
    let report = field.json("bound close");
    let by_hand =
        ["2 LOG from mid.0205 to LOG: transfer by hand", "3 LOG and 1 POL from mid.0205 to dump 1st Army: carts"];
    assert_eq!(told(&report, "mid.0205"), [by_hand[0], by_hand[1], "is empty and given up"]);
    let rows = field.json("dump list");
    assert!(rows.as_array().unwrap().iter().all(|row| row["id"] != "mid.0205"));
    sound(&field);
    for _ in 0..4 {
        field.done("undo");
    }
    assert_eq!(held(&field, "mid.0205"), (5, 1));
    sound(&field);
}

#[test]
fn a_railhead_that_comes_back_finds_what_it_left() {
    let field = field();
    field.done("supply receive mid 5 log --from rail");
    field.done("rail advance mid 0305");
    field.done("rail advance mid 0205");
    assert_eq!((held(&field, "mid"), held(&field, "mid.0205")), ((5, 0), (0, 0)));
    a_day(&field);
    let file = rusqlite::Connection::open(field.dir.path().join("six.railhead")).unwrap();
    let sql = "SELECT from_account || ' > ' || to_account || ': ' || quantity || ' ' || reason FROM transfer
               WHERE 'mid' IN (from_account, to_account) AND commodity = 'log' ORDER BY number";
    let told: Vec<String> =
        file.prepare(sql).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(
        told,
        [
            "rail > mid: 5 received by rail",
            "mid > mid.0205: 5 left where the railhead stood",
            "mid.0205 > mid: 5 found where the railhead stood before",
            "rail > mid: 6 trains of the day by source",
        ]
    );
    sound(&field);
}

#[test]
fn a_railhead_goes_only_where_trains_run() {
    let field = field();
    field.done("rail cut 0205 0305");
    let refused = field.run("rail advance mid 0305");
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("no train of SU runs to 0305"), "{}", refused.err);
    field.done("rail advance mid 0305 --override 'the wire was wrong'");
}

/// Why no train runs, one thing after the other, each with the command that does something about it: the first obstacle from
/// where trains run, as far as it goes on.
#[test]
fn where_no_train_runs_the_refusal_says_why_and_what_to_do() {
    let mut campaign = lines();
    let path = vec![Square::new(8, 8), Square::new(9, 8)];
    let (users, name) = (BTreeSet::from([SideId::new("SU").unwrap()]), "Far line".to_owned());
    campaign.railways.push(Railway { name, gauge: 1520, users, path, ..Railway::default() });
    let field = Field::of(&campaign);
    let why = |to: &str| {
        let said = field.run(&format!("rail advance mid {to}")).err;
        let start = format!("no train of SU runs to {to}: ");
        said.lines().next().unwrap().split_once(&start).unwrap_or_else(|| panic!("{said}")).1.to_owned()
    };
    field.done("rail cut 0205 0405");
    let mend = "(`railhead rail repair 0205 0405 --by UNIT` has engineers repair it)";
    assert_eq!(why("0405"), format!("West line is cut from 0205 to 0405 {mend}"));
    field.done("rail repair 0205 0405");
    field.done("rail convert 0305 0405 --gauge 1520 --side AX");
    let lay = "`railhead rail convert 0305 0405 --gauge 1520 --by UNIT` has engineers convert it";
    assert_eq!(why("0405"), format!("West line is laid for trains of Axis from 0305 to 0405 ({lay})"));
    field.done("rail convert 0305 0405 --gauge 1520 --side SU");
    field.done("setting set gauge on");
    let lay = "`railhead rail convert 0405 0407 --gauge 1520 --by UNIT` has engineers convert it";
    let other = format!("East line has another gauge from 0405 to 0407 (house rule `gauge`; {lay})");
    assert_eq!(why("0407"), other);
    field.done("rail convert 0405 0407 --gauge 1520 --side SU");
    field.done("rail advance mid 0407 --dry-run");
    field.done("ground set 0305 --side AX");
    assert_eq!(why("0405"), "0305 is not held by Soviet (`railhead ground show 0305` says who is there)");
    let nowhere = "no railway leads there from where its trains run (`railhead rail status` lists them)";
    assert_eq!(why("0808"), nowhere);
    field.done("ground set 0005 --side AX");
    assert_eq!(why("0405"), "no source of SU has a train (`railhead rail status` says where its railways are cut)");
}

/// A river between 0205 and 0305: no bridge carries the line, then one that is destroyed.
#[test]
fn a_river_without_a_bridge_for_trains_is_told() {
    let mut campaign = lines();
    let side = Square::new(2, 5).side_to(Square::new(3, 5)).unwrap();
    let river = Some(RiverSide { class: RiverClass::Medium, river: 0 });
    std::sync::Arc::make_mut(&mut campaign.ground).set_river(side, river);
    campaign.rivers = vec![River { name: "Don".to_owned(), class: RiverClass::Medium, course: Vec::new() }];
    let refused = Field::of(&campaign).run("rail advance mid 0305").err;
    assert!(refused.contains("runs to 0305: no bridge carries West line from 0205 to 0305"), "{refused}");
    let mut bridge = campaign.crossings["ford"].clone();
    (bridge.id, bridge.side, bridge.state) = ("rails".into(), Some(side), CrossingState::Destroyed);
    bridge.carries = Carries { foot: false, vehicles: false, rail: true };
    campaign.crossings.insert(bridge.id.clone(), bridge);
    let field = Field::of(&campaign);
    let refused = field.run("rail advance mid 0305").err;
    let mend = "`rails` cannot carry trains now (`railhead crossing repair rails --by UNIT`)";
    assert!(refused.contains(mend), "{refused}");
    field.done("crossing repair rails");
    field.done("rail advance mid 0305");
}

/// The tutorial's line to Brod is cut and nobody's: mended it wants to be laid, and laid trains run.
#[test]
fn a_line_that_is_nobodys_is_laid_before_trains_run() {
    let field = Field::playing("first-bound");
    field.done("rail repair Olshany Brod");
    let refused = field.run("rail advance olshany Brod").err;
    assert!(refused.contains("no train of AX runs to "), "{refused}");
    assert!(refused.contains(": Olshany line (Olshany-Brod) is laid for nobody's trains from "), "{refused}");
    let (_, command) = refused.split_once("(`railhead ").unwrap();
    let (command, _) = command.split_once(" --by UNIT`").unwrap();
    field.done(&format!("{command} --side AX"));
    assert!(!field.run("rail advance olshany Brod").err.contains("no train of AX"));
}

#[test]
fn a_closed_dump_serves_nobody_and_keeps_its_stock() {
    let field = field();
    field.done("setting set offroad_km 60");
    field.done("supply receive d-1a 3 log --from rail");
    field.done("dump close d-1a");
    assert_eq!(held(&field, "d-1a"), (3, 0));
    let trace = field.json("supply trace 1rd");
    let legs = trace["legs"].as_array().unwrap();
    assert!(legs.iter().all(|leg| leg["to"] != "d-1a"), "{trace}");
    field.done("bound close");
    // It is opened again where it lies, and serves.
    field.done("dump open d-1a --owner 1a --at 0202");
    let trace = field.json("supply trace 1rd");
    assert_eq!(trace["legs"][0]["to"], json!("d-1a"));
    // Once all is carried it is given up.
    field.done("dump close d-1a");
    field.done("supply transfer d-1a 1rd.log 2 log");
    field.done("supply transfer d-1a source 1 log --override 'by cart'");
    field.done("bound close");
    assert!(field.json("dump list").as_array().unwrap().iter().all(|row| row["id"] != "d-1a"));
    sound(&field);
}

#[test]
fn a_vehicle_opens_a_dump_where_it_stands_in_an_hour() {
    let field = field();
    field.done("dump open d-1rd --owner 1rd --by 1rd");
    let rows = field.json("dump list");
    let row = rows.as_array().unwrap().iter().find(|row| row["id"] == "d-1rd").unwrap().clone();
    assert_eq!(row["square"], json!("0202"));
    field.done("setting set supply_hours_am 1");
    let refused = field.run("dump open d-2 --owner 1rd --by 1rd.log");
    assert!(
        refused.err.contains("LOG (`su.1a.1rd.log`) has 0 minutes left, but opening a dump takes 60"),
        "{}",
        refused.err
    );
    sound(&field);
}

/// A line after `! ` is refused, every other one is done.
#[test]
fn what_cannot_be_done_to_a_railway_is_refused() {
    let field = field();
    let mut page = String::new();
    for line in [
        "rail cut 0205 0405",
        "! rail cut 0205 0405",
        "! rail repair 0105 0205",
        "! rail repair 0205 0407",
        "! rail cut 0005 0205 --by 1rd",
        "! rail repair 0205 0405 --by 2rd",
        "! rail convert 0405 0407 --gauge 1435 --side SU",
        "! rail convert 0405 0407 --gauge 1435 --side XX",
        "! rail convert 0405 0407 --gauge 1435",
        "! rail stop 1rd",
        "! rail advance source 0105",
        "! rail advance mid 0205",
        "! rail advance mid 0909",
        "! rail advance mid 0305",
        "! rail advance midd 0305",
        "supply receive mid 1 log --from rail",
        "rail advance mid 0105",
        "! rail advance mid.0205 0305",
        "! rail priority 1a 3",
        "! rail priority mid 100",
        "! rail priority nobody 1",
        "! dump open d-2 --owner 1a --by 2rd",
        "! dump open d-2 --owner 1a --by 1rd --at 0303",
        "! dump open d-2 --owner 9id --by 1rd",
        "ground set 0202 --side AX --override raid",
        "! dump open d-2 --owner 1rd --by 1rd",
        "! dump open d-2 --owner 1a",
    ] {
        let refused = line.strip_prefix("! ");
        let ran = field.run(refused.unwrap_or(line));
        assert_eq!(ran.code != 0, refused.is_some(), "{line}: {}{}", ran.out, ran.err);
        let shown = refused.map_or_else(String::new, |_| format!("{}[{}]\n", ran.err, ran.code));
        write!(page, "$ railhead {}\n{shown}", refused.unwrap_or(line)).unwrap();
    }
    insta::assert_snapshot!("rail_refusals", page);
}

#[test]
fn what_an_organiser_reads_of_railways() {
    let field = field();
    let mut page = String::new();
    for line in [
        "rail cut 0205 0405 --reason \"cavalry raid\"",
        "rail repair 0205 0405 --by e1",
        "rail convert 0405 0407 --gauge 1520 --side SU",
        "rail priority mid 2 --for 1a",
        "supply receive mid 5 log --from rail",
        "rail advance mid 0105",
        "setting set rail_capacity on",
        "bound close",
        "bound close",
        "rail status",
        "bound close",
        "op show 9",
        "dump close d-1a",
        "supply status 1rd --by unit",
        "supply status 1rd",
    ] {
        write!(page, "$ railhead {line}\n{}", field.done(line)).unwrap();
    }
    insta::assert_snapshot!("rail_read", page);
}

/// Of two railheads one is a source too far off, the other lies on a line of another gauge.
#[test]
fn a_line_that_ends_at_the_wrong_gauge_is_mended_by_conversion() {
    let mut campaign = lines();
    campaign.railheads.retain(|id, _| ["source", "far"].contains(&id.as_str()));
    campaign.dumps.clear();
    let field = Field::of(&campaign);
    field.done("unit set 1rd.hq square=0408");
    field.done("unit set 1rd.log square=0408");
    let state = |field: &Field| field.json("supply trace 1rd")["log"]["state"].clone();
    assert_eq!(state(&field), json!("dump_empty"));
    field.done("setting set gauge on");
    let trace = field.json("supply trace 1rd");
    assert_eq!((&trace["log"]["state"], &trace["log"]["cut"]["kind"]), (&json!("cut"), &json!("rail_cut")));
    let mends: Vec<&str> =
        trace["mend"].as_array().unwrap().iter().map(|mend| mend["text"].as_str().unwrap()).collect();
    assert_eq!(
        mends,
        [
            "convert the railway to the gauge of its trains, from 0406 to 0407",
            "convert the railway to the gauge of its trains, from 0405 to 0406"
        ]
    );
    let told = field.run_on(200, "supply status 1rd", "").out;
    assert!(told.contains("The railway has another gauge between 0406 near Old Town and 0407"), "{told}");
    assert!(told.contains("Not enough by itself; also needed: the railway at 0405."), "{told}");
    field.done("rail convert 0406 0407 --gauge 1520 --side SU");
    assert_eq!(state(&field), json!("cut"));
    field.done("rail convert 0405 0406 --gauge 1520 --side SU");
    assert_eq!(state(&field), json!("dump_empty"));
}

/// Half of the East line is laid anew; under `rail_capacity` a line of which nothing is said carries `line_trains`.
#[test]
fn gauges_and_trains_are_shown_on_a_narrow_page() {
    let field = field();
    field.done("setting set line_trains 7");
    let row = |line: &str| {
        let page = field.done("rail status");
        let mut rows = page.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
        rows.find(|row| row.starts_with(line)).unwrap()
    };
    assert!(row("East line").starts_with("East line Soviet 1435 0405-0407 far"), "{}", row("East line"));
    field.done("rail convert 0405 0406 --gauge 1520 --side SU");
    assert!(row("East line").starts_with("East line Soviet 1520 1435 0405-0407 far"), "{}", row("East line"));
    field.done("rail convert 0406 0407 --gauge 1520 --side SU");
    assert!(row("East line").starts_with("East line Soviet 1520 0405-0407 far"), "{}", row("East line"));
    field.done("setting set rail_capacity on");
    assert!(row("East line").ends_with(" 7"), "{}", row("East line"));
}

#[test]
fn who_names_no_railhead_is_told_which_may_be_meant() {
    let field = field();
    let list = "`railhead rail status` lists the railheads of every railway";
    for (line, said) in [
        ("rail advance mit 0405", "hint: did you mean `mid`?"),
        // A part of its id; a dump is no railhead.
        ("rail priority our 1", "hint: did you mean `source`?"),
        ("rail advance d-1a 0405", &format!("hint: {list}")),
    ] {
        let refused = field.run(line);
        assert!(refused.code != 0 && refused.err.contains(said), "{line}: {}", refused.err);
    }
}
