//! Two railways over the same squares: without `--line` engineers work on both, one after the other. Figures worked by hand.
//!
//! The West line of `rail.rs` and a South line share the lengths 0205-0305 and 0305-0405, 3 km each.

use std::collections::BTreeSet;

use campaign::Railway;
use domain::{SideId, Square};
use serde_json::{Value, json};

use super::field::Field;
use super::rail::{lines, of_division, sound};
use super::shortage::line_with;

fn two_lines() -> campaign::Campaign {
    let mut campaign = lines();
    let path = [(2, 5), (3, 5), (4, 5), (4, 4)].map(|(col, row)| Square::new(col, row)).to_vec();
    let (users, name) = (BTreeSet::from([SideId::new("SU").unwrap()]), "South line".to_owned());
    campaign.railways.push(Railway { name, gauge: 1435, users, path, ..Railway::default() });
    campaign
}

/// What `rail status` says of a line.
fn of(field: &Field, line: &str, key: &str) -> Value {
    let lines = field.json("rail status");
    lines.as_array().unwrap().iter().find(|row| row["line"] == line).unwrap()[key].clone()
}

/// At 3 km a bound a length each: two bounds for the West line, then two for the South line.
#[test]
fn repair_goes_on_with_the_next_line() {
    let field = Field::of(&two_lines());
    field.done("setting set rail_repair_km 3");
    field.done("rail cut 0205 0405 --reason raid");
    let said = field.done("rail repair 0205 0405 --by e1");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("West line: 2 lengths to do, next 0205-0305; then South line: 2 lengths"), "{said}");
    let job = json!([{"leaf": "su.1a.1rd.e1", "deed": "repair", "gauge": null, "next": "0205-0305", "lengths": 2}]);
    assert_eq!((of(&field, "West line", "jobs"), of(&field, "South line", "jobs")), (job.clone(), job.clone()));
    for said in [
        "E1 has repaired 0205-0305 of West line",
        "E1 has repaired 0305-0405 of West line",
        "E1 has repaired 0205-0305 of South line",
        "E1 has repaired 0305-0405 of South line: all that it was set to",
    ] {
        assert_eq!(of_division(&field.json("bound close")), [said]);
    }
    assert_eq!((of(&field, "West line", "cuts"), of(&field, "South line", "cuts")), (json!([]), json!([])));
    sound(&field);
    // Looked back to: after the second bound the South line is all that is left.
    for _ in 0..2 {
        field.done("undo");
    }
    assert_eq!((of(&field, "West line", "jobs"), of(&field, "South line", "jobs")), (json!([]), job));
}

/// Of 8 km 6 go to the West line, 2 to the first length of the South line.
#[test]
fn what_is_left_of_a_bound_goes_to_the_next_line() {
    let field = Field::of(&two_lines());
    field.done("setting set rail_repair_km 8");
    field.done("rail cut 0205 0405");
    field.done("rail repair 0205 0405 --by e1");
    assert_eq!(
        of_division(&field.json("bound close")),
        [
            "E1 has repaired 0205-0305, 0305-0405 of West line",
            "E1 has brought 0205-0305 of South line to 2000 of 3000 m"
        ]
    );
    // It marches away: what rests is its work on the South line.
    field.done("unit set e1 square=0502");
    let review = field.json("review");
    let rests = review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == "rail_work").unwrap().clone();
    let why = "is not at work on South line: it does not stand in or beside 0205-0305";
    assert_eq!(rests["text"], json!(why));
    sound(&field);
}

#[test]
fn with_a_line_named_only_that_is_worked_on() {
    let field = Field::of(&two_lines());
    field.done("setting set rail_repair_km 8");
    field.done("rail cut 0205 0405");
    field.done("rail repair 0205 0405 --by e1 --line 'South line'");
    let all = "E1 has repaired 0205-0305, 0305-0405 of South line: all that it was set to";
    assert_eq!(of_division(&field.json("bound close")), [all]);
    assert_eq!(of(&field, "West line", "cuts"), json!(["0205-0305", "0305-0405"]));
}

/// At 6 km a bound both lengths of one line, then both of the other.
#[test]
fn both_lines_are_laid_to_another_gauge() {
    let field = Field::of(&two_lines());
    field.done("setting set rail_convert_km 6");
    field.done("rail convert 0205 0405 --gauge 1000 --by e1");
    let first = "E1 has converted 0205-0305, 0305-0405 of West line";
    assert_eq!(of_division(&field.json("bound close")), [first]);
    let then = "E1 has converted 0205-0305, 0305-0405 of South line: all that it was set to";
    assert_eq!(of_division(&field.json("bound close")), [then]);
    let laid = |line| of(&field, line, "relaid").as_array().unwrap().len();
    assert_eq!((laid("West line"), laid("South line")), (2, 2));
    sound(&field);
}

/// An hour for the length of each line: of 480 minutes 360 are left, and of 1 km a bound 750 m are done.
#[test]
fn cutting_takes_an_hour_for_the_length_of_each_line() {
    let field = Field::of(&two_lines());
    field.done("rail cut 0305 0405 --line 'West line'");
    field.done("rail repair 0305 0405 --by e1 --line 'West line'");
    field.done("rail cut 0205 0305 --by e1");
    assert_eq!(of(&field, "West line", "cuts"), json!(["0205-0305", "0305-0405"]));
    assert_eq!(of(&field, "South line", "cuts"), json!(["0205-0305"]));
    field.done("bound close");
    assert_eq!(of(&field, "West line", "worked"), json!([{"length": "0305-0405", "metres": 750}]));
    sound(&field);
}

/// A folder gives a row for each line, in the order of the work; one leaf does one kind of work.
#[test]
fn a_folder_holds_a_row_for_each_line() {
    let sappers = "a.eng,a,SU,Sappers,battalion,engineer,motorised,0102,,,\nax,,AX,Raiders";
    let changes = [
        ("rail.csv", "Line,1524,SU,0002 > 0302\n", "Line,1524,SU,0002 > 0302\nOther,1524,SU,0002 > 0302\n"),
        ("orbat.csv", "ax,,AX,Raiders", sappers),
    ];
    let field = line_with("1505", &changes);
    field.done("rail convert 0002 0202 --gauge 1000 --by a.eng");
    field.done("export middle");
    let page = field.dir.path().join("middle/pending.csv");
    let text = std::fs::read_to_string(&page).unwrap();
    let rows: Vec<&str> = text.lines().filter(|row| row.starts_with("rail,")).collect();
    let ways = ["0002-0102 0102-0202", "Line"];
    assert_eq!(rows.len(), 2, "{text}");
    assert!(ways.iter().all(|word| rows[0].contains(word)) && rows[1].contains("Other"), "{text}");
    field.done("new middle middle.railhead");
    let status = |file: &str| field.json(&format!("rail status --campaign {file}.railhead"));
    assert_eq!(status("line"), status("middle"));
    // A row of other work does not follow one of the same leaf.
    std::fs::write(&page, text.replace(rows[1], &rows[1].replace("1000", "1435"))).unwrap();
    let refused = field.run("check middle --format json");
    let said = "`a.eng` has other work in an earlier row";
    let hint = "a leaf either repairs or converts to one gauge, on all its lines";
    let page = refused.out + &refused.err;
    assert!(refused.code != 0 && page.contains(said) && page.contains(hint), "{page}");
}
