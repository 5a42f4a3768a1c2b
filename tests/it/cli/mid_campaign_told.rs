//! What an organiser in mid-campaign found told wrongly: who waits as lost, work that was replaced, exports that find fault with
//! themselves, ids for names, cut words. Figures worked by hand.

use serde_json::json;

use super::field::{Field, plain};
use super::rail::lines;

/// The built-in campaign with the rows of these leaves changed so that they come on the third morning.
fn waiting(leaves: &[&str]) -> Field {
    let field = Field::empty();
    field.done("init folder --from first-bound");
    let orbat = std::fs::read_to_string(field.dir.path().join("folder/orbat.csv")).unwrap();
    let mut rows = orbat.lines().map(str::to_owned).collect::<Vec<_>>();
    let head: Vec<String> = rows[0].split(',').map(str::to_owned).collect();
    let place = head.iter().position(|column| column == "where").unwrap();
    rows[0].push_str(",arrives,entry");
    for row in &mut rows[1..] {
        let mut cells: Vec<&str> = row.split(',').collect();
        let waits = leaves.contains(&cells[0]);
        let at = if waits { std::mem::take(&mut cells[place]) } else { "" };
        let date = if waits { "D3 am" } else { "" };
        *row = format!("{},{date},{at}", cells.join(","));
    }
    field.write("folder/orbat.csv", &(rows.join("\n") + "\n"));
    field.done("new folder f.railhead");
    field
}

/// The panzers' bowser and the lorries of their corps come on the third morning: neither is lost.
#[test]
fn who_is_still_to_come_is_not_lost() {
    let field = waiting(&["ax.pz.b1"]);
    let traced = plain(&field.done("supply trace ax.pz"));
    assert!(traced.contains("POL: it has no bowser until D3 am"), "{traced}");
    let brief = plain(&field.done("supply status --side AX"));
    assert!(brief.contains("No bowser has arrived at 0705 Zarechye: the first is due D3 am"), "{brief}");
    let field = waiting(&["ax.t1", "ax.t2"]);
    let review = plain(&field.done("review --all"));
    assert!(!review.contains("has no LOG vehicle on the map"), "{review}");
    field.done("unit set ax.pz.b1 state=destroyed");
    let traced = plain(&field.done("supply trace ax.pz"));
    assert!(traced.contains("POL: it has no bowser left"), "who is lost is told as lost: {traced}");
}

/// Work that was ordered anew is told once, as it was ordered last; a line that was cut and made whole again not at all.
#[test]
fn work_that_was_replaced_is_not_told() {
    let field = Field::of(&lines());
    field.done("rail cut 0205 0405");
    field.done("rail repair 0205 0305 --by e1");
    field.done("rail repair 0205 0405 --by e1");
    field.done("mines set 0404 --side SU");
    field.done("mines set 0404 --side AX");
    field.done("mines set 0503 --side AX");
    field.done("mines clear 0503");
    let report = field.json("bound close --seed 1");
    let told: Vec<&str> = report["formations"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row["lines"].as_array().unwrap())
        .filter_map(|line| line.as_str().filter(|line| line.contains("is set to")))
        .collect();
    assert_eq!(told, ["E1 is set to repair West line: 2 lengths to do, next 0205-0305"]);
    let ground: Vec<&str> = report["ground"].as_array().unwrap().iter().filter_map(|line| line.as_str()).collect();
    let of_mines: Vec<&&str> = ground.iter().filter(|line| line.starts_with("mines")).collect();
    assert_eq!(of_mines, [&"mines in 0404: mined by Axis"], "{ground:?}");
}

/// Two battalions of the regiment march from 0805 to 0805's neighbours, each its own way: what the line says holds for one.
#[test]
fn a_way_is_told_of_those_who_went_it() {
    let field = Field::playing("first-bound");
    field.done("move ax.pz.r2.b1 0705");
    field.done("move ax.pz.r2.b2 0704");
    let report = plain(&field.done("bound close --seed 1"));
    assert!(report.contains("marched 0805 to 0704 near Zarechye (1 leaf, 1 on other routes)"), "{report}");
}

/// What the program writes it reads without a word: divisions that have not used what the rules gave them, places that a river
/// parts from their squares.
#[test]
fn an_export_in_play_checks_clean() {
    let field = Field::playing("typhoon-1941");
    field.done("bound close --seed 1 -q");
    field.done("export out -q");
    let found = field.json("check out");
    assert_eq!([&found["faults"], &found["warnings"]], [&json!([]), &json!([])]);
}

#[test]
fn a_missing_column_is_one_fault() {
    let field = Field::empty();
    field.done("init folder --from first-bound");
    for (file, column) in [("orbat.csv", "where"), ("places.csv", "square"), ("dumps.csv", "square")] {
        let path = field.dir.path().join("folder").join(file);
        let whole = std::fs::read_to_string(&path).unwrap();
        let place = whole.lines().next().unwrap().split(',').position(|name| name == column);
        let Some(place) = place else { continue };
        let without = |row: &str| {
            let cells = row.split(',').enumerate().filter(|(number, _)| *number != place).map(|(_, cell)| cell);
            cells.collect::<Vec<_>>().join(",") + "\n"
        };
        field.write(&format!("folder/{file}"), &whole.lines().map(without).collect::<String>());
        let ran = field.run("check folder --format json");
        let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let faults = found["faults"].as_array().unwrap();
        let of_file: Vec<_> = faults.iter().filter(|fault| fault["file"] == file).collect();
        assert_eq!(of_file.len(), 1, "{file}: {of_file:?}");
        let message = of_file[0]["message"].as_str().unwrap();
        assert!(message.contains("missing") && message.contains(&format!("`{column}`")), "{message}");
        assert_eq!(of_file[0]["line"], json!(1));
        if file == "places.csv" {
            assert_eq!(message, "the columns `lat`, `lon`, `square` are missing");
            assert_eq!(of_file[0]["hint"], "add one of them to the header row");
        }
        field.write(&format!("folder/{file}"), &whole);
    }
}

/// Rules know ids alone; people are told names.
#[test]
fn stories_of_every_system_tell_names() {
    for rules in ["war-times-journal-1943", "brigadier-general-commands", "square-bashing"] {
        let field = Field::playing("first-bound");
        field.done(&format!("battle new 0905 --by ax.pz --rules {rules} --override 'by other rules'"));
        let story = field.json("battle resolve 1am-0905 --seed 4");
        let told = story["story"].to_string();
        assert!(!told.contains("ax.") && !told.contains("su."), "{rules}: {told}");
        assert!(told.contains("Regiment"), "{rules}: {told}");
    }
}

/// On 80 columns no word is cut, and none is broken where another column can give way.
#[test]
fn no_word_is_cut_on_a_narrow_page() {
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --by ax.pz");
    let form = field.done("battle form 0905");
    assert!(!form.contains('~') && form.contains("Regiment 140"), "{form}");
    assert!(form.lines().all(|line| line.chars().count() <= 80), "{form}");
    field.done("unit set ax.pz.rec square=1404");
    let march = field.run_on(80, "move ax.pz.rec 1405", "");
    assert!(march.out.contains("captured: dump"), "{}", march.out);
    let stats = field.run_on(80, "stats supply", "");
    assert!(!stats.out.contains('~'), "{}", stats.out);
}

/// Twenty-four dice for the first fire of the guns: in three lines, the last of them too long first.
#[test]
fn many_dice_are_typed_in_portions() {
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --by ax.pz --rules brigadier-general-commands --override 'by other rules'");
    let stopped = field.run_typing("battle resolve 1am-0905 --dice ask", "3\n10x3\n14x3\n13x1\n");
    let said = plain(&stopped.err);
    assert!(said.contains("throw 24 dice for indirect fire at I/Panzer Regiment 140"), "{said}");
    assert!(said.contains("type them in as many lines as you like; `12x6` stands for twelve sixes"), "{said}");
    assert!(said.contains("1 of 24; 23 more> 11 of 24; 13 more>"), "{said}");
    assert!(said.contains("dice thrown: 24; faces given: 25"), "{said}");
    let kept = std::fs::read_to_string(field.dir.path().join("1am-0905.table.txt")).unwrap();
    assert!(kept.lines().any(|line| line.ends_with(" = 3 10x3 13x1")), "{kept}");
}
