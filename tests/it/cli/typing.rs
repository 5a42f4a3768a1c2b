//! Words as people type them: `help`, `KEY=VALUE`, flags that belong to another command, an order to where the unit is.

use serde_json::json;

use super::field::Field;

fn refused(field: &Field, line: &str) -> (i32, String) {
    let ran = field.run(line);
    (i32::from(ran.code), ran.err)
}

#[test]
fn help_stands_before_a_command_or_behind_it() {
    let field = Field::new();
    for words in ["bound close", "find", ""] {
        let (before, behind) = (field.run(&format!("help {words}")), field.run(&format!("{words} --help")));
        assert_eq!((before.code, &before.out), (0, &behind.out), "{words}");
    }
}

#[test]
fn a_setting_is_set_with_and_without_an_equals_sign() {
    let field = Field::new();
    field.done("setting set detail=full");
    field.done("setting set bowser_km 75");
    let list = field.json("setting list");
    let value = |key: &str| list.as_array().unwrap().iter().find(|row| row["key"] == key).unwrap()["value"].clone();
    assert_eq!((value("detail"), value("bowser_km")), (json!("full"), json!("75")));
    assert_eq!(
        refused(&field, "setting set detail"),
        (2, "error: `detail` needs a value\nhint: `railhead setting set detail VALUE`\n".to_owned())
    );
}

#[test]
fn settings_that_were_changed_are_listed_first() {
    let field = Field::new();
    field.done("setting set bowser_km 75");
    let list = field.done("setting list");
    let first = list.lines().nth(2).unwrap();
    assert!(first.starts_with("bowser_km"), "{list}");
}

#[test]
fn an_order_takes_no_flag_of_the_list_of_orders() {
    let field = Field::new();
    let said = "error: `--side` has no effect with an order\nhint: it goes with `railhead order list`\n".to_owned();
    assert_eq!(refused(&field, "order 1rd move 0404 --side AX"), (2, said));
    assert_eq!(field.json("order list"), json!([]));
    field.write("old.txt", "order 1rd move 0404 --side AX\n");
    let ran = field.run("run old.txt");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("warning: `--side` has no effect with an order\n"), "{}", ran.err);
    assert_eq!(field.json("order list --side SU").as_array().unwrap().len(), 1);
}

#[test]
fn an_order_to_where_all_of_a_unit_stands_says_so() {
    let field = Field::new();
    let square = field.json("unit show 1rd.b1")["square"].as_str().unwrap().to_owned();
    let name = field.json("unit show 1rd.b1")["name"].as_str().unwrap().to_owned();
    let notes = field.json(&format!("order 1rd.b1 move {square}"))["notes"].clone();
    assert_eq!(notes, json!([format!("{name} already stands in {square}")]));
    field.done("order cancel 1rd.b1");
    assert_eq!(field.json("order 1rd.b1 move 0303")["notes"], json!(null));
    field.done("order cancel 1rd.b1");
    // Three squares of three hours each on foot, of which six hours are done in the bound.
    let told = "it would not come to its place in D1 am; it needs another 3:00 hours, at least 1 more bound";
    assert_eq!(field.json("order 1rd.b1 move 0404")["notes"], json!([told]));
}

/// A report longer than the screen goes through the pager that the environment names; others, and what is not for reading, do
/// not.
#[test]
fn a_long_report_goes_through_the_pager() {
    let field = Field::new();
    let shown = |line: &str, screen: usize| {
        let paged = field.dir.path().join("paged.txt");
        let _ = std::fs::remove_file(&paged);
        let ran = field.run_on_a_screen(screen, "dd of=paged.txt status=none", line);
        (ran.out, std::fs::read_to_string(&paged).ok())
    };
    let (out, paged) = shown("orbat", 5);
    assert_eq!((out.as_str(), paged.is_some_and(|text| text.contains("su.1a.1rd"))), ("", true));
    for (line, screen) in [("orbat", 500), ("orbat --no-pager", 5), ("orbat --format csv", 5)] {
        let (out, paged) = shown(line, screen);
        assert!(out.contains("su.1a.1rd") && paged.is_none(), "{line}: {out}");
    }
    // Where there is no such program the report is printed as ever.
    let ran = field.run_on_a_screen(5, "no-such-pager", "orbat");
    assert!(ran.out.contains("su.1a.1rd"), "{}", ran.out);
}

/// The shell asks the program what may stand next: ids of the campaign in the folder, and the words of the program alone where
/// there is none.
#[test]
fn a_shell_is_told_the_ids_of_the_campaign() {
    let field = Field::new();
    let offered = |words: &[&str]| -> Vec<String> {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_railhead"));
        command.current_dir(field.dir.path()).env_clear();
        command.env("COMPLETE", "bash").env("_CLAP_IFS", "\n").env("_CLAP_COMPLETE_SPACE", "false");
        command.env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
        let output = command.arg("--").args(words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    };
    assert_eq!(offered(&["railhead", "unit", "show", "su.1a.1rd.b"]), ["su.1a.1rd.b1", "su.1a.1rd.b2"]);
    assert_eq!(offered(&["railhead", "unit", "show", "1rd"]), ["1rd"]);
    assert!(offered(&["railhead", "unit", "sho"]).contains(&"show".to_owned()));
    std::fs::remove_file(field.dir.path().join("six.railhead")).unwrap();
    assert_eq!(offered(&["railhead", "unit", "show", "su.1a.1rd.b"]), [""; 0]);
}

/// A place is found without what stands in brackets behind its name, unless several would be meant.
#[test]
fn a_place_is_named_without_its_brackets() {
    let field = Field::empty();
    field.done("new uranus-1942 -q");
    let square = |word: &str| field.json(&format!("ground show {word}"))["square"].clone();
    assert_eq!(square("Bolshoy"), square("'Bolshoy (Blinov)'"));
    let (code, said) = refused(&field, "ground show Platonov");
    assert_eq!(code, 2);
    assert!(said.contains("Platonov (Kalach)") && said.contains("Platonov (Kletskaya)"), "{said}");
}

/// What a newcomer typed in vain, and what the answer leads to.
#[test]
fn what_was_typed_in_vain_is_led_on() {
    let field = Field::new();
    for (line, answer) in [
        ("new Uranus u.railhead", "did you mean `uranus-1942`?"),
        ("init b.xlsx", "`b.xlsx` is the name of a workbook, and what is written is a folder"),
        ("init b.xlsx", "give the folder another name; `railhead new` reads a workbook as it is"),
        ("unit set 1rd.b1 sp 2", "hint: `railhead unit set 1rd.b1 sp=2`"),
        ("order 1rd reorganize", "did you mean `reorganise`?"),
        ("supply 1rd", "did you mean `railhead supply status 1rd`?"),
        ("battle odds 0302", "did you mean `railhead battle forecast`?"),
    ] {
        let (code, said) = refused(&field, line);
        assert!(code != 0 && said.contains(answer), "{line}: {said}");
    }
    assert!(!field.dir.path().join("b.xlsx").exists());
    let uranus = Field::empty();
    uranus.done("new uranus-1942 -q");
    let (_, said) = refused(&uranus, "find Mamayev");
    assert!(said.contains("did you mean `Mamaev Kurgan`?"), "{said}");
}

#[test]
fn a_map_of_a_unit_and_a_battle_for_a_square_lead_on() {
    let field = Field::new();
    assert_eq!(field.done("map --unit 1rd"), field.done("map --at 1rd"));
    let hints =
        "hint: `railhead battle new 0602` draws one for that square\nhint: `railhead battle list` lists every battle\n";
    let said = format!("error: there is no battle `0602`\n{hints}");
    assert_eq!(refused(&field, "battle forecast 0602"), (2, said));
}

/// The fault stands in the third row under `grade`: by file, line and letter, by the header, and of a workbook by its cell.
#[test]
fn check_names_the_column_by_its_header() {
    let field = Field::empty();
    field.done("init camp --size 10x10 -q");
    let head = std::fs::read_to_string(field.dir.path().join("camp/orbat.csv")).unwrap();
    let header = head.lines().next().unwrap();
    let place = header.split(',').position(|name| name == "grade").unwrap();
    let row = |word: &str| {
        let mut cells = vec![""; header.split(',').count()];
        (cells[0], cells[2], cells[3], cells[5], cells[6]) = ("b", "BLUE", "First", "battalion", "infantry");
        cells[place] = word;
        cells.join(",")
    };
    field.write("camp/orbat.csv", &format!("{header}\n{}\n", row("regluar")));
    let ran = field.run_on(200, "check camp", "");
    let at: usize = row("").split(',').take(place).map(|cell| cell.len() + 1).sum::<usize>() + 1;
    assert!(ran.out.contains(&format!("orbat.csv:2:{at} (grade)")), "{}", ran.out);
    let faults = field.run("check camp --format json").out;
    assert!(faults.contains("\"header\": \"grade\""), "{faults}");
}
