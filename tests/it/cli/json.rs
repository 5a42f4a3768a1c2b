//! The JSON that `docs/JSON.md` promises: every example can be parsed, and its keys, at every depth, are those that the
//! command really gives: none is missing, and none is beside them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::anything::both_banks;
use super::field::Field;

/// The page that describes the JSON of every command.
pub(super) const PAGE: &str = include_str!("../../../docs/JSON.md");

/// The section of what commands give that change the campaign and have nothing of their own to give.
const CHANGES: &str = "Commands that change the campaign";

/// The sections of the page: a heading without its ticks, and what stands under it.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGE.split("\n## ").skip(1).map(|section| {
        let (heading, text) = section.split_once('\n').unwrap();
        (heading.trim_matches('`'), text)
    })
}

/// The commands listed under [`CHANGES`].
fn changing() -> Vec<String> {
    let (_, text) = sections().find(|(heading, _)| *heading == CHANGES).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("- `")?.strip_suffix('`')).map(str::to_owned).collect()
}

/// Every example of JSON on the page: the command, and the example.
pub(super) fn examples() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (heading, text) in sections() {
        let commands = if heading == CHANGES { changing() } else { vec![heading.to_owned()] };
        for block in text.split("\n```json\n").skip(1) {
            let example = block.split("\n```").next().unwrap();
            let value: Value = serde_json::from_str(example).unwrap_or_else(|e| panic!("`{heading}`: {e}\n{example}"));
            found.extend(commands.iter().map(|command| (command.clone(), value.clone())));
        }
    }
    found
}

/// The keys of a document, those of nested ones with the way to them.
fn keys(value: &Value, way: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let way = format!("{way}.{key}");
                keys(value, &way, found);
                found.insert(way);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, way, found)),
        _ => {}
    }
}

pub(super) fn keys_of(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    keys(value, "", &mut found);
    found
}

#[test]
fn every_example_of_the_page_is_json() {
    let examples = examples();
    assert!(examples.len() >= 100, "{} examples", examples.len());
}

/// A command whose help points to the page stands there, once and in the order of the commands, and no other does.
#[test]
fn the_page_has_the_commands_whose_help_points_to_it() {
    let manual = cli::manual();
    let helps = manual.split("\n## `").skip(1).filter_map(|help| help.split_once('`'));
    let points = |help: &str| help.contains("\nJSON: see docs/JSON.md\n");
    let pointing = helps.filter(|(_, help)| points(help)).map(|(command, _)| command);
    let changing = changing();
    let (changes, own): (Vec<&str>, Vec<&str>) =
        pointing.partition(|command| changing.iter().any(|of| of.as_str() == *command));
    assert_eq!(changes, changing, "left: by the help; right: listed");
    let sections = sections().map(|(heading, _)| heading).filter(|heading| *heading != CHANGES);
    assert_eq!(own, sections.collect::<Vec<_>>(), "left: by the help; right: sections");
    let is_sample = |line: &&str| ["  {\"", "  [{\""].iter().any(|start| line.starts_with(start));
    assert_eq!(manual.lines().find(is_sample), None, "what is described stands on the page alone");
}

/// A command with an example on the page, and what to run for it on the field of both banks, one after the other: all
/// that the example shows must be there, lists with something in them.
const COMMANDS: &[(&str, &[&str])] = &[
    ("init", &["init begun"]),
    ("new", &["new folder other.railhead"]),
    ("check", &["check broken"]),
    ("status", &["status --campaign met.railhead"]),
    (
        "stats",
        &[
            "stats --campaign full.railhead",
            "stats --by arm",
            "stats --by unit",
            "stats --by railhead --campaign full.railhead",
        ],
    ),
    ("diary", &["diary --campaign met.railhead"]),
    ("replay", &["replay --html film.html"]),
    (
        "print",
        &[
            "print pack --campaign full.railhead",
            "print supply --campaign full.railhead",
            "print sitrep --campaign full.railhead",
            "print labels --side SU",
            "print cards --for 1rd",
            "print bound-sheet",
        ],
    ),
    ("orbat", &["orbat"]),
    ("find", &["find 2rd"]),
    ("intel show", &["intel show --campaign met.railhead"]),
    ("unit history", &["unit history 1rd.b1"]),
    ("unit replacements", &["unit replacements"]),
    ("strikes list", &["strikes list"]),
    ("mines list", &["mines list"]),
    ("move", &["move 1rd.b2 0009 --dry-run", "move 2rd.b1 0705 --rate assault"]),
    ("order", &["order list", "order list --campaign full.railhead"]),
    ("contact", &["contact --campaign met.railhead"]),
    ("crossing list", &["crossing list --campaign met.railhead"]),
    ("bound close", &["bound close --dry-run --campaign met.railhead"]),
    ("rail status", &["rail status"]),
    ("dump list", &["dump list"]),
    ("review", &["review"]),
    ("supply claim", &["supply claim"]),
    ("supply critical", &["supply critical", "supply critical --campaign uranus.railhead"]),
    ("supply graph", &["supply graph --campaign full.railhead"]),
    ("supply stocks", &["supply stocks --all"]),
    ("grade history", &["grade history"]),
    ("setting list", &["setting list"]),
    ("battle forecast", &["battle forecast a.toml --runs 10"]),
    ("op log", &["op log"]),
    ("verify", &["verify --campaign damaged.railhead"]),
    ("export", &["export exported"]),
    ("backup", &["backup copy.backup"]),
    (
        "ground show",
        &["ground show 0404", "ground show 0405", "ground show 0104", "ground show 0105", "ground show 0204"],
    ),
    ("map", &["map", "map --at 0405 --radius 1"]),
    (
        "unit show",
        &[
            "unit show kg --campaign kg.railhead",
            "unit show 1rd.b1 --campaign kg.railhead",
            "unit show 1rd.eng --campaign kg.railhead",
        ],
    ),
    ("op show", &["op show 2"]),
    ("op script", &["op script --out again"]),
    ("run", &["run note.txt"]),
    ("battle new", &["battle new 0302 --attacker SU --dry-run --campaign met.railhead"]),
];

/// Compared key by key with the design, in `promises.rs` (the forecast in its own file), where the lists of an example are empty.
/// What became of orders that are no marches is compared in `bound_report.rs`.
const ELSEWHERE: &[&str] =
    &["partisans list", "supply status", "supply trace", "supply forecast", "roll", "odds", "bound march"];

/// Compared in `file_care.rs`, where there are files to be put back and to be rescued, and in `orders_by_mail.rs`.
const WITH_ANOTHER_FILE: &[&str] = &["restore", "rescue", "orders import"];

/// Compared in `plan.rs`, where stocks are counted.
const ON_THE_STRIP: &[&str] = &["supply plan"];

/// Compared in `record.rs`, on a field with a battle.
const WITH_A_BATTLE: &[&str] = &["battle form"];

/// Compared in `correction.rs`, where a battle has been posted.
const WITH_A_POSTED_BATTLE: &[&str] = &["battle correct"];

/// Compared in `convoys`, on a strip of road.
const ON_THE_ROAD: &[&str] = &["supply convoys"];
/// Compared in `airlift.rs`, on a field with a transport wing.
const WITH_AIRCRAFT: &[&str] = &["supply airlift"];

/// Not compared yet: a row wants a battle that was fought, which nobody has on the field of both banks.
const WANTS_A_BATTLE: &[&str] = &["battle list", "grade review"];

/// Keys that are words of the campaign, and not of the program; what a request holds; and rows that are those of `orbat`.
const OF_THE_CAMPAIGN: &[(&str, &str)] = &[
    ("status", ".findings."),
    ("op show", ".request."),
    ("unit show", ".subordinates."),
    ("unit show", ".supply."),
    ("unit show", ".orders."),
    ("unit show", ".battles."),
    ("unit show", ".grades."),
    ("print", ".blocks.picture."),
    ("print", ".blocks.left."),
    ("print", ".blocks.right."),
    ("diary", ".bounds.battles."),
    ("diary", ".bounds.grades."),
];

/// Both banks in the middle of things: corrected, ordered, overrun, in contact.
pub(super) fn in_the_middle() -> Field {
    let field = both_banks();
    std::fs::create_dir(field.dir.path().join("broken")).unwrap();
    field.write("broken/campaign.toml", "name = \"x\"\nstrat = 1942-11-19\n");
    field.write("broken/orbat.csv", "id,side,name,echelon,arm\nb,AX,B,battalion,infantri\n");
    field.write("a.toml", super::forecast::ENGAGEMENT);
    field.write("note.txt", "bound note rain\n");
    for line in [
        // The engineers are on the railway for seven hours of eight: a length is begun and not done.
        "crossing destroy bridge --by 1rd",
        "crossing repair bridge",
        "rail cut 0205 0405",
        "rail repair 0405 0205 --by 1rd",
        "rail convert 0005 0105 --gauge 1435 --side SU",
        "setting set log_tons 61",
        "bound close",
        "strikes book 0305 --against SU",
        "mines set 0204 --side SU --from 2am --note old",
        "unit set 1rd.b1 sp=2 --reason counted",
        "grade set 1rd veteran --reason held",
        "backup met.railhead",
        "order 1rd move 0303 --close-up",
        "setting set capture umpire",
        "unit set 9id.i1 square=0504",
        "unit set 2rd.b1 square=0605",
        "backup damaged.railhead",
    ] {
        field.done(&format!("{line} --campaign game.railhead"));
    }
    for line in [
        "unit set 9id.i1 square=0302",
        "move 1rd.b1 0303",
        "unit set 2rd.b1 square=0301 state=disorganised",
        "crossing open bridge --until 2am",
        "bound note quiet",
    ] {
        field.done(&format!("{line} --campaign met.railhead"));
    }
    field.done("backup kg.railhead --campaign met.railhead");
    for line in [
        // In mud a square of a kilometre takes longer than what is left of six hours in the end.
        "bound weather ground=mud",
        "crossing destroy bridge --by 1rd",
        "move 1rd.eng 0009",
        "unit split 1rd su.1a.kg 1rd.b1 1rd.b2 1rd.log --under 1a --echelon brigade",
        "unit attach kg --to 2rd --as direct_support",
    ] {
        field.done(&format!("{line} --campaign kg.railhead"));
    }
    field.done("backup full.railhead --campaign game.railhead");
    for line in [
        "setting set detail full",
        "supply receive west 3 log --from rail",
        "order 1a.log send --with 1rd.log --load 2log --from d-1a --to 1rd",
        "order 2rd.log open-dump d-2rd --at 0206",
    ] {
        field.done(&format!("{line} --campaign full.railhead"));
    }
    // Nobody here has several ways, as some corps have there.
    field.done("new uranus-1942 uranus.railhead");
    let file = rusqlite::Connection::open(field.dir.path().join("damaged.railhead")).unwrap();
    file.execute("UPDATE formation SET name = 'Nobody' WHERE id = 'su.1a'", []).unwrap();
    field
}

/// What a line gives, whether it finds something amiss or not.
fn given(field: &Field, line: &str) -> Value {
    let of = if line.contains("--campaign") { "" } else { "--campaign game.railhead" };
    let ran = field.run(&format!("{line} {of} --format json"));
    assert!([0, 4].contains(&ran.code), "{line}: {}", ran.err);
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{line}: {e}: {}", ran.out))
}

#[test]
fn the_keys_of_an_example_are_those_that_the_command_gives_and_no_others() {
    let field = in_the_middle();
    let examples = examples();
    let mut wrong = Vec::new();
    for (command, lines) in COMMANDS {
        let name = format!("railhead {command}");
        let promised: BTreeSet<String> =
            examples.iter().filter(|(of, _)| *of == name).flat_map(|(_, example)| keys_of(example)).collect();
        assert!(!promised.is_empty(), "`{command}` has no example");
        let of_the_campaign =
            |key: &String| OF_THE_CAMPAIGN.iter().any(|(of, start)| of == command && key.starts_with(start));
        let real: BTreeSet<String> = lines.iter().flat_map(|line| keys_of(&given(&field, line))).collect();
        let differs = promised.symmetric_difference(&real).filter(|key| !of_the_campaign(key));
        wrong.extend(differs.map(|key| {
            let who = if real.contains(key) { "given, and not on the page" } else { "on the page, and not given" };
            format!("`{command}`: {key}: {who}")
        }));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// On a sheet with something in every list of the example: the enemy beside the road bars it, hops of 9 km are too short, and
/// lorries bring something to the corps.
#[test]
fn the_keys_of_the_supply_sheet_are_those_of_its_example_and_no_others() {
    let field = super::shortage::line_with("1103", &[]);
    for line in
        ["setting set interdiction on", "setting set bowser_km 9", "supply send a.log --load 2log --from d-a --to d-c1"]
    {
        field.done(line);
    }
    let (_, example) = examples().into_iter().find(|(of, _)| of == "railhead supply status").unwrap();
    assert_eq!(keys_of(&field.json("supply status")), keys_of(&example));
    let kinds = supply::CutKind::ALL.iter().map(|kind| kind.as_str());
    let (_, section) = sections().find(|(command, _)| *command == "railhead supply status").unwrap();
    let section = section.replace('\n', " ");
    let (_, list) = section.split_once("Kinds of cut and mend:").unwrap();
    let list = list.split_once('.').unwrap().0;
    let named: BTreeSet<&str> = list.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    assert_eq!(named, kinds.collect());
}

/// What is typed for commands of which the acts of `anything` have none.
const OTHERS: &[&[&str]] = &[
    &["partisans set 0303 --against SU --strength 3", "partisans clear 0303 --against SU"],
    &[
        "mines set 0304 --side SU --gapped",
        "mines close 0304 --by 1rd",
        "mines gap 0304 --by 1rd",
        "mines clear 0304",
        "mines lay 0304 --by 1rd",
    ],
    &["intel add 0303 --side SU arm=armour", "intel set AX-s1 name=x", "intel forget AX-s1"],
    &["strikes book 0303 --against SU", "strikes cancel 0303 --against SU"],
    &["unit replacements add su.1a 2 --comes 3am", "unit replacements set 4 sp=3", "unit replacements remove 4"],
    &["dump destroy d-1a --keep 1"],
    &["setting set detail full", "supply send 1rd.log --load 1log --from d-1a --to 1rd"],
    &["unit set 9id.i1 square=0302", "move 1rd.b1 0303", "battle decline 0302"],
];

/// Commands that take a battle that was fought: what posting gives is in `battle.rs`.
const AFTER_A_BATTLE: &[&str] = &["battle cancel", "battle post", "battle record", "battle resolve"];

#[test]
fn whatever_changes_the_campaign_gives_what_the_page_says() {
    let examples = examples();
    let change = &examples.iter().find(|(command, _)| command == "railhead unit rename").unwrap().1;
    let common: BTreeSet<&str> = examples
        .iter()
        .filter(|(_, example)| example == change)
        .map(|(command, _)| command.trim_start_matches("railhead "))
        .collect();
    assert!(common.len() > 30, "{common:?}");
    let promised = keys_of(change);
    let mut given = BTreeSet::new();
    for act in super::anything::ACTS.iter().chain(OTHERS) {
        let field = both_banks();
        for line in *act {
            let ran = field.run(&format!("{line} --format json"));
            let Some(command) = common.iter().find(|command| line.starts_with(&format!("{command} "))) else {
                continue;
            };
            if ran.code != 0 {
                continue;
            }
            given.insert(*command);
            let mut real = keys_of(&serde_json::from_str(&ran.out).unwrap());
            // What it does to supply stands beside, as in a dry run.
            if line.starts_with("setting set ") {
                real.retain(|key| !key.starts_with(".supply"));
            }
            let notes = BTreeSet::from([".notes".to_owned()]);
            let nothing = real.len() == 3;
            assert!(nothing || &real | &notes == promised, "`{line}` gives {real:?}");
        }
    }
    let lacking: Vec<_> = common.difference(&given).filter(|command| !AFTER_A_BATTLE.contains(command)).collect();
    assert!(lacking.is_empty(), "add a line to `OTHERS` that carries out {lacking:?}");
}

#[test]
fn a_script_gives_one_document_up_to_where_it_stops() {
    let field = both_banks();
    field.write("stops.txt", "bound note rain\n\nop script\nunit set 1rd.b2 sp=99\n");
    let ran = field.run("run stops.txt --format json");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let lines: Vec<_> = document["lines"].as_array().unwrap().iter().map(|l| (&l["line"], &l["command"])).collect();
    assert_eq!(lines, [(&Value::from(1), &"bound note rain".into()), (&Value::from(3), &"op script".into())]);
    assert_eq!(document["lines"][1]["gives"]["commands"], serde_json::json!(["bound note rain"]));
    assert!(ran.err.starts_with("{\"error\":{\"kind\":"), "{}", ran.err);
    // Nothing of a script that is kept as a whole or not at all.
    assert_eq!(field.run("run stops.txt --atomic --format json").out, "");
    field.write("dry.txt", "bound note rain\nbound note snow\n");
    let dry = field.json("run dry.txt --dry-run");
    assert_eq!((&dry["dry_run"], dry["lines"].as_array().unwrap().len()), (&Value::from(true), 2));
}

#[test]
fn a_script_begins_at_a_line_that_it_has() {
    let field = both_banks();
    field.write("two.txt", "bound note rain\nbound note snow\n");
    for from in ["0", "3"] {
        let ran = field.run(&format!("run two.txt --from {from}"));
        let said = format!(
            "error: two.txt: the script has no line {from}: it has 2 lines\n\
             hint: `--from` takes the number of a line, from 1\n"
        );
        assert_eq!((ran.code, ran.err), (2, said));
    }
    field.done("run two.txt --from 2");
    field.write("none.txt", "");
    field.done("run none.txt");
}

#[test]
fn every_example_of_the_page_is_compared() {
    let examples = examples();
    let change = &examples.iter().find(|(command, _)| command == "railhead unit rename").unwrap().1;
    let known = |command: &str| {
        COMMANDS.iter().any(|(of, _)| *of == command)
            || ELSEWHERE.contains(&command)
            || WITH_ANOTHER_FILE.contains(&command)
            || WITH_A_BATTLE.contains(&command)
            || WITH_A_POSTED_BATTLE.contains(&command)
            || ON_THE_STRIP.contains(&command)
            || ON_THE_ROAD.contains(&command)
            || WITH_AIRCRAFT.contains(&command)
            || WANTS_A_BATTLE.contains(&command)
            || examples.iter().any(|(of, example)| of.ends_with(command) && example == change)
    };
    let names = examples.iter().map(|(command, _)| command.trim_start_matches("railhead "));
    let unknown: BTreeSet<&str> = names.filter(|command| !known(command)).collect();
    assert_eq!(unknown, BTreeSet::new());
}
