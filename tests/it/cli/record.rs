//! A battle fought on the table: the blank form, what comes back of it, and every fault that it can have.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::field::Field;
use super::json::{examples, keys_of};

/// Two battalions of 1st Rifle Division (3 and 4 SP) beside 0602, in which two of 9th stand (4 and 3 SP).
///
/// The small field has no roads, so that its divisions are out of LOG: the umpire lets them attack all the same.
fn drawn() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("unit set 1rd.b2 square=0601");
    field.done(
        "unit new ax.9id.i2 --parent ax.9id arm=infantry echelon=battalion mobility=foot where=0602 role=fighting sp_full=3 weapon_men=l",
    );
    field.done("battle new 0602 --override \"a test\"");
    field
}

/// What is filled in: the code of the row, the column, the text.
type Filled = (&'static str, &'static str, &'static str);

/// A line of a CSV as its fields.
fn lines(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(csv.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The form, filled in: `(code, column, text)`; the lines over the table have their value in the column `value`.
fn filled(field: &Field, cells: &[(&str, &str, &str)]) -> String {
    let mut lines = lines(&field.done("battle form 0602 --format csv"));
    let header = lines.iter().find(|line| line[0] == "code").unwrap().clone();
    for (code, column, text) in cells {
        let line = lines.iter_mut().find(|line| line[0] == *code).unwrap_or_else(|| panic!("no `{code}`"));
        let place = header.iter().position(|name| name == column);
        line[place.unwrap_or(1)] = String::from(*text);
    }
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for line in &lines {
        writer.write_record(line).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// A result that can be: taken in two moves, the defenders driven back.
const TAKEN: &[Filled] = &[("end", "value", "taken"), ("moves", "value", "2"), ("D1", "fate", "driven_back")];

/// The faults of a form, a line each.
fn faults(field: &Field, form: &str) -> Vec<String> {
    field.write("form.csv", form);
    faults_of(field, "battle record 0602 form.csv")
}

fn faults_of(field: &Field, line: &str) -> Vec<String> {
    let ran = field.run(line);
    assert_eq!(ran.code, 1, "{line}: {}{}", ran.out, ran.err);
    ran.err.lines().filter_map(|line| line.strip_prefix("  ").map(str::to_owned)).collect()
}

#[test]
fn the_blank_form_on_paper_and_for_a_spreadsheet() {
    let field = drawn();
    field.done("unit set 1rd.b2 sp=3 markers=2 ammo=out");
    field.done("battle cancel 0602");
    field.done("battle new 0602 --override \"a test\"");
    let paper = field.done("battle form 0602");
    assert!(paper.lines().all(|line| line.chars().count() <= 80), "{paper}");
    insta::assert_snapshot!("form_on_paper", paper);
    insta::assert_snapshot!("form_for_a_spreadsheet", field.done("battle form 0602 --format csv"));
    let base = |code: &str, id: &str, name: &str, square: &str| json!({"code": code, "id": id, "name": name, "sp_full": 3, "sp": 3, "markers": 0, "out_of_ammo": false, "cu_thirds": null, "square": square, "arrives": 1});
    let form = field.json("battle form 0602");
    assert_eq!(form["sides"][0]["units"][0]["bases"][0], base("A1.1", "su.1a.1rd.b1", "B1", "0502"));
    assert_eq!(form["sides"][1]["units"][0]["bases"][1], base("D1.2", "ax.9id.i2", "ax.9id.i2", "0602"));
    let unit = |key: &str| form["sides"][1]["units"][0][key].clone();
    let head = ["code", "id", "name", "grade", "hq_die", "owed"].map(unit);
    assert_eq!(json!(head), json!(["D1", "ax.9id", "9ID", "regular", 3, 0]));
    let promised = examples().into_iter().find(|(command, _)| command == "railhead battle form").unwrap();
    assert_eq!(keys_of(&promised.1), keys_of(&form));
    insta::assert_snapshot!("form_as_markdown", field.done("battle form 0602 --format md"));
}

#[test]
fn a_form_goes_round_from_the_printer_to_the_ledger() {
    let field = drawn();
    let mut cells = TAKEN.to_vec();
    cells.extend([
        ("A1.1", "sp", "2"),
        ("A1.1", "markers", "1"),
        ("A1.2", "out", "x"),
        ("A1", "passed", "1"),
        ("D1.2", "sp", "0"),
        ("D1", "failed", "1"),
    ]);
    field.write("form.csv", &filled(&field, &cells));
    insta::assert_snapshot!("recorded", field.done("battle record 0602 form.csv"));
    let outcome: Value =
        serde_json::from_str(&std::fs::read_to_string(field.dir.path().join("1am-0602.outcome.json")).unwrap())
            .unwrap();
    assert_eq!((&outcome["recorded"], &outcome["dice"]), (&json!(true), &json!("the table")));
    let units = outcome["outcome"]["units"].as_array().unwrap();
    // One attack is owed by the unit that attacked, none by the other.
    assert_eq!(units.iter().map(|unit| unit["owed"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 0]);
    field.done("battle post 0602");
    let first = field.json("unit show 1rd.b1");
    assert_eq!((&first["square"], &first["state"]), (&json!("0602"), &json!("disorganised")));
    assert_eq!((&first["bases"][0]["sp"], &first["bases"][0]["markers"]), (&json!(2), &json!(1)));
    assert_eq!(field.json("unit show 1rd.b2")["bases"][0]["out_of_ammo"], json!(true));
    // The first way out of 0602: 0502 and 0601 are where the attack came from, 0603 is before 0702.
    let third = field.json("unit show 9id.i1");
    assert_eq!((&third["square"], &third["state"], &third["sp"]), (&json!("0603"), &json!("disorganised"), &json!(4)));
    let fourth = field.json("unit show 9id.i2");
    assert_eq!((&fourth["state"], &fourth["sp"]), (&json!("destroyed"), &json!(0)));
    let shown = field.json("battle show 0602");
    assert_eq!((&shown["recorded"], &shown["end"], &shown["moves"]), (&json!(true), &json!("taken"), &json!(2)));
    let evidence: BTreeMap<&str, [u64; 3]> = shown["units"]
        .as_array()
        .unwrap()
        .iter()
        .map(|unit| {
            let figure = |key: &str| unit[key].as_u64().unwrap();
            (unit["unit"].as_str().unwrap(), [figure("sp_lost"), figure("passed"), figure("failed")])
        })
        .collect();
    assert_eq!(evidence, BTreeMap::from([("su.1a.1rd", [1, 1, 0]), ("ax.9id", [3, 0, 1])]));
}

/// Every column of the first base: its row is `A1.1,su.1a.1rd.b1,B1,3,3,0,,0502,` and then `sp` in column 34.
const FAULTS: &[(&[Filled], &[&str])] = &[
    (
        &[("A1.1", "sp", "4")],
        &["form.csv:9:34: `A1.1` had 3 SP and cannot come out with 4 (a base gains no SP in \
                                battle)"],
    ),
    (
        &[("A1.1", "sp", "2"), ("A1.1", "markers", "3")],
        &["form.csv:9:36: `A1.1` cannot carry 3 markers on 2 SP (a base cannot have more markers than SP left)"],
    ),
    (&[("A1.1", "sp", "two")], &["form.csv:9:34: `two` is not a valid number of SP (a whole number from 0 to 99)"]),
    (&[("A1.2", "code", "A1.3")], &["form.csv:10:1: there is no `A1.3` in this battle (did you mean `A1.1`?)"]),
    (
        &[("A1.2", "code", "A1.1")],
        &[
            "form.csv:10:6: `A1.1` is `su.1a.1rd.b1` here, not `su.1a.1rd.b2` (the form is from another drawing of \
             this battle: print it again)",
            "form.csv:10:1: `A1.1` appears twice (leave one of them out)",
        ],
    ),
    (&[("D1", "fate", "brokn")], &["form.csv:12:44: `brokn` is not a valid fate (did you mean `broken`?)"]),
    (
        &[("A1.1", "square", "9z")],
        &["form.csv:9:38: there is no square or place `9z` (a map reference, or the name of a place)"],
    ),
    (
        &[("D1.1", "square", "0808")],
        &["form.csv:13:35: `D1.1` cannot end in 0808 (it can end in 0603, 0702; add more ways out to the engagement \
             file)"],
    ),
    (
        &[("D1", "fate", ""), ("D1.2", "fate", "surrendered")],
        &[
            "form.csv:13:1: `D1.1` cannot stand in 0602, which was taken (say what became of it: `withdrew`, `driven_back`, `dispersed`, `surrendered` or `destroyed`)",
        ],
    ),
    (&[("moves", "value", "7")], &["form.csv:3:7: `7` is not a valid number of moves (1 to 6)"]),
    (
        &[("moves", "value", "")],
        &["form.csv: how many moves the battle took is not said (fill in `moves` (`--moves`): 1 to 6)"],
    ),
    (&[("end", "value", "takn")], &["form.csv:2:5: `takn` is not a valid end of a battle (did you mean `taken`?)"]),
    (
        &[("A1.1", "sp", "0"), ("A1.1", "fate", "in_order")],
        &[
            "form.csv:9:38: `A1.1` has no SP left and cannot be `in_order` (leave the fate blank, or `destroyed`, `surrendered`)",
        ],
    ),
    (
        &[("A1.1", "sp", "2"), ("A1.1", "fate", "destroyed")],
        &["form.csv:9:34: `A1.1` is `destroyed` and cannot have 2 SP left (leave the SP blank, or give another fate)"],
    ),
    (
        &[("A1.1", "fate", "dispersed"), ("A1.1", "square", "0502")],
        &["form.csv:9:47: `A1.1` is `dispersed` and has no square (leave the square blank, or give another fate)"],
    ),
    (
        &[("battle", "value", "1am-0603")],
        &[
            "form.csv:1:8: this form is of `1am-0603`, not of `1am-0602` (`railhead battle form 1am-0602` prints the right one)",
        ],
    ),
    (
        &[("A1", "fate", "withdrew")],
        &["form.csv:2:5: 0602 was `taken`, but SU has nobody in it (put one of its bases in the square, or give \
             another end)"],
    ),
    (
        &[("end", "value", "broken off"), ("A1.1", "square", "0602")],
        &["form.csv:9:38: `A1.1` cannot stand in 0602, which was not taken (leave its square blank)"],
    ),
    (
        &[("A1.1", "attacks", "1")],
        &["form.csv:9:39: `attacks` applies to a unit, but `A1.1` is a base (put it in the row of `A1`)"],
    ),
    (
        &[("A1.1", "out", "maybe")],
        &["form.csv:9:36: `maybe` is neither `out` nor `no` (`out` if it has no ammunition left, otherwise blank or \
             `no`)"],
    ),
    (&[("code", "fate", "fat")], &["form.csv:6:72: `fat` is not a column of a form (did you mean `fate`?)"]),
    (&[("end", "code", "ende")], &["form.csv:2:1: `ende` is not a line of a form (did you mean `end`?)"]),
];

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let field = drawn();
    for (cells, expected) in FAULTS {
        let cells: Vec<_> = TAKEN.iter().chain(*cells).copied().collect();
        let found = faults(&field, &filled(&field, &cells));
        // A line or column that cannot be read leaves what it said unsaid.
        let found: Vec<&str> = found.iter().map(String::as_str).take(expected.len()).collect();
        assert_eq!(&found, expected, "{cells:?}");
    }
    assert!(!field.dir.path().join("1am-0602.outcome.json").exists());
}

#[test]
fn a_row_that_leaves_nobody_gives_them_no_markers() {
    let field = drawn();
    let form =
        filled(&field, &TAKEN.iter().chain(&[("A1", "sp", "0"), ("A1", "markers", "2")]).copied().collect::<Vec<_>>());
    let found = faults(&field, &form);
    let said = ": a base with 0 SP cannot carry 2 markers (a base cannot have more markers than SP left)";
    let told = found.iter().filter(|fault| fault.ends_with(said)).count();
    assert_eq!(told, 1, "once a row, and not once a base: {found:?}");
}

#[test]
fn all_faults_of_a_form_are_named_at_once() {
    let field = drawn();
    let cells = [("moves", "value", "0"), ("A1.1", "sp", "9"), ("A1.2", "markers", "5"), ("D1", "fate", "vanished")];
    let form = filled(&field, &TAKEN.iter().chain(&cells).copied().collect::<Vec<_>>());
    let found = faults(&field, &form);
    assert_eq!(
        found,
        [
            "form.csv:3:7: `0` is not a valid number of moves (1 to 6)",
            "form.csv:9:34: `A1.1` had 3 SP and cannot come out with 9 (a base gains no SP in battle)",
            "form.csv:10:35: `A1.2` cannot carry 5 markers on 4 SP (a base cannot have more markers than SP left)",
            "form.csv:12:44: `vanished` is not a valid fate (one of `in_order`, `disorganised`, `broken`, `withdrew`, \
             `withdrew_in_order`, `driven_back`, `dispersed`, `surrendered`, `destroyed`)",
        ]
    );
    let ran = field.run("battle record 0602 form.csv");
    assert!(ran.err.starts_with("error: `form.csv` has 4 faults\n"), "{}", ran.err);
    assert!(ran.err.ends_with("hint: nothing was recorded: correct it, and record it again\n"), "{}", ran.err);
}

#[test]
fn a_form_saved_by_a_spreadsheet_of_another_country_is_read() {
    let field = drawn();
    let form = filled(&field, TAKEN);
    let other = form.lines().map(|line| {
        let fields = lines(line).remove(0);
        fields.iter().map(|field| format!("\"{field}\"")).collect::<Vec<_>>().join(";") + "\r\n"
    });
    field.write("form.csv", &format!("\u{feff}{}", other.collect::<String>()));
    let recorded = field.json("battle record 0602 form.csv");
    assert_eq!(recorded["end"], json!("taken"));
    // Lines and columns are those of the file as it is.
    let cells: Vec<_> = TAKEN.iter().copied().chain([("A1.1", "sp", "7")]).collect();
    let form = filled(&field, &cells).replace(',', ";").replace('\n', "\r\n");
    assert_eq!(
        faults(&field, &form),
        ["form.csv:9:34: `A1.1` had 3 SP and cannot come out with 7 (a base gains no SP in battle)"]
    );
}

#[test]
fn without_a_way_out_nobody_goes_back() {
    let field = drawn();
    let file = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    let (attacker, defender) = file.split_once("[defender]").unwrap();
    let (before, after) = defender.split_once("exits = [").unwrap();
    let (_, after) = after.split_once(']').unwrap();
    field.write("pocket.toml", &format!("{attacker}[defender]{before}exits = []{after}"));
    assert_eq!(
        faults_of(
            &field,
            "battle record pocket.toml --end taken --moves 2 --set D1=driven_back --set D1.2=surrendered"
        ),
        ["--set D1=driven_back: `D1.1` has no way out (without one it has `surrendered`; add more ways out to the \
             engagement file)"]
    );
}

/// The bases of a recorded battle: id, SP, markers, fate and square.
fn bases(recorded: &Value) -> Vec<(String, u64, u64, String, Value)> {
    let text = |base: &Value, key: &str| base[key].as_str().unwrap().to_owned();
    let base = |base: &Value| {
        let figure = |key: &str| base[key].as_u64().unwrap();
        (text(base, "id"), figure("sp"), figure("markers"), text(base, "fate"), base["square"].clone())
    };
    recorded["bases"].as_array().unwrap().iter().map(base).collect()
}

fn base(id: &str, sp: u64, markers: u64, fate: &str, square: Value) -> (String, u64, u64, String, Value) {
    (id.to_owned(), sp, markers, fate.to_owned(), square)
}

#[test]
fn words_say_what_a_form_says() {
    let field = drawn();
    let recorded = field.json(
        "battle record 0602 --end broken-off --moves 3 --set su.1a.1rd=2,1 --set 1rd.b2=1,0,out,broken --set D=,2 --set D1.2=,,in_order",
    );
    assert_eq!(
        bases(&recorded),
        [
            // The row of the unit holds for the first base, the second has its own; both go back to where they were.
            base("su.1a.1rd.b1", 2, 1, "disorganised", json!("0502")),
            base("su.1a.1rd.b2", 1, 0, "broken", json!("0601")),
            base("ax.9id.i1", 4, 2, "disorganised", json!("0602")),
            base("ax.9id.i2", 3, 2, "in order", json!("0602")),
        ]
    );
    assert_eq!((&recorded["holder"], &recorded["dice_used"]), (&json!("AX"), &json!(0)));
    assert_eq!(
        faults_of(&field, "battle record 0602 --end taken --moves 2 --holder AX --set D=surrendered"),
        ["--holder: `taken` does not fit: AX holds the square (the attacker holds a square that was `taken`, the \
             defender any other; leave `holder` blank)"]
    );
    assert_eq!(
        faults_of(
            &field,
            "battle record 0602 --end out_of_moves --set 1rd.b9=1 --set A1.1=2,1,3 --set 2rd=1 --set A1=brocken"
        ),
        [
            "--set 1rd.b9=1: there is no unit `1rd.b9` (`railhead battle form` lists who takes part)",
            "--set 2rd=1: 2RD (`su.1a.2rd`) takes no part in this battle (`railhead battle form` lists who does)",
            "--set A1=brocken: `brocken` is not a valid fate (did you mean `broken`?)",
            "--set A1.1=2,1,3: there is no square or place `3` (a map reference, or the name of a place)",
        ]
    );
    let ran = field.run("battle record 0602 --end taken --moves 1");
    assert!(
        ran.err.starts_with("error: the result has 2 faults\n  the result: `D1.1` cannot stand in 0602"),
        "{}",
        ran.err
    );
    let ran = field.run("battle record 0602");
    let expected = "error: the result of the battle is missing\n\
        hint: give a filled form, `--ask`, or `--end END --moves N` with a `--set` for each unit that lost\n";
    assert_eq!((ran.code, ran.err.as_str()), (2, expected));
}

#[test]
fn a_script_records_and_posts_without_files() {
    let field = drawn();
    field.write("fought.txt", "battle record 0602 --end taken --moves 2 --set A=2,1 --set ax.9id=surrendered --post\n");
    field.done("run fought.txt");
    let shown = field.json("battle show 0602");
    assert_eq!((&shown["recorded"], &shown["sp_lost"]), (&json!(true), &json!([3, 7])));
    assert!(!field.dir.path().join("1am-0602.outcome.json").exists());
    assert_eq!(field.json("unit show 9id.i1")["state"], json!("surrendered"));
}

#[test]
fn veterans_that_break_off_and_elites_in_defence_keep_order() {
    let field = drawn();
    field.done("grade set su.1a.1rd veteran --reason test");
    field.done("grade set ax.9id elite --reason test --override test");
    field.done("battle cancel 0602");
    field.done("battle new 0602 --override \"a test\"");
    let fates = |line: &str| bases(&field.json(line)).into_iter().map(|base| base.3).collect::<Vec<_>>();
    let kept = fates("battle record 0602 --end broken_off --moves 1");
    assert_eq!(kept, ["in order"; 4]);
    let failed = fates("battle record 0602 --end broken_off --moves 1 --set A1=failed:1");
    assert_eq!(failed, ["disorganised", "disorganised", "in order", "in order"]);
    let stayed = fates("battle record 0602 --end out_of_moves");
    assert_eq!(stayed, ["disorganised", "disorganised", "in order", "in order"]);
}

#[test]
fn a_battle_is_asked_line_by_line() {
    let field = drawn();
    let answers =
        "takn\ntaken\n9\n2\neach\n2 1\n= = out\n\n5\ndriven_back\n0 0 1\nend\ntaken\n\nD1.1\ndriven_back\n0 0 1\ny\n";
    let ran = field.run_typing("battle record 0602 --ask --post --quiet", answers);
    assert_eq!(ran.code, 0, "{}", ran.err);
    insta::assert_snapshot!("asked_for_a_result", ran.err);
    let log = field.json("op log");
    let command = log
        .as_array()
        .unwrap()
        .iter()
        .map(|op| op["command"].as_str().unwrap())
        .find(|c| c.starts_with("battle record"));
    assert_eq!(
        command,
        Some(
            "battle record 0602 --end taken --moves 2 --set A1.1=2,1 --set A1.2=,,out --set D1=,,driven_back,attacks:0,passed:0,failed:1 --post"
        )
    );
    assert_eq!(field.json("unit show 1rd.b1")["sp"], json!(2));
    assert_eq!(field.json("unit show 9id.i2")["square"], json!("0603"));
}

#[test]
fn nothing_is_recorded_when_nobody_answers_or_it_is_declined() {
    for (answers, message, saved) in [
        ("taken\n2\n", "error: input ended: nothing was recorded", 2),
        ("broken_off\n2\n\n\n\n\nn\n", "error: nothing was recorded", 6),
    ] {
        let field = drawn();
        let ran = field.run_typing("battle record 0602 --ask", answers);
        assert_ne!(ran.code, 0);
        let how = format!("hint: answers saved in `1am-0602.record.txt`: {saved}; run the same command to go on");
        let lines: Vec<&str> = ran.err.lines().collect();
        let [.., said, hint] = lines[..] else { panic!("{}", ran.err) };
        assert!(said.ends_with(message) && hint == how, "{}", ran.err);
        assert!(!field.dir.path().join("1am-0602.outcome.json").exists());
    }
}

/// What is kept of the answers.
/// What is kept of the answers, but for the mark of the drawing.
fn saved(field: &Field) -> Option<String> {
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.record.txt")).ok()?;
    assert_eq!(text.lines().filter(|line| line.starts_with("drawing ")).count(), 1, "{text}");
    Some(text.split_inclusive('\n').filter(|line| !line.starts_with("drawing ")).collect())
}

#[test]
fn a_dialogue_that_is_broken_off_goes_on_where_it_stopped() {
    let (field, whole) = (drawn(), drawn());
    let answers = ["taken\n9\n2\neach\n2 1\n", "= = out\n\n", "driven_back\n0 0 1\ny\n"];
    field.run_typing("battle record 0602 --ask", answers[0]);
    let kept = "\
# What was answered of the result of a battle, as it was typed: QUESTION = ANSWER. The same command with --ask goes on
# from here; delete this file to begin anew. It is taken away when the result has been recorded.
end = taken
moves = 2
A1 su.1a.1rd = each
A1.1 = 2 1
";
    assert_eq!(saved(&field).as_deref(), Some(kept));
    let second = field.run_on(400, "battle record 0602 --ask", answers[1]);
    let goes_on = "The result goes on where it stopped. Answers saved: 4. Delete 1am-0602.record.txt to begin anew.\n";
    let (how, asked) = second.err.split_once(goes_on).unwrap();
    assert!(how.contains("fates: ") && asked.trim_start().starts_with("A1.2? "), "{}", second.err);
    let last = field.run_typing("battle record 0602 --ask", answers[2]);
    assert_eq!(last.code, 0, "{}", last.err);
    assert_eq!(saved(&field), None, "it is taken away");
    let at_once = whole.run_typing("battle record 0602 --ask", &answers.concat());
    assert_eq!(at_once.code, 0, "{}", at_once.err);
    let outcome = |field: &Field| std::fs::read_to_string(field.dir.path().join("1am-0602.outcome.json")).unwrap();
    assert_eq!(outcome(&field), outcome(&whole), "as if it had been asked at once");
}

#[test]
fn answers_that_were_asked_for_again_are_kept_too_and_a_dry_run_keeps_all() {
    let field = drawn();
    let answers = "taken\n2\nwithdrew\n\ndriven_back\n\nA1\n\n\ny\n";
    let ran = field.run_typing("battle record 0602 --ask --dry-run", answers);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        saved(&field).unwrap().contains("\nagain = A1\nA1 su.1a.1rd = \nA1 attacks and tests = \n"),
        "{:?}",
        saved(&field)
    );
    let ran = field.run_typing("battle record 0602 --ask --post", "y\n");
    assert_eq!((ran.code, saved(&field)), (0, None), "{}", ran.err);
}

#[test]
fn answers_of_another_drawing_are_set_aside() {
    let field = drawn();
    field.run_typing("battle record 0602 --ask", "taken\n2\n\n\n");
    let text = saved(&field).unwrap();
    field.write("1am-0602.record.txt", &text.replace("A1 su.1a.1rd", "A1 su.1a.9rd"));
    let ran = field.run_on(400, "battle record 0602 --ask", "");
    let note = "note: the battle is another than when it was asked for: the last 2 answers in 1am-0602.record.txt cannot be \
                used\n";
    assert!(ran.err.contains(note), "{}", ran.err);
}

#[test]
fn what_does_not_go_together_is_asked_again() {
    let field = drawn();
    let answers = "taken\n2\nwithdrew\n\ndriven_back\n\nA1\n\n\ny\n";
    let ran = field.run_typing("battle record 0602 --ask", answers);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let asked = "error: the result has 1 fault\n  \
        end: 0602 was `taken`, but SU has nobody in it (put one of its bases in the square, or give another end)\n\
        hint: nothing was recorded: correct it, and record it again\n\
        ask which answer again? [n to record nothing, `end`, or a code] A1  1RD, regular, HQ die 3\n";
    assert!(ran.err.contains(asked), "{}", ran.err);
    assert!(field.dir.path().join("1am-0602.outcome.json").exists());
}

#[test]
fn combat_units_are_on_the_form_where_they_are_counted() {
    let field = drawn();
    field.done("battle cancel 0602");
    field.done("battle new 0602 --rules nqm-free --override \"a test\"");
    let paper = field.done("battle form 0602");
    assert!(paper.lines().all(|line| line.chars().count() <= 80), "{paper}");
    // 3 SP are 3 combat units; two thirds of one were spent.
    field.write("form.csv", &filled(&field, &[TAKEN, &[("A1.1", "cu", "2 1/3")]].concat()));
    field.done("battle record 0602 form.csv");
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.outcome.json")).unwrap();
    let outcome: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(outcome["outcome"]["bases"][0]["cu_thirds"], json!(7));
    // An attack costs no HQ die under these rules.
    assert_eq!(outcome["outcome"]["units"][0]["owed"], json!(0));
    assert_eq!(
        faults(&field, &filled(&field, &[TAKEN, &[("A1.1", "cu", "3 1/3"), ("A1.2", "cu", "half")]].concat())),
        [
            "form.csv:9:39: `A1.1` cannot come out with `3 1/3` combat units (it had 3)",
            "form.csv:10:39: `half` is not a number of thirds (`2`, `2 1/3` or `1/3`)",
        ]
    );
}

#[test]
fn a_form_without_columns_and_words_without_meaning() {
    let field = drawn();
    assert_eq!(
        faults(&field, "battle,1am-0602\nend,taken\n"),
        ["form.csv: the header line, which begins with `code`, is missing (`railhead battle form BATTLE --format \
             csv` prints a form with it)"]
    );
    assert_eq!(
        faults_of(&field, "battle record 0602 --end out_of_moves --set A1=lost:2"),
        ["--set A1=lost:2: `lost:2` has no meaning here (`attacks:1`, `passed:1`, `failed:1`)"]
    );
    assert_eq!(
        faults_of(&field, "battle record 0602 --end won --set A1=out,out"),
        [
            "--set A1=out,out: `out` is a second out (give it once)",
            "--end: `won` is not a valid end of a battle (did you mean `taken`?)",
        ]
    );
}

#[test]
fn a_used_up_hq_die_disorganises_the_whole_unit() {
    let field = drawn();
    // The die of a regular unit shows 3.
    let recorded = field.json("battle record 0602 --end out_of_moves --set A1=in_order,attacks:3");
    let fates: Vec<String> = bases(&recorded).into_iter().map(|base| base.3).collect();
    assert_eq!(fates, ["disorganised"; 4]);
    let note = "`A1` is disorganised as a whole: its HQ die is used up, or its command base was marked";
    assert_eq!(recorded["notes"][0], json!(note));
}

#[test]
fn what_stands_in_the_wrong_place_of_a_form_is_refused() {
    let field = drawn();
    let form = "moves,2\nholder,Romania,\ncode,id,sp,cu\nA1.1,,2,1\n,,3,\nA1.2,,3,,stray\n";
    assert_eq!(
        faults(&field, form),
        [
            "form.csv:5:1: the row has no code (give the code of the side, unit or base, or leave the row out)",
            "form.csv:6:10: `stray` is not under any column (the header line sets the number of columns; put a text \
             with a comma in quotes)",
            "form.csv: the form does not say how the battle ended (fill in `end`: `taken`, `won_back`, `broken_off` \
             or `out_of_moves`)",
            "form.csv:2:8: `Romania` is not a side in this battle (`SU` or `AX`)",
            "form.csv:4:9: combat units are not counted in this battle (leave `cu` blank)",
        ]
    );
}

#[test]
fn words_that_are_near_nothing_are_told_where_the_right_ones_stand() {
    let field = drawn();
    let form = "weather,mud\nend,broken_off\nmoves,1\ncode,strength\nZZZ9,\n";
    assert_eq!(
        faults(&field, form),
        [
            "form.csv:1:1: `weather` is not a line of a form (a line begins with `battle`, `end`, `moves` or `holder`)",
            "form.csv:4:6: `strength` is not a column of a form (the printed form has the right ones)",
            "form.csv:5:1: there is no `ZZZ9` in this battle (the printed form has the codes)",
        ]
    );
    let file = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    field.write("short.toml", &file.replace("moves = 6", "moves = 2"));
    assert_eq!(
        faults_of(&field, "battle record short.toml --end broken_off --moves 3"),
        [
            "--moves: `3` is not a valid number of moves (1 to 2; the attackers have marched for the other hours of the bound)"
        ]
    );
}

#[test]
fn what_is_said_of_odd_words_and_numbers() {
    let field = drawn();
    let cases = [
        ("A1.1=-1", "`-1` has no meaning here (SP and markers are whole numbers from 0; `-` alone means unchanged)"),
        (
            "A1.1=1,0,fled",
            "there is no square or place `fled` (as a square a map reference, or the name of a place; as a fate \
             one of `in_order`, `disorganised`, `broken`, `withdrew`, `withdrew_in_order`, `driven_back`, \
             `dispersed`, `surrendered`, `destroyed`)",
        ),
        ("A1=passed:x", "`x` is not a valid number of tests passed (a whole number from 0 to 20)"),
        ("A1=failed:-1", "`-1` is not a valid number of tests failed (a whole number from 0 to 20)"),
    ];
    for (words, told) in cases {
        let lines = faults_of(&field, &format!("battle record 0602 --end out_of_moves --set {words}"));
        assert_eq!(lines, [format!("--set {words}: {told}")]);
    }
    let early = "--moves: `out_of_moves` does not fit: the battle took 3 of its 6 moves (give `broken_off` if the \
                 attack was given up; otherwise leave `moves` blank)";
    assert_eq!(faults_of(&field, "battle record 0602 --end out_of_moves --moves 3"), [early]);
}

#[test]
fn a_form_of_another_drawing_is_refused_and_a_torn_one_is_named() {
    let field = drawn();
    let form = filled(&field, TAKEN);
    field.done("battle cancel 0602");
    field.done("unit set i1 markers=1");
    field.done("unit set 1rd.b1 sp=2");
    field.done("battle new 0602 --override \"a test\"");
    let was = faults(&field, &form);
    let hint = "(the form is from another drawing of this battle: print it again)";
    assert_eq!(was.len(), 2, "{was:?}");
    assert!(was[0].ends_with(&format!("`A1.1` has 2 in `sp_was` here, not `3` {hint}")), "{was:?}");
    assert!(was[1].ends_with(&format!("`D1.1` has 1 in `markers_was` here, not `0` {hint}")), "{was:?}");
    let fresh = filled(&field, TAKEN);
    let torn: Vec<&str> = fresh.lines().filter(|line| !line.starts_with("A1.2") && !line.starts_with("D1.2")).collect();
    field.write("form.csv", &torn.join("\n"));
    let recorded = field.json("battle record 0602 form.csv");
    let note = "the form has no rows for 2 bases, starting with `A1.2`: they are taken as blank";
    assert!(recorded["notes"].as_array().unwrap().contains(&json!(note)), "{recorded}");
    let one: Vec<&str> = fresh.lines().filter(|line| !line.starts_with("A1.2")).collect();
    field.write("form.csv", &one.join("\n"));
    let recorded = field.json("battle record 0602 form.csv --out other.json");
    let note = "the form has no row for 1 base, starting with `A1.2`: it is taken as blank";
    assert!(recorded["notes"].as_array().unwrap().contains(&json!(note)), "{recorded}");
}

#[test]
fn one_answer_stands_for_the_rest_of_a_side() {
    let field = drawn();
    let answers = "out_of_moves\n\nrest = 9\nrest\nrest = 1 broken\n0\nA9\ny\n";
    let ran = field.run_typing("battle record 0602 --ask", answers);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let wrong = "  `A1.1` cannot carry 9 markers on 3 SP (a base cannot have more markers than SP left)\n";
    assert_eq!(ran.err.matches(wrong).count(), 1, "{}", ran.err);
    assert!(ran.err.contains("  `0` is not an answer here\nis that right?"), "{}", ran.err);
    assert!(ran.err.contains("  `A9` is not an answer here\nis that right?"), "{}", ran.err);
    assert_eq!(ran.err.matches("A1.1  B1: 3 of 3 SP, 0 markers").count(), 1, "the result is shown once: {}", ran.err);
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.outcome.json")).unwrap();
    let outcome: Value = serde_json::from_str(&text).unwrap();
    let bases: Vec<(u64, bool)> = outcome["outcome"]["bases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|base| (base["markers"].as_u64().unwrap(), base["broken"].as_bool().unwrap()))
        .collect();
    assert_eq!(bases, [(0, false), (0, false), (1, true), (1, true)]);
}

#[test]
fn what_was_answered_goes_once_the_result_is_recorded_otherwise_and_no_correction_goes_on_with_it() {
    let field = drawn();
    field.run_typing("battle record 0602 --ask", "3,1\n");
    assert_eq!(saved(&field), None, "what cannot be is not kept");
    field.run_typing("battle record 0602 --ask", "taken\n2\n");
    field.done("battle record 0602 --end out_of_moves --dry-run");
    assert!(saved(&field).is_some());
    field.done("battle record 0602 --end out_of_moves --post");
    assert_eq!(saved(&field), None);
    field.write("1am-0602.record.txt", "end = broken_off\nmoves = 3\n");
    let ran = field.run_typing("battle correct 0602 --ask", "taken\n");
    assert!(!ran.err.contains("goes on where it stopped"), "{}", ran.err);
    assert!(
        ran.err.ends_with("answers saved in `1am-0602.correct.txt`: 1; run the same command to go on\n"),
        "{}",
        ran.err
    );
}
