//! A campaign of one's own: begun with `init`, written in a spreadsheet, kept in a workbook, checked and made.

use serde_json::{Value, json};

use super::field::{Field, six};
use super::folders::files;

/// What a run said beside its report, and its exit code.
pub(super) fn said(field: &Field, line: &str) -> (u8, String) {
    let ran = field.run(line);
    assert_eq!(ran.out, "", "{line}");
    (ran.code, ran.err)
}

/// That something is there already.
pub(super) fn exists(name: &str) -> String {
    format!("error: `{name}` exists already\nhint: give another name, or move it away first\n")
}

pub(super) fn text(field: &Field, path: &str) -> String {
    std::fs::read_to_string(field.dir.path().join(path)).unwrap()
}

/// A field with the tutorial as a file, and its export in the folder `own`.
pub(super) fn tutorial() -> Field {
    let field = Field::playing("first-bound");
    field.done("export own");
    field
}

/// A field with the campaign of the examples of a new folder, as `mine.railhead`.
fn of_examples() -> Field {
    let field = Field::empty();
    field.done("init mine --size 12x9");
    for (name, _) in files(&field, "mine").into_iter().filter(|(name, _)| name != "campaign.toml") {
        let path = format!("mine/{name}");
        field.write(&path, &text(&field, &path).replace("\n# ", "\n"));
    }
    field
}

#[test]
fn a_new_folder_is_accepted_and_its_examples_make_a_campaign() {
    let field = Field::empty();
    let begun = "mine: 21 files; COLUMNS.md explains them\nfill in the tables, then: railhead check mine\n";
    assert_eq!(said(&field, "init mine --size 12x9"), (0, begun.to_owned()));
    let found = field.json("check mine");
    let empty = json!([{
        "file": "orbat.csv", "line": 0, "column": 0, "message": "the campaign has no formations yet",
        "hint": "give every formation a row; `COLUMNS.md` of a new folder explains the columns",
    }]);
    assert_eq!((&found["faults"], &found["warnings"], &found["notes"]), (&json!([]), &empty, &json!([])));

    let field = of_examples();
    assert_eq!(field.json("check mine")["faults"], json!([]));
    field.done("new ./mine -q");
    let ids: Vec<Value> = field.json("orbat").as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
    assert_eq!(ids, ["blue", "blue.hq", "blue.1", "blue.lorries", "blue.air"]);
    let off = "error: square `1200` is not on the map, which has 12 x 9 squares\nhint: `railhead map` shows the map\n";
    assert_eq!(said(&field, "ground show 1200"), (2, off.to_owned()));
    field.done("bound close");
    assert_eq!(field.json("status")["bound"]["label"], "D1 pm");
    assert_eq!(field.json("verify")["breaches"], json!([]));
}

#[test]
fn a_new_campaign_is_closed_with_care() {
    let field = of_examples();
    field.done("new ./mine -q");
    let settings = field.json("setting list");
    let careful = settings.as_array().unwrap().iter().find(|row| row["key"] == "careful_close").unwrap();
    assert_eq!(careful["value"], "on");
    field.done("order blue.1 dig-in");
    let open = "error: D1 am is not finished: 1 order is not carried out (1st Battalion: dig-in)\n\
                hint: `railhead review` says what settles each; `railhead bound close --anyway` closes the bound all the \
                same\n";
    assert_eq!(said(&field, "bound close"), (1, open.to_owned()));
    field.done("bound close --anyway");
    assert_eq!(field.json("status")["bound"]["label"], "D1 pm");
}

#[test]
fn another_campaign_is_begun_from() {
    let field = tutorial();
    field.done("init first --from first-bound");
    assert_eq!(field.json("check first")["faults"], json!([]));
    field.done("new ./first -q");
    field.done("export other --campaign first.railhead");
    let (own, mut other) = (files(&field, "own"), files(&field, "other"));
    let head = String::from_utf8(other.iter().find(|(name, _)| name == "campaign.toml").unwrap().1.clone()).unwrap();
    assert!(head.starts_with("name = \"first\"\n"), "{head}");
    let renamed = head.replacen("name = \"first\"", "name = \"first-bound\"", 1).into_bytes();
    other.iter_mut().find(|(name, _)| name == "campaign.toml").unwrap().1 = renamed;
    assert!(own == other);
    // From a folder and a workbook of one's own as well.
    field.done("export --xlsx own.xlsx --campaign first.railhead");
    for (name, from) in [("second", "own"), ("third", "own.xlsx")] {
        field.done(&format!("init {name} --from {from}"));
        field.done(&format!("new ./{name} -q"));
        assert_eq!(field.json(&format!("status --campaign {name}.railhead"))["campaign"], name);
    }
}

#[test]
fn a_folder_that_cannot_be_begun_is_refused() {
    let field = tutorial();
    let size = |given: &str| {
        format!(
            "error: invalid value `{given}` for `--size <WxH>`: write columns and rows as `40x30`, each from 6 to 999\n"
        )
    };
    for given in ["5x9", "9x1000", "tall"] {
        assert_eq!(said(&field, &format!("init x --size {given}")), (2, size(given)));
    }
    let named = "error: `a b` cannot name a campaign\nhint: it also names the campaign file: letters, digits, dots, \
                 dashes and underscores, a letter or digit first and last, at most 64 bytes, not a Windows device name\n";
    assert_eq!(said(&field, "init 'a b'"), (2, named.to_owned()));
    assert_eq!(said(&field, "init own"), (1, exists("own")));
    let none = "error: there is no campaign folder or built-in campaign `first-boundd`\nhint: did you mean \
                `first-bound`?\nhint: a campaign folder has a `campaign.toml`; `railhead new --list` lists the built-in \
                campaigns\n";
    assert_eq!(said(&field, "init x --from first-boundd"), (2, none.to_owned()));
    std::fs::create_dir(field.dir.path().join("own/wings.csv")).unwrap();
    let faulty = field.run("init x --from own");
    assert_eq!(faulty.code, 4, "{}", faulty.err);
    assert!(faulty.err.contains("`wings.csv` is a folder"), "{}", faulty.err);
    assert!(!field.dir.path().join("x").exists() && !field.dir.path().join("a b").exists());
}

#[test]
fn a_folder_as_a_spreadsheet_saves_it_makes_the_same_campaign() {
    let field = tutorial();
    let saved = |name: &str, is_decimal: bool| {
        let path = format!("own/{name}");
        let own = text(&field, &path);
        assert!(!own.contains('"'), "no field needs quotes: {own}");
        let theirs = own.replace(',', ";").replace('\n', "\r\n");
        let theirs = if is_decimal { theirs.replace('.', ",") } else { theirs };
        field.write(&path, &format!("\u{feff}{theirs}"));
    };
    field.done("export same");
    saved("orbat.csv", false);
    saved("rivers.csv", true);
    let weather = text(&field, "own/weather.csv");
    let dates = ["08", "09", "10"]
        .iter()
        .fold(weather, |text, day| text.replace(&format!("1941-07-{day}"), &format!("{day}.07.1941")));
    assert!(dates.contains("\n08.07.1941"), "{dates}");
    field.write("own/weather.csv", &dates.replace(',', "\t"));
    assert!(text(&field, "own/rivers.csv").contains(";50,940;25,216\r\n"), "{}", text(&field, "own/rivers.csv"));
    let found = field.json("check own");
    let notes = json!([
        "read as separated by tabs: `weather.csv`",
        "read as separated by semicolons: `rivers.csv`, `orbat.csv`"
    ]);
    assert_eq!((&found["faults"], &found["notes"]), (&json!([]), &notes));
    let page = field.done("check own");
    assert!(page.contains("read as separated by semicolons: `rivers.csv`, `orbat.csv`\n"), "{page}");
    field.done("new ./own theirs.railhead -q");
    field.done("export again --campaign theirs.railhead");
    assert!(files(&field, "same") == files(&field, "again"));
}

#[test]
fn a_workbook_makes_the_same_campaign() {
    let field = tutorial();
    field.done("export --xlsx book.xlsx");
    let found = field.json("check book.xlsx");
    assert_eq!((&found["faults"], &found["notes"]), (&json!([]), &json!([])));
    field.done("new book.xlsx book.railhead -q");
    field.done("export again --campaign book.railhead");
    assert!(files(&field, "own") == files(&field, "again"));
    field.done("export --xlsx again.xlsx --campaign book.railhead");
    let bytes = |name: &str| std::fs::read(field.dir.path().join(name)).unwrap();
    assert!(bytes("book.xlsx") == bytes("again.xlsx"));
    assert_eq!(said(&field, "export --xlsx book.xlsx --campaign book.railhead"), (1, exists("book.xlsx")));
    let given = field.json("export --xlsx third.xlsx --campaign book.railhead");
    assert_eq!(given["workbook"], "third.xlsx");
}

#[test]
fn a_faulty_cell_is_named_by_sheet_and_cell() {
    let field = tutorial();
    let mut book: scenario::Files = files(&field, "own").into_iter().collect();
    let orbat = String::from_utf8(book["orbat.csv"].clone()).unwrap();
    let wrong = orbat.replacen("battalion,artillery", "battalion,artilery", 1);
    book.insert("orbat.csv".to_owned(), wrong.into_bytes());
    let head = String::from_utf8(book["campaign.toml"].clone()).unwrap().replacen("days = 3", "days = \"three\"", 1);
    book.insert("campaign.toml".to_owned(), head.into_bytes());
    std::fs::write(field.dir.path().join("bad.xlsx"), scenario::write_workbook(&book).unwrap()).unwrap();
    // Of `campaign` the first row is the header and the second `days`; of `orbat` the arm is the seventh column, and the
    // first artillery is in the fourth row.
    let ran = field.run("check bad.xlsx --format json");
    assert_eq!(ran.code, 4, "{}", ran.err);
    let faults = json!([
        {"file": "campaign", "line": 2, "column": 2, "message": "`days` has the wrong type: string",
            "hint": "give a whole number from 1 to 999"},
        {"file": "orbat", "line": 4, "column": 7, "message": "`artilery` is not an arm",
            "hint": "did you mean `artillery`?", "header": "arm"},
    ]);
    assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap()["faults"], faults);
    let refused = "error: `bad.xlsx` has 2 faults\n  campaign!B2: `days` has the wrong type: string (give a whole number \
                   from 1 to 999)\n  orbat!G4 (arm): `artilery` is not an arm (did you mean `artillery`?)\nhint: nothing was \
                   written; `railhead check bad.xlsx` shows it as a table\n";
    assert_eq!(said(&field, "new bad.xlsx bad.railhead"), (4, refused.to_owned()));
    field.write("none.xlsx", "id,side\n");
    let none = field.run("check none.xlsx --format json");
    assert_eq!(none.code, 4, "{}", none.err);
    let fault = json!([{
        "file": "none.xlsx", "line": 0, "column": 0,
        "message": "it is not a readable workbook: invalid Zip archive: Could not find EOCD",
        "hint": "save it again as .xlsx or .ods",
    }]);
    assert_eq!(serde_json::from_str::<Value>(&none.out).unwrap()["faults"], fault);
    assert_eq!(field.run("new none.xlsx").code, 4);
}

#[test]
fn a_workbook_that_is_too_large_is_refused_and_none_is_written_of_a_text_that_no_cell_holds() {
    let mut campaign = six();
    campaign.places[0].note = "x".repeat(40_000);
    let field = Field::of(&campaign);
    let long = "error: `book.xlsx` cannot be read or written: `places.csv` cannot be a sheet of a workbook: String exceeds \
                Excel's limit of 32,767 characters.\n";
    assert_eq!(said(&field, "export --xlsx book.xlsx"), (3, long.to_owned()));
    assert!(!field.dir.path().join("book.xlsx").exists());
    let large = std::fs::File::create(field.dir.path().join("large.xlsx")).unwrap();
    large.set_len((64 << 20) + 1).unwrap();
    let too_large = "error: `large.xlsx` has 1 fault\n  large.xlsx: the workbook is larger than 64 MiB (that is the limit \
                     for a workbook)\nhint: nothing was written; `railhead check large.xlsx` shows it as a table\n";
    assert_eq!(said(&field, "new large.xlsx"), (4, too_large.to_owned()));
    let page = field.run("check large.xlsx");
    assert_eq!((page.code, page.err.as_str()), (4, ""));
    assert!(page.out.ends_with("\nfaults: 1, warnings: 0\n"), "{}", page.out);
}

#[test]
fn what_will_bite_on_the_first_morning_is_told_by_cause_and_name() {
    let field = tutorial();
    let without = |path: &str, starts: &[&str]| {
        let kept = text(&field, path);
        let kept = kept.split_inclusive('\n').filter(|line| !starts.iter().any(|start| line.starts_with(start)));
        field.write(path, &kept.collect::<String>());
    };
    assert_eq!(field.json("check own")["warnings"], json!([]));
    without("own/orbat.csv", &["ax.pz.b1,", "ax.b1,"]);
    without("own/stocks.csv", &["ax.pz.b1,"]);
    let crossings = text(&field, "own/crossings.csv");
    field.write("own/crossings.csv", &crossings.replace(",open,", ",destroyed,"));
    let found = field.json("check own");
    assert_eq!(found["faults"], json!([]));
    let warned = json!([
        {
            "file": "orbat.csv", "line": 2, "column": 0,
            "message": "LX Army Corps (mot), 40th Panzer Division: most of the troops are armoured or motorised and burn \
                        POL, but no bowser is in their chain of command",
            "hint": "put a leaf of arm `logistic` that carries `pol` directly under each, or under a superior",
        },
        {
            "file": "orbat.csv", "line": 9, "column": 0,
            "message": "40th Panzer Division: no LOG or POL on the first morning. No crossing can be used between 0605 Brod \
                        and 0705",
            "hint": "rebuild Brod bridge between 0605 and 0705",
        },
    ]);
    assert_eq!(found["warnings"], warned);
    assert!(field.done("check own").ends_with("\nfaults: 0, warnings: 2\n"));
}

#[test]
fn one_fault_of_many_rows_is_printed_once_and_kept_in_data() {
    let field = of_examples();
    let orbat = text(&field, "mine/orbat.csv").replace(",motorised,", ",lorries,");
    let rows = orbat.matches(",lorries,").count();
    assert_eq!(rows, 2);
    field.write("mine/orbat.csv", &orbat);
    let page = field.run("check mine").out;
    let told = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(page.matches("`lorries` is not a").count(), 1, "{page}");
    assert!(told.contains("orbat.csv:3:45 (mobility) `lorries` is not a") && told.contains("rows 3 and 5"), "{page}");
    assert!(page.contains("did you mean `motorised`?") && page.ends_with("faults: 2, warnings: 0\n"), "{page}");
    let found: Value = serde_json::from_str(&field.run("check mine --format json").out).unwrap();
    let lines: Vec<&Value> = found["faults"].as_array().unwrap().iter().map(|row| &row["line"]).collect();
    assert_eq!(lines, [&json!(3), &json!(5)]);
    assert_eq!(field.run("check mine --format csv").out.matches("`lorries` is not a mobility").count(), 2);
}

#[test]
fn a_campaign_that_is_made_is_not_made_again_and_it_is_said_what_changes_it() {
    let field = of_examples();
    field.done("new ./mine -q");
    let told = "error: `mine.railhead` exists already\nhint: give another name, or move it away first\nhint: `new` changes \
                no campaign: correct one with `unit set`, `unit rename`, `grade set` or `setting set`\n";
    assert_eq!(said(&field, "new ./mine"), (1, told.to_owned()));
    // What the README says that one does then.
    for line in [
        "unit rename blue.1 \"1st Guards Battalion\"",
        "unit set blue.1 sp=2 --reason \"counted anew\"",
        "grade set blue veteran --reason \"as agreed\"",
        "setting set offroad_km 6",
        "export my-campaign-now",
    ] {
        field.done(line);
    }
    assert_eq!(field.json("check my-campaign-now")["faults"], json!([]));
}

#[test]
fn words_of_lists_are_typed_as_they_come() {
    let field = of_examples();
    field.done("new ./mine -q");
    field.done("unit set blue.1 posture='Dug in'");
    assert_eq!(field.json("unit show blue.1")["posture"], "dug_in");
    let told = "error: `entrenched` is not a posture\nhint: did you mean `dug_in`? It takes `road_march`, `moving`, `open`, \
                `dug_in`, `fortified`\n";
    assert_eq!(said(&field, "unit set blue.1 posture=entrenched"), (2, told.to_owned()));
    let sunny = field.run("bound weather weather=sunny");
    assert!(sunny.code == 2 && sunny.err.contains("did you mean `clear`?"), "{}", sunny.err);
}
