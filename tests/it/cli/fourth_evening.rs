//! What a fourth evening found wrong with figures, reports and refusals, each held by a case.

use serde_json::json;

use super::field::{Field, plain};

/// Whoever stands in contact sees the enemy anew as a bound opens, and no event says so: the umpire corrects a sighting that is
/// younger than the log knows. Figures of all bounds stay as they were, the log is decided again, and an operation of before is
/// put right.
#[test]
fn a_log_is_gone_through_past_sightings_that_the_umpire_corrected() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.r1.b1 markers=1");
    field.done("bound close --seed 1");
    let figures = || ["stats", "stats casualties", "stats supply", "stats strength"].map(|line| field.json(line));
    let before = figures();
    let seen = field.json("intel show --side AX")["sightings"][0].clone();
    assert_eq!((&seen["id"], &seen["age"]), (&json!("SU-s1"), &json!(0)));
    field.done("intel set SU-s1 sp=4");
    field.done("intel forget AX-s1");
    field.done("intel add Brod --side SU arm=armour");
    assert_eq!(figures(), before);
    let verified = field.json("verify --replay");
    assert_eq!((&verified["ok"], &verified["breaches"]), (&json!(true), &json!([])));
    let corrected = field.json("op correct 2 'unit set ax.pz.r1.b1 markers=2'");
    let markers = corrected["differences"].as_array().unwrap().iter().filter(|row| row["what"] == "markers");
    let markers: Vec<_> = markers.map(|row| (row["was"].clone(), row["is"].clone())).collect();
    assert_eq!(markers, [(json!(1), json!(2))], "{corrected}");
    let told = field.json("intel show --side AX")["sightings"][0].clone();
    assert_eq!((&told["id"], &told["sp"]), (&json!("SU-s1"), &json!(4)), "what was told is told again");
}

/// A battalion of each division has one marker: that is two, not one between them.
#[test]
fn what_befell_several_formations_alike_befell_each() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.r1.b1 markers=1");
    let report = plain(&field.done("bound close --dry-run"));
    assert!(report.contains("40th Panzer Division took 1 marker"), "{report}");
    field.done("unit set ax.id.r1.b1 markers=1");
    let report = plain(&field.done("bound close"));
    assert!(report.contains("40th Panzer Division; 350th Infantry Division, each took 1 marker"), "{report}");
}

/// All five lengths between Olshany and Brod are cut; then the second is repaired: one is cut by itself, and three in a row.
#[test]
fn lengths_of_railway_cut_in_a_row_are_told_as_one_stretch() {
    let field = Field::playing("first-bound");
    let row = || {
        let text = field.run_on(200, "rail status", "").out.leak();
        text.lines().find(|line| line.starts_with("Olshany line (Olshany-Brod)")).unwrap().trim_end().to_owned()
    };
    assert!(row().contains("  all of it, 5 lengths"), "{}", row());
    field.done("rail repair 0205 0305");
    assert!(row().contains("  0105-0205; 0305-0605, 3 lengths "), "{}", row());
    let lengths = "0105-0205 0305-0405 0405-0505 0505-0605";
    assert!(field.done("rail status --format csv").contains(lengths), "a table for other programs has each");
    assert_eq!(field.json("rail status")[1]["cuts"].as_array().unwrap().len(), 4);
}

#[test]
fn a_folder_where_a_file_is_meant_is_called_one() {
    let field = Field::playing("first-bound");
    for line in ["run .", "orders import .", "roll recce --input ."] {
        let ran = field.run(line);
        assert_eq!((ran.code, ran.err.lines().next()), (3, Some("error: `.` is a folder, not a file")), "{line}");
    }
}

/// What stands in brackets behind the name of a place may be left out, misspelt or not.
#[test]
fn a_place_is_found_by_a_name_that_is_nearly_its_own_without_the_brackets() {
    let field = Field::playing("typhoon-1941");
    let said = plain(&field.run("ground show Petrishtchevo").err);
    assert!(said.contains("hint: did you mean `Petrishchevo (Tarusa)`?"), "{said}");
}

#[test]
fn a_campaign_without_formations_is_not_said_to_have_first_ones() {
    let field = Field::empty();
    field.done("init bare --size 20x15");
    let told = plain(&field.done("new bare"));
    assert!(told.contains("no formations yet; `railhead unit new --help` says how one is added"), "{told}");
}

#[test]
fn stores_in_a_square_are_told_by_name_and_so_is_whose_they_are() {
    let field = Field::playing("first-bound");
    let told = field.done("ground show Olshany");
    assert!(told.contains("\nrailhead Olshany (`olshany`) of Axis, on Olshany line\n"), "{told}");
    let told = field.done("ground show Brod");
    assert!(told.contains("\ndump Corps dump Brod (`ax.d`) of LX Army Corps (mot)\n"), "{told}");
    let told = field.done("ground show 0005");
    assert!(told.contains("\nrailhead Western edge (`edge`) of Axis, a source, on Olshany line\n"), "{told}");
}
