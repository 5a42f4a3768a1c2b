//! Strength on the map: what is counted of who surrendered or is yet to come, for whom, and in rows that can be reckoned with.

use serde_json::{Value, json};

use super::field::Field;

fn row<'v>(orbat: &'v Value, id: &str) -> &'v Value {
    orbat.as_array().unwrap().iter().find(|row| row["id"] == id).unwrap()
}

/// Of the army 12 SP stand on the map; of its first division 1, 3, 4 and 1. The second battalion surrenders, the only one of
/// the second division is yet to come.
#[test]
fn who_is_lost_or_yet_to_come_is_in_no_sum() {
    let field = Field::new();
    let sp = |id: &str| {
        let orbat = field.json("orbat --side SU");
        let row = row(&orbat, id);
        (row["sp"].as_u64().unwrap(), row["sp_full"].as_u64().unwrap())
    };
    assert_eq!((sp("su.1a"), sp("su.1a.1rd"), sp("su.1a.2rd")), ((12, 12), (9, 9), (3, 3)));
    field.done("unit set 1rd.b2 state=surrendered");
    field.done("unit set 2rd.b1 state=off_map");
    assert_eq!((sp("su.1a.1rd.b2"), sp("su.1a.1rd")), ((0, 4), (5, 9)));
    assert_eq!(sp("su.1a.2rd"), (3, 3), "what it will bring");
    assert_eq!(sp("su.1a"), (5, 9), "and nobody above it has that yet");
    let stats = field.json("stats --side SU");
    assert_eq!(stats[0]["sides"][0]["sp"], json!(5), "as in the figures by bound");
    let page = field.done("orbat --side SU --bases");
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("B2 su.1a.1rd.b2 0/4 regular surrendered"), "{page}");
    assert!(words.contains("lost units count 0, units still to come only in their own row"), "{page}");
    let tree = field.done("print orbat --side SU");
    assert!(tree.contains("units still to come"), "{tree}");
    field.done("orbat --side SU --svg tree.svg");
    let svg = std::fs::read_to_string(field.dir.path().join("tree.svg")).unwrap();
    assert!(svg.contains("5 of 9 SP"), "the picture counts as the table does");
}

/// The commander of the first division counts what is under him: 9 of the 12 SP of his side.
#[test]
fn a_commander_counts_his_own_and_his_pictures_name_him() {
    let field = Field::new();
    let side = field.json("stats --side SU");
    let own = field.json("stats --for 1rd");
    let of = |stats: &Value, key: &str| stats[0]["sides"][0][key].clone();
    assert_eq!((of(&side, "sp"), of(&own, "sp")), (json!(12), json!(9)));
    assert_eq!((of(&side, "leaves"), of(&own, "leaves")), (json!(5), json!(4)));
    field.done("unit set 1rd.b1 sp=2");
    field.done("unit set 2rd.b1 sp=2");
    assert_eq!(of(&field.json("stats --for 1rd"), "sp_lost"), json!(1));
    let names = |line: &str| -> Vec<String> {
        let rows = field.json(line);
        rows.as_array().unwrap().iter().map(|row| row["unit"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("stats --by unit --side SU"), ["su.1a.1rd", "su.1a.2rd"]);
    assert_eq!(names("stats --by unit --for 1rd"), ["su.1a.1rd"]);
    assert!(field.done("map --for 1rd").contains("For the commander of 1RD"));
    let pictures = [
        ("map --for 1rd --svg map.svg", "map.svg", "1RD: what you know"),
        ("orbat --for 1rd --svg orbat.svg", "orbat.svg", "for the commander of 1RD"),
        ("stats --for 1rd --svg stats.svg", "stats.svg", "for the commander of 1RD"),
        ("stats --by unit --for 1rd --svg bars.svg", "bars.svg", "1RD: losses"),
        ("replay --for 1rd --html film.html", "film.html", "what the commander of 1RD knows"),
    ];
    for (line, file, whose) in pictures {
        field.done(line);
        let text = std::fs::read_to_string(field.dir.path().join(file)).unwrap();
        assert!(text.contains(whose), "{line}");
    }
}

fn csv(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(ToOwned::to_owned).collect()).collect()
}

/// Two figures of one cell are two columns where there are no pages, the old names in their old order.
#[test]
fn rows_can_be_reckoned_with() {
    let field = Field::new();
    field.done("unit set 1rd.b1 sp=2");
    field.done("bound close");
    let orbat = csv(&field.done("orbat --side SU --format csv"));
    assert_eq!(orbat[0], ["group", "formation", "id", "SP", "grade", "state", "square", "arm", "markers", "of"]);
    let first = orbat.iter().find(|row| row[2] == "su.1a.1rd.b1").unwrap();
    assert_eq!((&*first[3], first.last().unwrap().as_str()), ("2", "3"));
    let strength = csv(&field.done("print strength --side SU --format csv"));
    let heads = strength.iter().position(|row| row.contains(&"SP".to_owned())).unwrap();
    assert_eq!(strength[heads].last().unwrap(), "of");
    let stats = csv(&field.done("stats --format csv"));
    assert_eq!(
        stats.iter().map(|row| &*row[0]).collect::<Vec<_>>(),
        ["bound", "D1 am", "D1 am", "D1 pm so far", "D1 pm so far"]
    );
    let labels = csv(&field.done("print labels 1rd --format csv"));
    let heads = labels.iter().position(|row| row.contains(&"SP".to_owned())).unwrap();
    assert_eq!(labels[heads][3..], ["SP", "full"]);
    let base = labels.iter().find(|row| row[0] == "B1").unwrap();
    assert_eq!((&base[3..], &*base[1]), (&["2".to_owned(), "3".to_owned()][..], "regular · die 3 · L/-"));
}

/// What trains brought is counted by railhead; what came into a dump from outside is not of it.
#[test]
fn what_trains_brought_is_told_by_railhead() {
    let field = Field::new();
    field.done("setting set detail full");
    field.done("supply receive west 3 log --from rail");
    field.done("supply receive d-1a 2 log --from rail");
    field.done("bound close");
    field.done("supply receive west 1 pol --from rail");
    let rows = field.json("stats supply --by railhead");
    let told: Vec<_> =
        rows.as_array().unwrap().iter().map(|row| [&row["bound"]["label"], &row["log"], &row["pol"]]).collect();
    assert_eq!(told[0], [&json!("D1 am"), &json!(3), &json!(0)]);
    assert_eq!(told.last().unwrap()[..], [&json!("D1 pm"), &json!(0), &json!(1)]);
    assert!(rows.as_array().unwrap().iter().all(|row| row["railhead"] == "west"), "{rows}");
    assert!(field.done("stats --by railhead").contains("3 LOG and 1 POL in all"));
    assert_eq!(field.json("stats --by railhead --side AX"), json!([]));
    let refused = field.run("stats strength --by railhead").err;
    assert!(refused.contains("railheads have figures of supply alone"), "{refused}");
    assert!(refused.contains("what trains brought: `railhead stats supply --by railhead`"), "{refused}");
    field.done("stats supply --by railhead --svg brought.svg");
    let svg = std::fs::read_to_string(field.dir.path().join("brought.svg")).unwrap();
    assert!(svg.contains("LOG delivered") && svg.contains("POL delivered"));
}

/// What only a picture shows has no heading where there are none; bounds without news of a unit stand in one line.
#[test]
fn documents_as_text_hold_nothing_empty() {
    let field = Field::new();
    for _ in 0..3 {
        field.done("bound close");
    }
    let sheet = field.done("print supply --side SU --format md");
    assert!(!sheet.contains("Where"), "{sheet}");
    let record = field.done("print record 9id");
    assert_eq!(record.matches("nothing to tell").count(), 1, "{record}");
    assert!(record.contains("no grade has changed"), "{record}");
    assert!(!record.lines().any(|line| line.ends_with(": ")), "{record}");
}
