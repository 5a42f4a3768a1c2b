//! What is typed and refused at once, with its exact words; and questions about the log as it stood.

use campaign::{Event, Refusal};
use ledger::Ledger;
use serde_json::json;

use super::field::Field;
use crate::draft::draft;

/// Standard error and exit code of each of these lines.
fn refusals(field: &Field, lines: &[&str]) -> String {
    let told = |line: &&str| {
        let ran = field.run(line);
        assert!(ran.code != 0 && ran.out.is_empty(), "{line:?}: {}", ran.out);
        format!("$ {}\n{}[{}]\n", line.escape_debug(), ran.err, ran.code)
    };
    lines.iter().map(told).collect()
}

#[test]
fn names_and_notes_are_one_line_of_plain_text() {
    let field = Field::new();
    let told = refusals(
        &field,
        &[
            "unit rename 1rd 'two\nlines'",
            "bound note 'first\r\nsecond # no comment'",
            "unit rename 1rd '\u{1b}[31mred'",
            "unit set 1rd name='a\tb'",
            "unit rename 1rd First --reason 'one\ntwo'",
            "undo --reason 'one\ntwo'",
        ],
    );
    insta::assert_snapshot!("control_characters", told);
    assert_eq!(field.json("op log").as_array().unwrap().len(), 1);
}

/// A file of before such names were refused.
#[test]
fn a_script_of_an_old_log_with_a_line_break_in_it_can_be_run() {
    let field = Field::new();
    let path = field.dir.path().join("six.railhead");
    let named = |campaign: &campaign::Campaign, after: &str| {
        let before = campaign.formation("su.1a.1rd").unwrap().name.clone();
        Ok::<_, Refusal>(vec![Event::FormationSet {
            formation: "su.1a.1rd".into(),
            key: campaign::UnitKey::Name,
            before,
            after: after.to_owned(),
        }])
    };
    let mut ledger = Ledger::open(&path).unwrap();
    ledger.write(&draft("unit rename 1rd 'two\nlines'"), |campaign| named(campaign, "two\nlines")).unwrap();
    ledger.write(&draft("unit rename 1rd '\u{1b}[31mred'"), |campaign| named(campaign, "\u{1b}[31mred")).unwrap();
    drop(ledger);
    let script = field.done("op script");
    assert_eq!(
        script,
        "# operation 2 held line breaks or control characters: they are spaces here\nunit rename 1rd 'two lines'\n\
         # operation 3 held line breaks or control characters: they are spaces here\nunit rename 1rd ' [31mred'\n"
    );
    for line in [
        "orbat",
        "unit show 1rd",
        "op log",
        "op show 3",
        "supply status",
        "supply status --by unit",
        "orbat --format csv",
        "orbat --format md",
    ] {
        assert!(!field.done(line).contains('\u{1b}'), "{line} prints the control character");
    }
    field.write("again.txt", &script);
    field.done("undo");
    field.done("undo");
    field.done("run again.txt");
    assert_eq!(field.json("unit show 1rd")["name"], "[31mred");
}

#[test]
fn numbers_accounts_and_superiors_that_cannot_be_say_what_would_be_right() {
    let field = Field::new();
    field.done("unit set 1rd sp=50%");
    let told = refusals(
        &field,
        &[
            "supply receive d-1a 1.5 log",
            "supply receive d-1a 99999999999999999999 log",
            "supply receive d-1a 9223372036854775807 log",
            "supply receive d-1a -5 log",
            "supply transfer d-1a d-1a 1 log",
            "unit replace 1rd 100",
            "unit replace 1rd -- -3",
            "unit new su/../x --parent 1a arm=infantry echelon=division",
            "new first-bound x.railhead --set detail=foo",
            "op log --as-of op:99",
            "unit history 1rd --as-of 9am",
        ],
    );
    insta::assert_snapshot!("numbers_and_others", told);
}

/// Of a file that is too short to be read `verify` can name no more than any other command.
#[test]
fn a_file_cut_short_is_told_once_and_sends_nobody_in_a_circle() {
    let field = Field::new();
    let path = field.dir.path().join("six.railhead");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let ran = field.run("verify");
    assert_eq!(ran.code, 3, "{}", ran.out);
    let hints: Vec<&str> = ran.err.lines().filter_map(|line| line.strip_prefix("hint: ")).collect();
    assert_eq!(
        hints,
        [
            "nothing is written to a damaged file",
            "nothing can be rescued from it: the beginning of its log is lost too",
            "`railhead restore BACKUP` puts a backup in its place"
        ]
    );
}

#[test]
fn the_log_and_the_history_of_a_unit_are_looked_at_as_they_stood() {
    let field = Field::new();
    field.done("unit set 1rd.b1 sp=2 --reason first");
    field.done("unit set 1rd.b1 sp=1");
    field.done("undo");
    field.done("unit set 1rd.b1 ammo=out");
    let ops = |line: &str| -> Vec<(u64, bool)> {
        let log = field.json(line);
        log.as_array().unwrap().iter().map(|row| (row["op"].as_u64().unwrap(), row["stands"] == true)).collect()
    };
    // Operation 3 was taken back by 4; as of 3 it stood.
    assert_eq!(ops("op log"), [(1, true), (2, true), (5, true)]);
    assert_eq!(ops("op log --as-of op:3"), [(1, true), (2, true), (3, true)]);
    assert_eq!(ops("op log --as-of op:4 --all"), [(1, true), (2, true), (3, false), (4, false)]);
    assert_eq!(ops("op log --as-of start"), [(1, true)]);
    assert_eq!(ops("op log --as-of now"), ops("op log"));
    let of = |line: &str| -> Vec<u64> {
        field.json(line).as_array().unwrap().iter().map(|row| row["op"].as_u64().unwrap()).collect()
    };
    assert_eq!(of("unit history 1rd"), [2, 5]);
    assert_eq!(of("unit history 1rd --as-of op:3"), [2, 3]);
    assert_eq!(of("unit history 1rd --as-of op:4"), [2]);
    assert_eq!(of("unit history 1rd --as-of 1am"), [2, 5], "the running bound is that of now");
    assert_eq!(of("unit history 1rd --as-of start"), Vec::<u64>::new());
}

/// A campaign that was made of an export of D1 night: of the bounds before nothing is known.
#[test]
fn nothing_is_looked_at_as_of_a_bound_before_the_campaign() {
    let field = Field::playing("first-bound");
    field.done("bound close --anyway");
    field.done("bound close --anyway");
    field.done("export there");
    field.done("new there later.railhead");
    for line in ["unit show ax.pz", "supply status", "map", "stats", "op log", "print supply"] {
        let ran = field.run(&format!("{line} --campaign later.railhead --as-of 1am"));
        let told = "error: `D1 am` is not in this campaign: it begins with `D1 night`\n\
                    hint: `start` is the campaign as it was imported: `--as-of start`\n";
        assert_eq!((ran.code, ran.err.as_str()), (1, told), "{line}");
    }
    let report = field.run("bound report 1am --campaign later.railhead");
    assert!(report.err.contains("the campaign begins after it"), "{}", report.err);
    field.done("unit show ax.pz --campaign later.railhead --as-of start");
}

#[test]
fn the_reason_of_a_new_file_stands_in_its_log() {
    let field = Field::empty();
    field.done("new first-bound one.railhead -q --reason 'the club evening'");
    assert_eq!(field.json("op log")[0]["reason"], "the club evening");
}

#[test]
fn bounds_of_arrival_are_objects_and_who_stands_on_the_map_has_none() {
    let field = Field::new();
    field.done("unit set 2rd.b1 state=off_map arrives=3am entry='Old Town'");
    let due = json!({"day": 3, "phase": "am", "date": "1942-11-21", "label": "D3 am"});
    let unit = field.json("unit show 2rd.b1");
    assert_eq!((&unit["arrives"], &unit["due"]), (&due, &due));
    let arrives = |id: &str| {
        let rows = field.json("orbat --bases");
        let row = rows.as_array().unwrap().iter().find(|row| row["id"] == id).unwrap();
        row["arrives"].clone()
    };
    assert_eq!((arrives("su.1a.2rd.b1"), arrives("su.1a.2rd")), (due.clone(), due));
    assert_eq!((arrives("su.1a"), arrives("su.1a.1rd")), (json!(null), json!(null)), "they stand on the map");
}

#[test]
fn who_arrives_with_its_superior_is_told_with_it() {
    let field = Field::playing("first-bound");
    let due = || {
        let rows = field.json("status")["due"].as_array().unwrap().clone();
        let arrivals = rows.into_iter().filter(|row| row["kind"] == "arrival");
        arrivals.map(|row| row["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    field.done("unit set ax state=off_map arrives=2am entry=0705");
    assert_eq!(due(), ["LX Army Corps (mot) (26 leaves) arrives at 0705 Zarechye"]);
    // Ten of them later, then at the same time elsewhere.
    for line in ["unit set ax.pz arrives=2pm", "unit set ax.pz arrives=2am entry=0605"] {
        field.done(line);
        let counts = due().iter().map(|text| text.split(" arrives").next().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(counts, ["LX Army Corps (mot) (16 leaves)", "40th Panzer Division (10 leaves)"], "{line}");
    }
}

#[test]
fn orders_to_who_has_not_come_say_when_he_comes() {
    let field = Field::new();
    let refused = |line: &str| {
        let ran = field.run_on(400, line, "");
        assert_eq!(ran.code, 1, "{line}: {}{}", ran.out, ran.err);
        ran.err
    };
    let told = |line: &str| {
        let ran = field.run_on(400, line, "");
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        ran.out + &ran.err
    };
    field.done("unit set 2rd.b1 state=off_map arrives=3am entry=0203");
    assert_eq!(
        refused("order 2rd move 0303"),
        "error: 2RD (`su.1a.2rd`) is not on the map yet: it arrives in D3 am at 0203 near Old Town\nhint: give the order in the bound before it \
         arrives, with `--for next`\n"
    );
    field.done("unit set 2rd.b1 arrives=1pm");
    let hint = "hint: give it the order for D1 pm: `railhead order su.1a.2rd ... --for 1pm`\n";
    assert!(refused("order 2rd dig-in").ends_with(hint));
    let given = told("order 2rd move 0303 --for next");
    assert!(given.contains("it arrives in D1 pm at 0203 near Old Town, and sets out there"), "{given}");
    field.done("unit set 2rd.b1 arrives=none");
    let never = refused("order 2rd move 0303");
    assert!(never.contains("is not on the map yet: it has no bound in which to arrive\n"), "{never}");
    assert!(
        never.contains("hint: `railhead unit set su.1a.2rd arrives=BOUND entry=SQUARE` brings it onto the map\n"),
        "{never}"
    );
    let march = refused("move 2rd 0303");
    assert!(
        march.contains("2RD (`su.1a.2rd`) has nothing on the map: it has no bound in which to arrive\n"),
        "{march}"
    );
    // Of a formation of which some are there the others are only told.
    field.done("unit set 1rd.b2 state=off_map arrives=3am entry=0203");
    let some = told("order 1rd move 0303");
    assert!(
        some.contains("1 of its 4 leaves is not on the map by then: the first arrives in D3 am at 0203 near Old Town"),
        "{some}"
    );
    field.done("unit set 2rd.b1 arrives=1pm entry=0602");
    field.done("bound close --seed 1");
    let waits = refused("order 2rd dig-in");
    assert!(waits.contains("it was due in D1 pm and waits: the enemy stands at its entry, 0602\n"), "{waits}");
    assert!(waits.contains("hint: give the order for D1 night, if it has come by then: `--for 1n`\n"), "{waits}");
}
