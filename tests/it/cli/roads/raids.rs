//! Partisans: what they bar, cut and cost, and what keeps them quiet.
//!
//! Nobody fights for SU west of 0905 on the strip: 0505 and 0507, on the road and on the way round, have no garrison.

use campaign::{Campaign, Setting};
use serde_json::{Value, json};

use super::super::convoys::strip::strip;
use super::super::field::Field;
use super::super::rail::lines;
use super::{bites, comes_back, sound, told_of};

fn field(campaign: &mut Campaign) -> Field {
    campaign.settings.set(Setting::Partisans, "on");
    let field = Field::of(campaign);
    field.done("supply receive d-su 10 log --from rail");
    field
}

fn of(field: &Field, unit: &str) -> Value {
    let sheet = field.json("supply status --side SU");
    sheet["units"].as_array().unwrap().iter().find(|u| u["id"] == unit).unwrap().clone()
}

fn rules(report: &Value) -> Vec<String> {
    let told = report["house_rules"].as_array().into_iter().flatten();
    told.map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// By 0505 it is 8 squares to the dump; round by row 7 it is 12, four hours: in the six of an afternoon a lorry is there
/// and six squares on its way back.
#[test]
fn lorries_go_round_what_partisans_raid() {
    let field = field(&mut strip());
    field.done("partisans set 0505 --against SU --strength 3");
    assert_eq!(of(&field, "su.1rd")["log"]["km"], json!(24.0));
    let report = field.json("bound close --dice 3");
    let raid = "0505: 3 thrown, partisans bar it to lorries of SU in D1 pm; \
                a garrison there or beside it opens it (house rule `partisans`)";
    assert_eq!(rules(&report), [raid]);
    assert_eq!(of(&field, "su.1rd")["log"]["km"], json!(36.0));
    let bite = "0505: partisans bar it to lorries of SU in D1 pm; a garrison there or beside it opens it".to_owned();
    assert_eq!(bites(&field, "--side SU"), [("partisans".to_owned(), vec![bite])]);
    assert!(bites(&field, "--side AX").is_empty());
    assert_eq!(field.json("partisans list")[0]["bars"], json!(true));
    comes_back(&field);
    field.done("supply send su.log1 --load 2log --to d-1rd --override \"not in the morning\"");
    let report = field.json("bound close --dice 4");
    let told = told_of(&report, "su.log1");
    assert_eq!(told.last().unwrap(), "su.log1 is in 0607, on its way home", "{told:?}");
    assert_eq!(rules(&report), ["0505: 4 thrown, the partisans are quiet (house rule `partisans`)"]);
    assert_eq!(of(&field, "su.1rd")["log"]["km"], json!(24.0));
    sound(&field);
    field.done("undo");
    field.done("undo");
    field.done("undo");
    assert_eq!(of(&field, "su.1rd")["log"]["km"], json!(24.0));
    sound(&field);
}

/// With the way round raided too the division is cut off; a battalion beside the square mends it, and no die is thrown for
/// it any more.
#[test]
fn a_garrison_opens_what_they_bar() {
    let field = field(&mut strip());
    field.done("partisans set 0505 0507 --against SU --strength 2");
    field.done("bound close --dice 1,2");
    let cut = of(&field, "su.1rd");
    assert_eq!(cut["log"]["state"], json!("cut"));
    assert_eq!(cut["reasons"], json!(["LOG: cut at 0505 on the leg 1005 to 0205: partisans bar it"]));
    assert_eq!(cut["mend"][0]["kind"], json!("partisans"));
    let told = field.run_on(200, "supply status --side SU", "").out;
    assert!(told.contains("Partisans bar 0505"), "{told}");
    assert!(told.contains("Mend: put a garrison there or beside it."), "{told}");
    assert_eq!(cut["mend"][0]["text"], json!("clear 0505 of partisans: a garrison there or beside it is enough"));
    field.done("supply send su.log1 --load 2log --to d-1rd --override \"not in the morning\"");
    assert_eq!(field.json("supply convoys")[0]["arrives"], Value::Null, "no arrival can be reckoned");
    field.done("unit set su.1rd.i1 square=0605");
    assert_eq!(
        (&of(&field, "su.1rd")["log"]["state"], &of(&field, "su.1rd")["log"]["km"]),
        (&json!("dump_empty"), &json!(24.0))
    );
    // One die, for 0507 alone.
    let report = field.json("bound close --dice 6");
    assert_eq!(rules(&report), ["0507: 6 thrown, the partisans are quiet (house rule `partisans`)"]);
    assert_eq!(told_of(&report, "su.log1").last().unwrap(), "su.log1 is home in 0205 and free");
    sound(&field);
    // They are gone: the umpire's word, and dates.
    field.done("partisans clear 0505 0507 --against SU");
    field.done("partisans set 0805 --against SU --strength 6 --from 3am --until 3n");
    field.done("unit set su.2rd.i1 square=1105");
    assert!(rules(&field.json("bound close")).is_empty(), "D2 am is too early");
    let refused = field.run("partisans clear 0505 --against SU");
    assert!(refused.err.contains("there are no partisans against SU in 0505"), "{}", refused.err);
    assert!(refused.err.contains("`railhead partisans list` shows where they are"), "{}", refused.err);
    sound(&field);
}

/// They cut the first open length in the square, 0005-0105, before the morning's trains: nothing comes by it. Where the
/// engineers stand beside the line they stay quiet.
#[test]
fn they_cut_rails() {
    let field = field(&mut {
        let mut campaign = lines();
        campaign.dumps.get_mut("d-1a").unwrap().id = "d-su".into();
        let dump = campaign.dumps.remove("d-1a").unwrap();
        campaign.dumps.insert("d-su".into(), dump);
        campaign
    });
    field.done("partisans set 0005 0305 --against SU --strength 2");
    field.done("bound close --dice 3");
    field.done("bound close --dice 3");
    let report = field.json("bound close --dice 2");
    assert_eq!(rules(&report)[1], "0005-0105: partisans cut West line");
    let mid = report["railways"].as_array().unwrap().iter().find(|head| head["railhead"] == "mid").unwrap().clone();
    assert_eq!(mid["lines"], json!(["6 LOG and 4 POL a day missing: cut off from its source at 0005"]));
    sound(&field);
    field.done("undo");
    let report = field.json("bound close --dice 5");
    let mid = report["railways"].as_array().unwrap().iter().find(|head| head["railhead"] == "mid").unwrap().clone();
    assert_eq!(mid["lines"], json!(["6 LOG and 4 POL by rail"]));
}

/// Three vehicles stand in 0205, 4 SP each; su.log1 has 2 LOG and loses one of them with its SP.
#[test]
fn they_cost_the_vehicles_that_stand_there() {
    let field = field(&mut strip());
    field.done("supply transfer d-su su.log1 2 log");
    field.done("partisans set 0205 --against SU --strength 6");
    field.done("bound close --dice 6");
    let sp = |id: &str| field.json(&format!("unit show {id}"))["bases"][0]["sp"].clone();
    assert_eq!([sp("su.log1"), sp("su.log2"), sp("su.pol1")], [json!(3), json!(3), json!(3)]);
    assert_eq!(field.json("unit show su.log1")["cargo"], json!(1));
    sound(&field);
    let asked = field.run_typing("bound close --dice ask", "6\n");
    assert!((asked.out + &asked.err).contains("raid of partisans"));
    field.done("partisans set 0205 --against SU --strength 1");
    field.done("bound close --dice 2");
    field.done("setting set partisans off");
    field.done("bound close");
    assert!(bites(&field, "--side SU").is_empty());
    assert!(field.done("op show 8").contains("they are quiet"));
}
