//! The words of the supply status sheet: every kind of cause and of mend in its exact sentence, the page at two widths,
//! and that the sheet of a side names nobody of the other.
//!
//! The field is the line of `shortage`: squares of 3 km, a railway 0002 to 0302, a road from there along row 02, one
//! bridge from 0702 to 0802; the army at 0402, the corps at 0902 and its divisions at 1302 and 1202.

use std::fmt::Write as _;

use serde_json::Value;

use super::field::Field;
use super::roads::bites;
use super::shortage::line_with;

/// Where the enemy stands, what of the folder is otherwise, what happens, of whom the sheet is, and what it must say.
struct Case {
    enemy: &'static str,
    changes: &'static [(&'static str, &'static str, &'static str)],
    lines: &'static [&'static str],
    unit: &'static str,
    reasons: &'static [&'static str],
    mend: &'static [&'static str],
}

const PLAIN: Case = Case { enemy: "1505", changes: &[], lines: &[], unit: "td", reasons: &[], mend: &[] };

/// A second battalion of the tank division.
const MORE_TANKS: &[(&str, &str, &str)] = &[(
    "orbat.csv",
    "a.c1.td.log,",
    "a.c1.td.b2,a.c1.td,SU,More tanks,battalion,armour,armoured,1302,,,\na.c1.td.log,",
)];

/// The same, and no bowser in the whole army; stocks are not counted, for the division has no fuel of its own.
const NO_BOWSERS: &[(&str, &str, &str)] = &[
    MORE_TANKS[0],
    ("campaign.toml", "detail = \"full\"", "detail = \"simple\""),
    ("orbat.csv", "a.pol,a,SU,Army bowser,battalion,logistic,motorised,0402,,pol,4\n", ""),
    ("orbat.csv", "a.c1.pol,a.c1,SU,Corps bowser,battalion,logistic,motorised,0902,,pol,4\n", ""),
    ("orbat.csv", "a.c1.td.pol,a.c1.td,SU,Division bowser,battalion,logistic,motorised,1302,,pol,4\n", ""),
];

const CASES: &[Case] = &[
    PLAIN,
    // The enemy on the road between the corps and its divisions: 1102 is the first square of theirs on the way back.
    Case {
        enemy: "1102",
        unit: "rd",
        reasons: &["LOG: cut at 1102 on the leg 1202 to 0902: the enemy holds it (Raider, Raiders)"],
        mend: &["take 1102 from the enemy (Raider, Raiders)"],
        ..PLAIN
    },
    // On the square of the rifles, which the Third Division passes.
    Case {
        enemy: "1202",
        unit: "r1",
        reasons: &["LOG: cut at 1202 on the leg 1402 to 1002: both sides stand there (Raider, Raiders)"],
        mend: &["drive the enemy out of 1202, which is contested (Raider, Raiders)"],
        ..PLAIN
    },
    Case {
        lines: &["ground set 1002 --side AX --override 'nobody is there'"],
        unit: "rd",
        reasons: &["LOG: cut at 1002 on the leg 1202 to 0902: the enemy controls it"],
        mend: &["take 1002: enemy-controlled, unoccupied"],
        ..PLAIN
    },
    // The square on the road is empty, and one off the road is not.
    Case {
        enemy: "1103",
        lines: &["setting set interdiction on"],
        unit: "rd",
        reasons: &["LOG: cut at 1102 on the leg 1202 to 0902: the enemy beside it bars it (Raider, Raiders)"],
        mend: &["occupy 1102, which the enemy beside it bars (Raider, Raiders)"],
        ..PLAIN
    },
    // Who draws through his division, off the road: neither its lorries at 1202 nor a bowser come to him.
    Case {
        changes: MORE_TANKS,
        lines: &["unit set td.b2 square=1400"],
        unit: "td.b2",
        reasons: &[
            "LOG: no clear way to the vehicles that feed it; lorries leave the roads for 0 km at most",
            "POL: no clear way from More tanks to Division bowser",
        ],
        mend: &["bring More tanks to 1402, but it cannot march there now"],
        ..PLAIN
    },
    Case {
        lines: &["crossing destroy bridge"],
        unit: "rd",
        reasons: &["LOG: cut at 0702 on the leg 0902 to 0402: no crossing there can be used"],
        mend: &["rebuild The bridge between 0702 and 0802"],
        ..PLAIN
    },
    Case {
        lines: &["crossing close bridge"],
        unit: "rd",
        reasons: &["LOG: cut at 0702 on the leg 0902 to 0402: no crossing there can be used"],
        mend: &["reopen The bridge between 0702 and 0802"],
        ..PLAIN
    },
    Case {
        lines: &["rail cut 0102 0202"],
        unit: "rd",
        reasons: &["LOG: cut at 0102 on the leg 0302 to 0002: the railway is cut"],
        mend: &["repair the railway between 0102 and 0202"],
        ..PLAIN
    },
    // The corps and the divisions by one road: the first thing in the way is the nearest, and all of it is wanted.
    Case {
        lines: &[
            "crossing destroy bridge",
            "ground set 1002 --side AX --override 'nobody is there'",
            "rail cut 0102 0202",
        ],
        unit: "rd",
        reasons: &["LOG: cut at 1002 on the leg 1202 to 0902: the enemy controls it"],
        mend: &[
            "take 1002: enemy-controlled, unoccupied",
            "rebuild The bridge between 0702 and 0802",
            "repair the railway between 0102 and 0202",
        ],
        ..PLAIN
    },
    Case {
        lines: &["unit set rd.log state=destroyed"],
        unit: "rd",
        reasons: &["LOG: it has no LOG vehicle left"],
        mend: &["give Rifle Division a LOG vehicle at 1202"],
        ..PLAIN
    },
    // Lorries leave no road here, and row 00 has none.
    Case {
        lines: &["unit set rd square=1200"],
        unit: "rd",
        reasons: &["LOG: no road is in reach of 1200"],
        mend: &["bring Rifle Division to 1202"],
        ..PLAIN
    },
    // Nothing is open as things are: it comes to where a line can be put right.
    Case {
        lines: &["unit set rd square=1200", "rail cut 0102 0202"],
        unit: "rd",
        reasons: &["LOG: no road is in reach of 1200"],
        mend: &["bring Rifle Division to 1202", "repair the railway between 0102 and 0202"],
        ..PLAIN
    },
    Case {
        changes: &[("railheads.csv", "edge,0002,Line,SU,yes,0,0\nhead,0302,Line,SU,no,3,3\n", "")],
        unit: "rd",
        reasons: &["LOG: its side has no railhead or source depot"],
        mend: &["open a railhead or a source depot of this side, or retake one"],
        ..PLAIN
    },
    Case {
        changes: &[("railheads.csv", "edge,0002,Line,SU,yes,0,0\nhead,0302,Line,SU,no,3,3\n", "")],
        reasons: &["LOG: its side has no railhead or source depot", "POL: no bowser or fuel in reach"],
        mend: &["open a railhead or a source depot of this side, or retake one"],
        ..PLAIN
    },
    // Nobody ever had a bowser: the tanks draw where their division does, at the army's dump nine squares off, or 27 km.
    Case { changes: NO_BOWSERS, lines: &["setting set bowser_km 30"], unit: "td.b", ..PLAIN },
    Case {
        changes: NO_BOWSERS,
        lines: &["setting set bowser_km 30", "unit set td.b2 square=1502"],
        unit: "td.b2",
        reasons: &["POL: the hop from More tanks to d-a is 33 km, 3 km over the limit of 30 km"],
        // At 1502 it would be 33 km from the fuel itself.
        mend: &["give Tank Division a bowser at 1402"],
        ..PLAIN
    },
    Case {
        lines: &["supply stocktake a.c1.rd.log log=0 --reason count"],
        unit: "rd",
        reasons: &["LOG: none of its own is left; `railhead supply plan` says who could bring some"],
        ..PLAIN
    },
    Case {
        lines: &["unit set rd.b ammo=out"],
        unit: "rd",
        reasons: &["1 fighting base is out of ammunition"],
        ..PLAIN
    },
    Case {
        changes: &[(
            "orbat.csv",
            "a.c1.rd.log,",
            "a.c1.rd.b2,a.c1.rd,SU,More rifles,battalion,infantry,foot,1202,,,\na.c1.rd.log,",
        )],
        lines: &["unit set rd ammo=out"],
        unit: "rd",
        reasons: &["2 fighting bases are out of ammunition"],
        ..PLAIN
    },
    // Fuel: by bowsers from the army at 0402 to the corps at 0902, five squares or 15 km, and on to 1302, four or 12 km.
    Case {
        lines: &["unit set td.pol state=destroyed"],
        reasons: &["POL: it has no bowser left"],
        mend: &["give Tank Division a bowser at 1302"],
        ..PLAIN
    },
    Case {
        lines: &["unit set c1.pol state=destroyed"],
        reasons: &["POL: First Corps has lost its bowsers"],
        mend: &["give First Corps a bowser at 0902"],
        ..PLAIN
    },
    // A corps without an HQ is where its first fighting leaf is by id: the rifles.
    Case {
        lines: &["unit set c1.hq state=destroyed"],
        reasons: &["POL: First Corps has lost its HQ"],
        mend: &["name a new HQ for First Corps at 1202"],
        ..PLAIN
    },
    // Two squares on, a hop of 18 km out of 15: the bowser of the division comes back by one square; that of the corps could
    // come no nearer, being 15 km from that of the army.
    Case {
        lines: &["setting set bowser_km 15", "unit set td.pol square=1502"],
        reasons: &["POL: the hop from Division bowser to Corps bowser is 18 km, 3 km over the limit of 15 km"],
        mend: &["move Division bowser from 1502 to 1402"],
        ..PLAIN
    },
];

fn texts(list: &Value, key: Option<&str>) -> Vec<String> {
    let text = |value: &Value| key.map_or(value, |key| &value[key]).as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(text).collect()
}

#[test]
fn every_cause_and_every_mend_is_said_in_its_own_sentence() {
    let mut wrong = Vec::new();
    for case in CASES {
        let field = line_with(case.enemy, case.changes);
        for line in case.lines {
            field.done(line);
        }
        let sheet = field.json(&format!("supply status {} --depth 9", case.unit));
        let is_it = |unit: &&Value| unit["id"].as_str().unwrap().ends_with(&format!(".{}", case.unit));
        let unit = sheet["units"].as_array().unwrap().iter().find(is_it).expect("it is in the sheet");
        let (reasons, mend) = (texts(&unit["reasons"], None), texts(&unit["mend"], Some("text")));
        if reasons != case.reasons || mend != case.mend {
            wrong.push(format!(
                "{} with the enemy on {}: {:?}\n  wanted {:?} {:?}\n  found  {reasons:?} {mend:?}",
                case.unit, case.enemy, case.lines, case.reasons, case.mend
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_cause_is_told_once_with_its_formations_and_what_is_offered_can_be_typed() {
    let mut pages = String::new();
    for case in CASES {
        let field = line_with(case.enemy, case.changes);
        for line in case.lines {
            field.done(line);
        }
        let line = format!("supply status {} --depth 9", case.unit);
        let page = field.run_on(200, &line, "").out;
        write!(pages, "{}\n$ {line}\n\n{page}\n", case.lines.join("\n")).unwrap();
        for command in page.split('`').filter_map(|quoted| quoted.strip_prefix("railhead ")) {
            // What only shows something has nothing to be tried.
            let tried = if command.starts_with("supply status") { "" } else { " --dry-run" };
            field.done(&format!("{command}{tried}"));
        }
    }
    insta::assert_snapshot!("every_cause", pages);
}

#[test]
fn a_long_way_is_told_as_one_and_a_formation_without_trouble_in_a_line() {
    let field = line_with("1505", &[]);
    let sheet = field.done("supply status rd --by unit");
    assert!(sheet.contains("1 formation, and it is in supply"), "{sheet}");
    // The road from 1502 to the army: six squares on it that nobody holds.
    field.done("ground set 1102 1002 0802 0702 0602 0502 --side AX --override 'nobody is there'");
    let sheet = field.done("supply status r2 --format csv");
    assert!(
        sheet.contains("-> 6 squares of enemy ground lie between: break out, or hold out (from 1102 to 0502)"),
        "{sheet}"
    );
}

#[test]
fn the_last_line_counts_who_draws_and_who_is_fed() {
    let field = line_with("1505", MORE_TANKS);
    field.done("unit set td.b2 square=1400");
    let last = |line: &str| field.run_on(120, line, "").out.lines().last().unwrap().to_owned();
    // Fed are the two battalions, the lorries and the bowser.
    assert_eq!(
        last("supply status td --depth 9 --by unit"),
        "!! 1 of 5 formations is in trouble: 0 of 1 that draw supply, 1 of 4 fed by others"
    );
    let deeper = "; `--depth 9` shows those they feed";
    assert_eq!(last("supply status td --by unit"), format!("1 formation, and it is in supply{deeper}"));
    assert_eq!(last("supply status --by unit"), format!("all 7 formations that draw supply are in supply{deeper}"));
    field.done("unit set td.log state=destroyed");
    assert_eq!(last("supply status td --by unit"), format!("!! 1 formation, and it is in trouble{deeper}"));
    assert_eq!(last("supply status --by unit"), format!("!! 1 of 7 formations that draw supply is in trouble{deeper}"));
    let refused = field.run("supply status td --side AX");
    assert!(
        refused.err.contains("Tank Division (`a.c1.td`) belongs to `SU`, and a sheet for `AX` does not tell of it"),
        "{}",
        refused.err
    );
    field.done("unit set rd state=destroyed");
    assert_eq!(last("supply status rd --by unit"), "Rifle Division draws no supply: it is lost.");
}

#[test]
fn what_is_missing_at_one_square_is_told_together() {
    let field = line_with("1505", MORE_TANKS);
    field.done("unit set td.log state=destroyed -q");
    field.done("unit set td.pol state=destroyed -q");
    let sheet = field.done("supply status td");
    assert!(sheet.contains("No LOG vehicle and no bowser are left at 1302"), "{sheet}");
}

/// A battalion off every road, whom its division feeds.
#[test]
fn who_is_fed_by_another_has_a_sheet_of_his_own_when_he_is_asked_for() {
    let field = line_with("1505", MORE_TANKS);
    field.done("unit set td.b2 square=1400 -q");
    let sheet = field.json("supply status td.b2");
    assert_eq!(sheet["units"][0]["fed_by"], "a.c1.td");
    assert_eq!(sheet["units"][0]["log"]["state"], "cut");
    let page = field.done("supply status td.b2");
    assert!(page.contains("SU: out of LOG, out of POL.") && page.contains("More tanks"), "{page}");
    assert_eq!(
        field.json("supply status td")["units"].as_array().unwrap().len(),
        1,
        "those above speak for themselves"
    );
}

/// Of the four squares beside 1103 only 1102 is on the road: all four divisions are behind it, and with them the army and
/// Second Corps, which have no HQ and stand with the first of their battalions. Where the enemy stands on the road himself the rule changes nothing.
#[test]
fn a_square_that_is_barred_from_beside_is_told_with_the_house_rule() {
    let field = line_with("1103", &[]);
    let state = |field: &Field| field.json("supply status rd")["units"][0]["log"]["state"].as_str().map(str::to_owned);
    let told = "1102: the enemy beside it bars it, in the way of a, a.c1.rd, a.c1.td, a.c2 and 2 more";
    assert_eq!(bites(&field, ""), []);
    field.done("setting set interdiction on -q");
    for words in ["", "--brief", "--depth 9"] {
        assert_eq!(bites(&field, words), [("interdiction".to_owned(), vec![told.to_owned()])], "{words}");
    }
    let of_one =
        ("interdiction".to_owned(), vec!["1102: the enemy beside it bars it, in the way of a.c1.rd".to_owned()]);
    assert_eq!(bites(&field, "rd --depth 9"), [of_one]);
    assert_eq!(bites(&field, "--side AX"), [], "it is no affair of the other side");
    assert!(field.done("supply status --by unit").contains("house rule `interdiction` (since D1 am):"));
    assert_eq!(bites(&field, "--side SU"), [], "nobody of theirs has seen who stands beside the road");
    let trace = field.json("supply trace rd");
    let broken = &trace["bottlenecks"][0];
    assert_eq!(broken["text"], "its line is cut at 1102: the enemy beside it bars it");
    assert_eq!(
        trace["reasons"][0],
        "LOG: cut at 1102 on the leg 1202 to 0902: the enemy beside it bars it (Raider, Raiders)"
    );
    assert_eq!(trace["log"]["cut"]["kind"], "enemy_unit");
    field.done("setting set interdiction off -q");
    assert_eq!((bites(&field, ""), state(&field)), (vec![], Some("in_supply".to_owned())));
    let field = line_with("1102", &[]);
    field.done("setting set interdiction on -q");
    assert_eq!(bites(&field, ""), []);
    assert_eq!(field.json("supply trace rd")["bottlenecks"][0]["text"], "its line is cut at 1102: the enemy holds it");
}

#[test]
fn what_is_to_be_taken_is_booked_by_the_command_that_the_trace_names() {
    let field = line_with("1505", &[]);
    field.done("ground set 1002 --side AX --override 'nobody is there'");
    let broken = &field.json("supply trace rd")["bottlenecks"][0];
    let command = broken["mends"][0]["command"].as_str().unwrap();
    assert_eq!(command, "railhead ground set 1002 --side SU --override taken");
    field.done(command.trim_start_matches("railhead "));
    assert_eq!(field.json("supply status rd")["units"][0]["log"]["state"], "in_supply");
}

/// A field in which the enemy bars one division, another lacks its vehicle, and the rest is in supply.
fn troubled() -> Field {
    let field = line_with(
        "1302",
        &[(
            "orbat.csv",
            "a.c1.td.b,a.c1.td,SU,Tanks,battalion,armour,armoured,1302",
            "a.c1.td.b,a.c1.td,SU,Tanks,battalion,armour,armoured,1402",
        )],
    );
    field.done("unit set r1.log state=destroyed -q");
    field.done("unit set rd.b ammo=out -q");
    field
}

#[test]
fn trouble_is_marked_on_a_page_of_80_and_of_120_columns() {
    let field = troubled();
    let mut pages = String::new();
    for columns in [80, 120] {
        let page = field.run_on(columns, "supply status --side SU --by unit", "").out;
        let widest = page.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns, "{widest} of {columns}:\n{page}");
        // Of every formation in trouble the mark stands in the row: without colour nothing else sets it off.
        let marked = page.lines().filter(|line| line.contains("!!")).count();
        assert_eq!(marked, 6, "five formations and the last line:\n{page}");
        write!(pages, "{columns} columns\n\n{page}\n").unwrap();
    }
    for columns in [80, 120] {
        let page = field.run_on(columns, "supply status --side SU", "").out;
        write!(pages, "{columns} columns, by cause\n\n{page}\n").unwrap();
    }
    insta::assert_snapshot!("troubled_sheet", pages);
}

/// Every text and every key `by` of a document.
fn walk(value: &Value, key: &str, seen: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| walk(value, key, seen)),
        Value::Array(list) => list.iter().for_each(|value| walk(value, key, seen)),
        other => seen(key, other),
    }
}

/// What a text names of the enemy of the field: its formations are `ax`, Raiders, and `ax.b`, Raider.
fn names_enemy(text: &str) -> bool {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '.';
    text.contains("Raider")
        || text.split(|letter| !is_of_word(letter)).any(|word| word == "ax" || word.starts_with("ax."))
}

#[test]
fn what_a_side_is_given_names_nobody_of_the_other() {
    assert!(names_enemy("(ax.b)") && names_enemy("at `ax`") && !names_enemy("AX takes max. axes"));
    let field = troubled();
    assert!(names_enemy(&field.done("supply status")), "the umpire's own sheet names the enemy");
    for line in [
        "supply status --side SU",
        "supply status --side SU --by unit",
        "supply stocks --side SU",
        "supply critical --side SU",
        "supply forecast --side SU",
        "supply graph --side SU --depth 9",
        "supply graph --side SU --dot",
        "supply status r1 --side SU",
        "supply trace rd --side SU",
        "supply trace r1 --side SU",
        "supply trace td --side SU",
        "supply plan --side SU",
        "supply convoys --side SU",
        "dump list --side SU",
        "map --side SU",
        "orbat --side SU",
        "order list --side SU",
        "unit replacements --side SU",
    ] {
        let ran = field.run(line);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        let named: Vec<&str> = ran.out.lines().filter(|line| names_enemy(line)).collect();
        assert!(named.is_empty(), "`{line}` names the enemy:\n{}", named.join("\n"));
        let document = field.json(line);
        walk(&document, "", &mut |key, value| {
            let said = value.as_str().unwrap_or_default();
            assert!(!names_enemy(said), "`{line} --format json` names the enemy in `{key}`: {said}");
            let is_sighting = said.starts_with("AX-s");
            assert!(key != "by" || value.is_null() || is_sighting, "`{line} --format json`: `by` is {value}");
        });
    }
}
